//! The Atom Publishing Protocol (`app`): [RFC 5023](https://www.rfc-editor.org/rfc/rfc5023).

use super::plain::plain;
use super::{Date, Typed};

plain! {
    /// The Atom Publishing Protocol (RFC 5023 §10.2, §13.1).
    pub struct Publishing {
        /// `app:edited`: the date of the last edit.
        pub edited: Date,
        /// `app:draft` in `app:control`: `yes` for an unpublished draft.
        pub draft: Typed<bool>,
    }
}
