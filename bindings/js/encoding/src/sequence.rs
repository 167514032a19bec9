//! The byte sequences of each encoding (Encoding Standard §8 to §14).

use crate::table::{Ranges, Table};

/// The decoding rules of an encoding.
pub(crate) enum Form {
    Utf8,
    Utf16 {
        is_big_endian: bool,
    },
    /// §14.5: bytes from 0x80 are U+F780 to U+F7FF.
    UserDefined,
    /// §9.1: one byte for each character.
    Single(&'static Table),
    /// windows-1252, which is common enough for its own table.
    Windows1252,
    Gb18030,
    Big5,
    EucJp,
    ShiftJis,
    EucKr,
    Iso2022Jp,
}

/// The meaning of a sequence at the start of the bytes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Sequence {
    /// A character, with an optional combining character.
    Text(usize, char, Option<char>),
    /// An escape sequence.
    Escape(usize),
    /// A malformed sequence with its length.
    Malformed(usize),
    /// The start of a sequence.
    Incomplete,
}

use Sequence::{Escape, Incomplete, Malformed, Text};

/// The maximum length of a sequence.
pub(crate) const LONGEST: usize = 4;

/// The active character set of ISO-2022-JP.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Set {
    #[default]
    Ascii,
    Roman,
    Katakana,
    Jis0208,
}

/// The state between sequences, which only ISO-2022-JP has.
#[derive(Debug, Default)]
pub(crate) struct Mode {
    set: Set,
    /// Whether nothing was written since the last escape sequence.
    is_just_set: bool,
}

static GB18030: Table = Table::new("gb18030");
static BIG5: Table = Table::new("big5");
static EUC_JP: Table = Table::new("euc-jp");
static SHIFT_JIS: Table = Table::new("shift_jis");
static EUC_KR: Table = Table::new("euc-kr");

/// The characters of windows-1252 from 0x80 to 0x9F; the others equal ISO 8859-1.
#[rustfmt::skip]
static WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

impl Form {
    /// Reads the first sequence of `bytes`, which are not empty.
    pub(crate) fn read(&self, bytes: &[u8], mode: &mut Mode) -> Sequence {
        let Some(&first) = bytes.first() else { return Incomplete };
        match self {
            Self::Utf16 { is_big_endian } => return utf_16(bytes, *is_big_endian),
            Self::Iso2022Jp => return iso_2022_jp(bytes, mode),
            _ if first < 0x80 => return Text(1, char::from(first), None),
            _ => {}
        }
        match self {
            Self::Utf8 => utf_8(bytes),
            Self::UserDefined => single(char::from_u32(0xF700 + u32::from(first))),
            Self::Windows1252 => {
                single(WINDOWS_1252.get(usize::from(first - 0x80)).copied().or(Some(char::from(first))))
            }
            Self::Single(table) => single(table.single(first)),
            Self::Gb18030 => gb18030(bytes),
            Self::Big5 => big5(bytes),
            Self::EucJp => euc_jp(bytes),
            Self::ShiftJis => shift_jis(bytes),
            Self::EucKr => pair(bytes, 0x81..=0xFE, &[(0x41, 0xFE)], &EUC_KR),
            Self::Utf16 { .. } | Self::Iso2022Jp => Incomplete,
        }
    }

    /// Returns the length of the truncated sequence `bytes` at the end of the input.
    pub(crate) fn length_at_end(&self, bytes: &[u8]) -> usize {
        if matches!(self, Self::Iso2022Jp) { 1 } else { bytes.len() }
    }

    /// Returns whether bytes below 0x80 are ASCII characters, except as trail bytes.
    pub(crate) fn is_ascii_compatible(&self) -> bool {
        !matches!(self, Self::Utf16 { .. } | Self::Iso2022Jp)
    }

    pub(crate) fn is_single_byte(&self) -> bool {
        matches!(self, Self::UserDefined | Self::Single(_) | Self::Windows1252)
    }
}

fn single(character: Option<char>) -> Sequence {
    character.map_or(Malformed(1), |character| Text(1, character, None))
}

