//! Options by name: one list for the command, other languages and configurations.

use std::fmt;

use crate::encoding::EncodingPolicy;
use crate::limits::Limits;
use crate::parser::Parser;
use crate::write::Writer;
use crate::{Timestamp, date};
use bozofeed_content::Sanitize;
use bozofeed_text::named::{UnknownName, among};

/// The value of an option that is set by name ([`Parser::set`], [`Writer::set`](crate::write::Writer::set)), from a configuration,
/// an argument or another language.
///
/// With the feature `serde`, it can be deserialized from any value in JSON or a similar format, so that the option itself can
/// reject the value.
///
/// ```
/// use bozofeed::SettingValue;
///
/// assert_eq!(SettingValue::from("off"), SettingValue::Text("off".to_owned()));
/// assert_eq!(SettingValue::from(false), SettingValue::Switch(false));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SettingValue {
    /// No value: the option keeps its value.
    Absent,
    /// `true` or `false`.
    Switch(bool),
    /// A whole number.
    Number(u64),
    /// A text.
    Text(String),
    /// Several named values, such as limits.
    Members(Vec<(String, SettingValue)>),
    /// A value that no option accepts, as displayed in the error message: `-1`.
    Other(String),
}

impl From<bool> for SettingValue {
    fn from(switch: bool) -> Self {
        Self::Switch(switch)
    }
}

impl From<u64> for SettingValue {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for SettingValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// Writes the value for a message.
impl fmt::Display for SettingValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent => f.write_str("nothing"),
            Self::Switch(switch) => write!(f, "{switch}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => write!(f, "'{text}'"),
            Self::Members(_) => f.write_str("an object"),
            Self::Other(shown) => f.write_str(shown),
        }
    }
}

/// The error of setting an option by name: the name is unknown, or the value is not allowed.
///
/// ```
/// use bozofeed::Parser;
///
/// let error = |name, value| Parser::new().set(name, value).unwrap_err().to_string();
/// assert_eq!(
///     error("sanitise", "off"),
///     "sanitise: unknown option, did you mean 'sanitize'? \
///      (known: sanitize, resolve_urls, remove_tracking, encoding_policy, limits)"
/// );
/// assert_eq!(error("encoding_policy", "none"), "encoding_policy: 'none' is not allowed (allowed: rfc3023, rfc7303)");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingError {
    /// The names of the option and of the member of its value, outermost first.
    path: Vec<String>,
    problem: Problem,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Problem {
    /// No option has this name. The known names are listed.
    Unknown { known: Vec<String> },
    /// The value is not allowed.
    Value { shown: String, allowed: &'static str, is_type: bool },
}

impl SettingError {
    /// Returns the error for a name that is not among the known options.
    pub fn unknown(name: &str, known: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let known = known.into_iter().map(Into::into).collect();
        Self { path: vec![name.to_owned()], problem: Problem::Unknown { known } }
    }

    /// Returns the error for a value, which is of no type that the option has unless `has_type`.
    fn value(value: &SettingValue, allowed: &'static str, has_type: bool) -> Self {
        let shown = value.to_string();
        Self { path: Vec::new(), problem: Problem::Value { shown, allowed, is_type: !has_type } }
    }

    fn within(mut self, name: &str) -> Self {
        self.path.insert(0, name.to_owned());
        self
    }

    /// Returns the error with option names spelled as in another language: `resolveUrls`.
    #[must_use]
    pub fn spelled(mut self, spell: impl Fn(&str) -> String) -> Self {
        let all = |names: &mut Vec<String>| names.iter_mut().for_each(|name| *name = spell(name));
        all(&mut self.path);
        if let Problem::Unknown { known } = &mut self.problem {
            all(known);
        }
        self
    }

    /// Returns whether the value has the wrong type, such as a number instead of a string. A number that is not a
    /// [`SettingValue::Number`] may be out of range instead.
    pub fn is_type_error(&self) -> bool {
        matches!(self.problem, Problem::Value { is_type: true, .. })
    }

    /// Returns the name of the option, followed by a point and the member of its value, if any: `limits.entries`.
    pub fn path(&self) -> String {
        self.path.join(".")
    }
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path())?;
        match &self.problem {
            Problem::Unknown { known } => {
                let name = self.path.last().map(String::as_str).unwrap_or_default();
                write!(f, "unknown option{}", among(name, known))
            }
            Problem::Value { shown, allowed, .. } => write!(f, "{shown} is not allowed (allowed: {allowed})"),
        }
    }
}

