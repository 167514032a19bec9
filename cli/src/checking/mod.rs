//! `--check`: the places where documents break rules, for people, programs and code scanning; `--report`: a page about each.

mod profiles;
mod reports;
mod sarif;

use std::io::{self, Write};
use std::path::PathBuf;

use bozofeed::check::{Finding, Profile, RuleSeverity, rules};
use bozofeed::report::FeedReport;
use bozofeed::{Document, Parser};
use serde_json::{Value, json};

use crate::command::pretty;
use crate::command::printable::safe;

/// The exit status of documents that break rules.
pub(crate) const BROKEN: u8 = 3;

#[derive(Debug, clap::Args)]
pub(crate) struct CheckArguments {
    /// Print the places where the documents break rules, one in each line
    #[arg(long, conflicts_with_all = ["json", "feedparser", "ndjson", "explain", "write"])]
    check: bool,

    /// Write a report on the document to a page of HTML; of several documents, a page about each beside a page that lists them
    #[arg(long, value_name = "FILE.html", conflicts_with_all = ["json", "feedparser", "ndjson", "explain", "write"])]
    report: Option<PathBuf>,

    /// The format of --check; SARIF is for code scanning
    #[arg(long, value_enum, default_value_t, requires = "check")]
    format: OutputFormat,

    /// The least severity for which the exit status is 3
    #[arg(long, value_enum, default_value_t, requires = "check", value_name = "SEVERITY")]
    fail_on: Threshold,

    /// A rule that may be broken; may be given more than once
    #[arg(long = "allow", value_name = "RULE", value_parser = rule, requires = "check")]
    allowed: Vec<String>,

    /// Check what a directory of podcasts requires as well, and print whether the podcast is ready for it
    #[arg(long, value_parser = str::parse::<Profile>, requires = "check", value_name = "apple|spotify|podcasting2")]
    profile: Option<Profile>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum OutputFormat {
    #[default]
    Text,
    Json,
    Sarif,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum Threshold {
    #[default]
    Error,
    Warning,
    Never,
}

/// Parses the name of a rule.
fn rule(name: &str) -> Result<String, String> {
    let is_known = rules().iter().any(|rule| rule.id == name);
    if is_known { Ok(name.to_owned()) } else { Err("no such rule".to_owned()) }
}

/// The findings in a document.
pub(crate) struct Checked {
    name: String,
    findings: Vec<Finding>,
}

/// The documents that are checked.
pub(crate) struct Check<'a> {
    arguments: &'a CheckArguments,
    all: Vec<Checked>,
    reports: Vec<FeedReport>,
    is_broken: bool,
}

impl CheckArguments {
    /// Returns the check that was asked for.
    pub(crate) fn start(&self) -> Option<Check<'_>> {
        let is_asked = self.check || self.report.is_some();
        is_asked.then(|| Check { arguments: self, all: Vec::new(), reports: Vec::new(), is_broken: false })
    }
}

impl Check<'_> {
    /// Checks a document. Lines of text are printed at once.
    pub(crate) fn add(
        &mut self,
        out: &mut impl Write,
        name: &str,
        parser: &Parser,
        document: &Document<'_>,
    ) -> io::Result<()> {
        if self.arguments.report.is_some() {
            self.reports.push(parser.report(name, document));
        }
        if !self.arguments.check {
            return Ok(());
        }
        let mut findings = match self.arguments.profile {
            Some(profile) => parser.check_for(document, profile),
            None => parser.check(document),
        };
        findings.retain(|finding| !self.arguments.allowed.iter().any(|allowed| allowed == finding.rule.id));
        let least = match self.arguments.fail_on {
            Threshold::Error => Some(RuleSeverity::Error),
            Threshold::Warning => Some(RuleSeverity::Warning),
            Threshold::Never => None,
        };
        self.is_broken |=
            least.is_some_and(|least| findings.iter().any(|finding| finding.rule.severity >= least));
        if self.arguments.format == OutputFormat::Text {
            for finding in &findings {
                let Finding { rule, position, .. } = finding;
                write!(out, "{}:{}:{}: {}: ", safe(name), position.line, position.column, rule.severity)?;
                writeln!(out, "{} [{}]", safe(&finding.message()), rule.id)?;
            }
            if let Some(profile) = self.arguments.profile {
                profiles::write_readiness(out, name, profile, &findings)?;
            }
        } else {
            self.all.push(Checked { name: name.to_owned(), findings });
        }
        Ok(())
    }

    /// Prints what was collected. Returns whether a document breaks a rule that counts.
    pub(crate) fn finish(self, out: &mut impl Write) -> io::Result<bool> {
        if let Some(path) = &self.arguments.report {
            reports::write(path, &self.reports)?;
        }
        match self.arguments.format {
            _ if !self.arguments.check => {}
            OutputFormat::Text => {}
            OutputFormat::Json => {
                let all: Vec<Value> = self.all.iter().flat_map(Checked::to_json).collect();
                pretty::write(out, &all)?;
            }
            OutputFormat::Sarif => pretty::write(out, &sarif::log(&self.all))?,
        }
        Ok(self.is_broken)
    }
}

impl Checked {
    fn to_json(&self) -> impl Iterator<Item = Value> {
        self.findings.iter().map(|finding| {
            let Finding { rule, position, end, subject, value, .. } = finding;
            json!({
                "file": self.name,
                "line": position.line,
                "column": position.column,
                "end_line": end.line,
                "end_column": end.column,
                "severity": rule.severity.as_str(),
                "rule": rule.id,
                "message": finding.message(),
                "subject": subject,
                "value": value,
                "advice": rule.advice,
                "section": rule.section,
            })
        })
    }
}

/// Returns a text with every byte escaped that is not kept (RFC 3986 §2.1).
fn percent_encoded(text: &str, is_kept: impl Fn(u8) -> bool) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if is_kept(byte) {
            encoded.push(char::from(byte));
        } else {
            let digit = |value: u8| char::from_digit(value.into(), 16).unwrap_or('0').to_ascii_uppercase();
            encoded.extend(['%', digit(byte >> 4), digit(byte & 0xF)]);
        }
    }
    encoded
}
