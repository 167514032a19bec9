//! What a parser gives back.

use std::borrow::Cow;

use crate::bozo::Bozo;
use crate::encoding::Trail;
use crate::fault::Fault;
use crate::model::{Entry, Feed};
use crate::version::Version;
use crate::warning::Warning;

/// A feed that was read, and what was wrong with it.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Parsed {
    /// The format; [`Version::Unknown`] where none was recognised.
    pub version: Version,
    /// The label of the encoding that was used, as it was given, in lower case.
    pub encoding: Cow<'static, str>,
    /// The canonical name of the codec behind that label.
    pub codec: Cow<'static, str>,
    /// How the document broke the rules, or `None` where it kept them.
    pub bozo: Option<Bozo>,
    /// Whether the document is well-formed, whatever is to be said of its labels.
    pub well_formed: bool,
    /// What is wrong in it, in the order of the document; the first hundred.
    pub faults: Vec<Fault>,
    /// How many faults there are in all.
    pub fault_count: usize,
    /// Values that could not be understood, in the order of the document; the first hundred. They never make a feed bozo.
    pub warnings: Vec<Warning>,
    /// The namespaces that it declares: prefix and name. Known ones stand under their customary prefix.
    pub namespaces: Vec<(String, String)>,
    /// The feed.
    pub feed: Feed,
    /// Its entries, in the order of the document.
    pub entries: Vec<Entry>,
    /// How the encoding was found.
    pub trail: Trail,
}

impl Default for Parsed {
    fn default() -> Self {
        Self {
            version: Version::Unknown,
            encoding: Cow::Borrowed(""),
            codec: Cow::Borrowed(""),
            bozo: None,
            well_formed: true,
            faults: Vec::new(),
            fault_count: 0,
            warnings: Vec::new(),
            namespaces: Vec::new(),
            feed: Feed::default(),
            entries: Vec::new(),
            trail: Trail::default(),
        }
    }
}
