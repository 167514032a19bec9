//! The syntax of attributes (XML 1.0 §3.1), and common misspellings of it.

use bozofeed_text::forward::{memchr, memchr2};

use super::chars::{PlainName, is_space, scan_attribute_name};
use super::event::Name;
use crate::diagnostics::{WellFormednessError as Error, XmlFaults};

/// The attributes of a start tag: the text between the element's name and the `>` or `/>`.
#[derive(Debug, Clone, Copy)]
pub(super) struct AttributeText<'a> {
    /// The element's name, without its namespace.
    pub(super) element: Name<'a>,
    /// Whether the name is a `QName`.
    pub(super) is_qualified: bool,
    pub(super) text: &'a str,
    pub(super) offset: usize,
    /// Whether the end of the tag was found by pairing quotes. If a value then contains a `<`, a quote may be missing.
    /// Otherwise, the tag was ended at the first `<` or `>`.
    pub(super) is_quote_paired: bool,
}

/// An attribute as written.
#[derive(Debug, Clone, Copy)]
pub(super) struct RawAttribute<'a> {
    pub(super) name: &'a str,
    /// The parts of the name, if it is known to be an ASCII `QName`.
    pub(super) plain: Option<PlainName>,
    pub(super) value: &'a str,
    pub(super) name_offset: usize,
    pub(super) value_offset: usize,
}

/// Quotation marks that XML does not have, each with its closing marks.
const OTHER_QUOTES: &[(&str, &[&str])] = &[
    // Some marks have several closing ones: German closes with `“`, and some values have the same mark or a plain quote at
    // both ends.
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

/// The number of bytes in which such a quotation mark must be closed.
const MAX_VALUE: usize = 4096;

/// Facts about all values of a tag, which make most searches in each of them unnecessary.
#[derive(Debug, Clone, Copy)]
pub(super) struct ValueFacts {
    /// Whether the values contain neither references nor white space to be normalized nor invalid characters.
    pub(super) is_plain: bool,
    /// Whether a value may contain a `<`.
    pub(super) may_contain_less_than: bool,
}

impl ValueFacts {
    pub(super) fn of(text: &str) -> Self {
        // 0xEF is the first byte of U+FFFE and U+FFFF, the only invalid characters above the controls. Controls include the
        // white space that §3.3.3 replaces by spaces.
        let is_special = |b: u8| u8::from(b < b' ') | u8::from(b == b'&') | u8::from(b == 0xEF);
        let bytes = text.as_bytes();
        // No branches, so that the loop is vectorized.
        let (special, less_than) = bytes.iter().fold((0, 0), |(special, less_than), &b| {
            (special | is_special(b), less_than | u8::from(b == b'<'))
        });
        Self { is_plain: special == 0, may_contain_less_than: less_than != 0 }
    }
}

/// Returns the length of the name at the start of `rest`. A name may contain any byte except its delimiters.
fn name_length(rest: &[u8]) -> usize {
    rest.iter().take_while(|b| !is_space(**b) && !matches!(b, b'=' | b'"' | b'\'' | b'/')).count()
}

/// An iterator over the attributes of a tag.
pub(super) struct AttributeScanner<'a> {
    tag: AttributeText<'a>,
    facts: ValueFacts,
    at: usize,
}

impl<'a> AttributeScanner<'a> {
    pub(super) fn new(tag: AttributeText<'a>, facts: ValueFacts) -> Self {
        Self { tag, facts, at: 0 }
    }

