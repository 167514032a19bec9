//! The `source` namespace: <https://source.scripting.com/>.

use super::read::{Described, Element, Elements};
use crate::model::{Account, Archive, SourceNamespace};

pub(super) const URIS: &[&str] =
    &["http://source.scripting.com", "http://source.smallpict.com/2014/07/12/thesourcenamespace.html"];

pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let account = |account: &Element<'_>| Account {
        service: account.attribute("service").string(),
        name: account.string(),
    };
    let lists = elements.all("subscriptionlist");
    let outline = elements.first("outline").and_then(|outline| outline.uri("url"));
    let source = Some(Box::new(SourceNamespace {
        accounts: elements.list("account", account),
        archive: elements.first("archive").as_ref().map(archive),
        blogroll: elements.text("blogroll").uri(),
        cloud: elements.text("cloud").uri(),
        in_reply_to: elements.text("inreplyto").uri(),
        likes: elements
            .first("likes")
            .and_then(|likes| likes.uri("server").or_else(|| likes.text().filled().uri())),
        link_short: elements.text("linkshort").uri(),
        local_time: elements.text("localtime").string(),
        markdown: elements.text("markdown").string(),
        opml_url: elements.text("opmlurl").uri().or(outline),
        self_url: elements.text("self").uri(),
        subscription_lists: lists
            .filter_map(|list| list.text().filled().uri().or_else(|| list.uri("url")))
            .collect(),
    }));
    match to {
        Described::Feed(feed) => feed.source_namespace = source,
        Described::Entry(entry) => entry.source_namespace = source,
    }
}

fn archive(element: &Element<'_>) -> Archive {
    let inside = element.children();
    Archive {
        url: inside.text("url").uri(),
        filename: inside.text("filename").string(),
        start_day: inside.text("startday").date(),
        end_day: inside.text("endday").date(),
    }
}
