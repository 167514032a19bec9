//! Writes the values of the model as the elements and attributes from which they are read.
//!
//! [`rows!`](super::rows) generates both directions from the same rows, so a field cannot be read from one element and written as
//! another.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::time::Duration;

use bozofeed_date::DateFormat;

use super::value::Read;
use super::value_kind::ValueKind;
use super::{mailbox, text_as_read};
use crate::date;
use crate::date::Moment;
use crate::model::geo::Coordinates;
use crate::model::media::WeightedTag;
use crate::model::syndication::UpdatePeriod;
use crate::model::{Attributes, Date, Entry, Feed, Period, Person, Str, Text, Typed};
use bozofeed_text::decimal;

/// A document that receives elements.
///
/// Prefixes are the customary ones of the vocabularies. `atom` is Atom and `rss` is RSS 2.0, regardless of their prefixes in the
/// document; `rss2` is RSS 2.0 as a namespace, even in RSS.
pub(crate) trait ElementSink {
    /// Starts an element of a vocabulary.
    fn open(&mut self, prefix: &str, local: &str);

    /// Adds an attribute to the element that was just started, unless it is a script URL.
    fn attribute(&mut self, name: &str, value: &str);

    /// Adds text to the innermost element, unless the element is named after a URL and the text is a script URL.
    fn text(&mut self, text: &str);

    /// Adds a text: its markup is sanitized, and then written as text.
    fn value(&mut self, text: &Text, typed: TextType);

    /// Ends the innermost element.
    fn close(&mut self);

    /// Writes the content of an entry inside the innermost element.
    fn entry(&mut self, entry: &Entry);

    /// Records that a part of the innermost element is not written because its value is unreadable: `/prefix:element`,
    /// `/@attribute`, or an empty string for its text.
    fn lose_unreadable(&mut self, part: &str);

    /// Adds an attribute that is a URI to the element that was just started.
    fn uri_attribute(&mut self, name: &str, uri: &str);

    /// Writes an element whose text is a URI, unless it is a script URL or remains relative.
    fn uri_element(&mut self, prefix: &str, local: &str, uri: &str);

    /// Writes an element with only text.
    fn element(&mut self, prefix: &str, local: &str, text: &str) {
        self.open(prefix, local);
        self.text(text);
        self.close();
    }
}

/// The way in which an element declares whether its text is markup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextType {
    /// Its type was already written.
    Given,
    /// It may have a type. In RSS it has none, and plain text that looks like markup is written as markup that displays it.
    Optional,
    /// It has no attribute for the type. In RSS the type is guessed, as above; in Atom it is plain text.
    None,
}

/// The feed or entry whose vocabularies are written.
#[derive(Debug, Clone, Copy)]
pub(crate) enum FeedOrEntry<'m> {
    Feed(&'m Feed),
    Entry(&'m Entry),
}

/// A value that is written as text.
pub(crate) trait WriteText {
    /// Returns the text of a present value.
    fn present(&self) -> Option<Cow<'_, str>>;

    /// Returns the text of a field, or `None` if the field is absent.
    fn written(&self) -> Option<Cow<'_, str>> {
        self.present()
    }

    /// Returns whether there is unreadable text, which no specification allows.
    fn is_unreadable(&self) -> bool {
        false
    }
}

/// A string that is always present is absent if it is empty.
impl WriteText for Str {
    fn present(&self) -> Option<Cow<'_, str>> {
        Some(Cow::Borrowed(self))
    }

    fn written(&self) -> Option<Cow<'_, str>> {
        self.present().filter(|text| !text.is_empty())
    }
}

/// The text in the feed if it is valid and has the same value, or else the value in its standard form.
impl<T: WriteValue> WriteText for Typed<T> {
    fn present(&self) -> Option<Cow<'_, str>> {
        // The original text takes precedence over the value, so that a document that is read and written again keeps its notation:
        // `1:02` does not become `62`.
        if let Some(raw) = self.raw.as_deref()
            && T::is_valid(raw, self.value.as_ref())
        {
            return Some(Cow::Borrowed(raw));
        }
        let text = self.value.as_ref().map(WriteValue::to_text);
        text.filter(|text| !text.is_empty()).map(Cow::Owned)
    }

    fn is_unreadable(&self) -> bool {
        self.raw.as_deref().is_some_and(|raw| !raw.is_empty()) && self.present().is_none()
    }
}

