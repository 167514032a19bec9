//! Property tests: the output of the single pass is the output of ammonia.

use super::rules::Rules;
use super::single_pass::{self, Bailout};
use super::{FEED_PARSER, Policy, READER};
use crate::content::links::Links;
use crate::content::tag::{MarkupTag, Written, lower};
use crate::content::{Allowlist, Budget};
use proptest::prelude::*;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

const BASE: Option<&str> = Some("http://b.example/d/e");

static WITHOUT_COMMENTS: LazyLock<Policy> = LazyLock::new(|| {
    let mut lists = Allowlist::feedparser();
    lists.comments = false;
    Policy::new(&lists)
});

/// Lists that share names.
static WITH_SHARED_NAMES: LazyLock<Policy> = LazyLock::new(|| {
    let mut lists = Allowlist::feedparser();
    lists.elements.extend(["g", "mi"].map(String::from));
    lists.svg_elements.extend(["a", "p", "td"].map(String::from));
    lists.svg_attributes.extend(["onclick", "title"].map(String::from));
    lists.mathml_elements.extend(["a", "div"].map(String::from));
    Policy::new(&lists)
});

/// The reader policy with everything that can be added to it.
static WIDE_READER: LazyLock<Policy> = LazyLock::new(|| {
    let mut lists = Allowlist::reader();
    lists.elements.extend(["form", "button", "input", "label"].map(String::from));
    lists.attributes.extend(["for", "form", "data-src"].map(String::from));
    lists.comments = true;
    lists.embed_hosts.push("h.example".to_owned());
    Policy::new(&lists)
});

fn clean(policy: &Policy, markup: &str, base: Option<&str>) -> String {
    let budget = Budget::default();
    policy.clean(markup, Links::new(base, &budget), &budget).into_owned()
}

fn clean_by_ammonia(policy: &Policy, markup: &str) -> String {
    let budget = Budget::default();
    policy.clean_by_ammonia(markup, Links::new(BASE, &budget), &budget)
}

fn clean_in_single_pass<'a>(rules: &Rules, markup: &'a str) -> Result<Cow<'a, str>, Bailout> {
    let budget = Budget::default();
    single_pass::clean(markup, Links::new(BASE, &budget), rules)
}

/// Asserts that both ways have the same output; returns it.
fn assert_same_output(policy: &Policy, markup: &str) -> String {
    let ammonia = clean_by_ammonia(policy, markup);
    if let Ok(output) = clean_in_single_pass(&policy.rules, markup) {
        assert_eq!(output, ammonia, "{markup:?}");
    }
    ammonia
}

/// Asserts that markup for the dictionary is cleaned as if it was rewritten first.
#[cfg(feature = "feedparser")]
fn assert_rewritten(markup: &str) {
    for policy in [&FEED_PARSER, &*WITH_SHARED_NAMES] {
        let budget = Budget::default();
        let links = Links::new(BASE, &budget).marking_unparsable();
        let dialect = single_pass::Dialect::FeedParser;
        if let Ok(output) = single_pass::clean_dialect(markup, links, &policy.rules, dialect) {
            assert_eq!(output, policy.clean_rewritten(markup, links, &budget), "{markup:?}");
        }
    }
}

/// Asserts that both ways have the same output, which is stable.
fn assert_equivalent(policy: &Policy, markup: &str) {
    let output = assert_same_output(policy, markup);
    assert_eq!(clean(policy, &output, None), output, "{markup:?} a second time");
}

#[rustfmt::skip]
static ELEMENTS: &[&str] = &[
    "a", "abbr", "address", "article", "aside", "audio", "b", "blockquote", "br", "center", "cite", "code", "dd",
    "del", "details", "dir", "div", "dl", "dt", "em", "embed", "fieldset", "figcaption", "figure", "font", "h1",
    "h2", "h3", "hgroup", "hr", "i", "img", "ins", "li", "main", "map", "mark", "menu", "nav", "noscript", "ol", "p",
    "picture", "pre", "s", "section", "small", "source", "span", "strong", "summary", "sub", "time", "track", "u",
    "ul", "var", "video", "wbr", "table", "tr", "td", "th", "tbody", "thead", "caption", "colgroup", "col", "iframe", "script", "style", "meta", "link", "body", "html", "pre", "form", "form", "button", "input", "label", "P", "DIV", "LI", "object", "param", "nobr", "unknown", "o:p", "o:p", "O:P", "st1:place", "p", "p", "div", "li", "b", "i", "span",
];

