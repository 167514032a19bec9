//! `xml:base` and `xml:lang`, and the URIs that depend on them.

use std::borrow::Cow;
use std::sync::Arc;

use super::Builder;
use crate::content::{resolve, resolve_safe};
use crate::vocabulary;

/// `xml:base` and `xml:lang` in force.
#[derive(Debug, Clone)]
pub(super) struct Context {
    pub(super) depth: usize,
    pub(super) base: Option<Arc<str>>,
    pub(super) language: Option<Arc<str>>,
}

/// A base that Universal Feed Parser does not let go of where there is none around it: elements that begin later have it.
#[derive(Debug)]
pub(super) struct Lingering {
    pub(super) base: Arc<str>,
    /// How many of the open elements began before it.
    pub(super) bare: usize,
}

impl Builder<'_, '_> {
    pub(super) fn context(&self) -> &Context {
        const NOWHERE: &Context = &Context { depth: 0, base: None, language: None };
        self.contexts.last().unwrap_or(NOWHERE)
    }

    pub(super) fn base(&self) -> &str {
        self.context().base.as_deref().unwrap_or("")
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
    pub(super) fn uri(&self, reference: &str) -> Option<String> {
        let base = if self.options.resolve_urls { self.base() } else { "" };
        resolve_safe(base, reference).map(Cow::into_owned)
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
        let outer = self.context().clone();
        let absolute =
            base.map(|base| Arc::from(resolve(outer.base.as_deref().unwrap_or(""), base).as_ref()));
        let base = absolute.or(outer.base);
        // An empty language is none (XML 1.0 §2.12).
        let language = language
            .map_or(outer.language, |tag| (!tag.is_empty()).then(|| Arc::from(tag.replace('_', "-"))));
        self.contexts.push(Context { depth: self.frames.len() + 1, base, language });
    }

    /// A base goes out of force and leaves none.
    pub(super) fn linger(&mut self, base: Arc<str>) {
        let open = self.frames.len();
        if self.lingering.as_ref().is_none_or(|lingering| open <= lingering.bare) {
            self.lingering = Some(Lingering { base, bare: open });
        }
    }
}
