//! The `style` attribute, filtered by the rules of Universal Feed Parser.
//!
//! Kept declarations are copied as written, so that a browser reads the same tokens.
//!
//! The rule is stricter than CSS: the attribute is removed if it has a token that does not belong in a simple list of
//! declarations (an escape, a comment, a block, an at-rule, a string in double quotes, a sign, a slash).

mod tokens;

use crate::allowlist::is_of_a_family;
use tokens::{Part, Tokens};

/// The keywords of the families, sorted.
#[rustfmt::skip]
static KEYWORDS: &[&str] = &[
    "aqua", "auto", "black", "block", "blue", "bold", "both", "bottom", "brown", "center", "collapse", "dashed",
    "dotted", "fuchsia", "gray", "green", "italic", "left", "lime", "maroon", "medium", "navy", "none", "normal",
    "nowrap", "olive", "pointer", "purple", "red", "right", "silver", "solid", "teal", "top", "transparent",
    "underline", "white", "yellow",
];

/// The units of the families.
static UNITS: &[&str] = &["", "cm", "em", "ex", "in", "mm", "pc", "pt", "px", "%"];

/// The kept part of a style.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum KeptStyle<'a> {
    /// This prefix of it.
    Beginning(&'a str),
    /// The text that was written.
    Written,
}

/// Returns the kept declarations of `style`, each as `name: value;`, or `None` if there are none. They are written to `out`, which must
/// be empty, unless they are a prefix of `style`. Declarations of a family with an upper-case colour (`#FFF`) are only kept if
/// `with_capitals`. `is_listed` is called with a name in any case.
pub(super) fn filter<'a>(
    style: &'a str,
    out: &mut String,
    with_capitals: bool,
    is_listed: impl Fn(&str) -> bool,
) -> Option<KeptStyle<'a>> {
    let mut css = Tokens { rest: style };
    let mut kept = Keeper { style, same: 0, is_written: false, out };
    while let Some((part, name)) = css.next_but_space() {
        if part != Part::Keyword {
            return None;
        }
        let start = kept.len();
        if start > 0 {
            kept.push(" ");
        }
        kept.push(name);
        kept.push(": ");
        let value_start = kept.len();
        let has_value_of_a_family = copy_value(&mut css, &mut kept, with_capitals)?;
        // A listed property may have any value, a property of a family only a simple one.
        if kept.len() > value_start && (has_value_of_a_family && is_of_a_family(name) || is_listed(name)) {
            kept.push(";");
        } else {
            kept.truncate(start);
        }
    }
    (kept.len() > 0).then(|| kept.finish())
}

/// Collects the kept part of a style. Nothing is written while the kept part is a prefix of the style.
struct Keeper<'a, 'o> {
    style: &'a str,
    /// The length of the prefix.
    same: usize,
    is_written: bool,
    out: &'o mut String,
}

impl<'a> Keeper<'a, '_> {
    fn len(&self) -> usize {
        if self.is_written { self.out.len() } else { self.same }
    }

    fn push(&mut self, piece: &str) {
        if !self.is_written && self.style.get(self.same..).is_some_and(|rest| rest.starts_with(piece)) {
            self.same += piece.len();
            return;
        }
        if !self.is_written {
            self.is_written = true;
            self.out.push_str(self.style.get(..self.same).unwrap_or_default());
        }
        self.out.push_str(piece);
    }

    fn truncate(&mut self, length: usize) {
        if self.is_written {
            self.out.truncate(length);
        } else {
            self.same = length;
        }
    }

    fn finish(self) -> KeptStyle<'a> {
        if self.is_written {
            return KeptStyle::Written;
        }
        KeptStyle::Beginning(self.style.get(..self.same).unwrap_or_default())
    }
}

/// Copies the value after a property's name, without its URLs. Returns whether the value is allowed for the families, or
/// `None` if the attribute is removed.
fn copy_value(css: &mut Tokens<'_>, kept: &mut Keeper<'_, '_>, with_capitals: bool) -> Option<bool> {
    if css.next_but_space()?.0 != Part::Colon {
        return None;
    }
    let start = kept.len();
    let mut is_of_families = true;
    let mut last = Part::Space;
    while let Some((part, written)) = css.next() {
        is_of_families &= match part {
            Part::Semicolon => break,
            // After an unknown token, a browser may read other declarations than this parser, so nothing is kept.
            Part::Colon | Part::Other => return None,
            Part::Keyword if last == Part::Exclamation => written == "important",
            Part::Keyword => KEYWORDS.binary_search(&written).is_ok(),
            Part::Number => is_number(written),
            Part::Hash => written
                .bytes()
                .skip(1)
                .all(|b| b.is_ascii_hexdigit() && (with_capitals || !b.is_ascii_uppercase())),
            // `rgb(1, 2, 3)`
            Part::Numbers { count, is_function } => is_function && count == 3,
            Part::Space | Part::Comma | Part::Exclamation | Part::Url => true,
            Part::Mark | Part::Quoted => false,
        } && (last != Part::Exclamation || part == Part::Keyword);
        match part {
            Part::Space if last == Part::Url || kept.len() == start => {}
            Part::Url if kept.len() == start => {}
            Part::Url => kept.push(" "),
            _ => kept.push(written),
        }
        last = part;
    }
    Some(is_of_families && last != Part::Exclamation)
}

/// A number of at most four digits and two decimals, with or without a unit.
fn is_number(written: &str) -> bool {
    let end = written.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(written.len());
    let (number, unit) = written.split_at(end);
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    whole.len() <= 4 && decimals.len() <= 2 && UNITS.contains(&unit)
}

