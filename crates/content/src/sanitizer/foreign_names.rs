//! The names of SVG and `MathML`.

use super::attribute_kinds::AttributeKind;
use super::elements::{
    AttributeRule, ElementRule, Plain, PlainAttributes, PlainElements, attributes, foreign,
};
use crate::allowlist::Listed;
use bozofeed_text::markup::Kind;
use bozofeed_text::names::Names;

/// The `MathML` text integration points (HTML Standard 13.2.6).
pub(super) const MATHML_TEXT: &[&str] = &["mi", "mn", "mo", "ms", "mtext"];

/// Elements of SVG in which a parser reads tags as HTML.
/// `foreignObject`, the third HTML integration point of SVG, is never kept.
pub(super) const SVG_TEXT: &[&str] = &["desc", "title"];

/// Attributes that have a namespace in foreign content, with their local names (HTML Standard 13.2.6.1).
const PREFIXED: &[(&str, &str)] = &[
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

/// The elements of SVG and `MathML` and their attributes, by their names in lower case.
#[derive(Clone)]
pub(super) struct Foreign {
    pub(super) svg: PlainElements,
    pub(super) svg_attributes: PlainAttributes,
    pub(super) mathml: PlainElements,
    pub(super) mathml_attributes: PlainAttributes,
}

/// Returns the elements of SVG, which is only kept if `svg` is listed.
pub(super) fn svg(listed: &Listed) -> impl Iterator<Item = (&str, ElementRule)> {
    let is_kept = listed.svg_elements.contains("svg");
    foreign(&listed.svg_elements, Kind::Svg, SVG_TEXT).filter(move |_| is_kept)
}

/// Returns the elements of `MathML`, which is only kept if `math` is listed.
pub(super) fn mathml(listed: &Listed) -> impl Iterator<Item = (&str, ElementRule)> {
    let is_kept = listed.mathml_elements.contains("math");
    foreign(&listed.mathml_elements, Kind::MathMl, MATHML_TEXT).filter(move |_| is_kept)
}

/// Returns the attributes `names` of SVG or `MathML`.
pub(super) fn foreign_attributes<'n>(
    names: &'n Names,
    listed: &Listed,
) -> impl Iterator<Item = (&'n str, AttributeRule)> {
    let is_listed = |(written, local): &&(&str, &str)| names.contains(local) || names.contains(written);
    let prefixed = PREFIXED.iter().filter(is_listed).map(|(written, local)| {
        let holds = AttributeKind::of(local, listed, false);
        (*written, AttributeRule { prefix: written.len() - local.len(), holds })
    });
    // Attributes with a prefix come first: a list may name `xlink:role` itself, and the table keeps the first rule of a name.
    prefixed.chain(attributes(names, listed, false))
}

/// Returns whether each reference to an SVG element draws its content.
pub(super) fn is_drawn_by_reference(element: Plain<'_>) -> bool {
    const NAMES: [&str; 6] = ["clipPath", "filter", "marker", "mask", "pattern", "symbol"];
    element.kind.is_foreign() && NAMES.iter().any(|name| name.eq_ignore_ascii_case(element.name))
}

/// Returns whether an attribute of an SVG element draws other elements. A colour may be a gradient, which draws nothing.
pub(super) fn draws_others(element: Plain<'_>, attribute: &str) -> bool {
    match attribute {
        "clip-path" | "filter" | "marker" | "marker-end" | "marker-mid" | "marker-start" | "mask" => true,
        "href" => element.name.eq_ignore_ascii_case("use"),
        _ => false,
    }
}

/// The root elements of foreign content, and their namespaces.
static ROOTS: [(&str, &str); 2] =
    [("math", "http://www.w3.org/1998/Math/MathML"), ("svg", "http://www.w3.org/2000/svg")];

/// Returns the namespace that is declared on an element, if it is a root of foreign content.
pub(super) fn namespace_of_root(element: Plain<'_>) -> Option<&'static str> {
    let is_root = |&&(root, _): &&(&str, _)| element.kind.is_foreign() && element.name == root;
    ROOTS.iter().find(is_root).map(|&(_, namespace)| namespace)
}
