//! The elements of HTML and their nesting (HTML Standard 13.1.2, 13.2.6.4.7).

use crate::names::NameTable;
use std::sync::LazyLock;

/// The start, end and nesting rules of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Opened again if an enclosing element ends first.
    Formatting,
    /// Closes a `p`.
    Block,
    /// Closes a `p`, and does not limit the search for the list item that a list item closes.
    Division,
    /// A `p`.
    Paragraph,
    /// `h1` to `h6`: closes a `p`; the end tag of one closes any other.
    Heading,
    /// A `pre` or `listing`: closes a `p`; a parser drops a line feed after its start tag.
    Preformatted,
    /// A list of items: closes a `p`.
    List,
    /// A `li`: closes another.
    Item,
    /// A `dl`: closes a `p`.
    DefinitionList,
    /// A `dd` or a `dt`: closes another.
    Definition,
    /// Closed only by its end tag, or by the end of an enclosing element.
    Ordinary,
    /// An `rb`, `rp`, `rt` or `rtc`: closes another.
    Ruby,
    /// Has neither content nor an end tag.
    Void,
    /// Has neither content nor an end tag, and shows nothing itself.
    Metadata,
    /// A `hr`: closes a `p` and has no content.
    Rule,
    /// A `form`: closes a `p`, and is not nested.
    Form,
    /// A `button`: limits the scope of a `p`, and is not nested.
    Button,
    /// A `select`: can only contain options.
    Select,
    /// An `option` or `optgroup`: closes an `option`.
    Choice,
    /// An `object` or a `marquee`: limits the scope of its content.
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
    /// An SVG element that can only contain text.
    SvgText,
    /// An element of `MathML`.
    MathMl,
    /// A `MathML` text integration point: tags within it are HTML (HTML Standard 13.2.6).
    MathMlText,
    /// An `iframe`: shows another document; its content is a fallback.
    Frame,
    /// An `embed`: shows another document, and is void.
    Embed,
    /// Its content is text with references, even if it looks like markup.
    Text,
    /// Its content is text without references, even if it looks like markup.
    Source,
    /// Removed with its content, which is text even if it looks like markup.
    Dropped,
    /// Its tags are removed; its content is kept.
    Ignored,
}

impl Kind {
    /// Returns whether the element is special: it limits the search for the start tag of an inline element (HTML Standard 13.2.4.2).
    pub const fn is_special(self) -> bool {
        !matches!(
            self,
            Self::Formatting
                | Self::Ordinary
                | Self::Ruby
                | Self::Choice
                | Self::Svg
                | Self::SvgText
                | Self::MathMl
                | Self::MathMlText
                | Self::Ignored
        )
    }

    /// Returns whether the element is a part of a table.
    pub const fn is_part(self) -> bool {
        matches!(
            self,
            Self::Section | Self::Row | Self::Cell | Self::Caption | Self::ColumnGroup | Self::Column
        )
    }

    /// Returns whether the element can only contain parts of a table.
    pub const fn has_parts(self) -> bool {
        matches!(self, Self::Table | Self::Section | Self::Row | Self::ColumnGroup)
    }

    /// Returns whether the element is SVG or `MathML`.
    pub const fn is_foreign(self) -> bool {
        matches!(self, Self::Svg | Self::SvgText | Self::MathMl | Self::MathMlText)
    }

    /// Returns whether tags within the element are SVG or `MathML`.
    pub const fn has_foreign_content(self) -> bool {
        matches!(self, Self::Svg | Self::SvgText | Self::MathMl)
    }

    /// Returns whether the element limits the scope of its content (HTML Standard 13.2.4.2).
    pub const fn is_scope(self) -> bool {
        matches!(self, Self::Table) || self.has_marker()
    }

    /// Returns whether the element separates formatting elements: outer ones are not opened again in it, nor inner ones after it (HTML
    /// Standard 13.2.4.3).
    pub const fn has_marker(self) -> bool {
        matches!(self, Self::Cell | Self::Caption | Self::Object | Self::MathMlText)
    }

    /// Returns whether the element closes an enclosing `p`.
    pub const fn closes_paragraph(self) -> bool {
        matches!(
            self,
            Self::Block
                | Self::Division
                | Self::Paragraph
                | Self::Heading
                | Self::Preformatted
                | Self::List
                | Self::Item
                | Self::DefinitionList
                | Self::Definition
                | Self::Rule
                | Self::Form
                | Self::Table
        )
    }

    /// Returns whether formatting elements are opened again before the element.
    pub const fn reopens_formatting(self) -> bool {
        matches!(
            self,
            Self::Formatting
                | Self::Ordinary
                | Self::Void
                | Self::Button
                | Self::Select
                | Self::Object
                | Self::Text
                | Self::Ruby
                | Self::Svg
                | Self::MathMl
        )
    }

