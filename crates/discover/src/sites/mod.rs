//! The usual places of feeds, depending on the software that runs the site.

mod code;
mod forums;
mod hosted;
mod identifiers;
mod media;
mod networks;
mod science;
mod software;
mod template;

use std::borrow::Cow;
use std::cmp::Reverse;

use bozofeed::content::BoundedUrlParser;
use memchr::memmem;
use url::Url;

use super::likely::{self, LanguageMatch, SharedPath, is_language};
use super::page::{Anchor, PageElements};
use identifiers::{FEED_URL, Identifier};
use template::Captures;

/// A site, or software for sites.
struct Site {
    /// The name shown in a guess.
    name: &'static str,
    /// Its hosts. `x.example` also matches `www.x.example` and similar hosts; `*.x.example` matches every host below it except the
    /// [hosts of the service itself](OWN_HOSTS). Empty for software that anyone can install.
    hosts: &'static [&'static str],
    /// Prefixes of the contents of [`GENERATORS`] elements, or whole contents of [`NAMES`] elements, in lower case.
    generators: &'static [&'static str],
    /// Prefixes of attributes (`name=value`) of the `html` or `body` element, or `id`s (`#id`) that only its pages have.
    marks: &'static [&'static str],
    /// Texts that only its pages contain, in scripts or anywhere else. Each is searched for in the whole page.
    texts: &'static [&'static str],
    /// Parts of URLs that only occur in the resources and links of its pages.
    resources: &'static [&'static str],
    /// Parts of URLs that follow the installation folder, if nothing else reveals it.
    folders: &'static [&'static str],
    /// Identifiers in its pages that are part of the URL of the feed.
    identifiers: &'static [&'static Identifier],
    /// Whether a folder for a language may come before everything else: `/de/blog/`.
    has_languages: bool,
    /// Patterns for the page's URL, and templates for its feeds. The path begins in the installation folder. Patterns that begin with
    /// `a:` are for URLs that the page links to. After a match without a template, no other pattern is tried.
    ///
    /// Besides the names of the pattern and the identifiers, a template may use:
    ///
    /// | name | value |
    /// | --- | --- |
    /// | `{origin}` | the origin of the page |
    /// | `{root}` | the URL of the installation folder, without a trailing slash |
    /// | `{resources}` | the URL of the folder of its resources, which may differ from `{root}` |
    /// | `{page}` | the URL of the page without its query |
    /// | `{parent}` | that URL up to its last slash |
    /// | `{query}` | the query of the page |
    /// | `{label}` | the first label of the host |
    feeds: &'static [Row],
}

/// A pattern, and the template of a feed.
type Row = (&'static str, &'static str);

/// The template of a pattern whose pages have no feed.
const NO_FEED: &str = "";

/// A service or application with its own URLs.
const NOTHING: Site = Site {
    name: "",
    hosts: &[],
    generators: &[],
    marks: &[],
    texts: &[],
    resources: &[],
    folders: &[],
    identifiers: &[],
    has_languages: false,
    feeds: &[],
};

/// Website software, which may use several languages.
const WEBSITE: Site = Site { has_languages: true, ..NOTHING };

/// All sites. The first one with the host of a page wins, or else the first one that has left traces in it.
const SITES: &[&[Site]] = &[
    hosted::SITES,
    code::SITES,
    networks::SITES,
    media::SITES,
    science::SITES,
    forums::SITES,
    software::SITES,
];

/// The names of `meta` elements that state the software of a page.
const GENERATORS: &[&str] = &["generator", "og:platform"];

/// The names of `meta` elements that contain the name of the site (or of the software, if the site has no name) or of its app.
const NAMES: &[&str] = &["application-name", "og:site_name", "al:ios:app_name", "al:android:app_name"];

/// Labels of subdomains that a service uses for itself.
const OWN_HOSTS: &[&str] = &[
    "", "about", "accounts", "api", "app", "blog", "community", "dashboard", "developers", "docs", "feed",
    "feeds", "help", "login", "share", "status", "support", "www",
];

