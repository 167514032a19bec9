//! Documents of any size, built from one repeated item.

pub const HEAD: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <channel>
    <title>Harbour News</title>
    <link>https://harbour.example/</link>
    <description>What the tide brought</description>
"#;

/// The item; `{}` is replaced by its number.
pub const ITEM: &str = r#"    <item>
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

/// The shortest possible item.
pub const SMALL_ITEM: &str = "<item><title>{}</title></item>\n";

pub const TAIL: &str = "  </channel>\n</rss>\n";

/// Returns a document of about `size` bytes.
pub fn sized(item: &str, size: usize) -> Vec<u8> {
    build(item, |length, _| length < size)
}

/// Returns a document with `count` items.
pub fn counted(item: &str, count: usize) -> Vec<u8> {
    build(item, |_, items| items < count)
}

fn build(item: &str, wants_more: impl Fn(usize, usize) -> bool) -> Vec<u8> {
    let mut document = HEAD.to_owned();
    let mut items = 0;
    while wants_more(document.len() + TAIL.len(), items) {
        document.push_str(&item.replace("{}", &items.to_string()));
        items += 1;
    }
    document.push_str(TAIL);
    document.into_bytes()
}
