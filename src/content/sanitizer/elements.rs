//! The elements that the single pass knows, with the way they nest (HTML Standard 13.2.6.4.7).

use super::attribute_kinds::Holds;
use crate::content::allowlist::Listed;
use crate::names::{NameTable, Names, Slot, put};

/// How an element starts and ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Reopened if its block ends first.
    Formatting,
    /// Closes a `p`.
    Block,
    /// Closes a `p`; a list item may close an item around it.
    Division,
    /// A `p`.
    Paragraph,
    /// `h1` to `h6`: closes a `p`; the end tag of one closes any other.
    Heading,
    /// A `pre`: closes a `p`; a line feed after its start tag is dropped.
    Preformatted,
    /// A `li`: closes another.
    Item,
    /// A `dd` or a `dt`: closes another.
    Definition,
    /// Only its end tag closes it.
    Ordinary,
    /// An `rb`, `rp`, `rt` or `rtc`: closes others in a `ruby`.
    Ruby,
    /// Has neither content nor an end tag.
    Void,
    /// Has neither content nor an end tag; formatting elements are not reopened for it.
    Metadata,
    /// A `hr`: closes a `p` and has no content.
    Rule,
    /// A `form`: closes a `p`; only its end tag closes it.
    Form,
    /// A `button`: bounds the scope of a `p`.
    Button,
    /// An `object` or a `marquee`: bounds the scope of its content; only its end tag closes it.
    Object,
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
    /// A `MathML` text integration point: tags within it are HTML (HTML Standard 13.2.6).
    MathMlText,
    /// Its content is text even if it looks like markup.
    RawText,
    /// Its content is text even if it looks like markup; the text is dropped.
    Dropped,
    /// Its tags are ignored within a fragment; its content is kept.
    Ignored,
}

impl Kind {
    /// Returns whether the element is special (HTML Standard 13.2.4.2).
    pub(super) fn is_special(self) -> bool {
        match self {
            Self::Formatting
            | Self::Ordinary
            | Self::Ruby
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
            | Self::Metadata
            | Self::Rule
            | Self::Form
            | Self::Button
            | Self::Object
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

    /// Returns whether the element is a table or a part of one.
    pub(super) fn is_of_tables(self) -> bool {
        self.has_parts() || matches!(self, Self::Cell | Self::Caption | Self::Column)
    }

    /// Returns whether the element is neither ignored nor a table nor a part of one.
    pub(super) fn is_flow(self) -> bool {
        self != Self::Ignored && !self.is_of_tables()
    }

    /// Returns whether the element only contains parts of a table.
    pub(super) fn has_parts(self) -> bool {
        matches!(self, Self::Table | Self::Section | Self::Row | Self::ColumnGroup)
    }

    /// Returns whether the element is SVG or `MathML`.
    pub(super) fn is_foreign(self) -> bool {
        matches!(self, Self::Svg | Self::MathMl | Self::MathMlText)
    }

    /// Returns whether the element bounds the scope of its content (HTML Standard 13.2.4.2).
    pub(super) fn is_scope(self) -> bool {
        self == Self::Table || self.has_marker()
    }

    /// Returns whether formatting elements around the element are not reopened in it, nor those in it after it (HTML Standard
    /// 13.2.4.3).
    pub(super) fn has_marker(self) -> bool {
        matches!(self, Self::Cell | Self::Caption | Self::Object)
    }

    /// Returns whether formatting elements are reopened before the element (HTML Standard 13.2.6.4.7).
    pub(super) fn reopens_formatting(self) -> bool {
        matches!(self, Self::Formatting | Self::Ordinary | Self::Void | Self::Button | Self::Object)
    }

    /// Returns whether the end tag of the element is implied (HTML Standard 13.2.6.3).
    pub(super) fn has_implied_end(self) -> bool {
        matches!(self, Self::Paragraph | Self::Item | Self::Definition | Self::Ruby)
    }

    /// Returns whether the element has no content.
    pub(super) fn is_void(self) -> bool {
        matches!(self, Self::Void | Self::Metadata | Self::Rule | Self::Column)
    }

    /// Returns whether the element has no content, or only text that is handled with its start tag.
    pub(super) fn is_childless(self) -> bool {
        self.is_void() || matches!(self, Self::RawText | Self::Dropped)
    }
}

#[rustfmt::skip]
const KINDS: &[(Kind, &[&str])] = &[
    (Kind::Formatting, &[
        "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
    ]),
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
        "legend", "map", "mark", "meter", "output", "picture", "progress", "q", "ruby", "samp", "span", "sub", "sup", "time",
        "var", "video",
    ]),
    (Kind::Ruby, &["rb", "rp", "rt", "rtc"]),
    (Kind::Void, &["area", "br", "embed", "img", "input", "keygen", "wbr"]),
    (Kind::Metadata, &["base", "basefont", "bgsound", "link", "meta", "param", "source", "track"]),
    (Kind::Rule, &["hr"]),
    (Kind::Form, &["form"]),
    (Kind::Button, &["button"]),
    (Kind::Object, &["marquee", "object"]),
    (Kind::Table, &["table"]),
    (Kind::Section, &["tbody", "tfoot", "thead"]),
    (Kind::Row, &["tr"]),
    (Kind::Cell, &["td", "th"]),
    (Kind::Caption, &["caption"]),
    (Kind::ColumnGroup, &["colgroup"]),
    (Kind::Column, &["col"]),
    (Kind::RawText, &["iframe"]),
    (Kind::Dropped, &["script", "style"]),
    // The content of `noscript` is what a page without scripts shows; `iframe` likewise contains a fallback.
    (Kind::Ignored, &["body", "head", "html", "noscript"]),
];

