//! Results can be written as JSON and read back.

use std::time::Duration;

use crate::common::{fixtures, headers_beside};
use bozofeed::content::{Allowlist, Sanitize};
use bozofeed::model::itunes::Itunes;
use bozofeed::model::{Attributes, Text};
use bozofeed::{Document, Limits, Parsed, Parser};
use bozofeed_opml::Opml;
use proptest::prelude::*;
use serde_json::Value;

use crate::common::cases;

/// Writes a result as JSON, and reads it back.
fn back(parsed: &Parsed) -> Result<Parsed, serde_json::Error> {
    serde_json::from_str(&serde_json::to_string(parsed)?)
}

/// The elements with a number, a duration or a place, around `#`.
const NUMBERS: &str = "<rss xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd' xmlns:media='http://search.yahoo.com/mrss/' \
    xmlns:podcast='https://podcastindex.org/namespace/1.0' xmlns:georss='http://www.georss.org/georss' \
    xmlns:psc='http://podlove.org/simple-chapters'><channel><item><itunes:duration>#</itunes:duration>\
    <enclosure url='u' duration='#' length='#'/><media:content url='u' duration='#' bitrate='#' framerate='#'/>\
    <media:starRating average='#' min='#' max='#'/><podcast:value suggested='#' type='t' method='m'/>\
    <podcast:soundbite startTime='#' duration='#'/><podcast:episode>#</podcast:episode><georss:point># #</georss:point>\
    <georss:elev>#</georss:elev><psc:chapters><psc:chapter start='#'/></psc:chapters></item></channel></rss>";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn numbers_are_read_back_to_the_last_digit(
        number in prop_oneof![
            any::<f64>().prop_map(|number| number.to_string()),
            (-90.0..90.0_f64).prop_map(|number| number.to_string()),
            "[0-9]{1,25}(\\.[0-9]{0,25})?",
            "[0-9]{1,9}:[0-5][0-9](\\.[0-9]{1,12})?",
        ]
    ) {
        let json = format!(
            "{{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{{\"id\":\"1\",\"attachments\":[{{\"url\":\"u\",\
             \"duration_in_seconds\":{number},\"size_in_bytes\":{number}}}]}}]}}"
        );
        for document in [NUMBERS.replace('#', &number), json] {
            let parsed = bozofeed::parse(document.as_bytes());
            prop_assert_eq!(back(&parsed).unwrap(), parsed);
        }
    }

    #[test]
    fn elements_are_read_back_at_any_depth(
        depth in 0..600_usize,
        name in prop_oneof![Just("q:a"), Just("media:group"), Just("podcast:liveItem"), Just("source"), Just("item")],
        attributes in proptest::collection::vec("(a|A|b|q:a|r:a|Q:b)='[12]'", 0..40),
    ) {
        let open = format!("<{name} {}>", attributes.join(" "));
        let document = format!(
            "<rss xmlns:q='urn:q' xmlns:r='urn:q' xmlns:media='http://search.yahoo.com/mrss/' \
             xmlns:podcast='https://podcastindex.org/namespace/1.0'><channel><item><title>t</title>{}x",
            open.repeat(depth)
        );
        for limits in [Limits::default(), Limits::default().extensions(usize::MAX)] {
            let parsed = Parser::new().limits(limits).parse(document.as_bytes());
            prop_assert_eq!(back(&parsed).unwrap(), parsed);
        }
    }

    #[test]
    fn outlines_are_read_back_at_any_depth(depth in 0..300_usize, url in "( xmlUrl='u')?") {
        let document = format!("<opml><body>{}", format!("<outline text='a'{url}>").repeat(depth));
        let list = bozofeed_opml::parse(document.as_bytes());
        let back: Opml = serde_json::from_str(&serde_json::to_string(&list).unwrap()).unwrap();
        prop_assert_eq!(bozofeed_opml::parse(list.to_xml().as_bytes()).to_xml(), list.to_xml());
        prop_assert_eq!(back, list);
    }
}

#[test]
fn durations_keep_every_nanosecond() {
    for (raw, json) in [
        ("90", "90.0"),
        ("0.1", "0.1"),
        ("1:00:00.25", "3600.25"),
        ("18446744073709551615.999999999", "\"18446744073709551615.999999999\""),
    ] {
        let document = NUMBERS.replace('#', raw);
        let parsed = bozofeed::parse(document.as_bytes());
        let duration = parsed.entries[0].get::<Itunes>().unwrap().duration.clone();
        let value = serde_json::to_value(&duration).unwrap();
        assert_eq!(value["value"].to_string(), json, "{raw}");
        assert_eq!(back(&parsed).unwrap(), parsed, "{raw}");
    }
    let longest: bozofeed::model::Typed<Duration> =
        serde_json::from_str("{\"raw\":\"x\",\"value\":90}").unwrap();
    assert_eq!(longest.value, Some(Duration::from_secs(90)));
    for wrong in ["-1", "\"1\"", "\"1.5\"", "\"x.000000000\"", "1e300"] {
        let json = format!("{{\"raw\":\"x\",\"value\":{wrong}}}");
        assert!(serde_json::from_str::<bozofeed::model::Typed<Duration>>(&json).is_err(), "{wrong}");
    }
}

