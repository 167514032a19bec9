//! Links, and what has links: images and text inputs.

use serde_json::{Value, json};

use super::text::{detail, text};
use super::{Dictionary, Quirks, string};
use crate::model::{Entry, Feed, Image, Link, TextInput};

pub(super) fn links(d: &mut Dictionary, links: &[Link]) {
    if !links.is_empty() {
        d.insert("links".into(), links.iter().map(link).collect());
    }
}

fn link(link: &Link) -> Value {
    let mut d = Dictionary::new();
    for (name, value) in link.attributes.iter() {
        // An attribute with a prefix is shown under its local name as well.
        if let Some((_, local)) = name.split_once(':') {
            d.insert(local.to_owned(), value.into());
        }
        d.insert(name.to_owned(), value.into());
    }
    let default_type = match link.rel.as_ref() {
        "enclosure" | "license" => None,
        "self" => Some("application/atom+xml"),
        _ => Some("text/html"),
    };
    d.insert("rel".into(), link.rel.as_ref().into());
    if link.media_type.is_some() || !d.contains_key("type") {
        let media_type = link.media_type.as_deref().map(str::to_lowercase);
        string(&mut d, "type", media_type.as_deref().or(default_type));
    }
    string(&mut d, "href", link.href.as_deref());
    string(&mut d, "hreflang", link.hreflang.as_deref());
    string(&mut d, "title", link.title.as_deref());
    string(&mut d, "length", link.length.as_ref().map(|length| length.raw.as_str()));
    string(&mut d, "duration", link.duration.as_ref().map(|duration| duration.raw.as_str()));
    Value::Object(d)
}

/// The last image replaces the others.
pub(super) fn feed_image(d: &mut Dictionary, feed: &Feed, quirks: &Quirks) {
    let of_itunes = feed.itunes.as_deref().and_then(|itunes| itunes.image.as_deref());
    match of_itunes.filter(|_| quirks.itunes_image_is_last) {
        Some(href) => {
            d.insert("image".into(), json!({"href": href}));
        }
        None => image(d, feed.image.as_deref(), quirks.image.as_deref()),
    }
}

/// An entry has no image of its own but that of iTunes: what the image says is said of the entry.
pub(super) fn entry_image(d: &mut Dictionary, entry: &Entry) {
    if let Some(href) = entry.itunes.as_deref().and_then(|itunes| itunes.image.as_deref()) {
        d.insert("image".into(), json!({"href": href}));
        return;
    }
    let Some(image) = &entry.image else { return };
    if let Some(title) = &image.title {
        d.insert("title_detail".into(), detail(title));
        if !d.contains_key("title") {
            text(d, "title", Some(title));
        }
    }
    if !d.contains_key("href") {
        string(d, "href", image.href.as_deref());
    }
    if !image.links.is_empty() {
        d.entry("links").or_insert_with(|| Value::Array(Vec::new()));
    }
}

fn image(d: &mut Dictionary, image: Option<&Image>, quirks: Option<&Quirks>) {
    let Some(image) = image else { return };
    let mut inner = Dictionary::new();
    if quirks.is_some_and(|quirks| quirks.is_outside) {
        outside(&mut inner, &image.links);
        d.insert("image".into(), Value::Object(inner));
        return;
    }
    inner.extend(quirks.into_iter().flat_map(|quirks| quirks.extensions.to_dictionary()));
    string(&mut inner, "href", image.href.as_deref());
    text(&mut inner, "title", image.title.as_ref());
    links(&mut inner, &image.links);
    string(&mut inner, "link", image.link.as_deref());
    for (key, pixels) in [("width", &image.width), ("height", &image.height)] {
        if let Some(pixels) = pixels {
            inner.insert(key.into(), pixels.value.unwrap_or(0).into());
        }
    }
    text(&mut inner, "subtitle", image.description.as_ref());
    d.insert("image".into(), Value::Object(inner));
}

pub(super) fn text_input(d: &mut Dictionary, input: Option<&TextInput>, quirks: Option<&Quirks>) {
    let Some(input) = input else { return };
    let mut inner = Dictionary::new();
    if quirks.is_some_and(|quirks| quirks.is_outside) {
        string(&mut inner, "name", input.name.as_deref());
        outside(&mut inner, &input.links);
        d.insert("textinput".into(), Value::Object(inner));
        return;
    }
    inner.extend(quirks.into_iter().flat_map(|quirks| quirks.extensions.to_dictionary()));
    text(&mut inner, "title", input.title.as_ref());
    text(&mut inner, "subtitle", input.description.as_ref());
    string(&mut inner, "name", input.name.as_deref());
    links(&mut inner, &input.links);
    string(&mut inner, "link", input.link.as_deref());
    d.insert("textinput".into(), Value::Object(inner));
}

/// The rest of an image or a text input outside of the channel: its links, without where they lead.
fn outside(d: &mut Dictionary, all: &[Link]) {
    let all: Vec<Link> = all.iter().map(|link| Link { href: None, ..link.clone() }).collect();
    links(d, &all);
}
