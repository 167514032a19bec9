//! The `source` namespace: <https://source.scripting.com/>.

use super::plain::plain;
use super::{Date, Str};

plain! {
    /// The `source` namespace (<https://source.scripting.com/>).
    pub struct SourceNamespace {
        /// `source:account`: accounts of the author.
        pub accounts: Vec<SourceNamespaceAccount>,
        /// `source:archive`.
        pub archive: Option<SourceNamespaceArchive>,
        /// `source:blogroll`: an OPML file of feeds, resolved.
        pub blogroll: Option<Str>,
        /// `source:cloud`: where to ask for notifications (rssCloud), resolved.
        pub cloud: Option<Str>,
        /// `source:inReplyTo`: what is answered, resolved.
        pub in_reply_to: Option<Str>,
        /// `source:likes`: the server that counts likes, resolved.
        pub likes: Option<Str>,
        /// `source:linkShort`: a shorter link to the entry, resolved.
        pub link_short: Option<Str>,
        /// `source:localTime`: when the feed was built, where its author is.
        pub local_time: Option<Str>,
        /// `source:markdown`: the source text of the entry, in Markdown. Unsanitized.
        pub markdown: Option<Str>,
        /// `source:opmlUrl`, `source:outline`'s `url` where there is one: the outline that the entry comes from, resolved.
        pub opml_url: Option<Str>,
        /// `source:self`: where the feed is, resolved.
        pub self_url: Option<Str>,
        /// `source:subscriptionList`: OPML files of feeds that the author reads, resolved.
        pub subscription_lists: Vec<Str>,
    }
}

plain! {
    /// `source:account`.
    pub struct SourceNamespaceAccount {
        /// The service.
        pub service: Option<Str>,
        /// The name of the account.
        pub name: Str,
    }
}

plain! {
    /// `source:archive`: where older items of a feed are, a file a day.
    pub struct SourceNamespaceArchive {
        /// `source:url`: the folder, resolved.
        pub url: Option<Str>,
        /// `source:filename`: the name of a day's file.
        pub filename: Option<Str>,
        /// `source:startDay`: the first day.
        pub start_day: Date,
        /// `source:endDay`: the last day.
        pub end_day: Date,
    }
}
