//! The gate for everything that is written as elements.
//!
//! A [`Backend`] only accepts valid, bound [names](QName), and text, which it escapes. The gate creates the names, rejects script URLs
//! and event handlers, limits repetition, and records every rejected value.

use std::borrow::Cow;

use super::core::Core;
use super::fragment::{Fragment, FragmentToken};
use super::loss::LossReason;
use super::markup::{Markup, PolicyMarkup};
use super::names::{BoundName, Declaration, PrefixTable, QName, Scopes};
use super::xml::ATOM;
use super::{Target, escape};
use crate::budget::Budget;
use crate::model::{Entry, Text};
use crate::vocabulary::json_feed::ElementsObject;
use crate::vocabulary::write::{ElementSink, TextType};
use crate::vocabulary::{set_aside, uri_of_prefix};
use bozofeed_text::cut::beginning;
use bozofeed_text::html::uri::is_script_url;
use bozofeed_text::html::url_names::{is_url_name, runs_scripts, shows_attribute};

/// The longest part of a text that is passed to a backend at once, in bytes.
const LONGEST_PART: usize = 64 << 10;

/// The namespace of XHTML.
const XHTML: &str = "http://www.w3.org/1999/xhtml";

/// A document that elements are written to, or the elements of a JSON object.
pub(super) trait Backend {
    /// The format of the document.
    fn target(&self) -> Target;

    /// The maximum number of open elements.
    fn deepest(&self) -> usize;

    /// Returns whether there is room for an element, an attribute or a text of this length.
    fn has_room(&self, length: usize) -> bool {
        let _ = length;
        true
    }

    /// Returns whether the buffered part is so long that it should be passed on before the next element or text.
    fn is_long(&self) -> bool {
        false
    }

    /// Passes on the buffered part, with the declarations of the open entry, and of the root unless its start tag was already passed on.
    fn pass_on(&mut self, root: &PrefixTable, entry: &PrefixTable) {
        let _ = (root, entry);
    }

