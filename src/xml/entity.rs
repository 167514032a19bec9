//! The general entities that a document declares, and what they stand for (XML 1.0 §4).
//!
//! Where an entity is referred to in text, the text of its replacement is included: its markup counts for the verdict, but
//! makes no elements of the feed. In markup that the feed quotes, it is included as it stands.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use memchr::{memchr, memchr2, memmem};

use super::reference::{Reference, parse, predefined};
use crate::html::entities as html_entities;

/// What an entity stands for.
#[derive(Debug)]
pub(super) enum Definition {
    /// Its replacement text (§4.5).
    Internal(Box<str>),
    /// A text that stands elsewhere, and is never read.
    External,
    /// Something that is no text.
    Unparsed,
}

impl Definition {
    /// `EntityValue ::= '"' ([^%&"] | PEReference | Reference)* '"'` (§2.3): character references are included, those to
    /// general entities bypassed (§4.4, §4.5). Nothing if it is malformed; in the internal subset, so is a reference to a
    /// parameter entity (§2.8, WFC: PEs in Internal Subset).
    pub(super) fn internal(literal: &str) -> Option<Self> {
        let mut text = String::with_capacity(literal.len());
        let mut rest = literal;
        while let Some(at) = memchr2(b'&', b'%', rest.as_bytes()) {
            let (before, behind) = (rest.get(..at)?, rest.get(at + 1..)?);
            text.push_str(before);
            if rest.as_bytes().get(at) == Some(&b'%') {
                return None;
            }
            let (reference, length) = parse(behind)?;
            match reference {
                Reference::Character(c) => text.push(c),
                Reference::Entity(_) => text.push_str(rest.get(at..=at + length)?),
            }
            rest = behind.get(length..)?;
        }
        text.push_str(rest);
        Some(Self::Internal(text.into_boxed_str()))
    }
}

#[derive(Debug)]
struct Entity {
    definition: Definition,
    /// Whether it is being included.
    open: Cell<bool>,
    /// Whether its replacement text was looked at on its own.
    audited: Cell<bool>,
}

/// How a reference is included (§4.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// In content: the text that it makes.
    Text,
    /// In an attribute's value: the characters that it makes (§4.4.5).
    Attribute,
    /// In markup that stays markup: its replacement text, references to characters as they are.
    Markup,
}

/// Why a reference is not included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// No entity of this name is declared.
    Undeclared,
    /// It refers to itself (§4.1, WFC: No Recursion).
    Recursive,
    /// Nothing of its kind may be referred to here.
    Forbidden,
    /// It stands elsewhere.
    External,
    /// It would add more than the limit allows.
    TooLong,
}

/// A replacement text to be audited as content (§4.3.2), for a reference that stands at `offset`.
#[derive(Debug)]
pub(super) struct Audit {
    pub(super) name: Box<str>,
    pub(super) text: Box<str>,
    pub(super) offset: usize,
}

/// The general entities that the internal subset declares.
#[derive(Debug, Default)]
pub(crate) struct Entities {
    declared: HashMap<Box<str>, Entity>,
    /// There is an external subset, which is not read.
    pub(super) external_subset: bool,
    /// A parameter entity was referred to, which is not read.
    parameters: bool,
    /// The document says that nothing outside of it declares anything (§2.9).
    standalone: bool,
    /// How many bytes may still come of references.
    budget: Cell<usize>,
    exceeded: Cell<bool>,
    audits: RefCell<Vec<Audit>>,
}

impl Entities {
    /// `budget`: how many bytes may come of references, beyond their own length.
    pub(super) fn new(budget: usize, standalone: bool) -> Self {
        Self { budget: Cell::new(budget), standalone, ..Self::default() }
    }

    /// Declares a general entity; the first declaration of a name counts (§4.2).
    pub(super) fn declare(&mut self, name: &str, definition: Definition) {
        let entity = Entity { definition, open: Cell::new(false), audited: Cell::new(false) };
        self.declared.entry(name.into()).or_insert(entity);
    }

    pub(super) fn refer_to_parameter(&mut self) {
        self.parameters = true;
    }

    /// Whether declarations stand behind others that were not read, so that they are not to be believed (§5.1).
    pub(super) fn is_beyond_parameters(&self) -> bool {
        self.parameters && !self.standalone
    }

    /// Whether an entity that is not declared here is declared nowhere (§4.1, WFC: Entity Declared).
    pub(super) fn is_complete(&self) -> bool {
        self.standalone || !(self.external_subset || self.parameters)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.declared.is_empty()
    }

    /// Whether references were left as they are because they would have added too much.
    pub(super) fn is_exceeded(&self) -> bool {
        self.exceeded.get()
    }

