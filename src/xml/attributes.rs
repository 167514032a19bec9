//! The inside of a start tag (XML 1.0 §3.1).

use std::borrow::Cow;
use std::collections::HashSet;

use super::chars::{is_qualified_name, is_space};
use super::entity::{Entities, attribute_value};
use super::event::{Attribute, Name, Namespace, Schema};
use super::namespaces::{Illegal, Namespaces};
use super::noted::Faults;
use crate::fault::WellFormednessError as Error;

/// More attributes than any element of a feed has; the rest is not kept.
const MOST_ATTRIBUTES: usize = 256;

/// Up to this many names are compared one by one.
const FEW: usize = 12;

/// The quotes do not pair up within the tag: it must end earlier than they say.
#[derive(Debug)]
pub(super) struct Misquoted;

/// One attribute as it is written.
struct Raw<'a> {
    name: &'a str,
    value: &'a str,
    name_offset: usize,
    value_offset: usize,
}

/// Reads the attributes of one tag after the other into the same buffer.
#[derive(Debug, Default)]
pub(super) struct Attributes<'a> {
    pub(super) list: Vec<Attribute<'a>>,
}

/// What reading a tag needs to know of the document, and tells it.
pub(super) struct Surroundings<'r, 'a> {
    pub(super) namespaces: &'r mut Namespaces<'a>,
    pub(super) entities: &'r Entities<'a>,
    pub(super) faults: &'r mut Faults,
}

impl<'a> Attributes<'a> {
    /// Reads `region`, which stands at `offset`: all that follows the element's name up to the `>` or `/>`.
    ///
    /// `trusted`: the region was found by pairing quotes. Then a `<` in a value that is not plainly the value's own
    /// says that a quote is missing, and nothing is kept. Otherwise the region was cut at the first `<` or `>`.
    pub(super) fn read<S: Schema>(
        &mut self,
        element: &str,
        region: &'a str,
        offset: usize,
        trusted: bool,
        around: &mut Surroundings<'_, 'a>,
    ) -> Result<(), Misquoted> {
        self.list.clear();
        if trusted && memchr::memchr(b'<', region.as_bytes()).is_some() && is_misquoted(region) {
            return Err(Misquoted);
        }
        let bytes = region.as_bytes();
        let mut at = 0;
        let mut prefixed = false;
        loop {
            let name_start = at + bytes[at..].iter().take_while(|b| is_space(**b)).count();
            let spaced = name_start > at;
            at = name_start;
            if at >= bytes.len() {
                break;
            }
            let length = bytes[at..]
                .iter()
                .take_while(|b| !is_space(**b) && !matches!(b, b'=' | b'"' | b'\'' | b'/'))
                .count();
            let name = &region[at..at + length];
            if name.is_empty() {
                around.faults.add(offset + at, || Error::MalformedTag(element.to_owned()));
                at += 1;
                continue;
            }
            if !spaced {
                around.faults.add(offset + at, || Error::MissingSpace(name.to_owned()));
            }
            at += length;
            let (value, value_start, end) = value(region, at, name, offset, trusted, around.faults);
            let raw =
                Raw { name, value, name_offset: offset + name_start, value_offset: offset + value_start };
            at = end;
            prefixed |= self.keep::<S>(&raw, around);
        }
        if prefixed {
            self.resolve_prefixes::<S>(offset, around);
        }
        if self.list.len() > FEW {
            self.drop_duplicates(offset, around.faults);
        }
        Ok(())
    }

    /// Keeps an attribute or reads it as a namespace declaration; tells whether its name has a prefix to be resolved.
    fn keep<S: Schema>(&mut self, raw: &Raw<'a>, around: &mut Surroundings<'_, 'a>) -> bool {
        if !is_qualified_name(raw.name) {
            around.faults.add(raw.name_offset, || Error::InvalidName(raw.name.to_owned()));
        }
        let value = attribute_value(raw.value, raw.value_offset, around.entities, around.faults);
        let declared = match raw.name.strip_prefix("xmlns") {
            Some("") => Some(""),
            Some(prefixed) => prefixed.strip_prefix(':'),
            None => None,
        };
        if let Some(prefix) = declared {
            let uri = match value {
                Cow::Borrowed(uri) => Cow::Borrowed(uri.trim()),
                Cow::Owned(uri) => Cow::Owned(uri.trim().to_owned()),
            };
            if let Err(illegal) = around.namespaces.declare::<S>(prefix, uri) {
                around.faults.add(raw.name_offset, || match illegal {
                    Illegal::Reserved => Error::ReservedPrefix(prefix.to_owned()),
                    Illegal::Empty => Error::EmptyNamespaceName(prefix.to_owned()),
                });
            }
            return false;
        }
        let name = Name::split(raw.name);
        if self.list.len() <= FEW && self.list.iter().any(|a| a.name.qualified == raw.name) {
            around.faults.add(raw.name_offset, || Error::DuplicateAttribute(raw.name.to_owned()));
        } else if self.list.len() < MOST_ATTRIBUTES {
            self.list.push(Attribute { name, value });
        }
        !name.prefix.is_empty()
    }

