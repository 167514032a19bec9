//! The state of the single pass, and how it handles tags.

use super::Dialect;
use super::attributes::AttributeFilter;
use super::formatting::{ActiveElement, ActiveFormatting};
use super::insertions::{Insertions, TagPlace};
use super::tag_cache::{CachedTag, TagCache};
use crate::content::markup::{end_of_non_tag, end_of_raw_text};
use crate::content::output::Output;
use crate::content::sanitizer::elements::{Kind, Plain};
use crate::content::sanitizer::lazy_images::{adopt_sources, may_be_lazy};
use crate::content::sanitizer::prepare::is_left_out;
use crate::content::sanitizer::rules::Rules;
use crate::content::sanitizer::tree_cost::MAX_ATTRIBUTES;
use crate::content::sanitizer::unknown_elements::is_unknown;
use crate::content::tag::{MarkupTag, lower};
use crate::html::characters::find_no_break_space;
use crate::html::references::reference;
use crate::names::is_same;
use memchr::memrchr;
use smallvec::SmallVec;

/// The maximum depth of open elements.
pub(super) const MAX_DEPTH: usize = 128;

/// The reason why the single pass gives up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::content::sanitizer) enum Bailout {
    /// A NUL or a carriage return.
    Character,
    /// A declaration, a processing instruction, a CDATA section, or an unusual comment.
    Declaration,
    /// The start of an end tag at the end.
    Unfinished,
    /// Content between the parts of a table, or a misplaced part.
    Table,
    /// Content of SVG or `MathML` that may be HTML, a link or an animation.
    Foreign,
    /// An element whose rules are not implemented here.
    Element,
    /// An element that overlaps a form, or formatting elements that may be equal.
    Overlap,
    /// An element that cannot be nested in one of its kind: an `a`, a heading.
    Nesting,
    /// Too many open elements or attributes.
    Excess,
    /// Markup that is not of the dialect.
    Dialect,
    /// A `noscript`, which may contain a copy of an image.
    Noscript,
}

fn is_line_feed(after_ampersand: &str) -> bool {
    matches!(reference(after_ampersand, false), (Some(('\n', _)), _))
}

/// The output so far, and the open elements.
pub(super) struct Writer<'a, 'r> {
    pub(super) rules: &'r Rules,
    pub(super) dialect: Dialect,
    pub(super) out: Output<'a>,
    /// The offset of the tag that is handled.
    pub(super) start: usize,
    pub(super) open: Vec<&'r Plain>,
    /// The names of the open elements that HTML does not know.
    pub(super) unknown: SmallVec<[&'a str; 2]>,
    pub(super) active: ActiveFormatting<'r>,
    pub(super) insertions: Insertions,
    /// The bytes of formatting elements that were reopened.
    pub(super) reopened: usize,
    /// The number of open `p` elements.
    pub(super) paragraphs: usize,
    /// The offsets in the output where the content of each `pre` starts.
    pub(super) preformatted: SmallVec<[usize; 4]>,
    /// Whether SVG or `MathML` was met.
    pub(super) has_foreign: bool,
    /// The number of open elements around an element that is removed with its content, and the offset in the output where
    /// it starts.
    pub(super) removed: Option<(usize, usize)>,
    /// The offset of the last `>`.
    pub(super) last_end: Option<usize>,
    /// The offset of the next no-break space, or of one that was passed; `usize::MAX` if there is none.
    pub(super) no_break_space: usize,
}

impl<'a, 'r> Writer<'a, 'r> {
    pub(super) fn new(markup: &'a str, rules: &'r Rules, dialect: Dialect) -> Self {
        Self {
            rules,
            dialect,
            out: Output::new(markup),
            start: 0,
            open: Vec::with_capacity(16),
            unknown: SmallVec::new(),
            active: ActiveFormatting::default(),
            insertions: Insertions::default(),
            reopened: 0,
            paragraphs: 0,
            preformatted: SmallVec::new(),
            has_foreign: false,
            removed: None,
            last_end: memrchr(b'>', markup.as_bytes()),
            no_break_space: find_no_break_space(markup.as_bytes(), 0),
        }
    }

    /// Handles what starts with the `<` at `here`. Returns the offset after it.
    #[inline]
    pub(super) fn markup(
        &mut self,
        here: usize,
        attributes: &mut AttributeFilter<'a, '_>,
        tag_cache: &mut TagCache<'a, 'r>,
    ) -> Result<usize, Bailout> {
        self.start = here;
        let markup = self.out.markup();
        match markup.as_bytes().get(here + 1) {
            Some(b'/') => match self.end_of_last(here) {
                Some(end) if self.end_last() => Ok(end),
                _ => self.any_tag(here, attributes, tag_cache),
            },
            Some(b'!' | b'?') => Ok(here + self.comment(markup.get(here..).unwrap_or_default())?),
            Some(b) if b.is_ascii_alphabetic() => self.any_tag(here, attributes, tag_cache),
            _ => {
                self.expect_text(here)?;
                self.out.replace(here, here + 1, "&lt;");
                Ok(here + 1)
            }
        }
    }

