//! The characters of a text, which know whether the sanitizer wrote them.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

#[cfg(feature = "sanitize")]
use super::sanitizer::SafeHtml;
use crate::cost::Priced;
#[cfg(feature = "sanitize")]
use crate::cost::allocated;

/// The value of a [`Text`](crate::model::Text): a string that knows whether it is markup that the sanitizer wrote.
///
/// It is read like a `str`, and replaced as a whole: a value that is made of any other string was not sanitized, so that
/// nothing can be changed after it was. Two values are equal if their strings are.
///
/// ```
/// use bozofeed::model::TextValue;
///
/// let feed = b"<rss><channel><item><description>&lt;b onclick='x()'>Tides&lt;/b></description></item></channel></rss>";
/// let mut summary = bozofeed::parse(feed).entries[0].summary.clone().unwrap();
/// assert_eq!((summary.value.as_str(), summary.is_sanitized()), ("<b>Tides</b>", true));
/// summary.value = TextValue::from(summary.value.replace("Tides", "<script>x()</script>"));
/// assert!(!summary.is_sanitized());
/// assert_eq!(summary.to_html(), "<b></b>");
/// ```
#[derive(Clone)]
pub struct TextValue(Repr);

#[derive(Clone)]
enum Repr {
    /// Plain text, or markup that was not sanitized.
    Unchecked(String),
    #[cfg(feature = "sanitize")]
    Safe(SafeHtml),
}

impl TextValue {
    /// Returns the string.
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Repr::Unchecked(text) => text,
            #[cfg(feature = "sanitize")]
            Repr::Safe(markup) => markup.as_str(),
        }
    }

    /// Returns the string, without copying it.
    pub fn into_string(self) -> String {
        match self.0 {
            Repr::Unchecked(text) => text,
            #[cfg(feature = "sanitize")]
            Repr::Safe(markup) => markup.into_string(),
        }
    }

    /// Returns the markup if the sanitizer wrote it. Whether it is shown as markup depends on the media type of its text.
    #[cfg(feature = "sanitize")]
    pub fn safe_html(&self) -> Option<&SafeHtml> {
        match &self.0 {
            Repr::Unchecked(_) => None,
            Repr::Safe(markup) => Some(markup),
        }
    }

    /// Returns whether the sanitizer wrote the value.
    pub(crate) fn is_safe(&self) -> bool {
        !matches!(self.0, Repr::Unchecked(_))
    }
}

impl Priced for TextValue {
    fn heap(&self) -> usize {
        match &self.0 {
            Repr::Unchecked(text) => text.heap(),
            #[cfg(feature = "sanitize")]
            Repr::Safe(markup) => allocated(markup.capacity()),
        }
    }

    fn written(&self) -> usize {
        self.len()
    }
}

#[cfg(feature = "sanitize")]
impl From<SafeHtml> for TextValue {
    fn from(markup: SafeHtml) -> Self {
        Self(Repr::Safe(markup))
    }
}

impl From<String> for TextValue {
    fn from(text: String) -> Self {
        Self(Repr::Unchecked(text))
    }
}

impl From<&str> for TextValue {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<Cow<'_, str>> for TextValue {
    fn from(text: Cow<'_, str>) -> Self {
        text.into_owned().into()
    }
}

impl From<TextValue> for String {
    fn from(value: TextValue) -> Self {
        value.into_string()
    }
}

impl Default for TextValue {
    fn default() -> Self {
        String::new().into()
    }
}

impl Deref for TextValue {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for TextValue {
    fn as_ref(&self) -> &str {
        self
    }
}

impl fmt::Display for TextValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), formatter)
    }
}

impl fmt::Debug for TextValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), formatter)
    }
}

impl PartialEq for TextValue {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for TextValue {}

impl std::hash::Hash for TextValue {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl PartialEq<str> for TextValue {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for TextValue {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl PartialEq<String> for TextValue {
    fn eq(&self, other: &String) -> bool {
        self.as_str() == other
    }
}