    /// Returns whether HTML implies the end tag of the element before another, or before the end of its parent (HTML Standard
    /// 13.1.2.4).
    pub const fn has_optional_end(self) -> bool {
        matches!(
            self,
            Self::Paragraph
                | Self::Item
                | Self::Definition
                | Self::Choice
                | Self::Section
                | Self::Row
                | Self::Cell
                | Self::ColumnGroup
        )
    }

    /// Returns whether most elements of the kind are rendered as styled text.
    const fn is_styled(self) -> bool {
        matches!(
            self,
            Self::Formatting
                | Self::Division
                | Self::Paragraph
                | Self::Heading
                | Self::Preformatted
                | Self::List
                | Self::Item
                | Self::DefinitionList
                | Self::Definition
                | Self::Ordinary
                | Self::Ruby
                | Self::Rule
                | Self::Table
                | Self::Section
                | Self::Row
                | Self::Cell
        )
    }

    /// Returns whether the element has neither content nor an end tag.
    #[inline]
    pub const fn is_void(self) -> bool {
        matches!(self, Self::Void | Self::Metadata | Self::Rule | Self::Column | Self::Embed)
    }
}

/// HTML elements by kind. Elements that are missing here are [`Kind::Ordinary`] if a policy lists them.
#[rustfmt::skip]
pub const KINDS: &[(Kind, &[&str])] = &[
    (Kind::Formatting, &[
        "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
    ]),
    (Kind::Block, &[
        "article", "aside", "blockquote", "center", "details", "dialog", "fieldset", "figcaption", "figure",
        "footer", "header", "hgroup", "main", "nav", "search", "section", "summary",
    ]),
    (Kind::Division, &["address", "div"]),
    (Kind::Paragraph, &["p"]),
    (Kind::Heading, &["h1", "h2", "h3", "h4", "h5", "h6"]),
    (Kind::Preformatted, &["listing", "pre"]),
    (Kind::List, &["dir", "menu", "ol", "ul"]),
    (Kind::Item, &["li"]),
    (Kind::DefinitionList, &["dl"]),
    (Kind::Definition, &["dd", "dt"]),
    (Kind::Ordinary, &[
        "abbr", "acronym", "audio", "bdi", "bdo", "blink", "canvas", "cite", "data", "datalist", "del", "dfn", "ins",
        "kbd", "label", "legend", "map", "mark", "meter", "output", "picture", "progress", "q", "ruby", "samp", "slot", "span", "sub", "sup", "time", "var", "video",
    ]),
    (Kind::Ruby, &["rb", "rp", "rt", "rtc"]),
    (Kind::Void, &["area", "br", "img", "input", "keygen", "wbr"]),
    (Kind::Metadata, &["base", "basefont", "bgsound", "frame", "link", "meta", "param", "source", "track"]),
    (Kind::Rule, &["hr"]),
    (Kind::Form, &["form"]),
    (Kind::Button, &["button"]),
    (Kind::Select, &["select"]),
    (Kind::Choice, &["optgroup", "option"]),
    (Kind::Object, &["marquee", "object"]),
    (Kind::Table, &["table"]),
    (Kind::Section, &["tbody", "tfoot", "thead"]),
    (Kind::Row, &["tr"]),
    (Kind::Cell, &["td", "th"]),
    (Kind::Caption, &["caption"]),
    (Kind::ColumnGroup, &["colgroup"]),
    (Kind::Column, &["col"]),
    (Kind::Frame, &["iframe"]),
    (Kind::Embed, &["embed"]),
    (Kind::Text, &["textarea", "title"]),
    (Kind::Source, &["xmp"]),
    (Kind::Dropped, &["applet", "script", "style"]),
    // The content of `noscript`, `noembed` and `noframes` is a fallback without scripts, plugins or frames.
    (Kind::Ignored, &[
        "body", "fencedframe", "frameset", "head", "html", "noembed", "noframes", "noscript", "plaintext", "portal", "template",
    ]),
];

/// The layout of an element in plain text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// Within the surrounding text (HTML Standard 15.3.4).
    Inline,
    /// An `rb`, `rp`, `rtc` or `ruby`: within the surrounding text.
    Ruby,
    /// An `rt`: in parentheses.
    Reading,
    /// A table cell: separated by a space, so that a row stays on one line.
    Cell,
    /// Separated by a line break.
    Line,
    /// A list item: separated by a line break, with a dash.
    Item,
    /// Separated by an empty line.
    Paragraph,
    /// A list: separated by an empty line, unless it is nested in another list.
    List,
    /// Preformatted text: separated by an empty line; its line breaks are kept.
    Preformatted,
}

