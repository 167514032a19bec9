//! Loads sanitized vectors in a browser: nothing runs, and only images, audio and video are requested.
//!
//! The tests need Chromium. `BOZOFEED_BROWSER` specifies its command; the default is `chromium`.

#[path = "browser/feeds.rs"]
mod feeds;
#[path = "oracle/src/generator.rs"]
mod generator;
#[path = "browser/policies.rs"]
mod policies;
#[path = "browser/server.rs"]
mod server;
#[path = "browser/texts.rs"]
mod texts;
#[path = "../crates/content/src/sanitizer/vector_list.rs"]
mod vector_list;

use bozofeed::content::{Sanitize, Sanitizer};
use policies::{PROXY, Policy, policies};
use serde_json::Value;
use server::{HOST, Request, Sample, Server};
use std::collections::BTreeSet;
use std::error::Error;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use texts::{BASE, cleaned, cleaned_xhtml, in_dictionary};
use vector_list::VECTORS;

/// The number of sanitized texts per frame.
const TOGETHER: usize = 20;

/// The observations of a browser.
struct Heard {
    findings: Vec<Value>,
    requests: Vec<Request>,
}

/// The number of findings after which the test stops, if there should be none.
const ENOUGH: usize = 50;

/// Loads the texts in a browser, until there are `enough` findings. `lists` are the lists of the policy, if the texts are
/// sanitized.
fn read(texts: &[Sample], lists: Value, enough: usize) -> Result<Heard, Box<dyn Error>> {
    let server = Server::start(texts.to_vec(), lists, enough)?;
    let browser = Browser::start(server.port)?;
    let heard = server.wait(Duration::from_secs(1800));
    browser.end()?;
    let (heard, requests) = heard.ok_or("the browser did not come to an end")?;
    Ok(Heard { findings: heard["findings"].as_array().cloned().unwrap_or_default(), requests })
}

/// A browser that displays the page of a server on this machine. Every host name resolves to this server.
struct Browser {
    child: Child,
    profile: PathBuf,
}

impl Browser {
    fn start(port: u16) -> Result<Self, Box<dyn Error>> {
        let profile = std::env::temp_dir().join(format!("bozofeed-{}-{port}", std::process::id()));
        let browser = std::env::var("BOZOFEED_BROWSER").unwrap_or_else(|_| "chromium".to_owned());
        // The browser's own hosts do not resolve; all others resolve to the server.
        let own = ["google.com", "googleapis.com", "gstatic.com", "gvt1.com"]
            .map(|host| format!("MAP *.{host} ~NOTFOUND"));
        let child = Command::new(&browser)
            .args([
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                "--mute-audio",
            ])
            .args([
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-extensions",
            ])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg(format!("--host-resolver-rules={}, MAP * 127.0.0.1:{}", own.join(", "), port))
            .args(["--remote-debugging-port=0", &format!("http://{HOST}/")])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{browser}: {error}"))?;
        Ok(Self { child, profile })
    }

    fn end(mut self) -> Result<(), Box<dyn Error>> {
        self.child.kill()?;
        self.child.wait()?;
        std::fs::remove_dir_all(&self.profile).ok();
        Ok(())
    }
}

/// Describes each finding, with its text.
fn describe(findings: &[Value], texts: &[Sample]) -> Vec<String> {
    let text = |finding: &Value| texts.get(usize::try_from(finding["n"].as_u64()?).ok()?);
    findings.iter().map(|finding| format!("{finding}\n    {:?}", text(finding))).collect()
}

fn texts_of(findings: &[Value], kind: &str) -> BTreeSet<u64> {
    findings.iter().filter(|f| f["kind"] == kind).filter_map(|f| f["n"].as_u64()).collect()
}

