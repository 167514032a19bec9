//! Links, and what has links: images and text inputs.

use super::value::IntoValues as _;
use std::borrow::Cow;

use super::text::{detail, text};
use super::{Dictionary, Quirks, Value, lowercase, string};
use crate::model::itunes::Itunes;
use crate::model::{Entry, Feed, Image, Link, TextInput};

pub(super) fn links<'a>(d: &mut Dictionary<'a>, links: &'a [Link]) {
    if !links.is_empty() {
        d.insert("links", links.iter().map(link).into_list());
    }
}

fn link(link: &Link) -> Dictionary<'_> {
    link_to(link, link.href.as_deref())
}

fn link_to<'a>(link: &'a Link, href: Option<&'a str>) -> Dictionary<'a> {
    let mut d = Dictionary::default();
    // Without where a link leads, it is not shown as it was written either.
    for (name, value) in link.attributes.iter().filter(|(name, _)| *name != "href") {
        // An attribute with a prefix is shown under its local name as well.
        if let Some((_, local)) = name.split_once(':') {
            d.insert(local, value);
        }
        d.insert(name, value);
    }
    let rel = lowercase(link.attributes.get("rel").unwrap_or(&link.rel));
    // `_start_link` sets these defaults, but the handlers of enclosures and licenses do not set any.
    let default_type = match rel.as_ref() {
        "enclosure" | "license" => None,
        "self" => Some("application/atom+xml"),
        _ => Some("text/html"),
    };
    d.insert("rel", rel);
    if link.media_type.is_some() || !d.contains_key("type") {
        let media_type = link.attributes.get("type").or(link.media_type.as_deref()).map(lowercase);
        if let Some(media_type) = media_type.or(default_type.map(Cow::Borrowed)) {
            d.insert("type", media_type);
        }
    }
    string(&mut d, "href", href);
    string(&mut d, "hreflang", link.hreflang());
    string(&mut d, "title", link.title());
    string(&mut d, "length", link.length().raw.as_deref());
    string(&mut d, "duration", link.duration().raw.as_deref());
    d
}

/// The last image replaces the others.
pub(super) fn feed_image<'a>(d: &mut Dictionary<'a>, feed: &'a Feed, quirks: &'a Quirks) {
    let of_itunes = feed.get::<Itunes>().and_then(|itunes| itunes.image.as_deref());
    match of_itunes.filter(|_| quirks.itunes_image_is_last) {
        Some(href) => d.insert("image", with_href(href)),
        None => image(d, feed.image.as_deref(), quirks.image.as_deref()),
    }
}

/// An entry has no image of its own but that of iTunes: what the image says is said of the entry.
pub(super) fn entry_image<'a>(d: &mut Dictionary<'a>, entry: &'a Entry) {
    if let Some(href) = entry.get::<Itunes>().and_then(|itunes| itunes.image.as_deref()) {
        d.insert("image", with_href(href));
        return;
    }
    let Some(image) = entry.image() else { return };
    if let Some(title) = &image.title {
        d.insert("title_detail", detail(title));
        if !d.contains_key("title") {
            text(d, "title", Some(title));
        }
    }
    if !d.contains_key("href") {
        string(d, "href", image.href.as_deref());
    }
    if !image.links.is_empty() && !d.contains_key("links") {
        d.insert("links", Value::List(Vec::new()));
    }
}

fn with_href(href: &str) -> Dictionary<'_> {
    [("href", href)].into_iter().into_dictionary()
}

fn image<'a>(d: &mut Dictionary<'a>, image: Option<&'a Image>, quirks: Option<&'a Quirks>) {
    let Some(image) = image else { return };
    let mut inner = Dictionary::default();
    if quirks.is_some_and(|quirks| quirks.is_outside) {
        outside(&mut inner, &image.links);
        d.insert("image", inner);
        return;
    }
    inner.extend(quirks.into_iter().flat_map(|quirks| quirks.extensions.dictionary().0));
    string(&mut inner, "href", image.href.as_deref());
    text(&mut inner, "title", image.title.as_ref());
    links(&mut inner, &image.links);
    string(&mut inner, "link", quirks.and_then(|quirks| quirks.page.get()).map(AsRef::as_ref));
    for (key, pixels) in [("width", &image.width), ("height", &image.height)] {
        if !pixels.is_absent() {
            inner.insert(key, i64::from(pixels.value.unwrap_or(0)));
        }
    }
    text(&mut inner, "subtitle", image.description.as_ref());
    d.insert("image", inner);
}

pub(super) fn text_input<'a>(
    d: &mut Dictionary<'a>,
    input: Option<&'a TextInput>,
    quirks: Option<&'a Quirks>,
) {
    let Some(input) = input else { return };
    let mut inner = Dictionary::default();
    if quirks.is_some_and(|quirks| quirks.is_outside) {
        string(&mut inner, "name", input.name.as_deref());
        outside(&mut inner, &input.links);
        d.insert("textinput", inner);
        return;
    }
    inner.extend(quirks.into_iter().flat_map(|quirks| quirks.extensions.dictionary().0));
    text(&mut inner, "title", input.title.as_ref());
    text(&mut inner, "subtitle", input.description.as_ref());
    string(&mut inner, "name", input.name.as_deref());
    links(&mut inner, &input.links);
    string(&mut inner, "link", quirks.and_then(|quirks| quirks.page.get()).map(AsRef::as_ref));
    d.insert("textinput", inner);
}

/// The rest of an image or a text input outside of the channel: its links, without where they lead.
fn outside<'a>(d: &mut Dictionary<'a>, all: &'a [Link]) {
    if !all.is_empty() {
        d.insert("links", all.iter().map(|link| link_to(link, None)).into_list());
    }
}
