//! Wrong, missing or unusual labels, and nearly correct documents.

use std::borrow::Cow;

use bozofeed::encoding::decode;
use bozofeed::{Bozo, Document, EncodingPolicy};

fn file(bytes: &[u8]) -> bozofeed::encoding::Decoded<'_> {
    decode(&EncodingPolicy::RFC3023, bytes)
}

fn served<'a>(content_type: &str, bytes: &'a [u8]) -> bozofeed::encoding::Decoded<'a> {
    decode(&EncodingPolicy::RFC3023, Document::new(bytes).content_type(content_type))
}

#[test]
fn every_row_of_appendix_f_and_of_the_byte_order_mark_table_is_decoded() {
    let document =
        |label: &str| format!("<?xml version=\"1.0\" encoding=\"{label}\"?><a>\u{E9}\u{20AC}\u{1F600}</a>");
    let units = |text: &str, order: [usize; 4]| -> Vec<u8> {
        text.chars().flat_map(|c| order.map(|at| u32::from(c).to_be_bytes()[at])).collect()
    };
    let utf_16 =
        |text: &str, to: fn(u16) -> [u8; 2]| -> Vec<u8> { text.encode_utf16().flat_map(to).collect() };
    for mark in ["", "\u{FEFF}"] {
        let text = |label: &str| format!("{mark}{}", document(label));
        for (row, bytes, encoding, label) in [
            ("UCS-4, 1234 (00 00 FE FF)", units(&text("ucs-4"), [0, 1, 2, 3]), "utf-32be", "ucs-4"),
            ("UCS-4, 4321 (FF FE 00 00)", units(&text("utf-32"), [3, 2, 1, 0]), "utf-32le", "utf-32"),
            (
                "UCS-4, 2143 (00 00 FF FE)",
                units(&text("ucs-4"), [1, 0, 3, 2]),
                "x-iso-10646-ucs-4-2143",
                "ucs-4",
            ),
            (
                "UCS-4, 3412 (FE FF 00 00)",
                units(&text("ucs-4"), [2, 3, 0, 1]),
                "x-iso-10646-ucs-4-3412",
                "ucs-4",
            ),
            ("UTF-16, big-endian (FE FF)", utf_16(&text("utf-16"), u16::to_be_bytes), "utf-16be", "utf-16"),
            (
                "UTF-16, little-endian (FF FE)",
                utf_16(&text("utf-16"), u16::to_le_bytes),
                "utf-16le",
                "utf-16",
            ),
            ("UTF-8 (EF BB BF)", text("utf-8").into_bytes(), "utf-8", "utf-8"),
        ] {
            let decoded = file(&bytes);
            assert_eq!(
                (decoded.encoding.as_ref(), &decoded.exception.clone().map(Bozo::from)),
                (encoding, &None),
                "{row}\n{}",
                decoded.trail
            );
            assert_eq!(decoded.text, document(label), "{row}");
        }
    }
}

#[test]
fn marks_of_encodings_without_a_codec_are_named_in_the_trail() {
    for (bytes, label) in [
        (&b"\xF7\x64\x4C<a/>"[..], "utf-1"),
        (b"\xDD\x73\x66\x73<a/>", "utf-ebcdic"),
        (b"\x0E\xFE\xFF<a/>", "scsu"),
        (b"\xFB\xEE\x28<a/>", "bocu-1"),
    ] {
        let trail = decode(&EncodingPolicy::RFC7303, bytes).trail;
        let trail = trail.to_string();
        let is_line = |expected: &str| trail.lines().any(|line| line.starts_with(expected));
        assert!(is_line(&format!("found: {label} (byte order mark")), "{trail}");
        assert!(is_line(&format!("refused: {label} (byte order mark): no codec")), "{trail}");
    }
}

#[test]
fn marks_of_utf_7_and_gb18030_are_followed() {
    assert_eq!(file(b"+/v8-<a>+AOk-</a>").text, "<a>\u{E9}</a>");
    assert_eq!(file(b"\x84\x31\x95\x33<a>\xD6\xD0</a>").text, "<a>\u{4E2D}</a>");
}

