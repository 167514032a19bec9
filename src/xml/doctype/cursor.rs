//! A cursor over a document type declaration, and the productions for its parts.

use super::super::chars::{is_name, is_name_char, is_qualified_name, is_space};

/// The declaration does not match the grammar.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MalformedDeclaration;

#[derive(Debug)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    pub(super) at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str, at: usize) -> Self {
        Self { text, at }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// Returns the next byte without consuming it.
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Consumes `literal`, if it is next.
    pub(super) fn eat(&mut self, literal: &str) -> bool {
        let found = self.rest().starts_with(literal);
        if found {
            self.at += literal.len();
        }
        found
    }

    /// Consumes `literal`, which must be next.
    pub(super) fn expect(&mut self, literal: &str) -> Result<(), MalformedDeclaration> {
        if self.eat(literal) { Ok(()) } else { Err(MalformedDeclaration) }
    }

    /// Consumes everything up to the end of the next `literal`.
    pub(super) fn skip_past(&mut self, literal: &str) -> Result<(), MalformedDeclaration> {
        let end = bozofeed_text::forward::memmem::find(self.rest().as_bytes(), literal.as_bytes())
            .ok_or(MalformedDeclaration)?;
        self.at += end + literal.len();
        Ok(())
    }

    /// `S?` (§2.3)
    pub(super) fn spaces(&mut self) -> bool {
        let count = self.rest().bytes().take_while(|b| is_space(*b)).count();
        self.at += count;
        count > 0
    }

    /// `S` (§2.3)
    pub(super) fn space(&mut self) -> Result<(), MalformedDeclaration> {
        if self.spaces() { Ok(()) } else { Err(MalformedDeclaration) }
    }

    /// `Nmtoken ::= (NameChar)+` (§2.3)
    pub(super) fn name_token(&mut self) -> Result<&'a str, MalformedDeclaration> {
        let rest = self.rest();
        let token = &rest[..rest.find(|c| !is_name_char(c)).unwrap_or(rest.len())];
        self.at += token.len();
        if token.is_empty() { Err(MalformedDeclaration) } else { Ok(token) }
    }

    /// `Name` (§2.3)
    pub(super) fn name(&mut self) -> Result<&'a str, MalformedDeclaration> {
        self.name_token().and_then(|name| if is_name(name) { Ok(name) } else { Err(MalformedDeclaration) })
    }

    /// `QName` (Namespaces §4), the name of an element or attribute
    pub(super) fn qualified_name(&mut self) -> Result<&'a str, MalformedDeclaration> {
        self.name()
            .and_then(|name| if is_qualified_name(name) { Ok(name) } else { Err(MalformedDeclaration) })
    }

    /// `NCName` (Namespaces §7), the name of an entity, target or notation
    pub(super) fn plain_name(&mut self) -> Result<&'a str, MalformedDeclaration> {
        self.name().and_then(|name| if name.contains(':') { Err(MalformedDeclaration) } else { Ok(name) })
    }

    /// `SystemLiteral ::= ('"' [^"]* '"') | ("'" [^']* "'")` (§2.3), and other literals, whose content is checked afterwards.
    /// Returns the content.
    pub(super) fn literal(&mut self) -> Result<&'a str, MalformedDeclaration> {
        let rest = self.rest();
        let quote = rest.bytes().next().filter(|b| matches!(b, b'"' | b'\'')).ok_or(MalformedDeclaration)?;
        let inside = rest.get(1..).unwrap_or("");
        let end = bozofeed_text::forward::memchr(quote, inside.as_bytes()).ok_or(MalformedDeclaration)?;
        self.at += end + 2;
        inside.get(..end).ok_or(MalformedDeclaration)
    }

    /// `ExternalID ::= 'SYSTEM' S SystemLiteral | 'PUBLIC' S PubidLiteral S SystemLiteral` (§4.2.2). A notation may have
    /// only a public identifier.
    pub(super) fn external_id(&mut self, notation: bool) -> Result<bool, MalformedDeclaration> {
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
            return Err(MalformedDeclaration);
        }
        let spaced = self.spaces();
        // PublicID ::= 'PUBLIC' S PubidLiteral (§4.7)
        if notation && !matches!(self.peek(), Some(b'"' | b'\'')) {
            return Ok(true);
        }
        if !spaced {
            return Err(MalformedDeclaration);
        }
        self.literal()?;
        Ok(true)
    }
}

/// `PubidChar ::= #x20 | #xD | #xA | [a-zA-Z0-9] | [-'()+,./:=?;!*#@$_%]` (§2.3)
fn is_pubid_char(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b" \r\n-'()+,./:=?;!*#@$_%".contains(&byte)
}
