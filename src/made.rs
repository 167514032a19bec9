//! Values of the model, which are made from some of their fields.

/// Makes a value of the model like a struct expression, which `#[non_exhaustive]` types have in their own crate alone. Fields that are
/// not named come from the value after `..`, or have their defaults.
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