#[rustfmt::skip]
static BAILED_OUT: &[&str] = &[
    "select", "option", "textarea", "svg", "math", "script", "style", "title", "iframe", "applet", "image", "text", "list", "x",
    "marquee", "ruby", "rt", "template", "dialog", "search", "g", "listing", "xmp", "frameset", "basefont",
];

#[rustfmt::skip]
static ATTRIBUTES: &[&str] = &[
    "", " class=x", " CLASS='a b'", " class", " class=a class=b", " onclick=x()", " title=\"a&quot;<>&nbsp;\u{A0}\"",
    " href=x", " href=' /x?a=b&c=d&amp;e '", " href=http://h.example/", " href=javascript:x", " href='http://a b/'",
    " href=http://1.2.3.4.5/", " href='HTTP://X#'", " src=data:image/png;base64,x", " src=data:text/html,x",
    " src=//h/x.png", " style='color:red'", " style=x", " style='color: red;' class=y id=z", " style=x a=b id=c rel=d",
    " id=\u{e9}", " alt='a'b", "/", " /", " title='&copy=1&copy;&copy'", " cite=x", " href=#a", " name=a", " headers='a b'", " class='language-a b'", " usemap=#a", " rel=me", " data-src=y", " srcset='a 1x, b 2x'", " background=javascript:x",
    " data-x=y xml:lang=en", " poster=p.jpg", " controls", " CHECKED loop", " title=a=b",  " =x", " title='a\r\nb'", " href='x\ry'", " \"", " action=x", " action=javascript:x", " formaction=x",
    " type=hidden src=x",  " href=feed:javascript:x", " nowrap", " TITLE id", " style='background:#FFF;color:#FFF'", " style='color:#FFF'", " srcset='a 1x, javascript:b 2x'", " values=x",
];

#[rustfmt::skip]
static TEXTS: &[&str] = &[
    "a", " ", "\n", "text with words", "\u{A0}", "&nbsp;", "&amp;", "&lt;b&gt;", "a & b", "&copy", "&copyx", "&#150;",
    "&#x27;", "&#0;", "&#13;", "&#10;", "&notit;", "&bogus;", "&", "<", "< ", ">", "\"", "\u{e9}\u{65e5}", "&acE;", "<3",
    "\t", "&#xD800;", "\u{1}", "<!-- x -->", "<!---->", "<!-- -- -->", "<!-->", "<!-- --!> x", "<?x?>", "<!x>", "<!'y", "</>",
    "</ x>", "&NotEqualTilde;", "&quot;", "&#38;#38;", "\u{C2}\u{E9}",
    "<iframe src=x></iframe>", "<iframe><b>&amp;</b></iframe>", "<script>x<b>y</script>", "<script><!-- x </script >",
    "<style>a{}</style x>", "<style>a</style<b>c</style>", "<!--<pre>\n-->", "<!DOCTYPE html>", "<![CDATA[x]]>", "<!--- x --->", "<!-- <!-- -->", "<?xml version='1'?>",
    "<!-- pre>\n -->", "<!-- <b>x</b> -->", "<p/>", "<i />", "<!-- x", "<!-- -- x>", "<td/>", "<script/>", "<x/>",
    "<!-- <pre>\n -->", "<!doctype", "\r", "\r\n", "<![CDATA[ <b>]]>", "<!-- <script> -->",
];

fn token() -> impl Strategy<Value = String> {
    let element = prop_oneof![20 => prop::sample::select(ELEMENTS), 1 => prop::sample::select(BAILED_OUT)];
    let attributes =
        prop::collection::vec(prop::sample::select(ATTRIBUTES), 0..3).prop_map(|list| list.concat());
    prop_oneof![
        3 => (element.clone(), attributes).prop_map(|(name, attributes)| format!("<{name}{attributes}>")),
        2 => element.prop_map(|name| format!("</{name}>")),
        2 => prop::sample::select(TEXTS).prop_map(str::to_owned),
    ]
}

