//! Decides which comments are kept.

use super::attribute_kinds::{AttributeKind, is_harmless_animation, local_paint};
use super::rules::Rules;
use bozofeed_text::forward::{memchr, memchr_iter};
use bozofeed_text::html::references::decode;
use bozofeed_text::markup::{Kind, MarkupAttribute, TagName, lower};
use std::borrow::Cow;

/// Returns whether a comment is kept, if the policy keeps comments: it is not empty, and would be harmless if it were read as markup,
/// with or without decoding its references. Empty comments are placeholders for removed content.
pub(super) fn is_kept(comment: &str, rules: &Rules) -> bool {
    if comment.is_empty() || !is_harmless_text(comment, rules) {
        return false;
    }
    match memchr(b'&', comment.as_bytes()).map(|_| decode(comment, false)) {
        Some(Cow::Owned(decoded)) => is_harmless_text(&decoded, rules),
        _ => true,
    }
}

fn is_harmless_text(comment: &str, rules: &Rules) -> bool {
    // Tags may be nested in the attributes of others: reading all of them may take quadratic time.
    let mut allowance = comment.len().saturating_mul(4);
    !comment.contains("-->")
        // This also ends a comment (HTML Standard 13.2.5.52).
        && !comment.contains("--!>")
        && memchr_iter(b'<', comment.as_bytes()).all(|at| {
            let Some(name) = TagName::read(comment, at) else { return false };
            let mut is_harmless = true;
            let element = lower(name.name);
            let tag = name.rest(comment, |attribute| {
                is_harmless = is_harmless && is_harmless_attribute(&element, &attribute, rules);
            });
            tag.is_some_and(|tag| {
                allowance = allowance.saturating_sub(tag.end - at);
                allowance > 0 && is_harmless && is_harmless_element(&element, rules)
            })
        })
}

/// Returns whether the tags of an element would be kept.
fn is_harmless_element(element: &str, rules: &Rules) -> bool {
    rules.plain.get(element).is_some_and(|plain| plain.is_listed && plain.kind != Kind::Text)
}

/// Returns whether an attribute would be kept unchanged.
fn is_harmless_attribute(element: &str, attribute: &MarkupAttribute<'_>, rules: &Rules) -> bool {
    let name = lower(attribute.name);
    let value = decode(attribute.value, true);
    rules.plain_attributes.get(&name).is_some_and(|listed| match listed.holds {
        AttributeKind::Text | AttributeKind::Namespace => true,
        AttributeKind::Style => {
            rules.filter_style(&value, true).is_some_and(|kept| has_same_tokens(&kept, &value))
        }
        AttributeKind::Uri => rules.is_safe(element, &name, &value),
        AttributeKind::Candidates => rules.are_safe(&value),
        AttributeKind::Paint => local_paint(&value, Cow::Borrowed).is_some(),
        AttributeKind::Animated => is_harmless_animation(&value),
        // These would be changed, and a comment is kept as a whole or not at all.
        AttributeKind::Id | AttributeKind::Ids | AttributeKind::Classes => false,
    })
}

/// Returns whether a filtered style contains everything of the original style except separators.
fn has_same_tokens(kept: &str, written: &str) -> bool {
    let is_part_of_token = |c: &char| !c.is_ascii_whitespace() && *c != ';';
    kept.chars().filter(is_part_of_token).eq(written.chars().filter(is_part_of_token))
}

#[cfg(test)]
mod tests {
    use super::is_kept;
    use crate::sanitizer::FEED_PARSER;

    #[test]
    fn comments_are_kept_if_they_are_harmless_as_markup() {
        for (comment, expected) in [
            ("x", true),
            ("a -- b > c & d", true),
            ("a --&gt; b", false),
            ("<p title=&#34; onclick=x()>", false),
            ("<p title='&#39; onclick=x()'>", false),
            ("<p class='x'>y</p>", true),
            ("<a href=\"/x\">y</a>", true),
            ("<p style='color: red'>", true),
            ("<p style='color:red;float : left ; '>", true),
            ("<p style='color: red; position: fixed'>", false),
            ("<p style='cursor: url(http://x/y), auto'>", false),
            ("", false),
            ("<", false),
            ("a < b", false),
            ("<script>", false),
            ("</noscript>", false),
            ("</textarea>", false),
            ("<img src=x onerror=y>", false),
            ("<a href=javascript:x>", false),
            ("<p style='behavior: url(x)'>", false),
            ("<svg>", false),
            ("<p", false),
        ] {
            assert_eq!(is_kept(comment, &FEED_PARSER.rules), expected, "{comment:?}");
        }
    }
}
