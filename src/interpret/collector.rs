//! The texts of elements: collected while the elements are open, and interpreted when they end.

use std::borrow::Cow;
use std::sync::Arc;

use super::buffer::Buffer;
use super::construct::Construct;
use super::{Current, Frame, Interpreter};
use crate::format::Format;
use crate::model::{Generator, Link, Str, Tag, Text, XmlScope};
use crate::sink::{Origin, Subject};
use crate::text_repair::repair_if;
use crate::vocabulary::{self, CategoryForm, ReadAs, ScopeKind};
use bozofeed_content::internal::{MarkupConventions, SanitizeValues as _};
use bozofeed_model::internal::cost::Priced;
use bozofeed_text::html::uri::is_relative;

/// An element whose text is being collected.
#[derive(Debug)]
pub(super) struct Collector<'a> {
    pub(super) buffer: Buffer<'a>,
    pub(super) target: Destination,
    pub(super) element: Current<'a>,
}

/// The purpose of collected text.
#[derive(Debug)]
pub(super) enum Destination {
    Text(Construct),
    Known(ReadAs),
    /// A link of RSS, or an enclosure, with its URI as text; `None` if its start tag has no attributes.
    Link(Option<Box<Link>>),
    /// A category.
    Tag {
        /// Whether it was stated already.
        is_stated: bool,
        /// The values of its attributes, if it was not stated and there are any. Boxed: most categories have none, and every
        /// target is moved.
        attributes: Option<Box<Tag>>,
        form: CategoryForm,
        /// The term from its attributes.
        term: Option<Str>,
    },
    Guid {
        permalink: bool,
    },
    Generator(Box<Generator>),
    /// The text of a scope: the title of a `source` of RSS, the URL of an image.
    ScopeText(ScopeKind),
    /// Text beside a value from attributes.
    Stated,
    /// An extension. `uri` means that the text is known to be a URI.
    Extension {
        uri: bool,
    },
}

/// Markup that is cleaned once the page of its feed or entry is known.
#[derive(Debug)]
pub(super) struct WaitingMarkup<'a> {
    construct: Construct,
    value: Cow<'a, str>,
    origin: Origin<'a>,
    scope: Option<Arc<XmlScope>>,
}

impl Priced for WaitingMarkup<'_> {
    /// The list of all of them takes as much again while it grows.
    fn heap(&self) -> usize {
        self.value.heap() + size_of::<Self>()
    }

    /// Zero, since it is written only when it is stated.
    fn written(&self) -> usize {
        0
    }
}

