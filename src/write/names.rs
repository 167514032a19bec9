//! Names of elements, attributes and namespaces that can be written.

use crate::html::characters::is_xml_char;
use crate::html::uri::is_invisible;
use crate::maps::{Map, Set};
use crate::vocabulary::{spelled, uri_of_prefix};
use crate::xml::is_name;

/// Returns whether a name can be that of an element or attribute in a document with namespaces.
pub(super) fn is_ncname(name: &str) -> bool {
    is_name(name) && !name.contains(':') && name.chars().all(is_xml_char)
}

/// Returns the name of a namespace as its specification spells it. A known prefix has its meaning, however the document spelled the
/// name.
pub(super) fn name_of_namespace<'n>(prefix: &str, uri: &'n str) -> &'n str {
    let known = || uri_of_prefix(prefix).filter(|_| !prefix.is_empty() && !uri.is_empty());
    spelled(uri).or_else(known).unwrap_or(uri)
}

/// Returns whether a prefix can be bound to a namespace.
pub(super) fn can_be_bound(prefix: &str, uri: &str) -> bool {
    // Prefixes that begin with `xml`, in any case, are reserved (Namespaces in XML 1.0 §3).
    let is_prefix = prefix.is_empty() || is_ncname(prefix) && !prefix.to_ascii_lowercase().starts_with("xml");
    is_prefix && !uri.contains(|c: char| c.is_whitespace() || !is_xml_char(c) || is_invisible(c))
}

/// The number of names up to which they are compared one by one.
const FEW: usize = 16;

/// Prefixes and the namespaces that they are bound to, in the order in which they were declared.
#[derive(Debug, Default)]
pub(super) struct PrefixTable {
    list: Vec<(String, String)>,
    /// The place of each prefix, once there are many.
    places: Map<String, usize>,
}

impl PrefixTable {
    /// Returns the namespace of a prefix.
    pub(super) fn get(&self, prefix: &str) -> Option<&str> {
        let found = if self.list.len() <= FEW {
            self.list.iter().find(|(known, _)| known == prefix)
        } else {
            self.places.get(prefix).and_then(|place| self.list.get(*place))
        };
        found.map(|(_, uri)| uri.as_str())
    }

    /// Returns the namespace of attributes with a prefix: that of the document, which these declarations are of, or the customary one.
    pub(super) fn namespace_of_attribute(&self, prefix: &str) -> Option<&str> {
        self.get(prefix).map(|uri| name_of_namespace(prefix, uri)).or_else(|| uri_of_prefix(prefix))
    }

    /// Adds a declaration. The caller makes sure that the prefix has none.
    pub(super) fn add(&mut self, prefix: &str, uri: &str) {
        self.list.push((prefix.to_owned(), uri.to_owned()));
        if self.list.len() > FEW {
            let from = if self.places.is_empty() { 0 } else { self.list.len() - 1 };
            let new = self.list.iter().enumerate().skip(from);
            self.places.extend(new.map(|(place, (prefix, _))| (prefix.clone(), place)));
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &(String, String)> {
        self.list.iter()
    }
}

/// The first declaration of a prefix counts.
impl<'d> FromIterator<&'d (String, String)> for PrefixTable {
    fn from_iter<I: IntoIterator<Item = &'d (String, String)>>(declarations: I) -> Self {
        let mut all = Self::default();
        for (prefix, uri) in declarations {
            if all.get(prefix).is_none() {
                all.add(prefix, uri);
            }
        }
        all
    }
}

/// The names of the attributes of an element.
#[derive(Debug, Default)]
pub(super) struct UniqueNames {
    few: Vec<String>,
    many: Set<String>,
}

impl UniqueNames {
    pub(super) fn clear(&mut self) {
        self.few.clear();
        self.many.clear();
    }

    /// Adds a name. Returns whether it is new.
    pub(super) fn insert(&mut self, name: String) -> bool {
        if self.few.contains(&name) {
            return false;
        }
        if self.few.len() < FEW {
            self.few.push(name);
            return true;
        }
        self.many.insert(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_names_are_found_as_few_are() {
        let declarations: Vec<_> = (0..40).map(|n| (format!("p{n}"), format!("urn:{n}"))).collect();
        let all: PrefixTable =
            declarations.iter().chain(&[("p3".to_owned(), "urn:other".to_owned())]).collect();
        let wrong: Vec<_> =
            declarations.iter().filter(|(prefix, uri)| all.get(prefix) != Some(uri)).collect();
        assert_eq!((wrong.len(), all.iter().count(), all.get("p40")), (0, 40, None));
        let mut names = UniqueNames::default();
        let new = (0..40).chain(0..40).filter(|n| names.insert(format!("a{n}"))).count();
        assert_eq!(new, 40);
    }
}
