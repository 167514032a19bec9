//! The price of a value is about the amount of memory requested from the allocator: a result is complete if the memory limit equals
//! its size, and incomplete if the limit is much lower.

use std::path::Path;

use bozofeed::{Bozo, Limit, Limits, Parser};

/// The part of the memory that members of lists may take.
const FOR_MEMBERS: f64 = 0.75;

/// Reads a document and keeps the result until the second call. Returns whether memory was a limit.
type Way = fn(&Parser, &str) -> (Box<dyn std::any::Any>, bool);

const WAYS: [(&str, Way); 2] = [
    ("model", |parser, document| {
        let parsed = parser.parse(document.as_bytes());
        let is_limited = matches!(parsed.bozo, Some(Bozo::LimitExceeded { limit: Limit::Memory, .. }));
        (Box::new(parsed), is_limited)
    }),
    ("dictionary", |parser, document| {
        let dictionary = parser.dictionary(document.as_bytes());
        let is_limited = matches!(dictionary.bozo(), Some(Bozo::LimitExceeded { limit: Limit::Memory, .. }));
        (Box::new(dictionary), is_limited)
    }),
];

/// Returns the number of bytes allocated for a result.
fn kept(way: Way, document: &str) -> i64 {
    let mut result = None;
    let info = allocation_counter::measure(|| result = Some(way(&Parser::new(), document)));
    info.bytes_current
}

/// Returns whether the result is complete under this memory limit.
fn is_whole(way: Way, document: &str, memory: usize) -> bool {
    let limits = Limits::default().memory(memory).written(1 << 30);
    !way(&Parser::new().limits(limits), document).1
}

/// Returns the memory limit that leaves this many bytes for members of lists, since a part is reserved for entries.
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "roughly"
)]
fn limit(asked: i64, ratio: f64) -> usize {
    (asked as f64 * ratio / FOR_MEMBERS) as usize
}

/// Returns a message if the price of a document is too far from the size of its result, which is `asked`.
fn wrong_price(name: &str, way: Way, document: &str, asked: i64) -> Option<String> {
    const LEAST: f64 = 0.7;
    const MOST: f64 = 1.5;
    let is_too_cheap = is_whole(way, document, limit(asked, LEAST));
    let is_too_dear = !is_whole(way, document, limit(asked, MOST));
    (is_too_cheap || is_too_dear).then(|| {
        let is_paid = |tenths: &i32| is_whole(way, document, limit(asked, f64::from(*tenths) / 10.0));
        let paid = (1..100).find(is_paid).unwrap_or(100);
        format!("{name}: {paid} tenths of {asked} bytes")
    })
}

/// Returns a feed with its entries repeated, or `None` if it has none.
fn repeated(document: &str, times: usize) -> Option<String> {
    let (start, end) = [("<item>", "</item>"), ("<item ", "</item>"), ("<entry", "</entry>")]
        .into_iter()
        .find_map(|(open, close)| Some((document.find(open)?, document.rfind(close)? + close.len())))?;
    // Repeated namespace declarations take memory while a document is read.
    let entries = document.get(start..end).filter(|entries| !entries.contains("xmlns"))?;
    Some([document.get(..start)?, &entries.repeat(times), document.get(end..)?].concat())
}

fn rss(item: &str) -> String {
    format!(
        "<rss version='2.0' xmlns:content='http://purl.org/rss/1.0/modules/content/' xmlns:dc='http://purl.org/dc/elements/1.1/' \
         xmlns:georss='http://www.georss.org/georss' xmlns:psc='http://podlove.org/simple-chapters' \
         xmlns:media='http://search.yahoo.com/mrss/' xmlns:q='urn:q' xmlns:atom='http://www.w3.org/2005/Atom'><channel><item>{item}</item></channel></rss>"
    )
}