    /// Starts an element within the innermost one.
    fn start(&mut self, name: &QName<'_>);

    /// Adds a declaration to the current start tag.
    fn declare(&mut self, declaration: &Declaration);

    /// Adds an attribute to the current start tag, which does not have it yet. The value may contain any characters.
    fn attribute(&mut self, name: &QName<'_>, value: &str);

    /// Adds text to the innermost element. It may contain any characters.
    fn text(&mut self, text: &str);

    /// Ends the innermost element.
    fn end(&mut self, name: &QName<'_>);

    /// Sets whether the following parts are written without indentation and line breaks.
    fn preserve(&mut self, is_preserved: bool);
}

/// A document, or the elements of a JSON object. Everything written through an [`ElementSink`] passes the same check for URLs.
pub(super) trait DocumentSink: ElementSink {
    /// Starts an element in any namespace; an empty `uri` means none. If the element cannot be written, its content is also omitted
    /// until it is [closed](ElementSink::close).
    fn open_in(&mut self, prefix: &str, uri: &str, local: &str);

    /// Starts an element that is not written, and records the reason.
    fn open_nothing(&mut self, name: &str, reason: LossReason);

    /// Adds text, even if it is a script URL.
    fn plain(&mut self, text: &str);

    /// Adds an attribute without checking its value.
    fn any_attribute(&mut self, name: &str, value: &str);

    /// Adds markup as elements inside an XHTML `div`. If that is not possible, adds nothing and returns `false`.
    fn xhtml(&mut self, markup: &PolicyMarkup<'_>) -> bool;

    /// Adds content with an XML media type as elements. If that is not possible, adds nothing and returns `false`.
    fn elements(&mut self, content: &str) -> bool;

    fn markup(&self) -> &Markup;

    /// Returns whether the document keeps values that only this library reads.
    fn keeps_everything(&self) -> bool;

    /// Records that the innermost element, or a part of it, cannot be written.
    fn lose_part(&mut self, part: &str, reason: LossReason);
}

/// An open element.
#[derive(Debug)]
struct OpenTag {
    name: QName<'static>,
    /// The number of declarations outside it.
    declarations: usize,
}

/// The gate of a document.
#[derive(Debug)]
pub(super) struct Gate<B> {
    pub(super) backend: B,
    pub(super) scopes: Scopes,
    pub(super) markup: Markup,
    open: Vec<OpenTag>,
    /// The number of open elements that are not written.
    lost: usize,
    /// Whether the innermost entry is a live item.
    is_in_live_item: bool,
}

impl<B: Backend> Gate<B> {
    pub(super) fn new(backend: B, scopes: Scopes, markup: Markup) -> Self {
        Self { backend, scopes, markup, open: Vec::new(), lost: 0, is_in_live_item: false }
    }

    /// Starts an element, unless `name` fails or the surrounding element was omitted. Losses use the prefix and the local
    /// name.
    fn start<'n>(
        &mut self,
        (prefix, local): (&str, &str),
        name: impl FnOnce(&mut Scopes, &Budget) -> Result<BoundName<'n>, LossReason>,
    ) {
        // Inside an omitted element, starts are counted, so that each `close` matches its start.
        if self.lost > 0 {
            self.lost += 1;
            return;
        }
        if !self.backend.has_room(local.len()) {
            return self.open_nothing(local, LossReason::Limit);
        }
        self.pass_on_if_long();
        let declarations = self.scopes.depth();
        match name(&mut self.scopes, &self.markup.budget) {
            Ok(BoundName { name, declaration }) => {
                self.backend.start(&name);
                if let Some(declaration) = declaration {
                    self.backend.declare(&declaration);
                }
                self.open.push(OpenTag { name: name.into_owned(), declarations });
            }
            Err(LossReason::NoPlace) if !prefix.is_empty() => {
                self.open_nothing(&format!("{prefix}:{local}"), LossReason::NoPlace);
            }
            Err(reason) => self.open_nothing(local, reason),
        }
    }

    /// Passes on the buffered part of a long entry. Its elements declare any further namespaces.
    fn pass_on_if_long(&mut self) {
        if self.backend.is_long() {
            let (root, entry) = self.scopes.close(&self.markup.budget);
            self.backend.pass_on(root, entry);
        }
    }

    /// Adds an attribute whose value was already checked.
    fn add_attribute(&mut self, name: &str, value: &str) {
        if !self.backend.has_room(name.len() + value.len()) {
            return self.lose_part(&format!("/@{name}"), LossReason::Limit);
        }
        match self.scopes.attribute(name, &self.markup.budget) {
            Ok(Some(BoundName { name, declaration })) => {
                if let Some(declaration) = declaration {
                    self.backend.declare(&declaration);
                }
                self.backend.attribute(&name, value);
            }
            Ok(None) => {}
            Err(reason) => {
                let own = name.strip_prefix(set_aside::PREFIX).and_then(|name| name.strip_prefix(':'));
                self.lose_part(&format!("/@{}", own.unwrap_or(name)), reason);
            }
        }
    }

    /// Parses markup, if it can be written as elements in this document.
    fn fragment<'m>(&self, markup: &'m str) -> Option<Fragment<'m>> {
        // In JSON, child elements follow the text of an element.
        Fragment::parse(markup).filter(|_| self.backend.target() != Target::Json)
    }

    /// Adds the tokens of a fragment. Elements without a declaration are in the namespace of their parent, or in `outer`.
    fn add(&mut self, fragment: &Fragment<'_>, outer: &str) {
        self.backend.preserve(true);
        // The default namespaces of the open elements of the fragment.
        let mut namespaces = vec![Cow::Borrowed(outer)];
        for token in fragment.tokens() {
            match token {
                FragmentToken::Start { local, namespace } => {
                    let uri =
                        namespace.or_else(|| namespaces.last().cloned()).unwrap_or(Cow::Borrowed(outer));
                    self.start(("", local), |scopes, budget| scopes.markup(&uri, local, budget));
                    namespaces.push(uri);
                }
                // Already checked, by the sanitizer or by `is_inert`.
                FragmentToken::Attribute { name, value } if self.lost == 0 => {
                    self.add_attribute(name, &value);
                }
                FragmentToken::Attribute { .. } => {}
                FragmentToken::Text(text) => self.plain(&text),
                FragmentToken::End => {
                    namespaces.pop();
                    self.close();
                }
            }
        }
        self.backend.preserve(false);
    }
}

impl<B: Backend> ElementSink for Gate<B> {
    fn open(&mut self, prefix: &str, local: &str) {
        let (prefix, uri) = match (prefix, self.backend.target()) {
            ("atom", Target::Rss) => ("atom", ATOM),
            ("atom", Target::Atom | Target::Json) => ("", ATOM),
            ("rss", Target::Rss) => ("", ""),
            ("rss" | "rss2", _) => (ElementsObject::RSS_PREFIX, ElementsObject::RSS),
            (prefix, _) => (prefix, uri_of_prefix(prefix).unwrap_or_default()),
        };
        self.open_in(prefix, uri, local);
    }

    fn attribute(&mut self, name: &str, value: &str) {
        if is_script_url(value) && !shows_attribute(name, value) {
            return self.lose_part(&format!("/@{name}"), LossReason::ScriptUrl);
        }
        self.any_attribute(name, value);
    }

    fn text(&mut self, text: &str) {
        // Prose may begin with `javascript:`. Readers only turn it into a link if the name of the element is
        // that of a URL.
        if is_script_url(text) && self.open.last().is_some_and(|element| is_url_name(element.name.as_str())) {
            return self.lose_part("", LossReason::ScriptUrl);
        }
        self.plain(text);
    }

    fn value(&mut self, text: &Text, typed: TextType) {
        // RSS readers guess the type of a text if it is not given.
        let is_guessed = typed != TextType::Given && self.backend.target() == Target::Rss;
        if typed == TextType::None && self.backend.target() == Target::Atom {
            self.plain(&text.to_plain());
        } else if text.is_markup() {
            if typed != TextType::Given && !is_guessed {
                // In Atom, text without a type is plain.
                self.any_attribute("type", "html");
            }
            let markup = match self.backend.target() {
                Target::Atom | Target::Rss => self.markup.as_html(text).into_string(),
                Target::Json => self.markup.html(text).into_string(),
            };
            self.plain(&markup);
        } else if is_guessed {
            self.plain(&escape::shown_by_html(&text.value));
        } else {
            self.plain(&text.value);
        }
    }

