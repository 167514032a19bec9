//! Every date form met in feeds.
//!
//! [`parse`] reads them all; each family of forms is a file here, one function that takes the text and gives the
//! instant, and a line in the list of forms. A date without a zone is in UTC.

mod asctime;
mod civil;
mod iso8601;
mod mssql;
mod names;
mod numeric;
mod perforce;
mod rfc822;
mod scan;
mod tidy;
mod unix;
mod w3cdtf;
mod words;
mod zone;

use std::fmt;
use std::sync::Arc;

use jiff::Timestamp;

/// A form reads the whole text or nothing.
type Form = fn(&str) -> Option<Timestamp>;

/// The forms in the order in which they are tried: the common ones first, the last resort last.
const FORMS: &[Form] = &[
    rfc822::parse,
    w3cdtf::parse,
    iso8601::parse,
    asctime::parse,
    perforce::parse,
    mssql::parse,
    unix::parse,
    words::parse,
    iso8601::parse_leading,
];

/// No date is longer; what is, is not looked at.
const LONGEST: usize = 256;

/// The instant that a date names, in whichever of the forms it is written; `None` if it is in none.
///
/// Never panics. Fractions of a second are kept to the nanosecond.
///
/// ```
/// let instant = bozofeed::date::parse("Thu, 01 Jan 2004 19:48:21 GMT");
/// assert_eq!(instant, bozofeed::date::parse("2004-01-01T19:48:21Z"));
/// assert_eq!(bozofeed::date::parse("yesterday"), None);
/// ```
pub fn parse(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    if text.len() > LONGEST {
        return None;
    }
    let text = tidy::tidy(text);
    FORMS.iter().find_map(|form| form(text.trim()))
}

/// A date form of the caller's own, to be tried before the built-in ones.
///
/// ```
/// use bozofeed::date::{DateHandler, parse_with};
///
/// let stardate = DateHandler::new(|text| text.strip_prefix("stardate ")?.parse().ok());
/// assert!(parse_with(&[stardate], "stardate 2004-01-01T19:48:21Z").is_some());
/// ```
#[derive(Clone)]
pub struct DateHandler(Arc<Handler>);

type Handler = dyn Fn(&str) -> Option<Timestamp> + Send + Sync;

impl DateHandler {
    /// A handler is given the text as the feed has it, white space and all, and gives `None` for what it does not
    /// know.
    pub fn new(handler: impl Fn(&str) -> Option<Timestamp> + Send + Sync + 'static) -> Self {
        Self(Arc::new(handler))
    }
}

impl fmt::Debug for DateHandler {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("DateHandler").finish_non_exhaustive()
    }
}

/// Like [`parse`], but the handlers come first, in their order.
pub fn parse_with(handlers: &[DateHandler], text: &str) -> Option<Timestamp> {
    handlers
        .iter()
        .find_map(|handler| (handler.0)(text))
        .or_else(|| parse(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks a table of texts and the instants they mean, in RFC 3339; an empty one stands for none.
    pub(super) fn check(form: Form, cases: &[(&str, &str)]) {
        for (text, instant) in cases {
            let read = form(text).map(|instant| instant.to_string()).unwrap_or_default();
            assert_eq!(&read, instant, "{text:?}");
        }
    }

    #[test]
    fn white_space_around_a_date_is_nothing() {
        assert_eq!(parse("\n 2003-12-31T10:14:55Z\t"), parse("2003-12-31T10:14:55Z"));
        assert_eq!(parse(" \n"), None);
    }

    #[test]
    fn handlers_are_tried_first_and_in_their_order() {
        let epoch = DateHandler::new(|text| (text == "2003").then_some(Timestamp::UNIX_EPOCH));
        let never = DateHandler::new(|_| None);
        let last = DateHandler::new(|_| Some(Timestamp::MAX));
        assert_eq!(
            parse_with(&[never.clone(), epoch.clone(), last], "2003"),
            Some(Timestamp::UNIX_EPOCH)
        );
        assert_eq!(parse_with(&[never, epoch], "2004"), parse("2004"));
        assert_eq!(parse_with(&[], "2004"), parse("2004"));
    }
}
