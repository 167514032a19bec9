//! Documents repaired in one step: values not named by a change are read as before, and a second repair changes nothing.
//!
//! `BOZOFEED_MUTANTS=10000 cargo test -p bozofeed-checking-tests mending` tests more documents.

use std::collections::BTreeSet;

use bozofeed::Parser;
use bozofeed_check::{Checker, Findings, Mended};

use crate::fixes::unnamed_differences;
use crate::mutants::{Numbers, mutated};

/// Repairs a document. Also returns the rules with attempted changes.
fn mend(document: &[u8]) -> (Mended, BTreeSet<&'static str>) {
    let mut rules = BTreeSet::new();
    let mended = Checker::new().mend(document, |findings: &mut Findings| {
        let safe = findings.iter().filter(|finding| finding.fix.as_ref().is_some_and(|fix| fix.is_safe));
        rules.extend(safe.map(|finding| finding.rule.id));
    });
    (mended, rules)
}

/// Returns the number of changes in a repaired document, and the failures.
fn failures(name: &str, document: &[u8]) -> (usize, Vec<String>) {
    let (mended, rules) = mend(document);
    let mut wrong = Vec::new();
    if (mended.count == 0) != (mended.document == document) {
        wrong.push(format!("{name}: {} changes", mended.count));
    }
    let again = Checker::new().mend(&mended.document, |_| ());
    if again.count != 0 || again.document != mended.document {
        wrong.push(format!("{name}: {} changes the second time, after {rules:?}", again.count));
    }
    let [before, after] = [document, &mended.document].map(|bytes| Parser::new().parse(bytes));
    if before.entries.len() != after.entries.len() {
        wrong.push(format!("{name}: {} entries became {}", before.entries.len(), after.entries.len()));
    }
    let changed = unnamed_differences(document, &mended.document, &rules);
    wrong.extend(changed.into_iter().take(3).map(|difference| format!("{name} {rules:?}: {difference}")));
    (mended.count, wrong)
}

#[test]
fn documents_are_mended_once_and_nothing_else_changes() {
    let documents: Vec<_> = crate::writing::documents()
        .into_iter()
        .map(|path| (path.display().to_string(), std::fs::read(path).unwrap()))
        .chain(crate::mutations::broken().into_iter().map(|(name, text)| (name, text.into_bytes())))
        .collect();
    let mut wrong: Vec<String> =
        documents.iter().flat_map(|(name, document)| failures(name, document).1).collect();
    let count = std::env::var("BOZOFEED_MUTANTS").map_or(400, |count| count.parse().unwrap());
    let mut numbers = Numbers(1);
    let mut mended = 0;
    let small: Vec<_> =
        documents.iter().filter(|(_, document)| (1..16 << 10).contains(&document.len())).collect();
    for number in 0..count {
        let (name, document) = small[numbers.below(small.len())];
        let mutant = mutated(document, &mut numbers);
        let (changes, failed) = failures(&format!("mutant {number} of {name}"), &mutant);
        if let (Some(folder), false) = (std::env::var_os("BOZOFEED_KEEP"), failed.is_empty()) {
            std::fs::write(std::path::Path::new(&folder).join(number.to_string()), &mutant).unwrap();
        }
        wrong.extend(failed);
        mended += usize::from(changes > 0);
    }
    println!("{mended} of {count} mutants were mended");
    assert!(mended > count / 10, "{mended} of {count}");
    assert!(wrong.is_empty(), "{} failures:\n{}", wrong.len(), wrong.join("\n"));
}

/// Labels of encodings, and texts in them.
const LABELLED: &[(&str, &str)] = &[
    ("windows-1251", "\u{41F}\u{440}\u{438}\u{43B}\u{438}\u{432}"),
    ("iso-8859-1", "M\u{F6}wen \u{FC}ber D\u{FC}nen"),
    ("utf-8", "M\u{F6}we \u{6F6E}"),
    ("shift_jis", "\u{6F6E}\u{306E}\u{6D41}\u{308C}"),
    ("", "\u{E9}t\u{E9} \u{E0} la mer"),
];

/// Parts of labelled feeds besides their texts, many of them faulty. `TITLE` is the text.
const FAULTS: &[&str] = &[
    "<item><title>TITLE & more</title><link>https://h.example/1</link></item>",
    "<item><title>TITLE</title></TITLE><guid>1</guid></item>",
    "<item><Title>TITLE</Title><pubDate>2020-11-21 09:30:00Z</pubDate></item>",
    "<item><title>TITLE</b></title><author>TITLE</author></item>",
    "<item><description>TITLE &nbsp; TITLE</description></item>",
    "<item><title>a</title></x\u{1}></item>",
];

