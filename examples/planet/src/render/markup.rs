//! The content of entries, sanitized and adapted for a page.
//!
//! Its pictures are loaded lazily and without a referrer, and tracking pixels are removed. Its headings continue the outline of
//! the page.

use bozofeed::content::{Allowlist, Sanitize, Sanitizer};

/// The level of the highest heading of a content: one below the entry's title.
const FIRST_LEVEL: usize = 4;

/// The level of the lowest heading of HTML.
const LAST_LEVEL: usize = 6;

/// Returns the content of an entry for a page. Identifiers get a prefix, to avoid collisions between entries.
pub(super) fn for_page(html: &str, id_prefix: &str) -> String {
    Tidier { outline: Some(Outline::default()), ..Tidier::default() }.tidy(&sanitized(html, id_prefix))
}

/// Returns the content of an entry for the site's feed, where it keeps its own outline.
pub(super) fn for_feed(html: &str) -> String {
    Tidier::default().tidy(&sanitized(html, "user-content-"))
}

/// Sanitizes a content again: the database may be older than a rule of the sanitizer.
fn sanitized(html: &str, id_prefix: &str) -> String {
    let mut allowlist = Allowlist::reader();
    allowlist.id_prefix = Some(id_prefix.to_owned());
    allowlist.distinct_ids = false;
    let cleaner = Sanitizer::new(&Sanitize::Custom(Box::new(allowlist)), false);
    cleaner.sanitized(html, "").map_or_else(String::new, |html| html.as_str().to_owned())
}

/// The heading levels of a page.
#[derive(Debug, Default)]
struct Outline {
    /// The original levels of the headings above the current one.
    above: Vec<u8>,
    /// The resulting levels of the open headings.
    open: Vec<usize>,
}

impl Outline {
    /// Returns the resulting level of a heading that starts: one below the heading above it, so that no level is skipped.
    fn start(&mut self, level: u8) -> usize {
        while self.above.last().is_some_and(|above| *above >= level) {
            self.above.pop();
        }
        let shifted = (FIRST_LEVEL + self.above.len()).min(LAST_LEVEL);
        self.above.push(level);
        self.open.push(shifted);
        shifted
    }

    /// Returns the resulting level of the heading that ends.
    fn end(&mut self) -> usize {
        self.open.pop().unwrap_or(LAST_LEVEL)
    }
}

/// An open link.
#[derive(Debug, Clone, Copy)]
struct Link {
    /// Whether it contains text that serves as its name.
    has_name: bool,
    /// The position where the description of its first picture would be inserted.
    description: Option<usize>,
}

/// Rewrites the tags of sanitized markup.
#[derive(Debug, Default)]
struct Tidier {
    out: String,
    /// `None`: headings are not changed.
    outline: Option<Outline>,
    link: Option<Link>,
}

impl Tidier {
    fn tidy(mut self, html: &str) -> String {
        self.out.reserve(html.len() + html.len() / 8);
        let mut rest = html;
        while let Some((before, tag)) = rest.split_once('<') {
            self.text(before);
            let end = end_of_tag(tag);
            let (inner, after) = (tag.get(..end).unwrap_or(tag), tag.get(end..).unwrap_or_default());
            rest = after.strip_prefix('>').unwrap_or(after);
            self.tag(inner);
        }
        self.text(rest);
        self.out
    }

    fn text(&mut self, text: &str) {
        if let Some(link) = &mut self.link {
            link.has_name |= !text.trim().is_empty();
        }
        self.out.push_str(text);
    }

    /// Writes a tag, given without angle brackets: `img src="a"`.
    fn tag(&mut self, tag: &str) {
        let at = tag.find([' ', '/']).filter(|at| *at > 0).unwrap_or(tag.len());
        let (name, attributes) = tag.split_at_checked(at).unwrap_or((tag, ""));
        let (name, attributes) = match tag.strip_prefix('/') {
            Some(name) => (name, ""),
            None => (name, attributes),
        };
        let is_end = tag.starts_with('/');
        let mark = if is_end { "</" } else { "<" };
        let level = name.strip_prefix('h').and_then(|level| level.parse::<u8>().ok());
        match (name, level, &mut self.outline) {
            ("img", ..) => return self.picture(attributes.trim_end_matches('/')),
            ("audio" | "video", ..) if !is_end => return self.player(name, attributes.trim_end_matches('/')),
            (_, Some(level), Some(outline)) => {
                let level = if is_end { outline.end() } else { outline.start(level) };
                self.out.extend([mark, "h", &level.to_string()]);
            }
            // Code that is wider than the page scrolls, and with the focus also by keys.
            ("pre", _, Some(_)) if !is_end => self.out.push_str("<pre tabindex=\"0\""),
            // The page has its own, and people who jump between these elements would land in the entries.
            ("main" | "nav" | "aside", _, Some(_)) => self.out.extend([mark, "div"]),
            _ => self.out.extend([mark, name]),
        }
        self.out.extend([attributes, ">"]);
        if name == "a" {
            self.link(is_end, attributes);
        }
    }

