//! `xml:base` and `xml:lang`, and the URIs that depend on them.

use std::borrow::Cow;
use std::sync::Arc;

use super::Builder;
use crate::content::{resolve, resolve_safe};
use crate::model::InForce;
use crate::vocabulary;

/// `xml:base` and `xml:lang` in force.
#[derive(Debug, Clone)]
pub(super) struct Context {
    pub(super) depth: usize,
    pub(super) in_force: Option<Arc<InForce>>,
}

impl Context {
    pub(super) fn base(&self) -> Option<&Arc<str>> {
        self.in_force.as_ref()?.base.as_ref()
    }

    pub(super) fn language(&self) -> Option<&Arc<str>> {
        self.in_force.as_ref()?.language.as_ref()
    }
}

/// A base that Universal Feed Parser does not let go of where there is none around it: elements that begin later have it.
#[derive(Debug)]
pub(super) struct Lingering {
    base: Arc<str>,
    /// How many of the open elements began before it.
    pub(super) bare: usize,
    /// What was last handed out with it, and for which context.
    last: Option<(Option<Arc<InForce>>, Arc<InForce>)>,
}

impl Lingering {
    /// What is in force in a context, with this base.
    fn beside(&mut self, context: Option<&Arc<InForce>>) -> Arc<InForce> {
        if let Some((_, made)) = self.last.as_ref().filter(|(of, _)| are_one(of.as_ref(), context)) {
            return Arc::clone(made);
        }
        let own = context.map_or_else(InForce::default, |own| InForce::clone(own));
        let made = Arc::new(InForce { lingering_base: Some(Arc::clone(&self.base)), ..own });
        self.last = Some((context.cloned(), Arc::clone(&made)));
        made
    }
}

/// A language or a base for an element. What is in force around it may be long, and is neither copied nor read again.
enum Said<'s> {
    Here(Option<Cow<'s, str>>),
    Around(Option<&'s Arc<str>>),
}

impl Said<'_> {
    fn is(&self, known: Option<&Arc<str>>) -> bool {
        match self {
            Self::Here(said) => known.map(AsRef::as_ref) == said.as_deref(),
            Self::Around(said) => are_one(known, *said),
        }
    }

    fn shared(self) -> Option<Arc<str>> {
        match self {
            Self::Here(said) => said.map(Arc::from),
            Self::Around(said) => said.cloned(),
        }
    }
}

fn are_one<T: ?Sized>(one: Option<&Arc<T>>, other: Option<&Arc<T>>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        (None, None) => true,
        _ => false,
    }
}

impl Builder<'_, '_> {
    pub(super) fn context(&self) -> &Context {
        const NOWHERE: &Context = &Context { depth: 0, in_force: None };
        self.contexts.last().unwrap_or(NOWHERE)
    }

    /// What is in force for a text that stands here.
    pub(super) fn in_force(&mut self) -> Option<Arc<InForce>> {
        let here = self.contexts.last().and_then(|context| context.in_force.as_ref());
        match &mut self.lingering {
            Some(lingering) => Some(lingering.beside(here)),
            None => here.cloned(),
        }
    }

    pub(super) fn base(&self) -> &str {
        self.context().base().map_or("", AsRef::as_ref)
    }

    /// A URI of the document's, made absolute unless the options forbid it.
    pub(super) fn resolved<'t>(&self, reference: &'t str) -> Cow<'t, str> {
        if self.options.resolve_urls {
            resolve(self.base(), reference)
        } else {
            Cow::Borrowed(reference.trim())
        }
    }

    /// A link of the document's, made absolute; nothing if following it would run code.
    pub(super) fn uri<'t>(&self, reference: &'t str) -> Option<Cow<'t, str>> {
        let base = if self.options.resolve_urls { self.base() } else { "" };
        resolve_safe(base, reference)
    }

    /// The same, to be kept where it may stand twice.
    pub(super) fn shared_uri(&self, reference: &str) -> Option<Arc<str>> {
        self.uri(reference).map(Arc::from)
    }

    /// Takes `xml:base` and `xml:lang` from the start tag. Both count without their prefix as well, as CDF writes them.
    pub(super) fn enter_context(&mut self) {
        let mut base = None;
        let mut language = None;
        for attribute in self.reader.attributes() {
            let xml = vocabulary::is_xml(attribute.name.namespace);
            if !xml && !attribute.name.prefix.is_empty() {
                continue;
            }
            if attribute.name.local.eq_ignore_ascii_case("base") && (xml || base.is_none()) {
                base = Some(attribute.value.as_ref());
            } else if attribute.name.local.eq_ignore_ascii_case("lang") && (xml || language.is_none()) {
                language = Some(attribute.value.as_ref());
            }
        }
        if base.is_none() && language.is_none() {
            return;
        }
        let outer = self.context();
        let base = match base {
            Some(base) => Said::Here(Some(resolve(self.base(), base))),
            None => Said::Around(outer.base()),
        };
        let language = match language {
            // An empty language is none (XML 1.0 §2.12).
            Some("") => Said::Here(None),
            Some(tag) if tag.contains('_') => Said::Here(Some(Cow::Owned(tag.replace('_', "-")))),
            Some(tag) => Said::Here(Some(Cow::Borrowed(tag))),
            None => Said::Around(outer.language()),
        };
        let is_same =
            |last: &&Arc<InForce>| language.is(last.language.as_ref()) && base.is(last.base.as_ref());
        let in_force = match self.last_in_force.as_ref().filter(is_same) {
            Some(last) => Some(Arc::clone(last)),
            None => InForce::shared(language.shared(), base.shared()),
        };
        self.last_in_force.clone_from(&in_force);
        self.contexts.push(Context { depth: self.frames.len() + 1, in_force });
    }

    /// A base goes out of force and leaves none.
    pub(super) fn linger(&mut self, base: Arc<str>) {
        let open = self.frames.len();
        if self.lingering.as_ref().is_none_or(|lingering| open <= lingering.bare) {
            self.lingering = Some(Lingering { base, bare: open, last: None });
        }
    }
}
