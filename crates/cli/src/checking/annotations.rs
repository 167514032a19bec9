//! Findings as GitHub workflow commands, which are shown next to the lines of a change.

use std::io::{self, Write};

use bozofeed_check::{Finding, Findings, RuleSeverity};

/// Prints a command for each finding: `::error file=feed.xml,line=2,col=5,title=date-form::message`.
pub(super) fn print(out: &mut impl Write, name: &str, findings: &Findings) -> io::Result<()> {
    for finding in findings {
        let Finding { rule, position, end, .. } = finding;
        let command = match rule.severity {
            RuleSeverity::Error => "error",
            RuleSeverity::Warning => "warning",
            RuleSeverity::Note => "notice",
        };
        write!(out, "::{command} file={},line={}", property(name), position.line)?;
        // Columns are only shown for a place within one line.
        if end.line == position.line {
            write!(out, ",col={}", position.column)?;
            if end.column > position.column {
                write!(out, ",endColumn={}", end.column)?;
            }
        } else {
            write!(out, ",endLine={}", end.line)?;
        }
        let text = format!("{}\n{}", finding.message(), finding.advice());
        writeln!(out, ",title={}::{}", property(rule.id), data(&text))?;
    }
    Ok(())
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
