//! The elements of Media RSS (<https://www.rssboard.org/media-rss>).

use super::formats::{FREE, TEXT};
use super::schema::ValueForm::{
    Any, Boolean, Decimal, Language, LowerCase, MediaType, Number, PlayTime, Rating, Reference, Restriction,
    Text, Uri, Words,
};
use super::schema::{AttributeRow, Child, ElementRow, ValueForm, any, may, must, once};

pub(super) static MEDIA: &[Child] = &[
    any("media:group", &GROUP),
    any("media:content", &CONTENT),
    any("media:adult", &ADULT),
    any("media:rating", &RATING),
    any("media:title", &MEDIA_TEXT),
    any("media:description", &MEDIA_TEXT),
    any("media:keywords", &FREE),
    any("media:thumbnail", &THUMBNAIL),
    any("media:category", &CATEGORY),
    any("media:hash", &HASH),
    any("media:player", &PLAYER),
    any("media:credit", &CREDIT),
    any("media:copyright", &COPYRIGHT),
    any("media:text", &TRANSCRIPT),
    any("media:restriction", &RESTRICTION),
    any("media:community", &COMMUNITY),
    any("media:comments", &COMMENTS),
    any("media:embed", &EMBED),
    any("media:responses", &RESPONSES),
    any("media:backLinks", &BACK_LINKS),
    any("media:status", &STATUS),
    any("media:price", &PRICE),
    any("media:license", &LICENSE),
    any("media:subTitle", &SUBTITLE),
    any("media:peerLink", &PEER_LINK),
    any("media:location", &LOCATION),
    any("media:rights", &RIGHTS),
    any("media:scenes", &SCENES),
];

const COUNT: ValueForm = Number(0, u64::MAX);
const AMOUNT: ValueForm = Decimal(0.0, f64::MAX);
const TRUE_OR_FALSE: &[&str] = &["true", "false"];

static GROUP: ElementRow = ElementRow::group(MEDIA);
static CONTENT: ElementRow = ElementRow::group(MEDIA).with(&[
    may("url", Uri),
    may("fileSize", COUNT),
    may("type", MediaType),
    may("medium", Words(&["image", "audio", "video", "document", "executable"])),
    may("isDefault", Boolean(TRUE_OR_FALSE)),
    may("expression", Words(&["sample", "full", "nonstop"])),
    may("bitrate", AMOUNT),
    may("framerate", AMOUNT),
    may("samplingrate", AMOUNT),
    may("channels", COUNT),
    may("duration", AMOUNT),
    may("height", COUNT),
    may("width", COUNT),
    may("lang", Language),
]);
static ADULT: ElementRow = ElementRow::text(Boolean(TRUE_OR_FALSE));
static RATING: ElementRow = ElementRow::text(Rating).with(&[may("scheme", Any)]);
static MEDIA_TEXT: ElementRow = ElementRow::text(Any).with(&[may("type", Words(&["plain", "html"]))]);
static THUMBNAIL: ElementRow = ElementRow::text(Any).with(&[
    must("url", Uri),
    may("width", COUNT),
    may("height", COUNT),
    may("time", PlayTime),
]);
static CATEGORY: ElementRow = ElementRow::text(Any).with(&[may("scheme", Any), may("label", Any)]);
static HASH: ElementRow = ElementRow::text(Text).with(&[may("algo", Words(&["md5", "sha-1"]))]);
static PLAYER: ElementRow =
    ElementRow::text(Any).with(&[must("url", Uri), may("width", COUNT), may("height", COUNT)]);
static CREDIT: ElementRow = ElementRow::text(Text).with(&[may("role", LowerCase), may("scheme", Any)]);
static COPYRIGHT: ElementRow = ElementRow::text(Any).with(&[may("url", Uri)]);
static TRANSCRIPT: ElementRow = ElementRow::text(Any).with(&[
    may("type", Words(&["plain", "html"])),
    may("lang", Language),
    may("start", PlayTime),
    may("end", PlayTime),
]);
static RESTRICTION: ElementRow = ElementRow::text(Restriction).with(&[
    must("relationship", Words(&["allow", "deny"])),
    may("type", Words(&["country", "uri", "sharing"])),
]);

static COMMUNITY: ElementRow = ElementRow::group(&[
    any("media:starRating", &STAR_RATING),
    any("media:statistics", &STATISTICS),
    any("media:tags", &FREE),
]);
static STAR_RATING: ElementRow = ElementRow::text(Any).with(&[
    may("average", AMOUNT),
    may("count", COUNT),
    may("min", AMOUNT),
    may("max", AMOUNT),
]);
static STATISTICS: ElementRow = ElementRow::text(Any).with(&[may("views", COUNT), may("favorites", COUNT)]);
static COMMENTS: ElementRow = ElementRow::group(&[any("media:comment", &FREE)]);
static RESPONSES: ElementRow = ElementRow::group(&[any("media:response", &FREE)]);
static BACK_LINKS: ElementRow = ElementRow::group(&[any("media:backLink", &FREE)]);
static EMBED: ElementRow = ElementRow::group(&[any("media:param", &PARAMETER)]).with(&[
    must("url", Uri),
    may("width", COUNT),
    may("height", COUNT),
]);
static PARAMETER: ElementRow = ElementRow::text(Any).with(&[must("name", Text)]);
static STATUS: ElementRow = ElementRow::text(Any)
    .with(&[must("state", Words(&["active", "blocked", "deleted"])), may("reason", Any)]);
static PRICE: ElementRow = ElementRow::text(Any).with(&[
    may("type", Words(&["rent", "purchase", "package", "subscription"])),
    may("info", Any),
    may("price", AMOUNT),
    may("currency", Any),
]);
static LICENSE: ElementRow = ElementRow::text(Any).with(FILE);
static PEER_LINK: ElementRow = ElementRow::text(Any).with(FILE);
static FILE: &[AttributeRow] = &[may("type", MediaType), may("href", Reference)];
static SUBTITLE: ElementRow =
    ElementRow::text(Any).with(&[may("type", MediaType), may("lang", Language), must("href", Reference)]);
static LOCATION: ElementRow =
    ElementRow::text(Any).with(&[may("description", Any), may("start", PlayTime), may("end", PlayTime)]);
static RIGHTS: ElementRow = ElementRow::text(Any).with(&[may("status", Words(&["userCreated", "official"]))]);
static SCENES: ElementRow = ElementRow::group(&[any("media:scene", &SCENE)]);
static SCENE: ElementRow = ElementRow::group(&[
    once("sceneTitle", &TEXT),
    once("sceneDescription", &FREE),
    once("sceneStartTime", &SCENE_TIME),
    once("sceneEndTime", &SCENE_TIME),
]);
static SCENE_TIME: ElementRow = ElementRow::text(PlayTime);
