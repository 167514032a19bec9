//! Reading and writing tags.

use super::attributes::AttributeFilter;
use super::open::MAX_DEPTH;
use super::tag_cache::{CachedTag, TagCache};
use super::{HasNoscript, MarkupWriter};
use crate::sanitizer::elements::{MediaRole, Plain};
use bozofeed_text::markup::{Kind, MarkupTag, TagName, end_of_open_script, end_of_tag};
use bozofeed_text::names::is_same;

impl<'a, 'r> MarkupWriter<'a, 'r> {
    /// Handles the markup at the `<` at `here`. Returns the offset after it.
    #[inline]
    pub(super) fn markup(
        &mut self,
        here: usize,
        attributes: &mut AttributeFilter<'a, '_>,
        tag_cache: &mut TagCache<'a, 'r>,
    ) -> Result<usize, HasNoscript> {
        self.start = here;
        match self.out.markup().as_bytes().get(here + 1) {
            Some(b'/') => match self.end_of_last(here) {
                Some(end) => {
                    self.open.pop();
                    Ok(end)
                }
                None => self.any_tag(here, attributes, tag_cache),
            },
            Some(b) if b.is_ascii_alphabetic() => self.any_tag(here, attributes, tag_cache),
            Some(b'!' | b'?') => Ok(self.declaration(here)),
            // HTML Standard 13.2.5.6: before any other character, a `<` is text.
            _ => Ok(self.less_than(here)),
        }
    }

    /// Returns the offset after the end tag at `here` if it closes the last open element and is kept as written. This is the
    /// common case.
    #[inline]
    fn end_of_last(&self, here: usize) -> Option<usize> {
        let last = self.open.last().filter(|_| self.open.left_out == 0)?;
        let name = here + "</".len();
        let ends =
            self.out.markup().as_bytes().get(name..).is_some_and(|markup| last.element.ends_at(markup));
        ends.then_some(name + last.element.name.len() + 1)
    }

    /// Handles the tag at `here`, and raw text after it. Returns the offset after it.
    #[inline]
    fn any_tag(
        &mut self,
        here: usize,
        attributes: &mut AttributeFilter<'a, '_>,
        tag_cache: &mut TagCache<'a, 'r>,
    ) -> Result<usize, HasNoscript> {
        let markup = self.out.markup();
        // In SVG and MathML, the same tag may be a different element.
        let known = tag_cache.find(markup.as_bytes(), here).filter(|_| !self.open.is_in_foreign_content());
        // A copy of the output may have resolved URLs that the budget no longer allows. Then the tag is processed again, and its
        // references stay relative.
        if let Some(known) = known.filter(|known| attributes.links().can_add(known.growth())) {
            let tag = known.tag(here);
            self.known_tag(known, &tag);
            return Ok(tag.end);
        }
        let Some(name) = TagName::read(markup, here) else {
            return Ok(self.unfinished(here));
        };
        if name.is_end {
            let Some(tag) = name.rest(markup, |_| {}) else { return Ok(self.unfinished(here)) };
            self.end_tag(&tag);
            return Ok(tag.end);
        }
        let name = if self.conventions.tags_are_sgml { name.as_sgml() } else { name };
        // Before HTML elements are looked up: in a drawing, `a` and `image` are SVG elements.
        if self.open.is_in_foreign_content()
            && let Some(end) = self.foreign_tag(&name, attributes)
        {
            return Ok(end);
        }
        let Some(element) = self.rules.plain.get(name.name) else {
            return Ok(self.root_or_unknown(&name, attributes));
        };
        // These are always replaced and never written with their own attributes, so the attributes are not filtered.
        if matches!(element.kind, Kind::Frame | Kind::Embed | Kind::Object) || element.name == "param" {
            return Ok(self.embed(element, &name));
        }
        let Some(tag) = attributes.read(markup, &name, element) else {
            return Ok(self.unfinished(here));
        };
        // Hidden elements take precedence over all other forms of a picture or a `script`: a browser shows none of them. A `noscript`
        // falls through to the arm below, which begins the pass over copies.
        if self.conventions.is_for_readers
            && (attributes.visibility.hides(element.name) || attributes.visibility.is_never_shown(element))
            && !(element.name == "noscript" && self.may_have_copies)
        {
            return Ok(self.hidden(name.name, element.kind, &tag));
        }
        if element.kind == Kind::Void
            && self.conventions.is_for_readers
            && let Some(text) = self.pictured(element, &attributes.visibility)
        {
            self.expect_content();
            self.out.cut(here, tag.end);
            self.push_text(&text);
            return Ok(tag.end);
        }
        match element.kind {
            Kind::Ignored => {
                if element.name == "noscript" && self.may_have_copies {
                    return Err(HasNoscript);
                }
                self.out.cut(here, tag.end);
                Ok(tag.end)
            }
            // Before other pictures, which are completed and kept.
            Kind::Void if element.name == "img" && attributes.is_pixel() => {
                self.out.cut(here, tag.end);
                Ok(tag.end)
            }
            _ if element.media != MediaRole::None && self.rules.listed.usable_media && element.is_listed => {
                self.media(element, &tag, attributes, tag_cache);
                Ok(tag.end)
            }
            Kind::Dropped => {
                // A formula is looked for before the `script` is removed with its content.
                let is_script = self.conventions.is_for_readers && element.name == "script";
                let tex = if is_script { self.tex(&attributes.visibility, &tag) } else { None };
                Ok(tex.unwrap_or_else(|| self.dropped(element, &tag)))
            }
            Kind::Text | Kind::Source => Ok(self.raw(element, &tag, attributes)),
            _ => {
                self.start_tag(element, &tag, attributes, Some(tag_cache));
                Ok(tag.end)
            }
        }
    }

