//! Options for fetching.

#![allow(clippy::doc_markdown, reason = "these comments are the text of `--help`")]

use std::path::PathBuf;
use std::time::Duration;

use bozofeed_fetch::{Fetcher, Network, Proxy};

use bozofeed_command::{header, headings, seconds};

/// Options for requests.
#[derive(clap::Args)]
#[command(next_help_heading = headings::FIND)]
pub(crate) struct FetchArguments {
    /// Read the feed of a page: one that it names, links or probably has
    ///
    /// Without this option, only a feed that the page names or links is read, and only if it is described, and neither written nor
    /// checked.
    #[arg(long, conflicts_with = "ndjson")]
    pub(crate) discover: bool,

    /// Remember validators and freshness in this file
    ///
    /// A URL is not requested again as long as the server says that the feed is fresh, or asks to wait; then the request is conditional.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["ndjson", "write"])]
    pub(crate) fetch_state: Option<PathBuf>,

    /// Ask even if the state says that the feed is fresh or gone, or that the server asked to wait
    #[arg(long, requires = "fetch_state", hide_short_help = true)]
    pub(crate) refresh: bool,

    /// Also fetch from addresses that are not public: this machine and its network
    #[arg(
        long,
        visible_alias = "allow-private-addresses",
        conflicts_with = "ndjson",
        hide_short_help = true
    )]
    allow_private: bool,

    /// Also fetch from this network, such as 192.168.0.0/16 or ::1; may be given more than once
    #[arg(long, value_name = "NETWORK", conflicts_with = "ndjson", hide_short_help = true)]
    allow_network: Vec<Network>,

    /// Also fetch from this host, whatever its address; .NAME also means all hosts below it; may be given more than once
    #[arg(long, value_name = "HOST", conflicts_with = "ndjson", hide_short_help = true)]
    allow_host: Vec<String>,

    /// Fetch through this proxy, or through none if it is empty
    ///
    /// The default are the proxies of the environment (http_proxy, https_proxy, all_proxy). no_proxy applies in any case.
    #[arg(long, value_name = "URL", value_parser = proxy, conflicts_with = "ndjson", hide_short_help = true)]
    proxy: Option<ProxyArgument>,

    /// Also trust the authorities in this file (PEM or DER); may be given more than once. SSL_CERT_FILE names another
    #[arg(long, value_name = "FILE", value_parser = authority, conflicts_with = "ndjson", hide_short_help = true)]
    ca: Vec<Authority>,

    /// Seconds that fetching one source may take, such as 0.5
    ///
    /// They include the search for the feed of a page.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds, conflicts_with = "ndjson")]
    pub(crate) timeout: Duration,

    /// Send this header with each request, as NAME: VALUE, such as an authorization or a cookie; may be given more than once
    ///
    /// Other origins, to which a server redirects, do not get what may be a credential.
    #[arg(long, value_name = "HEADER", value_parser = request_header, conflicts_with = "ndjson")]
    #[arg(hide_short_help = true)]
    request_header: Vec<(String, String)>,

    /// The name to fetch under
    #[arg(long, value_name = "NAME", value_parser = name, conflicts_with = "ndjson", hide_short_help = true)]
    user_agent: Option<String>,
}

/// A proxy, or none.
#[derive(Clone)]
struct ProxyArgument(Option<Proxy>);

fn proxy(text: &str) -> Result<ProxyArgument, String> {
    let proxy = (!text.trim().is_empty()).then(|| text.parse::<Proxy>()).transpose();
    proxy.map(ProxyArgument).map_err(|error| error.to_string())
}

/// The content of a certificate file.
#[derive(Clone)]
struct Authority(Vec<u8>);

fn authority(file: &str) -> Result<Authority, String> {
    let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
    Fetcher::new().root_certificates(&bytes).map_err(|error| error.to_string())?;
    Ok(Authority(bytes))
}

/// Parses `Name: value`, for a header that may be sent.
fn request_header(text: &str) -> Result<(String, String), String> {
    let (name, value) = header(text)?;
    Fetcher::new().header(&name, &value).map_err(|error| error.to_string())?;
    Ok((name, value))
}

fn name(text: &str) -> Result<String, String> {
    let has_name = text.chars().any(|c| c.is_ascii_graphic());
    has_name.then(|| text.to_owned()).ok_or_else(|| "a request needs a name".to_owned())
}

impl FetchArguments {
    /// Returns a fetcher with these options.
    pub(crate) fn fetcher(&self) -> Fetcher {
        let mut fetcher = Fetcher::new().timeout(self.timeout).allow_private_addresses(self.allow_private);
        for network in &self.allow_network {
            fetcher = fetcher.allow_network(*network);
        }
        for host in &self.allow_host {
            fetcher = fetcher.allow_host(host);
        }
        if let Some(ProxyArgument(proxy)) = &self.proxy {
            fetcher = fetcher.proxy(proxy.clone());
        }
        for Authority(file) in &self.ca {
            // They were validated with the arguments.
            fetcher = fetcher.clone().root_certificates(file).unwrap_or(fetcher);
        }
        for (name, value) in &self.request_header {
            fetcher = fetcher.clone().header(name, value).unwrap_or(fetcher);
        }
        if let Some(name) = &self.user_agent {
            fetcher = fetcher.user_agent(name);
        }
        fetcher
    }
}
