//! XML elements in an extension object, in the format of [`ElementsObject`]. They become elements in an Atom feed or entry, which
//! are interpreted in the scope of the feed or the item.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::feed::ObjectSink;
use super::path::Path;
use super::reading::{Object, Reading};
use super::tokens::KnownEnds;
use super::value::JsonNode;
use crate::diagnostics::{Diagnostics, JsonError, JsonType, Limit, WarningKind};
use crate::interpret::{OuterScope, interpret_within};
use crate::model::Str;
use crate::sink::Subject;
use crate::vocabulary::json_feed::{ElementsObject, JsonMember};
use crate::vocabulary::read_uri;
use crate::xml::{Nodes, Reader, is_qualified_name};
use bozofeed_text::html::resolve::LONGEST_BASE;

/// The namespaces declared by an object, in order.
#[derive(Debug, Default)]
struct DeclaredNamespaces<'a> {
    list: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    places: BTreeMap<Cow<'a, str>, usize>,
}

impl<'a> DeclaredNamespaces<'a> {
    /// Adds a namespace. Of members with the same name, the last one is used.
    fn add(&mut self, prefix: Cow<'a, str>, uri: Cow<'a, str>) {
        let place = *self.places.entry(prefix.clone()).or_insert(self.list.len());
        match self.list.get_mut(place) {
            Some((_, known)) => *known = uri,
            None => self.list.push((prefix, uri)),
        }
    }

    fn has(&self, prefix: &str) -> bool {
        self.places.contains_key(prefix)
    }
}

/// The members that elements of an extension object replace: the names of the elements, and the relations of links.
#[derive(Debug, Default)]
pub(super) struct ElementOverrides<'a> {
    /// The base URI, which also applies to the members.
    pub(super) base: Option<Str>,
    all: BTreeSet<(Cow<'a, str>, Option<Cow<'a, str>>)>,
}

impl ElementOverrides<'_> {
    /// Returns whether an element provides the value of a member.
    pub(super) fn contains(&self, member: JsonMember) -> bool {
        let elements = member.elements().filter(|_| !self.all.is_empty());
        elements.is_some_and(|(names, rel)| {
            names.iter().any(|name| self.all.contains(&((*name).into(), rel.map(Cow::Borrowed))))
        })
    }
}

