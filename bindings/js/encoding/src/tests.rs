//! Comparisons with the crate that this one replaces. Its tables serve as the host's tables.

use crate::encoding::ENCODINGS;
use crate::{CoderResult, DecoderResult, Encoding};

/// Returns the corresponding encoding of the other crate.
fn real(encoding: &'static Encoding) -> &'static real::Encoding {
    real::Encoding::for_label(encoding.name().as_bytes()).expect("a label of the Encoding Standard")
}

fn multi_byte() -> impl Iterator<Item = &'static Encoding> {
    ENCODINGS.iter().copied().filter(|encoding| !encoding.is_single_byte())
}

/// The output of a decoder for all of its input: texts, and malformed sequences with their positions and lengths.
type Reports = (String, Vec<(usize, u8)>);

/// Decodes parts with this crate, using a buffer of this size.
fn decoded(encoding: &'static Encoding, parts: &[&[u8]], room: usize) -> Reports {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut buffer = vec![0; room];
    let (mut text, mut malformed, mut read) = (String::new(), Vec::new(), 0);
    for (i, part) in parts.iter().enumerate() {
        let mut rest = *part;
        loop {
            let last = i + 1 == parts.len();
            let (result, count, written) =
                decoder.decode_to_utf8_without_replacement(rest, &mut buffer, last);
            rest = &rest[count..];
            read += count;
            text.push_str(std::str::from_utf8(&buffer[..written]).expect("UTF-8"));
            match result {
                DecoderResult::InputEmpty => break,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(bad, after) => {
                    text.push('\u{FFFD}');
                    malformed.push((read - usize::from(bad) - usize::from(after), bad));
                }
            }
        }
        assert!(rest.is_empty());
    }
    (text, malformed)
}

/// Decodes all bytes at once with the other crate.
fn expected(encoding: &'static Encoding, bytes: &[u8]) -> Reports {
    let mut decoder = real(encoding).new_decoder_without_bom_handling();
    let mut text = String::with_capacity(bytes.len() * 4 + 16);
    let (mut malformed, mut read) = (Vec::new(), 0);
    loop {
        let (result, count) = decoder.decode_to_string_without_replacement(&bytes[read..], &mut text, true);
        read += count;
        match result {
            real::DecoderResult::InputEmpty => return (text, malformed),
            real::DecoderResult::OutputFull => text.reserve(bytes.len()),
            real::DecoderResult::Malformed(bad, after) => {
                text.push('\u{FFFD}');
                malformed.push((read - usize::from(bad) - usize::from(after), bad));
            }
        }
    }
}

fn assert_same(encoding: &'static Encoding, bytes: &[u8]) {
    let expected = expected(encoding, bytes);
    assert_eq!(decoded(encoding, &[bytes], 64), expected, "{} {}", encoding.name(), bytes.escape_ascii());
    let lossy = encoding.decode_without_bom_handling(bytes);
    assert_eq!(lossy, (expected.0.as_str().into(), !expected.1.is_empty()), "{}", encoding.name());
    let strict = encoding.decode_without_bom_handling_and_without_replacement(bytes);
    assert_eq!(strict.as_deref(), expected.1.is_empty().then_some(&*expected.0), "{}", encoding.name());
}

/// Pseudorandom numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 32).expect("32 bits") % limit
    }

    fn byte(&mut self, bytes: &[u8]) -> u8 {
        bytes[self.below(bytes.len())]
    }
}

/// Bytes where the rules of an encoding change.
const BOUNDS: &[u8] = &[
    0x0A, 0x0E, 0x1B, 0x1B, 0x20, 0x21, 0x24, 0x28, 0x2F, 0x30, 0x31, 0x39, 0x3A, 0x3F, 0x40, 0x41, 0x42,
    0x49, 0x4A, 0x5C, 0x5F, 0x60, 0x61, 0x62, 0x64, 0x7E, 0x7F, 0x80, 0x81, 0x82, 0x84, 0x85, 0x88, 0x8E,
    0x8F, 0x90, 0x9F, 0xA0, 0xA1, 0xA3, 0xA4, 0xA5, 0xB0, 0xC6, 0xC7, 0xD8, 0xDC, 0xDF, 0xE0, 0xE3, 0xE4,
    0xEF, 0xF0, 0xF9, 0xFA, 0xFC, 0xFD, 0xFE, 0xFF,
];

