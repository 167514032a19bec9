//! Values with names: a uniform way to write and parse them.

use crate::nearest::nearest;

/// The error for an unknown name. The message suggests the probable name, and lists all known names.
///
/// ```
/// bozofeed_text::names! { Tide: "tide" { High => "high", Low => "low" } }
///
/// #[derive(Debug, Clone, Copy, PartialEq)]
/// enum Tide {
///     High,
///     Low,
/// }
///
/// let error = "hgih".parse::<Tide>().unwrap_err();
/// assert_eq!(error.name(), "hgih");
/// assert_eq!(error.to_string(), "unknown tide 'hgih', did you mean 'high'? (known: high, low)");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, thiserror::Error)]
#[error("unknown {what} '{name}'{}", among(name, known))]
pub struct UnknownName {
    what: &'static str,
    name: Box<str>,
    known: &'static [&'static str],
}

impl UnknownName {
    /// Returns the error for an unknown name of a kind of value: `"source of an icon"`.
    pub fn new(what: &'static str, name: &str, known: &'static [&'static str]) -> Self {
        Self { what, name: name.into(), known }
    }

    /// Returns the name that was parsed.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the known names.
    pub fn known(&self) -> &'static [&'static str] {
        self.known
    }
}

/// Returns the end of a message about an unknown name: the probable name, and all known names.
pub fn among(name: &str, known: &[impl AsRef<str>]) -> String {
    let meant = nearest(name, known.iter().map(AsRef::as_ref));
    let meant = meant.map(|meant| format!(", did you mean '{meant}'?")).unwrap_or_default();
    let known: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
    format!("{meant} (known: {})", known.join(", "))
}

/// Gives an enum without data its names: `ALL`, `as_str`, `Display`, `FromStr`, and with the feature `serde` the same names in JSON. If
/// the list lacks a variant, it does not compile; `what` names the kind of value in errors.
///
/// ```ignore
/// named! { Severity: "severity" { Benign => "benign", Mended => "mended", Lossy => "lossy" } }
/// ```
#[macro_export]
macro_rules! named {
    ($type:ident: $($rest:tt)+) => {
        $crate::names! { $type: $($rest)+ }

        #[cfg(feature = "serde")]
        #[automatically_derived]
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        #[cfg(feature = "serde")]
        #[automatically_derived]
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::named::deserialize(deserializer)
            }
        }
    };
}

/// Does the same without JSON.
#[macro_export]
macro_rules! names {
    ($type:ident: $what:literal { $first:ident => $first_name:literal $(, $variant:ident => $name:literal)* $(,)? }) => {
        impl $type {
            /// All values, in declaration order. A later version may have more.
            pub const ALL: &'static [Self] = &[Self::$first $(, Self::$variant)*];

            #[doc = concat!("Returns the name: `", $first_name, "`" $(, ", `", $name, "`")*, ".")]
            pub const fn as_str(self) -> &'static str {
                match self {
                    Self::$first => $first_name,
                    $(Self::$variant => $name,)*
                }
            }
        }

        #[automatically_derived]
        impl std::fmt::Display for $type {
            /// Writes the [name](Self::as_str).
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        #[automatically_derived]
        impl std::str::FromStr for $type {
            type Err = $crate::named::UnknownName;

            /// Parses a [name](Self::as_str), which is case-sensitive.
            fn from_str(name: &str) -> Result<Self, Self::Err> {
                match name {
                    $first_name => Ok(Self::$first),
                    $($name => Ok(Self::$variant),)*
                    _ => Err($crate::named::UnknownName::new($what, name, &[$first_name $(, $name)*])),
                }
            }
        }
    };
}

/// Deserializes a value from its name.
///
/// # Errors
///
/// If it is not a string, or not the name of a value.
#[cfg(feature = "serde")]
pub fn deserialize<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: std::str::FromStr<Err = UnknownName>,
{
    struct NameVisitor<T>(std::marker::PhantomData<T>);

    impl<T: std::str::FromStr<Err = UnknownName>> serde::de::Visitor<'_> for NameVisitor<T> {
        type Value = T;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("a name")
        }

        fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<T, E> {
            name.parse().map_err(E::custom)
        }
    }

    deserializer.deserialize_str(NameVisitor(std::marker::PhantomData))
}
