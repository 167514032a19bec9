//! Embedded pages: `iframe`, `embed` and `object`.
//!
//! A page of an allowed host is shown in a new `iframe`: empty, sandboxed, with a parsed URL. Any other page becomes a link, so that no
//! third party is contacted before the user follows it.

use super::MarkupWriter;
use super::attributes::{push_attribute, push_written};
use crate::UrlKind;
use crate::sanitizer::elements::Plain;
use crate::sanitizer::pages::{is_advertisement, is_pixel, page_of, title_of};
use bozofeed_text::html::parsed_url::ParsedUrl;
use bozofeed_text::html::references::decode;
use bozofeed_text::markup::{Kind, MarkupTag, TagName, end_of_tag};
use std::borrow::Cow;

/// The permissions of an embedded `iframe`: enough for a video player, without access to the page around it. A page of the same origin
/// could remove its sandbox, so the host of the surrounding page must not be listed.
const SANDBOX: &str = "allow-popups allow-presentation allow-same-origin allow-scripts";

/// The attributes of an embedding element that are read.
#[derive(Default)]
struct Embedding<'a> {
    source: Cow<'a, str>,
    lazy_source: Cow<'a, str>,
    title: Cow<'a, str>,
    label: Cow<'a, str>,
    width: Cow<'a, str>,
    height: Cow<'a, str>,
    /// Whether the class shows that a script sets the source.
    is_lazy: bool,
    /// The name of a `param`.
    name: Cow<'a, str>,
    /// The identifier of a video.
    video: Cow<'a, str>,
}

/// The AMP players with a video identifier, and the URL prefixes of their pages.
const PLAYERS_OF_AMP: &[(&str, &str)] = &[
    ("amp-dailymotion", "https://www.dailymotion.com/embed/video/"),
    ("amp-vimeo", "https://player.vimeo.com/video/"),
    ("amp-youtube", "https://www.youtube.com/embed/"),
];

impl<'a> Embedding<'a> {
    /// Parses the rest of a start tag. Of duplicate attributes, the first is used.
    fn read(markup: &'a str, name: &TagName<'a>, element: Plain<'_>) -> Option<(Self, MarkupTag<'a>)> {
        let source = match element.kind {
            Kind::Object => "data",
            Kind::Metadata => "value",
            _ => "src",
        };
        let mut read = Self::default();
        let tag = name.rest(markup, |attribute| {
            let is = |name: &str| attribute.name.eq_ignore_ascii_case(name);
            read.is_lazy |= is("class") && attribute.value.to_ascii_lowercase().contains("lazy");
            let field = match attribute.name.len() {
                _ if is(source) => &mut read.source,
                _ if is("data-src") || is("data-lazy-src") || is("data-original") => &mut read.lazy_source,
                _ if is("title") => &mut read.title,
                _ if is("aria-label") => &mut read.label,
                _ if is("width") => &mut read.width,
                _ if is("height") => &mut read.height,
                _ if is("name") => &mut read.name,
                _ if is("data-videoid") => &mut read.video,
                _ => return,
            };
            if field.is_empty() {
                *field = decode(attribute.value, true);
            }
        })?;
        let player = PLAYERS_OF_AMP.iter().find(|(player, _)| name.name.eq_ignore_ascii_case(player));
        let is_identifier =
            |id: &str| id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
        if let Some((_, page)) = player
            && !read.video.is_empty()
            && is_identifier(&read.video)
        {
            read.source = Cow::Owned([*page, &read.video].concat());
        }
        Some((read, tag))
    }

    /// Returns the reference to the embedded page.
    fn source(&self) -> &str {
        let source = self.source.trim();
        let is_blank = source.is_empty() || source.get(..6).is_some_and(|s| s.eq_ignore_ascii_case("about:"));
        let lazy_source = self.lazy_source.trim();
        if is_blank || self.is_lazy && !lazy_source.is_empty() { lazy_source } else { source }
    }
}

