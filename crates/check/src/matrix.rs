//! Tests the value of every element and attribute of the schema: a good value breaks no rule, and a bad one breaks the rule of its
//! form.

use std::collections::{BTreeMap, BTreeSet};

use super::rules::elements::has_element;
use super::schema::{AttributeRow, Child, Count, DocumentFormat, ElementRow, Modules, ValueForm};

use super::{formats, modules, older};
use crate::Checker;
use bozofeed::Document;
use bozofeed::Timestamp;
use bozofeed::inspect::schema::Rows;
use bozofeed::inspect::schema::{FieldScope, all_vocabularies};
use bozofeed_date::DateFormat;
use bozofeed_text::html::escape::escape_xml;

/// Returns the namespace names of modules, by customary prefix.
fn namespaces() -> Vec<(&'static str, &'static str)> {
    let modules = all_vocabularies().filter(|module| !["", "xml"].contains(&module.prefix));
    let names: BTreeMap<_, _> = modules.map(|module| (module.prefix, module.uri)).collect();
    names.into_iter().chain([("atom", "http://www.w3.org/2005/Atom")]).collect()
}

/// The roots of the formats, with their names and attributes.
const ROOTS: &[(&str, &str, &ElementRow)] = &[
    ("rss", "", &formats::RSS),
    ("rdf:RDF", "xmlns='http://purl.org/rss/1.0/'", &formats::RDF),
    ("rdf:RDF", "xmlns='http://my.netscape.com/rdf/simple/0.9/'", &older::RDF_090),
    ("feed", "xmlns='http://www.w3.org/2005/Atom'", &formats::ATOM_FEED),
    ("entry", "xmlns='http://www.w3.org/2005/Atom'", &formats::ATOM_ENTRY),
    ("feed", "xmlns='http://purl.org/atom/ns#'", &older::ATOM_03_FEED),
    ("CHANNEL", "LASTMOD='2015-11-20'", &older::CDF_CHANNEL),
];

