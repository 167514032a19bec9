//! Sanitizing in one pass, without a tree.
//!
//! It implements the tree construction "in body" (HTML Standard 13.2.6.4.7) as far as what was written only has to be changed
//! by inserting tags. In any other case it bails out.

mod adoption;
mod attributes;
mod foreign;
mod formatting;
mod insertions;
mod judge;
mod same_tag;
mod scopes;
mod tables;
mod tag_cache;
mod text;
mod writer;

pub(super) use writer::Bailout;

use super::rules::Rules;
use crate::content::links::Links;
use crate::delimiters::find_in_text;
use attributes::AttributeFilter;
use judge::Judge;
use memchr::{memchr, memchr2};
use std::borrow::Cow;
use tag_cache::TagCache;
use writer::Writer;

/// How markup is read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Dialect {
    /// As HTML. The single pass bails out of a `noscript` if images are lazy: it may contain a copy of one.
    Html,
    /// As HTML without copies of images.
    WithoutCopies,
    /// As HTML in which an attribute without a value has its name as value. The single pass bails out of markup that
    /// Universal Feed Parser reads in another way.
    FeedParser,
}

/// Sanitizes markup without copies of images and resolves its URIs.
pub(super) fn clean<'a>(markup: &'a str, links: Links<'_>, rules: &Rules) -> Result<Cow<'a, str>, Bailout> {
    clean_dialect(markup, links, rules, Dialect::WithoutCopies)
}

/// Sanitizes markup of a dialect and resolves its URIs.
pub(super) fn clean_dialect<'a>(
    markup: &'a str,
    links: Links<'_>,
    rules: &Rules,
    dialect: Dialect,
) -> Result<Cow<'a, str>, Bailout> {
    let bytes = markup.as_bytes();
    match memchr2(b'\0', b'\r', bytes).and_then(|at| bytes.get(at)) {
        None => clean_normalized(markup, links, rules, dialect),
        // HTML Standard 13.2.3.5.
        Some(b'\r') if memchr(b'\0', bytes).is_none() => {
            let normalized = markup.replace("\r\n", "\n").replace('\r', "\n");
            let clean = clean_normalized(&normalized, links, rules, dialect)?;
            Ok(Cow::Owned(clean.into_owned()))
        }
        Some(_) => Err(Bailout::Character),
    }
}

/// Sanitizes markup without carriage returns and NULs.
fn clean_normalized<'a>(
    markup: &'a str,
    links: Links<'_>,
    rules: &Rules,
    dialect: Dialect,
) -> Result<Cow<'a, str>, Bailout> {
    let bytes = markup.as_bytes();
    let mut writer = Writer::new(markup, rules, dialect);
    let judge = Judge::new(links, rules, dialect, writer.no_break_space < markup.len());
    let mut attributes = AttributeFilter::new(judge);
    let mut tag_cache = TagCache::new();
    let mut at = 0;
    loop {
        let here = find_in_text(bytes, at).unwrap_or(markup.len());
        if at < here {
            writer.text(at, here)?;
        }
        at = match bytes.get(here) {
            Some(b'<') => writer.markup(here, &mut attributes, &mut tag_cache)?,
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
    Ok(writer.insertions.apply(out, &writer.preformatted))
}
