//! The attributes of a start tag.

use super::hidden::Visibility;
use super::values::{Filtered, Values};
use crate::escape::escaped;
use crate::links::Links;
use crate::output::Output;
use crate::sanitizer::attribute_kinds::{AttributeKind, XLINK, is_of_xlink};
use crate::sanitizer::elements::{MediaRole, Plain, PlainAttribute};
use crate::sanitizer::foreign_names::{draws_others, namespace_of_root};
use crate::sanitizer::lazy_images::{adopt_sources, is_for_lazy_images};
use crate::sanitizer::pages::is_pixel;
use bozofeed_text::delimiters::find_in_value;
use bozofeed_text::html::references::{decode, reference};
use bozofeed_text::markup::{Form, Kind, MarkupAttribute, MarkupTag, TagName, WrittenAttributes};
use bozofeed_text::names::is_same;
use smallvec::SmallVec;
use std::borrow::Cow;

/// The attribute that controls which data a player requests before it is used.
const PRELOAD: &str = "preload";

/// Filters the attributes of one start tag at a time.
pub(super) struct AttributeFilter<'a, 'b> {
    /// The attributes that the policy lists, as written.
    written: WrittenAttributes<'a>,
    /// Their names.
    names: SmallVec<[PlainAttribute<'b>; 8]>,
    /// The outcomes that [`has_source`](Self::has_source) computed, with the indices of their attributes.
    decided: SmallVec<[(usize, Filtered<'a>); 2]>,
    values: Values<'a, 'b>,
    /// Whether a browser shows the element.
    pub(super) visibility: Visibility<'a>,
}

/// Attributes in the order of their names.
type SortedAttributes<'v> = SmallVec<[(&'v str, Cow<'v, str>); 8]>;

/// Adds an attribute. Their number is bounded by the names in the policy.
fn insert_by_name<'v>(sorted: &mut SortedAttributes<'v>, name: &'v str, value: Cow<'v, str>) {
    let before = sorted.partition_point(|(known, _)| *known <= name);
    sorted.insert(before, (name, value));
}

impl<'a, 'b> AttributeFilter<'a, 'b> {
    pub(super) fn new(values: Values<'a, 'b>) -> Self {
        let visibility = Visibility::default();
        let written = WrittenAttributes::new();
        Self { written, names: SmallVec::new(), decided: SmallVec::new(), values, visibility }
    }

    pub(super) fn links(&self) -> Links<'b> {
        self.values.links
    }

    /// Parses the rest of a start tag, with the attributes that are listed for the element.
    #[inline]
    pub(super) fn read(
        &mut self,
        markup: &'a str,
        name: &TagName<'a>,
        element: Plain<'_>,
    ) -> Option<MarkupTag<'a>> {
        let rules = self.values.rules;
        let listed = match element.kind {
            Kind::Svg | Kind::SvgText => &rules.foreign.svg_attributes,
            Kind::MathMl | Kind::MathMlText => &rules.foreign.mathml_attributes,
            _ => &rules.plain_attributes,
        };
        let (written, names, visibility) = (&mut self.written, &mut self.names, &mut self.visibility);
        written.clear();
        names.clear();
        self.decided.clear();
        *visibility = Visibility::default();
        // The attribute that replaces it is written after the others.
        let loses_preload = rules.listed.usable_media && element.media == MediaRole::Player;
        let is_lost = |name: PlainAttribute<'_>| loses_preload && is_same(name.written, PRELOAD);
        let may_be_lazy = rules.listed.lazy_images && element.media.may_be_lazy();
        let is_for_readers = self.values.is_for_readers();
        // One closure for all elements: each additional one would duplicate the code that reads attributes.
        let tag = name.rest(markup, |attribute| {
            visibility.see(&attribute);
            if !element.is_listed {
                return;
            }
            if may_be_lazy {
                let is_read = is_for_lazy_images(attribute.name) || listed.get(attribute.name).is_some();
                let is_new = |other: &MarkupAttribute<'_>| !other.name.eq_ignore_ascii_case(attribute.name);
                if is_read && written.iter().all(is_new) {
                    written.push(attribute);
                }
                return;
            }
            // HTML Standard 13.2.5.33: of duplicate attributes, the first is used.
            let attribute = if is_for_readers { with_html_name(attribute) } else { attribute };
            if let Some(name) = listed.get(attribute.name).filter(|name| !is_among(names, *name))
                && !is_lost(name)
            {
                written.push(attribute);
                names.push(name);
            }
        });
        if may_be_lazy && element.is_listed {
            // Sources are adopted before the list is applied: `data-src` is not listed, and would be removed before it could become the
            // `src`.
            adopt_sources(written);
            written.retain(|attribute| match listed.get(attribute.name) {
                Some(name) if !is_lost(name) => {
                    names.push(name);
                    true
                }
                Some(_) | None => false,
            });
        }
        tag
    }

