//! The document type declaration (XML 1.0 §2.8): set aside, but for its plain entities. Nothing external is ever opened.

use super::chars::{is_name, is_space};
use super::entity::Entities;

/// A cursor over the declaration, one method a production.
struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

/// The declaration does not follow the grammar.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Malformed;

/// Reads the declaration at the start of `text` (`<!DOCTYPE …`) and returns its length.
///
/// A malformed one gives the length up to its most plausible end.
pub(super) fn read<'a>(text: &'a str, entities: &mut Entities<'a>) -> (usize, Result<(), Malformed>) {
    let mut cursor = Cursor { text, at: "<!DOCTYPE".len() };
    match cursor.declaration(entities) {
        Ok(()) => (cursor.at, Ok(())),
        Err(Malformed) => (plausible_end(text, cursor.at), Err(Malformed)),
    }
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
            match (behind[at], behind.get(at + 1)) {
                (b']', _) => {
                    let spaces = behind[at + 1..].iter().take_while(|b| is_space(**b)).count();
                    if behind.get(at + 1 + spaces) == Some(&b'>') {
                        return reached + at + spaces + 2;
                    }
                }
                (_, Some(b'!' | b'?')) => {}
                _ => return reached + at,
            }
            from = at + 1;
        }
    }
    first
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn eat(&mut self, literal: &str) -> bool {
        let found = self.rest().starts_with(literal);
        if found {
            self.at += literal.len();
        }
        found
    }

    /// `S?`
    fn spaces(&mut self) -> bool {
        let count = self.rest().bytes().take_while(|b| is_space(*b)).count();
        self.at += count;
        count > 0
    }

    /// `S`
    fn space(&mut self) -> Result<(), Malformed> {
        if self.spaces() { Ok(()) } else { Err(Malformed) }
    }

    fn name(&mut self) -> Result<&'a str, Malformed> {
        let rest = self.rest();
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || matches!(c, ':' | '_' | '-' | '.') || !c.is_ascii()));
        let name = &rest[..end.unwrap_or(rest.len())];
        self.at += name.len();
        if is_name(name) { Ok(name) } else { Err(Malformed) }
    }

    /// A literal in either kind of quotes.
    fn literal(&mut self) -> Result<&'a str, Malformed> {
        let rest = self.rest();
        let quote = rest.bytes().next().filter(|b| matches!(b, b'"' | b'\'')).ok_or(Malformed)?;
        let end = memchr::memchr(quote, &rest.as_bytes()[1..]).ok_or(Malformed)?;
        self.at += end + 2;
        Ok(&rest[1..=end])
    }

    /// `doctypedecl ::= '<!DOCTYPE' S Name (S ExternalID)? S? ('[' intSubset ']' S?)? '>'`
    fn declaration(&mut self, entities: &mut Entities<'a>) -> Result<(), Malformed> {
        self.space()?;
        self.name()?;
        let spaced = self.spaces();
        if self.external_id(false)? {
            if !spaced {
                return Err(Malformed);
            }
            entities.open_ended = true;
            self.spaces();
        }
        if self.eat("[") {
            self.internal_subset(entities)?;
            self.spaces();
        }
        if self.eat(">") { Ok(()) } else { Err(Malformed) }
    }

    /// `ExternalID ::= 'SYSTEM' S SystemLiteral | 'PUBLIC' S PubidLiteral S SystemLiteral`; a notation's may be public only.
    fn external_id(&mut self, notation: bool) -> Result<bool, Malformed> {
        if self.eat("SYSTEM") {
            self.space()?;
            self.literal()?;
            return Ok(true);
        }
        if !self.eat("PUBLIC") {
            return Ok(false);
        }
        self.space()?;
        if !self.literal()?.bytes().all(is_pubid_char) {
            return Err(Malformed);
        }
        let spaced = self.spaces();
        if notation && !self.rest().starts_with(['"', '\'']) {
            return Ok(true);
        }
        if !spaced {
            return Err(Malformed);
        }
        self.literal()?;
        Ok(true)
    }

    /// `intSubset ::= (markupdecl | PEReference | S)*`, and the `]` behind it.
    fn internal_subset(&mut self, entities: &mut Entities<'a>) -> Result<(), Malformed> {
        loop {
            self.spaces();
            if self.eat("]") {
                return Ok(());
            } else if self.eat("%") {
                self.name()?;
                if !self.eat(";") {
                    return Err(Malformed);
                }
                entities.open_ended = true;
            } else if self.eat("<!--") {
                let end = memchr::memmem::find(self.rest().as_bytes(), b"--").ok_or(Malformed)?;
                self.at += end + 2;
                if !self.eat(">") {
                    return Err(Malformed);
                }
            } else if self.eat("<?") {
                if self.name()?.eq_ignore_ascii_case("xml") {
                    return Err(Malformed);
                }
                let end = memchr::memmem::find(self.rest().as_bytes(), b"?>").ok_or(Malformed)?;
                self.at += end + 2;
            } else if self.eat("<!ENTITY") {
                self.entity_declaration(entities)?;
            } else if self.eat("<!ELEMENT") || self.eat("<!ATTLIST") {
                self.other_declaration()?;
            } else if self.eat("<!NOTATION") {
                self.notation_declaration()?;
            } else {
                return Err(Malformed);
            }
        }
    }

    /// `EntityDecl ::= '<!ENTITY' S ('%' S)? Name S (EntityValue | ExternalID NDataDecl?) S? '>'`
    fn entity_declaration(&mut self, entities: &mut Entities<'a>) -> Result<(), Malformed> {
        self.space()?;
        let parameter = self.eat("%");
        if parameter {
            self.space()?;
        }
        let name = self.name()?;
        self.space()?;
        if self.external_id(false)? {
            let spaced = self.spaces();
            if !parameter && self.eat("NDATA") {
                if !spaced {
                    return Err(Malformed);
                }
                self.space()?;
                self.name()?;
            }
            if !parameter {
                entities.declare_unused(name);
            }
        } else {
            let value = self.literal()?;
            if !parameter {
                entities.declare(name, value);
            }
        }
        self.spaces();
        if self.eat(">") { Ok(()) } else { Err(Malformed) }
    }

    /// `NotationDecl ::= '<!NOTATION' S Name S (ExternalID | PublicID) S? '>'`
    fn notation_declaration(&mut self) -> Result<(), Malformed> {
        self.space()?;
        self.name()?;
        self.space()?;
        if !self.external_id(true)? {
            return Err(Malformed);
        }
        self.spaces();
        if self.eat(">") { Ok(()) } else { Err(Malformed) }
    }

    /// An element or attribute-list declaration: its name, then anything up to its `>`, quotes respected.
    fn other_declaration(&mut self) -> Result<(), Malformed> {
        self.space()?;
        self.name()?;
        loop {
            let rest = self.rest();
            let at = rest.find(['>', '"', '\'', '<']).ok_or(Malformed)?;
            self.at += at;
            match rest.as_bytes().get(at) {
                Some(b'>') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'<') => return Err(Malformed),
                _ => {
                    self.literal()?;
                }
            }
        }
    }
}

/// `PubidChar` (§2.3)
fn is_pubid_char(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b" \r\n-'()+,./:=?;!*#@$_%".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let (end, result) = read(text, &mut Entities::default());
            assert_eq!((end, result.is_ok()), (length, well_formed), "{text}");
        }
    }
}
