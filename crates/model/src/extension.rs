//! Elements and attributes without a field.

use super::Str;
use super::plain::plain;
use crate::cost::{self, Priced, push_exact};
use crate::price::member;
use bozofeed_text::maps::Set;

/// A name and its value.
type Attribute = (Str, Str);

/// Attributes, in document order. A name occurs once.
///
/// In JSON they are an object.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Attributes {
    /// Most elements have no attributes, and an absent box is smaller than an empty list.
    #[allow(clippy::box_collection, reason = "see above")]
    list: Option<Box<Vec<Attribute>>>,
}

impl Attributes {
    /// Returns the value of an attribute by its name, which is compared without regard to case.
    ///
    /// ```
    /// use bozofeed::model::Attributes;
    ///
    /// let attributes: Attributes = [("Length", "12")].into_iter().collect();
    /// assert_eq!(attributes.get("length"), Some("12"));
    /// ```
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// Returns the names and values, in document order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&str, &str)> {
        self.pairs().iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Returns the number of attributes.
    pub fn len(&self) -> usize {
        self.pairs().len()
    }

    /// Returns whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.list.is_none()
    }

    fn pairs(&self) -> &[Attribute] {
        self.list.as_deref().map_or(&[], Vec::as_slice)
    }

    /// Returns whether no attribute has this name. `names` holds the names so far, once there are too many to compare each.
    fn is_new(&self, name: &Str, names: &mut Set<Str>) -> bool {
        /// The maximum number of attributes whose names are compared pairwise.
        const FEW: usize = 16;
        if self.len() < FEW {
            return self.iter().all(|(known, _)| name != known);
        }
        // The set is filled when the list reaches this length, and contains all names from then on.
        if names.is_empty() {
            names.extend(self.pairs().iter().map(|(name, _)| name.clone()));
        }
        names.insert(name.clone())
    }

    /// Adds an attribute with a new name. The first one reserves capacity for `most`.
    fn push(&mut self, pair: Attribute, most: usize) {
        /// The initial capacity, while the number of kept attributes is unknown.
        const USUAL: usize = 8;
        push_exact(self.list.get_or_insert_with(|| Box::new(Vec::with_capacity(most.min(USUAL)))), pair);
    }

    /// Returns the attributes that match. Shared strings stay shared.
    ///
    /// ```
    /// use bozofeed::model::Attributes;
    ///
    /// let attributes: Attributes = [("length", "12"), ("lang", "de")].into_iter().collect();
    /// assert_eq!(attributes.filtered(|name, _| name != "length").iter().collect::<Vec<_>>(), [("lang", "de")]);
    /// ```
    #[must_use]
    pub fn filtered(&self, mut matches: impl FnMut(&str, &str) -> bool) -> Self {
        let mut attributes = Self::default();
        for (name, value) in self.pairs() {
            if matches(name, value) {
                attributes.push((name.clone(), value.clone()), self.len());
            }
        }
        attributes
    }

    /// Removes the attributes that do not match.
    ///
    /// ```
    /// use bozofeed::model::Attributes;
    ///
    /// let mut attributes: Attributes = [("length", "12"), ("lang", "de")].into_iter().collect();
    /// attributes.retain(|name, _| name != "length");
    /// assert_eq!(attributes.iter().collect::<Vec<_>>(), [("lang", "de")]);
    /// ```
    pub fn retain(&mut self, mut matches: impl FnMut(&str, &str) -> bool) {
        let Some(list) = &mut self.list else { return };
        list.retain(|(name, value)| matches(name, value));
        // The budget has paid for the kept values, not for spare capacity.
        list.shrink_to_fit();
        if list.is_empty() {
            self.list = None;
        }
    }

    /// Adds an attribute, or replaces the value of the attribute with this name.
    ///
    /// ```
    /// use bozofeed::model::Attributes;
    ///
    /// let mut attributes = Attributes::default();
    /// attributes.insert("length", "12");
    /// attributes.insert("lang", "de");
    /// attributes.insert("Length", "13");
    /// assert_eq!(attributes.iter().collect::<Vec<_>>(), [("length", "13"), ("lang", "de")]);
    /// ```
    pub fn insert(&mut self, name: impl Into<Str>, value: impl Into<Str>) {
        let (name, value) = (name.into(), value.into());
        let known = self.list.iter_mut().flat_map(|list| list.iter_mut());
        match known.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(&name)) {
            Some((_, known)) => *known = value,
            None => self.push((name, value), 1),
        }
    }
}

