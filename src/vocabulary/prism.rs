//! PRISM, Publishing Requirements for Industry Standard Metadata: <https://www.w3.org/submissions/2020/SUBM-prism-20200910/>.

use super::read::{Described, Elements};
use crate::model::Prism;

pub(super) const BASIC_1_2_URIS: &[&str] = &["http://prismstandard.org/namespaces/1.2/basic"];
pub(super) const URIS: &[&str] = &[
    "http://prismstandard.org/namespaces/basic/1.0",
    "http://prismstandard.org/namespaces/1.0/basic",
    "http://prismstandard.org/namespaces/1.1/basic",
    "http://prismstandard.org/namespaces/basic/1.2",
    "http://prismstandard.org/namespaces/basic/2.0",
    "http://prismstandard.org/namespaces/basic/2.1",
    "http://prismstandard.org/namespaces/basic/3.0",
    "http://prismstandard.org/namespaces/2.0/basic",
    "http://prismstandard.org/namespaces/2.1/basic",
    "http://prismstandard.org/namespaces/3.0/basic",
];

pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let genres = [elements.texts("genre"), elements.texts("category")].concat();
    let prism = Some(Box::new(Prism {
        publication_name: elements.text("publicationname").string(),
        issn: elements.text("issn").string(),
        e_issn: elements.text("eissn").string(),
        isbn: elements.text("isbn").string(),
        doi: elements.text("doi").string(),
        url: elements.resource("url"),
        volume: elements.text("volume").string(),
        number: elements.text("number").string(),
        issue_identifier: elements.text("issueidentifier").string(),
        issue_name: elements.text("issuename").string(),
        edition: elements.text("edition").string(),
        section: elements.text("section").string(),
        starting_page: elements.text("startingpage").string(),
        ending_page: elements.text("endingpage").string(),
        page_range: elements.text("pagerange").string(),
        publication_date: elements.text("publicationdate").date(),
        cover_date: elements.text("coverdate").date(),
        cover_display_date: elements.text("coverdisplaydate").string(),
        modification_date: elements.text("modificationdate").date(),
        aggregation_type: elements.text("aggregationtype").string(),
        genres,
        keywords: elements.texts("keyword"),
        copyright: elements.text("copyright").string(),
        rights_agent: elements.text("rightsagent").string(),
    }));
    match to {
        Described::Feed(feed) => feed.prism = prism,
        Described::Entry(entry) => entry.prism = prism,
    }
}
