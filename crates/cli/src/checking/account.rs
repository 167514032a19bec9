//! Findings for people: with their source lines, and advice.

use std::io::{self, Write};

use bozofeed_check::{Finding, FindingChanges, Findings, Fix, RuleSeverity};

use bozofeed_command::printable::Colours;
use bozofeed_command::printable::{columns, message, safe};

/// The number of columns shown before a finding, and the maximum number of characters in total.
const BEFORE: usize = 60;
const SHOWN: usize = 120;

/// The counts of all documents.
#[derive(Debug, Default)]
pub(super) struct Summary {
    documents: usize,
    counts: [usize; 3],
    mendable: usize,
    /// The effect of --fix.
    pub(super) fixed: Option<Fixed>,
}

/// The number of changes made to all documents.
#[derive(Debug, Default)]
pub(super) struct Fixed {
    pub(super) mended: usize,
    /// The number of changes that were reverted, because they would have side effects on the parsed result.
    pub(super) taken_back: usize,
}

impl Summary {
    pub(super) fn add(&mut self, findings: &Findings) {
        self.documents += 1;
        for (count, (severity, _)) in self.counts.iter_mut().zip(NAMES) {
            *count += findings.count_of(severity);
        }
        let fixes = findings.iter().filter_map(|finding| finding.fix.as_ref());
        self.mendable += fixes.filter(|fix| fix.is_safe).count();
    }

    /// Prints the counts: `2 errors and 1 note in 3 documents; --fix mends 2 of them`.
    pub(super) fn print(&self, out: &mut impl Write, c: &Colours) -> io::Result<()> {
        if self.documents == 0 {
            return Ok(());
        }
        let found = self.counts.iter().zip(NAMES).filter(|(count, _)| **count > 0);
        let found: Vec<String> = found.map(|(count, (_, name))| plural(*count, name)).collect();
        let documents = plural(self.documents, "document");
        if let Some(Fixed { mended, taken_back }) = &self.fixed {
            match mended {
                0 => writeln!(out, "{}Nothing to fix{}", c.bold, c.off)?,
                _ => writeln!(out, "{}{} mended{}", c.bold, plural(*mended, "place"), c.off)?,
            }
            if *taken_back > 0 {
                let places = plural(*taken_back, "place");
                writeln!(out, "{places} left as before: something else would be read in another way")?;
            }
        }
        let Some((last, others)) = found.split_last() else {
            return writeln!(out, "No rule is broken in {documents}");
        };
        let found =
            if others.is_empty() { last.clone() } else { format!("{} and {last}", others.join(", ")) };
        write!(out, "\n{}{found}{} in {documents}", c.bold, c.off)?;
        if self.mendable > 0 {
            write!(out, "; --fix mends {}, and --diff shows how", self.mendable)?;
        }
        writeln!(out)
    }
}

const NAMES: [(RuleSeverity, &str); 3] =
    [(RuleSeverity::Error, "error"), (RuleSeverity::Warning, "warning"), (RuleSeverity::Note, "note")];

fn plural(count: usize, name: &str) -> String {
    format!("{count} {name}{}", if count == 1 { "" } else { "s" })
}

fn colour(severity: RuleSeverity, c: &Colours) -> &'static str {
    match severity {
        RuleSeverity::Error => c.red,
        RuleSeverity::Warning => c.yellow,
        RuleSeverity::Note => c.bold,
    }
}

/// Prints the changes since the baseline: `a.xml: since the baseline: 0 new, 1 gone, 4 remaining (gone: date-form)`.
pub(super) fn print_changes(out: &mut impl Write, name: &str, changes: &FindingChanges) -> io::Result<()> {
    write!(out, "{}: since the baseline: {changes}", safe(name))?;
    let gone: Vec<String> = changes
        .gone
        .iter()
        .map(|(rule, count)| if *count == 1 { safe(rule) } else { format!("{count} {}", safe(rule)) })
        .collect();
    if !gone.is_empty() {
        write!(out, " (gone: {})", gone.join(", "))?;
    }
    writeln!(out)
}

/// `file:line:column: severity: message [rule]`
fn print_line(out: &mut impl Write, name: &str, finding: &Finding, c: &Colours) -> io::Result<()> {
    let Finding { rule, position, .. } = finding;
    let name = safe(name);
    write!(
        out,
        "{name}:{}:{}: {}{}{}: ",
        position.line,
        position.column,
        colour(rule.severity, c),
        rule.severity,
        c.off
    )?;
    writeln!(out, "{} {}[{}]{}", message(&finding.message()), c.dim, rule.id, c.off)
}

/// Prints one line for each finding.
pub(super) fn print_short(
    out: &mut impl Write,
    name: &str,
    findings: &Findings,
    c: &Colours,
) -> io::Result<()> {
    findings.iter().try_for_each(|finding| print_line(out, name, finding, c))?;
    print_rest(out, name, findings)
}

/// Prints the number of unlisted places for each rule.
fn print_rest(out: &mut impl Write, name: &str, findings: &Findings) -> io::Result<()> {
    let mut told: Vec<(&str, RuleSeverity)> = Vec::new();
    for finding in findings {
        let rule = finding.rule;
        if told.contains(&(rule.id, rule.severity)) {
            continue;
        }
        told.push((rule.id, rule.severity));
        let listed = findings.iter().filter(|other| other.rule == rule).count();
        let more = findings.count(rule).saturating_sub(listed);
        if more > 0 {
            writeln!(out, "{}: and {more} more places [{}]", safe(name), rule.id)?;
        }
    }
    Ok(())
}