impl<'a, 'r> MarkupWriter<'a, 'r> {
    /// Handles the start tag of an element that embeds a page, or a `param`. Returns the offset after the replaced part, which includes
    /// the content of an `iframe`: it is only a fallback.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn embed(&mut self, element: Plain<'r>, name: &TagName<'a>) -> usize {
        let markup = self.out.markup();
        let here = self.start;
        let Some((embedding, tag)) = Embedding::read(markup, name, element) else {
            let end = bozofeed_text::markup::end_of_non_tag(markup, here);
            self.out.cut(here, end);
            return end;
        };
        let is_player = element.kind == Kind::Frame;
        let is_source = element.kind != Kind::Metadata
            // The parameters with which plug-ins take the URL of a video.
            || ["movie", "src", "url", "filename"]
                .iter()
                .any(|known| embedding.name.eq_ignore_ascii_case(known));
        let source = if is_source { embedding.source() } else { "" };
        let link = self.rules.link(self.links, "iframe", "src", source);
        let mut is_replaced = false;
        if is_source && !source.is_empty() {
            // Without a base, https is assumed.
            let scheme = if link.starts_with("//") { "https:" } else { "" };
            let url = self
                .links
                .urls()
                .parse(&[scheme, &link].concat())
                .ok()
                .filter(|url| matches!(url.scheme(), "http" | "https"));
            is_replaced = match url {
                Some(url) => self.embed_page(&embedding, &url, is_player),
                None => false,
            };
        }
        let end = match element.kind {
            // AMP elements contain markup.
            Kind::Frame if is_replaced && name.name.eq_ignore_ascii_case("iframe") => {
                match self.raw_text.end(markup, tag.end, "iframe") {
                    Some(end) => end_of_tag(markup, end),
                    None => tag.end,
                }
            }
            _ => tag.end,
        };
        self.out.cut(here, end);
        end
    }

    /// Writes an `iframe` or a link for an embedded page. Returns whether the element is replaced.
    fn embed_page(&mut self, embedding: &Embedding<'_>, url: &ParsedUrl, is_player: bool) -> bool {
        let listed = &self.rules.listed;
        if is_player && let Some(url) = self.player(url) {
            self.embed_player(embedding, &url);
            return true;
        }
        if !listed.embed_links {
            return false;
        }
        // Replaced by nothing: the content of the `iframe` is also removed.
        if !listed.trackers && (is_advertisement(url) || is_pixel(&embedding.width, &embedding.height)) {
            return true;
        }
        let page = page_of(url, self.links.urls());
        // An `object` often contains an `embed` of the same page for older browsers: one link is enough.
        if std::mem::replace(&mut self.last_embed, page.clone()) == page {
            return true;
        }
        let Some(link) = self.rules.plain.get("a").filter(|link| link.is_listed) else { return false };
        if !self.rules.is_safe("a", "href", &page) {
            return false;
        }
        let page = self.rules.rewritten(self.links, "a", "href", Cow::Owned(page));
        if page.is_empty() {
            return true;
        }
        if !self.make_room(link) {
            return false;
        }
        let title = [&embedding.title, &embedding.label]
            .into_iter()
            .map(|title| title.trim())
            .find(|t| !t.is_empty());
        let title = title.map_or_else(|| title_of(&page, self.links.urls()), str::to_owned);
        self.out.insert(self.start, "<a");
        push_attribute("href", &page, &mut self.out);
        if !self.rules.link_rel.is_empty() {
            push_written("rel", &self.rules.link_rel, &mut self.out);
        }
        self.out.push(">");
        self.push_text(&title);
        self.out.push("</a>");
        true
    }

    /// Returns the URL of a player that may be shown.
    fn player(&self, url: &ParsedUrl) -> Option<ParsedUrl> {
        let embeddable = |url: &str| {
            let mut url = self.rules.embeddable(url, self.links.urls())?;
            if url.scheme() == "http" {
                // Browsers do not load http into a page that is served by https.
                _ = url.set_scheme("https");
            }
            Some(url)
        };
        let url = embeddable(url.as_str())?;
        match self.links.rewriter().and_then(|rewriter| rewriter.answer(UrlKind::Player, &url)) {
            // The replacement is checked like any other URL, so that no function of the caller can show a host that is not listed.
            Some(answer) => embeddable(&answer),
            None => Some(url),
        }
    }

    /// Writes an `iframe` with a URL.
    fn embed_player(&mut self, embedding: &Embedding<'_>, url: &ParsedUrl) {
        self.expect_content();
        self.out.insert(self.start, "<iframe");
        for (name, value) in
            [("width", &embedding.width), ("height", &embedding.height), ("title", &embedding.title)]
        {
            if !value.is_empty() {
                push_attribute(name, value, &mut self.out);
            }
        }
        push_attribute("src", url.as_str(), &mut self.out);
        for (name, value) in [
            ("loading", "lazy"),
            ("referrerpolicy", "strict-origin-when-cross-origin"),
            ("allowfullscreen", "allowfullscreen"),
            ("sandbox", SANDBOX),
        ] {
            push_attribute(name, value, &mut self.out);
        }
        self.out.push("></iframe>");
    }
}
