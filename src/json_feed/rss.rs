//! RSS in JSON, as Scripting News publishes it (<https://github.com/scripting/Scripting-News/tree/master/rss-in-json>): the
//! elements of RSS 2.0 as members. They are written as the XML that they correspond to, which is then interpreted.

use std::ops::ControlFlow;
use std::rc::Rc;

use super::reading::{Object, Reading};
use super::value::JsonNode;
use super::xml::DEEPEST;
use crate::budget::Budget;
use crate::diagnostics::{Diagnostics, JsonError, JsonType};
use crate::html::escape::is_portable_name;
use crate::interpret::WrittenXml;

/// The member with the text of an element that has attributes.
const TEXT: &str = "#value";

/// Elements whose members are elements. The members of other elements are attributes.
const CONTAINERS: [&str; 6] = ["channel", "item", "image", "textInput", "skipHours", "skipDays"];

/// A part of the document that was not written yet.
enum PendingPart<'a> {
    Element { name: Rc<str>, value: JsonNode<'a>, depth: usize },
    End(Rc<str>),
}

/// Returns the RSS document that an object holds, as XML.
pub(super) fn document(
    top: &Object<'_, '_>,
    reading: &Reading<'_>,
    faults: &mut Diagnostics<JsonError>,
) -> Option<WrittenXml> {
    let rss = top.get("rss").filter(|rss| rss.kind() == JsonType::Object)?;
    let has_channel = rss.members(&mut Diagnostics::default()).iter().any(|(name, _)| name == "channel");
    has_channel.then(|| write(rss, |offset| reading.original(offset), faults, reading.budget))
}

fn write(
    rss: JsonNode<'_>,
    original: impl Fn(usize) -> usize,
    faults: &mut Diagnostics<JsonError>,
    budget: &Budget,
) -> WrittenXml {
    let mut document = WrittenXml::with_capacity(rss.raw.len());
    let mut parts = vec![PendingPart::Element { name: "rss".into(), value: rss, depth: 1 }];
    while let Some(part) = parts.pop() {
        let (name, value, depth) = match part {
            PendingPart::Element { name, value, depth } => (name, value, depth),
            PendingPart::End(name) => {
                document.end(&name);
                continue;
            }
        };
        let mut children = Vec::new();
        match value.kind() {
            JsonType::Null => continue,
            JsonType::Array => {
                value.elements(|_, value| {
                    // The name is written for each element.
                    if !budget.pay("<></>".len() + 2 * name.len()) {
                        return ControlFlow::Break(());
                    }
                    children.push(PendingPart::Element { name: Rc::clone(&name), value, depth: depth + 1 });
                    ControlFlow::Continue(())
                });
                if depth >= DEEPEST {
                    document.is_too_deep |= !children.is_empty();
                    children.clear();
                }
            }
            JsonType::Object => {
                document.open_tag(&name, original(value.offset));
                let is_container = CONTAINERS.contains(&name.as_ref());
                let mut text = String::new();
                for (member, value) in value.members(faults) {
                    let is_nested = matches!(value.kind(), JsonType::Object | JsonType::Array);
                    if member == TEXT {
                        text = value.text(faults).into_owned();
                    } else if !is_portable_name(&member) || value.kind() == JsonType::Null {
                    } else if depth >= DEEPEST {
                        document.is_too_deep = true;
                    // Namespaces are declared by attributes, of containers as well.
                    } else if is_nested || is_container && !member.starts_with("xmlns") {
                        let name = member.into();
                        children.push(PendingPart::Element { name, value, depth: depth + 1 });
                    } else {
                        document.attribute(&member, &value.text(faults));
                    }
                }
                document.close_tag(&text);
                children.push(PendingPart::End(name));
            }
            JsonType::String | JsonType::Number | JsonType::Boolean => {
                document.open_tag(&name, original(value.offset));
                document.close_tag(&value.text(faults));
                document.end(&name);
            }
        }
        parts.extend(children.into_iter().rev());
    }
    document
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_written_as_elements_attributes_and_text() {
        for (rss, expected) in [
            (r#"{"version":"2.0","channel":{}}"#, r#"<rss version="2.0"><channel></channel></rss>"#),
            (r#"{"channel":{"ttl":5}}"#, "<rss><channel><ttl>5</ttl></channel></rss>"),
            (
                r#"{"channel":{"item":[{"title":"a<b"},{}]}}"#,
                "<rss><channel><item><title>a&lt;b</title></item><item></item></channel></rss>",
            ),
            (
                r##"{"channel":{"guid":{"isPermaLink":"false","#value":"x"}}}"##,
                r#"<rss><channel><guid isPermaLink="false">x</guid></channel></rss>"#,
            ),
            (
                r#"{"channel":{"enclosure":{"url":"u","length":3}}}"#,
                r#"<rss><channel><enclosure url="u" length="3"></enclosure></channel></rss>"#,
            ),
            (r#"{"channel":{"a b":1,"c":null}}"#, "<rss><channel></channel></rss>"),
        ] {
            let value = JsonNode::of(rss).unwrap_or(JsonNode { raw: "{}", offset: 0 });
            assert_eq!(
                write(value, |offset| offset, &mut Diagnostics::default(), &Budget::default()).text,
                expected
            );
        }
    }

    #[test]
    fn elements_know_their_places() {
        let rss = r#"{"version":"2.0","channel":{"ttl":"x","item":[{"title":"a"},{"title":"b"}]}}"#;
        let value = JsonNode::of(rss).unwrap_or(JsonNode { raw: "{}", offset: 0 });
        let document = write(value, |offset| offset, &mut Diagnostics::default(), &Budget::default());
        for (element, expected) in [("<rss", 0), ("<ttl", 34), ("<item><title>b", 60), ("b<", 69)] {
            let at = document.text.find(element).unwrap_or_default();
            assert_eq!(document.offsets.original(at), expected, "{element}");
        }
    }

    #[test]
    fn nesting_is_bounded() {
        let rss = format!("{}{}", r#"{"channel":"#.repeat(100), "1") + &"}".repeat(100);
        let value = JsonNode::of(&rss).unwrap_or(JsonNode { raw: "{}", offset: 0 });
        assert_eq!(
            write(value, |offset| offset, &mut Diagnostics::default(), &Budget::default())
                .text
                .matches("<channel")
                .count(),
            DEEPEST - 1
        );
    }
}
