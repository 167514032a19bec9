//! Markup that has made browsers or sanitizers run scripts, in every kind that is known, and the proof that none of it
//! is left by either way of sanitizing.

use super::html::decode;
use super::lists::Lists;
use super::rules::{FORBIDDEN_ELEMENTS, role};
use super::sanitize::Policy;
use super::uri;
use super::{Cleaner, Sanitize};
use proptest::prelude::*;

#[rustfmt::skip]
static VECTORS: &[&str] = &[
    // Scripts, however written.
    "<script>alert(1)</script>", "<SCRIPT SRC=//x.example/x.js></SCRIPT>", "<script/src=data:,alert(1)>",
    "<script\n>alert(1)</script\n>", "<scr<script>ipt>alert(1)</scr</script>ipt>", "<script>alert(1)", "<<script>alert(1);//<</script>",
    "<script x>alert(1)</script 1=2", "<script><!--<script>alert(1)</script>--></script>", "<script>/*</script><img src=x onerror=alert(1)>*/",
    "<\u{0}script>alert(1)</script>", "<script\u{0}>alert(1)</script>", "<script\u{C}>alert(1)</script>", "\u{feff}<script>alert(1)</script>",
    "<svg><script>alert(1)</script></svg>", "<svg><script>alert&lpar;1&rpar;</script>", "<svg><script href=data:,alert(1) />",
    "<svg><script xlink:href=data:,alert(1)></script></svg>", "<math><script>alert(1)</script></math>", "<svg><a><script>alert(1)</script></a></svg>",
    // Event handlers.
    "<img src=x onerror=alert(1)>", "<IMG SRC=x ONERROR=alert(1)>", "<img/src/onerror=alert(1)>", "<img src=x\tonerror\n=\nalert(1)>",
    "<img src=x onerror='alert(1)'//", "<img src=\"x\"onerror=\"alert(1)\">", "<img src=x` onerror=alert(1)>", "<img \"\"\"><script>alert(1)</script>\">",
    "<body onload=alert(1)>", "<body/onpageshow=alert(1)>", "<svg onload=alert(1)>", "<svg/onload=alert(1)//", "<svg><g onload=alert(1)></g></svg>",
    "<input autofocus onfocus=alert(1)>", "<select autofocus onfocus=alert(1)>", "<textarea autofocus onfocus=alert(1)>", "<keygen autofocus onfocus=alert(1)>",
    "<video src=x onerror=alert(1)>", "<video><source onerror=alert(1)></video>", "<audio src=x onerror=alert(1)>", "<details open ontoggle=alert(1)>",
    "<marquee onstart=alert(1)>", "<p onmouseover=alert(1)>x", "<a onclick=alert(1)>x</a>", "<div onpointerrawupdate=alert(1)>x", "<b onanimationstart=alert(1)>x</b>",
    "<img src=x onerror\u{b}=alert(1)>", "<img src=x \u{b}onerror=alert(1)>", "<img src=x onerror\u{0}=alert(1)>", "<p =onclick=alert(1)>x", "<p onclick=alert(1) onclick=x>",
    "<math onclick=alert(1)>x", "<form onsubmit=alert(1)><input type=submit>", "<table onclick=alert(1)><tr onclick=alert(1)><td onclick=alert(1)>x",
    "<x onclick=alert(1)>x", "<image src=x onerror=alert(1)>", "<isindex onfocus=alert(1)>", "<object onerror=alert(1)>", "<custom-element onclick=alert(1)>x",
    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">", "<noscript><img src=x onerror=alert(1)></noscript>",
    "<noscript><!-- </noscript><img src=x onerror=alert(1)> -->", "<noscript><style></noscript><img src=x onerror=alert(1)>",
    // Schemes.
    "<a href=javascript:alert(1)>x</a>", "<a href=JaVaScRiPt:alert(1)>x</a>", "<a href=' javascript:alert(1)'>x</a>", "<a href='\u{1}javascript:alert(1)'>x</a>",
    "<a href='java\tscript:alert(1)'>x</a>", "<a href='java\nscript:alert(1)'>x</a>", "<a href='java&#x0A;script:alert(1)'>x</a>", "<a href='java&Tab;script:alert(1)'>x</a>",
    "<a href='java&NewLine;script&colon;alert(1)'>x</a>", "<a href='&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)'>x</a>",
    "<a href='&#x6A;&#x61vascript:alert(1)'>x</a>", "<a href='&#0000106avascript:alert(1)'>x</a>", "<a href='javascript&#58alert(1)'>x</a>", "<a href=javascript&colon;alert(1)>x</a>",
    "<a href='\u{a0}javascript:alert(1)'>x</a>", "<a href='\u{2028}javascript:alert(1)'>x</a>", "<a href='\u{feff}javascript:alert(1)'>x</a>", "<a href='\u{ad}javascript:alert(1)'>x</a>",
    "<a href='jav\u{0}ascript:alert(1)'>x</a>", "<a href='javascript\t:alert(1)'>x</a>", "<a href='javascript\u{ff1a}alert(1)'>x</a>", "<a href='//javascript:alert(1)'>x</a>",
    "<a href=vbscript:msgbox(1)>x</a>", "<a href=livescript:x>x</a>", "<a href=mocha:x>x</a>", "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
    "<a href=data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==>x</a>", "<a href=DATA:text/html,x>x</a>", "<a href='data:image/svg+xml,<svg onload=alert(1)>'>x</a>",
    "<a href=blob:http://x/y>x</a>", "<a href=filesystem:http://x/y>x</a>", "<a href=view-source:javascript:alert(1)>x</a>", "<a href=jar:http://x/y!/z>x</a>",
    "<a href=about:blank>x</a>", "<a href=intent:x>x</a>", "<a href=ms-msdt:x>x</a>", "<a href=feed:javascript:alert(1)>x</a>", "<a href=feed:data:text/html,x>x</a>",
    "<a href=javascript:alert(1) href=http://x/>x</a>", "<a href=http://x/ href=javascript:alert(1)>x</a>", "<area href=javascript:alert(1)>", "<map name=m><area href=javascript:alert(1) shape=rect></map>",
    "<img src=javascript:alert(1)>", "<img src='data:text/html,x'>", "<img src='data:image/svg+xml;base64,x'>", "<img dynsrc=javascript:alert(1)>", "<img lowsrc=javascript:alert(1)>",
    "<img longdesc=javascript:alert(1)>", "<img usemap=javascript:alert(1)>", "<img srcset='javascript:alert(1) 1x'>", "<img src=x: srcset=x onerror=alert(1)>",
    "<input type=image src=javascript:alert(1)>", "<input type=image formaction=javascript:alert(1)>", "<form action=javascript:alert(1)><button>x</button></form>",
    "<form id=f></form><button form=f formaction=javascript:alert(1)>x</button>", "<button formaction=javascript:alert(1)>x</button>", "<isindex action=javascript:alert(1) type=image>",
    "<video poster=javascript:alert(1)></video>", "<audio src=javascript:alert(1)></audio>", "<source src=javascript:alert(1)>", "<td background=javascript:alert(1)>", "<table background=javascript:alert(1)>x</table>",
    "<body background=javascript:alert(1)>", "<blockquote cite=javascript:alert(1)>x</blockquote>", "<q cite=javascript:alert(1)>x</q>", "<ins cite=javascript:alert(1)>x</ins>",
    "<a ping=javascript:alert(1) href=http://x/>x</a>", "<event-source src=javascript:alert(1)>", "<command icon=javascript:alert(1)>", "<p urn=javascript:alert(1) vrml=javascript:x datasrc=javascript:y>",
    // What loads, frames, redirects or rebases.
    "<iframe src=javascript:alert(1)></iframe>", "<iframe srcdoc='<script>alert(1)</script>'></iframe>", "<iframe><img src=x onerror=alert(1)></iframe>", "<iframe/onload=alert(1)></iframe>",
    "<frameset onload=alert(1)><frame src=javascript:alert(1)></frameset>", "<object data=javascript:alert(1)></object>", "<object data='data:text/html,x'>y</object>",
    "<object type=text/x-scriptlet data=x><param name=src value=javascript:alert(1)></object>", "<embed src=javascript:alert(1)>", "<embed code=x.swf allowscriptaccess=always>",
    "<applet code=x.class>y</applet>", "<base href=javascript:alert(1)//>", "<base href=//evil.example/><a href=x>y</a>", "<link rel=stylesheet href=javascript:alert(1)>", "<link rel=import href=data:text/html,x>",
    "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>", "<meta http-equiv=refresh content='0;url=data:text/html,x'>", "<meta http-equiv=set-cookie content=x>", "<portal src=javascript:alert(1)>",
    "<xml id=x><a><b onclick=alert(1)></b></a></xml>", "<template><script>alert(1)</script></template>", "<template><img src=x onerror=alert(1)></template>", "<slot onslotchange=alert(1)>x</slot>",
    // Styles.
    "<style>@import 'javascript:alert(1)';</style>", "<style>*{x:expression(alert(1))}", "<style><img src=\"</style><img src=x onerror=alert(1)//\">", "<style><!--</style><img src=x onerror=alert(1)>-->",
    "<p style='width:expression(alert(1))'>x", "<p style='width:e\\78pression(alert(1))'>x", "<p style='width:exp/**/ression(alert(1))'>x", "<p style='background:url(javascript:alert(1))'>x",
    "<p style='background:u\\72l(javascript:alert(1))'>x", "<p style='background-image:url(&quot;javascript:alert(1)&quot;)'>x", "<p style='-moz-binding:url(//x/x.xml#x)'>x", "<p style='behavior:url(x.htc)'>x",
    "<p style='color:red;x:expression(alert(1))'>x", "<p style='@import url(//x)'>x", "<p style='color: red } * { x: y'>x", "<p style='width: \u{ff45}xpression(alert(1))'>x", "<p style=\"font-family:'x';onclick=alert(1)\">x",
    "<p style='list-style:url(javascript:alert(1))'>x", "<p style='content:\"</p><script>alert(1)</script>\"'>x", "<p style='position:fixed;top:0;left:0;width:100%;height:100%'>x",
    // SVG and MathML.
    "<svg><a xlink:href=javascript:alert(1)><text>x</text></a></svg>", "<svg><a href=javascript:alert(1)><circle r=400 /></a></svg>", "<svg><a xlink:href='java&#10;script:alert(1)'>x</a></svg>",
    "<svg><use href='data:image/svg+xml,<svg id=x onload=alert(1)>#x' /></svg>", "<svg><use xlink:href=//x/y#z /></svg>", "<svg><image href=javascript:alert(1) /></svg>",
    "<svg><a><animate attributeName=href values=javascript:alert(1) /><text>x</text></a></svg>", "<svg><a id=x><text>x</text></a><animate xlink:href=#x attributeName=href to=javascript:alert(1) /></svg>",
    "<svg><a><animate attributeName=xlink:href from=javascript:alert(1) to=x begin=0s /></a></svg>", "<svg><set attributeName=onmouseover to=alert(1) /></svg>", "<svg><a><set attributeName=href to=javascript:alert(1) /></a></svg>",
    "<svg><a><animate attributeName=href values='x;java&Tab;script:alert(1)' /></a></svg>", "<svg><animate onbegin=alert(1) attributeName=x dur=1s></svg>", "<svg><handler>alert(1)</handler></svg>", "<svg><foreignObject><iframe src=javascript:alert(1)></iframe></foreignObject></svg>",
    "<svg><foreignObject><script>alert(1)</script></foreignObject></svg>", "<svg><style><img src=x onerror=alert(1)></style></svg>", "<svg><style>*{background:url(javascript:alert(1))}</style></svg>", "<svg><path fill='url(javascript:alert(1))' /></svg>",
    "<svg><title><script>alert(1)</script></title></svg>", "<svg><desc><![CDATA[</desc><script>alert(1)</script>]]></desc></svg>", "<svg><![CDATA[><image xlink:href=']]><img src=xx:x onerror=alert(1)//'></svg>",
    "<svg></p><style><a id=\"</style><img src=1 onerror=alert(1)>\">", "<svg><p><style><a title=\"</style><img src onerror=alert(1)>\">", "<svg><title><a title=\"</title><img src onerror=alert(1)>\">", "<svg xml:base=javascript:alert(1)//><a href=#x>y</a></svg>",
    "<math href=javascript:alert(1)>x</math>", "<math><mi xlink:href=data:text/html,x>x</mi></math>", "<math><maction actiontype=statusline#http://x xlink:href=javascript:alert(1)>x</maction></math>",
    "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">", "<math><mtext><mglyph><style><img src=x onerror=alert(1)></style>", "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<math><annotation-xml encoding=text/html><style></annotation-xml><img src=x onerror=alert(1)>", "<math><annotation-xml encoding=\"text/html\"><svg><script>alert(1)</script></svg>", "<math><mi><iframe><a title=\"</iframe><img src onerror=alert(1)>\">",
    // Mutation: what a second parse reads otherwise.
    "<p title=\"`onmouseover=alert(1)\">x", "<img alt=\"``onerror=alert(1)\" src=x>", "<listing>&lt;img src=x onerror=alert(1)&gt;</listing>", "<xmp><img alt=\"</xmp><img src=x onerror=alert(1)>\"></xmp>", "<noembed><img title=\"</noembed><img src onerror=alert(1)>\"></noembed>",
    "<noframes><p title=\"</noframes><svg/onload=alert(1)>\"></noframes>", "<plaintext><img src=x onerror=alert(1)>", "<textarea><p title=\"</textarea><img src=x onerror=alert(1)>\">", "<title><p title=\"</title><img src=x onerror=alert(1)>\">", "<select><style></select><script>alert(1)</script></style>",
    "<select><option><style></option></select><img src=x onerror=alert(1)></style>", "<select><template><img src=x onerror=alert(1)></template></select>", "<table><style><td><img src=\"</style><img src=x onerror=alert(1)>\">", "<table><td><svg><desc><td><style><!--</style><img src=x onerror=alert(1)>-->", "<b><table><script>alert(1)</script></table></b>",
    "<a><table><a href=javascript:alert(1)>x</table>", "<p><svg><p><style><!--</style><img src=x onerror=alert(1)>-->", "<button><select><keygen><img src=x onerror=alert(1)>", "<option><svg><style><img src=x onerror=alert(1)>", "<div><font><svg><font color=x><style><img src=x onerror=alert(1)>",
    // Comments, declarations and other loose ends.
    "<!--><img src=x onerror=alert(1)>-->", "<!---><img src=x onerror=alert(1)>-->", "<!-- --!><img src=x onerror=alert(1)>-->", "<!--[if gte IE 4]><script>alert(1)</script><![endif]-->", "<!--<img src=\"--><img src=x onerror=alert(1)//\">",
    "<![CDATA[<img src=x onerror=alert(1)>]]>", "<!x<img src=x onerror=alert(1)>", "<?x <img src=x onerror=alert(1)>?>", "<?xml version=\"1.0\"?><script>alert(1)</script>", "<!DOCTYPE x [<!ENTITY y '<script>alert(1)</script>'>]>&y;", "</p/onclick=alert(1)><img src=x onerror=alert(1)>", "</ img src=x onerror=alert(1)>", "<a href=\"x\" title='<img src=x onerror=alert(1)>'>x", "<img src='x' alt='\"><script>alert(1)</script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;", "&#60;script&#62;alert(1)&#60;/script&#62;", "+ADw-script+AD4-alert(1)+ADw-/script+AD4-", "\u{bc}script\u{be}alert(1)\u{bc}/script\u{be}", "\u{ff1c}script\u{ff1e}alert(1)\u{ff1c}/script\u{ff1e}", "<\u{a0}script>alert(1)</script>",
];

