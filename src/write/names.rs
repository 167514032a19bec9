//! Names of elements and attributes that can be written, and the namespaces that their prefixes are bound to.
//!
//! A document only accepts a [`QName`], and only [`Scopes`] creates one: its parts are `NCName`s, and its prefix is bound to its
//! namespace where the name is used (Namespaces in XML 1.0 §4, §5). Elements that browsers run can only be named as part of
//! [markup](super::fragment).

use std::borrow::Cow;
use std::rc::Rc;

use super::loss::LossReason;
use super::namespace_uri::namespace_uri;
use crate::budget::{Budget, LONGEST_NAMESPACE};
use crate::vocabulary::{RSS_2, is_rss, is_run_by_browsers, prefixes, set_aside, spelled, uri_of_prefix};
use crate::xml::is_name;
use bozofeed_text::html::uri::is_invisible;
use bozofeed_text::maps::{Map, Set};
use bozofeed_text::xml_chars::{is_xml_char, is_xml_text};

/// The namespace that the prefix `xml` is bound to without a declaration (Namespaces in XML 1.0 §3).
const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// The namespace of links in SVG and `MathML`, whose prefix markup may use without a declaration.
const XLINK: &str = "http://www.w3.org/1999/xlink";

/// The number of bytes of a declaration, besides its prefix and the name of the namespace.
const DECLARATION: usize = " xmlns:=\"\"".len();

/// The qualified name of an element or attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct QName<'n>(Cow<'n, str>);

impl QName<'_> {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    pub(super) fn into_owned(self) -> QName<'static> {
        QName(Cow::Owned(self.0.into_owned()))
    }
}

/// A name, and the declaration that the start tag needs, if any.
pub(super) struct BoundName<'n> {
    pub(super) name: QName<'n>,
    pub(super) declaration: Option<Declaration>,
}

/// A prefix, or `""` for the default namespace, and the namespace name that it is bound to.
#[derive(Debug, Clone)]
pub(super) struct Declaration {
    pub(super) prefix: String,
    pub(super) uri: Rc<str>,
}

/// The name of a namespace, and its number for comparisons.
#[derive(Debug, Clone)]
struct KnownNamespace {
    uri: Rc<str>,
    id: u32,
}

/// Returns whether a name has no colon and is valid for an element or attribute.
pub(super) fn is_ncname(name: &str) -> bool {
    is_name(name) && !name.contains(':') && is_xml_text(name)
}

/// Returns the name of a namespace as spelled in its specification. A known prefix implies its namespace, however the document spelled
/// the name.
pub(super) fn name_of_namespace<'n>(prefix: &str, uri: &'n str) -> &'n str {
    let known = || uri_of_prefix(prefix).filter(|_| !prefix.is_empty() && !uri.is_empty());
    // RSS elements are written in one namespace, whatever the version of the feed was.
    if is_rss(uri) { RSS_2 } else { spelled(uri).or_else(known).unwrap_or(uri) }
}

/// Returns whether a prefix can be bound to a namespace.
pub(super) fn can_be_bound(prefix: &str, uri: &str) -> bool {
    // Prefixes that begin with `xml`, in any case, are reserved (Namespaces in XML 1.0 §3).
    let is_reserved = prefix.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("xml"));
    let is_prefix = prefix.is_empty() || is_ncname(prefix) && !is_reserved;
    is_prefix
        // No parsed document has a longer one (`LONGEST_NAMESPACE`), and each element may have to declare it.
        && namespace_uri(uri).len() <= LONGEST_NAMESPACE
        && !uri.contains(|c: char| c.is_whitespace() || !is_xml_char(c) || is_invisible(c))
}

/// The prefixes in scope for the next element.
#[derive(Debug)]
pub(super) struct Scopes {
    /// Whether names of the namespaces that only this library reads can be written.
    keeps_everything: bool,
    /// The default namespace of the root.
    default: &'static str,
    /// A prefix that needs no declaration in this format, and its namespace.
    known: Option<(&'static str, &'static str)>,
    /// The declarations of the root, and whether more can be added.
    document: PrefixTable,
    is_document_open: bool,
    /// The declarations of the current entry, and whether more can be added.
    part: PrefixTable,
    is_part_open: bool,
    /// The declarations of open elements.
    local: LocalDeclarations,
    /// The prefixes of the source document, and the namespaces of attributes with these prefixes.
    source: PrefixTable,
    /// The names of the attributes of the current start tag.
    attributes: UniqueNames,
    /// The numbers of the namespaces.
    ids: Map<Rc<str>, u32>,
}

