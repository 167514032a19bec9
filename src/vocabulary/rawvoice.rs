//! `RawVoice`: <https://blubrry.com/developer/rawvoice-rss/>.

use super::read::{Described, Element, Elements};
use crate::model::{Attributes, Donate, Metamark, RawVoice, RawVoiceAlternate};

pub(super) const URIS: &[&str] = &[
    "http://www.rawvoice.com/rawvoicerssmodule",
    "http://blubrry.com/developer/rawvoice-rss",
    "http://developer.blubrry.com/rawvoice-rss",
];

pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let rawvoice = Some(Box::new(RawVoice {
        rating: elements.text("rating").string(),
        location: elements.text("location").string(),
        frequency: elements.text("frequency").string(),
        is_hd: elements.text("ishd").boolean(),
        poster: elements.first("poster").and_then(|poster| poster.uri("url")),
        embed: elements.text("embed").string(),
        donate: elements
            .first("donate")
            .map(|donate| Donate { href: donate.uri("href"), text: donate.string() }),
        subscribe: elements.first("subscribe").as_ref().map(subscribe).unwrap_or_default(),
        alternates: elements.iter().filter_map(|element| alternate(&element)).collect(),
        metamarks: elements.list("metamark", metamark),
    }));
    match to {
        Described::Feed(feed) => feed.rawvoice = rawvoice,
        Described::Entry(entry) => entry.rawvoice = rawvoice,
    }
}

/// Each attribute is a service, and its value a page.
fn subscribe(element: &Element<'_>) -> Attributes {
    let services = element.rest();
    services.iter().filter_map(|(service, _)| Some((service, element.uri(service)?))).collect()
}

/// Each form has its own element, and new ones appear: what has a `src` is one.
fn alternate(element: &Element<'_>) -> Option<RawVoiceAlternate> {
    Some(RawVoiceAlternate {
        format: element.name().to_owned(),
        src: Some(element.uri("src")?),
        media_type: element.attribute("type").string(),
        length: element.attribute("length").number(),
    })
}

fn metamark(element: &Element<'_>) -> Metamark {
    Metamark {
        kind: element.attribute("type").string(),
        link: element.uri("link"),
        position: element.attribute("position").duration(),
        duration: element.attribute("duration").duration(),
        text: element.string(),
    }
}
