//! URIs and IRIs (RFC 3986, RFC 3987), tag: (RFC 4151) and urn: (RFC 8141).

use bozofeed_text::html::parsed_url::{NotAUrl, UrlParser};
use bozofeed_text::html::uri::{is_plain_http, is_script_url, scheme};
use std::fmt::Write as _;

use super::ID_SCHEME_INVALID;
use crate::Rule;
use crate::fixes::{Fix, FixPlace, write};

rule_family! {
    URI_RELATIVE = "uri-relative", Error, "an address without its beginning", "Write the whole address, with https: and the name of the site.", "RSS 2.0, link"
        [fix Named write_whole_address] { Item "<link>/12</link>" => "<link>https://harbour.example/12</link>" };
    URI_INVALID = "uri-invalid", Error, "an invalid address", "Percent-encode spaces and other characters that an address must not have: %20 for a space.", "RFC 3986 §2"
        [fix Named encode_uri] { Item "<link>https://harbour.example/low tide</link>" => "<link>https://harbour.example/low%20tide</link>" };
    URI_SCHEME_UNREGISTERED = "uri-scheme-unregistered", Note, "an address with an unregistered scheme", "Begin the address with a scheme that IANA has registered, such as https:.", "RFC 7595; RFC 3986 §3.1"
        { Item "<link>harbour:12</link>" => "<link>https://harbour.example/12</link>" };
    URI_NOT_PUBLIC = "uri-not-public", Warning, "an address that others cannot reach", "Write the public address.", ""
        { Item "<link>http://localhost:4000/12</link>" => "<link>https://harbour.example/12</link>" };
    URI_NOT_HTTP = "uri-not-http", Error, "an address that is not an HTTP address", "Publish the file at an address that begins with http: or https:.", "RSS 2.0, enclosure"
        { Item r#"<enclosure url="mailto:anna@harbour.example" length="1" type="audio/mpeg"/>"# => r#"<enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/>"# };
    URI_NOT_ASCII = "uri-not-ascii", Note, "an address with characters beyond ASCII", "Percent-encode them, and write the host in Punycode: RSS has URIs, not IRIs.", "RFC 3986 §2; RSS 2.0"
        { Item "<link>https://möwe.example/12</link>" => "<link>https://xn--mwe-sna.example/12</link>" };
    URI_DANGEROUS = "uri-dangerous", Error, "an address that runs code", "Link a page: no reader follows this.", "RFC 4287 §8.1"
        { Item "<link>javascript:play()</link>" => "<link>https://harbour.example/12</link>" };
}

/// Returns the rule broken by a URI. `may_be_relative`: it is a reference.
pub(crate) fn broken_rule(uri: &str, may_be_relative: bool, urls: &UrlParser) -> Option<&'static Rule> {
    if is_script_url(uri) {
        return Some(&URI_DANGEROUS);
    }
    if !has_valid_characters(uri) {
        return Some(&URI_INVALID);
    }
    let Some(scheme) = scheme(uri) else {
        return if may_be_relative { None } else { Some(&URI_RELATIVE) };
    };
    if scheme.eq_ignore_ascii_case("file") {
        return Some(&URI_NOT_PUBLIC);
    }
    if !["http", "https", "ftp"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) {
        let rule = if uri.len() == scheme.len() + 1 {
            &URI_INVALID
        } else if !is_registered(scheme) {
            &URI_SCHEME_UNREGISTERED
        } else {
            return None;
        };
        return Some(rule);
    }
    let after = uri.get(scheme.len() + 1..).unwrap_or_default();
    let Some(authority) = after.strip_prefix("//").filter(|rest| !rest.starts_with('/')) else {
        return Some(&URI_INVALID);
    };
    let end = authority.find(['/', '?', '#']).unwrap_or(authority.len());
    let authority = authority.get(..end).unwrap_or_default();
    if !is_plain_http(uri) {
        match urls.parse(uri) {
            Ok(url) if url.host_str().is_none_or(str::is_empty) => return Some(&URI_INVALID),
            Err(NotAUrl::HostTooLong | NotAUrl::Invalid | NotAUrl::Relative) => return Some(&URI_INVALID),
            // A URI that was not parsed cannot be judged.
            Ok(_) | Err(NotAUrl::Unpaid) => {}
        }
    }
    (!is_public(host(authority))).then_some(&URI_NOT_PUBLIC)
}

