//! A JSON writer. Escaping dominates the time that `serde_json` takes for the texts of feeds, since it examines each byte; this one
//! examines sixteen at once.

use serde::ser::{self, Error as _, Serialize};
use serde_json::Error;

/// The characters that are written verbatim, apart from quotation marks, backslashes and control characters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Plain {
    /// Only ASCII. As long as escapes are few, engines copy such a text faster, store it in one byte per character, and parse it
    /// sooner.
    Ascii,
    All,
}

/// Returns a value as JSON, whose expected length is `length`.
pub(crate) fn to_vec(value: &impl Serialize, plain: Plain, length: usize) -> Result<Vec<u8>, Error> {
    let mut writer = Writer { json: Vec::with_capacity(length), plain };
    value.serialize(&mut writer)?;
    Ok(writer.json)
}

struct Writer {
    json: Vec<u8>,
    plain: Plain,
}

const STEP: usize = 16;

/// Returns the number of bytes before the first escaped one. Compilers vectorize this, if most steps have none.
#[inline]
fn plain_bytes<const ONLY_ASCII: bool>(bytes: &[u8; STEP]) -> usize {
    let mut escaped = [0; STEP];
    for (mark, &byte) in escaped.iter_mut().zip(bytes) {
        *mark = u8::from(is_escaped::<ONLY_ASCII>(byte));
    }
    match u128::from_le_bytes(escaped) {
        0 => STEP,
        marks => marks.trailing_zeros() as usize / 8,
    }
}

#[allow(clippy::needless_bitwise_bool, reason = "branches are not vectorized")]
#[inline]
fn is_escaped<const ONLY_ASCII: bool>(byte: u8) -> bool {
    (byte < b' ') | (byte == b'"') | (byte == b'\\') | (ONLY_ASCII & !byte.is_ascii())
}

impl Writer {
    fn string(&mut self, text: &str) {
        self.json.reserve(text.len() + 2);
        self.json.push(b'"');
        let mut rest = text;
        let next = match self.plain {
            Plain::Ascii => Self::plain_text::<true>,
            Plain::All => Self::plain_text::<false>,
        };
        while let Some(at) = next(self, rest) {
            let mut characters = rest.get(at..).unwrap_or_default().chars();
            if let Some(character) = characters.next() {
                self.escape(character);
            }
            rest = characters.as_str();
        }
        self.json.push(b'"');
    }

    /// Writes the text up to the first escaped character; returns its offset.
    fn plain_text<const ONLY_ASCII: bool>(&mut self, text: &str) -> Option<usize> {
        let (steps, tail) = text.as_bytes().as_chunks::<STEP>();
        let mut at = 0;
        for bytes in steps {
            let plain = plain_bytes::<ONLY_ASCII>(bytes);
            self.json.extend_from_slice(bytes);
            if plain < STEP {
                self.json.truncate(self.json.len() - STEP + plain);
                return Some(at + plain);
            }
            at += STEP;
        }
        for &byte in tail {
            if is_escaped::<ONLY_ASCII>(byte) {
                return Some(at);
            }
            self.json.push(byte);
            at += 1;
        }
        None
    }

    fn escape(&mut self, character: char) {
        let short = match character {
            '"' | '\\' => character,
            '\n' => 'n',
            '\r' => 'r',
            '\t' => 't',
            '\u{8}' => 'b',
            '\u{C}' => 'f',
            _ => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    let digit = |shift: u16| b"0123456789abcdef"[usize::from(*unit >> shift & 0xF)];
                    self.json.extend_from_slice(&[b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]);
                }
                return;
            }
        };
        self.json.extend_from_slice(&[b'\\', short as u8]);
    }

    /// Writes a number, as `serde_json` does.
    fn number(&mut self, number: impl Serialize) -> Result<(), Error> {
        serde_json::to_writer(&mut self.json, &number)
    }

    /// Starts a list or an object. For a `variant`, it is the value of the only member of another object.
    fn compound(&mut self, variant: Option<&str>, open: u8, close: &'static [u8]) -> Compound<'_> {
        if let Some(variant) = variant {
            self.json.push(b'{');
            self.string(variant);
            self.json.push(b':');
        }
        self.json.push(open);
        Compound { writer: self, is_first: true, close }
    }
}

/// An open object or list.
struct Compound<'a> {
    writer: &'a mut Writer,
    is_first: bool,
    close: &'static [u8],
}

impl Compound<'_> {
    fn separate(&mut self) {
        if !std::mem::replace(&mut self.is_first, false) {
            self.writer.json.push(b',');
        }
    }

    fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.separate();
        value.serialize(&mut *self.writer)
    }

    /// Writes the name of a member. Not generic, so that it is compiled once.
    #[inline(never)]
    fn name(&mut self, name: &str) {
        self.separate();
        self.writer.string(name);
        self.writer.json.push(b':');
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), Error> {
        self.name(name);
        value.serialize(&mut *self.writer)
    }

    fn close(self) {
        self.writer.json.extend_from_slice(self.close);
    }
}

