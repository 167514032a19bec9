//! Feeds with archives and pages.

use bozofeed_fetch::FetchErrorKind;
use bozofeed_polling::FeedState;

use super::fetcher;
use super::server::{Server, response};

/// Returns an Atom feed with links.
fn atom(title: &str, links: &[(&str, &str)], more: &str) -> Vec<u8> {
    let links: Vec<String> =
        links.iter().map(|(rel, href)| format!("<link rel='{rel}' href='{href}'/>")).collect();
    let links = links.concat();
    let text = format!(
        "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:fh='http://purl.org/syndication/history/1.0'>\
         <title>{title}</title>{links}{more}</feed>"
    );
    response(200, &[("Content-Type", "application/atom+xml")], text.as_bytes())
}

#[test]
fn older_documents_follow_newest_first_and_once() {
    type Answer = fn(&str) -> Vec<u8>;
    let mut wrong = Vec::new();
    let cases: [(&str, Answer, &str); 8] = [
        ("one document", |_| atom("a", &[], ""), "a"),
        (
            "archives precede pages",
            |path| match path {
                "/" => atom("a", &[("prev-archive", "/2"), ("next", "/x")], ""),
                "/2" => atom("b", &[("prev-archive", "/1"), ("current", "/")], "<fh:archive/>"),
                _ => atom("c", &[("next-archive", "/2")], "<fh:archive/>"),
            },
            "a b c",
        ),
        (
            "pages",
            |path| match path {
                "/" => atom("a", &[("next", "?page=2")], ""),
                _ => atom("b", &[("previous", "/"), ("first", "/")], ""),
            },
            "a b",
        ),
        ("a complete feed", |_| atom("a", &[("prev-archive", "/2")], "<fh:complete/>"), "a"),
        (
            "a circle, in several spellings",
            |path| match path {
                "/" => atom("a", &[("prev-archive", "/./b#x")], ""),
                _ => atom("b", &[("prev-archive", "/x/..")], ""),
            },
            "a b",
        ),
        (
            "a link of the response",
            |path| match path {
                "/" => {
                    let link = ("Link", "</2>; rel=\"prev-archive\"");
                    response(200, &[link], b"<rss><channel><title>a</title></channel></rss>")
                }
                _ => atom("b", &[], ""),
            },
            "a b",
        ),
        (
            "an archive that is gone",
            |path| match path {
                "/" => atom("a", &[("prev-archive", "/2")], ""),
                _ => response(404, &[], b""),
            },
            "a 404",
        ),
        ("a script", |_| atom("a", &[("prev-archive", "javascript:x")], ""), "a"),
    ];
    for (name, answer, expected) in cases {
        let server = Server::new(move |request| answer(&request.path));
        let fetcher = fetcher();
        let titles: Vec<String> = fetcher
            .archive(&server.url("/"))
            .map(|fetched| match fetched {
                Ok(fetched) => fetched.parsed.feed.title_text().unwrap_or_default().into_owned(),
                Err(error) => match error.kind() {
                    FetchErrorKind::Failed(failure) => {
                        failure.to_string().rsplit(' ').next().unwrap().to_owned()
                    }
                    kind => kind.to_string(),
                },
            })
            .collect();
        if titles.join(" ") != expected {
            wrong.push((name, titles));
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn an_endless_archive_ends() {
    let server = Server::new(|request| atom("a", &[("prev-archive", &format!("{}x", request.path))], ""));
    assert_eq!(fetcher().archive(&server.url("/")).max_documents(5).count(), 5);
    assert_eq!(server.requests().len(), 5);
}

#[test]
fn an_archive_elsewhere_gets_no_credentials() {
    let other = Server::new(|_| atom("b", &[], ""));
    let to = other.url("/2");
    let server = Server::new(move |request| match request.path.as_str() {
        "/" => atom("a", &[("prev-archive", "/1")], ""),
        _ => atom("a", &[("prev-archive", &to)], ""),
    });
    let url = server.url("/").replace("http://", "http://anna:secret@");
    let state = FeedState::new(&url).header("Cookie", "a=b").unwrap().header("Pragma", "x").unwrap();
    let fetcher = fetcher();
    let documents = fetcher.archive(&url).request_headers(&state.headers);
    assert_eq!(documents.flatten().count(), 3);
    let sent = |server: &Server| -> Vec<[bool; 3]> {
        let names = ["authorization", "cookie", "pragma"];
        server.requests().iter().map(|request| names.map(|name| request.header(name).is_some())).collect()
    };
    assert_eq!((sent(&server), sent(&other)), (vec![[true; 3]; 2], vec![[false, false, true]]));
}
