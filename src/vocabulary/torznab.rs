//! Torznab and Newznab: <https://torznab.github.io/spec-1.3-draft/>, <https://newznab.readthedocs.io/en/latest/misc/api/>.

use super::rows::rows;
use crate::model::torznab::{Torznab, TorznabAttribute, TorznabResponse};

pub(super) const URIS: &[&str] = &["http://torznab.com/schemas/2015/feed"];
pub(super) const NEWZNAB_URIS: &[&str] =
    &["http://www.newznab.com/dtd/2010/feeds/attributes", "http://www.newznab.com/dtd/2010/feeds"];

rows! {
    Torznab {
        elements {
            "attr" => attributes,
            "response" => response,
        }
    }
}

rows! {
    TorznabAttribute {
        attributes {
            "name" => name,
            "value" => value,
        }
    }
}

rows! {
    TorznabResponse {
        attributes {
            "offset" => offset,
            "total" => total,
        }
    }
}