/// Folders for the installed files of software whose pages are above them.
const PROGRAM_FOLDERS: &[&str] = &["wp", "wordpress", "cms", "core", "app", "web"];

/// Domains whose subdomains belong to one owner each, with a folder for each project.
const PROJECT_HOSTS: &[&str] = &["github.io", "gitlab.io", "codeberg.page", "frama.io", "pages.debian.net"];

/// First labels of hosts on which each folder belongs to a person.
const PEOPLE: &[&str] = &["homepages", "members", "people", "perso", "staff", "users"];

/// Folders and files of a website's design, which are in the folder of the site.
const DESIGN: &[&str] = &[
    "_app", "_astro", "_next", "_nuxt", "_static", "android-chrome-192x192.png", "apple-touch-icon.png",
    "assets", "css", "dist", "favicon.ico", "favicon.png", "favicon.svg", "icons", "js", "lib",
    "manifest.json", "pagefind", "scripts", "site.webmanifest", "site_libs", "static", "style.css", "styles",
    "styles.css", "theme", "themes",
];

/// The maximum depth of the installation folder.
const DEEPEST: usize = 5;

/// The maximum number of linked sections that become guesses.
const MOST_LINKED: usize = 2;

/// The maximum number of sections from which they are chosen.
const MOST_SECTIONS: usize = 20;

