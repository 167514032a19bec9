//! The elements of modules: the rows of their vocabularies, and the additional rules of their specifications.

use std::sync::{LazyLock, OnceLock};

use super::formats::{ATOM_ENTRY, ATOM_FEED, EMAIL, FREE, ITEM, PLAIN, RFC_3339, TEXT};
use super::schema::ValueForm::{
    Any, AnyDate, Boolean, CommaPoint, Date, Decimal, Digest, Duration, Html, Integer, Label, LowerCase,
    Number, Numbers, Plain, PlayTime, PodcastCategory, PodcastSubcategory, Points, Polygon, Rating,
    Reference, Restriction, Subtitle, Summary, Text, TypedText, Uri, Uuid, Words,
};
use super::schema::{
    AttributeRow, Child, Count, ElementRole, ElementRow, Modules, RequiredPart, ValueForm, any, may, must,
    once, one,
};
use crate::maps::Map;
use bozofeed::inspect::schema::{AllowedContent, ValueKind};
use bozofeed::inspect::schema::{FieldScope, FieldScopes, VocabularyRows, prefixes, vocabularies_of};
use bozofeed::model::geo::GeometryKind;
use bozofeed_date::DateFormat;

/// The elements of a module in a feed and in an entry.
#[derive(Debug, Default)]
struct ModuleChildren {
    feed: Vec<Child>,
    entry: Vec<Child>,
}

/// The modules by customary prefix. The elements of a module are collected when a document contains the first of them.
// Rows are never freed: open elements refer to them, and rows are compared by address.
static MODULES: LazyLock<Map<&str, OnceLock<ModuleChildren>>> = LazyLock::new(|| {
    let known = prefixes().filter(|prefix| !prefix.is_empty());
    known.chain(["atom"]).map(|prefix| (prefix, OnceLock::new())).collect()
});

/// Collects the elements of a module.
fn collect(prefix: &str) -> ModuleChildren {
    // Includes the Atom elements that RSS lacks; the others follow the rules of both.
    if prefix == "atom" {
        return ModuleChildren { feed: in_rss(&ATOM_FEED), entry: in_rss(&ATOM_ENTRY) };
    }
    let mut known = ModuleChildren::default();
    for module in vocabularies_of(prefix) {
        add_elements(&module, &mut known);
    }
    known
}

/// Returns the Atom elements that RSS may contain: any number of each, since RSS has its own.
fn in_rss(scope: &ElementRow) -> Vec<Child> {
    let of_scope = scope.children.iter().filter(|child| child.element.role != ElementRole::Entry);
    let prefixed = of_scope.map(|child| {
        // Only Atom requires a date of the last change.
        let is_updated = child.element.role == ElementRole::Updated;
        any(format!("atom:{}", child.name).leak(), if is_updated { &RFC_3339 } else { child.element })
    });
    prefixed.collect()
}

/// Returns the elements of the module with this customary prefix in a feed or an entry; `None` if they are unknown.
pub(super) fn children(prefix: &str, modules: Modules) -> Option<&'static [Child]> {
    let known = MODULES.get(prefix).map(|known| known.get_or_init(|| collect(prefix)));
    let known = known.filter(|known| !known.feed.is_empty() || !known.entry.is_empty());
    match modules {
        Modules::None => None,
        Modules::Feed => known.map(|known| &*known.feed),
        Modules::Entry => known.map(|known| &*known.entry),
        Modules::Media => known.filter(|_| prefix == "media").map(|known| &*known.entry),
    }
}

/// Returns whether all elements of a module are known, so that others are wrong.
// Rows list the names that are parsed. A vocabulary that is still growing, or only partly supported, may have others.
pub(super) fn is_complete(prefix: &str) -> bool {
    const COMPLETE: &[&str] = &[
        "admin", "atom", "blogChannel", "cc", "content", "creativeCommons", "dc", "ev", "geo", "georss",
        "icbm", "itunes", "media", "opensearch", "pingback", "slash", "sy", "thr", "trackback", "wfw",
    ];
    COMPLETE.contains(&prefix)
}

/// Returns whether a name outside a vocabulary is likely a misspelt name from `known`: in a different case, or with one letter added,
/// missing or changed.
pub(super) fn is_misspelt(local: &str, prefix: &str, known: &[Child]) -> bool {
    const LEAST: usize = 4;
    local.len() > LEAST
        && known.iter().any(|child| {
            let name = child.name.strip_prefix(prefix).and_then(|rest| rest.strip_prefix(':'));
            name.is_some_and(|name| {
                name.len() > LEAST && differs_in_a_letter(name.as_bytes(), local.as_bytes())
            })
        })
}

