//! Tests of the rules of nesting, of raw text, of embedded pages and of the conventions of the dictionary.

use super::super::{FEED_PARSER, Policy, READER};
use crate::budget::GrowthBudget;
use crate::conventions::MarkupConventions;
use crate::links::Links;
use crate::{Allowlist, Sanitize, Sanitizer, UrlKind};
use bozofeed_testing::{check, list, pieces};
use bozofeed_text::markup::{Piece, Pieces};

/// Returns markup as cleaned for the dictionary.
fn clean_for_dictionary(markup: &str, base: &str) -> String {
    let budget = GrowthBudget::default();
    let links = Links::new(Some(base), &budget).by(&MarkupConventions::FEED_PARSER);
    FEED_PARSER.clean_html(markup, links, &MarkupConventions::FEED_PARSER).into_owned()
}

fn clean(policy: &Policy, markup: &str) -> String {
    let budget = GrowthBudget::default();
    policy
        .clean_html(markup, Links::new(Some("http://b.example/d/e"), &budget), &MarkupConventions::MODEL)
        .into_owned()
}

fn assert_cleaned(policy: &Policy, cases: &[(&str, &str)]) {
    let wrong: Vec<String> = cases
        .iter()
        .map(|&(markup, expected)| (markup, expected, clean(policy, markup)))
        .filter(|(_, expected, found)| found != expected || &clean(policy, found) != found)
        .map(|(markup, expected, found)| format!("{markup:?}: expected {expected:?}, found {found:?}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn elements_end_where_html_says() {
    assert_cleaned(
        &FEED_PARSER,
        &[
            ("<p>a<p>b", "<p>a</p><p>b</p>"),
            ("<p>a<div>b</div></p>c", "<p>a</p><div>b</div><p></p>c"),
            ("<ul><li>a<li>b<ul><li>c</ul></ul>d", "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>d"),
            ("<dl><dt>a<dd>b<dt>c</dl>", "<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>"),
            (
                "<select><option>a<option>b</select>c",
                "<select><option>a</option><option>b</option></select>c",
            ),
            ("<h1>a<h2>b</h1>c", "<h1>a</h1><h2>b</h2>c"),
            (
                "<table><tr><td>a<td>b<tr><td>c</table>d",
                "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>d",
            ),
            ("<blockquote><p>a</blockquote>b", "<blockquote><p>a</p></blockquote>b"),
            (
                "<div><table><tr><td>a</div>b</table>c</div>d",
                "<div><table><tr><td>ab</td></tr></table>c</div>d",
            ),
            ("a</div></b></li>b", "ab"),
            ("<br></br>a<hr/>b<p/>c", "<br>a<hr>b<p></p>c"),
            ("<form>a<form>b</form>c</form>", "<form>ab</form>c"),
            (
                "<svg><circle r=1 /><p>a</svg>",
                "<svg xmlns=\"http://www.w3.org/2000/svg\"><circle r=\"1\"></circle></svg><p>a</p>",
            ),
            (
                "<math><mi><b>a</math>b",
                "<math xmlns=\"http://www.w3.org/1998/Math/MathML\"><mi><b>a</b></mi></math>b",
            ),
        ],
    );
}

#[test]
fn formatting_is_opened_again_or_moved_into_blocks() {
    assert_cleaned(
        &FEED_PARSER,
        &[
            ("<p>a<b>b</p>c</b>d", "<p>a<b>b</b></p><b>c</b>d"),
            ("<p><b>a</p> <p>b", "<p><b>a</b></p> <p><b>b</b></p>"),
            ("<p><b>a</p></b>b", "<p><b>a</b></p>b"),
            ("<b><p>a</b>b</p>c", "<b></b><p><b>a</b>b</p>c"),
            ("<b>a<i><p>b</b>c</i>d", "<b>a<i></i></b><i></i><p><i><b>b</b>c</i>d</p>"),
            (
                "<a href=x>1<a href=y>2</a>3",
                "<a href=\"http://b.example/d/x\">1</a><a href=\"http://b.example/d/y\">2</a>3",
            ),
            ("<table><tr><td><b>a<td>b</table>c", "<table><tr><td><b>a</b></td><td>b</td></tr></table>c"),
        ],
    );
    let nested = "<b>".repeat(100) + "<p>" + &"</b><p>".repeat(1000);
    let clean = clean(&FEED_PARSER, &nested);
    assert!(clean.len() < 16 * nested.len(), "{}", clean.len());
}

#[test]
fn parts_of_tables_and_lists_have_a_place() {
    assert_cleaned(
        &READER,
        &[
            ("<table>a<tr>b<td>c</table>", "<table><tr><td>a</td></tr><tr><td>b</td><td>c</td></tr></table>"),
            (
                "<table><tr><td>a</td></tr>b</table>c",
                "<table><tr><td>a</td></tr><tr><td>b</td></tr></table>c",
            ),
            ("<table><form><tr><td>a</form></table>", "<table><tr><td>a</td></tr></table>"),
            ("<td>a<td>b</td></tr>c", "<table><td>a</td><td>b</td></table>c"),
            ("<li>a<li>b", "<ul><li>a</li><li>b</li></ul>"),
            ("<dd>a</dd>b", "<dl><dd>a</dd></dl>b"),
            ("<blockquote><li>a</blockquote>", "<blockquote><li>a</li></blockquote>"),
        ],
    );
}

#[test]
fn text_is_never_hidden() {
    assert_cleaned(
        &READER,
        &[
            ("<script src=x />a<p>b", "a<p>b</p>"),
            ("<script/>a<script>b</script>c", "ac"),
            ("<script>if (a < b) {}</script>c", "c"),
            ("<style>a<p>b", "<p>b</p>"),
            ("<textarea>a <b>b</textarea>c", "a &lt;b&gt;bc"),
            ("<a href='x>a <b>b</b>", "<a rel=\"noopener noreferrer\">a <b>b</b></a>"),
            ("<plaintext>a<b>b", "a<b>b</b>"),
            ("a<!-- b -- >c", "ac"),
            ("a<!x>b<?x?>c<!DOCTYPE d>e", "a&lt;!x&gt;bce"),
            ("1 < 2 > 1 & 3 </", "1 &lt; 2 &gt; 1 &amp; 3 &lt;/"),
            ("<svg><title>a</title><style>x</style></svg>b<svg>c<p>d", "ab<p>d</p>"),
            ("<pre>\n<x>\na</pre>", "<pre>\n\na</pre>"),
            ("<noscript><p>a</noscript>b", "<p>ab</p>"),
        ],
    );
    let many = format!("<img {}src=a>", "x=y ".repeat(1000));
    assert_eq!(clean(&READER, &many), "<img src=\"http://b.example/d/a\" alt=\"\">");
}

#[test]
fn content_that_a_browser_never_shows_is_left_out() {
    assert_cleaned(
        &READER,
        &[
            ("<html><head><title>t</title></head><body><p>a</p></body></html>", "<p>a</p>"),
            ("<p>a</p><template><p>h</p></template>b", "<p>a</p>b"),
            ("<p>a</p><datalist><option>h</option></datalist>b", "<p>a</p>b"),
            ("a<dialog>h</dialog>b", "ab"),
            ("a<dialog open>h</dialog>b", "ahb"),
            ("a<noembed>h <b>h</noembed>b", "ab"),
            ("a<noframes>h <b>h</noframes>b", "ab"),
            ("a<noscript>b</noscript>", "ab"),
            ("a<title>b", "ab"),
            ("a<title>h</title>b<noembed>c", "abc"),
            ("<p>a</p><p hidden>h</p>b", "<p>a</p>b"),
            ("<p>a</p><P HIDDEN=''>h</P>b", "<p>a</p>b"),
            ("<p hidden=until-found>a</p>", "<p>a</p>"),
            ("<p style='color:red;display: none'>h</p>b", "b"),
            ("<p style='display:block'>a</p>", "<p>a</p>"),
            ("<o-x hidden>h</o-x>b", "b"),
            ("<form hidden><p>h</form>b", "b"),
            ("<img hidden src=x>b", "b"),
            ("a<br hidden>b", "ab"),
            ("<p>a<p hidden>h<p>b", "<p>a</p><p>b</p>"),
            ("<p hidden>h<b>h<div>b</div>", "<div>b</div>"),
            ("<ul><li hidden>h<li>b</ul>", "<ul><li>b</li></ul>"),
            ("<table><tr><td hidden>h<td>b</table>", "<table><tr><td>b</td></tr></table>"),
            ("<div><span hidden>h</div>b", "<div></div>b"),
            ("<div hidden>h</p>h</div>b", "b"),
            ("<div hidden><div>h</div>h</div>b", "b"),
            ("<div hidden><p>h<p>h<ul><li>h<li>h</ul></div>b", "b"),
            ("<div hidden><script>'</div>'</script><!-- </div> -->h</div>b", "b"),
            ("<div hidden>h", ""),
            ("<span hidden><div>h</div></span>b", "b"),
            ("<b>a<span hidden>h</b>b", "<b>a</b>b"),
            ("<p>a<div hidden>h</div>b", "<p>a</p>b"),
            ("Fog</br>rain", "Fog<br>rain"),
            ("Fog<br></br>rain", "Fog<br>rain"),
            ("Fog<br /></br>rain</BR >", "Fog<br>rain<br>"),
        ],
    );
}

#[test]
fn pictures_of_text_become_text() {
    assert_cleaned(
        &READER,
        &[
            ("a <img class='emoji' alt='\u{1f600}' src=/x.png>b", "a \u{1f600}b"),
            ("<b><img class='x wp-smiley' alt='&#x1f600;' src=/x.png></b>", "<b>\u{1f600}</b>"),
            (
                "<img class='emoji' alt=':octocat:' src='https://h.example/x.png'>",
                "<img alt=\":octocat:\" src=\"https://h.example/x.png\">",
            ),
            (
                "<img alt='\u{1f600}' src='https://h.example/x.png'>",
                "<img alt=\"\u{1f600}\" src=\"https://h.example/x.png\">",
            ),
            (
                "<ul><li><input type=checkbox checked disabled> a<li><p><input type='checkbox'> b</ul>",
                "<ul><li>\u{2611} a</li><li><p>\u{2610} b</p></li></ul>",
            ),
            ("<p><input type=checkbox> a</p><li><input type=radio> b", "<p> a</p><ul><li> b</li></ul>"),
        ],
    );
    assert_cleaned(
        &FEED_PARSER,
        &[("<li><input type=\"checkbox\"></li>", "<ul><li><input type=\"checkbox\"></li></ul>")],
    );
}

#[test]
fn language_and_direction_are_kept() {
    assert_cleaned(
        &READER,
        &[
            ("<p xml:lang='ar' dir='rtl'>a</p>", "<p lang=\"ar\" dir=\"rtl\">a</p>"),
            ("<p lang='ar' xml:lang='en'>a</p>", "<p lang=\"ar\">a</p>"),
            ("<p style='direction: RTL; color: red'>a</p>", "<p dir=\"rtl\">a</p>"),
            ("<p dir='ltr' style='direction:rtl'>a</p>", "<p dir=\"ltr\">a</p>"),
            ("<p style='direction:x'>a</p>", "<p>a</p>"),
            (
                "<a href='/' style='direction:rtl'>a</a>",
                "<a href=\"http://b.example/\" dir=\"rtl\" rel=\"noopener noreferrer\">a</a>",
            ),
        ],
    );
}

#[test]
fn mathematics_are_shown_once() {
    const MATH: &str = "<math xmlns=\"http://www.w3.org/1998/Math/MathML\"><mi>x</mi></math>";
    let once = |markup: &str, expected: &str| {
        assert_cleaned(&READER, &[(markup, expected)]);
    };
    let formula = "<math><mi>x</mi></math>";
    once(
        &format!(
            "<span class='katex'><span class='katex-mathml'>{formula}</span><span class='katex-html' \
             aria-hidden='true'><span>x</span></span></span>"
        ),
        &format!("<span><span>{MATH}</span></span>"),
    );
    once(
        &format!(
            "<span class='MathJax_Preview'>x</span><span class='MathJax'><nobr aria-hidden='true'><span>x</span></nobr>\
             <span class='MJX_Assistive_MathML'>{formula}</span></span><script type='math/tex'>x</script>"
        ),
        &format!("<span><span>{MATH}</span></span>"),
    );
    once(
        &format!(
            "<mjx-container><mjx-math aria-hidden='true'><mjx-mi>x</mjx-mi></mjx-math><mjx-assistive-mml>{formula}\
             </mjx-assistive-mml></mjx-container>"
        ),
        MATH,
    );
    once("<script type='math/tex'>x < y & z</script>", "\\(x &lt; y &amp; z\\)");
    once("<script type='math/tex; mode=display'>% <![CDATA[\nx %]]></script>", "\\[x\\]");
    once("<script type='math/tex'></script>a<script type='text/x'>x</script>", "a");
    once("<i aria-hidden='true' class='icon'>a</i>", "<i aria-hidden=\"true\">a</i>");
}

#[test]
fn lazy_players_are_read_like_lazy_images() {
    let players = [
        "<video data-src='https://h.example/v.mp4' data-poster='https://h.example/p.png'></video>",
        "<audio class='lazy' src='/blank' data-src='https://h.example/v.mp4'></audio>",
        "<video><source data-src='https://h.example/v.mp4'></video>",
    ];
    let missed: Vec<_> = players.iter().filter(|player| !clean(&READER, player).contains("v.mp4")).collect();
    assert_eq!(missed, [&""; 0]);
    let frame = "<iframe class='lazy' src='/blank.html' data-src='https://www.youtube.com/embed/abcdefghijk'></iframe>";
    assert!(clean(&READER, frame).contains("abcdefghijk"));
}

#[test]
fn elements_of_amp_become_those_that_need_no_script() {
    const REL: &str = "rel=\"noopener noreferrer\"";
    assert_cleaned(
        &READER,
        &[
            (
                "<amp-img src=a.png srcset='b.png 2x' alt=Tide width=300 height=200 layout=responsive></amp-img>c",
                "<img src=\"http://b.example/d/a.png\" srcset=\"http://b.example/d/b.png 2x\" alt=\"Tide\" width=\"300\" height=\"200\">c",
            ),
            (
                "<AMP-IMG src=a-300.png><noscript><img src=a.png></noscript></AMP-IMG>",
                "<img src=\"http://b.example/d/a-300.png\" alt=\"\">",
            ),
            (
                "<amp-img><noscript><img src=a.png></noscript></amp-img>",
                "<img src=\"http://b.example/d/a.png\" alt=\"\">",
            ),
            ("<amp-anim src=a.gif alt=a></amp-anim>", "<img src=\"http://b.example/d/a.gif\" alt=\"a\">"),
            (
                "<amp-video src=a.mp4 poster=b.png autoplay><p>c</p></amp-video>d",
                "<video src=\"http://b.example/d/a.mp4\" poster=\"http://b.example/d/b.png\" controls=\"controls\" preload=\"none\"><p>c</p></video>d",
            ),
            (
                "<amp-audio><source src=a.mp3></amp-audio>d",
                "<audio controls=\"controls\" preload=\"none\"><source src=\"http://b.example/d/a.mp3\"></audio>d",
            ),
            (
                "<amp-iframe src=f title=a><amp-img placeholder src=a.png alt=b></amp-img></amp-iframe><iframe></iframe>",
                &format!(
                    "<a href=\"http://b.example/d/f\" {REL}>a</a><img src=\"http://b.example/d/a.png\" alt=\"b\">"
                ),
            ),
            (
                "<amp-youtube data-videoid=a-b_c></amp-youtube>",
                &format!("<a href=\"https://www.youtube.com/watch?v=a-b_c\" {REL}>youtube.com</a>"),
            ),
            ("<amp-youtube data-videoid='../x'></amp-youtube>", ""),
            ("<amp-img src=javascript:a alt=b></amp-img><amp-pixel src=a></amp-pixel>c", "c"),
        ],
    );
    assert_eq!(clean(&FEED_PARSER, "<amp-img src=a><b>b</b></amp-img>"), "<b>b</b>");
}

#[test]
fn embedded_pages_become_links() {
    const REL: &str = "rel=\"noopener noreferrer\"";
    assert_cleaned(
        &READER,
        &[
            (
                "<iframe src='//www.youtube.com/embed/a'>b</iframe>c",
                &format!("<a href=\"https://www.youtube.com/watch?v=a\" {REL}>youtube.com</a>c"),
            ),
            (
                "<iframe title='A \"b\" <c>' src=f></iframe>",
                &format!("<a href=\"http://b.example/d/f\" {REL}>A \"b\" &lt;c&gt;</a>"),
            ),
            (
                "<object data=f><param name=movie value=f><embed src=f>a</object>",
                &format!("<a href=\"http://b.example/d/f\" {REL}>b.example</a>a"),
            ),
            ("<iframe>a<b>b</b></iframe>", "a<b>b</b>"),
            (
                "<iframe src=about:blank data-src=http://h.example/></iframe>",
                &format!("<a href=\"http://h.example/\" {REL}>h.example</a>"),
            ),
            ("<iframe src=javascript:x>a</iframe>", "a"),
            ("<iframe src=https://ad.doubleclick.net/a></iframe><img src=a width=1 height=1>b", "b"),
            ("<iframe src=a width=1 height=1></iframe>b", "b"),
        ],
    );
    let mut lists = Allowlist::with_players();
    lists.elements.push("iframe".to_owned());
    let players = Policy::new(&lists);
    let escaping = clean(&players, "<iframe src='https:/player.vimeo.com/../../logout'></iframe>");
    assert!(escaping.contains(" src=\"https://player.vimeo.com/logout\""), "{escaping}");
    assert!(!clean(&players, "<iframe><img src=x onerror=y></iframe>").contains("iframe"));
}

#[test]
fn the_dictionary_has_its_own_spelling() {
    let wrong: Vec<String> = [
        ("<img src=a alt>", "<img alt=\"alt\" src=\"http://b.example/a\" />"),
        (
            "<p>a<p>b &nbsp; &#8217; &#X2019; &#150; &#34; > c",
            "<p>a<p>b &nbsp; &#8217; &#x2019; &#x2013; \" > c",
        ),
        ("<p><div>a</div></p>b</p>", "<p><div>a</div></p>b</p>"),
        ("<ul><li>a<li>b</ul>", "<ul><li>a<li>b</ul>"),
        ("<b>a & b &copy 1 &#65 &x", "<b>a & b &copy; 1 &#65; &amp;x</b>"),
        ("S&P &rsquo; & &#x2A;", "S&amp;P &rsquo; & &#x2a;"),
        ("<tr><td>a</td></tr>", "<tr><td>a</td></tr>"),
        (
            "<a title='&#8217;&nope; & \"' rel=NoFollow>b</a>",
            "<a rel=\"nofollow\" title=\"&#8217;&amp;nope; &amp; &quot;\">b</a>",
        ),
        ("<p style='border: 1px #FFF; color: #FFF'>a", "<p style=\"color: #FFF;\">a"),
        (
            "<svg><title>a &lt; b</title></svg>",
            "<svg xmlns=\"http://www.w3.org/2000/svg\"><title>a &lt; b</title></svg>",
        ),
        ("<svg><title>a<b>b</title></svg>", "<svg xmlns=\"http://www.w3.org/2000/svg\">a</svg><b>b</b>"),
        ("<xmp><b>a</b></xmp><title><i>b</i></title>", "<b>a</b><i>b</i>"),
        ("<a href=''>a</a>", "<a href=\"http://b.example/\">a</a>"),
        ("<a href='http://a b/'>c</a>", "<a href=\"http://a b/\">c</a>"),
        ("<a href='/?b&#038;c=d'>e</a>", "<a href=\"http://b.example/?b&#038;c=d\">e</a>"),
        ("a\r\nb", "a\nb"),
        // A browser ends only these elements, or ends them with an enclosing element.
        ("<b><blockquote>a</b></blockquote>", "<b><blockquote>a</b></blockquote>"),
        ("<p><em>a</p><p>b</em></p>c", "<p><em>a</p><p>b</em></p>c"),
        // The end tag of `mtext` implies no others.
        (
            "<h1><math><mtext><p>a<h1>b",
            "<h1><math xmlns=\"http://www.w3.org/1998/Math/MathML\"><mtext><p>a</p></mtext></math></h1><h1>b</h1>",
        ),
        (
            "<math><mtext><optgroup><option>a</math>",
            "<math xmlns=\"http://www.w3.org/1998/Math/MathML\"><mtext><optgroup><option>a</option></optgroup></mtext></math>",
        ),
        (
            "<math><mtext><option><li>a</math>",
            "<math xmlns=\"http://www.w3.org/1998/Math/MathML\"><mtext><option><li>a</li></option></mtext></math>",
        ),
        // A browser ignores the cell, and ends the first button with all its elements.
        (
            "<button><th><fieldset>a<button>b",
            "<button><th><fieldset>a</fieldset></button><button>b</button>",
        ),
        (
            "<button><table><tr><td><button>b",
            "<button><table><tr><td><button>b</button></table></button>",
        ),
        (
            "<a href='/b'>c<a href='/d'>e</a>",
            "<a href=\"http://b.example/b\">c<a href=\"http://b.example/d\">e</a>",
        ),
        (
            "<svg><path d='1'/><g><path d='2'/></g></svg>",
            "<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"1\"><g><path d=\"2\"></g></svg>",
        ),
        // These would extend beyond the text.
        ("<p><b>a</p>c", "<p><b>a</p>c</b>"),
        ("<b><table><tr><td>a</b></td></tr></table>", "<b><table><tr><td>a</td></tr></table></b>"),
        ("<td><i>a</td>b</i>", "<td><i>a</i></td>b"),
        ("<b><span>a</b>c</span>", "<b><span>a</span></b>c"),
        // Tags as an SGML parser reads them.
        ("<i><Bad a</i>b", "<i></i>b"),
        ("<a=\"href=\"x\">b</a>", "<a>b</a>"),
        ("<a href=\"x'>b</a>c", "<a href=\"http://b.example/&quot;x'\">b</a>c"),
        ("&#xFDD1;<p title='&#xFDD0;javascript:x'>", "&#xfdd1;<p title=\"&#xFDD0;javascript:x\">"),
    ]
    .into_iter()
    .map(|(markup, expected)| (markup, expected, clean_for_dictionary(markup, "http://b.example/")))
    .filter(|(_, expected, found)| found != expected)
    .map(|(markup, expected, found)| format!("{markup:?}: expected {expected:?}, found {found:?}"))
    .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn urls_are_rewritten_and_checked() {
    let cleaner = |lists| {
        Sanitizer::new(&Sanitize::Custom(Box::new(lists)), true).rewrite_urls(|kind, url| {
            match url.host_str().unwrap_or_default() {
                "blocked.example" => Some(String::new()),
                "script.example" => Some(" java\nscript:x()".to_owned()),
                "quote.example" => Some("/\"><script>x".to_owned()),
                "other.example" => Some("//www.youtube-nocookie.com/embed/y".to_owned()),
                "b.example" => None,
                _ => Some(format!("/{kind:?}?{}", url.path())),
            }
        })
    };
    let cleaner = cleaner(Allowlist { link_rel: None, distinct_ids: false, ..Allowlist::with_players() });
    let base = "http://a.example/d/e";
    let wrong: Vec<String> = [
        ("<img src=x.png>", "<img src=\"/Image?/d/x.png\" alt=\"\">"),
        ("<img src=x.png><img src=x.png>", "<img src=\"/Image?/d/x.png\" alt=\"\"><img src=\"/Image?/d/x.png\" alt=\"\">"),
        ("<img src=//b.example/x>", "<img src=\"http://b.example/x\" alt=\"\">"),
        ("<img src='data:image/png,x'>", "<img src=\"data:image/png,x\" alt=\"\">"),
        ("<img data-src=/x>", "<img src=\"/Image?/x\" alt=\"\">"),
        ("<video src=v poster=p>", "<video src=\"/Media?/d/v\" poster=\"/Poster?/d/p\" controls=\"controls\" preload=\"none\"></video>"),
        ("<img srcset='x 1x, //blocked.example 2x,/y'>", "<img srcset=\"/Image?/d/x 1x, /Image?/y\" alt=\"\">"),
        ("<img srcset='//blocked.example'>", ""),
        ("<img src=//blocked.example alt=x>", ""),
        ("<img src=//script.example alt=x>", ""),
        ("<a href=//script.example>x</a>", "<a>x</a>"),
        ("<a href=//quote.example>x</a>", "<a href=\"/&quot;&gt;&lt;script&gt;x\">x</a>"),
        ("<a href=y>x</a><a href=#z>x</a>", "<a href=\"/Link?/d/y\">x</a><a href=\"#user-content-z\">x</a>"),
        ("<iframe src=//blocked.example/e title=x></iframe>", ""),
        ("<iframe src=/e title=x></iframe>", "<a href=\"/Link?/e\">x</a>"),
    ]
    .into_iter()
    .map(|(markup, expected)| (markup, expected, cleaner.clean(markup, base)))
    .filter(|(_, expected, found)| found != expected)
    .map(|(markup, expected, found)| format!("{markup:?}: expected {expected:?}, found {found:?}"))
    .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_shows_pictures_audio_and_video_is_of_use() {
    const CONTROLS: &str = "controls=\"controls\" preload=\"none\"";
    let without_names = |names: &[&str]| {
        let mut allowlist = Allowlist::with_players();
        allowlist.attributes.retain(|name| !names.contains(&name.as_str()));
        allowlist.attributes.push("autoplay".to_owned());
        allowlist
    };
    let policies = [
        ("reader", Sanitize::Reader),
        ("default", Sanitize::Default),
        ("players", Sanitize::Custom(Box::new(Allowlist::with_players()))),
        ("without", Sanitize::Custom(Box::new(without_names(&["alt", "controls", "preload"])))),
    ];
    let rows = [
        // Players have controls, and request nothing before they are used.
        ("<video src=a>b</video>", format!("<video src=\"a\" {CONTROLS}>b</video>")),
        ("<audio src=a preload=auto autoplay></audio>", format!("<audio src=\"a\" {CONTROLS}></audio>")),
        ("<video preload src=a>", format!("<video src=\"a\" {CONTROLS}></video>")),
        ("<video PRELOAD=metadata preload=none src=a>", format!("<video src=\"a\" {CONTROLS}></video>")),
        ("<audio><source src=a></audio>", format!("<audio {CONTROLS}><source src=\"a\"></audio>")),
        ("<audio src=javascript:x>b</audio>", format!("<audio {CONTROLS}>b</audio>")),
        (
            "<video src=a></video><video src=a></video>",
            format!("<video src=\"a\" {CONTROLS}></video>").repeat(2),
        ),
        // Pictures have a URL and a description.
        ("<img src=a>", "<img src=\"a\" alt=\"\">".to_owned()),
        ("<img src=a><img src=a>", "<img src=\"a\" alt=\"\">".repeat(2)),
        ("<img srcset='a 2x'>", "<img srcset=\"a 2x\" alt=\"\">".to_owned()),
        ("<IMAGE SRC=a>", "<img src=\"a\" alt=\"\">".to_owned()),
        ("<img data-src=a class=lazy>", "<img src=\"a\" alt=\"\">".to_owned()),
        ("<img src='data:image/png,x'>", "<img src=\"data:image/png,x\" alt=\"\">".to_owned()),
        ("a<img>b", "ab".to_owned()),
        ("<img src=''>", String::new()),
        ("<img src='#'>", String::new()),
        ("<img src=' '>", String::new()),
        ("<img src=javascript:x alt=b>", String::new()),
        ("<img src='data:image/svg+xml,x'>", String::new()),
        ("<img srcset='javascript:x 2x'>", String::new()),
        ("<p><img src=mailto:x></p>", "<p></p>".to_owned()),
        ("<table><img></table>", "<table></table>".to_owned()),
        // The `img` shows the picture of the `source`.
        (
            "<picture><source srcset=a><img></picture>",
            "<picture><source srcset=\"a\"><img alt=\"\"></picture>".to_owned(),
        ),
        (
            "<picture><source srcset=javascript:x><img src=a></picture>",
            "<picture><img src=\"a\" alt=\"\"></picture>".to_owned(),
        ),
        ("<picture><source srcset=javascript:x><img></picture>", "<picture></picture>".to_owned()),
        ("<picture><source srcset=a></picture><img>", "<picture><source srcset=\"a\"></picture>".to_owned()),
        (
            "<picture><source srcset=a><img></picture><picture><img></picture>",
            "<picture><source srcset=\"a\"><img alt=\"\"></picture><picture></picture>".to_owned(),
        ),
        ("<video><source><source src=javascript:x></video>", format!("<video {CONTROLS}></video>")),
    ];
    let mut wrong = Vec::new();
    for (name, policy) in &policies {
        let cleaner = Sanitizer::new(policy, true);
        for (markup, expected) in &rows {
            let once = cleaner.clean(markup, "");
            if once != *expected || cleaner.clean(&once, "") != once {
                wrong.push((name, *markup, once));
            }
        }
    }
    // Allowed attributes stay as written, once.
    let reader = Sanitizer::new(&Sanitize::Reader, true);
    for (markup, expected) in [
        (
            "<video controls preload=none src=a loop>",
            "<video controls=\"controls\" src=\"a\" loop=\"loop\" preload=\"none\"></video>",
        ),
        ("<img alt src=a>", "<img alt=\"\" src=\"a\">"),
        ("<img alt='b' src=a>", "<img alt=\"b\" src=\"a\">"),
    ] {
        let once = reader.clean(markup, "");
        if once != expected || reader.clean(&once, "") != once {
            wrong.push((&"written", markup, once));
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn media_is_as_written_under_a_policy_that_does_not_complete_it() {
    let custom = Sanitize::Custom(Box::new(Allowlist::feedparser()));
    let wrong: Vec<_> = [
        ("<img src=\"javascript:x\">", "<img src=\"\">"),
        ("<img>", "<img>"),
        ("<img src=\"a\">", "<img src=\"a\">"),
        (
            "<video src=\"a\" preload=\"auto\" autoplay=\"\"></video>",
            "<video src=\"a\" preload=\"auto\"></video>",
        ),
        ("<audio><source></audio>", "<audio><source></audio>"),
    ]
    .into_iter()
    .flat_map(|row| [(Sanitize::FeedParser, row), (custom.clone(), row)])
    .map(|(policy, (markup, expected))| {
        (expected, Sanitizer::new(&policy, true).clean(markup, "").into_owned())
    })
    .filter(|(expected, found)| expected != found)
    .collect();
    assert_eq!(wrong, []);
}

#[test]
fn an_image_of_a_drawing_without_a_reference_is_removed() {
    let mut allowlist = Allowlist::feedparser();
    allowlist.usable_media = true;
    allowlist.svg_elements.push("image".to_owned());
    let cleaner = Sanitizer::new(&Sanitize::Custom(Box::new(allowlist)), true);
    let wrong: Vec<_> = [
        ("<svg><image href='http://a.example/b.png'></image><g></g></svg>", "<g></g></svg>"),
        ("<svg><image/><g></g></svg>", "<svg xmlns=\"http://www.w3.org/2000/svg\"><g></g></svg>"),
    ]
    .into_iter()
    .map(|(markup, expected)| (cleaner.clean(markup, "").into_owned(), expected))
    .filter(|(found, expected)| {
        !found.ends_with(expected) || found.contains("image") || cleaner.clean(found, "") != *found
    })
    .collect();
    assert_eq!(wrong, []);
}

#[test]
fn a_player_is_rewritten_to_a_listed_host_or_becomes_a_link() {
    let lists = Allowlist::with_players();
    let markup = "<iframe src=https://player.vimeo.com/video/1></iframe>";
    for (answer, player) in [
        (None, Some("https://player.vimeo.com/video/1")),
        (Some("http://player.vimeo.com/2"), Some("https://player.vimeo.com/2")),
        (Some("https://elsewhere.example/"), None),
        (Some("javascript:x"), None),
        (Some("/own"), None),
        (Some(""), None),
    ] {
        let rewrite =
            move |kind, _: &_| (kind == UrlKind::Player).then(|| answer.map(str::to_owned)).flatten();
        let cleaner = Sanitizer::new(&Sanitize::Custom(Box::new(lists.clone())), true).rewrite_urls(rewrite);
        let clean = cleaner.clean(markup, "");
        match player {
            Some(url) => {
                assert!(clean.starts_with("<iframe") && clean.contains(&format!("src=\"{url}\"")), "{clean}");
            }
            None => assert!(clean.starts_with("<a href=\"https://vimeo.com/1\""), "{answer:?}: {clean}"),
        }
    }
}

#[test]
fn tables_and_lists_are_left_out_with_their_parts() {
    for part in ["<th>", "<li>", "<dd>", "<table><tr><td>", "<ul><li>", "<b><td>"] {
        for depth in 120..=130 {
            let markup = format!("{}{part}x", "<div>".repeat(depth));
            let once = clean(&READER, &markup);
            assert_eq!(clean(&READER, &once), once, "{part} {depth}");
        }
    }
}

/// For duplicate attributes, a browser takes the first, and an XML parser takes neither.
#[test]
fn an_attribute_is_written_once() {
    let mut lists = Allowlist::reader();
    lists.attributes.extend(Allowlist::feedparser().attributes);
    let all = Policy::new(&lists);
    let names = lists.attributes.iter().chain(&lists.svg_attributes).chain(&lists.mathml_attributes);
    let mut wrong = Vec::new();
    for name in names {
        let twice = format!("{name}='1' {}='2' x=y {name}='3'", name.to_ascii_uppercase());
        for element in ["p", "a", "img", "video", "source", "svg", "math"] {
            let markup = format!("<{element} {twice} src=/s src=/t href=/h href=/i>");
            for policy in [&READER, &FEED_PARSER, &all] {
                let cleaned = clean(policy, &markup);
                let mut pieces = Pieces::new(&cleaned);
                let mut is_repeated = false;
                while pieces.next_tag().is_some() {
                    let mut names: Vec<_> =
                        pieces.attributes().iter().map(|a| a.name.to_ascii_lowercase()).collect();
                    names.sort_unstable();
                    is_repeated |= names.windows(2).any(|names| names[0] == names[1]);
                }
                if is_repeated {
                    wrong.push((markup.clone(), cleaned.clone()));
                }
            }
        }
    }
    assert_eq!(wrong, []);
    assert_cleaned(&READER, &[("<p title=a TITLE=b>x", "<p title=\"a\">x</p>")]);
}

#[test]
fn elements_are_nested_at_most_128_levels_deep() {
    let (reader, feed_parser) = (Allowlist::reader(), Allowlist::feedparser());
    let mut wrong = Vec::new();
    let mut deepest = 0;
    for (policy, lists) in [(&READER, &reader), (&FEED_PARSER, &feed_parser)] {
        let names = lists.elements.iter().chain(&lists.svg_elements).chain(&lists.mathml_elements);
        for name in names {
            let tag = format!("<{name}>");
            for unit in
                [tag.clone(), format!("<svg>{tag}"), format!("<div>{tag}"), format!("<table><td>{tag}")]
            {
                let cleaned = clean(policy, &unit.repeat(300));
                let (mut open, mut most) = (0_usize, 0);
                for piece in Pieces::new(&cleaned) {
                    let Piece::Tag(tag) = piece else { continue };
                    if bozofeed_text::markup::is_void(tag.name) {
                        continue;
                    }
                    open = if tag.is_end { open.saturating_sub(1) } else { open + 1 };
                    most = most.max(open);
                }
                deepest = deepest.max(most);
                if most > 128 {
                    wrong.push((unit, most));
                }
            }
        }
    }
    assert_eq!((wrong, deepest), (vec![], 128));
}

#[test]
fn a_list_that_is_not_written_has_room_for_its_items() {
    let mut wrong = Vec::new();
    for (part, list) in [("li", "ul"), ("dd", "dl")] {
        for (depth, is_kept) in [(125, true), (126, true), (127, false), (128, false)] {
            let cleaned = clean(&READER, &format!("{}<{part}>x", "<div>".repeat(depth)));
            if [list, part].map(|name| cleaned.contains(&format!("<{name}>"))) != [is_kept; 2] {
                wrong.push((part, depth));
            }
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn repeated_tags_have_the_same_output() {
    let numbers = (0..1000).chain(0..1000).flat_map(|n| [n, n % 7, n % 100]);
    let tags = numbers.map(|n| (format!("<B ID={n} onclick=x>y</B>"), format!("<b id=\"{n}\">y</b>")));
    let (markup, expected): (String, String) = tags.unzip();
    assert_eq!(clean(&FEED_PARSER, &markup), expected);
}

#[rustfmt::skip]
const PIECES: &[&str] = &[
    "<p>", "</p>", "<div>", "</div>", "<b>", "</b>", "<a href=x>", "</a>", "<i>", "</i>", "<h1>", "</h1>", "<ul>", "</ul>", "<li>", "</li>",
    "<dd>", "</dd>", "<table>", "</table>", "<tr>", "</tr>", "<td>", "</td>", "<caption>", "</caption>", "<col>", "<tbody>", "<pre>", "\n",
    "</pre>", "<form>", "</form>", "<select>", "</select>", "<option>", "<button>", "</button>", "<textarea>", "</textarea>", "<svg>",
    "</svg>", "<g>", "<desc>", "<title>", "</title>", "<math>", "</math>", "<mi>", "</mi>", "<mtext>", "<script>", "</script>", "<style/>",
    "<img src=y data-src=z>", "<img width=1 height=1>", "<br>", "<iframe src=f>", "</iframe>", "<object data=o>", "</object>", "<noscript>",
    "</noscript>", "<ruby>", "<rt>", "</ruby>", "<span title='<b>\"'>", "</span>", "<", ">", "&", "&lt;",
    "&nbsp;", "&#13;", "a", "b ", "\u{A0}", "<a name=n>", "<p/>", "<div id=i class='x language-y' style='color: red'>", "]]>", "<![CDATA[",
    "<img>", "<img src=javascript:x alt=y>", "<picture>", "</picture>", "<source srcset=x>", "<source src=blob:x>", "<video preload=auto>",
    "</video>",
];

#[test]
fn cleaned_markup_is_balanced_and_stable() {
    check(4000, |u| {
        let markup = pieces(u, 0..=24, PIECES)?;
        for (policy, sanitize) in [(&READER, Sanitize::Reader), (&FEED_PARSER, Sanitize::FeedParser)] {
            let once = clean(policy, &markup);
            let mut open = Vec::new();
            for tag in once.split('<').skip(1) {
                let name = tag.split([' ', '>']).next().unwrap_or_default();
                match name.strip_prefix('/') {
                    Some(name) => assert_eq!(open.pop(), Some(name), "{markup:?} became {once:?}"),
                    None if bozofeed_text::markup::is_void(name) => {}
                    None => open.push(name),
                }
                let is_of_use = match name {
                    "img" => tag.contains(" alt=\""),
                    "source" => tag.contains(" src=\"") || tag.contains(" srcset=\""),
                    "video" => tag.contains(" controls=\"") && tag.contains(" preload=\"none\""),
                    _ => true,
                };
                assert!(is_of_use || !policy.rules.listed.usable_media, "{markup:?} became {once:?}");
            }
            assert!(open.is_empty(), "{markup:?} became {once:?}");
            let cleaner = Sanitizer::new(&sanitize, true);
            let base = "http://b.example/d/e";
            let once = cleaner.clean(&markup, base);
            assert_eq!(cleaner.clean(&once, base), once, "{markup:?}");
        }
        Ok(())
    });
}

#[test]
fn formatting_of_the_dictionary_ends_in_it() {
    check(4000, |u| {
        let markup = pieces(u, 0..=24, PIECES)?;
        let once = clean_for_dictionary(&markup, "http://b.example/d/e");
        for name in ["b", "i"] {
            let count = |tag: String| once.matches(&tag).count();
            let starts = count(format!("<{name}>")) + count(format!("<{name} "));
            assert_eq!(starts, count(format!("</{name}>")), "{markup:?} became {once:?}");
        }
        Ok(())
    });
}

#[test]
fn words_keep_their_order() {
    check(4000, |u| {
        // Without elements whose content is removed or replaced.
        let is_shown = |piece: &&&str| {
            !matches!(**piece, "<" | "&")
                && !["script", "style", "iframe", "svg", "title"].iter().any(|n| piece.contains(n))
        };
        let shown: Vec<&str> = PIECES.iter().filter(is_shown).copied().collect();
        let pieces = list(u, 0..=20, |u| u.choose(&shown).copied())?;
        let words: Vec<String> =
            pieces.iter().enumerate().map(|(n, piece)| format!("w{n}w {piece}")).collect();
        let markup = words.concat();
        for policy in [&READER, &FEED_PARSER] {
            let clean = clean(policy, &markup);
            let mut rest = &*clean;
            for n in 0..pieces.len() {
                let word = format!("w{n}w");
                let Some((_, after)) = rest.split_once(&word) else {
                    panic!("{word} of {markup:?} is not in {clean:?}");
                };
                rest = after;
            }
        }
        Ok(())
    });
}

#[test]
fn footnotes_stay_in_their_text() {
    let cleaner = cleaner_of(Allowlist { link_rel: None, distinct_ids: false, ..Allowlist::reader() });
    let rows = [
        ("<a href='#n'>1</a><p id=n>x", "<a href=\"#user-content-n\">1</a><p id=\"user-content-n\">x</p>"),
        (
            "<a href='http://a.example/b#n'>1</a><p id=n>x",
            "<a href=\"#user-content-n\">1</a><p id=\"user-content-n\">x</p>",
        ),
        ("<a href='b#n'>1</a><p id=n>x", "<a href=\"#user-content-n\">1</a><p id=\"user-content-n\">x</p>"),
        // It is another part of the page.
        ("<a href='http://a.example/b#n'>1</a>", "<a href=\"http://a.example/b#n\">1</a>"),
        (
            "<a href='http://a.example/c#n'>1</a><p id=n>x",
            "<a href=\"http://a.example/c#n\">1</a><p id=\"user-content-n\">x</p>",
        ),
    ];
    let wrong: Vec<_> = rows
        .into_iter()
        .map(|(markup, expected)| (markup, expected, cleaner.clean(markup, "http://a.example/b")))
        .filter(|(_, expected, found)| expected != found)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_rel_of_links_is_escaped() {
    let cleaner = cleaner_of(Allowlist { link_rel: Some("a\"><b>".to_owned()), ..Allowlist::reader() });
    assert_eq!(
        cleaner.clean("<a href='http://a.example/'>x</a>", ""),
        "<a href=\"http://a.example/\" rel=\"a&quot;&gt;&lt;b&gt;\">x</a>"
    );
}

#[test]
fn line_feeds_stay_in_each_preformatted_text() {
    let cleaner = cleaner_of(Allowlist::reader());
    let moved = "<pre><x></x>\nb</pre>";
    let kept = "<pre>\n\nb</pre>";
    assert_eq!(cleaner.clean(moved, ""), kept);
    assert_eq!(
        cleaner.clean(&format!("<pre>a</pre>c{moved}{moved}"), ""),
        format!("<pre>a</pre>c{kept}{kept}")
    );
}

#[test]
fn identifiers_of_texts_are_distinct() {
    let cleaner = cleaner_of(Allowlist { link_rel: None, ..Allowlist::reader() });
    let [one, other] = ["<a href='#n'>1</a><i id=n>x</i>", "<a href='#n'>1</a><i id=n>y</i>"]
        .map(|markup| cleaner.clean(markup, "").into_owned());
    let id = |text: &str| {
        text.split("id=\"").nth(1).and_then(|rest| rest.split('"').next()).map(String::from).unwrap()
    };
    assert_ne!(id(&one), id(&other));
    assert!(one.contains(&format!("href=\"#{}\"", id(&one))), "{one}");
    assert_eq!(cleaner.clean(&one, ""), one);
}

#[test]
fn a_drawing_has_what_it_shows() {
    let cleaner = cleaner_of(Allowlist { distinct_ids: false, ..Allowlist::reader().with_drawings() });
    let rows = [
        (
            "<svg viewBox='0 0 1 1'><path d='M0 0'/></svg>",
            "<svg viewBox=\"0 0 1 1\"><path d=\"M0 0\"></path></svg>",
        ),
        (
            "<svg><linearGradient id=g><stop offset=1 /></linearGradient><rect fill='url(#g)'/></svg>",
            "<svg><linearGradient id=\"user-content-g\"><stop offset=\"1\"></stop></linearGradient><rect fill=\"url(#user-content-g)\"></rect></svg>",
        ),
        ("<svg><rect fill='url(http://a.example/#g)'/></svg>", "<svg><rect></rect></svg>"),
        (
            "<svg><radialGradient href='http://a.example/#g'/></svg>",
            "<svg><radialGradient></radialGradient></svg>",
        ),
        (
            "<svg onload=x()><script>x()</script><style>*{}</style><text>a</text></svg>",
            "<svg><text>a</text></svg>",
        ),
        ("<svg><a href='http://a.example/'><text>a</text></a></svg>", "<svg><text>a</text></svg>"),
        (
            "<svg><clipPath id=c clip-path='url(#d)'><g clip-path='url(#d)'><rect clip-path='url(#d)' x=1 /></g></clipPath><rect clip-path='url(#c)'/></svg>",
            "<svg><clipPath id=\"user-content-c\"><g><rect x=\"1\"></rect></g></clipPath><rect clip-path=\"url(#user-content-c)\"></rect></svg>",
        ),
        (
            "<svg><image href='a.png'/><use href='#a'/><foreignObject><b>a</b></foreignObject></svg>",
            "<svg></svg><b>a</b>",
        ),
        (
            "<svg><rect><animate attributeName=x values=1 /><set attributeName=href to=x /></rect></svg>",
            "<svg><rect></rect></svg>",
        ),
        ("<svg style='position:fixed' class=a><g style='x'></g></svg>", "<svg><g></g></svg>"),
    ];
    let wrong: Vec<_> = rows
        .into_iter()
        .map(|(markup, expected)| {
            let found = cleaner.clean(markup, "http://b.example/");
            (markup, expected, found.replace(" xmlns=\"http://www.w3.org/2000/svg\"", ""))
        })
        .filter(|(_, expected, found)| expected != found)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_references_draw_has_no_references() {
    let mut lists = Allowlist { distinct_ids: false, ..Allowlist::reader().with_drawings() };
    let containers = ["clipPath", "filter", "marker", "mask", "pattern", "symbol"];
    lists.svg_elements.extend(containers.iter().chain(&["use"]).copied().map(String::from));
    lists.svg_attributes.extend(["filter", "marker-end", "mask"].map(String::from));
    let cleaner = cleaner_of(lists);
    for container in containers {
        for content in [
            "<rect clip-path='url(#b)'/>",
            "<rect CLIP-PATH='url(#b)'/>",
            "<g><path mask='url(#b)' filter='url(#b)' marker-end='url(#b)'/></g>",
            "<use href='#b'/>",
            "<use xlink:href='#b'/>",
        ] {
            let markup = format!("<svg><{container} id=c>{content}</{container}></svg>");
            let found = cleaner.clean(&markup, "");
            assert!(!found.contains("#user-content-b"), "{markup} became {found}");
            let found = cleaner.clean(&format!("<svg>{content}</svg>"), "").into_owned();
            assert!(found.contains("#user-content-b"), "{content} became {found}");
        }
    }
}

/// A `use` within an element that another `use` may draw would double the work at each level.
#[test]
fn what_is_used_uses_nothing() {
    let cleaner = Sanitizer::new(&Sanitize::FeedParser, true);
    let mut wrong = Vec::new();
    for (content, expected) in [
        ("<use xlink:href='#b'/>", true),
        ("<g><use xlink:href='#b'/></g>", true),
        ("<g id=c><use xlink:href='#b'/></g>", false),
        ("<g id=c><g><use xlink:href='#b'/></g></g>", false),
        ("<defs id=c><use xlink:href='#b'/></defs>", false),
    ] {
        let clean = cleaner.clean(&format!("<svg>{content}</svg>"), "").into_owned();
        if clean.contains("#b") != expected {
            wrong.push((content, clean));
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn a_link_of_a_drawing_is_one_of_the_list_and_has_the_rel_of_others() {
    let mut lists = Allowlist::reader().with_drawings();
    let markup = "<svg><a href='http://a.example/'><text>a</text></a></svg>";
    assert_eq!(
        cleaner_of(lists.clone()).clean(markup, ""),
        "<svg xmlns=\"http://www.w3.org/2000/svg\"><text>a</text></svg>"
    );
    lists.svg_elements.push("a".to_owned());
    let clean = cleaner_of(lists).clean(markup, "").into_owned();
    assert!(clean.contains("href=\"http://a.example/\" rel=\"noopener noreferrer\""), "{clean}");
}

fn cleaner_of(lists: Allowlist) -> Sanitizer {
    Sanitizer::new(&Sanitize::Custom(Box::new(lists)), true)
}
