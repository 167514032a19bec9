//! Sanitizes random markup under several policies, parses the output with html5ever inside other elements, and checks that
//!
//! - sanitizing it again changes nothing;
//! - it contains no element or attribute that the policy does not list, and no URL that runs a script;
//! - nothing leaves its container;
//! - its text is in the order in which it is written.
//!
//! `cargo run --release -- SECONDS [SEED]`

use bozofeed::content::{Allowlist, Sanitize, Sanitizer};
use bozofeed::{Document, Parser};
use generator::Random;
use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use serde_json::json;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};
use url::Url;

mod generator;
#[path = "../../../crates/content/src/sanitizer/vector_list.rs"]
mod vector_list;

/// The number of contexts outside of lists and tables.
const OUTSIDE_LISTS: usize = 6;

/// The markup before and after the container.
#[rustfmt::skip]
const CONTEXTS: &[(&str, &str)] = &[
    ("", ""), ("<article>", "</article>"), ("<blockquote>", "</blockquote>"), ("<center>", "</center>"),
    ("<details><summary>x</summary>", "</details>"), ("<fieldset>", "</fieldset>"), ("<dl><dd>", "</dd></dl>"),
    ("<figure><figcaption>", "</figcaption></figure>"), ("<main><ul><li><div>", "</div></li></ul></main>"),
    ("<section><div>", "</div></section>"), ("<table><caption>", "</caption></table>"),
    ("<table><tr><td>", "</td></tr></table>"), ("<ul><li>", "</li></ul>"),
];

/// A policy and its lists.
struct Policy {
    name: &'static str,
    /// `None` for Universal Feed Parser's dictionary.
    cleaner: Option<Sanitizer>,
    lists: Allowlist,
}

impl Policy {
    fn clean(&self, markup: &str, base: &str) -> String {
        match &self.cleaner {
            Some(cleaner) => cleaner.clean(markup, base).into_owned(),
            None => in_dictionary(markup, base),
        }
    }
}

/// Returns the markup as in the dictionary.
fn in_dictionary(markup: &str, base: &str) -> String {
    let feed = json!({"version": "https://jsonfeed.org/version/1.1", "items": [{"content_html": markup}]});
    let feed = feed.to_string();
    let document = Document::from(&feed).url(base).content_type("application/feed+json");
    let dictionary = serde_json::Value::from(Parser::new().dictionary(document));
    dictionary["entries"][0]["content"][0]["value"].as_str().unwrap_or_default().to_owned()
}

fn policies() -> Vec<Policy> {
    let of = |names: &[&str]| names.iter().copied().map(String::from).collect::<Vec<_>>();
    let mut wide = Allowlist::reader();
    wide.elements
        .extend(of(&["animate", "button", "font", "form", "iframe", "input", "select", "textarea", "x-y"]));
    wide.attributes.extend(of(&["action", "formaction", "onclick", "srcdoc", "style", "to", "values"]));
    wide.svg_elements
        .extend(of(&["a", "animate", "desc", "foreignObject", "g", "image", "path", "svg", "use"]));
    wide.svg_attributes.extend(of(&[
        "attributeName", "by", "fill", "filter", "href", "id", "to", "values", "viewBox", "xlink",
    ]));
    wide.url_schemes.extend(of(&["blob", "data", "javascript"]));
    wide.comments = true;
    let custom = |lists: &Allowlist| Sanitize::Custom(Box::new(lists.clone()));
    let players = Allowlist::with_players();
    // The title of an SVG image is text.
    let mut dictionary = Allowlist::feedparser();
    dictionary.svg_elements.push("title".to_owned());
    [
        ("reader", Sanitize::Reader, Allowlist::reader()),
        ("feedparser", Sanitize::FeedParser, Allowlist::feedparser()),
        ("players", custom(&players), players),
        ("wide", custom(&wide), wide),
    ]
    .into_iter()
    .map(|(name, sanitize, lists)| Policy { name, cleaner: Some(Sanitizer::new(&sanitize, true)), lists })
    .chain([Policy { name: "dictionary", cleaner: None, lists: dictionary }])
    .collect()
}

fn parse(html: &str) -> RcDom {
    parse_document(RcDom::default(), ParseOpts::default()).one(html)
}

/// Returns the nodes of a tree in document order.
fn nodes(root: &Handle) -> Vec<Handle> {
    let (mut found, mut open) = (Vec::new(), vec![Rc::clone(root)]);
    while let Some(node) = open.pop() {
        open.extend(node.children.borrow().iter().rev().map(Rc::clone));
        found.push(node);
    }
    found
}

fn has_id(node: &Handle, id: &str) -> bool {
    matches!(&node.data, NodeData::Element { attrs, .. } if attrs.borrow().iter().any(|a| &*a.name.local == "id" && &*a.value == id))
}

fn text(root: &Handle) -> String {
    let text = |node: &Handle| match &node.data {
        NodeData::Text { contents } => contents.borrow().to_string(),
        _ => String::new(),
    };
    nodes(root).iter().map(text).collect::<String>().split_whitespace().collect()
}

/// Returns the text of sanitized markup between its tags.
fn text_as_written(markup: &str) -> String {
    let mut pieces = markup.split('<');
    let mut written = pieces.next().unwrap_or_default().to_owned();
    let mut is_comment = false;
    for piece in pieces {
        is_comment |= piece.starts_with("!--");
        let end = if is_comment { "-->" } else { ">" };
        if let Some((_, text)) = piece.split_once(end) {
            is_comment = false;
            written += text;
        }
    }
    text(&parse(&format!("<div>{written}</div>")).document)
}

