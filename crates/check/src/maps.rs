//! Maps whose keys a document may choose.

// Trees, since the seeds of hash maps are known on some targets.
pub(crate) use std::collections::{BTreeMap as Map, BTreeSet as Set};
