//! A record of everything parsed from a document, for comparison with the fixed document.
//!
//! A change names the parts that may differ afterwards: a name, an attribute, a text, the values of an element. Everything else
//! must be parsed as before: each name, attribute, text and value, and the number of entries.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::ops::Range;

use bozofeed::inspect::{Inspection, Inspector, Name, RawTag, ReadValue, WrittenText, XmlAttribute};
use bozofeed::{Document, Parser};

use super::fixes::{Applied, Named};

/// A parsed part, with its offset in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ReadPart {
    offset: usize,
    /// A hash of its kind and its value.
    hash: u64,
}

/// The maximum number of compared parts of a document. Two documents are in memory at the same time.
const MOST_PARTS: usize = 3 << 19;

/// Everything parsed from a document.
#[derive(Debug)]
pub(super) struct TrialReading {
    /// The names, attributes and texts. JSON has none.
    tokens: Vec<ReadPart>,
    /// The values of the feed and the entries.
    values: Vec<ReadPart>,
    /// The current text, with its offset.
    text: Option<(DefaultHasher, usize)>,
    /// The offset of the last token.
    at: usize,
    /// The number of bytes before the text of the document.
    start: usize,
    /// The encoding.
    pub(super) codec: String,
    /// The number of entries in the model.
    pub(super) entry_count: usize,
    /// Whether there were too many parts, or too long values, to compare.
    is_too_long: bool,
}

/// Adds a part to a list. If there are too many, clears the list, since they will not be compared.
fn push(part: ReadPart, list: &mut Vec<ReadPart>, is_too_long: &mut bool) {
    *is_too_long |= list.len() >= MOST_PARTS;
    if *is_too_long {
        *list = Vec::new();
        return;
    }
    list.push(part);
}

impl TrialReading {
    /// Parses a document.
    pub(super) fn of(parser: &Parser, document: &Document<'_>) -> Self {
        Self::beside(parser, document, &mut Nobody).0
    }

    /// Parses a document, and also passes everything to another inspector.
    pub(super) fn beside<'a>(
        parser: &Parser,
        document: &'a Document<'_>,
        other: &mut dyn Inspector,
    ) -> (Self, Inspection<'a>) {
        let reading = Self {
            tokens: Vec::new(),
            values: Vec::new(),
            text: None,
            at: 0,
            start: 0,
            codec: String::new(),
            entry_count: 0,
            is_too_long: false,
        };
        let mut both = Both { reading, other };
        let inspection = parser.inspect(document, &mut both);
        let Both { mut reading, .. } = both;
        reading.start = inspection.text.start;
        let count = inspection.entry_count;
        reading.entry_count = count.unwrap_or_else(|| parser.parse(document.clone()).entries.len());
        reading.codec = inspection.parsed.codec.to_string();
        (reading, inspection)
    }

    /// Returns the offsets of the differences from another reading, in the document of this one, in order. Returns `None` if the
    /// documents are too long to compare.
    pub(super) fn differences(&self, after: &Self, applied: &Applied<'_>) -> Option<Vec<usize>> {
        if self.is_too_long || after.is_too_long {
            return None;
        }
        let mut found = Vec::new();
        let names = NamedPlaces::of(applied);
        let of_tokens = [&*self.tokens, &*after.tokens];
        differences(of_tokens, [self.start, after.start], applied, |at| names.has_token(at), &mut found);
        let of_values = [&*self.values, &*after.values];
        differences(of_values, [self.start, after.start], applied, |at| names.has_value(at), &mut found);
        found.sort_unstable();
        Some(found)
    }

    fn add_token(&mut self, offset: usize, kind: u8, parts: [&str; 2]) {
        let mut hasher = DefaultHasher::new();
        (kind, parts).hash(&mut hasher);
        push(ReadPart { offset, hash: hasher.finish() }, &mut self.tokens, &mut self.is_too_long);
        self.at = offset;
    }

    fn end_text(&mut self) {
        if let Some((hasher, offset)) = self.text.take() {
            push(ReadPart { offset, hash: hasher.finish() }, &mut self.tokens, &mut self.is_too_long);
        }
    }
}

/// The places named by changes, in the original document.
struct NamedPlaces {
    /// Sorted.
    tokens: Vec<usize>,
    /// Sorted by start, with the maximum end so far.
    elements: Vec<(usize, usize)>,
}

