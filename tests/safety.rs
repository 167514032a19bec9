//! No result contains a harmful URL, regardless of the characters in its scheme and of its notation.
//!
//! The judges are html5ever and the `url` crate. Each run with all features writes every character of the Basic Multilingual Plane,
//! and 1,000 others, at some place in some URL, in some attribute of some text, under some policy; and each invisible character in
//! every form. Without the feature `thorough`, it writes an eighth of them, and each invisible one. `BOZOFEED_SAFETY=100` tests 100
//! times as many combinations; `BOZOFEED_SAFETY=all` tests each character at each place in each form, in each kind of text, under
//! each policy (hours, in release mode). `BOZOFEED_SEED=7` selects others.

#[path = "safety/browser.rs"]
mod browser;
#[path = "safety/vectors.rs"]
mod vectors;

use crate::common::sampled;
use crate::script_urls::{Payloads, documents, executed_by};
use bozofeed::content::{Allowlist, Sanitize};
use bozofeed::{Document, Parser};
use browser::{elements, is_invisible, resolve, visible};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::env;
use vectors::{ATTRIBUTES, CONSTRUCTS, Construct, FORMS, Form, PLACES, Place, URLS, Vector};

/// The number of vectors per document.
const BATCH: usize = 1000;

/// A generator of pseudorandom numbers (xorshift64).
struct Random(u64);

impl Random {
    fn new() -> Self {
        let seed = env::var("BOZOFEED_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0_u64);
        Self(seed.wrapping_add(88_172_645_463_325_252))
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).expect("it is below the limit")
    }

    fn choose<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    fn vector(&mut self, character: char, place: Place, form: Form) -> Vector {
        Vector { character, url: self.choose(URLS), place, form, attribute: self.choose(ATTRIBUTES) }
    }
}

/// Returns the characters of the Basic Multilingual Plane, and 1,000 others.
fn characters() -> impl Iterator<Item = char> + Clone {
    let others =
        (0x10000..=0x0010_FFFF).step_by(1118).chain([0x1_FFFE, 0x10_FFFF, 0xE0001, 0xE0100, 0x1D173]);
    (0..=0xFFFF).chain(others).filter_map(char::from_u32)
}

/// A policy, and the URLs that it allows.
struct Policy {
    name: &'static str,
    sanitize: Sanitize,
    lists: Allowlist,
}

fn policies() -> Vec<Policy> {
    let (reader, feedparser, players) =
        (Allowlist::reader(), Allowlist::feedparser(), Allowlist::with_players());
    let names = |names: &str| names.split_whitespace().map(String::from).collect::<Vec<_>>();
    let mut everything = players.clone();
    everything.elements.extend(feedparser.elements.iter().cloned());
    everything.elements.extend(names("embed frame iframe input noscript object param picture portal x-y"));
    everything.attributes.extend(feedparser.attributes.iter().cloned());
    everything.attributes.extend(names(
        "action background codebase data data-src data-srcset dynsrc formaction longdesc lowsrc manifest ping srcdoc style",
    ));
    everything.svg_elements.clone_from(&feedparser.svg_elements);
    everything
        .svg_elements
        .extend(names("a feImage filter foreignObject image mask pattern script style use"));
    everything.svg_attributes.clone_from(&feedparser.svg_attributes);
    everything.svg_attributes.extend(names("clip-path filter mask style src"));
    everything.mathml_elements.extend(names("annotation-xml"));
    everything.css_properties.clone_from(&feedparser.css_properties);
    everything.css_properties.extend(names("background background-image list-style-image"));
    everything.comments = true;
    everything.id_prefix = None;
    vec![
        Policy { name: "reader", sanitize: Sanitize::Reader, lists: reader },
        Policy { name: "feedparser", sanitize: Sanitize::FeedParser, lists: feedparser },
        Policy {
            name: "everything",
            sanitize: Sanitize::Custom(Box::new(everything.clone())),
            lists: everything,
        },
    ]
}

/// Returns the scheme of a reference, if the policy forbids it.
fn forbidden_scheme(reference: &str, lists: &Allowlist) -> Option<String> {
    let url = resolve(reference)?;
    let scheme = url.scheme();
    let is_allowed = scheme == "https" || lists.url_schemes.iter().any(|allowed| allowed == scheme);
    (!is_allowed).then(|| scheme.to_owned())
}

