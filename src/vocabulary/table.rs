//! The table of the vocabularies.

use super::element_lists::{ElementTable, table};
use super::read::{Described, Elements};
use super::rows;
use super::write::{ElementSink, FeedOrEntry, WriteParts as _};
use super::{
    CORE, arxiv, atom, blog_channel, comment_api, creative_commons, dublin_core, event, feedburner, georss,
    google_play, itunes, kind, media, modules, open_search, paging, pingback, podcast, podlove, prism,
    publishing, rawvoice, rss, slash, source_namespace, spotify, syndication, threading, torznab, trackback,
    webfeeds, youtube,
};
use super::{FieldScope, FieldScopes};
use bozofeed_model::internal::RareFields as _;
use bozofeed_text::names::NameTable;
use std::sync::LazyLock;

/// A vocabulary: a namespace, or several with the same meaning.
#[derive(Clone, Copy)]
pub(super) struct VocabularyRow {
    /// The customary prefix, or empty for the formats themselves.
    pub(super) prefix: &'static str,
    /// The namespace names, in lower case and without a trailing slash.
    pub(super) uris: &'static [&'static str],
    /// The namespace name as spelled in its specification, unless it is the first one in `uris`.
    pub(super) uri: Option<&'static str>,
    /// Its elements, and how they are read.
    pub(super) elements: Option<&'static ElementTable>,
    /// Reads the elements of a complete feed or entry into its fields.
    pub(super) reader: Option<VocabularyReader>,
    /// Whether the elements are collected to be read together. Otherwise, they become extensions, and are read from there.
    pub(super) is_gathered: bool,
    /// The link relations that are read together with the elements, or without any.
    pub(super) relations: &'static [&'static str],
    /// Whether the customary prefix replaces the document's, as in Universal Feed Parser for its known namespaces.
    pub(super) is_customary: bool,
}

/// Writes the elements of a vocabulary with this prefix.
pub(super) type VocabularyWriter = fn(FeedOrEntry<'_>, &'static str, &mut dyn ElementSink);

/// A line of the table: the reader and the writer of a vocabulary.
struct TableLine {
    row: VocabularyRow,
    write: Option<VocabularyWriter>,
}

/// The result of [`fills!`]: a reader, and the writer of its field.
type Filled = (VocabularyReader, VocabularyWriter);

/// Reads the elements of a complete feed or entry into its fields.
#[derive(Clone, Copy)]
pub(super) struct VocabularyReader {
    pub(super) read: fn(Elements<'_>, &mut Described<'_>),
    /// The name of the field that the vocabulary fills. It is empty if the fields of its rows are fields of the feed or entry.
    pub(super) field: &'static str,
    /// The allowed content of its elements, and the fields that they fill.
    pub(super) content: kind::AllowedContent,
    /// The scopes with the fields.
    pub(super) scopes: FieldScopes,
}

/// The reader that fills one field of a feed, an entry or both, or a function and the type whose rows it reads.
macro_rules! fills {
    (Feed $field:ident) => {
        fills!(@ [Feed] stringify!($field), kind::content_of(|feed: &crate::model::internal::RareOfFeed| &feed.$field), |elements, to| {
            if let Described::Feed(feed) = to {
                rows::fill(elements, stringify!($field), &mut feed.rare_mut().$field);
            }
        }, |from, prefix, to| {
            if let FeedOrEntry::Feed(feed) = from {
                feed.rare().map(|rare| &rare.$field).write_parts(prefix, to);
            }
        })
    };
    (Entry $field:ident) => {
        fills!(@ [Entry] stringify!($field), kind::content_of(|entry: &crate::model::internal::RareOfEntry| &entry.$field), |elements, to| {
            if let Described::Entry(entry) = to {
                rows::fill(elements, stringify!($field), &mut entry.rare_mut().$field);
            }
        }, |from, prefix, to| {
            if let FeedOrEntry::Entry(entry) = from {
                entry.rare().map(|rare| &rare.$field).write_parts(prefix, to);
            }
        })
    };
    (Both $field:ident) => {
        fills!(@ [Feed, Entry] stringify!($field), kind::content_of(|entry: &crate::model::internal::RareOfEntry| &entry.$field), |elements, to| {
            let field = match to {
                Described::Feed(feed) => &mut feed.rare_mut().$field,
                Described::Entry(entry) => &mut entry.rare_mut().$field,
            };
            rows::fill(elements, stringify!($field), field);
        }, |from, prefix, to| match from {
            FeedOrEntry::Feed(feed) => feed.rare().map(|rare| &rare.$field).write_parts(prefix, to),
            FeedOrEntry::Entry(entry) => entry.rare().map(|rare| &rare.$field).write_parts(prefix, to),
        })
    };
    ([$($scope:ident),+] $name:literal, $read:path, $record:path) => {
        fills!(@ [$($scope),+] $name, <$record as kind::HasKind>::CONTENT, $read, |_, _, _| {})
    };
    (@ [$($scope:ident),+] $name:expr, $content:expr, $read:expr, $write:expr) => {
        (
            VocabularyReader {
                read: $read,
                content: $content,
                field: $name,
                scopes: FieldScopes::of(&[$(FieldScope::$scope),+]),
            },
            $write,
        )
    };
}

