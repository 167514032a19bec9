use bozofeed::{FaultSeverity, WarningKind};

use super::*;
use bozofeed_testing::{LETTERS, Result, Unstructured, check, list, text};

/// Returns the outlines as lines: each name with its URL, indented.
fn lines(opml: &Opml) -> Vec<String> {
    let mut lines = Vec::new();
    let mut open = vec![opml.outlines.iter()];
    while let Some(siblings) = open.last_mut() {
        match siblings.next() {
            None => {
                open.pop();
            }
            Some(outline) => {
                let url = outline.xml_url.as_deref().unwrap_or("-");
                lines.push(format!("{}{} {url}", " ".repeat(open.len() - 1), outline.name()));
                open.push(outline.outlines.iter());
            }
        }
    }
    lines
}

fn body(outlines: &str) -> Opml {
    parse(format!("<opml version='1.1'><head/><body>{outlines}</body></opml>").as_bytes())
}

#[test]
fn names_may_be_in_any_case() {
    for outline in [
        "<outline text='Tides' xmlUrl='http://h.example/t'/>",
        "<outline text='Tides' xmlurl='http://h.example/t'/>",
        "<outline TEXT='Tides' XMLURL='http://h.example/t'/>",
        "<OUTLINE Text='Tides' XmlUrl='http://h.example/t'></OUTLINE>",
        "<Outline title='Tides' type='rss' url='http://h.example/t'/>",
        "<outline text='' title='Tides' url=' http://h.example/t '/>",
        "<outline text='Tides' type='atom' URL='http://h.example/t'/>",
    ] {
        assert_eq!(lines(&body(outline)), ["Tides http://h.example/t"], "{outline}");
    }
    let all =
        parse(b"<OPML VERSION='1.0'><HEAD><TITLE>T</TITLE></HEAD><BODY><OUTLINE text='a'/></BODY></OPML>");
    assert_eq!((all.version.as_deref(), all.head.title.as_deref()), (Some("1.0"), Some("T")));
    assert_eq!(all.bozo, None);
}

#[test]
fn urls_of_lists_and_pages_are_not_feeds() {
    for (outline, feed, url) in [
        ("<outline type='link' url='http://h.example/l.opml'/>", None, Some("http://h.example/l.opml")),
        ("<outline type='Include' url='http://h.example/l.opml'/>", None, Some("http://h.example/l.opml")),
        ("<outline type='link' xmlUrl='http://h.example/t'/>", Some("http://h.example/t"), None),
        (
            "<outline xmlUrl='http://h.example/t' url='http://h.example/'/>",
            Some("http://h.example/t"),
            Some("http://h.example/"),
        ),
        ("<outline xmlUrl='' url='http://h.example/t'/>", Some("http://h.example/t"), None),
        ("<outline xmlUrl='javascript:alert(1)' htmlUrl='javascript:x'/>", None, None),
        ("<outline xmlUrl='  '/>", None, None),
    ] {
        let list = body(outline);
        let outline_ = &list.outlines[0];
        assert_eq!((outline_.xml_url.as_deref(), outline_.url.as_deref()), (feed, url), "{outline}");
        assert_eq!(outline_.html_url, None);
    }
}

