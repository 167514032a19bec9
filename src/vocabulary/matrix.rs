//! Tests every element and attribute of every vocabulary in every situation, with the lists that the parser itself uses.
//! `matrix.txt` lists the known failures; the test fails if the actual failures differ.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::kind::{ElementNames, Rows};
use super::table::VOCABULARIES;
use super::{CategoryForm, PlaceForm, ReadAs};
use crate::model::{Entry, Feed, Person};
use crate::{Parsed, Parser};
use bozofeed_model::internal::RareFields as _;

/// An element, with its ancestors inside the entry or channel.
#[derive(Debug, Clone)]
pub(super) struct NamedElement {
    /// The qualified names, outermost first.
    path: Vec<String>,
    read_as: Option<ReadAs>,
    attributes: Vec<&'static str>,
    /// The names of the elements with a row under this one.
    children: Vec<&'static str>,
}

impl NamedElement {
    fn name(&self) -> &str {
        self.path.last().map_or("", String::as_str)
    }

    /// Writes the element with this content.
    pub(super) fn write(&self, attributes: &str, content: &str) -> String {
        let (mut before, mut after) = (String::new(), String::new());
        let last = self.path.len() - 1;
        for (at, name) in self.path.iter().enumerate() {
            let attributes = if at == last { attributes } else { "" };
            let _ = write!(before, "<{name}{attributes}>");
            after.insert_str(0, &format!("</{name}>"));
        }
        format!("{before}{content}{after}")
    }

    /// Returns the names of the attributes with a row.
    pub(super) fn attributes(&self) -> impl Iterator<Item = &'static str> {
        self.attributes.iter().copied()
    }

    pub(super) fn label(&self) -> String {
        self.path.join("/")
    }
}

/// Returns the prefix of a vocabulary in the documents of this test. The formats have none.
fn prefix_of(vocabulary: usize) -> String {
    match (vocabulary, VOCABULARIES[vocabulary].prefix) {
        (0, _) => String::new(),
        (_, "") => "atom:".to_owned(),
        (_, "prism") if VOCABULARIES[vocabulary].is_customary => "prism12:".to_owned(),
        (_, prefix) => format!("{prefix}:"),
    }
}

/// Returns the prefixes of all namespaces, with their declarations.
pub(super) fn declarations() -> Vec<(String, String)> {
    let vocabularies = VOCABULARIES.iter().enumerate().skip(1);
    let declaration = |(at, vocabulary): (usize, &super::VocabularyRow)| {
        let prefix = prefix_of(at);
        let declaration = format!(" xmlns:{}=\"{}\"", prefix.trim_end_matches(':'), vocabulary.uris[0]);
        (prefix, declaration)
    };
    vocabularies.filter(|(_, vocabulary)| vocabulary.prefix != "xml").map(declaration).collect()
}

/// Returns all elements of the lists and of the rows.
pub(super) fn elements_of_all() -> Vec<NamedElement> {
    let mut places = Vec::new();
    for (at, vocabulary) in VOCABULARIES.iter().enumerate() {
        let prefix = prefix_of(at);
        let known = vocabulary.elements.map(|elements| elements.entries()).unwrap_or_default();
        let known: BTreeMap<&str, ReadAs> =
            known.into_iter().map(|(name, known)| (name, known.read_as)).collect();
        let rows = vocabulary.reader.and_then(|reader| reader.content.rows);
        for (name, read_as) in &known {
            let is_structure = matches!(
                read_as,
                ReadAs::Root | ReadAs::AtomFeed | ReadAs::Channel | ReadAs::Entry | ReadAs::Scope(_)
            );
            let is_in_rows = rows.is_some_and(|rows| {
                rows.all_elements().flat_map(|row| row.names).any(|row| row.eq_ignore_ascii_case(name))
            });
            if !is_structure && !is_in_rows {
                let path = vec![format!("{prefix}{name}")];
                places.push(NamedElement {
                    path,
                    read_as: Some(*read_as),
                    attributes: Vec::new(),
                    children: Vec::new(),
                });
            }
        }
        for (person, part) in people_with_parts(&known) {
            places.push(NamedElement {
                path: vec![format!("{prefix}{person}"), format!("{prefix}{part}")],
                read_as: known.get(part).copied(),
                attributes: Vec::new(),
                children: Vec::new(),
            });
        }
        if let Some(rows) = rows {
            add_rows(rows, &[], &prefix, &known, &mut places);
        }
    }
    places
}