/// An element that the single pass knows, and whether the policy keeps it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Plain {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) is_listed: bool,
    /// The name and a `>` as the upper bytes of a word, or 0 if they are longer.
    end: u64,
}

impl Plain {
    /// An element that HTML does not know (`o:p`), so that it is an ordinary element; no list has it.
    pub(super) const UNKNOWN: Self = Self::new(":", Kind::Ordinary, false);

    const fn new(name: &'static str, kind: Kind, is_listed: bool) -> Self {
        let mut end = 0;
        if name.len() < size_of::<u64>() {
            let mut at = 0;
            while at < name.len() {
                end = end >> 8 | (name.as_bytes()[at] as u64) << 56;
                at += 1;
            }
            end = end >> 8 | (b'>' as u64) << 56;
        }
        Self { name, kind, is_listed, end }
    }

    /// Returns whether markup starts with the name as it is written here and a `>`. Most names are compared as one word.
    #[inline]
    pub(super) fn ends_at(&self, markup: &[u8]) -> bool {
        match markup.first_chunk() {
            Some(word) if self.end != 0 => {
                // The bytes after the `>` are shifted out.
                let unused = (size_of::<u64>() - ">".len() - self.name.len()) * 8;
                u64::from_le_bytes(*word) << unused == self.end
            }
            _ => markup.strip_prefix(self.name.as_bytes()).is_some_and(|rest| rest.starts_with(b">")),
        }
    }

    pub(super) fn is_unknown(&self) -> bool {
        self.name == Self::UNKNOWN.name
    }
}

/// The known elements by name.
pub(super) type PlainElements = NameTable<Plain>;

/// Inserts the known elements, with those of `listed` allowed. Ammonia identifies elements by name only: one that is also
/// in `others` would have the attributes of all its lists, so the single pass does not know it.
pub(super) const fn put_elements(slots: &mut [Slot<Plain>], listed: &Names, others: [&Names; 2]) {
    let mut at = 0;
    while at < KINDS.len() {
        let (kind, names) = KINDS[at];
        put_kind(slots, names, kind, listed, others);
        at += 1;
    }
}

/// Inserts the elements of one kind.
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
            let is_listed = listed.contains(name);
            // The content of an `iframe` that is removed is kept as markup.
            let kind = if matches!(kind, Kind::RawText) && !is_listed { Kind::Ignored } else { kind };
            put(slots, name, Plain::new(name, kind, is_listed));
        }
        at += 1;
    }
}

/// A listed attribute: its name as written, its name without prefix, and the kind of its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PlainAttribute {
    pub(super) written: &'static str,
    pub(super) local: &'static str,
    pub(super) holds: Holds,
}

/// The listed attributes by their names in lower case.
pub(super) type PlainAttributes = NameTable<PlainAttribute>;

/// Inserts attributes whose names have no prefix.
pub(super) const fn put_attributes(
    slots: &mut [Slot<PlainAttribute>],
    names: &[&'static str],
    listed: &Listed,
    is_html: bool,
) {
    let mut at = 0;
    while at < names.len() {
        let name = names[at];
        let holds = Holds::of(name, listed, is_html);
        put(slots, name, PlainAttribute { written: name, local: name, holds });
        at += 1;
    }
}
