//! The icons of sites and feeds.

use std::fmt;
use std::str::FromStr;

use bozofeed::content::{self, BoundedUrlParser};
use bozofeed::model::Feed;
use bozofeed::model::itunes::Itunes;
use bozofeed::{Document, UnknownName, WebLink};
use serde_json::Value;
use url::Url;

use super::page::{PageElements, PageLink};

/// A picture that represents a site or a feed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Icon {
    /// The URL, resolved.
    pub href: String,
    /// The declared media type, in lower case.
    pub media_type: Option<String>,
    /// The declared sizes. Empty if there are none.
    pub sizes: Vec<IconSize>,
    /// The origin of the icon.
    pub source: IconSource,
    /// Whether it is only meant for some uses: a dark page (`media`), a cropped shape (`maskable`), or a single color (`mask-icon`,
    /// `monochrome`).
    pub is_special: bool,
}

/// The size of an icon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum IconSize {
    /// Any size: a vector graphic.
    Any,
    /// Pixels.
    Pixels {
        /// The width.
        width: u32,
        /// The height.
        height: u32,
    },
}

/// The origin of an icon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum IconSource {
    /// The feed: Atom `icon`, or `favicon` of a JSON Feed.
    Feed,
    /// The feed, as a picture that may not be square: its image or logo, or the cover of a podcast.
    FeedPicture,
    /// The page (`<link rel="icon">`).
    Link,
    /// The page, for home screens (`<link rel="apple-touch-icon">`, `fluid-icon`).
    TouchIcon,
    /// The page, as a monochrome shape (`<link rel="mask-icon">`).
    MaskIcon,
    /// The web app manifest of the page.
    Manifest,
    /// A guess: a place where browsers look. It may not exist.
    WellKnown,
}

/// The names, in the order of [`IconSource::ALL`].
const NAMES: [&str; IconSource::ALL.len()] = {
    let mut names = [""; IconSource::ALL.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = IconSource::ALL[at].as_str();
        at += 1;
    }
    names
};

impl IconSource {
    /// All values, in declaration order. A later version may have more.
    pub const ALL: &'static [Self] = &[
        Self::Feed,
        Self::FeedPicture,
        Self::Link,
        Self::TouchIcon,
        Self::MaskIcon,
        Self::Manifest,
        Self::WellKnown,
    ];

    /// Returns the name: `feed`, `feed_picture`, `link`, `touch_icon`, `mask_icon`, `manifest`, `well_known`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Feed => "feed",
            Self::FeedPicture => "feed_picture",
            Self::Link => "link",
            Self::TouchIcon => "touch_icon",
            Self::MaskIcon => "mask_icon",
            Self::Manifest => "manifest",
            Self::WellKnown => "well_known",
        }
    }
}

impl fmt::Display for IconSource {
    /// Writes the [name](Self::as_str).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for IconSource {
    type Err = UnknownName;

    /// Parses a [name](Self::as_str). It must match exactly.
    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.iter().find(|source| source.as_str() == name);
        found.copied().ok_or_else(|| UnknownName::new("source of an icon", name, &NAMES))
    }
}

/// The icons of a site, collected from its page, its manifest and its feed.
///
/// Nothing is fetched. Create it from the [page](Self::of_page), add the [feed](Self::add_feed) and, if the page declares one and you
/// fetched it, the [manifest](Self::add_manifest); then get the [best](Self::best) icon for a size.
///
/// ```
/// use bozofeed::Document;
/// use bozofeed_discover::SiteIcons;
///
/// let page = "<link rel=icon href=/favicon.ico sizes='16x16 32x32'><link rel=apple-touch-icon href=/touch.png>
///     <link rel=manifest href=/site.webmanifest>";
/// let mut icons = SiteIcons::of_page(Document::from(page).url("https://harbour.example/"));
/// assert_eq!(icons.best(32).unwrap().href, "https://harbour.example/favicon.ico");
/// assert_eq!(icons.best(64).unwrap().href, "https://harbour.example/touch.png");
///
/// let manifest = r#"{"icons": [{"src": "icons/512.png", "sizes": "512x512", "type": "image/png"}]}"#;
/// icons.add_manifest(Document::from(manifest).url(icons.manifest.clone().unwrap()));
/// assert_eq!(icons.best(400).unwrap().href, "https://harbour.example/icons/512.png");
///
/// let feed = "<feed xmlns='http://www.w3.org/2005/Atom'><icon>https://harbour.example/buoy.svg</icon></feed>";
/// icons.add_feed(&bozofeed::parse(feed).feed);
/// assert_eq!(icons.best(48).unwrap().href, "https://harbour.example/buoy.svg");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct SiteIcons {
    /// The icons, without duplicate URLs.
    pub icons: Vec<Icon>,
    /// The URL of the web app manifest, resolved.
    pub manifest: Option<String>,
}