/// Returns the names of people and of their parts in a vocabulary.
fn people_with_parts(known: &BTreeMap<&'static str, ReadAs>) -> Vec<(&'static str, &'static str)> {
    let parts = || {
        known.iter().filter(|(_, read_as)| matches!(read_as, ReadAs::PersonPart(_))).map(|(name, _)| *name)
    };
    let people =
        known.iter().filter(|(_, read_as)| matches!(read_as, ReadAs::Person(_))).map(|(name, _)| *name);
    people.flat_map(|person| parts().map(move |part| (person, part))).collect()
}

fn add_rows(
    rows: &Rows,
    path: &[String],
    prefix: &str,
    known: &BTreeMap<&'static str, ReadAs>,
    places: &mut Vec<NamedElement>,
) {
    /// Deeper elements have the same rows.
    const DEEPEST: usize = 3;
    let named =
        |row: &'static ElementNames| row.names.iter().map(move |name| (name, row.member, row.content.rows));
    for (name, member, inner) in rows.all_elements().flat_map(named) {
        let mut path = path.to_vec();
        path.push(format!("{prefix}{name}"));
        path.extend(member.map(|member| format!("{prefix}{member}")));
        let read_as =
            known.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, read_as)| *read_as);
        let attributes =
            inner.iter().flat_map(|rows| rows.attributes).flat_map(|row| row.names).copied().collect();
        let children =
            inner.iter().flat_map(|rows| rows.all_elements()).flat_map(|row| row.names).copied().collect();
        if path.len() > DEEPEST {
            continue;
        }
        let read_as = read_as.filter(|_| member.is_none());
        places.push(NamedElement { path: path.clone(), read_as, attributes, children });
        if let Some(inner) = inner {
            add_rows(inner, &path, prefix, known, places);
        }
    }
}

fn document(declarations: &[(String, String)], channel: &str, item: &str) -> String {
    let is_used = |prefix: &str| channel.contains(prefix) || item.contains(prefix);
    let declarations: String = declarations
        .iter()
        .filter(|(prefix, _)| is_used(prefix))
        .map(|(_, declaration)| declaration.as_str())
        .collect();
    format!("<rss version=\"2.0\"{declarations}><channel>{channel}<item>{item}</item></channel></rss>")
}

/// Reads a document with the element in the channel or the entry.
fn read(declarations: &[(String, String)], is_in_item: bool, content: &str) -> Parsed {
    let text =
        if is_in_item { document(declarations, "", content) } else { document(declarations, content, "") };
    Parser::new().parse(text.as_bytes())
}

fn is_scope(is_in_item: bool) -> &'static str {
    if is_in_item { "item" } else { "channel" }
}

/// Returns whether to put an element in the entry, in the channel or in both. The content of another element does not depend on it.
fn scopes(place: &NamedElement) -> impl Iterator<Item = bool> + use<> {
    [true, false].into_iter().take(if place.path.len() == 1 { 2 } else { 1 })
}

/// Returns everything that was read, as text.
fn shown(parsed: &Parsed) -> String {
    format!("{:?} {:?} {:?}", parsed.feed, parsed.entries, parsed.warnings)
}

/// Returns whether a doubly encoded value was repaired, and only its warning contains the original text.
fn is_repaired(shown: &str) -> bool {
    shown.contains("mark7caf\u{E9}mark8")
        && shown.contains("DoubleEncoding")
        && shown.matches("\u{C3}\u{A9}").count() == 1
}

/// Returns the numbered marks in a text.
fn marks(text: &str) -> BTreeSet<usize> {
    let number = |at: usize| {
        let digits: String = text[at..].chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    };
    text.match_indices("mark").filter_map(|(at, mark)| number(at + mark.len())).collect()
}

