// The samples, as bytes: pasted text no longer has an encoding.

const utf8 = (text) => new TextEncoder().encode(text);
const latin1 = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

export const samples = [
  {
    name: 'A broken feed',
    file: 'harbour.xml',
    url: 'https://harbour.example/feed',
    input: utf8(`<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0">
<channel>
  <title>Harbour News & Tides</title>
  <link>/</link>
  <description>What the tide brought</description>
  <item>
    <title>High tide at <b>08:15</title>
    <link>/tides/today</link>
    <description><p onclick="steal()">Mind the <a href="javascript:alert(1)">quay</a>, please<script>alert(2)</script>.</description>
    <pubDate>Sat, 21 Nov 2026 8:15 CEST</pubDate>
  </item>
  <item>
    <title>The ferry is late</title>
    <link>/ferry</link>
    <enclosure url="/horn.mp3" length="loud" type="audio/mpeg">
    <pubDate>last tuesday</pubDate>
  </item>
</channel>`),
  },
  {
    name: 'No label, not UTF-8',
    file: 'hafen.xml',
    type: 'text/xml',
    url: 'https://hafen.example/feed',
    input: latin1(`<rss version="2.0"><channel><title>Nachrichten aus dem Hafen</title><link>https://hafen.example/</link>
<description>\x84Schiffe, M\xF6wen und \xC4rger\x93 \x96 t\xE4glich</description>
<item><title>Die F\xE4hre nach \xD8sterby f\xE4hrt sp\xE4ter</title><link>https://hafen.example/1</link>
<description>Wegen des Sturms f\xE4hrt die F\xE4hre erst gegen f\xFCnf. Die M\xF6wen st\xF6rt das nicht.</description>
<pubDate>Fri, 02 Jan 2026 17:00:00 +0100</pubDate></item></channel></rss>`),
  },
  {
    name: 'A podcast',
    file: 'podcast.xml',
    url: 'https://lighthouse.example/podcast.xml',
    input: utf8(`<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
  <title>Voices from the Lighthouse</title>
  <link>https://lighthouse.example/</link>
  <atom:link rel="self" type="application/rss+xml" href="https://lighthouse.example/podcast.xml"/>
  <description>Keepers tell about the sea.</description>
  <language>en</language>
  <itunes:author>Ada Kelp</itunes:author>
  <itunes:category text="Society &amp; Culture"/>
  <itunes:explicit>false</itunes:explicit>
  <itunes:image href="https://lighthouse.example/cover.jpg"/>
  <item>
    <title>The night of the whale</title>
    <guid isPermaLink="false">lighthouse-7</guid>
    <pubDate>Sun, 01 Nov 2026 06:00:00 GMT</pubDate>
    <description>&lt;p&gt;A whale, a foghorn, and a &lt;em&gt;misunderstanding&lt;/em&gt;.&lt;/p&gt;</description>
    <enclosure url="https://lighthouse.example/7.mp3" length="31415926" type="audio/mpeg"/>
    <itunes:duration>41:07</itunes:duration>
    <podcast:person role="guest">Bo Marram</podcast:person>
  </item>
</channel>
</rss>`),
  },
  {
    name: 'JSON Feed, cut off',
    file: 'feed.json',
    url: 'https://quay.example/feed.json',
    input: utf8(`{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "The Quay",
  "home_page_url": "https://quay.example/",
  "items": [
    {"id": "2", "url": "/crane", "title": "The crane works again", "content_html": "<p>At last.</p>", "date_published": "2026-11-20T09:30:00+01:00"},
    {"id": 1, "url": "/rope", "content_text": "Rope for sale, 40 fathoms`),
  },
];
