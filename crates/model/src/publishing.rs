//! The Atom Publishing Protocol (`app`): [RFC 5023](https://www.rfc-editor.org/rfc/rfc5023).

use super::plain::plain;
use super::{Date, Typed};

plain! {
    /// The Atom Publishing Protocol (RFC 5023 §10.2, §13.1).
    pub struct Publishing {
        /// `app:edited`: when it was last edited.
        pub edited: Date,
        /// `app:draft` in `app:control`: `yes` where it is not to be shown yet.
        pub draft: Typed<bool>,
    }
}
