//! The choice between two repairs: the better one is that in which the following brackets match for longer.

use super::{Mender, OpenContainer};

/// The budget for lookahead, in proportion to the length of the text, so that time is linear.
pub(super) const STEPS_PER_BYTE: usize = 16;

impl Mender<'_> {
    /// Returns the offset at which the text from `from` on stops matching if the outermost `left` values are still open, and
    /// `inner` in them; the end of the text if it ends too early, and more than that if it matches completely.
    pub(super) fn fails_at(&mut self, from: usize, left: usize, inner: Option<OpenContainer>) -> usize {
        let mut left = left;
        let mut within: Vec<OpenContainer> = inner.into_iter().collect();
        let mut at = from;
        let mut last = b',';
        while let Some(byte) = self.byte(at) {
            let outer = left.checked_sub(1).and_then(|index| self.open.get(index));
            let innermost = within.last().or(outer).copied();
            let mut next = at + 1;
            match byte {
                b'"' => {
                    let Some(end) = self.next_quote(byte, next) else { return self.text.len() };
                    next = end + 1;
                    let is_name = self.byte(self.behind_space(next)) == Some(b':');
                    if is_name && innermost != Some(OpenContainer::Object) {
                        return at;
                    }
                }
                b'{' | b'[' => {
                    if innermost.is_none() || innermost == Some(OpenContainer::Object) && last != b':' {
                        return at;
                    }
                    within.push(if byte == b'{' { OpenContainer::Object } else { OpenContainer::Array });
                }
                b'}' | b']' => {
                    if innermost.is_none_or(|open| open.closing() != char::from(byte)) {
                        return at;
                    }
                    if within.pop().is_none() {
                        left -= 1;
                    }
                }
                b',' if innermost.is_none() => return at,
                _ => {}
            }
            let Some(steps) = self.steps_ahead.checked_sub(next - at) else { return from };
            self.steps_ahead = steps;
            if !byte.is_ascii_whitespace() {
                last = byte;
            }
            at = next;
        }
        if within.is_empty() && left == 0 { usize::MAX } else { self.text.len() }
    }
}
