#[cfg(feature = "serde")]
mod extensions;
#[cfg(feature = "serde")]
mod links;
#[cfg(feature = "serde")]
mod persons;
#[cfg(feature = "serde")]
mod scopes;
#[cfg(feature = "serde")]
mod texts;
#[cfg(feature = "serde")]
mod values;

use crate::parse;
use bozofeed_text::scan::steps;

const RSS: [&str; 2] = ["<rss version='2.0'><channel><title>t</title>", "</channel></rss>"];
const ATOM: [&str; 2] = ["<feed xmlns='http://www.w3.org/2005/Atom'><title>t</title>", "</feed>"];

fn read([before, after]: [&str; 2], content: &str) -> crate::Parsed {
    parse(format!("{before}{content}{after}").as_bytes())
}

#[test]
fn attributes_without_a_field_are_extensions_unless_validators_alone_read_them() {
    let mut wrong = Vec::new();
    for (attribute, expected) in [
        ("xmlns:x='urn:x' x:b='c'", 1),
        ("b='c'", 1),
        ("xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:type='b'", 0),
        ("xml:lang='en'", 0),
        ("xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' rdf:about='b'", 0),
        ("isPermaLink='false'", 0),
        ("", 0),
    ] {
        let parsed = read(RSS, &format!("<item><guid {attribute}>a</guid></item>"));
        let extensions = parsed.entries[0].extensions().len();
        if extensions != expected {
            wrong.push((attribute, extensions));
        }
    }
    assert_eq!(wrong, []);
}

/// Names that differ in XML may be equal once they have the customary prefixes.
#[test]
fn attributes_have_distinct_names() {
    let mut wrong = Vec::new();
    let others = (0..20).map(|number| format!(" n{number}=''")).collect::<Vec<_>>().concat();
    for (attributes, expected) in [
        ("b='1' c='2'", &[("b", "1"), ("c", "2")][..]),
        ("b='1' b='2'", &[("b", "1")]),
        ("b='1' :b='2'", &[("b", "1")]),
        ("b='1' p:b='2' xmlns:p='urn:p'", &[("b", "1"), ("p:b", "2")]),
        ("p:b='1' q:b='2' xmlns:p='urn:p' xmlns:q='urn:p'", &[("p:b", "1")]),
        (
            "m:b='1' media:b='2' xmlns:m='http://search.yahoo.com/mrss/' xmlns:media='urn:p'",
            &[("media:b", "1")],
        ),
    ] {
        for rest in ["", &others] {
            let parsed = read(RSS, &format!("<item><a {attributes}{rest}/></item>"));
            let found: Vec<_> = parsed.entries[0].extensions()[0].attributes.iter().collect();
            if found.get(..expected.len()) != Some(expected) || found.len() % 20 != expected.len() {
                wrong.push((attributes, rest.len(), found.len()));
            }
        }
    }
    assert_eq!(wrong, []);
}

/// A scope without a field is kept as a tree, but an entry in it is an entry of the feed, with its usual fields.
#[test]
fn entries_are_kept_in_a_scope_without_a_field() {
    let mut wrong = Vec::new();
    for (format, content, expected) in [
        (RSS, "<source><item><title>b</title></item></source>", &["b"][..]),
        (RSS, "<textInput><image><item><title>b</title></item></image></textInput>", &["b"]),
        (ATOM, "<source><entry><title>b</title></entry></source>", &["b"]),
        (ATOM, "<source><title>x</title><entry><title>b</title></entry></source>", &["b"]),
        // In an element of another vocabulary, it is part of that element.
        (RSS, "<x:a xmlns:x='urn:x'><item><title>b</title></item></x:a>", &[]),
    ] {
        let parsed = read(format, content);
        let titles: Vec<_> = parsed
            .entries
            .iter()
            .map(|entry| entry.title.as_ref().map_or("-", |title| title.value.as_str()))
            .collect();
        if titles != expected {
            wrong.push((content, titles.join(" ")));
        }
    }
    assert_eq!(wrong, []);
}