/// Documents whose entries consist almost entirely of values of one type.
fn of_one_type() -> Vec<(String, String)> {
    [
        ("texts", "<content:encoded>High water at noon, low water at six.</content:encoded>"),
        ("links", "<enclosure url='https://harbour.example/log/1.mp3' length='123456' type='audio/mpeg'/>"),
        ("links of Atom", "<atom:link rel='related' title='a' href='https://h.example/'/>"),
        ("people", "<author>ole@harbour.example (Ole Holm)</author>"),
        ("contributors", "<dc:contributor>Ole Holm</dc:contributor>"),
        ("elements", "<q:tide q:height='1.5'>high</q:tide>"),
        ("nested elements", "<q:tides><q:tide>high</q:tide><q:tide>low</q:tide></q:tides>"),
        ("places", "<georss:line>45.256 -110.45 46.46 -109.48 43.84 -109.86 43.9 -109.9</georss:line>"),
        ("media", "<media:content url='https://harbour.example/1.jpg' medium='image' width='10' height='10'/>"),
        ("media groups", "<media:group><media:content url='https://harbour.example/1.jpg'/><media:title>Tide</media:title></media:group>"),
        ("words", "<media:keywords>tides, winds, boats, harbours, gulls</media:keywords>"),
    ]
    .into_iter()
    .map(|(name, unit)| (name.to_owned(), rss(&unit.repeat(12))))
    .chain([
        ("entries".to_owned(), rss("<title>High water at noon</title>")),
        ("dates".to_owned(), rss("<pubDate>Fri, 02 Jan 2026 03:04:05 +0000</pubDate><dc:date>2026-01-02T03:04:05Z</dc:date>")),
        ("sources".to_owned(), rss("<source url='https://harbour.example/'>Harbour</source>")),
        ("empty sources".to_owned(), rss("<source/>")),
        (
            "tags".to_owned(),
            rss(&(0..30).fold(String::new(), |all, n| all + &format!("<category domain='https://harbour.example/'>Tide {n}</category>"))),
        ),
        (
            "chapters".to_owned(),
            rss(&format!(
                "<psc:chapters>{}</psc:chapters>",
                "<psc:chapter start='00:01:02' title='Tides' href='https://harbour.example/'/>".repeat(12)
            )),
        ),
    ])
    .collect()
}

/// Each fixture of a namespace, whose entries have values of its types.
fn of_namespaces() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/namespaces");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files
        .into_iter()
        .filter_map(|file| {
            let name = file.file_stem()?.to_str()?.to_owned();
            Some((name, std::fs::read_to_string(&file).ok()?))
        })
        .collect()
}

/// There are so many entries that one-time allocations do not matter.
#[test]
fn a_price_is_what_the_allocator_was_asked_for() {
    const TIMES: usize = 150;
    let mut wrong = Vec::new();
    let mut count = 0;
    for (name, document) in of_one_type().into_iter().chain(of_namespaces()) {
        let Some(document) = repeated(&document, TIMES) else { continue };
        count += 1;
        for (way_name, way) in WAYS {
            let asked = kept(way, &document);
            wrong.extend(wrong_price(&format!("{name} as {way_name}"), way, &document, asked));
        }
    }
    assert!(count > 40, "{count} documents");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// JSON values, which the dictionary keeps as values, and the model as JSON text.
#[test]
fn the_price_of_a_dictionary_is_what_the_allocator_was_asked_for() {
    let mut wrong = Vec::new();
    for (name, unit) in [
        ("numbers", "1234567"),
        ("booleans", "true"),
        ("strings", "\"High water at noon, low water at six.\""),
        ("empty lists", "[]"),
        ("lists", "[1,2,3,4,5,6,7,8]"),
        ("nested lists", "[[[[[[]]]]]]"),
        ("empty objects", "{}"),
        ("objects", "{\"height\":1.5,\"kind\":\"high\",\"at\":\"noon\"}"),
        ("nested objects", "{\"a\":{\"b\":{\"c\":{}}}}"),
    ] {
        let list = vec![unit; 4000].join(",");
        let document = format!(
            "{{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{{\"id\":\"1\",\"_tides\":[{list}]}}]}}"
        );
        let way = WAYS[1].1;
        wrong.extend(wrong_price(name, way, &document, kept(way, &document)));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
