//! The encodings (Encoding Standard §4.2).

use std::borrow::Cow;
use std::fmt;

use crate::decoder::{Decoder, DecoderResult};
use crate::host;
use crate::sequence::Form;
use crate::table::Table;

/// An encoding.
pub struct Encoding {
    name: &'static str,
    pub(crate) form: Form,
}

macro_rules! encodings {
    ($($init:ident, $handle:ident, $name:literal, $form:expr;)+) => {
        $(
            #[doc = concat!("The encoding ", $name, ".")]
            pub static $init: Encoding = Encoding { name: $name, form: $form };

            #[doc = concat!("The encoding ", $name, ".")]
            pub static $handle: &Encoding = &$init;
        )+

        pub(crate) static ENCODINGS: &[&Encoding] = &[$(&$init),+];
    };
}

/// A single-byte encoding with the host's table.
macro_rules! single {
    ($label:literal) => {{
        static TABLE: Table = Table::new($label);
        Form::Single(&TABLE)
    }};
}

encodings! {
    UTF_8_INIT, UTF_8, "UTF-8", Form::Utf8;
    IBM866_INIT, IBM866, "IBM866", single!("ibm866");
    ISO_8859_2_INIT, ISO_8859_2, "ISO-8859-2", single!("iso-8859-2");
    ISO_8859_3_INIT, ISO_8859_3, "ISO-8859-3", single!("iso-8859-3");
    ISO_8859_4_INIT, ISO_8859_4, "ISO-8859-4", single!("iso-8859-4");
    ISO_8859_5_INIT, ISO_8859_5, "ISO-8859-5", single!("iso-8859-5");
    ISO_8859_6_INIT, ISO_8859_6, "ISO-8859-6", single!("iso-8859-6");
    ISO_8859_7_INIT, ISO_8859_7, "ISO-8859-7", single!("iso-8859-7");
    ISO_8859_8_INIT, ISO_8859_8, "ISO-8859-8", single!("iso-8859-8");
    ISO_8859_8_I_INIT, ISO_8859_8_I, "ISO-8859-8-I", single!("iso-8859-8-i");
    ISO_8859_10_INIT, ISO_8859_10, "ISO-8859-10", single!("iso-8859-10");
    ISO_8859_13_INIT, ISO_8859_13, "ISO-8859-13", single!("iso-8859-13");
    ISO_8859_14_INIT, ISO_8859_14, "ISO-8859-14", single!("iso-8859-14");
    ISO_8859_15_INIT, ISO_8859_15, "ISO-8859-15", single!("iso-8859-15");
    ISO_8859_16_INIT, ISO_8859_16, "ISO-8859-16", single!("iso-8859-16");
    KOI8_R_INIT, KOI8_R, "KOI8-R", single!("koi8-r");
    KOI8_U_INIT, KOI8_U, "KOI8-U", single!("koi8-u");
    MACINTOSH_INIT, MACINTOSH, "macintosh", single!("macintosh");
    WINDOWS_874_INIT, WINDOWS_874, "windows-874", single!("windows-874");
    WINDOWS_1250_INIT, WINDOWS_1250, "windows-1250", single!("windows-1250");
    WINDOWS_1251_INIT, WINDOWS_1251, "windows-1251", single!("windows-1251");
    WINDOWS_1252_INIT, WINDOWS_1252, "windows-1252", Form::Windows1252;
    WINDOWS_1253_INIT, WINDOWS_1253, "windows-1253", single!("windows-1253");
    WINDOWS_1254_INIT, WINDOWS_1254, "windows-1254", single!("windows-1254");
    WINDOWS_1255_INIT, WINDOWS_1255, "windows-1255", single!("windows-1255");
    WINDOWS_1256_INIT, WINDOWS_1256, "windows-1256", single!("windows-1256");
    WINDOWS_1257_INIT, WINDOWS_1257, "windows-1257", single!("windows-1257");
    WINDOWS_1258_INIT, WINDOWS_1258, "windows-1258", single!("windows-1258");
    X_MAC_CYRILLIC_INIT, X_MAC_CYRILLIC, "x-mac-cyrillic", single!("x-mac-cyrillic");
    GBK_INIT, GBK, "GBK", Form::Gb18030;
    GB18030_INIT, GB18030, "gb18030", Form::Gb18030;
    BIG5_INIT, BIG5, "Big5", Form::Big5;
    EUC_JP_INIT, EUC_JP, "EUC-JP", Form::EucJp;
    ISO_2022_JP_INIT, ISO_2022_JP, "ISO-2022-JP", Form::Iso2022Jp;
    SHIFT_JIS_INIT, SHIFT_JIS, "Shift_JIS", Form::ShiftJis;
    EUC_KR_INIT, EUC_KR, "EUC-KR", Form::EucKr;
    UTF_16BE_INIT, UTF_16BE, "UTF-16BE", Form::Utf16 { is_big_endian: true };
    UTF_16LE_INIT, UTF_16LE, "UTF-16LE", Form::Utf16 { is_big_endian: false };
    X_USER_DEFINED_INIT, X_USER_DEFINED, "x-user-defined", Form::UserDefined;
}