/// Removes the extensions from the result.
fn described(mut parsed: Parsed) -> (Feed, Vec<Entry>) {
    fn forget(people: &mut [Person]) {
        for person in people {
            person.set_extensions(Vec::new());
        }
    }
    forget(&mut parsed.feed.authors);
    let feed = parsed.feed.rare_mut();
    feed.extensions.clear();
    forget(&mut feed.contributors);
    for person in [&mut feed.publisher, &mut feed.web_master] {
        forget(person.as_deref_mut().map_or(&mut [], std::slice::from_mut));
    }
    if let Some(itunes) = &mut feed.itunes {
        forget(itunes.owner.as_mut().map_or(&mut [], std::slice::from_mut));
    }
    for entry in &mut parsed.entries {
        forget(&mut entry.authors);
        let entry = entry.rare_mut();
        entry.extensions.clear();
        forget(&mut entry.contributors);
        forget(entry.publisher.as_deref_mut().map_or(&mut [], std::slice::from_mut));
        if let Some(itunes) = &mut entry.itunes {
            forget(itunes.owner.as_mut().map_or(&mut [], std::slice::from_mut));
        }
    }
    (parsed.feed, parsed.entries)
}

/// Returns whether a child is read as a part of its parent.
fn belongs(parent: &NamedElement, child: &NamedElement) -> bool {
    let namespace = |place: &NamedElement| {
        place.name().split_once(':').map_or(String::new(), |(prefix, _)| prefix.to_owned())
    };
    let is_same = namespace(parent) == namespace(child);
    let local = child.name().split_once(':').map_or(child.name(), |(_, local)| local);
    if is_same && parent.children.contains(&local) {
        return true;
    }
    match (parent.read_as, child.read_as) {
        (Some(ReadAs::Person(_)), Some(ReadAs::PersonPart(_))) => true,
        (Some(ReadAs::Place(PlaceForm::Around(_))), _) => {
            matches!(namespace(child).as_str(), "gml" | "georss")
        }
        (Some(ReadAs::Category(CategoryForm::Itunes)), _) => is_same,
        // The children of a media element describe the medium, and some also the entry.
        (_, _) => is_same && matches!(namespace(parent).as_str(), "media" | "psc"),
    }
}

/// Collects the failures.
#[derive(Default)]
struct Failures(BTreeSet<String>);

impl Failures {
    fn check(&mut self, holds: bool, rule: &str, scope: &str, place: &NamedElement) {
        if !holds {
            self.0.insert(format!("{rule}: {} in {scope}", place.label()));
        }
    }
}

fn foreign_children(
    places: &[NamedElement],
    all: &[NamedElement],
    declarations: &[(String, String)],
    findings: &mut Failures,
) {
    // All known vocabularies, and one element of every other.
    let mut met = BTreeSet::new();
    let mut is_one = |place: &&NamedElement| {
        let is_new = met.insert(place.name().split_once(':').map_or("", |(prefix, _)| prefix).to_owned());
        place.path.len() == 1 && (place.read_as.is_some() || is_new)
    };
    let children: Vec<&NamedElement> = all.iter().filter(|place| is_one(place)).collect();
    let write = |number: usize, child: &NamedElement| {
        let name = child.name();
        format!("<{name} href=\"mark{number}\" url=\"mark{number}\">mark{number}</{name}>")
    };
    for parent in places {
        // Everything inside a text is markup.
        if matches!(parent.read_as, Some(ReadAs::Text(_))) {
            continue;
        }
        let foreign: Vec<(usize, String)> = children
            .iter()
            .enumerate()
            .filter(|(_, child)| !belongs(parent, child))
            .map(|(number, child)| (number, write(number, child)))
            .collect();
        for is_in_item in scopes(parent) {
            let alone = described(read(declarations, is_in_item, &parent.write("", "text")));
            let differs = |children: &[(usize, String)]| {
                let all: String = children.iter().map(|(_, child)| child.as_str()).collect();
                let parsed = read(declarations, is_in_item, &parent.write("", &format!("text{all}")));
                let found = marks(&shown(&parsed));
                let lost =
                    children.iter().find(|(number, _)| !found.contains(number)).map(|(number, _)| *number);
                (described(parsed) != alone, lost)
            };
            let (is_described, lost) = differs(&foreign);
            let scope = is_scope(is_in_item);
            if is_described {
                // Find the responsible child.
                let mut suspects = foreign.as_slice();
                while suspects.len() > 1 {
                    let (first, second) = suspects.split_at(suspects.len() / 2);
                    suspects = if differs(first).0 { first } else { second };
                }
                let culprit = suspects.first().map_or("", |(number, _)| children[*number].name());
                findings.check(false, &format!("described by {culprit}"), scope, parent);
            }
            if let Some(lost) = lost {
                findings.check(false, &format!("loses its child {}", children[lost].name()), scope, parent);
            }
        }
    }
}

