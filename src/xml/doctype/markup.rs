//! Markup declarations: elements, attribute lists, entities and notations (XML 1.0 §3.2, §3.3, §4.2, §4.7).

use super::super::decode::attribute_value;
use super::super::entity::Definition;
use super::cursor::MalformedDeclaration;
use super::{DefaultAttribute, DoctypeParser};

impl DoctypeParser<'_, '_> {
    /// `elementdecl ::= '<!ELEMENT' S Name S contentspec S? '>'`,
    /// `contentspec ::= 'EMPTY' | 'ANY' | Mixed | children` (§3.2)
    pub(super) fn element(&mut self) -> Result<(), MalformedDeclaration> {
        self.cursor.space()?;
        self.cursor.qualified_name()?;
        self.cursor.space()?;
        if self.cursor.eat("(") {
            self.cursor.spaces();
            if self.cursor.eat("#PCDATA") {
                self.mixed()?;
            } else {
                self.children()?;
            }
        } else if !self.cursor.eat("EMPTY") {
            self.cursor.expect("ANY")?;
        }
        self.end()
    }

    /// `S? '>'`
    fn end(&mut self) -> Result<(), MalformedDeclaration> {
        self.cursor.spaces();
        self.cursor.expect(">")
    }

    /// `Mixed ::= '(' S? '#PCDATA' (S? '|' S? Name)* S? ')*' | '(' S? '#PCDATA' S? ')'` (§3.2.2), after `#PCDATA`
    fn mixed(&mut self) -> Result<(), MalformedDeclaration> {
        let mut alone = true;
        loop {
            self.cursor.spaces();
            if self.cursor.eat(")") {
                break;
            }
            self.cursor.expect("|")?;
            self.cursor.spaces();
            self.cursor.qualified_name()?;
            alone = false;
        }
        if self.cursor.eat("*") || alone { Ok(()) } else { Err(MalformedDeclaration) }
    }

    /// `children ::= (choice | seq) ('?' | '*' | '+')?`, `cp ::= (Name | choice | seq) ('?' | '*' | '+')?`,
    /// `choice ::= '(' S? cp (S? '|' S? cp)+ S? ')'`, `seq ::= '(' S? cp (S? ',' S? cp)* S? ')'` (§3.2.1), after the
    /// first parenthesis
    fn children(&mut self) -> Result<(), MalformedDeclaration> {
        // The separator of each open group.
        // A stack instead of recursion, since groups may be nested to any depth.
        let mut separators: Vec<Option<u8>> = vec![None];
        while !separators.is_empty() {
            self.cursor.spaces();
            if self.cursor.eat("(") {
                separators.push(None);
                continue;
            }
            self.cursor.qualified_name()?;
            self.occurrence();
            // Groups may end after a particle. Then another particle follows.
            while let Some(separator) = separators.last_mut() {
                self.cursor.spaces();
                if self.cursor.eat(")") {
                    separators.pop();
                    self.occurrence();
                    continue;
                }
                let next =
                    self.cursor.peek().filter(|b| matches!(b, b'|' | b',')).ok_or(MalformedDeclaration)?;
                if *separator.get_or_insert(next) != next {
                    return Err(MalformedDeclaration);
                }
                self.cursor.at += 1;
                break;
            }
        }
        Ok(())
    }

    /// `('?' | '*' | '+')?`
    fn occurrence(&mut self) {
        if matches!(self.cursor.peek(), Some(b'?' | b'*' | b'+')) {
            self.cursor.at += 1;
        }
    }

    /// `AttlistDecl ::= '<!ATTLIST' S Name AttDef* S? '>'`, `AttDef ::= S Name S AttType S DefaultDecl` (§3.3)
    pub(super) fn attribute_list(&mut self) -> Result<(), MalformedDeclaration> {
        self.cursor.space()?;
        let element = self.cursor.qualified_name()?;
        loop {
            let spaced = self.cursor.spaces();
            if self.cursor.eat(">") {
                return Ok(());
            }
            if !spaced {
                return Err(MalformedDeclaration);
            }
            let name = self.cursor.qualified_name()?;
            self.cursor.space()?;
            self.attribute_type()?;
            self.cursor.space()?;
            let value = self.default_value()?;
            // Only the first declaration of an attribute is binding. It is unknown after unread declarations (§5.1). `#IMPLIED`
            // and `#REQUIRED` are also recorded, since they make later declarations void.
            if self.declarations.entities.is_beyond_parameters()
                || !self.declarations.attributes.insert((element, name))
            {
                continue;
            }
            if let Some(value) = value {
                self.declarations.defaults.entry(element).or_default().push(DefaultAttribute { name, value });
            }
        }
    }