/// Feeds that are likely to exist, depending on the software that runs the site.
#[derive(Default)]
pub(super) struct Guesses {
    /// The URLs, with the name of the software.
    pub(super) feeds: Vec<(String, &'static str)>,
    /// Whether the host of the site is known, and all of its feeds with it.
    pub(super) is_known_host: bool,
    /// Whether the host is shared by many projects or people, each with a folder.
    pub(super) is_shared_host: bool,
}

/// Returns the feeds that are likely to exist, depending on the software that runs the site. `text` is the page.
pub(super) fn guesses(page: &PageElements, text: &str, url: &str) -> Guesses {
    let Some(location) = Location::new(page, url) else { return Guesses::default() };
    let (sites, clue) = Site::all_of(page, text, &location.url);
    let is_known_host = clue == Clue::Host;
    let is_shared = |site: &&Site| site.hosts.iter().all(|host| !host.starts_with('*'));
    let is_shared_host = is_known_host && sites.iter().all(is_shared);
    let mut guesses = Guesses { feeds: Vec::new(), is_known_host, is_shared_host };
    let mut has_none = false;
    for site in sites {
        has_none |= site.feeds.is_empty();
        for (_, href) in site.feeds_of(page, text, &location, clue) {
            has_none |= href == NO_FEED;
            if href != NO_FEED && guesses.feeds.iter().all(|(known, _)| *known != href) {
                guesses.feeds.push((href, site.name));
            }
        }
    }
    // Podcast pages contain the feed's URL in a script, whatever software made them.
    if guesses.feeds.is_empty()
        && !has_none
        && let Some(feed) = FEED_URL.find(text)
    {
        guesses.feeds.push((feed.into_owned(), "script"));
    }
    if guesses.feeds.is_empty() && !has_none && is_of_status(&location.url) {
        let feeds = STATUS_FEEDS.iter().map(|name| (format!("{}/{name}", location.origin), "status page"));
        guesses.feeds.extend(feeds);
    }
    guesses
}

/// The feeds of status pages, which have their own domains, whatever software made them.
const STATUS_FEEDS: &[&str] = &["history.atom", "history.rss", "feed.atom", "feed.rss", "rss"];

/// Returns whether a host is for status pages: `status.harbour.example`, `harbourstatus.example`.
fn is_of_status(page: &Url) -> bool {
    let mut labels = page.host_str().unwrap_or_default().split('.').filter(|label| *label != "www");
    labels.next().is_some_and(|label| label == "uptime" || label.ends_with("status"))
}

/// Returns the sections of articles that a page links to, unless it is in one itself: `/blog`, `/de/news`, `blog.harbour.example`.
pub(super) fn sections(page: &PageElements, url: &str) -> Vec<String> {
    let Some(location) = Location::new(page, url) else { return Vec::new() };
    let host = |url: &Url| url.host_str().unwrap_or_default().trim_start_matches("www.").to_owned();
    let own_host = host(&location.url);
    let is_section = |url: &Url| {
        let matches = |pattern, path| template::matches(pattern, path, None).is_some();
        let host = host(url);
        let below = host.strip_suffix(own_host.as_str()).and_then(|label| label.strip_suffix('.'));
        match (below, url.path().strip_prefix(location.folder.as_str())) {
            (Some(label), Some(path)) => path == "/" && matches("/{blog}", label),
            (None, Some(path)) => {
                let is_below = path.is_empty() || path.starts_with('/');
                host == own_host
                    && is_below
                    && (matches("/{blog}", path) || matches("/{language}/{blog}", path))
            }
            (_, None) => false,
        }
    };
    let is_in_section = location.path().split('/').any(template::is_section);
    if is_in_section {
        return Vec::new();
    }
    let mut found: Vec<&Url> = Vec::new();
    for section in page.anchors.iter().filter_map(Anchor::url).filter(|url| is_section(url)) {
        if found.len() < MOST_SECTIONS && found.iter().all(|known| known.as_str() != section.as_str()) {
            found.push(section);
        }
    }
    // The nearest section in the page's language is the most likely.
    found.sort_by_cached_key(|section| {
        let language = LanguageMatch::of(page.language(), likely::language(section).as_deref());
        (language, Reverse(SharedPath::of(&location.url, section).parts))
    });
    found.into_iter().take(MOST_LINKED).map(|section| section.as_str().to_owned()).collect()
}

/// Returns whether two hosts belong to the same site: equal, one below the other, or siblings. Under some domains, each sibling belongs
/// to someone else.
pub(super) fn is_same_site(one: &str, other: &str) -> bool {
    /// `co.uk`, `com.au`
    const SHORT: usize = 3;
    let plain = |host: &str| host.trim_end_matches('.').trim_start_matches("www.").to_owned();
    let (one, other) = (plain(one), plain(other));
    let is_below = |one: &str, other: &str| one.strip_suffix(other).is_some_and(|rest| rest.ends_with('.'));
    if one == other || is_below(&one, &other) || is_below(&other, &one) {
        return true;
    }
    match (one.split_once('.'), other.split_once('.')) {
        (Some((_, domain)), Some((_, other))) => {
            let is_of_one = domain.split_once('.').is_some_and(|(label, _)| label.len() > SHORT);
            domain == other && is_of_one && !is_of_many(domain)
        }
        (Some(_) | None, _) => false,
    }
}

/// Returns whether the subdomains of a domain belong to different people.
fn is_of_many(domain: &str) -> bool {
    let mut hosts = SITES.iter().copied().flatten().flat_map(|site| site.hosts);
    PROJECT_HOSTS.contains(&domain)
        || hosts.any(|host| host.strip_prefix("*.").is_some_and(|known| known == domain))
}

/// Returns the folder of a page's site, without a trailing slash: everything above it belongs to someone else. Empty if the site has
/// its own host.
pub(super) fn own_folder(page: &PageElements, url: &str) -> String {
    Location::new(page, url).map(|location| location.folder).unwrap_or_default()
}

/// Returns whether a URL belongs to a service without feeds, whatever it looks like.
pub(super) fn has_no_feeds(url: &Url) -> bool {
    let mut sites = SITES.iter().copied().flatten();
    sites.any(|site| site.feeds.is_empty() && site.is_host(url))
}

/// The evidence that a site runs some software, most reliable first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Clue {
    Host,
    /// The page states its name.
    Name,
    /// Attributes, texts or resources.
    Traces,
}

/// The URL of a page, split into parts.
struct Location {
    url: Url,
    origin: String,
    /// Without the query.
    page: String,
    /// The folder of the site, on a host shared by several sites: `/~anna`.
    folder: String,
}

