//! The elements and attributes of a policy.

use super::attribute_kinds::AttributeKind;
use crate::allowlist::Listed;
use bozofeed_text::markup::{KINDS, Kind, kind_of};
use bozofeed_text::names::{ListTable, Names};

/// The elements that the AMP scripts replace, and their equivalents without a script.
const OF_AMP: &[(&str, &str)] = &[
    ("amp-anim", "img"),
    ("amp-audio", "audio"),
    ("amp-dailymotion", "iframe"),
    ("amp-iframe", "iframe"),
    ("amp-img", "img"),
    ("amp-video", "video"),
    ("amp-video-iframe", "iframe"),
    ("amp-vimeo", "iframe"),
    ("amp-youtube", "iframe"),
];

/// The role of an element for pictures, audio or video.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MediaRole {
    None,
    /// `img`, or `image` of SVG.
    Image,
    /// `source`.
    Source,
    /// `picture`.
    Picture,
    /// `audio` or `video`.
    Player,
}

impl MediaRole {
    /// Returns whether a script may set the URL of such an element.
    pub(super) fn may_be_lazy(self) -> bool {
        match self {
            Self::Image | Self::Source | Self::Player => true,
            Self::Picture | Self::None => false,
        }
    }

    fn of(name: &str, kind: Kind) -> Self {
        match (name, kind) {
            ("image", Kind::Svg) => Self::Image,
            (_, Kind::Svg | Kind::SvgText | Kind::MathMl | Kind::MathMlText) => Self::None,
            ("img", _) => Self::Image,
            ("source", _) => Self::Source,
            ("picture", _) => Self::Picture,
            ("audio" | "video", _) => Self::Player,
            _ => Self::None,
        }
    }
}

/// An element, and whether the policy keeps it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Plain<'r> {
    pub(super) name: &'r str,
    pub(super) kind: Kind,
    pub(super) is_listed: bool,
    pub(super) media: MediaRole,
    /// The name and a `>` as the upper bytes of a word, or 0 if they are longer.
    end: u64,
}

impl Plain<'_> {
    /// Returns whether markup starts with the name, spelled the same, and a `>`. Most names are compared as one word.
    #[inline]
    pub(super) fn ends_at(self, markup: &[u8]) -> bool {
        match markup.first_chunk() {
            Some(word) if self.end != 0 => {
                // The bytes after the `>` are shifted out.
                let unused = (size_of::<u64>() - ">".len() - self.name.len()) * 8;
                u64::from_le_bytes(*word) << unused == self.end
            }
            _ => markup.strip_prefix(self.name.as_bytes()).is_some_and(|rest| rest.starts_with(b">")),
        }
    }
}

/// The rule of a policy for an element. Its name is the key of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ElementRule {
    kind: Kind,
    is_listed: bool,
    media: MediaRole,
    /// The canonical name of the element.
    alias_of: Option<&'static str>,
    /// As in [`Plain`].
    end: u64,
}

impl ElementRule {
    /// Returns the rule for the element of this name.
    pub(super) fn new(name: &str, kind: Kind, is_listed: bool) -> Self {
        let shifted = |end: u64, byte: u8| end >> 8 | u64::from(byte) << 56;
        let end = if name.len() < size_of::<u64>() { name.bytes().chain([b'>']).fold(0, shifted) } else { 0 };
        Self { kind, is_listed, media: MediaRole::of(name, kind), alias_of: None, end }
    }
}

/// The known elements by name.
#[derive(Clone)]
pub(super) struct PlainElements(pub(super) ListTable<ElementRule>);

impl PlainElements {
    #[inline]
    pub(super) fn get(&self, name: &str) -> Option<Plain<'_>> {
        let (name, rule) = self.0.entry(name)?;
        let ElementRule { kind, is_listed, media, alias_of, end } = *rule;
        Some(Plain { name: alias_of.unwrap_or(name), kind, is_listed, media, end })
    }
}

