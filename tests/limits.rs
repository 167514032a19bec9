//! At a limit, the parts that were already read are kept, and the rest is omitted or written in a shorter form.

use std::fmt::Write as _;

use bozofeed::model::media::Media;
use bozofeed::model::podcast::Podcast;
use bozofeed::{Bozo, Document, Limit, Limits, Parsed, Parser, WarningKind};

use crate::common::sampled;

fn read(limits: Limits, document: &str) -> Parsed {
    Parser::new().limits(limits).parse(Document::from(document).url("http://b.example/d/"))
}

fn exceeded(limit: Limit) -> Bozo {
    Bozo::LimitExceeded { limit }
}

/// The number of members of the lists that a document can fill.
fn members(parsed: &Parsed) -> usize {
    let feed = &parsed.feed;
    let of_feed = feed.links.len() + feed.tags.len() + feed.extensions().len();
    let of_entries = parsed.entries.iter().map(|entry| {
        let media = entry.get::<Media>().map_or(0, |media| media.contents.len());
        let podcast = entry.get::<Podcast>().map_or(0, |podcast| podcast.persons.len());
        let extensions = entry.extensions().iter().map(|extension| {
            1 + extension.children.len() + extension.attributes.len() + extension.json.iter().len()
        });
        let lists =
            [entry.links.len(), entry.tags.len(), entry.authors.len(), entry.content.len(), media, podcast];
        lists.iter().sum::<usize>() + extensions.sum::<usize>()
    });
    of_feed + of_entries.sum::<usize>()
}

/// Documents with a list of many members in the first of two entries.
fn lists() -> Vec<String> {
    let item = |content: &str| {
        format!(
            "<rss xmlns:media='http://search.yahoo.com/mrss/' xmlns:podcast='https://podcastindex.org/namespace/1.0' \
             xmlns:q='urn:q'><channel><item>{content}</item><item><title>last</title></item></channel></rss>"
        )
    };
    let json = |members: &str| {
        format!(
            "{{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{{\"id\":\"1\",{members}}},\
             {{\"title\":\"last\"}}]}}"
        )
    };
    let numbered = |unit: &str, between: &str| {
        (0..120).map(|number| unit.replace('#', &number.to_string())).collect::<Vec<_>>().join(between)
    };
    let elements = [
        "<enclosure url='#'/>",
        "<category>#</category>",
        "<author>#</author>",
        "<content>#</content>",
        "<q:a/>",
        "<q:a#/>",
        "<q:a><q:b/></q:a>",
        "<media:content x='y'/>",
        "<media:content url='#' medium='x'/>",
        "<podcast:person>#</podcast:person>",
        // A value that loses its field is an extension.
        "<title>#</title>",
        "<pubDate>#</pubDate>",
    ];
    let mut all: Vec<String> = elements.iter().map(|element| item(&numbered(element, ""))).collect();
    all.push(item(&format!("<q:a {}/>", numbered("a#='1'", " "))));
    all.push(item(&format!("<q:a>{}</q:a>", "<q:b/>".repeat(120))));
    all.extend([
        json(&format!("\"attachments\":[{}]", numbered("{\"url\":\"#\"}", ","))),
        json(&format!("\"tags\":[{}]", numbered("\"#\"", ","))),
        json(&format!("\"authors\":[{}]", numbered("{\"name\":\"#\"}", ","))),
        json(&numbered("\"_#\":#", ",")),
    ]);
    all
}

