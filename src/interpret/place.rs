//! Places. Latitude comes first, in feeds as in the model.

use super::{ElementContent, Interpreter, Target};
use crate::budget::Budget;
use crate::cost::Cost;
use crate::diagnostics::WarningKind;
use crate::model::{Coordinates, Geometry, GeometryKind, Typed};
use crate::statement::{Complete, Sink, Statement};
use crate::vocabulary::{Coordinate, PlaceForm, Rule, read_typed};
use crate::xml::Name;

/// The cost of a position.
const POSITION: Cost = Cost::of::<Coordinates>(4, 0);

/// The places of a scope.
#[derive(Debug, Default)]
pub(super) struct Places {
    found: Vec<Typed<Geometry>>,
    /// The open elements around positions, innermost last.
    around: Vec<Around>,
    /// `geo:lat`, `geo:long` and `geo:alt` that are waiting for one another.
    latitude: Option<W3cElement>,
    longitude: Option<W3cElement>,
    altitude: Option<W3cElement>,
    w3c: Vec<Coordinates>,
    /// Those that make up no place.
    stray: Vec<W3cElement>,
    /// The descriptions of the places by elements beside them.
    tags: Tags,
}

/// An element of W3C Basic Geo.
#[derive(Debug)]
struct W3cElement {
    name: &'static str,
    text: String,
    value: Option<f64>,
}

/// An element around positions, and how the positions are written.
#[derive(Debug, Default)]
struct Around {
    kind: Option<GeometryKind>,
    dimensions: Option<usize>,
    longitude_first: bool,
    /// The number of places found before it.
    found: usize,
    tags: Tags,
    /// The lower corner, until the upper one is read.
    corner: Option<String>,
}

/// Descriptions of a place beside its positions (`GeoRSS`).
#[derive(Debug, Default)]
pub(super) struct Tags {
    elevation: Option<Typed<f64>>,
    floor: Option<Typed<i32>>,
    radius: Option<Typed<f64>>,
    feature_type: Option<String>,
    relationship: Option<String>,
    feature_name: Option<String>,
}

impl Tags {
    /// Sets a value by the name of its element or attribute. Returns the value that is not kept, if any: this one, or one that
    /// says less.
    fn set(&mut self, name: &str, value: &str, mut warn: impl FnMut(WarningKind, &str)) -> Option<String> {
        fn offer<T: Complete>(field: &mut Option<T>, value: T, text: fn(T) -> String) -> Option<String> {
            // Of equals, the first counts.
            let is_better = field.as_ref().is_none_or(|known| value.completeness() > known.completeness());
            let loser = if is_better { field.replace(value) } else { Some(value) };
            loser.map(text)
        }
        if name.eq_ignore_ascii_case("elev") {
            offer(&mut self.elevation, read_typed::<f64>(value, &mut warn), |elevation| {
                elevation.raw.unwrap_or_default()
            })
        } else if name.eq_ignore_ascii_case("floor") {
            offer(&mut self.floor, read_typed::<i32>(value, &mut warn), |floor| floor.raw.unwrap_or_default())
        } else if name.eq_ignore_ascii_case("radius") {
            offer(&mut self.radius, read_typed::<f64>(value, &mut warn), |radius| {
                radius.raw.unwrap_or_default()
            })
        } else if name.eq_ignore_ascii_case("featuretypetag") {
            offer(&mut self.feature_type, value.to_owned(), |text| text)
        } else if name.eq_ignore_ascii_case("relationshiptag") {
            offer(&mut self.relationship, value.to_owned(), |text| text)
        } else if name.eq_ignore_ascii_case("featurename") {
            offer(&mut self.feature_name, value.to_owned(), |text| text)
        } else {
            None
        }
    }

    /// Returns the values under the names of their elements.
    fn into_elements(self) -> impl Iterator<Item = (&'static str, String)> {
        [
            ("elev", self.elevation.map(|elevation| elevation.raw.unwrap_or_default())),
            ("floor", self.floor.map(|floor| floor.raw.unwrap_or_default())),
            ("radius", self.radius.map(|radius| radius.raw.unwrap_or_default())),
            ("featuretypetag", self.feature_type),
            ("relationshiptag", self.relationship),
            ("featurename", self.feature_name),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
    }

    /// Copies the descriptions that are missing here from others, if there is room for them.
    fn inherit(&mut self, outer: &Self, budget: &Budget) {
        fn inherited<T: Clone>(
            own: &mut Option<T>,
            outer: Option<&T>,
            text: impl Fn(&T) -> &str,
            budget: &Budget,
        ) {
            if own.is_none() {
                *own = outer.filter(|outer| budget.pay(size_of::<T>() + text(outer).len())).cloned();
            }
        }
        inherited(&mut self.elevation, outer.elevation.as_ref(), |elevation| elevation.text(), budget);
        inherited(&mut self.floor, outer.floor.as_ref(), |floor| floor.text(), budget);
        inherited(&mut self.radius, outer.radius.as_ref(), |radius| radius.text(), budget);
        inherited(&mut self.feature_type, outer.feature_type.as_ref(), String::as_str, budget);
        inherited(&mut self.relationship, outer.relationship.as_ref(), String::as_str, budget);
        inherited(&mut self.feature_name, outer.feature_name.as_ref(), String::as_str, budget);
    }

    /// Adds the descriptions that a place lacks.
    fn describe(self, place: &mut Geometry) {
        if let (true, Some(elevation)) = (place.elevation.is_absent(), self.elevation) {
            place.elevation = elevation;
        }
        if let (true, Some(floor)) = (place.floor.is_absent(), self.floor) {
            place.floor = floor;
        }
        if let (true, Some(radius)) = (place.radius.is_absent(), self.radius) {
            place.radius = radius;
        }
        place.feature_type = place.feature_type.take().or(self.feature_type);
        place.relationship = place.relationship.take().or(self.relationship);
        place.feature_name = place.feature_name.take().or(self.feature_name);
    }
}

impl<S: Sink> Interpreter<'_, '_, '_, S> {
    fn places(&mut self) -> Option<&mut Places> {
        Some(self.scope()?.places.get_or_insert_default())
    }

