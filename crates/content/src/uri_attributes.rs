//! The attributes whose values are URI references.

/// How the URI of an attribute is treated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Role {
    /// It is resolved against the base, and its scheme is checked.
    Resolved,
    /// Likewise, but Universal Feed Parser does not resolve it.
    ResolvedByHtml,
    /// Its scheme is checked, and each of several URIs is resolved (HTML Standard 4.8.4.2.1).
    Candidates,
    /// Only its scheme is checked.
    Checked,
}

/// Returns the role of the URI in an attribute, if it has one. Both names must be in lower case.
pub(crate) fn role(element: &str, attribute: &str) -> Option<Role> {
    // The attributes that Universal Feed Parser resolves.
    let is_resolved = match attribute {
        "href" => matches!(element, "a" | "area" | "link"),
        "src" => {
            matches!(
                element,
                "audio" | "frame" | "iframe" | "img" | "input" | "script" | "source" | "track" | "video"
            )
        }
        "cite" => matches!(element, "blockquote" | "del" | "ins" | "q"),
        "action" => matches!(element, "form"),
        "background" => matches!(element, "body"),
        "codebase" => matches!(element, "applet" | "object"),
        "classid" | "data" => matches!(element, "object"),
        "longdesc" => matches!(element, "frame" | "iframe" | "img"),
        "poster" => matches!(element, "video"),
        "profile" => matches!(element, "head"),
        "usemap" => matches!(element, "img" | "input" | "object"),
        "xlink:href" => matches!(element, "a"),
        _ => false,
    };
    if is_resolved {
        return Some(Role::Resolved);
    }
    let is_of_html = match attribute {
        "href" => matches!(
            element,
            "feimage"
                | "image"
                | "lineargradient"
                | "mpath"
                | "pattern"
                | "radialgradient"
                | "textpath"
                | "use"
        ),
        "src" => matches!(element, "embed"),
        "background" | "data-lazy-src" | "data-original" | "data-src" | "dynsrc" | "formaction"
        | "lowsrc" | "xlink:href" => true,
        "data-lazy-srcset" | "data-srcset" | "imagesrcset" | "srcset" => return Some(Role::Candidates),
        "action" | "altimg" | "cite" | "classid" | "codebase" | "data" | "datasrc" | "icon" | "longdesc"
        | "manifest" | "ping" | "poster" | "profile" | "template" | "urn" | "usemap" | "vrml" => false,
        _ => return None,
    };
    Some(if is_of_html { Role::ResolvedByHtml } else { Role::Checked })
}

/// Returns whether an attribute of HTML contains a URI that is resolved against the base. Both names must be in lower case.
pub fn is_resolved_attribute(element: &str, attribute: &str) -> bool {
    matches!(role(element, attribute), Some(Role::Resolved | Role::ResolvedByHtml))
}

#[cfg(test)]
mod tests {
    use super::{Role, role};

    #[test]
    fn some_uris_are_resolved_and_the_others_checked() {
        for (element, attribute, expected) in [
            ("a", "href", Some(Role::Resolved)),
            ("p", "href", Some(Role::Checked)),
            ("img", "src", Some(Role::Resolved)),
            ("a", "ping", Some(Role::Checked)),
            ("button", "formaction", Some(Role::ResolvedByHtml)),
            ("a", "xlink:href", Some(Role::Resolved)),
            ("use", "xlink:href", Some(Role::ResolvedByHtml)),
            ("source", "srcset", Some(Role::Candidates)),
            ("a", "title", None),
        ] {
            assert_eq!(role(element, attribute), expected, "{element} {attribute}");
        }
    }
}