impl Scopes {
    pub(super) fn new(
        default: &'static str,
        known: Option<(&'static str, &'static str)>,
        source: &[(String, String)],
        keeps_everything: bool,
    ) -> Self {
        let mut scopes = Self {
            keeps_everything,
            default,
            known,
            document: PrefixTable::default(),
            is_document_open: true,
            part: PrefixTable::default(),
            is_part_open: true,
            local: LocalDeclarations::default(),
            source: PrefixTable::default(),
            attributes: UniqueNames::default(),
            ids: Map::new(),
        };
        for (prefix, uri) in source {
            let uri = name_of_namespace(prefix, uri);
            let is_bindable = !prefix.is_empty() && !uri.is_empty() && can_be_bound(prefix, uri);
            // The first declaration of a prefix takes precedence.
            if is_bindable && scopes.source.get(prefix).is_none() {
                let namespace = scopes.namespace(uri);
                scopes.source.add(prefix, namespace);
            }
        }
        scopes
    }

    /// Returns a namespace with its number. Its name is converted to a URI.
    fn namespace(&mut self, uri: &str) -> KnownNamespace {
        let uri = &*namespace_uri(uri);
        if let Some((uri, id)) = self.ids.get_key_value(uri) {
            return KnownNamespace { uri: Rc::clone(uri), id: *id };
        }
        let (uri, id) = (Rc::<str>::from(uri), u32::try_from(self.ids.len()).unwrap_or(u32::MAX));
        self.ids.insert(Rc::clone(&uri), id);
        KnownNamespace { uri, id }
    }

    /// Returns the declarations of the root. No more can be added afterwards.
    pub(super) fn close_document(&mut self) -> &PrefixTable {
        self.is_document_open = false;
        &self.document
    }

    /// Adds the prefixes of the source document that are needed to the declarations of the root.
    pub(super) fn declare_source(&mut self, is_needed: impl Fn(&str, &str) -> bool) {
        for (prefix, namespace) in &self.source.list {
            if self.document.get(prefix).is_none() && is_needed(prefix, &namespace.uri) {
                self.document.add(prefix, namespace.clone());
            }
        }
    }

    /// Takes the declarations of the current entry. Further declarations belong to the next entry.
    pub(super) fn take_part(&mut self) -> PrefixTable {
        self.is_part_open = true;
        std::mem::take(&mut self.part)
    }

    /// Returns the declarations of the root and of the current entry, after adding the ones that are likely to be needed. No more can be
    /// added afterwards: elements declare any others.
    pub(super) fn close(&mut self, budget: &Budget) -> (&PrefixTable, &PrefixTable) {
        let is_open = std::mem::replace(&mut self.is_document_open, false);
        if std::mem::replace(&mut self.is_part_open, false) || is_open {
            let of_source = std::mem::take(&mut self.source);
            let known: Vec<_> = prefixes()
                .filter_map(|prefix| Some((prefix, uri_of_prefix(prefix)?)))
                .filter(|(prefix, uri)| can_be_bound(prefix, uri) && self.is_written(uri))
                .collect();
            let known =
                known.into_iter().map(|(prefix, uri)| (prefix, self.namespace(uri))).collect::<Vec<_>>();
            let of_document =
                of_source.list.iter().map(|(prefix, namespace)| (prefix.as_str(), namespace.clone()));
            for (prefix, namespace) in of_document.chain(known) {
                let length = DECLARATION + prefix.len() + namespace.uri.len();
                let is_needed =
                    !prefix.is_empty() && self.bound(prefix).is_none() && self.is_written(&namespace.uri);
                if is_needed && (is_open || budget.pay(length)) {
                    let table = if is_open { &mut self.document } else { &mut self.part };
                    table.add(prefix, namespace);
                }
            }
            self.source = of_source;
        }
        (&self.document, &self.part)
    }

