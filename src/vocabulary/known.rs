//! The properties of an element that follow from its name alone.

use super::{
    AttributesField, DateField, PersonField, PersonPart, Rule, ScopeKind, TextField, ValueField, is_atom,
    prefix,
};
use crate::names::{NameTable, slots, slots_for};
use crate::xml::Namespace;

/// An element of a vocabulary, with the properties that follow from its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct KnownElement {
    pub(crate) rule: Rule,
    pub(crate) family: Family,
    pub(crate) fields: Fields,
}

impl KnownElement {
    /// Returns the element with this name, whose rule is `rule`.
    pub(crate) fn new(rule: Rule, namespace: Namespace, local: &str) -> Self {
        Self { rule, family: Family::of(namespace, local), fields: Fields::of(rule) }
    }
}

/// The family of formats or the kind of module that a name belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    /// The name is equally good in RSS and in Atom.
    Any,
    /// Only Atom has the name.
    Atom,
    /// Only RSS has the name.
    Rss,
    /// A name of Atom 0.3, CDF or RSS 1.1 that later versions replaced.
    Elder,
    /// Dublin Core.
    DublinCore,
    /// Media RSS.
    MediaRss,
    /// Any other vocabulary.
    Other,
}

/// The names of the formats that only one family has.
const NAMES: &[(&str, Family)] = &[
    ("id", Family::Atom),
    ("published", Family::Atom),
    ("updated", Family::Atom),
    ("summary", Family::Atom),
    ("subtitle", Family::Atom),
    ("rights", Family::Atom),
    ("guid", Family::Rss),
    ("pubDate", Family::Rss),
    ("lastBuildDate", Family::Rss),
    ("description", Family::Rss),
    ("copyright", Family::Rss),
    ("abstract", Family::Elder),
    ("issued", Family::Elder),
    ("modified", Family::Elder),
    ("tagline", Family::Elder),
    ("date", Family::Elder),
];

static FAMILIES: NameTable<Family> =
    NameTable::fixed(&const { slots::<_, { slots_for(NAMES.len()) }>(&[NAMES]) });

impl Family {
    fn of(namespace: Namespace, local: &str) -> Self {
        match prefix(namespace) {
            // `atom:link` and `atom:author` have names that RSS has as well.
            None | Some("") => FAMILIES.get(local).copied().unwrap_or(if is_atom(namespace) {
                Self::Atom
            } else {
                Self::Any
            }),
            Some("dc" | "dcterms") => Self::DublinCore,
            Some("media") => Self::MediaRss,
            Some(_) => Self::Other,
        }
    }
}

/// The scopes that have a field for an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fields {
    pub(crate) feed: bool,
    pub(crate) entry: bool,
    pub(crate) image: bool,
    pub(crate) text_input: bool,
}

impl Fields {
    const FEED: Self = Self { feed: true, entry: false, image: false, text_input: false };
    const ENTRY: Self = Self { feed: false, entry: true, image: false, text_input: false };
    const BOTH: Self = Self { feed: true, entry: true, image: false, text_input: false };
    const ALL: Self = Self { feed: true, entry: true, image: true, text_input: true };
    const IMAGE: Self = Self { feed: false, entry: false, image: true, text_input: false };
    const TEXT_INPUT: Self = Self { feed: false, entry: false, image: false, text_input: true };
    const NONE: Self = Self { feed: false, entry: false, image: false, text_input: false };

    fn of(rule: Rule) -> Self {
        match rule {
            Rule::Link => Self::ALL,
            Rule::Text(field) => match field {
                TextField::Title | TextField::Description | TextField::Summary | TextField::Subtitle => {
                    Self::ALL
                }
                TextField::Content | TextField::Encoded | TextField::Body | TextField::Rights => Self::BOTH,
                TextField::Info => Self::FEED,
            },
            Rule::Value(field) => match field {
                ValueField::Id
                | ValueField::Guid
                | ValueField::Language
                | ValueField::Validity
                | ValueField::ItunesDuration
                | ValueField::ItunesExplicit
                | ValueField::ItunesBlock
                | ValueField::ItunesEpisode
                | ValueField::ItunesSeason
                | ValueField::ItunesKind
                | ValueField::ItunesNewFeedUrl
                | ValueField::ItunesKeywords
                | ValueField::Tags
                | ValueField::MediaKeywords => Self::BOTH,
                ValueField::Generator
                | ValueField::Docs
                | ValueField::Icon
                | ValueField::Logo
                | ValueField::Ttl
                | ValueField::NewLocation => Self::FEED,
                ValueField::Comments => Self::ENTRY,
                ValueField::Width | ValueField::Height => Self::IMAGE,
            },
            Rule::Date(field) => match field {
                DateField::Published | DateField::Updated | DateField::Created => Self::BOTH,
                DateField::Expired => Self::ENTRY,
            },
            Rule::Person(field) => match field {
                PersonField::Author
                | PersonField::Contributor
                | PersonField::ContributorName
                | PersonField::Publisher
                | PersonField::Owner => Self::BOTH,
                PersonField::WebMaster => Self::FEED,
            },
            Rule::PersonPart(part) => match part {
                PersonPart::Uri => Self::IMAGE,
                PersonPart::Name => Self::TEXT_INPUT,
                PersonPart::Email => Self::NONE,
            },
            Rule::Attributes(field) => match field {
                AttributesField::ItunesImage => Self::BOTH,
                AttributesField::Cloud => Self::FEED,
            },
            Rule::Scope(kind) => match kind {
                ScopeKind::Image => Self::BOTH,
                ScopeKind::TextInput | ScopeKind::LiveItem => Self::FEED,
                ScopeKind::Source => Self::ENTRY,
            },
            // The fields of roots, channels and entries are never used.
            Rule::Root
            | Rule::AtomFeed
            | Rule::Channel
            | Rule::Entry
            | Rule::Enclosure
            | Rule::License
            | Rule::Category(_)
            | Rule::Place(_)
            | Rule::Gathered
            | Rule::Uri
            | Rule::GeneratorAgent
            | Rule::ErrorReportsTo => Self::BOTH,
        }
    }
}
