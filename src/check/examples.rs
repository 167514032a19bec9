//! An example of each rule: wrong, and right.

use super::{Rule, family};

/// An example of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Example {
    /// Text that breaks the rule, as part of a feed that is fine otherwise.
    pub bad: &'static str,
    /// The text without the fault.
    pub good: &'static str,
}

/// A rule, the part of a feed that its example is, what breaks it and what does not.
pub(super) type PlacedExample = (&'static str, ExamplePlace, &'static str, &'static str);

/// The part of a feed that an example is.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(not(test), allow(dead_code, reason = "tests check the examples in their places"))]
pub(super) enum ExamplePlace {
    /// The document.
    Whole,
    /// The content of a channel of RSS.
    Channel,
    /// The content of a channel of RSS that is checked for Apple Podcasts.
    Podcast,
    /// The content of an item of RSS.
    Item,
    /// The content of a feed of Atom.
    Feed,
    /// The content of an entry of Atom.
    Entry,
}

use ExamplePlace::{Channel, Entry, Feed, Item, Podcast, Whole};

/// The examples of rules that are not in families, sorted.
#[rustfmt::skip]
static EXAMPLES: &[PlacedExample] = &[
    ("attribute-missing", Item, r#"<enclosure url="https://harbour.example/a.mp3" length="12345"/>"#, r#"<enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/>"#),
    ("attribute-unknown", Item, r#"<guid isPermalink="false">41</guid>"#, r#"<guid isPermaLink="false">41</guid>"#),
    ("content-not-base64", Entry, r#"<content type="image/png">low tide!</content>"#, r#"<content type="image/png">bG93IHRpZGU=</content>"#),
    ("content-type-missing", Entry, r#"<content src="https://harbour.example/a.png"/>"#, r#"<content type="image/png" src="https://harbour.example/a.png"/>"#),
    ("date-form", Item, "<pubDate>2020-11-21 09:30</pubDate>", "<pubDate>Sat, 21 Nov 2020 09:30:00 +0000</pubDate>"),
    ("date-implausible", Item, "<pubDate>Mon, 01 Jan 0001 00:00:00 GMT</pubDate>", "<pubDate>Sat, 21 Nov 2020 09:30:00 GMT</pubDate>"),
    ("date-in-future", Item, "<pubDate>Sun, 21 Nov 2088 09:30:00 GMT</pubDate>", "<pubDate>Sat, 21 Nov 2020 09:30:00 GMT</pubDate>"),
    ("date-obsolete", Item, "<pubDate>Sat, 21 Nov 20 09:30:00 EST</pubDate>", "<pubDate>Sat, 21 Nov 2020 09:30:00 -0500</pubDate>"),
    ("date-weekday-wrong", Item, "<pubDate>Mon, 21 Nov 2020 09:30:00 GMT</pubDate>", "<pubDate>Sat, 21 Nov 2020 09:30:00 GMT</pubDate>"),
    ("doctype-obsolete", Whole, r#"<!DOCTYPE rss SYSTEM "http://my.netscape.com/publish/formats/rss-0.91.dtd">
<rss version="2.0"><channel/></rss>"#, r#"<rss version="2.0"><channel/></rss>"#),
    ("element-misplaced", Channel, r#"<guid isPermaLink="false">41</guid>"#, r#"<item><guid isPermaLink="false">41</guid></item>"#),
    ("element-obsolete", Entry, r#"<adult xmlns="http://search.yahoo.com/mrss/">false</adult>"#, r#"<rating xmlns="http://search.yahoo.com/mrss/">nonadult</rating>"#),
    ("element-redundant", Item, "<pubDate>Sat, 21 Nov 2020 09:30:00 GMT</pubDate>\n<dc:date>2020-11-21T09:30:00Z</dc:date>", "<pubDate>Sat, 21 Nov 2020 09:30:00 GMT</pubDate>"),
    ("element-repeated", Channel, "<ttl>60</ttl>\n<ttl>90</ttl>", "<ttl>60</ttl>"),
    ("element-unknown", Item, "<pubdate>Sat, 21 Nov 2020 09:30:00 GMT</pubdate>", "<pubDate>Sat, 21 Nov 2020 09:30:00 GMT</pubDate>"),
    ("email-invalid", Item, "<author>Anna Morozova</author>", "<author>anna@harbour.example (Anna Morozova)</author>"),
    ("email-name-missing", Item, "<author>anna@harbour.example</author>", "<author>anna@harbour.example (Anna Morozova)</author>"),
    ("enclosure-length-zero", Item, r#"<enclosure url="https://harbour.example/a.mp3" length="0" type="audio/mpeg"/>"#, r#"<enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/>"#),
    ("enclosure-repeated", Item, r#"<enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/>
<enclosure url="https://harbour.example/a.ogg" length="12345" type="audio/ogg"/>"#, r#"<enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/>"#),
    ("entry-author-missing", Whole, r#"<feed xmlns="http://www.w3.org/2005/Atom">
<title>News</title>
<entry><title>Low tide</title></entry>
</feed>"#, r#"<feed xmlns="http://www.w3.org/2005/Atom">
<title>News</title>
<author><name>Anna</name></author>
<entry><title>Low tide</title></entry>
</feed>"#),
    ("entry-content-missing", Feed, "<entry><title>Low tide</title></entry>", r#"<entry><title>Low tide</title><link href="https://harbour.example/12"/></entry>"#),
    ("entry-date-missing", Item, "<link>https://harbour.example/12</link>", "<link>https://harbour.example/12</link>\n<pubDate>Sat, 21 Nov 2020 09:30:00 GMT</pubDate>"),
    ("entry-id-missing", Item, "<link>https://harbour.example/12</link>", "<link>https://harbour.example/12</link>\n<guid>https://harbour.example/12</guid>"),
    ("entry-id-repeated", Channel, "<item><guid>https://harbour.example/12</guid></item>\n<item><guid>https://harbour.example/12</guid></item>", "<item><guid>https://harbour.example/12</guid></item>\n<item><guid>https://harbour.example/13</guid></item>"),
    ("entry-link-missing", Channel, "<item><title>Low tide</title></item>", "<item><title>Low tide</title><link>https://harbour.example/12</link></item>"),
    ("entry-summary-missing", Entry, r#"<content type="image/png" src="https://harbour.example/a.png"/>"#, r#"<summary>The tide table.</summary>
<content type="image/png" src="https://harbour.example/a.png"/>"#),
    ("entry-text-missing", Feed, r#"<entry><title>Low tide</title><link href="https://harbour.example/12"/></entry>"#, r#"<entry><title>Low tide</title><link href="https://harbour.example/12"/><summary>At noon.</summary></entry>"#),
    ("entry-title-missing", Channel, "<item><link>https://harbour.example/12</link></item>", "<item><title>Low tide</title><link>https://harbour.example/12</link></item>"),
    ("entry-updated-missing", Feed, "<entry><title>Low tide</title><published>2020-11-21T09:30:00Z</published></entry>", "<entry><title>Low tide</title><updated>2020-11-21T09:30:00Z</updated></entry>"),
    ("entry-updated-repeated", Feed, "<entry><id>urn:x-a:1</id><updated>2020-11-21T09:30:00Z</updated></entry>\n<entry><id>urn:x-a:2</id><updated>2020-11-21T09:30:00Z</updated></entry>", "<entry><id>urn:x-a:1</id><updated>2020-11-21T09:30:00Z</updated></entry>\n<entry><id>urn:x-a:2</id><updated>2020-11-21T10:15:00Z</updated></entry>"),
    ("feed-description-missing", Whole, r#"<rss version="2.0"><channel><title>News</title></channel></rss>"#, r#"<rss version="2.0"><channel><title>News</title><description>News of the harbour</description></channel></rss>"#),
    ("feed-id-missing", Whole, r#"<feed xmlns="http://www.w3.org/2005/Atom">
<title>News</title>
</feed>"#, r#"<feed xmlns="http://www.w3.org/2005/Atom">
<title>News</title>
<id>tag:harbour.example,2020:news</id>
</feed>"#),
    ("feed-items-differ", Whole, r#"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
<channel rdf:about="https://harbour.example/"><items><rdf:Seq><rdf:li rdf:resource="https://harbour.example/11"/></rdf:Seq></items></channel>
<item rdf:about="https://harbour.example/12"><title>Low tide</title></item>
</rdf:RDF>"#, r#"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
<channel rdf:about="https://harbour.example/"><items><rdf:Seq><rdf:li rdf:resource="https://harbour.example/12"/></rdf:Seq></items></channel>
<item rdf:about="https://harbour.example/12"><title>Low tide</title></item>
</rdf:RDF>"#),
    ("feed-items-missing", Whole, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News"
}"#, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "items": []
}"#),
    ("feed-link-missing", Whole, r#"<rss version="2.0"><channel><title>News</title></channel></rss>"#, r#"<rss version="2.0"><channel><title>News</title><link>https://harbour.example/</link></channel></rss>"#),
    ("feed-self-missing", Whole, r#"<feed xmlns="http://www.w3.org/2005/Atom">
<title>News</title>
</feed>"#, r#"<feed xmlns="http://www.w3.org/2005/Atom">
<title>News</title>
<link rel="self" href="https://harbour.example/news.atom"/>
</feed>"#),
    ("feed-self-not-a-feed", Feed, r#"<link rel="self" type="text/html" href="https://harbour.example/news.atom"/>"#, r#"<link rel="self" type="application/atom+xml" href="https://harbour.example/news.atom"/>"#),
    ("feed-self-relative", Feed, r#"<link rel="self" href="/news.atom"/>"#, r#"<link rel="self" href="https://harbour.example/news.atom"/>"#),
    ("feed-title-missing", Whole, r#"<rss version="2.0"><channel><link>https://harbour.example/</link></channel></rss>"#, r#"<rss version="2.0"><channel><title>News</title><link>https://harbour.example/</link></channel></rss>"#),
    ("feed-updated-missing", Whole, r#"<feed xmlns="http://www.w3.org/2005/Atom">
<title>News</title>
</feed>"#, r#"<feed xmlns="http://www.w3.org/2005/Atom">
<title>News</title>
<updated>2020-11-21T09:30:00Z</updated>
</feed>"#),
    ("guid-not-permalink", Item, "<guid>41</guid>", r#"<guid isPermaLink="false">41</guid>"#),
    ("history-archive-current", Feed, r#"<link rel="self" href="https://harbour.example/a"/>
<fh:archive xmlns:fh="http://purl.org/syndication/history/1.0"/>
<link rel="current" href="https://harbour.example/a"/>"#, r#"<link rel="self" href="https://harbour.example/a"/>
<fh:archive xmlns:fh="http://purl.org/syndication/history/1.0"/>
<link rel="current" href="https://harbour.example/b"/>"#),
    ("history-complete-paged", Feed, r#"<fh:complete xmlns:fh="http://purl.org/syndication/history/1.0"/>
<link rel="next" href="https://harbour.example/2"/>"#, r#"<fh:complete xmlns:fh="http://purl.org/syndication/history/1.0"/>"#),
    ("history-current-differs", Feed, r#"<fh:complete xmlns:fh="http://purl.org/syndication/history/1.0"/>
<link rel="self" href="https://harbour.example/a"/>
<link rel="current" href="https://harbour.example/b"/>"#, r#"<fh:complete xmlns:fh="http://purl.org/syndication/history/1.0"/>
<link rel="self" href="https://harbour.example/a"/>"#),
    ("history-current-missing", Feed, r#"<fh:archive xmlns:fh="http://purl.org/syndication/history/1.0"/>"#, r#"<fh:archive xmlns:fh="http://purl.org/syndication/history/1.0"/>
<link rel="current" href="https://harbour.example/news.atom"/>"#),
    ("history-in-entry", Entry, r#"<link rel="next" href="https://harbour.example/2"/>"#, r#"<link rel="related" href="https://harbour.example/2"/>"#),
    ("history-past-end", Feed, r#"<link rel="self" href="https://harbour.example/2"/>
<link rel="last" href="https://harbour.example/2"/>
<link rel="next" href="https://harbour.example/3"/>"#, r#"<link rel="self" href="https://harbour.example/2"/>
<link rel="last" href="https://harbour.example/2"/>"#),
    ("hour-of-midnight", Channel, "<skipHours><hour>24</hour></skipHours>", "<skipHours><hour>0</hour></skipHours>"),
    ("html-relative-reference", Item, r#"<description>&lt;img src="/a.png"&gt;</description>"#, r#"<description>&lt;img src="https://harbour.example/a.png"&gt;</description>"#),
    ("html-removed", Item, "<description>&lt;script&gt;play()&lt;/script&gt;</description>", r#"<description>&lt;a href="https://harbour.example/12"&gt;Play&lt;/a&gt;</description>"#),
    ("html-source-missing", Item, r#"<description>&lt;img data-src="https://harbour.example/a.png"&gt;</description>"#, r#"<description>&lt;img src="https://harbour.example/a.png"&gt;</description>"#),
    ("html-unclosed-tag", Item, r#"<description>Low tide &lt;a href="https://harb</description>"#, "<description>Low tide</description>"),
    ("html-unknown-element", Item, "<description>&lt;tide&gt;Low&lt;/tide&gt;</description>", "<description>&lt;em&gt;Low&lt;/em&gt;</description>"),
    ("id-not-normalized", Feed, "<entry><id>http://Harbour.example/12</id></entry>", "<entry><id>http://harbour.example/12</id></entry>"),
    ("id-not-uri", Feed, "<entry><id>low-tide</id></entry>", "<entry><id>tag:harbour.example,2020:low-tide</id></entry>"),
    ("id-scheme-invalid", Feed, "<entry><id>tag:harbour</id></entry>", "<entry><id>tag:harbour.example,2020:low-tide</id></entry>"),
    ("image-differs", Channel, "<image><url>https://harbour.example/a.png</url><title>Logo</title><link>https://harbour.example/</link></image>", "<image><url>https://harbour.example/a.png</url><title>News</title><link>https://harbour.example/</link></image>"),
    ("image-format", Channel, "<image><url>https://harbour.example/a.svg</url><title>News</title><link>https://harbour.example/</link></image>", "<image><url>https://harbour.example/a.png</url><title>News</title><link>https://harbour.example/</link></image>"),
    ("image-size", Channel, "<image><url>https://harbour.example/a.png</url><title>News</title><link>https://harbour.example/</link><width>300</width></image>", "<image><url>https://harbour.example/a.png</url><title>News</title><link>https://harbour.example/</link><width>144</width></image>"),
    ("json/Comment", Whole, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  // none yet
  "items": []
}"#, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "items": []
}"#),
    ("json/DuplicateName", Whole, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "title": "News",
  "items": []
}"#, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "items": []
}"#),
    ("json/InvalidEscape", Whole, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "description": "a\q",
  "items": []
}"#, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "description": "a\\q",
  "items": []
}"#),
    ("json/InvalidLiteral", Whole, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "expired": True,
  "items": []
}"#, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "expired": true,
  "items": []
}"#),
    ("json/MissingColon", Whole, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "items" []
}"#, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "items": []
}"#),
    ("json/MissingComma", Whole, r#"{
  "version": "https://jsonfeed.org/version/1.1"
  "title": "News",
  "items": []
}"#, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "items": []
}"#),
    ("json/MissingValue", Whole, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "home_page_url": ,
  "items": []
}"#, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "home_page_url": "https://harbour.example/",
  "items": []
}"#),
    ("json/MissingVersion", Whole, r#"{
  "title": "News",
  "items": [{ "id": "12", "content_text": "Low tide" }]
}"#, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "items": [{ "id": "12", "content_text": "Low tide" }]
}"#),
    ("json/SingleQuotes", Whole, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  'items': []
}"#, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "items": []
}"#),
    ("json/StrayComma", Whole, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "items": [,]
}"#, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "items": []
}"#),
    ("json/TrailingComma", Whole, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "items": [],
}"#, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "items": []
}"#),
    ("json/TrailingContent", Whole, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "items": []
}
Done."#, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "items": []
}"#),
    ("json/UnknownVersion", Whole, r#"{
  "version": "https://jsonfeed.org/version/7",
  "title": "News",
  "items": [{ "id": "12", "content_text": "Low tide" }]
}"#, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "items": [{ "id": "12", "content_text": "Low tide" }]
}"#),
    ("json/UnquotedName", Whole, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  items: []
}"#, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "items": []
}"#),
    ("json/WrongType", Whole, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "items": [{ "id": 12, "content_text": "Low tide" }]
}"#, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "items": [{ "id": "12", "content_text": "Low tide" }]
}"#),
    ("language-invalid", Channel, "<language>en_US</language>", "<language>en-US</language>"),
    ("link-alternate-repeated", Feed, r#"<link href="https://harbour.example/a"/>
<link href="https://harbour.example/b"/>"#, r#"<link href="https://harbour.example/a"/>"#),
    ("link-relation-unknown", Entry, r#"<link rel="page" href="https://harbour.example/a"/>"#, r#"<link rel="related" href="https://harbour.example/a"/>"#),
    ("media-type-invalid", Item, r#"<enclosure url="https://harbour.example/a.mp3" length="12345" type="mp3"/>"#, r#"<enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/>"#),
    ("member-unknown", Whole, r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "homepage_url": "https://harbour.example/", "items": []}"#, r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "home_page_url": "https://harbour.example/", "items": []}"#),
    ("namespace-misspelt", Whole, r#"<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1"><channel/></rss>"#, r#"<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel/></rss>"#),
    ("namespace-obsolete", Whole, r#"<rss version="2.0" xmlns:wiki="http://www.usemod.com/cgi-bin/mb.pl?ModWiki"><channel/></rss>"#, r#"<rss version="2.0" xmlns:wiki="http://purl.org/rss/1.0/modules/wiki/"><channel/></rss>"#),
    ("namespace-on-rss", Whole, r#"<rss version="2.0" xmlns="http://backend.userland.com/rss2"><channel/></rss>"#, r#"<rss version="2.0"><channel/></rss>"#),
    ("namespace-prefix-taken", Whole, r#"<rss version="2.0" xmlns:dc="https://harbour.example/dc"><channel/></rss>"#, r#"<rss version="2.0" xmlns:harbour="https://harbour.example/dc"><channel/></rss>"#),
    ("namespace-prefix-unusual", Whole, r#"<rss version="2.0" xmlns:dublin="http://purl.org/dc/elements/1.1/"><channel/></rss>"#, r#"<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel/></rss>"#),
    ("namespace-unknown", Whole, r#"<rss version="2.0" xmlns:port="urn:x-harbour:port"><channel/></rss>"#, r#"<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel/></rss>"#),
    ("namespace-unknown-format", Whole, r#"<feed xmlns="http://harbour.example/atom"><title>News</title></feed>"#, r#"<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title></feed>"#),
    ("not-a-feed", Whole, "<html><body><p>News</p></body></html>", r#"<rss version="2.0"><channel><title>News</title><link>https://harbour.example/</link><description>News</description></channel></rss>"#),
    ("part-missing", Channel, "<image><url>https://harbour.example/a.png</url></image>", "<image><url>https://harbour.example/a.png</url><title>News</title><link>https://harbour.example/</link></image>"),
    ("podcast-artwork-size", Channel, r#"<itunes:image href="https://harbour.example/cover-300x300.jpg"/>
<item><title>Low tide</title><enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/></item>"#, r#"<itunes:image href="https://harbour.example/cover-3000x3000.jpg"/>
<item><title>Low tide</title><enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/></item>"#),
    ("podcast-artwork-type", Channel, r#"<itunes:image href="https://harbour.example/cover.gif"/>
<item><title>Low tide</title><enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/></item>"#, r#"<itunes:image href="https://harbour.example/cover.jpg"/>
<item><title>Low tide</title><enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/></item>"#),
    ("podcast-enclosure-missing", Channel, r#"<itunes:explicit>false</itunes:explicit>
<itunes:category text="News"/>
<item><title>Low tide</title><guid>https://harbour.example/1</guid><enclosure url="https://harbour.example/1.mp3" length="12345" type="audio/mpeg"/></item>
<item><title>High tide</title></item>"#, r#"<itunes:explicit>false</itunes:explicit>
<itunes:category text="News"/>
<item><title>Low tide</title><guid>https://harbour.example/1</guid><enclosure url="https://harbour.example/1.mp3" length="12345" type="audio/mpeg"/></item>"#),
    ("podcast-enclosure-repeated", Channel, r#"<itunes:explicit>false</itunes:explicit>
<itunes:category text="News"/>
<item><title>Low tide</title><guid>https://harbour.example/1</guid><enclosure url="https://harbour.example/1.mp3" length="12345" type="audio/mpeg"/></item>
<item><title>Low tide</title><guid>https://harbour.example/2</guid><enclosure url="https://harbour.example/1.mp3" length="12345" type="audio/mpeg"/></item>"#, r#"<itunes:explicit>false</itunes:explicit>
<itunes:category text="News"/>
<item><title>Low tide</title><guid>https://harbour.example/1</guid><enclosure url="https://harbour.example/1.mp3" length="12345" type="audio/mpeg"/></item>
<item><title>Low tide</title><guid>https://harbour.example/2</guid><enclosure url="https://harbour.example/2.mp3" length="12345" type="audio/mpeg"/></item>"#),
    ("podcast-enclosure-type", Channel, r#"<itunes:explicit>false</itunes:explicit>
<item><title>Low tide</title><enclosure url="https://harbour.example/a.mp3" length="12345" type="text/html"/></item>"#, r#"<itunes:explicit>false</itunes:explicit>
<item><title>Low tide</title><enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/></item>"#),
    ("podcast-episode-missing", Podcast, "<item><title>Low tide</title></item>", r#"<item><title>Low tide</title><enclosure url="https://harbour.example/1.mp3" length="12345" type="audio/mpeg"/></item>"#),
    ("podcast-episode-repeated", Podcast, r#"<item><title>Low tide</title><enclosure url="https://harbour.example/1.mp3" length="12345" type="audio/mpeg"/><itunes:episode>1</itunes:episode></item>
<item><title>Low tide</title><enclosure url="https://harbour.example/2.mp3" length="12345" type="audio/mpeg"/><itunes:episode>1</itunes:episode></item>"#, r#"<item><title>Low tide</title><enclosure url="https://harbour.example/1.mp3" length="12345" type="audio/mpeg"/><itunes:episode>1</itunes:episode></item>
<item><title>Low tide</title><enclosure url="https://harbour.example/2.mp3" length="12345" type="audio/mpeg"/><itunes:episode>2</itunes:episode></item>"#),
    ("podcast-episode-unnumbered", Podcast, r#"<itunes:type>serial</itunes:type>
<item><title>Low tide</title><enclosure url="https://harbour.example/1.mp3" length="12345" type="audio/mpeg"/></item>"#, r#"<itunes:type>serial</itunes:type>
<item><title>Low tide</title><enclosure url="https://harbour.example/1.mp3" length="12345" type="audio/mpeg"/><itunes:episode>1</itunes:episode></item>"#),
    ("podcast-explicit-old", Podcast, "<itunes:explicit>clean</itunes:explicit>", "<itunes:explicit>false</itunes:explicit>"),
    ("podcast-guid-invalid", Channel, r#"<podcast:guid xmlns:podcast="https://podcastindex.org/namespace/1.0">harbour</podcast:guid>
<item><title>Low tide</title><enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/></item>"#, r#"<podcast:guid xmlns:podcast="https://podcastindex.org/namespace/1.0">917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid>
<item><title>Low tide</title><enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/></item>"#),
    ("podcast-live-times", Channel, r#"<podcast:liveItem xmlns:podcast="https://podcastindex.org/namespace/1.0" status="live" start="2020-11-20T20:00:00Z" end="2020-11-20T19:00:00Z"><title>Low tide</title></podcast:liveItem>
<item><title>Low tide</title><enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/></item>"#, r#"<podcast:liveItem xmlns:podcast="https://podcastindex.org/namespace/1.0" status="live" start="2020-11-20T20:00:00Z" end="2020-11-20T21:00:00Z"><title>Low tide</title></podcast:liveItem>
<item><title>Low tide</title><enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/></item>"#),
    ("podcast-recommended-missing", Channel, r#"<itunes:category text="News"/>
<itunes:explicit>false</itunes:explicit>
<item><title>Low tide</title><enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/></item>"#, r#"<itunes:category text="News"/>
<itunes:explicit>false</itunes:explicit>
<itunes:author>Anna</itunes:author>
<itunes:owner><itunes:email>anna@harbour.example</itunes:email></itunes:owner>
<item><title>Low tide</title><enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/></item>"#),
    ("podcast-required-missing", Channel, "<itunes:owner><itunes:name>Anna</itunes:name></itunes:owner>", "<itunes:owner><itunes:name>Anna</itunes:name><itunes:email>anna@harbour.example</itunes:email></itunes:owner>"),
    ("root-unknown", Whole, "<root><item><title>Low tide</title></item></root>", r#"<rss version="2.0"><channel><item><title>Low tide</title></item></channel></rss>"#),
    ("text-has-elements", Channel, "<copyright>Harbour <b>office</b></copyright>", "<copyright>Harbour office</copyright>"),
    ("text-markup", Entry, "<summary>Low &lt;b&gt;tide&lt;/b&gt;</summary>", r#"<summary type="html">Low &lt;b&gt;tide&lt;/b&gt;</summary>"#),
    ("text-misplaced", Channel, "<image>Logo<url>https://harbour.example/a.png</url></image>", "<image><url>https://harbour.example/a.png</url></image>"),
    ("text-too-long", Channel, "<itunes:subtitle>Low tide, high tide. Low tide, high tide. Low tide, high tide. Low tide, high tide. Low tide, high tide. Low tide, high tide. Low tide, high tide. Low tide, high tide. Low tide, high tide. Low tide, high tide. Low tide, high tide. Low tide, high tide. Low tide, high tide. </itunes:subtitle>", "<itunes:subtitle>Low tide, high tide.</itunes:subtitle>"),
    ("title-markup", Channel, "<item><title>Low &lt;b&gt;tide&lt;/b&gt;</title></item>", "<item><title>Low tide</title></item>"),
    ("uri-dangerous", Item, "<link>javascript:play()</link>", "<link>https://harbour.example/12</link>"),
    ("uri-invalid", Item, "<link>https://harbour.example/low tide</link>", "<link>https://harbour.example/low%20tide</link>"),
    ("uri-not-ascii", Item, "<link>https://möwe.example/12</link>", "<link>https://xn--mwe-sna.example/12</link>"),
    ("uri-not-http", Item, r#"<enclosure url="mailto:anna@harbour.example" length="1" type="audio/mpeg"/>"#, r#"<enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/>"#),
    ("uri-not-public", Item, "<link>http://localhost:4000/12</link>", "<link>https://harbour.example/12</link>"),
    ("uri-relative", Item, "<link>/12</link>", "<link>https://harbour.example/12</link>"),
    ("uri-scheme-unregistered", Item, "<link>harbour:12</link>", "<link>https://harbour.example/12</link>"),
    ("value-empty", Item, "<author/>", "<author>anna@harbour.example (Anna)</author>"),
    ("value-repeated", Channel, "<skipHours><hour>1</hour><hour>1</hour></skipHours>", "<skipHours><hour>1</hour><hour>2</hour></skipHours>"),
    ("value-white-space", Entry, r#"<link rel="related" href=" https://harbour.example/12 "/>"#, r#"<link rel="related" href="https://harbour.example/12"/>"#),
    ("value/HttpVersion", Whole, r#"{
  "version": "http://jsonfeed.org/version/1.1",
  "title": "News",
  "items": []
}"#, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "items": []
}"#),
    ("value/NullMember", Whole, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "description": null,
  "items": []
}"#, r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "items": []
}"#),
    ("value/UnknownWord", Channel, "<itunes:type>daily</itunes:type>", "<itunes:type>episodic</itunes:type>"),
    ("value/UnreadableBoolean", Item, r#"<guid isPermaLink="no">41</guid>"#, r#"<guid isPermaLink="false">41</guid>"#),
    ("value/UnreadableDuration", Item, "<itunes:duration>24 minutes</itunes:duration>", "<itunes:duration>24:00</itunes:duration>"),
    ("value/UnreadableLength", Item, r#"<enclosure url="https://harbour.example/a.mp3" length="1,024" type="audio/mpeg"/>"#, r#"<enclosure url="https://harbour.example/a.mp3" length="1024" type="audio/mpeg"/>"#),
    ("value/UnreadableNumber", Channel, "<ttl>an hour</ttl>", "<ttl>60</ttl>"),
    ("value/UnreadablePlace", Item, "<georss:point>north</georss:point>", "<georss:point>45.2 -71.9</georss:point>"),
    ("xhtml-div-missing", Entry, r#"<summary type="xhtml">Low tide</summary>"#, r#"<summary type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Low tide</div></summary>"#),
    ("xhtml-div-repeated", Entry, r#"<summary type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Low</div><div xmlns="http://www.w3.org/1999/xhtml">tide</div></summary>"#, r#"<summary type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Low tide</div></summary>"#),
    ("xml-version", Whole, r#"<?xml version="1.1"?>
<rss version="2.0"><channel/></rss>"#, r#"<?xml version="1.0"?>
<rss version="2.0"><channel/></rss>"#),
    ("xml/BareAmpersand", Item, "<description>Ships & tides</description>", "<description>Ships &amp; tides</description>"),
    ("xml/CdataEndInText", Item, "<description>a]]>b</description>", "<description>a]]&gt;b</description>"),
    ("xml/CutOff", Whole, r#"<rss version="2.0"><channel><title>News"#, r#"<rss version="2.0"><channel><title>News</title></channel></rss>"#),
    ("xml/DoubleHyphenInComment", Channel, "<!-- a -- b -->", "<!-- a - b -->"),
    ("xml/DuplicateAttribute", Item, r#"<guid isPermaLink="false" isPermaLink="false">41</guid>"#, r#"<guid isPermaLink="false">41</guid>"#),
    ("xml/EmptyNamespaceName", Channel, r#"<x:a xmlns:x=""/>"#, r#"<x:a xmlns:x="https://harbour.example/ns"/>"#),
    ("xml/ForbiddenReference", Item, "<description>Ships &#1; tides</description>", "<description>Ships tides</description>"),
    ("xml/LessThanInAttributeValue", Item, r#"<category domain="a<b">Sea</category>"#, r#"<category domain="a&lt;b">Sea</category>"#),
    ("xml/MalformedXmlDeclaration", Whole, r#"<?xml encoding="utf-8"?>
<rss version="2.0"><channel/></rss>"#, r#"<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"><channel/></rss>"#),
    ("xml/MismatchedEndTag", Item, "<description>Low tide</descripton>", "<description>Low tide</description>"),
    ("xml/MisplacedXmlDeclaration", Whole, r#"
<?xml version="1.0"?>
<rss version="2.0"><channel/></rss>"#, r#"<?xml version="1.0"?>
<rss version="2.0"><channel/></rss>"#),
    ("xml/MissingAttributeValue", Item, "<guid isPermaLink>https://harbour.example/12</guid>", r#"<guid isPermaLink="true">https://harbour.example/12</guid>"#),
    ("xml/MissingSpace", Item, r#"<enclosure url="https://harbour.example/a.mp3"length="12345" type="audio/mpeg"/>"#, r#"<enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/>"#),
    ("xml/SecondRoot", Whole, r#"<rss version="2.0"><channel/></rss>
<script/>"#, r#"<rss version="2.0"><channel/></rss>"#),
    ("xml/StrayEndTag", Item, "<description>Low tide</description></p>", "<description>Low tide</description>"),
    ("xml/StrayLessThan", Item, "<description>Depth < 3 m</description>", "<description>Depth &lt; 3 m</description>"),
    ("xml/TextOutsideRoot", Whole, r#"<rss version="2.0"><channel/></rss>
Done."#, r#"<rss version="2.0"><channel/></rss>"#),
    ("xml/UnboundPrefix", Whole, r#"<rss version="2.0"><channel><dc:date>2020-11-21</dc:date></channel></rss>"#, r#"<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><dc:date>2020-11-21</dc:date></channel></rss>"#),
    ("xml/UnclosedCdata", Whole, r#"<rss version="2.0"><channel><title><![CDATA[News</title></channel></rss>"#, r#"<rss version="2.0"><channel><title><![CDATA[News]]></title></channel></rss>"#),
    ("xml/UnclosedComment", Whole, r#"<rss version="2.0"><channel><!-- draft</channel></rss>"#, r#"<rss version="2.0"><channel><!-- draft --></channel></rss>"#),
    ("xml/UnclosedReference", Item, "<description>Ships &amp tides</description>", "<description>Ships &amp; tides</description>"),
    ("xml/UndefinedEntity", Item, "<description>Ships&nbsp;&amp; tides</description>", "<description>Ships&#160;&amp; tides</description>"),
    ("xml/UnquotedAttributeValue", Item, "<guid isPermaLink=false>41</guid>", r#"<guid isPermaLink="false">41</guid>"#),
];

impl Rule {
    /// Returns an example of what breaks the rule and of what does not. Rules about bytes and headers have none.
    ///
    /// ```
    /// let rules = bozofeed::check::rules();
    /// let guid = rules.iter().find(|rule| rule.id == "guid-not-permalink").unwrap();
    /// assert_eq!(guid.example().unwrap().good, r#"<guid isPermaLink="false">41</guid>"#);
    /// ```
    pub fn example(&self) -> Option<Example> {
        let found =
            EXAMPLES.binary_search_by_key(&self.id, |(id, ..)| id).ok().and_then(|at| EXAMPLES.get(at));
        let found = found.or_else(|| family::examples().find(|(id, ..)| *id == self.id));
        found.map(|(_, _, bad, good)| Example { bad, good })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Parser;
    use crate::check::Profile;

    /// Rules about bytes, headers and URLs, those that nobody can mend in a few lines, and those that are never met alone.
    const WITHOUT: &[&str] = &[
        "encoding-label-unknown", "encoding-label-wrong", "encoding-labels-conflict", "encoding-not-utf-8",
        "encoding-undeclared", "feed-self-differs", "limit-exceeded", "media-type-not-a-feed", "other",
        "podcast-not-rss", "rdf-invalid", "text-mojibake",
    ];

    fn document(context: ExamplePlace, text: &str) -> String {
        let channel = |content: &str| {
            format!(
                r#"<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"
                xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:georss="http://www.georss.org/georss"><channel>
                <title>News</title><link>https://harbour.example/</link><description>News</description>
                {content}</channel></rss>"#
            )
        };
        let feed = |content: &str| {
            format!(
                r#"<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><id>urn:x-harbour:news</id>
                <updated>2020-11-21T09:30:00Z</updated><author><name>Anna</name></author>{content}</feed>"#
            )
        };
        match context {
            Whole => text.to_owned(),
            Channel | Podcast => channel(text),
            Item => channel(&format!("<item><title>Low tide</title>{text}</item>")),
            Feed => feed(text),
            Entry => feed(&format!(
                "<entry><title>Low tide</title><id>urn:x-harbour:1</id><updated>2020-11-21T09:30:00Z</updated>{text}</entry>"
            )),
        }
    }

    #[test]
    fn what_is_wrong_breaks_the_rule_and_what_is_right_does_not() {
        let mut wrong = Vec::new();
        for (id, context, bad, good) in EXAMPLES.iter().chain(family::examples()) {
            let breaks = |text: &str| {
                let document = document(*context, text);
                let findings = match context {
                    Podcast => Parser::new().check_for(document.as_bytes(), Profile::Apple),
                    Whole | Channel | Item | Feed | Entry => Parser::new().check(document.as_bytes()),
                };
                let ids: Vec<_> = findings.iter().map(|finding| finding.rule.id).collect();
                (ids.contains(id), ids)
            };
            let (is_found, found) = breaks(bad);
            if !is_found {
                wrong.push(format!("{id} is not found in {bad}: {found:?}"));
            }
            if breaks(good).0 {
                wrong.push(format!("{id} is found in {good}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn rules_have_examples() {
        assert!(EXAMPLES.is_sorted_by_key(|(id, ..)| id));
        let all = || EXAMPLES.iter().chain(family::examples()).map(|(id, ..)| *id);
        let known = |id: &str| all().any(|known| known == id) || WITHOUT.contains(&id);
        let ids: Vec<_> = crate::check::rules().iter().map(|rule| rule.id).collect();
        // The names of faults say what is wrong.
        let missing: Vec<_> = ids.iter().filter(|id| !id.contains('/') && !known(id)).collect();
        let unknown: Vec<_> = all().filter(|id| !ids.contains(id)).collect();
        assert_eq!((missing, unknown), (vec![], vec![]));
    }
}
