//! The general entities that a document declares (XML 1.0 §4).
//!
//! A reference in text includes the character data of the replacement text: markup in it is checked for well-formedness, but
//! does not become elements of the feed. In markup that is kept as written, the whole replacement text is included.

use std::cell::{Cell, RefCell};

use bozofeed_text::forward::{memchr, memchr2, memmem};
use bozofeed_text::maps::Map;

use super::reference::{Reference, parse, predefined};
use super::scanner::Section;
use bozofeed_text::html::entities as html_entities;

/// The definition of an entity.
#[derive(Debug)]
pub(super) enum Definition {
    /// Its replacement text (§4.5).
    Internal(Box<str>),
    /// An external parsed entity, which is never opened.
    External,
    /// An unparsed entity.
    Unparsed,
}

impl Definition {
    /// `EntityValue ::= '"' ([^%&"] | PEReference | Reference)* '"'` (§2.3)
    ///
    /// Character references are included, references to general entities are bypassed (§4.4, §4.5). Returns `None` if the
    /// literal is malformed, or contains a reference to a parameter entity (§2.8, WFC: PEs in Internal Subset).
    pub(super) fn internal(literal: &str) -> Option<Self> {
        let mut text = String::with_capacity(literal.len());
        let mut rest = literal;
        while let Some(at) = memchr2(b'&', b'%', rest.as_bytes()) {
            let (before, after) = (rest.get(..at)?, rest.get(at + 1..)?);
            text.push_str(before);
            if rest.as_bytes().get(at) == Some(&b'%') {
                return None;
            }
            let (reference, length) = parse(after)?;
            match reference {
                Reference::Character(c) => text.push(c),
                Reference::Entity(_) => text.push_str(rest.get(at..=at + length)?),
            }
            rest = after.get(length..)?;
        }
        text.push_str(rest);
        Some(Self::Internal(text.into_boxed_str()))
    }
}

#[derive(Debug)]
struct Entity {
    definition: Definition,
    /// Whether the entity is being included.
    open: Cell<bool>,
    /// Whether the replacement text was queued for the check of its well-formedness.
    audited: Cell<bool>,
}

/// The way in which an entity is included (§4.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Inclusion {
    /// In content: the character data of the replacement text.
    Text,
    /// In an attribute value: included in literal (§4.4.5).
    Attribute,
    /// In markup that is kept as written: the replacement text with its markup and character references.
    Markup,
}

/// The reason why an entity is not included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EntityRefusal {
    /// No entity with this name is declared.
    Undeclared,
    /// The entity contains itself (§4.1, WFC: No Recursion).
    Recursive,
    /// References to this kind of entity are not allowed here.
    Forbidden,
    /// The entity is external, and not read.
    External,
    /// The entity exceeds the limit on expansion.
    TooLong,
}

/// A replacement text to be checked for well-formedness (§4.3.2), with the offset of a reference to it.
#[derive(Debug)]
pub(super) struct Audit {
    pub(super) name: Box<str>,
    pub(super) text: Box<str>,
    pub(super) offset: usize,
}

/// The general entities that the internal subset declares.
#[derive(Debug, Default)]
pub(crate) struct Entities {
    declared: Map<Box<str>, Entity>,
    /// Whether the document type declaration has an external subset, which is not read.
    pub(super) external_subset: bool,
    /// Whether the internal subset refers to a parameter entity, which is not read.
    parameters: bool,
    /// Whether the XML declaration has `standalone="yes"` (§2.9).
    standalone: bool,
    /// The number of bytes that references may still add.
    budget: Cell<usize>,
    exceeded: Cell<bool>,
    audits: RefCell<Vec<Audit>>,
}

impl Entities {
    /// Creates an empty set. References may add `budget` bytes beyond their own length.
    pub(super) fn new(budget: usize, standalone: bool) -> Self {
        Self { budget: Cell::new(budget), standalone, ..Self::default() }
    }

    /// Declares a general entity. Only the first declaration of a name is binding (§4.2).
    pub(super) fn declare(&mut self, name: &str, definition: Definition) {
        let entity = Entity { definition, open: Cell::new(false), audited: Cell::new(false) };
        self.declared.entry(name.into()).or_insert(entity);
    }

    /// Records a reference to a parameter entity.
    pub(super) fn refer_to_parameter(&mut self) {
        self.parameters = true;
    }

    /// Returns whether unread declarations may precede this one, so that it is not binding (§5.1).
    pub(super) fn is_beyond_parameters(&self) -> bool {
        self.parameters && !self.standalone
    }

    /// Returns whether all declarations were read, so that other entities are undeclared (§4.1, WFC: Entity Declared).
    pub(super) fn is_complete(&self) -> bool {
        self.standalone || !(self.external_subset || self.parameters)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.declared.is_empty()
    }

