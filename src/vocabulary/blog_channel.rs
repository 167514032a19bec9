//! The blogChannel module of RSS 2.0: <http://backend.userland.com/blogChannelModule>.

use super::read::{Described, Elements};
use crate::model::BlogChannel;

pub(super) const URIS: &[&str] = &["http://backend.userland.com/blogchannelmodule"];

pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let Described::Feed(feed) = to else { return };
    feed.blog_channel = Some(Box::new(BlogChannel {
        blog_roll: elements.text("blogroll").uri(),
        my_subscriptions: elements.text("mysubscriptions").uri(),
        blink: elements.text("blink").uri(),
        changes: elements.text("changes").uri(),
    }));
}
