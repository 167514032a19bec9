//! Limits in the command line: `--limit entries=100`.

use bozofeed::{Limit, Limits};

/// A known limit with its value.
#[derive(Clone)]
pub(crate) struct LimitArgument {
    name: String,
    value: usize,
}

/// Parses `NAME=NUMBER`.
pub(crate) fn limit(text: &str) -> Result<LimitArgument, String> {
    let (name, value) = text.split_once('=').ok_or("a limit is NAME=NUMBER")?;
    let value = value.trim().parse().map_err(|error| format!("{value}: {error}"))?;
    let argument = LimitArgument { name: name.trim().to_owned(), value };
    Limits::default().set(&argument.name, value).map_err(|error| error.to_string())?;
    Ok(argument)
}

/// Returns the maximum size of a decompressed document in bytes: the default, or the `size` limit if it is larger.
pub(crate) fn most_decompressed(arguments: &[LimitArgument]) -> usize {
    let size = arguments.iter().rev().find(|argument| argument.name == "size").map(|argument| argument.value);
    size.unwrap_or_default().max(bozofeed_answers::LONGEST)
}

/// Returns how to raise a limit, for messages. Some limits are fixed.
pub(crate) fn advice(limit: Limit) -> Option<String> {
    let name = limit.as_str();
    Limits::default().set(name, 0).is_ok().then(|| format!(" (--limit {name}=NUMBER sets it)"))
}

/// Returns the limits set by the arguments; the others have their defaults.
pub(crate) fn limits(arguments: &[LimitArgument]) -> Limits {
    let set = |limits: Limits, argument: &LimitArgument| {
        limits.set(&argument.name, argument.value).unwrap_or(limits)
    };
    arguments.iter().fold(Limits::default(), set)
}
