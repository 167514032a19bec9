//! The namespaces of elements (Namespaces in XML 1.0 §6), and what was meant where nobody knows them.

use std::cell::Cell;

use super::attributes::{Region, Surroundings};
use super::event::{Name, Namespace, Schema, Shape};
use super::misspelt::leading_name;
use super::reader::{Open, Reader};
use crate::diagnostics::{WellFormednessError as Error, XmlFaults as Faults};

impl<'a, S: Schema> Reader<'a, S> {
    /// Reads the attributes and resolves the element's name; nothing where quotes cannot be trusted.
    pub(super) fn element(
        &mut self,
        region: Region<'a>,
        start: usize,
    ) -> Option<(Name<'a>, Option<S::Element>)> {
        let mark = self.namespaces.mark();
        let defaults =
            if self.defaults.is_empty() { None } else { self.defaults.get(region.element.qualified) };
        if region.text.is_empty() && defaults.is_none() {
            self.attributes.list.clear();
        } else {
            let mut around = Surroundings {
                namespaces: &mut self.namespaces,
                entities: &self.entities,
                defaults: defaults.map_or(&[], Vec::as_slice),
                faults: &mut self.faults,
            };
            if self.attributes.read::<S>(region, &mut around).is_err() {
                return None;
            }
        }
        let mut split = region.element;
        if !region.is_qualified {
            self.faults.add(start + 1, || Error::InvalidName(split.qualified.to_owned()));
            split = Name::split(leading_name(split.qualified).trim_end_matches(':'));
        }
        let mut name = self.bind(split);
        let mut element = S::element(name.namespace, name.local);
        if self.namespaces.default_namespace() != Namespace::NONE
            && element.is_none() == name.prefix.is_empty()
            && let Some(meant) = self.meant_namespace(name)
        {
            self.namespaces.rebind_default(meant);
            name = self.bind(split);
            element = S::element(name.namespace, name.local);
        }
        if !name.prefix.is_empty() && !self.namespaces.is_declared(name.prefix) {
            self.faults.add(start + 1, || Error::UnboundPrefix(name.prefix.to_owned()));
        }
        if name.prefix == "xmlns" {
            self.faults.add(start + 1, || Error::ReservedPrefix("xmlns".to_owned()));
        }
        let shape = element.map_or(Shape::Unknown, S::shape);
        self.stack.push(Open { name, shape, mark, offset: start, seen: Cell::default() });
        Some((name, element))
    }

    /// Finds the namespace of an element's name. An undeclared prefix means what it always means.
    pub(super) fn bind(&self, name: Name<'a>) -> Name<'a> {
        let namespace = if name.prefix.is_empty() {
            self.namespaces.default_namespace()
        } else {
            let bound = self.namespaces.lookup::<S>(name.prefix);
            bound.or_else(|| S::well_known_prefix(name.prefix)).unwrap_or(Namespace::NONE)
        };
        // A prefix that means nothing must not make `x:title` a title.
        let unknown = namespace == Namespace::NONE && !name.prefix.is_empty();
        Name { namespace: if unknown { Namespace::UNBOUND } else { namespace }, ..name }
    }

    /// What the default namespace was meant as where an element of a feed stands in it that it does not have: the namespace
    /// of the feed around it, or none.
    #[cold]
    fn meant_namespace(&self, name: Name<'a>) -> Option<Namespace> {
        let shape_in = |namespace| S::element(namespace, name.local).map(S::shape);
        if !name.prefix.is_empty() {
            // `rdf:RDF` is the root of a format whose elements are in another namespace.
            let is_of_others = self.namespaces.is_default_unknown()
                && shape_in(name.namespace) == Some(Shape::Root)
                && shape_in(Namespace::NONE).is_none();
            return is_of_others.then_some(Namespace::NONE);
        }
        let plain = shape_in(Namespace::NONE).filter(|shape| *shape >= Shape::Entry)?;
        match self.stack.last() {
            Some(open) if open.shape >= Shape::Feed => {
                let meant = open.name.namespace;
                (meant == Namespace::NONE || shape_in(meant) == Some(Shape::Entry)).then_some(meant)
            }
            _ => {
                let is_outermost =
                    plain >= Shape::Feed && self.stack.iter().all(|open| open.shape < Shape::Feed);
                is_outermost.then_some(Namespace::NONE)
            }
        }
    }

    /// The same for an element whose tag may declare its namespace itself.
    pub(super) fn bind_with_own(&mut self, region: Region<'a>) -> Name<'a> {
        let name = region.element;
        if memchr::memmem::find(region.text.as_bytes(), b"xmlns").is_none() {
            return self.bind(name);
        }
        let mark = self.namespaces.mark();
        let mut around = Surroundings {
            namespaces: &mut self.namespaces,
            entities: &self.entities,
            defaults: &[],
            faults: &mut Faults::default(),
        };
        // Where its quotes cannot be trusted, it is asked for again.
        let _ = self.attributes.read::<S>(region, &mut around);
        let bound = self.bind(name);
        self.namespaces.end_scope(mark);
        bound
    }
}