impl PartialEq for Encoding {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Encoding {}

impl fmt::Debug for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Encoding {{ {} }}", self.name)
    }
}

/// The number of bytes examined together. Decoding into a small buffer examines them again after each buffer.
const RUN: usize = 1024;

impl Encoding {
    /// Returns the encoding with this label; `None` for the labels of the replacement encoding.
    pub fn for_label_no_replacement(label: &[u8]) -> Option<&'static Self> {
        let name = host::name(std::str::from_utf8(label).ok()?)?;
        ENCODINGS.iter().copied().find(|encoding| encoding.name.eq_ignore_ascii_case(&name))
    }

    /// Returns the name in the Encoding Standard.
    pub fn name(&'static self) -> &'static str {
        self.name
    }

    /// Returns whether bytes below 0x80 are ASCII characters, except as trail bytes.
    pub fn is_ascii_compatible(&'static self) -> bool {
        self.form.is_ascii_compatible()
    }

    /// Returns whether every character is one byte.
    pub fn is_single_byte(&'static self) -> bool {
        self.form.is_single_byte()
    }

    /// Returns the length of the ASCII text at the start.
    pub fn ascii_valid_up_to(bytes: &[u8]) -> usize {
        // `is_ascii` examines many bytes at once.
        const BLOCK: usize = 64;
        let blocks = bytes.chunks(BLOCK).take_while(|block| block.is_ascii()).count();
        let start = (blocks * BLOCK).min(bytes.len());
        let rest = bytes.get(start..).unwrap_or_default();
        start + rest.iter().take_while(|byte| byte.is_ascii()).count()
    }

    /// Returns the length of the valid UTF-8 at the start.
    pub fn utf8_valid_up_to(bytes: &[u8]) -> usize {
        std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len)
    }

    /// Returns a decoder that treats a byte order mark as a character.
    pub fn new_decoder_without_bom_handling(&'static self) -> Decoder {
        Decoder::new(self)
    }

    /// Decodes a text, with U+FFFD for each malformed sequence. Also returns whether there are any.
    pub fn decode_without_bom_handling<'a>(&'static self, bytes: &'a [u8]) -> (Cow<'a, str>, bool) {
        if let Some(text) = self.borrowed(bytes) {
            return (Cow::Borrowed(text), false);
        }
        let mut decoder = self.new_decoder_without_bom_handling();
        let (mut text, mut read, mut is_malformed) = (String::with_capacity(bytes.len()), 0, false);
        loop {
            let rest = bytes.get(read..).unwrap_or_default();
            let (result, count) = decoder.decode_to_string_without_replacement(rest, &mut text, true);
            read += count;
            let DecoderResult::Malformed(..) = result else { return (Cow::Owned(text), is_malformed) };
            text.push(char::REPLACEMENT_CHARACTER);
            is_malformed = true;
        }
    }

    /// Decodes a text without malformed sequences.
    pub fn decode_without_bom_handling_and_without_replacement<'a>(
        &'static self,
        bytes: &'a [u8],
    ) -> Option<Cow<'a, str>> {
        if let Some(text) = self.borrowed(bytes) {
            return Some(Cow::Borrowed(text));
        }
        if matches!(self.form, Form::Utf8) {
            return None;
        }
        let mut text = String::with_capacity(bytes.len());
        let mut decoder = self.new_decoder_without_bom_handling();
        let (result, _) = decoder.decode_to_string_without_replacement(bytes, &mut text, true);
        (result == DecoderResult::InputEmpty).then_some(Cow::Owned(text))
    }

    /// Returns the bytes unchanged as text, if they mean the same in UTF-8.
    fn borrowed<'a>(&'static self, bytes: &'a [u8]) -> Option<&'a str> {
        match self.form {
            Form::Utf8 => std::str::from_utf8(bytes).ok(),
            _ if self.is_ascii_compatible() && bytes.is_ascii() => std::str::from_utf8(bytes).ok(),
            _ => None,
        }
    }

    /// Returns the text at the start of the bytes that means the same in UTF-8.
    pub(crate) fn text_at_start<'a>(&'static self, bytes: &'a [u8]) -> &'a str {
        let bytes = bytes.get(..RUN).unwrap_or(bytes);
        let is_ascii = bytes.first().is_some_and(u8::is_ascii);
        let length = match self.form {
            Form::Utf8 => Self::utf8_valid_up_to(bytes),
            _ if is_ascii && self.is_ascii_compatible() => Self::ascii_valid_up_to(bytes),
            _ => return "",
        };
        bytes.get(..length).and_then(|text| std::str::from_utf8(text).ok()).unwrap_or_default()
    }
}
