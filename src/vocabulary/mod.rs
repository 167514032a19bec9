//! What the elements of feeds mean: one file per namespace, a table in each.
//!
//! A namespace is its file and its line in [`VOCABULARIES`]. A table gives each element a [`Rule`]; the builder carries
//! the rules out, and the reader learns from them how an element's content looks.

mod atom;
mod creative_commons;
mod dublin_core;
mod georss;
mod itunes;
mod media;
mod modules;
mod podlove;
mod rss;

use crate::xml::{Namespace, Schema, Shape};

/// A vocabulary: a namespace, or several that mean the same.
struct Vocabulary {
    /// The customary prefix, which Universal Feed Parser's dictionary uses; empty for the formats themselves.
    prefix: &'static str,
    /// The namespace names, in lower case and without a trailing slash.
    uris: &'static [&'static str],
    /// The rule of an element, by its lower-cased local name.
    element: fn(&str) -> Option<Rule>,
}

/// Every vocabulary; its place here, from 1, is the number of its [`Namespace`].
static VOCABULARIES: &[Vocabulary] = &[
    Vocabulary { prefix: "", uris: rss::URIS, element: core },
    Vocabulary { prefix: "", uris: atom::URIS, element: core },
    Vocabulary { prefix: "dc", uris: dublin_core::URIS, element: dublin_core::element },
    Vocabulary { prefix: "dcterms", uris: dublin_core::TERMS_URIS, element: dublin_core::term },
    Vocabulary { prefix: "content", uris: modules::CONTENT_URIS, element: modules::content },
    Vocabulary { prefix: "itunes", uris: itunes::URIS, element: itunes::element },
    Vocabulary { prefix: "media", uris: media::URIS, element: media::element },
    Vocabulary { prefix: "georss", uris: georss::URIS, element: georss::element },
    Vocabulary { prefix: "gml", uris: georss::GML_URIS, element: georss::gml },
    Vocabulary { prefix: "geo", uris: georss::W3C_URIS, element: georss::w3c },
    Vocabulary { prefix: "psc", uris: podlove::URIS, element: podlove::element },
    Vocabulary {
        prefix: "creativecommons",
        uris: creative_commons::OLD_URIS,
        element: creative_commons::element,
    },
    Vocabulary { prefix: "cc", uris: creative_commons::URIS, element: creative_commons::element },
    Vocabulary { prefix: "wfw", uris: modules::WFW_URIS, element: modules::wfw },
    Vocabulary { prefix: "rdf", uris: modules::RDF_URIS, element: modules::rdf },
    Vocabulary { prefix: "xhtml", uris: modules::XHTML_URIS, element: modules::xhtml },
    Vocabulary { prefix: "admin", uris: modules::ADMIN_URIS, element: modules::admin },
    Vocabulary { prefix: "ag", uris: &["http://purl.org/rss/1.0/modules/aggregation"], element: none },
    Vocabulary { prefix: "annotate", uris: &["http://purl.org/rss/1.0/modules/annotate"], element: none },
    Vocabulary { prefix: "audio", uris: &["http://media.tangent.org/rss/1.0"], element: none },
    Vocabulary {
        prefix: "blogChannel",
        uris: &["http://backend.userland.com/blogchannelmodule"],
        element: none,
    },
    Vocabulary { prefix: "co", uris: &["http://purl.org/rss/1.0/modules/company"], element: none },
    Vocabulary { prefix: "cp", uris: &["http://my.theinfo.org/changed/1.0/rss"], element: none },
    Vocabulary { prefix: "email", uris: &["http://purl.org/rss/1.0/modules/email"], element: none },
    Vocabulary { prefix: "ev", uris: &["http://purl.org/rss/1.0/modules/event"], element: none },
    Vocabulary { prefix: "feedburner", uris: modules::FEEDBURNER_URIS, element: modules::feedburner },
    Vocabulary { prefix: "fm", uris: &["http://freshmeat.net/rss/fm"], element: none },
    Vocabulary { prefix: "foaf", uris: &["http://xmlns.com/foaf/0.1"], element: none },
    Vocabulary { prefix: "icbm", uris: &["http://postneo.com/icbm"], element: none },
    Vocabulary { prefix: "image", uris: &["http://purl.org/rss/1.0/modules/image"], element: none },
    Vocabulary { prefix: "l", uris: &["http://purl.org/rss/1.0/modules/link"], element: none },
    Vocabulary { prefix: "mathml", uris: &["http://www.w3.org/1998/math/mathml"], element: none },
    Vocabulary {
        prefix: "pingback",
        uris: &["http://madskills.com/public/xml/rss/module/pingback"],
        element: none,
    },
    Vocabulary { prefix: "prism", uris: &["http://prismstandard.org/namespaces/1.2/basic"], element: none },
    Vocabulary { prefix: "rdfs", uris: &["http://www.w3.org/2000/01/rdf-schema#"], element: none },
    Vocabulary { prefix: "ref", uris: &["http://purl.org/rss/1.0/modules/reference"], element: none },
    Vocabulary { prefix: "reqv", uris: &["http://purl.org/rss/1.0/modules/richequiv"], element: none },
    Vocabulary { prefix: "search", uris: &["http://purl.org/rss/1.0/modules/search"], element: none },
    Vocabulary { prefix: "slash", uris: &["http://purl.org/rss/1.0/modules/slash"], element: none },
    Vocabulary { prefix: "soap", uris: &["http://schemas.xmlsoap.org/soap/envelope"], element: none },
    Vocabulary { prefix: "ss", uris: &["http://purl.org/rss/1.0/modules/servicestatus"], element: none },
    Vocabulary { prefix: "str", uris: &["http://hacks.benhammersley.com/rss/streaming"], element: none },
    Vocabulary { prefix: "sub", uris: &["http://purl.org/rss/1.0/modules/subscription"], element: none },
    Vocabulary { prefix: "svg", uris: &["http://www.w3.org/2000/svg"], element: none },
    Vocabulary { prefix: "sy", uris: &["http://purl.org/rss/1.0/modules/syndication"], element: none },
    Vocabulary { prefix: "szf", uris: &["http://schemas.pocketsoap.com/rss/mydescmodule"], element: none },
    Vocabulary { prefix: "taxo", uris: &["http://purl.org/rss/1.0/modules/taxonomy"], element: none },
    Vocabulary {
        prefix: "thr",
        uris: &["http://purl.org/syndication/thread/1.0", "http://purl.org/rss/1.0/modules/threading"],
        element: none,
    },
    Vocabulary { prefix: "ti", uris: &["http://purl.org/rss/1.0/modules/textinput"], element: none },
    Vocabulary {
        prefix: "trackback",
        uris: &["http://madskills.com/public/xml/rss/module/trackback"],
        element: none,
    },
    Vocabulary { prefix: "wiki", uris: &["http://purl.org/rss/1.0/modules/wiki"], element: none },
    Vocabulary { prefix: "xlink", uris: &["http://www.w3.org/1999/xlink"], element: none },
    Vocabulary { prefix: "xml", uris: &["http://www.w3.org/xml/1998/namespace"], element: none },
];

