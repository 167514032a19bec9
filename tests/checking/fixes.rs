//! Fixes for findings: they change only the parts named by the finding, and a fixed finding does not recur.
//!
//! `BOZOFEED_FEEDS=FOLDER[:FOLDER…] cargo test -p bozofeed-checking-tests -- --ignored fixes` runs the same tests on other feeds.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use bozofeed::{Document, Parser};
use bozofeed_check::{Checker, Findings, RuleSeverity};
use serde_json::Value;

/// The members of the model that may change when a rule is fixed, by the names in their paths.
const NAMED: &[(&str, &[&str])] = &[
    ("attribute-missing", &["type", "media_type", "version"]),
    (
        "attribute-unknown",
        &["extensions", "guid_is_permalink", "link", "links", "id_is_permalink", "attributes"],
    ),
    // The instant stays the same.
    ("date-", &["raw", "offset", "extensions", "thr:updated"]),
    ("value/UnreadableDate", &["raw", "offset"]),
    ("element-unknown", &["extensions"]),
    ("email-invalid", &["authors", "extensions"]),
    ("entry-updated-missing", &["updated"]),
    ("feed-updated-missing", &["updated"]),
    ("guid-not-permalink", &["guid_is_permalink", "link", "links", "id_is_permalink"]),
    ("hour-of-midnight", &["skip_hours"]),
    ("language-invalid", &["language", "hreflang"]),
    // A word that is not a media type is kept as an attribute.
    ("namespace-misspelt", &["namespace", "extensions"]),
    ("text-markup", &["media_type"]),
    (
        // An element that lost its field is an extension with the same value.
        "uri-invalid",
        &[
            "back_links", "base", "blog_channel", "comment_rss", "comments", "docs", "extensions", "href",
            "icon", "id", "image", "in_reply_to", "link", "links", "logo", "scheme", "src", "uri", "url",
        ],
    ),
    ("value-empty", &["extensions", "raw"]),
    ("value-white-space", &["raw"]),
    ("value/", &["raw"]),
    ("xml/UnboundPrefix", &["namespace"]),
];

/// Fixes a document until nothing changes. Returns it, and the rules that were broken at the fixed places.
fn mend(text: &[u8]) -> Option<(Vec<u8>, BTreeSet<&'static str>)> {
    let mut mended = None;
    let mut rules = BTreeSet::new();
    for _ in 0..700 {
        let now = mended.as_deref().unwrap_or(text);
        let findings = Checker::new().check(now);
        let safe = findings.iter().filter(|finding| finding.fix.as_ref().is_some_and(|fix| fix.is_safe));
        rules.extend(safe.map(|finding| finding.rule.id));
        let Some((next, _)) = findings.fixed(now, |fix| fix.is_safe) else { break };
        mended = Some(next);
    }
    mended.map(|mended| (mended, rules))
}

