//! The members of the dictionaries: every insertion passes through here, and is charged.

use std::borrow::Cow;

use super::reading::{DictionaryReader, ReadingState};
use super::value::IntoValue;
use super::{Dictionary, Value};
use bozofeed_model::internal::cost::{self, Cost, Priced as _};
use bozofeed_text::maps::Set;

/// Facts about the members of a dictionary.
#[derive(Debug, Default)]
pub(super) struct DictionaryNotes {
    /// The index of the author that is also the `author_detail`.
    pub(super) shared_author: Option<usize>,
    /// The categories.
    pub(super) tags: Set<String>,
}

impl DictionaryReader<'_, '_> {
    /// Returns the dictionary that receives members.
    pub(super) fn context(&mut self) -> &mut Dictionary<'static> {
        let ReadingState { in_source, in_image, in_text_input, in_entry, .. } = self.state;
        let inner = match () {
            () if in_source => return &mut self.source,
            () if in_image => "image",
            () if in_text_input => "textinput",
            () => "",
        };
        // Universal Feed Parser looks for the image and the text input in the feed, even inside an entry. If the feed has none,
        // their members are added to the entry.
        let has_inner = matches!(self.feed.get(inner), Some(Value::Dictionary(_)));
        match self.entries.last_mut() {
            Some(entry) if in_entry && !has_inner => entry,
            _ if !has_inner => &mut self.feed,
            _ => match self.feed.get_mut(inner) {
                Some(Value::Dictionary(inner)) => inner,
                // Unreachable: the check above has shown that it is a dictionary.
                _ => &mut self.source,
            },
        }
    }

    /// Returns whether the dictionary has a member.
    pub(super) fn has(&mut self, key: &str) -> bool {
        self.context().contains_key(key)
    }

    /// Adds a member to the dictionary, if the budget allows it.
    pub(super) fn set(&mut self, key: impl Into<Cow<'static, str>>, value: impl IntoValue<'static>) {
        let (key, value) = (key.into(), value.into_value());
        if self.pays_for(&key, &value) {
            self.context().insert(key, value);
        }
    }

    /// Adds a member to the dictionary unless it already exists.
    pub(super) fn set_default(&mut self, key: &'static str, value: impl IntoValue<'static>) {
        if !self.has(key) {
            self.set(key, value);
        }
    }

    /// Adds a dictionary to a list in the dictionary.
    pub(super) fn add(&mut self, key: &'static str, value: Value<'static>) {
        self.set_default(key, Value::List(Vec::new()));
        if self.pays_for("", &value)
            && let Some(Value::List(list)) = self.context().get_mut(key)
        {
            list.push(value);
        }
    }

    /// Returns the length of a list in the dictionary.
    pub(super) fn length_of(&mut self, list: &str) -> usize {
        match self.context().get(list) {
            Some(Value::List(list)) => list.len(),
            _ => 0,
        }
    }

    /// Sets a member of the last dictionary in a list.
    pub(super) fn set_in_last(&mut self, list: &'static str, key: &'static str, value: String) {
        if let Some(last) = self.length_of(list).checked_sub(1) {
            self.set_in_nth(list, last, key, value);
        }
    }

    /// Sets a member of a dictionary in a list.
    pub(super) fn set_in_nth(&mut self, list: &'static str, nth: usize, key: &'static str, value: String) {
        let value = value.into_value();
        if self.pays_for(key, &value)
            && let Some(Value::List(list)) = self.context().get_mut(list)
            && let Some(Value::Dictionary(member) | Value::Attributes(member)) = list.get_mut(nth)
        {
            member.insert(key, value);
        }
    }

    /// Returns the notes about the dictionary.
    pub(super) fn notes(&mut self) -> &mut DictionaryNotes {
        let ReadingState { in_source, in_entry, .. } = self.state;
        if in_source {
            &mut self.notes_of_source
        } else if in_entry {
            &mut self.notes_of_entry
        } else {
            &mut self.notes_of_feed
        }
    }

    /// Adds a dictionary to a list of an inner dictionary.
    pub(super) fn add_in(&mut self, inner: &'static str, list: &'static str, value: Value<'static>) {
        if self.pays_for("", &value)
            && let Some(Value::Dictionary(inner)) = self.context().get_mut(inner)
            && let Some(Value::List(list)) = inner.get_mut(list)
        {
            list.push(value);
        }
    }

    /// Sets a member of an inner dictionary.
    pub(super) fn set_in(&mut self, inner: &'static str, key: &'static str, value: impl IntoValue<'static>) {
        let value = value.into_value();
        if !self.pays_for(key, &value) {
            return;
        }
        if let Some(Value::Dictionary(inner) | Value::Attributes(inner)) = self.context().get_mut(inner) {
            inner.insert(key, value);
        }
    }

    /// Charges for a member. Returns whether the budget allows it.
    pub(super) fn pays_for(&mut self, key: &str, value: &Value<'_>) -> bool {
        let mut memory = 0;
        let is_paid = self.budget.adds(|| {
            memory = size_of::<(Cow<'_, str>, Value<'_>)>() + key.len() + value.heap();
            Cost { memory, written: cost::MEMBER + key.len() + value.written() }
        });
        // An image inside an entry may belong to the feed, so its members are kept when the entry ends.
        if self.state.in_image || self.state.in_text_input {
            self.paid_for_feed += memory;
        }
        is_paid
    }
}