impl Reading<'_> {
    /// Returns the members whose values come from the elements of an extension object.
    pub(super) fn element_overrides<'a>(&self, object: &Object<'a, '_>) -> ElementOverrides<'a> {
        let mut overrides = ElementOverrides::default();
        let value = object.counting(ElementsObject::NAME).filter(|value| has_elements(*value));
        let Some(value) = value else {
            return overrides;
        };
        // Not recorded: `elements` reads the same values and records their faults.
        let faults = &mut Diagnostics::default();
        let text_of = |object: JsonNode<'a>, name, faults: &mut Diagnostics<JsonError>| {
            object.member(name).map(|value| (value, value.text(faults)))
        };
        if let Some((_, base)) = text_of(value, ElementsObject::BASE, faults) {
            let outer = self.base.as_deref().unwrap_or_default();
            let base = read_uri(&base, outer, self.budget).filter(|base| base.len() <= LONGEST_BASE);
            overrides.base = base.filter(|base| !base.is_empty()).map(|base| Str::from(&*base));
        }
        let Some((list, _)) = text_of(value, ElementsObject::ELEMENTS, faults) else { return overrides };
        for element in list.parts(None).filter(|element| element.kind() == JsonType::Object) {
            let Some((_, name)) = text_of(element, ElementsObject::ELEMENT_NAME, faults) else { continue };
            let rel = (name == "link").then(|| {
                let attributes = text_of(element, ElementsObject::ATTRIBUTES, faults);
                let rel = attributes.and_then(|(attributes, _)| text_of(attributes, "rel", faults));
                let rel = rel.map_or(Cow::Borrowed("alternate"), |(_, rel)| rel);
                // RFC 4287 §4.2.7.2: a registered name and its URI are equivalent.
                let name = rel.strip_prefix("http://www.iana.org/assignments/relation/");
                name.map(|name| Cow::Owned(name.to_owned())).unwrap_or(rel)
            });
            // An element of either format provides the value of the member, so `rss:title` and `title` are equivalent here.
            let name = match name.strip_prefix("rss:") {
                Some(local) => Cow::Owned(local.to_owned()),
                None => name,
            };
            overrides.all.insert((name, rel));
        }
        overrides
    }

    /// Reads the elements in an extension object. An object in another form remains an extension.
    pub(super) fn elements(
        &mut self,
        object: &mut Object<'_, '_>,
        name: &'static str,
        to: &mut ObjectSink<'_>,
    ) {
        let has_form = object.counting(name).is_some_and(has_elements);
        let Some(value) = has_form.then(|| self.member(object, name)).flatten() else { return };
        let parent = object.path;
        let path = parent.member(name);
        let Some(object) = self.element(value, path) else { return };
        let nodes = self.nodes(object, value, to.subject);
        if nodes.is_too_deep {
            self.limit.get_or_insert(Limit::Depth);
        }
        let outer = OuterScope {
            subject: to.subject,
            in_force: self.scope.clone(),
            double_encoding: Rc::clone(&self.double_encoding),
        };
        let reader = Reader::of_nodes(&nodes, &self.options.limits);
        let mut interpreted = interpret_within(reader, outer, self.options, self.budget, to.sink);
        self.limit = self.limit.or(interpreted.limit);
        if to.subject == Subject::Feed {
            // The elements of Atom and RSS have no prefix, and need no declaration.
            interpreted.namespaces.retain(|(prefix, _)| !prefix.is_empty());
            self.namespaces = std::mem::take(&mut interpreted.namespaces);
        }
        self.take_warnings(interpreted.warnings, Some(path));
    }

    /// Returns the elements of an object, in an Atom feed or entry.
    fn nodes(&mut self, mut object: Object<'_, '_>, value: JsonNode<'_>, subject: Subject) -> Nodes {
        let path = object.path;
        let declarations = self.declarations(&mut object);
        if subject == Subject::Feed {
            for (prefix, uri) in &declarations.list {
                let Some(pair) = self.budget.keep_field((prefix.to_string(), uri.to_string())) else { break };
                self.prefixes.extend([pair.into_inner()]);
            }
        }
        // The elements determine the prefixes that the root must declare.
        let (mut elements, mut nodes) = (Nodes::of(value.raw.len()), Nodes::of(0));
        if let Some(list) = self.array(&mut object, ElementsObject::ELEMENTS) {
            self.add_elements(list, path, &mut elements);
        }
        let root = if subject == Subject::Feed { "feed" } else { "entry" };
        nodes.begin(root, self.offset(value));
        nodes.attribute("xmlns", ElementsObject::ATOM);
        for (prefix, uri) in &declarations.list {
            nodes.attribute(&format!("xmlns:{prefix}"), uri);
        }
        let is_declared = |prefix: &str| matches!(prefix, "xml" | "xmlns") || declarations.has(prefix);
        let prefixes: BTreeSet<_> = elements.prefixes().filter(|prefix| !is_declared(prefix)).collect();
        for prefix in prefixes {
            let uri = match self.prefixes.get(prefix) {
                // The name of a namespace is copied for each item that uses it.
                Some(uri) => self.budget.inherit(&uri.as_str()),
                None => (prefix == ElementsObject::RSS_PREFIX).then_some(ElementsObject::RSS),
            };
            if let Some(uri) = uri {
                nodes.attribute(&format!("xmlns:{prefix}"), uri);
            }
        }
        let mut nodes = elements.within(nodes);
        nodes.end();
        nodes
    }

    /// Returns the namespaces declared by an object.
    fn declarations<'a>(&mut self, object: &mut Object<'a, '_>) -> DeclaredNamespaces<'a> {
        let mut all = DeclaredNamespaces::default();
        let parent = object.path;
        let path = parent.member(ElementsObject::NAMESPACES);
        for (prefix, value) in self.strings(object, ElementsObject::NAMESPACES) {
            let is_prefix = is_qualified_name(&prefix) && !prefix.contains(':');
            if is_prefix && !matches!(&*prefix, "xml" | "xmlns") {
                all.add(prefix, self.raw_text_of(value));
            } else {
                self.warn(value, WarningKind::UnknownWord, &prefix, path);
            }
        }
        all
    }

    /// Adds a list of elements to `nodes`.
    fn add_elements(&mut self, list: JsonNode<'_>, object: Path<'_>, nodes: &mut Nodes) {
        let ends = KnownEnds::new(list.raw, list.offset);
        let mut open = vec![list.parts(Some(&ends)).enumerate()];
        // The index of the element in each of the open lists.
        let mut indices = Vec::new();
        while !open.is_empty() {
            indices.truncate(open.len() - 1);
            let Some((index, value)) = open.last_mut().and_then(Iterator::next) else {
                // The outermost list is not inside an element.
                open.pop();
                if !open.is_empty() {
                    nodes.end();
                }
                continue;
            };
            indices.push(index);
            let Some(mut element) = self.element_with(value, Some(&ends), object.xml(&indices)) else {
                continue;
            };
            let Some(name) = self.element_name(&mut element, value) else { continue };
            nodes.begin(&name, self.offset(value));
            let parent = element.path;
            let path = parent.member(ElementsObject::ATTRIBUTES);
            for (name, value) in self.strings(&mut element, ElementsObject::ATTRIBUTES) {
                if is_qualified_name(&name) {
                    nodes.attribute(&name, &self.raw_text_of(value));
                } else {
                    self.warn(value, WarningKind::UnknownWord, &name, path);
                }
            }
            let text = self.scalar(&mut element, ElementsObject::TEXT, JsonType::String);
            nodes.text(&text.map(|text| self.raw_text_of(text)).unwrap_or_default());
            let children = self.array(&mut element, ElementsObject::CHILDREN);
            match children.filter(|children| !children.is_empty()) {
                Some(children) if open.len() < ElementsObject::DEEPEST => {
                    open.push(children.parts(Some(&ends)).enumerate());
                }
                children => {
                    nodes.is_too_deep |= children.is_some();
                    nodes.end();
                }
            }
        }
    }

    /// Returns the name of the element that `value` represents, or `None` without a valid name.
    fn element_name<'a>(
        &mut self,
        element: &mut Object<'a, '_>,
        value: JsonNode<'a>,
    ) -> Option<Cow<'a, str>> {
        const NAME: &str = ElementsObject::ELEMENT_NAME;
        let parent = element.path;
        let path = parent.member(NAME);
        if !element.has(NAME) {
            self.note(value, || JsonError::WrongType {
                path: path.to_string(),
                expected: JsonType::String,
                found: JsonType::Null,
                read: false,
            });
        }
        let value = self.scalar(element, NAME, JsonType::String)?;
        let name = self.raw_text_of(value);
        let is_name = is_qualified_name(&name) && name != "xmlns" && !name.starts_with("xmlns:");
        if !is_name {
            self.warn(value, WarningKind::UnknownWord, &name, path);
        }
        is_name.then_some(name)
    }

    /// Takes a member that is an array.
    fn array<'a>(&mut self, object: &mut Object<'a, '_>, name: &'static str) -> Option<JsonNode<'a>> {
        let value = self.member(object, name)?;
        if value.kind() != JsonType::Array {
            let parent = object.path;
            self.mismatch(value, JsonType::Array, parent.member(name), value.kind() == JsonType::Null);
            return None;
        }
        Some(value)
    }

    /// Takes a member that is an object of strings, and returns the strings.
    fn strings<'a>(
        &mut self,
        object: &mut Object<'a, '_>,
        name: &'static str,
    ) -> Vec<(Cow<'a, str>, JsonNode<'a>)> {
        let Some(value) = self.member(object, name) else { return Vec::new() };
        let parent = object.path;
        let path = parent.member(name);
        if value.kind() != JsonType::Object {
            self.mismatch(value, JsonType::Object, path, value.kind() == JsonType::Null);
            return Vec::new();
        }
        let mut faults = Diagnostics::default();
        let mut members = value.listed_members(None, self.budget, &mut faults);
        self.take_over(faults);
        members.retain(|(name, value)| match value.kind() {
            JsonType::String => true,
            kind @ (JsonType::Number | JsonType::Boolean | JsonType::Null) => {
                self.mismatch(*value, JsonType::String, path.member(name), true);
                kind != JsonType::Null
            }
            JsonType::Object | JsonType::Array => {
                self.mismatch(*value, JsonType::String, path.member(name), false);
                false
            }
        });
        members
    }
}

