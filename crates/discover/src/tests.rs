use super::*;
use bozofeed_testing::{LETTERS, Result, Unstructured, check, list, pieces, text};

/// Returns the feeds of a page at `https://harbour.example/a/`, one per line.
fn found(html: &str) -> Vec<String> {
    found_at(html, "https://harbour.example/a/")
}

/// Omits the usual places, which nothing suggests.
fn found_at(html: &str, base: &str) -> Vec<String> {
    let feeds = super::feeds(Document::from(html).url(base));
    let feeds = feeds.iter().filter(|feed| feed.source != FoundIn::WellKnown);
    feeds.map(|feed| format!("{} ({})", feed.href, feed.source)).collect()
}

fn named(path: &str) -> String {
    format!("https://harbour.example{path} (named by the page)")
}

#[test]
fn relations_and_types_decide() {
    for (attributes, expected) in [
        ("rel=alternate type=application/rss+xml", true),
        ("rel='ALTERNATE' type=' Application/Atom+XML '", true),
        ("rel='home alternate' type=application/feed+json", true),
        ("rel=alternate type='application/atom+xml; charset=utf-8'", true),
        ("rel=alternate type=application/x.atom+xml", true),
        ("rel=feed", true),
        ("rel=feed type=application/rss+xml", true),
        ("rel=alternative type=application/rss+xml", true),
        ("type=application/rss+xml", true),
        ("rel='' type=application/atom+xml", true),
        ("rel=rss", true),
        ("rel=alternate type=application/rss", true),
        ("rel=alternate type='application/rss xml'", true),
        ("rel=alternate type=rss", true),
        ("rel=alternate type=atom", true),
        ("rel=alternate type=application/xml+rss", true),
        ("rel=alternate type=text/xml", true),
        ("rel=alternate type=application/xml", true),
        ("rel=alternate type=application/rdf+xml title='RSS 1.0'", true),
        ("rel=alternate type=application/rdf+xml title='About the author'", false),
        ("rel=alternate type=application/json title='JSON Feed'", true),
        ("rel=alternate type=application/json title=JSON", false),
        ("rel=alternate type=text/xml+oembed", false),
        ("rel=alternate type=application/activity+json", false),
        ("type=text/xml", false),
        ("type=application/json title='JSON Feed'", false),
        ("rel='alternate stylesheet' type=application/rss+xml", false),
        ("rel='stylesheet feed'", false),
        ("rel=feed type=text/html", false),
        ("rel=alternate", false),
        ("rel=alternate type=text/html", false),
        ("rel=alternate type=application/rdf+xml", false),
        ("rel=alternate type=application/json", false),
        ("rel=alternate type=application/json+oembed", false),
        ("rel=alternates type=application/rss+xml", false),
        ("rel=self type=application/rss+xml", false),
    ] {
        let expected = if expected { vec![named("/x")] } else { vec![] };
        assert_eq!(found(&format!("<link {attributes} href=/x>")), expected, "{attributes}");
    }
}

#[test]
fn a_general_type_needs_a_likely_url() {
    for (attributes, href, expected) in [
        ("type=application/json", "/feed.json", true),
        ("type=application/json", "/wp-json/posts/1", false),
        ("type=application/json title='Feed of the API'", "/wp-json/posts/1", false),
        ("type=application/json", "/tides.json", false),
        ("type=application/rdf+xml", "/index.rdf", true),
        ("type=application/rdf+xml", "/data/Berlin.rdf", false),
        ("type=application/rdf+xml", "/foaf.rdf", false),
        ("type=text/xml", "/podcast.php?id=3", true),
        ("type=text/xml", "/sitemap.xml", false),
        ("type=application/xml", "/rsd.xml", false),
        ("", "/rss.xml", true),
        ("", "/blog/feed/", true),
        ("", "/de/", false),
        ("hreflang=de", "/de/feed/", false),
        ("media=handheld", "/mobile/rss", false),
        ("type=application/rss+xml hreflang=de", "/de/feed/", true),
        ("type=application/rss+xml", "/wp-json/oembed/1.0/embed?url=/feed", false),
    ] {
        let page = format!("<link rel=alternate {attributes} href='{href}'>");
        assert_eq!(found(&page).iter().any(|line| line.contains("named")), expected, "{attributes} {href}");
    }
}