    /// `AttType ::= StringType | TokenizedType | EnumeratedType` (§3.3.1)
    fn attribute_type(&mut self) -> Result<(), MalformedDeclaration> {
        if self.cursor.eat("(") {
            return self.enumeration(false);
        }
        match self.cursor.name_token()? {
            "CDATA" | "ID" | "IDREF" | "IDREFS" | "ENTITY" | "ENTITIES" | "NMTOKEN" | "NMTOKENS" => Ok(()),
            "NOTATION" => {
                self.cursor.space()?;
                self.cursor.expect("(")?;
                self.enumeration(true)
            }
            _ => Err(MalformedDeclaration),
        }
    }

    /// `NotationType ::= 'NOTATION' S '(' S? Name (S? '|' S? Name)* S? ')'`,
    /// `Enumeration ::= '(' S? Nmtoken (S? '|' S? Nmtoken)* S? ')'` (§3.3.1), after the parenthesis
    fn enumeration(&mut self, notation: bool) -> Result<(), MalformedDeclaration> {
        loop {
            self.cursor.spaces();
            if notation {
                self.cursor.plain_name()?;
            } else {
                self.cursor.name_token()?;
            }
            self.cursor.spaces();
            if self.cursor.eat(")") {
                return Ok(());
            }
            self.cursor.expect("|")?;
        }
    }

    /// `DefaultDecl ::= '#REQUIRED' | '#IMPLIED' | (('#FIXED' S)? AttValue)` (§3.3.2)
    fn default_value(&mut self) -> Result<Option<String>, MalformedDeclaration> {
        if self.cursor.eat("#REQUIRED") || self.cursor.eat("#IMPLIED") {
            return Ok(None);
        }
        if self.cursor.eat("#FIXED") {
            self.cursor.space()?;
        }
        let start = self.offset + self.cursor.at + 1;
        let literal = self.cursor.literal()?;
        // §3.1, WFC: No < in Attribute Values. Only the literal itself is checked: a `<` in the replacement text of an entity
        // is reported where the entity is included.
        if literal.contains('<') {
            return Err(MalformedDeclaration);
        }
        // Only the entities declared so far are included: their declarations must precede such a reference (§4.1, WFC: Entity
        // Declared).
        let value = attribute_value(literal, start, &self.declarations.entities, self.faults);
        Ok(Some(value.into_owned()))
    }

    /// `GEDecl ::= '<!ENTITY' S Name S EntityDef S? '>'`, `EntityDef ::= EntityValue | (ExternalID NDataDecl?)`,
    /// `PEDecl ::= '<!ENTITY' S '%' S Name S PEDef S? '>'`, `PEDef ::= EntityValue | ExternalID` (§4.2)
    pub(super) fn entity(&mut self) -> Result<(), MalformedDeclaration> {
        self.cursor.space()?;
        let parameter = self.cursor.eat("%");
        if parameter {
            self.cursor.space()?;
        }
        let name = self.cursor.plain_name()?;
        self.cursor.space()?;
        let definition = if self.cursor.external_id(false)? {
            let spaced = self.cursor.spaces();
            if !parameter && self.cursor.eat("NDATA") {
                if !spaced {
                    return Err(MalformedDeclaration);
                }
                self.cursor.space()?;
                self.cursor.plain_name()?;
                Definition::Unparsed
            } else {
                Definition::External
            }
        } else {
            let start = self.cursor.at;
            let literal = self.cursor.literal()?;
            let Some(text) = Definition::internal(literal) else {
                // The fault is reported at the literal, not after it.
                self.cursor.at = start;
                return Err(MalformedDeclaration);
            };
            text
        };
        // Parameter entities are not expanded, so their values are only checked.
        if !parameter {
            self.declarations.entities.declare(name, definition);
        }
        self.end()
    }

    /// `NotationDecl ::= '<!NOTATION' S Name S (ExternalID | PublicID) S? '>'` (§4.7)
    pub(super) fn notation(&mut self) -> Result<(), MalformedDeclaration> {
        self.cursor.space()?;
        self.cursor.plain_name()?;
        self.cursor.space()?;
        if !self.cursor.external_id(true)? {
            return Err(MalformedDeclaration);
        }
        self.end()
    }
}
