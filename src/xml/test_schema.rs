//! A small schema for tests: an element is its kind of content.

use super::event::{Namespace, Schema, Shape};

#[derive(Debug)]
pub(super) struct TestSchema;

impl Schema for TestSchema {
    type Element = Shape;

    fn namespace(_: &str) -> Option<Namespace> {
        None
    }

    fn well_known_prefix(_: &str) -> Option<Namespace> {
        None
    }

    fn element(namespace: Namespace, local: &str) -> Option<Shape> {
        match local {
            _ if namespace != Namespace::NONE => None,
            "link" | "guid" => Some(Shape::Leaf),
            "title" | "description" => Some(Shape::Markup),
            "image" | "author" => Some(Shape::Container),
            "item" => Some(Shape::Entry),
            "channel" => Some(Shape::Feed),
            "rss" => Some(Shape::Root),
            _ => None,
        }
    }

    fn shape(element: Shape) -> Shape {
        element
    }
}
