//! `WebSub`: the planet as a subscriber, with a local hub.

use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use super::planet::Planet;
use super::server::{RSS, Request, Server, response, rss};
use super::serving::{Response, Serving, wait_for};

/// A server with a feed and its hub, which answers with a status.
struct Hub {
    server: Server,
    status: Arc<AtomicU16>,
}

/// A request from the planet to the hub.
#[derive(Debug, Clone)]
struct Question {
    mode: String,
    topic: String,
    /// The path of the callback.
    callback: String,
    lease: Option<String>,
    secret: Option<String>,
}

impl Hub {
    fn new() -> Self {
        let status = Arc::new(AtomicU16::new(202));
        let of_hub = Arc::clone(&status);
        let server = Server::new(move |request| match request.path.as_str() {
            "/hub" => response(of_hub.load(Ordering::SeqCst), &[], b"no thanks\n"),
            path => {
                let link = format!("</hub>; rel=hub, <{path}>; rel=self");
                response(200, &[RSS, ("Link", &link)], rss("Tides", &["High".to_owned()]).as_bytes())
            }
        });
        Self { server, status }
    }

    /// Returns the requests to the hub so far.
    fn questions(&self) -> Vec<Question> {
        let is_question = |request: &Request| request.path == "/hub";
        self.server.requests().iter().filter(|request| is_question(request)).map(question).collect()
    }

    /// Waits for the request with this index, starting at 0.
    fn question(&self, number: usize) -> Question {
        wait_for("request", || self.questions().get(number).cloned())
    }
}

fn question(request: &Request) -> Question {
    assert_eq!(request.method, "POST");
    let form: Vec<(String, String)> = url::form_urlencoded::parse(&request.body).into_owned().collect();
    let value = |name: &str| form.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
    let callback = value("hub.callback").unwrap();
    Question {
        mode: value("hub.mode").unwrap(),
        topic: value("hub.topic").unwrap(),
        callback: callback.splitn(4, '/').nth(3).map(|path| format!("/{path}")).unwrap(),
        lease: value("hub.lease_seconds"),
        secret: value("hub.secret"),
    }
}

impl Question {
    /// Asks the planet to verify the request.
    fn verify(&self, serving: &Serving, mode: &str, topic: &str) -> Response {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.append_pair("hub.mode", mode).append_pair("hub.topic", topic);
        query.append_pair("hub.challenge", "k7 & x").append_pair("hub.lease_seconds", "86400");
        serving.get(&format!("{}?{}", self.callback, query.finish()))
    }

    fn confirm(&self, serving: &Serving) {
        let response = self.verify(serving, &self.mode, &self.topic);
        assert_eq!((response.status, response.body.as_str()), (200, "k7 & x"));
    }

    /// Delivers a version of the feed, signed with a secret.
    fn deliver(&self, serving: &Serving, secret: &str, titles: &[&str]) -> Response {
        let titles: Vec<String> = titles.iter().map(ToString::to_string).collect();
        let body = rss("Tides", &titles);
        let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
        mac.update(body.as_bytes());
        let digest: String = mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        let headers = format!("Content-Type: application/rss+xml\r\nX-Hub-Signature: sha256={digest}\r\n");
        serving.request("POST", &self.callback, &headers, body.as_bytes())
    }
}

/// Changes a part of the only subscription, to simulate the passage of time.
fn set(planet: &Planet, part: &str, value: &str) {
    let sql = format!("UPDATE hub_subscriptions SET state = json_set(state, '$.{part}', '{value}')");
    planet.database().execute(&sql, ()).unwrap();
}

fn titles(planet: &Planet) -> Vec<String> {
    planet.query("SELECT title FROM entries ORDER BY title")
}

