//! `--check`: the places where documents break rules, for people, programs and code scanning; `--report`: a page about each
//! document.

mod account;
mod annotations;
mod fixing;
mod junit;
mod manual;
mod policy;
mod profiles;
mod reports;
mod sarif;

use std::fs;
use std::io::{self, IsTerminal as _, Write};
use std::path::PathBuf;

use bozofeed::{Document, EncodingPolicy, Parser, encoding};
use bozofeed_check::report::FeedReport;
use bozofeed_check::{Checker, Edit, Finding, Findings, Profile, RuleSection, rules};
use serde_json::{Value, json};

use self::policy::{AppliedPolicy, Baseline};
use crate::policy::{Level, Policy, Threshold};
use crate::project::ProjectArguments;
use bozofeed_command::printable::Colours;
use bozofeed_command::printable::safe;
use bozofeed_command::{headings, pretty};

#[derive(Debug, clap::Args)]
#[command(next_help_heading = headings::CHECK)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option of the command")]
pub(crate) struct CheckArguments {
    /// Print the places where documents break rules, and what to do
    #[arg(long, conflicts_with_all = ["json", "feedparser", "ndjson", "explain", "write"])]
    check: bool,

    /// Write a page of HTML about the document
    ///
    /// Of several documents, write a page about each, and one that lists them.
    #[arg(long, value_name = "FILE.html", conflicts_with_all = ["json", "feedparser", "ndjson", "explain", "write"])]
    report: Option<PathBuf>,

    /// The format of --check: text, short, json, sarif, github or junit
    ///
    /// short prints a line for each finding, sarif is for code scanning, github for the log of a workflow.
    #[arg(long, value_enum, default_value_t, requires = "check", hide_possible_values = true)]
    format: OutputFormat,

    /// The least severity for which the exit status is 3, error by default
    #[arg(long, value_enum, requires = "check", value_name = "SEVERITY")]
    fail_on: Option<Threshold>,

    /// The least severity that is printed
    #[arg(long, value_enum, requires = "check", value_name = "SEVERITY", hide_short_help = true)]
    min_severity: Option<Level>,

    /// Print nothing: the exit status tells whether a rule is broken
    #[arg(long, short, requires = "check", hide_short_help = true)]
    quiet: bool,

    /// A rule that may be broken; may be given more than once
    #[arg(long = "allow", value_name = "RULE", value_parser = rule, requires = "check", hide_short_help = true)]
    allowed: Vec<String>,

    /// Also check what a directory of podcasts requires, and print whether the podcast is ready for it
    #[arg(long, value_parser = str::parse::<Profile>, requires = "check", value_name = "apple|spotify|podcasting2")]
    #[arg(hide_short_help = true)]
    profile: Option<Profile>,

    /// Fix what can be fixed without changing what is read, in the files
    #[arg(long, requires = "check")]
    fix: bool,

    /// Print what --fix would change as a unified diff
    #[arg(long, requires = "check", conflicts_with_all = ["fix", "format", "quiet"])]
    diff: bool,

    /// A file of findings that are known, and are not printed again
    #[arg(long, value_name = "FILE", requires = "check", hide_short_help = true)]
    baseline: Option<PathBuf>,

    /// Write all findings to a file, for --baseline, and print none
    #[arg(long, value_name = "FILE", requires = "check", conflicts_with_all = ["baseline", "fix", "diff"])]
    #[arg(hide_short_help = true)]
    write_baseline: Option<PathBuf>,

    /// List the rules of --check
    #[arg(long, exclusive = true)]
    rules: bool,

    /// Explain a rule: what is wrong and why, and what to do
    #[arg(long, value_name = "RULE", value_parser = rule, exclusive = true)]
    rule: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum OutputFormat {
    #[default]
    Text,
    Short,
    Json,
    Sarif,
    Github,
    Junit,
}

/// Parses the name of a rule.
fn rule(name: &str) -> Result<String, String> {
    let is_known = rules().iter().any(|rule| rule.id == name);
    if is_known { Ok(name.to_owned()) } else { Err("no such rule (--rules lists them)".to_owned()) }
}

/// The findings in a document.
pub(crate) struct Checked {
    name: String,
    findings: Findings,
    /// The text that determines the lines of edits.
    text: String,
    /// Whether the rest of the document equals the text, so that edits have the same places in both.
    is_document: bool,
}

/// The documents being checked.
pub(crate) struct Check<'a> {
    arguments: &'a CheckArguments,
    policy: AppliedPolicy,
    fail_on: Threshold,
    min_severity: Option<Level>,
    profile: Option<Profile>,
    /// The lines of the baseline to write.
    baseline: Vec<String>,
    all: Vec<Checked>,
    reports: Vec<FeedReport>,
    summary: account::Summary,
    colours: &'static Colours,
    is_broken: bool,
    is_first: bool,
}

