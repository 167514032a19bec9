//! The podcast namespace ("Podcasting 2.0"): <https://podcasting2.org/docs/podcast-namespace/1.0>.

use std::time::Duration;

use super::geo::Coordinates;
use super::plain::plain;
use super::{Date, Entry, Str, Typed};

plain! {
    /// The podcast elements of a feed, an episode or a live item.
    ///
    /// The specification defines the place of each element; elements in other places are read as well. Numbers,
    /// dates and the like that cannot be read have their text, without a value.
    pub struct Podcast with floats {
        /// `podcast:guid`: the feed's identifier, a UUID by the specification.
        pub guid: Option<Str>,
        /// `podcast:medium`: what the feed holds, such as `podcast`, `music`, `audiobook`, or `musicL` for a list of it.
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
        /// `podcast:podping`, its attribute `usesPodping`: whether changes are announced by Podping.
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
        /// The part in the podcast (Podcast Taxonomy). `host` if the feed does not say.
        pub role: Option<Str>,
        /// The group of the role. `cast` if the feed does not say.
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
        /// When it was published.
        pub pub_date: Date,
        /// Its size in bytes.
        pub length: Typed<u64>,
        /// Its media type.
        pub media_type: Option<Str>,
        /// The number of the season that it is for.
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
    /// `podcast:value`: how listeners pay.
    pub struct PodcastValue with floats {
        /// The kind of money: `lightning`.
        pub kind: Option<Str>,
        /// The way that it takes: `keysend`.
        pub method: Option<Str>,
        /// The suggested amount a minute.
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
        /// The name of a record to be sent with the payment.
        pub custom_key: Option<Str>,
        /// Its value.
        pub custom_value: Option<Str>,
        /// The kind of address: `node`, `lnaddress`.
        pub kind: Option<Str>,
        /// The address.
        pub address: Option<Str>,
        /// The number of shares.
        pub split: Typed<u64>,
        /// Whether the share is taken before the others are counted.
        pub fee: Typed<bool>,
    }
}

plain! {
    /// `podcast:valueTimeSplit`: other recipients for a time.
    pub struct ValueTimeSplit with floats {
        /// From when, in seconds.
        pub start_time: Typed<Duration>,
        /// How long, in seconds.
        pub duration: Typed<Duration>,
        /// The start in the remote item, in seconds.
        pub remote_start_time: Typed<Duration>,
        /// How much the remote item's recipients get, of 100.
        pub remote_percentage: Typed<f64>,
        /// The remote item whose recipients are paid.
        pub remote_item: Option<RemoteItem>,
        /// The recipients, if there is no remote item.
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
        /// The entry; `podcast:contentLink` is in its own [`Podcast`].
        pub item: Entry,
    }
}

plain! {
    /// `podcast:contentLink`: where else a live item is streamed.
    pub struct ContentLink {
        /// The URL, resolved.
        pub href: Option<Str>,
        /// The text of the publisher.
        pub text: Str,
    }
}

plain! {
    /// `podcast:block`: directories that are not to list the feed.
    pub struct PodcastBlock {
        /// `yes` or `no`.
        pub block: Typed<bool>,
        /// The directory that is meant; all where there is none.
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
        /// The medium of the feed. `podcast` is meant where there is none.
        pub medium: Option<Str>,
        /// A title to be shown.
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
        /// From when the rule holds.
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
        /// A page with the chat to be put into another one, resolved.
        pub embed_url: Option<Str>,
    }
}

plain! {
    /// `podcast:socialInteract`: where it is talked about.
    pub struct SocialInteract {
        /// The protocol: `activitypub`, `twitter`, `nostr`; `disabled` where talk is not wanted.
        pub protocol: Option<Str>,
        /// The root of the conversation, resolved.
        pub uri: Option<Str>,
        /// The account that began it.
        pub account_id: Option<Str>,
        /// The page of that account, resolved.
        pub account_url: Option<Str>,
        /// The place among several, the lowest first.
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
        /// Its language. The feed's is meant where there is none.
        pub language: Option<Str>,
        /// `captions` where it is meant to be shown as such.
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
    /// `podcast:soundbite`: a part that stands for the episode.
    pub struct PodcastSoundbite {
        /// The start, in seconds.
        pub start_time: Typed<Duration>,
        /// How long it is, in seconds.
        pub duration: Typed<Duration>,
        /// A title; the episode's is meant where it is empty.
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
        /// The text to show in place of the number.
        pub display: Option<Str>,
    }
}

plain! {
    /// `podcast:alternateEnclosure`: the episode in another form.
    pub struct AlternateEnclosure with floats {
        /// Its media type.
        pub media_type: Option<Str>,
        /// Its size in bytes.
        pub length: Typed<u64>,
        /// Bits a second.
        pub bitrate: Typed<f64>,
        /// The height of its picture in pixels.
        pub height: Typed<u32>,
        /// Its language.
        pub lang: Option<Str>,
        /// A title, at most 32 characters by the specification.
        pub title: Option<Str>,
        /// The parts that belong together: those of the same `rel` are the same in different forms.
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
        /// The media type there, where it is another one: `application/x-bittorrent`.
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
