//! Torznab and Newznab: <https://torznab.github.io/spec-1.3-draft/>, <https://newznab.readthedocs.io/en/latest/misc/api/>.
//!
//! Both describe an item by attributes, `<torznab:attr name="seeders" value="5"/>`, each in its own namespace. The methods of [`Torznab`]
//! return the common attributes, in either spelling; [`Newznab`] also has them.

use std::borrow::Cow;
use std::ops::Deref;
use std::str::FromStr;
use std::time::Duration;

use super::plain::plain;
use super::{Str, Typed};
use crate::cost::Priced;
use bozofeed_date::{Moment, Timestamp};

plain! {
    /// The attributes of a release: `torznab:attr`.
    ///
    /// ```
    /// use bozofeed::model::torznab::Torznab;
    ///
    /// let feed = r#"<rss xmlns:torznab="http://torznab.com/schemas/2015/feed"><channel><item>
    ///     <torznab:attr name="category" value="5000"/><torznab:attr name="category" value="5040"/>
    ///     <torznab:attr name="seeders" value="5"/><torznab:attr name="peers" value="7"/>
    ///     <torznab:attr name="imdb" value="0111161"/></item></channel></rss>"#;
    /// let parsed = bozofeed::parse(feed);
    /// let release = parsed.entries[0].get::<Torznab>().unwrap();
    /// assert_eq!((release.seeders(), release.leechers()), (Some(5), Some(2)));
    /// assert_eq!(release.categories().collect::<Vec<_>>(), [5000, 5040]);
    /// assert_eq!(release.imdb_id().as_deref(), Some("tt0111161"));
    /// assert_eq!(release.value("seeders"), Some("5"));
    /// ```
    pub struct Torznab {
        /// The attributes, in document order. A name may be repeated.
        pub attributes: Vec<TorznabAttribute>,
        /// The part of the results in this feed: `newznab:response` of the channel.
        pub response: Option<TorznabResponse>,
    }
}

/// The attributes of a release in the namespace of Newznab: `newznab:attr`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Newznab(pub Torznab);

impl Deref for Newznab {
    type Target = Torznab;

    fn deref(&self) -> &Torznab {
        &self.0
    }
}

impl Priced for Newznab {
    fn heap(&self) -> usize {
        self.0.heap()
    }

    fn written(&self) -> usize {
        self.0.written()
    }
}

plain! {
    /// One attribute: `attr`.
    pub struct TorznabAttribute {
        /// The name.
        pub name: Str,
        /// The value.
        pub value: Option<Str>,
    }
}

plain! {
    /// `response`: the position of this feed in all results.
    pub struct TorznabResponse {
        /// The number of results before the first one.
        pub offset: Typed<u64>,
        /// The number of all results.
        pub total: Typed<u64>,
    }
}

impl Torznab {
    /// Returns the values of an attribute, whose name is not case-sensitive.
    pub fn values<'t>(&'t self, name: &'t str) -> impl Iterator<Item = &'t str> {
        let named = self.attributes.iter().filter(move |attribute| attribute.name.eq_ignore_ascii_case(name));
        named
            .filter_map(|attribute| attribute.value.as_deref())
            .map(str::trim)
            .filter(|value| !value.is_empty())
    }

    /// Returns the first value of an attribute.
    pub fn value<'t>(&'t self, name: &'t str) -> Option<&'t str> {
        self.values(name).next()
    }

    /// Returns the first readable value, of the first name that has one.
    fn read<T: FromStr>(&self, names: &[&str]) -> Option<T> {
        names.iter().find_map(|name| self.values(name).find_map(|value| value.parse().ok()))
    }

    /// Returns the size in bytes.
    pub fn size(&self) -> Option<u64> {
        self.read(&["size"])
    }

    /// Returns the number of files.
    pub fn files(&self) -> Option<u32> {
        self.read(&["files"])
    }

    /// Returns the number of downloads.
    pub fn grabs(&self) -> Option<u32> {
        self.read(&["grabs"])
    }

    /// Returns the number of peers with a complete copy.
    pub fn seeders(&self) -> Option<u32> {
        self.read(&["seeders"])
    }

    /// Returns the number of peers without a complete copy: `leechers`, else `peers` minus the seeders.
    pub fn leechers(&self) -> Option<u32> {
        let rest = || Some(self.read::<u32>(&["peers"])?.saturating_sub(self.seeders()?));
        self.read(&["leechers"]).or_else(rest)
    }

    /// Returns the number of all peers: `peers`, else the sum of seeders and leechers.
    pub fn peers(&self) -> Option<u32> {
        let sum = || Some(self.seeders()?.saturating_add(self.read(&["leechers"])?));
        self.read(&["peers"]).or_else(sum)
    }

    /// Returns the numbers of the categories: `5040` is television in high definition.
    pub fn categories(&self) -> impl Iterator<Item = u32> {
        self.values("category").filter_map(|value| value.parse().ok())
    }

    /// Returns the info hash of the torrent, as written.
    pub fn info_hash(&self) -> Option<&str> {
        self.value("infohash")
    }

    /// Returns the magnet link.
    pub fn magnet_url(&self) -> Option<&str> {
        self.values("magneturl")
            .find(|url| url.get(..7).is_some_and(|scheme| scheme.eq_ignore_ascii_case("magnet:")))
    }

    /// Returns the ratio of upload to download that the tracker requires.
    pub fn minimum_ratio(&self) -> Option<f64> {
        self.read(&["minimumratio"]).filter(|ratio: &f64| ratio.is_finite())
    }