impl VocabularyRow {
    /// Returns the namespace name for writing.
    pub(super) fn name(&self) -> Option<&'static str> {
        self.uri.or_else(|| self.uris.first().copied())
    }
}

impl TableLine {
    /// Returns a vocabulary with a known prefix and without a list: its elements are extensions.
    const fn new(prefix: &'static str, uris: &'static [&'static str]) -> Self {
        let row = VocabularyRow {
            prefix,
            uris,
            elements: None,
            reader: None,
            is_gathered: false,
            relations: &[],
            is_customary: true,
            uri: None,
        };
        Self { row, write: None }
    }

    const fn elements(mut self, elements: &'static ElementTable) -> Self {
        self.row.elements = Some(elements);
        self
    }

    const fn reads(mut self, (reader, write): Filled) -> Self {
        self.row.reader = Some(reader);
        self.write = Some(write);
        self
    }

    const fn gathered(mut self, filled: Filled) -> Self {
        self.row.is_gathered = true;
        self.reads(filled)
    }

    /// Returns the vocabulary with another function for writing its elements.
    const fn writes(mut self, write: VocabularyWriter) -> Self {
        self.write = Some(write);
        self
    }

    /// Returns the vocabulary with this namespace name for writing, instead of the first known one.
    const fn named(mut self, uri: &'static str) -> Self {
        self.row.uri = Some(uri);
        self
    }

    const fn relations(mut self, relations: &'static [&'static str]) -> Self {
        self.row.relations = relations;
        self
    }

    const fn keeps_prefix(mut self) -> Self {
        self.row.is_customary = false;
        self
    }
}

/// Every vocabulary. Its position here, counted from 1, is the number of its [`Namespace`](crate::xml::Namespace).
pub(super) static VOCABULARIES: [VocabularyRow; TABLE.len()] = {
    let mut rows = [TableLine::new("", &[]).row; TABLE.len()];
    let mut at = 0;
    while at < rows.len() {
        rows[at] = TABLE[at].row;
        at += 1;
    }
    rows
};

/// The prefix and the writer of each vocabulary. They are separate from the rows, so that a program that only reads does not
/// contain the writers.
pub(super) static WRITERS: [(&str, Option<VocabularyWriter>); TABLE.len()] = {
    let mut writers: [(&str, Option<VocabularyWriter>); TABLE.len()] = [("", None); TABLE.len()];
    let mut at = 0;
    while at < writers.len() {
        writers[at] = (TABLE[at].row.prefix, TABLE[at].write);
        at += 1;
    }
    writers
};