/// Returns the elements of HTML, with the elements of `listed` allowed, and additional elements that only `listed` has.
pub(super) fn elements(listed: &Listed) -> impl Iterator<Item = (&str, ElementRule)> {
    let names = &listed.elements;
    let known_rule = move |name: &str, kind: Kind| {
        // Parts without a table get one, so they are only kept if tables are.
        let may_be_listed = may_be_listed(kind) && (!kind.is_part() || names.contains("table"));
        ElementRule::new(name, kind, may_be_listed && names.contains(name))
    };
    let known = KINDS
        .iter()
        .flat_map(move |&(kind, names)| names.iter().map(move |&name| (name, known_rule(name, kind))));
    // HTML Standard 13.2.6.4.7: a parser reads `image` as `img`.
    let of_amp = if listed.lazy_images { OF_AMP } else { &[] };
    let aliases = [("image", "img")].into_iter().chain(of_amp.iter().copied());
    let aliases = aliases.map(move |(alias, name)| {
        let rule = known_rule(name, kind_of(name).unwrap_or(Kind::Ordinary));
        (alias, ElementRule { alias_of: Some(name), ..rule })
    });
    // The roots of SVG and `MathML` have separate lists: a parser reads their content in another way.
    let others = names.iter().filter(|name| !matches!(*name, "math" | "svg"));
    let others = others.map(|name| (name, ElementRule::new(name, Kind::Ordinary, true)));
    // The known elements come first, since the table keeps the first rule of a name, and lists may repeat their names.
    known.chain(aliases).chain(others)
}

/// Returns whether elements of a kind can be listed at all. Elements whose tags are never written unchanged cannot.
fn may_be_listed(kind: Kind) -> bool {
    !matches!(kind, Kind::Frame | Kind::Embed | Kind::Source | Kind::Dropped | Kind::Ignored)
}

/// Returns whether an HTML element may not be in SVG or `MathML`: a parser closes them before it.
pub(super) fn leaves_foreign_content(kind: Kind) -> bool {
    !matches!(
        kind,
        Kind::Ignored
            | Kind::Dropped
            | Kind::Metadata
            | Kind::Text
            | Kind::Source
            | Kind::Frame
            | Kind::Embed
    )
}

/// Returns the elements of SVG or `MathML` that are listed.
pub(super) fn foreign<'n>(
    listed: &'n Names,
    kind: Kind,
    texts: &[&str],
) -> impl Iterator<Item = (&'n str, ElementRule)> {
    listed.iter().map(move |name| {
        let kind = match kind {
            Kind::Svg if texts.contains(&name) => Kind::SvgText,
            Kind::MathMl if texts.contains(&name) => Kind::MathMlText,
            kind => kind,
        };
        (name, ElementRule::new(name, kind, true))
    })
}

/// A listed attribute: its name as written, its name without prefix, and the kind of its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PlainAttribute<'r> {
    pub(super) written: &'r str,
    pub(super) local: &'r str,
    pub(super) holds: AttributeKind,
}

/// The rule of a policy for an attribute. Its name is the key of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AttributeRule {
    /// The length of the prefix of the name, with its colon.
    pub(super) prefix: usize,
    pub(super) holds: AttributeKind,
}

/// The listed attributes by their names in lower case.
#[derive(Clone)]
pub(super) struct PlainAttributes(pub(super) ListTable<AttributeRule>);

impl PlainAttributes {
    #[inline]
    pub(super) fn get(&self, name: &str) -> Option<PlainAttribute<'_>> {
        let (written, rule) = self.0.entry(name)?;
        let local = written.get(rule.prefix..).unwrap_or(written);
        Some(PlainAttribute { written, local, holds: rule.holds })
    }
}

/// Returns attributes whose names have no prefix.
pub(super) fn attributes<'n>(
    names: &'n Names,
    listed: &Listed,
    is_html: bool,
) -> impl Iterator<Item = (&'n str, AttributeRule)> {
    names
        .iter()
        .map(move |name| (name, AttributeRule { prefix: 0, holds: AttributeKind::of(name, listed, is_html) }))
}