impl Location {
    fn new(page: &PageElements, url: &str) -> Option<Self> {
        let urls = BoundedUrlParser::new();
        let parse = |url: &str| urls.parse(url).filter(|url| matches!(url.scheme(), "http" | "https"));
        let mut url = parse(url)?;
        // A cached copy: the page states its original URL.
        if url.host_str().is_some_and(|host| host.ends_with(".cdn.ampproject.org")) {
            url = page.canonical().find_map(parse)?;
        }
        let _ = url.set_username("");
        let _ = url.set_password(None);
        let mut without_query = url.clone();
        without_query.set_query(None);
        without_query.set_fragment(None);
        let origin = url.origin().ascii_serialization();
        let folder = folder_of_site(page, &url, &origin).to_owned();
        Some(Self { origin, page: without_query.into(), folder, url })
    }

    fn path(&self) -> &str {
        self.url.path()
    }
}

impl Site {
    /// Returns the sites that a page may belong to, by the best available evidence.
    fn all_of(page: &PageElements, text: &str, url: &Url) -> (Vec<&'static Self>, Clue) {
        let all = || SITES.iter().copied().flatten();
        if let Some(site) = all().find(|site| site.is_host(url)) {
            return (vec![site], Clue::Host);
        }
        let said = |names: &'static [&'static str]| -> Vec<String> {
            names.iter().flat_map(|name| page.meta(name)).map(str::to_lowercase).collect()
        };
        let (generators, names) = (said(GENERATORS), said(NAMES));
        let is_generator = |known: &&str| generators.iter().any(|said| begins_with_word(said, known));
        let is_name = |known: &&str| names.iter().any(|said| said == known);
        let mut sites: Vec<_> = all().filter(|site| site.generators.iter().any(is_generator)).collect();
        if sites.is_empty() {
            sites = all().filter(|site| site.generators.iter().any(is_name)).collect();
        }
        if !sites.is_empty() {
            return (sites, Clue::Name);
        }
        let is_mark = |known: &&str| page.marks.iter().any(|mark| mark.starts_with(known));
        let is_in = |known: &&str| memmem::find(text.as_bytes(), known.as_bytes()).is_some();
        let shows = |site: &&Self| site.marks.iter().any(is_mark) || site.texts.iter().any(is_in);
        let has_resource = |site: &&Self| folders_before(site.resources, page).next().is_some();
        let site = all().find(shows).or_else(|| all().find(has_resource));
        (site.into_iter().collect(), Clue::Traces)
    }

    fn is_host(&self, url: &Url) -> bool {
        let host = url.host_str().unwrap_or_default().trim_end_matches('.');
        self.hosts.iter().any(|known| match known.strip_prefix('*') {
            Some(below) => host.strip_suffix(below).is_some_and(|label| !OWN_HOSTS.contains(&label)),
            None => host.strip_suffix(known).is_some_and(is_alias),
        })
    }

    /// Returns the feeds of the site for a page, with the rows that they come from. A [`NO_FEED`] row yields an empty URL.
    fn feeds_of(
        &self,
        page: &PageElements,
        text: &str,
        location: &Location,
        clue: Clue,
    ) -> Vec<(&'static Row, String)> {
        let identifiers = self.identifiers(page, text);
        let mut resources = folders_before(self.folders, page).chain(folders_before(self.resources, page));
        let resources = resources.find(|folder| folder.starts_with(&location.origin));
        let mut feeds = Vec::new();
        for root in self.roots(page, location, clue) {
            let root_url = format!("{}{root}", location.origin);
            let parent = location.page.rsplit_once('/').map_or("", |(parent, _)| parent);
            let label = location.url.host_str().and_then(|host| host.split('.').next());
            let mut own: Captures<'_> = vec![
                ("origin", &location.origin),
                ("root", &root_url),
                ("page", &location.page),
                ("parent", parent),
            ];
            own.extend(label.map(|label| ("label", label)));
            own.extend(location.url.query().map(|query| ("query", query)));
            own.extend(resources.map(|folder| ("resources", folder)));
            own.extend(identifiers.iter().map(|(name, id)| (*name, id.as_str())));
            let path = location.path().strip_prefix(root).unwrap_or_default();
            for row in self.feeds {
                let (pattern, feed) = row;
                if let Some(linked) = pattern.strip_prefix("a:") {
                    let sections = page.anchors.iter().filter_map(|anchor| {
                        let path = anchor.path_below(&location.url, root)?;
                        let mut names = template::matches(linked, path, None)?;
                        names.extend_from_slice(&own);
                        template::fill(feed, &names)
                    });
                    let mut found: Vec<(&Row, String)> = Vec::new();
                    for section in sections {
                        if found.len() < MOST_LINKED && found.iter().all(|(_, known)| *known != section) {
                            found.push((row, section));
                        }
                    }
                    feeds.extend(found);
                } else if !self.reserves(pattern, path)
                    && let Some(mut names) = template::matches(pattern, path, location.url.query())
                {
                    if *feed == NO_FEED {
                        feeds.push((row, String::new()));
                        break;
                    }
                    names.extend_from_slice(&own);
                    feeds.extend(template::fill(feed, &names).map(|feed| (row, feed)));
                }
            }
        }
        feeds
    }

    /// Returns whether a pattern that begins with a name would match a reserved word: a language, or a word of another pattern.
    fn reserves(&self, pattern: &str, path: &str) -> bool {
        let first = path.split('/').nth(1).unwrap_or_default();
        let begins_with_first = |(pattern, _): &Row| pattern.split('/').nth(1) == Some(first);
        pattern.starts_with("/{")
            && (self.has_languages && is_language(first) || self.feeds.iter().any(begins_with_first))
    }

    /// Returns the identifiers that the page contains.
    fn identifiers(&self, page: &PageElements, text: &str) -> Vec<(&'static str, String)> {
        let mut found: Vec<(&'static str, String)> = Vec::new();
        for identifier in self.identifiers {
            // Metadata is more reliable than scripts, which may contain identifiers of other sites.
            let said = ["channelid", "identifier"].iter().flat_map(|name| page.meta(name));
            let said = said.chain(page.canonical()).find_map(|said| {
                let id = said.rsplit('/').find(|part| !part.is_empty())?;
                (identifier.is_in_metadata && (identifier.is_valid)(id)).then(|| id.to_owned())
            });
            if let Some(id) = said.or_else(|| identifier.find(text).map(Cow::into_owned)) {
                found.extend(id.strip_prefix("UC").map(|uploads| ("uploads", uploads.to_owned())));
                found.push((identifier.name, id));
            }
        }
        found
    }

    /// Returns the paths of possible installation folders, without a trailing slash, most likely first.
    fn roots<'p>(&self, page: &'p PageElements, location: &'p Location, clue: Clue) -> Vec<&'p str> {
        if clue == Clue::Host {
            return vec![""];
        }
        let path_of = |url: &'p str| url.strip_prefix(location.origin.as_str());
        let is_above = |folder: &&str| is_folder_of(folder, location.path());
        let own =
            |parts| folders_before(parts, page).filter_map(path_of).filter(|folder| !folder.contains('?'));
        let design = || {
            let folders = page.design().filter_map(path_of).filter_map(folder_of_design);
            folders.filter(is_above).min_by_key(|folder| folder.len())
        };
        // A page made by other software may have resources of this one.
        let elsewhere = || {
            let is_site = |folder: &&str| {
                let last = folder.rsplit('/').next().unwrap_or_default();
                clue == Clue::Traces && !PROGRAM_FOLDERS.contains(&last)
            };
            own(self.resources).next().filter(is_site)
        };
        let home = page.home.as_deref().and_then(path_of).map(|home| home.trim_end_matches('/'));
        let root = home.into_iter().chain(own(self.folders)).chain(own(self.resources)).find(is_above);
        let root = root.or_else(elsewhere).or_else(design).or_else(|| self.folder_of_page(location.path()));
        let root = root.unwrap_or_default();
        let root = if is_folder_of(&location.folder, root) { root } else { location.folder.as_str() };
        let below = location.path().strip_prefix(root).unwrap_or_default();
        let language = below.split('/').nth(1).filter(|part| self.has_languages && is_language(part));
        let of_language =
            language.and_then(|language| location.path().get(..root.len() + 1 + language.len()));
        of_language.into_iter().chain([root]).collect()
    }
}

