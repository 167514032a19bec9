//! The texts of elements: collected while they are open, and kept where they belong when they end.

use std::borrow::Cow;

use super::buffer::Buffer;
use super::construct::Construct;
use super::draft::keep;
use super::slot::{self, Rank};
use super::{Builder, Frame};
use crate::content::{repair, well_formed};
use crate::model::{Generator, Src, Text};
use crate::version::Version;
use crate::vocabulary::{CategoryForm, Rule, TextField, ValueField};

/// An element whose text is being collected.
#[derive(Debug)]
pub(super) struct Collector<'a> {
    pub(super) buffer: Buffer<'a>,
    pub(super) target: Target,
    /// Where its start tag stands.
    pub(super) offset: usize,
    pub(super) rank: Rank,
}

/// Where collected text goes.
#[derive(Debug)]
pub(super) enum Target {
    Text(Construct),
    Rule(Rule),
    /// A link of the scope, by its place.
    Link(usize),
    /// An enclosure, by its place among the links.
    Enclosure(usize),
    /// A category, by its place among the tags.
    Tag {
        index: usize,
        form: CategoryForm,
    },
    Guid {
        permalink: bool,
    },
    Generator(Box<Generator>),
    /// The text of a `source` of RSS.
    SourceTitle,
    /// An extension; the text may be known to be a URI.
    Extension {
        uri: bool,
    },
}

impl<'a> Collector<'a> {
    /// `included`: what is written, with the document's own entities included.
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

impl<'a> Builder<'a, '_> {
    /// Starts collecting the text of an element.
    pub(super) fn collect(&mut self, target: Target) -> Frame<'a> {
        let (offset, rank) = (self.offset, self.rank);
        self.collectors.push(Collector { buffer: Buffer::default(), target, offset, rank });
        Frame::Collect
    }

    /// The text of an element is complete.
    pub(super) fn collected(&mut self, buffer: Buffer<'a>, target: Target) {
        match target {
            Target::Text(construct) => self.end_text(construct, buffer),
            Target::Rule(rule) => {
                let is_padded = buffer.is_padded();
                let text = repair(buffer.into_trimmed());
                self.tell_gathered(&text);
                self.end_known(rule, text);
                match rule {
                    Rule::Value(ValueField::ItunesExplicit) => {
                        self.draft().itunes().explicit_is_padded = is_padded;
                    }
                    Rule::Value(ValueField::ItunesBlock) => self.draft().itunes().block_is_padded = is_padded,
                    _ => {}
                }
            }
            Target::Link(index) => self.end_link(index, repair(buffer.into_trimmed())),
            Target::Enclosure(index) => self.end_enclosure(index, &repair(buffer.into_trimmed())),
            Target::Tag { index, form } => {
                let text = repair(buffer.into_trimmed());
                self.tell_gathered(&text);
                self.end_category(form, index, &text);
            }
            Target::Guid { permalink } => self.end_guid(permalink, &repair(buffer.into_trimmed())),
            Target::Generator(generator) => self.end_generator(generator, repair(buffer.into_trimmed())),
            Target::SourceTitle => self.end_source(repair(buffer.into_trimmed())),
            Target::Extension { uri } => {
                let text = repair(buffer.into_trimmed());
                self.tell_gathered(&text);
                self.end_extension(uri, &text);
            }
        }
    }

    fn end_text(&mut self, mut construct: Construct, buffer: Buffer<'a>) {
        let guess = !self.version.is_some_and(Version::is_atom);
        let value = construct.finish(buffer, guess);
        let value = if construct.is_markup() {
            match value {
                Cow::Borrowed(markup) => self.options.cleaner().clean(markup, self.base()),
                Cow::Owned(markup) => Cow::Owned(self.options.cleaner().clean_owned(markup, self.base())),
            }
        } else {
            value
        };
        let value = if construct.is_xhtml() { well_formed(value) } else { value };
        let text = Text {
            value: repair(value).into_owned(),
            media_type: construct.media_type,
            src: construct.src.map(|src| Box::new(Src(src))),
            in_force: self.in_force(),
        };
        if let Some(tree) = self.gathered_here() {
            tree.text.clone_from(&text.value);
            tree.attributes.retain(|(name, _)| name.as_ref() != "type");
            tree.attributes.push(("type".into(), text.media_type.to_string()));
        }
        self.keep_text(construct.field, text);
    }

    fn keep_text(&mut self, field: TextField, text: Text) {
        let standing = self.standing();
        let in_entry = self.kind().is_entry();
        let rank = self.rank;
        let draft = self.draft();
        match field {
            TextField::Title => draft.title.offer_first(text, standing),
            TextField::Summary => draft.summaries.offer(text, standing, draft.content.len()),
            TextField::Description if in_entry => {
                draft.summaries.offer(text, standing, draft.content.len());
            }
            TextField::Subtitle | TextField::Description => {
                let of_itunes = rank == Rank::StandIn && field == TextField::Subtitle;
                draft.itunes_came_last.subtitle = of_itunes;
                if of_itunes {
                    slot::fill(&mut draft.itunes().subtitle, text.clone());
                }
                draft.seldom().subtitle.offer(text, standing);
            }
            TextField::Content | TextField::Encoded | TextField::Body => keep(&mut draft.content, text),
            TextField::Info => {
                draft.seldom().info.offer(text, standing);
            }
            TextField::Rights => {
                draft.seldom().rights.offer(text, standing);
            }
        }
    }
}
