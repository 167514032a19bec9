//! Generated markup.

use proptest::prelude::*;

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
    "<img data-src=x>", "<noscript><img src=x></noscript>", "<NoScript> <p><img src=x></noscript>", "<img src=x>",
];

pub(super) fn token() -> impl Strategy<Value = String> {
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
pub(super) fn misnested() -> impl Strategy<Value = String> {
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
            "ruby",
            "rt",
            "rtc",
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
pub(super) fn nested() -> impl Strategy<Value = String> {
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
pub(super) fn tables() -> impl Strategy<Value = String> {
    let cell = prop::collection::vec(token(), 0..4).prop_map(|tokens| tokens.concat());
    let part = prop_oneof![
        4 => prop::sample::select(&["<tr>", "<td>", "<th class=a>", "</td>", "</tr>", "\n", "</th>", "<td>x</td>"][..]).prop_map(str::to_owned),
        2 => prop::sample::select(&["<tbody>", "</tbody>", "<thead>", "</thead>", "<caption>", "</caption>", "<colgroup>", "<col>"][..]).prop_map(str::to_owned),
        1 => cell.prop_map(|cell| format!("<td>{cell}</td>")),
    ];
    prop::collection::vec(part, 0..12).prop_map(|parts| format!("<p><table>{}</table>x", parts.concat()))
}

/// SVG and `MathML`, sometimes with misplaced content.
pub(super) fn foreign() -> impl Strategy<Value = String> {
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
