//! The kinds of values.

use crate::model::geo::GeometryKind;

/// The kind of value that an element or attribute contains, as its specification has it. Reading is more lenient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueKind {
    /// Nothing but elements.
    None,
    /// Any text.
    Text,
    /// A URI.
    Uri,
    /// A media type.
    MediaType,
    /// A language tag.
    Language,
    /// The address of a person.
    Email,
    /// A date.
    Date,
    /// A date as W3C-DTF has it.
    W3cDate,
    /// A date as RFC 2822 has it.
    MailDate,
    /// A whole number without a sign.
    Number,
    /// A whole number.
    Integer,
    /// A decimal number.
    Decimal,
    /// A decimal number that is not negative.
    Amount,
    /// A number of bytes.
    Length,
    /// A time in a medium: seconds, `MM:SS` or `HH:MM:SS`, with a fraction.
    PlayTime,
    /// Seconds, `MM:SS` or `HH:MM:SS`.
    Duration,
    /// A boolean.
    Boolean,
    /// One of some words.
    Words(&'static [&'static str]),
    /// Latitudes and longitudes.
    Positions(GeometryKind),
}

impl ValueKind {
    /// Returns whether a text has to have a form in order to be written. The types of other values write valid text only.
    pub(crate) fn is_judged(self) -> bool {
        matches!(
            self,
            Self::Words(_)
                | Self::Number
                | Self::Amount
                | Self::Length
                | Self::Date
                | Self::W3cDate
                | Self::MailDate
                | Self::Duration
        )
    }
}
