//! Media RSS: <https://www.rssboard.org/media-rss>.

use super::element_lists::{ElementList, elements};
use super::read::{Element, Raw};
use super::rows::{
    ByRows as _, FieldChoice, FromElement as _, comma_words, media_type, rows, space_words, text_uri, uri,
};
use super::write::ElementSink;
use super::{CategoryForm, ReadAs, TextField, ValueField};
use crate::diagnostics::WarningKind;
use crate::model::media::{
    Media, MediaCategory, MediaCommunity, MediaContent, MediaCopyright, MediaCredit, MediaDetails,
    MediaEmbed, MediaGroup, MediaHash, MediaLicense, MediaLocation, MediaPlayer, MediaPrice, MediaRating,
    MediaRestriction, MediaScene, MediaStatistics, MediaStatus, MediaThumbnail, PeerLink, StarRating,
    SubTitle, TimedText, WeightedTag,
};
use crate::model::{Str, Text, Typed};

pub(super) const URIS: &[&str] = &["http://search.yahoo.com/mrss", "http://search.yahoo.com/rss"];

/// Every element is gathered; some also have a meaning for the entry. Unlisted elements also become extensions.
pub(super) const ELEMENTS: ElementList = elements! {
    MediaRss;
    "title" in All => ReadAs::Text(TextField::Title),
    "description" in All => ReadAs::Text(TextField::Description),
    "keywords" => ReadAs::Value(ValueField::MediaKeywords),
    "category" => ReadAs::Category(CategoryForm::Media),
    "content" | "group" | "thumbnail" | "credit" | "rating" | "license" | "restriction" | "player" => ReadAs::Gathered,
    "community" | "statistics" | "starRating" | "tags" => ReadAs::Gathered,
};

rows! {
    Media {
        elements {
            "content" => contents via contents,
            "group" => groups,
        }
        others MediaDetails as details => |media: &mut Media, element| media.details.offer(element),
    }
}

rows! {
    MediaGroup {
        elements { "content" => contents via contents, }
        others MediaDetails as details => |group: &mut MediaGroup, element| group.details.offer(element),
    }
}

rows! {
    MediaContent {
        attributes {
            "url" => url via uri,
            "fileSize" => file_size,
            "type" => media_type via media_type,
            "medium" => medium as Words(&["image", "audio", "video", "document", "executable"]),
            "isDefault" => is_default,
            "expression" => expression as Words(&["sample", "full", "nonstop"]),
            "bitrate" => bitrate as Amount,
            "framerate" => framerate as Amount,
            "samplingrate" => sampling_rate as Amount,
            "channels" => channels,
            "duration" => duration as Amount,
            "height" => height,
            "width" => width,
            "lang" => lang as Language,
        }
        others MediaDetails as details => |content: &mut MediaContent, element| content.details.offer(element),
        rest => attributes,
    }
}

rows! {
    MediaDetails {
        elements {
            "adult" => adult,
            "rating" => ratings,
            "title" => title,
            "description" => description,
            "keywords" => keywords via comma_words,
            "thumbnail" => thumbnails,
            "category" => categories,
            "hash" => hashes,
            "player" => player,
            "credit" => credits,
            "copyright" => copyright,
            "text" => texts,
            "restriction" => restrictions,
            "community" => community,
            "comments" / "comment" => comments,
            "embed" => embed via embed,
            "responses" / "response" => responses via text_uri,
            "backLinks" / "backLink" => back_links via text_uri,
            "status" => status,
            "price" => prices,
            "license" => licenses,
            "subTitle" => sub_titles,
            "peerLink" => peer_links,
            "location" => locations,
            "rights" => rights via rights in "status" as Text,
            "scenes" / "scene" => scenes,
        }
        others MediaCommunity as community => stray_community,
    }
}

rows! {
    MediaRating {
        attributes { "scheme" => scheme, }
        text => value,
        rest => attributes,
        needs is_rated,
    }
}

rows! {
    MediaThumbnail {
        attributes {
            "url" => url via uri,
            "width" => width,
            "height" => height,
            "time" => time,
        }
        text => url via uri,
        rest => attributes,
    }
}

rows! {
    MediaCategory {
        attributes {
            "scheme" => scheme,
            "label" => label,
        }
        text => term,
    }
}

rows! {
    MediaHash {
        attributes { "algo" => algo as Words(&["md5", "sha-1"]), }
        text => value,
    }
}

rows! {
    MediaPlayer {
        attributes {
            "url" => url via uri,
            "width" => width,
            "height" => height,
        }
        text => text,
        rest => attributes,
    }
}

rows! {
    MediaCredit {
        attributes {
            "role" => role,
            "scheme" => scheme,
        }
        text => name,
        rest => attributes,
    }
}

rows! {
    MediaCopyright {
        attributes { "url" => url via uri, }
        text => text,
    }
}

rows! {
    TimedText {
        attributes {
            "lang" => lang as Language,
            "start" => start,
            "end" => end,
        }
        text => text via markup,
    }
}

rows! {
    MediaRestriction {
        attributes {
            "relationship" => relationship as Words(&["allow", "deny"]),
            "type" => kind as Words(&["country", "uri", "sharing"]),
        }
        text => values via space_words,
        rest => attributes,
    }
}

rows! {
    MediaCommunity {
        elements {
            "starRating" => star_rating,
            "statistics" => statistics,
            "tags" => tags via tags,
        }
    }
}

