//! Checks the names of all types with named values.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use crate::explain::{CandidateOutcome, Rank};
use crate::model::IdentityRule;
use crate::model::geo::GeometryKind;
use crate::model::syndication::UpdatePeriod;
use crate::{FaultSeverity, Format, Limit, LooksLike, UnknownName, WarningKind};

/// Checks the guarantees of `named!` for a type, and returns the failures.
fn wrong<T>(all: &[T]) -> Vec<String>
where
    T: Copy + PartialEq + Debug + Display + FromStr<Err = UnknownName>,
{
    let names: Vec<String> = all.iter().map(T::to_string).collect();
    let are_read = all.iter().zip(&names).filter(|(value, name)| name.parse() != Ok(**value));
    let mut wrong: Vec<String> = are_read.map(|(value, name)| format!("{value:?} '{name}'")).collect();
    for unknown in ["nobody", "Id", " id", ""].into_iter().filter(|name| !names.iter().any(|n| n == name)) {
        let known = unknown.parse::<T>().map_err(|error| (error.name().to_owned(), error.known().to_vec()));
        if known != Err((unknown.to_owned(), names.iter().map(String::as_str).collect())) {
            wrong.push(format!("'{unknown}': {known:?}"));
        }
    }
    wrong
}

#[test]
fn every_name_is_parsed_and_no_other() {
    let all = [
        wrong(CandidateOutcome::ALL),
        wrong(GeometryKind::ALL),
        wrong(IdentityRule::ALL),
        wrong(Limit::ALL),
        wrong(LooksLike::ALL),
        wrong(Rank::ALL),
        wrong(FaultSeverity::ALL),
        wrong(UpdatePeriod::ALL),
        #[cfg(feature = "sanitize")]
        wrong(crate::content::UrlKind::ALL),
        wrong(Format::ALL),
        wrong(WarningKind::ALL),
        wrong(crate::inspect::RuleSeverity::ALL),
    ];
    assert_eq!(all.concat(), [""; 0]);
}

#[cfg(feature = "serde")]
#[test]
fn names_are_those_in_json() {
    assert_eq!(serde_json::to_string(&WarningKind::UnreadableDate).unwrap(), "\"unreadable_date\"");
    assert_eq!(serde_json::to_string(&[Format::Unknown, Format::Rss20]).unwrap(), "[\"\",\"rss20\"]");
    assert_eq!(serde_json::from_str::<Format>("\"\"").unwrap(), Format::Unknown);
    assert_eq!(
        serde_json::to_string(IdentityRule::ALL).unwrap(),
        r#"["id","id_and_link","title_and_date","content"]"#
    );
    assert_eq!(serde_json::from_str::<UpdatePeriod>("\"weekly\"").unwrap(), UpdatePeriod::Weekly);
    let error = serde_json::from_str::<GeometryKind>("\"circle\"").unwrap_err();
    assert!(error.to_string().starts_with("unknown kind of place 'circle' (known: point, "), "{error}");
}
