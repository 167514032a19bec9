//! PRISM, its basic metadata (`prism`): <https://www.w3.org/submissions/2020/SUBM-prism-20200910/>.

use super::Date;
use super::plain::plain;

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
