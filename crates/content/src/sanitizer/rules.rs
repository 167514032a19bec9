//! The rules for elements, attributes and URIs that both ways of sanitizing share.

use super::attribute_kinds::{filter_classes, is_data_image};
use super::elements::{PlainAttributes, PlainElements, attributes, elements};
use super::foreign_names::{Foreign, foreign_attributes, mathml, svg};
use super::style::{self, KeptStyle};
use crate::UrlKind;
use crate::allowlist::{Allowlist, Listed};
use crate::escape::escaped;
use crate::links::Links;
use bozofeed_text::delimiters::find_blank;
use bozofeed_text::forward::memchr2;
use bozofeed_text::html::characters::{is_space, words};
use bozofeed_text::html::parsed_url::{ParsedUrl, UrlParser};
use bozofeed_text::html::uri::{disclosed, is_plain_http, is_script_url, scheme, trim};
use bozofeed_text::names::{ListTable, Names, OneName};
use std::borrow::Cow;
use std::fmt;

/// Elements that no allowlist can allow: browsers do not treat their content as markup, they affect the page around them, or they change
/// how the text after them is parsed. An `iframe` can only be allowed by its host.
#[rustfmt::skip]
pub(super) static FORBIDDEN_ELEMENTS: &[&str] = &[
    "annotation-xml", "applet", "base", "basefont", "bgsound", "embed", "fencedframe", "foreignObject", "foreignobject", "frame", "frameset",
    "head", "html", "body", "iframe", "isindex", "link", "malignmark", "meta", "mglyph", "noembed", "noframes", "noscript",
    "object", "param", "plaintext", "portal", "script", "style", "template", "title", "xmp",
];

/// The host of the `YouTube` players without cookies.
const WITHOUT_COOKIES: &str = "www.youtube-nocookie.com";

/// Schemes that no allowlist can allow: their documents have the origin of the page, or run code.
static FORBIDDEN_SCHEMES: &[&str] = &["about", "blob", "data", "filesystem", "javascript", "vbscript"];

/// Schemes from which pictures, audio and video are loaded, if they are listed. Others open an application.
static SOURCE_SCHEMES: &[&str] =
    &["file", "ftp", "http", "https", "ipfs", "ipns", "mms", "rtsp", "rtspu", "sftp", "shttp", "smb"];

/// Returns whether a list can contain this name of an element or attribute. In XHTML, a name with a prefix belongs to another namespace;
/// and a name with other characters, such as quotes, would be written unescaped.
fn is_local_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
}

/// Returns whether a list can contain this name of an attribute: with a prefix of SVG and `MathML`, or without one.
fn is_attribute_name(name: &str) -> bool {
    match name.split_once(':') {
        Some((prefix, local)) => matches!(prefix, "xlink" | "xml") && is_local_name(local),
        None => is_local_name(name),
    }
}

/// An allowlist, prepared for lookups.
#[derive(Clone)]
pub(super) struct Rules {
    /// The elements of HTML.
    pub(super) plain: PlainElements,
    /// The listed attributes of HTML elements.
    pub(super) plain_attributes: PlainAttributes,
    /// The elements and attributes of SVG and `MathML`.
    pub(super) foreign: Foreign,
    pub(super) css_properties: ListTable<()>,
    /// The lists, with forbidden names removed.
    pub(super) listed: Listed,
    /// The `rel` of links, escaped as the value of an attribute.
    pub(super) link_rel: Box<str>,
    /// Whether `http` and `https` are listed.
    pub(super) lets_in_http: bool,
}

