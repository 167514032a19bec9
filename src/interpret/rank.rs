//! The rank of an element among those that fill the same field.

use crate::names::{NameTable, slots, slots_for};
use crate::statement::Rank;
use crate::version::Version;
use crate::vocabulary;
use crate::xml::Name;

/// The family of formats that a name belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Family {
    /// Only Atom has it.
    Atom,
    /// Only RSS has it.
    Rss,
    /// A later version replaced it: Atom 0.3's, CDF's, RSS 1.1's.
    Elder,
}

const NAMES: &[(&str, Family)] = &[
    ("id", Family::Atom),
    ("published", Family::Atom),
    ("updated", Family::Atom),
    ("summary", Family::Atom),
    ("subtitle", Family::Atom),
    ("rights", Family::Atom),
    ("guid", Family::Rss),
    ("pubDate", Family::Rss),
    ("lastBuildDate", Family::Rss),
    ("description", Family::Rss),
    ("copyright", Family::Rss),
    ("abstract", Family::Elder),
    ("issued", Family::Elder),
    ("modified", Family::Elder),
    ("tagline", Family::Elder),
    ("date", Family::Elder),
];

static FAMILIES: NameTable<Family> =
    NameTable::fixed(&const { slots::<_, { slots_for(NAMES.len()) }>(&[NAMES]) });

/// Returns the rank of an element of this name in a document of this version.
pub(super) fn rank(name: &Name<'_>, version: Option<Version>) -> Rank {
    match vocabulary::prefix(name.namespace) {
        None | Some("") => {}
        Some("dc" | "dcterms") => return Rank::Module,
        Some("media") => return Rank::Media,
        Some(_) => return Rank::StandIn,
    }
    let is_atom = version.is_some_and(Version::is_atom);
    let is_own = match FAMILIES.get(name.local) {
        Some(Family::Elder) => return Rank::Elder,
        Some(Family::Rss) => !is_atom,
        Some(Family::Atom) => is_atom,
        // `atom:link` and `atom:author` have names that RSS has as well; any other name is as good in both.
        None => is_atom || !vocabulary::is_atom(name.namespace),
    };
    if is_own { Rank::Own } else { Rank::Foreign }
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
