//! The comments that are kept.

use super::attribute_kinds::{Holds, is_local_paint};
use super::elements::Kind;
use super::rules::Rules;
use super::tree_cost::MAX_ATTRIBUTES;
use crate::content::tag::{MarkupAttribute, MarkupTag, Written, lower};
use crate::html::references::decode;
use memchr::memchr_iter;

/// Returns whether a comment is kept, if comments are: it is not empty, and would be harmless if it were read as markup.
/// Empty comments replace what was left out.
pub(super) fn is_kept(comment: &str, rules: &Rules) -> bool {
    let mut attributes = Written::new();
    // Tags may be nested in the attributes of others: reading all of them may take the square of the length.
    let mut allowance = comment.len().saturating_mul(4);
    !comment.is_empty()
        && memchr_iter(b'<', comment.as_bytes()).all(|at| {
            MarkupTag::read(comment, at, &mut attributes).is_some_and(|tag| {
                allowance = allowance.saturating_sub(tag.end - at);
                allowance > 0 && is_harmless(&tag, &attributes, rules)
            })
        })
}

/// Returns whether a tag would be kept with all its attributes unchanged. `pre` and `iframe` would be
/// taken for elements when the output is searched for them.
fn is_harmless(tag: &MarkupTag<'_>, attributes: &[MarkupAttribute<'_>], rules: &Rules) -> bool {
    let element = lower(tag.name);
    let is_allowed = rules
        .plain
        .get(&element)
        .is_some_and(|plain| plain.is_listed && !matches!(plain.kind, Kind::Preformatted | Kind::RawText));
    is_allowed
        && attributes.len() <= MAX_ATTRIBUTES
        && attributes.iter().all(|attribute| {
            let name = lower(attribute.name);
            let value = decode(attribute.value, true);
            rules.plain_attributes.get(&name).is_some_and(|listed| match listed.holds {
                Holds::Text | Holds::Namespace => true,
                Holds::Style => rules.filter_style(&value).is_some_and(|kept| has_same_tokens(&kept, &value)),
                Holds::Uri => rules.is_safe(&element, &name, &value),
                Holds::Candidates => rules.are_safe(&value),
                Holds::Paint => is_local_paint(&value),
                Holds::Id | Holds::Ids | Holds::Classes => false,
            })
        })
}

/// Returns whether a filtered style lacks nothing of the style as written but separators.
fn has_same_tokens(kept: &str, written: &str) -> bool {
    let is_part_of_token = |c: &char| !c.is_ascii_whitespace() && *c != ';';
    kept.chars().filter(is_part_of_token).eq(written.chars().filter(is_part_of_token))
}

#[cfg(test)]
mod tests {
    use super::is_kept;
    use crate::content::sanitizer::rules::Rules;

    #[test]
    fn comments_are_kept_if_they_are_harmless_as_markup() {
        for (comment, expected) in [
            ("x", true),
            ("a -- b > c & d", true),
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
            assert_eq!(is_kept(comment, &Rules::FEED_PARSER), expected, "{comment:?}");
        }
    }
}