    /// Handles the start tag of an element for pictures, audio or video. Without a URL, it would show nothing. The output of a tag that
    /// depends on its position is not cached.
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn media(
        &mut self,
        element: Plain<'r>,
        tag: &MarkupTag<'a>,
        attributes: &mut AttributeFilter<'a, '_>,
        tag_cache: &mut TagCache<'a, 'r>,
    ) {
        let is_in_picture = self.open.last().is_some_and(|last| last.element.media == MediaRole::Picture);
        let tag_cache = match element.media {
            MediaRole::Picture => {
                self.picture_has_source = false;
                None
            }
            MediaRole::Source if attributes.has_source(element) => {
                self.picture_has_source = true;
                None
            }
            MediaRole::Image if attributes.has_source(element) => Some(tag_cache),
            // It shows the picture of the `source`.
            MediaRole::Image if is_in_picture && self.picture_has_source => None,
            MediaRole::Image | MediaRole::Source => {
                self.out.cut(self.start, tag.end);
                return;
            }
            MediaRole::Player | MediaRole::None => Some(tag_cache),
        };
        self.start_tag(element, tag, attributes, tag_cache);
    }

    /// Drops an unclosed tag (HTML Standard 13.2.5.7 to .40). Returns the offset after it.
    pub(super) fn unfinished(&mut self, here: usize) -> usize {
        let markup = self.out.markup();
        let end = bozofeed_text::markup::end_of_non_tag(markup, here);
        // HTML Standard 13.2.5.7: at the end of the input, `</` is text.
        if end == markup.len() && markup.get(here..) == Some("</") {
            return self.less_than(here);
        }
        self.out.cut(here, end);
        end
    }

    /// Handles a cached start tag.
    #[inline]
    fn known_tag(&mut self, known: &CachedTag<'a, 'r>, tag: &MarkupTag<'a>) {
        let element = known.element;
        if !self.room_is_made(element) {
            self.out.cut(self.start, tag.end);
            return;
        }
        let before = self.out.position(self.start);
        known.write(self.start, &mut self.out);
        self.opened(element, tag, before, known.has_attributes);
    }

    /// Prepares for a start tag. Returns whether it may be written.
    #[inline]
    fn room_is_made(&mut self, element: Plain<'r>) -> bool {
        // The common cases.
        // Under these conditions, `make_room` finds nothing to close and nothing to open.
        let is_simple = element.is_listed
            && match element.kind {
                Kind::Ordinary | Kind::Void => true,
                Kind::Block | Kind::Division | Kind::Paragraph => self.open.paragraphs == 0,
                _ => false,
            };
        let has_room = is_simple
            && self.open.selects == 0
            && !self.open.needs_care()
            && self.open.stack.len() < MAX_DEPTH;
        has_room || self.make_room(element)
    }

    /// Handles a start tag of HTML.
    fn start_tag(
        &mut self,
        element: Plain<'r>,
        tag: &MarkupTag<'a>,
        attributes: &mut AttributeFilter<'a, '_>,
        tag_cache: Option<&mut TagCache<'a, 'r>>,
    ) {
        if !self.room_is_made(element) {
            self.out.cut(self.start, tag.end);
            return;
        }
        // Measured after `make_room`, which may write tags before this one.
        let before = self.out.position(self.start);
        self.write_tag(element, tag, attributes);
        let has_attributes = tag.end > self.start + tag.name.len() + "</>".len();
        // Before the element is opened, which may write its end tag immediately: the cache only holds the start tag.
        if let Some(tag_cache) = tag_cache {
            tag_cache.insert(tag, element, has_attributes, (self.start, before), &self.out);
        }
        self.opened(element, tag, before, has_attributes);
    }

