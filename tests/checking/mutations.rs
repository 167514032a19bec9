//! Breaks clean feeds, one rule at a time: the rule is reported at the changed line, and no other rule is.
//!
//! `BOZOFEED_FEEDS=FOLDER cargo test -p bozofeed-checking-tests -- --ignored` does the same with the feeds in a folder, where they
//! contain the elements.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use bozofeed_check::{Checker, Finding, RuleSeverity, example, rules};

use crate::edits::Edit;
use crate::edits::Edit::{Append, Attribute, Remove, Rename, Repeat, Replace, Text, Without};

/// Edits of RSS 2.0, each with the rule that it breaks.
const RSS: &[(&str, Edit)] = &[
    ("root-unknown", Rename("rss", "feeds")),
    ("namespace-unknown", Attribute("rss", "xmlns:tides", "https://harbour.example/tides")),
    ("namespace-obsolete", Attribute("rss", "xmlns:wiki", "http://www.usemod.com/cgi-bin/mb.pl?ModWiki")),
    ("xml-version", Replace("version=\"1.0\"", "version=\"1.1\"")),
    (
        "doctype-obsolete",
        Replace(
            "<rss ",
            "<!DOCTYPE rss SYSTEM \"http://my.netscape.com/publish/formats/rss-0.91.dtd\">\n<rss ",
        ),
    ),
    ("uri-scheme-unregistered", Text("item>comments", "tides:12")),
    ("uri-not-ascii", Text("item>link", "https://möwe.example/12")),
    ("email-name-missing", Text("item>author", "anna@harbour.example")),
    ("uri-dangerous", Text("item>description", "&lt;a href=\"javascript:x()\"&gt;x&lt;/a&gt;")),
    ("namespace-on-rss", Attribute("rss", "xmlns", "https://harbour.example/rss")),
    ("namespace-prefix-unusual", Attribute("rss", "xmlns:core", "http://purl.org/dc/elements/1.1/")),
    ("namespace-prefix-taken", Attribute("rss", "xmlns:georss", "https://harbour.example/places")),
    ("namespace-misspelt", Replace("http://purl.org/dc/elements/1.1/", "https://purl.org/dc/elements/1.1/")),
    ("namespace-misspelt", Replace("http://www.w3.org/2005/Atom", "http://www.w3.org/2005/atom")),
    ("element-unknown", Append("item", "<headline>x</headline>")),
    ("element-unknown", Rename("item>description", "descripton")),
    ("element-misplaced", Append("item", "<ttl>60</ttl>")),
    ("element-misplaced", Append("channel", "<itunes:duration>1:00</itunes:duration>")),
    ("element-repeated", Repeat("item>title")),
    ("element-repeated", Repeat("channel>link")),
    ("element-repeated", Repeat("channel>description")),
    ("element-repeated", Repeat("item>pubDate")),
    ("element-redundant", Append("channel", "<dc:language>en</dc:language>")),
    ("value/UnreadableNumber", Text("channel>ttl", "0")),
    ("date-implausible", Text("item>pubDate", "Fri, 20 Nov 2020 20:00:00 +0310")),
    ("attribute-missing", Without("enclosure", "length")),
    ("attribute-missing", Without("enclosure", "type")),
    ("attribute-missing", Without("enclosure", "url")),
    ("attribute-missing", Without("source", "url")),
    ("attribute-missing", Without("cloud", "port")),
    ("attribute-missing", Without("rss", "version")),
    ("attribute-missing", Without("itunes:image", "href")),
    ("attribute-unknown", Attribute("guid", "ispermalink", "false")),
    ("part-missing", Remove("image>url")),
    ("part-missing", Remove("image>title")),
    ("part-missing", Remove("image>link")),
    ("part-missing", Remove("textInput>name")),
    ("part-missing", Remove("skipHours>hour")),
    ("value-empty", Text("item>link", " ")),
    ("value-empty", Text("item>pubDate", "")),
    ("value-empty", Text("channel>language", "")),
    ("value-white-space", Attribute("enclosure", "url", " https://harbour.example/radio/12.mp3")),
    ("value-repeated", Append("skipHours", "<hour>3</hour>")),
    ("hour-of-midnight", Text("skipHours>hour", "24")),
    ("text-has-elements", Text("item>title", "One <b>and</b> all")),
    ("text-misplaced", Append("item", "More")),
    ("feed-title-missing", Remove("channel>title")),
    ("feed-link-missing", Remove("channel>link")),
    ("feed-description-missing", Remove("channel>description")),
    ("feed-self-missing", Remove("atom:link")),
    ("feed-self-relative", Append("channel", "<atom:link rel=\"self\" href=\"/feed.xml\"/>")),
    (
        "feed-self-not-a-feed",
        Append("channel", "<atom:link rel=\"self\" type=\"text/html\" href=\"https://harbour.example/\"/>"),
    ),
    ("entry-id-missing", Remove("guid")),
    ("entry-id-repeated", Repeat("item")),
    (
        "entry-title-missing",
        Append(
            "channel",
            "<item><link>https://a.example/</link><guid>https://a.example/1</guid><pubDate>Thu, 19 Nov 2020 20:00:00 GMT</pubDate></item>",
        ),
    ),
    (
        "entry-date-missing",
        Append(
            "channel",
            "<item><title>a</title><link>https://a.example/</link><guid>https://a.example/1</guid></item>",
        ),
    ),
    (
        "entry-link-missing",
        Append(
            "channel",
            "<item><title>a</title><guid isPermaLink=\"false\">1</guid><pubDate>Thu, 19 Nov 2020 20:00:00 GMT</pubDate></item>",
        ),
    ),
    (
        "guid-not-permalink",
        Append(
            "channel",
            "<item><title>a</title><link>https://a.example/</link><guid>a-1</guid><pubDate>Thu, 19 Nov 2020 20:00:00 GMT</pubDate></item>",
        ),
    ),
    ("date-form", Text("item>pubDate", "2020-11-20T20:00:00Z")),
    ("date-form", Text("item>pubDate", "soon")),
    ("date-form", Text("channel>lastBuildDate", "20/11/2020 10:00")),
    ("date-form", Text("dc:date", "20 November 2020")),
    ("date-obsolete", Text("item>pubDate", "20 Nov 20 20:00:00 GMT")),
    ("date-weekday-wrong", Text("item>pubDate", "Mon, 20 Nov 2020 20:00:00 GMT")),
    ("date-in-future", Text("item>pubDate", "Sat, 20 Nov 2088 20:00:00 GMT")),
    ("date-implausible", Text("item>pubDate", "Mon, 01 Jan 0001 00:00:00 GMT")),
    ("uri-relative", Text("item>link", "/radio/12")),
    ("uri-relative", Text("image>url", "logo.png")),
    ("uri-relative", Attribute("enclosure", "url", "12.mp3")),
    ("uri-invalid", Text("item>link", "https://harbour.example/radio 12")),
    ("uri-invalid", Text("channel>link", "http://")),
    ("uri-not-public", Text("item>link", "http://localhost:4000/12")),
    ("uri-not-http", Attribute("enclosure", "url", "ftp://harbour.example/12.mp3")),
    ("uri-dangerous", Text("item>link", "javascript:alert(1)")),
    (
        "link-relation-unknown",
        Replace(
            "<atom:link href",
            "<atom:link rel=\"myself\" href=\"https://harbour.example/\"/><atom:link href",
        ),
    ),
    ("title-markup", Text("item>title", "One &lt;b&gt;and&lt;/b&gt; all")),
    ("title-markup", Text("item>title", "One &amp;amp; all")),
    ("html-relative-reference", Text("item>description", "&lt;img src=\"/a.png\"&gt;")),
    ("html-unknown-element", Text("item>description", "&lt;tide&gt;x&lt;/tide&gt;")),
    ("html-unclosed-tag", Text("item>description", "x &lt;a href=")),
    ("html-removed", Text("item>description", "&lt;script&gt;x&lt;/script&gt;")),
    ("html-removed", Text("item>description", "&lt;p onclick=\"x()\"&gt;x&lt;/p&gt;")),
    ("media-type-invalid", Attribute("enclosure", "type", "mp3")),
    ("enclosure-length-zero", Attribute("enclosure", "length", "0")),
    ("enclosure-repeated", Repeat("enclosure")),
    ("email-invalid", Text("item>author", "Anna Morozova")),
    ("email-invalid", Text("channel>managingEditor", "Anna")),
    ("email-invalid", Text("itunes:email", "anna at harbour")),
    ("language-invalid", Text("channel>language", "english")),
    ("language-invalid", Text("channel>language", "en_GB")),
    ("image-differs", Text("image>title", "Another radio")),
    ("image-differs", Text("image>link", "https://other.example/")),
    ("image-format", Text("image>url", "https://harbour.example/logo.bmp")),
    ("image-size", Text("image>width", "500")),
    ("podcast-category-unknown", Attribute("itunes:category", "text", "Tides")),
    ("podcast-category-old", Attribute("itunes:category", "text", "Health")),
    ("text-too-long", Append("channel", LONG_SUBTITLE)),
    ("podcast-recommended-missing", Remove("itunes:author")),
    ("podcast-recommended-missing", Remove("itunes:owner")),
    (
        "podcast-category-misplaced",
        Replace(
            "<itunes:category text=\"News\"/>",
            "<itunes:category text=\"News\"><itunes:category text=\"Tennis\"/></itunes:category>",
        ),
    ),
    ("podcast-artwork-type", Attribute("itunes:image", "href", "https://harbour.example/cover.gif")),
    ("podcast-artwork-size", Attribute("itunes:image", "href", "https://harbour.example/cover-300x300.jpg")),
    ("podcast-category-spelling", Attribute("itunes:category", "text", "news")),
    (
        "podcast-enclosure-repeated",
        Append(
            "channel",
            "<item><title>a</title><link>https://a.example/1</link><guid>https://a.example/1</guid><pubDate>Thu, 19 Nov 2020 20:00:00 GMT</pubDate>\
             <enclosure url=\"https://harbour.example/radio/12.mp3\" length=\"1\" type=\"audio/mpeg\"/><description>a</description>\
             <itunes:duration>1</itunes:duration><itunes:episode>13</itunes:episode></item>",
        ),
    ),
    ("media-type-differs", Attribute("enclosure", "url", "https://harbour.example/radio/12.jpg")),
    ("html-source-missing", Text("item>description", "&lt;img alt=\"the light\"&gt;")),
    ("element-repeated", Append("item", "<dc:rights>a</dc:rights><dc:rights>b</dc:rights>")),
    ("value-empty", Text("guid", "")),
    ("date-implausible", Text("item>pubDate", "Thu, 01 Jan 1970 00:00:00 GMT")),
    (
        "uri-relative",
        Append(
            "item",
            "<media:category xmlns:media=\"http://search.yahoo.com/mrss/\" scheme=\"harbour\">x</media:category>",
        ),
    ),
    ("podcast-enclosure-type", Attribute("enclosure", "type", "application/zip")),
    ("podcast-episode-unnumbered", Remove("itunes:episode")),
    (
        "podcast-episode-repeated",
        Append(
            "channel",
            "<item><title>a</title><link>https://a.example/</link><guid>https://a.example/1</guid><pubDate>Thu, 19 Nov 2020 20:00:00 GMT</pubDate>\
             <enclosure url=\"https://a.example/1.mp3\" length=\"1\" type=\"audio/mpeg\"/><description>a</description><itunes:duration>1</itunes:duration>\
             <itunes:episode>12</itunes:episode><itunes:episodeType>full</itunes:episodeType></item>",
        ),
    ),
    (
        "podcast-guid-invalid",
        Append("channel", "<guid xmlns=\"https://podcastindex.org/namespace/1.0\">harbour</guid>"),
    ),
    (
        "podcast-live-times",
        Append(
            "channel",
            "<podcast:liveItem xmlns:podcast=\"https://podcastindex.org/namespace/1.0\" status=\"live\" start=\"2020-11-20T20:00:00Z\" end=\"2020-11-20T19:00:00Z\">\
             <title>a</title><guid isPermaLink=\"false\">l-1</guid><enclosure url=\"https://a.example/1.mp3\" length=\"1\" type=\"audio/mpeg\"/></podcast:liveItem>",
        ),
    ),
    (
        "part-missing",
        Append(
            "channel",
            "<podcast:liveItem xmlns:podcast=\"https://podcastindex.org/namespace/1.0\" status=\"live\" start=\"2020-11-20T20:00:00Z\">\
             <title>a</title><enclosure url=\"https://a.example/1.mp3\" length=\"1\" type=\"audio/mpeg\"/></podcast:liveItem>",
        ),
    ),
    (
        "attribute-missing",
        Append(
            "item",
            "<podcast:alternateEnclosure xmlns:podcast=\"https://podcastindex.org/namespace/1.0\"><podcast:source uri=\"https://a.example/1.ogg\"/></podcast:alternateEnclosure>",
        ),
    ),
    ("value/UnreadableNumber", Text("itunes:episode", "0")),
    ("element-repeated", Repeat("itunes:owner")),
    ("element-unknown", Rename("itunes:name", "itunes:nmae")),
    ("title-markup", Text("itunes:name", "&lt;b&gt;Anna&lt;/b&gt;")),
    (
        "element-unknown",
        Append(
            "item",
            "<podcast:transcripts xmlns:podcast=\"https://podcastindex.org/namespace/1.0\" url=\"https://a.example/1.vtt\" type=\"text/vtt\"/>",
        ),
    ),
    ("podcast-required-missing", Remove("itunes:explicit")),
    ("podcast-required-missing", Remove("itunes:category")),
    ("podcast-required-missing", Remove("channel>language")),
    ("text-mojibake", Text("item>title", "CafÃ©")),
    ("value/DoubleEncoding", Text("item>title", "ForÃªt")),
    ("value/UnreadableNumber", Text("channel>ttl", "often")),
    ("value/UnreadableNumber", Text("slash:comments", "many")),
    ("value/UnreadableNumber", Text("skipHours>hour", "25")),
    ("value/UnreadableNumber", Text("sy:updateFrequency", "0")),
    ("value/UnreadableNumber", Attribute("media:content", "fileSize", "1 KB")),
    ("value/UnreadableLength", Attribute("enclosure", "length", "24:10")),
    ("value/UnreadableBoolean", Text("itunes:explicit", "maybe")),
    ("value/UnreadableBoolean", Attribute("guid", "isPermaLink", "perhaps")),
    ("value/UnreadableDuration", Text("itunes:duration", "half an hour")),
    ("value/UnreadablePlace", Text("georss:point", "95.0 10.0")),
    ("value/UnknownWord", Text("skipDays>day", "Caturday")),
    ("value/UnknownWord", Text("sy:updatePeriod", "sometimes")),
    ("value/UnknownWord", Attribute("media:content", "medium", "smell")),
    ("xml/BareAmpersand", Text("item>title", "One & all")),
    ("xml/UndefinedEntity", Text("item>title", "One &und; all")),
    ("xml/StrayLessThan", Text("item>title", "1 < 2")),
    ("xml/UnboundPrefix", Append("item", "<zz:a>x</zz:a>")),
    ("xml/DuplicateAttribute", Replace("type=\"audio/mpeg\"", "type=\"audio/mpeg\" type=\"audio/ogg\"")),
    ("xml/UnquotedAttributeValue", Replace("isPermaLink=\"false\"", "isPermaLink=false")),
    ("encoding-label-unknown", Replace("encoding=\"utf-8\"", "encoding=\"utf-9\"")),
];