// Not a constant: the minimum Rust version does not allow constants to refer to the tables of elements, which are built lazily.
static TABLE: &[TableLine] = &[
    // `RSS` is the number of this line.
    TableLine::new("", rss::URIS)
        .named("http://purl.org/rss/1.0/")
        .elements(CORE)
        .reads(fills!([Feed] "", rss::read, rss::ChannelDetails)),
    // `ATOM` is the number of this line.
    TableLine::new("", atom::URIS).named("http://www.w3.org/2005/Atom").elements(CORE),
    TableLine::new("dc", dublin_core::URIS)
        .named("http://purl.org/dc/elements/1.1/")
        .elements(table!(dublin_core::ELEMENTS))
        .reads(fills!([Feed, Entry] "", dublin_core::read, dublin_core::SpareIdentifier)),
    TableLine::new("dcterms", dublin_core::TERMS_URIS)
        .named("http://purl.org/dc/terms/")
        .elements(table!(dublin_core::TERMS)),
    TableLine::new("content", modules::CONTENT_URIS)
        .named("http://purl.org/rss/1.0/modules/content/")
        .elements(table!(modules::CONTENT)),
    TableLine::new("itunes", itunes::URIS).elements(table!(itunes::ELEMENTS)).reads(fills!(Both itunes)),
    TableLine::new("media", media::URIS)
        .named("http://search.yahoo.com/mrss/")
        .elements(table!(media::ELEMENTS))
        .gathered(fills!(Both media)),
    TableLine::new("georss", georss::URIS).elements(table!(georss::ELEMENTS)),
    TableLine::new("gml", georss::GML_URIS).elements(table!(georss::GML)),
    TableLine::new("geo", georss::W3C_URIS).elements(table!(georss::W3C)),
    TableLine::new("psc", podlove::URIS)
        .elements(table!(podlove::ELEMENTS))
        .gathered(fills!(Entry chapters))
        .writes(podlove::write),
    TableLine::new("creativeCommons", creative_commons::OLD_URIS)
        .named("http://backend.userland.com/creativeCommonsRssModule")
        .elements(table!(creative_commons::ELEMENTS)),
    TableLine::new("cc", creative_commons::URIS)
        .named("http://creativecommons.org/ns#")
        .elements(table!(creative_commons::ELEMENTS)),
    TableLine::new("wfw", comment_api::URIS)
        .named("http://wellformedweb.org/CommentAPI/")
        .elements(table!(comment_api::ELEMENTS))
        .reads(fills!(Entry comment_api)),
    TableLine::new("rdf", modules::RDF_URIS).elements(table!(modules::RDF)),
    TableLine::new("xhtml", modules::XHTML_URIS).elements(table!(modules::XHTML)),
    TableLine::new("admin", modules::ADMIN_URIS)
        .named("http://webns.net/mvcb/")
        .elements(table!(modules::ADMIN)),
    TableLine::new("ag", &["http://purl.org/rss/1.0/modules/aggregation"])
        .named("http://purl.org/rss/1.0/modules/aggregation/"),
    TableLine::new("annotate", &["http://purl.org/rss/1.0/modules/annotate"])
        .named("http://purl.org/rss/1.0/modules/annotate/"),
    TableLine::new("audio", &["http://media.tangent.org/rss/1.0"]),
    TableLine::new("blogChannel", blog_channel::URIS)
        .named("http://backend.userland.com/blogChannelModule")
        .reads(fills!(Feed blog_channel)),
    TableLine::new("co", &["http://purl.org/rss/1.0/modules/company"])
        .named("http://purl.org/rss/1.0/modules/company/"),
    TableLine::new("cp", &["http://my.theinfo.org/changed/1.0/rss"]),
    TableLine::new("email", &["http://purl.org/rss/1.0/modules/email"])
        .named("http://purl.org/rss/1.0/modules/email/"),
    TableLine::new("ev", event::URIS)
        .named("http://purl.org/rss/1.0/modules/event/")
        .reads(fills!(Entry event)),
    TableLine::new("feedburner", feedburner::URIS)
        .elements(table!(feedburner::ELEMENTS))
        .reads(fills!([Entry] "", feedburner::read, feedburner::OriginalLinks))
        .writes(feedburner::write),
    TableLine::new("fm", &["http://freshmeat.net/rss/fm"]),
    TableLine::new("foaf", &["http://xmlns.com/foaf/0.1"]).named("http://xmlns.com/foaf/0.1/"),
    TableLine::new("icbm", &["http://postneo.com/icbm"]),
    TableLine::new("image", &["http://purl.org/rss/1.0/modules/image"])
        .named("http://purl.org/rss/1.0/modules/image/"),
    TableLine::new("l", &["http://purl.org/rss/1.0/modules/link"])
        .named("http://purl.org/rss/1.0/modules/link/"),
    TableLine::new("mathml", &["http://www.w3.org/1998/math/mathml"])
        .named("http://www.w3.org/1998/Math/MathML"),
    TableLine::new("pingback", pingback::URIS)
        .named("http://madskills.com/public/xml/rss/module/pingback/")
        .reads(fills!(Entry pingback)),
    // This line comes before the other one with the prefix: a search by prefix takes the first line, so the writer uses the name in
    // this line. Universal Feed Parser only supports the namespace of PRISM 1.2, so the others, which keep their prefix, have a
    // separate line below.
    TableLine::new("prism", prism::BASIC_1_2_URIS)
        .named("http://prismstandard.org/namespaces/basic/2.0/")
        .reads(fills!(Both prism)),
    TableLine::new("rdfs", &["http://www.w3.org/2000/01/rdf-schema#"]),
    TableLine::new("ref", &["http://purl.org/rss/1.0/modules/reference"])
        .named("http://purl.org/rss/1.0/modules/reference/"),
    TableLine::new("reqv", &["http://purl.org/rss/1.0/modules/richequiv"])
        .named("http://purl.org/rss/1.0/modules/richequiv/"),
    TableLine::new("search", &["http://purl.org/rss/1.0/modules/search"])
        .named("http://purl.org/rss/1.0/modules/search/"),
    TableLine::new("slash", slash::URIS)
        .named("http://purl.org/rss/1.0/modules/slash/")
        .reads(fills!(Entry slash)),
    TableLine::new("soap", &["http://schemas.xmlsoap.org/soap/envelope"])
        .named("http://schemas.xmlsoap.org/soap/envelope/"),
    TableLine::new("ss", &["http://purl.org/rss/1.0/modules/servicestatus"])
        .named("http://purl.org/rss/1.0/modules/servicestatus/"),
    TableLine::new("str", &["http://hacks.benhammersley.com/rss/streaming"]),
    TableLine::new("sub", &["http://purl.org/rss/1.0/modules/subscription"])
        .named("http://purl.org/rss/1.0/modules/subscription/"),
    TableLine::new("svg", &["http://www.w3.org/2000/svg"]),
    TableLine::new("sy", syndication::URIS)
        .named("http://purl.org/rss/1.0/modules/syndication/")
        .reads(fills!(Feed syndication)),
    TableLine::new("szf", &["http://schemas.pocketsoap.com/rss/mydescmodule"]),
    TableLine::new("taxo", &["http://purl.org/rss/1.0/modules/taxonomy"])
        .named("http://purl.org/rss/1.0/modules/taxonomy/"),
    TableLine::new("thr", threading::URIS)
        .reads(fills!([Entry] "threading", threading::read, crate::model::threading::Threading))
        .writes(threading::write)
        .relations(threading::RELATIONS),
    TableLine::new("ti", &["http://purl.org/rss/1.0/modules/textinput"])
        .named("http://purl.org/rss/1.0/modules/textinput/"),
    TableLine::new("trackback", trackback::URIS)
        .named("http://madskills.com/public/xml/rss/module/trackback/")
        .reads(fills!(Entry trackback)),
    TableLine::new("wiki", &["http://purl.org/rss/1.0/modules/wiki"])
        .named("http://purl.org/rss/1.0/modules/wiki/"),
    TableLine::new("xlink", &["http://www.w3.org/1999/xlink"]),
    TableLine::new("xml", &["http://www.w3.org/xml/1998/namespace"])
        .named("http://www.w3.org/XML/1998/namespace"),
    // Universal Feed Parser supports none of the following ones: they keep the prefix in the document.
    TableLine::new("podcast", podcast::URIS)
        .named("https://podcastindex.org/namespace/1.0")
        .elements(table!(podcast::ELEMENTS))
        .reads(fills!(Both podcast))
        .keeps_prefix(),
    TableLine::new("yt", youtube::URIS)
        .named("http://www.youtube.com/xml/schemas/2015")
        .reads(fills!(Both youtube))
        .keeps_prefix(),
    TableLine::new("fh", paging::URIS)
        .reads(fills!([Feed] "paging", paging::read, crate::model::paging::Paging))
        .writes(paging::write)
        .relations(paging::RELATIONS)
        .keeps_prefix(),
    TableLine::new("app", publishing::URIS).reads(fills!(Entry publishing)).keeps_prefix(),
    TableLine::new("opensearch", open_search::URIS)
        .named("http://a9.com/-/spec/opensearch/1.1/")
        .reads(fills!(Feed open_search))
        .keeps_prefix(),
    // It fills the field of the other line, which writes it.
    TableLine::new("prism", prism::URIS).reads(fills!(Both prism)).writes(|_, _, _| {}).keeps_prefix(),
    TableLine::new("arxiv", arxiv::URIS)
        .reads(fills!([Entry] "arxiv", arxiv::read, crate::model::arxiv::Arxiv))
        .writes(arxiv::write)
        .keeps_prefix(),
    TableLine::new("googleplay", google_play::URIS)
        .named("http://www.google.com/schemas/play-podcasts/1.0")
        .reads(fills!(Both google_play))
        .keeps_prefix(),
    TableLine::new("spotify", spotify::URIS).reads(fills!(Feed spotify)).keeps_prefix(),
    TableLine::new("rawvoice", rawvoice::URIS)
        .named("https://blubrry.com/developer/rawvoice-rss/")
        .reads(fills!(Both rawvoice))
        .keeps_prefix(),
    TableLine::new("source", source_namespace::URIS).reads(fills!(Both source_namespace)).keeps_prefix(),
    TableLine::new("torznab", torznab::URIS).reads(fills!(Both torznab)).keeps_prefix(),
    TableLine::new("newznab", torznab::NEWZNAB_URIS)
        .named("http://www.newznab.com/DTD/2010/feeds/attributes/")
        .reads(fills!(Both newznab))
        .keeps_prefix(),
    TableLine::new("webfeeds", webfeeds::URIS).reads(fills!(Both webfeeds)).keeps_prefix(),
];

