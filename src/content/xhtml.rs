//! Conversion of cleaned HTML to XHTML, which an XML parser can read.

use super::output::Output;
use crate::forward::{memchr, memchr2_iter};
use crate::html::characters::is_xml_char;
use crate::markup::{TagName, end_of_non_tag, is_void};
use std::borrow::Cow;

/// Converts cleaned markup to well-formed XML: empty elements are closed (XHTML 1.0 §4.6), `<` in attributes is escaped (XML
/// 1.0 §2.3), entities that XML does not know are replaced (§4.6), and characters that XML does not have are removed (§2.2).
pub(crate) fn well_formed(markup: Cow<'_, str>) -> Cow<'_, str> {
    if !markup.chars().all(is_xml_char) {
        let kept: String = markup.chars().filter(|c| is_xml_char(*c)).collect();
        return Cow::Owned(well_formed(Cow::Owned(kept)).into_owned());
    }
    let mut out = Output::new(&markup);
    let mut at = 0;
    while at < markup.len() {
        let here = memchr(b'<', markup.get(at..).unwrap_or_default().as_bytes());
        let here = here.map_or(markup.len(), |found| at + found);
        replace_specials(&markup, (at, here), &mut out);
        at = match TagName::read(&markup, here).and_then(|name| name.rest(&markup, |_| {})) {
            Some(tag) => {
                let end = tag.end - ">".len();
                replace_specials(&markup, (here + "<".len(), end), &mut out);
                if is_void(tag.name) && !tag.is_self_closing {
                    out.insert(end, " /");
                }
                tag.end
            }
            None => end_of_non_tag(&markup, here),
        };
    }
    let changed = match out.finish() {
        Cow::Owned(changed) => Some(changed),
        Cow::Borrowed(_) => None,
    };
    changed.map_or(markup, Cow::Owned)
}

/// Escapes each `<` of the text, or inside of the tag, between two offsets. HTML serializes a no-break space by name (HTML Standard
/// 13.3).
fn replace_specials(markup: &str, (from, to): (usize, usize), out: &mut Output<'_>) {
    let text = markup.get(from..to).unwrap_or_default();
    for at in memchr2_iter(b'<', b'&', text.as_bytes()) {
        let here = from + at;
        match text.get(at..) {
            Some(rest) if rest.starts_with("&nbsp;") => out.replace(here, here + "&nbsp;".len(), "\u{A0}"),
            Some(rest) if rest.starts_with('<') => out.replace(here, here + "<".len(), "&lt;"),
            _ => {}
        }
    }
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