    /// Handles the start or end of a link. A link that contains only a picture without a description gets a word as its name.
    fn link(&mut self, is_end: bool, attributes: &str) {
        if !is_end {
            let has_name = pairs(attributes)
                .any(|(name, value)| matches!(name, "title" | "aria-label") && !value.is_empty());
            self.link = Some(Link { has_name, description: None });
        } else if let Some(Link { has_name: false, description: Some(at) }) = self.link.take() {
            self.out.insert_str(at, "Picture");
        }
    }

    /// Writes the start tag of `audio` or `video`, with controls and without preloading.
    fn player(&mut self, name: &str, attributes: &str) {
        self.out.extend(["<", name]);
        for (name, value) in pairs(attributes).filter(|(name, _)| !matches!(*name, "controls" | "preload")) {
            self.out.extend([" ", name, "=\"", value, "\""]);
        }
        self.out.push_str(" controls preload=\"none\">");
    }

    /// Writes an `img`, unless its size is 1 × 1.
    fn picture(&mut self, attributes: &str) {
        let all: Vec<(&str, &str)> = pairs(attributes).collect();
        let value = |name: &str| all.iter().find(|(known, _)| *known == name).map(|(_, value)| value.trim());
        let is_dot = |name: &str| {
            let pixels = value(name).map(|value| value.strip_suffix("px").unwrap_or(value).trim());
            pixels.and_then(|pixels| pixels.parse::<f32>().ok()).is_some_and(|pixels| pixels <= 1.0)
        };
        if is_dot("width") && is_dot("height") {
            return;
        }
        self.out.push_str("<img");
        for (name, value) in &all {
            if !matches!(*name, "alt" | "loading" | "referrerpolicy" | "decoding") {
                self.out.extend([" ", name, "=\"", value, "\""]);
            }
        }
        self.out.push_str(" alt=\"");
        let description =
            value("alt").filter(|alt| !alt.is_empty()).or_else(|| value("title")).unwrap_or_default();
        match &mut self.link {
            Some(link) if description.is_empty() => {
                link.description = link.description.or(Some(self.out.len()));
            }
            Some(link) => link.has_name = true,
            None => {}
        }
        self.out.push_str(description);
        self.out.push_str("\" loading=\"lazy\" referrerpolicy=\"no-referrer\" decoding=\"async\">");
    }
}

/// Returns the length of a tag without angle brackets: up to a `>` outside quotation marks.
fn end_of_tag(tag: &str) -> usize {
    let mut is_quoted = false;
    let end = tag.bytes().position(|byte| {
        is_quoted ^= byte == b'"';
        byte == b'>' && !is_quoted
    });
    end.unwrap_or(tag.len())
}