/// Returns the first `length` bytes as a character. Without one, they are malformed, except for a last byte in ASCII.
fn multiple(bytes: &[u8], length: usize, character: Option<char>) -> Sequence {
    match character {
        Some(character) => Text(length, character, None),
        None if bytes.get(length - 1).is_some_and(u8::is_ascii) => Malformed(length - 1),
        None => Malformed(length),
    }
}

/// Reads a sequence of two bytes.
fn pair(bytes: &[u8], leads: std::ops::RangeInclusive<u8>, trails: Ranges, table: &Table) -> Sequence {
    match *bytes {
        [lead, ..] if !leads.contains(&lead) => Malformed(1),
        [lead, trail, ..] => multiple(bytes, 2, table.pair(lead, trails, trail)),
        _ => Incomplete,
    }
}

fn utf_8(bytes: &[u8]) -> Sequence {
    let valid = match std::str::from_utf8(bytes) {
        Ok(_) => bytes,
        Err(error) => match (bytes.split_at(error.valid_up_to()).0, error.error_len()) {
            ([], Some(length)) => return Malformed(length),
            ([], None) => return Incomplete,
            (valid, _) => valid,
        },
    };
    match std::str::from_utf8(valid).ok().and_then(|text| text.chars().next()) {
        Some(character) => Text(character.len_utf8(), character, None),
        None => Incomplete,
    }
}

/// §14.2: UTF-16.
fn utf_16(bytes: &[u8], is_big_endian: bool) -> Sequence {
    let unit = |at: usize| {
        let bytes = bytes.get(at..at + 2)?.try_into().ok()?;
        Some(if is_big_endian { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) })
    };
    let units = match (unit(0), unit(2)) {
        (None, _) | (Some(0xD800..=0xDBFF), None) => return Incomplete,
        (Some(first), second) => [first, second.unwrap_or_default()],
    };
    match char::decode_utf16(units).next() {
        Some(Ok(character)) => Text(2 * character.len_utf16(), character, None),
        _ => Malformed(2),
    }
}

/// §10.2: gb18030, and gbk.
fn gb18030(bytes: &[u8]) -> Sequence {
    match *bytes {
        [0x80, ..] => Text(1, '€', None),
        [0xFF, ..] => Malformed(1),
        [_, 0x30..=0x39] | [_, 0x30..=0x39, 0x81..=0xFE] => Incomplete,
        [first, second @ 0x30..=0x39, third @ 0x81..=0xFE, fourth @ 0x30..=0x39, ..] => {
            let character = match first {
                // In other cases, U+FFFD means that the sequence has no character.
                0x84 if bytes.starts_with(b"\x84\x31\xA4\x37") => Some(char::REPLACEMENT_CHARACTER),
                ..=0x84 => GB18030.four(first, second, third, fourth),
                0x90.. => {
                    let digits = [first - 0x90, second - 0x30, third - 0x81, fourth - 0x30].map(u32::from);
                    let [first, second, third, fourth] = digits;
                    char::from_u32(0x1_0000 + ((first * 10 + second) * 126 + third) * 10 + fourth)
                }
                _ => None,
            };
            character.map_or(Malformed(4), |character| Text(4, character, None))
        }
        [_, 0x30..=0x39, ..] => Malformed(1),
        _ => pair(bytes, 0x81..=0xFE, &[(0x40, 0x7E), (0x80, 0xFE)], &GB18030),
    }
}

/// §11.1: Big5.
fn big5(bytes: &[u8]) -> Sequence {
    // Letters with a combining macron or caron.
    match *bytes {
        [0x88, 0x62, ..] => Text(2, 'Ê', Some('\u{304}')),
        [0x88, 0x64, ..] => Text(2, 'Ê', Some('\u{30C}')),
        [0x88, 0xA3, ..] => Text(2, 'ê', Some('\u{304}')),
        [0x88, 0xA5, ..] => Text(2, 'ê', Some('\u{30C}')),
        _ => pair(bytes, 0x81..=0xFE, &[(0x40, 0x7E), (0xA1, 0xFE)], &BIG5),
    }
}

