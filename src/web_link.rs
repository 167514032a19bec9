//! Web links (RFC 8288), and the `Link` field of an HTTP response (§3).

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use crate::Headers;
use bozofeed_text::media_type::normalized;

/// A link from a page or a feed to another resource (RFC 8288): from the `Link` field of an HTTP response, or a [`link` or `a`
/// element](crate::page::PageTag::link).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct WebLink {
    /// The target.
    pub href: String,
    /// The relations as written, separated by white space. Empty if there are none.
    pub rel: String,
    /// The media type, in lower case and without parameters.
    pub media_type: Option<String>,
    /// The title.
    pub title: Option<String>,
    /// The language of the target.
    pub hreflang: Option<String>,
    /// The media or devices for which the target is intended.
    pub media: Option<String>,
    /// The context of the link, resolved, if it is not the response itself.
    pub anchor: Option<String>,
}

impl WebLink {
    /// Returns the links of every `Link` field of a response (RFC 8288), in order. Targets are resolved against `base`.
    ///
    /// ```
    /// use bozofeed::{Headers, WebLink};
    ///
    /// let headers: Headers = [("Link", "</tides>; rel=\"self\", <https://hub.example/>; rel=hub")].into_iter().collect();
    /// let links = WebLink::of_headers(&headers, "https://harbour.example/");
    /// assert_eq!(links[0].href, "https://harbour.example/tides");
    /// assert!(links[1].has_rel("hub"));
    /// ```
    pub fn of_headers(headers: &Headers, base: &str) -> Vec<Self> {
        let fields = headers.iter().filter(|(name, _)| *name == "link");
        fields.flat_map(|(_, field)| LinkValues { rest: field, base }).collect()
    }

    /// Returns whether the link has this relation, ignoring case.
    pub fn has_rel(&self, name: &str) -> bool {
        self.rel.split_ascii_whitespace().any(|rel| rel.eq_ignore_ascii_case(name))
    }
}

/// `Link = [ ( "," / link-value ) *( OWS "," [ OWS link-value ] ) ]`
struct LinkValues<'a> {
    rest: &'a str,
    base: &'a str,
}

impl Iterator for LinkValues<'_> {
    type Item = WebLink;

    fn next(&mut self) -> Option<WebLink> {
        // Anything outside of `<` and `>` is skipped.
        let (_, rest) = self.rest.split_once('<')?;
        let (target, rest) = rest.split_once('>')?;
        self.rest = rest;
        let mut link = WebLink { href: self.resolve(target), ..WebLink::default() };
        let mut has_rel = false;
        while let Some((name, value)) = self.parameter() {
            let is = |known: &str| name.eq_ignore_ascii_case(known);
            // RFC 8288 §3.3: the first `rel` takes precedence.
            if is("rel") && !std::mem::replace(&mut has_rel, true) {
                link.rel = value.into_owned();
            } else if is("type") && link.media_type.is_none() {
                link.media_type = Some(normalized(&value).into_owned());
            } else if is("title*") {
                // It takes precedence over `title`, regardless of their order (§3.4.1).
                link.title = extended(&value).or(link.title);
            } else if is("title") && link.title.is_none() {
                link.title = Some(value.into_owned());
            } else if is("hreflang") && link.hreflang.is_none() {
                link.hreflang = Some(value.into_owned());
            } else if is("media") && link.media.is_none() {
                link.media = Some(value.into_owned());
            } else if is("anchor") && link.anchor.is_none() {
                link.anchor = Some(self.resolve(&value)).filter(|anchor| anchor != self.base);
            }
        }
        Some(link)
    }
}

impl<'a> LinkValues<'a> {
    fn resolve(&self, target: &str) -> String {
        bozofeed_text::html::resolve::resolve(self.base, target.trim()).into_owned()
    }

