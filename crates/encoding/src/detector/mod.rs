//! Detection of the encoding of text without a declaration.
//!
//! The first guess is [`chardetng`]'s, which the statistics of [`languages`] confirm or reject. Without the feature `detect-languages`,
//! it is used unchanged.

use std::borrow::Cow;

use super::trail::Detection;

mod chardetng;
mod excerpt;
#[cfg(feature = "detect-languages")]
mod languages;

/// The result of detection.
#[derive(Debug)]
pub(super) struct Detected {
    /// The label of the encoding; `None` if the bytes do not look like text in any encoding.
    pub(super) label: Option<Cow<'static, str>>,
    /// The details; `None` if the bytes are ASCII, for which only chardetng is used, or without the statistics.
    pub(super) detection: Option<Detection>,
}

/// Detects the encoding of bytes that are not UTF-8.
pub(super) fn detect(bytes: &[u8]) -> Detected {
    let guess = chardetng::guess(bytes);
    #[cfg(feature = "detect-languages")]
    if !bytes.is_ascii() {
        return languages::judge(guess, bytes);
    }
    Detected { label: Some(guess), detection: None }
}