    /// Returns the offset after the end tag at `here` if it closes the last open element and is kept as written. This is the
    /// common case.
    #[inline]
    fn end_of_last(&self, here: usize) -> Option<usize> {
        let last = self.open.last().filter(|last| last.is_listed && !last.kind.is_foreign())?;
        let name = here + "</".len();
        let ends = self.out.markup().as_bytes().get(name..).is_some_and(|markup| last.ends_at(markup));
        ends.then_some(name + last.name.len() + 1)
    }

    /// Handles the tag at `here`, and raw text after it. Returns the offset after it.
    #[inline]
    fn any_tag(
        &mut self,
        here: usize,
        attributes: &mut AttributeFilter<'a, '_>,
        tag_cache: &mut TagCache<'a, 'r>,
    ) -> Result<usize, Bailout> {
        let markup = self.out.markup();
        let known = tag_cache.find(markup.as_bytes(), here).filter(|_| !self.is_in_foreign_content());
        let known = known.filter(|known| attributes.links().can_add(known.growth()));
        let (tag, kind, has_attributes) = if let Some(known) = known {
            let tag = known.tag(here);
            let kind = self.known_tag(known, &tag)?;
            (tag, kind, known.has_attributes)
        } else {
            let Some(tag) = MarkupTag::read(markup, here, &mut attributes.written) else {
                // HTML Standard 13.2.5.7 to .40: a tag that does not end is dropped, and so is an end tag without a name.
                let end = end_of_non_tag(markup, here);
                if end == markup.len() && markup.ends_with("</") {
                    return Err(Bailout::Unfinished);
                }
                self.out.cut(here, end);
                return Ok(end);
            };
            let kind = self.tag(&tag, attributes, tag_cache)?;
            if attributes.is_of_another_dialect() {
                return Err(Bailout::Dialect);
            }
            (tag, kind, !attributes.written.is_empty())
        };
        let Some(kind) = kind else {
            return Ok(tag.end);
        };
        if tag.is_self_closing && !has_attributes && !kind.is_void() && !self.has_foreign {
            self.start = tag.end;
            self.tag(&MarkupTag { is_end: true, ..tag }, attributes, tag_cache)?;
            return Ok(tag.end);
        }
        match kind {
            // HTML Standard 13.2.6.4.7: a line feed after `<pre>` is dropped, however it is written.
            Kind::Preformatted => match markup.as_bytes().get(tag.end) {
                Some(b'\n') => {
                    self.out.cut(tag.end, tag.end + 1);
                    Ok(tag.end + 1)
                }
                Some(b'&') if is_line_feed(markup.get(tag.end + 1..).unwrap_or_default()) => {
                    Err(Bailout::Character)
                }
                _ => Ok(tag.end),
            },
            Kind::Dropped => {
                let end = end_of_raw_text(markup, tag.end, tag.name);
                let end_tag =
                    MarkupTag::read(markup, end, &mut attributes.written).ok_or(Bailout::Unfinished)?;
                // The HTML parser drops a byte order mark where it resumes after a script.
                if markup.get(end_tag.end..).is_some_and(|rest| rest.starts_with('\u{FEFF}')) {
                    return Err(Bailout::Character);
                }
                self.out.cut(tag.end, end_tag.end);
                self.dropped_text(markup.get(tag.end..end).unwrap_or_default())?;
                Ok(end_tag.end)
            }
            _ => Ok(tag.end),
        }
    }

    /// Handles a tag. Returns the kind of the element that it starts.
    fn tag(
        &mut self,
        tag: &MarkupTag<'a>,
        attributes: &mut AttributeFilter<'a, '_>,
        tag_cache: &mut TagCache<'a, 'r>,
    ) -> Result<Option<Kind>, Bailout> {
        if self.is_in_foreign_content() {
            return self.foreign_tag(tag, attributes);
        }
        let element = match self.rules.plain.get(tag.name) {
            Some(element) => element,
            None => match &*lower(tag.name) {
                "math" | "svg" => return self.foreign_tag(tag, attributes),
                name if is_unknown(name) && !self.rules.listed.has_element(name) => &Plain::UNKNOWN,
                _ => return Err(Bailout::Element),
            },
        };
        if self.may_leave_out(element) && self.leaves_out(element, tag)? {
            return Ok(None);
        }
        if tag.is_end {
            self.end(element, tag)?;
            return Ok(None);
        }
        if attributes.written.len() > MAX_ATTRIBUTES {
            return Err(Bailout::Excess);
        }
        self.start_element(element, tag, |writer| {
            let place = (writer.start, writer.out.position(writer.start));
            writer.start_tag(element, tag, attributes);
            let has_attributes = !attributes.written.is_empty();
            tag_cache.insert(tag, element, has_attributes, place, &writer.out);
        })
    }

