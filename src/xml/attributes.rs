//! The attributes of a start tag (XML 1.0 §3.1).

use std::borrow::Cow;
use std::collections::HashSet;

use super::attribute_syntax::{Raw, Syntax, is_misquoted};
use super::chars::is_qualified_name;
use super::doctype::DefaultAttribute;
use super::entity::Entities;
use super::event::{Attribute, Name, Namespace, Schema};
use super::namespaces::{Illegal, Namespaces};
use super::reference::attribute_value;
use crate::diagnostics::{WellFormednessError as Error, XmlFaults as Faults};

/// Up to this many names are compared one by one.
const FEW: usize = 12;

/// The quotes do not pair up within the tag: it must end earlier than they say.
#[derive(Debug)]
pub(super) struct Misquoted;

/// Reads the attributes of one tag after the other into the same buffer.
#[derive(Debug, Default)]
pub(super) struct Attributes<'a> {
    pub(super) list: Vec<Attribute<'a>>,
}

/// The inside of a start tag behind the element's name, up to the `>` or `/>`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Region<'a> {
    /// The element's name, of which the namespace is still to be found.
    pub(super) element: Name<'a>,
    /// Whether that is a `QName`.
    pub(super) is_qualified: bool,
    pub(super) text: &'a str,
    pub(super) offset: usize,
    /// Whether it was found by pairing quotes. Then a `<` in a value that is not plainly the value's own says that a quote
    /// is missing, and nothing is kept. Otherwise it was cut at the first `<` or `>`.
    pub(super) trusted: bool,
}

/// What reading a tag needs to know of the document, and tells it.
pub(super) struct Surroundings<'r, 'a> {
    pub(super) namespaces: &'r mut Namespaces<'a>,
    pub(super) entities: &'r Entities,
    pub(super) defaults: &'r [DefaultAttribute<'a>],
    pub(super) faults: &'r mut Faults,
}

impl<'a> Attributes<'a> {
    /// Reads a tag's attributes, and adds those that the document type declaration gives to all elements of its name.
    pub(super) fn read<S: Schema>(
        &mut self,
        region: Region<'a>,
        around: &mut Surroundings<'_, 'a>,
    ) -> Result<(), Misquoted> {
        self.list.clear();
        if region.trusted
            && memchr::memchr(b'<', region.text.as_bytes()).is_some()
            && is_misquoted(region.text)
        {
            return Err(Misquoted);
        }
        let mark = around.namespaces.mark();
        let mut syntax = Syntax::new(region);
        let mut prefixed = false;
        while let Some(raw) = syntax.next(around.faults) {
            if !is_qualified_name(raw.name) {
                around.faults.add(raw.name_offset, || Error::InvalidName(raw.name.to_owned()));
            }
            let value = attribute_value(raw.value, raw.value_offset, around.entities, around.faults);
            prefixed |= self.keep::<S>(&raw, value, mark, around);
        }
        if !around.defaults.is_empty() {
            prefixed |= self.add_defaults::<S>(region.offset, mark, around);
        }
        if prefixed {
            self.resolve_prefixes::<S>(around);
        }
        if self.list.len() > FEW {
            self.drop_duplicates(around.faults);
        }
        Ok(())
    }

