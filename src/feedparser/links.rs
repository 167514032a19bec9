//! Links, and identifiers that are links.

use super::Dictionary;
use super::attributes::KeyedAttributes;
use super::contents::{full_type, is_markup};
use super::reading::DictionaryReader;
use super::value::{IntoValues as _, Value};
use bozofeed_text::html::resolve::is_script_url;

impl DictionaryReader<'_, '_> {
    pub(super) fn start_link(&mut self, attributes: KeyedAttributes<'_>) {
        let lacks_href = attributes.lacks_script;
        let mut link = attributes.into_dictionary();
        default_to(&mut link, "rel", "alternate");
        // The relation comes before the type, whose default depends on it.
        let is_self = link.get("rel").and_then(Value::as_str) == Some("self");
        default_to(&mut link, "type", if is_self { "application/atom+xml" } else { "text/html" });
        let is_named = self.enforce_href(&mut link) || lacks_href;
        let is_alternate = link.get("rel").and_then(Value::as_str) == Some("alternate");
        let is_page =
            link.get("type").and_then(Value::as_str).is_some_and(|name| is_markup(&full_type(name)));
        let href = link.get("href").and_then(Value::as_str).map(str::to_owned);
        self.set_default("links", Value::List(Vec::new()));
        if !(self.state.in_entry && self.state.in_image) {
            self.add("links", Value::Dictionary(link));
        }
        if !is_named {
            let is_kept = self.state.is_within_feed();
            self.push("link", is_kept);
        } else if let Some(href) = href.filter(|_| is_alternate && is_page) {
            self.set("link", href);
        }
    }

    /// Renames the URL of a link to `href`, and makes it absolute. Returns whether the link has one, even if it is omitted because
    /// it would run a script.
    pub(super) fn enforce_href(&self, link: &mut Dictionary<'static>) -> bool {
        rename_href(link);
        let Some(href) = link.get("href").and_then(Value::as_str) else { return false };
        match self.resolved(href) {
            Some(href) => link.insert("href", href),
            None => link.remove("href"),
        }
        true
    }

    pub(super) fn start_enclosure(&mut self, attributes: KeyedAttributes<'_>) {
        let mut link = attributes.into_dictionary();
        // Only renamed: Universal Feed Parser does not resolve the URL of an enclosure.
        rename_href(&mut link);
        link.insert("rel", "enclosure");
        self.add("links", Value::Dictionary(link));
    }

    pub(super) fn start_license(&mut self, attributes: &KeyedAttributes<'_>) {
        self.add_license(attributes.rdf("resource").map(str::to_owned));
    }

    pub(super) fn end_license(&mut self) {
        let href = self.pop("license");
        self.context().remove("license");
        self.add_license(Some(href).filter(|href| !href.is_empty() && !is_script_url(href)));
    }

    fn add_license(&mut self, href: Option<String>) {
        let link = [("rel", "license".to_owned())].into_iter().chain(href.map(|href| ("href", href)));
        self.add("links", Value::Dictionary(link.into_dictionary()));
    }

    /// Ends an identifier. It is assumed to be the page, unless it declares otherwise or there is already a link.
    pub(super) fn end_id(&mut self) {
        let id = self.pop("id");
        let may_be_link = self.state.id_is_link && !is_script_url(&id);
        let is_link = may_be_link && !self.has("link");
        self.set_default("guidislink", is_link);
        if may_be_link {
            self.set_default("link", id);
        }
    }

    pub(super) fn end_new_location(&mut self) {
        let url = self.pop("newlocation");
        match self.resolved(&url) {
            None => self.context().remove("newlocation"),
            Some(url) if !self.state.in_entry && !self.state.in_source => self.set("newlocation", url),
            Some(_) => {}
        }
    }
}

/// Renames `url` or `uri` of a link to `href`. An empty one keeps its name.
fn rename_href(link: &mut Dictionary<'static>) {
    let href = ["url", "uri", "href"].iter().find_map(|name| link.get(name)).and_then(Value::as_str);
    if let Some(href) = href.filter(|href| !href.is_empty()).map(str::to_owned) {
        link.remove("url");
        link.remove("uri");
        link.insert("href", href);
    }
}

fn default_to(link: &mut Dictionary<'static>, key: &'static str, value: &'static str) {
    if !link.contains_key(key) {
        link.insert(key, value);
    }
}
