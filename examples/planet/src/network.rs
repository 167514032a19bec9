//! Options for fetching.

use std::time::Duration;

use bozofeed::content::Sanitize;
use bozofeed::{Limits, Parser};
use bozofeed_fetch::{Fetcher, Network as Addresses, Proxy};

use crate::poll::Client;

/// Options for requests.
#[derive(Debug, clap::Args)]
#[allow(clippy::struct_field_names, reason = "the names are those of the options")]
#[allow(clippy::doc_markdown, reason = "the documentation is the help of the command")]
pub(crate) struct Network {
    /// How many seconds a request may take, its body included
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=3600))]
    timeout: u64,
    /// How many megabytes a document may have
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u64).range(1..=1024))]
    max_size: u64,
    /// The name under which publishers see the requests
    #[arg(long, value_name = "NAME", default_value = concat!("bozofeed-planet/", env!("CARGO_PKG_VERSION")))]
    user_agent: String,
    /// Ask addresses that are not public as well: this machine and its network
    #[arg(long)]
    allow_private: bool,
    /// Ask this network as well, such as 192.168.0.0/16 or ::1; may be given more than once
    #[arg(long, value_name = "NETWORK")]
    allow_network: Vec<Addresses>,
    /// Ask this host as well, whatever its address; .NAME also means all hosts below it; may be given more than once
    #[arg(long, value_name = "HOST")]
    allow_host: Vec<String>,
    /// Ask through this proxy, instead of those of the environment (http_proxy, https_proxy, all_proxy)
    #[arg(long, value_name = "URL")]
    proxy: Option<Proxy>,
    /// Trust the authorities in this file (PEM or DER) as well; may be given more than once
    #[arg(long, value_name = "FILE", value_parser = authority)]
    ca: Vec<Authority>,
}

/// The content of a certificate file.
#[derive(Debug, Clone)]
struct Authority(Vec<u8>);

fn authority(file: &str) -> Result<Authority, String> {
    let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
    Fetcher::new().root_certificates(&bytes).map_err(|error| error.to_string())?;
    Ok(Authority(bytes))
}

impl Network {
    /// Returns the maximum size of a document in bytes.
    pub(crate) fn max_body(&self) -> usize {
        usize::try_from(self.max_size << 20).unwrap_or(usize::MAX)
    }

    /// Returns a client with these options.
    pub(crate) fn client(&self) -> Client {
        let size = self.max_size << 20;
        // A page with articles from many sources needs the stricter policy.
        let limits = Limits::default().size(usize::try_from(size).unwrap_or(usize::MAX));
        let parser = Parser::new().sanitize(Sanitize::Reader).limits(limits);
        let mut fetcher = Fetcher::new()
            .user_agent(&self.user_agent)
            .timeout(Duration::from_secs(self.timeout))
            .max_transfer(size)
            .max_body(size)
            .allow_private_addresses(self.allow_private)
            .parser(parser.clone());
        for network in &self.allow_network {
            fetcher = fetcher.allow_network(*network);
        }
        for host in &self.allow_host {
            fetcher = fetcher.allow_host(host);
        }
        if let Some(proxy) = &self.proxy {
            fetcher = fetcher.proxy(Some(proxy.clone()));
        }
        for Authority(file) in &self.ca {
            // They were validated with the arguments.
            fetcher = fetcher.clone().root_certificates(file).unwrap_or(fetcher);
        }
        Client { fetcher, parser }
    }
}