/// The namespace of `xml:lang` and `xml:base`.
pub(crate) fn is_xml(namespace: Namespace) -> bool {
    prefix(namespace) == Some("xml")
}

/// The namespaces of Atom.
pub(crate) fn is_atom(namespace: Namespace) -> bool {
    vocabulary(namespace).is_some_and(|v| v.uris == atom::URIS)
}

/// A vocabulary of which only the prefix is known: its elements are extensions.
fn none(_: &str) -> Option<Rule> {
    None
}

/// The elements of the formats themselves, which feeds mix freely.
fn core(name: &str) -> Option<Rule> {
    rss::element(name).or_else(|| atom::element(name))
}

fn vocabulary(namespace: Namespace) -> Option<&'static Vocabulary> {
    VOCABULARIES.get(usize::try_from(namespace.0).ok()?.checked_sub(1)?)
}

/// The customary prefix of a namespace, if a vocabulary knows it.
pub(crate) fn prefix(namespace: Namespace) -> Option<&'static str> {
    vocabulary(namespace).map(|v| v.prefix)
}

/// The name of a known namespace, as its vocabulary spells it.
pub(crate) fn uri(namespace: Namespace) -> Option<&'static str> {
    vocabulary(namespace).and_then(|v| v.uris.first().copied())
}

