//! Reads values of a JSON Feed, and records values of the wrong type.
//!
//! Members without a field, and values whose type does not fit their field, are kept as extensions.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::iter::Enumerate;
use std::rc::Rc;
use std::sync::Arc;
use std::vec;

use super::mend::OffsetMap;
use super::path::Path;
use super::tokens::KnownEnds;
use super::value::{JsonNode, JsonParts};
use crate::budget::{Budget, PaidList};
use crate::diagnostics::{Diagnostics, JsonError, JsonType, Limit, Unplaced, WarningKind};
use crate::model::{Extension, Image, Str, Text, TextValue, XmlScope};
use crate::options::Options;
use crate::sink::Sink;
use crate::text_repair::DoubleEncoding;
use crate::vocabulary::{TextField, Tree, read_uri, unescape_name, value_of};
use bozofeed_content::Sanitizer;
use bozofeed_content::internal::{MarkupConventions, SanitizeValues as _, Syntax};
use bozofeed_model::internal::cost::Priced;
use bozofeed_text::html::uri::is_relative;
use bozofeed_text::html::url_names::shows_text;

/// The members of an object that were not read yet.
#[derive(Debug)]
pub(super) struct Object<'a, 'p> {
    pub(super) path: Path<'p>,
    members: Vec<(Cow<'a, str>, JsonNode<'a>)>,
    /// Elements of lists with the wrong type, by the name of the list.
    unread: Vec<(&'static str, PaidList<JsonNode<'a>>)>,
}

impl<'a> Object<'a, '_> {
    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    pub(super) fn get(&self, name: &str) -> Option<JsonNode<'a>> {
        self.members.iter().rev().find(|(n, _)| n == name).map(|(_, value)| *value)
    }

    /// Returns the index of the effective member with a name: the last one that is not empty, or else the last one.
    fn index_of(&self, name: &str) -> Option<usize> {
        // Most JSON parsers return the last of several members with the same name (RFC 8259 §4).
        let last = self.members.iter().rposition(|(n, _)| n == name)?;
        if self.members.get(last).is_none_or(|(_, value)| !value.is_empty()) {
            return Some(last);
        }
        Some(self.members.iter().rposition(|(n, value)| n == name && !value.is_empty()).unwrap_or(last))
    }

    /// Returns the effective member with a name.
    pub(super) fn counting(&self, name: &str) -> Option<JsonNode<'a>> {
        self.members.get(self.index_of(name)?).map(|(_, value)| *value)
    }

    fn take_all(&mut self, name: &str) -> Vec<JsonNode<'a>> {
        let mut taken = Vec::new();
        if self.has(name) {
            self.members.retain(|(n, value)| {
                let is_other = n != name;
                if !is_other {
                    taken.push(*value);
                }
                is_other
            });
        }
        taken
    }

    pub(super) fn put_back(&mut self, name: &'static str, value: JsonNode<'a>) {
        self.members.push((Cow::Borrowed(name), value));
    }
}

/// A member that is an array, whose elements are read one by one.
#[derive(Debug)]
pub(super) struct List<'a> {
    name: &'static str,
    /// The remaining values of the name.
    values: Enumerate<vec::IntoIter<JsonNode<'a>>>,
    /// Whether the name has more than one value.
    is_repeated: bool,
    /// The remaining elements of the current array.
    elements: Option<Enumerate<JsonParts<'a, 'static>>>,
    /// The elements of the wrong type.
    unread: PaidList<JsonNode<'a>>,
}

impl<'a> List<'a> {
    /// Takes a member of an object.
    pub(super) fn begin(object: &mut Object<'a, '_>, name: &'static str) -> Self {
        #[cfg(test)]
        asked(object.path, name);
        let mut values = object.take_all(name);
        let is_repeated = values.len() > 1;
        if let [value] = values.as_slice()
            && value.kind() == JsonType::Object
        {
            // `"items": {…}, {…}]`: the opening bracket is missing, so only the first element has the name of the array.
            values.extend(object.take_all(""));
        }
        let values = values.into_iter().enumerate();
        Self { name, values, is_repeated, elements: None, unread: PaidList::default() }
    }

    /// Returns the unused elements to the object.
    pub(super) fn end(self, object: &mut Object<'a, '_>) {
        if !self.unread.is_empty() {
            object.unread.push((self.name, self.unread));
        }
    }
}

