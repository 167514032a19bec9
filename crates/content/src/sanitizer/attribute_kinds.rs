//! The kinds of attribute values that are checked or changed.

use crate::allowlist::Listed;
use crate::uri_attributes::{Role, role};
use bozofeed_text::html::characters::{is_space, words};
use bozofeed_text::html::uri::{is_invisible, is_script_url, scheme};
use bozofeed_text::names::Names;
use std::borrow::Cow;

/// The namespace of `xlink:href` and similar attributes.
pub(super) const XLINK: &str = "http://www.w3.org/1999/xlink";

/// Returns whether an attribute has the prefix `xlink:`, which XML requires to be declared.
pub(super) fn is_of_xlink(attribute: &str) -> bool {
    attribute.get(.."xlink:".len()).is_some_and(|prefix| prefix.eq_ignore_ascii_case("xlink:"))
}

/// Returns whether an attribute is boolean, so that its name is also its value (HTML Standard 2.3.2, XHTML 1.0 §4.5). Both
/// names must be in lower case.
pub(super) fn is_boolean(element: &str, attribute: &str) -> bool {
    match attribute {
        "allowfullscreen" | "async" | "autofocus" | "autoplay" | "checked" | "compact" | "controls"
        | "default" | "defer" | "disabled" | "hidden" | "ismap" | "loop" | "multiple" | "muted"
        | "nohref" | "noresize" | "noshade" | "novalidate" | "nowrap" | "playsinline" | "readonly"
        | "required" | "reversed" | "selected" => true,
        // In MathML, `open` is the opening delimiter of an `mfenced`.
        "open" => matches!(element, "details" | "dialog"),
        _ => false,
    }
}

/// The kind of an attribute's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AttributeKind {
    /// Text that is kept unchanged.
    Text,
    /// CSS declarations.
    Style,
    /// A URI reference, in some elements or in all.
    Uri,
    /// Image candidates (`srcset`).
    Candidates,
    /// A colour, or a reference to a part of the same drawing.
    Paint,
    /// The namespace of `XLink`.
    Namespace,
    /// An identifier, which gets a prefix.
    Id,
    /// A list of identifiers, which get a prefix.
    Ids,
    /// A list of class names, which is filtered.
    Classes,
    /// A value that an animation sets, or the name of the attribute that it changes.
    Animated,
}

impl AttributeKind {
    /// Returns the kind of an attribute under a policy. `is_html` is false for SVG and `MathML`.
    pub(super) fn of(attribute: &str, listed: &Listed, is_html: bool) -> Self {
        match attribute {
            "style" => Self::Style,
            "clip-path" | "color" | "cursor" | "fill" | "filter" | "flood-color" | "lighting-color"
            | "marker" | "marker-end" | "marker-mid" | "marker-start" | "mask" | "stop-color" | "stroke" => {
                Self::Paint
            }
            "xlink" => Self::Namespace,
            // `<set attributeName="href" to="javascript:…">`
            "attributeName" | "by" | "from" | "to" | "values" => Self::Animated,
            "id" if !listed.id_prefix.is_empty() => Self::Id,
            "name" if is_html && !listed.id_prefix.is_empty() => Self::Id,
            // Controls of the markup must not join a form of the page, and labels must not refer to its elements.
            "aria-controls" | "aria-describedby" | "aria-labelledby" | "for" | "form" | "headers"
            | "itemref" | "list"
                if is_html && !listed.id_prefix.is_empty() =>
            {
                Self::Ids
            }
            "class" if listed.class_prefixes.is_some() => Self::Classes,
            _ => match role("", attribute) {
                Some(Role::Candidates) => Self::Candidates,
                Some(Role::Resolved | Role::ResolvedByHtml | Role::Checked) => Self::Uri,
                None => Self::Text,
            },
        }
    }
}

/// Returns the class names that have one of the prefixes, or `None` if there are none.
pub(super) fn filter_classes<'a>(classes: &'a str, prefixes: &Names) -> Option<Cow<'a, str>> {
    let is_kept = |class: &&str| {
        class.bytes().next().is_some_and(|first| {
            // Most classes differ from the prefixes in their first bytes.
            let mut likely =
                prefixes.iter().filter(|prefix| prefix.bytes().next().is_none_or(|b| b == first));
            likely.any(|prefix| class.starts_with(prefix))
        })
    };
    let mut kept = words(classes, is_space).filter(is_kept);
    let first = kept.next()?;
    if first.len() == classes.len() {
        return Some(Cow::Borrowed(classes));
    }
    let mut text = first.to_owned();
    for class in kept {
        text.push(' ');
        text.push_str(class);
    }
    Some(Cow::Owned(text))
}

