//! Publicly reachable addresses.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Returns whether an address is globally reachable unicast, according to the IANA special-purpose address registries (RFC 6890).
///
/// An IPv6 address that embeds an IPv4 address (mapped, NAT64, 6to4) is public if the embedded address is.
///
/// ```
/// use bozofeed_fetch::is_public;
///
/// assert!(is_public("9.9.9.9".parse()?));
/// assert!(!is_public("192.168.1.1".parse()?));
/// assert!(!is_public("::ffff:127.0.0.1".parse()?));
/// # Ok::<(), std::net::AddrParseError>(())
/// ```
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// Domains for names outside the public Internet: for special use (RFC 6761, RFC 6762, RFC 8375), reserved for private use (`internal`,
/// ICANN 2024), or never delegated because so many networks use them (`corp`, `home`, `mail`, and the defaults of routers).
const LOCAL_DOMAINS: &[&str] = &[
    "corp", "domain", "home", "home.arpa", "internal", "intranet", "invalid", "lan", "local", "localdomain",
    "localhost", "mail", "private", "test",
];

/// Returns whether a name only makes sense in a local network: it has no dot, or is in one of [`LOCAL_DOMAINS`].
pub(super) fn is_local_name(host: &str) -> bool {
    let name = host.strip_suffix('.').unwrap_or(host);
    let is_in = |domain: &&str| {
        let start = name.len().checked_sub(domain.len());
        let (Some(before), Some(end)) =
            (start.and_then(|start| name.get(..start)), start.and_then(|start| name.get(start..)))
        else {
            return false;
        };
        end.eq_ignore_ascii_case(domain) && (before.is_empty() || before.ends_with('.'))
    };
    // An IPv6 address is not a name.
    !name.contains(':') && (!name.contains('.') || LOCAL_DOMAINS.iter().any(is_in))
}

/// Networks that are not globally reachable, with the lengths of their prefixes.
const PRIVATE_V4: &[(Ipv4Addr, u32)] = &[
    // "This network" (RFC 791 §3.2).
    (Ipv4Addr::UNSPECIFIED, 8),
    // Private use (RFC 1918).
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    // Shared address space of carriers (RFC 6598).
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    // Loopback (RFC 1122 §3.2.1.3).
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    // Link-local (RFC 3927).
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    // IETF protocol assignments (RFC 6890 §2.1).
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    // Documentation (RFC 5737).
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    // 6to4 relays, which are deprecated (RFC 7526).
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    // Benchmarking (RFC 2544).
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    // Multicast (RFC 5771), reserved, and broadcast (RFC 1112, RFC 8190).
    (Ipv4Addr::new(224, 0, 0, 0), 3),
];

fn is_public_v4(address: Ipv4Addr) -> bool {
    let within = |(network, length): &(Ipv4Addr, u32)| {
        (address.to_bits() ^ network.to_bits()).checked_shr(32 - length) == Some(0)
    };
    !PRIVATE_V4.iter().any(within)
}

/// Parts of the global unicast space `2000::/3` that are not globally reachable.
const PRIVATE_V6: &[(Ipv6Addr, u32)] = &[
    // IETF protocol assignments: tunnels, benchmarking, identifiers (RFC 2928).
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    // Documentation (RFC 3849, RFC 9637).
    (Ipv6Addr::new(0x2001, 0xDB8, 0, 0, 0, 0, 0, 0), 32),
    (Ipv6Addr::new(0x3FFF, 0, 0, 0, 0, 0, 0, 0), 20),
];

fn is_public_v6(address: Ipv6Addr) -> bool {
    if let Some(embedded) = embedded_v4(address) {
        return is_public_v4(embedded);
    }
    let within = |(network, length): &(Ipv6Addr, u32)| {
        (address.to_bits() ^ network.to_bits()).checked_shr(128 - length) == Some(0)
    };
    // All other unicast is local, reserved or unassigned (RFC 4291 §2.4).
    let global = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);
    within(&global) && !PRIVATE_V6.iter().any(within)
}

