//! SVG and `MathML` where they nest. HTML Standard 13.2.6.5.

use super::attributes::Attributes;
use super::bounds::MAX_ATTRIBUTES;
use super::fast::{Decline, MAX_DEPTH, Writer};
use super::lists::Lists;
use super::names::Names;
use super::plain::{Kind, Plain, PlainAttribute, PlainAttributes, PlainElements};
use super::rules::Holds;
use super::tag::{Tag, lower};

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
    ("xmlns:xlink", "xlink"),
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
/// Names that are listed elsewhere too are not plain either, as in [`plain_elements`](super::plain::plain_elements).
pub(super) fn foreign(html: &Names, svg: (&Names, &Names), mathml: (&Names, &Names)) -> Foreign {
    let known = Lists::feedparser();
    let mut foreign = Foreign::default();
    if svg.0.contains("svg") && svg.1.iter().all(|name| known.svg_attributes.contains(name)) {
        foreign.svg = elements(SVG, Kind::Svg, svg.0, [html, mathml.0]);
        foreign.svg_attributes = attributes(svg.1);
    }
    if mathml.0.contains("math") && mathml.1.iter().all(|name| known.mathml_attributes.contains(name)) {
        foreign.mathml = elements(MATHML, Kind::MathMl, mathml.0, [html, svg.0]);
        foreign.mathml_attributes = attributes(mathml.1);
    }
    foreign
}

fn elements(names: &[&'static str], kind: Kind, listed: &Names, others: [&Names; 2]) -> PlainElements {
    let plain = |&name: &&'static str| {
        let kind = if MATHML_TEXT.contains(&name) { Kind::MathMlText } else { kind };
        (name, Plain { name, kind, is_listed: listed.contains(name) })
    };
    names.iter().filter(|name| !others.iter().any(|other| other.contains(*name))).map(plain).collect()
}

fn attributes(listed: &Names) -> PlainAttributes {
    let plain = |&name: &&'static str| {
        (name, PlainAttribute { written: name, local: name, holds: Holds::what(name) })
    };
    let prefixed = PREFIXED.iter().filter(|(_, local)| listed.contains(local));
    let prefixed = prefixed
        .map(|&(written, local)| (written, PlainAttribute { written, local, holds: Holds::what(local) }));
    listed.iter().map(plain).chain(prefixed).collect()
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
        let element = element.ok_or(Decline::Foreign)?;
        if self.open.len() >= MAX_DEPTH || attributes.written.len() > MAX_ATTRIBUTES {
            return Err(Decline::Excess);
        }
        self.start_tag(&element, tag, attributes);
        self.open.push(element);
        if tag.is_self_closing {
            self.start = tag.end;
            self.close_last();
        }
        Ok(None)
    }
}
