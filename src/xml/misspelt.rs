//! Misspelt markup: text that does not match the grammar, but is probably meant as a tag or section.
//!
//! These functions only recognize the spelling. [`recovery`](super::recovery) decides, based on the surrounding tags,
//! whether it is read as markup.

use bozofeed_text::forward::memchr;

use super::chars::leading_name;
use super::scanner::GAP;

/// Misspelt markup after a `<`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Misspelling<'a> {
    /// A CDATA section: `<![ CDATA[`, `<!CDATA[`. `length` is the length of the text before its content.
    CdataStart { length: usize },
    /// A start tag with white space before its name: `< title>`. `gap` is the length of the white space.
    StartTag { name: &'a str, gap: usize },
    /// An end tag with white space or a backslash: `< /title>`, `<\title>`. `length` is the length of the text before its `>`.
    EndTag { name: &'a str, length: usize },
}

/// Returns the misspelt markup at the start of `rest`, the text after a `<`.
pub(super) fn after_less_than(rest: &str) -> Option<Misspelling<'_>> {
    // Checked before the gap, since `<!CDATA[` has none.
    if let Some(length) = cdata_start(rest) {
        return Some(Misspelling::CdataStart { length });
    }
    let spelt = rest.trim_start_matches(GAP);
    let gap = rest.len() - spelt.len();
    if gap == 0 {
        return None;
    }
    let named = spelt.strip_prefix('/').map_or(spelt, |named| named.trim_start_matches(GAP));
    let is_end_tag = named.len() < spelt.len() || rest.starts_with('\\');
    let name = leading_name(named);
    let after = named.get(name.len()..)?;
    if !after.trim_start().starts_with('>') {
        return None;
    }
    if is_end_tag {
        let length = rest.len() - after.len() + memchr(b'>', after.as_bytes())?;
        Some(Misspelling::EndTag { name, length })
    } else {
        Some(Misspelling::StartTag { name, gap })
    }
}

/// Returns the name and the offset of a start tag without its `<` at the start of `text`: `title>`.
pub(super) fn start_tag_without_less_than(text: &str) -> Option<(&str, usize)> {
    let spelt = text.trim_start();
    let name = leading_name(spelt);
    let is_tag = spelt.get(name.len()..)?.starts_with('>');
    is_tag.then_some((name, text.len() - spelt.len()))
}

/// Returns the length of the text before an end tag of `name` without its `<` or `</` at the end of `text`, and the length up
/// to the end of the tag: `One/title>`.
pub(super) fn end_tag_without_less_than(text: &str, name: &str) -> Option<(usize, usize)> {
    let tag = text.trim_end().strip_suffix('>')?.trim_end().strip_suffix(name)?;
    // The text is read from its end, so the slash is removed before the reference: `&lt;` precedes `/title>`.
    let content = tag.strip_suffix('/').unwrap_or(tag);
    // `One&lt;/title>`: only the `<` was escaped.
    let content = content.strip_suffix("&lt;").unwrap_or(content);
    let after_name = tag.len() + name.len();
    let end = after_name + memchr(b'>', text.as_bytes().get(after_name..)?)? + 1;
    Some((content.len(), end))
}

/// Returns the length of a misspelt `![CDATA[` at the start of `rest`: in lower case, with spaces, or with one character
/// missing.
pub(super) fn cdata_start(rest: &str) -> Option<usize> {
    let eat = |rest: &mut &str, sign: char| {
        let spelt = rest.trim_start_matches(GAP);
        let found = spelt.strip_prefix(sign);
        *rest = found.unwrap_or(spelt);
        found.is_some()
    };
    let mut after = rest;
    let mut signs = usize::from(eat(&mut after, '!'));
    signs += usize::from(eat(&mut after, '['));
    let word = after.trim_start_matches(GAP);
    let keyword = word.get(.."CDATA".len())?;
    if !keyword.eq_ignore_ascii_case("CDATA") {
        return None;
    }
    after = word.get(keyword.len()..)?;
    let mut last = after;
    if eat(&mut last, '[') {
        signs += 1;
        after = last;
    }
    // One of the three characters `!`, `[` and `[` may be missing. With two missing, text such as `CDATA[` would match.
    (signs >= 2).then_some(rest.len() - after.len())
}

/// Returns the content of an unclosed CDATA section without a misspelt `]]>` at its end: `]] >`, `]>`, `]]`.
pub(super) fn without_cdata_end(content: &str) -> &str {
    let end = content.trim_end();
    let brackets = end.strip_suffix('>').unwrap_or(end).trim_end();
    if brackets.ends_with(']') { brackets.trim_end_matches(']') } else { content }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_starts_of_cdata_sections_are_recognized() {
        for (rest, length) in [
            ("![CDATA[x", Some(8)),
            ("![cdata[x", Some(8)),
            ("!CDATA[x", Some(7)),
            ("[CDATA[x", Some(7)),
            (" ![CDATA[x", Some(9)),
            ("![ CDATA [x", Some(10)),
            ("![CDATA x", Some(7)),
            ("CDATA[x", None),
            ("!CDATA x", None),
            ("![DATA[x", None),
            ("", None),
        ] {
            assert_eq!(cdata_start(rest), length, "{rest}");
        }
    }

    #[test]
    fn misspelt_ends_of_cdata_sections_are_removed() {
        for (content, text) in [
            ("a]] >", "a"),
            ("a]>", "a"),
            ("a]]\n>\n", "a"),
            ("a]]", "a"),
            ("a>", "a>"),
            ("a ", "a "),
            ("]", ""),
        ] {
            assert_eq!(without_cdata_end(content), text, "{content}");
        }
    }

    #[test]
    fn misspelt_tags_are_recognized() {
        for (rest, misspelling) in [
            (" title>x", Some(Misspelling::StartTag { name: "title", gap: 1 })),
            ("\n title >x", Some(Misspelling::StartTag { name: "title", gap: 2 })),
            (" /title>x", Some(Misspelling::EndTag { name: "title", length: 7 })),
            (" / title >x", Some(Misspelling::EndTag { name: "title", length: 9 })),
            ("\\title>x", Some(Misspelling::EndTag { name: "title", length: 6 })),
            ("![ CDATA[x", Some(Misspelling::CdataStart { length: 9 })),
            (" title x>", None),
            (" 3 and 4 > 2", None),
            ("title>", None),
        ] {
            assert_eq!(after_less_than(rest), misspelling, "{rest}");
        }
        for (text, found) in
            [("title>x", Some(("title", 0))), (" title>x", Some(("title", 1))), ("a b>", None)]
        {
            assert_eq!(start_tag_without_less_than(text), found, "{text}");
        }
        for (text, found) in [
            ("One/title>", Some((3, 10))),
            ("One title >\n", Some((4, 11))),
            ("One&lt;/title>", Some((3, 14))),
            ("One/link>", None),
            ("One", None),
        ] {
            assert_eq!(end_tag_without_less_than(text, "title"), found, "{text}");
        }
    }
}
