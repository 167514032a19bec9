//! Settings of feeds: `planet set` and `planet unset`.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

use bozofeed::Timestamp;
use bozofeed_polling::{Exchange, FeedState, RequestHeaders, without_credentials};

use crate::Error;
use crate::db::{Database, Feed, Matching};
use crate::filter::Filter;
use crate::printable::printable;
use crate::running::Lock;

/// A setting of a feed.
#[derive(Debug)]
pub(crate) struct Setting {
    pub(crate) name: &'static str,
    /// The syntax of its values.
    form: &'static str,
    meaning: &'static str,
    parse: fn(&str) -> Result<Value, String>,
    pub(crate) place: Place,
}

/// The place of a setting in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// A column of `feeds` that controls visibility or storage.
    Column(&'static str),
    /// A column of `feeds` with words that select the visible entries.
    Words(&'static str),
    /// The interval, which affects the schedule.
    Interval,
    /// The address.
    Address,
    /// The table `folders`.
    Folders,
    /// The header fields of the state.
    Headers,
    /// The header field `Cookie` of the state.
    Cookie,
}

/// All settings, in the order in which they are applied: a new address comes before its header fields.
pub(crate) const SETTINGS: &[Setting] = &[
    Setting {
        name: "url",
        form: "URL",
        meaning: "the address to ask; the entries remain",
        parse: address,
        place: Place::Address,
    },
    Setting {
        name: "name",
        form: "TEXT",
        meaning: "the name to show instead of the feed's own title",
        parse: text,
        place: Place::Column("name"),
    },
    Setting {
        name: "folder",
        form: "PATH",
        meaning: "the folder, such as Sea/Boats; given again, one more",
        parse: text,
        place: Place::Folders,
    },
    Setting {
        name: "header",
        form: "NAME: VALUE",
        meaning: "a header field of the requests; `header=NAME:` removes it, `header=` all but the cookies",
        parse: header,
        place: Place::Headers,
    },
    Setting {
        name: "cookie",
        form: "NAME=VALUE; …",
        meaning: "the cookies of the requests",
        parse: cookie,
        place: Place::Cookie,
    },
    Setting {
        name: "interval",
        form: "TIME",
        meaning: "the time between two polls, whatever the feed says: 30m, 6h, 2d",
        parse: interval,
        place: Place::Interval,
    },
    Setting {
        name: "keep-entries",
        form: "N",
        meaning: "how many entries are kept; those of the last document always are",
        parse: count,
        place: Place::Column("keep_entries"),
    },
    Setting {
        name: "keep-days",
        form: "N",
        meaning: "for how many days an entry is kept after its last change",
        parse: count,
        place: Place::Column("keep_days"),
    },
    Setting {
        name: "keep",
        form: "WORDS",
        meaning: "show only entries with one of these: tides, ebb and flow, harb*, /regex/, title:fog, author:anna, category:sea",
        parse: words,
        place: Place::Words("keep_words"),
    },
    Setting {
        name: "drop",
        form: "WORDS",
        meaning: "do not show entries with one of these",
        parse: words,
        place: Place::Words("drop_words"),
    },
    Setting {
        name: "address",
        form: "shown|hidden",
        meaning: "whether the address is published; by default, unless it has a secret such as ?token=…",
        parse: |value| one_of(value, &["shown", "hidden"]),
        place: Place::Column("address"),
    },
    Setting {
        name: "hidden",
        form: "yes|no",
        meaning: "keep the feed and its entries off the site, its feeds and lists; by default, if the requests have a secret",
        parse: |value| one_of(value, &["yes", "no"]),
        place: Place::Column("hidden"),
    },
];

/// The value of a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    Text(String),
    Number(u32),
    /// A header field. Without a value, it is removed.
    Header(String, Option<String>),
}

