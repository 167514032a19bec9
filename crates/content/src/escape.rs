//! Text that is put into a page.

use std::borrow::Cow;

#[cfg(feature = "sanitize")]
use bozofeed_text::delimiters::find_in_value;
#[cfg(feature = "sanitize")]
use bozofeed_text::forward::memchr;
#[cfg(feature = "sanitize")]
use bozofeed_text::html::characters::NO_BREAK_SPACE;
use bozofeed_text::html::escape;

/// Returns HTML that shows a text: as the content of an element, or within a quoted attribute value. Text without `&`, `<`, `>`, `"` and
/// `'` is not copied.
///
/// Titles, names and all other plain text of a feed are not HTML; use `Text::to_html` for markup. A URL in an attribute must also be
/// safe: URLs of the model are, and [`is_script_url`](bozofeed_text::html::uri::is_script_url) checks any other.
///
/// It is not enough for the content of `script` and `style`, for attributes such as `onclick` and `style`, or for values
/// without quotes.
///
/// ```
/// use bozofeed_content::escape;
///
/// let (title, link) = ("Ships & \"tides\"", "/1?a&b");
/// let html = format!("<a href=\"{}\">{}</a>", escape(link), escape(title));
/// assert_eq!(html, "<a href=\"/1?a&amp;b\">Ships &amp; &quot;tides&quot;</a>");
/// ```
#[must_use]
pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(escape::MARKS) {
        return Cow::Borrowed(text);
    }
    let mut html = String::with_capacity(text.len() + text.len() / 8 + 8);
    escape::escape(text, escape::MARKS, &mut html);
    Cow::Owned(html)
}

/// Escapes the characters of an attribute value that a serializer escapes (HTML Standard 13.3), and also `<` and `>`.
#[cfg(feature = "sanitize")]
pub(super) fn escaped(value: &str) -> Cow<'_, str> {
    let bytes = value.as_bytes();
    if find_in_value(bytes, 0).is_none() && (bytes.is_ascii() || memchr(NO_BREAK_SPACE[0], bytes).is_none()) {
        return Cow::Borrowed(value);
    }
    let mut out = String::with_capacity(value.len() + 16);
    let mut rest = value;
    // `<` is escaped so that every `<` of the output begins a tag (rule 1 of `content`).
    while let Some(at) = rest.bytes().position(|b| matches!(b, b'&' | b'"' | b'<' | b'>' | 0xC2)) {
        let (plain, special) = rest.split_at(at);
        out.push_str(plain);
        let mut characters = special.chars();
        match characters.next() {
            Some('&') => out.push_str("&amp;"),
            Some('"') => out.push_str("&quot;"),
            Some('<') => out.push_str("&lt;"),
            Some('>') => out.push_str("&gt;"),
            Some('\u{A0}') => out.push_str("&nbsp;"),
            Some(other) => out.push(other),
            None => {}
        }
        rest = characters.as_str();
    }
    out.push_str(rest);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::escape;
    use bozofeed_testing::{check, text};
    use bozofeed_text::html::references::unescape;

    #[test]
    fn no_mark_remains_and_the_text_is_the_same() {
        assert_eq!(escape("<a href='b'>\"c\" & d"), "&lt;a href=&#39;b&#39;&gt;&quot;c&quot; &amp; d");
        check(512, |u| {
            let text = text(u, 0..=24, &["&<>\"'", "amp;lt#39", "\u{e9}\u{1F600} \n"])?;
            let escaped = escape(&text);
            assert!(!escaped.contains(['<', '>', '"', '\'']), "{text:?}: {escaped:?}");
            assert_eq!(unescape(&escaped), text);
            assert_eq!(matches!(escaped, std::borrow::Cow::Borrowed(_)), escaped == text);
            Ok(())
        });
    }
}
