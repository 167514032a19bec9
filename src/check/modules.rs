//! The elements of the modules that feeds use most.

use super::dates::DateFormat;
use super::formats::{ATOM_IN_ENTRY, ATOM_IN_FEED, FREE, PLAIN, RESOURCE, TEXT, URI};
use super::schema::ValueForm::{
    Any, Boolean, Date, Decimal, Duration, Email, Html, Language, MediaType, Number, Numbers, Points,
    Reference, Text, Uri, Words,
};
use super::schema::{Child, ElementRow, Modules, any, may, must, once};

/// Returns the elements of a module with this customary prefix in a feed or an entry; `None` if they are not known.
pub(super) fn children(prefix: &str, modules: Modules) -> Option<&'static [Child]> {
    let is_feed = modules == Modules::Feed;
    let (feed, entry): (&[Child], &[Child]) = match prefix {
        "atom" => (ATOM_IN_FEED.children, ATOM_IN_ENTRY.children),
        "admin" => (ADMIN, &[]),
        "blogChannel" => (BLOG_CHANNEL, &[]),
        "cc" => (CC, CC),
        "content" => (&[], CONTENT),
        "creativeCommons" => (CREATIVE_COMMONS, CREATIVE_COMMONS),
        "dc" => (DC, DC),
        "ev" => (&[], EVENT),
        "geo" => (GEO, GEO),
        "georss" => (GEORSS, GEORSS),
        "icbm" => (ICBM, ICBM),
        "itunes" => (ITUNES_FEED, ITUNES_ENTRY),
        "media" => (MEDIA, MEDIA),
        "opensearch" => (OPEN_SEARCH, OPEN_SEARCH),
        "pingback" => (&[], PINGBACK),
        "slash" => (&[], SLASH),
        "sy" => (SYNDICATION, &[]),
        "thr" => (&[], THREADING),
        "trackback" => (&[], TRACKBACK),
        "wfw" => (&[], WELL_FORMED_WEB),
        _ => return None,
    };
    Some(if is_feed { feed } else { entry })
}

static W3C: ElementRow = ElementRow::text(Date(DateFormat::W3c));
static COUNT: ElementRow = ElementRow::text(Number(0, u64::MAX));
static LANGUAGE: ElementRow = ElementRow::text(Language);
static HTML: ElementRow = ElementRow::text(Html);

/// <https://www.dublincore.org/specifications/dublin-core/dces/>
static DC: &[Child] = &[
    any("dc:title", &FREE),
    any("dc:creator", &FREE),
    any("dc:subject", &FREE),
    any("dc:description", &FREE),
    any("dc:publisher", &FREE),
    any("dc:contributor", &FREE),
    any("dc:date", &W3C),
    any("dc:type", &FREE),
    any("dc:format", &FREE),
    any("dc:identifier", &FREE),
    any("dc:source", &FREE),
    any("dc:language", &LANGUAGE),
    any("dc:relation", &FREE),
    any("dc:coverage", &FREE),
    any("dc:rights", &FREE),
];

/// <https://web.resource.org/rss/1.0/modules/syndication/>
static SYNDICATION: &[Child] =
    &[once("sy:updatePeriod", &PERIOD), once("sy:updateFrequency", &FREQUENCY), once("sy:updateBase", &W3C)];
static PERIOD: ElementRow = ElementRow::text(Words(&["hourly", "daily", "weekly", "monthly", "yearly"]));
static FREQUENCY: ElementRow = ElementRow::text(Number(1, u64::MAX));

/// <https://web.resource.org/rss/1.0/modules/content/>
static CONTENT: &[Child] = &[once("content:encoded", &HTML), any("content:items", &FREE)];

/// <https://web.resource.org/rss/1.0/modules/slash/>
static SLASH: &[Child] = &[
    once("slash:section", &TEXT),
    once("slash:department", &FREE),
    once("slash:comments", &COUNT),
    once("slash:hit_parade", &HIT_PARADE),
];
static HIT_PARADE: ElementRow = ElementRow::text(Numbers);

/// <https://web.archive.org/web/2012/http://wellformedweb.org/news/wfw_namespace_elements>
static WELL_FORMED_WEB: &[Child] = &[once("wfw:comment", &URI), once("wfw:commentRss", &URI)];

/// RFC 4685
static THREADING: &[Child] = &[any("thr:in-reply-to", &IN_REPLY_TO), once("thr:total", &COUNT)];
static IN_REPLY_TO: ElementRow = ElementRow::text(Any).with(&[
    must("ref", Uri),
    may("href", Reference),
    may("source", Reference),
    may("type", MediaType),
]);

static ADMIN: &[Child] = &[once("admin:generatorAgent", &RESOURCE), once("admin:errorReportsTo", &RESOURCE)];

