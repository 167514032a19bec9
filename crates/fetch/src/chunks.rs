//! Repair of chunked bodies.
//!
//! Some servers end the lines of the chunked coding with only a line feed (RFC 9112 §7.1 requires CR LF), and other clients accept this.
//! The client's parser does not, so the lines are repaired first.

/// The maximum length of a line with a chunk's size and extensions, and of a trailer field. Longer lines are passed on unchanged, and the
/// client rejects them.
const LONGEST_LINE: usize = 4096;

/// Repairs the lines between the chunks of a body, in whatever pieces it arrives.
#[derive(Debug, Default)]
pub(super) struct Chunks {
    state: ChunkState,
    /// The start of an incomplete line.
    line: Vec<u8>,
    /// The numbers of bytes of data, and of everything else.
    data: u64,
    overhead: u64,
}

/// The allowed number of bytes for sizes, extensions and trailers, and the additional number per byte of data: a chunk of one byte has
/// five.
const LEAST_OVERHEAD: u64 = 64 << 10;
const OVERHEAD: u64 = 8;

#[derive(Debug, Default, Clone, Copy, PartialEq)]
enum ChunkState {
    /// `chunk-size [ chunk-ext ]`
    #[default]
    Size,
    /// `chunk-data`, with the number of missing bytes.
    Data(u64),
    /// The end of the line after the data.
    DataEnd,
    /// Trailer fields, up to an empty line.
    Trailer,
    /// The end of the body, or of its valid part: the rest is not changed.
    Done,
}

impl Chunks {
    /// Moves the bytes of the body from `received` to `out`. Returns whether the body is complete; any bytes after it stay in `received`.
    pub(super) fn pass_on(&mut self, received: &mut Vec<u8>, out: &mut Vec<u8>) -> bool {
        let mut rest = &received[..];
        while !rest.is_empty() && self.state != ChunkState::Done {
            if let ChunkState::Data(missing) = self.state {
                let length = usize::try_from(missing).unwrap_or(usize::MAX).min(rest.len());
                let (data, after) = rest.split_at(length);
                out.extend(data);
                self.data += data.len() as u64;
                rest = after;
                let missing = missing - length as u64;
                self.state = if missing == 0 { ChunkState::DataEnd } else { ChunkState::Data(missing) };
                continue;
            }
            let end = memchr::memchr(b'\n', rest);
            let (part, after) = rest.split_at(end.map_or(rest.len(), |end| end + 1));
            self.line.extend(part);
            self.overhead += part.len() as u64;
            rest = after;
            if self.overhead > LEAST_OVERHEAD.saturating_add(self.data.saturating_mul(OVERHEAD)) {
                // An endless body without data. The client rejects this line.
                self.line = b"too much between the chunks\r\n".to_vec();
                self.give_up(out);
            } else if end.is_some() {
                self.end_line(out);
            } else if self.line.len() > LONGEST_LINE {
                self.give_up(out);
            }
        }
        let left = rest.len();
        received.drain(..received.len() - left);
        if self.state == ChunkState::Done && self.line.is_empty() {
            return true;
        }
        false
    }

    /// Handles a complete line.
    fn end_line(&mut self, out: &mut Vec<u8>) {
        let line = self.line.strip_suffix(b"\n").unwrap_or(&self.line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let next = match self.state {
            ChunkState::Size => match size(line) {
                Some(0) => Some(ChunkState::Trailer),
                size => size.map(ChunkState::Data),
            },
            ChunkState::DataEnd if line.is_empty() => Some(ChunkState::Size),
            ChunkState::Trailer if line.is_empty() => Some(ChunkState::Done),
            ChunkState::Trailer => Some(ChunkState::Trailer),
            ChunkState::DataEnd | ChunkState::Data(_) | ChunkState::Done => None,
        };
        let Some(next) = next else { return self.give_up(out) };
        out.extend(line);
        out.extend(b"\r\n");
        self.line.clear();
        self.state = next;
    }

    /// Passes on the rest unchanged.
    fn give_up(&mut self, out: &mut Vec<u8>) {
        out.append(&mut self.line);
        self.state = ChunkState::Done;
    }
}

/// Returns the size of a chunk.
fn size(line: &[u8]) -> Option<u64> {
    let digits = line.split(|b| *b == b';').next()?.trim_ascii();
    let digits = std::str::from_utf8(digits).ok()?;
    if digits.starts_with('+') { None } else { u64::from_str_radix(digits, 16).ok() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_that_brings_nothing_ends() {
        let line = |text: &str, count: usize| text.repeat(count).into_bytes();
        for (what, start, more, is_over) in [
            ("extensions", "", line(&format!("1;{}\r\nx\r\n", "e".repeat(4000)), 20), true),
            ("zeros", "", line(&format!("{}1\r\nx\r\n", "0".repeat(4000)), 20), true),
            ("trailers", "0\r\n", line("X: y\r\n", 20_000), true),
            ("small chunks", "", line("1\r\nx\r\n", 100_000), false),
        ] {
            let (mut received, mut out) = ([start.as_bytes(), &more].concat(), Vec::new());
            assert_eq!(Chunks::default().pass_on(&mut received, &mut out), is_over, "{what}");
            assert_eq!(out.ends_with(b"too much between the chunks\r\n"), is_over, "{what}");
        }
    }

    #[test]
    fn lines_get_their_carriage_returns() {
        let mut wrong = Vec::new();
        for (body, expected, rest) in [
            ("5\r\ntides\r\n0\r\n\r\n", "5\r\ntides\r\n0\r\n\r\n", ""),
            ("5\ntides\n0\n\n", "5\r\ntides\r\n0\r\n\r\n", ""),
            ("5;a=b\nti\nes\n0\nX: y\n\nHTTP", "5;a=b\r\nti\nes\r\n0\r\nX: y\r\n\r\n", "HTTP"),
            ("5 \r\ntides\n0\r\n\n", "5 \r\ntides\r\n0\r\n\r\n", ""),
            ("A\n\r\n\r\n\r\n\r\n\r\n\n0\n\n", "A\r\n\r\n\r\n\r\n\r\n\r\n\r\n0\r\n\r\n", ""),
            // Anything that is not a chunk is passed on to the client.
            ("x\ntides\n", "x\n", "tides\n"),
            ("5\ntidesx\n0\n\n", "5\r\ntidesx\n", "0\n\n"),
            ("+5\ntides", "+5\n", "tides"),
            ("", "", ""),
        ] {
            let whole = {
                let (mut received, mut out) = (body.as_bytes().to_vec(), Vec::new());
                Chunks::default().pass_on(&mut received, &mut out);
                (String::from_utf8(out).unwrap(), String::from_utf8(received).unwrap())
            };
            // Byte by byte.
            let (mut chunks, mut out, mut left) = (Chunks::default(), Vec::new(), Vec::new());
            let mut is_over = false;
            for byte in body.bytes() {
                left.push(byte);
                is_over = is_over || chunks.pass_on(&mut left, &mut out);
            }
            let parts = (String::from_utf8(out).unwrap(), String::from_utf8(left).unwrap());
            if whole != (expected.to_owned(), rest.to_owned()) || parts != whole {
                wrong.push((body, whole, parts));
            }
        }
        assert_eq!(wrong, []);
    }
}
