//! The elements of RSS 0.91 to 2.0, RSS 1.0 and Atom 1.0, and the roots of all formats.

use super::schema::ValueForm::{
    Any, AtomContent, AtomText, Boolean, ContentType, Date, Email, Guid, Hour, Html, HttpUri, Id, ImageUri,
    Label, Language, Length, MediaType, None, Number, Person, Pixels, Plain, Reference, Text, Uri, Version,
    Words,
};
use super::schema::{
    Child, DocumentFormat, ElementRole, ElementRow, Modules, RequiredPart, any, may, must, once, one, some,
};
use bozofeed_date::{DateFormat, WEEKDAYS};

pub(super) static TEXT: ElementRow = ElementRow::text(Text);
pub(super) static FREE: ElementRow = ElementRow::text(Any);
pub(super) static PLAIN: ElementRow = ElementRow::text(Plain);
pub(super) static URI: ElementRow = ElementRow::text(Uri);
static HTML: ElementRow = ElementRow::text(Html);
static PERSON: ElementRow = ElementRow::text(Person);
static LANGUAGE: ElementRow = ElementRow::text(Language);
static RFC_822: ElementRow = ElementRow::text(Date(DateFormat::Rfc822));
const TRUE_OR_FALSE: &[&str] = &["true", "false"];

/// <https://www.rssboard.org/rss-specification>
pub(super) static RSS: ElementRow = ElementRow::group(&[one("channel", &CHANNEL, RequiredPart::Other)])
    .with(&[must("version", Version)])
    .role(ElementRole::Rss);

pub(super) static CHANNEL: ElementRow = ElementRow::group(&[
    one("title", &TITLE, RequiredPart::FeedTitle),
    one("link", &PAGE, RequiredPart::FeedLink),
    one("description", &HTML, RequiredPart::FeedDescription),
    once("language", &LANGUAGE).beside("dc:language"),
    once("copyright", &PLAIN).beside("dc:rights"),
    once("managingEditor", &PERSON).beside("dc:creator"),
    once("webMaster", &PERSON).beside("dc:publisher"),
    once("pubDate", &RFC_822).beside("dc:date"),
    once("lastBuildDate", &RFC_822).beside("dcterms:modified"),
    any("category", &CATEGORY).beside("dc:subject"),
    once("generator", &PLAIN).beside("admin:generatorAgent"),
    once("docs", &URI),
    once("cloud", &CLOUD),
    once("ttl", &MINUTES),
    once("image", &IMAGE),
    once("rating", &TEXT),
    once("textInput", &TEXT_INPUT),
    once("skipHours", &SKIP_HOURS),
    once("skipDays", &SKIP_DAYS),
    any("item", &ITEM),
])
.modules(Modules::Feed)
.role(ElementRole::Feed);

static MINUTES: ElementRow = ElementRow::text(Number(1, u64::MAX));
static CATEGORY: ElementRow = ElementRow::text(Plain).with(&[may("domain", Any)]);

static CLOUD: ElementRow = ElementRow::text(None).with(&[
    must("domain", Text),
    must("port", Number(1, 65_535)),
    must("path", Text),
    must("registerProcedure", Any),
    must("protocol", Words(&["xml-rpc", "soap", "http-post"])),
]);

static TITLE: ElementRow = ElementRow::text(Plain).role(ElementRole::Title);
static PAGE: ElementRow = ElementRow::text(Uri).role(ElementRole::Page);

static IMAGE: ElementRow = ElementRow::group(&[
    one("url", &IMAGE_URI, RequiredPart::Other),
    one("title", &TITLE, RequiredPart::Other),
    one("link", &PAGE, RequiredPart::Other),
    once("width", &WIDTH),
    once("height", &HEIGHT),
    once("description", &CAPTION),
])
.modules(Modules::Feed)
.role(ElementRole::Image);
// It becomes the `title` attribute of the link around the image.
static CAPTION: ElementRow = ElementRow::text(Label);
static IMAGE_URI: ElementRow = ElementRow::text(ImageUri);
// RSS 2.0, image: at most 144 pixels wide and 400 pixels high.
static WIDTH: ElementRow = ElementRow::text(Pixels(144));
static HEIGHT: ElementRow = ElementRow::text(Pixels(400));

pub(super) const TEXT_INPUT_PARTS: &[Child] = &[
    one("title", &PLAIN, RequiredPart::Other),
    one("description", &PLAIN, RequiredPart::Other),
    one("name", &PLAIN, RequiredPart::Other),
    one("link", &URI, RequiredPart::Other),
];
static TEXT_INPUT: ElementRow = ElementRow::group(TEXT_INPUT_PARTS).modules(Modules::Feed);

