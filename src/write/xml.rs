//! An XML document that is written element by element.
//!
//! The namespaces that are used in the first part of the document are declared by the root, which is written after it; an entry that uses
//! another one declares it itself. So memory holds that part or one entry, whatever the number of entries.

use std::io;

use quick_xml::events::{BytesEnd, BytesStart, BytesText, Event};

use super::Format;
use super::core::DocumentSink;
use super::loss::LossReason;
use super::markup::Markup;
use super::names::{PrefixTable, UniqueNames, can_be_bound, is_ncname, name_of_namespace};
use crate::content::looks_like_html;
use crate::html::escape::{MARKS, escape};
use crate::model::Text;
use crate::vocabulary::uri_of_prefix;
use crate::vocabulary::write::ElementSink;

pub(super) const ATOM: &str = "http://www.w3.org/2005/Atom";
/// The namespace of the elements of RSS outside of RSS: that of RSS 1.0, since RSS 2.0 has none.
pub(super) const RSS: &str = "http://purl.org/rss/1.0/";

/// The length at which the first part of a document is written, in bytes.
const HEAD: usize = 64 << 10;

/// A prefix and the namespace name that it is bound to.
type PrefixBinding = (String, String);

/// An element that is open.
#[derive(Debug)]
struct OpenTag {
    name: String,
    /// The number of bindings outside of it.
    bindings: usize,
}

/// A document, or the part of it that was not passed on yet.
pub(super) struct Xml {
    format: Format,
    writer: quick_xml::Writer<Vec<u8>>,
    /// The start tag that attributes can still be added to, without its marks, and the length of its name.
    tag: Option<(String, usize)>,
    /// The names of its attributes.
    attributes: UniqueNames,
    open: Vec<OpenTag>,
    /// The declarations of open elements.
    bindings: Vec<PrefixBinding>,
    /// The declarations of the root.
    root: PrefixTable,
    /// The declarations that the entry needs, once the root is written.
    entry: PrefixTable,
    /// The start tag of the root, until it is written.
    root_tag: Option<String>,
    /// The prefixes of the document that was read.
    prefixes: PrefixTable,
    /// Whether the innermost entry is that of a live item.
    is_in_live_item: bool,
    pub(super) markup: Markup,
}

impl Xml {
    pub(super) fn new(format: Format, indent: usize, prefixes: &[(String, String)], markup: Markup) -> Self {
        let writer = match indent {
            0 => quick_xml::Writer::new(Vec::new()),
            spaces => quick_xml::Writer::new_with_indent(Vec::new(), b' ', spaces),
        };
        Self {
            format,
            writer,
            tag: None,
            attributes: UniqueNames::default(),
            open: Vec::new(),
            bindings: Vec::new(),
            root: PrefixTable::default(),
            entry: PrefixTable::default(),
            root_tag: None,
            prefixes: prefixes.iter().collect(),
            is_in_live_item: false,
            markup,
        }
    }

    /// Starts the root. Its attributes follow.
    pub(super) fn open_root(&mut self, name: &str) {
        self.open.push(OpenTag { name: name.to_owned(), bindings: 0 });
        self.tag = Some((name.to_owned(), name.len()));
    }

    /// Ends the start tag of the root, which is written when its namespaces are known.
    pub(super) fn close_root_tag(&mut self) {
        let tag = self.tag.take();
        // It is dropped at once; the writer counts it for the indentation of the elements in it.
        self.emit(Event::Start(BytesStart::new("root")));
        self.writer.get_mut().clear();
        self.root_tag = tag.map(|(tag, _)| tag);
    }

    /// Writes an entry within an element of its own, which declares the namespaces that the root does not.
    pub(super) fn within_entry(&mut self, prefix: &str, local: &str, write: impl FnOnce(&mut Self)) {
        self.end_tag();
        let start = self.writer.get_mut().len();
        self.open(prefix, local);
        let name = self.open.last().map_or(0, |element| element.name.len());
        write(self);
        self.close();
        let mut declarations = String::new();
        for (prefix, uri) in std::mem::take(&mut self.entry).iter() {
            declare(prefix, uri, &mut declarations);
        }
        if !declarations.is_empty() {
            let buffer = self.writer.get_mut();
            let at = buffer.iter().skip(start).position(|byte| *byte == b'<').map(|at| start + at + 1 + name);
            if let Some(at) = at {
                buffer.splice(at..at, declarations.into_bytes());
            }
        }
    }

