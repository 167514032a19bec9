//! Events, audited as they pass: quick-xml's scanners find the tokens, the audit says what XML 1.0 forbids in them,
//! and what is broken is mended on the spot. `reader.rs` walks, `tags.rs`, `text.rs` and `sections.rs` read the productions,
//! `binding.rs` finds the namespaces, `mend.rs` decides what ends where nobody says so, unless `foresight.rs` sees that the
//! tags match; `misspelt.rs` knows what looks like none of them but is, `unopened.rs` what begins where nobody says so.

mod attribute_syntax;
mod attributes;
mod binding;
mod chars;
mod declaration;
mod doctype;
mod entity;
mod event;
mod foresight;
mod mend;
mod misspelt;
mod name_tables;
mod namespaces;

mod reader;
mod reference;
mod sections;
mod tags;
mod text;
mod unopened;

pub(crate) use crate::diagnostics::Diagnostics as Noted;
pub(crate) use event::{Attribute, Event, Name, Namespace, Schema, Shape, Tag, Text};
pub(crate) use namespaces::Declared;
pub(crate) use reader::Reader;
