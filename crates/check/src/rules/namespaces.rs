//! Namespace declarations, and misspelt names.

use crate::Rule;
use crate::facts::MOST;
use crate::fixes::{Edit, Fix, FixPlace};
use crate::location::FindingLocation;
use crate::walker::Walker;
use bozofeed::inspect::schema::{
    ATOM, customary_prefix, is_atom, namespace_of_prefix, namespace_of_uri, uri, uri_of_prefix,
};
use bozofeed::inspect::{Namespace, RawTag, TagSpan, WrittenAttribute};

rule_family! {
    NAMESPACE_MISSPELT = "namespace-misspelt", Error, "a misspelt namespace", "Write the namespace exactly as its specification has it: readers compare it letter by letter.", "Namespaces in XML §2.3"
        [fix Nothing spell_namespace] { Whole r#"<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1"><channel/></rss>"# => r#"<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel/></rss>"# };
    NAMESPACE_ON_RSS = "namespace-on-rss", Error, "RSS 2.0 in a namespace", "Remove xmlns=\"…\" from the element rss: elements of RSS 2.0 are in no namespace.", "RSS 2.0, Extending RSS"
        { Whole r#"<rss version="2.0" xmlns="http://backend.userland.com/rss2"><channel/></rss>"# => r#"<rss version="2.0"><channel/></rss>"# };
    NAMESPACE_UNKNOWN_FORMAT = "namespace-unknown-format", Error, "an obsolete or unknown format", "Use http://www.w3.org/2005/Atom, the namespace of Atom 1.0.", "RFC 4287 §1.2"
        { Whole r#"<feed xmlns="http://harbour.example/atom"><title>News</title></feed>"# => r#"<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title></feed>"# };
    NAMESPACE_UNKNOWN = "namespace-unknown", Note, "an unknown namespace", "Check its spelling. If it is right, leave it: readers overlook elements of namespaces that they do not know.", "RFC 4287 §6.3"
        { Whole r#"<rss version="2.0" xmlns:port="urn:x-harbour:port"><channel/></rss>"# => r#"<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel/></rss>"# };
    NAMESPACE_OBSOLETE = "namespace-obsolete", Warning, "the former name of a namespace", "Declare the present name, which more readers know.", ""
        { Whole r#"<rss version="2.0" xmlns:wiki="http://www.usemod.com/cgi-bin/mb.pl?ModWiki"><channel/></rss>"# => r#"<rss version="2.0" xmlns:wiki="http://purl.org/rss/1.0/modules/wiki/"><channel/></rss>"# };
    NAMESPACE_PREFIX_UNUSUAL = "namespace-prefix-unusual", Note, "an unusual prefix of a known namespace", "Use the customary prefix: some readers know nothing else.", ""
        { Whole r#"<rss version="2.0" xmlns:dublin="http://purl.org/dc/elements/1.1/"><channel/></rss>"# => r#"<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel/></rss>"# };
    NAMESPACE_PREFIX_TAKEN = "namespace-prefix-taken", Warning, "a prefix that readers take for another namespace", "Choose another prefix, or correct the namespace.", ""
        { Whole r#"<rss version="2.0" xmlns:dc="https://harbour.example/dc"><channel/></rss>"# => r#"<rss version="2.0" xmlns:harbour="https://harbour.example/dc"><channel/></rss>"# };
}

impl Walker {
    /// Checks the namespaces declared by a start tag.
    pub(crate) fn check_namespaces(&mut self, tag: &RawTag<'_>) {
        for (prefix, uri, start) in declarations(tag) {
            let declared = &mut self.declared;
            if declared.of_programs.is_empty() {
                declared.of_programs = elements_with(uri.trim());
            }
            let location = || FindingLocation::of_attribute(TagSpan::from(tag), start..start + uri.len());
            if present_name(uri.trim()).is_some() {
                self.report(&NAMESPACE_OBSOLETE, location(), &attribute(prefix), uri);
            } else if let Some(name) = intended(prefix, uri.trim()) {
                self.report(&NAMESPACE_MISSPELT, location(), &attribute(prefix), uri);
                if let Some(rule) = rule_of_prefix(prefix, name) {
                    self.report(rule, location(), &attribute(prefix), prefix);
                }
            } else if let Some(rule) = rule_of_prefix(prefix, uri.trim()) {
                self.report(rule, location(), &attribute(prefix), prefix);
            } else if !(prefix.is_empty() && self.open.is_root())
                && is_unknown(uri.trim())
                // Only some are stored.
                && self.declared.unknown.len() < MOST
                && self.declared.unknown.insert(uri.trim().to_owned())
            {
                self.report(&NAMESPACE_UNKNOWN, start..start + uri.len(), "", uri);
            }
        }
    }
}

/// The prefixes of the most frequent namespaces in feeds, and alternative names of the namespaces.
const SPELLED: &[(&str, &[&str])] = &[
    ("atom", &[]),
    ("dc", &["http://purl.org/dc/elements/1.0/"]),
    ("dcterms", &[]),
    ("content", &[]),
    ("itunes", &["http://www.itunes.com/DTDs/Podcast-1.0.dtd"]),
    ("media", &[]),
    ("georss", &[]),
    ("gml", &[]),
    ("geo", &[]),
    ("creativeCommons", &[]),
    ("cc", &["http://web.resource.org/cc/"]),
    ("wfw", &[]),
    ("rdf", &[]),
    ("xhtml", &[]),
    ("admin", &[]),
    ("blogChannel", &[]),
    ("slash", &[]),
    ("sy", &[]),
    ("thr", &[]),
    ("trackback", &[]),
    ("feedburner", &[]),
    ("podcast", &[]),
    ("opensearch", &["http://a9.com/-/spec/opensearchrss/1.0/"]),
];

/// Returns the intended namespace of a misspelt declaration: a name that only differs in case, scheme or trailing slash, or an
/// unknown name with a customary prefix.
pub(crate) fn intended(prefix: &str, uri: &str) -> Option<&'static str> {
    if is_rss_1_0(uri) {
        return (uri != RSS_1_0).then_some(RSS_1_0);
    }
    let meant = namespace_of_uri(uri);
    let known = meant
        .or_else(|| namespace_of_prefix(prefix).filter(|_| is_near(prefix, uri)))
        .or_else(|| nearly_spelled(uri))?;
    let names = names(known)?;
    // Several names have the same meaning; some of them are old.
    let is_spelled =
        names.clone().any(|name| name == uri) || meant.is_some() && !differs_in_form(names.clone(), uri);
    if is_spelled { None } else { names.into_iter().next() }
}

/// The namespace of RSS 1.0, which is customary without a prefix.
const RSS_1_0: &str = "http://purl.org/rss/1.0/";

/// Returns whether a name is that of RSS 1.0, possibly misspelt.
pub(crate) fn is_rss_1_0(uri: &str) -> bool {
    bare(uri).eq_ignore_ascii_case(bare(RSS_1_0))
}

/// Returns the namespace whose name differs in only one place, by at most two letters.
fn nearly_spelled(uri: &str) -> Option<Namespace> {
    let is_near = |name: &&'static str| {
        let (name, uri) = (bare(name).as_bytes(), bare(uri).as_bytes());
        let is_same = |(one, other): &(&u8, &u8)| one.eq_ignore_ascii_case(other);
        let start = name.iter().zip(uri).take_while(is_same).count();
        let end = name.iter().rev().zip(uri.iter().rev()).take_while(is_same).count();
        let (least, most) = (name.len().min(uri.len()), name.len().max(uri.len()));
        most - least <= 2 && start + end + 2 >= most
    };
    let mut all = SPELLED.iter().filter_map(|(prefix, _)| names_of_prefix(prefix)).flatten();
    all.find(is_near).and_then(namespace_of_uri)
}

/// Former names of namespaces, with their present names.
const FORMER: &[(&str, &str)] = &[
    ("http://www.usemod.com/cgi-bin/mb.pl?ModWiki", "http://purl.org/rss/1.0/modules/wiki/"),
    ("http://purl.org/rss/1.0/modules/threading/", "http://purl.org/syndication/thread/1.0"),
    ("http://purl.org/net/rss1.1#", "http://purl.org/rss/1.0/"),
];

/// Returns the attribute that declares a prefix, as a part of the path of a finding.
fn attribute(prefix: &str) -> String {
    if prefix.is_empty() { "@xmlns".to_owned() } else { format!("@xmlns:{prefix}") }
}

/// The namespace of iTunes. Apple once used other capitals, and requires these.
const ITUNES: &str = "http://www.itunes.com/dtds/podcast-1.0.dtd";

/// Returns the present name of a namespace, given a former one.
pub(crate) fn present_name(uri: &str) -> Option<&'static str> {
    let is_of_itunes = uri != ITUNES && uri.eq_ignore_ascii_case(ITUNES);
    let former = FORMER.iter().find(|(former, _)| *former == uri).map(|(_, present)| *present);
    former.or(is_of_itunes.then_some(ITUNES))
}

/// Namespaces of programs that add elements without a namespace to RSS items, with these elements.
const PROGRAMS: &[(&str, &[&str])] = &[
    ("http://torznab.com/schemas/2015/feed", OF_INDEXERS),
    ("http://www.newznab.com/DTD/2010/feeds/attributes/", OF_INDEXERS),
];

/// The elements of the indexers of newznab and Torznab.
const OF_INDEXERS: &[&str] = &[
    "files", "grabs", "group", "infohash", "jackettindexer", "leechers", "magneturl", "peers", "poster",
    "prowlarrindexer", "seeders", "size", "type", "usenetdate",
];

/// Returns the elements without a namespace that accompany a program's namespace.
pub(crate) fn elements_with(uri: &str) -> &'static [&'static str] {
    let found = PROGRAMS.iter().find(|(known, _)| bare(known).eq_ignore_ascii_case(bare(uri)));
    found.map_or(&[], |(_, names)| names)
}

/// Returns whether a namespace is unknown.
pub(crate) fn is_unknown(uri: &str) -> bool {
    const OTHERS: &[&str] = &[
        "http://www.w3.org/2001/XMLSchema-instance",
        "http://www.w3.org/2001/XMLSchema",
        "http://www.w3.org/1999/xlink",
    ];
    !uri.is_empty() && namespace_of_uri(uri).is_none() && !OTHERS.contains(&uri)
}

/// Returns the rule about prefixes that is broken by a declaration.
pub(crate) fn rule_of_prefix(prefix: &str, uri: &str) -> Option<&'static Rule> {
    if prefix.is_empty() {
        return None;
    }
    let Some(known) = namespace_of_uri(uri) else {
        let is_taken = SPELLED.iter().any(|(taken, _)| *taken == prefix) && !is_near(prefix, uri);
        return is_taken.then_some(&NAMESPACE_PREFIX_TAKEN);
    };
    // Aggregators that pass on Atom elements use other prefixes; RSS has none.
    let customary = customary_prefix(known).filter(|customary| !customary.is_empty())?;
    (!customary.eq_ignore_ascii_case(prefix)).then_some(&NAMESPACE_PREFIX_UNUSUAL)
}

/// Returns the namespace declarations of a start tag: prefix, name, and the offset of the name.
pub(crate) fn declarations<'a>(
    tag: &RawTag<'a>,
) -> impl Iterator<Item = (&'a str, &'a str, usize)> + use<'a> {
    tag.written_attributes().filter_map(|WrittenAttribute { name, value, value_start, .. }| {
        let rest = name.strip_prefix("xmlns")?;
        let prefix = if rest.is_empty() { "" } else { rest.strip_prefix(':')? };
        Some((prefix, value, value_start))
    })
}

