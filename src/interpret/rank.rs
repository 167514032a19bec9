//! The rank of an element among the elements for the same field.

use crate::format::Format;
use crate::sink::Rank;
use crate::vocabulary::Family;

/// Returns the rank of an element of this family in a document of this format.
pub(super) fn rank(family: Family, format: Option<Format>) -> Rank {
    let is_atom = format.is_some_and(Format::is_atom);
    let of_format = |is_own| if is_own { Rank::Own } else { Rank::Foreign };
    match family {
        Family::Any => Rank::Own,
        Family::Atom => of_format(is_atom),
        // A document whose format is not known yet is read as RSS, as in `DocumentState::is_rss`.
        Family::Rss => of_format(!is_atom),
        Family::Elder => Rank::Elder,
        Family::DublinCore => Rank::Module,
        Family::MediaRss => Rank::Media,
        Family::Other => Rank::StandIn,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::Feeds;
    use crate::xml::{Name, Namespace, Schema as _};

    #[test]
    fn the_formats_own_elements_outrank_modules_and_modules_outrank_stand_ins() {
        let rank_of = |qualified, format| {
            let name = Name::split(qualified);
            let namespace = match name.prefix {
                "" => Namespace::NONE,
                prefix => Feeds::well_known_prefix(prefix).unwrap_or(Namespace::UNBOUND),
            };
            Feeds::element(namespace, name.local).map(|known| rank(known.family, Some(format)))
        };
        let (rss, atom) = (Format::Rss20, Format::Atom10);
        for (better, worse, format) in [
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
            assert!(rank_of(better, format) > rank_of(worse, format), "{better} over {worse}");
        }
    }
}
