//! Markup with some of it replaced: what stays is copied in runs, and not at all where all of it stays.

use std::borrow::Cow;

/// Markup, and what it has become so far.
#[derive(Debug)]
pub(super) struct Output<'a> {
    markup: &'a str,
    text: String,
    /// How far `markup` has been copied or left out.
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

    /// Leaves out what stands from `from` to `to`; both must not be before what was left out or written last.
    pub(super) fn cut(&mut self, from: usize, to: usize) {
        if !self.is_changed {
            self.is_changed = true;
            self.text.reserve(self.markup.len() + self.markup.len() / 16 + 8);
        }
        self.text.push_str(self.markup.get(self.copied..from).unwrap_or_default());
        self.copied = to;
    }

    /// Writes behind what was left out last.
    pub(super) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Writes `text` in front of `at`, or behind what was left out there.
    pub(super) fn insert(&mut self, at: usize, text: &str) {
        if self.copied < at || !self.is_changed {
            self.cut(at, at);
        }
        self.push(text);
    }

    /// Writes `text` in the place of what stands from `from` to `to`.
    pub(super) fn replace(&mut self, from: usize, to: usize, text: &str) {
        self.cut(from, to);
        self.push(text);
    }

    /// Where that comes to stand which stands at `at`, all in front of it being written.
    pub(super) fn position(&self, at: usize) -> usize {
        self.text.len() + at.saturating_sub(self.copied)
    }

    /// Whether anything behind `at` was left out or written.
    pub(super) fn is_changed_behind(&self, at: usize) -> bool {
        self.is_changed && self.copied > at
    }

    /// Writes in the place of what stands from `from` to `to` what came to stand at these positions before.
    pub(super) fn replace_again(&mut self, from: usize, to: usize, (start, end): (usize, usize)) {
        self.cut(from, to);
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
    fn what_is_replaced_is_told_from_what_stays() {
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
    fn what_a_part_became_another_may_become() {
        let mut output = Output::new("abcabc");
        let start = output.position(0);
        assert!(!output.is_changed_behind(0));
        output.replace(1, 2, "B!");
        assert!(output.is_changed_behind(0));
        let end = output.position(3);
        output.replace_again(3, 6, (start, end));
        assert_eq!(output.finish(), "aB!caB!c");
    }

    #[test]
    fn what_stays_whole_is_not_copied() {
        assert!(matches!(Output::new("abc").finish(), Cow::Borrowed("abc")));
    }
}