/// The maximum number of icons.
const MOST: usize = 100;

/// The maximum number of sizes for each icon.
const MOST_SIZES: usize = 20;

/// The places where browsers look for icons, with the sizes that they expect there.
const WELL_KNOWN: &[(&str, u32)] = &[("/apple-touch-icon.png", 180), ("/favicon.ico", 32)];

/// The link relations of icons.
const RELATIONS: &[(&str, IconSource)] = &[
    ("icon", IconSource::Link),
    ("apple-touch-icon", IconSource::TouchIcon),
    ("apple-touch-icon-precomposed", IconSource::TouchIcon),
    ("fluid-icon", IconSource::TouchIcon),
    ("mask-icon", IconSource::MaskIcon),
];

impl SiteIcons {
    /// Returns the icons that a page declares, followed by the places where browsers look for icons on its site.
    ///
    /// Set the URL of the page; otherwise its links stay relative and those places are omitted. Icons whose URL runs a script are
    /// left out. At most a hundred are kept.
    pub fn of_page<'a>(page: impl Into<Document<'a>>) -> Self {
        let (bytes, url, headers) = page.into().into_parts();
        let base = url.as_deref().unwrap_or_default();
        let decoded = bozofeed::page::decode(&bytes, &headers);
        let urls = BoundedUrlParser::new();
        let page = PageElements::read(&decoded.text, base, &urls);
        let mut icons = Self::default();
        for link in page.links {
            icons.add_link(link);
        }
        if let Some(url) = urls.parse(base).filter(|url| matches!(url.scheme(), "http" | "https")) {
            let origin = url.origin().ascii_serialization();
            for (place, size) in WELL_KNOWN {
                let sizes = vec![IconSize::Pixels { width: *size, height: *size }];
                icons.add(format!("{origin}{place}"), None, sizes, IconSource::WellKnown, false);
            }
        }
        icons
    }

    /// Adds the icons of a feed: its icon, its image, its logo and the cover of its podcast.
    pub fn add_feed(&mut self, feed: &Feed) {
        let mut add = |href: Option<&str>, size: Option<IconSize>, source| {
            if let Some(href) = href {
                self.add(href.to_owned(), None, size.into_iter().collect(), source, false);
            }
        };
        add(feed.icon(), None, IconSource::Feed);
        if let Some(image) = feed.image() {
            let size = image.width.value.zip(image.height.value);
            let size = size.map(|(width, height)| IconSize::Pixels { width, height });
            add(image.href.as_deref(), size, IconSource::FeedPicture);
        }
        add(feed.logo(), None, IconSource::FeedPicture);
        add(feed.get::<Itunes>().and_then(|itunes| itunes.image.as_deref()), None, IconSource::FeedPicture);
    }

    /// Adds the icons of a web app manifest (Web Application Manifest, "icons"). Set its URL, against which their URLs are resolved.
    /// A document that is not a manifest has none.
    pub fn add_manifest<'a>(&mut self, manifest: impl Into<Document<'a>>) {
        let (bytes, url, _) = manifest.into().into_parts();
        let urls = BoundedUrlParser::new();
        let base = url.and_then(|url| urls.parse(&url));
        let text = String::from_utf8_lossy(&bytes);
        let manifest = serde_json::from_str::<Value>(text.trim_start_matches('\u{FEFF}')).unwrap_or_default();
        for icon in manifest["icons"].as_array().into_iter().flatten() {
            let text = |name: &str| icon[name].as_str();
            if let Some(href) = text("src").and_then(|src| resolve(src, base.as_ref(), &urls)) {
                let purpose = text("purpose").unwrap_or_default();
                let is_special = !purpose.is_empty() && !words(purpose).any(|purpose| purpose == "any");
                let media_type = text("type").map(str::to_owned);
                let sizes = sizes(text("sizes").unwrap_or_default());
                self.add(href, media_type, sizes, IconSource::Manifest, is_special);
            }
        }
    }

    /// Returns the best icon for a square of this size in pixels.
    ///
    /// That is the smallest icon that is at least as large, or else the largest. A vector graphic has any size. An icon without a
    /// size is assumed to have the usual size of its kind. Squares are preferred over pictures that may not be square, icons that
    /// exist over guesses, and [special](Icon::is_special) ones come last; among equals, the icons of the feed come first.
    ///
    /// If you cannot show some types, remove them from [`icons`](Self::icons) first.
    ///
    /// ```
    /// use bozofeed::Document;
    /// use bozofeed_discover::SiteIcons;
    ///
    /// let icons = SiteIcons::of_page(Document::from("<p>Tides").url("https://harbour.example/a/"));
    /// assert_eq!(icons.best(16).unwrap().href, "https://harbour.example/favicon.ico");
    /// assert_eq!(SiteIcons::default().best(16), None);
    /// ```
    pub fn best(&self, size: u32) -> Option<&Icon> {
        self.icons.iter().min_by_key(|icon| {
            let (is_square, distance) = icon.distance(size);
            (icon.is_special, icon.source == IconSource::WellKnown, !is_square, distance, icon.source)
        })
    }

    fn add_link(&mut self, link: PageLink) {
        let PageLink { web: WebLink { href, rel, media_type, hreflang, media, .. }, sizes: of_link } = link;
        let is_variant = hreflang.is_some() || media.is_some();
        if words(&rel).any(|rel| rel == "manifest")
            && self.manifest.is_none()
            && !content::is_script_url(&href)
        {
            self.manifest = Some(href);
            return;
        }
        let source = words(&rel).find_map(|rel| RELATIONS.iter().find(|(known, _)| rel == *known));
        if let Some((_, source)) = source {
            let is_special = is_variant || *source == IconSource::MaskIcon;
            self.add(href, media_type, sizes(&of_link.unwrap_or_default()), *source, is_special);
        }
    }

    fn add(
        &mut self,
        href: String,
        media_type: Option<String>,
        mut sizes: Vec<IconSize>,
        source: IconSource,
        is_special: bool,
    ) {
        let is_new = self.icons.iter().all(|icon| icon.href != href);
        if !is_new || self.icons.len() >= MOST || href.is_empty() || content::is_script_url(&href) {
            return;
        }
        let path = href.split(['?', '#']).next().unwrap_or_default();
        let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
        let is_vector = media_type.as_deref() == Some("image/svg+xml") || ending.eq_ignore_ascii_case("svg");
        if is_vector {
            sizes = vec![IconSize::Any];
        }
        self.icons.push(Icon { href, media_type, sizes, source, is_special });
    }
}

