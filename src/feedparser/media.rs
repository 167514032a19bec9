//! Media RSS and chapters: Universal Feed Parser gives attributes under their own names, wherever the element stands.

use serde_json::Value;

use super::{Dictionary, attributes, string};
use crate::model::{
    Attributes, Chapter, Chapters, Credit, Media, MediaContent, MediaDetails, MediaLicense, Offset, Player,
    Rating, Restriction, StarRating, Statistics, Thumbnail, Typed,
};

pub(super) fn chapters(d: &mut Dictionary, chapters: Option<&Chapters>) {
    let Some(chapters) = chapters else { return };
    let chapter = |chapter: &Chapter| {
        let mut d = Dictionary::new();
        typed(&mut d, "start", chapter.start.as_ref());
        string(&mut d, "title", chapter.title.as_deref());
        string(&mut d, "href", chapter.href.as_deref());
        string(&mut d, "image", chapter.image.as_deref());
        let mut d = with(d, &chapter.attributes);
        if let Some(start) = chapter.start.as_ref().and_then(|start| start.value) {
            d.insert("start_parsed".into(), start.as_secs_f64().into());
        }
        Value::Object(d)
    };
    let mut inner = Dictionary::new();
    string(&mut inner, "version", chapters.version.as_deref());
    inner.insert("chapters".into(), chapters.chapters.iter().map(chapter).collect());
    d.insert("psc_chapters".into(), Value::Object(inner));
}

pub(super) fn media(d: &mut Dictionary, media: Option<&Media>) {
    let Some(media) = media else { return };
    let grouped = media.groups.iter().flat_map(|group| &group.contents);
    let contents: Vec<&MediaContent> = media.contents.iter().chain(grouped).collect();
    let groups = media.groups.iter().map(|group| &group.details);
    let around = std::iter::once(&media.details).chain(groups);
    let details: Vec<&MediaDetails> = around.chain(contents.iter().map(|content| &content.details)).collect();
    let said = Said(&details);
    let communities = said.all(|details| &details.community);

    for (key, list) in [
        ("media_content", in_order(contents.iter().map(|c| (c.offset, content(c))))),
        ("media_thumbnail", in_order(said.all(|d| &d.thumbnails).map(|t| (t.offset, thumbnail(t))))),
        ("media_credit", in_order(said.all(|d| &d.credits).map(|c| (c.offset, credit(c))))),
    ] {
        if !list.is_empty() {
            d.insert(key.into(), list.into_iter().map(Value::Object).collect());
        }
    }
    let last = |found: Vec<Dictionary>| found.into_iter().last();
    let singles = [
        ("rating", last(in_order(said.all(|d| &d.ratings).map(|r| (r.offset, rating(r)))))),
        ("license", last(in_order(said.all(|d| &d.licenses).map(|l| (l.offset, license(l)))))),
        ("restriction", last(in_order(said.all(|d| &d.restrictions).map(|r| (r.offset, restriction(r)))))),
        ("credit", last(in_order(said.all(|d| &d.credits).map(|c| (c.offset, credit(c)))))),
    ];
    let statistics = communities.clone().filter_map(|c| c.statistics.as_ref());
    let stars = communities.clone().filter_map(|c| c.star_rating.as_ref());
    for (key, single) in [
        ("media_player", last(in_order(said.all(|d| &d.player).map(|p| (p.offset, player(p)))))),
        ("media_statistics", last(in_order(statistics.map(|s| (s.offset, self::statistics(s)))))),
        ("media_starrating", last(in_order(stars.map(|s| (s.offset, star_rating(s)))))),
    ] {
        if let Some(single) = single {
            d.insert(key.into(), Value::Object(single));
        }
    }
    // The text of these stands by itself as well, that of a thumbnail as an address.
    for (key, single) in singles {
        let Some(mut single) = single else { continue };
        string(d, key, single.get("content").and_then(Value::as_str));
        if key == "restriction" {
            // The countries or addresses are a list, between spaces.
            let values = single.get("content").and_then(Value::as_str).unwrap_or("").to_lowercase();
            single.insert("content".into(), values.split_whitespace().collect());
        }
        if key != "credit" {
            d.insert(format!("media_{key}"), Value::Object(single));
        }
    }
    let thumbnails = d.get("media_thumbnail").and_then(Value::as_array);
    if let Some(thumbnail) = thumbnails.and_then(|list| list.last()) {
        let text = thumbnail.get("content").and_then(Value::as_str).unwrap_or("").to_owned();
        d.insert("href".into(), text.into());
    }
    let keywords = details.iter().filter_map(|d| Some((d.keywords_offset, d.keywords.as_ref()?.raw.clone())));
    let tags = communities.clone().filter_map(|c| Some((c.tags_offset, c.tags.as_ref()?.raw.clone())));
    string(d, "media_keywords", in_order(keywords).last().map(AsRef::as_ref));
    string(d, "media_tags", in_order(tags).last().map(AsRef::as_ref));
    for (key, is_said) in
        [("media_group", !media.groups.is_empty()), ("media_community", communities.count() > 0)]
    {
        if is_said {
            d.insert(key.into(), "".into());
        }
    }
}

