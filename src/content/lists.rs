//! What is allowed in markup, as lists.
//!
//! The lists of Universal Feed Parser are the ones it documents, save what a browser reads otherwise than its tree
//! says, and so could carry a script: `noscript` (its tags go, its content stays), `annotation-xml`, and SVG's
//! `title`.

use crate::names::{NameTable, Names, Slot, put, put_all};

/// Which markup may stay. The names are as an HTML parser gives them: elements and attributes of HTML in lower case,
/// those of SVG in their own case, attributes without a prefix (`href` for `xlink:href`).
///
/// [`Lists::feedparser`] and [`Lists::reader`] give lists to start from.
///
/// ```
/// use bozofeed::content::{Lists, Sanitize};
///
/// let mut lists = Lists::reader();
/// lists.elements.retain(|&name| name != "img");
/// let sanitize = Sanitize::Custom(Box::new(lists));
/// ```
///
/// Some things no list can allow: elements whose content is a script, a style sheet or another document's
/// (`script`, `style`, `noscript`, `template`, `title`, `xmp`, `plaintext` …), those that act on the page around
/// them (`base`, `meta`, `link`), event handlers (`on…`), and URIs that [run code](super::runs_code), whatever their
/// scheme.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Lists {
    /// HTML elements. The tags of any other element go, their content stays.
    pub elements: Vec<&'static str>,
    /// Attributes of HTML elements. `style` is no matter of this list but of `css_properties`.
    pub attributes: Vec<&'static str>,
    /// SVG elements; without `svg` among them there is no SVG.
    pub svg_elements: Vec<&'static str>,
    /// Attributes of SVG elements.
    pub svg_attributes: Vec<&'static str>,
    /// `MathML` elements; without `math` among them there is no `MathML`.
    pub mathml_elements: Vec<&'static str>,
    /// Attributes of `MathML` elements.
    pub mathml_attributes: Vec<&'static str>,
    /// CSS properties of the `style` attribute. An empty list means no `style`; otherwise the members of the
    /// families `background`, `border`, `margin` and `padding` may stay too, with plain values.
    pub css_properties: Vec<&'static str>,
    /// Schemes of absolute URIs, in lower case. A URI with any other becomes `""`.
    pub url_schemes: Vec<&'static str>,
    /// Whether an `img` may have a raster image as a `data:` URI.
    pub data_images: bool,
    /// Whether comments stay. Those go all the same that are empty, or hold markup that would not stay if it were none; so
    /// do declarations and processing instructions, which HTML takes for comments.
    pub comments: bool,
}

impl Lists {
    /// The lists of Universal Feed Parser. They let `id` and `name` through, and forms: a page that finds its own parts
    /// by name (`document.login`) should not have feeds in their midst, or take the stricter lists.
    #[must_use]
    pub fn feedparser() -> Self {
        Self::from(&Listed::FEED_PARSER)
    }

    /// Stricter lists, for showing articles in a style of one's own: text, lists, tables, images, sound, moving
    /// pictures and formulas; no forms, no styles, classes or ids, nothing of presentation, and no comments.
    #[must_use]
    pub fn reader() -> Self {
        Self::from(&Listed::READER)
    }
}

impl Default for Lists {
    /// The lists of Universal Feed Parser.
    fn default() -> Self {
        Self::feedparser()
    }
}

/// [`Lists`] as they are asked.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Listed {
    pub(super) elements: Names,
    pub(super) attributes: Names,
    pub(super) svg_elements: Names,
    pub(super) svg_attributes: Names,
    pub(super) mathml_elements: Names,
    pub(super) mathml_attributes: Names,
    pub(super) css_properties: Names,
    pub(super) url_schemes: Names,
    pub(super) data_images: bool,
    pub(super) comments: bool,
}

impl Listed {
    /// The lists of Universal Feed Parser.
    pub(super) const FEED_PARSER: Self = Self {
        elements: Names::fixed(ELEMENTS),
        attributes: Names::fixed(ATTRIBUTES),
        svg_elements: Names::fixed(SVG_ELEMENTS),
        svg_attributes: Names::fixed(SVG_ATTRIBUTES),
        mathml_elements: Names::fixed(MATHML_ELEMENTS),
        mathml_attributes: Names::fixed(MATHML_ATTRIBUTES),
        css_properties: Names::fixed(CSS_PROPERTIES),
        url_schemes: Names::fixed(URL_SCHEMES),
        data_images: true,
        comments: true,
    };

