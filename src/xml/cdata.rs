//! CDATA sections (XML 1.0 §2.7), including unclosed and nested ones.

use bozofeed_text::forward::{memchr_iter, memmem};

use super::chars::is_name_char;
use super::input::Input;
use super::lookahead::Lookahead;
use super::misspelt::without_cdata_end;
use super::open_elements::ElementStack;
use super::scanner::CDATA_END;
use crate::diagnostics::{WellFormednessError as Error, XmlFaults};

/// A CDATA section.
#[derive(Debug)]
pub(super) struct CdataSection<'a> {
    /// The text between the delimiters.
    pub(super) content: &'a str,
    /// The offset after the content.
    pub(super) content_end: usize,
    /// Whether the content contains other sections.
    pub(super) is_nested: bool,
}

/// `CDSect ::= '<![CDATA[' CData ']]>'` (§2.7)
///
/// Reads the section that begins at `start`, with its content at `from`. An unclosed section ends before the end tag of the
/// innermost element.
pub(super) fn read_section<'a>(
    input: &mut Input<'a>,
    open: &ElementStack<'a>,
    lookahead: &mut Lookahead<'a>,
    faults: &mut XmlFaults,
    start: usize,
    from: usize,
) -> CdataSection<'a> {
    let text = input.text();
    let first_end = input.cdata_end(from);
    let (content_end, is_closed) = if first_end == usize::MAX {
        // No `]]>` follows in the whole document, so only the end tag of the element can bound the section.
        faults.add(start, || Error::UnclosedCdata);
        (own_end_tag(text, open, from, text.len()).unwrap_or(text.len()), false)
    } else {
        match find_damage(text, open, lookahead, from, first_end) {
            None => (first_end, true),
            Some(DamagedSection::Unclosed { end }) => {
                faults.add(start, || Error::UnclosedCdata);
                (end, false)
            }
            Some(DamagedSection::Nested { end }) => {
                faults.add(end, || Error::CdataEndInText);
                (end, true)
            }
        }
    };
    let written = &text[from..content_end];
    input.at = content_end;
    if is_closed {
        input.at += CDATA_END.len();
        // `]]>]]>`
        while input.rest().starts_with(CDATA_END) {
            faults.add(input.at, || Error::CdataEndInText);
            input.at += CDATA_END.len();
        }
    }
    CdataSection {
        content: if is_closed { written } else { without_cdata_end(written) },
        content_end,
        is_nested: content_end > first_end,
    }
}

/// A section whose first `]]>` is not its own.
enum DamagedSection {
    /// The section has no `]]>`. It ends before the end tag at `end`.
    Unclosed { end: usize },
    /// The section contains another one. Its own `]]>` is at `end`.
    Nested { end: usize },
}

/// Returns the damage to a section that contains `<![CDATA[` before the first `]]>`, which is at `content_end`.
fn find_damage<'a>(
    text: &'a str,
    open: &ElementStack<'a>,
    lookahead: &mut Lookahead<'a>,
    from: usize,
    content_end: usize,
) -> Option<DamagedSection> {
    let inner = find_cdata_start(&text[from..content_end])?;
    let after = content_end + CDATA_END.len();
    let innermost = open.len().checked_sub(1)?;
    let next_end = lookahead.cdata_end(after).unwrap_or(usize::MAX);
    let contains_section = lookahead.cdata_start(after).is_some_and(|start| start < next_end);
    // The section is correct as written if all tags up to the end of the element match, and no unmatched `]]>` follows.
    if lookahead.tags_match(open.as_slice(), innermost, after)
        && (contains_section || next_end >= lookahead.until())
    {
        return None;
    }
    // An unclosed section is looked for before a nested one: if the element ends before the next section begins, that section
    // cannot be inside this one.
    if let Some(end) = own_end_tag(text, open, from, from + inner) {
        return Some(DamagedSection::Unclosed { end });
    }
    // The first `]]>` belongs to the inner section. The `]]>` of the outer one is right before the end tag of the element.
    let end_tag = text.get(next_end.checked_add(CDATA_END.len())?..)?.trim_start().strip_prefix("</")?;
    let is_outer = !contains_section && end_tag.starts_with(open.innermost()?.name.qualified);
    is_outer.then_some(DamagedSection::Nested { end: next_end })
}

/// Returns the offset of the end tag of the innermost element in a part of the text.
fn own_end_tag(text: &str, open: &ElementStack<'_>, from: usize, to: usize) -> Option<usize> {
    let name = open.innermost()?.name.qualified;
    let part = text.get(from..to)?;
    memmem::find_iter(part.as_bytes(), b"</").find_map(|at| {
        let after_name = part.get(at + 2..)?.strip_prefix(name)?;
        // `</titles>` is not an end tag of `title`.
        (!after_name.starts_with(is_name_char)).then_some(from + at)
    })
}

/// Returns the offset of the first `<![CDATA[`. Its last byte is the rarest one.
pub(super) fn find_cdata_start(text: &str) -> Option<usize> {
    const BEFORE: &[u8] = b"<![CDATA";
    let bytes = text.as_bytes();
    memchr_iter(b'[', bytes)
        .find(|at| bytes.get(..*at).is_some_and(|before| before.ends_with(BEFORE)))
        .map(|at| at - BEFORE.len())
}
