//! Collects the elements of an HTML page that matter for discovery. Only this file of the module decodes and scans.

use std::borrow::Cow;

use bozofeed::WebLink;
use bozofeed::content::{BoundedUrlParser, without_feed_scheme};
use bozofeed::model::Text;
use bozofeed::page::{PageTag, PageTags, base_url};
use url::Url;

use super::refresh;
use super::words;

/// Returns the maximum number of links, anchors and resources kept for a page of this length, for each kind: more than any
/// page made for people has.
const fn most(length: usize) -> usize {
    10_000 + length / 64
}

/// The maximum length of an anchor's text in bytes, so that an unclosed anchor does not swallow the rest of the page.
const LONGEST_TEXT: usize = 2000;

/// The maximum length of a base URL. Nothing is resolved against a longer one.
const LONGEST_BASE: usize = 8000;

/// The maximum number of bytes that a base adds to the URLs of a page. Beyond it, only absolute URLs are found.
const MOST_RESOLVED: usize = 4 << 20;

/// The elements of a page that matter for discovery.
#[derive(Debug, Default)]
pub(super) struct PageElements {
    /// `link` elements, and `a` elements with a type, in order.
    pub(super) links: Vec<PageLink>,
    /// `a` elements, in order.
    pub(super) anchors: Vec<Anchor>,
    /// The names and contents of `meta` elements.
    pub(super) metas: Vec<(String, String)>,
    /// The folder of the site as stated by its software, resolved.
    pub(super) home: Option<String>,
    /// The URLs of scripts, images and frames, resolved.
    pub(super) resources: Vec<String>,
    /// Attributes of the `html` and `body` elements, `name=value`, and the `id`s of others, `#id`, verbatim.
    pub(super) marks: Vec<String>,
    /// The target of a `meta` refresh, resolved.
    pub(super) refresh: Option<String>,
    /// The maximum length of each list.
    most: usize,
}

/// A `link` element, or an `a` element with a type.
#[derive(Debug, Clone)]
pub(super) struct PageLink {
    /// The link. Its target is resolved.
    pub(super) web: WebLink,
    /// The `sizes` of an icon.
    pub(super) sizes: Option<String>,
}

/// An `a` element.
#[derive(Debug)]
pub(super) struct Anchor {
    pub(super) url: AnchorUrl,
    /// Its text, or the text of its attributes and images.
    pub(super) text: String,
    /// Whether its URL has a feed scheme.
    pub(super) is_feed: bool,
    /// Whether one of its texts mentions a feed.
    pub(super) names_feed: bool,
}

/// The target of an anchor. Most targets are examined several times, so they are parsed only once.
#[derive(Debug)]
pub(super) enum AnchorUrl {
    Resolved(Url),
    /// Verbatim, because it could not be resolved.
    Written(String),
}

impl Anchor {
    /// Returns its URL, if it could be resolved.
    pub(super) fn url(&self) -> Option<&Url> {
        match &self.url {
            AnchorUrl::Resolved(url) => Some(url),
            AnchorUrl::Written(_) => None,
        }
    }

    /// Returns the part of its path below a folder, if it has the origin of the page.
    pub(super) fn path_below<'a>(&'a self, page: &Url, folder: &str) -> Option<&'a str> {
        let url = self.url()?;
        let is_same =
            (url.scheme(), url.host_str(), url.port()) == (page.scheme(), page.host_str(), page.port());
        url.path().strip_prefix(folder).filter(|path| is_same && (path.is_empty() || path.starts_with('/')))
    }
}

/// An anchor without its end tag yet.
struct OpenAnchor {
    href: String,
    /// The offset of its content.
    start: usize,
    /// A text for people who do not see it: `aria-label`, or `title`.
    label: Option<String>,
    /// The `alt` text of an image in it.
    alt: Option<String>,
    /// Whether it has a feed icon.
    has_icon: bool,
}

