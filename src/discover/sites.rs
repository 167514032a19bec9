//! The usual places of feeds, by the software that runs the site.

use std::borrow::Cow;

use crate::forward::memmem;
use crate::html::parsed_url::{ParsedUrl, UrlParser};

use super::identifiers::{CHANNEL, FEED_URL, FLICKR, Identifier, SOUND_CLOUD};
use super::page::PageElements;
use super::template::{self, Captures};

/// A site, or software that runs sites.
struct Site {
    /// The name that a guess shows.
    name: &'static str,
    /// Its hosts: `x.example` also means every host below it, `=x.example` does not. Empty for software that anyone can
    /// install.
    hosts: &'static [&'static str],
    /// How the content of `<meta name="generator">`, `application-name` or `og:site_name` begins, in lower case.
    generators: &'static [&'static str],
    /// Parts of URLs that only resources and links of its pages contain.
    resources: &'static [&'static str],
    /// Texts that only its pages contain, in scripts or anywhere else.
    texts: &'static [&'static str],
    /// Identifiers in its pages, which are parts of the URL of the feed.
    identifiers: &'static [&'static Identifier],
    /// Patterns of the page's URL, and templates of the feeds. `{origin}` is the page's, `{root}` the folder in which the
    /// software is installed, where a resource tells, `{page}` the URL of the page. After a pattern without a template, no
    /// other one is tried.
    feeds: &'static [(&'static str, &'static str)],
}

/// A pattern whose pages have no feed.
const NO_FEED: &str = "";

const NOTHING: Site =
    Site { name: "", hosts: &[], generators: &[], resources: &[], texts: &[], identifiers: &[], feeds: &[] };