    /// Those of [`Lists::reader`].
    pub(super) const READER: Self = Self {
        elements: Names::fixed(READER_ELEMENTS),
        attributes: Names::fixed(READER_ATTRIBUTES),
        svg_elements: Names::fixed(&[]),
        svg_attributes: Names::fixed(&[]),
        mathml_elements: Names::fixed(MATHML_ELEMENTS),
        mathml_attributes: Names::fixed(MATHML_ATTRIBUTES),
        css_properties: Names::fixed(&[]),
        url_schemes: Names::fixed(READER_URL_SCHEMES),
        data_images: true,
        comments: false,
    };
}

impl From<&Listed> for Lists {
    fn from(listed: &Listed) -> Self {
        Self {
            elements: listed.elements.all().to_vec(),
            attributes: listed.attributes.all().to_vec(),
            svg_elements: listed.svg_elements.all().to_vec(),
            svg_attributes: listed.svg_attributes.all().to_vec(),
            mathml_elements: listed.mathml_elements.all().to_vec(),
            mathml_attributes: listed.mathml_attributes.all().to_vec(),
            css_properties: listed.css_properties.all().to_vec(),
            url_schemes: listed.url_schemes.all().to_vec(),
            data_images: listed.data_images,
            comments: listed.comments,
        }
    }
}

/// Whether HTML has an element of this name, in any case, as Universal Feed Parser knows it.
pub(super) fn is_html_element(name: &str) -> bool {
    static KNOWN: NameTable<()> = NameTable::fixed(&const { known() });

    const fn known() -> [Slot<()>; 256] {
        let mut slots = [None; 256];
        put_all(&mut slots, ELEMENTS);
        put(&mut slots, "noscript", ());
        slots
    }

    KNOWN.get(name).is_some()
}

/// HTML elements that Universal Feed Parser keeps.
#[rustfmt::skip]
static ELEMENTS: &[&str] = &[
    "a", "abbr", "acronym", "address", "area", "article", "aside", "audio", "b", "big", "blockquote",
    "br", "button", "canvas", "caption", "center", "cite", "code", "col", "colgroup", "command",
    "datagrid", "datalist", "dd", "del", "details", "dfn", "dialog", "dir", "div", "dl", "dt", "em",
    "event-source", "fieldset", "figcaption", "figure", "font", "footer", "form", "h1", "h2", "h3", "h4",
    "h5", "h6", "header", "hr", "i", "img", "input", "ins", "kbd", "keygen", "label", "legend", "li", "m",
    "map", "menu", "meter", "multicol", "nav", "nextid", "ol", "optgroup", "option", "output", "p", "pre",
    "progress", "q", "s", "samp", "section", "select", "small", "sound", "source", "spacer", "span",
    "strike", "strong", "sub", "sup", "table", "tbody", "td", "textarea", "tfoot", "th", "thead", "time",
    "tr", "tt", "u", "ul", "var", "video",
];

/// Attributes of HTML elements that Universal Feed Parser keeps.
#[rustfmt::skip]
static ATTRIBUTES: &[&str] = &[
    "abbr", "accept", "accept-charset", "accesskey", "action", "align", "alt", "autocomplete",
    "autofocus", "axis", "background", "balance", "bgcolor", "bgproperties", "border", "bordercolor",
    "bordercolordark", "bordercolorlight", "bottompadding", "cellpadding", "cellspacing", "ch",
    "challenge", "char", "charoff", "charset", "checked", "choff", "cite", "class", "clear", "color",
    "cols", "colspan", "compact", "contenteditable", "controls", "coords", "data", "datafld",
    "datapagesize", "datasrc", "datetime", "default", "delay", "dir", "disabled", "draggable", "dynsrc",
    "enctype", "end", "face", "for", "form", "frame", "galleryimg", "gutter", "headers", "height",
    "hidden", "hidefocus", "high", "href", "hreflang", "hspace", "icon", "id", "inputmode", "ismap",
    "keytype", "label", "lang", "leftspacing", "list", "longdesc", "loop", "loopcount", "loopend",
    "loopstart", "low", "lowsrc", "max", "maxlength", "media", "method", "min", "multiple", "name",
    "nohref", "noshade", "nowrap", "open", "optimum", "pattern", "ping", "point-size", "poster", "pqg",
    "preload", "prompt", "radiogroup", "readonly", "rel", "repeat-max", "repeat-min", "replace",
    "required", "rev", "rightspacing", "rows", "rowspan", "rules", "scope", "selected", "shape", "size",
    "span", "src", "start", "step", "summary", "suppress", "tabindex", "target", "template", "title",
    "toppadding", "type", "unselectable", "urn", "usemap", "valign", "value", "variable", "volume",
    "vrml", "vspace", "width", "wrap", "xml:lang",
];

