//! The attributes of a start tag, made safe in one pass, as [`rewrite`](super::rewrite) and ammonia make them one
//! after the other.

use super::css::Kept;
use super::html::decode;
use super::output::Output;
use super::plain::{Kind, Plain, PlainAttribute};
use super::rules::{Holds, Role, Rules, XLINK, is_boolean, is_local_paint, is_of_xlink, role};
use super::sanitize::namespace_of_root;
use super::tag::{Attribute, Form, Written};
use super::uri;
use crate::names::is_same;
use memchr::{memchr2, memchr3};
use smallvec::SmallVec;
use std::borrow::Cow;
use url::Url;

/// What becomes of an attribute.
enum Fate<'a> {
    /// It stays as it stands: a serializer would write it so.
    AsWritten,
    /// It stays with this value.
    Kept(Cow<'a, str>),
    /// It stays with the value that the last style has become.
    Styled,
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
    pub(super) written: Written<'a>,
    /// The names of those that count.
    names: SmallVec<[&'static str; 8]>,
    /// Those that are not written as they come.
    read: SmallVec<[Read<'a>; 8]>,
    judge: Judge<'a, 'b>,
}

/// What decides about each.
struct Judge<'a, 'b> {
    base: Option<&'b str>,
    rules: &'b Rules,
    /// Whether the markup has any.
    has_no_break_spaces: bool,
    /// The last style and what is kept of it: many are like the one before.
    style: Option<(&'a str, Option<Kept<'a>>)>,
    /// What the last style has become.
    styled: String,
}

impl<'a, 'b> Attributes<'a, 'b> {
    pub(super) fn new(base: Option<&'b str>, rules: &'b Rules, has_no_break_spaces: bool) -> Self {
        let judge = Judge { base, rules, has_no_break_spaces, style: None, styled: String::new() };
        Self { written: Written::new(), names: SmallVec::new(), read: SmallVec::new(), judge }
    }

    /// Writes the attributes that may stay, each with a space in front. The name of the element ends at `end`; the
    /// offset behind what is left of the attributes.
    pub(super) fn write(&mut self, element: &Plain, end: usize, out: &mut Output<'a>) -> usize {
        if self.written.is_empty() && !element.kind.is_foreign() {
            return end;
        }
        self.names.clear();
        if element.kind.is_foreign() {
            self.read(element, 0);
            return self.write_read(end, out);
        }
        match self.write_until_one_goes(element, end, out) {
            (end, None) => end,
            (end, Some(at)) => {
                self.read(element, at);
                self.write_read(end, out)
            }
        }
    }

    /// Writes the attributes up to one that is taken out, when another takes its place: where the last that is written
    /// ends, and the place of that one.
    fn write_until_one_goes(
        &mut self,
        element: &Plain,
        mut end: usize,
        out: &mut Output<'a>,
    ) -> (usize, Option<usize>) {
        let listed = &self.judge.rules.plain_attributes;
        for (at, attribute) in self.written.iter().enumerate() {
            // HTML Standard 13.2.5.33: of two attributes of one name the first counts.
            let Some(name) = listed.get(attribute.name).filter(|name| !is_among(&self.names, name)) else {
                continue;
            };
            match self.judge.fate(element, name, attribute) {
                Fate::AsWritten => end = keep(attribute, end, out),
                Fate::Kept(value) => end = replace(attribute, name.written, &value, end, out),
                Fate::Styled => end = replace(attribute, name.written, &self.judge.styled, end, out),
                Fate::Refused | Fate::Removed => return (end, Some(at)),
            }
            self.names.push(name.written);
        }
        (end, None)
    }

    /// Writes the attributes that are read, whatever their order has become.
    fn write_read(&mut self, mut end: usize, out: &mut Output<'a>) -> usize {
        let behind = self.written.last().map_or(end, |last| last.span.1);
        let is_ordered = self.read.is_sorted_by_key(|read| read.at);
        for Read { at, name, fate } in &self.read {
            let attribute = self.written.get(*at);
            let value = match (fate, attribute) {
                (Fate::AsWritten, Some(attribute)) if is_ordered => {
                    end = keep(attribute, end, out);
                    continue;
                }
                (Fate::AsWritten, Some(attribute)) => decode(attribute.value, true),
                (Fate::Kept(value), _) => Cow::Borrowed(&**value),
                (Fate::Styled, _) => Cow::Borrowed(&*self.judge.styled),
                _ => continue,
            };
            if let Some(attribute) = attribute.filter(|_| is_ordered) {
                end = replace(attribute, name, &value, end, out);
            } else {
                out.cut(end, behind);
                push_attribute(name, &value, out);
                end = behind;
            }
        }
        end
    }

    /// Reads the attributes from that at `from`.
    fn read(&mut self, element: &Plain, from: usize) {
        let rules = self.judge.rules;
        let listed = match element.kind {
            Kind::Svg => &rules.foreign.svg_attributes,
            Kind::MathMl | Kind::MathMlText => &rules.foreign.mathml_attributes,
            _ => &rules.plain_attributes,
        };
        self.read.clear();
        for (at, attribute) in self.written.iter().enumerate().skip(from) {
            if let Some(name) = listed.get(attribute.name).filter(|name| !is_among(&self.names, name)) {
                let fate = self.judge.fate(element, name, attribute);
                self.names.push(name.written);
                self.read.push(Read { at, name: name.written, fate });
            }
            // What `rewrite` adds, too.
            if element.kind.is_foreign()
                && is_of_xlink(attribute.name)
                && let Some(name) = listed.get("xmlns:xlink").filter(|name| !is_among(&self.names, name))
            {
                let fate = Fate::Kept(Cow::Borrowed(XLINK));
                self.names.push(name.written);
                self.read.push(Read { at: self.written.len(), name: name.written, fate });
            }
        }
        let namespace = namespace_of_root(element);
        if let Some(namespace) = namespace {
            self.read.retain(|read| !matches!(read.fate, Fate::Refused));
            let fate = Fate::Kept(Cow::Borrowed(namespace));
            self.read.push(Read { at: self.written.len(), name: "xmlns", fate });
        }
        self.remove();
        // When it is read again it is told its namespace again.
        if namespace.is_some()
            && let Some(at) = self.read.iter().position(|read| read.name == "xmlns")
        {
            let namespace = self.read.remove(at);
            self.read.push(namespace);
        }
    }

    /// Takes out what does not stay, in ammonia's order.
    fn remove(&mut self) {
        self.read.retain(|read| !matches!(read.fate, Fate::Refused));
        for at in (0..self.read.len()).rev() {
            if self.read.get(at).is_some_and(|read| matches!(read.fate, Fate::Removed)) {
                self.read.swap_remove(at);
            }
        }
    }
}

fn is_among(names: &[&str], name: &PlainAttribute) -> bool {
    names.iter().any(|other| is_same(other, name.written))
}

/// Keeps an attribute as it stands. What is in front ends at `end`; where the attribute ends.
fn keep(attribute: &Attribute<'_>, end: usize, out: &mut Output<'_>) -> usize {
    let (from, to) = attribute.span;
    if end + 1 != from || out.markup().as_bytes().get(end) != Some(&b' ') {
        out.replace(end, from, " ");
    }
    to
}

/// Writes an attribute in the place of one that is written. What is in front ends at `end`; where that one ends.
fn replace(attribute: &Attribute<'_>, name: &str, value: &str, end: usize, out: &mut Output<'_>) -> usize {
    out.cut(end, attribute.span.1);
    push_attribute(name, value, out);
    attribute.span.1
}

fn push_attribute(name: &str, value: &str, out: &mut Output<'_>) {
    out.push(" ");
    out.push(name);
    out.push("=\"");
    push_escaped(out, value);
    out.push("\"");
}

impl<'a> Judge<'a, '_> {
    fn fate(&mut self, element: &Plain, name: &PlainAttribute, attribute: &Attribute<'a>) -> Fate<'a> {
        if !attribute.has_value && is_boolean(element.name, name.written) {
            return self.judge(element, name, Cow::Borrowed(name.written));
        }
        let value = attribute.value;
        let is_otherwise = !is_same(attribute.name, name.written)
            || self.has_no_break_spaces && attribute.value.contains('\u{A0}');
        let form = if is_otherwise { Form::Other } else { attribute.form };
        // Of most attributes nothing but this is asked.
        let stays = match name.holds {
            Holds::Text => form != Form::Other,
            Holds::Uri if element.kind != Kind::Svg => {
                matches!(form, Form::Plain | Form::Ampersands) && self.rules.is_settled(value)
            }
            _ => false,
        };
        if stays {
            return Fate::AsWritten;
        }
        if form != Form::Plain {
            return match decode(value, true) {
                Cow::Borrowed(value) if name.holds == Holds::Style => self.style(value, form),
                value => self.judge(element, name, value),
            };
        }
        if name.holds == Holds::Style {
            return self.style(value, form);
        }
        match self.judge(element, name, Cow::Borrowed(value)) {
            Fate::Kept(kept) if kept == value => Fate::AsWritten,
            fate => fate,
        }
    }

    /// What becomes of a `style` without references.
    fn style(&mut self, value: &'a str, form: Form) -> Fate<'a> {
        let kept = match self.style {
            Some((last, kept)) if last == value => kept,
            _ => {
                let kept = self.rules.write_style(value, &mut self.styled);
                self.style = Some((value, kept));
                kept
            }
        };
        match kept {
            Some(Kept::Beginning(kept)) if form == Form::Plain && kept.len() == value.len() => {
                Fate::AsWritten
            }
            Some(Kept::Beginning(kept)) => Fate::Kept(Cow::Borrowed(kept)),
            Some(Kept::Written) => Fate::Styled,
            None => Fate::Removed,
        }
    }

    /// What becomes of an attribute of this value.
    fn judge(&self, element: &Plain, name: &PlainAttribute, value: Cow<'a, str>) -> Fate<'a> {
        let stays = match name.holds {
            Holds::Text => true,
            Holds::Style => return changed(value, |value| self.rules.filter_style(value)),
            Holds::Candidates => self.rules.are_safe(&value),
            Holds::Paint => is_local_paint(&value),
            Holds::Namespace => value == XLINK,
            Holds::Uri => return self.judge_uri(element, name, value),
        };
        if stays { Fate::Kept(value) } else { Fate::Removed }
    }

    fn judge_uri(&self, element: &Plain, name: &PlainAttribute, value: Cow<'a, str>) -> Fate<'a> {
        let is_svg = element.kind == Kind::Svg;
        if !is_svg && self.rules.is_settled(&value) {
            return Fate::Kept(value);
        }
        let base = self.base.filter(|_| role(element.name, name.written) == Some(Role::Resolved));
        let is_safe = |uri: &str| self.rules.is_safe(element.name, name.written, uri);
        let fate = changed(value, |value| Some(uri::link(base, value, is_safe)));
        let Fate::Kept(link) = &fate else { return fate };
        if is_checked_by_ammonia(element.name, name.local) && !self.is_let_in(link) {
            return Fate::Refused;
        }
        // What is safe in HTML is not looked at again; SVG's must be within the document.
        if is_svg && !link.starts_with('#') { Fate::Removed } else { fate }
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

/// Keeps what `change` makes of a value.
fn changed(value: Cow<'_, str>, change: impl Fn(&str) -> Option<Cow<'_, str>>) -> Fate<'_> {
    let changed = match value {
        Cow::Borrowed(value) => change(value),
        Cow::Owned(value) => match change(&value) {
            Some(Cow::Borrowed(same)) if same == value => Some(Cow::Owned(value)),
            changed => changed.map(|changed| Cow::Owned(changed.into_owned())),
        },
    };
    changed.map_or(Fate::Removed, Fate::Kept)
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