/// Asserts that these texts run nothing, contain nothing that the policy does not list, stay in their place, and only request
/// media.
fn assert_harmless(name: &str, texts: &[Sample], policy: Option<&Policy>) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let Heard { findings, requests } = read(texts, policy.map_or(Value::Null, Policy::as_json), ENOUGH)?;
    let messages = describe(&findings, texts);
    assert!(messages.is_empty(), "{name}: {} findings:\n{}", messages.len(), messages.join("\n"));
    let has_players = policy.is_some_and(|policy| !policy.lists.embed_hosts.is_empty());
    let is_proxied = policy.is_some_and(|policy| policy.is_proxied);
    let is_expected = |request: &Request| {
        let is_of_player = request.what.contains("frame-src") && !request.is_media;
        // A request over TLS is opaque, but if it were not for media, the browser would report a violation.
        let is_over_tls = request.what == "a TLS connection" && !is_proxied;
        request.is_media || is_over_tls || has_players && is_of_player
    };
    let other: Vec<&str> = requests.iter().filter(|r| !is_expected(r)).map(|r| r.what.as_str()).collect();
    assert!(other.is_empty(), "{name}: {} requests:\n{}", other.len(), other.join("\n"));
    if is_proxied {
        let is_rewritten =
            |what: &str| [PROXY, HOST].iter().any(|host| what.starts_with(&format!("GET {host}/")));
        let direct: Vec<&str> = requests.iter().filter(|r| r.is_media).map(|r| r.what.as_str()).collect();
        let direct: Vec<&str> = direct.into_iter().filter(|what| !is_rewritten(what)).collect();
        assert!(
            direct.is_empty(),
            "{name}: {} requests that are not rewritten:\n{}",
            direct.len(),
            direct.join("\n")
        );
    }
    let (seconds, media) = (start.elapsed().as_secs(), requests.len());
    println!("{name}: {} texts, nothing ran; {media} requests for media; {seconds} s", texts.len());
    Ok(())
}

#[test]
#[ignore = "needs Chromium"]
fn cleaned_markup_is_harmless() -> Result<(), Box<dyn Error>> {
    let only = std::env::var("BOZOFEED_POLICY").ok();
    let mut unstable = Vec::new();
    for policy in policies().iter().filter(|policy| only.as_deref().is_none_or(|only| only == policy.name)) {
        let sample =
            |text, is_xhtml| Sample { text, is_isolated: policy.is_isolated, is_xhtml, together: TOGETHER };
        let html = cleaned(policy, &mut unstable);
        let xhtml = cleaned_xhtml(policy, &mut unstable);
        let html = html.into_iter().map(|text| sample(text, false));
        let texts: Vec<Sample> = html.chain(xhtml.into_iter().map(|text| sample(text, true))).collect();
        assert_harmless(policy.name, &texts, Some(policy))?;
    }
    assert_stable(&mut unstable);
    Ok(())
}

#[test]
#[ignore = "needs Chromium"]
fn markup_of_the_dictionary_runs_nothing() -> Result<(), Box<dyn Error>> {
    let sample = |text| Sample { text, is_isolated: false, is_xhtml: false, together: TOGETHER };
    let mut unstable = Vec::new();
    let texts: Vec<Sample> = in_dictionary(&mut unstable).into_iter().map(sample).collect();
    assert_stable(&mut unstable);
    assert_harmless("dictionary", &texts, None)
}

/// Asserts that no text changes in a second pass. A failure shows the shortest texts.
fn assert_stable(unstable: &mut [String]) {
    unstable.sort_unstable_by_key(String::len);
    let shown = unstable.get(..20).unwrap_or(unstable).join("\n");
    assert!(unstable.is_empty(), "{} texts change in a second pass:\n{shown}", unstable.len());
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
    let sample = |text| Sample { text, is_isolated: true, is_xhtml: false, together: 1 };
    let as_they_are: Vec<Sample> = CLOBBERING.iter().map(|&text| sample(text.to_owned())).collect();
    let seen = texts_of(&read(&as_they_are, Value::Null, usize::MAX)?.findings, "clobbers");
    assert_eq!(seen.len(), CLOBBERING.len(), "the browser only sees {seen:?}");
    let cleaner = Sanitizer::new(&Sanitize::Reader, true);
    let clean = |markup: &&str| sample(cleaner.clean(markup, BASE).into_owned());
    let texts: Vec<Sample> = CLOBBERING.iter().map(clean).collect();
    let messages = describe(&read(&texts, Value::Null, ENOUGH)?.findings, &texts);
    assert!(messages.is_empty(), "{}", messages.join("\n"));
    Ok(())
}

