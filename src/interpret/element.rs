//! The starts and ends of elements.

use super::collector::{Collector, Destination};
use super::construct::{Construct, is_type};
use super::{Current, ElementContent, Frame, Interpreter, Opaque, rank};
use crate::diagnostics::WarningKind;
use crate::format::Format;
use crate::inline_markup::InlineTag;
use crate::model::Str;
use crate::sink::{Rank, ScopeKind, Single, Subject};
use crate::vocabulary::{self, KnownElement, ReadAs, TextField, value_of};
use crate::xml::{Name, RawTag, XmlAttribute};

/// The meaning of an element that is not markup of a text construct.
#[derive(Debug, Clone, Copy)]
enum ElementMeaning {
    /// It is read as specified by its vocabulary.
    Known(KnownElement),
    /// Its vocabulary reads it together with others, and does not list it separately.
    Gathered,
    /// `xhtml:div` as the content of an entry.
    ContentOfXhtml,
    /// The root of a document that only states the new address of a feed.
    Redirect,
    /// The `A` of CDF.
    AnchorOfCdf,
    /// Markup in plain text.
    Markup,
    Extension,
}

impl<'a> Interpreter<'a, '_, '_> {
    pub(super) fn start(&mut self, name: Name<'a>, element: Option<KnownElement>, tag: RawTag<'a>) {
        // Every element inside a text construct is markup, regardless of the meaning of its name elsewhere.
        if self.start_inline(&name, &tag) {
            return;
        }
        let frame = match self.start_element(&name, element, &tag) {
            ElementContent::Ignored => Frame::Nothing,
            ElementContent::Scope => Frame::EndScope,
            ElementContent::Collected(target) => self.collect(target),
            ElementContent::Transparent => Frame::Transparent,
        };
        self.frames.push(frame);
    }

    /// Returns whether the meaning of a child of a scope depends only on its name: it has no attributes, and no element around
    /// it is kept as a tree. This holds for most elements. WebAssembly modules have no second path, since they are built for
    /// size.
    #[inline]
    pub(super) fn is_undisturbed(&self, name: &Name<'a>) -> bool {
        !cfg!(target_family = "wasm")
            && self.document.is_feed
            && self.reader.attributes().is_empty()
            && self.opaque.is_none()
            && self.scope_trees.is_empty()
            && !self.trees.has_gathered()
            && !vocabulary::is_gathered(name.namespace)
    }

    /// Starts an element that [is undisturbed](Self::is_undisturbed), with the same result as
    /// [`start_element`](Self::start_element).
    #[inline]
    pub(super) fn start_undisturbed(
        &mut self,
        name: &Name<'a>,
        known: KnownElement,
        tag: &RawTag<'a>,
    ) -> ElementContent {
        self.set_current(name, tag);
        self.set_rank(known);
        self.start_known(name, known)
    }

    /// Records the element that is being read.
    fn set_current(&mut self, name: &Name<'a>, tag: &RawTag<'a>) {
        self.current = Current {
            name: name.qualified,
            local: name.qualified.len() - name.local.len(),
            namespace: name.namespace,
            offset: tag.offset,
            is_empty: tag.empty,
            ..Current::default()
        };
    }

    /// Records the rank of the current element among the elements for the same field.
    fn set_rank(&mut self, known: KnownElement) {
        self.current.rank = rank::rank(known.family, self.document.format);
        self.current.place = known.place;
    }

    /// Reads the start tag of an element that is not markup of a text construct.
    pub(super) fn start_element(
        &mut self,
        name: &Name<'a>,
        element: Option<KnownElement>,
        tag: &RawTag<'a>,
    ) -> ElementContent {
        self.set_current(name, tag);
        // Before the meaning is determined: an HTML page links to its feeds in elements without a meaning there.
        if !self.document.is_feed && name.local.eq_ignore_ascii_case("link") {
            self.take_page_link();
        }
        // Before any attribute is used as a value, as a URI, or in a tree.
        if !self.reader.attributes().is_empty() {
            self.enter_attributes();
        }
        // Before the meaning is determined: the trees of the scopes around the element contain it in any case.
        if !self.scope_trees.is_empty() {
            self.add_to_scope_trees(name, element);
        }
        match self.meaning(name, element) {
            ElementMeaning::Known(known) => {
                self.set_rank(known);
                let content = self.start_known(name, known);
                // An extension already has all attributes.
                if !matches!(content, ElementContent::Collected(Destination::Extension { .. })) {
                    self.keep_other_attributes(name, known.read_as);
                }
                content
            }
            ElementMeaning::Gathered => ElementContent::Collected(Destination::Known(ReadAs::Gathered)),
            ElementMeaning::ContentOfXhtml => {
                let construct = Construct::new(TextField::Body, None, None, None);
                ElementContent::Collected(Destination::Text(construct))
            }
            ElementMeaning::Redirect => {
                self.document.is_feed = true;
                ElementContent::Ignored
            }
            ElementMeaning::AnchorOfCdf => {
                // The element itself may have an `HREF`.
                self.current.rank = Rank::StandIn;
                self.start_link()
            }
            ElementMeaning::Markup => ElementContent::Transparent,
            ElementMeaning::Extension => self.start_extension(name, None, false),
        }
    }

