//! The names of SVG and `MathML` that the single pass knows.

use super::attribute_kinds::Holds;
use super::elements::{
    Kind, Plain, PlainAttribute, PlainAttributes, PlainElements, put_attributes, put_kind,
};
use crate::content::allowlist::{Listed, MATHML_ATTRIBUTES, SVG_ATTRIBUTES};
use crate::names::{Names, Slot, contains, put};

/// SVG elements that contain no HTML, do not animate and are not links.
#[rustfmt::skip]
pub(super) const SVG: &[&str] = &[
    "circle", "clipPath", "defs", "ellipse", "feBlend", "feColorMatrix", "feComponentTransfer",
    "feComposite", "feFlood", "feGaussianBlur", "feMerge", "feMergeNode", "feMorphology", "feOffset",
    "filter", "g", "image", "line", "linearGradient", "marker", "mask", "path", "pattern", "polygon",
    "polyline", "radialGradient", "rect", "stop", "svg", "switch", "symbol", "text", "textPath", "tspan",
    "use", "view",
];

/// `MathML` elements other than [`MATHML_TEXT`] that contain no HTML, or only as text.
#[rustfmt::skip]
pub(super) const MATHML: &[&str] = &[
    "annotation", "maction", "math", "menclose", "merror", "mfenced", "mfrac", "mmultiscripts", "mover",
    "mpadded", "mphantom", "mprescripts", "mroot", "mrow", "mspace", "msqrt", "mstyle", "msub", "msubsup",
    "msup", "mtable", "mtd", "mtr", "munder", "munderover", "none", "semantics",
];

/// The `MathML` text integration points (HTML Standard 13.2.6.5).
pub(super) const MATHML_TEXT: &[&str] = &["mi", "mn", "mo", "ms", "mtext"];

/// Attributes that have a namespace in foreign content, with their local names (HTML Standard 13.2.6.1).
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

/// The elements of SVG and `MathML` that the single pass knows, by their names in lower case, and their attributes.
#[derive(Debug, Clone)]
pub(super) struct Foreign {
    pub(super) svg: PlainElements,
    pub(super) svg_attributes: PlainAttributes,
    pub(super) mathml: PlainElements,
    pub(super) mathml_attributes: PlainAttributes,
}

/// Inserts the known elements of SVG, except those that are also in another list, as in
/// [`put_elements`](super::elements::put_elements).
pub(super) const fn put_svg(slots: &mut [Slot<Plain>], listed: &Listed) {
    if is_known(&listed.svg_elements, "svg", &listed.svg_attributes, SVG_ATTRIBUTES) {
        put_kind(slots, SVG, Kind::Svg, &listed.svg_elements, [&listed.elements, &listed.mathml_elements]);
    }
}

/// Inserts the known elements of `MathML`, as [`put_svg`] does.
pub(super) const fn put_mathml(slots: &mut [Slot<Plain>], listed: &Listed) {
    if is_known(&listed.mathml_elements, "math", &listed.mathml_attributes, MATHML_ATTRIBUTES) {
        let others = [&listed.elements, &listed.svg_elements];
        put_kind(slots, MATHML_TEXT, Kind::MathMlText, &listed.mathml_elements, others);
        put_kind(slots, MATHML, Kind::MathMl, &listed.mathml_elements, others);
    }
}

/// Returns whether the single pass knows a language: its root element is listed and all attributes are known, or none of
/// its elements is listed, so that only their text is kept.
const fn is_known(elements: &Names, root: &str, attributes: &Names, known: &[&str]) -> bool {
    elements.all().is_empty() || elements.contains(root) && are_known(attributes, known)
}

/// Returns whether all attributes are known. Others may be spelled differently by an HTML parser, so that with them the
/// single pass does not know the language.
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

/// Inserts the attributes `names` of SVG or `MathML`.
pub(super) const fn put_foreign_attributes(
    slots: &mut [Slot<PlainAttribute>],
    names: &Names,
    listed: &Listed,
) {
    put_attributes(slots, names.all(), listed, false);
    let mut at = 0;
    while at < PREFIXED.len() {
        let (written, local) = PREFIXED[at];
        if names.contains(local) {
            put(slots, written, PlainAttribute { written, local, holds: Holds::of(local, listed, false) });
        }
        at += 1;
    }
}

/// The root elements of foreign content, and their namespaces.
pub(super) static ROOTS: [(&str, &str); 2] =
    [("math", "http://www.w3.org/1998/Math/MathML"), ("svg", "http://www.w3.org/2000/svg")];

/// Returns the namespace that is declared on an element, if it is a root of foreign content.
pub(super) fn namespace_of_root(element: &Plain) -> Option<&'static str> {
    let is_root = |&&(root, _): &&(&str, _)| element.kind.is_foreign() && element.name == root;
    ROOTS.iter().find(is_root).map(|&(_, namespace)| namespace)
}
