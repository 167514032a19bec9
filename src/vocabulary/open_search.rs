//! `OpenSearch` 1.1 (<https://github.com/dewitt/opensearch>) and 1.0.

use super::rows::rows;
use crate::model::open_search::{OpenSearch, OpenSearchQuery};

pub(super) const URIS: &[&str] = &[
    "http://a9.com/-/spec/opensearch/1.1",
    "http://a9.com/-/spec/opensearchrss/1.0",
    "http://a9.com/-/opensearch/1.1",
];

rows! {
    OpenSearch {
        elements {
            "totalResults" => total_results,
            "startIndex" => start_index,
            "itemsPerPage" => items_per_page,
            "Query" => queries,
        }
    }
}

rows! {
    OpenSearchQuery {
        attributes {
            "role" => role,
            "title" => title,
            "searchTerms" => search_terms,
            "totalResults" => total_results,
        }
        rest => attributes,
    }
}
