//! Media RSS, whose attributes are included under their own names, and Podlove chapters.

use std::time::Duration;

use super::attributes::KeyedAttributes;
use super::reading::DictionaryReader;
use super::value::{IntoValues as _, Value};

/// An element of Media RSS or of the Podlove chapters, by the key that it would have as an unknown one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MediaKey {
    Content,
    Thumbnail,
    Player,
    Credit,
    /// A container for other elements.
    Group,
    /// A rating, a license or a restriction, by the keys of its attributes and of its text.
    Text(&'static str, &'static str),
    Chapters,
    Chapter,
}

impl MediaKey {
    /// Returns the element with a key.
    pub(super) fn of(key: &str) -> Option<Self> {
        Some(match key {
            "media_content" => Self::Content,
            "media_thumbnail" => Self::Thumbnail,
            "media_player" => Self::Player,
            "media_credit" => Self::Credit,
            "media_group" => Self::Group,
            "media_rating" => Self::Text("media_rating", "rating"),
            "media_license" => Self::Text("media_license", "license"),
            "media_restriction" => Self::Text("media_restriction", "restriction"),
            "psc_chapters" => Self::Chapters,
            "psc_chapter" => Self::Chapter,
            _ => return None,
        })
    }
}

impl DictionaryReader<'_, '_> {
    pub(super) fn start_media(&mut self, media: MediaKey, attributes: KeyedAttributes<'_>) {
        match media {
            MediaKey::Content => self.add("media_content", Value::Attributes(attributes.into_dictionary())),
            MediaKey::Thumbnail => {
                self.add("media_thumbnail", Value::Attributes(attributes.into_dictionary()));
                self.push("url", true);
            }
            MediaKey::Player => {
                self.push("media_player", false);
                self.set("media_player", attributes.into_dictionary());
            }
            MediaKey::Credit => {
                self.add("media_credit", Value::Attributes(attributes.into_dictionary()));
                self.push("credit", true);
            }
            MediaKey::Group => {}
            MediaKey::Text(key, text) => {
                self.set_default(key, Value::Attributes(attributes.into_dictionary()));
                self.push(text, true);
            }
            MediaKey::Chapters => self.start_chapters(attributes),
            MediaKey::Chapter => self.start_chapter(attributes),
        }
    }

    pub(super) fn end_media(&mut self, media: MediaKey) {
        match media {
            MediaKey::Content | MediaKey::Group | MediaKey::Chapter => {}
            MediaKey::Thumbnail => self.end_thumbnail(),
            MediaKey::Player => {
                let text = self.pop("media_player");
                self.set_in("media_player", "content", text);
            }
            MediaKey::Credit => {
                let credit = self.pop("credit");
                if !credit.trim().is_empty() {
                    self.set_in_last("media_credit", "content", credit);
                }
            }
            MediaKey::Text(key, text) => self.end_media_text(key, text),
            MediaKey::Chapters => self.state.reads_chapters = false,
        }
    }

    /// Ends a thumbnail. Its text is the URL if it has no other.
    fn end_thumbnail(&mut self) {
        let url = self.pop("url");
        if url.trim().is_empty() {
            return;
        }
        let lacks_url = match self.context().get("media_thumbnail") {
            Some(Value::List(all)) => {
                matches!(all.last(), Some(Value::Attributes(last)) if !last.contains_key("url"))
            }
            _ => false,
        };
        if lacks_url {
            self.set_in_last("media_thumbnail", "url", url);
        }
    }

    /// Ends a rating, a license or a restriction, whose text is also a separate member.
    fn end_media_text(&mut self, key: &'static str, text: &'static str) {
        let value = self.pop(text);
        if value.trim().is_empty() {
            return;
        }
        if text == "restriction" {
            // The countries or addresses are a list, separated by spaces.
            let list = value.split(' ').map(|word| word.trim().to_lowercase()).into_list();
            self.set_in(key, "content", list);
        } else {
            self.set_in(key, "content", value);
        }
    }

    fn start_chapters(&mut self, attributes: KeyedAttributes<'_>) {
        if self.has("psc_chapters") {
            return;
        }
        self.state.reads_chapters = true;
        let mut chapters = attributes.into_dictionary();
        chapters.insert("chapters", Value::List(Vec::new()));
        self.set("psc_chapters", chapters);
    }

    fn start_chapter(&mut self, attributes: KeyedAttributes<'_>) {
        if !self.state.reads_chapters {
            return;
        }
        let start = attributes.get("start").map(time);
        let mut chapter = attributes.into_dictionary();
        if let Some(start) = start {
            chapter.insert("start_parsed", start);
        }
        self.add_in("psc_chapters", "chapters", Value::Dictionary(chapter));
    }
}

/// Parses a time with two digits in each part, such as `01:02` or `00:01:02.345`. Others are rejected.
fn time(raw: &str) -> Option<Duration> {
    let number = |part: &str, length| {
        (part.len() == length && part.bytes().all(|b| b.is_ascii_digit()))
            .then(|| part.parse::<u64>().ok())?
    };
    let (time, fraction) = raw.split_once('.').unwrap_or((raw, "000"));
    let milliseconds = number(fraction, 3)?;
    if !matches!(time.split(':').count(), 2 | 3) {
        return None;
    }
    let seconds = time.split(':').try_fold(0, |seconds, part| Some(seconds * 60 + number(part, 2)?))?;
    Some(Duration::from_millis(seconds * 1000 + milliseconds))
}
