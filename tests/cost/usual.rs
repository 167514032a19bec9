//! The cost of an ordinary feed: the result is not much larger than the document.

use bozofeed::Parser;

/// The start of a feed.
const HEAD: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <channel>
    <title>Harbour News</title>
    <link>https://harbour.example/</link>
"#;

/// An item of a blog, with its number in place of `{}`.
const ITEM: &str = r#"    <item>
      <title>Ship {} came in &amp; went out</title>
      <link>https://harbour.example/ships/{}</link>
      <guid isPermaLink="false">ship-{}</guid>
      <pubDate>Thu, 02 Mar 2023 08:15:00 +0100</pubDate>
      <dc:creator>Anna Berg</dc:creator>
      <category>ships</category>
      <description>Three masts, a flag and a cook who sings in the evening</description>
      <content:encoded><![CDATA[<p>Three <b>masts</b>, a flag and <a href="/cook">a cook</a> who sings in the evening.</p>
<p><img src="/ships/{}.jpg" alt="The ship" width="640" height="480"> The harbour master has <em>seen worse</em>, he says.</p>]]></content:encoded>
    </item>
"#;

#[test]
fn the_result_of_a_feed_takes_at_most_twice_its_size() {
    const COUNT: usize = 6_000;
    let items: String = (0..COUNT).map(|number| ITEM.replace("{}", &number.to_string())).collect();
    let document = format!("{HEAD}{items}</channel></rss>");
    let parser = Parser::new();
    // The first document pays for everything that is created only once.
    drop(parser.parse(format!("{HEAD}{ITEM}").as_bytes()));
    let mut parsed = None;
    let cost = allocation_counter::measure(|| parsed = Some(parser.parse(document.as_bytes())));
    assert_eq!(parsed.map(|parsed| parsed.entries.len()), Some(COUNT));
    let kept = usize::try_from(cost.bytes_current).unwrap();
    println!("{kept} bytes of {}, {} allocations", document.len(), cost.count_total);
    assert!(kept <= 2 * document.len(), "{kept} bytes of {}", document.len());
}
