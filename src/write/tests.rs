//! Tests of each part of an entry, written as Atom and as RSS.

#![allow(clippy::expect_used, reason = "a helper of tests may fail as a test does")]

use super::*;
use crate::model::Extension;
use crate::model::media::Media;
use crate::parse;
use crate::shown::item;

/// Returns the written form of an item with this content, without the parts common to all items, and the losses.
fn written(writer: Writer, content: &str) -> (String, String) {
    let target = writer.target;
    let (before, after, own): (_, _, &[&str]) = match target {
        Target::Rss => {
            ("<item>", "</item>", &["<title>t</title>", "<guid isPermaLink='false'>urn:x:1</guid>"])
        }
        Target::Atom | Target::Json => (
            "<entry>",
            "</entry>",
            &[
                "<id>urn:x:1</id>",
                "<title>t</title>",
                "<updated>1970-01-01T00:00:00Z</updated>",
                "<content>t</content>",
            ],
        ),
    };
    let document = item(&format!("<guid isPermaLink='false'>urn:x:1</guid><title>t</title>{content}"));
    let mut text = Vec::new();
    let writer = writer.indent(0).fallback_date(Timestamp::new(0, 0).expect("a timestamp"));
    let written = writer.write(&parse(document.as_bytes()), &mut text).expect("a feed");
    let text = String::from_utf8(text).expect("UTF-8").replace('"', "'");
    let entry = text.split_once(before).and_then(|(_, rest)| rest.split_once(after));
    let entry = entry.map_or("-", |(entry, _)| entry).to_owned();
    // The missing link of the channel is not related to the entry.
    let losses = written.losses.iter().filter(|loss| loss.reason != LossReason::Missing);
    let losses = losses.map(|loss| format!("{} {}", loss.path, loss.reason.as_str()));
    (own.iter().fold(entry, |entry, own| entry.replacen(own, "", 1)), losses.collect::<Vec<_>>().join(", "))
}

/// The content of an item, its written forms as Atom and as RSS, and the losses of each.
type WrittenRow<'r> = (&'r str, [&'r str; 2], [&'r str; 2]);