impl Site {
    /// Returns the folder before the part of a path where a pattern that begins with a word starts to match: `/community` in
    /// `/community/forums/boats.3/`. A language folder is not an installation folder.
    fn folder_of_page<'p>(&self, path: &'p str) -> Option<&'p str> {
        let begins_with_word = |pattern: &str| {
            pattern
                .strip_prefix('/')
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
        };
        let is_language_folder =
            |folder: &str| self.has_languages && folder.strip_prefix('/').is_some_and(is_language);
        let ends = path.match_indices('/').map(|(at, _)| at).take(DEEPEST);
        let mut folders = ends.filter_map(|end| path.split_at_checked(end));
        let (folder, _) = folders.find(|(_, page)| {
            let mut patterns = self.feeds.iter().filter(|(_, feed)| *feed != NO_FEED);
            patterns.any(|(pattern, _)| {
                let (pattern, _) = pattern.split_once('?').unwrap_or((pattern, ""));
                begins_with_word(pattern) && template::matches(pattern, page, None).is_some()
            })
        })?;
        (!is_language_folder(folder)).then_some(folder)
    }
}

/// Returns the prefixes of a page's URLs that end before one of these parts, ordered by part.
fn folders_before<'p>(
    parts: &'static [&'static str],
    page: &'p PageElements,
) -> impl Iterator<Item = &'p str> {
    parts.iter().flat_map(|part| {
        let links = page.links.iter().map(|link| link.web.href.as_str());
        let all = page.resources.iter().map(String::as_str).chain(links);
        all.filter_map(move |url| url.get(..url.find(part)?))
    })
}

