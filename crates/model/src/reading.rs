//! Values for readers that are derived from several fields of a feed, an entry, a link or a text.

use std::borrow::Cow;
use std::time::Duration;

use super::google_play::GooglePlay;
use super::itunes::Itunes;
use super::podcast::Podcast;
use super::webfeeds::WebFeeds;
use super::{Date, Entry, Feed, Link, Person, Text};
use bozofeed_content::escape;
#[cfg(feature = "sanitize")]
use bozofeed_content::internal::sanitized;
use bozofeed_text::html::references::unescape;
use bozofeed_text::html::uri::is_http;
use bozofeed_text::markup::plain_text::{one_line, plain_lines, plain_text};
use bozofeed_text::media_type::is_declared;

impl Text {
    /// Returns the text as plain text on one line, for a list of titles or a search index. It is not HTML:
    /// [escape](bozofeed_content::escape()) it before you put it into a page.
    ///
    /// For [markup](Self::is_markup), tags, comments, scripts and styles are removed, and character references are resolved. White space
    /// is always collapsed and trimmed.
    ///
    /// ```
    /// let feed = b"<rss><channel><title>&lt;b&gt;Masts&lt;/b&gt; &amp;amp; sails</title></channel></rss>";
    /// let title = bozofeed::parse(feed).feed.title.unwrap();
    /// assert_eq!(title.value, "<b>Masts</b> &amp; sails");
    /// assert_eq!(title.to_line(), "Masts & sails");
    /// ```
    pub fn to_line(&self) -> Cow<'_, str> {
        if self.is_markup() { plain_text(&self.value) } else { one_line(&self.value) }
    }

    /// Returns the text as plain text with line breaks: one for each block of markup and each list item, and an empty line between
    /// paragraphs. Text that is not markup is returned unchanged.
    ///
    /// ```
    /// let feed = b"<rss><channel><item><description>&lt;p>Ships:&lt;ul>&lt;li>one&lt;li>two&lt;/ul></description></item></channel></rss>";
    /// let summary = bozofeed::parse(feed).entries[0].summary.clone().unwrap();
    /// assert_eq!(summary.to_plain(), "Ships:\n\n- one\n- two");
    /// ```
    pub fn to_plain(&self) -> Cow<'_, str> {
        if self.is_markup() { Cow::Owned(plain_lines(&self.value)) } else { Cow::Borrowed(&self.value) }
    }

    /// Returns the text as HTML that is safe to show in a page. Sanitized markup is returned unchanged, and any other markup is cleaned
    /// like [`Sanitize::Reader`](bozofeed_content::Sanitize::Reader). Any other text is escaped, with a paragraph for each block of
    /// lines, a line break for each line, and links for its `http` and `https` URLs. Without the feature `sanitize`, markup is also
    /// escaped.
    ///
    /// If the parser was configured not to sanitize, the original markup is in [`value`](Self::value).
    ///
    /// ```
    /// let feed = b"<feed xmlns='http://www.w3.org/2005/Atom'><entry><summary>a &lt; b\nc\n\nd</summary></entry></feed>";
    /// let summary = bozofeed::parse(feed).entries[0].summary.clone().unwrap();
    /// assert_eq!(summary.to_html(), "<p>a &lt; b<br>c</p><p>d</p>");
    /// ```
    pub fn to_html(&self) -> Cow<'_, str> {
        if self.is_sanitized() {
            return Cow::Borrowed(&self.value);
        }
        #[cfg(feature = "sanitize")]
        if self.is_markup() {
            return sanitized(&self.value);
        }
        // Without the sanitizer, a URL in markup is part of a tag.
        Cow::Owned(paragraphs(&self.value, !self.is_markup()))
    }

    /// Returns [`to_html`](Self::to_html) without copying markup.
    pub fn into_html(self) -> String {
        if self.is_sanitized() { self.value.into_string() } else { self.to_html().into_owned() }
    }
}

