//! Seven-bit encodings that use escape sequences within ASCII: ISO-2022-JP, ISO-2022-KR and HZ.

use super::codec::Codec;
use super::iso_2022_kr;

const ESC: u8 = 0x1B;

/// The escape sequences with which ISO-2022-JP and its extensions leave ASCII.
const ISO_2022_JP: [&[u8]; 6] = [b"$@", b"$B", b"$(", b"$A", b"(I", b"(J"];

/// Returns the encoding whose escape sequences the bytes contain, and the offset of the first one.
///
/// Returns `None` if there are bytes beyond ASCII, if an escape sequence is unknown, or if the bytes do not decode.
pub(super) fn find(bytes: &[u8]) -> Option<(&'static str, usize)> {
    if crate::forward::memchr2(ESC, b'~', bytes).is_none() || !bytes.is_ascii() {
        return None;
    }
    if let Some(at) = crate::forward::memchr(ESC, bytes) {
        let rest = bytes.get(at..)?;
        let label = if rest.starts_with(iso_2022_kr::DESIGNATION) {
            "iso-2022-kr"
        } else if ISO_2022_JP.iter().any(|escape| rest.get(1..).is_some_and(|rest| rest.starts_with(escape)))
        {
            "iso-2022-jp"
        } else {
            return None;
        };
        return gives_more_than_ascii(label, bytes).then_some((label, at));
    }
    let mut tildes = crate::forward::memchr_iter(b'~', bytes);
    let at = tildes.find(|at| bytes.get(at + 1) == Some(&b'{'))?;
    tildes.find(|at| bytes.get(at + 1) == Some(&b'}'))?;
    gives_more_than_ascii("hz-gb-2312", bytes).then_some(("hz-gb-2312", at))
}

/// Returns whether the bytes decode to text that is not all ASCII.
fn gives_more_than_ascii(label: &str, bytes: &[u8]) -> bool {
    Codec::named(label).and_then(|codec| codec.decode(bytes).ok()).is_some_and(|text| !text.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_give_their_encoding_away() {
        for (bytes, found) in [
            (&b"<a>\x1B$B$9\x1B(B</a>"[..], Some(("iso-2022-jp", 3))),
            (b"\x1B$)C<a>\x0EGQ1[\x0F</a>", Some(("iso-2022-kr", 0))),
            (b"<a>~{VPND~}</a>", Some(("hz-gb-2312", 3))),
        ] {
            assert_eq!(find(bytes), found, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn ascii_that_merely_looks_like_it_does_not() {
        for bytes in [
            &b"<a>plain</a>"[..],
            b"<a>\x1B[31mred</a>",
            b"<a>\x1B$B</>\n",
            b"\x1B$)C<a>no shift</a>",
            b"http://example.org/~{name}",
            b"~{a~} and /~user/",
            b"~{~}",
            b"caf\xC3\xA9 ~{VP~}",
        ] {
            assert_eq!(find(bytes), None, "{}", bytes.escape_ascii());
        }
    }
}