/// A setting and its new value; `None` unsets it.
pub(crate) type Change = (&'static Setting, Option<Value>);

fn named(name: &str) -> Result<&'static Setting, String> {
    let known = SETTINGS.iter().find(|setting| setting.name == name);
    known.ok_or_else(|| {
        let names: Vec<&str> = SETTINGS.iter().map(|setting| setting.name).collect();
        format!("no setting '{name}'; there are {}", names.join(", "))
    })
}

/// Parses an assignment such as `interval=6h`. An empty value unsets.
pub(crate) fn assignment(argument: &str) -> Result<Change, String> {
    let (name, value) = argument.split_once('=').ok_or("not of the form NAME=VALUE")?;
    let setting = named(name.trim())?;
    let value = value.trim();
    Ok((setting, if value.is_empty() { None } else { Some((setting.parse)(value)?) }))
}

/// Parses the name of a setting to unset.
pub(crate) fn unset(argument: &str) -> Result<Change, String> {
    let setting = named(argument)?;
    if setting.place == Place::Address {
        return Err("a feed has an address; `planet revive` goes back to an earlier one".to_owned());
    }
    Ok((setting, None))
}

/// Returns the table of settings, for the help.
pub(crate) fn help() -> String {
    let mut help = "Settings:\n".to_owned();
    for Setting { name, form, meaning, .. } in SETTINGS {
        // Writing to a string does not fail.
        let _ = writeln!(help, "  {:<28} {meaning}", format!("{name}={form}"));
    }
    help
}

fn text(value: &str) -> Result<Value, String> {
    if value.len() > 500 {
        Err("longer than 500 bytes".to_owned())
    } else {
        Ok(Value::Text(value.to_owned()))
    }
}

fn address(value: &str) -> Result<Value, String> {
    let checked = Exchange::start(&mut FeedState::new(value), Timestamp::now());
    checked.map(|_| Value::Text(value.to_owned())).map_err(|error| error.to_string())
}

fn header(value: &str) -> Result<Value, String> {
    let (name, value) = field(value)?;
    Ok(Value::Header(name, Some(value).filter(|value| !value.is_empty())))
}

