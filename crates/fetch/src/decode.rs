//! Content codings (RFC 9110 §8.4.1): gzip, deflate, br, zstd.
//!
//! Many servers declare a coding but do not use it, or declare something that is not a coding (`utf-8`, `none`, `aws-chunked`). A body is
//! only decoded if it can have the coding.

use std::io::{self, Read};

use flate2::read::DeflateDecoder;
use flate2::{Decompress, FlushDecompress, Status};
use ruzstd::decoding::StreamingDecoder;

/// The `Accept-Encoding` field.
pub(super) const ACCEPT_ENCODING: &str = "gzip, deflate, br, zstd";

/// The maximum number of codings of a body. Real servers use one.
const MOST_CODINGS: usize = 4;

/// The reason why a body cannot be decoded.
#[derive(Debug, PartialEq)]
pub(super) enum DecodeError {
    TooLarge,
    Malformed { coding: String, reason: String },
    Unsupported { coding: String },
}

/// Decodes the content codings of a body, the last one first. No result exceeds `limit` bytes.
pub(super) fn decode(body: Vec<u8>, content_encoding: &str, limit: u64) -> Result<Vec<u8>, DecodeError> {
    decode_codings(body, content_encoding, limit).map(|(body, _)| body)
}

/// Decodes a body that is shorter than announced, or that ended with a broken connection. Returns `None` unless its coding or the end tag
/// of a feed shows that it is complete: some servers send a wrong length, or the length of the decoded body, or omit the last chunk.
pub(super) fn decode_cut(body: Vec<u8>, content_encoding: &str, limit: u64) -> Option<Vec<u8>> {
    let (body, has_end) = decode_codings(body, content_encoding, limit).ok()?;
    (has_end || ROOT_ENDS.iter().any(|end| body.trim_ascii_end().ends_with(end))).then_some(body)
}

/// The end tags of root elements, which end a feed.
const ROOT_ENDS: &[&[u8]] = &[b"</rss>", b"</feed>", b"</rdf:RDF>", b"</RDF>"];

/// Decodes the content codings of a body. Also returns whether the outermost one was decoded, which proves that the body is complete.
fn decode_codings(
    mut body: Vec<u8>,
    content_encoding: &str,
    limit: u64,
) -> Result<(Vec<u8>, bool), DecodeError> {
    let mut has_end = None;
    let codings: Vec<String> = content_encoding
        .split(',')
        .map(|coding| coding.trim().to_ascii_lowercase())
        .filter(|coding| !coding.is_empty() && coding != "identity")
        .collect();
    if codings.len() > MOST_CODINGS {
        return Err(DecodeError::Unsupported { coding: content_encoding.to_owned() });
    }
    for coding in codings.into_iter().rev() {
        // An empty body, as with 204, has nothing to decode.
        if body.is_empty() {
            break;
        }
        let decoded = match coding.as_str() {
            // Some servers declare one of these and use another.
            "gzip" | "x-gzip" | "deflate" | "zstd" | "br" if is_gzip(&body) => gunzip(&body, limit),
            "gzip" | "x-gzip" | "deflate" | "zstd" | "br" if is_zstd(&body) => unzstd(&body, limit),
            "zstd" if after_skippable(&body).is_some() => unzstd(&body, limit),
            "deflate" | "br" if is_text(&body) => {
                has_end.get_or_insert(false);
                continue;
            }
            "deflate" | "gzip" | "x-gzip" if is_zlib(&body) => unzlib(&body, limit),
            // Many servers omit the zlib header (RFC 9110 §8.4.1.2).
            "deflate" => read_limited(DeflateDecoder::new(&*body), limit),
            "br" if is_large_window(&body) => Err(io::Error::other("the window is too large")),
            "br" => read_limited(brotli_decompressor::Decompressor::new(&*body, 4096), limit),
            _ if SIGNATURES.iter().any(|(known, start)| *known == coding && body.starts_with(start)) => {
                return Err(DecodeError::Unsupported { coding });
            }
            _ => {
                has_end.get_or_insert(false);
                continue;
            }
        };
        has_end.get_or_insert(true);
        body = match decoded {
            Ok(Some(decoded)) => decoded,
            Ok(None) => return Err(DecodeError::TooLarge),
            Err(error) => return Err(DecodeError::Malformed { coding, reason: error.to_string() }),
        };
    }
    // A file `feed.xml.gz`, or a server that does not declare its compression.
    let (body, is_decoded) = without_signed(body, limit).ok_or(DecodeError::TooLarge)?;
    Ok((body, is_decoded || has_end.unwrap_or(false)))
}

