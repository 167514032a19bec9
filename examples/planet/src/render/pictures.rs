//! The content of entries, sanitized. Its pictures are loaded when they are seen, without a referrer, and pictures that count readers are
//! removed.

use std::borrow::Cow;

use bozofeed::content::{Allowlist, Cleaner, Sanitize};

/// Returns the content of an entry to be shown. It is sanitized once more: the database may be older than a rule of the sanitizer.
/// Identifiers get a prefix.
pub(super) fn clean(html: &str, id_prefix: &str) -> String {
    let mut allowlist = Allowlist::reader();
    allowlist.id_prefix = Some(id_prefix.to_owned());
    let cleaner = Cleaner::new(&Sanitize::Custom(Box::new(allowlist)), false);
    cleaner.sanitized(html, "").map_or_else(String::new, |html| tidy(html.as_str()).into_owned())
}

/// Returns markup with these attributes on its pictures, and without pictures of 1 × 1.
fn tidy(html: &str) -> Cow<'_, str> {
    if !html.contains("<img") {
        return Cow::Borrowed(html);
    }
    let mut tidy = String::with_capacity(html.len() + 64);
    let mut rest = html;
    while let Some((before, tag)) = rest.split_once('<') {
        tidy.push_str(before);
        let end = end_of_tag(tag);
        let (inner, after) = (tag.get(..end).unwrap_or(tag), tag.get(end..).unwrap_or_default());
        rest = after.strip_prefix('>').unwrap_or(after);
        let attributes =
            inner.strip_prefix("img").filter(|rest| rest.is_empty() || rest.starts_with([' ', '/']));
        if let Some(attributes) = attributes {
            picture(attributes.trim_end_matches('/'), &mut tidy);
            continue;
        }
        tidy.push('<');
        tidy.push_str(inner);
        tidy.push_str(&after[..after.len() - rest.len()]);
    }
    tidy.push_str(rest);
    Cow::Owned(tidy)
}

/// Returns the length of a tag without its marks: up to a `>` that is not in quotation marks.
fn end_of_tag(tag: &str) -> usize {
    let mut is_quoted = false;
    let end = tag.bytes().position(|byte| {
        is_quoted ^= byte == b'"';
        byte == b'>' && !is_quoted
    });
    end.unwrap_or(tag.len())
}

/// Writes an `img`, unless it is of 1 × 1.
fn picture(attributes: &str, out: &mut String) {
    let all: Vec<(&str, &str)> = pairs(attributes).collect();
    let is_dot = |name: &str| {
        let value = all.iter().find(|(known, _)| *known == name).map(|(_, value)| value.trim());
        let pixels = value.map(|value| value.strip_suffix("px").unwrap_or(value).trim());
        pixels.and_then(|pixels| pixels.parse::<f32>().ok()).is_some_and(|pixels| pixels <= 1.0)
    };
    if is_dot("width") && is_dot("height") {
        return;
    }
    out.push_str("<img");
    for (name, value) in
        all.iter().filter(|(name, _)| !matches!(*name, "loading" | "referrerpolicy" | "decoding"))
    {
        out.extend([" ", name, "=\"", value, "\""]);
    }
    out.push_str(" loading=\"lazy\" referrerpolicy=\"no-referrer\" decoding=\"async\">");
}

/// Returns the attributes of a sanitized tag: `name="value"`.
fn pairs(attributes: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = attributes;
    std::iter::from_fn(move || {
        let (name, after) = rest.split_once("=\"")?;
        let (value, after) = after.split_once('"')?;
        rest = after;
        Some((name.trim(), value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_lazy_and_dots_are_left_out() {
        const ADDED: &str = " loading=\"lazy\" referrerpolicy=\"no-referrer\" decoding=\"async\">";
        let kept = |attributes: &str| format!("<img{attributes}{ADDED}");
        for (html, expected) in [
            ("<p>a &lt;img&gt;</p>", "<p>a &lt;img&gt;</p>".to_owned()),
            ("<b onclick=\"x()\" id=\"b\">a</b>", "<b id=\"p-b\">a</b>".to_owned()),
            (
                "<p>a<img src=\"x\" alt=\"a > b\">b</p>",
                format!("<p>a{}b</p>", kept(" src=\"x\" alt=\"a &gt; b\"")),
            ),
            ("<img src=\"x\" loading=\"eager\" referrerpolicy=\"unsafe-url\">", kept(" src=\"x\"")),
            ("<img src=\"x\" width=\"1\" height=\"1\">b", "b".to_owned()),
            ("<img width=\"0.5px\" src=\"x\" height=\" 0 \"/>b", "b".to_owned()),
            ("<img width=\"1\" height=\"100\">", kept(" width=\"1\" height=\"100\"")),
            ("<img width=\"100%\" height=\"1\">", kept(" width=\"100%\" height=\"1\"")),
            ("<b title=\"<img width=1>\">x</b>", "<b title=\"&lt;img width=1&gt;\">x</b>".to_owned()),
        ] {
            assert_eq!(clean(html, "p-"), expected, "{html}");
        }
    }
}