/// Returns the problem with an attribute value, as a browser interprets it or as consumers do that drop invisible characters.
fn problem_of_value(element: &str, name: &str, value: &str, lists: &Allowlist) -> Option<String> {
    let references: Vec<&str> = match name {
        "title" => return None,
        "by" | "from" | "to" | "values" => value.split(';').chain([value]).collect(),
        "ping" => value.split_ascii_whitespace().collect(),
        // Commas separate candidates, or are part of a URL.
        "srcset" => value.split_ascii_whitespace().flat_map(|word| word.split(',').chain([word])).collect(),
        "style" => Vec::new(),
        _ => vec![value],
    };
    for (is_visible, which) in [(false, ""), (true, "visible ")] {
        let seen = |text: &str| if is_visible { visible(text) } else { text.to_owned() };
        let forbidden = references.iter().find_map(|reference| {
            let reference = seen(reference);
            let is_picture = element == "img" && matches!(name, "src" | "srcset") && is_raster(&reference);
            forbidden_scheme(&reference, lists).filter(|_| !is_picture)
        });
        if let Some(scheme) = forbidden {
            return Some(format!("{which}{scheme}: in {name} of {element}"));
        }
    }
    let folded = visible(value).to_ascii_lowercase();
    if name == "style" {
        let runs = ["url(", "expression(", "javascript:", "vbscript:", "-moz-binding", "@import", "\\"];
        return runs
            .iter()
            .find(|word| folded.contains(*word))
            .map(|word| format!("{word} in style of {element}"));
    }
    let is_paint = matches!(name, "clip-path" | "fill" | "filter" | "marker" | "mask" | "stroke");
    let is_elsewhere = |url: &str| !url.trim_start_matches(['"', '\'']).starts_with('#');
    (is_paint && folded.split("url(").skip(1).any(is_elsewhere))
        .then(|| format!("url() in {name} of {element}"))
}

/// Returns whether a URL contains the data of an image that cannot contain scripts.
fn is_raster(url: &str) -> bool {
    let url = url.to_ascii_lowercase();
    url.starts_with("data:image/") && !url.contains("svg")
}

/// Returns the problems with markup: a description, the number of the vector and the value.
fn problems_of_markup(markup: &str, lists: &Allowlist) -> Vec<(String, Option<usize>, String)> {
    const FORBIDDEN: &[&str] = &[
        "annotation-xml", "applet", "base", "embed", "foreignobject", "frame", "link", "meta", "noscript",
        "object", "portal", "script", "style", "template",
    ];
    let mut found = Vec::new();
    for element in elements(markup) {
        let name = element.name.as_str();
        let title =
            element.attributes.iter().find(|(name, _)| name == "title").map(|(_, value)| value.as_str());
        let number = title.and_then(|title| title.parse().ok());
        let is_player = name == "iframe" && !lists.embed_hosts.is_empty();
        if FORBIDDEN.contains(&name.to_ascii_lowercase().as_str()) || name == "iframe" && !is_player {
            found.push((format!("element {name}"), number, markup.to_owned()));
        }
        for (attribute, value) in &element.attributes {
            if attribute.starts_with("on") || attribute == "srcdoc" {
                found.push((format!("{attribute} of {name}"), number, value.clone()));
            }
            if let Some(problem) = problem_of_value(name, attribute, value, lists) {
                found.push((problem, number, value.clone()));
            }
        }
    }
    found
}

/// Returns the texts of a result that are markup, with their paths.
fn texts(result: &Value) -> Vec<(String, &str)> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), result)];
    while let Some((path, value)) = open.pop() {
        match value {
            Value::Object(members) => {
                let media_type = ["media_type", "type"].iter().find_map(|name| members.get(*name)?.as_str());
                let is_markup = media_type.is_some_and(|name| name.contains("html"));
                if let Some(text) = members.get("value").and_then(Value::as_str).filter(|_| is_markup) {
                    found.push((path.clone(), text));
                }
                open.extend(members.iter().map(|(name, value)| (format!("{path}.{name}"), value)));
            }
            Value::Array(elements) => {
                open.extend(elements.iter().map(|element| (format!("{path}[]"), element)));
            }
            _ => {}
        }
    }
    found
}

/// The findings of one kind.
struct Finding {
    count: usize,
    places: BTreeSet<String>,
    characters: BTreeSet<char>,
    example: String,
}

/// The problems that were found.
#[derive(Default)]
struct Problems {
    found: BTreeMap<String, Finding>,
    /// The number of bytes of markup that were examined.
    bytes: usize,
}

impl Problems {
    fn add(
        &mut self,
        problem: String,
        place: String,
        character: Option<char>,
        example: impl FnOnce() -> String,
    ) {
        let finding = self.found.entry(problem).or_insert_with(|| Finding {
            count: 0,
            places: BTreeSet::new(),
            characters: BTreeSet::new(),
            example: example(),
        });
        finding.count += 1;
        finding.places.insert(place);
        finding.characters.extend(character);
    }

