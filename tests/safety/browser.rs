//! The interpretation of markup and URLs by a browser, simulated with html5ever and the `url` crate.

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink as _};
use html5ever::{Attribute, ExpandedName, ParseOpts, QualName, local_name, ns, parse_document};
use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;
use url::Url;

/// An element created by the parser.
pub(super) struct Element {
    pub(super) name: String,
    /// The names, without prefixes, and the values.
    pub(super) attributes: Vec<(String, String)>,
}

/// Records the elements that a parser creates, anywhere in the tree.
#[derive(Default)]
struct Elements(RefCell<Vec<Element>>);

impl Elements {
    fn note(&self, name: &QualName, attributes: Vec<Attribute>) {
        let attributes = attributes.into_iter().map(|a| (a.name.local.to_string(), a.value.to_string()));
        self.0.borrow_mut().push(Element { name: name.local.to_string(), attributes: attributes.collect() });
    }
}

fn nameless() -> Rc<QualName> {
    Rc::new(QualName::new(None, ns!(), local_name!("")))
}

impl TreeSink for Elements {
    type Handle = Rc<QualName>;
    type Output = Vec<Element>;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Vec<Element> {
        self.0.into_inner()
    }

    fn get_document(&self) -> Rc<QualName> {
        nameless()
    }

    fn elem_name<'a>(&'a self, target: &'a Rc<QualName>) -> ExpandedName<'a> {
        target.expanded()
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, _: ElementFlags) -> Rc<QualName> {
        self.note(&name, attributes);
        Rc::new(name)
    }

    fn create_comment(&self, _: StrTendril) -> Rc<QualName> {
        nameless()
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Rc<QualName> {
        nameless()
    }

    fn get_template_contents(&self, _: &Rc<QualName>) -> Rc<QualName> {
        nameless()
    }

    fn same_node(&self, one: &Rc<QualName>, other: &Rc<QualName>) -> bool {
        Rc::ptr_eq(one, other)
    }

    fn add_attrs_if_missing(&self, target: &Rc<QualName>, attributes: Vec<Attribute>) {
        self.note(target, attributes);
    }

    fn parse_error(&self, _: Cow<'static, str>) {}
    fn set_quirks_mode(&self, _: QuirksMode) {}
    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}
    fn append(&self, _: &Rc<QualName>, _: NodeOrText<Rc<QualName>>) {}
    fn append_before_sibling(&self, _: &Rc<QualName>, _: NodeOrText<Rc<QualName>>) {}
    fn append_based_on_parent_node(&self, _: &Rc<QualName>, _: &Rc<QualName>, _: NodeOrText<Rc<QualName>>) {}
    fn remove_from_parent(&self, _: &Rc<QualName>) {}
    fn reparent_children(&self, _: &Rc<QualName>, _: &Rc<QualName>) {}
}

/// Returns the elements of markup in a page.
pub(super) fn elements(markup: &str) -> Vec<Element> {
    let page = format!("<!DOCTYPE html><title></title><body>{markup}");
    parse_document(Elements::default(), ParseOpts::default()).one(page)
}

/// Resolves a URL like a browser in a page.
pub(super) fn resolve(reference: &str) -> Option<Url> {
    Url::parse("https://page.test/").ok()?.join(reference).ok()
}

/// Returns whether XML 1.0 allows a character (`Char`, §2.2).
fn is_of_xml(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..)
}

/// Returns whether a character has no glyph: white space, control characters, noncharacters, and Unicode's default ignorable
/// characters and interlinear annotation.
#[rustfmt::skip]
pub(super) fn is_invisible(c: char) -> bool {
    let is_noncharacter = u32::from(c) & 0xFFFE == 0xFFFE || matches!(c, '\u{FDD0}'..='\u{FDEF}');
    is_noncharacter || c.is_whitespace() || c.is_control() || matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}'
        | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}')
}

/// Returns a text without invisible characters and characters that XML does not allow, which some consumers drop.
pub(super) fn visible(text: &str) -> String {
    text.chars().filter(|c| is_of_xml(*c) && !is_invisible(*c)).collect()
}