impl<T: WriteText> WriteText for Option<T> {
    fn present(&self) -> Option<Cow<'_, str>> {
        self.as_ref()?.present()
    }

    fn is_unreadable(&self) -> bool {
        self.as_ref().is_some_and(T::is_unreadable)
    }
}

impl<T: WriteText> WriteText for Box<T> {
    fn present(&self) -> Option<Cow<'_, str>> {
        (**self).present()
    }

    fn is_unreadable(&self) -> bool {
        (**self).is_unreadable()
    }
}

/// A value of a [`Typed`].
pub(crate) trait WriteValue {
    /// Returns the text of a value in its standard form. An empty text means no value.
    fn to_text(&self) -> String;

    /// Returns whether a text is allowed by specifications and still has the given value, if any: a program may have changed the
    /// value since it was read.
    fn is_valid(raw: &str, value: Option<&Self>) -> bool;
}

/// Returns whether a text is valid for a kind of value. One without a value is valid if it could be read, or is a word.
fn is_valid_for<K: Read<Value = K> + PartialEq>(raw: &str, value: Option<&K>) -> bool {
    match (value, K::read(raw)) {
        (Some(value), Some(read)) => read == *value && K::read_strictly(raw).is_some(),
        (Some(_), None) => false,
        (None, _) => K::read_strictly(raw).is_some() || K::is_word(raw),
    }
}

/// Returns whether a list contains the words of the values, regardless of the separators.
fn is_list_of(raw: &str, values: &str) -> bool {
    let words = |text| {
        str::split(text, |c: char| c.is_whitespace() || matches!(c, ',' | ':'))
            .filter(|word| !word.is_empty())
    };
    words(raw).eq(words(values))
}

macro_rules! values {
    ($($kind:ty),+: $value:ident => $text:expr) => {
        $(impl WriteValue for $kind {
            fn to_text(&self) -> String {
                let $value = self;
                $text
            }

            fn is_valid(raw: &str, value: Option<&Self>) -> bool {
                is_valid_for::<$kind>(raw, value)
            }
        })+
    };
    (list $($kind:ty),+: $value:ident => $text:expr) => {
        $(impl WriteValue for $kind {
            fn to_text(&self) -> String {
                let $value = self;
                $text
            }

            fn is_valid(raw: &str, value: Option<&Self>) -> bool {
                value.is_some_and(|value| is_list_of(raw, &value.to_text()))
            }
        })+
    };
}

values!(u16, u32, u64, i32, i64, f64, bool: value => value.to_string());
values!(UpdatePeriod: period => period.as_str().to_owned());
values!(Duration: time => {
    // Every vocabulary allows seconds.
    let mut text = time.as_secs().to_string();
    if time.subsec_nanos() > 0 {
        let fraction = format!("{:09}", time.subsec_nanos());
        let _ = write!(text, ".{}", fraction.trim_end_matches('0'));
    }
    text
});
// RFC 5870 §3.
values!(Coordinates: place => {
    let mut text = format!("geo:{},{}", place.latitude, place.longitude);
    if let Some(elevation) = place.elevation {
        let _ = write!(text, ",{elevation}");
    }
    text
});
impl WriteValue for Moment {
    fn to_text(&self) -> String {
        self.to_rfc3339()
    }

    /// Any text is a valid date, except a text that only a handler in the program can read.
    fn is_valid(raw: &str, value: Option<&Self>) -> bool {
        let says = |value: &Self| date::parse(raw).is_ok_and(|read| read.instant() == value.instant());
        !raw.is_empty() && value.is_none_or(says)
    }
}

/// A DCMI Period.
impl WriteValue for Period {
    fn to_text(&self) -> String {
        let mut text = String::new();
        for (name, date) in [("start", &self.start), ("end", &self.end)] {
            // The dates of a period have the form that its scheme specifies.
            if let Some(date) = date.value {
                let _ = write!(text, "{name}={}; ", date.to_rfc3339());
            }
        }
        if !text.is_empty() {
            text.push_str("scheme=W3C-DTF;");
        }
        text
    }

    /// A period created by a program has no text. In a period that was read, the text contains the dates.
    fn is_valid(raw: &str, value: Option<&Self>) -> bool {
        let is_date = |date: &Date| {
            let is_own = |value| raw.contains(date.text()) && Moment::is_valid(date.text(), Some(value));
            date.is_absent() || date.value.as_ref().is_some_and(is_own)
        };
        value.is_some_and(|period| is_date(&period.start) && is_date(&period.end))
    }
}

