//! Which of the elements that fill the same field says it best.

use super::Builder;
use super::slot::{Rank, Standing};
use crate::version::Version;
use crate::vocabulary;
use crate::xml::Name;

/// What Atom has and RSS has not, of what fills the same fields.
const ATOM: &[&str] = &["id", "published", "updated", "summary", "subtitle", "rights"];

/// What RSS has and Atom has not.
const RSS: &[&str] = &["guid", "pubdate", "lastbuilddate", "description", "copyright"];

/// Names that a later version replaced: Atom 0.3's, CDF's, RSS 1.1's.
const ELDER: &[&str] = &["abstract", "issued", "modified", "tagline", "date"];

/// How well an element of this name says what it says.
pub(super) fn rank(name: &Name<'_>, version: Option<Version>) -> Rank {
    match vocabulary::prefix(name.namespace) {
        None | Some("") => {}
        Some("dc" | "dcterms") => return Rank::Module,
        Some("media") => return Rank::Media,
        Some(_) => return Rank::StandIn,
    }
    let is_in = |list: &[&str]| list.iter().any(|other| other.eq_ignore_ascii_case(name.local));
    if is_in(ELDER) {
        return Rank::Elder;
    }
    let is_atom = version.is_some_and(Version::is_atom);
    let own = if is_in(RSS) {
        !is_atom
    } else {
        // `atom:link` and `atom:author` have names that RSS has as well; any other name is as good in both.
        is_atom || !(is_in(ATOM) || vocabulary::is_atom(name.namespace))
    };
    if own { Rank::Own } else { Rank::Foreign }
}

impl Builder<'_, '_> {
    /// The standing of the element that is being read.
    pub(super) fn standing(&self) -> Standing {
        self.standing_as(self.rank)
    }

    pub(super) fn standing_as(&self, rank: Rank) -> Standing {
        Standing::new(rank, self.frames.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::Feeds;
    use crate::xml::{Namespace, Schema as _};

    #[test]
    fn the_formats_own_elements_outrank_modules_and_modules_outrank_stand_ins() {
        let rank_of = |qualified: &'static str, version| {
            let mut name = Name::split(qualified);
            name.namespace = match name.prefix {
                "" => Namespace::NONE,
                prefix => Feeds::well_known_prefix(prefix).unwrap_or(Namespace::UNBOUND),
            };
            rank(&name, Some(version))
        };
        let (rss, atom) = (Version::Rss20, Version::Atom10);
        for (better, worse, version) in [
            ("pubDate", "published", rss),
            ("published", "pubDate", atom),
            ("published", "issued", atom),
            ("updated", "modified", atom),
            ("lastBuildDate", "atom:updated", rss),
            ("atom:updated", "dc:date", rss),
            ("link", "atom:link", rss),
            ("description", "summary", rss),
            ("summary", "description", atom),
            ("description", "dc:description", rss),
            ("dc:description", "itunes:summary", rss),
            ("itunes:summary", "media:description", rss),
            ("title", "media:title", rss),
            ("title", "dc:title", atom),
            ("guid", "id", rss),
            ("copyright", "dc:rights", rss),
        ] {
            assert!(rank_of(better, version) > rank_of(worse, version), "{better} over {worse}");
        }
    }
}
