//! Histories of feeds: for each entry of each poll, the matcher must agree with a human.

use bozofeed::Parser;
use bozofeed::content::escape;
use bozofeed::model::Entry;

use super::{EntryField, EntryMatch, EntryStatus, LEAST_REMEMBERED, MOST_FEEDS, MatchKey, Matcher};
use bozofeed_testing::{Result, Unstructured, check, list};

/// The histories. The file describes its format.
const HISTORIES: &str = include_str!("histories.txt");

/// Returns an item whose fields are written as `name: value | name: value`.
fn item(fields: &str) -> String {
    let elements = fields.split(" | ").map(|field| {
        let (name, value) = field.split_once(':').unwrap_or_else(|| panic!("{field}"));
        let value = escape(value.trim());
        let each = |element: &str| {
            let elements = value.split(", ").map(|value| format!("<{element}>{value}</{element}>"));
            elements.collect::<Vec<_>>().concat()
        };
        match name.trim() {
            "author" => each("dc:creator"),
            "tag" => each("category"),
            "id" => format!("<guid isPermaLink='{}'>{value}</guid>", value.starts_with("http")),
            "link" | "title" => format!("<{0}>{value}</{0}>", name.trim()),
            "text" => format!("<description>{value}</description>"),
            "date" => format!("<pubDate>{value}</pubDate>"),
            "updated" => format!("<dcterms:modified>{value}</dcterms:modified>"),
            "file" => format!("<enclosure url='{value}' type='audio/mpeg'/>"),
            name => panic!("{name}"),
        }
    });
    format!("<item>{}</item>", elements.collect::<String>())
}

fn entries<'i>(items: impl IntoIterator<Item = &'i str>) -> Vec<Entry> {
    let items: String = items.into_iter().map(item).collect();
    let namespaces = "xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns:dcterms='http://purl.org/dc/terms/'";
    Parser::new()
        .parse(format!("<rss version='2.0' {namespaces}><channel>{items}</channel></rss>").as_str())
        .entries
}

/// Returns a result in the format of the histories.
fn words(found: &EntryMatch) -> String {
    let fields: Vec<&str> = found.changed.iter().map(|field| field.as_str()).collect();
    if fields.is_empty() {
        found.status.to_string()
    } else {
        format!("{}: {}", found.status, fields.join(", "))
    }
}

