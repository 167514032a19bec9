//! `OpenSearch` 1.1, draft 6 (`opensearch`): <https://github.com/dewitt/opensearch/blob/master/opensearch-1-1-draft-6.md>.

use super::plain::plain;
use super::{Attributes, Str, Typed};

plain! {
    /// The results of a search (`OpenSearch` 1.1 draft 6, "Response elements"; `openSearchRSS` 1.0).
    pub struct OpenSearch {
        /// `totalResults`: how many there are.
        pub total_results: Typed<u64>,
        /// `startIndex`: the number of the first one here. Some services write -1 if there are no results.
        pub start_index: Typed<i64>,
        /// `itemsPerPage`: how many there are on a page.
        pub items_per_page: Typed<u64>,
        /// `Query`: what was or can be searched for.
        pub queries: Vec<OpenSearchQuery>,
    }
}

plain! {
    /// `Query` (`OpenSearch` 1.1 draft 6, "`OpenSearch` Query element").
    pub struct OpenSearchQuery {
        /// The role: `request`, `example`, `related`, `correction`, `subset` or `superset`.
        pub role: Option<Str>,
        /// A title.
        pub title: Option<Str>,
        /// The terms that were searched for.
        pub search_terms: Option<Str>,
        /// How many results are expected.
        pub total_results: Typed<u64>,
        /// Every other attribute.
        pub attributes: Attributes,
    }
}