    pub(super) fn start_place(&mut self, form: PlaceForm, rule: Rule) -> ElementContent {
        if form.is_beside_places() {
            return ElementContent::Collected(Target::Rule(rule));
        }
        let dimensions = self.attribute("srsdimension").and_then(|d| d.trim().parse().ok());
        let swapped = self.attribute("srsname").is_some_and(is_longitude_first);
        let mut tags = Tags::default();
        for attribute in self.reader.attributes().to_vec() {
            tags.set(attribute.name.local, &attribute.value, |kind, raw| self.warn(kind, raw));
        }
        let budget = self.budget;
        if let Some(places) = self.places() {
            let nothing = Around::default();
            let outer = places.around.last().unwrap_or(&nothing);
            let kind = match form {
                PlaceForm::Around(kind) => kind,
                PlaceForm::Positions(kind) => Some(kind),
                _ => None,
            };
            tags.inherit(&outer.tags, budget);
            let around = Around {
                kind: kind.or(outer.kind),
                dimensions: dimensions.or(outer.dimensions),
                longitude_first: swapped || outer.longitude_first,
                found: places.found.len(),
                tags,
                corner: None,
            };
            places.around.push(around);
        }
        ElementContent::Collected(Target::Rule(rule))
    }

    pub(super) fn end_place(&mut self, form: PlaceForm, text: &str) {
        let name = match form {
            PlaceForm::Latitude => "lat",
            PlaceForm::Longitude => "long",
            PlaceForm::Altitude => "alt",
            PlaceForm::Description => return self.describe_places(text),
            PlaceForm::Around(_) | PlaceForm::Positions(_) | PlaceForm::Inner | PlaceForm::Corner => {
                return self.end_position(form, text);
            }
        };
        let value = self.typed::<Coordinate>(text).value;
        let element = W3cElement { name, text: text.to_owned(), value };
        if let Some(out_of_range) = self.places().and_then(|places| places.set_w3c(form, element)) {
            self.warn(WarningKind::UnreadablePlace, &out_of_range);
        }
    }

    fn end_position(&mut self, form: PlaceForm, text: &str) {
        let Some((found, is_used)) = self.places().map(|places| places.end_position(form, text)) else {
            return;
        };
        // Positions make a place only if an element gives its kind.
        let has_kind = found.as_ref().is_none_or(|found| found.around.kind.is_some());
        if !is_used || !has_kind {
            self.keep_text(text);
        }
        let Some(FoundPlace { text, around, dimensions }) = found else { return };
        let kind = around.kind;
        if kind.is_none() && !text.is_empty() {
            return;
        }
        let longitude_first = around.longitude_first;
        let (left, mut further) = (self.budget.members_left(POSITION), 0);
        let place = self.typed_by(text, WarningKind::UnreadablePlace, |text| {
            let numbers = numbers(text)?;
            // The first position is the place itself.
            further = (numbers.len() / dimensions).saturating_sub(1);
            let numbers = (further <= left).then_some(numbers)?;
            let mut place = geometry(kind?, &numbers, dimensions, longitude_first)?;
            around.tags.describe(&mut place);
            Some(place)
        });
        self.budget.add_member(POSITION.times(further));
        if let Some(places) = self.places() {
            places.found.push(place);
        }
    }

    /// Takes the value of the element that is being read, which describes the places beside it (`georss:elev`).
    fn describe_places(&mut self, text: &str) {
        let name = Name::split(self.current.name).local;
        let mut tags = self.places().map(|places| std::mem::take(&mut places.tags)).unwrap_or_default();
        let loser = tags.set(name, text, |kind, raw| self.warn(kind, raw));
        if let Some(places) = self.places() {
            places.tags = tags;
        }
        self.keep_text(&loser.unwrap_or_default());
    }