/// `FeedBurner` writes empty items inside items.
#[test]
fn an_empty_entry_within_an_entry_is_none() {
    let mut wrong = Vec::new();
    for (content, expected) in [
        ("<item><title>a</title><item/><link>b</link></item><item/>", (2, 1)),
        ("<item/><item/>", (2, 0)),
        ("<item><title>a</title><item><title>b</title></item></item>", (2, 0)),
        ("<item><title>a</title><item shouldShow='false'/></item>", (1, 1)),
        ("<item><title>a</title><item href='https://h.example/'/></item>", (2, 0)),
    ] {
        let parsed = read(RSS, content);
        let warnings =
            parsed.warnings.iter().filter(|warning| warning.kind == crate::WarningKind::EmptyEntry).count();
        if (parsed.entries.len(), warnings) != expected {
            wrong.push((content, parsed.entries.len(), warnings));
        }
    }
    assert_eq!(wrong, []);
}

/// RFC 4287 §3.1.1: a text construct of Atom is plain text unless it has a type. RSS has no types, so the type of its texts is
/// guessed.
#[test]
fn whether_a_text_is_markup_is_guessed_where_the_format_does_not_state_it() {
    const DC: &str = "xmlns:dc='http://purl.org/dc/elements/1.1/'";
    const NS: &str = "xmlns:a='http://www.w3.org/2005/Atom'";
    let text = "b &lt;i>c&lt;/i>";
    let mut wrong = Vec::new();
    for (format, entry, content, is_markup) in [
        (RSS, "item", format!("<title>{text}</title>"), true),
        (RSS, "item", format!("<dc:title {DC}>{text}</dc:title>"), true),
        (RSS, "item", format!("<a:title {NS}>{text}</a:title>"), false),
        (RSS, "item", format!("<a:title {NS} type='html'>{text}</a:title>"), true),
        (ATOM, "entry", format!("<title>{text}</title>"), false),
        (ATOM, "entry", format!("<title type='html'>{text}</title>"), true),
        (ATOM, "entry", format!("<dc:title {DC}>{text}</dc:title>"), false),
    ] {
        let parsed = read(format, &format!("<{entry}>{content}</{entry}>"));
        let title = parsed.entries[0].title.as_ref();
        if title.map(crate::model::Text::is_markup) != Some(is_markup) {
            wrong.push((content, title.map(|title| title.value.to_string())));
        }
    }
    assert_eq!(wrong, []);
}

/// The text after a tag mentioned in a title is part of the title, and the entry stays whole.
#[test]
fn tags_that_a_title_names_are_text() {
    let mut wrong = Vec::new();
    for (title, media_type, expected) in [
        ("Use <script> and <template> tags", "text/plain", "Use <script> and <template> tags"),
        ("The <title> tag", "text/plain", "The <title> tag"),
        ("The <link> tag", "text/plain", "The <link> tag"),
        ("Vec<T> &amp; <Testing>", "text/plain", "Vec<T> & <Testing>"),
        ("The &lt;head> of &lt;title>", "text/plain", "The <head> of <title>"),
        ("Why <img> needs alt", "text/plain", "Why <img> needs alt"),
        ("a <b>c</b> &amp; <i>", "application/xhtml+xml", "a <b>c</b> &amp; &lt;i&gt;"),
        ("a &lt;b>c&lt;/b> &amp; &lt;i>", "text/html", "a <b>c</b> &amp; &lt;i&gt;"),
        ("a<br/>b", "application/xhtml+xml", "a<br />b"),
    ] {
        let item = format!("<item><title>{title}</title><link>https://h.example/1</link></item><item/>");
        let parsed = read(RSS, &item);
        let entry = &parsed.entries[0];
        let found = entry.title.as_ref().map(|title| (title.media_type.as_ref(), title.value.as_str()));
        let is_whole = entry.link.as_deref() == Some("https://h.example/1") && parsed.entries.len() == 2;
        if found != Some((media_type, expected)) || !is_whole {
            wrong.push((title, found.map(|(kind, value)| format!("{kind} {value}")), is_whole));
        }
    }
    assert_eq!(wrong, []);
}

