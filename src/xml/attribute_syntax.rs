//! How attributes are written (XML 1.0 §3.1), and what is plainly meant where they are written otherwise.

use memchr::{memchr, memchr2};

use super::attributes::Region;
use super::chars::is_space;
use crate::diagnostics::{WellFormednessError as Error, XmlFaults as Faults};

/// One attribute as it is written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Raw<'a> {
    pub(super) name: &'a str,
    pub(super) value: &'a str,
    pub(super) name_offset: usize,
    pub(super) value_offset: usize,
}

/// Quotes that are none of XML's, each with those that may end what it begins.
const OTHER_QUOTES: &[(&str, &[&str])] = &[
    ("“", &["”", "“", "\""]),
    ("”", &["”", "“", "\""]),
    ("„", &["“", "”", "\""]),
    ("«", &["»"]),
    ("‘", &["’", "‘", "'"]),
    ("’", &["’", "'"]),
    ("`", &["`", "'"]),
    ("&quot;", &["&quot;"]),
    ("&#34;", &["&#34;"]),
    ("&apos;", &["&apos;"]),
    ("&#39;", &["&#39;"]),
    ("\\\"", &["\\\""]),
    ("\\'", &["\\'"]),
];

/// Where such a quote does not end within so many bytes, it begins nothing.
const LONGEST_VALUE: usize = 4096;

/// A cursor over a tag's inside, from attribute to attribute.
pub(super) struct Syntax<'a> {
    region: Region<'a>,
    at: usize,
}

impl<'a> Syntax<'a> {
    pub(super) fn new(region: Region<'a>) -> Self {
        Self { region, at: 0 }
    }

