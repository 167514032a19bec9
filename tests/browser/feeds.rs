//! Feeds with everything that a browser can run, in every place, and a server for the documents written from them.

#![allow(clippy::unwrap_used, reason = "the feeds are made here, and the server is on this machine")]

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use bozofeed::model::{Entry, Feed};
use bozofeed::write::{Target, Writer};
use bozofeed::{Parser, Timestamp};
use serde_json::{Value, json};

/// Media types used by servers for feeds with which browsers may run something.
pub(super) const TYPES: &[&str] = &["text/xml", "application/xml", "application/xhtml+xml", "text/html"];

/// An element, its attributes and its content.
type RunElement = (&'static str, &'static str, &'static str);

/// The namespaces that browsers run: a prefix, the name, and the elements with attributes and content. `RUN` is a call.
#[rustfmt::skip]
const RUN: &[(&str, &str, &[RunElement])] = &[
    ("h", "http://www.w3.org/1999/xhtml", &[
        ("script", "", "RUN"), ("script", "type='module'", "RUN"), ("script", "src='data:text/javascript,RUN'", ""), ("iframe", "srcdoc='&lt;script>parent.RUN&lt;/script>'", ""),
        ("iframe", "src='javascript:parent.RUN'", ""), ("iframe", "src='data:text/html,x'", ""), ("img", "src='x'", ""), ("body", "", ""), ("video", "src='x'", ""),
        ("audio", "src='x'", ""), ("source", "src='x'", ""), ("input", "autofocus='' type='image' src='x'", ""), ("select", "autofocus=''", ""),
        ("textarea", "autofocus=''", ""), ("button", "autofocus='' formaction='javascript:RUN'", ""), ("details", "open=''", ""), ("marquee", "", "x"),
        ("object", "data='javascript:parent.RUN'", ""), ("embed", "src='javascript:parent.RUN'", ""), ("link", "rel='stylesheet' href='data:text/css,*{}'", ""),
        ("style", "", "@import 'x'; * {}"), ("meta", "http-equiv='refresh' content='9;url=javascript:RUN'", ""), ("base", "href='//x.example/'", ""),
        ("form", "action='javascript:RUN'", ""), ("a", "href='javascript:RUN'", "x"), ("area", "href='javascript:RUN'", ""), ("template", "", "x"), ("portal", "src='x'", ""),
        ("frame", "src='javascript:parent.RUN'", ""), ("frameset", "", ""), ("applet", "", ""), ("noscript", "", "x"), ("p", "", "x"), ("b", "", "x"), ("div", "tabindex='1'", "x"),
        ("x", "", "x"), ("html", "", ""), ("head", "", ""), ("table", "background='javascript:RUN'", ""), ("dialog", "open=''", ""), ("slot", "", ""), ("track", "src='x'", ""),
        ("title", "", "x"), ("picture", "", ""), ("canvas", "", ""), ("keygen", "autofocus=''", ""), ("isindex", "action='javascript:RUN'", ""),
    ]),
    ("s", "http://www.w3.org/2000/svg", &[
        ("svg", "", ""), ("script", "", "RUN"), ("script", "href='data:text/javascript,RUN'", ""), ("script", "xlink:href='data:text/javascript,RUN' xmlns:xlink='http://www.w3.org/1999/xlink'", ""),
        ("a", "href='javascript:RUN'", "x"), ("a", "xlink:href='javascript:RUN' xmlns:xlink='http://www.w3.org/1999/xlink'", "x"), ("g", "", ""),
        ("animate", "attributeName='href' values='javascript:RUN'", ""), ("set", "attributeName='href' to='javascript:RUN'", ""), ("animateTransform", "dur='1s'", ""),
        ("animateMotion", "dur='1s'", ""), ("image", "href='x'", ""), ("use", "href='data:image/svg+xml,x'", ""), ("foreignObject", "", ""), ("style", "", "* {}"),
        ("handler", "type='text/javascript'", "RUN"), ("feImage", "href='x'", ""), ("text", "", "x"), ("title", "", "x"), ("discard", "begin='0s'", ""),
    ]),
    ("m", "http://www.w3.org/1998/Math/MathML", &[
        ("math", "", ""), ("mtext", "", "x"), ("mi", "href='javascript:RUN'", "x"), ("maction", "actiontype='statusline'", "x"), ("annotation-xml", "encoding='text/html'", ""),
        ("semantics", "", ""), ("mglyph", "src='x'", ""), ("script", "", "RUN"),
    ]),
];

/// Events with attributes on elements.
#[rustfmt::skip]
const EVENTS: &[&str] = &[
    "load", "error", "click", "focus", "focusin", "blur", "mouseover", "mouseenter", "mousemove", "keydown", "input", "change", "submit", "toggle",
    "animationstart", "loadstart", "begin", "end", "repeat", "scroll", "pageshow", "hashchange", "message", "resize", "close", "cancel",
    "beforetoggle", "canplay", "pointerdown", "wheel", "copy", "drag", "start", "finish", "bounce", "unload", "popstate", "storage", "show",
];

/// Places in an entry, given by the text before and after. The prefix `r` stands for RSS, or is empty.
#[rustfmt::skip]
const PLACES: &[(&str, &str, &str)] = &[
    ("an entry", "", ""),
    ("an unknown element", "<x:y xmlns:x='urn:x'>", "</x:y>"),
    ("an element of no namespace", "<y xmlns=''>", "</y>"),
    ("an author", "<author><name>A</name>", "</author>"),
    ("a person of Atom", "<a:author xmlns:a='http://www.w3.org/2005/Atom'><a:name>A</a:name>", "</a:author>"),
    ("a source", "<a:source xmlns:a='http://www.w3.org/2005/Atom'><a:id>urn:a</a:id>", "</a:source>"),
    ("an image", "<image><url>https://a.example/i</url>", "</image>"),
    ("an enclosure", "<enclosure url='https://a.example/e' type='audio/mpeg' length='1'>", "</enclosure>"),
    ("a category", "<category>c", "</category>"),
    ("a group of media", "<media:group xmlns:media='http://search.yahoo.com/mrss/'>", "</media:group>"),
    ("media", "<media:content xmlns:media='http://search.yahoo.com/mrss/' url='https://a.example/m'>", "</media:content>"),
    ("a person of a podcast", "<podcast:person xmlns:podcast='https://podcastindex.org/namespace/1.0'>P", "</podcast:person>"),
    ("a live item", "<podcast:liveItem xmlns:podcast='https://podcastindex.org/namespace/1.0'>", "</podcast:liveItem>"),
    ("XML", "<a:content xmlns:a='http://www.w3.org/2005/Atom' type='application/xml'>", "</a:content>"),
    ("XML within an element", "<a:content xmlns:a='http://www.w3.org/2005/Atom' type='text/xml'><y>", "</y></a:content>"),
    ("SVG", "<a:content xmlns:a='http://www.w3.org/2005/Atom' type='image/svg+xml'><svg xmlns='http://www.w3.org/2000/svg'>", "</svg></a:content>"),
    ("XHTML", "<a:content xmlns:a='http://www.w3.org/2005/Atom' type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>", "</div></a:content>"),
    ("a title", "<a:title xmlns:a='http://www.w3.org/2005/Atom' type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>", "</div></a:title>"),
    ("a description", "<description>", "</description>"),
    ("what was set aside", "<b:extensions xmlns:b='urn:uuid:8eb81d1a-dc77-5313-9f94-c7dfad72aeb2'>", "</b:extensions>"),
];

/// Descriptions of the calls, by their numbers.
#[derive(Default)]
pub(super) struct Calls(pub(super) Vec<String>);

impl Calls {
    /// Returns a call with a new number.
    fn call(&mut self, what: String) -> String {
        self.0.push(what);
        format!("parent.ran({})", self.0.len() - 1)
    }

    /// Returns all elements of all namespaces, for a place.
    fn elements(&mut self, place: &str) -> String {
        let mut all = String::new();
        for (prefix, namespace, elements) in RUN {
            for (name, attributes, content) in *elements {
                let [attributes, content] = [attributes, content].map(|part| {
                    let call = self.call(format!("<{prefix}:{name} {part}> in {place}"));
                    part.replace("parent.RUN", &format!("parent.{call}")).replace("RUN", &call)
                });
                let _ = write!(all, "<{prefix}:{name} xmlns:{prefix}='{namespace}' {attributes}");
                for event in EVENTS {
                    let call = self.call(format!("on{event} of <{prefix}:{name}> in {place}"));
                    let _ = write!(all, " on{event}='{call}'");
                }
                let _ = write!(all, ">{content}</{prefix}:{name}>");
            }
        }
        all
    }

    /// Returns a feed in each format, each with all elements.
    pub(super) fn sources(&mut self) -> Vec<(&'static str, String)> {
        let mut entries = |format: &str, tag: &str, id: &str| {
            let mut all = String::new();
            for (number, (place, start, end)) in PLACES.iter().enumerate() {
                let elements = self.elements(&format!("{place} of {format}"));
                let _ = write!(
                    all,
                    "<{tag}><{id}>urn:{number}</{id}><title>{number}</title>{start}{elements}{end}</{tag}>"
                );
            }
            (self.elements(&format!("a feed of {format}")), all)
        };
        let (of_feed, items) = entries("RSS", "item", "guid");
        let rss = format!("<rss version='2.0'><channel><title>T</title>{of_feed}{items}</channel></rss>");
        let (of_feed, all) = entries("Atom", "entry", "id");
        let atom = format!("<feed xmlns='http://www.w3.org/2005/Atom'><title>T</title>{of_feed}{all}</feed>");
        vec![("RSS", rss), ("Atom", atom), ("JSON", self.json()), ("program", String::new())]
    }

    /// Returns a JSON Feed with the elements in its extension object.
    fn json(&mut self) -> String {
        let mut items = Vec::new();
        for (place, parent) in
            [("elements of JSON", "x:y"), ("XHTML of JSON", "h:div"), ("SVG of JSON", "s:svg")]
        {
            let children = self.tree(place, "name", |prefix, name| format!("{prefix}:{name}"));
            let children = vec![json!({ "name": parent, "children": children })];
            items.push(json!({ "id": place, "title": "A", "_bozofeed": { "elements": children } }));
            let elements = self.tree(place, "name", |prefix, name| format!("{prefix}:{name}"));
            items.push(json!({ "id": format!("{place} alone"), "title": "A", "_bozofeed": { "elements": elements } }));
        }
        let namespaces: serde_json::Map<String, Value> = RUN
            .iter()
            .map(|(prefix, uri, _)| ((*prefix).to_owned(), json!(uri)))
            .chain([("x".to_owned(), json!("urn:x"))])
            .collect();
        json!({
            "version": "https://jsonfeed.org/version/1.1", "title": "T", "_bozofeed": { "namespaces": namespaces }, "items": items,
        })
        .to_string()
    }

    /// Returns all elements as objects.
    fn tree(&mut self, place: &str, name_of: &str, spell: impl Fn(&str, &str) -> String) -> Vec<Value> {
        let mut all = Vec::new();
        for (prefix, namespace, elements) in RUN {
            for (name, written, content) in *elements {
                let call = self.call(format!("<{prefix}:{name} {written}> in {place}"));
                let mut attributes = serde_json::Map::new();
                for part in written.split("' ").filter(|part| !part.is_empty()) {
                    let (name, value) = part.split_once("='").unwrap();
                    let value = value.trim_end_matches('\'').replace("&lt;", "<").replace("RUN", &call);
                    attributes.insert(name.to_owned(), json!(value));
                }
                for event in EVENTS {
                    let call = self.call(format!("on{event} of <{prefix}:{name}> in {place}"));
                    attributes.insert(format!("on{event}"), json!(call));
                }
                all.push(json!({
                    name_of: spell(prefix, name), "namespace": namespace, "prefix": prefix, "attributes": attributes,
                    "text": content.replace("RUN", &call), "children": [],
                }));
            }
        }
        all
    }

    /// Returns the model of a program that puts everything into extensions.
    fn model(&mut self) -> (Feed, Vec<Entry>) {
        let mut model = |place: &str| {
            let extensions = self.tree(place, "name", |_, name| name.to_owned());
            json!({ "title": { "value": "T", "media_type": "text/plain" }, "extensions": extensions })
        };
        let feed = serde_json::from_value(model("a feed of a program")).unwrap();
        let entry = serde_json::from_value(model("an entry of a program")).unwrap();
        (feed, vec![entry])
    }
}

/// Returns the documents written from the feeds, by source format and target format.
pub(super) fn written(calls: &mut Calls) -> Vec<(String, String)> {
    let writer = |format| Writer::new(format).fallback_date(Timestamp::new(1_000_000_000, 0).unwrap());
    let mut all = Vec::new();
    for (source, document) in calls.sources() {
        let parsed = if source == "program" {
            let mut parsed = bozofeed::Parsed::default();
            (parsed.feed, parsed.entries) = calls.model();
            parsed
        } else {
            Parser::new().parse(document.as_bytes())
        };
        assert!(!parsed.entries.is_empty(), "{source} has entries");
        // The input is a JSON Feed written by another program.
        let json = writer(Target::Json).to_text(&parsed).unwrap();
        let again = Parser::new().parse(json.as_bytes());
        for format in [Target::Atom, Target::Rss] {
            all.push((format!("{source} as {format}"), writer(format).to_text(&parsed).unwrap()));
            all.push((format!("{source} as JSON as {format}"), writer(format).to_text(&again).unwrap()));
        }
    }
    all
}

/// Serves documents, and a page that loads them. Returns the port, and the findings of the page.
pub(super) fn serve(documents: Vec<String>) -> std::io::Result<(u16, Receiver<Value>)> {
    let listener = TcpListener::bind(("127.0.0.1", 0))?;
    let port = listener.local_addr()?.port();
    let (sender, findings) = channel();
    let documents = Arc::new(documents);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (documents, sender) = (Arc::clone(&documents), sender.clone());
            std::thread::spawn(move || answer(&stream, &documents, &sender));
        }
    });
    Ok((port, findings))
}

fn answer(mut stream: &TcpStream, documents: &[String], findings: &Sender<Value>) -> Option<()> {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).ok()? == 0 {
            return None;
        }
    }
    let length = head
        .lines()
        .find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length:")?.trim().parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).ok()?;
    let target = head.split(' ').nth(1)?;
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let (status, kind, body) = match path {
        "/" => ("200 OK", "text/html", include_str!("feeds.html").to_owned()),
        "/documents" => {
            ("200 OK", "application/json", json!({ "types": TYPES, "count": documents.len() }).to_string())
        }
        "/feed" => {
            let (number, kind) = query.split_once('&')?;
            ("200 OK", kind, documents.get(number.parse::<usize>().ok()?)?.clone())
        }
        "/findings" => {
            findings.send(serde_json::from_slice(&body).ok()?).ok()?;
            ("200 OK", "text/plain", String::new())
        }
        _ => ("404 Not Found", "text/plain", String::new()),
    };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
    .ok()
}