    /// Returns whether elements in this namespace can be written.
    fn is_written(&self, uri: &str) -> bool {
        !is_run_by_browsers(uri) && (self.keeps_everything || uri != RSS_2 && uri != set_aside::URI)
    }

    /// Returns the name of an element, and begins its start tag. An empty `uri` means no namespace.
    ///
    /// To end its scope, call [`leave`](Self::leave) with the value that [`depth`](Self::depth) returned before.
    pub(super) fn element<'n>(
        &mut self,
        prefix: &str,
        uri: &str,
        local: &'n str,
        budget: &Budget,
    ) -> Result<BoundName<'n>, LossReason> {
        if !is_ncname(local) {
            return Err(LossReason::Name);
        }
        // Usually, the prefix is already bound.
        let is_bound = !uri.is_empty() && self.bound(prefix) == Some(uri);
        let uri = if is_bound { uri } else { name_of_namespace(prefix, uri) };
        if !is_bound && !uri.is_empty() && !can_be_bound(prefix, uri) {
            return Err(LossReason::Namespace);
        }
        // Check the name that is written: `name_of_namespace` may have replaced another spelling, or the name for
        // a known prefix.
        if is_run_by_browsers(uri) {
            return Err(LossReason::Markup);
        }
        self.start(if uri.is_empty() { "" } else { prefix }, uri, local, budget)
    }

    /// Returns the name of an element of sanitized markup in the default namespace.
    pub(super) fn markup<'n>(
        &mut self,
        uri: &str,
        local: &'n str,
        budget: &Budget,
    ) -> Result<BoundName<'n>, LossReason> {
        if !is_ncname(local) {
            return Err(LossReason::Name);
        }
        self.start("", uri, local, budget)
    }

    fn start<'n>(
        &mut self,
        prefix: &str,
        uri: &str,
        local: &'n str,
        budget: &Budget,
    ) -> Result<BoundName<'n>, LossReason> {
        let declaration = self.bind(prefix, uri, budget)?;
        self.attributes.clear();
        let name = match prefix {
            "" => Cow::Borrowed(local),
            prefix => Cow::Owned([prefix, ":", local].concat()),
        };
        Ok(BoundName { name: QName(name), declaration })
    }

    /// Returns the name of an attribute of the current start tag, or `None` if the tag already has it: names with different prefixes may
    /// be equal (Namespaces in XML 1.0 §6.3).
    pub(super) fn attribute<'n>(
        &mut self,
        name: &'n str,
        budget: &Budget,
    ) -> Result<Option<BoundName<'n>>, LossReason> {
        let (prefix, local) = match name.split_once(':') {
            None => ("", name),
            Some(("", _)) => return Err(LossReason::Name),
            Some(parts) => parts,
        };
        if !is_ncname(local) || prefix == "xmlns" || name == "xmlns" {
            return Err(LossReason::Name);
        }
        let (namespace, declaration) = match prefix {
            // Without a prefix, it is in no namespace.
            "" => (None, None),
            "xml" => (Some(self.namespace(XML)), None),
            _ => {
                let namespace = self.namespace_of_attribute(prefix).ok_or(LossReason::Namespace)?;
                let declaration = self.bind(prefix, &namespace.uri, budget)?;
                (Some(namespace), declaration)
            }
        };
        let is_new = self.attributes.insert(local, namespace.map(|namespace| namespace.id));
        Ok(is_new.then_some(BoundName { name: QName(name.into()), declaration }))
    }

    /// Returns the namespace of attributes with a prefix: from the source document, or else the customary one, or else from the
    /// surrounding elements.
    fn namespace_of_attribute(&mut self, prefix: &str) -> Option<KnownNamespace> {
        if let Some(namespace) = self.source.get(prefix) {
            return Some(namespace.clone());
        }
        let customary = uri_of_prefix(prefix).or(match prefix {
            "xlink" => Some(XLINK),
            set_aside::PREFIX => Some(set_aside::URI),
            _ => None,
        });
        let uri = customary.or_else(|| self.bound(prefix)).map(Cow::from)?.into_owned();
        (!uri.is_empty() && can_be_bound(prefix, &uri)).then(|| self.namespace(&uri))
    }

    /// Returns whether names of the namespaces that only this library reads can be written.
    pub(super) fn keeps_everything(&self) -> bool {
        self.keeps_everything
    }

    /// Returns the number of local declarations.
    pub(super) fn depth(&self) -> usize {
        self.local.order.len()
    }

    /// Ends the scope of an element.
    pub(super) fn leave(&mut self, depth: usize) {
        self.local.truncate(depth);
    }

    /// Returns the namespace that a prefix is bound to.
    fn bound(&self, prefix: &str) -> Option<&str> {
        if let Some(uri) = self.local.get(prefix) {
            return Some(uri);
        }
        if prefix.is_empty() {
            return Some(self.default);
        }
        // The order does not matter, since no prefix is in both: `bind` only adds prefixes to the entry that the
        // root lacks.
        let declared = self.document.get(prefix).or_else(|| self.part.get(prefix));
        let known = || self.known.filter(|(known, _)| *known == prefix).map(|(_, uri)| uri);
        declared.map(|namespace| &*namespace.uri).or_else(known)
    }

    /// Binds a prefix to a namespace. Returns a declaration for the start tag if the prefix is bound to another namespace outside, or if
    /// neither the root nor the entry can declare it anymore.
    fn bind(&mut self, prefix: &str, uri: &str, budget: &Budget) -> Result<Option<Declaration>, LossReason> {
        let uri = &*namespace_uri(uri);
        // Every name is bound here, so by default, documents contain none of these namespaces.
        if !self.keeps_everything && (uri == RSS_2 || uri == set_aside::URI) {
            return Err(LossReason::NoPlace);
        }
        let bound = self.bound(prefix);
        if bound == Some(uri) {
            return Ok(None);
        }
        let is_local = bound.is_some() || !self.is_document_open && !self.is_part_open;
        // The root declares a namespace once. Other declarations may be repeated, so they are charged.
        if (is_local || !self.is_document_open) && !budget.pay(DECLARATION + prefix.len() + uri.len()) {
            return Err(LossReason::Limit);
        }
        let namespace = self.namespace(uri);
        if is_local {
            self.local.push(prefix, &namespace.uri);
            return Ok(Some(Declaration { prefix: prefix.to_owned(), uri: namespace.uri }));
        }
        let table = if self.is_document_open { &mut self.document } else { &mut self.part };
        table.add(prefix, namespace);
        Ok(None)
    }
}

