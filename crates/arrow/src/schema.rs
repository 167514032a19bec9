//! The columns of the tables.

use std::sync::Arc;

use arrow_schema::{DataType, Field, Fields, TimeUnit};

/// A kind of column.
#[derive(Debug, Clone, Copy)]
pub(super) enum ColumnKind {
    Text,
    Texts,
    /// A list of structs with texts and numbers.
    Records(&'static [(&'static str, ColumnKind)]),
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
            Self::Records(members) => {
                DataType::List(Arc::new(Field::new("item", DataType::Struct(fields(members)), true)))
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
const ENCLOSURE: &[(&str, ColumnKind)] = &[("href", Text), ("type", Text), ("length", Long)];

/// The members of a category.
const CATEGORY: &[(&str, ColumnKind)] = &[("term", Text), ("scheme", Text), ("label", Text)];

/// The members of a medium of Media RSS.
const MEDIUM: &[(&str, ColumnKind)] = &[
    ("href", Text),
    ("type", Text),
    ("medium", Text),
    ("width", Long),
    ("height", Long),
    ("duration", Long),
];

/// Returns the fields of a table.
pub(super) fn fields(columns: &[(&str, ColumnKind)]) -> Fields {
    columns.iter().map(|(name, kind)| Field::new(*name, kind.data_type(), true)).collect()
}

use ColumnKind::{Bool, Day, Int, Long, Records, Text, Texts, Time};

/// The columns of the table of feeds. `examples/spark/README.md` documents them.
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
pub(super) const ENTRIES: [(&str, ColumnKind); 25] = [
    ("source", Text),
    ("position", Long),
    ("url", Text),
    ("index", Int),
    ("id", Text),
    ("identity", Text),
    ("link", Text),
    ("title", Text),
    ("title_type", Text),
    ("summary", Text),
    ("summary_type", Text),
    ("content", Text),
    ("content_type", Text),
    ("language", Text),
    ("author", Text),
    ("authors", Texts),
    ("published", Time),
    ("updated", Time),
    ("tags", Texts),
    ("categories", Records(CATEGORY)),
    ("enclosures", Records(ENCLOSURE)),
    ("media", Records(MEDIUM)),
    ("duration", Long),
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