impl WriteValue for u8 {
    fn to_text(&self) -> String {
        self.to_string()
    }

    fn is_valid(raw: &str, value: Option<&Self>) -> bool {
        // Midnight may be 24.
        value
            .is_some_and(|hour| raw.parse::<u8>().is_ok_and(|read| read == *hour || (read, *hour) == (24, 0)))
    }
}

values!(list Vec<Str>: words => words.join(", "));
values!(list Vec<u64>: numbers => numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(","));
values!(list Vec<WeightedTag>: tags => {
    let tag = |tag: &WeightedTag| match tag.weight {
        Some(weight) => format!("{}: {weight}", tag.name),
        None => tag.name.to_string(),
    };
    tags.iter().map(tag).collect::<Vec<_>>().join(", ")
});

/// Returns a text in the form required by its kind of value, or `None` if that is impossible. Texts and URIs are not checked.
pub(crate) fn fit(kind: ValueKind, text: &str) -> Option<Cow<'_, str>> {
    let is_number = |text: &str| match kind {
        ValueKind::Amount => decimal::parse(text).is_some_and(|number| number >= 0.0),
        _ => !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()),
    };
    match kind {
        ValueKind::Words(words) => {
            let word = words.iter().find(|word| word.eq_ignore_ascii_case(text.trim()));
            word.map(|word| Cow::Borrowed(*word))
        }
        ValueKind::Number | ValueKind::Amount | ValueKind::Length if is_number(text) => {
            Some(Cow::Borrowed(text))
        }
        // A time in everyday notation: `1:13`.
        ValueKind::Number | ValueKind::Amount => {
            let seconds = Duration::read(text)?.to_text();
            is_number(&seconds).then_some(Cow::Owned(seconds))
        }
        // A clock time is not a number of bytes, so a length has no alternative notation.
        ValueKind::Length => None,
        ValueKind::Date => date::parse(text).is_ok().then_some(Cow::Borrowed(text)),
        // The strict form is tried before the general one: W3C-DTF allows a year alone, and RFC 3339 would add a month, a day and a
        // time that were never stated.
        ValueKind::W3cDate if DateFormat::W3c.read(text).is_some() => Some(Cow::Borrowed(text)),
        ValueKind::W3cDate => date::parse(text).ok().map(|moment| Cow::Owned(moment.to_rfc3339())),
        ValueKind::MailDate => {
            let written = date::parse(text).ok().and_then(|moment| DateFormat::Rfc822.write(text, moment));
            written.map(|date| Cow::Owned(date.into_owned()))
        }
        // Without a fraction.
        ValueKind::Duration => text.split('.').next().filter(|text| !text.is_empty()).map(Cow::Borrowed),
        _ => Some(Cow::Borrowed(text)),
    }
}

/// Returns whether the text is absent or fits its kind.
pub(crate) fn is_fit(kind: ValueKind, field: &dyn WriteText) -> bool {
    !field.is_unreadable() && field.written().is_none_or(|text| fit(kind, &text).is_some())
}

/// Writes a field whose values must fit their kind. Other values are lost.
pub(crate) fn fitted(kind: ValueKind, to: &mut dyn ElementSink, write: &mut dyn FnMut(&mut dyn ElementSink)) {
    if kind.is_judged() {
        write(&mut Fitting { to, kind, leaf: Leaf::Outside });
    } else {
        write(to);
    }
}

/// A sink that accepts only values that fit their kind.
struct Fitting<'t> {
    to: &'t mut dyn ElementSink,
    kind: ValueKind,
    leaf: Leaf,
}

/// The element whose value is written.
enum Leaf {
    /// None, or one that was already passed on.
    Outside,
    /// Its prefix and its name. It is passed on together with its value, so that an element without a valid value is not left
    /// empty.
    Waiting(String, String),
    /// Its value does not fit.
    Lost,
}

