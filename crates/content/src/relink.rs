//! Markup with its URI references resolved and everything else unchanged, byte for byte. It replaces sanitizing if that is turned off.

use super::links::Links;
use super::output::Output;
use super::uri_attributes::role;
use bozofeed_text::html::references::decode;
use bozofeed_text::markup::{Pieces, lower};
use std::borrow::Cow;

/// Resolves the URI references of `markup`.
pub(super) fn relink<'a>(markup: &'a str, links: Links<'_>) -> Cow<'a, str> {
    let mut out = Output::new(markup);
    let mut pieces = Pieces::new(markup);
    while let Some(tag) = pieces.next_tag() {
        if tag.is_end {
            continue;
        }
        let element = lower(tag.name);
        for attribute in &pieces.attributes {
            let name = lower(attribute.name);
            if role(&element, &name).is_none() {
                continue;
            }
            let value = decode(attribute.value, true);
            let link = links.resolve_attribute(&element, &name, &value);
            if link != value {
                let (from, to) = attribute.span;
                // Nothing else has a meaning in double quotes (HTML Standard 13.2.5.36).
                let escaped = link.replace('&', "&amp;").replace('"', "&quot;");
                out.replace(from, to, &format!("{name}=\"{escaped}\""));
            }
        }
    }
    out.finish()
}

#[cfg(test)]
mod tests {
    use super::relink;
    use crate::budget::GrowthBudget;
    use crate::links::Links;
    use std::borrow::Cow;

    #[test]
    fn references_are_resolved_and_the_rest_stays() {
        let budget = GrowthBudget::default();
        let links = Links::new(Some("http://b/d/"), &budget);
        for (markup, expected) in [
            ("<a href=x>y</a>", "<a href=\"http://b/d/x\">y</a>"),
            ("<a href='#x'>y</a>", "<a href='#x'>y</a>"),
            ("<A TITLE=x HREF = 'x&amp;y' >y</A>", "<A TITLE=x href=\"http://b/d/x&amp;y\" >y</A>"),
            ("<img src=x><img src=/y/>", "<img src=\"http://b/d/x\"><img src=\"http://b/y/\">"),
            ("<p href=x cite=y>", "<p href=x cite=y>"),
            ("<a href=''>y</a>", "<a href=\"http://b/d/\">y</a>"),
            ("<img src='' srcset='x, y 2x'>", "<img src='' srcset=\"http://b/d/x, http://b/d/y 2x\">"),
            ("<button formaction=x>", "<button formaction=\"http://b/d/x\">"),
            (
                "<image xlink:href=x /><use href='#u' />",
                "<image xlink:href=\"http://b/d/x\" /><use href='#u' />",
            ),
            ("<!-- <a href=x> --><a href=y>", "<!-- <a href=x> --><a href=\"http://b/d/y\">"),
            ("<!--><a href=y>", "<!--><a href=\"http://b/d/y\">"),
            ("<!-- <a href=x>", "<!-- <a href=x>"),
            ("<script><a href=x></script><a href=y>", "<script><a href=x></script><a href=\"http://b/d/y\">"),
            ("<textarea><a href=x>", "<textarea><a href=x>"),
            ("<style></style<a><a href=x></style/>", "<style></style<a><a href=x></style/>"),
            ("a < b <", "a < b <"),
            ("<a href='x", "<a href='x"),
        ] {
            assert_eq!(relink(markup, links), expected, "{markup:?}");
        }
    }

    #[test]
    fn unchanged_markup_is_not_copied() {
        let budget = GrowthBudget::default();
        let links = Links::new(Some("http://b/"), &budget);
        assert!(matches!(relink("<a href=\"http://x/\">y</a>", links), Cow::Borrowed(_)));
    }
}
