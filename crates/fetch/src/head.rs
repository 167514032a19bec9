//! Repair of response heads.
//!
//! Some servers send malformed heads (RFC 9112 §5), and other clients accept them. The client's parser does not, so they are repaired
//! first.

/// The maximum number of fields passed to the client, not counting the ones that it needs. Its parser has a limit of 128.
const MOST_FIELDS: usize = 100;

/// The maximum length of a value, and of the repaired head without the fields that the client needs. The client accepts 64 KiB.
const LONGEST_VALUE: usize = 16 << 10;
const LONGEST_MENDED: usize = 48 << 10;

/// Fields that are always kept, however many come before them.
const NEEDED: &[&[u8]] = &[
    b"age", b"cache-control", b"connection", b"content-encoding", b"content-length", b"content-type",
    b"date", b"etag", b"expires", b"last-modified", b"location", b"retry-after", b"transfer-encoding",
];

/// The maximum number of carriage returns in an empty line.
const MOST_RETURNS: usize = 8;

/// Returns whether the bytes may be the start of a head: `HTTP/`, in any case, or the `ICY` of radio stations.
pub(super) fn begins(bytes: &[u8]) -> bool {
    [&b"HTTP/"[..], b"ICY "].iter().any(|start| {
        let length = start.len().min(bytes.len());
        bytes
            .get(..length)
            .is_some_and(|begin| begin.eq_ignore_ascii_case(start.get(..length).unwrap_or_default()))
    })
}

/// Returns whether bytes begin as an HTTP/2 server does, as far as they go: with a `SETTINGS` frame (RFC 9113 §3.4) or `GOAWAY`.
pub(super) fn begins_http2(bytes: &[u8]) -> bool {
    // The length, the type, the flags, and the stream (RFC 9113 §4.1).
    let is_allowed = |(at, byte): (usize, &u8)| match at {
        0 | 4..HTTP2_FRAME => *byte == 0,
        3 => matches!(byte, 4 | 7),
        _ => true,
    };
    !bytes.is_empty() && bytes.iter().take(HTTP2_FRAME).enumerate().all(is_allowed)
}

/// The length of the head of a frame of HTTP/2.
pub(super) const HTTP2_FRAME: usize = 9;

/// Returns the length of the head: everything up to and including the first empty line. `None` if it is incomplete. The first
/// `scanned` bytes were already searched.
pub(super) fn end(bytes: &[u8], scanned: usize) -> Option<usize> {
    // The line feed before an empty line, and that line without its own line feed.
    let from = scanned.saturating_sub(MOST_RETURNS + 1);
    memchr::memchr_iter(b'\n', bytes.get(from..)?).find_map(|at| {
        let after = from + at + 1;
        let line = bytes.get(after..)?;
        let returns = line.iter().take(MOST_RETURNS).take_while(|b| **b == b'\r').count();
        (line.get(returns) == Some(&b'\n')).then_some(after + returns + 1)
    })
}

/// Returns whether the body after a repaired head is chunked (RFC 9112 §7.1).
pub(super) fn is_chunked(head: &[u8]) -> bool {
    head.split(|b| *b == b'\n').any(|line| {
        let Some(colon) = memchr::memchr(b':', line) else { return false };
        let (name, value) = line.split_at(colon);
        let last = value.rsplit(|b| matches!(b, b',' | b':')).next().unwrap_or_default();
        name.eq_ignore_ascii_case(b"transfer-encoding") && last.trim_ascii().eq_ignore_ascii_case(b"chunked")
    })
}

