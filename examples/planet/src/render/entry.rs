//! One entry of the page.

use maud::{Markup, PreEscaped, html};

use super::excerpt::{excerpt, first_image};
use super::layout::{feed_link, icon};
use super::{pictures, wording};
use crate::db::{Enclosure, Entry, Feed, from_text};

/// Returns an entry; `root` is the way to the first page. Everything but its content is text, and escaped; its content is sanitized markup.
pub(super) fn article(entry: &Entry, feed: &Feed, root: &str) -> Markup {
    // Footnotes of different entries must not get mixed up.
    let content = pictures::clean(&entry.html, &format!("e{}-", entry.id));
    let excerpt = excerpt(&entry.text);
    let image = entry.image.clone().filter(|_| excerpt.is_some() || !content.contains("<img "));
    // The picture of a folded text is hidden when the text is unfolded, since it is a part of the text.
    let repeated = excerpt.as_ref().and_then(|_| first_image(&content)).filter(|_| image.is_none());
    html! {
        article.{ "f" (feed.id) } {
            p.meta {
                (icon(feed))
                (feed_link(feed, root))
                @if let Some(author) = entry.author.as_deref().filter(|author| *author != feed.name()) {
                    span { (wording::name(author)) }
                }
                (time(&entry.sorted_at))
                @if entry.revision > 1 { span.tag { "updated" } }
            }
            h3 dir="auto" {
                @let title = wording::title(entry.title.as_deref());
                @if let Some(link) = &entry.link { a href=(link) rel="noopener noreferrer" { (title) } }
                @else { (title) }
            }
            @if let Some(image) = image { (lead("lead", &image)) }
            @if let Some(image) = repeated { (lead("lead repeated", &image)) }
            @if let Some(excerpt) = excerpt {
                p.excerpt dir="auto" { (excerpt) }
                details { summary { "Read on" } div.text dir="auto" { (PreEscaped(&content)) } }
            } @else if !content.is_empty() {
                div.text dir="auto" { (PreEscaped(&content)) }
            }
            (enclosures(&entry.enclosures))
        }
    }
}

/// Returns the picture above the text.
fn lead(class: &str, image: &str) -> Markup {
    html! { img class=(class) src=(image) alt="" loading="lazy" referrerpolicy="no-referrer" decoding="async"; }
}

fn time(text: &str) -> Markup {
    let time =
        from_text(text).map(|time| jiff::Timestamp::from(time).strftime("%-d %b %Y, %H:%M").to_string());
    html! { time datetime=(text) { (time.as_deref().unwrap_or(text)) } }
}

fn enclosures(all: &[Enclosure]) -> Markup {
    html! {
        @if !all.is_empty() {
            ul.files { @for one in all { li { (player(one)) } } }
        }
    }
}

/// Returns a player for sound and film, a picture for a picture, and a link in any case.
fn player(enclosure: &Enclosure) -> Markup {
    let media_type = enclosure.media_type.as_deref().unwrap_or_default().to_ascii_lowercase();
    let url = &enclosure.url;
    html! {
        @if media_type.starts_with("audio/") { audio controls preload="none" src=(url) {} }
        @else if media_type.starts_with("video/") { video controls preload="none" src=(url) {} }
        @else if media_type.starts_with("image/") { img src=(url) alt="" loading="lazy" referrerpolicy="no-referrer"; }
        a href=(url) rel="noopener noreferrer" {
            (wording::name(enclosure.title.as_deref().unwrap_or_else(|| file_name(url))))
        }
        @for fact in facts(enclosure) { " · " (fact) }
    }
}

/// Returns the last part of the path of a URL.
fn file_name(url: &str) -> &str {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    path.rsplit('/').next().filter(|name| !name.is_empty()).unwrap_or("file")
}

/// Returns the type, playing time and size of a file, as far as they are known.
fn facts(enclosure: &Enclosure) -> impl Iterator<Item = String> {
    let time = enclosure.seconds.filter(|seconds| *seconds > 0).map(|seconds| {
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        if hours > 0 {
            format!("{hours}:{minutes:02}:{seconds:02}")
        } else {
            format!("{minutes}:{seconds:02}")
        }
    });
    let size = enclosure.length.map(|bytes| match bytes {
        1_000_000.. => format!("{}.{} MB", bytes / 1_000_000, bytes % 1_000_000 / 100_000),
        1_000.. => format!("{} KB", bytes / 1_000),
        _ => format!("{bytes} bytes"),
    });
    [enclosure.media_type.clone(), time, size].into_iter().flatten()
}
