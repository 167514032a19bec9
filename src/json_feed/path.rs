//! Paths to values, by names and indices.

use std::fmt;

use crate::vocabulary::json_feed::ElementsObject;

/// The path to a value: `$.items[3].id` (RFC 9535 §2.7). It is formatted only for messages.
#[derive(Debug, Clone, Copy)]
pub(super) enum Path<'p> {
    /// The document.
    Top,
    /// A member of an object.
    Member(&'p Path<'p>, &'p str),
    /// An element of an array, from 0.
    Element(&'p Path<'p>, usize),
    /// An XML element in an object, by its index in each of the surrounding lists: first in `elements`, then in `children`.
    Xml(&'p Path<'p>, &'p [usize]),
}

impl Path<'_> {
    pub(super) fn member<'p>(&'p self, name: &'p str) -> Path<'p> {
        Path::Member(self, name)
    }

    pub(super) fn element(&self, index: usize) -> Path<'_> {
        Path::Element(self, index)
    }

    pub(super) fn xml<'p>(&'p self, indices: &'p [usize]) -> Path<'p> {
        Path::Xml(self, indices)
    }
}

impl Path<'_> {
    /// Returns the number of open arrays and objects at the value, including the value itself.
    pub(super) fn depth(&self) -> usize {
        self.steps().len()
    }

    /// Returns whether the path leads to a member that JSON Feed 1.1 requires, or to the name of an XML element.
    pub(super) fn is_required(&self) -> bool {
        let Path::Member(parent, name) = self else { return false };
        match parent {
            Path::Top => matches!(*name, "version" | "title" | "items"),
            Path::Element(Path::Member(_, list), _) => match *list {
                "items" => *name == "id",
                "attachments" => matches!(*name, "url" | "mime_type"),
                "hubs" => matches!(*name, "type" | "url"),
                _ => false,
            },
            Path::Xml(..) => *name == ElementsObject::ELEMENT_NAME,
            Path::Member(..) | Path::Element(..) => false,
        }
    }

    /// Returns the steps from the innermost one to the top.
    fn steps(&self) -> Vec<&Self> {
        let mut steps = Vec::new();
        let mut at = self;
        loop {
            steps.push(at);
            match at {
                Path::Top => return steps,
                Path::Member(parent, _) | Path::Element(parent, _) | Path::Xml(parent, _) => at = parent,
            }
        }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps().iter().rev().try_for_each(|step| match step {
            Path::Top => f.write_str("$"),
            Path::Member(_, name) => write!(f, ".{name}"),
            Path::Element(_, index) => write!(f, "[{index}]"),
            Path::Xml(_, indices) => indices.iter().enumerate().try_for_each(|(depth, index)| {
                let list = if depth == 0 { ElementsObject::ELEMENTS } else { ElementsObject::CHILDREN };
                write!(f, ".{list}[{index}]")
            }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_written_from_the_top() {
        let items = Path::Top.member("items");
        let third = items.element(3);
        assert_eq!(third.member("id").to_string(), "$.items[3].id");
        let object = third.member("_bozofeed");
        let element = object.xml(&[2, 0]);
        assert_eq!(element.member("name").to_string(), "$.items[3]._bozofeed.elements[2].children[0].name");
        assert_eq!(Path::Top.to_string(), "$");
    }

    #[test]
    fn some_members_are_required() {
        let items = Path::Top.member("items");
        let item = items.element(0);
        let attachments = item.member("attachments");
        let attachment = attachments.element(0);
        for (path, expected) in [
            (Path::Top.member("title"), true),
            (Path::Top.member("icon"), false),
            (item.member("id"), true),
            (item.member("title"), false),
            (attachment.member("url"), true),
            (attachment.member("title"), false),
            (item.xml(&[0]).member("name"), true),
            (item.xml(&[0]).member("text"), false),
        ] {
            assert_eq!(path.is_required(), expected, "{path}");
        }
    }
}
