//! Additions of platforms and programs to their feeds.

use super::plain::plain;
use super::{Attributes, Date, Person, Typed};

plain! {
    /// The `YouTube` elements of a channel or a video, in addition to Media RSS. It has no published specification.
    pub struct YouTube {
        /// `yt:videoId`.
        pub video_id: Option<String>,
        /// `yt:channelId`. In a feed of a channel it lacks its first two letters, `UC`.
        pub channel_id: Option<String>,
        /// `yt:playlistId`.
        pub playlist_id: Option<String>,
    }
}

plain! {
    /// Google Play (<https://support.google.com/podcast-publishers/answer/9889544>, `googleplay:`).
    pub struct GooglePlay {
        /// `googleplay:author`.
        pub author: Option<Box<Person>>,
        /// `googleplay:owner`, in older feeds `googleplay:email`: an e-mail address.
        pub owner: Option<String>,
        /// `googleplay:description`: plain text.
        pub description: Option<String>,
        /// `googleplay:image`, resolved.
        pub image: Option<String>,
        /// `googleplay:category`.
        pub categories: Vec<String>,
        /// `googleplay:explicit`: `yes` or `no`, in older feeds `clean`.
        pub explicit: Typed<bool>,
        /// `googleplay:block`: whether it is not to be listed.
        pub block: Typed<bool>,
        /// `googleplay:new-feed-url`, resolved.
        pub new_feed_url: Option<String>,
    }
}

plain! {
    /// Spotify (Podcast Delivery Specification 1.9, `spotify:`).
    pub struct Spotify {
        /// `spotify:countryOfOrigin`: the countries that it is made for (ISO 3166-1), between spaces.
        pub countries_of_origin: Vec<String>,
        /// `spotify:limit`, its attribute `recentCount`: how many of the newest episodes are to be shown.
        pub limit: Typed<u32>,
    }
}

plain! {
    /// `RawVoice` (<https://blubrry.com/developer/rawvoice-rss/>).
    pub struct RawVoice {
        /// `rawvoice:rating`: `TV-G` and the like.
        pub rating: Option<String>,
        /// `rawvoice:location`.
        pub location: Option<String>,
        /// `rawvoice:frequency`, in words.
        pub frequency: Option<String>,
        /// `rawvoice:isHd`.
        pub is_hd: Typed<bool>,
        /// `rawvoice:poster`, resolved.
        pub poster: Option<String>,
        /// `rawvoice:embed`: the source text of a player. Unsanitized.
        pub embed: Option<String>,
        /// `rawvoice:donate`.
        pub donate: Option<Donate>,
        /// `rawvoice:subscribe`: services, each with its page, resolved.
        pub subscribe: Attributes,
        /// `rawvoice:webm`, `rawvoice:mp4` and the like: the medium in other forms.
        pub alternates: Vec<RawVoiceAlternate>,
        /// `rawvoice:metamark`: moments in the medium.
        pub metamarks: Vec<Metamark>,
    }
}

plain! {
    /// `rawvoice:donate`.
    pub struct Donate {
        /// The page for donations, resolved.
        pub href: Option<String>,
        /// The text of the publisher.
        pub text: String,
    }
}

plain! {
    /// A medium in another form: `rawvoice:webm`.
    pub struct RawVoiceAlternate {
        /// The form: the name of the element.
        pub format: String,
        /// The URL, resolved.
        pub src: Option<String>,
        /// Its media type.
        pub media_type: Option<String>,
        /// Its size in bytes.
        pub length: Typed<u64>,
    }
}

plain! {
    /// `rawvoice:metamark`.
    pub struct Metamark {
        /// `video`, `audio`, `image`, `comment`, `tag`, `ad` …
        pub kind: Option<String>,
        /// The URL that it refers to, resolved.
        pub link: Option<String>,
        /// When it begins, in seconds.
        pub position: Typed<std::time::Duration>,
        /// How long it is, in seconds.
        pub duration: Typed<std::time::Duration>,
        /// The text.
        pub text: String,
    }
}

plain! {
    /// The `source` namespace (<https://source.scripting.com/>).
    pub struct SourceNamespace {
        /// `source:account`: accounts of the author.
        pub accounts: Vec<Account>,
        /// `source:archive`.
        pub archive: Option<Archive>,
        /// `source:blogroll`: an OPML file of feeds, resolved.
        pub blogroll: Option<String>,
        /// `source:cloud`: where to ask for notifications (rssCloud), resolved.
        pub cloud: Option<String>,
        /// `source:inReplyTo`: what is answered, resolved.
        pub in_reply_to: Option<String>,
        /// `source:likes`: the server that counts likes, resolved.
        pub likes: Option<String>,
        /// `source:linkShort`: a shorter link to the entry, resolved.
        pub link_short: Option<String>,
        /// `source:localTime`: when the feed was built, where its author is.
        pub local_time: Option<String>,
        /// `source:markdown`: the source text of the entry, in Markdown. Unsanitized.
        pub markdown: Option<String>,
        /// `source:opmlUrl`, `source:outline`'s `url` where there is one: the outline that the entry comes from, resolved.
        pub opml_url: Option<String>,
        /// `source:self`: where the feed is, resolved.
        pub self_url: Option<String>,
        /// `source:subscriptionList`: OPML files of feeds that the author reads, resolved.
        pub subscription_lists: Vec<String>,
    }
}

plain! {
    /// `source:account`.
    pub struct Account {
        /// The service.
        pub service: Option<String>,
        /// The name of the account.
        pub name: String,
    }
}

plain! {
    /// `source:archive`: where older items of a feed are, a file a day.
    pub struct Archive {
        /// `source:url`: the folder, resolved.
        pub url: Option<String>,
        /// `source:filename`: the name of a day's file.
        pub filename: Option<String>,
        /// `source:startDay`: the first day.
        pub start_day: Option<Date>,
        /// `source:endDay`: the last day.
        pub end_day: Option<Date>,
    }
}

plain! {
    /// The reading list of the author (<http://backend.userland.com/blogChannelModule>). Links are resolved.
    pub struct BlogChannel {
        /// `blogChannel:blogRoll`: an OPML file of the weblogs that the page lists.
        pub blog_roll: Option<String>,
        /// `blogChannel:mySubscriptions`: an OPML file of the feeds that the author reads.
        pub my_subscriptions: Option<String>,
        /// `blogChannel:blink`: a weblog that the author recommends.
        pub blink: Option<String>,
        /// `blogChannel:changes`: a `changes.xml` that tells when the weblog changed.
        pub changes: Option<String>,
    }
}
