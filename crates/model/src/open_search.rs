//! `OpenSearch` 1.1, draft 6 (`opensearch`): <https://github.com/dewitt/opensearch/blob/master/opensearch-1-1-draft-6.md>.

use super::plain::plain;
use super::{Attributes, Str, Typed};

plain! {
    /// The results of a search (`OpenSearch` 1.1 draft 6, "Response elements"; `openSearchRSS` 1.0).
    pub struct OpenSearch {
        /// `totalResults`: the total number of results.
        pub total_results: Typed<u64>,
        /// `startIndex`: the number of the first result in this feed. Some services write -1 for an empty result.
        pub start_index: Typed<i64>,
        /// `itemsPerPage`: the number of results per page.
        pub items_per_page: Typed<u64>,
        /// `Query`: a possible or performed search.
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
        /// The search terms.
        pub search_terms: Option<Str>,
        /// The expected number of results.
        pub total_results: Typed<u64>,
        /// Every other attribute.
        pub attributes: Attributes,
    }
}