/// Returns valid values of a form, and invalid ones with the rule that they break.
#[allow(clippy::too_many_lines, reason = "a table of all forms")]
fn samples(form: ValueForm) -> (Vec<String>, Vec<(String, &'static str)>) {
    const BAD_URIS: &[(&str, &str)] = &[
        ("https://a.example/a b", "uri-invalid"),
        ("https://", "uri-invalid"),
        ("javascript:x()", "uri-dangerous"),
        ("http://localhost/a", "uri-not-public"),
    ];
    let (good, bad): (&[&str], &[(&str, &str)]) = match form {
        ValueForm::None
        | ValueForm::Any
        | ValueForm::Text
        | ValueForm::Html
        | ValueForm::Xhtml
        | ValueForm::Construct => (&["0.3"], &[]),
        ValueForm::Restriction => (&["all", "none"], &[("gb", "value/UnknownWord")]),
        ValueForm::Digest | ValueForm::Hexadecimal(_) => (
            &["1f3870be274f6c49b3e31a0c6728957f"],
            &[("1f3870be", "value/UnreadableNumber"), ("tide", "value/UnreadableNumber")],
        ),
        ValueForm::Plain | ValueForm::Label | ValueForm::TypedText => {
            (&["Tides & gulls", "1 < 2"], &[("<b>x</b>", "title-markup")])
        }
        ValueForm::AtomText | ValueForm::AtomContent => {
            // The first is also Base64.
            (&["Tide", "Tides & gulls"], &[("<b>x</b>", "text-markup"), ("it&#8217;s", "text-markup")])
        }
        ValueForm::ContentType => (
            &["text", "html", "image/png"],
            &[
                ("markdown", "media-type-invalid"),
                ("multipart/mixed", "media-type-invalid"),
                ("message/rfc822", "media-type-invalid"),
            ],
        ),
        ValueForm::Uri => {
            let bad = BAD_URIS.iter().chain(&[("/a", "uri-relative")]);
            let bad = bad.map(|(value, rule)| ((*value).to_owned(), *rule)).collect();
            return (vec!["https://a.example/b?c=d&e=f#g".to_owned(), "mailto:a@b.example".to_owned()], bad);
        }
        ValueForm::HttpUri | ValueForm::ImageUri => {
            let (good, other, rule) = match form {
                ValueForm::HttpUri => ("https://a.example/b.mp3", "ftp://a.example/b.mp3", "uri-not-http"),
                _ => ("https://a.example/b.png", "https://a.example/b.bmp", "image-format"),
            };
            let own = [("/a", "uri-relative"), (other, rule)];
            let bad = BAD_URIS.iter().chain(&own);
            return (vec![good.to_owned()], bad.map(|(value, rule)| ((*value).to_owned(), *rule)).collect());
        }
        ValueForm::Hour => (
            &["0", "23"],
            &[("24", "hour-of-midnight"), ("25", "value/UnreadableNumber"), ("x", "value/UnreadableNumber")],
        ),
        ValueForm::PodcastCategory => (
            &["Arts", "TV & Film"],
            &[("Tides", "podcast-category-unknown"), ("Health", "podcast-category-old")],
        ),
        ValueForm::PodcastSubcategory => (
            &["Books", "Design"],
            &[("Tides", "podcast-category-unknown"), ("Poetry", "podcast-category-old")],
        ),
        ValueForm::Subtitle | ValueForm::Summary => {
            let most = if form == ValueForm::Subtitle { 255 } else { 4000 };
            let markup = ("<b>x</b>".to_owned(), "title-markup");
            return (vec!["é".repeat(most)], vec![("a".repeat(most + 1), "text-too-long"), markup]);
        }
        ValueForm::Base64 => (&["Tide"], &[("Tid", "content-not-base64")]),
        ValueForm::Uuid => {
            (&["917393e3-1b1e-5cef-ace4-edaa54e1f810"], &[("917393e3", "podcast-guid-invalid")])
        }
        ValueForm::Icra => (
            &["r (cz 1 lz 1 nz 1 oz 1 vz 1)"],
            &[("r (mz 1)", "value/UnknownWord"), ("r", "value/UnknownWord")],
        ),
        ValueForm::LowerCase => (&["actor"], &[("Actor", "value/UnknownWord")]),
        ValueForm::Rating => (&["adult", "nonadult"], &[("pg", "value/UnknownWord")]),
        ValueForm::Countries => (&["gb fr", "all"], &[("England", "value/UnknownWord")]),
        ValueForm::Polygon => (
            &["1 2 3 4 5 6 1 2"],
            &[("1 2 3 4 5 6 7 8", "value/UnreadablePlace"), ("1 2 3 4 1 2", "value/UnreadablePlace")],
        ),
        ValueForm::Reference => (&["/a", "?b", "https://a.example/b"], BAD_URIS),
        ValueForm::Date(DateFormat::Rfc822) => (
            &["Fri, 20 Nov 2015 20:00:00 GMT", "20 Nov 2015 20:00 +0100"],
            &[
                ("soon", "date-form"),
                ("2015-11-20T20:00:00Z", "date-form"),
                ("Mon, 20 Nov 2015 20:00:00 GMT", "date-weekday-wrong"),
                ("Fri, 20 Nov 1015 20:00:00 GMT", "date-implausible"),
            ],
        ),
        ValueForm::Date(DateFormat::Rfc3339) => (
            &["2015-11-20T20:00:00Z", "2015-11-20T20:00:00.5+01:00"],
            &[
                ("soon", "date-form"),
                ("2015-11-20", "date-form"),
                ("20 Nov 2015 20:00 GMT", "date-form"),
                ("1015-11-20T20:00:00Z", "date-implausible"),
            ],
        ),
        ValueForm::Date(DateFormat::W3c | DateFormat::W3cLocal | DateFormat::W3cBase) => (
            &["2015", "2015-11-20", "2015-11-20T20:00Z"],
            &[("soon", "date-form"), ("20 Nov 2015 20:00 GMT", "date-form"), ("2015-11-31", "date-form")],
        ),
        ValueForm::AnyDate => (&["2015-11-20", "20 Nov 2015 20:00 GMT"], &[("soon", "value/UnreadableDate")]),
        ValueForm::Uris => {
            (&["https://a.example/ https://a.example/b"], &[("https://a.example/ b", "uri-relative")])
        }
        ValueForm::Person => {
            (&["a@b.example (A)", "A <a@b.example>", "mailto:a@b.example%20(A)"], &[("A", "email-invalid")])
        }
        ValueForm::Email => (&["a@b.example"], &[("a@b", "email-invalid"), ("a", "email-invalid")]),
        ValueForm::Language => (
            &["en", "pt-BR", "x-harbour"],
            &[("english", "language-invalid"), ("en_GB", "language-invalid"), ("zz", "language-invalid")],
        ),
        ValueForm::MediaType => (
            &["video/mp4", "text/html; charset=utf-8"],
            &[("mp4", "media-type-invalid"), ("video/", "media-type-invalid")],
        ),
        ValueForm::Number(least, most) => {
            let mut bad = vec!["-1".to_owned(), "x".to_owned(), "1.5".to_owned()];
            bad.extend(least.checked_sub(1).map(|number| number.to_string()));
            bad.extend(most.checked_add(1).map(|number| number.to_string()));
            return (
                vec![least.to_string(), most.min(least + 5).to_string()],
                bad.into_iter().map(|value| (value, "value/UnreadableNumber")).collect(),
            );
        }
        ValueForm::Decimal(least, most) => {
            let is_place = most <= 180.0;
            let rule = if is_place { "value/UnreadablePlace" } else { "value/UnreadableNumber" };
            let mut bad = vec!["x", "1,5"];
            bad.extend((least == 0.0).then_some("-1"));
            bad.extend(is_place.then_some("181"));
            return (
                vec!["1".to_owned(), "1.5".to_owned()],
                bad.into_iter().map(|value| (value.to_owned(), rule)).collect(),
            );
        }
        ValueForm::Integer => {
            (&["1", "-1"], &[("x", "value/UnreadableNumber"), ("1.5", "value/UnreadableNumber")])
        }
        ValueForm::Length => (
            &["12"],
            &[
                ("x", "value/UnreadableLength"),
                ("-1", "value/UnreadableLength"),
                ("0", "enclosure-length-zero"),
            ],
        ),
        ValueForm::Words(words) => (words, &[("never", "value/UnknownWord")]),
        ValueForm::Boolean(words) => (words, &[("maybe", "value/UnreadableBoolean")]),
        ValueForm::Duration => (
            &["61", "1:01", "1:01:01"],
            &[("x", "value/UnreadableDuration"), ("1:61", "value/UnreadableDuration")],
        ),
        ValueForm::PlayTime => (
            &["61", "00:01:01.5"],
            &[("x", "value/UnreadableDuration"), ("1:61", "value/UnreadableDuration")],
        ),
        ValueForm::Points(least) => {
            let points = |count| "45.5 -71.5 ".repeat(count);
            return (
                vec![points(least)],
                vec![
                    (points(least - 1) + "45.5", "value/UnreadablePlace"),
                    (points(least - 1) + "95 10", "value/UnreadablePlace"),
                    (points(least - 1) + "45.5,-71.5", "place-commas"),
                ],
            );
        }
        ValueForm::CommaPoint => (&["45.5,-71.5"], &[("45.5", "value/UnreadablePlace")]),
        ValueForm::Numbers => (&["1,2"], &[("a,b", "value/UnreadableNumber")]),
        ValueForm::Guid => (
            &["https://a.example/1"],
            &[("a-1", "guid-not-permalink"), ("https://a.example/a b", "uri-invalid")],
        ),
        ValueForm::Id => (
            &["tag:a.example,2015:1", "https://a.example/1", "urn:uuid:60a76c80-d399-11d9-b93c-0003939e0af6"],
            &[("1", "id-not-uri"), ("tag:a", "id-scheme-invalid"), ("urn:uuid:1", "id-scheme-invalid")],
        ),
        ValueForm::Pixels(_) => (
            &["88"],
            &[("x", "value/UnreadableNumber"), ("0", "value/UnreadableNumber"), ("401", "image-size")],
        ),
        ValueForm::Version => {
            (&["2.0", "0.91", "2.0.11"], &[("3.0", "value/UnknownWord"), ("1.0", "value/UnknownWord")])
        }
    };
    (
        good.iter().map(|value| (*value).to_owned()).collect(),
        bad.iter().map(|(value, rule)| ((*value).to_owned(), *rule)).collect(),
    )
}

fn first_good(form: ValueForm) -> String {
    samples(form).0.into_iter().next().unwrap_or_default()
}

/// The value to test: an attribute of the element at the end of the path, or its text.
struct TriedValue<'a> {
    attribute: Option<&'a AttributeRow>,
    value: &'a str,
}

