//! The findings with their source lines, preceded by the most urgent ones.

use super::ReportedDocument;
use super::html::Html;
use crate::consequences::urgency;
use crate::maps::Map;
use crate::{Finding, Findings, Rule, RuleSection, RuleSeverity};
use bozofeed_text::cut::{beginning, floor_char_boundary};

/// The number of places shown for each rule.
const PLACES: usize = 4;

/// The number of most urgent rules.
const FIRST: usize = 5;

/// The number of characters shown before and after a finding.
const BEFORE: usize = 60;
const AFTER: usize = 100;

/// The findings of one rule.
struct Group<'a> {
    rule: &'static Rule,
    findings: Vec<&'a Finding>,
    /// The number of places, including unlisted ones.
    count: usize,
}

/// Returns the findings by rule, most severe first.
fn groups(findings: &Findings) -> Vec<Group<'_>> {
    let mut places: Map<(&str, RuleSeverity), usize> = Map::new();
    let mut groups: Vec<Group<'_>> = Vec::new();
    for finding in findings {
        let place = *places.entry((finding.rule.id, finding.rule.severity)).or_insert(groups.len());
        if let Some(group) = groups.get_mut(place) {
            group.findings.push(finding);
        } else {
            let count = findings.count(finding.rule);
            groups.push(Group { rule: finding.rule, findings: vec![finding], count });
        }
    }
    groups.sort_by_key(|group| (std::cmp::Reverse(group.rule.severity), urgency(group.rule)));
    groups
}

/// Returns the identifier of a rule's group in the page.
fn anchor(rule: &Rule) -> String {
    // A rule has different severities in different formats, so its name alone may occur twice.
    format!("{}-{}", rule.severity, rule.id.replace('/', "-"))
}

/// Writes the most urgent rules to fix.
pub(super) fn write_first(html: &mut Html, subject: &ReportedDocument<'_>) {
    html.markup("<section id=\"first\"><h2>What to change first</h2>");
    let groups = groups(subject.findings);
    let grave: Vec<_> =
        groups.iter().filter(|group| group.rule.severity > RuleSeverity::Note).take(FIRST).collect();
    if grave.is_empty() {
        html.markup(if groups.is_empty() {
            "<p>Nothing: no rule is broken.</p></section>"
        } else {
            "<p>Nothing: the findings below are notes on good practice.</p></section>"
        });
        return;
    }
    html.markup("<ol class=\"todo\">");
    for Group { rule, findings, count } in grave {
        html.markup("<li><a href=\"#")
            .text(&anchor(rule))
            .markup("\">")
            .text(advice(rule, findings))
            .markup("</a><span>");
        html.text(&sentence(rule.summary, findings, *count))
            .markup(" ")
            .markup(crate::consequence(rule))
            .markup("</span></li>");
    }
    html.markup("</ol></section>");
}