/// Returns whether the text before a known host makes it an alias: `www.`, or a language.
fn is_alias(before: &str) -> bool {
    const NAMES: &[&str] = &["www", "m", "mobile", "old", "new", "beta", "amp", "music"];
    let label = before.strip_suffix('.');
    let is_language = |label: &str| {
        let mut codes = label.split('-');
        codes.all(|code| code.len() == 2 && !code.contains('.'))
    };
    before.is_empty() || label.is_some_and(|label| NAMES.contains(&label) || is_language(label))
}

/// Returns whether a path is a folder or inside it.
fn is_folder_of(folder: &str, path: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns the folder of a site on a shared host: that of a person (`/~anna`), or that of a project unless the design of the page is
/// above it.
fn folder_of_site<'u>(page: &PageElements, url: &'u Url, origin: &str) -> &'u str {
    let path = url.path();
    let is_persons = |part: &str| {
        part.starts_with('~') || part.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("%7e"))
    };
    let mut at = 0;
    for part in path.split('/').take(DEEPEST) {
        at += part.len();
        if is_persons(part) {
            return path.get(..at).unwrap_or_default();
        }
        at += 1;
    }
    let host = url.host_str().unwrap_or_default();
    let (label, domain) = host.split_once('.').unwrap_or_default();
    let first = path.strip_prefix('/').and_then(|rest| rest.split_once('/')).map_or("", |(first, _)| first);
    let is_project = PROJECT_HOSTS.contains(&domain) && {
        // Blogs also have such folders.
        let is_of_blog = template::is_section(first)
            || is_language(first)
            || first.bytes().all(|byte| byte.is_ascii_digit());
        let mut folders =
            page.design().filter_map(|url| url.strip_prefix(origin)).filter_map(folder_of_design);
        !is_of_blog && !folders.any(str::is_empty)
    };
    let has_folder = !first.is_empty() && (is_project || PEOPLE.contains(&label));
    path.get(..=first.len()).filter(|_| has_folder).unwrap_or_default()
}

/// Returns the folder of the site, given the path of one of its design files.
fn folder_of_design(path: &str) -> Option<&str> {
    let path = path.split('?').next()?;
    let mut at: usize = 0;
    for part in path.split('/') {
        if DESIGN.contains(&part) {
            return path.get(..at.checked_sub(1)?);
        }
        at += part.len() + 1;
    }
    None
}

fn begins_with_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
}

#[cfg(test)]
mod tests;
