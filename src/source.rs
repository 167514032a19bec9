//! A decoded document, and the pass over its text, common to all functions that read documents.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use bozofeed_encoding::Source;

use crate::budget::Budget;
use crate::diagnostics::{
    Bozo, Diagnostic, DocumentFindings, EncodingFindings, Limit, Position, Positions, Verdict, Violation,
    WellFormednessError,
};
use crate::document::{Document, DocumentText};
use crate::encoding::{self, Decoded};
use crate::format::Format;
#[cfg(feature = "h-feed")]
use crate::h_feed;
use crate::interpret::{Interpreted, Interpreter, interpret};
#[cfg(feature = "feedparser")]
use crate::json_feed::ReadElements;
use crate::json_feed::{self, JsonDocument, JsonReader};
use crate::looks_like::looks_like;
use crate::model::{Entry, XmlScope};
use crate::options::Options;
use crate::parsed::Parsed;
use crate::sink::Sink;
use crate::vocabulary::ValueReader;
#[cfg(feature = "h-feed")]
use crate::xml::Nodes;
use crate::xml::Reader;

/// The number of bytes used to classify a document that is not a feed.
const BEGINNING: usize = 1024;

/// A decoded document.
#[derive(Debug)]
pub(crate) struct DecodedDocument<'d> {
    pub(crate) decoded: Decoded<'d>,
    format: SourceFormat,
    /// The first bytes of the document.
    beginning: Cow<'d, [u8]>,
    encoding: EncodingFindings,
    /// The language and the base from the response.
    scope: Option<Arc<XmlScope>>,
    /// Whether the document was longer than [`Limits::size`](crate::Limits::size).
    is_cut: bool,
}

#[derive(Debug)]
enum SourceFormat {
    Xml,
    Json(JsonDocument),
    /// The microformats of a page, as Atom elements.
    #[cfg(feature = "h-feed")]
    Page(Nodes),
}