/// Returns whether a scheme is registered by IANA (<https://www.iana.org/assignments/uri-schemes/>), or common in feeds.
pub(crate) fn is_registered(scheme: &str) -> bool {
    SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(scheme))
}

/// The permanent schemes, and the provisional ones that occur.
#[rustfmt::skip]
const SCHEMES: &[&str] = &[
    "aaa", "aaas", "about", "acap", "acct", "acd", "acr", "adiumxtra", "aim", "apt", "at", "attachment",
    "aw", "barion", "bb", "beshare", "bitcoin", "bitcoincash", "blob", "bolo", "callto", "cap", "chrome",
    "chrome-extension", "cid", "coap", "coap+tcp", "coap+ws", "coaps", "content", "crid", "cvs", "data",
    "dav", "dict", "dns", "doi", "dtn", "ed2k", "ethereum", "example", "facetime", "feed", "feedready",
    "file", "filesystem", "finger", "fish", "ftp", "geo", "git", "go", "gopher", "gtalk", "h323", "hcp",
    "http", "https", "hxxp", "hxxps", "iax", "icap", "icon", "im", "imap", "info", "ipfs", "ipn", "ipns",
    "ipp", "ipps", "irc", "irc6", "ircs", "itms", "jabber", "jar", "jms", "jsonfeed", "keyparc", "lastfm",
    "ldap", "ldaps", "leaptofrogans", "lightning", "lorawan", "lpa", "magnet", "mailserver", "mailto",
    "maps", "market", "matrix", "message", "mid", "mms", "monero", "mongodb", "ms-settings", "msnim",
    "mtqp", "mumble", "mupdate", "mvn", "news", "nfs", "ni", "nih", "nntp", "notes", "opaquelocktoken",
    "openpgp4fpr", "pack", "payment", "payto", "pkcs11", "platform", "pop", "pres", "prospero", "proxy",
    "psyc", "pwid", "query", "quic-transport", "reload", "res", "rsync", "rtmp", "rtsp", "rtsps", "rtspu",
    "service", "session", "sftp", "sgn", "shttp", "sieve", "sip", "sips", "skype", "smb", "sms", "smtp",
    "snews", "snmp", "soap.beep", "soap.beeps", "soldat", "spotify", "ssb", "ssh", "steam", "stun", "stuns",
    "submit", "svn", "swh", "tag", "teamspeak", "tel", "telnet", "tftp", "thismessage", "tip", "tn3270",
    "tool", "turn", "turns", "tv", "udp", "unreal", "urn", "ut2004", "vemmi", "ventrilo", "view-source",
    "vnc", "w3", "wais", "web+ap", "web3", "webcal", "wpid", "ws", "wss", "wtai", "wyciwyg", "xcon",
    "xcon-userid", "xfire", "xmlrpc.beep", "xmlrpc.beeps", "xmpp", "xri", "ymsgr", "z39.50", "z39.50r",
    "z39.50s",
];

fn host(authority: &str) -> &str {
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    if host.starts_with('[') { host } else { host.split(':').next().unwrap_or_default() }
}

/// Returns whether a host is publicly reachable.
fn is_public(host: &str) -> bool {
    // RFC 6890 §2.2.2: this network, private use, loopback and link-local addresses; names by RFC 6761 §6.3 and RFC 6762 §3.
    let mut parts = host.split('.').map_while(|part| part.parse::<u8>().ok());
    let mut octets = [0; 4];
    let count = octets.iter_mut().zip(&mut parts).map(|(octet, part)| *octet = part).count();
    let is_private = count == octets.len()
        && parts.next().is_none()
        && match octets {
            [0 | 10 | 127, ..] | [192, 168, ..] | [169, 254, ..] => true,
            [172, second, ..] => (16..32).contains(&second),
            _ => false,
        };
    let ends = |end: &str| {
        host.len()
            .checked_sub(end.len())
            .and_then(|at| host.get(at..))
            .is_some_and(|found| found.eq_ignore_ascii_case(end))
    };
    let is_local =
        host.eq_ignore_ascii_case("localhost") || ends(".localhost") || ends(".local") || host == "[::1]";
    !is_private && !is_local
}

