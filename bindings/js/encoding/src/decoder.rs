//! Incremental decoding.

use crate::encoding::Encoding;
use crate::output::{Buffer, Output};
use crate::sequence::{LONGEST, Mode, Sequence};

/// The reason why decoding without replacement has stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecoderResult {
    /// All input was read.
    InputEmpty,
    /// The output has no room for the next character.
    OutputFull,
    /// A malformed sequence: its length, and the number of bytes that were read after it.
    Malformed(u8, u8),
}

/// The reason why decoding has stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CoderResult {
    /// All input was read.
    InputEmpty,
    /// The output has no room for the next character.
    OutputFull,
}

/// The decoder of a text that arrives in parts.
#[derive(Debug)]
pub struct Decoder {
    encoding: &'static Encoding,
    mode: Mode,
    /// The start of a sequence at the end of the last part.
    held: [u8; LONGEST],
    held_length: usize,
}

impl Decoder {
    pub(crate) fn new(encoding: &'static Encoding) -> Self {
        Self { encoding, mode: Mode::default(), held: [0; LONGEST], held_length: 0 }
    }

    /// Returns the maximum size of `length` bytes converted to UTF-8.
    pub fn max_utf8_buffer_length_without_replacement(&self, length: usize) -> Option<usize> {
        length.checked_add(LONGEST)?.checked_mul(3)
    }

    /// Decodes to UTF-8, up to a malformed sequence. Also returns the numbers of bytes read and written.
    pub fn decode_to_utf8_without_replacement(
        &mut self,
        source: &[u8],
        to: &mut [u8],
        last: bool,
    ) -> (DecoderResult, usize, usize) {
        let mut buffer = Buffer { units: to, written: 0 };
        let (result, read) = self.decode(source, &mut buffer, last);
        (result, read, buffer.written)
    }

    /// Decodes to UTF-16, up to a malformed sequence. Also returns the numbers of bytes read and units written.
    pub fn decode_to_utf16_without_replacement(
        &mut self,
        source: &[u8],
        to: &mut [u16],
        last: bool,
    ) -> (DecoderResult, usize, usize) {
        let mut buffer = Buffer { units: to, written: 0 };
        let (result, read) = self.decode(source, &mut buffer, last);
        (result, read, buffer.written)
    }

    /// Decodes to UTF-16, with U+FFFD for each malformed sequence. Also returns the numbers of bytes read and units written, and
    /// whether there were malformed sequences.
    pub fn decode_to_utf16(
        &mut self,
        source: &[u8],
        to: &mut [u16],
        last: bool,
    ) -> (CoderResult, usize, usize, bool) {
        let mut buffer = Buffer { units: to, written: 0 };
        let (mut read, mut is_malformed) = (0, false);
        loop {
            // A malformed sequence is only read if there is room for its replacement.
            let has_more = read < source.len() || (last && self.held_length > 0);
            if has_more && buffer.written >= buffer.units.len() {
                return (CoderResult::OutputFull, read, buffer.written, is_malformed);
            }
            let rest = source.get(read..).unwrap_or_default();
            let (result, count) = self.decode(rest, &mut buffer, last);
            read += count;
            match result {
                DecoderResult::Malformed(..) => {
                    is_malformed = true;
                    buffer.put(char::REPLACEMENT_CHARACTER, None);
                }
                DecoderResult::InputEmpty => {
                    return (CoderResult::InputEmpty, read, buffer.written, is_malformed);
                }
                DecoderResult::OutputFull => {
                    return (CoderResult::OutputFull, read, buffer.written, is_malformed);
                }
            }
        }
    }

    /// Appends to a text, up to a malformed sequence. Also returns the number of bytes read.
    pub fn decode_to_string_without_replacement(
        &mut self,
        source: &[u8],
        to: &mut String,
        last: bool,
    ) -> (DecoderResult, usize) {
        self.decode(source, to, last)
    }

    fn decode(&mut self, source: &[u8], output: &mut dyn Output, last: bool) -> (DecoderResult, usize) {
        let mut read = 0;
        loop {
            let mut rest = source.get(read..).unwrap_or_default();
            if self.held_length == 0 {
                let text = self.encoding.text_at_start(rest);
                let length = output.put_all(text);
                read += length;
                if length < text.len() {
                    return (DecoderResult::OutputFull, read);
                }
                rest = source.get(read..).unwrap_or_default();
            }
            let mut window = self.held;
            let window_bytes = if self.held_length == 0 {
                rest.get(..LONGEST).unwrap_or(rest)
            } else {
                let mut length = self.held_length;
                for (to, byte) in window.iter_mut().skip(length).zip(rest) {
                    *to = *byte;
                    length += 1;
                }
                window.get(..length).unwrap_or_default()
            };
            if window_bytes.is_empty() {
                return (DecoderResult::InputEmpty, read);
            }
            match self.encoding.form.read(window_bytes, &mut self.mode) {
                Sequence::Text(length, character, combining) => {
                    if !output.put(character, combining) {
                        return (DecoderResult::OutputFull, read);
                    }
                    read += self.take(length);
                }
                Sequence::Escape(length) => read += self.take(length),
                Sequence::Malformed(length) => {
                    read += self.take(length);
                    return (self.malformed(length), read);
                }
                Sequence::Incomplete => {
                    let length = self.encoding.form.length_at_end(window_bytes);
                    self.hold(window_bytes);
                    if !last {
                        return (DecoderResult::InputEmpty, source.len());
                    }
                    self.take(length);
                    return (self.malformed(length), source.len());
                }
            }
        }
    }

    /// Holds the start of a sequence.
    fn hold(&mut self, bytes: &[u8]) {
        self.held_length = bytes.len();
        for (to, byte) in self.held.iter_mut().zip(bytes) {
            *to = *byte;
        }
    }

    /// Consumes bytes that were read, starting with the held bytes. Returns the number of other bytes consumed.
    fn take(&mut self, length: usize) -> usize {
        let held = length.min(self.held_length);
        self.held.rotate_left(held);
        self.held_length -= held;
        length - held
    }

    fn malformed(&self, length: usize) -> DecoderResult {
        let short = |length: usize| u8::try_from(length).unwrap_or(u8::MAX);
        DecoderResult::Malformed(short(length), short(self.held_length))
    }
}