/// For any kind of list: more memory keeps more of it, the entries after it are kept, and missing parts are reported.
#[test]
fn lists_are_cut_off_where_memory_ends_and_entries_are_kept() {
    let mut wrong = Vec::new();
    for document in lists() {
        let whole = read(Limits::default(), &document);
        assert_eq!(whole.entries.len(), 2, "{document}");
        let (mut before, mut partial) = (0, 0);
        // With less memory, the last of the three namespaces is omitted, so its elements are cheaper.
        for memory in sampled((3 * 2048..450_000).step_by(1201), 4) {
            let parsed = read(Limits::default().memory(memory), &document);
            let count = members(&parsed);
            let is_reported = parsed.bozo == Some(exceeded(Limit::Memory));
            let is_whole = parsed.entries == whole.entries;
            if parsed.entries.len() != 2 || count < before || is_reported == is_whole {
                wrong.push(format!("{document:.300}: {memory}, {} entries, {count}", parsed.entries.len()));
                break;
            }
            partial += usize::from(0 < count && !is_whole);
            before = count;
        }
        if partial == 0 || before != members(&whole) {
            wrong.push(format!("{document:.300}: {partial} times partial, {before}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// With the default limits, no part is missing from documents whose result is proportional to them.
#[test]
fn legal_documents_are_whole() {
    let feed = |items: &str| {
        format!(
            "<rss version='2.0' xmlns:media='http://search.yahoo.com/mrss/' xmlns:dc='http://purl.org/dc/elements/1.1/'>\
             <channel><title>t</title><link>http://e.example/</link><description>d</description>{items}</channel></rss>"
        )
    };
    let entry = |number: usize| {
        let mut entry = format!("<item><title>Entry {number}</title><link>http://e.example/{number}</link>");
        for part in 0..6 {
            let _ = write!(
                entry,
                "<category>Category {part}</category><media:content url='http://e.example/{part}.jpg'/>"
            );
        }
        entry + "<enclosure url='http://e.example/a.mp3' length='1' type='audio/mpeg'/></item>"
    };
    let deep = "<div>".repeat(600) + "deep" + &"</div>".repeat(600);
    let atom = format!(
        "<feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='xhtml'>{}</content></entry><entry><title>next</title>\
         </entry></feed>",
        deep.replacen("<div>", "<div xmlns='http://www.w3.org/1999/xhtml'>", 1)
    );
    for (document, entries, counted) in [
        (feed(&"<item><title>a</title></item>".repeat(60_000)), 60_000, 0),
        (feed(&(0..3000).map(entry).collect::<String>()), 3000, 3000 * 14),
        (feed(&("<item>".to_owned() + &"<category>a</category>".repeat(3) + "</item>")), 1, 1),
        (atom, 2, 1),
    ] {
        let parsed = read(Limits::default(), &document);
        let is_limited = matches!(parsed.bozo, Some(Bozo::LimitExceeded { limit }) if limit != Limit::Markup);
        assert!(!is_limited, "{document:.200}: {:?}", parsed.bozo);
        assert_eq!(parsed.entries.len(), entries, "{document:.200}");
        let found = members(&parsed) - parsed.feed.links.len();
        assert!(found >= counted, "{document:.200}: {found} of {counted}");
    }
}

#[test]
fn content_that_is_nested_too_deeply_is_left_out_and_what_follows_is_kept() {
    let deep = |open: &str, close: &str| open.repeat(50) + "x" + &close.repeat(50);
    let (b, q) = (deep("<b>", "</b>"), deep("<q:a>", "</q:a>"));
    for content in [
        format!("<content type='xhtml'>{b}</content>"),
        format!("<title type='xhtml'><div>{b}</div></title>"),
        q.clone(),
        format!("<q:a>{q}</q:a>{q}"),
        format!("<author><name>{b}</name></author>"),
        format!("<content type='xhtml'>{b}{b}</content>"),
    ] {
        let document = format!(
            "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:q='urn:q'><entry>{content}<id>1</id></entry><entry>\
             <title>next</title></entry></feed>"
        );
        let parsed = read(Limits::default().depth(20), &document);
        assert_eq!(parsed.bozo, Some(exceeded(Limit::Depth)), "{content}");
        assert!(parsed.faults.is_empty(), "{content}: {:?}", parsed.faults);
        let titles: Vec<_> =
            parsed.entries.iter().map(|entry| entry.title_text().unwrap_or_default()).collect();
        assert_eq!(titles.last().map(|title| &**title), Some("next"), "{content}");
        let whole = read(Limits::default(), &document);
        assert_eq!(whole.entries.len(), 2);
        assert!(whole.bozo.is_none() || content.contains("<q:a>"), "{content}: {:?}", whole.bozo);
    }
}

/// Most JSON parsers allow 128 levels, including `serde_json`.
#[test]
fn what_is_nested_at_any_depth_is_read_back() {
    let json = |members: &str| {
        format!(
            "{{\"version\":\"https://jsonfeed.org/version/1.1\",{members},\"items\":[{{\"id\":\"1\",{members}}}]}}"
        )
    };
    let rss = |item: &str| {
        format!(
            "<rss xmlns:q='urn:q' xmlns:media='http://search.yahoo.com/mrss/' \
             xmlns:podcast='https://podcastindex.org/namespace/1.0'><channel>{item}<item>{item}</item></channel></rss>"
        )
    };
    let nested = |open: &str, close: &str, depth: usize| open.repeat(depth) + "1" + &close.repeat(depth);
    let mut wrong = Vec::new();
    for depth in [1, 47, 60, 96, 97, 126, 127, 128, 300] {
        let (arrays, objects) = (nested("[", "]", depth), nested("{\"a\":", "}", depth));
        let both = nested("[{\"a\":", "}]", depth);
        for document in [
            json(&format!("\"_a\":{arrays}")),
            json(&format!("\"_a\":{objects}")),
            json(&format!("\"_a\":{both}")),
            json(&format!("\"title\":{arrays},\"tags\":[{objects}],\"authors\":[{{\"name\":{both}}}]")),
            json(&format!("\"attachments\":[{{\"url\":\"x\",\"_a\":{objects}}}]")),
            format!("{{\"rss\":{{\"channel\":{{\"item\":{{\"title\":\"a\",\"q\":{both}}}}}}}}}"),
            rss(&nested("<q:a>", "</q:a>", depth)),
            rss(&nested("<a b='c'>", "</a>", depth)),
            rss(&nested("<author>", "</author>", depth)),
            rss(&nested("<source>", "</source>", depth)),
            rss(&format!("<image>{}</image>", nested("<q:a>", "</q:a>", depth))),
            rss(&nested("<media:group>", "</media:group>", depth)),
            rss(&nested("<podcast:liveItem>", "</podcast:liveItem>", depth)),
            rss(&nested("<item>", "</item>", depth)),
            rss(&format!("<description>{}</description>", nested("&lt;b>", "&lt;/b>", depth))),
        ] {
            let model = serde_json::to_string(&read(Limits::default(), &document)).unwrap();
            let dictionary = serde_json::to_string(&Parser::new().dictionary(document.as_bytes())).unwrap();
            for (way, written) in [("model", model), ("dictionary", dictionary)] {
                if let Err(error) = serde_json::from_str::<serde_json::Value>(&written) {
                    wrong.push(format!("{document:.80} {depth} as {way}: {error}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn an_entry_of_a_second_feed_is_left_out_only_if_it_is_the_same() {
    let entry = |id: &str, rest: &str| format!("<entry><id>{id}</id><title>a</title>{rest}</entry>");
    let date = |day: u8| format!("<updated>2026-01-{day:02}T00:00:00Z</updated>");
    for (first, second, expected) in [
        (entry("1", ""), entry("1", ""), 1),
        (entry("1", &date(1)), entry("1", &date(1)), 1),
        (entry("1", &date(1)), entry("1", &date(2)), 2),
        (entry("1", ""), entry("1", "<category term='b'/>"), 2),
        (entry("1", ""), entry("2", ""), 2),
    ] {
        let feed = |entry: &str| format!("<feed xmlns='http://www.w3.org/2005/Atom'>{entry}</feed>");
        let parsed = read(Limits::default(), &(feed(&first) + &feed(&second)));
        assert_eq!(parsed.entries.len(), expected, "{first} {second}");
    }
}

#[test]
fn the_children_of_an_element_that_is_left_out_do_not_describe_the_entry() {
    let document = "<rss xmlns:q='urn:q'><channel><item><title>a</title><q:b><title>b</title></q:b></item></channel></rss>";
    let parsed = read(Limits::default().memory(1000), document);
    assert_eq!(parsed.entries[0].title.as_ref().map(|title| title.value.as_str()), Some("a"));
    assert!(parsed.entries[0].extensions().is_empty());
    assert_eq!(parsed.bozo, Some(exceeded(Limit::Memory)));
}

#[test]
fn references_stay_relative_when_resolving_has_added_enough() {
    for (document, written) in [
        ("<rss><channel><item><enclosure url='x'/><enclosure url='y'/></item></channel></rss>", "y"),
        (
            "<rss><channel><item><description>&lt;img src=x>&lt;img src=y></description></item></channel></rss>",
            "<img src=\"y\" alt=\"\">",
        ),
        (
            "<rss><channel><item><description>&lt;img src=y>&lt;img src=y></description></item></channel></rss>",
            "<img src=\"y\" alt=\"\">",
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
fn a_document_that_was_searched_ahead_enough_is_read_on() {
    // Only the end of the lists shows whether a bracket is repeated by mistake.
    for (lists, limit) in [(1, None), (100, Some(Limit::Lookahead))] {
        let document = format!(
            "{{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{}{}0{},{{\"id\":\"1\"}},]}}",
            "[".repeat(lists),
            "0,".repeat(20_000),
            "]".repeat(lists)
        );
        let parsed = read(Limits::default(), &document);
        let exceeded = match parsed.bozo {
            Some(Bozo::LimitExceeded { limit }) => Some(limit),
            _ => None,
        };
        let ids: Vec<_> = parsed.entries.iter().filter_map(|entry| entry.id.as_deref()).collect();
        assert_eq!((exceeded, ids), (limit, vec!["1"]), "{lists} lists");
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
    assert_eq!((entry.extensions()[0].namespace.clone(), entry.extensions()[0].text.as_str()), (None, "b"));
    let kinds: Vec<WarningKind> = parsed.warnings.iter().map(|warning| warning.kind).collect();
    // The link is relative, since nothing is resolved against an ignored base.
    assert_eq!(
        kinds,
        [WarningKind::TooLong, WarningKind::TooLong, WarningKind::RelativeLink, WarningKind::TooLong]
    );
    assert!(parsed.warnings.iter().all(|warning| warning.value.len() <= 1000));

    let document = format!(
        "{{\"version\":\"https://jsonfeed.org/version/1.1\",\"language\":\"{language}\",\"title\":\"a\"}}"
    );
    let parsed = read(Limits::default(), &document);
    assert_eq!(parsed.feed.language(), Some(language.as_str()));
    assert_eq!(parsed.feed.title.as_ref().and_then(|title| title.language()), None);
    assert_eq!(
        parsed.warnings.iter().map(|warning| warning.kind).collect::<Vec<_>>(),
        [WarningKind::TooLong]
    );
}

/// Universal Feed Parser applies the base of an ended element to the texts after it.
#[test]
fn texts_of_the_dictionary_have_no_lingering_base_beyond_the_limit() {
    for (length, resolved, with_base) in [(100, 0, 3), (200, 0, 0), (200, 500, 2), (200, 1000, 3)] {
        let base = "http://b.example/".to_owned() + &"x".repeat(length - 17);
        let items = "<item><title>a</title></item>".repeat(3);
        let document =
            format!("<rss xmlns:q='urn:q'><channel><q:a xml:base='{base}'/>{items}</channel></rss>");
        let parser = Parser::new().limits(Limits::default().resolved(resolved));
        let dictionary = serde_json::Value::from(parser.dictionary(document.as_bytes()));
        let entries = dictionary["entries"].as_array().cloned().unwrap_or_default();
        let found = entries.iter().filter(|entry| entry["title_detail"]["base"] == base.as_str()).count();
        assert_eq!(found, with_base, "{length} {resolved}");
        let exception = &dictionary["bozo_exception"]["type"];
        assert_eq!(exception == "LimitExceeded", with_base < 3, "{length} {resolved}: {exception}");
    }
}
