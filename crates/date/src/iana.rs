//! Names of the IANA time zone database, with the feature `iana-time-zones`.

#[cfg(feature = "iana-time-zones")]
use jiff::Timestamp;
#[cfg(feature = "iana-time-zones")]
use jiff::tz::{AmbiguousOffset, Offset, TimeZone, TimeZoneDatabase};

/// Returns the offset of a zone at a local time, both in seconds, or `None` for an unknown name. A local time that a clock change skips
/// or repeats has the offset before the change (RFC 5545 §3.3.5).
#[cfg(feature = "iana-time-zones")]
pub(super) fn offset(name: &[u8], local: i64) -> Option<i32> {
    let local = Offset::UTC.to_datetime(Timestamp::from_second(local).ok()?);
    let offset = match time_zone(name)?.to_ambiguous_timestamp(local).offset() {
        AmbiguousOffset::Unambiguous { offset } => offset,
        AmbiguousOffset::Gap { before, .. } | AmbiguousOffset::Fold { before, .. } => before,
    };
    Some(offset.seconds())
}

/// Returns whether the database contains a zone with this name, in any case.
#[cfg(feature = "iana-time-zones")]
pub(super) fn is_known(name: &[u8]) -> bool {
    time_zone(name).is_some()
}

/// Returns the time zone with this name, from the bundled database, so that the same text always gives the same instant.
#[cfg(feature = "iana-time-zones")]
fn time_zone(name: &[u8]) -> Option<TimeZone> {
    static DATABASE: std::sync::LazyLock<TimeZoneDatabase> =
        std::sync::LazyLock::new(TimeZoneDatabase::bundled);
    let name = std::str::from_utf8(name).ok()?;
    DATABASE.get(name).ok().filter(|zone| !zone.is_unknown())
}

/// Without the feature, all names are unknown.
#[cfg(not(feature = "iana-time-zones"))]
pub(super) fn offset(_name: &[u8], _local: i64) -> Option<i32> {
    None
}

/// Without the feature, all names are unknown.
#[cfg(not(feature = "iana-time-zones"))]
pub(super) fn is_known(_name: &[u8]) -> bool {
    false
}

#[cfg(all(test, feature = "iana-time-zones"))]
mod tests {
    use super::*;

    fn local(text: &str) -> i64 {
        text.parse::<Timestamp>().map_or(0, Timestamp::as_second)
    }

    #[test]
    fn offsets_follow_the_season() {
        for (name, time, hours) in [
            ("America/Los_Angeles", "2004-01-01T12:00:00Z", -8),
            ("america/los_angeles", "2004-07-01T12:00:00Z", -7),
            ("Europe/Berlin", "2004-07-01T12:00:00Z", 2),
            // Skipped, then repeated.
            ("Europe/Berlin", "2004-03-28T02:30:00Z", 1),
            ("Europe/Berlin", "2004-10-31T02:30:00Z", 2),
            ("Singapore", "2004-07-01T12:00:00Z", 8),
        ] {
            assert_eq!(offset(name.as_bytes(), local(time)), Some(hours * 3600), "{name} {time}");
        }
    }

    #[test]
    fn other_names_are_unknown() {
        for name in ["", "XYZ", "America/Atlantis", "Etc/Unknown", "\u{e9}"] {
            assert!(!is_known(name.as_bytes()), "{name}");
            assert_eq!(offset(name.as_bytes(), 0), None, "{name}");
        }
    }
}
