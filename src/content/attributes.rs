//! The attributes of a start tag, made safe in one pass, as [`rewrite`](super::rewrite) and ammonia make them one
//! after the other.

use super::html::decode;
use super::output::Output;
use super::plain::{Kind, Plain, PlainAttribute};
use super::rules::{Holds, Role, Rules, XLINK, is_boolean, is_local_paint, is_of_xlink, role};
use super::sanitize::namespace_of_root;
use super::tag::Attribute;
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

/// An attribute that is read.
struct Read<'a> {
    /// Its place among those that are written; behind them where it is not.
    at: usize,
    name: &'static str,
    fate: Fate<'a>,
}

/// The attributes of one element after another.
pub(super) struct Attributes<'a, 'b> {
    /// The attributes as they are written.
    pub(super) written: Vec<Attribute<'a>>,
    read: Vec<Read<'a>>,
    base: Option<&'b str>,
    rules: &'b Rules,
}

impl<'a, 'b> Attributes<'a, 'b> {
    pub(super) fn new(base: Option<&'b str>, rules: &'b Rules) -> Self {
        Self { written: Vec::new(), read: Vec::new(), base, rules }
    }

    /// Writes the attributes that may stay, each with a space in front. The name of the element ends at `end`; the
    /// offset behind what is left of the attributes.
    pub(super) fn write(&mut self, element: &Plain, end: usize, out: &mut Output<'a>) -> usize {
        self.read(element);
        let behind = self.written.last().map_or(end, |last| last.span.1);
        let is_ordered = self.read.is_sorted_by_key(|read| read.at);
        let mut end = end;
        if !is_ordered {
            out.cut(end, behind);
            end = behind;
        }
        for Read { at, name, fate } in &self.read {
            let Fate::Kept(value) = fate else { continue };
            let written = self.written.get(*at).filter(|_| is_ordered);
            match written {
                Some(attribute) if attribute.is_written_so(name, value, out.markup()) => {
                    let (from, to) = attribute.span;
                    if end + 1 != from || out.markup().as_bytes().get(end) != Some(&b' ') {
                        out.replace(end, from, " ");
                    }
                    end = to;
                    continue;
                }
                Some(attribute) => {
                    out.cut(end, attribute.span.1);
                    end = attribute.span.1;
                }
                None => {
                    out.cut(end, behind);
                    end = behind;
                }
            }
            out.push(" ");
            out.push(name);
            out.push("=\"");
            push_escaped(out, value);
            out.push("\"");
        }
        end
    }

    fn read(&mut self, element: &Plain) {
        let rules = self.rules;
        let listed = match element.kind {
            Kind::Svg => &rules.foreign.svg_attributes,
            Kind::MathMl | Kind::MathMlText => &rules.foreign.mathml_attributes,
            _ => &rules.plain_attributes,
        };
        self.read.clear();
        for (at, attribute) in self.written.iter().enumerate() {
            // HTML Standard 13.2.5.33: of two attributes of one name the first counts.
            if let Some(name) = listed.get(attribute.name)
                && !self.read.iter().any(|other| other.name == name.written)
            {
                let is_name = !attribute.has_value && is_boolean(element.name, name.written);
                let value = if is_name { name.written } else { attribute.value };
                let fate = match decode(value, true) {
                    Cow::Borrowed(value) => self.fate(element, name, value),
                    Cow::Owned(value) => match self.fate(element, name, &value) {
                        Fate::Kept(value) => Fate::Kept(Cow::Owned(value.into_owned())),
                        Fate::Refused => Fate::Refused,
                        Fate::Removed => Fate::Removed,
                    },
                };
                self.read.push(Read { at, name: name.written, fate });
            }
            // What `rewrite` adds, too.
            if element.kind.is_foreign()
                && is_of_xlink(attribute.name)
                && let Some(name) = listed.get("xmlns:xlink")
                && !self.read.iter().any(|other| other.name == name.written)
            {
                let fate = Fate::Kept(Cow::Borrowed(XLINK));
                self.read.push(Read { at: self.written.len(), name: name.written, fate });
            }
        }
        if let Some(namespace) = namespace_of_root(element) {
            self.read.retain(|read| !matches!(read.fate, Fate::Refused));
            let fate = Fate::Kept(Cow::Borrowed(namespace));
            self.read.push(Read { at: self.written.len(), name: "xmlns", fate });
        }
        self.remove();
        // When it is read again it is told its namespace again.
        if let Some(at) = self.read.iter().position(|read| read.name == "xmlns") {
            let namespace = self.read.remove(at);
            self.read.push(namespace);
        }
    }

