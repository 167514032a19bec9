//! A record of everything that is read of a document, to be compared with that of the mended document.
//!
//! A change names what may differ afterwards: a name, an attribute, a text, the values of an element. Everything else must be read
//! as before: each name, each attribute, each text, each value, and the number of entries.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::ops::Range;

use bozofeed::inspect::{Inspection, Inspector, Name, RawTag, ReadValue, WrittenText, XmlAttribute};
use bozofeed::{Document, Parser};

use super::fixes::{Applied, Named};

/// Something that is read, by its offset in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ReadPart {
    offset: usize,
    /// A hash of its kind and its value.
    hash: u64,
}

/// Everything that is read of a document.
#[derive(Debug)]
pub(super) struct TrialReading {
    /// The names, the attributes and the texts. JSON has none.
    tokens: Vec<ReadPart>,
    /// The values of the feed and the entries.
    values: Vec<ReadPart>,
    /// The text that is being read, and its offset.
    text: Option<(DefaultHasher, usize)>,
    /// The offset of the last token.
    at: usize,
    /// The number of bytes before the text of the document.
    start: usize,
    /// The encoding.
    pub(super) codec: String,
    /// The number of entries in the model.
    pub(super) entry_count: usize,
    /// Whether some values were too long to be compared.
    is_too_long: bool,
}

impl TrialReading {
    /// Reads a document.
    pub(super) fn of(parser: &Parser, document: &Document<'_>) -> Self {
        Self::beside(parser, document, &mut Nobody).0
    }

    /// Reads a document, and passes everything to another inspector as well.
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

    /// Returns the offsets of what differs in another reading, in the document of this one, in its order. `None` if the documents
    /// are too long to be compared.
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
        self.tokens.push(ReadPart { offset, hash: hasher.finish() });
        self.at = offset;
    }

    fn end_text(&mut self) {
        if let Some((hasher, offset)) = self.text.take() {
            self.tokens.push(ReadPart { offset, hash: hasher.finish() });
        }
    }
}

/// The places that changes name, in the document before them.
struct NamedPlaces {
    /// Sorted.
    tokens: Vec<usize>,
    /// Sorted by their starts, with the greatest end up to each.
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

/// Compares what is read before and after changes, but for what they name.
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
                // The one at the earlier place has no counterpart.
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

/// An inspector that looks at nothing.
struct Nobody;

impl Inspector for Nobody {}

/// A reading beside another inspector, which receives no values.
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
            Some(hash) => self.values.push(ReadPart { offset, hash }),
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
        // The spelling of a text that begins with white space decides where it is cut into pieces.
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