    /// Repairs the attributes of the start tag, and applies its `xml:base` and `xml:lang`.
    fn enter_attributes(&mut self) {
        let mut undone = None;
        // Repaired first, since the base and the language below are read from the repaired values.
        for attribute in self.reader.attributes_mut() {
            attribute.value = value_of(std::mem::take(&mut attribute.value), |text| {
                let is_undone = self.double_encoding.is_undone();
                if is_undone && undone.is_none() {
                    undone = Some(text.to_owned());
                }
                is_undone
            });
        }
        if let Some(text) = undone {
            self.warn(WarningKind::DoubleEncoding, &text);
        }
        // The base of an element also applies to its own attributes, in any order (XML Base §4).
        let depth = self.frames.len() + 1;
        for value in self.contexts.enter(self.reader.attributes(), depth, self.budget) {
            self.warn(WarningKind::TooLong, &value);
        }
    }

    /// Determines the meaning of an element from the elements around it.
    fn meaning(&mut self, name: &Name<'a>, element: Option<KnownElement>) -> ElementMeaning {
        // Whether an element around this one is opaque must be known first, since the calls below depend on it. Foreign
        // elements come before leaves: a leaf in a foreign element is part of it, and needs no separate tree.
        if element.is_some() {
            self.close_foreign();
        }
        self.close_leaf(name, element);
        let is_markup = element.is_none() && self.is_transparent(name);
        // The tree is opened even if the element is known: a vocabulary that gathers elements also includes this one.
        let is_gathered = !is_markup && self.start_gathered(name, element.is_some());
        match element {
            Some(known) if !self.is_opaque(known.read_as) && !self.is_of_person(known.read_as) => {
                ElementMeaning::Known(known)
            }
            _ if is_gathered => ElementMeaning::Gathered,
            None if self.is_content_of_xhtml(name) => ElementMeaning::ContentOfXhtml,
            None if self.is_redirect(name) => ElementMeaning::Redirect,
            None if self.is_anchor_of_cdf(name) => ElementMeaning::AnchorOfCdf,
            None if is_markup => ElementMeaning::Markup,
            // This also covers elements that are known elsewhere: the meaning of `url` or `icon` in a foreign element is
            // unknown.
            Some(_) | None => ElementMeaning::Extension,
        }
    }

    /// Returns whether an element is inside one whose content is kept as a tree. Entries are only part of the tree in foreign
    /// elements. In a fragment, feeds and entries are themselves foreign.
    fn is_opaque(&self, read_as: ReadAs) -> bool {
        let is_structure =
            matches!(read_as, ReadAs::Root | ReadAs::AtomFeed | ReadAs::Channel | ReadAs::Entry);
        if is_structure && self.outer_scopes > 0 && !self.frames.is_empty() {
            return true;
        }
        self.opaque
            .is_some_and(|opaque| opaque.scopes == self.scopes.len() && (opaque.is_foreign || !is_structure))
    }

    /// RFC 4287 §6.3: the children of a foreign element do not describe the feed or the entry. The content of the outermost
    /// foreign element around the current one is a tree, unless the document never closes it.
    #[inline]
    fn close_foreign(&mut self) {
        if self.opaque.is_none() && self.trees.has_extension(self.scopes.len()) {
            let scopes = self.scopes.len();
            self.opaque = self
                .trees
                .closed_extension(scopes, &mut self.reader, self.current.offset)
                .map(|depth| Opaque { depth, ends: depth, scopes, is_foreign: true });
        }
    }