/// Returns plain text as HTML paragraphs, with links for its URLs if `has_links`.
fn paragraphs(text: &str, has_links: bool) -> String {
    let mut html = String::with_capacity(text.len() + 16);
    let mut is_open = false;
    for line in text.lines().map(str::trim) {
        match (line.is_empty(), is_open) {
            (true, true) => html.push_str("</p>"),
            (true, false) => {}
            (false, true) => html.push_str("<br>"),
            (false, false) => html.push_str("<p>"),
        }
        is_open = !line.is_empty();
        if has_links {
            push_linked(line, &mut html);
        } else {
            html.push_str(&escape(line));
        }
    }
    if is_open {
        html.push_str("</p>");
    }
    html
}

/// Escapes a line of plain text, with links for its URLs.
fn push_linked(line: &str, html: &mut String) {
    let mut written = 0;
    for (colon, _) in line.match_indices("://") {
        // A URL may contain another one, as in web archives. The inner URL is part of the link that was written.
        let Some((start, end)) = address_around(line, colon).filter(|(start, _)| *start >= written) else {
            continue;
        };
        let (before, url) =
            (line.get(written..start).unwrap_or_default(), line.get(start..end).unwrap_or_default());
        html.push_str(&escape(before));
        let url = escape(url);
        html.push_str("<a href=\"");
        html.push_str(&url);
        html.push_str("\" rel=\"noopener noreferrer\">");
        html.push_str(&url);
        html.push_str("</a>");
        written = end;
    }
    html.push_str(&escape(line.get(written..).unwrap_or_default()));
}

/// Returns the start and the end of the `http` or `https` URL whose `://` is at `colon`. Punctuation after it belongs to the sentence,
/// and so does a parenthesis that the URL does not open.
fn address_around(line: &str, colon: usize) -> Option<(usize, usize)> {
    let before = line.get(..colon)?;
    let ends_with = |scheme: &str| {
        let start = before.len().checked_sub(scheme.len())?;
        before.get(start..)?.eq_ignore_ascii_case(scheme).then_some(start)
    };
    let start = ends_with("https").or_else(|| ends_with("http"))?;
    if before.get(..start)?.ends_with(|c: char| c.is_ascii_alphanumeric()) {
        return None;
    }
    let rest = line.get(colon + 3..)?;
    // Quotation marks and CJK punctuation do not occur in URLs.
    let is_end = |c: char| {
        c.is_whitespace()
            || c.is_control()
            || matches!(c, '<' | '>' | '"' | '`' | '\u{201C}'..='\u{201F}' | '\u{AB}' | '\u{BB}' | '\u{3001}'..='\u{3011}' | '\u{FF00}'..='\u{FF0F}')
    };
    let mut url = rest.get(..rest.find(is_end).unwrap_or(rest.len()))?;
    // Counted in the whole URL: only closing parentheses are removed below, so `opened` stays correct.
    let (opened, mut closed) = (url.matches('(').count(), url.matches(')').count());
    while let Some(last) = url.chars().next_back() {
        match last {
            ')' if closed <= opened => break,
            ')' => closed -= 1,
            '.' | ',' | ':' | ';' | '!' | '?' | '\'' | '*' | ']' | '}' | '\u{2026}' | '\u{2019}' => {}
            _ => break,
        }
        url = url.get(..url.len() - last.len_utf8())?;
    }
    let has_host = url.starts_with(|c: char| c.is_alphanumeric() || c == '[');
    has_host.then_some((start, colon + 3 + url.len()))
}

/// Returns the text of markup without tags: many feeds write plain text where HTML is expected, with meaningful line breaks.
fn text_without_tags(text: &Text) -> Option<Cow<'_, str>> {
    (text.is_markup() && !text.value.contains('<')).then(|| unescape(&text.value))
}

impl Person {
    /// Returns the name to show: the name, else the address, else the page. `None` if all of them are unknown.
    ///
    /// ```
    /// let feed = b"<rss><channel><item><author>ada@example.org</author></item></channel></rss>";
    /// assert_eq!(bozofeed::parse(feed).entries[0].authors[0].display_name(), Some("ada@example.org"));
    /// ```
    pub fn display_name(&self) -> Option<&str> {
        let all = [self.name.as_deref(), self.email.as_deref(), self.uri.as_deref()];
        all.into_iter().flatten().find(|text| !text.is_empty())
    }
}

fn title_line(title: Option<&Text>) -> Option<Cow<'_, str>> {
    title.map(Text::to_line).filter(|title| !title.is_empty())
}