/// Formatting elements that are not nested, with blocks.
fn misnested() -> impl Strategy<Value = String> {
    let formatting = prop::sample::select(&["a", "b", "b", "i", "i", "font", "nobr", "u"][..]);
    let attributes = prop::sample::select(
        &[
            "",
            "",
            "",
            "",
            " size=1",
            " size=1 color=red",
            " COLOR='red' size=1",
            " class=a",
            " href=x",
            " onclick=x",
        ][..],
    );
    let block = prop::sample::select(
        &[
            "p",
            "p",
            "div",
            "ul",
            "li",
            "li",
            "h1",
            "h2",
            "pre",
            "blockquote",
            "center",
            "button",
            "form",
            "dd",
            "object",
        ][..],
    );
    let other = prop::sample::select(
        &["span", "unknown", "hr", "br", "img", "param", "table", "tr", "td", "caption"][..],
    );
    let inner = prop::sample::select(
        &["<table><tr><td>", "</table>", "<li>x", "\n", "a<br>", "<a>", "<p/>", "<b/>"][..],
    );
    prop_oneof![
        6 => (formatting.clone(), attributes).prop_map(|(name, attributes)| format!("<{name}{attributes}>")),
        6 => formatting.prop_map(|name| format!("</{name}>")),
        4 => block.clone().prop_map(|name| format!("<{name}>")),
        3 => block.prop_map(|name| format!("</{name}>")),
        2 => (other, any::<bool>()).prop_map(|(name, ends)| if ends { format!("</{name}>") } else { format!("<{name}>") }),
        1 => inner.prop_map(str::to_owned),
        1 => token(),
        4 => Just("x".to_owned()),
    ]
}

/// Well-nested markup.
fn nested() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(TEXTS).prop_map(str::to_owned);
    leaf.prop_recursive(5, 40, 6, |inner| {
        let element = prop::sample::select(ELEMENTS);
        let attributes =
            prop::collection::vec(prop::sample::select(ATTRIBUTES), 0..3).prop_map(|list| list.concat());
        (element, attributes, prop::collection::vec(inner, 0..6)).prop_map(|(name, attributes, children)| {
            format!("<{name}{attributes}>{}</{name}>", children.concat())
        })
    })
}

/// Tables, sometimes with misplaced content.
fn tables() -> impl Strategy<Value = String> {
    let cell = prop::collection::vec(token(), 0..4).prop_map(|tokens| tokens.concat());
    let part = prop_oneof![
        4 => prop::sample::select(&["<tr>", "<td>", "<th class=a>", "</td>", "</tr>", "\n", "</th>", "<td>x</td>"][..]).prop_map(str::to_owned),
        2 => prop::sample::select(&["<tbody>", "</tbody>", "<thead>", "</thead>", "<caption>", "</caption>", "<colgroup>", "<col>"][..]).prop_map(str::to_owned),
        1 => cell.prop_map(|cell| format!("<td>{cell}</td>")),
    ];
    prop::collection::vec(part, 0..12).prop_map(|parts| format!("<p><table>{}</table>x", parts.concat()))
}

