//! The syndication module of RSS 1.0 (`sy`): <https://web.resource.org/rss/1.0/modules/syndication/>.

use std::time::Duration;

use bozofeed_text::named;

use super::plain::plain;
use super::{Date, Typed};

plain! {
    /// The update frequency of a feed (<https://web.resource.org/rss/1.0/modules/syndication/>).
    pub struct Syndication {
        /// `sy:updatePeriod`. The default is `daily`.
        pub update_period: Typed<UpdatePeriod>,
        /// `sy:updateFrequency`: the number of updates in that period. The default is 1.
        pub update_frequency: Typed<u32>,
        /// `sy:updateBase`: the start of the periods.
        pub update_base: Date,
    }
}

impl Syndication {
    /// Returns the time between updates; `None` if the values cannot be read.
    pub fn interval(&self) -> Option<Duration> {
        let period = self.update_period.or(UpdatePeriod::Daily)?;
        let frequency = self.update_frequency.or(1)?;
        period.duration().checked_div(frequency)
    }
}

/// `sy:updatePeriod`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UpdatePeriod {
    /// Each hour.
    Hourly,
    /// Each day.
    Daily,
    /// Each week.
    Weekly,
    /// Each month, of 30 days.
    Monthly,
    /// Each year, of 365 days.
    Yearly,
}

named! {
    UpdatePeriod: "update period" {
        Hourly => "hourly",
        Daily => "daily",
        Weekly => "weekly",
        Monthly => "monthly",
        Yearly => "yearly",
    }
}

impl UpdatePeriod {
    /// Returns the length of the period.
    pub fn duration(self) -> Duration {
        const HOUR: u64 = 60 * 60;
        Duration::from_secs(match self {
            Self::Hourly => HOUR,
            Self::Daily => 24 * HOUR,
            Self::Weekly => 7 * 24 * HOUR,
            Self::Monthly => 30 * 24 * HOUR,
            Self::Yearly => 365 * 24 * HOUR,
        })
    }
}
