//! The options of a writer, and its return values.

use std::io::{self, Write};

use bozofeed::content::Sanitize;
use bozofeed::model::{Entry, Feed, Text};
use bozofeed::write::{Target, WriteError, Writer};
use bozofeed::{Parsed, parse};

use super::{FORMATS, writer};

/// Returns an entry with an identifier.
fn entry(id: &str) -> Entry {
    let mut entry = Entry::default();
    entry.id = Some(id.into());
    entry
}

/// Writes a feed with these entries.
fn text(writer: &Writer, feed: &Feed, entries: &[Entry]) -> String {
    let mut out = Vec::new();
    writer.write_feed(feed, entries, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn read(writer: &Writer, feed: &Feed, entries: &[Entry]) -> Parsed {
    parse(&*text(writer, feed, entries))
}

#[test]
fn as_many_entries_are_written_as_asked_for() {
    let entries: Vec<Entry> = ["urn:a", "urn:b", "urn:c"].map(entry).into();
    let mut wrong = Vec::new();
    for (name, format) in FORMATS {
        for (most, pages) in [(0, vec![0, 0]), (1, vec![1, 1, 1, 0]), (2, vec![2, 1, 0]), (9, vec![3, 0])] {
            let mut left = entries.iter();
            let found: Vec<_> = pages
                .iter()
                .map(|_| {
                    let mut out = Vec::new();
                    let written =
                        writer(format).entries(most).write_feed(&Feed::default(), &mut left, &mut out);
                    (written.unwrap().entries, parse(&out).entries.len())
                })
                .collect();
            if found != pages.iter().map(|count| (*count, *count)).collect::<Vec<_>>() {
                wrong.push(format!("{name}, at most {most}: {found:?}"));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn indentation_is_the_only_difference() {
    let parsed = parse(
        b"<rss><channel><title>a</title><link>https://h.example/</link><item><title>b</title>\
          <link>https://h.example/b</link><description>&lt;p>c&lt;/p>\n  &lt;p>d&lt;/p></description></item></channel></rss>",
    );
    let mut wrong = Vec::new();
    for (name, format) in FORMATS {
        let [flat, two, four] =
            [0, 2, 4].map(|spaces| writer(format).indent(spaces).to_text(&parsed).unwrap());
        if two != writer(format).to_text(&parsed).unwrap() {
            wrong.push(format!("{name}: not two by default"));
        }
        let models = [&flat, &two, &four].map(|text| {
            let parsed = parse(text.as_bytes());
            (parsed.feed, parsed.entries)
        });
        if models[0] != models[1] || models[1] != models[2] {
            wrong.push(format!("{name}: other values"));
        }
        // The line break in the description is text, which JSON escapes; an XML declaration is on a separate line.
        let lines = [&flat, &two, &four].map(|text| text.trim_end().lines().count());
        if lines[0] > 3 || lines[1] < 8 || lines[1] != lines[2] || four.len() <= two.len() {
            wrong.push(format!("{name}: {lines:?} lines"));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn the_url_of_the_feed_replaces_its_own() {
    let own = "https://harbour.example/old";
    let new = "https://harbour.example/new?a=1&b=2";
    let source = format!(
        "<feed xmlns='http://www.w3.org/2005/Atom'><link rel='self' href='{own}'/><link href='https://harbour.example/'/></feed>"
    );
    let with_own = parse(source.as_bytes()).feed;
    let mut wrong = Vec::new();
    for (name, format) in FORMATS {
        for (feed, url, expected) in [
            (&Feed::default(), None, None),
            (&Feed::default(), Some(new), Some(new)),
            (&with_own, None, Some(own)),
            (&with_own, Some(new), Some(new)),
        ] {
            let writer = url.map_or_else(|| writer(format), |url| writer(format).feed_url(url));
            let again = read(&writer, feed, &[]).feed;
            let own: Vec<_> = again.links.iter().filter(|link| link.rel == "self").collect();
            let found = own.first().and_then(|link| link.href.as_deref()).or(again.href());
            if own.len() > 1 || found != expected {
                wrong.push(format!("{name}, {url:?}: {found:?} of {own:?}"));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn atom_alone_needs_dates() {
    let date = |text: &str| {
        parse(format!("<rss><channel><pubDate>{text}</pubDate></channel></rss>").as_bytes()).feed.published
    };
    let feed = |text: Option<&str>| {
        let mut feed = Feed::default();
        feed.updated = text.map(date).unwrap_or_default();
        feed
    };
    let dated = |text: &str| {
        let mut entry = entry("urn:dated");
        entry.published = date(text);
        entry
    };
    let monday = "2024-01-01T00:00:00Z";
    let tuesday = "2024-01-02T00:00:00Z";
    let unreadable = "last Wednesday";
    let mut wrong = Vec::new();
    for (feed, entries, expected) in [
        (feed(None), vec![], Err((None, ""))),
        (feed(None), vec![entry("urn:a")], Err((Some(0), "urn:a"))),
        (feed(None), vec![dated(monday)], Ok(vec![monday, monday])),
        (feed(None), vec![dated(monday), entry("urn:a")], Err((Some(1), "urn:a"))),
        (feed(Some(tuesday)), vec![dated(monday), entry("urn:a")], Ok(vec![tuesday, monday, tuesday])),
        (feed(Some(unreadable)), vec![], Err((None, ""))),
        (feed(Some(tuesday)), vec![dated(unreadable)], Ok(vec![tuesday, tuesday])),
    ] {
        let mut out = Vec::new();
        let found = Writer::new(Target::Atom).write_feed(&feed, &entries, &mut out);
        let found = match found {
            Ok(_) => {
                let again = parse(&out);
                let all = [again.feed.updated.clone()]
                    .into_iter()
                    .chain(again.entries.iter().map(|e| e.updated.clone()));
                Ok(all.map(|date| date.instant().unwrap().to_string()).collect::<Vec<_>>())
            }
            Err(WriteError::MissingDate { entry, identity }) => Err((entry, identity)),
            Err(error) => panic!("{error}"),
        };
        // The writer may name any entry first, as long as it has no date.
        let is_expected = match (&found, &expected) {
            (Ok(found), Ok(expected)) => found == expected,
            (Err((entry, identity)), Err((at, id))) => {
                (entry, identity.contains(id)) == (at, true) || entry.is_none()
            }
            _ => false,
        };
        if !is_expected {
            wrong.push(format!("{found:?}, not {expected:?}"));
        }
        for (name, format) in FORMATS {
            if format != Target::Atom && Writer::new(format).write_feed(&feed, &entries, io::sink()).is_err()
            {
                wrong.push(format!("{name} needs dates"));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn identifiers_that_are_missing_remain_the_same() {
    let titled = |title: &str| {
        let mut entry = Entry::default();
        entry.title = Some(
            serde_json::from_value(serde_json::json!({ "value": title, "media_type": "text/plain" }))
                .unwrap(),
        );
        entry
    };
    let entries = [titled("one"), titled("two"), titled("two"), entry("urn:own")];
    let mut all = Vec::new();
    for (name, format) in FORMATS {
        let ids = |entries: &[Entry]| -> Vec<String> {
            let again = read(&writer(format), &Feed::default(), entries);
            again.entries.iter().map(|entry| entry.id.as_deref().unwrap_or_default().to_owned()).collect()
        };
        let found = ids(&entries);
        let reversed: Vec<Entry> = entries.iter().rev().cloned().collect();
        let again = ids(&reversed);
        // RSS does not require a date.
        if format != Target::Rss || !found[0].is_empty() {
            assert!(
                found[0].starts_with("urn:uuid:") && found[0].as_bytes().get(23) == Some(&b'5'),
                "{name}: {found:?}"
            );
            let unique: std::collections::HashSet<_> = found.iter().collect();
            assert_eq!(unique.len(), 4, "{name}: {found:?}");
        }
        assert_eq!((&found[0], &found[3]), (&again[3], &again[0]), "{name}");
        all.push(found);
    }
    all.retain(|found| !found[0].is_empty());
    assert!(all.windows(2).all(|pair| pair[0] == pair[1]), "{all:?}");
}

#[test]
fn markup_is_what_the_policy_allows() {
    const MARKUP: &str = "<p onclick='x()' style='color: red'>a<script>x()</script><a href='javascript:x()'>b</a>\
        <img src='https://h.example/c.png' onerror='x()'><iframe src='https://h.example/'></iframe></p>";
    let html = |value: &str| -> Text {
        serde_json::from_value(serde_json::json!({ "value": value, "media_type": "text/html" })).unwrap()
    };
    let mut own = Entry::default();
    (own.title, own.summary, own.content) = (Some(html(MARKUP)), Some(html(MARKUP)), vec![html(MARKUP)]);
    let mut wrong = Vec::new();
    for (name, format) in FORMATS {
        for (policy, sanitize, kept) in [
            ("default", None, vec![]),
            ("reader", Some(Sanitize::Reader), vec![]),
            ("feedparser", Some(Sanitize::FeedParser), vec![]),
            ("off", Some(Sanitize::Off), vec!["onclick", "<script", "javascript:", "onerror", "<iframe"]),
        ] {
            let writer =
                sanitize.map_or_else(|| writer(format), |sanitize| writer(format).sanitize(sanitize));
            let text = text(&writer, &Feed::default(), std::slice::from_ref(&own));
            let as_read = bozofeed::Parser::new().sanitize(Sanitize::Off).parse(text.as_bytes());
            let entry = &as_read.entries[0];
            let texts: Vec<String> = [entry.title.as_ref(), entry.summary.as_ref(), entry.content.first()]
                .into_iter()
                .map(|text| text.map(|text| text.value.to_string()).unwrap_or_default())
                .collect();
            let bad = ["onclick", "<script", "javascript:", "onerror", "<iframe"];
            for (field, value) in ["title", "summary", "content"].iter().zip(&texts) {
                let found: Vec<_> = bad.into_iter().filter(|part| value.contains(part)).collect();
                if found != kept || !value.contains('b') {
                    wrong.push(format!("{name}, {policy}, {field}: {value}"));
                }
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// A writer that fails after some bytes.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return Err(io::Error::other("full"));
        }
        let count = bytes.len().min(self.0);
        self.0 -= count;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn errors_of_the_output_are_returned() {
    let entries: Vec<Entry> = (0..2_000).map(|number| entry(&format!("urn:example:{number}"))).collect();
    let mut wrong = Vec::new();
    for (name, format) in FORMATS {
        let whole = text(&writer(format), &Feed::default(), &entries).len();
        for room in [0, 1, 1_000, 70_000, whole - 1] {
            let error = writer(format).write_feed(&Feed::default(), &entries, Full(room)).err();
            if !matches!(&error, Some(WriteError::Io(error)) if error.to_string() == "full") {
                wrong.push(format!("{name}, {room} bytes: {error:?}"));
            }
        }
        if writer(format).write_feed(&Feed::default(), &entries, Full(whole)).is_err() {
            wrong.push(format!("{name} fails without a reason"));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn a_value_that_is_written_elsewhere_is_not_lost() {
    let feed = r#"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "attachments": [
        {"url": "http://a.example/a.mp3", "mime_type": "audio/mpeg", "duration_in_seconds": 90}]}]}"#;
    let parsed = bozofeed::parse(feed);
    for (name, format) in FORMATS {
        let mut out = Vec::new();
        let written = writer(format)
            .keep_everything(false)
            .write_feed(&parsed.feed, &parsed.entries, &mut out)
            .unwrap();
        let lost = written.losses.iter().find(|loss| loss.path.contains("duration"));
        assert!(lost.is_none() && String::from_utf8_lossy(&out).contains("90"), "{name}: {lost:?}");
    }
}

#[test]
fn losses_say_where_they_are() {
    let mut first = entry("urn:first");
    first.links = vec![
        serde_json::from_value(serde_json::json!({ "href": "javascript:x()", "rel": "related" })).unwrap(),
    ];
    let mut wrong = Vec::new();
    for (name, format) in FORMATS {
        let mut out = Vec::new();
        let entries = [entry("urn:zero"), first.clone()];
        let written = writer(format).write_feed(&Feed::default(), &entries, &mut out).unwrap();
        let is_told = written.losses.iter().any(|loss| loss.path.starts_with("entries[1]"));
        let is_written = String::from_utf8_lossy(&out).contains("javascript");
        if !is_told || is_written || written.loss_count != written.losses.len() {
            wrong.push(format!("{name}: {written:?}"));
        }
        // Only the first hundred are listed.
        let many = vec![first.clone(); 150];
        let written = writer(format).write_feed(&Feed::default(), &many, &mut io::sink()).unwrap();
        if written.losses.len() != 100 || written.loss_count < 150 {
            wrong.push(format!("{name}: {} of {}", written.losses.len(), written.loss_count));
        }
    }
    assert_eq!(wrong, [""; 0]);
}
