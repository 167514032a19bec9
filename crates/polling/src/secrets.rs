//! Secrets in URLs: the only rule for finding them, wherever a URL is shown.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// The replacement for a secret.
const HIDDEN: &str = "***";

/// Words in the names of parameters with secret values: `feed_token`, `X-Amz-Signature`, `authKey`.
const WORDS: &[&str] = &[
    "auth", "authorization", "credential", "credentials", "hash", "hmac", "jsessionid", "jwt", "key", "otp",
    "pass", "passphrase", "passwd", "password", "phpsessid", "pw", "pwd", "secret", "session", "sessionid",
    "sid", "sig", "sign", "signature", "ticket", "token",
];

/// The suffixes of names that are a single word: `rsstoken`.
const ENDS: &[&str] = &["auth", "hmac", "passwd", "password", "secret", "sessid", "signature", "token"];

/// The prefixes of names that end with `key`: `apikey`, but not `monkey`.
const KEYS: &[&str] = &[
    "access", "account", "api", "app", "auth", "client", "feed", "license", "member", "pass", "private",
    "rss", "secret", "security", "session", "sub", "user",
];

/// The minimum length of a secret in a path. Shorter segments are words.
const SHORTEST: usize = 16;

/// Returns a URL or a reference with its secrets hidden. Its user and password are ignored.
pub(super) fn hidden(text: &str) -> Cow<'_, str> {
    hide(text, true)
}

/// With `with_nested`, also checks URLs in parameter values.
fn hide(text: &str, with_nested: bool) -> Cow<'_, str> {
    let (front, fragment) = text.split_once('#').map_or((text, None), |(front, rest)| (front, Some(rest)));
    let (path, query) = front.split_once('?').map_or((front, None), |(path, rest)| (path, Some(rest)));
    let mut to = String::with_capacity(text.len());
    let mut before = "";
    for segment in path.split_inclusive('/') {
        let name = segment.strip_suffix('/').unwrap_or(segment);
        if is_secret_segment(name, before) {
            to.push_str(HIDDEN);
            to.push_str(segment.get(name.len()..).unwrap_or_default());
        } else {
            to.push_str(segment);
        }
        before = name;
    }
    for (delimiter, parameters) in [('?', query), ('#', fragment)] {
        let Some(parameters) = parameters else { continue };
        to.push(delimiter);
        for parameter in parameters.split_inclusive(['&', ';']) {
            let pair = parameter.strip_suffix(['&', ';']).unwrap_or(parameter);
            match pair.split_once('=') {
                Some((name, value)) if is_secret_parameter(name, value, with_nested) => {
                    to.push_str(name);
                    to.push('=');
                    to.push_str(HIDDEN);
                    to.push_str(parameter.get(pair.len()..).unwrap_or_default());
                }
                _ => to.push_str(parameter),
            }
        }
    }
    if to == text { Cow::Borrowed(text) } else { Cow::Owned(to) }
}

/// Returns whether a path segment is a secret: a calendar's `private-…`, a segment after `private` or after the name of a secret, or
/// a JSON Web Token.
fn is_secret_segment(segment: &str, before: &str) -> bool {
    let has_digit = segment.bytes().any(|byte| byte.is_ascii_digit());
    if segment.len() < SHORTEST || !has_digit {
        return false;
    }
    let is_private = |text: &str| text.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("private"));
    segment.starts_with("eyJ")
        || is_private(segment) && segment.as_bytes().get(7) == Some(&b'-')
        || is_private(before) && before.len() == 7
        || is_secret_name(before)
}

fn is_secret_parameter(name: &str, value: &str, with_nested: bool) -> bool {
    if value.is_empty() {
        return false;
    }
    let decoded = |text| percent_decode_str(text).decode_utf8_lossy();
    if is_secret_name(&decoded(name)) {
        return true;
    }
    let value = decoded(value);
    with_nested && value.contains("://") && matches!(hide(&value, false), Cow::Owned(_))
}

/// Returns whether this is the name of a secret.
fn is_secret_name(name: &str) -> bool {
    let mut word = String::new();
    let mut was_lower = false;
    let mut is_secret = false;
    for c in name.chars().chain(['_']) {
        let begins = c.is_ascii_uppercase() && was_lower;
        was_lower = c.is_ascii_lowercase();
        if !c.is_ascii_alphanumeric() || begins {
            is_secret = is_secret || is_secret_word(&word);
            word.clear();
        }
        if c.is_ascii_alphanumeric() {
            word.push(c.to_ascii_lowercase());
        }
    }
    is_secret
}