    /// Takes out what does not stay, in ammonia's order.
    fn remove(&mut self) {
        if self.read.iter().all(|read| matches!(read.fate, Fate::Kept(_))) {
            return;
        }
        self.read.retain(|read| !matches!(read.fate, Fate::Refused));
        for at in (0..self.read.len()).rev() {
            if self.read.get(at).is_some_and(|read| matches!(read.fate, Fate::Removed)) {
                self.read.swap_remove(at);
            }
        }
    }

    fn fate<'v>(&self, element: &Plain, name: PlainAttribute, value: &'v str) -> Fate<'v> {
        let filtered = match name.holds {
            Holds::Text => return Fate::Kept(Cow::Borrowed(value)),
            Holds::Style => self.rules.filter_style(value),
            Holds::Candidates => self.rules.are_safe(value).then_some(Cow::Borrowed(value)),
            Holds::Paint => is_local_paint(value).then_some(Cow::Borrowed(value)),
            Holds::Namespace => (value == XLINK).then_some(Cow::Borrowed(value)),
            Holds::Uri if element.kind != Kind::Svg && self.rules.is_settled(value) => {
                return Fate::Kept(Cow::Borrowed(value));
            }
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
        if uri::scheme(uri).is_none()
            || uri::is_plain_http(uri) && self.rules.listed.url_schemes.contains("http")
        {
            return true;
        }
        match Url::parse(uri) {
            Ok(url) => {
                self.rules.listed.url_schemes.contains(url.scheme())
                    || self.rules.listed.data_images && url.scheme() == "data"
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

impl Attribute<'_> {
    /// Whether this is how an attribute of this name and value is written.
    fn is_written_so(&self, name: &str, value: &str, markup: &str) -> bool {
        let (from, to) = self.span;
        let quote = markup.as_bytes().get(from + name.len() + 1);
        to - from == name.len() + "=\"\"".len() + self.value.len()
            && quote == Some(&b'"')
            && self.name == name
            && self.value == value
            && needs_no_escape(value)
    }
}

fn needs_no_escape(value: &str) -> bool {
    let bytes = value.as_bytes();
    memchr3(b'&', b'"', b'<', bytes).is_none() && memchr2(b'>', 0xC2, bytes).is_none()
}

/// HTML Standard 13.3, escaping a string, in the attribute mode.
fn push_escaped(out: &mut Output<'_>, value: &str) {
    if needs_no_escape(value) {
        out.push(value);
        return;
    }
    let mut rest = value;
    while let Some(at) = rest.bytes().position(|b| matches!(b, b'&' | b'"' | b'<' | b'>' | 0xC2)) {
        let (plain, special) = rest.split_at(at);
        out.push(plain);
        let mut characters = special.chars();
        match characters.next() {
            Some('&') => out.push("&amp;"),
            Some('"') => out.push("&quot;"),
            Some('<') => out.push("&lt;"),
            Some('>') => out.push("&gt;"),
            Some('\u{A0}') => out.push("&nbsp;"),
            Some(other) => out.push(other.encode_utf8(&mut [0; 4])),
            None => {}
        }
        rest = characters.as_str();
    }
    out.push(rest);
}
