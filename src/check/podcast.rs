//! The elements of iTunes and of the podcast namespace.

use super::formats::{EMAIL, FREE, PLAIN, URI};
use super::schema::ValueForm::{
    Any, Boolean, Decimal, Duration, Email, Language, MediaType, Number, PodcastCategory, PodcastSubcategory,
    Subtitle, Summary, Text, Uri, Words,
};
use super::schema::{Child, ElementRow, any, may, must, once};

/// <https://podcasters.apple.com/support/823-podcast-requirements>
pub(super) static ITUNES_FEED: &[Child] = &[
    once("itunes:author", &PLAIN),
    once("itunes:block", &YES_OR_NO),
    any("itunes:category", &ITUNES_CATEGORY),
    once("itunes:complete", &YES_OR_NO),
    once("itunes:explicit", &EXPLICIT),
    any("itunes:image", &ITUNES_IMAGE),
    any("itunes:keywords", &FREE),
    once("itunes:new-feed-url", &URI),
    any("itunes:owner", &ITUNES_OWNER),
    any("itunes:subtitle", &SUBTITLE),
    any("itunes:summary", &SUMMARY),
    once("itunes:title", &PLAIN),
    once("itunes:type", &ITUNES_TYPE),
    any("itunes:link", &LINK),
    any("itunes:name", &FREE),
    any("itunes:email", &FREE),
    any("itunes:applepodcastsverify", &FREE),
];
pub(super) static ITUNES_ENTRY: &[Child] = &[
    once("itunes:author", &PLAIN),
    once("itunes:block", &YES_OR_NO),
    once("itunes:duration", &DURATION),
    once("itunes:episode", &NUMBER),
    once("itunes:episodeType", &EPISODE_TYPE),
    once("itunes:explicit", &EXPLICIT),
    any("itunes:image", &ITUNES_IMAGE),
    any("itunes:isClosedCaptioned", &FREE),
    any("itunes:keywords", &FREE),
    once("itunes:order", &NUMBER),
    once("itunes:season", &NUMBER),
    any("itunes:subtitle", &SUBTITLE),
    any("itunes:summary", &SUMMARY),
    once("itunes:title", &PLAIN),
    any("itunes:category", &ITUNES_CATEGORY),
    any("itunes:season-name", &FREE),
];
static SUBTITLE: ElementRow = ElementRow::text(Subtitle);
static SUMMARY: ElementRow = ElementRow::text(Summary);
static YES_OR_NO: ElementRow = ElementRow::text(Boolean(&["yes", "no", "true", "false"]));
static EXPLICIT: ElementRow = ElementRow::text(Boolean(&["yes", "no", "true", "false", "clean", "explicit"]));
static DURATION: ElementRow = ElementRow::text(Duration);
static ITUNES_TYPE: ElementRow = ElementRow::text(Words(&["episodic", "serial"]));
static EPISODE_TYPE: ElementRow = ElementRow::text(Words(&["full", "trailer", "bonus"]));
static ITUNES_IMAGE: ElementRow = ElementRow::text(Any).with(&[must("href", Uri)]);
static ITUNES_CATEGORY: ElementRow =
    ElementRow::group(&[any("itunes:category", &ITUNES_SUBCATEGORY)]).with(&[must("text", PodcastCategory)]);
static ITUNES_SUBCATEGORY: ElementRow = ElementRow::text(Any).with(&[must("text", PodcastSubcategory)]);
static ITUNES_OWNER: ElementRow =
    ElementRow::group(&[once("itunes:name", &FREE), once("itunes:email", &EMAIL)]);
static NUMBER: ElementRow = ElementRow::text(Number(0, u64::MAX));
static LINK: ElementRow =
    ElementRow::text(Any).with(&[may("href", Uri), may("rel", Any), may("type", MediaType)]);

/// <https://podcasting2.org/docs/podcast-namespace>: the elements whose values have a form.
pub(super) static PODCAST_FEED: &[Child] = &[
    once("podcast:locked", &LOCKED),
    any("podcast:funding", &FUNDING),
    any("podcast:person", &PERSON),
    any("podcast:trailer", &TRAILER),
    once("podcast:guid", &GUID),
    any("podcast:block", &BLOCK),
];
pub(super) static PODCAST_ENTRY: &[Child] = &[
    any("podcast:transcript", &TRANSCRIPT),
    once("podcast:chapters", &CHAPTERS),
    any("podcast:soundbite", &SOUNDBITE),
    any("podcast:person", &PERSON),
    once("podcast:season", &SEASON),
    once("podcast:episode", &EPISODE),
    any("podcast:funding", &FUNDING),
    any("podcast:socialInteract", &SOCIAL),
];
static LOCKED: ElementRow = ElementRow::text(Boolean(&["yes", "no"])).with(&[may("owner", Email)]);
static FUNDING: ElementRow = ElementRow::text(Any).with(&[must("url", Uri)]);
static PERSON: ElementRow =
    ElementRow::text(Text).with(&[may("role", Any), may("group", Any), may("img", Uri), may("href", Uri)]);
static TRAILER: ElementRow = ElementRow::text(Any).with(&[
    must("url", Uri),
    must("pubdate", Text),
    may("length", Number(0, u64::MAX)),
    may("type", MediaType),
    may("season", Number(0, u64::MAX)),
]);
static GUID: ElementRow = ElementRow::text(Text);
static BLOCK: ElementRow = ElementRow::text(Boolean(&["yes", "no"])).with(&[may("id", Any)]);
static TRANSCRIPT: ElementRow = ElementRow::text(Any).with(&[
    must("url", Uri),
    must("type", MediaType),
    may("language", Language),
    may("rel", Any),
]);
static CHAPTERS: ElementRow = ElementRow::text(Any).with(&[must("url", Uri), must("type", MediaType)]);
static SOUNDBITE: ElementRow = ElementRow::text(Any)
    .with(&[must("startTime", Decimal(0.0, f64::MAX)), must("duration", Decimal(0.0, f64::MAX))]);
static SEASON: ElementRow = ElementRow::text(Number(0, u64::MAX)).with(&[may("name", Any)]);
static EPISODE: ElementRow = ElementRow::text(Decimal(0.0, f64::MAX)).with(&[may("display", Any)]);
static SOCIAL: ElementRow = ElementRow::text(Any).with(&[
    must("protocol", Text),
    may("uri", Uri),
    may("accountId", Any),
    may("accountUrl", Uri),
    may("priority", Number(0, u64::MAX)),
]);