/// Returns whether a name differs from one of `names` only in case, scheme or trailing slash.
fn differs_in_form(mut names: impl Iterator<Item = &'static str>, uri: &str) -> bool {
    names.any(|name| bare(name).eq_ignore_ascii_case(bare(uri)) && name != uri)
}

fn bare(uri: &str) -> &str {
    let rest = uri.split_once("://").map_or(uri, |(_, rest)| rest);
    rest.trim_end_matches(['/', '#'])
}

/// The minimum length of a path that identifies a name.
const LEAST_PATH: usize = 8;

/// Returns whether an unknown name begins or ends like the name of a customary prefix.
fn is_near(prefix: &str, uri: &str) -> bool {
    // The path is as significant as the host.
    let (host, path) = host_and_path(uri);
    let is_end = |known: &str| {
        let end = known.len().checked_sub(path.len()).and_then(|at| known.as_bytes().get(at..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(path.as_bytes()))
    };
    names_of_prefix(prefix).is_some_and(|mut names| {
        names.any(|name| {
            let (known, known_path) = host_and_path(name);
            known.eq_ignore_ascii_case(host) || path.len() >= LEAST_PATH && is_end(known_path)
        })
    })
}

/// Returns the host of a name, without `www.`, and its path.
fn host_and_path(uri: &str) -> (&str, &str) {
    let bare = bare(uri);
    let (mut host, path) = bare.split_once('/').unwrap_or((bare, ""));
    while host.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www.")) {
        host = host.get(4..).unwrap_or_default();
    }
    (host, path)
}