/// A subtitle of more than 255 characters.
const LONG_SUBTITLE: &str = "<itunes:subtitle>The tides of the harbour, the ships that come and go with them, the people who wait \
    for them on the quay, the storms that keep them away, the light that shows them the way in, the keeper of the light, the cat \
    of the keeper, and whatever else there is to tell about a small port</itunes:subtitle>";

/// Edits of Atom.
const ATOM: &[(&str, Edit)] = &[
    ("namespace-unknown-format", Replace("http://www.w3.org/2005/Atom", "http://purl.org/atom/ns#")),
    ("element-unknown", Append("entry", "<headline>x</headline>")),
    ("element-misplaced", Append("feed", "<published>2020-11-20T16:00:00Z</published>")),
    ("element-misplaced", Append("entry", "<subtitle>x</subtitle>")),
    ("element-repeated", Repeat("feed>title")),
    ("element-repeated", Repeat("entry>updated")),
    ("attribute-missing", Without("link", "href")),
    ("attribute-missing", Without("category", "term")),
    ("attribute-unknown", Attribute("link", "hrev", "x")),
    ("part-missing", Remove("author>name")),
    ("value-empty", Text("feed>id", "")),
    ("value-empty", Attribute("entry>category", "term", "")),
    ("value-empty", Attribute("entry>link", "href", "")),
    ("email-invalid", Text("email", "anna")),
    ("date-implausible", Text("entry>updated", "1970-01-01T00:00:00Z")),
    ("media-type-differs", Replace("type=\"audio/mpeg\"", "type=\"image/png\"")),
    (
        "html-unknown-element",
        Replace(
            "<p>The ferry",
            "<svg xmlns=\"http://www.w3.org/2000/svg\"><svg><tide/></svg><circle/></svg><p>The ferry",
        ),
    ),
    (
        "html-unknown-attribute",
        Replace(
            "<p>The ferry",
            "<svg xmlns=\"http://www.w3.org/2000/svg\"><circle diameter=\"4\"/></svg><p>The ferry",
        ),
    ),
    ("html-source-missing", Replace("<p>The ferry", "<img alt=\"x\"/><p>The ferry")),
    ("value-white-space", Text("entry>updated", " 2020-11-20T17:00:01Z")),
    ("value-white-space", Attribute("entry>link", "href", "https://harbour.example/radio/12 ")),
    ("text-has-elements", Text("entry>summary", "One <b>and</b> all")),
    ("feed-title-missing", Remove("feed>title")),
    ("feed-id-missing", Remove("feed>id")),
    ("feed-updated-missing", Remove("feed>updated")),
    ("feed-self-missing", Replace("rel=\"self\"", "rel=\"related\"")),
    ("entry-id-missing", Remove("entry>id")),
    ("entry-title-missing", Remove("entry>title")),
    ("entry-updated-missing", Remove("entry>updated")),
    ("entry-author-missing", Remove("feed>author")),
    (
        "entry-updated-repeated",
        Append(
            "feed",
            "<entry><id>urn:x-harbour:1</id><title>x</title><updated>2001-11-20T16:00:00Z</updated><author><name>A</name></author><content>x</content></entry>\
             <entry><id>urn:x-harbour:2</id><title>x</title><updated>2001-11-20T16:00:00Z</updated><author><name>A</name></author><content>x</content></entry>",
        ),
    ),
    (
        "entry-text-missing",
        Append(
            "feed",
            "<entry><id>urn:x-harbour:1</id><title>x</title><updated>2001-11-20T16:00:00Z</updated><author><name>A</name></author><link href=\"https://harbour.example/\"/></entry>",
        ),
    ),
    (
        "content-type-missing",
        Append(
            "feed",
            "<entry><id>urn:x-harbour:1</id><title>x</title><updated>2001-11-20T16:00:00Z</updated><author><name>A</name></author><summary>x</summary><content src=\"https://harbour.example/a.png\"/></entry>",
        ),
    ),
    (
        "content-not-base64",
        Append(
            "feed",
            "<entry><id>urn:x-harbour:1</id><title>x</title><updated>2001-11-20T16:00:00Z</updated><author><name>A</name></author><summary>x</summary><content type=\"image/png\">a b!</content></entry>",
        ),
    ),
    (
        "entry-content-missing",
        Append(
            "feed",
            "<entry><id>urn:x-harbour:1</id><title>x</title><updated>2020-11-20T16:00:00Z</updated><author><name>A</name></author></entry>",
        ),
    ),
    (
        "entry-summary-missing",
        Append(
            "feed",
            "<entry><id>urn:x-harbour:1</id><title>x</title><updated>2020-11-20T16:00:00Z</updated><author><name>A</name></author><content type=\"image/png\" src=\"https://a.example/a.png\"/></entry>",
        ),
    ),
    ("element-obsolete", Append("entry", "<adult xmlns=\"http://search.yahoo.com/mrss/\">false</adult>")),
    (
        "part-missing",
        Append(
            "entry",
            "<group xmlns=\"http://search.yahoo.com/mrss/\"><content url=\"https://harbour.example/12.mp3\"/></group>",
        ),
    ),
    ("element-misplaced", Append("entry", "<p xmlns=\"http://www.w3.org/1999/xhtml\">x</p>")),
    (
        "text-markup",
        Replace("<p>The ferry stays in port.</p>", "The &lt;b&gt;ferry&lt;/b&gt; stays in port."),
    ),
    (
        "history-archive-current",
        Replace(
            "<author>\n<name>Anna Morozova",
            "<archive xmlns=\"http://purl.org/syndication/history/1.0\"/><link rel=\"current\" href=\"https://harbour.example/radio.atom\"/><author>\n<name>Anna Morozova",
        ),
    ),
    (
        "namespace-prefix-unusual",
        Replace(
            "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p>The ferry stays in port.</p></div>",
            "<h:div xmlns:h=\"http://www.w3.org/1999/xhtml\"><h:p>The ferry stays in port.</h:p></h:div>",
        ),
    ),
    ("link-relation-unknown", Attribute("entry>link", "rel", " alternate")),
    ("uri-scheme-unregistered", Text("entry>id", "tides:12")),
    ("id-not-uri", Text("entry>id", "radio-12")),
    ("id-scheme-invalid", Text("entry>id", "tag:harbour")),
    ("id-not-normalized", Text("entry>id", "http://Harbour.example/radio/12")),
    ("date-form", Text("entry>updated", "2020-11-20")),
    ("date-form", Text("feed>updated", "Fri, 20 Nov 2020 20:00:00 GMT")),
    ("date-in-future", Text("entry>updated", "2088-11-20T16:00:00Z")),
    ("date-implausible", Text("entry>updated", "0001-01-01T00:00:00Z")),
    ("uri-invalid", Attribute("entry>link", "href", "https://harbour.example/a b")),
    ("uri-not-public", Attribute("entry>link", "href", "http://192.168.0.3/")),
    ("uri-dangerous", Attribute("entry>link", "href", "javascript:x")),
    ("uri-relative", Attribute("category", "scheme", "topics")),
    ("link-alternate-repeated", Repeat("entry>link")),
    ("link-relation-unknown", Attribute("entry>link", "rel", "page")),
    ("history-in-entry", Attribute("entry>link", "rel", "next")),
    (
        "history-current-missing",
        Replace(
            "<author>\n<name>Anna Morozova",
            "<archive xmlns=\"http://purl.org/syndication/history/1.0\"/><author>\n<name>Anna Morozova",
        ),
    ),
    (
        "history-complete-paged",
        Replace(
            "<author>\n<name>Anna Morozova",
            "<complete xmlns=\"http://purl.org/syndication/history/1.0\"/><link rel=\"first\" href=\"https://harbour.example/1\"/><author>\n<name>Anna Morozova",
        ),
    ),
    (
        "history-current-differs",
        Replace(
            "<author>\n<name>Anna Morozova",
            "<complete xmlns=\"http://purl.org/syndication/history/1.0\"/><link rel=\"current\" href=\"https://harbour.example/1\"/><author>\n<name>Anna Morozova",
        ),
    ),
    (
        "history-past-end",
        Replace(
            "<author>\n<name>Anna Morozova",
            "<link rel=\"last\" href=\"https://harbour.example/radio.atom\"/><link rel=\"next\" href=\"https://harbour.example/2\"/><author>\n<name>Anna Morozova",
        ),
    ),
    ("title-markup", Text("feed>generator", "The &lt;b&gt;light&lt;/b&gt;")),
    ("title-markup", Attribute("entry>link", "title", "&lt;b&gt;Light&lt;/b&gt;")),
    ("text-markup", Text("entry>summary", "One &lt;b&gt;and&lt;/b&gt; all")),
    ("html-removed", Text("entry>content", "&lt;script&gt;x&lt;/script&gt;")),
    ("html-relative-reference", Text("entry>content", "&lt;img src=\"/a.png\"&gt;")),
    (
        "xhtml-div-missing",
        Replace(
            "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p>The ferry stays in port.</p></div>",
            "<p xmlns=\"http://www.w3.org/1999/xhtml\">The ferry stays in port.</p>",
        ),
    ),
    (
        "xhtml-div-repeated",
        Replace(
            "<p>The ferry stays in port.</p></div>",
            "<p>The ferry stays in port.</p></div><div xmlns=\"http://www.w3.org/1999/xhtml\">x</div>",
        ),
    ),
    (
        "xhtml-div-repeated",
        Replace("<p>The ferry stays in port.</p></div>", "<p>The ferry stays in port.</p></div>x"),
    ),
    ("media-type-invalid", Attribute("entry>link", "type", "html")),
    ("media-type-invalid", Attribute("entry>content", "type", "markdown")),
    ("email-invalid", Text("author>email", "anna")),
    ("language-invalid", Attribute("feed", "xml:lang", "english")),
    ("language-invalid", Attribute("entry>link", "hreflang", "en_GB")),
    ("value/UnknownWord", Attribute("entry>title", "type", "markdown")),
    ("xml/MismatchedEndTag", Replace("</rights>", "</right>")),
];

