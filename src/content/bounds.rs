//! How large a tree an HTML parser may make of markup.
//!
//! It looks through the open elements at every tag, and opens again, in every new block, the formatting elements
//! (`b`, `font` …) whose block was closed before they were. On hostile markup both grow with the square of its
//! length. This follows the tags closely enough never to think that less is open than is.

use std::borrow::Cow;

/// More elements than this are not open at once: further start tags are left out.
const MAX_OPEN: usize = 512;

/// More attributes than this an element does not keep: an HTML parser compares each with all before it.
pub(super) const MAX_ATTRIBUTES: usize = 64;

/// How many bytes of tags may be opened again, beside four times the length of the markup.
const REOPENED: usize = 65_536;

/// What is open at a point of the markup.
#[derive(Default)]
pub(super) struct Open<'a> {
    elements: Vec<Element<'a>>,
    /// The bytes of the start tags of the formatting elements among them.
    formatting: usize,
    /// The bytes of tags that were opened again, at most.
    reopened: usize,
}

struct Element<'a> {
    name: Cow<'a, str>,
    kind: Kind,
    length: usize,
}

/// How the end of an element is found. HTML Standard 13.2.4.2, 13.2.4.3.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Formatting,
    /// What bounds the scope of others.
    Scope,
    Special,
    Ordinary,
}

fn kind(name: &str) -> Kind {
    match name {
        "a" | "b" | "big" | "code" | "em" | "font" | "i" | "nobr" | "s" | "small" | "strike" | "strong"
        | "tt" | "u" => Kind::Formatting,
        "applet" | "button" | "caption" | "marquee" | "math" | "object" | "select" | "svg" | "table"
        | "td" | "th" | "template" => Kind::Scope,
        "address" | "article" | "aside" | "blockquote" | "center" | "colgroup" | "dd" | "details"
        | "dialog" | "dir" | "div" | "dl" | "dt" | "fieldset" | "figcaption" | "figure" | "footer"
        | "form" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "header" | "hgroup" | "iframe" | "li"
        | "listing" | "main" | "menu" | "nav" | "ol" | "optgroup" | "option" | "p" | "plaintext" | "pre"
        | "search" | "section" | "summary" | "tbody" | "textarea" | "tfoot" | "thead" | "tr" | "ul"
        | "xmp" => Kind::Special,
        _ => Kind::Ordinary,
    }
}

/// Elements that have neither content nor an end tag.
pub(crate) fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "basefont"
            | "bgsound"
            | "br"
            | "col"
            | "embed"
            | "frame"
            | "hr"
            | "img"
            | "input"
            | "keygen"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
    )
}

/// Elements that a start tag of their own name closes.
fn closes_its_like(name: &str) -> bool {
    matches!(name, "p" | "li" | "dd" | "dt" | "option" | "tr" | "td" | "th")
}

impl<'a> Open<'a> {
    /// Takes a start tag of so many bytes into account; whether it may stay.
    pub(super) fn start(&mut self, name: Cow<'a, str>, length: usize, markup: usize) -> bool {
        if is_void(&name) {
            return true;
        }
        let kind = kind(&name);
        if self.is_exhausted(kind, markup) || self.elements.len() >= MAX_OPEN {
            return false;
        }
        if kind == Kind::Formatting {
            self.formatting += length;
        } else if closes_its_like(&name) {
            self.elements.pop_if(|last| last.name == name);
        }
        self.elements.push(Element { name, kind, length });
        true
    }

    /// Takes an end tag into account.
    pub(super) fn end(&mut self, name: &str, markup: usize) {
        let kind = kind(name);
        self.is_exhausted(kind, markup);
        let mut found = None;
        for (at, element) in self.elements.iter().enumerate().rev() {
            if element.name == name {
                found = Some(at);
                break;
            }
            let bound = match kind {
                Kind::Formatting | Kind::Special => element.kind == Kind::Scope,
                Kind::Ordinary => matches!(element.kind, Kind::Scope | Kind::Special),
                Kind::Scope => false,
            };
            if bound {
                break;
            }
        }
        let Some(found) = found else { return };
        if kind == Kind::Formatting {
            let element = self.elements.remove(found);
            self.formatting = self.formatting.saturating_sub(element.length);
            return;
        }
        // What is open within the element is closed with it, save formatting elements, which come back.
        let mut at = 0;
        self.elements.retain(|element| {
            at += 1;
            at <= found || element.kind == Kind::Formatting
        });
    }

    fn is_exhausted(&mut self, kind: Kind, markup: usize) -> bool {
        if kind != Kind::Formatting {
            self.reopened = self.reopened.saturating_add(self.formatting);
        }
        self.reopened > REOPENED + markup.saturating_mul(4)
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_OPEN, Open};
    use std::borrow::Cow;

    fn open_after(tags: &[&'static str], times: usize) -> usize {
        let mut open = Open::default();
        for tag in tags.iter().cycle().take(tags.len() * times) {
            match tag.strip_prefix('/') {
                Some(name) => open.end(name, usize::MAX / 8),
                None => {
                    open.start(Cow::Borrowed(tag), 3, usize::MAX / 8);
                }
            }
        }
        open.elements.len()
    }

    #[test]
    fn what_is_open_is_never_underrated() {
        for (tags, expected) in [
            (&["p"][..], 1),
            (&["p", "/p"][..], 0),
            (&["li", "p"][..], 20),
            (&["div", "b", "/div"][..], 10),
            (&["div", "b", "/b", "/div"][..], 0),
            (&["span", "div", "/span", "/div"][..], 10),
            (&["b", "td", "/b", "/td"][..], 10),
            (&["x", "/y"][..], 10),
            (&["br"][..], 0),
        ] {
            assert_eq!(open_after(tags, 10), expected, "{tags:?}");
        }
        assert_eq!(open_after(&["div"], 10 * MAX_OPEN), MAX_OPEN);
    }

    #[test]
    fn formatting_that_is_never_closed_comes_to_an_end() {
        let mut open = Open::default();
        let allowed = (0..100_000)
            .take_while(|_| {
                let may = open.start(Cow::Borrowed("font"), 100, 1000);
                open.start(Cow::Borrowed("p"), 3, 1000) && may
            })
            .count();
        assert!(allowed < 100, "{allowed}");
    }
}
