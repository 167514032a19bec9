//! The settings of a project in `.bozofeed.toml`, folders and patterns as sources, and `--watch`.
//!
//! `toml` reads a file written by people, and reports where it is wrong; `glob` implements familiar patterns without
//! dependencies. Files are watched by polling their times, which also works on network drives.

#![allow(clippy::doc_markdown, reason = "these comments are the text of `--help`")]

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use bozofeed::Format;
use bozofeed_check::Profile;
use glob::{MatchOptions, Pattern};
use serde::Deserialize;

use crate::addresses;
use crate::policy::{Level, PathPolicy, Policy, Threshold};
use bozofeed_command::source::is_url;
use bozofeed_command::{Watch, headings};

/// The name of the settings file.
const FILE: &str = ".bozofeed.toml";

/// The interval at which files are examined.
const PAUSE: Duration = Duration::from_millis(300);

#[derive(Debug, clap::Args)]
#[command(next_help_heading = headings::CHECK)]
pub(crate) struct ProjectArguments {
    /// The settings of --check; by default .bozofeed.toml in this folder or the nearest one around it
    #[arg(long, value_name = "FILE", requires = "check", hide_short_help = true)]
    config: Option<PathBuf>,

    /// Do without settings
    #[arg(long, requires = "check", conflicts_with = "config", hide_short_help = true)]
    no_config: bool,

    /// Check or report again whenever one of the files changes
    #[arg(long, conflicts_with_all = ["json", "feedparser", "ndjson", "explain", "write", "arrow", "fix"])]
    watch: bool,
}

/// The files, with their times and sizes.
type Times = Vec<(String, Option<(SystemTime, u64)>)>;

/// The content of the settings file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Settings {
    fail_on: Option<String>,
    min_severity: Option<String>,
    profile: Option<String>,
    /// A file of known findings.
    baseline: Option<PathBuf>,
    /// Rules that may be broken.
    #[serde(default)]
    ignore: Vec<String>,
    /// Overridden severities of rules.
    #[serde(default)]
    severity: BTreeMap<String, String>,
    #[serde(default)]
    paths: Vec<PathSettings>,
}

/// Rules that are allowed in some files.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct PathSettings {
    /// A pattern, relative to the folder of the settings.
    files: String,
    /// Rules that may be broken in these files; `*` for all.
    ignore: Vec<String>,
}

impl ProjectArguments {
    /// Returns the policy stated in the settings.
    pub(crate) fn policy(&self) -> io::Result<Policy> {
        let path = match &self.config {
            Some(path) => Some(path.clone()),
            None if self.no_config => None,
            None => nearest()?,
        };
        let Some(path) = path else { return Ok(Policy::default()) };
        let wrong = |what: &str| io::Error::other(format!("{}: {what}", path.display()));
        let text = fs::read_to_string(&path).map_err(|error| wrong(&error.to_string()))?;
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        read(&text, &folder).map_err(|error| wrong(error.trim_end()))
    }

    /// Returns the sources, with folders and patterns replaced by their files.
    #[allow(clippy::unused_self, reason = "the files belong to a project")]
    pub(crate) fn files(&self, sources: &[String]) -> io::Result<Vec<String>> {
        let mut files = Vec::new();
        for source in sources {
            if source == "-" || is_url(source) || fs::metadata(source).is_ok_and(|found| found.is_file()) {
                files.push(source.clone());
            } else if Path::new(source).is_dir() {
                let found = feeds_in(Path::new(source))?;
                if found.is_empty() {
                    return Err(io::Error::other(format!("{source}: no feed in this folder")));
                }
                files.extend(found.iter().map(|path| path.to_string_lossy().into_owned()));
            } else if let Some(url) = addresses::url(source) {
                files.push(url);
            } else if source.contains(['*', '?', '[']) {
                files.extend(matches(source)?);
            } else {
                files.push(source.clone());
            }
        }
        Ok(files)
    }

    /// With `--watch`, returns a function that waits until one of the files has changed, appeared or disappeared.
    pub(crate) fn watch<'a>(&'a self, sources: &'a [String]) -> io::Result<Option<Watch<'a>>> {
        if !self.watch {
            return Ok(None);
        }
        let before = self.times(sources)?;
        Ok(Some(Box::new(move || {
            while self.times(sources)? == before {
                std::thread::sleep(PAUSE);
            }
            // An editor may write several times.
            std::thread::sleep(PAUSE);
            Ok(())
        })))
    }

    /// Returns the files, with their times and sizes.
    fn times(&self, sources: &[String]) -> io::Result<Times> {
        let files = self.files(sources)?;
        let time = |path: &String| {
            let found = fs::metadata(path).ok()?;
            Some((found.modified().ok()?, found.len()))
        };
        Ok(files.into_iter().map(|path| (path.clone(), time(&path))).collect())
    }
}

