//! Places from the trees of `GeoRSS`, GML and W3C Basic Geo. Latitude comes first, both in feeds and in the model.

use super::read::{Element, Elements};
use super::rows::{Field as _, FromElement as _, offer_each, rows};
use super::value::{Coordinate, Read as _, read_typed, read_with};
use super::{Feeds, PlaceForm, ReadAs, known};
use crate::budget::{Budget, PaidList};
use crate::diagnostics::WarningKind;
use crate::model::geo::{Coordinates, Geometry, GeometryKind};
use crate::model::{Str, Typed};
use crate::sink::{FieldChoice, FieldValue, Tree, ValueReader};
use crate::xml::{Namespace, Schema as _};
use bozofeed_model::internal::cost::Cost;

/// The cost of a position.
const POSITION: Cost = Cost { memory: size_of::<Coordinates>(), written: 80 };

/// The descriptions of a place besides its positions, in attributes or in sibling elements.
#[derive(Debug, Default, PartialEq)]
struct PlaceDetails {
    elevation: Option<Typed<f64>>,
    floor: Option<Typed<i32>>,
    radius: Option<Typed<f64>>,
    feature_type: Option<Str>,
    relationship: Option<Str>,
    feature_name: Option<Str>,
}

rows! {
    PlaceDetails {
        attributes {
            "elev" => elevation,
            "floor" => floor,
            "radius" => radius,
            "featuretypetag" => feature_type,
            "relationshiptag" => relationship,
            "featurename" => feature_name,
        }
        elements {
            "elev" => elevation,
            "floor" => floor,
            "radius" => radius,
            "featuretypetag" => feature_type,
            "relationshiptag" => relationship,
            "featurename" => feature_name,
        }
    }
}

macro_rules! each_detail {
    ($($field:ident),+) => {
        impl PlaceDetails {
            /// Copies missing descriptions from another set, if the budget allows it.
            fn inherit(&mut self, outer: &Self, budget: &Budget) {
                fn inherit<T: Clone + FieldValue>(own: &mut Option<T>, outer: Option<&T>, budget: &Budget) {
                    if own.is_none() {
                        *own = outer.filter(|outer| budget.pay(size_of::<T>() + outer.main_text().len())).cloned();
                    }
                }
                $(inherit(&mut self.$field, outer.$field.as_ref(), budget);)+
            }

            /// Adds the descriptions that a place lacks.
            fn describe(self, place: &mut Geometry, budget: &Budget) {
                $(if let Some(value) = self.$field.and_then(|value| budget.keep_element(value)) {
                    place.$field.offer(value);
                })+
            }
        }
    };
}

each_detail!(elevation, floor, radius, feature_type, relationship, feature_name);

/// An element around positions, and the notation of the positions.
#[derive(Debug, Default)]
struct Around<'t> {
    kind: Option<GeometryKind>,
    is_circle: bool,
    dimensions: Option<usize>,
    longitude_first: bool,
    details: PlaceDetails,
    /// The lower corner, until the upper one is read.
    corner: Option<&'t Tree>,
}

/// An element of W3C Basic Geo, and its value.
type W3cElement<'t> = (&'t Tree, Option<f64>);

/// The places of a feed or entry.
#[derive(Debug)]
struct Places<'t> {
    values: &'t ValueReader<'t>,
    found: PaidList<Typed<Geometry>>,
    /// `geo:lat`, `geo:long` and `geo:alt`, each waiting for the others.
    latitude: Option<W3cElement<'t>>,
    longitude: Option<W3cElement<'t>>,
    altitude: Option<W3cElement<'t>>,
    /// The positions of W3C Basic Geo.
    points: PaidList<Typed<Geometry>>,
}

/// Returns the form of an element of a place.
fn form_of(tree: &Tree) -> Option<PlaceForm> {
    match known(tree.vocabulary, &tree.name)?.read_as {
        ReadAs::Place(form) => Some(form),
        _ => None,
    }
}

