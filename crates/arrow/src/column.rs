//! Columns and their values.

use std::borrow::Cow;

use arrow_array::ArrayRef;
use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Date32Builder, Int32Builder, Int64Builder, ListBuilder, StringBuilder,
    StructBuilder, TimestampMicrosecondBuilder,
};

use super::schema::{ColumnKind, fields};

/// A column under construction.
#[derive(Debug)]
pub(super) enum Column {
    Text(StringBuilder),
    Texts(ListBuilder<StringBuilder>),
    /// The kinds of the members determine the columns of the structs.
    Records(ListBuilder<StructBuilder>, &'static [(&'static str, ColumnKind)]),
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
    Records(Vec<Vec<Cell<'c>>>),
    Bool(bool),
    Number(i64),
    Time(i64),
    Day(i32),
}

impl Cell<'_> {
    /// Returns the size of the value in a column with 32-bit offsets.
    pub(super) fn weight(&self) -> usize {
        let text = |text: &str| text.len() + 1;
        match self {
            Self::Text(value) => text(value),
            Self::Texts(texts) => texts.iter().map(|value| text(value)).sum(),
            Self::Records(records) => records.iter().flatten().map(|member| member.weight() + 1).sum(),
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
            ColumnKind::Records(members) => {
                Self::Records(ListBuilder::new(StructBuilder::from_fields(fields(members), 0)), members)
            }
            ColumnKind::Bool => Self::Bool(BooleanBuilder::new()),
            ColumnKind::Int => Self::Int(Int32Builder::new()),
            ColumnKind::Long => Self::Long(Int64Builder::new()),
            ColumnKind::Time => Self::Time(TimestampMicrosecondBuilder::new().with_timezone("UTC")),
            ColumnKind::Day => Self::Day(Date32Builder::new()),
        }
    }

    /// Adds a value. A value of another kind becomes null.
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
            (Self::Records(column, members), Cell::Records(records)) => {
                for record in records {
                    push_record(column.values(), members, record);
                }
                column.append(true);
            }
            (Self::Records(column, _), _) => column.append(false),
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
            Self::Records(column, _) => ArrayBuilder::finish(column),
            Self::Bool(column) => ArrayBuilder::finish(column),
            Self::Int(column) => ArrayBuilder::finish(column),
            Self::Long(column) => ArrayBuilder::finish(column),
            Self::Time(column) => ArrayBuilder::finish(column),
            Self::Day(column) => ArrayBuilder::finish(column),
        }
    }
}

/// Adds a struct. A member whose kind does not match its column becomes null.
fn push_record(column: &mut StructBuilder, members: &[(&str, ColumnKind)], record: &[Cell<'_>]) {
    for (index, (_, kind)) in members.iter().enumerate() {
        match (kind, record.get(index)) {
            (ColumnKind::Long, cell) => {
                if let Some(column) = column.field_builder::<Int64Builder>(index) {
                    column.append_option(match cell {
                        Some(Cell::Number(number)) => Some(*number),
                        _ => None,
                    });
                }
            }
            (_, cell) => {
                if let Some(column) = column.field_builder::<StringBuilder>(index) {
                    column.append_option(match cell {
                        Some(Cell::Text(text)) => Some(text.as_ref()),
                        _ => None,
                    });
                }
            }
        }
    }
    column.append(true);
}
