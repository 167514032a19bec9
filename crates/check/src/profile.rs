//! Podcast directories and their requirements.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use bozofeed::UnknownName;

use crate::{Rule, RuleSeverity};

/// A podcast directory, or the podcast namespace, whose requirements a feed should meet.
///
/// ```
/// use bozofeed_check::Checker;
/// use bozofeed_check::Profile;
///
/// let feed = b"<rss version='2.0'><channel><title>Tides</title><link>https://a.example/</link><description>Daily</description>
/// <language>en</language></channel></rss>";
/// let findings = Checker::new().profile(Profile::Apple).check(feed);
/// let missing: Vec<_> = Profile::Apple.obstacles(&findings).map(|finding| finding.value.as_str()).collect();
/// assert_eq!(missing, ["itunes:image", "itunes:category", "itunes:explicit", ""]);
/// assert_eq!(Profile::Apple.title(), "Apple Podcasts");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Profile {
    /// Apple Podcasts (<https://podcasters.apple.com/support/823-podcast-requirements>).
    Apple,
    /// Spotify (<https://support.spotify.com/us/creators/article/podcast-specification-doc/>).
    Spotify,
    /// The podcast namespace (<https://podcasting2.org/docs/podcast-namespace>).
    Podcasting2,
}

impl Profile {
    /// All profiles. A later version may have more.
    pub const ALL: &'static [Self] = &[Self::Apple, Self::Spotify, Self::Podcasting2];

    /// Returns the name: `apple`, `spotify`, `podcasting2`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Apple => "apple",
            Self::Spotify => "spotify",
            Self::Podcasting2 => "podcasting2",
        }
    }

    /// Returns the name of the directory, for messages.
    pub fn title(self) -> &'static str {
        self.requirements().title
    }

    pub(super) fn requirements(self) -> &'static Requirements {
        match self {
            Self::Apple => &APPLE,
            Self::Spotify => &SPOTIFY,
            Self::Podcasting2 => &PODCASTING_2,
        }
    }
}

/// Writes the [name](Profile::as_str).
impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Parses a [name](Profile::as_str). It must match exactly.
impl FromStr for Profile {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        const NAMES: &[&str] =
            &[Profile::Apple.as_str(), Profile::Spotify.as_str(), Profile::Podcasting2.as_str()];
        let found = Self::ALL.iter().find(|profile| profile.as_str() == name);
        found.copied().ok_or_else(|| UnknownName::new("profile of podcasts", name, NAMES))
    }
}

/// The requirements and recommendations of a directory, in addition to the RSS rules.
#[derive(Debug)]
pub(super) struct Requirements {
    pub(super) title: &'static str,
    /// The obstacles specific to this directory. `OF_ALL` lists the others.
    obstacles: &'static [Obstacle],
    /// A part of the paths of elements that the directory ignores; empty for none.
    overlooked: &'static str,
    pub(super) channel: &'static [&'static str],
    pub(super) channel_should: &'static [&'static str],
    pub(super) episode: &'static [&'static str],
    pub(super) episode_should: &'static [&'static str],
    /// The media types of episodes.
    pub(super) media_types: &'static [&'static str],
    /// The minimum and maximum width and height of the artwork in pixels.
    pub(super) artwork: Range<u64>,
}

/// A requirement beyond individual podcast elements, and the findings that show that it is not met.
#[derive(Debug)]
struct Obstacle {
    /// The ids of rules, or prefixes of ids.
    rules: &'static [&'static str],
    /// A part of the path of the element; empty for any.
    element: &'static str,
    /// The least severity.
    severity: RuleSeverity,
}

impl Obstacle {
    const fn new(rules: &'static [&'static str], element: &'static str, severity: RuleSeverity) -> Self {
        Self { rules, element, severity }
    }

    fn applies_to(&self, rule: &Rule, path: &str) -> bool {
        rule.severity >= self.severity
            && path.contains(self.element)
            && self.rules.iter().any(|id| rule.id.starts_with(id))
    }
}

/// The obstacles in every directory.
const OF_ALL: &[Obstacle] = &[
    // The feed cannot be read.
    Obstacle::new(&["not-a-feed", "xml/", "json/", "limit-"], "", RuleSeverity::Error),
    // RSS 2.0 requires these values, and every directory shows them.
    Obstacle::new(&["feed-title-", "feed-description-"], "", RuleSeverity::Error),
    Obstacle::new(&["podcast-"], "", RuleSeverity::Warning),
    Obstacle::new(&[""], "/enclosure", RuleSeverity::Error),
    Obstacle::new(&[""], "itunes:", RuleSeverity::Error),
];

