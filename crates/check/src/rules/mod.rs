//! The rules of formats and of good practice. A family is one file: its rules, each with a name, a severity, advice, the section of its
//! specification, a fix, and an example; and the code that judges them. New families are listed in [`families`].

use super::fixes::{Effect, Fix, FixPlace, MendedRule, SourceText};
use super::judge::Judge;
use super::ledger::Unlocated;
use bozofeed::inspect::{Rule, rules_of_the_parser};

/// A group of related rules.
struct RuleFamily {
    rules: &'static [&'static Rule],
    examples: &'static [PlacedExample],
    mended: &'static [MendedRule],
    /// The judge for the rules, unless they judge only values, names or the document.
    judge: Option<fn() -> Box<dyn Judge>>,
}

/// Declares the rules of a family, preceded by the judge of elements, if there is one. A rule has a name, an id, a severity, a summary,
/// advice and a section; optionally a function that fixes it, with the effect of the fix; and an example: a text that breaks the rule, in a
/// part of a feed, with the corrected text. Rules with the same id are one rule for users, which is more severe in some places than in
/// others. The rules of the parser, which come last, have their texts in `diagnostics`.
macro_rules! rule_family {
    (@judge) => {
        None
    };
    (@judge $judge:ident) => {
        Some(|| Box::new($judge::default()))
    };
    ($((judged by $judge:ident))?
     $($name:ident = $id:literal, $severity:ident, $summary:literal, $advice:literal, $section:literal
        $([fix $effect:ident $mend:path])? $({ $place:ident $bad:literal => $good:literal })?;)*
     $($known:literal $([fix $known_effect:ident $known_mend:path])?
        $({ $known_place:ident $known_bad:literal => $known_good:literal })?;)*) => {
        $(pub(crate) static $name: crate::Rule =
            crate::Rule::new($id, crate::RuleSeverity::$severity, $summary, $advice, $section);)*
        pub(super) static FAMILY: super::RuleFamily = super::RuleFamily {
            rules: &[$(&$name),*],
            examples: &[
                $($(($id, super::ExamplePlace::$place, $bad, $good),)?)*
                $($(($known, super::ExamplePlace::$known_place, $known_bad, $known_good),)?)*
            ],
            mended: &[
                $($(($id, crate::fixes::Effect::$effect, $mend),)?)*
                $($(($known, crate::fixes::Effect::$known_effect, $known_mend),)?)*
            ],
            judge: rule_family!(@judge $($judge)?),
        };
    };
}

/// Declares the families, in the order of the documentation and of judging.
macro_rules! families {
    ($($family:ident)*) => {
        $(pub(super) mod $family;
        #[allow(unused_imports, reason = "a family may have the rules of the parser alone")]
        pub(super) use self::$family::*;)*

        static FAMILIES: &[&RuleFamily] = &[$(&$family::FAMILY),*];
    };
}

// Families that need the facts about an entry come before `entries`, which ends it; `links` finds the address of the feed for `history`.
families! {
    documents labels mojibake leftovers prolog rdf namespaces elements attributes texts feeds items entries ids dates uris links history html svg values
    persons skipped images groups media_types podcasts categories json xml
}

/// Returns all rules.
///
/// ```
/// let rules = bozofeed_check::rules();
/// assert!(rules.iter().any(|rule| rule.id == "entry-id-repeated"));
/// assert!(rules.iter().any(|rule| rule.id == "xml/BareAmpersand"));
/// ```
pub fn rules() -> Vec<&'static Rule> {
    own().chain(rules_of_the_parser()).collect()
}

/// Returns the rules that do not come from the parser.
fn own() -> impl Iterator<Item = &'static Rule> {
    FAMILIES.iter().flat_map(|family| family.rules).copied()
}

fn mended(id: &str) -> Option<&'static MendedRule> {
    FAMILIES.iter().flat_map(|family| family.mended).find(|(known, ..)| *known == id)
}

/// Returns whether findings of a rule may have changes.
pub(super) fn can_mend(id: &str) -> bool {
    mended(id).is_some()
}

/// Returns the change that fixes a finding, if there is one. Its ranges refer to the text.
pub(super) fn fix(source: &SourceText<'_>, finding: &Unlocated) -> Option<Fix> {
    let (_, effect, mend) = mended(finding.rule.id)?;
    let place = FixPlace::new(source, finding);
    let mut fix = mend(&place)?;
    fix.edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    if *effect == Effect::Named {
        fix.named = place.named(&fix);
    }
    Some(fix)
}

/// Returns the judges of elements, in their initial state.
pub(super) fn judges() -> Vec<Box<dyn Judge>> {
    FAMILIES.iter().filter_map(|family| family.judge).map(|judge| judge()).collect()
}

fn examples() -> impl Iterator<Item = &'static PlacedExample> {
    FAMILIES.iter().flat_map(|family| family.examples)
}

/// An example of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Example {
    /// Text that breaks the rule, as part of an otherwise valid feed.
    pub bad: &'static str,
    /// The corrected text.
    pub good: &'static str,
}

