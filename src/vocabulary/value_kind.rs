//! The kinds of values.

use crate::model::geo::GeometryKind;

/// The kind of value in an element or attribute, according to its specification. The reader is more lenient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueKind {
    /// Only elements.
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
    /// A date in W3C-DTF format.
    W3cDate,
    /// A date in RFC 2822 format.
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
    /// A position in a medium: seconds, `MM:SS` or `HH:MM:SS`, with a fraction.
    PlayTime,
    /// Seconds, `MM:SS` or `HH:MM:SS`.
    Duration,
    /// A boolean.
    Boolean,
    /// One of a set of words.
    Words(&'static [&'static str]),
    /// Latitudes and longitudes.
    Positions(GeometryKind),
}

impl ValueKind {
    /// Returns whether text must have a particular form to be written. Values of other kinds have types that always write valid text.
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
