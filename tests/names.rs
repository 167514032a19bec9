//! No two types of the libraries share a name, so a search for a name finds one declaration, and an application can import any two
//! of them. Each vocabulary is a public module of the model. Its types do not shadow common names in applications (`Hash`, `Value`,
//! `Content`): their names have two words, and the first one may be the vocabulary's.

use std::collections::BTreeMap;

use crate::common::sources;

/// Names that are declared more than once, with the reason.
const EXCEPTIONS: [(&str, &str); 1] = [("Readme", "the examples of the README of each package")];

#[test]
fn no_two_types_share_a_name() {
    let mut declarations = BTreeMap::<String, Vec<String>>::new();
    for (file, source) in sources() {
        for (index, line) in source.lines().enumerate() {
            if let Some(name) = declared_type(line) {
                declarations.entry(name.to_owned()).or_default().push(format!("{file}:{}", index + 1));
            }
        }
    }
    assert!(declarations.contains_key("Parser"), "no declarations found");
    declarations
        .retain(|name, places| places.len() > 1 && EXCEPTIONS.iter().all(|(exception, _)| exception != name));
    assert!(declarations.is_empty(), "types that share a name: {declarations:#?}");
}

/// Vocabulary types with a one-word name that is neither the vocabulary's nor common elsewhere.
const OF_ONE_WORD: [&str; 4] = ["Chapter", "Coordinates", "Geometry", "Newznab"];

#[test]
fn types_of_vocabularies_hide_no_others() {
    let modules = vocabularies();
    let mut hiding = Vec::new();
    for (file, source) in sources() {
        let Some(module) = modules.iter().find(|module| file == format!("model/{module}.rs")) else {
            continue;
        };
        let own = module.replace('_', "");
        hiding.extend(source.lines().filter(|line| line.trim_start().starts_with("pub ")).filter_map(
            |line| {
                let name = declared_type(line)?;
                let words = name.chars().filter(char::is_ascii_uppercase).count();
                let is_known = name.eq_ignore_ascii_case(&own) || OF_ONE_WORD.contains(&name);
                (words < 2 && !is_known).then(|| format!("{module}::{name}"))
            },
        ));
    }
    assert_eq!(hiding, [""; 0]);
}

/// Returns the public modules of the model, except those for the parser only.
pub(crate) fn vocabularies() -> Vec<String> {
    let model = sources().into_iter().find(|(file, _)| file == "model/lib.rs");
    let (_, source) = model.expect("the model is a crate");
    let source = source.replace("#[doc(hidden)]\npub mod ", "mod ");
    let modules = source.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let modules: Vec<String> = modules.map(str::to_owned).collect();
    assert!(modules.iter().any(|module| module == "podcast"), "no vocabularies found");
    modules
}

/// Returns the name of the type declared in a line, if any. Associated types, which are indented, are not counted: their names come
/// from the trait.
fn declared_type(line: &str) -> Option<&str> {
    let indented = line.starts_with(' ');
    let mut words = line.split_whitespace().peekable();
    if words.peek().is_some_and(|word| word.starts_with("pub")) {
        words.next();
    }
    let keyword = words.next()?;
    let declares = matches!(keyword, "struct" | "enum" | "trait" | "union") || keyword == "type" && !indented;
    let name = words.next().filter(|_| declares)?;
    let name = name.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    // In a macro that declares types, the name is a variable.
    (!name.is_empty()).then_some(name)
}

#[test]
fn declarations_are_recognised() {
    let cases = [
        ("pub struct Parser {", Some("Parser")),
        ("    pub(crate) enum Token<'a> {", Some("Token")),
        ("struct Marker;", Some("Marker")),
        ("type Pair = (u8, u8);", Some("Pair")),
        ("    type Item = u8;", None),
        ("/// A struct that is described.", None),
        ("impl Parser {", None),
    ];
    for (line, expected) in cases {
        assert_eq!(declared_type(line), expected, "{line}");
    }
}
