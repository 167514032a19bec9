//! PRISM, Publishing Requirements for Industry Standard Metadata: <https://www.w3.org/submissions/2020/SUBM-prism-20200910/>.

use super::rows::{resource, rows};
use crate::model::prism::Prism;

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

rows! {
    Prism {
        elements {
            "publicationName" => publication_name,
            "issn" => issn,
            "eIssn" => e_issn,
            "isbn" => isbn,
            "doi" => doi,
            "url" => url via resource,
            "volume" => volume,
            "number" => number,
            "issueIdentifier" => issue_identifier,
            "issueName" => issue_name,
            "edition" => edition,
            "section" => section,
            "startingPage" => starting_page,
            "endingPage" => ending_page,
            "pageRange" => page_range,
            "publicationDate" => publication_date as W3cDate,
            "coverDate" => cover_date as W3cDate,
            "coverDisplayDate" => cover_display_date,
            "modificationDate" => modification_date as W3cDate,
            "aggregationType" => aggregation_type,
            "genre" | "category" => genres,
            "keyword" => keywords,
            "copyright" => copyright,
            "rightsAgent" => rights_agent,
        }
    }
}