/// Reads the places of a feed or entry, each described by its sibling elements. Elements that do not form a place remain.
pub(super) fn read(trees: &[Tree], values: &ValueReader<'_>) -> Vec<Typed<Geometry>> {
    let mut places = Places {
        values,
        found: PaidList::default(),
        latitude: None,
        longitude: None,
        altitude: None,
        points: PaidList::default(),
    };
    for tree in trees {
        places.read(tree, None);
    }
    for element in [places.latitude, places.longitude] {
        places.warn_alone(element);
    }
    let Places { mut found, points, .. } = places;
    // The positions of W3C Basic Geo come after GeoRSS positions, regardless of their order in the document: they are complete only
    // after two elements, and an altitude may still follow.
    for point in points.into_paid() {
        found.push(point);
    }
    // Descriptions of an unreadable place have no field, and remain.
    if found.iter().any(|place| place.value.is_some()) {
        let georss = Feeds::well_known_prefix("georss").unwrap_or(Namespace::NONE);
        let mut beside = PlaceDetails::default();
        // They describe each place, so an explanation lists them with the places.
        offer_each(&mut beside, Elements::new(trees, georss, values), |element, _, choice| {
            element.note(
                ("", "geometries"),
                |_| {},
                if choice.is_kept() { FieldChoice::Added } else { choice },
            );
        });
        for place in found.iter_mut().filter_map(|place| place.value.as_mut()) {
            let mut own = PlaceDetails::default();
            own.inherit(&beside, values.budget);
            own.describe(place, values.budget);
        }
    }
    found.into_vec()
}

impl<'t> Places<'t> {
    /// Reads an element and its descendants.
    ///
    /// Trees are nested no deeper than [`DEEPEST`](crate::sink::DEEPEST), so recursion is bounded.
    fn read(&mut self, tree: &'t Tree, outer: Option<&mut Around<'t>>) {
        let Some(form) = form_of(tree) else { return };
        match form {
            PlaceForm::Latitude | PlaceForm::Longitude | PlaceForm::Altitude => {
                if outer.is_none() {
                    self.read_w3c(form, tree);
                }
                return;
            }
            PlaceForm::Description => return,
            PlaceForm::Around(_)
            | PlaceForm::Positions(_)
            | PlaceForm::Circle
            | PlaceForm::Inner
            | PlaceForm::Corner => {}
        }
        let before = self.found.len();
        let mut around = self.around(form, tree, outer.as_deref());
        if matches!(form, PlaceForm::Around(_)) {
            for child in tree.children.iter() {
                self.read(child, Some(&mut around));
            }
        }
        match form {
            PlaceForm::Positions(_) => self.add(tree, &[tree], around, 2),
            // The radius is a third number.
            PlaceForm::Circle => self.add(tree, &[tree], around, 3),
            PlaceForm::Inner => self.add_inner(tree, &[tree], around),
            PlaceForm::Corner => {
                let Some(outer) = outer else { return };
                // GML 3.1.1: `lowerCorner` comes before `upperCorner` in an `Envelope`, as in a GeoRSS box. The first corner waits
                // for the second one, regardless of their names.
                match outer.corner.take() {
                    None => outer.corner = Some(tree),
                    Some(lower) => self.add_inner(tree, &[lower, tree], around),
                }
            }
            // An outermost element without positions is an unknown place.
            _ if outer.is_none() && self.found.len() == before => self.add(tree, &[], around, 2),
            _ => {}
        }
    }

