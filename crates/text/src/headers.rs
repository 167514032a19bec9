//! The headers of a response.

use std::borrow::Cow;

/// The headers of the HTTP response that carried a feed.
///
/// Names are not case-sensitive (RFC 9110 §5.1). An empty list means that the bytes came from a file, which is decoded by other rules
/// than a response that has headers but no Content-Type.
///
/// ```
/// use bozofeed_text::headers::Headers;
///
/// let headers: Headers = [("Content-Type", "text/xml; charset=utf-8")].into_iter().collect();
/// assert_eq!(headers.content_type(), Some("text/xml; charset=utf-8"));
/// assert_eq!(headers.get("content-length"), None);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Headers(Vec<(String, String)>);

impl Headers {
    /// Returns an empty list: the bytes came from a file.
    ///
    /// ```
    /// assert!(bozofeed_text::headers::Headers::new().is_empty());
    /// ```
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Sets a header field, and replaces all fields with the same name.
    ///
    /// ```
    /// let mut headers = bozofeed_text::headers::Headers::new();
    /// headers.insert("Content-Type", "text/html");
    /// headers.insert("content-type", " application/rss+xml ");
    /// assert_eq!(headers.iter().collect::<Vec<_>>(), [("content-type", "application/rss+xml")]);
    /// ```
    pub fn insert(&mut self, name: &str, value: &str) {
        self.0.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.append(name, value);
    }

    /// Adds a header field. An earlier field with the same name is kept, and [`get`](Self::get) returns that one.
    ///
    /// ```
    /// let mut headers = bozofeed_text::headers::Headers::new();
    /// headers.append("Link", "</feed>; rel=self");
    /// headers.append("Link", "<https://hub.example/>; rel=hub");
    /// assert_eq!(headers.iter().count(), 2);
    /// assert_eq!(headers.get("link"), Some("</feed>; rel=self"));
    /// ```
    pub fn append(&mut self, name: &str, value: &str) {
        self.0.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }

    /// Returns the value of the first field with this name, which is not case-sensitive.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Returns the value of the Content-Type field, with its parameters.
    pub fn content_type(&self) -> Option<&str> {
        self.get("content-type")
    }

    /// Returns whether there are no headers at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the names, in lower case, and the values, in insertion order.
    ///
    /// ```
    /// let headers: bozofeed_text::headers::Headers = [("ETag", "\"7\""), ("Age", "60")].into_iter().collect();
    /// assert_eq!(headers.iter().collect::<Vec<_>>(), [("etag", "\"7\""), ("age", "60")]);
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// Collects names and values, for instance from a `HeaderMap` of the `http` crate. A value that is not UTF-8 is read as ISO-8859-1 (RFC
/// 9110 §5.5).
///
/// ```
/// let headers: bozofeed_text::headers::Headers = [("title", &b"M\xF6we"[..])].into_iter().collect();
/// assert_eq!(headers.get("Title"), Some("M\u{f6}we"));
/// ```
impl<N: AsRef<str>, V: AsRef<[u8]>> FromIterator<(N, V)> for Headers {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(fields: I) -> Self {
        let mut headers = Self::new();
        for (name, value) in fields {
            if let Ok(value) = std::str::from_utf8(value.as_ref()) {
                headers.append(name.as_ref(), value);
            } else {
                // RFC 9110 §5.5: historically, such fields are in ISO-8859-1.
                let value: String = value.as_ref().iter().copied().map(char::from).collect();
                headers.append(name.as_ref(), &value);
            }
        }
        headers
    }
}

impl From<Headers> for Cow<'_, Headers> {
    fn from(headers: Headers) -> Self {
        Cow::Owned(headers)
    }
}

impl<'a> From<&'a Headers> for Cow<'a, Headers> {
    fn from(headers: &'a Headers) -> Self {
        Cow::Borrowed(headers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_field_of_a_name_is_found_without_regard_to_case() {
        let mut headers: Headers =
            [("Content-Type", " text/xml "), ("CONTENT-TYPE", "text/html")].into_iter().collect();
        assert_eq!(headers.content_type(), Some("text/xml"));
        headers.append("Content-type", "text/plain");
        assert_eq!(headers.content_type(), Some("text/xml"));
        headers.insert("Content-Type", "application/atom+xml");
        assert_eq!(headers.iter().collect::<Vec<_>>(), [("content-type", "application/atom+xml")]);
        assert_eq!(Headers::new().content_type(), None);
    }

    #[test]
    fn values_of_any_bytes_are_read() {
        let values = [&b"M\xF6we"[..], "M\u{f6}we".as_bytes(), b""];
        let headers: Headers = values.into_iter().map(|value| ("x-name", value)).collect();
        let values: Vec<_> = headers.iter().collect();
        assert_eq!(values, [("x-name", "M\u{f6}we"), ("x-name", "M\u{f6}we"), ("x-name", "")]);
    }
}
