//! The texts of elements: collected while they are open, and stated when they end.

use std::borrow::Cow;
use std::sync::Arc;

use super::buffer::Buffer;
use super::construct::Construct;
use super::{Current, Frame, Interpreter};
use crate::content::{is_relative, repair, well_formed};
use crate::model::{Generator, Link, Tag, Text, XmlScope};
use crate::statement::{Origin, Sink, Statement, Subject};
use crate::version::Version;
use crate::vocabulary::{CategoryForm, Rule};

/// An element whose text is being collected.
#[derive(Debug)]
pub(super) struct Collector<'a> {
    pub(super) buffer: Buffer<'a>,
    pub(super) target: Target,
    pub(super) element: Current<'a>,
}

/// The purpose of collected text.
#[derive(Debug)]
pub(super) enum Target {
    Text(Construct),
    Rule(Rule),
    /// A link of RSS, or an enclosure, whose URI is its text; `None` if its start tag has no attributes.
    Link(Option<Box<Link>>),
    /// A category; `None` if it was stated already.
    Tag {
        waiting: Option<Tag>,
        form: CategoryForm,
    },
    Guid {
        permalink: bool,
    },
    Generator(Box<Generator>),
    /// The text of a `source` of RSS.
    SourceTitle,
    /// An extension. `uri`: the text is known to be a URI.
    Extension {
        uri: bool,
    },
}

/// Markup that is cleaned when the page of its feed or entry is known.
#[derive(Debug)]
pub(super) struct Waiting<'a> {
    construct: Construct,
    value: Cow<'a, str>,
    origin: Origin<'a>,
    scope: Option<Arc<XmlScope>>,
}

impl<'a> Collector<'a> {
    /// Adds text. `included`: the text as written, with the document's own entities replaced.
    pub(super) fn text(
        &mut self,
        text: &crate::xml::Text<'a>,
        included: Option<Cow<'a, str>>,
        decoded: &mut String,
    ) {
        match &mut self.target {
            Target::Text(construct) => construct.text(text, included, decoded, &mut self.buffer),
            _ if text.decoded => self.buffer.push_owned(decoded),
            _ => self.buffer.push(text.raw),
        }
    }
}