    fn close(&mut self) {
        if self.lost > 0 {
            self.lost -= 1;
        } else if let Some(OpenTag { name, declarations }) = self.open.pop() {
            self.backend.end(&name);
            self.scopes.leave(declarations);
        }
    }

    fn entry(&mut self, entry: &Entry) {
        // Live items occur in feeds and entries but not in each other, so recursion is bounded.
        if std::mem::replace(&mut self.is_in_live_item, true) {
            return self.lose_part("/item", LossReason::NoPlace);
        }
        let target = self.backend.target();
        Core::new(self, target).live_item(entry);
        self.is_in_live_item = false;
    }

    fn lose_unreadable(&mut self, part: &str) {
        self.lose_part(part, LossReason::Unreadable);
    }

    fn uri_attribute(&mut self, name: &str, uri: &str) {
        match self.markup.uri(uri) {
            Ok(uri) => self.any_attribute(name, &uri),
            Err(reason) => self.lose_part(&format!("/@{name}"), reason),
        }
    }

    fn uri_element(&mut self, prefix: &str, local: &str, uri: &str) {
        match self.markup.uri(uri) {
            Ok(uri) => {
                self.open(prefix, local);
                self.plain(&uri);
                self.close();
            }
            Err(reason) => self.lose_part(&format!("/{prefix}:{local}"), reason),
        }
    }
}

impl<B: Backend> DocumentSink for Gate<B> {
    fn open_in(&mut self, prefix: &str, uri: &str, local: &str) {
        if self.open.len() >= self.backend.deepest() {
            self.open_nothing(local, LossReason::NoPlace);
        } else {
            // In losses, `rss2` is the prefix of the RSS namespace (`lose_part`).
            let prefix_of_loss = if uri == ElementsObject::RSS { "rss2" } else { prefix };
            self.start((prefix_of_loss, local), |scopes, budget| scopes.element(prefix, uri, local, budget));
        }
    }

    fn open_nothing(&mut self, name: &str, reason: LossReason) {
        if self.lost == 0 {
            self.lose_part(&format!("/{name}"), reason);
        }
        self.lost += 1;
    }

    fn plain(&mut self, text: &str) {
        if self.lost > 0 || text.is_empty() {
            return;
        }
        if !self.backend.has_room(text.len()) {
            return self.lose_part("", LossReason::Limit);
        }
        let mut rest = text;
        while !rest.is_empty() {
            let part = beginning(rest, LONGEST_PART);
            self.pass_on_if_long();
            self.backend.text(part);
            rest = rest.get(part.len()..).unwrap_or_default();
        }
    }

    fn any_attribute(&mut self, name: &str, value: &str) {
        // The current start tag may be that of the parent of the omitted element, which must not get its
        // attributes.
        if self.lost > 0 {
        } else if runs_scripts(name) {
            self.lose_part(&format!("/@{name}"), LossReason::ScriptUrl);
        } else {
            self.add_attribute(name, value);
        }
    }

    fn xhtml(&mut self, markup: &PolicyMarkup<'_>) -> bool {
        // Parse the whole markup before starting the `div`: on failure, the caller writes the text in another
        // form, so nothing may have been written yet.
        let Some(fragment) = self.fragment(markup.as_str()) else { return false };
        self.start(("", "div"), |scopes, budget| scopes.markup(XHTML, "div", budget));
        self.add(&fragment, XHTML);
        self.close();
        true
    }

    fn elements(&mut self, content: &str) -> bool {
        // Without a declaration, they are in the namespace of the format, whose elements browsers do not run.
        let Some(fragment) = self.fragment(content).filter(Fragment::is_inert) else {
            return false;
        };
        let outer = if self.backend.target() == Target::Atom { ATOM } else { "" };
        self.add(&fragment, outer);
        true
    }

    fn markup(&self) -> &Markup {
        &self.markup
    }

    fn keeps_everything(&self) -> bool {
        self.scopes.keeps_everything()
    }

    fn lose_part(&mut self, part: &str, reason: LossReason) {
        let names = || {
            // The format's own elements around the feed or the entry are not part of the path.
            let names = self.open.iter().map(|element| element.name.as_str());
            let own = names.filter(|name| !matches!(*name, "feed" | "rss" | "channel" | "item" | "entry"));
            own.collect::<Vec<_>>().join("/")
        };
        let target = self.backend.target();
        let part = || match part.strip_prefix('/').and_then(|name| name.split_once(':')) {
            // The name that the element would have in the document.
            Some(("rss2", local)) => format!("/rss:{local}"),
            Some(("rss", local)) if target == Target::Rss => format!("/{local}"),
            Some(("atom", local)) if target != Target::Rss => format!("/{local}"),
            _ => part.to_owned(),
        };
        self.markup.losses.report(self.markup.entry, || names() + &part(), reason);
    }
}

#[cfg(test)]
mod tests;
