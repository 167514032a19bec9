//! Test tables: an excerpt of a document, the path to a value in the result, and the value.

use crate::Parsed;
use crate::vocabulary::set_aside;

/// The excerpt of a document, a JSON pointer (RFC 6901) to a part of its result, and the part.
pub(crate) type ShownRow<'r> = (&'r str, &'r str, &'r str);

/// The namespaces used in excerpts.
const NAMESPACES: &str = "xmlns:a='http://www.w3.org/2005/Atom' xmlns:dc='http://purl.org/dc/elements/1.1/' \
    xmlns:dcterms='http://purl.org/dc/terms/' xmlns:content='http://purl.org/rss/1.0/modules/content/' \
    xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd' xmlns:media='http://search.yahoo.com/mrss/' \
    xmlns:podcast='https://podcastindex.org/namespace/1.0' xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
    xmlns:xhtml='http://www.w3.org/1999/xhtml' xmlns:admin='http://webns.net/mvcb/' xmlns:cc='http://web.resource.org/cc/' \
    xmlns:creativeCommons='http://backend.userland.com/creativeCommonsRssModule' xmlns:x='urn:x'";

/// Returns a document that consists of the excerpt.
pub(crate) fn as_written(document: &str) -> String {
    document.to_owned()
}

/// Returns a document with this content in its channel.
pub(crate) fn rss(content: &str) -> String {
    let ours = set_aside::URI;
    format!("<rss version='2.0' {NAMESPACES} xmlns:bozofeed='{ours}'><channel>{content}</channel></rss>")
}

/// Returns a document with this content in its item.
pub(crate) fn item(content: &str) -> String {
    rss(&format!("<item>{content}</item>"))
}

/// Returns a document with this content in its entry.
pub(crate) fn entry(content: &str) -> String {
    format!("<feed xmlns='http://www.w3.org/2005/Atom' {NAMESPACES}><entry>{content}</entry></feed>")
}

/// Returns a document with these contents in two channels, separated by a bar.
pub(crate) fn two_channels(contents: &str) -> String {
    let (first, second) = contents.split_once('|').unwrap_or_default();
    format!("<rss {NAMESPACES}><channel>{first}</channel><channel>{second}</channel></rss>")
}

/// Checks the results of all rows.
#[track_caller]
pub(crate) fn check(document: impl Fn(&str) -> String, rows: &[ShownRow<'_>]) {
    let result = |(extract, path, _): &ShownRow<'_>| part(&crate::parse(document(extract).as_bytes()), path);
    let found = rows.iter().map(|row| (row, result(row)));
    let wrong: Vec<_> = found.filter(|((.., expected), found)| found != expected).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Returns a part of a result as JSON with double and single quotes exchanged, or `-` if there is none.
fn part(parsed: &Parsed, path: &str) -> String {
    let exchanged = |c| match c {
        '"' => '\'',
        '\'' => '"',
        c => c,
    };
    let parsed = serde_json::to_value(parsed).unwrap_or_default();
    let part = parsed.pointer(path).map_or_else(|| "-".to_owned(), ToString::to_string);
    part.replace("\\\"", "'").chars().map(exchanged).collect()
}
