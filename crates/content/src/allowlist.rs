//! Allowlists: the markup that is kept.
//!
//! The lists of [`Allowlist::feedparser`] are the documented lists of Universal Feed Parser, except for elements that change how a
//! browser parses the text after them and could smuggle a script: `noscript` (its content is kept), `annotation-xml`, `mglyph`,
//! `malignmark`, and SVG's `foreignObject` and `title`.

use std::fmt;
use std::sync::LazyLock;

use bozofeed_text::maps::Set;
use bozofeed_text::names::{NameTable, Names, OneName};

/// The markup that is kept. HTML elements and attributes are named in lower case, SVG's in the case of the specification, and
/// attributes without a prefix (`href` for `xlink:href`). Start from [`Allowlist::reader`] or [`Allowlist::feedparser`]:
///
/// ```
/// use bozofeed_content::{Allowlist, Sanitizer, Sanitize};
///
/// let mut allowlist = Allowlist::reader();
/// allowlist.elements.retain(|name| name != "img");
/// allowlist.embed_hosts.push("www.youtube-nocookie.com".to_owned());
/// let sanitizer = Sanitizer::new(&Sanitize::Custom(Box::new(allowlist)), true);
/// assert_eq!(sanitizer.clean("<img src=a><b>c</b>", ""), "<b>c</b>");
/// ```
///
/// Some markup cannot be allowed: elements whose content is a script, a style sheet or another document (`script`, `style`,
/// `noscript`, `template`, `title`, `xmp`, `plaintext` …), elements that affect the page around them (`base`, `meta`,
/// `link`), event handlers (`on…`), `autoplay`, and [script URLs](bozofeed_text::html::uri::is_script_url), whatever their scheme.
#[cfg_attr(feature = "sanitize", doc = include_str!("allowlist.md"))]
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct Allowlist {
    /// HTML elements. The tags of other elements are removed; their content is kept.
    ///
    /// `feedparser`: the list of Universal Feed Parser, with forms. `reader`:
    /// `a`, `abbr`, `acronym`, `address`, `area`, `article`, `aside`, `audio`, `b`, `bdi`, `bdo`, `big`,
    /// `blockquote`, `br`, `caption`, `center`, `cite`, `code`, `col`, `colgroup`, `dd`, `del`, `details`, `dfn`,
    /// `div`, `dl`, `dt`, `em`, `figcaption`, `figure`, `footer`, `h1`, `h2`, `h3`, `h4`, `h5`, `h6`, `header`,
    /// `hgroup`, `hr`, `i`, `img`, `ins`, `kbd`, `li`, `m`, `main`, `map`, `mark`, `nav`, `ol`, `p`, `picture`,
    /// `pre`, `q`, `rp`, `rt`, `ruby`, `s`, `samp`, `section`, `small`, `source`, `span`, `strike`, `strong`, `sub`,
    /// `summary`, `sup`, `table`, `tbody`, `td`, `tfoot`, `th`, `thead`, `time`, `tr`, `track`, `tt`, `u`, `ul`,
    /// `var`, `video`, `wbr`.
    pub elements: Vec<String>,
    /// Attributes of HTML elements. `style` is controlled by `css_properties`.
    ///
    /// `feedparser`: the list of Universal Feed Parser, with `target`, `ping`, `accesskey`, `autofocus`, `contenteditable` and
    /// presentational attributes. `reader`:
    /// `abbr`, `alt`, `aria-describedby`, `aria-hidden`, `aria-label`, `aria-labelledby`, `cite`, `class`, `colspan`,
    /// `controls`, `coords`, `datetime`, `decoding`, `default`, `dir`, `headers`, `height`, `href`, `hreflang`, `id`,
    /// `kind`, `label`, `lang`, `loading`, `loop`, `media`, `muted`, `name`, `open`, `playsinline`, `poster`,
    /// `preload`, `reversed`, `rowspan`, `scope`, `shape`, `sizes`, `span`, `src`, `srclang`, `srcset`, `start`,
    /// `title`, `type`, `usemap`, `value`, `width`.
    pub attributes: Vec<String>,
    /// SVG elements; SVG is only kept if `svg` is listed.
    ///
    /// `reader`: none. `feedparser`: the list of Universal Feed Parser.
    pub svg_elements: Vec<String>,
    /// Attributes of SVG elements. A name with a prefix (`xlink:role`) only matches that attribute, a name without one matches both.
    ///
    /// `reader`: none. `feedparser`: the list of Universal Feed Parser.
    pub svg_attributes: Vec<String>,
    /// `MathML` elements; `MathML` is only kept if `math` is listed. Both: the list of Universal Feed Parser.
    pub mathml_elements: Vec<String>,
    /// Attributes of `MathML` elements. Both: the list of Universal Feed Parser.
    pub mathml_attributes: Vec<String>,
    /// CSS properties of the `style` attribute. If the list is empty, `style` is removed. Otherwise properties that start
    /// with `background`, `border`, `margin` and `padding` are also kept if their values are simple.
    ///
    /// `reader`: none. `feedparser`: the list of Universal Feed Parser.
    pub css_properties: Vec<String>,
    /// Schemes of absolute URIs, in lower case. Other URIs are removed.
    ///
    /// `feedparser`: the list of Universal Feed Parser, with `file`, `smb` and `ssh`. `reader`:
    /// `ftp`, `geo`, `http`, `https`, `irc`, `ircs`, `magnet`, `mailto`, `matrix`, `sms`, `tel`, `xmpp`.
    pub url_schemes: Vec<String>,
    /// Whether the attribute of a URI that is not allowed is kept with an empty value.
    ///
    /// `reader`: false. `feedparser`: true.
    pub empty_urls: bool,
    /// Whether an `img` may have a raster image as a `data:` URI. Both: true.
    pub data_images: bool,
    /// Whether comments are kept. Comments that are empty or contain markup that would be removed, declarations and
    /// processing instructions are removed in any case.
    ///
    /// `reader`: false. `feedparser`: true.
    pub comments: bool,
    /// A prefix for identifiers (`id`, `name`, `headers`, `usemap`, links to fragments …), so that they cannot collide with identifiers
    /// of the page that shows the markup. Identifiers that already have it are kept.
    ///
    /// `reader`: `user-content-`. `feedparser`: none.
    pub id_prefix: Option<String>,
    /// Whether the prefix is followed by six digits derived from the text, such as `user-content-3f09ac-`, so that identifiers of several
    /// texts on one page are distinct. A text always has the same digits.
    ///
    /// Links to the page of the text become links within the text, if it has their target.
    ///
    /// `reader`: true. `feedparser`: false.
    pub distinct_ids: bool,
    /// Prefixes of the class names that are kept, or `None` to keep all.
    ///
    /// `reader`: `language-` and `lang-`, for highlighting code. `feedparser`: `None`.
    pub class_prefixes: Option<Vec<String>>,
    /// The `rel` attribute of links, which replaces the feed's.
    ///
    /// `reader`: `noopener noreferrer`. `feedparser`: none.
    pub link_rel: Option<String>,
    /// Whether the `data-src` of an `img` or a `source` that is loaded by a script becomes its `src` (likewise `data-srcset`): if it has
    /// no other, or only a `data:` URI, or a class whose name contains `lazy`. AMP elements, such as `amp-img`, become elements that work
    /// without a script.
    ///
    /// `reader`: true. `feedparser`: false.
    pub lazy_images: bool,
    /// Whether pictures, audio and video are completed, so that they are usable without a script:
    ///
    /// - An `img` without a `src` or `srcset` that is allowed is removed, except in a `picture` with a `source` that is kept; so is
    ///   a `source` without either, and an `image` of SVG without `href`.
    /// - An `img` without `alt` gets an empty one, so that its URL is not read out.
    /// - `audio` and `video` have `controls` and `preload="none"`, whatever the attributes of the feed: nothing is requested from a third
    ///   party before the user asks for it.
    ///
    /// `reader`: true. `feedparser`: false.
    pub usable_media: bool,
    /// Hosts whose pages an `iframe` may show, such as video players: in lower case and Punycode, without a port. Any port matches;
    /// subdomains do not. Do not list the host of your own pages: they could leave the sandbox.
    ///
    /// The `iframe` is written anew: empty, sandboxed, with the parsed URL. `iframe` cannot be allowed in any other way.
    ///
    /// Both: none; [`with_players`](Self::with_players) lists some.
    pub embed_hosts: Vec<String>,
    /// Whether other embedded pages (`iframe`, `embed`, `object`) become links to the corresponding page for people, with their title or
    /// host as text.
    ///
    /// `reader`: true. `feedparser`: false; the fallback content of the element is kept.
    pub embed_links: bool,
    /// Whether embedded advertisements, and images and embedded pages of 1 × 1 pixels, are kept like others.
    ///
    /// `reader`: false. `feedparser`: true.
    pub trackers: bool,
}