/// Returns a body without undeclared gzip or zstd, and whether it had either. `None` if the result would exceed `limit` bytes. No text
/// starts with their signatures, but a body that cannot be decompressed is returned unchanged.
fn without_signed(body: Vec<u8>, limit: u64) -> Option<(Vec<u8>, bool)> {
    let decompressed = match () {
        () if is_gzip(&body) => gunzip(&body, limit),
        () if is_zstd(&body) => unzstd(&body, limit),
        () => return Some((body, false)),
    };
    match decompressed {
        Ok(decoded) => decoded.map(|decoded| (decoded, true)),
        Err(_) => Some((body, false)),
    }
}

/// Returns a document without its compression, if it is a gzip or zstd file (`feed.xml.gz`) or was stored as a server sent it. Any other
/// bytes are returned unchanged. `None` if the result would exceed `limit` bytes. A [`Fetcher`](crate::Fetcher) already does this.
///
/// ```
/// let gzip = b"\x1F\x8B\x08\0\0\0\0\0\x02\x03\xB3)*.\xD6\xB7\x03\0g)(\xBD\x06\0\0\0";
/// assert_eq!(bozofeed_fetch::decompressed(gzip.to_vec(), 1000).unwrap(), b"<rss/>");
/// assert_eq!(bozofeed_fetch::decompressed(b"<rss/>".to_vec(), 1000).unwrap(), b"<rss/>");
/// assert_eq!(bozofeed_fetch::decompressed(gzip.to_vec(), 5), None);
/// ```
#[must_use]
pub fn decompressed(bytes: Vec<u8>, limit: u64) -> Option<Vec<u8>> {
    without_signed(bytes, limit).map(|(bytes, _)| bytes)
}

/// Returns a body without the codings in its `Content-Encoding`, and without undeclared gzip or zstd. `None` if it is damaged or the
/// result would exceed `limit` bytes. A [`Fetcher`](crate::Fetcher) already does this; deliveries of a hub do not go through one.
///
/// ```
/// let gzip = b"\x1F\x8B\x08\0\0\0\0\0\x02\x03\xB3)*.\xD6\xB7\x03\0g)(\xBD\x06\0\0\0";
/// assert_eq!(bozofeed_fetch::decoded(gzip.to_vec(), "gzip", 1000).unwrap(), b"<rss/>");
/// assert_eq!(bozofeed_fetch::decoded(b"<rss/>".to_vec(), "", 1000).unwrap(), b"<rss/>");
/// ```
#[must_use]
pub fn decoded(body: Vec<u8>, content_encoding: &str, limit: u64) -> Option<Vec<u8>> {
    decode(body, content_encoding, limit).ok()
}

/// Codings that are neither requested nor supported, and their signatures.
const SIGNATURES: &[(&str, &[u8])] = &[("compress", &[0x1F, 0x9D]), ("x-compress", &[0x1F, 0x9D])];

/// The start of a frame (RFC 8878 §3.1.1).
const ZSTD: &[u8] = &[0x28, 0xB5, 0x2F, 0xFD];

/// Returns whether a body starts like a document: with a tag or a bracket, and text. Only gzip and zstd have a signature, so this
/// distinguishes the other codings from plain text.
fn is_text(body: &[u8]) -> bool {
    let utf_16 = [[0xFF, 0xFE, b'<', 0], [0xFE, 0xFF, 0, b'<']];
    if utf_16.iter().any(|start| body.starts_with(start)) {
        return true;
    }
    let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body).trim_ascii_start();
    let is_character = |b: &u8| !b.is_ascii_control() || b.is_ascii_whitespace();
    matches!(body, [b'<' | b'{' | b'[', ..]) && body.iter().take(64).all(is_character)
}

