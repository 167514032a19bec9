//! The sanitizer: markup in one pass, without a tree.
//!
//! The rules are in the documentation of the [crate](crate).

mod attributes;
mod embeds;
mod foreign;
mod formatting;
mod hidden;
mod insertions;
mod nesting;
mod open;
mod parts;
mod tag_cache;
mod tags;
#[cfg(test)]
mod tests;
mod text;
mod values;

use super::identifiers::TextIdentifiers;
use super::rules::Rules;
use crate::budget::GrowthBudget;
use crate::conventions::MarkupConventions;
use crate::links::Links;
use crate::output::Output;
use attributes::AttributeFilter;
use bozofeed_text::delimiters::find_in_text;
use bozofeed_text::forward::{memchr2, memchr3, memrchr};
use bozofeed_text::html::characters::{NO_BREAK_SPACE, find_no_break_space};
use bozofeed_text::markup::RawTextEnds;
use bozofeed_text::scan::Scan;
use insertions::Insertions;
use open::OpenElements;
use std::borrow::Cow;
use tag_cache::TagCache;
use values::Values;

/// The markup has a `noscript`, which may contain a copy of an image.
#[derive(Debug)]
pub(super) struct HasNoscript;

/// The rules and the context of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Task<'t> {
    pub(super) links: Links<'t>,
    pub(super) rules: &'t Rules,
    pub(super) budget: &'t GrowthBudget,
    pub(super) conventions: MarkupConventions,
    /// Whether copies of images may be in `noscript` elements.
    pub(super) may_have_copies: bool,
}

/// Sanitizes markup and resolves its URIs.
pub(super) fn clean<'a>(markup: &'a str, task: Task<'_>) -> Result<Cow<'a, str>, HasNoscript> {
    // One pass for rare characters: carriage returns, NULs, and the first byte of no-break spaces.
    let bytes = markup.as_bytes();
    let unusual = memchr3(b'\0', b'\r', NO_BREAK_SPACE[0], bytes).unwrap_or(bytes.len());
    // HTML Standard 13.2.3.5.
    if memchr2(b'\0', b'\r', bytes.get(unusual..).unwrap_or_default()).is_some() {
        // The pair first: in the other order, it would become two line feeds.
        let normalized = markup.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "\u{FFFD}");
        return Ok(Cow::Owned(clean_normalized(&normalized, 0, task)?.into_owned()));
    }
    clean_normalized(markup, unusual, task)
}

/// Sanitizes markup without carriage returns and NULs. There are no no-break spaces before `unusual`.
fn clean_normalized<'a>(
    markup: &'a str,
    unusual: usize,
    task: Task<'_>,
) -> Result<Cow<'a, str>, HasNoscript> {
    let bytes = markup.as_bytes();
    let mut writer = MarkupWriter::new(markup, unusual, task);
    let has_no_break_spaces = !task.conventions.references_stay && writer.no_break_space < markup.len();
    let identifiers = TextIdentifiers::new(markup, task.links.base(), task.rules);
    let mut attributes = AttributeFilter::new(Values::new(
        task.links, task.rules, task.conventions, identifiers, has_no_break_spaces,
    ));
    let mut tag_cache = TagCache::new();
    let mut at = 0;
    loop {
        // A third of all tags follow another tag.
        let follows = bytes.get(at) == Some(&b'<');
        let here = if follows { at } else { find_in_text(bytes, at).unwrap_or(markup.len()) };
        if at < here {
            writer.text(at, here);
        }
        at = match bytes.get(here) {
            Some(b'<') => writer.markup(here, &mut attributes, &mut tag_cache)?,
            Some(b'&') => writer.reference(here),
            Some(_) => writer.greater_than(here),
            None => break,
        };
    }
    writer.start = markup.len();
    writer.close_all();
    if writer.scan.is_exhausted() || writer.raw_text.is_exhausted() {
        writer.budget.set_lookahead_exceeded();
    }
    Ok(writer.insertions.apply(writer.out.finish()))
}

/// The output so far, and the open elements.
struct MarkupWriter<'a, 'r> {
    pub(super) rules: &'r Rules,
    pub(super) links: Links<'r>,
    pub(super) budget: &'r GrowthBudget,
    pub(super) conventions: MarkupConventions,
    may_have_copies: bool,
    pub(super) out: Output<'a>,
    /// The offset of the current tag or text.
    pub(super) start: usize,
    pub(super) open: OpenElements<'r>,
    pub(super) insertions: Insertions<'r>,
    /// The state of the lookahead searches.
    scan: Scan,
    /// The ends of raw text.
    pub(super) raw_text: RawTextEnds<'r>,
    /// The offset of the last `>`.
    last_end: Option<usize>,
    /// The offset of the next no-break space, or of an earlier one; `usize::MAX` if there is none.
    no_break_space: usize,
    /// Whether all comments that start from here on are unclosed.
    comments_stay_open: bool,
    /// Whether all drawings that start from here on are unclosed.
    drawings_stay_open: bool,
    /// The offsets in the markup and in the output after the start tag of a `pre` that was just written.
    preformatted: (usize, usize),
    /// The offset in the output after an unescaped ampersand that precedes a tag in the markup.
    ampersand: usize,
    /// The URL of the last embedded page.
    last_embed: String,
    /// Whether a `source` was kept in the last `picture`.
    picture_has_source: bool,
}

impl<'a, 'r> MarkupWriter<'a, 'r> {
    fn new(markup: &'a str, unusual: usize, task: Task<'r>) -> Self {
        let Task { links, rules, budget, conventions, may_have_copies } = task;
        Self {
            rules,
            links,
            budget,
            conventions,
            may_have_copies,
            out: Output::new(markup),
            start: 0,
            open: OpenElements::new(markup.len()),
            insertions: Insertions::default(),
            scan: Scan::new(markup.len()),
            raw_text: RawTextEnds::new(markup.len()),
            // Found once: otherwise, each unclosed declaration would search the rest of the markup.
            last_end: memrchr(b'>', markup.as_bytes()),
            no_break_space: find_no_break_space(markup.as_bytes(), unusual),
            comments_stay_open: false,
            drawings_stay_open: false,
            preformatted: (usize::MAX, usize::MAX),
            ampersand: usize::MAX,
            last_embed: String::new(),
            picture_has_source: false,
        }
    }
}