impl std::error::Error for SettingError {}

impl SettingValue {
    fn is_text(&self) -> bool {
        matches!(self, Self::Text(_))
    }

    /// Returns whether the value is a number, perhaps one out of range.
    fn may_be_number(&self) -> bool {
        matches!(self, Self::Number(_) | Self::Other(_))
    }

    fn switch(&self) -> Result<bool, SettingError> {
        match self {
            Self::Switch(switch) => Ok(*switch),
            _ => Err(SettingError::value(self, "true, false", false)),
        }
    }

    fn text(self) -> Result<String, SettingError> {
        match self {
            Self::Text(text) => Ok(text),
            _ => Err(SettingError::value(&self, "a string", false)),
        }
    }

    fn number(&self) -> Result<usize, SettingError> {
        match self {
            Self::Number(number) => Ok(usize::try_from(*number).unwrap_or(usize::MAX)),
            _ => Err(SettingError::value(self, "a whole number from 0", self.may_be_number())),
        }
    }

    fn indent(&self) -> Result<usize, SettingError> {
        let spaces = self.number().ok().filter(|spaces| *spaces <= Writer::MOST_SPACES);
        spaces.ok_or_else(|| SettingError::value(self, "a whole number from 0 to 16", self.may_be_number()))
    }

    fn date(&self) -> Result<Timestamp, SettingError> {
        let date = match self {
            Self::Text(text) => date::parse(text).ok(),
            _ => None,
        };
        let refused = || SettingError::value(self, "a date such as '2026-01-02T03:04:05Z'", self.is_text());
        let date = date.ok_or_else(refused)?;
        Ok(date.instant())
    }

    fn sanitize(&self) -> Result<Sanitize, SettingError> {
        let known = || SettingError::value(self, Sanitize::SETTINGS, self.is_text());
        Ok(match self {
            Self::Switch(switch) => Sanitize::from(*switch),
            Self::Text(name) => Sanitize::by_name(name).ok_or_else(known)?,
            _ => return Err(known()),
        })
    }

    fn encoding_policy(&self) -> Result<EncodingPolicy, SettingError> {
        match self {
            Self::Text(name) if name == "rfc3023" => Ok(EncodingPolicy::RFC3023),
            Self::Text(name) if name == "rfc7303" => Ok(EncodingPolicy::RFC7303),
            _ => Err(SettingError::value(self, "rfc3023, rfc7303", self.is_text())),
        }
    }

    /// Returns the limits with the members of the value applied.
    fn limits(self, limits: Limits) -> Result<Limits, SettingError> {
        let Self::Members(members) = self else {
            return Err(SettingError::value(&self, "an object with numbers", false));
        };
        members.into_iter().try_fold(limits, |limits, (name, value)| {
            let unknown = |error: UnknownName| SettingError::unknown(&name, error.known().iter().copied());
            if value == Self::Absent {
                // The limit keeps its value, if there is one with this name.
                return limits.set(&name, 0).map(|_| limits).map_err(unknown);
            }
            limits.set(&name, value.number().map_err(|error| error.within(&name))?).map_err(unknown)
        })
    }
}