impl Icon {
    /// Returns whether the icon is square, and the distance of its best size from this one: smaller sizes are farther than all larger
    /// ones.
    fn distance(&self, wanted: u32) -> (bool, u64) {
        let usual = match self.source {
            IconSource::Feed => 96,
            IconSource::FeedPicture => 144,
            IconSource::Link | IconSource::MaskIcon | IconSource::WellKnown => 32,
            IconSource::TouchIcon => 180,
            IconSource::Manifest => 192,
        };
        let unknown = [IconSize::Pixels { width: usual, height: usual }];
        let sizes = if self.sizes.is_empty() { unknown.as_slice() } else { &self.sizes };
        let is_unknown_picture = self.sizes.is_empty() && self.source == IconSource::FeedPicture;
        let all = sizes.iter().map(|size| match *size {
            IconSize::Any => (true, 0),
            IconSize::Pixels { width, height } => {
                let size = width.min(height);
                let distance = match size.checked_sub(wanted) {
                    Some(larger) => u64::from(larger),
                    None => u64::from(u32::MAX) + u64::from(wanted - size),
                };
                (width == height && !is_unknown_picture, distance)
            }
        });
        all.min_by_key(|(is_square, distance)| (!is_square, *distance)).unwrap_or((false, u64::MAX))
    }
}

fn words(text: &str) -> impl Iterator<Item = String> {
    text.split_ascii_whitespace().map(str::to_ascii_lowercase)
}