    /// The next replacement text that markup was found in.
    pub(super) fn next_audit(&self) -> Option<Audit> {
        self.audits.borrow_mut().pop()
    }

    /// Takes bytes that the document does not hold itself from the budget.
    pub(super) fn spend(&self, length: usize) -> Result<(), Refusal> {
        match self.budget.get().checked_sub(length) {
            Some(left) if !self.exceeded.get() => {
                self.budget.set(left);
                Ok(())
            }
            _ => {
                self.exceeded.set(true);
                Err(Refusal::TooLong)
            }
        }
    }

    /// Includes the entity `name`, for a reference at `offset`; tells whether all that is included is well-formed there.
    /// Where it is refused, nothing is.
    pub(super) fn include(
        &self,
        name: &str,
        form: Form,
        offset: usize,
        out: &mut String,
    ) -> Result<bool, Refusal> {
        let length = out.len();
        let mut open: Vec<Inclusion<'_>> = Vec::new();
        let free = name.len() + "&;".len();
        let result = self
            .enter(name, form, offset, free, &mut open)
            .and_then(|()| self.include_all(form, offset, &mut open, out));
        for inclusion in &open {
            inclusion.entity.open.set(false);
        }
        if result.is_err() {
            out.truncate(length);
        }
        result
    }

    /// Begins to include an entity.
    fn enter<'e>(
        &'e self,
        name: &str,
        form: Form,
        offset: usize,
        free: usize,
        open: &mut Vec<Inclusion<'e>>,
    ) -> Result<(), Refusal> {
        let entity = self.declared.get(name).ok_or(Refusal::Undeclared)?;
        let text = match &entity.definition {
            Definition::Internal(text) => text,
            Definition::External if form != Form::Attribute => return Err(Refusal::External),
            Definition::External | Definition::Unparsed => return Err(Refusal::Forbidden),
        };
        if entity.open.get() {
            return Err(Refusal::Recursive);
        }
        self.spend(text.len().saturating_sub(free))?;
        entity.open.set(true);
        if form == Form::Text
            && !entity.audited.replace(true)
            && (memchr(b'<', text.as_bytes()).is_some() || memmem::find(text.as_bytes(), b"]]>").is_some())
        {
            self.audits.borrow_mut().push(Audit { name: name.into(), text: text.clone(), offset });
        }
        open.push(Inclusion { entity, rest: text });
        Ok(())
    }

    /// Carries the inclusions out, innermost first.
    fn include_all<'e>(
        &'e self,
        form: Form,
        offset: usize,
        open: &mut Vec<Inclusion<'e>>,
        out: &mut String,
    ) -> Result<bool, Refusal> {
        let mut well_formed = true;
        while let Some(inclusion) = open.last_mut() {
            let rest = inclusion.rest;
            let bytes = rest.as_bytes();
            let special = if form == Form::Markup { memchr(b'&', bytes) } else { memchr2(b'&', b'<', bytes) };
            let Some(at) = special else {
                out.push_str(rest);
                inclusion.entity.open.set(false);
                open.pop();
                continue;
            };
            out.push_str(rest.get(..at).unwrap_or(""));
            let behind = rest.get(at + 1..).unwrap_or("");
            if bytes.get(at) == Some(&b'<') {
                if form == Form::Text {
                    inclusion.rest = behind_markup(rest.get(at..).unwrap_or(""), out);
                } else {
                    // §3.1, WFC: No < in Attribute Values
                    well_formed = false;
                    out.push('<');
                    inclusion.rest = behind;
                }
                continue;
            }
            let Some((reference, length)) = parse(behind) else {
                well_formed = false;
                out.push_str(if form == Form::Markup { "&amp;" } else { "&" });
                inclusion.rest = behind;
                continue;
            };
            let written = rest.get(at..=at + length).unwrap_or("&");
            inclusion.rest = behind.get(length..).unwrap_or("");
            let character = match reference {
                Reference::Character(c) => Some(c),
                Reference::Entity(name) => predefined(name),
            };
            match (character, reference) {
                (Some(c), _) if form != Form::Markup => out.push(c),
                (Some(_), _) | (None, Reference::Character(_)) => out.push_str(written),
                (None, Reference::Entity(name)) => match self.enter(name, form, offset, 0, open) {
                    Ok(()) => {}
                    Err(Refusal::Undeclared) => {
                        well_formed &= !self.is_complete();
                        match written.get(1..).and_then(html_entities::resolve) {
                            Some((first, second)) if form != Form::Markup => {
                                out.push(first);
                                out.extend(second);
                            }
                            Some(_) | None => out.push_str(written),
                        }
                    }
                    Err(Refusal::External) => out.push_str(written),
                    Err(refusal @ (Refusal::Recursive | Refusal::Forbidden | Refusal::TooLong)) => {
                        return Err(refusal);
                    }
                },
            }
        }
        Ok(well_formed)
    }
}

