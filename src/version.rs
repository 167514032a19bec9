//! Which format a feed is in.

use std::fmt;

/// The format of a feed and its version, as Universal Feed Parser tells them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(into = "&'static str"))]
#[non_exhaustive]
pub enum Version {
    /// RSS 0.90, an RDF vocabulary of Netscape's.
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
    /// RSS of a version that is not known.
    Rss,
    /// Atom 0.1.
    Atom01,
    /// Atom 0.2.
    Atom02,
    /// Atom 0.3.
    Atom03,
    /// Atom 1.0 (RFC 4287).
    Atom10,
    /// Atom of a version that is not known.
    Atom,
    /// Channel Definition Format.
    Cdf,
    /// JSON Feed 1.0.
    Json1,
    /// JSON Feed 1.1.
    Json11,
    /// A feed of no format that is known.
    Unknown,
}

impl Version {
    /// Universal Feed Parser's name of it: `rss20`, `atom10`, `json11`; empty where it is not known.
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

    /// Whether it is a version of Atom, in which a text says what type it is.
    pub(crate) fn is_atom(self) -> bool {
        matches!(self, Self::Atom01 | Self::Atom02 | Self::Atom03 | Self::Atom10 | Self::Atom)
    }

    pub(crate) fn is_rss(self) -> bool {
        self.as_str().starts_with("rss")
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