    /// Opens the element of a start tag whose output starts at `before`.
    #[inline]
    fn opened(&mut self, element: Plain<'r>, tag: &MarkupTag<'a>, before: usize, has_attributes: bool) {
        if element.kind.is_void() {
            return;
        }
        let after = self.out.position(tag.end);
        self.open.push(element, (before, after), false);
        if element.kind == Kind::Preformatted {
            self.preformatted = (tag.end, after);
        }
        // For authors of XHTML, this is an empty element; after attributes, the slash may be part of a value.
        if tag.is_self_closing && !has_attributes {
            self.start = tag.end;
            self.close_last();
        }
    }

    /// Writes a start tag with the attributes that are kept.
    #[inline]
    pub(super) fn write_tag(
        &mut self,
        element: Plain<'_>,
        tag: &MarkupTag<'a>,
        attributes: &mut AttributeFilter<'a, '_>,
    ) {
        let name_end = self.start + 1 + tag.name.len();
        if !is_same(tag.name, element.name) {
            self.out.replace(self.start + 1, name_end, element.name);
        }
        let end = attributes.write(element, name_end, tag, &mut self.out);
        if self.conventions.void_tags_have_slash && element.kind.is_void() {
            self.out.replace(end, tag.end - 1, " /");
        } else if end + 1 != tag.end {
            // Only the `>` of the rest is kept.
            self.out.cut(end, tag.end - 1);
        }
    }

    /// Handles an end tag.
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn end_tag(&mut self, tag: &MarkupTag<'a>) {
        if self.conventions.is_for_readers
            && tag.name.eq_ignore_ascii_case("br")
            && !self.open.is_in_foreign_content()
        {
            return self.line_break(tag);
        }
        let foreign = |open: Plain<'_>| open.kind.is_foreign() && open.name.eq_ignore_ascii_case(tag.name);
        // An open element of a drawing or formula takes precedence over an HTML element with the same name, such as `a`.
        if let Some(at) = self.open.find(foreign, Kind::is_special) {
            self.close_at(at);
        } else if let Some(element) = self.rules.plain.get(tag.name) {
            self.end(element);
        }
        self.out.cut(self.start, tag.end);
    }

    /// Handles the end tag of a `br`, which is also a line break (HTML Standard 13.2.6.4.7), unless it follows the start tag: authors of
    /// XHTML use both tags for one break.
    fn line_break(&mut self, tag: &MarkupTag<'a>) {
        const LONGEST: usize = "<br />".len();
        let before = self.out.markup().as_bytes().get(..self.start).unwrap_or_default();
        let near =
            before.get(before.len().saturating_sub(LONGEST)..).unwrap_or_default().to_ascii_lowercase();
        let is_pair = ["<br>", "<br/>", "<br />"].iter().any(|start| near.ends_with(start.as_bytes()));
        if let Some(element) = self.rules.plain.get("br")
            && !is_pair
            && self.room_is_made(element)
        {
            self.out.insert(self.start, "<br>");
        }
        self.out.cut(self.start, tag.end);
    }

    /// Removes an element with its content. Returns the offset after it.
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn dropped(&mut self, element: Plain<'r>, tag: &MarkupTag<'a>) -> usize {
        let markup = self.out.markup();
        let end = match self.raw_text.end(markup, tag.end, element.name) {
            // In HTML, `<script/>` is closed by an end tag like any other `script`, so the end tag is searched for first.
            Some(end) => end_of_tag(markup, end),
            None if markup.get(..tag.end).is_some_and(|tag| tag.ends_with("/>")) => tag.end,
            None => end_of_open_script(markup, tag.end),
        };
        self.out.cut(self.start, end);
        end
    }

    /// Handles a raw text element, whose content is text even if it looks like markup. Returns the offset after it, or after its start
    /// tag if it has no end tag.
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn raw(
        &mut self,
        element: Plain<'r>,
        tag: &MarkupTag<'a>,
        attributes: &mut AttributeFilter<'a, '_>,
    ) -> usize {
        let markup = self.out.markup();
        let end = match self.raw_text.end(markup, tag.end, element.name) {
            // For an SGML parser, its content is markup.
            Some(end) if element.is_listed || !self.conventions.tags_are_sgml => end,
            _ if element.is_listed => tag.end,
            _ => {
                self.out.cut(self.start, tag.end);
                return tag.end;
            }
        };
        if !element.is_listed {
            self.out.cut(self.start, tag.end);
            self.raw_content(tag.end, end, element.kind == Kind::Text);
        } else if self.make_room(element) {
            self.write_tag(element, tag, attributes);
            self.raw_content(tag.end, end, true);
            self.start = end;
            // The span of its tag is not needed, since it is closed immediately.
            self.open.push(element, (0, 0), false);
            self.close_last();
        } else {
            self.open.left_out = self.open.left_out.saturating_sub(1);
            self.out.cut(self.start, tag.end);
            self.raw_content(tag.end, end, true);
        }
        if end == tag.end {
            return end;
        }
        let after = end_of_tag(markup, end);
        self.out.cut(end, after);
        after
    }
}