macro_rules! compound {
    ($($name:ident: $method:ident($($parameter:ident: $kind:ty),*), by $written:ident;)*) => {
        $(impl ser::$name for Compound<'_> {
            type Ok = ();
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, $($parameter: $kind,)* value: &T) -> Result<(), Error> {
                self.$written($($parameter,)* value)
            }

            fn end(self) -> Result<(), Error> {
                self.close();
                Ok(())
            }
        })*
    };
}

compound! {
    SerializeSeq: serialize_element(), by value;
    SerializeTuple: serialize_element(), by value;
    SerializeTupleStruct: serialize_field(), by value;
    SerializeTupleVariant: serialize_field(), by value;
    SerializeStruct: serialize_field(name: &'static str), by field;
    SerializeStructVariant: serialize_field(name: &'static str), by field;
}

impl ser::SerializeMap for Compound<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.separate();
        let start = self.writer.json.len();
        key.serialize(&mut *self.writer)?;
        match self.writer.json.get(start) {
            Some(b'"') => Ok(()),
            _ => Err(Error::custom("key must be a string")),
        }
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.writer.json.push(b':');
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Result<(), Error> {
        self.close();
        Ok(())
    }
}

macro_rules! numbers {
    ($($method:ident: $kind:ty),*) => {
        $(fn $method(self, number: $kind) -> Result<(), Error> {
            self.number(number)
        })*
    };
}

impl<'a> ser::Serializer for &'a mut Writer {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Compound<'a>;
    type SerializeTuple = Compound<'a>;
    type SerializeTupleStruct = Compound<'a>;
    type SerializeTupleVariant = Compound<'a>;
    type SerializeMap = Compound<'a>;
    type SerializeStruct = Compound<'a>;
    type SerializeStructVariant = Compound<'a>;

    numbers! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
        serialize_f32: f32, serialize_f64: f64
    }

    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        self.json.extend_from_slice(if value { b"true" } else { b"false" });
        Ok(())
    }

    fn serialize_char(self, value: char) -> Result<(), Error> {
        self.string(value.encode_utf8(&mut [0; 4]));
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Result<(), Error> {
        self.string(value);
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Error> {
        self.collect_seq(value)
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.json.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Error> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let mut object = self.compound(None, b'{', b"}");
        object.field(variant, value)?;
        object.close();
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Compound<'a>, Error> {
        Ok(self.compound(None, b'[', b"]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Compound<'a>, Error> {
        Ok(self.compound(None, b'[', b"]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Compound<'a>, Error> {
        Ok(self.compound(None, b'[', b"]"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound<'a>, Error> {
        Ok(self.compound(Some(variant), b'[', b"]}"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Compound<'a>, Error> {
        Ok(self.compound(None, b'{', b"}"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Compound<'a>, Error> {
        Ok(self.compound(None, b'{', b"}"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound<'a>, Error> {
        Ok(self.compound(Some(variant), b'{', b"}}"))
    }
}

#[cfg(test)]
mod tests {
    use super::{Plain, to_vec};
    use serde::Serialize;
    use std::collections::BTreeMap;

    #[derive(Serialize)]
    enum Shape {
        Unit,
        Newtype(u8),
        Tuple(i8, f64),
        Struct { name: &'static str },
    }

    #[derive(Serialize)]
    struct All {
        shapes: Vec<Shape>,
        map: BTreeMap<String, Option<bool>>,
        pair: (u64, char),
        texts: Vec<String>,
    }

    #[test]
    fn values_are_written_as_serde_json_does() {
        let all = All {
            shapes: vec![
                Shape::Unit,
                Shape::Newtype(7),
                Shape::Tuple(-1, 2.5),
                Shape::Struct { name: "a\"b" },
            ],
            map: [("é\n".to_owned(), Some(true)), (String::new(), None)].into(),
            pair: (u64::MAX, '\u{1F600}'),
            texts: vec![],
        };
        let json = to_vec(&all, Plain::All, 0).unwrap();
        assert_eq!(String::from_utf8(json).unwrap(), serde_json::to_string(&all).unwrap());
    }

    #[test]
    fn each_character_is_escaped_at_each_offset() {
        let characters = (0..0x180).chain([0x2028, 0xFFFD, 0x1F600]).filter_map(char::from_u32);
        for character in characters {
            for before in 0..34 {
                let text = format!("{}{character}{}", "a".repeat(before), "é".repeat(before % 5));
                let json = String::from_utf8(to_vec(&text, Plain::All, 0).unwrap()).unwrap();
                assert_eq!(json, serde_json::to_string(&text).unwrap());
                let json = String::from_utf8(to_vec(&text, Plain::Ascii, 0).unwrap()).unwrap();
                assert!(json.is_ascii(), "{json}");
                assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text, "{json}");
            }
        }
    }

    #[test]
    fn keys_are_strings() {
        let map: BTreeMap<u8, u8> = [(1, 2)].into();
        assert!(to_vec(&map, Plain::All, 0).is_err());
    }
}