    /// Returns whether the element of the last tag has an identifier.
    pub(super) fn has_id(&self) -> bool {
        self.names.iter().any(|name| name.local.eq_ignore_ascii_case("id"))
    }

    /// Removes attributes that draw other elements if references draw this element (`is_repeated`): each level of such references would
    /// multiply the work of a browser.
    pub(super) fn remove_nested_references(
        &mut self,
        element: Plain<'_>,
        is_repeated: impl FnOnce() -> bool,
    ) {
        let draws = |name: &PlainAttribute<'_>| draws_others(element, &name.local.to_ascii_lowercase());
        if !self.names.iter().any(draws) || !is_repeated() {
            return;
        }
        let mut names = self.names.iter();
        self.written.retain(|_| names.next().is_none_or(|name| !draws(name)));
        self.names.retain(|name| !draws(name));
    }

    /// Returns whether an element for a picture, audio or video has a URL that can be loaded.
    pub(super) fn has_source(&mut self, element: Plain<'_>) -> bool {
        let is_foreign = element.kind.is_foreign();
        let mut has_source = false;
        for (index, (attribute, name)) in self.written.iter().zip(&self.names).enumerate() {
            let is_source = match name.local {
                "src" | "srcset" => !is_foreign,
                "href" => is_foreign,
                _ => false,
            };
            if !is_source {
                continue;
            }
            let outcome = self.values.outcome(element, *name, attribute);
            let url = match &outcome {
                Filtered::AsWritten => attribute.value,
                Filtered::Kept(value) => value,
                Filtered::Styled | Filtered::Removed => "",
            };
            // In HTML, a fragment refers to the page itself, which is not a picture.
            has_source |= !url.trim().is_empty() && (is_foreign || !url.starts_with('#'));
            // Kept for `write`: resolving the same reference again would be charged again.
            self.decided.push((index, outcome));
        }
        has_source
    }

    /// Returns whether an image is a tracking pixel.
    pub(super) fn is_pixel(&self) -> bool {
        let value = |name: &str| {
            let found = self.names.iter().position(|known| known.written == name);
            found.and_then(|at| self.written.get(at)).map_or("", |attribute| attribute.value)
        };
        !self.values.rules.listed.trackers && is_pixel(value("width"), value("height"))
    }

    /// Writes the attributes that are kept. `end` is the offset after the element's name, `tag_end` the offset after the `>`. Returns the
    /// offset after the written part of the tag.
    pub(super) fn write(
        &mut self,
        element: Plain<'_>,
        mut end: usize,
        tag: &MarkupTag<'_>,
        out: &mut Output<'a>,
    ) -> usize {
        if self.values.are_sorted() {
            return self.write_sorted(element, end, tag, out);
        }
        let mut uses_xlink = false;
        for (index, (attribute, name)) in self.written.iter().zip(&self.names).enumerate() {
            let outcome = match decided(&mut self.decided, index) {
                Some(outcome) => outcome,
                None => self.values.outcome(element, *name, attribute),
            };
            uses_xlink |= is_of_xlink(name.written) && !matches!(outcome, Filtered::Removed);
            match outcome {
                Filtered::AsWritten => end = keep(attribute, end, out),
                Filtered::Kept(value) => end = replace(attribute, name.written, &value, end, out),
                Filtered::Styled => end = replace(attribute, name.written, &self.values.styled, end, out),
                Filtered::Removed => {}
            }
        }
        if self.may_add(element) {
            for (name, value) in self.added(element, uses_xlink).into_iter().flatten() {
                out.cut(end, tag.end - 1);
                end = tag.end - 1;
                push_written(name, value, out);
            }
        }
        end
    }