impl Rules {
    pub(super) fn new(allowlist: &Allowlist) -> Self {
        let names = |names: &[String]| names.iter().map(String::as_str).collect::<Names>();
        let elements = |names: &[String]| -> Names {
            let is_allowed = |name: &&str| is_local_name(name) && !is_any_of(FORBIDDEN_ELEMENTS, name);
            names.iter().map(String::as_str).filter(is_allowed).collect()
        };
        // HTML names are not case-sensitive, and the sanitizer looks up elements such as `table` by their names in lower case. SVG names
        // keep their case.
        let html_elements: Vec<String> =
            allowlist.elements.iter().map(|name| name.to_ascii_lowercase()).collect();
        let attributes = |names: &[String]| -> Names {
            let is_handler = |name: &str| name.get(..2).is_some_and(|on| on.eq_ignore_ascii_case("on"));
            // A forced `rel` is added after the attributes that are kept.
            let is_forced = |name: &str| is_any_of(&["rel"], name) && allowlist.link_rel.is_some();
            // `srcdoc` is a document, `xmlns` changes what an element is in XHTML, and `style` depends on the list of
            // properties.
            let is_allowed = |name: &&str| {
                is_attribute_name(name)
                    && !is_handler(name)
                    && !is_any_of(&["autoplay", "srcdoc", "style", "xmlns"], name)
                    && !is_forced(name)
            };
            names.iter().map(String::as_str).filter(is_allowed).collect()
        };
        let schemes = |names: &[String]| -> Names {
            names.iter().map(String::as_str).filter(|name| !is_any_of(FORBIDDEN_SCHEMES, name)).collect()
        };
        let text = |text: &Option<String>| OneName::Owned(text.as_deref().unwrap_or_default().into());
        let class_prefixes: Option<Names> = allowlist.class_prefixes.as_deref().map(names);
        let listed = Listed {
            elements: elements(&html_elements),
            attributes: attributes(&allowlist.attributes),
            svg_elements: elements(&allowlist.svg_elements),
            svg_attributes: attributes(&allowlist.svg_attributes),
            mathml_elements: elements(&allowlist.mathml_elements),
            mathml_attributes: attributes(&allowlist.mathml_attributes),
            css_properties: names(&allowlist.css_properties),
            url_schemes: schemes(&allowlist.url_schemes),
            empty_urls: allowlist.empty_urls,
            data_images: allowlist.data_images,
            comments: allowlist.comments,
            id_prefix: text(&allowlist.id_prefix),
            distinct_ids: allowlist.distinct_ids,
            class_prefixes,
            link_rel: text(&allowlist.link_rel),
            lazy_images: allowlist.lazy_images,
            usable_media: allowlist.usable_media,
            embed_hosts: names(&allowlist.embed_hosts),
            embed_links: allowlist.embed_links,
            trackers: allowlist.trackers,
        };
        Self::of(listed)
    }

    /// Returns the rules for lists from which forbidden names have already been removed.
    pub(super) fn of(listed: Listed) -> Self {
        const STYLE: Names = Names::Fixed(&["style"]);
        let style = Some(&STYLE).filter(|_| !listed.css_properties.is_empty());
        let html_attributes = style.into_iter().chain([&listed.attributes]);
        let foreign_attributes = |names| PlainAttributes(foreign_attributes(names, &listed).collect());
        Self {
            plain: PlainElements(elements(&listed).collect()),
            plain_attributes: PlainAttributes(
                html_attributes.flat_map(|names| attributes(names, &listed, true)).collect(),
            ),
            foreign: Foreign {
                svg: PlainElements(svg(&listed).collect()),
                svg_attributes: foreign_attributes(&listed.svg_attributes),
                mathml: PlainElements(mathml(&listed).collect()),
                mathml_attributes: foreign_attributes(&listed.mathml_attributes),
            },
            css_properties: listed.css_properties.iter().map(|name| (name, ())).collect(),
            link_rel: escaped(listed.link_rel.as_str()).into(),
            lets_in_http: listed.url_schemes.contains("http") && listed.url_schemes.contains("https"),
            listed,
        }
    }

    /// Returns whether a URI may stay in this attribute: it is relative or has a listed scheme, and is not a script URL
    /// whatever the list contains. Sources of pictures and media have schemes from which they can be loaded.
    pub(super) fn is_safe(&self, element: &str, attribute: &str, uri: &str) -> bool {
        // Without a colon, written as such or as a reference, it has no scheme.
        if memchr2(b':', b'&', uri.as_bytes()).is_none() {
            return true;
        }
        let uri = trim(uri);
        if is_script_url(&uri) {
            return false;
        }
        let uri = disclosed(&uri);
        let Some(scheme) = scheme(&uri) else {
            return true;
        };
        let is = |listed: &str| listed.eq_ignore_ascii_case(scheme);
        // Checked before the list, which may contain anything in a custom policy.
        if is_any_of(FORBIDDEN_SCHEMES, scheme) {
            return self.listed.data_images && (element, attribute) == ("img", "src") && is_data_image(&uri);
        }
        self.listed.url_schemes.iter().any(is) && (!is_source(attribute) || is_any_of(SOURCE_SCHEMES, scheme))
    }

