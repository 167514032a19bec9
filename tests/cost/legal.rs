//! Ordinary archives stay complete under the default limits, as the model and as the dictionary.

use std::fmt::Write as _;

use bozofeed::model::Entry;
use bozofeed::model::itunes::Itunes;
use bozofeed::model::podcast::Podcast;
use bozofeed::{Bozo, Parser};
use serde_json::Value;

/// An archive, with functions that count the values of its entries.
struct Archive {
    name: &'static str,
    entries: usize,
    document: fn(usize) -> String,
    /// Returns the lengths of the lists of an entry in the model.
    of_model: fn(&Entry) -> Vec<usize>,
    /// Returns the lengths of the lists of an entry in the dictionary.
    of_dictionary: fn(&Value) -> Vec<usize>,
}

fn repeated(count: usize, mut part: impl FnMut(usize, &mut String)) -> String {
    let mut all = String::new();
    (0..count).for_each(|number| part(number, &mut all));
    all
}

/// Items of about 280 bytes.
fn json_feed(items: usize) -> String {
    let items = repeated(items, |number, out| {
        let separator = if number == 0 { "" } else { "," };
        let _ = write!(
            out,
            "{separator}{{\"id\":\"https://harbour.example/{number}\",\"title\":\"Log {number}\",\"content_text\":\"High water.\",\
             \"tags\":[\"tides\",\"winds\",\"boats\"],\"authors\":[{{\"name\":\"Ole Holm\"}}],\
             \"attachments\":[{{\"url\":\"https://harbour.example/{number}.mp3\",\"mime_type\":\"audio/mpeg\"}}],\
             \"_harbour\":{{\"berth\":{number},\"open\":true}}}}"
        );
    });
    format!("{{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"Harbour\",\"items\":[{items}]}}")
}

/// Episodes of about 2 KB.
fn podcast(episodes: usize) -> String {
    let episodes = repeated(episodes, |number, out| {
        let _ = write!(
            out,
            "<item><title>Episode {number}: the log of the harbour</title><guid isPermaLink='false'>harbour-{number}</guid>\
             <link>https://harbour.example/episodes/{number}</link><pubDate>Fri, 02 Jan 2026 03:04:05 +0000</pubDate>\
             <description>&lt;p&gt;{}&lt;/p&gt;</description>\
             <enclosure url='https://harbour.example/audio/{number}.mp3' length='12345678' type='audio/mpeg'/>\
             <itunes:duration>00:42:{:02}</itunes:duration><itunes:episode>{number}</itunes:episode>\
             <itunes:explicit>false</itunes:explicit><itunes:episodeType>full</itunes:episodeType>\
             <itunes:image href='https://harbour.example/covers/{number}.jpg'/>\
             <podcast:chapters url='https://harbour.example/chapters/{number}.json' type='application/json+chapters'/>\
             <podcast:season>{}</podcast:season><podcast:episode>{number}</podcast:episode>",
            "Tides, winds and boats. ".repeat(8),
            number % 60,
            number / 50
        );
        for (extension, kind) in
            [("vtt", "text/vtt"), ("srt", "application/x-subrip"), ("json", "application/json")]
        {
            let _ = write!(
                out,
                "<podcast:transcript url='https://harbour.example/transcripts/{number}.{extension}' type='{kind}' language='en'/>"
            );
        }
        for name in ["Ole Holm", "Ann Lund", "Liv Dahl", "Per Moe"] {
            let _ = write!(
                out,
                "<podcast:person role='guest' group='cast' href='https://harbour.example/people/{number}'>{name}</podcast:person>"
            );
        }
        out.push_str("</item>");
    });
    format!(
        "<rss version='2.0' xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd' \
         xmlns:podcast='https://podcastindex.org/namespace/1.0'><channel><title>Harbour</title>{episodes}</channel></rss>"
    )
}

