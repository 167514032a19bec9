//! The podcast namespace: <https://podcasting2.org/docs/podcast-namespace/1.0>.

use super::element_lists::{ElementList, elements};
use super::read::{Element, Raw};
use super::rows::{lower_yes, media_type, rows, uri};
use super::value::{Coordinate, Read};
use super::value_kind::ValueKind;
use super::write::{ElementSink, is_fit, write_attribute};
use super::{ReadAs, ScopeKind};
use crate::diagnostics::WarningKind;
use crate::model::geo::Coordinates;
use crate::model::podcast::{
    AlternateEnclosure, ContentLink, Podcast, PodcastBlock, PodcastChapters, PodcastChat, PodcastEpisode,
    PodcastFunding, PodcastImage, PodcastIntegrity, PodcastLicense, PodcastLocation, PodcastLocked,
    PodcastPerson, PodcastSeason, PodcastSoundbite, PodcastSource, PodcastTrailer, PodcastTranscript,
    PodcastTxt, PodcastValue, RemoteItem, SocialInteract, UpdateFrequency, ValueRecipient, ValueTimeSplit,
};
use crate::model::{Str, Typed};

pub(super) const URIS: &[&str] = &[
    "http://podcastindex.org/namespace/1.0",
    "http://github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md",
];

/// All elements except the live item, which contains the elements of an entry, are extensions, and are read from there.
pub(super) const ELEMENTS: ElementList = elements! {
    Other;
    "liveItem" in Feed => ReadAs::Scope(ScopeKind::LiveItem),
};

/// The media of podcasts; the names with an `L` are lists.
const MEDIA: &[&str] = &[
    "podcast", "music", "video", "film", "audiobook", "newsletter", "blog", "publisher", "course", "mixed",
    "podcastL", "musicL", "videoL", "filmL", "audiobookL", "newsletterL", "blogL", "publisherL", "courseL",
];

// `liveItem` is a scope, and is already in the record.
rows! {
    Podcast {
        elements {
            "guid" => guid,
            "medium" => medium as Words(MEDIA),
            "locked" => locked,
            "funding" => funding,
            "person" => persons,
            "location" => locations,
            "trailer" => trailers,
            "license" => license,
            "value" => values,
            "image" => images,
            // The older form of `image`. It comes after `image`, since a field is written with its first row.
            "images" => images via source_set as Text,
            "block" => blocks,
            "txt" => txts,
            "remoteItem" => remote_items,
            "podroll" / "remoteItem" => podroll,
            "publisher" / "remoteItem" => publisher,
            "updateFrequency" => update_frequency,
            "podping" => uses_podping via podping in "usesPodping",
            "chat" => chats,
            "socialInteract" => social_interacts,
            "transcript" => transcripts,
            "chapters" => chapters,
            "soundbite" => soundbites,
            "season" => season,
            "episode" => episode,
            "alternateEnclosure" => alternate_enclosures,
            "contentLink" => content_links,
        }
        writes live_items,
    }
}

rows! {
    PodcastLocked {
        attributes { "owner" => owner as Email, }
        text => locked via lower_yes,
    }
}

rows! {
    PodcastFunding {
        attributes { "url" => url via uri, }
        text => text,
    }
}

rows! {
    PodcastPerson {
        attributes {
            "role" => role via role,
            "group" => group via group,
            "img" => img via uri,
            "href" => href via uri,
        }
        text => name,
    }
}

rows! {
    PodcastLocation {
        attributes {
            "rel" => rel,
            "geo" => geo,
            "osm" => osm,
            "country" => country,
        }
        text => name,
    }
}

rows! {
    PodcastTrailer {
        attributes {
            "url" => url via uri,
            "pubdate" => pub_date as MailDate,
            "length" => length,
            "type" => media_type via media_type,
            "season" => season,
        }
        text => title,
        needs |trailer| is_fit(ValueKind::MailDate, &trailer.pub_date),
    }
}

rows! {
    PodcastLicense {
        attributes { "url" => url via uri, }
        text => name,
    }
}

rows! {
    PodcastValue {
        attributes {
            "type" => kind,
            "method" => method,
            "suggested" => suggested as Amount,
        }
        elements {
            "valueRecipient" => recipients,
            "valueTimeSplit" => time_splits,
        }
    }
}

rows! {
    ValueRecipient {
        attributes {
            "name" => name,
            "customKey" => custom_key,
            "customValue" => custom_value,
            "type" => kind,
            "address" => address,
            "split" => split,
            "fee" => fee,
        }
    }
}

rows! {
    ValueTimeSplit {
        attributes {
            "startTime" => start_time as Amount,
            "duration" => duration as Amount,
            "remoteStartTime" => remote_start_time as Amount,
            "remotePercentage" => remote_percentage as Amount,
        }
        elements {
            "remoteItem" => remote_item,
            "valueRecipient" => recipients,
        }
    }
}

rows! {
    PodcastImage {
        attributes {
            "href" => href via uri,
            "alt" => alt,
            "aspect-ratio" => aspect_ratio,
            "width" => width,
            "height" => height,
            "type" => media_type via media_type,
            "purpose" => purpose,
        }
    }
}

rows! {
    PodcastBlock {
        attributes { "id" => id, }
        text => block via lower_yes,
    }
}

rows! {
    PodcastTxt {
        attributes { "purpose" => purpose, }
        text => text,
    }
}

rows! {
    RemoteItem {
        attributes {
            "feedGuid" => feed_guid,
            "feedUrl" => feed_url via uri,
            "itemGuid" => item_guid,
            "medium" => medium as Words(MEDIA),
            "title" => title,
        }
    }
}

