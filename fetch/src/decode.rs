//! Content codings (RFC 9110 §8.4.1): gzip, deflate, br.
//!
//! Many servers name a coding and do not use it, or name something that is not a coding (`utf-8`, `none`, `aws-chunked`). A body
//! is decoded if it can have the coding.

use std::io::{self, Read};

use flate2::read::{DeflateDecoder, ZlibDecoder};

/// The `Accept-Encoding` field.
pub(super) const ACCEPT_ENCODING: &str = "gzip, deflate, br";

/// The greatest number of codings of a body. Real servers use one.
const MOST_CODINGS: usize = 4;

/// The reason why a body cannot be decoded.
#[derive(Debug, PartialEq)]
pub(super) enum DecodeError {
    TooLarge,
    Malformed { coding: String, reason: String },
    Unsupported { coding: String },
}

/// Decodes the content codings of a body, the last one first. No result has more than `limit` bytes.
pub(super) fn decode(mut body: Vec<u8>, content_encoding: &str, limit: u64) -> Result<Vec<u8>, DecodeError> {
    let codings: Vec<String> = content_encoding
        .split(',')
        .map(|coding| coding.trim().to_ascii_lowercase())
        .filter(|coding| !coding.is_empty() && coding != "identity")
        .collect();
    if codings.len() > MOST_CODINGS {
        return Err(DecodeError::Unsupported { coding: content_encoding.to_owned() });
    }
    for coding in codings.into_iter().rev() {
        // 204 and the like have nothing to decode.
        if body.is_empty() {
            break;
        }
        let decoded = match coding.as_str() {
            "gzip" | "x-gzip" if !is_gzip(&body) => continue,
            "gzip" | "x-gzip" => gunzip(&body, limit),
            "deflate" | "br" if is_text(&body) => continue,
            "deflate" if is_zlib(&body) => read_limited(ZlibDecoder::new(&*body), limit),
            // Many servers leave out the zlib header (RFC 9110 §8.4.1.2).
            "deflate" => read_limited(DeflateDecoder::new(&*body), limit),
            "br" if is_large_window(&body) => Err(io::Error::other("the window is too large")),
            "br" => read_limited(brotli_decompressor::Decompressor::new(&*body, 4096), limit),
            _ if SIGNATURES.iter().any(|(known, start)| *known == coding && body.starts_with(start)) => {
                return Err(DecodeError::Unsupported { coding });
            }
            _ => continue,
        };
        body = match decoded {
            Ok(Some(decoded)) => decoded,
            Ok(None) => return Err(DecodeError::TooLarge),
            Err(error) => return Err(DecodeError::Malformed { coding, reason: error.to_string() }),
        };
    }
    Ok(body)
}

/// Codings that are not requested and not supported, and how what has them begins.
const SIGNATURES: &[(&str, &[u8])] =
    &[("zstd", &[0x28, 0xB5, 0x2F, 0xFD]), ("compress", &[0x1F, 0x9D]), ("x-compress", &[0x1F, 0x9D])];

/// Returns whether a body begins as a document does: with a tag or a bracket, and text. Only gzip has a signature, so the other
/// codings are told from plain text by that.
fn is_text(body: &[u8]) -> bool {
    let utf_16 = [[0xFF, 0xFE, b'<', 0], [0xFE, 0xFF, 0, b'<']];
    if utf_16.iter().any(|start| body.starts_with(start)) {
        return true;
    }
    let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body).trim_ascii_start();
    let is_character = |b: &u8| !b.is_ascii_control() || b.is_ascii_whitespace();
    matches!(body, [b'<' | b'{' | b'[', ..]) && body.iter().take(64).all(is_character)
}

fn is_gzip(body: &[u8]) -> bool {
    body.starts_with(&[0x1F, 0x8B])
}

/// `CMF` and `FLG` (RFC 1950 §2.2): the method is 8, and both together are a multiple of 31.
fn is_zlib(body: &[u8]) -> bool {
    matches!(body, [cmf, flg, ..] if cmf & 0x0F == 8 && (u16::from(*cmf) << 8 | u16::from(*flg)) % 31 == 0)
}

/// Windows of up to 1 GiB, which RFC 7932 §9.1 does not have, begin with a code that it does not use.
fn is_large_window(body: &[u8]) -> bool {
    body.first().is_some_and(|first| first & 0x7F == 0b001_0001)
}

/// Decompresses the members of a gzip file (RFC 1952 §2.2). Padding after them is ignored.
fn gunzip(body: &[u8], limit: u64) -> io::Result<Option<Vec<u8>>> {
    let mut all = Vec::new();
    let mut rest = body;
    while is_gzip(rest) {
        let mut member = flate2::bufread::GzDecoder::new(rest);
        let left = limit.saturating_sub(all.len() as u64);
        let Some(decoded) = read_limited(&mut member, left)? else { return Ok(None) };
        all.extend(decoded);
        rest = member.into_inner();
    }
    Ok(Some(all))
}

/// Reads to the end. Returns `None` if there are more than `limit` bytes.
fn read_limited(reader: impl Read, limit: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    reader.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= limit).then_some(bytes))
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

    /// One uncompressed meta-block of Brotli (RFC 7932 §9.2), and the empty last one.
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
            ("gzip", FEED.to_vec()),
            ("deflate", FEED.to_vec()),
            ("br", FEED.to_vec()),
            ("zstd", FEED.to_vec()),
            ("utf-8", FEED.to_vec()),
            ("none", FEED.to_vec()),
            ("aws-chunked", FEED.to_vec()),
            ("aws-chunked, gzip", gzip(FEED)),
            ("gzip, utf-8", gzip(FEED)),
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
        for (coding, body) in [("gzip", gzip(FEED)), ("deflate", zlib(FEED)), ("br", brotli(FEED))] {
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
            ("gzip", [&gzip(FEED)[..30], b"rubbish rubbish rubbish"].concat()),
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
        for (coding, body) in [
            ("zstd", &[0x28, 0xB5, 0x2F, 0xFD, 0][..]),
            ("compress", &[0x1F, 0x9D, 0x90]),
            ("gzip, gzip, gzip, gzip, gzip", &[0x1F, 0x8B]),
        ] {
            let result = decode(body.to_vec(), coding, 1000);
            assert!(matches!(result, Err(DecodeError::Unsupported { .. })), "{coding}: {result:?}");
        }
    }
}