    /// Passes on what is complete.
    pub(super) fn flush(&mut self, to: &mut dyn io::Write, is_end: bool) -> io::Result<()> {
        if self.root_tag.is_some() && self.writer.get_mut().len() < HEAD && !is_end {
            return Ok(());
        }
        if let Some(tag) = self.root_tag.take() {
            let mut head = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<");
            head.push_str(&tag);
            if self.format == Format::Atom {
                declare("", ATOM, &mut head);
            }
            for (prefix, uri) in self.root.iter() {
                declare(prefix, uri, &mut head);
            }
            head.push('>');
            to.write_all(head.as_bytes())?;
        }
        let buffer = self.writer.get_mut();
        to.write_all(buffer)?;
        buffer.clear();
        Ok(())
    }

    /// Ends the root and passes on the rest.
    pub(super) fn finish(mut self, to: &mut dyn io::Write) -> io::Result<Markup> {
        self.close();
        self.writer.get_mut().push(b'\n');
        self.flush(to, true)?;
        Ok(self.markup)
    }

    fn emit(&mut self, event: Event<'_>) {
        // A vector takes everything.
        let _ = self.writer.write_event(event);
    }

    /// Writes the start tag that is waiting for attributes.
    fn end_tag(&mut self) {
        if let Some((tag, name)) = self.tag.take() {
            self.emit(Event::Start(BytesStart::from_content(tag, name)));
        }
    }

    /// Returns the namespace name that a prefix is bound to.
    fn bound(&self, prefix: &str) -> Option<&str> {
        if prefix.is_empty() {
            let root = if self.format == Format::Atom { ATOM } else { "" };
            let local = self.bindings.iter().rev().find(|(known, _)| known.is_empty());
            return Some(local.map_or(root, |(_, uri)| uri.as_str()));
        }
        let local = self.bindings.iter().rev().find(|(known, _)| known == prefix);
        local
            .map(|(_, uri)| uri.as_str())
            .or_else(|| self.root.get(prefix))
            .or_else(|| self.entry.get(prefix))
    }

    /// Makes sure that a prefix is bound to a namespace: where it is declared, or in the start tag at hand.
    fn bind(&mut self, prefix: &str, uri: &str) {
        match self.bound(prefix) {
            Some(known) if known == uri => {}
            Some(_) => {
                self.bindings.push((prefix.to_owned(), uri.to_owned()));
                if let Some((tag, _)) = &mut self.tag {
                    declare(prefix, uri, tag);
                }
            }
            None if self.root_tag.is_some() => self.root.add(prefix, uri),
            None => self.entry.add(prefix, uri),
        }
    }

    /// Returns the prefix and the namespace of an element, or of an attribute with a prefix.
    fn namespace_of(&self, prefix: &str) -> (&'static str, &'static str) {
        match (prefix, self.format) {
            ("atom", Format::Rss) => ("atom", ATOM),
            ("atom", _) => ("", ATOM),
            ("rss", Format::Rss) => ("", ""),
            ("rss" | "rss2", _) => ("rss", RSS),
            _ => ("", ""),
        }
    }

    fn lose(&mut self, reason: LossReason) {
        self.lose_part("", reason);
    }

    /// Adds text that is markup already.
    fn raw(&mut self, text: String) {
        if !text.is_empty() {
            self.end_tag();
            self.emit(Event::Text(BytesText::from_escaped(text)));
        }
    }
}

impl DocumentSink for Xml {
    fn start(&mut self, prefix: &str, local: &str) {
        if matches!(prefix, "atom" | "rss" | "rss2") {
            let (prefix, uri) = self.namespace_of(prefix);
            return self.open_in(prefix, uri, local);
        }
        let uri = uri_of_prefix(prefix).unwrap_or_default();
        self.open_in(prefix, uri, local);
    }

    fn end(&mut self) {
        let Some(OpenTag { name, bindings }) = self.open.pop() else { return };
        match self.tag.take() {
            Some((tag, length)) => self.emit(Event::Empty(BytesStart::from_content(tag, length))),
            None => self.emit(Event::End(BytesEnd::new(name))),
        }
        self.bindings.truncate(bindings);
    }