/// Entries of about 200 bytes.
fn atom(entries: usize) -> String {
    let entries = repeated(entries, |number, out| {
        let _ = write!(
            out,
            "<entry><id>tag:harbour.example,2026:{number}</id><title>Log {number}</title><updated>2026-01-02T03:04:05Z</updated>\
             <link href='/log/{number}'/><link rel='edit' href='/edit/{number}'/></entry>"
        );
    });
    format!("<feed xmlns='http://www.w3.org/2005/Atom'><title>Harbour</title>{entries}</feed>")
}

/// Posts of about 1.7 KB: an export of `WordPress`.
fn wordpress(posts: usize) -> String {
    let posts = repeated(posts, |number, out| {
        let _ = write!(
            out,
            "<item><title>Post {number}</title><link>https://harbour.example/?p={number}</link>\
             <pubDate>Fri, 02 Jan 2026 03:04:05 +0000</pubDate><dc:creator>ole</dc:creator>\
             <guid isPermaLink='false'>https://harbour.example/?p={number}</guid>\
             <content:encoded><![CDATA[<p>{}</p>]]></content:encoded>\
             <wp:post_id>{number}</wp:post_id><wp:post_date>2026-01-02 03:04:05</wp:post_date>\
             <wp:comment_status>open</wp:comment_status><wp:post_name>post-{number}</wp:post_name>\
             <wp:status>publish</wp:status><wp:post_type>post</wp:post_type>\
             <category domain='category' nicename='tides'><![CDATA[Tides]]></category>",
            "Tides, winds and boats. ".repeat(6)
        );
        for meta in 0..4 {
            let _ = write!(
                out,
                "<wp:postmeta><wp:meta_key>_edit_last{meta}</wp:meta_key><wp:meta_value><![CDATA[{number}]]></wp:meta_value>\
                 </wp:postmeta>"
            );
        }
        for comment in 0..2 {
            let _ = write!(
                out,
                "<wp:comment><wp:comment_id>{number}{comment}</wp:comment_id><wp:comment_author>Ann</wp:comment_author>\
                 <wp:comment_author_email>ann@harbour.example</wp:comment_author_email>\
                 <wp:comment_date>2026-01-03 03:04:05</wp:comment_date><wp:comment_content>Fine.</wp:comment_content>\
                 <wp:comment_approved>1</wp:comment_approved></wp:comment>"
            );
        }
        out.push_str("</item>");
    });
    format!(
        "<rss version='2.0' xmlns:content='http://purl.org/rss/1.0/modules/content/' \
         xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns:wp='http://wordpress.org/export/1.2/'><channel>\
         <title>Harbour</title>{posts}</channel></rss>"
    )
}

/// A post with as many fields and comments as the longest discussions.
fn discussion(comments: usize) -> String {
    let comments = repeated(comments, |number, out| {
        let _ = write!(
            out,
            "<wp:comment><wp:comment_id>{number}</wp:comment_id><wp:comment_content>Fine.</wp:comment_content></wp:comment>\
             <wp:postmeta><wp:meta_key>key{number}</wp:meta_key><wp:meta_value>1</wp:meta_value></wp:postmeta>"
        );
    });
    format!(
        "<rss version='2.0' xmlns:wp='http://wordpress.org/export/1.2/'><channel><item><title>Post</title>{comments}</item>\
         </channel></rss>"
    )
}

fn length(value: &Value) -> usize {
    value.as_array().map_or_else(|| value.as_object().map_or(0, serde_json::Map::len), Vec::len)
}