    /// Returns whether a URI is certain to be absolute, safe in any attribute, and so simple that resolving does not change it: for
    /// the dictionary, an empty query or fragment is dropped.
    pub(super) fn is_settled(&self, uri: &str) -> bool {
        self.lets_in_http
            && is_plain_http(uri)
            && uri.bytes().last().is_some_and(|b| b.is_ascii() && !matches!(b, b'#' | b'?'))
            && find_blank(uri.as_bytes(), 0).is_none()
    }

    /// Returns the reference in an attribute as it will be written: resolved, and `""` if it is not safe.
    pub(super) fn link<'a>(
        &self,
        links: Links<'_>,
        element: &str,
        attribute: &str,
        reference: &'a str,
    ) -> Cow<'a, str> {
        // An emptied URL stays empty when the markup is sanitized again.
        if self.listed.empty_urls && !links.has_fragments() && trim(reference).is_empty() {
            return Cow::Borrowed("");
        }
        let links = links.of_attribute(element, attribute, reference);
        let is_kept_name = |uri: &str| links.lets_in_names(attribute) && is_name(uri);
        links.link(reference, |uri| self.is_safe(element, attribute, uri) || is_kept_name(uri))
    }

    /// Applies the caller's function to a reference that may stay in this attribute. Returns `""` if the result may not stay there, or is
    /// blocked.
    pub(super) fn rewritten<'a>(
        &self,
        links: Links<'_>,
        element: &str,
        attribute: &str,
        link: Cow<'a, str>,
    ) -> Cow<'a, str> {
        let Some(rewriter) = links.rewriter() else { return link };
        let kind = UrlKind::of(element, attribute);
        let answer = match attribute {
            // The only attribute with several URLs, apart from image candidates.
            "ping" => {
                let urls = link.split_ascii_whitespace().map(|url| rewriter.rewrite(kind, url, links.urls()));
                Cow::Owned(urls.collect::<Vec<_>>().join(" "))
            }
            _ => rewriter.rewrite(kind, &link, links.urls()),
        };
        match answer {
            Cow::Borrowed(same) if same.len() == link.len() => link,
            answer if self.is_safe(element, attribute, &answer) => Cow::Owned(answer.into_owned()),
            _ => Cow::Borrowed(""),
        }
    }

    /// Returns whether the attribute is removed if its URI is empty.
    pub(super) fn removes_url(&self, uri: &str) -> bool {
        uri.is_empty() && !self.listed.empty_urls
    }

    /// Returns the URL of a page that an `iframe` may show: its host is listed. A user name before the host could be mistaken for the
    /// host.
    pub(super) fn embeddable(&self, url: &str, urls: &UrlParser) -> Option<ParsedUrl> {
        let hosts = &self.listed.embed_hosts;
        let mut url = urls.parse(url).ok()?;
        // Feeds use the main host; the host without cookies has the same player.
        if matches!(url.host_str(), Some("youtube.com" | "www.youtube.com"))
            && url.path().starts_with("/embed/")
            && hosts.contains(WITHOUT_COOKIES)
            && !url.set_host(WITHOUT_COOKIES)
        {
            return None;
        }
        Some(url).filter(|url| {
            matches!(url.scheme(), "http" | "https")
                && url.username().is_empty()
                && url.password().is_none()
                && url.host_str().is_some_and(|host| hosts.contains(host))
        })
    }

    /// Returns whether all URIs of image candidates are safe (HTML Standard 4.8.4.2.1). Commas may separate candidates or be
    /// part of a URI, so the URIs of both readings are checked.
    pub(super) fn are_safe(&self, candidates: &str) -> bool {
        let is_safe = |uri: &str| self.lets_in_http && is_plain_http(uri) || self.is_safe("", "srcset", uri);
        let are_safe = |word: &str| is_safe(word) && (!word.contains(',') || word.split(',').all(is_safe));
        words(candidates, is_space).all(are_safe)
    }

    /// Returns the class names that are kept, or `None` if there are none.
    pub(super) fn filter_classes<'a>(&self, classes: &'a str) -> Option<Cow<'a, str>> {
        match &self.listed.class_prefixes {
            Some(prefixes) => filter_classes(classes, prefixes),
            None => Some(Cow::Borrowed(classes)),
        }
    }

    /// Returns the declarations of a `style` that are kept.
    pub(super) fn filter_style<'a>(&self, value: &'a str, with_capitals: bool) -> Option<Cow<'a, str>> {
        let mut text = String::new();
        Some(match self.write_style(value, with_capitals, &mut text)? {
            KeptStyle::Beginning(kept) => Cow::Borrowed(kept),
            KeptStyle::Written => Cow::Owned(text),
        })
    }

    /// Returns the declarations of a `style` that are kept. They are written to `text` unless they are a prefix of `value`.
    pub(super) fn write_style<'a>(
        &self,
        value: &'a str,
        with_capitals: bool,
        text: &mut String,
    ) -> Option<KeptStyle<'a>> {
        text.clear();
        style::filter(value, text, with_capitals, |name| self.css_properties.get(name).is_some())
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        Allowlist::from(&self.listed).fmt(formatter)
    }
}

