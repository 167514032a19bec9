//! The elements and attributes that a policy knows.

use super::attribute_kinds::AttributeKind;
use crate::content::allowlist::Listed;
use crate::markup::{KINDS, Kind, kind_of};
use crate::names::{NameTable, Names, Slot, put};

/// An element, and whether the policy keeps it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Plain {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) is_listed: bool,
    /// The name and a `>` as the upper bytes of a word, or 0 if they are longer.
    end: u64,
}

impl Plain {
    pub(super) const fn new(name: &'static str, kind: Kind, is_listed: bool) -> Self {
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
}

/// The known elements by name.
pub(super) type PlainElements = NameTable<Plain>;

/// Inserts the elements of HTML, with those of `listed` allowed, and those that only `listed` has.
pub(super) const fn put_elements(slots: &mut [Slot<Plain>], listed: &Names) {
    let mut at = 0;
    while at < KINDS.len() {
        let (kind, names) = KINDS[at];
        let mut index = 0;
        while index < names.len() {
            let name = names[index];
            let has_table = !kind.is_part() || listed.contains("table");
            let is_listed = listed.contains(name) && may_be_listed(kind) && has_table;
            put(slots, name, Plain::new(name, kind, is_listed));
            index += 1;
        }
        at += 1;
    }
    // HTML Standard 13.2.6.4.7: a parser reads `image` as `img`.
    put(slots, "image", Plain::new("img", Kind::Void, listed.contains("img")));
    let names = listed.all();
    let mut at = 0;
    while at < names.len() {
        if !has_kind(names[at]) {
            put(slots, names[at], Plain::new(names[at], Kind::Ordinary, true));
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
    known + 1 + listed.all().iter().filter(|name| kind_of(name).is_none()).count()
}

/// Inserts the elements of SVG or `MathML` that are listed.
pub(super) const fn put_foreign(slots: &mut [Slot<Plain>], listed: &Names, kind: Kind, texts: &[&str]) {
    let names = listed.all();
    let mut at = 0;
    while at < names.len() {
        let is_text = crate::names::contains(texts, names[at]);
        let kind = match kind {
            Kind::Svg if is_text => Kind::SvgText,
            Kind::MathMl if is_text => Kind::MathMlText,
            kind => kind,
        };
        put(slots, names[at], Plain::new(names[at], kind, true));
        at += 1;
    }
}

/// A listed attribute: its name as written, its name without prefix, and the kind of its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PlainAttribute {
    pub(super) written: &'static str,
    pub(super) local: &'static str,
    pub(super) holds: AttributeKind,
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
        let holds = AttributeKind::of(name, listed, is_html);
        put(slots, name, PlainAttribute { written: name, local: name, holds });
        at += 1;
    }
}
