//! Places: the last one counts. Positions are longitude first, as in `GeoJSON` (RFC 7946 §3.1.1).

use super::value::IntoValues as _;
use super::{Dictionary, Value};
use crate::budget::Budget;
use crate::cost::{Cost, Priced};
use crate::model::geo::GeometryKind;
use crate::vocabulary::Tree;
use crate::vocabulary::place::{is_geographic, numbers};

/// The last place of a feed or entry.
#[derive(Debug, Default)]
pub(super) struct LastPlace {
    is_known: bool,
    reference: Option<ReferenceSystem>,
    geometry: Option<(GeometryKind, String)>,
}

/// The attributes of the last geometry in GML.
#[derive(Debug, Clone)]
struct ReferenceSystem {
    name: Option<String>,
    dimension: i64,
}

/// The cost of a position: a tuple of two or three numbers.
const POSITION: Cost = Cost { memory: 4 * size_of::<Value<'static>>(), written: 80 };

impl Priced for LastPlace {
    fn heap(&self) -> usize {
        let reference = self.reference.as_ref().map_or(0, |reference| reference.name.heap());
        let geometry = self.geometry.as_ref().map_or(0, |(_, text)| text.heap());
        size_of::<Self>() + reference + geometry
    }

    fn written(&self) -> usize {
        0
    }
}

impl LastPlace {
    /// Takes a tree; returns whether there is a place in it.
    ///
    /// Trees are nested no deeper than [`DEEPEST`](crate::statement::DEEPEST), so recursion is bounded.
    pub(super) fn take(last: &mut Option<Box<Self>>, tree: &Tree, budget: &Budget) -> bool {
        let mut first = Self::default();
        let is_known = last.as_deref_mut().unwrap_or(&mut first).take_within(tree, None, budget);
        if is_known && last.is_none() {
            *last = Some(Box::new(first));
        }
        is_known
    }

    /// `outer`: the kind of place whose positions a list of GML is.
    fn take_within(&mut self, tree: &Tree, outer: Option<GeometryKind>, budget: &Budget) -> bool {
        let name = tree.name.to_ascii_lowercase();
        let (mut inner, mut own) = (outer, None);
        match (tree.prefix.as_ref(), name.as_str()) {
            ("georss", "where") => self.begin(),
            ("georss", "point") => own = Some(GeometryKind::Point),
            ("georss", "line") => own = Some(GeometryKind::LineString),
            ("georss", "polygon") => own = Some(GeometryKind::Polygon),
            ("georss", "box") => own = Some(GeometryKind::Box),
            ("gml", "point" | "linestring" | "polygon") => {
                let attribute = |name| {
                    let mut all = tree.attributes.iter();
                    all.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.to_owned())
                };
                let dimension = attribute("srsDimension").and_then(|count| count.trim().parse().ok());
                self.reference =
                    Some(ReferenceSystem { name: attribute("srsName"), dimension: dimension.unwrap_or(2) });
                self.is_known = true;
                // The positions of a polygon are in its `LinearRing`, and those of a point are not a list.
                inner = (name == "linestring").then_some(GeometryKind::LineString);
            }
            ("gml", "linearring") => inner = Some(GeometryKind::Polygon),
            ("gml", "pos") if self.is_known => self.set(GeometryKind::Point, tree, budget),
            ("gml", "poslist") if self.is_known => {
                if let Some(kind) = outer {
                    self.set(kind, tree, budget);
                }
            }
            ("gml", "exterior" | "pos" | "poslist") => {}
            _ => inner = None,
        }
        if own.is_some() {
            self.begin();
        }
        // The text of a GeoRSS element counts at its end tag, so it replaces the geometry of elements in it.
        for child in tree.children.iter() {
            self.take_within(child, inner, budget);
        }
        if let Some(kind) = own {
            self.set(kind, tree, budget);
        }
        self.is_known
    }

    fn begin(&mut self) {
        *self = Self { is_known: true, ..Self::default() };
    }

    /// A place for which there is no room has no positions.
    fn set(&mut self, kind: GeometryKind, tree: &Tree, budget: &Budget) {
        let text = &tree.text;
        let numbers = text.bytes().filter(|byte| byte.is_ascii_whitespace() || *byte == b',').count();
        let cost = POSITION.times(numbers / 2);
        self.geometry = budget.add_member(cost.and(Cost::of(text))).then(|| (kind, text.to_string()));
    }

    /// Adds the place to a dictionary.
    pub(super) fn show<'a>(&'a self, d: &mut Dictionary<'a>) {
        if !self.is_known {
            return;
        }
        let mut inner = Dictionary::default();
        if let Some(ReferenceSystem { name, dimension }) = &self.reference {
            inner.insert("srsName", name.as_deref());
            inner.insert("srsDimension", *dimension);
        }
        if let Some((kind, coordinates)) = self.coordinates() {
            inner.insert("type", kind);
            inner.insert("coordinates", coordinates);
        }
        d.insert("where", inner);
    }

    /// Returns the kind and the positions of the place, if they can be read.
    fn coordinates(&self) -> Option<(&'static str, Value<'static>)> {
        let (kind, text) = self.geometry.as_ref()?;
        let dimensions = match &self.reference {
            Some(ReferenceSystem { dimension: 3, .. }) => 3,
            _ => 2,
        };
        let is_longitude_first = self.is_longitude_first();
        let position = |numbers: &[f64]| {
            let mut numbers: Vec<f64> = numbers.to_vec();
            // Latitude comes first in GeoRSS, and in the geographic reference systems of EPSG.
            if !is_longitude_first {
                numbers.swap(0, 1);
            }
            Value::Tuple(numbers.into_iter().map(Value::Float).collect())
        };
        let numbers = numbers(text)?;
        let mut positions = numbers.chunks_exact(dimensions).map(position);
        let few = match kind {
            GeometryKind::Point | GeometryKind::LineString | GeometryKind::Box => 1,
            // A ring ends with its first position, so a triangle has four (RFC 7946 §3.1.6).
            GeometryKind::Polygon => 4,
        };
        if positions.len() < few {
            return None;
        }
        Some(match kind {
            GeometryKind::Point => ("Point", positions.next().unwrap_or_default()),
            GeometryKind::LineString => ("LineString", positions.into_list()),
            GeometryKind::Polygon => ("Polygon", Value::Tuple(vec![positions.into_list()])),
            GeometryKind::Box => ("Box", Value::Tuple(positions.collect())),
        })
    }

    /// Only the reference systems of EPSG are known.
    fn is_longitude_first(&self) -> bool {
        let name = self.reference.as_ref().and_then(|reference| reference.name.as_deref());
        let code = name.filter(|name| name.contains("EPSG")).and_then(|name| name.rsplit(':').next());
        code.and_then(|code| code.parse().ok()).is_some_and(|code| !is_geographic(code))
    }
}

/// Returns whether an element is shown by the place alone.
pub(super) fn is_shown(tree: &Tree) -> bool {
    crate::vocabulary::place::is_place(tree) && !tree.name.eq_ignore_ascii_case("envelope")
}