impl CheckArguments {
    /// Returns whether the arguments ask about rules rather than documents.
    pub(crate) fn is_about_rules(&self) -> bool {
        self.rules || self.rule.is_some()
    }

    /// Prints the requested information about rules.
    pub(crate) fn print_rules(&self, out: &mut impl Write) -> io::Result<()> {
        match &self.rule {
            Some(id) => manual::explain(out, id, colours()),
            None => manual::list(out, colours()),
        }
    }

    /// Returns the requested check, using the settings of the project.
    pub(crate) fn start(&self, project: &ProjectArguments) -> io::Result<Option<Check<'_>>> {
        if !self.check && self.report.is_none() {
            return Ok(None);
        }
        let policy = if self.check { project.policy()? } else { Policy::default() };
        let baseline =
            self.baseline.as_ref().or(policy.baseline.as_ref()).filter(|_| self.write_baseline.is_none());
        let known = baseline.map(|path| Baseline::read(path)).transpose()?;
        Ok(Some(Check {
            arguments: self,
            fail_on: self.fail_on.or(policy.fail_on).unwrap_or_default(),
            min_severity: self.min_severity.or(policy.min_severity),
            profile: self.profile.or(policy.profile),
            policy: AppliedPolicy::new(policy, known),
            baseline: Vec::new(),
            all: Vec::new(),
            reports: Vec::new(),
            summary: account::Summary::default(),
            colours: colours(),
            is_broken: false,
            is_first: true,
        }))
    }
}

/// Returns colours if the output is a terminal (<https://no-color.org/>).
fn colours() -> &'static Colours {
    Colours::new(
        io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
    )
}

/// Prints suggestions for the server of a document.
// None of them concerns a rule of the document, so they do not affect the exit status.
pub(crate) fn print_server(out: &mut impl Write, name: &str, problems: &[String]) -> io::Result<()> {
    if problems.is_empty() {
        return writeln!(out, "{}: server: nothing to improve", safe(name));
    }
    for problem in problems {
        writeln!(out, "{}: server: {}", safe(name), safe(problem))?;
    }
    Ok(())
}

