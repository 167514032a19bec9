//! `RawVoice`: <https://blubrry.com/developer/rawvoice-rss/>.

use super::read::Element;
use super::rows::{Field as _, FieldChoice, FromElement as _, media_type, rows, uri};
use super::write::{ElementSink, WriteParts as _};
use crate::model::rawvoice::{RawVoice, RawVoiceAlternate, RawVoiceDonate, RawVoiceMetamark};
use crate::model::{Attributes, Str};

pub(super) const URIS: &[&str] = &[
    "http://www.rawvoice.com/rawvoicerssmodule",
    "http://blubrry.com/developer/rawvoice-rss",
    "http://developer.blubrry.com/rawvoice-rss",
];

rows! {
    RawVoice {
        elements {
            "rating" => rating,
            "location" => location,
            "frequency" => frequency,
            "isHd" => is_hd,
            "poster" => poster via poster in "url",
            "embed" => embed,
            "donate" => donate,
            "subscribe" => subscribe via services,
            "metamark" => metamarks,
        }
        others RawVoiceAlternate => alternate,
        writes alternates,
    }
}

rows! {
    RawVoiceDonate {
        attributes { "href" => href via uri, }
        text => text,
    }
}

rows! {
    RawVoiceAlternate {
        attributes {
            "src" => src via uri,
            "type" => media_type via media_type,
            "length" => length,
        }
    }
}

rows! {
    RawVoiceMetamark {
        attributes {
            "type" => kind,
            "link" => link via uri,
            "position" => position,
            "duration" => duration,
        }
        text => text,
    }
}

fn poster(element: &Element<'_>) -> Option<Str> {
    element.attribute("url").uri()
}

/// Reads the services for subscribing: each attribute is a service, and its value a page.
fn services(element: &Element<'_>) -> [Attributes; 1] {
    let services = element.rest();
    let service = |(name, page)| Some((name, element.resolve(page)?));
    [services.iter().filter_map(service).collect()]
}

/// Reads another form of the recording. Each form has its own element, and new ones appear: any element with a `src` is one.
fn alternate(to: &mut RawVoice, element: &Element<'_>) -> Option<(&'static str, FieldChoice)> {
    let alternate = RawVoiceAlternate::from_element(element)?;
    if alternate.src.is_none() {
        element.unread();
        return None;
    }
    let alternate = made!(RawVoiceAlternate { format: element.name().into(), ..alternate });
    Some(("alternates", to.alternates.offer(element.keep(alternate)?)))
}

/// Writes the other forms of the recording, each in its own element.
fn alternates(rawvoice: &RawVoice, prefix: &str, to: &mut dyn ElementSink) {
    for alternate in &rawvoice.alternates {
        to.open(prefix, &alternate.format);
        alternate.write_parts(prefix, to);
        to.close();
    }
}
