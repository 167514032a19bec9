//! Whether two start tags create equal elements.

use crate::content::sanitizer::attribute_kinds::is_of_xlink;
use crate::content::tag::{MarkupAttribute, MarkupTag, Written, lower};
use crate::content::uri_attributes::role;
use crate::html::references::decode;

/// Returns whether two start tags of one formatting element, given by their offsets, have the same attributes in any order,
/// or `None` if that depends on how attributes are rewritten.
pub(super) fn is_same_tag(markup: &str, one: (usize, usize), other: (usize, usize)) -> Option<bool> {
    if markup.get(one.0..one.1) == markup.get(other.0..other.1) {
        return Some(true);
    }
    let (mut ones, mut others) = (Written::new(), Written::new());
    MarkupTag::read(markup, one.0, &mut ones)?;
    MarkupTag::read(markup, other.0, &mut others)?;
    match (is_missing(&ones, &others), is_missing(&others, &ones)) {
        (Some(true), _) | (_, Some(true)) => Some(false),
        (Some(false), Some(false)) => Some(true),
        _ => None,
    }
}

/// Returns whether some attribute is not among others with the same value.
fn is_missing(ones: &[MarkupAttribute<'_>], others: &[MarkupAttribute<'_>]) -> Option<bool> {
    let mut is_doubtful = false;
    for (at, one) in ones.iter().enumerate() {
        let is_like = |other: &&MarkupAttribute<'_>| other.name.eq_ignore_ascii_case(one.name);
        // HTML Standard 13.2.5.33: of two attributes of one name the first counts.
        if ones.iter().take(at).any(|earlier| is_like(&earlier)) {
            continue;
        }
        let other = others.iter().find(is_like);
        let is_same = |other: &MarkupAttribute<'_>| {
            other.has_value == one.has_value && decode(other.value, true) == decode(one.value, true)
        };
        if other.is_some_and(is_same) {
            continue;
        }
        // A boolean attribute gets a value.
        let lacks_value = !one.has_value || other.is_some_and(|other| !other.has_value);
        if !lacks_value && !may_be_rewritten(&lower(one.name)) {
            return Some(true);
        }
        is_doubtful = true;
    }
    if is_doubtful { None } else { Some(false) }
}

/// Returns whether the tree builder may be given an attribute of a formatting element with another value, or without it.
fn may_be_rewritten(name: &str) -> bool {
    role("a", name).is_some() || matches!(name, "class" | "imagesrcset" | "srcset") || is_of_xlink(name)
}

#[cfg(test)]
mod tests {
    use super::is_same_tag;

    #[test]
    fn tags_are_compared_by_their_attributes() {
        for (one, other, expected) in [
            ("<b>", "<b>", Some(true)),
            ("<b>", "<B >", Some(true)),
            ("<b>", "<b title=a>", Some(false)),
            ("<b title=a id=b>", "<b ID='b' title=\"&#97;\">", Some(true)),
            ("<b title=a title=b>", "<b title=a>", Some(true)),
            ("<b title=a>", "<b title=b>", Some(false)),
            ("<b class=a>", "<b class=b>", None),
            ("<b class=a>", "<b>", None),
            ("<b class=a title=a>", "<b class=b title=b>", Some(false)),
            ("<b hidden>", "<b hidden=''>", None),
            ("<a href=x>", "<a href=y>", None),
        ] {
            let markup = [one, other].concat();
            let ends = (one.len(), markup.len());
            assert_eq!(is_same_tag(&markup, (0, ends.0), ends), expected, "{one} {other}");
        }
    }
}
