//! Entry content that loads nothing: sanitized, with links in place of pictures.

use super::html::Html;
use bozofeed::content::{Allowlist, SafeHtml, Sanitize, Sanitizer};
use bozofeed::model::Text;
use bozofeed_text::cut::beginning;
use bozofeed_text::markup::{Piece, Pieces};

/// The number of bytes of markup shown for each text.
const LONGEST: usize = 3_000;

/// The elements of the reader policy that are left out: they load something, structure the page, or are
/// obsolete.
const LEFT_OUT: &[&str] = &[
    "acronym", "area", "article", "aside", "audio", "big", "center", "details", "footer", "header", "hgroup",
    "m", "main", "map", "nav", "picture", "section", "source", "strike", "summary", "track", "tt", "video",
];
const ATTRIBUTES: &[&str] = &["alt", "cite", "colspan", "dir", "href", "lang", "rowspan", "src", "title"];

/// Writes the content of entries.
#[derive(Debug)]
pub(super) struct ContentWriter {
    cleaner: Sanitizer,
}

impl ContentWriter {
    pub(super) fn new() -> Self {
        let owned = |names: &[&str]| names.iter().copied().map(String::from).collect();
        let mut allowlist = Allowlist::reader();
        allowlist.elements.retain(|name| !LEFT_OUT.contains(&&**name));
        allowlist.attributes = owned(ATTRIBUTES);
        allowlist.mathml_elements = Vec::new();
        allowlist.data_images = false;
        // Pictures become links or their descriptions.
        allowlist.usable_media = false;
        Self { cleaner: Sanitizer::new(&Sanitize::Custom(Box::new(allowlist)), true) }
    }

    /// Writes the start of a text.
    pub(super) fn write(&self, html: &mut Html, text: &Text) {
        let all = text.to_html();
        let mut shown = beginning(&all, LONGEST);
        let is_cut = shown.len() < all.len();
        if is_cut {
            // Do not cut within a reference or a tag.
            let end = shown.rfind([' ', '\n', '>']).unwrap_or(shown.len());
            shown = shown.get(..end).unwrap_or_default();
        }
        if let Some(markup) = self.cleaner.sanitized(shown, "") {
            write_markup(html, &markup);
        }
        if is_cut {
            html.markup("<p class=\"soft\">… and ").show(all.len() - shown.len()).markup(" more bytes</p>");
        }
    }
}

/// Writes markup. A picture becomes a link to it, or its alternative text within a link; headings are below
/// the page's own.
fn write_markup(html: &mut Html, markup: &SafeHtml) {
    let markup = markup.as_str();
    let mut pieces = Pieces::new(markup);
    let mut is_in_link = false;
    let mut at = 0;
    while let Some(piece) = pieces.next() {
        let Piece::Tag(tag) = piece else { continue };
        let before = markup.get(at..pieces.start()).unwrap_or_default();
        let whole = markup.get(pieces.start()..tag.end).unwrap_or_default();
        at = tag.end;
        html.markup(before);
        match tag.name {
            "img" => {
                let value = |name: &str| {
                    let found = pieces.attributes().iter().find(|attribute| attribute.name == name);
                    found.map(|attribute| attribute.value).filter(|value| !value.trim().is_empty())
                };
                // Values in sanitized markup are escaped.
                let alternative = value("alt").unwrap_or("picture");
                match value("src").filter(|_| !is_in_link) {
                    Some(src) => html
                        .markup("<a class=\"picture\" rel=\"noopener noreferrer\" href=\"")
                        .markup(src)
                        .markup("\">")
                        .markup(alternative)
                        .markup("</a>"),
                    None => html.markup("<span class=\"picture\">").markup(alternative).markup("</span>"),
                };
            }
            "h1" | "h2" | "h3" | "h5" | "h6" => {
                html.markup(if tag.is_end { "</h4>" } else { "<h4>" });
            }
            name => {
                if name == "a" {
                    is_in_link = !tag.is_end;
                }
                html.markup(whole);
            }
        }
    }
    html.markup(markup.get(at..).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::*;
    use bozofeed_testing::{check as check_property, pieces};

    fn written(markup: &str) -> String {
        let text = Text::html(markup);
        let mut html = Html::default();
        ContentWriter::new().write(&mut html, &text);
        html.finish()
    }

    #[test]
    fn nothing_is_loaded() {
        let wrong: Vec<_> = [
            ("<p>a <b>b</b></p>", "<p>a <b>b</b></p>"),
            (
                "<img src='https://a.example/b.png' alt='a \"b\" <c>'>",
                "<a class=\"picture\" rel=\"noopener noreferrer\" href=\"https://a.example/b.png\">a &quot;b&quot; &lt;c&gt;</a>",
            ),
            (
                "<a href='https://a.example/'><img src='https://a.example/b.png'></a>",
                "<a href=\"https://a.example/\" rel=\"noopener noreferrer\"><span class=\"picture\">picture</span></a>",
            ),
            ("<img src='data:image/png;base64,AAAA' alt='x'>", "<span class=\"picture\">x</span>"),
            ("<h1 title='a'>x</h1><h4>y</h4>", "<h4>x</h4><h4>y</h4>"),
            ("<video src='https://a.example/'><audio src='x'></audio>a</video>", "a"),
            ("<script>alert(1)</script><style>p{}</style><p style='color:red' id='first' onclick='x()'>a", "<p>a</p>"),
        ]
        .into_iter()
        .filter(|(markup, expected)| written(markup) != *expected)
        .map(|(markup, _)| (markup, written(markup)))
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn long_content_is_cut_before_a_tag_or_a_word() {
        let long = format!("<p>{}</p>", "é &amp; <b>c</b> ".repeat(1_000));
        let shown = written(&long);
        assert!(shown.len() < LONGEST + 200 && shown.contains("more bytes"), "{shown}");
        assert_eq!(shown.matches("<b>").count(), shown.matches("</b>").count());
    }

    #[test]
    fn markup_is_balanced_and_loads_nothing() {
        #[rustfmt::skip]
        const PIECES: &[&str] = &[
            "<p>", "</p>", "<img src=https://a.example/ alt='<b>'>", "<img", " src='x' ", ">", "<a href='/b'>", "</a>", "<h2>", "</h2>",
            "<video poster=x>", "<svg><image href=x>", "<iframe src=https://a.example/>", "<table><td>", "</table>", "a", "&lt;img src=x>",
            "<picture><source srcset=x>", "<style>", "<!--", "-->", "<math><mi>", "\"", "'", "<object data=x>", "<input type=image src=x>",
        ];
        let kept = Allowlist::reader().elements;
        check_property(256, |u| {
            let markup = pieces(u, 0..=20, PIECES)?;
            let shown = written(&markup);
            let mut tags = Pieces::new(&shown);
            let mut open = Vec::new();
            while let Some(piece) = tags.next() {
                let Piece::Tag(tag) = piece else { continue };
                let mut loaded = tags
                    .attributes()
                    .iter()
                    .filter(|a| ["src", "srcset", "poster", "style"].contains(&a.name));
                let is_kept = kept.iter().any(|name| name == tag.name) && !LEFT_OUT.contains(&tag.name);
                assert!(loaded.next().is_none() && is_kept && tag.name != "img", "{markup}: {shown}");
                match tag.name {
                    "br" | "hr" => {}
                    name if tag.is_end => assert_eq!(open.pop(), Some(name), "{markup}: {shown}"),
                    name => open.push(name),
                }
            }
            assert!(open.is_empty(), "{markup}: {shown}");
            Ok(())
        });
    }
}