    fn bytes(&self) -> &'a [u8] {
        self.region.text.as_bytes()
    }

    /// Uses up `S?`; tells whether there was any.
    #[inline]
    fn spaces(&mut self) -> bool {
        let rest = &self.bytes()[self.at..];
        let count = rest.iter().take_while(|b| is_space(**b)).count();
        self.at += count;
        count > 0
    }

    /// `Attribute ::= Name Eq AttValue` (§3.1)
    #[inline]
    pub(super) fn next(&mut self, faults: &mut Faults) -> Option<Raw<'a>> {
        loop {
            let spaced = self.spaces();
            let start = self.at;
            let rest = self.bytes().get(start..).filter(|rest| !rest.is_empty())?;
            let length = rest
                .iter()
                .take_while(|b| !is_space(**b) && !matches!(b, b'=' | b'"' | b'\'' | b'/'))
                .count();
            let name = &self.region.text[start..start + length];
            let name_offset = self.region.offset + start;
            if name.is_empty() {
                faults.add(name_offset, || Error::MalformedTag(self.region.element.qualified.to_owned()));
                self.at += 1;
                continue;
            }
            if !spaced {
                faults.add(name_offset, || Error::MissingSpace(name.to_owned()));
            }
            self.at += length;
            let (value, value_start) = self.value(name, faults);
            let value_offset = self.region.offset + value_start;
            return Some(Raw { name, value, name_offset, value_offset });
        }
    }

    /// `Eq AttValue`, and what is meant by it: the value, and where it starts.
    #[inline]
    fn value(&mut self, name: &str, faults: &mut Faults) -> (&'a str, usize) {
        let bytes = self.bytes();
        let name_end = self.at;
        self.spaces();
        let mut found = bytes.get(self.at).copied();
        if found == Some(b'=') {
            self.at += 1;
            self.spaces();
            // `a=="b"`
            while bytes.get(self.at) == Some(&b'=') {
                self.malformed(faults);
                self.at += 1;
                self.spaces();
            }
            found = bytes.get(self.at).copied();
        } else if matches!(found, Some(b'"' | b'\'')) && is_quoted_value(&bytes[self.at..]) {
            // `a "b"`
            self.malformed(faults);
        } else {
            self.at = name_end;
            let offset = self.region.offset + name_end;
            faults.add(offset, || Error::MissingAttributeValue(name.to_owned()));
            return ("", name_end);
        }
        match found {
            Some(quote @ (b'"' | b'\'')) => self.quoted(quote, name, faults),
            Some(_) | None => self.unquoted(name, faults),
        }
    }

    fn malformed(&self, faults: &mut Faults) {
        faults.add(self.region.offset + self.at, || {
            Error::MalformedTag(self.region.element.qualified.to_owned())
        });
    }

    /// `AttValue ::= '"' ([^<&"] | Reference)* '"' | "'" ([^<&'] | Reference)* "'"` (§2.3)
    #[inline]
    fn quoted(&mut self, quote: u8, name: &str, faults: &mut Faults) -> (&'a str, usize) {
        let text = self.region.text;
        let offset = self.region.offset + self.at;
        let inside = self.at + 1;
        let Some(length) = memchr(quote, &text.as_bytes()[inside..]) else {
            faults.add(offset, || Error::UnclosedAttributeValue(name.to_owned()));
            self.at = text.len();
            return (text[inside..].trim_end_matches('/'), inside);
        };
        let value = &text[inside..inside + length];
        if memchr(b'<', value.as_bytes()).is_some() {
            faults.add(offset, || Error::LessThanInAttributeValue(name.to_owned()));
        }
        // `url="http://x type="audio/mpeg"`: the closing quote is the next attribute's opening one.
        if !self.region.trusted
            && value.ends_with('=')
            && let Some((own, _)) = value.rsplit_once(|c: char| c.is_ascii_whitespace())
        {
            faults.add(offset, || Error::UnclosedAttributeValue(name.to_owned()));
            self.at = inside + own.len();
            return (own, inside);
        }
        self.at = inside + length + 1;
        (value, inside)
    }

    /// A value without quotes of XML's: up to the next space, or in quotes of another kind.
    #[cold]
    fn unquoted(&mut self, name: &str, faults: &mut Faults) -> (&'a str, usize) {
        let text = self.region.text;
        let start = self.at;
        let rest = &text[start..];
        faults.add(self.region.offset + start, || Error::UnquotedAttributeValue(name.to_owned()));
        for (open, close) in OTHER_QUOTES {
            let Some(inside) = rest.strip_prefix(open) else { continue };
            let near = (0..4).find_map(|back| inside.get(..LONGEST_VALUE - back)).unwrap_or(inside);
            let ends = close.iter().filter_map(|close| Some((near.find(close)?, close.len())));
            if let Some((length, close)) = ends.min() {
                let value_start = start + open.len();
                self.at = value_start + length + close;
                return (&inside[..length], value_start);
            }
        }
        // In `<a href=x/>` the slash is the value's own only where the tag says so elsewhere.
        let length = rest.bytes().position(is_space).unwrap_or(rest.len());
        self.at = start + length;
        let value = &rest[..length];
        // `a=b"`: the opening quote is what is missing.
        let quotes = value.len() - value.trim_end_matches(['"', '\'']).len();
        (&value[..length - quotes], start)
    }
}

/// Whether what begins with a quote ends with the same before the next attribute may begin.
fn is_quoted_value(bytes: &[u8]) -> bool {
    let Some((quote, inside)) = bytes.split_first() else { return false };
    memchr(*quote, inside).is_some_and(|end| inside.get(end + 1).is_none_or(|b| is_space(*b) || *b == b'/'))
}

/// Whether a value that holds a `<` is followed by something else than the end of an attribute.
pub(super) fn is_misquoted(region: &str) -> bool {
    let bytes = region.as_bytes();
    let mut at = 0;
    while let Some(found) = memchr2(b'"', b'\'', &bytes[at..]) {
        let open = at + found;
        let Some(length) = memchr(bytes[open], &bytes[open + 1..]) else {
            return true;
        };
        let close = open + 1 + length;
        let holds_markup = memchr(b'<', &bytes[open..close]).is_some();
        if holds_markup && !bytes.get(close + 1).is_none_or(|b| is_space(*b) || *b == b'/') {
            return true;
        }
        if memchr(b'<', &bytes[at..open]).is_some() {
            return true;
        }
        at = close + 1;
    }
    memchr(b'<', &bytes[at..]).is_some()
}
