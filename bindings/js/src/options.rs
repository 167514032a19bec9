//! The options of a call, as JSON.

use bozofeed::{Document, Parser, SettingError, SettingValue};
use serde::Deserialize;

/// The request of a call, and its options. `lib/index.d.ts` documents the caller's options.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Options {
    pub(crate) call: String,
    url: Option<String>,
    headers: Vec<(String, String)>,
    is_text: bool,
    /// The current time in milliseconds since 1970: the module has no clock.
    #[cfg_attr(not(feature = "full"), allow(dead_code, reason = "only a check depends on it"))]
    now: i64,
    /// The caller's options that the crate sets by name.
    settings: Option<SettingValue>,
    /// The names of the options that the host handles itself.
    own: Vec<String>,
    /// Whether the host reads long texts separately.
    #[cfg(feature = "full")]
    pub(crate) parts: bool,
    /// The name of the document in a report.
    #[cfg(feature = "full")]
    name: Option<String>,
    /// The output format of a feed.
    #[cfg(feature = "full")]
    format: String,
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
        // The host decoded the document, so its declared encoding does not matter. JSON declares
        // none.
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

    pub(crate) fn parser(&self) -> Result<Parser, String> {
        self.set_all(Parser::new(), Parser::SETTINGS, Parser::set)
    }

    #[cfg(feature = "full")]
    pub(crate) fn checker(&self) -> Result<bozofeed_check::Checker, String> {
        let checker = bozofeed_check::Checker::new().parser(self.parser()?);
        Ok(match bozofeed::Timestamp::new(self.now.div_euclid(1000), 0) {
            Some(now) => checker.now(now),
            None => checker,
        })
    }

    #[cfg(feature = "full")]
    pub(crate) fn writer(&self) -> Result<bozofeed::write::Writer, String> {
        use bozofeed::write::Writer;

        let format = self.format.parse().map_err(|error| format!("format: {error}"))?;
        self.set_all(Writer::new(format), Writer::SETTINGS, Writer::set)
    }

    /// Sets the caller's options, whose names have JavaScript spelling.
    fn set_all<T>(
        &self,
        to: T,
        known: &[&str],
        set: impl Fn(T, &str, SettingValue) -> Result<T, SettingError>,
    ) -> Result<T, String> {
        let Some(SettingValue::Members(options)) = &self.settings else { return Ok(to) };
        let set = |to: T, (name, value): &(String, SettingValue)| {
            if let Some(known) = known.iter().find(|known| camel(known) == *name) {
                return set(to, known, snake_members(value));
            }
            let known = known.iter().copied().chain(self.own.iter().map(String::as_str));
            Err(SettingError::unknown(name, known))
        };
        options.iter().try_fold(to, set).map_err(|error| error.spelled(camel).to_string())
    }
}

/// Converts a name to JavaScript spelling.
fn camel(name: &str) -> String {
    let mut parts = name.split('_');
    let mut camel = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut letters = part.chars();
        camel.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        camel.push_str(letters.as_str());
    }
    camel
}

/// Converts the names of members to the crate's spelling.
fn snake_members(value: &SettingValue) -> SettingValue {
    let SettingValue::Members(members) = value else { return value.clone() };
    let snake = |name: &str| {
        let letters = name.chars().flat_map(|letter| {
            letter.is_ascii_uppercase().then_some('_').into_iter().chain([letter.to_ascii_lowercase()])
        });
        letters.collect::<String>()
    };
    SettingValue::Members(members.iter().map(|(name, value)| (snake(name), value.clone())).collect())
}
