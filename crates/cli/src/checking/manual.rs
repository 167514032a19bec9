//! The rules, for people: a list, and an explanation of each.

use std::io::{self, Write};

use bozofeed_check::{Rule, consequence, example, rules};

use bozofeed_command::printable::Colours;

/// Lists the rules, one per line.
pub(super) fn list(out: &mut impl Write, c: &Colours) -> io::Result<()> {
    let mut all = rules();
    all.sort_by_key(|rule| (rule.id, std::cmp::Reverse(rule.severity)));
    let width = all.iter().map(|rule| rule.id.len()).max().unwrap_or_default();
    for Rule { id, severity, summary, .. } in all {
        writeln!(out, "{}{id:width$}{}  {:7}  {summary}", c.bold, c.off, severity.as_str())?;
    }
    Ok(())
}

/// Explains a rule at each of its levels.
pub(super) fn explain(out: &mut impl Write, id: &str, c: &Colours) -> io::Result<()> {
    let all = rules();
    let levels: Vec<&&Rule> = all.iter().filter(|rule| rule.id == id).collect();
    writeln!(out, "{}{id}{}", c.bold, c.off)?;
    for Rule { severity, summary, advice, section, .. } in &levels {
        writeln!(out, "\n{severity}: {summary}")?;
        writeln!(out, "  {advice}")?;
        if !section.is_empty() {
            writeln!(out, "  {}{section}{}", c.dim, c.off)?;
        }
    }
    let Some(rule) = levels.first() else { return Ok(()) };
    writeln!(out, "\nWhy: {}", consequence(rule))?;
    if let Some(example) = example(rule) {
        print_example(out, "Wrong", example.bad)?;
        print_example(out, "Right", example.good)?;
    }
    Ok(())
}

fn print_example(out: &mut impl Write, label: &str, text: &str) -> io::Result<()> {
    writeln!(out, "\n{label}:")?;
    text.lines().try_for_each(|line| writeln!(out, "    {line}"))
}