#[test]
fn ebcdic_declares_itself() {
    // cp037, with the quotation mark at 0x7F, and cp1026, with it at 0xFC.
    for (label, quote, e) in [
        ("\u{83}\u{97}\u{F0}\u{F3}\u{F7}", 0x7F, "\u{F4}"),
        ("\u{83}\u{97}\u{F1}\u{F0}\u{F2}\u{F6}", 0xFC, "\u{F4}"),
    ] {
        let mut bytes = b"\x4C\x6F\xA7\x94\x93\x40\x85\x95\x83\x96\x84\x89\x95\x87\x7E".to_vec();
        bytes.push(quote);
        bytes.extend(label.chars().map(|c| u8::try_from(u32::from(c)).expect("a byte")));
        bytes.push(quote);
        bytes.extend(b"\x6F\x6E\x4C\x81\x6E\xCB\x4C\x61\x81\x6E");
        let decoded = file(&bytes);
        assert!(decoded.text.ends_with(&format!("<a>{e}</a>")), "{}\n{}", decoded.text, decoded.trail);
        assert_eq!(decoded.exception.map(Bozo::from), None);
    }
}

#[test]
fn a_label_is_kept_in_lower_case_in_addition_to_the_codec() {
    for (bytes, encoding, codec) in [
        (&b"<?xml version='1.0' encoding='LATIN1'?><a/>"[..], "latin1", "iso-8859-1"),
        (b"<?xml version='1.0' encoding='x-sjis'?><a/>", "x-sjis", "shift_jis"),
        (b"<?xml version='1.0' encoding='GB2312'?><a/>", "gb18030", "gb18030"),
        (b"<?xml version='1.0' encoding=' UTF8 '?><a/>", "utf8", "utf-8"),
    ] {
        let decoded = file(bytes);
        assert_eq!(
            (decoded.encoding.as_ref(), decoded.codec.as_ref(), decoded.exception.map(Bozo::from)),
            (encoding, codec, None)
        );
    }
}

#[test]
fn utf_16_declared_by_ascii_bytes_is_utf_8() {
    for label in ["utf-16", "utf-16le", "UCS-2", "utf-32"] {
        let document = format!("<?xml version='1.0' encoding='{label}'?><a>caf\u{E9}!</a>");
        let decoded = file(document.as_bytes());
        assert_eq!(decoded.text, document);
        let declared = label.to_ascii_lowercase();
        assert_eq!(
            decoded.exception.map(Bozo::from),
            Some(Bozo::CharacterEncodingOverride { declared, used: "utf-8".to_owned(), damage: None })
        );
    }
}

#[test]
fn nearly_utf_8_stays_utf_8_and_each_bad_byte_is_read_alone() {
    let mut bytes = "<a>".to_owned().into_bytes();
    bytes.extend("žluťoučký kůň úpěl ďábelské ódy, příliš žluťoučký kůň".bytes());
    bytes.extend(b" \x93x\x94");
    let decoded = file(&bytes);
    assert!(decoded.text.ends_with("kůň \u{201C}x\u{201D}"), "{}", decoded.text);
    let damage = decoded.trail.damage().expect("damage");
    assert_eq!((damage.count, bytes[damage.offset]), (2, 0x93));
    let message = decoded.exception.map(Bozo::from).expect("bozo").to_string();
    assert!(message.contains("2 of 23 sequences malformed, the first at line 1"), "{message}");
}

#[test]
fn fewer_than_ten_good_sequences_for_each_bad_one_are_not_utf_8() {
    let decoded = file(b"<a>Caf\xC3\xA9 cr\xE8me br\xFBl\xE9e, \xE0 la fran\xE7aise</a>");
    assert_eq!(decoded.encoding, "windows-1252");
}

#[test]
fn a_cut_document_in_utf_16_is_still_utf_16() {
    let mut bytes: Vec<u8> = "\u{FEFF}<a>some text</a>".encode_utf16().flat_map(u16::to_le_bytes).collect();
    bytes.pop();
    let decoded = file(&bytes);
    assert_eq!((&*decoded.codec, &*decoded.text), ("utf-16le", "<a>some text</a\u{FFFD}"));
    assert!(decoded.exception.is_some());
}