impl Allowlist {
    /// The lists of Universal Feed Parser, which keep forms, `id` and `name`. They are unsuitable for pages that look up their own
    /// elements by name (`document.login`).
    #[must_use]
    pub fn feedparser() -> Self {
        Self::from(&Listed::FEED_PARSER)
    }

    /// [`reader`](Self::reader), with the players of videos, music and podcasts that feed readers usually allow: `YouTube` (without
    /// cookies), Vimeo, Dailymotion, `SoundCloud`, Spotify, Bandcamp, Twitch, Bilibili and the Internet Archive. Add other sites to
    /// [`embed_hosts`](Self::embed_hosts).
    ///
    /// ```
    /// # #[cfg(feature = "sanitize")] {
    /// use bozofeed_content::{Allowlist, Sanitizer, Sanitize};
    ///
    /// let sanitizer = Sanitizer::new(&Sanitize::Custom(Box::new(Allowlist::with_players())), true);
    /// let clean = sanitizer.clean("<iframe src='//www.youtube.com/embed/abc'></iframe>", "https://blog.example/");
    /// assert!(clean.contains(r#"src="https://www.youtube-nocookie.com/embed/abc""#) && clean.contains("sandbox="));
    /// # }
    /// ```
    #[cfg(feature = "sanitize")]
    #[must_use]
    pub fn with_players() -> Self {
        let embed_hosts = PLAYERS.iter().copied().map(String::from).collect();
        Self { embed_hosts, ..Self::reader() }
    }

