//! Limits in the command line: `--limit entries=100`.

use bozofeed::Limits;

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

/// Returns the limits set by the arguments; the others have their defaults.
pub(crate) fn limits(arguments: &[LimitArgument]) -> Limits {
    let set = |limits: Limits, argument: &LimitArgument| {
        limits.set(&argument.name, argument.value).unwrap_or(limits)
    };
    arguments.iter().fold(Limits::default(), set)
}