/// Returns whether all characters are allowed in an IRI, and every `%` begins an encoded octet.
fn has_valid_characters(uri: &str) -> bool {
    let bytes = uri.as_bytes();
    let is_allowed = |(at, &byte): (usize, &u8)| match byte {
        b'%' => bytes.get(at + 1..at + 3).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit)),
        b'<' | b'>' | b'"' | b'{' | b'}' | b'|' | b'\\' | b'^' | b'`' | 0..=b' ' | 0x7F => false,
        _ => true,
    };
    bytes.iter().enumerate().all(is_allowed)
        // RFC 3986 §3.5: a fragment contains no `#`.
        && memchr::memchr_iter(b'#', bytes).count() <= 1
        && (uri.is_ascii() || !uri.chars().any(char::is_whitespace))
}

/// Returns whether a URI is in its normal form (RFC 4287 §4.2.6.1), apart from rules of its scheme.
pub(crate) fn is_normalized(uri: &str) -> bool {
    advice_on_spelling(uri).is_none()
}

/// Returns advice on the normal form of a URI; `None` if it is normalized.
pub(crate) fn advice_on_spelling(uri: &str) -> Option<&'static str> {
    let (scheme, rest) = uri.split_once(':')?;
    if scheme.bytes().any(|b| b.is_ascii_uppercase()) {
        return Some("Write the scheme, which is before the colon, in lower case.");
    }
    let octets = || memchr::memchr_iter(b'%', rest.as_bytes()).filter_map(|at| rest.get(at + 1..at + 3));
    if octets().any(|hex| hex.bytes().any(|b| b.is_ascii_lowercase())) {
        return Some("Write the hexadecimal digits after % in upper case.");
    }
    let is_plain = |octet: u8| octet.is_ascii_alphanumeric() || b"-._~".contains(&octet);
    if octets().any(|hex| u8::from_str_radix(hex, 16).is_ok_and(is_plain)) {
        return Some("Write letters, digits and -._~ as they are, and not percent-encoded.");
    }
    let default_port = match scheme {
        "http" => ":80",
        "https" => ":443",
        _ => return None,
    };
    let rest = rest.strip_prefix("//")?;
    let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let mut segments = path.split(['?', '#']).next().unwrap_or_default().split('/');
    if host.bytes().any(|b| b.is_ascii_uppercase()) {
        Some("Write the name of the host in lower case.")
    } else if host.ends_with(default_port) || host.ends_with(':') {
        Some("Leave out the port and its colon: it is the usual one.")
    } else if !path.starts_with('/') {
        // RFC 3986 §6.2.3
        Some("Add the missing / after the name of the host.")
    } else if segments.any(|segment| matches!(segment, "." | "..")) {
        Some("Write the path without the segments . and ..")
    } else {
        None
    }
}

/// Returns whether the text of an id begins with a scheme.
pub(crate) fn is_absolute(uri: &str) -> bool {
    scheme(uri).is_some_and(|scheme| uri.len() > scheme.len() + 1)
}

/// Returns the rule broken by a `tag` or `urn` URI.
pub(crate) fn broken_scheme_rule(uri: &str) -> Option<&'static Rule> {
    let (scheme, rest) = uri.split_once(':')?;
    let is_valid = if scheme.eq_ignore_ascii_case("tag") {
        is_tag(rest)
    } else if scheme.eq_ignore_ascii_case("urn") {
        is_urn(rest)
    } else {
        true
    };
    (!is_valid).then_some(&ID_SCHEME_INVALID)
}

