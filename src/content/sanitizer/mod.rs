//! The sanitizer.

mod attribute_kinds;
mod builtin_policies;
mod comments;
mod elements;
mod foreign_names;
mod image_copies;
mod lazy_images;
mod pages;
mod rules;
mod spelling;
mod stream;
mod style;
#[cfg(test)]
mod vector_list;
#[cfg(test)]
mod vectors;

use super::allowlist::Allowlist;
use super::links::Links;
use crate::budget::Budget;
use image_copies::without_copies;
use rules::Rules;
use spelling::Spelling;
use std::borrow::Cow;
use stream::Task;

/// The rules of an allowlist.
#[derive(Debug)]
pub(super) struct Policy {
    rules: Rules,
}

pub(super) static FEED_PARSER: Policy = Policy { rules: Rules::FEED_PARSER };
pub(super) static READER: Policy = Policy { rules: Rules::READER };

impl Policy {
    pub(super) fn new(allowlist: &Allowlist) -> Self {
        Self { rules: Rules::new(allowlist) }
    }

    /// Sanitizes markup, for the model or for Universal Feed Parser's dictionary.
    pub(super) fn clean<'a>(
        &self,
        markup: &'a str,
        links: Links<'_>,
        budget: &Budget,
        is_for_dictionary: bool,
    ) -> Cow<'a, str> {
        // An HTML parser removes a byte order mark.
        let markup = markup.trim_start_matches('\u{FEFF}');
        let spelling = if is_for_dictionary { Spelling::Dictionary } else { Spelling::Html };
        let may_have_copies = self.rules.listed.lazy_images;
        let task = Task { links, rules: &self.rules, budget, spelling, may_have_copies };
        let earlier = budget.clone();
        if let Ok(clean) = stream::clean(markup, task) {
            return clean;
        }
        // Copies are removed in a separate pass, before the others.
        budget.restore(&earlier);
        let task = Task { may_have_copies: false, ..task };
        let clean = match without_copies(markup) {
            Cow::Borrowed(markup) => stream::clean(markup, task),
            Cow::Owned(markup) => stream::clean(&markup, task).map(|clean| Cow::Owned(clean.into_owned())),
        };
        clean.unwrap_or_default()
    }
}
