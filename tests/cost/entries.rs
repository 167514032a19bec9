//! Reading entries one by one takes only the memory of the largest entry, no matter how many there are.

use bozofeed::{Document, Limits, Parser};

/// The sizes of the documents.
const SIZES: [usize; 2] = if cfg!(debug_assertions) { [1 << 18, 2 << 20] } else { [10 << 20, 100 << 20] };

/// The bytes that may be allocated for the document in addition to its text, and for each entry.
const MOST: u64 = 1 << 20;
const MOST_OF_ENTRY: u64 = 9;

/// The feeds: a name, the start, an entry with its number in place of `{}`, and the end.
const FEEDS: &[(&str, [&str; 3])] = &[
    (
        "RSS",
        [
            "<rss version='2.0' xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><title>Harbour</title>\
             <link>https://harbour.example/</link>",
            "<item><guid>{}</guid><title>Ship {} came in &amp; went out</title><link>/ships/{}</link>\
             <pubDate>Thu, 02 Mar 2023 08:15:00 +0100</pubDate><itunes:duration>1:02</itunes:duration>\
             <description>&lt;p&gt;Three masts, a flag and a &lt;a href='cook'&gt;cook&lt;/a&gt; who sings</description></item>",
            "</channel></rss>",
        ],
    ),
    (
        "Atom",
        [
            "<feed xmlns='http://www.w3.org/2005/Atom'><title>Harbour</title>",
            "<entry xml:base='https://harbour.example/'><id>urn:{}</id><title type='html'>Ship {}</title><link href='ships/{}'/>\
             <x:mast xmlns:x='urn:x' number='{}'>{}</x:mast><content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>\
             <p>Three masts</p></div></content></entry>",
            "</feed>",
        ],
    ),
    (
        "short entries",
        [
            "<rss version='2.0'><channel><title>Harbour</title>",
            "<item><title>a</title></item>",
            "</channel></rss>",
        ],
    ),
    (
        "JSON Feed",
        [
            "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"Harbour\",\"items\":[{\"id\":\"-\"}",
            ",{\"id\":\"{}\",\"url\":\"/ships/{}\",\"title\":\"Ship {}\",\"content_html\":\"<p>Three masts\",\"tags\":[\"a\"],\"_x\":{\"a\":{}}}",
            "]}",
        ],
    ),
];

/// Returns limits that no document reaches, since entries that were handed out still count towards some limits.
fn limits() -> Limits {
    let most = 1 << 40;
    Limits::default().size(most).memory(most).memory_per_byte(1 << 10).written(most).resolved(most)
}

#[test]
fn entries_that_are_read_one_by_one_take_the_memory_of_one() {
    let mut wrong = Vec::new();
    for (name, [start, entry, end]) in FEEDS {
        for size in SIZES {
            let mut document = (*start).to_owned();
            let mut count = 0;
            while document.len() < size {
                count += 1;
                document += &entry.replace("{}", &count.to_string());
            }
            document += end;
            let parser = Parser::new().limits(limits());
            let (mut read, mut is_known) = (0, true);
            let cost = allocation_counter::measure(|| {
                let document = Document::from(&document).url("https://harbour.example/feed");
                let mut reader = parser.reader(document);
                let mut entries = reader.entries();
                while entries.next().is_some() {
                    read += 1;
                    is_known &= entries.feed().title.is_some();
                }
                is_known &= entries.finish().bozo.is_none();
            });
            let most = MOST + MOST_OF_ENTRY * count;
            println!("{name}, {size} bytes, {read} entries: {} of {most} bytes in use", cost.bytes_max);
            if cost.bytes_max > most || read < count || !is_known {
                wrong.push((*name, size, read, count, cost.bytes_max));
            }
        }
    }
    assert_eq!(wrong, []);
}
