//! Generated identifiers for feeds and entries: version 5 UUIDs (RFC 9562 §5.5).

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hasher as _};

use super::loss::LossReason;
use crate::model::{Entry, IdentityRule};
use bozofeed_text::html::uri::is_script_url;
use bozofeed_text::maps::{Map, Set};

/// The namespace for URLs (RFC 9562 §6.6), the kind of name closest to an entry's identity.
const URLS: [u8; 16] =
    [0x6b, 0xa7, 0xb8, 0x11, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8];

/// An identifier that cannot run a script, even if a reader links to it. Only this module creates it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SafeId<'i>(Cow<'i, str>);

impl<'i> SafeId<'i> {
    /// Wraps an identifier, unless it is a script URL.
    pub(super) fn new(id: impl Into<Cow<'i, str>>) -> Result<Self, LossReason> {
        let id = id.into();
        if is_script_url(&id) { Err(LossReason::ScriptUrl) } else { Ok(Self(id)) }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// The identifiers already written, so that none is written twice. An eight-byte hash is kept for each.
#[derive(Debug, Default)]
pub(super) struct Identifiers {
    seen: Map<u64, usize>,
    /// The identifiers shared by several entries. `rule` distinguishes those entries.
    repeated: Set<u64>,
    rule: IdentityRule,
}

impl Identifiers {
    /// Collects the repeated identifiers of a feed. No entry keeps a repeated identifier, since the order of the entries may change
    /// from fetch to fetch.
    pub(super) fn of(entries: &[Entry]) -> Self {
        let mut of_all = Self { rule: IdentityRule::of(entries), ..Self::default() };
        if of_all.rule != IdentityRule::Id {
            let mut known: Set<u64> = Set::new();
            let keys = entries.iter().map(|entry| hash(&entry.identity(IdentityRule::Id)));
            of_all.repeated = keys.filter(|key| !known.insert(*key)).collect();
        }
        of_all
    }

    /// Returns the identifier of an entry: its own `id`, or else one generated from its identity. If several entries share it, it is
    /// generated from the values that distinguish them. If an earlier entry was given the same one, it is generated from all values of
    /// the entry and the number of earlier entries with the same values.
    pub(super) fn unique<'i>(&mut self, id: Option<SafeId<'i>>, entry: &Entry) -> SafeId<'i> {
        let is_repeated =
            !self.repeated.is_empty() && self.repeated.contains(&hash(&entry.identity(IdentityRule::Id)));
        let rule = if is_repeated { self.rule } else { IdentityRule::Id };
        let id = id.filter(|_| !is_repeated).unwrap_or_else(|| urn(&entry.identity(rule)));
        match self.count(id.as_str()) {
            0 => id,
            repeated => {
                let identity = entry.identity(IdentityRule::Content);
                let before = self.count(&identity);
                if before == 0 { urn(&identity) } else { urn(&format!("{identity}#{repeated}#{before}")) }
            }
        }
    }

    /// Counts a key, and returns how often it was counted before.
    fn count(&mut self, key: &str) -> usize {
        let count = self.seen.entry(hash(key)).or_default();
        *count += 1;
        *count - 1
    }
}

fn hash(key: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(key.as_bytes());
    hasher.finish()
}

/// Returns the identifier for a name: `urn:uuid:` and the UUID of the name.
pub(super) fn urn(name: &str) -> SafeId<'static> {
    let mut message = Vec::with_capacity(URLS.len() + name.len());
    message.extend(URLS);
    message.extend(name.bytes());
    let mut urn = String::with_capacity("urn:uuid:00000000-0000-0000-0000-000000000000".len());
    urn.push_str("urn:uuid:");
    for (at, byte) in sha1(message).iter().take(16).enumerate() {
        if matches!(at, 4 | 6 | 8 | 10) {
            urn.push('-');
        }
        // The version and the variant (RFC 9562 §4.1, §4.2).
        let byte = match at {
            6 => byte & 0x0F | 0x50,
            8 => byte & 0x3F | 0x80,
            _ => *byte,
        };
        urn.extend(
            [byte >> 4, byte & 0x0F].into_iter().filter_map(|digit| char::from_digit(digit.into(), 16)),
        );
    }
    SafeId(Cow::Owned(urn))
}

