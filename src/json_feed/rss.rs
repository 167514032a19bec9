//! RSS in JSON, as Scripting News publishes it (<https://github.com/scripting/Scripting-News/tree/master/rss-in-json>): the
//! elements of RSS 2.0 as members. They are written as the XML that they correspond to, which is then interpreted.

use std::ops::ControlFlow;

use std::sync::Arc;

use super::reading::Object;
use super::value::Value;
use crate::content::Cleaner;
use crate::diagnostics::{Diagnostics, JsonError, JsonType};
use crate::html::escape::{escape_xml, is_portable_name};
use crate::options::Options;
use crate::statement::{Beginning, Ending, Origin, Sink, Statement, Subject};
use crate::vocabulary::ValueReader;

/// The greatest nesting depth. Deeper elements are not read.
const DEEPEST: usize = 64;

/// The member with the text of an element that has attributes.
const TEXT: &str = "#value";

/// Elements whose members are elements. The members of other elements are attributes.
const CONTAINERS: [&str; 6] = ["channel", "item", "image", "textInput", "skipHours", "skipDays"];

/// An RSS document in XML, and where its elements are in the JSON document.
#[derive(Debug, Default)]
pub(super) struct RssDocument {
    pub(super) xml: String,
    /// The offsets of start tags and of the values that they were written from, in order.
    places: Vec<(usize, usize)>,
}

impl RssDocument {
    fn start(&mut self, value: Value<'_>) {
        self.places.push((self.xml.len(), value.offset));
    }

    /// Returns the offset of the value that the element at an offset was written from.
    pub(super) fn original(&self, offset: usize) -> usize {
        let after = self.places.partition_point(|(start, _)| *start <= offset);
        after.checked_sub(1).and_then(|at| self.places.get(at)).map_or(0, |(_, original)| *original)
    }
}

/// A sink that passes statements on with the offsets of the JSON document.
pub(super) struct Placed<'s, S, F> {
    pub(super) sink: &'s mut S,
    pub(super) original: F,
}

impl<S, F: Fn(usize) -> usize> Placed<'_, S, F> {
    fn placed<'o>(&self, origin: &Origin<'o>) -> Origin<'o> {
        Origin { offset: (self.original)(origin.offset), ..*origin }
    }
}

impl<S: Sink, F: Fn(usize) -> usize> Sink for Placed<'_, S, F> {
    const FOLLOWS_FEEDPARSER: bool = S::FOLLOWS_FEEDPARSER;

    fn cleaner(options: &Options) -> &Cleaner {
        S::cleaner(options)
    }

    fn begin(&mut self, subject: Subject, context: Beginning) {
        self.sink.begin(subject, context);
    }

    fn state(&mut self, statement: Statement, origin: &Origin<'_>) {
        let origin = self.placed(origin);
        self.sink.state(statement, &origin);
    }

    fn end(&mut self, subject: Subject, ending: &Ending<'_>, values: &ValueReader<'_>) {
        let ending = Ending { origin: self.placed(&ending.origin), ..*ending };
        self.sink.end(subject, &ending, values);
    }

    fn element_ended(&mut self, open: usize) {
        self.sink.element_ended(open);
    }

    fn base_ended(&mut self, base: &Arc<str>, open: usize) {
        self.sink.base_ended(base, open);
    }
}

/// A part of the document that was not written yet.
enum PendingPart<'a> {
    Element { name: String, value: Value<'a>, depth: usize },
    End(String),
}

/// Returns the RSS document that an object holds, as XML.
pub(super) fn document(top: &Object<'_, '_>, faults: &mut Diagnostics<JsonError>) -> Option<RssDocument> {
    let rss = top.get("rss").filter(|rss| rss.kind() == JsonType::Object)?;
    let has_channel = rss.members(&mut Diagnostics::default()).iter().any(|(name, _)| name == "channel");
    has_channel.then(|| write(rss, faults))
}

fn write(rss: Value<'_>, faults: &mut Diagnostics<JsonError>) -> RssDocument {
    let mut document = RssDocument { xml: String::with_capacity(rss.raw.len()), places: Vec::new() };
    let mut parts = vec![PendingPart::Element { name: "rss".to_owned(), value: rss, depth: 1 }];
    while let Some(part) = parts.pop() {
        let (name, value, depth) = match part {
            PendingPart::Element { name, value, depth } => (name, value, depth),
            PendingPart::End(name) => {
                document.xml.extend(["</", &name, ">"]);
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
                document.start(value);
                document.xml.extend(["<", &name]);
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
                        document.xml.extend([" ", &member, "=\""]);
                        escape_xml(&value.text(faults), &mut document.xml);
                        document.xml.push('"');
                    }
                }
                document.xml.push('>');
                escape_xml(&text, &mut document.xml);
                children.push(PendingPart::End(name));
            }
            JsonType::String | JsonType::Number | JsonType::Boolean => {
                document.start(value);
                document.xml.extend(["<", &name, ">"]);
                escape_xml(&value.text(faults), &mut document.xml);
                document.xml.extend(["</", &name, ">"]);
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
            let value = Value::of(rss).unwrap_or(Value { raw: "{}", offset: 0 });
            assert_eq!(write(value, &mut Diagnostics::default()).xml, expected);
        }
    }

    #[test]
    fn elements_know_their_places() {
        let rss = r#"{"version":"2.0","channel":{"ttl":"x","item":[{"title":"a"},{"title":"b"}]}}"#;
        let value = Value::of(rss).unwrap_or(Value { raw: "{}", offset: 0 });
        let document = write(value, &mut Diagnostics::default());
        for (element, expected) in [("<rss", 0), ("<ttl", 34), ("<item><title>b", 60), ("b<", 69)] {
            let at = document.xml.find(element).unwrap_or_default();
            assert_eq!(document.original(at), expected, "{element}");
        }
    }

    #[test]
    fn nesting_is_bounded() {
        let rss = format!("{}{}", r#"{"channel":"#.repeat(100), "1") + &"}".repeat(100);
        let value = Value::of(&rss).unwrap_or(Value { raw: "{}", offset: 0 });
        assert_eq!(write(value, &mut Diagnostics::default()).xml.matches("<channel").count(), DEEPEST - 1);
    }
}