/// Returns advice on all findings of a rule: their common advice, or else the advice of the rule.
fn advice<'f>(rule: &'f Rule, findings: &[&'f Finding]) -> &'f str {
    let mut all = findings.iter().map(|finding| finding.advice());
    let first = all.next().unwrap_or(rule.advice);
    let is_fix = findings.iter().any(|finding| finding.fix.is_some());
    if !is_fix && all.all(|other| other == first) { first } else { rule.advice }
}

/// Returns how and where a rule is broken, as a sentence.
fn sentence(summary: &str, findings: &[&Finding], count: usize) -> String {
    let sentence = capital(summary);
    let line = findings.first().map_or(1, |finding| finding.position.line);
    match count {
        1 => format!("{sentence}, in line {line}."),
        count => format!("{sentence}, in {count} places, the first in line {line}."),
    }
}

/// Writes the findings.
pub(super) fn write(html: &mut Html, subject: &ReportedDocument<'_>) {
    html.markup("<section id=\"findings\"><h2>Findings</h2>");
    if subject.findings.is_empty() {
        html.markup("<p>There are none.</p>");
    }
    let end = html.len() + subject.allowance();
    let mut left_out = 0;
    for Group { rule, findings, count } in groups(subject.findings) {
        if html.len() > end {
            left_out += count;
            continue;
        }
        let (level, id) = (rule.severity, anchor(rule));
        html.markup("<article class=\"card ")
            .markup(level.as_str())
            .markup("\" id=\"")
            .text(&id)
            .markup("\"><div class=\"head\">");
        html.markup("<span class=\"tag\">")
            .markup(level.as_str())
            .markup("</span>")
            .element("h3", &capital(rule.summary));
        html.element("code", rule.id).markup("</div><p>").text(advice(rule, &findings));
        let sections = sections_of(&findings);
        if !sections.is_empty() {
            html.markup(" <span class=\"soft\">").sections(&sections).markup("</span>");
        }
        html.markup("</p>");
        let mut shown = 0;
        for finding in findings.iter().take(PLACES) {
            if shown > 0 && html.len() > end {
                break;
            }
            write_place(html, finding, subject);
            shown += 1;
        }
        html.left_out(count.saturating_sub(shown), " places");
        html.markup("</article>");
    }
    html.left_out(left_out, " findings of other rules");
    html.markup("</section>");
}

/// Returns the sections of a rule for some findings. A feed may break it in elements of several formats, such as `atom:link` in RSS.
fn sections_of(findings: &[&Finding]) -> Vec<RuleSection> {
    let mut all = Vec::new();
    for section in findings.iter().flat_map(|finding| finding.sections()) {
        if !all.contains(&section) {
            all.push(section);
        }
    }
    all
}

fn capital(text: &str) -> String {
    text.chars().take(1).flat_map(char::to_uppercase).chain(text.chars().skip(1)).collect()
}

/// Writes a finding with its source line.
fn write_place(html: &mut Html, finding: &Finding, subject: &ReportedDocument<'_>) {
    let Finding { position, end, value, subject: path, .. } = finding;
    let text: &str = &subject.text.text;
    let offset = |at: usize| at.saturating_sub(subject.text.start).min(text.len());
    let (start, end) = (offset(position.offset), offset(end.offset));
    let line = Line::at(text, start);
    html.markup("<pre class=\"source\" tabindex=\"0\">");
    if let Some(before) = line.start.checked_sub(1).map(|at| Line::at(text, at)) {
        write_line(html, position.line.saturating_sub(1), text, &before, None);
    }
    write_line(html, position.line, text, &line, Some((start, end)));
    if text.as_bytes().get(line.end) == Some(&b'\n') && line.end + 1 < text.len() {
        write_line(html, position.line + 1, text, &Line::at(text, line.end + 1), None);
    }
    html.markup("</pre><p class=\"soft\">");
    if !path.is_empty() {
        html.element("code", path).markup(" ");
    }
    if !value.is_empty() {
        html.markup("'").bdi(value, 120).markup("'");
    }
    html.markup("</p>");
    if let Some(fix) = &finding.fix {
        html.markup("<p class=\"fix\">")
            .description(beginning(&capital(&fix.description), 600))
            .markup("</p>");
    }
}

/// The part of a line near an offset.
struct Line {
    start: usize,
    end: usize,
}

impl Line {
    /// The number of bytes around an offset in which the ends of its line are searched for.
    const NEAR: usize = 2048;

    fn at(text: &str, offset: usize) -> Self {
        // A document may be one long line, where each finding would otherwise search for both ends.
        let bytes = text.as_bytes();
        let from = floor_char_boundary(text, offset.saturating_sub(Self::NEAR));
        let to = floor_char_boundary(text, offset + Self::NEAR);
        let before = bytes.get(from..offset).unwrap_or_default();
        let after = bytes.get(offset..to).unwrap_or_default();
        let start = memchr::memrchr(b'\n', before).map_or(from, |newline| from + newline + 1);
        let end = memchr::memchr(b'\n', after).map_or(to, |newline| offset + newline);
        Self { start, end }
    }
}

/// Writes a line with its number, with a part highlighted.
fn write_line(html: &mut Html, number: usize, text: &str, line: &Line, mark: Option<(usize, usize)>) {
    html.markup(&format!("<b>{number:>5} </b>"));
    let (start, end) = mark.unwrap_or((line.start, line.start));
    let start = floor_char_boundary(text, start.clamp(line.start, line.end));
    let end = floor_char_boundary(text, end.clamp(start, line.end));
    let before = text.get(line.start..start).unwrap_or_default();
    let mut after = text.get(end..line.end).unwrap_or_default();
    match before.char_indices().rev().nth(BEFORE) {
        Some((at, c)) => html.markup("…").text(before.get(at + c.len_utf8()..).unwrap_or_default()),
        None => html.text(before),
    };
    if mark.is_some() {
        // For a place without an end, one character is highlighted.
        let next = text.get(end..line.end).and_then(|rest| rest.chars().next());
        let end = if end > start { end } else { end + next.map_or(0, char::len_utf8) };
        after = text.get(end..line.end).unwrap_or_default();
        let marked = text.get(start..end).unwrap_or_default();
        html.markup("<mark>").start_of(marked, AFTER).markup("</mark>");
    }
    html.start_of(after.trim_end(), AFTER).markup("\n");
}