fn is_zstd(body: &[u8]) -> bool {
    body.starts_with(ZSTD)
}

fn is_gzip(body: &[u8]) -> bool {
    body.starts_with(&[0x1F, 0x8B])
}

/// Checks `CMF` and `FLG` (RFC 1950 §2.2): the method is 8, no dictionary is used, and the two bytes form a multiple of 31.
fn is_zlib(body: &[u8]) -> bool {
    let is_sum = |cmf: u8, flg: u8| (u16::from(cmf) << 8 | u16::from(flg)) % 31 == 0;
    matches!(body, [cmf, flg, ..] if cmf & 0x0F == 8 && flg & 0x20 == 0 && is_sum(*cmf, *flg))
}

/// Returns whether a Brotli stream has a window of up to 1 GiB. RFC 7932 §9.1 has no such windows; they start with a code that it leaves
/// unused.
fn is_large_window(body: &[u8]) -> bool {
    body.first().is_some_and(|first| first & 0x7F == 0b001_0001)
}

/// The length of the trailer of a gzip member: a checksum and a length.
const GZIP_TRAILER: usize = 8;

/// Decompresses the members of a gzip file (RFC 1952 §2.2). Padding after them is ignored, and so is a wrong or missing trailer: the
/// compressed data marks its own end, and other clients show its contents.
fn gunzip(body: &[u8], limit: u64) -> io::Result<Option<Vec<u8>>> {
    let mut all = Vec::new();
    let mut rest = body;
    let mut decompress = Decompress::new(false);
    let mut empty = 0;
    while is_gzip(rest) {
        let data = gzip_data(rest).ok_or_else(|| io::Error::other("malformed gzip header"))?;
        let before = all.len();
        decompress.reset(false);
        let Some(used) = inflate(&mut decompress, data, &mut all, limit)? else { return Ok(None) };
        rest = data.get(used + GZIP_TRAILER..).unwrap_or_default();
        // Each empty member costs as much as thousands of bytes.
        empty += usize::from(all.len() == before);
        if empty > MOST_EMPTY {
            return Err(io::Error::other("too many empty members"));
        }
    }
    Ok(Some(all))
}

/// The maximum number of empty members of a gzip file, and of empty zstd frames. Programs that flush write a few.
const MOST_EMPTY: usize = 1_000;

/// Decompresses a zlib stream (RFC 1950 §2.2). As with gzip, the checksum is ignored.
fn unzlib(body: &[u8], limit: u64) -> io::Result<Option<Vec<u8>>> {
    let mut all = Vec::new();
    let data = body.get(ZLIB_HEADER..).unwrap_or_default();
    let used = inflate(&mut Decompress::new(false), data, &mut all, limit)?;
    Ok(used.map(|_| all))
}

/// The length of the header of a zlib stream without a dictionary.
const ZLIB_HEADER: usize = 2;

/// Returns the bytes after the header of a gzip member (RFC 1952 §2.3).
fn gzip_data(member: &[u8]) -> Option<&[u8]> {
    let (header, mut rest) = member.split_at_checked(10)?;
    let &[_, _, 8, flags, ..] = header else { return None };
    if flags & 0x04 != 0 {
        let (length, after) = rest.split_first_chunk()?;
        rest = after.get(usize::from(u16::from_le_bytes(*length))..)?;
    }
    // The name of the file and a comment end with a zero byte.
    for _ in 0..(flags >> 3 & 1) + (flags >> 4 & 1) {
        rest = rest.get(memchr::memchr(0, rest)? + 1..)?;
    }
    if flags & 0x02 != 0 { rest.get(2..) } else { Some(rest) }
}

