//! Pages that redirect browsers: `<meta http-equiv="refresh">`, the `Refresh` header, and consent pages.

use bozofeed::content::BoundedUrlParser;
use bozofeed::page::PageTag;
use url::Url;

/// The longest delay, in seconds: a longer one gives people time to read the page.
const LONGEST: u64 = 60;

/// Returns the target of a `meta` refresh, verbatim.
pub(super) fn of_meta(tag: &PageTag<'_>) -> Option<String> {
    let is_refresh = tag.attribute("http-equiv")?.trim().eq_ignore_ascii_case("refresh");
    parse(&tag.attribute("content").filter(|_| is_refresh)?).map(str::to_owned)
}

/// Returns the URL in a value such as `0; url=/en/` (HTML Standard 4.2.5.3, shared declarative refresh steps). `None` if the page is
/// only reloaded.
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

/// Words in the hosts and paths of pages that must be answered before the next page: pages that ask for consent, a name or an age, or
/// test for robots.
const WALLS: &[&str] = &[
    "accounts", "agecheck", "agegate", "auth", "authenticate", "authwall", "captcha", "challenge",
    "checkpoint", "consent", "cookie", "cookies", "cookiewall", "einwilligung", "gate", "gdpr", "guce",
    "identity", "login", "logon", "myprivacy", "oauth", "over18", "paywall", "privacy", "session", "sign",
    "signin", "signup", "sorry", "sso", "verify", "wall", "zustimmung",
];

/// Query fields that contain the URL of the next page, in lower case and without `_` and `-`.
const BEHIND: &[&str] = &[
    "callback", "callbackurl", "continue", "continueurl", "dest", "destination", "done", "forwardurl",
    "goto", "next", "nextpage", "originalurl", "redirect", "redirectto", "redirecturi", "redirecturl",
    "return", "returnpath", "returnto", "returnuri", "returnurl", "sessionredirect", "successurl", "target",
    "targeturl", "uri", "url",
];

/// The maximum number of consecutive pages of this kind.
const MOST_WALLS: usize = 3;

/// Returns the URL of the page after a consent or login page, taken from the latter's URL. `None` for other pages.
pub(super) fn behind_wall(page: &str, urls: &BoundedUrlParser) -> Option<String> {
    let mut page = urls.parse(page)?;
    let mut found = None;
    for _ in 0..MOST_WALLS {
        let Some(behind) = behind(&page, urls) else { break };
        page = behind;
        found = Some(());
    }
    found.map(|()| page.into())
}

fn behind(page: &Url, urls: &BoundedUrlParser) -> Option<Url> {
    let words = |text: &str| {
        let mut words = text.split(|c: char| !c.is_ascii_alphanumeric());
        words.any(|word| WALLS.iter().any(|wall| wall.eq_ignore_ascii_case(word)))
    };
    // The domain itself may contain such a word by chance.
    let labels = page.host_str().unwrap_or_default();
    let below = labels.rsplitn(3, '.').nth(2).unwrap_or_default();
    if !words(below) && !words(page.path()) {
        return None;
    }
    let mut fields = page.query_pairs().filter(|(name, _)| {
        let name: String = name.chars().filter(|c| !matches!(c, '_' | '-')).collect();
        BEHIND.iter().any(|known| known.eq_ignore_ascii_case(&name))
    });
    fields.find_map(|(_, value)| {
        let is_path = value.starts_with('/') && !value.starts_with("//");
        let url = if is_path { urls.join(page, &value)? } else { urls.parse(&value)? };
        // A front page on the same host is of no use: the guesses for the page itself already cover it.
        let is_other = url.host_str() != page.host_str() || url.path().len() > 1;
        (is_other && matches!(url.scheme(), "http" | "https")).then_some(url)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn the_page_behind_a_wall_is_in_its_url() {
        let urls = BoundedUrlParser::new();
        let wrong: Vec<_> = [
            (
                "https://consent.harbour.example/m?continue=https%3A%2F%2Fwww.harbour.example%2F%40anna&gl=DE",
                "https://www.harbour.example/@anna",
            ),
            ("https://harbour.example/login/?next=/anna/", "https://harbour.example/anna/"),
            (
                "https://harbour.example/authwall?trk=x&sessionRedirect=https%3A%2F%2Fharbour.example%2Fboats",
                "https://harbour.example/boats",
            ),
            (
                "https://www.harbour.example/zustimmung?url=https%3A%2F%2Fwww.harbour.example%2Ftides",
                "https://www.harbour.example/tides",
            ),
            ("https://harbour.example/sign-in?redirect_to=%2Ftides", "https://harbour.example/tides"),
            (
                "https://myprivacy.paper.example/consent?callbackUrl=https%3A%2F%2Fharbour.example%2Fgate%3FredirectUri%3D%252Ftides",
                "https://harbour.example/tides",
            ),
            ("https://harbour.example/share?url=https%3A%2F%2Ffriend.example%2F", ""),
            ("https://harbour.example/cookies?ref=https%3A%2F%2Ffriend.example%2F", ""),
            ("https://harbour.example/login", ""),
            ("https://harbour.example/login?next=%2F", ""),
            ("https://harbour.example/login?next=javascript:x", ""),
            ("https://harbour.example/login?next=%2F%2Ffriend.example", ""),
            ("https://login.example/boats?next=https%3A%2F%2Ffriend.example%2F", ""),
            ("harbour.example/login?next=/x", ""),
        ]
        .into_iter()
        .map(|(page, expected)| (page, behind_wall(page, &urls).unwrap_or_default(), expected))
        .filter(|(_, found, expected)| found != expected)
        .collect();
        assert_eq!(wrong, []);
    }
}
