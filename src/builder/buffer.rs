//! Text as it comes in, in pieces; it is copied only when there is more than one.

use std::borrow::Cow;

#[derive(Debug, Default)]
pub(super) struct Buffer<'a>(Cow<'a, str>);

impl<'a> Buffer<'a> {
    pub(super) fn push(&mut self, piece: &'a str) {
        if self.0.is_empty() {
            self.0 = Cow::Borrowed(piece);
        } else {
            self.0.to_mut().push_str(piece);
        }
    }

    /// Takes a piece out of `owned`, which keeps its room unless it becomes the buffer.
    pub(super) fn push_owned(&mut self, owned: &mut String) {
        if self.0.is_empty() {
            self.0 = Cow::Owned(std::mem::take(owned));
        } else {
            self.0.to_mut().push_str(owned);
        }
    }

    /// The text, to be written to.
    pub(super) fn text_mut(&mut self) -> &mut String {
        self.0.to_mut()
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The text without the white space around it.
    pub(super) fn into_trimmed(self) -> Cow<'a, str> {
        trim(self.0)
    }
}

/// Without white space at both ends.
pub(super) fn trim(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
        Cow::Owned(mut text) => {
            let end = text.trim_end().len();
            text.truncate(end);
            let start = text.len() - text.trim_start().len();
            if start > 0 {
                text.drain(..start);
            }
            Cow::Owned(text)
        }
    }
}
