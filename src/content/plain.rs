//! The elements whose place in a tree the stack of open elements tells. HTML Standard 13.2.6.4.7.

use super::rules::{NameHasher, Names};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

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
            Self::Formatting | Self::Ordinary | Self::Ignored => false,
            Self::Block
            | Self::Division
            | Self::Paragraph
            | Self::Heading
            | Self::Preformatted
            | Self::Item
            | Self::Definition
            | Self::Void
            | Self::Rule
            | Self::RawText
            | Self::Dropped => true,
        }
    }
}

#[rustfmt::skip]
static KINDS: &[(Kind, &[&str])] = &[
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
    (Kind::Void, &["area", "base", "br", "embed", "img", "link", "meta", "source", "track", "wbr"]),
    (Kind::Rule, &["hr"]),
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
pub(super) type PlainElements = HashMap<&'static str, Plain, BuildHasherDefault<NameHasher>>;

/// The plain elements, with those of `listed` allowed.
pub(super) fn plain_elements(listed: &Names) -> PlainElements {
    KINDS
        .iter()
        .flat_map(|&(kind, names)| names.iter().map(move |&name| (kind, name)))
        .map(|(kind, name)| {
            (
                name,
                Plain {
                    name,
                    kind,
                    is_listed: listed.contains(name),
                },
            )
        })
        .collect()
}
