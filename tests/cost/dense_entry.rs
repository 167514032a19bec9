//! A feed with much markup and little text, for counting instructions.

const ENTRY: &str = "<item>\n<title>Ship 7 came in &amp; went out</title>\n<link>https://harbour.example/ships/7</link>\n\
    <description>Three masts, a flag and a &lt;b&gt;cook&lt;/b&gt; who sings</description>\n\
    <guid isPermaLink=\"false\">ship-7</guid>\n<category>ships</category>\n<dc:creator>Anna Berg</dc:creator>\n\
    <comments>https://harbour.example/ships/7#said</comments>\n<pubDate>Thu, 02 Mar 2023 08:15:00 +0100</pubDate>\n</item>\n";

/// Returns a feed with the given number of entries.
pub(crate) fn document(entries: usize) -> String {
    let items = ENTRY.repeat(entries);
    let head = "<rss version=\"2.0\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><channel><title>Harbour</title><link>https://harbour.example/</link>";
    format!("{head}{items}</channel></rss>")
}
