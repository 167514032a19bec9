//! Loads cleaned vectors in a browser: nothing runs, and only images, audio and video are requested.
//!
//! The tests need Chromium. `BOZOFEED_BROWSER` names its command, `chromium` if it is not set.

#[path = "browser/server.rs"]
mod server;
#[path = "../src/content/sanitizer/vector_list.rs"]
mod vector_list;

use bozofeed::content::{Allowlist, Cleaner, Sanitize};
use bozofeed::{Document, Parser, feedparser};
use serde_json::{Value, json};
use server::{HOST, Request, Sample, Server};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use vector_list::VECTORS;

const BASE: &str = "http://b.example/d/e";

/// Start tags that change how the markup after them is parsed.
static CONTEXTS: &[&str] =
    &["<noscript>", "<svg>", "<math><mi>", "<table>", "<template>", "<select>", "<textarea>"];

/// The number of elements around a vector, close to the maximum depth.
const DEPTH: usize = 505;

/// The start tags of parts of a table.
static TABLE_PARTS: &[&str] = &["<caption", "<col", "<tbody", "<td", "<tfoot", "<th", "<tr"];

/// How many cleaned texts share a frame.
const TOGETHER: usize = 20;

/// The observations of a browser.
struct Heard {
    findings: Vec<Value>,
    /// Each text as the browser serializes it.
    serialized: Vec<String>,
    requests: Vec<Request>,
}

/// Loads every text in a browser.
fn read(texts: &[Sample]) -> Result<Heard, Box<dyn Error>> {
    let server = Server::start(texts.to_vec())?;
    let profile = std::env::temp_dir().join(format!("bozofeed-{}-{}", std::process::id(), server.port));
    let browser = std::env::var("BOZOFEED_BROWSER").unwrap_or_else(|_| "chromium".to_owned());
    // The hosts of the browser itself do not resolve; all others are the server.
    let own = ["google.com", "googleapis.com", "gstatic.com", "gvt1.com"]
        .map(|host| format!("MAP *.{host} ~NOTFOUND"));
    let mut child = Command::new(&browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--mute-audio",
        ])
        .args([
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-extensions",
        ])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("--host-resolver-rules={}, MAP * 127.0.0.1:{}", own.join(", "), server.port))
        .args(["--remote-debugging-port=0", &format!("http://{HOST}/")])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("{browser}: {error}"))?;
    let heard = server.wait(Duration::from_secs(1800));
    child.kill()?;
    child.wait()?;
    std::fs::remove_dir_all(&profile).ok();
    let (heard, requests) = heard.ok_or("the browser did not come to an end")?;
    let list = |name: &str| heard[name].as_array().cloned().unwrap_or_default();
    let serialized =
        list("serialized").iter().map(|text| text.as_str().unwrap_or_default().to_owned()).collect();
    Ok(Heard { findings: list("findings"), serialized, requests })
}

/// Returns the cleaned vectors under a policy: alone, within other markup, and after tags that change how they
/// are parsed.
fn cleaned(sanitize: &Sanitize) -> BTreeSet<String> {
    let mut texts = BTreeSet::new();
    let cleaner = Cleaner::new(sanitize, true);
    for vector in VECTORS {
        let among = format!("<div><b>{vector}</b></div><table><tr><td>{vector}");
        for markup in [*vector, &among] {
            texts.insert(cleaner.clean(markup, BASE).into_owned());
        }
        for context in CONTEXTS {
            texts.insert(cleaner.clean(&format!("{context}{vector}"), BASE).into_owned());
        }
    }
    // A few vectors for each depth, since every text has as many elements.
    for vector in VECTORS.iter().step_by(40) {
        texts.insert(cleaner.clean(&("<div>".repeat(DEPTH) + vector), BASE).into_owned());
    }
    texts
}

/// Returns a description of each finding, with its text.
fn describe(findings: &[Value], texts: &[Sample]) -> Vec<String> {
    let text = |finding: &Value| texts.get(usize::try_from(finding["n"].as_u64()?).ok()?);
    findings.iter().map(|finding| format!("{finding}\n    {:?}", text(finding))).collect()
}

