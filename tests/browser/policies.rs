//! The policies for the tested output.

use bozofeed::content::{Allowlist, Sanitize, Sanitizer, UrlKind};
use serde_json::{Value, json};
use url::Url;

/// The proxy host of the policy that rewrites URLs.
pub(super) const PROXY: &str = "proxy.test";

/// A policy and its lists.
#[derive(Clone)]
pub(super) struct Policy {
    pub(super) name: &'static str,
    pub(super) sanitize: Sanitize,
    pub(super) lists: Allowlist,
    pub(super) cleaner: Sanitizer,
    /// Whether the markup must not affect the surrounding page: named properties and forms.
    pub(super) is_isolated: bool,
    /// Whether everything is loaded from the proxy, or from the host of the page.
    pub(super) is_proxied: bool,
    pub(super) rewrite: Option<Rewrite>,
}

pub(super) type Rewrite = fn(UrlKind, &Url) -> Option<String>;

impl Policy {
    fn new(name: &'static str, sanitize: Sanitize, lists: Allowlist) -> Self {
        let cleaner = Sanitizer::new(&sanitize, true);
        Self { name, sanitize, lists, cleaner, is_isolated: false, is_proxied: false, rewrite: None }
    }

    fn custom(name: &'static str, lists: Allowlist) -> Self {
        Self::new(name, Sanitize::Custom(Box::new(lists.clone())), lists)
    }

    fn isolated(self) -> Self {
        Self { is_isolated: true, ..self }
    }

    fn rewriting(self, rewrite: Rewrite) -> Self {
        Self { cleaner: self.cleaner.rewrite_urls(rewrite), rewrite: Some(rewrite), ..self }
    }

    /// Returns whether a second pass changes nothing, which holds unless it rewrites URLs again.
    pub(super) fn is_stable(&self) -> bool {
        self.rewrite.is_none() || self.is_proxied
    }

    /// Returns the lists for the page that loads the texts.
    pub(super) fn as_json(&self) -> Value {
        let lists = &self.lists;
        json!({
            "elements": lists.elements,
            "attributes": lists.attributes,
            "svgElements": lists.svg_elements,
            "svgAttributes": lists.svg_attributes,
            "mathElements": lists.mathml_elements,
            "mathAttributes": lists.mathml_attributes,
            "hasStyles": !lists.css_properties.is_empty(),
            "linkRel": lists.link_rel,
            "hosts": lists.embed_hosts,
        })
    }
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().copied().map(String::from).collect()
}

/// Returns the lists of readers, with forms, SVG, styles and comments.
fn wide() -> Allowlist {
    let (mut lists, feedparser) = (Allowlist::reader(), Allowlist::feedparser());
    lists.elements.extend(names(&["form", "button", "input", "select", "option", "textarea", "label"]));
    lists.attributes.extend(names(&["action", "formaction", "for", "form", "background", "longdesc"]));
    lists.svg_elements = feedparser.svg_elements;
    lists.svg_elements.extend(names(&["image", "animate", "filter", "mask"]));
    lists.svg_attributes = feedparser.svg_attributes;
    lists.svg_attributes.extend(names(&["filter", "mask", "values", "to"]));
    lists.css_properties = feedparser.css_properties;
    lists.comments = true;
    lists
}

/// Returns lists that include everything that must not be allowed.
fn reckless() -> Allowlist {
    let mut lists = wide();
    lists.elements.extend(names(&[
        "animate", "base", "custom-element", "embed", "font", "iframe", "link", "meta", "noscript", "object",
        "script", "set", "slot", "style", "svg", "template", "title", "x", "xmp",
    ]));
    lists.attributes.extend(names(&[
        "code", "content", "data", "http-equiv", "is", "onclick", "onerror", "onload", "ping", "slot",
        "srcdoc", "style", "target", "to", "values",
    ]));
    lists.svg_elements.extend(names(&["foreignObject", "script", "style", "title", "handler", "iframe"]));
    lists.svg_attributes.extend(names(&["onbegin", "onload", "style", "from", "by", "src"]));
    lists.mathml_elements.extend(names(&["annotation-xml", "mglyph", "malignmark"]));
    lists.mathml_attributes.extend(names(&["onclick", "style", "encoding"]));
    lists.css_properties.extend(names(&["position", "background", "content"]));
    lists.url_schemes.extend(names(&["about", "blob", "data", "filesystem", "javascript", "vbscript"]));
    lists.id_prefix = None;
    lists.link_rel = None;
    lists
}

/// Returns the lists with players, and a host for the test.
fn players() -> Allowlist {
    let mut lists = Allowlist::with_players();
    lists.embed_hosts.extend(names(&["www.youtube.com", "x.example"]));
    lists
}

/// Rewrites a URL to the proxy.
fn proxied(kind: UrlKind, url: &Url) -> Option<String> {
    match kind {
        _ if url.host_str() == Some(PROXY) => None,
        UrlKind::Link => None,
        UrlKind::Player => Some(String::new()),
        _ if url.path().ends_with('e') => Some(String::new()),
        _ => Some(format!("http://{PROXY}/?{}", url.as_str().replace('?', "%3F"))),
    }
}

/// Rewrites a URL to one that would run if it were not checked.
fn hostile(_: UrlKind, url: &Url) -> Option<String> {
    let answers = [
        "javascript:alert(1)",
        " java\nscript:alert(1)",
        "javascript&colon;alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "' onerror=alert(1) x='",
        "http://x.example/\" onerror=\"alert(1)",
        "javascript:alert(1) 1x, http://x.example/",
        "http://x.example/,javascript:alert(1)",
        "</textarea></style></title><script>alert(1)</script>",
        "blob:http://x.example/1",
        "#x",
    ];
    answers.get(url.as_str().len() % answers.len()).map(|&answer| answer.to_owned())
}

pub(super) fn policies() -> Vec<Policy> {
    let rewriting = Policy::custom("rewriting", players()).isolated().rewriting(proxied);
    vec![
        Policy::new("Reader", Sanitize::Reader, Allowlist::reader()).isolated(),
        Policy::new("FeedParser", Sanitize::FeedParser, Allowlist::feedparser()),
        Policy::custom("wide", wide()),
        Policy::custom("reckless", reckless()),
        Policy::custom("with players", players()).isolated(),
        Policy { is_proxied: true, ..rewriting },
        Policy::custom("hostile answers", wide()).rewriting(hostile),
    ]
}
