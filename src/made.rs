//! Values of the model, created from some of their fields.

/// Creates a value of the model like a struct expression, which is not available for `#[non_exhaustive]` types outside of their own
/// crate. Other fields come from the value after `..`, or have their defaults.
macro_rules! made {
    ($kind:ident { $($field:ident $(: $value:expr)?),* $(, ..$rest:expr)? $(,)? }) => {{
        let mut value = made!(@rest $kind $($rest)?);
        $(value.$field = made!(@value $field $($value)?);)*
        value
    }};
    (@rest $kind:ident $rest:expr) => { $rest };
    (@rest $kind:ident) => { $kind::default() };
    (@value $field:ident $value:expr) => { $value };
    (@value $field:ident) => { $field };
}
