//! `"as": "atom"`: conversion of the document of a question to a format.

use bozofeed::Parsed;
use bozofeed::write::{Loss, Target, WriteError, Writer};
use serde::Serialize;

use super::Refusal;
use super::format::{OutputFormat, write};
use super::question::Question;

/// The conversion requested by a question.
pub(super) struct Conversion<'q> {
    format: OutputFormat,
    title: Option<&'q str>,
    question: &'q Question<'q>,
    /// Whether to sanitize markup if the question has no policy.
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
    /// Returns the conversion that a question requests, if any.
    pub(super) fn of(question: &'q Question<'q>, sanitize: bool) -> Result<Option<Self>, String> {
        let (format, title) = (question.text("as")?, question.text("title")?);
        let conversion = |format| Self { format, title, question, sanitize };
        // The types of the options are checked even if the feed is not written.
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