impl NamedPlaces {
    fn of(applied: &Applied<'_>) -> Self {
        let mut tokens = Vec::new();
        let mut elements = Vec::new();
        for Named { tokens: named, elements: range } in applied.named() {
            tokens.extend(named);
            elements.extend(*range);
        }
        tokens.sort_unstable();
        elements.sort_unstable();
        let mut greatest = 0;
        for (_, end) in &mut elements {
            greatest = greatest.max(*end);
            *end = greatest;
        }
        Self { tokens, elements }
    }

    fn has_token(&self, offset: usize) -> bool {
        self.tokens.binary_search(&offset).is_ok()
    }

    fn has_value(&self, offset: usize) -> bool {
        let before = self.elements.partition_point(|(start, _)| *start <= offset);
        before.checked_sub(1).and_then(|at| self.elements.get(at)).is_some_and(|(_, end)| offset <= *end)
    }
}

/// Compares the parts parsed before and after changes, except the parts that the changes name.
fn differences(
    [before, after]: [&[ReadPart]; 2],
    [start, new_start]: [usize; 2],
    applied: &Applied<'_>,
    is_named: impl Fn(usize) -> bool,
    found: &mut Vec<usize>,
) {
    let mut old = before
        .iter()
        .map(|item| ReadPart { offset: item.offset + start, ..*item })
        .filter(|item| !is_named(item.offset) && !applied.names_old(item.offset))
        .peekable();
    let mut new = after
        .iter()
        .map(|item| (item.offset + new_start, item.hash))
        .filter(|(offset, _)| !applied.names_new(*offset))
        .map(|(offset, hash)| ReadPart { offset: applied.old_offset(offset), hash })
        .filter(|item| !is_named(item.offset))
        .peekable();
    loop {
        match (old.peek(), new.peek()) {
            (None, None) => return,
            (Some(one), Some(other)) if one.hash == other.hash => {
                old.next();
                new.next();
            }
            (Some(one), other) => {
                // The part at the earlier place has no counterpart.
                let at = other.map_or(usize::MAX, |other| other.offset);
                found.push(one.offset.min(at));
                let offset = one.offset;
                if offset <= at {
                    old.next();
                }
                if offset >= at {
                    new.next();
                }
            }
            (None, Some(other)) => {
                found.push(other.offset);
                new.next();
            }
        }
    }
}

/// An inspector that ignores everything.
struct Nobody;

impl Inspector for Nobody {}

/// A reading in parallel with another inspector, which receives no values.
struct Both<'i> {
    reading: TrialReading,
    other: &'i mut dyn Inspector,
}

impl Inspector for Both<'_> {
    fn start_tag(&mut self, name: &Name<'_>, tag: &RawTag<'_>, attributes: &[XmlAttribute<'_>]) {
        self.reading.start_tag(name, tag, attributes);
        self.other.start_tag(name, tag, attributes);
    }

    fn text(&mut self, text: &str, written: &WrittenText) {
        self.reading.text(text, written);
        self.other.text(text, written);
    }

    fn end_tag(&mut self, written: Option<Range<usize>>) {
        self.reading.end_tag(written.clone());
        self.other.end_tag(written);
    }

    fn receives_values(&self) -> bool {
        true
    }

    fn value(&mut self, value: ReadValue) {
        self.reading.value(value);
    }
}

impl TrialReading {
    fn value(&mut self, value: ReadValue) {
        let offset = value.offset.unwrap_or(self.at);
        match value.hash {
            Some(hash) => push(ReadPart { offset, hash }, &mut self.values, &mut self.is_too_long),
            None => self.is_too_long = true,
        }
    }

    fn start_tag(&mut self, name: &Name<'_>, tag: &RawTag<'_>, attributes: &[XmlAttribute<'_>]) {
        self.end_text();
        for XmlAttribute { name, value, offset, .. } in attributes {
            self.add_token(*offset, b'@', [name.qualified, value]);
        }
        self.add_token(tag.offset, b'<', [name.qualified, ""]);
    }

    fn text(&mut self, text: &str, written: &WrittenText) {
        let Range { start, .. } = written.range;
        // The splitting of a text into pieces depends on the spelling of leading white space.
        let text = if self.text.is_none() { text.trim_start() } else { text };
        if !text.is_empty() {
            let (hasher, _) = self.text.get_or_insert_with(|| (DefaultHasher::new(), start));
            hasher.write(text.as_bytes());
        }
    }

    fn end_tag(&mut self, _: Option<Range<usize>>) {
        self.end_text();
        self.add_token(self.at, b'>', ["", ""]);
    }
}
