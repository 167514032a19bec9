//! Media RSS: <https://www.rssboard.org/media-rss>.

use super::read::{Described, Element, Elements};
use super::rules::{ElementRules, rules};
use super::{CategoryForm, Rule, TextField, ValueField};
use crate::diagnostics::WarningKind;
use crate::model::{
    Community, Copyright, Credit, Embed, Hash, Media, MediaCategory, MediaContent, MediaDetails, MediaGroup,
    MediaLicense, MediaLocation, MediaStatus, MediaText, PeerLink, Player, Price, Rating, Restriction, Scene,
    StarRating, Statistics, SubTitle, Thumbnail, WeightedTag,
};

pub(super) const URIS: &[&str] = &["http://search.yahoo.com/mrss", "http://search.yahoo.com/rss"];

/// Every element is gathered; some mean something for the entry as well. Those that are not here are extensions, too.
pub(super) const ELEMENTS: ElementRules = rules! {
    "title" => Rule::Text(TextField::Title),
    "description" => Rule::Text(TextField::Description),
    "keywords" => Rule::Value(ValueField::MediaKeywords),
    "category" => Rule::Category(CategoryForm::Media),
    "content" | "group" | "thumbnail" | "credit" | "rating" | "license" | "restriction" | "player" => Rule::Gathered,
    "community" | "statistics" | "starRating" | "tags" => Rule::Gathered,
};

pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let mut media = Media { details: details(elements), ..Media::default() };
    for element in elements.iter() {
        if element.is("content") {
            contents(&element, &mut media.contents);
        } else if element.is("group") {
            let inside = element.children();
            let mut group = MediaGroup { details: details(inside), ..MediaGroup::default() };
            inside.all("content").for_each(|element| contents(&element, &mut group.contents));
            media.groups.push(group);
        }
    }
    let media = Some(Box::new(media));
    match to {
        Described::Feed(feed) => feed.media = media,
        Described::Entry(entry) => entry.media = media,
    }
}

/// Reads a medium, and after it those within it if it was never closed.
fn contents(element: &Element<'_>, to: &mut Vec<MediaContent>) {
    let mut open = vec![element.children()];
    to.push(content(element));
    while let Some(inside) = open.pop() {
        for element in inside.iter().filter(|element| element.is("content") || element.is("group")) {
            if element.is("content") {
                to.push(content(&element));
            }
            open.push(element.children());
        }
    }
}

fn content(element: &Element<'_>) -> MediaContent {
    MediaContent {
        url: element.uri("url"),
        file_size: element.attribute("filesize").number(),
        media_type: element.attribute("type").string(),
        medium: element.attribute("medium").string(),
        is_default: element.attribute("isdefault").boolean(),
        expression: element.attribute("expression").string(),
        bitrate: element.attribute("bitrate").real(),
        framerate: element.attribute("framerate").real(),
        sampling_rate: element.attribute("samplingrate").real(),
        channels: element.attribute("channels").number(),
        duration: element.attribute("duration").duration(),
        height: element.attribute("height").number(),
        width: element.attribute("width").number(),
        lang: element.attribute("lang").string(),
        attributes: element.rest(),
        details: details(element.children()),
    }
}

