//! The address from which a feed was read is not published.

use bozofeed::write::Writer;
use bozofeed::{Document, Parser};

use super::{FORMATS, writer};

const URL: &str = "https://user:pw@private.example/secret-path/feed.xml?key=KEY#part";

/// Parts of the address that do not occur in the documents.
const SECRETS: [&str; 6] = ["user", "pw@", "private.example", "secret-path", "KEY", "#part"];

#[rustfmt::skip]
const DOCUMENTS: &[&str] = &[
    "<feed xmlns='http://www.w3.org/2005/Atom'><title type='html'>&lt;b>T&lt;/b></title><subtitle>S</subtitle>\
        <entry><id>urn:1</id><title>A</title><link href='https://a.example/1'/><content type='html'>&lt;p>x&lt;/p></content></entry>\
        <entry xml:base='sub/'><id>urn:2</id><title>B</title><content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><b>x</b></div></content></entry></feed>",
    "<rss><channel><title>T</title><link>https://a.example/</link><description>&lt;b>x&lt;/b></description>\
        <item><guid>1</guid><title>A</title><description>&lt;a href='https://a.example/r'>x&lt;/a></description></item></channel></rss>",
    r#"{"version": "https://jsonfeed.org/version/1.1", "title": "T", "items": [{"id": "1", "content_html": "<b>x</b>", "_x": 1}]}"#,
];

#[test]
fn the_address_is_not_written() {
    let mut wrong = Vec::new();
    for document in DOCUMENTS {
        for resolves in [true, false] {
            let parsed = Parser::new().resolve_urls(resolves).parse(Document::from(*document).url(URL));
            for (name, format) in FORMATS {
                for writer in [writer(format), writer(format).feed_url("https://a.example/feed")] {
                    let text = writer.to_text(&parsed).unwrap();
                    let found: Vec<_> = SECRETS.into_iter().filter(|secret| text.contains(secret)).collect();
                    if !found.is_empty() || text.contains("xml:base") {
                        wrong.push(format!("{name}: {found:?} in {text}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A resolved link leads to the host, without the password.
#[test]
fn resolved_links_have_no_password() {
    let mut wrong = Vec::new();
    for document in [
        "<rss><channel><link>a</link><item><link>b</link><description>&lt;a href='c'>x&lt;/a></description></item></channel></rss>",
        "<html><body class='h-feed'><p class='h-entry'><a class='u-url' href='b'>x</a></p></body></html>",
    ] {
        let parsed = bozofeed::parse(Document::from(document).url(URL));
        for (name, format) in FORMATS {
            let text = writer(format).to_text(&parsed).unwrap();
            if text.contains("pw") || !text.contains("https://private.example/secret-path/b") {
                wrong.push(format!("{name}: {text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// An empty reference and a fragment lead to the document itself (RFC 3986 §5.2.2), and a page with microformats is its own page.
/// None of them inherits the query or the fragment of the URL, but those in the document are kept.
#[test]
fn references_to_the_document_have_no_query() {
    #[rustfmt::skip]
    let table = [
        ("<feed xmlns='http://www.w3.org/2005/Atom'><title>T</title><link href=''/><entry><id>urn:1</id><title>A</title><link href='#a'/>\
            <content type='html'>&lt;a href=''>x&lt;/a>&lt;a href='#y'>x&lt;/a>&lt;img src='#p'></content></entry></feed>", ""),
        ("<rss><channel><title>T</title><link/><atom:link xmlns:atom='http://www.w3.org/2005/Atom' href='#l'/><image><url>#i</url></image>\
            <item><guid isPermaLink='true'>#g</guid><description>&lt;a href=''>x&lt;/a></description><enclosure url='#e'/></item></channel></rss>", ""),
        (r##"{"version": "https://jsonfeed.org/version/1.1", "title": "T", "home_page_url": "", "items": [{"id": "1", "url": "#u", "content_html": "<a href=''>x</a>"}]}"##, ""),
        ("<html><body class='h-feed'><p class='h-entry'><a class='u-url' href=''>x</a></p><p class='h-entry'><a class='u-url u-uid' href='#b'>x</a></p></body></html>", ""),
        ("<html><p class='h-entry'>x</p><p class='h-entry'>y</p></html>", ""),
        ("<html><link rel=canonical href='/notes?page=2'><p class='h-entry'>x</p><p class='h-entry'>y</p></html>", "https://private.example/notes?page=2"),
        ("<html><link rel=canonical href='/notes'><div class='h-feed'><a class='u-url' href='/notes?n'>N</a></div></html>", "https://private.example/notes?n"),
        ("<feed xmlns='http://www.w3.org/2005/Atom'><title>T</title><link href='?a=1'/></feed>", "https://private.example/secret-path/feed.xml?a=1"),
    ];
    let location = "https://user:pw@private.example/secret-path/index?key=KEY#part";
    let mut wrong = Vec::new();
    for (document, kept) in table {
        for resolves in [true, false] {
            let given = || Document::from(document).url(URL);
            for document in [given(), given().header("Content-Location", location)] {
                let is_located = document.given_headers().get("content-location").is_some();
                let parsed = Parser::new().resolve_urls(resolves).parse(document);
                for (name, format) in FORMATS {
                    let text = writer(format).to_text(&parsed).unwrap();
                    let is_kept = !resolves || is_located || text.contains(kept);
                    if ["user:", "pw@", "KEY", "#part"].iter().any(|secret| text.contains(secret)) || !is_kept
                    {
                        wrong.push(format!("{name}: {text}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// References that stay relative are resolved against the base of their text, which is not written.
#[test]
fn relative_references_are_resolved() {
    let table = [
        "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='https://a.example/b/'><entry><id>urn:1</id>\
            <content type='html'>&lt;a href='c'>x&lt;/a></content></entry></feed>",
        "<feed xmlns='http://www.w3.org/2005/Atom'><entry xml:base='https://a.example/b/'><id>urn:1</id><title>A</title>\
            <content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><a href='c'>x</a></div></content></entry></feed>",
        "<rss><channel><item xml:base='https://a.example/b/'><guid>1</guid><description>&lt;a href='c'>x&lt;/a></description></item></channel></rss>",
    ];
    let mut wrong = Vec::new();
    for document in table {
        let parsed = Parser::new().resolve_urls(false).parse(document);
        for (name, format) in FORMATS {
            let write = |writer: Writer| writer.to_text(&parsed).unwrap();
            for text in [write(writer(format)), write(writer(format).sanitize(false))] {
                if !text.contains("https://a.example/b/c")
                    || text.contains("xml:base")
                    || text.contains("\"base\"")
                {
                    wrong.push(format!("{name}: {text}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