impl Entry {
    /// Returns the title as plain text on one line; `None` if it is absent or empty.
    ///
    /// ```
    /// let parsed = bozofeed::parse(b"<rss><channel><item><title> </title></item></channel></rss>");
    /// assert_eq!(parsed.entries[0].title_text(), None);
    /// ```
    pub fn title_text(&self) -> Option<Cow<'_, str>> {
        title_line(self.title.as_ref())
    }

    /// Returns the text to show: the first content that is markup, else the first that is plain text, else the summary.
    /// `None` if none of them has text.
    ///
    /// ```
    /// let feed = b"<rss><channel><item><description>Short</description>\
    ///     <c:encoded xmlns:c='http://purl.org/rss/1.0/modules/content/'>Long</c:encoded></item></channel></rss>";
    /// let parsed = bozofeed::parse(feed);
    /// assert_eq!(parsed.entries[0].best_content().map(|text| text.value.as_str()), Some("Long"));
    /// ```
    pub fn best_content(&self) -> Option<&Text> {
        let shown = || self.content.iter().filter(|text| !text.value.is_empty());
        let plain = |text: &&Text| text.media_type == "text/plain";
        let summary = self.summary.as_ref().filter(|text| !text.value.is_empty());
        shown().find(|text| text.is_markup()).or_else(|| shown().find(plain)).or(summary)
    }

    /// Returns the [text to show](Self::best_content) as HTML that is safe in a page ([`Text::to_html`]). A text without tags, whatever
    /// its type, keeps its line breaks, and its URLs become links.
    ///
    /// ```
    /// let feed = "<rss><channel><item><description>Fog at noon.\nSee https://harbour.example/fog.</description></item></channel></rss>";
    /// let parsed = bozofeed::parse(feed);
    /// assert_eq!(
    ///     parsed.entries[0].html().unwrap(),
    ///     "<p>Fog at noon.<br>See <a href=\"https://harbour.example/fog\" rel=\"noopener noreferrer\">https://harbour.example/fog</a>.</p>"
    /// );
    /// ```
    pub fn html(&self) -> Option<Cow<'_, str>> {
        let text = self.best_content()?;
        Some(
            text_without_tags(text)
                .map_or_else(|| text.to_html(), |plain| Cow::Owned(paragraphs(&plain, true))),
        )
    }

    /// Returns the [text to show](Self::best_content) as plain text with line breaks ([`Text::to_plain`]). A text without tags, whatever
    /// its type, keeps its own line breaks.
    ///
    /// ```
    /// let feed = "<rss><channel><item><description>Fog &amp;amp; rain\nat noon</description></item>\
    ///     <item><description>&lt;p>Fog&lt;p>at\nnoon</description></item></channel></rss>";
    /// let texts: Vec<_> = bozofeed::parse(feed).entries.iter().map(|entry| entry.text().unwrap().into_owned()).collect();
    /// assert_eq!(texts, ["Fog & rain\nat noon", "Fog\n\nat noon"]);
    /// ```
    pub fn text(&self) -> Option<Cow<'_, str>> {
        let text = self.best_content()?;
        Some(text_without_tags(text).unwrap_or_else(|| text.to_plain()))
    }

    /// Returns the page of the entry: the link, else the identifier if it is the URL of a page (RSS 2.0 `guid` without
    /// `isPermaLink="false"`, an Atom `id` that begins with `http`).
    pub fn permalink(&self) -> Option<&str> {
        let is_page = |id: &&str| self.id_is_permalink != Some(false) && is_http(id);
        // A `guid` is the page unless it specifies otherwise (RSS 2.0), even if it is a URN.
        let is_identifier = |link: &str| self.id.as_deref() == Some(link) && !is_http(link);
        let link = self.link.as_deref().filter(|link| !link.is_empty() && !is_identifier(link));
        link.or_else(|| self.id.as_deref().filter(is_page))
    }

    /// Returns the authors of the entry, else of its source, else its `googleplay:author`, else the authors of `feed` (RFC 4287 §4.2.1;
    /// in RSS also `managingEditor`), else its `googleplay:author`, `itunes:owner` or `webMaster`.
    pub fn authors_in<'a>(&'a self, feed: &'a Feed) -> &'a [Person] {
        let source = self.source().map_or(&[][..], |source| &source.authors);
        let is_someone = |person: &Person| {
            let parts = [person.name.as_deref(), person.email.as_deref(), person.uri.as_deref()];
            parts.into_iter().flatten().any(|text| !text.is_empty())
        };
        let one = |person: Option<&'a Person>| person.map(std::slice::from_ref).unwrap_or_default();
        let of_google =
            |google_play: Option<&'a GooglePlay>| one(google_play.and_then(|g| g.author.as_ref()));
        let owner = feed.get::<Itunes>().and_then(|itunes| itunes.owner.as_ref());
        let lists = [
            &self.authors[..],
            source,
            of_google(self.get::<GooglePlay>()),
            &feed.authors,
            of_google(feed.get::<GooglePlay>()),
            one(owner),
            one(feed.web_master()),
        ];
        lists.into_iter().find(|people| people.iter().any(is_someone)).unwrap_or_default()
    }

    /// Returns the date of the entry: the first readable one of `published`, `updated` and `created`.
    pub fn date(&self) -> Option<bozofeed_date::Timestamp> {
        let all = [&self.published, &self.updated, self.created()];
        all.into_iter().find_map(Date::instant)
    }

    /// Returns the date of the last change: the first readable one of `updated`, `published` and `created`. Universal Feed Parser uses
    /// the same fallbacks.
    pub fn last_changed(&self) -> Option<bozofeed_date::Timestamp> {
        let all = [&self.updated, &self.published, self.created()];
        all.into_iter().find_map(Date::instant)
    }

    /// Returns the playing time of the episode: `itunes:duration`, else the duration of the first enclosure that has one.
    pub fn duration(&self) -> Option<Duration> {
        let of_itunes = self.get::<Itunes>().and_then(|itunes| itunes.duration.value);
        of_itunes.or_else(|| self.enclosures().find_map(|link| link.duration().value))
    }
}