impl Fitting<'_> {
    /// Passes on the waiting element.
    fn begin(&mut self) {
        if let Leaf::Waiting(prefix, local) = std::mem::replace(&mut self.leaf, Leaf::Outside) {
            // The leaf is already `Outside`, so a second value of the element does not start it again.
            self.to.open(&prefix, &local);
        }
    }

    /// Passes on a value if it fits. `part` is the name of its attribute.
    fn pass(&mut self, value: &str, attribute: Option<&str>) {
        if matches!(self.leaf, Leaf::Lost) {
            return;
        }
        let Some(value) = fit(self.kind, value) else {
            let part = attribute.map(|name| format!("/@{name}")).unwrap_or_default();
            // A waiting element has only this value: it is lost as a whole, and `close` must not pass on its end tag. If the value
            // is an attribute of an element that was already passed on, that element remains.
            let element = match std::mem::replace(&mut self.leaf, Leaf::Outside) {
                Leaf::Waiting(prefix, local) => {
                    self.leaf = Leaf::Lost;
                    format!("/{prefix}:{local}")
                }
                Leaf::Outside | Leaf::Lost => String::new(),
            };
            return self.to.lose_unreadable(&(element + &part));
        };
        self.begin();
        match attribute {
            Some(name) => self.to.attribute(name, &value),
            None => self.to.text(&value),
        }
    }
}

impl ElementSink for Fitting<'_> {
    fn open(&mut self, prefix: &str, local: &str) {
        self.begin();
        self.leaf = Leaf::Waiting(prefix.to_owned(), local.to_owned());
    }

    fn attribute(&mut self, name: &str, value: &str) {
        self.pass(value, Some(name));
    }

    fn text(&mut self, text: &str) {
        self.pass(text, None);
    }

    fn value(&mut self, text: &Text, typed: TextType) {
        self.begin();
        self.to.value(text, typed);
    }

    fn close(&mut self) {
        if !matches!(self.leaf, Leaf::Lost) {
            self.begin();
            self.to.close();
        }
        self.leaf = Leaf::Outside;
    }

    fn entry(&mut self, entry: &Entry) {
        self.begin();
        self.to.entry(entry);
    }

    fn lose_unreadable(&mut self, part: &str) {
        self.to.lose_unreadable(part);
    }

    fn uri_attribute(&mut self, name: &str, uri: &str) {
        self.begin();
        self.to.uri_attribute(name, uri);
    }

    fn uri_element(&mut self, prefix: &str, local: &str, uri: &str) {
        self.begin();
        self.to.uri_element(prefix, local, uri);
    }
}

/// A value that is written into an element.
pub(crate) trait WriteParts {
    /// Writes the attributes, the text and the elements into the innermost element, which was just started.
    fn write_parts(&self, prefix: &str, to: &mut dyn ElementSink);

    /// Returns whether the required values of the element can be written. No reader expects the element without them.
    fn has_needs(&self) -> bool {
        true
    }
}

macro_rules! text_parts {
    ($([$($generics:tt)*] $kind:ty;)+) => {
        $(impl<$($generics)*> WriteParts for $kind {
            fn write_parts(&self, _: &str, to: &mut dyn ElementSink) {
                to.text(&self.present().unwrap_or_default());
            }
        })+
    };
}

text_parts! {
    [] Str;
    [T: WriteValue] Typed<T>;
}

impl<T: WriteParts> WriteParts for &T {
    fn write_parts(&self, prefix: &str, to: &mut dyn ElementSink) {
        (**self).write_parts(prefix, to);
    }
}

impl<T: WriteParts> WriteParts for Option<T> {
    fn write_parts(&self, prefix: &str, to: &mut dyn ElementSink) {
        if let Some(parts) = self {
            parts.write_parts(prefix, to);
        }
    }
}

impl<T: WriteParts> WriteParts for Box<T> {
    fn write_parts(&self, prefix: &str, to: &mut dyn ElementSink) {
        (**self).write_parts(prefix, to);
    }
}

/// A text with a type, as in Media RSS.
impl WriteParts for Text {
    fn write_parts(&self, _: &str, to: &mut dyn ElementSink) {
        // It is plain if it has no type.
        if self.is_markup() {
            to.attribute("type", "html");
        }
        to.value(self, TextType::Given);
    }
}

/// The text from which the person was read, or an equivalent one.
impl WriteParts for Person {
    fn write_parts(&self, _: &str, to: &mut dyn ElementSink) {
        match text_as_read(self) {
            Some(text) => to.text(text),
            None => to.text(&mailbox(self.name.as_deref(), self.email.as_deref()).unwrap_or_default()),
        }
    }
}

impl WriteParts for Attributes {
    fn write_parts(&self, _: &str, to: &mut dyn ElementSink) {
        for (name, value) in self.iter() {
            to.attribute(name, value);
        }
    }
}