/// U+0085 in a text, a name or an attribute is the ellipsis of windows-1252, not white space around them.
#[test]
fn an_ellipsis_at_the_edge_of_a_text_is_kept() {
    for text in ["\u{85}a \u{96} b\u{85}", "&#133;a &#150; b&#133;", "\n \u{85}a &#150; b\u{85}\t\n"] {
        let item = format!("<item><title>{text}</title><category>{text}</category></item>");
        let entry = &read(RSS, &item).entries[0];
        let title = entry.title.as_ref().map(|title| title.value.as_str());
        assert_eq!((title, entry.tags[0].term.as_deref()), (Some("…a – b…"), Some("…a – b…")), "{text:?}");
        let entry = format!("<entry><category term='x' label='{text}'/></entry>");
        assert_eq!(read(ATOM, &entry).entries[0].tags[0].label.as_deref(), Some("…a – b…"), "{text:?}");
    }
}

/// A word that is not a media type is treated like a missing attribute, and the text is judged by its appearance, also in Atom.
#[test]
fn a_type_that_is_no_media_type_does_not_count() {
    let mut wrong = Vec::new();
    for word in
        ["CDATA", "escaped", "encoded", "html5", "", " ", "HTML/", "/html", "string", "text html", "utf-8"]
    {
        for element in ["title", "summary", "content", "rights"] {
            for (text, expected) in [("&lt;b>x&lt;/b>", "text/html"), ("x &lt; y", "text/plain")] {
                let parsed =
                    read(ATOM, &format!("<entry><{element} type='{word}'>{text}</{element}></entry>"));
                let entry = &parsed.entries[0];
                let texts = [entry.title.as_ref(), entry.summary.as_ref(), entry.rights()];
                let text = texts.into_iter().flatten().chain(&entry.content).next();
                if text.map(|text| text.media_type.as_str()) != Some(expected) {
                    wrong.push((element, word, expected));
                }
            }
        }
    }
    assert_eq!(wrong, []);
    let mut wrong = Vec::new();
    for (written, expected, is_kept) in [
        ("mp3", None, true),
        ("file", None, true),
        ("", None, false),
        ("audio/mpeg", Some("audio/mpeg"), false),
        ("Audio/MPEG; x=y", Some("audio/mpeg"), true),
    ] {
        let parsed =
            read(RSS, &format!("<item><enclosure url='https://h.example/1.mp3' type='{written}'/></item>"));
        let link = &parsed.entries[0].links[0];
        if (link.media_type.as_deref(), link.attributes.get("type").is_some()) != (expected, is_kept) {
            wrong.push((written, link.clone()));
        }
    }
    assert_eq!(wrong, []);
}

/// An attribute with the prefix of a format is equivalent to one without a prefix.
#[test]
fn attributes_may_have_the_prefix_of_the_format() {
    let content = "<a:entry><a:title a:type='html'>&lt;b>x&lt;/b></a:title><a:category a:term='t' a:label='l'/>\
        <a:content a:type='text/html' a:src='https://h.example/'/><a:generator a:uri='https://h.example/'>g</a:generator>\
        <a:link a:href='https://h.example/1'/></a:entry>";
    let parsed = read(["<a:feed xmlns:a='http://www.w3.org/2005/Atom'>", "</a:feed>"], content);
    let entry = &parsed.entries[0];
    assert_eq!(entry.title.as_ref().map(|title| title.media_type.as_str()), Some("text/html"));
    assert_eq!(entry.tags[0].term.as_deref(), Some("t"));
    assert_eq!(entry.tags[0].label.as_deref(), Some("l"));
    assert_eq!(entry.content[0].src(), Some("https://h.example/"));
    assert_eq!(entry.link.as_deref(), Some("https://h.example/1"));
    let names: Vec<_> = entry.extensions().iter().map(|extension| extension.name.as_str()).collect();
    assert_eq!(names, ["generator"]);
}

/// Text that consists only of tags is not meant to be shown as such.
#[test]
fn xhtml_that_is_escaped_as_a_whole_is_html() {
    let mut wrong = Vec::new();
    for (content, expected) in [
        ("&lt;p>Hi&lt;/p>", ("<p>Hi</p>", "text/html")),
        ("<![CDATA[<p>Hi</p>]]>", ("<p>Hi</p>", "text/html")),
        ("<div>&lt;p>Hi&lt;/p></div>", ("<p>Hi</p>", "text/html")),
        ("<p>&lt;b>Hi&lt;/b></p>", ("<p>&lt;b&gt;Hi&lt;/b&gt;</p>", "application/xhtml+xml")),
        ("a &lt; b", ("a &lt; b", "application/xhtml+xml")),
        ("R&amp;D", ("R&amp;D", "application/xhtml+xml")),
        ("&lt;foo>", ("&lt;foo&gt;", "application/xhtml+xml")),
    ] {
        let parsed = read(ATOM, &format!("<entry><content type='xhtml'>{content}</content></entry>"));
        let text = &parsed.entries[0].content[0];
        if (text.value.as_str(), text.media_type.as_str()) != expected {
            wrong.push((content, text.value.to_string(), text.media_type.to_string()));
        }
    }
    assert_eq!(wrong, []);
}