    /// Returns the time that the tracker requires for seeding.
    pub fn minimum_seed_time(&self) -> Option<Duration> {
        self.read(&["minimumseedtime"]).map(Duration::from_secs)
    }

    /// Returns the factor for counting the download: 0 if it is free.
    pub fn download_volume_factor(&self) -> Option<f64> {
        self.read(&["downloadvolumefactor"]).filter(|factor: &f64| factor.is_finite())
    }

    /// Returns the factor for counting the upload.
    pub fn upload_volume_factor(&self) -> Option<f64> {
        self.read(&["uploadvolumefactor"]).filter(|factor: &f64| factor.is_finite())
    }

    /// Returns the `IMDb` identifier, with `tt` and at least seven digits.
    pub fn imdb_id(&self) -> Option<Cow<'_, str>> {
        let values = ["imdbid", "imdb"].into_iter().flat_map(|name| self.values(name));
        let id = |value: &str| {
            // Indexers write the identifier with its prefix, or as a number that may lack its leading zeros. Zero means unknown.
            let digits = value.strip_prefix("tt").unwrap_or(value);
            let number: u64 = digits.parse().ok().filter(|number| *number > 0)?;
            Some(format!("tt{number:07}"))
        };
        values.filter_map(id).map(Cow::Owned).next()
    }

    /// Returns the `TheTVDB` number.
    pub fn tvdb_id(&self) -> Option<u64> {
        self.number(&["tvdbid", "tvdb"])
    }

    /// Returns the number in The Movie Database.
    pub fn tmdb_id(&self) -> Option<u64> {
        self.number(&["tmdbid", "tmdb"])
    }

    /// Returns the `TVmaze` number.
    pub fn tvmaze_id(&self) -> Option<u64> {
        self.number(&["tvmazeid", "tvmaze"])
    }

    /// Returns the `TVRage` number.
    pub fn tvrage_id(&self) -> Option<u64> {
        self.number(&["rageid", "tvrageid"])
    }

    /// Returns a number, unless it is zero: many indexers write zero if they do not know it.
    fn number(&self, names: &[&str]) -> Option<u64> {
        self.read(names).filter(|number| *number > 0)
    }

    /// Returns the season: `2` or `S02`.
    pub fn season(&self) -> Option<u32> {
        self.values("season").find_map(|value| value.trim_start_matches(['S', 's']).parse().ok())
    }

    /// Returns the episode: `7` or `E07`.
    pub fn episode(&self) -> Option<u32> {
        let values = ["episode", "ep"].into_iter().flat_map(|name| self.values(name));
        { values }.find_map(|value| value.trim_start_matches(['E', 'e']).parse().ok())
    }

    /// Returns the year of the film or record.
    pub fn year(&self) -> Option<u32> {
        self.read(&["year"])
    }

    /// Returns the date of posting to Usenet.
    pub fn usenet_date(&self) -> Option<Timestamp> {
        self.values("usenetdate").find_map(|value| bozofeed_date::parse(value).ok()).map(Moment::instant)
    }

    /// Returns the newsgroup.
    pub fn group(&self) -> Option<&str> {
        self.value("group")
    }

    /// Returns the tags: `freeleech`, `internal` …
    pub fn tags(&self) -> impl Iterator<Item = &str> {
        self.values("tag").flat_map(|value| value.split(',')).map(str::trim).filter(|tag| !tag.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_read_in_either_spelling_and_nonsense_is_passed_over() {
        let release = |attributes: &[(&'static str, &'static str)]| Torznab {
            attributes: attributes
                .iter()
                .map(|(name, value)| TorznabAttribute { name: (*name).into(), value: Some((*value).into()) })
                .collect(),
            ..Torznab::default()
        };
        let all = release(&[
            ("Size", "x"),
            ("size", " 123 "),
            ("leechers", "3"),
            ("seeders", "4"),
            ("imdb", "0"),
            ("imdbid", "tt12345678"),
            ("tvdb", "0"),
            ("tvdbid", "81189"),
            ("season", "S02"),
            ("episode", "E07"),
            ("magneturl", "https://h.example/"),
            ("magneturl", "magnet:?xt=urn:btih:1"),
            ("downloadvolumefactor", "NaN"),
            ("minimumseedtime", "3600"),
            ("usenetdate", "Fri, 02 Jan 2026 03:04:05 +0000"),
            ("tag", "freeleech, internal"),
        ]);
        assert_eq!((all.size(), all.peers(), all.leechers()), (Some(123), Some(7), Some(3)));
        assert_eq!(all.imdb_id().as_deref(), Some("tt12345678"));
        assert_eq!((all.tvdb_id(), all.tmdb_id()), (Some(81189), None));
        assert_eq!((all.season(), all.episode()), (Some(2), Some(7)));
        assert_eq!(all.magnet_url(), Some("magnet:?xt=urn:btih:1"));
        assert_eq!(all.download_volume_factor(), None);
        assert_eq!(all.minimum_seed_time(), Some(Duration::from_secs(3600)));
        assert_eq!(all.usenet_date(), "2026-01-02T03:04:05Z".parse().ok());
        assert_eq!(all.tags().collect::<Vec<_>>(), ["freeleech", "internal"]);
        assert_eq!(release(&[("peers", "2"), ("seeders", "5")]).leechers(), Some(0));
        assert_eq!(release(&[("imdb", "111161")]).imdb_id().as_deref(), Some("tt0111161"));
        assert_eq!(release(&[("peers", "2")]).leechers(), None);
    }
}