    /// Returns the lists with drawings in SVG: shapes, paths, colour gradients and text, without scripts, styles, animations, images, and
    /// elements that repeat others (a short drawing with these could take minutes to render). A drawing can only refer to its own parts,
    /// and its identifiers have the [prefix](Self::id_prefix).
    ///
    /// ```
    /// # #[cfg(feature = "sanitize")] {
    /// use bozofeed_content::{Allowlist, Sanitizer, Sanitize};
    ///
    /// let cleaner = Sanitizer::new(&Sanitize::Custom(Box::new(Allowlist::reader().with_drawings())), true);
    /// let drawing = r#"<svg viewBox="0 0 9 9"><circle cx="4" cy="4" r="3" fill="red"></circle></svg>"#;
    /// assert!(cleaner.clean(drawing, "").contains(r#"<circle cx="4" cy="4" r="3" fill="red">"#));
    /// assert!(cleaner.clean("<svg><script>a()</script><use href='b.svg'/></svg>", "").ends_with("></svg>"));
    /// # }
    /// ```
    #[must_use]
    pub fn with_drawings(mut self) -> Self {
        let missing = |known: &[String], names: &[&str]| -> Vec<String> {
            let new = names.iter().filter(|name| !known.iter().any(|known| known == *name));
            new.copied().map(String::from).collect()
        };
        self.svg_elements.extend(missing(&self.svg_elements, DRAWING_ELEMENTS));
        self.svg_attributes.extend(missing(&self.svg_attributes, DRAWING_ATTRIBUTES));
        self
    }

    /// Stricter lists for pages that show articles in their own style: text, lists, tables, images, audio, video and
    /// formulas; no forms, styles or comments; identifiers with a prefix.
    #[must_use]
    pub fn reader() -> Self {
        Self::from(&Listed::READER)
    }
}

impl Default for Allowlist {
    /// Returns [`Allowlist::reader`].
    fn default() -> Self {
        Self::reader()
    }
}

