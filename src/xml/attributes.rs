//! The attributes of a start tag (XML 1.0 §3.1).

use std::borrow::Cow;

use super::attribute_syntax::{AttributeScanner, AttributeText, RawAttribute, ValueFacts, is_misquoted};
use super::chars::{PlainName, is_qualified_name};
use super::decode::attribute_value;
use super::doctype::DefaultAttribute;
use super::entity::Entities;
use super::event::{Name, Namespace, Schema, XmlAttribute};
use super::namespaces::{Illegal, Namespaces};
use crate::diagnostics::{WellFormednessError as Error, XmlFaults};
use bozofeed_text::maps;

/// The largest number of attributes whose names are compared pairwise.
const FEW: usize = 12;

/// The largest number of attributes that a tag has: they are listed before anything is paid for. The others are left out.
const MOST: usize = 1 << 16;

/// The error for a tag whose quotes do not pair up, so that it ends earlier.
#[derive(Debug)]
pub(super) struct Misquoted;

/// The attributes of a start tag. The buffer is reused for each tag.
#[derive(Debug, Default)]
pub(super) struct AttributeList<'a> {
    pub(super) list: Vec<XmlAttribute<'a>>,
    /// Whether attributes of a tag were left out.
    pub(super) is_exceeded: bool,
}

/// The parts of the reader that reading attributes requires.
pub(super) struct AttributeContext<'r, 'a> {
    pub(super) namespaces: &'r mut Namespaces<'a>,
    pub(super) entities: &'r Entities,
    pub(super) defaults: &'r [DefaultAttribute<'a>],
    pub(super) faults: &'r mut XmlFaults,
}

impl<'a> AttributeList<'a> {
    /// Reads the attributes of a tag, and adds the defaults from the document type declaration.
    pub(super) fn read<S: Schema>(
        &mut self,
        tag: AttributeText<'a>,
        context: &mut AttributeContext<'_, 'a>,
    ) -> Result<(), Misquoted> {
        self.list.clear();
        let facts = ValueFacts::of(tag.text);
        if tag.is_quote_paired && facts.may_contain_less_than && is_misquoted(tag.text) {
            return Err(Misquoted);
        }
        let mark = context.namespaces.mark();
        let mut scanner = AttributeScanner::new(tag, facts);
        let mut has_prefix = false;
        while let Some(raw) = scanner.next(context.faults) {
            if raw.plain.is_none() && !is_qualified_name(raw.name) {
                context.faults.add(raw.name_offset, || Error::InvalidName(raw.name.to_owned()));
            }
            let value = if facts.is_plain {
                Cow::Borrowed(raw.value)
            } else {
                attribute_value(raw.value, raw.value_offset, context.entities, context.faults)
            };
            has_prefix |= self.add::<S>(&raw, value, mark, context);
        }
        // Defaults come after the attributes of the tag, which take precedence (§3.3.2).
        if !context.defaults.is_empty() {
            has_prefix |= self.add_defaults::<S>(tag.offset, mark, context);
        }
        self.finish::<S>(has_prefix, context);
        Ok(())
    }

    /// Reads the attributes of an element that is made from another document.
    #[cold]
    pub(super) fn read_of_node<S: Schema>(
        &mut self,
        attributes: impl Iterator<Item = (&'a str, &'a str)>,
        offset: usize,
        context: &mut AttributeContext<'_, 'a>,
    ) {
        self.list.clear();
        let mark = context.namespaces.mark();
        let mut has_prefix = false;
        for (name, value) in attributes {
            let raw = RawAttribute { name, plain: None, value, name_offset: offset, value_offset: offset };
            has_prefix |= self.add::<S>(&raw, Cow::Borrowed(value), mark, context);
        }
        self.finish::<S>(has_prefix, context);
    }

    /// Resolves the prefixes of all attributes, if there are any, and removes duplicates.
    #[inline]
    fn finish<S: Schema>(&mut self, has_prefix: bool, context: &mut AttributeContext<'_, 'a>) {
        // Prefixes are resolved last, since a declaration applies to the whole tag, including the attributes before it
        // (Namespaces §6.1). Duplicates are dropped after that: they are compared by expanded name, which `a:x` and `b:x` may
        // share (Namespaces §6.3).
        if has_prefix {
            self.resolve_prefixes::<S>(context);
        }
        if self.list.len() > FEW {
            self.drop_duplicates(context.faults);
        }
    }

