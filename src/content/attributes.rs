//! The attributes of a start tag, made safe in one pass, as [`rewrite`](super::rewrite) and ammonia make them one
//! after the other.

use super::html::decode;
use super::plain::{Kind, Plain, PlainAttribute};
use super::rules::{Role, Rules, role};
use super::sanitize::namespace_of_root;
use super::tag::{Attribute, lower};
use super::uri;
use std::borrow::Cow;
use url::Url;

/// What becomes of an attribute.
enum Fate<'a> {
    Kept(Cow<'a, str>),
    /// It was never let in.
    Refused,
    /// It was let in and taken out later, when the last attribute takes its place.
    Removed,
}

/// The attributes of one element after another.
pub(super) struct Attributes<'a, 'b> {
    /// The attributes as they are written.
    pub(super) written: Vec<Attribute<'a>>,
    read: Vec<(&'static str, Fate<'a>)>,
    base: Option<&'b str>,
    rules: &'b Rules,
}

impl<'b> Attributes<'_, 'b> {
    pub(super) fn new(base: Option<&'b str>, rules: &'b Rules) -> Self {
        Self {
            written: Vec::new(),
            read: Vec::new(),
            base,
            rules,
        }
    }

    /// Writes the attributes that may stay, each with a space in front.
    pub(super) fn write(&mut self, element: &Plain, out: &mut String) {
        let rules = self.rules;
        let listed = match element.kind {
            Kind::Svg => &rules.foreign.svg_attributes,
            Kind::MathMl | Kind::MathMlText => &rules.foreign.mathml_attributes,
            _ => &rules.plain_attributes,
        };
        self.read.clear();
        for attribute in &self.written {
            let Some(&name) = listed.get(&*lower(attribute.name)) else {
                continue;
            };
            // HTML Standard 13.2.5.33: of two attributes of one name the first counts.
            if self.read.iter().any(|(other, _)| *other == name.written) {
                continue;
            }
            let fate = match decode(attribute.value, true) {
                Cow::Borrowed(value) => self.fate(element.name, name, value),
                Cow::Owned(value) => match self.fate(element.name, name, &value) {
                    Fate::Kept(value) => Fate::Kept(Cow::Owned(value.into_owned())),
                    Fate::Refused => Fate::Refused,
                    Fate::Removed => Fate::Removed,
                },
            };
            self.read.push((name.written, fate));
        }
        if let Some(namespace) = namespace_of_root(element) {
            self.read.retain(|(_, fate)| !matches!(fate, Fate::Refused));
            self.read.push(("xmlns", Fate::Kept(Cow::Borrowed(namespace))));
        }
        self.remove();
        // When it is read again it is told its namespace again.
        if let Some(at) = self.read.iter().position(|(name, _)| *name == "xmlns") {
            let namespace = self.read.remove(at);
            self.read.push(namespace);
        }
        for (name, fate) in &self.read {
            if let Fate::Kept(value) = fate {
                out.push(' ');
                out.push_str(name);
                out.push_str("=\"");
                push_escaped(out, value);
                out.push('"');
            }
        }
    }

    /// Takes out what does not stay, in ammonia's order.
    fn remove(&mut self) {
        if self.read.iter().all(|(_, fate)| matches!(fate, Fate::Kept(_))) {
            return;
        }
        self.read.retain(|(_, fate)| !matches!(fate, Fate::Refused));
        for at in (0..self.read.len()).rev() {
            if matches!(self.read.get(at), Some((_, Fate::Removed))) {
                self.read.swap_remove(at);
            }
        }
    }

    fn fate<'v>(&self, element: &str, name: PlainAttribute, value: &'v str) -> Fate<'v> {
        let Some(role) = role(element, name.written) else {
            return self.filtered(element, name.local, value);
        };
        let base = self.base.filter(|_| role == Role::Resolved);
        match uri::link(base, value, |uri| self.rules.is_safe(element, name.written, uri)) {
            link if is_checked_by_ammonia(element, name.local) && !self.is_let_in(&link) => Fate::Refused,
            Cow::Borrowed(link) => self.filtered(element, name.local, link),
            Cow::Owned(link) => match self.filtered(element, name.local, &link) {
                Fate::Kept(kept) if *kept == *link => Fate::Kept(Cow::Owned(link)),
                Fate::Kept(kept) => Fate::Kept(Cow::Owned(kept.into_owned())),
                Fate::Refused => Fate::Refused,
                Fate::Removed => Fate::Removed,
            },
        }
    }

    fn filtered<'v>(&self, element: &str, name: &str, value: &'v str) -> Fate<'v> {
        self.rules
            .filter(element, name, value)
            .map_or(Fate::Removed, Fate::Kept)
    }

    /// ammonia lets in a relative URL, and one that the URL Standard can parse and whose scheme is listed.
    fn is_let_in(&self, uri: &str) -> bool {
        if uri::scheme(uri).is_none() || is_plain_http(uri) && self.rules.url_schemes.contains("http") {
            return true;
        }
        match Url::parse(uri) {
            Ok(url) => {
                self.rules.url_schemes.contains(url.scheme())
                    || self.rules.data_images && url.scheme() == "data"
            }
            Err(error) => error == url::ParseError::RelativeUrlWithoutBase,
        }
    }
}