/// The text in which findings are shown.
pub(super) struct Places<'a> {
    pub(super) name: &'a str,
    pub(super) text: &'a str,
    /// The number of bytes before the text in the document.
    pub(super) start: usize,
    /// Whether the rest of the document equals the text, so that edits have the same places in both.
    pub(super) is_document: bool,
}

impl Places<'_> {
    pub(super) fn print(
        &self,
        out: &mut impl Write,
        findings: &Findings,
        c: &Colours,
        is_first: bool,
    ) -> io::Result<()> {
        let mut is_first = is_first;
        for finding in findings {
            if !std::mem::take(&mut is_first) {
                writeln!(out)?;
            }
            print_line(out, self.name, finding, c)?;
            self.print_source(out, finding, c)?;
            writeln!(out, "      {}={} {}", c.dim, c.off, message(finding.advice()))?;
            let sections: Vec<&str> = finding.sections().iter().map(|section| section.text).collect();
            if !sections.is_empty() {
                writeln!(out, "      {}= {}{}", c.dim, sections.join("; "), c.off)?;
            }
        }
        print_rest(out, self.name, findings)
    }

    /// Prints the line of a finding, carets below it, and the fixed line.
    fn print_source(&self, out: &mut impl Write, finding: &Finding, c: &Colours) -> io::Result<()> {
        let Some(line) = self.line(finding) else { return Ok(()) };
        let (before, marked, after) = line.parts(self.text);
        let number = finding.position.line;
        let shown = format!("{}{}{}", safe(&before), safe(&marked), safe(&after));
        writeln!(out, "{}{number:>5} |{} {}", c.dim, c.off, shown.trim_end())?;
        let width = |text: &str| safe(text).chars().map(columns).sum::<usize>();
        let carets = "^".repeat(width(marked.trim_end()).max(1));
        let colour = colour(finding.rule.severity, c);
        let indent = " ".repeat(width(&before));
        writeln!(out, "{}      |{} {indent}{colour}{carets}{}", c.dim, c.off, c.off)?;
        let Some(fix) = finding.fix.as_ref().filter(|_| self.is_document) else { return Ok(()) };
        if let Some(written) = self.written(&line, fix) {
            writeln!(out, "{}    + |{} {}{written}{}", c.dim, c.off, c.bold, c.off)?;
        }
        Ok(())
    }

    /// Returns the visible part of a finding's line. `None` if the text begins after it.
    fn line(&self, finding: &Finding) -> Option<Line> {
        let start = finding.position.offset.checked_sub(self.start)?;
        let end = finding.end.offset.saturating_sub(self.start);
        let (before, after) = self.text.split_at_checked(start)?;
        let is_blank = after.is_empty();
        // A document may be one long line, so only the visible part is searched for its ends.
        let cut = before
            .char_indices()
            .rev()
            .take(BEFORE)
            .take_while(|(_, c)| *c != '\n')
            .last()
            .map_or(start, |(at, _)| at);
        let is_cut_before = before.get(..cut).is_some_and(|rest| !rest.is_empty() && !rest.ends_with('\n'));
        if is_blank && cut == start {
            return None;
        }
        let shown = after.chars().take(SHOWN.saturating_sub(before.get(cut..)?.chars().count()));
        let to = start + shown.take_while(|c| !matches!(c, '\n' | '\r')).map(char::len_utf8).sum::<usize>();
        let marked = end.clamp(start, to.max(start));
        Some(Line {
            from: cut,
            start,
            marked,
            to: to.max(start),
            is_cut_before,
            is_cut_after: self
                .text
                .get(to..)
                .is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['\n', '\r'])),
        })
    }

    /// Returns the fixed line, if all edits are in the visible part.
    fn written(&self, line: &Line, fix: &Fix) -> Option<String> {
        let mut written = String::new();
        let mut at = line.from;
        for edit in &fix.edits {
            let (start, end) =
                (edit.range.start.checked_sub(self.start)?, edit.range.end.checked_sub(self.start)?);
            // The text around the edit shows its place.
            let is_shown = start >= at && end <= line.to && !edit.replacement.contains('\n');
            let before = self.text.get(at..start).filter(|_| is_shown)?;
            written.push_str(before);
            written.push_str(&edit.replacement);
            at = end;
        }
        written.push_str(self.text.get(at..line.to)?);
        let mark = |is_cut: bool| if is_cut { "…" } else { "" };
        let written = safe(&written);
        Some(format!("{}{}{}", mark(line.is_cut_before), written.trim_end(), mark(line.is_cut_after)))
    }
}

/// The visible part of a line, as offsets in the text.
struct Line {
    from: usize,
    start: usize,
    marked: usize,
    to: usize,
    is_cut_before: bool,
    is_cut_after: bool,
}

impl Line {
    /// Returns the text before, in and after the finding.
    fn parts(&self, text: &str) -> (String, String, String) {
        let part = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
        let before = part(self.from, self.start);
        let before = if self.is_cut_before { format!("…{before}") } else { before.to_owned() };
        let after = part(self.marked, self.to);
        let after = if self.is_cut_after { format!("{after}…") } else { after.to_owned() };
        (before, part(self.start, self.marked).to_owned(), after)
    }
}
