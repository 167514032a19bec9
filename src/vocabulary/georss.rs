//! `GeoRSS` Simple and GML (<https://docs.ogc.org/cs/17-002r1/17-002r1.html>), W3C Basic Geo (<https://www.w3.org/2003/01/geo/>).

use super::{PlaceForm, Rule};
use crate::model::GeometryKind::{Box, LineString, Point, Polygon};

pub(super) const URIS: &[&str] = &["http://www.georss.org/georss"];
pub(super) const GML_URIS: &[&str] = &["http://www.opengis.net/gml"];
pub(super) const W3C_URIS: &[&str] = &["http://www.w3.org/2003/01/geo/wgs84_pos#"];

pub(super) fn element(name: &str) -> Option<Rule> {
    Some(Rule::Place(match name {
        "where" => PlaceForm::Around(None),
        "point" => PlaceForm::Positions(Point),
        "line" => PlaceForm::Positions(LineString),
        "polygon" => PlaceForm::Positions(Polygon),
        "box" => PlaceForm::Positions(Box),
        _ => return None,
    }))
}

pub(super) fn gml(name: &str) -> Option<Rule> {
    Some(Rule::Place(match name {
        "point" => PlaceForm::Around(Some(Point)),
        "linestring" => PlaceForm::Around(Some(LineString)),
        "polygon" => PlaceForm::Around(Some(Polygon)),
        "exterior" | "linearring" => PlaceForm::Around(None),
        "envelope" => PlaceForm::Around(Some(Box)),
        "pos" | "poslist" => PlaceForm::Inner,
        "lowercorner" | "uppercorner" => PlaceForm::Corner,
        _ => return None,
    }))
}

pub(super) fn w3c(name: &str) -> Option<Rule> {
    Some(Rule::Place(match name {
        "lat" => PlaceForm::Latitude,
        "long" => PlaceForm::Longitude,
        "alt" => PlaceForm::Altitude,
        _ => return None,
    }))
}