impl Feed {
    /// Returns the title as plain text on one line; `None` if it is absent or empty.
    ///
    /// ```
    /// let parsed = bozofeed::parse("<rss><channel><title>Tides &amp;amp; winds</title></channel></rss>");
    /// assert_eq!(parsed.feed.title_text().as_deref(), Some("Tides & winds"));
    /// ```
    pub fn title_text(&self) -> Option<Cow<'_, str>> {
        title_line(self.title.as_ref())
    }

    /// Returns the hub that sends notifications of changes (`WebSub` §4, `rel="hub"`).
    pub fn hub(&self) -> Option<&str> {
        self.link_to("hub")
    }

    /// Returns the URL that the feed declares for itself (RFC 4287 §4.2.7.2, `rel="self"`).
    pub fn self_url(&self) -> Option<&str> {
        self.link_to("self")
    }

    /// Returns the page with older entries (RFC 5005 §3, `rel="next"`).
    pub fn next_page(&self) -> Option<&str> {
        self.link_to("next")
    }

    /// Returns the new URL of the feed: `newLocation`, else `itunes:new-feed-url`, else `googleplay:new-feed-url`.
    pub fn new_url(&self) -> Option<&str> {
        let of_itunes = self.get::<Itunes>().and_then(|itunes| itunes.new_feed_url.as_deref());
        let of_google = self.get::<GooglePlay>().and_then(|play| play.new_feed_url.as_deref());
        [self.new_location(), of_itunes, of_google].into_iter().flatten().find(|url| !url.is_empty())
    }

    /// Returns a picture of the feed: RSS `image`, else `itunes:image`, else the first `podcast:image`, else Atom `logo`, else Atom
    /// `icon`, else `webfeeds:logo` or `webfeeds:icon`.
    pub fn picture(&self) -> Option<&str> {
        let image = self.image().and_then(|image| image.href.as_deref());
        let of_itunes = self.get::<Itunes>().and_then(|itunes| itunes.image.as_deref());
        let webfeeds =
            self.get::<WebFeeds>().map(|webfeeds| [webfeeds.logo.as_deref(), webfeeds.icon.as_deref()]);
        let of_podcast = self.get::<Podcast>().and_then(|podcast| podcast.images.first()?.href.as_deref());
        let own = [image, of_itunes, of_podcast, self.logo(), self.icon()];
        let all = own.into_iter().chain(webfeeds.into_iter().flatten());
        all.flatten().find(|url| !url.is_empty())
    }

    /// Returns the first link with this relation.
    fn link_to(&self, rel: &str) -> Option<&str> {
        let is_of = |link: &&Link| link.rel.trim().eq_ignore_ascii_case(rel);
        self.links.iter().filter(is_of).find_map(|link| link.href.as_deref().filter(|href| !href.is_empty()))
    }
}