#[test]
fn seven_bit_encodings_are_found_after_ascii() {
    for (content_type, bytes, codec, text) in [
        ("text/xml", &b"<a>\x1B$B$9\x1B(B</a>"[..], "iso-2022-jp", "<a>す</a>"),
        ("application/xml; charset=utf-8", b"\x1B$)C<a>\x0EGQ1[\x0F</a>", "iso-2022-kr", "<a>한글</a>"),
        ("text/html; charset=us-ascii", b"<a>~{VPND~}</a>", "hz-gb-2312", "<a>中文</a>"),
        ("application/xml", b"<a>~{not} \x7E</a>", "utf-8", "<a>~{not} ~</a>"),
    ] {
        let decoded = served(content_type, bytes);
        assert_eq!((&*decoded.codec, &*decoded.text), (codec, text), "{}", decoded.trail);
    }
}

#[test]
fn the_first_usable_charset_counts() {
    for (content_type, encoding) in [
        ("application/xml; charset=; charset=iso-8859-2", "iso-8859-2"),
        ("application/xml; charset=bogus; charset='iso-8859-2'", "iso-8859-2"),
        ("application/xml; charset=\"ISO-8859-2\" rubbish", "iso-8859-2"),
        ("application/xml; charset=iso-8859-2; charset=utf-8", "iso-8859-2"),
        ("application/xml; charset:iso-8859-2", "utf-8"),
    ] {
        let decoded = served(content_type, b"<a>plain</a>");
        assert_eq!(
            (decoded.encoding.as_ref(), decoded.exception.map(Bozo::from)),
            (encoding, None),
            "{content_type}"
        );
    }
}

#[test]
fn valid_utf_8_is_borrowed_and_its_mark_is_left_out() {
    let bytes = "\u{FEFF}\u{FEFF}<a>\u{E9}</a>".as_bytes();
    let decoded = file(bytes);
    assert!(matches!(decoded.text, Cow::Borrowed("<a>\u{E9}</a>")));
    assert_eq!(decoded.text_start, 6);
}

#[test]
fn a_mark_of_utf_8_outweighs_another_label_if_the_text_is_valid_utf_8() {
    let decoded = file(b"\xEF\xBB\xBF<?xml version='1.0' encoding='iso-8859-1'?><a>\xC3\xA9</a>");
    assert_eq!((decoded.encoding.as_ref(), decoded.text.ends_with("<a>\u{E9}</a>")), ("utf-8", true));
    let ascii = file(b"\xEF\xBB\xBF<?xml version='1.0' encoding='iso-8859-1'?><a/>");
    assert_eq!((ascii.encoding.as_ref(), ascii.exception.map(Bozo::from)), ("iso-8859-1", None));
}

#[test]
fn bytes_without_markup_are_read_by_the_rules() {
    for bytes in [&b""[..], b" ", b"x", b"plain text", b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR"] {
        let decoded = file(bytes);
        assert!(decoded.trail.source().is_some() || decoded.exception.is_some(), "{}", bytes.escape_ascii());
    }
    assert_eq!(file(b"").exception.map(Bozo::from), None);
    assert_eq!(file(b"plain text").encoding, "utf-8");
}

#[test]
fn the_trail_reads_as_a_short_list() {
    let trail = decode(
        &EncodingPolicy::RFC3023,
        Document::new(b"<?xml version='1.0' encoding='bogus'?><a>caf\xC3\xA9</a>")
            .content_type("text/xml; charset=us-ascii"),
    )
    .trail;
    assert_eq!(
        trail.to_string(),
        "policy: RFC 3023\n\
         found: us-ascii (charset parameter)\n\
         found: bogus (XML declaration, byte 30)\n\
         refused: us-ascii (charset parameter): malformed at byte 44: C3\n\
         refused: bogus (XML declaration): no such encoding\n\
         chosen: utf-8 (valid UTF-8)\n"
    );
}

#[test]
fn a_trail_follows_a_document_to_the_end() {
    let trail = decode(&EncodingPolicy::W3C_RECIPE, b"<a>\x81\x82\x90</a>").trail;
    assert_eq!(trail.source(), None, "{trail}");
    let decoded = decode(&EncodingPolicy::W3C_RECIPE, b"<a>\x81\x82\x90</a>");
    assert!(
        matches!(decoded.exception.map(Bozo::from), Some(Bozo::CharacterEncodingUnknown { tried }) if tried == ["utf-8", "windows-1252"])
    );
    assert_eq!(decoded.text, "<a>\u{FFFD}\u{FFFD}\u{FFFD}</a>");
}