impl<'a> Interpreter<'a, '_, '_> {
    /// Starts collecting the text of the element that is being read.
    pub(super) fn collect(&mut self, target: Destination) -> Frame<'a> {
        self.collectors.push(Collector { buffer: Buffer::default(), target, element: self.current });
        Frame::Collect
    }

    /// Reads the text of the current element, which is complete.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn collected(&mut self, target: Destination, buffer: Buffer<'a>) {
        match target {
            Destination::Text(construct) => self.end_text(construct, buffer),
            Destination::Known(read_as) => {
                let text = self.plain_text(buffer);
                // The tree comes first if the vocabulary gathers the element, since `end_known` takes the text.
                self.set_gathered_text(&text);
                self.end_known(read_as, text);
            }
            Destination::Link(link) => {
                let text = self.plain_text(buffer);
                self.end_link(link, &text);
            }
            Destination::Tag { is_stated, attributes, form, .. } => {
                let text = self.plain_text(buffer);
                self.set_gathered_text(&text);
                if !is_stated {
                    self.end_category(form, attributes, &text);
                }
            }
            Destination::Guid { permalink } => {
                let text = self.plain_text(buffer);
                self.end_guid(permalink, &text);
            }
            Destination::Generator(generator) => {
                let text = self.plain_text(buffer);
                self.end_generator(generator, text);
            }
            Destination::ScopeText(kind) => {
                let text = self.plain_text(buffer);
                self.end_scope_text(kind, text);
            }
            Destination::Stated => {
                let text = self.plain_text(buffer);
                self.keep_text(&text);
            }
            Destination::Extension { uri } => {
                let text = self.plain_text(buffer);
                self.set_gathered_text(&text);
                self.end_extension(uri, &text);
            }
        }
    }

    /// Returns the collected text of the element that is being read, which does not contain markup.
    fn plain_text(&mut self, buffer: Buffer<'a>) -> Cow<'a, str> {
        repair_if(buffer.into_trimmed(), |text| self.undoes_double_encoding(text))
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    fn end_text(&mut self, mut construct: Construct, buffer: Buffer<'a>) {
        self.current.is_typed = construct.is_typed;
        let is_of_atom = vocabulary::is_atom(self.current.namespace);
        // RFC 4287 §3.1.1: a text construct of Atom without a type is plain text. RSS has no types, so the type of its texts is
        // guessed.
        let guess = !is_of_atom && !self.document.format.is_some_and(Format::is_atom);
        let value = construct.finish(buffer, guess);
        // Text is repaired before it is sanitized: a repair could restore removed markup.
        let value = repair_if(value, |text| self.undoes_double_encoding(text));
        let mut scope = self.contexts.current().scope.clone();
        if let Some(language) = construct.language() {
            let base = scope.as_ref().and_then(|scope| scope.base.clone());
            scope = XmlScope::shared(Some(language.clone()), base);
        }
        // Checked before the markup is cleaned, which resolves its links and cannot be undone.
        if construct.is_markup() && self.waits_for_page(&value) {
            let origin = self.origin();
            construct.forget_elements();
            let waiting = self.budget.keep_field(WaitingMarkup { construct, value, origin, scope });
            if let (Some(inner), Some(waiting)) = (self.scopes.last_mut(), waiting) {
                inner.waiting.push(waiting);
            }
            return;
        }
        let field = construct.field;
        let text = self.finish_text(construct, value, scope.as_ref());
        self.set_gathered_markup(&text);
        let origin = self.origin();
        self.offer_text(field, text, &origin);
    }

    fn finish_text(&self, construct: Construct, value: Cow<'a, str>, scope: Option<&Arc<XmlScope>>) -> Text {
        let cleaner = self.sink.cleaner(self.options);
        let page = if construct.is_markup() { self.page_for(scope) } else { None };
        let own = scope.and_then(|scope| scope.base.as_deref());
        let base = page.as_deref().or(own).unwrap_or("");
        let allowance = self.budget.left();
        let value = if construct.is_markup() {
            cleaner.value(value, construct.syntax(), base, &MarkupConventions::MODEL, self.budget)
        } else {
            value.into()
        };
        // The page becomes the base of the text only if a link was resolved against it, which costs budget.
        let resolved = page.filter(|_| allowance != self.budget.left());
        let own = resolved
            .and_then(|page| XmlScope::shared(scope.and_then(|scope| scope.language.clone()), Some(page)));
        let scope = own.as_ref().or(scope).and_then(|scope| self.budget.inherit(scope));
        let mut text = Text::new(value, construct.media_type);
        text.scope = scope;
        text.set_src(construct.src);
        text
    }

    /// Returns the page against which links in markup are resolved if there is no `xml:base`: the page of the entry, or else
    /// that of the feed, if the document is RSS.
    fn page_for(&self, scope: Option<&Arc<XmlScope>>) -> Option<Str> {
        if self.contexts.is_explicit(scope.and_then(|scope| scope.base.as_ref())) {
            return None;
        }
        let own = self.scopes.last().and_then(|scope| scope.page.as_ref());
        own.or_else(|| self.feed_page()).cloned()
    }

    /// Returns whether markup waits for the page of the feed or entry, since its links are resolved against that page.
    fn waits_for_page(&mut self, value: &str) -> bool {
        let may_have_page =
            self.options.resolve_urls && self.document.is_rss() && self.contexts.explicit_base().is_none();
        may_have_page
            // Text without a tag has no links.
            && bozofeed_text::forward::memchr(b'<', value.as_bytes()).is_some()
            && self.gathered_here().is_none()
            && self.scopes.last().is_some_and(|scope| {
                scope.page.is_none() && matches!(scope.subject, Subject::Feed | Subject::Entry)
            })
    }

    /// Offers the texts that waited for the page of the feed or entry, which is now known.
    pub(super) fn take_page(&mut self, page: &Str) {
        if page.is_empty() || is_relative(page) || !self.document.is_rss() {
            return;
        }
        let Some(scope) = self.scope() else { return };
        // Set before the waiting texts are stated, since they look it up there.
        scope.page = Some(page.clone());
        if scope.subject == Subject::Feed {
            self.document.page = Some(page.clone());
        }
        self.offer_waiting();
    }

    /// Offers the texts that wait for a page.
    pub(super) fn offer_waiting(&mut self) {
        let Some(scope) = self.scopes.last_mut() else { return };
        for WaitingMarkup { construct, value, origin, scope } in scope.waiting.take() {
            let field = construct.field;
            let text = self.finish_text(construct, value, scope.as_ref());
            // The stored origin is used, since another element is being read by now.
            self.offer_text(field, text, &origin);
        }
    }
}
