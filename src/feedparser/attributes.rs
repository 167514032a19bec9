//! The attributes of an element, under the names that Universal Feed Parser uses.

use std::borrow::Cow;

use super::Dictionary;
use crate::vocabulary;
use crate::xml::{Name, XmlAttribute};
use bozofeed_text::html::url_names::shows_attribute;

/// The prefixes of the namespaces that Universal Feed Parser supports.
#[rustfmt::skip]
const KNOWN: [&str; 48] = [
    "", "admin", "ag", "annotate", "audio", "blogChannel", "cc", "co", "content", "cp", "creativeCommons", "dc", "dcterms", "email",
    "ev", "feedburner", "fm", "foaf", "geo", "georss", "gml", "icbm", "image", "itunes", "l", "media", "pingback", "prism", "psc",
    "rdf", "rdfs", "ref", "reqv", "search", "slash", "soap", "ss", "str", "sub", "sy", "szf", "taxo", "ti", "trackback", "wfw",
    "xhtml", "xlink", "xml",
];

/// Returns the customary prefix of a name in lower case, or `Err` with the prefix in the document if its namespace is unknown.
pub(super) fn prefix_of(name: &Name<'_>) -> Result<String, String> {
    match vocabulary::prefix(name.namespace).filter(|prefix| KNOWN.contains(prefix)) {
        Some(prefix) => Ok(prefix.to_lowercase()),
        None => Err(name.prefix.to_lowercase()),
    }
}

/// The attributes of a start tag.
#[derive(Debug)]
pub(super) struct KeyedAttributes<'a> {
    list: Vec<KeyedAttribute<'a>>,
    /// Whether a script URL was omitted.
    pub(super) lacks_script: bool,
}

/// An attribute for the dictionary.
#[derive(Debug)]
struct KeyedAttribute<'a> {
    /// The name in lower case, with the customary prefix of its namespace, or without a prefix if the namespace is unknown.
    key: Cow<'a, str>,
    value: Cow<'a, str>,
    /// The name as written, in lower case, and its value, if the name differs from the key.
    written: Option<(String, Cow<'a, str>)>,
}

impl<'a> KeyedAttributes<'a> {
    /// Returns the attributes of a start tag, except script URLs.
    pub(super) fn of(written: &[XmlAttribute<'a>]) -> Self {
        let shown =
            written.iter().filter(|attribute| shows_attribute(attribute.name.local, &attribute.value));
        let attribute = |XmlAttribute { name, value, .. }: &XmlAttribute<'a>| {
            let local = lowercase(name.local);
            let (key, written) = if name.prefix.is_empty() {
                (local, None)
            } else {
                let written = name.qualified.to_lowercase();
                let key = match prefix_of(name) {
                    Ok(prefix) if !prefix.is_empty() => Cow::Owned([&prefix, ":", &local].concat()),
                    Ok(_) | Err(_) => local,
                };
                let written = Some(written).filter(|written| *written != key);
                (key, written.map(|written| (written, value.clone())))
            };
            // Universal Feed Parser converts these two to lower case. Under a name with a prefix, they are unchanged.
            let value = match value {
                Cow::Borrowed(value) if matches!(key.as_ref(), "rel" | "type") => lowercase(value),
                Cow::Owned(value) if matches!(key.as_ref(), "rel" | "type") => value.to_lowercase().into(),
                value => value.clone(),
            };
            KeyedAttribute { key, value, written }
        };
        let list: Vec<_> = shown.map(attribute).collect();
        Self { lacks_script: list.len() < written.len(), list }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the value of an attribute.
    pub(super) fn get(&self, key: &str) -> Option<&str> {
        self.list.iter().find(|attribute| attribute.key == key).map(|attribute| attribute.value.as_ref())
    }

    /// Returns the value of an RDF attribute, which old feeds write without a prefix.
    pub(super) fn rdf(&self, name: &str) -> Option<&str> {
        self.get(&["rdf:", name].concat()).or_else(|| self.get(name))
    }

    /// Returns the attributes as a dictionary. Attributes with a prefix are included under both names.
    pub(super) fn into_dictionary(self) -> Dictionary<'static> {
        let mut d = Dictionary::with_capacity(self.list.len());
        let mut more = Vec::new();
        for KeyedAttribute { key, value, written } in self.list {
            more.extend(written.map(|(name, value)| (name, value.into_owned())));
            d.insert(key.into_owned(), value.into_owned());
        }
        // After the keys: the name in the document replaces a member from another attribute.
        d.extend(more);
        d
    }
}

/// Returns a text in lower case.
pub(super) fn lowercase(text: &str) -> Cow<'_, str> {
    let is_lowercase = text.bytes().all(|b| b.is_ascii() && !b.is_ascii_uppercase());
    if is_lowercase { text.into() } else { text.to_lowercase().into() }
}
