//! The podcast namespace ("Podcasting 2.0"): <https://podcasting2.org/docs/podcast-namespace/1.0>.

use std::time::Duration;

use super::geo::Coordinates;
use super::plain::plain;
use super::{Date, Entry, Str, Typed};

plain! {
    /// The podcast elements of a feed, an episode or a live item.
    ///
    /// The specification defines the position of each element; elements in other positions are also read. Invalid numbers, dates and
    /// other values keep their text, without a value.
    pub struct Podcast with floats {
        /// `podcast:guid`: the feed's identifier, a UUID by the specification.
        pub guid: Option<Str>,
        /// `podcast:medium`: the content of the feed, such as `podcast`, `music`, `audiobook`, or `musicL` for a list of music.
        pub medium: Option<Str>,
        /// `podcast:locked`: whether others may import the feed.
        pub locked: Option<PodcastLocked>,
        /// `podcast:funding`.
        pub funding: Vec<PodcastFunding>,
        /// `podcast:person`.
        pub persons: Vec<PodcastPerson>,
        /// `podcast:location`.
        pub locations: Vec<PodcastLocation>,
        /// `podcast:trailer`.
        pub trailers: Vec<PodcastTrailer>,
        /// `podcast:license`.
        pub license: Option<PodcastLicense>,
        /// `podcast:value`.
        pub values: Vec<PodcastValue>,
        /// `podcast:image`, and the sources of the older `podcast:images`.
        pub images: Vec<PodcastImage>,
        /// `podcast:liveItem`.
        pub live_items: Vec<LiveItem>,
        /// `podcast:block`.
        pub blocks: Vec<PodcastBlock>,
        /// `podcast:txt`.
        pub txts: Vec<PodcastTxt>,
        /// `podcast:remoteItem`.
        pub remote_items: Vec<RemoteItem>,
        /// `podcast:podroll`: feeds that this one recommends.
        pub podroll: Vec<RemoteItem>,
        /// `podcast:publisher`: the feed of the publisher.
        pub publisher: Option<RemoteItem>,
        /// `podcast:updateFrequency`.
        pub update_frequency: Option<UpdateFrequency>,
        /// `podcast:podping`, its attribute `usesPodping`: whether Podping announces changes.
        pub uses_podping: Typed<bool>,
        /// `podcast:chat`.
        pub chats: Vec<PodcastChat>,
        /// `podcast:socialInteract`.
        pub social_interacts: Vec<SocialInteract>,
        /// `podcast:transcript`.
        pub transcripts: Vec<PodcastTranscript>,
        /// `podcast:chapters`: a file of chapters.
        pub chapters: Option<PodcastChapters>,
        /// `podcast:soundbite`.
        pub soundbites: Vec<PodcastSoundbite>,
        /// `podcast:season`.
        pub season: Option<PodcastSeason>,
        /// `podcast:episode`.
        pub episode: Option<PodcastEpisode>,
        /// `podcast:alternateEnclosure`.
        pub alternate_enclosures: Vec<AlternateEnclosure>,
        /// `podcast:contentLink`.
        pub content_links: Vec<ContentLink>,
    }
}

plain! {
    /// `podcast:locked`.
    pub struct PodcastLocked {
        /// `yes` or `no`.
        pub locked: Typed<bool>,
        /// The e-mail address of the owner.
        pub owner: Option<Str>,
    }
}

plain! {
    /// `podcast:funding`.
    pub struct PodcastFunding {
        /// The page for contributions, resolved.
        pub url: Option<Str>,
        /// The text of the publisher.
        pub text: Str,
    }
}

plain! {
    /// `podcast:person`.
    pub struct PodcastPerson {
        /// The name.
        pub name: Str,
        /// The role in the podcast (Podcast Taxonomy). Defaults to `host`.
        pub role: Option<Str>,
        /// The group of the role. Defaults to `cast`.
        pub group: Option<Str>,
        /// A picture, resolved.
        pub img: Option<Str>,
        /// A page about the person, resolved.
        pub href: Option<Str>,
    }
}

plain! {
    /// `podcast:location`.
    pub struct PodcastLocation with floats {
        /// The name of the place.
        pub name: Str,
        /// The relation: `subject` (the default) or `creator`.
        pub rel: Option<Str>,
        /// The place as a geo URI (RFC 5870).
        pub geo: Typed<Coordinates>,
        /// The place in OpenStreetMap: `R113314`.
        pub osm: Option<Str>,
        /// The country (ISO 3166-1 alpha-2).
        pub country: Option<Str>,
    }
}

