//! URLs that would be harmful with a character in their schemes, in every URL attribute, in every kind of text.

use std::fmt::Write as _;

/// URLs that no policy allows.
pub(super) const URLS: &[&str] = &[
    "javascript:alert(1)", "vbscript:x", "data:text/html,x", "blob:https://a.test/b",
    "filesystem:https://a.test/b", "about:blank", "JavaScript:alert(1)", "view-source:javascript:x",
    "data:image/svg+xml,x",
];

/// The notation of a character in an attribute.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Form {
    Raw,
    Decimal,
    Hexadecimal,
    DecimalWithoutSemicolon,
    HexadecimalWithoutSemicolon,
    /// An XML reference in escaped markup, or `\u` in JSON.
    OfDocument,
    /// Its UTF-8, decoded as ISO 8859-1.
    Mojibake,
}

pub(super) const FORMS: &[Form] = &[
    Form::Raw,
    Form::Decimal,
    Form::Hexadecimal,
    Form::DecimalWithoutSemicolon,
    Form::HexadecimalWithoutSemicolon,
    Form::OfDocument,
    Form::Mojibake,
];

impl Form {
    /// Returns the character as written in the attribute.
    fn write(self, c: char) -> String {
        let code = u32::from(c);
        match self {
            // Unescaped, these would end the attribute, or begin a reference.
            Self::Raw | Self::OfDocument | Self::Mojibake if matches!(c, '"' | '&' | '<') => {
                format!("&#{code};")
            }
            Self::Raw | Self::OfDocument => c.to_string(),
            Self::Decimal => format!("&#{code};"),
            Self::Hexadecimal => format!("&#x{code:X};"),
            Self::DecimalWithoutSemicolon => format!("&#{code}"),
            Self::HexadecimalWithoutSemicolon => format!("&#X{code:x}"),
            Self::Mojibake => c.encode_utf8(&mut [0; 4]).bytes().map(char::from).collect(),
        }
    }
}

/// The place of a character in a URL.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Place {
    Before,
    Inside(usize),
    BeforeColon,
    AfterColon,
    Everywhere,
    /// Around the colon and before the URL.
    Around,
}

pub(super) const PLACES: &[Place] = &[
    Place::Before,
    Place::Inside(1),
    Place::Inside(2),
    Place::Inside(4),
    Place::BeforeColon,
    Place::AfterColon,
    Place::Everywhere,
    Place::Around,
];

impl Place {
    fn put(self, url: &str, c: &str) -> String {
        let (scheme, rest) = url.split_once(':').unwrap_or((url, ""));
        let at = |at: usize| format!("{}{c}{}", &url[..at], &url[at..]);
        match self {
            Self::Before => at(0),
            Self::Inside(offset) => at(offset.min(scheme.len())),
            Self::BeforeColon => at(scheme.len()),
            Self::AfterColon => at(scheme.len() + 1),
            Self::Everywhere => url.chars().flat_map(|of_url| [of_url.to_string(), c.to_owned()]).collect(),
            Self::Around => format!("{c}{scheme}{c}:{c}{rest}"),
        }
    }
}

/// Elements with a URL attribute, `{}`.
#[rustfmt::skip]
pub(super) const ATTRIBUTES: &[&str] = &[
    r#"<a href="{}">x</a>"#, r#"<a href="b" ping="{}">x</a>"#, r#"<area href="{}"/>"#, r#"<img src="{}"/>"#,
    r#"<img srcset="{}"/>"#, r#"<img src="b" srcset="b 1x, {} 2x"/>"#, r#"<img data-src="{}"/>"#, r#"<img class="lazy" src="b" data-src="{}"/>"#,
    r#"<img data-srcset="{}"/>"#, r#"<img lowsrc="{}"/>"#, r#"<img dynsrc="{}"/>"#, r#"<img longdesc="{}"/>"#, r#"<img src="b" usemap="{}"/>"#,
    r#"<form action="{}"><p>x</p></form>"#, r#"<button formaction="{}">x</button>"#, r#"<input src="{}" formaction="{}"/>"#,
    r#"<video poster="{}" src="{}"></video>"#, r#"<audio src="{}"></audio>"#, r#"<video><source src="{}" srcset="{}"/><track src="{}"/></video>"#,
    r#"<blockquote cite="{}">x</blockquote>"#, r#"<q cite="{}">x</q>"#, r#"<del cite="{}">x</del>"#,
    r#"<table background="{}"><tr><td background="{}">x</td></tr></table>"#, r#"<p style="background: url({})">x</p>"#,
    r#"<p style="color: red; background-image: url('{}')">x</p>"#, r#"<p style="{}">x</p>"#,
    r#"<object data="{}">x</object>"#, r#"<object><param name="movie" value="{}"/></object>"#, r#"<embed src="{}"/>"#,
    r#"<iframe src="{}"></iframe>"#, r#"<iframe src="about:blank" data-src="{}"></iframe>"#, r#"<iframe src="//www.youtube.com/embed/{}"></iframe>"#,
    r#"<svg><a href="{}">x</a></svg>"#, r#"<svg><a xlink:href="{}">x</a></svg>"#, r#"<svg><image href="{}"/></svg>"#, r#"<svg><use xlink:href="{}"/></svg>"#,
    r#"<svg><a><animate attributeName="href" to="{}" from="{}" by="{}" values="{};b"/>x</a></svg>"#,
    r#"<svg><a><set attributeName="xlink:href" to="{}"/>x</a></svg>"#, r#"<svg><a><animate attributeName="href" values="b;{}"/>x</a></svg>"#,
    r#"<svg><path fill="url({})" filter="url('{}')"/></svg>"#, r#"<svg><path fill="url(#a)url({})"/></svg>"#,
    r#"<math href="{}"><mi xlink:href="{}">x</mi></math>"#, r#"<math><maction actiontype="statusline" href="{}"><mi>x</mi></maction></math>"#,
    r#"<math altimg="{}"><mi>x</mi></math>"#,
];

