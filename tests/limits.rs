//! At a limit, what was read is kept, and the rest is left out or written in a shorter form.

use bozofeed::{Bozo, Limit, Limits, Parsed, Parser, WarningKind};

fn read(limits: Limits, document: &str) -> Parsed {
    Parser::new().base_url("http://b.example/d/").limits(limits).parse(document.as_bytes())
}

fn exceeded(limit: Limit) -> Bozo {
    Bozo::LimitExceeded { limit }
}

/// The number of members of each list that has any, of the first entry and of the feed.
fn members(parsed: &Parsed) -> Vec<(&'static str, usize)> {
    let feed = &parsed.feed;
    let mut all = vec![("hubs", feed.links.iter().filter(|link| link.rel == "hub").count())];
    if let Some(entry) = parsed.entries.first() {
        let media = entry.media.as_deref();
        all.extend([
            ("links", entry.links.len()),
            ("tags", entry.tags.len()),
            ("authors", entry.authors.len()),
            ("contents", entry.content.len()),
            ("extensions", entry.extensions.len()),
            ("media", media.map_or(0, |media| media.contents.len())),
        ]);
    }
    all.retain(|(_, count)| *count > 0);
    all
}

#[test]
fn list_members_beyond_the_limit_are_left_out() {
    let item = |content: &str| {
        format!(
            "<rss xmlns:media='http://search.yahoo.com/mrss/' xmlns:q='urn:q'><channel><item>{content}</item>\
             <item><title>last</title></item></channel></rss>"
        )
    };
    let json = |members: &str| {
        format!(
            "{{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{{\"id\":\"1\",{members}}},\
             {{\"title\":\"last\"}}]}}"
        )
    };
    for (document, expected) in [
        (item(&"<enclosure url='x'/>".repeat(5)), ("links", 4)),
        (
            item("<category>a</category><category>b</category><category>c</category><category>d</category>"),
            ("tags", 4),
        ),
        (item(&"<author>a</author>".repeat(5)), ("authors", 4)),
        (item(&"<content>a</content>".repeat(5)), ("contents", 4)),
        (item(&"<q:a/>".repeat(5)), ("extensions", 4)),
        (item("<q:a><q:b/><q:c/><q:d/><q:e/></q:a>"), ("extensions", 1)),
        (item(&"<media:content/>".repeat(5)), ("media", 2)),
        // A value that loses its field is an extension.
        (
            item(
                "<title>1</title><title>2</title><title>3</title><title>4</title><title>5</title><title>6</title>",
            ),
            ("extensions", 4),
        ),
        (json(&format!("\"attachments\":[{}]", ["{\"url\":\"x\"}"; 5].join(","))), ("links", 4)),
        (json("\"tags\":[\"a\",\"b\",\"c\",\"d\",\"e\"]"), ("tags", 4)),
        (json(&format!("\"authors\":[{}]", ["{\"name\":\"x\"}"; 5].join(","))), ("authors", 4)),
        (json("\"_a\":1,\"_b\":2,\"_c\":3,\"_d\":4,\"_e\":5"), ("extensions", 4)),
        (
            format!(
                "{{\"version\":\"https://jsonfeed.org/version/1.1\",\"hubs\":[{}],\"items\":[{{\"id\":\"1\"}},{{}}]}}",
                ["{\"url\":\"x\"}"; 5].join(",")
            ),
            ("hubs", 4),
        ),
    ] {
        let parsed = read(Limits::default().list_members(4), &document);
        assert_eq!(members(&parsed), [expected], "{document}");
        let is_full = document.matches("<category>").count() != 4;
        assert_eq!(
            parsed.bozo == Some(exceeded(Limit::ListMembers)),
            is_full,
            "{document}: {:?}",
            parsed.bozo
        );
    }
}

#[test]
fn the_children_of_an_element_that_is_left_out_do_not_describe_the_entry() {
    let parsed = read(
        Limits::default().list_members(1),
        "<rss xmlns:q='urn:q'><channel><item><title>a</title><q:a/><q:b><title>b</title></q:b></item></channel></rss>",
    );
    assert_eq!(parsed.entries[0].title.as_ref().map(|title| title.value.as_str()), Some("a"));
    assert_eq!(parsed.entries[0].extensions.len(), 1);
}

