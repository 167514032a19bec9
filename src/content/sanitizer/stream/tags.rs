//! How tags are read and written.

use super::attributes::AttributeFilter;
use super::nesting::MAX_DEPTH;
use super::tag_cache::{CachedTag, TagCache};
use super::{HasNoscript, Writer};
use crate::content::sanitizer::elements::{Plain, leaves_foreign_content};
use crate::content::sanitizer::foreign_names::SVG_TEXT;
use crate::markup::{Kind, MarkupTag, TagName, end_of_open_script, kind_of, lower};
use crate::names::is_same;

/// The depth up to which elements of a drawing that are left open nest.
const MOST_LEFT_OPEN: usize = MAX_DEPTH / 2;

impl<'a, 'r> Writer<'a, 'r> {
    /// Handles what starts with the `<` at `here`. Returns the offset after it.
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
        let known = tag_cache.find(markup.as_bytes(), here).filter(|_| !self.open.is_in_foreign_content());
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
        let name = if self.is_dictionary() { name.as_sgml() } else { name };
        if self.open.is_in_foreign_content()
            && let Some(end) = self.foreign_tag(&name, attributes)
        {
            return Ok(end);
        }
        let Some(element) = self.rules.plain.get(name.name) else {
            return Ok(self.root_or_unknown(&name, attributes));
        };
        if matches!(element.kind, Kind::Frame | Kind::Embed | Kind::Object) || element.name == "param" {
            return Ok(self.embed(element, &name));
        }
        let Some(tag) = attributes.read(markup, &name, element) else {
            return Ok(self.unfinished(here));
        };
        match element.kind {
            Kind::Ignored => {
                if element.name == "noscript" && self.may_have_copies {
                    return Err(HasNoscript);
                }
                self.out.cut(here, tag.end);
                Ok(tag.end)
            }
            Kind::Void if element.name == "img" && attributes.is_pixel() => {
                self.out.cut(here, tag.end);
                Ok(tag.end)
            }
            Kind::Dropped => Ok(self.dropped(element, &tag)),
            Kind::Text | Kind::Source => Ok(self.raw(element, &tag, attributes)),
            _ => {
                self.start_tag(element, &tag, attributes, Some(tag_cache));
                Ok(tag.end)
            }
        }
    }

    /// Drops what starts as a tag but does not end (HTML Standard 13.2.5.7 to .40). Returns the offset after it.
    fn unfinished(&mut self, here: usize) -> usize {
        let markup = self.out.markup();
        let end = crate::markup::end_of_non_tag(markup, here);
        if end == markup.len() && markup.get(here..) == Some("</") {
            return self.less_than(here);
        }
        self.out.cut(here, end);
        end
    }

    /// Handles a start tag from the cache.
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
    fn room_is_made(&mut self, element: &'r Plain) -> bool {
        // The common cases.
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
        element: &'r Plain,
        tag: &MarkupTag<'a>,
        attributes: &mut AttributeFilter<'a, '_>,
        tag_cache: Option<&mut TagCache<'a, 'r>>,
    ) {
        if !self.room_is_made(element) {
            self.out.cut(self.start, tag.end);
            return;
        }
        let before = self.out.position(self.start);
        self.write_tag(element, tag, attributes);
        let has_attributes = tag.end > self.start + tag.name.len() + "</>".len();
        if let Some(tag_cache) = tag_cache {
            tag_cache.insert(tag, element, has_attributes, (self.start, before), &self.out);
        }
        self.opened(element, tag, before, has_attributes);
    }

    /// Opens the element of a start tag whose output starts at `before`.
    #[inline]
    fn opened(&mut self, element: &'r Plain, tag: &MarkupTag<'a>, before: usize, has_attributes: bool) {
        if element.kind.is_void() {
            return;
        }
        let after = self.out.position(tag.end);
        self.open.push(element, (before, after), false);
        if element.kind == Kind::Preformatted {
            self.preformatted = after;
        }
        // An empty element to authors of XHTML; after attributes, the slash may be part of a value.
        if tag.is_self_closing && !has_attributes {
            self.start = tag.end;
            self.close_last();
        }
    }

    /// Writes a start tag with the attributes that are kept.
    #[inline]
    pub(super) fn write_tag(
        &mut self,
        element: &Plain,
        tag: &MarkupTag<'a>,
        attributes: &mut AttributeFilter<'a, '_>,
    ) {
        let name_end = self.start + 1 + tag.name.len();
        if !is_same(tag.name, element.name) {
            self.out.replace(self.start + 1, name_end, element.name);
        }
        let end = attributes.write(element, name_end, tag, &mut self.out);
        if self.is_dictionary() && element.kind.is_void() {
            self.out.replace(end, tag.end - 1, " /");
        } else if end + 1 != tag.end {
            // Only the `>` of the rest is kept.
            self.out.cut(end, tag.end - 1);
        }
    }

    /// Handles an end tag.
    fn end_tag(&mut self, tag: &MarkupTag<'a>) {
        let foreign = |open: &Plain| open.kind.is_foreign() && open.name.eq_ignore_ascii_case(tag.name);
        if let Some(at) = self.open.find(foreign, Kind::is_special) {
            self.close_at(at);
        } else if let Some(element) = self.rules.plain.get(tag.name) {
            self.end(element);
        }
        self.out.cut(self.start, tag.end);
    }

    /// Removes an element with its content. Returns the offset after it.
    fn dropped(&mut self, element: &Plain, tag: &MarkupTag<'a>) -> usize {
        let markup = self.out.markup();
        let end = match self.raw_text.end(markup, tag.end, element.name) {
            Some(end) => end_of_tag(markup, end),
            None if markup.get(..tag.end).is_some_and(|tag| tag.ends_with("/>")) => tag.end,
            None => end_of_open_script(markup, tag.end),
        };
        self.out.cut(self.start, end);
        end
    }

    /// Handles an element whose content is text even if it looks like markup. Returns the offset after it, or after its
    /// start tag if it has no end tag.
    fn raw(
        &mut self,
        element: &'r Plain,
        tag: &MarkupTag<'a>,
        attributes: &mut AttributeFilter<'a, '_>,
    ) -> usize {
        let markup = self.out.markup();
        let end = match self.raw_text.end(markup, tag.end, element.name) {
            // To Universal Feed Parser its content is markup.
            Some(end) if element.is_listed || !self.is_dictionary() => end,
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

    /// Handles a start tag within SVG or `MathML`. Returns the offset after it, or `None` if the tag is HTML, before which
    /// SVG and `MathML` were closed.
    fn foreign_tag(&mut self, name: &TagName<'a>, attributes: &mut AttributeFilter<'a, '_>) -> Option<usize> {
        let markup = self.out.markup();
        let kind = self.open.last().map(|last| last.element.kind)?;
        let foreign = &self.rules.foreign;
        let table = if kind == Kind::MathMl { &foreign.mathml } else { &foreign.svg };
        if let Some(element) = table.get(name.name) {
            if kind == Kind::SvgText {
                self.close_to(self.open.stack.len() - 1);
            }
            return Some(self.foreign_start(element, name, attributes));
        }
        if self.is_dictionary()
            && name.name.eq_ignore_ascii_case("title")
            && kind == Kind::Svg
            && let Some(end) = self.title_of_drawing(name)
        {
            return Some(end);
        }
        let is_root = ["svg", "math"].iter().any(|root| name.name.eq_ignore_ascii_case(root));
        let html = self.rules.plain.get(name.name);
        if is_root || html.is_some_and(|html| leaves_foreign_content(html.kind) && html.name != "a") {
            let is_foreign = |open: &&super::nesting::Open<'_>| open.element.kind.has_foreign_content();
            let within = self.open.stack.iter().rev().take_while(is_foreign).count();
            self.close_to(self.open.stack.len() - within);
            return None;
        }
        if html.is_some_and(|html| html.kind == Kind::Dropped) {
            return None;
        }
        let tag = name.rest(markup, |_| {});
        Some(match tag {
            Some(tag) => {
                self.out.cut(self.start, tag.end);
                tag.end
            }
            None => self.unfinished(self.start),
        })
    }

    /// Handles the start tag of an element of SVG or `MathML`. Returns the offset after it.
    fn foreign_start(
        &mut self,
        element: &'r Plain,
        name: &TagName<'a>,
        attributes: &mut AttributeFilter<'a, '_>,
    ) -> usize {
        let markup = self.out.markup();
        let Some(tag) = attributes.read(markup, name, element) else {
            return self.unfinished(self.start);
        };
        if !self.make_room(element) {
            self.out.cut(self.start, tag.end);
            return tag.end;
        }
        let before = self.out.position(self.start);
        self.write_tag(element, &tag, attributes);
        let after = self.out.position(tag.end);
        self.open.push(element, (before, after), false);
        // To Universal Feed Parser, the end of the drawing ends an element with attributes.
        let stays_open = self.is_dictionary()
            && element.kind == Kind::Svg
            && element.name != "svg"
            && markup.as_bytes().get(name.end).is_some_and(|b| !matches!(b, b'/' | b'>'))
            && self.open.stack.len() < MOST_LEFT_OPEN;
        if tag.is_self_closing && !stays_open {
            self.start = tag.end;
            self.close_last();
        }
        tag.end
    }

    /// Handles the start tag of SVG or `MathML`, or of an element that HTML does not know, which is removed. Returns the
    /// offset after it.
    fn root_or_unknown(&mut self, name: &TagName<'a>, attributes: &mut AttributeFilter<'a, '_>) -> usize {
        let markup = self.out.markup();
        let foreign = &self.rules.foreign;
        let root = match &*lower(name.name) {
            "svg" => foreign.svg.get("svg"),
            "math" => foreign.mathml.get("math"),
            _ => None,
        };
        if let Some(root) = root.filter(|_| self.open.selects == 0) {
            self.expect_content();
            return self.foreign_start(root, name, attributes);
        }
        let mut less_than = None;
        let tag = name.rest(markup, |attribute| {
            let inner = || attribute.name.find('<').map(|at| attribute.span.0 + at);
            less_than = less_than.or_else(inner);
        });
        let Some(tag) = tag else { return self.unfinished(self.start) };
        if name.name.eq_ignore_ascii_case("svg") && !tag.is_self_closing {
            return self.drawing(&tag);
        }
        // To an SGML parser, another tag ends this one.
        let end = less_than.filter(|_| self.is_dictionary()).unwrap_or(tag.end);
        self.out.cut(self.start, end);
        end
    }

    /// Writes the title of a drawing that is kept, if it only has text. Returns the offset after it.
    fn title_of_drawing(&mut self, name: &TagName<'a>) -> Option<usize> {
        let markup = self.out.markup();
        let tag = name.rest(markup, |_| {})?;
        let text = markup.get(tag.end..)?.split('<').next()?;
        let end = tag.end + text.len();
        let end_tag =
            TagName::read(markup, end).filter(|end| end.is_end && end.name.eq_ignore_ascii_case("title"))?;
        let after = end_tag.rest(markup, |_| {})?.end;
        self.out.replace(self.start, tag.end, "<title>");
        self.raw_content(tag.end, end, true);
        self.out.replace(end, after, "</title>");
        Some(after)
    }

    /// Handles a drawing that is not kept: its title is. Returns the offset after it.
    fn drawing(&mut self, tag: &MarkupTag<'a>) -> usize {
        if let Some((title, end)) = self.end_of_drawing(tag.end) {
            self.out.cut(self.start, tag.end);
            if let Some((from, to)) = title {
                self.out.cut(tag.end, from);
                self.start = from;
                self.raw_content(from, to, true);
                self.out.cut(to, end);
            } else {
                self.out.cut(tag.end, end);
            }
            return end;
        }
        self.drawings_stay_open = true;
        self.out.cut(self.start, tag.end);
        tag.end
    }

    /// Returns the span of the title and the end of a drawing whose start tag ends at `at`. It ends before an element of HTML
    /// as well; `None` if it does not end.
    fn end_of_drawing(&self, mut at: usize) -> Option<(Option<(usize, usize)>, usize)> {
        if self.drawings_stay_open {
            return None;
        }
        let markup = self.out.markup();
        let (mut depth, mut title) = (1_usize, None);
        loop {
            let start = at + memchr::memchr(b'<', markup.as_bytes().get(at..)?)?;
            let Some(tag) = TagName::read(markup, start).and_then(|name| name.rest(markup, |_| {})) else {
                at = crate::markup::end_of_non_tag(markup, start);
                continue;
            };
            at = tag.end;
            let name = lower(tag.name);
            match &*name {
                "svg" if tag.is_end => {
                    depth -= 1;
                    if depth == 0 {
                        return Some((title, at));
                    }
                }
                "svg" if !tag.is_self_closing => depth += 1,
                "title" if !tag.is_end && title.is_none() => {
                    let text = markup.get(at..)?.split('<').next().unwrap_or_default();
                    title = (!text.trim().is_empty()).then_some((at, at + text.len()));
                }
                name if SVG_TEXT.contains(&name) || name == "a" || name == "image" => {}
                name if kind_of(name).is_some_and(leaves_foreign_content) => return Some((title, start)),
                _ => {}
            }
        }
    }
}

/// Returns the offset after the tag at `at`.
pub(super) fn end_of_tag(markup: &str, at: usize) -> usize {
    TagName::read(markup, at).and_then(|name| name.rest(markup, |_| {})).map_or(markup.len(), |tag| tag.end)
}