/// An entity that is being included, and what is left of its replacement text.
#[derive(Debug)]
struct Inclusion<'e> {
    entity: &'e Entity,
    rest: &'e str,
}

/// Passes the markup at the start of `rest`; the content of a CDATA section is text.
fn behind_markup<'t>(rest: &'t str, out: &mut String) -> &'t str {
    let bytes = rest.as_bytes();
    let (end, length) = if let Some(content) = rest.strip_prefix("<![CDATA[") {
        let end = memmem::find(content.as_bytes(), b"]]>").unwrap_or(content.len());
        out.push_str(content.get(..end).unwrap_or(""));
        (end + "<![CDATA[".len(), "]]>".len())
    } else if rest.starts_with("<!--") {
        (memmem::find(bytes, b"-->").unwrap_or(rest.len()), "-->".len())
    } else if rest.starts_with("<?") {
        (memmem::find(bytes, b"?>").unwrap_or(rest.len()), "?>".len())
    } else {
        (memchr(b'>', bytes).unwrap_or(rest.len()), 1)
    };
    rest.get(end + length..).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entities(declared: &[(&str, &str)]) -> Entities {
        let mut entities = Entities::new(1000, false);
        for (name, literal) in declared {
            entities.declare(name, Definition::internal(literal).expect("an entity value"));
        }
        entities
    }

    #[test]
    fn replacement_text_is_constructed_before_it_is_included() {
        for (literal, text, attribute, markup) in [
            ("M&#233;", "Mé", Some("Mé"), "Mé"),
            // §4.5's own: the reference is included only where the entity is.
            ("&#38;#60;", "<", Some("<"), "&#60;"),
            ("&#38;#38;", "&", Some("&"), "&#38;"),
            ("&lt;b&gt;", "<b>", Some("<b>"), "&lt;b&gt;"),
            ("&who; &who;", "Anna Anna", Some("Anna Anna"), "Anna Anna"),
            ("<b>bold</b>", "bold", None, "<b>bold</b>"),
            ("&#60;b>bold&#60;/b>", "bold", None, "<b>bold</b>"),
            ("<![CDATA[a<b]]><!-- c --><?d e?>f", "a<bf", None, "<![CDATA[a<b]]><!-- c --><?d e?>f"),
            ("&nbsp;", "\u{A0}", None, "&nbsp;"),
        ] {
            let entities = entities(&[("it", literal), ("who", "Anna")]);
            let include = |form| {
                let mut out = String::new();
                let result = entities.include("it", form, 0, &mut out);
                (result, out)
            };
            assert_eq!(include(Form::Text).1, text, "{literal}");
            assert_eq!(include(Form::Markup).1, markup, "{literal}");
            let (result, out) = include(Form::Attribute);
            assert_eq!((result == Ok(true)).then_some(out.as_str()), attribute, "{literal}");
        }
    }

    #[test]
    fn what_cannot_be_included_is_refused_whole() {
        let mut entities = entities(&[("a", "x&b;"), ("b", "y&a;"), ("c", "&c;"), ("deep", "&pic;")]);
        entities.declare("pic", Definition::Unparsed);
        entities.declare("far", Definition::External);
        for (name, form, refusal) in [
            ("a", Form::Text, Refusal::Recursive),
            ("b", Form::Attribute, Refusal::Recursive),
            ("c", Form::Markup, Refusal::Recursive),
            ("deep", Form::Text, Refusal::Forbidden),
            ("far", Form::Text, Refusal::External),
            ("far", Form::Attribute, Refusal::Forbidden),
            ("none", Form::Text, Refusal::Undeclared),
        ] {
            let mut out = String::from("kept");
            assert_eq!(entities.include(name, form, 0, &mut out), Err(refusal), "{name}");
            assert_eq!(out, "kept");
        }
    }

    #[test]
    fn entities_within_entities_are_stopped_at_the_limit() {
        let mut declared = vec![("e0".to_owned(), "0123456789".to_owned())];
        for level in 1..12 {
            declared.push((format!("e{level}"), format!("&e{};", level - 1).repeat(10)));
        }
        let declared: Vec<_> = declared.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let entities = entities(&declared);
        let mut out = String::new();
        assert_eq!(entities.include("e1", Form::Text, 0, &mut out), Ok(true));
        assert_eq!(out.len(), 100);
        assert_eq!(entities.include("e11", Form::Text, 0, &mut out), Err(Refusal::TooLong));
        assert_eq!(out.len(), 100);
        assert!(entities.is_exceeded());
    }
}