/// Holds a text against what may be left: text without `<`, and tags in the one form that a serializer writes, of
/// elements, with attributes and URIs that the lists have. Tells what is wrong. It knows nothing of HTML parsers: an
/// output of this form has one reading.
fn find_danger(output: &str, lists: &Lists) -> Option<String> {
    let mut rest = output;
    while let Some((_, tag)) = rest.split_once('<') {
        let Some((inner, after)) = tag.split_once('>') else {
            return Some(format!("an open tag: {tag}"));
        };
        rest = after;
        if let Some(name) = inner.strip_prefix('/') {
            if !is_listed(name, lists) {
                return Some(format!("the end tag of {name}"));
            }
            continue;
        }
        let (name, mut attributes) = inner.split_once(' ').unwrap_or((inner, ""));
        if !is_listed(name, lists) {
            return Some(format!("the element {name}"));
        }
        while !attributes.is_empty() {
            let Some((attribute, value)) = attributes.split_once("=\"") else {
                return Some(inner.to_owned());
            };
            let Some((value, after)) = value.split_once('"') else {
                return Some(inner.to_owned());
            };
            attributes = after.strip_prefix(' ').unwrap_or(after);
            if let Some(danger) = find_danger_in_attribute(name, attribute, value, lists) {
                return Some(danger);
            }
        }
    }
    None
}

