//! Tests of the recovery table, one row per document.

use std::marker::PhantomData;

use super::super::input::Input;
use super::super::lookahead::Lookahead;
use super::super::missing_start_tag::FeedHistory;
use super::super::namespaces::Namespaces;
use super::super::test_schema::TestSchema;
use super::*;

/// Describes the repair of a mismatch. `path` names the open elements; the text consists of their start tags and `rest`,
/// and `mismatch` gets `rest` and its offset.
fn repair(
    path: &str,
    rest: &str,
    mismatch: impl for<'t> Fn(&'t str, usize, &ElementStack<'t>) -> Option<Mismatch<'t>>,
) -> String {
    let start_tags = format!("<{}>", path.replace('/', "><"));
    let text = format!("{start_tags}{rest}");
    let namespaces = Namespaces::default();
    let mut open = ElementStack::new(100);
    let mut offset = 0;
    for tag in text[..start_tags.len()].split_inclusive('>') {
        let (name, element) = namespaces
            .find_element::<TestSchema>(leading_name(&tag[1..]))
            .unwrap_or((Name::split(leading_name(&tag[1..])), Shape::Unknown));
        open.push(name, element, 0, offset);
        offset += tag.len();
    }
    let mut input = Input::new(&text);
    input.at = offset;
    let Some(mismatch) = mismatch(&text[offset..], offset, &open) else { return "none".to_owned() };
    let mut evidence = RecoveryEvidence::<TestSchema> {
        at: offset,
        input: &mut input,
        open: &open,
        lookahead: &mut Lookahead::new(&text),
        namespaces: &namespaces,
        history: &mut FeedHistory::default(),
        schema: PhantomData,
    };
    match decide(mismatch, &mut evidence) {
        Repair::Accept => "accept".to_owned(),
        Repair::Ignore => "ignore".to_owned(),
        Repair::Close(count) => format!("close {count}"),
        Repair::Open(name, _) => format!("open {}", name.qualified),
        Repair::Rename(name, _) => format!("rename {}", name.qualified),
        Repair::ReadAsTag { name, length } => format!("tag {name} {length}"),
        Repair::ReadAsMeant => "as meant".to_owned(),
        Repair::ReadAsText => "as text".to_owned(),
    }
}

#[test]
fn an_end_tag_ends_weaker_elements_or_is_ignored() {
    for (path, end_tag, rest, expected) in [
        ("rss/channel/item/title", "item", "", "close 2"),
        ("rss/channel/item/title", "TITLE", "", "close 1"),
        ("rss/channel/item/title/b", "title", "", "close 2"),
        ("rss/channel/item/title/b/i", "b", "", "close 2"),
        // An element with the name of a stronger one inside text is markup.
        ("rss/channel/item/title/item/b", "item", "", "close 2"),
        ("rss/title/channel", "title", "", "close 2"),
        ("rss/author/channel/item", "author", "", "ignore"),
        // Unknown names
        ("rss/channel/item/title", "bogus", "</item>", "close 1"),
        ("rss/channel/item/title/b", "bogus", "</item>", "close 2"),
        ("rss/channel/item/title", "bogus", "</title></item>", "ignore"),
        ("rss/channel/item/title", "bogus", "< / title></item>", "ignore"),
        ("rss/channel/item", "bogus", "</item>", "ignore"),
        ("html/body", "bogus", "</body>", "ignore"),
    ] {
        let found = repair(path, rest, |_, after, open| {
            Some(match open.find(end_tag) {
                Some(index) => Mismatch::EndTagOfAncestor { index },
                None => Mismatch::UnknownEndTag { after },
            })
        });
        assert_eq!(found, expected, "{path} </{end_tag}>{rest}");
    }
    for (rest, expected) in
        [(" in a page</title>", "ignore"), (" in a page</link>", "close 1"), (" in a page", "close 1")]
    {
        let found = repair("rss/channel/item/title", rest, |_, _, _| Some(Mismatch::EndTagBeforeText));
        assert_eq!(found, expected, "{rest}");
    }
}

