//! The values of attributes.

use crate::conventions::MarkupConventions;
use crate::image_candidates::rewrite_candidates;
use crate::links::Links;
use crate::sanitizer::attribute_kinds::{
    AttributeKind, XLINK, is_boolean, is_harmless_animation, local_paint,
};
use crate::sanitizer::elements::{Plain, PlainAttribute};
use crate::sanitizer::identifiers::TextIdentifiers;
use crate::sanitizer::rules::Rules;
use crate::sanitizer::style::KeptStyle;
use bozofeed_text::forward::memchr;
use bozofeed_text::html::characters::find_no_break_space;
use bozofeed_text::html::references::decode;
use bozofeed_text::markup::{Form, Kind, MarkupAttribute, lower};
use bozofeed_text::names::is_same;
use std::borrow::Cow;

/// The outcome of filtering an attribute.
pub(super) enum Filtered<'a> {
    /// It is kept as written.
    AsWritten,
    /// It is kept with this value.
    Kept(Cow<'a, str>),
    /// It is kept with the value of [`Values::styled`].
    Styled,
    /// It is removed.
    Removed,
}

/// Filters one attribute at a time.
pub(super) struct Values<'a, 'b> {
    pub(super) links: Links<'b>,
    pub(super) rules: &'b Rules,
    conventions: MarkupConventions,
    identifiers: TextIdentifiers<'b>,
    /// Whether the markup has no-break spaces.
    has_no_break_spaces: bool,
    /// The last style and its kept part, since styles are often repeated.
    style: Option<(&'a str, Option<KeptStyle<'a>>)>,
    /// The filtered last style.
    pub(super) styled: String,
}

impl<'a, 'b> Values<'a, 'b> {
    pub(super) fn new(
        links: Links<'b>,
        rules: &'b Rules,
        conventions: MarkupConventions,
        identifiers: TextIdentifiers<'b>,
        has_no_break_spaces: bool,
    ) -> Self {
        let styled = String::new();
        Self { links, rules, conventions, identifiers, has_no_break_spaces, style: None, styled }
    }

    /// Returns whether the markup is for readers.
    pub(super) fn is_for_readers(&self) -> bool {
        self.conventions.is_for_readers
    }

    /// Returns whether attributes are sorted.
    pub(super) fn are_sorted(&self) -> bool {
        self.conventions.attributes_are_sorted
    }

