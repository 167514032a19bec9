//! The formats of feeds.

use std::fmt;

/// The format of a feed and its version, as Universal Feed Parser distinguishes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "&'static str", try_from = "String"))]
#[non_exhaustive]
pub enum Version {
    /// RSS 0.90, an RDF vocabulary by Netscape.
    Rss090,
    /// RSS 0.91 as Netscape defined it, with its document type declaration.
    Rss091Netscape,
    /// RSS 0.91 as Userland defined it.
    Rss091Userland,
    /// RSS 0.92.
    Rss092,
    /// RSS 0.93.
    Rss093,
    /// RSS 0.94.
    Rss094,
    /// RSS 1.0, an RDF vocabulary.
    Rss10,
    /// RSS 2.0 and its minor versions.
    Rss20,
    /// RSS of an unknown version.
    Rss,
    /// Atom 0.1.
    Atom01,
    /// Atom 0.2.
    Atom02,
    /// Atom 0.3.
    Atom03,
    /// Atom 1.0 (RFC 4287).
    Atom10,
    /// Atom of an unknown version.
    Atom,
    /// Channel Definition Format.
    Cdf,
    /// JSON Feed 1.0.
    Json1,
    /// JSON Feed 1.1.
    Json11,
    /// A feed of an unknown format: RSS 1.0 with a misspelt namespace, for instance. See
    /// [`Parsed::is_feed`](crate::Parsed::is_feed) for whether there is a feed at all.
    Unknown,
}

impl Version {
    /// Returns Universal Feed Parser's name of the version: `rss20`, `atom10`, `json11`; empty if it is unknown.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Rss090 => "rss090",
            Self::Rss091Netscape => "rss091n",
            Self::Rss091Userland => "rss091u",
            Self::Rss092 => "rss092",
            Self::Rss093 => "rss093",
            Self::Rss094 => "rss094",
            Self::Rss10 => "rss10",
            Self::Rss20 => "rss20",
            Self::Rss => "rss",
            Self::Atom01 => "atom01",
            Self::Atom02 => "atom02",
            Self::Atom03 => "atom03",
            Self::Atom10 => "atom10",
            Self::Atom => "atom",
            Self::Cdf => "cdf",
            Self::Json1 => "json1",
            Self::Json11 => "json11",
            Self::Unknown => "",
        }
    }

    /// Returns the version with a name that [`as_str`](Self::as_str) returns.
    ///
    /// ```
    /// use bozofeed::Version;
    ///
    /// assert_eq!(Version::from_name("atom10"), Some(Version::Atom10));
    /// assert_eq!(Version::from_name("atom11"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|version| version.as_str() == name)
    }

    const ALL: [Self; 18] = [
        Self::Rss090,
        Self::Rss091Netscape,
        Self::Rss091Userland,
        Self::Rss092,
        Self::Rss093,
        Self::Rss094,
        Self::Rss10,
        Self::Rss20,
        Self::Rss,
        Self::Atom01,
        Self::Atom02,
        Self::Atom03,
        Self::Atom10,
        Self::Atom,
        Self::Cdf,
        Self::Json1,
        Self::Json11,
        Self::Unknown,
    ];

    /// Returns whether it is a version of Atom.
    pub fn is_atom(self) -> bool {
        matches!(self, Self::Atom01 | Self::Atom02 | Self::Atom03 | Self::Atom10 | Self::Atom)
    }

    /// Returns whether it is a version of RSS.
    ///
    /// ```
    /// assert!(bozofeed::parse(b"<rss version='2.0'><channel/></rss>").version.is_rss());
    /// ```
    pub fn is_rss(self) -> bool {
        matches!(
            self,
            Self::Rss090
                | Self::Rss091Netscape
                | Self::Rss091Userland
                | Self::Rss092
                | Self::Rss093
                | Self::Rss094
                | Self::Rss10
                | Self::Rss20
                | Self::Rss
        )
    }

    /// Returns whether it is a version of JSON Feed.
    pub fn is_json(self) -> bool {
        matches!(self, Self::Json1 | Self::Json11)
    }
}

#[cfg(feature = "serde")]
impl TryFrom<String> for Version {
    type Error = &'static str;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        Self::from_name(&name).ok_or("unknown version of a feed")
    }
}

impl From<Version> for &'static str {
    fn from(version: Version) -> Self {
        version.as_str()
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
