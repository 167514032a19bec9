//! The grammar of HTML markup: elements, tags and attributes, and the ends of other constructs.
//!
//! All code that looks for tags in the text of a feed or in a page uses these functions, so that it agrees on which parts are tags,
//! attributes and text.

mod attributes;
mod elements;
mod pieces;
pub mod plain_text;
mod raw_text;
mod tag;

pub use attributes::{Form, MarkupAttribute, WrittenAttributes};
pub use elements::{Flow, HtmlElement, KINDS, Kind, is_element, is_styled_text, is_void, kind_of};
pub use pieces::{Piece, Pieces};
pub use raw_text::{RawTextEnds, end_of_open_script, end_of_raw_text, is_raw_text};
pub use tag::{
    CDATA, MarkupTag, TagName, end_of, end_of_comment, end_of_non_tag, end_of_open_comment, end_of_tag,
    is_tag_at, is_text_declaration, kind_at, lower,
};
