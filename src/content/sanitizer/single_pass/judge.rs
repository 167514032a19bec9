//! The filter for one attribute in the single pass.

use super::Dialect;
use crate::content::links::Links;
use crate::content::sanitizer::attribute_kinds::{
    Holds, XLINK, is_boolean, is_local_paint, with_prefix, with_prefixes,
};
use crate::content::sanitizer::elements::{Kind, Plain, PlainAttribute};
use crate::content::sanitizer::image_candidates::resolve_candidates;
use crate::content::sanitizer::rules::Rules;
use crate::content::sanitizer::style::{KeptStyle, keeps_declarations};
use crate::content::tag::{Form, MarkupAttribute, lower};
use crate::html::characters::find_no_break_space;
use crate::html::references::decode;
use crate::html::uri::{end_of_plain_host, is_plain_http, scheme};
use crate::names::is_same;
use std::borrow::Cow;
use url::Url;

/// The outcome of filtering an attribute.
pub(super) enum Filtered<'a> {
    /// It is kept as written.
    AsWritten,
    /// It is kept with this value.
    Kept(Cow<'a, str>),
    /// It is kept with the value of [`Judge::styled`].
    Styled,
    /// It is removed before ammonia would see it or filter others, so that the order of others does not change.
    Refused,
    /// It is removed, and the last attribute takes its place.
    Removed,
}

/// Filters one attribute at a time.
pub(super) struct Judge<'a, 'b> {
    pub(super) links: Links<'b>,
    pub(super) rules: &'b Rules,
    dialect: Dialect,
    /// Whether some attribute is not of the dialect.
    pub(super) is_of_another_dialect: bool,
    /// Whether the markup has no-break spaces.
    has_no_break_spaces: bool,
    /// A URI that `is_plain_http` accepts, up to the byte after its host. Empty if there was none.
    origin: &'a str,
    /// The last style and its kept part, since styles are often repeated.
    style: Option<(&'a str, Option<KeptStyle<'a>>)>,
    /// The filtered last style.
    pub(super) styled: String,
}

impl<'a, 'b> Judge<'a, 'b> {
    pub(super) fn new(
        links: Links<'b>,
        rules: &'b Rules,
        dialect: Dialect,
        has_no_break_spaces: bool,
    ) -> Self {
        Self {
            links,
            rules,
            dialect,
            is_of_another_dialect: false,
            has_no_break_spaces,
            origin: "",
            style: None,
            styled: String::new(),
        }
    }