#[test]
#[allow(clippy::too_many_lines, reason = "a table")]
fn each_part_of_an_entry_has_its_element() {
    let table: [WrittenRow<'_>; 37] = [
        (
            "<link>https://h.example/1</link><a:link rel='self' href='https://h.example/2'/>",
            [
                "<link rel='alternate' href='https://h.example/1'/><link rel='self' href='https://h.example/2'/>",
                "<link>https://h.example/1</link><atom:link rel='self' href='https://h.example/2'/>",
            ],
            ["", ""],
        ),
        (
            "<pubDate>Sat, 21 Nov 2026 09:30:00 GMT</pubDate>",
            [
                "<updated>2026-11-21T09:30:00Z</updated><published>2026-11-21T09:30:00Z</published>",
                "<pubDate>Sat, 21 Nov 2026 09:30:00 GMT</pubDate>",
            ],
            ["", ""],
        ),
        (
            "<dc:date>2026-11-21T09:30:00Z</dc:date>",
            [
                "<updated>2026-11-21T09:30:00Z</updated>",
                "<pubDate>Sat, 21 Nov 2026 09:30:00 +0000</pubDate><atom:updated>2026-11-21T09:30:00Z</atom:updated>",
            ],
            ["", ""],
        ),
        (
            "<pubDate>soon</pubDate>",
            ["", ""],
            ["entries[0]/published unreadable", "entries[0]/pubDate unreadable"],
        ),
        (
            "<link>https://h.example/1</link>",
            ["<link rel='alternate' href='https://h.example/1'/>", "<link>https://h.example/1</link>"],
            ["", ""],
        ),
        (
            "<link>javascript:x()</link>",
            ["", ""],
            ["entries[0]/link/@href no_place", "entries[0]/link/@href no_place"],
        ),
        (
            "<a:link rel='self' href='https://h.example/2'/>",
            [
                "<link rel='self' href='https://h.example/2'/>",
                "<atom:link rel='self' href='https://h.example/2'/>",
            ],
            ["", ""],
        ),
        (
            "<a:link rel='related' href='b' title='t'/>",
            ["<link rel='related' href='b' title='t'/>", "<atom:link rel='related' href='b' title='t'/>"],
            ["", ""],
        ),
        (
            "<enclosure url='https://h.example/1.mp3' type='audio/mpeg' length='5'/>",
            [
                "<link rel='enclosure' type='audio/mpeg' href='https://h.example/1.mp3' length='5'/>",
                "<enclosure url='https://h.example/1.mp3' length='5' type='audio/mpeg'/>",
            ],
            ["", ""],
        ),
        (
            "<enclosure url='https://h.example/1.mp3'/>",
            [
                "<link rel='enclosure' type='audio/mpeg' href='https://h.example/1.mp3'/>",
                "<enclosure url='https://h.example/1.mp3' length='0' type='audio/mpeg'/>",
            ],
            ["", ""],
        ),
        (
            "<description>a &lt;b>c&lt;/b></description>",
            [
                "<summary type='html'>a &lt;b&gt;c&lt;/b&gt;</summary><content type='html'>a &lt;b&gt;c&lt;/b&gt;</content>",
                "<description>a &lt;b&gt;c&lt;/b&gt;</description>",
            ],
            ["", ""],
        ),
        (
            "<content:encoded>a &lt;b>c&lt;/b></content:encoded>",
            [
                "<content type='html'>a &lt;b&gt;c&lt;/b&gt;</content>",
                "<content:encoded>a &lt;b&gt;c&lt;/b&gt;</content:encoded>",
            ],
            ["", ""],
        ),
        (
            "<a:content type='xhtml'><xhtml:div>a <xhtml:b>c</xhtml:b></xhtml:div></a:content>",
            [
                "<content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>a <b>c</b></div></content>",
                "<content:encoded>a &lt;b&gt;c&lt;/b&gt;</content:encoded>",
            ],
            ["", ""],
        ),
        (
            "<a:content type='image/png' src='https://h.example/i'/>",
            [
                "<summary/><content type='image/png' src='https://h.example/i'/>",
                "<atom:content type='image/png' src='https://h.example/i'/>",
            ],
            ["", ""],
        ),
        (
            "<a:content type='image/svg+xml'>&lt;svg/></a:content>",
            [
                "<content type='text'>&lt;svg/&gt;</content>",
                "<content:encoded>&amp;lt;svg/&amp;gt;</content:encoded>",
            ],
            ["", ""],
        ),
        (
            "<a:summary>a &lt; b</a:summary>",
            [
                "<summary type='text'>a &lt; b</summary><content type='text'>a &lt; b</content>",
                "<description>a &amp;lt; b</description>",
            ],
            ["", ""],
        ),
        (
            "<author>a@h.example (A)</author>",
            ["<author><name>A</name><email>a@h.example</email></author>", "<author>a@h.example (A)</author>"],
            ["", ""],
        ),
        (
            "<dc:creator>A</dc:creator>",
            ["<author><name>A</name></author>", "<dc:creator>A</dc:creator>"],
            ["", ""],
        ),
        (
            "<a:author><a:name>A</a:name><a:email>nobody</a:email><a:uri>https://h.example/</a:uri></a:author>",
            [
                "<author><name>A</name><uri>https://h.example/</uri></author>",
                "<atom:author><atom:name>A</atom:name><atom:uri>https://h.example/</atom:uri></atom:author>",
            ],
            ["entries[0]/author/email unreadable", "entries[0]/atom:author/email unreadable"],
        ),
        (
            "<a:contributor><a:name>A</a:name></a:contributor>",
            [
                "<contributor><name>A</name></contributor>",
                "<atom:contributor><atom:name>A</atom:name></atom:contributor>",
            ],
            ["", ""],
        ),
        (
            "<category domain='urn:d'>a</category>",
            ["<category term='a' scheme='urn:d'/>", "<category domain='urn:d'>a</category>"],
            ["", ""],
        ),
        (
            "<category domain='d'>a</category>",
            ["<rss:category domain='d'>a</rss:category>", "<category domain='d'>a</category>"],
            ["", ""],
        ),
        (
            "<a:category term='t' label='l'/>",
            ["<category term='t' label='l'/>", "<category bozofeed:label='l'>t</category>"],
            ["", ""],
        ),
        (
            "<itunes:category text='a'><itunes:category text='b'/></itunes:category>",
            [
                "<itunes:category text='a'><itunes:category text='b'/></itunes:category>",
                "<itunes:category text='a'><itunes:category text='b'/></itunes:category>",
            ],
            ["", ""],
        ),
        (
            "<itunes:keywords>a, b</itunes:keywords>",
            ["<itunes:keywords>a, b</itunes:keywords>", "<itunes:keywords>a, b</itunes:keywords>"],
            ["", ""],
        ),
        (
            "<comments>https://h.example/c</comments>",
            ["<rss:comments>https://h.example/c</rss:comments>", "<comments>https://h.example/c</comments>"],
            ["", ""],
        ),
        (
            "<source url='https://h.example/f'>Feed</source>",
            [
                "<source><title>Feed</title><link rel='self' href='https://h.example/f'/><author><name>Feed</name></author></source>",
                "<source url='https://h.example/f'>Feed</source>",
            ],
            ["", ""],
        ),
        (
            "<a:source><a:id>urn:x:2</a:id><a:title>Feed</a:title></a:source>",
            [
                "<source><id>urn:x:2</id><title>Feed</title><author><name>Feed</name></author></source>",
                "<atom:source><atom:id>urn:x:2</atom:id><atom:title>Feed</atom:title></atom:source>",
            ],
            ["", ""],
        ),
        (
            "<dcterms:created>2026-11-21</dcterms:created>",
            [
                "<updated>2026-11-21T00:00:00-00:00</updated><dcterms:created>2026-11-21T00:00:00-00:00</dcterms:created>",
                "<pubDate>Sat, 21 Nov 2026 00:00:00 -0000</pubDate><dcterms:created>2026-11-21T00:00:00-00:00</dcterms:created>",
            ],
            ["", ""],
        ),
        (
            "<expirationDate>2026-11-21</expirationDate>",
            [
                "<rss:expirationDate>Sat, 21 Nov 2026 00:00:00 -0000</rss:expirationDate>",
                "<rss:expirationDate>Sat, 21 Nov 2026 00:00:00 -0000</rss:expirationDate>",
            ],
            ["", ""],
        ),
        (
            "<dc:language>not a language</dc:language>",
            ["", ""],
            ["entries[0]/@xml:lang unreadable", "entries[0]/language unreadable"],
        ),
        (
            "<image><url>https://h.example/i</url><title>i</title></image>",
            [
                "<rss:image><rss:url>https://h.example/i</rss:url><rss:title>i</rss:title></rss:image><media:thumbnail url='https://h.example/i'/>",
                "<rss:image><rss:url>https://h.example/i</rss:url><rss:title>i</rss:title></rss:image><media:thumbnail url='https://h.example/i'/>",
            ],
            ["", ""],
        ),
        ("<copyright>a</copyright>", ["<rights>a</rights>", "<atom:rights>a</atom:rights>"], ["", ""]),
        (
            "<dc:publisher>A</dc:publisher>",
            ["<dc:publisher>A</dc:publisher>", "<dc:publisher>A</dc:publisher>"],
            ["", ""],
        ),
        ("<x:a b='1'>t</x:a>", ["<x:a b='1'>t</x:a>", "<x:a b='1'>t</x:a>"], ["", ""]),
        (
            "<title xml:lang='nl'>u</title>",
            [
                "<bozofeed:element name='title'>u</bozofeed:element>",
                "<bozofeed:element name='title'>u</bozofeed:element>",
            ],
            ["", ""],
        ),
        (
            "<unknown>t</unknown>",
            [
                "<bozofeed:element name='unknown'>t</bozofeed:element>",
                "<bozofeed:element name='unknown'>t</bozofeed:element>",
            ],
            ["", ""],
        ),
    ];
    check(&table, true);
}

