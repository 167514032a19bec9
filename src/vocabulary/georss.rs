//! `GeoRSS` Simple and GML (<https://docs.ogc.org/cs/17-002r1/17-002r1.html>), W3C Basic Geo (<https://www.w3.org/2003/01/geo/>).

use super::rules::{ElementRules, rules};
use super::{PlaceForm, Rule};
use crate::model::geo::GeometryKind::{Box, LineString, Point, Polygon};

pub(super) const URIS: &[&str] = &["http://www.georss.org/georss"];
pub(super) const GML_URIS: &[&str] = &["http://www.opengis.net/gml"];
pub(super) const W3C_URIS: &[&str] = &["http://www.w3.org/2003/01/geo/wgs84_pos#"];

pub(super) const ELEMENTS: ElementRules = rules! {
    Other;
    "where" => Rule::Place(PlaceForm::Around(None)),
    "point" => Rule::Place(PlaceForm::Positions(Point)),
    "line" => Rule::Place(PlaceForm::Positions(LineString)),
    "polygon" => Rule::Place(PlaceForm::Positions(Polygon)),
    "box" => Rule::Place(PlaceForm::Positions(Box)),
    "circle" => Rule::Place(PlaceForm::Circle),
    "elev" | "floor" | "radius" | "featuretypetag" | "relationshiptag" | "featurename" => Rule::Place(PlaceForm::Description),
};

pub(super) const GML: ElementRules = rules! {
    Other;
    "Point" => Rule::Place(PlaceForm::Around(Some(Point))),
    "LineString" => Rule::Place(PlaceForm::Around(Some(LineString))),
    "Polygon" => Rule::Place(PlaceForm::Around(Some(Polygon))),
    "exterior" | "LinearRing" => Rule::Place(PlaceForm::Around(None)),
    "Envelope" => Rule::Place(PlaceForm::Around(Some(Box))),
    "pos" | "posList" => Rule::Place(PlaceForm::Inner),
    "lowerCorner" | "upperCorner" => Rule::Place(PlaceForm::Corner),
};

pub(super) const W3C: ElementRules = rules! {
    Other;
    "lat" => Rule::Place(PlaceForm::Latitude),
    "long" => Rule::Place(PlaceForm::Longitude),
    "alt" => Rule::Place(PlaceForm::Altitude),
};