plain! {
    /// `podcast:trailer`.
    pub struct PodcastTrailer {
        /// The title.
        pub title: Str,
        /// The URL, resolved.
        pub url: Option<Str>,
        /// The date of publication.
        pub pub_date: Date,
        /// Its size in bytes.
        pub length: Typed<u64>,
        /// Its media type.
        pub media_type: Option<Str>,
        /// The number of the season that it announces.
        pub season: Typed<u32>,
    }
}

plain! {
    /// `podcast:license`.
    pub struct PodcastLicense {
        /// An SPDX identifier in lower case, or the name of another license.
        pub name: Str,
        /// The URL of the license, resolved.
        pub url: Option<Str>,
    }
}

plain! {
    /// `podcast:value`: payments by listeners.
    pub struct PodcastValue with floats {
        /// The kind of money: `lightning`.
        pub kind: Option<Str>,
        /// The payment method: `keysend`.
        pub method: Option<Str>,
        /// The suggested amount per minute.
        pub suggested: Typed<f64>,
        /// `podcast:valueRecipient`.
        pub recipients: Vec<ValueRecipient>,
        /// `podcast:valueTimeSplit`.
        pub time_splits: Vec<ValueTimeSplit>,
    }
}

plain! {
    /// `podcast:valueRecipient`.
    pub struct ValueRecipient {
        /// The name of the recipient.
        pub name: Option<Str>,
        /// The name of a record that is sent with the payment.
        pub custom_key: Option<Str>,
        /// The value of that record.
        pub custom_value: Option<Str>,
        /// The kind of address: `node`, `lnaddress`.
        pub kind: Option<Str>,
        /// The address.
        pub address: Option<Str>,
        /// The number of shares.
        pub split: Typed<u64>,
        /// Whether the share is deducted before the others are calculated.
        pub fee: Typed<bool>,
    }
}

plain! {
    /// `podcast:valueTimeSplit`: other recipients for a period.
    pub struct ValueTimeSplit with floats {
        /// The start, in seconds.
        pub start_time: Typed<Duration>,
        /// The length, in seconds.
        pub duration: Typed<Duration>,
        /// The start in the remote item, in seconds.
        pub remote_start_time: Typed<Duration>,
        /// The percentage for the recipients of the remote item.
        pub remote_percentage: Typed<f64>,
        /// The remote item whose recipients are paid.
        pub remote_item: Option<RemoteItem>,
        /// The recipients, unless there is a remote item.
        pub recipients: Vec<ValueRecipient>,
    }
}

plain! {
    /// `podcast:image`, or one of the sources of `podcast:images`.
    pub struct PodcastImage {
        /// The URL, resolved.
        pub href: Option<Str>,
        /// The description.
        pub alt: Option<Str>,
        /// The aspect ratio: `16/9`.
        pub aspect_ratio: Option<Str>,
        /// Its width in pixels; in `podcast:images` the descriptor `1500w` of its source.
        pub width: Typed<u32>,
        /// Its height in pixels.
        pub height: Typed<u32>,
        /// Its media type.
        pub media_type: Option<Str>,
        /// The purposes, separated by spaces: `artwork social`.
        pub purpose: Option<Str>,
    }
}

plain! {
    /// `podcast:liveItem`: an episode that is, was or will be live.
    pub struct LiveItem with floats {
        /// `pending`, `live` or `ended`.
        pub status: Option<Str>,
        /// When it starts.
        pub start: Date,
        /// When it ends.
        pub end: Date,
        /// The entry. Its `podcast:contentLink` elements are in its own [`Podcast`].
        pub item: Entry,
    }
}

plain! {
    /// `podcast:contentLink`: another place where a live item is streamed.
    pub struct ContentLink {
        /// The URL, resolved.
        pub href: Option<Str>,
        /// The text of the publisher.
        pub text: Str,
    }
}

plain! {
    /// `podcast:block`: directories that must not list the feed.
    pub struct PodcastBlock {
        /// `yes` or `no`.
        pub block: Typed<bool>,
        /// The directory. Defaults to all directories.
        pub id: Option<Str>,
    }
}

plain! {
    /// `podcast:txt`: text for programs.
    pub struct PodcastTxt {
        /// The text.
        pub text: Str,
        /// The purpose: `verify`.
        pub purpose: Option<Str>,
    }
}

plain! {
    /// `podcast:remoteItem`: a feed, or an item in it.
    pub struct RemoteItem {
        /// The `podcast:guid` of the feed.
        pub feed_guid: Option<Str>,
        /// The URL of the feed, resolved.
        pub feed_url: Option<Str>,
        /// The `guid` of the item.
        pub item_guid: Option<Str>,
        /// The medium of the feed. Defaults to `podcast`.
        pub medium: Option<Str>,
        /// A title to show.
        pub title: Option<Str>,
    }
}