/// `taggingEntity ":" specific [ "#" fragment ]`, with `taggingEntity = authorityName "," date` (RFC 4151 §2.1)
fn is_tag(rest: &str) -> bool {
    let Some((authority, rest)) = rest.split_once(',') else { return false };
    let Some((date, specific)) = rest.split_once(':') else { return false };
    // Characters of IRIs are allowed, since RFC 4287 §2 allows IRIs in place of URIs.
    let is_of_specific =
        |c: char| !c.is_ascii() || c.is_ascii_alphanumeric() || "-._~!$&'()*+,;=:@/?%#".contains(c);
    let domain = authority.rsplit_once('@').map_or(authority, |(_, domain)| domain);
    let is_label =
        |label: &str| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_');
    let mut parts = date.split('-');
    let digits = |part: Option<&str>, length| {
        part.map(|part| part.len() == length && part.bytes().all(|b| b.is_ascii_digit()))
    };
    domain.split('.').all(is_label)
        && digits(parts.next(), 4) == Some(true)
        && digits(parts.next(), 2) != Some(false)
        && digits(parts.next(), 2) != Some(false)
        && parts.next().is_none()
        && specific.chars().all(is_of_specific)
}

/// `NID ":" NSS` (RFC 8141 §2)
fn is_urn(rest: &str) -> bool {
    let Some((namespace, specific)) = rest.split_once(':') else { return false };
    let is_namespace = (2..=32).contains(&namespace.len())
        && namespace.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        && !namespace.starts_with('-');
    let is_specific =
        if namespace.eq_ignore_ascii_case("uuid") { is_uuid(specific) } else { !specific.is_empty() };
    is_namespace && is_specific
}

/// RFC 9562 §4
pub(crate) fn is_uuid(text: &str) -> bool {
    let lengths: Vec<usize> = text.split('-').map(str::len).collect();
    lengths == [8, 4, 4, 4, 12] && text.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-')
}

/// Percent-encodes the characters that are not allowed in an address.
fn encode_uri(place: &FixPlace<'_>) -> Option<Fix> {
    let uri = place.whole_value()?;
    let is_http = ["http://", "https://"].iter().any(|scheme| uri.starts_with(scheme));
    // A text that contains addresses is not an address.
    if !is_http || uri.matches("://").count() != 1 {
        return None;
    }
    // A host is not percent-encoded: that would denote a different one.
    let authority =
        uri.split_once("://").map_or("", |(_, rest)| rest.split(['/', '?', '#']).next().unwrap_or_default());
    if authority.contains(|c: char| c.is_whitespace() || "<>\"{}|\\^`%".contains(c)) {
        return None;
    }
    let mut encoded = String::with_capacity(uri.len());
    for (at, c) in uri.char_indices() {
        let is_octet = || {
            let hex = uri.as_bytes().get(at + 1..at + 3);
            hex.is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit))
        };
        match c {
            '%' if !is_octet() => encoded.push_str("%25"),
            '<' | '>' | '"' | '{' | '}' | '|' | '\\' | '^' | '`' | '\0'..=' ' | '\u{7F}' => {
                // Writing to a string does not fail.
                let _ = write!(encoded, "%{:02X}", u32::from(c));
            }
            c => encoded.push(c),
        }
    }
    write(place, &encoded)
}

/// Writes the absolute address of a reference.
pub(super) fn write_whole_address(place: &FixPlace<'_>) -> Option<Fix> {
    let source = place.source;
    let reference = place.whole_value()?;
    // The applicable base is only known to the parser.
    if let Some(base) = source.url.filter(|_| !place.facts().has_base) {
        return write_resolved(place, &place.source.budget.try_resolve(base, &reference)?);
    }
    let is_http = source.page.starts_with("http://") || source.page.starts_with("https://");
    if !is_http || !reference.starts_with('/') || !place.finding.subject.starts_with("rss/") {
        return None;
    }
    let fix = write_resolved(place, &source.budget.try_resolve(source.page, &reference)?)?;
    Some(Fix { is_safe: false, ..fix })
}

/// Returns the extension of the file in an address.
pub(crate) fn extension(uri: &str) -> Option<&str> {
    let path = uri.split(['?', '#']).next()?;
    // After the host, which may end in a similar way.
    let name = path.splitn(4, '/').nth(3)?.rsplit('/').next()?;
    name.rsplit_once('.').map(|(_, extension)| extension)
}

