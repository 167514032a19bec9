//! Custom date forms.

use std::fmt;
use std::sync::Arc;

use super::Timestamp;

/// A custom date form, tried before the built-in ones.
///
/// ```
/// use bozofeed_date::{DateHandler, Timestamp, parse_with};
///
/// let days = DateHandler::new(|text| Timestamp::new(text.strip_prefix("day ")?.parse::<i64>().ok()? * 86_400, 0));
/// let moment = parse_with(&[days], "day 20000").unwrap();
/// assert_eq!(moment.instant().to_string(), "2024-10-04T00:00:00Z");
/// ```
#[derive(Clone)]
pub struct DateHandler(Arc<HandlerFn>);

type HandlerFn = dyn Fn(&str) -> Option<Timestamp> + Send + Sync;

impl DateHandler {
    /// Creates a handler from a function. The function receives the text as written, including white space, and returns `None` if it
    /// cannot parse the text.
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
