//! Identifiers in a page's scripts that are part of the URL of its feed.

use std::borrow::Cow;

use memchr::memmem;

use crate::page::is_web_url;

/// An identifier: its name in templates, the texts before it, and its format.
pub(super) struct Identifier {
    pub(super) name: &'static str,
    /// The texts before it, most reliable first: a JSON name, which is followed by a colon, or the start of a URL.
    pub(super) before: &'static [&'static str],
    pub(super) is_valid: fn(&str) -> bool,
    /// Whether it may be the content of a `meta` element, or the last part of the page's canonical URL.
    pub(super) is_in_metadata: bool,
}

/// A `YouTube` channel: `UC` and 22 more characters.
pub(super) const CHANNEL: Identifier = Identifier {
    name: "channel",
    before: &[
        "externalId", "externalChannelId", "channelId", "browseId", "youtube.com/channel/", "channel_id=",
    ],
    is_valid: is_channel,
    is_in_metadata: true,
};

/// A Flickr user: `12345678@N00`.
pub(super) const FLICKR: Identifier = Identifier {
    name: "nsid",
    before: &["ownerNsid", "nsid", "ownerId", "photos_public.gne?id="],
    is_valid: is_nsid,
    is_in_metadata: true,
};

/// A `SoundCloud` user: a number.
pub(super) const SOUND_CLOUD: Identifier = Identifier {
    name: "user_id",
    before: &["soundcloud://users:", "soundcloud:users:", "user_id"],
    is_valid: is_number,
    is_in_metadata: false,
};

/// The feed of a podcast.
pub(super) const FEED_URL: Identifier = Identifier {
    name: "feed",
    before: &["feedUrl", "feed_url", "rssUrl", "rssFeedUrl"],
    is_valid: is_web_url,
    is_in_metadata: false,
};

/// A Buzzsprout podcast: a number.
pub(super) const BUZZSPROUT: Identifier = Identifier {
    name: "show",
    before: &["feeds.buzzsprout.com/", "buzzsprout.com/"],
    is_valid: is_number,
    is_in_metadata: false,
};

/// A podcast whose identifier is part of the URL of its feed, and occurs somewhere in its page.
const fn podcast(before: &'static [&'static str]) -> Identifier {
    Identifier { name: "show", before, is_valid: is_token, is_in_metadata: false }
}

pub(super) const ANCHOR: Identifier = podcast(&["anchor.fm/s/"]);
pub(super) const CASTOS: Identifier = podcast(&["feeds.castos.com/"]);
pub(super) const SIMPLECAST: Identifier = podcast(&["feeds.simplecast.com/"]);
pub(super) const AUSHA: Identifier = podcast(&["feed.ausha.co/"]);

/// A Substack publication, in the JSON of a user's page: the user may have another name.
pub(super) const SUBSTACK: Identifier =
    Identifier { name: "publication", before: &["subdomain"], is_valid: is_label, is_in_metadata: false };

/// A beehiiv newsletter.
pub(super) const BEEHIIV: Identifier = Identifier {
    name: "newsletter",
    before: &["rss.beehiiv.com/feeds/"],
    is_valid: is_token,
    is_in_metadata: false,
};

/// A `ScienceDirect` journal: its ISSN without a hyphen.
pub(super) const SCIENCE_DIRECT: Identifier = Identifier {
    name: "issn",
    before: &["rss.sciencedirect.com/publication/science/"],
    is_valid: is_token,
    is_in_metadata: false,
};

/// The maximum length of an identifier.
const LONGEST: usize = 2000;

/// The maximum number of occurrences of a preceding text that are examined.
const MOST: usize = 50;

impl Identifier {
    /// Returns the first valid identifier in a page.
    pub(super) fn find<'p>(&self, page: &'p str) -> Option<Cow<'p, str>> {
        self.before.iter().find_map(|before| {
            let found = memmem::find_iter(page.as_bytes(), before).take(MOST);
            found
                .filter_map(|at| value(before, page.get(at + before.len()..)?))
                .find(|id| (self.is_valid)(id))
        })
    }
}

