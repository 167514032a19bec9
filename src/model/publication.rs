//! Update frequency, paging, search results and journals.

use std::time::Duration;

use std::sync::Arc;

use super::plain::plain;
use super::{Attributes, Date, Typed};
use crate::named::named;

plain! {
    /// How often a feed changes (<https://web.resource.org/rss/1.0/modules/syndication/>).
    pub struct Syndication {
        /// `sy:updatePeriod`. The default is `daily`.
        pub update_period: Typed<UpdatePeriod>,
        /// `sy:updateFrequency`: how often in that period. The default is 1.
        pub update_frequency: Typed<u32>,
        /// `sy:updateBase`: from when the periods count.
        pub update_base: Option<Date>,
    }
}

impl Syndication {
    /// Returns the time from one update to the next; `None` if the values cannot be read.
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

plain! {
    /// Paging and archives (RFC 5005). Links are resolved.
    pub struct Paging {
        /// `fh:complete`: the document holds every entry of the feed (§2).
        pub complete: bool,
        /// `fh:archive`: the document is one of the feed's archives, and does not change (§4).
        pub archive: bool,
        /// The first page (§3).
        pub first: Option<Arc<str>>,
        /// The page before this one (§3).
        pub previous: Option<Arc<str>>,
        /// The page after this one (§3).
        pub next: Option<Arc<str>>,
        /// The last page (§3).
        pub last: Option<Arc<str>>,
        /// The feed that the archive belongs to (§4).
        pub current: Option<Arc<str>>,
        /// The archive before this document (§4).
        pub prev_archive: Option<Arc<str>>,
        /// The archive after this document (§4).
        pub next_archive: Option<Arc<str>>,
    }
}

plain! {
    /// The results of a search (`OpenSearch` 1.1 draft 6, "Response elements"; `openSearchRSS` 1.0).
    pub struct OpenSearch {
        /// `totalResults`: how many there are.
        pub total_results: Typed<u64>,
        /// `startIndex`: the number of the first one here. Some services write -1 if there are no results.
        pub start_index: Typed<i64>,
        /// `itemsPerPage`: how many there are on a page.
        pub items_per_page: Typed<u64>,
        /// `Query`: what was or can be searched for.
        pub queries: Vec<OpenSearchQuery>,
    }
}

plain! {
    /// `Query` (`OpenSearch` 1.1 draft 6, "`OpenSearch` Query element").
    pub struct OpenSearchQuery {
        /// The role: `request`, `example`, `related`, `correction`, `subset` or `superset`.
        pub role: Option<String>,
        /// A title.
        pub title: Option<String>,
        /// The terms that were searched for.
        pub search_terms: Option<String>,
        /// How many results are expected.
        pub total_results: Typed<u64>,
        /// Every other attribute.
        pub attributes: Attributes,
    }
}

plain! {
    /// The Atom Publishing Protocol (RFC 5023 §10.2, §13.1).
    pub struct Publishing {
        /// `app:edited`: when it was last edited.
        pub edited: Option<Date>,
        /// `app:draft` in `app:control`: `yes` where it is not to be shown yet.
        pub draft: Typed<bool>,
    }
}

plain! {
    /// The publication in which something appeared (PRISM, `basic`: <https://www.w3.org/submissions/2020/SUBM-prism-20200910/>).
    pub struct Prism {
        /// `prism:publicationName`.
        pub publication_name: Option<String>,
        /// `prism:issn`.
        pub issn: Option<String>,
        /// `prism:eIssn`.
        pub e_issn: Option<String>,
        /// `prism:isbn`.
        pub isbn: Option<String>,
        /// `prism:doi`.
        pub doi: Option<String>,
        /// `prism:url`, resolved.
        pub url: Option<String>,
        /// `prism:volume`.
        pub volume: Option<String>,
        /// `prism:number`.
        pub number: Option<String>,
        /// `prism:issueIdentifier`.
        pub issue_identifier: Option<String>,
        /// `prism:issueName`.
        pub issue_name: Option<String>,
        /// `prism:edition`.
        pub edition: Option<String>,
        /// `prism:section`.
        pub section: Option<String>,
        /// `prism:startingPage`; a text, as pages need not have numbers.
        pub starting_page: Option<String>,
        /// `prism:endingPage`.
        pub ending_page: Option<String>,
        /// `prism:pageRange`.
        pub page_range: Option<String>,
        /// `prism:publicationDate`.
        pub publication_date: Option<Date>,
        /// `prism:coverDate`.
        pub cover_date: Option<Date>,
        /// `prism:coverDisplayDate`: the date in the words of the cover.
        pub cover_display_date: Option<String>,
        /// `prism:modificationDate`.
        pub modification_date: Option<Date>,
        /// `prism:aggregationType`: `journal`, `magazine`, `book` …
        pub aggregation_type: Option<String>,
        /// `prism:genre`, in PRISM 1.2 `prism:category`.
        pub genres: Vec<String>,
        /// `prism:keyword`.
        pub keywords: Vec<String>,
        /// `prism:copyright`.
        pub copyright: Option<String>,
        /// `prism:rightsAgent`.
        pub rights_agent: Option<String>,
    }
}

plain! {
    /// The arXiv elements of a paper (<https://info.arxiv.org/help/api/user-manual.html>, §3.3; its RSS feeds).
    pub struct Arxiv {
        /// `arxiv:comment`: the authors' comment.
        pub comment: Option<String>,
        /// `arxiv:primary_category`, its term.
        pub primary_category: Option<String>,
        /// `arxiv:journal_ref` (in RSS `arxiv:journal_reference`): where it appeared.
        pub journal_ref: Option<String>,
        /// `arxiv:doi` (in RSS `arxiv:DOI`).
        pub doi: Option<String>,
        /// `arxiv:affiliation` of the authors.
        pub affiliations: Vec<String>,
        /// `arxiv:announce_type`: `new`, `cross`, `replace` or `replace-cross`.
        pub announce_type: Option<String>,
    }
}