rows! {
    UpdateFrequency {
        attributes {
            "complete" => complete,
            "dtstart" => dtstart,
            "rrule" => rrule,
        }
        text => text,
    }
}

rows! {
    PodcastChat {
        attributes {
            "server" => server,
            "protocol" => protocol,
            "accountId" => account_id,
            "space" => space,
            "embedUrl" => embed_url via uri,
        }
    }
}

// In earlier versions, the URI was the text of the element.
rows! {
    SocialInteract {
        attributes {
            // `platform` is the name from an earlier version. The first name is the one that is written.
            "protocol" | "platform" => protocol,
            "uri" => uri via uri,
            "accountId" => account_id,
            "accountUrl" => account_url via uri,
            "priority" => priority,
        }
        text => uri via uri,
    }
}

rows! {
    PodcastTranscript {
        attributes {
            "url" => url via uri,
            "type" => media_type via media_type,
            "language" => language as Language,
            "rel" => rel,
        }
    }
}

rows! {
    PodcastChapters {
        attributes {
            "url" => url via uri,
            "type" => media_type via media_type,
        }
    }
}

rows! {
    PodcastSoundbite {
        attributes {
            "startTime" => start_time as Amount,
            "duration" => duration as Amount,
        }
        text => title,
        needs |clip| {
            [&clip.start_time, &clip.duration].into_iter().all(|time| is_fit(ValueKind::Amount, time))
        },
    }
}

rows! {
    PodcastSeason {
        attributes { "name" => name, }
        text => number,
    }
}

rows! {
    PodcastEpisode {
        attributes { "display" => display, }
        text => number as Amount,
    }
}

rows! {
    AlternateEnclosure {
        attributes {
            "type" => media_type via media_type,
            "length" => length,
            "bitrate" => bitrate as Amount,
            "height" => height,
            "lang" => lang as Language,
            "title" => title,
            "rel" => rel,
            "codecs" => codecs,
            "default" => default,
        }
        elements {
            "source" => sources,
            "integrity" => integrity,
        }
    }
}

rows! {
    PodcastSource {
        attributes {
            "uri" => uri via uri,
            "contentType" => content_type as MediaType,
        }
    }
}

rows! {
    PodcastIntegrity {
        attributes {
            "type" => kind,
            "value" => value,
        }
    }
}

rows! {
    ContentLink {
        attributes { "href" => href via uri, }
        text => text,
    }
}

fn role(raw: Raw<'_>) -> Option<Str> {
    // The default of the specification, like the group below.
    raw.filled().or_else(|| Some(Str::from_static("host")))
}

fn group(raw: Raw<'_>) -> Option<Str> {
    raw.filled().or_else(|| Some(Str::from_static("cast")))
}

fn podping(element: &Element<'_>) -> Option<Typed<bool>> {
    element
        .attribute("usespodping")
        .or(element.text())
        .typed::<bool>()
        .filter(|value| !value.text().is_empty())
}

/// `geo:30.2672,97.7431,12;u=5`: latitude, longitude and optional altitude (RFC 5870 §3.3).
impl Read for Coordinates {
    type Value = Self;
    const KIND: ValueKind = ValueKind::Text;
    const UNREADABLE: WarningKind = WarningKind::UnreadablePlace;

    fn read(uri: &str) -> Option<Self> {
        let (scheme, rest) = uri.split_at_checked(4)?;
        let coordinates = rest.split(';').next().filter(|_| scheme.eq_ignore_ascii_case("geo:"))?;
        let mut numbers = coordinates.split(',').map(|number| Coordinate::read(number.trim()));
        let (latitude, longitude) = (numbers.next()??, numbers.next()??);
        // An altitude that is not a number makes the place unreadable.
        let elevation = numbers.next().map_or(Some(None), |elevation| elevation.map(Some))?;
        // A fourth number makes the place unreadable: RFC 5870 §3.3 allows at most three coordinates.
        if numbers.next().is_some() { None } else { Self::new(latitude, longitude, elevation) }
    }
}

/// Parses the `srcset` list of `podcast:images` (HTML Living Standard §4.8.4.2.1).
fn source_set(element: &Element<'_>) -> Vec<PodcastImage> {
    let sources = element.attribute("srcset").string().unwrap_or_default();
    let source = |candidate: &str| {
        let mut parts = candidate.split_whitespace();
        let href = element.resolve(parts.next()?)?;
        // The unit is part of the list syntax. A density, such as `2x`, is not a width.
        let width = parts.next().map(|descriptor| match descriptor.strip_suffix('w') {
            Some(width) => Typed::new(width, |width| width.parse().ok()),
            None => Typed::new(descriptor, |_| None),
        });
        let width = width.unwrap_or_default();
        Some(made!(PodcastImage { href: Some(href), width }))
    };
    // A comma in a URL is not followed by a space.
    let candidates = sources.split(", ").flat_map(|line| line.split(",\n"));
    element.keep_each(candidates.filter_map(|part| source(part.trim_end_matches(',')))).collect()
}

/// Writes the live items, which are scopes.
fn live_items(podcast: &Podcast, prefix: &str, to: &mut dyn ElementSink) {
    for live in &podcast.live_items {
        to.open(prefix, "liveItem");
        write_attribute(&live.status, "status", to);
        write_attribute(&live.start, "start", to);
        write_attribute(&live.end, "end", to);
        to.entry(&live.item);
        to.close();
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
            let found = Coordinates::read(uri).map(|c| (c.latitude, c.longitude, c.elevation));
            assert_eq!(found, expected, "{uri}");
        }
    }
}