    /// Reads the attributes of an element, and its child elements that describe places.
    fn around(&self, form: PlaceForm, tree: &'t Tree, outer: Option<&Around<'t>>) -> Around<'t> {
        let element = Element::new(tree, self.values);
        let dimensions =
            element.attribute("srsDimension").string().and_then(|count| count.trim().parse().ok());
        let reference = element.attribute("srsName").string();
        let longitude_first = reference.is_some_and(|name| is_longitude_first(&name));
        let mut details = PlaceDetails::from_element(&element).unwrap_or_default();
        let kind = match form {
            PlaceForm::Around(kind) => kind,
            PlaceForm::Positions(kind) => Some(kind),
            PlaceForm::Circle => Some(GeometryKind::Point),
            _ => None,
        };
        let is_circle = form == PlaceForm::Circle;
        let Some(outer) = outer else {
            return Around { kind, is_circle, dimensions, longitude_first, details, corner: None };
        };
        details.inherit(&outer.details, self.values.budget);
        Around {
            kind: kind.or(outer.kind),
            is_circle,
            dimensions: dimensions.or(outer.dimensions),
            longitude_first: longitude_first || outer.longitude_first,
            details,
            corner: None,
        }
    }

    fn add_inner(&mut self, tree: &'t Tree, parts: &[&'t Tree], around: Around<'t>) {
        let dimensions = around.dimensions.filter(|dimensions| *dimensions == 3).unwrap_or(2);
        self.add(tree, parts, around, dimensions);
    }

    /// Adds the place of an element, whose positions are the text of these parts. Positions form a place only if an element
    /// specifies its kind.
    fn add(&mut self, tree: &'t Tree, parts: &[&'t Tree], around: Around<'t>, dimensions: usize) {
        let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        let text = texts.join(" ");
        let kind = around.kind;
        let budget = self.values.budget;
        // Without a surrounding geometry, the text could be a point, a line or a polygon.
        if kind.is_none() && !text.is_empty() {
            return;
        }
        let read = |text: &str| {
            let numbers = numbers(text)?;
            // Positions take many times the memory of their text, so the memory must be available before they are created.
            let has_room = budget.has_room(POSITION.times(numbers.len() / dimensions));
            let numbers = has_room.then_some(numbers)?;
            let mut place = geometry(kind?, &numbers, dimensions, around.longitude_first)?;
            if around.is_circle {
                place.radius = radius(&mut place.positions, text).filter(|_| numbers.len() == 3)?;
            }
            // After the radius of a circle, which is its third number and takes precedence over an attribute `radius`: only missing
            // descriptions are added here.
            around.details.describe(&mut place, budget);
            Some(place)
        };
        let warn = |kind, raw: &str| self.values.warn(Some(tree), kind, raw);
        let place = read_with(text, WarningKind::UnreadablePlace, read, warn);
        let Some(place) = budget.keep_element(place) else { return };
        for part in parts {
            part.mark_text();
        }
        self.values.note(("", "geometries"), |_| {}, tree, FieldChoice::Added);
        self.found.push(place);
    }

    /// Warns about `geo:lat` or `geo:long` without the other, unless it was already reported.
    fn warn_alone(&self, element: Option<W3cElement<'_>>) {
        if let Some((tree, Some(_))) = element {
            self.values.warn(Some(tree), WarningKind::UnreadablePlace, tree.text.as_str());
        }
    }

    /// Takes the value of `geo:lat`, `geo:long` or `geo:alt`, and the position that it completes, if it is on Earth.
    fn read_w3c(&mut self, form: PlaceForm, tree: &'t Tree) {
        let warn = |kind, raw: &str| self.values.warn(Some(tree), kind, raw);
        let element = (tree, read_typed::<Coordinate>(tree.text.as_str(), warn).value);
        let part = match form {
            PlaceForm::Latitude => &mut self.latitude,
            PlaceForm::Longitude => &mut self.longitude,
            _ => &mut self.altitude,
        };
        let earlier = part.replace(element);
        if form != PlaceForm::Altitude {
            self.warn_alone(earlier);
        }
        let take_altitude =
            |altitude: &mut Option<W3cElement<'t>>| altitude.take_if(|(_, value)| value.is_some());
        if let (Some(latitude), Some(longitude)) = (self.latitude, self.longitude) {
            // The pair is consumed even if it is not a place. Otherwise, the next `geo:lat` would be combined with a longitude of
            // another place.
            (self.latitude, self.longitude) = (None, None);
            let altitude = take_altitude(&mut self.altitude);
            // The unreadable value was already reported.
            let Some((north, east)) = latitude.1.zip(longitude.1) else { return };
            let elevation = altitude.and_then(|(_, value)| value);
            if let Some(point) = Coordinates::new(north, east, elevation) {
                let place = Geometry::new(GeometryKind::Point, vec![point]);
                let place = Typed::from(place);
                let Some(place) = self.values.budget.keep_element(place) else { return };
                for (tree, _) in [latitude, longitude].into_iter().chain(altitude) {
                    tree.mark_text();
                }
                self.values.note(("", "geometries"), |_| {}, tree, FieldChoice::Added);
                self.points.push(place);
            } else {
                let position = format!("{} {}", latitude.0.text, longitude.0.text);
                self.values.warn(Some(tree), WarningKind::UnreadablePlace, &position);
            }
        // The altitude may come after the latitude and longitude.
        } else if form == PlaceForm::Altitude
            && let Some(last) =
                self.points.last_mut().and_then(|last| last.value.as_mut()?.positions.first_mut())
            && last.elevation.is_none()
            && let Some((tree, value)) = take_altitude(&mut self.altitude)
        {
            tree.mark_text();
            last.elevation = value;
        }
    }
}