#[cfg(test)]
mod tests {
    use super::tokens::tests::styles;
    use super::{KEYWORDS, KeptStyle};
    use bozofeed_testing::check;

    fn is_listed(name: &str) -> bool {
        matches!(&*name.to_ascii_lowercase(), "color" | "width" | "font-family" | "text-indent")
    }

    fn filter(style: &str) -> Option<String> {
        let mut out = String::new();
        Some(match super::filter(style, &mut out, true, is_listed)? {
            KeptStyle::Beginning(kept) => kept.to_owned(),
            KeptStyle::Written => out,
        })
    }

    #[test]
    fn declarations_are_kept_by_property_and_value() {
        for (style, expected) in [
            ("color: red", Some("color: red;")),
            ("COLOR:RED", Some("COLOR: RED;")),
            ("color: red; foo: bar; margin:0", Some("color: red; margin: 0;")),
            ("color:  red  ;", Some("color: red  ;")),
            ("width: 1px;\nmargin-left:\n2px", Some("width: 1px; margin-left: 2px;")),
            ("border: 1px solid rgb(1, 2, 3)", Some("border: 1px solid rgb(1, 2, 3);")),
            ("margin: 5px !important", Some("margin: 5px !important;")),
            ("margin: 5px !x", None),
            ("margin: 5px !", None),
            ("margin: .5em 1.25%", Some("margin: .5em 1.25%;")),
            ("margin: 1.255em", None),
            ("margin: 1e-3", None),
            ("border: #FFF", Some("border: #FFF;")),
            ("border: #FFG", None),
            ("font-family: 'A B', c", Some("font-family: 'A B', c;")),
            ("font-family: 'A", None),
            ("color: rgb(1, 2, 3)", Some("color: rgb(1, 2, 3);")),
            ("color: RGB(1, 2, 3)", Some("color: RGB(1, 2, 3);")),
            ("color: rgb(1, 2, 3", None),
            ("color: rgb(-1, 2, 3)", None),
            ("color: rgb()", None),
            ("background: url(x) red", Some("background: red;")),
            ("background: URL( 'x y' ) red", Some("background: red;")),
            ("color: red; behavior: url(x)", Some("color: red;")),
            ("background: url(x)", None),
            ("background: url(x", None),
            ("background: url('x' y) red", None),
            ("margin: 99999em", None),
            ("margin: -5px", None),
            ("border: thin solid", None),
            ("width: expression(alert(1))", None),
            ("width: expression(1)", None),
            ("color: re\\64", None),
            ("c\\6flor: red", None),
            ("color: /**/red", None),
            ("color: \"x\"", None),
            ("color: red; @import x", None),
            ("color: red;;", None),
            ("color", None),
            ("color: url(a b)", None),
            ("color: a:b", None),
            ("color: red}", None),
            ("font: 12px/14px Arial", None),
            ("position: absolute", None),
            ("", None),
        ] {
            assert_eq!(filter(style).as_deref(), expected, "{style:?}");
        }
    }

    #[test]
    fn kept_prefix_is_not_written() {
        for (style, expected) in [
            ("color: red;", KeptStyle::Beginning("color: red;")),
            ("color: red; margin: 0;", KeptStyle::Beginning("color: red; margin: 0;")),
            ("color: red; foo: bar", KeptStyle::Beginning("color: red;")),
            ("color:red", KeptStyle::Written),
            ("foo: bar; color: red;", KeptStyle::Written),
        ] {
            assert_eq!(
                super::filter(style, &mut String::new(), true, is_listed),
                Some(expected),
                "{style:?}"
            );
        }
    }

    #[test]
    fn colours_in_capitals_are_removed_from_families_without_them() {
        for (style, expected) in [
            ("border: 1px solid #CCC", None),
            ("border: 1px solid #ccc", Some("border: 1px solid #ccc;")),
            ("border-left: 1px #Fff; color: #FFF", Some("color: #FFF;")),
            ("margin: 0; padding: #A; width: 1px", Some("margin: 0; width: 1px;")),
        ] {
            let mut out = String::new();
            let kept = super::filter(style, &mut out, false, is_listed).map(|kept| match kept {
                KeptStyle::Beginning(kept) => kept.to_owned(),
                KeptStyle::Written => out,
            });
            assert_eq!(kept.as_deref(), expected, "{style:?}");
        }
    }

    #[test]
    fn the_keywords_are_sorted() {
        assert!(KEYWORDS.is_sorted());
    }

    #[test]
    fn kept_declarations_are_allowed_and_stable() {
        check(2000, |u| {
            let style = styles(u)?;
            let Some(kept) = filter(&style) else { return Ok(()) };
            let again = filter(&kept);
            assert_eq!(again.as_deref(), Some(&*kept), "{style:?} a second time");
            for declaration in kept.trim_end_matches(';').split(';') {
                let (name, value) = declaration.split_once(':').unwrap_or((declaration, ""));
                let name = name.trim().to_ascii_lowercase();
                assert!(is_listed(&name) || name.starts_with("margin"), "{name:?} of {style:?}");
                let is_plain = |c: char| c.is_alphanumeric() || " \n,.#%!'(-)_\u{a0}".contains(c);
                assert!(value.chars().all(is_plain), "{style:?} became {kept:?}");
                // Numbers may be in parentheses, and `rgb` is the only function.
                let value = value.to_ascii_lowercase();
                let before = value.split('(').take(value.matches('(').count());
                let functions =
                    before.map(|text| text.rsplit(|c: char| !c.is_alphanumeric() && c != '-').next());
                assert!(
                    functions.flatten().all(|name| matches!(name, "" | "rgb")),
                    "{style:?} became {kept:?}"
                );
            }
            Ok(())
        });
    }
}