    /// Adds an attribute or a namespace declaration. Returns whether the attribute has a prefix to be resolved.
    fn add<S: Schema>(
        &mut self,
        raw: &RawAttribute<'a>,
        value: Cow<'a, str>,
        mark: usize,
        context: &mut AttributeContext<'_, 'a>,
    ) -> bool {
        if let Some(prefix) = declared_prefix(raw.name) {
            // §3.1, WFC: Unique Att Spec. The first declaration takes precedence, as with other attributes.
            if context.namespaces.is_declared_since(mark, prefix) {
                context.faults.add(raw.name_offset, || Error::DuplicateAttribute(raw.name.to_owned()));
                return false;
            }
            // Namespaces §2: the name is a URI reference. Expat also rejects spaces.
            if value.contains(' ') {
                context
                    .faults
                    .add(raw.name_offset, || Error::InvalidNamespaceName(value.as_ref().to_owned()));
            }
            // The spaces were reported above. Without them, the name may belong to a vocabulary, so that the elements are
            // recognized.
            let uri = match value {
                Cow::Borrowed(uri) => Cow::Borrowed(uri.trim_ascii()),
                Cow::Owned(uri) => Cow::Owned(uri.trim_ascii().to_owned()),
            };
            if let Err(illegal) = context.namespaces.declare::<S>(prefix, uri) {
                context.faults.add(raw.name_offset, || match illegal {
                    Illegal::Reserved => Error::ReservedPrefix(prefix.to_owned()),
                    Illegal::Empty => Error::EmptyNamespaceName(prefix.to_owned()),
                });
            }
            return false;
        }
        let name = match raw.plain {
            Some(PlainName { colon, .. }) => Name::split_at(raw.name, colon),
            None => Name::split(raw.name),
        };
        // §3.1, WFC: Unique Att Spec. In longer lists, `drop_duplicates` finds the repeated attributes.
        if self.list.len() <= FEW && self.list.iter().any(|a| a.name.qualified == raw.name) {
            context.faults.add(raw.name_offset, || Error::DuplicateAttribute(raw.name.to_owned()));
        } else if self.list.len() >= MOST {
            self.is_exceeded = true;
        } else {
            self.list.push(XmlAttribute { name, value, written: raw.value, offset: raw.name_offset });
        }
        !name.prefix.is_empty()
    }

    /// Adds the default attributes that the tag lacks (§3.3.2). They count towards the limit on expansion.
    #[cold]
    fn add_defaults<S: Schema>(
        &mut self,
        offset: usize,
        mark: usize,
        context: &mut AttributeContext<'_, 'a>,
    ) -> bool {
        // A set, since a document may declare many defaults, and each would be compared with all attributes of the tag.
        let written = maps::set_of(self.list.iter().map(|attribute| attribute.name.qualified));
        let mut has_prefix = false;
        for default in context.defaults {
            let declared = declared_prefix(default.name);
            let is_written = written.contains(default.name)
                // Namespace declarations are not in the list of attributes.
                || declared.is_some_and(|prefix| context.namespaces.is_declared_since(mark, prefix));
            if is_written {
                continue;
            }
            if context.entities.spend(default.name.len() + default.value.len()).is_err() {
                // The budget stays spent, so the remaining defaults need not be tried.
                break;
            }
            let raw = RawAttribute {
                name: default.name,
                plain: None,
                value: "",
                name_offset: offset,
                value_offset: offset,
            };
            has_prefix |= self.add::<S>(&raw, Cow::Owned(default.value.clone()), mark, context);
        }
        has_prefix
    }

    /// Resolves the prefixes of all attributes, and removes each attribute with the same expanded name as an earlier one.
    fn resolve_prefixes<S: Schema>(&mut self, context: &mut AttributeContext<'_, 'a>) {
        for attribute in &mut self.list {
            let prefix = attribute.name.prefix;
            if prefix.is_empty() {
                continue;
            }
            attribute.name.namespace = context.namespaces.lookup::<S>(prefix).unwrap_or_else(|| {
                if !context.namespaces.is_declared(prefix) {
                    context.faults.add(attribute.offset, || Error::UnboundPrefix(prefix.to_owned()));
                }
                // As in element names, an undeclared prefix has its customary meaning.
                S::well_known_prefix(prefix).unwrap_or(Namespace::NONE)
            });
        }
        // `drop_duplicates` also compares expanded names.
        if self.list.len() > FEW {
            return;
        }
        // Namespaces §6.3: no two attributes of a tag have the same expanded name. Attributes without a namespace were compared
        // when they were added.
        let mut i = 1;
        while i < self.list.len() {
            let (name, offset) = (self.list[i].name, self.list[i].offset);
            let same = |other: &XmlAttribute<'_>| expanded(&other.name) == expanded(&name);
            if name.namespace != Namespace::NONE && self.list[..i].iter().any(same) {
                context.faults.add(offset, || Error::DuplicateAttribute(name.qualified.to_owned()));
                self.list.remove(i);
            } else {
                i += 1;
            }
        }
    }

    /// Removes duplicates by hashing, so that the cost of many attributes is linear.
    fn drop_duplicates(&mut self, faults: &mut XmlFaults) {
        let mut names = maps::set_for(self.list.len());
        self.list.retain(|XmlAttribute { name, offset, .. }| {
            // Attributes with the same qualified name have the same namespace, and so the same expanded name.
            let is_bound = name.namespace != Namespace::NONE;
            let new = names.insert(if is_bound { expanded(name) } else { (name.namespace, name.qualified) });
            if !new {
                faults.add(*offset, || Error::DuplicateAttribute(name.qualified.to_owned()));
            }
            new
        });
    }
}

/// Returns the expanded name (Namespaces §2.1).
fn expanded<'a>(name: &Name<'a>) -> (Namespace, &'a str) {
    (name.namespace, name.local)
}

/// Returns the prefix that an attribute with this name declares: the empty one for the default namespace (Namespaces §3).
fn declared_prefix(name: &str) -> Option<&str> {
    match name.strip_prefix("xmlns") {
        Some("") => Some(""),
        Some(prefixed) => prefixed.strip_prefix(':'),
        None => None,
    }
}
