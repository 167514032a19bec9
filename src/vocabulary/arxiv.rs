//! arXiv: <https://info.arxiv.org/help/api/user-manual.html>.

use super::read::{Described, Elements};
use crate::model::Arxiv;

pub(super) const URIS: &[&str] = &["http://arxiv.org/schemas/atom"];

pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let Described::Entry(entry) = to else { return };
    // They stand in the elements of the authors.
    let of_authors = entry.authors.iter().map(|author| elements.among(&author.extensions));
    let everywhere = of_authors.chain([elements]);
    let affiliations = everywhere.flat_map(|elements| elements.texts("affiliation")).collect();
    let category = elements.first("primary_category");
    entry.seldom().arxiv = Some(Box::new(Arxiv {
        comment: elements.text("comment").string(),
        primary_category: category
            .and_then(|category| category.attribute("term").or(category.text()).string()),
        journal_ref: elements.text("journal_ref").or(elements.text("journal_reference")).string(),
        doi: elements.text("doi").string(),
        affiliations,
        announce_type: elements.text("announce_type").string(),
    }));
}