#[test]
fn every_byte_and_every_pair_is_the_same() {
    for encoding in ENCODINGS {
        for a in 0..=u8::MAX {
            assert_same(encoding, &[a]);
            let pairs: Vec<u8> = (0..=u8::MAX).flat_map(|b| [a, b, b'\n', b'\n', b'\n']).collect();
            assert_same(encoding, &pairs);
        }
    }
}

#[test]
fn every_pair_alone_is_the_same_in_a_multi_byte_encoding() {
    for encoding in multi_byte() {
        for (a, b) in (0..=u8::MAX).flat_map(|a| (0..=u8::MAX).map(move |b| (a, b))) {
            assert_eq!(
                decoded(encoding, &[&[a, b]], 8),
                expected(encoding, &[a, b]),
                "{} {a:X} {b:X}",
                encoding.name()
            );
        }
    }
}

#[test]
fn every_sequence_of_three_bytes_is_the_same_in_euc_jp() {
    for a in 0..=u8::MAX {
        let bytes: Vec<u8> = (0..=u8::MAX).flat_map(|b| [0x8F, a, b, b'\n', b'\n']).collect();
        assert_same(crate::EUC_JP, &bytes);
    }
}

#[test]
fn every_sequence_of_four_bytes_is_the_same_in_gb18030() {
    for (a, b) in (0x81..=0xFE).flat_map(|a| (0x30..=0x39).map(move |b| (a, b))) {
        let four = |c| (0x30..=0x39).flat_map(move |d| [a, b, c, d]);
        let bytes: Vec<u8> = (0x81..=0xFE).flat_map(four).collect();
        let expected = expected(crate::GB18030, &bytes);
        assert!(decoded(crate::GB18030, &[&bytes], 4096) == expected, "{a:X} {b:X}");
        assert!(decoded(crate::GBK, &[&bytes], 4096) == expected, "{a:X} {b:X}");
    }
}

#[test]
fn every_escape_sequence_is_the_same() {
    for bytes in [
        &b"\x1B$B$9\x1B(B>"[..],
        b"\x1B$@$9\x1B(J\\~\x1B(I1\x60",
        b"\x1B$B\x1B(B>",
        b"\x1B(B\x1B(B",
        b"\x1B$B$\x1B(B",
        b"\x1B$B$",
        b"\x1B$B\x80",
        b"\x1B$B$\n$9",
        b"a\x1B",
        b"a\x1B$",
        b"a\x1B$x",
        b"a\x1Bx",
        b"a\x0E",
        b"\x1B(Ja\x80",
    ] {
        first_reports_are_the_same(crate::ISO_2022_JP, bytes);
    }
}

/// Compares the text up to the first malformed sequence, and whether there is one: chardetng needs no more for ISO-2022-JP.
fn first_reports_are_the_same(encoding: &'static Encoding, bytes: &[u8]) {
    let first = |(text, malformed): Reports| {
        let text = text.split('\u{FFFD}').next().map(str::to_owned);
        (text, malformed.is_empty())
    };
    let (found, expected) = (first(decoded(encoding, &[bytes], 64)), first(expected(encoding, bytes)));
    assert_eq!(found, expected, "{}", bytes.escape_ascii());
}

/// Returns damaged text: characters of the encoding, mixed with bytes where its rules change.
fn damaged(random: &mut Random, encoding: &'static Encoding) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..random.below(24) {
        match random.below(4) {
            0 => bytes.push(b'a'),
            1 => {
                let character = char::from_u32(u32::try_from(random.below(0x1_1000)).expect("a number"));
                let text: String = character.into_iter().collect();
                bytes.extend_from_slice(&real(encoding).encode(&text).0);
            }
            _ => bytes.push(random.byte(BOUNDS)),
        }
    }
    bytes
}

#[test]
fn damaged_text_is_the_same_in_parts() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for encoding in ENCODINGS {
        for _ in 0..6000 {
            let bytes = damaged(&mut random, encoding);
            if *encoding == crate::ISO_2022_JP {
                first_reports_are_the_same(encoding, &bytes);
                continue;
            }
            assert_same(encoding, &bytes);
            let mut parts = Vec::new();
            let mut rest = &bytes[..];
            while !rest.is_empty() {
                let (part, others) = rest.split_at(random.below(rest.len() + 1));
                parts.push(part);
                rest = others;
            }
            parts.push(b"");
            let room = 6 + random.below(16);
            let expected = expected(encoding, &bytes);
            assert_eq!(decoded(encoding, &parts, room), expected, "{} {parts:X?}", encoding.name());
        }
    }
}