plain! {
    /// `podcast:updateFrequency`.
    pub struct UpdateFrequency {
        /// The frequency in words.
        pub text: Str,
        /// Whether the podcast is finished.
        pub complete: Typed<bool>,
        /// The start of the rule.
        pub dtstart: Date,
        /// The rule (RFC 5545 §3.8.5.3).
        pub rrule: Option<Str>,
    }
}

plain! {
    /// `podcast:chat`.
    pub struct PodcastChat {
        /// The server: `irc.zeronode.net`.
        pub server: Option<Str>,
        /// The protocol: `irc`, `xmpp`, `nostr`, `matrix`.
        pub protocol: Option<Str>,
        /// The account of the podcast.
        pub account_id: Option<Str>,
        /// The room.
        pub space: Option<Str>,
        /// A page with the chat for embedding, resolved.
        pub embed_url: Option<Str>,
    }
}

plain! {
    /// `podcast:socialInteract`: a place for discussion.
    pub struct SocialInteract {
        /// The protocol: `activitypub`, `twitter`, `nostr`; `disabled` if discussion is not wanted.
        pub protocol: Option<Str>,
        /// The root of the conversation, resolved.
        pub uri: Option<Str>,
        /// The account that started it.
        pub account_id: Option<Str>,
        /// The page of that account, resolved.
        pub account_url: Option<Str>,
        /// The rank among several, lowest first.
        pub priority: Typed<u32>,
    }
}

plain! {
    /// `podcast:transcript`.
    pub struct PodcastTranscript {
        /// The URL, resolved.
        pub url: Option<Str>,
        /// Its media type.
        pub media_type: Option<Str>,
        /// Its language. Defaults to the language of the feed.
        pub language: Option<Str>,
        /// `captions` if it is meant to be shown as captions.
        pub rel: Option<Str>,
    }
}

plain! {
    /// `podcast:chapters`.
    pub struct PodcastChapters {
        /// The URL of the file, resolved.
        pub url: Option<Str>,
        /// Its media type: `application/json+chapters`.
        pub media_type: Option<Str>,
    }
}

plain! {
    /// `podcast:soundbite`: an excerpt that represents the episode.
    pub struct PodcastSoundbite {
        /// The start, in seconds.
        pub start_time: Typed<Duration>,
        /// The length, in seconds.
        pub duration: Typed<Duration>,
        /// A title. If it is empty, the title of the episode applies.
        pub title: Str,
    }
}

plain! {
    /// `podcast:season`.
    pub struct PodcastSeason {
        /// The number.
        pub number: Typed<u32>,
        /// The name.
        pub name: Option<Str>,
    }
}

plain! {
    /// `podcast:episode`.
    pub struct PodcastEpisode with floats {
        /// The number, which may have decimals.
        pub number: Typed<f64>,
        /// The text to show instead of the number.
        pub display: Option<Str>,
    }
}

plain! {
    /// `podcast:alternateEnclosure`: another form of the episode.
    pub struct AlternateEnclosure with floats {
        /// Its media type.
        pub media_type: Option<Str>,
        /// Its size in bytes.
        pub length: Typed<u64>,
        /// Bits per second.
        pub bitrate: Typed<f64>,
        /// The height of its picture in pixels.
        pub height: Typed<u32>,
        /// Its language.
        pub lang: Option<Str>,
        /// A title, at most 32 characters by the specification.
        pub title: Option<Str>,
        /// A group name: enclosures with the same `rel` are different forms of the same content.
        pub rel: Option<Str>,
        /// The codecs (RFC 6381).
        pub codecs: Option<Str>,
        /// Whether it is the same as the enclosure.
        pub default: Typed<bool>,
        /// `podcast:source`: the URLs of the file.
        pub sources: Vec<PodcastSource>,
        /// `podcast:integrity`.
        pub integrity: Option<PodcastIntegrity>,
    }
}

plain! {
    /// `podcast:source`.
    pub struct PodcastSource {
        /// The URL, resolved.
        pub uri: Option<Str>,
        /// The media type of the source, if it differs: `application/x-bittorrent`.
        pub content_type: Option<Str>,
    }
}

plain! {
    /// `podcast:integrity`.
    pub struct PodcastIntegrity {
        /// `sri` (W3C Subresource Integrity) or `pgp-signature`.
        pub kind: Option<Str>,
        /// The value, in base64.
        pub value: Option<Str>,
    }
}
