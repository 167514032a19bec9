use crate::parse;

/// Returns the identifiers of the entries of a document.
fn ids(document: &str) -> String {
    let parsed = parse(document.as_bytes());
    parsed
        .entries
        .iter()
        .map(|entry| entry.id.as_deref().unwrap_or("-").to_owned())
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn an_entry_is_left_out_only_if_nothing_is_lost() {
    let [a, b] = ["a", "b"].map(|id| format!("<guid>{id}</guid>"));
    let mut wrong = Vec::new();
    for (document, expected) in [
        // Equal entries of one feed are both kept, those of a repeated feed once.
        (format!("<rss><channel><item>{a}</item><item>{a}</item></channel></rss>"), "a a"),
        (
            format!(
                "<rss><channel><item>{a}</item></channel></rss><rss><channel><item>{a}</item></channel></rss>"
            ),
            "a",
        ),
        // One with entries in it is kept, since these are after it.
        (
            format!(
                "<rss><channel><item>{a}</item></channel></rss><rss><channel><item>{a}<item>{b}</item></item></channel></rss>"
            ),
            "a a b",
        ),
        // A start tag without anything.
        ("<rss><channel><item><guid>a</guid></item><item>".to_owned(), "a"),
        (format!("<rss><channel><item><item>{a}</item></channel></rss>"), "a"),
    ] {
        let found = ids(&document);
        if found != expected {
            wrong.push((document, found));
        }
    }
    assert_eq!(wrong, []);
}

/// Our own writer sets elements aside in one of its namespace; another one of that name is an extension as any other.
#[test]
fn only_elements_that_our_writer_set_aside_are_unwrapped() {
    use crate::vocabulary::set_aside::{ELEMENT, URI};
    let mut wrong = Vec::new();
    for (namespace, name, expected) in [
        (URI, ELEMENT, "a"),
        ("urn:x", ELEMENT, ELEMENT),
        (URI, "others", "others"),
        ("urn:x", "others", "others"),
    ] {
        for place in ["channel", "item"] {
            let element =
                format!("<x:{name} xmlns:x='{namespace}' name='a'><y:b xmlns:y='urn:y'>c</y:b></x:{name}>");
            let (before, after) = if place == "item" { ("<item>", "</item>") } else { ("", "") };
            let parsed = parse(format!("<rss><channel>{before}{element}{after}</channel></rss>").as_bytes());
            let extensions = match parsed.entries.first() {
                Some(entry) => entry.extensions(),
                None => parsed.feed.extensions(),
            };
            let names: Vec<_> = extensions.iter().map(|extension| extension.name.to_string()).collect();
            if names != [expected] {
                wrong.push((namespace, name, place, names));
            }
        }
    }
    assert_eq!(wrong, []);
}
