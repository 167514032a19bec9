//! The calls and their answers.

use bozofeed::discover::{self, FoundIn};
use serde::Serialize;

use crate::options::Options;
use crate::view::{FoundFeed, Parsed};

/// Answers a call: JSON, or the text of a feed that was written. An error is one of the caller, never of a document.
pub(crate) fn answer(document: &[u8], options: &[u8]) -> Result<Vec<u8>, String> {
    let options: Options = serde_json::from_slice(options).map_err(|error| error.to_string())?;
    match options.call.as_str() {
        "parse" => json(&Parsed::of(&options.parser()?.parse(options.document(document)))),
        #[cfg(feature = "extras")]
        "full" => json(&options.parser()?.parse(options.document(document))),
        #[cfg(feature = "extras")]
        "discover" => json(&found(&discover::feeds(options.document(document)))),
        #[cfg(feature = "extras")]
        "write" => {
            let parsed = options.parser()?.parse(options.document(document));
            Ok(options.writer()?.to_text(&parsed).map_err(|error| error.to_string())?.into_bytes())
        }
        #[cfg(feature = "extras")]
        "opml.parse" => json(&crate::opml::List::of(&bozofeed::opml::parse(options.document(document)))),
        #[cfg(feature = "extras")]
        "opml.stringify" => {
            let list: crate::opml::List = serde_json::from_slice(document).map_err(|error| error.to_string())?;
            Ok(list.to_xml().into_bytes())
        }
        #[cfg(feature = "full")]
        "write.model" => {
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

fn found(feeds: &[discover::FoundFeed]) -> Vec<FoundFeed<'_>> {
    let source = |source: &FoundIn| match source {
        FoundIn::Link => "link",
        FoundIn::Header => "header",
        FoundIn::Anchor => "anchor",
        FoundIn::WellKnown => "well-known",
        _ => "guess",
    };
    let feed = |feed: &'_ discover::FoundFeed| (source(&feed.source), feed.is_named());
    feeds
        .iter()
        .map(|found| {
            let (source, is_named) = feed(found);
            FoundFeed {
                url: &found.href,
                title: found.title.as_deref(),
                media_type: found.media_type.as_deref(),
                source,
                is_named,
            }
        })
        .collect()
}