    fn add_value(&mut self, text: &Text, is_typed: bool) {
        let is_guessed = !is_typed && self.format == Format::Rss;
        if text.is_markup() {
            if !is_typed && !is_guessed {
                // In Atom, text without a type is plain.
                self.any_attribute("type", "html");
            }
            let markup = self.markup.as_html(text).into_owned();
            self.plain(&markup);
        } else if is_guessed && looks_like_html(&text.value) {
            let mut shown = String::new();
            escape(&text.value, MARKS, &mut shown);
            self.plain(&shown);
        } else {
            self.plain(&text.value);
        }
    }

    fn innermost(&self) -> Option<&str> {
        self.open.last().map(|element| element.name.as_str())
    }

    fn is_in_live_item(&mut self) -> &mut bool {
        &mut self.is_in_live_item
    }

    fn format(&self) -> Format {
        self.format
    }

    fn open_in(&mut self, prefix: &str, uri: &str, local: &str) {
        self.end_tag();
        // A name that no element may have, which only a program can have made.
        let local = if is_ncname(local) {
            local
        } else {
            self.lose(LossReason::Name);
            "_"
        };
        // Usually it is bound already.
        let is_bound = self.bound(prefix) == Some(uri) && !uri.is_empty();
        let uri = if is_bound { uri } else { name_of_namespace(prefix, uri) };
        let is_lost = !is_bound && !uri.is_empty() && !can_be_bound(prefix, uri);
        if is_lost {
            self.lose(LossReason::Namespace);
        }
        let uri = if is_lost { "" } else { uri };
        let prefix = if uri.is_empty() { "" } else { prefix };
        let name = if prefix.is_empty() { local.to_owned() } else { format!("{prefix}:{local}") };
        self.open.push(OpenTag { name: name.clone(), bindings: self.bindings.len() });
        self.attributes.clear();
        let length = name.len();
        self.tag = Some((name, length));
        self.bind(prefix, uri);
    }

    fn plain(&mut self, text: &str) {
        let mut escaped = String::with_capacity(text.len() + text.len() / 8);
        escape_text(text, false, &mut escaped);
        self.raw(escaped);
    }

    fn elements(&mut self, markup: &str) -> bool {
        let is_well_formed = is_well_formed(markup);
        if is_well_formed {
            self.raw(markup.to_owned());
        }
        is_well_formed
    }

    fn any_attribute(&mut self, name: &str, value: &str) {
        let (prefix, local) = name.split_once(':').unwrap_or(("", name));
        let uri = match prefix {
            "" | "xml" => String::new(),
            _ => {
                let uri = self.prefixes.namespace_of_attribute(prefix).or_else(|| self.bound(prefix));
                uri.unwrap_or_default().to_owned()
            }
        };
        if !is_ncname(local) || name == "xmlns" {
            return self.lose_part("/@", LossReason::Name);
        }
        if !matches!(prefix, "" | "xml") {
            if uri.is_empty() || !can_be_bound(prefix, &uri) {
                return self.lose_part(&format!("/@{name}"), LossReason::Namespace);
            }
            self.bind(prefix, &uri);
        }
        // Names with different prefixes may be the same.
        let expanded = if uri.is_empty() { name.to_owned() } else { format!("{{{uri}}}{local}") };
        if !self.attributes.insert(expanded) {
            return;
        }
        if let Some((tag, _)) = &mut self.tag {
            tag.push(' ');
            tag.push_str(name);
            tag.push_str("=\"");
            escape_text(value, true, tag);
            tag.push('"');
        }
    }

    fn lose_part(&mut self, part: &str, reason: LossReason) {
        let names = self.open.iter().skip(1).map(|element| element.name.as_str());
        let names: Vec<&str> = names.filter(|name| !matches!(*name, "channel" | "item" | "entry")).collect();
        self.markup.lose(|| format!("{}{part}", names.join("/")), reason);
    }

    fn markup(&self) -> &Markup {
        &self.markup
    }
}