    /// Examines markup under a policy.
    fn look_at(&mut self, of: &str, place: &str, markup: &str, vectors: &[Vector], lists: &Allowlist) {
        self.bytes += markup.len();
        for (problem, number, value) in problems_of_markup(markup, lists) {
            let vector = number.and_then(|number| vectors.get(number));
            let character = vector.map(|vector| vector.character);
            self.add(format!("{of}: {problem}"), place.to_owned(), character, || {
                format!("{value:?} of {vector:?}")
            });
        }
    }

    /// Parses a document, and examines the model and the dictionary.
    fn check(&mut self, construct: &Construct, vectors: &[Vector], policy: &Policy) {
        let text = construct.document(vectors);
        let (name, lists) = (construct.name, &policy.lists);
        let parser = Parser::new().sanitize(policy.sanitize.clone());
        let parsed = parser.parse(&text);
        let mut shown = HashSet::new();
        for text in parsed
            .entries
            .iter()
            .flat_map(|entry| entry.title.iter().chain(&entry.summary).chain(&entry.content))
        {
            let html = text.to_html().into_owned();
            if !shown.contains(&html) {
                self.look_at(policy.name, &format!("{name}, to_html"), &html, vectors, lists);
                shown.insert(html);
            }
        }
        let model = serde_json::to_value(&parsed).expect("a serializable model");
        let dictionary =
            serde_json::to_value(Parser::new().dictionary(text.as_str())).expect("a serializable dictionary");
        let feedparser = &Allowlist::feedparser();
        for (result, of, lists) in [(&model, policy.name, lists), (&dictionary, "dictionary", feedparser)] {
            for (path, text) in texts(result) {
                if of == "dictionary" || !shown.contains(text) {
                    self.look_at(of, &format!("{name}, {path}"), text, vectors, lists);
                }
            }
        }
    }

    fn assert_none(&self) {
        let describe = |(problem, Finding { count, places, characters, example }): (&String, &Finding)| {
            let codes: Vec<_> = characters.iter().take(20).map(|c| format!("{:X}", u32::from(*c))).collect();
            let (first, characters, codes) = (places.first(), characters.len(), codes.join(" "));
            format!(
                "{count} × {problem}, in {} texts ({}), of {characters} characters ({codes})\n    {example}",
                places.len(),
                first.map_or("", String::as_str)
            )
        };
        let all: Vec<_> = self.found.iter().map(describe).collect();
        assert!(all.is_empty(), "{} problems:\n{}", all.len(), all.join("\n"));
    }
}

/// Calls a function with batches of vectors.
fn in_batches(vectors: impl Iterator<Item = Vector>, mut check: impl FnMut(&[Vector])) {
    let mut batch = Vec::with_capacity(BATCH);
    for vector in vectors {
        batch.push(vector);
        if batch.len() == BATCH {
            check(&batch);
            batch.clear();
        }
    }
    check(&batch);
}

#[test]
fn the_judges_find_what_does_harm() {
    let lists = Allowlist::feedparser();
    let wrong: Vec<_> = [
        ("<a href='java\nscript:x'>", Some("javascript: in href of a")),
        ("<a href='&#1;vbscript:x'>", Some("vbscript: in href of a")),
        ("<a href='java&#xFFFE;script:x'>", Some("visible javascript: in href of a")),
        ("<a ping='b java\u{200B}script:x'>", Some("visible javascript: in ping of a")),
        ("<img src='data:image/svg+xml,x'>", Some("data: in src of img")),
        ("<img srcset='b 1x, data:text/html,x 2x'>", Some("data: in srcset of img")),
        ("<svg><a><set to='blo&#9;b:x'/>", Some("blob: in to of set")),
        ("<svg><a xlink:href='about:blank'/>", Some("about: in href of a")),
        ("<svg><animate values='b;java&#9;script:x'/>", Some("javascript: in values of animate")),
        ("<svg><path fill='url(#a)url(//b.test)'/>", Some("url() in fill of path")),
        ("<p style='background: u\u{AD}rl(b)'>", Some("url( in style of p")),
        ("<p onclick='x'>", Some("onclick of p")),
        ("<table><script>x</script>", Some("element script")),
        ("<svg><foreignObject/>", Some("element foreignObject")),
        ("<a href='b' title='javascript:x'>javascript:x</a>", None),
        ("<a href='mailto:a@b.test'><img src='data:image/png,x'>", None),
        ("<svg><path fill='url(#a)' style='color: red'/>", None),
    ]
    .into_iter()
    .map(|(markup, expected)| (markup, expected, problems_of_markup(markup, &lists)))
    .map(|(markup, expected, found)| (markup, expected, found.first().map(|(problem, ..)| problem.clone())))
    .filter(|(_, expected, found)| *expected != found.as_deref())
    .collect();
    assert_eq!(wrong, []);
    let wrong: Vec<_> = [
        ("javascript:x", true),
        (" java\tscript:x", true),
        ("java\u{2063}script:x", true),
        ("data:text/html,x", true),
        ("feed:javascript:x", true),
        ("data:image/png,x", false),
        ("https://b.test/javascript:x", false),
    ]
    .into_iter()
    .filter(|(link, expected)| runs(link) != *expected)
    .collect();
    assert_eq!(wrong, []);
}

