//! Enumerations whose values have names.

/// Gives an enum without data its names: `ALL`, `as_str`, `Display` and `FromStr`. The list has every variant, or it does not compile;
/// `what` names the kind of value in errors.
macro_rules! named {
    ($type:ident: $what:literal { $($variant:ident => $name:literal,)+ }) => {
        impl $type {
            /// All values, in the order in which they are declared. A later version may have more.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            #[doc = concat!("Returns the name:" $(, " `", $name, "`")+, ".")]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
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
            type Err = bozofeed::UnknownName;

            /// Parses a [name](Self::as_str), exactly as it is written.
            fn from_str(name: &str) -> Result<Self, Self::Err> {
                let found = Self::ALL.iter().find(|value| value.as_str() == name);
                found.copied().ok_or_else(|| bozofeed::UnknownName::new($what, name, &[$($name),+]))
            }
        }
    };
}

pub(super) use named;
