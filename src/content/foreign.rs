//! SVG and `MathML` where they nest. HTML Standard 13.2.6.5.

use super::attributes::Attributes;
use super::bounds::MAX_ATTRIBUTES;
use super::fast::{Decline, MAX_DEPTH, Writer};
use super::lists::{Listed, MATHML_ATTRIBUTES, SVG_ATTRIBUTES};
use super::plain::{Kind, Plain, PlainAttribute, PlainAttributes, PlainElements, put_attributes, put_kind};
use super::rules::Holds;
use super::tag::{Tag, lower};
use crate::names::{Names, Slot, contains, put};

/// Elements of SVG that hold no HTML, animate nothing and are no links.
#[rustfmt::skip]
pub(super) const SVG: &[&str] = &[
    "circle", "clipPath", "defs", "ellipse", "feBlend", "feColorMatrix", "feComponentTransfer",
    "feComposite", "feFlood", "feGaussianBlur", "feMerge", "feMergeNode", "feMorphology", "feOffset",
    "filter", "g", "image", "line", "linearGradient", "marker", "mask", "path", "pattern", "polygon",
    "polyline", "radialGradient", "rect", "stop", "svg", "switch", "symbol", "text", "textPath", "tspan",
    "use", "view",
];

/// Elements of `MathML` that hold no HTML, or hold it as text, beside those of [`MATHML_TEXT`].
#[rustfmt::skip]
pub(super) const MATHML: &[&str] = &[
    "annotation", "maction", "math", "menclose", "merror", "mfenced", "mfrac", "mmultiscripts", "mover",
    "mpadded", "mphantom", "mprescripts", "mroot", "mrow", "mspace", "msqrt", "mstyle", "msub", "msubsup",
    "msup", "mtable", "mtd", "mtr", "munder", "munderover", "none", "semantics",
];

/// HTML Standard 13.2.6.5, the `MathML` text integration points.
pub(super) const MATHML_TEXT: &[&str] = &["mi", "mn", "mo", "ms", "mtext"];

/// HTML Standard 13.2.6.1, adjust foreign attributes.
pub(super) const PREFIXED: &[(&str, &str)] = &[
    ("xlink:actuate", "actuate"),
    ("xlink:arcrole", "arcrole"),
    ("xlink:href", "href"),
    ("xlink:role", "role"),
    ("xlink:show", "show"),
    ("xlink:title", "title"),
    ("xlink:type", "type"),
    ("xml:lang", "lang"),
    ("xml:space", "space"),
    ("xmlns:xlink", "xlink"),
];

/// The plain elements of SVG and `MathML`, by their name in lower case, and their attributes.
#[derive(Debug, Clone)]
pub(super) struct Foreign {
    pub(super) svg: PlainElements,
    pub(super) svg_attributes: PlainAttributes,
    pub(super) mathml: PlainElements,
    pub(super) mathml_attributes: PlainAttributes,
}

/// Puts in the plain elements of SVG. Names that are listed elsewhere too are not plain, as in
/// [`put_elements`](super::plain::put_elements).
pub(super) const fn put_svg(slots: &mut [Slot<Plain>], listed: &Listed) {
    if listed.svg_elements.contains("svg") && are_known(&listed.svg_attributes, SVG_ATTRIBUTES) {
        put_kind(slots, SVG, Kind::Svg, &listed.svg_elements, [&listed.elements, &listed.mathml_elements]);
    }
}

/// Puts in the plain elements of `MathML`, as [`put_svg`] does.
pub(super) const fn put_mathml(slots: &mut [Slot<Plain>], listed: &Listed) {
    if listed.mathml_elements.contains("math") && are_known(&listed.mathml_attributes, MATHML_ATTRIBUTES) {
        let others = [&listed.elements, &listed.svg_elements];
        put_kind(slots, MATHML_TEXT, Kind::MathMlText, &listed.mathml_elements, others);
        put_kind(slots, MATHML, Kind::MathMl, &listed.mathml_elements, others);
    }
}

/// Names that Universal Feed Parser does not list may not be those that an HTML parser gives: with them nothing is plain.
const fn are_known(listed: &Names, known: &[&str]) -> bool {
    let names = listed.all();
    let mut at = 0;
    while at < names.len() {
        if !contains(known, names[at]) {
            return false;
        }
        at += 1;
    }
    true
}

/// Puts in the attributes of SVG or `MathML`.
pub(super) const fn put_foreign_attributes(slots: &mut [Slot<PlainAttribute>], listed: &Names) {
    put_attributes(slots, listed.all());
    let mut at = 0;
    while at < PREFIXED.len() {
        let (written, local) = PREFIXED[at];
        if listed.contains(local) {
            put(slots, written, PlainAttribute { written, local, holds: Holds::what(local) });
        }
        at += 1;
    }
}

impl<'a> Writer<'a, '_> {
    pub(super) fn is_in_foreign_content(&self) -> bool {
        self.open.last().is_some_and(|open| open.kind.is_foreign())
    }

    /// Takes a tag of SVG or `MathML`, or one within them. HTML Standard 13.2.6.5.
    pub(super) fn foreign_tag(
        &mut self,
        tag: &Tag<'a>,
        attributes: &mut Attributes<'a, '_>,
    ) -> Result<Option<Kind>, Decline> {
        self.has_foreign = true;
        let parent = self.open.last().map(|open| open.kind);
        let name = &*lower(tag.name);
        if tag.is_end {
            self.out.cut(self.start, tag.end);
            let ends_last = self
                .open
                .last()
                .is_some_and(|open| open.kind.is_foreign() && open.name.eq_ignore_ascii_case(name));
            return if ends_last && self.close_last() { Ok(None) } else { Err(Decline::Foreign) };
        }
        let foreign = &self.rules.foreign;
        let element = match parent {
            Some(Kind::MathMlText) => None,
            Some(Kind::Svg) if name == "style" && !tag.is_self_closing => {
                self.out.cut(self.start, tag.end);
                return Ok(Some(Kind::Dropped));
            }
            Some(Kind::Svg) => foreign.svg.get(name),
            Some(Kind::MathMl) => foreign.mathml.get(name),
            Some(parent) if parent.has_parts() => None,
            _ if name == "svg" => foreign.svg.get(name),
            _ => foreign.mathml.get(name),
        };
        let element = *element.ok_or(Decline::Foreign)?;
        if self.open.len() >= MAX_DEPTH || attributes.written.len() > MAX_ATTRIBUTES {
            return Err(Decline::Excess);
        }
        self.start_tag(&element, tag, attributes);
        self.push(element);
        if tag.is_self_closing {
            self.start = tag.end;
            self.close_last();
        }
        Ok(None)
    }
}
