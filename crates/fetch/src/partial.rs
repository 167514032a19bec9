//! Partially downloaded files.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use bozofeed::{Timestamp, date};
use bozofeed_polling::without_credentials;
use http::StatusCode;
use http::header::{
    CONTENT_RANGE, DATE, ETAG, HeaderMap, HeaderName, HeaderValue, IF_RANGE, LAST_MODIFIED, RANGE,
};

/// A file that is being downloaded: `NAME.part`, and the note `NAME.part.from` with the URL and the validator of the complete
/// file.
///
/// The note is written while the part is still empty, so that it always matches the bytes of the part, whenever the program
/// ends.
pub(super) struct PartialFile<'a> {
    /// Without credentials, like the whole note.
    url: String,
    path: &'a Path,
    part: PathBuf,
    note: PathBuf,
}

/// The existing part of a file, and the validator that tells whether the server still has the same file.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Part {
    size: u64,
    validator: Validator,
}

impl Part {
    /// Returns the header fields to request the rest, or the whole file if it changed (RFC 9110 §13.1.5).
    pub(super) fn request_headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        if let Ok(range) = HeaderValue::from_str(&format!("bytes={}-", self.size)) {
            headers.insert(RANGE, range);
            headers.insert(IF_RANGE, self.validator.value.clone());
        }
        headers
    }
}

/// A strong validator: responses with the same validator are equal, byte for byte (RFC 9110 §8.8.1).
#[derive(Debug, Clone, PartialEq)]
struct Validator {
    /// `ETag` or `Last-Modified`.
    name: HeaderName,
    value: HeaderValue,
}

impl Validator {
    fn of(headers: &HeaderMap) -> Option<Self> {
        if let Some(value) = headers.get(ETAG) {
            // In this case, not even the date may be used (RFC 9110 §13.1.5).
            let is_strong = value.as_bytes().starts_with(b"\"");
            return is_strong.then(|| Self { name: ETAG, value: value.clone() });
        }
        let value = headers.get(LAST_MODIFIED)?;
        // A file may change twice in a second (RFC 9110 §8.8.2.2).
        let is_strong = http_date(headers.get(DATE)?)?.since(http_date(value)?) >= Duration::from_secs(1);
        is_strong.then(|| Self { name: LAST_MODIFIED, value: value.clone() })
    }

    /// Returns whether a response is about the same file. Only the date may be omitted (RFC 9110 §15.3.7).
    fn matches(&self, headers: &HeaderMap) -> bool {
        match headers.get(&self.name) {
            Some(value) => *value == self.value,
            None => self.name == LAST_MODIFIED && !headers.contains_key(ETAG),
        }
    }
}

fn http_date(value: &HeaderValue) -> Option<Timestamp> {
    Some(date::parse(value.to_str().ok()?).ok()?.instant())
}

/// The meaning of a response for a file that may have been partially downloaded.
#[derive(Debug, PartialEq)]
pub(super) enum Answer {
    /// The body is the whole file.
    Whole,
    /// The body is the rest after the part.
    Rest { offset: u64, total: u64 },
    /// The part is the whole file.
    Nothing { offset: u64 },
    /// The response is about another file, or does not identify its content.
    Another,
}

impl Answer {
    pub(super) fn of(part: Option<&Part>, status: StatusCode, headers: &HeaderMap) -> Self {
        let range = headers.get(CONTENT_RANGE).and_then(|value| ContentRange::parse(value.to_str().ok()?));
        match (status, part, range) {
            (StatusCode::OK | StatusCode::NON_AUTHORITATIVE_INFORMATION, ..) => Self::Whole,
            (StatusCode::PARTIAL_CONTENT, Some(part), Some(ContentRange::Part { first, total }))
                if first == part.size && part.validator.matches(headers) =>
            {
                Self::Rest { offset: first, total }
            }
            // A server that still has the file confirms it even if the requested range starts at the end.
            (StatusCode::RANGE_NOT_SATISFIABLE, Some(part), Some(ContentRange::Nothing { total }))
                if total == part.size && (part.validator.matches(headers) || !has_validator(headers)) =>
            {
                Self::Nothing { offset: total }
            }
            _ => Self::Another,
        }
    }
}

fn has_validator(headers: &HeaderMap) -> bool {
    headers.contains_key(ETAG) || headers.contains_key(LAST_MODIFIED)
}

/// The `Content-Range` field (RFC 9110 §14.4).
#[derive(Debug, PartialEq)]
enum ContentRange {
    /// `bytes 100-199/200`
    Part { first: u64, total: u64 },
    /// `bytes */200`
    Nothing { total: u64 },
}

