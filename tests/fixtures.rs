//! Every fixture has a snapshot that states what is read from it: a new fixture is a new test, without code.
//!
//! A fixture is any file in a folder of `fixtures/`. The headers that came with it stand in `NAME.headers` beside it, a
//! `Name: value` a line; without that file it is read as one from a disk.

#![cfg(feature = "serde")]

mod common;

use std::path::Path;

use common::{render, with_headers_beside};

#[test]
fn every_fixture_reads_as_its_snapshot_says() {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        insta::glob!("..", "fixtures/*/*", |path| {
            if !is_fixture(path) {
                return;
            }
            let bytes = std::fs::read(path).unwrap();
            insta::assert_snapshot!("fixture", render(&with_headers_beside(path).parse(&bytes)));
        });
    });
}

#[test]
fn no_headers_stand_beside_nothing() {
    for path in common::fixtures().iter().filter(|path| !is_fixture(path)) {
        assert!(path.with_extension("").is_file(), "{} belongs to no fixture", path.display());
    }
}

fn is_fixture(path: &Path) -> bool {
    path.is_file() && path.extension().is_none_or(|extension| extension != "headers")
}