/// Returns the status code in the first line.
pub(super) fn status(head: &[u8]) -> Option<u16> {
    let digits = head.split(|b| *b == b' ').filter(|part| !part.is_empty()).nth(1)?.get(..3)?;
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// Appends a well-formed head to `out`: with a version that the client supports, without malformed lines, with folded lines joined,
/// without white space before colons, without control characters, without a malformed Content-Length, and no larger than the client
/// accepts.
pub(super) fn mend(head: &[u8], out: &mut Vec<u8>) {
    let mut lines = head.split(|b| *b == b'\n').map(without_returns);
    write_status(lines.next().unwrap_or_default(), out);
    let mut room = Room { fields: MOST_FIELDS, bytes: LONGEST_MENDED };
    let mut field = Vec::new();
    for line in lines {
        if matches!(line, [b' ' | b'\t', ..]) {
            // `obs-fold` (RFC 9112 §5.2). A line of white space does not continue a field.
            let more = line.trim_ascii();
            if !more.is_empty() && !field.is_empty() {
                field.push(b' ');
                field.extend(more);
            }
        } else {
            room.write(&field, out);
            field.clear();
            field.extend(line);
        }
    }
    room.write(&field, out);
    out.extend(b"\r\n");
}

fn without_returns(mut line: &[u8]) -> &[u8] {
    while let Some(rest) = line.strip_suffix(b"\r") {
        line = rest;
    }
    line
}

/// Appends a status line. Whatever version the server declares, it speaks the version of the request, or the one before it: then it
/// closes the connection after the response.
fn write_status(line: &[u8], out: &mut Vec<u8>) {
    let mut parts = line.splitn(2, |b| *b == b' ');
    let version = parts.next().unwrap_or_default();
    let rest = parts.next().unwrap_or_default().trim_ascii();
    let is_old = version.eq_ignore_ascii_case(b"HTTP/1.0") || version.eq_ignore_ascii_case(b"ICY");
    out.extend(if is_old { b"HTTP/1.0 " } else { b"HTTP/1.1 " });
    out.extend(rest.iter().take(LONGEST_VALUE).map(|b| if b.is_ascii_control() { b' ' } else { *b }));
    out.extend(b"\r\n");
}

/// The remaining capacity of the client for a head.
struct Room {
    fields: usize,
    bytes: usize,
}

impl Room {
    /// Appends a field, if it is well-formed and there is room for it.
    fn write(&mut self, field: &[u8], out: &mut Vec<u8>) {
        let start = out.len();
        let Some(name) = write(field, out) else { return };
        let length = out.len() - start;
        let is_needed = NEEDED.iter().any(|needed| name.eq_ignore_ascii_case(needed));
        match (self.fields.checked_sub(1), self.bytes.checked_sub(length)) {
            (Some(fields), Some(bytes)) if length <= LONGEST_VALUE => *self = Self { fields, bytes },
            _ if is_needed => {}
            _ => out.truncate(start),
        }
    }
}

/// Appends a field, if it is well-formed. Returns its name.
fn write<'f>(field: &'f [u8], out: &mut Vec<u8>) -> Option<&'f [u8]> {
    let colon = memchr::memchr(b':', field)?;
    let (name, value) = field.split_at(colon);
    let (name, value) = (name.trim_ascii_end(), value.get(1..).unwrap_or_default().trim_ascii());
    if name.is_empty() || !name.iter().all(|b| is_token(*b)) {
        return None;
    }
    if name.eq_ignore_ascii_case(b"content-length") && !is_length(value) {
        return None;
    }
    out.extend(name);
    out.extend(b": ");
    out.extend(value.iter().map(|b| if b.is_ascii_control() && *b != b'\t' { b' ' } else { *b }));
    out.extend(b"\r\n");
    Some(name)
}

/// `tchar` (RFC 9110 §5.6.2)
fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