rows! {
    StarRating {
        attributes {
            "average" => average as Amount,
            "count" => count,
            "min" => min as Amount,
            "max" => max as Amount,
        }
        rest => attributes,
    }
}

rows! {
    MediaStatistics {
        attributes {
            "views" => views,
            "favorites" => favorites,
        }
        rest => attributes,
    }
}

rows! {
    MediaEmbed {
        attributes {
            "url" => url via uri,
            "width" => width,
            "height" => height,
        }
        writes params,
    }
}

rows! {
    MediaStatus {
        attributes {
            "state" => state as Words(&["active", "blocked", "deleted"]),
            "reason" => reason,
        }
    }
}

rows! {
    MediaPrice {
        attributes {
            "type" => kind as Words(&["rent", "purchase", "package", "subscription"]),
            "info" => info via uri,
            "price" => price as Amount,
            "currency" => currency,
        }
    }
}

rows! {
    MediaLicense {
        attributes {
            "href" => href via uri,
            "type" => media_type via media_type,
        }
        text => name,
        rest => attributes,
    }
}

rows! {
    SubTitle {
        attributes {
            "href" => href via uri,
            "type" => media_type via media_type,
            "lang" => lang as Language,
        }
    }
}

rows! {
    PeerLink {
        attributes {
            "href" => href via uri,
            "type" => media_type via media_type,
        }
    }
}

rows! {
    MediaLocation {
        attributes {
            "description" => description,
            "start" => start,
            "end" => end,
        }
    }
}

rows! {
    MediaScene {
        elements {
            "sceneTitle" => title,
            "sceneDescription" => description,
            "sceneStartTime" => start_time,
            "sceneEndTime" => end_time,
        }
    }
}

/// Reads a medium, followed by the media inside it if it was never closed.
fn contents(element: &Element<'_>) -> Vec<MediaContent> {
    let mut contents: Vec<MediaContent> = MediaContent::from_element(element).into_iter().collect();
    // A stack instead of recursion, so that a feed with unclosed `media:content` elements uses no more of the call stack than
    // others.
    let mut open = vec![element.children()];
    while let Some(inside) = open.pop() {
        for element in inside.iter().filter(|element| element.is_any(&["content", "group"])) {
            if element.is("content") {
                contents.extend(MediaContent::from_element(&element));
            }
            open.push(element.children());
        }
    }
    contents
}

/// Reads the elements of `media:community` outside of it, where feeds omit it.
fn stray_community(details: &mut MediaDetails, element: &Element<'_>) -> Option<(&'static str, FieldChoice)> {
    if !element.is_any(&["starRating", "statistics", "tags"]) {
        return None;
    }
    // Media RSS allows them only inside `media:community`, but feeds write `media:starRating` and `media:statistics` beside it.
    details.community.get_or_insert_default().offer(element)
}

/// Returns whether a rating has a word of the scheme that every reader supports, or another scheme.
fn is_rated(rating: &MediaRating) -> bool {
    let words = ["adult", "nonadult"];
    let is_simple = rating.scheme.as_deref().is_none_or(|scheme| scheme.is_empty() || scheme == "urn:simple");
    !is_simple || words.contains(&rating.value.as_str())
}

fn markup(raw: Raw<'_>) -> Option<Text> {
    raw.markup()
}

fn rights(element: &Element<'_>) -> Option<Str> {
    element.attribute("status").string()
}

fn embed(element: &Element<'_>) -> Option<Box<MediaEmbed>> {
    let param = |param: Element<'_>| {
        Some((param.attribute("name").filled()?, param.text().string().unwrap_or_default()))
    };
    let mut embed = MediaEmbed::from_element(element)?;
    embed.params = element.keep_each(element.children().all("param").filter_map(param)).collect();
    Some(Box::new(embed))
}

fn tags(element: &Element<'_>) -> Option<Typed<Vec<WeightedTag>>> {
    element.text().typed_by(WarningKind::UnreadableNumber, |values, text| {
        let words = text.split(',').filter(|text| !text.trim().is_empty());
        Some(values.keep_each(words.map(weighted_tag)).collect())
    })
}

/// Parses a tag such as those in `news: 5, abc:3, reuters`.
fn weighted_tag(text: &str) -> WeightedTag {
    // The last colon, since the name of a tag may contain one. A tag without a number after the colon has the colon in its name.
    let weighted = text.rsplit_once(':').and_then(|(name, weight)| Some((name, weight.trim().parse().ok()?)));
    let (name, weight) = weighted.map_or((text, None), |(name, weight)| (name, Some(weight)));
    made!(WeightedTag { name: name.trim().into(), weight })
}

fn params(embed: &MediaEmbed, prefix: &str, to: &mut dyn ElementSink) {
    for (name, value) in embed.params.iter() {
        to.open(prefix, "param");
        to.attribute("name", name);
        to.text(value);
        to.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_may_have_a_weight() {
        for (text, name, weight) in [
            ("ship: 5", "ship", Some(5)),
            (" mast:3", "mast", Some(3)),
            ("ship", "ship", None),
            ("urn:ship", "urn:ship", None),
        ] {
            let tag = weighted_tag(text);
            assert_eq!((tag.name.as_str(), tag.weight), (name, weight), "{text}");
        }
    }
}
