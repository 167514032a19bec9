//! The rules in the guide to writing (`src/docs/writing.md`), with an example of each.

use bozofeed::parse;

use super::{FORMATS, writer};

/// A source feed, the target format, and a part of the document or of a loss.
#[rustfmt::skip]
const TABLE: &[(&str, &str, &str)] = &[
    // Requirements of the formats.
    ("<rss><channel><title>T</title><item><title>A</title></item></channel></rss>", "atom", "<id>urn:uuid:"),
    ("<rss><channel><title>T</title><item><title>A</title></item></channel></rss>", "json", r#""id": "urn:uuid:"#),
    ("<rss><channel><title>T</title><item><title>A</title></item></channel></rss>", "rss", "<item>\n      <title>A</title>\n    </item>"),
    ("<rss><channel><title>T</title></channel></rss>", "atom", "<author>\n    <name>T</name>"),
    ("<rss><channel></channel></rss>", "atom", "<title/>"),
    ("<rss><channel></channel></rss>", "rss", "<title/>\n    <description/>"),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><entry><link href='http://a.example/b/1'/></entry></feed>", "rss", "<link>http://a.example/</link>\n    <description/>"),
    ("<rss><channel></channel></rss>", "json", r#""title": """#),
    ("<rss><channel><item><title>A</title></item></channel></rss>", "atom", "<content>A</content>"),
    ("<rss><channel><item><description>A</description></item></channel></rss>", "atom", "<summary type=\"html\">A</summary>\n    <content type=\"html\">A</content>"),
    ("<rss xmlns:content='http://purl.org/rss/1.0/modules/content/'><channel><item><link>http://a.example/</link><content:encoded/></item></channel></rss>", "atom", "<link rel=\"alternate\" href=\"http://a.example/\"/>\n  </entry>"),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><entry><updated>2026-01-02T03:04:05.6Z</updated></entry></feed>", "rss", "<pubDate>Fri, 2 Jan 2026 03:04:05 +0000</pubDate>\n      <atom:updated>2026-01-02T03:04:05.6Z</atom:updated>"),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>http://a.example/1</id></entry></feed>", "rss", "<link>http://a.example/1</link>"),
    ("<rss><channel><item><title>A</title></item></channel></rss>", "json", r#""content_text": """#),
    ("<rss><channel><item><description>A &amp; b</description></item></channel></rss>", "json", r#""content_"#),
    ("<rss><channel><item><guid>x</guid></item></channel></rss>", "rss", "<description/>"),
    ("<rss><channel><atom:link xmlns:atom='http://www.w3.org/2005/Atom' rel='self' href='http://a.example/f'/></channel></rss>", "rss", "<link>http://a.example/f</link>"),
    ("<rss><channel><item><enclosure url='http://a.example/a.mp3'/></item></channel></rss>", "rss", r#"length="0" type="audio/mpeg""#),
    ("<rss><channel><item><enclosure url='http://a.example/a'/></item></channel></rss>", "json", r#""mime_type": "application/octet-stream""#),
    ("<rss><channel><title>T</title><link>http://a.example/</link><image><url>http://a.example/i</url></image></channel></rss>", "rss", "<image>\n      <url>http://a.example/i</url>\n      <title>T</title>\n      <link>http://a.example/</link>"),
    ("<rss xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><title>T</title><link>http://a.example/</link><itunes:image href='http://a.example/i'/></channel></rss>", "rss", "<image>\n      <url>http://a.example/i</url>\n      <title>T</title>"),
    ("<rss><channel><image><url>http://a.example/i</url></image></channel></rss>", "atom", "<logo>http://a.example/i</logo>"),
    ("<rss><channel><image><url>http://a.example/i</url></image></channel></rss>", "json", r#""icon": "http://a.example/i""#),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><updated>2026-01-02T03:04:05Z</updated><entry/></feed>", "atom", "<title/>\n    <updated>2026-01-02T03:04:05Z</updated>\n    <content/>"),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>http://a.example/1</id></entry></feed>", "json", r#""url": "http://a.example/1""#),
    ("<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'><item rdf:about='http://a.example/1'/></rdf:RDF>", "json", r#""url": "http://a.example/1""#),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><entry><source><title>S</title></source></entry></feed>", "atom", "<author>\n        <name>S</name>\n      </author>\n    </source>"),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><entry><author><name>A</name></author><source><title>S</title></source></entry></feed>", "atom", "<source>\n      <title>S</title>\n    </source>"),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><entry><source><id>urn:s</id></source></entry></feed>", "atom", "<source>\n      <id>urn:s</id>\n    </source>"),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><entry><source><title>S</title></source></entry></feed>", "rss", "<atom:source>\n        <atom:title>S</atom:title>\n      </atom:source>"),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><updated>2026-01-02T03:04:05Z</updated><entry><source><updated>2015-01-02T03:04:05Z</updated></source></entry></feed>", "atom", "<title/>\n    <updated>2015-01-02T03:04:05Z</updated>"),
    // The places where readers look for the image and the playing time.
    ("<rss xmlns:media='http://search.yahoo.com/mrss/'><channel><item><media:thumbnail url='http://a.example/p.jpg'/></item></channel></rss>", "json", r#""image": "http://a.example/p.jpg""#),
    ("<rss><channel><item><enclosure url='http://a.example/p.jpg' type='image/jpeg' length='1'/></item></channel></rss>", "json", r#""image": "http://a.example/p.jpg""#),
    ("<rss><channel><item><image><url>http://a.example/p.jpg</url></image></item></channel></rss>", "atom", r#"<media:thumbnail url="http://a.example/p.jpg"/>"#),
    (r#"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "image": "http://a.example/p.jpg"}]}"#, "rss", r#"<media:thumbnail url="http://a.example/p.jpg"/>"#),
    (r#"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "attachments": [{"url": "http://a.example/a.mp3", "mime_type": "audio/mpeg", "duration_in_seconds": 90}]}]}"#, "rss", "<itunes:duration>90</itunes:duration>"),
    ("<rss xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><item><enclosure url='http://a.example/a.mp3' type='audio/mpeg' length='1'/><itunes:duration>1:30</itunes:duration></item></channel></rss>", "json", r#""duration_in_seconds": 90"#),
    // Empty contents, and line breaks.
    ("<rss xmlns:content='http://purl.org/rss/1.0/modules/content/'><channel><item><description>A</description><content:encoded> </content:encoded></item></channel></rss>", "rss", "<description>A</description>\n    </item>"),
    ("<rss xmlns:content='http://purl.org/rss/1.0/modules/content/'><channel><item><description>A</description><content:encoded/></item></channel></rss>", "json", r#""content_html": "A""#),
    (r#"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "content_html": "", "content_text": "A"}]}"#, "rss", "<content:encoded>A</content:encoded>"),
    (r#"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "content_text": "1 < 2\n\nB"}]}"#, "rss", "1 &amp;lt; 2&lt;br&gt;&lt;br&gt;B</content:encoded>"),
    // Changed values.
    ("<rss><channel><item><guid>one</guid></item></channel></rss>", "atom", "<entry>\n    <id>urn:uuid:"),
    ("<rss><channel><item><guid>one</guid></item></channel></rss>", "atom", "<bozofeed:id>one</bozofeed:id>"),
    ("<rss><channel><item><guid>javascript:a()</guid></item></channel></rss>", "atom", "<entry>\n    <id>urn:uuid:"),
    ("<rss><channel><item><guid>javascript:a()</guid></item></channel></rss>", "atom", "loss: entries[0]/id: it would run a script"),
    ("<rss><channel><item><guid>javascript:a()</guid></item></channel></rss>", "rss", r#"<guid isPermaLink="false">urn:uuid:"#),
    ("<rss><channel><item><guid>javascript:a()</guid></item></channel></rss>", "json", r#""id": "urn:uuid:"#),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><id>javascript:a()</id></feed>", "atom", "<id>urn:uuid:"),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><id>javascript:a()</id></feed>", "rss", "loss: rss:id: it would run a script"),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><id>javascript:a()</id></feed>", "json", "loss: id: it would run a script"),
    ("<rss><channel><item><guid>1D88B6FD-2894-4945-9F6E-F91BCEBE9993</guid></item></channel></rss>", "atom", "<id>urn:uuid:1d88b6fd-2894-4945-9f6e-f91bcebe9993</id>"),
    ("<rss><channel><item><guid>urn:a b</guid></item></channel></rss>", "atom", "<id>urn:a%20b</id>"),
    ("<rss><channel><item><guid>a b</guid></item></channel></rss>", "rss", r#"<guid isPermaLink="false">a b</guid>"#),
    ("<rss><channel><item><guid>http://a.example/1</guid></item></channel></rss>", "rss", "<guid>http://a.example/1</guid>"),
    ("<rss><channel><item><guid>a</guid></item><item><guid>a</guid></item></channel></rss>", "rss", r#"<guid isPermaLink="false">urn:uuid:"#),
    ("<rss><channel><item><guid>a</guid></item><item><guid>a</guid></item></channel></rss>", "rss", "<bozofeed:id>a</bozofeed:id>"),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><link href='http://a.example/1'/><link href='http://a.example/2'/></feed>", "atom", r#"<rss:link rel="alternate" href="http://a.example/2"/>"#),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><link href='/1'/></feed>", "atom", r#"<link rel="alternate" href="/1"/>"#),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><link href='/1'/></feed>", "rss", r#"<atom:link rel="alternate" href="/1"/>"#),
    ("<rss><channel><link>http://a.example/</link><item><comments>/1</comments></item></channel></rss>", "rss", "<comments>http://a.example/1</comments>"),
    ("<rss><channel><item><comments>/1</comments></item></channel></rss>", "rss", "loss: entries[0]/comments: the URL is relative, and there is no base"),
    ("<rss><channel><item><pubDate>2 Jan 2026</pubDate></item></channel></rss>", "rss", "-0000</pubDate>"),
    ("<rss><channel><item><pubDate>2 Jan 2026</pubDate></item></channel></rss>", "atom", "<published>2026-01-02T00:00:00-00:00</published>"),
    ("<rss><channel><item><pubDate>2 Jan 2026 03:04 +0200</pubDate></item></channel></rss>", "rss", "<pubDate>2 Jan 2026 03:04 +0200</pubDate>"),
    ("<rss><channel><language>en_US</language></channel></rss>", "rss", "<language>en-US</language>"),
    ("<rss><channel><item><author>jo@a.example (Jo)</author></item></channel></rss>", "rss", "<author>jo@a.example (Jo)</author>"),
    ("<rss><channel><item><author>Jo</author></item></channel></rss>", "rss", "<dc:creator>Jo</dc:creator>"),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><entry><author><name>Jo</name><uri>http://a.example/jo</uri></author></entry></feed>", "rss", "<atom:uri>http://a.example/jo</atom:uri>\n      </atom:author>\n    </item>"),
    ("<rss xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><item><itunes:author>Jo</itunes:author><itunes:episode>1</itunes:episode></item></channel></rss>", "rss", "<itunes:episode>1</itunes:episode>\n      <itunes:author>Jo</itunes:author>"),
    ("<rss xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><itunes:category text='A'><itunes:category text='B'/></itunes:category><itunes:keywords>A,b</itunes:keywords></channel></rss>", "atom", "<itunes:category text=\"A\">\n    <itunes:category text=\"B\"/>\n  </itunes:category>\n  <itunes:keywords>A, b</itunes:keywords>"),
    ("<rss xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><itunes:explicit>Clean</itunes:explicit><itunes:block>1</itunes:block><itunes:type>Serial</itunes:type></channel></rss>", "rss", "<itunes:type>serial</itunes:type>\n    <itunes:explicit>false</itunes:explicit>\n    <itunes:block>Yes</itunes:block>"),
    ("<rss xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><item><itunes:episodeType>Bonus</itunes:episodeType><itunes:explicit>who knows</itunes:explicit></item></channel></rss>", "rss", "<itunes:episodeType>bonus</itunes:episodeType>"),
    ("<rss xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><item><itunes:explicit>who knows</itunes:explicit></item></channel></rss>", "rss", "loss: entries[0]/itunes:explicit: the value cannot be read"),
    ("<rss xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><item><itunes:summary>&lt;b>A&lt;/b></itunes:summary></item></channel></rss>", "atom", "<itunes:summary>A</itunes:summary>"),
    ("<rss xmlns:podcast='https://podcastindex.org/namespace/1.0'><channel><podcast:locked>true</podcast:locked></channel></rss>", "rss", "<podcast:locked>yes</podcast:locked>"),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><entry><category term='a' scheme='urn:s' label='A'/></entry></feed>", "rss", r#"<category domain="urn:s" bozofeed:label="A">a</category>"#),
    ("<rss xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><item><itunes:summary>A</itunes:summary><description>A</description></item></channel></rss>", "rss", "<description>A</description>"),
    ("<rss xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><itunes:subtitle>A</itunes:subtitle></channel></rss>", "rss", "<description>A</description>"),
    ("<rss xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><itunes:summary>A</itunes:summary></channel></rss>", "rss", "<description>A</description>"),
    ("<feed xmlns='http://www.w3.org/2005/Atom' xmlns:x='urn:x'><entry><link rel='enclosure' type='audio/mpeg' length='1' title='A' x:y='z' href='http://a.example/a'/></entry></feed>", "rss", r#"<enclosure url="http://a.example/a" length="1" type="audio/mpeg" bozofeed:title="A" x:y="z"/>"#),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='image/png'>iVBORw0KGgo=</content></entry></feed>", "atom", r#"<content type="image/png">iVBORw0KGgo=</content>"#),
    ("<rss xmlns:x='{urn:é}'><channel><x:y>z</x:y></channel></rss>", "rss", r#"xmlns:x="%7Burn%3A%C3%A9%7D""#),
    ("<rss xmlns:x='javascript:a()'><channel><a xmlns='javascript:a()'>z</a></channel></rss>", "rss", "<bozofeed:element name=\"a\">z</bozofeed:element>"),
    // Omitted values.
    ("<rss><channel><item><pubDate>noon</pubDate></item></channel></rss>", "json", "loss: entries[0]/date_published: the value cannot be read"),
    (r#"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "_x": 1}]}"#, "atom", "loss: entries[0]/_x: the format has no place for it"),
    (r#"{"version": "https://jsonfeed.org/version/1.1", "items": [], "expired": true}"#, "rss", "loss: expired: the format has no place for it"),
    ("<rss><channel><item><itunes:season xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'>x</itunes:season></item></channel></rss>", "atom", "loss: entries[0]/itunes:season: the value cannot be read"),
    ("<rss><channel><ttl>x</ttl></channel></rss>", "atom", "loss: rss:ttl: the value cannot be read"),
    ("<rss><channel><ttl>x</ttl></channel></rss>", "rss", "loss: ttl: the value cannot be read"),
    ("<rss><channel><pubDate>x</pubDate></channel></rss>", "rss", "loss: pubDate: the value cannot be read"),
    ("<rss><channel><title>T</title></channel></rss>", "rss", "loss: link: the format requires it, and the feed has none"),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><link rel='alternate' type='text/html' title='A' hreflang='en' href='http://a.example/'/></feed>", "rss", r#"<link bozofeed:hreflang="en" bozofeed:title="A" bozofeed:type="text/html">http://a.example/</link>"#),
    // Extensions and markup.
    ("<rss><channel><item><mast>3</mast></item></channel></rss>", "rss", "      <bozofeed:element name=\"mast\">3</bozofeed:element>"),
    ("<rss><channel><item xmlns:x='urn:x'><x:mast>3</x:mast></item></channel></rss>", "rss", "      <x:mast>3</x:mast>"),
    ("<rss><channel><item xmlns:x='urn:x'><x:y><item a='b'>3</item></x:y></item></channel></rss>", "rss", "<bozofeed:element name=\"y\" prefix=\"x\" namespace=\"urn:x\">"),
    ("<rss><channel><item xmlns:x='urn:x'><x:y x:onload='z()'/><x:y onload='z()'/></item></channel></rss>", "rss", "<bozofeed:attribute name=\"onload\" value=\"z()\"/>"),
    ("<rss><channel><ttl>60</ttl></channel></rss>", "atom", "<rss:ttl>60</rss:ttl>"),
    ("<rss><channel><ttl>60</ttl></channel></rss>", "json", r#""name": "rss:ttl""#),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><entry><summary>1 &lt; 2</summary></entry></feed>", "rss", "<description>1 &amp;lt; 2</description>"),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><title type='html'>&lt;b>A&lt;/b></title></feed>", "json", r#""title": "A""#),
];

/// Like the above, for other readers.
#[rustfmt::skip]
const FOR_READERS: &[(&str, &str, &str)] = &[
    // A required author is only added where it is missing.
    ("<feed xmlns='http://www.w3.org/2005/Atom'><title>T</title><entry><title>A</title><author><name>Jo</name></author></entry></feed>", "atom", "<updated>2001-09-09T01:46:40Z</updated>\n  <entry>"),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><title>T</title><entry><author><name>Jo</name></author></entry><entry><id>urn:2</id></entry></feed>", "atom", "<id>urn:2</id>\n    <title/>\n    <updated>2001-09-09T01:46:40Z</updated>\n    <author>\n      <name>T</name>"),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><title>T</title><entry><id>urn:1</id><source><title>S</title></source></entry></feed>", "atom", "<updated>2001-09-09T01:46:40Z</updated>\n  <entry>"),
    // The `self` link of the original document.
    ("<rss><channel><title>T</title><link>http://a.example/</link><atom:link xmlns:atom='http://www.w3.org/2005/Atom' rel='self' href='http://a.example/f'/></channel></rss>", "atom", "<link rel=\"alternate\" href=\"http://a.example/\"/>\n  <author>"),
    ("<rss><channel><title>T</title><link>http://a.example/</link><atom:link xmlns:atom='http://www.w3.org/2005/Atom' rel='self' href='http://a.example/f'/></channel></rss>", "json", "\"home_page_url\": \"http://a.example/\",\n  \"items\""),
    ("<rss><channel><title>T</title><link>http://a.example/</link><atom:link xmlns:atom='http://www.w3.org/2005/Atom' rel='self' href='http://a.example/f'/></channel></rss>", "rss", "<atom:link rel=\"self\" href=\"http://a.example/f\"/>"),
    // Each text is written once.
    ("<rss><channel><item><guid>1</guid><description>A</description></item></channel></rss>", "json", "\"id\": \"1\",\n      \"content_html\": \"A\"\n"),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>urn:1</id><summary>A</summary></entry></feed>", "json", "\"id\": \"urn:1\",\n      \"content_text\": \"A\"\n"),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>urn:1</id><summary>A</summary><content>B</content></entry></feed>", "json", "\"summary\": \"A\",\n      \"content_text\": \"B\""),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>urn:1</id><summary>A</summary><content src='http://a.example/c' type='text/html'/></entry></feed>", "json", "\"id\": \"urn:1\",\n      \"content_text\": \"A\""),
    ("<rss><channel><title>T</title><link>http://a.example/</link><image><url>http://a.example/i</url><title>T</title><link>http://a.example/</link></image></channel></rss>", "atom", "<logo>http://a.example/i</logo>\n</feed>"),
    (r#"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "content_html": "<p>A</p>", "content_text": "A"}]}"#, "rss", "&lt;p&gt;A&lt;/p&gt;</content:encoded>\n    </item>"),
    (r#"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "content_html": "<p>A</p>", "content_text": "B"}]}"#, "rss", "<atom:content>B</atom:content>\n    </item>"),
    // Values derived from the entries.
    ("<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'><channel><title>T</title><items><rdf:Seq><rdf:li rdf:resource='http://a.example/1'/></rdf:Seq></items></channel></rdf:RDF>", "rss", "<description/>\n  </channel>"),
    // An author is only written once.
    ("<rss xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><title>T</title><link>http://a.example/</link><itunes:author>Jo</itunes:author></channel></rss>", "rss", "<description/>\n    <itunes:author>Jo</itunes:author>\n  </channel>"),
    ("<rss xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><item><title>A</title><itunes:author>Jo</itunes:author></item></channel></rss>", "rss", "<title>A</title>\n      <dc:creator>Jo</dc:creator>\n    </item>"),
    ("<rss xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><item><title>A</title><author>jo@a.example (Jo)</author><itunes:author>Jo</itunes:author></item></channel></rss>", "rss", "<author>jo@a.example (Jo)</author>\n      <itunes:author>Jo</itunes:author>\n    </item>"),
    // Values with only one element in RSS.
    ("<feed xmlns='http://www.w3.org/2005/Atom'><author><name>A</name><email>a@a.example</email></author><author><name>B</name><email>b@a.example</email></author></feed>", "rss", "<managingEditor>a@a.example (A)</managingEditor>\n    <dc:creator>b@a.example (B)</dc:creator>"),
    ("<rss xmlns:content='http://purl.org/rss/1.0/modules/content/'><channel><item><content:encoded>A</content:encoded><content:encoded>B</content:encoded></item></channel></rss>", "rss", "<content:encoded>A</content:encoded>\n      <atom:content type=\"html\">B</atom:content>"),
    // A copied entry inherits the authors of its source (RFC 4287 §4.2.1).
    ("<feed xmlns='http://www.w3.org/2005/Atom'><entry><source><link rel='self' href='http://a.example/f'/><author><name>A</name></author></source></entry></feed>", "rss", "<dc:creator>A</dc:creator>"),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><entry><source><author><name>A</name></author></source></entry></feed>", "json", r#""name": "A""#),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><entry><source><link rel='self' href='http://a.example/f'/><rights>C</rights></source></entry></feed>", "rss", "loss: entries[0]/source: the format has no place for it"),
    // Elements of one kind are adjacent, and the page is only a URL.
    ("<feed xmlns='http://www.w3.org/2005/Atom'><title>T</title><entry><author><name>Jo</name></author></entry><entry><id>urn:2</id><link href='http://a.example/2'/><category term='a'/></entry></feed>", "atom", "<link rel=\"alternate\" href=\"http://a.example/2\"/>\n    <author>\n      <name>T</name>\n    </author>\n    <category term=\"a\"/>"),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><link rel='alternate' type='text/html' title='A' href='http://a.example/'/></feed>", "rss", "<link>http://a.example/</link>"),
    // Elements without an equivalent.
    ("<rss><channel><ttl>60</ttl></channel></rss>", "atom", "loss: rss:ttl: the format has no place for it"),
    ("<rss><channel><ttl>60</ttl></channel></rss>", "json", "loss: rss:ttl: the format has no place for it"),
    ("<rss><channel><item><guid>one</guid></item></channel></rss>", "atom", "loss: entries[0]/id: the format has no place for it"),
    ("<rss><channel><item><mast>3</mast></item></channel></rss>", "rss", "loss: entries[0]/mast: the format has no place for it"),
    // A podcast created by a program has no iTunes element.
    (r#"{"version": "https://jsonfeed.org/version/1.1", "title": "T", "home_page_url": "http://a.example/", "icon": "http://a.example/i", "authors": [{"name": "Jo"}], "items": [{"id": "1", "attachments": [{"url": "http://a.example/a.mp3", "mime_type": "audio/mpeg"}]}]}"#, "rss", "<itunes:image href=\"http://a.example/i\"/>"),
    (r#"{"version": "https://jsonfeed.org/version/1.1", "title": "T", "home_page_url": "http://a.example/", "authors": [{"name": "Jo"}], "items": [{"id": "1", "attachments": [{"url": "http://a.example/a.mp3", "mime_type": "audio/mpeg"}]}]}"#, "rss", "<itunes:author>Jo</itunes:author>"),
];

#[test]
fn the_rules_of_the_guide_hold() {
    hold(TABLE, true);
}

#[test]
fn the_rules_for_readers_hold() {
    hold(FOR_READERS, false);
}

fn hold(rows: &[(&str, &str, &str)], keeps_everything: bool) {
    let mut wrong = Vec::new();
    for (feed, name, expected) in rows {
        let (_, format) = FORMATS.iter().find(|(known, _)| known == name).unwrap();
        let mut document = Vec::new();
        let writer = writer(*format).keep_everything(keeps_everything);
        let written = writer.write(&parse(*feed), &mut document).unwrap();
        let mut found = String::from_utf8(document).unwrap();
        found.extend(written.losses.iter().map(|loss| format!("loss: {loss}\n")));
        if !found.contains(expected) {
            wrong.push(format!("{name}: no {expected} in\n{found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
