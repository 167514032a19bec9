use std::fmt::Write as _;

use super::{ElementTree, Node, NodePart};
use crate::{Document, Limit, Limits, Parser};

fn tree(document: &str) -> ElementTree<'_> {
    Parser::new().tree(document)
}

/// Returns the elements with their attributes and texts, each as `name[attribute=value](content)`.
fn outline(tree: &ElementTree<'_>) -> String {
    let mut outline = String::new();
    let roots = tree.nodes().filter(|node| node.parent().is_none());
    roots.for_each(|root| write_node(root, &mut outline));
    outline
}

fn write_node(node: Node<'_>, outline: &mut String) {
    outline.push_str(node.name());
    for attribute in node.attributes() {
        write!(outline, "[{}={}]", attribute.name(), attribute.value()).unwrap();
    }
    outline.push('(');
    for part in node.parts() {
        match part {
            NodePart::Element(child) => write_node(child, outline),
            NodePart::Text(piece) => outline.push_str(piece.value()),
        }
    }
    outline.push(')');
}

#[test]
fn a_document_is_a_tree_as_it_was_repaired() {
    let mut wrong = Vec::new();
    for (document, expected) in [
        ("<rss><channel>a<b/>c</channel></rss>", "rss(channel(ab()c))"),
        ("<a x='1 &amp; 2' y=\"\t\">&lt;<![CDATA[<b>]]></a>", "a[x=1 & 2][y= ](<<b>)"),
        ("<rss><channel><title>a</channel></rss>", "rss(channel(title(a)))"),
        ("<rss><channel><title>AT&T", "rss(channel(title(AT&T)))"),
        ("<a>1<!-- 2 -->3<?x?>4</a>", "a(134)"),
        ("<!DOCTYPE a [<!ATTLIST a x CDATA 'd'><!ENTITY e 'f'>]><a>&e;</a>", "a[x=d](f)"),
        ("<a/><b/>", "a()b()"),
        ("", ""),
        ("words", ""),
        (
            "{\"title\":\"a\\u0062\",\"items\":[{\"id\":1},null],\"x\":{}}",
            "(title(ab)items(id(1))items()x())",
        ),
        ("{\"a\":[[1,[2]],true]}", "(a(a(1)a(a(2)))a(true))"),
        ("[1,\"b\"]", "((1)(b))"),
        // Repaired.
        ("{\"title\":\"a\",\"items\":[{\"id\":\"x\"", "(title(a)items(id(x)))"),
    ] {
        let found = outline(&tree(document));
        if found != expected {
            wrong.push(format!("{document}\n  expected {expected}\n  found    {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn everything_has_its_place_in_the_text() {
    let text =
        "<?xml version='1.0'?>\n<é:a xmlns:é='urn:e' x = \"a&amp;b\" y='' ><![CDATA[1]]>2 &lt;<b/></é:a>";
    let tree = tree(text);
    let at = |range: std::ops::Range<usize>| &tree.text()[range];
    let root = tree.root().unwrap();
    assert_eq!(at(root.start_tag()), "<é:a xmlns:é='urn:e' x = \"a&amp;b\" y='' >");
    assert_eq!(at(root.range()), &text[22..]);
    let attributes: Vec<_> = root.attributes().map(|a| (at(a.name_range()), at(a.value_range()))).collect();
    assert_eq!(attributes, [("x", "a&amp;b"), ("y", "")]);
    let pieces: Vec<_> = root.pieces().map(|piece| (at(piece.range()), piece.is_cdata())).collect();
    assert_eq!(pieces, [("1", true), ("2 &lt;", false)]);
    assert_eq!(at(root.children().next().unwrap().range()), "<b/>");
    assert_eq!(root.position().to_string(), "line 2, column 1");
}

#[test]
fn places_count_a_byte_order_mark_for_positions_only() {
    let document = Document::new(b"\xEF\xBB\xBF<a/>");
    let tree = Parser::new().tree(document);
    let root = tree.root().unwrap();
    assert_eq!((&tree.text()[root.range()], root.position().offset), ("<a/>", 3));
}

#[test]
fn names_are_those_of_vocabularies() {
    let tree = tree(
        "<RSS xmlns:i='http://www.itunes.com/DTDs/Podcast-1.0.dtd' xmlns:w='urn:w'>
        <Item i:x=''/><i:Image/><w:wind/><dc:date/><x:y/></RSS>",
    );
    let mut wrong = Vec::new();
    for (name, is, is_not) in [
        ("RSS", "rss", "channel"),
        ("Item", "item", "itunes:item"),
        ("i:Image", "itunes:image", "i:image"),
        ("w:wind", "w:wind", "w:Wind"),
        // Not declared: the customary meaning applies.
        ("dc:date", "dc:date", "date"),
        ("x:y", "x:y", "y"),
    ] {
        let node = tree.nodes().find(|node| node.name() == name).unwrap();
        if !node.is(is) || node.is(is_not) {
            wrong.push((name, node.namespace(), node.is(is), node.is(is_not)));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
    let item = tree.nodes().nth(1).unwrap();
    let attribute = item.attributes().next().unwrap();
    assert_eq!(
        (attribute.prefix(), attribute.local_name(), attribute.namespace()),
        ("i", "x", Some("http://www.itunes.com/DTDs/Podcast-1.0.dtd"))
    );
}

#[test]
fn elements_are_found_from_each_other() {
    let tree = tree("<a><b><c/><d/></b><e/></a>");
    let names = |nodes: &mut dyn Iterator<Item = Node<'_>>| {
        nodes.map(|node| node.name().to_owned()).collect::<String>()
    };
    let root = tree.root().unwrap();
    assert_eq!(names(&mut root.children()), "be");
    assert_eq!(names(&mut root.descendants()), "bcde");
    let d = tree.nodes().find(|node| node.name() == "d").unwrap();
    assert_eq!(names(&mut std::iter::successors(Some(d), Node::parent)), "dba");
    assert_eq!(names(&mut d.children().chain(d.descendants())), "");
    assert_eq!(d.parent(), root.children().next());
}

#[test]
fn limits_hold_for_trees() {
    let wide = format!("<a>{}</a>", "<b x=''/>".repeat(1000));
    let deep = "<a>".repeat(100);
    let json = format!("{{\"a\":[{}1]}}", "1,".repeat(1000));
    let memory = Limits::default().memory(10_000);
    let mut wrong = Vec::new();
    for (name, document, limits, expected) in [
        ("wide", &wide, Limits::default(), None),
        ("memory", &wide, memory, Some(Limit::Memory)),
        ("JSON", &json, memory, Some(Limit::Memory)),
        ("depth", &deep, Limits::default().depth(50), Some(Limit::Depth)),
        ("size", &wide, Limits::default().size(50), Some(Limit::Size)),
    ] {
        let tree = Parser::new().limits(limits).tree(document.as_str());
        // Any result is a tree.
        let is_sound = tree.nodes().all(|node| node.range().end <= tree.text().len());
        if tree.limit() != expected || tree.root().is_none() || !is_sound {
            wrong.push((name, tree.limit(), is_sound));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}