/// Returns whether a URI is `data:` with a raster image (RFC 2397).
pub(super) fn is_data_image(uri: &str) -> bool {
    let Some(media_type) =
        uri.get(..5).filter(|scheme| scheme.eq_ignore_ascii_case("data:")).and_then(|_| uri.get(5..))
    else {
        return false;
    };
    let end = media_type.find([';', ',']).unwrap_or(media_type.len());
    let media_type = media_type.get(..end).unwrap_or_default().trim().to_ascii_lowercase();
    // Not SVG, which may contain scripts.
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

/// Returns a paint if it has no URI, or only a URI of a part of the same document, whose identifier `rename` may change.
pub(super) fn local_paint<'a>(
    value: &'a str,
    rename: impl Fn(&'a str) -> Cow<'a, str>,
) -> Option<Cow<'a, str>> {
    if !value.contains('(') {
        return Some(Cow::Borrowed(value));
    }
    let trimmed = value.trim();
    let inner = |start: &str| {
        let inner = trimmed.strip_prefix(start)?.strip_suffix(')')?;
        // An escape or a comment could hide another function.
        (!inner.contains(['(', ')', '\\', '/'])).then_some(inner)
    };
    match inner("url(#") {
        Some(id) => match rename(id) {
            Cow::Owned(id) => Some(Cow::Owned(format!("url(#{id})"))),
            Cow::Borrowed(_) => Some(Cow::Borrowed(value)),
        },
        None => inner("rgb(").map(|_| Cow::Borrowed(value)),
    }
}

/// Returns whether an animation may set this value, or change an attribute of this name. Scripts are never allowed, whatever the
/// attribute, and neither are values with a scheme.
pub(super) fn is_harmless_animation(value: &str) -> bool {
    let value: String = value.chars().filter(|c| !is_invisible(*c)).collect();
    // Without the prefix, since a document may declare any prefix for the namespace of `xlink:href`.
    let local = value.rsplit(':').next().unwrap_or_default();
    let is_handler = local.get(..2).is_some_and(|on| on.eq_ignore_ascii_case("on"));
    !is_handler
        && !["href", "src", "style"].iter().any(|name| local.eq_ignore_ascii_case(name))
        // `values` is a list.
        && !value.split(';').any(|value| is_script_url(value) || scheme(value).is_some())
}

#[cfg(test)]
mod tests {
    use super::{
        AttributeKind, filter_classes, is_boolean, is_data_image, is_harmless_animation, is_of_xlink,
        local_paint,
    };
    use crate::allowlist::Listed;
    use bozofeed_text::names::Names;

