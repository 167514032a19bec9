//! `"as": "atom"`: the document of a question as a feed in a format.

use bozofeed::Parsed;
use bozofeed::write::{Loss, WriteError};
use serde::Serialize;
use serde_json::Value;

use super::Refusal;
use super::format::{MOST_SPACES, OutputFormat, SPACES, WriteOptions, fallback_date};
use super::question::Question;

/// The conversion that a question asks for.
pub(super) struct Conversion(WriteOptions);

/// The members of the answer.
#[derive(Serialize)]
pub(super) struct Converted {
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
    pub(super) fn of(question: &Question<'_>, sanitize: bool) -> Result<Option<Self>, String> {
        let Some(name) = text(question, "as")? else { return Ok(None) };
        let format = OutputFormat::ALL.into_iter().find(|format| format.as_str() == name);
        let date = |date| fallback_date(date).map_err(|error| format!("fallback_date: {error}"));
        let mut options = WriteOptions {
            format: format.ok_or_else(|| format!("as: no such format: '{name}'"))?,
            feed_url: text(question, "feed_url")?.map(str::to_owned),
            title: text(question, "title")?.map(str::to_owned),
            fallback_date: text(question, "fallback_date")?.map(date).transpose()?,
            indent: SPACES,
            entries: number(question, "entries")?,
            sanitize,
        };
        if let Some(spaces) = number(question, "indent")? {
            let spaces = u8::try_from(spaces).ok().filter(|spaces| *spaces <= MOST_SPACES);
            options.indent = spaces.ok_or_else(|| format!("indent: not in 0 to {MOST_SPACES}"))?;
        }
        Ok(Some(Self(options)))
    }

    /// Writes a feed.
    pub(super) fn convert(self, parsed: Parsed) -> Result<Converted, Refusal> {
        if !parsed.is_feed() {
            let error = parsed.bozo.map(|bozo| bozo.to_string()).unwrap_or_default();
            return Err(Refusal { failure: "NotAFeed", error });
        }
        let Self(options) = self;
        let (document, written) = options.write(options.format.of(parsed.version), parsed)?;
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
