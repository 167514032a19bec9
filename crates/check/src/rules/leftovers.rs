//! Leftovers of feed generators: the words for a missing value, and unfilled template placeholders.

use crate::Rule;
use crate::schema::ValueForm;

rule_family! {
    LEFTOVER_TEXT = "generator-leftover", Warning, "something that a program wrote in place of a value", "Correct the program or the template that makes the feed: the value was missing, or a placeholder was not replaced.", ""
        { Item "<title>[object Object]</title>" => "<title>Low tide</title>" };
    LEFTOVER_ADDRESS = "generator-leftover", Error, "something that a program wrote in place of an address or a part of it", "Correct the program or the template that makes the feed: the value was missing, or a placeholder was not replaced.", ""
        { Item "<link>https://harbour.example/undefined</link>" => "<link>https://harbour.example/12</link>" };
}

/// The words for a missing value in programming languages of feed generators.
const WORDS: &[&str] = &["undefined", "null", "NaN", "[object Object]"];

/// The delimiters of template placeholders.
const PLACEHOLDERS: &[(&str, &str)] = &[("{{", "}}"), ("{%", "%}"), ("<%", "%>"), ("${", "}")];

/// Returns the rule that a value breaks, if it is a leftover.
pub(crate) fn rule_of_leftover(form: ValueForm, text: &str) -> Option<&'static Rule> {
    match form {
        ValueForm::Text
        | ValueForm::Html
        | ValueForm::TypedText
        | ValueForm::AtomText
        | ValueForm::AtomContent
        | ValueForm::Plain
        | ValueForm::Label
        | ValueForm::Subtitle
        | ValueForm::Summary
        | ValueForm::Person => is_leftover_text(text).then_some(&LEFTOVER_TEXT),
        ValueForm::Guid | ValueForm::Id => is_leftover_address(text).then_some(&LEFTOVER_ADDRESS),
        form if form.is_uri() => is_leftover_address(text).then_some(&LEFTOVER_ADDRESS),
        _ => None,
    }
}

/// Returns whether a text consists only of a leftover. A longer text may be about such a word or placeholder.
fn is_leftover_text(text: &str) -> bool {
    let is_placeholder = |(open, close): &(&str, &str)| {
        text.strip_prefix(open)
            .and_then(|rest| rest.strip_suffix(close))
            .is_some_and(|name| !name.contains(open))
    };
    WORDS.contains(&text) || PLACEHOLDERS.iter().any(is_placeholder)
}

/// Returns whether an address contains a placeholder or a printed object, or has a leftover word as its host or first path segment. A page
/// deeper in the path may be about the word.
fn is_leftover_address(text: &str) -> bool {
    const ENCODED: &[&str] = &["%7B%7B", "[object ", "%5Bobject"];
    let rest = text.split_once("://").map_or(text, |(_, rest)| rest);
    let top = rest.split(['/', '?', '#']).take(2);
    let is_placeholder =
        |(open, close): &(&str, &str)| text.split_once(open).is_some_and(|(_, rest)| rest.contains(close));
    top.into_iter().any(|part| WORDS.contains(&part))
        || ENCODED.iter().any(|part| text.contains(part))
        || PLACEHOLDERS.iter().any(is_placeholder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_a_program_left_behind_are_recognised() {
        let wrong: Vec<_> = [
            (ValueForm::Plain, "undefined", true),
            (ValueForm::Plain, "Undefined", false),
            (ValueForm::Html, "null", true),
            (ValueForm::Label, "NaN", true),
            (ValueForm::Person, "[object Object]", true),
            (ValueForm::Plain, "{{ site.title }}", true),
            (ValueForm::Plain, "{% title %}", true),
            (ValueForm::Plain, "<%= title %>", true),
            (ValueForm::Plain, "How to use {{ site.title }}", false),
            (ValueForm::Plain, "{{ a }} and {{ b }}", false),
            (ValueForm::Uri, "https://harbour.example/undefined", true),
            (ValueForm::Uri, "https://undefined/1", true),
            (ValueForm::Uri, "/null", true),
            (ValueForm::Uri, "https://harbour.example/docs/null", false),
            (ValueForm::Uri, "https://harbour.example/{{ page.url }}", true),
            (ValueForm::Uri, "https://harbour.example/%7B%7Bpage.url%7D%7D", true),
            (ValueForm::Uri, "https://harbour.example/a/[object Object]", true),
            (ValueForm::Uri, "https://harbour.example/a}{b", false),
            (ValueForm::Guid, "undefined", true),
            (ValueForm::Id, "urn:uuid:undefined", false),
            (ValueForm::Integer, "NaN", false),
        ]
        .into_iter()
        .filter(|(form, text, expected)| rule_of_leftover(*form, text).is_some() != *expected)
        .collect();
        assert_eq!(wrong, []);
    }
}