/// Returns whether a value has the form of an [`ElementsObject`].
fn has_elements(value: JsonNode<'_>) -> bool {
    let kind_of = |name| value.member(name).map(|value| value.kind());
    match kind_of(ElementsObject::ELEMENTS) {
        Some(kind) => kind == JsonType::Array,
        None => {
            kind_of(ElementsObject::NAMESPACES) == Some(JsonType::Object)
                || kind_of(ElementsObject::BASE) == Some(JsonType::String)
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::parsed::Parsed;
    use crate::{Limits, Parser, parse};

    const NAMESPACES: [(&str, &str); 9] = [
        ("dc", "http://purl.org/dc/elements/1.1/"),
        ("georss", "http://www.georss.org/georss"),
        ("itunes", "http://www.itunes.com/dtds/podcast-1.0.dtd"),
        ("media", "http://search.yahoo.com/mrss/"),
        ("podcast", "https://podcastindex.org/namespace/1.0"),
        ("thr", "http://purl.org/syndication/thread/1.0"),
        ("fh", "http://purl.org/syndication/history/1.0"),
        ("x", "urn:example:x"),
        ("rss", "http://backend.userland.com/rss2"),
    ];

    fn json(feed: &str, item: &str) -> Parsed {
        let pairs: Vec<_> =
            NAMESPACES.iter().map(|(prefix, uri)| format!("\"{prefix}\": \"{uri}\"")).collect();
        let json = format!(
            "{{\"version\": \"https://jsonfeed.org/version/1.1\", \"_bozofeed\": {{\"namespaces\": {{{}}}, \
             \"elements\": [{feed}]}}, \"items\": [{{\"_bozofeed\": {{\"elements\": [{item}]}}}}]}}",
            pairs.join(", "),
        );
        parse(json.as_bytes())
    }

    fn atom(feed: &str, entry: &str) -> Parsed {
        let namespaces: String =
            NAMESPACES.map(|(prefix, uri)| format!(" xmlns:{prefix}=\"{uri}\"")).concat();
        let atom = format!(
            "<feed xmlns=\"http://www.w3.org/2005/Atom\"{namespaces}>{feed}<entry>{entry}</entry></feed>"
        );
        parse(atom.as_bytes())
    }

    /// Elements in JSON, and the equivalent XML.
    const ENTRY: &[(&str, &str)] = &[
        (r#"{"name": "itunes:duration", "text": "1:02"}"#, "<itunes:duration>1:02</itunes:duration>"),
        (
            r#"{"name": "contributor", "children": [{"name": "name", "text": "Jo"}, {"name": "uri", "text": "http://jo.example/"}, {"name": "x:rank", "text": "mate"}]}"#,
            "<contributor><name>Jo</name><uri>http://jo.example/</uri><x:rank>mate</x:rank></contributor>",
        ),
        (
            r#"{"name": "rss:comments", "text": "http://e.example/c"}"#,
            "<rss:comments>http://e.example/c</rss:comments>",
        ),
        (
            r#"{"name": "media:group", "children": [{"name": "media:content", "attributes": {"url": "http://e.example/a.mp4", "fileSize": "12", "lang": "nl"}, "children": [{"name": "media:title", "attributes": {"type": "html"}, "text": "<b>T</b>"}, {"name": "media:thumbnail", "attributes": {"url": "http://e.example/a.png"}}]}]}"#,
            "<media:group><media:content url='http://e.example/a.mp4' fileSize='12' lang='nl'>\
             <media:title type='html'>&lt;b>T&lt;/b></media:title><media:thumbnail url='http://e.example/a.png'/></media:content></media:group>",
        ),
        (r#"{"name": "georss:point", "text": "51.05 3.72"}"#, "<georss:point>51.05 3.72</georss:point>"),
        (
            r#"{"name": "podcast:person", "attributes": {"role": "guest"}, "text": "Ann"}"#,
            "<podcast:person role='guest'>Ann</podcast:person>",
        ),
        (
            r#"{"name": "x:place", "attributes": {"kind": "port", "x:y": "z"}, "text": "Ghent", "children": [{"name": "x:a"}, {"name": "b", "text": "c"}]}"#,
            "<x:place kind='port' x:y='z'>Ghent<x:a/><b>c</b></x:place>",
        ),
        (
            r#"{"name": "y:place", "attributes": {"xmlns:y": "urn:y"}, "text": "Ghent"}"#,
            "<y:place xmlns:y='urn:y'>Ghent</y:place>",
        ),
        (
            r#"{"name": "place", "attributes": {"xmlns": "urn:y"}, "text": "Ghent"}"#,
            "<place xmlns='urn:y'>Ghent</place>",
        ),
        (r#"{"name": "none:place", "text": "Ghent"}"#, "<none:place>Ghent</none:place>"),
        (
            r#"{"name": "summary", "attributes": {"type": "html", "xml:lang": "nl", "xml:base": "http://b.example/"}, "text": "<a href=\"c\" onclick=\"d()\">e</a>"}"#,
            "<summary type='html' xml:lang='nl' xml:base='http://b.example/'>&lt;a href='c' onclick='d()'>e&lt;/a></summary>",
        ),
        (
            r#"{"name": "content", "attributes": {"type": "xhtml"}, "children": [{"name": "div", "attributes": {"xmlns": "http://www.w3.org/1999/xhtml"}, "text": "a", "children": [{"name": "b", "text": "c"}]}]}"#,
            "<content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>a<b>c</b></div></content>",
        ),
        (
            r#"{"name": "source", "children": [{"name": "title", "text": "S"}, {"name": "itunes:author", "text": "A"}, {"name": "georss:point", "text": "1 2"}]}, {"name": "title", "text": "T"}"#,
            "<source><title>S</title><itunes:author>A</itunes:author><georss:point>1 2</georss:point></source><title>T</title>",
        ),
        (
            r#"{"name": "source", "children": [{"name": "title", "text": "S"}]}, {"name": "source", "children": [{"name": "title", "text": "R"}]}"#,
            "<source><title>S</title></source><source><title>R</title></source>",
        ),
        (
            r#"{"name": "link", "attributes": {"rel": "replies", "href": "http://e.example/r", "thr:count": "3"}}, {"name": "thr:in-reply-to", "attributes": {"ref": "urn:a"}}"#,
            "<link rel='replies' href='http://e.example/r' thr:count='3'/><thr:in-reply-to ref='urn:a'/>",
        ),
        (
            r#"{"name": "category", "attributes": {"term": "a", "scheme": "http://s.example/", "label": "A"}}, {"name": "category", "text": "b"}"#,
            "<category term='a' scheme='http://s.example/' label='A'/><category>b</category>",
        ),
        (
            r#"{"name": "published", "text": "2026-01-02T03:04:05Z"}, {"name": "updated", "text": "soon"}, {"name": "dc:date", "text": "2026"}"#,
            "<published>2026-01-02T03:04:05Z</published><updated>soon</updated><dc:date>2026</dc:date>",
        ),
        (
            r#"{"name": "rss:guid", "attributes": {"isPermaLink": "false"}, "text": " a\n\tb "}"#,
            "<rss:guid isPermaLink='false'> a&#10;&#9;b </rss:guid>",
        ),
    ];

    const FEED: &[(&str, &str)] = &[
        (r#"{"name": "rss:ttl", "text": "60"}"#, "<rss:ttl>60</rss:ttl>"),
        (
            r#"{"name": "rss:cloud", "attributes": {"domain": "c.example", "port": "80"}}"#,
            "<rss:cloud domain='c.example' port='80'/>",
        ),
        (r#"{"name": "podcast:guid", "text": "b"}"#, "<podcast:guid>b</podcast:guid>"),
        (
            r#"{"name": "rss:skipHours", "children": [{"name": "rss:hour", "text": "3"}]}"#,
            "<rss:skipHours><rss:hour>3</rss:hour></rss:skipHours>",
        ),
        (
            r#"{"name": "rss:image", "children": [{"name": "rss:url", "text": "http://e.example/i"}, {"name": "rss:width", "text": "x"}]}"#,
            "<rss:image><rss:url>http://e.example/i</rss:url><rss:width>x</rss:width></rss:image>",
        ),
        (
            r#"{"name": "podcast:liveItem", "attributes": {"status": "live"}, "children": [{"name": "title", "text": "L"}, {"name": "rss:enclosure", "attributes": {"url": "http://e.example/l"}}]}"#,
            "<podcast:liveItem status='live'><title>L</title><rss:enclosure url='http://e.example/l'/></podcast:liveItem>",
        ),
        (
            r#"{"name": "generator", "attributes": {"uri": "http://g.example/", "version": "1"}, "text": "G"}, {"name": "rights", "text": "(c)"}"#,
            "<generator uri='http://g.example/' version='1'>G</generator><rights>(c)</rights>",
        ),
        (r#"{"name": "fh:complete"}"#, "<fh:complete/>"),
        (
            r#"{"name": "x:place", "attributes": {"kind": "port"}, "text": "Ghent"}"#,
            "<x:place kind='port'>Ghent</x:place>",
        ),
    ];

    /// Elements, the extensions read from them, the first fault, and the warnings.
    const MALFORMED: &[(&str, &str, &str, &str)] = &[
        (
            r#"1, {"name": "x:a"}"#,
            "a",
            "$.items[0]._bozofeed.elements[0]: expected an object, found a number",
            "",
        ),
        (
            r#"{"text": "b"}, {"name": "x:a"}"#,
            "a",
            "$.items[0]._bozofeed.elements[0].name: expected a string, found null",
            "",
        ),
        (
            r#"{"name": null}, {"name": "x:a"}"#,
            "a",
            "$.items[0]._bozofeed.elements[0].name: expected a string, found null",
            "",
        ),
        (
            r#"{"name": ["x:b"]}"#,
            "",
            "$.items[0]._bozofeed.elements[0].name: expected a string, found an array",
            "",
        ),
        (r#"{"name": "a b"}, {"name": "x:a"}"#, "a", "", "$.items[0]._bozofeed.elements[0].name a b"),
        (r#"{"name": ""}"#, "", "", "$.items[0]._bozofeed.elements[0].name "),
        (r#"{"name": "xmlns:b"}"#, "", "", "$.items[0]._bozofeed.elements[0].name xmlns:b"),
        (
            r#"{"name": "x:a", "text": 3}"#,
            "a=3",
            "$.items[0]._bozofeed.elements[0].text: expected a string, found a number",
            "",
        ),
        (
            r#"{"name": "x:a", "text": {}}"#,
            "a",
            "$.items[0]._bozofeed.elements[0].text: expected a string, found an object",
            "",
        ),
        (
            r#"{"name": "x:a", "children": [{"name": "x:b", "children": {"name": "x:c"}}]}"#,
            "a",
            "$.items[0]._bozofeed.elements[0].children[0].children: expected an array, found an object",
            "",
        ),
        (
            r#"{"name": "x:a", "attributes": [1]}"#,
            "a",
            "$.items[0]._bozofeed.elements[0].attributes: expected an object, found an array",
            "",
        ),
        (
            r#"{"name": "x:a", "attributes": {"b": [], "c": "d"}}"#,
            "a c=d",
            "$.items[0]._bozofeed.elements[0].attributes.b: expected a string, found an array",
            "",
        ),
        (
            r#"{"name": "x:a", "attributes": {"b": null, "c": "d"}}"#,
            "a c=d",
            "",
            "$.items[0]._bozofeed.elements[0].attributes.b null",
        ),
        (
            r#"{"name": "x:a", "attributes": {"b c": "", "c": "d"}}"#,
            "a c=d",
            "",
            "$.items[0]._bozofeed.elements[0].attributes b c",
        ),
        (r#"{"name": "x:a", "attributes": {"c": "d", "c": "e"}}"#, "a c=d", "", ""),
        (
            r#"{"name": "x:a", "text": "<?xml version='1.0'?><!DOCTYPE a>&b;]]>\u0000"}"#,
            "a=<?xml version='1.0'?><!DOCTYPE a>&b;]]>",
            "",
            "",
        ),
        (r#"{"name": "x:a", "other": [1], "text": "b"}"#, "a=b", "", ""),
        (
            r#"{"name": "itunes:duration", "text": "soon"}"#,
            "",
            "",
            "$.items[0]._bozofeed/itunes:duration soon",
        ),
        (r#"{"name": "x:größe", "text": "3"}"#, "größe=3", "", ""),
    ];

    fn kinds(parsed: &Parsed) -> Vec<(crate::WarningKind, &str)> {
        parsed.warnings.iter().map(|warning| (warning.kind, warning.value.as_str())).collect()
    }

    #[test]
    fn elements_say_the_same_as_in_atom() {
        let mut failures = Vec::new();
        for (place, rows) in [("feed", FEED), ("entry", ENTRY)] {
            let all: (Vec<_>, Vec<_>) = rows.iter().copied().unzip();
            let all = (all.0.join(", "), all.1.concat());
            let rows = rows.iter().map(|(json, xml)| ((*json).to_owned(), (*xml).to_owned()));
            for (elements, xml) in rows.chain([all]) {
                let (found, expected) = match place {
                    "feed" => (json(&elements, ""), atom(&xml, "")),
                    _ => (json("", &elements), atom("", &xml)),
                };
                let is_same = found.feed == expected.feed && found.entries == expected.entries;
                if !is_same || kinds(&found) != kinds(&expected) || found.bozo.is_some() {
                    failures.push(format!("{elements}\n{found:#?}\n{expected:#?}"));
                }
            }
        }
        assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    }

    #[test]
    fn elements_that_say_more_count_instead_of_members() {
        let json = br#"{"version": "https://jsonfeed.org/version/1.1", "language": "nl", "items": [{"title": "own",
            "_bozofeed": {"elements": [{"name": "title", "text": "said"}, {"name": "rss:pubDate", "text": "2026-01-02"},
                {"name": "summary", "text": "in Dutch"}]},
            "date_published": "2026-02-03T00:00:00Z"}]}"#;
        let parsed = parse(json);
        let entry = &parsed.entries[0];
        assert_eq!(entry.title.as_ref().map(|title| &*title.value), Some("said"));
        assert_eq!(entry.published.text(), "2026-02-03T00:00:00Z");
        assert_eq!(entry.summary.as_ref().and_then(|summary| summary.language()), Some("nl"));
    }

    #[test]
    fn elements_replace_links_of_their_relation() {
        let json = br#"{"version": "https://jsonfeed.org/version/1.1", "items": [{
            "url": "/a", "external_url": "/b", "attachments": [{"url": "/c"}], "authors": [{"name": "A"}], "tags": ["t"],
            "_bozofeed": {"base": "https://harbour.example/", "elements": [
                {"name": "link", "attributes": {"href": "/a", "hreflang": "nl"}},
                {"name": "link", "attributes": {"rel": "http://www.iana.org/assignments/relation/enclosure", "href": "/d"}},
                {"name": "category", "attributes": {"term": "t", "label": "T"}},
                {"name": "author", "children": [{"name": "name", "text": "B"}]}]}}]}"#;
        let entry = &parse(json).entries[0];
        let mut links: Vec<_> =
            entry.links.iter().map(|link| (&*link.rel, link.href.as_deref().unwrap_or_default())).collect();
        links.sort_unstable();
        let expected = [("alternate", "a"), ("enclosure", "d"), ("related", "b")];
        assert_eq!(
            links,
            expected
                .map(|(rel, path)| (rel, format!("https://harbour.example/{path}")))
                .each_ref()
                .map(|(rel, href)| (*rel, href.as_str()))
        );
        assert_eq!(entry.link.as_deref(), Some("https://harbour.example/a"));
        assert_eq!(
            entry.authors.iter().map(|author| author.name.as_deref()).collect::<Vec<_>>(),
            [Some("B")]
        );
        assert_eq!(entry.tags.iter().map(|tag| tag.label.as_deref()).collect::<Vec<_>>(), [Some("T")]);
    }

    #[test]
    fn namespaces_of_an_item_hold_for_it_alone() {
        let json = br#"{"version": "https://jsonfeed.org/version/1.1",
            "_bozofeed": {"namespaces": {"a": "urn:top", "dublin": "http://purl.org/dc/elements/1.1/"}},
            "items": [
                {"id": "1", "_bozofeed": {"namespaces": {"a": "urn:item", "b": "urn:b"}, "elements": [{"name": "a:x"}, {"name": "b:x"}]}},
                {"id": "2", "_bozofeed": {"elements": [{"name": "a:x"}, {"name": "b:x"}]}}]}"#;
        let parsed = parse(json);
        let found: Vec<Vec<_>> = parsed
            .entries
            .iter()
            .map(|entry| entry.extensions().iter().map(|one| one.namespace.as_deref()).collect())
            .collect();
        assert_eq!(found, [[Some("urn:item"), Some("urn:b")], [Some("urn:top"), None]]);
        let expected = [("a", "urn:top"), ("dc", "http://purl.org/dc/elements/1.1/")];
        assert_eq!(parsed.namespaces, expected.map(|(prefix, uri)| (prefix.to_owned(), uri.to_owned())));
    }

    #[test]
    fn structures_are_extensions() {
        let mut failures = Vec::new();
        for name in
            ["feed", "entry", "rss", "channel", "item", "rss:item", "rss:channel", "rdf:RDF", "product"]
        {
            let element = format!(
                "{{\"name\": \"{name}\", \"children\": [{{\"name\": \"title\", \"text\": \"inner\"}}]}}, {{\"name\": \"id\", \"text\": \"urn:a\"}}"
            );
            let parsed = json(&element, &element);
            let entry = parsed.entries.first();
            let is_read = parsed.entries.len() == 1
                && parsed.feed.id.as_deref() == Some("urn:a")
                && entry.is_some_and(|entry| entry.id.as_deref() == Some("urn:a") && entry.title.is_none())
                && parsed.feed.title.is_none()
                && [parsed.feed.extensions(), entry.map_or(&[], |entry| entry.extensions())]
                    .iter()
                    .all(|list| list.len() == 1 && list[0].children.len() == 1);
            if !is_read {
                failures.push(format!("{name}: {parsed:#?}"));
            }
        }
        assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    }

    #[test]
    fn what_is_malformed_is_left_out() {
        let mut failures = Vec::new();
        for &(elements, expected, fault, warning) in MALFORMED {
            let parsed = json("", elements);
            let list = parsed.entries.first().map_or(&[][..], |entry| entry.extensions());
            let found: Vec<String> = list
                .iter()
                .map(|one| {
                    let attributes = one.attributes.iter().map(|(name, value)| format!(" {name}={value}"));
                    let text = if one.text.is_empty() { String::new() } else { format!("={}", one.text) };
                    format!("{}{}{text}", one.name, attributes.collect::<Vec<_>>().concat())
                })
                .collect();
            let bozo = parsed.bozo.as_ref().map(ToString::to_string).unwrap_or_default();
            let warnings: Vec<_> =
                parsed.warnings.iter().map(|one| format!("{} {}", one.path, one.value)).collect();
            let warnings = warnings.join("; ");
            if found.join(", ") != expected
                || !bozo.starts_with(fault)
                || bozo.is_empty() != fault.is_empty()
                || warnings != warning
            {
                failures.push(format!("{elements}\n  {found:?}\n  {bozo}\n  {warnings}"));
            }
        }
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    }

    #[test]
    fn another_form_is_an_extension() {
        let mut failures = Vec::new();
        for (value, is_read) in [
            (r#"{"elements": []}"#, true),
            (r#"{"namespaces": {}}"#, true),
            (r#"{"about": "x", "elements": []}"#, true),
            (r#"{"elements": {}}"#, false),
            (r#"{"elements": null, "namespaces": {}}"#, false),
            (r#"{"about": "x"}"#, false),
            ("{}", false),
            ("[]", false),
            ("\"x\"", false),
        ] {
            let json = format!(
                "{{\"version\": \"https://jsonfeed.org/version/1.1\", \"items\": [{{\"_bozofeed\": {value}}}]}}"
            );
            let parsed = parse(json.as_bytes());
            let list = parsed.entries[0].extensions();
            let is_kept = list.len() == 1 && list[0].json.as_deref() == Some(value);
            if is_kept == is_read || parsed.bozo.is_some() {
                failures.push((value, list.to_vec(), parsed.bozo));
            }
        }
        assert_eq!(failures, []);
    }

    #[test]
    fn warnings_have_the_offsets_of_elements() {
        let json = br#"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "_bozofeed": {"elements": [
            {"name": "updated", "text": "soon"},
            {"name": "georss:point", "text": "far"},
            {"name": "source", "children": [
                {"name": "title", "text": "x"},
                {"name": "updated", "text": "later"}]}]}}]}"#;
        let parsed = parse(json);
        let found: Vec<_> = parsed
            .warnings
            .iter()
            .map(|one| (one.value.as_str(), one.position.line, one.path.as_str()))
            .collect();
        assert_eq!(
            found,
            [
                ("soon", 2, "$.items[0]._bozofeed/updated"),
                ("far", 3, "$.items[0]._bozofeed/georss:point"),
                ("later", 6, "$.items[0]._bozofeed/source/updated"),
            ]
        );
    }

    #[test]
    fn nesting_is_bounded() {
        let elements = |depth: usize| {
            "{\"name\":\"x:a\",\"children\":[".repeat(depth) + "{\"name\":\"x:a\"}" + &"]}".repeat(depth)
        };
        for (depth, is_whole) in [(0, true), (20, true), (1000, false)] {
            let parsed = json("", &elements(depth));
            assert_eq!(parsed.bozo.is_none(), is_whole, "{depth}: {:?}", parsed.bozo);
            assert_eq!(parsed.entries[0].extensions().len(), 1, "{depth}");
        }
        let parser = Parser::new().limits(Limits::default().depth(6));
        let json = format!(
            "{{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{{\"_bozofeed\":{{\"elements\":[{}]}}}}]}}",
            elements(10)
        );
        assert!(parser.parse(json.as_bytes()).bozo.is_some());
    }
}