#[test]
fn anchors_lead_to_feeds_by_their_url_or_their_text() {
    const BASE: &str = "https://harbour.example";
    for (anchor, expected) in [
        ("<a href=/tides.rss>Tides</a>", "/tides.rss"),
        ("<a href='/backend?x=1'>RSS</a>", "/backend?x=1"),
        ("<a href=/xml/tides>RSS feed</a>", "/xml/tides"),
        ("<a href=/x><img src=/rss.png alt=RSS></a>", "/x"),
        ("<a href=/x title='RSS feed'><svg><path/></svg></a>", "/x"),
        ("<a href=/x aria-label='Subscribe via RSS'></a>", "/x"),
        ("<a href=/x><i class='fa fa-rss'></i></a>", "/x"),
        ("<a class=icon-rss href=/x></a>", "/x"),
        ("<a class=gloss href=/x></a>", ""),
        ("<input readonly value='https://harbour.example/tides.rss'>", "/tides.rss"),
        ("<button data-clipboard-text=https://harbour.example/tides.rss>Copy</button>", "/tides.rss"),
        ("<option value=https://harbour.example/tides>", ""),
        ("<a href=/x><img src='/icons/rss.svg?v=2'></a>", "/x"),
        ("<a href=/x><img src=/icons/rss.svg alt=''></a>", "/x"),
        ("<a href=/x><svg><use xlink:href='/icons.svg#icon-rss'/></svg></a>", "/x"),
        ("<a href=/x><svg><title>RSS</title><path/></svg></a>", "/x"),
        ("<a href=/x title='RSS feed'>Follow us</a>", "/x"),
        ("<a href=/x title=Subscribe><i class=icon-rss></i></a>", "/x"),
        ("<a href=/x><img src=/rss.png alt=Subscribe></a>", "/x"),
        ("<a href=/x>Flux RSS</a>", "/x"),
        ("<a href=/x>RSS\u{8ba2}\u{9605}</a>", "/x"),
        ("<a href=/x><i class='fa fa-rss'></i> Blog</a>", ""),
        ("<a href=rss://harbour.example/pod>Podcast</a>", "http://harbour.example/pod"),
        ("<a href='web+feed:https://harbour.example/x'>Follow us</a>", "/x"),
        // A feed's URL comes before a text.
        ("<a href=/x>RSS</a><a href=/feed>Follow us</a>", "/feed"),
        ("<a href=itpc://harbour.example/pod>Podcast</a>", "http://harbour.example/pod"),
        ("<a href=pcast://harbour.example/pod>Podcast</a>", "http://harbour.example/pod"),
        ("<a href=feed:https://harbour.example/x>RSS</a>", "/x"),
        (
            "<a href='https://feedly.com/i/subscription/feed/https://harbour.example/tides'>Feedly</a>",
            "/tides",
        ),
        ("<a href=/rss.html>RSS</a>", ""),
        ("<a href=/help/rss-explained>RSS</a>", ""),
        ("<a href=https://en.wiki.example/wiki/RSS>RSS</a>", ""),
        ("<a href=/>RSS</a>", ""),
        ("<a href=/x>Feeding gulls</a>", ""),
        ("<a href=https://www.linkedin.com/feed/>Feed</a>", ""),
        ("<a href='javascript:x()'>RSS</a>", ""),
    ] {
        let expected = match expected {
            "" => None,
            path if path.starts_with('/') => Some(format!("{BASE}{path} (linked by the page)")),
            url => Some(format!("{url} (linked by the page)")),
        };
        assert_eq!(found(anchor).first(), expected.as_ref(), "{anchor}");
    }
}

#[test]
fn comments_come_last() {
    for (page, expected) in [
        (
            "<link rel=alternate type=application/rss+xml href=/comments/feed/><link rel=alternate type=application/rss+xml href=/feed/>",
            &["/feed/", "/comments/feed/"][..],
        ),
        (
            "<link rel=feed href=/a title='Harbour \u{bb} Tides Comments Feed'><link rel=feed href=/b title=Harbour>",
            &["/b", "/a"],
        ),
        ("<link rel=feed href=/a title='Hafen: Kommentar-Feed'><a href=/b.rss>RSS</a>", &["/b.rss", "/a"]),
        (
            "<link rel=feed href='/?feed=comments-rss2'><link rel=feed href='/?feed=rss2'>",
            &["/?feed=rss2", "/?feed=comments-rss2"],
        ),
        (
            "<link rel=feed href=/comments.xml><link rel=feed href=/index.xml>",
            &["/index.xml", "/comments.xml"],
        ),
    ] {
        let feeds = super::feeds(Document::new(page.as_bytes()).url("https://harbour.example/"));
        let suggested = feeds.iter().filter(|feed| feed.source != FoundIn::WellKnown);
        let paths: Vec<_> = suggested.map(|feed| &feed.href["https://harbour.example".len()..]).collect();
        assert_eq!(paths, expected, "{page}");
    }
}

