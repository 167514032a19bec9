//! arXiv: <https://info.arxiv.org/help/api/user-manual.html>.

use super::Str;
use super::plain::plain;

plain! {
    /// The arXiv elements of a paper (<https://info.arxiv.org/help/api/user-manual.html>, §3.3; its RSS feeds).
    pub struct Arxiv {
        /// `arxiv:comment`: the authors' comment.
        pub comment: Option<Str>,
        /// `arxiv:primary_category`, its term.
        pub primary_category: Option<Str>,
        /// `arxiv:journal_ref` (in RSS `arxiv:journal_reference`): the publication that contains the paper.
        pub journal_ref: Option<Str>,
        /// `arxiv:doi` (in RSS `arxiv:DOI`).
        pub doi: Option<Str>,
        /// `arxiv:affiliation` of the authors.
        pub affiliations: Vec<Str>,
        /// `arxiv:announce_type`: `new`, `cross`, `replace` or `replace-cross`.
        pub announce_type: Option<Str>,
    }
}
