//! Feeds that a program changed or created: each part is the parsed one, with the values set by the program.

use std::collections::BTreeMap;
use std::io;

use bozofeed::model::{Entry, Extension, Feed};
use bozofeed::write::{Loss, WriteError, Writer, Written};
use bozofeed::{Bozo, Parsed, Timestamp};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::checked::{Problem, read};
use crate::data::{self, Members};

/// A feed that a program changed or created.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Draft {
    namespaces: Vec<(String, String)>,
    /// The first rule broken by the parsed document.
    bozo: Option<Bozo>,
    feed: Part<Feed>,
    entries: Vec<Part<Entry>>,
    /// Whether the program created the feed: its fields are then in one object with a list of items.
    is_made: bool,
}

/// The feed itself or an entry.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Part<T> {
    /// The parsed model. Boxed, so that each part of a long list is freed once it is written.
    base: Option<Box<T>>,
    /// The model as changed by the program.
    model: Option<Value>,
    /// The plain values set by the program.
    data: Members,
    /// Whether the values are a copy from an unknown document: the program is not to blame if some cannot be written.
    is_copy: bool,
}

impl<T: DeserializeOwned + Default + Clone> Part<T> {
    /// Returns the parsed model, and the model to write.
    fn both(self, set: impl Fn(&mut T, &Members) -> Result<(), Problem>) -> Result<[T; 2], Problem> {
        let before = self.base.map_or_else(T::default, |base| *base);
        let mut after = self.model.as_ref().map_or_else(|| Ok(before.clone()), read)?;
        set(&mut after, &self.data)?;
        Ok(if self.is_copy { [after.clone(), after] } else { [before, after] })
    }
}

/// Writes a feed. It is an error if a value set by the program cannot be written.
pub(crate) fn write(draft: &[u8], writer: &Writer) -> Result<String, Problem> {
    let draft: Draft = crate::answer::from_json(draft).map_err(Problem::value)?;
    let list = if draft.is_made { "items" } else { "entries" };
    let [mut before, mut after] = [Parsed::default(), Parsed::default()];
    for parsed in [&mut before, &mut after] {
        parsed.bozo.clone_from(&draft.bozo);
        parsed.namespaces.clone_from(&draft.namespaces);
        parsed.entries.reserve_exact(draft.entries.len());
    }
    let feed = draft.feed.both(data::set_feed).and_then(|[was, mut is]: [Feed; 2]| {
        is.set_extensions(bound(is.extensions(), &draft.namespaces)?);
        Ok([was, is])
    });
    [before.feed, after.feed] =
        feed.map_err(|problem| if draft.is_made { problem } else { problem.within("feed") })?;
    for (at, part) in draft.entries.into_iter().enumerate() {
        let entry = part.both(data::set_entry).and_then(|[was, mut is]: [Entry; 2]| {
            is.set_extensions(bound(is.extensions(), &draft.namespaces)?);
            Ok([was, is])
        });
        let [was, is] = entry.map_err(|problem| problem.within(format!("{list}[{at}]")))?;
        before.entries.push(was);
        after.entries.push(is);
    }

    let refused = |error| refusal(&error, list);
    let mut document = Vec::new();
    let Written { losses, .. } = writer.write(&after, &mut document).map_err(refused)?;
    if !losses.is_empty() && (before.feed != after.feed || before.entries != after.entries) {
        // The parsed feed may lack a date, which is not the program's fault.
        let epoch = Timestamp::new(0, 0).into_iter();
        let lenient = epoch.fold(writer.clone(), Writer::fallback_date);
        let known = lenient.write(&before, io::sink());
        let mut known_counts: BTreeMap<(String, &str), usize> = BTreeMap::new();
        for Loss { path, reason, .. } in known.map(|written| written.losses).unwrap_or_default() {
            *known_counts.entry((path, reason.as_str())).or_default() += 1;
        }
        for loss in losses {
            let count = known_counts.get_mut(&(loss.path.clone(), loss.reason.as_str()));
            match count.filter(|count| **count > 0) {
                Some(count) => *count -= 1,
                None => return Err(lost(&loss, list)),
            }
        }
    }
    String::from_utf8(document).map_err(|error| Problem::value(error.to_string()))
}

fn lost(loss: &Loss, list: &str) -> Problem {
    let path = loss.path.strip_prefix("entries[").map(|rest| format!("{list}[{rest}"));
    Problem {
        path: path.unwrap_or_else(|| loss.path.clone()),
        reason: loss.reason.as_str(),
        message: loss.reason.description().to_owned(),
    }
}

fn refusal(error: &WriteError, list: &str) -> Problem {
    let (path, reason, message) = match error {
        WriteError::MissingDate { entry, .. } => {
            let path = entry.map_or_else(|| "date".to_owned(), |at| format!("{list}[{at}].date"));
            (path, "missing_date", "Atom requires a date: give one, or the option fallbackDate".to_owned())
        }
        WriteError::NotAFeed(_) => (String::new(), "not_a_feed", error.to_string()),
        _ => (String::new(), "invalid", error.to_string()),
    };
    Problem { path, reason, message }
}

/// Returns elements with prefixed names, such as `tide:height`, with their namespaces.
fn bound(elements: &[Extension], namespaces: &[(String, String)]) -> Result<Vec<Extension>, Problem> {
    let mut bound = elements.to_vec();
    let mut open: Vec<(String, &mut Extension)> = Vec::new();
    let place = |outer: &str, at: usize| format!("{outer}[{at}]");
    open.extend(bound.iter_mut().enumerate().map(|(at, element)| (place("extensions", at), element)));
    while let Some((path, element)) = open.pop() {
        if let Some((prefix, name)) = element.name.clone().split_once(':') {
            let namespace = namespaces.iter().find(|(known, _)| known == prefix);
            let (_, namespace) = namespace.ok_or_else(|| Problem {
                path: format!("{path}.name"),
                reason: "namespace",
                message: format!("the prefix '{prefix}' has no namespace"),
            })?;
            element.namespace = Some(namespace.as_str().into());
            (element.prefix, element.name) = (prefix.into(), name.into());
        }
        let children = element.children.iter_mut().enumerate();
        open.extend(children.map(|(at, child)| (place(&format!("{path}.children"), at), child)));
    }
    Ok(bound)
}

/// The message of an error, as JSON for the host.
impl From<Problem> for String {
    fn from(Problem { path, reason, message }: Problem) -> Self {
        serde_json::json!({ "path": path, "reason": reason, "message": message }).to_string()
    }
}
