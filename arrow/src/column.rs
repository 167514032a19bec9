//! Columns and their values.

use std::borrow::Cow;

use arrow_array::ArrayRef;
use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Date32Builder, Int32Builder, Int64Builder, ListBuilder, StringBuilder,
    StructBuilder, TimestampMicrosecondBuilder,
};

use super::schema::{ColumnKind, enclosure_fields};
use bozofeed::model::Link;

/// A column that is being built.
#[derive(Debug)]
pub(super) enum Column {
    Text(StringBuilder),
    Texts(ListBuilder<StringBuilder>),
    Enclosures(ListBuilder<StructBuilder>),
    Bool(BooleanBuilder),
    Int(Int32Builder),
    Long(Int64Builder),
    Time(TimestampMicrosecondBuilder),
    Day(Date32Builder),
}

/// A value of a column.
pub(super) enum Cell<'c> {
    None,
    Text(Cow<'c, str>),
    Texts(Vec<&'c str>),
    Enclosures(Vec<&'c Link>),
    Bool(bool),
    Number(i64),
    Time(i64),
    Day(i32),
}

impl Cell<'_> {
    /// Returns how much room the value takes in a column whose offsets have 32 bits.
    pub(super) fn weight(&self) -> usize {
        let text = |text: &str| text.len() + 1;
        match self {
            Self::Text(value) => text(value),
            Self::Texts(texts) => texts.iter().map(|value| text(value)).sum(),
            Self::Enclosures(links) => {
                let members = links.iter().flat_map(|link| texts(link));
                members.map(|member| text(member.unwrap_or_default())).sum()
            }
            _ => 0,
        }
    }
}

impl<'c> From<&'c str> for Cell<'c> {
    fn from(text: &'c str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Cell<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl<T: Into<Self>> From<Option<T>> for Cell<'_> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::None, Into::into)
    }
}

impl Column {
    /// Creates an empty column.
    pub(super) fn new(kind: ColumnKind) -> Self {
        match kind {
            ColumnKind::Text => Self::Text(StringBuilder::new()),
            ColumnKind::Texts => Self::Texts(ListBuilder::new(StringBuilder::new())),
            ColumnKind::Enclosures => {
                Self::Enclosures(ListBuilder::new(StructBuilder::from_fields(enclosure_fields(), 0)))
            }
            ColumnKind::Bool => Self::Bool(BooleanBuilder::new()),
            ColumnKind::Int => Self::Int(Int32Builder::new()),
            ColumnKind::Long => Self::Long(Int64Builder::new()),
            ColumnKind::Time => Self::Time(TimestampMicrosecondBuilder::new().with_timezone("UTC")),
            ColumnKind::Day => Self::Day(Date32Builder::new()),
        }
    }

    /// Adds a value. One of another kind is null.
    pub(super) fn push(&mut self, cell: &Cell<'_>) {
        match (self, cell) {
            (Self::Text(column), Cell::Text(text)) => column.append_value(text),
            (Self::Text(column), _) => column.append_null(),
            (Self::Texts(column), Cell::Texts(texts)) => {
                for text in texts {
                    column.values().append_value(text);
                }
                column.append(true);
            }
            (Self::Texts(column), _) => column.append(false),
            (Self::Enclosures(column), Cell::Enclosures(links)) => {
                for link in links {
                    push_enclosure(column.values(), link);
                }
                column.append(true);
            }
            (Self::Enclosures(column), _) => column.append(false),
            (Self::Bool(column), Cell::Bool(value)) => column.append_value(*value),
            (Self::Bool(column), _) => column.append_null(),
            (Self::Int(column), Cell::Number(number)) => column.append_option(i32::try_from(*number).ok()),
            (Self::Int(column), _) => column.append_null(),
            (Self::Long(column), Cell::Number(number)) => column.append_value(*number),
            (Self::Long(column), _) => column.append_null(),
            (Self::Time(column), Cell::Time(instant)) => column.append_value(*instant),
            (Self::Time(column), _) => column.append_null(),
            (Self::Day(column), Cell::Day(day)) => column.append_value(*day),
            (Self::Day(column), _) => column.append_null(),
        }
    }

    /// Returns the values, and leaves an empty column.
    pub(super) fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Text(column) => ArrayBuilder::finish(column),
            Self::Texts(column) => ArrayBuilder::finish(column),
            Self::Enclosures(column) => ArrayBuilder::finish(column),
            Self::Bool(column) => ArrayBuilder::finish(column),
            Self::Int(column) => ArrayBuilder::finish(column),
            Self::Long(column) => ArrayBuilder::finish(column),
            Self::Time(column) => ArrayBuilder::finish(column),
            Self::Day(column) => ArrayBuilder::finish(column),
        }
    }
}

/// Returns the members of an enclosure that are texts: its address and its type.
fn texts(link: &Link) -> [Option<&str>; 2] {
    [link.href.as_deref(), link.media_type.as_deref()]
}

fn push_enclosure(column: &mut StructBuilder, link: &Link) {
    for (index, text) in texts(link).into_iter().enumerate() {
        if let Some(column) = column.field_builder::<StringBuilder>(index) {
            column.append_option(text);
        }
    }
    if let Some(column) = column.field_builder::<Int64Builder>(2) {
        column.append_option(link.length().value.and_then(|length| i64::try_from(length).ok()));
    }
    column.append(true);
}
