//! The codecs. Each decodes strictly, or replaces a few malformed sequences.

use std::borrow::Cow;

use encoding_rs::Encoding;

use super::code_pages::CODE_PAGES;
use super::damage::Redundancy;
use super::malformed::{DecodedBytes, MalformedSequence, TextBuilder, Tolerance};
use super::mapping::Mapping;
use super::single_byte::CodePage;
use super::standard::StandardCodec;
use super::{hz, iso_2022_jp, iso_2022_kr, johab, utf_7, utf_8, utf_32};

/// The implementation of a codec.
#[derive(Debug, Clone, Copy)]
pub(super) enum CodecKind {
    Utf8,
    /// Seven bits, strictly.
    Ascii,
    /// ISO 8859-1 with its C1 controls, which are repaired later, value by value.
    Latin1,
    Standard(StandardCodec),
    Page(&'static CodePage),
    Utf7,
    Utf32(utf_32::ByteOrder),
    Hz,
    Iso2022Jp,
    Iso2022Kr,
    Johab,
    /// A known name without a decoder.
    NotDecodable,
}

/// A codec and its canonical name.
#[derive(Debug, Clone, Copy)]
pub(super) struct Codec {
    pub(super) name: &'static str,
    form: CodecKind,
}

impl PartialEq for Codec {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

const fn standard(name: &'static str, encoding: &'static Encoding) -> Codec {
    windows(name, encoding, &[])
}

const fn windows(name: &'static str, encoding: &'static Encoding, undefined: &'static [u8]) -> Codec {
    Codec {
        name,
        form: CodecKind::Standard(StandardCodec { encoding, undefined, mapping: Mapping::EncodingStandard }),
    }
}

const fn mapped(name: &'static str, encoding: &'static Encoding, mapping: Mapping) -> Codec {
    Codec { name, form: CodecKind::Standard(StandardCodec { encoding, undefined: &[], mapping }) }
}

const fn own(name: &'static str, form: CodecKind) -> Codec {
    Codec { name, form }
}

/// Every codec except the code pages.
///
/// Where Python's mapping differs from the Encoding Standard, one of the two was chosen:
///
/// - Bytes that Windows' code pages leave undefined are malformed, as in Python.
/// - 0xAE and 0xBE of koi8-u are box drawing characters, as in Python (so koi8-u is one of our code pages).
/// - Six characters of JIS X 0208 follow JIS, as in Python, except with the labels of windows-31j.
/// - ISO-2022-JP may switch sets twice in a row, as in Python, and supports the sets of its extensions.
/// - Syllables that KS X 1001 composes of letters become one character, as in Python.
/// - gbk, gb18030 and the extensions of Big5 follow the Encoding Standard.
static CODECS: [Codec; 55] = [
    own("utf-8", CodecKind::Utf8),
    own("us-ascii", CodecKind::Ascii),
    own("iso-8859-1", CodecKind::Latin1),
    windows("windows-1252", &encoding_rs::WINDOWS_1252_INIT, &[0x81, 0x8D, 0x8F, 0x90, 0x9D]),
    windows("windows-1250", &encoding_rs::WINDOWS_1250_INIT, &[0x81, 0x83, 0x88, 0x90, 0x98]),
    windows("windows-1251", &encoding_rs::WINDOWS_1251_INIT, &[0x98]),
    windows(
        "windows-1253",
        &encoding_rs::WINDOWS_1253_INIT,
        &[0x81, 0x88, 0x8A, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x98, 0x9A, 0x9C, 0x9D, 0x9E, 0x9F],
    ),
    windows("windows-1254", &encoding_rs::WINDOWS_1254_INIT, &[0x81, 0x8D, 0x8E, 0x8F, 0x90, 0x9D, 0x9E]),
    windows(
        "windows-1255",
        &encoding_rs::WINDOWS_1255_INIT,
        &[0x81, 0x8A, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x9A, 0x9C, 0x9D, 0x9E, 0x9F],
    ),
    windows("windows-1256", &encoding_rs::WINDOWS_1256_INIT, &[]),
    windows(
        "windows-1257",
        &encoding_rs::WINDOWS_1257_INIT,
        &[0x81, 0x83, 0x88, 0x8A, 0x8C, 0x90, 0x98, 0x9A, 0x9C, 0x9F],
    ),
    windows(
        "windows-1258",
        &encoding_rs::WINDOWS_1258_INIT,
        &[0x81, 0x8A, 0x8D, 0x8E, 0x8F, 0x90, 0x9A, 0x9D, 0x9E],
    ),
    windows(
        "windows-874",
        &encoding_rs::WINDOWS_874_INIT,
        &[
            0x81, 0x82, 0x83, 0x84, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x98,
            0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F,
        ],
    ),
    standard("iso-8859-2", &encoding_rs::ISO_8859_2_INIT),
    standard("iso-8859-3", &encoding_rs::ISO_8859_3_INIT),
    standard("iso-8859-4", &encoding_rs::ISO_8859_4_INIT),
    standard("iso-8859-5", &encoding_rs::ISO_8859_5_INIT),
    standard("iso-8859-6", &encoding_rs::ISO_8859_6_INIT),
    standard("iso-8859-7", &encoding_rs::ISO_8859_7_INIT),
    standard("iso-8859-8", &encoding_rs::ISO_8859_8_INIT),
    standard("iso-8859-8-i", &encoding_rs::ISO_8859_8_I_INIT),
    standard("iso-8859-10", &encoding_rs::ISO_8859_10_INIT),
    standard("iso-8859-13", &encoding_rs::ISO_8859_13_INIT),
    standard("iso-8859-14", &encoding_rs::ISO_8859_14_INIT),
    standard("iso-8859-15", &encoding_rs::ISO_8859_15_INIT),
    standard("iso-8859-16", &encoding_rs::ISO_8859_16_INIT),
    standard("koi8-r", &encoding_rs::KOI8_R_INIT),
    standard("macintosh", &encoding_rs::MACINTOSH_INIT),
    standard("x-mac-cyrillic", &encoding_rs::X_MAC_CYRILLIC_INIT),
    standard("x-user-defined", &encoding_rs::X_USER_DEFINED_INIT),
    standard("ibm866", &encoding_rs::IBM866_INIT),
    standard("gbk", &encoding_rs::GBK_INIT),
    standard("gb18030", &encoding_rs::GB18030_INIT),
    standard("big5", &encoding_rs::BIG5_INIT),
    mapped("shift_jis", &encoding_rs::SHIFT_JIS_INIT, Mapping::Jis),
    standard("windows-31j", &encoding_rs::SHIFT_JIS_INIT),
    mapped("euc-jp", &encoding_rs::EUC_JP_INIT, Mapping::Jis),
    own("iso-2022-jp", CodecKind::Iso2022Jp),
    mapped("euc-kr", &encoding_rs::EUC_KR_INIT, Mapping::KsX1001),
    standard("utf-16le", &encoding_rs::UTF_16LE_INIT),
    standard("utf-16be", &encoding_rs::UTF_16BE_INIT),
    own("utf-32le", CodecKind::Utf32(utf_32::ByteOrder::LittleEndian)),
    own("utf-32be", CodecKind::Utf32(utf_32::ByteOrder::BigEndian)),
    own("x-iso-10646-ucs-4-2143", CodecKind::Utf32(utf_32::ByteOrder::Order2143)),
    own("x-iso-10646-ucs-4-3412", CodecKind::Utf32(utf_32::ByteOrder::Order3412)),
    own("utf-7", CodecKind::Utf7),
    own("hz-gb-2312", CodecKind::Hz),
    own("iso-2022-jp-2", CodecKind::Iso2022Jp),
    own("iso-2022-kr", CodecKind::Iso2022Kr),
    own("johab", CodecKind::Johab),
    // The byte order is determined before these codecs are used; big-endian is the last resort (RFC 2781 §4.3).
    standard("utf-16", &encoding_rs::UTF_16BE_INIT),
    own("utf-32", CodecKind::Utf32(utf_32::ByteOrder::BigEndian)),
    own("scsu", CodecKind::NotDecodable),
    own("bocu-1", CodecKind::NotDecodable),
    own("utf-1", CodecKind::NotDecodable),
];

/// Codecs of JIS X 0213 and others that are not implemented. They are listed so that they are refused as encodings without a codec, not
/// as unknown labels.
static NOT_DECODABLE: [&str; 8] = [
    "utf-ebcdic", "cesu-8", "iso-2022-jp-3", "iso-2022-jp-2004", "euc-jis-2004", "euc-jisx0213",
    "shift_jis-2004", "shift_jisx0213",
];

impl Codec {
    /// Returns the codec with this canonical name.
    pub(super) fn named(name: &str) -> Option<Self> {
        if let Some(codec) = CODECS.iter().find(|codec| codec.name == name) {
            return Some(*codec);
        }
        if let Ok(at) = CODE_PAGES.binary_search_by(|page| page.name.cmp(name)) {
            return CODE_PAGES.get(at).map(|page| own(page.name, CodecKind::Page(page)));
        }
        NOT_DECODABLE.iter().find(|known| **known == name).map(|name| own(name, CodecKind::NotDecodable))
    }