static SKIP_HOURS: ElementRow = ElementRow::group(&[some("hour", &HOUR, RequiredPart::Other)]);
static HOUR: ElementRow = ElementRow::text(Hour).role(ElementRole::Skipped);
static SKIP_DAYS: ElementRow = ElementRow::group(&[some("day", &DAY, RequiredPart::Other)]);
static DAY: ElementRow = ElementRow::text(Words(&WEEKDAYS)).role(ElementRole::Skipped);

pub(super) static ITEM: ElementRow = ElementRow::group(&[
    once("title", &PLAIN),
    once("link", &URI),
    once("description", &HTML),
    once("author", &PERSON).beside("dc:creator"),
    any("category", &CATEGORY).beside("dc:subject"),
    once("comments", &URI),
    // RSS 2.0 does not require it to be unique; `enclosure-repeated` warns, since readers use only one.
    any("enclosure", &ENCLOSURE),
    once("guid", &GUID),
    once("pubDate", &RFC_822).beside("dc:date"),
    once("source", &SOURCE).beside("dc:source"),
])
.modules(Modules::Entry)
.role(ElementRole::Entry);

// "url must be an http url" (RSS 2.0, enclosure).
static ENCLOSURE: ElementRow = ElementRow::text(None)
    .with(&[must("url", HttpUri), must("length", Length), must("type", MediaType)])
    .role(ElementRole::Enclosure);
static GUID: ElementRow =
    ElementRow::text(Guid).with(&[may("isPermaLink", Boolean(TRUE_OR_FALSE))]).role(ElementRole::Id);
// Its text is the title of another feed, which may have none.
static SOURCE: ElementRow = ElementRow::text(Label).with(&[must("url", Uri)]);

/// <https://web.resource.org/rss/1.0/spec>
pub(super) static RDF: ElementRow = ElementRow::group(&[
    one("channel", &RDF_CHANNEL, RequiredPart::Other),
    once("image", &RDF_IMAGE),
    any("item", &RDF_ITEM),
    once("textinput", &RDF_TEXT_INPUT),
])
.modules(Modules::Feed);

static RDF_CHANNEL: ElementRow = ElementRow::group(&[
    one("title", &PLAIN, RequiredPart::FeedTitle),
    one("link", &URI, RequiredPart::FeedLink),
    one("description", &TEXT, RequiredPart::FeedDescription),
    once("image", &RESOURCE),
    one("items", &RDF_ITEMS, RequiredPart::FeedItems),
    once("textinput", &RESOURCE),
])
.with(&[must("rdf:about", Reference)])
.modules(Modules::Feed)
.role(ElementRole::Feed);

pub(super) static RESOURCE: ElementRow = ElementRow::text(Any).with(&[must("rdf:resource", Reference)]);
static RDF_ITEMS: ElementRow = ElementRow::group(&[one("rdf:Seq", &RDF_SEQUENCE, RequiredPart::Other)]);
static RDF_SEQUENCE: ElementRow = ElementRow::group(&[any("rdf:li", &RDF_MEMBER)]);
// RDF/XML §2.14: references may be relative. The examples of RSS 1.0 have `resource` without its prefix, as RDF allowed before 2004.
static RDF_MEMBER: ElementRow = ElementRow::text(Any)
    .with(&[may("rdf:resource", Reference), may("resource", Reference)])
    .role(ElementRole::ListedItem);

pub(super) const IMAGE_PARTS: &[Child] = &[
    one("title", &PLAIN, RequiredPart::Other),
    one("url", &URI, RequiredPart::Other),
    one("link", &URI, RequiredPart::Other),
];
static RDF_IMAGE: ElementRow =
    ElementRow::group(IMAGE_PARTS).with(&[must("rdf:about", Reference)]).modules(Modules::Feed);

static RDF_ITEM: ElementRow = ElementRow::group(&[
    one("title", &PLAIN, RequiredPart::EntryTitle),
    one("link", &URI, RequiredPart::EntryLink),
    once("description", &HTML),
])
.with(&[must("rdf:about", Reference)])
.modules(Modules::Entry)
.role(ElementRole::Entry);

static RDF_TEXT_INPUT: ElementRow =
    ElementRow::group(TEXT_INPUT_PARTS).with(&[must("rdf:about", Reference)]).modules(Modules::Feed);

/// RFC 4287 §4.1.1
pub(super) static ATOM_FEED: ElementRow = ElementRow::group(&[
    one("id", &ID, RequiredPart::FeedId),
    one("title", &ATOM_TEXT, RequiredPart::FeedTitle),
    one("updated", &UPDATED, RequiredPart::FeedUpdated),
    any("author", &ATOM_PERSON),
    any("category", &ATOM_CATEGORY),
    any("contributor", &ATOM_PERSON),
    once("generator", &GENERATOR),
    once("icon", &REFERENCE),
    any("link", &ATOM_LINK),
    once("logo", &REFERENCE),
    once("rights", &ATOM_TEXT),
    once("subtitle", &ATOM_TEXT),
    any("entry", &ATOM_ENTRY),
])
// A leftover from Atom 0.3 in many feeds, and harmless.
.with(&[may("version", Any)])
.modules(Modules::Feed)
.role(ElementRole::Feed);

