//! The elements whose place in a tree the stack of open elements tells. HTML Standard 13.2.6.4.7.

use super::rules::Holds;
use crate::names::{NameTable, Names, Slot, put};

/// How an element begins and ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Opened again if its block ends first.
    Formatting,
    /// Closes a `p`.
    Block,
    /// Closes a `p`, and the items of a list pass over it.
    Division,
    /// A `p`.
    Paragraph,
    /// `h1` to `h6`: closes a `p`, and any of them ends any other.
    Heading,
    /// A `pre`: closes a `p`, and loses the line feed that follows it.
    Preformatted,
    /// A `li`: closes another.
    Item,
    /// A `dd` or a `dt`: closes another.
    Definition,
    /// Nothing but its end tag ends it.
    Ordinary,
    /// Has no content.
    Void,
    /// A `hr`: closes a `p` and has no content.
    Rule,
    /// A `form`: closes a `p`, and only its end tag ends it.
    Form,
    /// A `button`: a `p` within it is none of those around it.
    Button,
    /// A `table`: closes a `p`.
    Table,
    /// A `tbody`, `thead` or `tfoot`.
    Section,
    /// A `tr`.
    Row,
    /// A `td` or a `th`.
    Cell,
    /// A `caption`.
    Caption,
    /// A `colgroup`.
    ColumnGroup,
    /// A `col`.
    Column,
    /// An element of SVG.
    Svg,
    /// An element of `MathML`.
    MathMl,
    /// An element of `MathML` in which tags would be HTML's. HTML Standard 13.2.6.
    MathMlText,
    /// Its content is text to a browser, whatever it looks like, and stays as text.
    RawText,
    /// Its content is text to a browser, and goes.
    Dropped,
    /// Nothing is made of its tags within a fragment.
    Ignored,
}

impl Kind {
    /// The special elements of HTML Standard 13.2.4.2, as far as they are plain.
    pub(super) fn is_special(self) -> bool {
        match self {
            Self::Formatting
            | Self::Ordinary
            | Self::Svg
            | Self::MathMl
            | Self::MathMlText
            | Self::Ignored => false,
            Self::Block
            | Self::Division
            | Self::Paragraph
            | Self::Heading
            | Self::Preformatted
            | Self::Item
            | Self::Definition
            | Self::Void
            | Self::Rule
            | Self::Form
            | Self::Button
            | Self::Table
            | Self::Section
            | Self::Row
            | Self::Cell
            | Self::Caption
            | Self::ColumnGroup
            | Self::Column
            | Self::RawText
            | Self::Dropped => true,
        }
    }

    /// Whether it is a part of a table, or one.
    pub(super) fn is_of_tables(self) -> bool {
        self.has_parts() || matches!(self, Self::Cell | Self::Caption | Self::Column)
    }

    /// Whether parts of a table stand in it, and nothing else.
    pub(super) fn has_parts(self) -> bool {
        matches!(self, Self::Table | Self::Section | Self::Row | Self::ColumnGroup)
    }

    /// Whether it is of SVG or `MathML`.
    pub(super) fn is_foreign(self) -> bool {
        matches!(self, Self::Svg | Self::MathMl | Self::MathMlText)
    }

    /// Whether it bounds the scope of what is in it. HTML Standard 13.2.4.2.
    pub(super) fn is_scope(self) -> bool {
        matches!(self, Self::Table | Self::Cell | Self::Caption)
    }

    /// Whether it has no content.
    pub(super) fn is_void(self) -> bool {
        matches!(self, Self::Void | Self::Rule | Self::Column)
    }

    /// Whether it has no content, or none that is markup.
    pub(super) fn is_childless(self) -> bool {
        self.is_void() || matches!(self, Self::RawText | Self::Dropped)
    }
}

#[rustfmt::skip]
const KINDS: &[(Kind, &[&str])] = &[
    (Kind::Formatting, &["a", "b", "big", "code", "em", "font", "i", "s", "small", "strike", "strong", "tt", "u"]),
    (Kind::Block, &[
        "article", "aside", "blockquote", "center", "details", "dir", "dl", "fieldset", "figcaption", "figure",
        "footer", "header", "hgroup", "main", "menu", "nav", "ol", "section", "summary", "ul",
    ]),
    (Kind::Division, &["address", "div"]),
    (Kind::Paragraph, &["p"]),
    (Kind::Heading, &["h1", "h2", "h3", "h4", "h5", "h6"]),
    (Kind::Preformatted, &["pre"]),
    (Kind::Item, &["li"]),
    (Kind::Definition, &["dd", "dt"]),
    (Kind::Ordinary, &[
        "abbr", "acronym", "audio", "bdi", "bdo", "canvas", "cite", "data", "del", "dfn", "ins", "kbd", "label",
        "legend", "map", "mark", "meter", "output", "picture", "progress", "q", "samp", "span", "sub", "sup", "time",
        "var", "video",
    ]),
    (Kind::Void, &["area", "base", "br", "embed", "img", "input", "link", "meta", "source", "track", "wbr"]),
    (Kind::Rule, &["hr"]),
    (Kind::Form, &["form"]),
    (Kind::Button, &["button"]),
    (Kind::Table, &["table"]),
    (Kind::Section, &["tbody", "tfoot", "thead"]),
    (Kind::Row, &["tr"]),
    (Kind::Cell, &["td", "th"]),
    (Kind::Caption, &["caption"]),
    (Kind::ColumnGroup, &["colgroup"]),
    (Kind::Column, &["col"]),
    (Kind::RawText, &["iframe"]),
    (Kind::Dropped, &["script", "style"]),
    // `noscript` too: who runs no scripts reads what is in it.
    (Kind::Ignored, &["body", "head", "html", "noscript"]),
];

/// A plain element, and whether its tags may stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Plain {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) is_listed: bool,
}

/// The plain elements by name.
pub(super) type PlainElements = NameTable<Plain>;

/// Puts in the plain elements, with those of `listed` allowed. Ammonia knows elements by their name alone: one that is
/// listed in `others` too has the attributes of all of them, and is not plain.
pub(super) const fn put_elements(slots: &mut [Slot<Plain>], listed: &Names, others: [&Names; 2]) {
    let mut at = 0;
    while at < KINDS.len() {
        let (kind, names) = KINDS[at];
        put_kind(slots, names, kind, listed, others);
        at += 1;
    }
}

/// Puts in the elements of one kind.
pub(super) const fn put_kind(
    slots: &mut [Slot<Plain>],
    names: &[&'static str],
    kind: Kind,
    listed: &Names,
    others: [&Names; 2],
) {
    let mut at = 0;
    while at < names.len() {
        let name = names[at];
        if !others[0].contains(name) && !others[1].contains(name) {
            put(slots, name, Plain { name, kind, is_listed: listed.contains(name) });
        }
        at += 1;
    }
}

/// How an attribute is written, and how it is listed: without its prefix, in its own case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PlainAttribute {
    pub(super) written: &'static str,
    pub(super) local: &'static str,
    pub(super) holds: Holds,
}

/// The attributes that are listed, by their name in lower case.
pub(super) type PlainAttributes = NameTable<PlainAttribute>;

/// Puts in attributes whose names have no prefix.
pub(super) const fn put_attributes(slots: &mut [Slot<PlainAttribute>], listed: &[&'static str]) {
    let mut at = 0;
    while at < listed.len() {
        let name = listed[at];
        put(slots, name, PlainAttribute { written: name, local: name, holds: Holds::what(name) });
        at += 1;
    }
}
