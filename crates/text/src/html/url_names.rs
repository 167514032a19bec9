//! The names of elements, attributes and JSON members that contain URLs, for items of unknown vocabularies.
//!
//! Script URLs are removed from everything that contains a URL: fields, attributes, and unknown elements whose names indicate a URL.
//! Other text is kept as written, even if it starts with `javascript:`, as a title may.

use super::uri::is_script_url;

/// Endings of names, in lower case, of elements and members that contain a URL.
#[rustfmt::skip]
static URL_ENDS: &[&str] = &[
    "href", "icon", "image", "img", "link", "links", "logo", "page", "permalink", "poster", "src", "thumbnail", "uri",
    "url", "urls", "uris",
];

/// Complete names, in lower case, of elements and members that contain a URL, or an identifier that some readers turn into a link.
#[rustfmt::skip]
static URL_NAMES: &[&str] = &[
    "about", "action", "audio", "avatar", "background", "banner", "blink", "blogroll", "changes", "commentrss", "docs",
    "endpoint", "feed", "guid", "hub", "hubs", "id", "identifier", "images", "inreplyto", "likes", "linkshort", "mysubscriptions", "photo", "picture",
    "ping", "player", "resource", "response", "self", "server", "site", "socialinteract", "subscriptionlist", "target", "video",
    "website",
];

/// Endings of names, in lower case, of attributes that contain text for people.
#[rustfmt::skip]
static TEXT_ENDS: &[&str] = &[
    "abstract", "alt", "alttext", "artist", "author", "body", "byline", "caption", "category", "comment", "content",
    "copyright", "creator", "credit", "description", "headline", "keywords", "label", "name", "note", "publisher",
    "subject", "subtitle", "summary", "tag", "tags", "term", "text", "title", "tooltip", "topic", "value",
];

/// Returns whether text may be shown: it is not a script URL in an element or member whose name indicates a URL, and does not only
/// consist of a single script URL.
pub fn shows_text(name: &str, text: &str) -> bool {
    !is_script_url(text) || text.trim().contains(char::is_whitespace) && !is_url_name(name)
}

/// Returns whether an attribute may be shown: it is not a script URL, or its name indicates text.
pub fn shows_attribute(name: &str, value: &str) -> bool {
    !is_script_url(value) || ends_with_any(name, TEXT_ENDS)
}

/// Returns whether an attribute contains a script or an HTML document: it is an event handler, whose name begins with `on` (HTML Standard
/// 8.1.8.1), or `srcdoc`. A reader that ignores namespaces finds them on any element.
pub fn runs_scripts(name: &str) -> bool {
    if name.eq_ignore_ascii_case("srcdoc") {
        return true;
    }
    let rest = name.get(2..).filter(|_| name.get(..2).is_some_and(|on| on.eq_ignore_ascii_case("on")));
    rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Returns whether an element or a member of this name contains a URL.
pub fn is_url_name(name: &str) -> bool {
    ends_with_any(name, URL_ENDS) || URL_NAMES.iter().any(|known| known.eq_ignore_ascii_case(local(name)))
}

/// Returns a name without its prefix.
fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

fn ends_with_any(name: &str, ends: &[&str]) -> bool {
    let name = name.as_bytes();
    ends.iter().any(|end| {
        name.len()
            .checked_sub(end.len())
            .and_then(|at| name.get(at..))
            .is_some_and(|found| found.eq_ignore_ascii_case(end.as_bytes()))
    })
}

#[cfg(test)]
mod tests {
    use super::{runs_scripts, shows_attribute, shows_text};

    #[test]
    fn event_handlers_run_scripts() {
        let found = |name: &&str| runs_scripts(name);
        let names = ["onclick", "ONLOAD", "srcDoc", "onx", "on", "on-x", "x:onclick", "src", "icon", ""];
        assert_eq!(
            names.into_iter().filter(found).collect::<Vec<_>>(),
            ["onclick", "ONLOAD", "srcDoc", "onx"]
        );
    }

    #[test]
    fn script_urls_are_shown_only_as_text() {
        for (name, as_text, as_attribute) in [
            ("url", false, false),
            ("href", false, false),
            ("origLink", false, false),
            ("x:backLink", false, false),
            ("rdf:resource", false, false),
            ("img_src", false, false),
            ("title", true, true),
            ("sceneTitle", true, true),
            ("note", true, true),
            ("itunes", true, false),
            ("source", true, false),
            ("\u{e9}", true, false),
        ] {
            for (value, is_word) in [
                ("javascript:alert(1)", true),
                (" javascript:alert(1)\n", true),
                ("javascript&colon;x", true),
                ("data:text/html,x", true),
                ("javascript: a language", false),
                ("Java\tScript:alert(1)", false),
            ] {
                assert_eq!(shows_text(name, value), as_text && !is_word, "{name} {value:?}");
                assert_eq!(shows_attribute(name, value), as_attribute, "{name} {value:?}");
            }
            for value in ["", "https://example.org/", "text", "data:image/png;base64,x", "javascript"] {
                assert!(shows_text(name, value) && shows_attribute(name, value), "{name} {value:?}");
            }
        }
    }
}
