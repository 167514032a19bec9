//! The parts shared by all pages: head, policy, heading, navigation.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::syndication::FILES;
use super::words::{Words, minute};
use super::{Site, style, wording};
use crate::db::Feed;

/// A page, without its content.
pub(super) struct Page<'p> {
    /// The title, unless it is the first page.
    pub(super) title: Option<&'p str>,
    /// The relative URL of the first page: `""` or `"../"`.
    pub(super) root: &'p str,
    /// The address of the page within the site.
    pub(super) path: &'p str,
    /// The feeds with a colour on the page.
    pub(super) feeds: &'p [&'p Feed],
    /// The script of the search page.
    pub(super) script: Option<&'p str>,
    /// The time of the last change of the page's content.
    pub(super) as_of: &'p str,
}

impl Page<'_> {
    /// Returns the page with its content.
    pub(super) fn write(&self, site: &Site<'_>, summary: &str, content: &Markup) -> String {
        let sheet = style::sheet(site, self.feeds);
        let title = self.title.map_or_else(
            || site.title.to_owned(),
            |title| format!("{} – {}", wording::plain_name(title), site.title),
        );
        let to = |path: &str| format!("{}{path}", self.root);
        let canonical = site.url.map(|url| url.file(self.path));
        let (own, words) = (site.own_language(), site.words());
        let page = html! {
            (DOCTYPE)
            html lang=(site.page_language()) {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(style::policy(&sheet, self.script));
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="referrer" content="no-referrer";
                    meta name="color-scheme" content="light dark";
                    title { (title) }
                    @for file in &FILES {
                        link rel="alternate" type=(file.target.media_type()) title=(format!("{} ({})", site.title, file.label)) href=(to(file.name));
                    }
                    @if let Some(url) = canonical { link rel="canonical" href=(url); }
                    // The generated sheet contains nothing from a feed except numbers, and the site owner's sheet cannot end the
                    // element.
                    style { (PreEscaped(&sheet)) }
                }
                body {
                    div.wrap {
                        header.head {
                            h1 {
                                @if self.title.is_some() { a href=(to("index.html")) { (site.title) } } @else { (site.title) }
                            }
                            p lang=[own] { (summary) }
                            nav lang=[own] {
                                a href=(to("archive/index.html")) { (words.archive) }
                                a href=(to("search.html")) { (words.search) }
                                a href=(to("health.html")) { (words.health) }
                                @for file in &FILES { a href=(to(file.name)) { (file.label) } }
                                a href=(to("opml.xml")) { (words.subscriptions) }
                            }
                        }
                        (content)
                        footer.foot lang=[own] { (words.as_of(&minute(self.as_of, site.zone))) }
                    }
                    @if let Some(script) = self.script { script { (PreEscaped(script)) } }
                }
            }
        };
        without_controls(page.into_string())
    }
}

/// Removes control characters, which HTML does not allow (HTML, "Preprocessing the input stream"), whatever texts the page contains.
fn without_controls(mut page: String) -> String {
    let is_allowed = |c: char| !c.is_control() || matches!(c, '\t' | '\n' | '\r' | '\u{C}');
    if !page.chars().all(is_allowed) {
        page.retain(is_allowed);
    }
    page
}

/// Returns links from page `at` of a list to its neighbours, if there are several pages.
pub(super) fn pagination(words: &Words, at: usize, count: usize, name: impl Fn(usize) -> String) -> Markup {
    html! {
        @if count > 1 {
            nav.pages lang=(words.language()) {
                @if at > 0 { a href=(name(at - 1)) rel="prev" { (words.newer) } }
                span { (words.page(at + 1, count)) }
                @if at + 1 < count { a href=(name(at + 1)) rel="next" { (words.older) } }
            }
        }
    }
}

/// Returns a number with a noun: `1 entry`, `2 entries`.
pub(super) fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Returns the icon of a feed: its picture on top of the first letter of its name, which remains if the picture cannot be loaded.
pub(super) fn icon(feed: &Feed) -> Markup {
    let letter = feed.name().chars().find(|c| c.is_alphanumeric()).unwrap_or('?').to_uppercase();
    html! {
        span.icon aria-hidden="true" {
            b { (letter) }
            @if let Some(picture) = &feed.picture {
                img src=(picture) alt="" loading="lazy" referrerpolicy="no-referrer";
            }
        }
    }
}

/// Returns the name of a feed as a link to its page.
pub(super) fn feed_link(feed: &Feed, root: &str) -> Markup {
    html! { a href=(format!("{root}feeds/{}.html", feed.id)) { (wording::name(feed.name())) } }
}