fn runs_script(value: &str) -> bool {
    let base = Url::parse("http://page.example/").and_then(|base| base.join(value));
    base.is_ok_and(|url| matches!(url.scheme(), "blob" | "data" | "javascript" | "vbscript"))
}

/// Returns the parts of a tree that are not in the lists.
fn unlisted(container: &Handle, lists: &Allowlist) -> Vec<String> {
    let mut found = Vec::new();
    for node in nodes(container).iter().skip(1) {
        let NodeData::Element { name, attrs, .. } = &node.data else { continue };
        let element = &*name.local;
        let (elements, attributes) = match &*name.ns {
            "http://www.w3.org/2000/svg" => (&lists.svg_elements, &lists.svg_attributes),
            "http://www.w3.org/1998/Math/MathML" => (&lists.mathml_elements, &lists.mathml_attributes),
            _ => (&lists.elements, &lists.attributes),
        };
        let is_player = element == "iframe" && !lists.embed_hosts.is_empty();
        // An HTML link is also a link in an SVG image.
        let is_link =
            element == "a" && !elements.is_empty() && lists.elements.iter().any(|known| known == "a");
        let is_listed = is_link || elements.iter().any(|known| known == element);
        if !(is_listed || is_player) || element == "iframe" && !is_player {
            found.push(format!("{element} in {}", &*name.ns));
        }
        for attribute in attrs.borrow().iter() {
            let name = &*attribute.name.local;
            let is_given = matches!(name, "rel" | "style" | "xmlns" | "xlink");
            if name.starts_with("on")
                || !(attributes.iter().any(|known| known == name) || is_given || is_player)
            {
                found.push(format!("{name} of {element}"));
            }
            let is_animated = matches!(name, "by" | "from" | "to" | "values");
            let is_uri =
                matches!(name, "action" | "background" | "cite" | "formaction" | "href" | "poster" | "src");
            let is_picture = element == "img" && attribute.value.starts_with("data:image/");
            let runs = if is_animated {
                attribute.value.split(';').any(runs_script)
            } else {
                is_uri && runs_script(&attribute.value)
            };
            if runs && !is_picture {
                found.push(format!("{name} of {element} runs a script"));
            }
        }
    }
    found
}

/// Returns the problems with sanitized markup in a context.
fn problems_within(clean: &str, (before, after): (&str, &str), lists: &Allowlist) -> Vec<String> {
    let page = format!("<!DOCTYPE html><body>{before}<div id=CONTAINER>{clean}</div><i id=AFTER></i>{after}");
    let dom = parse(&page);
    let all = nodes(&dom.document);
    let Some(container) = all.iter().find(|node| has_id(node, "CONTAINER")) else {
        return vec![format!("no container within {before}")];
    };
    let siblings = all.iter().find_map(|node| {
        let children = node.children.borrow();
        let at = children.iter().position(|child| Rc::ptr_eq(child, container))?;
        children.get(at + 1).map(|next| has_id(next, "AFTER"))
    });
    if siblings != Some(true) {
        return vec![format!("something leaves its container within {before}")];
    }
    let mut problems = unlisted(container, lists);
    if text(container) != text_as_written(clean) {
        problems.push("text is in another order".to_owned());
    }
    problems
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|number| number.parse::<u64>().expect("a number"));
    let time = Duration::from_secs(arguments.next().unwrap_or(60));
    let mut random = Random(arguments.next().unwrap_or(0).wrapping_add(88_172_645_463_325_252));
    let policies = policies();
    let mut found: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let (start, mut cases) = (Instant::now(), 0_u64);
    while start.elapsed() < time {
        let markup = random.markup();
        // Text is returned unchanged.
        if !markup.contains('<') {
            continue;
        }
        cases += 1;
        for policy in &policies {
            let Policy { name, cleaner, lists } = policy;
            let base = if random.below(2) == 0 { "" } else { "http://b.example/d/e" };
            let clean = policy.clean(&markup, base);
            let context = match cleaner {
                Some(_) => CONTEXTS[random.below(CONTEXTS.len())],
                // Its items and cells may belong to a surrounding list or table.
                None => CONTEXTS[random.below(OUTSIDE_LISTS)],
            };
            let mut problems = problems_within(&clean, context, lists);
            // Content between the parts of a table is moved before the table.
            problems.retain(|problem| cleaner.is_some() || !problem.contains("another order"));
            // The dictionary writes an empty address for a rejected one. A second pass would resolve it to the base.
            let base = if cleaner.is_some() { base } else { "" };
            if policy.clean(&clean, base) != clean {
                problems.push("not stable".to_owned());
            }
            for problem in problems {
                let entry = found.entry(format!("{name}: {problem}")).or_default();
                entry.0 += 1;
                if entry.1.is_empty() || markup.len() < entry.1.len() {
                    entry.1 = format!("{markup:?} became {clean:?}");
                }
            }
        }
    }
    println!("{cases} cases");
    for (problem, (count, example)) in &found {
        println!("{count} times {problem}\n    {example}");
    }
    std::process::exit(i32::from(!found.is_empty()));
}
