//! RSS in JSON, as published by Scripting News (<https://github.com/scripting/Scripting-News/tree/master/rss-in-json>): the
//! elements of RSS 2.0 as members.

use std::ops::ControlFlow;
use std::rc::Rc;

use super::reading::{Object, Reading};
use super::value::JsonNode;
use crate::budget::Budget;
use crate::diagnostics::{Diagnostics, JsonError, JsonType};
use crate::vocabulary::json_feed::ElementsObject;
use crate::xml::Nodes;
use bozofeed_text::html::escape::is_portable_name;

/// The maximum nesting depth. Deeper elements are not read.
const DEEPEST: usize = ElementsObject::DEEPEST;

/// The member with the text of an element that has attributes.
const TEXT: &str = "#value";

/// Elements whose members are elements. The members of other elements are attributes.
const CONTAINERS: [&str; 6] = ["channel", "item", "image", "textInput", "skipHours", "skipDays"];

/// An unread part of the document.
enum PendingPart<'a> {
    Element { name: Rc<str>, value: JsonNode<'a>, depth: usize },
    End,
}

/// Returns the elements of the RSS document in an object.
pub(super) fn document(
    top: &Object<'_, '_>,
    reading: &Reading<'_>,
    faults: &mut Diagnostics<JsonError>,
) -> Option<Nodes> {
    let rss = top.get("rss").filter(|rss| rss.kind() == JsonType::Object)?;
    let has_channel = rss.members(&mut Diagnostics::default()).iter().any(|(name, _)| name == "channel");
    has_channel.then(|| elements(rss, |offset| reading.original(offset), faults, reading.budget))
}

fn elements(
    rss: JsonNode<'_>,
    original: impl Fn(usize) -> usize,
    faults: &mut Diagnostics<JsonError>,
    budget: &Budget,
) -> Nodes {
    let mut nodes = Nodes::default();
    let mut parts = vec![PendingPart::Element { name: "rss".into(), value: rss, depth: 1 }];
    while let Some(part) = parts.pop() {
        let (name, value, depth) = match part {
            PendingPart::Element { name, value, depth } => (name, value, depth),
            PendingPart::End => {
                nodes.end();
                continue;
            }
        };
        let mut children = Vec::new();
        match value.kind() {
            JsonType::Null => continue,
            JsonType::Array => {
                value.elements(|_, value| {
                    // The name is copied for each element.
                    if !budget.pay("<></>".len() + 2 * name.len()) {
                        return ControlFlow::Break(());
                    }
                    children.push(PendingPart::Element { name: Rc::clone(&name), value, depth: depth + 1 });
                    ControlFlow::Continue(())
                });
                if depth >= DEEPEST {
                    nodes.is_too_deep |= !children.is_empty();
                    children.clear();
                }
            }
            JsonType::Object => {
                nodes.begin(&name, original(value.offset));
                let is_container = CONTAINERS.contains(&name.as_ref());
                let mut text = String::new();
                for (member, value) in value.members(faults) {
                    let is_nested = matches!(value.kind(), JsonType::Object | JsonType::Array);
                    if member == TEXT {
                        text = value.text(faults).into_owned();
                    } else if !is_portable_name(&member) || value.kind() == JsonType::Null {
                    } else if depth >= DEEPEST {
                        nodes.is_too_deep = true;
                    // Attributes declare namespaces, even in containers.
                    } else if is_nested || is_container && !member.starts_with("xmlns") {
                        let name = member.into();
                        children.push(PendingPart::Element { name, value, depth: depth + 1 });
                    } else {
                        nodes.attribute(&member, &value.text(faults));
                    }
                }
                // After all members, since the text may precede members that are attributes.
                nodes.text(&text);
                children.push(PendingPart::End);
            }
            JsonType::String | JsonType::Number | JsonType::Boolean => {
                nodes.element(&name, original(value.offset), &[], &value.text(faults));
            }
        }
        // Reversed, since the last part is taken first.
        parts.extend(children.into_iter().rev());
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::vocabulary::Feeds;
    use crate::xml::{BlankText, Reader, XmlEvent};

    /// Returns the elements of RSS in JSON, and the number of start tags. Each tag has its offset in the JSON.
    fn events(rss: &str) -> (String, usize) {
        let value = JsonNode::of(rss).unwrap_or(JsonNode { raw: "{}", offset: 0 });
        let nodes = elements(value, |offset| offset, &mut Diagnostics::default(), &Budget::default());
        let mut reader = Reader::<Feeds>::of_nodes(&nodes, &Limits::default());
        let (mut events, mut count) = (Vec::new(), 0);
        while let Some(event) = reader.next(BlankText::Read) {
            events.push(match event {
                XmlEvent::Start { tag, .. } => {
                    count += 1;
                    format!("{}<{}>", reader.original(tag.offset), reader.markup_of(&tag))
                }
                XmlEvent::Text(text) => text.raw.to_owned(),
                XmlEvent::End { .. } => "</>".to_owned(),
            });
        }
        (events.concat(), count)
    }

    #[test]
    fn members_are_elements_attributes_and_text_with_their_places() {
        let mut wrong = Vec::new();
        for (rss, expected) in [
            (r#"{"version":"2.0","channel":{}}"#, r#"0<rss version="2.0">27<channel></></>"#),
            (r#"{"channel":{"ttl":5}}"#, "0<rss>11<channel>18<ttl>5</></></>"),
            (
                r#"{"channel":{"item":[{"title":"a<b"},{}]}}"#,
                "0<rss>11<channel>20<item>29<title>a<b</></>36<item></></></>",
            ),
            (
                r##"{"channel":{"guid":{"isPermaLink":"false","#value":"x"}}}"##,
                r#"0<rss>11<channel>19<guid isPermaLink="false">x</></></>"#,
            ),
            (
                r#"{"channel":{"enclosure":{"url":"u","length":3}}}"#,
                r#"0<rss>11<channel>24<enclosure url="u" length="3"></></></>"#,
            ),
            (r#"{"channel":{"a b":1,"c":null}}"#, "0<rss>11<channel></></>"),
        ] {
            let (found, _) = events(rss);
            if found != expected {
                wrong.push((rss, found));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn nesting_is_bounded() {
        let rss = format!("{}{}", r#"{"channel":"#.repeat(100), "1") + &"}".repeat(100);
        assert_eq!(events(&rss).1, DEEPEST);
    }
}