fn is_listed(name: &str, lists: &Lists) -> bool {
    let listed = [&lists.elements, &lists.svg_elements, &lists.mathml_elements];
    listed.iter().any(|names| names.contains(&name)) && !FORBIDDEN_ELEMENTS.contains(&name)
}

fn find_danger_in_attribute(element: &str, attribute: &str, value: &str, lists: &Lists) -> Option<String> {
    let told = Some(format!("{element} {attribute}={value}"));
    let local = attribute.rsplit(':').next().unwrap_or_default();
    let listed = [&lists.attributes, &lists.svg_attributes, &lists.mathml_attributes];
    let is_known = listed.iter().any(|names| names.contains(&attribute) || names.contains(&local));
    if attribute.starts_with("on") || !(is_known || matches!(attribute, "style" | "xmlns" | "xmlns:xlink")) {
        return told;
    }
    let value = decode(value, true);
    let dense: String =
        value.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect::<String>().to_lowercase();
    if attribute == "style" {
        let dangers =
            ["url", "expression", "import", "binding", "behavior", "javascript", "\\", "/*", "<", "position"];
        return told.filter(|_| dangers.iter().any(|danger| dense.contains(danger)));
    }
    let is_animated = matches!(local, "to" | "from" | "values" | "by");
    if role(element, attribute).is_some() || local == "href" || is_animated {
        return dense.split(';').find_map(|uri| {
            let scheme = uri::scheme(uri)?;
            let image = element == "img"
                && attribute == "src"
                && uri.starts_with("data:image/")
                && !uri.contains("svg");
            (!lists.url_schemes.contains(&scheme) && !image).then(|| format!("{element} {attribute}={uri}"))
        });
    }
    None
}

