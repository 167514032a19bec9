//! How texts and typed values of the model are written as JSON.

use std::sync::Arc;
use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::geo::{Coordinates, Geometry};
use super::media::WeightedTag;
use super::plain::Absent as _;
use super::syndication::UpdatePeriod;
use super::{Str, Text, Typed, XmlScope};
use crate::content::sanitized_again;

/// A value that a [`Typed`] can hold, in its JSON form.
#[allow(unnameable_types, reason = "it is implemented for the types of this crate only")]
pub trait JsonValue: Sized {
    /// The type that is written.
    type Form<'a>: Serialize
    where
        Self: 'a;
    /// The type that is read.
    type Owned: for<'de> Deserialize<'de>;

    /// Returns the form to write.
    fn form(&self) -> Self::Form<'_>;

    /// Returns the value of a form that was read; `None` if it is out of range.
    fn from_owned(owned: Self::Owned) -> Option<Self>;
}

macro_rules! as_they_are {
    ($($kind:ty),*) => {$(
        impl JsonValue for $kind {
            type Form<'a> = &'a Self;
            type Owned = Self;

            fn form(&self) -> &Self {
                self
            }

            fn from_owned(owned: Self) -> Option<Self> {
                Some(owned)
            }
        }
    )*};
}

as_they_are!(
    bool,
    u8,
    u16,
    u32,
    u64,
    i32,
    i64,
    f64,
    Coordinates,
    Geometry,
    UpdatePeriod,
    Vec<Str>,
    Vec<u64>,
    Vec<WeightedTag>
);

/// Seconds: a number, or decimal digits in a string if a number of JSON would not be exact (RFC 8259 §6).
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
#[allow(unnameable_types, missing_docs, reason = "it is the form of a duration only")]
pub enum Seconds {
    Number(f64),
    Digits(String),
}

impl JsonValue for Duration {
    type Form<'a> = Seconds;
    type Owned = Seconds;

    fn form(&self) -> Seconds {
        let number = self.as_secs_f64();
        // Digits if a number would be read back as another duration.
        if Self::try_from_secs_f64(number) == Ok(*self) {
            return Seconds::Number(number);
        }
        Seconds::Digits(format!("{}.{:09}", self.as_secs(), self.subsec_nanos()))
    }

    fn from_owned(seconds: Seconds) -> Option<Self> {
        match seconds {
            Seconds::Number(seconds) => Self::try_from_secs_f64(seconds).ok(),
            Seconds::Digits(digits) => {
                let (seconds, nanoseconds) = digits.split_once('.')?;
                let nanoseconds = Some(nanoseconds).filter(|digits| digits.len() == 9)?;
                Some(Self::new(seconds.parse().ok()?, nanoseconds.parse().ok()?))
            }
        }
    }
}

impl<T: JsonValue> Serialize for Typed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct as _;
        let count = usize::from(self.raw.is_some()) + usize::from(self.value.is_some());
        let mut typed = serializer.serialize_struct("Typed", count)?;
        if let Some(raw) = &self.raw {
            typed.serialize_field("raw", raw)?;
        }
        if let Some(value) = &self.value {
            typed.serialize_field("value", &value.form())?;
        }
        typed.end()
    }
}

impl<'de, T: JsonValue> Deserialize<'de> for Typed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct TypedForm<O> {
            #[serde(default)]
            raw: Option<Str>,
            // With `default` alone, serde would require that the value has a default.
            #[serde(default = "Option::default")]
            value: Option<O>,
        }

        let TypedForm { raw, value } = TypedForm::<T::Owned>::deserialize(deserializer)?;
        let value = match value {
            Some(owned) => Some(T::from_owned(owned).ok_or_else(|| D::Error::custom("value out of range"))?),
            None => None,
        };
        Ok(Self { raw, value })
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct as _;
        let is_sanitized = self.is_sanitized();
        let optional = [!is_sanitized, self.src.is_absent(), self.scope.is_absent()];
        let count = 2 + optional.iter().filter(|is_absent| !**is_absent).count();
        let mut text = serializer.serialize_struct("Text", count)?;
        text.serialize_field("value", self.value.as_str())?;
        text.serialize_field("media_type", &self.media_type)?;
        if is_sanitized {
            text.serialize_field("is_sanitized", &true)?;
        }
        if let Some(src) = &self.src {
            text.serialize_field("src", src)?;
        }
        if let Some(scope) = &self.scope {
            text.serialize_field("scope", scope)?;
        }
        text.end()
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Default, Deserialize)]
        #[serde(default)]
        struct TextFields {
            value: String,
            media_type: Str,
            is_sanitized: bool,
            src: Option<Box<Str>>,
            scope: Option<Arc<XmlScope>>,
        }

        let TextFields { value, media_type, is_sanitized, src, scope } =
            TextFields::deserialize(deserializer)?;
        let mut text = Self { value: value.into(), media_type, src, scope };
        // The claim is not believed, since the JSON may come from anywhere.
        if is_sanitized && text.is_markup() {
            let syntax = text.syntax();
            text.value = sanitized_again(text.value.into_string(), syntax);
        }
        Ok(text)
    }
}
