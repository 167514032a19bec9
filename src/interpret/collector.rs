//! The texts of elements: collected while they are open, and stated when they end.

use std::borrow::Cow;

use super::buffer::Buffer;
use super::construct::Construct;
use super::{Current, Frame, Interpreter};
use crate::content::{repair, well_formed};
use crate::model::{Generator, Link, Tag, Text};
use crate::statement::{Sink, Statement};
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
    /// A link of RSS, or an enclosure, whose URI is its text.
    Link(Box<Link>),
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
        self.collectors.push(Collector { buffer: Buffer::default(), target, element: self.current });
        Frame::Collect
    }

    /// The text of an element is complete.
    pub(super) fn collected(&mut self, buffer: Buffer<'a>, target: Target) {
        let target = match target {
            Target::Text(construct) => return self.end_text(construct, buffer),
            target => target,
        };
        self.current.is_padded = buffer.is_padded();
        let text = repair(buffer.into_trimmed());
        match target {
            Target::Rule(rule) => {
                self.tell_gathered(&text);
                self.end_known(rule, text);
            }
            Target::Link(link) => self.end_link(*link, text),
            Target::Tag { waiting, form } => {
                self.tell_gathered(&text);
                if let Some(tag) = waiting {
                    self.end_category(form, tag, &text);
                }
            }
            Target::Guid { permalink } => self.end_guid(permalink, &text),
            Target::Generator(generator) => self.end_generator(generator, text),
            Target::SourceTitle => self.end_source(text),
            Target::Extension { uri } => {
                self.tell_gathered(&text);
                self.end_extension(uri, &text);
            }
            Target::Text(_) => {}
        }
    }

    fn end_text(&mut self, mut construct: Construct, buffer: Buffer<'a>) {
        let guess = !self.document.version.is_some_and(Version::is_atom);
        let value = construct.finish(buffer, guess);
        let cleaner = S::cleaner(self.options);
        let value = if construct.is_markup() {
            match value {
                Cow::Borrowed(markup) => cleaner.clean(markup, self.contexts.base()),
                Cow::Owned(markup) => Cow::Owned(cleaner.clean_owned(markup, self.contexts.base())),
            }
        } else {
            value
        };
        let value = if construct.is_xhtml() { well_formed(value) } else { value };
        let text = Text {
            value: repair(value).into_owned(),
            is_sanitized: construct.is_markup() && cleaner.is_active(),
            media_type: construct.media_type,
            src: construct.src,
            scope: self.contexts.current().scope.clone(),
        };
        self.tell_gathered_markup(&text);
        self.state(Statement::Text(construct.field, text));
    }
}