/// Returns the names of a namespace, the usual one first.
fn names(namespace: Namespace) -> Option<impl Iterator<Item = &'static str> + Clone> {
    let prefix = if is_atom(namespace) { "atom" } else { customary_prefix(namespace)? };
    names_of_prefix(prefix)
}

fn names_of_prefix(prefix: &str) -> Option<impl Iterator<Item = &'static str> + Clone + use<>> {
    let (known, others) = SPELLED.iter().find(|(known, _)| *known == prefix)?;
    let usual = if *known == "atom" { uri(ATOM) } else { uri_of_prefix(known) };
    Some(usual.into_iter().chain(others.iter().copied()))
}

/// Returns the edits that bind a customary prefix to its namespace: one that declares it on the root, or none if it is already
/// declared.
pub(super) fn declaration(place: &FixPlace<'_>, prefix: &str) -> Option<Vec<Edit>> {
    let root = place.source.root?;
    let usual = if prefix == "atom" { uri(ATOM) } else { uri_of_prefix(prefix) }?;
    let name = format!("xmlns:{prefix}");
    if let Some(known) = place.attribute_of(root, &name) {
        return (known.value == usual).then(Vec::new);
    }
    Some(vec![Edit::replace(&place.new_attribute(root)?, format!(" {name}=\"{usual}\""))])
}

