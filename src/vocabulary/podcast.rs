//! The podcast namespace: <https://podcasting2.org/docs/podcast-namespace/1.0>.

use super::read::{Described, Element, Elements};
use super::rules::{ElementRules, rules};
use super::{Rule, ScopeKind};
use crate::diagnostics::WarningKind;
use crate::model::{
    AlternateEnclosure, Block, Chat, ContentLink, Coordinates, EnclosureSource, Episode, Funding, Integrity,
    Locked, Podcast, PodcastChapters, PodcastImage, PodcastLicense, PodcastLocation, PodcastPerson,
    PodcastValue, RemoteItem, Season, SocialInteract, Soundbite, Trailer, Transcript, Txt, Typed,
    UpdateFrequency, ValueRecipient, ValueTimeSplit,
};

pub(super) const URIS: &[&str] = &[
    "http://podcastindex.org/namespace/1.0",
    "http://github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md",
];

/// All but the live item, which holds what an entry holds, are extensions, and are read from there.
pub(super) const ELEMENTS: ElementRules = rules! {
    "liveItem" => Rule::Scope(ScopeKind::LiveItem),
};

pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let place = match to {
        Described::Feed(feed) => &mut feed.podcast,
        Described::Entry(entry) => &mut entry.podcast,
    };
    // The live items are there already.
    let live_items = place.take().map(|podcast| podcast.live_items).unwrap_or_default();
    *place = Some(Box::new(Podcast { live_items, ..podcast(elements) }));
}

fn podcast(elements: Elements<'_>) -> Podcast {
    let podping = elements.first("podping");
    Podcast {
        guid: elements.text("guid").string(),
        medium: elements.text("medium").string(),
        locked: elements.first("locked").map(|e| {
            let locked = e.text().boolean().unwrap_or_default();
            Box::new(Locked { locked, owner: e.attribute("owner").string() })
        }),
        funding: elements.list("funding", |e| Funding { url: e.uri("url"), text: e.string() }),
        persons: elements.list("person", person),
        locations: elements.list("location", location),
        trailers: elements.list("trailer", trailer),
        license: elements.first("license").map(|e| PodcastLicense { url: e.uri("url"), name: e.string() }),
        values: elements.list("value", value),
        images: elements.iter().flat_map(|e| images(&e)).collect(),
        live_items: Vec::new(),
        blocks: elements.list("block", block),
        txts: elements.list("txt", |e| Txt { text: e.string(), purpose: e.attribute("purpose").string() }),
        remote_items: elements.list("remoteitem", remote_item),
        podroll: elements.all("podroll").flat_map(|e| remote_items(e.children())).collect(),
        publisher: elements
            .first("publisher")
            .and_then(|e| e.children().first("remoteitem"))
            .as_ref()
            .map(|e| Box::new(remote_item(e))),
        update_frequency: elements.first("updatefrequency").map(|e| Box::new(update_frequency(&e))),
        uses_podping: podping.and_then(|e| e.attribute("usespodping").or(e.text().filled()).boolean()),
        chats: elements.list("chat", chat),
        social_interacts: elements.list("socialinteract", social_interact),
        transcripts: elements.list("transcript", transcript),
        chapters: elements
            .first("chapters")
            .map(|e| PodcastChapters { url: e.uri("url"), media_type: e.attribute("type").string() }),
        soundbites: elements.list("soundbite", soundbite),
        season: elements.first("season").map(|e| Season {
            number: e.text().number().unwrap_or_default(),
            name: e.attribute("name").string(),
        }),
        episode: elements.first("episode").map(|e| Episode {
            number: e.text().real().unwrap_or_default(),
            display: e.attribute("display").string(),
        }),
        alternate_enclosures: elements.list("alternateenclosure", alternate_enclosure),
        content_links: elements
            .list("contentlink", |e| ContentLink { href: e.uri("href"), text: e.string() }),
    }
}

