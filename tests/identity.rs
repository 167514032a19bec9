//! Entry keys over sequences of documents: entries that were seen stay seen, regardless of the other entries.

use std::collections::{BTreeSet, HashSet};

use bozofeed::model::{Entry, IdentityRule};
use bozofeed::{Parsed, parse};
use proptest::prelude::*;

/// An item with few possible values, so that many items share some of them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Item([Option<u8>; 5]);

impl Item {
    fn xml(&self) -> String {
        let Self([id, link, title, date, description]) = self;
        let element = |name: &str, value: &Option<u8>, around: &str| {
            value.map(|value| format!("<{name}>{around}{value}</{name}>")).unwrap_or_default()
        };
        let children = [
            element("guid", id, "tag:"),
            element("link", link, "https://harbour.example/"),
            element("title", title, "Ship "),
            element("pubDate", date, "2026-01-0"),
            element("description", description, "Cargo "),
        ];
        format!("<item>{}</item>", children.concat())
    }
}

fn document(items: &[Item]) -> Parsed {
    let items: String = items.iter().map(Item::xml).collect();
    parse(format!("<rss version='2.0'><channel>{items}</channel></rss>").as_bytes())
}

fn items() -> impl Strategy<Value = Item> {
    let value = || prop_oneof![Just(None), (1..3_u8).prop_map(Some)];
    [value(), value(), value(), value(), value()].prop_map(Item)
}

/// Returns the documents of a feed with items that appear, disappear and change.
fn histories() -> impl Strategy<Value = Vec<Vec<Item>>> {
    prop::collection::vec(prop::collection::vec(items(), 0..6), 1..5).prop_perturb(
        |mut documents, mut random| {
            // Most items of a document are also in the next one.
            for at in 1..documents.len() {
                let kept: Vec<Item> =
                    documents[at - 1].iter().filter(|_| random.random_bool(0.7)).cloned().collect();
                documents[at].truncate(2);
                documents[at].extend(kept);
            }
            documents
        },
    )
}

/// The state of an aggregator that stores the keys under all rules, as recommended in the cookbook.
#[derive(Default)]
struct Seen {
    rule: IdentityRule,
    keys: HashSet<String>,
}