    /// Returns whether references were kept as text because of the limit on expansion.
    pub(super) fn is_exceeded(&self) -> bool {
        self.exceeded.get()
    }

    /// Removes and returns the next replacement text to be checked.
    pub(super) fn next_audit(&self) -> Option<Audit> {
        self.audits.borrow_mut().pop()
    }

    /// Takes `length` bytes from the budget.
    pub(super) fn spend(&self, length: usize) -> Result<(), EntityRefusal> {
        match self.budget.get().checked_sub(length) {
            // After the first refusal, everything is refused, even if it would fit: the references of a text must not be
            // included or refused depending on their lengths.
            Some(left) if !self.exceeded.get() => {
                self.budget.set(left);
                Ok(())
            }
            Some(_) | None => {
                self.exceeded.set(true);
                Err(EntityRefusal::TooLong)
            }
        }
    }

    /// Includes the entity `name` for a reference at `offset`, and returns whether the included text is well-formed there.
    /// On error, `out` is unchanged.
    pub(super) fn include(
        &self,
        name: &str,
        inclusion: Inclusion,
        offset: usize,
        out: &mut String,
    ) -> Result<bool, EntityRefusal> {
        let length = out.len();
        // A stack instead of recursion, since a chain of entities may be as long as the document.
        let mut open: Vec<Expansion<'_>> = Vec::new();
        // The reference itself is replaced, so only the excess counts.
        let free = name.len() + "&;".len();
        let result = self
            .enter(name, inclusion, offset, free, &mut open)
            .and_then(|()| self.include_all(inclusion, offset, &mut open, out));
        // After a refusal, the entities around the refused one are still marked as open. If the marks stayed, the next
        // reference to one of them would be refused as recursive.
        for expansion in &open {
            expansion.entity.open.set(false);
        }
        if result.is_err() {
            out.truncate(length);
        }
        result
    }

    /// Begins to include an entity. `free` bytes are not taken from the budget.
    fn enter<'e>(
        &'e self,
        name: &str,
        inclusion: Inclusion,
        offset: usize,
        free: usize,
        open: &mut Vec<Expansion<'e>>,
    ) -> Result<(), EntityRefusal> {
        let entity = self.declared.get(name).ok_or(EntityRefusal::Undeclared)?;
        let text = match &entity.definition {
            Definition::Internal(text) => text,
            Definition::External if inclusion != Inclusion::Attribute => return Err(EntityRefusal::External),
            Definition::External | Definition::Unparsed => return Err(EntityRefusal::Forbidden),
        };
        // Recursion is checked before anything is charged, so that a recursive entity is reported as a fault
        // of the document, even if it is longer than the rest of the budget.
        if entity.open.get() {
            return Err(EntityRefusal::Recursive);
        }
        // Charged before anything is copied, so that entities that double their text ("billion laughs") stop at the limit.
        self.spend(text.len().saturating_sub(free))?;
        entity.open.set(true);
        // The order of these conditions matters: `replace` marks the entity as checked, and an inclusion in an attribute value
        // must not do that, since no check follows.
        if inclusion == Inclusion::Text
            // Only markup and `]]>` need an audit, and only once for each entity: references are checked while they are
            // included.
            && !entity.audited.replace(true)
            && (memchr(b'<', text.as_bytes()).is_some() || memmem::find(text.as_bytes(), b"]]>").is_some())
        {
            self.audits.borrow_mut().push(Audit { name: name.into(), text: text.clone(), offset });
        }
        open.push(Expansion { entity, rest: text });
        Ok(())
    }

    /// Includes the rest of all open entities, innermost first.
    fn include_all<'e>(
        &'e self,
        inclusion: Inclusion,
        offset: usize,
        open: &mut Vec<Expansion<'e>>,
        out: &mut String,
    ) -> Result<bool, EntityRefusal> {
        let mut well_formed = true;
        while let Some(expansion) = open.last_mut() {
            let rest = expansion.rest;
            let bytes = rest.as_bytes();
            let special =
                if inclusion == Inclusion::Markup { memchr(b'&', bytes) } else { memchr2(b'&', b'<', bytes) };
            let Some(at) = special else {
                out.push_str(rest);
                expansion.entity.open.set(false);
                open.pop();
                continue;
            };
            out.push_str(rest.get(..at).unwrap_or(""));
            let after = rest.get(at + 1..).unwrap_or("");
            if bytes.get(at) == Some(&b'<') {
                if inclusion == Inclusion::Text {
                    // Tags in an entity do not open elements: only the character data is included.
                    expansion.rest = skip_markup(rest.get(at..).unwrap_or(""), out);
                } else {
                    // §3.1, WFC: No < in Attribute Values
                    well_formed = false;
                    out.push('<');
                    expansion.rest = after;
                }
                continue;
            }
            let Some((reference, length)) = parse(after) else {
                well_formed = false;
                // Markup is parsed again, where a bare ampersand could form a reference with the text after it.
                out.push_str(if inclusion == Inclusion::Markup { "&amp;" } else { "&" });
                expansion.rest = after;
                continue;
            };
            let written = rest.get(at..=at + length).unwrap_or("&");
            // Set before the entity is entered: the stack continues here once its whole content was included.
            expansion.rest = after.get(length..).unwrap_or("");
            let character = match reference {
                Reference::Character(c) => Some(c),
                Reference::Entity(name) => predefined(name),
            };
            match (character, reference) {
                (Some(c), _) if inclusion != Inclusion::Markup => out.push(c),
                // In markup, references to characters are kept as references: markup is parsed again, and
                // `&#60;` would then begin a tag.
                (Some(_), _) | (None, Reference::Character(_)) => out.push_str(written),
                (None, Reference::Entity(name)) => match self.enter(name, inclusion, offset, 0, open) {
                    Ok(()) => {}
                    Err(EntityRefusal::Undeclared) => {
                        // §4.1, WFC: Entity Declared applies only if all declarations were read.
                        well_formed &= !self.is_complete();
                        match written.get(1..).and_then(html_entities::resolve) {
                            Some((first, second)) if inclusion != Inclusion::Markup => {
                                out.push(first);
                                out.extend(second);
                            }
                            Some(_) | None => out.push_str(written),
                        }
                    }
                    // §4.4.3: a processor that does not validate need not include it, so this is not a fault.
                    Err(EntityRefusal::External) => out.push_str(written),
                    Err(
                        refusal @ (EntityRefusal::Recursive
                        | EntityRefusal::Forbidden
                        | EntityRefusal::TooLong),
                    ) => {
                        return Err(refusal);
                    }
                },
            }
        }
        Ok(well_formed)
    }
}

