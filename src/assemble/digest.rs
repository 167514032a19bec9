//! Digests of entries. They identify a repeated entry after the earlier ones were handed out.

use crate::budget::push_exact;
pub(super) use crate::model::internal::digest::of;

/// A list of digests, for feeds with many entries. It grows in chunks, so that it has little unused capacity and never moves its
/// content.
#[derive(Debug, Default)]
pub(super) struct DigestList(Vec<Vec<u64>>);

impl DigestList {
    pub(super) fn push(&mut self, digest: u64) {
        /// The number of digests in a chunk.
        const CHUNK: usize = 512;
        match self.0.last_mut().filter(|chunk| chunk.len() < CHUNK) {
            Some(chunk) => push_exact(chunk, digest),
            None => self.0.push(vec![digest]),
        }
    }

    /// Returns the digests and empties the list.
    pub(super) fn take(&mut self) -> impl Iterator<Item = u64> {
        std::mem::take(&mut self.0).into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use std::hash::RandomState;

    use super::*;
    use crate::parse;

    #[test]
    fn entries_have_the_same_digest_if_they_are_equal() {
        let parts = [
            "",
            "<title>a</title>",
            "<title>b</title>",
            "<title type='html'>a</title>",
            "<link href='urn:a'/>",
            "<link rel='related' href='urn:a'/>",
            "<id>urn:a</id>",
            "<summary>a</summary>",
            "<content>a</content>",
            "<content>a</content><content>b</content>",
            "<author><name>a</name></author>",
            "<author><name>a</name><x xmlns='urn:x'/></author>",
            "<contributor><name>a</name></contributor>",
            "<published>2026-11-27</published>",
            "<updated>2026-11-27</updated>",
            "<category term='a'/>",
            "<rights>a</rights>",
            "<x xmlns='urn:x'/>",
            "<x xmlns='urn:x' a='b'/>",
            "<point xmlns='http://www.georss.org/georss'>1 2</point>",
            "<point xmlns='http://www.georss.org/georss'>1 3</point>",
        ];
        let feed =
            |part: &str| format!("<feed xmlns='http://www.w3.org/2005/Atom'><entry>{part}</entry></feed>");
        let entries = parts.map(|part| parse(feed(part).as_bytes()).entries.remove(0));
        let hasher = RandomState::new();
        let mut wrong = Vec::new();
        for (entry, part) in entries.iter().zip(parts) {
            for (other, of_other) in entries.iter().zip(parts) {
                if (of(entry, &hasher) == of(&other.clone(), &hasher)) != (entry == other) {
                    wrong.push((part, of_other));
                }
            }
        }
        assert_eq!(wrong, []);
    }
}
