//! The characters of legacy encodings, which are requested from the host when they are first needed.

use std::sync::OnceLock;

use crate::host;

/// Ranges of the bytes that may follow a prefix.
pub(crate) type Ranges = &'static [(u8, u8)];

/// The characters of an encoding, stored in rows: a row has all sequences that only differ in their last bytes.
pub(crate) struct Table {
    /// A label of the encoding.
    label: &'static str,
    rows: OnceLock<Box<[OnceLock<Row>]>>,
}

type Row = Box<[Option<char>]>;

/// Rows for lead bytes come first, followed by rows for lead bytes after 0x8F, or for the first two of four bytes.
const LONGER: usize = 0x80;

/// The number of rows.
const ROWS: usize = 0x100;

impl Table {
    pub(crate) const fn new(label: &'static str) -> Self {
        Self { label, rows: OnceLock::new() }
    }

    /// Returns the character of a byte, which is at least 0x80.
    pub(crate) fn single(&self, byte: u8) -> Option<char> {
        self.character(0, &[], &[(0x80, 0xFF)], byte)
    }

    /// Returns the character of two bytes. `trails` only depends on the encoding.
    pub(crate) fn pair(&self, lead: u8, trails: Ranges, trail: u8) -> Option<char> {
        self.character(usize::from(lead & 0x7F), &[lead], trails, trail)
    }

    /// Returns the character of 0x8F and two bytes, which are at least 0xA1.
    pub(crate) fn triple(&self, lead: u8, trail: u8) -> Option<char> {
        self.character(LONGER + usize::from(lead & 0x7F), &[0x8F, lead], &[(0xA1, 0xFE)], trail)
    }

    /// Returns the character of four bytes in the ranges of gb18030 for the Basic Multilingual Plane.
    pub(crate) fn four(&self, first: u8, second: u8, third: u8, fourth: u8) -> Option<char> {
        let row = usize::from(first).checked_sub(0x81)? * 10 + usize::from(second).checked_sub(0x30)?;
        let row = self.row(LONGER + row, || self.asked(&four_bytes(first, second)))?;
        let cell = usize::from(third).checked_sub(0x81)? * 10 + usize::from(fourth).checked_sub(0x30)?;
        *row.get(cell)?
    }

    fn character(&self, row: usize, prefix: &[u8], trails: Ranges, trail: u8) -> Option<char> {
        if !trails.iter().any(|(first, last)| (*first..=*last).contains(&trail)) {
            return None;
        }
        let row = self.row(row, || self.asked(&sequences(prefix, trails)))?;
        let mut cell = 0;
        for (first, last) in trails {
            if trail <= *last {
                return *row.get(cell + usize::from(trail - first))?;
            }
            cell += usize::from(last - first) + 1;
        }
        None
    }

    /// Returns a row, which is filled on first use.
    fn row(&self, row: usize, fill: impl FnOnce() -> Row) -> Option<&Row> {
        let rows = self.rows.get_or_init(|| (0..ROWS).map(|_| OnceLock::new()).collect());
        Some(rows.get(row)?.get_or_init(fill))
    }

    /// Decodes sequences that each end with a line feed, since no lead byte accepts it as a trail byte.
    fn asked(&self, sequences: &[u8]) -> Row {
        let text = host::decoded(self.label, sequences).unwrap_or_default();
        text.split('\n').map(character).collect()
    }
}

/// Returns the only character in a cell. Undefined sequences become U+FFFD; some hosts turn their bytes into control characters,
/// and others keep an ASCII character after them.
fn character(cell: &str) -> Option<char> {
    let mut characters = cell.chars();
    let first = characters.next()?;
    let is_defined = characters.next().is_none() && first != char::REPLACEMENT_CHARACTER;
    (is_defined && !first.is_ascii()).then_some(first)
}

fn sequences(prefix: &[u8], trails: Ranges) -> Vec<u8> {
    let mut bytes = Vec::new();
    for trail in trails.iter().flat_map(|(first, last)| *first..=*last) {
        bytes.extend_from_slice(prefix);
        bytes.extend([trail, b'\n']);
    }
    bytes
}

fn four_bytes(first: u8, second: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    for third in 0x81..=0xFE {
        for fourth in 0x30..=0x39 {
            bytes.extend([first, second, third, fourth, b'\n']);
        }
    }
    bytes
}