/// Sites that are known by their host come first.
const SITES: &[Site] = &[
    // Sites that have no feeds need not be asked for one.
    Site {
        hosts: &[
            "facebook.com", "instagram.com", "linkedin.com", "open.spotify.com", "threads.net", "tiktok.com",
            "twitch.tv", "twitter.com", "x.com",
        ],
        ..NOTHING
    },
    Site {
        name: "YouTube",
        hosts: &["youtube.com", "youtube-nocookie.com", "youtu.be"],
        identifiers: &[&CHANNEL],
        feeds: &[
            ("/channel/UC{uploads}/*", "https://www.youtube.com/feeds/videos.xml?channel_id=UC{uploads}"),
            // The videos of a channel, without its shorts and streams.
            ("/channel/UC{uploads}/*", "https://www.youtube.com/feeds/videos.xml?playlist_id=UULF{uploads}"),
            ("/channel/*", NO_FEED),
            ("/playlist?list={list}", "https://www.youtube.com/feeds/videos.xml?playlist_id={list}"),
            ("/playlist", NO_FEED),
            // Lists that somebody made. Others are made for the one who watches.
            ("/watch?list=PL{list}", "https://www.youtube.com/feeds/videos.xml?playlist_id=PL{list}"),
            // Pages of handles and videos name their channel in the page.
            ("/*", "https://www.youtube.com/feeds/videos.xml?channel_id={channel}"),
            ("/*", "https://www.youtube.com/feeds/videos.xml?playlist_id=UULF{uploads}"),
            ("/user/{user}/*", "https://www.youtube.com/feeds/videos.xml?user={user}"),
        ],
        ..NOTHING
    },
    Site {
        name: "Letterboxd",
        hosts: &["letterboxd.com"],
        feeds: &[
            ("/film/*", NO_FEED),
            ("/films/*", NO_FEED),
            ("/lists/*", NO_FEED),
            ("/list/*", NO_FEED),
            ("/members/*", NO_FEED),
            ("/actor/*", NO_FEED),
            ("/director/*", NO_FEED),
            ("/about/*", NO_FEED),
            ("/journal/*", "https://letterboxd.com/journal/rss/"),
            ("/journal/*", NO_FEED),
            ("/{user}/*", "https://letterboxd.com/{user}/rss/"),
        ],
        ..NOTHING
    },
    Site {
        name: "Apple Podcasts",
        hosts: &["podcasts.apple.com", "itunes.apple.com"],
        identifiers: &[&FEED_URL],
        feeds: &[("/*", "{feed}")],
        ..NOTHING
    },
    Site {
        name: "Flickr",
        hosts: &["flickr.com"],
        identifiers: &[&FLICKR],
        feeds: &[
            ("/photos/tags/{tag}/*", "https://www.flickr.com/services/feeds/photos_public.gne?tags={tag}"),
            ("/photos/tags/*", NO_FEED),
            (
                "/photos/{number}@N{kind}/*",
                "https://www.flickr.com/services/feeds/photos_public.gne?id={number}@N{kind}",
            ),
            (
                "/people/{number}@N{kind}/*",
                "https://www.flickr.com/services/feeds/photos_public.gne?id={number}@N{kind}",
            ),
            ("/photos/{user}/*", "https://www.flickr.com/services/feeds/photos_public.gne?id={nsid}"),
            ("/people/{user}/*", "https://www.flickr.com/services/feeds/photos_public.gne?id={nsid}"),
            (
                "/groups/{number}@N{kind}/*",
                "https://www.flickr.com/services/feeds/groups_pool.gne?id={number}@N{kind}",
            ),
            ("/groups/{group}/*", "https://www.flickr.com/services/feeds/groups_pool.gne?id={nsid}"),
        ],
        ..NOTHING
    },
    Site {
        name: "SoundCloud",
        hosts: &["soundcloud.com"],
        identifiers: &[&SOUND_CLOUD],
        feeds: &[("/*", "https://feeds.soundcloud.com/users/soundcloud:users:{user_id}/sounds.rss")],
        ..NOTHING
    },
    Site {
        name: "DEV",
        hosts: &["dev.to"],
        feeds: &[
            ("/t/{tag}/*", "https://dev.to/feed/tag/{tag}"),
            ("/t/*", NO_FEED),
            ("/{user}/*", "https://dev.to/feed/{user}"),
            ("/", "https://dev.to/feed"),
        ],
        ..NOTHING
    },
    Site {
        name: "GitHub",
        hosts: &["github.com"],
        feeds: &[
            ("/{user}/{repository}/*", "https://github.com/{user}/{repository}/releases.atom"),
            ("/{user}/{repository}/*", "https://github.com/{user}/{repository}/tags.atom"),
            ("/{user}/{repository}/*", "https://github.com/{user}/{repository}/commits.atom"),
            ("/{user}", "https://github.com/{user}.atom"),
        ],
        ..NOTHING
    },
    Site {
        name: "GitLab",
        hosts: &["gitlab.com"],
        generators: &["gitlab"],
        feeds: &[
            ("/{group}/{project}", "{origin}/{group}/{project}/-/releases.atom"),
            ("/{group}/{project}", "{origin}/{group}/{project}/-/tags?format=atom"),
            ("/{group}/{project}", "{origin}/{group}/{project}.atom"),
            ("/{group}/{project}/-/*", "{origin}/{group}/{project}/-/releases.atom"),
            ("/{group}/{project}/-/*", "{origin}/{group}/{project}/-/tags?format=atom"),
            ("/{user}", "{origin}/{user}.atom"),
        ],
        ..NOTHING
    },
    Site {
        name: "Forgejo",
        hosts: &["codeberg.org"],
        generators: &["forgejo", "gitea"],
        feeds: &[
            ("/{user}/{repository}/*", "{origin}/{user}/{repository}/releases.rss"),
            ("/{user}/{repository}/*", "{origin}/{user}/{repository}.rss"),
            ("/{user}", "{origin}/{user}.rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "Reddit",
        hosts: &["reddit.com"],
        feeds: &[
            ("/r/{name}/comments/{thread}/*", "https://www.reddit.com/r/{name}/comments/{thread}/.rss"),
            ("/comments/{thread}/*", "https://www.reddit.com/comments/{thread}/.rss"),
            ("/r/{name}/*", "https://www.reddit.com/r/{name}/.rss"),
            ("/user/{name}/m/{multi}/*", "https://www.reddit.com/user/{name}/m/{multi}/.rss"),
            ("/domain/{domain}/*", "https://www.reddit.com/domain/{domain}/.rss"),
            ("/user/{name}/*", "https://www.reddit.com/user/{name}/.rss"),
            ("/u/{name}/*", "https://www.reddit.com/user/{name}/.rss"),
            ("/", "https://www.reddit.com/.rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "Medium",
        hosts: &["medium.com"],
        generators: &["medium"],
        feeds: &[
            ("/@{user}/*", "https://medium.com/feed/@{user}"),
            ("/tag/{tag}/*", "https://medium.com/feed/tag/{tag}"),
            ("/{publication}/*", "https://medium.com/feed/{publication}"),
            ("/", "{origin}/feed"),
        ],
        ..NOTHING
    },
    Site {
        name: "Substack",
        hosts: &["substack.com"],
        resources: &["substackcdn.com/", "substack-post-media.s3."],
        feeds: &[("/*", "{origin}/feed")],
        ..NOTHING
    },
    Site {
        name: "Blogger",
        hosts: &["blogspot.com"],
        generators: &["blogger"],
        feeds: &[
            ("/*", "{origin}/feeds/posts/default"),
            ("/*", "{origin}/feeds/posts/default?alt=rss"),
            ("/*", "{origin}/feeds/comments/default"),
        ],
        ..NOTHING
    },
    Site {
        name: "Tumblr",
        hosts: &["=tumblr.com", "=www.tumblr.com"],
        feeds: &[
            ("/blog/view/{name}/*", "https://{name}.tumblr.com/rss"),
            ("/blog/{name}/*", "https://{name}.tumblr.com/rss"),
            ("/tagged/*", NO_FEED),
            ("/search/*", NO_FEED),
            ("/explore/*", NO_FEED),
            ("/dashboard/*", NO_FEED),
            ("/login/*", NO_FEED),
            ("/register/*", NO_FEED),
            ("/about/*", NO_FEED),
            ("/communities/*", NO_FEED),
            ("/{name}/*", "https://{name}.tumblr.com/rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "Tumblr",
        hosts: &["tumblr.com"],
        generators: &["tumblr"],
        resources: &["assets.tumblr.com/", "static.tumblr.com/"],
        feeds: &[("/*", "{origin}/rss")],
        ..NOTHING
    },
    Site {
        name: "Bluesky",
        hosts: &["bsky.app"],
        feeds: &[("/profile/{user}/*", "https://bsky.app/profile/{user}/rss")],
        ..NOTHING
    },
    Site {
        name: "Vimeo",
        hosts: &["vimeo.com"],
        feeds: &[
            ("/channels/{name}/*", "https://vimeo.com/channels/{name}/videos/rss"),
            ("/{user}", "https://vimeo.com/{user}/videos/rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "Stack Exchange",
        hosts: &[
            "stackexchange.com", "stackoverflow.com", "superuser.com", "serverfault.com", "askubuntu.com",
        ],
        feeds: &[
            ("/questions/tagged/{tag}/*", "{origin}/feeds/tag/{tag}"),
            ("/questions/{number}/*", "{origin}/feeds/question/{number}"),
            ("/", "{origin}/feeds"),
        ],
        ..NOTHING
    },
    Site {
        name: "WordPress",
        hosts: &["wordpress.com"],
        generators: &["wordpress", "woocommerce"],
        resources: &["/wp-content/", "/wp-includes/", "/wp-json/"],
        feeds: &[("/*", "{root}/feed/"), ("/*", "{root}/comments/feed/"), ("/*", "{root}/?feed=rss2")],
        ..NOTHING
    },
    Site {
        name: "Mastodon",
        generators: &["mastodon"],
        resources: &["/packs/js/", "/packs/media/", "/packs/assets/"],
        texts: &["id=\"mastodon\"", "id='mastodon'", "id=\"initial-state\"", "id='initial-state'"],
        feeds: &[
            // An account of another server.
            ("/@{user}@{host}/*", "https://{host}/@{user}.rss"),
            ("/@{user}@{host}/*", NO_FEED),
            ("/@{user}/*", "{origin}/@{user}.rss"),
            ("/users/{user}/*", "{origin}/@{user}.rss"),
            ("/web/@{user}/*", "{origin}/@{user}.rss"),
            ("/deck/@{user}/*", "{origin}/@{user}.rss"),
            ("/tags/{tag}/*", "{origin}/tags/{tag}.rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "Misskey",
        generators: &["misskey", "sharkey", "firefish"],
        feeds: &[("/@{user}@{host}/*", NO_FEED), ("/@{user}/*", "{origin}/@{user}.atom")],
        ..NOTHING
    },
    Site {
        name: "GoToSocial",
        generators: &["gotosocial"],
        feeds: &[("/@{user}/*", "{origin}/@{user}/feed.rss")],
        ..NOTHING
    },
    Site {
        name: "WriteFreely",
        generators: &["writefreely"],
        feeds: &[("/{user}/*", "{origin}/{user}/feed/"), ("/*", "{origin}/feed/")],
        ..NOTHING
    },
    Site {
        name: "Lemmy",
        generators: &["lemmy"],
        texts: &["window.isoData", "join-lemmy.org", "/css/themes/litely"],
        feeds: &[
            ("/c/{community}/*", "{origin}/feeds/c/{community}.xml?sort=New"),
            ("/u/{user}/*", "{origin}/feeds/u/{user}.xml?sort=New"),
            ("/", "{origin}/feeds/local.xml?sort=New"),
            ("/", "{origin}/feeds/all.xml?sort=New"),
        ],
        ..NOTHING
    },
    Site {
        name: "Pixelfed",
        generators: &["pixelfed"],
        resources: &["/img/pixelfed-icon"],
        texts: &["window.pixelfed", "pixelfed.org", "| Pixelfed</title>", "<profile profile-id="],
        feeds: &[
            ("/p/{user}/{post}/*", "{origin}/users/{user}.atom"),
            ("/users/{user}/*", "{origin}/users/{user}.atom"),
            ("/discover/*", NO_FEED),
            ("/i/*", NO_FEED),
            ("/site/*", NO_FEED),
            ("/stories/*", NO_FEED),
            ("/{user}", "{origin}/users/{user}.atom"),
        ],
        ..NOTHING
    },
    Site { name: "Ghost", generators: &["ghost"], feeds: &[("/*", "{origin}/rss/")], ..NOTHING },
    Site {
        name: "Hugo",
        generators: &["hugo"],
        feeds: &[
            // Lists have a feed of their own: sections, tags, categories.
            ("/{section}", "{origin}/{section}/index.xml"),
            ("/tags/{term}", "{origin}/tags/{term}/index.xml"),
            ("/categories/{term}", "{origin}/categories/{term}/index.xml"),
            ("/*", "{origin}/index.xml"),
            ("/{section}/*", "{origin}/{section}/index.xml"),
            ("/{section}/{list}/*", "{origin}/{section}/{list}/index.xml"),
        ],
        ..NOTHING
    },
    Site {
        name: "Jekyll",
        generators: &["jekyll"],
        feeds: &[("/*", "{origin}/feed.xml"), ("/*", "{origin}/atom.xml")],
        ..NOTHING
    },
    Site { name: "Hexo", generators: &["hexo"], feeds: &[("/*", "{origin}/atom.xml")], ..NOTHING },
    Site { name: "Eleventy", generators: &["eleventy"], feeds: &[("/*", "{origin}/feed.xml")], ..NOTHING },
    Site { name: "Astro", generators: &["astro"], feeds: &[("/*", "{origin}/rss.xml")], ..NOTHING },
    Site { name: "Gatsby", generators: &["gatsby"], feeds: &[("/*", "{origin}/rss.xml")], ..NOTHING },
    Site {
        name: "Pelican",
        generators: &["pelican"],
        feeds: &[("/*", "{origin}/feeds/all.atom.xml")],
        ..NOTHING
    },
    Site { name: "Nikola", generators: &["nikola"], feeds: &[("/*", "{origin}/rss.xml")], ..NOTHING },
    Site { name: "Zola", generators: &["zola"], feeds: &[("/*", "{origin}/atom.xml")], ..NOTHING },
    Site { name: "Drupal", generators: &["drupal"], feeds: &[("/*", "{origin}/rss.xml")], ..NOTHING },
    Site {
        name: "Joomla",
        generators: &["joomla"],
        feeds: &[("/*", "{page}?format=feed&type=rss"), ("/*", "{page}?format=feed&type=atom")],
        ..NOTHING
    },
    Site {
        name: "Squarespace",
        generators: &["squarespace"],
        resources: &["static1.squarespace.com/", "assets.squarespace.com/"],
        feeds: &[("/*", "{page}?format=rss")],
        ..NOTHING
    },
    Site { name: "Wix", generators: &["wix.com"], feeds: &[("/*", "{origin}/blog-feed.xml")], ..NOTHING },
    Site {
        name: "Shopify",
        resources: &["cdn.shopify.com/"],
        feeds: &[("/blogs/{blog}/*", "{origin}/blogs/{blog}.atom")],
        ..NOTHING
    },
    Site {
        name: "Discourse",
        generators: &["discourse"],
        feeds: &[
            ("/c/{category}/{number}", "{origin}/c/{category}/{number}.rss"),
            ("/t/{topic}/{number}/*", "{origin}/t/{topic}/{number}.rss"),
            ("/*", "{origin}/latest.rss"),
            ("/*", "{origin}/posts.rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "PeerTube",
        generators: &["peertube"],
        feeds: &[("/*", "{origin}/feeds/videos.atom")],
        ..NOTHING
    },
    Site { name: "Dokuwiki", generators: &["dokuwiki"], feeds: &[("/*", "{origin}/feed.php")], ..NOTHING },
    Site {
        name: "MediaWiki",
        generators: &["mediawiki"],
        feeds: &[("/*", "{origin}/w/index.php?title=Special:RecentChanges&feed=atom")],
        ..NOTHING
    },
];

/// The feeds that the software which runs the site is likely to have.
#[derive(Default)]
pub(super) struct Guesses {
    /// The URLs, with the software's name.
    pub(super) feeds: Vec<(String, &'static str)>,
    /// Whether the site is known by its host, so that all of its feeds are.
    pub(super) is_known_host: bool,
}

/// Returns the feeds that the software which runs the site is likely to have. `text` is the page.
pub(super) fn guesses(page: &PageElements, text: &str, url: &str) -> Guesses {
    let Ok(url) = UrlParser::new().parse(url) else { return Guesses::default() };
    if !matches!(url.scheme(), "http" | "https") {
        return Guesses::default();
    }
    let origin = url.origin().ascii_serialization();
    let mut location = url.clone();
    location.set_query(None);
    location.set_fragment(None);
    let _ = location.set_username("");
    let _ = location.set_password(None);
    let Some(site) = SITES.iter().find(|site| site.runs(page, text, &url)) else { return Guesses::default() };
    let root = site.root(page, &origin).unwrap_or_else(|| origin.clone());
    let identifiers = site.identifiers(page, text);
    let mut feeds: Vec<(String, &'static str)> = Vec::new();
    for (pattern, feed) in site.feeds {
        let Some(mut names) = template::matches(pattern, &url) else { continue };
        if *feed == NO_FEED {
            break;
        }
        let own: Captures<'_> = vec![("origin", &origin), ("root", &root), ("page", location.as_str())];
        names.extend(own);
        names.extend(identifiers.iter().map(|(name, id)| (*name, id.as_str())));
        if let Some(href) = template::fill(feed, &names)
            && !feeds.iter().any(|(known, _)| *known == href)
        {
            feeds.push((href, site.name));
        }
    }
    Guesses { feeds, is_known_host: site.is_host(&url) }
}

impl Site {
    fn runs(&self, page: &PageElements, text: &str, url: &ParsedUrl) -> bool {
        let said =
            ["generator", "application-name", "og:site_name"].iter().filter_map(|name| page.meta(name));
        let said: Vec<String> = said.map(str::to_lowercase).collect();
        let is_said = |known: &&str| said.iter().any(|said| begins_with_word(said, known));
        let is_in = |known: &&str| memmem::find(text.as_bytes(), known.as_bytes()).is_some();
        self.is_host(url)
            || self.generators.iter().any(is_said)
            || self.resource(page).is_some()
            || self.texts.iter().any(is_in)
    }

    fn is_host(&self, url: &ParsedUrl) -> bool {
        let host = url.host_str().unwrap_or_default().trim_end_matches('.');
        self.hosts.iter().any(|known| match known.strip_prefix('=') {
            Some(exact) => host == exact,
            None => host.strip_suffix(known).is_some_and(|below| below.is_empty() || below.ends_with('.')),
        })
    }

    /// Returns the identifiers that the page contains.
    fn identifiers(&self, page: &PageElements, text: &str) -> Vec<(&'static str, String)> {
        let mut found: Vec<(&'static str, String)> = Vec::new();
        for identifier in self.identifiers {
            // Metadata is surer than scripts, which may contain identifiers of others.
            let said = ["channelid", "identifier"].iter().filter_map(|name| page.meta(name));
            let said = said.chain(page.canonical()).find_map(|said| {
                let id = said.rsplit('/').find(|part| !part.is_empty())?;
                (identifier.is_valid)(id).then(|| id.to_owned())
            });
            if let Some(id) = said.or_else(|| identifier.find(text).map(Cow::into_owned)) {
                found.extend(id.strip_prefix("UC").map(|uploads| ("uploads", uploads.to_owned())));
                found.push((identifier.name, id));
            }
        }
        found
    }

    /// Returns the first resource that only this software has, and the offset of the part that shows it.
    fn resource<'p>(&self, page: &'p PageElements) -> Option<(&'p str, usize)> {
        let links = page.links.iter().map(|link| link.href.as_str());
        let mut all = page.resources.iter().map(String::as_str).chain(links);
        all.find_map(|url| Some((url, self.resources.iter().find_map(|mark| url.find(mark))?)))
    }

    /// Returns the folder of this origin in which the software is installed, without a slash at its end.
    fn root(&self, page: &PageElements, origin: &str) -> Option<String> {
        let (url, at) = self.resource(page)?;
        url.get(..at)
            .filter(|root| root.strip_prefix(origin).is_some_and(|path| !path.contains('?')))
            .map(str::to_owned)
    }
}

fn begins_with_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
}
