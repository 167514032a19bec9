//! Places: [GeoRSS](https://docs.ogc.org/cs/17-002r1/17-002r1.html) Simple and GML, and
//! [W3C Basic Geo](https://www.w3.org/2003/01/geo/).

use bozofeed_text::named;

use super::plain::plain;
use super::{Str, Typed};

plain! {
    /// A place (`GeoRSS` Simple, `GeoRSS` GML, W3C Basic Geo), in WGS 84.
    pub struct Geometry with floats {
        /// The kind of place.
        pub kind: GeometryKind,
        /// The positions, in document order; for a box the lower left corner, then the upper right.
        pub positions: Vec<Coordinates>,
        /// The height above the ellipsoid, in metres (`georss:elev`).
        pub elevation: Typed<f64>,
        /// The storey of a building, 0 on the ground (`georss:floor`).
        pub floor: Typed<i32>,
        /// The radius around the positions, in metres (`georss:radius`).
        pub radius: Typed<f64>,
        /// The kind of thing at the place: `city` (`georss:featuretypetag`).
        pub feature_type: Option<Str>,
        /// The relationship of the place to the entry: `is-located-at` (`georss:relationshiptag`).
        pub relationship: Option<Str>,
        /// The name of the place (`georss:featurename`).
        pub feature_name: Option<Str>,
    }
}

/// The kind of a [`Geometry`]. The list is complete for `GeoRSS` Simple.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum GeometryKind {
    /// One position.
    #[default]
    Point,
    /// Two or more positions, in a line.
    LineString,
    /// The positions around an area. The last one repeats the first.
    Polygon,
    /// Two opposite corners.
    Box,
}

named! {
    GeometryKind: "kind of place" {
        Point => "point",
        LineString => "line_string",
        Polygon => "polygon",
        Box => "box",
    }
}

/// A position on Earth, latitude first as in feeds; both are in their range.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Coordinates {
    /// Degrees north of the equator, from -90 to 90.
    pub latitude: f64,
    /// Degrees east of Greenwich, from -180 to 180.
    pub longitude: f64,
    /// Metres above the ellipsoid, if the position has a third number.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub elevation: Option<f64>,
}

impl Geometry {
    /// Returns a place with positions and no details.
    ///
    /// ```
    /// use bozofeed_model::geo::{Coordinates, Geometry, GeometryKind};
    ///
    /// let position = Coordinates::new(53.54, 9.98, None).unwrap();
    /// let place = Geometry::new(GeometryKind::Point, vec![position]);
    /// assert_eq!((place.kind, place.positions.len()), (GeometryKind::Point, 1));
    /// ```
    pub fn new(kind: GeometryKind, positions: Vec<Coordinates>) -> Self {
        Self { kind, positions, ..Self::default() }
    }
}

impl Coordinates {
    /// Returns a position, or `None` if the degrees are out of range.
    ///
    /// ```
    /// use bozofeed::model::geo::Coordinates;
    ///
    /// assert_eq!(Coordinates::new(45.25, -71.92, None).map(|here| here.longitude), Some(-71.92));
    /// assert_eq!(Coordinates::new(91.0, 0.0, None), None);
    /// ```
    #[must_use]
    pub fn new(latitude: f64, longitude: f64, elevation: Option<f64>) -> Option<Self> {
        let is_on_earth = (-90.0..=90.0).contains(&latitude)
            && (-180.0..=180.0).contains(&longitude)
            && elevation.is_none_or(f64::is_finite);
        is_on_earth.then_some(Self { latitude, longitude, elevation })
    }
}