/// What an element means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// `rss`, `rdf:RDF`: holds the feed and perhaps the entries.
    Root,
    /// `feed` of Atom: the root and the feed at once.
    AtomFeed,
    /// `channel`.
    Channel,
    /// `item`, `entry`.
    Entry,
    /// Text that may hold markup.
    Text(TextField),
    /// Plain text.
    Value(ValueField),
    /// A date.
    Date(DateField),
    /// A person: text, or elements for the name and the like.
    Person(PersonField),
    /// What is said of the person around it.
    PersonPart(PersonPart),
    /// `link`, of RSS and Atom.
    Link,
    /// `enclosure`.
    Enclosure,
    /// A license's URI, in an attribute or as text.
    License,
    /// A category, in attributes or as text.
    Category(CategoryForm),
    /// `image`, `textInput`, `source`: a scope with fields of its own.
    Scope(ScopeKind),
    /// An element of which the attributes count.
    Attributes(AttributesField),
    /// A place.
    Place(PlaceForm),
    /// A URI that has no field of its own.
    Uri,
    /// `admin:generatorAgent`: the URI of the generator stands in `rdf:resource`.
    GeneratorAgent,
    /// `admin:errorReportsTo`: the URI stands in `rdf:resource`.
    ErrorReportsTo,
}

/// Texts that may hold markup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextField {
    Title,
    /// RSS `description`: HTML unless it says otherwise. In a feed, the subtitle.
    Description,
    /// Atom `summary`: plain unless it says otherwise.
    Summary,
    Subtitle,
    /// Atom `content`.
    Content,
    /// `content:encoded`: HTML.
    Encoded,
    /// `xhtml:body`.
    Body,
    Info,
    Rights,
}

/// Plain text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueField {
    /// Atom `id`.
    Id,
    /// RSS `guid`, which may be the entry's page as well.
    Guid,
    Language,
    Generator,
    Docs,
    Comments,
    Icon,
    Logo,
    Ttl,
    NewLocation,
    Width,
    Height,
    Validity,
    ItunesDuration,
    ItunesExplicit,
    ItunesBlock,
    ItunesEpisode,
    ItunesSeason,
    ItunesKind,
    ItunesNewFeedUrl,
    /// Keywords between commas; the scheme is iTunes'.
    ItunesKeywords,
    /// Tags between commas, without a scheme.
    Tags,
    /// Keywords between commas, without a scheme.
    MediaKeywords,
    MediaTags,
}

/// Dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DateField {
    Published,
    Updated,
    Created,
    Expired,
}

/// People.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PersonField {
    Author,
    /// `contributor` of Atom: its elements count.
    Contributor,
    /// `dc:contributor`: its text is the name.
    ContributorName,
    Publisher,
    /// RSS `webMaster`.
    WebMaster,
    /// `itunes:owner`.
    Owner,
}

/// What is said of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PersonPart {
    Name,
    Email,
    Uri,
}

/// Where a category's parts stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CategoryForm {
    /// `term`, `scheme` or `domain`, `label`; or the term as text.
    Plain,
    /// `text`, within one another.
    Itunes,
    /// The term as text, with a scheme of Media RSS's own.
    Media,
}

/// Scopes within a feed or entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScopeKind {
    Image,
    TextInput,
    Source,
}

/// Elements of which the attributes count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AttributesField {
    ItunesImage,
    Cloud,
    MediaContent,
    MediaThumbnail,
    MediaCredit,
    MediaRating,
    MediaLicense,
    MediaRestriction,
    MediaPlayer,
    MediaStatistics,
    MediaStarRating,
    /// `psc:chapters`.
    Chapters,
    /// `psc:chapter`.
    Chapter,
}

/// How a place is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PlaceForm {
    /// `georss:where`, `gml:Point` and the like: the positions stand within.
    Around(Option<crate::model::GeometryKind>),
    /// Latitude and longitude, position after position.
    Positions(crate::model::GeometryKind),
    /// `gml:pos`, `gml:posList`: the element around says of what.
    Inner,
    /// `geo:lat`.
    Latitude,
    /// `geo:long`.
    Longitude,
    /// `geo:alt`.
    Altitude,
    /// `gml:lowerCorner`, then `gml:upperCorner`.
    Corner,
}

/// The longest local name of an element that a table holds.
const LONGEST: usize = 24;

/// What the reader needs to know of the vocabularies.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Feeds;

impl Schema for Feeds {
    type Element = Rule;

