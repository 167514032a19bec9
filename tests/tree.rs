//! The tree of a document: for well-formed ones it equals the tree of roxmltree, and for all others it is sound.

use bozofeed::Parser;
use bozofeed::tree::{ElementTree, NodePart};
use roxmltree::ParsingOptions;

use crate::common::fixtures;

/// A fixture whose entities contain references to others, which roxmltree does not expand (XML 1.0 §4.4.2).
const NESTED_ENTITIES: &str = "entities-within-entities.xml";

#[test]
fn a_well_formed_document_is_the_tree_that_roxmltree_reads() {
    let mut failures = Vec::new();
    let mut compared = 0;
    for path in fixtures().into_iter().filter(|path| !path.ends_with(NESTED_ENTITIES)) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        // The byte order mark is not part of our text, and would shift every range.
        let text = text.trim_start_matches('\u{FEFF}').to_owned();
        let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
        let Ok(expected) = roxmltree::Document::parse_with_options(&text, options) else { continue };
        // Our parser determines other encodings, and repairs unintended content.
        let parsed = bozofeed::parse(&text);
        if !parsed.well_formed || parsed.format == bozofeed::Format::Unknown {
            continue;
        }
        compared += 1;
        let tree = Parser::new().tree(&text);
        let (found, expected) = (lines(&tree), expected_lines(&expected));
        if let Some(at) = (0..found.len().max(expected.len())).find(|at| found.get(*at) != expected.get(*at))
        {
            failures.push(format!(
                "{}: line {at}\n  expected {:?}\n  found    {:?}",
                path.display(),
                expected.get(at),
                found.get(at)
            ));
        }
    }
    assert!(compared > 250, "{compared}");
    assert!(failures.is_empty(), "{} of {compared}\n{}", failures.len(), failures.join("\n"));
}

/// Returns a line for each element: its name, its attributes, its own text, and its extent.
fn lines(tree: &ElementTree<'_>) -> Vec<String> {
    let line = |node: bozofeed::tree::Node<'_>| {
        let attributes: Vec<_> = node
            .attributes()
            .map(|a| (if a.namespace().is_some() { a.local_name() } else { a.name() }, a.value()))
            .collect();
        format!("{} {attributes:?} {:?} {:?}", node.local_name(), node.text(), node.range())
    };
    tree.nodes().map(line).collect()
}

fn expected_lines(document: &roxmltree::Document<'_>) -> Vec<String> {
    let line = |node: roxmltree::Node<'_, '_>| {
        let attributes: Vec<_> = node.attributes().map(|a| (a.name(), a.value())).collect();
        let text: String =
            node.children().filter(roxmltree::Node::is_text).filter_map(|text| text.text()).collect();
        format!("{} {attributes:?} {text:?} {:?}", node.tag_name().name(), node.range())
    };
    document.descendants().filter(roxmltree::Node::is_element).map(line).collect()
}

/// The documents of the fixtures, truncated at many places.
#[test]
fn a_document_that_is_cut_off_is_a_tree() {
    for path in fixtures() {
        let bytes = std::fs::read(&path).unwrap();
        for end in (0..bytes.len()).step_by(bytes.len() / 7 + 1) {
            check(&Parser::new().tree(&bytes[..end]));
        }
    }
}

/// Checks that elements are nested, and that everything matches its range.
pub(crate) fn check(tree: &ElementTree<'_>) {
    let text = tree.text();
    for node in tree.nodes() {
        let range = node.range();
        assert!(text.get(range.clone()).is_some(), "{node:?}");
        assert!(text.get(node.start_tag()).is_some(), "{node:?}");
        if let Some(parent) = node.parent() {
            let outer = parent.range();
            assert!(outer.start <= range.start && range.end <= outer.end, "{parent:?} {node:?}");
        }
        let mut at = node.start_tag().start;
        for part in node.parts() {
            let range = match part {
                NodePart::Element(child) => child.range(),
                NodePart::Text(piece) => piece.range(),
            };
            assert!(at <= range.start && text.get(range.clone()).is_some(), "{node:?}: {part:?}");
            at = range.start;
        }
        for attribute in node.attributes() {
            assert!(text.get(attribute.value_range()).is_some(), "{attribute:?}");
            assert!(text.get(attribute.name_range()).is_some(), "{attribute:?}");
        }
    }
}