/// Returns a feed with some faults, and with texts in the encoding of its label or in UTF-8, plus some bytes that are valid in
/// neither.
fn labelled(numbers: &mut Numbers) -> Vec<u8> {
    let (label, title) = LABELLED[numbers.below(LABELLED.len())];
    let declared = if label.is_empty() { String::new() } else { format!(" encoding='{label}'") };
    let mut text = format!("<?xml version='1.0'{declared}?><rss version='2.0'><channel><title>TITLE</title>");
    for _ in 0..=numbers.below(3) {
        text.push_str(FAULTS[numbers.below(FAULTS.len())]);
    }
    text.push_str("</channel></rss>");
    let text = text.replace("TITLE", title);
    let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap_or(encoding_rs::UTF_8);
    let mut bytes = match numbers.below(2) {
        0 => encoding.encode(&text).0.into_owned(),
        _ => text.into_bytes(),
    };
    let stray = [0xD0, 0xFF, 0x82, 0xE9, 0xA0][numbers.below(5)];
    for byte in bytes.iter_mut().filter(|byte| **byte == 1) {
        *byte = stray;
    }
    if numbers.below(3) == 0 {
        let at = numbers.below(bytes.len());
        bytes.insert(at, stray);
    }
    if numbers.below(3) == 0 { mutated(&bytes, numbers) } else { bytes }
}

