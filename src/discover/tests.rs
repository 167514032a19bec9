use super::*;
use crate::testing::{LETTERS, Result, Unstructured, check, list, pieces, text};

/// Returns the feeds of a page at `https://harbour.example/a/`, a line each.
fn found(html: &str) -> Vec<String> {
    found_at(html, "https://harbour.example/a/")
}

fn found_at(html: &str, base: &str) -> Vec<String> {
    let feeds = discover(html.as_bytes(), &Headers::new(), base);
    feeds.iter().map(|feed| format!("{} ({})", feed.href, feed.source)).collect()
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
        ("rel='alternate stylesheet' type=application/rss+xml", false),
        ("rel='stylesheet feed'", false),
        ("rel=feed type=text/html", false),
        ("rel=alternate", false),
        ("rel=alternate type=text/html", false),
        ("rel=alternate type=application/rdf+xml", false),
        ("rel=alternate type=application/json", false),
        ("rel=alternate type=application/json+oembed", false),
        ("rel=alternates type=application/rss+xml", false),
        ("type=application/rss+xml", false),
        ("rel=self type=application/rss+xml", false),
    ] {
        let expected = if expected { vec![named("/x")] } else { vec![] };
        assert_eq!(found(&format!("<link {attributes} href=/x>")), expected, "{attributes}");
    }
}

#[test]
fn a_general_type_needs_a_likely_url() {
    for (href, expected) in [("/feed.json", true), ("/wp-json/posts/1", false)] {
        let page = format!("<link rel=alternate type=application/json href={href}>");
        assert_eq!(!found(&page).iter().all(|line| !line.contains("named")), expected, "{href}");
    }
}

#[test]
fn pages_are_scanned_as_a_browser_reads_them() {
    const LINK: &str = "<link rel=alternate type=application/rss+xml href=/x>";
    for (page, expected) in [
        (format!("<body><p>{LINK}"), 1),
        (format!("<noscript>{LINK}</noscript>"), 1),
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
    // It also counts for what precedes it.
    assert_eq!(found("<link rel=feed href=x><base href=/b/>"), [named("/b/x")]);
}

#[test]
fn titles_are_read_in_the_encoding_of_the_page() {
    let page = b"<meta charset=iso-8859-2><link rel=feed href=/x title=' \xA3\xF3d\xBC &amp; mosty '>";
    let feeds = discover(page, &Headers::new(), "https://harbour.example/");
    assert_eq!(feeds[0].title.as_deref(), Some("\u{141}\u{f3}d\u{17a} & mosty"));
    let headers: Headers = [("Content-Type", "text/html; charset=utf-16le")].into_iter().collect();
    let page: Vec<u8> =
        "<link rel=feed href=/x title=\u{142}>".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let feeds = discover(&page, &headers, "https://harbour.example/");
    assert_eq!(feeds[0].title.as_deref(), Some("\u{142}"));
    // Without any label, as browsers guess.
    let page = "<link rel=feed href=/x title='\u{141}\u{f3}d\u{17a}'>";
    let feeds = discover(page.as_bytes(), &Headers::new(), "https://harbour.example/");
    assert_eq!(feeds[0].title.as_deref(), Some("\u{141}\u{f3}d\u{17a}"));
}

#[test]
fn named_feeds_come_before_candidates_and_guesses() {
    let page = "<meta name=generator content='WordPress 6.9'><a href=/b.rss>Boats <b>and</b>\n more</a>
        <a href=/about>About</a><a rel=alternate type=application/atom+xml href=/c>C</a><link rel=feed href=/d>";
    let headers: Headers =
        [("Link", "</e>; rel=alternate; type=\"application/rss+xml\", </f>; rel=hub")].into_iter().collect();
    let feeds = discover(page.as_bytes(), &headers, "https://harbour.example/");
    let lines: Vec<_> = feeds.iter().map(|feed| format!("{} {}", &feed.href[23..], feed.source)).collect();
    assert_eq!(
        lines,
        [
            "/c named by the page",
            "/d named by the page",
            "/e named by the Link header",
            "/b.rss linked by the page",
            "/feed/ guess: WordPress",
            "/comments/feed/ guess: WordPress",
            "/?feed=rss2 guess: WordPress",
        ]
    );
    assert_eq!(feeds[3].title.as_deref(), Some("Boats and more"));
    let is_named: Vec<_> = feeds.iter().map(FoundFeed::is_named).collect();
    assert_eq!(is_named, [true, true, true, false, false, false, false]);
}

#[test]
fn a_link_header_about_something_else_names_no_feed() {
    let headers: Headers =
        [("Link", "</e>; rel=alternate; type=application/rss+xml; anchor=\"/other\"")].into_iter().collect();
    assert_eq!(discover(b"", &headers, "https://harbour.example/"), []);
}

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
            &["https://x.example/index.xml"],
        ),
        (
            "https://x.example/",
            "<script src=/news/wp-includes/js/x.js></script>",
            "WordPress",
            &[
                "https://x.example/news/feed/",
                "https://x.example/news/comments/feed/",
                "https://x.example/news/?feed=rss2",
            ],
        ),
        (
            "https://x.example/",
            "<img src=https://cdn.example/wp-content/x.png>",
            "WordPress",
            &["https://x.example/feed/", "https://x.example/comments/feed/", "https://x.example/?feed=rss2"],
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
        (
            "https://www.youtube.com/channel/UCharbour/videos",
            "",
            "YouTube",
            &["https://www.youtube.com/feeds/videos.xml?channel_id=UCharbour"],
        ),
        (
            "https://www.youtube.com/@harbour",
            "<link rel=canonical href=https://www.youtube.com/channel/UCharbour>",
            "YouTube",
            &["https://www.youtube.com/feeds/videos.xml?channel_id=UCharbour"],
        ),
        (
            "https://m.youtube.com/@harbour",
            "<meta itemprop=channelId content=UCharbour>",
            "YouTube",
            &["https://www.youtube.com/feeds/videos.xml?channel_id=UCharbour"],
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
        ("https://old.reddit.com/r/boats/new/", "", "Reddit", &["https://www.reddit.com/r/boats/.rss"]),
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
        let feeds = discover(page.as_bytes(), &headers, &base);
        let mut hrefs: Vec<_> = feeds.iter().map(|feed| &feed.href).collect();
        hrefs.sort_unstable();
        hrefs.dedup();
        assert_eq!(hrefs.len(), feeds.len(), "{page:?} at {base:?}, {field:?}");
        let is_safe = feeds.iter().all(|feed| !crate::content::is_script_url(&feed.href));
        assert!(is_safe, "{page:?} at {base:?}, {field:?}");
        Ok(())
    });
}

#[test]
fn a_base_of_any_length_takes_linear_time() {
    let base = format!("<base href='/{}'>", "b".repeat(500_000));
    let links: String = (0..10_000).map(|n| format!("<a href={n}.rss>")).collect::<Vec<_>>().concat();
    // Resolved, they would be 5 GB.
    assert!(found(&format!("{base}{links}")).is_empty());
}

#[test]
fn time_is_linear_in_the_page() {
    // Each of these once took time in proportion to the square of its length in some reader of HTML.
    for unit in [
        "<a ",
        "<!--",
        "<a href=x>",
        "<script>",
        "</",
        "<a href='",
        "<link rel=feed href=x>",
        "&",
        "<![CDATA[",
    ] {
        let page = unit.repeat(300_000 / unit.len());
        let feeds = discover(page.as_bytes(), &Headers::new(), "https://harbour.example/");
        assert!(feeds.len() <= 1, "{unit}");
    }
}