#[test]
fn what_the_hub_sends_is_saved_like_the_result_of_a_poll() {
    let hub = Hub::new();
    let planet = Planet::new();
    planet.ok(&["add", &hub.server.url("/tides")]);
    planet.ok(&["set", "1", "drop=advert"]);
    let polls = || hub.server.paths().iter().filter(|path| *path == "/tides").count();
    let serving = Serving::start(&planet);
    let question = hub.question(0);
    assert_eq!((question.mode.as_str(), question.topic.as_str()), ("subscribe", &*hub.server.url("/tides")));
    assert!(question.callback.len() >= "/websub/".len() + 22, "nobody can guess it");
    assert_eq!(question.lease.as_deref(), Some("864000"));
    let secret = question.secret.clone().unwrap();
    // Only the actual request is confirmed.
    for (mode, topic) in
        [("unsubscribe", &*question.topic), ("subscribe", "https://harbour.example/"), ("", "")]
    {
        assert_eq!(question.verify(&serving, mode, topic).status, 404, "{mode} {topic}");
    }
    assert!(!planet.ok(&["list"]).contains("subscribed until"));
    question.confirm(&serving);
    assert!(planet.ok(&["list"]).contains("/hub; subscribed until"), "{}", planet.ok(&["list"]));
    // The feed is then polled rarely.
    let hours =
        "SELECT CAST(round((julianday(next_poll_at) - julianday(polled_at)) * 24) AS INTEGER) FROM feeds";
    assert_eq!(planet.query(hours), ["24"]);

    let delivered = question.deliver(&serving, &secret, &["Low", "An advert"]);
    assert_eq!(delivered.status, 202);
    assert_eq!(titles(&planet), ["An advert", "High", "Low"]);
    wait_for("page", || serving.get("/").body.contains("Low").then_some(()));
    assert!(!serving.get("/").body.contains("advert"));
    // Nobody else can deliver anything, and forgeries get no error.
    for wrong in ["another secret, by a guess", ""] {
        assert_eq!(question.deliver(&serving, wrong, &["Forged"]).status, 202);
    }
    let body = rss("Tides", &["Forged".to_owned()]);
    assert_eq!(serving.request("POST", &question.callback, "", body.as_bytes()).status, 202);
    // Repeated titles, and a changed entry.
    assert_eq!(question.deliver(&serving, &secret, &["Low", "An advert"]).status, 202);
    assert_eq!(titles(&planet), ["An advert", "High", "Low"]);
    assert_eq!(planet.query("SELECT sum(revision) FROM entries"), ["3"]);
    // Entries that were not delivered still belong to the feed.
    assert_eq!(planet.query("SELECT count(*) FROM present"), ["3"]);
    assert_eq!(polls(), 1);
    // A paused feed accepts nothing.
    planet.ok(&["pause", "1"]);
    assert_eq!(question.deliver(&serving, &secret, &["Ebb"]).status, 202);
    assert_eq!(titles(&planet).len(), 3);
    let too_large = vec![b'x'; 17 << 20];
    assert_eq!(serving.request("POST", &question.callback, "", &too_large).status, 413);
}

#[test]
fn a_subscription_is_renewed_before_it_ends() {
    let hub = Hub::new();
    let planet = Planet::new();
    planet.ok(&["add", &hub.server.url("/tides")]);
    let serving = Serving::start(&planet);
    let first = hub.question(0);
    first.confirm(&serving);
    let until = planet.query("SELECT active_until FROM hub_subscriptions");
    set(&planet, "next", "2020-01-01T00:00:00Z");
    let second = hub.question(1);
    assert_eq!(
        (&second.mode, &second.callback, &second.secret),
        (&first.mode, &first.callback, &first.secret)
    );
    second.confirm(&serving);
    assert!(planet.query("SELECT active_until FROM hub_subscriptions") >= until);
    // The subscription survives a restart.
    let port = serving.port;
    drop(serving);
    let serving = Serving::start_at(&planet, port);
    assert_eq!(first.deliver(&serving, &first.secret.clone().unwrap(), &["Low"]).status, 202);
    assert_eq!(titles(&planet), ["High", "Low"]);
    assert_eq!(hub.questions().len(), 2);
}

