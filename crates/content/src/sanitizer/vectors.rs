//! Tests that nothing executable remains of any vector. `tests/browser.rs` tests the same in a browser.

use super::rules::FORBIDDEN_ELEMENTS;
use super::vector_list::VECTORS;
use super::{FEED_PARSER, Policy, READER};
use crate::budget::GrowthBudget;
use crate::conventions::MarkupConventions;
use crate::links::Links;
use crate::uri_attributes::role;
use crate::{Allowlist, Sanitize, Sanitizer};
use bozofeed_testing::Unstructured;
use bozofeed_testing::{check, list};
use bozofeed_text::html::references::decode;
use bozofeed_text::html::uri::scheme;
use std::sync::LazyLock;

/// Returns the outputs by each convention.
fn outputs(policy: &Policy, markup: &str, base: Option<&str>) -> Vec<String> {
    let budget = GrowthBudget::default();
    let links = Links::new(base, &budget);
    let conventions = [&MarkupConventions::MODEL, &MarkupConventions::FEED_PARSER];
    conventions.map(|conventions| policy.clean_html(markup, links, conventions).into_owned()).into()
}

/// Checks that a text only consists of text without `<` and of serialized tags, with listed elements, attributes and URIs. Returns the
/// first violation. It does not parse HTML: text of this form is unambiguous.
fn find_danger(output: &str, lists: &Allowlist) -> Option<String> {
    let mut rest = output;
    while let Some((_, tag)) = rest.split_once('<') {
        if let Some(comment) = tag.strip_prefix("!--").filter(|_| lists.comments) {
            let Some((text, after)) = comment.split_once("-->") else {
                return Some(format!("an open comment: {comment}"));
            };
            if !has_only_listed_tags(text, lists)
                || text.starts_with('>')
                || text.starts_with("->")
                || text.contains("--!>")
            {
                return Some(format!("the comment {text}"));
            }
            rest = after;
            continue;
        }
        // Drawings in the dictionary may have a `title` with text.
        if let Some(title) =
            tag.strip_prefix("title>").filter(|_| lists.svg_elements.contains(&"svg".to_owned()))
        {
            match title.split_once('<').and_then(|(_, end)| end.strip_prefix("/title>")) {
                Some(after) => rest = after,
                None => return Some(format!("the title {title}")),
            }
            continue;
        }
        let Some((inner, after)) = tag.split_once('>') else {
            return Some(format!("an open tag: {tag}"));
        };
        let inner = inner.strip_suffix(" /").unwrap_or(inner);
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

/// Returns whether each `<` starts a tag of a listed element. Comments are not serialized: their tags may have any form.
fn has_only_listed_tags(comment: &str, lists: &Allowlist) -> bool {
    let mut tags = comment.split('<').skip(1).map(|tag| tag.strip_prefix('/').unwrap_or(tag));
    tags.all(|tag| {
        let name = tag.split(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>')).next();
        name.is_some_and(|name| is_listed(&name.to_ascii_lowercase(), lists))
    })
}

fn is_listed(name: &str, lists: &Allowlist) -> bool {
    let listed = [&lists.elements, &lists.svg_elements, &lists.mathml_elements];
    listed.iter().any(|names| names.iter().any(|known| known == name)) && !FORBIDDEN_ELEMENTS.contains(&name)
}

fn find_danger_in_attribute(
    element: &str,
    attribute: &str,
    value: &str,
    lists: &Allowlist,
) -> Option<String> {
    let finding = Some(format!("{element} {attribute}={value}"));
    let local = attribute.rsplit(':').next().unwrap_or_default();
    let listed = [&lists.attributes, &lists.svg_attributes, &lists.mathml_attributes];
    let is_known = listed.iter().any(|names| names.iter().any(|known| known == attribute || known == local));
    if attribute.starts_with("on")
        || !(is_known || matches!(attribute, "rel" | "style" | "xmlns" | "xmlns:xlink"))
    {
        return finding;
    }
    let value = decode(value, true);
    let dense: String =
        value.chars().filter(|c| *c != ' ' && !c.is_control()).collect::<String>().to_lowercase();
    if attribute == "style" {
        let dangers =
            ["url", "expression", "import", "binding", "behavior", "javascript", "\\", "/*", "<", "position"];
        return finding.filter(|_| dangers.iter().any(|danger| dense.contains(danger)));
    }
    let is_animation = element.starts_with("animate") || element == "set";
    let is_animated = is_animation && matches!(local, "to" | "from" | "values" | "by" | "attributeName");
    if role(element, attribute).is_some() || matches!(local, "href" | "srcset") || is_animated {
        let is_separator = |c: char| (c == ';' && is_animated) || (c == ',' && local == "srcset");
        return dense.split(is_separator).find_map(|uri| {
            let scheme = scheme(uri)?;
            let media_type = uri.strip_prefix("data:").and_then(|data| data.split([';', ',']).next());
            let image = element == "img"
                && attribute == "src"
                && media_type.is_some_and(|name| name.starts_with("image/") && !name.contains("svg"));
            (!lists.url_schemes.iter().any(|known| known == scheme) && !image)
                .then(|| format!("{element} {attribute}={uri}"))
        });
    }
    None
}

#[test]
fn nothing_that_runs_is_left_of_any_vector() {
    assert!(VECTORS.len() >= 150, "{}", VECTORS.len());
    let drawings = Allowlist::reader().with_drawings();
    let policies = [
        (&*FEED_PARSER, Allowlist::feedparser()),
        (&*READER, Allowlist::reader()),
        (&Policy::new(&drawings), drawings),
    ];
    for (policy, lists) in policies {
        for vector in VECTORS {
            for markup in [
                (*vector).to_owned(),
                format!("<p>a</p>{vector}<p>b</p>"),
                format!("<div><b>{vector}</b></div>"),
            ] {
                for base in [None, Some("http://b.example/")] {
                    for output in outputs(policy, &markup, base) {
                        assert_eq!(find_danger(&output, &lists), None, "{markup:?} became {output:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn cleaned_vectors_are_stable() {
    for sanitize in [Sanitize::FeedParser, Sanitize::Reader] {
        let cleaner = Sanitizer::new(&sanitize, false);
        for vector in VECTORS {
            let once = cleaner.clean(vector, "");
            assert_eq!(cleaner.clean(&once, ""), once, "{vector:?}");
        }
    }
}

#[test]
fn forbidden_markup_cannot_be_allowed() {
    let mut lists = Allowlist::feedparser();
    lists.elements.extend(FORBIDDEN_ELEMENTS.iter().copied().map(String::from));
    lists.attributes.extend(["onclick", "onerror", "srcdoc", "srcset", "style"].map(String::from));
    lists.url_schemes.extend(["javascript", "livescript", "vbscript"].map(String::from));
    let (policy, mut plain) = (Policy::new(&lists), Allowlist::feedparser());
    plain.attributes.push("srcset".to_owned());
    for vector in VECTORS {
        for output in outputs(&policy, vector, None) {
            assert_eq!(find_danger(&output, &plain), None, "{vector:?} became {output:?}");
        }
    }
}

/// Checks the output for Universal Feed Parser's dictionary, which may have a `title` of text.
fn find_danger_for_dictionary(markup: &str) -> Option<String> {
    static LISTS: LazyLock<Allowlist> = LazyLock::new(Allowlist::feedparser);
    let budget = GrowthBudget::default();
    let links = Links::new(Some("http://b.example/"), &budget).with_fragments(true);
    let output = FEED_PARSER.clean_html(markup, links, &MarkupConventions::FEED_PARSER);
    find_danger(&output, &LISTS).map(|danger| format!("{danger} in {output}"))
}

#[test]
fn nothing_that_runs_is_left_for_the_dictionary() {
    for vector in VECTORS {
        for markup in [
            (*vector).to_owned(),
            format!("<svg><title>{vector}</title></svg>"),
            format!("<svg><title>x</title>{vector}"),
            format!("<svg>{vector}<title>x</title>"),
            format!("<tr>{vector}</tr>"),
            format!("<tr {vector}>x</tr>"),
            format!("<tbody>x</tbody {vector}>"),
            format!("<xmp>{vector}</xmp>"),
            format!("<<template>{vector}</template>"),
            format!("&#xFDD1;{vector}&#xFDD2;"),
            format!("<p title='&#xFDD1;x&#xFDD2;{vector}'>"),
            format!("<p style='border: #FFF;{vector}'>x</p>"),
            format!("<p {vector} a b c>x</p>"),
        ] {
            assert_eq!(find_danger_for_dictionary(&markup), None, "{markup:?}");
        }
    }
    for uri in
        ["javascript:x()", "java&#10;script:x()", "'><script>x()</script>", "\"><img src=x onerror=y()>"]
    {
        for markup in [
            format!("<a href='&#xFDD0;{uri}'>x</a>"),
            format!("<a href=\"&#xFDD0;{uri}\">x</a>"),
            format!("<a href='&#xFDD0;https:{uri}'>x</a>"),
            format!("<a href=\"http://a b/&#xFDD0;{uri}\">x</a>"),
            format!("<a href='http://a b/{uri}'>x</a>"),
        ] {
            assert_eq!(find_danger_for_dictionary(&markup), None, "{markup:?}");
        }
    }
}

/// Named elements could replace properties of `document` and `window`, and controls could join a form of the page.
#[test]
fn reader_markup_cannot_interfere_with_the_page() {
    for vector in VECTORS.iter().chain(&[
        "<a id=cookie name=forms>x</a><img name=getElementById><map name=body><p id=user-content-x>",
        "<button form=settings formaction=x>x</button><input form=settings name=y><form name=z>",
        "<math id=cookie><mi id=body>x</mi></math>",
        "<a href=x target=_blank rel=opener ping=y accesskey=z contenteditable autofocus tabindex=1>x</a>",
    ]) {
        for output in outputs(&READER, vector, None) {
            for tag in output.split('<').skip(1).map(|tag| tag.split('>').next().unwrap_or_default()) {
                for name in ["id", "name", "usemap"] {
                    let value =
                        tag.split_once(&format!(" {name}=\"")).map_or("user-content-", |(_, value)| value);
                    let value = value.trim_start_matches('#');
                    assert!(
                        value.is_empty() || value.starts_with(['"']) || value.starts_with("user-content-"),
                        "{vector:?} became {output:?}"
                    );
                }
                for name in
                    ["form", "target", "ping", "accesskey", "contenteditable", "autofocus", "tabindex"]
                {
                    let is_operator = name == "form" && tag.starts_with("mo ");
                    assert!(
                        is_operator || !tag.contains(&format!(" {name}=")),
                        "{vector:?} became {output:?}"
                    );
                }
                let is_link = tag == "a" || tag.starts_with("a ");
                assert!(
                    !is_link || tag.contains(" rel=\"noopener noreferrer\""),
                    "{vector:?} became {output:?}"
                );
            }
        }
    }
}

#[test]
fn danger_is_found() {
    let lists = Allowlist::feedparser();
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
        "<a href=\"x\" srcset=\"a, javascript:x\">",
        "a < b",
    ] {
        assert!(find_danger(output, &lists).is_some(), "{output:?}");
    }
    assert_eq!(find_danger("<p title=\"a\">x &lt; <a href=\"http://y/\">z</a></p>", &lists), None);
}

#[test]
fn nothing_that_runs_is_left_of_vectors_in_pieces() {
    let drawings = || Allowlist::reader().with_drawings();
    let policies = [
        (&*FEED_PARSER, Sanitizer::new(&Sanitize::FeedParser, true), Allowlist::feedparser()),
        (&*READER, Sanitizer::new(&Sanitize::Reader, true), Allowlist::reader()),
        (
            &Policy::new(&drawings()),
            Sanitizer::new(&Sanitize::Custom(Box::new(drawings())), true),
            drawings(),
        ),
    ];
    check(256, |u| {
        let pieces = list(u, 1..=3, |u| {
            let vector = *u.choose(VECTORS)?;
            let boundaries: Vec<usize> = vector.char_indices().map(|(at, _)| at).collect();
            Ok(&vector[*u.choose(&boundaries)?..])
        })?;
        let markup = pieces.concat();
        for (policy, cleaner, lists) in &policies {
            for output in outputs(policy, &markup, None) {
                assert_eq!(find_danger(&output, lists), None, "{markup:?} became {output:?}");
            }
            let output = cleaner.clean(&markup, "");
            assert_eq!(cleaner.clean(&output, ""), output, "{markup:?} a second time");
        }
        Ok(())
    });
}

#[test]
fn nothing_that_runs_is_left_of_pieces_for_the_dictionary() {
    #[rustfmt::skip]
    const PIECES: &[&str] = &[
        "<svg>", "</svg>", "<title>", "</title>", "<desc>", "<math>", "</math>", "<mtext>", "<tr>", "</tr>", "<td>",
        "<table>", "</table>", "<xmp>", "</xmp>", "<p title='", "'>", "<a href=\"http://a b/", "\">", "&#xFDD0;",
        "&#xFDD1;", "&#xFDD2;", "\u{FDD0}", "\u{FDD1}", "\u{FDD2}", "<!--", "-->", "x", "<", "https:", "<style>",
    ];
    check(256, |u| {
        let piece = |u: &mut Unstructured<'_>| {
            let list = if u.arbitrary()? { VECTORS } else { PIECES };
            u.choose(list).copied()
        };
        let markup = list(u, 1..=7, piece)?.concat();
        assert_eq!(find_danger_for_dictionary(&markup), None, "{markup:?}");
        Ok(())
    });
}