/// Returns the sizes in the value of a `sizes` attribute (HTML Standard 4.6.7.8).
fn sizes(value: &str) -> Vec<IconSize> {
    let size = |word: String| {
        if word == "any" {
            return Some(IconSize::Any);
        }
        let (width, height) = word.split_once('x')?;
        Some(IconSize::Pixels { width: width.parse().ok()?, height: height.parse().ok()? })
    };
    words(value).filter_map(size).take(MOST_SIZES).collect()
}

fn resolve(reference: &str, base: Option<&Url>, urls: &BoundedUrlParser) -> Option<String> {
    let url = match base {
        Some(base) => urls.join(base, reference)?,
        None => urls.parse(reference)?,
    };
    Some(url.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_page(page: &str) -> SiteIcons {
        SiteIcons::of_page(Document::from(page).url("https://harbour.example/a/"))
    }

    /// Returns the declared icons, one per line.
    fn shown(icons: &SiteIcons) -> Vec<String> {
        let named = icons.icons.iter().filter(|icon| icon.source != IconSource::WellKnown);
        let shown = named.map(|icon| {
            let sizes = icon.sizes.iter().map(|size| match size {
                IconSize::Any => "any".to_owned(),
                IconSize::Pixels { width, height } => format!("{width}x{height}"),
            });
            let sizes: Vec<_> = sizes.collect();
            let special = if icon.is_special { " special" } else { "" };
            let href = icon.href.trim_start_matches("https://harbour.example");
            format!("{href} {}{special} {}", icon.source, sizes.join(" ")).trim_end().to_owned()
        });
        shown.collect()
    }

    #[test]
    fn sources_have_names() {
        let wrong: Vec<_> =
            IconSource::ALL.iter().filter(|source| source.to_string().parse() != Ok(**source)).collect();
        assert_eq!(wrong, [] as [&IconSource; 0]);
        let error = "page".parse::<IconSource>().unwrap_err();
        assert!(error.to_string().starts_with("unknown source of an icon 'page' (known: feed, "), "{error}");
    }

    #[test]
    fn pages_name_icons() {
        let mut wrong = Vec::new();
        for (link, expected) in [
            ("rel=icon href=/x.png", "/x.png link"),
            ("rel='shortcut icon' href=x.ico", "/a/x.ico link"),
            ("rel=ICON href=/x.png sizes='16X16 32x32 x'", "/x.png link 16x16 32x32"),
            ("rel=icon href=/x.svg sizes=16x16", "/x.svg link any"),
            ("rel=icon href=/x type=image/svg+xml", "/x link any"),
            ("rel=icon href=/x.png sizes=any", "/x.png link any"),
            ("rel=apple-touch-icon href=/x.png", "/x.png touch_icon"),
            ("rel=apple-touch-icon-precomposed href=/x.png sizes=152x152", "/x.png touch_icon 152x152"),
            ("rel=fluid-icon href=/x.png", "/x.png touch_icon"),
            ("rel=mask-icon href=/x.svg color=#000", "/x.svg mask_icon special any"),
            ("rel=icon href=/x.png media='(prefers-color-scheme: dark)'", "/x.png link special"),
            ("rel=icon href=javascript:x()", ""),
            ("rel=icon href=''", ""),
            ("rel=iconic href=/x.png", ""),
            ("rel=image_src href=/x.png", ""),
        ] {
            let found = shown(&of_page(&format!("<link {link}>"))).join("; ");
            if found != expected {
                wrong.push((link, found));
            }
        }
        assert_eq!(wrong, []);
        let twice = of_page("<link rel=icon href=/x.png><link rel=apple-touch-icon href=/x.png>");
        assert_eq!(shown(&twice), ["/x.png link"]);
        let many: Vec<String> = (0..200).map(|n| format!("<link rel=icon href=/{n}.png>")).collect();
        assert_eq!(of_page(&many.concat()).icons.len(), MOST);
        assert_eq!(SiteIcons::of_page("<p>Tides"), SiteIcons::default());
    }

    #[test]
    fn manifests_have_icons() {
        let mut wrong = Vec::new();
        for (manifest, expected) in [
            (r#"{"icons": [{"src": "x.png", "sizes": "192x192"}]}"#, "/m/x.png manifest 192x192"),
            (r#"{"icons": [{"src": "/x.png", "purpose": "maskable"}]}"#, "/x.png manifest special"),
            (r#"{"icons": [{"src": "/x.png", "purpose": "any maskable"}]}"#, "/x.png manifest"),
            (r#"{"icons": [{"src": "/x", "type": "image/svg+xml"}]}"#, "/x manifest any"),
            (r#"{"icons": [1, {}, {"src": "javascript:x()"}, {"src": "/x.png"}]}"#, "/x.png manifest"),
            (r#"{"icons": [{"src": "/x.png"}], "icons": [{"src": "/y.png"}]}"#, "/y.png manifest"),
            (r#"{"icons": {"src": "/x.png"}}"#, ""),
            (r#"{"icons": []}"#, ""),
            ("[]", ""),
            ("<html>", ""),
        ] {
            let mut icons = SiteIcons::default();
            icons.add_manifest(Document::from(manifest).url("https://harbour.example/m/site.webmanifest"));
            let found = shown(&icons).join("; ");
            if found != expected {
                wrong.push((manifest, found));
            }
        }
        assert_eq!(wrong, []);
        let page = of_page("<base href=/b/><link rel=manifest href=x.webmanifest>");
        assert_eq!(page.manifest.as_deref(), Some("https://harbour.example/b/x.webmanifest"));
    }

    #[test]
    fn feeds_have_icons_and_pictures() {
        let mut icons = SiteIcons::default();
        let feed = "<rss xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><image><url>https://harbour.example/x.gif</url>
            <width>88</width><height>31</height></image><itunes:image href='https://harbour.example/cover.jpg'/></channel></rss>";
        icons.add_feed(&bozofeed::parse(feed).feed);
        let atom = "<feed xmlns='http://www.w3.org/2005/Atom'><icon>https://harbour.example/i.png</icon><logo>https://harbour.example/l.png</logo></feed>";
        icons.add_feed(&bozofeed::parse(atom).feed);
        let expected =
            ["/x.gif feed_picture 88x31", "/cover.jpg feed_picture", "/i.png feed", "/l.png feed_picture"];
        assert_eq!(shown(&icons), expected);
    }

    #[test]
    fn the_best_icon_fits() {
        let mut wrong = Vec::new();
        let links =
            |links: &[&str]| links.iter().map(|link| format!("<link {link}>")).collect::<Vec<_>>().concat();
        for (page, size, expected) in [
            (
                links(&[
                    "rel=icon sizes=16x16 href=/16",
                    "rel=icon sizes=64x64 href=/64",
                    "rel=icon sizes=96x96 href=/96",
                ]),
                32,
                "/64",
            ),
            (links(&["rel=icon sizes=16x16 href=/16", "rel=icon sizes=64x64 href=/64"]), 128, "/64"),
            (links(&["rel=icon sizes='16x16 128x128' href=/a", "rel=icon sizes=64x64 href=/64"]), 100, "/a"),
            (links(&["rel=icon sizes=any href=/v.svg", "rel=icon sizes=48x48 href=/48"]), 32, "/v.svg"),
            (links(&["rel=icon href=/i.ico", "rel=apple-touch-icon href=/t.png"]), 32, "/i.ico"),
            (links(&["rel=icon href=/i.ico", "rel=apple-touch-icon href=/t.png"]), 64, "/t.png"),
            (links(&["rel=mask-icon href=/m.svg", "rel=icon sizes=16x16 href=/i.ico"]), 64, "/i.ico"),
            (
                links(&["rel=icon media=print sizes=64x64 href=/dark", "rel=icon sizes=16x16 href=/16"]),
                64,
                "/16",
            ),
            (links(&["rel=icon sizes=64x32 href=/wide", "rel=icon sizes=16x16 href=/16"]), 32, "/16"),
            (links(&["rel=mask-icon href=/m.svg"]), 64, "/apple-touch-icon.png"),
            (String::new(), 64, "/apple-touch-icon.png"),
            (String::new(), 32, "/favicon.ico"),
        ] {
            let icons = of_page(&page);
            let best = icons.best(size).map(|icon| icon.href.trim_start_matches("https://harbour.example"));
            if best != Some(expected) {
                wrong.push((page.clone(), size, best.map(str::to_owned)));
            }
        }
        assert_eq!(wrong, []);
    }
}
