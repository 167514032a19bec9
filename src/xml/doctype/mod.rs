//! The document type declaration (XML 1.0 §2.8).
//!
//! It is checked for well-formedness. Only its general entities and default attributes are used. External entities are never
//! opened, and parameter entities are not expanded.

mod cursor;
mod markup;

use std::rc::Rc;

use self::cursor::{Cursor, MalformedDeclaration};
use super::chars::{is_space, scan_to_bracket};
use super::entity::Entities;
use crate::diagnostics::{WellFormednessError as Error, XmlFaults};
use bozofeed_text::maps::{Map, Set};

/// The default value of an attribute (§3.3.2).
#[derive(Debug)]
pub(super) struct DefaultAttribute<'a> {
    pub(super) name: &'a str,
    pub(super) value: String,
}

/// The declarations of a document type declaration.
#[derive(Debug, Default)]
struct Declarations<'a> {
    entities: Entities,
    /// Default attributes by the name of the element.
    defaults: Map<&'a str, Vec<DefaultAttribute<'a>>>,
    /// All declared attributes, as pairs of element and attribute.
    attributes: Set<(&'a str, &'a str)>,
}

/// The document type of a document: the declarations in its prolog.
#[derive(Debug)]
pub(super) struct DocumentType<'a> {
    raw: Option<&'a str>,
    pub(super) entities: Rc<Entities>,
    defaults: Map<&'a str, Vec<DefaultAttribute<'a>>>,
    /// Whether the XML declaration has `standalone="yes"` (§2.9).
    pub(super) standalone: bool,
    /// The number of bytes that references to entities may add.
    budget: usize,
}

impl<'a> DocumentType<'a> {
    /// Creates the document type of a document without declarations.
    pub(super) fn new(budget: usize) -> Self {
        Self { raw: None, entities: Rc::default(), defaults: Map::new(), standalone: false, budget }
    }

    /// Parses the declaration at the start of `text`, which is at `offset` in the document, and returns its length.
    pub(super) fn declare(&mut self, text: &'a str, offset: usize, faults: &mut XmlFaults) -> usize {
        // The XML declaration comes before this one (§2.8), so `standalone` is known.
        let entities = Entities::new(self.budget, self.standalone);
        let mut declarations = Declarations { entities, ..Declarations::default() };
        let length = read(text, offset, &mut declarations, faults);
        self.raw = Some(&text[..length]);
        self.entities = Rc::new(declarations.entities);
        self.defaults = declarations.defaults;
        length
    }

    /// Returns the declaration as written.
    pub(super) fn raw(&self) -> Option<&'a str> {
        self.raw
    }

    /// Returns whether any elements have default attributes.
    pub(super) fn has_defaults(&self) -> bool {
        !self.defaults.is_empty()
    }

    /// Returns the default attributes of the elements with this name.
    pub(super) fn defaults_of(&self, element: &str) -> &[DefaultAttribute<'a>] {
        if self.defaults.is_empty() {
            return &[];
        }
        self.defaults.get(element).map_or(&[], Vec::as_slice)
    }
}

/// Parses the declaration at the start of `text` (`<!DOCTYPE …`), which is at `offset` in the document. Returns its length, or
/// the offset of the most plausible end if it is malformed.
fn read<'a>(
    text: &'a str,
    offset: usize,
    declarations: &mut Declarations<'a>,
    faults: &mut XmlFaults,
) -> usize {
    let mut parser = DoctypeParser {
        cursor: Cursor::new(text, "<!DOCTYPE".len()),
        declarations,
        faults: &mut *faults,
        offset,
    };
    let result = parser.declaration();
    let at = parser.cursor.at;
    // The declarations before the fault stay in force, so that references to their entities are still
    // resolved.
    if result == Err(MalformedDeclaration) {
        faults.add(offset + at.min(text.len()), || Error::MalformedDoctype);
        return plausible_end(text, at);
    }
    at
}