/// `1*DIGIT`, or a list of them (RFC 9110 §8.6).
fn is_length(value: &[u8]) -> bool {
    let is_number = |part: &[u8]| {
        let digits = part.trim_ascii();
        !digits.is_empty() && digits.len() < 20 && digits.iter().all(u8::is_ascii_digit)
    };
    value.split(|b| *b == b',').all(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_mended() {
        for (head, expected) in [
            ("A: b\r\nC:d", "A: b|C: d"),
            ("A: b\nC: d", "A: b|C: d"),
            ("A: b\r\n c\r\n\td", "A: b c d"),
            ("A: b\r\n \r\nC: d", "A: b|C: d"),
            ("no colon\r\nA: b", "A: b"),
            ("no colon\r\n more\r\nA: b", "A: b"),
            ("A : b", "A: b"),
            ("A name: b\r\nC: d", "C: d"),
            (": b\r\nC: d", "C: d"),
            ("A:", "A: "),
            ("A: b\x01c\td", "A: b c\td"),
            ("A: m\u{f6}we", "A: m\u{f6}we"),
            ("Content-Length: 12", "Content-Length: 12"),
            ("Content-Length: 12, 12", "Content-Length: 12, 12"),
            ("Content-Length: many", ""),
            ("content-length: -1", ""),
            ("content-length: 12kB", ""),
            ("content-length:", ""),
            ("content-length: 99999999999999999999", ""),
        ] {
            let head = format!("HTTP/1.1 200 OK\r\n{head}\r\n\r\n");
            let mut mended = Vec::new();
            mend(head.as_bytes(), &mut mended);
            let fields: String = expected
                .split('|')
                .filter(|field| !field.is_empty())
                .fold(String::new(), |fields, field| fields + field + "\r\n");
            let expected = format!("HTTP/1.1 200 OK\r\n{fields}\r\n");
            assert_eq!(String::from_utf8_lossy(&mended), expected, "{head}");
        }
    }

    #[test]
    fn status_lines_are_mended() {
        for (line, expected) in [
            ("HTTP/1.1 200 OK", "HTTP/1.1 200 OK"),
            ("HTTP/1.0 200 OK", "HTTP/1.0 200 OK"),
            ("http/1.1 200 OK", "HTTP/1.1 200 OK"),
            ("HTTP/1.1  200   OK", "HTTP/1.1 200   OK"),
            ("HTTP/1.1 200", "HTTP/1.1 200"),
            ("HTTP/1.1 200 \u{7}", "HTTP/1.1 200  "),
            ("HTTP/2 200", "HTTP/1.1 200"),
            ("HTTP/2.0 200 OK", "HTTP/1.1 200 OK"),
            ("ICY 200 OK", "HTTP/1.0 200 OK"),
        ] {
            let head = format!("{line}\r\r\n\r\n");
            let mut mended = Vec::new();
            mend(head.as_bytes(), &mut mended);
            assert_eq!(String::from_utf8_lossy(&mended), format!("{expected}\r\n\r\n"), "{line}");
            assert_eq!(status(head.as_bytes()), Some(200), "{line}");
        }
        for (start, expected) in
            [("", true), ("H", true), ("http/", true), ("ICY 2", true), ("ICY", true), ("<rss>", false)]
        {
            assert_eq!(begins(start.as_bytes()), expected, "{start}");
        }
    }

    #[test]
    fn heads_are_as_large_as_the_client_takes() {
        for (name, fields, kept) in [
            ("many", "Set-Cookie: a=b\r\n".repeat(500), 100),
            ("long", format!("X: {}\r\n", "a".repeat(200_000)), 0),
            ("large", format!("X: {}\r\n", "a".repeat(10_000)).repeat(20), 4),
        ] {
            let head = format!("HTTP/1.1 200 OK\r\n{fields}Content-Length: 3\r\n\r\n");
            let mut mended = Vec::new();
            mend(head.as_bytes(), &mut mended);
            assert!(mended.ends_with(b"\r\nContent-Length: 3\r\n\r\n"), "{name}");
            assert_eq!(mended.split(|b| *b == b'\n').count() - 4, kept, "{name}");
            assert!(mended.len() < 64 << 10, "{name}");
        }
    }

    #[test]
    fn the_end_is_the_first_empty_line() {
        for (bytes, expected) in [
            ("HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody\r\n\r\n", Some(25)),
            ("HTTP/1.1 200 OK\nA: b\n\nbody", Some(22)),
            ("HTTP/1.1 200 OK\r\n\r\n", Some(19)),
            ("HTTP/1.1 200 OK\r\r\n\r\r\nbody", Some(21)),
            ("HTTP/1.1 200 OK\r\nA: b\r\n\r", None),
            ("", None),
        ] {
            assert_eq!(end(bytes.as_bytes(), 0), expected, "{bytes:?}");
            // Byte by byte, and never before the end.
            let found = (1..=bytes.len()).find_map(|length| end(&bytes.as_bytes()[..length], length - 1));
            assert_eq!(found, expected, "{bytes:?}");
        }
        for (head, expected) in [("HTTP/1.1 103 Early Hints\r\n", Some(103)), ("HTTP/1.1", None)] {
            assert_eq!(status(head.as_bytes()), expected, "{head}");
        }
    }
}
