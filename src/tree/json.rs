//! The tree of a JSON document: each value is an element with the name of its member, or of the array around it.

use std::borrow::Cow;

use super::build::Builder;
use crate::diagnostics::Diagnostics;
use crate::json_feed::{JsonDocument, JsonNode, JsonToken, JsonTokens};
use crate::xml::{Name, Namespace};
use bozofeed_text::cut::floor_char_boundary;

/// An open object or array.
struct OpenValue<'a> {
    /// The name of the values in an array; `None` for an object.
    array: Option<Cow<'a, str>>,
    /// Whether it is an element. The array in a member is not an element, but its values are.
    is_element: bool,
}

/// Adds the values of a document to a tree.
pub(super) fn read(text: &str, document: &JsonDocument, tree: &mut Builder<'_>) {
    let json = document.text(text);
    let mut tokens = JsonTokens::new(json);
    let mut open: Vec<OpenValue<'_>> = Vec::new();
    // The name of the member whose value follows.
    let mut member: Option<Cow<'_, str>> = None;
    while let Some((token, raw)) = tokens.next() {
        let behind = tokens.offset();
        // A place in the repaired text may be inside a character of the document.
        let original = |offset| floor_char_boundary(text, document.original(offset));
        let range = (original(behind - raw.len()), original(behind));
        let string = || JsonNode { raw, offset: range.0 }.text(&mut Diagnostics::default());
        let is_in_object = open.last().is_some_and(|value| value.array.is_none());
        match token {
            // In an object, names and values alternate, so a string without a name before it is a name.
            JsonToken::String if is_in_object && member.is_none() => member = Some(string()),
            JsonToken::Close => {
                if open.pop().is_some_and(|value| value.is_element) {
                    tree.end(range.1);
                }
            }
            JsonToken::Open | JsonToken::String | JsonToken::Literal => {
                let of_array = open.last().and_then(|value| value.array.clone());
                let name = member.take().or(of_array).unwrap_or_default();
                let opens_array = token == JsonToken::Open && raw == "[";
                // The array of a member is not an element, but each of its values is, so `items` are read as in XML.
                let is_list = opens_array && is_in_object;
                if !is_list && !tree.begin(&name_of(&name), None, range) {
                    break;
                }
                match token {
                    JsonToken::Open => {
                        open.push(OpenValue { array: opens_array.then_some(name), is_element: !is_list });
                    }
                    JsonToken::Literal if raw == "null" => tree.end(range.1),
                    JsonToken::Literal => {
                        tree.text(raw, range, false);
                        tree.end(range.1);
                    }
                    JsonToken::String | JsonToken::Close => {
                        tree.text(&string(), range, false);
                        tree.end(range.1);
                    }
                }
            }
        }
        if tree.limit.is_some() {
            break;
        }
    }
    tree.end_all(text.len());
    tree.limit = tree.limit.or(document.limit());
}

/// Returns the name of a member. It has no prefix, regardless of its characters.
fn name_of(name: &str) -> Name<'_> {
    Name { qualified: name, prefix: "", local: name, namespace: Namespace::NONE }
}