/// A URL with an inserted character, in markup.
#[derive(Debug, Clone, Copy)]
pub(super) struct Vector {
    pub(super) character: char,
    pub(super) url: &'static str,
    pub(super) place: Place,
    pub(super) form: Form,
    pub(super) attribute: &'static str,
}

impl Vector {
    /// Returns the URL as written in an attribute.
    pub(super) fn url(&self) -> String {
        self.place.put(self.url, &self.form.write(self.character))
    }

    fn markup(&self) -> String {
        self.attribute.replace("{}", &self.url())
    }
}

/// A kind of text: the document before and after the text, and the notation of markup in it.
pub(super) struct Construct {
    pub(super) name: &'static str,
    before: &'static str,
    after: &'static str,
    nesting: Nesting,
}

#[derive(Clone, Copy, PartialEq)]
enum Nesting {
    /// Escaped in XML.
    Escaped,
    Cdata,
    /// XML elements, or HTML that should have been escaped.
    Elements,
    Json,
}

macro_rules! constructs {
    ($($name:literal $nesting:ident $before:literal $after:literal)*) => {
        &[$(Construct { name: $name, before: $before, after: $after, nesting: Nesting::$nesting }),*]
    };
}

/// Every kind of text construct.
#[rustfmt::skip]
pub(super) const CONSTRUCTS: &[Construct] = constructs! {
    "Atom content html" Escaped "<feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='html'>" "</content></entry></feed>"
    "Atom content text/html in CDATA" Cdata "<feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='text/html'>" "</content></entry></feed>"
    "Atom summary html" Escaped "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='https://b.test/c/'><entry><summary type='html'>" "</summary></entry></feed>"
    "Atom content xhtml" Elements "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:xlink='http://www.w3.org/1999/xlink'><entry><content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>" "</div></content></entry></feed>"
    "Atom content application/xhtml+xml" Elements "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:xlink='http://www.w3.org/1999/xlink'><entry><content type='application/xhtml+xml'><html xmlns='http://www.w3.org/1999/xhtml'><body>" "</body></html></content></entry></feed>"
    "Atom title xhtml" Elements "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:xlink='http://www.w3.org/1999/xlink' xml:base='https://b.test/'><title type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>" "</div></title><entry/></feed>"
    "Atom rights xhtml" Elements "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:xlink='http://www.w3.org/1999/xlink'><rights type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>" "</div></rights><entry/></feed>"
    "Atom title html" Escaped "<feed xmlns='http://www.w3.org/2005/Atom'><entry><title type='html'>" "</title></entry></feed>"
    "Atom subtitle html" Cdata "<feed xmlns='http://www.w3.org/2005/Atom'><subtitle type='html'>" "</subtitle><entry/></feed>"
    "Atom html that is not escaped" Elements "<feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='html'>" "</content></entry></feed>"
    "Atom 0.3 content" Elements "<feed version='0.3' xmlns='http://purl.org/atom/ns#' xmlns:xlink='http://www.w3.org/1999/xlink'><entry><content type='application/xhtml+xml' mode='xml'><div xmlns='http://www.w3.org/1999/xhtml'>" "</div></content></entry></feed>"
    "Atom 0.3 content escaped" Escaped "<feed version='0.3' xmlns='http://purl.org/atom/ns#'><entry><content type='text/html' mode='escaped'>" "</content></entry></feed>"
    "RSS description" Escaped "<rss version='2.0'><channel><item><description>" "</description></item></channel></rss>"
    "RSS description in CDATA" Cdata "<rss version='2.0'><channel><link>https://b.test/</link><item><description>" "</description></item></channel></rss>"
    "RSS description that is not escaped" Elements "<rss version='2.0'><channel><item><description>" "</description></item></channel></rss>"
    "RSS title" Escaped "<rss version='2.0'><channel><title>" "</title><item><title>a</title></item></channel></rss>"
    "RSS content:encoded" Cdata "<rss version='2.0' xmlns:c='http://purl.org/rss/1.0/modules/content/'><channel><item><c:encoded>" "</c:encoded></item></channel></rss>"
    "RSS content:encoded escaped" Escaped "<rss version='2.0' xmlns:c='http://purl.org/rss/1.0/modules/content/'><channel><item><c:encoded>" "</c:encoded></item></channel></rss>"
    "RSS body of XHTML" Elements "<rss version='2.0' xmlns:xlink='http://www.w3.org/1999/xlink'><channel><item><body xmlns='http://www.w3.org/1999/xhtml'>" "</body></item></channel></rss>"
    "RSS div of XHTML" Elements "<rss version='2.0' xmlns:xlink='http://www.w3.org/1999/xlink'><channel><item><div xmlns='http://www.w3.org/1999/xhtml'>" "</div></item></channel></rss>"
    "RSS with Atom" Elements "<rss version='2.0' xmlns:xlink='http://www.w3.org/1999/xlink'><channel><item><content xmlns='http://www.w3.org/2005/Atom' type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>" "</div></content></item></channel></rss>"
    "RSS 1.0 description" Escaped "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'><item><description>" "</description></item></rdf:RDF>"
    "Dublin Core description" Escaped "<rss version='2.0' xmlns:dc='http://purl.org/dc/elements/1.1/'><channel><item><dc:description>" "</dc:description></item></channel></rss>"
    "Media RSS description" Escaped "<rss version='2.0' xmlns:media='http://search.yahoo.com/mrss/'><channel><item><media:description type='html'>" "</media:description></item></channel></rss>"
    "Media RSS title and text" Escaped "<rss version='2.0' xmlns:media='http://search.yahoo.com/mrss/'><channel><item><media:content url='a'><media:title type='html'>a</media:title><media:text type='html'>" "</media:text></media:content></item></channel></rss>"
    "iTunes summary" Escaped "<rss version='2.0' xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><item><itunes:summary>" "</itunes:summary></item></channel></rss>"
    "iTunes summary in CDATA" Cdata "<rss version='2.0' xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><itunes:summary>" "</itunes:summary><item/></channel></rss>"
    "Google Play description" Cdata "<rss version='2.0' xmlns:g='http://www.google.com/schemas/play-podcasts/1.0'><channel><item><g:description>" "</g:description></item></channel></rss>"
    "CDF abstract" Escaped "<CHANNEL HREF='https://b.test/'><ITEM HREF='a'><ABSTRACT>" "</ABSTRACT></ITEM></CHANNEL>"
    "JSON Feed" Json "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{\"id\":\"1\",\"content_html\":\"" "\"}]}"
    "RSS in JSON" Json "{\"rss\":{\"version\":\"2.0\",\"channel\":{\"item\":[{\"guid\":\"1\",\"description\":\"" "\"}]}}}"
};

