//! The rules for elements, attributes and URIs: what both ways of sanitizing ask.

use super::css::{self, Kept};
use super::foreign::{
    Foreign, MATHML, MATHML_TEXT, PREFIXED, SVG, put_foreign_attributes, put_mathml, put_svg,
};
use super::lists::{Listed, Lists};
use super::plain::{PlainAttribute, PlainAttributes, PlainElements, put_attributes, put_elements};
use super::uri;
use crate::names::{NameTable, Names, Slot, put_all};
use memchr::memchr3;
use std::borrow::Cow;

/// Elements that no list can allow: a browser reads what is in them otherwise than as markup, or they act on the
/// page around them.
#[rustfmt::skip]
pub(super) static FORBIDDEN_ELEMENTS: &[&str] = &[
    "annotation-xml", "applet", "base", "embed", "frame", "frameset", "head", "html", "body", "link", "meta",
    "noembed", "noframes", "noscript", "object", "param", "plaintext", "script", "style", "template", "title", "xmp",
];

/// Elements that go with all that is in them.
pub(super) static DROPPED_WITH_CONTENT: &[&str] = &["applet", "script", "style"];

/// The name of the namespace of `xlink:href` and the like.
pub(super) const XLINK: &str = "http://www.w3.org/1999/xlink";

/// Whether an attribute is one of `XLink`'s: where markup is XML its prefix must be declared.
pub(super) fn is_of_xlink(attribute: &str) -> bool {
    attribute.get(.."xlink:".len()).is_some_and(|prefix| prefix.eq_ignore_ascii_case("xlink:"))
}

/// Whether an attribute says what it says by being there, so that its name may stand for its value (HTML Standard
/// 2.3.2, XHTML 1.0 §4.5). Both names in lower case.
pub(super) fn is_boolean(element: &str, attribute: &str) -> bool {
    match attribute {
        "allowfullscreen" | "async" | "autofocus" | "autoplay" | "checked" | "compact" | "controls"
        | "default" | "defer" | "disabled" | "hidden" | "ismap" | "loop" | "multiple" | "muted"
        | "nohref" | "noresize" | "noshade" | "novalidate" | "nowrap" | "playsinline" | "readonly"
        | "required" | "reversed" | "selected" => true,
        "open" => matches!(element, "details" | "dialog"),
        _ => false,
    }
}

/// What an attribute's URI is to us.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Role {
    /// It is resolved against the base and its scheme checked.
    Resolved,
    /// Its scheme is checked.
    Checked,
}

/// Whether an attribute holds a URI, and what is done about it. Both names in lower case.
pub(super) const fn role(element: &str, attribute: &str) -> Option<Role> {
    let element = element.as_bytes();
    let resolved = match attribute.as_bytes() {
        b"href" => matches!(element, b"a" | b"area" | b"link"),
        b"src" => {
            matches!(
                element,
                b"audio"
                    | b"frame"
                    | b"iframe"
                    | b"img"
                    | b"input"
                    | b"script"
                    | b"source"
                    | b"track"
                    | b"video"
            )
        }
        b"cite" => matches!(element, b"blockquote" | b"del" | b"ins" | b"q"),
        b"action" => matches!(element, b"form"),
        b"background" => matches!(element, b"body"),
        b"codebase" => matches!(element, b"applet" | b"object"),
        b"classid" | b"data" => matches!(element, b"object"),
        b"longdesc" => matches!(element, b"frame" | b"iframe" | b"img"),
        b"poster" => matches!(element, b"video"),
        b"profile" => matches!(element, b"head"),
        b"usemap" => matches!(element, b"img" | b"input" | b"object"),
        b"xlink:href" => matches!(element, b"a"),
        b"altimg" | b"datasrc" | b"dynsrc" | b"formaction" | b"icon" | b"lowsrc" | b"manifest" | b"ping"
        | b"template" | b"urn" | b"vrml" => false,
        _ => return None,
    };
    Some(if resolved { Role::Resolved } else { Role::Checked })
}

/// Whether an attribute holds a URI that is resolved against the base. Both names in lower case.
pub(crate) fn is_resolved(element: &str, attribute: &str) -> bool {
    role(element, attribute) == Some(Role::Resolved)
}

