//! Character references are resolved as by an HTML parser.

#[test]
fn every_named_reference_of_html_is_resolved() {
    // The parser's table also contains prefixes of names, with a NUL as the value.
    let named = markup5ever::data::NAMED_ENTITIES.entries().filter(|(_, (first, _))| *first != 0);
    let named: Vec<(&str, String)> = named
        .map(|(&name, &(first, second))| {
            (name, [first, second].into_iter().filter_map(char::from_u32).filter(|&c| c != '\0').collect())
        })
        .collect();
    // As many as in the table of the crate, whose unit tests check the number.
    assert_eq!(named.len(), 2231);
    let entries: Vec<String> = named
        .iter()
        .map(|(name, _)| format!("<entry><title type='html'>|&amp;{name}|</title></entry>"))
        .collect();
    let feed = format!("<feed xmlns='http://www.w3.org/2005/Atom'>{}</feed>", entries.concat());
    let parsed = bozofeed::parse(feed.as_bytes());
    let mut failures = vec![];
    assert_eq!(parsed.entries.len(), named.len());
    for (entry, (name, characters)) in parsed.entries.iter().zip(&named) {
        let read = entry.title.as_ref().map(|title| title.to_line().into_owned()).unwrap_or_default();
        // Plain text has no line breaks or tabs.
        let expected = format!("|{}|", characters.replace(['\t', '\n'], " "));
        if read != expected {
            failures.push(format!("{name}: {read:?}, not {expected:?}"));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}