/// An entity that is being included, and the rest of its replacement text.
#[derive(Debug)]
struct Expansion<'e> {
    entity: &'e Entity,
    rest: &'e str,
}

/// Skips the markup at the start of `rest`, and appends the content of a CDATA section to `out`.
fn skip_markup<'t>(rest: &'t str, out: &mut String) -> &'t str {
    match Section::read(rest) {
        Some((section, content, after)) => {
            if section == Section::Cdata {
                out.push_str(content);
            }
            after
        }
        None => rest.split_once('>').map_or("", |(_, after)| after),
    }
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
            // The example of §4.5: the bypassed reference is resolved when the entity is included.
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
            let include = |inclusion| {
                let mut out = String::new();
                let result = entities.include("it", inclusion, 0, &mut out);
                (result, out)
            };
            assert_eq!(include(Inclusion::Text).1, text, "{literal}");
            assert_eq!(include(Inclusion::Markup).1, markup, "{literal}");
            let (result, out) = include(Inclusion::Attribute);
            assert_eq!((result == Ok(true)).then_some(out.as_str()), attribute, "{literal}");
        }
    }

    #[test]
    fn refused_entities_leave_the_output_unchanged() {
        let mut entities = entities(&[("a", "x&b;"), ("b", "y&a;"), ("c", "&c;"), ("deep", "&pic;")]);
        entities.declare("pic", Definition::Unparsed);
        entities.declare("far", Definition::External);
        for (name, inclusion, refusal) in [
            ("a", Inclusion::Text, EntityRefusal::Recursive),
            ("b", Inclusion::Attribute, EntityRefusal::Recursive),
            ("c", Inclusion::Markup, EntityRefusal::Recursive),
            ("deep", Inclusion::Text, EntityRefusal::Forbidden),
            ("far", Inclusion::Text, EntityRefusal::External),
            ("far", Inclusion::Attribute, EntityRefusal::Forbidden),
            ("none", Inclusion::Text, EntityRefusal::Undeclared),
        ] {
            let mut out = String::from("kept");
            assert_eq!(entities.include(name, inclusion, 0, &mut out), Err(refusal), "{name}");
            assert_eq!(out, "kept");
        }
    }

    #[test]
    fn nested_entities_stop_at_the_limit() {
        let mut declared = vec![("e0".to_owned(), "0123456789".to_owned())];
        for level in 1..12 {
            declared.push((format!("e{level}"), format!("&e{};", level - 1).repeat(10)));
        }
        let declared: Vec<_> = declared.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let entities = entities(&declared);
        let mut out = String::new();
        assert_eq!(entities.include("e1", Inclusion::Text, 0, &mut out), Ok(true));
        assert_eq!(out.len(), 100);
        assert_eq!(entities.include("e11", Inclusion::Text, 0, &mut out), Err(EntityRefusal::TooLong));
        assert_eq!(out.len(), 100);
        assert!(entities.is_exceeded());
    }
}