/// Reads the details in a feed, an entry, a group or a medium. The elements are looked at once: media are many.
fn details(elements: Elements<'_>) -> MediaDetails {
    let mut details = MediaDetails::default();
    for element in elements.iter() {
        let mut lower = element.name().to_owned();
        lower.make_ascii_lowercase();
        match lower.as_str() {
            "adult" => details.adult = element.text().boolean().map(Box::new),
            "rating" => details.ratings.push(rating(&element)),
            "title" => details.title = details.title.or_else(|| Some(element.markup(true))),
            "description" => details.description = details.description.or_else(|| Some(element.markup(true))),
            "keywords" => details.keywords = element.text().words(true),
            "thumbnail" => details.thumbnails.push(thumbnail(&element)),
            "category" => details.categories.push(MediaCategory {
                term: element.string(),
                scheme: element.attribute("scheme").string(),
                label: element.attribute("label").string(),
            }),
            "hash" => {
                details
                    .hashes
                    .push(Hash { algo: element.attribute("algo").string(), value: element.string() });
            }
            "player" => details.player = Some(Box::new(player(&element))),
            "credit" => details.credits.push(Credit {
                name: element.string(),
                role: element.attribute("role").string(),
                scheme: element.attribute("scheme").string(),
                attributes: element.rest(),
            }),
            "copyright" => {
                let copyright = Copyright { text: element.string(), url: element.uri("url") };
                details.copyright = Some(Box::new(copyright));
            }
            "text" => details.texts.push(MediaText {
                text: element.markup(false),
                lang: element.attribute("lang").string(),
                start: element.attribute("start").duration(),
                end: element.attribute("end").duration(),
            }),
            "restriction" => details.restrictions.push(restriction(&element)),
            "community" => community(element.children(), details.community.get_or_insert_default()),
            "comments" => details.comments.extend(element.children().texts("comment")),
            "embed" => details.embed = Some(Box::new(embed(&element))),
            "responses" => details.responses.extend(uris(&element, "response")),
            "backlinks" => details.back_links.extend(uris(&element, "backlink")),
            "status" => {
                details.status = Some(Box::new(MediaStatus {
                    state: element.attribute("state").string(),
                    reason: element.attribute("reason").string(),
                }));
            }
            "price" => details.prices.push(Price {
                kind: element.attribute("type").string(),
                info: element.uri("info"),
                price: element.attribute("price").real(),
                currency: element.attribute("currency").string(),
            }),
            "license" => details.licenses.push(MediaLicense {
                name: element.string(),
                href: element.uri("href"),
                media_type: element.attribute("type").string(),
                attributes: element.rest(),
            }),
            "subtitle" => details.sub_titles.push(SubTitle {
                href: element.uri("href"),
                media_type: element.attribute("type").string(),
                lang: element.attribute("lang").string(),
            }),
            "peerlink" => details
                .peer_links
                .push(PeerLink { href: element.uri("href"), media_type: element.attribute("type").string() }),
            "location" => details.locations.push(MediaLocation {
                description: element.attribute("description").string(),
                start: element.attribute("start").duration(),
                end: element.attribute("end").duration(),
            }),
            "rights" => details.rights = element.attribute("status").string(),
            "scenes" => details.scenes.extend(element.children().list("scene", scene)),
            // A group's elements and a feed's are looked at by their own reader; others the vocabulary does not have.
            _ => {}
        }
    }
    // Feeds leave out the element around these.
    let stray = ["starrating", "statistics", "tags"];
    if elements.iter().any(|element| stray.iter().any(|name| element.is(name))) {
        community(elements, details.community.get_or_insert_default());
    }
    details
}

fn rating(element: &Element<'_>) -> Rating {
    Rating {
        value: element.string(),
        scheme: element.attribute("scheme").string(),
        attributes: element.rest(),
    }
}

fn thumbnail(element: &Element<'_>) -> Thumbnail {
    Thumbnail {
        url: element.uri("url").or_else(|| element.text().filled().uri()),
        width: element.attribute("width").number(),
        height: element.attribute("height").number(),
        time: element.attribute("time").duration(),
        attributes: element.rest(),
    }
}

fn player(element: &Element<'_>) -> Player {
    Player {
        url: element.uri("url"),
        width: element.attribute("width").number(),
        height: element.attribute("height").number(),
        text: element.string(),
        attributes: element.rest(),
    }
}

fn restriction(element: &Element<'_>) -> Restriction {
    Restriction {
        relationship: element.attribute("relationship").string(),
        kind: element.attribute("type").string(),
        values: element.text().words(false).unwrap_or_default(),
        attributes: element.rest(),
    }
}

fn community(elements: Elements<'_>, to: &mut Community) {
    for element in elements.iter() {
        if element.is("starrating") {
            to.star_rating = Some(StarRating {
                average: element.attribute("average").real(),
                count: element.attribute("count").number(),
                min: element.attribute("min").real(),
                max: element.attribute("max").real(),
                attributes: element.rest(),
            });
        } else if element.is("statistics") {
            to.statistics = Some(Statistics {
                views: element.attribute("views").number(),
                favorites: element.attribute("favorites").number(),
                attributes: element.rest(),
            });
        } else if element.is("tags") {
            to.tags = element.text().typed(WarningKind::UnreadableNumber, |raw| {
                let words = raw.split(',').filter(|text| !text.trim().is_empty());
                Some(element.count_words(words).map(weighted_tag).collect())
            });
        }
    }
}

/// One of `news: 5, abc:3, reuters`.
fn weighted_tag(text: &str) -> WeightedTag {
    let weighted = text.rsplit_once(':').and_then(|(name, weight)| Some((name, weight.trim().parse().ok()?)));
    let (name, weight) = weighted.map_or((text, None), |(name, weight)| (name, Some(weight)));
    WeightedTag { name: name.trim().to_owned(), weight }
}

fn embed(element: &Element<'_>) -> Embed {
    let children = element.children();
    let param = |param: Element<'_>| (param.attribute("name").string().unwrap_or_default(), param.string());
    Embed {
        url: element.uri("url"),
        width: element.attribute("width").number(),
        height: element.attribute("height").number(),
        params: children.all("param").map(param).collect(),
    }
}

fn uris(element: &Element<'_>, name: &str) -> Vec<String> {
    element.children().all(name).filter_map(|child| child.text().filled().uri()).collect()
}

fn scene(element: &Element<'_>) -> Scene {
    let inside = element.children();
    Scene {
        title: inside.text("scenetitle").string(),
        description: inside.text("scenedescription").string(),
        start_time: inside.text("scenestarttime").duration(),
        end_time: inside.text("sceneendtime").duration(),
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
