//! The speed of reading feeds, compared to the tokenizer alone on the same bytes.
//!
//! `cargo bench --bench parse`. Documents consist of one repeated item, so they only differ in size. The measure is
//! throughput in bytes per second.
//!
//! - `events`: quick-xml's bare events, with its default settings except for the check of end tags. Attributes, entities and values
//!   are not processed: this is the upper bound for any reader based on it.
//! - `read`: the feed is read into the model, with its markup unchanged.
//! - `resolve`: like `read`, but the relative URIs in markup are resolved.
//! - `resolve and sanitize`: like `resolve`, but markup is also sanitized. This is the default.

use std::hint::black_box;
use std::time::Duration;

use bozofeed::Parser;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quick_xml::events::Event;

/// Names and sizes in bytes.
const SIZES: &[(&str, usize)] =
    &[("small, 2 KB", 2_000), ("typical, 80 KB", 80_000), ("large, 2 MB", 2_000_000)];

struct Format {
    name: &'static str,
    head: &'static str,
    /// The item; `{}` is replaced by its number.
    item: &'static str,
    tail: &'static str,
}

const FORMATS: &[Format] = &[
    Format {
        name: "RSS",
        head: r#"<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <channel>
    <title>Harbour News</title>
    <link>https://harbour.example/</link>
    <description>What the tide brought</description>
    <language>en</language>
"#,
        item: r#"    <item>
      <title>Ship {} came in &amp; went out</title>
      <link>https://harbour.example/ships/{}</link>
      <guid isPermaLink="false">ship-{}</guid>
      <pubDate>Thu, 02 Mar 2023 08:15:00 +0100</pubDate>
      <dc:creator>Anna Berg</dc:creator>
      <category>ships</category>
      <description>Three masts, a flag and a cook who sings in the evening</description>
      <content:encoded><![CDATA[<p>Three <b>masts</b>, a flag and <a href="/cook">a cook</a> who sings in the evening.</p>
<p><img src="/ships/{}.jpg" alt="The ship" width="640" height="480"> The harbour master has <em>seen worse</em>, he says.</p>
<ul><li>rope</li><li>sail &amp; tar</li><li>ship&rsquo;s biscuit</li></ul>]]></content:encoded>
    </item>
"#,
        tail: "  </channel>\n</rss>\n",
    },
    Format {
        name: "Atom",
        head: r#"<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en" xml:base="https://harbour.example/">
  <title>Harbour News</title>
  <link href="/"/>
  <id>tag:harbour.example,2023:feed</id>
  <updated>2023-03-02T08:15:00Z</updated>
"#,
        item: r#"  <entry>
    <title>Ship {} came in &amp; went out</title>
    <link href="ships/{}"/>
    <id>tag:harbour.example,2023:ship-{}</id>
    <published>2023-03-02T08:15:00+01:00</published>
    <updated>2023-03-02T09:15:00+01:00</updated>
    <author>
      <name>Anna Berg</name>
    </author>
    <category term="ships"/>
    <summary>Three masts, a flag and a cook who sings in the evening</summary>
    <content type="html">&lt;p&gt;Three &lt;b&gt;masts&lt;/b&gt;, a flag and &lt;a href="/cook"&gt;a cook&lt;/a&gt; who sings in the evening.&lt;/p&gt;
&lt;p&gt;&lt;img src="/ships/{}.jpg" alt="The ship" width="640" height="480"&gt; The harbour master has &lt;em&gt;seen worse&lt;/em&gt;, he says.&lt;/p&gt;
&lt;ul&gt;&lt;li&gt;rope&lt;/li&gt;&lt;li&gt;sail &amp;amp; tar&lt;/li&gt;&lt;/ul&gt;</content>
  </entry>
"#,
        tail: "</feed>\n",
    },
];

impl Format {
    /// Returns a document of about `size` bytes.
    fn document(&self, size: usize) -> String {
        let mut document = String::from(self.head);
        let mut number = 0;
        while document.len() + self.item.len() + self.tail.len() <= size {
            document.push_str(&self.item.replace("{}", &format!("{number:06}")));
            number += 1;
        }
        document.push_str(self.tail);
        document
    }
}

/// Reads all events. Returns their number.
fn events(document: &str) -> usize {
    let mut reader = quick_xml::Reader::from_str(document);
    reader.config_mut().check_end_names = false;
    let mut count = 0;
    while !matches!(black_box(reader.read_event()), Ok(Event::Eof) | Err(_)) {
        count += 1;
    }
    count
}

fn parse(c: &mut Criterion) {
    let plain = Parser::new().sanitize(false).resolve_urls(false);
    let parsers = [
        ("read", plain.clone()),
        ("resolve", Parser::new().sanitize(false)),
        ("resolve and sanitize", Parser::new()),
    ];
    for format in FORMATS {
        for (name, size) in SIZES {
            let document = format.document(*size);
            // The document must be read as intended, or the measurement is meaningless.
            let parsed = plain.parse(document.as_bytes());
            assert_eq!(parsed.bozo, None);
            assert_eq!(parsed.entries.len(), document.matches("<title>").count() - 1);
            let mut group = c.benchmark_group(format!("{} ({name})", format.name));
            group.throughput(Throughput::Bytes(document.len() as u64));
            group.bench_function("events", |b| b.iter(|| events(black_box(&document))));
            for (name, parser) in &parsers {
                group.bench_function(*name, |b| b.iter(|| parser.parse(black_box(document.as_bytes()))));
            }
            group.finish();
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    targets = parse
}
criterion_main!(benches);