/// The media type of a resource, and its origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MediaType<'a> {
    /// It is declared in the feed.
    Declared(&'a str),
    /// It is not declared, but guessed from the file name extension of the URI.
    Guessed(&'static str),
}

impl<'a> MediaType<'a> {
    /// Returns the name of the type, whatever its origin.
    pub fn as_str(self) -> &'a str {
        match self {
            Self::Declared(name) | Self::Guessed(name) => name,
        }
    }
}

impl Link {
    /// Returns the declared media type, or else, for an enclosure, a guess from the file name extension of the URI (`.mp3`). Guessing
    /// requires the `mime_guess` feature.
    ///
    /// ```
    /// # #[cfg(feature = "mime_guess")] {
    /// use bozofeed::model::MediaType;
    ///
    /// let feed = b"<rss><channel><item><enclosure url='https://example.org/1.mp3'/></item></channel></rss>";
    /// let parsed = bozofeed::parse(feed);
    /// let enclosure = parsed.entries[0].enclosures().next().unwrap();
    /// assert_eq!(enclosure.type_or_guess(), Some(MediaType::Guessed("audio/mpeg")));
    /// # }
    /// ```
    pub fn type_or_guess(&self) -> Option<MediaType<'_>> {
        let declared = self.media_type.as_deref().filter(|declared| !declared.is_empty());
        declared.map(MediaType::Declared).or_else(|| self.guessed_type().map(MediaType::Guessed))
    }

    /// Returns the media type as written, with its parameters.
    ///
    /// ```
    /// let feed = b"<rss><channel><item><enclosure url='/a' type='Audio/OGG; codecs=opus'/></item></channel></rss>";
    /// let parsed = bozofeed::parse(feed);
    /// let link = parsed.entries[0].enclosures().next().unwrap();
    /// assert_eq!((link.media_type.as_deref(), link.full_type()), (Some("audio/ogg"), Some("Audio/OGG; codecs=opus")));
    /// ```
    pub fn full_type(&self) -> Option<&str> {
        // The attributes also keep a word that is not a media type.
        let written = self.attributes.get("type").filter(|written| is_declared(written));
        written.or(self.media_type.as_deref()).filter(|declared| !declared.is_empty())
    }

    /// Returns a guess of the media type from the file name extension of the URI (`.mp3`), for an enclosure without a type. `None` if the
    /// feed declares a type, and without the `mime_guess` feature.
    fn guessed_type(&self) -> Option<&'static str> {
        let is_silent = self.media_type.as_deref().is_none_or(str::is_empty);
        self.href.as_deref().filter(|_| is_silent && self.rel == "enclosure").and_then(guessed_type)
    }
}

/// Returns a guess of the media type from the file name extension of a URI. `None` without the `mime_guess` feature.
///
/// ```
/// # if cfg!(feature = "mime_guess") {
/// assert_eq!(bozofeed_model::guessed_type("https://harbour.example/tides.mp3?x"), Some("audio/mpeg"));
/// # }
/// ```
pub fn guessed_type(uri: &str) -> Option<&'static str> {
    guess(uri)
}

#[cfg(feature = "mime_guess")]
fn guess(uri: &str) -> Option<&'static str> {
    let uri = uri.split(['?', '#']).next()?;
    let path = match uri.split_once("://") {
        // The end of a host name is not an extension.
        Some((_, rest)) => rest.split_once('/')?.1,
        None => uri,
    };
    let (_, extension) = path.rsplit('/').next()?.rsplit_once('.')?;
    mime_guess::from_ext(extension).first_raw()
}

