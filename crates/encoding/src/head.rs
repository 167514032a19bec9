//! Evidence that requires no decoding: the start of the document and the headers.

use super::byte_order_mark::{self, ByteOrderMark};
use super::declaration::{self, DeclaredEncoding};
use super::family::EncodingFamily;
use super::label;
use super::media_type::{self, MediaKind};
use super::meta;
use super::trail::{Evidence, Source};
use crate::Headers;

/// The evidence, by source.
pub(super) struct GatheredEvidence {
    pub(super) mark: Option<ByteOrderMark>,
    pub(super) family: EncodingFamily,
    pub(super) declared: Option<DeclaredEncoding>,
    /// The non-empty charset parameters.
    pub(super) charsets: Vec<String>,
    pub(super) meta: Option<DeclaredEncoding>,
}

impl GatheredEvidence {
    pub(super) fn of(bytes: &[u8], headers: &Headers, kind: MediaKind) -> Self {
        let mark = byte_order_mark::find(bytes);
        // From here on, the mark is skipped, and its length is added to the offsets of evidence.
        let body = bytes.get(mark.map_or(0, |mark| mark.length)..).unwrap_or_default();
        let family = match mark.map(|mark| EncodingFamily::of_label(mark.label)) {
            None | Some(EncodingFamily::Ascii) => EncodingFamily::of(body),
            Some(family) => family,
        };
        let is_html = kind == MediaKind::Html || family == EncodingFamily::Ascii && meta::is_html(body);
        Self {
            mark,
            family,
            declared: declaration::find(body, family),
            charsets: headers
                .content_type()
                .into_iter()
                .flat_map(media_type::charsets)
                .map(str::to_owned)
                .collect(),
            // A feed may quote a `meta` element of a page, which is not evidence for the encoding of the feed.
            meta: if is_html { meta::find(body) } else { None },
        }
    }

    /// Returns the number of bytes before the text: the length of the byte order mark.
    pub(super) fn length(&self) -> usize {
        self.mark.map_or(0, |mark| mark.length)
    }

    /// Returns all evidence, for the trail.
    pub(super) fn evidence(&self) -> Vec<Evidence> {
        let found = |source, label: &str, offset| Evidence { source, label: label::kept(label), offset };
        let before = self.length();
        let family = self.family.label().filter(|_| self.mark.is_none());
        let charsets = self.charsets.iter().map(|charset| found(Source::Charset, charset, None));
        charsets
            .chain(self.mark.map(|mark| found(Source::ByteOrderMark, mark.label, Some(0))))
            .chain(family.map(|label| found(Source::EncodingFamily, label, Some(0))))
            .chain(self.declared.as_ref().map(|DeclaredEncoding { label, at }| {
                found(Source::XmlDeclaration, label, Some(before + at * self.family.unit()))
            }))
            .chain(
                self.meta
                    .as_ref()
                    .map(|DeclaredEncoding { label, at }| found(Source::Meta, label, Some(before + at))),
            )
            .collect()
    }
}
