//! The rows for checking elements.

use super::attributes::form_with;
use super::namespaces::{declarations, is_rss_1_0};
use super::{
    ENTRY_ID_MISSING, ENTRY_LINK_MISSING, ENTRY_TITLE_MISSING, ENTRY_UPDATED_MISSING,
    FEED_DESCRIPTION_MISSING, FEED_ID_MISSING, FEED_ITEMS_MISSING, FEED_LINK_MISSING, FEED_TITLE_MISSING,
    FEED_UPDATED_MISSING, PODCAST_EMAIL_MISSING,
};
use super::{NAMESPACE_ON_RSS, NAMESPACE_PREFIX_UNUSUAL, NAMESPACE_UNKNOWN_FORMAT, ROOT_UNKNOWN};
use crate::Rule;
use crate::fixes::{Fix, FixPlace};
use crate::location::FindingLocation;
use crate::open_elements::NodeContent;
use crate::schema::DocumentFormat;
use crate::schema::{Child, Count, ElementRole, ElementRow, Modules, RequiredPart, ValueForm};
use crate::walker::Walker;
use crate::{formats, modules, older};
use bozofeed::inspect::schema::{customary_prefix, is_atom};
use bozofeed::inspect::{Name, Namespace, RawTag, TagSpan, XmlAttribute};
use bozofeed_text::nearest::nearest;

