//! The syndication module of RSS 1.0: <https://web.resource.org/rss/1.0/modules/syndication/>.

use super::rows::rows;
use super::value::Read;
use super::value_kind::ValueKind;
use crate::diagnostics::WarningKind;
use crate::model::syndication::{Syndication, UpdatePeriod};

pub(super) const URIS: &[&str] = &["http://purl.org/rss/1.0/modules/syndication"];

rows! {
    Syndication {
        elements {
            "updatePeriod" => update_period,
            "updateFrequency" => update_frequency,
            "updateBase" => update_base as W3cDate,
        }
    }
}

impl Read for UpdatePeriod {
    type Value = Self;
    const KIND: ValueKind = ValueKind::Words(&["hourly", "daily", "weekly", "monthly", "yearly"]);
    const UNREADABLE: WarningKind = WarningKind::UnknownWord;

    fn read(text: &str) -> Option<Self> {
        text.to_ascii_lowercase().parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_are_read_without_regard_to_case() {
        for (raw, period) in [
            ("hourly", Some(UpdatePeriod::Hourly)),
            ("Daily", Some(UpdatePeriod::Daily)),
            ("WEEKLY", Some(UpdatePeriod::Weekly)),
            ("monthly", Some(UpdatePeriod::Monthly)),
            ("yearly", Some(UpdatePeriod::Yearly)),
            ("now and then", None),
        ] {
            assert_eq!(UpdatePeriod::read(raw), period, "{raw}");
        }
    }

    #[test]
    fn the_interval_is_the_period_by_the_frequency() {
        use crate::model::Typed;
        let period = |raw: &str| Typed::new(raw, UpdatePeriod::read);
        for (update_period, frequency, hours) in [
            (period("daily"), Some("2"), Some(12)),
            (period("weekly"), None, Some(7 * 24)),
            (Typed::default(), Some("24"), Some(1)),
            (period("daily"), Some("0"), None),
            (period("daily"), Some("often"), None),
            (period("never"), None, None),
        ] {
            let update_frequency = frequency.map(|raw: &str| Typed::new(raw, u32::read)).unwrap_or_default();
            let syndication =
                made!(Syndication { update_period, update_frequency, update_base: Typed::default() });
            let interval = syndication.interval().map(|interval| interval.as_secs() / 3600);
            assert_eq!(interval, hours, "{syndication:?}");
        }
    }
}