/// The technical requirements of <https://podcasters.apple.com/support/823-podcast-requirements>, as of 29 November 2026.
const OF_APPLE: &[Obstacle] = &[
    // The declaration of the namespace, letter by letter.
    Obstacle::new(&["namespace-misspelt", "namespace-obsolete"], "@xmlns:itunes", RuleSeverity::Warning),
    // "All episodes must contain a globally unique identifier (GUID)".
    Obstacle::new(&["entry-id-missing", "entry-id-repeated"], "", RuleSeverity::Warning),
    // "Date and time must conform to RFC 2822 specifications".
    Obstacle::new(&["date-form", "value/UnreadableDate"], "/pubDate", RuleSeverity::Error),
    // "URL, length, and type".
    Obstacle::new(&["value-empty", "value/", "attribute-missing"], "/enclosure", RuleSeverity::Warning),
    // "Publicly addressable", and "only ASCII filenames and URLs".
    Obstacle::new(&["uri-not-public"], "/enclosure", RuleSeverity::Warning),
    Obstacle::new(&["uri-not-public"], "itunes:image", RuleSeverity::Warning),
    Obstacle::new(&["uri-not-ascii"], "/enclosure", RuleSeverity::Note),
    Obstacle::new(&["uri-not-ascii"], "itunes:image", RuleSeverity::Note),
    // The language must be an ISO 639 code.
    Obstacle::new(&["language-invalid"], "/language", RuleSeverity::Warning),
];

impl Requirements {
    /// Returns whether a finding of this rule at this path keeps a feed out of the directory.
    pub(super) fn are_broken_by(&self, rule: &Rule, path: &str) -> bool {
        let is_overlooked = !self.overlooked.is_empty() && path.contains(self.overlooked);
        !is_overlooked && OF_ALL.iter().chain(self.obstacles).any(|obstacle| obstacle.applies_to(rule, path))
    }
}

static APPLE: Requirements = Requirements {
    title: "Apple Podcasts",
    obstacles: OF_APPLE,
    overlooked: "podcast:",
    channel: &["itunes:image", "itunes:category", "itunes:explicit", "language"],
    channel_should: &["itunes:author", "itunes:owner"],
    episode: &["title"],
    episode_should: &["guid", "pubDate", "description", "itunes:duration"],
    media_types: &[
        "audio/mpeg", "audio/mp3", "audio/x-m4a", "audio/m4a", "audio/mp4", "audio/aac", "video/mp4",
        "video/x-m4v", "video/m4v", "video/quicktime", "application/pdf",
    ],
    artwork: 1400..3001,
};

static SPOTIFY: Requirements = Requirements {
    title: "Spotify",
    obstacles: &[],
    overlooked: "podcast:",
    channel: &["itunes:image", "itunes:category", "itunes:owner", "language"],
    channel_should: &["itunes:author", "itunes:explicit"],
    episode: &["title", "pubDate"],
    episode_should: &["guid", "description", "itunes:duration"],
    media_types: &[
        "audio/mpeg", "audio/mp3", "audio/x-m4a", "audio/m4a", "audio/mp4", "video/mp4", "video/x-m4v",
        "video/m4v", "video/quicktime",
    ],
    artwork: 640..10_001,
};

static PODCASTING_2: Requirements = Requirements {
    title: "Podcasting 2.0",
    obstacles: &[Obstacle::new(&[""], "podcast:", RuleSeverity::Error)],
    overlooked: "",
    channel: &["podcast:guid"],
    channel_should: &["podcast:locked", "podcast:medium", "podcast:funding", "itunes:image", "language"],
    episode: &["guid"],
    episode_should: &["title", "pubDate", "podcast:transcript", "podcast:chapters"],
    media_types: &[],
    artwork: 0..u64::MAX,
};

/// The requirements without a profile, shared by all directories.
// The artwork sizes are Spotify's: Apple rejects everything that Spotify rejects.
pub(super) static USUAL: Requirements = Requirements {
    title: "",
    episode: &[],
    episode_should: &[],
    media_types: &[],
    artwork: 640..10_001,
    ..APPLE
};

/// Returns whether a directory requires an element of a podcast vocabulary.
pub(super) fn is_required(name: &str) -> bool {
    let all = [&APPLE, &SPOTIFY, &PODCASTING_2].into_iter();
    name.contains(':') && all.flat_map(|of| of.channel.iter().chain(of.episode)).any(|known| *known == name)
}

/// Returns the names of all elements that directories require or recommend.
#[cfg(test)]
pub(super) fn wanted() -> impl Iterator<Item = &'static str> {
    [&APPLE, &SPOTIFY, &PODCASTING_2].into_iter().flat_map(|of| {
        [of.channel, of.channel_should, of.episode, of.episode_should].into_iter().flatten().copied()
    })
}