#[test]
fn a_feed_that_is_removed_is_unsubscribed() {
    let hub = Hub::new();
    let planet = Planet::new();
    planet.ok(&["add", &hub.server.url("/tides")]);
    let serving = Serving::start(&planet);
    let question = hub.question(0);
    question.confirm(&serving);
    planet.ok(&["remove", "1"]);
    let secret = question.secret.clone().unwrap();
    assert_eq!(question.deliver(&serving, &secret, &["Low"]).status, 410);
    let end = hub.question(1);
    assert_eq!(
        (end.mode.as_str(), &end.topic, &end.callback),
        ("unsubscribe", &question.topic, &question.callback)
    );
    assert_eq!(end.secret, None);
    assert_eq!(question.verify(&serving, "subscribe", &question.topic).status, 404);
    end.confirm(&serving);
    wait_for("end", || (planet.query("SELECT count(*) FROM hub_subscriptions") == ["0"]).then_some(()));
    assert_eq!(question.deliver(&serving, &secret, &["Low"]).status, 410);
    assert_eq!(planet.query("SELECT count(*) FROM entries"), ["0"]);
}

#[test]
fn a_hub_may_refuse_and_deny() {
    let hub = Hub::new();
    hub.status.store(400, Ordering::SeqCst);
    let planet = Planet::new();
    planet.ok(&["add", &hub.server.url("/tides")]);
    let serving = Serving::start(&planet);
    let question = hub.question(0);
    let listed =
        |expected: &str| wait_for(expected, || planet.ok(&["list"]).contains(expected).then_some(()));
    listed("the hub answered with status 400: no thanks");
    // Asked again later, it accepts, but then denies.
    hub.status.store(202, Ordering::SeqCst);
    set(&planet, "next", "2020-01-01T00:00:00Z");
    hub.question(1).confirm(&serving);
    let topic: String = url::form_urlencoded::byte_serialize(question.topic.as_bytes()).collect();
    let denied = format!("{}?hub.mode=denied&hub.topic={topic}&hub.reason=no+more", question.callback);
    assert_eq!(serving.get(&denied).status, 200);
    listed("denied by the hub: no more");
    assert_eq!(planet.query("SELECT coalesce(active_until, 'none') FROM hub_subscriptions"), ["none"]);
    assert_eq!(question.verify(&serving, "subscribe", &question.topic).status, 404);
    assert_eq!(hub.questions().len(), 2);
}

/// Signs a body, and returns the header fields of a delivery.
fn signed(secret: &str, body: &[u8], more: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(body);
    let digest: String = mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("Content-Type: application/rss+xml\r\nX-Hub-Signature: sha256={digest}\r\n{more}")
}

#[test]
fn slow_deliveries_of_a_hub_stop_no_others() {
    let hub = Hub::new();
    let planet = Planet::new();
    let feeds: Vec<String> = (0..6).map(|n| hub.server.url(&format!("/tides/{n}"))).collect();
    planet.add_list(&feeds);
    let serving = Serving::start(&planet);
    let questions: Vec<Question> = (0..6).map(|n| hub.question(n)).collect();
    for question in &questions {
        question.confirm(&serving);
    }
    // Each sends a byte now and then.
    let slow: Vec<_> = questions[..5]
        .iter()
        .map(|question| {
            let mut stream = std::net::TcpStream::connect(("127.0.0.1", serving.port)).unwrap();
            let head =
                format!("POST {} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n", question.callback);
            std::io::Write::write_all(&mut stream, head.as_bytes()).unwrap();
            std::thread::spawn(move || {
                let started = std::time::Instant::now();
                let mut is_open = stream.try_clone().unwrap();
                std::thread::spawn(move || {
                    while std::io::Write::write_all(&mut is_open, b"x").is_ok() {
                        std::thread::sleep(std::time::Duration::from_millis(300));
                    }
                });
                let mut answer = String::new();
                let _ = std::io::Read::read_to_string(&mut stream, &mut answer);
                (answer.lines().next().unwrap_or_default().to_owned(), started.elapsed().as_secs())
            })
        })
        .collect();
    std::thread::sleep(std::time::Duration::from_millis(500));
    let last = &questions[5];
    assert_eq!(last.deliver(&serving, last.secret.as_deref().unwrap(), &["Low"]).status, 202);
    // One at a time for each callback; unknown callbacks are refused at once.
    assert_eq!(serving.request("POST", &questions[0].callback, "", b"x").status, 503);
    assert_eq!(serving.request("POST", "/websub/unknown", "", b"x").status, 410);
    let slow: Vec<(String, u64)> = slow.into_iter().map(|slow| slow.join().unwrap()).collect();
    let is_given_up = |(status, seconds): &(String, u64)| status.contains("408") && *seconds < 15;
    assert!(slow.iter().all(is_given_up), "{slow:?}");
    let first = &questions[0];
    assert_eq!(first.deliver(&serving, first.secret.as_deref().unwrap(), &["Ebb"]).status, 202);
    assert_eq!(titles(&planet).iter().filter(|title| *title == "Ebb").count(), 1);
}