/// A set of lists, ready to be asked.
#[derive(Debug, Clone)]
pub(super) struct Rules {
    /// What the fast way knows of HTML elements.
    pub(super) plain: PlainElements,
    /// And of their attributes.
    pub(super) plain_attributes: PlainAttributes,
    /// And of SVG and `MathML`.
    pub(super) foreign: Foreign,
    pub(super) css_properties: NameTable<()>,
    /// The lists, without what no list can allow.
    pub(super) listed: Listed,
    /// Whether `http` and `https` are among the schemes.
    pub(super) lets_in_http: bool,
}

/// The names that the attributes of HTML elements have beside those that are listed, each with whether it is there:
/// `style` if it may hold anything, and `xlink` as some elements of SVG have the names of HTML's.
const fn further_attributes(listed: &Listed) -> [(&'static str, bool); 2] {
    [("style", !listed.css_properties.all().is_empty()), ("xlink", listed.svg_attributes.contains("xlink"))]
}

pub(super) const fn put_html_attributes(slots: &mut [Slot<PlainAttribute>], listed: &Listed) {
    put_attributes(slots, listed.attributes.all());
    let further = further_attributes(listed);
    let mut at = 0;
    while at < further.len() {
        if let (name, true) = further[at] {
            put_attributes(slots, &[name]);
        }
        at += 1;
    }
}

impl Rules {
    pub(super) fn new(lists: &Lists) -> Self {
        let elements = |names: &[&'static str]| -> Names {
            names.iter().copied().filter(|name| !FORBIDDEN_ELEMENTS.contains(name)).collect()
        };
        let attributes = |names: &[&'static str]| -> Names {
            let is_handler = |name: &str| name.get(..2).is_some_and(|on| on.eq_ignore_ascii_case("on"));
            let listed = names.iter().copied().filter(|name| !is_handler(name));
            listed.filter(|name| !matches!(*name, "srcdoc" | "style" | "xmlns")).collect()
        };
        let listed = Listed {
            elements: elements(&lists.elements),
            attributes: attributes(&lists.attributes),
            svg_elements: elements(&lists.svg_elements),
            svg_attributes: attributes(&lists.svg_attributes),
            mathml_elements: elements(&lists.mathml_elements),
            mathml_attributes: attributes(&lists.mathml_attributes),
            css_properties: lists.css_properties.iter().copied().collect(),
            url_schemes: lists.url_schemes.iter().copied().collect(),
            data_images: lists.data_images,
            comments: lists.comments,
        };
        let foreign_attributes = |listed: &Names| {
            let room = listed.all().len() + PREFIXED.len();
            NameTable::with_room_for(room, |slots| put_foreign_attributes(slots, listed))
        };
        let others = [&listed.svg_elements, &listed.mathml_elements];
        Self {
            plain: NameTable::with_room_for(128, |slots| put_elements(slots, &listed.elements, others)),
            plain_attributes: NameTable::with_room_for(listed.attributes.all().len() + 2, |slots| {
                put_html_attributes(slots, &listed);
            }),
            foreign: Foreign {
                svg: NameTable::with_room_for(SVG.len(), |slots| put_svg(slots, &listed)),
                svg_attributes: foreign_attributes(&listed.svg_attributes),
                mathml: NameTable::with_room_for(MATHML.len() + MATHML_TEXT.len(), |slots| {
                    put_mathml(slots, &listed);
                }),
                mathml_attributes: foreign_attributes(&listed.mathml_attributes),
            },
            css_properties: NameTable::with_room_for(listed.css_properties.all().len(), |slots| {
                put_all(slots, listed.css_properties.all());
            }),
            lets_in_http: lets_in_http(&listed),
            listed,
        }
    }

    /// The attributes that elements of HTML may have.
    pub(super) fn html_attributes(&self) -> impl Iterator<Item = &'static str> {
        let further = further_attributes(&self.listed).into_iter().filter(|(_, is_there)| *is_there);
        self.listed.attributes.all().iter().copied().chain(further.map(|(name, _)| name))
    }

    /// Whether a URI may stay in this attribute: it has no scheme, or one of the list, and runs no code whatever the
    /// list says.
    pub(super) fn is_safe(&self, element: &str, attribute: &str, uri: &str) -> bool {
        let uri = uri::trim(uri);
        if uri::runs_code(&uri) {
            return false;
        }
        let Some(scheme) = uri::scheme(&uri) else {
            return true;
        };
        self.listed.url_schemes.contains(scheme)
            || self.listed.url_schemes.contains(scheme.to_ascii_lowercase().as_str())
            || self.listed.data_images && (element, attribute) == ("img", "src") && is_data_image(&uri)
    }

    /// Whether a URI is absolute, safe in any attribute, and so plain that resolving it changes nothing.
    pub(super) fn is_settled(&self, uri: &str) -> bool {
        self.lets_in_http
            && uri::is_plain_http(uri)
            && !uri.ends_with(|c: char| c <= ' ' || c.is_whitespace() || matches!(c, '#' | '?'))
            && memchr3(b'\t', b'\n', b'\r', uri.as_bytes()).is_none()
    }

    /// Whether every URI among the image candidates may stay. HTML Standard 4.8.4.2.1: commas and white space are
    /// around them, and may be within; read either way none may be unsafe.
    pub(super) fn are_safe(&self, candidates: &str) -> bool {
        let is_safe = |uri: &str| self.is_safe("", "srcset", uri);
        candidates.split_whitespace().all(|word| is_safe(word) && word.split(',').all(is_safe))
    }

    /// What an attribute that is listed becomes, or `None` if it goes.
    pub(super) fn filter<'a>(&self, element: &str, attribute: &str, value: &'a str) -> Option<Cow<'a, str>> {
        match Holds::what(attribute) {
            Holds::Text => Some(Cow::Borrowed(value)),
            Holds::Style => self.filter_style(value),
            Holds::Uri if self.is_svg(element) => value.starts_with('#').then_some(Cow::Borrowed(value)),
            Holds::Uri => {
                Some(Cow::Borrowed(if self.is_safe(element, attribute, value) { value } else { "" }))
            }
            Holds::Candidates => self.are_safe(value).then_some(Cow::Borrowed(value)),
            Holds::Paint => is_local_paint(value).then_some(Cow::Borrowed(value)),
            Holds::Namespace => (value == XLINK).then_some(Cow::Borrowed(value)),
        }
    }

    /// The declarations of a `style` that may stay.
    pub(super) fn filter_style<'a>(&self, value: &'a str) -> Option<Cow<'a, str>> {
        let mut text = String::new();
        Some(match self.write_style(value, &mut text)? {
            Kept::Beginning(kept) => Cow::Borrowed(kept),
            Kept::Written => Cow::Owned(text),
        })
    }

    /// The declarations of a `style` that may stay, written to `text` unless they are how it begins.
    pub(super) fn write_style<'a>(&self, value: &'a str, text: &mut String) -> Option<Kept<'a>> {
        text.clear();
        css::filter(value, text, |name| self.css_properties.get(name).is_some())
    }

    /// Whether an element is SVG's alone: what it refers to must be within the document.
    fn is_svg(&self, element: &str) -> bool {
        self.listed.svg_elements.contains(element) && !self.listed.elements.contains(element)
    }
}