/// Coordinate reference systems with longitude first: OGC `CRS84`, and projected EPSG systems, with the easting before the
/// northing.
fn is_longitude_first(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    let code = || name.rsplit([':', '/', '#']).next().and_then(|code| code.trim().parse().ok());
    name.contains("CRS84") || name.contains("EPSG") && code().is_some_and(|code| !is_geographic(code))
}

/// Returns whether an EPSG code denotes a geographic reference system, with degrees of latitude and longitude.
pub(crate) fn is_geographic(code: u32) -> bool {
    /// Projected and geocentric systems among the codes of geographic ones.
    const OTHERS: &[std::ops::RangeInclusive<u32>] = &[
        4026..=4026,
        4037..=4038,
        4048..=4051,
        4056..=4063,
        4071..=4071,
        4082..=4083,
        4087..=4088,
        4093..=4096,
        4217..=4217,
        4390..=4439,
        4455..=4457,
        4462..=4462,
        4465..=4465,
        4467..=4467,
        4471..=4471,
        4473..=4473,
        4484..=4489,
        4491..=4554,
        4559..=4559,
        4568..=4589,
        4647..=4647,
        4652..=4656,
        4766..=4800,
        4812..=4812,
        4822..=4822,
        4826..=4826,
        4839..=4839,
        4855..=4880,
    ];
    matches!(code, 3819 | 3821 | 3824 | 3889 | 3906 | 4001..=4999)
        && !OTHERS.iter().any(|others| others.contains(&code))
}

/// Parses the numbers of positions.
pub(crate) fn numbers(text: &str) -> Option<Vec<f64>> {
    parts(text).map(Coordinate::read).collect()
}

/// Returns the numbers of positions as written.
pub(crate) fn parts(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || c == ',').filter(|number| !number.is_empty())
}

/// Takes the radius of a circle, which was read as the elevation of its centre. `text` contains the original notation.
fn radius(centre: &mut [Coordinates], text: &str) -> Option<Typed<f64>> {
    let metres = centre.first_mut()?.elevation.take().filter(|metres| *metres >= 0.0)?;
    Some(Typed::new(parts(text).next_back()?, |_| Some(metres)))
}

