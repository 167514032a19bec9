//! Required parts of a feed.

use crate::fixes::{Edit, Fix, FixPlace};

rule_family! {
    FEED_TITLE_MISSING = "feed-title-missing", Error, "the feed has no title", "Add a title.", "RSS 2.0; RFC 4287 §4.1.1; JSON Feed"
        { Whole r#"<rss version="2.0"><channel><link>https://harbour.example/</link></channel></rss>"# => r#"<rss version="2.0"><channel><title>News</title><link>https://harbour.example/</link></channel></rss>"# };
    FEED_LINK_MISSING = "feed-link-missing", Error, "the feed has no link", "Link the page that the feed belongs to: <link>https://…</link>.", "RSS 2.0"
        { Whole r#"<rss version="2.0"><channel><title>News</title></channel></rss>"# => r#"<rss version="2.0"><channel><title>News</title><link>https://harbour.example/</link></channel></rss>"# };
    FEED_DESCRIPTION_MISSING = "feed-description-missing", Error, "the channel has no description", "Add a description.", "RSS 2.0"
        { Whole r#"<rss version="2.0"><channel><title>News</title></channel></rss>"# => r#"<rss version="2.0"><channel><title>News</title><description>News of the harbour</description></channel></rss>"# };
    FEED_ID_MISSING = "feed-id-missing", Error, "the feed has no id", "Add an id that never changes, such as its address: <id>https://…</id>.", "RFC 4287 §4.1.1"
        { Whole r#"<feed xmlns="http://www.w3.org/2005/Atom">
<title>News</title>
</feed>"# => r#"<feed xmlns="http://www.w3.org/2005/Atom">
<title>News</title>
<id>tag:harbour.example,2020:news</id>
</feed>"# };
    FEED_UPDATED_MISSING = "feed-updated-missing", Error, "the feed has no date", "Add the time of the last change: <updated>2020-11-21T09:30:00Z</updated>.", "RFC 4287 §4.1.1"
        [fix Named add_last_update] { Whole r#"<feed xmlns="http://www.w3.org/2005/Atom">
<title>News</title>
</feed>"# => r#"<feed xmlns="http://www.w3.org/2005/Atom">
<title>News</title>
<updated>2020-11-21T09:30:00Z</updated>
</feed>"# };
    FEED_ITEMS_MISSING = "feed-items-missing", Error, "the feed has no list of items", "Add the list of the items, even if it is empty.", "JSON Feed; RSS 1.0 §5.3.5"
        { Whole r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News"}"# => r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "items": []}"# };
}

/// Adds the date of the last change to a feed: the latest one of its entries.
fn add_last_update(place: &FixPlace<'_>) -> Option<Fix> {
    let tag = place.tag().filter(|tag| place.name_of(*tag) == "feed" && !tag.is_empty())?;
    let date = place.source.last_update?;
    let added = format!("<updated>{date}</updated>");
    Some(Fix::safe(format!("add {added}"), vec![Edit::replace(&place.tag_span(tag)?.end(), added)]))
}