impl Flow {
    /// Returns the flow of the HTML element with this lower-case name.
    fn of(name: &str) -> Self {
        match name {
            "rb" | "rp" | "rtc" | "ruby" => Self::Ruby,
            "rt" => Self::Reading,
            "td" | "th" => Self::Cell,
            "li" => Self::Item,
            "ul" | "ol" | "dl" | "menu" => Self::List,
            "pre" => Self::Preformatted,
            "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "blockquote" | "figure" | "table" | "hr" => {
                Self::Paragraph
            }
            "a" | "abbr" | "acronym" | "b" | "bdi" | "bdo" | "big" | "cite" | "code" | "data" | "del"
            | "dfn" | "em" | "font" | "i" | "img" | "ins" | "kbd" | "label" | "map" | "mark" | "picture"
            | "q" | "s" | "samp" | "script" | "small" | "source" | "span" | "strike" | "strong" | "style"
            | "sub" | "sup" | "time" | "tt" | "u" | "var" | "wbr" => Self::Inline,
            _ => Self::Line,
        }
    }
}

/// An HTML element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HtmlElement {
    /// Its start, end and nesting rules.
    pub kind: Kind,
    /// Whether it is rendered as styled text (HTML Standard 4.4, 4.5, 4.7, 15.3), and its name has no other meaning in a feed.
    pub is_styled_text: bool,
    /// Whether it formats its text, or is shown within text: styled text, and enclosing sections, figures and captions. The name may have
    /// another meaning elsewhere.
    pub formats_text: bool,
    /// Its layout in plain text.
    pub flow: Flow,
}

impl HtmlElement {
    /// Returns an element of this name, which is in lower case, and kind.
    fn new(name: &str, kind: Kind) -> Self {
        /// Their names also have other meanings, or they show something other than text.
        const OTHERS: &[&str] = &[
            "audio", "canvas", "datalist", "label", "legend", "map", "menu", "meter", "output", "picture",
            "progress", "slot", "video",
        ];
        /// Elements of other kinds.
        const STYLED: &[&str] = &["blockquote", "br", "center", "img", "wbr"];
        const SECTIONS: &[&str] = &[
            "article", "aside", "caption", "details", "figcaption", "figure", "footer", "header", "hgroup",
            "marquee", "nav", "section", "summary",
        ];
        let is_styled_text = kind.is_styled() && !OTHERS.contains(&name) || STYLED.contains(&name);
        let formats_text = is_styled_text || SECTIONS.contains(&name);
        Self { kind, is_styled_text, formats_text, flow: Flow::of(name) }
    }

    /// Returns the element of this name, whatever its case.
    #[inline]
    pub fn of(name: &str) -> Option<Self> {
        static ELEMENTS: LazyLock<NameTable<HtmlElement>> = LazyLock::new(|| {
            let of_kind = |(kind, names): &(Kind, &[&'static str])| {
                let kind = *kind;
                names.iter().map(move |name| (*name, HtmlElement::new(name, kind))).collect::<Vec<_>>()
            };
            KINDS.iter().flat_map(of_kind).collect()
        });
        ELEMENTS.get(name).copied()
    }
}

/// Returns whether HTML has an element of this name, whatever its case.
pub fn is_element(name: &str) -> bool {
    HtmlElement::of(name).is_some()
}

/// Returns the kind of an element of HTML, whatever the case of its name.
#[inline]
pub fn kind_of(name: &str) -> Option<Kind> {
    HtmlElement::of(name).map(|element| element.kind)
}

/// Returns whether an element of HTML has neither content nor an end tag.
#[inline]
pub fn is_void(name: &str) -> bool {
    kind_of(name).is_some_and(Kind::is_void)
}

/// Returns whether an element of HTML [is rendered as styled text](HtmlElement::is_styled_text).
pub fn is_styled_text(name: &str) -> bool {
    HtmlElement::of(name).is_some_and(|element| element.is_styled_text)
}

#[cfg(test)]
mod tests {
    use super::{Kind, is_styled_text, is_void, kind_of};

    #[test]
    fn elements_are_known_in_any_case() {
        for (name, expected) in [
            ("p", Some(Kind::Paragraph)),
            ("TD", Some(Kind::Cell)),
            ("Script", Some(Kind::Dropped)),
            ("o:p", None),
            ("", None),
        ] {
            assert_eq!(kind_of(name), expected, "{name:?}");
        }
        let styled = ["a", "BLOCKQUOTE", "td", "thead", "ruby", "wbr"];
        let others = ["summary", "source", "label", "map", "title", "video", "o:p"];
        assert_eq!(styled.into_iter().filter(|name| !is_styled_text(name)).collect::<Vec<_>>(), [""; 0]);
        assert_eq!(others.into_iter().filter(|name| is_styled_text(name)).collect::<Vec<_>>(), [""; 0]);
        assert!(is_void("br") && is_void("IMG") && is_void("embed") && !is_void("p") && !is_void("circle"));
    }
}