/// Adds a declaration of a namespace to a start tag.
fn declare(prefix: &str, uri: &str, tag: &mut String) {
    tag.push_str(" xmlns");
    if !prefix.is_empty() {
        tag.push(':');
        tag.push_str(prefix);
    }
    tag.push_str("=\"");
    escape_text(uri, true, tag);
    tag.push('"');
}

/// The bytes that are not written as they are in text, or that begin a character which may not be.
const ESCAPED: [bool; 256] = {
    let mut escaped = [false; 256];
    let mut control = 0;
    while control < b' ' as usize {
        escaped[control] = true;
        control += 1;
    }
    escaped[b'\t' as usize] = false;
    escaped[b'\n' as usize] = false;
    escaped[b'&' as usize] = true;
    escaped[b'<' as usize] = true;
    escaped[b'>' as usize] = true;
    // U+FFFE and U+FFFF.
    escaped[0xEF] = true;
    escaped
};

/// Escapes text so that it is read back the same (XML 1.0 §2.4, §2.11, §3.3.3). Characters that XML does not have become U+FFFD: if
/// they were left out, what is around them could become something else.
fn escape_text(text: &str, is_attribute: bool, xml: &mut String) {
    let mut done = 0;
    for (at, byte) in text.bytes().enumerate() {
        let is_of_attribute = is_attribute && matches!(byte, b'"' | b'\t' | b'\n');
        if !ESCAPED[usize::from(byte)] && !is_of_attribute {
            continue;
        }
        let (escaped, length) = match byte {
            b'&' => ("&amp;", 1),
            b'<' => ("&lt;", 1),
            b'>' => ("&gt;", 1),
            b'"' => ("&quot;", 1),
            b'\t' => ("&#9;", 1),
            b'\n' => ("&#10;", 1),
            b'\r' => ("&#13;", 1),
            0xEF if !text.get(at..).is_some_and(|rest| rest.starts_with(['\u{FFFE}', '\u{FFFF}'])) => {
                continue;
            }
            0xEF => ("\u{FFFD}", 3),
            _ => ("\u{FFFD}", 1),
        };
        xml.push_str(text.get(done..at).unwrap_or_default());
        xml.push_str(escaped);
        done = at + length;
    }
    xml.push_str(text.get(done..).unwrap_or_default());
}

/// Returns whether markup can be written as content of an element: its tags are balanced, and it has only characters, references and
/// attributes that every parser reads.
fn is_well_formed(markup: &str) -> bool {
    let is_char = |c: char| !matches!(c, '\0'..='\u{8}' | '\u{B}' | '\u{C}' | '\r' | '\u{E}'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}');
    if !markup.chars().all(is_char) {
        return false;
    }
    let mut reader = quick_xml::Reader::from_str(markup);
    let mut depth = 0_usize;
    loop {
        match reader.read_event() {
            Ok(Event::Start(tag) | Event::Empty(tag)) if !has_plain_attributes(&tag) => {
                return false;
            }
            Ok(Event::Start(_)) => depth += 1,
            Ok(Event::End(_)) if depth == 0 => return false,
            Ok(Event::End(_)) => depth -= 1,
            Ok(Event::Text(text)) if text.contains("]]>") => return false,
            Ok(Event::Empty(_) | Event::Text(_)) => {}
            Ok(Event::GeneralRef(reference)) => {
                let is_predefined = matches!(reference.as_ref(), "amp" | "lt" | "gt" | "quot" | "apos");
                let is_known = match reference.resolve_char_ref() {
                    Ok(Some(c)) => is_char(c),
                    Ok(None) => is_predefined,
                    Err(_) => false,
                };
                if !is_known {
                    return false;
                }
            }
            Ok(Event::Eof) => return depth == 0,
            Ok(Event::CData(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_))
            | Err(_) => return false,
        }
    }
}

fn has_plain_attributes(tag: &BytesStart<'_>) -> bool {
    is_ncname(tag.name().as_ref())
        && tag.attributes().all(|attribute| {
            attribute.is_ok_and(|attribute| {
                is_ncname(attribute.key.as_ref())
                    && attribute.key.as_ref() != "xmlns"
                    && !attribute.value.contains('<')
                    && quick_xml::escape::unescape(&attribute.value).is_ok()
            })
        })
}
