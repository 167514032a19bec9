//! The list of items in RSS 1.0.

use crate::facts::Deferred;
use crate::judge::{Judge, StartedElement};
use crate::maps::Map;
use crate::open_elements::OpenNode;
use crate::schema::DocumentFormat;
use crate::schema::ElementRole;
use crate::walker::Walker;

rule_family! {
    (judged by Items)
    FEED_ITEMS_DIFFER = "feed-items-differ", Warning, "the list of items lacks an item, or has one that the document lacks", "List the items of the document: some readers show these alone.", "RSS 1.0 §5.3.5"
        { Whole r#"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
<channel rdf:about="https://harbour.example/"><items><rdf:Seq><rdf:li rdf:resource="https://harbour.example/11"/></rdf:Seq></items></channel>
<item rdf:about="https://harbour.example/12"><title>Low tide</title></item>
</rdf:RDF>"# => r#"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
<channel rdf:about="https://harbour.example/"><items><rdf:Seq><rdf:li rdf:resource="https://harbour.example/12"/></rdf:Seq></items></channel>
<item rdf:about="https://harbour.example/12"><title>Low tide</title></item>
</rdf:RDF>"# };
}

/// The maximum number of listed items that are compared with the document.
const MOST_ITEMS: usize = 10_000;

/// The listed items.
#[derive(Debug, Default)]
struct Items(Map<String, Deferred>);

impl Judge for Items {
    fn roles(&self) -> &'static [ElementRole] {
        &[ElementRole::ListedItem, ElementRole::Entry]
    }

    fn start(&mut self, walker: &mut Walker, element: &StartedElement<'_>) {
        if element.row.role == ElementRole::ListedItem
            && self.0.len() < MOST_ITEMS
            && let Some(resource) = element.value_of_local("resource")
        {
            self.0.insert(resource.to_owned(), walker.defer(element.tag));
        }
    }

    fn end(&mut self, walker: &mut Walker, node: &OpenNode) {
        let is_complete = !self.0.is_empty() && self.0.len() < MOST_ITEMS;
        if node.role() == Some(ElementRole::Entry)
            && walker.format == DocumentFormat::Rdf
            && is_complete
            && let Some((id, place)) = walker.entry.id.clone()
            && !id.is_empty()
            && !self.0.contains_key(&id)
        {
            walker.report(&FEED_ITEMS_DIFFER, place, "", &id);
        }
    }

    fn conclude(&mut self, walker: &mut Walker) {
        let ids = &walker.feed.ids;
        // An item without an address is reported separately, and may be the listed one.
        let is_whole = ids.len() == walker.feed.entries && !ids.is_empty();
        let listed = std::mem::take(&mut self.0).into_iter();
        let absent = listed.filter(|(id, _)| is_whole && !ids.contains_key(id));
        // One is enough: the missing ones are not in the document.
        if let Some((id, Deferred { span, subject })) = absent.min_by_key(|(_, place)| place.span.start) {
            walker.ledger.add(&FEED_ITEMS_DIFFER, span, || subject, &id);
        }
    }
}
