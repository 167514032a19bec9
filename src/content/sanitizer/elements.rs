//! The elements and attributes that a policy knows.

use super::attribute_kinds::AttributeKind;
use crate::content::allowlist::Listed;
use crate::markup::{KINDS, Kind, kind_of};
use crate::names::{ListTable, Names, Slot, put};

/// The role of an element that shows a picture, audio or video.
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
    const fn of(name: &str, kind: Kind) -> Self {
        match (name.as_bytes(), kind) {
            (b"image", Kind::Svg) => Self::Image,
            (_, Kind::Svg | Kind::SvgText | Kind::MathMl | Kind::MathMlText) => Self::None,
            (b"img", _) => Self::Image,
            (b"source", _) => Self::Source,
            (b"picture", _) => Self::Picture,
            (b"audio" | b"video", _) => Self::Player,
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
    /// Returns whether markup starts with the name as it is written here and a `>`. Most names are compared as one word.
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
    /// The name under which the element is known.
    alias_of: Option<&'static str>,
    /// As in [`Plain`].
    end: u64,
}

impl ElementRule {
    /// Returns the rule for the element of this name.
    pub(super) const fn new(name: &str, kind: Kind, is_listed: bool) -> Self {
        let mut end = 0;
        if name.len() < size_of::<u64>() {
            let mut at = 0;
            while at < name.len() {
                end = end >> 8 | (name.as_bytes()[at] as u64) << 56;
                at += 1;
            }
            end = end >> 8 | (b'>' as u64) << 56;
        }
        Self { kind, is_listed, media: MediaRole::of(name, kind), alias_of: None, end }
    }
}

/// The known elements by name.
#[derive(Clone)]
pub(super) struct PlainElements(pub(super) ListTable<ElementRule>);

impl PlainElements {
    #[inline]
    pub(super) fn get(&self, name: &str) -> Option<Plain<'_>> {
        let (name, rule) = self.0.get(name)?;
        let ElementRule { kind, is_listed, media, alias_of, end } = *rule;
        Some(Plain { name: alias_of.unwrap_or(name), kind, is_listed, media, end })
    }
}

/// Inserts the elements of HTML, with those of `listed` allowed, and those that only `listed` has.
pub(super) const fn put_elements<'n>(slots: &mut [Slot<ElementRule, &'n str>], listed: &'n Names) {
    let mut at = 0;
    while at < KINDS.len() {
        let (kind, names) = KINDS[at];
        let mut index = 0;
        while index < names.len() {
            let name = names[index];
            // Parts that are in no table get one, so they are only kept if tables are.
            let has_table = !kind.is_part() || listed.contains("table");
            let is_listed = listed.contains(name) && may_be_listed(kind) && has_table;
            put(slots, name, ElementRule::new(name, kind, is_listed));
            index += 1;
        }
        at += 1;
    }
    // HTML Standard 13.2.6.4.7: a parser reads `image` as `img`.
    let image = ElementRule::new("img", Kind::Void, listed.contains("img"));
    put(slots, "image", ElementRule { alias_of: Some("img"), ..image });
    let mut at = 0;
    while let Some(name) = listed.get(at) {
        if !has_kind(name) {
            put(slots, name, ElementRule::new(name, Kind::Ordinary, true));
        }
        at += 1;
    }
}

/// Returns whether elements of a kind can be listed at all: not those whose tags are never written as they are.
const fn may_be_listed(kind: Kind) -> bool {
    !matches!(kind, Kind::Frame | Kind::Embed | Kind::Source | Kind::Dropped | Kind::Ignored)
}

/// Returns whether an element has a kind, at compile time, or is not one of HTML.
const fn has_kind(name: &str) -> bool {
    let mut at = 0;
    while at < KINDS.len() {
        if crate::names::contains(KINDS[at].1, name) {
            return true;
        }
        at += 1;
    }
    // The roots of SVG and `MathML` have lists of their own: a parser reads what follows them in another way.
    crate::names::contains(&["image", "math", "svg"], name)
}

/// Returns whether a name is that of an element of HTML that may not be in SVG or `MathML`: a parser closes them first.
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

/// Returns how many names [`put_elements`] inserts.
pub(super) fn number_of_elements(listed: &Names) -> usize {
    let known: usize = KINDS.iter().map(|(_, names)| names.len()).sum();
    known + 1 + listed.iter().filter(|name| kind_of(name).is_none()).count()
}

/// Inserts the elements of SVG or `MathML` that are listed.
pub(super) const fn put_foreign<'n>(
    slots: &mut [Slot<ElementRule, &'n str>],
    listed: &'n Names,
    kind: Kind,
    texts: &[&str],
) {
    let mut at = 0;
    while let Some(name) = listed.get(at) {
        let is_text = crate::names::contains(texts, name);
        let kind = match kind {
            Kind::Svg if is_text => Kind::SvgText,
            Kind::MathMl if is_text => Kind::MathMlText,
            kind => kind,
        };
        put(slots, name, ElementRule::new(name, kind, true));
        at += 1;
    }
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
        let (written, rule) = self.0.get(name)?;
        let local = written.get(rule.prefix..).unwrap_or(written);
        Some(PlainAttribute { written, local, holds: rule.holds })
    }
}

/// Inserts attributes whose names have no prefix.
pub(super) const fn put_attributes<'n>(
    slots: &mut [Slot<AttributeRule, &'n str>],
    names: &'n Names,
    listed: &Listed,
    is_html: bool,
) {
    let mut at = 0;
    while let Some(name) = names.get(at) {
        let holds = AttributeKind::of(name, listed, is_html);
        put(slots, name, AttributeRule { prefix: 0, holds });
        at += 1;
    }
}
