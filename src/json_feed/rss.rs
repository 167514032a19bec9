//! RSS in JSON, as Scripting News publishes it (<https://github.com/scripting/Scripting-News/tree/master/rss-in-json>): the
//! elements of RSS 2.0 as members. They are written as the XML that they correspond to, which is then interpreted.

use std::ops::ControlFlow;

use super::reading::Object;
use super::value::Value;
use crate::diagnostics::{Diagnostics, JsonError, JsonType};
use crate::html::escape::{escape_xml, is_portable_name};

/// Elements within one another beyond which nothing is read.
const DEEPEST: usize = 64;

/// The member that holds the text of an element with attributes.
const TEXT: &str = "#value";

/// Elements whose members are elements. Those of any other one are its attributes.
const CONTAINERS: [&str; 6] = ["channel", "item", "image", "textInput", "skipHours", "skipDays"];

/// A part of the document that is still to be written.
enum PendingPart<'a> {
    Element { name: String, value: Value<'a>, depth: usize },
    End(String),
}

/// Returns the RSS document that an object holds, as XML.
pub(super) fn document(top: &Object<'_, '_>) -> Option<String> {
    let rss = top.get("rss").filter(|rss| rss.kind() == JsonType::Object)?;
    let mut faults = Diagnostics::default();
    let has_channel = rss.members(&mut faults).iter().any(|(name, _)| name == "channel");
    has_channel.then(|| write(rss, &mut faults))
}

fn write(rss: Value<'_>, faults: &mut Diagnostics<JsonError>) -> String {
    let mut xml = String::with_capacity(rss.raw.len());
    let mut parts = vec![PendingPart::Element { name: "rss".to_owned(), value: rss, depth: 1 }];
    while let Some(part) = parts.pop() {
        let (name, value, depth) = match part {
            PendingPart::Element { name, value, depth } => (name, value, depth),
            PendingPart::End(name) => {
                xml.extend(["</", &name, ">"]);
                continue;
            }
        };
        let mut children = Vec::new();
        match value.kind() {
            JsonType::Null => continue,
            JsonType::Array => {
                value.elements(|_, value| {
                    children.push(PendingPart::Element { name: name.clone(), value, depth: depth + 1 });
                    ControlFlow::Continue(())
                });
                children.retain(|_| depth < DEEPEST);
            }
            JsonType::Object => {
                xml.extend(["<", &name]);
                let is_container = CONTAINERS.contains(&name.as_str());
                let mut text = String::new();
                for (member, value) in value.members(faults) {
                    let is_nested = matches!(value.kind(), JsonType::Object | JsonType::Array);
                    if member == TEXT {
                        text = value.text(faults).into_owned();
                    } else if !is_portable_name(&member) || value.kind() == JsonType::Null || depth >= DEEPEST
                    {
                    } else if is_nested || is_container && !member.starts_with("xmlns") {
                        let name = member.into_owned();
                        children.push(PendingPart::Element { name, value, depth: depth + 1 });
                    } else {
                        xml.extend([" ", &member, "=\""]);
                        escape_xml(&value.text(faults), &mut xml);
                        xml.push('"');
                    }
                }
                xml.push('>');
                escape_xml(&text, &mut xml);
                children.push(PendingPart::End(name));
            }
            JsonType::String | JsonType::Number | JsonType::Boolean => {
                xml.extend(["<", &name, ">"]);
                escape_xml(&value.text(faults), &mut xml);
                xml.extend(["</", &name, ">"]);
            }
        }
        parts.extend(children.into_iter().rev());
    }
    xml
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
            let value = Value::of(rss).unwrap_or(Value { raw: "{}", offset: 0 });
            assert_eq!(write(value, &mut Diagnostics::default()), expected);
        }
    }

    #[test]
    fn nesting_is_bounded() {
        let rss = format!("{}{}", r#"{"channel":"#.repeat(100), "1") + &"}".repeat(100);
        let value = Value::of(&rss).unwrap_or(Value { raw: "{}", offset: 0 });
        assert_eq!(write(value, &mut Diagnostics::default()).matches("<channel").count(), DEEPEST - 1);
    }
}
