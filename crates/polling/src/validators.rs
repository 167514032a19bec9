//! `ETag` and `Last-Modified` (RFC 9110 §8.8).

use ::http::header::{ETAG, HeaderMap, HeaderValue, IF_MODIFIED_SINCE, IF_NONE_MATCH, LAST_MODIFIED};

/// The validators of a response, byte for byte as the server sent them.
///
/// Servers compare them as opaque strings, so a tag without quotes or a date in an unusual form is sent back unchanged. Validators are
/// never made up.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Validators {
    /// The `ETag` field. Serialized as a string with one character per byte.
    #[cfg_attr(feature = "serde", serde(default, with = "bytes", skip_serializing_if = "Option::is_none"))]
    pub(super) etag: Option<HeaderValue>,
    /// The `Last-Modified` field, serialized in the same way.
    #[cfg_attr(feature = "serde", serde(default, with = "bytes", skip_serializing_if = "Option::is_none"))]
    pub(super) last_modified: Option<HeaderValue>,
}

impl Validators {
    /// Returns the validators in the headers of a response. An empty field is not a validator, nor is `*`, which a server would answer
    /// with 304 for ever (RFC 9110 §13.1.2).
    pub(super) fn of(response: &HeaderMap) -> Self {
        let get = |name| response.get(name).filter(|value| !value.is_empty()).cloned();
        Self { etag: get(ETAG).filter(|etag| etag != "*"), last_modified: get(LAST_MODIFIED) }
    }

    /// Replaces the validators that a 304 repeats (RFC 9111 §4.3.4). The others are still valid.
    pub(super) fn update(&mut self, not_modified: &HeaderMap) {
        let new = Self::of(not_modified);
        self.etag = new.etag.or(self.etag.take());
        self.last_modified = new.last_modified.or(self.last_modified.take());
    }

    /// Returns whether the server sent neither.
    pub(super) fn is_empty(&self) -> bool {
        self.etag.is_none() && self.last_modified.is_none()
    }

    /// Returns the headers that make a request conditional: `If-None-Match` and `If-Modified-Since` (RFC 9110 §13.1).
    pub(super) fn request_headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        if let Some(etag) = &self.etag {
            headers.insert(IF_NONE_MATCH, etag.clone());
        }
        if let Some(date) = &self.last_modified {
            headers.insert(IF_MODIFIED_SINCE, date.clone());
        }
        headers
    }
}

/// Header values as strings: one character per byte, since a value need not be UTF-8.
#[cfg(feature = "serde")]
mod bytes {
    use ::http::HeaderValue;
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    #[allow(clippy::ref_option, reason = "serde gives the field")]
    pub(super) fn serialize<S: Serializer>(
        value: &Option<HeaderValue>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let text = |value: &HeaderValue| value.as_bytes().iter().copied().map(char::from).collect::<String>();
        value.as_ref().map(text).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<HeaderValue>, D::Error> {
        let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
        let bytes: Result<Vec<u8>, _> = text.chars().map(u8::try_from).collect();
        let bytes = bytes.map_err(D::Error::custom)?;
        HeaderValue::from_bytes(&bytes).map(Some).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(fields: &[(&'static str, &'static [u8])]) -> HeaderMap {
        let value = |value| HeaderValue::from_bytes(value).unwrap();
        fields.iter().map(|(name, bytes)| (name.parse().unwrap(), value(bytes))).collect()
    }

    #[test]
    fn validators_go_back_byte_for_byte() {
        for (name, value, back) in [
            ("etag", &b"\"a\""[..], "if-none-match"),
            ("etag", b"W/\"a-gzip\"", "if-none-match"),
            ("etag", b"no quotes", "if-none-match"),
            ("etag", b"\"\xE9\"", "if-none-match"),
            ("last-modified", b"Sat, 21 Nov 2026 08:15:00 GMT", "if-modified-since"),
            ("last-modified", b"0", "if-modified-since"),
            ("last-modified", b"yesterday", "if-modified-since"),
        ] {
            let request = Validators::of(&headers(&[(name, value)])).request_headers();
            assert_eq!(request.len(), 1, "{name}");
            assert_eq!(request[back].as_bytes(), value, "{name}");
        }
    }

    #[test]
    fn absent_and_empty_fields_give_no_validator() {
        for fields in
            [&[][..], &[("etag", &b""[..]), ("last-modified", b"")], &[("etag", b"*")], &[("date", b"today")]]
        {
            let validators = Validators::of(&headers(fields));
            assert!(validators.is_empty(), "{fields:?}");
            assert!(validators.request_headers().is_empty(), "{fields:?}");
        }
    }

    #[cfg(feature = "serde")]
    #[test]
    fn every_byte_survives_storing() {
        let tag: Vec<u8> = (0x20..=0xFF).filter(|&b| b != 0x7F).collect();
        let etag = Some(HeaderValue::from_bytes(&tag).unwrap());
        let validators = Validators { etag, last_modified: None };
        let stored = serde_json::to_string(&validators).unwrap();
        assert_eq!(serde_json::from_str::<Validators>(&stored).unwrap(), validators);
        assert_eq!(serde_json::from_str::<Validators>("{}").unwrap(), Validators::default());
        for refused in ["{\"etag\": \"\\u0394\"}", "{\"etag\": \"a\\nb\"}"] {
            serde_json::from_str::<Validators>(refused).unwrap_err();
        }
    }
}
