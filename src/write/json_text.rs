//! JSON that is written member by member.

use std::io;

use super::strict_json::{StrictJson, push_string};

/// The number of levels by which lines are indented at most: a line of a deep element must not be longer than the element.
const DEEPEST_INDENT: usize = 12;

/// A JSON document, or the part of it that was not passed on yet.
#[derive(Debug)]
pub(super) struct JsonText {
    text: Vec<u8>,
    indent: usize,
    /// Whether something is in the objects and arrays that are open.
    open: Vec<bool>,
}

impl JsonText {
    /// Returns an empty document. With 0 spaces everything is on one line.
    pub(super) fn new(indent: usize) -> Self {
        Self { text: Vec::new(), indent, open: Vec::new() }
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

    pub(super) fn string(&mut self, text: &str) {
        push_string(&mut self.text, text);
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

    /// Passes on what is complete.
    pub(super) fn flush(&mut self, to: &mut dyn io::Write) -> io::Result<()> {
        to.write_all(&self.text)?;
        self.text.clear();
        Ok(())
    }

    /// Ends the document and passes on the rest.
    pub(super) fn end(mut self, to: &mut dyn io::Write) -> io::Result<()> {
        self.push('\n');
        self.flush(to)
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
