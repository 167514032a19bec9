//! `planet serve`: the site, and attacks on the server.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::planet::Planet;
use super::server::{Server, feed};

/// A planet that serves until it is dropped.
pub(crate) struct Serving {
    child: Child,
    pub(crate) port: u16,
}

/// A response of the planet.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    /// In lower case.
    head: String,
    pub(crate) body: String,
}

impl Response {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}

impl Serving {
    /// Serves a planet on a local port, which is also its address for hubs.
    pub(crate) fn start(planet: &Planet) -> Self {
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port();
        Self::start_at(planet, port)
    }

    pub(crate) fn start_at(planet: &Planet, port: u16) -> Self {
        let (listen, url) = (format!("127.0.0.1:{port}"), format!("http://127.0.0.1:{port}/"));
        let mut child = planet
            .command(&["serve", "site", "--every", "1h", "--listen", &listen, "--url", &url])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, format!("serving site at http://{listen}/\n"));
        Self { child, port }
    }

    /// Sends bytes, and returns the response.
    pub(crate) fn send(&self, request: &[u8]) -> Option<Response> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        // The planet may answer before it has received everything.
        let _ = stream.write_all(request);
        let mut response = Vec::new();
        let _ = stream.read_to_end(&mut response);
        let response = String::from_utf8_lossy(&response).into_owned();
        let (head, body) = response.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some(Response { status, head: head.to_ascii_lowercase(), body: body.to_owned() })
    }

    pub(crate) fn request(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Response {
        let length =
            if body.is_empty() { String::new() } else { format!("Content-Length: {}\r\n", body.len()) };
        let head =
            format!("{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{headers}{length}\r\n");
        self.send(&[head.as_bytes(), body].concat()).unwrap()
    }

    pub(crate) fn get(&self, path: &str) -> Response {
        self.request("GET", path, "", b"")
    }

    /// Ends the process like a service manager; returns its exit status.
    fn stop(mut self) -> Option<i32> {
        kill(Pid::from_raw(self.child.id().try_into().unwrap()), Signal::SIGTERM).unwrap();
        self.child.wait().unwrap().code()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until something exists, which must be soon.
pub(crate) fn wait_for<T>(what: &str, mut found: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(found) = found() {
            return found;
        }
        assert!(started.elapsed() < Duration::from_secs(60), "no {what}");
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn the_site_is_polled_written_and_served() {
    let server = Server::new(|_| feed("Tides", &["High", "Low"]));
    let planet = Planet::new();
    planet.add_list(&[server.url("/")]);
    let serving = Serving::start(&planet);
    let page = wait_for("page", || Some(serving.get("/")).filter(|page| page.body.contains("High")));
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    let atom = serving.get("/atom.xml");
    assert_eq!((atom.status, atom.header("content-type")), (200, Some("application/atom+xml")));
    assert!(atom.body.contains(&format!("http://127.0.0.1:{}/atom.xml", serving.port)));
    // A client that has it gets it only once.
    let etag = atom.header("etag").unwrap().to_owned();
    let again = serving.request("GET", "/atom.xml", &format!("If-None-Match: \"x\", W/{etag}\r\n"), b"");
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    let head = serving.request("HEAD", "/atom.xml", "", b"");
    assert_eq!((head.status, head.body.as_str()), (200, ""));
    assert_eq!(head.header("content-length").unwrap(), atom.body.len().to_string());
    let folder = serving.get("/archive");
    assert_eq!((folder.status, folder.header("location")), (301, Some("archive/")));
    assert_eq!(serving.get("/archive/").status, 200);
    assert_eq!(serving.stop(), Some(0), "a service manager that stops it is told of no failure");
}

#[test]
fn nothing_but_the_site_is_served() {
    let planet = Planet::new();
    planet.write("list.opml", "<opml><body><outline xmlUrl='http://127.0.0.1:9/'/></body></opml>");
    planet.ok(&["add", "list.opml"]);
    let serving = Serving::start(&planet);
    wait_for("page", || (serving.get("/").status == 200).then_some(()));
    planet.write("site/notes.db", "secret");
    planet.write("secret.html", "secret");
    let wrong: Vec<_> = [
        ("GET", "/../secret.html", 404),
        ("GET", "/%2e%2e/secret.html", 404),
        ("GET", "/..%2fsecret.html", 404),
        ("GET", "/feeds/../../secret.html", 404),
        ("GET", "//etc/passwd", 404),
        ("GET", "/notes.db", 404),
        ("GET", "/missing.html", 404),
        ("GET", "/websub/", 404),
        ("GET", "/websub/0123456789abcdef", 404),
        ("GET", "/websub/0123456789abcdef?hub.mode=subscribe&hub.topic=x&hub.challenge=k7", 404),
        ("POST", "/websub/0123456789abcdef", 410),
        ("PUT", "/websub/0123456789abcdef", 405),
        ("HEAD", "/websub/0123456789abcdef", 405),
        ("POST", "/", 405),
        ("DELETE", "/index.html", 405),
        ("BREW", "/", 405),
        ("OPTIONS", "*", 405),
        ("GET", "*", 404),
        ("GET", "/index.html?x=y", 200),
    ]
    .into_iter()
    .filter_map(|(method, path, expected)| {
        let response = serving.request(method, path, "", b"");
        (response.status != expected || response.body.contains("secret"))
            .then_some((method, path, response.status))
    })
    .collect();
    assert_eq!(wrong, []);
    // Requests that are not HTTP, too long, or never end do not prevent others from being served.
    let endless = [
        "GET /".to_owned(),
        "\0\u{1}\u{2}".to_owned(),
        format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(100_000)),
    ];
    for bytes in endless {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, serving.port)).unwrap();
        let _ = stream.write_all(bytes.as_bytes());
        assert_eq!(serving.get("/").status, 200);
    }
    let idle: Vec<TcpStream> =
        (0..200).map(|_| TcpStream::connect((Ipv4Addr::LOCALHOST, serving.port)).unwrap()).collect();
    assert_eq!(serving.get("/").status, 200);
    // Their connections are closed.
    let mut first = &idle[0];
    first.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    assert_eq!(first.read(&mut [0; 1024]).unwrap_or(0), 0);
}