/// Declares an undeclared prefix.
pub(super) fn declare_prefix(place: &FixPlace<'_>) -> Option<Fix> {
    let prefix = place.value();
    // Its elements are parsed as if the prefix had its customary namespace.
    namespace_of_prefix(prefix)?;
    let edits = declaration(place, prefix)?;
    let name = edits.first()?.replacement.trim().to_owned();
    Some(Fix::safe(format!("declare `{name}`"), edits))
}

/// Corrects the spelling of a namespace name.
fn spell_namespace(place: &FixPlace<'_>) -> Option<Fix> {
    let attribute = place.attribute()?;
    let prefix = attribute.name.strip_prefix("xmlns")?.trim_start_matches(':');
    let name = place.whole_value()?;
    let spelled = intended(prefix, name.trim())?;
    Some(Fix::safe(format!("did you mean `{spelled}`?"), vec![place.write(spelled)?]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_names_are_recognised() {
        const DC: Option<&str> = Some("http://purl.org/dc/elements/1.1/");
        let wrong: Vec<_> = [
            ("dc", "http://purl.org/dc/elements/1.1/", None),
            ("d", "http://purl.org/dc/elements/1.1/", None),
            ("dc", "http://purl.org/dc/elements/1.1", DC),
            ("dc", "https://purl.org/dc/elements/1.1/", DC),
            ("dc", "http://purl.org/DC/elements/1.1/", DC),
            ("dc", "http://purl.org/dc/element/1.1/", DC),
            ("dc", "https://harbour.example/dc", None),
            ("d", "http://purl.org/dc/element/1.1/", DC),
            ("", "http://purl.org/dc/elements/1.2/", DC),
            ("dc", "http://purl.oclc.org/dc/elements/1.1/", DC),
            ("dc", "http://dublincore.org/elements/1.1/", DC),
            ("x", "http://purl.org/dc/dcmitype/", None),
            ("x", "http://purl.org/rss/1.0/modules/tides/", None),
            ("x", "https://harbour.example/x", None),
            ("media", "http://search.yahoo.com/mrss", Some("http://search.yahoo.com/mrss/")),
            ("", "http://www.w3.org/2005/atom", Some("http://www.w3.org/2005/Atom")),
            ("itunes", "http://www.itunes.com/DTDs/Podcast-1.0.dtd", None),
            ("", "http://purl.org/rss/1.0/", None),
            ("", "http://purl.org/rss/1.0", Some("http://purl.org/rss/1.0/")),
            ("rss", "https://purl.org/rss/1.0/", Some("http://purl.org/rss/1.0/")),
        ]
        .into_iter()
        .filter(|(prefix, uri, expected)| intended(prefix, uri) != *expected)
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn prefixes_are_customary() {
        let wrong: Vec<_> = [
            ("dc", "http://purl.org/dc/elements/1.1/", None),
            ("", "http://purl.org/dc/elements/1.1/", None),
            ("d", "http://purl.org/dc/elements/1.1/", Some("namespace-prefix-unusual")),
            ("a10", "http://www.w3.org/2005/Atom", None),
            ("dc", "https://harbour.example/dc", Some("namespace-prefix-taken")),
            ("dc", "http://purl.org/dc/element/1.1/", None),
            ("x", "https://harbour.example/x", None),
        ]
        .into_iter()
        .filter(|(prefix, uri, expected)| rule_of_prefix(prefix, uri).map(|rule| rule.id) != *expected)
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn no_known_name_is_misspelt() {
        let names = bozofeed::inspect::schema::all_vocabularies()
            .filter_map(|known| Some((known.prefix, uri_of_prefix(known.prefix)?)));
        let wrong: Vec<_> = names.filter(|(prefix, uri)| intended(prefix, uri).is_some()).collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn each_spelled_name_is_known() {
        let unknown: Vec<_> = SPELLED
            .iter()
            .flat_map(|(prefix, _)| {
                names_of_prefix(prefix).into_iter().flatten().map(move |name| (prefix, name))
            })
            .filter(|(prefix, name)| {
                let known = namespace_of_uri(name);
                let found = known
                    .and_then(|known| if is_atom(known) { Some("atom") } else { customary_prefix(known) });
                found != Some(**prefix)
            })
            .collect();
        assert_eq!(unknown, [] as [(&&str, &str); 0]);
    }
}
