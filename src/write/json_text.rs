//! JSON that is written member by member.

use std::io;

use bozofeed_text::cut::beginning;

use super::strict_json::{StrictJson, push_string};

/// The maximum number of indented levels: the indentation of a deep element must not be longer than the element.
const DEEPEST_INDENT: usize = 12;

/// The length in bytes at which a part of the document is passed on.
const LONG: usize = 64 << 10;

/// The part of a JSON document that was not passed on yet.
pub(super) struct JsonText<'w> {
    text: Vec<u8>,
    to: &'w mut dyn io::Write,
    /// The first error. Nothing is passed on after it.
    error: Option<io::Error>,
    indent: usize,
    /// For each open object or array, whether it has members or elements.
    open: Vec<bool>,
}

impl<'w> JsonText<'w> {
    /// Returns an empty document. If `indent` is 0, everything is on one line.
    pub(super) fn new(indent: usize, to: &'w mut dyn io::Write) -> Self {
        Self { text: Vec::new(), to, error: None, indent, open: Vec::new() }
    }

    /// Starts an object or an array.
    pub(super) fn open(&mut self, bracket: char) {
        self.push(bracket);
        self.open.push(false);
    }

    /// Ends an object or an array.
    pub(super) fn close(&mut self, bracket: char) {
        if self.open.pop() == Some(true) {
            self.break_line();
        }
        self.push(bracket);
    }

    /// Starts an element of an array.
    pub(super) fn item(&mut self) {
        if let Some(has_items) = self.open.last_mut()
            && std::mem::replace(has_items, true)
        {
            self.push(',');
        }
        if self.text.len() >= LONG {
            self.pass_on();
        }
        self.break_line();
    }

    /// Starts a member of an object.
    pub(super) fn name(&mut self, name: &str) {
        self.item();
        self.string(name);
        self.push(':');
        if self.indent > 0 {
            self.push(' ');
        }
    }

    /// Adds a string.
    pub(super) fn string(&mut self, text: &str) {
        if text.len() <= LONG {
            return push_string(&mut self.text, text);
        }
        // Each part is pushed as a string, whose quotes are removed.
        self.push('"');
        let mut rest = text;
        while !rest.is_empty() {
            let part = beginning(rest, LONG);
            let start = self.text.len();
            push_string(&mut self.text, part);
            self.text.pop();
            self.text.remove(start);
            rest = rest.get(part.len()..).unwrap_or_default();
            self.pass_on();
        }
        self.push('"');
    }

    /// Adds a member whose value is a string.
    pub(super) fn text(&mut self, name: &str, text: &str) {
        self.name(name);
        self.string(text);
    }

    /// Adds a member.
    pub(super) fn value(&mut self, name: &str, value: &StrictJson<'_>) {
        self.name(name);
        self.text.extend_from_slice(value.as_str().as_bytes());
    }

    /// Passes on everything so far. Returns the first error.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.pass_on();
        self.error.take().map_or(Ok(()), Err)
    }

    /// Ends the document and passes on the rest.
    pub(super) fn end(mut self) -> io::Result<()> {
        self.push('\n');
        self.flush()
    }

    fn pass_on(&mut self) {
        if self.error.is_none() {
            self.error = self.to.write_all(&self.text).err();
        }
        self.text.clear();
    }

    fn break_line(&mut self) {
        if self.indent > 0 {
            self.push('\n');
            let spaces = self.indent * self.open.len().min(DEEPEST_INDENT);
            self.text.resize(self.text.len() + spaces, b' ');
        }
    }

    fn push(&mut self, c: char) {
        self.text.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    }
}