#[test]
fn what_is_new_is_what_a_person_would_say() {
    let mut wrong = Vec::new();
    let histories: Vec<&str> = HISTORIES.split("\n= ").skip(1).collect();
    for history in &histories {
        let (name, polls) = history.split_once('\n').unwrap();
        let mut matcher = Matcher::new();
        for (at, poll) in polls.split("poll").skip(1).enumerate() {
            let (feed, lines) = poll.split_once('\n').unwrap_or((poll, ""));
            let lines = lines.lines().filter(|line| !line.trim().is_empty());
            let (items, expected): (Vec<&str>, Vec<&str>) =
                lines.map(|line| line.split_once(" => ").unwrap()).unzip();
            let entries = entries(items.iter().copied());
            assert_eq!(entries.len(), items.len(), "{name}");
            // The state is stored between two polls.
            matcher = serde_json::from_str(&serde_json::to_string(&matcher).unwrap()).unwrap();
            for ((found, expected), item) in
                matcher.poll_feed(feed.trim(), &entries).iter().zip(expected).zip(items)
            {
                if words(found) != expected {
                    wrong.push(format!(
                        "{name}, poll {}: {}: {} by {:?}, not {expected}",
                        at + 1,
                        item.trim(),
                        words(found),
                        found.key
                    ));
                }
            }
        }
    }
    assert!(histories.len() >= 140, "{}", histories.len());
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn an_entry_keeps_its_number() {
    let mut matcher = Matcher::new();
    let mut numbers = |items: &[&str]| -> Vec<u64> {
        matcher.poll(&entries(items.iter().copied())).iter().map(|found| found.entry).collect()
    };
    assert_eq!(numbers(&["id: a | title: Fog", "id: b | title: Rain", "id: a | title: Fog"]), [1, 2, 1]);
    assert_eq!(numbers(&["id: c | title: Snow", "id: a | title: Fog lifts"]), [3, 1]);
    assert_eq!(numbers(&["id: b | title: Rain"]), [2]);
}

/// A feed with different entries in each poll is remembered for a few polls, and then forgotten.
#[test]
fn the_memory_is_bounded() {
    let page = |page: usize| -> Vec<Entry> {
        let items: Vec<String> =
            (0..100).map(|at| format!("id: urn:x:{page}:{at} | title: Entry {page} {at}")).collect();
        entries(items.iter().map(String::as_str))
    };
    let mut matcher = Matcher::new();
    let mut sizes = Vec::new();
    for at in 0..40 {
        matcher.poll(&page(at));
        sizes.push(serde_json::to_string(&matcher).unwrap().len());
    }
    assert!(sizes[39] < sizes[12] * 11 / 10, "{sizes:?}");
    let statuses = |found: Vec<EntryMatch>| found.into_iter().map(|found| found.status).collect::<Vec<_>>();
    assert_eq!(statuses(matcher.poll(&page(31))), [EntryStatus::Same; 100]);
    assert_eq!(statuses(matcher.poll(&page(10))), [EntryStatus::New; 100]);
}

/// A stored state may come from an untrusted source.
#[test]
fn a_stored_state_is_bounded_when_it_is_read() {
    let mut matcher = Matcher::new();
    let entries = entries(["id: a | title: Fog | text: It is foggy"]);
    matcher.poll(&entries);
    let stored = serde_json::to_value(&matcher).unwrap();
    let read = |stored: &serde_json::Value| serde_json::from_value::<Matcher>(stored.clone()).unwrap();

    let mut large = stored.clone();
    for counter in ["/polls", "/numbered", "/feeds/0/polled", "/feeds/0/largest", "/known/0/seen"] {
        *large.pointer_mut(counter).unwrap() = u64::MAX.into();
    }
    large["feeds"].as_array_mut().unwrap().push(serde_json::json!({"name": 1, "polled": 0, "largest": 9}));
    let mut matcher = read(&large);
    assert_eq!(matcher.poll(&entries)[0].status, EntryStatus::Same);
    assert_eq!(matcher.poll(&self::entries(["id: b | title: Rain"]))[0].status, EntryStatus::New);

    let mut wrong = stored.clone();
    wrong["known"][0]["seen"] = 9.into();
    wrong["known"][0]["entry"] = 7.into();
    wrong["known"][0]["title_words"] = (0..40_000_u32).rev().collect::<Vec<_>>().into();
    wrong["known"][0]["text_words"] = vec![3, 1, 3, 2].into();
    let mut matcher = read(&wrong);
    let known = &matcher.known[0];
    assert_eq!((known.seen, matcher.numbered), (1, 7));
    assert_eq!((known.sketch.title_words.len(), known.sketch.title_words.capacity()), (16, 16));
    assert!(known.sketch.title_words.is_sorted());
    assert_eq!(known.sketch.text_words, [1, 2, 3]);
    assert_eq!(matcher.poll(&self::entries(["id: b | title: Rain"]))[0].entry, 8);

    let mut many = stored.clone();
    many["feeds"][0]["largest"] = 1_000_000.into();
    let feed = |name: u64| serde_json::json!({"name": name, "polled": name % 2, "largest": u64::MAX});
    many["feeds"].as_array_mut().unwrap().extend((1..5_000).map(feed));
    let mut matcher = read(&many);
    assert_eq!(matcher.feeds.len(), MOST_FEEDS);
    assert!(matcher.feeds.iter().all(|feed| feed.largest <= LEAST_REMEMBERED && feed.polled == 1));
    assert_eq!(matcher.poll(&self::entries(["id: a | title: Fog | text: It is foggy"]))[0].entry, 1);
    for name in 0..10 {
        matcher.poll_feed(&name.to_string(), &[]);
    }
    assert_eq!(matcher.feeds.len(), MOST_FEEDS);

    let mut many = stored;
    let known = many["known"][0].clone();
    let numbered = (1..=5_000).map(|entry| {
        let mut known = known.clone();
        known["entry"] = entry.into();
        known
    });
    many["known"] = numbered.collect();
    assert_eq!(read(&many).known.len(), 1_001);
}

#[test]
fn a_key_has_a_name() {
    assert_eq!("id".parse(), Ok(MatchKey::Id));
    assert_eq!("title".parse(), Ok(EntryField::Title));
    assert_eq!(serde_json::to_value(EntryStatus::Again).unwrap(), "again");
}

/// Returns the items of a poll, with few distinct values, so that they share some.
fn items(u: &mut Unstructured<'_>) -> Result<Vec<String>> {
    const VALUES: [(&str, [&str; 3]); 6] = [
        ("id", ["1", "https://h.example/1", "https://h.example/2"]),
        ("link", ["https://h.example/", "https://h.example/1", "https://i.example/12345-2"]),
        ("title", ["Fog", "Fogs", "Rain in the harbour 2"]),
        ("date", ["2026-01-01", "2026-01-01T02:00:00Z", "2026-03-01"]),
        ("text", ["It is foggy", "It rains", "It rains and rains"]),
        ("file", ["https://h.example/1.mp3", "https://h.example/2.mp3", "https://i.example/1.mp3"]),
    ];
    list(u, 0..=6, |u| {
        // An item without any value would not be written.
        let mut fields = vec!["author: Ada".to_owned()];
        for (name, values) in VALUES {
            if u.arbitrary()? {
                fields.push(format!("{name}: {}", u.choose(&values)?));
            }
        }
        Ok(fields.join(" | "))
    })
}

#[test]
fn a_document_that_is_polled_again_has_nothing_new() {
    check(200, |u| {
        let mut matcher = Matcher::new();
        for items in list(u, 1..=4, items)? {
            let entries = entries(items.iter().map(String::as_str));
            let first = matcher.poll(&entries);
            for (at, one) in first.iter().enumerate() {
                let repeated = items.iter().zip(&first).skip(at + 1).filter(|(item, _)| **item == items[at]);
                for (item, other) in repeated {
                    assert_eq!((other.entry, other.status), (one.entry, EntryStatus::Same), "{item}");
                }
            }
            let again = matcher.poll(&entries);
            for ((one, again), item) in first.iter().zip(&again).zip(&items) {
                assert_eq!((again.status, again.entry), (EntryStatus::Same, one.entry), "{item}");
                assert!(again.changed.is_empty());
            }
        }
        Ok(())
    });
}