/// Collects the paths of the values that differ.
fn differences(before: &Value, after: &Value, path: &str, found: &mut Vec<String>) {
    match (before, after) {
        (Value::Object(one), Value::Object(other)) => {
            let names: BTreeSet<_> = one.keys().chain(other.keys()).collect();
            for name in names {
                let value =
                    |object: &serde_json::Map<String, Value>| object.get(name).cloned().unwrap_or_default();
                differences(&value(one), &value(other), &format!("{path}/{name}"), found);
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for (at, (one, other)) in one.iter().zip(other).enumerate() {
                differences(one, other, &format!("{path}/{at}"), found);
            }
        }
        _ if before == after => {}
        _ => {
            let shown = |value: &Value| value.to_string().chars().take(80).collect::<String>();
            found.push(format!("{path}: {} -> {}", shown(before), shown(after)));
        }
    }
}

fn model(bytes: &[u8]) -> Value {
    let parsed = serde_json::to_value(Parser::new().parse(Document::new(bytes))).unwrap();
    let mut model = serde_json::Map::new();
    for name in ["feed", "entries"] {
        model.insert(name.to_owned(), parsed[name].clone());
    }
    Value::Object(model)
}

/// Returns the paths of the values that differ after fixes for some rules, except values that may change.
pub(crate) fn unnamed_differences(
    before: &[u8],
    after: &[u8],
    rules: &BTreeSet<&'static str>,
) -> Vec<String> {
    let mut changed = Vec::new();
    differences(&model(before), &model(after), "", &mut changed);
    changed.retain(|difference| {
        let path = difference.split(": ").next().unwrap_or_default();
        let is_named = |(rule, names): &(&str, &[&str])| {
            rules.iter().any(|id| id.starts_with(rule)) && path.split('/').any(|part| names.contains(&part))
        };
        !NAMED.iter().any(is_named)
    });
    changed
}

/// Returns the failures in fixing a document, and the number of fixable errors before and after.
fn failures(name: &str, text: &[u8]) -> (Vec<String>, [usize; 2]) {
    let before = Checker::new().check(text);
    let Some((mended, rules)) = mend(text) else { return (Vec::new(), [0, 0]) };
    let after = Checker::new().check(&*mended);
    let mut wrong = Vec::new();
    let left: BTreeSet<_> = after
        .iter()
        .filter(|finding| finding.fix.as_ref().is_some_and(|fix| fix.is_safe))
        .map(|f| f.rule.id)
        .collect();
    if !left.is_empty() {
        wrong.push(format!("{name}: {left:?} are found again"));
    }
    // Findings that appear because more can be read than before.
    let counts = |findings: &Findings| -> BTreeMap<&str, usize> {
        findings.iter().map(|finding| (finding.rule.id, findings.count(finding.rule))).collect()
    };
    let (known, found) = (counts(&before), counts(&after));
    // Well-formed JSON is checked more thoroughly.
    let was_malformed = rules.iter().any(|rule| rule.starts_with("json/"));
    // Only RSS 2.0 and later have guids and dates in items.
    let has_new_version = rules.iter().any(|rule| rule.starts_with("attribute-"));
    let is_of_version =
        |rule: &str| has_new_version && ["entry-id-missing", "entry-date-missing"].contains(&rule);
    for (rule, count) in found.iter().filter(|_| !was_malformed) {
        if *count > known.get(rule).copied().unwrap_or_default() && !is_of_version(rule) {
            wrong.push(format!("{name}: {rule} is new after {rules:?}"));
        }
    }
    let changed = unnamed_differences(text, &mended, &rules);
    wrong.extend(changed.into_iter().take(5).map(|difference| format!("{name} {rules:?}: {difference}")));
    let is_mendable = |id: &str| rules.contains(id);
    let errors = |findings: &Findings| {
        let mut told = BTreeSet::new();
        let errors = findings.iter().filter(|finding| finding.rule.severity == RuleSeverity::Error);
        let errors = errors.filter(|finding| is_mendable(finding.rule.id) && told.insert(finding.rule.id));
        errors.map(|finding| findings.count(finding.rule)).sum::<usize>()
    };
    (wrong, [errors(&before), errors(&after)])
}

#[test]
fn mending_changes_nothing_else() {
    let mut wrong = Vec::new();
    let (mut count, mut mended) = (0, 0);
    for path in crate::writing::documents() {
        let bytes = std::fs::read(&path).unwrap();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        count += 1;
        mended += usize::from(mend(&bytes).is_some());
        wrong.extend(failures(&name, &bytes).0);
    }
    assert!(count > 300 && mended > 60, "{mended} of {count} documents");
    assert!(wrong.is_empty(), "{} failures:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn mending_what_was_broken_changes_nothing_else() {
    let mut wrong = Vec::new();
    let mut mended = BTreeSet::new();
    for (name, text) in crate::mutations::broken() {
        if let Some((_, rules)) = mend(text.as_bytes()) {
            mended.extend(rules);
        }
        wrong.extend(failures(&name, text.as_bytes()).0);
    }
    assert!(mended.len() >= 20, "{mended:?}");
    assert!(wrong.is_empty(), "{} failures:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
#[ignore = "needs folders of feeds: BOZOFEED_FEEDS"]
fn other_feeds_are_mended() {
    let folders = std::env::var("BOZOFEED_FEEDS").expect("BOZOFEED_FEEDS is a list of folders");
    let files = |folder: &str| -> Vec<PathBuf> {
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect()
    };
    let mut paths: Vec<PathBuf> = folders.split(':').flat_map(files).collect();
    paths.sort();
    let (mut wrong, mut errors) = (Vec::new(), [0, 0]);
    for path in &paths {
        let bytes = std::fs::read(path).unwrap();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (failed, [before, after]) = failures(&name, &bytes);
        wrong.extend(failed);
        errors = [errors[0] + before, errors[1] + after];
    }
    println!("{} errors that can be mended in {} documents; {} are left", errors[0], paths.len(), errors[1]);
    assert!(wrong.is_empty(), "{} failures:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn changes_are_what_the_finding_needs() {
    let mut wrong = Vec::new();
    let item = |content: &str| {
        format!(
            "<rss version=\"2.0\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><channel><item>{content}</item></channel></rss>"
        )
    };
    let entry = |content: &str| {
        format!("<feed xmlns=\"http://www.w3.org/2005/Atom\"><entry>{content}</entry></feed>")
    };
    let place =
        |text: &str| item(&format!("<g:point xmlns:g='http://www.georss.org/georss'>{text}</g:point>"));
    for (rule, before, after) in [
        ("xml/BareAmpersand", item("<title>a & b</title>"), item("<title>a &amp; b</title>")),
        ("xml/UnclosedReference", item("<title>First &amp the</title>"), item("<title>First &amp; the</title>")),
        ("xml/UnclosedReference", item("<title>a &amp b</title><link>https://a.example/?a=1&copy=2&amp=3</link>"), item("<title>a &amp; b</title><link>https://a.example/?a=1&amp;copy=2&amp;amp=3</link>")),
        ("xml/UndefinedEntity", item("<title>a&nbsp;b</title>"), item("<title>a&#160;b</title>")),
        ("xml/UnquotedAttributeValue", item("<guid isPermaLink=false>a</guid>"), item("<guid isPermaLink=\"false\">a</guid>")),
        (
            "date-form",
            item("<pubDate><![CDATA[2026-11-21T09:30:00+03:00]]></pubDate>"),
            item("<pubDate><![CDATA[Sat, 21 Nov 2026 09:30:00 +0300]]></pubDate>"),
        ),
        ("date-form", item("<dc:date>21 Nov 2020 09:30 GMT</dc:date>"), item("<dc:date>2020-11-21T09:30:00Z</dc:date>")),
        ("date-form", entry("<updated>2020-11-21 </updated>"), entry("<updated>2020-11-21T00:00:00Z </updated>")),
        ("place-commas", place("45.2,-71.9"), place("45.2 -71.9")),
        ("place-commas", place("45, -71"), place("45 -71")),
        ("place-commas", place("45,71"), place("45 71")),
        ("date-weekday-wrong", item("<pubDate>Mon, 21 Nov 2020 09:30:00 GMT</pubDate>"), item("<pubDate>Sat, 21 Nov 2020 09:30:00 +0000</pubDate>")),
        ("element-unknown", item("<PubDate>x</PubDate>"), item("<pubDate>x</pubDate>")),
        ("guid-not-permalink", item("<guid>a</guid>"), item("<guid isPermaLink=\"false\">a</guid>")),
        ("guid-not-permalink", item("<guid isPermaLink='true'>a</guid>"), item("<guid isPermaLink='false'>a</guid>")),
        ("attribute-unknown", item("<guid ispermalink='false'>a</guid>"), item("<guid isPermaLink='false'>a</guid>")),
        ("email-invalid", item("<author>Anna</author>"), item("<dc:creator>Anna</dc:creator>")),
        ("uri-invalid", item("<link>https://a.example/a b</link>"), item("<link>https://a.example/a%20b</link>")),
        ("value-white-space", entry("<link href=' https://a.example/ '/>"), entry("<link href='https://a.example/'/>")),
        ("text-markup", entry("<summary>&lt;b&gt;a</summary>"), entry("<summary type=\"html\">&lt;b&gt;a</summary>")),
        ("entry-updated-missing", entry("<published>2020-11-21T09:30:00Z</published>"), entry("<updated>2020-11-21T09:30:00Z</updated><published>2020-11-21T09:30:00Z</published>")),
        ("value-empty", item("<author/>"), item("")),
        ("value/UnreadableDuration", "<rss version='2.0' xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><item><itunes:duration>0:67:16</itunes:duration></item></channel></rss>".to_owned(), "<rss version='2.0' xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><item><itunes:duration>1:07:16</itunes:duration></item></channel></rss>".to_owned()),
        ("xml/UnboundPrefix", "<rss version='2.0' ><channel><dc:date>2020-11-21</dc:date></channel></rss>".to_owned(), "<rss version='2.0' xmlns:dc=\"http://purl.org/dc/elements/1.1/\" ><channel><dc:date>2020-11-21</dc:date></channel></rss>".to_owned()),
        ("xml/UnboundPrefix", "<!DOCTYPE rss><rss version='2.0'><channel><dc:date>2020-11-21</dc:date></channel></rss>".to_owned(), "<!DOCTYPE rss><rss version='2.0' xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><channel><dc:date>2020-11-21</dc:date></channel></rss>".to_owned()),
        ("namespace-misspelt", "<rss version='2.0' xmlns:dc='http://purl.org/dc/elements/1.1'/>".to_owned(), "<rss version='2.0' xmlns:dc='http://purl.org/dc/elements/1.1/'/>".to_owned()),
        ("xml/MisplacedXmlDeclaration", "\n<?xml version='1.0'?><rss version='2.0'/>".to_owned(), "<?xml version='1.0'?><rss version='2.0'/>".to_owned()),
        // A byte order mark is not part of the text.
        ("xml/BareAmpersand", format!("\u{FEFF}{}", item("<title>a & b</title>")), format!("\u{FEFF}{}", item("<title>a &amp; b</title>"))),
        ("json/TrailingComma", "{\"version\": \"https://jsonfeed.org/version/1.1\", \"title\": \"a\", \"items\": [],}".to_owned(), "{\"version\": \"https://jsonfeed.org/version/1.1\", \"title\": \"a\", \"items\": []}".to_owned()),
    ] {
        let mut findings = Checker::new().check(before.as_bytes());
        findings.retain_rules(|found| found.id == rule);
        let fixed = findings.fixed(before.as_bytes(), |_| true).map(|(bytes, _)| String::from_utf8(bytes).unwrap());
        if fixed.as_deref() != Some(&*after) {
            wrong.push((rule, before, fixed, after));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn commas_that_may_be_decimal_are_left_alone() {
    let mut wrong = Vec::new();
    for (name, text, has_fix) in [
        ("line", "45,25 -71,5 46,1 -70,2", false),
        ("line", "45.25,-71.5 46.1,-70.2", true),
        ("line", "45,-71 46,-70", true),
        ("line", "45, 71, 46, 70", true),
        ("polygon", "1,2 3,4 5,6 1,2", false),
        ("polygon", "1,2,3,4,5,6,1,2", true),
    ] {
        let feed = format!(
            "<rss version='2.0' xmlns:georss='http://www.georss.org/georss'><channel><item>\
             <georss:{name}>{text}</georss:{name}></item></channel></rss>"
        );
        let findings = Checker::new().check(feed.as_bytes());
        let found = findings.iter().find(|finding| finding.rule.id == "place-commas");
        if found.is_none_or(|finding| finding.fix.as_ref().is_some_and(|fix| fix.is_safe) != has_fix) {
            wrong.push((text, found.cloned()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn documents_in_another_encoding_stay_in_it() {
    let feed = b"<?xml version='1.0' encoding='iso-8859-1'?><rss version='2.0'><channel><title>caf\xE9 & tea</title></channel></rss>";
    let mended = b"<?xml version='1.0' encoding='iso-8859-1'?><rss version='2.0'><channel><title>caf\xE9 &amp; tea</title></channel></rss>";
    let findings = Checker::new().check(feed);
    assert_eq!(findings.fixed(feed, |fix| fix.is_safe), Some((mended.to_vec(), 1)));
    assert_eq!(Checker::new().mend(feed, |_| ()).document, mended);
    // A correct label has no replacement.
    let of_label = findings.iter().find(|finding| finding.rule.id == "encoding-not-utf-8");
    assert!(of_label.is_some_and(|finding| finding.fix.is_none()));
}

#[test]
fn places_end_where_the_value_does() {
    let mut wrong = Vec::new();
    for (content, rule, expected) in [
        ("<link>/a?b&amp;c</link>", "uri-relative", "/a?b&amp;c"),
        ("<link><![CDATA[/a?b]]></link>", "uri-relative", "/a?b"),
        ("<enclosure url='/a&amp;b' type='a/b' length='1'/>", "uri-relative", "url='/a&amp;b'"),
        ("<bogus a='1'/>", "element-unknown", "<bogus a='1'/>"),
        ("<pubDate>to&#x6D;orrow</pubDate>", "date-form", "to&#x6D;orrow"),
    ] {
        let feed = format!("<rss version='2.0'><channel><item>{content}</item></channel></rss>");
        let findings = Checker::new().check(feed.as_bytes());
        let found = findings.iter().find(|finding| finding.rule.id == rule);
        let found = found.and_then(|finding| feed.get(finding.position.offset..finding.end.offset));
        if found != Some(expected) {
            wrong.push((content, found.map(str::to_owned)));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
