//! Texts, links, people and tags.

use std::sync::Arc;
use std::time::Duration;

use super::plain::{
    plain, plain_with_rare, rare_kept, rare_methods, rare_owned, rare_reference, rare_slot, rare_type,
    rare_value,
};
use super::{Attributes, Extension, Str};
use crate::cost::{BRACKETS, Priced};
use crate::price::member;
use bozofeed_content::TextValue;
use bozofeed_content::internal::Syntax;

/// A text with its type: a text construct (RFC 4287 §3.1), content (§4.1.3), or an RSS element that may contain markup.
///
/// In JSON, `is_sanitized` states whether the value was sanitized. The claim is not trusted when it is read back: markup is sanitized
/// again by the built-in policies, and is only known to be safe if one of them leaves it unchanged.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct Text {
    /// The text. Markup is sanitized and its relative URIs are resolved, unless the parser was configured not to.
    pub value: TextValue,
    /// The media type: `text/plain`, `text/html`, `application/xhtml+xml`, or the type in the feed (RFC 4287 §3.1.1, §4.1.3.1).
    ///
    /// Text of the type `text/plain` is not HTML: [escape](bozofeed_content::escape()) it before you put it into a page.
    pub media_type: Str,
    /// Few texts have one, and an absent box is smaller than a string.
    pub(crate) src: Option<Box<Str>>,
    /// The language and the base URI that apply to the text.
    pub scope: Option<Arc<XmlScope>>,
}

impl Priced for Text {
    fn heap(&self) -> usize {
        self.value.heap() + self.media_type.heap() + self.src.heap() + self.scope.heap()
    }

    fn written(&self) -> usize {
        let sanitized = if self.is_sanitized() { member("is_sanitized", &true) } else { 0 };
        BRACKETS
            + member("value", &self.value)
            + member("media_type", &self.media_type)
            + member("src", &self.src)
            + member("scope", &self.scope)
            + sanitized
    }
}

plain! {
    /// The language and the base URI that enclosing elements set for a text. The texts of one element share one.
    pub struct XmlScope {
        /// `xml:lang` (XML 1.0 §2.12).
        pub language: Option<Str>,
        /// `xml:base`, resolved: relative URIs were resolved against it. It may be the URL from which the feed was read; the writer
        /// resolves references that are still relative, and does not write it.
        pub base: Option<Str>,
    }
}

impl XmlScope {
    /// Returns a scope for [`Text::scope`]; `None` if neither applies.
    ///
    /// ```
    /// use bozofeed_model::XmlScope;
    ///
    /// let scope = XmlScope::shared(Some("de".into()), None).unwrap();
    /// assert_eq!((scope.language.as_deref(), scope.base.as_deref()), (Some("de"), None));
    /// assert_eq!(XmlScope::shared(None, None), None);
    /// ```
    pub fn shared(language: Option<Str>, base: Option<Str>) -> Option<Arc<Self>> {
        (language.is_some() || base.is_some()).then(|| Arc::new(Self { language, base }))
    }
}

plain_with_rare! {
    /// A link to another resource: `atom:link` (RFC 4287 §4.2.7), or an RSS element that contains a URI, including enclosures.
    pub struct Link {
        /// The URI, resolved. `None` if it is absent, or if it would run a script.
        pub href: Option<Str>,
        /// The relation of the resource to the feed or entry. Defaults to `alternate`.
        pub rel: Str,
        /// The declared media type, in lower case and without parameters. If there are parameters, [`attributes`](Self::attributes) has
        /// the `type` as written. For links without a type, see [`type_or_guess`](Self::type_or_guess).
        pub media_type: Option<Str>,
        /// Every other attribute, by its lower-cased name.
        pub attributes: Attributes,
    }

    rare struct RareOfLink {
        /// Returns the language of the resource (RFC 4287 §4.2.7.4).
        hreflang / set_hreflang: shared(Str),
        /// Returns the title of the link (RFC 4287 §4.2.7.5).
        title / set_title: shared(Str),
        /// Returns the size of the resource in bytes.
        length / set_length: typed(u64),
        /// Returns the playing time of the resource: `duration` of an enclosure, JSON Feed `duration_in_seconds`.
        duration / set_duration: typed(Duration),
        /// Returns every other member of an attachment or a hub of a JSON Feed.
        extensions / set_extensions: list(Extension),
    }
}

plain_with_rare! {
    /// A person or other author (RFC 4287 §3.2), from Atom or from an element of RSS or Dublin Core.
    pub struct Person {
        /// The text of the element, if it has text: `me@example.org (Name)`.
        pub raw: Option<Str>,
        /// The name, without the e-mail address.
        pub name: Option<Str>,
        /// The e-mail address.
        pub email: Option<Str>,
        /// A page about the person, resolved.
        pub uri: Option<Str>,
    }

    rare struct RareOfPerson {
        /// Returns a picture of the person, resolved (JSON Feed `avatar`).
        avatar / set_avatar: shared(Str),
        /// Returns every other element of the person, or every other member of the JSON Feed's object.
        extensions / set_extensions: list(Extension),
    }
}

plain! {
    /// A category (RFC 4287 §4.2.2, RSS 2.0 `category`, `dc:subject` …).
    pub struct Tag {
        /// The term.
        pub term: Option<Str>,
        /// The scheme that the term belongs to.
        pub scheme: Option<Str>,
        /// A label for people.
        pub label: Option<Str>,
        /// The term of the parent category, in iTunes.
        pub parent: Option<Str>,
    }
}

/// The scheme of tags that are categories of podcasts (`itunes:category`).
pub const ITUNES_CATEGORIES: &str = "http://www.itunes.com/";