#[test]
fn a_start_tag_ends_elements_whose_end_tags_are_missing() {
    for (path, rest, expected) in [
        // Well-formed
        ("rss/channel/item/title", "<link>x</link></title></item></channel></rss>", "accept"),
        ("rss/channel/item", "<item>x</item></item></channel></rss>", "accept"),
        ("rss/channel/item/x", "<link>x</link></x></item></channel></rss>", "accept"),
        // The end tag of the text element is missing.
        ("rss/channel/item/title", "<link>x</link></item>", "close 1"),
        ("rss/channel/item/title/b", "<link>x</link></item>", "close 2"),
        ("rss/channel/item/title", "<link title='</title>'>x</link></item>", "close 1"),
        // The end tag of the container is missing, but only entries are misplaced in it.
        ("rss/channel/image", "<item>x</item></channel></rss>", "close 1"),
        ("rss/channel/image", "<link>x</link></channel></rss>", "none"),
        // The end tag of an entry is missing.
        ("rss/channel/item", "<item>x</item></channel></rss>", "close 1"),
        ("rss/channel/item/title", "<item>x</item></channel></rss>", "close 2"),
        ("rss/channel/item", "<item>x</item></item><bogus></channel></rss>", "accept"),
        // Unknown elements
        ("rss/channel/item/x", "<link>x</link></item>", "close 1"),
        ("rss/channel/item/x/y", "<link>x</link></item>", "close 2"),
        ("html/title", "<link>x</link></html>", "none"),
        // Children of feeds and entries
        ("rss/channel/item", "<link>x</link></item>", "none"),
        ("rss/channel", "<item>x</item></channel>", "none"),
    ] {
        let mut expectations = vec![];
        for nth in 0..2 {
            expectations.push(repair(path, rest, |rest, _, open| {
                let (_, element) =
                    Namespaces::default().find_element::<TestSchema>(leading_name(&rest[1..]))?;
                mismatches_of_start_tag(element, open).nth(nth)
            }));
        }
        // The first repair that ends elements applies.
        let found = expectations.iter().find(|repair| repair.starts_with("close"));
        let found = found.or_else(|| expectations.first()).map(String::as_str);
        assert_eq!(found, Some(expected), "{path} {rest}");
    }
}

#[test]
fn a_missing_start_tag_is_recognized_by_its_end_tag() {
    for (path, rest, expected) in [
        ("rss/channel/item", "One</title></item>", "open title"),
        ("rss/channel/item", "One</x></item>", "accept"),
        ("rss/channel/item", "One</author></item>", "accept"),
        ("rss/channel/item", "One</item>", "accept"),
        ("rss/channel/item", "One<b></title></item>", "accept"),
    ] {
        let found = repair(path, rest, |rest, at, _| {
            let after = at + rest.find('<')?;
            Some(Mismatch::TextBetweenElements { after })
        });
        assert_eq!(found, expected, "{path} {rest}");
    }
    // The feed has no title yet, so the first one is its title.
    for (name, rest) in [("title", "<title>x</title></item>"), ("item", "<item></item></item>")] {
        let found = repair("rss/channel", rest, |_, _, _| Some(Mismatch::EntryChildInFeed { name }));
        assert_eq!(found, "accept", "{rest}");
    }
}

#[test]
fn a_misspelt_start_tag_is_recognized_by_its_end_tag() {
    for (path, rest, expected) in [
        ("rss/channel/item/titel", "One</title></item>", "rename title"),
        ("rss/channel/item/titel", "<![CDATA[</b>]]></title></item>", "rename title"),
        ("rss/channel/item/titel", "<b>One</b></title></item>", "rename title"),
        ("rss/channel/item/x", "One</x></item>", "accept"),
        ("rss/channel/item/x", "One</title></x></item>", "accept"),
        ("rss/channel/item/x", "One</title></item><x></x>", "rename title"),
        ("rss/channel/item/x", "One</y></item>", "accept"),
        ("rss/channel/item/x", "One</item>", "accept"),
        ("rss/channel/itme", "<title>x</title></item></channel></rss>", "rename item"),
        ("rss/channel/itme", "<title>x</title></itme></channel></rss>", "accept"),
    ] {
        let found = repair(path, rest, |_, _, open| match open.as_slice() {
            [.., around, _] => Some(Mismatch::UnknownStartTag { around: around.shape }),
            [] | [_] => None,
        });
        assert_eq!(found, expected, "{path} {rest}");
    }
    for (content, rest, expected) in [
        ("tit le", "<tit le>One</title>", "tag title 6"),
        ("tit le", "<tit le>One</link>", "accept"),
        ("b r", "<b r>One</br>", "accept"),
    ] {
        let found = repair("rss/channel/item", rest, |_, at, _| {
            Some(Mismatch::SpacedStartTag { content, after: at + content.len() + 2 })
        });
        assert_eq!(found, expected, "{rest}");
    }
    for (rest, expected) in [
        ("<titleOne</title>", "tag title 5"),
        ("<descri text</description>", "tag description 6"),
        ("<ti text</title>", "as text"),
        ("<link href='x'<title>", "tag link 13"),
        ("<x href='x'<title>", "as text"),
        ("<item<title>", "tag item 4"),
        ("<title<!-- x -->", "tag title 5"),
        ("<title<b>", "as text"),
        ("<item x<title>", "as text"),
        ("<title", "tag title 5"),
        ("<x", "as text"),
    ] {
        let found = repair("rss/channel", rest, |rest, at, _| {
            let end = rest[1..].find(['<', '>']).unwrap_or(rest.len() - 1);
            Some(Mismatch::UnclosedStartTag { content: &rest[1..=end], after: at + 1 + end })
        });
        assert_eq!(found, expected, "{rest}");
    }
}