pub(super) const fn lets_in_http(listed: &Listed) -> bool {
    listed.url_schemes.contains("http") && listed.url_schemes.contains("https")
}

/// What an attribute holds, as far as it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    Text,
    Style,
    /// A URI reference, in some elements or in all.
    Uri,
    /// Image candidates: URIs and what they fit.
    Candidates,
    /// A colour, or a reference to what paints.
    Paint,
    /// The name of `XLink`'s namespace.
    Namespace,
}

impl Holds {
    /// What the attribute of this name holds.
    pub(super) const fn what(attribute: &str) -> Self {
        match attribute.as_bytes() {
            b"style" => Self::Style,
            b"imagesrcset" | b"srcset" => Self::Candidates,
            b"clip-path" | b"color" | b"cursor" | b"fill" | b"filter" | b"flood-color"
            | b"lighting-color" | b"marker" | b"marker-end" | b"marker-mid" | b"marker-start" | b"mask"
            | b"stop-color" | b"stroke" => Self::Paint,
            b"xlink" => Self::Namespace,
            _ if role("", attribute).is_some() => Self::Uri,
            _ => Self::Text,
        }
    }
}

/// RFC 2397, of the types that are nothing but an image.
fn is_data_image(uri: &str) -> bool {
    let Some(media_type) =
        uri.get(..5).filter(|scheme| scheme.eq_ignore_ascii_case("data:")).and_then(|_| uri.get(5..))
    else {
        return false;
    };
    let end = media_type.find([';', ',']).unwrap_or(media_type.len());
    let media_type = media_type.get(..end).unwrap_or_default().trim().to_ascii_lowercase();
    matches!(
        media_type.as_str(),
        "image/avif"
            | "image/bmp"
            | "image/gif"
            | "image/jpeg"
            | "image/jpg"
            | "image/png"
            | "image/webp"
            | "image/x-icon"
            | "image/vnd.microsoft.icon"
    )
}