/// Edits of RSS 1.0.
const RDF: &[(&str, Edit)] = &[
    ("rdf-invalid", Append("item", "<dc:subject>Sea <rdf:Description/></dc:subject>")),
    ("feed-items-differ", Attribute("item", "rdf:about", "https://harbour.example/13")),
    ("element-unknown", Append("rdf:Seq", "<rdf:il/>")),
    ("value-empty", Text("dc:creator", "")),
    ("attribute-missing", Without("channel", "rdf:about")),
    ("attribute-missing", Without("item", "rdf:about")),
    ("feed-items-missing", Remove("items")),
    ("feed-description-missing", Remove("channel>description")),
    ("entry-title-missing", Remove("item>title")),
    ("entry-link-missing", Remove("item>link")),
    ("part-missing", Remove("rdf:Seq")),
    ("date-form", Text("dc:date", "21 Nov 2020")),
    ("language-invalid", Text("dc:language", "english")),
    ("element-repeated", Repeat("item>link")),
    ("element-unknown", Append("item", "<headline>x</headline>")),
];

/// Edits of JSON Feed.
const JSON: &[(&str, Edit)] = &[
    ("feed-title-missing", Replace("\"title\": \"Harbour radio\",", "")),
    ("member-unknown", Replace("\"home_page_url\"", "\"homepage_url\"")),
    ("member-unknown", Replace("\"size_in_bytes\"", "\"size\"")),
    ("title-markup", Replace("Anna Morozova", "<b>Anna</b>")),
    ("feed-items-missing", Replace("\"items\":", "\"_items\":")),
    ("entry-id-missing", Replace("\"id\": \"11\",", "")),
    ("entry-id-repeated", Replace("\"id\": \"11\"", "\"id\": \"12\"")),
    ("entry-content-missing", Replace("\"content_text\"", "\"_text\"")),
    ("date-form", Replace("2020-11-20T20:00:00+03:00", "2020-11-20")),
    ("uri-relative", Replace("https://harbour.example/radio/12\"", "/radio/12\"")),
    ("attribute-missing", Replace("\"mime_type\": \"audio/mpeg\",", "")),
    ("media-type-invalid", Replace("audio/mpeg", "mp3")),
    ("language-invalid", Replace("\"en\"", "\"english\"")),
    ("html-removed", Replace("<p>The", "<script>x</script><p>The")),
    ("json/TrailingComma", Replace("audio/mpeg\",\n          \"size_in_bytes\": 12345678", "audio/mpeg\",")),
    ("json/MissingVersion", Replace("\"version\": \"https://jsonfeed.org/version/1.1\",", "")),
];

