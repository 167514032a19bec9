//! Sanitizing in one pass, without a tree: for markup whose elements nest, or end where the HTML Standard implies their end
//! tags.
//!
//! It implements the tree construction "in body" (HTML Standard 13.2.6.4.7) as far as it depends only on the stack of open
//! elements: every open formatting element is on the stack, so that nothing is reopened or moved. In any other case it bails
//! out.

mod attributes;
mod foreign;
mod scopes;
mod tables;
mod tag_cache;
mod text;
mod writer;

pub(super) use writer::Bailout;

use super::rules::Rules;
use crate::content::delimiters::find_in_text;
use crate::content::links::Links;
use attributes::AttributeFilter;
use memchr::{memchr, memchr2};
use smallvec::SmallVec;
use std::borrow::Cow;
use writer::Writer;

/// Sanitizes markup and resolves its URIs.
pub(super) fn clean<'a>(markup: &'a str, links: Links<'_>, rules: &Rules) -> Result<Cow<'a, str>, Bailout> {
    let bytes = markup.as_bytes();
    if memchr2(b'\0', b'\r', bytes).is_some() {
        return Err(Bailout::Character);
    }
    let mut writer = Writer::new(markup, rules);
    let mut attributes = AttributeFilter::new(links, rules, writer.no_break_space < markup.len());
    let mut at = 0;
    loop {
        let here = find_in_text(bytes, at).unwrap_or(markup.len());
        if at < here {
            writer.text(at, here)?;
        }
        at = match bytes.get(here) {
            Some(b'<') => writer.markup(here, &mut attributes)?,
            Some(b'&') => writer.reference(here)?,
            Some(_) => writer.greater_than(here)?,
            None => break,
        };
    }
    if writer.removed.is_some() {
        return Err(Bailout::Foreign);
    }
    writer.start = markup.len();
    while writer.close_last() {}
    let out = writer.out.finish();
    // A carriage return that was a reference would not be read again.
    if matches!(&out, Cow::Owned(out) if memchr(b'\r', out.as_bytes()).is_some()) {
        return Err(Bailout::Character);
    }
    Ok(with_line_feeds(out, &writer.preformatted))
}

/// Doubles the line feeds at the start of each `pre`, whose offsets are given: a parser drops the first one.
fn with_line_feeds<'a>(out: Cow<'a, str>, preformatted: &[usize]) -> Cow<'a, str> {
    let is_kept = |&&at: &&usize| out.as_bytes().get(at) == Some(&b'\n');
    let kept: SmallVec<[usize; 4]> = preformatted.iter().filter(is_kept).copied().collect();
    if kept.is_empty() {
        return out;
    }
    let mut text = String::with_capacity(out.len() + kept.len());
    let mut copied = 0;
    for at in kept {
        text.push_str(out.get(copied..at).unwrap_or_default());
        text.push('\n');
        copied = at;
    }
    text.push_str(out.get(copied..).unwrap_or_default());
    Cow::Owned(text)
}