/// The state of the reader of a document.
#[derive(Debug)]
pub(super) struct Reading<'o> {
    pub(super) options: &'o Options,
    pub(super) cleaner: &'o Sanitizer,
    /// The language and base from the response.
    pub(super) outermost: Option<Arc<XmlScope>>,
    /// The base URI of the feed.
    pub(super) base: Option<Str>,
    /// The language and base for the current texts.
    pub(super) scope: Option<Arc<XmlScope>>,
    pub(super) faults: Diagnostics<JsonError>,
    pub(super) warnings: Diagnostics<Unplaced>,
    pub(super) limit: Option<Limit>,
    pub(super) budget: &'o Budget,
    /// The offsets of values in the original document.
    places: &'o OffsetMap,
    /// The original document.
    document: &'o str,
    pub(super) double_encoding: Rc<DoubleEncoding<'o>>,
    /// The namespaces that XML elements in the document may use, by prefix.
    pub(super) prefixes: BTreeMap<String, String>,
    /// The namespaces of the feed's elements, in their final form.
    pub(super) namespaces: Vec<(String, String)>,
}

impl<'o> Reading<'o> {
    pub(super) fn new(
        sink: &dyn Sink,
        outermost: Option<Arc<XmlScope>>,
        options: &'o Options,
        budget: &'o Budget,
        document: &'o str,
        places: &'o OffsetMap,
        faults: Diagnostics<JsonError>,
    ) -> Self {
        Self {
            options,
            cleaner: sink.cleaner(options),
            scope: None,
            base: outermost.as_ref().and_then(|scope| scope.base.clone()),
            outermost,
            faults,
            warnings: Diagnostics::keeping(options.limits.diagnostics),
            limit: None,
            budget,
            places,
            document,
            double_encoding: DoubleEncoding::new(document).into(),
            prefixes: BTreeMap::new(),
            namespaces: Vec::new(),
        }
    }

    /// Records an error at a value.
    #[cold]
    pub(super) fn note(&mut self, value: JsonNode<'_>, error: impl FnOnce() -> JsonError) {
        self.faults.add(self.places.original(value.offset), error);
    }

    /// Adds the warnings of elements. `path` is the path of the value that contains them, and is prepended to their paths. It is
    /// `None` if the value is the whole document.
    pub(super) fn take_warnings(&mut self, warnings: Diagnostics<Unplaced>, path: Option<Path<'_>>) {
        for (offset, mut warning) in warnings.into_kept() {
            self.warnings.add(offset, || {
                if let Some(path) = path {
                    let inner = warning.path.split_once('/').map_or("", |(_, inner)| inner);
                    warning.path = format!("{path}/{inner}");
                }
                warning
            });
        }
    }

    #[cold]
    pub(super) fn warn(&mut self, value: JsonNode<'_>, kind: WarningKind, raw: &str, path: Path<'_>) {
        let unplaced = || Unplaced::new(kind, raw, path.to_string());
        self.warnings.add(self.places.original(value.offset), unplaced);
    }

    /// Records that a value has the wrong type. `read` tells whether it was used nevertheless.
    #[cold]
    pub(super) fn mismatch(&mut self, value: JsonNode<'_>, expected: JsonType, path: Path<'_>, read: bool) {
        let found = value.kind();
        let offset = self.places.original(value.offset);
        // A null that replaces something else was already recorded when it was inserted.
        let is_own = self.document.get(offset..).is_some_and(|rest| rest.starts_with("null"));
        if found == JsonType::Null && matches!(path, Path::Member(..)) && !path.is_required() {
            // Some programs write all members, although most are optional.
            if is_own {
                self.warn(value, WarningKind::NullMember, "null", path);
            }
        } else if found != JsonType::Null || is_own {
            self.faults.add(offset, || JsonError::WrongType {
                path: path.to_string(),
                expected,
                found,
                read,
            });
        }
    }

    /// Returns the members of an object, or `None` for other values.
    pub(super) fn object<'a, 'p>(&mut self, value: JsonNode<'a>, path: Path<'p>) -> Option<Object<'a, 'p>> {
        self.object_with(value, None, path)
    }