/// SVG and `MathML`, sometimes with misplaced content.
fn foreign() -> impl Strategy<Value = String> {
    let svg = prop::sample::select(
        &[
            "svg",
            "g",
            "path",
            "linearGradient",
            "RECT",
            "clippath",
            "text",
            "use",
            "tspan",
            "image",
            "filter",
            "desc",
            "style",
            "x",
        ][..],
    );
    let mathml = prop::sample::select(
        &[
            "math",
            "mi",
            "mo",
            "mn",
            "mrow",
            "msup",
            "mfrac",
            "mtext",
            "semantics",
            "annotation",
            "mstyle",
            "mtable",
            "mglyph",
        ][..],
    );
    let attributes = prop::sample::select(
        &[
            "",
            " viewBox='0 0 1 1'",
            " VIEWBOX=x d=y",
            " xmlns=x",
            " xmlns:xlink='http://www.w3.org/1999/xlink'",
            " xlink='http://www.w3.org/1999/xlink' hidden",
            " xmlns='http://www.w3.org/2000/svg' fill=red xmlns:xlink=y",
            " xlink:href='#a'",
            " xlink:hrf=",
            " xlink:href=",
            " xlink:href=http://x/",
            " href=' #a'",
            " fill='url(#a)' id=b",
            " fill='url(http://x)' id=b r=c",
            " style='color: red' class=x",
            " xml:space=preserve x=1 x=2",
            " display=block href=x",
            " onclick=x gradientTransform=y",
            " x=1/",
            "/",
        ][..],
    );
    let leaf = prop::sample::select(TEXTS).prop_map(str::to_owned);
    let html = token().boxed();
    let tree = |root: &'static str, names: prop::sample::Select<&'static str>| {
        let inner = prop_oneof![30 => leaf.clone(), 1 => html.clone()].boxed();
        let attributes = attributes.clone();
        let children = inner.prop_recursive(4, 16, 4, move |inner| {
            (names.clone(), attributes.clone(), prop::collection::vec(inner, 0..4), any::<bool>()).prop_map(
                |(name, attributes, children, closes)| {
                    if closes {
                        format!("<{name}{attributes}>{}</{name}>", children.concat())
                    } else {
                        format!("<{name}{attributes}/>")
                    }
                },
            )
        });
        prop::collection::vec(children, 0..4)
            .prop_map(move |children| format!("a<{root} r=x>{}</{root}>b", children.concat()))
    };
    prop_oneof![tree("svg", svg), tree("math", mathml)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases.max(2000)))]

    #[test]
    fn nested_markup_is_cleaned_as_by_ammonia(markup in nested()) {
        assert_equivalent(&FEED_PARSER, &markup);
        assert_equivalent(&READER, &markup);
        assert_equivalent(&WIDE_READER, &markup);
    }

    #[test]
    fn misnested_markup_is_cleaned_as_by_ammonia(tokens in prop::collection::vec(misnested(), 0..24)) {
        for policy in [&FEED_PARSER, &READER, &*WIDE_READER, &*WITHOUT_COMMENTS] {
            assert_equivalent(policy, &tokens.concat());
        }
    }

    #[cfg(feature = "feedparser")]
    #[test]
    fn markup_for_the_dictionary_is_cleaned_as_if_rewritten(
        tokens in prop::collection::vec(prop_oneof![token(), misnested()], 0..14),
        root in foreign(),
    ) {
        assert_rewritten(&tokens.concat());
        assert_rewritten(&(tokens.concat() + &root));
    }

    #[test]
    fn tables_are_cleaned_as_by_ammonia(markup in tables()) {
        assert_equivalent(&FEED_PARSER, &markup);
        assert_equivalent(&READER, &markup);
    }

    #[test]
    fn foreign_content_is_cleaned_as_by_ammonia(markup in foreign(), tokens in prop::collection::vec(token(), 0..3)) {
        for policy in [&FEED_PARSER, &READER] {
            assert_equivalent(policy, &markup);
            assert_equivalent(policy, &(tokens.concat() + &markup));
        }
    }

    #[test]
    fn any_run_of_tags_is_cleaned_as_by_ammonia(tokens in prop::collection::vec(token(), 0..14)) {
        assert_equivalent(&FEED_PARSER, &tokens.concat());
        assert_equivalent(&READER, &tokens.concat());
    }

    #[test]
    fn repeated_tags_are_cleaned_as_by_ammonia(
        tokens in prop::collection::vec(token(), 1..5),
        root in foreign(),
        order in prop::collection::vec(any::<prop::sample::Index>(), 0..14),
    ) {
        let pieces: Vec<&str> = tokens.iter().chain(Some(&root)).map(String::as_str).collect();
        let markup: String = order.iter().map(|at| *at.get(&pieces)).collect();
        assert_same_output(&FEED_PARSER, &markup);
        assert_same_output(&READER, &markup);
    }

    #[test]
    fn tables_in_a_row_are_cleaned_as_by_ammonia(first in tables(), second in tables()) {
        assert_equivalent(&FEED_PARSER, &(first.clone() + &second + &first));
        assert_equivalent(&READER, &(first.clone() + &second + &first));
    }

    #[test]
    fn without_comments_markup_is_cleaned_as_by_ammonia(tokens in prop::collection::vec(token(), 0..6)) {
        assert_equivalent(&WITHOUT_COMMENTS, &tokens.concat());
    }

    #[test]
    fn names_in_several_lists_are_those_of_ammonia(tokens in prop::collection::vec(token(), 0..6), markup in foreign()) {
        assert_equivalent(&WITH_SHARED_NAMES, &tokens.concat());
        assert_equivalent(&WITH_SHARED_NAMES, &markup);
    }

    #[test]
    fn any_text_is_cleaned_as_by_ammonia(markup in "[<>/a-dpb!&;# =\"'\\-\u{A0}\u{C2}\n]{0,30}") {
        assert_equivalent(&FEED_PARSER, &markup);
        assert_equivalent(&READER, &markup);
    }
}

#[test]
fn nested_markup_takes_the_single_pass() {
    let policy = &FEED_PARSER;
    for (markup, expected) in [
        ("<p>Hello <b>world</b></p>", "<p>Hello <b>world</b></p>"),
        ("<p>a<p>b", "<p>a</p><p>b</p>"),
        ("<ul><li>a<li>b</ul>c", "<ul><li>a</li><li>b</li></ul>c"),
        ("<p>a<br/>b<br></br>", "<p>a<br>b<br></p>"),
        ("<i>y</i> & <foo", "<i>y</i> &amp; "),
        ("a</div>b</p>", "ab<p></p>"),
        ("<pre>\n\nx</pre>", "<pre>\n\nx</pre>"),
        ("<noscript><img src=x></noscript>", "<img src=\"http://b.example/d/x\">"),
        ("<b><p>x</b>y</p>", "<b></b><p><b>x</b>y</p>"),
        ("<table><tr><td>x</table>", "<table><tbody><tr><td>x</td></tr></tbody></table>"),
        ("<table>x</table>", ""),
        ("a<iframe><b>x</b></iframe>", "a<b>x</b>"),
        ("<p CLASS=x onclick=y>a<p CLASS=x onclick=y>b", "<p class=\"x\">a</p><p class=\"x\">b</p>"),
    ] {
        let output = clean_in_single_pass(&policy.rules, markup).unwrap_or_default();
        assert_eq!(output, expected, "{markup:?}");
    }
}

