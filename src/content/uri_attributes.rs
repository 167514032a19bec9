//! The attributes whose values are URI references.

/// How the URI of an attribute is treated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Role {
    /// It is resolved against the base, and its scheme is checked.
    Resolved,
    /// Only its scheme is checked.
    Checked,
}

/// Returns the role of the URI in an attribute, if it has one. Both names must be in lower case.
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
        b"altimg" | b"data-lazy-src" | b"data-original" | b"data-src" | b"datasrc" | b"dynsrc"
        | b"formaction" | b"icon" | b"lowsrc" | b"manifest" | b"ping" | b"template" | b"urn" | b"vrml" => {
            false
        }
        _ => return None,
    };
    Some(if resolved { Role::Resolved } else { Role::Checked })
}

/// Returns whether an attribute has a URI that is resolved against the base. Both names must be in lower case.
pub(crate) fn is_resolved(element: &str, attribute: &str) -> bool {
    role(element, attribute) == Some(Role::Resolved)
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
            ("a", "title", None),
        ] {
            assert_eq!(role(element, attribute), expected, "{element} {attribute}");
        }
    }
}
