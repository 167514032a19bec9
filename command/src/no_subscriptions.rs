//! Without the feature `opml`, no document is a list of subscriptions.

use std::io::{self, Write};

use bozofeed::encoding::Decoded;
use bozofeed::{Bozo, Document};

/// A list, of which there is none.
#[derive(serde::Serialize)]
pub(crate) enum NoList {}

pub(crate) fn list(_: &Document<'_>, _: Option<&Bozo>) -> Option<NoList> {
    None
}

pub(crate) fn print(
    _: &mut dyn Write,
    _: &str,
    (list, _): (&NoList, &Decoded<'_>),
    _: bool,
) -> io::Result<()> {
    match *list {}
}
