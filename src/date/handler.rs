//! Date forms of the caller.

use std::fmt;
use std::sync::Arc;

use jiff::Timestamp;

/// A custom date form, tried before the built-in ones.
///
/// ```
/// use bozofeed::date::{DateHandler, parse_with};
///
/// let stardate = DateHandler::new(|text| text.strip_prefix("stardate ")?.parse().ok());
/// assert!(parse_with(&[stardate], "stardate 2004-01-01T19:48:21Z").is_some());
/// ```
#[derive(Clone)]
pub struct DateHandler(Arc<HandlerFn>);

type HandlerFn = dyn Fn(&str) -> Option<Timestamp> + Send + Sync;

impl DateHandler {
    /// Creates a handler from a function. The function receives the text as written, including white space, and
    /// returns `None` for a text that it cannot read.
    pub fn new(handler: impl Fn(&str) -> Option<Timestamp> + Send + Sync + 'static) -> Self {
        Self(Arc::new(handler))
    }

    /// Calls the function.
    pub(super) fn read(&self, text: &str) -> Option<Timestamp> {
        (self.0)(text)
    }
}

impl fmt::Debug for DateHandler {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("DateHandler").finish_non_exhaustive()
    }
}