/// Returns the plausible end of a malformed declaration: at `]>` if it has an internal subset, otherwise at the first `>`.
fn plausible_end(text: &str, reached: usize) -> usize {
    let bytes = text.as_bytes();
    let inside = "<!DOCTYPE".len().min(bytes.len());
    let (length, is_closed) = scan_to_bracket(&text[inside..]);
    let subset = bozofeed_text::forward::memchr(b'[', &bytes[..inside + length]).is_some();
    let first = inside + length + usize::from(is_closed);
    // The search begins where the parser stopped: a `]>` before that is part of a literal or comment.
    if subset && let Some(after) = bytes.get(reached..) {
        let mut from = 0;
        while let Some(found) = bozofeed_text::forward::memchr2(b'<', b']', &after[from..]) {
            let at = from + found;
            let next = after.get(at + 1).copied();
            if after[at] == b']' {
                let spaces = after[at + 1..].iter().take_while(|b| is_space(**b)).count();
                if after.get(at + 1 + spaces) == Some(&b'>') {
                    return reached + at + spaces + 2;
                }
            } else if !matches!(next, Some(b'!' | b'?')) {
                // Declarations, comments and instructions may belong to the subset. Any other `<` begins the root element.
                return reached + at;
            }
            from = at + 1;
        }
    }
    first
}

/// A parser for the declaration, with a method for each production.
struct DoctypeParser<'r, 'a> {
    cursor: Cursor<'a>,
    declarations: &'r mut Declarations<'a>,
    faults: &'r mut XmlFaults,
    /// The offset of the declaration in the document.
    offset: usize,
}

impl DoctypeParser<'_, '_> {
    /// `doctypedecl ::= '<!DOCTYPE' S Name (S ExternalID)? S? ('[' intSubset ']' S?)? '>'`
    fn declaration(&mut self) -> Result<(), MalformedDeclaration> {
        self.cursor.space()?;
        self.cursor.qualified_name()?;
        let spaced = self.cursor.spaces();
        if self.cursor.external_id(false)? {
            if !spaced {
                return Err(MalformedDeclaration);
            }
            self.declarations.entities.external_subset = true;
            self.cursor.spaces();
        }
        if self.cursor.eat("[") {
            self.internal_subset()?;
            self.cursor.spaces();
        }
        self.cursor.expect(">")
    }

    /// `intSubset ::= (markupdecl | DeclSep)*`, `DeclSep ::= PEReference | S` (§2.8), and the `]` after it
    fn internal_subset(&mut self) -> Result<(), MalformedDeclaration> {
        loop {
            self.cursor.spaces();
            if self.cursor.eat("]") {
                return Ok(());
            } else if self.cursor.eat("%") {
                // PEReference ::= '%' Name ';' (§4.1)
                self.cursor.plain_name()?;
                self.cursor.expect(";")?;
                self.declarations.entities.refer_to_parameter();
            } else if self.cursor.eat("<!--") {
                self.comment()?;
            } else if self.cursor.eat("<?") {
                self.instruction()?;
            } else if self.cursor.eat("<!ENTITY") {
                self.entity()?;
            } else if self.cursor.eat("<!ELEMENT") {
                self.element()?;
            } else if self.cursor.eat("<!ATTLIST") {
                self.attribute_list()?;
            } else if self.cursor.eat("<!NOTATION") {
                self.notation()?;
            } else {
                return Err(MalformedDeclaration);
            }
        }
    }

    /// `Comment ::= '<!--' ((Char - '-') | ('-' (Char - '-')))* '-->'` (§2.5)
    fn comment(&mut self) -> Result<(), MalformedDeclaration> {
        // The first `--` must be part of `-->`.
        self.cursor.skip_past("--")?;
        self.cursor.expect(">")
    }