    /// Names are compared without regard to case, to `http` or `https` and to a slash at the end.
    fn namespace(uri: &str) -> Option<Namespace> {
        let lower = uri.to_ascii_lowercase();
        let plain = lower.strip_prefix("https:").map_or_else(|| lower.clone(), |rest| format!("http:{rest}"));
        let plain = plain.trim_end_matches('/');
        // Userland's own feeds name a page below this one.
        let plain = if plain.contains("backend.userland.com/rss") {
            "http://backend.userland.com/rss"
        } else {
            plain
        };
        let at = VOCABULARIES.iter().position(|v| v.uris.contains(&plain))?;
        u32::try_from(at + 1).ok().map(Namespace)
    }

    fn well_known_prefix(prefix: &str) -> Option<Namespace> {
        let known = |v: &Vocabulary| !v.prefix.is_empty() && v.prefix.eq_ignore_ascii_case(prefix);
        let at = match prefix {
            "atom" | "atom10" | "a10" => VOCABULARIES.iter().position(|v| v.uris == atom::URIS),
            "rss" => VOCABULARIES.iter().position(|v| v.uris == rss::URIS),
            _ => VOCABULARIES.iter().position(known),
        };
        u32::try_from(at? + 1).ok().map(Namespace)
    }

    fn element(namespace: Namespace, local: &str) -> Option<Rule> {
        let lookup = if namespace == Namespace::NONE { core } else { vocabulary(namespace)?.element };
        let bytes = local.as_bytes();
        if !bytes.iter().any(u8::is_ascii_uppercase) {
            return lookup(local);
        }
        let mut lower = [0; LONGEST];
        let lower = lower.get_mut(..bytes.len())?;
        for (to, from) in lower.iter_mut().zip(bytes) {
            *to = from.to_ascii_lowercase();
        }
        lookup(std::str::from_utf8(lower).ok()?)
    }

    fn shape(rule: Rule) -> Shape {
        match rule {
            Rule::Root | Rule::AtomFeed => Shape::Root,
            Rule::Channel => Shape::Feed,
            Rule::Entry => Shape::Entry,
            Rule::Text(_) => Shape::Markup,
            Rule::Value(_)
            | Rule::Date(_)
            | Rule::PersonPart(_)
            | Rule::Link
            | Rule::Enclosure
            | Rule::License
            | Rule::Uri
            | Rule::GeneratorAgent
            | Rule::ErrorReportsTo
            | Rule::Category(CategoryForm::Plain | CategoryForm::Media)
            | Rule::Place(
                PlaceForm::Positions(_)
                | PlaceForm::Inner
                | PlaceForm::Corner
                | PlaceForm::Latitude
                | PlaceForm::Longitude
                | PlaceForm::Altitude,
            ) => Shape::Leaf,
            Rule::Person(_)
            | Rule::Category(CategoryForm::Itunes)
            | Rule::Scope(_)
            | Rule::Attributes(_)
            | Rule::Place(PlaceForm::Around(_)) => Shape::Container,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn namespace_names_match_without_regard_to_case_scheme_and_slash() {
        let dublin_core = Feeds::namespace("http://purl.org/dc/elements/1.1/");
        assert!(dublin_core.is_some());
        for uri in [
            "https://purl.org/dc/elements/1.1/",
            "http://purl.org/DC/elements/1.1",
            "HTTP://PURL.ORG/dc/elements/1.1/",
        ] {
            assert_eq!(Feeds::namespace(uri), dublin_core, "{uri}");
        }
        assert_eq!(Feeds::namespace("http://example.org/"), None);
        assert_eq!(Feeds::well_known_prefix("dc"), dublin_core);
    }

    #[test]
    fn every_namespace_name_is_in_its_normal_form_and_stands_once() {
        let mut seen = std::collections::HashSet::new();
        for uri in VOCABULARIES.iter().flat_map(|v| v.uris) {
            assert_eq!(*uri, uri.to_ascii_lowercase().trim_end_matches('/'), "{uri}");
            assert!(seen.insert(uri), "{uri}");
        }
    }

    #[test]
    fn element_names_match_without_regard_to_case() {
        for (name, rule) in [
            ("pubDate", Some(Rule::Date(DateField::Published))),
            ("PUBDATE", Some(Rule::Date(DateField::Published))),
            ("thisNameIsLongerThanAnyThatATableHolds", None),
            ("Élan", None),
        ] {
            assert_eq!(Feeds::element(Namespace::NONE, name), rule, "{name}");
        }
    }
}