#[test]
fn deliveries_may_be_compressed() {
    let hub = Hub::new();
    let planet = Planet::new();
    planet.ok(&["add", &hub.server.url("/tides")]);
    let serving = Serving::start(&planet);
    let question = hub.question(0);
    question.confirm(&serving);
    let secret = question.secret.clone().unwrap();
    for (title, coding) in [("Low", "Content-Encoding: gzip\r\n"), ("Ebb", "")] {
        let body = gzip(rss("Tides", &[title.to_owned()]).as_bytes());
        let headers = signed(&secret, &body, coding);
        assert_eq!(serving.request("POST", &question.callback, &headers, &body).status, 202);
    }
    assert_eq!(titles(&planet), ["Ebb", "High", "Low"]);
}

/// A gzip file with one uncompressed block (RFC 1952, RFC 1951 §3.2.4); its checksum is not verified.
fn gzip(bytes: &[u8]) -> Vec<u8> {
    let length = u16::try_from(bytes.len()).unwrap();
    let head = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 1];
    [&head[..], &length.to_le_bytes(), &(!length).to_le_bytes(), bytes, &[0; 8]].concat()
}

#[test]
fn an_older_delivery_takes_nothing_back() {
    let hub = Hub::new();
    let planet = Planet::new();
    planet.ok(&["add", &hub.server.url("/tides")]);
    let serving = Serving::start(&planet);
    let question = hub.question(0);
    question.confirm(&serving);
    let secret = question.secret.clone().unwrap();
    let deliver = |id: &str, title: &str, updated: &str| {
        let updated = if updated.is_empty() {
            String::new()
        } else {
            format!("<atom:updated>{updated}</atom:updated>")
        };
        let body = format!(
            "<rss version='2.0' xmlns:atom='http://www.w3.org/2005/Atom'><channel><title>Tides</title><item>\
             <guid isPermaLink='false'>{id}</guid><title>{title}</title>{updated}</item></channel></rss>"
        );
        let headers = signed(&secret, body.as_bytes(), "");
        assert_eq!(serving.request("POST", &question.callback, &headers, body.as_bytes()).status, 202);
    };
    for (id, title, updated) in [
        ("dated", "First", "2025-01-01T00:00:00Z"),
        ("dated", "Second", "2025-01-02T00:00:00Z"),
        ("dated", "First", "2025-01-01T00:00:00Z"),
        ("undated", "One", ""),
        ("undated", "Two", ""),
        ("undated", "One", ""),
        ("again", "A", ""),
        ("again", "B", ""),
        ("again", "C", ""),
    ] {
        deliver(id, title, updated);
    }
    let titles = planet.query("SELECT title FROM entries WHERE title <> 'High' ORDER BY title");
    assert_eq!(titles, ["C", "Second", "Two"]);
}

#[test]
fn subscriptions_that_wait_cost_nothing() {
    let hub = Hub::new();
    let planet = Planet::new();
    let feeds: Vec<String> = (0..60).map(|n| hub.server.url(&format!("/tides/{n}"))).collect();
    planet.add_list(&feeds);
    let serving = Serving::start(&planet);
    (0..60).map(|n| hub.question(n)).for_each(|question| question.confirm(&serving));
    std::thread::sleep(std::time::Duration::from_secs(5));
    // Nothing reads them: invalid JSON goes unnoticed.
    let clock = || planet.query("SELECT now FROM hub_clock");
    let before = clock();
    planet.ok(&["poll", "1"]);
    planet.ok(&["status"]);
    assert_eq!(clock(), before);
    planet.ok(&["pause", "1"]);
    assert_ne!(clock(), before);
}
