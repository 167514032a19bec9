//! `"as": "atom"`: the document of a question as a feed in a format.

use bozofeed::Parsed;
use bozofeed::write::{Loss, WriteError};
use clap::ValueEnum as _;
use serde::Serialize;
use serde_json::Value;

use super::ndjson::Refusal;
use super::question::Question;
use super::write::{MOST_SPACES, OutputFormat, WriteOptions, fallback_date};

/// A format that a question asks for.
pub(crate) struct Conversion {
    format: OutputFormat,
    options: WriteOptions,
}

/// The members of the answer.
#[derive(Serialize)]
pub(crate) struct Converted {
    written: String,
    losses: Vec<LossMembers>,
    loss_count: usize,
}

/// A value that could not be written.
#[derive(Serialize)]
struct LossMembers {
    path: String,
    reason: &'static str,
    message: &'static str,
}

impl Conversion {
    /// Returns what a question asks for, if anything.
    pub(crate) fn of(question: &Question<'_>) -> Result<Option<Self>, String> {
        let Some(name) = text(question, "as")? else { return Ok(None) };
        let format =
            OutputFormat::from_str(name, false).map_err(|_| format!("as: no such format: '{name}'"))?;
        let date = |date| fallback_date(date).map_err(|error| format!("fallback_date: {error}"));
        let mut options = WriteOptions {
            feed_url: text(question, "feed_url")?.map(str::to_owned),
            title: text(question, "title")?.map(str::to_owned),
            fallback_date: text(question, "fallback_date")?.map(date).transpose()?,
            entries: number(question, "entries")?,
            ..WriteOptions::default()
        };
        if let Some(spaces) = number(question, "indent")? {
            let spaces = u8::try_from(spaces).ok().filter(|spaces| *spaces <= MOST_SPACES);
            options.indent = spaces.ok_or_else(|| format!("indent: not in 0 to {MOST_SPACES}"))?;
        }
        Ok(Some(Self { format, options }))
    }

    /// Writes a feed.
    pub(crate) fn convert(self, parsed: Parsed, sanitize: bool) -> Result<Converted, Refusal> {
        if !parsed.is_feed() {
            let error = parsed.bozo.map(|bozo| bozo.to_string()).unwrap_or_default();
            return Err(Refusal { failure: "NotAFeed", error });
        }
        let format = self.format.of(parsed.version);
        let (document, written) = self.options.write(format, sanitize, parsed)?;
        let members = |Loss { path, reason, .. }| LossMembers {
            path,
            reason: reason.as_str(),
            message: reason.description(),
        };
        Ok(Converted {
            written: String::from_utf8(document).map_err(|error| error.to_string())?,
            losses: written.losses.into_iter().map(members).collect(),
            loss_count: written.loss_count,
        })
    }
}

impl From<WriteError> for Refusal {
    fn from(error: WriteError) -> Self {
        let failure = match error {
            WriteError::MissingDate { .. } => "MissingDate",
            _ => "Refused",
        };
        Self { failure, error: error.to_string() }
    }
}

/// Returns a member of a question that is text, if it is there and not null.
fn text<'q>(question: &'q Question<'_>, name: &str) -> Result<Option<&'q str>, String> {
    let member = question.get(name).filter(|member| !member.is_null());
    member.map(|member| member.as_str().ok_or_else(|| format!("{name}: not a string"))).transpose()
}

/// Returns a member of a question that is a number, if it is there and not null.
fn number(question: &Question<'_>, name: &str) -> Result<Option<usize>, String> {
    let member = question.get(name).filter(|member| !member.is_null());
    let number = |member: &Value| member.as_u64().map(|number| usize::try_from(number).unwrap_or(usize::MAX));
    member.map(|member| number(member).ok_or_else(|| format!("{name}: not a whole number"))).transpose()
}
