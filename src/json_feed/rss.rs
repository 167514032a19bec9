//! RSS in JSON, as published by Scripting News (<https://github.com/scripting/Scripting-News/tree/master/rss-in-json>): the
//! elements of RSS 2.0 as members.

use std::borrow::Cow;
use std::rc::Rc;

use super::reading::{Object, Reading};
use super::value::{JsonNode, MOST_MEMBERS};
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

/// The remaining parts of an open element, which are read one at a time.
enum OpenPart<'a> {
    /// The remaining members of an object. Only the elements among them are read.
    Members { members: Box<dyn Iterator<Item = (Cow<'a, str>, JsonNode<'a>)> + 'a>, is_container: bool },
    /// The remaining elements of an array, which have the same name.
    Elements { name: Rc<str>, elements: Box<dyn Iterator<Item = JsonNode<'a>> + 'a> },
}

/// Returns whether a member of an object is an element, rather than an attribute or a text.
fn is_element(is_container: bool, member: &str, value: JsonNode<'_>) -> bool {
    let is_nested = matches!(value.kind(), JsonType::Object | JsonType::Array);
    // Attributes declare namespaces, even in containers.
    is_named(member, value) && (is_nested || is_container && !member.starts_with("xmlns"))
}

/// Returns whether a member is an element or an attribute.
fn is_named(member: &str, value: JsonNode<'_>) -> bool {
    member != TEXT && is_portable_name(member) && value.kind() != JsonType::Null
}

/// Returns the elements of the RSS document in an object.
pub(super) fn document(
    top: &Object<'_, '_>,
    reading: &Reading<'_>,
    faults: &mut Diagnostics<JsonError>,
) -> Option<Nodes> {
    let rss = top.get("rss").filter(|rss| rss.kind() == JsonType::Object)?;
    let has_channel = rss.members().any(|(name, _)| name == "channel");
    has_channel.then(|| elements(rss, |offset| reading.original(offset), faults, reading.budget))
}

fn elements(
    rss: JsonNode<'_>,
    original: impl Fn(usize) -> usize,
    faults: &mut Diagnostics<JsonError>,
    budget: &Budget,
) -> Nodes {
    let mut nodes = Nodes::of(rss.raw.len());
    let mut open: Vec<OpenPart<'_>> = Vec::new();
    let mut next: Option<(Rc<str>, JsonNode<'_>)> = Some(("rss".into(), rss));
    loop {
        if let Some((name, value)) = next.take() {
            let is_deepest = open.len() + 1 >= DEEPEST;
            match value.kind() {
                JsonType::Null => {}
                JsonType::Array if is_deepest => nodes.is_too_deep |= value.elements().next().is_some(),
                JsonType::Array => {
                    open.push(OpenPart::Elements { name, elements: Box::new(value.elements()) });
                }
                JsonType::Object => {
                    nodes.begin(&name, original(value.offset));
                    let is_container = CONTAINERS.contains(&name.as_ref());
                    let mut text = String::new();
                    for (member, value) in value.listed_members(None, budget, faults) {
                        if member == TEXT {
                            text = value.text(faults).into_owned();
                        } else if is_deepest && is_named(&member, value) {
                            nodes.is_too_deep = true;
                        } else if is_named(&member, value) && !is_element(is_container, &member, value) {
                            nodes.attribute(&member, &value.text(faults));
                        }
                    }
                    // The text is added last, since it may precede members that are attributes.
                    nodes.text(&text);
                    if is_deepest {
                        nodes.end();
                    } else {
                        let members = Box::new(value.members().take(MOST_MEMBERS));
                        open.push(OpenPart::Members { members, is_container });
                    }
                }
                JsonType::String | JsonType::Number | JsonType::Boolean => {
                    nodes.element(&name, original(value.offset), &[], &value.text(faults));
                }
            }
        }
        match open.last_mut() {
            None => return nodes,
            Some(OpenPart::Members { members, is_container }) => {
                let found = members.find(|(member, value)| is_element(*is_container, member, *value));
                next = found.map(|(member, value)| (member.into(), value));
                if next.is_none() {
                    nodes.end();
                    open.pop();
                }
            }
            Some(OpenPart::Elements { name, elements }) => {
                // The name is copied for each element.
                let has_room = !nodes.is_full() && budget.pay("<></>".len() + 2 * name.len());
                next = elements.next().filter(|_| has_room).map(|value| (Rc::clone(name), value));
                if next.is_none() {
                    open.pop();
                }
            }
        }
    }
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