/// Parses a header field, `Name: value`.
pub(crate) fn field(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once(':').ok_or("not of the form 'Name: value'")?;
    let (name, value) = (name.trim(), value.trim());
    // The message never contains the value, which may be secret.
    RequestHeaders::new().insert(name, value).map_err(|error| error.to_string())?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Returns fields that [`field`] parsed.
pub(crate) fn headers(fields: &[(String, String)]) -> RequestHeaders {
    let mut headers = RequestHeaders::new();
    for (name, value) in fields {
        // It was checked when it was parsed.
        let _ = headers.insert(name, value);
    }
    headers
}

fn cookie(value: &str) -> Result<Value, String> {
    header(&format!("Cookie: {value}"))
}

fn interval(value: &str) -> Result<Value, String> {
    seconds(value).map(Value::Number)
}

/// Parses a time in seconds: `30m`, `6h`, `2d`.
pub(crate) fn seconds(value: &str) -> Result<u32, String> {
    const LONGEST: u32 = 365 * 24 * 60 * 60;
    let wrong = "not a time such as 30m, 6h or 2d";
    let unit = value.chars().next_back().ok_or(wrong)?;
    let seconds = match unit {
        'm' => 60,
        'h' => 60 * 60,
        'd' => 24 * 60 * 60,
        _ => return Err(wrong.to_owned()),
    };
    let number =
        value.strip_suffix(unit).and_then(|number| number.trim().parse::<u32>().ok()).ok_or(wrong)?;
    match number.checked_mul(seconds) {
        Some(time @ 60..=LONGEST) => Ok(time),
        _ => Err("shorter than a minute or longer than a year".to_owned()),
    }
}

fn one_of(value: &str, allowed: &[&str]) -> Result<Value, String> {
    if allowed.contains(&value) { text(value) } else { Err(format!("not '{}'", allowed.join("' or '"))) }
}

fn count(value: &str) -> Result<Value, String> {
    value.parse().map(Value::Number).map_err(|_| "not a number".to_owned())
}

fn words(value: &str) -> Result<Value, String> {
    Filter::parse(value).and_then(|_| text(value))
}

/// Applies changes to a feed, and prints its settings.
pub(crate) fn set(
    path: &Path,
    name: &str,
    changes: &[Change],
    is_json: bool,
    out: &mut impl Write,
) -> Result<(), Error> {
    let mut database = Database::open(path)?;
    let feed = database.find_feed(name)?.ok_or_else(|| Error::NoSuchFeed(name.to_owned()))?;
    if !changes.is_empty() {
        // A concurrent poll would overwrite the new state with an older one.
        let needs_lock = |(setting, _): &Change| {
            matches!(setting.place, Place::Address | Place::Headers | Place::Cookie | Place::Interval)
        };
        let _lock = if changes.iter().any(needs_lock) { Some(Lock::take(path)?) } else { None };
        apply(&mut database, feed.id, changes)?;
    }
    let feed = database.find_feed(&feed.id.to_string())?.ok_or_else(|| Error::NoSuchFeed(name.to_owned()))?;
    let matching = database.matching(feed.id)?;
    print(&feed, matching, is_json, out)
}

/// A feed's settings in a file.
#[derive(serde::Serialize, serde::Deserialize)]
struct Exported {
    feed: String,
    /// In the syntax of `planet set`.
    settings: Vec<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    paused: bool,
}

/// Returns the settings of all feeds that have some, as lines of JSON for [`restore`]. Without credentials, neither the secrets of
/// addresses nor header fields are written.
pub(crate) fn export(database: &Database, with_credentials: bool) -> Result<String, Error> {
    let mut lines = String::new();
    for feed in database.feeds()?.into_iter().filter(|feed| feed.retired_at.is_none()) {
        let mut settings: Vec<String> =
            feed.folders.iter().map(|folder| format!("folder={folder}")).collect();
        settings.extend(feed.settings.assignments());
        if with_credentials && let Some(due) = database.due_feed(feed.id)? {
            let headers = serde_json::to_value(&due.state.headers).unwrap_or_default();
            for (name, value) in headers.as_object().into_iter().flatten() {
                let value = value.as_str().unwrap_or_default();
                let setting = if name == "cookie" {
                    format!("cookie={value}")
                } else {
                    format!("header={name}: {value}")
                };
                settings.push(setting);
            }
        }
        let address = if with_credentials { feed.full_url } else { feed.url };
        let paused = feed.paused_at.is_some();
        if !settings.is_empty() || paused {
            let line = Exported { feed: address, settings, paused };
            let _ = writeln!(lines, "{}", serde_json::to_string(&line).unwrap_or_default());
        }
    }
    Ok(lines)
}

/// Applies the settings in a file. Other settings are kept. Returns the changes that failed, with reasons.
pub(crate) fn restore(path: &Path, file: &Path) -> Result<Vec<String>, Error> {
    let error = |source| Error::File { path: file.display().to_string(), source };
    let text = std::fs::read_to_string(file).map_err(error)?;
    let mut database = Database::open(path)?;
    let _lock = Lock::take(path)?;
    let mut failures = Vec::new();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let mut fail = |message: String| failures.push(format!("line {}: {message}", at + 1));
        let exported: Exported = match serde_json::from_str(line) {
            Ok(exported) => exported,
            Err(error) => {
                fail(error.to_string());
                continue;
            }
        };
        let Some(feed) = database.find_feed(&exported.feed)? else {
            fail(format!("no feed '{}'", without_credentials(&exported.feed)));
            continue;
        };
        let parsed: Result<Vec<Change>, String> =
            exported.settings.iter().map(|setting| assignment(setting)).collect();
        match parsed {
            Ok(changes) => apply(&mut database, feed.id, &changes)?,
            Err(message) => fail(message),
        }
        if exported.paused {
            database.pause(feed.id, true, Timestamp::now())?;
        }
    }
    Ok(failures)
}

