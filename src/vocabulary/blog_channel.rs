//! The blogChannel module of RSS 2.0: <http://backend.userland.com/blogChannelModule>.

use super::rows::{rows, text_uri};
use crate::model::blog_channel::BlogChannel;

pub(super) const URIS: &[&str] = &["http://backend.userland.com/blogchannelmodule"];

rows! {
    BlogChannel {
        elements {
            "blogRoll" => blog_roll via text_uri,
            "mySubscriptions" => my_subscriptions via text_uri,
            "blink" => blink via text_uri,
            "changes" => changes via text_uri,
        }
    }
}