impl<'a, S: Sink> Interpreter<'a, '_, '_, S> {
    /// Starts collecting the text of the element that is being read.
    pub(super) fn collect(&mut self, target: Target) -> Frame<'a> {
        // It is large, so its room is used again.
        let collector = match self.spare_collector.take() {
            Some(mut spare) => {
                spare.target = target;
                spare.element = self.current;
                spare
            }
            None => Box::new(Collector { buffer: Buffer::default(), target, element: self.current }),
        };
        self.collectors.push(collector);
        Frame::Collect
    }

    /// The text of an element is complete.
    pub(super) fn collected(&mut self, collector: &mut Collector<'a>) {
        let Collector { buffer, target, element } = collector;
        self.current = *element;
        let buffer = std::mem::take(buffer);
        if let Target::Text(construct) = target {
            return self.end_text(construct, buffer);
        }
        self.current.is_padded = buffer.is_padded();
        let text = repair(buffer.into_trimmed());
        match target {
            Target::Rule(rule) => {
                self.tell_gathered(&text);
                self.end_known(*rule, text);
            }
            Target::Link(link) => self.end_link(link.take(), text),
            Target::Tag { waiting, form } => {
                self.tell_gathered(&text);
                if let Some(tag) = waiting.take() {
                    self.end_category(*form, tag, &text);
                }
            }
            Target::Guid { permalink } => self.end_guid(*permalink, &text),
            Target::Generator(generator) => self.end_generator(std::mem::take(generator), text),
            Target::SourceTitle => self.end_source(text),
            Target::Extension { uri } => {
                self.tell_gathered(&text);
                self.end_extension(*uri, &text);
            }
            Target::Text(_) => {}
        }
    }

    fn end_text(&mut self, construct: &mut Construct, buffer: Buffer<'a>) {
        let guess = !self.document.version.is_some_and(Version::is_atom);
        let value = construct.finish(buffer, guess);
        let scope = self.contexts.current().scope.clone();
        if construct.is_markup() && self.waits_for_page(&value) {
            let origin = self.origin();
            if let Some(inner) = self.scope() {
                let construct = construct.take();
                inner.waiting.push(Waiting { construct, value, origin, scope });
                return;
            }
        }
        let field = construct.field;
        let text = self.finish_text(construct, value, scope);
        self.tell_gathered_markup(&text);
        self.state(Statement::Text(field, text));
    }

    fn finish_text(
        &self,
        construct: &mut Construct,
        value: Cow<'a, str>,
        scope: Option<Arc<XmlScope>>,
    ) -> Text {
        let cleaner = S::cleaner(self.options);
        let base = self.markup_base(scope.as_ref());
        // Text is repaired before it is sanitized: a repair could restore what was removed.
        let value = if construct.is_markup() {
            cleaner.repair_and_clean(value, base, &self.budget)
        } else {
            repair(value)
        };
        let value = if construct.is_xhtml() { well_formed(value) } else { value };
        let mut value = value.into_owned();
        // Resolved URIs make markup longer, and its buffer may have doubled.
        if value.capacity() - value.len() > value.len() / 8 {
            value.shrink_to_fit();
        }
        let is_sanitized = construct.is_markup() && cleaner.is_active();
        let Construct { media_type, src, .. } = construct.take();
        Text { value, media_type, is_sanitized, src, scope }
    }

    /// Returns the base for markup: that of `xml:base`, else the page of the entry or the feed if the document is RSS, else
    /// the URL of the feed.
    fn markup_base<'t>(&'t self, scope: Option<&'t Arc<XmlScope>>) -> &'t str {
        let own = scope.and_then(|scope| scope.base.as_ref());
        if self.contexts.is_explicit(own) {
            return own.map_or("", AsRef::as_ref);
        }
        let page = self.scopes.last().and_then(|scope| scope.page.as_ref()).or(self.document.page.as_ref());
        page.or(own).map_or("", AsRef::as_ref)
    }

    /// Returns whether markup waits for the page of the feed or entry, since links in it resolve against that.
    fn waits_for_page(&mut self, value: &str) -> bool {
        let may_have_page = !S::FOLLOWS_FEEDPARSER
            && self.options.resolve_urls
            && self.document.is_rss()
            && self.contexts.explicit_base().is_none();
        may_have_page
            && memchr::memchr(b'<', value.as_bytes()).is_some()
            && self.gathered_here().is_none()
            && self.scopes.last().is_some_and(|scope| {
                scope.page.is_none() && matches!(scope.subject, Subject::Feed | Subject::Entry)
            })
    }

    /// The page of the feed or entry is known: states the texts that were waiting for it.
    pub(super) fn take_page(&mut self, page: &Arc<str>) {
        if S::FOLLOWS_FEEDPARSER || is_relative(page) || !self.document.is_rss() {
            return;
        }
        let Some(scope) = self.scope() else { return };
        scope.page = Some(Arc::clone(page));
        if scope.subject == Subject::Feed {
            self.document.page = Some(Arc::clone(page));
        }
        self.state_waiting();
    }

    /// States the texts that wait for a page.
    pub(super) fn state_waiting(&mut self) {
        let Some(scope) = self.scopes.last_mut().filter(|scope| !scope.waiting.is_empty()) else { return };
        let mut waiting = std::mem::take(&mut scope.waiting);
        for Waiting { mut construct, value, origin, scope } in waiting.drain(..) {
            let field = construct.field;
            let text = self.finish_text(&mut construct, value, scope);
            self.sink.state(Statement::Text(field, text), &origin);
        }
        // Its room is used again.
        if let Some(scope) = self.scope() {
            scope.waiting = waiting;
        }
    }
}
