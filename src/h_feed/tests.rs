use crate::diagnostics::{Limit, LooksLike};
use crate::model::media::Media;
use crate::{Bozo, Document, Format, Parsed};
use bozofeed_testing::{check, pieces};
use bozofeed_text::scan::steps;

const URL: &str = "https://anna.example/notes/";

fn read(html: &str) -> Parsed {
    crate::parse(
        Document::from(format!("<!doctype html>{html}").into_bytes()).url(URL).content_type("text/html"),
    )
}

/// Returns the entries of a feed with this content, one per line.
fn entries(content: &str) -> String {
    let parsed = read(&format!("<div class=h-feed>{content}</div>"));
    assert_eq!(
        (parsed.format, &parsed.bozo, &*parsed.warnings),
        (Format::HFeed, &None, &[][..]),
        "{content}"
    );
    let lines = parsed.entries.iter().map(|entry| {
        let mut parts = Vec::new();
        let mut add =
            |name: &str, value: Option<&str>| parts.extend(value.map(|value| format!("{name}={value}")));
        let text = |text: &Option<crate::model::Text>| text.as_ref().map(|text| text.value.to_string());
        add("id", entry.id.as_deref());
        add("title", text(&entry.title).as_deref());
        add("link", entry.link.as_deref().map(|link| link.trim_start_matches("https://anna.example")));
        add("published", entry.published.raw.as_deref());
        add("updated", entry.updated.raw.as_deref());
        for author in &entry.authors {
            let parts = [author.name.as_deref(), author.uri.as_deref(), author.email.as_deref()];
            add("author", Some(&parts.into_iter().flatten().collect::<Vec<_>>().join(" ")));
        }
        for tag in &entry.tags {
            add("tag", tag.term.as_deref());
        }
        add("summary", text(&entry.summary).as_deref());
        for content in &entry.content {
            add("content", Some(&content.value));
        }
        parts.join("; ")
    });
    lines.collect::<Vec<_>>().join(" | ")
}

