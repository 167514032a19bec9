//! Conversion of cleaned HTML to XHTML, which an XML parser can read.

use crate::html::characters::is_xml_char;
use crate::markup::is_void;
use memchr::memchr2;
use std::borrow::Cow;

/// Converts cleaned markup to well-formed XML: empty elements are closed (XHTML 1.0 §4.6), `<` in attributes is escaped (XML
/// 1.0 §2.3), entities that XML does not know are replaced (§4.6), and characters that XML does not have are removed (§2.2).
pub(crate) fn well_formed(markup: Cow<'_, str>) -> Cow<'_, str> {
    if !markup.chars().all(is_xml_char) {
        let kept: String = markup.chars().filter(|c| is_xml_char(*c)).collect();
        return Cow::Owned(well_formed(Cow::Owned(kept)).into_owned());
    }
    if memchr2(b'<', b'&', markup.as_bytes()).is_none() {
        return markup;
    }
    let mut out = String::with_capacity(markup.len() + 16);
    let mut rest = markup.as_ref();
    while let Some((before, behind)) =
        memchr2(b'<', b'&', rest.as_bytes()).and_then(|at| rest.split_at_checked(at))
    {
        out.push_str(before);
        rest = if behind.starts_with('&') {
            reference(behind, &mut out)
        } else if behind.starts_with("<!--") {
            let end = behind.find("-->").map_or(behind.len(), |at| at + "-->".len());
            copy(behind, end, &mut out)
        } else {
            tag(behind, &mut out)
        };
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Copies the first `length` bytes; returns the rest.
fn copy<'a>(text: &'a str, length: usize, out: &mut String) -> &'a str {
    let (copied, rest) = text.split_at_checked(length).unwrap_or((text, ""));
    out.push_str(copied);
    rest
}

/// Copies a reference; returns the rest. HTML serializes a no-break space by name (HTML Standard 13.3).
fn reference<'a>(text: &'a str, out: &mut String) -> &'a str {
    if let Some(rest) = text.strip_prefix("&nbsp;") {
        out.push('\u{A0}');
        return rest;
    }
    copy(text, 1, out)
}

/// Converts the tag at the start of the text; returns the rest.
fn tag<'a>(text: &'a str, out: &mut String) -> &'a str {
    let name_end =
        text.find(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/')).unwrap_or(text.len());
    let is_void = text.get(1..name_end.max(1)).is_some_and(is_void);
    let bytes = text.as_bytes();
    let is_special = |b: &u8| matches!(b, b'<' | b'>' | b'&' | b'"' | b'\'');
    let mut quote = None;
    // The `<` of the tag is not one of an attribute.
    let (mut copied, mut at) = (0, 1);
    while let Some(found) = bytes.get(at..).and_then(|rest| rest.iter().position(is_special)) {
        let special = at + found;
        at = special + 1;
        match bytes[special] {
            b'>' if quote.is_none() => {
                out.push_str(&text[copied..special]);
                if is_void && !out.ends_with('/') {
                    out.push_str(" /");
                }
                out.push('>');
                return &text[at..];
            }
            b'&' if text[special..].starts_with("&nbsp;") => {
                out.push_str(&text[copied..special]);
                out.push('\u{A0}');
                at = special + "&nbsp;".len();
                copied = at;
            }
            b'<' => {
                out.push_str(&text[copied..special]);
                out.push_str("&lt;");
                copied = at;
            }
            mark @ (b'"' | b'\'') if quote == Some(mark) => quote = None,
            mark @ (b'"' | b'\'') if quote.is_none() => quote = Some(mark),
            _ => {}
        }
    }
    out.push_str(&text[copied..]);
    ""
}

#[cfg(test)]
mod tests {
    use super::well_formed;
    use std::borrow::Cow;

    #[test]
    fn cleaned_markup_becomes_well_formed() {
        for (html, xhtml) in [
            ("plain", "plain"),
            ("a<br>b", "a<br />b"),
            ("a<br />b<br/>", "a<br />b<br/>"),
            ("<img src=\"a.png\" alt=\"\">", "<img src=\"a.png\" alt=\"\" />"),
            ("<img alt=\"a > b\">", "<img alt=\"a > b\" />"),
            ("<p title=\"a<br>b\">x</p>", "<p title=\"a&lt;br>b\">x</p>"),
            ("<p title='\"<'>x</p>", "<p title='\"&lt;'>x</p>"),
            ("a&nbsp;b &amp;nbsp; &lt;", "a\u{A0}b &amp;nbsp; &lt;"),
            ("<b title=\"&nbsp;&amp;\">x</b>", "<b title=\"\u{A0}&amp;\">x</b>"),
            ("<!-- <br> & -->x", "<!-- <br> & -->x"),
            ("<br", "<br"),
            ("é<hr>é", "é<hr />é"),
            ("\u{1b}a\u{FFFF}\t<br>", "a\t<br />"),
        ] {
            assert_eq!(well_formed(Cow::Borrowed(html)), xhtml, "{html}");
        }
    }
}