rule_family! {
    ELEMENT_UNKNOWN = "element-unknown", Error, "unknown element", "Correct the name, remove the element, or put it into a namespace of its own.", "RSS 2.0, Extending RSS; RFC 4287 §6.3"
        [fix Named rename_element] { Item "<pubdate>Sat, 21 Nov 2020 09:30:00 GMT</pubdate>" => "<pubDate>Sat, 21 Nov 2020 09:30:00 GMT</pubDate>" };
    ELEMENT_IN_NO_NAMESPACE = "element-unknown", Warning, "an element without a namespace in an extension", "Put the element into the namespace of the extension.", "RSS 2.0, Extending RSS";
    ELEMENT_OF_PROGRAM = "element-unknown", Note, "an element that some programs add to RSS", "Keep it for programs that know it; others overlook it.", "RSS 2.0, Extending RSS";
    ELEMENT_LATE = "element-misplaced", Note, "an element that should come earlier", "Write what is about the feed before its entries, and a description before content:encoded.", "RSS Profile"
        { Channel r#"<guid isPermaLink="false">41</guid>"# => r#"<item><guid isPermaLink="false">41</guid></item>"# };
    ELEMENT_MISPLACED = "element-misplaced", Error, "misplaced element", "Move the element to where its specification has it.", "RFC 4287 §4.1; RSS 2.0";
    XHTML_MISPLACED = "element-misplaced", Warning, "XHTML that is not in a text", "Move the markup into content of type xhtml.", "RFC 4287 §3.1.1.3";
    ELEMENT_REPEATED = "element-repeated", Error, "repeated element", "Keep one: readers differ in which they take.", "RFC 4287 §4.1; RSS 2.0"
        { Channel "<ttl>60</ttl>\n<ttl>90</ttl>" => "<ttl>60</ttl>" };
    ELEMENT_REDUNDANT = "element-redundant", Note, "an element that repeats what another one says", "Keep the element of the format itself.", "RSS Profile"
        { Item "<pubDate>Sat, 21 Nov 2020 09:30:00 GMT</pubDate>\n<dc:date>2020-11-21T09:30:00Z</dc:date>" => "<pubDate>Sat, 21 Nov 2020 09:30:00 GMT</pubDate>" };
    ELEMENT_OBSOLETE = "element-obsolete", Note, "an element that readers no longer use", "Leave the element out, or write what replaced it: media:rating for media:adult.", "RSS Profile; Media RSS"
        { Entry r#"<adult xmlns="http://search.yahoo.com/mrss/">false</adult>"# => r#"<rating xmlns="http://search.yahoo.com/mrss/">nonadult</rating>"# };
    PART_MISSING = "part-missing", Error, "a required element is missing", "Add the element.", "RSS 2.0; RSS 1.0 §5; RFC 4287 §3.2"
        { Channel "<image><url>https://harbour.example/a.png</url></image>" => "<image><url>https://harbour.example/a.png</url><title>News</title><link>https://harbour.example/</link></image>" };
    SOURCE_PART_MISSING = "part-missing", Warning, "a required element is missing", "Copy the element from the feed that the entry comes from.", "RFC 4287 §4.2.11";
    TEXT_HAS_ELEMENTS = "text-has-elements", Error, "markup in a text that is not escaped", "Escape the markup, as in &lt;b&gt;, or enclose the text in a CDATA section.", "RSS 2.0; RFC 4287 §3.1.1"
        { Channel "<copyright>Harbour <b>office</b></copyright>" => "<copyright>Harbour office</copyright>" };
    XHTML_DIV_MISSING = "xhtml-div-missing", Error, "content of type xhtml without div", "Wrap the content in one div in the namespace of XHTML.", "RFC 4287 §3.1.1.3"
        { Entry r#"<summary type="xhtml">Low tide</summary>"# => r#"<summary type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Low tide</div></summary>"# };
    XHTML_DIV_REPEATED = "xhtml-div-repeated", Error, "content of type xhtml with more than one div", "Wrap all of the content in one div.", "RFC 4287 §3.1.1.3"
        { Entry r#"<summary type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Low</div><div xmlns="http://www.w3.org/1999/xhtml">tide</div></summary>"# => r#"<summary type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Low tide</div></summary>"# };
}

/// Returns the rule broken by an element without a required part.
pub(crate) fn rule_without(part: RequiredPart) -> &'static Rule {
    match part {
        RequiredPart::FeedTitle => &FEED_TITLE_MISSING,
        RequiredPart::FeedLink => &FEED_LINK_MISSING,
        RequiredPart::FeedDescription => &FEED_DESCRIPTION_MISSING,
        RequiredPart::FeedId => &FEED_ID_MISSING,
        RequiredPart::FeedUpdated => &FEED_UPDATED_MISSING,
        RequiredPart::FeedItems => &FEED_ITEMS_MISSING,
        RequiredPart::EntryTitle => &ENTRY_TITLE_MISSING,
        RequiredPart::EntryLink => &ENTRY_LINK_MISSING,
        RequiredPart::EntryId => &ENTRY_ID_MISSING,
        RequiredPart::EntryUpdated => &ENTRY_UPDATED_MISSING,
        RequiredPart::OfSource => &SOURCE_PART_MISSING,
        RequiredPart::OwnerEmail => &PODCAST_EMAIL_MISSING,
        RequiredPart::Other => &PART_MISSING,
    }
}

/// Returns whether the format has an element with this name and no prefix: in other places it is misplaced, not unknown.
pub(crate) fn has_element(format: DocumentFormat, name: &str) -> bool {
    formats::has_element(format, name) || older::has_element(format, name)
}

/// The namespace names of RSS 0.90.
const NETSCAPE: &[&str] =
    &["http://my.netscape.com/rdf/simple/0.9/", "http://channel.netscape.com/rdf/simple/0.9/"];

impl Walker {
    /// Determines the check for the root.
    pub(crate) fn root(
        &mut self,
        name: &Name<'_>,
        tag: &RawTag<'_>,
        attributes: &[XmlAttribute<'_>],
    ) -> NodeContent {
        let content = self.root_of_format(name, tag, attributes);
        let is_part = matches!(content, NodeContent::Row(row) if matches!(row.role, ElementRole::Feed | ElementRole::Entry))
            && self.format == DocumentFormat::Rss;
        // A second root is reported separately.
        let is_first = self.root.is_some_and(|root| root.start == TagSpan::from(tag).start);
        if is_first && (is_part || matches!(content, NodeContent::Searched)) {
            self.report(&ROOT_UNKNOWN, TagSpan::from(tag), "", name.qualified);
        }
        if self.format.is_atom() && !name.prefix.is_empty() {
            self.report(&NAMESPACE_PREFIX_UNUSUAL, TagSpan::from(tag), "", name.prefix);
        }
        content
    }

    /// Determines the check for an element that is the root, or is treated as one inside an unknown root. It determines the
    /// format.
    fn root_of_format(
        &mut self,
        name: &Name<'_>,
        tag: &RawTag<'_>,
        attributes: &[XmlAttribute<'_>],
    ) -> NodeContent {
        let is_core = name.namespace == Namespace::NONE || customary_prefix(name.namespace) == Some("");
        let default = declarations(tag).find(|(prefix, ..)| prefix.is_empty());
        if is_core && name.local.eq_ignore_ascii_case("rss") {
            if name.local != "rss" {
                self.report(&ELEMENT_UNKNOWN, TagSpan::from(tag), "", name.qualified);
            }
            self.format = DocumentFormat::Rss;
            self.is_in_namespace = name.namespace != Namespace::NONE;
            if let Some((_, uri, start)) = default.filter(|(_, uri, _)| !uri.is_empty()) {
                let location = FindingLocation::of_attribute(TagSpan::from(tag), start..start + uri.len());
                self.report(&NAMESPACE_ON_RSS, location, "@xmlns", uri);
            }
            return NodeContent::Row(&formats::RSS);
        }
        if customary_prefix(name.namespace) == Some("rdf") && name.local == "RDF" {
            let (format, row) = if declarations(tag).any(|(_, uri, _)| is_rss_1_0(uri.trim())) {
                (DocumentFormat::Rdf, &formats::RDF)
            } else if declarations(tag).any(|(_, uri, _)| NETSCAPE.contains(&uri)) {
                (DocumentFormat::Rdf090, &older::RDF_090)
            } else {
                return NodeContent::Searched;
            };
            self.format = format;
            return NodeContent::Row(row);
        }
        let attribute = |name: &str| {
            let found =
                attributes.iter().find(|attribute| attribute.name.qualified.eq_ignore_ascii_case(name));
            found.map(|attribute| &*attribute.value)
        };
        // RSS has no attributes there.
        let is_cdf = name.local.eq_ignore_ascii_case("channel")
            && ["href", "base", "self", "lastmod"].iter().any(|name| attribute(name).is_some());
        if name.namespace == Namespace::NONE && is_cdf {
            self.format = DocumentFormat::Cdf;
            return NodeContent::Row(&older::CDF_CHANNEL);
        }
        // RSS without its root is recognized.
        let part = match name.local {
            "channel" => Some(&formats::CHANNEL),
            "item" => Some(&formats::ITEM),
            _ => None,
        };
        if let Some(part) = part.filter(|_| is_core) {
            self.format = DocumentFormat::Rss;
            self.is_in_namespace = name.namespace != Namespace::NONE;
            return NodeContent::Row(part);
        }
        if name.local != "feed" && name.local != "entry" {
            return NodeContent::Searched;
        }
        let is_feed = name.local == "feed";
        // Several names have the same meaning.
        let own = declarations(tag).find(|(prefix, ..)| *prefix == name.prefix).map_or("", |(_, uri, _)| uri);
        let is_atom_1_0 = is_atom(name.namespace)
            && own.to_ascii_lowercase().trim_end_matches('/').ends_with("www.w3.org/2005/atom");
        if is_atom_1_0 {
            self.format = DocumentFormat::Atom;
            return NodeContent::Row(if is_feed { &formats::ATOM_FEED } else { &formats::ATOM_ENTRY });
        }
        // Feeds of an earlier draft, or in a misspelt namespace, are also parsed as Atom.
        if is_feed {
            let value = if own.is_empty() { attribute("version").unwrap_or_default() } else { own };
            self.report(&NAMESPACE_UNKNOWN_FORMAT, tag.offset..tag.offset + tag.raw.len() + 1, "", value);
        }
        if own == "http://purl.org/atom/ns#" && attribute("version") == Some("0.3") {
            self.format = DocumentFormat::Atom03;
            return NodeContent::Row(if is_feed { &older::ATOM_03_FEED } else { &older::ATOM_03_ENTRY });
        }
        NodeContent::Ignored
    }

    /// Returns the row of an element, and whether only its case differs from the row's.
    fn child(&self, row: &'static ElementRow, name: &Name<'_>) -> Option<(&'static Child, bool)> {
        let prefix = self.prefix_in_format(name)?;
        let find = |prefix: &str, children: &'static [Child]| {
            children.iter().find(|child| child.is_named(prefix, name.local))
        };
        let modules = || match row.modules {
            Modules::None => None,
            modules => modules::children(prefix, modules),
        };
        let of_modules = || modules().and_then(|children| find(prefix, children));
        // RSS may contain Atom elements, which in turn contain Atom elements.
        let is_within_atom = prefix == "atom" && self.open.parent().is_some_and(|parent| parent.is_of_atom);
        let of_atom = || if is_within_atom { find("", row.children) } else { None };
        if let Some(child) = find(prefix, row.children).or_else(of_modules).or_else(of_atom) {
            return Some((child, false));
        }
        // Upper-case RSS occurs, and is parsed; the names of modules are compared exactly, since nothing else identifies them.
        let in_case = |child: &&Child| prefix.is_empty() && child.name.eq_ignore_ascii_case(name.local);
        // RSS 0.91 as specified by Netscape.
        let is_usual =
            self.format == DocumentFormat::Cdf || self.feed.version == "0.91" && name.local == "textinput";
        row.children.iter().find(in_case).map(|child| (child, !is_usual))
    }

    /// Returns the prefix of a namespace in the tables, empty for the format's own. `None` if the namespace is unknown.
    fn prefix_in_format(&self, name: &Name<'_>) -> Option<&'static str> {
        let is_plain = name.namespace == Namespace::NONE && name.prefix.is_empty();
        if is_atom(name.namespace) {
            // Atom 1.0 elements occur in Atom 0.3, where they have another prefix.
            let is_own = self.format == DocumentFormat::Atom03 && name.prefix == self.root_prefix
                || self.format == DocumentFormat::Atom;
            return Some(if is_own { "" } else { "atom" });
        }
        match customary_prefix(name.namespace) {
            // The elements of RSS 2.0 are in no namespace.
            Some("")
                if self.format.is_atom() || self.format == DocumentFormat::Rss && !self.is_in_namespace =>
            {
                Some("rss")
            }
            Some("") => Some(""),
            None if is_plain => Some(""),
            other => other,
        }
    }

    /// Determines the check for an element inside another, and the form of its text.
    pub(crate) fn inner(
        &mut self,
        name: &Name<'_>,
        tag: &RawTag<'_>,
        attributes: &[XmlAttribute<'_>],
    ) -> (NodeContent, ValueForm) {
        const IGNORED: (NodeContent, ValueForm) = (NodeContent::Ignored, ValueForm::Any);
        const FOREIGN: (NodeContent, ValueForm) = (NodeContent::Foreign, ValueForm::Any);
        let span = TagSpan::from(tag);
        let Some(parent) = self.open.parent_mut() else { return IGNORED };
        let is_first = !std::mem::replace(&mut parent.has_elements, true);
        let (content, form, has_base) = (parent.content, parent.form, parent.has_base);
        let row = match content {
            NodeContent::Ignored => return IGNORED,
            NodeContent::Foreign => {
                let is_in_none = name.namespace == Namespace::NONE && self.format == DocumentFormat::Rss;
                if !is_in_none {
                    return FOREIGN;
                }
                if is_first {
                    self.report(&ELEMENT_IN_NO_NAMESPACE, span, "", name.qualified);
                }
                return IGNORED;
            }
            NodeContent::Searched => return (self.root_of_format(name, tag, attributes), ValueForm::None),
            NodeContent::Markup => {
                self.check_markup_element(name, attributes, span, has_base);
                return (NodeContent::Markup, ValueForm::Any);
            }
            NodeContent::Row(row) => row,
        };
        if form == ValueForm::Xhtml {
            self.check_xhtml_div(name, span, is_first);
            return (NodeContent::Markup, ValueForm::Any);
        }
        let is_outer = matches!(row.role, ElementRole::Feed | ElementRole::Entry);
        if is_outer && customary_prefix(name.namespace) == Some("xhtml") {
            return self.outer_markup(name, span);
        }
        if let Some((child, differs_in_case)) = self.child(row, name) {
            if differs_in_case {
                self.report(&ELEMENT_UNKNOWN, span, "", name.qualified);
            }
            self.count(child, !differs_in_case, span);
            let is_of_feed = !child.name.contains(':') && child.element.role != ElementRole::Entry;
            if row.role == ElementRole::Feed && is_of_feed && self.is_first_after_entries() {
                self.report(&ELEMENT_LATE, span, "", name.qualified);
            }
            self.note_child(row, child, span);
            self.start_podcast(child, attributes, &span.range());
            if let Some(node) = self.open.last_mut() {
                node.name = child.name;
            }
            let form = form_with(child.element.form, attributes, self.format);
            return (NodeContent::Row(child.element), form);
        }
        // Elements in an optional text are ignored here. In RDF, a text may be described by elements.
        let is_text = row.children.is_empty()
            && !matches!(form, ValueForm::Any | ValueForm::None)
            && (form != ValueForm::Label || self.format == DocumentFormat::Rss);
        if is_text {
            let parent = self.open.parent_mut();
            if parent.is_some_and(|parent| !std::mem::replace(&mut parent.is_reported, true)) {
                self.report(&TEXT_HAS_ELEMENTS, span, "", name.qualified);
            }
            return IGNORED;
        }
        if row.role == ElementRole::Content && form == ValueForm::None {
            self.report(&ELEMENT_MISPLACED, span, "", name.qualified);
            return IGNORED;
        }
        (self.unknown(row, form, name, span), ValueForm::Any)
    }

    /// Reports an element that its parent may not contain. Determines the check for its content.
    fn unknown(&mut self, row: &ElementRow, form: ValueForm, name: &Name<'_>, span: TagSpan) -> NodeContent {
        let prefix = self.prefix_in_format(name);
        let is_of_format = prefix == Some("");
        let is_empty = form == ValueForm::None && row.children.is_empty();
        if is_of_format && (row.modules != Modules::None || !row.children.is_empty() || is_empty) {
            let rule = if has_element(self.format, name.local) {
                &ELEMENT_MISPLACED
            } else if self.declared.of_programs.contains(&name.local) {
                &ELEMENT_OF_PROGRAM
            } else {
                &ELEMENT_UNKNOWN
            };
            self.report(rule, span, "", name.qualified);
        } else if let Some(prefix) = prefix.filter(|prefix| row.modules.include(prefix)) {
            let in_module = |modules| modules::children(prefix, modules);
            if modules::is_complete(prefix)
                && let (Some(feed), Some(entry)) = (in_module(Modules::Feed), in_module(Modules::Entry))
            {
                let is_known = feed.iter().chain(entry).any(|child| child.is_named(prefix, name.local));
                let rule = if is_known { &ELEMENT_MISPLACED } else { &ELEMENT_UNKNOWN };
                self.report(rule, span, "", name.qualified);
            } else if [Modules::Feed, Modules::Entry]
                .into_iter()
                .filter_map(in_module)
                .any(|known| modules::is_misspelt(name.local, prefix, known))
            {
                self.report(&ELEMENT_UNKNOWN, span, "", name.qualified);
            }
            return NodeContent::Foreign;
        } else if let Some(prefix) = prefix.filter(|prefix| !prefix.is_empty()) {
            // The children of a module's element are defined by its row.
            let has_own = row.children.iter().any(|child| child.name.split(':').next() == Some(prefix));
            let is_closed = modules::is_complete(prefix) || prefix == "rdf";
            if has_own && (is_closed || modules::is_misspelt(name.local, prefix, row.children)) {
                self.report(&ELEMENT_UNKNOWN, span, "", name.qualified);
            }
        }
        if is_of_format { NodeContent::Ignored } else { NodeContent::Foreign }
    }

    /// Checks an element in an XHTML text, which must be a single `div` (RFC 4287 §3.1.1.3).
    fn check_xhtml_div(&mut self, name: &Name<'_>, span: TagSpan, is_first: bool) {
        let is_div = name.local == "div" && customary_prefix(name.namespace) == Some("xhtml");
        if is_first && !is_div {
            self.report(&XHTML_DIV_MISSING, span, "", name.qualified);
        } else if !is_first {
            self.report(&XHTML_DIV_REPEATED, span, "", name.qualified);
        } else if !name.prefix.is_empty() {
            self.report(&NAMESPACE_PREFIX_UNUSUAL, span, "", name.prefix);
        }
    }

    /// Determines the check for an XHTML element in a feed or an entry.
    fn outer_markup(&mut self, name: &Name<'_>, span: TagSpan) -> (NodeContent, ValueForm) {
        let is_content = matches!(name.local, "body" | "div");
        if self.format.is_atom() && !matches!(name.local, "head" | "link" | "meta") {
            self.report(&XHTML_MISPLACED, span, "", name.qualified);
        } else if is_content {
            self.entry.body = Some(self.defer(span));
        }
        (if is_content { NodeContent::Markup } else { NodeContent::Ignored }, ValueForm::Any)
    }

    /// Checks whether an element should exist at all, and whether it is in the right order.
    fn note_child(&mut self, row: &ElementRow, child: &Child, span: TagSpan) {
        /// Elements that readers ignore or that were replaced by others.
        const OBSOLETE: &[&str] = &["media:adult", "rating", "textInput"];
        let is_early = child.name != "description" || row.role != ElementRole::Entry;
        if !is_early && self.open.has_sibling("content:encoded") {
            self.report(&ELEMENT_LATE, span, "", child.name);
        }
        let is_of_rss = self.format == DocumentFormat::Rss || child.name.contains(':');
        if is_of_rss && OBSOLETE.contains(&child.name) {
            self.report(&ELEMENT_OBSOLETE, span, "", child.name);
        }
    }

    /// Returns whether the innermost element is the first element of the feed after its entries.
    fn is_first_after_entries(&mut self) -> bool {
        self.feed.entries > 0 && !std::mem::replace(&mut self.feed.has_late_elements, true)
    }

    /// Counts the innermost element among its parent's children.
    fn count(&mut self, child: &'static Child, is_spelled: bool, span: TagSpan) {
        let is_new = self.open.add_child(child, is_spelled);
        if is_new
            && let Some(twin) = child.twin
            && self.open.has_sibling(twin)
        {
            self.report(&ELEMENT_REDUNDANT, span, "", child.name);
        }
        self.has_itunes |= is_new && child.name.starts_with("itunes:");
        match child.count {
            Count::AtMostOne | Count::One(_) if !is_new => {
                self.report(&ELEMENT_REPEATED, span, "", child.name);
            }
            Count::Any | Count::AtMostOne | Count::One(_) | Count::Some(_) => {}
        }
    }
}

/// Element names from other formats, with their equivalents, closest first: the first one allowed by the parent applies.
const COUNTERPARTS: &[(&str, &[&str])] = &[
    ("author", &["dc:creator"]),
    ("comments", &["link"]),
    ("content", &["content:encoded", "description"]),
    ("copyright", &["rights"]),
    ("created", &["pubDate", "published", "dc:date"]),
    ("creator", &["author", "dc:creator"]),
    ("date", &["pubDate", "published", "updated", "dc:date"]),
    ("dateModified", &["updated", "lastBuildDate", "atom:updated"]),
    ("datePublished", &["pubDate", "published", "dc:date"]),
    ("description", &["summary", "subtitle"]),
    ("enclosure", &["link"]),
    ("encoded", &["content", "content:encoded"]),
    ("entry", &["item"]),
    ("guid", &["id"]),
    ("icon", &["image"]),
    ("id", &["guid", "atom:id"]),
    ("image", &["logo", "media:thumbnail"]),
    ("issued", &["pubDate", "published", "dc:date"]),
    ("item", &["entry"]),
    ("keywords", &["category"]),
    ("lastBuildDate", &["updated", "atom:updated"]),
    ("logo", &["image"]),
    ("managingEditor", &["author", "dc:creator"]),
    ("modified", &["lastBuildDate", "updated", "atom:updated"]),
    ("pubDate", &["published", "dc:date"]),
    ("published", &["pubDate", "dc:date"]),
    ("rights", &["copyright", "dc:rights"]),
    ("subtitle", &["description"]),
    ("summary", &["description"]),
    ("tag", &["category"]),
    ("tagline", &["description", "subtitle"]),
    ("tags", &["category"]),
    ("thumbnail", &["media:thumbnail"]),
    ("updated", &["lastBuildDate", "atom:updated"]),
    ("url", &["link"]),
    ("webMaster", &["contributor"]),
];

/// Returns the equivalent of another format's element in a parent.
fn counterpart(name: &str, parent: &'static ElementRow) -> Option<&'static str> {
    let (_, names) = COUNTERPARTS.iter().find(|(known, _)| *known == name)?;
    let is_allowed = |known: &&str| {
        let (prefix, _) = known.split_once(':').unwrap_or(("", known));
        children(parent, prefix).any(|child| child.name == *known)
    };
    names.iter().copied().find(is_allowed)
}

/// Returns advice on the replacement of another format's element.
pub(crate) fn advice(name: &str, parent: &'static ElementRow) -> Option<String> {
    Some(match (name, counterpart(name, parent)?) {
        ("enclosure", _) => "Write a link: <link rel=\"enclosure\" href=\"https://…\"/>.".to_owned(),
        ("comments", _) => "Write a link: <link rel=\"replies\" href=\"https://…\"/>.".to_owned(),
        (_, known) => format!("Write it as {known}, which is what it is called here."),
    })
}

/// Corrects the spelling of an element.
fn rename_element(place: &FixPlace<'_>) -> Option<Fix> {
    let tag = place.tag()?;
    let name = place.name_of(tag);
    let (prefix, _) = name.split_once(':').unwrap_or(("", name));
    let parent = place.facts().parent?;
    let Some(known) = nearest(name, children(parent, prefix).map(|child| child.name)) else {
        // Only the name changes if the values have the same form.
        let known = counterpart(name, parent).filter(|known| has_same_form(name, known))?;
        return Some(Fix::suggestion(format!("write it as `{known}`"), place.rename(tag, known)?));
    };
    let edits = place.rename(tag, known)?;
    let description = format!("did you mean `{known}`?");
    // A name in a different case may stand for another element.
    Some(if known.eq_ignore_ascii_case(name) && !place.may_have_sibling(known) {
        Fix::safe(description, edits)
    } else {
        Fix::suggestion(description, edits)
    })
}

/// Returns whether the values of an element and of its equivalent have the same form: RSS texts, and Atom identifiers.
fn has_same_form(name: &str, known: &str) -> bool {
    const ALIKE: &[(&str, &str)] = &[
        ("copyright", "rights"),
        ("guid", "id"),
        ("rights", "copyright"),
        ("subtitle", "description"),
        ("summary", "description"),
        ("tag", "category"),
        ("tagline", "description"),
        ("url", "link"),
    ];
    ALIKE.contains(&(name, known))
}

/// Returns the allowed children of an element with a prefix, which is empty for the format's own.
pub(super) fn children(row: &'static ElementRow, prefix: &str) -> impl Iterator<Item = &'static Child> {
    let own = row.children.iter().filter(move |child| {
        let of_child = child.name.split_once(':').map_or("", |(prefix, _)| prefix);
        of_child == prefix
    });
    let of_modules = match row.modules {
        Modules::None => None,
        known => modules::children(prefix, known),
    };
    own.chain(of_modules.into_iter().flatten())
}
