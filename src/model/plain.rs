//! The declaration that all types of the model share.

/// Declares a type of the model: plain data with public fields, that can be cloned, compared, and, with the `serde`
/// feature, written and read back.
///
/// In JSON absent values and empty lists are left out, and a field that is missing has its default value.
macro_rules! plain {
    ($(#[$meta:meta])* pub struct $name:ident { $($(#[$field_meta:meta])* pub $field:ident: $kind:ty,)* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Default)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
        #[non_exhaustive]
        pub struct $name {
            $(
                $(#[$field_meta])*
                #[cfg_attr(feature = "serde", serde(skip_serializing_if = "crate::model::plain::Absent::is_absent"))]
                pub $field: $kind,
            )*
        }
    };
}

pub(crate) use plain;

/// A value that may be absent.
#[cfg(feature = "serde")]
pub(crate) trait Absent {
    /// Returns whether the value is left out where it is written.
    fn is_absent(&self) -> bool {
        false
    }
}

#[cfg(feature = "serde")]
mod absent {
    use std::borrow::Cow;
    use std::sync::Arc;

    use super::Absent;
    use crate::model::{Attributes, Coordinates, Entry, Generator, GeometryKind, MediaDetails, Text, Typed};

    impl<T> Absent for Option<T> {
        fn is_absent(&self) -> bool {
            self.is_none()
        }
    }

    impl<T> Absent for Vec<T> {
        fn is_absent(&self) -> bool {
            self.is_empty()
        }
    }

    impl Absent for Attributes {
        fn is_absent(&self) -> bool {
            self.is_empty()
        }
    }

    impl Absent for bool {
        fn is_absent(&self) -> bool {
            !self
        }
    }

    impl Absent for MediaDetails {
        fn is_absent(&self) -> bool {
            *self == Self::default()
        }
    }

    impl Absent for String {}
    impl Absent for Arc<str> {}
    impl Absent for Cow<'static, str> {}
    impl<T> Absent for Typed<T> {}
    impl Absent for Text {}
    impl Absent for Entry {}
    impl Absent for Generator {}
    impl Absent for GeometryKind {}
    impl Absent for Coordinates {}
}