/// What is said around the media and of each of them.
struct Said<'m>(&'m [&'m MediaDetails]);

impl<'m> Said<'m> {
    fn all<T: 'm, C>(
        &self,
        what: impl Fn(&'m MediaDetails) -> &'m C + Clone,
    ) -> impl Iterator<Item = &'m T> + Clone
    where
        C: 'm,
        &'m C: IntoIterator<Item = &'m T, IntoIter: Clone>,
    {
        self.0.iter().flat_map(move |details| what(details))
    }
}

fn in_order<T>(found: impl Iterator<Item = (Offset, T)>) -> Vec<T> {
    let mut found: Vec<(Offset, T)> = found.collect();
    found.sort_by_key(|(offset, _)| offset.0);
    found.into_iter().map(|(_, value)| value).collect()
}

fn typed<T>(d: &mut Dictionary, key: &str, value: Option<&Typed<T>>) {
    string(d, key, value.map(|value| value.raw.as_ref()));
}

/// The dictionary with the other attributes, which are as the feed wrote them.
fn with(mut d: Dictionary, others: &Attributes) -> Dictionary {
    if let Value::Object(others) = attributes(others) {
        d.extend(others);
    }
    d
}

/// The same, with the text of the element as `content`.
fn with_text(mut d: Dictionary, text: &str, others: &Attributes) -> Dictionary {
    d.insert("content".into(), text.into());
    with(d, others)
}

fn content(content: &MediaContent) -> Dictionary {
    let mut d = Dictionary::new();
    string(&mut d, "url", content.url.as_deref());
    typed(&mut d, "filesize", content.file_size.as_ref());
    string(&mut d, "type", content.media_type.as_deref());
    string(&mut d, "medium", content.medium.as_deref());
    typed(&mut d, "isdefault", content.is_default.as_ref());
    string(&mut d, "expression", content.expression.as_deref());
    typed(&mut d, "bitrate", content.bitrate.as_ref());
    typed(&mut d, "framerate", content.framerate.as_ref());
    typed(&mut d, "samplingrate", content.sampling_rate.as_ref());
    typed(&mut d, "channels", content.channels.as_ref());
    typed(&mut d, "duration", content.duration.as_ref());
    typed(&mut d, "height", content.height.as_ref());
    typed(&mut d, "width", content.width.as_ref());
    string(&mut d, "lang", content.lang.as_deref());
    with(d, &content.attributes)
}

fn thumbnail(thumbnail: &Thumbnail) -> Dictionary {
    let mut d = Dictionary::new();
    string(&mut d, "url", thumbnail.url.as_deref());
    typed(&mut d, "width", thumbnail.width.as_ref());
    typed(&mut d, "height", thumbnail.height.as_ref());
    typed(&mut d, "time", thumbnail.time.as_ref());
    with(d, &thumbnail.attributes)
}

fn credit(credit: &Credit) -> Dictionary {
    let mut d = Dictionary::new();
    string(&mut d, "role", credit.role.as_deref());
    string(&mut d, "scheme", credit.scheme.as_deref());
    with_text(d, &credit.name, &credit.attributes)
}

fn rating(rating: &Rating) -> Dictionary {
    let mut d = Dictionary::new();
    string(&mut d, "scheme", rating.scheme.as_deref());
    with_text(d, &rating.value, &rating.attributes)
}

fn license(license: &MediaLicense) -> Dictionary {
    let mut d = Dictionary::new();
    string(&mut d, "href", license.href.as_deref());
    string(&mut d, "type", license.media_type.as_deref());
    with_text(d, &license.name, &license.attributes)
}

fn restriction(restriction: &Restriction) -> Dictionary {
    let mut d = Dictionary::new();
    string(&mut d, "relationship", restriction.relationship.as_deref());
    string(&mut d, "type", restriction.kind.as_deref());
    with_text(d, &restriction.values.raw, &restriction.attributes)
}

fn player(player: &Player) -> Dictionary {
    let mut d = Dictionary::new();
    string(&mut d, "url", player.url.as_deref());
    typed(&mut d, "width", player.width.as_ref());
    typed(&mut d, "height", player.height.as_ref());
    with_text(d, &player.text, &player.attributes)
}

fn statistics(statistics: &Statistics) -> Dictionary {
    let mut d = Dictionary::new();
    typed(&mut d, "views", statistics.views.as_ref());
    typed(&mut d, "favorites", statistics.favorites.as_ref());
    with(d, &statistics.attributes)
}

fn star_rating(stars: &StarRating) -> Dictionary {
    let mut d = Dictionary::new();
    typed(&mut d, "average", stars.average.as_ref());
    typed(&mut d, "count", stars.count.as_ref());
    typed(&mut d, "min", stars.min.as_ref());
    typed(&mut d, "max", stars.max.as_ref());
    with(d, &stars.attributes)
}
