//! Header fields that an application adds to requests.

use std::fmt;

use ::http::header::{
    ACCEPT, ACCEPT_ENCODING, ACCEPT_LANGUAGE, CACHE_CONTROL, CONNECTION, CONTENT_LENGTH, EXPECT, HOST,
    HeaderMap, HeaderName, HeaderValue, IF_MATCH, IF_MODIFIED_SINCE, IF_NONE_MATCH, IF_RANGE,
    IF_UNMODIFIED_SINCE, PRAGMA, PROXY_AUTHORIZATION, TE, TRAILER, TRANSFER_ENCODING, UPGRADE, USER_AGENT,
};

/// Header fields to send with the requests for a feed: authorization, cookies, a preferred language.
///
/// Each field has one value, which never appears in debug output or errors. After a redirect to another origin, only `Accept`,
/// `Accept-Language`, `Cache-Control` and `Pragma` are still sent, since any other field may be a credential. An upgrade from `http`
/// to `https` on the same host and the default ports counts as the same origin. A redirect back from another origin does not restore
/// the fields.
///
/// With the `serde` feature, the fields are serialized as an object of strings: store them as safely as passwords.
///
/// ```
/// use bozofeed_polling::RequestHeaders;
///
/// let mut headers = RequestHeaders::new();
/// headers.insert("Authorization", "Bearer s3cret")?;
/// assert_eq!(format!("{headers:?}"), "RequestHeaders([\"authorization\"])");
/// assert!(headers.insert("Host", "harbour.example").is_err(), "set by the client");
/// # Ok::<(), bozofeed_polling::InvalidHeader>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default)]
pub struct RequestHeaders(HeaderMap);

/// The reason why a header field cannot be added to requests.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidHeader {
    /// The name is empty or has a character that names may not have.
    #[error("invalid header name '{name}'")]
    Name {
        /// The name.
        name: String,
    },
    /// The value has a control character.
    #[error("invalid value of the header '{name}'")]
    Value {
        /// The name in lower case.
        name: String,
    },
    /// The client sets this field itself: `Host`, `User-Agent`, `Accept-Encoding`, connection fields, and the conditions of
    /// conditional requests.
    #[error("the header '{name}' is set by the client")]
    Reserved {
        /// The name in lower case.
        name: String,
    },
}

/// Fields that would contradict the client or the exchange.
const RESERVED: &[HeaderName] = &[
    ACCEPT_ENCODING, CONNECTION, CONTENT_LENGTH, EXPECT, HOST, IF_MATCH, IF_MODIFIED_SINCE, IF_NONE_MATCH,
    IF_RANGE, IF_UNMODIFIED_SINCE, PROXY_AUTHORIZATION, TE, TRAILER, TRANSFER_ENCODING, UPGRADE, USER_AGENT,
];

/// Connection fields without a constant (RFC 9110 §7.6.1).
const RESERVED_NAMES: &[&str] = &["keep-alive", "proxy-connection"];

/// Fields that are never credentials, and are safe for any server.
const HARMLESS: &[HeaderName] = &[ACCEPT, ACCEPT_LANGUAGE, CACHE_CONTROL, PRAGMA];

impl RequestHeaders {
    /// Returns an empty list of fields.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets a field, replacing one of the same name. White space around the value is removed.
    ///
    /// # Errors
    ///
    /// [`InvalidHeader`] if the name or the value cannot be sent, or if the field is one that the client sets.
    pub fn insert(&mut self, name: &str, value: &str) -> Result<(), InvalidHeader> {
        let Ok(field) = HeaderName::from_bytes(name.as_bytes()) else {
            return Err(InvalidHeader::Name { name: name.to_owned() });
        };
        let name = field.to_string();
        if RESERVED.contains(&field) || RESERVED_NAMES.contains(&&*name) {
            return Err(InvalidHeader::Reserved { name });
        }
        let Ok(mut value) = HeaderValue::from_bytes(value.trim().as_bytes()) else {
            return Err(InvalidHeader::Value { name });
        };
        // `Debug` does not show such a value, and HTTP/2 never indexes it (RFC 7541 §7.1.3).
        value.set_sensitive(true);
        self.0.insert(field, value);
        Ok(())
    }

