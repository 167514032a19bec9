//! Every fixture has a snapshot of its result, so a new fixture is a new test without code.
//!
//! A fixture is any file in a folder of `fixtures/`. Its headers are in `NAME.headers`, one `Name: value` per line. Without that
//! file, the fixture is read without headers.

use std::path::Path;

use bozofeed::{Document, parse};

use crate::common::{self, headers_beside, render};

#[test]
fn every_fixture_matches_its_snapshot() {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        insta::glob!("..", "fixtures/*/*", |path| {
            if !is_fixture(path) {
                return;
            }
            let bytes = std::fs::read(path).unwrap();
            insta::assert_snapshot!(
                "fixture",
                render(&parse(Document::new(&bytes).headers(headers_beside(path))))
            );
        });
    });
}

#[test]
fn every_file_of_headers_has_a_fixture() {
    for path in common::fixtures().iter().filter(|path| !is_fixture(path)) {
        assert!(path.with_extension("").is_file(), "{} belongs to no fixture", path.display());
    }
}

fn is_fixture(path: &Path) -> bool {
    path.is_file() && path.extension().is_none_or(|extension| extension != "headers")
}