/// `BOZOFEED_LABELLED=20000 cargo test -p bozofeed-checking-tests labelled` tests more documents.
#[test]
fn labelled_documents_are_read_in_the_same_encoding_when_they_are_mended() {
    let count = std::env::var("BOZOFEED_LABELLED").map_or(500, |count| count.parse().unwrap());
    let mut numbers = Numbers(2);
    let mut wrong = Vec::new();
    let mut mended = 0;
    for number in 0..count {
        let document = labelled(&mut numbers);
        let (changes, found) = failures(&format!("feed {number}"), &document);
        if !found.is_empty() && wrong.len() < 10 {
            wrong.push(format!("{found:?}: {}", document.escape_ascii()));
        }
        mended += usize::from(changes > 0);
    }
    println!("{mended} of {count} feeds were mended");
    assert!(mended > count / 3, "{mended} of {count}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_tag_that_tells_the_encoding_is_not_removed() {
    let mut wrong = Vec::new();
    for (name, label, text, stray, is_removed) in [
        // Without the tag, the document would be UTF-8.
        ("UTF-8 in all texts", "windows-1251", "\u{41F}\u{440}\u{438}", &b"\xD0"[..], false),
        ("ASCII in all texts", "windows-1251", "tides", b"\xD0", true),
        ("a tag in ASCII", "windows-1251", "\u{41F}\u{440}\u{438}", b"y", true),
    ] {
        let start = format!(
            "<?xml version='1.0' encoding='{label}'?><rss version='2.0'><channel><title>{text}</title></x"
        );
        let document = [start.as_bytes(), stray, b"></channel></rss>"].concat();
        let title = |bytes: &[u8]| Parser::new().parse(bytes).feed.title.map(|title| title.value);
        let mended = mend(&document).0;
        // The changes of a check refer to the original bytes of the document.
        let fixed = Checker::new().check(&document).fixed(&document, |fix| fix.is_safe);
        let fixed = fixed.map_or_else(|| document.clone(), |(fixed, _)| fixed);
        for (way, bytes) in [("mended", &mended.document), ("fixed", &fixed)] {
            let has_tag = bytes.windows(3).any(|part| part == b"</x");
            if title(bytes) != title(&document) || has_tag == is_removed {
                wrong.push(format!("{name}, {way}: {}", bytes.escape_ascii()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_value_that_has_an_element_in_it_is_not_edited() {
    let mut wrong = Vec::new();
    for (date, is_edited) in [
        ("2020-11-21 09:30:00Z", true),
        ("2020-11-21<b> 09:30:00Z</b>", false),
        ("2020-11-21<b> 09:30:00Z", false),
        ("2020-1<b>1-21 09:30:00Z", false),
    ] {
        let feed =
            format!("<rss version='2.0'><channel><item><pubDate>{date}</pubDate></item></channel></rss>");
        let mended = mend(feed.as_bytes()).0.document;
        let published = |bytes: &[u8]| Parser::new().parse(bytes).entries[0].date();
        let has_date = mended.windows(date.len()).any(|part| part == date.as_bytes());
        if published(&mended) != published(feed.as_bytes()) || has_date == is_edited {
            wrong.push(mended.escape_ascii().to_string());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn attributes_are_edited_where_the_reader_finds_them() {
    const HEAD: &str = "<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\"><channel>";
    let mut wrong = Vec::new();
    for (before, after) in [
        // Values that contain names of attributes.
        (
            "<atom:link title='write href=\" https://a.example/ \" here' rel=\"self\" href=\" https://a.example/ \"/>",
            "<atom:link title='write href=\" https://a.example/ \" here' rel=\"self\" href=\"https://a.example/\"/>",
        ),
        (
            "<item><guid title=' isPermaLink=\"no\" ' isPermaLink='no'>a</guid></item>",
            "<item><guid title=' isPermaLink=\"no\" ' isPermaLink='false'>a</guid></item>",
        ),
        (
            "<item><guid x='isPermaLink=\"true\"'>a</guid></item>",
            "<item><guid x='isPermaLink=\"true\"' isPermaLink=\"false\">a</guid></item>",
        ),
        (
            "<item><guid x=' ispermalink=\"true\" ' ispermalink='false'>https://a.example/</guid></item>",
            "<item><guid x=' ispermalink=\"true\" ' isPermaLink='false'>https://a.example/</guid></item>",
        ),
        // White space around the equals sign, and brackets in values.
        (
            "<item><guid x='>' isPermaLink\n=\n'true'>a</guid></item>",
            "<item><guid x='>' isPermaLink\n=\n'false'>a</guid></item>",
        ),
        // References.
        (
            "<item><enclosure url='https://a.example/a b?c&amp;d' length='1' type='audio/mpeg'/></item>",
            "<item><enclosure url='https://a.example/a%20b?c&amp;d' length='1' type='audio/mpeg'/></item>",
        ),
        // Other prefixes.
        (
            "<a:link xmlns:a='http://www.w3.org/2005/Atom' rel='self' a:href='/x' href=' https://a.example/ '/>",
            "<a:link xmlns:a='http://www.w3.org/2005/Atom' rel='self' a:href='/x' href='https://a.example/'/>",
        ),
        // The first of several duplicates is used.
        (
            "<item><guid isPermaLink='no' isPermaLink='no'>a</guid></item>",
            "<item><guid isPermaLink='false' isPermaLink='no'>a</guid></item>",
        ),
        // Texts.
        (
            "<item><pubDate><![CDATA[2020-01-01T08:00:00Z]]></pubDate></item>",
            "<item><pubDate><![CDATA[Wed, 01 Jan 2020 08:00:00 +0000]]></pubDate></item>",
        ),
        (
            "<item><pubDate> <!-- <pubDate> -->2020-01-01T08:00:00Z</pubDate></item>",
            "<item><pubDate> <!-- <pubDate> -->Wed, 01 Jan 2020 08:00:00 +0000</pubDate></item>",
        ),
        // A value in several pieces is unchanged, and so is an ambiguous one.
        (
            "<item><pubDate>2020-<!-- -->01-01</pubDate></item>",
            "<item><pubDate>2020-<!-- -->01-01</pubDate></item>",
        ),
        (
            "<item><pubDate>02/01/2026 08:00:00 GMT</pubDate></item>",
            "<item><pubDate>02/01/2026 08:00:00 GMT</pubDate></item>",
        ),
        ("<item><pubDate>2026-01-13</pubDate></item>", "<item><pubDate>2026-01-13</pubDate></item>"),
        (
            "<item><pubDate>13/01/2026 08:00:00 GMT</pubDate></item>",
            "<item><pubDate>Tue, 13 Jan 2026 08:00:00 +0000</pubDate></item>",
        ),
    ] {
        let whole = |content: &str| format!("{HEAD}{content}</channel></rss>");
        let (mended, _) = mend(whole(before).as_bytes());
        let found = String::from_utf8(mended.document).unwrap();
        if found != whole(after) {
            wrong.push((before, found.replace(HEAD, ""), mended.taken_back));
        }
    }
    for (before, after) in [
        // The declaration belongs to the root, not to a comment or the document type.
        (
            "<!DOCTYPE rss [<!-- <rss> --><!ENTITY a '<rss>'>]><!-- <rss> --><rss version='2.0'><channel><dc:date>2020-01-01</dc:date></channel></rss>",
            "<!DOCTYPE rss [<!-- <rss> --><!ENTITY a '<rss>'>]><!-- <rss> --><rss version='2.0' xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><channel><dc:date>2020-01-01</dc:date></channel></rss>",
        ),
        // An entity of the document is unchanged.
        (
            "<!DOCTYPE rss [<!ENTITY y '2020'>]><rss version='2.0'><channel><pubDate>&y;-01-01</pubDate></channel></rss>",
            "<!DOCTYPE rss [<!ENTITY y '2020'>]><rss version='2.0'><channel><pubDate>&y;-01-01</pubDate></channel></rss>",
        ),
        (
            "\u{FEFF}<rss><channel title='version=\"1\"'/></rss>",
            "\u{FEFF}<rss version=\"2.0\"><channel title='version=\"1\"'/></rss>",
        ),
    ] {
        let (mended, _) = mend(before.as_bytes());
        let found = String::from_utf8(mended.document).unwrap();
        if found != after {
            wrong.push((before, found, mended.taken_back));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn changes_with_another_effect_are_taken_back() {
    let mut wrong = Vec::new();
    for document in [
        // Without the end tag, the entry would become content of another element, or disappear.
        "<rss version='2.0'><channel><item><title>a</item></title></item></channel></rss>",
        "<rss version='2.0'><channel></item><item><title>a</title></channel></rss>",
        // The second feed repeats the entry of the first one. If only one date changed, they would be different entries.
        "<rss version='2.0'><channel><item><pubDate>2020-11-21 09:30:00Z</pubDate></item></channel></rss>\
         <rss version='2.0'><channel><item><pubDate>2020<![CDATA[]]>-11-21 09:30:00Z</pubDate></item></channel></rss>",
        "<rss version='2.0'><channel><item><Title>a</Title><pubDate>2020-11-21 09:30:00Z</pubDate></item><item>b<rss></item>\
         <item><Title>a</</entry>Title><pubDate>2020-11-21 09:30:00Z</pubDate></item></channel></rss>",
        "<rss </item>version=\"2.0\">",
        "<rss version='2.0'><channel><item></b></b></b><title>a</c></title></item></channel></rss>",
        // The reader does not recognize the vocabulary by its misspelt name.
        "<rss version='2.0' xmlns:cast='HTTP://P{ODCASTINDEX.ORG/namespace/1.0/'><channel><item>\
         <cast:SEASON name='The fog'>5</cast:SEASON></item></channel></rss>",
        // The parts of a number would be merged.
        "{\"version\": \"https://jsonfeed.org/version/1.1\", \"items\": [{\"id\": \"1\", \"_bozofeed\": {\"elements\": [\
         {\"name\": \"none:level\", \"text\": 3,.4}]}}]}",
        "{\"version\": \"h\": 1}",
        "{\"version\": \"h\": 1, \"items\": [}",
        "{\"version\": \"https://jsonfeed.org/version/1\" \"items\": [{\"id\": \"1\" \"url\": \"https://a.example/ \"}]}",
    ] {
        wrong.extend(failures(document, document.as_bytes()).1);
        // Changes that `check` calls safe must also be safe individually.
        let findings = Checker::new().check(document.as_bytes());
        let before = Parser::new().parse(document.as_bytes()).entries.len();
        let fixed = findings.fixed(document.as_bytes(), |fix| fix.is_safe);
        if fixed.is_some_and(|(fixed, _)| Parser::new().parse(&*fixed).entries.len() != before) {
            wrong.push(format!("{document}: another number of entries"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn long_documents_are_mended_in_few_checks() {
    let item = "<item><title>a & b</title><pubDate>2020-01-01T08:00:00Z</pubDate><guid>a</guid></item>";
    let mut wrong = Vec::new();
    for (name, unit, changes) in [
        ("ampersands", "<item><title>& & & & &</title></item>", 5),
        ("items", item, 3),
        ("dates", "<item><pubDate>2020-01-01T08:00:00Z</pubDate></item>", 1),
        ("end tags", "<item></b><title>a</title></item>", 1),
        ("attributes", "<item><guid isPermaLink=false>a</guid></item>", 1),
    ] {
        for count in [10, 4000] {
            let document = format!("<rss version='2.0'><channel>{}</channel></rss>", unit.repeat(count));
            let mut checks = 0;
            let mended = Checker::new().mend(document.as_bytes(), |_| checks += 1);
            if checks > 3 || mended.count != changes * count {
                wrong.push(format!("{name}: {checks} checks and {} changes for {count} items", mended.count));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