#[test]
fn nothing_that_runs_is_left_of_any_vector() {
    assert!(VECTORS.len() >= 150, "{}", VECTORS.len());
    for (policy, lists) in [(Policy::feedparser(), Lists::feedparser()), (Policy::reader(), Lists::reader())]
    {
        for vector in VECTORS {
            for markup in [
                (*vector).to_owned(),
                format!("<p>a</p>{vector}<p>b</p>"),
                format!("<div><b>{vector}</b></div>"),
            ] {
                for base in [None, Some("http://b.example/")] {
                    let (either, ammonia) =
                        (policy.clean(&markup, base), policy.clean_by_ammonia(&markup, base));
                    assert_eq!(find_danger(&either, &lists), None, "{markup:?} became {either:?}");
                    assert_eq!(find_danger(&ammonia, &lists), None, "{markup:?} became {ammonia:?}");
                }
            }
        }
    }
}

#[test]
fn what_is_left_of_a_vector_is_left_again() {
    for sanitize in [Sanitize::FeedParser, Sanitize::Reader] {
        let cleaner = Cleaner::new(&sanitize, false);
        for vector in VECTORS {
            let once = cleaner.clean(vector, "");
            assert_eq!(cleaner.clean(&once, ""), once, "{vector:?}");
        }
    }
}

