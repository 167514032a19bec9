//! The calls and their answers.

use serde::Serialize;

use crate::json::{self, Plain};
use crate::options::Options;
use crate::view::Parsed;

/// What is returned for a call.
#[derive(Default)]
pub(crate) struct Answer {
    /// JSON, the text of a feed that was written, or the message of an error.
    pub(crate) text: Vec<u8>,
    /// Texts that belong into it.
    #[cfg(feature = "full")]
    pub(crate) parts: crate::parts::Parts,
}

impl From<Vec<u8>> for Answer {
    fn from(text: Vec<u8>) -> Self {
        #[allow(clippy::needless_update, reason = "the small module has no parts")]
        Self { text, ..Self::default() }
    }
}

/// Answers a call. An error is one of the caller, never of a document.
pub(crate) fn answer(document: &[u8], options: &[u8]) -> Result<Answer, String> {
    let options: Options = serde_json::from_slice(options).map_err(|error| error.to_string())?;
    match options.call.as_str() {
        #[cfg(feature = "full")]
        "parse" if options.parts => {
            let parsed = options.parser()?.parse(options.document(document));
            let mut parts = crate::parts::Parts::default();
            let view = Parsed::of(&parsed, |text| parts.take(text));
            let text = json::to_vec(&view, plain_for(document), 0).map_err(|error| error.to_string())?;
            Ok(Answer { text, parts })
        }
        _ => text(document, &options).map(Answer::from),
    }
}

/// Answers a call with one text.
fn text(document: &[u8], options: &Options) -> Result<Vec<u8>, String> {
    match options.call.as_str() {
        "parse" => {
            let parsed = options.parser()?.parse(options.document(document));
            let view = Parsed::of(&parsed, |text| text);
            let length = document.len() + document.len() / 2;
            json::to_vec(&view, plain_for(document), length).map_err(|error| error.to_string())
        }
        #[cfg(feature = "full")]
        "full" => json(&options.parser()?.parse(options.document(document))),
        #[cfg(feature = "full")]
        "discover" => {
            let feeds = bozofeed::discover::feeds(options.document(document));
            json(&feeds.iter().map(crate::view::FoundFeed::of).collect::<Vec<_>>())
        }
        "opml.parse" => json(&crate::opml::List::of(bozofeed::opml::parse(options.document(document)))),
        "opml.stringify" => {
            let list: crate::opml::List =
                serde_json::from_slice(document).map_err(|error| error.to_string())?;
            Ok(list.into_xml().into_bytes())
        }
        #[cfg(feature = "full")]
        "write" => {
            let parsed = serde_json::from_slice(document).map_err(|error| error.to_string())?;
            Ok(options.writer()?.to_text(&parsed).map_err(|error| error.to_string())?.into_bytes())
        }
        #[cfg(feature = "full")]
        "tree" => {
            let decoded = bozofeed::encoding::decode(options.policy()?, options.document(document));
            json(&crate::tree::tree(&decoded.text))
        }
        #[cfg(feature = "full")]
        "unescape" => Ok(crate::tree::unescaped(&String::from_utf8_lossy(document)).into_bytes()),
        #[cfg(feature = "full")]
        "check" => {
            let findings = options.parser()?.check(options.document(document));
            json(&findings.iter().map(crate::view::Finding::of).collect::<Vec<_>>())
        }
        #[cfg(feature = "full")]
        "report" => {
            let report = options.parser()?.report(options.name(), options.document(document));
            Ok(report.html().as_bytes().to_vec())
        }
        call => Err(format!("'{call}' is not in this module; bozofeed/full has everything")),
    }
}

/// Returns the characters that are not escaped in the answer about a document: if it has few others, ASCII alone.
fn plain_for(document: &[u8]) -> Plain {
    let others: usize =
        document.chunks(128).map(|chunk| usize::from(chunk.iter().map(|byte| byte >> 7).sum::<u8>())).sum();
    if others <= document.len() / 32 { Plain::Ascii } else { Plain::All }
}

fn json(value: &impl Serialize) -> Result<Vec<u8>, String> {
    json::to_vec(value, Plain::All, 0).map_err(|error| error.to_string())
}
