//! The head of a response, made well-formed.
//!
//! Servers send heads that are not (RFC 9112 §5), and other clients read them. The parser of the client does not, so it gets
//! them mended.

/// Returns the length of the head: everything up to and including the first empty line. `None` if it is not complete.
/// `scanned` bytes were searched before.
pub(super) fn end(bytes: &[u8], scanned: usize) -> Option<usize> {
    // An empty line is at most three bytes long with the line feed before it.
    let from = scanned.saturating_sub(3);
    memchr::memchr_iter(b'\n', bytes.get(from..)?).find_map(|at| {
        let after = from + at + 1;
        match bytes.get(after..)? {
            [b'\n', ..] => Some(after + 1),
            [b'\r', b'\n', ..] => Some(after + 2),
            _ => None,
        }
    })
}

/// Returns whether the body after a head that was mended is chunked (RFC 9112 §7.1).
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
    let digits = head.split(|b| *b == b' ').nth(1)?.get(..3)?;
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// Appends a well-formed head to `out`: without lines that are not fields, with folded lines joined, without white space
/// before colons, without control characters, and without a Content-Length that is not a number.
pub(super) fn mend(head: &[u8], out: &mut Vec<u8>) {
    let mut lines = head.split(|b| *b == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    out.extend(lines.next().unwrap_or_default());
    out.extend(b"\r\n");
    let mut field = Vec::new();
    for line in lines {
        if matches!(line, [b' ' | b'\t', ..]) {
            // `obs-fold` (RFC 9112 §5.2). A line of white space continues nothing.
            let more = line.trim_ascii();
            if !more.is_empty() && !field.is_empty() {
                field.push(b' ');
                field.extend(more);
            }
        } else {
            write(&field, out);
            field.clear();
            field.extend(line);
        }
    }
    write(&field, out);
    out.extend(b"\r\n");
}

/// Appends a field, if it is one.
fn write(field: &[u8], out: &mut Vec<u8>) {
    let Some(colon) = memchr::memchr(b':', field) else { return };
    let (name, value) = field.split_at(colon);
    let (name, value) = (name.trim_ascii_end(), value.get(1..).unwrap_or_default().trim_ascii());
    if name.is_empty() || !name.iter().all(|b| is_token(*b)) {
        return;
    }
    if name.eq_ignore_ascii_case(b"content-length") && !is_length(value) {
        return;
    }
    out.extend(name);
    out.extend(b": ");
    out.extend(value.iter().map(|b| if b.is_ascii_control() && *b != b'\t' { b' ' } else { *b }));
    out.extend(b"\r\n");
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
    fn the_end_is_the_first_empty_line() {
        for (bytes, expected) in [
            ("HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody\r\n\r\n", Some(25)),
            ("HTTP/1.1 200 OK\nA: b\n\nbody", Some(22)),
            ("HTTP/1.1 200 OK\r\n\r\n", Some(19)),
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
