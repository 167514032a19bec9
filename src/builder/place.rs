//! Places: latitude comes first in feeds as in the model.

use super::slot::fill;
use super::{Builder, Frame, Target};
use crate::model::{Coordinates, Extension, Geometry, GeometryKind, Typed};
use crate::vocabulary::{PlaceForm, Rule};

/// What a scope has said of places.
#[derive(Debug, Default)]
pub(super) struct Places {
    found: Vec<Typed<Geometry>>,
    /// The elements around the positions that are open, innermost last.
    around: Vec<Around>,
    /// `geo:lat`, `geo:long` and `geo:alt` that are waiting for one another.
    latitude: Option<f64>,
    longitude: Option<f64>,
    altitude: Option<f64>,
    w3c: Vec<Coordinates>,
}

/// An element around positions, and what it says of how they are written.
#[derive(Debug, Default)]
struct Around {
    kind: Option<GeometryKind>,
    dimensions: Option<usize>,
    longitude_first: bool,
    /// How many places were found before it.
    found: usize,
    tags: Tags,
    /// The lower corner, until the upper one comes.
    corner: Option<String>,
}

/// What `GeoRSS` says of a place beside its positions.
#[derive(Debug, Default)]
struct Tags {
    elevation: Option<Typed<f64>>,
    floor: Option<Typed<i32>>,
    radius: Option<Typed<f64>>,
    feature_type: Option<String>,
    relationship: Option<String>,
    feature_name: Option<String>,
}

/// What is said around or beside places is copied to each, unless it is longer.
const LONGEST_INHERITED: usize = 256;

impl Tags {
    fn set(&mut self, name: &str, value: &str) {
        if name.eq_ignore_ascii_case("elev") {
            fill(&mut self.elevation, finite(value));
        } else if name.eq_ignore_ascii_case("floor") {
            fill(&mut self.floor, Typed::parsed(value));
        } else if name.eq_ignore_ascii_case("radius") {
            fill(&mut self.radius, finite(value));
        } else if name.eq_ignore_ascii_case("featuretypetag") {
            fill(&mut self.feature_type, value.to_owned());
        } else if name.eq_ignore_ascii_case("relationshiptag") {
            fill(&mut self.relationship, value.to_owned());
        } else if name.eq_ignore_ascii_case("featurename") {
            fill(&mut self.feature_name, value.to_owned());
        }
    }

    /// Takes over what is said around it or beside it.
    fn inherit(&mut self, outer: &Self) {
        fn inherited<T: Clone>(own: &mut Option<T>, outer: Option<&T>, raw: impl Fn(&T) -> &str) {
            if own.is_none() {
                *own = outer.filter(|outer| raw(outer).len() <= LONGEST_INHERITED).cloned();
            }
        }
        inherited(&mut self.elevation, outer.elevation.as_ref(), |elevation| &elevation.raw);
        inherited(&mut self.floor, outer.floor.as_ref(), |floor| &floor.raw);
        inherited(&mut self.radius, outer.radius.as_ref(), |radius| &radius.raw);
        inherited(&mut self.feature_type, outer.feature_type.as_ref(), String::as_str);
        inherited(&mut self.relationship, outer.relationship.as_ref(), String::as_str);
        inherited(&mut self.feature_name, outer.feature_name.as_ref(), String::as_str);
    }

    /// Adds to a place what it does not say itself.
    fn describe(self, place: &mut Geometry) {
        place.elevation = place.elevation.take().or(self.elevation);
        place.floor = place.floor.take().or(self.floor);
        place.radius = place.radius.take().or(self.radius);
        place.feature_type = place.feature_type.take().or(self.feature_type);
        place.relationship = place.relationship.take().or(self.relationship);
        place.feature_name = place.feature_name.take().or(self.feature_name);
    }
}

fn finite(raw: &str) -> Typed<f64> {
    Typed::new(raw, |raw| raw.trim().parse().ok().filter(|number: &f64| number.is_finite()))
}