/// Shows the differences from [`Allowlist::reader`], with the first name that was added to or removed from each list.
impl fmt::Debug for Allowlist {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reader = Self::reader();
        let mut shown = formatter.debug_struct("Allowlist");
        let lists = [
            ("elements", &self.elements, &reader.elements),
            ("attributes", &self.attributes, &reader.attributes),
            ("svg_elements", &self.svg_elements, &reader.svg_elements),
            ("svg_attributes", &self.svg_attributes, &reader.svg_attributes),
            ("mathml_elements", &self.mathml_elements, &reader.mathml_elements),
            ("mathml_attributes", &self.mathml_attributes, &reader.mathml_attributes),
            ("css_properties", &self.css_properties, &reader.css_properties),
            ("url_schemes", &self.url_schemes, &reader.url_schemes),
            ("embed_hosts", &self.embed_hosts, &reader.embed_hosts),
        ];
        for (name, list, usual) in lists {
            if list != usual {
                shown.field(name, &Change { list, usual });
            }
        }
        if self.class_prefixes != reader.class_prefixes {
            let prefixes = self.class_prefixes.as_deref().map(|list| Change { list, usual: &[] });
            shown.field("class_prefixes", &prefixes);
        }
        let texts = [
            ("id_prefix", &self.id_prefix, &reader.id_prefix),
            ("link_rel", &self.link_rel, &reader.link_rel),
        ];
        for (name, text, usual) in texts {
            if text != usual {
                shown.field(name, &text.as_deref().map(Shortened));
            }
        }
        let switches = [
            ("empty_urls", self.empty_urls, reader.empty_urls),
            ("data_images", self.data_images, reader.data_images),
            ("comments", self.comments, reader.comments),
            ("distinct_ids", self.distinct_ids, reader.distinct_ids),
            ("lazy_images", self.lazy_images, reader.lazy_images),
            ("usable_media", self.usable_media, reader.usable_media),
            ("embed_links", self.embed_links, reader.embed_links),
            ("trackers", self.trackers, reader.trackers),
        ];
        for (name, value, usual) in switches {
            if value != usual {
                shown.field(name, &value);
            }
        }
        shown.finish_non_exhaustive()
    }
}

/// The difference between a list and its default: `+2 -1 ["x-tide", "img"]`.
struct Change<'a> {
    list: &'a [String],
    usual: &'a [String],
}

impl fmt::Debug for Change<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (list, usual): (Set<_>, Set<_>) = (self.list.iter().collect(), self.usual.iter().collect());
        let added = || self.list.iter().filter(|name| !usual.contains(*name));
        let removed = || self.usual.iter().filter(|name| !list.contains(*name));
        write!(formatter, "+{} -{} ", added().count(), removed().count())?;
        let names = added().take(1).chain(removed().take(1));
        formatter.debug_list().entries(names.map(|name| Shortened(name))).finish()
    }
}

/// A name, truncated to a typical length.
struct Shortened<'a>(&'a str);

impl fmt::Debug for Shortened<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST: usize = 24;
        match self.0.char_indices().nth(LONGEST) {
            Some((end, _)) => write!(formatter, "{:?}…", self.0.get(..end).unwrap_or_default()),
            None => self.0.fmt(formatter),
        }
    }
}

/// The hosts of players that readers allow.
#[rustfmt::skip]
static PLAYERS: &[&str] = &[
    "archive.org", "bandcamp.com", "embed.bsky.app", "geo.dailymotion.com", "open.spotify.com", "player.bilibili.com",
    "player.twitch.tv", "player.vimeo.com", "w.soundcloud.com", "www.dailymotion.com", "www.youtube-nocookie.com",
];

/// An [`Allowlist`], prepared for lookups.
#[derive(Clone, PartialEq)]
pub(super) struct Listed {
    pub(super) elements: Names,
    pub(super) attributes: Names,
    pub(super) svg_elements: Names,
    pub(super) svg_attributes: Names,
    pub(super) mathml_elements: Names,
    pub(super) mathml_attributes: Names,
    pub(super) css_properties: Names,
    pub(super) url_schemes: Names,
    pub(super) empty_urls: bool,
    pub(super) data_images: bool,
    pub(super) comments: bool,
    /// Empty for none.
    pub(super) id_prefix: OneName,
    pub(super) distinct_ids: bool,
    pub(super) class_prefixes: Option<Names>,
    /// Empty for none.
    pub(super) link_rel: OneName,
    pub(super) lazy_images: bool,
    pub(super) usable_media: bool,
    pub(super) embed_hosts: Names,
    pub(super) embed_links: bool,
    pub(super) trackers: bool,
}