impl Seen {
    fn new_entries<'p>(&mut self, parsed: &'p Parsed) -> Vec<&'p Entry> {
        self.rule = self.rule.max(parsed.identity_rule());
        let is_new = |entry: &&Entry| !self.keys.contains(&*entry.identity(self.rule));
        let new = parsed.entries.iter().filter(is_new).collect();
        for entry in &parsed.entries {
            self.keys.extend(IdentityRule::ALL.iter().map(|rule| entry.identity(*rule).into_owned()));
        }
        new
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn a_key_depends_on_the_entry_alone(items in prop::collection::vec(items(), 0..8)) {
        let parsed = document(&items);
        for (entry, item) in parsed.entries.iter().zip(&items) {
            let alone = document(std::slice::from_ref(item));
            for &rule in IdentityRule::ALL {
                prop_assert_eq!(entry.identity(rule), alone.entries[0].identity(rule));
            }
        }
    }

    #[test]
    fn the_rule_is_the_coarsest_under_which_entries_that_differ_have_different_keys(
        items in prop::collection::vec(items(), 0..8),
    ) {
        let parsed = document(&items);
        let keys = |rule| parsed.entries.iter().map(|entry| entry.identity(rule)).collect::<HashSet<_>>().len();
        let most = items.iter().collect::<HashSet<_>>().len();
        for &rule in IdentityRule::ALL {
            prop_assert_eq!(keys(rule) == most, rule >= parsed.identity_rule(), "{:?}", rule);
        }
    }

    #[test]
    fn entries_with_the_same_key_have_the_same_one_under_coarser_rules(one in items(), other in items()) {
        let parsed = document(&[one, other]);
        let [one, other] = &parsed.entries[..] else { panic!("{:?}", parsed.entries) };
        let is_equal = |rule: &IdentityRule| one.identity(*rule) == other.identity(*rule);
        let are_equal: Vec<bool> = IdentityRule::ALL.iter().map(is_equal).collect();
        prop_assert!(are_equal.is_sorted_by(|coarse, fine| coarse >= fine), "{:?}", are_equal);
    }

    #[test]
    fn no_entry_has_the_key_of_another_under_another_rule(one in items(), other in items()) {
        let parsed = document(&[one, other]);
        let keys = |rule| parsed.entries.iter().map(move |entry| entry.identity(rule)).collect::<BTreeSet<_>>();
        for (at, rule) in IdentityRule::ALL.iter().copied().enumerate() {
            for finer in &IdentityRule::ALL[at + 1..] {
                prop_assert!(keys(rule).is_disjoint(&keys(*finer)), "{:?} {:?}", rule, finer);
            }
        }
    }

    #[test]
    fn an_entry_that_was_seen_is_never_new_again(history in histories()) {
        let mut seen = Seen::default();
        let mut earlier: HashSet<Item> = HashSet::new();
        let mut rule = seen.rule;
        for items in history {
            let parsed = document(&items);
            let before = seen.keys.clone();
            let new: Vec<String> =
                seen.new_entries(&parsed).iter().map(|entry| entry.identity(IdentityRule::Content).into_owned()).collect();
            prop_assert!(seen.rule >= rule, "the rule became coarser");
            rule = seen.rule;
            for (entry, item) in parsed.entries.iter().zip(&items) {
                let is_new = new.contains(&entry.identity(IdentityRule::Content).into_owned());
                prop_assert!(!(is_new && earlier.contains(item)), "{:?} came back as new", item);
                // An entry with another key under the current rule hides nothing.
                prop_assert_eq!(is_new, !before.contains(&*entry.identity(rule)), "{:?}", item);
            }
            earlier.extend(items);
        }
    }

    #[test]
    fn an_edit_does_not_change_the_key_unless_the_rule_covers_it(item in items(), edited in items()) {
        // The number of values that each rule covers, if there are an identifier and a link.
        for (rule, covered) in IdentityRule::ALL.iter().copied().zip([1, 2, 4, 5]) {
            let [one, other] = [&item, &edited].map(|Item([id, link, title, date, description])| {
                let (id, link) = (id.or(Some(1)), link.or(Some(1)));
                Item([id, link, *title, *date, *description])
            });
            let mut mixed = one.clone();
            mixed.0[covered..].copy_from_slice(&other.0[covered..]);
            let [one, mixed] = [one, mixed].map(|item| document(&[item]).entries[0].identity(rule).into_owned());
            prop_assert_eq!(one, mixed, "{:?}", rule);
        }
    }
}

/// The days of a feed that repeats an identifier only on Tuesday.
#[test]
fn an_identifier_that_is_repeated_for_a_day_brings_nothing_back() {
    let item = |title: &str, link: &str| {
        format!("<item><guid isPermaLink='false'>1</guid><link>{link}</link><title>{title}</title></item>")
    };
    let ferry = item("Ferry", "https://harbour.example/ferry");
    let crane = item("Crane", "https://harbour.example/crane");
    let corrected = item("The ferry", "https://harbour.example/ferry");
    let mut seen = Seen::default();
    let mut days = Vec::new();
    for items in [vec![&ferry], vec![&crane, &ferry], vec![&ferry], vec![&corrected, &crane]] {
        let items: String = items.into_iter().map(String::as_str).collect();
        let parsed = parse(format!("<rss version='2.0'><channel>{items}</channel></rss>").as_bytes());
        let new = seen.new_entries(&parsed);
        days.push((
            seen.rule,
            new.iter().filter_map(|entry| entry.title_text()).collect::<Vec<_>>().join(", "),
        ));
    }
    let expected = [
        (IdentityRule::Id, "Ferry"),
        (IdentityRule::IdAndLink, "Crane"),
        (IdentityRule::IdAndLink, ""),
        (IdentityRule::IdAndLink, ""),
    ];
    assert_eq!(days, expected.map(|(rule, new)| (rule, new.to_owned())));
}

#[test]
fn a_rule_is_stored_by_its_name() {
    for &rule in IdentityRule::ALL {
        assert_eq!(serde_json::to_value(rule).unwrap(), rule.as_str());
        assert_eq!(serde_json::from_value::<IdentityRule>(rule.as_str().into()).unwrap(), rule);
        assert_eq!(rule.as_str().parse(), Ok(rule));
    }
    assert!("guid".parse::<IdentityRule>().is_err());
    assert!(IdentityRule::ALL.is_sorted());
}