impl<'d> DecodedDocument<'d> {
    /// Decodes a document, up to the end of `bytes`. `reads_pages` means that a page with microformats is a feed.
    pub(crate) fn of(
        document: &Document<'_>,
        (bytes, is_cut): (&'d [u8], bool),
        options: &Options,
        budget: &Budget,
        reads_pages: bool,
    ) -> Self {
        // From the bytes before decoding, which identify binary data.
        let beginning = Cow::Borrowed(bytes.get(..BEGINNING).unwrap_or(bytes));
        let scope = document.scope();
        #[cfg(feature = "h-feed")]
        if reads_pages && let Some((decoded, nodes)) = h_feed::of(document, bytes, budget) {
            let (format, encoding) = (SourceFormat::Page(nodes), EncodingFindings::default());
            return Self { decoded, format, beginning, encoding, scope, is_cut };
        }
        #[cfg(not(feature = "h-feed"))]
        let _ = reads_pages;
        let mut decoded = encoding::decode_bytes(&options.policy, bytes, &document.headers);
        // After decoding, since only the text shows whether it is JSON, and before the findings about the encoding, since JSON has
        // no label that could be wrong.
        let is_json = json_feed::is_json(&decoded.text);
        let encoding = encoding_findings(document, &mut decoded, is_json);
        let format = if is_json {
            SourceFormat::Json(JsonDocument::of(&decoded.text, &options.limits, budget))
        } else {
            SourceFormat::Xml
        };
        Self { decoded, format, beginning, encoding, scope, is_cut }
    }

    /// Returns the source without its borrowed bytes, which may be long: their owner [attaches](DetachedDocument::attached) them.
    pub(crate) fn detached(mut self) -> DetachedDocument {
        let text_start = self.decoded.text_start;
        let (text, range) = match std::mem::take(&mut self.decoded.text) {
            // Text in UTF-8 consists of the bytes themselves.
            Cow::Borrowed(text) => (String::new(), Some(text_start..text_start + text.len())),
            Cow::Owned(text) => (text, None),
        };
        let source = DecodedDocument {
            // The offsets still refer to the document.
            decoded: self.decoded.with_text(text),
            beginning: Cow::Owned(self.beginning.into_owned()),
            ..self
        };
        DetachedDocument { source, range }
    }

    /// Begins to read the document if it is JSON, or returns `None`. RSS in JSON is read by `read_elements`.
    #[cfg(feature = "feedparser")]
    pub(crate) fn json_pass<'r>(
        &'r self,
        options: &'r Options,
        budget: &'r Budget,
        sink: &'r mut (dyn Sink + 'r),
        read_elements: &mut ReadElements<'_>,
    ) -> Option<Pass<'r>> {
        let SourceFormat::Json(json) = &self.format else { return None };
        let (text, scope) = (&*self.decoded.text, self.scope.clone());
        Some(Pass::Json(JsonReader::begin(text, json, scope, options, budget, sink, read_elements)))
    }

    /// Begins to read the document. Its values are passed to `sink`.
    pub(crate) fn pass<'r>(
        &'r self,
        options: &'r Options,
        budget: &'r Budget,
        sink: &'r mut (dyn Sink + 'r),
    ) -> Pass<'r> {
        let (text, scope) = (&*self.decoded.text, self.scope.clone());
        match &self.format {
            SourceFormat::Xml => {
                let reader = Reader::new(text, &options.limits);
                Pass::Xml(Interpreter::begin(reader, scope, options, budget, sink))
            }
            SourceFormat::Json(json) => Pass::Json(JsonReader::begin(
                text,
                json,
                scope,
                options,
                budget,
                sink,
                &mut |reader, scope, sink| interpret(reader, scope, options, budget, sink),
            )),
            #[cfg(feature = "h-feed")]
            SourceFormat::Page(nodes) => {
                let reader = Reader::of_nodes(nodes, &options.limits);
                Pass::Xml(Interpreter::begin(reader, scope, options, budget, sink))
            }
        }
    }

    /// Returns the result of reading XML, without the feed and the entries.
    pub(crate) fn finish_xml(&self, interpreted: Interpreted<'_>) -> Parsed {
        let encoding = self.encoding.clone();
        let positions = &mut self.positions();
        let Interpreted { format, limit, namespaces, warnings, reader } = interpreted;
        let (format, namespaces, warnings, findings) = match &self.format {
            #[cfg(feature = "h-feed")]
            SourceFormat::Page(_) => {
                let findings = DocumentFindings { limit, ..DocumentFindings::default() };
                (Format::HFeed, Vec::new(), warnings, findings)
            }
            SourceFormat::Xml | SourceFormat::Json(_) => {
                let text = &*self.decoded.text;
                let has_root = reader.has_root();
                let mark = self.decoded.surplus_mark().map(Position::before_text);
                let findings = DocumentFindings {
                    byte_order_mark: mark.map(|position| (WellFormednessError::TextOutsideRoot, position)),
                    faults: reader.faults,
                    limit,
                    not_a_feed: format.is_none().then(|| looks_like(&self.beginning, text, has_root)),
                };
                (format.unwrap_or(Format::Unknown), namespaces, warnings, findings)
            }
        };
        let warnings = warnings.into_positioned(positions);
        let warnings = warnings.map(|(unplaced, position)| unplaced.at(position)).collect();
        let parsed = Parsed { format, warnings, namespaces, ..Parsed::default() };
        with_verdict(parsed, self.verdict(findings, encoding, positions))
    }

    /// Returns the result with the encoding, and the text of the document with these bytes.
    pub(crate) fn into_result(self, parsed: Parsed, bytes: &'d [u8]) -> (Parsed, DocumentText<'d>) {
        let Decoded { encoding, codec, trail, text, text_start, byte_order_marks, .. } = self.decoded;
        let parsed = Parsed { encoding, codec, trail, ..parsed };
        (parsed, DocumentText { text, bytes, start: text_start, byte_order_marks })
    }

    /// Returns the verdict on the document.
    fn verdict<E: Diagnostic + Into<Violation>>(
        &self,
        mut findings: DocumentFindings<E>,
        encoding: EncodingFindings,
        positions: &mut Positions<'_>,
    ) -> Verdict {
        if self.is_cut {
            findings.limit = Some(Limit::Size);
        }
        findings.verdict(encoding, positions)
    }

    fn positions(&self) -> Positions<'_> {
        Positions::new(&self.decoded.text, self.decoded.text_start)
    }
}

