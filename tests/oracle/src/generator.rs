//! Random markup, composed of parts that have confused parsers.

use super::vector_list::VECTORS;

#[rustfmt::skip]
const ELEMENTS: &[&str] = &[
    "a", "animate", "annotation", "annotation-xml", "applet", "audio", "b", "blockquote", "body", "br", "button", "canvas", "caption",
    "center", "circle", "code", "col", "colgroup", "dd", "desc", "details", "dir", "div", "dl", "dt", "em", "embed", "fieldset", "font",
    "foreignObject", "form", "frame", "frameset", "g", "h1", "h2", "head", "hr", "html", "i", "iframe", "image", "img", "input", "label",
    "li", "linearGradient", "listing", "malignmark", "marquee", "math", "menu", "mglyph", "mi", "mo", "mrow", "mtext", "nobr", "noembed",
    "noframes", "noscript", "o:p", "object", "ol", "optgroup", "option", "p", "param", "path", "plaintext", "pre", "q", "rp", "rt", "ruby",
    "s", "script", "section", "select", "semantics", "set", "source", "span", "style", "summary", "svg", "table", "tbody", "td", "template",
    "textarea", "th", "thead", "title", "tr", "u", "ul", "use", "video", "x-y", "xmp",
];

#[rustfmt::skip]
const ATTRIBUTES: &[&str] = &[
    "/", "=", "a\"b=c", "action=c", "alt", "attributeName=href", "background=b", "by='javascript:x'", "checked", "class='lazy language-x'",
    "controls", "data-src=z", "data=d", "fill='url(#a)'", "form=f", "headers='a b'", "height=1", "href=#a", "href=''", "href='javascript:x'",
    "href=x", "id=k", "name=n", "onclick=x()", "open", "rel=x", "src='data:image/png;base64,x'", "src=mailto:x", "src=y",
    "srcset='a 1x, b 2x'", "style='border: 1px solid #CCC'", "style='color: red; position: fixed'", "title=\"a>b&amp;c\"",
    "title='<b>\"'", "to=javascript:x", "type=TEXT", "usemap=#top", "value=v", "values='a;javascript:x'", "viewBox='0 0 1 1'", "width=1",
    "xlink:href=#q", "xml:lang=de", "xmlns:xlink=q",
    "encoding=text/html", "encoding=application/xhtml+xml", "formaction=javascript:alert(1)", "href='java&Tab;script:alert(1)'",
    "is=x", "onerror=alert(1)", "poster=//c.example/p", "shadowrootmode=open", "slot=x", "src=x onerror=alert(1)", "src=//c.example/x",
    "srcset='//c.example/x 1x, y (,) 2x,//c.example/z'", "src='https:/c.example'", "src='\\\\c.example\\x'", "xlink:href=javascript:alert(1)",
];

#[rustfmt::skip]
const TEXTS: &[&str] = &[
    " ", "\n", "&", "&#0;", "&#13;", "&#60;b&#62;", "&#xFDD0;", "&amp;", "&copy", "&lt;", "&nbsp;", "&notit;", "--", "<", ">", "]]>", "\0",
    "\r\n", "\u{A0}", "\u{FDD1}", "\u{FEFF}", "e\u{301}", "'>", "\">", "-->", "<!", "<!--", "<!-- <b> -->", "<!-- a --!>", "<!-- c -->",
    "<!--->", "<!--><b>", "<!>", "<!DOCTYPE x>", "<!x>", "</", "</ x>", "</>", "<?", "<?x ?>", "<![endif]-->",
    "<!--[if gte IE 4]>", "</p>", "</br>", "&#x3c;img src=x onerror=alert(1)&#x3e;", "\u{2028}", "<![CDATA[", "<a", "<a href='", "<p x='",
];

/// A generator of pseudo-random numbers (xorshift).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).unwrap_or_default()
    }

    fn choose<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.below(from.len())]
    }

    pub(crate) fn markup(&mut self) -> String {
        let mut markup = String::new();
        for word in 0..=self.below(14) {
            match self.below(10) {
                0..=3 => {
                    markup.push('<');
                    markup.push_str(self.choose(ELEMENTS));
                    for _ in 0..self.below(3) {
                        markup.push(' ');
                        markup.push_str(self.choose(ATTRIBUTES));
                    }
                    markup += if self.below(12) == 0 { " />" } else { ">" };
                }
                4 | 5 => markup.extend(["</", self.choose(ELEMENTS), ">"]),
                6 => markup.extend(["w", &word.to_string(), "w"]),
                7 | 8 => markup += self.choose(TEXTS),
                _ => {
                    let vector = self.choose(VECTORS);
                    let from = self.below(vector.len().max(1));
                    markup += vector.get(from..).unwrap_or(vector);
                }
            }
        }
        markup
    }
}