/// The attributes that ammonia knows as URLs.
fn is_checked_by_ammonia(element: &str, name: &str) -> bool {
    match name {
        "href" | "xlink:href" | "src" => true,
        "action" => element == "form",
        "data" => element == "object",
        "formaction" => matches!(element, "button" | "input"),
        "ping" => element == "a",
        "poster" => element == "video",
        _ => false,
    }
}

/// Whether the URL Standard's parser surely takes this: `http` or `https` and a host of letters, digits, hyphens and
/// single dots that is neither an IPv4 address nor Punycode.
fn is_plain_http(uri: &str) -> bool {
    let Some(rest) = uri
        .strip_prefix("https://")
        .or_else(|| uri.strip_prefix("http://"))
    else {
        return false;
    };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let last = host.rsplit('.').next().unwrap_or_default();
    last.bytes().next().is_some_and(|b| b.is_ascii_alphabetic())
        && host
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.'))
        && !host.contains("..")
        && !host.starts_with('.')
        && !host.split('.').any(|label| {
            label
                .get(..4)
                .is_some_and(|label| label.eq_ignore_ascii_case("xn--"))
        })
}

/// HTML Standard 13.3, escaping a string, in the attribute mode.
fn push_escaped(out: &mut String, value: &str) {
    let mut rest = value;
    while let Some(at) = rest
        .bytes()
        .position(|b| matches!(b, b'&' | b'"' | b'<' | b'>' | 0xC2))
    {
        let (plain, special) = rest.split_at(at);
        out.push_str(plain);
        let mut characters = special.chars();
        match characters.next() {
            Some('&') => out.push_str("&amp;"),
            Some('"') => out.push_str("&quot;"),
            Some('<') => out.push_str("&lt;"),
            Some('>') => out.push_str("&gt;"),
            Some('\u{A0}') => out.push_str("&nbsp;"),
            other => out.extend(other),
        }
        rest = characters.as_str();
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::is_plain_http;
    use url::Url;

    #[test]
    fn a_plain_host_is_one_that_the_url_parser_takes() {
        for (uri, expected) in [
            ("http://example.org/x y", true),
            ("https://a-b.example.co?x", true),
            ("http://localhost", true),
            ("http://1.2.3.4/", false),
            ("http://1.2.3.0x4/", false),
            ("http://xn--a/", false),
            ("http://a:99999/", false),
            ("http://a b/", false),
            ("http:///x", false),
            ("ftp://x/", false),
        ] {
            assert_eq!(is_plain_http(uri), expected, "{uri:?}");
            assert!(!expected || Url::parse(uri).is_ok(), "{uri:?}");
        }
    }
}
