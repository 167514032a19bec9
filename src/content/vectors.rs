//! The proof that nothing that runs is left of any vector by either way of sanitizing. `tests/browser.rs` asks a
//! browser the same.

use super::html::decode;
use super::lists::Lists;
use super::rules::{FORBIDDEN_ELEMENTS, role};
use super::sanitize::{FEED_PARSER, Policy, READER};
use super::uri;
use super::vector_list::VECTORS;
use super::{Cleaner, Sanitize};
use proptest::prelude::*;

/// Holds a text against what may be left: text without `<`, and tags in the one form that a serializer writes, of
/// elements, with attributes and URIs that the lists have. Tells what is wrong. It knows nothing of HTML parsers: an
/// output of this form has one reading.
fn find_danger(output: &str, lists: &Lists) -> Option<String> {
    let mut rest = output;
    while let Some((_, tag)) = rest.split_once('<') {
        if let Some(comment) = tag.strip_prefix("!--").filter(|_| lists.comments) {
            let Some((text, after)) = comment.split_once("-->") else {
                return Some(format!("an open comment: {comment}"));
            };
            if find_danger(text, lists).is_some()
                || text.starts_with('>')
                || text.starts_with("->")
                || text.contains("--!>")
            {
                return Some(format!("the comment {text}"));
            }
            rest = after;
            continue;
        }
        let Some((inner, after)) = tag.split_once('>') else {
            return Some(format!("an open tag: {tag}"));
        };
        rest = after;
        if let Some(name) = inner.strip_prefix('/') {
            if !is_listed(name, lists) {
                return Some(format!("the end tag of {name}"));
            }
            continue;
        }
        let (name, mut attributes) = inner.split_once(' ').unwrap_or((inner, ""));
        if !is_listed(name, lists) {
            return Some(format!("the element {name}"));
        }
        while !attributes.is_empty() {
            let Some((attribute, value)) = attributes.split_once("=\"") else {
                return Some(inner.to_owned());
            };
            let Some((value, after)) = value.split_once('"') else {
                return Some(inner.to_owned());
            };
            attributes = after.strip_prefix(' ').unwrap_or(after);
            if let Some(danger) = find_danger_in_attribute(name, attribute, value, lists) {
                return Some(danger);
            }
        }
    }
    None
}

fn is_listed(name: &str, lists: &Lists) -> bool {
    let listed = [&lists.elements, &lists.svg_elements, &lists.mathml_elements];
    listed.iter().any(|names| names.contains(&name)) && !FORBIDDEN_ELEMENTS.contains(&name)
}

fn find_danger_in_attribute(element: &str, attribute: &str, value: &str, lists: &Lists) -> Option<String> {
    let told = Some(format!("{element} {attribute}={value}"));
    let local = attribute.rsplit(':').next().unwrap_or_default();
    let listed = [&lists.attributes, &lists.svg_attributes, &lists.mathml_attributes];
    let is_known = listed.iter().any(|names| names.contains(&attribute) || names.contains(&local));
    if attribute.starts_with("on") || !(is_known || matches!(attribute, "style" | "xmlns" | "xmlns:xlink")) {
        return told;
    }
    let value = decode(value, true);
    let dense: String =
        value.chars().filter(|c| *c != ' ' && !c.is_control()).collect::<String>().to_lowercase();
    if attribute == "style" {
        let dangers =
            ["url", "expression", "import", "binding", "behavior", "javascript", "\\", "/*", "<", "position"];
        return told.filter(|_| dangers.iter().any(|danger| dense.contains(danger)));
    }
    let is_animated = matches!(local, "to" | "from" | "values" | "by");
    if role(element, attribute).is_some() || matches!(local, "href" | "srcset") || is_animated {
        return dense.split([';', ',']).find_map(|uri| {
            let scheme = uri::scheme(uri)?;
            let image = element == "img"
                && attribute == "src"
                && uri.starts_with("data:image/")
                && !uri.contains("svg");
            (!lists.url_schemes.contains(&scheme) && !image).then(|| format!("{element} {attribute}={uri}"))
        });
    }
    None
}