/// Returns the value after the text in a script or URL, up to the character that ends it, with JSON escapes
/// resolved.
fn value<'p>(before: &str, rest: &'p str) -> Option<Cow<'p, str>> {
    let is_name = before.ends_with(|c: char| c.is_ascii_alphanumeric());
    let mut start = 0;
    if is_name {
        // `": "`, which may be escaped in a string.
        start = rest.bytes().take(10).take_while(|b| b"\\\"': ".contains(b)).count();
        rest.get(..start).filter(|between| between.contains(':'))?;
    }
    let rest = rest.get(start..)?;
    let end = rest.bytes().take(LONGEST).position(|b| b"\"'<> \t\r\n,;)}".contains(&b)).unwrap_or_default();
    let raw = rest.get(..end)?.trim_end_matches('\\');
    if raw.contains('\\') {
        return serde_json::from_str::<String>(&format!("\"{raw}\"")).ok().map(Cow::Owned);
    }
    // In URLs, the identifier ends at the next separator.
    let id = if raw.contains("://") {
        raw
    } else {
        raw.split(['/', '?', '&', '#', '.']).next().unwrap_or_default()
    };
    Some(Cow::Borrowed(id))
}

fn is_number(id: &str) -> bool {
    !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit())
}

/// Returns whether this consists of letters, digits and hyphens, and is not a word. A label of a host name.
fn is_label(id: &str) -> bool {
    let is_allowed = |b: u8| b.is_ascii_alphanumeric() || b == b'-';
    (1..64).contains(&id.len()) && id.bytes().all(is_allowed) && !id.starts_with('-')
}

fn is_token(id: &str) -> bool {
    id.len() > 4 && id.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'))
}

fn is_channel(id: &str) -> bool {
    id.strip_prefix("UC").is_some_and(|rest| {
        !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'))
    })
}

/// Returns whether this is the identifier of a Flickr user or group.
fn is_nsid(id: &str) -> bool {
    id.split_once("@N").is_some_and(|(number, kind)| is_number(number) && is_number(kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_found_in_scripts() {
        for (identifier, page, expected) in [
            (CHANNEL, "{\"channelId\":\"UCharbour_1-2\",", Some("UCharbour_1-2")),
            (CHANNEL, "{\"browseId\":\"FEwhat\"},{\"browseId\":\"UCa\"}", Some("UCa")),
            (CHANNEL, "\"channelId\":\"UCa\",\"externalId\":\"UCb\"", Some("UCb")),
            (CHANNEL, "<a href='https://www.youtube.com/channel/UCa/videos'>", Some("UCa")),
            (CHANNEL, "\"channelId\":\"UC\"", None),
            (CHANNEL, "\"channelId\":\"UCa", None),
            (FLICKR, "\"nsid\":\"1234@N05\"", Some("1234@N05")),
            (FLICKR, "\"nsid\":\"anna\"", None),
            (SOUND_CLOUD, "content=\"soundcloud://users:1234\">", Some("1234")),
            (SOUND_CLOUD, "\"user_id\":1234,", Some("1234")),
            (
                FEED_URL,
                "\"feedUrl\":\"https:\\/\\/a.example\\/x?a=1\\u0026b=2\"",
                Some("https://a.example/x?a=1&b=2"),
            ),
            (BUZZSPROUT, "<a href='https://feeds.buzzsprout.com/123.rss'>", Some("123")),
            (BUZZSPROUT, "<a href='https://www.buzzsprout.com/about'>", None),
            (ANCHOR, "https:\\/\\/anchor.fm\\/s\\/1a2b3c\\/podcast\\/rss", None),
            (ANCHOR, "\"https://anchor.fm/s/1a2b3c/podcast/rss\"", Some("1a2b3c")),
            (FEED_URL, "\"feedUrl\":\"javascript:x\"", None),
            (FEED_URL, "\"feedUrl\":null", None),
            (FEED_URL, "\"feedUrl\" : \"https://a.example/x\"", Some("https://a.example/x")),
            (FEED_URL, "'{\\\"feedUrl\\\":\\\"https://a.example/x\\\"}'", Some("https://a.example/x")),
            (FEED_URL, "feedUrlOf(https://a.example/x)", None),
            (CHANNEL, "channelIds: [UCa]", None),
        ] {
            assert_eq!(identifier.find(page).as_deref(), expected, "{page}");
        }
    }
}
