//! Podcasts: requirements of directories and players.

use std::ops::Range;

use super::categories::PODCAST_CATEGORY_ELSEWHERE;
use super::{PART_MISSING, TEXT_TOO_LONG, categories, uris};
use crate::facts::{EntryFacts, TextFacts};
use crate::fixes::{Fix, FixPlace, write};
use crate::judge::value;
use crate::open_elements::OpenNode;
use crate::profile::{Profile, Requirements, USUAL};
use crate::schema::DocumentFormat;
use crate::schema::{Child, ElementRole};
use crate::walker::Walker;

use bozofeed::date;
use bozofeed::inspect::XmlAttribute;
use bozofeed::inspect::values::{explicit, number};
use bozofeed_text::media_type::ParsedMediaType;

rule_family! {
    PODCAST_EMAIL_MISSING = "podcast-required-missing", Warning, "the owner of the podcast has no email address", "Add itunes:email: directories write to it to verify the owner.", "Apple Podcasts requirements"
        { Channel "<itunes:owner><itunes:name>Anna</itunes:name></itunes:owner>" => "<itunes:owner><itunes:name>Anna</itunes:name><itunes:email>anna@harbour.example</itunes:email></itunes:owner>" };
    PODCAST_REQUIRED_MISSING = "podcast-required-missing", Error, "an element that podcast directories require is missing", "Add the element: directories refuse the feed without it.", "Apple Podcasts requirements";
    PODCAST_PART_ABSENT = "podcast-required-missing", Note, "an element that podcast directories require is missing", "Add the element before you submit the feed to a directory of podcasts.", "Apple Podcasts requirements";
    PODCAST_RECOMMENDED_MISSING = "podcast-recommended-missing", Note, "an element that podcast directories recommend is missing", "Add the element.", "Apple Podcasts requirements; Podcast Namespace"
        { Channel r#"<itunes:category text="News"/>
<itunes:explicit>false</itunes:explicit>
<item><title>Low tide</title><enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/></item>"# => r#"<itunes:category text="News"/>
<itunes:explicit>false</itunes:explicit>
<itunes:author>Anna</itunes:author>
<itunes:owner><itunes:email>anna@harbour.example</itunes:email></itunes:owner>
<item><title>Low tide</title><enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/></item>"# };
    PODCAST_NOT_RSS = "podcast-not-rss", Error, "a podcast in another format than RSS 2.0", "Publish the podcast in RSS 2.0: directories take nothing else.", "Apple Podcasts requirements";
    PODCAST_EPISODE_MISSING = "podcast-episode-missing", Error, "a podcast without an episode", "Add an item with an enclosure that the directory takes.", "Apple Podcasts requirements"
        { Podcast "<item><title>Low tide</title></item>" => r#"<item><title>Low tide</title><enclosure url="https://harbour.example/1.mp3" length="12345" type="audio/mpeg"/></item>"# };
    PODCAST_EPISODE_REPEATED = "podcast-episode-repeated", Warning, "two episodes with the same number", "Give each episode of a season a number of its own.", "Apple Podcasts requirements"
        { Podcast r#"<item><title>Low tide</title><enclosure url="https://harbour.example/1.mp3" length="12345" type="audio/mpeg"/><itunes:episode>1</itunes:episode></item>
<item><title>Low tide</title><enclosure url="https://harbour.example/2.mp3" length="12345" type="audio/mpeg"/><itunes:episode>1</itunes:episode></item>"# => r#"<item><title>Low tide</title><enclosure url="https://harbour.example/1.mp3" length="12345" type="audio/mpeg"/><itunes:episode>1</itunes:episode></item>
<item><title>Low tide</title><enclosure url="https://harbour.example/2.mp3" length="12345" type="audio/mpeg"/><itunes:episode>2</itunes:episode></item>"# };
    PODCAST_EPISODE_UNNUMBERED = "podcast-episode-unnumbered", Warning, "an episode without a number in a serial podcast", "Add itunes:episode, or write episodic in itunes:type.", "Apple Podcasts requirements"
        { Podcast r#"<itunes:type>serial</itunes:type>
<item><title>Low tide</title><enclosure url="https://harbour.example/1.mp3" length="12345" type="audio/mpeg"/></item>"# => r#"<itunes:type>serial</itunes:type>
<item><title>Low tide</title><enclosure url="https://harbour.example/1.mp3" length="12345" type="audio/mpeg"/><itunes:episode>1</itunes:episode></item>"# };
    PODCAST_ENCLOSURE_MISSING = "podcast-enclosure-missing", Warning, "an episode without a file", "Add an enclosure with the address, the length and the media type of the file, or remove the item: directories leave it out.", "Apple Podcasts requirements"
        { Channel r#"<itunes:explicit>false</itunes:explicit>
<itunes:category text="News"/>
<item><title>Low tide</title><guid>https://harbour.example/1</guid><enclosure url="https://harbour.example/1.mp3" length="12345" type="audio/mpeg"/></item>
<item><title>High tide</title></item>"# => r#"<itunes:explicit>false</itunes:explicit>
<itunes:category text="News"/>
<item><title>Low tide</title><guid>https://harbour.example/1</guid><enclosure url="https://harbour.example/1.mp3" length="12345" type="audio/mpeg"/></item>"# };
    PODCAST_FILE_ABSENT = "podcast-enclosure-missing", Note, "an episode without a file", "Add an enclosure with the address, the length and the media type of the file: directories leave the item out otherwise.", "Apple Podcasts requirements";
    PODCAST_ENCLOSURE_REPEATED = "podcast-enclosure-repeated", Warning, "two episodes with the same file", "Give each episode the address of its own file: directories take two episodes with one file for the same.", "Apple Podcasts requirements"
        { Channel r#"<itunes:explicit>false</itunes:explicit>
<itunes:category text="News"/>
<item><title>Low tide</title><guid>https://harbour.example/1</guid><enclosure url="https://harbour.example/1.mp3" length="12345" type="audio/mpeg"/></item>
<item><title>Low tide</title><guid>https://harbour.example/2</guid><enclosure url="https://harbour.example/1.mp3" length="12345" type="audio/mpeg"/></item>"# => r#"<itunes:explicit>false</itunes:explicit>
<itunes:category text="News"/>
<item><title>Low tide</title><guid>https://harbour.example/1</guid><enclosure url="https://harbour.example/1.mp3" length="12345" type="audio/mpeg"/></item>
<item><title>Low tide</title><guid>https://harbour.example/2</guid><enclosure url="https://harbour.example/2.mp3" length="12345" type="audio/mpeg"/></item>"# };
    PODCAST_EXPLICIT_OLD = "podcast-explicit-old", Note, "a former word for explicit language", "Write true or false.", "Apple Podcasts requirements"
        [fix Named write_explicit] { Podcast "<itunes:explicit>clean</itunes:explicit>" => "<itunes:explicit>false</itunes:explicit>" };
    PODCAST_ENCLOSURE_TYPE = "podcast-enclosure-type", Error, "a media type that the directory does not take", "Publish the episode as MP3 or M4A, or as MP4 with video.", "Apple Podcasts requirements; Spotify specification"
        { Channel r#"<itunes:explicit>false</itunes:explicit>
<item><title>Low tide</title><enclosure url="https://harbour.example/a.mp3" length="12345" type="text/html"/></item>"# => r#"<itunes:explicit>false</itunes:explicit>
<item><title>Low tide</title><enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/></item>"# };
    PODCAST_ENCLOSURE_OTHER = "podcast-enclosure-type", Note, "a file that podcast players do not play", "Publish audio or video, with its media type.", "Apple Podcasts requirements";
    PODCAST_ARTWORK_TYPE = "podcast-artwork-type", Warning, "artwork that is neither JPEG nor PNG", "Convert the image.", "Apple Podcasts requirements"
        { Channel r#"<itunes:image href="https://harbour.example/cover.gif"/>
<item><title>Low tide</title><enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/></item>"# => r#"<itunes:image href="https://harbour.example/cover.jpg"/>
<item><title>Low tide</title><enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/></item>"# };
    PODCAST_ARTWORK_SIZE = "podcast-artwork-size", Warning, "artwork of a size that directories refuse", "Publish a square image of 1400 to 3000 pixels.", "Apple Podcasts requirements; Spotify specification"
        { Channel r#"<itunes:image href="https://harbour.example/cover-300x300.jpg"/>
<item><title>Low tide</title><enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/></item>"# => r#"<itunes:image href="https://harbour.example/cover-3000x3000.jpg"/>
<item><title>Low tide</title><enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/></item>"# };
    PODCAST_GUID_INVALID = "podcast-guid-invalid", Warning, "the guid of the podcast is not a UUID", "Write the UUID of version 5 of the URL of the feed, without its scheme.", "Podcast Namespace, guid"
        { Channel r#"<podcast:guid xmlns:podcast="https://podcastindex.org/namespace/1.0">harbour</podcast:guid>
<item><title>Low tide</title><enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/></item>"# => r#"<podcast:guid xmlns:podcast="https://podcastindex.org/namespace/1.0">917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid>
<item><title>Low tide</title><enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/></item>"# };
    PODCAST_LIVE_TIMES = "podcast-live-times", Warning, "a broadcast that ends before it starts", "Correct the times.", "Podcast Namespace, liveItem"
        { Channel r#"<podcast:liveItem xmlns:podcast="https://podcastindex.org/namespace/1.0" status="live" start="2020-11-20T20:00:00Z" end="2020-11-20T19:00:00Z"><title>Low tide</title></podcast:liveItem>
<item><title>Low tide</title><enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/></item>"# => r#"<podcast:liveItem xmlns:podcast="https://podcastindex.org/namespace/1.0" status="live" start="2020-11-20T20:00:00Z" end="2020-11-20T21:00:00Z"><title>Low tide</title></podcast:liveItem>
<item><title>Low tide</title><enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/></item>"# };
}

/// The maximum number of long texts kept for the channel or an episode.
const MOST_LONG: usize = 8;

/// The elements of a channel that only podcasts have.
const OF_PODCASTS: &[&str] = &[
    "itunes:image", "itunes:category", "itunes:explicit", "itunes:owner", "itunes:type",
    "itunes:new-feed-url", "podcast:guid", "podcast:medium", "podcast:locked",
];

/// The minimum number of these elements in a feed that is plainly a podcast. Blog software writes some of them into every feed.
const LEAST_OF_PODCASTS: usize = 2;

/// The maximum lengths in directories of descriptions and of other texts, in characters.
const LONGEST: usize = 4000;
const LONGEST_LABEL: usize = 255;
const SEASON: usize = 0;
const NUMBER: usize = 1;
const KIND: usize = 2;

impl Walker {
    fn requirements(&self) -> &'static Requirements {
        self.podcast.profile.map_or(&USUAL, Profile::requirements)
    }

    /// Checks the attributes of an element at its start.
    pub(crate) fn start_podcast(
        &mut self,
        child: &Child,
        attributes: &[XmlAttribute<'_>],
        span: &Range<usize>,
    ) {
        match child.name {
            "item" => {
                self.podcast.episode = Default::default();
                self.podcast.file.clear();
                self.podcast.of_episode = TextFacts::default();
            }
            "enclosure" => {
                let media_type = value(attributes, "type").unwrap_or_default();
                value(attributes, "url").unwrap_or_default().clone_into(&mut self.podcast.file);
                self.check_file(media_type, span);
            }
            "itunes:image" => {
                let href = value(attributes, "href").unwrap_or_default();
                let is_other = uris::extension(href).is_some_and(is_other_image);
                if is_other {
                    self.report(&PODCAST_ARTWORK_TYPE, span.clone(), "@href", href);
                }
                if let Some(size) = size_in_name(href) {
                    self.check_artwork(size, span, "@href", href);
                }
            }
            "podcast:images" => {
                let set = value(attributes, "srcset").unwrap_or_default();
                let widths = set
                    .split(',')
                    .filter_map(|source| number(source.split_ascii_whitespace().nth(1)?.strip_suffix('w')?));
                if let Some(most) = widths.max() {
                    self.check_artwork((most, most), span, "@srcset", set);
                }
            }
            "itunes:category" => {
                let text = value(attributes, "text").unwrap_or_default();
                let is_inner = self.open.parent().is_some_and(|parent| parent.name == "itunes:category");
                if !is_inner {
                    text.clone_into(&mut self.podcast.category);
                } else if !categories::may_be_within(text, &self.podcast.category) {
                    self.report(&PODCAST_CATEGORY_ELSEWHERE, span.clone(), "@text", text);
                }
            }
            "podcast:liveItem" => {
                self.entry = EntryFacts::default();
                let time = |name| value(attributes, name).and_then(|text| date::parse(text).ok());
                if let (Some(start), Some(end)) = (time("start"), time("end"))
                    && end.instant() < start.instant()
                {
                    self.report(
                        &PODCAST_LIVE_TIMES,
                        span.clone(),
                        "@end",
                        value(attributes, "end").unwrap_or_default(),
                    );
                }
            }
            _ => {}
        }
    }

    /// Checks the media type of an episode.
    fn check_file(&mut self, media_type: &str, span: &Range<usize>) {
        let parsed = ParsedMediaType::parse(media_type);
        self.podcast.has_files |= !parsed.is_top("image") && !parsed.is_top("text");
        let accepted = self.requirements().media_types;
        let is_playable = parsed.is_top("audio") || parsed.is_top("video");
        if accepted.iter().any(|accepted| parsed.is(accepted)) || accepted.is_empty() && is_playable {
            self.podcast.has_episodes = true;
            return;
        }
        let is_known = media_type.contains('/') && self.has_itunes;
        if !accepted.is_empty() {
            self.report(&PODCAST_ENCLOSURE_TYPE, span.clone(), "@type", media_type);
        } else if is_known && !parsed.is("application/pdf") && !parsed.is_top("image") {
            self.report(&PODCAST_ENCLOSURE_OTHER, span.clone(), "@type", media_type);
        }
    }

    fn check_artwork(
        &mut self,
        (width, height): (u64, u64),
        span: &Range<usize>,
        attribute: &str,
        value: &str,
    ) {
        let allowed = &self.requirements().artwork;
        if width != height || !allowed.contains(&width) {
            self.report(&PODCAST_ARTWORK_SIZE, span.clone(), attribute, value);
        }
    }

    /// Records the text of an element at its end.
    pub(crate) fn end_podcast(&mut self, node: &OpenNode) {
        let text = || self.open.text_of(node).trim().to_owned();
        match node.name {
            "itunes:type" => self.podcast.is_serial = text().eq_ignore_ascii_case("serial"),
            "itunes:season" => self.podcast.episode[SEASON] = text(),
            "itunes:episode" => self.podcast.episode[NUMBER] = text(),
            "itunes:episodeType" => self.podcast.episode[KIND] = text().to_ascii_lowercase(),
            "itunes:explicit" => self.end_explicit(node),
            "description" => self.note_long(node, LONGEST),
            "title" | "itunes:title" | "itunes:author" => self.note_long(node, LONGEST_LABEL),
            _ => {}
        }
        let is_void = node.form.is_of_text() && self.open.text_of(node).trim().is_empty();
        if is_void && !node.name.is_empty() {
            self.note_void(node.name);
        }
    }

    /// Checks the iTunes word for explicit language. Apple requires `true` or `false`, but still accepts the older words.
    fn end_explicit(&mut self, node: &OpenNode) {
        let text = self.open.text_of(node).trim();
        match explicit(text) {
            None if text.is_empty() => {}
            None => self.note_void(node.name),
            Some(_) if self.podcast.profile != Some(Profile::Apple) => {}
            Some(_) if ["true", "false"].iter().any(|word| word.eq_ignore_ascii_case(text)) => {}
            Some(_) => {
                let start = self.open.offset_of(node, 0).0;
                let location = self.open.location_of_text(node, start, text.len());
                let text = text.to_owned();
                self.report(&PODCAST_EXPLICIT_OLD, location, "", &text);
            }
        }
    }

    /// Records that an element of the channel or an episode has no value.
    // It is reported separately, but only the finding for a missing element shows that the directory rejects the feed.
    fn note_void(&mut self, name: &'static str) {
        if self.podcast.profile.is_none() {
            return;
        }
        if let Some(TextFacts { void, .. }) = self.text_facts().filter(|facts| !facts.void.contains(&name)) {
            void.push(name);
        }
    }

    /// Returns the facts about the channel or episode that contains the innermost element.
    fn text_facts(&mut self) -> Option<&mut TextFacts> {
        match self.parent_role() {
            ElementRole::Feed => Some(&mut self.podcast.of_channel),
            ElementRole::Entry => Some(&mut self.podcast.of_episode),
            _ => None,
        }
    }

    /// Records a text that is longer than directories show.
    fn note_long(&mut self, node: &OpenNode, most: usize) {
        let text = self.open.text_of(node);
        let is_long = text.len() > most && text.chars().nth(most).is_some();
        if is_long
            && let Some(TextFacts { long, .. }) =
                self.text_facts().filter(|facts| facts.long.len() < MOST_LONG)
        {
            long.push((node.tag.range(), node.name));
        }
    }

    fn report_long(&mut self, long: Vec<(Range<usize>, &'static str)>) {
        for (span, name) in long {
            self.report(&TEXT_TOO_LONG, span, "", name);
        }
    }

    /// Returns whether the feed is plainly a podcast: it was checked for a directory, or it has files and more than one of the
    /// elements that only podcasts have. `has` returns whether the channel has an element.
    fn is_plainly_podcast(&self, has: impl Fn(&str) -> bool) -> bool {
        let found = OF_PODCASTS.iter().filter(|name| has(name)).count();
        self.podcast.profile.is_some() || self.podcast.has_files && found >= LEAST_OF_PODCASTS
    }

    /// Checks an item at its end. `is_repeated`: another item has the same id.
    pub(crate) fn end_episode(&mut self, node: &OpenNode, has_file: bool, is_repeated: bool) {
        let is_podcast = self.has_itunes || self.podcast.profile.is_some();
        let is_plain = is_podcast && self.is_plainly_podcast(|name| self.open.has_sibling(name));
        let TextFacts { void, long } = std::mem::take(&mut self.podcast.of_episode);
        if is_plain || is_podcast && has_file {
            self.report_long(long);
        }
        if !has_file {
            if is_plain && !self.open.has_child(node, "podcast:alternateEnclosure") {
                let is_wanted = self.podcast.profile.is_some();
                let rule = if is_wanted { &PODCAST_ENCLOSURE_MISSING } else { &PODCAST_FILE_ABSENT };
                self.report(rule, node.tag, "", "enclosure");
            }
            return;
        }
        if !is_podcast {
            return;
        }
        let requirements = self.requirements();
        for required in requirements.episode {
            if !self.open.has_child(node, required) || void.contains(required) {
                self.report(&PODCAST_REQUIRED_MISSING, node.tag, "", required);
            }
        }
        for recommended in requirements.episode_should {
            if !self.open.has_child(node, recommended) && !self.podcast.reported.contains(recommended) {
                self.podcast.reported.push(recommended);
                self.report(&PODCAST_RECOMMENDED_MISSING, node.tag, "", recommended);
            }
        }
        // A repeated item was already reported for its id.
        let file = std::mem::take(&mut self.podcast.file);
        if is_plain && !file.is_empty() && self.podcast.files.contains(&file) {
            if !is_repeated {
                self.report(&PODCAST_ENCLOSURE_REPEATED, node.tag, "", &file);
            }
        } else {
            self.podcast.files.insert(file);
        }
        let episode = std::mem::take(&mut self.podcast.episode);
        let is_full = matches!(&*episode[KIND], "" | "full");
        if !episode[NUMBER].is_empty() {
            let number = episode[NUMBER].clone();
            if !self.podcast.episodes.insert(episode) && !is_repeated {
                self.report(&PODCAST_EPISODE_REPEATED, node.tag, "", &number);
            }
        } else if self.podcast.is_serial && is_full {
            self.report(&PODCAST_EPISODE_UNNUMBERED, node.tag, "", "itunes:episode");
        }
    }

    /// Checks a broadcast at its end.
    pub(crate) fn end_live_item(&mut self, node: &OpenNode) {
        // In Atom, they are the elements of an entry.
        let required = [("guid", "guid"), ("enclosure", "podcast:alternateEnclosure")];
        let is_rss = self.format == DocumentFormat::Rss;
        for (name, other) in required.into_iter().filter(|_| is_rss) {
            if !self.open.has_child(node, name) && !self.open.has_child(node, other) {
                self.report(&PART_MISSING, node.tag, "", name);
            }
        }
        self.entry = EntryFacts::default();
    }

    /// Checks a channel at its end.
    pub(crate) fn end_channel_of_podcast(&mut self, node: &OpenNode) {
        let is_plain = self.is_plainly_podcast(|name| self.open.has_child(node, name));
        if !(is_plain || self.has_itunes && self.podcast.has_files) {
            return;
        }
        let TextFacts { void, long } = std::mem::take(&mut self.podcast.of_channel);
        self.report_long(long);
        let requirements = self.requirements();
        for required in requirements.channel {
            if !self.open.has_child(node, required) || void.contains(required) {
                let rule = if is_plain { &PODCAST_REQUIRED_MISSING } else { &PODCAST_PART_ABSENT };
                self.report(rule, node.tag, "", required);
            }
        }
        for recommended in requirements.channel_should.iter().filter(|_| is_plain) {
            if !self.open.has_child(node, recommended) {
                self.report(&PODCAST_RECOMMENDED_MISSING, node.tag, "", recommended);
            }
        }
        if self.podcast.profile.is_some() && !self.podcast.has_episodes {
            self.report(&PODCAST_EPISODE_MISSING, node.tag, "", "");
        }
    }

    /// Checks a document at its end: directories only accept RSS 2.0.
    pub(crate) fn conclude_podcast(&mut self) {
        if self.podcast.profile.is_some() && self.format != DocumentFormat::Rss {
            let root = self.root.map(|root| root.range()).unwrap_or_default();
            self.ledger.add(&PODCAST_NOT_RSS, root, String::new, "");
        }
    }
}

/// Returns whether an extension belongs to an image format other than JPEG and PNG.
fn is_other_image(extension: &str) -> bool {
    const OTHERS: &[&str] = &[
        "avif", "bmp", "gif", "heic", "ico", "jp2", "jxl", "mp3", "mp4", "pdf", "psd", "svg", "tif", "tiff",
        "webp",
    ];
    OTHERS.iter().any(|other| other.eq_ignore_ascii_case(extension))
}

/// Returns the width and height stated in a file name: `cover-1400x1400.jpg`.
fn size_in_name(url: &str) -> Option<(u64, u64)> {
    let path = url.split(['?', '#']).next()?;
    let name = path.rsplit('/').next()?;
    let parts = name.split(|c: char| !c.is_ascii_alphanumeric());
    parts.rev().find_map(|part| {
        let (width, height) = part.split_once(['x', 'X'])?;
        // Not every `x` between digits denotes a size: `2x1` may be anything.
        let size = |text: &str| number(text).filter(|_| (2..=5).contains(&text.len()));
        Some((size(width)?, size(height)?))
    })
}

/// Writes the value for explicit language in Apple's words.
fn write_explicit(place: &FixPlace<'_>) -> Option<Fix> {
    let word = if explicit(&place.whole_value()?)? { "true" } else { "false" };
    write(place, word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Checker, Finding};

    /// A channel accepted by every profile.
    const CHANNEL: &str = "<title>Tides</title><link>https://a.example/</link><description>Daily</description><language>en</language>\
        <itunes:author>Anna</itunes:author><itunes:owner><itunes:email>a@a.example</itunes:email></itunes:owner>\
        <itunes:image href='https://a.example/cover-1400x1400.jpg'/><itunes:category text='News'/>\
        <itunes:explicit>false</itunes:explicit><podcast:guid>917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid>\
        <podcast:locked>yes</podcast:locked><podcast:medium>podcast</podcast:medium>\
        <podcast:funding url='https://a.example/help'>Help</podcast:funding>";
    const EPISODE: &str = "<title>Low</title><guid>https://a.example/1</guid><link>https://a.example/1</link>\
        <pubDate>Fri, 20 Nov 2020 20:00:00 GMT</pubDate><description>a</description><itunes:duration>61</itunes:duration>\
        <enclosure url='https://a.example/1.mp3' length='12' type='audio/mpeg'/>\
        <podcast:transcript url='https://a.example/1.vtt' type='text/vtt'/>\
        <podcast:chapters url='https://a.example/1.json' type='application/json+chapters'/>";

    fn podcast(channel: &str, episode: &str) -> String {
        format!(
            "<rss version='2.0' xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd' \
             xmlns:podcast='https://podcastindex.org/namespace/1.0'><channel>{channel}<item>{episode}</item></channel></rss>"
        )
    }

    fn found(profile: Option<Profile>, document: &str) -> Vec<String> {
        let findings = Checker::new().profile(profile).check(document.as_bytes());
        let ours = findings.iter().filter(|finding| finding.rule.id != "feed-self-missing");
        ours.map(|finding| format!("{} {}", finding.rule.id, finding.value)).collect()
    }

    #[test]
    fn a_complete_podcast_is_ready() {
        let document = podcast(CHANNEL, EPISODE);
        for profile in [None, Some(Profile::Apple), Some(Profile::Spotify), Some(Profile::Podcasting2)] {
            assert_eq!(found(profile, &document), [""; 0], "{profile:?}");
        }
    }

    #[test]
    fn directories_require_elements_and_types() {
        use Profile::{Apple, Podcasting2, Spotify};
        let mut wrong = Vec::new();
        for (part, instead, profile, expected) in [
            ("<language>en</language>", "", Apple, "podcast-required-missing language"),
            ("<itunes:author>Anna</itunes:author>", "", Apple, "podcast-recommended-missing itunes:author"),
            ("<itunes:category text='News'/>", "", Spotify, "podcast-required-missing itunes:category"),
            (
                "<itunes:owner><itunes:email>a@a.example</itunes:email></itunes:owner>",
                "",
                Spotify,
                "podcast-required-missing itunes:owner",
            ),
            (
                "<podcast:guid>917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid>",
                "",
                Podcasting2,
                "podcast-required-missing podcast:guid",
            ),
            (
                "917393e3-1b1e-5cef-ace4-edaa54e1f810",
                "917393e3",
                Podcasting2,
                "podcast-guid-invalid 917393e3",
            ),
            ("cover-1400x1400.jpg", "a.webp", Apple, "podcast-artwork-type https://a.example/a.webp"),
            ("1400x1400", "600x600", Apple, "podcast-artwork-size https://a.example/cover-600x600.jpg"),
            ("1400x1400", "1400x900", Spotify, "podcast-artwork-size https://a.example/cover-1400x900.jpg"),
            ("<title>Low</title>", "", Apple, "podcast-required-missing title"),
            ("'audio/mpeg'", "'application/pdf'", Spotify, "podcast-enclosure-type application/pdf"),
        ] {
            let document = podcast(CHANNEL, EPISODE).replacen(part, instead, 1);
            let found = found(Some(profile), &document);
            let is_found = found.iter().any(|found| found == expected);
            // Without a file, there is also no episode.
            if !is_found || found.len() > 1 && !expected.contains("enclosure") {
                wrong.push((part, found));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
        let atom = "<feed xmlns='http://www.w3.org/2005/Atom'/>";
        assert!(found(Some(Apple), atom).contains(&"podcast-not-rss ".to_owned()));
    }

    #[test]
    fn a_podcast_is_ready_if_its_directory_takes_it() {
        let repeated = EPISODE.replace("1.mp3", "2.mp3");
        let without_id = repeated.replace("<guid>https://a.example/1</guid>", "");
        let wrong: Vec<_> = [
            // The part, its replacement, and whether Apple, Spotify and the podcast namespace reject the feed.
            ("<podcast:locked>yes", "<podcast:locked>maybe", [false, false, true]),
            (
                "www.itunes.com/dtds/podcast-1.0.dtd",
                "www.itunes.com/DTDs/Podcast-1.0.dtd",
                [true, false, false],
            ),
            ("<guid>https://a.example/1</guid>", "", [true, false, true]),
            ("</item>", &format!("</item><item>{without_id}</item>"), [true, false, true]),
            ("</item>", &format!("</item><item>{repeated}</item>"), [true, false, false]),
            ("Fri, 20 Nov 2020 20:00:00 GMT", "soon", [true, false, false]),
            ("length='12'", "length=''", [true, false, false]),
            ("length='12'", "", [true, true, true]),
            ("https://a.example/1.mp3", "https://localhost/1.mp3", [true, false, false]),
            ("https://a.example/1.mp3", "https://a.example/\u{e4}.mp3", [true, false, false]),
            ("<language>en", "<language>English", [true, false, false]),
            ("<description>a", "<description>b", [false, false, false]),
        ]
        .into_iter()
        .map(|(part, instead, expected)| {
            let document = podcast(CHANNEL, EPISODE).replacen(part, instead, 1);
            let is_refused = |profile: Profile| {
                let findings = Checker::new().profile(profile).check(document.as_bytes());
                profile.obstacles(&findings).next().is_some()
            };
            (
                instead.to_owned(),
                expected,
                [Profile::Apple, Profile::Spotify, Profile::Podcasting2].map(is_refused),
            )
        })
        .filter(|(_, expected, found)| expected != found)
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn podcasts_break_rules_without_a_profile() {
        let mut wrong = Vec::new();
        for (part, instead, expected) in [
            (
                "<itunes:category text='News'/>",
                "<itunes:category text='News'><itunes:category text='Tennis'/></itunes:category>",
                "podcast-category-misplaced Tennis",
            ),
            ("audio/mpeg", "application/zip", "podcast-enclosure-type application/zip"),
            ("<itunes:author>Anna</itunes:author>", "", "podcast-recommended-missing itunes:author"),
            (
                "<itunes:duration>",
                "<itunes:episode>0</itunes:episode><itunes:duration>",
                "value/UnreadableNumber 0",
            ),
            (
                "<itunes:duration>",
                "<itunes:season>0</itunes:season><itunes:duration>",
                "value/UnreadableNumber 0",
            ),
            (
                "<itunes:explicit>",
                "<itunes:type>serial</itunes:type><itunes:explicit>",
                "podcast-episode-unnumbered itunes:episode",
            ),
            (
                "<itunes:explicit>",
                "<podcast:liveItem status='live' start='2020-11-20T20:00:00Z' end='2020-11-20T19:00:00Z'><title>a</title>\
                 <guid isPermaLink='false'>1</guid><enclosure url='https://a.example/2.mp3' length='1' type='audio/mpeg'/>\
                 </podcast:liveItem><itunes:explicit>",
                "podcast-live-times 2020-11-20T19:00:00Z",
            ),
            (
                "<itunes:explicit>",
                "<podcast:liveItem status='live' start='2020-11-20T20:00:00Z'><title>a</title>\
                 <enclosure url='https://a.example/2.mp3' length='1' type='audio/mpeg'/></podcast:liveItem><itunes:explicit>",
                "part-missing guid",
            ),
        ] {
            let document = podcast(CHANNEL, EPISODE).replacen(part, instead, 1);
            let found = found(None, &document);
            if found != [expected] {
                wrong.push((part, found));
            }
        }
        let twice = podcast(
            CHANNEL,
            &EPISODE.replace("<itunes:duration>", "<itunes:episode>4</itunes:episode><itunes:duration>"),
        );
        let item = twice.find("<item>").unwrap_or_default();
        let again = twice
            .get(item..)
            .unwrap_or_default()
            .replace("</channel></rss>", "")
            .replace("a.example/1", "a.example/2");
        let twice = twice.replace("</channel>", &format!("{again}</channel>"));
        assert_eq!(found(None, &twice), ["podcast-episode-repeated 4"]);
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn a_directory_takes_what_it_can_read() {
        let mut wrong = Vec::new();
        for (part, instead, expected) in [
            // An empty element counts as missing.
            (
                "<itunes:explicit>false</itunes:explicit>",
                "<itunes:explicit/>",
                &["podcast-required-missing itunes:explicit", "value-empty itunes:explicit"][..],
            ),
            (
                "<itunes:explicit>false</itunes:explicit>",
                "<itunes:explicit>perhaps</itunes:explicit>",
                &["podcast-required-missing itunes:explicit", "value/UnreadableBoolean perhaps"],
            ),
            (
                "<language>en</language>",
                "<language> </language>",
                &["podcast-required-missing language", "value-empty language"],
            ),
            ("<itunes:explicit>false", "<itunes:explicit>clean", &["podcast-explicit-old clean"]),
            ("<itunes:explicit>false", "<itunes:explicit>Yes", &["podcast-explicit-old Yes"]),
            ("<itunes:explicit>false", "<itunes:explicit>True", &[]),
            ("text='News'", "text='news'", &["podcast-category-spelling news"]),
            ("text='News'", "text='Health &amp; Fitness'", &[]),
            ("text='News'", "text='Health and Fitness'", &["podcast-category-spelling Health and Fitness"]),
            (
                "text='News'",
                "text='Health &amp;amp; Fitness'",
                &["podcast-category-spelling Health &amp; Fitness"],
            ),
            ("text='News'", "text='Tides'", &["podcast-category-unknown Tides"]),
        ] {
            let mut found =
                found(Some(Profile::Apple), &podcast(CHANNEL, EPISODE).replacen(part, instead, 1));
            found.sort_unstable();
            if found != expected {
                wrong.push((instead, found));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn obstacles_are_not_those_of_other_feeds() {
        let severities = |channel: &str, episode: &str| {
            let findings = Checker::new().check(podcast(channel, episode).as_bytes());
            let ours = findings.iter().filter(|finding| finding.rule.id == "podcast-required-missing");
            ours.map(|finding| format!("{} {}", finding.rule.severity, finding.value))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let file = "<enclosure url='https://a.example/1.mp3' length='12' type='audio/mpeg'/>";
        let picture = "<enclosure url='https://a.example/1.png' length='12' type='image/png'/>";
        let summary = "<language>en</language><itunes:summary>a</itunes:summary>";
        let podcast =
            format!("{summary}<itunes:explicit>false</itunes:explicit><itunes:category text='News'/>");
        let wrong: Vec<_> = [
            (summary, file, "note itunes:image, note itunes:category, note itunes:explicit"),
            (summary, picture, ""),
            (summary, "", ""),
            (&podcast, file, "error itunes:image"),
            (&podcast, picture, ""),
        ]
        .into_iter()
        .map(|(channel, episode, expected)| (channel, episode, expected, severities(channel, episode)))
        .filter(|(.., expected, found)| expected != found)
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn each_episode_has_a_file_of_its_own() {
        let second = EPISODE.replace("a.example/1", "a.example/2");
        let of_first = second.replace("2.mp3", "1.mp3");
        let without = "<title>b</title><guid>https://a.example/3</guid><pubDate>Fri, 20 Nov 2020 20:00:00 GMT</pubDate>";
        let mut wrong = Vec::new();
        for (other, profile, expected) in [
            (&*second, None, &[][..]),
            (&*of_first, None, &["warning podcast-enclosure-repeated https://a.example/1.mp3"]),
            (without, None, &["note podcast-enclosure-missing enclosure"]),
            (without, Some(Profile::Apple), &["warning podcast-enclosure-missing enclosure"]),
        ] {
            let document =
                podcast(CHANNEL, EPISODE).replace("</item>", &format!("</item><item>{other}</item>"));
            let findings = Checker::new().profile(profile).check(document.as_bytes());
            let ours = findings.iter().filter(|finding| finding.rule.id.starts_with("podcast-"));
            let found: Vec<_> = ours
                .map(|Finding { rule, value, .. }| format!("{} {} {value}", rule.severity, rule.id))
                .collect();
            if found != expected {
                wrong.push((other.to_owned(), found));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn sizes_are_in_names() {
        let wrong: Vec<_> = [
            ("https://a.example/cover-1400x1400.jpg", Some((1400, 1400))),
            ("https://a.example/a_600X900.png?x=1x1", Some((600, 900))),
            ("https://a.example/0x1f.jpg", None),
            ("https://a.example/300x300/a.jpg", None),
        ]
        .into_iter()
        .filter(|(url, expected)| size_in_name(url) != *expected)
        .collect();
        assert_eq!(wrong, []);
    }
}
