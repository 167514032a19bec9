//! Tests of the reader as a whole.

use std::fmt::Write as _;

use super::event::{RawText, XmlEvent};
use super::reader::{BlankText, Reader};
use super::test_schema::TestSchema;
use crate::limits::Limits;
use bozofeed_testing::{check, pieces};

/// Returns the events of a document, in XML syntax, and the names of its faults.
fn read(text: &str, limits: &Limits) -> (String, Vec<&'static str>) {
    let mut reader = Reader::<TestSchema>::new(text, limits);
    let mut names = vec![];
    let mut out = String::new();
    while let Some(event) = reader.next(BlankText::Read) {
        match event {
            XmlEvent::Start { name, .. } => {
                names.push(name.qualified);
                let _ = write!(out, "<{}>", name.qualified);
            }
            XmlEvent::End { .. } => {
                let _ = write!(out, "</{}>", names.pop().unwrap_or("unbalanced"));
            }
            XmlEvent::Text(RawText { raw, decoded, .. }) => {
                out.push_str(if decoded { reader.decoded() } else { raw });
            }
        }
    }
    assert_eq!(names, [""; 0], "{text}");
    (out, reader.faults.into_kept().map(|(_, error)| error.name()).collect())
}

#[test]
fn the_structure_is_repaired_and_each_repair_has_its_fault() {
    // Shown without the `rss` and `channel` elements around them.
    for (content, repaired, faults) in [
        // Nothing to repair
        ("<item><title>a</title></item>", "<item><title>a</title></item>", &[][..]),
        ("<item><item>a</item></item>", "<item><item>a</item></item>", &[]),
        ("<item><title>a<link>b</link></title></item>", "<item><title>a<link>b</link></title></item>", &[]),
        // Missing end tags
        ("<item><title>a</item>", "<item><title>a</title></item>", &["MismatchedEndTag"]),
        (
            "<item><title>a<link>b</link></item>",
            "<item><title>a</title><link>b</link></item>",
            &["UnclosedElement"],
        ),
        (
            "<item><title>a</title><item><title>b</title></item>",
            "<item><title>a</title></item><item><title>b</title></item>",
            &["UnclosedElement"],
        ),
        (
            "<image><title>a</title><item><title>b</title></item>",
            "<image><title>a</title></image><item><title>b</title></item>",
            &["UnclosedElement"],
        ),
        // Unknown and unexpected end tags
        (
            "<item><title>a</bogus><link>b</link></item>",
            "<item><title>a</title><link>b</link></item>",
            &["MismatchedEndTag"],
        ),
        ("<item><title>a</bogus></title></item>", "<item><title>a</title></item>", &["StrayEndTag"]),
        ("<item></title><link>b</link></item>", "<item><link>b</link></item>", &["StrayEndTag"]),
        ("<item><title>a </title>b</title></item>", "<item><title>a b</title></item>", &["StrayEndTag"]),
        // Missing start tags
        ("<item>a</title></item>", "<item><title>a</title></item>", &["MissingStartTag"]),
        (
            "<item><title>a</title></item><title>b</title></item>",
            "<item><title>a</title></item><item><title>b</title></item>",
            &["MissingStartTag"],
        ),
        (
            "<title>a</title><title>b</title></item>",
            "<title>a</title><item><title>b</title></item>",
            &["MissingStartTag"],
        ),
        // Misspelt tags
        ("<item><titel>a</title></item>", "<item><title>a</title></item>", &["MalformedTag"]),
        ("<item><tit le>a</title></item>", "<item><title>a</title></item>", &["MalformedTag"]),
        ("<item><titlea</title></item>", "<item><title>a</title></item>", &["UnclosedTag"]),
        ("<item>< title>a< /title></item>", "<item><title>a</title></item>", &["StrayLessThan"; 2]),
        ("<item>title>a</title></item>", "<item><title>a</title></item>", &["StrayLessThan"]),
        ("<item><title>a/title></item>", "<item><title>a</title></item>", &["MalformedTag"]),
        ("<item/><title>a</title></item>", "<item><title>a</title></item>", &["MalformedTag"]),
        ("<item><title>a</Title></item>", "<item><title>a</title></item>", &["MismatchedEndTag"]),
        // CDATA sections
        ("<title><![CDATA[a]]></title>", "<title>a</title>", &[]),
        ("<title><![CDATA[a</title>", "<title>a</title>", &["UnclosedCdata"]),
        (
            "<title><![CDATA[a</title><link><![CDATA[b]]></link>",
            "<title>a</title><link>b</link>",
            &["UnclosedCdata"],
        ),
        ("<title><![CDATA[a<![CDATA[b]]>c]]></title>", "<title>abc</title>", &["CdataEndInText"]),
        ("<title><! [CDATA[a]]></title>", "<title>a</title>", &["MisplacedDeclaration"]),
        ("<title>![CDATA[a]]></title>", "<title>a</title>", &["MisplacedDeclaration"]),
    ] {
        let text = format!("<rss><channel>{content}</channel></rss>");
        let expected = (format!("<rss><channel>{repaired}</channel></rss>"), faults.to_vec());
        assert_eq!(read(&text, &Limits::default()), expected, "{content}");
    }
}

