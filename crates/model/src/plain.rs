//! The common declaration of the types of the model.

use std::hash::{Hash, Hasher};

use crate::cost::Priced;

/// Declares a type of the model: plain data with public fields that can be cloned, compared, hashed, and, with the `serde` feature,
/// serialized. A type `with floats` is neither `Eq` nor `Hash`.
///
/// In JSON, absent values and empty lists are left out, and a missing field has its default value.
macro_rules! plain {
    ($(#[$meta:meta])* pub struct $name:ident { $($fields:tt)* }) => {
        $crate::plain::plain! { @ [Eq, Hash] $(#[$meta])* pub struct $name { $($fields)* } }
    };
    ($(#[$meta:meta])* pub struct $name:ident with floats { $($fields:tt)* }) => {
        $crate::plain::plain! { @ [] $(#[$meta])* pub struct $name { $($fields)* } }
    };
    (@ [$($derived:ident),*] $(#[$meta:meta])* pub struct $name:ident {
        $($(#[$field_meta:meta])* $visible:vis $field:ident: $kind:ty,)*
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, $($derived,)* Default)]
        #[non_exhaustive]
        pub struct $name {
            $($(#[$field_meta])* $visible $field: $kind,)*
        }

        $crate::plain::by_fields! { $name { $($field,)* } }
        #[cfg(feature = "serde")]
        $crate::members::by_members! { $name { $($field,)* } }
    };
}

/// Implements the cost and the hash of a type from its fields.
macro_rules! by_fields {
    ($name:ident { $($field:ident,)* }) => {
        impl $crate::cost::Priced for $name {
            fn heap(&self) -> usize {
                0 $(+ self.$field.heap())*
            }

            fn written(&self) -> usize {
                $crate::cost::BRACKETS $(+ $crate::price::member(stringify!($field), &self.$field))*
            }
        }

        impl $crate::digest::Digest for $name {
            fn digest(&self, state: &mut dyn std::hash::Hasher) {
                $(self.$field.digest(state);)*
            }
        }
    };
}

pub(crate) use {by_fields, plain};

/// Declares a type of the model like [`plain!`], some of whose fields are usually absent. The rare fields are in one box and are read by
/// methods, so that a value without them is small. In JSON they look like other fields.
///
/// A rare field is `boxed(T)`, `typed(T)`, `shared(Str)` or `list(T)`, and is named with its setter; or it is a `vocabulary(T)`, which is
/// looked up and set by its type.
macro_rules! plain_with_rare {
    ($(#[$meta:meta])* pub struct $name:ident { $($parts:tt)* } $($rare:tt)*) => {
        plain_with_rare! { @ [Eq, Hash] $(#[$meta])* pub struct $name { $($parts)* } $($rare)* }
    };
    ($(#[$meta:meta])* pub struct $name:ident with floats { $($parts:tt)* } $($rare:tt)*) => {
        plain_with_rare! { @ [] $(#[$meta])* pub struct $name { $($parts)* } $($rare)* }
    };
    (
        @ [$($derived:ident),*]
        $(#[$meta:meta])* pub struct $name:ident { $($(#[$field_meta:meta])* $visible:vis $field:ident: $kind:ty,)* }
        rare struct $rare:ident { $($(#[$rare_meta:meta])* $rare_field:ident $(/ $set:ident)?: $form:ident($of:ty),)* }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, $($derived,)* Default)]
        #[non_exhaustive]
        pub struct $name {
            $($(#[$field_meta])* $visible $field: $kind,)*
            pub(crate) rare: $crate::plain::Rare<$rare>,
        }

        /// The fields that are usually absent.
        #[derive(Debug, Clone, PartialEq, $($derived,)* Default)]
        #[allow(missing_docs, reason = "the methods are documented")]
        pub struct $rare {
            $(pub $rare_field: rare_type!($form $of),)*
        }

        $crate::plain::by_fields! { $name { $($field,)* rare, } }
        $crate::plain::by_fields! { $rare { $($rare_field,)* } }

        impl $name {
            $(rare_methods! { $form $of, $(#[$rare_meta])* $rare_field $(/ $set)? })*
        }

        impl $crate::plain::RareFields for $name {
            type Fields = $rare;

            fn rare(&self) -> Option<&$rare> {
                self.rare.get()
            }

            fn rare_mut(&mut self) -> &mut $rare {
                self.rare.get_mut()
            }
        }

        $(rare_slot! { $form $of, $name $rare_field })*

        #[cfg(feature = "serde")]
        $crate::members::by_members! { $name { $($field,)* } rare $rare { $($rare_field,)* } }
    };
}

/// The methods of a rare field.
macro_rules! rare_methods {
    (vocabulary $of:ty, $field:ident) => {};
    ($form:ident $of:ty, $(#[$meta:meta])* $field:ident / $set:ident) => {
        $(#[$meta])*
        pub fn $field(&self) -> rare_reference!($form $of) {
            rare_value!($form self.rare.get(), $field)
        }

        #[doc = concat!("Sets what [`", stringify!($field), "`](Self::", stringify!($field), ") returns.")]
        pub fn $set(&mut self, value: rare_owned!($form $of)) {
            self.rare.set(|rare| &mut rare.$field, rare_kept!($form value));
        }
    };
}

/// The slot of a vocabulary among the rare fields.
macro_rules! rare_slot {
    (vocabulary $of:ty, $name:ident $field:ident) => {
        impl $crate::vocabulary::VocabularySlot<$name> for $of {
            fn get(owner: &$name) -> Option<&Self> {
                owner.rare.get()?.$field.as_deref()
            }

            fn slot(owner: &mut $name) -> &mut Option<Box<Self>> {
                &mut owner.rare.get_mut().$field
            }
        }

        impl $crate::Vocabulary<$name> for $of {}
    };
    ($form:ident $of:ty, $name:ident $field:ident) => {};
}

macro_rules! rare_type {
    (vocabulary $of:ty) => { Option<Box<$of>> };
    (boxed $of:ty) => { Option<Box<$of>> };
    (typed $of:ty) => { Option<Box<$crate::Typed<$of>>> };
    (shared $of:ty) => { Option<$of> };
    (list $of:ty) => { Vec<$of> };
}

macro_rules! rare_reference {
    (boxed $of:ty) => { Option<&$of> };
    (typed $of:ty) => { &$crate::Typed<$of> };
    (shared $of:ty) => { Option<&str> };
    (list $of:ty) => { &[$of] };
}

macro_rules! rare_owned {
    (typed $of:ty) => { $crate::Typed<$of> };
    (list $of:ty) => { Vec<$of> };
    ($form:ident $of:ty) => { Option<$of> };
}

macro_rules! rare_value {
    (list $rare:expr, $field:ident) => {
        $rare.map_or(&[][..], |rare| &rare.$field)
    };
    (typed $rare:expr, $field:ident) => {
        $rare.and_then(|rare| rare.$field.as_deref()).unwrap_or($crate::Typed::ABSENT)
    };
    ($form:ident $rare:expr, $field:ident) => {
        $rare.and_then(|rare| rare.$field.as_deref())
    };
}

macro_rules! rare_kept {
    (boxed $value:ident) => {
        $value.map(Box::new)
    };
    (typed $value:ident) => {
        (!$value.is_absent()).then(|| Box::new($value))
    };
    ($form:ident $value:ident) => {
        $value
    };
}

/// Declares the methods for boxed values, which are boxed because they would enlarge every value. Each is named with its setter.
macro_rules! by_methods {
    ($name:ident { $($(#[$meta:meta])* $field:ident / $set:ident: boxed($of:ty),)* }) => {
        impl $name {
            $($(#[$meta])*
            pub fn $field(&self) -> Option<&$of> {
                self.$field.as_deref()
            }

            #[doc = concat!("Sets what [`", stringify!($field), "`](Self::", stringify!($field), ") returns.")]
            pub fn $set(&mut self, value: Option<$of>) {
                self.$field = value.map(Box::new);
            })*
        }
    };
}

pub(crate) use {
    by_methods, plain_with_rare, rare_kept, rare_methods, rare_owned, rare_reference, rare_slot, rare_type,
    rare_value,
};

/// A value that may be absent.
pub trait Absent {
    /// Returns whether the value is omitted from the output.
    fn is_absent(&self) -> bool {
        false
    }
}

/// A type with a box of fields that are usually absent.
pub trait RareFields {
    /// The fields.
    type Fields;

    /// Returns the fields, if there are any.
    fn rare(&self) -> Option<&Self::Fields>;

    /// Returns the fields for writing.
    fn rare_mut(&mut self) -> &mut Self::Fields;
}

/// Boxed fields. There is no box if all of them are absent.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rare<T>(Option<Box<T>>);

impl<T: Default + PartialEq> Rare<T> {
    #[cfg(feature = "serde")]
    pub(crate) fn new(fields: T) -> Self {
        // Without empty boxes, deserialized values take no more memory than the originals.
        Self((fields != T::default()).then(|| Box::new(fields)))
    }

    /// Sets a field. An absent value takes no space.
    pub(crate) fn set<V: Absent>(&mut self, field: impl FnOnce(&mut T) -> &mut V, value: V) {
        if self.0.is_some() || !value.is_absent() {
            *field(self.get_mut()) = value;
        }
    }

    /// Returns the fields, if there are any.
    pub(crate) fn get(&self) -> Option<&T> {
        self.0.as_deref()
    }

    /// Returns the fields for writing.
    pub(crate) fn get_mut(&mut self) -> &mut T {
        self.0.get_or_insert_default()
    }
}

impl<T: Priced> Priced for Rare<T> {
    fn heap(&self) -> usize {
        self.0.heap()
    }

    fn written(&self) -> usize {
        self.0.as_ref().map_or(0, Priced::written)
    }
}

impl<T> Absent for Rare<T> {
    fn is_absent(&self) -> bool {
        self.0.is_none()
    }
}

impl<T: Default + Eq> Eq for Rare<T> {}

/// A box of absent fields has the same hash as an absent box.
impl<T: Default + Eq + Hash> Hash for Rare<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // An empty box is equal to none, so both need the same hash.
        self.get().filter(|fields| **fields != T::default()).hash(state);
    }
}

impl<T: Default + PartialEq> PartialEq for Rare<T> {
    fn eq(&self, other: &Self) -> bool {
        match (self.get(), other.get()) {
            (Some(one), Some(other)) => one == other,
            (None, None) => true,
            // `get_mut` creates a box for fields that may stay absent.
            (Some(only), None) | (None, Some(only)) => *only == T::default(),
        }
    }
}