    /// `PI ::= '<?' PITarget (S (Char* - (Char* '?>' Char*)))? '?>'` (§2.6)
    fn instruction(&mut self) -> Result<(), MalformedDeclaration> {
        // PITarget ::= Name - (('X' | 'x') ('M' | 'm') ('L' | 'l')) (§2.6)
        if self.cursor.plain_name()?.eq_ignore_ascii_case("xml") {
            return Err(MalformedDeclaration);
        }
        if self.cursor.eat("?>") {
            return Ok(());
        }
        self.cursor.space()?;
        self.cursor.skip_past("?>")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_alone(text: &str) -> (usize, usize) {
        let mut faults = XmlFaults::default();
        let length = read(text, 0, &mut Declarations::default(), &mut faults);
        (length, faults.count())
    }

    #[test]
    fn a_malformed_declaration_ends_at_its_plausible_end() {
        for (text, length, well_formed) in [
            ("<!DOCTYPE rss>x", 14, true),
            (r#"<!DOCTYPE rss SYSTEM "a>b">x"#, 27, true),
            (r#"<!DOCTYPE rss PUBLIC "-//N//DTD 0.91//EN" "u">x"#, 46, true),
            (r#"<!DOCTYPE rss [<!ENTITY a "b>c"><!-- ]> --><?p ]>?> %e; <!ELEMENT a (b)>]>x"#, 74, true),
            (r"<!DOCTYPE rss [<!ENTITY a b>]><rss>", 30, false),
            ("<!DOCTYPE rss [<rss>", 15, false),
            ("<!DOCTYPE><rss>", 10, false),
            ("<!DOCTYPE rss <rss>", 14, false),
            ("<!DOCTYPE", 9, false),
        ] {
            assert_eq!(read_alone(text), (length, usize::from(!well_formed)), "{text}");
        }
    }

    #[test]
    fn the_internal_subset_matches_the_productions() {
        for (subset, well_formed) in [
            // §3.2: elementdecl, contentspec, children, Mixed
            ("<!ELEMENT a EMPTY>", true),
            ("<!ELEMENT a ANY >", true),
            ("<!ELEMENT a (b)>", true),
            ("<!ELEMENT a ( b? , (c|d+)* , e )+ >", true),
            ("<!ELEMENT a (#PCDATA)>", true),
            ("<!ELEMENT a (#PCDATA)*>", true),
            ("<!ELEMENT a ( #PCDATA | b | c )*>", true),
            ("<!ELEMENT a (#PCDATA | b)>", false),
            ("<!ELEMENT a (#PCDATA, b)*>", false),
            ("<!ELEMENT a (b, c | d)>", false),
            ("<!ELEMENT a (b,)>", false),
            ("<!ELEMENT a (b", false),
            ("<!ELEMENT a ()>", false),
            ("<!ELEMENT a b>", false),
            ("<!ELEMENT a (b) c>", false),
            ("<!ELEMENT a (b)) >", false),
            ("<!ELEMENT a empty>", false),
            ("<!ELEMENTa EMPTY>", false),
            // §3.3: AttlistDecl, AttDef, AttType, DefaultDecl
            ("<!ATTLIST a>", true),
            ("<!ATTLIST a b CDATA #IMPLIED c NMTOKENS #REQUIRED d ID #IMPLIED>", true),
            ("<!ATTLIST a b (c|1d) 'c' e NOTATION (f|g) #FIXED \"f\">", true),
            ("<!ATTLIST a b CDATA 'x&lt;y'>", true),
            ("<!ATTLIST a b CDATA 'x<y'>", false),
            ("<!ATTLIST a b CDATA 'x'c CDATA 'y'>", false),
            ("<!ATTLIST a b CDATA>", false),
            ("<!ATTLIST a b STRING 'x'>", false),
            ("<!ATTLIST a b () 'x'>", false),
            ("<!ATTLIST a b (c,d) 'c'>", false),
            ("<!ATTLIST a b NOTATION (1) 'x'>", false),
            ("<!ATTLIST a b CDATA #FIXED>", false),
            ("<!ATTLIST a b CDATA #DEFAULT>", false),
            // §4.2: EntityDecl, EntityDef, PEDef
            ("<!ENTITY a 'b &#65; &c; &amp;'>", true),
            ("<!ENTITY % a 'b'>", true),
            ("<!ENTITY a SYSTEM 'b' NDATA c>", true),
            ("<!ENTITY a PUBLIC 'b' 'c'>", true),
            ("<!ENTITY % a SYSTEM 'b' NDATA c>", false),
            ("<!ENTITY a PUBLIC 'b'>", false),
            ("<!ENTITY a 'b & c'>", false),
            ("<!ENTITY a '&#0;'>", false),
            ("<!ENTITY a '100%'>", false),
            ("<!ENTITY a '%b;'>", false),
            ("<!ENTITY a:b 'c'>", false),
            ("<!ENTITY a>", false),
            ("<!ENTITY a'b'>", false),
            // §4.7, §2.5, §2.6, §4.1
            ("<!NOTATION a PUBLIC 'b'>", true),
            ("<!NOTATION a SYSTEM 'b'>", true),
            ("<!NOTATION a>", false),
            ("<!-- a -- b -->", false),
            ("<?xml version='1.0'?>", false),
            ("<?a?>", true),
            ("<?a+b?>", false),
            ("%a;", true),
            ("%a ;", false),
            ("<![INCLUDE[ ]]>", false),
            ("&a;", false),
        ] {
            let (_, faults) = read_alone(&format!("<!DOCTYPE a [{subset}]>"));
            assert_eq!(faults == 0, well_formed, "{subset}");
        }
    }
}