/// Whether paint has no URI, or one of a part of the document.
pub(super) fn is_local_paint(value: &str) -> bool {
    if !value.contains('(') {
        return true;
    }
    let value = value.trim();
    let inner =
        value.strip_prefix("url(#").or_else(|| value.strip_prefix("rgb(")).and_then(|v| v.strip_suffix(')'));
    inner.is_some_and(|inner| !inner.contains(['(', ')', '\\', '/']))
}

#[cfg(test)]
mod tests {
    use super::{Role, Rules, role};
    use crate::content::Lists;

    #[test]
    fn only_listed_schemes_are_safe() {
        let rules = Rules::new(&Lists::feedparser());
        for (uri, expected) in [
            ("x", true),
            ("http://x", true),
            ("HTTPS://x", true),
            ("javascript:x", false),
            (" java\tscript:x", false),
            ("\u{1}vbscript:x", false),
            ("data:text/html,x", false),
            ("data:image/svg+xml,x", false),
            ("data:image/png;base64,x", true),
            ("blob:x", false),
            ("feed:x", true),
            ("FEED:http://x", true),
            ("feed:javascript:x", false),
            ("feed: feed:data:text/html,x", false),
        ] {
            assert_eq!(rules.is_safe("img", "src", uri), expected, "{uri:?}");
        }
        assert!(!rules.is_safe("a", "href", "data:image/png;base64,x"));
    }

    #[test]
    fn what_no_list_can_allow_is_no_rule() {
        let mut lists = Lists::reader();
        lists.url_schemes.extend(["javascript", "data", "vbscript", "feed"]);
        lists.attributes.extend(["onclick", "OnLoad", "srcdoc", "style", "srcset"]);
        lists.svg_attributes.extend(["onbegin", "style", "filter"]);
        let rules = Rules::new(&lists);
        for uri in
            ["javascript:x", "data:text/html,x", "VBScript:x", "data:image/svg+xml,x", "feed:javascript:x"]
        {
            assert!(!rules.is_safe("a", "href", uri), "{uri:?}");
        }
        for name in ["onclick", "OnLoad", "srcdoc", "style", "onbegin"] {
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
            assert_eq!(rules.filter(element, attribute, value).is_some(), expected, "{attribute}={value:?}");
        }
    }

    #[test]
    fn attributes_become_what_the_rules_say() {
        let rules = Rules::new(&Lists::feedparser());
        for (element, attribute, value, expected) in [
            ("p", "title", "x(y)", Some("x(y)")),
            ("a", "href", "javascript:x", Some("")),
            ("p", "style", "color:red", Some("color: red;")),
            ("p", "style", "x", None),
            ("use", "href", "#a", Some("#a")),
            ("use", "href", "http://x#a", None),
            ("path", "fill", "url(#a)", Some("url(#a)")),
            ("path", "fill", "url(http://x)", None),
            ("td", "background", "javascript:x", Some("")),
        ] {
            assert_eq!(rules.filter(element, attribute, value).as_deref(), expected, "{element} {attribute}");
        }
    }

    #[test]
    fn some_uris_are_resolved_and_the_others_checked() {
        for (element, attribute, expected) in [
            ("a", "href", Some(Role::Resolved)),
            ("p", "href", Some(Role::Checked)),
            ("img", "src", Some(Role::Resolved)),
            ("a", "ping", Some(Role::Checked)),
            ("a", "title", None),
        ] {
            assert_eq!(role(element, attribute), expected, "{element} {attribute}");
        }
    }
}
