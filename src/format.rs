//! The formats of feeds.

use bozofeed_text::names;

/// The format and version of a feed, as distinguished by Universal Feed Parser.
///
/// Formats are ordered as declared: by format, and within a format by version.
///
/// ```
/// use bozofeed::Format;
///
/// let format = bozofeed::parse(b"<rss version='2.0'><channel/></rss>").format;
/// assert_eq!(format.to_string(), "rss20");
/// assert_eq!("rss20".parse(), Ok(format));
/// assert!(Format::Rss20 < Format::Atom10);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Format {
    /// RSS 0.90, an RDF vocabulary by Netscape.
    Rss090,
    /// RSS 0.91 as defined by Netscape, with its document type declaration.
    Rss091Netscape,
    /// RSS 0.91 as defined by Userland.
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
    /// A page with microformats: [h-feed](https://microformats.org/wiki/h-feed), or entries of h-entry.
    HFeed,
    /// A feed in an unknown format, such as RSS 1.0 with a misspelt namespace. See [`Parsed::is_feed`](crate::Parsed::is_feed) for
    /// whether there is a feed at all.
    Unknown,
}

names! {
    Format: "format of a feed" {
        Rss090 => "rss090",
        Rss091Netscape => "rss091n",
        Rss091Userland => "rss091u",
        Rss092 => "rss092",
        Rss093 => "rss093",
        Rss094 => "rss094",
        Rss10 => "rss10",
        Rss20 => "rss20",
        Rss => "rss",
        Atom01 => "atom01",
        Atom02 => "atom02",
        Atom03 => "atom03",
        Atom10 => "atom10",
        Atom => "atom",
        Cdf => "cdf",
        Json1 => "json1",
        Json11 => "json11",
        HFeed => "hfeed",
        Unknown => "unknown",
    }
}

impl Format {
    /// Returns the name of the format in JSON, which is empty for [`Unknown`](Self::Unknown), as in Universal Feed Parser's
    /// dictionary.
    ///
    /// ```
    /// use bozofeed::Format;
    ///
    /// assert_eq!(Format::Atom10.json_name(), "atom10");
    /// assert_eq!((Format::Unknown.json_name(), Format::Unknown.as_str()), ("", "unknown"));
    /// ```
    pub const fn json_name(self) -> &'static str {
        match self {
            Self::Unknown => "",
            known => known.as_str(),
        }
    }

    /// Returns whether it is a version of Atom.
    pub fn is_atom(self) -> bool {
        matches!(self, Self::Atom01 | Self::Atom02 | Self::Atom03 | Self::Atom10 | Self::Atom)
    }

    /// Returns whether it is a version of RSS.
    ///
    /// ```
    /// assert!(bozofeed::parse(b"<rss version='2.0'><channel/></rss>").format.is_rss());
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
impl serde::Serialize for Format {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.json_name())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Format {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = <std::borrow::Cow<'_, str> as serde::Deserialize>::deserialize(deserializer)?;
        if name.is_empty() { Ok(Self::Unknown) } else { name.parse().map_err(serde::de::Error::custom) }
    }
}
