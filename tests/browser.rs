//! Loads cleaned vectors in a browser: nothing runs, and only images, audio and video are requested.
//!
//! The tests need Chromium. `BOZOFEED_BROWSER` names its command, `chromium` if it is not set.

#![cfg(feature = "sanitize")]

#[path = "browser/server.rs"]
mod server;
#[path = "../src/content/sanitizer/vector_list.rs"]
mod vector_list;

use bozofeed::content::{Cleaner, Sanitize};
use serde_json::Value;
use server::{HOST, Request, Server};
use std::collections::BTreeSet;
use std::error::Error;
use std::process::{Command, Stdio};
use std::time::Duration;
use vector_list::VECTORS;

const BASE: &str = "http://b.example/d/e";

/// Loads every text in a browser. Returns its findings and requests.
fn read(texts: &[String]) -> Result<(Vec<Value>, Vec<Request>), Box<dyn Error>> {
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
    let heard = server.wait(Duration::from_secs(600));
    child.kill()?;
    child.wait()?;
    std::fs::remove_dir_all(&profile).ok();
    let (findings, requests) = heard.ok_or("the browser did not come to an end")?;
    Ok((findings.as_array().cloned().unwrap_or_default(), requests))
}

/// Returns the cleaned vectors: by both ways, under both policies, alone and within other markup.
fn cleaned() -> Vec<String> {
    let mut texts = BTreeSet::new();
    for sanitize in [Sanitize::FeedParser, Sanitize::Reader] {
        let cleaner = Cleaner::new(&sanitize, true);
        for vector in VECTORS {
            let among = format!("<div><b>{vector}</b></div><table><tr><td>{vector}");
            for markup in [*vector, &among] {
                texts.insert(cleaner.clean(markup, BASE).into_owned());
                texts.insert(cleaner.clean_by_ammonia(markup, BASE));
            }
        }
    }
    texts.into_iter().collect()
}

fn texts_of(findings: &[Value], kind: &str) -> BTreeSet<u64> {
    findings.iter().filter(|f| f["kind"] == kind).filter_map(|f| f["n"].as_u64()).collect()
}

#[test]
#[ignore = "needs Chromium"]
fn cleaned_vectors_run_nothing_and_request_only_media() -> Result<(), Box<dyn Error>> {
    let texts = cleaned();
    let (findings, requests) = read(&texts)?;
    let told: Vec<String> = findings
        .iter()
        .map(|finding| {
            let n = finding["n"].as_u64().and_then(|n| usize::try_from(n).ok());
            format!("{finding}\n    {:?}", n.and_then(|n| texts.get(n)))
        })
        .collect();
    assert!(told.is_empty(), "{} findings:\n{}", told.len(), told.join("\n"));
    let other: Vec<&str> = requests.iter().filter(|r| !r.is_media).map(|r| r.what.as_str()).collect();
    assert!(other.is_empty(), "{} requests:\n{}", other.len(), other.join("\n"));
    println!(
        "{} vectors, {} texts, nothing ran; {} requests for media",
        VECTORS.len(),
        texts.len(),
        requests.len()
    );
    Ok(())
}

#[test]
#[ignore = "needs Chromium"]
fn vectors_run_if_they_are_not_cleaned() -> Result<(), Box<dyn Error>> {
    let texts: Vec<String> = VECTORS.iter().map(|&vector| vector.to_owned()).collect();
    let (findings, requests) = read(&texts)?;
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