/// Applies changes in the order of [`SETTINGS`].
fn apply(database: &mut Database, feed: i64, changes: &[Change]) -> Result<(), Error> {
    let mut changes: Vec<&Change> = changes.iter().collect();
    let order = |setting: &Setting| SETTINGS.iter().position(|known| known.name == setting.name);
    changes.sort_by_key(|(setting, _)| order(setting));
    Ok(database.set(feed, &changes, Timestamp::now())?)
}

/// Prints the settings of a feed, without secrets.
fn print(feed: &Feed, matching: Matching, is_json: bool, out: &mut impl Write) -> Result<(), Error> {
    if is_json {
        let mut shown = serde_json::to_value(feed).map_err(std::io::Error::from)?;
        if let Some(shown) = shown.as_object_mut() {
            shown
                .insert("matching".to_owned(), serde_json::to_value(matching).map_err(std::io::Error::from)?);
        }
        serde_json::to_writer(&mut *out, &shown).map_err(std::io::Error::from)?;
        writeln!(out)?;
        return Ok(());
    }
    writeln!(out, "{}: {} ({})", feed.id, printable(feed.name()), printable(&feed.url))?;
    for line in feed.setting_lines().chain(feed.hidden_note()) {
        writeln!(out, "  {}", printable(&line))?;
    }
    for (name, count) in [("keep", matching.keep), ("drop", matching.drop)] {
        if let Some(count) = count {
            writeln!(out, "  {name} matches {count} of {} entries", matching.entries)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_parsed() {
        let text = |text: &str| Ok(Some(Value::Text(text.to_owned())));
        let number = |number| Ok(Some(Value::Number(number)));
        let header = |name: &str, value: Option<&str>| {
            Ok(Some(Value::Header(name.to_owned(), value.map(str::to_owned))))
        };
        let wrong: Vec<_> = [
            ("name=Tides = high", text("Tides = high")),
            ("name=", Ok(None)),
            ("folder=Sea/Boats", text("Sea/Boats")),
            ("url=feed:https://harbour.example/", text("feed:https://harbour.example/")),
            ("url=ftp://harbour.example/", Err("not an http or https URL: 'ftp://harbour.example/'")),
            ("header=X-Key: s3cret: 7", header("X-Key", Some("s3cret: 7"))),
            ("header=X-Key:", header("X-Key", None)),
            ("header=X-Key", Err("not of the form 'Name: value'")),
            ("header=Host: b", Err("the header 'host' is set by the client")),
            ("header=X Key: s3cret", Err("invalid header name 'X Key'")),
            ("cookie=a=b; c=d", header("Cookie", Some("a=b; c=d"))),
            ("interval=30m", number(1800)),
            ("interval=2d", number(172_800)),
            ("interval=0m", Err("shorter than a minute or longer than a year")),
            ("interval=4000000000d", Err("shorter than a minute or longer than a year")),
            ("interval=6", Err("not a time such as 30m, 6h or 2d")),
            ("interval=ö", Err("not a time such as 30m, 6h or 2d")),
            ("keep-entries=0", number(0)),
            ("keep-days=-1", Err("not a number")),
            ("drop=advert*, guest post", text("advert*, guest post")),
            ("drop=, -", Err("no words")),
            ("name", Err("not of the form NAME=VALUE")),
        ]
        .into_iter()
        .filter_map(|(argument, expected)| {
            let found = assignment(argument).map(|(_, value)| value);
            (found != expected.map_err(|error: &str| error.to_owned())).then_some((argument, found))
        })
        .collect();
        assert_eq!(wrong, []);
        let error = assignment("colour=red").unwrap_err();
        assert!(error.starts_with("no setting 'colour'; there are url, name,"), "{error}");
    }
}