fn person(e: &Element<'_>) -> PodcastPerson {
    PodcastPerson {
        name: e.string(),
        role: e.attribute("role").filled().string().or_else(|| Some("host".to_owned())),
        group: e.attribute("group").filled().string().or_else(|| Some("cast".to_owned())),
        img: e.uri("img"),
        href: e.uri("href"),
    }
}

fn location(e: &Element<'_>) -> PodcastLocation {
    PodcastLocation {
        name: e.string(),
        rel: e.attribute("rel").string(),
        geo: e.attribute("geo").typed(WarningKind::UnreadablePlace, geo_uri),
        osm: e.attribute("osm").string(),
        country: e.attribute("country").string(),
    }
}

/// `geo:30.2672,97.7431,12;u=5`: latitude, longitude and perhaps altitude (RFC 5870 §3.3).
fn geo_uri(uri: &str) -> Option<Coordinates> {
    let (scheme, rest) = uri.split_at_checked(4)?;
    let coordinates = rest.split(';').next().filter(|_| scheme.eq_ignore_ascii_case("geo:"))?;
    let mut numbers = coordinates.split(',').map(|number| number.trim().parse::<f64>());
    let (latitude, longitude) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
    let elevation = numbers.next().transpose().ok()?.filter(|elevation| elevation.is_finite());
    let on_earth = longitude.abs() <= 180.0 && latitude.abs() <= 90.0 && numbers.next().is_none();
    on_earth.then_some(Coordinates { latitude, longitude, elevation })
}

fn trailer(e: &Element<'_>) -> Trailer {
    Trailer {
        title: e.string(),
        url: e.uri("url"),
        pub_date: e.attribute("pubdate").date(),
        length: e.attribute("length").number(),
        media_type: e.attribute("type").string(),
        season: e.attribute("season").number(),
    }
}

fn value(e: &Element<'_>) -> PodcastValue {
    PodcastValue {
        kind: e.attribute("type").string(),
        method: e.attribute("method").string(),
        suggested: e.attribute("suggested").real(),
        recipients: recipients(e.children()),
        time_splits: e.children().list("valuetimesplit", time_split),
    }
}

fn recipients(elements: Elements<'_>) -> Vec<ValueRecipient> {
    let recipient = |e: &Element<'_>| ValueRecipient {
        name: e.attribute("name").string(),
        custom_key: e.attribute("customkey").string(),
        custom_value: e.attribute("customvalue").string(),
        kind: e.attribute("type").string(),
        address: e.attribute("address").string(),
        split: e.attribute("split").number(),
        fee: e.attribute("fee").boolean(),
    };
    elements.list("valuerecipient", recipient)
}

fn time_split(e: &Element<'_>) -> ValueTimeSplit {
    ValueTimeSplit {
        start_time: e.attribute("starttime").duration(),
        duration: e.attribute("duration").duration(),
        remote_start_time: e.attribute("remotestarttime").duration(),
        remote_percentage: e.attribute("remotepercentage").real(),
        remote_item: e.children().first("remoteitem").as_ref().map(remote_item),
        recipients: recipients(e.children()),
    }
}

/// `podcast:image`, or what the `srcset` of `podcast:images` lists (HTML Living Standard §4.8.4.2.1).
fn images(e: &Element<'_>) -> Vec<PodcastImage> {
    if e.is("image") {
        return vec![PodcastImage {
            href: e.uri("href"),
            alt: e.attribute("alt").string(),
            aspect_ratio: e.attribute("aspect-ratio").string(),
            width: e.attribute("width").number(),
            height: e.attribute("height").number(),
            media_type: e.attribute("type").string(),
            purpose: e.attribute("purpose").string(),
        }];
    }
    if !e.is("images") {
        return Vec::new();
    }
    let srcset = e.attribute("srcset").string().unwrap_or_default();
    let source = |candidate: &str| {
        let mut parts = candidate.split_whitespace();
        let href = e.resolve(parts.next()?)?;
        let width =
            parts.next().map(|width| Typed::new(width, |width| width.strip_suffix('w')?.parse().ok()));
        Some(PodcastImage { href: Some(href), width, ..PodcastImage::default() })
    };
    // A comma within a URL has no space after it.
    let candidates = srcset.split(", ").flat_map(|line| line.split(",\n"));
    e.count_words(candidates).filter_map(|part| source(part.trim_end_matches(','))).collect()
}

