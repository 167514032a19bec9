//! URL parameters that only identify the source of a click.

use std::borrow::Cow;

use bozofeed_text::html::uri::is_http;
use bozofeed_text::included;

/// The parameters, in lower case, sorted. `x_*` matches all names that begin with `x_`; `x=y*` matches `x` with a value that begins with
/// `y`.
const FILE: &str = include_str!("tracking.txt");
const PARAMETERS: [(&str, &str); included::count(FILE)] = included::rows(FILE);

/// Returns a URL without the query parameters that only tell its server the source of a click, such as `utm_source` and `fbclid`, and
/// without a fragment that consists of them. Everything else is unchanged, and so is a URL that is neither `http` nor `https`.
///
/// The list only contains names that have no other known use. `Parser::remove_tracking` applies it to feeds.
///
/// ```
/// use bozofeed_content::without_tracking;
///
/// let url = "https://harbour.example/tides?id=3&utm_source=rss&utm_medium=feed#low";
/// assert_eq!(without_tracking(url), "https://harbour.example/tides?id=3#low");
/// assert_eq!(without_tracking("https://harbour.example/?fbclid=1a2b"), "https://harbour.example/");
/// assert_eq!(without_tracking("https://harbour.example/#xtor=RSS-1"), "https://harbour.example/");
/// ```
pub fn without_tracking(url: &str) -> Cow<'_, str> {
    if !is_http(url) || !url.contains(['?', '#']) {
        return Cow::Borrowed(url);
    }
    // The fragment comes first, since it may contain a `?` (RFC 3986 §3.5).
    let (before, fragment) =
        url.split_once('#').map_or((url, None), |(before, fragment)| (before, Some(fragment)));
    let (path, query) = before.split_once('?').map_or((before, None), |(path, query)| (path, Some(query)));
    let is_kept = |parameter: &&str| !is_tracking(parameter);
    let is_of_tracking = |fragment: &&str| fragment.split('&').all(is_tracking);
    let is_changed = query.is_some_and(|query| query.split('&').any(is_tracking))
        || fragment.is_some_and(|f| is_of_tracking(&f));
    if !is_changed {
        return Cow::Borrowed(url);
    }
    let mut out = String::with_capacity(url.len());
    out.push_str(path);
    let mut separator = '?';
    for parameter in query.iter().flat_map(|query| query.split('&')).filter(is_kept) {
        out.push(separator);
        out.push_str(parameter);
        separator = '&';
    }
    if let Some(fragment) = fragment.filter(|fragment| !is_of_tracking(fragment)) {
        out.push('#');
        out.push_str(fragment);
    }
    Cow::Owned(out)
}

/// Returns whether a parameter, `name=value`, is in the list.
fn is_tracking(parameter: &str) -> bool {
    let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
    // `&amp;utm_source=…`: the URL was escaped twice.
    let name = name.strip_prefix("amp;").unwrap_or(name).to_ascii_lowercase();
    PARAMETERS.iter().any(|(known, _)| match known.split_once('=') {
        Some((known, start)) => {
            let start = start.trim_end_matches('*');
            name == known && value.get(..start.len()).is_some_and(|value| value.eq_ignore_ascii_case(start))
        }
        None => match known.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => name == *known,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_and_in_lower_case() {
        let names = PARAMETERS.map(|(name, _)| name);
        assert!(names.is_sorted());
        assert!(names.iter().all(|name| !name.is_empty() && **name == name.to_lowercase()));
    }

    #[test]
    fn other_parameters_stay() {
        let mut wrong = Vec::new();
        for (url, expected) in [
            ("https://a.example/?utm_source=rss", "https://a.example/"),
            ("https://a.example/x?UTM_Source=rss&b", "https://a.example/x?b"),
            ("https://a.example/x?b=1&utm_source&c=2", "https://a.example/x?b=1&c=2"),
            ("https://a.example/x?b=1&amp;utm_source=rss", "https://a.example/x?b=1"),
            ("https://a.example/x?b=%26utm_source=c", "https://a.example/x?b=%26utm_source=c"),
            ("https://a.example/x?&utm_x=1", "https://a.example/x?"),
            ("https://a.example/x?source=rss-1a2b", "https://a.example/x"),
            ("https://a.example/x?source=book", "https://a.example/x?source=book"),
            ("https://a.example/x?utm=1&fbclids=2&ref=3", "https://a.example/x?utm=1&fbclids=2&ref=3"),
            ("https://a.example/x#utm_source=rss&utm_medium=feed", "https://a.example/x"),
            ("https://a.example/x#utm_source=rss&b", "https://a.example/x#utm_source=rss&b"),
            ("https://a.example/x?utm_source=rss#b?utm_source=c", "https://a.example/x#b?utm_source=c"),
            ("HTTPS://a.example/x?gclid=1", "HTTPS://a.example/x"),
            ("https://a.example/utm_source=1", "https://a.example/utm_source=1"),
            ("https://a.example/?", "https://a.example/?"),
            ("mailto:a@b.example?utm_source=rss", "mailto:a@b.example?utm_source=rss"),
            ("?utm_source=rss", "?utm_source=rss"),
            ("", ""),
        ] {
            let found = without_tracking(url);
            if found != expected {
                wrong.push((url, found));
            }
        }
        assert_eq!(wrong, []);
    }

    #[test]
    fn nothing_is_left_to_remove() {
        use bozofeed_testing::{check, pieces};
        const PIECES: &[&str] =
            &["https://", "a.example", "/", "?", "&", "#", "utm_source", "=", "fbclid", "amp;", "x", ";"];
        check(2000, |u| {
            let url = pieces(u, 0..=12, PIECES)?;
            let once = without_tracking(&url).into_owned();
            assert_eq!(without_tracking(&once), once, "{url}");
            Ok(())
        });
    }
}