#[test]
fn no_character_hides_a_scheme_in_markup() {
    let mut random = Random::new();
    let (policies, mut problems, mut turn) = (policies(), Problems::default(), 0);
    let wanted = env::var("BOZOFEED_SAFETY").unwrap_or_default();
    if wanted == "all" {
        for (place, form) in PLACES.iter().flat_map(|place| FORMS.iter().map(move |form| (*place, *form))) {
            for construct in CONSTRUCTS {
                for policy in &policies {
                    let vectors: Vec<_> = characters().map(|c| random.vector(c, place, form)).collect();
                    in_batches(vectors.into_iter(), |batch| problems.check(construct, batch, policy));
                }
            }
        }
    }
    let rounds = wanted.parse().unwrap_or(1);
    let mut vectors: Vec<Vector> = sampled((0..rounds).flat_map(|_| characters()), 8)
        .map(|c| {
            let (place, form) = (random.choose(PLACES), random.choose(FORMS));
            random.vector(c, place, form)
        })
        .collect();
    for c in characters().filter(|c| is_invisible(*c)) {
        for _ in sampled(0..4, 4) {
            for form in FORMS {
                let place = random.choose(PLACES);
                vectors.push(random.vector(c, place, *form));
            }
        }
    }
    // No two neighbours are of the same kind.
    for at in (1..vectors.len()).rev() {
        vectors.swap(at, random.below(at + 1));
    }
    in_batches(vectors.into_iter(), |batch| {
        problems.check(&CONSTRUCTS[turn % CONSTRUCTS.len()], batch, &policies[turn % policies.len()]);
        turn += 1;
    });
    assert!(problems.bytes > 100_000, "{} bytes were looked at", problems.bytes);
    problems.assert_none();
}

/// Returns whether a link runs a script, as a browser interprets it or as consumers do that drop invisible characters.
fn runs(link: &str) -> bool {
    // Most links are resolved.
    !link.starts_with("https://b.test/")
        && [link.to_owned(), visible(link)].iter().any(|link| {
            let Some(url) = resolve(link) else { return false };
            let path = url.path().to_ascii_lowercase();
            match url.scheme() {
                "javascript" | "vbscript" => true,
                "data" => ["html", "xml", "script"]
                    .iter()
                    .any(|kind| path.split([',', ';']).next().unwrap_or_default().contains(kind)),
                // A complete URL follows.
                "feed" | "view-source" => path.starts_with("javascript:") || path.starts_with("vbscript:"),
                _ => false,
            }
        })
}

#[test]
fn no_character_hides_a_scheme_outside_of_markup() {
    const SCRIPTS: &[&str] =
        &["javascript:alert(1)", "vbscript:x", "data:text/html,x", "view-source:javascript:x"];
    let mut random = Random::new();
    // One of eight others, unless all are requested: text that is not markup can be read in fewer ways.
    let others = if env::var_os("BOZOFEED_SAFETY").is_some() { 1 } else { 8 };
    let mut links = Vec::new();
    let invisible = characters().filter(|c| is_invisible(*c));
    let others = sampled(characters().skip(random.below(others)).step_by(others), 4);
    for c in invisible.clone().chain(invisible).chain(others) {
        // XML attributes have only these forms.
        let form = random.choose(&[Form::Raw, Form::Raw, Form::Decimal, Form::Mojibake]);
        let place = random.choose(PLACES);
        links.push(Vector { url: random.choose(SCRIPTS), ..random.vector(c, place, form) }.url());
    }
    let (payloads, mut problems) = (Payloads::of(links), Problems::default());
    while !payloads.are_used() {
        for (format, text) in documents(&payloads) {
            let document = Document::from(&text).url("https://b.test/feed");
            let parsed = bozofeed::parse(&document);
            assert!(!parsed.entries.is_empty(), "{format}");
            let model = serde_json::to_value(&parsed).expect("a serializable model");
            let dictionary =
                serde_json::to_value(Parser::new().dictionary(document)).expect("a serializable dictionary");
            for (result, of) in [(&model, "model"), (&dictionary, "dictionary")] {
                for part in ["feed", "entries"] {
                    for (path, link) in executed_by(&result[part], runs) {
                        let mut characters = link.chars().rev().filter(|c| is_invisible(*c) || !c.is_ascii());
                        let place = format!("{part}{path} of {format}");
                        problems.add(of.to_owned(), place, characters.next(), || format!("{link:?}"));
                    }
                }
            }
        }
    }
    problems.assert_none();
}