/// Returns a place from positions of two or three numbers. Returns `None` if one of them is out of range, or if there are too few.
fn geometry(
    kind: GeometryKind,
    numbers: &[f64],
    dimensions: usize,
    longitude_first: bool,
) -> Option<Geometry> {
    let position = |numbers: &[f64]| {
        let (first, second, third) = (*numbers.first()?, *numbers.get(1)?, numbers.get(2).copied());
        if longitude_first {
            Coordinates::new(second, first, third)
        } else {
            Coordinates::new(first, second, third)
        }
    };
    let positions: Vec<Coordinates> =
        numbers.chunks_exact(dimensions).map(position).collect::<Option<_>>()?;
    // GeoRSS Simple: a polygon has at least four positions, and the last one repeats the first.
    let enough = match kind {
        GeometryKind::Point => positions.len() == 1,
        GeometryKind::Box => positions.len() == 2,
        GeometryKind::LineString => positions.len() >= 2,
        GeometryKind::Polygon => positions.len() >= 4,
    };
    enough.then(|| Geometry::new(kind, positions))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn projected_reference_systems_have_longitude_first() {
        for (name, expected) in [
            ("urn:ogc:def:crs:OGC:1.3:CRS84", true),
            ("EPSG:4326", false),
            ("urn:ogc:def:crs:EPSG:6.6:4326", false),
            ("http://www.opengis.net/gml/srs/epsg.xml#4258", false),
            ("EPSG:32633", true),
            ("urn:ogc:def:crs:EPSG::3857", true),
            ("EPSG:4647", true),
            ("EPSG:none", false),
            ("", false),
        ] {
            assert_eq!(is_longitude_first(name), expected, "{name}");
        }
    }

    #[test]
    fn positions_are_checked_and_latitude_comes_first() {
        use GeometryKind::{Box, LineString, Point, Polygon};
        for (kind, text, dimensions, longitude_first, positions) in [
            (Point, "45.256 -71.92", 2, false, Some(vec![(45.256, -71.92, None)])),
            (Point, "45.256, -71.92", 2, false, Some(vec![(45.256, -71.92, None)])),
            (Point, "-71.92 45.256", 2, true, Some(vec![(45.256, -71.92, None)])),
            (Point, "45.256 -71.92 100", 3, false, Some(vec![(45.256, -71.92, Some(100.0))])),
            (Point, "91 0", 2, false, None),
            (Point, "0 181", 2, false, None),
            (Point, "NaN 0", 2, false, None),
            (Point, "1 2 inf", 3, false, None),
            (Point, "", 2, false, None),
            (Point, "x y", 2, false, None),
            (LineString, "1 2 3 4", 2, false, Some(vec![(1.0, 2.0, None), (3.0, 4.0, None)])),
            (LineString, "1 2", 2, false, None),
            (Polygon, "1 2 3 4 5 6", 2, false, None),
            (Box, "1 2 3 4", 2, false, Some(vec![(1.0, 2.0, None), (3.0, 4.0, None)])),
        ] {
            let place =
                numbers(text).and_then(|numbers| geometry(kind, &numbers, dimensions, longitude_first));
            let found = place.map(|place| {
                place.positions.iter().map(|p| (p.latitude, p.longitude, p.elevation)).collect::<Vec<_>>()
            });
            assert_eq!(found, positions, "{kind:?} {text}");
        }
    }

    #[test]
    fn the_radius_of_a_circle_is_that_of_its_positions() {
        let text = "<rss xmlns:georss='http://www.georss.org/georss'><channel><item>\
            <georss:circle radius='7'>45.256 -71.92 500</georss:circle></item></channel></rss>";
        let parsed = crate::Parser::new().parse(text.as_bytes());
        let place = parsed.entries[0].geometries()[0].value.as_ref().unwrap();
        assert_eq!(place.radius.value, Some(500.0));
    }

    #[test]
    fn half_a_position_is_a_warning() {
        let mut wrong = Vec::new();
        for (content, expected) in [
            ("<geo:lat>1</geo:lat><geo:long>2</geo:long>", &[][..]),
            ("<geo:long>2</geo:long><geo:lat>1</geo:lat><geo:alt>3</geo:alt>", &[]),
            ("<geo:alt>3</geo:alt>", &[]),
            ("<geo:lat>1</geo:lat>", &["1"]),
            ("<geo:long>2</geo:long>", &["2"]),
            ("<geo:Point><geo:lat>1</geo:lat></geo:Point>", &["1"]),
            ("<geo:lat>1</geo:lat><geo:lat>4</geo:lat><geo:long>2</geo:long>", &["1"]),
            // Reported once.
            ("<geo:lat>north</geo:lat>", &["north"]),
        ] {
            let text = format!(
                "<rss xmlns:geo='http://www.w3.org/2003/01/geo/wgs84_pos#'><channel><item>{content}</item></channel></rss>"
            );
            let warnings = crate::Parser::new().parse(text.as_bytes()).warnings;
            let found: Vec<_> = warnings.iter().map(|warning| &*warning.value).collect();
            if found != expected {
                wrong.push((content, format!("{found:?}")));
            }
        }
        assert_eq!(wrong, []);
    }

    /// Without a place, there is no field for them.
    #[test]
    fn descriptions_of_a_place_that_cannot_be_read_remain() {
        let mut lost = Vec::new();
        for name in ["elev", "floor", "radius", "featuretypetag", "relationshiptag", "featurename"] {
            let text = format!(
                "<rss xmlns:georss='http://www.georss.org/georss'><channel><item><georss:point>here</georss:point>\
                 <georss:{name}>3</georss:{name}></item></channel></rss>"
            );
            let parsed = crate::Parser::new().parse(text.as_bytes());
            let has = |entry: &crate::model::Entry| {
                entry.extensions().iter().any(|extension| *extension.name == *name)
            };
            if !parsed.entries.first().is_some_and(has) {
                lost.push(name);
            }
        }
        assert_eq!(lost, [""; 0]);
    }
}
