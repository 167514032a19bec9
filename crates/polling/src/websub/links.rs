//! Discovery (§4): the hub and the topic that a feed names.

use std::fmt;

use bozofeed::model::Link;
use bozofeed::{Parsed, WebLink};

use crate::Received;
use crate::target::RequestTarget;

/// The maximum number of hubs that are kept. A feed has one, or a few equivalent ones.
const MOST_HUBS: usize = 10;

/// The hubs and the topic that a feed names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct WebSubLinks {
    /// The feed's URL as the hubs know it: `rel="self"`, or else the URL of the response.
    pub topic: String,
    /// The hubs in the order of the feed, between one and ten. One subscription is enough.
    pub hubs: Vec<String>,
}

impl WebSubLinks {
    /// Returns the hubs and the topic of a feed. The links of the response take precedence over the links of the document (§4):
    /// `atom:link` in Atom and RSS, `hubs` and `feed_url` in JSON Feed. `None` if none of the hubs is usable.
    ///
    /// A topic is required (§4), but many feeds have a hub without one. In this case, the URL of the response, after redirects,
    /// is used.
    ///
    /// ```
    /// use bozofeed::Parser;
    /// use bozofeed_polling::websub::WebSubLinks;
    /// use bozofeed_polling::{Exchange, FeedState, FetchOutcome, Step};
    /// use http::{HeaderMap, StatusCode};
    ///
    /// let now = bozofeed::Timestamp::now();
    /// let mut state = FeedState::new("https://harbour.example/tides");
    /// let step = Exchange::start(&mut state, now)?.receive(StatusCode::OK, &HeaderMap::new(), now);
    /// let Step::Body(mut body) = step else { panic!() };
    /// body.push(b"<feed xmlns='http://www.w3.org/2005/Atom'><link rel='hub' href='https://hub.example/'/></feed>")?;
    /// let Step::Done(finished) = body.finish(&Parser::new(), now) else { panic!() };
    /// let polled = finished.record(&mut state);
    /// let FetchOutcome::Fresh(feed) = &polled.outcome else { panic!() };
    /// let links = WebSubLinks::of(feed, &polled.response).expect("a hub");
    /// assert_eq!(links.hubs, ["https://hub.example/"]);
    /// assert_eq!(links.topic, "https://harbour.example/tides");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(parsed: &Parsed, response: &Received) -> Option<Self> {
        let fields = response.links();
        let of_fields =
            |rel| fields.iter().filter(move |field| is_about_feed(field, rel)).map(|field| &*field.href);
        let of_feed = |rel| {
            let links = parsed
                .feed
                .links
                .iter()
                .filter(move |link| has_rel(link, rel) && !is_of_another_protocol(link));
            links.filter_map(|link| link.href.as_deref())
        };
        let usable = |urls: &mut dyn Iterator<Item = &str>| {
            let mut usable: Vec<String> = Vec::new();
            for url in urls.map(str::trim).filter(|url| RequestTarget::parse(url).is_ok()) {
                if usable.len() < MOST_HUBS && usable.iter().all(|known| known != url) {
                    usable.push(url.to_owned());
                }
            }
            usable
        };
        let mut hubs = usable(&mut of_fields("hub"));
        if hubs.is_empty() {
            hubs = usable(&mut of_feed("hub"));
        }
        let topic = usable(&mut of_fields("self").chain(of_feed("self"))).into_iter().next();
        let topic = topic.unwrap_or_else(|| response.url.clone());
        (!hubs.is_empty()).then_some(Self { topic, hubs })
    }
}

/// A message such as `https://harbour.example/tides at https://hub.example/`.
impl fmt::Display for WebSubLinks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.topic, self.hubs.join(", "))
    }
}

/// Returns whether a link of a response is about the response itself and has this relation.
fn is_about_feed(field: &WebLink, rel: &str) -> bool {
    field.anchor.is_none() && field.has_rel(rel)
}

fn has_rel(link: &Link, rel: &str) -> bool {
    link.rel.split_ascii_whitespace().any(|known| known.eq_ignore_ascii_case(rel))
}

