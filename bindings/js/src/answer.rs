//! The calls and their answers.

use serde::{Deserialize, Serialize};

use crate::json::{self, Plain};
use crate::options::Options;
use crate::view::Parsed;

/// The result of a call.
#[derive(Default)]
pub(crate) struct Answer {
    /// JSON, the text of a written feed, or an error message.
    pub(crate) text: Vec<u8>,
    /// Texts to be inserted into it.
    #[cfg(feature = "full")]
    pub(crate) parts: crate::parts::Parts,
}

impl From<Vec<u8>> for Answer {
    fn from(text: Vec<u8>) -> Self {
        #[allow(clippy::needless_update, reason = "the small module has no parts")]
        Self { text, ..Self::default() }
    }
}

/// Answers a call. Only the caller can cause an error, never a document.
///
/// Each call has a separate function that is not inlined: engines compile functions when they are first called, and the
/// functions for writing and checking are large.
pub(crate) fn answer(document: &[u8], options: &[u8]) -> Result<Answer, String> {
    let options: Options = from_json(options)?;
    match options.call.as_str() {
        #[cfg(feature = "full")]
        "parse" if options.parts => parse_in_parts(document, &options),
        "parse" => parse(document, &options).map(Answer::from),
        "opml.parse" => opml_parse(document, &options).map(Answer::from),
        "opml.stringify" => opml_stringify(document).map(Answer::from),
        #[cfg(feature = "full")]
        _ => crate::rest::answer(document, &options).map(Answer::from),
        #[cfg(not(feature = "full"))]
        call => Err(unknown(call)),
    }
}

pub(crate) fn unknown(call: &str) -> String {
    format!("'{call}' is not in this module; bozofeed/full has everything")
}

#[inline(never)]
fn parse(document: &[u8], options: &Options) -> Result<Vec<u8>, String> {
    let parsed = options.parser()?.parse(options.document(document));
    let view = Parsed::of(&parsed, |text| text);
    let length = document.len() + document.len() / 2;
    json::to_vec(&view, plain_for(document), length).map_err(|error| error.to_string())
}

#[cfg(feature = "full")]
#[inline(never)]
fn parse_in_parts(document: &[u8], options: &Options) -> Result<Answer, String> {
    let parsed = options.parser()?.parse(options.document(document));
    let mut parts = crate::parts::Parts::with_room(document.len());
    let view = Parsed::of(&parsed, |text| parts.take(text));
    let text = json::to_vec(&view, plain_for(document), 0).map_err(|error| error.to_string())?;
    Ok(Answer { text, parts })
}

#[inline(never)]
fn opml_parse(document: &[u8], options: &Options) -> Result<Vec<u8>, String> {
    options.parser()?;
    json(&crate::opml::List::of(bozofeed_opml::parse(options.document(document))))
}

#[inline(never)]
fn opml_stringify(document: &[u8]) -> Result<Vec<u8>, String> {
    let list: crate::opml::Given = from_json(document)?;
    Ok(list.into_xml()?.into_bytes())
}

/// Parses JSON from text, like the crate does: for bytes, `serde_json` would be compiled twice.
pub(crate) fn from_json<'a, T: Deserialize<'a>>(json: &'a [u8]) -> Result<T, String> {
    let text = std::str::from_utf8(json).map_err(|error| error.to_string())?;
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// Returns the set of characters that are not escaped in the answer about a document: only ASCII, if the document has few
/// others.
fn plain_for(document: &[u8]) -> Plain {
    let others: usize =
        document.chunks(128).map(|chunk| usize::from(chunk.iter().map(|byte| byte >> 7).sum::<u8>())).sum();
    if others <= document.len() / 32 { Plain::Ascii } else { Plain::All }
}

pub(crate) fn json(value: &impl Serialize) -> Result<Vec<u8>, String> {
    json::to_vec(value, Plain::All, 0).map_err(|error| error.to_string())
}