/// Writes an element with its required attributes and children, containing the next element of the path.
fn write(
    name: &str,
    extra: &str,
    row: &ElementRow,
    path: &[&Child],
    trial: &TriedValue<'_>,
    xml: &mut String,
) {
    let (next, is_end) = (path.first(), path.is_empty());
    xml.extend(["<", name, " ", extra]);
    for attribute in row.attributes {
        let is_tried = is_end && trial.attribute.is_some_and(|tried| tried.name == attribute.name);
        if is_tried || attribute.is_required {
            let good = first_good(attribute.form);
            xml.extend([" ", attribute.name, "=\""]);
            escape_xml(if is_tried { trial.value } else { &good }, xml);
            xml.push('"');
        }
    }
    xml.push('>');
    if is_end && trial.attribute.is_none() {
        escape_xml(trial.value, xml);
    } else {
        match row.form {
            ValueForm::None | ValueForm::Construct => {}
            form => escape_xml(&first_good(form), xml),
        }
    }
    let required = row.children.iter().filter(|child| matches!(child.count, Count::One(_) | Count::Some(_)));
    for child in required.filter(|child| next.is_none_or(|next| next.name != child.name)) {
        write(
            child.name,
            "",
            child.element,
            &[],
            &TriedValue { attribute: None, value: &own_text(child) },
            xml,
        );
    }
    if let Some((next, rest)) = path.split_first() {
        write(next.name, "", next.element, rest, trial, xml);
    }
    xml.extend(["</", name, ">"]);
}