#[test]
fn references_stay_relative_when_resolving_has_added_enough() {
    for (document, written) in [
        ("<rss><channel><item><enclosure url='x'/><enclosure url='y'/></item></channel></rss>", "y"),
        (
            "<rss><channel><item><description>&lt;img src=x>&lt;img src=y></description></item></channel></rss>",
            "<img src=\"y\">",
        ),
        (
            "<rss><channel><item><description>&lt;img src=y>&lt;img src=y></description></item></channel></rss>",
            "<img src=\"y\">",
        ),
        (
            "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{\"id\":\"1\",\"attachments\":[{\"url\":\"x\"},{\"url\":\"y\"}]}]}",
            "y",
        ),
    ] {
        let parsed = read(Limits::default().resolved(30), document);
        let entry = &parsed.entries[0];
        let urls = entry.links.iter().filter_map(|link| link.href.as_deref());
        let found: Vec<&str> = urls.chain(entry.summary.iter().map(|text| text.value.as_str())).collect();
        assert!(found.iter().any(|found| found.ends_with(written)), "{document}: {found:?}");
        assert!(found[0].contains("http://b.example/d/"), "{document}: {found:?}");
        assert_eq!(parsed.bozo, Some(exceeded(Limit::Resolved)), "{document}");
    }
}

#[test]
fn inherited_values_that_are_too_long_are_ignored_with_a_warning() {
    let (language, base, namespace) = ("l".repeat(65), "b".repeat(2049), "n".repeat(1025));
    let document = format!(
        "<feed xmlns='http://www.w3.org/2005/Atom' xml:lang='{language}'><entry xml:base='http://b.example/{base}'>\
         <title>a</title><link href='x'/><q:a xmlns:q='{namespace}'>b</q:a></entry></feed>"
    );
    let parsed = read(Limits::default(), &document);
    let entry = &parsed.entries[0];
    let title = entry.title.clone().unwrap_or_default();
    assert_eq!((title.language(), title.base()), (None, Some("")));
    assert_eq!(entry.link.as_deref(), Some("x"));
    assert_eq!((entry.extensions[0].namespace.clone(), entry.extensions[0].text.as_str()), (None, "b"));
    let kinds: Vec<WarningKind> = parsed.warnings.iter().map(|warning| warning.kind).collect();
    // The link is relative, since nothing is resolved against a base that is ignored.
    assert_eq!(
        kinds,
        [WarningKind::TooLong, WarningKind::TooLong, WarningKind::RelativeLink, WarningKind::TooLong]
    );
    assert!(parsed.warnings.iter().all(|warning| warning.value.len() <= 1000));

    let document = format!(
        "{{\"version\":\"https://jsonfeed.org/version/1.1\",\"language\":\"{language}\",\"title\":\"a\"}}"
    );
    let parsed = read(Limits::default(), &document);
    assert_eq!(parsed.feed.language.as_deref(), Some(language.as_str()));
    assert_eq!(parsed.feed.title.as_ref().and_then(|title| title.language()), None);
    assert_eq!(
        parsed.warnings.iter().map(|warning| warning.kind).collect::<Vec<_>>(),
        [WarningKind::TooLong]
    );
}

/// Universal Feed Parser gives the base of an element that ended to the texts after it.
#[test]
fn texts_of_the_dictionary_have_no_lingering_base_beyond_the_limit() {
    for (length, resolved, with_base) in [(100, 0, 3), (200, 0, 0), (200, 500, 2), (200, 1000, 3)] {
        let base = "http://b.example/".to_owned() + &"x".repeat(length - 17);
        let items = "<item><title>a</title></item>".repeat(3);
        let document =
            format!("<rss xmlns:q='urn:q'><channel><q:a xml:base='{base}'/>{items}</channel></rss>");
        let parser = Parser::new().limits(Limits::default().resolved(resolved));
        let dictionary = bozofeed::feedparser::parse(&parser, document.as_bytes());
        let entries = dictionary["entries"].as_array().cloned().unwrap_or_default();
        let found = entries.iter().filter(|entry| entry["title_detail"]["base"] == base.as_str()).count();
        assert_eq!(found, with_base, "{length} {resolved}");
        let exception = &dictionary["bozo_exception"]["type"];
        assert_eq!(exception == "LimitExceeded", with_base < 3, "{length} {resolved}: {exception}");
    }
}