    /// Returns every codec with a decoder.
    #[cfg(test)]
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let pages = CODE_PAGES.iter().map(|page| own(page.name, CodecKind::Page(page)));
        CODECS.iter().copied().filter(Codec::is_decodable).chain(pages)
    }

    pub(super) const UTF_8: Self = own("utf-8", CodecKind::Utf8);

    pub(super) fn is_decodable(&self) -> bool {
        !matches!(self.form, CodecKind::NotDecodable)
    }

    /// Returns whether bytes below 0x80 are always ASCII characters, except as trail bytes.
    pub(super) fn is_ascii_superset(&self) -> bool {
        match self.form {
            CodecKind::Utf8 | CodecKind::Ascii | CodecKind::Latin1 | CodecKind::Johab => true,
            CodecKind::Standard(codec) => codec.encoding.is_ascii_compatible(),
            CodecKind::Page(page) => page.ascii,
            CodecKind::Utf7
            | CodecKind::Utf32(_)
            | CodecKind::Hz
            | CodecKind::Iso2022Jp
            | CodecKind::Iso2022Kr
            | CodecKind::NotDecodable => false,
        }
    }

    /// Decodes strictly.
    pub(super) fn decode<'a>(&self, bytes: &'a [u8]) -> Result<Cow<'a, str>, MalformedSequence> {
        self.read(bytes, Tolerance::Strict).map(|decoded| decoded.text)
    }

    /// Decodes as far as the tolerance allows. Returns the first malformed sequence if that is exceeded.
    pub(super) fn read<'a>(
        &self,
        bytes: &'a [u8],
        tolerance: Tolerance,
    ) -> Result<DecodedBytes<'a>, MalformedSequence> {
        if let Some(text) = self.borrowed(bytes) {
            return Ok(DecodedBytes::intact(text));
        }
        let (redundancy, most_of): (_, fn(&[u8]) -> usize) = match self.form {
            // Everywhere else, the number of bytes is a sufficient upper bound. In UTF-8, a well-formed sequence outweighs several
            // malformed ones, so with this bound no text would be hopeless before its end.
            CodecKind::Utf8 => (Redundancy::High, utf_8::most_sequences),
            CodecKind::Utf32(_) => (Redundancy::Wide, <[u8]>::len),
            CodecKind::Standard(codec) if codec.is_wide() => (Redundancy::Wide, <[u8]>::len),
            _ => (Redundancy::Low, <[u8]>::len),
        };
        let mut text = TextBuilder::new(bytes, tolerance, redundancy, most_of);
        let decoded = match self.form {
            CodecKind::Utf8 => utf_8::decode(bytes, &mut text),
            // Non-ASCII bytes are never evidence for it.
            CodecKind::Ascii | CodecKind::NotDecodable => {
                return Err(MalformedSequence::at(Encoding::ascii_valid_up_to(bytes), 1));
            }
            // Every byte is a character.
            CodecKind::Latin1 => return Ok(DecodedBytes::intact(encoding_rs::mem::decode_latin1(bytes))),
            CodecKind::Standard(codec) => codec.decode(bytes, &mut text),
            CodecKind::Page(page) => page.decode(bytes, &mut text),
            CodecKind::Utf7 => utf_7::decode(bytes, &mut text),
            CodecKind::Utf32(order) => utf_32::decode(bytes, order, &mut text),
            CodecKind::Hz => hz::decode(bytes, &mut text),
            CodecKind::Iso2022Jp => iso_2022_jp::decode(bytes, &mut text),
            CodecKind::Iso2022Kr => iso_2022_kr::decode(bytes, &mut text),
            CodecKind::Johab => johab::decode(bytes, &mut text),
        };
        text.finish(decoded)
    }

    /// Returns the bytes as text if no conversion is needed.
    fn borrowed<'a>(&self, bytes: &'a [u8]) -> Option<Cow<'a, str>> {
        match self.form {
            // encoding_rs validates faster than the standard library.
            CodecKind::Utf8 => encoding_rs::UTF_8.decode_without_bom_handling_and_without_replacement(bytes),
            CodecKind::Ascii => bytes.is_ascii().then(|| encoding_rs::mem::decode_latin1(bytes)),
            CodecKind::Standard(codec) => codec.borrowed(bytes),
            CodecKind::Page(page) => {
                (page.ascii && bytes.is_ascii()).then(|| encoding_rs::mem::decode_latin1(bytes))
            }
            _ => None,
        }
    }

    /// Returns whether every character is a single byte.
    pub(super) fn is_single_byte(&self) -> bool {
        match self.form {
            CodecKind::Ascii | CodecKind::Latin1 | CodecKind::Page(_) => true,
            CodecKind::Standard(codec) => codec.encoding.is_single_byte(),
            CodecKind::Utf8
            | CodecKind::Utf7
            | CodecKind::Utf32(_)
            | CodecKind::Hz
            | CodecKind::Iso2022Jp
            | CodecKind::Iso2022Kr
            | CodecKind::Johab
            | CodecKind::NotDecodable => false,
        }
    }

    /// Returns the character of a byte, in a single-byte encoding that defines it.
    pub(super) fn character(&self, byte: u8) -> Option<char> {
        match self.form {
            CodecKind::Standard(StandardCodec { encoding, undefined, .. }) if encoding.is_single_byte() => {
                if undefined.contains(&byte) {
                    return None;
                }
                let mut units = [0; 2];
                let mut decoder = encoding.new_decoder_without_bom_handling();
                let (_, _, length, is_malformed) = decoder.decode_to_utf16(&[byte], &mut units, true);
                let unit = units.first().filter(|_| length == 1 && !is_malformed)?;
                char::from_u32(u32::from(*unit))
            }
            CodecKind::Page(page) => page.character(byte),
            // Its control characters are read as windows-1252 characters, if they are defined there.
            CodecKind::Latin1 => match Self::named("windows-1252").and_then(|codec| codec.character(byte)) {
                Some(character) => Some(character),
                None => Some(char::from(byte)),
            },
            _ => None,
        }
    }

    /// Decodes a multi-byte encoding, with U+FFFD for each malformed sequence. Johab is decoded strictly.
    #[cfg(feature = "detect-languages")]
    pub(super) fn decode_lossily<'a>(&self, bytes: &'a [u8]) -> Option<Cow<'a, str>> {
        match self.form {
            CodecKind::Standard(codec) => Some(codec.encoding.decode_without_bom_handling(bytes).0),
            _ => self.decode(bytes).ok(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_codec_is_found_under_its_name_and_reads_ascii_if_it_says_so() {
        for codec in Codec::all() {
            assert_eq!(Codec::named(codec.name), Some(codec));
            if codec.is_ascii_superset() {
                assert_eq!(
                    codec.decode(b"<rss version='2.0'>").as_deref(),
                    Ok("<rss version='2.0'>"),
                    "{}",
                    codec.name
                );
            }
        }
    }

    #[test]
    fn malformed_sequences_are_found_where_they_stand() {
        for (name, bytes, malformed) in [
            ("utf-8", &b"ab\xE2\x82c"[..], MalformedSequence::at(2, 2)),
            ("utf-8", b"ab\xE2", MalformedSequence::at(2, 1)),
            ("us-ascii", b"ab\x80", MalformedSequence::at(2, 1)),
            ("windows-1252", b"\xE9\x93\x81", MalformedSequence::at(2, 1)),
            ("windows-1251", b"\xE9\x98", MalformedSequence::at(1, 1)),
            ("iso-8859-7", b"a\xFF", MalformedSequence::at(1, 1)),
            ("shift_jis", b"a\x82\xA0\x82", MalformedSequence::at(3, 1)),
            ("utf-16le", b"<\0\0\xD8a\0", MalformedSequence::at(2, 2)),
            ("cp857", b"a\xD5", MalformedSequence::at(1, 1)),
        ] {
            let codec = Codec::named(name).expect(name);
            assert_eq!(codec.decode(bytes), Err(malformed), "{name}");
        }
    }

    #[test]
    fn signs_of_jis_and_of_windows_are_told_apart_by_label() {
        for (name, bytes, text) in [
            ("shift_jis", &b"\x81\x60\x81\x7C"[..], "\u{301C}\u{2212}"),
            ("windows-31j", b"\x81\x60\x81\x7C", "\u{FF5E}\u{FF0D}"),
            ("euc-jp", b"\xA1\xC1", "\u{301C}"),
            ("iso-2022-jp", b"\x1B$B!A\x1B(B", "\u{301C}"),
        ] {
            assert_eq!(Codec::named(name).expect(name).decode(bytes).as_deref(), Ok(text), "{name}");
        }
    }
}
