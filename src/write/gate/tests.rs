use super::*;
use crate::budget::Budget;
use crate::content::Sanitize;
use crate::model::Feed;
use crate::model::podcast::{LiveItem, Podcast};
use crate::write::Writer;
use crate::{Parsed, parse};

/// A backend that notes what passes the gate: `<name name='value' 'text' >`.
#[derive(Debug)]
struct Recorder {
    target: Target,
    passed: Vec<String>,
}

impl Backend for Recorder {
    fn target(&self) -> Target {
        self.target
    }

    fn deepest(&self) -> usize {
        3
    }

    fn start(&mut self, name: &QName<'_>) {
        self.passed.push(format!("<{}", name.as_str()));
    }

    fn declare(&mut self, declaration: &Declaration) {
        self.passed.push(format!("xmlns:{}='{}'", declaration.prefix, declaration.uri));
    }

    fn attribute(&mut self, name: &QName<'_>, value: &str) {
        self.passed.push(format!("{}='{value}'", name.as_str()));
    }

    fn text(&mut self, text: &str) {
        self.passed.push(format!("'{text}'"));
    }

    fn end(&mut self, _: &QName<'_>) {
        self.passed.push(">".to_owned());
    }

    fn preserve(&mut self, is_preserved: bool) {
        self.passed.push(if is_preserved { "[" } else { "]" }.to_owned());
    }
}

type RecordingGate = Gate<Recorder>;

/// What passes the gate of a document of this format, and what does not.
fn passed(target: Target, write: impl FnOnce(&mut RecordingGate)) -> (String, String) {
    let scopes = Scopes::new(
        if target == Target::Rss { "" } else { ATOM },
        None,
        &[("s".into(), "urn:s".into())],
        true,
    );
    let mut markup = Markup::new(&Sanitize::default());
    markup.set_base([Some("https://h.example/a/")]);
    let mut gate = Gate::new(Recorder { target, passed: Vec::new() }, scopes, markup);
    write(&mut gate);
    let losses = gate.markup.losses.kept.iter().map(|loss| format!("{} {}", loss.path, loss.reason.as_str()));
    let losses = losses.collect::<Vec<_>>().join(", ");
    (gate.backend.passed.join(" "), losses)
}

/// A name, what is written, what passes, and what is lost.
type GateRow<'r> = (&'r str, &'r dyn Fn(&mut RecordingGate), &'r str, &'r str);