/// SVG elements that Universal Feed Parser keeps.
#[rustfmt::skip]
static SVG_ELEMENTS: &[&str] = &[
    "animate", "animateColor", "animateMotion", "animateTransform", "circle", "defs", "desc", "ellipse",
    "font-face", "font-face-name", "font-face-src", "foreignObject", "g", "glyph", "hkern", "line",
    "linearGradient", "marker", "metadata", "missing-glyph", "mpath", "path", "polygon", "polyline",
    "radialGradient", "rect", "set", "stop", "svg", "switch", "text", "tspan", "use",
];

/// Attributes of SVG elements that Universal Feed Parser keeps.
#[rustfmt::skip]
pub(super) static SVG_ATTRIBUTES: &[&str] = &[
    "accent-height", "accumulate", "actuate", "additive", "alphabetic", "arabic-form", "arcrole",
    "ascent", "attributeName", "attributeType", "baseProfile", "bbox", "begin", "by", "calcMode",
    "cap-height", "class", "color", "color-rendering", "content", "cx", "cy", "d", "descent", "display",
    "dur", "dx", "dy", "end", "fill", "fill-opacity", "fill-rule", "font-family", "font-size",
    "font-stretch", "font-style", "font-variant", "font-weight", "from", "fx", "fy", "g1", "g2",
    "glyph-name", "gradientUnits", "hanging", "height", "horiz-adv-x", "horiz-origin-x", "href", "id",
    "ideographic", "k", "keyPoints", "keySplines", "keyTimes", "lang", "marker-end", "marker-mid",
    "marker-start", "markerHeight", "markerUnits", "markerWidth", "mathematical", "max", "min", "name",
    "offset", "opacity", "orient", "origin", "overline-position", "overline-thickness", "panose-1",
    "path", "pathLength", "points", "preserveAspectRatio", "r", "refX", "refY", "repeatCount",
    "repeatDur", "requiredExtensions", "requiredFeatures", "restart", "role", "rotate", "rx", "ry",
    "show", "slope", "space", "stemh", "stemv", "stop-color", "stop-opacity", "strikethrough-position",
    "strikethrough-thickness", "stroke", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap",
    "stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width", "systemLanguage", "target",
    "text-anchor", "title", "to", "transform", "type", "u1", "u2", "underline-position",
    "underline-thickness", "unicode", "unicode-range", "units-per-em", "values", "version", "viewBox",
    "visibility", "width", "widths", "x", "x-height", "x1", "x2", "xlink", "y", "y1", "y2", "zoomAndPan",
];

/// `MathML` elements that Universal Feed Parser keeps.
#[rustfmt::skip]
static MATHML_ELEMENTS: &[&str] = &[
    "annotation", "maction", "maligngroup", "malignmark", "math", "menclose", "merror", "mfenced",
    "mfrac", "mglyph", "mi", "mlabeledtr", "mlongdiv", "mmultiscripts", "mn", "mo", "mover", "mpadded",
    "mphantom", "mprescripts", "mroot", "mrow", "ms", "mscarries", "mscarry", "msgroup", "msline",
    "mspace", "msqrt", "msrow", "mstack", "mstyle", "msub", "msubsup", "msup", "mtable", "mtd", "mtext",
    "mtr", "munder", "munderover", "none", "semantics",
];

/// Attributes of `MathML` elements that Universal Feed Parser keeps.
#[rustfmt::skip]
pub(super) static MATHML_ATTRIBUTES: &[&str] = &[
    "accent", "accentunder", "actiontype", "align", "alignmentscope", "altimg", "alttext", "bevelled",
    "close", "columnalign", "columnlines", "columnspacing", "columnspan", "columnwidth", "depth", "dir",
    "display", "displaystyle", "edge", "encoding", "equalcolumns", "equalrows", "fence", "fontstyle",
    "fontweight", "form", "frame", "framespacing", "groupalign", "height", "href", "id", "largeop",
    "length", "linebreak", "linethickness", "lquote", "lspace", "mathbackground", "mathcolor", "mathsize",
    "mathvariant", "maxsize", "minsize", "movablelimits", "notation", "open", "other", "overflow",
    "position", "rowalign", "rowlines", "rowspacing", "rowspan", "rquote", "rspace", "scriptlevel",
    "scriptminsize", "scriptsizemultiplier", "selection", "separator", "separators", "show", "side",
    "src", "stretchy", "subscriptshift", "superscriptshift", "symmetric", "type", "width", "xlink",
];