/// Returns a valid text for an element.
fn own_text(child: &Child) -> String {
    if child.element.form == ValueForm::None { String::new() } else { first_good(child.element.form) }
}

/// Returns the rules broken by a document, except rules about missing or different parts elsewhere in it.
fn broken(xml: &str) -> BTreeSet<&'static str> {
    let now = Timestamp::new(1_600_000_000, 0).unwrap();
    let findings = Checker::new().now(now).check(Document::from(xml).url("https://a.example/"));
    let ids = findings.iter().map(|finding| finding.rule.id);
    ids.filter(|id| !id.ends_with("-missing") && *id != "image-differs").collect()
}

/// An element below a row: its parent, and its name.
type NamedRow = (*const ElementRow, &'static str);

/// Adds the path to every element below a row that is not in `seen`.
fn walk(
    row: &'static ElementRow,
    path: &mut Vec<&'static Child>,
    seen: &mut BTreeSet<NamedRow>,
    paths: &mut Vec<Vec<&'static Child>>,
) {
    let modules = namespaces().into_iter().filter_map(|(prefix, _)| modules::children(prefix, row.modules));
    let modules: Vec<_> = if row.modules == Modules::None { Vec::new() } else { modules.collect() };
    // A module is the same in all feeds, and in all entries.
    let kind = if row.modules == Modules::Feed { &formats::RSS } else { &formats::RDF };
    let own = row.children.iter().map(|child| (std::ptr::from_ref(row), child));
    for (parent, child) in
        own.chain(modules.into_iter().flatten().map(|child| (std::ptr::from_ref(kind), child)))
    {
        if !seen.insert((parent, child.name)) {
            continue;
        }
        path.push(child);
        paths.push(path.clone());
        walk(child.element, path, seen, paths);
        path.pop();
    }
}

/// Adds the names with a row that the schema lacks.
fn unknown(prefix: &str, path: &str, rows: &Rows, children: &[Child], found: &mut Vec<String>) {
    for (row, name) in rows.all_elements().flat_map(|row| row.names.iter().map(move |name| (row, name))) {
        let (path, name) = (format!("{path}/{name}"), format!("{prefix}:{name}"));
        let Some(child) = children.iter().find(|child| child.name == name) else {
            if path.matches('/').count() > 1 || !modules::is_elsewhere(&name) {
                found.push(path);
            }
            continue;
        };
        let element = match row.member {
            Some(member) => child.element.children.iter().find(|child| child.is_named(prefix, member)),
            None => Some(child),
        };
        let (Some(Child { element, .. }), Some(rows)) = (element, row.content.rows) else { continue };
        for name in rows.attributes.iter().flat_map(|row| row.names) {
            if !element.attributes.iter().any(|known| known.name == *name) {
                found.push(format!("{path}@{name}"));
            }
        }
        match element.modules {
            Modules::Media => {}
            Modules::None | Modules::Feed | Modules::Entry => {
                unknown(prefix, &path, rows, element.children, found);
            }
        }
    }
}

/// Roots, and names that are parsed even though no version of a format has them.
const MISNOMERS: &[&str] = &[
    "body", "date", "expirationDate", "feed", "fullitem", "homepage", "href", "newLocation", "product",
    "rss", "tags",
];

const FORMATS: [DocumentFormat; 6] = [
    DocumentFormat::Rss,
    DocumentFormat::Rdf,
    DocumentFormat::Atom,
    DocumentFormat::Rdf090,
    DocumentFormat::Atom03,
    DocumentFormat::Cdf,
];

#[test]
fn every_name_with_a_row_is_known() {
    let (mut found, mut count) = (Vec::new(), 0);
    for module in all_vocabularies() {
        if module.prefix.is_empty() {
            let rows = module.rows.iter().flat_map(|(rows, _)| rows.all_elements()).flat_map(|row| row.names);
            let names = rows.copied().chain(module.elements.iter().map(|(name, _)| *name));
            let is_known = |name: &str| FORMATS.iter().any(|format| has_element(*format, name));
            found
                .extend(names.filter(|name| !is_known(name) && !MISNOMERS.contains(name)).map(str::to_owned));
            continue;
        }
        for (scope, modules) in [(FieldScope::Feed, Modules::Feed), (FieldScope::Entry, Modules::Entry)] {
            let children = modules::children(module.prefix, modules).unwrap_or_default();
            count += children.len();
            if let Some((rows, _)) = module.rows.filter(|(_, scopes)| scopes.contain(scope)) {
                unknown(module.prefix, module.prefix, rows, children, &mut found);
            }
            let is_unknown = |name: &str| !children.iter().any(|child| child.is_named(module.prefix, name));
            for (name, _) in &module.elements {
                let is_root = ROOTS.iter().any(|(root, ..)| root == name) || *name == "entry";
                let path = format!("{}:{name}", module.prefix);
                let is_in_rows = module.rows.is_some_and(|(rows, _)| {
                    rows.all_elements()
                        .flat_map(|row| row.names)
                        .any(|known| known.eq_ignore_ascii_case(name))
                });
                if is_unknown(name) && !is_root && !is_in_rows && !modules::is_elsewhere(&path) {
                    found.push(path);
                }
            }
        }
    }
    assert!(count > 300, "{count}");
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn every_amendment_is_of_an_element() {
    fn add_names(children: &[Child], names: &mut BTreeSet<&'static str>) {
        for child in children {
            // iTunes categories may be nested.
            if names.insert(child.name) {
                add_names(child.element.children, names);
            }
        }
    }
    let mut names = BTreeSet::new();
    for (prefix, _) in namespaces() {
        for scope in [Modules::Feed, Modules::Entry] {
            add_names(modules::children(prefix, scope).unwrap_or_default(), &mut names);
        }
    }
    let is_unknown = |name: &&str| !names.contains(name) && !modules::is_elsewhere(name);
    let unknown: Vec<_> = modules::amended_elements().filter(is_unknown).collect();
    assert_eq!(unknown, [""; 0]);
}

#[test]
fn bad_values_of_all_elements_and_attributes_are_found_and_good_ones_are_not() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    let namespaces = namespaces();
    let mut seen = BTreeSet::new();
    for (root, attributes, row) in ROOTS {
        let mut paths: Vec<Vec<&'static Child>> = vec![Vec::new()];
        walk(row, &mut Vec::new(), &mut seen, &mut paths);
        for path in paths {
            let element = path.last().map_or(*row, |child| child.element);
            let is_used =
                |prefix: &str| prefix == "rdf" || path.iter().any(|child| child.name.starts_with(prefix));
            let used = namespaces.iter().filter(|(prefix, _)| is_used(prefix));
            let prefixes: String =
                used.flat_map(|(prefix, uri)| [" xmlns:", *prefix, "='", *uri, "'"]).collect();
            let texts = std::iter::once(None).filter(|_| element.form != ValueForm::None);
            for attribute in element.attributes.iter().map(Some).chain(texts) {
                let form = attribute.map_or(element.form, |attribute| attribute.form);
                let document = |value: &str| {
                    let mut xml = String::new();
                    let extra = format!("{prefixes} {attributes}");
                    write(root, &extra, row, &path, &TriedValue { attribute, value }, &mut xml);
                    xml
                };
                let (good, bad) = samples(form);
                let clean = broken(&document(&first_good(form)));
                let of_values = bad
                    .iter()
                    .map(|(_, rule)| *rule)
                    .chain(["value-empty", "attribute-unknown", "element-unknown"]);
                let shown = || {
                    let path: Vec<_> = path.iter().map(|child| child.name).collect();
                    format!("{root}/{} {}", path.join("/"), attribute.map_or("", |attribute| attribute.name))
                };
                let called: Vec<_> = of_values.filter(|rule| clean.contains(rule)).collect();
                if !called.is_empty() {
                    wrong.push(format!(
                        "{}: {called:?} for a good value: {}",
                        shown(),
                        document(&first_good(form)).replace(&prefixes, "")
                    ));
                    continue;
                }
                for value in good.iter().skip(1) {
                    let found = broken(&document(value));
                    count += 1;
                    if found != clean {
                        wrong.push(format!("{} {value}: {:?}", shown(), found.symmetric_difference(&clean)));
                    }
                }
                for (value, rule) in &bad {
                    let found = broken(&document(value));
                    count += 1;
                    let new: Vec<_> = found.difference(&clean).copied().collect();
                    if new != [*rule] {
                        wrong.push(format!("{} {value}: {new:?} instead of {rule}", shown()));
                    }
                }
            }
        }
    }
    assert!(count > 800, "{count}");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}