/// A rule, the part of a feed where its example belongs, the bad text and the good text.
type PlacedExample = (&'static str, ExamplePlace, &'static str, &'static str);

/// The part of a feed where an example belongs.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(not(test), allow(dead_code, reason = "tests check the examples in their places"))]
enum ExamplePlace {
    /// The document.
    Whole,
    /// The content of an RSS channel.
    Channel,
    /// The content of an RSS channel that is checked for Apple Podcasts.
    Podcast,
    /// The content of an RSS item.
    Item,
    /// The content of an Atom feed.
    Feed,
    /// The content of an Atom entry.
    Entry,
}

/// Returns an example of a bad and a good text. Rules about bytes and headers have none.
///
/// ```
/// let rules = bozofeed_check::rules();
/// let guid = rules.iter().find(|rule| rule.id == "guid-not-permalink").unwrap();
/// assert_eq!(bozofeed_check::example(guid).unwrap().good, r#"<guid isPermaLink="false">41</guid>"#);
/// ```
pub fn example(rule: &Rule) -> Option<Example> {
    let found = examples().find(|(id, ..)| *id == rule.id);
    found.map(|(_, _, bad, good)| Example { bad, good })
}

#[cfg(test)]
mod tests {
    use super::ExamplePlace::{Channel, Entry, Feed, Item, Podcast, Whole};
    use super::*;
    use crate::Checker;
    use crate::Profile;
    use bozofeed_testing::{add_table_row, compare_tables};

    #[test]
    fn names_of_rules_are_unique_for_each_level() {
        let mut names: Vec<_> = rules().iter().map(|rule| (rule.id, rule.severity)).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn the_documentation_lists_every_rule() {
        let mut table =
            "| rule | severity | problem | advice | section |\n| --- | --- | --- | --- | --- |\n".to_owned();
        for rule in own() {
            let id = format!("`{}`", rule.id);
            add_table_row(
                &mut table,
                &[&id, rule.severity.as_str(), rule.summary, rule.advice, rule.section],
            );
        }
        compare_tables("src/guide.md", &[("# All rules\n", table)]);
    }

    #[test]
    fn texts_of_rules_are_complete() {
        let wrong: Vec<_> = rules()
            .into_iter()
            .filter(|rule| {
                let is_summary = !rule.summary.is_empty() && !rule.summary.ends_with('.');
                let is_advice =
                    rule.advice.ends_with('.') && rule.advice.starts_with(|c: char| c.is_uppercase());
                !(is_summary && is_advice)
            })
            .map(|rule| rule.id)
            .collect();
        assert_eq!(wrong, [""; 0]);
    }

    /// Rules about bytes, headers and URLs, rules that cannot be fixed in a few lines, and rules that are never broken alone.
    const WITHOUT: &[&str] = &[
        "encoding-label-unknown", "encoding-label-wrong", "encoding-labels-conflict", "encoding-not-utf-8",
        "encoding-undeclared", "feed-self-differs", "limit-exceeded", "media-type-not-a-feed", "other",
        "podcast-not-rss", "rdf-invalid", "text-mojibake",
    ];

    fn document(context: ExamplePlace, text: &str) -> String {
        let channel = |content: &str| {
            format!(
                r#"<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"
                xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:georss="http://www.georss.org/georss"><channel>
                <title>News</title><link>https://harbour.example/</link><description>News</description>
                {content}</channel></rss>"#
            )
        };
        let feed = |content: &str| {
            format!(
                r#"<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><id>urn:x-harbour:news</id>
                <updated>2020-11-21T09:30:00Z</updated><author><name>Anna</name></author>{content}</feed>"#
            )
        };
        match context {
            Whole => text.to_owned(),
            Channel | Podcast => channel(text),
            Item => channel(&format!("<item><title>Low tide</title>{text}</item>")),
            Feed => feed(text),
            Entry => feed(&format!(
                "<entry><title>Low tide</title><id>urn:x-harbour:1</id><updated>2020-11-21T09:30:00Z</updated>{text}</entry>"
            )),
        }
    }

    #[test]
    fn what_is_wrong_breaks_the_rule_and_what_is_right_does_not() {
        let mut wrong = Vec::new();
        for (id, context, bad, good) in examples() {
            let breaks = |text: &str| {
                let document = document(*context, text);
                let findings = match context {
                    Podcast => Checker::new().profile(Profile::Apple).check(document.as_bytes()),
                    Whole | Channel | Item | Feed | Entry => Checker::new().check(document.as_bytes()),
                };
                let ids: Vec<_> = findings.iter().map(|finding| finding.rule.id).collect();
                (ids.contains(id), ids)
            };
            let (is_found, found) = breaks(bad);
            if !is_found {
                wrong.push(format!("{id} is not found in {bad}: {found:?}"));
            }
            if breaks(good).0 {
                wrong.push(format!("{id} is found in {good}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn rules_have_examples() {
        let all = || examples().map(|(id, ..)| *id);
        let known = |id: &str| all().any(|known| known == id) || WITHOUT.contains(&id);
        let ids: Vec<_> = crate::rules().iter().map(|rule| rule.id).collect();
        // The names of faults describe the problem.
        let missing: Vec<_> = ids.iter().filter(|id| !id.contains('/') && !known(id)).collect();
        let unknown: Vec<_> = all().filter(|id| !ids.contains(id)).collect();
        assert_eq!((missing, unknown), (vec![], vec![]));
    }
}