#[test]
fn no_depth_overflows_the_stack() {
    let limits = Limits::default().depth(10_000_000);
    // More than fits on the stack of a test, if each level takes a hundred bytes.
    let depth = 20_000;
    for (start, end) in [("<x>", "</x>"), ("<item>", "</item>"), ("<x><title>", "</title></x>")] {
        for ends in [depth, depth / 2, 0] {
            let text = format!("<rss><channel>{}{}", start.repeat(depth), end.repeat(ends));
            let (out, _) = read(&text, &limits);
            assert!(out.ends_with("</channel></rss>"), "{start}");
        }
    }
    let nested = format!("<!DOCTYPE a [<!ELEMENT a {}b{}>]><a/>", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(read(&nested, &limits), ("<a></a>".to_owned(), vec![]));
    let mut entities = String::new();
    for n in 1..depth / 4 {
        let _ = write!(entities, "<!ENTITY e{n} '&e{};'>", n - 1);
    }
    let text = format!("<!DOCTYPE a [<!ENTITY e0 'x'>{entities}]><a>&e{};</a>", depth / 4 - 1);
    assert_eq!(read(&text, &limits), ("<a>x</a>".to_owned(), vec![]));
}

/// Pieces of markup from which nearly well-formed documents are built.
const PIECES: &[&str] = &[
    "<rss>", "</rss>", "<channel>", "</channel>", "<item>", "</item>", "<item/>", "<title>", "</title>",
    "<title/>", "<link>", "</link>", "<image>", "</image>", "<x>", "</x>", "<x a='b'>", "<x a='b/>",
    "<x a='<y>'/>", "<x:y>", "</ title>", "< title>", "< /title>", "<titel>", "<tit le>", "<title", "title>",
    "/title>", "<![CDATA[", "]]>", "<!--", "-->", "<?p", "?>", "<!DOCTYPE rss>", "&amp;", "&", "<", ">", "'",
    "\"", "text", " ", "\n", "é", "\u{1}",
];

/// Returns the start tags, end tags and texts that quick-xml finds, or `None` if it rejects the document.
fn strict_events(text: &str) -> Option<String> {
    use quick_xml::events::Event as Strict;
    let mut reader = quick_xml::Reader::from_str(text);
    reader.config_mut().expand_empty_elements = true;
    let mut out = String::new();
    loop {
        match reader.read_event().ok()? {
            Strict::Start(tag) => {
                let _ = write!(out, "<{}>", tag.name().as_ref());
            }
            Strict::End(tag) => {
                let _ = write!(out, "</{}>", tag.name().as_ref());
            }
            Strict::Eof => return Some(out),
            _ => {}
        }
    }
}

#[test]
fn events_are_balanced_and_in_document_order() {
    check(256, |u| {
        let markup = pieces(u, 0..=40, PIECES)?;
        let text = if u.arbitrary()? { format!("<rss><channel>{markup}") } else { markup };
        let mut reader = Reader::<TestSchema>::new(&text, &Limits::default());
        let offset_of = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
        let (mut depth, mut end, mut opened_at, mut tags) = (0_usize, 0, None, String::new());
        let mut names = vec![];
        while let Some(event) = reader.next(BlankText::Read) {
            match event {
                XmlEvent::Start { name, tag, .. } => {
                    // Elements without a start tag begin where their first content begins.
                    assert!(tag.offset >= end, "start at {} after {end}", tag.offset);
                    if tag.raw != name.qualified || text[tag.offset..].starts_with(&format!("<{}", tag.raw)) {
                        end = end.max(offset_of(tag.raw));
                    }
                    opened_at = Some(tag.offset);
                    depth += 1;
                    names.push(name.qualified);
                    let _ = write!(tags, "<{}>", name.qualified);
                }
                XmlEvent::End { .. } => {
                    assert!(depth > 0);
                    depth -= 1;
                    let _ = write!(tags, "</{}>", names.pop().unwrap_or_default());
                }
                XmlEvent::Text(RawText { raw, .. }) => {
                    assert!(offset_of(raw) >= end, "text at {} after {end}", offset_of(raw));
                    assert!(depth > 0);
                    end = offset_of(raw) + raw.len();
                }
            }
        }
        assert_eq!(depth, 0);
        assert!(opened_at.is_none() || reader.has_root());
        // A document without faults is read as written, and any other structure has a fault.
        if reader.faults.count() == 0 {
            assert_eq!(Some(tags), strict_events(&text));
        }
        Ok(())
    });
}

/// XML 1.0 §5.1: after an unread reference to a parameter entity, another declaration may come first.
#[test]
fn replacement_texts_are_checked_unless_another_declaration_may_come_first() {
    let mut wrong = Vec::new();
    for (standalone, declarations, expected) in [
        ("", "<!ENTITY a 'b'>", false),
        ("", "<!ENTITY a '<b/>'>", false),
        ("", "<!ENTITY a 'b<!-- c -->'>", false),
        ("", "<!ENTITY a '<b/><?c d?>'>", false),
        ("", "<!ENTITY a '<b><!-- c -->'>", true),
        ("", "<!ENTITY a 'b<!-- c'>", true),
        ("", "<!ENTITY a 'b<b>'>", true),
        ("", "<!ENTITY a 'b</b>'>", true),
        ("", "<!ENTITY % p SYSTEM 'q'>%p;<!ENTITY a 'b<b>'>", false),
        (" standalone='yes'", "<!ENTITY % p SYSTEM 'q'>%p;<!ENTITY a 'b<b>'>", true),
    ] {
        let document = format!(
            "<?xml version='1.0'{standalone}?><!DOCTYPE rss [{declarations}]><rss><channel><title>&a;</title></channel></rss>"
        );
        let (_, faults) = read(&document, &Limits::default());
        if faults.contains(&"MalformedEntity") != expected {
            wrong.push((document, faults));
        }
    }
    assert_eq!(wrong, []);
}
