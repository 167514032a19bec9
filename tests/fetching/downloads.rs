//! Downloads into files, which are resumed.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use bozofeed::polling::Failure;
use bozofeed_fetch::FetchErrorKind;

use super::fetcher;
use super::server::{Request, Server, redirect, response};

/// A folder that is removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::SeqCst);
        let path = std::env::temp_dir().join(format!("bozofeed-downloads-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("episode.mp3")
    }

    /// Returns the names in the folder.
    fn names(&self) -> Vec<String> {
        let names = fs::read_dir(&self.0).unwrap().map(|file| file.unwrap().file_name());
        let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort_unstable();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const TAG: (&str, &str) = ("ETag", "\"7\"");

/// The first response of each test: four bytes of eight.
fn cut(headers: &[(&str, &str)]) -> Vec<u8> {
    response(200, &[&[("Content-Length", "8")], headers].concat(), b"low ")
}

fn whole(headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    response(200, headers, body)
}

fn text(request: &Request, name: &str) -> Option<String> {
    request.header(name).map(|value| String::from_utf8_lossy(value).into_owned())
}

/// Starts a download that is cut, and resumes it. Returns the requests after the first one: their `Range` and `If-Range`; and the
/// content of the file with the place where it was resumed, or the error.
#[allow(clippy::type_complexity, reason = "a row of a table")]
fn resume(
    first: &[(&str, &str)],
    answers: Vec<Vec<u8>>,
) -> (Vec<Option<(String, String)>>, Result<(String, u64), FetchErrorKind>, Vec<String>) {
    let (count, first) = (AtomicUsize::new(0), cut(first));
    let server = Server::new(move |_| match count.fetch_add(1, Ordering::SeqCst) {
        0 => first.clone(),
        number => answers[(number - 1).min(answers.len() - 1)].clone(),
    });
    let folder = Folder::new();
    fetcher().download_file(&server.url("/a"), folder.file()).unwrap_err();
    assert_eq!(fs::read(folder.0.join("episode.mp3.part")).unwrap(), b"low ");
    let result = fetcher().download_file(&server.url("/a"), folder.file());
    let result = result.map_err(|error| error.kind().clone()).map(|download| {
        let content = fs::read_to_string(folder.file()).unwrap();
        assert_eq!(content.len() as u64, download.received + download.resumed_from, "{content}");
        (content, download.resumed_from)
    });
    let asked = server.requests().into_iter().skip(1);
    let ranges = asked.map(|request| text(&request, "range").zip(text(&request, "if-range"))).collect();
    (ranges, result, folder.names())
}

#[test]
fn only_the_rest_of_the_same_file_is_appended() {
    let rest = |headers: &[(&str, &str)], range: &str| {
        response(206, &[headers, &[("Content-Range", range)]].concat(), b"tide")
    };
    let ask = |validator: &str| Some(("bytes=4-".to_owned(), validator.to_owned()));
    let old = ("Last-Modified", "Sat, 21 Nov 2026 08:15:00 GMT");
    let now = ("Date", "Sat, 21 Nov 2026 12:00:00 GMT");
    let new = whole(&[("ETag", "\"8\"")], b"high tide");
    let done = |content: &str, from| Ok((content.to_owned(), from));
    let all = &["episode.mp3"][..];
    let part = &["episode.mp3.part", "episode.mp3.part.from"][..];
    let failed = |status| Err(FetchErrorKind::Failed(Failure::Status { status }));
    let closed = Err(FetchErrorKind::Connection(std::io::ErrorKind::UnexpectedEof));
    let wrong: Vec<_> = [
        (
            "the rest",
            &[TAG][..],
            vec![rest(&[TAG], "bytes 4-7/8")],
            vec![ask("\"7\"")],
            done("low tide", 4),
            all,
        ),
        ("by date", &[old, now], vec![rest(&[], "bytes 4-7/8")], vec![ask(old.1)], done("low tide", 4), all),
        ("changed", &[TAG], vec![new.clone()], vec![ask("\"7\"")], done("high tide", 0), all),
        (
            "changed, though it is the rest",
            &[TAG],
            vec![rest(&[("ETag", "\"8\"")], "bytes 4-7/8"), new.clone()],
            vec![ask("\"7\""), None],
            done("high tide", 0),
            all,
        ),
        (
            "another range",
            &[TAG],
            vec![rest(&[TAG], "bytes 5-8/9"), new.clone()],
            vec![ask("\"7\""), None],
            done("high tide", 0),
            all,
        ),
        (
            "no range at all",
            &[TAG],
            vec![response(206, &[TAG], b"tide"), new.clone()],
            vec![ask("\"7\""), None],
            done("high tide", 0),
            all,
        ),
        (
            "another range, always",
            &[TAG],
            vec![rest(&[TAG], "bytes 5-8/9")],
            vec![ask("\"7\""), None],
            failed(206),
            part,
        ),
        (
            "a weak tag",
            &[("ETag", "W/\"7\""), old, now],
            vec![new.clone()],
            vec![None],
            done("high tide", 0),
            all,
        ),
        ("no validator", &[], vec![new.clone()], vec![None], done("high tide", 0), all),
        (
            "complete already",
            &[TAG],
            vec![response(416, &[("Content-Range", "bytes */4")], b"")],
            vec![ask("\"7\"")],
            done("low ", 4),
            all,
        ),
        (
            "shorter than the part",
            &[TAG],
            vec![response(416, &[("Content-Range", "bytes */3")], b""), new.clone()],
            vec![ask("\"7\""), None],
            done("high tide", 0),
            all,
        ),
        (
            "a part of the rest",
            &[TAG],
            vec![rest(&[TAG], "bytes 4-7/99")],
            vec![ask("\"7\"")],
            closed.clone(),
            part,
        ),
        ("gone", &[TAG], vec![response(404, &[], b"")], vec![ask("\"7\"")], failed(404), part),
        (
            "moved",
            &[TAG],
            vec![redirect(302, "/b"), rest(&[TAG], "bytes 4-7/8")],
            vec![ask("\"7\""); 2],
            done("low tide", 4),
            all,
        ),
        (
            "cut again",
            &[TAG],
            vec![response(206, &[TAG, ("Content-Range", "bytes 4-7/8"), ("Content-Length", "4")], b"t")],
            vec![ask("\"7\"")],
            closed,
            part,
        ),
    ]
    .into_iter()
    .filter_map(|(name, first, answers, ranges, result, names)| {
        let found = resume(first, answers);
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        (found != (ranges, result, names)).then_some((name, found))
    })
    .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_download_may_be_cut_often() {
    let content: Vec<u8> = (0..=u8::MAX).collect();
    let all = content.clone();
    let server = Server::new(move |request| {
        let range = text(request, "range").unwrap_or_else(|| "bytes=0-".to_owned());
        let first: usize = range.trim_start_matches("bytes=").trim_end_matches('-').parse().unwrap();
        let end = (first + 100).min(all.len());
        let length = (all.len() - first).to_string();
        let range = format!("bytes {first}-255/256");
        let status = if first == 0 { 200 } else { 206 };
        response(status, &[TAG, ("Content-Range", &range), ("Content-Length", &length)], &all[first..end])
    });
    let folder = Folder::new();
    let attempts: Vec<_> =
        (0..3).map(|_| fetcher().download_file(&server.url("/"), folder.file()).is_ok()).collect();
    assert_eq!(attempts, [false, false, true]);
    assert_eq!(fs::read(folder.file()).unwrap(), content);
}

#[test]
fn a_part_of_another_url_is_not_resumed() {
    let server =
        Server::new(|request| if request.path == "/a" { cut(&[TAG]) } else { whole(&[TAG], b"high tide") });
    let folder = Folder::new();
    fetcher().download_file(&server.url("/a"), folder.file()).unwrap_err();
    fetcher().download_file(&server.url("/b"), folder.file()).unwrap();
    assert_eq!(fs::read(folder.file()).unwrap(), b"high tide");
    assert!(server.requests().iter().all(|request| request.header("range").is_none()));
}

#[test]
fn what_cannot_be_written_is_an_error() {
    let server = Server::new(|_| whole(&[TAG], b"high tide"));
    let folder = Folder::new();
    fs::create_dir(folder.file()).unwrap();
    for path in [folder.0.join("missing").join("episode.mp3"), folder.file()] {
        let error = fetcher().download_file(&server.url("/"), Path::new(&path)).unwrap_err();
        assert!(matches!(error.kind(), FetchErrorKind::Write(_)), "{error}");
    }
}

#[test]
fn a_range_of_the_application_does_not_reach_downloads() {
    let server = Server::new(|request| match request.header("range") {
        Some(_) => response(206, &[("Content-Range", "bytes 0-2/9")], b"hig"),
        None => whole(&[TAG], b"high tide"),
    });
    let fetcher = fetcher().header("Range", "bytes=0-2").unwrap();
    let mut file = Vec::new();
    fetcher.download(&server.url("/"), &mut file).unwrap();
    assert_eq!(file, b"high tide");
}
