//! Documents that were stored as transferred: compressed with gzip (RFC 1952), often without the corresponding header.

use std::borrow::Cow;

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

use crate::document::Document;
use bozofeed_text::forward::memchr;

/// The start of a member of a gzip file (RFC 1952 §2.3.1).
const SIGNATURE: &[u8] = &[0x1F, 0x8B];

/// The length of the trailer of a member: a checksum and a length.
const TRAILER: usize = 8;

/// The number of bytes decompressed at a time. References to earlier bytes reach equally far back (RFC 1951 §2), so the bytes are
/// still available.
const WINDOW: usize = 32 << 10;

impl Document<'_> {
    /// Decompresses the document if it is a gzip file (`feed.xml.gz`) or was stored as a server sent it. No header is needed, since
    /// no text begins like a gzip file. Any other document, or one that cannot be decompressed, is returned unchanged. Returns
    /// `None` if the result would have more than `most` bytes.
    ///
    /// ```
    /// use bozofeed::Document;
    ///
    /// let gzip = b"\x1F\x8B\x08\0\0\0\0\0\x02\x03\xB3)*.\xD6\xB7\x03\0g)(\xBD\x06\0\0\0";
    /// assert_eq!(Document::new(gzip).decompressed(1000).unwrap().bytes(), b"<rss/>");
    /// assert_eq!(Document::new(gzip).decompressed(5), None);
    /// assert_eq!(Document::new(b"<rss/>").decompressed(1000).unwrap().bytes(), b"<rss/>");
    /// ```
    #[must_use]
    pub fn decompressed(self, most: usize) -> Option<Self> {
        match gunzip(&self.bytes, most) {
            Ok(bytes) => Some(Self { bytes: Cow::Owned(bytes), ..self }),
            Err(GzipFailure::TooLong) => None,
            Err(GzipFailure::Malformed) => Some(self),
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum GzipFailure {
    /// The data is not gzip, or is damaged.
    Malformed,
    /// There are more bytes than allowed.
    TooLong,
}

/// Decompresses the members of a gzip file (RFC 1952 §2.2). Padding after them is ignored, and so is a wrong or missing trailer:
/// the compressed data marks its own end.
fn gunzip(file: &[u8], most: usize) -> Result<Vec<u8>, GzipFailure> {
    let mut all = Vec::new();
    let mut rest = file;
    // A file may have thousands of empty members, so they share the decompressor. Most documents do not need it.
    let mut inflater = None;
    loop {
        let data = data_of_member(rest).ok_or(GzipFailure::Malformed)?;
        let used = inflater.get_or_insert_with(Inflater::new).inflate(data, &mut all, most)?;
        rest = data.get(used + TRAILER..).unwrap_or_default();
        if !rest.starts_with(SIGNATURE) {
            return Ok(all);
        }
    }
}

/// Returns the data after the header of a member (RFC 1952 §2.3).
fn data_of_member(member: &[u8]) -> Option<&[u8]> {
    const DEFLATE: u8 = 8;
    const CHECKSUM: u8 = 0x02;
    const EXTRA: u8 = 0x04;
    const NAME: u8 = 0x08;
    const COMMENT: u8 = 0x10;
    let (header, mut rest) = member.strip_prefix(SIGNATURE)?.split_at_checked(8)?;
    let &[DEFLATE, flags, ..] = header else { return None };
    // The optional fields are in the order of RFC 1952 §2.3, which differs from the order of their flags: the checksum comes last.
    if flags & EXTRA != 0 {
        let (length, after) = rest.split_first_chunk()?;
        rest = after.get(usize::from(u16::from_le_bytes(*length))..)?;
    }
    for _ in [NAME, COMMENT].into_iter().filter(|flag| flags & flag != 0) {
        // A zero byte terminates them.
        rest = rest.get(memchr(0, rest)? + 1..)?;
    }
    if flags & CHECKSUM != 0 { rest.get(2..) } else { Some(rest) }
}

/// The state of the decompressor. It is on the heap, since a caller may have little stack.
struct Inflater {
    state: Box<DecompressorOxide>,
    window: Vec<u8>,
}

impl Inflater {
    fn new() -> Self {
        Self { state: Box::default(), window: vec![0; WINDOW] }
    }

    /// Decompresses a deflate stream (RFC 1951), and appends the result to `all`. Returns the length of the stream.
    fn inflate(&mut self, data: &[u8], all: &mut Vec<u8>, most: usize) -> Result<usize, GzipFailure> {
        // There is no more input, so a truncated stream fails.
        const FLAGS: u32 = 0;
        self.state.init();
        let (mut used, mut at) = (0, 0);
        loop {
            let rest = data.get(used..).unwrap_or_default();
            let (status, read, written) = decompress(&mut self.state, rest, &mut self.window, at, FLAGS);
            used += read;
            all.extend_from_slice(self.window.get(at..at + written).unwrap_or_default());
            // Checked after each window, so that memory exceeds the limit by at most one window.
            if all.len() > most {
                return Err(GzipFailure::TooLong);
            }
            match status {
                TINFLStatus::Done => return Ok(used),
                // Without progress, the loop would not end.
                TINFLStatus::HasMoreOutput if read > 0 || written > 0 => at = (at + written) % WINDOW,
                _ => return Err(GzipFailure::Malformed),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a member with these flags and header fields.
    fn member(text: &[u8], flags: u8, fields: &[u8]) -> Vec<u8> {
        let data = miniz_oxide::deflate::compress_to_vec(text, 6);
        [SIGNATURE, &[8, flags, 0, 0, 0, 0, 0, 3], fields, &data, &[0; TRAILER]].concat()
    }

    #[test]
    fn members_are_decompressed() {
        let long = b"tide ".repeat(100_000);
        let mut wrong = Vec::new();
        for (name, file, expected) in [
            ("one", member(b"<rss/>", 0, b""), Ok(b"<rss/>".to_vec())),
            ("long", member(&long, 0, b""), Ok(long.clone())),
            (
                "two",
                [member(b"<rss>", 0, b""), member(b"</rss>", 0, b"")].concat(),
                Ok(b"<rss></rss>".to_vec()),
            ),
            ("name and comment", member(b"a", 0x18, b"tides.rss\0high\0"), Ok(b"a".to_vec())),
            ("extra field and checksum", member(b"a", 0x06, b"\x02\0xx\x12\x34"), Ok(b"a".to_vec())),
            ("padding", [&member(b"a", 0, b"")[..], &[0; 40]].concat(), Ok(b"a".to_vec())),
            ("no trailer", member(b"a", 0, b"").split_at(13).0.to_vec(), Ok(b"a".to_vec())),
            ("cut off", member(&long, 0, b"").split_at(60).0.to_vec(), Err(GzipFailure::Malformed)),
            ("text", b"<rss/>".to_vec(), Err(GzipFailure::Malformed)),
            ("nothing", Vec::new(), Err(GzipFailure::Malformed)),
            ("another method", [SIGNATURE, &[7, 0, 0, 0, 0, 0, 0, 3]].concat(), Err(GzipFailure::Malformed)),
            ("too long", member(&b"tide ".repeat(300_000), 0, b""), Err(GzipFailure::TooLong)),
        ] {
            let found = gunzip(&file, 1_000_000);
            if found != expected {
                wrong.push((name, found.map(|bytes| bytes.len())));
            }
        }
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}
