//! The Atom Publishing Protocol: RFC 5023.

use super::rows::rows;
use crate::model::publishing::Publishing;

/// The final name and the name in the drafts.
pub(super) const URIS: &[&str] = &["http://www.w3.org/2007/app", "http://purl.org/atom/app#"];

rows! {
    Publishing {
        elements {
            "edited" => edited,
            "control" / "draft" => draft,
            "draft" => draft,
        }
    }
}
