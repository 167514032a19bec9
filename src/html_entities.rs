//! The named character references of HTML.

use markup5ever::data::NAMED_ENTITIES;

/// The characters that a name stands for; `reference` is the name and its semicolon.
///
/// Feeds mean XHTML's entities, which are HTML's but for two (XHTML 1.0 Appendix A.2).
pub(crate) fn resolve(reference: &str) -> Option<(char, Option<char>)> {
    match reference {
        "lang;" => return Some(('\u{2329}', None)),
        "rang;" => return Some(('\u{232A}', None)),
        _ => {}
    }
    let (first, second) = *NAMED_ENTITIES.get(reference)?;
    Some((char::from_u32(first).filter(|c| *c != '\0')?, char::from_u32(second).filter(|c| *c != '\0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_for_one_character_or_two() {
        for (reference, characters) in [
            ("eacute;", Some(('é', None))),
            ("alpha;", Some(('α', None))),
            ("nGt;", Some(('\u{226B}', Some('\u{20D2}')))),
            ("lang;", Some(('\u{2329}', None))),
            ("bogus;", None),
            ("eacute", Some(('é', None))),
            ("alpha", None),
            ("", None),
        ] {
            assert_eq!(resolve(reference), characters, "{reference}");
        }
    }
}