/// Returns whether a hub in a JSON Feed uses another protocol, such as `rssCloud`.
fn is_of_another_protocol(link: &Link) -> bool {
    // The type of a link in XML is a media type, which contains a slash.
    let of_json = link.attributes.get("type").filter(|protocol| !protocol.contains('/'));
    of_json.is_some_and(|protocol| !protocol.trim().eq_ignore_ascii_case("websub"))
}

#[cfg(test)]
mod tests {
    use ::http::{HeaderMap, HeaderValue, StatusCode};

    use super::*;
    use crate::{Exchange, FeedState, FetchOutcome, Step};
    use bozofeed::Parser;

    fn links(field: Option<&'static str>, document: &str) -> Option<WebSubLinks> {
        let now = "2026-11-21T12:00:00Z".parse().unwrap();
        let mut headers = HeaderMap::new();
        if let Some(field) = field {
            headers.insert("link", HeaderValue::from_static(field));
        }
        let mut state = FeedState::new("https://ann:secret@harbour.example/tides");
        let step = Exchange::start(&mut state, now).unwrap().receive(StatusCode::OK, &headers, now);
        let Step::Body(mut body) = step else { panic!() };
        body.push(document.as_bytes()).unwrap();
        let Step::Done(finished) = body.finish(&Parser::new(), now) else { panic!() };
        let polled = finished.record(&mut state);
        let FetchOutcome::Fresh(parsed) = &polled.outcome else { panic!("{:?}", polled.outcome) };
        WebSubLinks::of(parsed, &polled.response)
    }

    #[test]
    fn hubs_and_topics_are_found() {
        const RSS: &str = "<rss version='2.0'><channel><title>a</title></channel></rss>";
        let atom = |links: &str| format!("<feed xmlns='http://www.w3.org/2005/Atom'>{links}</feed>");
        let both = atom("<link rel='hub' href='https://hub.example/'/><link rel='self' href='/atom'/>");
        let in_rss = "<rss version='2.0' xmlns:atom='http://www.w3.org/2005/Atom'><channel>\
            <atom:link rel='HUB' href='//hub.example/x'/><atom:link rel='self' href='https://harbour.example/r'/></channel></rss>";
        let json = |hubs: &str| {
            format!(
                r#"{{"version": "https://jsonfeed.org/version/1.1", "title": "a", "items": [],
                "feed_url": "https://harbour.example/j", "hubs": [{hubs}]}}"#
            )
        };
        let websub = json(
            r#"{"type": "rssCloud", "url": "https://cloud.example/"}, {"type": "WebSub", "url": "https://hub.example/"}"#,
        );
        let two = atom(
            "<link rel='hub' href='https://b.example/'/><link rel='hub' href='https://a.example/'/>\
            <link rel='hub' href='https://b.example/'/>",
        );
        let unusable = atom("<link rel='hub' href='mailto:hub@harbour.example'/>");
        let wrong: Vec<_> = [
            (None, RSS, None),
            (None, &*both, Some("https://harbour.example/atom at https://hub.example/")),
            (None, in_rss, Some("https://harbour.example/r at https://hub.example/x")),
            (None, &websub, Some("https://harbour.example/j at https://hub.example/")),
            (None, &json(r#"{"type": "rssCloud", "url": "https://cloud.example/"}"#), None),
            (None, &two, Some("https://harbour.example/tides at https://b.example/, https://a.example/")),
            (None, &unusable, None),
            // The links of the response take precedence, each separately.
            (
                Some("</hub>; rel=hub"),
                &both,
                Some("https://harbour.example/atom at https://harbour.example/hub"),
            ),
            (Some("</t>; rel=self"), &both, Some("https://harbour.example/t at https://hub.example/")),
            (
                Some("</hub>; rel=\"x hub\", </t>; rel=self"),
                RSS,
                Some("https://harbour.example/t at https://harbour.example/hub"),
            ),
            (Some("</hub>; rel=hub; anchor=\"/other\""), RSS, None),
            (
                Some("</hub>; rel=hub"),
                RSS,
                Some("https://harbour.example/tides at https://harbour.example/hub"),
            ),
        ]
        .into_iter()
        .filter_map(|(field, document, expected)| {
            let found = links(field, document).map(|links| links.to_string());
            (found.as_deref() != expected).then_some((field, document.to_owned(), found))
        })
        .collect();
        assert_eq!(wrong, []);
    }
}
