//! The attributes of a start tag, made safe in one pass, as [`rewrite`](super::rewrite) and ammonia make them one
//! after the other.

use super::html::decode;
use super::plain::{Kind, Plain, PlainAttribute};
use super::rules::{Holds, Role, Rules, is_local_paint, role};
use super::sanitize::namespace_of_root;
use super::tag::{Attribute, lower};
use super::uri;
use memchr::{memchr2, memchr3};
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
        Self { written: Vec::new(), read: Vec::new(), base, rules }
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
                Cow::Borrowed(value) => self.fate(element, name, value),
                Cow::Owned(value) => match self.fate(element, name, &value) {
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

    fn fate<'v>(&self, element: &Plain, name: PlainAttribute, value: &'v str) -> Fate<'v> {
        let filtered = match name.holds {
            Holds::Text => return Fate::Kept(Cow::Borrowed(value)),
            Holds::Style => self.rules.filter_style(value),
            Holds::Paint => is_local_paint(value).then_some(Cow::Borrowed(value)),
            Holds::Uri => {
                let base = self.base.filter(|_| role(element.name, name.written) == Some(Role::Resolved));
                let link = uri::link(base, value, |uri| self.rules.is_safe(element.name, name.written, uri));
                if is_checked_by_ammonia(element.name, name.local) && !self.is_let_in(&link) {
                    return Fate::Refused;
                }
                // What is safe in HTML is not looked at again; SVG's must be within the document.
                let stays = element.kind != Kind::Svg || link.starts_with('#');
                stays.then_some(link)
            }
        };
        filtered.map_or(Fate::Removed, Fate::Kept)
    }

    /// ammonia lets in a relative URL, and one that the URL Standard can parse and whose scheme is listed.
    fn is_let_in(&self, uri: &str) -> bool {
        if uri::scheme(uri).is_none() || uri::is_plain_http(uri) && self.rules.url_schemes.contains("http") {
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

/// HTML Standard 13.3, escaping a string, in the attribute mode.
fn push_escaped(out: &mut String, value: &str) {
    let bytes = value.as_bytes();
    if memchr3(b'&', b'"', b'<', bytes).is_none() && memchr2(b'>', 0xC2, bytes).is_none() {
        out.push_str(value);
        return;
    }
    let mut rest = value;
    while let Some(at) = rest.bytes().position(|b| matches!(b, b'&' | b'"' | b'<' | b'>' | 0xC2)) {
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