#[test]
fn usual_places_come_last_unless_the_host_is_known() {
    for (url, page, expected) in [
        ("https://harbour.example/", "<p>Tides", 7),
        ("https://harbour.example/blog/", "<p>Tides", 14),
        ("https://harbour.example/", "<meta name=generator content='Hugo 0.150'>", 6),
        ("https://harbour.example/", "<link rel=feed href=/x>", 7),
        ("https://harbour.example/", "<link rel=feed href=/feed>", 6),
        ("https://harbour.example/", "<a href=/x.rss>News</a>", 7),
        ("https://www.youtube.com/feed/trending", "<p>Videos", 0),
        ("https://www.instagram.com/anna/", "<p>Pictures", 0),
        ("", "<p>Tides", 0),
    ] {
        let feeds = super::feeds(Document::from(page).url(url));
        let count = feeds.iter().filter(|feed| feed.source == FoundIn::WellKnown).count();
        assert_eq!(count, expected, "{url} {page}: {feeds:?}");
        let is_last = |feed: &FoundFeed| feed.source == FoundIn::WellKnown && !feed.is_named();
        assert!(feeds.iter().skip_while(|feed| !is_last(feed)).all(is_last), "{feeds:?}");
    }
}

#[test]
fn sections_of_articles_are_pages_that_may_have_a_feed() {
    let page =
        "<a href=/about>About</a><a href=/blog/>Blog</a><a href=/blog/>Blog</a><a href=/de/news#x>News</a>
        <a href=/posts>Posts</a>";
    let mut wrong = Vec::new();
    for (url, page, expected) in [
        ("https://harbour.example/", page, "https://harbour.example/blog/ https://harbour.example/de/news"),
        ("https://harbour.example/news/tides", page, ""),
        ("https://www.youtube.com/feed/trending", page, ""),
        (
            "https://www.harbour.example/",
            "<a href=https://blog.harbour.example>Blog",
            "https://blog.harbour.example/",
        ),
        ("https://harbour.example/", "<a href=https://boats.example/blog>Blog", ""),
        ("https://harbour.example/", "<a href=/blog/tides>Tides", ""),
    ] {
        let feeds = super::feeds(Document::from(page).url(url));
        let sections = feeds.iter().filter(|feed| feed.source == FoundIn::Section);
        let found = sections.map(|feed| feed.href.as_str()).collect::<Vec<_>>().join(" ");
        if found != expected {
            wrong.push((url, page, found));
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn pages_are_scanned_as_a_browser_reads_them() {
    const LINK: &str = "<link rel=alternate type=application/rss+xml href=/x>";
    for (page, expected) in [
        (format!("<body><p>{LINK}"), 1),
        // Feed readers do not run scripts.
        (format!("<noscript>{LINK}</noscript>"), 1),
        (format!("<template>{LINK}</template>"), 0),
        (format!("<template><template></template>{LINK}</template>"), 0),
        (format!("<template></template>{LINK}"), 1),
        (format!("</template>{LINK}"), 1),
        (format!("<x-head><template shadowrootmode=open>{LINK}</template></x-head>"), 1),
        (format!("<template shadowrootmode=open><template>{LINK}</template></template>"), 0),
        (format!("<!-- {LINK} -->"), 0),
        (format!("<script>'{LINK}'</script>"), 0),
        (format!("<style>{LINK}</style>"), 0),
        (format!("<textarea>{LINK}</textarea>"), 0),
        (format!("<!-- unclosed {LINK}"), 0),
        (format!("<p title='{LINK}'>"), 0),
        (format!("{LINK}{LINK}"), 1),
        ("<LINK HREF='/x' TYPE='application/rss&#43;xml' REL='&#97;lternate'/>".to_owned(), 1),
        ("<link rel=alternate type=application/rss+xml>".to_owned(), 0),
        ("<link rel=alternate type=application/rss+xml href=''>".to_owned(), 0),
        ("<link rel=alternate type=application/rss+xml href='javascript:x()'>".to_owned(), 0),
        ("<link rel=alternate type=application/rss+xml href='/x".to_owned(), 0),
        (String::new(), 0),
    ] {
        let expected = vec![named("/x"); expected];
        assert_eq!(found(&page), expected, "{page}");
    }
}

#[test]
fn pages_that_send_to_others_are_followed() {
    let wrong: Vec<_> = [
        ("<meta http-equiv=refresh content='0; url=/en/'>", "", "/en/ (the next page)"),
        ("<meta http-equiv=refresh content='0; url=/feed.xml'>", "", "/feed.xml (linked by the page)"),
        ("<base href=/b/><meta http-equiv=Refresh content='3;URL=en'>", "", "/b/en (the next page)"),
        ("", "0; url=/en/", "/en/ (the next page)"),
        ("<meta http-equiv=refresh content='0; url=/a/'>", "", ""),
        ("<meta http-equiv=refresh content='0; url=#top'>", "", ""),
        ("<meta http-equiv=refresh content=300>", "", ""),
        ("<meta http-equiv=refresh content='0; url=javascript:x()'>", "", ""),
        ("<noscript><meta http-equiv=refresh content='0; url=/noscript'></noscript>", "", ""),
        ("<meta http-equiv=content-type content='0; url=/en/'>", "", ""),
    ]
    .into_iter()
    .filter_map(|(page, field, expected)| {
        let headers: Headers = [("Refresh", field)].into_iter().collect();
        let feeds = super::feeds(Document::from(page).headers(headers).url("https://harbour.example/a/"));
        let suggested = feeds.iter().filter(|feed| feed.source != FoundIn::WellKnown);
        let found: Vec<_> = suggested
            .map(|feed| {
                format!("{} ({})", feed.href.trim_start_matches("https://harbour.example"), feed.source)
            })
            .collect();
        (found.join(" ") != expected).then_some((page, found))
    })
    .collect();
    assert_eq!(wrong, []);
}

#[test]
fn urls_are_resolved_against_the_base() {
    for (base, href, expected) in [
        ("", "x", "/a/x"),
        ("", "//harbour.example/x", "/x"),
        ("", " /x\n", "/x"),
        ("", "/x?a=1&amp;b=2", "/x?a=1&b=2"),
        ("<base href=/b/>", "x", "/b/x"),
        ("<base target=_top><base href=/b/><base href=/c/>", "x", "/b/x"),
        ("<base href='data:,x'>", "x", "/a/x"),
        ("<base href='javascript:x'>", "x", "/a/x"),
    ] {
        let link = format!("<link rel=feed href='{href}'>");
        assert_eq!(found(&format!("{base}{link}")), [named(expected)], "{base} {href}");
    }
    // A `base` element also applies to the links before it.
    assert_eq!(found("<link rel=feed href=x><base href=/b/>"), [named("/b/x")]);
}

#[test]
fn titles_are_read_in_the_encoding_of_the_page() {
    let page = b"<meta charset=iso-8859-2><link rel=feed href=/x title=' \xA3\xF3d\xBC &amp; mosty '>";
    let feeds = super::feeds(Document::new(page).url("https://harbour.example/"));
    assert_eq!(feeds[0].title.as_deref(), Some("\u{141}\u{f3}d\u{17a} & mosty"));
    let headers: Headers = [("Content-Type", "text/html; charset=utf-16le")].into_iter().collect();
    let page: Vec<u8> =
        "<link rel=feed href=/x title=\u{142}>".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let feeds = super::feeds(Document::new(&page).headers(headers).url("https://harbour.example/"));
    assert_eq!(feeds[0].title.as_deref(), Some("\u{142}"));
    // Without any label, the encoding is guessed as in browsers.
    let page = "<link rel=feed href=/x title='\u{141}\u{f3}d\u{17a}'>";
    let feeds = super::feeds(Document::new(page.as_bytes()).url("https://harbour.example/"));
    assert_eq!(feeds[0].title.as_deref(), Some("\u{141}\u{f3}d\u{17a}"));
}

#[test]
fn named_feeds_come_before_candidates_and_guesses() {
    let page = "<meta name=generator content='WordPress 6.9'><a href=/b.rss>Boats <b>and</b>\n more</a>
        <a href=/about>About</a><a rel=alternate type=application/atom+xml href=/c>C</a><link rel=feed href=/d>";
    let headers: Headers =
        [("Link", "</e>; rel=alternate; type=\"application/rss+xml\", </f>; rel=hub")].into_iter().collect();
    let feeds = super::feeds(Document::from(page).headers(headers).url("https://harbour.example/"));
    let suggested: Vec<_> = feeds.iter().filter(|feed| feed.source != FoundIn::WellKnown).collect();
    let lines: Vec<_> =
        suggested.iter().map(|feed| format!("{} {}", &feed.href[23..], feed.source)).collect();
    assert_eq!(
        lines,
        [
            "/c named by the page",
            "/d named by the page",
            "/e named by the Link header",
            "/b.rss linked by the page",
            "/feed/ guess: WordPress",
            "/?feed=rss2 guess: WordPress",
            "/comments/feed/ guess: WordPress",
        ]
    );
    assert_eq!(suggested[3].title.as_deref(), Some("Boats and more"));
    let is_named: Vec<_> = suggested.iter().map(|feed| feed.is_named()).collect();
    assert_eq!(is_named, [true, true, true, false, false, false, false]);
}

/// Returns the URLs of a page's feeds, in order, without the usual places.
fn order(url: &str, html: &str) -> Vec<String> {
    let feeds = super::feeds(Document::from(html).url(url));
    feeds.into_iter().filter(|feed| feed.source != FoundIn::WellKnown).map(|feed| feed.href).collect()
}

#[test]
#[allow(clippy::too_many_lines, reason = "a table")]
fn the_feed_of_the_page_comes_first() {
    const PACKAGES: &str = "<link rel=feed href=/rss/updates.xml><link rel=feed href=/rss/packages.xml>";
    let mut wrong = Vec::new();
    for (name, url, html, expected) in [
        (
            "the page's language, by the path",
            "https://x.example/",
            "<html lang=de-AT><link rel=feed href=/en/feed><link rel=feed href=/de/feed>",
            &["https://x.example/de/feed", "https://x.example/en/feed"][..],
        ),
        (
            "by hreflang",
            "https://x.example/",
            "<html lang=fr><link rel=feed href=/a hreflang=en><link rel=feed href=/b hreflang=fr-CA>",
            &["https://x.example/b", "https://x.example/a"],
        ),
        (
            "by the title",
            "https://x.example/",
            "<html lang=de><link rel=feed href=/a title='News (English)'><link rel=feed href=/b title='News (Deutsch)'>",
            &["https://x.example/b", "https://x.example/a"],
        ),
        (
            "no language before another language",
            "https://x.example/",
            "<html lang=en><link rel=feed href=/de/a><link rel=feed href=/a>",
            &["https://x.example/a", "https://x.example/de/a"],
        ),
        (
            "of links",
            "https://x.example/",
            "<html lang=es><a href=/en.rss>RSS</a><a href=/es.rss>RSS</a>",
            &["https://x.example/es.rss", "https://x.example/en.rss"],
        ),
        (
            "a page without a language",
            "https://x.example/",
            "<link rel=feed href=/de/a><link rel=feed href=/en/a>",
            &["https://x.example/de/a", "https://x.example/en/a"],
        ),
        (
            "the section that shares most of the path",
            "https://x.example/sport/tennis/2026/",
            "<link rel=feed href=/rss/all.xml><link rel=feed href=/rss/sport.xml>\
             <link rel=feed href=/rss/sport/rowing.xml><link rel=feed href=/rss/sport/tennis.xml>",
            &[
                "https://x.example/rss/sport/tennis.xml",
                "https://x.example/rss/sport.xml",
                "https://x.example/rss/all.xml",
                "https://x.example/rss/sport/rowing.xml",
            ],
        ),
        (
            "the comments of an article, whatever their title",
            "https://x.example/tides/",
            "<meta property=og:type content=article><link rel=feed href=/feed/><link rel=feed href=/tides/feed/>",
            &["https://x.example/feed/", "https://x.example/tides/feed/"],
        ),
        (
            "a project whose page declares the feeds of all projects",
            "https://pypi.org/project/boats/",
            PACKAGES,
            &[
                "https://pypi.org/rss/project/boats/releases.xml",
                "https://pypi.org/rss/updates.xml",
                "https://pypi.org/rss/packages.xml",
            ],
        ),
        (
            "a page whose own feed has another name",
            "https://bsky.app/profile/anna.example",
            "<link rel=feed href=/profile/did:plc:abc/rss>",
            &["https://bsky.app/profile/did:plc:abc/rss", "https://bsky.app/profile/anna.example/rss"],
        ),
        (
            "the own host before others",
            "https://x.example/",
            "<meta name=generator content=Bridgetown><a href=https://friend.example/feed.xml>Ole</a> <a href=/abo>RSS</a>",
            &["https://x.example/abo", "https://x.example/feed.xml", "https://friend.example/feed.xml"],
        ),
        (
            "a service that publishes the feed",
            "https://x.example/",
            "<meta name=generator content=Bridgetown><a href=https://publisher.example/x/1.rss>RSS</a>",
            &["https://publisher.example/x/1.rss", "https://x.example/feed.xml"],
        ),
        (
            "a list of other sites' feeds",
            "https://x.example/",
            "<meta name=generator content=Bridgetown><a href=https://a.example/rss>RSS</a><a href=https://b.example/rss>RSS</a>",
            &["https://x.example/feed.xml", "https://a.example/rss", "https://b.example/rss"],
        ),
        (
            "the section in the page's language",
            "https://x.example/de/tides/",
            "<html lang=de><a href=/en/blog>A</a><a href=/news>B</a><a href=/fr/blog>C</a><a href=/de/blog>D</a>",
            &["https://x.example/de/blog", "https://x.example/news"],
        ),
        (
            "a person's folder",
            "https://x.example/~anna/",
            "<meta name=generator content=Bridgetown><a href=/rss.xml>RSS</a><a href=/blog>Blog</a><a href=blog>Blog</a>",
            &[
                "https://x.example/~anna/feed.xml",
                "https://x.example/rss.xml",
                "https://x.example/~anna/blog",
            ],
        ),
        (
            "a project's folder",
            "https://anna.github.io/boats/",
            "<meta name=generator content=Bridgetown>",
            &["https://anna.github.io/boats/feed.xml"],
        ),
        (
            "a person's page among projects",
            "https://anna.github.io/tides/",
            "<meta name=generator content=Bridgetown><link rel=stylesheet href=/assets/x.css>",
            &["https://anna.github.io/feed.xml"],
        ),
        (
            "the page after a consent page",
            "https://consent.harbour.example/m?continue=https%3A%2F%2Fdev.to%2Fanna%2Ftides",
            "<title>Before you continue</title>",
            &["https://dev.to/feed/anna"],
        ),
        (
            "the page after a login page, on an unknown host",
            "https://harbour.example/login?next=/tides/",
            "",
            &["https://harbour.example/tides/"],
        ),
        (
            "the status page of a service",
            "https://status.harbour.example/",
            "",
            &[
                "https://status.harbour.example/history.atom",
                "https://status.harbour.example/history.rss",
                "https://status.harbour.example/feed.atom",
                "https://status.harbour.example/feed.rss",
                "https://status.harbour.example/rss",
            ],
        ),
    ] {
        let found = order(url, html);
        if found != expected {
            wrong.push((name, found));
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn nothing_above_the_folder_of_a_person_is_a_usual_place() {
    for url in
        ["https://x.example/~anna/a/", "https://people.x.example/anna/a", "https://anna.gitlab.io/boats/a"]
    {
        let feeds = super::feeds(Document::new(b"").url(url));
        let wrong: Vec<_> = feeds
            .iter()
            .filter(|feed| !feed.href.contains("anna/") && !feed.href.contains("boats/"))
            .collect();
        assert!(wrong.is_empty() && !feeds.is_empty(), "{url}: {wrong:?}");
    }
}

#[test]
fn a_link_header_about_something_else_names_no_feed() {
    let headers: Headers =
        [("Link", "</e>; rel=alternate; type=application/rss+xml; anchor=\"/other\"")].into_iter().collect();
    let feeds = super::feeds(Document::new(b"").headers(headers).url("https://harbour.example/"));
    assert!(feeds.iter().all(|feed| feed.source == FoundIn::WellKnown), "{feeds:?}");
}

/// The feeds of a `YouTube` channel: with its shorts, and without.
const CHANNEL: &[&str] = &[
    "https://www.youtube.com/feeds/videos.xml?channel_id=UCharbour",
    "https://www.youtube.com/feeds/videos.xml?playlist_id=UULFharbour",
];

#[test]
#[allow(clippy::too_many_lines, reason = "a table")]
fn sites_are_known_by_host_generator_or_resources() {
    for (url, page, site, expected) in [
        (
            "https://x.example/",
            "<meta name=generator content='Ghost 5.1'>",
            "Ghost",
            &["https://x.example/rss/"][..],
        ),
        ("https://x.example/", "<meta name=generator content='Ghostly'>", "", &[]),
        (
            "https://x.example/a",
            "<meta name=Generator content='Hugo 0.150'>",
            "Hugo",
            &["https://x.example/a/index.xml", "https://x.example/index.xml"],
        ),
        (
            "https://x.example/posts/tides/",
            "<meta name=generator content='Hugo 0.150'>",
            "Hugo",
            &[
                "https://x.example/index.xml",
                "https://x.example/posts/index.xml",
                "https://x.example/posts/tides/index.xml",
            ],
        ),
        (
            "https://x.example/tags/tides/",
            "<meta name=generator content='Hugo 0.150'>",
            "Hugo",
            &["https://x.example/tags/tides/index.xml", "https://x.example/index.xml"],
        ),
        (
            "https://x.example/",
            "<script src=/news/wp-includes/js/x.js></script>",
            "WordPress",
            &[
                "https://x.example/news/feed/",
                "https://x.example/news/?feed=rss2",
                "https://x.example/news/comments/feed/",
            ],
        ),
        (
            "https://x.example/",
            "<img src=https://cdn.example/wp-content/x.png>",
            "WordPress",
            &["https://x.example/feed/", "https://x.example/?feed=rss2", "https://x.example/comments/feed/"],
        ),
        (
            "https://boats.blogspot.com/2026/",
            "",
            "Blogger",
            &[
                "https://boats.blogspot.com/feeds/posts/default",
                "https://boats.blogspot.com/feeds/posts/default?alt=rss",
                "https://boats.blogspot.com/feeds/comments/default",
            ],
        ),
        ("https://boats.tumblr.com/post/1", "", "Tumblr", &["https://boats.tumblr.com/rss"]),
        ("https://boats.substack.com/p/x", "", "Substack", &["https://boats.substack.com/feed"]),
        (
            "https://x.example/",
            "<img src=https://substackcdn.com/x>",
            "Substack",
            &["https://x.example/feed"],
        ),
        ("https://www.youtube.com/channel/UCharbour/videos", "", "YouTube", CHANNEL),
        (
            "https://www.youtube.com/@harbour",
            "<link rel=canonical href=https://www.youtube.com/channel/UCharbour>",
            "YouTube",
            CHANNEL,
        ),
        (
            "https://www.youtube.com/@harbour/shorts",
            "<script>var x = {\"channelId\":\"FEx\",\"externalId\":\"UCharbour\"}</script>",
            "YouTube",
            CHANNEL,
        ),
        (
            "https://www.youtube.com/watch?v=x&list=RDmix",
            "<script>{\"videoDetails\":{\"videoId\":\"x\",\"channelId\":\"UCharbour\"}}</script>",
            "YouTube",
            CHANNEL,
        ),
        (
            "https://m.youtube.com/@harbour",
            "<meta itemprop=channelId content=UCharbour><script>{\"channelId\":\"UCother\"}</script>",
            "YouTube",
            CHANNEL,
        ),
        (
            "https://www.youtube.com/watch?v=x&list=PLtides",
            "",
            "YouTube",
            &["https://www.youtube.com/feeds/videos.xml?playlist_id=PLtides"],
        ),
        (
            "https://www.youtube.com/playlist?list=PLtides",
            "",
            "YouTube",
            &["https://www.youtube.com/feeds/videos.xml?playlist_id=PLtides"],
        ),
        ("https://www.youtube.com/@harbour", "", "", &[]),
        (
            "https://github.com/anna/boats/issues",
            "",
            "GitHub",
            &[
                "https://github.com/anna/boats/releases.atom",
                "https://github.com/anna/boats/tags.atom",
                "https://github.com/anna/boats/commits.atom",
            ],
        ),
        ("https://github.com/anna", "", "GitHub", &["https://github.com/anna.atom"]),
        ("https://notgithub.com/anna", "", "", &[]),
        (
            "https://git.x.example/anna/boats",
            "<meta property=og:site_name content=GitLab>",
            "GitLab",
            &[
                "https://git.x.example/anna/boats/-/releases.atom",
                "https://git.x.example/anna/boats/-/tags?format=atom",
                "https://git.x.example/anna/boats.atom",
            ],
        ),
        (
            "https://social.example/@anna/1",
            "<meta property=og:site_name content='Mastodon'>",
            "Mastodon",
            &["https://social.example/@anna.rss"],
        ),
        (
            "https://social.example/@anna@boats.example",
            "<div class='app-holder' id=\"mastodon\"></div>",
            "Mastodon",
            &["https://boats.example/@anna.rss"],
        ),
        (
            "https://social.example/@anna",
            "<link rel=modulepreload href=/packs/assets/x.js><meta property=og:site_name content=Harbour>",
            "Mastodon",
            &["https://social.example/@anna.rss"],
        ),
        ("https://www.tumblr.com/anna", "", "Tumblr", &["https://anna.tumblr.com/rss"]),
        ("https://www.tumblr.com/anna/123/tides", "", "Tumblr", &["https://anna.tumblr.com/rss"]),
        ("https://www.tumblr.com/tagged/tides", "", "", &[]),
        (
            "https://www.reddit.com/r/boats/comments/1a2b/tides/",
            "",
            "Reddit",
            &["https://www.reddit.com/r/boats/comments/1a2b/.rss", "https://www.reddit.com/r/boats/.rss"],
        ),
        (
            "https://podcasts.apple.com/gb/podcast/tides/id123",
            "<script>{\"feedUrl\":\"https:\\/\\/feeds.example\\/tides\"}</script>",
            "Apple Podcasts",
            &["https://feeds.example/tides"],
        ),
        (
            "https://lemmy.example/c/boats",
            "<script>window.isoData = {}</script>",
            "Lemmy",
            &["https://lemmy.example/feeds/c/boats.xml?sort=New"],
        ),
        (
            "https://lemmy.example/u/anna",
            "<a href=https://join-lemmy.org>Join</a>",
            "Lemmy",
            &["https://lemmy.example/feeds/u/anna.xml?sort=New"],
        ),
        (
            "https://www.flickr.com/photos/anna/",
            "<script>{\"nsid\":\"123@N04\"}</script>",
            "Flickr",
            &["https://www.flickr.com/services/feeds/photos_public.gne?id=123@N04"],
        ),
        (
            "https://www.flickr.com/photos/123@N04/5678/",
            "",
            "Flickr",
            &["https://www.flickr.com/services/feeds/photos_public.gne?id=123@N04"],
        ),
        (
            "https://soundcloud.com/anna",
            "<meta property=al:ios:url content=\"soundcloud://users:1234\">",
            "SoundCloud",
            &["https://feeds.soundcloud.com/users/soundcloud:users:1234/sounds.rss"],
        ),
        ("https://dev.to/anna/tides-1a2b", "", "DEV", &["https://dev.to/feed/anna"]),
        ("https://dev.to/t/tides", "", "DEV", &["https://dev.to/feed/tag/tides"]),
        (
            "https://pix.example/anna",
            "<meta property=og:site_name content=Pixelfed>",
            "Pixelfed",
            &["https://pix.example/users/anna.atom"],
        ),
        ("https://letterboxd.com/anna/films/", "", "Letterboxd", &["https://letterboxd.com/anna/rss/"]),
        ("https://letterboxd.com/film/tides/", "", "", &[]),
        (
            "https://old.reddit.com/r/boats/new/",
            "",
            "Reddit",
            &["https://www.reddit.com/r/boats/new/.rss", "https://www.reddit.com/r/boats/.rss"],
        ),
        ("https://medium.com/@anna/a-post", "", "Medium", &["https://medium.com/feed/@anna"]),
        ("https://medium.com/boats/a-post", "", "Medium", &["https://medium.com/feed/boats"]),
        ("https://boats.medium.com/", "", "Medium", &["https://boats.medium.com/feed"]),
        ("https://x.example/", "", "", &[]),
        ("not a URL", "<meta name=generator content=Hugo>", "", &[]),
    ] {
        let expected: Vec<_> = expected.iter().map(|feed| format!("{feed} (guess: {site})")).collect();
        let guesses: Vec<_> = found_at(page, url).into_iter().filter(|line| line.contains("guess")).collect();
        assert_eq!(guesses, expected, "{url} {page}");
    }
}

/// Returns a tag, a text or the end of a comment.
fn markup(u: &mut Unstructured<'_>) -> Result<String> {
    const NAMES: &[&str] = &["a", "link", "base", "meta", "script", "title", "!--"];
    const ATTRIBUTES: &[&str] = &["href", "rel", "type", "src", "name", "content"];
    match u.int_in_range(0..=3)? {
        0 | 1 => {
            let attributes = list(u, 0..=4, |u| {
                let (name, start) = (u.choose(ATTRIBUTES)?, u.choose(&["", "=", "='", "=\""])?);
                let end = u.choose(&["", "'", "\""])?;
                let value = if start.is_empty() {
                    String::new()
                } else {
                    text(u, 0..=9, &[LETTERS, "/:&;#?%\u{e9}"])?
                };
                Ok(format!(" {name}{start}{value}{end}"))
            })?;
            let (start, end) = (u.choose(&["<", "</"])?, u.choose(&[">", "/>", "", "/"])?);
            Ok(format!("{start}{}{}{end}", u.choose(NAMES)?, attributes.concat()))
        }
        2 => Ok(pieces(u, 0..=1, &["<"])? + &text(u, 0..=5, &[LETTERS, "<>&;'\""])?),
        _ => pieces(u, 1..=1, &["-->", "<-->"]),
    }
}

#[test]
fn nothing_panics() {
    check(256, |u| {
        let page = list(u, 0..=12, markup)?.concat();
        let base = if u.arbitrary()? {
            let scheme = pieces(u, 1..=1, &["http://", "https://"])?;
            scheme + &text(u, 0..=5, &[LETTERS])? + &text(u, 0..=1, &["/?@:"])?
        } else {
            text(u, 0..=3, &[LETTERS])?
        };
        let field = text(u, 0..=40, &["<>;,=\"\\ *'%\u{e9}", LETTERS])?;
        let headers: Headers = [("Link", &field)].into_iter().collect();
        let feeds = super::feeds(Document::new(page.as_bytes()).headers(headers).url(&base));
        let mut hrefs: Vec<_> = feeds.iter().map(|feed| &feed.href).collect();
        hrefs.sort_unstable();
        hrefs.dedup();
        assert_eq!(hrefs.len(), feeds.len(), "{page:?} at {base:?}, {field:?}");
        let is_safe = feeds.iter().all(|feed| !content::is_script_url(&feed.href));
        assert!(is_safe, "{page:?} at {base:?}, {field:?}");
        Ok(())
    });
}

#[test]
fn a_base_of_any_length_takes_linear_time() {
    let base = format!("<base href='/{}'>", "b".repeat(500_000));
    let links: String = (0..10_000).map(|n| format!("<a href={n}.rss>")).collect::<Vec<_>>().concat();
    // Resolved, they would take 5 GB.
    assert!(found(&format!("{base}{links}")).is_empty());
}

#[test]
fn a_feed_after_very_many_links_is_found() {
    let links: String = (0..15_000)
        .map(|n| format!("<p><a href='/posts/{n}.html'>The post number {n}</a></p>\n"))
        .collect::<Vec<_>>()
        .concat();
    assert_eq!(
        found(&format!("{links}<a href=/all.rss>All</a>")),
        ["https://harbour.example/all.rss (linked by the page)"]
    );
}

#[test]
fn time_is_linear_in_the_page() {
    // Each of these once took quadratic time in some HTML parser.
    for unit in [
        "<a ", "<!--", "<a href=x>", "<script>", "</", "<a href='", "<link rel=feed href=x>", "&",
        "<![CDATA[",
    ] {
        let page = unit.repeat(300_000 / unit.len());
        let feeds = super::feeds(Document::new(page.as_bytes()).url("https://harbour.example/"));
        let suggested = feeds.iter().filter(|feed| feed.source != FoundIn::WellKnown);
        assert!(suggested.count() <= 1, "{unit}");
    }
}
