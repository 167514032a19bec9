//! Markup in which some spans are replaced. Unchanged spans are copied together; unchanged markup is not copied.

use std::borrow::Cow;

/// Markup and the edited copy of it that was written so far.
#[derive(Debug)]
pub(super) struct Output<'a> {
    markup: &'a str,
    text: String,
    /// The number of bytes of `markup` that have been copied or removed.
    copied: usize,
    is_changed: bool,
}

impl<'a> Output<'a> {
    pub(super) fn new(markup: &'a str) -> Self {
        Self { markup, text: String::new(), copied: 0, is_changed: false }
    }

    pub(super) fn markup(&self) -> &'a str {
        self.markup
    }

    /// Removes a span, which must not begin before the end of the last edit.
    #[inline]
    pub(super) fn cut(&mut self, from: usize, to: usize) {
        if !self.is_changed {
            self.is_changed = true;
            self.text.reserve(self.markup.len() + self.markup.len() / 16 + 8);
        }
        self.text.push_str(self.markup.get(self.copied..from).unwrap_or_default());
        self.copied = to;
    }

    /// Inserts text at the last edit.
    #[inline]
    pub(super) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Inserts text at an offset, after earlier insertions there.
    #[inline]
    pub(super) fn insert(&mut self, at: usize, text: &str) {
        if self.copied < at || !self.is_changed {
            self.cut(at, at);
        }
        self.push(text);
    }

    /// Replaces a span.
    #[inline]
    pub(super) fn replace(&mut self, from: usize, to: usize, text: &str) {
        self.cut(from, to);
        self.push(text);
    }

    /// Returns the offset in the output that `at` in the markup will have.
    #[inline]
    pub(super) fn position(&self, at: usize) -> usize {
        self.text.len() + at.saturating_sub(self.copied)
    }

    /// Returns whether anything after `at` was edited.
    pub(super) fn is_changed_after(&self, at: usize) -> bool {
        self.is_changed && self.copied > at
    }

    /// Returns the span of the markup, relative to `at`, that was cut after `at` if nothing else was edited there: before the span, the
    /// output after `position` equals the markup after `at`.
    pub(super) fn cut_after(&self, at: usize, position: usize) -> Option<(usize, usize)> {
        let output = self.text.get(position..)?;
        let cut = (output.len(), self.copied.checked_sub(at)?);
        let is_copy = cut.0 <= cut.1 && self.markup.get(at..)?.starts_with(output);
        is_copy.then_some(cut)
    }

    /// Replaces a span by a copy of a span of the output.
    pub(super) fn replace_again(&mut self, from: usize, to: usize, (start, end): (usize, usize)) {
        self.cut(from, to);
        // `extend_from_within` panics if the span is not in the text.
        if self.text.get(start..end).is_some() {
            self.text.extend_from_within(start..end);
        }
    }

    pub(super) fn finish(mut self) -> Cow<'a, str> {
        if !self.is_changed {
            return Cow::Borrowed(self.markup);
        }
        self.text.push_str(self.markup.get(self.copied..).unwrap_or_default());
        Cow::Owned(self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::Output;
    use std::borrow::Cow;

    #[test]
    fn edits_are_applied_in_order() {
        let mut output = Output::new("abcdef");
        output.replace(1, 2, "B");
        output.insert(3, "-");
        output.insert(3, "+");
        assert_eq!(output.position(4), 6);
        output.cut(4, 5);
        output.insert(4, "!");
        assert_eq!(output.finish(), "aBc-+d!f");
    }

    #[test]
    fn a_replacement_can_be_repeated() {
        let mut output = Output::new("abcabc");
        let start = output.position(0);
        assert!(!output.is_changed_after(0));
        output.replace(1, 2, "B!");
        assert!(output.is_changed_after(0));
        let end = output.position(3);
        output.replace_again(3, 6, (start, end));
        assert_eq!(output.finish(), "aB!caB!c");
    }

    #[test]
    fn unchanged_markup_is_not_copied() {
        assert!(matches!(Output::new("abc").finish(), Cow::Borrowed("abc")));
    }
}
