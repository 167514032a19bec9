//! The usual places of feeds, by the software that runs the site.

use url::Url;

use super::page::PageElements;
use super::template::{self, Captures};

/// A site, or software that runs sites.
struct Site {
    /// The name that a guess shows.
    name: &'static str,
    /// Its hosts: `x.example` also means every host below it. Empty for software that anyone can install.
    hosts: &'static [&'static str],
    /// How the content of `<meta name="generator">`, `application-name` or `og:site_name` begins, in lower case.
    generators: &'static [&'static str],
    /// Parts of URLs that only resources and links of its pages contain.
    resources: &'static [&'static str],
    /// Patterns of the page's URL, and templates of the feeds. `{origin}` is the page's, `{root}` the folder in which the
    /// software is installed, where a resource tells.
    feeds: &'static [(&'static str, &'static str)],
}

const NOTHING: Site = Site { name: "", hosts: &[], generators: &[], resources: &[], feeds: &[] };

/// Sites that are known by their host come first.
const SITES: &[Site] = &[
    Site {
        name: "YouTube",
        hosts: &["youtube.com"],
        feeds: &[
            ("/channel/{channel}/*", "https://www.youtube.com/feeds/videos.xml?channel_id={channel}"),
            ("/playlist?list={list}", "https://www.youtube.com/feeds/videos.xml?playlist_id={list}"),
            ("/watch?list={list}", "https://www.youtube.com/feeds/videos.xml?playlist_id={list}"),
            ("/user/{user}/*", "https://www.youtube.com/feeds/videos.xml?user={user}"),
            // Pages of handles name their channel in the page.
            ("/*", "https://www.youtube.com/feeds/videos.xml?channel_id={channel}"),
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
            ("/r/{name}/*", "https://www.reddit.com/r/{name}/.rss"),
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
        hosts: &["tumblr.com"],
        generators: &["tumblr"],
        resources: &["assets.tumblr.com/", "static.tumblr.com/"],
        feeds: &[("/blog/{name}/*", "https://{name}.tumblr.com/rss"), ("/*", "{origin}/rss")],
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
            "stackexchange.com",
            "stackoverflow.com",
            "superuser.com",
            "serverfault.com",
            "askubuntu.com",
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
    },
    Site {
        name: "Mastodon",
        generators: &["mastodon"],
        resources: &["/packs/js/", "/packs/media/"],
        feeds: &[("/@{user}/*", "{origin}/@{user}.rss"), ("/tags/{tag}/*", "{origin}/tags/{tag}.rss")],
        ..NOTHING
    },
    Site { name: "Ghost", generators: &["ghost"], feeds: &[("/*", "{origin}/rss/")], ..NOTHING },
    Site { name: "Hugo", generators: &["hugo"], feeds: &[("/*", "{origin}/index.xml")], ..NOTHING },
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

/// Returns the feeds that the software which runs the site is likely to have, with the software's name.
pub(super) fn guesses(page: &PageElements, url: &str) -> Vec<(String, &'static str)> {
    let Ok(url) = Url::parse(url) else { return Vec::new() };
    if !matches!(url.scheme(), "http" | "https") {
        return Vec::new();
    }
    let origin = url.origin().ascii_serialization();
    let mut location = url.clone();
    location.set_query(None);
    location.set_fragment(None);
    let _ = location.set_username("");
    let _ = location.set_password(None);
    let Some(site) = SITES.iter().find(|site| site.runs(page, &url)) else { return Vec::new() };
    let root = site.root(page, &origin).unwrap_or_else(|| origin.clone());
    let channel = channel(page);
    let mut found: Vec<(String, &'static str)> = Vec::new();
    for (pattern, feed) in site.feeds {
        let Some(mut names) = template::matches(pattern, &url) else { continue };
        let own: Captures<'_> = vec![("origin", &origin), ("root", &root), ("page", location.as_str())];
        names.extend(own);
        names.extend(channel.map(|channel| ("channel", channel)));
        if let Some(href) = template::fill(feed, &names)
            && !found.iter().any(|(known, _)| *known == href)
        {
            found.push((href, site.name));
        }
    }
    found
}

impl Site {
    fn runs(&self, page: &PageElements, url: &Url) -> bool {
        let host = url.host_str().unwrap_or_default().trim_end_matches('.');
        let is_host = |known: &&str| {
            host.strip_suffix(*known).is_some_and(|below| below.is_empty() || below.ends_with('.'))
        };
        let said =
            ["generator", "application-name", "og:site_name"].iter().filter_map(|name| page.meta(name));
        let said: Vec<String> = said.map(str::to_lowercase).collect();
        let is_said = |known: &&str| said.iter().any(|said| begins_with_word(said, known));
        self.hosts.iter().any(is_host) || self.generators.iter().any(is_said) || self.resource(page).is_some()
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

/// Returns the channel that a page of a video platform names in its `meta` elements or its canonical URL.
fn channel(page: &PageElements) -> Option<&str> {
    let canonical = page.links.iter().find(|link| link.rel.eq_ignore_ascii_case("canonical"));
    let of_url = |url: &'_ str| -> Option<usize> { url.find("/channel/").map(|at| at + "/channel/".len()) };
    let urls = canonical.map(|link| link.href.as_str()).into_iter().chain(page.meta("og:url"));
    let named = page.meta("channelid").or_else(|| page.meta("identifier"));
    let mut found = named.into_iter().chain(urls.filter_map(|url| url.get(of_url(url)?..)));
    found.find(|id| {
        id.starts_with("UC") && id.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'))
    })
}
