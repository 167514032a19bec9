//! The string of the model.

use std::borrow::{Borrow, Cow};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use crate::cost::Priced;

/// A string of a feed: the type of every string in the model.
///
/// It is read like a `str`, and replaced as a whole. `as_deref` turns an `Option<Str>` into an `Option<&str>`.
/// [`into_string`](Self::into_string) returns a `String`, without copying unless it is shared.
///
/// It is not a `String` because values in a feed are often repeated: the page of an entry is one of its links, and languages, base URIs,
/// media types, relations and element names are the same in every entry. With `String`, the results of real feeds need half as many more
/// allocations, and a quarter more memory.
///
/// ```
/// use bozofeed::model::Str;
///
/// let feed = b"<rss><channel><item><link>https://harbour.example/tides</link></item></channel></rss>";
/// let mut entry = bozofeed::parse(feed).entries.remove(0);
/// assert_eq!(entry.link.as_deref(), Some("https://harbour.example/tides"));
/// assert_eq!(entry.link, entry.links[0].href);
///
/// entry.link = Some("https://harbour.example/ferries".into());
/// let link: Option<String> = entry.link.map(Str::into_string);
/// assert_eq!(link.unwrap(), "https://harbour.example/ferries");
/// ```
#[derive(Clone)]
pub struct Str(StrRepr);

#[derive(Clone)]
enum StrRepr {
    /// Without spare capacity: strings are replaced as a whole.
    Owned(Box<str>),
    /// A known word.
    Static(&'static str),
    /// A string shared by several values of the feed.
    Shared(Arc<str>),
}

impl Str {
    /// Returns a string without allocating.
    ///
    /// ```
    /// use bozofeed::model::Str;
    ///
    /// const ENCLOSURE: Str = Str::from_static("enclosure");
    /// assert_eq!(ENCLOSURE, "enclosure");
    /// ```
    pub const fn from_static(text: &'static str) -> Self {
        Self(StrRepr::Static(text))
    }

    /// Returns a string that can be cloned without copying.
    ///
    /// ```
    /// use bozofeed_model::Str;
    ///
    /// let name = Str::shared("harbour");
    /// let copies = vec![name.clone(); 100];
    /// assert!(copies.iter().all(|copy| copy.as_str().as_ptr() == name.as_str().as_ptr()));
    /// ```
    pub fn shared(text: impl Into<Arc<str>>) -> Self {
        text.into().into()
    }

    /// Returns whether both are the same string in memory, so that a comparison is not needed.
    ///
    /// ```
    /// use bozofeed_model::Str;
    ///
    /// let name = Str::shared("harbour");
    /// assert!(name.ptr_eq(&name.clone()) && !name.ptr_eq(&Str::shared("harbour")));
    /// ```
    pub fn ptr_eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.as_str(), other.as_str())
    }

    /// Returns the string.
    pub fn as_str(&self) -> &str {
        match &self.0 {
            StrRepr::Owned(text) => text,
            StrRepr::Static(text) => text,
            StrRepr::Shared(text) => text,
        }
    }

    /// Returns the string, without copying it unless it is shared.
    pub fn into_string(self) -> String {
        match self.0 {
            StrRepr::Owned(text) => text.into_string(),
            StrRepr::Static(text) => text.to_owned(),
            StrRepr::Shared(text) => text.as_ref().to_owned(),
        }
    }
}

impl Priced for Str {
    #[inline]
    fn heap(&self) -> usize {
        match &self.0 {
            StrRepr::Owned(text) => text.heap(),
            StrRepr::Static(_) => 0,
            StrRepr::Shared(text) => text.heap(),
        }
    }

    #[inline]
    fn written(&self) -> usize {
        self.len()
    }
}

impl Default for Str {
    fn default() -> Self {
        Self::from_static("")
    }
}

impl Deref for Str {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for Str {
    fn as_ref(&self) -> &str {
        self
    }
}

impl Borrow<str> for Str {
    fn borrow(&self) -> &str {
        self
    }
}

impl fmt::Display for Str {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}

impl fmt::Debug for Str {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl PartialEq for Str {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Str {}

impl PartialOrd for Str {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Str {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

/// The hash is that of the `str`, so that a map can be queried with a `str`.
impl Hash for Str {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

macro_rules! compared_with {
    ($($other:ty),+) => {$(
        impl PartialEq<$other> for Str {
            fn eq(&self, other: &$other) -> bool {
                let other: &str = other.as_ref();
                self.as_str() == other
            }
        }

        impl PartialEq<Str> for $other {
            fn eq(&self, other: &Str) -> bool {
                other == self
            }
        }
    )+};
}

compared_with!(str, &str, String);

impl From<&str> for Str {
    fn from(text: &str) -> Self {
        Self(StrRepr::Owned(text.into()))
    }
}

/// Excess capacity of the string is freed.
impl From<String> for Str {
    fn from(text: String) -> Self {
        Self(StrRepr::Owned(text.into_boxed_str()))
    }
}

impl From<Cow<'_, str>> for Str {
    fn from(text: Cow<'_, str>) -> Self {
        text.into_owned().into()
    }
}

/// The string stays shared.
impl From<Arc<str>> for Str {
    fn from(text: Arc<str>) -> Self {
        Self(StrRepr::Shared(text))
    }
}

impl From<Str> for String {
    fn from(text: Str) -> Self {
        text.into_string()
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Str {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Str {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(test)]
mod tests {
    use std::hash::{BuildHasher, RandomState};

    use super::*;

    #[test]
    fn strings_are_equal_however_they_are_kept() {
        let state = RandomState::new();
        let all = ["tide".into(), Str::from_static("tide"), Arc::<str>::from("tide").into(), "ebb".into()];
        for (at, one) in all.iter().enumerate() {
            for (other_at, other) in all.iter().enumerate() {
                let is_equal = one == other;
                assert_eq!(is_equal, (at == 3) == (other_at == 3));
                assert_eq!(
                    is_equal,
                    one.cmp(other).is_eq() && state.hash_one(one) == state.hash_one(&**other)
                );
            }
            assert_eq!(one.clone().into_string(), one.as_str());
        }
    }

    #[test]
    fn a_string_has_no_room_that_it_does_not_use() {
        let mut text = String::with_capacity(100);
        text.push_str("tide");
        assert_eq!(Str::from(text).into_string().capacity(), "tide".len());
    }

    #[test]
    fn a_string_is_as_small_as_any() {
        assert_eq!([size_of::<Str>(), size_of::<Option<Str>>()], [size_of::<String>(); 2]);
    }
}
