//! Maps whose keys may be chosen by a document.

// Trees, since the seeds of hash maps are predictable on some targets.
pub(crate) use std::collections::{BTreeMap as Map, BTreeSet as Set};