impl<'a> Builder<'a, '_> {
    pub(super) fn start_place(&mut self, form: PlaceForm, rule: Rule) -> Frame<'a> {
        if matches!(form, PlaceForm::Latitude | PlaceForm::Longitude | PlaceForm::Altitude) {
            return self.collect(Target::Rule(rule));
        }
        let dimensions = self.attribute("srsdimension").and_then(|d| d.trim().parse().ok());
        let swapped = self.attribute("srsname").is_some_and(is_longitude_first);
        let mut tags = Tags::default();
        for attribute in self.reader.attributes() {
            tags.set(attribute.name.local, &attribute.value);
        }
        let places = self.draft().places.get_or_insert_default();
        let nothing = Around::default();
        let outer = places.around.last().unwrap_or(&nothing);
        let kind = match form {
            PlaceForm::Around(kind) => kind,
            PlaceForm::Positions(kind) => Some(kind),
            _ => None,
        };
        tags.inherit(&outer.tags);
        let around = Around {
            kind: kind.or(outer.kind),
            dimensions: dimensions.or(outer.dimensions),
            longitude_first: swapped || outer.longitude_first,
            found: places.found.len(),
            tags,
            corner: None,
        };
        places.around.push(around);
        self.collect(Target::Rule(rule))
    }

    pub(super) fn end_place(&mut self, form: PlaceForm, text: &str) {
        let places = self.draft().places.get_or_insert_default();
        match form {
            PlaceForm::Latitude => places.latitude = text.parse().ok(),
            PlaceForm::Longitude => places.longitude = text.parse().ok(),
            PlaceForm::Altitude => places.altitude = text.parse().ok(),
            PlaceForm::Around(_) | PlaceForm::Positions(_) | PlaceForm::Inner | PlaceForm::Corner => {
                return self.end_position(form, text);
            }
        }
        if let (Some(latitude), Some(longitude)) = (places.latitude, places.longitude) {
            (places.latitude, places.longitude) = (None, None);
            places.w3c.extend(Coordinates::new(latitude, longitude, places.altitude.take()));
        } else if form == PlaceForm::Altitude
            && let Some(last) = places.w3c.last_mut()
            && last.elevation.is_none()
        {
            last.elevation = places.altitude.take().filter(|altitude: &f64| altitude.is_finite());
        }
        let name = match form {
            PlaceForm::Latitude => "lat",
            PlaceForm::Longitude => "long",
            _ => "alt",
        };
        self.draft().extensions.push(w3c(name, text));
    }

    fn end_position(&mut self, form: PlaceForm, text: &str) {
        let Some(places) = self.draft().places.as_deref_mut() else {
            return;
        };
        let Some(around) = places.around.pop() else {
            return;
        };
        let text = match form {
            PlaceForm::Positions(_) | PlaceForm::Inner => text.to_owned(),
            PlaceForm::Corner => {
                let Some(outer) = places.around.last_mut() else {
                    return;
                };
                match outer.corner.take() {
                    None => {
                        outer.corner = Some(text.to_owned());
                        return;
                    }
                    Some(lower) => format!("{lower} {text}"),
                }
            }
            // An outermost element without a place in it is a place of which nothing is known.
            PlaceForm::Around(_) if places.around.is_empty() && places.found.len() == around.found => {
                String::new()
            }
            _ => return,
        };
        let kind = around.kind;
        let dimensions = match form {
            PlaceForm::Positions(_) => 2,
            _ => around.dimensions.unwrap_or(2),
        };
        let read = |text: &str| {
            let mut place = geometry(kind?, text, dimensions, around.longitude_first)?;
            around.tags.describe(&mut place);
            Some(place)
        };
        // A position of which nothing says what it makes is none.
        if kind.is_some() || text.is_empty() {
            places.found.push(Typed::new(text, read));
        }
    }
}

/// Coordinate reference systems in which longitude comes first (OGC `CRS84`).
fn is_longitude_first(name: &str) -> bool {
    name.to_ascii_uppercase().contains("CRS84")
}

/// Reads positions of two or three numbers; nothing if one of them is none on Earth, or too few make the place.
fn geometry(kind: GeometryKind, text: &str, dimensions: usize, longitude_first: bool) -> Option<Geometry> {
    let dimensions = if dimensions == 3 { 3 } else { 2 };
    let numbers: Option<Vec<f64>> = text
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|n| !n.is_empty())
        .map(|n| n.parse().ok())
        .collect();
    let position = |numbers: &[f64]| {
        let (first, second, third) = (*numbers.first()?, *numbers.get(1)?, numbers.get(2).copied());
        if longitude_first {
            Coordinates::new(second, first, third)
        } else {
            Coordinates::new(first, second, third)
        }
    };
    let positions: Vec<Coordinates> =
        numbers?.chunks_exact(dimensions).map(position).collect::<Option<_>>()?;
    let enough = match kind {
        GeometryKind::Point => positions.len() == 1,
        GeometryKind::Box => positions.len() == 2,
        GeometryKind::LineString => positions.len() >= 2,
        GeometryKind::Polygon => positions.len() >= 4,
    };
    enough.then(|| Geometry::new(kind, positions))
}

/// The element as it stands, beside the point that it makes.
fn w3c(name: &str, text: &str) -> Extension {
    let namespace = Some("http://www.w3.org/2003/01/geo/wgs84_pos#".into());
    Extension {
        namespace,
        prefix: "geo".into(),
        name: name.into(),
        text: text.to_owned(),
        ..Extension::default()
    }
}

impl Places {
    /// The scope ends: every place, with what the elements beside it say of it.
    pub(super) fn settle(places: Option<Box<Self>>, extensions: &[Extension]) -> Vec<Typed<Geometry>> {
        let Some(mut places) = places else {
            return Vec::new();
        };
        let points = places.w3c.iter().map(|point| Geometry::new(GeometryKind::Point, vec![*point]));
        places.found.extend(points.map(|place| Typed { raw: Box::default(), value: Some(place) }));
        let mut tags = Tags::default();
        for extension in extensions.iter().filter(|extension| extension.prefix.as_ref() == "georss") {
            tags.set(&extension.name, &extension.text);
        }
        // `georss:elev` and its kin stand beside the place that they describe: the only one, or else all.
        for place in places.found.iter_mut().filter_map(|place| place.value.as_mut()) {
            let mut own = Tags::default();
            own.inherit(&tags);
            own.describe(place);
        }
        places.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let found = geometry(kind, text, dimensions, longitude_first).map(|place| {
                place.positions.iter().map(|p| (p.latitude, p.longitude, p.elevation)).collect::<Vec<_>>()
            });
            assert_eq!(found, positions, "{kind:?} {text}");
        }
    }
}
