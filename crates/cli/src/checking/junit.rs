//! Findings as a `JUnit` test report, which continuous integration servers show: a suite for each document.

use std::io::{self, Write};

use bozofeed_check::Finding;

use super::{Checked, Threshold};

/// Writes the report. Findings below the threshold pass.
pub(super) fn write(out: &mut impl Write, all: &[Checked], fail_on: Threshold) -> io::Result<()> {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>")?;
    writeln!(out, "<testsuites name=\"bozofeed\">")?;
    for Checked { name, findings, .. } in all {
        let failures = findings.iter().filter(|finding| fail_on.includes(finding.rule.severity)).count();
        let (tests, name) = (findings.len().max(1), escaped(name));
        writeln!(out, "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\">")?;
        if findings.is_empty() {
            writeln!(out, "    <testcase classname=\"{name}\" name=\"no rule is broken\"/>")?;
        }
        for finding in findings {
            let Finding { rule, position, subject, .. } = finding;
            let (id, line) = (rule.id, position.line);
            let message = escaped(&finding.message());
            let advice = escaped(finding.advice());
            write!(
                out,
                "    <testcase classname=\"{name}\" name=\"{id} in line {line}\" file=\"{name}\" line=\"{line}\">"
            )?;
            let (open, close) = if fail_on.includes(rule.severity) {
                (format!("<failure type=\"{}\" message=\"{message}\">", rule.severity), "</failure>")
            } else {
                ("<system-out>".to_owned(), "</system-out>")
            };
            let subject = escaped(subject);
            writeln!(
                out,
                "{open}{name}:{line}:{}: {message}\n{subject}\n{advice}{close}</testcase>",
                position.column
            )?;
        }
        writeln!(out, "  </testsuite>")?;
    }
    writeln!(out, "</testsuites>")
}

/// Escapes text for content and attributes, replacing characters that XML does not allow.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\0'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}' => escaped.push('\u{FFFD}'),
            c => escaped.push(c),
        }
    }
    escaped
}
