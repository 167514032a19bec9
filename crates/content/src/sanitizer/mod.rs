//! The sanitizer.

mod attribute_kinds;
mod comments;
mod elements;
mod foreign_names;
mod identifiers;
mod image_copies;
mod lazy_images;
mod pages;
mod rules;
mod safe_html;
mod stream;
mod style;
#[cfg(test)]
mod vector_list;
#[cfg(test)]
mod vectors;

use super::allowlist::{Allowlist, Listed};
use super::links::Links;
use super::xhtml::Syntax;
use crate::budget::GrowthBudget;
use crate::conventions::MarkupConventions;
use bozofeed_text::forward::{memchr, memchr2};
use image_copies::without_copies;
use rules::Rules;
pub use safe_html::SafeHtml;
pub(super) use safe_html::Sanitized;
use std::borrow::Cow;
use std::sync::LazyLock;
use stream::Task;

/// The rules of an allowlist.
#[derive(Debug)]
pub(super) struct Policy {
    rules: Rules,
}

/// The context of sanitizing a markup.
#[derive(Debug, Clone, Copy)]
pub(super) struct CleaningTask<'t> {
    pub(super) links: Links<'t>,
    pub(super) budget: &'t GrowthBudget,
    pub(super) syntax: Syntax,
    pub(super) conventions: MarkupConventions,
}

impl<'t> CleaningTask<'t> {
    /// Returns the context for markup of the model whose relative URIs stay relative.
    pub(super) fn without_base(syntax: Syntax, budget: &'t GrowthBudget) -> Self {
        let conventions = MarkupConventions::MODEL;
        Self { links: Links::new(None, budget), budget, syntax, conventions }
    }
}

pub(super) static FEED_PARSER: LazyLock<Policy> =
    LazyLock::new(|| Policy { rules: Rules::of(Listed::FEED_PARSER) });
pub(super) static READER: LazyLock<Policy> = LazyLock::new(|| Policy { rules: Rules::of(Listed::READER) });

impl Policy {
    pub(super) fn new(allowlist: &Allowlist) -> Self {
        Self { rules: Rules::new(allowlist) }
    }

    /// Sanitizes markup. The result borrows from it where it is unchanged. Text without a tag is unchanged, unless the conventions keep
    /// references: then a missing semicolon is added to each.
    pub(super) fn clean<'a>(&self, markup: &'a str, task: &CleaningTask<'_>) -> Sanitized<'a> {
        let is_changed_without_tags =
            task.conventions.references_stay && memchr2(b'&', b'\r', markup.as_bytes()).is_some();
        // Nothing in a text without a tag can be dangerous, so it is not even copied.
        if memchr(b'<', markup.as_bytes()).is_none() && !is_changed_without_tags {
            return Sanitized::unchanged(markup, task.syntax);
        }
        Sanitized::finish(self.write(markup, task), task.syntax)
    }

    /// Sanitizes markup, and reuses its memory if it is unchanged.
    pub(super) fn clean_owned(&self, markup: Cow<'_, str>, task: &CleaningTask<'_>) -> SafeHtml {
        SafeHtml::of(markup, |markup| self.clean(markup, task))
    }

    /// Returns markup in the syntax of HTML.
    #[cfg(test)]
    fn clean_html<'a>(
        &self,
        markup: &'a str,
        links: Links<'_>,
        conventions: &MarkupConventions,
    ) -> Cow<'a, str> {
        let (budget, conventions) = (GrowthBudget::default(), *conventions);
        let task = CleaningTask { links, budget: &budget, syntax: Syntax::Html, conventions };
        self.clean(markup, &task).into_cow()
    }

    fn write<'a>(&self, markup: &'a str, task: &CleaningTask<'_>) -> Cow<'a, str> {
        let CleaningTask { links, budget, conventions, .. } = *task;
        // An HTML parser removes a byte order mark.
        let markup = markup.trim_start_matches('\u{FEFF}');
        let may_have_copies = self.rules.listed.lazy_images;
        let task = Task { links, rules: &self.rules, budget, conventions, may_have_copies };
        let earlier = budget.clone();
        if let Ok(clean) = stream::clean(markup, task) {
            return clean;
        }
        // Copies are removed in a separate pass, before the others. The output so far is discarded, so its cost is refunded.
        budget.restore(&earlier);
        let task = Task { may_have_copies: false, ..task };
        let clean = match without_copies(markup) {
            Cow::Borrowed(markup) => stream::clean(markup, task),
            Cow::Owned(markup) => stream::clean(&markup, task).map(|clean| Cow::Owned(clean.into_owned())),
        };
        clean.unwrap_or_default()
    }
}
