//! The results of the model's methods for documents: the text to display and its URLs, the image, and the media to play.

use bozofeed::content::Sanitize;
use bozofeed::model::Entry;
use bozofeed::{Document, Parser, parse};

#[test]
fn a_text_is_shown_as_markup_whether_or_not_the_parser_sanitized_it() {
    let feed = "<rss><channel><item><description><![CDATA[<b dir='ltr'>a</b><script>x()</script>]]></description></item></channel></rss>";
    for (parser, is_sanitized) in [(Parser::new(), true), (Parser::new().sanitize(false), false)] {
        let text = parser.parse(feed).entries[0].summary.clone().unwrap();
        assert_eq!(
            (text.is_sanitized(), &*text.to_html()),
            (is_sanitized, "<b dir=\"ltr\">a</b>"),
            "{parser:?}"
        );
    }
}

#[test]
fn a_further_summary_is_no_better_than_the_summary() {
    let feed = b"<rss><channel><item><description>Own</description>\
        <m:content xmlns:m='http://search.yahoo.com/mrss/'><m:description>Of a picture</m:description></m:content>\
        </item><item><m:description xmlns:m='http://search.yahoo.com/mrss/'>Of a picture</m:description>\
        <c:encoded xmlns:c='http://purl.org/rss/1.0/modules/content/'>Long</c:encoded></item></channel></rss>";
    let parsed = parse(feed);
    let best = parsed.entries.iter().filter_map(|entry| entry.best_content());
    assert_eq!(best.map(|text| text.value.as_str()).collect::<Vec<_>>(), ["Own", "Long"]);
}

#[test]
fn urls_are_those_of_the_article_as_it_is_shown() {
    const MARKUP: &str =
        "<a href=a>b</a><a href=javascript:x>c</a><img src=/d.png><script><a href=http://e/></script>";
    let feed = format!(
        "<rss><channel><item><description>{}</description></item></channel></rss>",
        MARKUP.replace('<', "&lt;")
    );
    let urls = |parser: Parser, url: &'static str| {
        let parsed = parser.parse(Document::new(feed.as_bytes()).url(url));
        let urls = parsed.entries[0].summary.as_ref().unwrap().urls();
        urls.map(|found| found.url.into_owned()).collect::<Vec<_>>()
    };
    let both = ["https://h.example/a", "https://h.example/d.png"];
    let wrong: Vec<_> = [
        (Parser::new(), "https://h.example/", &both[..]),
        (Parser::new().sanitize(Sanitize::Off), "https://h.example/", &both),
        (Parser::new(), "", &[]),
        (Parser::new().resolve_urls(false), "https://h.example/", &[]),
    ]
    .into_iter()
    .map(|(parser, url, expected)| (format!("{parser:?}"), expected, urls(parser, url)))
    .filter(|(_, expected, found)| found != expected)
    .collect();
    assert_eq!(wrong, []);
    let plain = parse(b"<feed xmlns='http://www.w3.org/2005/Atom'><entry><summary>&lt;a href='http://h/'>b</summary></entry></feed>");
    assert_eq!(plain.entries[0].links_in_content().count(), 0);
}

