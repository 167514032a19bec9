//! Comments in parentheses (RFC 5322 §3.2.2).

use std::borrow::Cow;

use super::zone;

/// Replaces each comment with a space. Comments that name a zone are kept, since many programs write the zone in a comment. An unclosed
/// comment extends to the end of the text.
pub(super) fn strip(text: &str) -> Cow<'_, str> {
    let Some((before, comment)) = split(text) else {
        return Cow::Borrowed(text);
    };
    // The common case, a single comment at the end, needs no copy.
    if comment.after.is_empty() {
        return Cow::Borrowed(if comment.names_zone() { text } else { before });
    }
    let mut stripped = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, comment)) = split(rest) {
        stripped.push_str(before);
        if comment.names_zone() {
            stripped.push_str(comment.text);
        } else {
            stripped.push(' ');
        }
        rest = comment.after;
    }
    stripped.push_str(rest);
    Cow::Owned(stripped)
}

struct Comment<'a> {
    /// Including its parentheses.
    text: &'a str,
    after: &'a str,
}

impl Comment<'_> {
    fn names_zone(&self) -> bool {
        let content = self.text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        content.is_some_and(|content| zone::is_known(content.trim().as_bytes()))
    }
}

/// Splits the text at its first comment. Comments nest, and a backslash escapes the next character.
fn split(text: &str) -> Option<(&str, Comment<'_>)> {
    let (before, _) = text.split_once('(')?;
    let text = text.get(before.len()..)?;
    let mut depth = 0_usize;
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            // First, so that an escaped parenthesis or backslash has no special meaning (`quoted-pair`, RFC 5322 §3.2.1).
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'(' => depth += 1,
            b')' if depth == 1 => {
                let (text, after) = text.split_at_checked(at + 1)?;
                return Some((before, Comment { text, after }));
            }
            b')' => depth -= 1,
            _ => {}
        }
    }
    Some((before, Comment { text, after: "" }))
}

#[cfg(test)]
mod tests {
    use super::strip;

    #[test]
    fn comments_become_spaces_unless_they_name_a_zone() {
        for (text, stripped) in [
            ("1 Jan 2004", "1 Jan 2004"),
            ("1 (first) Jan 2004", "1   Jan 2004"),
            ("1(first)Jan 2004", "1 Jan 2004"),
            ("10:00 +0000 (UTC)", "10:00 +0000 (UTC)"),
            ("10:00 ( est ) 2004", "10:00 ( est ) 2004"),
            ("10:00 +0100 (summer time)", "10:00 +0100 "),
            ("10:00 +0100 (a (b) c)", "10:00 +0100 "),
            (r"10:00 (a \) b) GMT", "10:00   GMT"),
            (r"10:00 (a \( b) GMT", "10:00   GMT"),
            (r"10:00 (a (b \) (c)) \\) GMT", "10:00   GMT"),
            ("10:00 (never closed GMT", "10:00 "),
            ("(", ""),
            (")", ")"),
            (r"(\", ""),
            ("(é\\é)é", " é"),
        ] {
            assert_eq!(strip(text), stripped, "{text}");
        }
    }
}
