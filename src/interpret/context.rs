//! `xml:base` and `xml:lang`, and the URIs that depend on them.

use std::borrow::Cow;
use std::sync::Arc;

use super::Interpreter;
use crate::budget::{Budget, LONGEST_LANGUAGE};
use crate::model::{Str, XmlScope};
use crate::vocabulary::{self, read_uri};
use crate::xml::XmlAttribute;
use bozofeed_text::html::resolve::LONGEST_BASE;
use bozofeed_text::html::uri::is_relative;

/// The language and base that an element sets for its whole content.
#[derive(Debug, Clone)]
pub(super) struct Context {
    depth: usize,
    pub(super) scope: Option<Arc<XmlScope>>,
}

impl Context {
    pub(super) fn base(&self) -> Option<&Str> {
        self.scope.as_ref()?.base.as_ref()
    }

    pub(super) fn language(&self) -> Option<&Str> {
        self.scope.as_ref()?.language.as_ref()
    }

    /// Returns whether the element at this depth has set it.
    pub(super) fn is_set_at(&self, depth: usize) -> bool {
        self.depth == depth
    }
}

/// The contexts of the open elements.
#[derive(Debug)]
pub(super) struct Contexts {
    outermost: Context,
    open: Vec<Context>,
    /// The last scope that was set: siblings repeat it.
    last: Option<Arc<XmlScope>>,
}

/// A language or a base for an element. The outer one may be long, so it is neither copied nor compared again.
enum Setting<'s> {
    Set(Option<Cow<'s, str>>),
    Inherited(Option<&'s Str>),
}

impl Setting<'_> {
    fn is(&self, known: Option<&Str>) -> bool {
        match self {
            Self::Set(set) => known.map(Str::as_str) == set.as_deref(),
            Self::Inherited(inherited) => match (known, inherited) {
                (Some(one), Some(other)) => one.ptr_eq(other),
                (None, None) => true,
                (None, Some(_)) | (Some(_), None) => false,
            },
        }
    }

    fn shared(self) -> Option<Str> {
        match self {
            Self::Set(set) => set.map(Str::shared),
            Self::Inherited(inherited) => inherited.cloned(),
        }
    }
}

impl Contexts {
    pub(super) fn new(scope: Option<Arc<XmlScope>>) -> Self {
        let outermost = Context { depth: 0, scope };
        Self { outermost, open: Vec::new(), last: None }
    }

    pub(super) fn current(&self) -> &Context {
        self.open.last().unwrap_or(&self.outermost)
    }

    /// Returns the base URI in effect, or an empty one if there is none.
    pub(super) fn base(&self) -> &str {
        self.current().base().map_or("", Str::as_str)
    }

    /// Returns the base URI outside of all elements, or an empty one if there is none.
    fn outermost(&self) -> &str {
        self.outermost.base().map_or("", Str::as_str)
    }

    /// Returns whether an element has set a base.
    pub(super) fn is_explicit(&self, base: Option<&Str>) -> bool {
        base.is_some_and(|base| self.outermost.base().is_none_or(|outermost| !outermost.ptr_eq(base)))
    }

    /// Returns the base URI in effect, if an element has set it.
    pub(super) fn explicit_base(&self) -> Option<&Str> {
        self.current().base().filter(|base| self.is_explicit(Some(base)))
    }