    /// States every place of a scope that ends, described by the elements beside it.
    pub(super) fn end_places(&mut self) {
        let Some(places) = self.scope().and_then(|scope| scope.places.take()) else {
            return;
        };
        let (found, stray, tags) = places.complete(self.budget);
        if found.is_empty() {
            for (name, text) in tags.into_elements() {
                self.keep_element("georss", name, &text);
            }
        }
        for place in found {
            self.state(Statement::Place(Box::new(place)));
        }
        for W3cElement { name, text, .. } in stray {
            self.keep_element("geo", name, &text);
        }
    }
}

/// Positions whose element has ended.
struct FoundPlace {
    text: String,
    around: Around,
    dimensions: usize,
}

impl Places {
    /// Takes the value of `geo:lat`, `geo:long` or `geo:alt`. Returns the position that is complete with it if that is not on
    /// Earth.
    fn set_w3c(&mut self, form: PlaceForm, element: W3cElement) -> Option<String> {
        let place = match form {
            PlaceForm::Latitude => &mut self.latitude,
            PlaceForm::Longitude => &mut self.longitude,
            _ => &mut self.altitude,
        };
        self.stray.extend(place.replace(element));
        if self.latitude.is_some() && self.longitude.is_some() {
            let (latitude, longitude) = (self.latitude.take()?, self.longitude.take()?);
            let altitude = self.altitude.take_if(|altitude| altitude.value.is_some());
            let elevation = altitude.as_ref().and_then(|altitude| altitude.value);
            let on_earth = latitude
                .value
                .zip(longitude.value)
                .and_then(|(latitude, longitude)| Coordinates::new(latitude, longitude, elevation));
            if on_earth.is_none() {
                let is_read = latitude.value.is_some() && longitude.value.is_some();
                let position = is_read.then(|| format!("{} {}", latitude.text, longitude.text));
                self.stray.extend([latitude, longitude].into_iter().chain(altitude));
                return position;
            }
            self.w3c.extend(on_earth);
        } else if form == PlaceForm::Altitude
            && let Some(last) = self.w3c.last_mut()
            && last.elevation.is_none()
            && let Some(altitude) = self.altitude.take_if(|altitude| altitude.value.is_some())
        {
            last.elevation = altitude.value;
        }
        None
    }

    /// Ends an element with positions, or around them. Returns the place that is complete with it, if any, and whether the text
    /// is part of a place.
    fn end_position(&mut self, form: PlaceForm, text: &str) -> (Option<FoundPlace>, bool) {
        let Some(around) = self.around.pop() else { return (None, false) };
        let is_used = !matches!(form, PlaceForm::Around(_));
        let text = match form {
            PlaceForm::Positions(_) | PlaceForm::Inner => text.to_owned(),
            PlaceForm::Corner => {
                let Some(outer) = self.around.last_mut() else { return (None, false) };
                match outer.corner.take() {
                    None => {
                        outer.corner = Some(text.to_owned());
                        return (None, true);
                    }
                    Some(lower) => format!("{lower} {text}"),
                }
            }
            // An outermost element without positions is an unknown place.
            PlaceForm::Around(_) if self.around.is_empty() && self.found.len() == around.found => {
                String::new()
            }
            _ => return (None, is_used),
        };
        let dimensions = match form {
            PlaceForm::Positions(_) => 2,
            _ => around.dimensions.filter(|dimensions| *dimensions == 3).unwrap_or(2),
        };
        (Some(FoundPlace { text, around, dimensions }), is_used)
    }

    /// Returns all places, each described by the elements beside it, the elements that make up no place, and the descriptions.
    fn complete(mut self, budget: &Budget) -> (Vec<Typed<Geometry>>, Vec<W3cElement>, Tags) {
        let points = self.w3c.iter().map(|point| Geometry::new(GeometryKind::Point, vec![*point]));
        self.found.extend(points.map(|place| Typed { raw: None, value: Some(place) }));
        for place in self.found.iter_mut().filter_map(|place| place.value.as_mut()) {
            let mut own = Tags::default();
            own.inherit(&self.tags, budget);
            own.describe(place);
        }
        self.stray.extend(self.latitude.take());
        self.stray.extend(self.longitude.take());
        self.stray.extend(self.altitude.take());
        (self.found, self.stray, self.tags)
    }
}

/// Coordinate reference systems in which longitude comes first: OGC `CRS84`, and those of EPSG that are projected, with
/// the easting before the northing.
fn is_longitude_first(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    let code = || name.rsplit([':', '/', '#']).next().and_then(|code| code.trim().parse().ok());
    name.contains("CRS84") || name.contains("EPSG") && code().is_some_and(|code| !is_geographic(code))
}

/// Returns whether an EPSG code is that of a geographic reference system, with degrees of latitude and longitude.
fn is_geographic(code: u32) -> bool {
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

/// Reads the numbers of positions.
fn numbers(text: &str) -> Option<Vec<f64>> {
    let numbers = text.split(|c: char| c.is_whitespace() || c == ',').filter(|n| !n.is_empty());
    numbers.map(|n| n.parse().ok()).collect()
}

/// Returns a place from positions of two or three numbers. Returns `None` if one of them is out of range, or if there are too
/// few.
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
}
