//! What is open, and what a bracket closes.

use super::{Before, Mender, Open};
use crate::json_error::{JsonError, JsonType};

impl Mender<'_> {
    pub(super) fn opening(&mut self, open: Open) {
        let at = self.at;
        self.at += 1;
        if self.wants_name() {
            self.find_place_for_nameless(open, at);
        }
        if self.open.len() >= self.deepest {
            self.too_deep = true;
            return;
        }
        self.make_room(at);
        self.out.push(if open == Open::Object { '{' } else { '[' });
        self.push(open);
        self.before = Before::Opening;
    }

    fn push(&mut self, open: Open) {
        let index = self.open.len();
        self.of_kind(open).push(index);
        self.open.push(open);
    }

    fn of_kind(&mut self, open: Open) -> &mut Vec<usize> {
        match open {
            Open::Array => &mut self.arrays,
            Open::Object => &mut self.objects,
        }
    }

    /// An opening bracket stands where a name belongs: the next element of an array, most likely.
    fn find_place_for_nameless(&mut self, open: Open, at: usize) {
        let is_first = self.before == Before::Opening;
        let parent = self.open.len().checked_sub(2).and_then(|index| self.open.get(index));
        if open == Open::Object && !is_first && parent == Some(&Open::Array) {
            self.note(at, || JsonError::Unclosed(JsonType::Object));
            let before = self.before;
            self.close();
            self.before = before;
        } else if open == Open::Object && !is_first && self.out.ends_with(']') {
            // The array was closed too early.
            self.note(at, || JsonError::StrayBracket(']'));
            self.out.pop();
            self.push(Open::Array);
            if self.out.ends_with('[') {
                self.before = Before::Opening;
            }
        } else {
            self.note(at, || JsonError::MissingName);
            self.make_room(at);
            self.out.push_str("\"\":");
            self.before = Before::Colon;
        }
    }

    /// A closing bracket closes what it is meant for, and what is open within; or it is one too many.
    pub(super) fn closing(&mut self, open: Open) {
        let at = self.at;
        self.at += 1;
        let stray = JsonError::StrayBracket(open.closing());
        let Some(index) = self.of_kind(open).last().copied() else {
            return self.note(at, || stray);
        };
        let Some(innermost) = self.open.last().copied() else { return };
        if innermost != open {
            let outside = index.checked_sub(1).and_then(|index| self.open.get(index)).copied();
            if self.goes_on_within(Some(innermost)) && !self.goes_on_within(outside) {
                return self.note(at, || stray);
            }
            self.note(at, || JsonError::Unclosed(innermost.into()));
        }
        self.note_what_hangs(at);
        while self.open.len() > index {
            self.close();
        }
    }

    /// Whether what stands next can be the rest of what is open there.
    fn goes_on_within(&self, open: Option<Open>) -> bool {
        let at = self.behind_space(self.at);
        let (next, behind) = (self.byte(at), self.behind_space(at + 1));
        match (open, next) {
            (_, None) | (Some(Open::Array), Some(b']')) | (Some(Open::Object), Some(b'}')) => true,
            (Some(open), Some(b',')) => match self.byte(behind) {
                Some(b'{' | b'[' | b']') => open == Open::Array,
                Some(b'}') => open == Open::Object,
                Some(b'"') => self.is_name(behind) == (open == Open::Object),
                _ => true,
            },
            _ => false,
        }
    }

    /// Whether the string that begins at `at` is followed by a colon.
    pub(super) fn is_name(&self, at: usize) -> bool {
        let quote = self.byte(at).unwrap_or(b'"');
        let inside = self.text.as_bytes().get(at + 1..).unwrap_or_default();
        memchr::memchr(quote, inside)
            .is_some_and(|length| self.byte(self.behind_space(at + length + 2)) == Some(b':'))
    }

    /// Notes a comma, a name or a colon that nothing follows.
    fn note_what_hangs(&mut self, at: usize) {
        match self.before {
            Before::Comma(comma) => self.note(comma, || JsonError::TrailingComma),
            Before::Name | Before::Colon => self.note(at, || JsonError::MissingValue),
            Before::Opening | Before::Value => {}
        }
    }

    /// Writes the value that is missing behind a name.
    pub(super) fn fill_value(&mut self) {
        match self.before {
            Before::Name => self.out.push_str(":null"),
            Before::Colon => self.out.push_str("null"),
            Before::Opening | Before::Comma(_) | Before::Value => {}
        }
    }

    fn close(&mut self) {
        self.fill_value();
        if let Some(open) = self.open.pop() {
            self.of_kind(open).pop();
            self.out.push(open.closing());
        }
        self.before = Before::Value;
    }

    /// The text has ended.
    pub(super) fn close_all(&mut self) {
        let end = self.text.len();
        if let Some(innermost) = self.open.last().copied().filter(|_| !self.too_deep) {
            let within = if self.cut { JsonType::String } else { innermost.into() };
            self.note(end, || JsonError::CutOff(within));
        }
        while !self.open.is_empty() {
            self.close();
        }
        if self.out.is_empty() {
            self.out.push_str("null");
        }
    }
}
