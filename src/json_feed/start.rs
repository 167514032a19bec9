//! The start of a JSON Feed: the first character, or an object after text from a server or a script.

/// The number of bytes searched for a JSON Feed, and then for its version.
const SEARCHED: usize = 4096;

/// Strings that, before an object, show that the document is not JSON.
const OTHERS: &[&[u8]] =
    &[b"<?xml", b"<rss", b"<feed", b"<rdf:", b"<atom:", b"<channel", b"<opml", b"<html", b"<!doctype"];

/// Returns whether a text is JSON, judging by its beginning.
pub fn is_json(text: &str) -> bool {
    start(text).is_some()
}

/// Returns the offset of the JSON in a text: the first character, or an object after other text if it has the version of a JSON
/// Feed (JSON Feed, "version").
pub(super) fn start(text: &str) -> Option<usize> {
    let rest = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}');
    // XML documents and pages never begin with a bracket, so no further check is needed.
    if rest.starts_with(['{', '[']) {
        return Some(text.len() - rest.len());
    }
    let bytes = rest.as_bytes();
    let front = bytes.get(..SEARCHED).unwrap_or(bytes);
    let start = bozofeed_text::forward::memchr_iter(b'{', front).find(|start| opens_object(bytes, *start))?;
    let object = bytes.get(start..)?;
    let head = object.get(..SEARCHED).unwrap_or(object);
    // After other text, only the version distinguishes a JSON Feed from the braces in a script or in prose.
    let version = bozofeed_text::forward::memmem::find(head, b"\"version\"")?;
    bozofeed_text::forward::memmem::find(head.get(version..)?, b"jsonfeed.org")?;
    let is_other = front.get(..start)?.iter().enumerate().any(|(at, byte)| {
        *byte == b'<' && OTHERS.iter().any(|other| starts_with_ignoring_case(front.get(at..), other))
    });
    (!is_other).then(|| text.len() - rest.len() + start)
}

/// Returns whether the brace at `at` is followed by a string, as in a JSON object.
fn opens_object(bytes: &[u8], at: usize) -> bool {
    bytes.iter().skip(at + 1).take(SEARCHED).find(|b| !b.is_ascii_whitespace()) == Some(&b'"')
}

fn starts_with_ignoring_case(text: Option<&[u8]>, start: &[u8]) -> bool {
    text.and_then(|text| text.get(..start.len())).is_some_and(|text| text.eq_ignore_ascii_case(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_json_feed_begins_behind_rubbish_if_it_says_what_it_is() {
        const OBJECT: &str = r#"{"version": "https://jsonfeed.org/version/1.1", "items": []}"#;
        for (front, found) in [
            ("", true),
            (" \u{FEFF}\n", true),
            ("// hi\n", true),
            ("/* {hi} */", true),
            ("callback(", true),
            ("var feed = ", true),
            ("<br />\n<b>Warning</b>: {é} in line 3<br />\n", true),
            ("<?xml version='1.0'?>", false),
            ("<RSS version='2.0'><channel><title>", false),
            ("x <feed><title>", false),
            ("<!DOCTYPE html><pre>", false),
        ] {
            let start = start(&format!("{front}{OBJECT}"));
            assert_eq!(start, found.then_some(front.len()), "{front}");
        }
        for text in [
            "", "x", "x {", "x {}", "x {\"a\":1}", "x { \"version\": \"1\" }", "a {jsonfeed.org \"version\"}",
        ] {
            assert_eq!(start(text), None, "{text}");
        }
        for text in ["[]", "{}", "{\"a\":1}"] {
            assert_eq!(start(text), Some(0), "{text}");
        }
        let far = format!("{}{OBJECT}", "x".repeat(SEARCHED));
        assert_eq!(start(&far), None);
    }
}