/// RFC 4287 §4.1.2
pub(super) static ATOM_ENTRY: ElementRow = ElementRow::group(&[
    one("id", &ID, RequiredPart::EntryId),
    one("title", &ATOM_TEXT, RequiredPart::EntryTitle),
    one("updated", &UPDATED, RequiredPart::EntryUpdated),
    any("author", &ATOM_PERSON),
    any("category", &ATOM_CATEGORY),
    once("content", &CONTENT),
    any("contributor", &ATOM_PERSON),
    any("link", &ATOM_LINK),
    once("published", &PUBLISHED),
    once("rights", &ATOM_TEXT),
    once("source", &ATOM_SOURCE),
    once("summary", &ATOM_TEXT),
])
.modules(Modules::Entry)
.role(ElementRole::Entry);

static ATOM_SOURCE: ElementRow = ElementRow::group(&[
    one("id", &ID, RequiredPart::OfSource),
    one("title", &ATOM_TEXT, RequiredPart::OfSource),
    one("updated", &RFC_3339, RequiredPart::OfSource),
    any("author", &ATOM_PERSON),
    any("category", &ATOM_CATEGORY),
    any("contributor", &ATOM_PERSON),
    once("generator", &GENERATOR),
    once("icon", &REFERENCE),
    any("link", &ATOM_LINK),
    once("logo", &REFERENCE),
    once("rights", &ATOM_TEXT),
    once("subtitle", &ATOM_TEXT),
])
.modules(Modules::Feed)
.role(ElementRole::Source);

pub(super) static ID: ElementRow = ElementRow::text(Id).role(ElementRole::Id);
pub(super) static RFC_3339: ElementRow = ElementRow::text(Date(DateFormat::Rfc3339));
static PUBLISHED: ElementRow = ElementRow::text(Date(DateFormat::Rfc3339)).role(ElementRole::Published);
static UPDATED: ElementRow = ElementRow::text(Date(DateFormat::Rfc3339)).role(ElementRole::Updated);
pub(super) static REFERENCE: ElementRow = ElementRow::text(Reference);
static ATOM_TEXT: ElementRow =
    ElementRow::text(AtomText).with(&[may("type", Words(&["text", "html", "xhtml"]))]);
static CONTENT: ElementRow = ElementRow::text(AtomContent)
    .with(&[may("type", ContentType), may("src", Reference)])
    .role(ElementRole::Content);
static GENERATOR: ElementRow = ElementRow::text(Plain).with(&[may("uri", Reference), may("version", Any)]);

// Persons may be extended (RFC 4287 §6.4.2), so elements of modules are not misplaced in them.
static ATOM_PERSON: ElementRow = ElementRow::group(&[
    one("name", &PLAIN, RequiredPart::Other),
    once("uri", &REFERENCE),
    once("email", &EMAIL),
])
.modules(Modules::Feed);
pub(super) static EMAIL: ElementRow = ElementRow::text(Email);

static ATOM_CATEGORY: ElementRow =
    ElementRow::text(Any).with(&[must("term", Text), may("scheme", Uri), may("label", Label)]);

static ATOM_LINK: ElementRow = ElementRow::text(None)
    .with(&[
        must("href", Reference),
        may("rel", Any),
        may("type", MediaType),
        may("hreflang", Language),
        may("title", Label),
        may("length", Length),
        may("thr:count", Number(0, u64::MAX)),
        may("thr:updated", Date(DateFormat::Rfc3339)),
    ])
    .role(ElementRole::AtomLink);

/// Returns whether a format in this file has an element with this name and no prefix.
pub(super) fn has_element(format: DocumentFormat, name: &str) -> bool {
    let groups: &[&ElementRow] = match format {
        DocumentFormat::Rss => &[&RSS, &CHANNEL, &IMAGE, &TEXT_INPUT, &SKIP_HOURS, &SKIP_DAYS, &ITEM],
        DocumentFormat::Rdf => &[&RDF, &RDF_CHANNEL, &RDF_IMAGE, &RDF_ITEM, &RDF_TEXT_INPUT],
        DocumentFormat::Atom => &[&ATOM_FEED, &ATOM_ENTRY, &ATOM_PERSON],
        DocumentFormat::Rdf090 | DocumentFormat::Atom03 | DocumentFormat::Cdf | DocumentFormat::Unknown => {
            &[]
        }
    };
    groups.iter().any(|group| group.children.iter().any(|child| child.name == name))
}
