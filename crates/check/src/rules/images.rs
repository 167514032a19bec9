//! The image of a channel.

use super::uris;
use crate::facts::{Deferred, MOST};
use crate::judge::{Judge, is_same};
use crate::open_elements::OpenNode;
use crate::schema::ElementRole;
use crate::walker::Walker;

rule_family! {
    (judged by Images)
    IMAGE_DIFFERS = "image-differs", Warning, "the title or the link of the image is not that of the channel", "Repeat the title and the link of the channel in the image.", "RSS 2.0, image"
        { Channel "<image><url>https://harbour.example/a.png</url><title>Logo</title><link>https://harbour.example/</link></image>" => "<image><url>https://harbour.example/a.png</url><title>News</title><link>https://harbour.example/</link></image>" };
    IMAGE_FORMAT = "image-format", Warning, "an image that is neither GIF nor JPEG nor PNG", "Convert the image.", "RSS 2.0, image"
        { Channel "<image><url>https://harbour.example/a.svg</url><title>News</title><link>https://harbour.example/</link></image>" => "<image><url>https://harbour.example/a.png</url><title>News</title><link>https://harbour.example/</link></image>" };
    IMAGE_SIZE = "image-size", Error, "an image that is too large", "Give at most 144 pixels of width and 400 of height.", "RSS 2.0, image"
        { Channel "<image><url>https://harbour.example/a.png</url><title>News</title><link>https://harbour.example/</link><width>300</width></image>" => "<image><url>https://harbour.example/a.png</url><title>News</title><link>https://harbour.example/</link><width>144</width></image>" };
}

/// The title of the channel, and the titles and the pages of its image.
#[derive(Debug, Default)]
struct Images {
    title: String,
    parts: Vec<(ElementRole, String, Deferred)>,
}

impl Judge for Images {
    fn roles(&self) -> &'static [ElementRole] {
        &[ElementRole::Title, ElementRole::Page, ElementRole::Feed]
    }

    fn end(&mut self, walker: &mut Walker, node: &OpenNode) {
        match (node.role(), walker.parent_role()) {
            (Some(ElementRole::Title), ElementRole::Feed) => self.title = walker.trimmed_text(node),
            (Some(ElementRole::Page), ElementRole::Feed) => walker.feed.page = walker.trimmed_text(node),
            (Some(role @ (ElementRole::Title | ElementRole::Page)), ElementRole::Image)
                if self.parts.len() < MOST =>
            {
                self.parts.push((role, walker.trimmed_text(node), walker.defer(node.tag)));
            }
            (Some(ElementRole::Feed), _) => self.compare(walker),
            _ => {}
        }
    }
}

impl Images {
    fn compare(&mut self, walker: &mut Walker) {
        for (role, text, Deferred { span, subject }) in std::mem::take(&mut self.parts) {
            let page = &walker.feed.page;
            let (own, is_same) = if role == ElementRole::Title {
                (&self.title, text == self.title)
            } else {
                // If it is invalid, there is a separate finding about it.
                let is_invalid = || uris::broken_rule(page, false, walker.budget.urls()).is_some();
                (page, is_invalid() || is_same(&text, page, walker.budget.urls()))
            };
            if !is_same && !text.is_empty() && !own.is_empty() {
                walker.ledger.add(&IMAGE_DIFFERS, span, || subject, &text);
            }
        }
    }
}