/// A field that is written as separate elements.
pub(crate) trait WriteElements {
    /// Returns whether there is anything to write.
    fn is_present(&self) -> bool;

    fn write(&self, prefix: &str, local: &str, to: &mut dyn ElementSink);
}

fn write_one(value: &dyn WriteParts, prefix: &str, local: &str, to: &mut dyn ElementSink) {
    if !value.has_needs() {
        return to.lose_unreadable(&format!("/{prefix}:{local}"));
    }
    to.open(prefix, local);
    value.write_parts(prefix, to);
    to.close();
}

macro_rules! elements {
    ($([$($generics:tt)*] $kind:ty: $field:ident => $values:expr;)+) => {
        $(impl<$($generics)*> WriteElements for $kind {
            fn is_present(&self) -> bool {
                let $field = self;
                $values.next().is_some()
            }

            fn write(&self, prefix: &str, local: &str, to: &mut dyn ElementSink) {
                let $field = self;
                for value in $values {
                    write_one(value, prefix, local, to);
                }
            }
        })+
    };
}

elements! {
    [T: WriteParts] Option<T>: field => field.iter();
    [T: WriteParts] Vec<T>: field => field.iter();
    [] Str: field => Some(field).filter(|text| !text.is_empty()).into_iter();
    [] Attributes: field => Some(field).filter(|attributes| !attributes.is_empty()).into_iter();
}

impl<T: WriteValue> WriteElements for Typed<T> {
    fn is_present(&self) -> bool {
        self.present().is_some()
    }

    fn write(&self, prefix: &str, local: &str, to: &mut dyn ElementSink) {
        if self.is_unreadable() {
            to.lose_unreadable(&format!("/{prefix}:{local}"));
        } else if let Some(text) = self.present().filter(|text| !text.is_empty()) {
            to.element(prefix, local, &text);
        }
    }
}

/// The presence of an element.
impl WriteElements for bool {
    fn is_present(&self) -> bool {
        *self
    }

    fn write(&self, prefix: &str, local: &str, to: &mut dyn ElementSink) {
        if *self {
            to.element(prefix, local, "");
        }
    }
}

