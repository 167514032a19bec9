//! A replacement for the crate `idna` without Unicode data: the host of the module maps names with its own implementation of UTS
//! #46, used by `URL` (URL Standard §3.5). It has the part of the original API that the crate `url` uses.

use std::borrow::Cow;
use std::fmt;

#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "bozofeed")]
unsafe extern "C" {
    /// Writes the ASCII form of the name at `name` to `room` bytes at `to`. Returns its length, or -1 if the name is invalid.
    fn ascii_name(name: *const u8, length: usize, to: *mut u8, room: usize) -> isize;
}

/// The maximum length in bytes of the names that are mapped. Longer ones are invalid (RFC 1035 §2.3.4), however they are encoded.
const LONGEST: usize = 1024;

/// Returns the ASCII form of a name.
#[cfg(target_family = "wasm")]
fn ascii(name: &str) -> Option<String> {
    let mut room = vec![0; 4 * LONGEST];
    // SAFETY: the host reads the bytes of `name`, writes at most the bytes of `room`, and keeps neither address.
    let length = unsafe { ascii_name(name.as_ptr(), name.len(), room.as_mut_ptr(), room.len()) };
    room.truncate(usize::try_from(length).ok()?);
    String::from_utf8(room).ok()
}

#[cfg(not(target_family = "wasm"))]
fn ascii(_: &str) -> Option<String> {
    None
}

/// Returns whether a character ends a host or is forbidden in one (URL Standard §3.1, forbidden domain code points).
fn is_forbidden(c: char) -> bool {
    c <= ' ' || c == '\x7F' || "#%/:<>?@[\\]^|".contains(c)
}

/// The error for an invalid name.
#[derive(Debug)]
#[non_exhaustive]
pub struct Errors {}

impl fmt::Display for Errors {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("invalid international domain name")
    }
}

impl std::error::Error for Errors {}

/// The characters that no name may contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct AsciiDenyList {}

impl AsciiDenyList {
    /// The forbidden characters of the URL Standard.
    pub const URL: Self = Self {};
}

/// Returns the ASCII form of a name (URL Standard §3.3, domain to ASCII).
///
/// # Errors
///
/// The name is invalid.
pub fn domain_to_ascii_from_cow(name: Cow<'_, [u8]>, _: AsciiDenyList) -> Result<Cow<'_, str>, Errors> {
    let name = match name {
        Cow::Borrowed(name) => std::str::from_utf8(name).map(Cow::Borrowed).ok(),
        Cow::Owned(name) => String::from_utf8(name).map(Cow::Owned).ok(),
    };
    name.and_then(mapped).ok_or(Errors {})
}

/// Returns the name unchanged: its characters are never needed.
pub fn domain_to_unicode(name: &str) -> (String, Result<(), Errors>) {
    (name.to_owned(), Ok(()))
}

fn mapped(name: Cow<'_, str>) -> Option<Cow<'_, str>> {
    if name.contains(is_forbidden) {
        return None;
    }
    let has_prefix = |label: &str| label.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("xn--"));
    if name.is_ascii() && !name.split('.').any(has_prefix) {
        let is_lower = !name.contains(|c: char| c.is_ascii_uppercase());
        return Some(if is_lower { name } else { name.to_ascii_lowercase().into() });
    }
    if name.len() > LONGEST {
        return None;
    }
    // A name whose last label is a number would be an address.
    let mut ascii = ascii(&format!("{name}.a"))?;
    ascii.truncate(ascii.strip_suffix(".a")?.len());
    Some(ascii.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_ascii_need_no_host() {
        for (name, expected) in [
            ("harbour.example", Some("harbour.example")),
            ("Harbour.EXAMPLE", Some("harbour.example")),
            ("a..b", Some("a..b")),
            ("a_b-", Some("a_b-")),
            ("", Some("")),
            ("a b", None),
            ("a%b", None),
            ("a\u{7f}", None),
        ] {
            let found = domain_to_ascii_from_cow(Cow::Borrowed(name.as_bytes()), AsciiDenyList::URL);
            assert_eq!(found.ok().as_deref(), expected, "{name}");
        }
        assert!(domain_to_ascii_from_cow(Cow::Borrowed(b"\xFF"), AsciiDenyList::URL).is_err());
    }
}
