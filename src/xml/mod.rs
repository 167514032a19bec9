//! XML: a reader that yields the events of any document, checks its well-formedness and repairs its structure.
//!
//! quick-xml finds the ends of tags and processing instructions; all rules of XML 1.0 and Namespaces in XML are checked
//! here. Each file depends only on those above it:
//!
//! - `chars`, `name_chars`, `event`: character classes, names, and the events.
//! - `reference`, `entity`, `decode`: references, entities, and the values that contain them.
//! - `namespaces`, `attribute_syntax`, `doctype`, `attributes`, `declaration`: the parts of tags and of the prolog.
//! - `input`, `ancestors`, `open_elements`: the position in the text, and the stack of open elements.
//! - `scanner`, `window`, `lookahead`: the tags that follow.
//! - `misspelt`, `missing_start_tag`, `binding`, `evidence`, `recovery`: the repair of documents that are not well-formed.
//! - `misc`, `cdata`: comments, processing instructions and CDATA sections.
//! - `nodes`: elements that are made from a document in another format, in place of a text.
//! - `reader`, `tags`, `text`, `text_element`, `node_events`: the reader.
//! - `written`: the places of names and attributes in start tags.

mod ancestors;
mod attribute_syntax;
mod attributes;
mod binding;
mod cdata;
mod chars;
mod declaration;
mod decode;
mod doctype;
mod entity;
mod event;
mod evidence;
mod first_text;
mod input;
mod leaf_names;
mod lookahead;
mod misc;
mod missing_start_tag;
mod misspelt;
mod name_chars;
mod namespaces;
mod node_events;
mod nodes;
mod open_elements;
mod reader;
mod recovery;
mod reference;
mod scanner;
mod tags;
#[cfg(test)]
mod test_schema;
#[cfg(test)]
mod tests;
mod text;
mod text_element;
mod window;
mod written;

pub(crate) use chars::{is_name, is_qualified_name};
pub use event::Shape;
pub use event::{Name, Namespace, RawTag, WrittenText, XmlAttribute};
pub(crate) use event::{RawText, Schema, XmlEvent};
pub(crate) use namespaces::DeclaredPrefix;
pub(crate) use nodes::Nodes;
pub(crate) use reader::{BlankText, Reader};
pub(crate) use text_element::TextElement;
pub use written::{TagSpan, WrittenAttribute};
