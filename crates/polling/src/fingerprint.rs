//! A hash that recognises an unchanged body.

use std::fmt;
use std::hash::Hasher as _;

use fnv::FnvHasher;

/// A hash (FNV-1a) of a response's body and Content-Type.
///
/// It recognises an unchanged feed before anything is parsed, even if the server sends no validators, or new ones for the
/// same bytes. It is the same on every machine and in every version. It is not cryptographic: a publisher could only
/// deceive itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Fingerprint(u64);

impl Fingerprint {
    /// Returns the fingerprint of a body that was served as `content_type`.
    pub(super) fn of(content_type: Option<&str>, body: &[u8]) -> Self {
        let mut hash = FnvHasher::default();
        hash.write(content_type.unwrap_or_default().as_bytes());
        // A byte that no header value contains.
        hash.write(&[0]);
        hash.write(body);
        Self(hash.finish())
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Returns a number below `bound` that depends only on `seed` and `text`.
pub(super) fn pick(seed: u64, text: &str, bound: u64) -> u64 {
    let mut hash = FnvHasher::default();
    hash.write(text.as_bytes());
    // After the text, so that the last bytes of the text are also mixed.
    hash.write(&seed.to_le_bytes());
    hash.finish().checked_rem(bound).unwrap_or_default()
}

#[cfg(feature = "serde")]
impl serde::Serialize for Fingerprint {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Fingerprint {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error as _;
        let text = String::deserialize(deserializer)?;
        // States stored before version 0.2 have 128 bits, which match no body.
        let number = u128::from_str_radix(&text, 16).map_err(D::Error::custom)?;
        Ok(Self(u64::try_from(number).unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_label_and_the_body_both_count() {
        let all = [
            Fingerprint::of(None, b"a"),
            Fingerprint::of(Some("a"), b""),
            Fingerprint::of(None, b""),
            Fingerprint::of(Some("text/xml"), b"a"),
            Fingerprint::of(None, b"\0a"),
        ];
        for (at, one) in all.iter().enumerate() {
            assert!(!all[at + 1..].contains(one), "{one}");
        }
    }

    #[test]
    fn a_pick_is_bounded_and_repeatable() {
        for bound in [0, 1, 2, 900, u64::MAX] {
            for seed in 0..50 {
                let pick_ = pick(seed, "https://harbour.example/", bound);
                assert!(pick_ < bound.max(1), "{seed} {bound}");
                assert_eq!(pick_, pick(seed, "https://harbour.example/", bound));
            }
        }
    }
}
