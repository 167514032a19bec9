//! The options of a call, as JSON.

use std::collections::BTreeMap;

use bozofeed::content::Sanitize;
use bozofeed::{Document, EncodingPolicy, Limits, Parser};
use serde::Deserialize;

/// The question of a call, and its options. `lib/types.d.ts` documents the members.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Options {
    pub(crate) call: String,
    url: Option<String>,
    headers: Vec<(String, String)>,
    is_text: bool,
    /// The time, in milliseconds since 1970: the module has no clock.
    #[cfg_attr(not(feature = "full"), allow(dead_code, reason = "only a check depends on it"))]
    now: i64,
    sanitize: Option<Policy>,
    resolve_urls: Option<bool>,
    encoding_policy: Option<String>,
    limits: BTreeMap<String, usize>,
    /// Whether the host reads long texts on their own.
    #[cfg(feature = "full")]
    pub(crate) parts: bool,
    /// The name of the document in a report.
    #[cfg(feature = "full")]
    name: Option<String>,
    #[cfg(feature = "full")]
    written: Written,
}

/// How a feed is written.
#[cfg(feature = "full")]
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Written {
    format: Option<bozofeed::write::Format>,
    feed_url: Option<String>,
    fallback_date: Option<String>,
    indent: Option<usize>,
    entries: Option<usize>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Policy {
    Switch(bool),
    Name(String),
}

impl Options {
    pub(crate) fn document<'a>(&'a self, bytes: &'a [u8]) -> Document<'a> {
        let document = Document::new(bytes);
        let document = match &self.url {
            Some(url) => document.url(url),
            None => document,
        };
        let document =
            self.headers.iter().fold(document, |document, (name, value)| document.header(name, value));
        // The host decoded the document, whatever it declares. JSON declares nothing.
        let is_xml =
            bytes.trim_ascii_start().strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes.trim_ascii_start());
        if self.is_text && is_xml.starts_with(b"<") {
            document.content_type("application/xml; charset=utf-8")
        } else {
            document
        }
    }

    /// Returns the name of the document: by default, its URL.
    #[cfg(feature = "full")]
    pub(crate) fn name(&self) -> &str {
        self.name.as_deref().or(self.url.as_deref()).unwrap_or("document")
    }

    pub(crate) fn policy(&self) -> Result<&'static EncodingPolicy, String> {
        match self.encoding_policy.as_deref() {
            None | Some("rfc3023") => Ok(&EncodingPolicy::RFC3023),
            Some("rfc7303") => Ok(&EncodingPolicy::RFC7303),
            Some(name) => Err(format!("unknown encoding policy '{name}' (known: rfc3023, rfc7303)")),
        }
    }

    pub(crate) fn parser(&self) -> Result<Parser, String> {
        let mut parser = Parser::new().resolve_urls(self.resolve_urls.unwrap_or(true));
        parser = match &self.sanitize {
            None => parser,
            Some(Policy::Switch(switch)) => parser.sanitize(*switch),
            Some(Policy::Name(name)) => parser.sanitize(match name.as_str() {
                "reader" => Sanitize::Reader,
                "feedparser" => Sanitize::FeedParser,
                "off" => Sanitize::Off,
                _ => return Err(format!("unknown policy '{name}' (known: reader, feedparser, off)")),
            }),
        };
        parser = parser.encoding_policy(*self.policy()?);
        let mut limits = Limits::default();
        for (name, value) in &self.limits {
            limits = limits.set(name, *value).map_err(|error| error.to_string())?;
        }
        #[cfg(feature = "full")]
        if let Some(now) = bozofeed::Timestamp::new(self.now.div_euclid(1000), 0) {
            parser = parser.now(now);
        }
        Ok(parser.limits(limits))
    }

    #[cfg(feature = "full")]
    pub(crate) fn writer(&self) -> Result<bozofeed::write::Writer, String> {
        let mut writer = bozofeed::write::Writer::new(self.written.format.ok_or("no format")?);
        if let Some(url) = &self.written.feed_url {
            writer = writer.feed_url(url);
        }
        if let Some(date) = &self.written.fallback_date {
            let date: bozofeed::Timestamp = date.parse().map_err(|_| format!("invalid date '{date}'"))?;
            writer = writer.fallback_date(date);
        }
        if let Some(spaces) = self.written.indent {
            writer = writer.indent(spaces);
        }
        if let Some(most) = self.written.entries {
            writer = writer.entries(most);
        }
        Ok(writer)
    }
}
