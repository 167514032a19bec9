//! Documents in the encoding of their label, except for a few malformed sequences.

use bozofeed::{Bozo, Document, FaultSeverity, Parsed, Parser, parse};

/// Returns a document with its placeholders `{}` replaced by these bytes.
fn with(document: &str, bytes: &[u8]) -> Vec<u8> {
    document.split("{}").map(str::as_bytes).collect::<Vec<_>>().join(bytes)
}

fn title(parsed: &Parsed) -> &str {
    parsed.entries.first().and_then(|entry| entry.title.as_ref()).map_or("", |title| title.value.as_str())
}

#[test]
fn damage_anywhere_leaves_the_rest_as_it_is() {
    const ITEM: &str = "<item><title>It’s a café</title><link>https://harbour.example/1</link></item>";
    let mut wrong = Vec::new();
    for place in [
        "<?xml version='1.0' encoding='utf-8'?><rss><channel><title>Fog{}</title>ITEM</channel></rss>",
        "<?xml version='1.0' encoding='utf-8' standalone='{}'?><rss><channel>ITEM</channel></rss>",
        "<?xml version='1.0' encoding='utf-8'?><!-- {} --><rss><channel>ITEM</channel></rss>",
        "<?xml version='1.0' encoding='utf-8'?><?note {}?><rss><channel>ITEM</channel></rss>",
        "<?xml version='1.0' encoding='utf-8'?><!DOCTYPE rss [<!ENTITY a '{}'>]><rss><channel>ITEM</channel></rss>",
        "<?xml version='1.0' encoding='utf-8'?><rss version='{}'><channel>ITEM</channel></rss>",
        "<?xml version='1.0' encoding='utf-8'?><rss note='{}'><channel>ITEM</channel></rss>",
        "<?xml version='1.0' encoding='utf-8'?><rss {}><channel>ITEM</channel></rss>",
        "<?xml version='1.0' encoding='utf-8'?><rss><channel><no{}te/>ITEM</channel></rss>",
        "<?xml version='1.0' encoding='utf-8'?><rss><channel><description><![CDATA[{}]]></description>ITEM</channel></rss>",
        "<rss><channel>ITEM</channel></rss>{}",
        "<rss><channel>ITEM</channel></rss> <!-- {}",
    ] {
        for bytes in
            [&b"\xE9"[..], b"\xE2\x80", b"\xF0\x9F\x98", b"\xFF", b"\xED\xA0\xBD\xED\xB8\x80", b"\xC0\x80"]
        {
            let document = with(&place.replace("ITEM", ITEM), bytes);
            let parsed = parse(&document);
            let link = parsed.entries.first().and_then(|entry| entry.permalink());
            if (&*parsed.codec, title(&parsed), link)
                != ("utf-8", "It’s a café", Some("https://harbour.example/1"))
            {
                wrong.push((place, bytes.escape_ascii().to_string(), parsed.trail.to_string()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_declaration_with_a_stray_byte_in_its_label_does_not_change_the_text() {
    let document = with(
        "<?xml version='1.0' encoding='utf-8{}'?><rss><channel><item><title>It’s a café</title></item></channel></rss>",
        b"\xFF",
    );
    assert_eq!(title(&parse(&document)), "It’s a café");
}

#[test]
fn each_format_is_read_in_the_encoding_of_its_label() {
    let bytes = b"caf\xE9 \x93fog\x94 \xE2\x80 \xED\xA0\xBD\xED\xB8\x80";
    let expected = "It’s caf\u{E9} “fog” \u{FFFD} \u{1F600}";
    let json = with(
        r#"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "title": "It’s {}"}]}"#,
        bytes,
    );
    let parsed = parse(&json);
    assert_eq!(title(&parsed), expected);
    assert_eq!(parsed.bozo.as_ref().map(Bozo::name), Some("CharacterEncodingOverride"));
    assert_eq!(parsed.faults.len(), 5);

    let outline = with(
        "<opml version='2.0'><body><outline text='It’s {}' xmlUrl='https://a.example/'/></body></opml>",
        bytes,
    );
    let list = bozofeed_opml::parse(&outline);
    assert_eq!(list.outlines[0].text.as_deref(), Some(expected));

    let page = with(
        "<!DOCTYPE html><html><head><meta charset='utf-8'><title>x</title></head><body><div class='h-feed'><div class='h-entry'><p class='p-name'>It’s {}</p></div></div></body></html>",
        bytes,
    );
    assert_eq!(title(&parse(&page)), expected);
}

#[test]
fn every_damage_is_a_fault_with_its_position_and_bytes() {
    let document = with(
        "<?xml version='1.0' encoding='utf-8'?>\n<rss><channel><item>\n<title>It’s caf{}</title></item></channel></rss>",
        b"\xE9 \xE2\x80 \xED\xA0\xBD\xED\xB8\x80 \xC0\x80",
    );
    let parsed = parse(&document);
    let faults: Vec<_> =
        parsed.faults.iter().map(|fault| (fault.to_string(), fault.error.severity())).collect();
    let fault = |column, bytes| format!("line 3, column {column}: malformed byte sequence {bytes}");
    assert_eq!(
        faults,
        [
            (fault(16, "E9"), FaultSeverity::Mended),
            (fault(18, "E2 80"), FaultSeverity::Lossy),
            (fault(20, "ED A0 BD ED B8 80"), FaultSeverity::Mended),
            (fault(22, "C0 80"), FaultSeverity::Mended),
        ]
    );
    assert_eq!(
        parsed.bozo.expect("bozo").to_string(),
        "document declared as utf-8, 4 of 5 sequences malformed, the first at line 3"
    );
    assert!(!parsed.well_formed);
}

#[test]
fn many_damages_in_many_entries_are_counted_and_read() {
    const BYTES: [&[u8]; 4] = [b"\xE2\x80", b"caf\xE9", b"\x93fog\x94", b"\x98\x80"];
    for bytes in BYTES {
        for count in [2, 10, 1000] {
            let item = "<item><title>The harbour’s {} lights</title></item>".repeat(count);
            let document = with(&format!("<rss><channel>{item}</channel></rss>"), bytes);
            let parsed = parse(&document);
            let in_each = parsed.fault_count / count;
            assert_eq!(parsed.entries.len(), count);
            assert_eq!(parsed.trail.damage().map(|damage| damage.count), Some(in_each * count));
            assert_eq!(parsed.faults.len(), (in_each * count).min(100));
            let read = parsed.entries.iter().filter(|entry| {
                let title = entry.title.as_ref().map_or("", |title| &title.value);
                title.starts_with("The harbour’s ") && title.ends_with(" lights")
            });
            assert_eq!(read.count(), count, "{}", bytes.escape_ascii());
        }
    }
}

#[test]
fn a_long_document_with_one_bad_byte_is_decoded_in_one_encoding_alone() {
    let item = "<item><title>It’s a café by the quay</title></item>\n".repeat(20_000);
    for bytes in [&b"\xE9"[..], b"\xFF", b"\xE2\x80"] {
        let document = with(&format!("<rss><channel>{item}<item>{{}}</item></channel></rss>"), bytes);
        let trail = parse(&document).trail;
        let trail = trail.to_string();
        let tried: Vec<_> = trail.lines().filter(|line| !line.starts_with("policy: ")).collect();
        let expected =
            "chosen: utf-8 (default of the media type), 1 of 40,001 sequences malformed, at line 20001";
        assert!(matches!(tried[..], [line] if line.starts_with(expected)), "{trail}");
    }
}

#[test]
fn a_header_that_is_nearly_right_outranks_a_declaration_that_reads_anything() {
    let document = with(
        "<?xml version='1.0' encoding='iso-8859-1'?><rss><channel><item><title>It’s caf{}</title></item></channel></rss>",
        b"\xE9",
    );
    let served = Document::new(&document).content_type("application/rss+xml; charset=utf-8");
    let parsed = parse(served);
    assert_eq!((&*parsed.encoding, title(&parsed)), ("utf-8", "It’s café"));
}

#[test]
fn the_dictionary_has_the_text_and_the_exception() {
    let document = with(
        "<?xml version='1.0' encoding='utf-8'?><rss version='2.0'><channel><item><title>Café ol{}</title></item></channel></rss>",
        b"\xE9",
    );
    let dictionary = serde_json::Value::from(Parser::new().dictionary(&document));
    assert_eq!(dictionary["entries"][0]["title"], "Café olé");
    assert_eq!((&dictionary["bozo"], &dictionary["encoding"]), (&true.into(), &"utf-8".into()));
    let exception = dictionary["bozo_exception"].to_string();
    assert!(exception.contains("CharacterEncodingOverride"), "{exception}");
}

#[test]
fn text_about_mojibake_stays_as_it_is_in_a_damaged_document_too() {
    for (bytes, other, expected) in [
        (&b""[..], "a café", "What is Ã©?"),
        (b"\xE2\x80", "a café", "What is Ã©?"),
        (b"ol\xE9", "plain", "What is Ã©?"),
        (b"", "plain", "What is é?"),
    ] {
        let document = with(
            &format!(
                "<rss><channel><title>{other} {{}}</title><item><title>What is Ã©?</title></item></channel></rss>"
            ),
            bytes,
        );
        assert_eq!(title(&parse(&document)), expected, "{other} {}", bytes.escape_ascii());
    }
}