/// Compares both ways on the content of the feeds in the folder `BOZOFEED_FEEDS`, under both policies, and prints the share of
/// the single pass.
#[test]
#[ignore = "reads the folder that BOZOFEED_FEEDS names"]
fn real_content_is_cleaned_as_by_ammonia() {
    let folder = std::env::var("BOZOFEED_FEEDS").expect("BOZOFEED_FEEDS names a folder of feeds");
    let values = content_values(Path::new(&folder));
    assert!(!values.is_empty(), "no content in {folder}");
    for (name, policy) in [("Reader", &READER), ("FeedParser", &FEED_PARSER)] {
        println!("{name}:");
        compare(policy, &values);
    }
}

fn compare(policy: &Policy, values: &[String]) {
    let (mut all, mut in_single_pass) = (0, 0);
    let (mut exceeding, mut longest) = (0, 0);
    let mut bailouts = BTreeMap::<String, (usize, usize)>::new();
    for markup in values {
        all += markup.len();
        match clean_in_single_pass(&policy.rules, markup) {
            Ok(output) => {
                in_single_pass += markup.len();
                assert_eq!(output, clean_by_ammonia(policy, markup), "{markup:?}");
                assert_eq!(clean(policy, &output, None), output, "{markup:?} a second time");
            }
            Err(reason) => {
                let budget = Budget::default();
                let output = policy.clean(markup, Links::new(BASE, &budget), &budget);
                assert_eq!(clean(policy, &output, None), output, "{markup:?} a second time");
                exceeding += usize::from(budget.exceeded().any());
                longest = longest.max(markup.len());
                let element = Some(reason).filter(|&reason| reason == Bailout::Element).and_then(|_| {
                    let mut attributes = Written::new();
                    let mut tags = memchr::memchr_iter(b'<', markup.as_bytes()).filter_map(|at| {
                        MarkupTag::read(markup, at, &mut attributes).map(|tag| lower(tag.name).into_owned())
                    });
                    tags.find(|name| policy.rules.plain.get(name).is_none() && name != "noscript")
                });
                let reason = format!("{reason:?} {}", element.unwrap_or_default());
                let count = bailouts.entry(reason).or_default();
                *count = (count.0 + 1, count.1 + markup.len());
            }
        }
    }
    let percent = |bytes: usize| format!("{}.{} %", bytes * 100 / all, bytes * 1000 / all % 10);
    println!("{} values, {all} bytes, {} take the single pass", values.len(), percent(in_single_pass));
    println!("{exceeding} values exceed the budget; the longest for the tree builder has {longest} bytes");
    let mut bailouts: Vec<_> = bailouts.into_iter().collect();
    bailouts.sort_by_key(|&(_, (_, bytes))| std::cmp::Reverse(bytes));
    for (reason, (values, bytes)) in bailouts {
        println!("{reason:20} {values:6} values {:>6} of bytes", percent(bytes));
    }
}

/// Returns the text of every element that contains markup.
fn content_values(folder: &Path) -> Vec<String> {
    use quick_xml::events::Event;
    let mut values = Vec::new();
    let mut entries: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").flatten().map(|e| e.path()).collect();
    entries.sort();
    for path in entries {
        let bytes = std::fs::read(path).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let mut reader = quick_xml::Reader::from_str(&text);
        reader.config_mut().check_end_names = false;
        let mut value = String::new();
        loop {
            match reader.read_event() {
                Ok(Event::Text(text)) => value.push_str(&text.xml10_content()),
                Ok(Event::CData(text)) => value.push_str(&text.xml10_content()),
                Ok(Event::GeneralRef(name)) => {
                    value.push_str(&crate::html::references::unescape(&format!("&{};", &*name)));
                }
                Ok(Event::Eof) | Err(_) => break,
                Ok(_) => {
                    if value.contains('<') {
                        values.push(std::mem::take(&mut value));
                    }
                    value.clear();
                }
            }
        }
    }
    values
}
