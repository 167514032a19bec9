//! The cost of a list of subscriptions is proportional to its size, whatever its content.

use allocation_counter::measure;
use bozofeed::Timestamp;

use crate::db::Database;
use crate::subscriptions::{Addresses, opml};
use crate::{add, follow};

/// Creates the outlines of a list of approximately this size.
type Shape = fn(usize) -> String;

/// Lists that could cost more than their size suggests.
const SHAPES: &[(&str, Shape)] = &[
    ("feeds", |size| feeds(size, |number| format!("<outline xmlUrl='https://a.example/{number}'/>"))),
    ("one feed many times", |size| feeds(size, |_| "<outline xmlUrl='https://a.example/'/>".to_owned())),
    ("a long address", |size| format!("<outline xmlUrl='https://a.example/{}'/>", "a".repeat(size))),
    ("a long name of a feed", |size| {
        format!("<outline text='{}' xmlUrl='https://a.example/'/>", "a".repeat(size))
    }),
    ("a long name of a folder", |size| folder(&"n".repeat(size / 2), &numbered(size / 2))),
    ("a long name of a folder in another", |size| {
        folder(&"n".repeat(size / 3), &folder(&"m".repeat(size / 3), &numbered(size / 3)))
    }),
    ("deep folders", |size| nested(40, "n", numbered(size))),
    ("deep folders with long names", |size| nested(40, &"n".repeat(size / 80), numbered(size / 2))),
    ("folders that are never closed", |size| "<outline text='n'>".repeat(size / 18) + &numbered(100)),
    ("a folder for each feed", |size| {
        feeds(size, |number| {
            folder(&format!("n{number}"), &format!("<outline xmlUrl='https://a.example/{number}'/>"))
        })
    }),
    ("folders with many parts", |size| {
        feeds(size, |number| {
            let feed = format!("<outline xmlUrl='https://a.example/{number}'/>");
            folder(&format!("{}{number}", "a/".repeat(245)), &feed)
        })
    }),
    ("categories", |size| {
        feeds(size, |number| {
            format!("<outline category='{}' xmlUrl='https://a.example/{number}'/>", "a/b,".repeat(50))
        })
    }),
    ("addresses that are left out", |size| feeds(size, |_| "<outline xmlUrl='ftp:a'/>".to_owned())),
    ("unopened brackets", |size| "<".repeat(size)),
    ("attributes", |size| feeds(size, |number| format!("<outline a{number}=''/>"))),
];

fn feeds(size: usize, feed: impl Fn(usize) -> String) -> String {
    let mut feeds = String::new();
    let mut number = 0;
    while feeds.len() < size {
        feeds += &feed(number);
        number += 1;
    }
    feeds
}

fn numbered(size: usize) -> String {
    feeds(size, |number| format!("<outline xmlUrl='https://a.example/{number}'/>"))
}

fn folder(name: &str, content: &str) -> String {
    format!("<outline text='{name}'>{content}</outline>")
}

fn nested(depth: usize, name: &str, content: String) -> String {
    (0..depth).fold(content, |inner, _| folder(name, &inner))
}

/// The cost of a list.
#[derive(Debug)]
struct Cost {
    size: u64,
    allocations: u64,
    /// The peak number of bytes in use.
    peak: u64,
    /// The number of bytes stored or written.
    output: u64,
}

/// Adds, follows or rewrites a list; returns the number of bytes stored or written.
type Way = fn(&mut Database, &str, &[u8]) -> u64;

const WAYS: &[(&str, Way)] = &[
    ("add", |database, path, list| {
        let Some(list) = add::subscriptions(list) else { return 0 };
        add::add_list(database, &list, Some("Sea")).unwrap();
        std::fs::metadata(path).unwrap().len()
    }),
    ("follow", |database, path, list| {
        let Some(list) = add::subscriptions(list) else { return 0 };
        let id = database.follow("https://list.example/", Some("Sea"), Timestamp::now()).unwrap();
        let followed = database.find_list(&id.to_string()).unwrap().unwrap();
        for _ in 0..2 {
            follow::sync(database, &followed, &list).unwrap();
        }
        std::fs::metadata(path).unwrap().len()
    }),
    ("export", |database, _, list| {
        let Some(list) = add::subscriptions(list) else { return 0 };
        add::add_list(database, &list, None).unwrap();
        let feeds = database.feeds().unwrap();
        opml("Planet", &feeds, Addresses::Full).to_xml().len() as u64
    }),
];

fn cost(way: Way, list: &str) -> Cost {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("planet.db");
    let mut database = Database::create(&path).unwrap();
    let list = format!("<opml><body>{list}</body></opml>");
    let mut output = 0;
    let info = measure(|| output = way(&mut database, path.to_str().unwrap(), list.as_bytes()));
    let size = list.len() as u64;
    Cost { size, allocations: info.count_total, peak: info.bytes_max, output }
}

/// Asserts that lists cost little, and that the cost per byte hardly grows with the length of a list.
fn assert_proportional(way: usize) {
    // Without optimization, storing the longest takes minutes.
    const SIZES: &[usize] =
        if cfg!(debug_assertions) { &[50_000, 300_000] } else { &[50_000, 300_000, 1_000_000] };
    /// The maximum ratio of the cost per byte between a longer and a shorter list, in thirds.
    const TOLERANCE: u64 = 4;
    const FIXED: u64 = 200_000;
    let (name, way) = WAYS[way];
    let mut wrong = Vec::new();
    for (shape, list) in SHAPES {
        let costs: Vec<_> = SIZES.iter().map(|size| cost(way, &list(*size))).collect();
        for cost in &costs {
            if cost.peak.max(cost.output) > 8 * cost.size + (64 << 20) {
                wrong.push(format!("{shape}: {cost:?}"));
            }
        }
        for pair in costs.windows(2) {
            let [short, long] = pair else { continue };
            let is_steep = |of: fn(&Cost) -> u64| {
                of(long) > FIXED + of(short).saturating_mul(long.size) / short.size * TOLERANCE / 3
            };
            if is_steep(|cost| cost.allocations) || is_steep(|cost| cost.peak) || is_steep(|cost| cost.output)
            {
                wrong.push(format!("{shape}: {short:?}, then {long:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{name}:\n{}", wrong.join("\n"));
}

#[test]
fn a_list_is_added_at_a_cost_that_is_proportional_to_its_size() {
    assert_proportional(0);
}

#[test]
fn a_list_is_followed_at_a_cost_that_is_proportional_to_its_size() {
    assert_proportional(1);
}

#[test]
fn a_list_is_exported_at_a_cost_that_is_proportional_to_its_size() {
    assert_proportional(2);
}
