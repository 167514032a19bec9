//! The parts of HTML that several modules need: character classes, character references and URI references.

#![cfg_attr(not(feature = "sanitize"), allow(dead_code, reason = "the sanitizer uses it"))]

pub(crate) mod characters;
pub(crate) mod entities;
pub(crate) mod escape;
pub(crate) mod parsed_url;
pub(crate) mod references;
pub(crate) mod resolve;
pub(crate) mod uri;
pub(crate) mod url_names;
