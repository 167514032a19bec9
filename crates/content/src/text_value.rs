//! The characters of a text, and whether they were sanitized.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

#[cfg(feature = "sanitize")]
use super::sanitizer::SafeHtml;

/// The value of a text: a string that records whether it is sanitized markup.
///
/// It is read like a `str`, and replaced as a whole. A value made from any other string is unsanitized, so sanitized markup cannot be
/// changed afterwards. Two values are equal if their strings are.
///
/// ```
/// # #[cfg(feature = "sanitize")] {
/// use bozofeed_content::{Sanitize, Sanitizer, TextValue};
///
/// let sanitizer = Sanitizer::new(&Sanitize::Reader, false);
/// let value = TextValue::from(sanitizer.sanitized("<b onclick='x()'>Tides</b>", "").unwrap());
/// assert_eq!((value.as_str(), value.safe_html().is_some()), ("<b>Tides</b>", true));
/// let changed = TextValue::from(value.replace("Tides", "<script>x()</script>"));
/// assert!(changed.safe_html().is_none());
/// # }
/// ```
#[derive(Clone)]
pub struct TextValue(Repr);

#[derive(Clone)]
enum Repr {
    /// Plain text, or markup that was not sanitized.
    Unchecked(Box<str>),
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
            Repr::Unchecked(text) => text.into_string(),
            #[cfg(feature = "sanitize")]
            Repr::Safe(markup) => markup.into_string(),
        }
    }

    /// Returns the markup if it is sanitized. The media type of the text decides whether it is shown as markup.
    #[cfg(feature = "sanitize")]
    pub fn safe_html(&self) -> Option<&SafeHtml> {
        match &self.0 {
            Repr::Unchecked(_) => None,
            Repr::Safe(markup) => Some(markup),
        }
    }

    /// Returns whether the sanitizer wrote the value.
    ///
    /// ```
    /// assert!(!bozofeed_content::TextValue::from("<b>tides</b>").is_safe());
    /// ```
    pub fn is_safe(&self) -> bool {
        !matches!(self.0, Repr::Unchecked(_))
    }
}

#[cfg(feature = "sanitize")]
impl From<SafeHtml> for TextValue {
    fn from(markup: SafeHtml) -> Self {
        Self(Repr::Safe(markup))
    }
}

/// Excess capacity of the string is freed.
impl From<String> for TextValue {
    fn from(text: String) -> Self {
        Self(Repr::Unchecked(text.into_boxed_str()))
    }
}

impl From<&str> for TextValue {
    fn from(text: &str) -> Self {
        Self(Repr::Unchecked(text.into()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_has_no_room_that_it_does_not_use() {
        let mut text = String::with_capacity(100);
        text.push_str("tide");
        assert_eq!(TextValue::from(text).into_string().capacity(), "tide".len());
        assert_eq!(size_of::<TextValue>(), 3 * size_of::<usize>());
    }
}