    fn object_with<'a, 'p>(
        &mut self,
        value: JsonNode<'a>,
        ends: Option<&KnownEnds>,
        path: Path<'p>,
    ) -> Option<Object<'a, 'p>> {
        (value.kind() == JsonType::Object).then(|| {
            let mut faults = Diagnostics::default();
            let members = value.listed_members(ends, self.budget, &mut faults);
            self.take_over(faults);
            Object { path, members, unread: Vec::new() }
        })
    }

    /// Returns the repaired text of a string, or another value as written.
    pub(super) fn text_of(&mut self, value: JsonNode<'_>, path: Path<'_>) -> String {
        let text = self.raw_text_of(value);
        let is_undone = |text: &str| {
            let is_undone = self.double_encoding.is_undone();
            if is_undone {
                self.warn(value, WarningKind::DoubleEncoding, text, path);
            }
            is_undone
        };
        value_of(text, is_undone).into_owned()
    }

    /// Returns the text of a string, or another value as written.
    pub(super) fn raw_text_of<'a>(&mut self, value: JsonNode<'a>) -> Cow<'a, str> {
        let mut faults = Diagnostics::default();
        let text = value.text(&mut faults);
        self.take_over(faults);
        text
    }

    /// Adds the faults that were recorded with offsets in the repaired text.
    pub(super) fn take_over(&mut self, faults: Diagnostics<JsonError>) {
        for (offset, error) in faults.into_kept() {
            self.faults.add(self.places.original(offset), || error);
        }
    }

    /// Takes a member of an object. A duplicate name is a fault.
    pub(super) fn member<'a>(
        &mut self,
        object: &mut Object<'a, '_>,
        name: &'static str,
    ) -> Option<JsonNode<'a>> {
        #[cfg(test)]
        asked(object.path, name);
        let index = object.index_of(name)?;
        let value = object.members.remove(index).1;
        // The other members with this name stay in the object, and become extensions.
        if let Some(other) = object.get(name) {
            self.note(other, || JsonError::DuplicateName(name.to_owned()));
        }
        Some(value)
    }

    /// Takes a member with one value of the type `expected`. Numbers and booleans are accepted as strings, and strings as
    /// numbers and booleans.
    pub(super) fn scalar<'a>(
        &mut self,
        object: &mut Object<'a, '_>,
        name: &'static str,
        expected: JsonType,
    ) -> Option<JsonNode<'a>> {
        let value = self.member(object, name)?;
        let found = value.kind();
        if found == expected {
            return Some(value);
        }
        let path = object.path.member(name);
        match found {
            JsonType::Null => {
                self.mismatch(value, expected, path, true);
                None
            }
            JsonType::Object | JsonType::Array => {
                self.mismatch(value, expected, path, false);
                // It is kept as an extension.
                object.put_back(name, value);
                None
            }
            JsonType::String | JsonType::Number | JsonType::Boolean => {
                self.mismatch(value, expected, path, true);
                Some(value)
            }
        }
    }

    /// Takes a member that is a string.
    pub(super) fn string(&mut self, object: &mut Object<'_, '_>, name: &'static str) -> Option<String> {
        let value = self.scalar(object, name, JsonType::String)?;
        let path = object.path;
        Some(self.text_of(value, path.member(name)))
    }

    /// Takes a member that is a human-readable text.
    pub(super) fn text(
        &mut self,
        object: &mut Object<'_, '_>,
        name: &'static str,
        (field, media_type): (TextField, &'static str),
    ) -> Option<Text> {
        let text = self.string(object, name)?;
        let value: TextValue = match media_type {
            "text/html" => {
                let base = self.base.as_deref().unwrap_or("");
                self.cleaner.value(text.into(), Syntax::Html, base, &MarkupConventions::MODEL, self.budget)
            }
            // A title is a single line, like a name, and displays no markup.
            _ if field == TextField::Title => unescape_name(&text).into(),
            _ => text.into(),
        };
        let mut text = Text::new(value, media_type);
        text.scope = self.scope.as_ref().and_then(|scope| self.budget.inherit(scope));
        Some(text)
    }

    /// Takes a member that is a URL, and resolves it. An empty one is ignored.
    pub(super) fn url(&mut self, object: &mut Object<'_, '_>, name: &'static str) -> Option<String> {
        let value = self.scalar(object, name, JsonType::String)?;
        let path = object.path;
        self.url_of(value, path.member(name))
    }

    /// Takes a member that is a URL. Returns it resolved, and also as written if resolving may change it.
    pub(super) fn url_and_text(
        &mut self,
        object: &mut Object<'_, '_>,
        name: &'static str,
    ) -> (Option<String>, Option<String>) {
        let written = self.written(object, name);
        (self.url(object, name), written)
    }

    fn written(&self, object: &Object<'_, '_>, name: &str) -> Option<String> {
        self.base.as_ref().filter(|_| self.options.resolve_urls)?;
        let value = object.counting(name).filter(|value| value.kind() == JsonType::String)?;
        Some(value.text(&mut Diagnostics::default()).into_owned())
    }

    /// Returns the resolved URL in a string. Returns `None` for a URL that would run a script.
    pub(super) fn url_of(&mut self, value: JsonNode<'_>, path: Path<'_>) -> Option<String> {
        let text = self.text_of(value, path);
        let base = self.base.clone().unwrap_or_default();
        let url = read_uri(&text, if self.options.resolve_urls { &base } else { "" }, self.budget)?;
        if base.is_empty() && is_relative(&url) {
            self.warn(value, WarningKind::RelativeLink, &url, path);
        }
        (!text.trim().is_empty()).then(|| url.into_owned())
    }

    /// Takes a member that is the URL of an image.
    pub(super) fn image(&mut self, object: &mut Object<'_, '_>, name: &'static str) -> Option<Box<Image>> {
        let href = self.url(object, name)?;
        Some(Box::new(made!(Image { href: Some(href.into()) })))
    }

    /// Returns whether a limit that ends a list was reached.
    fn is_full(&self, is_of_entries: bool) -> bool {
        if is_of_entries {
            matches!(self.limit, Some(Limit::Entries | Limit::Memory | Limit::Written))
        } else {
            self.budget.is_out_of_memory()
        }
    }

    /// Takes a member that is an array, element by element. A single value in place of an array is one element, and all arrays of a
    /// duplicate name are read. Elements that `read` does not use are kept.
    pub(super) fn list<'a, T: Priced>(
        &mut self,
        object: &mut Object<'a, '_>,
        name: &'static str,
        mut read: impl FnMut(&mut Self, JsonNode<'a>, Path<'_>) -> Option<T>,
    ) -> PaidList<T> {
        let mut all = PaidList::default();
        self.each(object, name, |this, element, path| {
            let value = read(this, element, path)?;
            all.extend(this.budget.keep(value));
            Some(())
        });
        all
    }

    /// Like [`list`](Self::list), for a `read` that stores the values itself.
    pub(super) fn each<'a>(
        &mut self,
        object: &mut Object<'a, '_>,
        name: &'static str,
        mut read: impl FnMut(&mut Self, JsonNode<'a>, Path<'_>) -> Option<()>,
    ) {
        let parent = object.path;
        let path = parent.member(name);
        let mut list = List::begin(object, name);
        while let Some((index, element)) = self.next_in(&mut list, path) {
            let is_used = match index {
                Some(index) => read(self, element, path.element(index)),
                None => read(self, element, path),
            };
            self.end_element(&mut list, element, is_used.is_some());
        }
        list.end(object);
    }

    /// Returns the next element of a list, with its index if it is in an array. `path` is the path of the list.
    pub(super) fn next_in<'a>(
        &mut self,
        list: &mut List<'a>,
        path: Path<'_>,
    ) -> Option<(Option<usize>, JsonNode<'a>)> {
        loop {
            if let Some((index, element)) = list.elements.as_mut().and_then(Iterator::next) {
                return Some((Some(index), element));
            }
            let (place, value) = list.values.next()?;
            if list.is_repeated {
                self.note(value, || JsonError::DuplicateName(list.name.to_owned()));
            }
            list.elements = None;
            match value.kind() {
                JsonType::Array => list.elements = Some(value.parts(None).enumerate()),
                JsonType::Null => self.mismatch(value, JsonType::Array, path, true),
                JsonType::String | JsonType::Number | JsonType::Boolean | JsonType::Object => {
                    // If the name is not repeated, values after the first one are elements of an array without its opening bracket,
                    // so they have the expected type.
                    if place == 0 || list.is_repeated {
                        self.mismatch(value, JsonType::Array, path, true);
                    }
                    return Some((None, value));
                }
            }
        }
    }

    /// Keeps an unused element of a list. An array ends at a limit.
    pub(super) fn end_element<'a>(&mut self, list: &mut List<'a>, element: JsonNode<'a>, is_used: bool) {
        // There is a separate limit for entries.
        let is_of_entries = list.name == "items";
        // A value that was cut off by a limit does not have the wrong type.
        if !is_used && element.kind() != JsonType::Null && !self.is_full(is_of_entries) {
            list.unread.extend(self.budget.keep_element(element));
        }
        // Keeping the element may have reached the limit.
        if self.is_full(is_of_entries) {
            list.elements = None;
        }
    }

    /// Returns the members of an element that is an object.
    pub(super) fn element<'a, 'p>(&mut self, value: JsonNode<'a>, path: Path<'p>) -> Option<Object<'a, 'p>> {
        self.element_with(value, None, path)
    }

    /// Like [`element`](Self::element), with the ends of the members if they are known.
    pub(super) fn element_with<'a, 'p>(
        &mut self,
        value: JsonNode<'a>,
        ends: Option<&KnownEnds>,
        path: Path<'p>,
    ) -> Option<Object<'a, 'p>> {
        let object = self.object_with(value, ends, path);
        if object.is_none() {
            self.mismatch(value, JsonType::Object, path, value.kind() == JsonType::Null);
        }
        object
    }

    /// Returns the unread members, as JSON.
    pub(super) fn rest(&mut self, object: Object<'_, '_>) -> PaidList<Tree> {
        let mut all = PaidList::default();
        let within = self.options.limits.depth.saturating_sub(object.path.depth());
        for (name, value) in object.members {
            if !self.is_nested_within(value, within) {
                continue;
            }
            let mut tree = Tree::new(name.into(), self.places.original(value.offset));
            if !matches!(value.kind(), JsonType::Object | JsonType::Array | JsonType::Null) {
                tree.text = self.text_of(value, object.path).into();
                if !shows_text(&tree.name, &tree.text) {
                    continue;
                }
            }
            tree.json = Some(value.without_script_urls(&tree.name).into_owned());
            let Some(tree) = self.budget.keep_element(tree) else { break };
            all.push(tree);
        }
        for (name, elements) in object.unread {
            let offset = elements.first().map_or(0, |element| self.places.original(element.offset));
            // The elements become an array again.
            let length: usize = elements.iter().map(|element| element.raw.len() + ",".len()).sum();
            let mut json = String::with_capacity("[]".len() + length);
            for element in elements.into_vec() {
                if self.is_nested_within(element, within.saturating_sub(1)) {
                    json.push(if json.is_empty() { '[' } else { ',' });
                    json.push_str(&element.without_script_urls(name));
                }
            }
            json.push_str(if json.is_empty() { "[]" } else { "]" });
            let mut tree = Tree::new(name.into(), offset);
            tree.json = Some(json);
            all.extend(self.budget.keep_element(tree));
        }
        all
    }

    /// Returns whether the arrays and objects in a value that is kept as JSON are nested at most `deepest` levels deep.
    fn is_nested_within(&mut self, value: JsonNode<'_>, deepest: usize) -> bool {
        let is_within = value.is_nested_within(deepest);
        if !is_within {
            self.limit.get_or_insert(Limit::Depth);
        }
        is_within
    }

    /// Returns the unread members, as extensions.
    pub(super) fn extensions(&mut self, object: Object<'_, '_>) -> Vec<Extension> {
        self.rest(object).into_vec().into_iter().filter_map(Tree::into_unread).collect()
    }

    /// Returns the offset of a value in the document.
    pub(super) fn offset(&self, value: JsonNode<'_>) -> usize {
        self.original(value.offset)
    }

    /// Converts an offset in the repaired text to one in the document.
    pub(super) fn original(&self, offset: usize) -> usize {
        self.places.original(offset)
    }
}

#[cfg(test)]
thread_local! {
    /// The paths of the members that were looked up, for tests that cover all of them.
    pub(crate) static ASKED: std::cell::RefCell<std::collections::BTreeSet<String>> = const {
        std::cell::RefCell::new(std::collections::BTreeSet::new())
    };
}

#[cfg(test)]
fn asked(path: Path<'_>, name: &'static str) {
    ASKED.with_borrow_mut(|asked| asked.insert(path.member(name).to_string()));
}
