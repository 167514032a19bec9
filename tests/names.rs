//! No two types of the crate share a name, so that a search for a name finds one declaration. Only the vocabularies of the
//! model, each of which is a public module, have names of their own: `podcast::Person`, `media::Content`.

use std::collections::BTreeMap;

use crate::common::sources;

/// Names that are declared more than once, with the reason.
const EXCEPTIONS: [(&str, &str); 1] =
    [("Rule", "a rule of a format that a feed breaks, and the rule by which an element is read")];

#[test]
fn no_two_types_share_a_name() {
    let mut declarations = BTreeMap::<String, Vec<String>>::new();
    let is_vocabulary = vocabularies();
    for (file, source) in sources().into_iter().filter(|(file, _)| !is_vocabulary.contains(file)) {
        for (index, line) in source.lines().enumerate() {
            if let Some(name) = declared_type(line) {
                declarations.entry(name.to_owned()).or_default().push(format!("{file}:{}", index + 1));
            }
        }
    }
    assert!(declarations.contains_key("Parser"), "declarations are found");
    declarations
        .retain(|name, places| places.len() > 1 && EXCEPTIONS.iter().all(|(exception, _)| exception != name));
    assert!(declarations.is_empty(), "types that share a name: {declarations:#?}");
}

/// Returns the files of the public modules of the model.
fn vocabularies() -> Vec<String> {
    let model = sources().into_iter().find(|(file, _)| file == "model/mod.rs");
    let (_, source) = model.expect("the model is a module");
    let modules = source.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let files: Vec<String> = modules.map(|name| format!("model/{name}.rs")).collect();
    assert!(files.iter().any(|file| file == "model/podcast.rs"), "vocabularies are found");
    files
}

/// Returns the name of the type that a line declares, if it does. Associated types, which are indented, are not counted: their
/// names are those of the trait.
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
    // A macro that declares types has a variable for the name.
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
