//! The elements of RSS 0.90, Atom 0.3 and CDF.

use super::formats::{EMAIL, ID, IMAGE_PARTS, PLAIN, REFERENCE, TEXT, TEXT_INPUT_PARTS, URI};
use super::schema::ValueForm::{Any, Boolean, Construct, Date, MediaType, Number, Reference, Uri, Words};
use super::schema::{
    AttributeRow, Child, DocumentFormat, ElementRole, ElementRow, Modules, RequiredPart, any, may, must,
    once, one, some,
};
use bozofeed_date::DateFormat;

/// <https://www.rssboard.org/rss-0-9-0>
pub(super) static RDF_090: ElementRow = ElementRow::group(&[
    one("channel", &CHANNEL_090, RequiredPart::Other),
    once("image", &IMAGE_090),
    any("item", &ITEM_090),
    once("textinput", &TEXT_INPUT_090),
]);
static CHANNEL_090: ElementRow = ElementRow::group(&[
    one("title", &PLAIN, RequiredPart::FeedTitle),
    one("link", &URI, RequiredPart::FeedLink),
    one("description", &TEXT, RequiredPart::FeedDescription),
])
.modules(Modules::Feed)
.role(ElementRole::Feed);
static IMAGE_090: ElementRow = ElementRow::group(IMAGE_PARTS);
static ITEM_090: ElementRow = ElementRow::group(&[
    one("title", &PLAIN, RequiredPart::EntryTitle),
    one("link", &URI, RequiredPart::EntryLink),
])
.modules(Modules::Entry)
.role(ElementRole::Entry);
static TEXT_INPUT_090: ElementRow = ElementRow::group(TEXT_INPUT_PARTS);

/// Atom 0.3 (draft-ietf-atompub-format-00 is its successor): <https://web.archive.org/web/2006/http://www.mnot.net/drafts/draft-nottingham-atom-format-02.html>
pub(super) static ATOM_03_FEED: ElementRow = ElementRow::group(&[
    one("title", &CONSTRUCT, RequiredPart::FeedTitle),
    some("link", &LINK_03, RequiredPart::FeedLink),
    one("modified", &W3C, RequiredPart::FeedUpdated),
    once("author", &PERSON_03),
    any("contributor", &PERSON_03),
    once("tagline", &CONSTRUCT),
    once("id", &ID),
    once("generator", &GENERATOR_03),
    once("copyright", &CONSTRUCT),
    once("info", &CONSTRUCT),
    any("entry", &ATOM_03_ENTRY),
])
.with(&[must("version", Any)])
.modules(Modules::Feed)
.role(ElementRole::Feed);
pub(super) static ATOM_03_ENTRY: ElementRow = ElementRow::group(&[
    one("title", &CONSTRUCT, RequiredPart::EntryTitle),
    some("link", &LINK_03, RequiredPart::EntryLink),
    one("id", &ID, RequiredPart::EntryId),
    one("modified", &W3C, RequiredPart::EntryUpdated),
    // The time zone of `issued` may be missing, but not that of the other dates.
    one("issued", &W3C_LOCAL, RequiredPart::Other),
    once("created", &W3C),
    once("author", &PERSON_03),
    any("contributor", &PERSON_03),
    once("summary", &CONSTRUCT),
    any("content", &CONSTRUCT),
])
.with(&[may("version", Any)])
.modules(Modules::Entry)
.role(ElementRole::Entry);

static CONSTRUCT: ElementRow = ElementRow::text(Construct)
    .with(&[may("type", MediaType), may("mode", Words(&["xml", "escaped", "base64"]))]);
static LINK_03: ElementRow = ElementRow::text(Any)
    .with(&[must("rel", Any), must("type", MediaType), must("href", Reference), may("title", Any)])
    .role(ElementRole::AtomLink);
static GENERATOR_03: ElementRow = ElementRow::text(Any).with(&[may("url", Uri), may("version", Any)]);
static PERSON_03: ElementRow = ElementRow::group(&[
    one("name", &TEXT, RequiredPart::Other),
    once("url", &REFERENCE),
    once("email", &EMAIL),
])
.modules(Modules::Feed);
static W3C: ElementRow = ElementRow::text(Date(DateFormat::W3c));
static W3C_LOCAL: ElementRow = ElementRow::text(Date(DateFormat::W3cLocal));

/// <https://www.w3.org/TR/NOTE-CDFsubmit.html>, whose names occur in any case, with the elements that browsers added.
pub(super) static CDF_CHANNEL: ElementRow = ElementRow::group(&[
    any("CHANNEL", &CDF_CHANNEL),
    any("ITEM", &CDF_ITEM),
    once("TITLE", &TEXT_OR_VALUE),
    once("ABSTRACT", &TEXT_OR_VALUE),
    once("AUTHOR", &TEXT_OR_VALUE),
    once("PUBLISHER", &TEXT_OR_VALUE),
    once("COPYRIGHT", &TEXT_OR_VALUE),
    once("PUBLICATIONDATE", &TEXT_OR_VALUE),
    once("LASTMOD", &TEXT_OR_VALUE),
    once("KEYWORDS", &TEXT_OR_VALUE),
    any("CATEGORY", &TEXT_OR_VALUE),
    once("RATING", &TEXT_OR_VALUE),
    once("A", &ANCHOR),
    any("LOGO", &LOGO),
    once("SCHEDULE", &SCHEDULE),
    once("USERSCHEDULE", &TEXT_OR_VALUE),
    once("INTROURI", &TEXT_OR_VALUE),
    once("AUTHORIZATION", &TEXT_OR_VALUE),
    once("ISCLONE", &TEXT_OR_VALUE),
    once("MINSTORAGE", &TEXT_OR_VALUE),
    once("TRACKING", &TEXT_OR_VALUE),
    once("LOGIN", &LOGIN),
    once("LOGTARGET", &LOG_TARGET),
])
.with(CDF_ATTRIBUTES)
.role(ElementRole::Feed);