    /// Returns whether a direct child of a person's element describes the person, although it has a field in the feed or the
    /// entry, as `title` does.
    fn is_of_person(&mut self, read_as: ReadAs) -> bool {
        // Parts always describe the person. A feed or an entry in a person shows that the end tag of the person is missing.
        let is_part = matches!(
            read_as,
            ReadAs::PersonPart(_) | ReadAs::Root | ReadAs::AtomFeed | ReadAs::Channel | ReadAs::Entry
        );
        if is_part || !matches!(self.frames.last(), Some(Frame::Collect)) {
            return false;
        }
        match self.collectors.last() {
            Some(Collector { target: Destination::Known(ReadAs::Person(_)), element, .. }) => {
                self.reader.tags_match(element.offset, self.current.offset)
            }
            Some(_) | None => false,
        }
    }

    /// Returns whether an element is the root of a document that only states the new address of a feed
    /// (<https://www.rssboard.org/redirect-rss-feed>).
    fn is_redirect(&self, name: &Name<'a>) -> bool {
        self.frames.is_empty()
            && !self.document.is_feed
            && (name.prefix.is_empty() || vocabulary::is_format(name.namespace))
            && name.local.eq_ignore_ascii_case("redirect")
    }

    /// Returns whether an element is the `A` that links to the page of a CDF channel or item.
    fn is_anchor_of_cdf(&self, name: &Name<'a>) -> bool {
        self.document.format == Some(Format::Cdf)
            && name.local.eq_ignore_ascii_case("a")
            && self.attribute("href").is_some()
            && matches!(self.frames.last(), Some(Frame::EndScope | Frame::Nothing))
    }

    /// Returns whether an element is an `xhtml:div` directly in an entry, which some feeds use instead of `xhtml:body`.
    fn is_content_of_xhtml(&self, name: &Name<'a>) -> bool {
        matches!(self.frames.last(), Some(Frame::EndScope))
            && self.subject().is_entry()
            && name.local.eq_ignore_ascii_case("div")
            && vocabulary::prefix(name.namespace) == Some("xhtml")
    }

