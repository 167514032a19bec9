//! The choice between two repairs: the better one is that in which the following brackets match for longer.

use super::{Mender, OpenContainer};

/// The steps that a byte between strings takes: more than one, as the text is read byte by byte.
pub(super) const STEPS: usize = 8;

impl Mender<'_> {
    /// Returns the offset at which the text from `from` on stops matching if the outermost `left` values are still open, and
    /// `inner` in them; the end of the text if it ends too early, and more than that if it matches completely. Returns `from` if the
    /// allowance is spent.
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
                    let Some(end) = self.quote_ahead(byte, next) else {
                        return if self.scan.is_exhausted() { from } else { self.text.len() };
                    };
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
            if !self.scan.pay(STEPS) {
                return from;
            }
            if !byte.is_ascii_whitespace() {
                last = byte;
            }
            at = next;
        }
        if within.is_empty() && left == 0 { usize::MAX } else { self.text.len() }
    }
}
