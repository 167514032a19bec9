//! Places: latitude comes first in feeds, longitude in the model.

use super::draft::Draft;
use super::{Builder, Frame, Target};
use crate::model::{Extension, Geometry, GeometryKind, Typed};
use crate::vocabulary::{PlaceForm, Rule};

impl<'a> Builder<'a, '_> {
    pub(super) fn start_place(&mut self, form: PlaceForm, rule: Rule) -> Frame<'a> {
        if let PlaceForm::Around(kind) = form {
            let dimensions = self.attribute("srsdimension").and_then(|d| d.trim().parse().ok());
            let swapped = self.attribute("srsname").is_some_and(is_longitude_first);
            let draft = self.draft();
            draft.place = kind.or(draft.place);
            draft.geometry.get_or_insert_default();
            draft.dimensions = dimensions.or(draft.dimensions);
            draft.longitude_first |= swapped;
        }
        self.collect(Target::Rule(rule))
    }

    pub(super) fn end_place(&mut self, form: PlaceForm, text: &str) {
        let draft = self.draft();
        match form {
            PlaceForm::Around(_) => {}
            PlaceForm::Positions(kind) => {
                draft.geometry = Some(Box::new(Typed::new(text, |text| geometry(kind, text, 2, false))));
            }
            PlaceForm::Inner => {
                if let Some(kind) = draft.place {
                    let (dimensions, swapped) = (draft.dimensions.unwrap_or(2), draft.longitude_first);
                    draft.geometry =
                        Some(Box::new(Typed::new(text, |text| geometry(kind, text, dimensions, swapped))));
                }
            }
            PlaceForm::Latitude => {
                draft.latitude = text.parse().ok().filter(|l| is_latitude(*l));
                draft.extensions.push(w3c("lat", text));
            }
            PlaceForm::Longitude => {
                draft.longitude = text.parse().ok().filter(|l| is_longitude(*l));
                draft.extensions.push(w3c("long", text));
            }
        }
    }
}

/// Coordinate reference systems in which longitude comes first (OGC `CRS84`).
fn is_longitude_first(name: &str) -> bool {
    name.to_ascii_uppercase().contains("CRS84")
}

fn is_latitude(value: f64) -> bool {
    (-90.0..=90.0).contains(&value)
}

fn is_longitude(value: f64) -> bool {
    (-180.0..=180.0).contains(&value)
}

/// Reads positions of two or three numbers; nothing if one of them is none on Earth, or too few make the place.
fn geometry(kind: GeometryKind, text: &str, dimensions: usize, longitude_first: bool) -> Option<Geometry> {
    let dimensions = if dimensions == 3 { 3 } else { 2 };
    let numbers: Option<Vec<f64>> = text
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|n| !n.is_empty())
        .map(|n| n.parse().ok())
        .collect();
    let numbers = numbers?;
    let mut positions = Vec::with_capacity(numbers.len() / dimensions);
    for position in numbers.chunks_exact(dimensions) {
        let mut position = position.to_vec();
        if !longitude_first {
            position.swap(0, 1);
        }
        if !is_longitude(position[0]) || !is_latitude(position[1]) {
            return None;
        }
        positions.push(position);
    }
    let enough = match kind {
        GeometryKind::Point => positions.len() == 1,
        GeometryKind::Box => positions.len() == 2,
        GeometryKind::LineString => positions.len() >= 2,
        GeometryKind::Polygon => positions.len() >= 4,
    };
    enough.then_some(Geometry { kind, positions })
}

/// The element as it stands, beside the point that it makes.
fn w3c(name: &str, text: &str) -> Extension {
    let namespace = Some("http://www.w3.org/2003/01/geo/wgs84_pos#".into());
    Extension {
        namespace,
        prefix: "geo".into(),
        name: name.to_owned(),
        text: text.to_owned(),
        ..Extension::default()
    }
}

/// A scope ends: `geo:lat` and `geo:long` make a point where nothing else does.
pub(super) fn close(draft: &mut Draft) {
    if let (None, Some(latitude), Some(longitude)) = (&draft.geometry, draft.latitude, draft.longitude) {
        let point = Geometry { kind: GeometryKind::Point, positions: vec![vec![longitude, latitude]] };
        draft.geometry = Some(Box::new(Typed { raw: String::new(), value: Some(point) }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_checked_and_turned_to_longitude_first() {
        use GeometryKind::{Box, LineString, Point, Polygon};
        for (kind, text, positions) in [
            (Point, "45.256 -71.92", Some(vec![vec![-71.92, 45.256]])),
            (Point, "45.256, -71.92", Some(vec![vec![-71.92, 45.256]])),
            (Point, "91 0", None),
            (Point, "0 181", None),
            (Point, "", None),
            (Point, "x y", None),
            (LineString, "1 2 3 4", Some(vec![vec![2.0, 1.0], vec![4.0, 3.0]])),
            (LineString, "1 2", None),
            (Polygon, "1 2 3 4 5 6", None),
            (Box, "1 2 3 4", Some(vec![vec![2.0, 1.0], vec![4.0, 3.0]])),
        ] {
            assert_eq!(geometry(kind, text, 2, false).map(|g| g.positions), positions, "{kind:?} {text}");
        }
    }
}
