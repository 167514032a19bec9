//! Labels of encodings, and the codecs that they name.

use std::borrow::Cow;

use super::codec::Codec;
use bozofeed_text::included::{count, rows};
use bozofeed_text::names;

/// Written by `generate_code_pages.py`: a row for each label that Python knows, and some more, with its codec. Labels are folded
/// (only letters and digits, in lower case).
const FILE: &str = include_str!("labels.txt");

/// Sorted by label.
static LABELS: [(&str, &str); count(FILE)] = rows(FILE);

/// The most frequent labels.
static COMMON: [&str; 6] = ["utf-8", "UTF-8", "iso-8859-1", "ISO-8859-1", "windows-1252", "us-ascii"];

/// Returns an owned label. Frequent labels are not copied.
pub(super) fn kept(label: &str) -> Cow<'static, str> {
    names::kept(&COMMON, label)
}

/// Returns an owned label in lower case. Frequent labels are not copied.
pub(super) fn lowered(label: &str) -> Cow<'static, str> {
    match COMMON.iter().find(|common| common.eq_ignore_ascii_case(label)) {
        // The list has lower case before other spellings.
        Some(common) => Cow::Borrowed(common),
        None => Cow::Owned(label.to_ascii_lowercase()),
    }
}

/// A set of labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LabelSet {
    /// The labels of Python, of the Encoding Standard, and some more.
    All,
    /// The labels of the Encoding Standard, with its encodings (§4.2).
    EncodingStandard,
}

/// Returns the codec that a label names.
pub(super) fn codec(label: &str, labels: LabelSet) -> Option<Codec> {
    match labels {
        // The Encoding Standard reads `iso-8859-1` and `us-ascii` as windows-1252, so that these two codecs are only used if Python's
        // labels take precedence.
        LabelSet::All => python(label).or_else(|| encoding_standard(label, "shift_jis")),
        // The Shift_JIS of the Encoding Standard is code page 932 of Windows.
        LabelSet::EncodingStandard => encoding_standard(label, "windows-31j"),
    }
}

/// Returns the codec of a label by Python's aliases. Case and characters other than letters and digits are ignored.
fn python(label: &str) -> Option<Codec> {
    // Longer than any label of the list.
    let mut folded = [0; 40];
    let mut length = 0;
    for byte in label.bytes().filter(u8::is_ascii_alphanumeric) {
        *folded.get_mut(length)? = byte.to_ascii_lowercase();
        length += 1;
    }
    let folded = folded.get(..length)?;
    let at = LABELS.binary_search_by(|(label, _)| label.as_bytes().cmp(folded)).ok()?;
    LABELS.get(at).and_then(|(_, name)| Codec::named(name))
}

fn encoding_standard(label: &str, shift_jis: &str) -> Option<Codec> {
    let name = encoding_rs::Encoding::for_label_no_replacement(label.as_bytes())?.name();
    match name {
        "Shift_JIS" => Codec::named(shift_jis),
        _ => Codec::named(name.to_ascii_lowercase().as_str()),
    }
}

/// Returns the number of bytes per code unit if the codec does not determine the byte order.
pub(super) fn unit_of_open_byte_order(codec: &Codec) -> Option<usize> {
    match codec.name {
        "utf-16" => Some(2),
        "utf-32" => Some(4),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_folded_before_they_are_looked_up() {
        for (label, name) in [
            ("UTF8", "utf-8"),
            (" utf_8 ", "utf-8"),
            ("unicode-1-1-utf-8", "utf-8"),
            ("ISO_8859-1:1987", "iso-8859-1"),
            ("l1", "iso-8859-1"),
            ("latin-9", "iso-8859-15"),
            ("WINDOWS_1252", "windows-1252"),
            ("x-sjis", "shift_jis"),
            ("windows-31j", "windows-31j"),
            ("shift-jis", "shift_jis"),
            ("GB_2312-80", "gb18030"),
            ("x-mac-ce", "mac-latin2"),
            ("EBCDIC-CP-BE", "cp500"),
            ("437", "cp437"),
            ("UCS-2", "utf-16"),
            ("csUCS4", "utf-32"),
            ("viscii", "viscii"),
            ("SCSU", "scsu"),
        ] {
            assert_eq!(codec(label, LabelSet::All).map(|codec| codec.name), Some(name), "{label}");
        }
    }

    #[test]
    fn what_is_no_label_names_no_codec() {
        for label in
            ["", "bogus", "-", "utf-8 utf-8", "base64", "an-overlong-label-that-nobody-would-ever-write-down"]
        {
            assert_eq!(codec(label, LabelSet::All), None, "{label}");
        }
    }

    #[test]
    fn the_tables_are_sorted_and_each_label_has_a_codec() {
        assert!(LABELS.is_sorted_by(|a, b| a.0 < b.0));
        for (label, name) in LABELS {
            assert_eq!(codec(label, LabelSet::All).map(|codec| codec.name), Some(name));
        }
    }

    #[test]
    fn under_the_encoding_standard_latin_1_is_windows_1252() {
        for (label, name) in [("iso-8859-1", "windows-1252"), ("us-ascii", "windows-1252"), ("gb2312", "gbk")]
        {
            assert_eq!(
                codec(label, LabelSet::EncodingStandard).map(|codec| codec.name),
                Some(name),
                "{label}"
            );
        }
        assert_eq!(codec("cp037", LabelSet::EncodingStandard), None);
    }
}
