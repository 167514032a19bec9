//! Changes of documents in encodings other than UTF-8: they are found in the decoded text, and written in the encoding.

use std::collections::BTreeMap;

use encoding_rs::Encoding;

use super::fixes::{Edit, Fix};
use bozofeed::Document;

/// Returns the encoding of a document if encoding its text again yields the document; `None` if changes cannot be written in it.
pub(super) fn reversible(codec: &str, text: &str, document: &[u8]) -> Option<&'static Encoding> {
    let encoding = Encoding::for_label(codec.as_bytes())?;
    // The bytes of a part must not depend on the text before it. UTF-16 would be written as UTF-8.
    let is_plain = encoding.output_encoding() == encoding
        && encoding != encoding_rs::UTF_8
        && encoding != encoding_rs::ISO_2022_JP;
    is_plain.then(|| encoded(encoding, text)).flatten().filter(|bytes| bytes == document).map(|_| encoding)
}

/// Encodes a text; `None` if it has characters that the encoding lacks.
pub(super) fn encoded(encoding: &'static Encoding, text: &str) -> Option<Vec<u8>> {
    let (bytes, _, has_others) = encoding.encode(text);
    (!has_others).then(|| bytes.into_owned())
}

/// Returns a document as if it were in UTF-8.
pub(super) fn in_utf_8<'t>(document: &Document<'t>, text: &'t str) -> Document<'t> {
    document.clone().with_bytes(text.as_bytes()).content_type("application/xml; charset=utf-8")
}

/// Returns whether a rule is about the encoding, and therefore meaningless for the UTF-8 version of a document.
pub(super) fn is_about_encoding(rule: &str) -> bool {
    rule.starts_with("encoding-") || rule == super::rules::MEDIA_TYPE_NOT_A_FEED.id
}

/// The places of edits in a document.
pub(super) struct EncodedPlaces {
    encoding: &'static Encoding,
    /// The offsets in the document by offset in the text.
    offsets: BTreeMap<usize, usize>,
}

impl EncodedPlaces {
    pub(super) fn of<'f>(
        encoding: &'static Encoding,
        text: &str,
        fixes: impl Iterator<Item = &'f Fix>,
    ) -> Self {
        let edits = fixes.flat_map(|fix| &fix.edits);
        let mut offsets: BTreeMap<usize, usize> =
            edits.flat_map(|edit| [(edit.range.start, 0), (edit.range.end, 0)]).collect();
        let (mut from, mut length) = (0, 0);
        for (to, offset) in &mut offsets {
            length += encoding.encode(text.get(from..*to).unwrap_or_default()).0.len();
            (from, *offset) = (*to, length);
        }
        Self { encoding, offsets }
    }

    /// Moves a change from the text to the document; `None` if it contains characters that the encoding lacks, or if its bytes
    /// differ from its text.
    pub(super) fn in_document(&self, mut fix: Fix) -> Option<Fix> {
        for Edit { range, replacement, .. } in &mut fix.edits {
            // An edit replaces bytes with UTF-8 text, which is only the same in this encoding if it is ASCII.
            encoded(self.encoding, replacement).filter(|bytes| bytes.as_slice() == replacement.as_bytes())?;
            *range = *self.offsets.get(&range.start)?..*self.offsets.get(&range.end)?;
        }
        Some(fix)
    }
}

#[cfg(test)]
mod tests {
    use crate::Checker;
    use bozofeed::Document;

    /// Encodes a feed.
    fn encoded(label: &str, text: &str) -> Vec<u8> {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
        encoding.encode(&text.replace("LABEL", label)).0.into_owned()
    }

    #[test]
    fn documents_in_other_encodings_are_mended() {
        const BEFORE: &str = "<?xml version='1.0' encoding='LABEL'?><rss version='2.0'><channel><title>TITLE & more</title>\
            <link>https://h.example/</link><description>TITLE</description><pubDate>2020-11-21 09:30:00Z</pubDate></channel></rss>";
        const AFTER: &str = "<?xml version='1.0' encoding='LABEL'?><rss version='2.0'><channel><title>TITLE &amp; more</title>\
            <link>https://h.example/</link><description>TITLE</description><pubDate>Sat, 21 Nov 2020 09:30:00 +0000</pubDate></channel></rss>";
        let mut wrong = Vec::new();
        for (label, title) in [
            ("iso-8859-1", "M\u{F6}wen"),
            ("windows-1251", "\u{41F}\u{440}\u{438}\u{43B}\u{438}\u{432}"),
            ("shift_jis", "\u{6F6E}\u{306E}\u{6D41}\u{308C}"),
            ("gb18030", "\u{6F6E}\u{6C50}\u{8868}"),
            ("euc-kr", "\u{D56D}\u{AD6C}"),
        ] {
            let [before, after] = [BEFORE, AFTER].map(|text| encoded(label, &text.replace("TITLE", title)));
            let mended = Checker::new().mend(&before, |_| ());
            if (&mended.document, mended.count) != (&after, 2) {
                wrong.push(format!(
                    "{label}: {} {}",
                    mended.count,
                    String::from_utf8_lossy(&mended.document)
                ));
            }
            // The edits of findings refer to the document's own bytes.
            let fixed = Checker::new().check(&before).fixed(&before, |fix| fix.is_safe);
            if fixed != Some((after, 2)) {
                wrong.push(format!("{label}: {fixed:?}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn what_the_encoding_lacks_is_not_written() {
        // Only the label is wrong, and the text keeps its encoding.
        let text = encoded(
            "windows-1252",
            "<?xml version='1.0' encoding='LABEL'?><rss version='2.0'><channel><title>\u{F6}</title></channel></rss>",
        );
        let mended = Checker::new().mend(Document::new(&text), |_| ());
        assert_eq!((mended.document, mended.count), (text, 0));
    }
}
