//! One entry of the page.

use maud::{Markup, PreEscaped, html};

use super::excerpt::{excerpt, first_image};
use super::layout::{feed_link, icon};
use super::{Site, markup, wording};
use crate::db::{Enclosure, Entry, Feed, first_words};
use crate::language::Language;

/// Returns the markup of an entry; `root` is the relative URL of the first page. The content is sanitized markup, the rest is escaped text.
pub(super) fn article(site: &Site<'_>, entry: &Entry, feed: &Feed, root: &str) -> Markup {
    // Prevents collisions between the footnotes of different entries.
    let content = markup::for_page(&entry.html, &format!("e{}-", entry.id));
    let language = entry.language.as_deref().or(feed.language.as_deref()).and_then(Language::named);
    let lang = site.language_of(language.as_ref());
    let direction = |text: &str| Language::direction(language.as_ref(), text);
    let (own, words) = (site.own_language(), site.words());
    let excerpt = excerpt(&entry.text);
    let image = entry.image.clone().filter(|_| excerpt.is_some() || !content.contains("<img "));
    // The image may be one of those in the text.
    let (image, inner) = match image {
        Some(image) if content.contains(&image.replace('&', "&amp;")) => (None, Some(image)),
        image => (image, None),
    };
    // The picture of a folded text is hidden when the text is unfolded, since it is part of the text.
    let repeated =
        excerpt.as_ref().and_then(|_| inner.or_else(|| first_image(&content))).filter(|_| image.is_none());
    html! {
        article.{ "f" (feed.id) } {
            p.meta {
                (icon(feed))
                (feed_link(feed, root))
                @if let Some(author) = entry.author.as_deref().filter(|author| *author != feed.name()) {
                    span { (wording::name(author)) }
                }
                (time(site, &entry.sorted_at))
                @if entry.revision > 1 { span.tag lang=[own] { (words.updated) } }
            }
            @let title = wording::title(entry.title.clone().or_else(|| first_words(&entry.text)).as_deref());
            h3 lang=[lang] dir=(direction(&title)) {
                @if let Some(link) = &entry.link { a href=(link) rel="noopener noreferrer" { (title) } }
                @else { (title) }
            }
            @if let Some(image) = image { (lead("lead", &image)) }
            @if let Some(image) = repeated { (lead("lead repeated", &image)) }
            @if let Some(excerpt) = excerpt {
                p.excerpt lang=[lang] dir=(direction(&excerpt)) { (excerpt) }
                details {
                    summary lang=[own] { (words.read_on) }
                    div.text lang=[lang] dir=(direction(&entry.text)) { (PreEscaped(&content)) }
                }
            } @else if !content.is_empty() {
                div.text lang=[lang] dir=(direction(&entry.text)) { (PreEscaped(&content)) }
            }
            (enclosures(entry, &wording::plain_name(&title)))
        }
    }
}

/// Returns the picture above the text.
fn lead(class: &str, image: &str) -> Markup {
    html! { img class=(class) src=(image) alt="" loading="lazy" referrerpolicy="no-referrer" decoding="async"; }
}

fn time(site: &Site<'_>, text: &str) -> Markup {
    html! { time datetime=(text) lang=[site.own_language()] { (site.words().moment(text, site.zone)) } }
}

fn enclosures(entry: &Entry, title: &str) -> Markup {
    html! {
        @if !entry.enclosures.is_empty() {
            ul.files { @for one in &entry.enclosures { li { (player(one, title)) } } }
        }
    }
}

/// Returns a player for audio and video, a picture for images, and always a link.
fn player(enclosure: &Enclosure, title: &str) -> Markup {
    let url = &enclosure.url;
    let name = wording::name(enclosure.title.as_deref().unwrap_or_else(|| file_name(url)));
    html! {
        @match kind(enclosure) {
            Some("audio") => { audio controls preload="none" src=(url) aria-label=(title) {} }
            Some("video") => { video controls preload="none" src=(url) aria-label=(title) {} }
            Some("image") => {
                img src=(url) alt=(enclosure.title.as_deref().map_or_else(|| title.to_owned(), wording::plain_name)) loading="lazy" referrerpolicy="no-referrer";
            }
            _ => {}
        }
        a href=(url) rel="noopener noreferrer" { (name) }
        @for fact in facts(enclosure) { " · " (fact) }
    }
}

/// Returns whether a file is audio, a video or an image: by its type, or by its extension if the type does not tell.
fn kind(enclosure: &Enclosure) -> Option<&'static str> {
    const KINDS: [&str; 3] = ["audio", "video", "image"];
    const EXTENSIONS: [(&str, &[&str]); 3] = [
        ("audio", &["mp3", "m4a", "aac", "ogg", "oga", "opus", "flac", "wav"]),
        ("video", &["mp4", "m4v", "webm", "ogv", "mov"]),
        ("image", &["jpg", "jpeg", "png", "gif", "webp", "avif", "svg"]),
    ];
    let media_type = enclosure.media_type.as_deref().unwrap_or_default();
    let (top, subtype) = media_type.split_once('/').unwrap_or((media_type, ""));
    if let Some(kind) = KINDS.into_iter().find(|kind| top.eq_ignore_ascii_case(kind)) {
        return Some(kind);
    }
    let extension = file_name(&enclosure.url).rsplit_once('.').map(|(_, extension)| extension)?;
    let known = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(extension));
    let is_vague = subtype.is_empty() || subtype.eq_ignore_ascii_case("octet-stream");
    EXTENSIONS.into_iter().find(|(_, names)| is_vague && known(names)).map(|(kind, _)| kind)
}

/// Returns the last part of the path of a URL.
fn file_name(url: &str) -> &str {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    path.rsplit('/').next().filter(|name| !name.is_empty()).unwrap_or("file")
}

/// Returns the known facts about a file: its type, duration and size.
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