    /// Returns whether there may be [`added`](Self::added) attributes, which most elements do not have.
    #[inline]
    fn may_add(&self, element: Plain<'_>) -> bool {
        element.media != MediaRole::None
            || element.name == "a"
            || element.kind.is_foreign()
            || self.visibility.direction.is_some()
    }

    /// Returns the attributes that the sanitizer adds, as they are written: the namespace of a root of SVG or `MathML`, the namespace of
    /// `XLink` if it is used, the `rel` of a link, the controls of a player, the missing description of a picture, the direction of its
    /// text.
    fn added(&self, element: Plain<'_>, uses_xlink: bool) -> [Option<(&'static str, &'b str)>; 3] {
        if element.kind.is_foreign() {
            let is_declared = self.names.iter().any(|name| name.written == "xmlns:xlink");
            return [
                (uses_xlink && !is_declared).then_some(("xmlns:xlink", XLINK)),
                namespace_of_root(element).map(|namespace| ("xmlns", namespace)),
                self.rel(element),
            ];
        }
        let listed = &self.values.rules.listed;
        let lacks = |name: &str| !self.names.iter().any(|known| known.written == name);
        let [first, second] = match element.media {
            MediaRole::Player if listed.usable_media => {
                [lacks("controls").then_some(("controls", "controls")), Some((PRELOAD, "none"))]
            }
            MediaRole::Image if listed.usable_media => [lacks("alt").then_some(("alt", "")), None],
            _ => [self.rel(element), None],
        };
        // The direction in a `style` that is removed.
        let Visibility { direction, has_direction, .. } = self.visibility;
        let direction = direction.filter(|_| {
            let rules = self.values.rules;
            self.values.is_for_readers()
                && !has_direction
                && rules.css_properties.get("direction").is_none()
                && rules.plain_attributes.get("dir").is_some()
        });
        [direction.map(|direction| ("dir", direction)), first, second]
    }

    /// Returns the `rel` that is added to a link, in HTML and in drawings.
    fn rel(&self, element: Plain<'_>) -> Option<(&'static str, &'b str)> {
        let rel = &*self.values.rules.link_rel;
        (!rel.is_empty() && element.name == "a").then_some(("rel", rel))
    }

    /// Writes the attributes in the order of their names, as Universal Feed Parser does.
    fn write_sorted(
        &mut self,
        element: Plain<'_>,
        end: usize,
        tag: &MarkupTag<'_>,
        out: &mut Output<'a>,
    ) -> usize {
        // Without attributes, there are also none of XLink.
        if self.written.is_empty() && self.added(element, false).iter().all(Option::is_none) {
            return end;
        }
        let mut kept = SortedAttributes::new();
        for (index, (attribute, name)) in self.written.iter().zip(&self.names).enumerate() {
            let outcome = match decided(&mut self.decided, index) {
                Some(outcome) => outcome,
                None => self.values.outcome(element, *name, attribute),
            };
            let value = match outcome {
                // Before the outcomes: text keeps its references as written, even if filtering has decoded them.
                _ if name.holds == AttributeKind::Text && attribute.has_value => {
                    as_written(attribute.value, name.written)
                }
                Filtered::AsWritten => Cow::Borrowed(attribute.value),
                Filtered::Kept(value) if name.holds == AttributeKind::Uri => {
                    Cow::Owned(with_end_as_written(&value, attribute))
                }
                Filtered::Kept(value) => Cow::Owned(escaped(&value).into_owned()),
                Filtered::Styled => Cow::Owned(escaped(&self.values.styled).into_owned()),
                Filtered::Removed => continue,
            };
            insert_by_name(&mut kept, name.written, value);
        }
        let uses_xlink = kept.iter().any(|(name, _)| is_of_xlink(name));
        for (name, value) in self.added(element, uses_xlink).into_iter().flatten() {
            insert_by_name(&mut kept, name, Cow::Borrowed(value));
        }
        out.cut(end, tag.end - 1);
        for (name, value) in kept {
            out.push(" ");
            out.push(name);
            out.push("=\"");
            out.push(&value);
            out.push("\"");
        }
        tag.end - 1
    }
}

