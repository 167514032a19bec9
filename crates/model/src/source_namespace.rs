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
        /// `source:cloud`: the URL for requesting notifications (rssCloud), resolved.
        pub cloud: Option<Str>,
        /// `source:inReplyTo`: the entry that this one replies to, resolved.
        pub in_reply_to: Option<Str>,
        /// `source:likes`: the server that counts likes, resolved.
        pub likes: Option<Str>,
        /// `source:linkShort`: a shorter link to the entry, resolved.
        pub link_short: Option<Str>,
        /// `source:localTime`: the time when the feed was built, in the author's time zone.
        pub local_time: Option<Str>,
        /// `source:markdown`: the source text of the entry, in Markdown. Unsanitized.
        pub markdown: Option<Str>,
        /// `source:opmlUrl`, or else the `url` of `source:outline`: the outline from which the entry was made, resolved.
        pub opml_url: Option<Str>,
        /// `source:self`: the URL of the feed, resolved.
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
    /// `source:archive`: the location of older items of a feed, with one file per day.
    pub struct SourceNamespaceArchive {
        /// `source:url`: the folder, resolved.
        pub url: Option<Str>,
        /// `source:filename`: the name of the file for a day.
        pub filename: Option<Str>,
        /// `source:startDay`: the first day.
        pub start_day: Date,
        /// `source:endDay`: the last day.
        pub end_day: Date,
    }
}
