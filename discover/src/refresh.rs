//! Pages that send a browser to another page: `<meta http-equiv="refresh">`, and the `Refresh` header.

use bozofeed::page::PageTag;

/// The longest time, in seconds: who waits longer is meant to read the page.
const LONGEST: u64 = 60;

/// Returns the URL to which a `meta` element sends a browser, as written.
pub(super) fn of_meta(tag: &PageTag<'_>) -> Option<String> {
    let is_refresh = tag.attribute("http-equiv")?.trim().eq_ignore_ascii_case("refresh");
    parse(&tag.attribute("content").filter(|_| is_refresh)?).map(str::to_owned)
}

/// Returns the URL of a value such as `0; url=/en/` (HTML Standard 4.2.5.3, shared declarative refresh steps). `None` if the page
/// is only loaded again.
pub(super) fn parse(value: &str) -> Option<&str> {
    let value = value.trim_start();
    let seconds = value.split(|c: char| !c.is_ascii_digit()).next()?;
    if seconds.is_empty() && !value.starts_with('.') {
        return None;
    }
    if !seconds.is_empty() && !seconds.parse().is_ok_and(|seconds: u64| seconds <= LONGEST) {
        return None;
    }
    let rest = value.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').trim_start();
    let rest = rest.strip_prefix([';', ',']).unwrap_or(rest).trim_start();
    let after_name = rest.get(..3).filter(|name| name.eq_ignore_ascii_case("url")).and_then(|_| {
        let after = rest.get(3..)?.trim_start();
        after.strip_prefix('=').map(str::trim_start)
    });
    let url = after_name.unwrap_or(rest);
    let url = match url.chars().next() {
        Some(quote @ ('"' | '\'')) => url.split(quote).nth(1)?,
        _ => url,
    };
    Some(url.trim()).filter(|url| !url.is_empty())
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn refreshes_are_those_of_a_browser() {
        let wrong: Vec<_> = [
            ("0; url=/en/", Some("/en/")),
            ("0;URL='/en/'", Some("/en/")),
            ("5,url = \"/en/\"x", Some("/en/")),
            ("0 /en/", Some("/en/")),
            ("0;/en/", Some("/en/")),
            (" .5; url=/en/", Some("/en/")),
            ("1.5; url=/en/", Some("/en/")),
            ("0; urls", Some("urls")),
            ("0; url=", None),
            ("0; url=''", None),
            ("300", None),
            ("300; url=/en/", None),
            ("99999999999999999999; url=/en/", None),
            ("url=/en/", None),
            ("", None),
        ]
        .into_iter()
        .filter(|(value, expected)| parse(value) != *expected)
        .collect();
        assert_eq!(wrong, []);
    }
}