    /// Filters an attribute.
    pub(super) fn outcome(
        &mut self,
        element: &Plain,
        name: &PlainAttribute,
        attribute: &MarkupAttribute<'a>,
    ) -> Filtered<'a> {
        if !attribute.has_value
            && (self.dialect == Dialect::FeedParser || is_boolean(element.name, name.written))
        {
            return self.judge(element, name, lower(attribute.name));
        }
        let value = attribute.value;
        if self.dialect == Dialect::FeedParser && name.holds == Holds::Style {
            self.is_of_another_dialect |= !keeps_declarations(value, &self.rules.css_properties);
        }
        let is_otherwise =
            !is_same(attribute.name, name.written) || self.has_no_break_spaces && has_no_break_space(value);
        let form = if is_otherwise { Form::Other } else { attribute.form };
        // The common case.
        let stays = match name.holds {
            Holds::Text => form != Form::Other,
            Holds::Uri if element.kind != Kind::Svg => {
                matches!(form, Form::Plain | Form::Ampersands) && self.is_settled(value)
            }
            _ => false,
        };
        if stays {
            return Filtered::AsWritten;
        }
        if form != Form::Plain {
            return match decode(value, true) {
                Cow::Borrowed(value) if name.holds == Holds::Style => self.style(value, form),
                value => self.judge(element, name, value),
            };
        }
        if name.holds == Holds::Style {
            return self.style(value, form);
        }
        match self.judge(element, name, Cow::Borrowed(value)) {
            Filtered::Kept(kept) if kept == value => Filtered::AsWritten,
            outcome => outcome,
        }
    }

    /// Returns whether a URI is settled: see [`Rules::is_settled`].
    fn is_settled(&mut self, uri: &'a str) -> bool {
        // Many URIs in one text have the same host.
        if self.origin.is_empty() || !uri.starts_with(self.origin) {
            let Some(end) = end_of_plain_host(uri) else { return false };
            self.origin = uri.get(..=end).unwrap_or_default();
        }
        self.rules.is_settled_http(uri)
    }

    /// Filters a `style` without references.
    fn style(&mut self, value: &'a str, form: Form) -> Filtered<'a> {
        let kept = match self.style {
            Some((last, kept)) if last == value => kept,
            _ => {
                let kept = self.rules.write_style(value, &mut self.styled);
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

    /// Filters an attribute by its resolved value.
    fn judge(&self, element: &Plain, name: &PlainAttribute, value: Cow<'a, str>) -> Filtered<'a> {
        let stays = match name.holds {
            Holds::Text => true,
            Holds::Style => return changed(value, |value| self.rules.filter_style(value)),
            Holds::Candidates => {
                let links = self.links;
                let outcome = changed(value, |value| Some(resolve_candidates(value, links)));
                let is_safe = matches!(&outcome, Filtered::Kept(value) if self.rules.are_safe(value));
                return if is_safe { outcome } else { Filtered::Removed };
            }
            Holds::Id => {
                return changed(value, |value| Some(with_prefix(value, self.rules.listed.id_prefix)));
            }
            Holds::Ids => {
                return changed(value, |value| Some(with_prefixes(value, self.rules.listed.id_prefix)));
            }
            Holds::Classes => {
                return match changed(value, |value| self.rules.filter_classes(value)) {
                    Filtered::Removed => Filtered::Refused,
                    outcome => outcome,
                };
            }
            Holds::Paint => is_local_paint(&value),
            Holds::Namespace if name.written == "xmlns:xlink" => return Filtered::Kept(Cow::Borrowed(XLINK)),
            Holds::Namespace => value == XLINK,
            Holds::Uri => return self.judge_uri(element, name, value),
        };
        if stays { Filtered::Kept(value) } else { Filtered::Removed }
    }

    fn judge_uri(&self, element: &Plain, name: &PlainAttribute, value: Cow<'a, str>) -> Filtered<'a> {
        let is_svg = element.kind == Kind::Svg;
        if !is_svg && self.rules.is_settled(&value) {
            return Filtered::Kept(value);
        }
        let outcome =
            changed(value, |value| Some(self.rules.link(self.links, element.name, name.written, value)));
        let Filtered::Kept(link) = &outcome else { return outcome };
        if self.rules.removes_url(link)
            || is_checked_by_ammonia(element.name, name.local) && !self.is_let_in(link)
        {
            return Filtered::Refused;
        }
        // References of SVG must be local.
        if is_svg && !link.starts_with('#') { Filtered::Removed } else { outcome }
    }

    /// Returns whether ammonia keeps a URL: it is relative, or parses by the URL Standard and has a listed scheme.
    fn is_let_in(&self, uri: &str) -> bool {
        if scheme(uri).is_none() || is_plain_http(uri) && self.rules.listed.url_schemes.contains("http") {
            return true;
        }
        match Url::parse(uri) {
            Ok(url) => {
                self.rules.listed.url_schemes.contains(url.scheme())
                    || self.rules.listed.data_images && url.scheme() == "data"
            }
            Err(error) => error == url::ParseError::RelativeUrlWithoutBase,
        }
    }
}

fn has_no_break_space(text: &str) -> bool {
    find_no_break_space(text.as_bytes(), 0) < text.len()
}

/// Returns whether ammonia checks an attribute as a URL.
fn is_checked_by_ammonia(element: &str, name: &str) -> bool {
    match name {
        "href" | "xlink:href" | "src" => true,
        "action" => element == "form",
        "data" => element == "object",
        "formaction" => matches!(element, "button" | "input"),
        "ping" => element == "a",
        "poster" => element == "video",
        _ => false,
    }
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
