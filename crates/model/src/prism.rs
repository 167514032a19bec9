//! PRISM, its basic metadata (`prism`): <https://www.w3.org/submissions/2020/SUBM-prism-20200910/>.

use super::plain::plain;
use super::{Date, Str};

plain! {
    /// The publication that contains a text (PRISM, `basic`: <https://www.w3.org/submissions/2020/SUBM-prism-20200910/>).
    pub struct Prism {
        /// `prism:publicationName`.
        pub publication_name: Option<Str>,
        /// `prism:issn`.
        pub issn: Option<Str>,
        /// `prism:eIssn`.
        pub e_issn: Option<Str>,
        /// `prism:isbn`.
        pub isbn: Option<Str>,
        /// `prism:doi`.
        pub doi: Option<Str>,
        /// `prism:url`, resolved.
        pub url: Option<Str>,
        /// `prism:volume`.
        pub volume: Option<Str>,
        /// `prism:number`.
        pub number: Option<Str>,
        /// `prism:issueIdentifier`.
        pub issue_identifier: Option<Str>,
        /// `prism:issueName`.
        pub issue_name: Option<Str>,
        /// `prism:edition`.
        pub edition: Option<Str>,
        /// `prism:section`.
        pub section: Option<Str>,
        /// `prism:startingPage`; a text, since page labels need not be numbers.
        pub starting_page: Option<Str>,
        /// `prism:endingPage`.
        pub ending_page: Option<Str>,
        /// `prism:pageRange`.
        pub page_range: Option<Str>,
        /// `prism:publicationDate`.
        pub publication_date: Date,
        /// `prism:coverDate`.
        pub cover_date: Date,
        /// `prism:coverDisplayDate`: the date as printed on the cover.
        pub cover_display_date: Option<Str>,
        /// `prism:modificationDate`.
        pub modification_date: Date,
        /// `prism:aggregationType`: `journal`, `magazine`, `book` …
        pub aggregation_type: Option<Str>,
        /// `prism:genre`, in PRISM 1.2 `prism:category`.
        pub genres: Vec<Str>,
        /// `prism:keyword`.
        pub keywords: Vec<Str>,
        /// `prism:copyright`.
        pub copyright: Option<Str>,
        /// `prism:rightsAgent`.
        pub rights_agent: Option<Str>,
    }
}