/// The declarations of open elements.
#[derive(Debug, Default)]
struct LocalDeclarations {
    /// Their prefixes, outermost first.
    order: Vec<String>,
    /// The namespaces of each prefix, innermost last.
    namespaces: Map<String, Vec<Rc<str>>>,
}

impl LocalDeclarations {
    fn get(&self, prefix: &str) -> Option<&str> {
        if self.order.is_empty() {
            return None;
        }
        self.namespaces.get(prefix)?.last().map(|uri| &**uri)
    }

    fn push(&mut self, prefix: &str, uri: &Rc<str>) {
        self.order.push(prefix.to_owned());
        self.namespaces.entry(prefix.to_owned()).or_default().push(Rc::clone(uri));
    }

    fn truncate(&mut self, length: usize) {
        while self.order.len() > length
            && let Some(prefix) = self.order.pop()
        {
            if let Some(namespaces) = self.namespaces.get_mut(&prefix) {
                namespaces.pop();
            }
        }
    }
}

/// The maximum number of names that are compared one by one.
const FEW: usize = 16;

/// Prefixes and the namespaces that they are bound to, in the order in which they were declared.
#[derive(Debug, Default)]
pub(super) struct PrefixTable {
    list: Vec<(String, KnownNamespace)>,
    /// The place of each prefix, once there are many.
    places: Map<String, usize>,
}

impl PrefixTable {
    /// Returns the namespace of a prefix.
    fn get(&self, prefix: &str) -> Option<&KnownNamespace> {
        let found = if self.list.len() <= FEW {
            self.list.iter().find(|(known, _)| known == prefix)
        } else {
            self.places.get(prefix).and_then(|place| self.list.get(*place))
        };
        found.map(|(_, namespace)| namespace)
    }