impl PageElements {
    pub(super) fn read(text: &str, base: &str, urls: &BoundedUrlParser) -> Self {
        let mut page = Self { most: most(text.len()), ..Self::default() };
        let mut document_base = None;
        let mut open: Option<OpenAnchor> = None;
        let mut templates = Templates::default();
        let mut is_without_scripts = false;
        for tag in PageTags::new(text) {
            if templates.hide(&tag) {
                continue;
            }
            page.add_marks(&tag);
            if tag.is("noscript") {
                is_without_scripts = !tag.is_end;
            } else if tag.is("a") || tag.is("area") {
                // Anchors do not nest: the start tag of one ends another that is open (HTML Standard 13.2.6.4.7).
                if let Some(anchor) = open.take() {
                    page.add_anchor(text, anchor, tag.start);
                }
                if let Some(href) = tag.attribute("href").filter(|_| !tag.is_end) {
                    if ["type", "rel"].iter().any(|name| tag.attribute(name).is_some()) {
                        page.add_link(&tag);
                    }
                    let label = ["aria-label", "title"].iter().find_map(|name| tag.attribute(name));
                    let label = label.map(|label| label.trim().to_owned());
                    let href = href.trim().to_owned();
                    let has_icon = is_icon(&tag);
                    open = Some(OpenAnchor { href, start: tag.end, label, alt: None, has_icon });
                }
            } else if tag.is_end {
            } else if tag.is("link") {
                page.add_link(&tag);
            } else if tag.is("base") {
                // The first one with `href` applies (HTML Standard 4.2.3).
                document_base =
                    document_base.or_else(|| tag.attribute("href").map(|href| href.trim().to_owned()));
            } else if tag.is("meta") {
                page.add_meta(&tag);
                // A refresh in `noscript` leads to a page that asks for scripts.
                if page.refresh.is_none() && !is_without_scripts {
                    page.refresh = refresh::of_meta(&tag);
                }
            } else {
                if let Some(anchor) = &mut open {
                    let alt = tag.attribute("alt").map(|alt| alt.trim().to_owned());
                    anchor.alt = anchor.alt.take().or(alt.filter(|alt| !alt.is_empty()));
                    anchor.has_icon |= is_icon(&tag);
                }
                for name in RESOURCES {
                    if let Some(url) = tag.attribute(name) {
                        push(page.most, &mut page.resources, url.trim().to_owned());
                    }
                }
            }
        }
        if let Some(anchor) = open {
            page.add_anchor(text, anchor, text.len());
        }
        let base = document_base.and_then(|href| base_url(base, &href)).unwrap_or_else(|| base.to_owned());
        page.resolve(&base, urls);
        page
    }

    /// Adds the attributes that are relevant on any element.
    fn add_marks(&mut self, tag: &PageTag<'_>) {
        if tag.is_end {
            return;
        }
        let is_root = tag.is("html") || tag.is("body");
        for (name, value) in tag.attributes() {
            let is = |known: &&str| name.eq_ignore_ascii_case(known);
            if HOMES.iter().any(is) && self.home.is_none() && !value.is_empty() {
                self.home = tag.attribute(name).map(Cow::into_owned);
            }
            if COPIED.iter().any(is) && (is_web_url(value) || is_feed_url(value)) {
                let url = AnchorUrl::Written(tag.attribute(name).unwrap_or_default().into_owned());
                let anchor =
                    Anchor { is_feed: is_feed_url(value), names_feed: false, url, text: String::new() };
                push(self.most, &mut self.anchors, anchor);
            }
            if is_root {
                push(self.most, &mut self.marks, format!("{}={value}", name.to_ascii_lowercase()));
            } else if name.eq_ignore_ascii_case("id") {
                push(self.most, &mut self.marks, format!("#{value}"));
            }
        }
    }

