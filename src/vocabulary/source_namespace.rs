//! The `source` namespace: <https://source.scripting.com/>.

use super::read::Element;
use super::rows::{rows, text_uri};
use crate::model::Str;
use crate::model::source_namespace::{SourceNamespace, SourceNamespaceAccount, SourceNamespaceArchive};

pub(super) const URIS: &[&str] =
    &["http://source.scripting.com", "http://source.smallpict.com/2014/07/12/thesourcenamespace.html"];

rows! {
    SourceNamespace {
        elements {
            "account" => accounts,
            "archive" => archive,
            "blogroll" => blogroll via text_uri,
            "cloud" => cloud via text_uri,
            "inReplyTo" => in_reply_to via text_uri,
            "likes" => likes via likes in "server",
            "linkShort" => link_short via text_uri,
            "localTime" => local_time,
            "markdown" => markdown,
            "opmlUrl" => opml_url via text_uri,
            "outline" => opml_url via outline,
            "self" => self_url via text_uri,
            "subscriptionList" => subscription_lists via subscription_list,
        }
    }
}

rows! {
    SourceNamespaceAccount {
        attributes { "service" => service, }
        text => name,
    }
}

rows! {
    SourceNamespaceArchive {
        elements {
            "url" => url via text_uri,
            "filename" => filename,
            "startDay" => start_day,
            "endDay" => end_day,
        }
    }
}

fn likes(element: &Element<'_>) -> Option<Str> {
    element.attribute("server").uri().or_else(|| element.text().uri())
}

fn outline(element: &Element<'_>) -> Option<Str> {
    element.attribute("url").uri()
}

fn subscription_list(element: &Element<'_>) -> Option<Str> {
    element.text().uri().or_else(|| element.attribute("url").uri())
}
