//! Types of the model as objects of JSON and of other formats with named members.

use std::fmt;

use serde::de::{DeserializeSeed, Error, MapAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize};

use super::plain::Absent;

/// Implements `Serialize` and `Deserialize` for a type with these fields, some of which may be in a box.
///
/// Absent values are left out, a missing member has its default, and an unknown member is ignored. Serde's derive macro takes twice as
/// long to compile. It also reads lists with the values in order; here, only an empty list is accepted, because some languages write an
/// empty object that way.
macro_rules! by_members {
    ($name:ident { $($field:ident,)* } $(rare $rare:ident { $($rare_field:ident,)* })?) => {
        #[automatically_derived]
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeStruct as _;
                use $crate::members::write;
                use $crate::plain::Absent;

                // Binary formats write the number of members first, so it must be exact.
                let count = 0 $(+ usize::from(!Absent::is_absent(&self.$field)))*;
                $(
                    let rare = self.rare.get();
                    let count = count + rare.map_or(0, |rare| 0 $(+ usize::from(!Absent::is_absent(&rare.$rare_field)))*);
                )?
                let mut members = serializer.serialize_struct(stringify!($name), count)?;
                $(write(&mut members, stringify!($field), &self.$field)?;)*
                $(if let Some(rare) = rare {
                    $(write(&mut members, stringify!($rare_field), &rare.$rare_field)?;)*
                })?
                members.end()
            }
        }

        #[automatically_derived]
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                const NAMES: &[&str] = &[$(stringify!($field),)* $($(stringify!($rare_field),)*)?];

                struct MembersVisitor;

                impl<'de> serde::de::Visitor<'de> for MembersVisitor {
                    type Value = $name;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        formatter.write_str(concat!("struct ", stringify!($name)))
                    }

                    fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<$name, A::Error> {
                        let mut value = $name::default();
                        $(let mut rare = $rare::default();)?
                        let mut read = 0;
                        while let Some(found) = map.next_key_seed($crate::members::MemberOf(NAMES, &mut read))? {
                            $(if found == Some(stringify!($field)) {
                                $crate::members::read(&mut map, &mut value.$field)?;
                                continue;
                            })*
                            $($(if found == Some(stringify!($rare_field)) {
                                $crate::members::read(&mut map, &mut rare.$rare_field)?;
                                continue;
                            })*)?
                            map.next_value::<serde::de::IgnoredAny>()?;
                        }
                        $(
                            // A single object: the JSON does not show which fields are in the box.
                            value.rare = $crate::plain::Rare::<$rare>::new(rare);
                        )?
                        Ok(value)
                    }

                    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut list: A) -> Result<$name, A::Error> {
                        match list.next_element::<serde::de::IgnoredAny>()? {
                            None => Ok($name::default()),
                            Some(_) => Err(serde::de::Error::invalid_type(serde::de::Unexpected::Seq, &self)),
                        }
                    }
                }

                const { assert!(NAMES.len() <= u128::BITS as usize, "each name has a bit") };

                deserializer.deserialize_struct(stringify!($name), NAMES, MembersVisitor)
            }
        }
    };
}

pub(crate) use by_members;

/// Writes a member, unless it is absent.
pub(crate) fn write<S: SerializeStruct, T: Serialize + Absent>(
    members: &mut S,
    name: &'static str,
    value: &T,
) -> Result<(), S::Error> {
    if value.is_absent() { members.skip_field(name) } else { members.serialize_field(name, value) }
}

/// Reads the value of a member. Fields of the same type share this code.
#[inline(never)]
pub(crate) fn read<'de, A: MapAccess<'de>, T: Deserialize<'de>>(
    map: &mut A,
    field: &mut T,
) -> Result<(), A::Error> {
    *field = map.next_value()?;
    Ok(())
}

/// The name of a member: one of these, or unknown. Each has a bit that is set once it has been read.
pub(crate) struct MemberOf<'r>(pub(crate) &'static [&'static str], pub(crate) &'r mut u128);

impl<'de> DeserializeSeed<'de> for MemberOf<'_> {
    type Value = Option<&'static str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for MemberOf<'_> {
    type Value = Option<&'static str>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the name of a member")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        let Self(names, read) = self;
        let Some((at, known)) = names.iter().enumerate().find(|(_, known)| **known == name) else {
            return Ok(None);
        };
        if *read & 1 << at != 0 {
            return Err(E::duplicate_field(known));
        }
        *read |= 1 << at;
        Ok(Some(known))
    }

    fn visit_bytes<E: Error>(self, name: &[u8]) -> Result<Self::Value, E> {
        str::from_utf8(name).map_or(Ok(None), |name| self.visit_str(name))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Cloud, Entry};

    #[test]
    fn an_object_has_each_member_once_and_a_list_none() {
        let wrong: Vec<_> = [
            ("{}", true),
            ("[]", true),
            (r#"{"domain": "a", "unknown": [1]}"#, true),
            (r#"{"domain": "a", "domain": "b"}"#, false),
            (r#"["a"]"#, false),
            (r#""a""#, false),
        ]
        .into_iter()
        .filter(|(json, is_read)| serde_json::from_str::<Cloud>(json).is_ok() != *is_read)
        .collect();
        assert_eq!(wrong, []);
        // Members in a box are also checked for duplicates.
        let error = serde_json::from_str::<Entry>(r#"{"comments": "a", "comments": "b"}"#).unwrap_err();
        assert_eq!(error.to_string(), "duplicate field `comments` at line 1 column 28");
    }
}
