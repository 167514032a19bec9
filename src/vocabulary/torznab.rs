//! Torznab and Newznab: <https://torznab.github.io/spec-1.3-draft/>, <https://newznab.readthedocs.io/en/latest/misc/api/>.

use super::kind::{AllowedContent, HasKind};
use super::read::Element;
use super::rows::{ByRows, FieldChoice, FromElement, rows};
use super::write::{ElementSink, WriteParts};
use crate::model::torznab::{Newznab, Torznab, TorznabAttribute, TorznabResponse};
use crate::sink::{Complete, Completeness};

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

/// Newznab has the same rows as Torznab.
impl HasKind for Newznab {
    const CONTENT: AllowedContent = Torznab::CONTENT;
}

impl ByRows for Newznab {
    fn offer(&mut self, element: &Element<'_>) -> Option<(&'static str, FieldChoice)> {
        self.0.offer(element)
    }
}

impl FromElement for Newznab {
    fn from_element(element: &Element<'_>) -> Option<Self> {
        Torznab::from_element(element).map(Self)
    }
}

impl WriteParts for Newznab {
    fn write_parts(&self, prefix: &str, to: &mut dyn ElementSink) {
        self.0.write_parts(prefix, to);
    }
}

impl Complete for Newznab {
    fn completeness(&self) -> Completeness {
        self.0.completeness()
    }
}
