//! Properties that hold for any bytes, headers and text.

use bozofeed::encoding::decode;
use bozofeed::{Bozo, Document, EncodingPolicy, Headers, LooksLike};
use proptest::prelude::*;

use crate::common::cases;

const POLICIES: [EncodingPolicy; 5] = [
    EncodingPolicy::RFC3023,
    EncodingPolicy::RFC7303,
    EncodingPolicy::ENCODING_DIVINATION,
    EncodingPolicy::W3C_RECIPE,
    EncodingPolicy::ENCODING_STANDARD,
];

/// Returns random bytes, and bytes that begin like a known format.
fn documents() -> impl Strategy<Value = Vec<u8>> {
    let heads = prop::sample::select(vec![
        &b""[..],
        b"\xEF\xBB\xBF",
        b"\xFF\xFE",
        b"\xFE\xFF\0<",
        b"\xFF\xFE\0\0",
        b"\0\0\xFE\xFF",
        b"\0<\0\0",
        b"+/v8-",
        b"\x84\x31\x95\x33",
        b"\x4C\x6F\xA7\x94\x93\x40",
        b"<?xml version='1.0' encoding='",
        b"<?xml version='1.0' encoding='utf-16'?>",
        b"<?xml version='1.0' encoding='johab'?><a>",
        b"<?xml version='1.0' encoding='iso-2022-jp-2'?>\x1B$(D",
        b"<?xml version='1.0' encoding='utf-7'?>+",
        b"<?xml version='1.0' encoding='hz'?>~{",
        b"<html><meta http-equiv=content-type content='text/html; charset=",
        b"<rss>",
        b"{",
    ]);
    (heads, prop::collection::vec(any::<u8>(), 0..600)).prop_map(|(head, tail)| [head, &tail].concat())
}

fn headers() -> impl Strategy<Value = Headers> {
    let types = prop::sample::select(vec![
        "application/xml", "text/xml", "text/html", "text/plain", "image/png", "", "{};",
    ]);
    let parameter =
        prop_oneof![Just(String::new()), "; ?charset ?= ?[\"']?[a-z0-9_-]{0,12}[\"']?", "[ -~]{0,30}",];
    prop::option::of((types, parameter)).prop_map(|field| {
        field.iter().map(|(kind, parameter)| ("Content-Type", format!("{kind}{parameter}"))).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases() / 2))]

    #[test]
    fn any_bytes_with_any_headers_are_decoded(bytes in documents(), headers in headers()) {
        for policy in &POLICIES {
            let decoded = decode(policy, Document::new(&bytes).headers(&headers));
            let trail = decoded.trail.to_string();
            let chosen = trail.lines().filter(|line| line.starts_with("chosen: "));
            let unknown = matches!(
                decoded.exception.map(Bozo::from),
                Some(Bozo::CharacterEncodingUnknown { .. } | Bozo::NotAFeed(LooksLike::Binary))
            );
            prop_assert_eq!(chosen.count(), usize::from(!unknown));
            prop_assert!(decoded.text_start <= bytes.len());
            prop_assert_ne!(decoded.text.chars().next(), Some(char::from_u32(0xFEFF).unwrap_or_default()));
            prop_assert_eq!(&decode(policy, Document::new(&bytes).headers(&headers)).trail, &decoded.trail);
        }
    }

    #[test]
    fn valid_utf_8_that_begins_like_markup_is_never_copied(text in "<[a-zé中]{1,40}>[^\u{1B}~]{0,200}") {
        let decoded = decode(&EncodingPolicy::RFC3023, text.as_bytes());
        prop_assert!(matches!(decoded.text, std::borrow::Cow::Borrowed(_)));
        prop_assert_eq!(&*decoded.text, text.as_str());
        prop_assert_eq!(decoded.exception.map(Bozo::from), None);
    }

    #[test]
    fn a_document_in_utf_16_or_ucs_4_is_read_without_any_label(text in "<[a-z]{1,9}>[^\0\u{FEFF}]{0,60}") {
        let units = |order: [usize; 4]| -> Vec<u8> {
            text.chars().flat_map(|c| order.map(|at| u32::from(c).to_be_bytes()[at])).collect()
        };
        let le: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let be: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [le, be, units([0, 1, 2, 3]), units([3, 2, 1, 0]), units([1, 0, 3, 2]), units([2, 3, 0, 1])] {
            let decoded = decode(&EncodingPolicy::RFC7303, &bytes);
            prop_assert_eq!(&*decoded.text, text.as_str(), "{}", decoded.trail);
        }
    }
}

#[test]
fn the_generated_tables_equal_what_they_were_generated_from() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/encoding/src/generate_code_pages.py");
    assert!(std::path::Path::new(script).exists());
    match std::process::Command::new("python3").args([script, "--check"]).output() {
        Ok(output) => assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout)),
        Err(error) => eprintln!("the tables were not compared, as there is no python3: {error}"),
    }
}
