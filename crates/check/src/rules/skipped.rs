//! Skipped hours and days.

use crate::fixes::{Fix, FixPlace, write};
use crate::judge::Judge;
use crate::maps::Set;
use crate::open_elements::OpenNode;
use crate::schema::ElementRole;
use crate::walker::Walker;

rule_family! {
    (judged by Skipped)
    VALUE_REPEATED = "value-repeated", Warning, "repeated value", "Write each hour or day once.", "RSS 2.0, skipHours"
        { Channel "<skipHours><hour>1</hour><hour>1</hour></skipHours>" => "<skipHours><hour>1</hour><hour>2</hour></skipHours>" };
    HOUR_OF_MIDNIGHT = "hour-of-midnight", Warning, "24 for the hour of midnight", "Write 0.", "RSS 2.0, skipHours"
        [fix Named write_midnight] { Channel "<skipHours><hour>24</hour></skipHours>" => "<skipHours><hour>0</hour></skipHours>" };
}

/// The skipped hours and days.
#[derive(Debug, Default)]
struct Skipped(Set<String>);

impl Judge for Skipped {
    fn roles(&self) -> &'static [ElementRole] {
        &[ElementRole::Skipped]
    }

    fn end(&mut self, walker: &mut Walker, node: &OpenNode) {
        let text = walker.trimmed_text(node);
        // `07` and `7` are the same hour.
        if !self.0.insert(text.trim_start_matches('0').to_ascii_lowercase()) {
            walker.report(&VALUE_REPEATED, node.tag, "", &text);
        }
    }
}

/// Replaces 24 with 0.
fn write_midnight(place: &FixPlace<'_>) -> Option<Fix> {
    // Otherwise, it would be repeated.
    let after = place.rest();
    let after = after.get(..after.find("</skipHours>")?)?;
    let before = place.before();
    let before = before.get(before.rfind("<skipHours")?..)?;
    let is_there = [before, after].iter().any(|text| text.contains(">0<"));
    if is_there { None } else { write(place, "0") }
}
