//! The Well-Formed Web's Comment API: <http://wellformedweb.org/news/wfw_namespace_elements>.

use super::Rule;
use super::read::{Described, Elements};
use super::rules::{ElementRules, rules};
use crate::model::CommentApi;

pub(super) const URIS: &[&str] = &["http://wellformedweb.org/commentapi"];

pub(super) const ELEMENTS: ElementRules = rules! {
    "comment" | "commentRss" => Rule::Uri,
};

pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let Described::Entry(entry) = to else { return };
    entry.comment_api = Some(Box::new(CommentApi {
        comment: elements.text("comment").filled().uri(),
        comment_rss: elements.text("commentrss").filled().uri(),
    }));
}
