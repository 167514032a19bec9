//! Tests for every codec that decoding an encoded text returns the original text.

use super::codec::Codec;
use bozofeed_testing::{check, list};

type Encoder = std::collections::BTreeMap<char, Vec<u8>>;

/// Returns the characters that a codec decodes from one or two bytes, with their bytes.
///
/// If several byte sequences decode to a character, the first one is used.
fn encoder(codec: &Codec) -> Encoder {
    let mut encoder = Encoder::new();
    let mut learn = |bytes: &[u8]| {
        if let Ok(text) = codec.decode(bytes) {
            let mut characters = text.chars();
            if let (Some(character), None) = (characters.next(), characters.next()) {
                encoder.entry(character).or_insert_with(|| bytes.to_vec());
            }
        }
    };
    (0..=u8::MAX).for_each(|byte| learn(&[byte]));
    if codec.decode(b"\xFF").is_err() || codec.decode(b"\x81").is_err() {
        (0x81..=0xFE).for_each(|lead| (0x30..=0xFE).for_each(|trail| learn(&[lead, trail])));
    }
    encoder
}

/// Encodes a text: by an algorithm for the Unicode encodings, with the table for others.
fn encode(codec: &Codec, text: &str, encoder: &Encoder) -> Vec<u8> {
    let order = |order: [usize; 4]| -> Vec<u8> {
        text.chars().flat_map(|c| order.map(|at| u32::from(c).to_be_bytes()[at])).collect()
    };
    match codec.name {
        "utf-8" => text.as_bytes().to_vec(),
        "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "utf-16be" | "utf-16" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        "utf-32le" => order([3, 2, 1, 0]),
        "utf-32be" | "utf-32" => order([0, 1, 2, 3]),
        "x-iso-10646-ucs-4-2143" => order([1, 0, 3, 2]),
        "x-iso-10646-ucs-4-3412" => order([2, 3, 0, 1]),
        "utf-7" => text.chars().flat_map(utf_7_character).collect(),
        "hz-gb-2312" => shifted(text, b"~{", b"~}", "gbk"),
        "iso-2022-kr" => [&b"\x1B$)C"[..], &shifted(text, b"\x0E", b"\x0F", "euc-kr")].concat(),
        "iso-2022-jp" | "iso-2022-jp-2" => shifted(text, b"\x1B$B", b"\x1B(B", "euc-jp"),
        _ => text.chars().flat_map(|c| encoder[&c].clone()).collect(),
    }
}

fn utf_7_character(character: char) -> Vec<u8> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if character.is_ascii_alphanumeric() {
        return vec![u8::try_from(character).unwrap()];
    }
    let mut units = [0; 2];
    let units = character.encode_utf16(&mut units).iter();
    let bits: Vec<String> = units.map(|unit| format!("{unit:016b}")).collect();
    let bits = bits.concat();
    let digits = bits.as_bytes().chunks(6).map(|six| {
        let six = format!("{:0<6}", std::str::from_utf8(six).unwrap());
        DIGITS[usize::from_str_radix(&six, 2).unwrap()]
    });
    std::iter::once(b'+').chain(digits).chain([b'-']).collect()
}

/// Encodes each non-ASCII character between two shifts, in the eight-bit encoding of the same set.
fn shifted(text: &str, to: &[u8], back: &[u8], set: &str) -> Vec<u8> {
    let set = encoding_rs::Encoding::for_label(set.as_bytes()).unwrap();
    let encode = |c: char| -> Vec<u8> {
        if c.is_ascii() {
            return vec![u8::try_from(c).unwrap()];
        }
        let pair: Vec<u8> = set.encode(&c.to_string()).0.iter().map(|byte| byte & 0x7F).collect();
        [to, &pair, back].concat()
    };
    text.chars().flat_map(encode).collect()
}

#[test]
fn decoding_what_was_encoded_gives_the_text_back_for_every_codec() {
    let codecs: Vec<_> = Codec::all()
        .map(|codec| {
            let encoder = encoder(&codec);
            let repertoire: Vec<char> = match codec.name {
                name if name.starts_with("utf") || name.starts_with("x-iso-10646") => {
                    "azé中\u{1F600}ßж".chars().collect()
                }
                "hz-gb-2312" => "az中文们人".chars().collect(),
                "iso-2022-kr" => "az한글사람".chars().collect(),
                "iso-2022-jp" | "iso-2022-jp-2" => "azすべて人間".chars().collect(),
                _ => encoder.keys().copied().collect(),
            };
            (codec, encoder, repertoire)
        })
        .collect();
    check(64, |u| {
        let picks = list(u, 0..=80, |u| u.int_in_range(0..=99_999_usize))?;
        for (codec, encoder, repertoire) in &codecs {
            let text: String = picks.iter().map(|pick| repertoire[pick % repertoire.len()]).collect();
            let bytes = encode(codec, &text, encoder);
            assert_eq!(codec.decode(&bytes).as_deref(), Ok(text.as_str()), "{}", codec.name);
        }
        Ok(())
    });
}