/// chardetng passes single bytes to a decoder, and continues after some malformed sequences. It does not support UTF-16.
#[test]
fn byte_by_byte_every_report_is_the_same() {
    let mut random = Random(0x1234_5678_9ABC_DEF0);
    for encoding in multi_byte().filter(|encoding| !encoding.name().starts_with("UTF-16")) {
        for _ in 0..6000 {
            let bytes = damaged(&mut random, encoding);
            let mut decoder = encoding.new_decoder_without_bom_handling();
            let mut other = real(encoding).new_decoder_without_bom_handling();
            let mut units = [0; 4];
            let steps = bytes.iter().map(std::slice::from_ref).chain([&[][..]]);
            for (i, part) in steps.enumerate() {
                let last = i == bytes.len();
                let (result, read, written) =
                    decoder.decode_to_utf16_without_replacement(part, &mut units, last);
                let found = (format!("{result:?}"), read, units[..written].to_vec());
                let (result, read, written) =
                    other.decode_to_utf16_without_replacement(part, &mut units, last);
                let expected = (format!("{result:?}"), read, units[..written].to_vec());
                let is_malformed = expected.0.starts_with("Malformed");
                if encoding == crate::ISO_2022_JP && is_malformed {
                    assert!(found.0.starts_with("Malformed"));
                    break;
                }
                assert_eq!(found, expected, "{} {bytes:X?} {i}", encoding.name());
                // An unread byte would be passed again, which is compared above.
                if is_malformed && read == 0 && !last {
                    break;
                }
            }
        }
    }
}

#[test]
fn the_output_may_be_full_at_every_character() {
    let text = "aé日𠀀".repeat(40);
    for encoding in [crate::UTF_8, crate::GB18030] {
        let bytes = real(encoding).encode(&text).0;
        for room in 4..9 {
            assert_eq!(decoded(encoding, &[&bytes], room), (text.clone(), Vec::new()));
        }
    }
    let mut units = [0; 2];
    let mut decoder = crate::SHIFT_JIS.new_decoder_without_bom_handling();
    let found = decoder.decode_to_utf16(b"a\xFFb", &mut units, true);
    assert_eq!(found, (CoderResult::OutputFull, 2, 2, true));
    assert_eq!(units, [0x61, 0xFFFD]);
}

#[test]
fn encodings_have_their_names_and_properties() {
    for encoding in ENCODINGS {
        let other = real(encoding);
        assert_eq!(encoding.name(), other.name());
        assert_eq!(encoding.is_single_byte(), other.is_single_byte(), "{}", encoding.name());
        assert_eq!(encoding.is_ascii_compatible(), other.is_ascii_compatible(), "{}", encoding.name());
        assert_eq!(Encoding::for_label_no_replacement(encoding.name().as_bytes()), Some(*encoding));
    }
    assert_eq!(Encoding::for_label_no_replacement(b"hz-gb-2312"), None);
    assert_eq!(Encoding::for_label_no_replacement(b"\xFF"), None);
}

#[test]
fn the_valid_start_is_measured() {
    for length in [0, 1, 63, 64, 65, 200] {
        let mut bytes = vec![b'a'; length];
        bytes.extend("é".as_bytes());
        bytes.push(0xFF);
        assert_eq!(Encoding::ascii_valid_up_to(&bytes), length);
        assert_eq!(Encoding::utf8_valid_up_to(&bytes), length + 2);
        assert_eq!(Encoding::ascii_valid_up_to(&bytes[..length]), length);
    }
    assert_eq!(crate::mem::decode_latin1(b"\xE9\x80"), "é\u{80}");
}

#[test]
fn the_same_bytes_begin_sequences() {
    for &encoding in ENCODINGS {
        for byte in 0..=0xFF {
            let begins = {
                let mut decoder = encoding.new_decoder_without_bom_handling();
                decoder.decode_to_utf8_without_replacement(&[byte], &mut [0; 8], false).0
                    == DecoderResult::InputEmpty
            };
            let expected = {
                let mut decoder = real(encoding).new_decoder_without_bom_handling();
                let (result, ..) = decoder.decode_to_utf8_without_replacement(&[byte], &mut [0; 8], false);
                result == real::DecoderResult::InputEmpty
            };
            assert_eq!(begins, expected, "{} {byte:02X}", encoding.name());
        }
    }
}