#[test]
fn the_site_has_what_is_there_while_a_slow_server_is_waited_for() {
    let server = Server::writing(|request, connection| {
        if request.path == "/slow" {
            thread::sleep(Duration::from_secs(15));
        }
        let _ = connection.write_all(&feed(request.path.trim_matches('/'), &["High"]));
    });
    let slow = Server::at(Ipv4Addr::new(127, 0, 0, 2), |_, connection| {
        thread::sleep(Duration::from_secs(15));
        let _ = connection.write_all(&feed("slow", &["Low"]));
    });
    let planet = Planet::new();
    planet.add_list(&[server.url("/fast"), slow.url("/slow")]);
    let serving = Serving::start(&planet);
    let started = Instant::now();
    wait_for("page", || Some(serving.get("/")).filter(|page| page.body.contains("High")));
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    wait_for("slow feed", || Some(serving.get("/")).filter(|page| page.body.contains("Low")));
}

#[test]
fn a_rendering_that_failed_is_tried_again() {
    let server = Server::new(|_| feed("Tides", &["High"]));
    let planet = Planet::new();
    planet.add_list(&[server.url("/")]);
    // A folder in place of a file.
    std::fs::create_dir_all(planet.path("site/search.html")).unwrap();
    let serving = Serving::start(&planet);
    wait_for("feed", || Some(()).filter(|()| planet.path("site/atom.xml").exists()));
    assert!(!planet.path("site/index.html").exists());
    std::fs::remove_dir(planet.path("site/search.html")).unwrap();
    wait_for("page", || Some(serving.get("/")).filter(|page| page.body.contains("High")));
}
