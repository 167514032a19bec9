//! Feeds in parts (RFC 5005).

rule_family! {
    HISTORY_COMPLETE_PAGED = "history-complete-paged", Error, "a complete feed that links another part of it", "Remove fh:complete, or the link.", "RFC 5005 §2"
        { Feed r#"<fh:complete xmlns:fh="http://purl.org/syndication/history/1.0"/>
<link rel="next" href="https://harbour.example/2"/>"# => r#"<fh:complete xmlns:fh="http://purl.org/syndication/history/1.0"/>"# };
    HISTORY_CURRENT_DIFFERS = "history-current-differs", Error, "a complete feed whose current document is another one", "Link the feed itself as the current document, or leave the link out.", "RFC 5005 §2"
        { Feed r#"<fh:complete xmlns:fh="http://purl.org/syndication/history/1.0"/>
<link rel="self" href="https://harbour.example/a"/>
<link rel="current" href="https://harbour.example/b"/>"# => r#"<fh:complete xmlns:fh="http://purl.org/syndication/history/1.0"/>
<link rel="self" href="https://harbour.example/a"/>"# };
    HISTORY_CURRENT_MISSING = "history-current-missing", Warning, "an archive that does not link the current feed", "Add a link with rel=\"current\" and the URL of the feed.", "RFC 5005 §4"
        { Feed r#"<fh:archive xmlns:fh="http://purl.org/syndication/history/1.0"/>"# => r#"<fh:archive xmlns:fh="http://purl.org/syndication/history/1.0"/>
<link rel="current" href="https://harbour.example/news.atom"/>"# };
    HISTORY_ARCHIVE_CURRENT = "history-archive-current", Warning, "an archive that says that it is the current feed", "Remove fh:archive, or link the current feed.", "RFC 5005 §4"
        { Feed r#"<link rel="self" href="https://harbour.example/a"/>
<fh:archive xmlns:fh="http://purl.org/syndication/history/1.0"/>
<link rel="current" href="https://harbour.example/a"/>"# => r#"<link rel="self" href="https://harbour.example/a"/>
<fh:archive xmlns:fh="http://purl.org/syndication/history/1.0"/>
<link rel="current" href="https://harbour.example/b"/>"# };
    HISTORY_PAST_END = "history-past-end", Error, "a link to a page beyond the first or the last one", "Leave the link out on the first and on the last page.", "RFC 5005 §3"
        { Feed r#"<link rel="self" href="https://harbour.example/2"/>
<link rel="last" href="https://harbour.example/2"/>
<link rel="next" href="https://harbour.example/3"/>"# => r#"<link rel="self" href="https://harbour.example/2"/>
<link rel="last" href="https://harbour.example/2"/>"# };
    HISTORY_IN_ENTRY = "history-in-entry", Note, "a link between the pages of a feed in an entry", "Move the link to the feed.", "RFC 5005 §3"
        { Entry r#"<link rel="next" href="https://harbour.example/2"/>"# => r#"<link rel="related" href="https://harbour.example/2"/>"# };
}
