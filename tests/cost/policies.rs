//! A policy takes memory only while it is used.

use bozofeed::Parser;
use bozofeed::content::{Allowlist, Sanitize, Sanitizer};

/// Cleans markup with a unique policy, which has different names in each list.
fn clean_by_own_policy(number: usize) {
    let name = |of: &str| format!("{of}-{number}");
    let mut allowlist = Allowlist::with_players();
    for list in [
        &mut allowlist.elements,
        &mut allowlist.attributes,
        &mut allowlist.svg_elements,
        &mut allowlist.svg_attributes,
        &mut allowlist.mathml_elements,
        &mut allowlist.mathml_attributes,
        &mut allowlist.css_properties,
        &mut allowlist.url_schemes,
        &mut allowlist.embed_hosts,
    ] {
        list.push(name("x-tide"));
    }
    allowlist.class_prefixes = Some(vec![name("wave")]);
    allowlist.id_prefix = Some(name("entry"));
    allowlist.distinct_ids = false;
    allowlist.link_rel = Some(name("rel"));
    let sanitize = Sanitize::Custom(Box::new(allowlist));
    let markup = format!("<x-tide-{number} x-tide-{number}=a id=b>c</x-tide-{number}>");
    let expected =
        format!(r#"<x-tide-{number} x-tide-{number}="a" id="entry-{number}b">c</x-tide-{number}>"#);
    assert_eq!(Sanitizer::new(&sanitize, true).clean(&markup, ""), expected);
    assert_eq!(Parser::new().sanitize(sanitize).parse(b"<rss/>").entries.len(), 0);
}

/// The number of policies.
const COUNT: usize = if cfg!(debug_assertions) { 1_000 } else { 10_000 };

#[test]
fn nothing_remains_of_policies() {
    // Allocate everything that is created only once, such as tables of the standard library.
    clean_by_own_policy(0);
    let info = allocation_counter::measure(|| (1..=COUNT).for_each(clean_by_own_policy));
    assert!(info.count_total > COUNT as u64);
    assert_eq!((info.bytes_current, info.count_current), (0, 0));
}