/// Returns the IPv4 address that receives packets for this address.
fn embedded_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let from = |high: u16, low: u16| Some(Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low)));
    match address.segments() {
        // Mapped (RFC 4291 §2.5.5.2), NAT64 (RFC 6052 §2.1), 6to4 (RFC 3056 §2).
        [0, 0, 0, 0, 0, 0xFFFF, high, low]
        | [0x64, 0xFF9B, 0, 0, 0, 0, high, low]
        | [0x2002, high, low, ..] => from(high, low),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{is_local_name, is_public};

    #[test]
    fn names_of_other_networks_are_local() {
        let mut wrong = Vec::new();
        for (name, expected) in [
            ("harbour.example", false),
            ("metadata.google.internal", true),
            ("printer.LOCAL.", true),
            ("localhost", true),
            ("a.localhost", true),
            ("nas", true),
            ("nas.home.arpa", true),
            ("home.arpa.example", false),
            ("mylocal", true),
            ("my.thelocal", false),
            ("the.local.example", false),
            ("[::1]", false),
            ("", true),
        ] {
            if is_local_name(name) != expected {
                wrong.push(name);
            }
        }
        assert_eq!(wrong, [] as [&str; 0]);
    }

    #[test]
    fn only_the_public_internet_is_public() {
        for (address, expected) in [
            ("1.1.1.1", true),
            ("9.255.255.255", true),
            ("11.0.0.0", true),
            ("100.63.255.255", true),
            ("100.128.0.0", true),
            ("128.0.0.1", true),
            ("172.15.255.255", true),
            ("172.32.0.0", true),
            ("192.0.1.1", true),
            ("198.17.255.255", true),
            ("198.20.0.0", true),
            ("223.255.255.255", true),
            ("0.0.0.0", false),
            ("0.1.2.3", false),
            ("10.0.0.1", false),
            ("100.64.0.1", false),
            ("100.127.255.255", false),
            ("127.0.0.1", false),
            ("127.255.255.254", false),
            ("169.254.169.254", false),
            ("172.16.0.1", false),
            ("172.31.255.255", false),
            ("192.0.0.1", false),
            ("192.0.2.1", false),
            ("192.88.99.1", false),
            ("192.168.0.1", false),
            ("198.18.0.1", false),
            ("198.19.255.255", false),
            ("198.51.100.1", false),
            ("203.0.113.1", false),
            ("224.0.0.1", false),
            ("239.255.255.255", false),
            ("240.0.0.1", false),
            ("255.255.255.255", false),
            ("2606:4700::1111", true),
            ("2a00:1450::1", true),
            ("2001:200::1", true),
            ("3ffe::1", true),
            ("::", false),
            ("::1", false),
            ("::1.1.1.1", false),
            ("::ffff:1.1.1.1", true),
            ("::ffff:127.0.0.1", false),
            ("::ffff:10.0.0.1", false),
            ("::ffff:0:127.0.0.1", false),
            ("64:ff9b::1.1.1.1", true),
            ("64:ff9b::10.0.0.1", false),
            ("64:ff9b::169.254.169.254", false),
            ("64:ff9b:1::1.1.1.1", false),
            ("100::1", false),
            ("2001::1", false),
            ("2001:2::1", false),
            ("2001:10::1", false),
            ("2001:20::1", false),
            ("2001:db8::1", false),
            ("2002:101:101::1", true),
            ("2002:7f00:1::1", false),
            ("2002:c0a8:101::", false),
            ("3fff::1", false),
            ("3fff:fff::1", false),
            ("4000::1", false),
            ("5f00::1", false),
            ("fc00::1", false),
            ("fd12:3456:789a::1", false),
            ("fe80::1", false),
            ("fec0::1", false),
            ("ff02::1", false),
            ("ff0e::1", false),
        ] {
            assert_eq!(is_public(address.parse().unwrap()), expected, "{address}");
        }
    }
}
