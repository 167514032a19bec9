//! Shared test helpers: the fixtures with their headers, and a rendering of results.

#![allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "each test is a crate of its own and needs a part of this"
)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a helper of tests may fail as a test does"
)]

pub mod command;
pub mod mutants;
mod render;
pub mod table;

use std::path::{Path, PathBuf};

use bozofeed::Headers;

pub use render::render;

/// Returns the samples for a test: all of them with the feature `thorough`, or else the first of each `one_of`.
pub fn sampled<I: Iterator>(samples: I, one_of: usize) -> impl Iterator<Item = I::Item> {
    samples.step_by(if cfg!(feature = "thorough") { 1 } else { one_of })
}

/// Returns the number of generated cases for a test: all of them with the feature `thorough`, or else one in eight.
/// `PROPTEST_CASES` specifies another number.
pub fn cases() -> u32 {
    let all = proptest::prelude::ProptestConfig::default().cases;
    if cfg!(feature = "thorough") || std::env::var_os("PROPTEST_CASES").is_some() { all } else { all / 8 }
}

/// Returns the folder of the repository.
pub fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Returns the headers of a fixture.
pub fn headers_beside(fixture: &Path) -> Headers {
    let mut name = fixture.as_os_str().to_owned();
    name.push(".headers");
    let headers = std::fs::read_to_string(name).unwrap_or_default();
    headers.lines().map(|line| line.split_once(':').expect("a header is NAME: VALUE")).collect()
}

/// Returns the files in the folders of `fixtures/`, sorted.
pub fn fixtures() -> Vec<PathBuf> {
    let files = |folder: &Path| -> Vec<PathBuf> {
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
    };
    let root = repository().join("fixtures");
    let mut all: Vec<PathBuf> =
        files(&root).iter().filter(|folder| folder.is_dir()).flat_map(|folder| files(folder)).collect();
    all.retain(|path| path.is_file());
    all.sort();
    all
}

/// Returns the source files of the libraries for feeds: their paths below `src`, prefixed with the folder of the package, and their
/// texts.
pub fn sources() -> Vec<(String, String)> {
    ["", "check/", "content/", "date/", "discover/", "encoding/", "model/", "opml/", "polling/", "text/"]
        .into_iter()
        .flat_map(sources_of)
        .collect()
}

fn sources_of(package: &str) -> Vec<(String, String)> {
    let folder = if package.is_empty() { "" } else { "crates" };
    let root = repository().join(folder).join(package).join("src");
    let name = |path: &Path| format!("{package}{}", path.strip_prefix(&root).unwrap().display());
    let files = files_below(&root, &[".rs"]).into_iter();
    files.map(|path| (name(&path), std::fs::read_to_string(&path).unwrap())).collect()
}

/// Returns the files below a folder with one of these endings, except build output and installed files.
pub fn files_below(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let (mut folders, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                let is_made = ["target", "node_modules", ".git", "fixtures"].contains(&name.as_str());
                folders.extend((!is_made).then_some(path));
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
