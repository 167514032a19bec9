//! An XML document that is written element by element.
//!
//! The root declares the namespaces that the first part of the document uses, so its start tag is completed after that part. An entry that
//! uses another namespace declares it. Thus memory holds only that part or one entry, regardless of the number of entries, and at most
//! about a megabyte: after the start of a longer part has been passed on, its elements declare further namespaces.

use std::io;

use super::escape::escape_xml;
use super::gate::{Backend, Gate};
use super::markup::Markup;
use super::names::{Declaration, PrefixTable, QName, Scopes};
use super::{Target, Writer};
use crate::vocabulary::write::ElementSink as _;

pub(super) const ATOM: &str = "http://www.w3.org/2005/Atom";

/// The length in bytes at which the first part of a document is written.
const HEAD: usize = 64 << 10;

/// The maximum number of indented levels: the indentation of a deep element must not be longer than the element.
const DEEPEST_INDENT: usize = 8;

/// The length in bytes at which an incomplete part of an entry or of the feed is passed on.
const LONG: usize = 1 << 20;

/// The part of a document that was not passed on yet.
pub(super) struct Xml<'w> {
    target: Target,
    to: &'w mut dyn io::Write,
    /// The first error. Nothing is passed on after it.
    error: Option<io::Error>,
    /// The place in the buffer for the declarations of the current entry, until its start is passed on.
    end_of_name: Option<usize>,
    /// The number of spaces per level, or 0 for no line breaks.
    indent: usize,
    buffer: Vec<u8>,
    /// Whether the start tag at the end of the buffer can still have attributes.
    is_in_tag: bool,
    /// The number of open elements.
    depth: usize,
    /// Whether the next tag begins a line. It does not inside text.
    breaks_line: bool,
    /// Whether no tag begins a line, to preserve the content.
    is_preserved: bool,
    /// The start tag of the root, without its closing bracket, until it is written.
    root_tag: Option<Vec<u8>>,
    /// The processing instruction of the style sheet, if any, until it is written.
    stylesheet: Vec<u8>,
}

impl Xml<'_> {
    /// Passes on a part of the document.
    fn write(&mut self, part: &[u8]) {
        if self.error.is_none() {
            self.error = self.to.write_all(part).err();
        }
    }

    /// Passes on everything, with the declarations of the root.
    fn write_all(&mut self, root: &PrefixTable) {
        if let Some(tag) = self.root_tag.take() {
            let mut head = b"<?xml version=\"1.0\" encoding=\"utf-8\"?>\n".to_vec();
            head.append(&mut self.stylesheet);
            head.extend(tag);
            if self.target == Target::Atom {
                declare("", ATOM, &mut head);
            }
            for (prefix, uri) in root.iter() {
                declare(prefix, uri, &mut head);
            }
            head.push(b'>');
            self.write(&head);
        }
        let mut buffer = std::mem::take(&mut self.buffer);
        self.write(&buffer);
        buffer.clear();
        self.buffer = buffer;
    }

    /// Declares the namespaces of the current entry. They are only known once it is passed on, so their declarations are
    /// inserted after its name.
    fn declare_in_entry(&mut self, entry: &PrefixTable) {
        let Some(at) = self.end_of_name.take() else { return };
        let mut declarations = Vec::new();
        for (prefix, uri) in entry.iter() {
            declare(prefix, uri, &mut declarations);
        }
        self.buffer.splice(at..at, declarations);
    }

    /// Ends the current start tag.
    fn end_tag(&mut self) {
        if std::mem::take(&mut self.is_in_tag) {
            self.buffer.push(b'>');
        }
    }

    fn break_line(&mut self) {
        if self.indent > 0 && self.breaks_line && !self.is_preserved {
            self.buffer.push(b'\n');
            let spaces = self.indent * self.depth.min(DEEPEST_INDENT);
            self.buffer.resize(self.buffer.len() + spaces, b' ');
        }
        self.breaks_line = true;
    }
}