    /// `link-param = token BWS [ "=" BWS ( token / quoted-string ) ]`
    ///
    /// Returns `None` after the last parameter of a link.
    fn parameter(&mut self) -> Option<(&'a str, Cow<'a, str>)> {
        let rest = self.rest.trim_start_matches([' ', '\t', ';']);
        if rest.is_empty() || rest.starts_with(',') {
            self.rest = rest;
            return None;
        }
        let end = rest.find(['=', ';', ',']).unwrap_or(rest.len());
        let (name, rest) = rest.split_at(end);
        let Some(value) = rest.strip_prefix('=') else {
            self.rest = rest;
            return Some((name.trim(), Cow::Borrowed("")));
        };
        let value = value.trim_start_matches([' ', '\t']);
        let (value, rest) = if let Some(quoted) = value.strip_prefix('"') {
            unquoted(quoted)
        } else {
            let (value, rest) = value.split_at(value.find([';', ',']).unwrap_or(value.len()));
            (Cow::Borrowed(value.trim()), rest)
        };
        self.rest = rest;
        Some((name.trim(), value))
    }
}

/// Returns the content of a quoted string, which may lack its closing quote, and the text after it (RFC 9110 §5.6.4).
fn unquoted(text: &str) -> (Cow<'_, str>, &str) {
    let Some(end) = text.find(['"', '\\']) else { return (Cow::Borrowed(text), "") };
    let (plain, rest) = text.split_at(end);
    if let Some(rest) = rest.strip_prefix('"') {
        return (Cow::Borrowed(plain), rest);
    }
    let mut value = plain.to_owned();
    let mut characters = rest.chars();
    loop {
        match characters.next() {
            None | Some('"') => return (Cow::Owned(value), characters.as_str()),
            Some('\\') => value.extend(characters.next()),
            Some(c) => value.push(c),
        }
    }
}

/// `ext-value = charset "'" [ language ] "'" value-chars` (RFC 8187 §3.2); UTF-8 is the only supported charset.
fn extended(value: &str) -> Option<String> {
    let (charset, rest) = value.split_once('\'')?;
    let (_, encoded) = rest.split_once('\'')?;
    let is_utf_8 = charset.eq_ignore_ascii_case("utf-8");
    is_utf_8.then(|| percent_decode_str(encoded).decode_utf8().ok().map(Cow::into_owned))?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(field: &str) -> Vec<WebLink> {
        let headers: Headers = [("Link", field)].into_iter().collect();
        WebLink::of_headers(&headers, "https://harbour.example/tides/")
    }

    #[test]
    fn fields_are_split_into_links() {
        for (field, expected) in [
            ("", &[][..]),
            ("<a>; rel=self", &["https://harbour.example/tides/a self"]),
            (
                "<a>; rel=\"self hub\", <b>;rel=next",
                &["https://harbour.example/tides/a self hub", "https://harbour.example/tides/b next"],
            ),
            ("<a,b;c>; rel=x", &["https://harbour.example/tides/a,b;c x"]),
            ("<a>; title=\"x, <y>; rel=no\"; rel=yes", &["https://harbour.example/tides/a yes"]),
            ("<a>; rel=first; rel=second", &["https://harbour.example/tides/a first"]),
            ("<a>; REL = \"x\" ; other", &["https://harbour.example/tides/a x"]),
            (", ,<a>;rel=x,,", &["https://harbour.example/tides/a x"]),
            ("<a>", &["https://harbour.example/tides/a "]),
            ("<>; rel=self", &["https://harbour.example/tides/ self"]),
            ("<a; rel=x", &[]),
            ("a; rel=x", &[]),
            ("<a>; rel=\"x", &["https://harbour.example/tides/a x"]),
            ("<a>; rel=\"x\\\"y\\", &["https://harbour.example/tides/a x\"y"]),
        ] {
            let found: Vec<_> =
                links(field).iter().map(|link| format!("{} {}", link.href, link.rel)).collect();
            assert_eq!(found, expected, "{field}");
        }
    }

    #[test]
    fn parameters_are_read() {
        let field = "<a>; rel=alternate; type=\"application/rss+xml\"; title=\"plain\"; \
                     title*=UTF-8'en'%E2%82%AC%20rates+1; hreflang=en; anchor=\"#x\"";
        let [link] = links(field).try_into().unwrap();
        assert_eq!(link.media_type.as_deref(), Some("application/rss+xml"));
        assert_eq!(link.title.as_deref(), Some("\u{20ac} rates+1"));
        assert_eq!(link.hreflang.as_deref(), Some("en"));
        assert_eq!(link.anchor.as_deref(), Some("https://harbour.example/tides/#x"));
    }
}
