//! Documents that are compressed: crawlers store bodies as they are sent, and often without the header that names the coding.

use bozofeed::Document;

/// Returns a document without its compression.
pub(crate) fn decompressed(document: Document<'_>, most: usize) -> Result<Document<'_>, String> {
    document.decompressed(most).ok_or_else(|| format!("more than {most} bytes when decompressed"))
}