/// Returns whether a name is among others, whatever its case.
fn is_any_of(names: &[&str], name: &str) -> bool {
    names.iter().any(|other| other.eq_ignore_ascii_case(name))
}

/// Returns whether a URI is a name from which nothing can be loaded.
fn is_name(uri: &str) -> bool {
    const SCHEMES: [&str; 5] = ["doi", "info", "isbn", "tag", "urn"];
    scheme(uri).is_some_and(|scheme| SCHEMES.iter().any(|name| name.eq_ignore_ascii_case(scheme)))
}

/// Returns whether the URI of an attribute is loaded by the browser.
fn is_source(attribute: &str) -> bool {
    matches!(
        attribute,
        "altimg"
            | "background"
            | "data-src"
            | "dynsrc"
            | "icon"
            | "lowsrc"
            | "poster"
            | "src"
            | "srcset"
            | "vrml"
    )
}

#[cfg(test)]
mod tests {
    use super::{Listed, Rules};
    use crate::Allowlist;
    use bozofeed_text::html::parsed_url::UrlParser;

    #[test]
    fn builtin_lists_have_nothing_that_no_list_can_allow() {
        for (listed, lists) in
            [(Listed::FEED_PARSER, Allowlist::feedparser()), (Listed::READER, Allowlist::reader())]
        {
            let (ours, made) = (Rules::of(listed), Rules::new(&lists));
            assert_eq!(Allowlist::from(&ours.listed), Allowlist::from(&made.listed));
            assert_eq!(ours.plain.0.entries(), made.plain.0.entries());
            assert_eq!(ours.foreign.svg.0.entries(), made.foreign.svg.0.entries());
            assert_eq!(ours.foreign.mathml.0.entries(), made.foreign.mathml.0.entries());
            assert_eq!(ours.css_properties.entries(), made.css_properties.entries());
            for (ours, made) in [
                (ours.plain_attributes, made.plain_attributes),
                (ours.foreign.svg_attributes, made.foreign.svg_attributes),
                (ours.foreign.mathml_attributes, made.foreign.mathml_attributes),
            ] {
                assert_eq!(ours.0.entries(), made.0.entries());
            }
        }
    }

    #[test]
    fn only_listed_schemes_are_safe() {
        let rules = Rules::new(&Allowlist::feedparser());
        for (uri, expected) in [
            ("x", true),
            ("http://x", true),
            ("HTTPS://x", true),
            ("javascript:x", false),
            (" java\tscript:x", false),
            ("\u{1}vbscript:x", false),
            ("data:text/html,x", false),
            ("data:image/svg+xml,x", false),
            ("data:image/png;base64,x", false),
            ("blob:x", false),
            ("feed:x", true),
            ("FEED:http://x", true),
            ("feed:javascript:x", false),
            ("feed: feed:data:text/html,x", false),
        ] {
            assert_eq!(rules.is_safe("a", "href", uri), expected, "{uri:?}");
        }
        for (uri, expected) in
            [("data:image/png;base64,x", true), ("mailto:x", false), ("tel:1", false), ("HTTP://x", true)]
        {
            assert_eq!(rules.is_safe("img", "src", uri), expected, "{uri:?}");
        }
    }