/// Decompresses a deflate stream (RFC 1951) from its start, and appends it to `all`, up to a total of `limit` bytes. Returns the length
/// of the stream, or `None` if the limit is exceeded.
fn inflate(
    decompress: &mut Decompress,
    data: &[u8],
    all: &mut Vec<u8>,
    limit: u64,
) -> io::Result<Option<usize>> {
    loop {
        let used = usize::try_from(decompress.total_in()).unwrap_or(usize::MAX);
        all.reserve(32 * 1024);
        let before = all.len();
        let status =
            decompress.decompress_vec(data.get(used..).unwrap_or_default(), all, FlushDecompress::None)?;
        if all.len() as u64 > limit {
            return Ok(None);
        }
        let used_now = usize::try_from(decompress.total_in()).unwrap_or(usize::MAX);
        match status {
            Status::StreamEnd => return Ok(Some(used_now)),
            Status::Ok | Status::BufError if used_now == used && all.len() == before => {
                return Err(io::Error::from(io::ErrorKind::UnexpectedEof));
            }
            Status::Ok | Status::BufError => {}
        }
    }
}

/// The maximum window of zstd as a content coding (RFC 9659 §3), in bytes: the memory of the decoder for each frame.
const LARGEST_WINDOW: u64 = 8 << 20;

/// Decompresses the frames of a zstd stream (RFC 8878 §3).
fn unzstd(body: &[u8], limit: u64) -> io::Result<Option<Vec<u8>>> {
    let mut all = Vec::new();
    let mut rest = body;
    let mut empty = 0;
    loop {
        if let Some(after) = after_skippable(rest) {
            rest = after;
            continue;
        }
        let Some(header) = rest.strip_prefix(ZSTD) else { break };
        match window(header) {
            Window::Of(bytes) if bytes > LARGEST_WINDOW => {
                return Err(io::Error::other("the window is too large"));
            }
            Window::All(bytes) if bytes > limit => return Ok(None),
            Window::Of(_) | Window::All(_) => {}
        }
        let mut frame = StreamingDecoder::new(&mut rest).map_err(io::Error::other)?;
        let left = limit.saturating_sub(all.len() as u64);
        let Some(decoded) = read_limited(&mut frame, left)? else { return Ok(None) };
        empty += usize::from(decoded.is_empty());
        if empty > MOST_EMPTY {
            return Err(io::Error::other("too many empty frames"));
        }
        all.extend(decoded);
    }
    Ok(Some(all))
}

/// Returns the bytes after a skippable frame (RFC 8878 §3.1.2), or `None` if there is no such frame. A truncated frame extends to the
/// end.
fn after_skippable(bytes: &[u8]) -> Option<&[u8]> {
    let (head, rest) = bytes.split_first_chunk::<8>()?;
    let [0x50..=0x5F, 0x2A, 0x4D, 0x18, length @ ..] = head else { return None };
    let length = usize::try_from(u32::from_le_bytes(*length)).unwrap_or(usize::MAX);
    Some(rest.get(length..).unwrap_or_default())
}

/// Reads to the end. Returns `None` if there are more than `limit` bytes.
fn read_limited(reader: impl Read, limit: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    reader.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= limit).then_some(bytes))
}

/// The part of the decompressed data to which a frame may refer.
enum Window {
    /// This number of bytes.
    Of(u64),
    /// All of it, with this number of bytes.
    All(u64),
}

