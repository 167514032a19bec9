//! arXiv: <https://info.arxiv.org/help/api/user-manual.html>.

use super::Feeds;
use super::read::{Described, Element, Elements};
use super::rows::{fill, rows};
use super::write::{ElementSink, FeedOrEntry, WriteParts as _};
use crate::model::arxiv::Arxiv;
use crate::model::{Extension, Str};
use crate::xml::Schema as _;
use bozofeed_model::internal::RareFields as _;

pub(super) const URIS: &[&str] = &["http://arxiv.org/schemas/atom"];

rows! {
    Arxiv {
        elements {
            "comment" => comment,
            "primary_category" => primary_category via category in "term",
            "journal_ref" | "journal_reference" => journal_ref,
            "doi" => doi,
            "affiliation" => affiliations,
            "announce_type" => announce_type,
        }
    }
}

fn category(element: &Element<'_>) -> Option<Str> {
    element.attribute("term").or(element.text()).string()
}

pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let Described::Entry(entry) = to else { return };
    let mut affiliations = Vec::new();
    for author in entry.authors.iter_mut().filter(|author| !author.extensions().is_empty()) {
        let is_affiliation = |extension: &mut Extension| {
            extension.name.eq_ignore_ascii_case("affiliation")
                && extension.namespace.as_deref().and_then(Feeds::namespace) == Some(elements.vocabulary())
        };
        affiliations.extend(
            author.rare_mut().extensions.extract_if(.., is_affiliation).map(|extension| extension.text),
        );
    }
    // Before the elements are read, since `fill` adds to the existing record.
    if !affiliations.is_empty() {
        entry.get_or_insert_default::<Arxiv>().affiliations = affiliations;
    }
    fill(elements, "arxiv", &mut entry.rare_mut().arxiv);
}

pub(super) fn write(from: FeedOrEntry<'_>, prefix: &'static str, to: &mut dyn ElementSink) {
    if let FeedOrEntry::Entry(entry) = from {
        entry.get::<Arxiv>().write_parts(prefix, to);
    }
}
