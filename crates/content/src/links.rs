//! URI references within markup.

use super::image_candidates::candidates;
use super::rewrite::UrlRewriter;
use super::uri_attributes::{Role, role};
use crate::budget::GrowthBudget;
use crate::conventions::MarkupConventions;
use bozofeed_text::html::parsed_url::UrlParser;
use bozofeed_text::html::uri::{scheme, trim};
use std::borrow::Cow;

/// The base for resolving references within markup, and the budget for it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Links<'b> {
    base: Option<&'b str>,
    budget: &'b GrowthBudget,
    /// Whether references that are empty or only have a fragment are resolved.
    with_fragments: bool,
    /// Whether all attributes of HTML are resolved.
    with_newer_uris: bool,
    /// Whether citations may be names.
    with_names: bool,
    /// The caller's function that rewrites URLs.
    rewriter: Option<&'b UrlRewriter>,
}

impl<'b> Links<'b> {
    /// References are only resolved if `base` is absolute.
    pub(super) fn new(base: Option<&'b str>, budget: &'b GrowthBudget) -> Self {
        Self {
            base: base.filter(|base| scheme(base).is_some()),
            budget,
            with_fragments: false,
            rewriter: None,
            with_newer_uris: true,
            with_names: false,
        }
    }

    /// Returns a copy that resolves references that are empty or only have a fragment if `with_fragments`.
    pub(super) fn with_fragments(self, with_fragments: bool) -> Self {
        Self { with_fragments, ..self }
    }

    /// Returns a copy that passes URLs to a function of the caller.
    pub(super) fn with_rewriter(self, rewriter: Option<&'b UrlRewriter>) -> Self {
        Self { rewriter, ..self }
    }

    /// Returns the absolute base URL.
    #[cfg(feature = "sanitize")]
    pub(super) fn base(self) -> Option<&'b str> {
        self.base
    }

    /// Returns the parser of the document's URLs.
    pub(super) fn urls(self) -> &'b UrlParser {
        self.budget.urls()
    }

    pub(super) fn rewriter(self) -> Option<&'b UrlRewriter> {
        self.rewriter
    }

    /// Returns a copy that follows the conventions.
    pub(super) fn by(self, conventions: &MarkupConventions) -> Self {
        Self {
            with_fragments: conventions.fragments_are_resolved,
            with_newer_uris: conventions.newer_uris_are_resolved,
            with_names: conventions.citations_may_be_names,
            ..self
        }
    }

    /// Returns whether an attribute may be a name that nothing can be loaded from.
    #[cfg(feature = "sanitize")]
    pub(super) fn lets_in_names(self, attribute: &str) -> bool {
        self.with_names && matches!(attribute, "cite" | "longdesc")
    }

    /// Returns whether references that are empty or only have a fragment are resolved.
    #[cfg(feature = "sanitize")]
    pub(super) fn has_fragments(self) -> bool {
        self.with_fragments
    }

    /// Returns the copy for an attribute, without a base if its reference is not resolved. A hyperlink whose reference is
    /// empty leads to the document (RFC 3986 §4.4).
    pub(super) fn of_attribute(self, element: &str, attribute: &str, reference: &str) -> Self {
        let is_resolved = match role(element, attribute) {
            Some(Role::Resolved) => true,
            Some(Role::ResolvedByHtml | Role::Candidates) => self.with_newer_uris,
            Some(Role::Checked) | None => false,
        };
        let is_hyperlink = attribute == "href" && matches!(element, "a" | "area");
        let names_document = is_hyperlink && reference.trim().is_empty();
        Self {
            base: self.base.filter(|_| is_resolved),
            with_fragments: self.with_fragments || names_document,
            ..self
        }
    }

    /// Returns the value of an attribute with its references resolved.
    pub(super) fn resolve_attribute<'a>(
        self,
        element: &str,
        attribute: &str,
        value: &'a str,
    ) -> Cow<'a, str> {
        let links = self.of_attribute(element, attribute, value);
        match links.base {
            None => Cow::Borrowed(value),
            Some(_) if role(element, attribute) == Some(Role::Candidates) => links.resolve_candidates(value),
            Some(_) => links.link(value, |_| true),
        }
    }

    /// Returns the value of a `srcset` with the URIs of its candidates resolved.
    pub(super) fn resolve_candidates(self, value: &str) -> Cow<'_, str> {
        let mut out = String::new();
        let mut copied = 0;
        for (at, uri, _) in candidates(value) {
            let link = self.link(uri, |_| true);
            // An empty URI, or white space in one, would change the number of candidates.
            if !link.is_empty()
                && link != uri
                // A comma at the end of a URI separates candidates.
                && !link.ends_with(',')
                && !link.contains(|c: char| c.is_ascii_whitespace())
            {
                out.push_str(value.get(copied..at).unwrap_or_default());
                out.push_str(&link);
                copied = at + uri.len();
            }
        }
        if copied == 0 {
            return Cow::Borrowed(value);
        }
        out.push_str(value.get(copied..).unwrap_or_default());
        Cow::Owned(out)
    }

    /// Spends the bytes that resolving adds once more, where its output is written again. Returns whether the budget allows
    /// it.
    #[cfg(feature = "sanitize")]
    pub(super) fn can_add(self, growth: usize) -> bool {
        growth == 0 || self.base.is_none() || self.budget.pay(growth)
    }

    /// Returns a reference as it will be written: resolved, unless it is empty or only has a fragment, which refers to a part of the same
    /// text. A result that is not safe becomes `""`.
    pub(super) fn link(self, reference: &str, is_safe: impl Fn(&str) -> bool) -> Cow<'_, str> {
        let link = match self.base {
            Some(base) if self.with_fragments || !is_of_same_document(reference) => {
                match self.budget.try_resolve(base, reference) {
                    Some(Cow::Borrowed(resolved)) => trim(resolved),
                    // The end of the base may have been trimmed from the reference.
                    Some(Cow::Owned(resolved)) => {
                        let is_trimmed =
                            matches!(trim(&resolved), Cow::Borrowed(t) if t.len() == resolved.len());
                        if is_trimmed {
                            Cow::Owned(resolved)
                        } else {
                            Cow::Owned(trim(&resolved).into_owned())
                        }
                    }
                    None => trim(reference),
                }
            }
            _ => trim(reference),
        };
        // The result is checked, not the reference, which may get its scheme from the base.
        if is_safe(&link) { link } else { Cow::Borrowed("") }
    }
}