/// Returns the attributes of a sanitized tag: `name="value"`.
fn pairs(attributes: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = attributes;
    std::iter::from_fn(move || {
        let (name, after) = rest.split_once("=\"")?;
        let (value, after) = after.split_once('"')?;
        rest = after;
        Some((name.trim(), value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Collects the rows with a different result.
    fn check(rows: &[(&str, String)], tidy: impl Fn(&str) -> String) {
        let wrong: Vec<_> = rows
            .iter()
            .map(|(html, expected)| (html, expected, tidy(html)))
            .filter(|(_, expected, tidy)| *expected != tidy)
            .collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn pictures_are_lazy_and_described_and_dots_are_left_out() {
        const ADDED: &str = " loading=\"lazy\" referrerpolicy=\"no-referrer\" decoding=\"async\">";
        let kept = |attributes: &str| format!("<img{attributes}{ADDED}");
        let rows = [
            ("<p>a &lt;img&gt;</p>", "<p>a &lt;img&gt;</p>".to_owned()),
            ("<b onclick=\"x()\" id=\"b\">a</b>", "<b id=\"p-b\">a</b>".to_owned()),
            (
                "<p>a<img src=\"x\" alt=\"a > b\">b</p>",
                format!("<p>a{}b</p>", kept(" src=\"x\" alt=\"a &gt; b\"")),
            ),
            ("<img src=\"x\" loading=\"eager\" referrerpolicy=\"unsafe-url\">", kept(" src=\"x\" alt=\"\"")),
            ("<img src=\"x\" title=\"Fog\">", kept(" src=\"x\" title=\"Fog\" alt=\"Fog\"")),
            ("<img src=\"x\" alt=\"Sea\" title=\"Fog\">", kept(" src=\"x\" title=\"Fog\" alt=\"Sea\"")),
            ("<img src=\"x\" width=\"1\" height=\"1\">b", "b".to_owned()),
            ("<img width=\"0.5px\" src=\"x\" height=\" 0 \"/>b", "b".to_owned()),
            (
                "<img src=\"x\" alt width=\"1\" height=\"100\">",
                kept(" src=\"x\" width=\"1\" height=\"100\" alt=\"\""),
            ),
            (
                "<img src=\"x\" alt width=\"100%\" height=\"1\">",
                kept(" src=\"x\" width=\"100%\" height=\"1\" alt=\"\""),
            ),
            (
                "<video src=\"https://a/b.mp4\" loop=\"\"></video><audio controls><source src=\"https://a/b.mp3\"></audio>",
                "<video src=\"https://a/b.mp4\" loop=\"\" controls preload=\"none\"></video>\
                 <audio controls preload=\"none\"><source src=\"https://a/b.mp3\"></audio>"
                    .to_owned(),
            ),
            ("<b title=\"<img width=1>\">x</b>", "<b title=\"&lt;img width=1&gt;\">x</b>".to_owned()),
        ];
        check(&rows, |html| for_page(html, "p-"));
    }

    #[test]
    fn code_can_be_scrolled_with_the_keys() {
        let html = "<pre><code>a</code></pre><p>b</p>";
        let rows = [(html, "<pre tabindex=\"0\"><code>a</code></pre><p>b</p>".to_owned())];
        check(&rows, |html| for_page(html, ""));
        assert_eq!(for_feed(html), html);
    }

    #[test]
    fn links_with_pictures_have_names() {
        let is_named = |html: &str| for_page(html, "").contains("alt=\"Picture\"").to_string();
        let rows = [
            ("<a href=\"https://a/\"><img src=\"x\"></a>", "true".to_owned()),
            ("<a href=\"https://a/\"> <img src=\"x\"> <b></b></a>", "true".to_owned()),
            ("<a href=\"https://a/\"><img src=\"x\">text</a>", "false".to_owned()),
            ("<a href=\"https://a/\" title=\"A\"><img src=\"x\"></a>", "false".to_owned()),
            ("<a href=\"https://a/\"><img src=\"x\" alt=\"A\"><img src=\"x\"></a>", "false".to_owned()),
            ("<a href=\"https://a/\">A</a><img src=\"x\">", "false".to_owned()),
        ];
        check(&rows, is_named);
    }

    #[test]
    fn headings_continue_the_outline_of_the_page() {
        let levels = |html: &str| {
            let page = for_page(html, "");
            let tags = page.split('<').filter_map(|tag| tag.split(['>', ' ']).next());
            tags.filter(|tag| tag.starts_with(['h', '/']) && !tag.ends_with(['p', 'b']))
                .collect::<Vec<_>>()
                .join(" ")
        };
        let rows = [
            ("<h1>a</h1><p>b</p><h1>c</h1>", "h4 /h4 h4 /h4".to_owned()),
            ("<h2>a</h2><h3>b</h3><h2>c</h2>", "h4 /h4 h5 /h5 h4 /h4".to_owned()),
            ("<h6>a</h6><h1>b</h1>", "h4 /h4 h4 /h4".to_owned()),
            ("<h1>a</h1><h6>b</h6><h3>c</h3>", "h4 /h4 h5 /h5 h5 /h5".to_owned()),
            ("<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4>", "h4 /h4 h5 /h5 h6 /h6 h6 /h6".to_owned()),
            ("<h1>a<hr></h1>", "h4 hr /h4".to_owned()),
            ("<main><nav>a</nav></main>", "/div /div".to_owned()),
        ];
        check(&rows, levels);
        assert_eq!(for_feed("<main><h1>a</h1></main>"), "<main><h1>a</h1></main>");
    }
}