/// A vocabulary, for programs that check documents.
#[derive(Debug)]
#[non_exhaustive]
pub struct VocabularyRows {
    /// The customary prefix, or empty for the formats.
    pub prefix: &'static str,
    /// The name of its namespace, or empty if it has none.
    pub uri: &'static str,
    /// The rows of its elements, and the scopes with the fields.
    pub rows: Option<(&'static kind::Rows, FieldScopes)>,
    /// The elements that are read without a row, with their allowed content.
    pub elements: Vec<(&'static str, kind::AllowedContent)>,
}

/// Returns all vocabularies. Several may share a customary prefix.
pub fn all_vocabularies() -> impl Iterator<Item = VocabularyRows> {
    VOCABULARIES.iter().map(VocabularyRows::of)
}

/// Returns the customary prefixes of all vocabularies.
pub fn prefixes() -> impl Iterator<Item = &'static str> {
    VOCABULARIES.iter().map(|vocabulary| vocabulary.prefix)
}

/// Returns the vocabularies with a customary prefix.
pub fn vocabularies_of(prefix: &str) -> impl Iterator<Item = VocabularyRows> {
    VOCABULARIES.iter().filter(move |vocabulary| vocabulary.prefix == prefix).map(VocabularyRows::of)
}

impl VocabularyRows {
    fn of(vocabulary: &VocabularyRow) -> Self {
        let elements = vocabulary.elements.map(|elements| elements.entries()).unwrap_or_default();
        Self {
            prefix: vocabulary.prefix,
            uri: vocabulary.uris.first().copied().unwrap_or_default(),
            rows: vocabulary.reader.and_then(|reader| Some((reader.content.rows?, reader.scopes))),
            elements: elements.into_iter().map(|(name, known)| (name, known.read_as.content())).collect(),
        }
    }
}

/// The numbers of the namespaces by their names.
pub(super) static NAMESPACES: LazyLock<NameTable<u32>> = LazyLock::new(|| {
    // Zero is reserved for names without a namespace.
    let numbered = VOCABULARIES.iter().zip(1..);
    numbered.flat_map(|(vocabulary, number)| vocabulary.uris.iter().map(move |uri| (*uri, number))).collect()
});
