//! The conventions of the model: one kind of string, no boxes visible to users, values that can be compared, and hashed unless they
//! contain floats, and types that can grow.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::sources;
use crate::names::vocabularies;

/// The types that are not `#[non_exhaustive]`, with the reason.
const EXHAUSTIVE: [(&str, &str); 5] = [
    ("Attributes", "it only has private fields"),
    ("GeometryKind", "its specification is complete"),
    ("Newznab", "it has the attributes of `Torznab` in another namespace"),
    ("Str", "it only has private fields"),
    ("UpdatePeriod", "its specification is complete"),
];

/// The types that do not derive `Hash` although they contain no float, with the reason.
const NOT_DERIVED: [(&str, &str); 1] = [("Str", "it hashes like the `str` that it is")];

/// The modules with types for internal use, not for feeds: declaring, charging, hashing and writing JSON.
const OF_THE_CRATE: [&str; 6] = ["cost", "digest", "json", "members", "plain", "price"];

/// A type of the model.
#[derive(Debug)]
pub(crate) struct Declaration {
    /// The attributes of a type that is not declared by `plain!`.
    attributes: Option<String>,
    has_floats: bool,
    /// The declarations of its fields. Fields that are hidden in the documentation, since only the parser uses them, are
    /// `pub(crate)`.
    pub(crate) fields: Vec<String>,
}

/// Returns the public types of the model by name, such as `podcast::PodcastPerson`.
pub(crate) fn declarations() -> BTreeMap<String, Declaration> {
    let mut all = BTreeMap::new();
    let vocabularies = vocabularies();
    for (file, source) in sources() {
        let Some(module) = file.strip_prefix("model/").and_then(|file| file.strip_suffix(".rs")) else {
            continue;
        };
        if OF_THE_CRATE.contains(&module) {
            continue;
        }
        let is_vocabulary = vocabularies.iter().any(|vocabulary| vocabulary == module);
        let source = source.split("\nmod tests {").next().unwrap_or_default();
        // A macro with its declared type, or a type, ends with a bracket at the start of a line.
        for block in source.split("\n}\n") {
            let lines: Vec<&str> = block.lines().collect();
            let is_start =
                |line: &&str| ["pub struct ", "pub enum "].iter().any(|start| line.trim().starts_with(start));
            let Some(at) = lines.iter().position(is_start) else { continue };
            let name = lines[at].split_whitespace().nth(2).unwrap_or_default();
            let name: String = name.chars().take_while(|c| c.is_alphanumeric()).collect();
            let is_plain = lines[at].starts_with(' ');
            if name.is_empty() {
                continue;
            }
            let attributes =
                lines[..at].iter().rev().take_while(|line| line.starts_with('#') || line.starts_with("//"));
            let declaration = Declaration {
                attributes: (!is_plain).then(|| attributes.copied().collect()),
                has_floats: lines[at].contains("with floats"),
                fields: lines[at..]
                    .windows(2)
                    .map(|pair| (pair[0].trim() == "#[doc(hidden)]", pair[1].trim()))
                    .filter(|(_, line)| line.ends_with(','))
                    .map(|(is_hidden, line)| match line.strip_prefix("pub ") {
                        Some(field) if is_hidden => format!("pub(crate) {field}"),
                        _ => line.to_owned(),
                    })
                    .collect(),
            };
            all.insert(if is_vocabulary { format!("{module}::{name}") } else { name }, declaration);
        }
    }
    assert!(all.contains_key("Entry") && all.contains_key("podcast::PodcastPerson"), "no types found");
    all
}

impl Declaration {
    fn has_attribute(&self, name: &str) -> bool {
        self.attributes.as_ref().is_none_or(|attributes| attributes.contains(name))
    }

    fn is_hashed(&self) -> bool {
        self.has_attribute("Hash") && !self.has_floats
    }

    /// Returns the names in the types of its fields.
    fn types(&self) -> impl Iterator<Item = &str> {
        let fields = self.fields.iter().filter(|field| !field.starts_with("//"));
        fields.flat_map(|field| field.split(|c: char| !c.is_alphanumeric()).skip(1))
    }
}

/// Returns the full name of a type named in a module of the model: its own type, or else one for all feeds, or else one of another
/// vocabulary.
pub(crate) fn full_name<'a>(
    all: &'a BTreeMap<String, Declaration>,
    module: &str,
    name: &str,
) -> Option<&'a String> {
    let find = |name: &str| all.get_key_value(name).map(|(name, _)| name);
    let other = || all.keys().find(|known| known.rsplit("::").next() == Some(name));
    find(&format!("{module}::{name}")).or_else(|| find(name)).or_else(other)
}

#[test]
fn what_has_no_float_can_be_compared_and_hashed() {
    let all = declarations();
    // The types that contain floats, directly or indirectly.
    let mut floats = BTreeSet::new();
    loop {
        let has_floats = |(name, declaration): &(&String, &Declaration)| {
            let module = name.split_once("::").map_or("", |(module, _)| module);
            let is_float = |kind: &str| {
                kind == "f64" || full_name(&all, module, kind).is_some_and(|kind| floats.contains(kind))
            };
            !floats.contains(*name) && declaration.types().any(is_float)
        };
        let more: Vec<String> = all.iter().filter(has_floats).map(|(name, _)| name.clone()).collect();
        if more.is_empty() {
            break;
        }
        floats.extend(more);
    }
    assert!(floats.contains("Entry") && floats.contains("geo::Coordinates"), "{floats:?}");
    let excepted = |name: &str| NOT_DERIVED.iter().any(|(exception, _)| *exception == name);
    let wrong: Vec<_> = all
        .iter()
        .filter(|(name, declaration)| declaration.is_hashed() == floats.contains(*name) && !excepted(name))
        .map(|(name, _)| name)
        .collect();
    assert_eq!(wrong, [""; 0], "either they have no float and are not `Eq` and `Hash`, or the reverse");
}

#[test]
fn public_fields_have_one_kind_of_string_and_no_boxes() {
    let mut wrong = Vec::new();
    for (name, declaration) in declarations() {
        for field in declaration.fields.iter().filter(|field| field.starts_with("pub ")) {
            let words: Vec<&str> = field.split(|c: char| !c.is_alphanumeric()).collect();
            if ["String", "str", "Cow", "Box"].iter().any(|word| words.contains(word)) {
                wrong.push(format!("{name}: {field}"));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// The types of vocabularies with values that methods return, with the reason.
const BY_METHODS: [(&str, &str); 1] =
    [("media::MediaDetails", "each medium has one, but few have these parts, so they are boxed")];

#[test]
fn everything_in_a_vocabulary_is_a_field() {
    let excepted = |name: &str| BY_METHODS.iter().any(|(exception, _)| *exception == name);
    let mut wrong = Vec::new();
    for (name, declaration) in declarations() {
        if name.contains("::") && !excepted(&name) {
            let private = declaration.fields.iter().filter(|field| field.starts_with("pub("));
            wrong.extend(private.map(|field| format!("{name}: {field}")));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn types_can_grow() {
    let excepted =
        |name: &str| EXHAUSTIVE.iter().any(|(exception, _)| name.rsplit("::").next() == Some(*exception));
    let mut wrong = declarations();
    wrong.retain(|name, declaration| !declaration.has_attribute("non_exhaustive") && !excepted(name));
    assert!(wrong.is_empty(), "{wrong:#?}");
}
