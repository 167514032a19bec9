//! What an entry must have.

use crate::check::fixes as mend;

rule_family! {
    ENTRY_ID_MISSING = "entry-id-missing", Error, "the entry has no id", "Add an id that never changes, such as its address.", "RFC 4287 §4.1.2; JSON Feed"
        { Item "<link>https://harbour.example/12</link>" => "<link>https://harbour.example/12</link>\n<guid>https://harbour.example/12</guid>" };
    ENTRY_GUID_MISSING = "entry-id-missing", Warning, "the item has no guid", "Add a guid that never changes, so that readers recognise the item.", "RSS Profile, guid";
    ENTRY_ID_REPEATED = "entry-id-repeated", Error, "two entries have the same id", "Give each entry an id of its own: most readers show only one of them.", "RFC 4287 §4.2.6; RSS 2.0, guid"
        { Channel "<item><guid>https://harbour.example/12</guid></item>\n<item><guid>https://harbour.example/12</guid></item>" => "<item><guid>https://harbour.example/12</guid></item>\n<item><guid>https://harbour.example/13</guid></item>" };
    ENTRY_TITLE_MISSING = "entry-title-missing", Error, "the entry has no title", "Add a title; in RSS, a description will do.", "RFC 4287 §4.1.2; RSS 2.0"
        { Channel "<item><link>https://harbour.example/12</link></item>" => "<item><title>Low tide</title><link>https://harbour.example/12</link></item>" };
    ENTRY_UPDATED_MISSING = "entry-updated-missing", Error, "the entry has no date", "Add the time of its last change: <updated>2020-11-21T09:30:00Z</updated>.", "RFC 4287 §4.1.2"
        [fix Named mend::markup::copy_published] { Feed "<entry><title>Low tide</title><published>2020-11-21T09:30:00Z</published></entry>" => "<entry><title>Low tide</title><updated>2020-11-21T09:30:00Z</updated></entry>" };
    ENTRY_UPDATED_REPEATED = "entry-updated-repeated", Note, "two entries were updated at the same time", "Write the time at which each entry was updated: readers sort by it.", "RFC 4287 §4.2.15"
        { Feed "<entry><id>urn:x-a:1</id><updated>2020-11-21T09:30:00Z</updated></entry>\n<entry><id>urn:x-a:2</id><updated>2020-11-21T09:30:00Z</updated></entry>" => "<entry><id>urn:x-a:1</id><updated>2020-11-21T09:30:00Z</updated></entry>\n<entry><id>urn:x-a:2</id><updated>2020-11-21T10:15:00Z</updated></entry>" };
    ENTRY_DATE_MISSING = "entry-date-missing", Warning, "the item has no date", "Add pubDate: readers otherwise show the time at which they fetched the feed.", "RSS Profile, pubDate"
        { Item "<link>https://harbour.example/12</link>" => "<link>https://harbour.example/12</link>\n<pubDate>Sat, 21 Nov 2020 09:30:00 GMT</pubDate>" };
    ENTRY_AUTHOR_MISSING = "entry-author-missing", Error, "neither the entry nor the feed has an author", "Add an author to the feed: <author><name>…</name></author>.", "RFC 4287 §4.1.2"
        { Whole r#"<feed xmlns="http://www.w3.org/2005/Atom">
<title>News</title>
<entry><title>Low tide</title></entry>
</feed>"# => r#"<feed xmlns="http://www.w3.org/2005/Atom">
<title>News</title>
<author><name>Anna</name></author>
<entry><title>Low tide</title></entry>
</feed>"# };
    ENTRY_CONTENT_MISSING = "entry-content-missing", Error, "the entry has neither content nor an alternate link", "Add the content, or a link to the page.", "RFC 4287 §4.1.2; JSON Feed"
        { Feed "<entry><title>Low tide</title></entry>" => r#"<entry><title>Low tide</title><link href="https://harbour.example/12"/></entry>"# };
    ENTRY_SUMMARY_MISSING = "entry-summary-missing", Error, "content that is elsewhere, or is not text, needs a summary", "Add a summary.", "RFC 4287 §4.1.2"
        { Entry r#"<content type="image/png" src="https://harbour.example/a.png"/>"# => r#"<summary>The tide table.</summary>
<content type="image/png" src="https://harbour.example/a.png"/>"# };
    ENTRY_TEXT_MISSING = "entry-text-missing", Note, "the entry has neither content nor a summary", "Add a summary.", "RFC 4287 §4.1.2"
        { Feed r#"<entry><title>Low tide</title><link href="https://harbour.example/12"/></entry>"# => r#"<entry><title>Low tide</title><link href="https://harbour.example/12"/><summary>At noon.</summary></entry>"# };
    ENTRY_LINK_MISSING = "entry-link-missing", Warning, "the item has no link", "Link the page of the item.", "RSS 2.0"
        { Channel "<item><title>Low tide</title></item>" => "<item><title>Low tide</title><link>https://harbour.example/12</link></item>" };
    CONTENT_TYPE_MISSING = "content-type-missing", Warning, "content that is elsewhere, without its media type", "Add the attribute type.", "RFC 4287 §4.1.3.2"
        { Entry r#"<content src="https://harbour.example/a.png"/>"# => r#"<content type="image/png" src="https://harbour.example/a.png"/>"# };
    ENCLOSURE_REPEATED = "enclosure-repeated", Warning, "several enclosures in an item", "Publish one enclosure in each item: most readers take only one.", "RSS Profile, enclosure"
        { Item r#"<enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/>
<enclosure url="https://harbour.example/a.ogg" length="12345" type="audio/ogg"/>"# => r#"<enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/>"# };
}
