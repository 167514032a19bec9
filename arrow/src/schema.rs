//! The columns of the tables.

use std::sync::Arc;

use arrow_schema::{DataType, Field, Fields, TimeUnit};

/// A kind of column.
#[derive(Clone, Copy)]
pub(super) enum ColumnKind {
    Text,
    Texts,
    Enclosures,
    Bool,
    Int,
    Long,
    Time,
    Day,
}

impl ColumnKind {
    pub(super) fn data_type(self) -> DataType {
        match self {
            Self::Text => DataType::Utf8,
            Self::Texts => DataType::List(Arc::new(Field::new("item", DataType::Utf8, true))),
            Self::Enclosures => {
                DataType::List(Arc::new(Field::new("item", DataType::Struct(enclosure_fields()), true)))
            }
            Self::Bool => DataType::Boolean,
            Self::Int => DataType::Int32,
            Self::Long => DataType::Int64,
            Self::Time => DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
            Self::Day => DataType::Date32,
        }
    }
}

/// The members of an enclosure.
pub(super) fn enclosure_fields() -> Fields {
    Fields::from(vec![
        Field::new("href", DataType::Utf8, true),
        Field::new("type", DataType::Utf8, true),
        Field::new("length", DataType::Int64, true),
    ])
}

/// Returns the fields of a table.
pub(super) fn fields(columns: &[(&str, ColumnKind)]) -> Fields {
    columns.iter().map(|(name, kind)| Field::new(*name, kind.data_type(), true)).collect()
}

use ColumnKind::{Bool, Day, Enclosures, Int, Long, Text, Texts, Time};

/// The columns of the table of feeds. `examples/spark/README.md` says what each means.
pub(super) const FEEDS: [(&str, ColumnKind); 30] = [
    ("source", Text),
    ("position", Long),
    ("document", Text),
    ("url", Text),
    ("bytes", Long),
    ("fetched", Time),
    ("failure", Text),
    ("version", Text),
    ("encoding", Text),
    ("bozo", Bool),
    ("exception_type", Text),
    ("exception_message", Text),
    ("severity", Text),
    ("well_formed", Bool),
    ("title", Text),
    ("subtitle", Text),
    ("link", Text),
    ("id", Text),
    ("language", Text),
    ("author", Text),
    ("generator", Text),
    ("rights", Text),
    ("image", Text),
    ("published", Time),
    ("updated", Time),
    ("tags", Texts),
    ("hubs", Texts),
    ("entries", Int),
    ("faults", Int),
    ("warnings", Int),
];

/// The columns of the table of entries.
pub(super) const ENTRIES: [(&str, ColumnKind); 18] = [
    ("source", Text),
    ("position", Long),
    ("index", Int),
    ("id", Text),
    ("link", Text),
    ("title", Text),
    ("title_type", Text),
    ("summary", Text),
    ("summary_type", Text),
    ("content", Text),
    ("content_type", Text),
    ("author", Text),
    ("published", Time),
    ("updated", Time),
    ("tags", Texts),
    ("enclosures", Enclosures),
    ("comments", Text),
    ("date", Day),
];

/// The columns of the table of faults.
pub(super) const FAULTS: [(&str, ColumnKind); 12] = [
    ("source", Text),
    ("position", Long),
    ("kind", Text),
    ("index", Int),
    ("type", Text),
    ("message", Text),
    ("severity", Text),
    ("path", Text),
    ("value", Text),
    ("offset", Long),
    ("line", Long),
    ("column", Long),
];
