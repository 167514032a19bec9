//! The calls and their answers.

use serde::Serialize;

use crate::options::Options;
use crate::view::Parsed;

/// Answers a call: JSON, or the text of a feed that was written. An error is one of the caller, never of a document.
pub(crate) fn answer(document: &[u8], options: &[u8]) -> Result<Vec<u8>, String> {
    let options: Options = serde_json::from_slice(options).map_err(|error| error.to_string())?;
    match options.call.as_str() {
        "parse" => json(&Parsed::of(&options.parser()?.parse(options.document(document)))),
        #[cfg(feature = "full")]
        "full" => json(&options.parser()?.parse(options.document(document))),
        #[cfg(feature = "full")]
        "discover" => {
            let feeds = bozofeed::discover::feeds(options.document(document));
            json(&feeds.iter().map(crate::view::FoundFeed::of).collect::<Vec<_>>())
        }
        "opml.parse" => json(&crate::opml::List::of(&bozofeed::opml::parse(options.document(document)))),
        "opml.stringify" => {
            let list: crate::opml::List =
                serde_json::from_slice(document).map_err(|error| error.to_string())?;
            Ok(list.to_xml().into_bytes())
        }
        #[cfg(feature = "full")]
        "write" => {
            let parsed = serde_json::from_slice(document).map_err(|error| error.to_string())?;
            Ok(options.writer()?.to_text(&parsed).map_err(|error| error.to_string())?.into_bytes())
        }
        #[cfg(feature = "full")]
        "check" => {
            let findings = options.parser()?.check(options.document(document));
            json(&findings.iter().map(crate::view::Finding::of).collect::<Vec<_>>())
        }
        call => Err(format!("'{call}' is not in this module; bozofeed/full has everything")),
    }
}

fn json(value: &impl Serialize) -> Result<Vec<u8>, String> {
    serde_json::to_vec(value).map_err(|error| error.to_string())
}