    fn resolve_prefixes<S: Schema>(&mut self, offset: usize, around: &mut Surroundings<'_, 'a>) {
        for attribute in &mut self.list {
            let prefix = attribute.name.prefix;
            if prefix.is_empty() {
                continue;
            }
            attribute.name.namespace = around.namespaces.lookup::<S>(prefix).unwrap_or_else(|| {
                if !around.namespaces.is_declared(prefix) {
                    around.faults.add(offset, || Error::UnboundPrefix(prefix.to_owned()));
                }
                S::well_known_prefix(prefix).unwrap_or(Namespace::NONE)
            });
        }
        let mut i = 1;
        while i < self.list.len().min(FEW) {
            let name = self.list[i].name;
            let same = |other: &Attribute<'_>| {
                other.name.namespace == name.namespace
                    && other.name.local == name.local
                    && other.name.prefix != name.prefix
            };
            if name.namespace != Namespace::NONE && self.list[..i].iter().any(same) {
                around.faults.add(offset, || Error::DuplicateAttribute(name.qualified.to_owned()));
                self.list.remove(i);
            } else {
                i += 1;
            }
        }
    }

    /// Where there are many, duplicates are found by hashing, so that the cost stays linear.
    fn drop_duplicates(&mut self, offset: usize, faults: &mut Faults) {
        let mut seen = HashSet::with_capacity(self.list.len());
        self.list.retain(|attribute| {
            let new = seen.insert(attribute.name.qualified);
            if !new {
                faults.add(offset, || Error::DuplicateAttribute(attribute.name.qualified.to_owned()));
            }
            new
        });
    }
}

/// Whether a value that holds a `<` is followed by something else than the end of an attribute.
fn is_misquoted(region: &str) -> bool {
    let bytes = region.as_bytes();
    let mut at = 0;
    while let Some(found) = memchr::memchr2(b'"', b'\'', &bytes[at..]) {
        let open = at + found;
        let Some(length) = memchr::memchr(bytes[open], &bytes[open + 1..]) else {
            return true;
        };
        let close = open + 1 + length;
        let holds_markup = memchr::memchr(b'<', &bytes[open..close]).is_some();
        if holds_markup && !bytes.get(close + 1).is_none_or(|b| is_space(*b) || *b == b'/') {
            return true;
        }
        if memchr::memchr(b'<', &bytes[at..open]).is_some() {
            return true;
        }
        at = close + 1;
    }
    memchr::memchr(b'<', &bytes[at..]).is_some()
}

/// Reads what follows an attribute's name: the value, where it starts, and where the attribute ends.
fn value<'a>(
    region: &'a str,
    name_end: usize,
    name: &str,
    offset: usize,
    trusted: bool,
    faults: &mut Faults,
) -> (&'a str, usize, usize) {
    let bytes = region.as_bytes();
    let skip = |from: usize| from + bytes[from..].iter().take_while(|b| is_space(**b)).count();
    let equals = skip(name_end);
    if bytes.get(equals) != Some(&b'=') {
        faults.add(offset + name_end, || Error::MissingAttributeValue(name.to_owned()));
        return ("", name_end, name_end);
    }
    let start = skip(equals + 1);
    let Some(quote @ (b'"' | b'\'')) = bytes.get(start).copied() else {
        let length = bytes[start..].iter().take_while(|b| !is_space(**b)).count();
        // In `<a href=x/>` the slash is the value's own only where the tag says so elsewhere.
        faults.add(offset + start, || Error::UnquotedAttributeValue(name.to_owned()));
        return (&region[start..start + length], start, start + length);
    };
    let inside = start + 1;
    let Some(length) = memchr::memchr(quote, &bytes[inside..]) else {
        faults.add(offset + start, || Error::UnclosedAttributeValue(name.to_owned()));
        let value = region[inside..].trim_end_matches('/');
        return (value, inside, bytes.len());
    };
    let value = &region[inside..inside + length];
    if memchr::memchr(b'<', value.as_bytes()).is_some() {
        faults.add(offset + start, || Error::LessThanInAttributeValue(name.to_owned()));
    }
    // `url="http://x type="audio/mpeg"`: the closing quote is the next attribute's opening one.
    if !trusted
        && value.ends_with('=')
        && let Some((own, _)) = value.rsplit_once(|c: char| c.is_ascii_whitespace())
    {
        faults.add(offset + start, || Error::UnclosedAttributeValue(name.to_owned()));
        return (own, inside, inside + own.len());
    }
    (value, inside, inside + length + 1)
}
