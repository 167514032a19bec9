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
pub(crate) const fn role(element: &str, attribute: &str) -> Option<Role> {
    let element = element.as_bytes();
    // The attributes that Universal Feed Parser resolves.
    let is_resolved = match attribute.as_bytes() {
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
        _ => false,
    };
    if is_resolved {
        return Some(Role::Resolved);
    }
    let is_of_html = match attribute.as_bytes() {
        b"href" => matches!(
            element,
            b"feimage"
                | b"image"
                | b"lineargradient"
                | b"mpath"
                | b"pattern"
                | b"radialgradient"
                | b"textpath"
                | b"use"
        ),
        b"src" => matches!(element, b"embed"),
        b"background" | b"data-lazy-src" | b"data-original" | b"data-src" | b"dynsrc" | b"formaction"
        | b"lowsrc" | b"xlink:href" => true,
        b"data-lazy-srcset" | b"data-srcset" | b"imagesrcset" | b"srcset" => return Some(Role::Candidates),
        b"action" | b"altimg" | b"cite" | b"classid" | b"codebase" | b"data" | b"datasrc" | b"icon"
        | b"longdesc" | b"manifest" | b"ping" | b"poster" | b"profile" | b"template" | b"urn" | b"usemap"
        | b"vrml" => false,
        _ => return None,
    };
    Some(if is_of_html { Role::ResolvedByHtml } else { Role::Checked })
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