    /// Reads `xml:base` and `xml:lang` of the start tag of an element at `depth`. CDF writes them without a prefix. A base
    /// that runs a script is ignored.
    ///
    /// Returns the values that are too long to be inherited. Nothing is resolved against a base that is too long.
    pub(super) fn enter(
        &mut self,
        attributes: &[XmlAttribute<'_>],
        depth: usize,
        budget: &Budget,
    ) -> Vec<String> {
        let mut too_long = Vec::new();
        let mut base = None;
        let mut language = None;
        for attribute in attributes {
            let xml = vocabulary::is_xml(attribute.name.namespace);
            if !xml && !attribute.name.prefix.is_empty() {
                continue;
            }
            // `xml:base` and `xml:lang` take precedence over the attributes of CDF without a prefix, in any order.
            if attribute.name.local.eq_ignore_ascii_case("base") && (xml || base.is_none()) {
                base = Some(attribute.value.as_ref());
            } else if attribute.name.local.eq_ignore_ascii_case("lang") && (xml || language.is_none()) {
                language = Some(attribute.value.as_ref());
            }
        }
        if base.is_none() && language.is_none() {
            return too_long;
        }
        let outer = self.current();
        // XML Base §4: a base is relative to the base of the parent element.
        let base = base.and_then(|base| budget.resolve_safe(self.base(), base));
        let base = match base {
            Some(base) if base.len() > LONGEST_BASE => {
                too_long.push(base.into_owned());
                Setting::Set(Some(Cow::Borrowed("")))
            }
            Some(base) => Setting::Set(Some(base)),
            None => Setting::Inherited(outer.base()),
        };
        let language = match language {
            // An empty value revokes the language (XML 1.0 §2.12).
            Some("") => Setting::Set(None),
            Some(tag) if tag.len() > LONGEST_LANGUAGE => {
                too_long.push(tag.to_owned());
                Setting::Set(None)
            }
            // Locale names such as `en_US`: the subtags of a language tag are separated by hyphens (RFC 5646 §2.1).
            Some(tag) if tag.contains('_') => Setting::Set(Some(Cow::Owned(tag.replace('_', "-")))),
            Some(tag) => Setting::Set(Some(Cow::Borrowed(tag))),
            None => Setting::Inherited(outer.language()),
        };
        let is_same =
            |last: &&Arc<XmlScope>| language.is(last.language.as_ref()) && base.is(last.base.as_ref());
        let scope = match self.last.as_ref().filter(is_same) {
            Some(last) => Some(Arc::clone(last)),
            None => XmlScope::shared(language.shared(), base.shared()),
        };
        self.last.clone_from(&scope);
        self.open.push(Context { depth, scope });
        too_long
    }

    /// Ends the language and the base of an element at `depth`, which has ended.
    pub(super) fn leave(&mut self, depth: usize) {
        // At most one, since `enter` adds no more than one context per element.
        self.open.pop_if(|context| context.depth >= depth);
    }
}

impl Interpreter<'_, '_, '_> {
    /// Returns the base URI for a reference: `xml:base`, else the page of an RSS feed, else the URL of the feed. The page is
    /// looked up only if the reference is relative.
    pub(super) fn base_for(&self, reference: &str) -> &str {
        if self.contexts.explicit_base().is_some() {
            return self.contexts.base();
        }
        let page = self.document.page.as_ref().or_else(|| {
            let needs_page = is_relative(reference) && !self.is_link_of_channel();
            if needs_page { self.page_ahead() } else { None }
        });
        page.map_or_else(|| self.contexts.base(), Str::as_str)
    }

    /// Returns the page of an RSS feed, even if its element has not been read yet.
    pub(super) fn feed_page(&self) -> Option<&Str> {
        self.document.page.as_ref().or_else(|| self.page_ahead())
    }

    /// Looks for the page of an RSS feed in the whole document.
    fn page_ahead(&self) -> Option<&Str> {
        if !self.options.resolve_urls || !self.document.is_rss() {
            return None;
        }
        let find = || {
            let text = self.reader.first_text("channel", "link")?;
            let page = self.budget.resolve_safe(self.contexts.outermost(), text.trim())?;
            (!is_relative(&page) && page.len() <= LONGEST_BASE).then(|| Str::shared(page))
        };
        self.document.page_ahead.get_or_init(find).as_ref()
    }

    /// Returns a link of the document, made absolute. Returns `None` if it would run a script.
    pub(super) fn uri<'t>(&self, reference: &'t str) -> Option<Cow<'t, str>> {
        let is_resolved = self.options.resolve_urls && !reference.trim().is_empty();
        let base = if is_resolved { self.base_for(reference) } else { "" };
        read_uri(reference, base, self.budget)
    }

    /// Returns [`uri`](Self::uri) as a shared string.
    pub(super) fn shared_uri(&self, reference: &str) -> Option<Str> {
        self.uri(reference).map(Str::shared)
    }
}