/// Returns the half-width katakana for a byte of JIS X 0201.
fn katakana(byte: u8) -> Option<char> {
    matches!(byte, 0xA1..=0xDF).then(|| char::from_u32(0xFF61 - 0xA1 + u32::from(byte)))?
}

fn jis_0208(lead: u8, trail: u8) -> Option<char> {
    EUC_JP.pair(lead, &[(0xA1, 0xFE)], trail)
}

/// §12.1: EUC-JP.
fn euc_jp(bytes: &[u8]) -> Sequence {
    match *bytes {
        [0x8E, trail, ..] => multiple(bytes, 2, katakana(trail)),
        [0x8F, lead @ 0xA1..=0xFE, trail, ..] => multiple(bytes, 3, EUC_JP.triple(lead, trail)),
        [0x8F, 0xA1..=0xFE] | [0x8E | 0x8F | 0xA1..=0xFE] => Incomplete,
        [0x8F, ..] => multiple(bytes, 2, None),
        [lead @ 0xA1..=0xFE, trail, ..] => multiple(bytes, 2, jis_0208(lead, trail)),
        _ => Malformed(1),
    }
}

/// §12.3: `Shift_JIS`.
fn shift_jis(bytes: &[u8]) -> Sequence {
    const TRAILS: Ranges = &[(0x40, 0x7E), (0x80, 0xFC)];
    match *bytes {
        [0x80, ..] => Text(1, '\u{80}', None),
        [byte @ 0xA1..=0xDF, ..] => single(katakana(byte)),
        [0xA0, ..] => Malformed(1),
        // Private-use characters, which some hosts lack.
        [lead @ 0xF0..=0xF9, trail @ (0x40..=0x7E | 0x80..=0xFC), ..] => {
            let cell = u32::from(trail) - if trail < 0x7F { 0x40 } else { 0x41 };
            multiple(bytes, 2, char::from_u32(0xE000 + u32::from(lead - 0xF0) * 188 + cell))
        }
        _ => pair(bytes, 0x81..=0xFC, TRAILS, &SHIFT_JIS),
    }
}

/// §12.2: ISO-2022-JP.
fn iso_2022_jp(bytes: &[u8], mode: &mut Mode) -> Sequence {
    const ESC: u8 = 0x1B;
    let set = match *bytes {
        [ESC] | [ESC, b'$' | b'('] => return Incomplete,
        [ESC, b'(', b'B', ..] => Some(Set::Ascii),
        [ESC, b'(', b'J', ..] => Some(Set::Roman),
        [ESC, b'(', b'I', ..] => Some(Set::Katakana),
        [ESC, b'$', b'@' | b'B', ..] => Some(Set::Jis0208),
        _ => None,
    };
    if let Some(set) = set {
        mode.set = set;
        // Two in a row may hide something.
        return if std::mem::replace(&mut mode.is_just_set, true) { Malformed(3) } else { Escape(3) };
    }
    if mode.set == Set::Jis0208 && bytes.len() == 1 && matches!(bytes, [0x21..=0x7E]) {
        return Incomplete;
    }
    mode.is_just_set = false;
    match (mode.set, bytes) {
        (Set::Roman, [b'\\', ..]) => Text(1, '¥', None),
        (Set::Roman, [b'~', ..]) => Text(1, '‾', None),
        (_, [ESC, ..]) | (Set::Ascii | Set::Roman, [0x0E | 0x0F, ..]) => Malformed(1),
        (Set::Ascii | Set::Roman, [byte @ ..0x80, ..]) => Text(1, char::from(*byte), None),
        (Set::Katakana, [byte @ 0x21..=0x5F, ..]) => single(katakana(byte | 0x80)),
        (Set::Jis0208, [lead @ 0x21..=0x7E, trail, ..]) if *trail != ESC => {
            let character = jis_0208(lead | 0x80, trail | 0x80).filter(|_| trail.is_ascii());
            character.map_or(Malformed(2), |character| Text(2, character, None))
        }
        _ => Malformed(1),
    }
}
