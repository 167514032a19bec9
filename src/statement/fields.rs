//! The number of values that a field takes, and their cost.

use super::{PersonDetails, SingleField, Statement, TextField};
use crate::model::Extension;
use crate::model::podcast::LiveItem;
use bozofeed_model::cost::{self, Priced};

/// The fields of a scope that were stated.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FieldSet(u64);

impl FieldSet {
    /// Adds the field of a statement. Returns whether the statement adds a member to a list: a value that is repeated does
    /// so as well, since it is kept as an extension.
    pub(crate) fn adds_member(&mut self, statement: &Statement) -> bool {
        match statement.slot() {
            FieldSlot::List => true,
            FieldSlot::Counted => false,
            FieldSlot::Single(field) => {
                // A second title is a member of the list of extensions, so that a document cannot spend on it what is kept for fields.
                // Asked before the bit is set, since the first value is the one that fills the field.
                let is_repeated = self.0 & field != 0;
                self.0 |= field;
                is_repeated
            }
        }
    }
}

/// The kind of field that a statement fills.
enum FieldSlot {
    /// A field that takes one value, by its bit.
    Single(u64),
    List,
    /// A list whose members are counted before they are stated.
    Counted,
}

impl Priced for Statement {
    fn heap(&self) -> usize {
        let heap = match self {
            // The words of iTunes fill two fields.
            Self::Text(TextField::Subtitle | TextField::Summary | TextField::Description, text) => {
                2 * text.heap()
            }
            Self::Text(_, text) => text.heap(),
            Self::Link(link) => link.heap(),
            Self::Person(_, details) => cost::allocated(size_of::<PersonDetails>()) + details.person.heap(),
            Self::Tag(tag) => tag.heap(),
            Self::Single(single) => single.heap(),
            Self::LiveItem(item) => {
                cost::allocated(size_of::<LiveItem>())
                    + item.status.heap()
                    + item.start.heap()
                    + item.end.heap()
            }
            Self::Element(_) => 0,
        };
        // A value that loses its field is an extension.
        let is_single = matches!(self.slot(), FieldSlot::Single(_));
        heap + if is_single { size_of::<Extension>() } else { 0 }
    }

    /// An element is paid for when it begins, and so is each part of it.
    fn is_paid(&self) -> bool {
        matches!(self, Self::Element(_))
    }

    fn written(&self) -> usize {
        let name = cost::MEMBER + cost::NAME;
        match self {
            Self::Text(_, text) => name + text.written(),
            Self::Link(link) => name + link.written(),
            Self::Person(_, details) => name + details.person.written(),
            Self::Tag(tag) => name + tag.written(),
            Self::Single(single) => name + single.written(),
            Self::LiveItem(item) => {
                3 * name + item.status.written() + item.start.written() + item.end.written()
            }
            Self::Element(_) => 0,
        }
    }
}

impl Statement {
    fn slot(&self) -> FieldSlot {
        // The texts have the bits from 0 on. A variant that is added to `TextField` must fit in front of the other fields.
        const SINGLES: usize = 9;
        const { assert!(SINGLES + SingleField::COUNT <= u64::BITS as usize) }
        let number = match self {
            Self::Text(TextField::Content | TextField::Encoded | TextField::Body, _)
            | Self::Link(_)
            | Self::Person(..)
            | Self::Tag(_)
            | Self::LiveItem(_) => return FieldSlot::List,
            Self::Text(field, _) => *field as usize,
            Self::Single(single) => SINGLES + single.field() as usize,
            Self::Element(_) => return FieldSlot::Counted,
        };
        FieldSlot::Single(1 << number)
    }
}