    fn bytes(&self) -> &'a [u8] {
        self.tag.text.as_bytes()
    }

    /// Skips `S?`. Returns whether there was white space.
    #[inline]
    fn spaces(&mut self) -> bool {
        let rest = &self.bytes()[self.at..];
        let count = rest.iter().take_while(|b| is_space(**b)).count();
        self.at += count;
        count > 0
    }

    /// `Attribute ::= Name Eq AttValue` (§3.1)
    #[inline]
    pub(super) fn next(&mut self, faults: &mut XmlFaults) -> Option<RawAttribute<'a>> {
        loop {
            let spaced = self.spaces();
            let start = self.at;
            let rest = self.bytes().get(start..).filter(|rest| !rest.is_empty())?;
            let plain = scan_attribute_name(rest);
            let length = plain.map_or_else(|| name_length(rest), |plain| plain.length);
            let name = &self.tag.text[start..start + length];
            let name_offset = self.tag.offset + start;
            if name.is_empty() {
                // A stray quote, `=` or slash. Only this byte is skipped, so that the following attributes are kept.
                faults.add(name_offset, || Error::MalformedTag(self.tag.element.qualified.to_owned()));
                self.at += 1;
                continue;
            }
            if !spaced {
                // STag ::= '<' Name (S Attribute)* S? '>' (§3.1)
                faults.add(name_offset, || Error::MissingSpace(name.to_owned()));
            }
            self.at += length;
            let (value, value_start) = self.value(name, faults);
            let value_offset = self.tag.offset + value_start;
            return Some(RawAttribute { name, plain, value, name_offset, value_offset });
        }
    }

    /// `Eq AttValue`, with `Eq ::= S? '=' S?` (§2.8): returns the value and its start.
    #[inline]
    fn value(&mut self, name: &str, faults: &mut XmlFaults) -> (&'a str, usize) {
        let bytes = self.bytes();
        let name_end = self.at;
        self.spaces();
        let mut found = bytes.get(self.at).copied();
        if found == Some(b'=') {
            self.at += 1;
            self.spaces();
            // `a=="b"`
            // Without this loop, the second sign would begin a value without quotes.
            while bytes.get(self.at) == Some(&b'=') {
                self.malformed(faults);
                self.at += 1;
                self.spaces();
            }
            found = bytes.get(self.at).copied();
        // In `a" b="c"`, the first quote is a stray one: it must not turn ` b=` into a value and lose `b`.
        } else if matches!(found, Some(b'"' | b'\'')) && is_quoted_value(&bytes[self.at..]) {
            // `a "b"`
            self.malformed(faults);
        } else {
            // `<option selected>`: the white space after the name separates it from the next attribute.
            self.at = name_end;
            let offset = self.tag.offset + name_end;
            faults.add(offset, || Error::MissingAttributeValue(name.to_owned()));
            return ("", name_end);
        }
        match found {
            Some(quote @ (b'"' | b'\'')) => self.quoted(quote, name, faults),
            Some(_) | None => self.unquoted(name, faults),
        }
    }

    fn malformed(&self, faults: &mut XmlFaults) {
        faults.add(self.tag.offset + self.at, || Error::MalformedTag(self.tag.element.qualified.to_owned()));
    }

    /// `AttValue ::= '"' ([^<&"] | Reference)* '"' | "'" ([^<&'] | Reference)* "'"` (§2.3)
    #[inline]
    fn quoted(&mut self, quote: u8, name: &str, faults: &mut XmlFaults) -> (&'a str, usize) {
        let text = self.tag.text;
        let offset = self.tag.offset + self.at;
        let inside = self.at + 1;
        let Some(length) = memchr(quote, &text.as_bytes()[inside..]) else {
            faults.add(offset, || Error::UnclosedAttributeValue(name.to_owned()));
            self.at = text.len();
            return (text[inside..].trim_end_matches('/'), inside);
        };
        let value = &text[inside..inside + length];
        if self.facts.may_contain_less_than && memchr(b'<', value.as_bytes()).is_some() {
            faults.add(offset, || Error::LessThanInAttributeValue(name.to_owned()));
        }
        // `url="http://x type="audio/mpeg"`: the closing quote is the opening quote of the next attribute. This does not apply
        // if the quotes of the tag pair up: a value may then end with `=`, as the query `?page=` does.
        if !self.tag.is_quote_paired
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

    /// Parses a value without quotes, which ends at the next space, or in other quotation marks.
    #[cold]
    fn unquoted(&mut self, name: &str, faults: &mut XmlFaults) -> (&'a str, usize) {
        let text = self.tag.text;
        let start = self.at;
        let rest = &text[start..];
        faults.add(self.tag.offset + start, || Error::UnquotedAttributeValue(name.to_owned()));
        for (open, close) in OTHER_QUOTES {
            let Some(inside) = rest.strip_prefix(open) else { continue };
            // The search is bounded, since each value of a document may open a mark that is never closed. It may be up to three
            // bytes shorter, so that no character is split.
            let near = (0..4).find_map(|back| inside.get(..MAX_VALUE - back)).unwrap_or(inside);
            let ends = close.iter().filter_map(|close| Some((near.find(close)?, close.len())));
            // The nearest closing mark ends the value, wherever it is in the list: a farther one may belong
            // to another attribute.
            if let Some((length, close)) = ends.min() {
                let value_start = start + open.len();
                self.at = value_start + length + close;
                return (&inside[..length], value_start);
            }
        }
        // In `<a href=x/>` the slash ends the tag.
        // White space ends the value, but a slash does not: values without quotes are often URLs.
        let length = rest.bytes().position(is_space).unwrap_or(rest.len());
        self.at = start + length;
        let value = &rest[..length];
        // `a=b"`: the opening quote is missing.
        let quotes = value.len() - value.trim_end_matches(['"', '\'']).len();
        (&value[..length - quotes], start)
    }
}

/// Returns whether the text after a quote ends with the same quote, followed by white space or the end of the tag.
fn is_quoted_value(bytes: &[u8]) -> bool {
    let Some((quote, inside)) = bytes.split_first() else { return false };
    memchr(*quote, inside).is_some_and(|end| inside.get(end + 1).is_none_or(|b| is_space(*b) || *b == b'/'))
}

/// Returns whether quotes appear to be missing: a value that contains a `<` is not followed by white space or the end of the
/// tag, or a `<` is outside of the values.
pub(super) fn is_misquoted(attributes: &str) -> bool {
    let bytes = attributes.as_bytes();
    let mut at = 0;
    while let Some(found) = memchr2(b'"', b'\'', &bytes[at..]) {
        let open = at + found;
        let Some(length) = memchr(bytes[open], &bytes[open + 1..]) else {
            return true;
        };
        let close = open + 1 + length;
        let contains_markup = memchr(b'<', &bytes[open..close]).is_some();
        if contains_markup && !bytes.get(close + 1).is_none_or(|b| is_space(*b) || *b == b'/') {
            return true;
        }
        if memchr(b'<', &bytes[at..open]).is_some() {
            return true;
        }
        at = close + 1;
    }
    memchr(b'<', &bytes[at..]).is_some()
}
