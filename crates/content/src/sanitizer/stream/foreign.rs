//! SVG and `MathML`, and drawings that are not kept.

use super::MarkupWriter;
use super::attributes::AttributeFilter;
use super::hidden::Visibility;
use super::open::{MAX_DEPTH, Open};
use crate::sanitizer::elements::{MediaRole, Plain, leaves_foreign_content};
use crate::sanitizer::foreign_names::{SVG_TEXT, is_drawn_by_reference};
use bozofeed_text::markup::{Kind, MarkupTag, Pieces, TagName, kind_of, lower};

/// The maximum nesting depth of unclosed elements of a drawing.
const MOST_LEFT_OPEN: usize = MAX_DEPTH / 2;

/// The steps for a byte of a tag that is read byte by byte.
const STEPS: usize = 4;

impl<'a, 'r> MarkupWriter<'a, 'r> {
    /// Handles a start tag within SVG or `MathML`. Returns the offset after it, or `None` if it is an HTML tag; then SVG and `MathML`
    /// have been closed.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn foreign_tag(
        &mut self,
        name: &TagName<'a>,
        attributes: &mut AttributeFilter<'a, '_>,
    ) -> Option<usize> {
        let markup = self.out.markup();
        let kind = self.open.last().map(|last| last.element.kind)?;
        let foreign = &self.rules.foreign;
        let table = if kind == Kind::MathMl { &foreign.mathml } else { &foreign.svg };
        if let Some(element) = table.get(name.name) {
            // A `desc` only contains text, so an SVG element ends it.
            if kind == Kind::SvgText {
                self.close_to(self.open.stack.len() - 1);
            }
            return Some(self.foreign_start(element, name, attributes));
        }
        if self.conventions.tags_are_sgml
            && name.name.eq_ignore_ascii_case("title")
            && kind == Kind::Svg
            && let Some(end) = self.title_of_drawing(name)
        {
            return Some(end);
        }
        let is_root = ["svg", "math"].iter().any(|root| name.name.eq_ignore_ascii_case(root));
        let html = self.rules.plain.get(name.name);
        // HTML Standard 13.2.6.5: most HTML elements end SVG and MathML. `a` is also an SVG element.
        if is_root || html.is_some_and(|html| leaves_foreign_content(html.kind) && html.name != "a") {
            let is_foreign = |open: &&Open<'_>| open.element.kind.has_foreign_content();
            let within = self.open.stack.iter().rev().take_while(is_foreign).count();
            self.close_to(self.open.stack.len() - within);
            return None;
        }
        // A `script` or `style` is removed with its content, also in foreign content.
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
        element: Plain<'r>,
        name: &TagName<'a>,
        attributes: &mut AttributeFilter<'a, '_>,
    ) -> usize {
        let markup = self.out.markup();
        let Some(tag) = attributes.read(markup, name, element) else {
            return self.unfinished(self.start);
        };
        if element.kind == Kind::Svg {
            attributes.remove_nested_references(element, || {
                let mut around = self.open.stack.iter();
                is_drawn_by_reference(element)
                    || around.any(|open| open.is_reusable || is_drawn_by_reference(open.element))
            });
        }
        let is_blank = element.media == MediaRole::Image
            && self.rules.listed.usable_media
            && !attributes.has_source(element);
        if is_blank || !self.make_room(element) {
            self.out.cut(self.start, tag.end);
            return tag.end;
        }
        let before = self.out.position(self.start);
        self.write_tag(element, &tag, attributes);
        let after = self.out.position(tag.end);
        let is_reusable = attributes.has_id();
        self.open.push(element, (before, after), false);
        if let Some(open) = self.open.stack.last_mut() {
            open.is_reusable = is_reusable;
        }
        // In SGML, the end of the drawing ends an element with attributes.
        let stays_open = self.conventions.tags_are_sgml
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

    /// Handles the start tag of SVG or `MathML`, or of an unknown element, which is removed. Returns the offset after it.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn root_or_unknown(
        &mut self,
        name: &TagName<'a>,
        attributes: &mut AttributeFilter<'a, '_>,
    ) -> usize {
        let markup = self.out.markup();
        let foreign = &self.rules.foreign;
        let root = match &*lower(name.name) {
            "svg" => foreign.svg.get("svg"),
            "math" => foreign.mathml.get("math"),
            _ => None,
        };
        // A `select` can only contain options.
        if let Some(root) = root.filter(|_| self.open.selects == 0) {
            self.expect_content();
            return self.foreign_start(root, name, attributes);
        }
        let (mut less_than, mut visibility) = (None, Visibility::default());
        let tag = name.rest(markup, |attribute| {
            visibility.see(&attribute);
            let inner = || attribute.name.find('<').map(|at| attribute.span.0 + at);
            less_than = less_than.or_else(inner);
        });
        let Some(tag) = tag else { return self.unfinished(self.start) };
        if self.conventions.is_for_readers && visibility.hides(name.name) {
            return self.hidden(name.name, Kind::Ordinary, &tag);
        }
        if name.name.eq_ignore_ascii_case("svg") && !tag.is_self_closing {
            return self.drawing(&tag);
        }
        // To an SGML parser, another tag ends this one. The rest of this one is then read again, which is charged.
        let is_paid = |less_than: &usize| self.scan.pay(tag.end.saturating_sub(*less_than) * STEPS);
        let end = less_than.filter(|_| self.conventions.tags_are_sgml).filter(is_paid).unwrap_or(tag.end);
        self.out.cut(self.start, end);
        end
    }

    /// Writes the title of a drawing that is kept, if the title only has text. Returns the offset after it.
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

    /// Handles a drawing that is not kept, except its title. Returns the offset after it.
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
        // Remembered, so that the rest of the markup is searched once, and not again for each drawing.
        self.drawings_stay_open = true;
        self.out.cut(self.start, tag.end);
        tag.end
    }

    /// Returns the span of the title and the end of a drawing whose start tag ends at `at`. A drawing also ends before an HTML element.
    /// Returns `None` if it does not end.
    fn end_of_drawing(&self, at: usize) -> Option<(Option<(usize, usize)>, usize)> {
        if self.drawings_stay_open {
            return None;
        }
        let markup = self.out.markup();
        let (mut depth, mut title) = (1_usize, None);
        let mut pieces = Pieces::of_foreign_content(markup, at);
        while let Some(tag) = pieces.next_tag() {
            let (at, name) = (tag.end, lower(tag.name));
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
                // Before the next arm: these are also names of SVG elements, so they do not end the drawing.
                name if SVG_TEXT.contains(&name) || name == "a" || name == "image" => {}
                name if kind_of(name).is_some_and(leaves_foreign_content) => {
                    return Some((title, pieces.start));
                }
                _ => {}
            }
        }
        None
    }
}
