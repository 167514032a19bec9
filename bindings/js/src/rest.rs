//! The calls that the small module lacks.

use bozofeed::content::unescape;
use bozofeed::{EncodingPolicy, SettingError};

use crate::answer::{from_json, json, unknown};
use crate::options::Options;
use crate::{tree, view};

/// Answers a call with one text.
pub(crate) fn answer(document: &[u8], options: &Options) -> Result<Vec<u8>, String> {
    match options.call.as_str() {
        "full" => full(document, options),
        "discover" => discover(document, options),
        "write" => write(document, options),
        "tree" => tree(document, options),
        "unknown" => unknown_option(document),
        "unescape" => Ok(unescape(&String::from_utf8_lossy(document)).into_owned().into_bytes()),
        "check" => check(document, options),
        "report" => report(document, options),
        call => Err(unknown(call)),
    }
}

#[inline(never)]
fn full(document: &[u8], options: &Options) -> Result<Vec<u8>, String> {
    json(&options.parser()?.parse(options.document(document)))
}

#[inline(never)]
fn discover(document: &[u8], options: &Options) -> Result<Vec<u8>, String> {
    options.parser()?;
    let feeds = bozofeed_discover::feeds(options.document(document));
    json(&feeds.iter().map(view::FoundFeed::of).collect::<Vec<_>>())
}

#[inline(never)]
fn write(document: &[u8], options: &Options) -> Result<Vec<u8>, String> {
    let writer = options.writer()?;
    Ok(crate::draft::write(document, &writer).map_err(String::from)?.into_bytes())
}

/// Returns the error message for an unknown host option. The input has its name, and the names of the known options.
#[inline(never)]
fn unknown_option(document: &[u8]) -> Result<Vec<u8>, String> {
    let (name, known): (String, Vec<String>) = from_json(document)?;
    Ok(SettingError::unknown(&name, known).to_string().into_bytes())
}

#[inline(never)]
fn tree(document: &[u8], options: &Options) -> Result<Vec<u8>, String> {
    let decoded = bozofeed::encoding::decode(&EncodingPolicy::RFC3023, options.document(document));
    json(&tree::tree(&decoded.text))
}

#[inline(never)]
fn check(document: &[u8], options: &Options) -> Result<Vec<u8>, String> {
    let findings = options.checker()?.check(options.document(document));
    json(&findings.iter().map(view::Finding::of).collect::<Vec<_>>())
}

#[inline(never)]
fn report(document: &[u8], options: &Options) -> Result<Vec<u8>, String> {
    let report = options.checker()?.report(options.name(), options.document(document));
    Ok(report.html().as_bytes().to_vec())
}