    /// Adds the declaration of a prefix that is not in the table yet.
    fn add(&mut self, prefix: &str, namespace: KnownNamespace) {
        self.list.push((prefix.to_owned(), namespace));
        if self.list.len() > FEW {
            // When there are more than a few for the first time, all of them are indexed.
            let from = if self.places.is_empty() { 0 } else { self.list.len() - 1 };
            let new = self.list.iter().enumerate().skip(from);
            self.places.extend(new.map(|(place, (prefix, _))| (prefix.clone(), place)));
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the prefixes and the names of their namespaces.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.list.iter().map(|(prefix, namespace)| (prefix.as_str(), &*namespace.uri))
    }
}

/// The names of the attributes of an element: local names, and the numbers of their namespaces.
#[derive(Debug, Default)]
struct UniqueNames {
    few: Vec<(String, Option<u32>)>,
    many: Set<(String, Option<u32>)>,
}

impl UniqueNames {
    fn clear(&mut self) {
        self.few.clear();
        self.many.clear();
    }

    /// Adds a name. Returns whether it is new.
    fn insert(&mut self, local: &str, namespace: Option<u32>) -> bool {
        if self.few.iter().any(|(name, known)| name == local && *known == namespace) {
            return false;
        }
        // Names in `few` are not in `many`, so a new name is one that is in neither.
        if self.few.len() < FEW {
            self.few.push((local.to_owned(), namespace));
            return true;
        }
        self.many.insert((local.to_owned(), namespace))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scopes(source: &[(&str, &str)]) -> Scopes {
        let source: Vec<_> = source.iter().map(|(prefix, uri)| ((*prefix).into(), (*uri).into())).collect();
        Scopes::new("urn:root", Some(("rss", "urn:rss")), &source, true)
    }

    /// Returns the written name, with the declarations of the root and of the start tag.
    fn shown(scopes: &Scopes, named: Result<Option<BoundName<'_>>, LossReason>) -> String {
        match named {
            Err(reason) => reason.as_str().to_owned(),
            Ok(None) => "repeated".to_owned(),
            Ok(Some(BoundName { name, declaration })) => {
                let declared: Vec<_> = scopes.document.iter().map(|(p, uri)| format!("{p}={uri}")).collect();
                let own = declaration.map(|own| format!(" {}={}", own.prefix, own.uri)).unwrap_or_default();
                format!("{}{own} [{}]", name.as_str(), declared.join(" "))
            }
        }
    }

    #[test]
    fn names_of_elements_are_bound() {
        let table = [
            (("x", "urn:x", "a"), "x:a [x=urn:x]"),
            (("", "urn:x", "a"), "a =urn:x []"),
            (("", "urn:root", "a"), "a []"),
            (("x", "", "a"), "a = []"),
            (("rss", "urn:rss", "a"), "rss:a []"),
            (("rss", "urn:x", "a"), "rss:a rss=urn:x []"),
            (("dc", "urn:x", "a"), "dc:a [dc=http://purl.org/dc/elements/1.1/]"),
            (("x", "urn:x<y>", "a"), "x:a [x=urn:x%3Cy%3E]"),
            (("x", &"é".repeat(200), "a"), "namespace"),
            (("x", "urn:x", "1"), "name"),
            (("x", "urn:x", "a:b"), "name"),
            (("x", "urn:x", ""), "name"),
            (("x", "urn:x", "a b"), "name"),
            (("x", "urn:x", "a>"), "name"),
            (("x", "urn:x", "a\u{FFFE}"), "name"),
            (("1", "urn:x", "a"), "namespace"),
            (("xMl", "urn:x", "a"), "namespace"),
            (("x:y", "urn:x", "a"), "namespace"),
            (("x", "urn:\u{1}", "a"), "namespace"),
            (("h", "http://www.w3.org/1999/xhtml", "b"), "markup"),
            (("", "HTTPS://www.w3.org/1999/XHTML/", "b"), "markup"),
            (("", "http://www.w3.org/2000/svg", "a"), "markup"),
            (("m", "http://www.w3.org/1998/Math/MathML", "mi"), "markup"),
        ];
        let mut wrong = Vec::new();
        for ((prefix, uri, local), expected) in table {
            let mut scopes = scopes(&[]);
            let named = scopes.element(prefix, uri, local, &Budget::default()).map(Some);
            let found = shown(&scopes, named);
            if found != expected {
                wrong.push((prefix, uri, local, found));
            }
        }
        assert_eq!(wrong, []);
    }

    #[test]
    fn names_of_attributes_are_bound_and_unique() {
        let source = [
            ("x", "urn:x"),
            ("y", "urn:x"),
            ("", "urn:z"),
            ("long", &"u".repeat(2000)),
            ("c", "urn:{c}"),
            ("d", "urn:%7Bc%7D"),
        ];
        let table: [(&[&str], &str); 13] = [
            (&["c:a", "d:a"], "repeated"),
            (&["a"], "a []"),
            (&["xml:lang"], "xml:lang []"),
            (&["x:a"], "x:a [x=urn:x]"),
            (&["a", "x:a"], "x:a [x=urn:x]"),
            (&["x:a", "y:a"], "repeated"),
            (&["xml:id", "xml:id"], "repeated"),
            (&["z:a"], "namespace"),
            (&["long:a"], "namespace"),
            (&[":a"], "name"),
            (&["::a"], "name"),
            (&["x:"], "name"),
            (&["xmlns:x"], "name"),
        ];
        let mut wrong = Vec::new();
        for (names, expected) in table {
            let mut scopes = scopes(&source);
            let budget = Budget::default();
            scopes.element("", "urn:root", "e", &budget).map(drop).expect("a name");
            let mut found = String::new();
            for name in names {
                let named = scopes.attribute(name, &budget);
                found = shown(&scopes, named);
            }
            if found != expected {
                wrong.push((names, found));
            }
        }
        assert_eq!(wrong, []);
    }

    #[test]
    fn the_first_declaration_of_a_prefix_counts() {
        let mut scopes =
            scopes(&[("x", "urn:1"), ("x", "urn:2"), ("y", "urn:3"), ("", "urn:4"), ("1", "urn:5")]);
        let source: Vec<_> = scopes.source.iter().map(|(prefix, uri)| format!("{prefix}={uri}")).collect();
        assert_eq!(source, ["x=urn:1", "y=urn:3"]);
        let named = scopes.attribute("x:a", &Budget::default());
        assert_eq!(shown(&scopes, named), "x:a [x=urn:1]");
    }

    #[test]
    fn many_names_are_found_as_few_are() {
        let mut scopes = scopes(&[]);
        let mut table = PrefixTable::default();
        for n in 0..40 {
            let namespace = scopes.namespace(&format!("urn:{n}"));
            table.add(&format!("p{n}"), namespace);
        }
        let found = |n: usize| table.get(&format!("p{n}")).map(|namespace| namespace.uri.to_string());
        let wrong: Vec<_> = (0..41).filter(|n| found(*n) != (*n < 40).then(|| format!("urn:{n}"))).collect();
        assert_eq!(wrong, Vec::<usize>::new());
        let mut names = UniqueNames::default();
        let new = (0..40).chain(0..40).filter(|n| names.insert(&format!("a{n}"), None)).count();
        assert_eq!(new, 40);
    }

    #[test]
    fn declarations_of_elements_end_with_them_and_are_paid_for() {
        let budget = Budget::default().resolved(48);
        let mut scopes = scopes(&[]);
        let declares = |scopes: &mut Scopes, uri| {
            scopes.element("x", uri, "a", &budget).map(|named| named.declaration.is_some())
        };
        assert_eq!(declares(&mut scopes, "urn:1"), Ok(false), "by the root");
        let outer = scopes.depth();
        assert_eq!(declares(&mut scopes, "urn:2"), Ok(true));
        assert_eq!(declares(&mut scopes, "urn:2"), Ok(false), "in force");
        scopes.leave(outer);
        assert_eq!(declares(&mut scopes, "urn:1"), Ok(false));
        let again: Vec<_> = (0..3)
            .map(|_| {
                let found = declares(&mut scopes, "urn:2");
                scopes.leave(outer);
                found
            })
            .collect();
        assert_eq!(again, [Ok(true), Ok(true), Err(LossReason::Limit)]);
    }
}