/// Returns whether a reference is empty or only has a fragment (RFC 3986 §4.4).
fn is_of_same_document(reference: &str) -> bool {
    let reference = reference.trim_start_matches(|c: char| c <= ' ' || c.is_whitespace());
    reference.is_empty() || reference.starts_with('#')
}

/// Returns the value of an attribute of HTML with its references resolved. Both names must be in lower case.
pub fn resolve_attribute<'a>(
    (element, attribute): (&str, &str),
    value: &'a str,
    base: &str,
    budget: &GrowthBudget,
) -> Cow<'a, str> {
    let links = Links::new(Some(base), budget).with_fragments(true);
    links.resolve_attribute(element, attribute, value)
}

#[cfg(test)]
mod tests {
    use super::Links;
    use crate::budget::GrowthBudget;
    use bozofeed_text::html::uri::scheme;

    #[test]
    fn unsafe_references_become_empty() {
        let is_safe = |uri: &str| scheme(uri).is_none_or(|s| s.eq_ignore_ascii_case("http"));
        for (base, reference, expected) in [
            (Some("http://b/"), "x", "http://b/x"),
            (Some("/rel/"), "x", "x"),
            (Some("http://b/"), "#x", "#x"),
            (Some("http://b/"), " #x ", "#x"),
            (None, " x ", "x"),
            (None, "javascript:x", ""),
            (Some("http://b/"), "java\nscript:x", ""),
            (Some("http://b/"), "http://x?\u{12}", "http://x?"),
            (Some("http://b/"), "http://x\u{12}?", "http://x\u{12}?"),
            (Some("http://b/"), "\u{1}javascript:x", ""),
            (None, "HTTP://x", "HTTP://x"),
        ] {
            let budget = GrowthBudget::default();
            assert_eq!(Links::new(base, &budget).link(reference, is_safe), expected, "{reference:?}");
        }
    }

    #[test]
    fn fragments_are_resolved_if_they_should_be() {
        let budget = GrowthBudget::default();
        let links = Links::new(Some("http://b.example/"), &budget).with_fragments(true);
        assert_eq!(links.link("#x", |_| true), "http://b.example/#x");
    }

    #[test]
    fn references_stay_relative_when_the_budget_is_spent() {
        let budget = GrowthBudget::new(20, bozofeed_text::html::resolve::resolve);
        let links = Links::new(Some("http://b.example/"), &budget);
        let resolved: Vec<_> = ["a", "b", "#c"].map(|reference| links.link(reference, |_| true)).into();
        assert_eq!(resolved, ["http://b.example/a", "b", "#c"]);
        assert!(budget.exceeded().resolved);
    }

    #[test]
    fn each_candidate_is_resolved() {
        let budget = GrowthBudget::default();
        let links = Links::new(Some("http://b/d/"), &budget);
        for (value, expected) in [
            ("a 1x, /b 2x", "http://b/d/a 1x, http://b/b 2x"),
            ("a,b", "http://b/d/a,b"),
            ("a, b", "http://b/d/a, http://b/d/b"),
            (" ,a,, b", " ,http://b/d/a,, http://b/d/b"),
            ("http://x/ 100w", "http://x/ 100w"),
            ("\u{B} 1x", "\u{B} 1x"),
            ("", ""),
        ] {
            assert_eq!(links.resolve_candidates(value), expected, "{value:?}");
        }
    }
}
