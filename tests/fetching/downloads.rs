//! Downloads into files, and their resumption.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use bozofeed_fetch::FetchErrorKind;
use bozofeed_polling::Failure;

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

    /// Returns the file names in the folder.
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

/// The first response of each test: four of eight bytes.
fn cut(headers: &[(&str, &str)]) -> Vec<u8> {
    response(200, &[&[("Content-Length", "8")], headers].concat(), b"low ")
}

fn whole(headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    response(200, headers, body)
}

fn text(request: &Request, name: &str) -> Option<String> {
    request.header(name).map(|value| String::from_utf8_lossy(value).into_owned())
}

/// The observations on a resumed download.
#[derive(Debug, PartialEq)]
struct Resumed {
    /// The `If-Range` fields of the requests after the first one. A request with the field asks for the bytes starting with the
    /// fourth.
    asked: Vec<Option<String>>,
    /// The content of the file, and the offset at which it was resumed.
    result: Result<(String, u64), FetchErrorKind>,
    /// Whether the partial file and its note exist afterwards, instead of only the file.
    has_part: bool,
}

/// Starts a download that is cut off, and resumes it.
fn resume(first: &[(&str, &str)], answers: &[Vec<u8>]) -> Resumed {
    let (count, first, answers) = (AtomicUsize::new(0), cut(first), answers.to_vec());
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
    let text = |value: &[u8]| String::from_utf8_lossy(value).into_owned();
    let asked = server.requests().into_iter().skip(1).map(|request| {
        let condition = request.header("if-range").map(text);
        assert_eq!(request.header("range").map(text), condition.as_ref().map(|_| "bytes=4-".to_owned()));
        condition
    });
    let has_part = match &folder.names().iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["episode.mp3"] => false,
        ["episode.mp3.part", "episode.mp3.part.from"] => true,
        names => panic!("{names:?}"),
    };
    Resumed { asked: asked.collect(), result, has_part }
}

/// Returns the rest of the file.
fn rest(headers: &[(&str, &str)], range: &str) -> Vec<u8> {
    response(206, &[headers, &[("Content-Range", range)]].concat(), b"tide")
}

/// Returns the response for an unsatisfiable range.
fn nothing(range: &str) -> Vec<u8> {
    response(416, &[("Content-Range", range)], b"")
}

const OLD: (&str, &str) = ("Last-Modified", "Sat, 21 Nov 2026 08:15:00 GMT");
const NOW: (&str, &str) = ("Date", "Sat, 21 Nov 2026 12:00:00 GMT");

#[test]
fn only_the_rest_of_the_same_file_is_appended() {
    let new = || response(200, &[("ETag", "\"8\"")], b"high tide");
    let other = || rest(&[("ETag", "\"8\"")], "bytes 4-7/8");
    let once = &[Some("\"7\"")][..];
    let again = &[Some("\"7\""), None][..];
    let wrong: Vec<_> = [
        (&[TAG][..], vec![rest(&[TAG], "bytes 4-7/8")], once, "low tide", 4),
        (&[OLD, NOW], vec![rest(&[], "bytes 4-7/8")], &[Some(OLD.1)], "low tide", 4),
        // The file has changed.
        (&[TAG], vec![new()], once, "high tide", 0),
        (&[TAG], vec![other(), new()], again, "high tide", 0),
        // A different range, or no range.
        (&[TAG], vec![rest(&[TAG], "bytes 5-8/9"), new()], again, "high tide", 0),
        (&[TAG], vec![response(206, &[TAG], b"tide"), new()], again, "high tide", 0),
        // No strong validator.
        (&[("ETag", "W/\"7\""), OLD, NOW], vec![new()], &[None], "high tide", 0),
        (&[], vec![new()], &[None], "high tide", 0),
        // Already complete, or longer than the file.
        (&[TAG], vec![nothing("bytes */4")], once, "low ", 4),
        (&[TAG], vec![nothing("bytes */3"), new()], again, "high tide", 0),
        (
            &[TAG],
            vec![redirect(302, "/b"), rest(&[TAG], "bytes 4-7/8")],
            &[Some("\"7\""), Some("\"7\"")],
            "low tide",
            4,
        ),
    ]
    .into_iter()
    .filter_map(|(first, answers, asked, content, from)| {
        let asked = asked.iter().map(|condition| condition.map(str::to_owned)).collect();
        let expected = Resumed { asked, result: Ok((content.to_owned(), from)), has_part: false };
        let found = resume(first, &answers);
        (found != expected).then_some((expected, found))
    })
    .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_part_is_kept_for_the_next_attempt() {
    let failed = |status| FetchErrorKind::Failed(Failure::Status { status });
    let closed = || FetchErrorKind::Connection(std::io::ErrorKind::UnexpectedEof);
    let cut_again = [TAG, ("Content-Range", "bytes 4-7/8"), ("Content-Length", "4")];
    let wrong: Vec<_> = [
        (response(404, &[], b""), failed(404)),
        (response(503, &[], b""), FetchErrorKind::Failed(Failure::Busy { after: None })),
        (rest(&[TAG], "bytes 5-8/9"), failed(206)),
        (rest(&[TAG], "bytes 4-7/99"), closed()),
        (response(206, &cut_again, b"t"), closed()),
    ]
    .into_iter()
    .filter_map(|(answer, expected)| {
        let found = resume(&[TAG], &[answer]);
        (found.result.as_ref() != Err(&expected) || !found.has_part).then_some((expected, found))
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
fn a_download_that_is_too_large_ends() {
    // With and without a known length.
    let known = |_: &Request| whole(&[TAG], b"high tide");
    let unknown = |_: &Request| b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhigh tide".to_vec();
    let servers = [Server::new(known), Server::new(unknown)];
    let too_large = FetchErrorKind::TooLarge { limit: 8, decompressed: false };
    for (i, server) in servers.iter().enumerate() {
        let folder = Folder::new();
        let error = fetcher().max_download(8).download_file(&server.url("/"), folder.file()).unwrap_err();
        assert_eq!(*error.kind(), too_large, "{i}");
        assert!(!folder.file().exists(), "{i}");
    }
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
