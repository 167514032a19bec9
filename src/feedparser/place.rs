//! Places: the last one is used. In positions, longitude comes first, as in `GeoJSON` (RFC 7946 §3.1.1).

use super::Dictionary;
use super::attributes::KeyedAttributes;
use super::reading::DictionaryReader;
use super::value::{IntoValues as _, Value};
use crate::vocabulary::place::{is_geographic, numbers, parts};
use bozofeed_model::internal::cost::Cost;

/// The shape of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PlaceKind {
    Point,
    LineString,
    Polygon,
    Box,
}

/// An element of `GeoRSS` or GML, by the key that it would have as an unknown one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PlaceKey {
    Where,
    /// A shape of `GeoRSS`, with its positions.
    Shape(PlaceKind),
    /// A shape of GML, and the kind of its list of positions.
    Geometry(Option<PlaceKind>),
    /// A part of a shape of GML.
    Part(Option<PlaceKind>),
    Position,
    Positions,
}

impl PlaceKey {
    /// Returns the element with a key.
    pub(super) fn of(key: &str) -> Option<Self> {
        Some(match key {
            "georss_where" => Self::Where,
            "georss_point" => Self::Shape(PlaceKind::Point),
            "georss_line" => Self::Shape(PlaceKind::LineString),
            "georss_polygon" => Self::Shape(PlaceKind::Polygon),
            "georss_box" => Self::Shape(PlaceKind::Box),
            "gml_point" | "gml_polygon" => Self::Geometry(None),
            "gml_linestring" => Self::Geometry(Some(PlaceKind::LineString)),
            "gml_linearring" => Self::Part(Some(PlaceKind::Polygon)),
            "gml_exterior" => Self::Part(None),
            "gml_pos" => Self::Position,
            "gml_poslist" => Self::Positions,
            _ => return None,
        })
    }
}

impl DictionaryReader<'_, '_> {
    pub(super) fn start_place(&mut self, place: PlaceKey, attributes: &KeyedAttributes<'_>) {
        match place {
            PlaceKey::Where => {
                self.push_unread("where");
                self.set("where", Dictionary::default());
            }
            PlaceKey::Shape(_) => {
                self.push("geometry", false);
                self.set("where", Dictionary::default());
            }
            PlaceKey::Geometry(geometry) => {
                self.set_reference_system(attributes);
                self.state.geometry = geometry;
                self.push_unread("geometry");
            }
            PlaceKey::Part(geometry) => {
                self.state.geometry = geometry.or(self.state.geometry);
                self.push_unread("geometry");
            }
            PlaceKey::Position | PlaceKey::Positions => self.push("pos", false),
        }
    }

    pub(super) fn end_place(&mut self, place: PlaceKey) {
        match place {
            PlaceKey::Where => drop(self.pop("where")),
            PlaceKey::Shape(geometry) => {
                // Latitudes precede longitudes.
                let text = self.pop("geometry");
                self.save_geometry(geometry, &text, (2, true));
            }
            PlaceKey::Geometry(_) | PlaceKey::Part(_) => {
                self.state.geometry = None;
                self.pop("geometry");
            }
            PlaceKey::Position => self.end_positions(Some(PlaceKind::Point)),
            PlaceKey::Positions => self.end_positions(self.state.geometry),
        }
    }

    /// Records the reference system of a GML geometry.
    fn set_reference_system(&mut self, attributes: &KeyedAttributes<'_>) {
        let name = attributes.get("srsname").map(str::to_owned);
        let dimension = attributes.get("srsdimension").and_then(|count| count.trim().parse::<i64>().ok());
        self.set_default("where", Dictionary::default());
        self.set_in("where", "srsName", name);
        self.set_in("where", "srsDimension", dimension.unwrap_or(2));
    }

    /// Ends GML positions. `geometry` is `None` for an unknown geometry.
    fn end_positions(&mut self, geometry: Option<PlaceKind>) {
        let text = self.pop("pos");
        let Some(geometry) = geometry else { return };
        let Some(Value::Dictionary(place)) = self.context().get("where") else { return };
        let dimensions = if place.get("srsDimension") == Some(&Value::Int(3)) { 3 } else { 2 };
        let name = place.get("srsName").and_then(Value::as_str);
        // Only EPSG reference systems are supported; in the geographic ones, latitude comes first.
        let code = name.filter(|name| name.contains("EPSG")).and_then(|name| name.rsplit(':').next());
        let code = code.and_then(|code| code.parse().ok());
        self.save_geometry(geometry, &text, (dimensions, code.is_none_or(is_geographic)));
    }

    fn save_geometry(&mut self, geometry: PlaceKind, text: &str, form: (usize, bool)) {
        // Before they are made: a position is a list of its own.
        let cost = || Cost::memory(parts(text).count() * size_of_number());
        if !self.budget.has_room_for(cost) {
            return;
        }
        if let Some((kind, coordinates)) = coordinates(geometry, text, form) {
            self.set_default("where", Dictionary::default());
            self.set_in("where", "type", kind);
            self.set_in("where", "coordinates", coordinates);
        }
    }
}

/// Returns more than a number of a position takes: as it is parsed, as a value, and its share of the list of its position, while
/// the lists grow.
const fn size_of_number() -> usize {
    2 * size_of::<f64>() + 3 * size_of::<Value<'_>>()
}

/// Returns the kind and the positions of a geometry, if they can be parsed. The form is the number of dimensions, and whether
/// latitude comes first.
fn coordinates(
    geometry: PlaceKind,
    text: &str,
    (dimensions, is_swapped): (usize, bool),
) -> Option<(&'static str, Value<'static>)> {
    let numbers = numbers(text)?;
    let position = |numbers: &[f64]| {
        let mut numbers = numbers.to_vec();
        if is_swapped {
            numbers.swap(0, 1);
        }
        Value::Tuple(numbers.into_iter().map(Value::Float).collect())
    };
    let mut positions = numbers.chunks_exact(dimensions).map(position);
    let few = match geometry {
        PlaceKind::LineString | PlaceKind::Box => 0,
        PlaceKind::Point => 1,
        // A ring ends with its first position, so a triangle has four (RFC 7946 §3.1.6).
        PlaceKind::Polygon => 4,
    };
    if positions.len() < few {
        return None;
    }
    Some(match geometry {
        PlaceKind::Point => ("Point", positions.next().unwrap_or_default()),
        PlaceKind::LineString => ("LineString", positions.into_list()),
        PlaceKind::Polygon => ("Polygon", Value::Tuple(vec![positions.into_list()])),
        PlaceKind::Box => ("Box", Value::Tuple(positions.collect())),
    })
}