/// Compares the written forms and the losses with the rows of a table.
fn check(table: &[WrittenRow<'_>], keeps_everything: bool) {
    let mut wrong = Vec::new();
    for (content, elements, losses) in table {
        for ((target, elements), losses) in [Target::Atom, Target::Rss].into_iter().zip(elements).zip(losses)
        {
            let found = written(Writer::new(target).keep_everything(keeps_everything), content);
            if (found.0.as_str(), found.1.as_str()) != (*elements, *losses) {
                wrong.push((content, target, found));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
#[allow(clippy::too_many_lines, reason = "a table")]
fn readers_get_what_they_know() {
    check(
        &[
            (
                "<link>https://h.example/1</link><a:link rel='related' href='https://h.example/2' x:a='1' target='_blank' data-id='7'/>",
                [
                    "<link rel='alternate' href='https://h.example/1'/><link rel='related' href='https://h.example/2' x:a='1'/>",
                    "<link>https://h.example/1</link><atom:link rel='related' href='https://h.example/2' x:a='1'/>",
                ],
                [
                    "entries[0]/link/@target no_place, entries[0]/link/@data-id no_place",
                    "entries[0]/atom:link/@target no_place, entries[0]/atom:link/@data-id no_place",
                ],
            ),
            (
                "<link>https://h.example/1</link><a:link href='https://h.example/2'/>",
                [
                    "<link rel='alternate' href='https://h.example/1'/><link rel='related' href='https://h.example/2'/>",
                    "<link>https://h.example/1</link><atom:link rel='alternate' href='https://h.example/2'/>",
                ],
                ["", ""],
            ),
            (
                "<enclosure url='https://h.example/1.mp3' type='audio/mpeg' length='5' title='A'/>",
                [
                    "<link rel='enclosure' type='audio/mpeg' href='https://h.example/1.mp3' title='A' length='5'/>",
                    "<enclosure url='https://h.example/1.mp3' length='5' type='audio/mpeg'/>",
                ],
                ["", "entries[0]/enclosure/@title no_place"],
            ),
            (
                "<a:author><a:name>A</a:name><a:uri>https://h.example/</a:uri></a:author>",
                [
                    "<author><name>A</name><uri>https://h.example/</uri></author>",
                    "<dc:creator>A</dc:creator>",
                ],
                ["", "entries[0]/author/uri no_place"],
            ),
            (
                "<a:author><a:uri>https://h.example/</a:uri></a:author>",
                [
                    "<author><name>https://h.example/</name><uri>https://h.example/</uri></author>",
                    "<atom:author><atom:name>https://h.example/</atom:name><atom:uri>https://h.example/</atom:uri></atom:author>",
                ],
                ["", ""],
            ),
            (
                "<author>a@h.example (A)</author><itunes:episode>1</itunes:episode>",
                [
                    "<author><name>A</name><email>a@h.example</email></author><itunes:episode>1</itunes:episode>",
                    "<author>a@h.example (A)</author><itunes:episode>1</itunes:episode>",
                ],
                ["", ""],
            ),
            (
                "<category domain='d'>a</category>",
                ["<category term='a'/>", "<category domain='d'>a</category>"],
                ["entries[0]/category/@scheme no_place", ""],
            ),
            (
                "<a:category term='t' label='l'/>",
                ["<category term='t' label='l'/>", "<category>t</category>"],
                ["", "entries[0]/category/@label no_place"],
            ),
            (
                "<comments>https://h.example/c</comments>",
                [
                    "<link rel='replies' type='text/html' href='https://h.example/c'/>",
                    "<comments>https://h.example/c</comments>",
                ],
                ["", ""],
            ),
            (
                "<a:source><a:id>urn:x:2</a:id><a:title>Feed</a:title><a:link rel='self' href='https://h.example/f'/></a:source>",
                [
                    "<source><id>urn:x:2</id><title>Feed</title><link rel='self' href='https://h.example/f'/><author><name>Feed</name></author></source>",
                    "<source url='https://h.example/f'>Feed</source>",
                ],
                ["", ""],
            ),
            (
                "<a:source><a:title>Feed</a:title></a:source>",
                ["<source><title>Feed</title><author><name>Feed</name></author></source>", ""],
                ["", "entries[0]/source no_place"],
            ),
            (
                "<expirationDate>2026-11-21</expirationDate>",
                ["", ""],
                ["entries[0]/rss:expirationDate no_place", "entries[0]/rss:expirationDate no_place"],
            ),
            (
                "<image><url>https://h.example/i</url></image>",
                [
                    "<media:thumbnail url='https://h.example/i'/>",
                    "<media:thumbnail url='https://h.example/i'/>",
                ],
                ["", ""],
            ),
            (
                "<image><url>https://h.example/i</url><title>i</title></image>",
                [
                    "<media:thumbnail url='https://h.example/i'/>",
                    "<media:thumbnail url='https://h.example/i'/>",
                ],
                ["entries[0]/rss:image no_place", "entries[0]/rss:image no_place"],
            ),
            (
                "<itunes:image href='https://h.example/i'/>",
                [
                    "<itunes:image href='https://h.example/i'/><media:thumbnail url='https://h.example/i'/>",
                    "<itunes:image href='https://h.example/i'/>",
                ],
                ["", ""],
            ),
            (
                "<itunes:episode>1</itunes:episode><image><url>https://h.example/i</url></image>",
                [
                    "<itunes:episode>1</itunes:episode><media:thumbnail url='https://h.example/i'/>",
                    "<itunes:episode>1</itunes:episode><itunes:image href='https://h.example/i'/><media:thumbnail url='https://h.example/i'/>",
                ],
                ["", ""],
            ),
            (
                "<title xml:lang='nl'>u</title>",
                ["", ""],
                ["entries[0]/title no_place", "entries[0]/title no_place"],
            ),
            (
                "<unknown>t</unknown>",
                ["", ""],
                ["entries[0]/unknown no_place", "entries[0]/unknown no_place"],
            ),
            ("<x:a b='1'>t</x:a>", ["<x:a b='1'>t</x:a>", "<x:a b='1'>t</x:a>"], ["", ""]),
        ],
        false,
    );
}

/// A long entry is passed on before it is complete. The namespaces of its last elements are declared at its start, or by the elements.
#[test]
fn long_entries_have_their_namespaces() {
    let long = "tide ".repeat(300_000);
    let feed = "<rss version='2.0' xmlns:late='urn:late' xmlns:a='http://www.w3.org/2005/Atom'><channel>\
        <link>https://h.example/</link>";
    let last = "<late:x late:y='z'/><o:x xmlns:o='urn:other' o:y='z'/>\
        <media:content xmlns:media='http://search.yahoo.com/mrss/' url='https://h.example/1' medium='image'/>";
    let mut wrong = Vec::new();
    for (head, item) in [
        (String::new(), format!("<q:x xmlns:q='urn:q'>{long}</q:x>{last}")),
        (format!("<q:x xmlns:q='urn:q'>{long}</q:x><late:x/><o:x xmlns:o='urn:other'/>"), last.to_owned()),
        (String::new(), format!("<description>{long}</description><q:x xmlns:q='urn:q'>{long}</q:x>{last}")),
    ] {
        let one = "<item><guid>urn:1</guid><title>One</title></item>";
        let document = format!("{feed}{head}{one}<item><guid>urn:2</guid>{item}</item></channel></rss>");
        let parsed = parse(document.as_bytes());
        for target in [Target::Atom, Target::Rss, Target::Json] {
            let writer = Writer::new(target).fallback_date(Timestamp::new(0, 0).expect("a timestamp"));
            let mut text = Vec::new();
            let written = writer.keep_everything(true).write(&parsed, &mut text).expect("a feed");
            let again = parse(&text);
            let values = |parsed: &Parsed| {
                let of_entry = |entry: &Entry| {
                    let names = |extension: &Extension| {
                        (extension.namespace.clone(), extension.name.clone(), extension.text.len())
                    };
                    let pictures = entry.get::<Media>().map(|media| media.members().count());
                    (entry.id.clone(), entry.extensions().iter().map(names).collect::<Vec<_>>(), pictures)
                };
                let of_feed = parsed.feed.extensions().iter().map(|extension| extension.name.clone());
                (of_feed.collect::<Vec<_>>(), parsed.entries.iter().map(of_entry).collect::<Vec<_>>())
            };
            if again.bozo.is_some() || written.loss_count > 0 || values(&again) != values(&parsed) {
                wrong.push((target, again.bozo.clone(), written.losses, values(&again), values(&parsed)));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
