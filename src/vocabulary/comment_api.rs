//! The Well-Formed Web's Comment API: <http://wellformedweb.org/news/wfw_namespace_elements>.

use super::Rule;
use super::rows::{rows, text_uri};
use super::rules::{ElementRules, rules};
use crate::model::comment_api::CommentApi;

pub(super) const URIS: &[&str] = &["http://wellformedweb.org/commentapi"];

pub(super) const ELEMENTS: ElementRules = rules! {
    Other;
    "comment" | "commentRss" => Rule::Uri,
};

rows! {
    CommentApi {
        elements {
            "comment" => comment via text_uri,
            "commentRss" => comment_rss via text_uri,
        }
    }
}
