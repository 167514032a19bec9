//! Texts.

use super::value::{IntoValue as _, IntoValues as _};
use std::borrow::Cow;

use super::{Dictionary, Value, lowercase, string};
use crate::budget::PaidList;
use crate::content::{self, normalized_reference};
use crate::cost::Priced;
use crate::model::Text;
use crate::statement::Priority;

/// A summary or a content of an entry.
#[derive(Debug)]
pub(super) struct EntryText {
    pub(super) text: Text,
    pub(super) is_summary: bool,
    /// Whether the element has an attribute for its type.
    pub(super) is_typed: bool,
    pub(super) priority: Priority,
}

impl Priced for EntryText {
    fn heap(&self) -> usize {
        self.text.heap()
    }

    fn written(&self) -> usize {
        self.text.written()
    }
}

/// The summaries and contents of an entry.
#[derive(Debug, Default)]
pub(super) struct EntryTexts {
    /// In document order.
    pub(super) all: PaidList<EntryText>,
    /// Whether a content came before, outside of any entry.
    pub(super) had_content: bool,
    /// Whether there is no room for a copy of the content as the summary of an entry without one.
    pub(super) lacks_room_for_summary: bool,
}

/// Adds the summary, or the first readable content if the entry has none; and the contents.
pub(super) fn summary<'a>(d: &mut Dictionary<'a>, texts: &'a EntryTexts) {
    let EntryTexts { all: texts, had_content, lacks_room_for_summary } = texts;
    if texts.iter().filter(|text| text.is_summary).count() > 1 {
        return several_summaries(d, texts, *had_content);
    }
    let contents = || texts.iter().filter(|text| !text.is_summary).map(|text| &text.text);
    if contents().next().is_some() {
        d.insert("content", contents().map(detail).into_list());
    }
    if let Some(summary) = texts.iter().find(|text| text.is_summary) {
        return text(d, "summary", Some(&summary.text));
    }
    if *lacks_room_for_summary {
        return;
    }
    // `_end_content` copies contents of these types alone.
    let readable = |text: &&Text| {
        matches!(text.media_type.as_ref(), "text/plain" | "text/html" | "application/xhtml+xml")
    };
    if let Some(text) = contents().find(readable) {
        d.insert("summary", value(text));
    }
}

/// The first of several summaries is the summary, and the next one a content, unless there is content already: then it
/// replaces the summary.
fn several_summaries<'a>(d: &mut Dictionary<'a>, texts: &'a [EntryText], had_content: bool) {
    let (mut summary, mut contents) = (None, Vec::new());
    // The value of an element within others does not replace that of one that is not, but its details do.
    let mut shown: Option<&EntryText> = None;
    for text in texts {
        let candidate = &text.text;
        if !text.is_summary {
            contents.push(detail(candidate));
        } else if summary.is_none() || had_content || !contents.is_empty() {
            summary = Some(candidate);
            if shown.is_none_or(|shown| !text.priority.is_deeper_than(shown.priority)) {
                shown = Some(text);
            }
        } else if candidate.media_type == "text/html"
            && !text.is_typed
            && !content::looks_like_html(&candidate.value)
        {
            // Content is plain text until it looks like markup.
            let value = content::unescape(&candidate.value).into_owned();
            contents.push(detail_of(candidate, "text/plain", value.into()));
        } else {
            contents.push(detail(candidate));
        }
    }
    self::text(d, "summary", summary);
    if let Some(shown) = shown {
        d.insert("summary", value(&shown.text));
    }
    if !contents.is_empty() {
        d.insert("content", contents);
    }
}

pub(super) fn text<'a>(d: &mut Dictionary<'a>, key: &'static str, text: Option<&'a Text>) {
    if let Some(text) = text {
        let shown = value(text);
        d.insert(key, shown.clone());
        d.insert([key, "_detail"].concat(), detail_of(text, &text.media_type, shown));
    }
}

pub(super) fn detail(text: &Text) -> Value<'_> {
    detail_of(text, &text.media_type, value(text))
}

fn detail_of<'a>(text: &'a Text, media_type: &'a str, shown: Cow<'a, str>) -> Value<'a> {
    let mut d = Dictionary::with_capacity(5);
    d.insert("type", lowercase(media_type));
    d.insert("language", text.language());
    d.insert("base", text.base().unwrap_or(""));
    d.insert("value", shown);
    string(&mut d, "src", text.src());
    d.into_value()
}

/// Returns the details of plain text without a language and a base.
pub(super) fn plain_detail(text: &str) -> Dictionary<'_> {
    let mut d = Dictionary::with_capacity(4);
    d.insert("type", "text/plain");
    d.insert("language", Value::None);
    d.insert("base", "");
    d.insert("value", text);
    d
}

/// The text; HTML has its numeric character references as Universal Feed Parser writes them.
fn value(text: &Text) -> Cow<'_, str> {
    let is_markup = text.media_type.ends_with("html") || text.media_type.ends_with("xhtml+xml");
    // The sanitizer writes references in this way.
    if is_markup && !text.is_sanitized() { references(&text.value) } else { Cow::Borrowed(&text.value) }
}

/// The most digits of a numeric reference that is rewritten.
const LONGEST_NUMBER: usize = 8;

/// Numeric references with their digits in lower case, those of windows-1252 to what is meant, and none for quotes.
fn references(html: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut copied = 0;
    for at in crate::forward::memmem::find_iter(html.as_bytes(), "&#") {
        let number = html.get(at + 2..).unwrap_or_default();
        let length = number.bytes().take(LONGEST_NUMBER + 1).position(|b| b == b';');
        let Some(number) = length.and_then(|length| number.get(..length)) else { continue };
        let Some(written) = normalized_reference(number) else { continue };
        out.push_str(html.get(copied..at).unwrap_or_default());
        out.push_str(&written);
        copied = at + "&#;".len() + number.len();
    }
    if copied == 0 {
        return Cow::Borrowed(html);
    }
    out.push_str(html.get(copied..).unwrap_or_default());
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::references;

    #[test]
    fn numeric_references_are_written_as_the_reference_does() {
        for (html, expected) in [
            ("a &#34;b&#34; &#39;c&#39; &#039;", "a \"b\" 'c' &#039;"),
            ("&#X2F; &#x1F600; &#8217;", "&#x2f; &#x1f600; &#8217;"),
            ("&#150;&#x0096;&#129;", "&#x2013;&#x2013;&#129;"),
            ("&#; &#x; &#xg; &#", "&#; &#x; &#xg; &#"),
            ("&rsquo; &amp; é", "&rsquo; &amp; é"),
        ] {
            assert_eq!(references(html), expected, "{html}");
        }
    }
}
