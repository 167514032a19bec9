//! JSON for people, indented where this helps.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};

/// More deeply nested values are written on one line: their indentation would be longer than their content.
const DEEPEST: usize = 8;

/// A formatter that only indents the outer levels.
struct Outer {
    pretty: PrettyFormatter<'static>,
    depth: usize,
}

/// Returns a serializer of JSON for people.
fn serializer<W: Write>(out: W) -> Serializer<W, Outer> {
    Serializer::with_formatter(out, Outer { pretty: PrettyFormatter::new(), depth: 0 })
}

/// Writes a value as JSON, followed by a line break.
pub fn write<T: Serialize>(out: &mut impl Write, value: &T) -> io::Result<()> {
    value.serialize(&mut serializer(&mut *out))?;
    writeln!(out)
}

/// Implements the methods that affect the indentation.
macro_rules! outer {
    ($($begin:ident $end:ident $begin_member:ident $end_member:ident,)*) => {$(
        fn $begin<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
            self.depth += 1;
            match self.depth {
                ..=DEEPEST => self.pretty.$begin(out),
                _ => CompactFormatter.$begin(out),
            }
        }

        fn $end<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
            self.depth -= 1;
            match self.depth {
                ..DEEPEST => self.pretty.$end(out),
                _ => CompactFormatter.$end(out),
            }
        }

        fn $begin_member<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
            match self.depth {
                ..=DEEPEST => self.pretty.$begin_member(out, first),
                _ => CompactFormatter.$begin_member(out, first),
            }
        }

        fn $end_member<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
            match self.depth {
                ..=DEEPEST => self.pretty.$end_member(out),
                _ => CompactFormatter.$end_member(out),
            }
        }
    )*};
}

impl Formatter for Outer {
    outer! {
        begin_array end_array begin_array_value end_array_value,
        begin_object end_object begin_object_key end_object_value,
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        match self.depth {
            ..=DEEPEST => self.pretty.begin_object_value(out),
            _ => CompactFormatter.begin_object_value(out),
        }
    }
}
