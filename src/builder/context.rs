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
    /// What was last handed out with it.
    in_force: Option<Arc<InForce>>,
}

impl Lingering {
    /// What is in force in a context, with this base.
    fn beside(&mut self, context: Option<&Arc<InForce>>) -> Arc<InForce> {
        let (language, base) = context.map_or((None, None), |own| (own.language.as_ref(), own.base.as_ref()));
        if let Some(last) = self.in_force.as_ref().filter(|last| last.says(language, base)) {
            return Arc::clone(last);
        }
        let lingering_base = Some(self.base.clone());
        let made = InForce { language: language.cloned(), base: base.cloned(), lingering_base };
        Arc::clone(self.in_force.insert(Arc::new(made)))
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
        let absolute = base.map(|base| resolve(self.base(), base));
        let base = absolute.or_else(|| outer.base().map(|base| Cow::Borrowed(base.as_ref())));
        let language = match language {
            // An empty language is none (XML 1.0 §2.12).
            Some("") => None,
            Some(tag) if tag.contains('_') => Some(Cow::Owned(tag.replace('_', "-"))),
            Some(tag) => Some(Cow::Borrowed(tag)),
            None => outer.language().map(|language| Cow::Borrowed(language.as_ref())),
        };
        let last = self.last_in_force.as_ref();
        let in_force = match last.filter(|last| last.says(language.as_ref(), base.as_ref())) {
            Some(last) => Some(Arc::clone(last)),
            None => InForce::shared(language.map(Arc::from), base.map(Arc::from)),
        };
        self.last_in_force.clone_from(&in_force);
        self.contexts.push(Context { depth: self.frames.len() + 1, in_force });
    }

    /// A base goes out of force and leaves none.
    pub(super) fn linger(&mut self, base: Arc<str>) {
        let open = self.frames.len();
        if self.lingering.as_ref().is_none_or(|lingering| open <= lingering.bare) {
            self.lingering = Some(Lingering { base, bare: open, in_force: None });
        }
    }
}
