//! The names of the elements of SVG.

/// Returns whether SVG 1.1 or 2 has an element of a name, in lower case. Those with a hyphen or a prefix may be of any vocabulary.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_sorted_and_in_lower_case() {
        assert!(ELEMENTS.is_sorted());
        assert!(ELEMENTS.iter().all(|name| is_element(&name.to_ascii_lowercase())));
    }
}
