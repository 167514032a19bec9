//! The parts of HTML that several modules need: character classes, character references and URI references.

pub mod characters;
pub mod entities;
pub mod escape;
pub mod parsed_url;
pub mod references;
pub mod resolve;
pub mod uri;
pub mod url_names;