/// The scheme of tags that are keywords of podcasts (`itunes:keywords`).
pub const ITUNES_KEYWORDS: &str = "http://www.itunes.com/keywords";

impl Link {
    /// Returns a link with a relation, such as `alternate` or `enclosure`.
    ///
    /// ```
    /// use bozofeed::model::Link;
    ///
    /// let mut recording = Link::new("enclosure", "https://harbour.example/tides.mp3");
    /// recording.media_type = Some("audio/mpeg".into());
    /// assert_eq!(recording.rel, "enclosure");
    /// ```
    pub fn new(rel: impl Into<Str>, href: impl Into<Str>) -> Self {
        Self { href: Some(href.into()), rel: rel.into(), ..Self::default() }
    }
}

impl Person {
    /// Returns a person with a name.
    pub fn new(name: impl Into<Str>) -> Self {
        Self { name: Some(name.into()), ..Self::default() }
    }
}

impl Tag {
    /// Returns a category with a term.
    pub fn new(term: impl Into<Str>) -> Self {
        Self { term: Some(term.into()), ..Self::default() }
    }

    /// Returns a category of a podcast (`itunes:category`).
    ///
    /// ```
    /// use bozofeed::model::{Entry, Feed, Tag};
    /// use bozofeed::write::{Target, Writer};
    ///
    /// let mut feed = Feed::default();
    /// feed.tags = vec![Tag::itunes("Science"), Tag::itunes("Nature").within("Science"), Tag::itunes_keyword("tides")];
    /// let mut rss = Vec::new();
    /// Writer::new(Target::Rss).indent(0).write_feed(&feed, [] as [Entry; 0], &mut rss)?;
    /// let rss = String::from_utf8_lossy(&rss);
    /// assert!(rss.contains(r#"<itunes:category text="Science"><itunes:category text="Nature"/></itunes:category>"#));
    /// assert!(rss.contains("<itunes:keywords>tides</itunes:keywords>"));
    /// # Ok::<(), bozofeed::write::WriteError>(())
    /// ```
    pub fn itunes(term: impl Into<Str>) -> Self {
        Self { scheme: Some(Str::from_static(ITUNES_CATEGORIES)), ..Self::new(term) }
    }

    /// Returns a keyword of a podcast or an episode (`itunes:keywords`).
    pub fn itunes_keyword(term: impl Into<Str>) -> Self {
        Self { scheme: Some(Str::from_static(ITUNES_KEYWORDS)), ..Self::new(term) }
    }

    /// Makes a podcast category a subcategory of another one, which comes before it.
    #[must_use]
    pub fn within(self, parent: impl Into<Str>) -> Self {
        Self { parent: Some(parent.into()), ..self }
    }
}

impl Text {
    /// Returns a text with a media type.
    ///
    /// ```
    /// use bozofeed::model::Text;
    ///
    /// assert_eq!(Text::new("# Tides", "text/markdown").to_html(), "<p># Tides</p>");
    /// ```
    #[inline]
    pub fn new(value: impl Into<TextValue>, media_type: impl Into<Str>) -> Self {
        Self { value: value.into(), media_type: media_type.into(), src: None, scope: None }
    }

    /// Returns plain text.
    ///
    /// ```
    /// use bozofeed::model::Text;
    ///
    /// assert_eq!(Text::plain("1 < 2").to_html(), "<p>1 &lt; 2</p>");
    /// ```
    pub fn plain(text: impl Into<String>) -> Self {
        Self::new(text.into(), Str::from_static("text/plain"))
    }

    /// Returns an HTML text. It is not sanitized yet: [`to_html`](Self::to_html) and the writer do that.
    ///
    /// ```
    /// # #[cfg(feature = "sanitize")] {
    /// use bozofeed::model::Text;
    ///
    /// assert_eq!(Text::html("<b onclick=x()>Tides</b>").to_html(), "<b>Tides</b>");
    /// # }
    /// ```
    pub fn html(markup: impl Into<String>) -> Self {
        Self::new(markup.into(), Str::from_static("text/html"))
    }

    /// Returns the URI of external content (RFC 4287 §4.1.3.2), resolved.
    pub fn src(&self) -> Option<&str> {
        self.src.as_ref().map(|src| src.as_str())
    }

    /// Sets the value of [`src`](Self::src).
    pub fn set_src(&mut self, src: Option<Str>) {
        self.src = src.map(Box::new);
    }

    /// Returns the language that applies (`xml:lang`, XML 1.0 §2.12).
    pub fn language(&self) -> Option<&str> {
        self.scope.as_ref()?.language.as_deref()
    }

    /// Returns the base URI against which relative URIs were resolved: the one that applies (`xml:base`), or in RSS the page of the entry
    /// or the feed if the text has relative URIs.
    pub fn base(&self) -> Option<&str> {
        self.scope.as_ref()?.base.as_deref()
    }

    /// Returns whether the text is sanitized markup. It is `false` for text that is not markup, if the parser was configured not to
    /// sanitize, without the feature `sanitize`, and for every [`value`](Self::value) that was created in another way.
    pub fn is_sanitized(&self) -> bool {
        self.is_markup() && self.value.is_safe()
    }

    /// Returns the syntax of markup.
    #[cfg_attr(not(feature = "serde"), allow(dead_code, reason = "it is needed to deserialize texts"))]
    #[doc(hidden)]
    pub fn syntax(&self) -> Syntax {
        if self.media_type == "application/xhtml+xml" { Syntax::Xhtml } else { Syntax::Html }
    }

    /// Returns whether the text is HTML or XHTML. Any other text has to be [escaped](bozofeed_content::escape())
    /// before it is shown as HTML.
    pub fn is_markup(&self) -> bool {
        matches!(self.media_type.as_ref(), "text/html" | "application/xhtml+xml")
    }
}
