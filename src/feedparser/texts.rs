//! The texts of elements: collected while the elements are open, and added to a dictionary when they end.

use std::borrow::Cow;

use super::attributes::KeyedAttributes;
use super::canonical;
use super::contents::{Content, HTML, into_trimmed, is_markup};
use super::elements::KnownKey;
use super::reading::DictionaryReader;
use super::value::{IntoValue, Value};
use crate::format::Format;
use crate::text_repair::repair_if;
use crate::vocabulary::unescape_link;
use bozofeed_text::html::url_names::shows_text;

/// An element whose text is collected.
#[derive(Debug)]
pub(super) struct CollectedText {
    key: Cow<'static, str>,
    /// Whether the text is read at all.
    pub(super) is_read: bool,
    /// Whether the text is kept when the element ends.
    is_kept: bool,
    pub(super) text: String,
}

impl DictionaryReader<'_, '_> {
    /// Collects text until the element ends. `is_kept` means that it is then added to the dictionary.
    pub(super) fn push(&mut self, key: impl Into<Cow<'static, str>>, is_kept: bool) {
        self.collecting.push(CollectedText { key: key.into(), is_read: true, is_kept, text: String::new() });
    }

    /// Pushes an element whose text has no meaning.
    pub(super) fn push_unread(&mut self, key: &'static str) {
        let key = Cow::Borrowed(key);
        self.collecting.push(CollectedText { key, is_read: false, is_kept: false, text: String::new() });
    }

    /// Adds text to the innermost element that collects text.
    pub(super) fn add_text(&mut self, text: &str) {
        if let Some(collecting) = self.collecting.last_mut() {
            collecting.text.push_str(text);
        }
    }

    /// Begins an element whose text may be markup.
    pub(super) fn push_content(
        &mut self,
        key: &'static str,
        attributes: &KeyedAttributes<'_>,
        default: &'static str,
        is_kept: bool,
    ) {
        self.state.in_content += 1;
        let (language, base) = (self.language.clone(), self.base.clone());
        self.content =
            Some(Content::new(attributes.get("type"), default, attributes.get("mode"), language, base));
        self.push(key, is_kept);
    }

    /// Ends an element whose text may be markup. Returns its value.
    pub(super) fn pop_content(&mut self, key: &str) -> String {
        let value = self.pop(key);
        self.state.in_content = self.state.in_content.saturating_sub(1);
        self.content = None;
        value
    }

    /// Ends an element, and adds its value to the dictionary. Returns the value, which is empty if another element collects text.
    pub(super) fn pop(&mut self, key: &str) -> String {
        let Some(CollectedText { key, is_kept, text, .. }) =
            self.collecting.pop_if(|collecting| collecting.key == key)
        else {
            return String::new();
        };
        if !is_kept {
            return into_trimmed(text);
        }
        let Some(value) = self.value(&key, text) else { return String::new() };
        match key.as_ref() {
            "category" | "tags" | "itunes_keywords" => {}
            // Before the arms for entries and feeds, which would replace the title that was kept: this one is not closer to the
            // entry or the feed.
            "title" if self.state.title_depth.is_some_and(|depth| depth <= self.depth()) => {}
            _ if self.state.in_entry && !self.state.in_source => self.keep_in_entry(key, &value),
            _ if self.state.in_feed || self.state.in_source => self.keep_in_feed(key, &value),
            _ => {}
        }
        value
    }

    /// Ends an element whose text is not kept. Returns the text including the surrounding white space.
    pub(super) fn pop_as_written(&mut self, key: &str) -> String {
        let collecting = self.collecting.pop_if(|collecting| collecting.key == key);
        collecting.map_or_else(String::new, |collecting| collecting.text)
    }