#[test]
fn attributes_that_are_read_back_have_each_name_once() {
    for count in [1, 15, 16, 17, 40] {
        let members: Vec<String> = (0..count).map(|number| format!("\"a{number}\":\"{number}\"")).collect();
        let json = format!("{{{},{}}}", members.join(","), members.join(",").replace(":\"", ":\"x"));
        let attributes: Attributes = serde_json::from_str(&json).unwrap();
        assert_eq!(attributes.len(), count);
        assert_eq!(attributes.get("a0"), Some("0"));
    }
}

#[test]
fn every_fixture_is_read_back_as_it_was_written() {
    for path in fixtures() {
        let bytes = std::fs::read(&path).unwrap();
        let parsed = bozofeed::parse(Document::new(&bytes).headers(headers_beside(&path)));
        let back = back(&parsed).unwrap();
        assert!(back == parsed, "{}: {back:#?}", path.display());
        // Equal texts may differ in whether they are known to be safe.
        let [written, again] = [&parsed, &back].map(|parsed| serde_json::to_string(parsed).unwrap());
        assert_eq!(written, again, "{}", path.display());
    }
}

#[test]
fn markup_is_as_safe_when_it_is_read_back_as_it_is() {
    let feed = |markup: &str| {
        let content = format!("<content type='html'><![CDATA[{markup}]]></content>");
        format!("<feed xmlns='http://www.w3.org/2005/Atom'><entry>{content}</entry></feed>")
    };
    let own = || {
        let mut allowlist = Allowlist::reader();
        allowlist.elements.push("blink".to_owned());
        Sanitize::Custom(Box::new(allowlist))
    };
    let mut wrong = Vec::new();
    for (markup, sanitize, is_sanitized, shown) in [
        ("<b id=a>x</b>&eacute;<br>", Sanitize::Reader, true, "<b id=\"user-content-2237ee-a\">x</b>é<br>"),
        ("<b style='color:red'>x</b>", Sanitize::FeedParser, true, "<b style=\"color: red;\">x</b>"),
        ("<b>x</b>", Sanitize::Off, false, "<b>x</b>"),
        ("<b onclick=x()>x</b><script>x()</script>", Sanitize::Off, false, "<b>x</b>"),
        // The lists that allowed it are unknown.
        ("<blink>x</blink>", own(), false, "x"),
        ("<b>x</b>", own(), true, "<b>x</b>"),
    ] {
        let parsed = Parser::new().sanitize(sanitize.clone()).parse(feed(markup).as_bytes());
        let back = back(&parsed).unwrap();
        let text = &back.entries[0].content[0];
        let found = (text.is_sanitized(), text.to_html().into_owned(), text.clone().into_html());
        if found != (is_sanitized, shown.to_owned(), shown.to_owned()) {
            wrong.push((markup, sanitize, found));
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn markup_that_claims_to_be_sanitized_is_sanitized_again() {
    let json = r#"{"value":"<b onclick=x()>x</b><script>x()</script>","media_type":"text/html","is_sanitized":true}"#;
    let text: Text = serde_json::from_str(json).unwrap();
    assert_eq!((text.is_sanitized(), text.to_html()), (false, "<b>x</b>".into()));
    assert!(!serde_json::to_string(&text).unwrap().contains("is_sanitized"));
}

#[test]
fn absent_values_are_left_out_and_names_are_snake_case() {
    for path in fixtures() {
        let bytes = std::fs::read(&path).unwrap();
        let parsed = bozofeed::parse(Document::new(&bytes).headers(headers_beside(&path)));
        let mut open = vec![serde_json::to_value(&parsed.feed).unwrap()];
        open.extend(parsed.entries.iter().map(|entry| serde_json::to_value(entry).unwrap()));
        while let Some(value) = open.pop() {
            match value {
                Value::Object(members) => {
                    for (name, value) in members {
                        assert!(!value.is_null(), "{}: {name} is null", path.display());
                        // The names of attributes come from the feed itself.
                        if matches!(name.as_str(), "attributes" | "params" | "subscribe") {
                            continue;
                        }
                        assert!(!name.contains(|c: char| c.is_ascii_uppercase() || c == '-'), "{name}");
                        open.push(value);
                    }
                }
                Value::Array(values) => open.extend(values),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
            }
        }
    }
}