#[cfg(not(feature = "mime_guess"))]
fn guess(_: &str) -> Option<&'static str> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use bozofeed_content::TextValue;
    #[cfg(feature = "sanitize")]
    use bozofeed_content::{Sanitize, Sanitizer};

    #[test]
    fn addresses_in_plain_text_are_links() {
        let mut wrong = Vec::new();
        for (text, expected) in [
            ("no address", &[][..]),
            ("https://h.example", &["https://h.example"]),
            (
                "See https://h.example/a, or HTTP://h.example/b.",
                &["https://h.example/a", "HTTP://h.example/b"],
            ),
            ("(https://h.example/a)", &["https://h.example/a"]),
            ("https://h.example/a_(b)", &["https://h.example/a_(b)"]),
            ("(see https://h.example/a_(b)).", &["https://h.example/a_(b)"]),
            ("<https://h.example/?a=1&b=2>", &["https://h.example/?a=1&amp;b=2"]),
            ("\u{3002}https://h.example/\u{6E2F}\u{3002}", &["https://h.example/\u{6E2F}"]),
            ("https://h.example/https://i.example/", &["https://h.example/https://i.example/"]),
            ("xhttps://h.example ftp://h.example javascript://h.example", &[]),
            ("https:// https://. ://", &[]),
            ("\"https://h.example/\" onclick='x'", &["https://h.example/"]),
        ] {
            let html = Text::plain(text).to_html().into_owned();
            let links: Vec<&str> =
                html.split("<a href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
            if links != expected {
                wrong.push((text, html));
            }
        }
        assert_eq!(wrong, []);
    }

    fn text(value: &str, media_type: &'static str) -> Text {
        Text { value: value.into(), media_type: media_type.into(), ..Text::default() }
    }

    #[test]
    fn only_markup_is_made_plain_and_any_text_is_on_one_line() {
        for (value, media_type, expected) in [
            ("<p>a&amp;b</p>\n", "text/html", "a&b"),
            ("<p>a&amp;b</p>\n", "application/xhtml+xml", "a&b"),
            ("<p>a&amp;b</p>\n", "text/plain", "<p>a&amp;b</p>"),
            ("<p>a&amp;b</p>\n", "image/svg+xml", "<p>a&amp;b</p>"),
            ("a\n\n  b\u{2028}c", "text/plain", "a b c"),
        ] {
            assert_eq!(text(value, media_type).to_line(), expected, "{media_type}");
        }
    }

    /// Returns markup as sanitized, or unchanged without the sanitizer.
    fn sanitized_value(markup: &str) -> TextValue {
        #[cfg(feature = "sanitize")]
        if let Some(clean) = Sanitizer::new(&Sanitize::default(), true).sanitized(markup, "") {
            return clean.into();
        }
        markup.into()
    }

    #[test]
    fn only_what_the_sanitizer_wrote_is_shown_as_it_is() {
        const MARKUP: &str = "<b dir='ltr'>a</b><script>x()</script>";
        let sanitized = Text { value: sanitized_value(MARKUP), ..text("", "text/html") };
        let changed =
            Text { value: sanitized.value.replace('a', "<i onclick=x()>").into(), ..sanitized.clone() };
        let plain = Text { media_type: "text/plain".into(), ..sanitized.clone() };
        let clean = "<b dir=\"ltr\">a</b>";
        let wrong: Vec<_> = [
            (sanitized, true, clean, ""),
            (text(MARKUP, "text/html"), false, clean, "<p>&lt;b dir=&#39;ltr&#39;&gt;a"),
            (text(MARKUP, "application/xhtml+xml"), false, clean, "<p>&lt;b dir=&#39;ltr&#39;&gt;a"),
            (changed, false, "<b dir=\"ltr\"><i></i></b>", ""),
            (plain, false, "<p>&lt;b dir=&quot;ltr&quot;&gt;a&lt;/b&gt;</p>", ""),
        ]
        .into_iter()
        .filter(|(text, is_sanitized, expected, escaped)| {
            let is_expected = if cfg!(feature = "sanitize") {
                text.is_sanitized() == *is_sanitized && text.to_html() == *expected
            } else {
                // The others depend on the sanitizer.
                !text.is_sanitized() && text.to_html().starts_with(escaped)
            };
            !(is_expected && text.to_html() == text.clone().into_html())
        })
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn markup_is_better_than_plain_text_and_content_than_a_summary() {
        let (html, plain, image) = (text("h", "text/html"), text("p", "text/plain"), text("i", "image/png"));
        let xhtml = text("x", "application/xhtml+xml");
        for (content, summary, expected) in [
            (vec![plain.clone(), html.clone()], Some(xhtml.clone()), Some("h")),
            (vec![image.clone(), xhtml.clone(), html.clone()], None, Some("x")),
            (vec![image.clone(), plain.clone()], Some(html.clone()), Some("p")),
            (vec![text("", "text/html")], Some(plain.clone()), Some("p")),
            (vec![image], Some(html), Some("h")),
            (vec![], Some(text("", "text/plain")), None),
            (vec![], None, None),
        ] {
            let entry = Entry { summary, content, ..Entry::default() };
            assert_eq!(entry.best_content().map(|text| text.value.as_str()), expected, "{entry:?}");
        }
    }

    #[test]
    fn the_page_is_the_link_or_an_identifier_that_is_a_page() {
        for (link, id, permalink, expected) in [
            (Some("https://a/"), Some("https://b/"), Some(true), Some("https://a/")),
            (None, Some("https://b/"), Some(true), Some("https://b/")),
            (None, Some("https://b/"), Some(false), None),
            (None, Some("HTTPS://b/"), None, Some("HTTPS://b/")),
            (None, Some("urn:x"), None, None),
            (None, Some("javascript:x"), Some(true), None),
            (Some(""), None, None, None),
            (Some("12345"), Some("12345"), Some(true), None),
            (Some("page"), Some("12345"), Some(true), Some("page")),
        ] {
            let (link, id) = (link.map(Into::into), id.map(Into::into));
            let entry = Entry { link, id, id_is_permalink: permalink, ..Entry::default() };
            assert_eq!(entry.permalink(), expected, "{entry:?}");
        }
    }

    #[test]
    fn an_entry_without_author_has_its_sources_and_else_its_feeds() {
        let by = |name: &str| vec![Person { name: Some(name.into()), ..Person::default() }];
        let feed = Feed { authors: by("feed"), ..Feed::default() };
        let source = |authors| Some(Feed { authors, ..Feed::default() });
        let nobody = vec![Person { raw: Some("".into()), ..Person::default() }];
        for (authors, source, expected) in [
            (by("own"), source(by("source")), "own"),
            (vec![], source(by("source")), "source"),
            (nobody.clone(), source(by("source")), "source"),
            (vec![], source(nobody), "feed"),
            (vec![], None, "feed"),
        ] {
            let mut entry = Entry { authors, ..Entry::default() };
            entry.set_source(source);
            let names: Vec<_> = entry.authors_in(&feed).iter().filter_map(|p| p.name.as_deref()).collect();
            assert_eq!(names, [expected]);
        }
        assert!(Entry::default().authors_in(&Feed::default()).is_empty());
    }

    #[test]
    fn a_feed_tells_its_hub_its_place_its_next_page_and_where_it_has_moved() {
        let link = |rel: &'static str, href: &str| Link {
            rel: rel.into(),
            href: Some(href.into()),
            ..Link::default()
        };
        let links = vec![link("hub", ""), link("HUB", "h"), link("self", "s"), link("next", "n")];
        let itunes = Itunes { new_feed_url: Some("i".into()), ..Itunes::default() };
        let mut feed = Feed { links, ..Feed::default() };
        feed.set(Some(itunes));
        assert_eq!((feed.hub(), feed.self_url(), feed.next_page()), (Some("h"), Some("s"), Some("n")));
        assert_eq!(feed.new_url(), Some("i"));
        feed.set_new_location(Some("l".into()));
        assert_eq!(feed.new_url(), Some("l"));
    }

    #[cfg(feature = "mime_guess")]
    #[test]
    fn a_type_is_guessed_from_the_ending_of_the_path() {
        for (uri, expected) in [
            ("https://example.org/a.mp3", Some("audio/mpeg")),
            ("https://example.org/a.MP3?x=y.mp4#z", Some("audio/mpeg")),
            ("a.mp4", Some("video/mp4")),
            ("https://example.mp3", None),
            ("https://example.org/mp3", None),
            ("https://example.org/a.mp3/", None),
            ("https://example.org/a.unheardof", None),
            ("", None),
        ] {
            assert_eq!(guessed_type(uri), expected, "{uri}");
        }
    }
}