    /// Returns the value of a text. Returns `None` if it would run a script.
    fn value(&mut self, key: &str, text: String) -> Option<String> {
        let is_construct =
            matches!(key, "content" | "description" | "info" | "rights" | "subtitle" | "summary" | "title");
        if is_construct {
            let is_guessed = !self.format.is_some_and(Format::is_atom);
            let mut rest;
            let content = if let Some(content) = &mut self.content {
                content
            } else {
                // A text inside the content has ended it. The rest is treated as HTML, so that it is sanitized.
                rest = Content::new(None, HTML, None, self.language.clone(), self.base.clone());
                &mut rest
            };
            return Some(content.value(text, is_guessed, self.options, self.budget));
        }
        let text = repair_if(into_trimmed(text).into(), |_| true).into_owned();
        match key {
            // An empty element has no value, so it does not become the base.
            _ if text.is_empty() => Some(text),
            // An identifier is not followed, so any URI is allowed.
            "id" if self.state.id_is_link => Some(self.budget.resolve(&self.base, &text).into_owned()),
            "id" => Some(text),
            "href" => Some(self.resolved(&text).unwrap_or_default()),
            "comments" | "docs" | "icon" | "link" | "logo" | "url" | "wfw_comment" | "wfw_commentrss" => {
                self.resolved(&text)
            }
            _ if !shows_text(key, &text) && KnownKey::of(key).is_none() => Some(String::new()),
            _ => Some(text),
        }
    }

    /// Returns a URI, made absolute. Returns `None` if it would run a script. Universal Feed Parser's `resolve_relative_uris` only
    /// concerns markup.
    pub(super) fn resolved(&self, reference: &str) -> Option<String> {
        self.budget.resolve_safe(&self.base, reference).map(Cow::into_owned)
    }

    fn keep_in_entry(&mut self, key: Cow<'static, str>, value: &str) {
        match key.as_ref() {
            "content" => {
                if let Some(content) = &self.content {
                    let detail = content.detail(value, self.budget);
                    self.add_content(detail);
                }
            }
            "link" => {
                if !self.state.in_image {
                    self.keep_link(value);
                }
            }
            _ => {
                let name = if key == "description" { "summary".into() } else { key };
                let (key, depth) = (canonical(name.clone()), self.depth());
                if self.depths.get(&name).is_none_or(|before| depth <= *before) {
                    self.depths.insert(name, depth);
                    self.set_in_last_entry(key.clone(), value.to_owned());
                } else if self.would_turn_plain_text_into_markup(&key) {
                    return;
                }
                self.keep_detail(&key, value, true);
            }
        }
    }

    /// Returns whether the detail of the content would declare an unchanged text of the last entry as markup, although it is plain
    /// text and was not sanitized.
    fn would_turn_plain_text_into_markup(&self, key: &str) -> bool {
        let detail = self.entries.last().and_then(|entry| entry.get(&[key, "_detail"].concat()));
        let kept = detail.and_then(Value::as_dictionary).and_then(|detail| detail.get("type"));
        let is_kept_plain = !kept.and_then(Value::as_str).is_some_and(is_markup);
        is_kept_plain && self.content.as_ref().is_some_and(|content| is_markup(&content.media_type))
    }

    /// Adds a content to the last entry, even inside an image of the feed.
    fn add_content(&mut self, detail: Value<'static>) {
        if !self.pays_for("", &detail) {
            return;
        }
        let Some(entry) = self.entries.last_mut() else { return };
        match entry.get_mut("content") {
            Some(Value::List(contents)) => contents.push(detail),
            _ => entry.insert("content", vec![detail]),
        }
    }

    /// Adds a member to the last entry, even inside an image of the feed.
    fn set_in_last_entry(&mut self, key: Cow<'static, str>, value: impl IntoValue<'static>) {
        let value = value.into_value();
        if self.pays_for(&key, &value)
            && let Some(entry) = self.entries.last_mut()
        {
            entry.insert(key, value);
        }
    }

    fn keep_in_feed(&mut self, key: Cow<'static, str>, value: &str) {
        let key = if key == "description" { "subtitle".into() } else { canonical(key) };
        if key == "link" {
            self.keep_link(value);
        } else {
            self.set(key.clone(), value.to_owned());
            self.keep_detail(&key, value, false);
        }
    }

    /// Keeps the text of a link: it is the page, and the address of the last link.
    fn keep_link(&mut self, value: &str) {
        let value = unescape_link(Cow::Borrowed(value)).into_owned();
        if !value.is_empty() || !self.state.in_entry || self.state.in_source {
            self.set_in_last("links", "href", value.clone());
        }
        self.set("link", value);
    }

    fn keep_detail(&mut self, key: &str, value: &str, in_entry: bool) {
        if self.state.in_content == 0 {
            return;
        }
        let Some(content) = &self.content else { return };
        let detail = content.detail(value, self.budget);
        let key = [key, "_detail"].concat().into();
        if in_entry { self.set_in_last_entry(key, detail) } else { self.set(key, detail) }
    }
}