fn write_resolved(place: &FixPlace<'_>, address: &str) -> Option<Fix> {
    let is_whole = address.starts_with("http://") || address.starts_with("https://");
    let form = place.facts().form?;
    if !is_whole || !(place.source.has_form)(address, form, place.source.budget.urls()) {
        return None;
    }
    Some(Fix::safe(format!("write `{address}`"), vec![place.write(address)?]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uris_break_rules() {
        let wrong: Vec<_> = [
            ("https://harbour.example/", false, None),
            ("http://harbour.example/a?b=c&d=%20#e", false, None),
            ("https://möwe.example/düne", false, None),
            ("mailto:anna@harbour.example", false, None),
            ("urn:x:1", false, None),
            ("tides:1", false, Some("uri-scheme-unregistered")),
            ("TEL:+31-1", true, None),
            ("http://[2001:db8::1]/", false, None),
            ("/tides", false, Some("uri-relative")),
            ("harbour.example", false, Some("uri-relative")),
            ("/tides", true, None),
            ("?page=2", true, None),
            ("https://harbour.example/a b", false, Some("uri-invalid")),
            ("https://harbour.example/%zz", false, Some("uri-invalid")),
            ("https://harbour.example/#a#b", false, Some("uri-invalid")),
            ("https:/harbour.example/", false, Some("uri-invalid")),
            ("http://", false, Some("uri-invalid")),
            ("http:///a", false, Some("uri-invalid")),
            ("http://a.example:port/", false, Some("uri-invalid")),
            ("mailto:", false, Some("uri-invalid")),
            ("http://localhost:8000/", false, Some("uri-not-public")),
            ("http://192.168.1.4/", false, Some("uri-not-public")),
            ("http://172.16.0.1/", false, Some("uri-not-public")),
            ("http://172.15.0.1/", false, None),
            ("http://printer.local/", false, Some("uri-not-public")),
            ("file:///home/a", false, Some("uri-not-public")),
            ("javascript:alert(1)", true, Some("uri-dangerous")),
        ]
        .into_iter()
        .filter(|(uri, may_be_relative, expected)| {
            broken_rule(uri, *may_be_relative, &UrlParser::new()).map(|rule| rule.id) != *expected
        })
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn the_advice_names_what_is_unusual() {
        let wrong: Vec<_> = [
            ("http://a.example/", None),
            ("urn:x-harbour:A", None),
            ("http://a.example", Some("missing /")),
            ("http://a.example?b", Some("missing /")),
            ("HTTP://a.example/", Some("scheme")),
            ("http://A.example/", Some("host in lower case")),
            ("http://a.example:80/", Some("port")),
            ("https://a.example:/", Some("port")),
            ("https://a.example:80/", None),
            ("http://a.example/b/../c", Some("segments")),
            ("http://a.example/%c3", Some("upper case")),
            ("http://a.example/%41", Some("as they are")),
            ("http://a.example/%2F", None),
        ]
        .into_iter()
        .map(|(uri, expected)| (uri, expected, advice_on_spelling(uri)))
        .filter(|(_, expected, found)| match (expected, found) {
            (Some(expected), Some(found)) => !found.contains(expected),
            (None, None) => false,
            _ => true,
        })
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn tags_and_urns_have_a_form() {
        let wrong: Vec<_> = [
            ("tag:harbour.example,2026:41", true),
            ("tag:anna@harbour.example,2026-11-21:41", true),
            ("tag:harbour.example:41", false),
            ("tag:harbour.example,26:41", false),
            ("tag:harbour.example,2026-11-21", false),
            ("tag:harbour.example,2026:a/b?c=(d);e%20f#g", true),
            ("tag:harbour.example,2026:möwe", true),
            ("tag:harbour.example,2026:{a}", false),
            ("tag:harbour.example,2026:a[1]", false),
            ("urn:uuid:60a76c80-d399-11d9-b93c-0003939e0af6", true),
            ("urn:uuid:60a76c80", false),
            ("urn:isbn:0451450523", true),
            ("urn:isbn", false),
            ("urn:i:1", false),
            ("http:x", true),
        ]
        .into_iter()
        .filter(|(uri, expected)| broken_scheme_rule(uri).is_none() != *expected)
        .collect();
        assert_eq!(wrong, []);
    }
}
