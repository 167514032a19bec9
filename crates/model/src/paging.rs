//! Paging and archives (`fh`): [RFC 5005](https://www.rfc-editor.org/rfc/rfc5005).

use super::Str;
use super::plain::plain;

plain! {
    /// Paging and archives (RFC 5005). Links are resolved.
    pub struct Paging {
        /// `fh:complete`: the document contains every entry of the feed (§2).
        pub complete: bool,
        /// `fh:archive`: the document is an archive of the feed, and does not change (§4).
        pub archive: bool,
        /// The first page (§3).
        pub first: Option<Str>,
        /// The page before this one (§3).
        pub previous: Option<Str>,
        /// The page after this one (§3).
        pub next: Option<Str>,
        /// The last page (§3).
        pub last: Option<Str>,
        /// The feed that the archive belongs to (§4).
        pub current: Option<Str>,
        /// The archive before this document (§4).
        pub prev_archive: Option<Str>,
        /// The archive after this document (§4).
        pub next_archive: Option<Str>,
    }
}