    /// Removes a field. Case does not matter.
    pub fn remove(&mut self, name: &str) {
        self.0.remove(name);
    }

    /// Returns whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Removes the fields that must not be sent to another origin.
    pub(super) fn leave_origin(&mut self) {
        let names: Vec<HeaderName> = self.0.keys().filter(|name| !HARMLESS.contains(name)).cloned().collect();
        for name in names {
            self.0.remove(name);
        }
    }

    /// Sets these fields in a request.
    pub(super) fn apply(&self, request: &mut HeaderMap) {
        for (name, value) in &self.0 {
            request.insert(name, value.clone());
        }
    }
}

/// Shows only the names.
impl fmt::Debug for RequestHeaders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.0.keys().map(HeaderName::as_str).collect();
        f.debug_tuple("RequestHeaders").field(&names).finish()
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for RequestHeaders {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Every value was set from a string.
        let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        serializer.collect_map(self.0.iter().map(|(name, value)| (name.as_str(), text(value))))
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for RequestHeaders {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error as _;
        let fields = std::collections::BTreeMap::<String, String>::deserialize(deserializer)?;
        let mut headers = Self::new();
        for (name, value) in &fields {
            headers.insert(name, value).map_err(D::Error::custom)?;
        }
        Ok(headers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_checked() {
        let wrong: Vec<_> = [
            ("Authorization", "Bearer s3cret", None),
            ("cookie", " a=b; c=d ", None),
            ("X-Api-Key", "m\u{f6}we", None),
            ("Range", "bytes=0-99", None),
            ("Accept", "text/xml", None),
            ("", "a", Some("invalid header name ''")),
            ("a b", "a", Some("invalid header name 'a b'")),
            ("X-Note", "s3cret\r\nHost: b", Some("invalid value of the header 'x-note'")),
            ("Host", "b", Some("the header 'host' is set by the client")),
            ("USER-AGENT", "b", Some("the header 'user-agent' is set by the client")),
            ("If-None-Match", "b", Some("the header 'if-none-match' is set by the client")),
            ("If-Range", "\"7\"", Some("the header 'if-range' is set by the client")),
            ("Keep-Alive", "b", Some("the header 'keep-alive' is set by the client")),
            ("Transfer-Encoding", "chunked", Some("the header 'transfer-encoding' is set by the client")),
        ]
        .into_iter()
        .filter_map(|(name, value, expected)| {
            let error = RequestHeaders::new().insert(name, value).err().map(|error| error.to_string());
            (error.as_deref() != expected).then_some((name, error))
        })
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn values_are_never_shown() {
        let mut headers = RequestHeaders::new();
        headers.insert("Cookie", "session=s3cret").unwrap();
        headers.insert("X-Api-Key", "s3cret").unwrap();
        let error = headers.insert("X-Api-Key", "s3cret\n0").unwrap_err();
        let mut request = HeaderMap::new();
        headers.apply(&mut request);
        let shown = format!("{headers:?} {error} {error:?} {request:?}");
        assert!(!shown.contains("s3cret"), "{shown}");
    }

    #[cfg(feature = "serde")]
    #[test]
    fn fields_survive_storing() {
        let mut headers = RequestHeaders::new();
        headers.insert("Cookie", "a=m\u{f6}we").unwrap();
        headers.insert("Authorization", "Bearer s3cret").unwrap();
        let stored = serde_json::to_string(&headers).unwrap();
        assert_eq!(serde_json::from_str::<RequestHeaders>(&stored).unwrap(), headers);
        serde_json::from_str::<RequestHeaders>(r#"{"Host":"b"}"#).unwrap_err();
    }
}
