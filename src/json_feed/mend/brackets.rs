//! Brackets: the open values, and the values that a bracket closes.

use super::lookahead::{BracketRepair, STEPS};
use super::words::word_length;
use super::{Before, Mender, OpenContainer, strings};
use crate::diagnostics::{JsonError, JsonType};

impl Mender<'_> {
    pub(super) fn opening(&mut self, open: OpenContainer) {
        let at = self.at;
        self.at += 1;
        if self.is_one_too_many(open) {
            return self.note(at, || JsonError::UnexpectedCharacter(open.opening()));
        }
        if self.wants_name() {
            self.find_place_for_nameless(open, at);
        }
        // The text up to here is JSON once its open values are closed, since no part of this value is written.
        if self.open.len() >= self.deepest {
            self.too_deep = true;
            return;
        }
        self.make_room(at);
        self.open_here(open);
    }

    /// Returns whether an opening bracket is superfluous: `{{"a":1}`, `[[{"a":1}]`.
    fn is_one_too_many(&self, open: OpenContainer) -> bool {
        if self.before != Before::Opening || self.open.last() != Some(&open) {
            return false;
        }
        // An object cannot begin with an object instead of a name. An array may begin with an array.
        let left = self.open.len();
        let (without, with) =
            (BracketRepair::new(left, None), BracketRepair::new(left, Some(OpenContainer::Array)));
        // On a tie, which is also the result once the allowance is spent, the bracket is kept.
        open == OpenContainer::Object || self.compare(self.at, without, with).is_gt()
    }

    fn open_here(&mut self, open: OpenContainer) {
        self.push(open, self.out.len());
        self.out.push(if open == OpenContainer::Object { '{' } else { '[' });
        self.before = Before::Opening;
    }

    /// Opens a value; `start` is its offset in the output.
    fn push(&mut self, open: OpenContainer, start: usize) {
        let index = self.open.len();
        self.starts.push(start);
        self.of_kind(open).push(index);
        self.open.push(open);
    }

    fn of_kind(&mut self, open: OpenContainer) -> &mut Vec<usize> {
        match open {
            OpenContainer::Array => &mut self.arrays,
            OpenContainer::Object => &mut self.objects,
        }
    }

    /// Handles an opening bracket in place of a name: most likely the next element of an array.
    fn find_place_for_nameless(&mut self, open: OpenContainer, at: usize) {
        let is_first = self.before == Before::Opening;
        let parent = self.open.len().checked_sub(2).and_then(|index| self.open.get(index));
        if open == OpenContainer::Object && !is_first && parent == Some(&OpenContainer::Array) {
            // `[{"id":1, {"id":2}]`: the first element was not closed.
            self.note(at, || JsonError::Unclosed(JsonType::Object));
            // The comma before the bracket separates elements of the array, and must not be lost when the
            // object is closed.
            let before = self.before;
            self.close();
            self.before = before;
        } else if open == OpenContainer::Object && !is_first && self.out.ends_with(']') {
            // The array was closed too early.
            self.note(at, || JsonError::StrayBracket(']'));
            self.reopen(OpenContainer::Array);
        } else {
            self.note(at, || JsonError::MissingName);
            self.make_room(at);
            // `Reading::each` looks under this name for the rest of an array whose opening bracket is missing.
            self.out.push_str("\"\":");
            self.before = Before::Colon;
        }
    }

    /// Removes the last closing bracket that was written.
    fn reopen(&mut self, open: OpenContainer) {
        self.out.pop();
        self.push(open, self.last_closed);
        if self.out.ends_with(['[', '{']) {
            self.before = Before::Opening;
        }
    }

    /// Handles a name in an array. Either the array has ended, or the name belongs to an object in the array that was closed too
    /// early or lacks its opening bracket.
    pub(super) fn find_place_for_name(&mut self, at: usize) {
        let outer = self.open.len().saturating_sub(1);
        let parent = outer.checked_sub(1).and_then(|index| self.open.get(index));
        let has_ended = parent == Some(&OpenContainer::Object)
            && self
                .compare(
                    at,
                    BracketRepair::new(outer, None),
                    BracketRepair::new(self.open.len(), Some(OpenContainer::Object)),
                )
                .is_ge();
        if has_ended {
            self.note(at, || JsonError::Unclosed(JsonType::Array));
            let before = self.before;
            self.close();
            if before != Before::Opening {
                self.before = before;
            }
        } else if self.open.len() >= self.deepest {
            self.too_deep = true;
        } else if self.before != Before::Opening && self.out.ends_with('}') && !self.is_of_last_object(at) {
            self.note(at, || JsonError::StrayBracket('}'));
            self.reopen(OpenContainer::Object);
        } else {
            self.note(at, || JsonError::Unopened(JsonType::Object));
            self.make_room(at);
            self.open_here(OpenContainer::Object);
        }
    }

    /// Returns whether the last closed object has a member with the name at `at`.
    fn is_of_last_object(&self, at: usize) -> bool {
        // Names are unique within an object (RFC 8259 §4): a name that it already has begins another object.
        let length = self.out.len().saturating_sub(self.last_closed);
        if !self.scan.pay(length.saturating_mul(STEPS)) {
            return false;
        }
        let name = self.name_at(at);
        let object = self.out.get(self.last_closed..).unwrap_or_default();
        let (mut depth, mut rest) = (0_usize, object);
        while let Some(found) = rest.find(['{', '}', '[', ']', '"']) {
            let (mark, behind) = rest.split_at(found + 1);
            rest = behind;
            match mark.as_bytes().last() {
                Some(b'"') => {
                    let Some(end) = strings::unescaped(b'"', behind.as_bytes()) else { return false };
                    let (written, next) = behind.split_at(end);
                    rest = next.get(1..).unwrap_or_default();
                    if depth == 1 && written == name && rest.starts_with(':') {
                        return true;
                    }
                }
                Some(b'{' | b'[') => depth += 1,
                _ => depth = depth.saturating_sub(1),
            }
        }
        false
    }

    /// Reopens the document if a comma after its end shows that it was closed too early.
    pub(super) fn reopen_top(&mut self) -> bool {
        if self.byte(self.at) != Some(b',') || !self.out.ends_with('}') {
            return false;
        }
        let next = self.behind_space(self.at + 1);
        let goes_on = match self.byte(next) {
            Some(b'{') => self.out.ends_with("]}"),
            Some(b'"') => self.is_name(next),
            _ => false,
        };
        if goes_on {
            self.note(self.at, || JsonError::StrayBracket('}'));
            self.reopen(OpenContainer::Object);
        }
        goes_on
    }

    /// Handles a closing bracket: it closes its value and all values inside, or it is superfluous.
    pub(super) fn closing(&mut self, open: OpenContainer) {
        let at = self.at;
        self.at += 1;
        let stray = JsonError::StrayBracket(open.closing());
        let Some(index) = self.of_kind(open).last().copied() else {
            return self.note(at, || stray);
        };
        let Some(innermost) = self.open.last().copied() else { return };
        if innermost != open {
            let outside = index.checked_sub(1).and_then(|index| self.open.get(index)).copied();
            // Not closed right away: a stray bracket in an item would end the list of items.
            if self.goes_on_within(Some(innermost))
                && (!self.goes_on_within(outside)
                    || self
                        .compare(
                            self.at,
                            BracketRepair::new(self.open.len(), None),
                            BracketRepair::new(index, None),
                        )
                        .is_gt())
            {
                return self.note(at, || stray);
            }
            self.note(at, || JsonError::Unclosed(innermost.into()));
        }
        self.note_what_hangs(at);
        while self.open.len() > index {
            self.close();
        }
    }

    /// Returns whether the next tokens can be the rest of the open value at that level.
    fn goes_on_within(&self, open: Option<OpenContainer>) -> bool {
        let at = self.behind_space(self.at);
        let (next, behind) = (self.byte(at), self.behind_space(at + 1));
        match (open, next) {
            (_, None)
            | (Some(OpenContainer::Array), Some(b']'))
            | (Some(OpenContainer::Object), Some(b'}')) => true,
            (Some(open), Some(b',')) => match self.byte(behind) {
                Some(b'{' | b'[' | b']') => open == OpenContainer::Array,
                Some(b'}') => open == OpenContainer::Object,
                Some(b'"') => self.is_name(behind) == (open == OpenContainer::Object),
                _ => true,
            },
            _ => false,
        }
    }

    /// Returns the name at `at`, with or without quotes.
    fn name_at(&self, at: usize) -> &str {
        let rest = self.text.get(at..).unwrap_or_default();
        match rest.as_bytes().first().copied() {
            Some(quote @ (b'"' | b'\'')) => {
                let end = self.quote_ahead(quote, at + 1).unwrap_or(self.text.len());
                self.text.get(at + 1..end).unwrap_or_default()
            }
            _ => &rest[..word_length(rest.as_bytes())],
        }
    }

    /// Returns whether the string that begins at `at` is followed by a colon.
    pub(super) fn is_name(&self, at: usize) -> bool {
        let quote = self.byte(at).unwrap_or(b'"');
        self.quote_ahead(quote, at + 1).is_some_and(|end| self.is_colon_next(end + 1))
    }

    /// Records a comma, name or colon without a value after it.
    fn note_what_hangs(&mut self, at: usize) {
        match self.before {
            Before::Comma(comma) => self.note(comma, || JsonError::TrailingComma),
            Before::Name | Before::Colon => self.note(at, || JsonError::MissingValue),
            Before::Opening | Before::Value => {}
        }
    }

    /// Writes the value that is missing after a name.
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
            self.last_closed = self.starts.pop().unwrap_or_default();
            self.out.push(open.closing());
        }
        self.before = Before::Value;
    }

    /// Closes all values at the end of the text.
    pub(super) fn close_all(&mut self) {
        let end = self.text.len();
        if let Some(innermost) = self.open.last().copied().filter(|_| !self.too_deep) {
            let within = if self.cut { JsonType::String } else { innermost.into() };
            self.note(end, || JsonError::CutOff(within));
        }
        while !self.open.is_empty() {
            self.close();
        }
        // The result must be JSON, regardless of the text.
        if self.out.is_empty() {
            self.out.push_str("null");
        }
    }
}
