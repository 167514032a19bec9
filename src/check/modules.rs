//! The elements of the modules that feeds use most.

use super::dates::DateFormat;
use super::formats::{ATOM_IN_ENTRY, ATOM_IN_FEED, FREE, RESOURCE, TEXT, URI};
use super::media::MEDIA;
use super::podcast::{ITUNES_ENTRY, ITUNES_FEED, PODCAST_ENTRY, PODCAST_FEED};
use super::schema::ValueForm::{
    Any, Date, Decimal, Html, Integer, Label, Language, MediaType, Number, Numbers, Points, Polygon,
    Reference, Text, Uri, Words,
};
use super::schema::{AttributeRow, Child, ElementRow, Modules, any, may, must, once};

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
        "dcterms" => (DC_TERMS, DC_TERMS),
        "ev" => (&[], EVENT),
        "geo" => (GEO, GEO),
        "georss" => (GEORSS, GEORSS),
        "icbm" => (ICBM, ICBM),
        "itunes" => (ITUNES_FEED, ITUNES_ENTRY),
        "media" => (MEDIA, MEDIA),
        "opensearch" => (OPEN_SEARCH, OPEN_SEARCH),
        "podcast" => (PODCAST_FEED, PODCAST_ENTRY),
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

/// Returns whether all elements of a module are known: others are wrong.
pub(super) fn is_complete(prefix: &str) -> bool {
    !matches!(prefix, "podcast" | "dcterms")
}

static W3C: ElementRow = ElementRow::text(Date(DateFormat::W3c));
static LABEL: ElementRow = ElementRow::text(Label);
static COUNT: ElementRow = ElementRow::text(Number(0, u64::MAX));
static LANGUAGE: ElementRow = ElementRow::text(Language);
static HTML: ElementRow = ElementRow::text(Html);

/// <https://www.dublincore.org/specifications/dublin-core/dces/>
static DC: &[Child] = &[
    any("dc:title", &LABEL),
    any("dc:creator", &LABEL).beside("author"),
    any("dc:subject", &LABEL),
    any("dc:description", &FREE),
    any("dc:publisher", &LABEL).beside("webMaster"),
    any("dc:contributor", &FREE),
    any("dc:date", &W3C).beside("pubDate"),
    any("dc:type", &FREE),
    any("dc:format", &FREE),
    any("dc:identifier", &FREE),
    any("dc:source", &FREE),
    any("dc:language", &LANGUAGE).beside("language"),
    any("dc:relation", &FREE),
    any("dc:coverage", &FREE),
    any("dc:rights", &LABEL).beside("copyright"),
];

/// <https://www.dublincore.org/specifications/dublin-core/dcmi-terms/>: the dates.
static DC_TERMS: &[Child] = &[
    any("dcterms:created", &W3C),
    any("dcterms:modified", &W3C),
    any("dcterms:issued", &W3C),
    any("dcterms:dateAccepted", &W3C),
    any("dcterms:dateCopyrighted", &W3C),
    any("dcterms:dateSubmitted", &W3C),
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
    any("opensearch:Query", &QUERY),
    any("opensearch:link", &FREE),
];

static QUERY: ElementRow = ElementRow::text(Any).with(&[
    must("role", Text),
    may("title", Any),
    may("osd", Any),
    may("totalResults", Number(0, u64::MAX)),
    may("searchTerms", Any),
    may("count", Number(0, u64::MAX)),
    may("startIndex", Number(0, u64::MAX)),
    may("startPage", Number(0, u64::MAX)),
    may("language", Any),
    may("inputEncoding", Any),
    may("outputEncoding", Any),
]);

/// <https://www.w3.org/2003/01/geo/>
static GEO: &[Child] = &[
    once("geo:lat", &LATITUDE),
    once("geo:long", &LONGITUDE),
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
    any("georss:circle", &CIRCLE),
    any("georss:elev", &NUMBER),
    any("georss:floor", &FLOOR),
    any("georss:radius", &NUMBER),
    any("georss:featuretypetag", &FREE),
    any("georss:relationshiptag", &FREE),
    any("georss:featurename", &FREE),
    any("georss:featureName", &FREE),
    any("georss:where", &WHERE),
];
/// GML in `GeoRSS` (<https://docs.ogc.org/cs/17-002r1/17-002r1.html>).
static WHERE: ElementRow = ElementRow::group(&[
    any("gml:Point", &GML_POINT),
    any("gml:LineString", &GML_LINE),
    any("gml:Polygon", &GML_POLYGON),
    any("gml:Envelope", &GML_ENVELOPE),
    any("gml:CircleByCenterPoint", &FREE),
]);
static GML_POINT: ElementRow = ElementRow::group(&[any("gml:pos", &POSITION)]).with(REFERENCE_SYSTEM);
static GML_LINE: ElementRow =
    ElementRow::group(&[any("gml:posList", &POSITIONS), any("gml:pos", &POSITION)]).with(REFERENCE_SYSTEM);
static GML_POLYGON: ElementRow =
    ElementRow::group(&[any("gml:exterior", &GML_RING), any("gml:interior", &GML_RING)])
        .with(REFERENCE_SYSTEM);
static GML_RING: ElementRow = ElementRow::group(&[any("gml:LinearRing", &LINEAR_RING)]);
static LINEAR_RING: ElementRow =
    ElementRow::group(&[any("gml:posList", &CLOSED), any("gml:pos", &POSITION)]).with(REFERENCE_SYSTEM);
static GML_ENVELOPE: ElementRow =
    ElementRow::group(&[any("gml:lowerCorner", &POSITION), any("gml:upperCorner", &POSITION)])
        .with(REFERENCE_SYSTEM);
/// Another reference system than that of GPS has other coordinates, but feeds have none.
const REFERENCE_SYSTEM: &[AttributeRow] = &[may("srsName", Any), may("srsDimension", Any), may("count", Any)];
static POSITION: ElementRow = ElementRow::text(Points(1)).with(REFERENCE_SYSTEM);
static POSITIONS: ElementRow = ElementRow::text(Points(2)).with(REFERENCE_SYSTEM);
static CLOSED: ElementRow = ElementRow::text(Polygon).with(REFERENCE_SYSTEM);

static POINT: ElementRow = ElementRow::text(Points(1)).with(PLACE);
static LINE: ElementRow = ElementRow::text(Points(2)).with(PLACE);
static POLYGON: ElementRow = ElementRow::text(Polygon).with(PLACE);
static FLOOR: ElementRow = ElementRow::text(Integer);
static CIRCLE: ElementRow = ElementRow::text(Any).with(PLACE);
static PLACE: &[AttributeRow] = &[
    may("featuretypetag", Any),
    may("relationshiptag", Any),
    may("featurename", Any),
    may("elev", Decimal(f64::MIN, f64::MAX)),
    may("floor", Integer),
    may("radius", Decimal(f64::MIN, f64::MAX)),
];
static NUMBER: ElementRow = ElementRow::text(Decimal(f64::MIN, f64::MAX));