static BLOG_CHANNEL: &[Child] = &[
    once("blogChannel:blogRoll", &URI),
    once("blogChannel:mySubscriptions", &URI),
    once("blogChannel:blink", &URI),
    once("blogChannel:changes", &URI),
];

static CC: &[Child] = &[any("cc:license", &LICENSE), any("cc:License", &FREE)];
static LICENSE: ElementRow = ElementRow::text(Any).with(&[may("rdf:resource", Uri)]);
static CREATIVE_COMMONS: &[Child] = &[any("creativeCommons:license", &URI)];

static PINGBACK: &[Child] =
    &[once("pingback:server", &URI), any("pingback:target", &URI), any("pingback:about", &URI)];
static TRACKBACK: &[Child] = &[any("trackback:ping", &PING), any("trackback:about", &PING)];
static PING: ElementRow = ElementRow::text(Any).with(&[may("rdf:resource", Uri)]);

static EVENT: &[Child] = &[
    once("ev:startdate", &W3C),
    once("ev:enddate", &W3C),
    any("ev:location", &FREE),
    any("ev:organizer", &FREE),
    any("ev:type", &FREE),
];

/// <https://github.com/dewitt/opensearch>
static OPEN_SEARCH: &[Child] = &[
    once("opensearch:totalResults", &COUNT),
    once("opensearch:startIndex", &COUNT),
    once("opensearch:itemsPerPage", &COUNT),
    any("opensearch:Query", &FREE),
    any("opensearch:link", &FREE),
];

/// <https://www.w3.org/2003/01/geo/>
static GEO: &[Child] = &[
    any("geo:lat", &LATITUDE),
    any("geo:long", &LONGITUDE),
    any("geo:alt", &FREE),
    any("geo:lat_long", &FREE),
    any("geo:Point", &GEO_POINT),
    any("geo:location", &FREE),
];
static GEO_POINT: ElementRow =
    ElementRow::group(&[once("geo:lat", &LATITUDE), once("geo:long", &LONGITUDE), once("geo:alt", &FREE)]);
static LATITUDE: ElementRow = ElementRow::text(Decimal(-90.0, 90.0));
static LONGITUDE: ElementRow = ElementRow::text(Decimal(-180.0, 180.0));
static ICBM: &[Child] = &[any("icbm:latitude", &LATITUDE), any("icbm:longitude", &LONGITUDE)];

/// <https://www.ogc.org/standards/georss>
static GEORSS: &[Child] = &[
    any("georss:point", &POINT),
    any("georss:line", &LINE),
    any("georss:polygon", &POLYGON),
    any("georss:box", &LINE),
    any("georss:circle", &FREE),
    any("georss:elev", &NUMBER),
    any("georss:floor", &NUMBER),
    any("georss:radius", &NUMBER),
    any("georss:featuretypetag", &FREE),
    any("georss:relationshiptag", &FREE),
    any("georss:featurename", &FREE),
    any("georss:featureName", &FREE),
    any("georss:where", &FREE),
];
static POINT: ElementRow = ElementRow::text(Points(1));
static LINE: ElementRow = ElementRow::text(Points(2));
static POLYGON: ElementRow = ElementRow::text(Points(4));
static NUMBER: ElementRow = ElementRow::text(Decimal(f64::MIN, f64::MAX));

/// <https://podcasters.apple.com/support/823-podcast-requirements>
static ITUNES_FEED: &[Child] = &[
    once("itunes:author", &PLAIN),
    once("itunes:block", &YES_OR_NO),
    any("itunes:category", &ITUNES_CATEGORY),
    once("itunes:complete", &YES_OR_NO),
    once("itunes:explicit", &EXPLICIT),
    any("itunes:image", &ITUNES_IMAGE),
    any("itunes:keywords", &FREE),
    once("itunes:new-feed-url", &URI),
    any("itunes:owner", &ITUNES_OWNER),
    any("itunes:subtitle", &FREE),
    any("itunes:summary", &FREE),
    once("itunes:title", &PLAIN),
    once("itunes:type", &ITUNES_TYPE),
    any("itunes:link", &FREE),
    any("itunes:name", &FREE),
    any("itunes:email", &FREE),
    any("itunes:applepodcastsverify", &FREE),
];
static ITUNES_ENTRY: &[Child] = &[
    once("itunes:author", &PLAIN),
    once("itunes:block", &YES_OR_NO),
    once("itunes:duration", &DURATION),
    once("itunes:episode", &COUNT),
    once("itunes:episodeType", &EPISODE_TYPE),
    once("itunes:explicit", &EXPLICIT),
    any("itunes:image", &ITUNES_IMAGE),
    any("itunes:isClosedCaptioned", &FREE),
    any("itunes:keywords", &FREE),
    once("itunes:order", &COUNT),
    once("itunes:season", &COUNT),
    any("itunes:subtitle", &FREE),
    any("itunes:summary", &FREE),
    once("itunes:title", &PLAIN),
    any("itunes:category", &ITUNES_CATEGORY),
    any("itunes:season-name", &FREE),
];
static YES_OR_NO: ElementRow = ElementRow::text(Boolean(&["yes", "no", "true", "false"]));
static EXPLICIT: ElementRow = ElementRow::text(Boolean(&["yes", "no", "true", "false", "clean", "explicit"]));
static DURATION: ElementRow = ElementRow::text(Duration);
static ITUNES_TYPE: ElementRow = ElementRow::text(Words(&["episodic", "serial"]));
static EPISODE_TYPE: ElementRow = ElementRow::text(Words(&["full", "trailer", "bonus"]));
static ITUNES_IMAGE: ElementRow = ElementRow::text(Any).with(&[must("href", Uri)]);
static ITUNES_CATEGORY: ElementRow =
    ElementRow::group(&[any("itunes:category", &ITUNES_SUBCATEGORY)]).with(&[must("text", Text)]);
