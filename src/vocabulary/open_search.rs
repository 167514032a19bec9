//! `OpenSearch` 1.1 (<https://github.com/dewitt/opensearch>) and 1.0.

use super::read::{Described, Element, Elements};
use crate::model::{OpenSearch, OpenSearchQuery};

pub(super) const URIS: &[&str] = &[
    "http://a9.com/-/spec/opensearch/1.1",
    "http://a9.com/-/spec/opensearchrss/1.0",
    "http://a9.com/-/opensearch/1.1",
];

pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let Described::Feed(feed) = to else { return };
    feed.open_search = Some(Box::new(OpenSearch {
        total_results: elements.text("totalresults").number(),
        start_index: elements.text("startindex").number(),
        items_per_page: elements.text("itemsperpage").number(),
        queries: elements.list("query", query),
    }));
}

fn query(element: &Element<'_>) -> OpenSearchQuery {
    OpenSearchQuery {
        role: element.attribute("role").string(),
        title: element.attribute("title").string(),
        search_terms: element.attribute("searchterms").string(),
        total_results: element.attribute("totalresults").number(),
        attributes: element.rest(),
    }
}
