//! Elements that no vocabulary defines.

use super::core::Core;
use super::gate::DocumentSink;
use super::loss::LossReason;
use super::names::{can_be_bound, is_ncname};
use super::xml::ATOM;
use crate::model::Extension;
use crate::vocabulary::{has_meaning, is_rss, is_run_by_browsers, set_aside, spelled, uri_of_prefix};
use bozofeed_text::html::url_names::{runs_scripts, shows_attribute, shows_text};
use bozofeed_text::markup::kind_of;

/// The size in bytes of a wrapped element, not counting its name and its values.
const WRAPPING: usize = 48;

/// The local names of the elements that readers use to detect the format.
const ROOTS: [&str; 4] = ["rss", "rdf", "feed", "channel"];

/// A step in the traversal of an element tree.
enum TreeStep<'e> {
    /// An element and its parent.
    Open(&'e Extension, Option<&'e Extension>),
    Close,
}

impl Core<'_> {
    /// Writes elements that no vocabulary defines, with their content.
    pub(super) fn extensions(&mut self, extensions: &[Extension]) {
        for extension in extensions {
            if extension.json.is_some() {
                self.out.lose_part(&format!("/{}", extension.name), LossReason::NoPlace);
            // An element without a namespace would belong to RSS 2.0, which allows only its own elements there.
            } else if extension.namespace.is_some() && is_plain(extension) {
                walk(extension, self.out, open);
            } else if self.out.keeps_everything() {
                walk(extension, self.out, open_aside);
            } else if !is_reference_of_rdf(extension) {
                let prefix = if extension.prefix.is_empty() { "" } else { ":" };
                let name = [&*extension.prefix, prefix, &extension.name].concat();
                self.out.lose_part(&format!("/{name}"), LossReason::NoPlace);
            }
        }
    }
}

/// Returns whether an RSS 1.0 element only refers to the items, the image or the text input (RSS 1.0 §5.3).
fn is_reference_of_rdf(extension: &Extension) -> bool {
    let is_reference = || {
        let mut names = extension.attributes.iter().map(|(name, _)| name);
        extension.text.is_empty()
            && extension.children.is_empty()
            && names.next() == Some("rdf:resource")
            && names.next().is_none()
    };
    extension.namespace.as_deref().is_some_and(is_rss)
        && match &*extension.name {
            "items" => true,
            "image" | "textinput" => is_reference(),
            _ => false,
        }
}

/// Writes an element. `open` starts it, with its attributes and text.
fn walk<'e>(
    extension: &'e Extension,
    out: &mut dyn DocumentSink,
    open: impl Fn(&'e Extension, Option<&'e Extension>, &mut dyn DocumentSink),
) {
    let mut steps = vec![TreeStep::Open(extension, None)];
    while let Some(step) = steps.pop() {
        let TreeStep::Open(element, outer) = step else {
            out.close();
            continue;
        };
        open(element, outer, out);
        // The stack is last in, first out, so the steps are pushed in reverse.
        steps.push(TreeStep::Close);
        steps.extend(element.children.iter().rev().map(|child| TreeStep::Open(child, Some(element))));
    }
}

/// Starts an element under its original name.
fn open(element: &Extension, _: Option<&Extension>, out: &mut dyn DocumentSink) {
    out.open_in(&element.prefix, element.namespace.as_deref().unwrap_or_default(), &element.name);
    for (name, value) in element.attributes.iter() {
        out.attribute(name, value);
    }
    text(element, out);
}