static CDF_ITEM: ElementRow = ElementRow::group(CDF_DETAILS).with(CDF_ATTRIBUTES).role(ElementRole::Entry);

static CDF_DETAILS: &[Child] = &[
    once("TITLE", &TEXT_OR_VALUE),
    once("ABSTRACT", &TEXT_OR_VALUE),
    once("AUTHOR", &TEXT_OR_VALUE),
    once("PUBLISHER", &TEXT_OR_VALUE),
    once("COPYRIGHT", &TEXT_OR_VALUE),
    once("PUBLICATIONDATE", &TEXT_OR_VALUE),
    once("LASTMOD", &TEXT_OR_VALUE),
    once("KEYWORDS", &TEXT_OR_VALUE),
    any("CATEGORY", &TEXT_OR_VALUE),
    once("RATING", &TEXT_OR_VALUE),
    once("SCHEDULE", &SCHEDULE),
    once("A", &ANCHOR),
    any("LOGO", &LOGO),
    once("LOG", &VALUED),
    any("USAGE", &VALUED),
];

static CDF_ATTRIBUTES: &[AttributeRow] = &[
    may("HREF", Reference),
    may("SELF", Reference),
    may("BASE", Uri),
    may("LASTMOD", Any),
    may("LEVEL", Number(0, u64::MAX)),
    may("PRECACHE", YES_OR_NO),
    may("CLONEABLE", YES_OR_NO),
    may("ISVISIBLE", YES_OR_NO),
    may("SHOW", Any),
    may("PRIORITY", Any),
    may("MIMETYPE", MediaType),
    may("ID", Any),
    may("NAME", Any),
];
const YES_OR_NO: super::schema::ValueForm = Boolean(&["yes", "no"]);

// The W3C note puts values in attributes, but published channels have them as text.
static TEXT_OR_VALUE: ElementRow = ElementRow::text(Any).with(&[may("VALUE", Any)]);
static VALUED: ElementRow = ElementRow::text(Any).with(&[must("VALUE", Any)]);
static ANCHOR: ElementRow = ElementRow::text(Any).with(&[must("HREF", Reference)]);
static LOGO: ElementRow = ElementRow::text(Any).with(&[
    must("HREF", Reference),
    may("STYLE", Words(&["image", "icon", "image-wide"])),
    may("TYPE", Any),
]);
static LOGIN: ElementRow = ElementRow::text(Any).with(&[may("DOMAIN", Any), may("METHOD", Any)]);
static LOG_TARGET: ElementRow = ElementRow::group(&[any("PURGETIME", &INTERVAL), any("HTTP-EQUIV", &HEADER)])
    .with(&[
        must("HREF", Reference),
        may("METHOD", Words(&["post", "put"])),
        may("SCOPE", Words(&["all", "offline", "online"])),
    ]);
static HEADER: ElementRow = ElementRow::text(Any).with(&[must("NAME", Any), must("VALUE", Any)]);

static SCHEDULE: ElementRow = ElementRow::group(&[
    one("INTERVALTIME", &INTERVAL, RequiredPart::Other),
    once("EARLIESTTIME", &INTERVAL),
    once("LATESTTIME", &INTERVAL),
    once("STARTDATE", &TEXT_OR_VALUE),
    once("ENDDATE", &TEXT_OR_VALUE),
])
.with(&[may("STARTDATE", Any), may("STOPDATE", Any), may("ENDDATE", Any), may("TIMEZONE", Any)]);
static INTERVAL: ElementRow = ElementRow::text(Any).with(&[
    may("DAY", Number(0, u64::MAX)),
    may("HOUR", Number(0, u64::MAX)),
    may("MIN", Number(0, u64::MAX)),
    may("SEC", Number(0, u64::MAX)),
    may("TIMEZONE", Any),
]);

/// Returns whether a format in this file has an element with this name and no prefix. CDF names are case-insensitive.
pub(super) fn has_element(format: DocumentFormat, name: &str) -> bool {
    let groups: &[&ElementRow] = match format {
        DocumentFormat::Rdf090 => &[&RDF_090, &CHANNEL_090],
        DocumentFormat::Atom03 => &[&ATOM_03_FEED, &ATOM_03_ENTRY, &PERSON_03],
        DocumentFormat::Cdf => &[&CDF_CHANNEL],
        DocumentFormat::Rss | DocumentFormat::Rdf | DocumentFormat::Atom | DocumentFormat::Unknown => &[],
    };
    let is_named =
        |known: &str| known == name || format == DocumentFormat::Cdf && known.eq_ignore_ascii_case(name);
    groups.iter().any(|group| group.children.iter().any(|child| is_named(child.name)))
}