/// Returns whether two names differ only in case, or in one letter that is added, left out or changed.
fn differs_in_a_letter(one: &[u8], other: &[u8]) -> bool {
    let is_same = |(one, other): &(&u8, &u8)| one.eq_ignore_ascii_case(other);
    let start = one.iter().zip(other).take_while(is_same).count();
    let end = one.iter().rev().zip(other.iter().rev()).take_while(is_same).count();
    let longest = one.len().max(other.len());
    one.len().abs_diff(other.len()) <= 1 && start + end + 1 >= longest
}

/// The rules of a specification for an element or attribute beyond its row.
#[derive(Debug, Clone, Copy)]
enum Amendment {
    /// The attribute is required.
    Required,
    /// The value has this form.
    Form(ValueForm),
    /// It may occur only once.
    Once,
    /// It may be repeated, although the model has room for only one.
    Repeated,
    /// The element only belongs in feeds.
    InFeed,
    /// The element only belongs in entries.
    InEntry,
    /// The element is part of another, or has a name that is used in feeds but not in any specification.
    Elsewhere,
    /// An element of another vocabulary has the same meaning.
    Beside(&'static str),
    /// The element has these attributes.
    Attributes(&'static [AttributeRow]),
    /// The element may also contain these elements.
    Children(&'static [Child]),
    /// The element may contain its own parent.
    Nested(Modules),
    /// The element has this content.
    Element(&'static ElementRow),
    /// Feeds and entries may contain it.
    Anywhere,
    /// The element has a role.
    Role(ElementRole),
    /// The element must have at least one of these.
    Needs(&'static str),
}

use Amendment::{
    Anywhere, Attributes, Beside, Children, Element, Elsewhere, Form, InEntry, InFeed, Needs, Nested, Once,
    Repeated, Required, Role,
};

const TRUE_OR_FALSE: ValueForm = Boolean(&["true", "false"]);
const YES_OR_NO: ValueForm = Boolean(&["yes", "no"]);
const EXPLICIT: ValueForm = Boolean(&["yes", "no", "true", "false", "clean", "explicit"]);
const COUNT: ValueForm = Number(0, u64::MAX);
const ANY_DECIMAL: ValueForm = Decimal(f64::MIN, f64::MAX);
const LATITUDES: ValueForm = Decimal(-90.0, 90.0);
const LONGITUDES: ValueForm = Decimal(-180.0, 180.0);
const W3C: ValueForm = Date(DateFormat::W3c);

/// The amendments, by `prefix:element`, `prefix:element@attribute`, `prefix:*` and `prefix:*@attribute`. Elements and attributes that
/// are not parsed get their form here.
static AMENDMENTS: &[(&[&str], Amendment)] = &[
    // <https://web.resource.org/rss/1.0/modules/admin/>
    (&["admin:*"], InFeed),
    (&["admin:*"], Once),
    (&["admin:generatorAgent"], Beside("generator")),
    (&["admin:generatorAgent@rdf:resource", "admin:errorReportsTo@rdf:resource"], Required),
    // Creative Commons
    (&["creativeCommons:license"], Form(Uri)),
    (&["creativeCommons:license"], Beside("cc:license")),
    (&["cc:license"], Beside("creativeCommons:license")),
    (&["cc:License"], Form(Any)),
    // <https://web.resource.org/rss/1.0/modules/content/>
    (&["content:*"], InEntry),
    (&["content:encoded"], Once),
    (&["content:encoded"], Form(Html)),
    (&["content:items"], Form(Any)),
    // <https://www.dublincore.org/specifications/dublin-core/dces/>
    (&["dc:author"], Elsewhere),
    (&["dc:title", "dc:creator", "dc:subject", "dc:publisher", "dc:rights"], Form(Label)),
    (&["dc:type", "dc:format", "dc:source", "dc:relation", "dc:coverage"], Form(Any)),
    (&["dc:date", "dc:identifier"], Repeated),
    (&["dc:date"], Form(W3C)),
    (&["dc:creator"], Beside("author")),
    (&["dc:publisher"], Beside("webMaster")),
    (&["dc:date"], Beside("pubDate")),
    (&["dc:source"], Beside("source")),
    (&["dc:subject"], Beside("category")),
    (&["dc:language"], Once),
    (&["dc:language"], Beside("language")),
    (&["dc:rights"], Once),
    (&["dc:rights"], Beside("copyright")),
    // <https://www.dublincore.org/specifications/dublin-core/dcmi-terms/>
    (&["dcterms:modified"], Beside("lastBuildDate")),
    (&["dcterms:created", "dcterms:modified", "dcterms:issued"], Form(W3C)),
    (&["dcterms:dateAccepted", "dcterms:dateCopyrighted", "dcterms:dateSubmitted"], Form(W3C)),
    // <https://web.resource.org/rss/1.0/modules/event/>
    // The example in its specification has the local time of the event.
    (&["ev:startdate", "ev:enddate"], Form(Date(DateFormat::W3cLocal))),
    (&["ev:location", "ev:organizer", "ev:type"], Repeated),
    // <https://www.w3.org/2003/01/geo/>
    (&["geo:lat", "geo:long"], Once),
    (&["geo:lat", "icbm:latitude"], Form(LATITUDES)),
    (&["geo:long", "icbm:longitude"], Form(LONGITUDES)),
    (&["geo:lat_long"], Form(CommaPoint)),
    (&["geo:location"], Form(Any)),
    (&["geo:Point"], Element(&GEO_POINT)),
    // <https://www.ogc.org/standards/georss>
    (&["gml:*"], Elsewhere),
    (&["georss:where"], Element(&WHERE)),
    (&["georss:point", "georss:line", "georss:polygon", "georss:box", "georss:circle"], Attributes(PLACE)),
    (&["georss:elev", "georss:radius"], Form(ANY_DECIMAL)),
    (&["georss:floor"], Form(Integer)),
    (
        &["georss:featuretypetag", "georss:relationshiptag", "georss:featurename", "georss:featureName"],
        Form(Any),
    ),
    // <https://podcasters.apple.com/support/823-podcast-requirements>
    (&["itunes:complete", "itunes:new-feed-url", "itunes:owner", "itunes:type", "itunes:link"], InFeed),
    (&["itunes:name", "itunes:email", "itunes:applepodcastsverify"], InFeed),
    (&["itunes:name", "itunes:email", "itunes:applepodcastsverify"], Form(Any)),
    (&["itunes:duration", "itunes:episode", "itunes:episodeType", "itunes:isClosedCaptioned"], InEntry),
    (&["itunes:order", "itunes:season", "itunes:season-name"], InEntry),
    (&["itunes:isClosedCaptioned"], Form(Any)),
    (&["itunes:isClosedCaptioned"], Repeated),
    (&["itunes:author", "itunes:owner"], Once),
    (&["itunes:author", "itunes:title"], Form(Plain)),
    (&["itunes:keywords", "itunes:season-name"], Form(Label)),
    (&["itunes:explicit"], Form(EXPLICIT)),
    (&["itunes:type"], Form(Words(&["episodic", "serial"]))),
    (&["itunes:episodeType"], Form(Words(&["full", "trailer", "bonus"]))),
    (&["itunes:subtitle"], Form(Subtitle)),
    (&["itunes:summary"], Form(Summary)),
    (&["itunes:image"], Element(&ITUNES_IMAGE)),
    (&["itunes:link"], Element(&ITUNES_LINK)),
    (&["itunes:category"], Element(&ITUNES_CATEGORY)),
    (&["itunes:owner"], Element(&ITUNES_OWNER)),
    // <https://www.rssboard.org/media-rss>
    (&["media:*"], Repeated),
    (&["media:copyright", "media:description", "media:title"], Once),
    (&["media:copyright"], Form(Label)),
    (&["media:description", "media:text", "media:title"], Form(TypedText)),
    (&["media:starRating", "media:statistics", "media:tags"], Elsewhere),
    (&["media:content", "media:group"], Nested(Modules::Media)),
    (&["media:group"], Role(ElementRole::MediaGroup)),
    (&["media:content"], Role(ElementRole::Medium)),
    (&["media:embed"], Children(PARAMETERS)),
    (&["media:scene"], Children(SCENE)),
    (&["media:adult", "media:content@isDefault"], Form(TRUE_OR_FALSE)),
    (&["media:rating"], Form(Rating)),
    (&["media:restriction"], Form(Restriction)),
    (&["media:credit"], Form(Text)),
    (&["media:hash"], Form(Digest)),
    (&["media:content@fileSize"], Form(Number(1, u64::MAX))),
    (&["media:*@scheme"], Form(Uri)),
    (&["media:credit@role"], Form(LowerCase)),
    (&["media:text@type"], Form(Words(&["plain", "html"]))),
    (&["media:rights@status"], Form(Words(&["userCreated", "official"]))),
    (&["media:license@href", "media:peerLink@href", "media:subTitle@href"], Form(Reference)),
    (&["media:thumbnail@url", "media:player@url", "media:embed@url", "media:subTitle@href"], Required),
    (&["media:restriction@relationship", "media:status@state"], Required),
    // <https://github.com/dewitt/opensearch>
    (&["opensearch:link"], Form(Any)),
    (&["opensearch:Query@role"], Required),
    (&["opensearch:Query@role"], Form(Text)),
    (&["opensearch:Query@count"], Form(COUNT)),
    (&["opensearch:Query@startIndex", "opensearch:Query@startPage"], Form(Integer)),
    (&["opensearch:Query@osd", "opensearch:Query@language"], Form(Any)),
    (&["opensearch:Query@inputEncoding", "opensearch:Query@outputEncoding"], Form(Any)),
    // Pingback and TrackBack
    (&["pingback:server", "pingback:target", "pingback:about"], Form(Uri)),
    (&["trackback:ping", "trackback:about"], Form(Uri)),
    (&["pingback:target", "pingback:about", "trackback:*"], Repeated),
    // <https://podcasting2.org/docs/podcast-namespace>
    (&["podcast:locked", "podcast:block"], Form(YES_OR_NO)),
    (&["podcast:guid"], Form(Uuid)),
    (&["podcast:socialInteract@protocol", "podcast:chat@protocol", "podcast:txt"], Form(Text)),
    (&["podcast:license", "podcast:location", "podcast:person", "podcast:trailer"], Form(Plain)),
    (
        &["podcast:contentLink", "podcast:funding", "podcast:soundbite", "podcast:updateFrequency"],
        Form(Label),
    ),
    (&["podcast:integrity@type"], Form(Words(&["sri", "pgp-signature"]))),
    (&["podcast:transcript@rel"], Form(Words(&["captions"]))),
    (&["podcast:alternateEnclosure"], Needs("source")),
    (&["podcast:value"], Needs("valueRecipient")),
    (&["podcast:alternateEnclosure@type", "podcast:source@uri", "podcast:contentLink@href"], Required),
    (
        &["podcast:integrity@type", "podcast:integrity@value", "podcast:value@type", "podcast:value@method"],
        Required,
    ),
    (
        &["podcast:valueRecipient@type", "podcast:valueRecipient@address", "podcast:valueRecipient@split"],
        Required,
    ),
    (&["podcast:valueTimeSplit@startTime", "podcast:valueTimeSplit@duration"], Required),
    (&["podcast:images@srcset", "podcast:image@href", "podcast:remoteItem@feedGuid"], Required),
    (&["podcast:chat@server", "podcast:chat@protocol"], Required),
    (&["itunes:episode", "itunes:season"], Form(Number(1, u64::MAX))),
    (&["podcast:funding@url", "podcast:trailer@url", "podcast:trailer@pubdate"], Required),
    (&["podcast:transcript@url", "podcast:transcript@type", "podcast:chapters@url"], Required),
    (&["podcast:chapters@type", "podcast:soundbite@startTime", "podcast:soundbite@duration"], Required),
    (&["podcast:socialInteract@protocol"], Required),
    (&["podcast:images@srcset"], Form(Any)),
    (&["podcast:podping@usesPodping"], Form(Boolean(&["true", "false"]))),
    (&["podcast:liveItem"], Element(&LIVE_ITEM)),
    (&["podcast:liveItem"], InFeed),
    // <https://web.resource.org/rss/1.0/modules/slash/>
    (&["slash:section"], Form(Text)),
    (&["slash:hit_parade"], Form(Numbers)),
    (&["slash:hitParade"], Elsewhere),
    // <https://web.resource.org/rss/1.0/modules/syndication/>
    (&["sy:updateFrequency"], Form(Number(1, u64::MAX))),
    (&["sy:updateBase"], Form(Date(DateFormat::W3cBase))),
    // RFC 4685
    (&["thr:in-reply-to"], Anywhere),
    (&["thr:in-reply-to@ref"], Required),
    (&["thr:in-reply-to@ref"], Form(Uri)),
    (&["thr:in-reply-to@href", "thr:in-reply-to@source"], Form(Reference)),
];

/// The amendments by path.
#[derive(Debug, Default)]
struct AmendmentIndex {
    amendments: Map<&'static str, Vec<Amendment>>,
    /// The amended attributes, by element.
    attributes: Map<&'static str, Vec<&'static str>>,
}

// Each element and attribute of every module is looked up once. A linear search took as long as parsing a feed.
static BY_PATH: LazyLock<AmendmentIndex> = LazyLock::new(|| {
    let mut index = AmendmentIndex::default();
    for (paths, amendment) in AMENDMENTS {
        for path in *paths {
            index.amendments.entry(path).or_default().push(*amendment);
            if let Some((element, attribute)) = path.split_once('@') {
                index.attributes.entry(element).or_default().push(attribute);
            }
        }
    }
    index
});

/// Returns the amendments of an element or attribute, those for the whole vocabulary first.
fn amendments(path: &str) -> impl Iterator<Item = Amendment> {
    let all = path.split_once(':').map(|(prefix, local)| match local.split_once('@') {
        None => format!("{prefix}:*"),
        Some((_, attribute)) => format!("{prefix}:*@{attribute}"),
    });
    let of = |path: &str| BY_PATH.amendments.get(path).into_iter().flatten();
    all.into_iter().flat_map(move |all| of(&all)).chain(of(path)).copied()
}

/// Returns the amended elements, including those with amended attributes.
#[cfg(test)]
pub(super) fn amended_elements() -> impl Iterator<Item = &'static str> {
    let paths = AMENDMENTS.iter().flat_map(|(paths, _)| *paths).filter(|path| !path.contains('*'));
    paths.map(|path| path.split_once('@').map_or(*path, |(element, _)| element))
}

/// Returns whether an element of a vocabulary is known to be wrong, even though it is parsed.
#[cfg(test)]
pub(super) fn is_elsewhere(path: &str) -> bool {
    amendments(path).any(|amendment| matches!(amendment, Elsewhere | InFeed | InEntry))
}

/// Adds the elements of a module: elements with rows, elements with rules only, and elements that are not parsed.
fn add_elements(module: &VocabularyRows, known: &mut ModuleChildren) {
    const ANYWHERE: FieldScopes = FieldScopes::of(&[FieldScope::Feed, FieldScope::Entry]);
    let prefix = module.prefix;
    let mut found: Vec<(Child, FieldScopes)> = Vec::new();
    if let Some((rows, scopes)) = module.rows {
        let in_rows = rows.all_elements().flat_map(|row| of_row(prefix, row));
        found.extend(in_rows.map(|child| (child, scopes)));
    }
    let is_new = |found: &[(Child, FieldScopes)], name: &str| {
        !found.iter().any(|(child, _)| is_named_in_any_case(child.name, prefix, name))
    };
    for (name, content) in &module.elements {
        if is_new(&found, name) {
            found.push((of_content(prefix, name, *content, None, Count::Any), ANYWHERE));
        }
    }
    // An amendment with a form for an element without a row implies that the element exists.
    let has_form =
        |(_, amendment): &&(_, Amendment)| matches!(amendment, Form(_) | Attributes(_) | Element(_));
    let named = AMENDMENTS.iter().filter(has_form).flat_map(|(paths, _)| *paths);
    let local = |path: &&'static str| path.strip_prefix(prefix)?.strip_prefix(':');
    for name in named.filter(|path| !path.contains(['@', '*'])).filter_map(local) {
        if !found.iter().any(|(child, _)| child.is_named(prefix, name)) {
            let text = AllowedContent::of(ValueKind::Text);
            found.push((of_content(prefix, name, text, None, Count::Any), ANYWHERE));
        }
    }
    for (child, scopes) in found {
        let (mut in_feed, mut in_entry) =
            (scopes.contain(FieldScope::Feed), scopes.contain(FieldScope::Entry));
        for amendment in amendments(child.name) {
            in_feed &= !matches!(amendment, Elsewhere | InEntry);
            in_entry &= !matches!(amendment, Elsewhere | InFeed);
            if matches!(amendment, Anywhere) {
                (in_feed, in_entry) = (true, true);
            }
        }
        // Several vocabularies share the prefix `prism`.
        let is_new = |children: &[Child]| !children.iter().any(|known| known.name == child.name);
        if in_feed && is_new(&known.feed) {
            known.feed.push(child);
        }
        if in_entry && is_new(&known.entry) {
            known.entry.push(child);
        }
    }
}

fn is_named_in_any_case(known: &str, prefix: &str, local: &str) -> bool {
    known
        .strip_prefix(prefix)
        .and_then(|rest| rest.strip_prefix(':'))
        .is_some_and(|known| known.eq_ignore_ascii_case(local))
}

/// Returns the elements of a row, one for each name.
fn of_row(
    prefix: &str,
    row: &'static bozofeed::inspect::schema::ElementNames,
) -> impl Iterator<Item = Child> {
    let count = if row.content.is_list || row.member.is_some() { Count::Any } else { Count::AtMostOne };
    row.names.iter().map(move |name| of_content(prefix, name, row.content, row.member, count))
}

/// Returns an element with the rules of its specification. It is created once for all documents.
fn of_content(
    prefix: &str,
    name: &str,
    content: AllowedContent,
    member: Option<&'static str>,
    count: Count,
) -> Child {
    let path: &'static str = format!("{prefix}:{name}").leak();
    if let Some(member) = member {
        // The element around the members contains nothing else: `media:comments` around `media:comment`.
        let inner = of_content(prefix, member, content, None, Count::Any);
        let element = ElementRow::group(vec![inner].leak());
        return Child { count: Count::Any, ..any(path, Box::leak(Box::new(element))) };
    }
    let mut element = ElementRow::text(form_of(content.kind()));
    let mut child = Child { count, ..any(path, &FREE) };
    // Attributes without a row may also be meaningful.
    element.has_other_attributes =
        content.rows.is_none() && (content.has_reader || !has_all_attributes(prefix));
    element.attributes = attributes_of(path, content).leak();
    let is_nested = amendments(path).any(|amendment| matches!(amendment, Nested(_)));
    if let Some(rows) = content.rows.filter(|_| !is_nested) {
        element.children = rows.all_elements().flat_map(|row| of_row(prefix, row)).collect::<Vec<_>>().leak();
    }
    for amendment in amendments(path) {
        match amendment {
            Form(form) => element.form = form,
            Once => child.count = Count::AtMostOne,
            Repeated => child.count = Count::Any,
            Beside(twin) => child.twin = Some(twin),
            Attributes(attributes) => element = element.with(attributes),
            Children(children) => element.children = [children, element.children].concat().leak(),
            Nested(modules) => element.modules = modules,
            Element(&row) => element = row,
            Role(role) => element.role = role,
            Needs(name) => {
                let is_needed =
                    |child: &Child| child.name.split_once(':').is_some_and(|(_, local)| local == name);
                let counted = |child: &Child| Child {
                    count: if is_needed(child) { Count::Some(RequiredPart::Other) } else { child.count },
                    ..*child
                };
                element.children = element.children.iter().map(counted).collect::<Vec<_>>().leak();
            }
            Required | InFeed | InEntry | Elsewhere | Anywhere => {}
        }
    }
    Child { element: Box::leak(Box::new(element)), ..child }
}

/// Returns the attributes of an element: attributes with rows, and attributes that are not parsed.
fn attributes_of(path: &str, content: AllowedContent) -> Vec<AttributeRow> {
    let rows = content.rows.map_or(&[][..], |rows| rows.attributes);
    let named =
        rows.iter().flat_map(|row| row.names.iter().map(|name| may(name, form_of(row.content.kind()))));
    let mut attributes: Vec<_> = named.collect();
    for name in BY_PATH.attributes.get(path).into_iter().flatten() {
        if !attributes.iter().any(|known| known.name == *name) {
            attributes.push(may(name, Any));
        }
    }
    for attribute in &mut attributes {
        for amendment in amendments(&format!("{path}@{}", attribute.name)) {
            match amendment {
                Required => attribute.is_required = true,
                Form(form) => attribute.form = form,
                Once | Repeated | InFeed | InEntry | Elsewhere | Beside(_) | Attributes(_) | Children(_)
                | Nested(_) | Element(_) | Anywhere | Role(_) | Needs(_) => {}
            }
        }
    }
    attributes
}

/// Returns whether the rows of a vocabulary include all attributes of its elements.
fn has_all_attributes(prefix: &str) -> bool {
    is_complete(prefix) || prefix == "podcast"
}

/// Returns the form for a kind of values.
fn form_of(kind: ValueKind) -> ValueForm {
    match kind {
        ValueKind::None => ValueForm::None,
        ValueKind::Text => Any,
        ValueKind::Date | ValueKind::MailDate => AnyDate,
        ValueKind::W3cDate => W3C,
        ValueKind::Duration => Duration,
        ValueKind::Uri => Uri,
        ValueKind::MediaType => ValueForm::MediaType,
        ValueKind::Language => ValueForm::Language,
        ValueKind::Email => ValueForm::Email,
        ValueKind::Number | ValueKind::Length => COUNT,
        ValueKind::Integer => Integer,
        ValueKind::Decimal => ANY_DECIMAL,
        ValueKind::Amount => Decimal(0.0, f64::MAX),
        ValueKind::PlayTime => PlayTime,
        ValueKind::Boolean => Boolean(&["yes", "no", "true", "false"]),
        ValueKind::Words(words) => Words(words),
        ValueKind::Positions(GeometryKind::Point) => Points(1),
        ValueKind::Positions(GeometryKind::LineString | GeometryKind::Box) => Points(2),
        ValueKind::Positions(_) => Polygon,
    }
}

static ITUNES_IMAGE: ElementRow = ElementRow::text(Any).with(&[must("href", Uri)]);
static ITUNES_LINK: ElementRow =
    ElementRow::text(Any).with(&[may("href", Uri), may("rel", Any), may("type", ValueForm::MediaType)]);
static ITUNES_CATEGORY: ElementRow =
    ElementRow::group(&[any("itunes:category", &ITUNES_SUBCATEGORY)]).with(&[must("text", PodcastCategory)]);
static ITUNES_SUBCATEGORY: ElementRow = ElementRow::text(Any).with(&[must("text", PodcastSubcategory)]);
static ITUNES_OWNER: ElementRow =
    ElementRow::group(&[once("itunes:name", &PLAIN), one("itunes:email", &EMAIL, RequiredPart::OwnerEmail)]);

/// The children of an item, plus the times of the broadcast.
static LIVE_ITEM: ElementRow = ElementRow::group(ITEM.children)
    .with(&[
        must("status", Words(&["pending", "live", "ended"])),
        must("start", AnyDate),
        may("end", AnyDate),
    ])
    .role(ElementRole::LiveItem)
    .modules(Modules::Entry);

/// The elements of scenes, which have no prefix in the specification.
const SCENE: &[Child] = &[
    once("sceneTitle", &TEXT),
    once("sceneDescription", &FREE),
    once("sceneStartTime", &SCENE_TIME),
    once("sceneEndTime", &SCENE_TIME),
];
static SCENE_TIME: ElementRow = ElementRow::text(PlayTime);
const PARAMETERS: &[Child] = &[any("media:param", &PARAMETER)];
static PARAMETER: ElementRow = ElementRow::text(Any).with(&[must("name", Text)]);

static GEO_POINT: ElementRow =
    ElementRow::group(&[once("geo:lat", &LATITUDE), once("geo:long", &LONGITUDE), once("geo:alt", &FREE)]);
static LATITUDE: ElementRow = ElementRow::text(LATITUDES);
static LONGITUDE: ElementRow = ElementRow::text(LONGITUDES);

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
/// Reference systems other than that of GPS use different coordinates, but do not occur in feeds.
const REFERENCE_SYSTEM: &[AttributeRow] = &[may("srsName", Any), may("srsDimension", Any), may("count", Any)];
static POSITION: ElementRow = ElementRow::text(Points(1)).with(REFERENCE_SYSTEM);
static POSITIONS: ElementRow = ElementRow::text(Points(2)).with(REFERENCE_SYSTEM);
static CLOSED: ElementRow = ElementRow::text(Polygon).with(REFERENCE_SYSTEM);
/// The attributes of a place.
const PLACE: &[AttributeRow] = &[
    may("featuretypetag", Any),
    may("relationshiptag", Any),
    may("featurename", Any),
    may("elev", ANY_DECIMAL),
    may("floor", Integer),
    may("radius", ANY_DECIMAL),
];
