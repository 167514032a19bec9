//! The identifiers of invalid questions.

use serde_json::value::RawValue;

/// Returns the identifier of a line, which need not be a valid question, or even valid JSON after the
/// identifier.
pub(crate) fn id(line: &[u8]) -> Option<Box<RawValue>> {
    let mut finder = IdFinder::default();
    finder.push(line);
    finder.finish()
}

/// Finds the member `id` of an object whose text arrives in parts and may be damaged or truncated
/// elsewhere.
#[derive(Debug, Default)]
pub(crate) struct IdFinder {
    state: State,
    /// The text of the name, or of the value of `id`.
    text: Vec<u8>,
    found: Option<Box<RawValue>>,
}

/// The position of the next byte in the object.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum State {
    /// Before the object.
    #[default]
    Start,
    /// Before the name of a member.
    BeforeName,
    /// In the name. The text includes its quotation mark.
    Name { is_escaped: bool },
    /// Before the colon.
    AfterName,
    /// In the value, at this nesting depth of brackets.
    Value { is_id: bool, depth: usize, string: InString },
    /// The object has ended, or cannot be read further.
    End,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum InString {
    No,
    Yes,
    /// After a backslash.
    Escaped,
}

/// The maximum length of a name that may be `id`, with escapes.
const LONGEST_NAME: usize = 16;

/// The maximum length of an identifier. A longer one is ignored.
const LONGEST_ID: usize = 1 << 20;

impl IdFinder {
    /// Reads the next part of the line.
    pub(crate) fn push(&mut self, part: &[u8]) {
        for &byte in part {
            self.state = self.next(byte);
            if self.state == State::End {
                return;
            }
        }
    }

    /// Returns the identifier, verbatim.
    pub(crate) fn finish(mut self) -> Option<Box<RawValue>> {
        if let State::Value { is_id: true, depth: 0, string: InString::No } = self.state {
            self.take_id();
        }
        self.found
    }

    fn next(&mut self, byte: u8) -> State {
        let value = |is_id| State::Value { is_id, depth: 0, string: InString::No };
        match (self.state, byte) {
            (State::Start | State::BeforeName | State::AfterName, b' ' | b'\t' | b'\r' | b'\n') => self.state,
            (State::Start, b'{') | (State::BeforeName, b',') => State::BeforeName,
            // A byte order mark.
            (State::Start, 0xEF | 0xBB | 0xBF) => State::Start,
            (State::BeforeName, b'"') => {
                self.text.clear();
                self.push_text(byte, LONGEST_NAME);
                State::Name { is_escaped: false }
            }
            (State::AfterName, b':') => {
                let is_id = serde_json::from_slice::<String>(&self.text).is_ok_and(|name| name == "id");
                self.text.clear();
                value(is_id)
            }
            (State::Start | State::BeforeName | State::AfterName | State::End, _) => State::End,
            (State::Name { is_escaped }, _) => {
                self.push_text(byte, LONGEST_NAME);
                match byte {
                    b'"' if !is_escaped => State::AfterName,
                    _ => State::Name { is_escaped: byte == b'\\' && !is_escaped },
                }
            }
            (State::Value { is_id, depth: 0, string: InString::No }, b',' | b'}') => {
                if is_id {
                    self.take_id();
                }
                if byte == b',' { State::BeforeName } else { State::End }
            }
            (State::Value { is_id, mut depth, string }, _) => {
                if is_id {
                    self.push_text(byte, LONGEST_ID);
                }
                let string = match (string, byte) {
                    (InString::No, b'"') | (InString::Escaped, _) => InString::Yes,
                    (InString::Yes, b'"') => InString::No,
                    (InString::Yes, b'\\') => InString::Escaped,
                    _ => string,
                };
                match byte {
                    b'[' | b'{' if string == InString::No => depth += 1,
                    b']' | b'}' if string == InString::No => depth = depth.saturating_sub(1),
                    _ => {}
                }
                State::Value { is_id, depth, string }
            }
        }
    }

    /// Adds to the text. A text that is too long is one byte longer than `longest`, and is ignored.
    fn push_text(&mut self, byte: u8, longest: usize) {
        if self.text.len() <= longest {
            self.text.push(byte);
        }
    }

    /// Stores the text as the identifier; if there are several, the last one applies.
    fn take_id(&mut self) {
        let text = Some(self.text.as_slice()).filter(|text| text.len() <= LONGEST_ID);
        self.found = text.and_then(|text| serde_json::from_slice(text).ok());
    }
}
