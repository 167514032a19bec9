//! `"as": "atom"`: the document of a question as a feed in a format.

use bozofeed::Parsed;
use bozofeed::write::{Loss, Target, WriteError, Writer};
use serde::Serialize;

use super::Refusal;
use super::format::{OutputFormat, write};
use super::question::Question;

/// The conversion that a question asks for.
pub(super) struct Conversion<'q> {
    format: OutputFormat,
    title: Option<&'q str>,
    question: &'q Question<'q>,
    /// Whether markup is sanitized unless the question has a policy.
    sanitize: bool,
}

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

impl<'q> Conversion<'q> {
    /// Returns what a question asks for, if anything.
    pub(super) fn of(question: &'q Question<'q>, sanitize: bool) -> Result<Option<Self>, String> {
        let (format, title) = (question.text("as")?, question.text("title")?);
        let conversion = |format| Self { format, title, question, sanitize };
        // Whether the feed is to be written or not, each option has its type.
        conversion(OutputFormat::Same).writer(Target::Atom)?;
        let Some(name) = format else { return Ok(None) };
        let format = OutputFormat::named(name);
        format.map(|format| Some(conversion(format))).ok_or_else(|| format!("as: no such format: '{name}'"))
    }

    fn writer(&self, target: Target) -> Result<Writer, String> {
        self.question.set(Writer::new(target).sanitize(self.sanitize), Writer::SETTINGS, Writer::set)
    }

    /// Writes a feed.
    pub(super) fn convert(self, parsed: Parsed) -> Result<Converted, Refusal> {
        if !parsed.is_feed() {
            let error = parsed.bozo.map(|bozo| bozo.to_string()).unwrap_or_default();
            return Err(Refusal { failure: "NotAFeed", error });
        }
        let writer = self.writer(self.format.of(parsed.format))?;
        let (document, written) = write(&writer, self.title, parsed)?;
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
