//! The Well-Formed Web's Comment API: <http://wellformedweb.org/news/wfw_namespace_elements>.

use super::ReadAs;
use super::element_lists::{ElementList, elements};
use super::rows::{rows, text_uri};
use crate::model::comment_api::CommentApi;

pub(super) const URIS: &[&str] = &["http://wellformedweb.org/commentapi"];

pub(super) const ELEMENTS: ElementList = elements! {
    Other;
    "comment" | "commentRss" => ReadAs::Uri,
};

rows! {
    CommentApi {
        elements {
            "comment" => comment via text_uri,
            "commentRss" => comment_rss via text_uri,
        }
    }
}
