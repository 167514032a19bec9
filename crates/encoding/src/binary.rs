//! Binary data, recognised by its first bytes.

use super::byte_order_mark;
use super::family::EncodingFamily;

/// The offset and the bytes that identify a binary format, and the name of the format.
const SIGNATURES: [(usize, &[u8], &str); 26] = [
    (0, b"PK\x03\x04", "zip"),
    (0, b"PK\x05\x06", "zip"),
    (0, b"\x1F\x8B", "gzip"),
    // The magic number of a block, since `BZh` may also begin a text.
    (4, b"1AY&SY", "bzip2"),
    (0, b"\xFD7zXZ\0", "xz"),
    (0, b"7z\xBC\xAF\x27\x1C", "7z"),
    (0, b"\x28\xB5\x2F\xFD", "zstd"),
    (0, b"Rar!\x1A\x07", "rar"),
    (0, b"\x89PNG\r\n\x1A\n", "png"),
    (0, b"\xFF\xD8\xFF", "jpeg"),
    (0, b"GIF87a", "gif"),
    (0, b"GIF89a", "gif"),
    (0, b"II*\0", "tiff"),
    (0, b"MM\0*", "tiff"),
    (0, b"\0\0\x01\0", "ico"),
    (0, b"RIFF", "riff"),
    (0, b"OggS", "ogg"),
    (0, b"ID3", "mp3"),
    (0, b"fLaC", "flac"),
    (0, b"\x1A\x45\xDF\xA3", "matroska"),
    (0, b"%PDF-", "pdf"),
    (0, b"\x7FELF", "elf"),
    (0, b"\xD0\xCF\x11\xE0", "ole"),
    (0, b"wOFF", "woff"),
    (0, b"wOF2", "woff"),
    // The first four bytes are the size of the box.
    (4, b"ftyp", "mp4"),
];

/// The number of bytes that are searched for NULs.
const BEGINNING: usize = 1024;
/// Data has at least one NUL in this number of bytes, …
const ONE_NUL_IN: usize = 64;
/// … and at least one other control character in this number.
const ONE_CONTROL_IN: usize = 64;

/// Returns the format of binary data: the name for its signature, or `"binary"` if its NULs show that it is not text.
///
/// Text in UTF-16, UTF-32 or EBCDIC is not mistaken for data if it has a byte order mark or begins like markup.
pub fn format(bytes: &[u8]) -> Option<&'static str> {
    // Nearly every document begins like markup, and no signature begins with this byte.
    if bytes.first() == Some(&b'<') {
        return None;
    }
    let is_at = |at: usize, signature| bytes.get(at..).is_some_and(|rest| rest.starts_with(signature));
    if let Some((.., name)) = SIGNATURES.iter().find(|(at, signature, _)| is_at(*at, signature)) {
        return Some(name);
    }
    let beginning = &bytes[..bytes.len().min(BEGINNING)];
    let nuls = bozofeed_text::forward::memchr_iter(0, beginning).count();
    // At least 1, so that an empty document, which has enough NULs for its length, is not treated as data.
    if nuls * ONE_NUL_IN < beginning.len().max(1) {
        return None;
    }
    // Excludes ESC, which begins the escape sequences of ISO-2022.
    let is_control = |b: &&u8| matches!(**b, 1..=8 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F | 0x7F);
    // NULs are not sufficient: UTF-16 without a byte order mark has as many, but hardly any other control characters.
    let controls = beginning.iter().filter(is_control).count();
    let begins_like_markup = matches!(bytes.trim_ascii_start().first(), Some(b'<' | b'{'))
        || EncodingFamily::of(bytes) != EncodingFamily::Ascii;
    let is_data = controls * ONE_CONTROL_IN >= beginning.len()
        && !begins_like_markup
        && byte_order_mark::find(bytes).is_none();
    is_data.then_some("binary")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_known_by_its_signature_or_its_nuls() {
        for (bytes, name) in [
            (&b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR"[..], "png"),
            (b"\0\0\0\x18ftypmp42", "mp4"),
            (b"%PDF-1.4\n", "pdf"),
            (b"\x12\0\x03\0\x80\x04\0\x05\xFF\0", "binary"),
        ] {
            assert_eq!(format(bytes), Some(name), "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn text_is_not_taken_for_data() {
        for bytes in [
            &b""[..],
            b"<rss/>",
            b"<\0r\0s\0s\0>\0\x1F\x04",
            b"\xFF\xFE\x1F\x04\0\x04\x01\x04",
            b"\0\0\0<\0\0\x04\x1F",
            b"<rss>\0\0\0\x01\x01\x01</rss>",
            b" \n<rss>\0\0\0\x01\x01\x01</rss>",
            b"R I F F",
        ] {
            assert_eq!(format(bytes), None, "{}", bytes.escape_ascii());
        }
    }
}