    fn add_link(&mut self, tag: &PageTag<'_>) {
        let Some(web) = tag.link() else { return };
        let sizes = tag.attribute("sizes").map(Cow::into_owned);
        push(self.most, &mut self.links, PageLink { web, sizes });
    }

    /// Adds an anchor that ends here.
    fn add_anchor(&mut self, page: &str, anchor: OpenAnchor, end: usize) {
        let OpenAnchor { href, start, label, alt, has_icon } = anchor;
        let markup = page.get(start..end).unwrap_or_default();
        let text = Text::html(beginning(markup, LONGEST_TEXT));
        let text = Some(text.to_line()).filter(|text| !text.trim().is_empty());
        // The feed icon is also shown next to the names of blogs, so it only counts without a text.
        let is_icon_alone = has_icon && text.is_none();
        let texts = [text.as_deref(), label.as_deref(), alt.as_deref()];
        let names_feed = is_icon_alone || texts.into_iter().flatten().any(words::is_feed_text);
        let text = text.map(Cow::into_owned).or(label).or(alt);
        let text = text.or(is_icon_alone.then(|| "RSS".to_owned())).unwrap_or_default();
        push(
            self.most,
            &mut self.anchors,
            Anchor { is_feed: is_feed_url(&href), names_feed, url: AnchorUrl::Written(href), text },
        );
    }

    fn add_meta(&mut self, tag: &PageTag<'_>) {
        let name = ["name", "property", "itemprop"].iter().find_map(|name| tag.attribute(name));
        if let (Some(name), Some(content)) = (name, tag.attribute("content")) {
            push(self.most, &mut self.metas, (name.trim().to_ascii_lowercase(), content.trim().to_owned()));
        }
    }

    fn resolve(&mut self, base: &str, urls: &BoundedUrlParser) {
        let base = urls.parse(base).filter(|base| base.as_str().len() <= LONGEST_BASE);
        // Each URL resolved against a base is about as long as the base (RFC 9110 §4.1).
        let length = base.as_ref().map_or(0, |base| base.as_str().len());
        let mut left = MOST_RESOLVED;
        let mut resolve = |href: &str| {
            left = left.saturating_sub(length);
            let web = without_feed_scheme(href)?;
            let resolved = match &base {
                Some(base) if left > 0 => urls.join(base, &web),
                Some(_) | None => urls.parse(&web),
            };
            let mut resolved = resolved?;
            // URLs that differ only in their fragment denote the same feed.
            resolved.set_fragment(None);
            Some(resolved)
        };
        for link in &mut self.links {
            if let Some(resolved) = resolve(&link.web.href) {
                link.web.href = resolved.into();
            }
        }
        for anchor in &mut self.anchors {
            if let AnchorUrl::Written(href) = &anchor.url
                && let Some(resolved) = resolve(href)
            {
                anchor.url = AnchorUrl::Resolved(resolved);
            }
        }
        for resource in self.resources.iter_mut().chain(&mut self.refresh).chain(&mut self.home) {
            if let Some(resolved) = resolve(resource) {
                *resource = resolved.into();
            }
        }
    }

    /// Returns the language of the page, verbatim.
    pub(super) fn language(&self) -> Option<&str> {
        ["lang=", "xml:lang="].iter().find_map(|name| {
            self.marks.iter().find_map(|mark| mark.strip_prefix(name)).filter(|language| !language.is_empty())
        })
    }

    /// Returns the URLs that the page declares for itself.
    pub(super) fn canonical(&self) -> impl Iterator<Item = &str> {
        let links = self.links.iter().filter(|link| link.web.rel.eq_ignore_ascii_case("canonical"));
        links.map(|link| link.web.href.as_str()).chain(self.meta("og:url"))
    }