fn texts_of(findings: &[Value], kind: &str) -> BTreeSet<u64> {
    findings.iter().filter(|f| f["kind"] == kind).filter_map(|f| f["n"].as_u64()).collect()
}

/// Returns a custom allowlist: that of readers, with forms, SVG, styles and comments.
fn custom() -> Sanitize {
    let (mut lists, feedparser) = (Allowlist::reader(), Allowlist::feedparser());
    lists
        .elements
        .extend(["form", "button", "input", "select", "option", "textarea", "label"].map(String::from));
    lists
        .attributes
        .extend(["action", "formaction", "for", "form", "background", "longdesc"].map(String::from));
    lists.svg_elements = feedparser.svg_elements;
    lists.svg_elements.extend(["image", "animate", "filter", "mask"].map(String::from));
    lists.svg_attributes = feedparser.svg_attributes;
    lists.svg_attributes.extend(["filter", "mask", "values", "to"].map(String::from));
    lists.css_properties = feedparser.css_properties;
    lists.comments = true;
    Sanitize::Custom(Box::new(lists))
}

/// Returns the vectors as the dictionary has them.
fn in_dictionary() -> BTreeSet<String> {
    let items: Vec<Value> = VECTORS.iter().map(|vector| json!({"content_html": vector})).collect();
    let document = json!({"version": "https://jsonfeed.org/version/1.1", "items": items}).to_string();
    let document = Document::from(&document).url(BASE).content_type("application/feed+json; charset=utf-8");
    let dictionary = feedparser::parse(&Parser::new(), document);
    let entries = dictionary["entries"].as_array().map_or(&[][..], Vec::as_slice);
    assert_eq!(entries.len(), VECTORS.len());
    entries.iter().filter_map(|entry| entry["content"][0]["value"].as_str().map(str::to_owned)).collect()
}

/// Asserts that these texts run nothing and only request media. Returns them as the browser serializes them.
fn assert_harmless(name: &str, texts: &[Sample]) -> Result<Vec<String>, Box<dyn Error>> {
    let start = Instant::now();
    let Heard { findings, serialized, requests } = read(texts)?;
    let told = describe(&findings, texts);
    assert!(told.is_empty(), "{name}: {} findings:\n{}", told.len(), told.join("\n"));
    let other: Vec<&str> = requests.iter().filter(|r| !r.is_media).map(|r| r.what.as_str()).collect();
    assert!(other.is_empty(), "{name}: {} requests:\n{}", other.len(), other.join("\n"));
    assert_eq!(serialized.len(), texts.len());
    let (seconds, media) = (start.elapsed().as_secs(), requests.len());
    println!("{name}: {} texts, nothing ran; {media} requests for media; {seconds} s", texts.len());
    Ok(serialized)
}

#[test]
#[ignore = "needs Chromium"]
fn cleaned_vectors_run_nothing_and_request_only_media() -> Result<(), Box<dyn Error>> {
    // Texts that several policies have are read once. Only those of readers must not affect the page, so they come first.
    let mut serialized: BTreeMap<String, String> = BTreeMap::new();
    for (name, sanitize) in
        [("Reader", Sanitize::Reader), ("FeedParser", Sanitize::FeedParser), ("Custom", custom())]
    {
        let all = cleaned(&sanitize);
        let is_isolated = sanitize == Sanitize::Reader;
        let new = all.iter().filter(|&text| !serialized.contains_key(text));
        let texts: Vec<Sample> =
            new.map(|text| Sample { text: text.clone(), is_isolated, together: TOGETHER }).collect();
        let outputs = assert_harmless(name, &texts)?;
        serialized.extend(texts.into_iter().map(|sample| sample.text).zip(outputs));
        let cleaner = Cleaner::new(&sanitize, true);
        // A browser drops a line feed at the start of `pre` and does not write another one.
        let without_line_feeds = |text: &str| text.replace('\n', "").trim().to_owned();
        // The cleaner reads parts of a table within a table, and leaves text as it is.
        let is_part = |text: &str| TABLE_PARTS.iter().any(|part| text.trim_start().starts_with(part));
        let changed: Vec<(&String, &String)> = all
            .iter()
            .filter_map(|text| Some((text, serialized.get(text)?)))
            .filter(|(text, serialized)| {
                let again = without_line_feeds(&cleaner.clean(serialized, ""));
                let is_markup = text.contains('<');
                let expected = if is_markup { text.as_str() } else { serialized.as_str() };
                again != without_line_feeds(serialized)
                    || !is_part(text) && again != without_line_feeds(expected)
            })
            .collect();
        assert!(changed.is_empty(), "{name}: cleaned and serialized by the browser: {changed:#?}");
        println!("{name}: {} vectors, {} texts", VECTORS.len(), all.len());
    }
    let texts = in_dictionary().into_iter().filter(|text| !serialized.contains_key(text));
    let texts: Vec<Sample> =
        texts.map(|text| Sample { text, is_isolated: false, together: TOGETHER }).collect();
    assert_harmless("dictionary", &texts)?;
    Ok(())
}

