//! Byte order marks: the signature of an encoding at the start of a document.

/// The mark at the start of the bytes, and the label of its encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ByteOrderMark {
    /// The encoding's label.
    pub(super) label: &'static str,
    /// The length of the mark in bytes.
    pub(super) length: usize,
}

/// The marks. Longer ones come before their prefixes (Unicode 16, §23.8; XML 1.0 Appendix F.1).
///
/// The fifth byte of UTF-7's mark also encodes the following character, so that mark is left to the codec.
const MARKS: [(&[u8], &str, usize); 16] = [
    (b"\0\0\xFE\xFF", "utf-32be", 4),
    (b"\xFF\xFE\0\0", "utf-32le", 4),
    (b"\0\0\xFF\xFE", "x-iso-10646-ucs-4-2143", 4),
    (b"\xFE\xFF\0\0", "x-iso-10646-ucs-4-3412", 4),
    (b"\x84\x31\x95\x33", "gb18030", 4),
    (b"\xDD\x73\x66\x73", "utf-ebcdic", 4),
    (b"+/v8", "utf-7", 0),
    (b"+/v9", "utf-7", 0),
    (b"+/v+", "utf-7", 0),
    (b"+/v/", "utf-7", 0),
    (b"\xEF\xBB\xBF", "utf-8", 3),
    (b"\xF7\x64\x4C", "utf-1", 3),
    (b"\x0E\xFE\xFF", "scsu", 3),
    (b"\xFB\xEE\x28", "bocu-1", 3),
    (b"\xFE\xFF", "utf-16be", 2),
    (b"\xFF\xFE", "utf-16le", 2),
];

/// Returns the mark at the start of `bytes`.
pub(super) fn find(bytes: &[u8]) -> Option<ByteOrderMark> {
    MARKS
        .iter()
        .find(|(mark, _, _)| bytes.starts_with(mark))
        .map(|&(_, label, length)| ByteOrderMark { label, length })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_byte_order_mark_table_is_recognised() {
        for (bytes, label) in [
            (&b"\xEF\xBB\xBF<rss"[..], Some("utf-8")),
            (b"\xFE\xFF\0<", Some("utf-16be")),
            (b"\xFF\xFE<\0", Some("utf-16le")),
            (b"\0\0\xFE\xFF\0\0\0<", Some("utf-32be")),
            (b"\xFF\xFE\0\0<\0\0\0", Some("utf-32le")),
            (b"\0\0\xFF\xFE\0\0<\0", Some("x-iso-10646-ucs-4-2143")),
            (b"\xFE\xFF\0\0\0<\0\0", Some("x-iso-10646-ucs-4-3412")),
            (b"+/v8-<rss", Some("utf-7")),
            (b"+/v9", Some("utf-7")),
            (b"+/v+", Some("utf-7")),
            (b"+/v/", Some("utf-7")),
            (b"\xF7\x64\x4C<", Some("utf-1")),
            (b"\xDD\x73\x66\x73", Some("utf-ebcdic")),
            (b"\x0E\xFE\xFF<", Some("scsu")),
            (b"\xFB\xEE\x28<", Some("bocu-1")),
            (b"\x84\x31\x95\x33<", Some("gb18030")),
            (b"<rss", None),
            (b"\xEF\xBB", None),
            (b"", None),
        ] {
            assert_eq!(find(bytes).map(|mark| mark.label), label, "{}", bytes.escape_ascii());
        }
    }
}