#[test]
fn every_attribute_and_element_is_kept() {
    let list = parse(
        b"<opml version='2.0' xmlns:x='http://x.example/'><head><title>List</title><dateCreated>Sat, 21 Nov 2026 08:15:00 GMT
        </dateCreated><dateModified/><ownerName>Anna &amp; Ben</ownerName><ownerEmail>anna@h.example</ownerEmail>
        <ownerId>http://h.example/anna</ownerId><docs>http://opml.org/spec2.opml</docs><windowTop>61</windowTop><logo>http://h.example/l.png</logo></head>
        <body><outline text='Tides' title='High tides' type='rss' version='RSS2' language='en' description='Daily'
        category='/Sea/Tides,news' created='Sat, 21 Nov 2026 08:15:00 GMT' xmlUrl='http://h.example/t'
        htmlUrl='http://h.example/' isComment='true' x:rank='3'/></body></opml>",
    );
    assert_eq!(list.bozo, None);
    let head = &list.head;
    assert_eq!(head.title.as_deref(), Some("List"));
    assert_eq!(head.date_created.as_deref(), Some("Sat, 21 Nov 2026 08:15:00 GMT"));
    assert_eq!(head.date_modified.as_deref(), Some(""));
    assert_eq!(head.owner_name.as_deref(), Some("Anna & Ben"));
    assert_eq!(head.owner_email.as_deref(), Some("anna@h.example"));
    assert_eq!(head.owner_id.as_deref(), Some("http://h.example/anna"));
    assert_eq!(head.docs.as_deref(), Some("http://opml.org/spec2.opml"));
    let others = [("windowTop", "61"), ("logo", "http://h.example/l.png")];
    assert_eq!(head.others, others.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let outline = &list.outlines[0];
    assert_eq!(outline.title.as_deref(), Some("High tides"));
    assert_eq!(outline.kind.as_deref(), Some("rss"));
    assert_eq!(outline.version.as_deref(), Some("RSS2"));
    assert_eq!(outline.language.as_deref(), Some("en"));
    assert_eq!(outline.description.as_deref(), Some("Daily"));
    assert_eq!(outline.categories().collect::<Vec<_>>(), ["Sea/Tides", "news"]);
    assert_eq!(outline.created.as_deref(), Some("Sat, 21 Nov 2026 08:15:00 GMT"));
    assert_eq!(outline.html_url.as_deref(), Some("http://h.example/"));
    let others = [("isComment".to_owned(), "true".to_owned()), ("x:rank".to_owned(), "3".to_owned())];
    assert_eq!(outline.attributes, others);
    assert_eq!(parse(list.to_xml().as_bytes()).outlines, list.outlines);
    assert_eq!(parse(list.to_xml().as_bytes()).head, list.head);
}

#[test]
fn folders_nest() {
    let list = body(
        "<outline text='Sea'><outline text='Boats'><outline text='A' xmlUrl='a'/></outline><outline text='B' xmlUrl='b'>
        <outline text='C' xmlUrl='c'/></outline></outline><outline text='D' xmlUrl='d'/><outline><outline xmlUrl='e'/></outline>",
    );
    let all: Vec<_> = list
        .subscriptions()
        .map(|one| format!("{}: {}", one.folders.join("/"), one.outline.name()))
        .collect();
    assert_eq!(all, ["Sea/Boats: A", "Sea: B", "Sea: C", ": D", ": e"]);
}

#[test]
fn damaged_lists_are_read() {
    for (document, expected) in [
        (
            "<opml><body><outline text='AT&T' xmlUrl='http://h.example/?a=1&b=2'/></body></opml>",
            &["AT&T http://h.example/?a=1&b=2"][..],
        ),
        ("<opml><body><outline text='a < b' xmlUrl='t'/></body></opml>", &["a < b t"]),
        ("<opml><body><outline text=Tides xmlUrl=t /></body></opml>", &["Tides t"]),
        (
            "<opml><body><outline text='A' xmlUrl='a'><outline text='B' xmlUrl='b'></body></opml>",
            &["A a", "B b"],
        ),
        ("<opml><body><outline text='F'><outline text='A' xmlUrl='a'></body></opml>", &["F -", " A a"]),
        ("<opml><body><outline text='A' xmlUrl='a'/></outline></body></opml>", &["A a"]),
        ("<opml><head><title>T<body><outline text='A' xmlUrl='a'/></opml>", &["A a"]),
        ("<opml><outline text='A' xmlUrl='a'/>", &["A a"]),
        ("<outline text='A' xmlUrl='a'/><outline text='B' xmlUrl='b'/>", &["A a", "B b"]),
        ("<opml><body><outline text='A' text='B' xmlUrl='a'/></body></opml>", &["A a"]),
        (
            "<opml><body><outline text='&eacute;&nbsp;&bogus;' xmlUrl='a'/></body></opml>",
            &["\u{e9}\u{a0}&bogus; a"],
        ),
        ("rubbish <opml><body><outline text='A' xmlUrl='a'/></body></opml> rubbish", &["A a"]),
        ("<opml><body><outline text='A' xmlUrl='a'/><outline text='B", &["A a", "B -"]),
        ("<opml><body><outline x:y='1' text='A' xmlUrl='a'/></body></opml>", &["A a"]),
    ] {
        let list = parse(document.as_bytes());
        assert_eq!(lines(&list), expected, "{document}");
        assert!(list.bozo.is_some() && !list.faults.is_empty(), "{document}");
        assert!(list.bozo.is_some_and(|bozo| bozo.severity() >= FaultSeverity::Mended), "{document}");
    }
    let list = parse(b"<opml>\n <body>\n  <outline text='AT&T'/></body></opml>");
    let position = list.faults[0].position;
    assert_eq!((position.line, position.column), (3, 20));
}

#[test]
fn encodings_are_found_as_those_of_feeds_are() {
    let text = "<opml><body><outline text='M\u{f6}wen'/></body></opml>";
    let latin: Vec<u8> = text.chars().map(|c| u8::try_from(c).unwrap()).collect();
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for (bytes, encoding) in [
        (text.as_bytes().to_vec(), "utf-8"),
        ([&b"<?xml version='1.0' encoding='iso-8859-1'?>"[..], &latin].concat(), "iso-8859-1"),
        ([&b"<?xml version='1.0' encoding='us-ascii'?>"[..], text.as_bytes()].concat(), "utf-8"),
        ([&b"\xFE\xFF"[..], &wide].concat(), "utf-16"),
        (latin.clone(), "windows-1252"),
    ] {
        let list = parse(&bytes);
        assert_eq!(list.outlines[0].name(), "M\u{f6}wen", "{encoding}");
        assert!(list.encoding.starts_with(encoding), "{encoding}: {}", list.encoding);
    }
}

#[test]
fn other_documents_are_not_lists() {
    for (document, looks_like) in [
        ("", LooksLike::Empty),
        ("<rss version='2.0'><channel/></rss>", LooksLike::Xml),
        ("<!doctype html><html><body>x</body></html>", LooksLike::Html),
        ("{}", LooksLike::Json),
        ("tides", LooksLike::Other),
    ] {
        let list = parse(document.as_bytes());
        assert_eq!(list.bozo, Some(Bozo::NotOpml(looks_like)), "{document}");
        assert_eq!(list.outlines, []);
    }
    // An empty list is allowed.
    assert_eq!(parse(b"<opml version='2.0'><head/><body/></opml>").bozo, None);
}

#[test]
fn depth_is_bounded_and_no_feed_is_lost() {
    let unclosed = "<outline text='F' xmlUrl='f'>".repeat(20_000);
    let list = body(&unclosed);
    assert_eq!(list.subscriptions().count(), 20_000);
    assert_eq!(list.outlines.len(), 20_000);
    let deep =
        format!("{}<outline xmlUrl='f'/>{}", "<outline text='a'>".repeat(5000), "</outline>".repeat(5000));
    let list = body(&deep);
    assert_eq!(list.subscriptions().count(), 1);
    assert!(list.subscriptions().all(|one| one.folders.len() <= 101));
}

#[test]
fn folders_of_all_feeds_take_at_most_four_times_the_list() {
    const LENGTH: usize = 300_000;
    const FEED: &str = "<outline xmlUrl='f'/>";
    let folder = |name: &str, content: &str| format!("<outline text='{name}'>{content}</outline>");
    let feeds = |length: usize| FEED.repeat(length / FEED.len());
    let nested =
        |depth: usize, name: &str, content: String| (0..depth).fold(content, |inner, _| folder(name, &inner));
    let half = "n".repeat(LENGTH / 2);
    let mut wrong = Vec::new();
    for (shape, outlines, expected) in [
        ("feeds without folders", feeds(LENGTH), "none"),
        ("spaces as a name", folder(&" ".repeat(LENGTH / 2), &feeds(LENGTH / 2)), "none"),
        ("short folders", folder("Sea", &folder("Tides", &feeds(LENGTH))), "all"),
        ("a folder for each feed", folder("Tides", FEED).repeat(5_000), "all"),
        ("a long name", folder(&half, &feeds(LENGTH / 2)), "the first"),
        ("a long name in a long name", folder(&half, &folder(&half, &feeds(LENGTH / 2))), "the first"),
        ("a long name before feeds without one", folder(&half, &feeds(2_000)) + &feeds(LENGTH), "the first"),
        ("deep folders", nested(40, "harbour tides", feeds(LENGTH)), "the first"),
        (
            "deep folders with long names",
            nested(40, &"n".repeat(LENGTH / 80), feeds(LENGTH / 2)),
            "the first",
        ),
    ] {
        let list = body(&outlines);
        let all: Vec<_> = list.subscriptions().collect();
        let names = all.iter().flat_map(|one| &one.folders);
        let copied: usize = names.map(|name| name.len() + size_of::<String>()).sum();
        let is_in_folders = |one: &&Subscription<'_>| !one.folders.is_empty();
        let first = all.iter().take_while(is_in_folders).count();
        let with_folders = match all.iter().filter(is_in_folders).count() {
            0 => "none",
            number if number == all.len() => "all",
            number if number == first => "the first",
            _ => "some",
        };
        if all.len() < 1_000 || copied > 4 * outlines.len() + (64 << 10) || with_folders != expected {
            wrong.push(format!("{shape}: {with_folders} of {} feeds, {copied} bytes", all.len()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_xml_cannot_hold_is_not_written() {
    let mut list = Opml::new("a\u{0}b\u{FFFF}c\td\ne");
    list.head.others.push(("not a name".to_owned(), "x".to_owned()));
    list.namespaces.push(("xmlfoo".to_owned(), "http://x.example/".to_owned()));
    let mut outline = Outline::feed("<\"'&>", "f");
    outline.attributes = [
        ("a b", "1"),
        ("x:y", "2"),
        ("TEXT", "3"),
        ("ok", "4"),
        ("ok", "5"),
        ("xmlns", "6"),
        ("xmlns:z", "7"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .to_vec();
    list.outlines.push(outline);
    let again = parse(list.to_xml().as_bytes());
    assert_eq!(again.faults, [], "{}", list.to_xml());
    assert_eq!(again.head.title.as_deref(), Some("abc\td\ne"));
    assert_eq!(again.outlines[0].text.as_deref(), Some("<\"'&>"));
    assert_eq!(again.outlines[0].attributes, [("ok".to_owned(), "4".to_owned())]);
}

/// Returns an outline with a nesting depth of at most `depth`.
fn outline(u: &mut Unstructured<'_>, depth: usize) -> Result<Outline> {
    if depth == 0 || u.arbitrary()? {
        let url = if u.arbitrary()? { Some(text(u, 1..=5, &[LETTERS])?) } else { None };
        let kind = url.is_some().then(|| "rss".to_owned());
        let text = text(u, 0..=6, &[LETTERS, " <>&'\"\u{e9}\n"])?;
        return Ok(Outline { text: Some(text), kind, xml_url: url, ..Outline::default() });
    }
    let outlines = list(u, 0..=4, |u| outline(u, depth - 1))?;
    Ok(Outline { text: Some(text(u, 0..=3, &[LETTERS])?), outlines, ..Outline::default() })
}

#[test]
fn what_is_written_is_read_back() {
    check(256, |u| {
        let mut opml = Opml::new(&text(u, 1..=9, &[LETTERS, "<>&\u{e9}"])?);
        opml.outlines = list(u, 0..=5, |u| outline(u, 4))?;
        let again = parse(opml.to_xml().as_bytes());
        assert_eq!(again.outlines, opml.outlines);
        assert_eq!(again.head, opml.head);
        assert_eq!(again.bozo, None);
        Ok(())
    });
}

#[test]
fn nothing_panics() {
    const NAMES: &[&str] = &[
        "opml", "head", "body", "title", "outline", "/opml", "/head", "/body", "/title", "/outline", "!--",
        "?xml",
    ];
    check(256, |u| {
        let document = list(u, 0..=20, |u| {
            Ok(match u.int_in_range(0..=2)? {
                0 => {
                    let attributes = list(u, 0..=3, |u| {
                        Ok(match u.int_in_range(0..=2)? {
                            0 => format!(" text='{}'", text(u, 0..=3, &["a&<"])?),
                            1 => " xmlUrl=a".to_owned(),
                            _ => " x:y".to_owned(),
                        })
                    })?;
                    let end = u.choose(&[">", "/>", "", "/"])?;
                    format!("<{}{}{end}", u.choose(NAMES)?, attributes.concat())
                }
                1 => text(u, 0..=4, &[LETTERS, "&;<> '\""])?,
                _ => "-->".to_owned(),
            })
        })?;
        let list = parse(document.concat().as_bytes());
        parse(list.to_xml().as_bytes());
        list.subscriptions().count();
        Ok(())
    });
}

#[test]
fn dates_that_cannot_be_read_are_warnings() {
    let document = "<opml version='2.0'>\n<head><title>soon</title><dateCreated>soon</dateCreated>\
        <dateModified>Fri, 02 Jan 2026 03:04:05 GMT</dateModified></head><body><outline text='a'>\n\
        <outline text='b' CREATED='2026-13-01' x='soon'/><outline created='2026-12-01'/></outline></body></opml>";
    let list = parse(document);
    let warnings: Vec<_> = list.warnings.iter().map(ToString::to_string).collect();
    let expected = [
        "line 2, column 26: opml/head/dateCreated: invalid date 'soon'",
        "line 3, column 1: opml/body/outline/outline/@CREATED: invalid date '2026-13-01'",
    ];
    assert_eq!((warnings.as_slice(), &list.bozo), (&expected.map(str::to_owned)[..], &None));
    let deep = format!("<opml><body>{}", "<outline created='x'>".repeat(300));
    let list = parse(&deep);
    assert_eq!((list.warnings.len(), list.warnings[99].path.matches('/').count()), (100, 48));
}

#[test]
fn urls_that_run_scripts_are_warnings() {
    let script = "javascript:x()";
    let of_outline = |attribute: &str| format!("<opml><body><outline text='a' {attribute}/></body></opml>");
    let of_head = |element: &str| format!("<opml><head>{element}</head><body/></opml>");
    let wrong: Vec<_> = [
        (of_outline(&format!("xmlUrl='{script}'")), "opml/body/outline/@xmlUrl"),
        (of_outline("XMLURL=' Java&#10;script:x()'"), "opml/body/outline/@XMLURL"),
        (of_outline(&format!("htmlUrl='{script}'")), "opml/body/outline/@htmlUrl"),
        (of_outline(&format!("type='link' url='{script}'")), "opml/body/outline/@url"),
        (of_outline(&format!("iconUrl='{script}'")), "opml/body/outline/@iconUrl"),
        (of_outline(&format!("title='{script}'")), ""),
        (of_outline("xmlUrl='https://harbour.example/tides.rss'"), ""),
        (of_outline("xmlUrl=''"), ""),
        (of_head(&format!("<ownerId>{script}</ownerId>")), "opml/head/ownerId"),
        (of_head(&format!("<docs>{script}</docs>")), "opml/head/docs"),
        (of_head(&format!("<windowTop>{script}</windowTop>")), "opml/head/windowTop"),
        (of_head(&format!("<title>{script}</title>")), ""),
    ]
    .into_iter()
    .filter_map(|(document, expected)| {
        let list = parse(&document);
        let found: Vec<_> = list.warnings.iter().map(|warning| (warning.kind, &*warning.path)).collect();
        let expected: Vec<_> = Some((WarningKind::ScriptUrl, expected))
            .filter(|(_, path)| !path.is_empty())
            .into_iter()
            .collect();
        (found != expected || list.bozo.is_some()).then(|| (document.clone(), list.warnings.clone()))
    })
    .collect();
    assert_eq!(wrong, []);
    let list = parse(of_outline(&format!("xmlUrl='{script}'")).as_str());
    assert_eq!(
        list.warnings[0].to_string(),
        "line 1, column 13: opml/body/outline/@xmlUrl: URL that runs a script 'javascript:x()'"
    );
}

#[test]
fn a_list_says_what_a_feed_says() {
    let list = parse(Document::from("<opml><body>").content_type("text/xml; charset=latin1"));
    assert_eq!(
        (&*list.encoding, &*list.codec, list.well_formed, list.is_opml()),
        ("latin1", "iso-8859-1", false, true)
    );
    let mut wrong = Vec::new();
    for (document, is_list) in [
        ("<opml/>", true),
        ("<opml version='2.0'><body><outline", true),
        ("", false),
        ("<rss><channel><title>a</title></channel></rss>", false),
        ("<html><body>x</body></html>", false),
        ("{}", false),
    ] {
        let list = parse(document);
        if (list.is_opml(), list.clone().into_result().is_ok()) != (is_list, is_list) {
            wrong.push((document, list.bozo));
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn nothing_that_is_written_runs_a_script() {
    let script = "javascript:x()";
    let attributes = [
        ("onclick", "x()"),
        ("srcdoc", "<script>"),
        ("iconUrl", "blob:https://harbour.example/1"),
        ("mood", "calm"),
    ];
    let outline = Outline {
        html_url: Some("java\nscript:x()".into()),
        url: Some(script.into()),
        attributes: attributes.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
        ..Outline::feed("javascript: a guide", script)
    };
    let mut list = Opml::new("Mine").with_outlines([outline]);
    list.head.owner_id = Some(script.into());
    list.head.others = vec![("windowTop".into(), "1".into()), ("logo".into(), script.into())];
    let xml = list.to_xml();
    let found = ["script:x", "onclick", "srcdoc", "blob:"].map(|part| xml.contains(part));
    assert_eq!(found, [false; 4], "{xml}");
    assert!(
        ["text=\"javascript: a guide\"", "mood=\"calm\"", "<windowTop>1<"]
            .iter()
            .all(|part| xml.contains(part))
    );
}

#[test]
fn a_list_that_is_cut_off_invents_no_address() {
    let whole = "<opml version='2.0'><body><outline text='A' xmlUrl='https://h.example/a'/><outline text='B' xmlUrl=\"https://h.example/b\" htmlUrl='https://h.example/'/></body></opml>";
    let mut wrong = Vec::new();
    for length in 0..whole.len() {
        let list = parse(&whole.as_bytes()[..length]);
        let urls: Vec<&str> = list.subscriptions().map(|subscription| subscription.url).collect();
        let is_known = |url: &&str| ["https://h.example/a", "https://h.example/b"].contains(url);
        if !urls.iter().all(is_known) || (!urls.is_empty() && list.well_formed) {
            wrong.push((&whole[..length], urls.len()));
        }
    }
    assert_eq!(wrong, []);
    assert_eq!(parse(whole).subscriptions().count(), 2);
}

#[test]
fn characters_of_windows_1252_are_read_as_such() {
    let list = parse(
        b"<?xml version='1.0' encoding='ISO-8859-1'?><opml><head><title> \x85a \x96 b\x85 </title></head><body>\
          <outline text='\x85a \x96 b\x85' mood='x \x92 y' xmlUrl='https://h.example/'/></body></opml>",
    );
    let outline = &list.outlines[0];
    assert_eq!(list.head.title.as_deref(), Some("…a – b…"));
    assert_eq!(outline.text.as_deref(), Some("…a – b…"));
    assert_eq!(outline.attributes, [("mood".to_owned(), "x ’ y".to_owned())]);
}