fn archives() -> Vec<Archive> {
    let extensions = |entry: &Entry| {
        let all = entry.extensions();
        vec![all.len(), all.iter().map(|extension| extension.children.len()).sum(), entry.tags.len()]
    };
    let members = |entry: &Value| vec![length(entry)];
    let json = |entries| Archive {
        name: "a JSON Feed",
        entries,
        document: json_feed,
        of_model: |entry| {
            let attachments = entry.links.iter().filter(|link| link.rel == "enclosure");
            vec![attachments.count(), entry.tags.len(), entry.authors.len(), entry.extensions().len()]
        },
        of_dictionary: |entry| {
            vec![
                length(&entry["links"]),
                length(&entry["tags"]),
                length(&entry["authors"]),
                length(&entry["_harbour"]),
            ]
        },
    };
    let podcast = |entries| Archive {
        name: "a podcast",
        entries,
        document: podcast,
        of_model: |entry| {
            let lists = entry.get::<Podcast>().map(|podcast| {
                vec![
                    podcast.persons.len(),
                    podcast.transcripts.len(),
                    usize::from(podcast.chapters.is_some()),
                ]
            });
            [lists.unwrap_or_default(), vec![entry.links.len(), usize::from(entry.get::<Itunes>().is_some())]]
                .concat()
        },
        of_dictionary: |entry| vec![length(entry), length(&entry["links"]), length(&entry["podcast_person"])],
    };
    vec![
        json(20_000),
        podcast(if cfg!(debug_assertions) { 734 } else { 3_000 }),
        Archive {
            name: "an archive",
            entries: if cfg!(debug_assertions) { 12_000 } else { 50_000 },
            document: atom,
            of_model: |entry| vec![entry.links.len(), usize::from(!entry.updated.is_absent())],
            of_dictionary: |entry| vec![length(&entry["links"]), length(entry)],
        },
        Archive {
            name: "an export",
            entries: if cfg!(debug_assertions) { 1_000 } else { 6_000 },
            document: wordpress,
            of_model: extensions,
            of_dictionary: members,
        },
    ]
}

/// Returns whether a limit was reached.
fn is_limited(bozo: Option<&Bozo>) -> bool {
    matches!(bozo, Some(Bozo::LimitExceeded { .. }))
}

/// With the default limits, every entry of an ordinary archive has the same values as when it is the only entry.
#[test]
fn legal_archives_are_whole() {
    let parser = Parser::new();
    let mut wrong = Vec::new();
    for Archive { name, entries, document, of_model, of_dictionary } in archives() {
        let (one, all) = (document(1), document(entries));
        let parsed = parser.parse(all.as_bytes());
        let expected = parser.parse(one.as_bytes()).entries.iter().map(of_model).next().unwrap_or_default();
        let cut = parsed.entries.iter().position(|entry| of_model(entry) != expected);
        if is_limited(parsed.bozo.as_ref()) || parsed.entries.len() != entries || cut.is_some() {
            wrong.push(format!("{name} as model: {:?}, {}, {cut:?}", parsed.bozo, parsed.entries.len()));
        }
        drop(parsed);
        let expected = serde_json::Value::from(parser.dictionary(one.as_bytes()));
        let expected = of_dictionary(&expected["entries"][0]);
        assert!(expected.iter().all(|count| *count > 0), "{name}: {expected:?}");
        let dictionary = parser.dictionary(all.as_bytes());
        let count = dictionary.entries().len();
        let cut = dictionary.entries().position(|entry| {
            let entry = serde_json::to_value(&entry).unwrap_or_default();
            of_dictionary(&entry) != expected
        });
        if is_limited(dictionary.bozo()) || count != entries || cut.is_some() {
            wrong.push(format!("{name} as dictionary: {:?}, {count}, {cut:?}", dictionary.bozo()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A single entry may be as large as a whole archive.
#[test]
fn legal_entries_are_whole() {
    const COMMENTS: usize = 5_000;
    let document = discussion(COMMENTS);
    let parsed = Parser::new().parse(document.as_bytes());
    assert!(!is_limited(parsed.bozo.as_ref()), "{:?}", parsed.bozo);
    let extensions = parsed.entries[0].extensions();
    let children = extensions.iter().map(|extension| extension.children.len());
    assert_eq!((extensions.len(), children.sum::<usize>()), (2 * COMMENTS, 4 * COMMENTS));
    let dictionary = Parser::new().dictionary(document.as_bytes());
    assert!(!is_limited(dictionary.bozo()), "{:?}", dictionary.bozo());
}