    /// Filters an attribute.
    pub(super) fn outcome(
        &mut self,
        element: Plain<'_>,
        name: PlainAttribute<'_>,
        attribute: &MarkupAttribute<'a>,
    ) -> Filtered<'a> {
        if !attribute.has_value
            && (self.conventions.names_are_values || is_boolean(element.name, name.written))
        {
            return self.filter(element, name, lower(attribute.name));
        }
        let value = attribute.value;
        // A name is written as listed, whatever its case, and a no-break space as `&nbsp;`.
        let is_otherwise =
            !is_same(attribute.name, name.written) || self.has_no_break_spaces && has_no_break_space(value);
        let form = if is_otherwise { Form::Other } else { attribute.form };
        // The common case.
        let stays = match name.holds {
            AttributeKind::Text => form != Form::Other,
            AttributeKind::Uri if !element.kind.is_foreign() && self.links.rewriter().is_none() => {
                matches!(form, Form::Plain | Form::Ampersands) && self.is_settled(element, value)
            }
            _ => false,
        };
        if stays {
            return Filtered::AsWritten;
        }
        // A value is checked with its references resolved, as a browser reads it.
        if form != Form::Plain {
            return match decode(value, true) {
                Cow::Borrowed(value) if name.holds == AttributeKind::Style => self.style(value, form),
                value => self.filter(element, name, without_carriage_returns(value)),
            };
        }
        if name.holds == AttributeKind::Style {
            return self.style(value, form);
        }
        match self.filter(element, name, Cow::Borrowed(value)) {
            Filtered::Kept(kept) if kept == value => Filtered::AsWritten,
            outcome => outcome,
        }
    }

    /// Filters a `style` without references.
    fn style(&mut self, value: &'a str, form: Form) -> Filtered<'a> {
        let kept = match self.style {
            Some((last, kept)) if last == value => kept,
            _ => {
                let with_capitals = !self.conventions.colours_are_lower_case;
                let kept = self.rules.write_style(value, with_capitals, &mut self.styled);
                self.style = Some((value, kept));
                kept
            }
        };
        match kept {
            Some(KeptStyle::Beginning(kept)) if form == Form::Plain && kept.len() == value.len() => {
                Filtered::AsWritten
            }
            Some(KeptStyle::Beginning(kept)) => Filtered::Kept(Cow::Borrowed(kept)),
            Some(KeptStyle::Written) => Filtered::Styled,
            None => Filtered::Removed,
        }
    }

    /// Filters an attribute by its decoded value.
    fn filter(&self, element: Plain<'_>, name: PlainAttribute<'_>, value: Cow<'a, str>) -> Filtered<'a> {
        match name.holds {
            AttributeKind::Text => Filtered::Kept(value),
            AttributeKind::Style => {
                let with_capitals = !self.conventions.colours_are_lower_case;
                changed(value, |value| self.rules.filter_style(value, with_capitals))
            }
            AttributeKind::Candidates => {
                let links = self.links;
                let outcome = changed(value, |value| match links.rewriter() {
                    None => Some(links.resolve_candidates(value)),
                    Some(_) => rewrite_candidates(value, |uri| {
                        let link = self.rules.link(links, "img", "src", uri);
                        self.rules.rewritten(links, "img", "srcset", link)
                    })
                    .map(Cow::Owned),
                });
                // The result is checked, since a reference may get its scheme from the base.
                let is_safe = matches!(&outcome, Filtered::Kept(value) if self.rules.are_safe(value));
                if is_safe { outcome } else { Filtered::Removed }
            }
            AttributeKind::Id => changed(value, |value| Some(self.identifiers.with_prefix(value))),
            AttributeKind::Ids => changed(value, |value| Some(self.identifiers.with_prefixes(value))),
            AttributeKind::Classes => changed(value, |value| self.rules.filter_classes(value)),
            AttributeKind::Paint => {
                changed(value, |value| local_paint(value, |id| self.identifiers.with_prefix(id)))
            }
            AttributeKind::Animated if is_harmless_animation(&value) => Filtered::Kept(value),
            AttributeKind::Namespace if name.written == "xmlns:xlink" => Filtered::Kept(Cow::Borrowed(XLINK)),
            AttributeKind::Animated | AttributeKind::Namespace => Filtered::Removed,
            AttributeKind::Uri => self.uri(element, name, value),
        }
    }

    /// Returns whether a URL is kept unchanged.
    fn is_settled(&self, element: Plain<'_>, url: &str) -> bool {
        self.rules.is_settled(url) && self.own_fragment(element, url).is_none()
    }

    /// Returns the fragment of a link to the page of the text, if the text has its target.
    fn own_fragment<'u>(&self, element: Plain<'_>, url: &'u str) -> Option<&'u str> {
        if element.name == "a" { self.identifiers.own_fragment(url) } else { None }
    }

    fn uri(&self, element: Plain<'_>, name: PlainAttribute<'_>, value: Cow<'a, str>) -> Filtered<'a> {
        let is_svg = matches!(element.kind, Kind::Svg | Kind::SvgText);
        let links = self.links;
        if !is_svg && links.rewriter().is_none() && self.is_settled(element, &value) {
            return Filtered::Kept(value);
        }
        let outcome = changed(value, |value| {
            let mut link = self.rules.link(links, element.name, name.local, value);
            // The order matters: a link within the text is not passed to the caller's function, which does not change fragments, and gets
            // the prefix of the identifiers at the end.
            if let Some(fragment) = self.own_fragment(element, &link) {
                link = Cow::Owned(fragment.to_owned());
            }
            let link = self.rules.rewritten(links, element.name, name.local, link);
            Some(self.identifiers.in_link(link, name.local))
        });
        let Filtered::Kept(link) = &outcome else { return outcome };
        // References of SVG other than links must be local.
        if self.rules.removes_url(link) || is_svg && element.name != "a" && !link.starts_with('#') {
            Filtered::Removed
        } else {
            outcome
        }
    }
}

/// Returns a value with carriage returns converted to line feeds, as a parser would read it.
fn without_carriage_returns(value: Cow<'_, str>) -> Cow<'_, str> {
    if memchr(b'\r', value.as_bytes()).is_none() { value } else { Cow::Owned(value.replace('\r', "\n")) }
}

fn has_no_break_space(text: &str) -> bool {
    find_no_break_space(text.as_bytes(), 0) < text.len()
}

/// Keeps a changed value without copying it if it is the same.
fn changed(value: Cow<'_, str>, change: impl Fn(&str) -> Option<Cow<'_, str>>) -> Filtered<'_> {
    let changed = match value {
        Cow::Borrowed(value) => change(value),
        Cow::Owned(value) => match change(&value) {
            Some(Cow::Borrowed(same)) if same == value => Some(Cow::Owned(value)),
            changed => changed.map(|changed| Cow::Owned(changed.into_owned())),
        },
    };
    changed.map_or(Filtered::Removed, Filtered::Kept)
}
