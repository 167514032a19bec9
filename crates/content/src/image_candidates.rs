//! Image candidates: the URIs of `srcset` (HTML Standard 4.8.4.2.1).

use bozofeed_text::html::characters::is_space;
use std::borrow::Cow;

/// Returns the offset, the URI and the descriptors of each image candidate.
pub(super) fn candidates(value: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    let bytes = value.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        at += count(bytes, at, |b| is_space(b) || b == b',');
        let start = at;
        let end = at + count(bytes, at, |b| !is_space(b));
        let written = value.get(start..end).filter(|written| !written.is_empty())?;
        let uri = written.trim_end_matches(',');
        at = end;
        // If no comma ends the URI, descriptors may follow, up to the next comma.
        if uri.len() == written.len() {
            at += count(bytes, at, |b| b != b',');
        }
        Some((start, uri, value.get(end..at).unwrap_or_default()))
    })
}

/// Replaces the URIs of image candidates, and removes candidates whose replacement is empty. Returns `None` if none remains. Candidates
/// are rewritten so that a browser finds the same URIs; those with parentheses, in which a comma ends nothing, are left out.
pub(super) fn rewrite_candidates<'a>(
    value: &'a str,
    rewrite: impl Fn(&'a str) -> Cow<'a, str>,
) -> Option<String> {
    let mut out = String::new();
    for (_, uri, descriptors) in candidates(value) {
        if descriptors.contains(['(', ')']) {
            continue;
        }
        let link = rewrite(uri);
        if link.is_empty() {
            continue;
        }
        if !out.is_empty() {
            out.push_str(", ");
        }
        // White space ends a URI, and so does a comma at its end.
        let path = link.trim_matches(',');
        for word in path.split_inclusive(char::is_whitespace) {
            let plain = word.trim_end();
            out.push_str(plain);
            out.push_str(if plain.len() < word.len() { "%20" } else { "" });
        }
        for descriptor in descriptors.split_ascii_whitespace() {
            out.push(' ');
            out.push_str(descriptor);
        }
    }
    (!out.is_empty()).then_some(out)
}

/// Returns how many bytes from `at` match.
fn count(bytes: &[u8], at: usize, matches: impl Fn(u8) -> bool) -> usize {
    bytes.get(at..).unwrap_or_default().iter().take_while(|&&b| matches(b)).count()
}

#[cfg(test)]
mod tests {
    use super::rewrite_candidates;

    #[test]
    fn candidates_are_rewritten_as_a_browser_finds_them() {
        for (value, expected) in [
            ("a 1x,b  2x", Some("p/a 1x, p/b 2x")),
            (" ,a,, b", Some("p/a, p/b")),
            ("blocked 1x, a 2x", Some("p/a 2x")),
            ("a (,b) 1x, c", Some("p/b) 1x, p/c")),
            ("blocked", None),
            ("", None),
        ] {
            let rewrite = |uri: &str| match uri {
                "blocked" => "".into(),
                uri => format!("p/{uri}").into(),
            };
            assert_eq!(rewrite_candidates(value, rewrite).as_deref(), expected, "{value:?}");
        }
        let spaced = rewrite_candidates("a", |_| "p q,".into());
        assert_eq!(spaced.as_deref(), Some("p%20q"));
    }
}