/// Elements with names that replace properties of the page, and controls that join its form.
const CLOBBERING: &[&str] = &[
    "<a id=cookie>x</a>",
    "<img name=cookie>",
    "<img name=getElementById>",
    "<form name=body></form>",
    "<form id=settings></form>",
    "<embed name=URL src=x>",
    "<a id=settings>x</a><a id=settings name=y>x</a>",
    "<button form=settings>x</button>",
    "<input form=settings name=y>",
    "<textarea form=settings></textarea>",
    "<select form=settings><option>x</select>",
    "<img name=title>",
    "<math id=settings></math>",
    "<svg><a id=cookie></a></svg>",
    "<p id=settings name=settings class=x>x",
    "<map name=createElement><area></map>",
    "<a href=x target=_blank>x</a>",
    "<p accesskey=x contenteditable autofocus tabindex=1>x",
];

#[test]
#[ignore = "needs Chromium"]
fn reader_markup_does_not_affect_the_page_around_it() -> Result<(), Box<dyn Error>> {
    let sample = |text| Sample { text, is_isolated: true, together: 1 };
    let as_they_are: Vec<Sample> = CLOBBERING.iter().map(|&text| sample(text.to_owned())).collect();
    let seen = texts_of(&read(&as_they_are)?.findings, "clobbers");
    assert_eq!(seen.len(), CLOBBERING.len(), "the browser only sees {seen:?}");
    let cleaner = Cleaner::new(&Sanitize::Reader, true);
    let clean = |markup: &&str| sample(cleaner.clean(markup, BASE).into_owned());
    let texts: Vec<Sample> = CLOBBERING.iter().map(clean).collect();
    let told = describe(&read(&texts)?.findings, &texts);
    assert!(told.is_empty(), "{}", told.join("\n"));
    Ok(())
}

#[test]
#[ignore = "needs Chromium"]
fn vectors_run_if_they_are_not_cleaned() -> Result<(), Box<dyn Error>> {
    let texts: Vec<Sample> = VECTORS
        .iter()
        .map(|&vector| Sample { text: vector.to_owned(), is_isolated: false, together: 1 })
        .collect();
    let Heard { findings, requests, .. } = read(&texts)?;
    let (alerts, violations) = (texts_of(&findings, "alert").len(), texts_of(&findings, "violation").len());
    let (stand, left) = (texts_of(&findings, "stands").len(), texts_of(&findings, "left").len());
    let asked = requests.iter().filter(|r| !r.is_media && !r.what.starts_with("a violation")).count();
    println!(
        "{} vectors: {alerts} alert, {violations} violate the policy, {stand} hold what may not stand, {left} leave the \
         page; {asked} requests for what is no image",
        texts.len()
    );
    assert!(alerts >= 200, "{alerts} alerts");
    assert!(violations >= 250, "{violations} violations");
    assert!(stand >= 400, "{stand} hold what may not stand");
    assert!(asked >= 20, "{asked} requests");
    Ok(())
}