    /// Writes a start tag to the surrounding text construct, in which every element is markup. Returns whether there is one.
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn start_inline(&mut self, name: &Name<'a>, tag: &RawTag<'a>) -> bool {
        let is_text = matches!(self.collectors.last(), Some(Collector { target: Destination::Text(_), .. }));
        if !self.is_collecting() || !is_text {
            return false;
        }
        if !self.scope_trees.is_empty() {
            self.add_to_scope_trees(name, None);
        }
        let unwraps = self.document.format == Some(Format::Atom10) || self.is_in_construct_of_atom();
        let is_base = |attribute: &&XmlAttribute<'_>| {
            attribute.name.local == "base" && vocabulary::is_xml(attribute.name.namespace)
        };
        let has_base = self.options.resolve_urls && self.reader.attributes().iter().any(|a| is_base(&a));
        // A relative `xml:base` is resolved against the page of the feed, unless an element around it has set a base.
        let page = if has_base { self.feed_page().cloned() } else { None };
        let Some(Collector { buffer, target: Destination::Text(construct), .. }) = self.collectors.last_mut()
        else {
            return false;
        };
        let attributes = self.reader.attributes();
        if has_base && let Some(base) = attributes.iter().find(is_base) {
            let outer = self.contexts.explicit_base().or(page.as_ref());
            let outer = outer.map_or_else(|| self.contexts.base(), AsRef::as_ref);
            construct.rebase(outer, &base.value, self.budget);
        }
        let raw = self.reader.markup_of(tag);
        let attributes = (attributes, self.budget);
        let tag = InlineTag { raw: &raw, is_empty: tag.empty, resolves: false, unwraps };
        let inline = construct.start_tag(name, tag, attributes, buffer);
        self.frames.push(Frame::Inline { name: name.local, inline });
        true
    }

    /// Returns whether the innermost element that collects text is an Atom 1.0 element, whose XHTML has a `div` around it
    /// wherever the element occurs (RFC 4287 §3.1.1.3).
    fn is_in_construct_of_atom(&mut self) -> bool {
        let namespace = self.collectors.last().map(|collector| collector.element.namespace);
        namespace.is_some_and(vocabulary::is_atom) && self.document.has_atom10(&self.reader)
    }

    pub(super) fn end(&mut self, implied: bool) {
        let depth = self.frames.len();
        match self.frames.pop() {
            Some(Frame::Inline { name, inline }) => {
                if let Some(Collector { buffer, target: Destination::Text(construct), .. }) =
                    self.collectors.last_mut()
                {
                    // `end_element` has nothing to undo for markup: it has the language and base of the text.
                    construct.end_tag(name, inline, implied, buffer);
                }
                if !self.scope_trees.is_empty() {
                    self.end_in_scope_trees();
                }
                return;
            }
            Some(Frame::EndScope) => self.end_scope(implied),
            Some(Frame::Collect) => {
                if let Some(Collector { buffer, target, element }) = self.collectors.pop() {
                    // The text belongs to the element that collected it, and others were read since.
                    self.current = element;
                    self.collected(target, buffer);
                }
            }
            Some(Frame::Nothing | Frame::Transparent) | None => {}
        }
        self.end_element(depth);
    }

    /// Ends the tree, the language and the base that began with the element at `depth`, which has ended.
    pub(super) fn end_element(&mut self, depth: usize) {
        if !self.scope_trees.is_empty() {
            self.end_in_scope_trees();
        }
        self.document.described.take_if(|described| *described >= depth);
        self.trees.left_out.take_if(|left_out| *left_out >= depth);
        if self.opaque.is_some_and(|opaque| opaque.ends >= depth) {
            self.opaque = None;
        }
        self.end_remainder(depth);
        self.end_gathered(depth);
        self.contexts.leave(depth);
    }

    /// Starts a known element.
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn start_known(&mut self, name: &Name<'a>, known: KnownElement) -> ElementContent {
        let read_as = known.read_as;
        match read_as {
            // Before the next row, since these elements make the document a feed.
            ReadAs::Root | ReadAs::AtomFeed | ReadAs::Channel | ReadAs::Entry => {
                self.start_scope(name, read_as)
            }
            // Before the feed begins, elements may belong to a page around it.
            _ if !self.document.is_feed => ElementContent::Ignored,
            // An element without a field in the scope is kept as an extension.
            _ if !self.has_field(known) => {
                // Otherwise, the children of an image inside an image, for example, would fill fields of the outer one.
                if matches!(read_as, ReadAs::Scope(_)) && self.opaque.is_none() {
                    let (depth, scopes) = (self.frames.len() + 1, self.scopes.len());
                    self.opaque = Some(Opaque { depth, ends: depth, scopes, is_foreign: false });
                }
                self.start_extension(name, None, read_as.is_uri())
            }
            ReadAs::Scope(_) => self.start_scope(name, read_as),
            ReadAs::Text(field) => {
                let written = self.attribute("type");
                let declared = written.filter(|declared| is_type(declared));
                let construct = Construct::new(
                    field,
                    declared,
                    self.attribute("mode"),
                    self.attribute("src").and_then(|src| self.uri(src)).map(Into::into),
                );
                // Media RSS: the default type is `plain`.
                let is_plain = declared.is_none() && vocabulary::prefix(name.namespace) == Some("media");
                let construct = if is_plain {
                    construct.plain()
                } else if written.is_some() && declared.is_none() {
                    construct.judged()
                } else {
                    construct
                };
                ElementContent::Collected(Destination::Text(construct))
            }
            ReadAs::Single(field) => self.start_single(field, read_as),
            ReadAs::Value(field) => self.start_value(field, read_as),
            ReadAs::Person(field) => self.start_person(field, read_as),
            ReadAs::PersonPart(_) | ReadAs::Gathered => {
                ElementContent::Collected(Destination::Known(read_as))
            }
            ReadAs::Link => self.start_link(),
            ReadAs::Enclosure => self.start_enclosure(),
            ReadAs::License => self.start_license(read_as),
            ReadAs::Category(form) => self.start_category(form),
            ReadAs::Attributes(field) => self.start_attributes(field, read_as),
            ReadAs::Place(_) | ReadAs::Leaf | ReadAs::Uri => {
                self.start_extension(name, Some(read_as), read_as.is_uri())
            }
            ReadAs::GeneratorAgent => self.start_resource(name, Single::GeneratorAgent),
            ReadAs::ErrorReportsTo => self.start_resource(name, Single::ErrorReportsTo),
        }
    }

    /// Starts an element with a URI in `rdf:resource`.
    fn start_resource(&mut self, name: &Name<'a>, single: fn(Str) -> Single) -> ElementContent {
        // Only a feed has a field for it; elsewhere, it is only an extension.
        let is_feed = matches!(self.subject(), Subject::Feed | Subject::Inner(ScopeKind::Source));
        if is_feed && let Some(resource) = self.rdf_resource().map(Str::from) {
            self.offer(single(resource));
        }
        self.start_extension(name, None, false)
    }
}
