//! Networks in CIDR notation, and allowed addresses.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::str::FromStr;

use super::is_public;

/// A network of addresses: `192.168.0.0/16`, `fd00::/8`, or a single address.
///
/// ```
/// use bozofeed_fetch::Network;
///
/// let network: Network = "192.168.178.0/24".parse()?;
/// assert!(network.contains("192.168.178.20".parse()?));
/// assert!(!network.contains("192.168.179.1".parse()?));
/// assert_eq!("10.0.0.1".parse::<Network>()?.to_string(), "10.0.0.1/32");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Network {
    address: IpAddr,
    /// The number of leading bits shared by all of its addresses.
    prefix: u32,
}

/// Text that is not a [`Network`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a network: '{text}' (a network is ADDRESS or ADDRESS/BITS)")]
pub struct InvalidNetwork {
    text: String,
}

impl Network {
    /// Returns whether an address belongs to the network. An IPv4-mapped IPv6 address belongs to its IPv4 networks.
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                (own.to_bits() ^ other.to_bits()).checked_shr(32 - self.prefix).unwrap_or(0) == 0
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                (own.to_bits() ^ other.to_bits()).checked_shr(128 - self.prefix).unwrap_or(0) == 0
            }
            _ => false,
        }
    }
}

impl From<IpAddr> for Network {
    fn from(address: IpAddr) -> Self {
        let address = address.to_canonical();
        Self { address, prefix: if address.is_ipv4() { 32 } else { 128 } }
    }
}

impl FromStr for Network {
    type Err = InvalidNetwork;

    fn from_str(text: &str) -> Result<Self, InvalidNetwork> {
        let invalid = || InvalidNetwork { text: text.to_owned() };
        let (address, prefix) = match text.trim().split_once('/') {
            Some((address, prefix)) => (address, Some(prefix)),
            None => (text.trim(), None),
        };
        let address: IpAddr = address.parse().map_err(|_| invalid())?;
        let Some(prefix) = prefix else { return Ok(address.into()) };
        let most = if address.is_ipv4() { 32 } else { 128 };
        let is_number = !prefix.is_empty() && prefix.bytes().all(|b| b.is_ascii_digit());
        let prefix = prefix.parse().ok().filter(|prefix| is_number && *prefix <= most);
        Ok(Self { address, prefix: prefix.ok_or_else(invalid)? })
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.prefix)
    }
}

/// The addresses that may be connected to: public ones, and the ones allowed by the user.
#[derive(Debug, Default, Clone)]
pub(super) struct AllowedAddresses {
    /// Whether every address is allowed.
    pub(super) all: bool,
    pub(super) networks: Vec<Network>,
    /// Host names whose addresses are all allowed, in lower case. `.example` also includes every subdomain.
    pub(super) hosts: Vec<String>,
}

impl AllowedAddresses {
    /// Returns whether this address of a host may be connected to.
    pub(super) fn allow(&self, host: &str, address: IpAddr) -> bool {
        self.all
            || is_public(address)
            || self.networks.iter().any(|network| network.contains(address))
            || self.hosts.iter().any(|known| is_host(known, host))
    }
}

/// Returns whether a host matches a pattern: the same name, or also a subdomain if the pattern starts with a dot.
pub(super) fn is_host(pattern: &str, host: &str) -> bool {
    let host = host.trim_end_matches('.');
    if host.eq_ignore_ascii_case(pattern.trim_start_matches('.')) {
        return true;
    }
    pattern.starts_with('.')
        && host
            .len()
            .checked_sub(pattern.len())
            .and_then(|at| host.get(at..))
            .is_some_and(|end| end.eq_ignore_ascii_case(pattern))
}

/// Returns the address that a URL's host denotes literally. `localhost` denotes this machine (RFC 6761 §6.3).
pub(super) fn literal(host: &str) -> Option<IpAddr> {
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    if is_host(".localhost", bare) {
        return Some(Ipv4Addr::LOCALHOST.into());
    }
    bare.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_contain_their_addresses() {
        for (network, address, expected) in [
            ("10.0.0.0/8", "10.255.0.1", true),
            ("10.0.0.0/8", "11.0.0.1", false),
            ("10.1.2.3/8", "10.9.9.9", true),
            ("10.0.0.1", "10.0.0.1", true),
            ("10.0.0.1", "10.0.0.2", false),
            ("0.0.0.0/0", "255.255.255.255", true),
            ("0.0.0.0/0", "::1", false),
            ("10.0.0.0/8", "::ffff:10.0.0.1", true),
            ("fd00::/8", "fd12::1", true),
            ("fd00::/8", "fe80::1", false),
            ("::/0", "fe80::1", true),
            ("::1", "::1", true),
        ] {
            let parsed: Network = network.parse().unwrap();
            assert_eq!(parsed.contains(address.parse().unwrap()), expected, "{network} {address}");
        }
        for wrong in ["", "/8", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0.0/+8", "10.0.0/8", "nas.local"]
        {
            assert!(wrong.parse::<Network>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn hosts_are_compared_by_name() {
        for (pattern, host, expected) in [
            ("nas.local", "NAS.local.", true),
            ("nas.local", "a.nas.local", false),
            (".local", "nas.local", true),
            (".local", "local", true),
            (".local", "nonlocal", false),
            (".local", "m\u{f6}we.local", true),
        ] {
            assert_eq!(is_host(pattern, host), expected, "{pattern} {host}");
        }
        for (host, expected) in [
            ("127.0.0.1", Some("127.0.0.1")),
            ("[::1]", Some("::1")),
            ("localhost", Some("127.0.0.1")),
            ("a.LOCALHOST.", Some("127.0.0.1")),
            ("harbour.example", None),
        ] {
            assert_eq!(literal(host), expected.map(|address| address.parse().unwrap()), "{host}");
        }
    }
}