/// Names and categories contain no markup, so a reference in them was escaped once too often.
#[test]
fn references_in_names_and_categories_are_resolved() {
    const DC: &str = "xmlns:dc='http://purl.org/dc/elements/1.1/'";
    let mut wrong = Vec::new();
    for (content, expected) in [
        ("<category>R&amp;amp;D</category>", "R&D"),
        ("<category>R&amp;D</category>", "R&D"),
        ("<category>R&amp;D; b</category>", "R&D; b"),
        ("<category>Caf&amp;eacute;</category>", "Café"),
        ("<category term='R&amp;amp;D'/>", "R&D"),
        ("<author>R&amp;amp;D</author>", "R&D"),
        ("<author>R&amp;amp;D &amp;lt;a@h.example&amp;gt;</author>", "R&D"),
        ("<author>a@h.example (R&amp;amp;D)</author>", "R&D"),
        (&format!("<dc:creator {DC}>O&amp;#39;Neill</dc:creator>"), "O'Neill"),
        ("<a:author xmlns:a='http://www.w3.org/2005/Atom'><a:name>R&amp;amp;D</a:name></a:author>", "R&D"),
    ] {
        let parsed = read(RSS, &format!("<item>{content}</item>"));
        let entry = &parsed.entries[0];
        let name = entry.authors.first().and_then(|author| author.name.as_deref());
        if name.or_else(|| entry.tags.first()?.term.as_deref()) != Some(expected) {
            wrong.push((content.to_owned(), entry.clone()));
        }
    }
    assert_eq!(wrong, []);
    let feed = r#"{"version":"https://jsonfeed.org/version/1.1","title":"R&amp;D","items":[{"id":"1","title":"R&amp;D",
        "content_text":"R&amp;D","authors":[{"name":"R&amp;D"}],"tags":["R&amp;D"]}]}"#;
    let parsed = parse(feed.as_bytes());
    let entry = &parsed.entries[0];
    assert_eq!(parsed.feed.title.as_ref().map(|title| title.value.as_str()), Some("R&D"));
    assert_eq!(entry.title.as_ref().map(|title| title.value.as_str()), Some("R&D"));
    assert_eq!(entry.content[0].value.as_str(), "R&amp;D");
    assert_eq!(entry.authors[0].name.as_deref(), Some("R&D"));
    assert_eq!(entry.tags[0].term.as_deref(), Some("R&D"));
}

/// RFC 4287 §3.1.1.3: the `div` of XHTML is not part of the content, but a `div` with something beside it is not a wrapper.
#[test]
fn only_a_div_around_all_of_the_content_is_a_wrapper() {
    let mut wrong = Vec::new();
    for (content, expected) in [
        ("<div>a</div>", "a"),
        (" <div>a</div> ", "a"),
        ("<div><div>a</div></div>", "<div>a</div>"),
        ("<div>a</div>b", "<div>a</div>b"),
        ("<div>a</div><div>b</div>", "<div>a</div><div>b</div>"),
        ("a<div>b</div>", "a<div>b</div>"),
        ("<div/>", ""),
        ("<div> </div>", ""),
    ] {
        let parsed = read(ATOM, &format!("<entry><content type='xhtml'>{content}</content></entry>"));
        let found = parsed.entries[0].content.first().map_or("", |content| content.value.as_str());
        if found != expected {
            wrong.push((content, found.to_owned()));
        }
    }
    assert_eq!(wrong, []);
}