impl Construct {
    /// Returns a document with vectors in a text. The title of each one is its number.
    pub(super) fn document(&self, vectors: &[Vector]) -> String {
        let mut document = self.before.to_owned();
        if self.nesting == Nesting::Cdata {
            document += "<![CDATA[";
        }
        for (number, vector) in vectors.iter().enumerate() {
            let markup = vector.markup().replacen(' ', &format!(" title=\"{number}\" "), 1);
            self.write(&markup, vector, &mut document);
        }
        if self.nesting == Nesting::Cdata {
            document += "]]>";
        }
        document + self.after
    }

    fn write(&self, markup: &str, vector: &Vector, document: &mut String) {
        let is_reference =
            |c: char| vector.form == Form::OfDocument && c == vector.character && !c.is_ascii_graphic();
        for c in markup.chars() {
            let code = u32::from(c);
            let written = match (self.nesting, c) {
                (Nesting::Json, '"' | '\\') => write!(document, "\\{c}"),
                (Nesting::Json, _) if code < 0x20 || is_reference(c) => {
                    c.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| write!(document, "\\u{unit:04X}"))
                }
                (Nesting::Escaped | Nesting::Elements, _) if is_reference(c) => write!(document, "&#{code};"),
                (Nesting::Escaped, '&') => write!(document, "&amp;"),
                (Nesting::Escaped, '<') => write!(document, "&lt;"),
                _ => write!(document, "{c}"),
            };
            written.expect("writing to a string never fails");
        }
    }
}