/// Returns the settings in this folder, or in the nearest parent folder that has some.
fn nearest() -> io::Result<Option<PathBuf>> {
    let here = std::env::current_dir()?;
    Ok(here.ancestors().map(|folder| folder.join(FILE)).find(|path| path.is_file()))
}

/// Parses the settings of a folder.
fn read(text: &str, folder: &Path) -> Result<Policy, String> {
    let settings: Settings = toml::from_str(text).map_err(|error| error.to_string())?;
    let word = |name: &str, value: &str| format!("{name}: unknown value '{value}'");
    let known = |rule: &String| -> Result<String, String> {
        let is_known = rule == "*" || bozofeed_check::rules().iter().any(|known| known.id == rule);
        if is_known { Ok(rule.clone()) } else { Err(format!("no such rule: '{rule}'")) }
    };
    let list = |rules: &[String]| rules.iter().map(known).collect::<Result<Vec<_>, _>>();
    let threshold = |value: &String| Threshold::of(value).ok_or_else(|| word("fail-on", value));
    let level = |name: &'static str| move |value: &String| Level::of(value).ok_or_else(|| word(name, value));
    let profile = |value: &String| value.parse::<Profile>().map_err(|_| word("profile", value));
    let severity = |(rule, value): (&String, &String)| {
        let level = match &**value {
            "off" => None,
            value => Some(Level::of(value).ok_or_else(|| word("severity", value))?),
        };
        known(rule).map(|rule| (rule, level))
    };
    let path = |path: &PathSettings| {
        let whole = folder.join(&path.files);
        let pattern = Pattern::new(&normal(&whole)).map_err(|error| format!("{}: {error}", path.files))?;
        Ok::<_, String>(PathPolicy {
            is_of: Box::new(move |name| {
                let options = MatchOptions { require_literal_separator: true, ..MatchOptions::new() };
                pattern.matches_with(&normal(Path::new(name)), options)
            }),
            allowed: list(&path.ignore)?,
        })
    };
    Ok(Policy {
        fail_on: settings.fail_on.as_ref().map(threshold).transpose()?,
        min_severity: settings.min_severity.as_ref().map(level("min-severity")).transpose()?,
        profile: settings.profile.as_ref().map(profile).transpose()?,
        baseline: settings.baseline.map(|file| folder.join(file)),
        allowed: list(&settings.ignore)?,
        severities: settings.severity.iter().map(severity).collect::<Result<_, _>>()?,
        paths: settings.paths.iter().map(path).collect::<Result<_, _>>()?,
    })
}

/// Returns an absolute path with slashes, without `.` and `..`.
fn normal(path: &Path) -> String {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut parts: Vec<String> = Vec::new();
    for part in whole.components() {
        match part {
            std::path::Component::ParentDir => drop(parts.pop()),
            std::path::Component::CurDir | std::path::Component::RootDir => {}
            part => parts.push(part.as_os_str().to_string_lossy().into_owned()),
        }
    }
    format!("/{}", parts.join("/"))
}

/// Returns the files in a folder and its subfolders that are feeds by their names or their first bytes, sorted.
fn feeds_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let (mut folders, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let (path, kind) = (entry.path(), entry.file_type()?);
            let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
            // Links to folders may be circular.
            if kind.is_dir() && !is_hidden {
                folders.push(path);
            } else if !is_hidden && path.is_file() && is_feed(&path)? {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Returns whether a file is a feed: by its extension, or, if that is ambiguous, by its root.
fn is_feed(path: &Path) -> io::Result<bool> {
    /// The number of bytes in which the root is looked for.
    const MOST: u64 = 16 << 10;
    let name = uncompressed(path);
    let ending = name.extension().unwrap_or_default().to_ascii_lowercase();
    match ending.to_str() {
        Some("atom" | "cdf" | "rdf" | "rss") => Ok(true),
        // The root is compressed.
        Some("json" | "xml") if name != path => Ok(true),
        Some("" | "json" | "xml") => {
            let mut start = Vec::new();
            fs::File::open(path)?.take(MOST).read_to_end(&mut start)?;
            Ok(!matches!(bozofeed::parse(&start).format, Format::Unknown | Format::HFeed))
        }
        _ => Ok(false),
    }
}

/// Returns the path without the extension of a compressed file: `feed.xml` of `feed.xml.gz`.
fn uncompressed(path: &Path) -> PathBuf {
    let is_compressed = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gz"));
    if is_compressed { path.with_extension("") } else { path.to_owned() }
}

/// Returns the files that match a pattern, sorted.
fn matches(pattern: &str) -> io::Result<Vec<String>> {
    let wrong = |what: String| io::Error::other(format!("{pattern}: {what}"));
    let mut files = Vec::new();
    for path in glob::glob(pattern).map_err(|error| wrong(error.to_string()))? {
        let path = path.map_err(|error| wrong(error.to_string()))?;
        if path.is_file() {
            files.push(path.to_string_lossy().into_owned());
        }
    }
    if files.is_empty() {
        return Err(wrong("no file has such a name".to_owned()));
    }
    Ok(files)
}