impl Listed {
    pub(super) const FEED_PARSER: Self = Self {
        elements: Names::Fixed(ELEMENTS),
        attributes: Names::Fixed(ATTRIBUTES),
        svg_elements: Names::Fixed(SVG_ELEMENTS),
        svg_attributes: Names::Fixed(SVG_ATTRIBUTES),
        mathml_elements: Names::Fixed(MATHML_ELEMENTS),
        mathml_attributes: Names::Fixed(MATHML_ATTRIBUTES),
        css_properties: Names::Fixed(CSS_PROPERTIES),
        url_schemes: Names::Fixed(URL_SCHEMES),
        empty_urls: true,
        data_images: true,
        comments: true,
        id_prefix: OneName::Fixed(""),
        distinct_ids: false,
        class_prefixes: None,
        link_rel: OneName::Fixed(""),
        lazy_images: false,
        usable_media: false,
        embed_hosts: Names::Fixed(&[]),
        embed_links: false,
        trackers: true,
    };

    pub(super) const READER: Self = Self {
        elements: Names::Fixed(READER_ELEMENTS),
        attributes: Names::Fixed(READER_ATTRIBUTES),
        svg_elements: Names::Fixed(&[]),
        svg_attributes: Names::Fixed(&[]),
        mathml_elements: Names::Fixed(MATHML_ELEMENTS),
        mathml_attributes: Names::Fixed(MATHML_ATTRIBUTES),
        css_properties: Names::Fixed(&[]),
        url_schemes: Names::Fixed(READER_URL_SCHEMES),
        empty_urls: false,
        data_images: true,
        comments: false,
        id_prefix: OneName::Fixed("user-content-"),
        distinct_ids: true,
        class_prefixes: Some(Names::Fixed(&["language-", "lang-"])),
        link_rel: OneName::Fixed("noopener noreferrer"),
        lazy_images: true,
        usable_media: true,
        embed_hosts: Names::Fixed(&[]),
        embed_links: true,
        trackers: false,
    };
}

impl From<&Listed> for Allowlist {
    fn from(listed: &Listed) -> Self {
        let owned = |names: &Names| names.iter().map(String::from).collect::<Vec<_>>();
        let some = |text: &OneName| Some(text.as_str().to_owned()).filter(|text| !text.is_empty());
        Self {
            elements: owned(&listed.elements),
            attributes: owned(&listed.attributes),
            svg_elements: owned(&listed.svg_elements),
            svg_attributes: owned(&listed.svg_attributes),
            mathml_elements: owned(&listed.mathml_elements),
            mathml_attributes: owned(&listed.mathml_attributes),
            css_properties: owned(&listed.css_properties),
            url_schemes: owned(&listed.url_schemes),
            empty_urls: listed.empty_urls,
            data_images: listed.data_images,
            comments: listed.comments,
            id_prefix: some(&listed.id_prefix),
            distinct_ids: listed.distinct_ids,
            class_prefixes: listed.class_prefixes.as_ref().map(owned),
            link_rel: some(&listed.link_rel),
            lazy_images: listed.lazy_images,
            usable_media: listed.usable_media,
            embed_hosts: owned(&listed.embed_hosts),
            embed_links: listed.embed_links,
            trackers: listed.trackers,
        }
    }
}

/// Returns whether the policy `Reader` allows a scheme in links.
pub(super) fn is_reader_scheme(scheme: &str) -> bool {
    READER_URL_SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(scheme))
}

/// Returns whether Universal Feed Parser supports an HTML element of this name, in any case.
pub(super) fn is_html_element(name: &str) -> bool {
    // `noscript` is also an HTML element, although it is never kept.
    static KNOWN: LazyLock<NameTable<()>> =
        LazyLock::new(|| ELEMENTS.iter().chain(&["noscript"]).map(|name| (*name, ())).collect());

    KNOWN.get(name).is_some()
}