fn is_secret_word(word: &str) -> bool {
    WORDS.contains(&word)
        || ENDS.iter().any(|end| word.ends_with(end))
        || word.strip_suffix("key").is_some_and(|start| KEYS.contains(&start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bozofeed_testing::{LETTERS, check, text};

    #[test]
    fn secrets_are_hidden_and_nothing_else_is() {
        let mut wrong = Vec::new();
        for (url, expected) in [
            ("https://h.example/feed?auth=s3cret", "https://h.example/feed?auth=***"),
            ("https://h.example/feed?a=b&token=s3cret&c=d#e", "https://h.example/feed?a=b&token=***&c=d#e"),
            ("https://h.example/feed?feed_token=s3cret;x=y", "https://h.example/feed?feed_token=***;x=y"),
            ("https://h.example/feed?key=s3cret", "https://h.example/feed?key=***"),
            ("https://h.example/feed?sig=s3cret", "https://h.example/feed?sig=***"),
            ("https://h.example/feed?X-Amz-Signature=s3cret", "https://h.example/feed?X-Amz-Signature=***"),
            ("https://h.example/feed?accessToken=s3cret", "https://h.example/feed?accessToken=***"),
            ("https://h.example/feed?rsstoken=s3cret", "https://h.example/feed?rsstoken=***"),
            ("https://h.example/feed?apikey=s3cret", "https://h.example/feed?apikey=***"),
            ("https://h.example/feed?PHPSESSID=s3cret", "https://h.example/feed?PHPSESSID=***"),
            ("https://h.example/feed?user%5Btoken%5D=s3cret", "https://h.example/feed?user%5Btoken%5D=***"),
            ("https://h.example/feed?user[token]=s3cret", "https://h.example/feed?user[token]=***"),
            ("https://h.example/feed#access_token=s3cret", "https://h.example/feed#access_token=***"),
            ("/feed?token=s3cret", "/feed?token=***"),
            (
                "https://h.example/get?url=https%3A%2F%2Fi.example%2F%3Ftoken%3Ds3cret",
                "https://h.example/get?url=***",
            ),
            (
                "https://h.example/ical/anna/private-s3cret0123456789/basic.ics",
                "https://h.example/ical/anna/***/basic.ics",
            ),
            (
                "https://h.example/podcast/7/private/s3cret-01234567.rss",
                "https://h.example/podcast/7/private/***",
            ),
            ("https://h.example/rss/token/s3cret0123456789", "https://h.example/rss/token/***"),
            ("https://h.example/eyJhbGciOiJIUzI1NiJ9s3cret/rss", "https://h.example/***/rss"),
            ("https://h.example/feed?token=", "https://h.example/feed?token="),
            ("https://h.example/feed?token", "https://h.example/feed?token"),
            (
                "https://h.example/author?author=anna&keyword=sea",
                "https://h.example/author?author=anna&keyword=sea",
            ),
            ("https://h.example/feed?design=7&page=2&q=a+b", "https://h.example/feed?design=7&page=2&q=a+b"),
            ("https://h.example/monkey?monkey=7", "https://h.example/monkey?monkey=7"),
            ("https://h.example/private/anna/feed", "https://h.example/private/anna/feed"),
            (
                "https://h.example/get?url=https%3A%2F%2Fi.example%2Ffeed",
                "https://h.example/get?url=https%3A%2F%2Fi.example%2Ffeed",
            ),
            ("", ""),
        ] {
            if hidden(url) != expected {
                wrong.push(format!("{url}: {}", hidden(url)));
            }
        }
        assert_eq!(wrong, [] as [String; 0]);
    }

    #[test]
    fn what_is_hidden_once_stays_as_it_is() {
        check(256, |u| {
            let url = text(u, 0..=30, &[LETTERS, "?&;=#/%:_-0123456789", "ö"])? + "token=s3cret";
            let once = hidden(&url).into_owned();
            assert_eq!(hidden(&once), once, "{url}");
            Ok(())
        });
    }
}