fn contents(places: &[NamedElement], declarations: &[(String, String)], findings: &mut Failures) {
    for place in places {
        for is_in_item in [false, true] {
            let scope = is_scope(is_in_item);
            let read = |content: &str| shown(&read(declarations, is_in_item, content));
            let unreadable = read(&place.write("", "mark7"));
            findings.check(unreadable.contains("mark7"), "loses its text", scope, place);
            let twice = read(&[place.write("", "mark7"), place.write("", "mark8")].concat());
            let is_kept = twice.contains("mark7") && twice.contains("mark8");
            findings.check(is_kept, "loses one of two", scope, place);
            let twice = read(&[place.write("", "7"), place.write("", "8")].concat());
            let is_kept = twice.contains("\"7") && twice.contains("\"8");
            findings.check(is_kept, "loses one of two numbers", scope, place);
            let marked_up = read(&place.write("", "mark7 <b>mark8</b> mark9"));
            let is_whole =
                ["mark7 mark8 mark9", "mark7 <b>mark8</b> mark9", "\"mark7\", \"mark8\", \"mark9\""]
                    .iter()
                    .any(|whole| marked_up.contains(whole));
            findings.check(is_whole, "loses inner markup", scope, place);
            let padded = read(&place.write("", " \n mark7caf\u{C3}\u{A9}mark8 "));
            findings.check(is_repaired(&padded), "is not repaired", scope, place);
            let is_trimmed =
                !padded.contains(" mark7") && !padded.contains("mark8 ") && !padded.contains("nmark7");
            findings.check(is_trimmed, "is not trimmed", scope, place);
            let script = read(&place.write("", "javascript:alert(1)"));
            let is_shown = script.contains("javascript:") && !is_text(place);
            findings.check(!is_shown, "shows a script URL", scope, place);
            let others = read(&place.write(" other=\"mark7\" x:other=\"mark8\" xmlns:x=\"x\"", "text"));
            findings.check(others.contains("mark8"), "loses a foreign attribute", scope, place);
            findings.check(others.contains("mark7"), "loses an unknown attribute", scope, place);
            for attribute in &place.attributes {
                let value = |value: &str| read(&place.write(&format!(" {attribute}=\"{value}\""), ""));
                let name = |rule: &str| format!("@{attribute} {rule}");
                findings.check(value("mark7").contains("mark7"), &name("is lost"), scope, place);
                let padded = value("  mark7caf\u{C3}\u{A9}mark8 ");
                findings.check(is_repaired(&padded), &name("is not repaired"), scope, place);
                let is_trimmed = !padded.contains(" mark7") && !padded.contains("mark8 ");
                findings.check(is_trimmed, &name("is not trimmed"), scope, place);
            }
        }
    }
}

/// Returns whether an element contains human-readable text, in which a script URL is displayed as text.
fn is_text(place: &NamedElement) -> bool {
    !matches!(
        place.read_as,
        Some(ReadAs::License | ReadAs::Uri | ReadAs::Link | ReadAs::Enclosure | ReadAs::Attributes(_))
    )
}

/// Returns the paths of the JSON Feed members that the parser looks up.
fn members() -> BTreeSet<String> {
    let all = r#"{"version": "https://jsonfeed.org/version/1.1", "authors": [{}], "author": {}, "hubs": [{}],
        "items": [{"id": "1", "authors": [{}], "author": {}, "attachments": [{}]}]}"#;
    crate::json_feed::ASKED.with_borrow_mut(BTreeSet::clear);
    Parser::new().parse(all.as_bytes());
    let asked = crate::json_feed::ASKED.with_borrow_mut(std::mem::take);
    asked.iter().map(|path| path.trim_start_matches("$.").to_owned()).collect()
}

