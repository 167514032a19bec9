//! Generated markup.

use std::ops::RangeInclusive;

use crate::testing::{Result, Unstructured, list, pieces};

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

#[rustfmt::skip]
static SVG: &[&str] = &[
    "svg", "g", "path", "linearGradient", "RECT", "clippath", "text", "use", "tspan", "image", "filter", "desc", "style", "x",
];

#[rustfmt::skip]
static MATHML: &[&str] = &[
    "math", "mi", "mo", "mn", "mrow", "msup", "mfrac", "mtext", "semantics", "annotation", "mstyle", "mtable", "mglyph",
];

#[rustfmt::skip]
static FOREIGN_ATTRIBUTES: &[&str] = &[
    "", " viewBox='0 0 1 1'", " VIEWBOX=x d=y", " xmlns=x", " xmlns:xlink='http://www.w3.org/1999/xlink'",
    " xlink='http://www.w3.org/1999/xlink' hidden", " xmlns='http://www.w3.org/2000/svg' fill=red xmlns:xlink=y",
    " xlink:href='#a'", " xlink:hrf=", " xlink:href=", " xlink:href=http://x/", " href=' #a'", " fill='url(#a)' id=b",
    " fill='url(http://x)' id=b r=c", " style='color: red' class=x", " xml:space=preserve x=1 x=2", " display=block href=x",
    " onclick=x gradientTransform=y", " x=1/", "/",
];

/// Returns one tag or text.
pub(super) fn token(u: &mut Unstructured<'_>) -> Result<String> {
    let element = |u: &mut Unstructured<'_>| {
        let names = if u.ratio(20, 21)? { ELEMENTS } else { BAILED_OUT };
        u.choose(names)
    };
    Ok(match u.int_in_range(0..=6)? {
        0..=2 => format!("<{}{}>", element(u)?, pieces(u, 0..=2, ATTRIBUTES)?),
        3 | 4 => format!("</{}>", element(u)?),
        _ => pieces(u, 1..=1, TEXTS)?,
    })
}

/// Returns tags and texts in any order.
pub(super) fn tokens(u: &mut Unstructured<'_>, count: RangeInclusive<usize>) -> Result<String> {
    Ok(list(u, count, token)?.concat())
}

/// Returns one tag or text: formatting elements that are not nested, with blocks.
pub(super) fn misnested(u: &mut Unstructured<'_>) -> Result<String> {
    const FORMATTING: &[&str] = &["a", "b", "b", "i", "i", "font", "nobr", "u"];
    #[rustfmt::skip]
    const ATTRIBUTES: &[&str] = &[
        "", "", "", "", " size=1", " size=1 color=red", " COLOR='red' size=1", " class=a", " href=x", " onclick=x",
    ];
    #[rustfmt::skip]
    const BLOCKS: &[&str] = &[
        "p", "p", "div", "ul", "li", "li", "h1", "h2", "pre", "blockquote", "center", "button", "form", "dd", "object", "ruby",
        "rt", "rtc",
    ];
    const OTHERS: &[&str] = &["span", "unknown", "hr", "br", "img", "param", "table", "tr", "td", "caption"];
    const INNER: &[&str] = &["<table><tr><td>", "</table>", "<li>x", "\n", "a<br>", "<a>", "<p/>", "<b/>"];
    Ok(match u.int_in_range(0..=26)? {
        0..=5 => format!("<{}{}>", u.choose(FORMATTING)?, u.choose(ATTRIBUTES)?),
        6..=11 => format!("</{}>", u.choose(FORMATTING)?),
        12..=15 => format!("<{}>", u.choose(BLOCKS)?),
        16..=18 => format!("</{}>", u.choose(BLOCKS)?),
        19 => format!("<{}>", u.choose(OTHERS)?),
        20 => format!("</{}>", u.choose(OTHERS)?),
        21 => pieces(u, 1..=1, INNER)?,
        22 => token(u)?,
        _ => "x".to_owned(),
    })
}

/// Returns a well-nested element with at most `depth` elements in each other, or a text if that is 0.
pub(super) fn nested(u: &mut Unstructured<'_>, depth: usize) -> Result<String> {
    if depth == 0 {
        return pieces(u, 1..=1, TEXTS);
    }
    let (name, attributes) = (*u.choose(ELEMENTS)?, pieces(u, 0..=2, ATTRIBUTES)?);
    let children = list(u, 0..=5, |u| {
        let depth = if u.arbitrary()? { depth - 1 } else { 0 };
        nested(u, depth)
    })?;
    Ok(format!("<{name}{attributes}>{}</{name}>", children.concat()))
}

/// Returns a table, sometimes with misplaced content.
pub(super) fn tables(u: &mut Unstructured<'_>) -> Result<String> {
    const CELLS: &[&str] = &["<tr>", "<td>", "<th class=a>", "</td>", "</tr>", "\n", "</th>", "<td>x</td>"];
    #[rustfmt::skip]
    const GROUPS: &[&str] = &[
        "<tbody>", "</tbody>", "<thead>", "</thead>", "<caption>", "</caption>", "<colgroup>", "<col>",
    ];
    let parts = list(u, 0..=12, |u| match u.int_in_range(0..=6)? {
        0..=3 => pieces(u, 1..=1, CELLS),
        4 | 5 => pieces(u, 1..=1, GROUPS),
        _ => Ok(format!("<td>{}</td>", tokens(u, 0..=3)?)),
    })?;
    Ok(format!("<p><table>{}</table>x", parts.concat()))
}

/// Returns SVG or `MathML`, sometimes with misplaced content.
pub(super) fn foreign(u: &mut Unstructured<'_>) -> Result<String> {
    let (root, names) = *u.choose(&[("svg", SVG), ("math", MATHML)])?;
    Ok(format!("a<{root} r=x>{}</{root}>b", foreign_content(u, names, 4)?))
}

/// Returns elements with at most `depth` in each other, and texts.
fn foreign_content(u: &mut Unstructured<'_>, names: &[&str], depth: usize) -> Result<String> {
    let children = list(u, 0..=3, |u| {
        if depth > 0 && u.ratio(2, 3)? {
            let (name, attributes) = (u.choose(names)?, u.choose(FOREIGN_ATTRIBUTES)?);
            if u.arbitrary()? {
                return Ok(format!("<{name}{attributes}/>"));
            }
            return Ok(format!("<{name}{attributes}>{}</{name}>", foreign_content(u, names, depth - 1)?));
        }
        if u.ratio(30, 31)? { pieces(u, 1..=1, TEXTS) } else { token(u) }
    })?;
    Ok(children.concat())
}