#[test]
#[ignore = "needs Chromium"]
fn vectors_run_if_they_are_not_cleaned() -> Result<(), Box<dyn Error>> {
    let texts: Vec<Sample> = VECTORS
        .iter()
        .map(|&vector| Sample { text: vector.to_owned(), is_isolated: false, is_xhtml: false, together: 1 })
        .collect();
    let Heard { findings, requests, .. } = read(&texts, Value::Null, usize::MAX)?;
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

/// Loads documents as XML and as HTML. Returns a line for everything that ran, or could run.
fn load_feeds(
    documents: &[(String, String)],
    calls: &feeds::Calls,
) -> Result<BTreeSet<String>, Box<dyn Error>> {
    let (port, findings) = feeds::serve(documents.iter().map(|(_, document)| document.clone()).collect())?;
    let browser = Browser::start(port)?;
    let heard = findings.recv_timeout(Duration::from_secs(1800));
    browser.end()?;
    let heard = heard?;
    let list = |name: &str| heard[name].as_array().cloned().unwrap_or_default();
    let name = |finding: &Value| {
        let document = finding["document"].as_u64().and_then(|document| usize::try_from(document).ok());
        document.and_then(|document| documents.get(document)).map_or("", |(name, _)| name.as_str()).to_owned()
    };
    let loads = list("loads");
    assert_eq!(loads.len(), documents.len() * feeds::TYPES.len(), "documents that were loaded");
    let mut all = BTreeSet::new();
    for load in loads {
        if let Some(error) = load["error"].as_str().filter(|_| load["type"] != "text/html") {
            all.insert(format!("{}: not well-formed as {}: {error:.200}", name(&load), load["type"]));
        }
    }
    for finding in list("findings") {
        let call = finding["n"].as_u64().and_then(|n| calls.0.get(usize::try_from(n).ok()?));
        let what = call.map_or_else(|| finding["detail"].to_string(), Clone::clone);
        all.insert(format!("{}: {} {what}", name(&finding), finding["kind"]));
    }
    Ok(all)
}

#[test]
#[ignore = "needs Chromium"]
fn written_feeds_run_nothing() -> Result<(), Box<dyn Error>> {
    let mut calls = feeds::Calls::default();
    let documents = feeds::written(&mut calls);
    let found = load_feeds(&documents, &calls)?;
    let ran = found.iter().filter(|found| found.contains(": \"ran\"")).count();
    println!(
        "{} documents, {} calls in them: {ran} ran, {} findings",
        documents.len(),
        calls.0.len(),
        found.len()
    );
    let shown: Vec<&str> = found.iter().map(String::as_str).take(60).collect();
    assert!(found.is_empty(), "{} findings, {ran} ran:\n{}", found.len(), shown.join("\n"));
    Ok(())
}

/// The test above relies on this.
#[test]
#[ignore = "needs Chromium"]
fn feeds_run_if_they_are_not_written() -> Result<(), Box<dyn Error>> {
    let mut calls = feeds::Calls::default();
    let sources = calls.sources().into_iter().filter(|(_, document)| document.starts_with('<'));
    let documents: Vec<(String, String)> =
        sources.map(|(name, document)| (name.to_owned(), document)).collect();
    let found = load_feeds(&documents, &calls)?;
    let ran = found.iter().filter(|found| found.contains(": \"ran\"")).count();
    println!(
        "{} documents, {} calls in them: {ran} ran, {} findings",
        documents.len(),
        calls.0.len(),
        found.len()
    );
    assert!(ran >= 1_000, "{ran} ran, {} findings", found.len());
    Ok(())
}