fn findings(text: &str) -> Vec<Finding> {
    Checker::new().check(text.as_bytes()).into_iter().collect()
}

fn key(finding: &Finding) -> (&'static str, String) {
    // Entry numbers may change. The root may have another name.
    let subject = finding.subject.split_once('/').map_or(&*finding.subject, |(_, subject)| subject);
    let subject: String = subject.chars().filter(|c| !c.is_ascii_digit()).collect();
    (finding.rule.id, format!("{subject} {}", finding.value))
}

/// Breaks a document. Returns the number of edits and the failures.
fn break_each(name: &str, text: &str, edits: &[(&'static str, Edit)]) -> (usize, Vec<String>) {
    let before: BTreeSet<_> = findings(text).iter().map(key).collect();
    let known: BTreeSet<_> = before.iter().map(|(rule, _)| *rule).collect();
    let (mut count, mut failures) = (0, Vec::new());
    for (rule, edit) in edits.iter().filter(|(rule, _)| !known.contains(rule)) {
        let is_of_podcast = *rule == "podcast-required-missing" || format!("{edit:?}").contains("itunes:");
        if is_of_podcast && !(text.contains("xmlns:itunes") && text.contains("\"audio/")) {
            continue;
        }
        let shown = format!("{edit:?}");
        let is_unbound = |prefix: &&str| {
            shown.contains(&format!("<{prefix}:")) && !text.contains(&format!("xmlns:{prefix}="))
        };
        if ["atom", "dc"].iter().any(is_unbound) {
            continue;
        }
        let Some(edited) = edit.apply(text) else { continue };
        count += 1;
        let after = findings(&edited.text);
        let new: Vec<_> = after.iter().filter(|finding| !before.contains(&key(finding))).collect();
        let is_found = new
            .iter()
            .any(|finding| finding.rule.id == *rule && edited.lines.contains(&finding.position.line));
        let others: Vec<_> = new.iter().filter(|finding| finding.rule.id != *rule).collect();
        if !is_found || !others.is_empty() {
            let new: Vec<_> = new.iter().map(|finding| format!("{finding} [{}]", finding.rule.id)).collect();
            failures.push(format!("{name}: {rule} {edit:?} (lines {:?}): {new:?}", edited.lines));
        }
    }
    (count, failures)
}

/// Returns the clean feeds, each broken in one way.
pub(crate) fn broken() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for ((name, text), edits) in FEEDS.into_iter().zip([RSS, ATOM, RDF, JSON]) {
        let edited = edits
            .iter()
            .filter_map(|(rule, edit)| Some((format!("{name} {rule} {edit:?}"), edit.apply(text)?.text)));
        all.extend(edited);
    }
    all
}

#[test]
fn clean_feeds_break_no_rule() {
    let mut broken = Vec::new();
    for (name, text) in FEEDS {
        let found = findings(text);
        broken.extend(
            found
                .iter()
                .filter(|finding| finding.rule.severity > RuleSeverity::Note)
                .map(|finding| format!("{name}: {finding}")),
        );
    }
    assert_eq!(broken, [""; 0]);
}

const FEEDS: [(&str, &str); 4] = [
    ("rss", include_str!("feeds/rss.xml")),
    ("atom", include_str!("feeds/atom.xml")),
    ("rss-1.0", include_str!("feeds/rss-1.0.xml")),
    ("json", include_str!("feeds/feed.json")),
];

#[test]
fn each_edit_breaks_its_rule_alone() {
    let mut failures = Vec::new();
    for ((name, text), edits) in FEEDS.into_iter().zip([RSS, ATOM, RDF, JSON]) {
        let (count, failed) = break_each(name, text, edits);
        failures.extend(failed);
        if count != edits.len() {
            let left: Vec<_> = edits.iter().filter(|(_, edit)| edit.apply(text).is_none()).collect();
            failures.push(format!("{name}: not applied: {left:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The rules without an example that no edit breaks, with the reason.
const NOT_EDITED: &[(&str, &str)] = &[
    ("other", "it is for faults that later versions report"),
    ("limit-exceeded", "it requires a longer document"),
    ("encoding-undeclared", "it requires other bytes"),
    ("encoding-label-wrong", "it requires other bytes"),
    ("encoding-labels-conflict", "it depends on the header"),
    ("encoding-not-utf-8", "it requires other bytes"),
    ("media-type-not-a-feed", "it depends on the header"),
    ("feed-self-differs", "it depends on the address"),
    ("podcast-not-rss", "it depends on the requested directory"),
];

#[test]
fn each_rule_of_the_formats_is_broken_by_an_edit() {
    let edited: BTreeSet<&str> =
        [RSS, ATOM, RDF, JSON].into_iter().flatten().map(|(rule, _)| *rule).collect();
    // An example also counts as an edit.
    let missing: Vec<_> = rules()
        .iter()
        .filter(|rule| example(rule).is_none())
        .map(|rule| rule.id)
        .filter(|id| !id.contains('/') && !edited.contains(id))
        .filter(|id| NOT_EDITED.iter().all(|(known, _)| known != id))
        .collect();
    assert_eq!(missing, [""; 0]);
}

/// Returns the paths of the files in the folder given by the environment.
fn other_feeds() -> Vec<PathBuf> {
    let folder = std::env::var_os("BOZOFEED_FEEDS").expect("BOZOFEED_FEEDS is a folder");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    paths.sort();
    paths
}

#[test]
#[ignore = "needs a folder of feeds: BOZOFEED_FEEDS"]
fn other_feeds_break_few_rules() {
    let mut feeds_of_rules: BTreeMap<(RuleSeverity, &str), Vec<String>> = BTreeMap::new();
    let paths = other_feeds();
    let mut all = Vec::new();
    for path in &paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let found = Checker::new().check(&*std::fs::read(path).unwrap());
        let met: BTreeSet<_> = found.iter().map(|finding| (finding.rule.severity, finding.rule.id)).collect();
        for rule in met {
            feeds_of_rules.entry(rule).or_default().push(name.clone());
        }
        all.extend(found.into_iter().map(|finding| (name.clone(), finding)));
    }
    for ((severity, rule), feeds) in feeds_of_rules.iter().rev() {
        println!(
            "{:4} {severity} {rule}: {}",
            feeds.len(),
            feeds.iter().take(3).cloned().collect::<Vec<_>>().join(" ")
        );
    }
    // A sample, the same each time.
    let mut seed: u64 = 30;
    for _ in 0..50.min(all.len()) {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (name, finding) = &all[usize::try_from(seed >> 33).unwrap() % all.len()];
        println!("{name}:{finding} [{}] {}", finding.rule.id, finding.subject);
    }
    let grave = feeds_of_rules.iter().filter(|((severity, _), _)| *severity > RuleSeverity::Note);
    let count: usize = grave.map(|(_, feeds)| feeds.len()).sum();
    println!("{count} rules of severity error or warning in {} feeds", paths.len());
    assert!(count <= paths.len());
}

#[test]
#[ignore = "needs a folder of feeds: BOZOFEED_FEEDS"]
fn edits_of_other_feeds_break_their_rules_alone() {
    let paths = other_feeds();
    let next = AtomicUsize::new(0);
    let break_some = || {
        let (mut count, mut failures) = (0, Vec::new());
        while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Ok(text) = std::fs::read_to_string(path) else { continue };
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let edits = if text.contains("<rss") {
                RSS
            } else if text.contains("<rdf:RDF") {
                RDF
            } else {
                ATOM
            };
            let (made, failed) = break_each(&name, &text, edits);
            count += made;
            failures.extend(failed);
        }
        (count, failures)
    };
    let workers = std::thread::available_parallelism().map_or(1, NonZero::get);
    let results = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(break_some)).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect::<Vec<_>>()
    });
    let count: usize = results.iter().map(|(count, _)| count).sum();
    let failures: Vec<_> = results.into_iter().flat_map(|(_, failures)| failures).collect();
    for failure in &failures {
        println!("{}", failure.chars().take(500).collect::<String>());
    }
    let share = 100 * (count - failures.len()) / count.max(1);
    println!("{} of {count} edits break their rule alone ({share} %)", count - failures.len());
    assert!(share >= 95, "{share} %");
}
