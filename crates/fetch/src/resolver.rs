//! Resolves host names to addresses that may be connected to.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

use super::network::AllowedAddresses;

/// A function that resolves a host name and a port.
pub(super) type Lookup = Arc<dyn Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync>;

/// Resolves names, and drops addresses that are not allowed. The client only connects to the remaining ones, so a name
/// cannot change its address between the check and the connection.
#[derive(Default, Clone)]
pub(super) struct GuardedResolver {
    pub(super) allowed: AllowedAddresses,
    pub(super) lookup: Option<Lookup>,
    /// The proxy, whose addresses are all allowed.
    pub(super) proxy: Option<Uri>,
    /// Whether all connections go to the proxy.
    pub(super) is_pinned: bool,
}

impl fmt::Debug for GuardedResolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GuardedResolver").field("allowed", &self.allowed).finish_non_exhaustive()
    }
}

/// The address that was refused.
#[derive(Debug, thiserror::Error)]
#[error("{0} is not a public address")]
pub(super) struct Refused(pub(super) IpAddr);

/// The name could not be resolved.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct LookupFailed(pub(super) io::Error);

impl Resolver for GuardedResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let proxy = self.proxy.as_ref().filter(|proxy| self.is_pinned || *proxy == uri);
        let uri = proxy.unwrap_or(uri);
        let found = self.look_up(uri, config, timeout)?;
        let host = uri.host().unwrap_or_default();
        let is_allowed = |address: &&SocketAddr| proxy.is_some() || self.allowed.allow(host, address.ip());
        let mut allowed = self.empty();
        for address in found.iter().filter(is_allowed).take(MOST_ADDRESSES) {
            allowed.push(*address);
        }
        match found.first() {
            _ if !allowed.is_empty() => Ok(allowed),
            Some(refused) => Err(ureq::Error::Other(Box::new(Refused(refused.ip())))),
            None => Err(ureq::Error::HostNotFound),
        }
    }
}

/// The maximum number of addresses in [`ResolvedSocketAddrs`].
const MOST_ADDRESSES: usize = 16;

impl GuardedResolver {
    fn look_up(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<Vec<SocketAddr>, ureq::Error> {
        let host = uri.host().unwrap_or_default();
        let port = uri.port_u16().unwrap_or(default_port(uri));
        // A literal address need not be resolved.
        if let Ok(address) = host.trim_start_matches('[').trim_end_matches(']').parse() {
            return Ok(vec![SocketAddr::new(address, port)]);
        }
        let failed = |error| ureq::Error::Other(Box::new(LookupFailed(error)));
        match &self.lookup {
            Some(lookup) => lookup(host, port).map_err(failed),
            None => match DefaultResolver::default().resolve(uri, config, timeout) {
                Ok(addresses) => Ok(addresses.to_vec()),
                Err(ureq::Error::Io(error)) => Err(failed(error)),
                Err(error) => Err(error),
            },
        }
    }
}

fn default_port(uri: &Uri) -> u16 {
    match uri.scheme_str() {
        Some("https") => 443,
        Some(scheme) if scheme.starts_with("socks") => 1080,
        _ => 80,
    }
}
