//! The rules for all faults and warnings, used by `check` and for the tables in `docs/bozo.md`.

use super::encoding_error::EncodingError;
use super::json_error::JsonError;
use super::rule::Rule;
use super::warning::WarningKind;
use super::well_formedness::WellFormednessError;

/// Returns the rules for the faults and warnings of the parser.
pub fn rules_of_the_parser() -> impl Iterator<Item = &'static Rule> {
    let faults = [WellFormednessError::RULES, JsonError::RULES, EncodingError::RULES];
    faults.into_iter().flatten().chain(WarningKind::RULES)
}

#[cfg(test)]
mod tests {
    use super::super::fault_severity::FaultSeverity;
    use super::*;
    use bozofeed_testing::{add_table_row, compare_tables};

    #[test]
    fn the_documentation_lists_every_fault_and_warning() {
        let name = |rule: &Rule| format!("`{}`", rule.id.split_once('/').unwrap_or_default().1);
        let faults = |rules: &[Rule], severities: &[FaultSeverity]| {
            let mut table = "| fault | severity | rule | section | what to tell the publisher |\n| --- | --- | --- | --- | --- |\n".to_owned();
            for (rule, severity) in rules.iter().zip(severities) {
                let cells = [&name(rule), &severity.to_string(), rule.summary, rule.section, rule.advice];
                add_table_row(&mut table, &cells);
            }
            table
        };
        let mut warnings =
            "| warning | problem | section | what to tell the publisher |\n| --- | --- | --- | --- |\n"
                .to_owned();
        for rule in WarningKind::RULES {
            add_table_row(&mut warnings, &[&name(rule), rule.summary, rule.section, rule.advice]);
        }
        compare_tables(
            "src/docs/bozo.md",
            &[
                ("# Faults of XML\n", faults(WellFormednessError::RULES, WellFormednessError::SEVERITIES)),
                ("# Faults of JSON\n", faults(JsonError::RULES, JsonError::SEVERITIES)),
                ("# Faults of encodings\n", faults(EncodingError::RULES, EncodingError::SEVERITIES)),
                ("# Warnings\n", warnings),
            ],
        );
    }

    #[test]
    fn the_name_of_a_fault_is_that_of_its_variant() {
        assert_eq!(format!("{:?}", WarningKind::UnknownZone), WarningKind::UnknownZone.name());
        assert_eq!(format!("{:?}", JsonError::TrailingComma), JsonError::TrailingComma.name());
        assert_eq!(
            format!("{:?}", WellFormednessError::BareAmpersand),
            WellFormednessError::BareAmpersand.name()
        );
    }
}
