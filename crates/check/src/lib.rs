//! Checks feeds against the rules of their formats and of good practice, fixes them, and writes reports about them.
//!
//! [`Checker::check`] returns a [`Finding`] for each place where a document breaks a [`Rule`]. The faults and warnings of the parser
//! are also findings, under their names; the others concern required parts of a feed and the form of values, even if the feed could be
//! parsed. [`Checker::mend`] applies the changes that many findings have, and [`Checker::report`] writes a page for people.
//!
//! ```
//! use bozofeed_check::{Checker, RuleSeverity};
//!
//! let feed = b"<rss version='2.0'><channel><title>Tides</title><link>/tides</link><description>Daily</description>
//! <item><title>Low</title><guid>41</guid></item></channel></rss>";
//! let findings = Checker::new().check(feed);
//! let errors: Vec<_> = findings.iter().filter(|finding| finding.rule.severity == RuleSeverity::Error).collect();
//! assert_eq!(errors[0].to_string(), "line 1, column 55: an address without its beginning: '/tides'");
//! assert_eq!((errors[1].rule.id, errors[1].position.line), ("guid-not-permalink", 2));
//! assert_eq!(errors[1].subject, "rss/channel/item[1]/guid");
//! ```
//!
//! The rules cover RSS 0.90 to 2.0, RSS 1.0, Atom 0.3 and 1.0, CDF, JSON Feed and the most common modules. Elements in unknown
//! namespaces are never reported. [The guide](guide) describes all rules, the command, and recipes for a workflow and a hook.
//!
//! A document is parsed once, by `bozofeed`, which passes all parts to this crate through [`bozofeed::inspect`].
//!
//! # Features
//!
//! | feature | default | purpose |
//! | --- | --- | --- |
//! | `serde` | yes | `Serialize` for findings and rules |
//!
//! The minimum Rust version is 1.88.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod changes;
mod checker;
mod consequences;
mod facts;
mod findings;
mod fixes;
mod formats;
mod inspector;
mod judge;
mod ledger;
mod location;
mod maps;
mod mending;
mod modules;
mod older;
mod open_elements;
mod parts;
mod profile;
mod reading;
pub mod report;
mod rules;
mod schema;
mod sections;
mod transcoding;
mod trial;
mod walker;

#[doc = include_str!("guide.md")]
pub mod guide {}

pub use bozofeed::inspect::{Rule, RuleSeverity};

pub use self::changes::FindingChanges;
pub use self::checker::Checker;
pub use self::consequences::consequence;
pub use self::findings::{Finding, Findings};
pub use self::fixes::{Edit, Fix};
pub use self::mending::Mended;
pub use self::profile::Profile;
pub use self::rules::{Example, example, rules};
pub use self::sections::{RuleSection, sections};

/// Tests the README's examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod matrix;
#[cfg(test)]
mod tests;