/// Returns the window of the zstd frame with this header (RFC 8878 §3.1.1.1).
fn window(header: &[u8]) -> Window {
    let Some((descriptor, rest)) = header.split_first() else { return Window::Of(0) };
    let is_single_segment = descriptor & 0x20 != 0;
    if !is_single_segment {
        let window = rest.first().copied().unwrap_or_default();
        let base = 1_u64 << (10 + (window >> 3));
        return Window::Of(base + base / 8 * u64::from(window & 7));
    }
    let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
    let length = [1, 2, 4, 8][usize::from(descriptor >> 6)];
    let size = rest.get(dictionary..dictionary + length).unwrap_or_default();
    let number = size.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
    // A size of two bytes is stored minus 256, since smaller sizes fit into one byte.
    Window::All(if length == 2 { number + 256 } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
    use std::io::Write as _;

    const FEED: &[u8] = b"<rss version='2.0'><channel><title>Tides</title></channel></rss>";

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn zlib(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn deflate(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    /// Returns a member with all optional header fields.
    fn named_gzip(bytes: &[u8]) -> Vec<u8> {
        let builder = flate2::GzBuilder::new().filename("tides.rss").comment("high").extra(b"low".as_slice());
        let mut encoder = builder.write(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    /// Returns a zstd frame with one raw block and a size of four bytes (RFC 8878 §3.1.1).
    fn zstd(bytes: &[u8]) -> Vec<u8> {
        let size = u32::try_from(bytes.len()).unwrap();
        let block = (size << 3 | 1).to_le_bytes();
        // Single_Segment, and Frame_Content_Size of four bytes.
        [ZSTD, &[0b1010_0000], &size.to_le_bytes(), &block[..3], bytes].concat()
    }

    /// Returns a skippable zstd frame (RFC 8878 §3.1.2).
    fn skippable(bytes: &[u8]) -> Vec<u8> {
        let size = u32::try_from(bytes.len()).unwrap();
        [&[0x5A, 0x2A, 0x4D, 0x18], &size.to_le_bytes()[..], bytes].concat()
    }

    #[test]
    fn empty_members_are_counted() {
        for (coding, member, all) in [("gzip", gzip(b""), gzip(FEED)), ("zstd", zstd(b""), zstd(FEED))] {
            let few = [member.repeat(MOST_EMPTY), all.clone()].concat();
            assert_eq!(decode(few, coding, 1000).as_deref(), Ok(FEED), "{coding}");
            let result = decode([member.repeat(MOST_EMPTY + 1), all].concat(), coding, 1000);
            assert!(matches!(result, Err(DecodeError::Malformed { .. })), "{coding}: {result:?}");
        }
    }

    #[test]
    fn a_coding_or_the_end_of_the_root_tells_that_a_cut_body_is_complete() {
        let cut = |coding: &str, body: Vec<u8>| decode_cut(body, coding, 1000).as_deref() == Some(FEED);
        let wrong: Vec<_> = [
            ("gzip", gzip(FEED), true),
            ("gzip", gzip(FEED)[..gzip(FEED).len() - 9].to_vec(), false),
            ("deflate", zlib(FEED), true),
            ("br", brotli(FEED), true),
            ("zstd", zstd(FEED), true),
            ("gzip", FEED.to_vec(), true),
            ("deflate", FEED.to_vec(), true),
            ("utf-8", FEED.to_vec(), true),
            ("", FEED.to_vec(), true),
            ("", FEED[..FEED.len() - 1].to_vec(), false),
            ("", b"{}".to_vec(), false),
        ]
        .into_iter()
        .filter(|(coding, body, expected)| cut(coding, body.clone()) != *expected)
        .map(|(coding, ..)| coding)
        .collect();
        assert_eq!(wrong, [""; 0]);
    }

    /// Returns one uncompressed Brotli meta-block (RFC 7932 §9.2), and the empty last one.
    fn brotli(bytes: &[u8]) -> Vec<u8> {
        let length = u32::try_from(bytes.len() - 1).unwrap();
        // WBITS 16 (one bit, 0), ISLAST 0, MNIBBLES 4 (00), MLEN - 1 in 16 bits, ISUNCOMPRESSED 1.
        let head = length << 4 | 1 << 20;
        let mut encoded = head.to_le_bytes()[..3].to_vec();
        encoded.extend(bytes);
        encoded.push(0b11);
        encoded
    }

    #[test]
    fn codings_are_undone() {
        for (coding, body) in [
            ("", FEED.to_vec()),
            ("identity", FEED.to_vec()),
            ("gzip", gzip(FEED)),
            ("X-GZip", gzip(FEED)),
            ("deflate", zlib(FEED)),
            ("deflate", deflate(FEED)),
            ("br", brotli(FEED)),
            ("deflate, gzip", gzip(&zlib(FEED))),
            ("gzip,, identity", gzip(FEED)),
            ("gzip", [gzip(&FEED[..9]), gzip(&FEED[9..])].concat()),
            ("gzip", [gzip(FEED), b"\0\0\0".to_vec()].concat()),
            ("gzip", gzip(FEED)[..gzip(FEED).len() - 8].to_vec()),
            ("gzip", [&gzip(FEED)[..gzip(FEED).len() - 8], b"12345678"].concat()),
            ("gzip", named_gzip(FEED)),
            ("zstd", zstd(FEED)),
            ("zstd", [zstd(&FEED[..9]), zstd(&FEED[9..])].concat()),
            (
                "zstd",
                [&skippable(b"low")[..], &zstd(&FEED[..9]), &skippable(b""), &zstd(&FEED[9..])].concat(),
            ),
            ("zstd", [&zstd(FEED)[..], &skippable(b"high")].concat()),
            ("gzip", FEED.to_vec()),
            ("deflate", FEED.to_vec()),
            ("br", FEED.to_vec()),
            ("zstd", FEED.to_vec()),
            ("utf-8", FEED.to_vec()),
            ("none", FEED.to_vec()),
            ("aws-chunked", FEED.to_vec()),
            ("aws-chunked, gzip", gzip(FEED)),
            ("gzip, utf-8", gzip(FEED)),
            // Undeclared codings.
            ("", gzip(FEED)),
            ("", zstd(FEED)),
            ("gzip", zstd(FEED)),
            ("br", zstd(FEED)),
            ("zstd", gzip(FEED)),
            ("identity", gzip(FEED)),
            ("utf-8", gzip(FEED)),
            ("gzip", gzip(&gzip(FEED))),
        ] {
            assert_eq!(decode(body, coding, 1000).as_deref(), Ok(FEED), "{coding}");
        }
        for coding in ["gzip", "deflate", "br"] {
            assert_eq!(decode(Vec::new(), coding, 1000).as_deref(), Ok(&b""[..]), "{coding}");
        }
    }

    #[test]
    fn the_limit_is_exact() {
        let size = FEED.len() as u64;
        for (coding, body) in
            [("gzip", gzip(FEED)), ("deflate", zlib(FEED)), ("br", brotli(FEED)), ("zstd", zstd(FEED))]
        {
            assert_eq!(decode(body.clone(), coding, size).as_deref(), Ok(FEED), "{coding}");
            assert_eq!(decode(body, coding, size - 1), Err(DecodeError::TooLarge), "{coding}");
        }
        let two = [gzip(FEED), gzip(FEED)].concat();
        assert_eq!(decode(two.clone(), "gzip", 2 * size).map(|body| body.len()), Ok(2 * FEED.len()));
        assert_eq!(decode(two, "gzip", 2 * size - 1), Err(DecodeError::TooLarge));
    }

    #[test]
    fn broken_bodies_are_errors() {
        for (coding, body) in [
            ("gzip", gzip(FEED)[..20].to_vec()),
            ("gzip", gzip(FEED)[..9].to_vec()),
            ("gzip", [&gzip(FEED)[..30], b"rubbish rubbish rubbish"].concat()),
            ("zstd", zstd(FEED)[..30].to_vec()),
            ("zstd", [ZSTD, &[0]].concat()),
            // A window of 16 MiB, and the empty last block.
            ("zstd", [ZSTD, &[0, 14 << 3, 1, 0, 0]].concat()),
            ("deflate", zlib(FEED)[..20].to_vec()),
            ("deflate", b"\xFF\xFF\xFF\xFF".to_vec()),
            ("br", brotli(FEED)[..20].to_vec()),
            ("br", vec![0x11, 0x1E, 0, 0]),
        ] {
            let result = decode(body, coding, 1000);
            assert!(matches!(result, Err(DecodeError::Malformed { .. })), "{coding}: {result:?}");
        }
        for text in ["<rss/>", "\u{feff}<rss/>", " \n{}", "[1]"] {
            assert_eq!(decode(text.into(), "br", 1000).as_deref(), Ok(text.as_bytes()), "{text}");
        }
        for (coding, body) in
            [("compress", &[0x1F, 0x9D, 0x90][..]), ("gzip, gzip, gzip, gzip, gzip", &[0x1F, 0x8B])]
        {
            let result = decode(body.to_vec(), coding, 1000);
            assert!(matches!(result, Err(DecodeError::Unsupported { .. })), "{coding}: {result:?}");
        }
    }
}
