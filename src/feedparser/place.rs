//! Places: the last one counts. Positions are longitude first, as in `GeoJSON` (RFC 7946 §3.1.1).

use super::Dictionary;
use super::attributes::KeyedAttributes;
use super::reading::DictionaryReader;
use super::value::{IntoValues as _, Value};
use crate::vocabulary::place::{is_geographic, numbers};

/// The shape of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PlaceKind {
    Point,
    LineString,
    Polygon,
    Box,
}

impl DictionaryReader<'_, '_> {
    /// Notes the reference system of a geometry in GML.
    pub(super) fn set_reference_system(&mut self, attributes: &KeyedAttributes<'_>) {
        let name = attributes.get("srsname").map(str::to_owned);
        let dimension = attributes.get("srsdimension").and_then(|count| count.trim().parse::<i64>().ok());
        self.set_default("where", Dictionary::default());
        self.set_in("where", "srsName", name);
        self.set_in("where", "srsDimension", dimension.unwrap_or(2));
    }

    /// Ends a geometry of GeoRSS. Latitude comes first in it.
    pub(super) fn end_georss(&mut self, geometry: PlaceKind) {
        let text = self.pop("geometry");
        self.save_geometry(geometry, &text, (2, true));
    }

    /// Ends positions in GML; `None` for those of no known geometry.
    pub(super) fn end_positions(&mut self, geometry: Option<PlaceKind>) {
        let text = self.pop("pos");
        let Some(geometry) = geometry else { return };
        let Some(Value::Dictionary(place)) = self.context().get("where") else { return };
        let dimensions = if place.get("srsDimension") == Some(&Value::Int(3)) { 3 } else { 2 };
        let name = place.get("srsName").and_then(Value::as_str);
        // Only the reference systems of EPSG are known, of which the geographic ones have latitude first.
        let code = name.filter(|name| name.contains("EPSG")).and_then(|name| name.rsplit(':').next());
        let code = code.and_then(|code| code.parse().ok());
        self.save_geometry(geometry, &text, (dimensions, code.is_none_or(is_geographic)));
    }

    fn save_geometry(&mut self, geometry: PlaceKind, text: &str, form: (usize, bool)) {
        if let Some((kind, coordinates)) = coordinates(geometry, text, form) {
            self.set_default("where", Dictionary::default());
            self.set_in("where", "type", kind);
            self.set_in("where", "coordinates", coordinates);
        }
    }
}

/// Returns the kind and the positions of a geometry, if they can be read. The form is the number of dimensions, and whether latitude
/// comes first.
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
        PlaceKind::Point | PlaceKind::LineString | PlaceKind::Box => 1,
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