/// Starts a wrapper that contains the element as data.
fn open_aside<'e>(element: &'e Extension, outer: Option<&'e Extension>, out: &mut dyn DocumentSink) {
    let namespace = element.namespace.as_deref().unwrap_or_default();
    let inherited = |value: Option<&'e str>| value.map_or("", set_aside::inherited);
    let outer_namespace = inherited(outer.and_then(|outer| outer.namespace.as_deref()));
    let outer_prefix = inherited(outer.map(|outer| &*outer.prefix));
    let repeated = if namespace == outer_namespace { 0 } else { namespace.len() };
    // A wrapped element is longer than the original. The extra bytes are paid for, so that the output stays
    // in proportion to the feed.
    if !out.markup().pays(WRAPPING * (1 + element.attributes.len()) + repeated) {
        return out.open_nothing(&element.name, LossReason::Limit);
    }
    out.open_in(set_aside::PREFIX, set_aside::URI, set_aside::ELEMENT);
    out.any_attribute(set_aside::NAME, &element.name);
    if &*element.prefix != outer_prefix {
        out.any_attribute(set_aside::ELEMENT_PREFIX, &element.prefix);
    }
    if namespace != outer_namespace {
        out.attribute(set_aside::NAMESPACE, namespace);
    }
    text(element, out);
    for (name, value) in element.attributes.iter() {
        if shows_attribute(name, value) {
            out.open_in(set_aside::PREFIX, set_aside::URI, set_aside::ATTRIBUTE);
            out.any_attribute(set_aside::NAME, name);
            out.any_attribute(set_aside::VALUE, value);
            out.close();
        } else {
            out.lose_part(&format!("/@{name}"), LossReason::ScriptUrl);
        }
    }
}

fn text(element: &Extension, out: &mut dyn DocumentSink) {
    if shows_text(&element.name, &element.text) {
        out.plain(&element.text);
    } else {
        out.lose_part("", LossReason::ScriptUrl);
    }
}

/// Returns whether an element and its descendants can be written under their original names: the names are valid, and no reader
/// mistakes the elements for others.
fn is_plain(extension: &Extension) -> bool {
    let mut rest = vec![extension];
    while let Some(element) = rest.pop() {
        let uri = element.namespace.as_deref().unwrap_or_default();
        let (prefix, name) = (&*element.prefix, &*element.name);
        // The namespace of a format only contains the format's own elements (RFC 4287 §6.3).
        let is_of_format = spelled(uri) == Some(ATOM) || is_rss(uri);
        let is_named = is_ncname(name) && can_be_bound(prefix, uri);
        // Readers that ignore what a prefix is bound to would mistake it for an element of the vocabulary.
        let is_disguised =
            !prefix.is_empty() && uri_of_prefix(prefix).is_some_and(|known| spelled(uri) != Some(known));
        // Some readers look for the root element of a format anywhere, with any prefix.
        let is_root = ROOTS.iter().any(|root| root.eq_ignore_ascii_case(name));
        if !is_named
            || is_of_format
            || is_root
            || is_disguised
            || prefix.is_empty() && is_ambiguous(name)
            || is_run_by_browsers(uri)
            || has_meaning(uri, name)
            || uri == set_aside::URI && name != set_aside::ID
            || element.json.is_some()
            || !element.attributes.iter().all(|(name, _)| is_plain_attribute(name))
        {
            return false;
        }
        rest.extend(&element.children);
    }
    true
}

/// Returns whether a reader that ignores the default namespace, such as an HTML parser, gives a meaning to this name without a prefix.
pub(super) fn is_ambiguous(name: &str) -> bool {
    // The roots of SVG and MathML in HTML (HTML Standard 13.2.6.4.7).
    let is_root = ["svg", "math"].iter().any(|root| root.eq_ignore_ascii_case(name));
    is_root || kind_of(name).is_some() || has_meaning("", name)
}

/// Returns whether an attribute has a valid name and cannot run scripts.
fn is_plain_attribute(name: &str) -> bool {
    let (prefix, local) = name.split_once(':').unwrap_or(("", name));
    let is_bindable = prefix.is_empty() && !name.starts_with(':') || is_ncname(prefix) && prefix != "xmlns";
    is_ncname(local) && is_bindable && name != "xmlns" && !runs_scripts(name)
}
