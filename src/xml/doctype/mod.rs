//! The document type declaration (XML 1.0 §2.8): audited, and set aside but for its entities and default attributes.
//! Nothing external is ever opened, and no parameter entity is read.

mod cursor;
mod markup;

use std::collections::{HashMap, HashSet};

use self::cursor::{Cursor, Malformed};
use super::chars::is_space;
use super::entity::Entities;
use crate::diagnostics::{WellFormednessError as Error, XmlFaults as Faults};

/// The value of an attribute that a tag does not write (§3.3.2).
#[derive(Debug)]
pub(super) struct DefaultAttribute<'a> {
    pub(super) name: &'a str,
    pub(super) value: String,
}

/// What the declaration says of the document.
#[derive(Debug, Default)]
pub(super) struct Declarations<'a> {
    pub(super) entities: Entities,
    /// By the element's name.
    pub(super) defaults: HashMap<&'a str, Vec<DefaultAttribute<'a>>>,
    /// Every attribute that was declared, with its element.
    attributes: HashSet<(&'a str, &'a str)>,
}

impl Declarations<'_> {
    /// `budget`: how many bytes may come of entities.
    pub(super) fn new(budget: usize, standalone: bool) -> Self {
        Self { entities: Entities::new(budget, standalone), ..Self::default() }
    }
}

/// Reads the declaration at the start of `text` (`<!DOCTYPE …`), which stands at `offset`, and returns its length.
///
/// A malformed one gives the length up to its most plausible end.
pub(super) fn read<'a>(
    text: &'a str,
    offset: usize,
    declarations: &mut Declarations<'a>,
    faults: &mut Faults,
) -> usize {
    let mut reading =
        Reading { cursor: Cursor::new(text, "<!DOCTYPE".len()), declarations, faults: &mut *faults, offset };
    let result = reading.declaration();
    let at = reading.cursor.at;
    if result == Err(Malformed) {
        faults.add(offset + at.min(text.len()), || Error::MalformedDoctype);
        return plausible_end(text, at);
    }
    at
}

/// Where a malformed declaration plausibly ends: at `]>` if a subset was begun, else at its first `>`.
fn plausible_end(text: &str, reached: usize) -> usize {
    let bytes = text.as_bytes();
    let inside = "<!DOCTYPE".len().min(bytes.len());
    let first = memchr::memchr2(b'<', b'>', &bytes[inside..]).map_or(bytes.len(), |at| inside + at);
    let subset = memchr::memchr(b'[', &bytes[..first]).is_some();
    let first = first + usize::from(bytes.get(first) == Some(&b'>'));
    if subset && let Some(behind) = bytes.get(reached..) {
        // The subset's end stands before any element, so a start tag between says that it never ended.
        let mut from = 0;
        while let Some(found) = memchr::memchr2(b'<', b']', &behind[from..]) {
            let at = from + found;
            let next = behind.get(at + 1).copied();
            if behind[at] == b']' {
                let spaces = behind[at + 1..].iter().take_while(|b| is_space(**b)).count();
                if behind.get(at + 1 + spaces) == Some(&b'>') {
                    return reached + at + spaces + 2;
                }
            } else if !matches!(next, Some(b'!' | b'?')) {
                return reached + at;
            }
            from = at + 1;
        }
    }
    first
}

/// A declaration that is being read, one method a production.
struct Reading<'r, 'a> {
    cursor: Cursor<'a>,
    declarations: &'r mut Declarations<'a>,
    faults: &'r mut Faults,
    /// Where the declaration stands in the document.
    offset: usize,
}

impl Reading<'_, '_> {
    /// `doctypedecl ::= '<!DOCTYPE' S Name (S ExternalID)? S? ('[' intSubset ']' S?)? '>'`
    fn declaration(&mut self) -> Result<(), Malformed> {
        self.cursor.space()?;
        self.cursor.qualified_name()?;
        let spaced = self.cursor.spaces();
        if self.cursor.external_id(false)? {
            if !spaced {
                return Err(Malformed);
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

    /// `intSubset ::= (markupdecl | DeclSep)*`, `DeclSep ::= PEReference | S`, and the `]` behind it (§2.8).
    fn internal_subset(&mut self) -> Result<(), Malformed> {
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
                return Err(Malformed);
            }
        }
    }

    /// `Comment ::= '<!--' ((Char - '-') | ('-' (Char - '-')))* '-->'` (§2.5)
    fn comment(&mut self) -> Result<(), Malformed> {
        self.cursor.skip_past("--")?;
        self.cursor.expect(">")
    }

    /// `PI ::= '<?' PITarget (S (Char* - (Char* '?>' Char*)))? '?>'` (§2.6)
    fn instruction(&mut self) -> Result<(), Malformed> {
        if self.cursor.plain_name()?.eq_ignore_ascii_case("xml") {
            return Err(Malformed);
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
        let mut faults = Faults::default();
        let length = read(text, 0, &mut Declarations::default(), &mut faults);
        (length, faults.count())
    }

    #[test]
    fn a_declaration_ends_where_the_grammar_or_good_sense_says() {
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
    fn the_internal_subset_follows_the_productions() {
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
