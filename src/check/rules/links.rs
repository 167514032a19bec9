//! The links of Atom.

use crate::check::fixes as mend;

rule_family! {
    FEED_SELF_MISSING = "feed-self-missing", Note, "the feed does not link to itself", "Add a link with rel=\"self\" and the address of the feed; in RSS it is atom:link.", "RFC 4287 §4.1.1; RSS Profile"
        { Whole r#"<feed xmlns="http://www.w3.org/2005/Atom">
<title>News</title>
</feed>"# => r#"<feed xmlns="http://www.w3.org/2005/Atom">
<title>News</title>
<link rel="self" href="https://harbour.example/news.atom"/>
</feed>"# };
    FEED_SELF_DIFFERS = "feed-self-differs", Warning, "the self link is not the URL of the document", "Link the URL at which the feed is fetched.", "RFC 4287 §4.2.7.2";
    FEED_SELF_RELATIVE = "feed-self-relative", Warning, "the self link is relative", "Write the whole address of the feed.", "RFC 4287 §4.2.7.2"
        [fix Named mend::values::write_whole_address] { Feed r#"<link rel="self" href="/news.atom"/>"# => r#"<link rel="self" href="https://harbour.example/news.atom"/>"# };
    FEED_SELF_NOT_A_FEED = "feed-self-not-a-feed", Warning, "the self link has a media type that is not that of a feed", "Link the feed, with the media type with which it is served.", "RFC 4287 §4.2.7.2"
        { Feed r#"<link rel="self" type="text/html" href="https://harbour.example/news.atom"/>"# => r#"<link rel="self" type="application/atom+xml" href="https://harbour.example/news.atom"/>"# };
    LINK_ALTERNATE_REPEATED = "link-alternate-repeated", Error, "several alternate links of the same type and language", "Keep one alternate link for each type and language.", "RFC 4287 §4.1"
        { Feed r#"<link href="https://harbour.example/a"/>
<link href="https://harbour.example/b"/>"# => r#"<link href="https://harbour.example/a"/>"# };
    LINK_RELATION_UNKNOWN = "link-relation-unknown", Note, "unregistered link relation", "Use a registered relation, or a URI.", "RFC 4287 §4.2.7.2"
        { Entry r#"<link rel="page" href="https://harbour.example/a"/>"# => r#"<link rel="related" href="https://harbour.example/a"/>"# };
}
