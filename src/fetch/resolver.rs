//! Resolves host names to addresses that may be connected to.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

use super::is_public;

/// A function that resolves a host name and a port.
pub(super) type Lookup = Arc<dyn Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync>;

/// Resolves names, and leaves out addresses that are not public. The client connects to no other than these, so a name
/// cannot change its address between the check and the connection.
#[derive(Default, Clone)]
pub(super) struct GuardedResolver {
    pub(super) allow_private: bool,
    /// Addresses that are allowed although they are not public.
    pub(super) allowed: Vec<IpAddr>,
    pub(super) lookup: Option<Lookup>,
}

impl fmt::Debug for GuardedResolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GuardedResolver")
            .field("allow_private", &self.allow_private)
            .field("allowed", &self.allowed)
            .finish_non_exhaustive()
    }
}

/// The address that was refused.
#[derive(Debug, thiserror::Error)]
#[error("{0} is not a public address")]
pub(super) struct Refused(pub(super) IpAddr);

impl Resolver for GuardedResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.look_up(uri, config, timeout)?;
        let mut allowed = self.empty();
        for address in found.iter().filter(|address| self.allows(address.ip())) {
            if allowed.len() < MOST_ADDRESSES {
                allowed.push(*address);
            }
        }
        match found.first() {
            _ if !allowed.is_empty() => Ok(allowed),
            Some(refused) => Err(ureq::Error::Other(Box::new(Refused(refused.ip())))),
            None => Err(ureq::Error::HostNotFound),
        }
    }
}

/// The capacity of [`ResolvedSocketAddrs`].
const MOST_ADDRESSES: usize = 16;

impl GuardedResolver {
    fn allows(&self, address: IpAddr) -> bool {
        self.allow_private || is_public(address) || self.allowed.contains(&address)
    }

    fn look_up(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<Vec<SocketAddr>, ureq::Error> {
        let host = uri.host().unwrap_or_default();
        let port = uri.port_u16().unwrap_or(if uri.scheme_str() == Some("https") { 443 } else { 80 });
        // An address need not be resolved.
        if let Ok(address) = host.trim_start_matches('[').trim_end_matches(']').parse() {
            return Ok(vec![SocketAddr::new(address, port)]);
        }
        match &self.lookup {
            Some(lookup) => lookup(host, port).map_err(ureq::Error::Io),
            None => Ok(DefaultResolver::default().resolve(uri, config, timeout)?.to_vec()),
        }
    }
}
