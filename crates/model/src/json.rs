//! JSON forms of the texts and typed values of the model.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{self, Error as _, IntoDeserializer as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::geo::{Coordinates, Geometry};
use super::media::WeightedTag;
use super::plain::Absent as _;
use super::syndication::UpdatePeriod;
use super::{Period, Str, Text, Typed, XmlScope};
use bozofeed_content::internal::sanitized_again;
use bozofeed_date::{Moment, Timestamp};

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

    /// Returns the offset of a date, which is written next to the value.
    fn offset(&self) -> Option<i32> {
        None
    }

    /// Returns the value of a deserialized form; `None` if it is out of range. Only dates have an offset.
    fn from_owned(owned: Self::Owned, offset: Option<i32>) -> Option<Self>;
}

macro_rules! as_they_are {
    ($($kind:ty),*) => {$(
        impl JsonValue for $kind {
            type Form<'a> = &'a Self;
            type Owned = Self;

            fn form(&self) -> &Self {
                self
            }

            fn from_owned(owned: Self, _: Option<i32>) -> Option<Self> {
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
    Vec<WeightedTag>,
    Period
);

/// Seconds: a number, or a string of decimal digits if a JSON number would not be exact (RFC 8259 §6).
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
#[allow(unnameable_types, missing_docs, reason = "it is only the form of a duration")]
pub enum Seconds {
    Number(f64),
    Digits(String),
}

impl JsonValue for Duration {
    type Form<'a> = Seconds;
    type Owned = Seconds;

    fn form(&self) -> Seconds {
        let number = self.as_secs_f64();
        // Digits if a number would be read back as a different duration.
        if Self::try_from_secs_f64(number) == Ok(*self) {
            return Seconds::Number(number);
        }
        Seconds::Digits(format!("{}.{:09}", self.as_secs(), self.subsec_nanos()))
    }

    fn from_owned(seconds: Seconds, _: Option<i32>) -> Option<Self> {
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

impl JsonValue for Moment {
    type Form<'a> = Timestamp;
    type Owned = Timestamp;

    fn form(&self) -> Timestamp {
        self.instant()
    }

    fn offset(&self) -> Option<i32> {
        (*self).offset()
    }

    fn from_owned(instant: Timestamp, offset: Option<i32>) -> Option<Self> {
        Some(Self::new(instant, offset))
    }
}

impl<T: JsonValue> Serialize for Typed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct as _;
        let offset = self.value.as_ref().and_then(JsonValue::offset);
        let members = [self.raw.is_some(), self.value.is_some(), offset.is_some()];
        let count = members.into_iter().filter(|is_there| *is_there).count();
        let mut typed = serializer.serialize_struct("Typed", count)?;
        if let Some(raw) = &self.raw {
            typed.serialize_field("raw", raw)?;
        }
        if let Some(value) = &self.value {
            typed.serialize_field("value", &value.form())?;
        }
        if let Some(offset) = offset {
            typed.serialize_field("offset", &offset)?;
        }
        typed.end()
    }
}

/// The members of a typed value.
#[derive(Deserialize)]
struct TypedMembers<O> {
    #[serde(default)]
    raw: Option<Str>,
    // With only `default`, serde would require a default for the value.
    #[serde(default = "Option::default")]
    value: Option<O>,
    #[serde(default)]
    offset: Option<i32>,
}

/// Programs may write a value without its members: `"season": 3`.
impl<'de, T: JsonValue> Deserialize<'de> for Typed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Binary formats do not announce the type of the next value.
        let TypedMembers { raw, value, offset } = if deserializer.is_human_readable() {
            deserializer.deserialize_any(FormOrBare::<TypedMembers<T::Owned>>(
                "a value, or an object with one",
                PhantomData,
            ))?
        } else {
            TypedMembers::<T::Owned>::deserialize(deserializer)?
        };
        let value = match value {
            Some(owned) => {
                Some(T::from_owned(owned, offset).ok_or_else(|| D::Error::custom("value out of range"))?)
            }
            None => None,
        };
        Ok(Self { value, raw })
    }
}

/// Reads a form with several members, or the single value from which it can be created.
struct FormOrBare<F>(&'static str, PhantomData<F>);

/// A form that can be created from one value.
trait BareForm<'de>: Deserialize<'de> {
    fn of_bare<D: Deserializer<'de>>(bare: D) -> Result<Self, D::Error>;
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

#[derive(Default, Deserialize)]
#[serde(default)]
struct TextMembers {
    value: String,
    media_type: Str,
    is_sanitized: bool,
    src: Option<Box<Str>>,
    scope: Option<Arc<XmlScope>>,
}

/// Programs may write plain text without its members: `"subtitle": "At noon"`.
impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let form = if deserializer.is_human_readable() {
            deserializer
                .deserialize_any(FormOrBare::<TextMembers>("a text, or an object with one", PhantomData))?
        } else {
            TextMembers::deserialize(deserializer)?
        };
        let TextMembers { value, media_type, is_sanitized, src, scope } = form;
        let mut text = Self { value: value.into(), media_type, src, scope };
        // The claim is not trusted, since the JSON may come from anywhere.
        if is_sanitized && text.is_markup() {
            let syntax = text.syntax();
            text.value = sanitized_again(text.value.into_string(), syntax);
        }
        Ok(text)
    }
}

impl<'de, O: Deserialize<'de>> BareForm<'de> for TypedMembers<O> {
    fn of_bare<D: Deserializer<'de>>(bare: D) -> Result<Self, D::Error> {
        Ok(Self { raw: None, value: Some(O::deserialize(bare)?), offset: None })
    }
}

impl<'de> BareForm<'de> for TextMembers {
    fn of_bare<D: Deserializer<'de>>(bare: D) -> Result<Self, D::Error> {
        let media_type = Str::from_static("text/plain");
        Ok(Self { value: String::deserialize(bare)?, media_type, ..Self::default() })
    }
}

macro_rules! visit_bare {
    ($($method:ident: $kind:ty),*) => {
        $(fn $method<E: de::Error>(self, bare: $kind) -> Result<F, E> {
            F::of_bare(bare.into_deserializer())
        })*
    };
}

impl<'de, F: BareForm<'de>> Visitor<'de> for FormOrBare<F> {
    type Value = F;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    visit_bare! { visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64, visit_str: &str }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<F, A::Error> {
        F::deserialize(MapAccessDeserializer::new(members))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<F, A::Error> {
        F::of_bare(SeqAccessDeserializer::new(list))
    }
}

#[cfg(test)]
mod tests {
    use crate::Text;
    use crate::itunes::Itunes;

    #[test]
    fn values_of_programs_need_no_members() {
        let itunes = r#"{"season": 3, "explicit": false, "duration": 62.5, "subtitle": "At noon", "episode": {"raw": "x"}}"#;
        let mut expected = Itunes {
            season: 3.into(),
            explicit: false.into(),
            duration: std::time::Duration::from_millis(62_500).into(),
            subtitle: Some(Text::plain("At noon")),
            ..Itunes::default()
        };
        expected.episode.raw = Some("x".into());
        assert_eq!(serde_json::from_str::<Itunes>(itunes).unwrap(), expected);
        let wrong: Vec<_> =
            [r#"{"season": "x"}"#, r#"{"season": -1}"#, r#"{"subtitle": 5}"#, r#"{"duration": []}"#]
                .into_iter()
                .filter(|itunes| serde_json::from_str::<Itunes>(itunes).is_ok())
                .collect();
        assert_eq!(wrong, [""; 0]);
    }
}
