//! Drawings in markup: the names of the elements and attributes of SVG.

use bozofeed_text::markup::lower;

rule_family! {
    SVG_ATTRIBUTE_UNKNOWN = "html-unknown-attribute", Note, "a drawing with an attribute that SVG does not have", "Correct the name, remove the attribute, or begin its name with data-.", "SVG 2"
        { Item r#"<description>&lt;svg&gt;&lt;circle diameter="4"/&gt;&lt;/svg&gt;</description>"# => r#"<description>&lt;svg&gt;&lt;circle r="4"/&gt;&lt;/svg&gt;</description>"# };
}

/// Returns the first attribute of an SVG element that is not part of SVG. Names with a prefix may belong to any vocabulary, and event
/// handlers have a separate rule.
pub(super) fn unknown_attribute<'a>(names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let is_known = |name: &str| {
        let name = lower(name);
        let is_open = ["aria-", "data-", "on"].iter().any(|start| name.starts_with(start));
        is_open || name.contains(':') || ATTRIBUTES.binary_search(&&*name).is_ok()
    };
    names.into_iter().find(|name| !is_known(name))
}

/// Returns whether SVG 1.1 or 2 has an element with this lower-case name. Names with a hyphen or a prefix may belong to any
/// vocabulary.
pub(super) fn is_element(name: &str) -> bool {
    name.contains(['-', ':']) || ELEMENTS.binary_search(&name).is_ok()
}

#[rustfmt::skip]
const ELEMENTS: &[&str] = &[
    "a", "altglyph", "altglyphdef", "altglyphitem", "animate", "animatecolor", "animatemotion", "animatetransform", "circle", "clippath",
    "cursor", "defs", "desc", "discard", "ellipse", "feblend", "fecolormatrix", "fecomponenttransfer", "fecomposite", "feconvolvematrix",
    "fediffuselighting", "fedisplacementmap", "fedistantlight", "fedropshadow", "feflood", "fefunca", "fefuncb", "fefuncg", "fefuncr",
    "fegaussianblur", "feimage", "femerge", "femergenode", "femorphology", "feoffset", "fepointlight", "fespecularlighting", "fespotlight",
    "fetile", "feturbulence", "filter", "flowpara", "flowregion", "flowroot", "flowspan", "font", "foreignobject", "g", "glyph", "glyphref",
    "handler", "hatch", "hatchpath", "hkern", "image", "line", "lineargradient", "listener", "marker", "mask", "mesh", "meshgradient",
    "meshpatch", "meshrow", "metadata", "mpath", "path", "pattern", "polygon", "polyline", "prefetch", "radialgradient", "rect", "script",
    "set", "solidcolor", "stop", "style", "svg", "switch", "symbol", "tbreak", "text", "textarea", "textpath", "title", "tref", "tspan",
    "unknown", "use", "view", "vkern",
];

#[rustfmt::skip]
const ATTRIBUTES: &[&str] = &[
    "accent-height", "accumulate", "additive", "alignment-baseline", "alphabetic", "amplitude", "arabic-form", "ascent", "attributename",
    "attributetype", "autofocus", "azimuth", "basefrequency", "baseline-shift", "baseprofile", "bbox", "begin", "bias", "by", "calcmode",
    "cap-height", "class", "clip", "clip-path", "clip-rule", "clippathunits", "color", "color-interpolation", "color-interpolation-filters",
    "color-profile", "color-rendering", "contentscripttype", "contentstyletype", "crossorigin", "cursor", "cx", "cy", "d", "decoding",
    "descent", "diffuseconstant", "direction", "display", "divisor", "dominant-baseline", "download", "dur", "dx", "dy", "edgemode",
    "elevation", "enable-background", "end", "exponent", "fetchpriority", "fill", "fill-opacity", "fill-rule", "filter", "filterres",
    "filterunits", "flood-color", "flood-opacity", "focusable", "font", "font-family", "font-size", "font-size-adjust", "font-stretch",
    "font-style", "font-variant", "font-weight", "format", "fr", "from", "fx", "fy", "g1", "g2", "glyph-name",
    "glyph-orientation-horizontal", "glyph-orientation-vertical", "glyphref", "gradienttransform", "gradientunits", "hanging", "height",
    "horiz-adv-x", "horiz-origin-x", "horiz-origin-y", "href", "hreflang", "id", "ideographic", "image-rendering", "in", "in2", "intercept",
    "k", "k1", "k2", "k3", "k4", "kernelmatrix", "kernelunitlength", "kerning", "keypoints", "keysplines", "keytimes", "lang",
    "lengthadjust", "letter-spacing", "lighting-color", "limitingconeangle", "local", "marker", "marker-end", "marker-mid", "marker-start",
    "markerheight", "markerunits", "markerwidth", "mask", "mask-type", "maskcontentunits", "maskunits", "mathematical", "max", "media",
    "method", "min", "mode", "name", "numoctaves", "offset", "opacity", "operator", "order", "orient", "orientation", "origin", "overflow",
    "overline-position", "overline-thickness", "paint-order", "panose-1", "path", "pathlength", "patterncontentunits", "patterntransform",
    "patternunits", "ping", "playbackorder", "pointer-events", "points", "pointsatx", "pointsaty", "pointsatz", "preservealpha",
    "preserveaspectratio", "primitiveunits", "r", "radius", "referrerpolicy", "refx", "refy", "rel", "rendering-intent", "repeatcount",
    "repeatdur", "requiredextensions", "requiredfeatures", "requiredfonts", "requiredformats", "restart", "result", "role", "rotate", "rx",
    "ry", "scale", "seed", "shape-inside", "shape-margin", "shape-rendering", "shape-subtract", "side", "slope", "snapshottime", "spacing",
    "specularconstant", "specularexponent", "spreadmethod", "startoffset", "stddeviation", "stemh", "stemv", "stitchtiles", "stop-color",
    "stop-opacity", "strikethrough-position", "strikethrough-thickness", "string", "stroke", "stroke-dasharray", "stroke-dashoffset",
    "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width", "style", "surfacescale", "systemlanguage",
    "tabindex", "tablevalues", "target", "targetx", "targety", "text-anchor", "text-decoration", "text-orientation", "text-overflow",
    "text-rendering", "textlength", "timelinebegin", "title", "to", "transform", "transform-box", "transform-origin", "type", "u1", "u2",
    "underline-position", "underline-thickness", "unicode", "unicode-bidi", "unicode-range", "units-per-em", "v-alphabetic", "v-hanging",
    "v-ideographic", "v-mathematical", "values", "vector-effect", "version", "vert-adv-y", "vert-origin-x", "vert-origin-y", "viewbox",
    "viewtarget", "visibility", "white-space", "width", "widths", "word-spacing", "writing-mode", "x", "x-height", "x1", "x2",
    "xchannelselector", "xlink", "xmlns", "y", "y1", "y2", "ychannelselector", "z", "zoomandpan",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_in_lower_case() {
        assert!(ELEMENTS.is_sorted() && ATTRIBUTES.is_sorted());
        assert_eq!(unknown_attribute(ATTRIBUTES.iter().copied()), None);
        assert!(ELEMENTS.iter().all(|name| is_element(&name.to_ascii_lowercase())));
    }
}