/// Returns whether a policy of the crate keeps an HTML element of this name, in any case.
pub(super) fn is_shown_element(name: &str) -> bool {
    is_html_element(name) || READER_ELEMENTS.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Returns whether SVG or `MathML` has an element of this name, in any case.
pub(super) fn is_foreign_element(name: &str) -> bool {
    let mut known = SVG_ELEMENTS
        .iter()
        .chain(DRAWING_ELEMENTS)
        .chain(MATHML_ELEMENTS)
        .chain(&["annotation-xml", "foreignObject"]);
    known.any(|known| known.eq_ignore_ascii_case(name))
}

/// The HTML elements of Universal Feed Parser.
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

/// The attributes of Universal Feed Parser.
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

/// The SVG elements of [`Allowlist::with_drawings`]. Without `use`, `pattern`, `mask` and `marker`: they draw
/// other elements again, and these may repeat others.
#[rustfmt::skip]
static DRAWING_ELEMENTS: &[&str] = &[
    "circle", "clipPath", "defs", "ellipse", "g", "line", "linearGradient", "path", "polygon", "polyline",
    "radialGradient", "rect", "stop", "svg", "text", "textPath", "tspan",
];

/// The SVG attributes of [`Allowlist::with_drawings`].
#[rustfmt::skip]
static DRAWING_ATTRIBUTES: &[&str] = &[
    "aria-hidden", "aria-label", "clip-path", "clip-rule", "clipPathUnits", "color", "cx", "cy", "d",
    "dominant-baseline", "dx", "dy", "fill", "fill-opacity", "fill-rule", "font-family", "font-size",
    "font-style", "font-weight", "fx", "fy", "gradientTransform", "gradientUnits", "height", "href", "id",
    "lang", "lengthAdjust", "offset", "opacity", "pathLength", "points", "preserveAspectRatio", "r", "role",
    "rotate", "rx", "ry", "spreadMethod", "startOffset", "stop-color", "stop-opacity", "stroke",
    "stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit",
    "stroke-opacity", "stroke-width", "text-anchor", "textLength", "transform", "viewBox", "width", "x",
    "x1", "x2", "y", "y1", "y2",
];

/// The SVG elements of Universal Feed Parser.
#[rustfmt::skip]
static SVG_ELEMENTS: &[&str] = &[
    "a", "animate", "animateColor", "animateMotion", "animateTransform", "circle", "defs", "desc", "ellipse",
    "font-face", "font-face-name", "font-face-src", "g", "glyph", "hkern", "line",
    "linearGradient", "marker", "metadata", "missing-glyph", "mpath", "path", "polygon", "polyline",
    "radialGradient", "rect", "set", "stop", "svg", "switch", "text", "tspan", "use",
];

/// The SVG attributes of Universal Feed Parser.
#[rustfmt::skip]
pub(super) static SVG_ATTRIBUTES: &[&str] = &[
    "accent-height", "accumulate", "xlink:actuate", "additive", "alphabetic", "arabic-form", "xlink:arcrole",
    "ascent", "attributeName", "attributeType", "baseProfile", "bbox", "begin", "by", "calcMode",
    "cap-height", "class", "color", "color-rendering", "content", "cx", "cy", "d", "descent", "display",
    "dur", "dx", "dy", "end", "fill", "fill-opacity", "fill-rule", "font-family", "font-size",
    "font-stretch", "font-style", "font-variant", "font-weight", "from", "fx", "fy", "g1", "g2",
    "glyph-name", "gradientUnits", "hanging", "height", "horiz-adv-x", "horiz-origin-x", "href", "id",
    "ideographic", "k", "keyPoints", "keySplines", "keyTimes", "lang", "marker-end", "marker-mid",
    "marker-start", "markerHeight", "markerUnits", "markerWidth", "mathematical", "max", "min", "name",
    "offset", "opacity", "orient", "origin", "overline-position", "overline-thickness", "panose-1",
    "path", "pathLength", "points", "preserveAspectRatio", "r", "refX", "refY", "repeatCount",
    "repeatDur", "requiredExtensions", "requiredFeatures", "restart", "xlink:role", "rotate", "rx", "ry",
    "xlink:show", "slope", "xml:space", "stemh", "stemv", "stop-color", "stop-opacity", "strikethrough-position",
    "strikethrough-thickness", "stroke", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap",
    "stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width", "systemLanguage", "target",
    "text-anchor", "xlink:title", "to", "transform", "type", "u1", "u2", "underline-position",
    "underline-thickness", "unicode", "unicode-range", "units-per-em", "values", "version", "viewBox",
    "visibility", "width", "widths", "x", "x-height", "x1", "x2", "xlink", "y", "y1", "y2", "zoomAndPan",
];

/// The `MathML` elements of Universal Feed Parser.
#[rustfmt::skip]
static MATHML_ELEMENTS: &[&str] = &[
    "annotation", "maction", "maligngroup", "math", "menclose", "merror", "mfenced",
    "mfrac", "mi", "mlabeledtr", "mlongdiv", "mmultiscripts", "mn", "mo", "mover", "mpadded",
    "mphantom", "mprescripts", "mroot", "mrow", "ms", "mscarries", "mscarry", "msgroup", "msline",
    "mspace", "msqrt", "msrow", "mstack", "mstyle", "msub", "msubsup", "msup", "mtable", "mtd", "mtext",
    "mtr", "munder", "munderover", "none", "semantics",
];

/// The `MathML` attributes of Universal Feed Parser.
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

/// The CSS properties of Universal Feed Parser.
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

/// Families of CSS properties that are kept if their values are listed keywords, numbers or colours.
static CSS_FAMILIES: &[&str] = &["background", "border", "margin", "padding"];

/// Returns whether some CSS properties of the same family are kept.
pub(super) fn is_of_a_family(property: &str) -> bool {
    let family = property.split_once('-').map_or(property, |(family, _)| family);
    CSS_FAMILIES.iter().any(|known| known.eq_ignore_ascii_case(family))
}

/// Returns whether the rules of Universal Feed Parser keep a CSS property, with some values at least.
pub fn is_kept_css_property(property: &str) -> bool {
    is_of_a_family(property) || CSS_PROPERTIES.iter().any(|known| known.eq_ignore_ascii_case(property))
}

/// The URI schemes of Universal Feed Parser.
#[rustfmt::skip]
pub static URL_SCHEMES: &[&str] = &[
    "aim", "callto", "facetime", "feed", "file", "ftp", "git", "gopher", "gtalk", "h323", "hdl", "http",
    "https", "imap", "irc", "irc6", "ircs", "itms", "magnet", "mailto", "mms", "msnim", "news", "nntp",
    "prospero", "rsync", "rtsp", "rtspu", "sftp", "shttp", "sip", "sips", "skype", "smb", "snews", "ssh",
    "svn", "telnet", "wais",
];

/// The HTML elements of the reader policy.
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

/// The attributes of the reader policy.
#[rustfmt::skip]
static READER_ATTRIBUTES: &[&str] = &[
    "abbr", "alt", "aria-describedby", "aria-hidden", "aria-label", "aria-labelledby", "cite", "class", "colspan",
    "controls", "coords", "datetime", "decoding", "default", "dir", "headers", "height", "href", "hreflang", "id", "kind",
    "label", "lang", "loading", "loop", "media", "muted", "name", "open", "playsinline", "poster", "preload", "reversed",
    "rowspan", "scope", "shape", "sizes", "span", "src", "srclang", "srcset", "start", "title", "type", "usemap", "value",
    "width",
];

/// The URI schemes of the reader policy.
#[rustfmt::skip]
static READER_URL_SCHEMES: &[&str] = &[
    "ftp", "geo", "http", "https", "irc", "ircs", "magnet", "mailto", "matrix", "sms", "tel", "xmpp",
];

#[cfg(test)]
mod tests {
    use super::{Allowlist, is_html_element};

    #[test]
    fn elements_are_known_in_any_case() {
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
    fn reader_has_neither_forms_nor_styles() {
        let lists = Allowlist::reader();
        for name in ["form", "input", "button", "select", "textarea", "svg", "iframe"] {
            assert!(!lists.elements.iter().any(|known| known == name), "{name}");
        }
        for name in
            ["style", "action", "target", "ping", "autofocus", "contenteditable", "accesskey", "rel", "form"]
        {
            assert!(!lists.attributes.iter().any(|known| known == name), "{name}");
        }
        for name in ["file", "smb", "ssh", "view-source", "blob", "filesystem", "data"] {
            assert!(!lists.url_schemes.iter().any(|known| known == name), "{name}");
        }
        assert!(lists.elements.iter().any(|name| name == "img"));
    }
}