/// Returns a boolean in the words of its element: the original word if it is one of them, or else the first one for `false` and the
/// second one for `true`.
pub(crate) fn in_words(field: &Typed<bool>, words: &[&'static str]) -> Typed<bool> {
    match field.value {
        Some(value)
            if !field
                .raw
                .as_deref()
                .is_some_and(|raw| words.contains(&raw) && bool::read(raw) == Some(value)) =>
        {
            let word = words.get(usize::from(value)).copied().unwrap_or_default();
            Typed::new(Str::from_static(word), |_| field.value)
        }
        _ => field.clone(),
    }
}

/// Writes a field into an attribute of the element that was just started.
pub(crate) fn write_attribute(field: &dyn WriteText, name: &str, to: &mut dyn ElementSink) {
    if field.is_unreadable() {
        to.lose_unreadable(&format!("/@{name}"));
    } else if let Some(text) = field.written() {
        to.attribute(name, &text);
    }
}

/// Writes a field as the text of the innermost element.
pub(crate) fn write_text(field: &dyn WriteText, to: &mut dyn ElementSink) {
    if field.is_unreadable() {
        to.lose_unreadable("");
    } else if let Some(text) = field.written() {
        to.text(&text);
    }
}

/// Writes a field as elements inside a common parent.
pub(crate) fn write_members(
    field: &dyn WriteElements,
    (prefix, local): (&str, &str),
    member: &str,
    to: &mut dyn ElementSink,
) {
    if field.is_present() {
        to.open(prefix, local);
        field.write(prefix, member, to);
        to.close();
    }
}

/// A field whose values are written into an attribute, each in a separate element.
pub(crate) trait WriteIn {
    fn write_in(&self, name: (&str, &str), attribute: &str, to: &mut dyn ElementSink);
}

impl<T: WriteValue> WriteIn for Typed<T> {
    fn write_in(&self, (prefix, local): (&str, &str), attribute: &str, to: &mut dyn ElementSink) {
        if let Some(text) = self.present() {
            to.open(prefix, local);
            to.attribute(attribute, &text);
            to.close();
        }
    }
}

macro_rules! written_in {
    ($($kind:ty),+) => {
        $(impl WriteIn for $kind {
            fn write_in(&self, (prefix, local): (&str, &str), attribute: &str, to: &mut dyn ElementSink) {
                for text in self.iter() {
                    to.open(prefix, local);
                    to.attribute(attribute, text);
                    to.close();
                }
            }
        })+
    };
}

written_in!(Option<Str>, Vec<Str>);

/// Writes a URI into an attribute of the element that was just started.
pub(crate) fn write_uri_attribute(uri: Option<&Str>, name: &str, to: &mut dyn ElementSink) {
    if let Some(uri) = uri {
        to.uri_attribute(name, uri);
    }
}

/// Writes URIs as elements.
pub(crate) fn write_uris<'u>(
    uris: impl IntoIterator<Item = &'u Str>,
    (prefix, local): (&str, &str),
    to: &mut dyn ElementSink,
) {
    for uri in uris {
        to.uri_element(prefix, local, uri);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown<T: WriteValue>(raw: &str, value: T) -> String {
        Typed::new(raw, |_| Some(value)).present().unwrap_or_default().into_owned()
    }

    #[test]
    fn a_text_counts_only_if_it_says_the_value() {
        let date = |text: &str| date::parse(text).expect("a date");
        let words = |words: &[&str]| words.iter().map(|word| Str::from(*word)).collect::<Vec<_>>();
        let yes_or_no =
            |raw: &str, value| in_words(&Typed::new(raw, |_| Some(value)), &["No", "Yes", "no", "yes"]);
        let wrong: Vec<_> = [
            (shown("07", 7_u32), "07"),
            (shown("7", 5_u32), "5"),
            (shown("1,000", 1000_u64), "1000"),
            (shown("1:02", Duration::from_secs(62)), "1:02"),
            (shown("1:02", Duration::from_secs(63)), "63"),
            (shown("now", Duration::from_secs(63)), "63"),
            (shown("1.50", 1.5), "1.50"),
            (shown("1.50", 2.5), "2.5"),
            (shown("24", 0_u8), "24"),
            (shown("24", 1_u8), "1"),
            (shown("a b", words(&["a", "b"])), "a b"),
            (shown("a b", words(&["a"])), "a"),
            (shown("2 Jan 2026", date("2026-01-02")), "2 Jan 2026"),
            (shown("2 Jan 2026", date("2026-01-03")), "2026-01-03T00:00:00Z"),
            (yes_or_no("no", false).text().to_owned(), "no"),
            (yes_or_no("no", true).text().to_owned(), "Yes"),
        ]
        .into_iter()
        .filter(|(found, expected)| found != expected)
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn values_are_written_in_the_form_of_their_kind_or_not_at_all() {
        let words = ValueKind::Words(&["full", "trailer"]);
        let mut wrong = Vec::new();
        for (kind, text, expected) in [
            (words, "Trailer", Some("trailer")),
            (words, "odd", None),
            (ValueKind::Number, "60", Some("60")),
            (ValueKind::Number, "1:00", Some("60")),
            (ValueKind::Number, "1.5", None),
            (ValueKind::Amount, "1.5", Some("1.5")),
            (ValueKind::Amount, "00:12:30", Some("750")),
            (ValueKind::Amount, "soon", None),
            (ValueKind::Length, "12.5 MB", None),
            (ValueKind::Duration, "1:02:03", Some("1:02:03")),
            (ValueKind::Duration, "3672.5", Some("3672")),
            (ValueKind::Date, "Sat, 01 Jan 2000 12:00:00 GMT", Some("Sat, 01 Jan 2000 12:00:00 GMT")),
            (ValueKind::Date, "soon", None),
            (ValueKind::W3cDate, "Sat, 01 Jan 2000 12:00:00 GMT", Some("2000-01-01T12:00:00Z")),
            (ValueKind::MailDate, "2000-01-01T12:00:00+01:00", Some("Sat, 1 Jan 2000 12:00:00 +0100")),
            (ValueKind::MailDate, "Sat, 01 Jan 2000 12:00:00 GMT", Some("Sat, 01 Jan 2000 12:00:00 GMT")),
            (ValueKind::MailDate, "soon", None),
            (ValueKind::W3cDate, "2000-01", Some("2000-01")),
            (ValueKind::W3cDate, "2000-01-01T12:00", Some("2000-01-01T12:00:00Z")),
            (ValueKind::Text, "anything", Some("anything")),
        ] {
            let found = fit(kind, text);
            if found.as_deref() != expected {
                wrong.push((kind, text, found));
            }
        }
        assert_eq!(wrong, []);
    }
}