/// Returns the outcome of the attribute at an index, if it has been computed.
fn decided<'a>(decided: &mut SmallVec<[(usize, Filtered<'a>); 2]>, index: usize) -> Option<Filtered<'a>> {
    let at = decided.iter().position(|(known, _)| *known == index)?;
    Some(decided.swap_remove(at).1)
}

/// Returns a URI, escaped. If it ends with the URI of the attribute, its references are kept as written.
fn with_end_as_written(uri: &str, attribute: &MarkupAttribute<'_>) -> String {
    let written = attribute.value.trim_ascii();
    match uri.strip_suffix(&*decode(written, true)) {
        Some(start) => [&*escaped(start), &*as_written(written, attribute.name)].concat(),
        None => escaped(uri).into_owned(),
    }
}

/// Returns the value of an attribute with its references as written, like Universal Feed Parser. Some values are in lower case.
fn as_written<'v>(value: &'v str, attribute: &str) -> Cow<'v, str> {
    if find_in_value(value.as_bytes(), 0).is_none() && !matches!(attribute, "rel" | "type") {
        return Cow::Borrowed(value);
    }
    let mut out = String::with_capacity(value.len() + 16);
    let mut rest = value;
    while let Some(at) = find_in_value(rest.as_bytes(), 0) {
        out.push_str(rest.get(..at).unwrap_or_default());
        let special = rest.get(at..).unwrap_or_default();
        rest = special.get(1..).unwrap_or_default();
        match special.as_bytes().first() {
            Some(b'"') => out.push_str("&quot;"),
            Some(b'<') => out.push_str("&lt;"),
            Some(b'>') => out.push_str("&gt;"),
            _ => {
                let (value, length) = reference(rest, true);
                let name =
                    rest.get(..length).and_then(|name| name.strip_suffix(';')).filter(|_| value.is_some());
                match name {
                    // The value is written in double quotes, so only these must remain references.
                    Some("#34") => out.push_str("&quot;"),
                    Some("#39") => out.push('\''),
                    Some(name) => {
                        out.push('&');
                        out.push_str(name);
                        out.push(';');
                    }
                    None => {
                        out.push_str("&amp;");
                        continue;
                    }
                }
                rest = rest.get(length..).unwrap_or_default();
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(if matches!(attribute, "rel" | "type") { out.to_lowercase() } else { out })
}

/// Returns the language attribute of XHTML under its HTML name.
#[inline]
fn with_html_name(attribute: MarkupAttribute<'_>) -> MarkupAttribute<'_> {
    match attribute.name.len() {
        8 if attribute.name.eq_ignore_ascii_case("xml:lang") => {
            MarkupAttribute { name: "lang", form: Form::Other, ..attribute }
        }
        _ => attribute,
    }
}

fn is_among(names: &[PlainAttribute<'_>], name: PlainAttribute<'_>) -> bool {
    names
        .iter()
        // Both names come from one table, so equal names usually are the same string.
        .any(|other| std::ptr::eq(other.written, name.written) || is_same(other.written, name.written))
}

/// Keeps an attribute as written. The text before it ends at `end`. Returns the offset after it.
fn keep(attribute: &MarkupAttribute<'_>, end: usize, out: &mut Output<'_>) -> usize {
    let (from, to) = attribute.span;
    if end + 1 != from || out.markup().as_bytes().get(end) != Some(&b' ') {
        out.replace(end, from, " ");
    }
    to
}

/// Replaces an attribute. The text before it ends at `end`. Returns the offset after it.
fn replace(
    attribute: &MarkupAttribute<'_>,
    name: &str,
    value: &str,
    end: usize,
    out: &mut Output<'_>,
) -> usize {
    out.cut(end, attribute.span.1);
    push_attribute(name, value, out);
    attribute.span.1
}

/// Writes an attribute.
pub(super) fn push_attribute(name: &str, value: &str, out: &mut Output<'_>) {
    push_written(name, &escaped(value), out);
}

/// Writes an attribute whose value is escaped, or need not be.
pub(super) fn push_written(name: &str, value: &str, out: &mut Output<'_>) {
    out.push(" ");
    out.push(name);
    out.push("=\"");
    out.push(value);
    out.push("\"");
}