/// Returns the JSON Feed with a member at this path.
fn json(path: &str, value: &str) -> Option<String> {
    let (before, name) = path.rsplit_once('.').unwrap_or(("", path));
    let member = format!("\"{name}\": {value}");
    let base = "\"version\": \"https://jsonfeed.org/version/1.1\"";
    Some(match before {
        "" if matches!(name, "items" | "version") => return None,
        "" => format!("{{{base}, {member}, \"items\": [{{\"id\": \"1\"}}]}}"),
        "items[0]" => format!("{{{base}, \"items\": [{{{member}}}]}}"),
        _ => {
            let (outer, list) = before.rsplit_once('.').unwrap_or(("", before));
            let (list, inner) = match list.strip_suffix("[0]") {
                Some(list) => (list, format!("[{{{member}}}]")),
                None => (list, format!("{{{member}}}")),
            };
            let path = if outer.is_empty() { list.to_owned() } else { format!("{outer}.{list}") };
            return json(&path, &inner);
        }
    })
}

fn json_members(findings: &mut Failures) {
    let members = members();
    assert!(members.len() > 40, "{members:?}");
    for member in &members {
        let read = |value: &str| json(member, value).map(|json| shown(&Parser::new().parse(json.as_bytes())));
        let place = NamedElement {
            path: vec![member.clone()],
            read_as: None,
            attributes: Vec::new(),
            children: Vec::new(),
        };
        let mut check = |holds: bool, rule: &str| findings.check(holds, rule, "JSON", &place);
        let Some(text) = read("\"mark7\"") else { continue };
        check(text.contains("mark7"), "loses its text");
        let padded = read("\" \\n mark7caf\u{C3}\u{A9}mark8 \"").unwrap_or_default();
        check(is_repaired(&padded), "is not repaired");
        check(
            !padded.contains(" mark7") && !padded.contains("mark8 ") && !padded.contains("nmark7"),
            "is not trimmed",
        );
        for (value, rule) in [
            ("[\"mark7\"]", "loses a list"),
            ("{\"other\": \"mark7\"}", "loses an object"),
            ("[[\"mark7\"]]", "loses a list in a list"),
        ] {
            check(read(value).unwrap_or_default().contains("mark7"), rule);
        }
        let is_url = bozofeed_text::html::url_names::is_url_name(member);
        for value in [
            "\"javascript:a(1)\"",
            "[\"javascript:a(1)\"]",
            "{\"url\": \"javascript:a(1)\"}",
            "{\"x\": [\"javascript:a(1)\"]}",
        ] {
            let is_shown = read(value).unwrap_or_default().contains("javascript:");
            check(!is_shown || value.starts_with('"') && !is_url, "shows a script URL");
        }
    }
}

#[test]
fn every_rule_holds_for_every_name() {
    let declarations = declarations();
    let places = elements_of_all();
    assert!(places.len() > 400, "{}", places.len());
    let threads = 4;
    let mut findings = Failures::default();
    json_members(&mut findings);
    std::thread::scope(|scope| {
        let check = |part: Vec<NamedElement>| {
            let (declarations, all) = (&declarations, &places);
            scope.spawn(move || {
                let mut findings = Failures::default();
                foreign_children(&part, all, declarations, &mut findings);
                contents(&part, declarations, &mut findings);
                findings
            })
        };
        let parts: Vec<_> = (0..threads)
            .map(|part| check(places.iter().skip(part).step_by(threads).cloned().collect()))
            .collect();
        for part in parts {
            findings.0.extend(part.join().expect("no panic").0);
        }
    });
    let known: BTreeSet<String> = include_str!("matrix.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(str::to_owned)
        .collect();
    let new: Vec<_> = findings.0.difference(&known).map(String::as_str).collect();
    let gone: Vec<_> = known.difference(&findings.0).map(String::as_str).collect();
    assert!(new.is_empty(), "new failures:\n{}", new.join("\n"));
    assert!(gone.is_empty(), "remove from the list, since they hold now:\n{}", gone.join("\n"));
}