#[test]
fn nothing_that_runs_is_left_of_any_vector() {
    assert!(VECTORS.len() >= 150, "{}", VECTORS.len());
    for (policy, lists) in [(&FEED_PARSER, Lists::feedparser()), (&READER, Lists::reader())] {
        for vector in VECTORS {
            for markup in [
                (*vector).to_owned(),
                format!("<p>a</p>{vector}<p>b</p>"),
                format!("<div><b>{vector}</b></div>"),
            ] {
                for base in [None, Some("http://b.example/")] {
                    let (either, ammonia) =
                        (policy.clean(&markup, base), policy.clean_by_ammonia(&markup, base));
                    assert_eq!(find_danger(&either, &lists), None, "{markup:?} became {either:?}");
                    assert_eq!(find_danger(&ammonia, &lists), None, "{markup:?} became {ammonia:?}");
                }
            }
        }
    }
}

#[test]
fn what_is_left_of_a_vector_is_left_again() {
    for sanitize in [Sanitize::FeedParser, Sanitize::Reader] {
        let cleaner = Cleaner::new(&sanitize, false);
        for vector in VECTORS {
            let once = cleaner.clean(vector, "");
            assert_eq!(cleaner.clean(&once, ""), once, "{vector:?}");
        }
    }
}

#[test]
fn what_no_list_can_allow_is_not_allowed() {
    let mut lists = Lists::feedparser();
    lists.elements.extend(FORBIDDEN_ELEMENTS);
    lists.attributes.extend(["onclick", "onerror", "srcdoc", "srcset", "style"]);
    lists.url_schemes.extend(["javascript", "livescript", "vbscript"]);
    let (policy, mut plain) = (Policy::new(&lists), Lists::feedparser());
    plain.attributes.push("srcset");
    for vector in VECTORS {
        for output in [policy.clean(vector, None).into_owned(), policy.clean_by_ammonia(vector, None)] {
            assert_eq!(find_danger(&output, &plain), None, "{vector:?} became {output:?}");
        }
    }
}

#[test]
fn the_proof_finds_danger() {
    let lists = Lists::feedparser();
    for output in [
        "<script>",
        "<p onclick=\"x\">",
        "<a href=\"javascript:x\">",
        "<a href=\"java&#10;script:x\">",
        "<p style=\"x: url(y)\">",
        "<img src=\"data:text/html,x\">",
        "<p title=x>",
        "</style>",
        "<svg><animate values=\"a;javascript:x\">",
        "a < b",
    ] {
        assert!(find_danger(output, &lists).is_some(), "{output:?}");
    }
    assert_eq!(find_danger("<p title=\"a\">x &lt; <a href=\"http://y/\">z</a></p>", &lists), None);
}

proptest! {
    #[test]
    fn nothing_that_runs_is_left_of_vectors_in_pieces(
        pieces in prop::collection::vec((prop::sample::select(VECTORS), any::<prop::sample::Index>()), 1..4)
    ) {
        let cut = |(vector, at): &(&'static str, prop::sample::Index)| {
            let boundaries: Vec<usize> = vector.char_indices().map(|(at, _)| at).collect();
            vector.get(*at.get(&boundaries)..).unwrap_or_default()
        };
        let markup: String = pieces.iter().map(cut).collect();
        let policy = &FEED_PARSER;
        for output in [policy.clean(&markup, None).into_owned(), policy.clean_by_ammonia(&markup, None)] {
            prop_assert_eq!(find_danger(&output, &Lists::feedparser()), None, "{:?} became {:?}", markup, output);
            prop_assert_eq!(&policy.clean(&output, None), &output, "{:?} a second time", markup);
        }
    }
}