static ITUNES_SUBCATEGORY: ElementRow = ElementRow::text(Any).with(&[must("text", Text)]);
static ITUNES_OWNER: ElementRow =
    ElementRow::group(&[once("itunes:name", &FREE), once("itunes:email", &EMAIL)]);
static EMAIL: ElementRow = ElementRow::text(Email);

/// <https://www.rssboard.org/media-rss>
static MEDIA: &[Child] = &[
    any("media:group", &GROUP),
    any("media:content", &MEDIA_CONTENT),
    any("media:adult", &FREE),
    any("media:rating", &RATING),
    any("media:title", &MEDIA_TEXT),
    any("media:description", &MEDIA_TEXT),
    any("media:keywords", &FREE),
    any("media:thumbnail", &THUMBNAIL),
    any("media:category", &FREE),
    any("media:hash", &HASH),
    any("media:player", &PLAYER),
    any("media:credit", &FREE),
    any("media:copyright", &FREE),
    any("media:text", &FREE),
    any("media:restriction", &RESTRICTION),
    any("media:community", &FREE),
    any("media:comments", &FREE),
    any("media:embed", &FREE),
    any("media:responses", &FREE),
    any("media:backLinks", &FREE),
    any("media:status", &FREE),
    any("media:price", &FREE),
    any("media:license", &FREE),
    any("media:subTitle", &FREE),
    any("media:peerLink", &FREE),
    any("media:location", &FREE),
    any("media:rights", &FREE),
    any("media:scenes", &FREE),
];
static GROUP: ElementRow = ElementRow::group(MEDIA);
static MEDIA_CONTENT: ElementRow = ElementRow::group(MEDIA).with(&[
    may("url", Uri),
    may("fileSize", Number(0, u64::MAX)),
    may("type", MediaType),
    may("medium", Words(&["image", "audio", "video", "document", "executable"])),
    may("isDefault", Boolean(&["true", "false"])),
    may("expression", Words(&["sample", "full", "nonstop"])),
    may("bitrate", Decimal(0.0, f64::MAX)),
    may("framerate", Decimal(0.0, f64::MAX)),
    may("samplingrate", Decimal(0.0, f64::MAX)),
    may("channels", Decimal(0.0, f64::MAX)),
    may("duration", Decimal(0.0, f64::MAX)),
    may("height", Number(0, u64::MAX)),
    may("width", Number(0, u64::MAX)),
    may("lang", Language),
]);
static MEDIA_TEXT: ElementRow = ElementRow::text(Any).with(&[may("type", Words(&["plain", "html"]))]);
static RATING: ElementRow = ElementRow::text(Text).with(&[may("scheme", Any)]);
static THUMBNAIL: ElementRow = ElementRow::text(Any).with(&[
    must("url", Uri),
    may("width", Number(0, u64::MAX)),
    may("height", Number(0, u64::MAX)),
    may("time", Any),
]);
static HASH: ElementRow = ElementRow::text(Text).with(&[may("algo", Words(&["md5", "sha-1"]))]);
static PLAYER: ElementRow = ElementRow::text(Any).with(&[
    must("url", Uri),
    may("width", Number(0, u64::MAX)),
    may("height", Number(0, u64::MAX)),
]);
static RESTRICTION: ElementRow = ElementRow::text(Any).with(&[
    must("relationship", Words(&["allow", "deny"])),
    may("type", Words(&["country", "uri", "sharing"])),
]);