/// Returns the SHA-1 hash of a message (RFC 3174), from which a version 5 UUID is made. It is not used for security.
fn sha1(mut message: Vec<u8>) -> [u8; 20] {
    let length = u64::try_from(message.len()).unwrap_or(u64::MAX).wrapping_mul(8);
    message.push(0x80);
    message.resize((message.len() + 8).next_multiple_of(64) - 8, 0);
    message.extend(length.to_be_bytes());
    let mut hash = [0x6745_2301_u32, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0];
    for block in message.chunks_exact(64) {
        let mut words = [0_u32; 80];
        for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
            *word = bytes.iter().fold(0, |word, byte| word << 8 | u32::from(*byte));
        }
        for at in 16..80 {
            words[at] = (words[at - 3] ^ words[at - 8] ^ words[at - 14] ^ words[at - 16]).rotate_left(1);
        }
        let mut state = hash;
        // One loop per function (§5) avoids a branch for each word.
        rounds(&mut state, &words[..20], 0x5A82_7999, |b, c, d| b & c | !b & d);
        rounds(&mut state, &words[20..40], 0x6ED9_EBA1, |b, c, d| b ^ c ^ d);
        rounds(&mut state, &words[40..60], 0x8F1B_BCDC, |b, c, d| b & c | b & d | c & d);
        rounds(&mut state, &words[60..], 0xCA62_C1D6, |b, c, d| b ^ c ^ d);
        for (value, part) in hash.iter_mut().zip(state) {
            *value = value.wrapping_add(part);
        }
    }
    let mut digest = [0; 20];
    for (bytes, word) in digest.chunks_exact_mut(4).zip(hash) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    digest
}

/// Mixes words into the SHA-1 state with a function and its constant (RFC 3174 §6.1).
#[allow(clippy::many_single_char_names, reason = "the names of the specification")]
fn rounds(state: &mut [u32; 5], words: &[u32], k: u32, f: impl Fn(u32, u32, u32) -> u32) {
    let [mut a, mut b, mut c, mut d, mut e] = *state;
    for word in words {
        let sum = a.rotate_left(5).wrapping_add(f(b, c, d)).wrapping_add(e);
        let sum = sum.wrapping_add(*word).wrapping_add(k);
        (e, d, c, b, a) = (d, c, b.rotate_left(30), a, sum);
    }
    *state = [a, b, c, d, e];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_with_the_same_identifier_get_others_in_any_order() {
        let entry = |id: &str, link: &str| made!(Entry { id: Some(id.into()), link: Some(link.into()) });
        let mut entries = vec![entry("a", "1"), entry("b", "2"), entry("a", "3")];
        let ids = |entries: &[Entry]| {
            let mut ids = Identifiers::of(entries);
            let written = |entry: &Entry| {
                let id = entry.id.as_deref().and_then(|id| SafeId::new(id).ok());
                ids.unique(id, entry).as_str().to_owned()
            };
            entries.iter().map(written).collect::<Vec<_>>()
        };
        let mut before = ids(&entries);
        assert_eq!(before[1], "b");
        assert!(before[0].starts_with("urn:uuid:") && before[2].starts_with("urn:uuid:"), "{before:?}");
        entries.reverse();
        before.reverse();
        assert_eq!(ids(&entries), before);
    }

    #[test]
    fn identifiers_are_those_of_other_programs() {
        // Python: `uuid.uuid5(uuid.NAMESPACE_URL, name).urn`.
        for (name, expected) in [
            ("", "urn:uuid:1b4db7eb-4057-5ddf-91e0-36dec72071f5"),
            ("https://harbour.example/1", HARBOUR),
            (&"tide ".repeat(30), TIDES),
        ] {
            assert_eq!(urn(name).as_str(), expected, "{name}");
        }
    }

    #[test]
    fn script_urls_are_no_identifiers() {
        for id in
            ["javascript:alert(1)", " JaVaScRiPt:alert(2)", "javascript: a language", "data:text/html,x"]
        {
            assert_eq!(SafeId::new(id), Err(LossReason::ScriptUrl), "{id}");
        }
        for id in ["urn:a", "", "1", "https://harbour.example/javascript:"] {
            assert_eq!(SafeId::new(id).as_ref().map(SafeId::as_str), Ok(id));
        }
    }

    #[test]
    fn repeated_identifiers_are_replaced() {
        let mut identifiers = Identifiers::default();
        let entry = |title: &str| made!(Entry { title: Some(crate::model::Text::plain(title)) });
        let found: Vec<_> = ["a", "b", "a", "a"]
            .into_iter()
            .map(|title| identifiers.unique(SafeId::new("id").ok(), &entry(title)).as_str().to_owned())
            .collect();
        assert_eq!(found[0], "id");
        assert_eq!(found.iter().collect::<std::collections::BTreeSet<_>>().len(), 4, "{found:?}");
    }

    const HARBOUR: &str = "urn:uuid:f3fb00d6-ff27-5f28-8913-a45f1f2de707";
    const TIDES: &str = "urn:uuid:7829c805-87f5-58c2-8765-e07ab904c9e5";
}