#[test]
fn what_no_list_can_allow_is_not_allowed() {
    let mut lists = Lists::feedparser();
    lists.elements.extend(FORBIDDEN_ELEMENTS);
    lists.attributes.extend(["onclick", "onerror", "srcdoc", "style"]);
    let (policy, plain) = (Policy::new(&lists), Lists::feedparser());
    for vector in VECTORS {
        for output in [policy.clean(vector, None).into_owned(), policy.clean_by_ammonia(vector, None)] {
            assert_eq!(find_danger(&output, &plain), None, "{vector:?} became {output:?}");
        }
    }
}

#[test]
fn the_proof_finds_danger() {
    let lists = Lists::feedparser();
    for output in [
        "<script>",
        "<p onclick=\"x\">",
        "<a href=\"javascript:x\">",
        "<a href=\"java&#10;script:x\">",
        "<p style=\"x: url(y)\">",
        "<img src=\"data:text/html,x\">",
        "<p title=x>",
        "</style>",
        "<svg><animate values=\"a;javascript:x\">",
        "a < b",
    ] {
        assert!(find_danger(output, &lists).is_some(), "{output:?}");
    }
    assert_eq!(find_danger("<p title=\"a\">x &lt; <a href=\"http://y/\">z</a></p>", &lists), None);
}

proptest! {
    #[test]
    fn nothing_that_runs_is_left_of_vectors_in_pieces(
        pieces in prop::collection::vec((prop::sample::select(VECTORS), any::<prop::sample::Index>()), 1..4)
    ) {
        let cut = |(vector, at): &(&'static str, prop::sample::Index)| {
            let boundaries: Vec<usize> = vector.char_indices().map(|(at, _)| at).collect();
            vector.get(*at.get(&boundaries)..).unwrap_or_default()
        };
        let markup: String = pieces.iter().map(cut).collect();
        let policy = Policy::feedparser();
        for output in [policy.clean(&markup, None).into_owned(), policy.clean_by_ammonia(&markup, None)] {
            prop_assert_eq!(find_danger(&output, &Lists::feedparser()), None, "{:?} became {:?}", markup, output);
        }
    }
}