/// Gives a type the list of its options and the method that sets one by name.
macro_rules! settings {
    (
        $(#[$list_meta:meta])* const SETTINGS;
        $(#[$meta:meta])* fn set($this:ident: $type:ident, $value:ident) { $($name:literal => $set:expr,)+ }
    ) => {
        impl $type {
            $(#[$list_meta])*
            pub const SETTINGS: &'static [&'static str] = &[$($name),+];

            $(#[$meta])*
            pub fn set(self, name: &str, value: impl Into<SettingValue>) -> Result<Self, SettingError> {
                let ($this, $value) = (self, value.into());
                // The name is checked before the value: an unknown name is an error even without a value.
                if !Self::SETTINGS.contains(&name) {
                    return Err(SettingError::unknown(name, Self::SETTINGS.iter().copied()));
                }
                if $value == SettingValue::Absent {
                    return Ok($this);
                }
                let set = || Ok(match name {
                    $($name => $set,)+
                    _ => $this,
                });
                set().map_err(|error: SettingError| error.within(name))
            }
        }
    };
}

settings! {
    /// The names of the options that [`set`](Self::set) accepts.
    const SETTINGS;

    /// Sets the option with this name, for options from a configuration, an argument or another language. The names are the names
    /// of the methods.
    ///
    /// `sanitize` is a switch or the name of a policy: `reader`, `feedparser` or `off`. `encoding_policy` is `rfc3023` or
    /// `rfc7303`. `limits` has members with the names of the methods of [`Limits`](crate::Limits).
    ///
    /// ```
    /// use bozofeed::{Parser, SettingValue};
    ///
    /// let limits = SettingValue::Members(vec![("entries".to_owned(), 1.into())]);
    /// let parser = Parser::new().set("resolve_urls", false)?.set("limits", limits)?;
    /// let parsed = parser.parse("<rss><channel><link>/tides</link><item/><item/></channel></rss>");
    /// assert_eq!((parsed.feed.link.as_deref(), parsed.entries.len()), (Some("/tides"), 1));
    /// # Ok::<(), bozofeed::SettingError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if no option has this name, or if the value is not allowed.
    fn set(parser: Parser, value) {
        "sanitize" => parser.sanitize(value.sanitize()?),
        "resolve_urls" => parser.resolve_urls(value.switch()?),
        "remove_tracking" => parser.remove_tracking(value.switch()?),
        "encoding_policy" => parser.encoding_policy(value.encoding_policy()?),
        "limits" => {
            let limits = value.limits(parser.given_limits())?;
            parser.limits(limits)
        },
    }
}

settings! {
    /// The names of the options that [`set`](Self::set) accepts.
    const SETTINGS;

    /// Sets the option with this name, for options from a configuration, an argument or another language. The names are the names
    /// of the methods. A date can have any form found in feeds.
    ///
    /// ```
    /// use bozofeed::write::{Target, Writer};
    ///
    /// let writer = Writer::new(Target::Atom).set("fallback_date", "2026-01-02")?.set("indent", 0)?;
    /// let error = writer.clone().set("indent", 17).unwrap_err();
    /// assert_eq!(error.to_string(), "indent: 17 is not allowed (allowed: a whole number from 0 to 16)");
    /// # Ok::<(), bozofeed::SettingError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if no option has this name, or if the value is not allowed.
    fn set(writer: Writer, value) {
        "feed_url" => writer.feed_url(value.text()?),
        "fallback_date" => writer.fallback_date(value.date()?),
        "indent" => writer.indent(value.indent()?),
        "entries" => writer.entries(value.number()?),
        "sanitize" => writer.sanitize(value.sanitize()?),
        "keep_everything" => writer.keep_everything(value.switch()?),
        "stylesheet" => writer.stylesheet(value.text()?),
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for SettingValue {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};

        struct AnyValue;

        impl<'de> Visitor<'de> for AnyValue {
            type Value = SettingValue;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value")
            }

            fn visit_unit<E>(self) -> Result<SettingValue, E> {
                Ok(SettingValue::Absent)
            }

            fn visit_bool<E>(self, switch: bool) -> Result<SettingValue, E> {
                Ok(SettingValue::Switch(switch))
            }

            fn visit_u64<E>(self, number: u64) -> Result<SettingValue, E> {
                Ok(SettingValue::Number(number))
            }

            fn visit_i64<E>(self, number: i64) -> Result<SettingValue, E> {
                Ok(u64::try_from(number)
                    .map_or_else(|_| SettingValue::Other(number.to_string()), SettingValue::Number))
            }

            fn visit_f64<E>(self, number: f64) -> Result<SettingValue, E> {
                // As JSON, since programs that read and write JSON already contain the code for it.
                Ok(SettingValue::Other(serde_json::to_string(&number).unwrap_or_default()))
            }

            fn visit_str<E>(self, text: &str) -> Result<SettingValue, E> {
                Ok(text.into())
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<SettingValue, A::Error> {
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(SettingValue::Other("a list".to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<SettingValue, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(SettingValue::Members(members))
            }
        }

        deserializer.deserialize_any(AnyValue)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::Target;

    /// Sets each option to each kind of value. Returns the messages.
    fn refusals<T>(
        names: &[&str],
        set: impl Fn(&str, SettingValue) -> Result<T, SettingError>,
    ) -> Vec<String> {
        let mut refusals = Vec::new();
        for name in names {
            assert!(set(name, SettingValue::Absent).is_ok(), "{name}");
            for value in [
                "x".into(),
                40.into(),
                SettingValue::Members(Vec::new()),
                SettingValue::Other("-1".to_owned()),
            ] {
                refusals.extend(set(name, value).err().map(|error| error.to_string()));
            }
        }
        refusals
    }

    #[test]
    fn every_option_refuses_values_of_other_kinds_by_its_name() {
        let parser = refusals(Parser::SETTINGS, |name, value| Parser::new().set(name, value));
        let writer = refusals(Writer::SETTINGS, |name, value| Writer::new(Target::Rss).set(name, value));
        for (names, refusals) in [(Parser::SETTINGS, parser), (Writer::SETTINGS, writer)] {
            let unnamed: Vec<&str> = names
                .iter()
                .filter(|name| {
                    !refusals.iter().any(|message| message.starts_with(&format!("{name}: -1 is not allowed")))
                })
                .copied()
                .collect();
            assert_eq!(unnamed, [""; 0], "{refusals:#?}");
        }
    }

    #[test]
    fn an_error_tells_a_wrong_type_from_a_wrong_value() {
        let other = || SettingValue::Other("-1".to_owned());
        let mut wrong = Vec::new();
        for (name, value, expected) in [
            ("feed_url", 5.into(), true),
            ("feed_url", other(), true),
            ("fallback_date", 5.into(), true),
            ("fallback_date", "soon".into(), false),
            ("indent", "x".into(), true),
            ("indent", 17.into(), false),
            ("entries", true.into(), true),
            ("entries", other(), false),
            ("sanitize", "none".into(), false),
            ("sanitize", 5.into(), true),
            ("keep_everything", "yes".into(), true),
            ("feed_ulr", 5.into(), false),
        ] {
            let error = Writer::new(Target::Rss).set(name, value).unwrap_err();
            if error.is_type_error() != expected {
                wrong.push(error.to_string());
            }
        }
        assert_eq!(wrong, [""; 0]);
    }

    #[test]
    fn messages_name_the_member() {
        let limits = |name: &str, value| SettingValue::Members(vec![(name.to_owned(), value)]);
        let message =
            |value| Parser::new().set("limits", value).unwrap_err().spelled(str::to_uppercase).to_string();
        assert_eq!(
            message(limits("entries", SettingValue::Other("-1".to_owned()))),
            "LIMITS.ENTRIES: -1 is not allowed (allowed: a whole number from 0)"
        );
        let unknown = message(limits("entires", 1.into()));
        assert!(
            unknown.starts_with("LIMITS.ENTIRES: unknown option, did you mean 'ENTRIES'? (known: SIZE, "),
            "{unknown}"
        );
        assert!(
            message(limits("entires", SettingValue::Absent)).starts_with("LIMITS.ENTIRES: unknown option")
        );
    }
}