#[test]
fn an_empty_element_tag_is_a_start_tag_if_its_end_tag_follows() {
    for (path, rest, expected) in [
        ("rss/channel/item", "<title>x</title></item></channel></rss>", "as meant"),
        ("rss/channel/item", "<item>x</item></channel></rss>", "accept"),
        ("rss/channel/item/title", "One</title></item></channel></rss>", "as meant"),
        ("rss/channel/item/title", "<![CDATA[One]]></title></item></channel></rss>", "as meant"),
        ("rss/channel/item/title", "<b>One</b></title></item></channel></rss>", "accept"),
        ("rss/channel/item/x", "One</x></item></channel></rss>", "accept"),
    ] {
        let found = repair(path, rest, |_, _, _| Some(Mismatch::EmptyTag));
        assert_eq!(found, expected, "{path} {rest}");
    }
}

#[test]
fn misspelt_markup_is_read_as_markup_if_it_matches() {
    for (path, rest, expected) in [
        ("rss/channel/item", "< title>One</title>", "as meant"),
        ("rss/channel/item", "< title>One</link>", "as text"),
        ("rss/channel/item", "< x>One</x>", "as text"),
        ("rss/channel", "< item><title>", "as meant"),
        ("rss/channel/item/title", "< /title>", "as meant"),
        ("rss/channel/item/title", "<\\title>", "as meant"),
        ("rss/channel/item/title", "< /link>", "as text"),
        ("rss/channel/item/title", "<![ CDATA[x]]>", "as meant"),
    ] {
        let found = repair(path, rest, |rest, _, _| {
            super::super::misspelt::after_less_than(&rest[1..]).map(Mismatch::Misspelt)
        });
        assert_eq!(found, expected, "{path} {rest}");
    }
    for (path, rest, expected) in [
        ("rss/channel/item", "title>One</title>", "as meant"),
        ("rss/channel/item", "title>One</link>", "as text"),
        ("rss/channel/item", "x>One</x>", "as text"),
        ("rss/channel/item/title", "title>One</title>", "as text"),
    ] {
        let found = repair(path, rest, |rest, offset, _| {
            Some(Mismatch::StartTagWithoutLessThan { name: leading_name(rest), offset })
        });
        assert_eq!(found, expected, "{path} {rest}");
    }
    for (rest, expected) in [
        ("One/title><link>x</link></item>", "as meant"),
        ("One title>, the tag</title></item>", "as text"),
        ("1 > 0/title></title></item>", "as text"),
    ] {
        let found = repair("rss/channel/item/title", rest, |rest, at, _| {
            Some(Mismatch::EndTagWithoutLessThan { after: at + rest.find('<')? })
        });
        assert_eq!(found, expected, "{rest}");
    }
}

#[test]
fn a_start_tag_within_the_text_of_a_namesake_is_text_if_one_end_tag_follows() {
    for (path, rest, expected) in [
        ("rss/channel/item/title", "<title> b</title><link>", "as text"),
        ("rss/channel/item/title", "<title> b</title> c</title>", "accept"),
        ("rss/channel/item/title", "<title> b<link>c</link>", "accept"),
        ("rss/channel/item/title", "<title> b</item>", "accept"),
    ] {
        let found = repair(path, rest, |_, offset, _| {
            Some(Mismatch::NamesakeInText { after: offset + "<title>".len() })
        });
        assert_eq!(found, expected, "{path} {rest}");
    }
}