/// CSS properties that Universal Feed Parser keeps, whatever their value.
#[rustfmt::skip]
static CSS_PROPERTIES: &[&str] = &[
    "azimuth", "background-color", "border-bottom-color", "border-collapse", "border-color",
    "border-left-color", "border-right-color", "border-top-color", "clear", "color", "cursor",
    "direction", "display", "elevation", "float", "font", "font-family", "font-size", "font-style",
    "font-variant", "font-weight", "height", "letter-spacing", "line-height", "overflow", "pause",
    "pause-after", "pause-before", "pitch", "pitch-range", "richness", "speak", "speak-header",
    "speak-numeral", "speak-punctuation", "speech-rate", "stress", "text-align", "text-decoration",
    "text-indent", "unicode-bidi", "vertical-align", "voice-family", "volume", "white-space", "width",
];

/// Schemes of URIs that Universal Feed Parser keeps.
#[rustfmt::skip]
static URL_SCHEMES: &[&str] = &[
    "aim", "callto", "facetime", "feed", "file", "ftp", "git", "gopher", "gtalk", "h323", "hdl", "http",
    "https", "imap", "irc", "irc6", "ircs", "itms", "magnet", "mailto", "mms", "msnim", "news", "nntp",
    "prospero", "rsync", "rtsp", "rtspu", "sftp", "shttp", "sip", "sips", "skype", "smb", "snews", "ssh",
    "svn", "telnet", "wais",
];

/// HTML elements of an article.
#[rustfmt::skip]
static READER_ELEMENTS: &[&str] = &[
    "a", "abbr", "acronym", "address", "area", "article", "aside", "audio", "b", "bdi", "bdo", "big",
    "blockquote", "br", "caption", "center", "cite", "code", "col", "colgroup", "dd", "del", "details",
    "dfn", "div", "dl", "dt", "em", "figcaption", "figure", "footer", "h1", "h2", "h3", "h4", "h5", "h6",
    "header", "hgroup", "hr", "i", "img", "ins", "kbd", "li", "m", "main", "map", "mark", "nav", "ol",
    "p", "picture", "pre", "q", "rp", "rt", "ruby", "s", "samp", "section", "small", "source", "span",
    "strike", "strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "time",
    "tr", "track", "tt", "u", "ul", "var", "video", "wbr",
];

/// Attributes of HTML elements that say something, and not how it looks.
#[rustfmt::skip]
static READER_ATTRIBUTES: &[&str] = &[
    "abbr", "alt", "cite", "colspan", "controls", "coords", "datetime", "dir", "headers", "height",
    "href", "hreflang", "label", "lang", "loop", "open", "poster", "preload", "reversed", "rowspan",
    "scope", "shape", "span", "src", "start", "title", "type", "usemap", "value", "width",
];

/// Schemes of URIs that lead to something to read, hear, or somebody to write to.
#[rustfmt::skip]
static READER_URL_SCHEMES: &[&str] = &[
    "ftp", "http", "https", "mailto", "tel",
];

#[cfg(test)]
mod tests {
    use super::{Lists, is_html_element};

    #[test]
    fn elements_are_known_by_their_name_in_any_case() {
        for (name, expected) in [
            ("p", true),
            ("P", true),
            ("noscript", true),
            ("event-Source", true),
            ("script", false),
            ("", false),
        ] {
            assert_eq!(is_html_element(name), expected, "{name:?}");
        }
    }

    #[test]
    fn a_reader_has_no_forms_and_no_styles() {
        let lists = Lists::reader();
        for name in ["form", "input", "button", "select", "textarea", "svg"] {
            assert!(!lists.elements.contains(&name), "{name}");
        }
        for name in ["style", "class", "id", "action"] {
            assert!(!lists.attributes.contains(&name), "{name}");
        }
        assert!(lists.elements.contains(&"img"));
    }
}
