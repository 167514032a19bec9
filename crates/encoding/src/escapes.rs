//! Seven-bit encodings that use escape sequences within ASCII: ISO-2022-JP, ISO-2022-KR and HZ.

use super::codec::Codec;
use super::iso_2022_kr;
use super::malformed::Tolerance;

const ESC: u8 = 0x1B;

/// The escape sequences for leaving ASCII in ISO-2022-JP and its extensions.
const ISO_2022_JP: [&[u8]; 6] = [b"$@", b"$B", b"$(", b"$A", b"(I", b"(J"];

/// The number of bytes to search for an escape sequence if they are not all ASCII. In these encodings, a non-ASCII byte is damage, which
/// is rare, while most other documents have one near their start: so these are not read to the end once more.
const NEAR: usize = 64 << 10;

/// Returns the encoding of the escape sequences in the bytes, and the offset of the first one.
///
/// Returns `None` if the bytes do not decode, apart from a few non-ASCII ones.
// It is called once per document: inlining would enlarge code that runs for each entry (`tests/cost/footprint.rs`).
#[inline(never)]
pub(super) fn find(bytes: &[u8]) -> Option<(&'static str, usize)> {
    let near = bytes.get(..NEAR).unwrap_or(bytes);
    let is_near_ascii = near.is_ascii();
    let searched = if is_near_ascii { bytes } else { near };
    bozofeed_text::forward::memchr2(ESC, b'~', searched)?;
    // ESC takes precedence over the tilde: it never occurs in a text, while `~{` may.
    if let Some(at) = bozofeed_text::forward::memchr(ESC, searched) {
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
    if !is_near_ascii || !bytes.get(near.len()..).unwrap_or_default().is_ascii() {
        return None;
    }
    let mut tildes = bozofeed_text::forward::memchr_iter(b'~', bytes);
    let at = tildes.find(|at| bytes.get(at + 1) == Some(&b'{'))?;
    // After the first `~{`, since an unclosed `~{` is text.
    tildes.find(|at| bytes.get(at + 1) == Some(&b'}'))?;
    gives_more_than_ascii("hz-gb-2312", bytes).then_some(("hz-gb-2312", at))
}

/// Returns whether the bytes decode to text with non-ASCII characters.
fn gives_more_than_ascii(label: &str, bytes: &[u8]) -> bool {
    // A stray non-ASCII byte is damage. Without one, a malformed sequence shows that the escape sequence is not one.
    let tolerance =
        if bytes.is_ascii() { Tolerance::Strict } else { Tolerance::WhileRight { is_labelled: false } };
    let decoded = Codec::named(label).and_then(|codec| codec.read(bytes, tolerance).ok());
    decoded.is_some_and(|decoded| !decoded.text.is_ascii())
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
            (b"<a>\x1B$B$9\x1B(B \x93x\x94</a>", Some(("iso-2022-jp", 3))),
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
            "Möwe, Dünen \x1B$B Bäume, Größe\x1B(B".as_bytes(),
        ] {
            assert_eq!(find(bytes), None, "{}", bytes.escape_ascii());
        }
    }
}