impl Backend for Xml<'_> {
    fn target(&self) -> Target {
        self.target
    }

    fn is_long(&self) -> bool {
        self.buffer.len() >= LONG
    }

    fn pass_on(&mut self, root: &PrefixTable, entry: &PrefixTable) {
        self.declare_in_entry(entry);
        self.write_all(root);
    }

    fn deepest(&self) -> usize {
        usize::MAX
    }

    fn start(&mut self, name: &QName<'_>) {
        self.end_tag();
        self.break_line();
        self.buffer.push(b'<');
        self.buffer.extend(name.as_str().as_bytes());
        self.is_in_tag = true;
        self.depth += 1;
    }

    fn declare(&mut self, declaration: &Declaration) {
        declare(&declaration.prefix, &declaration.uri, &mut self.buffer);
    }

    fn attribute(&mut self, name: &QName<'_>, value: &str) {
        // Attributes after the start tag are dropped.
        if self.is_in_tag {
            attribute(name.as_str(), value, &mut self.buffer);
        }
    }

    fn text(&mut self, text: &str) {
        self.end_tag();
        self.breaks_line = false;
        escape_xml(text, false, &mut self.buffer);
    }

    fn end(&mut self, name: &QName<'_>) {
        self.depth = self.depth.saturating_sub(1);
        if std::mem::take(&mut self.is_in_tag) {
            self.buffer.extend(b"/>");
            return;
        }
        self.break_line();
        self.buffer.extend(b"</");
        self.buffer.extend(name.as_str().as_bytes());
        self.buffer.push(b'>');
    }

    fn preserve(&mut self, is_preserved: bool) {
        self.is_preserved = is_preserved;
        // The end tag follows the content.
        self.breaks_line = false;
    }
}

impl<'w> Gate<Xml<'w>> {
    /// Returns a document whose root is open. The attributes of the root follow.
    pub(super) fn document(
        &Writer { target, indent, keeps_everything, .. }: &Writer,
        prefixes: &[(String, String)],
        markup: Markup,
        to: &'w mut dyn io::Write,
    ) -> Self {
        let (default, root) = if target == Target::Atom { (ATOM, "feed") } else { ("", "rss") };
        let xml = Xml {
            target,
            to,
            error: None,
            end_of_name: None,
            indent,
            buffer: Vec::new(),
            is_in_tag: false,
            depth: 0,
            breaks_line: false,
            is_preserved: false,
            root_tag: None,
            stylesheet: Vec::new(),
        };
        let mut gate = Self::new(xml, Scopes::new(default, None, prefixes, keeps_everything), markup);
        gate.open(if target == Target::Atom { "atom" } else { "rss" }, root);
        gate
    }

    /// Sets the style sheet of the document.
    pub(super) fn set_stylesheet(&mut self, url: &str) {
        let path = url.split(['?', '#']).next().unwrap_or(url);
        let media_type = if path.to_ascii_lowercase().ends_with(".css") { "text/css" } else { "text/xsl" };
        let instruction = &mut self.backend.stylesheet;
        instruction.extend(b"<?xml-stylesheet");
        // The pseudo-attributes are escaped like attributes, so they cannot end the instruction (Associating Style Sheets §3).
        attribute("type", media_type, instruction);
        attribute("href", url, instruction);
        instruction.extend(b"?>\n");
    }

    /// Ends the start tag of the root, which is written once its namespaces are known.
    pub(super) fn close_root_tag(&mut self) {
        self.backend.is_in_tag = false;
        self.backend.root_tag = Some(std::mem::take(&mut self.backend.buffer));
    }

    /// Writes an entry as an element, which declares the namespaces that the root lacks.
    pub(super) fn within_entry(&mut self, prefix: &str, local: &str, write: impl FnOnce(&mut Self)) {
        self.backend.end_tag();
        // If the feed is long, it was passed on and can declare nothing more, but the entry can.
        self.scopes.take_part();
        self.open(prefix, local);
        self.backend.end_of_name = Some(self.backend.buffer.len());
        write(self);
        self.close();
        let declared = self.scopes.take_part();
        self.backend.declare_in_entry(&declared);
    }

    /// Passes on everything so far, unless it is the first part and still short. Returns the first error.
    pub(super) fn flush(&mut self, is_end: bool) -> io::Result<()> {
        if self.backend.root_tag.is_none() || self.backend.buffer.len() >= HEAD || is_end {
            self.backend.write_all(self.scopes.close_document());
        }
        self.backend.error.take().map_or(Ok(()), Err)
    }

    /// Ends the root and passes on the rest.
    pub(super) fn finish(mut self) -> io::Result<Markup> {
        self.close();
        self.backend.buffer.push(b'\n');
        self.flush(true)?;
        Ok(self.markup)
    }
}

/// Adds a declaration of a namespace to a start tag.
fn declare(prefix: &str, uri: &str, tag: &mut Vec<u8>) {
    if prefix.is_empty() {
        attribute("xmlns", uri, tag);
    } else {
        attribute(&["xmlns:", prefix].concat(), uri, tag);
    }
}

/// Adds an attribute to a start tag.
fn attribute(name: &str, value: &str, tag: &mut Vec<u8>) {
    tag.push(b' ');
    tag.extend(name.as_bytes());
    tag.extend(b"=\"");
    escape_xml(value, true, tag);
    tag.push(b'"');
}