impl Check<'_> {
    /// Checks a document. Text output is printed at once.
    pub(crate) fn add(
        &mut self,
        out: &mut impl Write,
        name: &str,
        parser: &Parser,
        document: &Document<'_>,
    ) -> io::Result<()> {
        let arguments = self.arguments;
        let checker = Checker::new().parser(parser.clone()).profile(self.profile);
        let mut report = arguments.report.is_some().then(|| checker.report(name, document));
        if !arguments.check {
            self.reports.extend(report);
            return Ok(());
        }
        let policy = &mut self.policy;
        let mut mend = |findings: &mut Findings| {
            findings.retain_rules(|rule| !arguments.allowed.iter().any(|allowed| allowed == rule.id));
            policy.apply(name, findings)
        };
        let mut document = document.clone();
        let mended;
        if arguments.fix || arguments.diff {
            mended = checker.mend(&document, |findings| drop(mend(findings)));
            if arguments.diff {
                self.is_broken |= mended.count > 0;
                self.reports.extend(report);
                return match mended.count {
                    0 => Ok(()),
                    _ => fixing::print_diff(out, name, document.bytes(), &mended.document),
                };
            }
            let fixed = self.summary.fixed.get_or_insert_default();
            fixed.taken_back += mended.taken_back.len();
            if mended.count > 0 && fixing::save(name, document.bytes(), &mended.document)? {
                fixed.mended += mended.count;
                document = document.with_bytes(&mended.document);
            }
        }
        let mut findings = checker.check(&document);
        // Rules that the project ignores may still keep a podcast out of a directory.
        let readiness = self.profile.map(|profile| profiles::readiness(name, profile, &findings));
        let changes = mend(&mut findings);
        if let (Some(report), Some(changes)) = (&mut report, &changes) {
            report.add_changes(changes);
        }
        self.reports.extend(report);
        if arguments.write_baseline.is_some() {
            self.baseline.extend(policy::lines(name, &findings));
            return Ok(());
        }
        self.is_broken |= findings.iter().any(|finding| self.fail_on.includes(finding.rule.severity));
        if let Some(level) = self.min_severity {
            findings.retain_rules(|rule| rule.severity >= level.severity());
        }
        if arguments.quiet {
            return Ok(());
        }
        let decoded = encoding::decode(&EncodingPolicy::default(), &document);
        let is_document = document.bytes().get(decoded.text_start..) == Some(decoded.text.as_bytes());
        match arguments.format {
            OutputFormat::Text => {
                self.summary.add(&findings);
                let (text, start) = (&*decoded.text, decoded.text_start);
                let places = account::Places { name, text, start, is_document };
                places.print(out, &findings, self.colours, std::mem::take(&mut self.is_first))?;
                if let Some(changes) = &changes {
                    account::print_changes(out, name, changes)?;
                }
            }
            OutputFormat::Short => account::print_short(out, name, &findings, self.colours)?,
            OutputFormat::Github => annotations::print(out, name, &findings)?,
            OutputFormat::Json | OutputFormat::Sarif | OutputFormat::Junit => {
                let text = decoded.text.into_owned();
                self.all.push(Checked { name: name.to_owned(), findings, text, is_document });
            }
        }
        match readiness {
            Some(line) if matches!(arguments.format, OutputFormat::Text | OutputFormat::Short) => {
                writeln!(out, "{line}")
            }
            _ => Ok(()),
        }
    }

    /// Returns whether findings are printed immediately, along with the findings about the server.
    pub(crate) fn is_printed(&self) -> bool {
        let CheckArguments { check, format, quiet, diff, .. } = self.arguments;
        *check && *format == OutputFormat::Text && !quiet && !diff
    }

    /// Prints the collected results. Returns whether a document breaks a rule at or above the threshold.
    pub(crate) fn finish(self, out: &mut impl Write) -> io::Result<bool> {
        if let Some(path) = &self.arguments.report {
            reports::write(path, &self.reports)?;
        }
        if let Some(path) = &self.arguments.write_baseline {
            let lines: Vec<String> = self.baseline.iter().map(|line| format!("{line}\n")).collect();
            let lines = lines.concat();
            let text =
                format!("# Findings that are known: bozofeed --check --baseline {}\n{lines}", path.display());
            fs::write(path, text)
                .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
            return Ok(false);
        }
        match self.arguments.format {
            _ if !self.arguments.check || self.arguments.quiet || self.arguments.diff => {}
            OutputFormat::Text => self.summary.print(out, self.colours)?,
            OutputFormat::Short | OutputFormat::Github => {}
            OutputFormat::Json => {
                let all: Vec<Value> = self.all.iter().flat_map(Checked::to_json).collect();
                pretty::write(out, &all)?;
            }
            OutputFormat::Sarif => pretty::write(out, &sarif::log(&self.all))?,
            OutputFormat::Junit => junit::write(out, &self.all, self.fail_on)?,
        }
        Ok(self.is_broken)
    }
}

impl Checked {
    fn to_json(&self) -> impl Iterator<Item = Value> {
        self.findings.iter().map(|finding| {
            let Finding { rule, position, end, subject, value, fix, .. } = finding;
            let edit = |Edit { range, replacement, .. }: &Edit| {
                json!({ "start": range.start, "end": range.end, "replacement": replacement })
            };
            let fix = fix.as_ref().map(|fix| {
                json!({
                    "description": fix.description,
                    "is_safe": fix.is_safe,
                    "edits": fix.edits.iter().map(edit).collect::<Vec<_>>(),
                })
            });
            let section = |RuleSection { text, url, .. }: RuleSection| json!({ "text": text, "url": url });
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
                "advice": finding.advice(),
                "sections": finding.sections().into_iter().map(section).collect::<Vec<_>>(),
                "places": self.findings.count(rule),
                "fix": fix,
            })
        })
    }
}

/// Returns a text with all other bytes percent-encoded (RFC 3986 §2.1).
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
