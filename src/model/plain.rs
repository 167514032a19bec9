//! The declaration that all types of the model share.

/// Declares a type of the model: plain data with public fields, that can be cloned, compared, and, with the `serde`
/// feature, written and read back.
///
/// In JSON a field that has its default value is left out, and a field that is missing has its default value.
macro_rules! plain {
    ($(#[$meta:meta])* pub struct $name:ident { $($(#[$field_meta:meta])* pub $field:ident: $kind:ty,)* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Default)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
        #[non_exhaustive]
        pub struct $name {
            $(
                $(#[$field_meta])*
                #[cfg_attr(feature = "serde", serde(skip_serializing_if = "crate::model::plain::is_default"))]
                pub $field: $kind,
            )*
        }
    };
}

pub(crate) use plain;

/// Returns whether a field says nothing that has to be written.
#[cfg(feature = "serde")]
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
