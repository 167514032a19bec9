//! The sanitizer.
//!
//! The single pass cleans nearly all content and bails out of the rest, which
//! [ammonia](https://docs.rs/ammonia) then cleans. The output of the single pass is the output of ammonia, byte for byte.

mod attribute_kinds;
mod builtin_policies;
mod comments;
#[cfg(test)]
mod cost;
mod elements;
#[cfg(test)]
mod equivalence;
#[cfg(feature = "feedparser")]
mod feedparser_markup;
mod foreign_names;
mod image_candidates;
mod image_copies;
mod lazy_images;
mod prepare;
mod rules;
mod single_pass;
mod style;
mod tree;
mod tree_cost;
mod unknown_elements;
#[cfg(test)]
mod vector_list;
#[cfg(test)]
mod vectors;

use super::allowlist::Allowlist;
use super::budget::Budget;
use super::links::Links;
use ammonia::Builder;
use image_copies::without_copies;
use rules::Rules;
use single_pass::{Bailout, Dialect, clean_dialect};
use std::borrow::Cow;
use std::sync::OnceLock;

/// The rules of an allowlist, with what is computed from them once.
#[derive(Debug)]
pub(super) struct Policy {
    rules: Rules,
    /// Built when the single pass bails out for the first time.
    ammonia: OnceLock<Builder<'static>>,
}

pub(super) static FEED_PARSER: Policy = Policy::of(Rules::FEED_PARSER);
pub(super) static READER: Policy = Policy::of(Rules::READER);

impl Policy {
    const fn of(rules: Rules) -> Self {
        Self { rules, ammonia: OnceLock::new() }
    }

    pub(super) fn new(allowlist: &Allowlist) -> Self {
        Self::of(Rules::new(allowlist))
    }

    /// Sanitizes markup.
    pub(super) fn clean<'a>(&self, markup: &'a str, links: Links<'_>, budget: &Budget) -> Cow<'a, str> {
        self.clean_in_single_pass(markup, links, budget)
            .unwrap_or_else(|_| Cow::Owned(self.clean_by_ammonia(markup, links, budget)))
    }

    /// Sanitizes markup without a tree.
    fn clean_in_single_pass<'a>(
        &self,
        markup: &'a str,
        links: Links<'_>,
        budget: &Budget,
    ) -> Result<Cow<'a, str>, Bailout> {
        let markup = without_byte_order_mark(markup);
        match self.try_single_pass(markup, links, budget, Dialect::Html) {
            // Copies are removed in a separate pass, before the others.
            Err(Bailout::Noscript) => match without_copies(markup) {
                Cow::Borrowed(markup) => self.try_single_pass(markup, links, budget, Dialect::WithoutCopies),
                Cow::Owned(markup) => self
                    .try_single_pass(&markup, links, budget, Dialect::WithoutCopies)
                    .map(|clean| Cow::Owned(clean.into_owned())),
            },
            result => result,
        }
    }

    /// Sanitizes markup of a dialect in the single pass. If it bails out, nothing of the budget is spent.
    fn try_single_pass<'a>(
        &self,
        markup: &'a str,
        links: Links<'_>,
        budget: &Budget,
        dialect: Dialect,
    ) -> Result<Cow<'a, str>, Bailout> {
        let earlier = budget.clone();
        let clean = clean_dialect(markup, links, &self.rules, dialect);
        if clean.is_err() {
            budget.restore(&earlier);
        }
        clean
    }

    /// Sanitizes any markup with ammonia. The output is that of [`clean`](Self::clean), unless the budget is spent.
    pub(super) fn clean_by_ammonia(&self, markup: &str, links: Links<'_>, budget: &Budget) -> String {
        self.clean_in_tree(&self.readable(markup), links, budget)
    }

    /// Returns markup without what both ways of cleaning ignore: a byte order mark, and copies of images.
    fn readable<'a>(&self, markup: &'a str) -> Cow<'a, str> {
        let markup = without_byte_order_mark(markup);
        if self.rules.listed.lazy_images { without_copies(markup) } else { Cow::Borrowed(markup) }
    }
}

/// Removes byte order marks from the start of markup, as an HTML parser does.
pub(super) fn without_byte_order_mark(markup: &str) -> &str {
    markup.trim_start_matches('\u{FEFF}')
}
