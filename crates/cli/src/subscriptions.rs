//! A short summary of a subscription list.

use std::io::{self, Write};

use bozofeed::Document;
use bozofeed_command::places::{self, Source};
use bozofeed_command::printable::{Colours, WIDTH, message, one_line, safe};
use bozofeed_command::{OtherDocument, WithPath, pretty};
use bozofeed_opml::Opml;

/// Parses a document as a subscription list.
pub(crate) fn read(document: &Document<'_>) -> Option<Box<dyn OtherDocument>> {
    let list = bozofeed_opml::parse(document).into_result().ok()?;
    Some(Box::new(Subscriptions(list)))
}

/// A subscription list.
struct Subscriptions(Opml);

impl OtherDocument for Subscriptions {
    fn write_json(&self, path: Option<&str>, mut out: &mut dyn Write) -> io::Result<()> {
        pretty::write(&mut out, &WithPath { path, document: &self.0 })
    }

    fn print(&self, out: &mut dyn Write, source: &Source<'_>, colours: bool) -> io::Result<()> {
        print(out, source, &self.0, colours)
    }
}

fn print(out: &mut dyn Write, source: &Source<'_>, list: &Opml, colours: bool) -> io::Result<()> {
    let c = Colours::new(colours);
    let title =
        list.head.title.as_deref().map(|title| one_line(title, WIDTH)).filter(|title| !title.is_empty());
    writeln!(out, "{}{}{}", c.bold, title.unwrap_or_else(|| "(no title)".to_owned()), c.off)?;
    match &list.version {
        Some(version) => writeln!(out, "  format    OPML {}", one_line(version, 20))?,
        None => writeln!(out, "  format    OPML")?,
    }
    let encoding = safe(&list.encoding);
    match list.trail.source() {
        Some(source) => writeln!(out, "  encoding  {encoding} ({source})")?,
        None => writeln!(out, "  encoding  {encoding}")?,
    }
    match &list.bozo {
        None => writeln!(out, "  bozo      no")?,
        Some(bozo) => {
            let message = message(&bozo.to_string());
            writeln!(out, "  bozo      {}{}{}: {message}", c.yellow, bozo.severity(), c.off)?;
        }
    }
    places::print_faults(out, source, &list.faults, list.fault_count, c)?;
    writeln!(out, "  feeds     {}", list.subscriptions().count())?;
    let mut folders: Vec<&str> = Vec::new();
    for subscription in list.subscriptions() {
        let is_same = |(a, b): (&&str, &&str)| std::ptr::eq(*a, *b);
        if subscription.folders.len() != folders.len()
            || !subscription.folders.iter().zip(&folders).all(is_same)
        {
            folders.clone_from(&subscription.folders);
            let names: Vec<String> = folders.iter().map(|name| one_line(name, WIDTH)).collect();
            writeln!(out, "    {}", one_line(&names.join(" / "), WIDTH - 4))?;
        }
        let indent = if folders.is_empty() { 4 } else { 6 };
        writeln!(out, "{:indent$}{}", "", one_line(subscription.outline.name(), WIDTH - indent))?;
        writeln!(out, "{:indent$}{}{}{}", "", c.dim, message(subscription.url), c.off)?;
    }
    Ok(())
}