    #[test]
    fn the_kind_of_an_attribute_depends_on_the_policy() {
        use AttributeKind::{Animated, Candidates, Classes, Id, Ids, Namespace, Paint, Style, Text, Uri};
        // In HTML and in drawings under a policy with a prefix for identifiers, and in HTML under a policy without one.
        let wrong: Vec<_> = [
            ("style", [Style, Style, Style]),
            ("clip-path", [Paint, Paint, Paint]),
            ("color", [Paint, Paint, Paint]),
            ("cursor", [Paint, Paint, Paint]),
            ("fill", [Paint, Paint, Paint]),
            ("filter", [Paint, Paint, Paint]),
            ("marker-start", [Paint, Paint, Paint]),
            ("mask", [Paint, Paint, Paint]),
            ("stroke", [Paint, Paint, Paint]),
            ("xlink", [Namespace, Namespace, Namespace]),
            ("attributeName", [Animated, Animated, Animated]),
            ("by", [Animated, Animated, Animated]),
            ("from", [Animated, Animated, Animated]),
            ("to", [Animated, Animated, Animated]),
            ("values", [Animated, Animated, Animated]),
            ("id", [Id, Id, Text]),
            ("name", [Id, Text, Text]),
            ("aria-describedby", [Ids, Text, Text]),
            ("for", [Ids, Text, Text]),
            ("headers", [Ids, Text, Text]),
            ("list", [Ids, Text, Text]),
            ("class", [Classes, Classes, Text]),
            ("href", [Uri, Uri, Uri]),
            ("src", [Uri, Uri, Uri]),
            ("srcset", [Candidates, Candidates, Candidates]),
            ("alt", [Text, Text, Text]),
        ]
        .into_iter()
        .map(|(name, expected)| {
            let kinds = [(&Listed::READER, true), (&Listed::READER, false), (&Listed::FEED_PARSER, true)];
            (name, expected, kinds.map(|(listed, is_html)| AttributeKind::of(name, listed, is_html)))
        })
        .filter(|(_, expected, found)| expected != found)
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn the_prefix_of_xlink_is_known_in_any_case() {
        let wrong: Vec<_> = [
            ("xlink:href", true),
            ("XLink:", true),
            ("xlink", false),
            ("xlinkhref", false),
            ("xml:x", false),
        ]
        .into_iter()
        .filter(|(name, expected)| is_of_xlink(name) != *expected)
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn boolean_attributes_are_known() {
        let wrong: Vec<_> = [
            ("video", "controls", true),
            ("input", "checked", true),
            ("details", "open", true),
            ("dialog", "open", true),
            ("menclose", "open", false),
            ("img", "alt", false),
        ]
        .into_iter()
        .filter(|(element, attribute, expected)| is_boolean(element, attribute) != *expected)
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn paints_refer_to_the_same_drawing() {
        let wrong: Vec<_> = [
            ("red", Some("red")),
            ("url", Some("url")),
            ("rgb(1, 2, 3)", Some("rgb(1, 2, 3)")),
            (" rgb(1,2,3) ", Some(" rgb(1,2,3) ")),
            ("url(#a)", Some("url(#p-a)")),
            (" url(#a) ", Some("url(#p-a)")),
            ("url(#p-a)", Some("url(#p-a)")),
            ("url(a)", None),
            ("url('#a')", None),
            ("url(//evil.example/#a)", None),
            ("url(#a)url(http://evil.example/x)", None),
            ("url(#a) url(//evil.example)", None),
            ("url(#a/x)", None),
            ("url(#a\\29 x)", None),
            ("url(#a) red", None),
            ("rgb(url(x))", None),
            ("rgb(1)url(x)", None),
            ("rgb(\\)", None),
            ("image(x)", None),
            ("u\\72l(x)", None),
            ("URL(x)", None),
        ]
        .into_iter()
        .map(|(value, expected)| {
            let rename = |id: &'static str| {
                if id.starts_with("p-") { std::borrow::Cow::Borrowed(id) } else { format!("p-{id}").into() }
            };
            (value, expected, local_paint(value, rename).map(String::from))
        })
        .filter(|(_, expected, found)| *expected != found.as_deref())
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn data_of_pictures_is_raster() {
        let wrong: Vec<_> = [
            ("data:image/png;base64,x", true),
            ("DATA: image/GIF ,x", true),
            ("data:image/svg+xml,x", false),
            ("data:text/html,image/png", false),
            ("data:image/png", true),
            ("image/png", false),
            ("blob:image/png", false),
            ("", false),
        ]
        .into_iter()
        .filter(|(uri, expected)| is_data_image(uri) != *expected)
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn animations_set_nothing_with_a_scheme() {
        let wrong: Vec<_> = [
            ("10", true),
            ("0 0 1; 1 1 0", true),
            ("fill", true),
            ("red;blue", true),
            ("javascript:x", false),
            ("red; javascript:x", false),
            ("blob:x", false),
            ("blo\tb:x", false),
            ("\u{1}b\nlob:x", false),
            ("fi\u{FFFF}le:x", false),
            ("fi\u{200B}le:x", false),
            ("href", false),
            ("xlink:hr\u{FFFE}ef", false),
            ("o\u{FFFE}nclick", false),
            ("style", false),
        ]
        .into_iter()
        .filter(|(value, expected)| is_harmless_animation(value) != *expected)
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn classes_are_kept_by_their_prefix() {
        for (classes, expected) in [
            ("language-rust", Some("language-rust")),
            ("wide language-rust  lang-c", Some("language-rust lang-c")),
            ("wide", None),
            ("", None),
        ] {
            assert_eq!(
                filter_classes(classes, &Names::Fixed(&["language-", "lang-"])).as_deref(),
                expected,
                "{classes:?}"
            );
        }
        assert_eq!(
            filter_classes(" a\tb\u{1F}c\u{A0}\n ", &Names::Fixed(&[""])).as_deref(),
            Some("a b\u{1F}c\u{A0}")
        );
    }
}