    /// A reader shows the host of a player to its user; a user name before an `@` looks like a host.
    #[test]
    fn players_are_those_of_listed_hosts_without_credentials() {
        let rules = Rules::new(&Allowlist::with_players());
        let urls = UrlParser::new();
        let wrong: Vec<_> = [
            ("https://player.vimeo.com/video/1", true),
            ("http://player.vimeo.com/video/1", true),
            ("https://www.youtube.com/embed/1", true),
            ("https://player.vimeo.com@evil.example/", false),
            ("https://bank.example@player.vimeo.com/video/1", false),
            ("https://bank.example:x@player.vimeo.com/video/1", false),
            ("https://:bank.example@player.vimeo.com/video/1", false),
            ("https://:x@www.youtube.com/embed/1", false),
            ("ftp://player.vimeo.com/video/1", false),
            ("https://evil.example/", false),
        ]
        .into_iter()
        .filter(|(url, expected)| rules.embeddable(url, &urls).is_some() != *expected)
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn every_image_candidate_is_judged() {
        let rules = Rules::new(&Allowlist::reader());
        let wrong: Vec<_> = [
            ("", true),
            ("a 1x, b 2x", true),
            ("http://h.example/a,b 2x", true),
            ("a 1x,\tftp://h.example/b 2x", true),
            ("javascript:x", false),
            ("a 1x, javascript:x 2x", false),
            ("a,javascript:x 2x", false),
            ("a 1x,\njavascript:x", false),
            // Only ASCII white space ends a candidate.
            ("b 1x, data\u{2003}:text/html,x 2x", false),
            ("vbscript\u{b}:x", false),
        ]
        .into_iter()
        .filter(|(candidates, expected)| rules.are_safe(candidates) != *expected)
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn forbidden_names_cannot_be_allowed() {
        let mut lists = Allowlist::reader();
        lists.url_schemes.extend(["javascript", "data", "vbscript", "feed"].map(String::from));
        lists.elements.extend(
            ["SCRIPT", "svg", "math", "Iframe", "portal", "svg:script", "a b", "b>", "tide-table"]
                .map(String::from),
        );
        lists.attributes.extend(
            ["onclick", "OnLoad", "srcdoc", "style", "Style", "srcset", "\"onload", "xmlns:svg", "a=b"]
                .map(String::from),
        );
        lists.svg_attributes.extend(["onbegin", "style", "filter", "x:href", "xlink:href"].map(String::from));
        let rules = Rules::new(&lists);
        for uri in
            ["javascript:x", "data:text/html,x", "VBScript:x", "data:image/svg+xml,x", "feed:javascript:x"]
        {
            assert!(!rules.is_safe("a", "href", uri), "{uri:?}");
        }
        for (name, expected) in [
            ("b", true),
            ("tide-table", true),
            ("script", false),
            ("svg", false),
            ("math", false),
            ("iframe", false),
            ("portal", false),
            ("svg:script", false),
            ("a b", false),
            ("b>", false),
        ] {
            let is_listed = rules.plain.get(name).is_some_and(|element| element.is_listed);
            assert_eq!(is_listed, expected, "{name}");
        }
        assert!(rules.listed.svg_attributes.contains("xlink:href"));
        for name in [
            "onclick", "OnLoad", "srcdoc", "style", "Style", "onbegin", "\"onload", "xmlns:svg", "a=b",
            "x:href",
        ] {
            assert!(
                !rules.listed.attributes.contains(name) && !rules.listed.svg_attributes.contains(name),
                "{name}"
            );
        }
        for (element, attribute, value, expected) in [
            ("img", "srcset", "a.png 1x, http://x/b,c.png 2x", true),
            ("img", "srcset", "a.png 1x,javascript:x 2x", false),
            ("img", "srcset", "data:image/svg+xml,x", false),
            ("g", "filter", "url(#a)", true),
            ("g", "filter", "url(http://x#a)", false),
        ] {
            let is_kept = match attribute {
                "srcset" => rules.are_safe(value),
                _ => super::super::attribute_kinds::local_paint(value, std::borrow::Cow::Borrowed).is_some(),
            };
            assert_eq!(is_kept, expected, "{element} {attribute}={value:?}");
        }
    }
}
