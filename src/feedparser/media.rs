//! Media RSS, whose attributes are shown under their own names, and the chapters of Podlove.

use std::time::Duration;

use super::attributes::KeyedAttributes;
use super::reading::DictionaryReader;
use super::value::{IntoValues as _, Value};
use crate::html::resolve::is_script_url;

impl DictionaryReader<'_, '_> {
    /// Ends a thumbnail. Its text is the URL if there is no other.
    pub(super) fn end_thumbnail(&mut self) {
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

    /// Ends a rating, a license or a restriction, whose text is by itself as well.
    pub(super) fn end_media_text(&mut self, key: &'static str, text: &'static str) {
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

    pub(super) fn start_chapters(&mut self, attributes: KeyedAttributes<'_>) {
        if self.state.reads_chapters.is_some() {
            return;
        }
        self.state.reads_chapters = Some(true);
        let mut chapters = attributes.into_dictionary();
        chapters.insert("chapters", Value::List(Vec::new()));
        self.set("psc_chapters", chapters);
    }

    pub(super) fn start_chapter(&mut self, attributes: KeyedAttributes<'_>) {
        if self.state.reads_chapters != Some(true) {
            return;
        }
        let start = attributes.get("start").map(time);
        let mut chapter = attributes.into_dictionary();
        if chapter.get("href").and_then(Value::as_str).is_some_and(is_script_url) {
            chapter.remove("href");
        }
        if let Some(start) = start {
            chapter.insert("start_parsed", start);
        }
        self.add_in("psc_chapters", "chapters", Value::Dictionary(chapter));
    }
}

/// Returns a time with two digits in each part, as in `01:02` or `00:01:02.345`. Others are not read.
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