    /// Keeps an attribute or takes it for a namespace declaration; tells whether its name has a prefix to be resolved.
    fn keep<S: Schema>(
        &mut self,
        raw: &Raw<'a>,
        value: Cow<'a, str>,
        mark: usize,
        around: &mut Surroundings<'_, 'a>,
    ) -> bool {
        if let Some(prefix) = declared_prefix(raw.name) {
            if around.namespaces.is_declared_since(mark, prefix) {
                around.faults.add(raw.name_offset, || Error::DuplicateAttribute(raw.name.to_owned()));
                return false;
            }
            // Namespaces §2: a URI reference. Expat, too, takes a space for none of its characters.
            if value.contains(' ') {
                around.faults.add(raw.name_offset, || Error::InvalidNamespaceName(value.as_ref().to_owned()));
            }
            let uri = match value {
                Cow::Borrowed(uri) => Cow::Borrowed(uri.trim_ascii()),
                Cow::Owned(uri) => Cow::Owned(uri.trim_ascii().to_owned()),
            };
            if let Err(illegal) = around.namespaces.declare::<S>(prefix, uri) {
                around.faults.add(raw.name_offset, || match illegal {
                    Illegal::Reserved => Error::ReservedPrefix(prefix.to_owned()),
                    Illegal::Empty => Error::EmptyNamespaceName(prefix.to_owned()),
                });
            }
            return false;
        }
        let name = Name::split(raw.name);
        if self.list.len() <= FEW && self.list.iter().any(|a| a.name.qualified == raw.name) {
            around.faults.add(raw.name_offset, || Error::DuplicateAttribute(raw.name.to_owned()));
        } else {
            self.list.push(Attribute { name, value, offset: raw.name_offset });
        }
        !name.prefix.is_empty()
    }

    /// Adds what the tag does not say itself (§3.3.2). Each costs a part of what entities may add.
    #[cold]
    fn add_defaults<S: Schema>(
        &mut self,
        offset: usize,
        mark: usize,
        around: &mut Surroundings<'_, 'a>,
    ) -> bool {
        let written: HashSet<&str> = self.list.iter().map(|attribute| attribute.name.qualified).collect();
        let mut prefixed = false;
        for default in around.defaults {
            let declared = declared_prefix(default.name);
            let is_written = written.contains(default.name)
                || declared.is_some_and(|prefix| around.namespaces.is_declared_since(mark, prefix));
            if is_written {
                continue;
            }
            if around.entities.spend(default.name.len() + default.value.len()).is_err() {
                break;
            }
            let raw = Raw { name: default.name, value: "", name_offset: offset, value_offset: offset };
            prefixed |= self.keep::<S>(&raw, Cow::Owned(default.value.clone()), mark, around);
        }
        prefixed
    }

    fn resolve_prefixes<S: Schema>(&mut self, around: &mut Surroundings<'_, 'a>) {
        for attribute in &mut self.list {
            let prefix = attribute.name.prefix;
            if prefix.is_empty() {
                continue;
            }
            attribute.name.namespace = around.namespaces.lookup::<S>(prefix).unwrap_or_else(|| {
                if !around.namespaces.is_declared(prefix) {
                    around.faults.add(attribute.offset, || Error::UnboundPrefix(prefix.to_owned()));
                }
                S::well_known_prefix(prefix).unwrap_or(Namespace::NONE)
            });
        }
        if self.list.len() > FEW {
            return;
        }
        let mut i = 1;
        while i < self.list.len() {
            let (name, offset) = (self.list[i].name, self.list[i].offset);
            let same = |other: &Attribute<'_>| expanded(&other.name) == expanded(&name);
            if name.namespace != Namespace::NONE && self.list[..i].iter().any(same) {
                around.faults.add(offset, || Error::DuplicateAttribute(name.qualified.to_owned()));
                self.list.remove(i);
            } else {
                i += 1;
            }
        }
    }

    /// Where there are many, duplicates are found by hashing, so that the cost stays linear.
    fn drop_duplicates(&mut self, faults: &mut Faults) {
        let mut written = HashSet::with_capacity(self.list.len());
        let mut named = HashSet::new();
        self.list.retain(|Attribute { name, offset, .. }| {
            let new = written.insert(name.qualified)
                && (name.namespace == Namespace::NONE || named.insert(expanded(name)));
            if !new {
                faults.add(*offset, || Error::DuplicateAttribute(name.qualified.to_owned()));
            }
            new
        });
    }
}

/// The expanded name (Namespaces §2.1).
fn expanded<'a>(name: &Name<'a>) -> (Namespace, &'a str) {
    (name.namespace, name.local)
}

/// The prefix that an attribute of this name declares: the empty one is the default namespace (Namespaces §3).
fn declared_prefix(name: &str) -> Option<&str> {
    match name.strip_prefix("xmlns") {
        Some("") => Some(""),
        Some(prefixed) => prefixed.strip_prefix(':'),
        None => None,
    }
}
