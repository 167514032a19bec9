//! arXiv: <https://info.arxiv.org/help/api/user-manual.html>.

use super::Feeds;
use super::read::{Described, Elements};
use crate::model::{Arxiv, Extension};
use crate::xml::Schema as _;

pub(super) const URIS: &[&str] = &["http://arxiv.org/schemas/atom"];

pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let Described::Entry(entry) = to else { return };
    let mut affiliations = Vec::new();
    for author in &mut entry.authors {
        let is_affiliation = |extension: &mut Extension| {
            extension.name.eq_ignore_ascii_case("affiliation")
                && extension.namespace.as_deref().and_then(Feeds::namespace) == Some(elements.vocabulary())
        };
        affiliations.extend(author.extensions.extract_if(.., is_affiliation).map(|extension| extension.text));
    }
    affiliations.extend(elements.texts("affiliation"));
    let category = elements.first("primary_category");
    entry.arxiv = Some(Box::new(Arxiv {
        comment: elements.text("comment").string(),
        primary_category: category
            .and_then(|category| category.attribute("term").or(category.text()).string()),
        journal_ref: elements.text("journal_ref").or(elements.text("journal_reference")).string(),
        doi: elements.text("doi").string(),
        affiliations,
        announce_type: elements.text("announce_type").string(),
    }));
}
