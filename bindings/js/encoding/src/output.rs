//! The destination of decoded text.

/// A destination with or without a limit.
pub(crate) trait Output {
    /// Writes a character and, if present, a combining character. If they do not both fit, it writes
    /// neither. Returns whether they fit.
    fn put(&mut self, character: char, combining: Option<char>) -> bool;

    /// Writes as many characters as fit, and returns their length in bytes.
    fn put_all(&mut self, text: &str) -> usize;
}

impl Output for String {
    fn put(&mut self, character: char, combining: Option<char>) -> bool {
        self.push(character);
        self.extend(combining);
        true
    }

    fn put_all(&mut self, text: &str) -> usize {
        self.push_str(text);
        text.len()
    }
}

/// A buffer with the number of units in it.
pub(crate) struct Buffer<'a, U> {
    pub(crate) units: &'a mut [U],
    pub(crate) written: usize,
}

impl Output for Buffer<'_, u8> {
    fn put(&mut self, character: char, combining: Option<char>) -> bool {
        let length = character.len_utf8() + combining.map_or(0, char::len_utf8);
        let Some(mut room) = self.units.get_mut(self.written..self.written + length) else { return false };
        for character in [Some(character), combining].into_iter().flatten() {
            let length = character.encode_utf8(room).len();
            room = room.get_mut(length..).unwrap_or_default();
        }
        self.written += length;
        true
    }

    fn put_all(&mut self, text: &str) -> usize {
        let room = self.units.get_mut(self.written..).unwrap_or_default();
        let most = room.len().min(text.len());
        let length = (0..=most).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
        for (unit, byte) in room.iter_mut().zip(text.as_bytes().iter().take(length)) {
            *unit = *byte;
        }
        self.written += length;
        length
    }
}

impl Output for Buffer<'_, u16> {
    fn put(&mut self, character: char, combining: Option<char>) -> bool {
        let length = character.len_utf16() + combining.map_or(0, char::len_utf16);
        let Some(mut room) = self.units.get_mut(self.written..self.written + length) else { return false };
        for character in [Some(character), combining].into_iter().flatten() {
            let length = character.encode_utf16(room).len();
            room = room.get_mut(length..).unwrap_or_default();
        }
        self.written += length;
        true
    }

    fn put_all(&mut self, text: &str) -> usize {
        text.chars().take_while(|character| self.put(*character, None)).map(char::len_utf8).sum()
    }
}