    /// Returns the URLs of the page's design: style sheets, icons, scripts.
    pub(super) fn design(&self) -> impl Iterator<Item = &str> {
        const RELATIONS: &[&str] = &["stylesheet", "icon", "manifest", "preload", "modulepreload"];
        let links = self.links.iter().filter(|link| {
            link.web
                .rel
                .split_ascii_whitespace()
                .any(|rel| RELATIONS.iter().any(|name| rel.eq_ignore_ascii_case(name)))
        });
        let is_script = |url: &&String| {
            let path = url.split('?').next().unwrap_or_default();
            path.rsplit_once('.').is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("js"))
        };
        let scripts = self.resources.iter().filter(is_script);
        links.map(|link| link.web.href.as_str()).chain(scripts.map(String::as_str))
    }

    /// Returns the contents of the `meta` elements with this name.
    pub(super) fn meta<'p>(&'p self, name: &'p str) -> impl Iterator<Item = &'p str> {
        self.metas.iter().filter(move |(known, _)| known == name).map(|(_, content)| content.as_str())
    }
}

/// Attributes whose values are the URLs of resources.
const RESOURCES: &[&str] = &["src", "data-api"];

/// Attributes that hold the folder of the site in Ghost, Discourse and Jenkins.
const HOMES: &[&str] = &["data-ghost", "data-base-uri", "data-rooturl"];

/// Attributes with URLs that people copy, or that scripts fetch.
const COPIED: &[&str] = &[
    "value", "data-clipboard-text", "data-copy", "data-url", "data-href", "data-feed", "data-feed-url",
    "data-rss", "data-rss-url",
];

/// The open `template` elements: their content is not part of the page until a script copies it.
#[derive(Default)]
struct Templates {
    open: usize,
    /// The number of open elements at the first one whose content is hidden.
    hidden: Option<usize>,
}

impl Templates {
    /// Counts a tag, and returns whether it is hidden. The content of a declarative shadow tree is visible (HTML Standard
    /// 4.12.3).
    fn hide(&mut self, tag: &PageTag<'_>) -> bool {
        if !tag.is("template") {
            return self.hidden.is_some();
        }
        if tag.is_end {
            self.hidden = self.hidden.filter(|hidden| *hidden != self.open);
            self.open = self.open.saturating_sub(1);
        } else {
            self.open += 1;
            let is_shown = tag.attribute("shadowrootmode").is_some();
            self.hidden = self.hidden.or_else(|| (!is_shown).then_some(self.open));
        }
        true
    }
}

/// Returns whether an element shows a feed icon, by its class, its file or its symbol: `fa-rss`, `rss.svg`, `#icon-rss`.
fn is_icon(tag: &PageTag<'_>) -> bool {
    let file = match tag.name {
        name if name.eq_ignore_ascii_case("img") => tag.attribute("src"),
        name if name.eq_ignore_ascii_case("use") => {
            tag.attribute("href").or_else(|| tag.attribute("xlink:href"))
        }
        _ => None,
    };
    let file = file.as_deref().and_then(|file| file.rsplit('/').next());
    let names_rss = |text: &str| {
        text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word.eq_ignore_ascii_case("rss"))
    };
    file.is_some_and(names_rss) || tag.attribute("class").is_some_and(|class| names_rss(&class))
}

/// Returns whether a URL has a feed scheme.
fn is_feed_url(text: &str) -> bool {
    without_feed_scheme(text).as_deref() != Some(text)
}

/// Returns whether a URL belongs to a web page.
pub(super) fn is_web_url(text: &str) -> bool {
    let scheme = text.split_once(':').map_or("", |(scheme, _)| scheme);
    ["http", "https"].iter().any(|known| known.eq_ignore_ascii_case(scheme))
}

/// Returns at most the first `most` bytes of a text, without splitting a character.
fn beginning(text: &str, most: usize) -> &str {
    (0..=most.min(text.len())).rev().find_map(|end| text.get(..end)).unwrap_or_default()
}

fn push<T>(most: usize, list: &mut Vec<T>, item: T) {
    if list.len() < most {
        list.push(item);
    }
}
