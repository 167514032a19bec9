//! Limits in the arguments: `--limit entries=100`.

use bozofeed::Limits;

/// Sets a limit.
type SetLimit = fn(Limits, usize) -> Limits;

/// The names of the limits, and how they are set.
const NAMES: [(&str, SetLimit); 8] = [
    ("size", Limits::size),
    ("depth", Limits::depth),
    ("entries", Limits::entries),
    ("memory", Limits::memory),
    ("memory-per-byte", Limits::memory_per_byte),
    ("resolved", Limits::resolved),
    ("expansion", Limits::expansion),
    ("extensions", Limits::extensions),
];

/// A limit and its value.
#[derive(Clone, Copy)]
pub(crate) struct LimitArgument {
    set: SetLimit,
    value: usize,
}

/// Parses `NAME=NUMBER`.
pub(crate) fn limit(text: &str) -> Result<LimitArgument, String> {
    let (name, value) = text.split_once('=').ok_or("a limit is NAME=NUMBER")?;
    let (_, set) = NAMES.iter().find(|(known, _)| *known == name.trim()).ok_or_else(|| {
        let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
        format!("the limits are {}", names.join(", "))
    })?;
    let value = value.trim().parse().map_err(|error| format!("{value}: {error}"))?;
    Ok(LimitArgument { set: *set, value })
}

/// Returns the limits that the arguments set; the others have their defaults.
pub(crate) fn limits(arguments: &[LimitArgument]) -> Limits {
    arguments.iter().fold(Limits::default(), |limits, argument| (argument.set)(limits, argument.value))
}
