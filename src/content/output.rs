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

    /// What has become of what stands from `from` to `to`, in two pieces, or nothing if it stays as it stands. All in front
    /// of it is written up to `position`, all of it but what stays at its end is written.
    pub(super) fn since(&self, from: usize, position: usize, to: usize) -> Option<[&str; 2]> {
        let is_touched = self.is_changed && self.copied > from;
        is_touched.then(|| {
            [
                self.text.get(position..).unwrap_or_default(),
                self.markup.get(self.copied..to).unwrap_or_default(),
            ]
        })
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
    fn what_a_part_became_is_told() {
        let mut output = Output::new("abcdef");
        assert_eq!(output.since(0, 0, 3), None);
        output.cut(0, 1);
        let before = output.position(2);
        assert_eq!(output.since(2, before, 5), None);
        output.replace(3, 4, "D!");
        assert_eq!(output.since(2, before, 5), Some(["cD!", "e"]));
        assert_eq!(output.finish(), "bcD!ef");
    }

    #[test]
    fn what_stays_whole_is_not_copied() {
        assert!(matches!(Output::new("abc").finish(), Cow::Borrowed("abc")));
    }
}