fn check(target: Target, rows: &[GateRow<'_>]) {
    let found = rows.iter().map(|row| (row, passed(target, |gate| row.1(gate))));
    let wrong: Vec<_> = found
        .filter(|((_, _, through, lost), found)| (found.0.as_str(), found.1.as_str()) != (*through, *lost))
        .map(|((name, ..), found)| (*name, found))
        .collect();
    assert!(wrong.is_empty(), "{target:?}: {wrong:#?}");
}

/// Starts an element in the namespace `urn:x`.
fn open(gate: &mut RecordingGate, local: &str) {
    gate.open_in("x", "urn:x", local);
}

fn xhtml_text(markup: impl Into<String>) -> Text {
    made!(Text { media_type: "application/xhtml+xml".into(), ..Text::html(markup) })
}

#[test]
#[allow(clippy::too_many_lines, reason = "a table")]
fn nothing_of_an_element_without_a_name_passes() {
    check(
        Target::Atom,
        &[
            (
                "an element",
                &|gate| {
                    open(gate, "a");
                    gate.plain("t");
                    gate.close();
                },
                "<x:a 't' >",
                "",
            ),
            (
                "a name with a space",
                &|gate| {
                    open(gate, "a b");
                    gate.plain("t");
                    gate.close();
                },
                "",
                "a b name",
            ),
            (
                "a name with markup",
                &|gate| {
                    open(gate, "a><b");
                    gate.close();
                },
                "",
                "a><b name",
            ),
            (
                "a reserved prefix",
                &|gate| {
                    gate.open_in("XMLx", "urn:x", "a");
                    gate.close();
                },
                "",
                "a namespace",
            ),
            (
                "XHTML",
                &|gate| {
                    gate.open_in("h", XHTML, "script");
                    gate.close();
                },
                "",
                "script markup",
            ),
            (
                "attributes and elements in it",
                &|gate| {
                    open(gate, "a");
                    open(gate, "1");
                    gate.any_attribute("b", "1");
                    gate.any_attribute("onclick", "x()");
                    gate.attribute("c", "2");
                    open(gate, "d");
                    open(gate, "2");
                    gate.plain("t");
                    gate.close();
                    gate.close();
                    gate.plain("u");
                    gate.close();
                    gate.plain("v");
                    gate.close();
                },
                "<x:a 'v' >",
                "x:a/1 name",
            ),
            (
                "the elements after it",
                &|gate| {
                    open(gate, "a b");
                    gate.close();
                    open(gate, "c");
                    gate.any_attribute("d", "1");
                    gate.close();
                },
                "<x:c d='1' >",
                "a b name",
            ),
            (
                "markup in it",
                &|gate| {
                    open(gate, "a");
                    open(gate, "1");
                    let text = xhtml_text("<p id='i'>t</p>");
                    let markup = Markup::new(&Sanitize::default());
                    gate.xhtml(&markup.html(&text));
                    gate.elements("<book>c</book>");
                    gate.close();
                    gate.plain("u");
                    gate.close();
                },
                "<x:a [ ] [ ] 'u' >",
                "x:a/1 name",
            ),
            (
                "an end without a start",
                &|gate| {
                    gate.close();
                    open(gate, "a");
                    gate.close();
                    gate.close();
                },
                "<x:a >",
                "",
            ),
            (
                "one that is refused elsewhere",
                &|gate| {
                    gate.open_nothing("a", LossReason::Limit);
                    gate.open_nothing("b", LossReason::Limit);
                    gate.close();
                    gate.plain("t");
                    gate.close();
                    gate.plain("u");
                },
                "'u'",
                "a limit",
            ),
        ],
    );
}

#[test]
fn elements_beyond_the_greatest_depth_do_not_pass() {
    let nested = |count: usize| {
        move |gate: &mut RecordingGate| {
            (0..count).for_each(|_| open(gate, "a"));
            gate.plain("t");
            (0..count).for_each(|_| gate.close());
            open(gate, "b");
            gate.close();
        }
    };
    check(
        Target::Json,
        &[
            ("three", &nested(3), "<x:a <x:a <x:a 't' > > > <x:b >", ""),
            ("four", &nested(4), "<x:a <x:a <x:a > > > <x:b >", "x:a/x:a/x:a/a no_place"),
            ("six", &nested(6), "<x:a <x:a <x:a > > > <x:b >", "x:a/x:a/x:a/a no_place"),
        ],
    );
}

#[test]
fn attributes_pass_if_they_have_a_name_and_run_nothing() {
    fn with(name: &'static str, value: &'static str) -> impl Fn(&mut RecordingGate) {
        move |gate| {
            open(gate, "a");
            gate.attribute(name, value);
            gate.close();
        }
    }
    fn any(name: &'static str, value: &'static str) -> impl Fn(&mut RecordingGate) {
        move |gate| {
            open(gate, "a");
            gate.any_attribute(name, value);
            gate.close();
        }
    }
    check(
        Target::Rss,
        &[
            ("a value", &with("b", "c"), "<x:a b='c' >", ""),
            ("an empty value", &with("b", ""), "<x:a b='' >", ""),
            ("a script URL", &with("b", "javascript:x()"), "<x:a >", "x:a/@b script_url"),
            (
                "a script URL that is text",
                &with("title", "javascript:x()"),
                "<x:a title='javascript:x()' >",
                "",
            ),
            ("any value", &any("b", "javascript:x()"), "<x:a b='javascript:x()' >", ""),
            ("a handler", &any("onclick", "x()"), "<x:a >", "x:a/@onclick script_url"),
            (
                "a handler with a value that is a script URL",
                &with("OnLoad", "javascript:x()"),
                "<x:a >",
                "x:a/@OnLoad script_url",
            ),
            ("no name", &any("b c", "1"), "<x:a >", "x:a/@b c name"),
            ("a declaration", &any("xmlns", "urn:y"), "<x:a >", "x:a/@xmlns name"),
            ("an unknown prefix", &any("y:b", "1"), "<x:a >", "x:a/@y:b namespace"),
            ("a prefix of the document", &any("s:b", "1"), "<x:a s:b='1' >", ""),
            (
                "the same name again",
                &|gate| {
                    open(gate, "a");
                    gate.any_attribute("b", "1");
                    gate.any_attribute("b", "2");
                    open(gate, "c");
                    gate.any_attribute("b", "3");
                    gate.close();
                    gate.close();
                },
                "<x:a b='1' <x:c b='3' > >",
                "",
            ),
            (
                "a prefix that is bound to something else outside",
                &|gate| {
                    gate.open_in("s", "urn:other", "a");
                    gate.any_attribute("s:b", "1");
                    gate.close();
                },
                "<s:a xmlns:s='urn:s' s:b='1' >",
                "",
            ),
        ],
    );
}

#[test]
fn declarations_end_with_their_element() {
    check(
        Target::Rss,
        &[
            (
                "a prefix that is bound again",
                &|gate| {
                    open(gate, "a");
                    gate.open_in("x", "urn:y", "b");
                    open(gate, "c");
                    gate.close();
                    gate.open_in("x", "urn:y", "d");
                    gate.close();
                    gate.close();
                    open(gate, "e");
                    gate.close();
                    gate.close();
                },
                "<x:a <x:b xmlns:x='urn:y' <x:c xmlns:x='urn:x' > <x:d > > <x:e > >",
                "",
            ),
            (
                "in a lost element",
                &|gate| {
                    open(gate, "a");
                    gate.open_in("x", "urn:y", "1");
                    gate.close();
                    open(gate, "b");
                    gate.close();
                    gate.close();
                },
                "<x:a <x:b > >",
                "x:a/1 name",
            ),
        ],
    );
}

#[test]
fn script_urls_do_not_pass_in_elements_that_contain_urls() {
    fn within(local: &'static str, text: &'static str) -> impl Fn(&mut RecordingGate) {
        move |gate| {
            open(gate, local);
            gate.text(text);
            gate.close();
        }
    }
    check(
        Target::Atom,
        &[
            ("a URL", &within("url", "https://h.example/"), "<x:url 'https://h.example/' >", ""),
            ("a script URL", &within("url", " JavaScript:x()"), "<x:url >", "x:url script_url"),
            ("a title", &within("title", "javascript:x()"), "<x:title 'javascript:x()' >", ""),
            ("no text", &within("url", ""), "<x:url >", ""),
            ("no element", &|gate| gate.text("javascript:x()"), "'javascript:x()'", ""),
        ],
    );
}

#[test]
fn uris_pass_if_they_are_absolute() {
    fn as_attribute(uri: &'static str) -> impl Fn(&mut RecordingGate) {
        move |gate| {
            open(gate, "a");
            gate.uri_attribute("b", uri);
            gate.close();
        }
    }
    fn as_element(uri: &'static str) -> impl Fn(&mut RecordingGate) {
        move |gate| gate.uri_element("dc", "source", uri)
    }
    check(
        Target::Atom,
        &[
            ("absolute", &as_attribute("https://h.example/"), "<x:a b='https://h.example/' >", ""),
            ("relative", &as_attribute("b"), "<x:a b='https://h.example/a/b' >", ""),
            (
                "with a space",
                &as_attribute("https://h.example/a b"),
                "<x:a b='https://h.example/a%20b' >",
                "",
            ),
            ("empty", &as_attribute(" "), "<x:a >", "x:a/@b no_place"),
            ("a script URL", &as_attribute("javascript:x()"), "<x:a >", "x:a/@b script_url"),
            ("an element", &as_element("b"), "<dc:source 'https://h.example/a/b' >", ""),
            ("a script URL in an element", &as_element("javascript:x()"), "", "dc:source script_url"),
            (
                "without a base",
                &|gate| {
                    gate.markup.set_base([None]);
                    gate.uri_element("dc", "source", "b");
                },
                "",
                "dc:source relative_url",
            ),
        ],
    );
}

#[test]
fn elements_of_formats_have_the_prefix_of_the_document() {
    fn prefixed(prefix: &'static str) -> impl Fn(&mut RecordingGate) {
        move |gate| {
            gate.open(prefix, "a");
            gate.close();
        }
    }
    for (target, atom, rss, rss2) in [
        (Target::Atom, "<a >", "<rss:a >", "<rss:a >"),
        (Target::Rss, "<atom:a >", "<a >", "<rss:a >"),
        (Target::Json, "<a >", "<rss:a >", "<rss:a >"),
    ] {
        check(
            target,
            &[
                ("atom", &prefixed("atom"), atom, ""),
                ("rss", &prefixed("rss"), rss, ""),
                ("rss2", &prefixed("rss2"), rss2, ""),
                ("dc", &prefixed("dc"), "<dc:a >", ""),
            ],
        );
    }
}

#[test]
fn the_type_of_a_text_is_written_where_the_format_needs_it() {
    use TextType::{Given, None, Optional};
    let (plain, html) = (Text::plain("a <b>c"), Text::html("a &lt; <b>c</b>"));
    for (target, text, typed, expected) in [
        (Target::Atom, &plain, Given, "<x:a 'a <b>c' >"),
        (Target::Atom, &plain, Optional, "<x:a 'a <b>c' >"),
        (Target::Atom, &plain, None, "<x:a 'a <b>c' >"),
        (Target::Atom, &html, Given, "<x:a 'a &lt; <b>c</b>' >"),
        (Target::Atom, &html, Optional, "<x:a type='html' 'a &lt; <b>c</b>' >"),
        (Target::Atom, &html, None, "<x:a 'a < c' >"),
        (Target::Rss, &plain, Given, "<x:a 'a <b>c' >"),
        (Target::Rss, &plain, Optional, "<x:a 'a &lt;b&gt;c' >"),
        (Target::Rss, &plain, None, "<x:a 'a &lt;b&gt;c' >"),
        (Target::Rss, &html, Given, "<x:a 'a &lt; <b>c</b>' >"),
        (Target::Rss, &html, Optional, "<x:a 'a &lt; <b>c</b>' >"),
        (Target::Rss, &html, None, "<x:a 'a &lt; <b>c</b>' >"),
        (Target::Json, &plain, Optional, "<x:a 'a <b>c' >"),
        (Target::Json, &html, Given, "<x:a 'a &lt; <b>c</b>' >"),
        (Target::Json, &html, Optional, "<x:a type='html' 'a &lt; <b>c</b>' >"),
        (Target::Json, &html, None, "<x:a type='html' 'a &lt; <b>c</b>' >"),
    ] {
        let write = |gate: &mut RecordingGate| {
            open(gate, "a");
            gate.value(text, typed);
            gate.close();
        };
        check(target, &[(&format!("{typed:?} {}", text.media_type), &write, expected, "")]);
    }
}

#[test]
fn markup_passes_token_by_token() {
    fn xhtml(value: &'static str, is_written: bool) -> impl Fn(&mut RecordingGate) {
        move |gate| {
            open(gate, "a");
            let text = xhtml_text(value);
            let markup = Markup::new(&Sanitize::Off);
            assert_eq!(gate.xhtml(&markup.html(&text)), is_written, "{value}");
            gate.close();
        }
    }
    fn elements(content: &'static str, is_written: bool) -> impl Fn(&mut RecordingGate) {
        move |gate| {
            open(gate, "a");
            assert_eq!(gate.elements(content), is_written, "{content}");
            gate.close();
        }
    }
    let html = "xmlns:='http://www.w3.org/1999/xhtml'";
    let mathml = "xmlns:='http://www.w3.org/1998/Math/MathML'";
    let math = "<math xmlns='http://www.w3.org/1998/Math/MathML'><mi>c</mi></math>";
    let in_math = xhtml_text(format!("<p>b</p>{math}<p>d</p>"));
    check(
        Target::Rss,
        &[
            ("text", &xhtml("b", true), &format!("<x:a <div {html} [ 'b' ] > >"), ""),
            (
                "elements",
                &xhtml("<p id='i'>b<br/></p>c", true),
                &format!("<x:a <div {html} [ <p id='i' 'b' <br > > 'c' ] > >"),
                "",
            ),
            (
                "a handler",
                &xhtml("<p onclick='x()'>b</p>", true),
                &format!("<x:a <div {html} [ <p onclick='x()' 'b' > ] > >"),
                "",
            ),
            ("no fragment", &xhtml("<p>b", false), "<x:a >", ""),
            (
                "another namespace",
                &|gate| {
                    let markup = Markup::new(&Sanitize::Off);
                    assert!(gate.xhtml(&markup.html(&in_math)));
                },
                &format!("<div {html} [ <p 'b' > <math {mathml} <mi 'c' > > <p 'd' > ] >"),
                "",
            ),
            (
                "no room for declarations",
                &|gate| {
                    open(gate, "a");
                    gate.markup.budget = Budget::default().resolved(0);
                    let markup = Markup::new(&Sanitize::Off);
                    gate.xhtml(&markup.html(&xhtml_text("<p id='i'>b</p>")));
                    gate.plain("c");
                    gate.close();
                },
                "<x:a [ ] 'c' >",
                "x:a/div limit",
            ),
            ("content of XML", &elements("<book c='1'>d</book>", true), "<x:a [ <book c='1' 'd' > ] >", ""),
            ("an element of a format", &elements("<item/>", false), "<x:a >", ""),
            ("a handler in content of XML", &elements("<book onclick='x()'/>", false), "<x:a >", ""),
            (
                "a script URL in content of XML",
                &elements("<book href='javascript:x()'/>", false),
                "<x:a >",
                "",
            ),
            (
                "XHTML in content of XML",
                &elements("<book xmlns='http://www.w3.org/1999/xhtml'/>", false),
                "<x:a >",
                "",
            ),
        ],
    );
    check(
        Target::Atom,
        &[("content of XML", &elements("<book>c</book>", true), "<x:a [ <book 'c' > ] >", "")],
    );
    check(
        Target::Json,
        &[
            ("text", &xhtml("b", false), "<x:a >", ""),
            ("content of XML", &elements("<book/>", false), "<x:a >", ""),
        ],
    );
}

#[test]
fn a_live_item_is_in_no_other() {
    let entry = made!(Entry { id: Some("urn:x:1".into()) });
    let mut source = Feed::default();
    let live_item = made!(LiveItem { item: entry.clone() });
    source.get_or_insert_default::<Podcast>().live_items = vec![live_item];
    let mut with_source = entry.clone();
    with_source.set_source(Some(source));
    check(
        Target::Rss,
        &[
            (
                "one after the other",
                &|gate| {
                    gate.entry(&entry);
                    gate.entry(&entry);
                },
                "<guid isPermaLink='false' 'urn:x:1' > <description > <guid isPermaLink='false' 'urn:x:1' > <description >",
                "",
            ),
            (
                "one in the source of the other",
                &|gate| {
                    gate.entry(&with_source);
                    gate.entry(&entry);
                },
                "<guid isPermaLink='false' 'urn:x:1' > <description > <atom:source <podcast:liveItem > > <guid isPermaLink='false' 'urn:x:1' > <description >",
                "atom:source/podcast:liveItem/item no_place",
            ),
            (
                "one in the other",
                &|gate| {
                    gate.is_in_live_item = true;
                    gate.entry(&entry);
                },
                "",
                "item no_place",
            ),
        ],
    );
}

#[test]
fn a_loss_names_the_elements_around_it_as_they_are_written() {
    fn part(part: &'static str) -> impl Fn(&mut RecordingGate) {
        move |gate| {
            gate.markup.entry = Some(2);
            gate.open("rss2", "item");
            gate.open("atom", "entry");
            gate.open("dc", "a");
            gate.lose_part(part, LossReason::NoPlace);
        }
    }
    for (target, rows) in [
        (
            Target::Atom,
            [
                ("/rss:b", "/rss:b"),
                ("/rss2:b", "/rss:b"),
                ("/atom:b", "/b"),
                ("/x:b", "/x:b"),
                ("/@b", "/@b"),
                ("", ""),
            ],
        ),
        (
            Target::Rss,
            [
                ("/rss:b", "/b"),
                ("/rss2:b", "/rss:b"),
                ("/atom:b", "/atom:b"),
                ("/x:b", "/x:b"),
                ("/@b", "/@b"),
                ("", ""),
            ],
        ),
    ] {
        let around = if target == Target::Atom { "rss:item/dc:a" } else { "rss:item/atom:entry/dc:a" };
        let wrong: Vec<_> = rows
            .into_iter()
            .map(|(given, expected)| {
                (passed(target, part(given)).1, format!("entries[2]/{around}{expected} no_place"))
            })
            .filter(|(found, expected)| found != expected)
            .collect();
        assert_eq!(wrong, []);
    }
    check(
        Target::Atom,
        &[(
            "unreadable",
            &|gate| {
                open(gate, "a");
                gate.lose_unreadable("/@b");
                gate.close();
            },
            "<x:a >",
            "x:a/@b unreadable",
        )],
    );
}

/// Writes a feed, and returns it with its extensions: of each the namespace and the name.
fn written(item: &str, target: Target) -> (String, Vec<(String, String)>) {
    let feed = format!(
        "<rss version='2.0'><channel><title>a</title><item><guid>urn:x:1</guid><title>b</title>\
         <pubDate>Sat, 21 Nov 2026 09:30:00 GMT</pubDate>{item}</item></channel></rss>"
    );
    let text = Writer::new(target).to_text(&parse(feed.as_bytes())).expect("a feed");
    let all = extensions(&parse(text.as_bytes()));
    (text, all)
}

/// Returns the extensions of all levels, the outer ones first.
fn extensions(parsed: &Parsed) -> Vec<(String, String)> {
    assert!(parsed.bozo.is_none(), "{:?}", parsed.bozo);
    let mut level: Vec<_> = parsed.entries.iter().flat_map(crate::model::Entry::extensions).collect();
    let mut all = Vec::new();
    while !level.is_empty() {
        let names = level.iter().map(|one| (one.namespace.as_deref().unwrap_or_default(), &*one.name));
        all.extend(names.map(|(namespace, name)| (namespace.to_owned(), name.to_owned())));
        level = level.into_iter().flat_map(|one| &one.children).collect();
    }
    all
}

#[test]
fn a_prefix_means_what_it_meant_after_an_element_that_binds_it() {
    let mut wrong = Vec::new();
    for (item, expected) in [
        ("<x:a xmlns:x='urn:x:1'/><x:b xmlns:x='urn:x:1'/>", "urn:x:1 a, urn:x:1 b"),
        (
            "<x:a xmlns:x='urn:x:1'/><x:b xmlns:x='urn:x:2'/><x:c xmlns:x='urn:x:1'/>",
            "urn:x:1 a, urn:x:2 b, urn:x:1 c",
        ),
        (
            "<x:a xmlns:x='urn:x:1'><x:b xmlns:x='urn:x:2'/><x:c/></x:a><x:d xmlns:x='urn:x:2'/>",
            "urn:x:1 a, urn:x:2 d, urn:x:2 b, urn:x:1 c",
        ),
        (
            "<x:a xmlns:x='urn:x:1'><x:b xmlns:x='urn:x:2'><x:e/></x:b><x:c xmlns:x='urn:x:2'/><x:d/></x:a>",
            "urn:x:1 a, urn:x:2 b, urn:x:2 c, urn:x:1 d, urn:x:2 e",
        ),
    ] {
        for target in [Target::Atom, Target::Rss] {
            let (text, found) = written(item, target);
            let found: Vec<_> = found.iter().map(|(namespace, name)| format!("{namespace} {name}")).collect();
            if found.join(", ") != expected {
                wrong.push(format!("{found:?}: {text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn attributes_that_run_scripts_are_not_written() {
    let mut wrong = Vec::new();
    for item in [
        "<x:a xmlns:x='urn:x:1' onclick='run()' b='1'/>",
        "<link xmlns='http://www.w3.org/2005/Atom' href='https://h.example/' onclick='run()'/>",
        "<atom:link xmlns:atom='http://www.w3.org/2005/Atom' rel='related' href='https://h.example/' ONLOAD='run()'/>",
        "<category onclick='run()'>c</category>",
        "<x:a xmlns:x='urn:x:1'><x:b onmouseover='run()'/></x:a>",
    ] {
        for target in [Target::Atom, Target::Rss, Target::Json] {
            // They may be set aside as data.
            let text = written(item, target).0;
            let is_attribute = |name: &str| {
                let text = text.to_ascii_lowercase();
                text.contains(&format!("{name}=")) || text.contains(&format!("\"{name}\":"))
            };
            if ["onclick", "onload", "onmouseover"].into_iter().any(is_attribute) {
                wrong.push(format!("{item}: {text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
