//! The syntax of XHTML, which an XML parser can read.

use super::output::Output;
use bozofeed_text::forward::{memchr, memchr2_iter, memmem};
use bozofeed_text::markup::{TagName, end_of_non_tag, is_void};
use bozofeed_text::xml_chars::{is_xml_char, is_xml_text};
use std::borrow::Cow;

/// The syntax in which markup is read and written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syntax {
    /// HTML (HTML Standard).
    Html,
    /// XML.
    Xhtml,
}

impl Syntax {
    /// Prepares markup for sanitizing. This is the first step, since removing a character can complete something that the sanitizer has
    /// to check: `java&#xFFFE;script:`.
    pub(super) fn prepare(self, markup: Cow<'_, str>) -> Cow<'_, str> {
        match self {
            Self::Html => markup,
            Self::Xhtml => with_xml_characters(markup),
        }
    }

    /// Returns markup in this syntax.
    pub(super) fn of(self, markup: Cow<'_, str>) -> Cow<'_, str> {
        match self {
            Self::Html => markup,
            Self::Xhtml => well_formed(markup),
        }
    }
}

/// Removes the characters that XML forbids (XML 1.0 §2.2) and references to them.
fn with_xml_characters(markup: Cow<'_, str>) -> Cow<'_, str> {
    // Characters are removed before references are checked, since that may complete a reference: `&#`, U+FFFE and `1;`.
    let markup = if is_xml_text(&markup) {
        markup
    } else {
        Cow::Owned(markup.chars().filter(|c| is_xml_char(*c)).collect())
    };
    let mut out = String::new();
    let mut copied = 0;
    for at in memmem::find_iter(markup.as_bytes(), "&#") {
        let Some(length) = markup.get(at..).and_then(foreign_reference) else { continue };
        out.push_str(markup.get(copied..at).unwrap_or_default());
        // Nothing in its place could complete another reference.
        if ends_within_reference(&out) {
            out.push(char::REPLACEMENT_CHARACTER);
        }
        copied = at + length;
    }
    if copied == 0 {
        return markup;
    }
    out.push_str(markup.get(copied..).unwrap_or_default());
    Cow::Owned(out)
}

/// Returns the length of the numeric reference at the start of a text if its number is not an XML character.
fn foreign_reference(text: &str) -> Option<usize> {
    let number = text.strip_prefix("&#")?;
    let (digits, radix) = number.strip_prefix(['x', 'X']).map_or((number, 10), |digits| (digits, 16));
    let length = digits.bytes().take_while(|b| char::from(*b).is_digit(radix)).count();
    let (digits, after) = digits.split_at_checked(length).filter(|(digits, _)| !digits.is_empty())?;
    // A number that is too large is not a character.
    let code = u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
    let is_foreign = !code.is_some_and(is_xml_char);
    is_foreign.then_some(text.len() - after.len() + usize::from(after.starts_with(';')))
}

/// Returns whether a text ends with the possible start of a numeric reference.
fn ends_within_reference(text: &str) -> bool {
    /// The maximum number of bytes to check. A longer run may also be one, since digits can begin with zeros.
    const LONGEST: usize = 32;
    let is_part = |b: &u8| b.is_ascii_hexdigit() || matches!(b, b'#' | b'x' | b'X');
    let length = text.bytes().rev().take(LONGEST).take_while(is_part).count();
    length == LONGEST
        || text.as_bytes().get(..text.len() - length).is_some_and(|before| before.ends_with(b"&"))
}

/// Writes markup as well-formed XML: empty elements are closed (XHTML 1.0 §4.6), `<` in attributes is escaped (XML 1.0 §2.3), and the
/// entity that the sanitizer writes but XML lacks is replaced (§4.6).
fn well_formed(markup: Cow<'_, str>) -> Cow<'_, str> {
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
                // Only void elements: `<p />` is empty in XML, but a start tag in HTML (XHTML 1.0 §C.3).
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

/// Escapes each `<` of the text or tag between two offsets. HTML serializes a no-break space by name (HTML Standard 13.3).
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
    use super::{Syntax, well_formed};
    use std::borrow::Cow;

    #[test]
    fn characters_that_xml_lacks_are_removed() {
        let wrong: Vec<_> = [
            ("plain &amp; &#65; &#x41;", "plain &amp; &#65; &#x41;"),
            ("\u{1b}a\u{FFFF}\t<br>", "a\t<br>"),
            ("a&#xFFFE;b&#1c&#x1F;&#0;d", "abcd"),
            ("a&#xD800;b&#x110000;c&#99999999999;d", "abcd"),
            ("&#x85;&#9;&#xFFFD;", "&#x85;&#9;&#xFFFD;"),
            // Neither removal completes another reference.
            ("&#\u{1}1;", ""),
            ("&&#1;#1;", "&\u{FFFD}#1;"),
            ("&0123456789abcdef0123456789abcdef&#1;1", "&0123456789abcdef0123456789abcdef\u{FFFD}1"),
            ("&#x&#1;1;", "&#x\u{FFFD}1;"),
            ("&# &#; &#x; &#xg;", "&# &#; &#x; &#xg;"),
        ]
        .into_iter()
        .filter(|(markup, expected)| Syntax::Xhtml.prepare(Cow::Borrowed(markup)) != *expected)
        .collect();
        assert_eq!(wrong, []);
    }

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
        ] {
            assert_eq!(well_formed(Cow::Borrowed(html)), xhtml, "{html}");
        }
    }
}