    /// Handles a start tag from the cache. Returns the kind of the element that it starts.
    #[inline]
    fn known_tag(&mut self, known: &CachedTag<'a, 'r>, tag: &MarkupTag<'a>) -> Result<Option<Kind>, Bailout> {
        if self.may_leave_out(known.element) && self.leaves_out(known.element, tag)? {
            return Ok(None);
        }
        self.start_element(known.element, tag, |writer| {
            known.write(writer.start, &mut writer.out);
        })
    }

    /// Returns whether a tag may create no node here: it is ignored everywhere, a part of a table, or among the parts of one.
    #[inline]
    fn may_leave_out(&self, element: &Plain) -> bool {
        !element.kind.is_flow() || self.is_among_parts()
    }

    fn is_among_parts(&self) -> bool {
        self.open.last().is_some_and(|open| open.kind.has_parts())
    }

    /// Drops a tag that creates no node here. Returns whether it did.
    fn leaves_out(&mut self, element: &Plain, tag: &MarkupTag<'a>) -> Result<bool, Bailout> {
        if element.kind != Kind::Ignored && !self.is_part_without_table(element, tag) {
            if !self.is_among_parts() || element.kind.is_of_tables() || element.kind == Kind::Dropped {
                return Ok(false);
            }
            // The element would be moved before the table.
            if !is_left_out(element.name, tag.is_end, self.rules) {
                return Err(Bailout::Table);
            }
        }
        if self.dialect == Dialect::Html
            && self.rules.listed.lazy_images
            && element.name == "noscript"
            && !tag.is_end
        {
            return Err(Bailout::Noscript);
        }
        // To Universal Feed Parser its content is text.
        if self.dialect == Dialect::FeedParser && element.name == "iframe" && !tag.is_end {
            let markup = self.out.markup();
            let end = end_of_raw_text(markup, tag.end, tag.name);
            if markup.get(tag.end..end).is_some_and(|text| text.contains('<')) {
                return Err(Bailout::Dialect);
            }
        }
        self.out.cut(self.start, tag.end);
        Ok(true)
    }

    /// Starts an element; `write` writes its tag. Returns its kind.
    #[inline]
    fn start_element(
        &mut self,
        element: &'r Plain,
        tag: &MarkupTag<'a>,
        write: impl FnOnce(&mut Self),
    ) -> Result<Option<Kind>, Bailout> {
        if self.open.len() >= MAX_DEPTH {
            return Err(Bailout::Excess);
        }
        // The common cases.
        let closes_none = match element.kind {
            Kind::Ordinary | Kind::Void => true,
            Kind::Block | Kind::Division | Kind::Paragraph => self.paragraphs == 0,
            _ => false,
        };
        if !closes_none {
            self.make_room(element)?;
        }
        if element.kind.reopens_formatting() {
            self.reopen(self.start)?;
        }
        let from = self.out.position(self.start);
        write(self);
        if !element.kind.is_childless() {
            let (at, output) = (self.open.len(), (from, self.out.position(tag.end)));
            if element.kind == Kind::Formatting {
                let entry = ActiveElement { element, at: Some(at), tag: (self.start, tag.end), output };
                self.active.push(entry, self.out.markup())?;
            } else if element.kind.is_special() {
                self.active.open_block(at, TagPlace { start: self.start, output });
                if element.kind.has_marker() {
                    self.active.push_marker();
                } else if element.kind == Kind::Preformatted && element.is_listed {
                    self.preformatted.push(output.1);
                }
            } else if element.is_unknown() {
                self.unknown.push(tag.name);
            }
            self.push(element);
        }
        Ok(Some(element.kind))
    }

    /// Writes a start tag with the attributes that are kept, if the element is kept.
    #[inline]
    pub(super) fn start_tag(
        &mut self,
        element: &Plain,
        tag: &MarkupTag<'a>,
        attributes: &mut AttributeFilter<'a, '_>,
    ) {
        if !element.is_listed {
            self.out.cut(self.start, tag.end);
            return;
        }
        if self.rules.listed.lazy_images && may_be_lazy(element.name) {
            adopt_sources(&mut attributes.written);
        }
        let name_end = self.start + 1 + tag.name.len();
        if !is_same(tag.name, element.name) {
            self.out.replace(self.start + 1, name_end, element.name);
        }
        let end = attributes.write(element, name_end, &mut self.out);
        // Only the `>` of the rest is kept.
        if end + 1 != tag.end {
            self.out.cut(end, tag.end - 1);
        }
    }
}
