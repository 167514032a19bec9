//! The rules of the built-in allowlists, computed at compile time, so that no process pays for them before its first answer.

use super::elements::{AttributeRule, ElementRule, PlainAttributes, PlainElements, put_elements};
use super::foreign_names::{Foreign, put_foreign_attributes, put_mathml, put_svg};
use super::rules::{Rules, lets_in_http, put_html_attributes};
use crate::content::allowlist::Listed;
use crate::names::{ListTable, Slot, put_all};

/// The slots of the tables of one allowlist.
struct Tables {
    plain: [Slot<ElementRule>; 512],
    plain_attributes: [Slot<AttributeRule>; 512],
    svg: [Slot<ElementRule>; 128],
    svg_attributes: [Slot<AttributeRule>; 512],
    mathml: [Slot<ElementRule>; 128],
    mathml_attributes: [Slot<AttributeRule>; 256],
    css_properties: [Slot<()>; 128],
}

impl Tables {
    #[expect(clippy::large_stack_arrays, reason = "evaluated at compile time")]
    const fn of(listed: &'static Listed) -> Self {
        let mut tables = Self {
            plain: [None; 512],
            plain_attributes: [None; 512],
            svg: [None; 128],
            svg_attributes: [None; 512],
            mathml: [None; 128],
            mathml_attributes: [None; 256],
            css_properties: [None; 128],
        };
        put_elements(&mut tables.plain, &listed.elements);
        put_html_attributes(&mut tables.plain_attributes, listed);
        put_svg(&mut tables.svg, listed);
        put_foreign_attributes(&mut tables.svg_attributes, &listed.svg_attributes, listed);
        put_mathml(&mut tables.mathml, listed);
        put_foreign_attributes(&mut tables.mathml_attributes, &listed.mathml_attributes, listed);
        put_all(&mut tables.css_properties, &listed.css_properties);
        tables
    }
}

static FEED_PARSER: Listed = Listed::FEED_PARSER;
static FEED_PARSER_TABLES: Tables = Tables::of(&FEED_PARSER);

static READER: Listed = Listed::READER;
static READER_TABLES: Tables = Tables::of(&READER);

impl Rules {
    pub(super) const FEED_PARSER: Self = Self::fixed(Listed::FEED_PARSER, &FEED_PARSER_TABLES);
    pub(super) const READER: Self = Self::fixed(Listed::READER, &READER_TABLES);

    const fn fixed(listed: Listed, tables: &'static Tables) -> Self {
        Self {
            plain: PlainElements(ListTable::Fixed(&tables.plain)),
            plain_attributes: PlainAttributes(ListTable::Fixed(&tables.plain_attributes)),
            foreign: Foreign {
                svg: PlainElements(ListTable::Fixed(&tables.svg)),
                svg_attributes: PlainAttributes(ListTable::Fixed(&tables.svg_attributes)),
                mathml: PlainElements(ListTable::Fixed(&tables.mathml)),
                mathml_attributes: PlainAttributes(ListTable::Fixed(&tables.mathml_attributes)),
            },
            css_properties: ListTable::Fixed(&tables.css_properties),
            lets_in_http: lets_in_http(&listed),
            listed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Rules;
    use crate::content::Allowlist;

    #[test]
    fn builtin_rules_equal_those_computed_from_the_allowlists() {
        for (ours, lists) in
            [(Rules::FEED_PARSER, Allowlist::feedparser()), (Rules::READER, Allowlist::reader())]
        {
            let made = Rules::new(&lists);
            assert_eq!(Allowlist::from(&ours.listed), Allowlist::from(&made.listed));
            assert_eq!(ours.plain.0.entries(), made.plain.0.entries());
            assert_eq!(ours.foreign.svg.0.entries(), made.foreign.svg.0.entries());
            assert_eq!(ours.foreign.mathml.0.entries(), made.foreign.mathml.0.entries());
            assert_eq!(ours.css_properties.entries(), made.css_properties.entries());
            for (ours, made) in [
                (ours.plain_attributes, made.plain_attributes),
                (ours.foreign.svg_attributes, made.foreign.svg_attributes),
                (ours.foreign.mathml_attributes, made.foreign.mathml_attributes),
            ] {
                assert_eq!(ours.0.entries(), made.0.entries());
                assert!(ours.0.has_room() && made.0.has_room());
            }
            assert!(
                ours.plain.0.has_room() && ours.foreign.svg.0.has_room() && ours.foreign.mathml.0.has_room()
            );
            assert!(
                made.plain.0.has_room() && made.foreign.svg.0.has_room() && made.foreign.mathml.0.has_room()
            );
            assert!(ours.css_properties.has_room() && made.css_properties.has_room());
        }
    }
}
