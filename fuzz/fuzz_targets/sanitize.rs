//! Sanitized markup is stable, and contains nothing that is not listed. The first byte selects the policy and whether there is a
//! base.

#![no_main]

use std::sync::LazyLock;

use bozofeed::content::{Allowlist, Sanitize, Sanitizer, is_script_url};
use libfuzzer_sys::fuzz_target;
use url::Url;

/// A sanitizer with its lists.
struct Policy {
    cleaner: Sanitizer,
    lists: Allowlist,
}

static POLICIES: LazyLock<[Policy; 4]> = LazyLock::new(|| {
    let mut embedding = Allowlist::reader();
    embedding.comments = true;
    embedding.embed_hosts.push("h.example".to_owned());
    let mut wide = Allowlist::reader();
    wide.elements.extend(["form", "button", "input", "select", "textarea", "object"].map(String::from));
    wide.attributes.extend(["srcset", "action", "formaction", "class", "id", "onclick"].map(String::from));
    wide.svg_elements
        .extend(["svg", "g", "a", "use", "image", "animate", "foreignObject", "desc"].map(String::from));
    wide.svg_attributes
        .extend(["href", "values", "attributeName", "fill", "viewBox", "filter"].map(String::from));
    wide.url_schemes.extend(["javascript", "data"].map(String::from));
    [
        (Sanitize::FeedParser, Allowlist::feedparser()),
        (Sanitize::Reader, Allowlist::reader()),
        (Sanitize::Custom(Box::new(embedding.clone())), embedding),
        (Sanitize::Custom(Box::new(wide.clone())), wide),
    ]
    .map(|(sanitize, lists)| Policy { cleaner: Sanitizer::new(&sanitize, true), lists })
});

/// Elements that cannot be allowed.
static NEVER: [&str; 8] = ["script", "style", "object", "meta", "base", "noscript", "template", "link"];

/// Attributes whose URLs are followed.
static REFERENCES: [&str; 7] = ["href", "xlink:href", "src", "action", "formaction", "poster", "background"];

/// Attributes that contain identifiers.
static IDENTIFIERS: [&str; 2] = ["id", "name"];

/// Attributes that the sanitizer may add.
static GIVEN: [&str; 4] = ["rel", "style", "xmlns", "xmlns:xlink"];

/// Attributes that the sanitizer adds to an `iframe`.
static OF_EMBEDS: [&str; 8] =
    ["allowfullscreen", "height", "loading", "referrerpolicy", "sandbox", "src", "title", "width"];

/// Returns whether a URL leads to the host that may be embedded, in any case and with any characters that the URL Standard ignores.
fn is_on_host(url: &str) -> bool {
    Url::parse(url).is_ok_and(|url| url.host_str() == Some("h.example"))
}

/// Returns the first disallowed part of sanitized markup.
fn find_unlisted<'c>(clean: &'c str, lists: &Allowlist) -> Option<&'c str> {
    let elements = [&lists.elements, &lists.svg_elements, &lists.mathml_elements];
    let attributes = [&lists.attributes, &lists.svg_attributes, &lists.mathml_attributes];
    let has = |lists: &[&Vec<String>], name: &str| lists.iter().any(|list| list.iter().any(|n| n == name));
    let mut rest = clean;
    while let Some((_, markup)) = rest.split_once('<') {
        // A comment may contain anything that looks like listed markup.
        if let Some(comment) = markup.strip_prefix("!--").filter(|_| lists.comments) {
            let Some((text, after)) = comment.split_once("-->") else { return Some(markup) };
            if text.starts_with('>') || text.starts_with("->") || text.contains("--!>") {
                return Some(markup);
            }
            rest = after;
            continue;
        }
        let Some((tag, after)) = markup.split_once('>') else { return Some(markup) };
        rest = after;
        let (name, mut rest_of_tag) = tag.split_once(' ').unwrap_or((tag, ""));
        let element = name.strip_prefix('/').unwrap_or(name);
        let is_embed = element == "iframe" && !lists.embed_hosts.is_empty();
        if NEVER.contains(&element) || !is_embed && !has(&elements, element) {
            return Some(tag);
        }
        let is_of_use = match element {
            "img" => tag.contains(" alt=\""),
            "audio" | "video" if !name.starts_with('/') => {
                tag.contains(" controls=\"") && tag.contains(" preload=\"none\"")
            }
            _ => true,
        };
        if lists.usable_media && !is_of_use {
            return Some(tag);
        }
        while !rest_of_tag.is_empty() {
            let Some((name, value)) = rest_of_tag.split_once("=\"") else { return Some(tag) };
            let Some((value, after)) = value.split_once('"') else { return Some(tag) };
            rest_of_tag = after.strip_prefix(' ').unwrap_or(after);
            let local = name.rsplit(':').next().unwrap_or_default();
            let is_listed = has(&attributes, name) || has(&attributes, local) || GIVEN.contains(&name);
            if name.starts_with("on")
                || name == "style" && lists.css_properties.is_empty()
                || !is_listed && !(is_embed && OF_EMBEDS.contains(&name))
                || REFERENCES.contains(&name) && is_script_url(value)
                || name == "srcset" && value.split_ascii_whitespace().any(is_script_url)
                || is_embed && name == "src" && !is_on_host(value)
            {
                return Some(tag);
            }
            if let Some(prefix) = lists.id_prefix.as_deref().filter(|_| IDENTIFIERS.contains(&name))
                && !value.is_empty()
                && !value.starts_with(prefix)
            {
                return Some(tag);
            }
        }
    }
    None
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, markup)) = bytes.split_first() else { return };
    let Ok(markup) = std::str::from_utf8(markup) else { return };
    let Some(Policy { cleaner, lists }) = POLICIES.get(usize::from(choice % 4)) else { return };
    let base = if choice & 4 == 0 { "" } else { "http://b.example/d/e" };
    let clean = cleaner.clean(markup, base);
    // Text is returned unchanged.
    if markup.contains('<') {
        assert_eq!(find_unlisted(&clean, lists), None, "{markup:?} became {clean:?}");
    }
    assert_eq!(cleaner.clean(&clean, base), clean, "{markup:?} a second time");
    // Elements that are open at the end of a block are repeated, within a limit.
    assert!(clean.len() <= 64 * markup.len() + (1 << 20), "{} bytes became {}", markup.len(), clean.len());
});
