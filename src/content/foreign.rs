//! SVG and `MathML` where they nest. HTML Standard 13.2.6.5.

use super::lists::Lists;
use super::plain::{Kind, Plain, PlainAttribute, PlainAttributes, PlainElements};
use super::rules::{Holds, Names};

/// Elements of SVG that hold no HTML, animate nothing and are no links.
#[rustfmt::skip]
static SVG: &[&str] = &[
    "circle", "clipPath", "defs", "ellipse", "feBlend", "feColorMatrix", "feComponentTransfer",
    "feComposite", "feFlood", "feGaussianBlur", "feMerge", "feMergeNode", "feMorphology", "feOffset",
    "filter", "g", "image", "line", "linearGradient", "marker", "mask", "path", "pattern", "polygon",
    "polyline", "radialGradient", "rect", "stop", "svg", "switch", "symbol", "text", "textPath", "tspan",
    "use", "view",
];

/// Elements of `MathML` that hold no HTML, or hold it as text.
#[rustfmt::skip]
static MATHML: &[&str] = &[
    "annotation", "maction", "math", "menclose", "merror", "mfenced", "mfrac", "mi", "mmultiscripts",
    "mn", "mo", "mover", "mpadded", "mphantom", "mprescripts", "mroot", "mrow", "ms", "mspace", "msqrt",
    "mstyle", "msub", "msubsup", "msup", "mtable", "mtd", "mtext", "mtr", "munder", "munderover", "none",
    "semantics",
];

/// HTML Standard 13.2.6.5, the `MathML` text integration points.
static MATHML_TEXT: &[&str] = &["mi", "mn", "mo", "ms", "mtext"];

/// HTML Standard 13.2.6.1, adjust foreign attributes.
static PREFIXED: &[(&str, &str)] = &[
    ("xlink:actuate", "actuate"),
    ("xlink:arcrole", "arcrole"),
    ("xlink:href", "href"),
    ("xlink:role", "role"),
    ("xlink:show", "show"),
    ("xlink:title", "title"),
    ("xlink:type", "type"),
    ("xml:lang", "lang"),
    ("xml:space", "space"),
];

/// The plain elements of SVG and `MathML`, by their name in lower case, and their attributes.
#[derive(Debug, Default)]
pub(super) struct Foreign {
    pub(super) svg: PlainElements,
    pub(super) svg_attributes: PlainAttributes,
    pub(super) mathml: PlainElements,
    pub(super) mathml_attributes: PlainAttributes,
}

/// What is plain of the elements and attributes of SVG, and of those of `MathML`. Names that Universal Feed Parser does
/// not list may not be those that an HTML parser gives: with them nothing is plain.
pub(super) fn foreign(svg: (&Names, &Names), mathml: (&Names, &Names)) -> Foreign {
    let known = Lists::feedparser();
    let mut foreign = Foreign::default();
    if svg.0.contains("svg") && svg.1.iter().all(|name| known.svg_attributes.contains(name)) {
        foreign.svg = elements(SVG, Kind::Svg, svg.0);
        foreign.svg_attributes = attributes(svg.1);
    }
    if mathml.0.contains("math") && mathml.1.iter().all(|name| known.mathml_attributes.contains(name)) {
        foreign.mathml = elements(MATHML, Kind::MathMl, mathml.0);
        foreign.mathml_attributes = attributes(mathml.1);
    }
    foreign
}

fn elements(names: &[&'static str], kind: Kind, listed: &Names) -> PlainElements {
    let plain = |&name: &&'static str| {
        let kind = if MATHML_TEXT.contains(&name) {
            Kind::MathMlText
        } else {
            kind
        };
        (
            name.to_ascii_lowercase(),
            Plain {
                name,
                kind,
                is_listed: listed.contains(name),
            },
        )
    };
    names.iter().map(plain).collect()
}

fn attributes(listed: &Names) -> PlainAttributes {
    let plain = |&name: &&'static str| {
        (
            name.to_ascii_lowercase(),
            PlainAttribute {
                written: name,
                local: name,
                holds: Holds::what(name),
            },
        )
    };
    let prefixed = PREFIXED.iter().filter(|(_, local)| listed.contains(local));
    let prefixed = prefixed.map(|&(written, local)| {
        (
            written.to_owned(),
            PlainAttribute {
                written,
                local,
                holds: Holds::what(local),
            },
        )
    });
    listed.iter().map(plain).chain(prefixed).collect()
}