#[test]
fn properties_are_those_of_microformats() {
    let mut wrong = Vec::new();
    for (entry, expected) in [
        ("<h1 class=p-name>High <b>tide</b></h1>", "title=High tide"),
        ("<a class='p-name u-url' href=/1>A</a><a class=u-url href=/2></a>", "title=A; link=/1"),
        ("<a class='u-uid u-url' href=/1>A</a>", "id=https://anna.example/1; title=A; link=/1"),
        ("<abbr class=p-name title=Long>L</abbr>", "title=Long"),
        ("<data class=p-name value=Data></data>", "title=Data"),
        ("<img class=p-name alt=Picture>", "title=Picture"),
        ("<p class=p-name>A<script>x</script><style>y</style>", "title=A"),
        ("<p class=p-name>A<p class=p-summary>B<p>C", "title=A; summary=B"),
        ("<ul><li class=p-category>a<li class=p-category>b</ul>", "tag=a; tag=b"),
        ("<span class=p-category>a<span class=p-category>b</span></span>", "tag=ab"),
        ("<span class=p-name>A</span><span class=p-name>B</span>", "title=A"),
        (
            "<time class=dt-published datetime=2026-01-02T03:04:05Z>x</time>",
            "title=x; published=2026-01-02T03:04:05Z",
        ),
        (
            "<p class=p-name>A</p><b class=dt-updated>2026-01-02 10:00</b>",
            "title=A; updated=2026-01-02 10:00",
        ),
        (
            "<p class=p-name>A</p><p class=dt-published><b class=value>2026-01-02</b> at <b class=value>10:00</b>",
            "title=A; published=2026-01-02 10:00",
        ),
        (
            "<p class=p-name>A</p><p class=dt-published><b class=value-title title=2026-01-02> </b>",
            "title=A; published=2026-01-02",
        ),
        ("<div class=p-name>A <b class=value>B</b><b class=value>C</b></div>", "title=BC"),
        (
            "<p class=p-name>A</p><div class=e-content><p>B <a href=/c>C</a><script>x()</script></div>",
            "title=A; content=<p>B <a href=\"https://anna.example/c\" rel=\"noopener noreferrer\">C</a></p>",
        ),
        ("<p class=p-name>A</p><div class=p-content><p>B &lt;C</div>", "title=A; content=B <C"),
        ("<p class=p-name>A</p><div class=e-summary><b>B</b></div>", "title=A; summary=<b>B</b>"),
        // A note has no title.
        ("<p class='p-name e-content'>A</p>", "content=A"),
        ("<p class=p-name>A</p><p class=e-content>A B</p>", "title=A; content=A B"),
        // Implied properties.
        ("<a href=/1>A</a>", "title=A; link=/1"),
        ("<a href=/1>A</a><a href=/2>B</a>", "title=AB"),
        ("<p><a href=/1>A</a>", "title=A"),
        ("<a href=/1>A</a><p class=p-summary>B", "link=/1; summary=B"),
        // People.
        (
            "<p class=p-name>A</p><a class='p-author h-card' href=https://anna.example/>Anna</a>",
            "title=A; author=Anna https://anna.example/",
        ),
        (
            "<p class=p-name>A</p><a class='p-author h-card' href=/anna><img class=u-photo src=/a.png alt>Anna</a>",
            "title=A; author=Anna https://anna.example/anna",
        ),
        ("<p class=p-name>A</p><p class=p-author>Anna</p>", "title=A; author=Anna"),
        (
            "<p class=p-name>A</p><p class=p-author>By <a class=h-card href=/anna>Anna</a></p>",
            "title=A; author=Anna https://anna.example/anna",
        ),
        (
            "<p class=p-name>A</p><div class='u-author h-card'><b class=p-name>Anna</b><a class=u-email href=mailto:a@anna.example>x</a></div>",
            "title=A; author=Anna a@anna.example",
        ),
        // Inner items have their own properties.
        ("<p class=p-name>A</p><div class='u-comment h-cite'><p class=p-name>B</div>", "title=A"),
        ("<p class=p-name>A</p><div class=h-entry><p class=p-name>B</div>", "title=A"),
        ("<p class=p-name>A</p><template><p class=p-summary>B</template>", "title=A"),
        ("<p class=p-name>A</p><!-- <p class=p-summary>B -->", "title=A"),
        // Classes of style sheets.
        ("<div class='h-full p-4 p-name'>A</div>", "title=A"),
        ("<p class=P-NAME>A</p><b>B", "title=A B"),
        ("", ""),
    ] {
        let found = entries(&format!("<article class=h-entry>{entry}</article>"));
        if found != expected {
            wrong.push((entry, found));
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn elements_end_where_html_says() {
    let mut wrong = Vec::new();
    for (content, expected) in [
        ("<ul><li class=h-entry>A<li class=h-entry>B</ul>", "title=A | title=B"),
        ("<p class=h-entry>A<p class=h-entry>B<div>C</div>", "title=A | title=B"),
        ("<dl><dt>x<dd class=h-entry>A<dt>y<dd class=h-entry>B</dl>", "title=A | title=B"),
        ("<table><tr class=h-entry><td>A<td>1<tr class=h-entry><td>B</table>", "title=A 1 | title=B"),
        ("<div class=h-entry><b>A</div></b><div class=h-entry>B</div>", "title=A | title=B"),
        ("<a class=h-entry href=/1>A<a class=h-entry href=/2>B</a>", "title=A; link=/1 | title=B; link=/2"),
        ("<div class=h-entry>A</span></p>B</div>", "title=A B"),
        ("<img class=h-entry alt=A><img class=h-entry alt=B>", "title=A | title=B"),
        ("<div class=h-entry>A", "title=A"),
    ] {
        let found = entries(content);
        if found != expected {
            wrong.push((content, found));
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn the_feed_has_its_own_properties() {
    let parsed = read(
        "<html lang=de><title>Page</title><base href=/b/><div class=h-feed><h1 class=p-name>Notes</h1>
        <p class=p-summary>About tides</p><a class=u-url href=>x</a><img class=u-photo src=logo.png>
        <div class='p-author h-card'><a class='p-name u-url' href=/anna>Anna</a></div>
        <div class=p-category><div class=h-entry lang=en><a class='p-name u-url' href=1>One</a></div></div></div>",
    );
    let feed = &parsed.feed;
    assert_eq!(feed.title.as_ref().map(|title| title.value.as_str()), Some("Notes"));
    assert_eq!(feed.subtitle().map(|text| text.value.as_str()), Some("About tides"));
    assert_eq!(feed.link.as_deref(), Some(URL));
    assert_eq!(feed.language(), Some("de"));
    assert_eq!(
        feed.authors.first().and_then(|author| author.uri.as_deref()),
        Some("https://anna.example/anna")
    );
    assert_eq!(feed.tags, []);
    assert_eq!(parsed.entries[0].link.as_deref(), Some("https://anna.example/b/1"));
    assert_eq!(parsed.entries[0].title.as_ref().and_then(|title| title.language()), Some("en"));

    let parsed = read("<title>My &amp; notes</title><p class=h-entry>A<p class=h-entry>B");
    assert_eq!(parsed.feed.title.as_ref().map(|title| title.value.as_str()), Some("My & notes"));
    assert_eq!(parsed.feed.link.as_deref(), Some(URL));
    assert_eq!(parsed.entries.len(), 2);
}

#[test]
fn the_page_of_a_feed_is_what_it_says_or_its_url_without_the_query() {
    let table = [
        ("", "https://anna.example/index.php"),
        ("<link rel='Canonical nofollow' href='/notes?page=2'>", "https://anna.example/notes?page=2"),
        (
            "<link rel=canonical><link rel=canonical href=' '><link rel=canonical href=/2>",
            "https://anna.example/2",
        ),
        ("<link rel=canonical href=/1><link rel=canonical href=/2>", "https://anna.example/1"),
        ("<base href=/b/><link rel=canonical href=1>", "https://anna.example/b/1"),
        ("<link rel=canonical href=javascript:x>", ""),
        (
            "<link rel=canonical href=/1><div class=h-feed><a class=u-url href='?n=1'>x</a></div>",
            "https://anna.example/index.php?n=1",
        ),
    ];
    for (head, expected) in table {
        let html = format!("<html>{head}<p class=h-entry>A<p class=h-entry>B");
        let document = Document::from(html).url("https://a:b@anna.example/index.php?key=KEY#c");
        let parsed = crate::parse(document);
        assert_eq!(parsed.feed.link.as_deref().unwrap_or_default(), expected, "{head}");
    }
}

#[test]
fn media_and_answers_are_kept() {
    let parsed = read(
        "<div class=h-feed><div class=h-entry><p class=p-name>A</p><img class=u-photo src=/a.png><img class=u-featured src=/f.png>
        <video class=u-video src=/v.mp4></video><a class=u-in-reply-to href=https://b.example/1>x</a>
        <a class=u-like-of href=https://c.example/>y</a><div class='u-repost-of h-cite'><a class=u-url href=https://d.example/>z</a></div>
        <a class=u-syndication href=https://e.example/>e</a></div></div>",
    );
    let entry = &parsed.entries[0];
    let media: Vec<_> = entry
        .get::<Media>()
        .iter()
        .flat_map(|media| &media.contents)
        .filter_map(|content| content.url.as_deref())
        .collect();
    assert_eq!(media, ["https://anna.example/a.png", "https://anna.example/v.mp4"]);
    let links: Vec<_> = entry
        .links
        .iter()
        .map(|link| format!("{} {}", link.rel, link.href.as_deref().unwrap_or_default()))
        .collect();
    assert_eq!(
        links,
        ["related https://c.example/", "related https://d.example/", "syndication https://e.example/"]
    );
}

#[test]
fn other_documents_are_what_they_were() {
    let entry = "<p class=h-entry>A";
    let mut wrong = Vec::new();
    for (page, is_feed) in [
        (format!("{entry}{entry}"), true),
        ("<div class=h-feed></div>".to_owned(), true),
        // An article.
        (entry.to_owned(), false),
        ("<p>class=h-entry<p>h-feed".to_owned(), false),
        // The page names a feed, or links to one of its site.
        (format!("<link rel=alternate type=application/rss+xml href=/feed>{entry}{entry}"), false),
        (format!("<a href=/feed.xml>RSS</a>{entry}{entry}"), false),
        (format!("<a href=https://b.example/feed.xml>A friend</a>{entry}{entry}"), true),
        (format!("<a href=/about>About</a>{entry}{entry}"), true),
        // Classes of style sheets, and the older microformats.
        ("<div class=hfeed><div class=hentry>A</div><div class=hentry>B</div></div>".to_owned(), false),
    ] {
        let parsed = read(&page);
        let expected = if is_feed { None } else { Some(Bozo::NotAFeed(LooksLike::Html)) };
        if parsed.bozo != expected || (parsed.format == Format::HFeed) != is_feed {
            wrong.push((page, parsed.bozo, parsed.format));
        }
    }
    assert_eq!(wrong, []);
    let rss = "<!doctype html><rss version='2.0'><channel><item><description><![CDATA[<p class=h-entry>A<p class=h-entry>B]]></description></item></channel></rss>";
    assert_eq!(crate::parse(rss).format, Format::Rss20);
    let atom =
        "<feed xmlns='http://www.w3.org/2005/Atom'><title type='html'>&lt;p class=h-feed></title></feed>";
    assert_eq!(crate::parse(atom).format, Format::Atom10);
    #[cfg(feature = "feedparser")]
    {
        let page = format!("<!doctype html>{entry}{entry}");
        let dictionary = crate::Parser::new().dictionary(page.as_bytes());
        assert_eq!(dictionary.entries().len(), 0);
    }
}

const PIECES: &[&str] = &[
    "<div class=h-feed>", "<div class='h-entry'>", "<p class='p-name e-content'>", "<p class=p-name>",
    "<a class='u-url' href=/a>", "</div>", "</p>", "</a>", "<li class='p-author h-card'>", "<template>",
    "</template>", "<b class=dt-published>", "2026-01-02", "text", "<table>", "<td class=h-entry>",
    "</table>", "<img class=u-photo src=/x>", "<base href=/b/>", "<title>", "</title>", "<script>", "&amp;",
    "<!--", "-->", "<span class=value>", "<", "'",
];

#[test]
fn any_page_is_read() {
    check(2000, |u| {
        let page = pieces(u, 0..=40, PIECES)?;
        let parsed = read(&page);
        assert!(parsed.format == Format::HFeed || parsed.bozo.is_some(), "{page}");
        Ok(())
    });
}

#[test]
fn the_work_is_linear_in_the_page() {
    for unit in PIECES.iter().chain(&[
        "<p class=p-summary><p class=e-content>",
        "<b class=p-category>",
        "<i class=h-entry><b class=p-name>",
    ]) {
        let cost = |count: usize| {
            let page = format!("<div class=h-feed>{}", unit.repeat(count));
            let _ = steps::take();
            read(&page);
            steps::take()
        };
        let (some, many) = (cost(200), cost(2000));
        assert!(many <= 12 * some.max(1000), "{unit}: {some} {many}");
    }
}

/// The text of an element is read once per open property, so nested elements could multiply the work.
#[test]
fn values_are_read_from_at_most_four_times_the_page() {
    const ALL: &str = "p-name p-summary p-category p-author p-email p-content dt-published dt-updated u-url u-uid u-photo u-video";
    let mut wrong = Vec::new();
    let text = "b <i>c</i> ".repeat(1000);
    for (name, head, is_bounded) in [
        ("an entry", "<div class=h-entry><b class=p-name>".to_owned(), true),
        (
            "three properties",
            "<div class=h-entry><b class='p-name p-summary'><b class=p-category>".to_owned(),
            true,
        ),
        (
            "comments",
            "<div class=h-entry><b class=p-name>a</b><div class='p-comment h-cite'><b class=p-name>"
                .repeat(9),
            true,
        ),
        ("all properties", format!("<div class=h-entry><b class='{ALL}'>"), false),
        (
            "each property",
            format!("<div class=h-entry><b class='{}'>", ALL.replace(' ', "'><b class='")),
            false,
        ),
        ("entries", format!("<div class=h-entry><b class='{ALL}'>").repeat(50), false),
        (
            "people",
            "<div class=h-entry>".to_owned()
                + &"<div class='p-author p-name h-card'><b class=p-name>".repeat(50),
            false,
        ),
        ("an attribute", format!("<div class=h-entry><data class='{ALL}' value='{text}'>"), false),
    ] {
        let page = format!("<div class=h-feed>{head}{text}");
        let _ = steps::take();
        let parsed = read(&page);
        let steps = steps::take() / page.len();
        let limit = (!is_bounded).then_some(Bozo::LimitExceeded { limit: Limit::Lookahead });
        if steps > 128 || parsed.bozo != limit || parsed.entries.len() != 1 {
            wrong.push((name, steps, parsed.bozo, parsed.entries.len()));
        }
    }
    assert_eq!(wrong, []);
}