#[test]
fn the_picture_is_the_one_that_a_person_would_choose() {
    const NAMESPACES: &str = "xmlns:media='http://search.yahoo.com/mrss/' \
        xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd' xmlns:podcast='https://podcastindex.org/namespace/1.0'";
    let html = |markup: &str| format!("<description><![CDATA[{markup}]]></description>");
    let url = |name: &str| format!("https://h.example/{name}");
    let img = |name: &str, more: &str| format!("<img src='{}' {more}>", url(name));
    let mut wrong = Vec::new();
    for (item, expected) in [
        (String::new(), None),
        (format!("<itunes:image href='{}'/>{}", url("own.jpg"), html(&img("a.jpg", ""))), Some("own.jpg")),
        (format!("<podcast:image href='{}'/>", url("p.jpg")), Some("p.jpg")),
        (
            format!(
                "<media:thumbnail url='{}' width='75' height='75'/><media:content url='{}' medium='image'/>",
                url("t.jpg"),
                url("c.jpg")
            ),
            Some("c.jpg"),
        ),
        (
            format!(
                "<media:content url='{}' width='140' type='image/jpeg'/><media:content url='{}' width='460' type='image/jpeg'/>",
                url("s.jpg"),
                url("l.jpg")
            ),
            Some("l.jpg"),
        ),
        (
            format!(
                "<media:content url='{}' type='video/mp4'><media:thumbnail url='{}'/></media:content>",
                url("v.mp4"),
                url("t.jpg")
            ),
            Some("t.jpg"),
        ),
        ("<media:content url='https://secure.gravatar.com/avatar/1f?s=96' medium='image'/>".to_owned(), None),
        (
            format!(
                "<enclosure url='{}' type='audio/mpeg'/><enclosure url='{}' type='image/png'/>",
                url("1.mp3"),
                url("e.png")
            ),
            Some("e.png"),
        ),
        (html(&img("fog.jpg", "")), Some("fog.jpg")),
        (html(&[img("a.gif", "width=1 height=1"), img("fog.jpg", "")].concat()), Some("fog.jpg")),
        (html(&[img("a.png", "width=16 height=16"), img("fog.jpg", "width=640")].concat()), Some("fog.jpg")),
        (html(&[img("s.png", "alt='\u{1F600}'"), img("fog.jpg", "alt='Fog'")].concat()), Some("fog.jpg")),
        (html(&[img("images/core/emoji/72x72/1f600.png", ""), img("fog.jpg", "")].concat()), Some("fog.jpg")),
        (
            html(&[img("avatars/ada.png", ""), img("avatar-the-film.jpg", "")].concat()),
            Some("avatar-the-film.jpg"),
        ),
        (
            html("<img src='https://stats.h.example/x.gif'><img src='https://feeds.h.example/~r/fog/~4/1'>"),
            None,
        ),
        (html("<img src='data:image/gif;base64,R0lGODlhAQABAAAAACw='>"), None),
        (
            html(&format!("<video poster='{}' src='{}'></video>", url("poster.jpg"), url("v.mp4"))),
            Some("poster.jpg"),
        ),
        (html(&img("a.jpg?x=1&amp;y=2", "")), Some("a.jpg?x=1&y=2")),
    ] {
        let parsed = parse(
            format!("<rss version='2.0' {NAMESPACES}><channel><item>{item}</item></channel></rss>").as_str(),
        );
        let found = parsed.entries.first().and_then(Entry::picture).map(|picture| picture.url.into_string());
        if found != expected.map(url) {
            wrong.push((item, found));
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn the_picture_of_a_feed_is_the_first_of_several() {
    let pictures = [
        "<image><url>1</url></image>",
        "<itunes:image href='2'/>",
        "<podcast:image href='3'/>",
        "<atom:logo>4</atom:logo>",
        "<atom:icon>5</atom:icon>",
        "<webfeeds:logo>6</webfeeds:logo>",
        "<webfeeds:icon>7</webfeeds:icon>",
    ];
    for first in 0..=pictures.len() {
        let all: String = pictures.iter().skip(first).rev().copied().collect();
        let parsed = parse(&*format!("<rss><channel>{all}</channel></rss>"));
        let expected = (first < pictures.len()).then(|| (first + 1).to_string());
        assert_eq!(parsed.feed.picture(), expected.as_deref(), "{all}");
    }
}

#[test]
fn what_plays_everywhere_comes_first_and_each_url_once() {
    const NAMESPACES: &str = "xmlns:media='http://search.yahoo.com/mrss/' \
        xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd' xmlns:podcast='https://podcastindex.org/namespace/1.0'";
    let mut wrong = Vec::new();
    for (item, expected) in [
        ("", &[][..]),
        (
            "<enclosure url='https://h.example/1.pdf' type='application/pdf'/><enclosure url='https://h.example/1.png'/>",
            &[],
        ),
        ("<enclosure url='https://h.example/1.mp3' type='application/octet-stream'/>", &["1.mp3 audio/mpeg"]),
        ("<enclosure url='https://h.example/play?id=1'/>", &["play?id=1 -"]),
        (
            "<enclosure url='https://h.example/1' type='audio/mpeg'/><media:content url='https://h.example/1' type='audio/mpeg'/>",
            &["1 audio/mpeg"],
        ),
        // The earlier description of a URL is used, not the one of the better type.
        (
            "<enclosure url='https://h.example/1' type='audio/opus'/><media:content url='https://h.example/1' type='audio/mpeg'/>",
            &["1 audio/opus"],
        ),
        (
            "<enclosure url='https://h.example/1.m3u8' type='application/x-mpegURL'/>\
            <enclosure url='https://h.example/1.opus' type='audio/opus'/><enclosure url='https://h.example/1.mp4' type='video/mp4'/>",
            &["1.mp4 video/mp4", "1.opus audio/opus", "1.m3u8 application/x-mpegurl"],
        ),
        (
            "<media:group><media:content url='https://h.example/s.mp4' type='video/mp4'/>\
            <media:content url='https://h.example/l.mp4' type='video/mp4' isDefault='true'/></media:group>",
            &["l.mp4 video/mp4", "s.mp4 video/mp4"],
        ),
        (
            "<media:content url='https://h.example/v/1' type='application/x-shockwave-flash' medium='video'/>",
            &[],
        ),
        ("<media:content url='https://h.example/v/1' medium='video'/>", &["v/1 -"]),
        (
            "<podcast:alternateEnclosure type='video/mp4' height='720'><podcast:source uri='https://h.example/1.mp4'/>\
            <podcast:source uri='https://h.example/1.torrent' contentType='application/x-bittorrent'/></podcast:alternateEnclosure>",
            &["1.mp4 video/mp4"],
        ),
    ] {
        let parsed = parse(
            format!("<rss version='2.0' {NAMESPACES}><channel><item>{item}</item></channel></rss>").as_str(),
        );
        let playable = parsed.entries.first().map(Entry::playable).unwrap_or_default();
        let found: Vec<String> = playable
            .iter()
            .map(|one| {
                format!(
                    "{} {}",
                    one.url.trim_start_matches("https://h.example/"),
                    one.media_type.as_deref().unwrap_or("-")
                )
            })
            .collect();
        if found != expected {
            wrong.push((item, found));
        }
    }
    assert_eq!(wrong, []);
}