/// A document without its bytes.
pub(crate) struct DetachedDocument {
    source: DecodedDocument<'static>,
    /// The range of the bytes that form the text.
    range: Option<Range<usize>>,
}

impl DetachedDocument {
    /// Returns the source with the bytes of the document, which are not copied.
    pub(crate) fn attached(self, mut bytes: Vec<u8>) -> DecodedDocument<'static> {
        let Self { mut source, range } = self;
        if let Some(range) = range {
            bytes.truncate(range.end);
            bytes.drain(..range.start);
            // They are in UTF-8, since the text was borrowed.
            source.decoded.text = Cow::Owned(String::from_utf8(bytes).unwrap_or_default());
        }
        source
    }
}

/// A pass over the text of a document: [`read_entry`](Self::read_entry) while it returns true, and [`finish`](Self::finish).
#[allow(clippy::large_enum_variant, reason = "there is one for each document, and it is not moved")]
pub(crate) enum Pass<'r> {
    Xml(Interpreter<'r, 'r, 'r>),
    Json(JsonReader<'r>),
}

impl Pass<'_> {
    /// Reads until an entry has ended, possibly inside another one. Returns whether one has; if not, the document has ended.
    pub(crate) fn read_entry(&mut self) -> bool {
        match self {
            Self::Xml(interpreter) => interpreter.read_entry(),
            Self::Json(reader) => reader.read_entry(),
        }
    }

    /// Moves the complete entries to `entries`.
    pub(crate) fn take_entries(&mut self, entries: &mut VecDeque<Entry>) {
        match self {
            Self::Xml(interpreter) => interpreter.take_entries(entries),
            Self::Json(reader) => reader.take_entries(entries),
        }
    }

    /// Queries the sink about the feed, with the value reader of the feed.
    pub(crate) fn ask<T>(&mut self, question: impl FnOnce(&mut dyn Sink, &ValueReader<'_>) -> T) -> T {
        match self {
            Self::Xml(interpreter) => interpreter.ask(question),
            Self::Json(reader) => reader.ask(question),
        }
    }

    /// Returns the result for the source without the feed, the entries and the encoding.
    pub(crate) fn finish(self, source: &DecodedDocument<'_>) -> Parsed {
        match self {
            Self::Xml(interpreter) => source.finish_xml(interpreter.finish()),
            Self::Json(reader) => {
                let positions = &mut source.positions();
                let (parsed, findings) = reader.finish(&source.decoded, positions);
                let encoding = source.encoding.clone();
                with_verdict(parsed, source.verdict(findings, encoding, positions))
            }
        }
    }
}

/// Adds a verdict to the result.
pub(crate) fn with_verdict(parsed: Parsed, verdict: Verdict) -> Parsed {
    let Verdict { bozo, well_formed, faults, fault_count } = verdict;
    Parsed { bozo, well_formed, faults, fault_count, ..parsed }
}

/// Returns the findings of the decoder: an exception, malformed sequences, and whether the document itself has a wrong label.
pub(crate) fn encoding_findings(
    document: &Document<'_>,
    decoded: &mut Decoded<'_>,
    is_json: bool,
) -> EncodingFindings {
    let bozo = decoded.exception.take().map(Bozo::from);
    let is_wrong =
        matches!(bozo, Some(Bozo::CharacterEncodingOverride { .. } | Bozo::CharacterEncodingUnknown { .. }));
    // JSON has no label in the document, and a byte order mark is sufficient as a label (XML 1.0 §4.3.3).
    let has_label = document.headers.is_empty() && !has_byte_order_mark(decoded) && !is_json;
    let malformed = std::mem::take(&mut decoded.malformed);
    let malformed_count = decoded.trail.damage().map_or(malformed.len(), |damage| damage.count);
    EncodingFindings { bozo, is_mislabelled: is_wrong && has_label, malformed, malformed_count }
}

/// Returns whether the document's only label is its byte order mark.
fn has_byte_order_mark(decoded: &Decoded<'_>) -> bool {
    decoded.trail.chosen().is_some_and(|chosen| chosen.source == Source::ByteOrderMark)
        && decoded.trail.evidence().iter().all(|evidence| evidence.source != Source::XmlDeclaration)
}