fn block(e: &Element<'_>) -> Block {
    Block { block: e.text().boolean().unwrap_or_default(), id: e.attribute("id").string() }
}

fn remote_items(elements: Elements<'_>) -> Vec<RemoteItem> {
    elements.list("remoteitem", remote_item)
}

fn remote_item(e: &Element<'_>) -> RemoteItem {
    RemoteItem {
        feed_guid: e.attribute("feedguid").string(),
        feed_url: e.uri("feedurl"),
        item_guid: e.attribute("itemguid").string(),
        medium: e.attribute("medium").string(),
        title: e.attribute("title").string(),
    }
}

fn update_frequency(e: &Element<'_>) -> UpdateFrequency {
    UpdateFrequency {
        text: e.string(),
        complete: e.attribute("complete").boolean(),
        dtstart: e.attribute("dtstart").date(),
        rrule: e.attribute("rrule").string(),
    }
}

fn chat(e: &Element<'_>) -> Chat {
    Chat {
        server: e.attribute("server").string(),
        protocol: e.attribute("protocol").string(),
        account_id: e.attribute("accountid").string(),
        space: e.attribute("space").string(),
        embed_url: e.uri("embedurl"),
    }
}

/// Reads `podcast:socialInteract`. In earlier versions the URI was the text of the element.
fn social_interact(e: &Element<'_>) -> SocialInteract {
    SocialInteract {
        protocol: e.attribute("protocol").or(e.attribute("platform")).string(),
        uri: e.uri("uri").or_else(|| e.text().filled().uri()),
        account_id: e.attribute("accountid").string(),
        account_url: e.uri("accounturl"),
        priority: e.attribute("priority").number(),
    }
}

fn transcript(e: &Element<'_>) -> Transcript {
    Transcript {
        url: e.uri("url"),
        media_type: e.attribute("type").string(),
        language: e.attribute("language").string(),
        rel: e.attribute("rel").string(),
    }
}

fn soundbite(e: &Element<'_>) -> Soundbite {
    Soundbite {
        start_time: e.attribute("starttime").duration(),
        duration: e.attribute("duration").duration(),
        title: e.string(),
    }
}

fn alternate_enclosure(e: &Element<'_>) -> AlternateEnclosure {
    let source = |e: &Element<'_>| EnclosureSource {
        uri: e.uri("uri"),
        content_type: e.attribute("contenttype").string(),
    };
    let integrity = |e: &Element<'_>| Integrity {
        kind: e.attribute("type").string(),
        value: e.attribute("value").string(),
    };
    AlternateEnclosure {
        media_type: e.attribute("type").string(),
        length: e.attribute("length").number(),
        bitrate: e.attribute("bitrate").real(),
        height: e.attribute("height").number(),
        lang: e.attribute("lang").string(),
        title: e.attribute("title").string(),
        rel: e.attribute("rel").string(),
        codecs: e.attribute("codecs").string(),
        default: e.attribute("default").boolean(),
        sources: e.children().list("source", source),
        integrity: e.children().first("integrity").as_ref().map(integrity),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn geo_uris_are_coordinates() {
        for (uri, expected) in [
            ("geo:30.25,-97.75", Some((30.25, -97.75, None))),
            ("GEO:30.25,-97.75,12;u=5", Some((30.25, -97.75, Some(12.0)))),
            ("geo:91,0", None),
            ("geo:1", None),
            ("geo:1,2,3,4", None),
            ("geo:", None),
            ("geö", None),
            ("30,97", None),
        ] {
            let found = geo_uri(uri).map(|c| (c.latitude, c.longitude, c.elevation));
            assert_eq!(found, expected, "{uri}");
        }
    }
}