impl ContentRange {
    fn parse(value: &str) -> Option<Self> {
        let (unit, range) = value.trim().split_once(' ')?;
        let (range, total) = range.trim().split_once('/')?;
        if !unit.eq_ignore_ascii_case("bytes") {
            return None;
        }
        // If the size is unknown (`*`), so is whether the file is complete.
        let total = number(total)?;
        if range == "*" {
            return Some(Self::Nothing { total });
        }
        let (first, last) = range.split_once('-')?;
        let (first, last) = (number(first)?, number(last)?);
        (first <= last && last < total).then_some(Self::Part { first, total })
    }
}

/// `1*DIGIT`
fn number(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

impl<'a> PartialFile<'a> {
    pub(super) fn new(url: &str, path: &'a Path) -> Self {
        let beside = |ending: &str| {
            let mut name = OsString::from(path);
            name.push(ending);
            PathBuf::from(name)
        };
        Self { url: without_credentials(url), path, part: beside(".part"), note: beside(".part.from") }
    }

    /// Returns the part left by an earlier download, if its rest can be requested.
    pub(super) fn part(&self) -> Option<Part> {
        let size = fs::metadata(&self.part).ok().filter(fs::Metadata::is_file)?.len();
        let note = fs::read(&self.note).ok()?;
        let validator = self.read_note(&note).filter(|_| size > 0)?;
        Some(Part { size, validator })
    }

    /// Empties the part, for a file whose start is the body of this response.
    pub(super) fn create(&self, headers: &HeaderMap) -> io::Result<File> {
        self.forget()?;
        let file = File::create(&self.part)?;
        if let Some(validator) = Validator::of(headers) {
            File::create(&self.note)?.write_all(&self.write_note(&validator))?;
        }
        Ok(file)
    }

    /// Opens the part to append the rest.
    pub(super) fn append(&self) -> io::Result<File> {
        File::options().append(true).open(&self.part)
    }

    /// Gives the file its final name.
    pub(super) fn complete(&self) -> io::Result<()> {
        self.append()?.sync_all()?;
        fs::rename(&self.part, self.path)?;
        self.forget()
    }

    fn forget(&self) -> io::Result<()> {
        match fs::remove_file(&self.note) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Returns the note: the URL, and the validator as a header field, each on its own line.
    fn write_note(&self, validator: &Validator) -> Vec<u8> {
        let name = validator.name.as_str();
        [self.url.as_bytes(), b"\n", name.as_bytes(), b": ", validator.value.as_bytes(), b"\n"].concat()
    }

    fn read_note(&self, note: &[u8]) -> Option<Validator> {
        // Without the last line feed, the note is incomplete.
        let field = note.strip_suffix(b"\n")?.strip_prefix(self.url.as_bytes())?.strip_prefix(b"\n")?;
        let read = |name: HeaderName| {
            let value = field.strip_prefix(name.as_str().as_bytes())?.strip_prefix(b": ")?;
            Some(Validator { name, value: HeaderValue::from_bytes(value).ok()? })
        };
        read(ETAG).or_else(|| read(LAST_MODIFIED))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(fields: &[(&'static str, &'static str)]) -> HeaderMap {
        let field = |(name, value): &(&'static str, &'static str)| {
            (HeaderName::from_static(name), HeaderValue::from_static(value))
        };
        fields.iter().map(field).collect()
    }

    const TAG: (&str, &str) = ("etag", "\"7\"");
    const OLD: (&str, &str) = ("last-modified", "Sat, 21 Nov 2026 08:15:00 GMT");
    const NOW: (&str, &str) = ("date", "Sat, 21 Nov 2026 08:15:01 GMT");

    #[test]
    fn only_strong_validators_are_used() {
        let wrong: Vec<_> = [
            (&[("etag", "\"7\"")][..], Some("\"7\"")),
            (&[("etag", "\"7\""), OLD, NOW], Some("\"7\"")),
            (&[OLD, NOW], Some(OLD.1)),
            (&[("etag", "W/\"7\""), OLD, NOW], None),
            (&[("etag", "7"), OLD, NOW], None),
            (&[("etag", "")], None),
            (&[OLD], None),
            (&[OLD, ("date", OLD.1)], None),
            (&[("last-modified", "yesterday"), NOW], None),
            (&[], None),
        ]
        .into_iter()
        .filter_map(|(fields, expected)| {
            let found = Validator::of(&headers(fields));
            let value = found.as_ref().map(|validator| validator.value.to_str().unwrap().to_owned());
            (value.as_deref() != expected).then_some((fields, value))
        })
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn only_the_rest_of_the_same_file_is_appended() {
        let by_tag = Part { size: 100, validator: Validator::of(&headers(&[TAG])).unwrap() };
        let by_date = Part { size: 100, validator: Validator::of(&headers(&[OLD, NOW])).unwrap() };
        let rest = || Answer::Rest { offset: 100, total: 200 };
        let wrong: Vec<_> = [
            (&by_tag, 200, &[][..], Answer::Whole),
            (&by_tag, 203, &[], Answer::Whole),
            (&by_tag, 206, &[TAG, ("content-range", "bytes 100-199/200")], rest()),
            (&by_tag, 206, &[TAG, ("content-range", "Bytes 100-199/200")], rest()),
            (&by_tag, 206, &[TAG, ("content-range", "bytes 100-149/*")], Answer::Another),
            (&by_tag, 206, &[TAG, ("content-range", "bytes 0-199/200")], Answer::Another),
            (&by_tag, 206, &[TAG, ("content-range", "bytes 101-199/200")], Answer::Another),
            (&by_tag, 206, &[TAG, ("content-range", "bytes 100-99/200")], Answer::Another),
            (&by_tag, 206, &[TAG, ("content-range", "bytes 100-200/200")], Answer::Another),
            (&by_tag, 206, &[TAG, ("content-range", "bytes +100-199/200")], Answer::Another),
            (&by_tag, 206, &[TAG, ("content-range", "bytes 100-/200")], Answer::Another),
            (&by_tag, 206, &[TAG, ("content-range", "lines 100-199/200")], Answer::Another),
            (&by_tag, 206, &[TAG, ("content-range", "bytes */200")], Answer::Another),
            (&by_tag, 206, &[TAG, ("content-type", "multipart/byteranges")], Answer::Another),
            (&by_tag, 206, &[("etag", "\"8\""), ("content-range", "bytes 100-199/200")], Answer::Another),
            (&by_tag, 206, &[("etag", "W/\"7\""), ("content-range", "bytes 100-199/200")], Answer::Another),
            (&by_tag, 206, &[("content-range", "bytes 100-199/200")], Answer::Another),
            (&by_date, 206, &[("content-range", "bytes 100-199/200")], rest()),
            (&by_date, 206, &[OLD, ("content-range", "bytes 100-199/200")], rest()),
            (
                &by_date,
                206,
                &[("last-modified", NOW.1), ("content-range", "bytes 100-199/200")],
                Answer::Another,
            ),
            (&by_date, 206, &[TAG, ("content-range", "bytes 100-199/200")], Answer::Another),
            (&by_tag, 416, &[("content-range", "bytes */100")], Answer::Nothing { offset: 100 }),
            (&by_tag, 416, &[TAG, ("content-range", "bytes */100")], Answer::Nothing { offset: 100 }),
            (&by_tag, 416, &[("etag", "\"8\""), ("content-range", "bytes */100")], Answer::Another),
            (&by_tag, 416, &[("content-range", "bytes */99")], Answer::Another),
            (&by_tag, 416, &[("content-range", "bytes */*")], Answer::Another),
            (&by_tag, 416, &[], Answer::Another),
        ]
        .into_iter()
        .filter_map(|(part, status, fields, expected)| {
            let found = Answer::of(Some(part), StatusCode::from_u16(status).unwrap(), &headers(fields));
            (found != expected).then_some((status, fields, found))
        })
        .collect();
        assert_eq!(wrong, []);
        let whole = headers(&[("content-range", "bytes 0-199/200")]);
        assert_eq!(Answer::of(None, StatusCode::PARTIAL_CONTENT, &whole), Answer::Another);
    }

    #[test]
    fn a_note_is_about_one_url() {
        let path = Path::new("episode.mp3");
        let file = PartialFile::new("https://anna:s3cret@harbour.example/a", path);
        let validator = Validator::of(&headers(&[("etag", "\"7\"")])).unwrap();
        let note = file.write_note(&validator);
        assert_eq!(note, b"https://harbour.example/a\netag: \"7\"\n");
        assert_eq!(file.read_note(&note), Some(validator));
        assert_eq!(PartialFile::new("https://harbour.example/", path).read_note(&note), None);
        assert!((0..note.len()).all(|length| file.read_note(&note[..length]).is_none()));
    }
}