/// XML 1.0 §2.12. The model has no field for the direction, so a `div` with one is kept.
#[test]
fn language_and_direction_of_a_wrapper_are_those_of_the_text() {
    let mut wrong = Vec::new();
    for (attributes, language, value) in [
        ("", None, "a"),
        ("xml:lang='ar'", Some("ar"), "a"),
        ("lang='ar'", Some("ar"), "a"),
        ("xml:lang='ar' dir='rtl'", Some("ar"), "<div lang=\"ar\" dir=\"rtl\">a</div>"),
        ("style='direction:rtl'", None, "<div dir=\"rtl\">a</div>"),
    ] {
        let content = format!("<entry><content type='xhtml'><div {attributes}>a</div></content></entry>");
        let parsed = read(ATOM, &content);
        let text = &parsed.entries[0].content[0];
        let found = text.scope.as_ref().and_then(|scope| scope.language.as_deref());
        if (found, text.value.as_str()) != (language, value) {
            wrong.push((attributes, text.clone()));
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn a_long_name_is_not_read_again_for_each_child() {
    let mut wrong = Vec::new();
    for child in ["<b/>", "<a/>", "<title/>", "<x:a xmlns:x='urn:x'/>", "<b>c</b>"] {
        for (before, after) in [("", ""), ("<guid>", "</guid>"), ("<author>", "</author>")] {
            let cost = |count: usize| {
                let name = "b".repeat(10 * count);
                let _ = steps::take();
                let _ = read(
                    RSS,
                    &format!("<item>{before}<{name}>{}</{name}>{after}</item>", child.repeat(count)),
                );
                steps::take()
            };
            let (some, many) = (cost(100), cost(1000));
            if many > 15 * some {
                wrong.push((child, before, some, many));
            }
        }
    }
    assert_eq!(wrong, []);
}

/// Reading stops at the end of each entry, and nothing after it is read.
#[test]
fn an_entry_is_handed_out_when_it_ends() {
    let document =
        "<rss><channel><item/><title>t</title><item><guid>b</guid></item><ttl>5</ttl><item></channel></rss>";
    let mut reader = crate::Parser::new().reader(document);
    let mut entries = reader.entries();
    let mut found = Vec::new();
    for _ in 0..3 {
        let id = entries.next().map(|entry| entry.id.unwrap_or_default().to_string());
        let feed = entries.feed();
        found.push((id, feed.title.is_some(), feed.ttl().value.is_some()));
    }
    let some = |id: &str| Some(id.to_owned());
    assert_eq!(found, [(some(""), false, false), (some("b"), true, false), (None, true, true)]);
}

/// A list of the events received by an inspector: `<name 'text' >`, and `/>` for an end without a tag.
#[derive(Default)]
struct ReceivedEvents(Vec<String>);

impl crate::inspect::Inspector for ReceivedEvents {
    fn start_tag(
        &mut self,
        name: &crate::xml::Name<'_>,
        _: &crate::xml::RawTag<'_>,
        attributes: &[crate::xml::XmlAttribute<'_>],
    ) {
        let attributes =
            attributes.iter().map(|attribute| format!(" {}='{}'", attribute.name.qualified, attribute.value));
        self.0.push(format!("<{}{}", name.qualified, attributes.collect::<String>()));
    }

    fn text(&mut self, text: &str, _: &crate::xml::WrittenText) {
        if !text.trim().is_empty() {
            self.0.push(format!("'{text}'"));
        }
    }

    fn end_tag(&mut self, written: Option<std::ops::Range<usize>>) {
        self.0.push(if written.is_some() { ">" } else { "/>" }.to_owned());
    }
}

#[test]
fn an_inspector_receives_all_tags_and_texts() {
    let mut wrong = Vec::new();
    for (document, expected) in [
        (
            "<rss><channel><item><title>a</title></item></channel></rss>",
            "<rss <channel <item <title 'a' > > > >",
        ),
        (
            "<rss><channel><item><guid b='1'>R&amp;D</guid><link/>",
            "<rss <channel <item <guid b='1' 'R&D' > <link /> /> /> />",
        ),
        (
            "<rss><channel><title>a <b>c</b></title><x>d</x></channel></rss>",
            "<rss <channel <title 'a ' <b 'c' > > <x 'd' > > >",
        ),
    ] {
        let mut received = ReceivedEvents::default();
        let _ = crate::Parser::new().inspect(&crate::Document::from(document), &mut received);
        if received.0.join(" ") != expected {
            wrong.push(received.0.join(" "));
        }
    }
    assert_eq!(wrong, [""; 0]);
}