impl Priced for Attributes {
    fn heap(&self) -> usize {
        self.list.heap()
    }

    fn written(&self) -> usize {
        let members = self.pairs().iter().map(|(name, value)| member(name, value));
        cost::BRACKETS + members.sum::<usize>()
    }
}

impl<N: Into<Str>, V: Into<Str>> FromIterator<(N, V)> for Attributes {
    /// Collects attributes. Of duplicate names, the first is kept.
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Self {
        // Names that differ in XML may be equal here: they are in lower case, or have the customary prefix of their namespace.
        let mut names = Set::new();
        let pairs = pairs.into_iter();
        let most = pairs.size_hint().1.unwrap_or_default();
        let mut attributes = Self::default();
        for (name, value) in pairs {
            let name = name.into();
            if attributes.is_new(&name, &mut names) {
                attributes.push((name, value.into()), most);
            }
        }
        attributes
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Attributes {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Attributes {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Attributes;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a map of attributes")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Attributes, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry::<Str, Str>()? {
                    pairs.push(pair);
                }
                Ok(pairs.into_iter().collect())
            }
        }

        deserializer.deserialize_map(Visitor)
    }
}

plain! {
    /// An element of an unknown vocabulary, with its content; or a member of a JSON Feed without a field, or with a value of the wrong
    /// type.
    ///
    /// The value of a JSON member is kept as text, so that no digits of a number are lost and no type of a JSON library is part of this
    /// crate's API.
    pub struct Extension {
        /// The namespace name; `None` if the element is in no namespace.
        pub namespace: Option<Str>,
        /// The prefix: the customary one of a known namespace, else the prefix in the document.
        pub prefix: Str,
        /// The local name, as written.
        pub name: Str,
        /// The attributes by qualified name, with the customary prefix of a known namespace.
        pub attributes: Attributes,
        /// The text directly in the element, trimmed. A URI is resolved if the element is known to contain one.
        pub text: Str,
        /// The child elements.
        pub children: Vec<Extension>,
        /// The value of a member of a JSON Feed, as JSON (RFC 8259); `None` for an element. A string, number or boolean is also in
        /// `text`.
        pub json: Option<Str>,
    }
}

impl Extension {
    /// Returns the value of an attribute by its name, which is compared without regard to case.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.get(name)
    }
}

#[cfg(test)]
mod tests {
    use super::Attributes;

    #[test]
    fn names_stay_distinct_and_in_order() {
        // Too many to compare pairwise.
        let names: Vec<String> = (0..40).map(|number| format!("a{}", number % 30)).collect();
        let all: Attributes =
            names.iter().zip(0..).map(|(name, at)| (name.clone(), format!("{at}"))).collect();
        let values = |attributes: &Attributes| {
            attributes.iter().map(|(_, value)| value.to_owned()).collect::<Vec<_>>().join(" ")
        };
        let numbers =
            |step| (0..30).step_by(step).map(|at: usize| at.to_string()).collect::<Vec<_>>().join(" ");
        assert_eq!(values(&all), numbers(1));
        let is_third = |_: &str, value: &str| value.parse::<usize>().is_ok_and(|at| at % 3 == 0);
        assert_eq!(values(&all.filtered(is_third)), numbers(3));
        let mut some = all.clone();
        some.retain(is_third);
        assert_eq!(some, all.filtered(is_third));
        some.retain(|_, _| false);
        assert_eq!(some, Attributes::default());
    }
}
