//! `GeoRSS` Simple and GML (<https://docs.ogc.org/cs/17-002r1/17-002r1.html>), W3C Basic Geo (<https://www.w3.org/2003/01/geo/>).

use super::element_lists::{ElementList, elements};
use super::{PlaceForm, ReadAs};
use crate::model::geo::GeometryKind::{Box, LineString, Point, Polygon};

pub(super) const URIS: &[&str] = &["http://www.georss.org/georss"];
pub(super) const GML_URIS: &[&str] = &["http://www.opengis.net/gml"];
pub(super) const W3C_URIS: &[&str] = &["http://www.w3.org/2003/01/geo/wgs84_pos#"];

pub(super) const ELEMENTS: ElementList = elements! {
    Other;
    "where" => ReadAs::Place(PlaceForm::Around(None)),
    "point" => ReadAs::Place(PlaceForm::Positions(Point)),
    "line" => ReadAs::Place(PlaceForm::Positions(LineString)),
    "polygon" => ReadAs::Place(PlaceForm::Positions(Polygon)),
    "box" => ReadAs::Place(PlaceForm::Positions(Box)),
    "circle" => ReadAs::Place(PlaceForm::Circle),
    "elev" | "floor" | "radius" | "featuretypetag" | "relationshiptag" | "featurename" => ReadAs::Place(PlaceForm::Description),
};

pub(super) const GML: ElementList = elements! {
    Other;
    "Point" => ReadAs::Place(PlaceForm::Around(Some(Point))),
    "LineString" => ReadAs::Place(PlaceForm::Around(Some(LineString))),
    "Polygon" => ReadAs::Place(PlaceForm::Around(Some(Polygon))),
    "exterior" | "LinearRing" => ReadAs::Place(PlaceForm::Around(None)),
    "Envelope" => ReadAs::Place(PlaceForm::Around(Some(Box))),
    "pos" | "posList" => ReadAs::Place(PlaceForm::Inner),
    "lowerCorner" | "upperCorner" => ReadAs::Place(PlaceForm::Corner),
};

pub(super) const W3C: ElementList = elements! {
    Other;
    "lat" => ReadAs::Place(PlaceForm::Latitude),
    "long" => ReadAs::Place(PlaceForm::Longitude),
    "alt" => ReadAs::Place(PlaceForm::Altitude),
};
