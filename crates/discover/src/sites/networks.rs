//! Social networks and communities.

use super::{NO_FEED, NOTHING, Site};

pub(super) const SITES: &[Site] = &[
    Site {
        name: "Reddit",
        hosts: &["reddit.com"],
        feeds: &[
            (
                "/r/{name}/search?q={words}",
                "https://www.reddit.com/r/{name}/search.rss?q={words}&restrict_sr=on&sort=new",
            ),
            ("/search?q={words}", "https://www.reddit.com/search.rss?q={words}&sort=new"),
            ("/r/{name}/comments/{thread}/*", "https://www.reddit.com/r/{name}/comments/{thread}/.rss"),
            ("/comments/{thread}/*", "https://www.reddit.com/comments/{thread}/.rss"),
            // Sorted as the page is.
            ("/r/{name}/top?t={time}", "https://www.reddit.com/r/{name}/top/.rss?t={time}"),
            ("/r/{name}/top", "https://www.reddit.com/r/{name}/top/.rss"),
            ("/r/{name}/new", "https://www.reddit.com/r/{name}/new/.rss"),
            ("/r/{name}/hot", "https://www.reddit.com/r/{name}/hot/.rss"),
            ("/r/{name}/rising", "https://www.reddit.com/r/{name}/rising/.rss"),
            ("/r/{name}/controversial", "https://www.reddit.com/r/{name}/controversial/.rss"),
            ("/r/{name}/*", "https://www.reddit.com/r/{name}/.rss"),
            ("/user/{name}/m/{multi}/*", "https://www.reddit.com/user/{name}/m/{multi}/.rss"),
            ("/domain/{domain}/*", "https://www.reddit.com/domain/{domain}/.rss"),
            ("/user/{name}/submitted", "https://www.reddit.com/user/{name}/submitted/.rss"),
            ("/user/{name}/comments", "https://www.reddit.com/user/{name}/comments/.rss"),
            ("/user/{name}/*", "https://www.reddit.com/user/{name}/.rss"),
            ("/u/{name}/*", "https://www.reddit.com/user/{name}/.rss"),
            ("/", "https://www.reddit.com/.rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "Hacker News",
        hosts: &["news.ycombinator.com"],
        feeds: &[
            // hnrss.org has feeds that the site itself lacks.
            ("/user?id={user}", "https://hnrss.org/user?id={user}"),
            ("/submitted?id={user}", "https://hnrss.org/submitted?id={user}"),
            ("/threads?id={user}", "https://hnrss.org/threads?id={user}"),
            ("/item?id={number}", "https://hnrss.org/item?id={number}"),
            ("/newest", "https://hnrss.org/newest"),
            ("/newcomments", "https://hnrss.org/newcomments"),
            ("/best", "https://hnrss.org/best"),
            ("/ask", "https://hnrss.org/ask"),
            ("/show", "https://hnrss.org/show"),
            ("/jobs", "https://hnrss.org/jobs"),
            ("/*", "https://news.ycombinator.com/rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "Lobsters",
        hosts: &["lobste.rs"],
        feeds: &[
            ("/t/{tag}", "https://lobste.rs/t/{tag}.rss"),
            ("/~{user}/*", "https://lobste.rs/~{user}/stories.rss"),
            ("/newest", "https://lobste.rs/newest.rss"),
            ("/comments", "https://lobste.rs/comments.rss"),
            ("/domains/{domain}", "https://lobste.rs/domains/{domain}.rss"),
            ("/*", "https://lobste.rs/rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "Bluesky",
        hosts: &["bsky.app"],
        feeds: &[
            ("/profile/{user}/feed/*", NO_FEED),
            ("/profile/{user}/lists/*", NO_FEED),
            ("/profile/{user}/*", "https://bsky.app/profile/{user}/rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "Stack Exchange",
        hosts: &[
            "*.stackexchange.com", "stackoverflow.com", "*.stackoverflow.com", "superuser.com",
            "serverfault.com", "askubuntu.com", "mathoverflow.net", "stackapps.com",
        ],
        feeds: &[
            ("/questions/tagged/{tag}/*", "{origin}/feeds/tag/{tag}"),
            ("/questions/{number}/*", "{origin}/feeds/question/{number}"),
            ("/users/{number}/*", "{origin}/feeds/user/{number}"),
            ("/tags/{tag}/*", "{origin}/feeds/tag/{tag}"),
            ("/", "{origin}/feeds"),
            ("/questions", "{origin}/feeds"),
        ],
        ..NOTHING
    },
    Site {
        name: "Pinterest",
        hosts: &[
            "pinterest.com", "pinterest.de", "pinterest.fr", "pinterest.it", "pinterest.es",
            "pinterest.co.uk", "pinterest.ca", "pinterest.jp", "pinterest.com.au", "pinterest.com.mx",
            "pinterest.at", "pinterest.ch", "pinterest.pt", "pinterest.se", "pinterest.nz", "pinterest.dk",
            "pinterest.co.kr",
        ],
        feeds: &[
            ("/pin/*", NO_FEED),
            ("/ideas/*", NO_FEED),
            ("/search/*", NO_FEED),
            ("/today/*", NO_FEED),
            ("/business/*", NO_FEED),
            ("/{user}/_{section}/*", "https://www.pinterest.com/{user}/feed.rss"),
            ("/{user}/_{section}/*", NO_FEED),
            ("/{user}/{board}/*", "https://www.pinterest.com/{user}/{board}.rss"),
            ("/{user}/*", "https://www.pinterest.com/{user}/feed.rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "Pinboard",
        hosts: &["pinboard.in"],
        feeds: &[
            ("/u:{user}/t:{tag}/*", "https://feeds.pinboard.in/rss/u:{user}/t:{tag}/"),
            ("/u:{user}/*", "https://feeds.pinboard.in/rss/u:{user}/"),
            ("/t:{tag}/*", "https://feeds.pinboard.in/rss/t:{tag}/"),
            ("/popular/*", "https://feeds.pinboard.in/rss/popular/"),
        ],
        ..NOTHING
    },
    Site {
        name: "OpenStreetMap",
        hosts: &["openstreetmap.org"],
        feeds: &[
            ("/user/{user}/diary/*", "https://www.openstreetmap.org/user/{user}/diary/rss"),
            ("/user/{user}/traces/*", "https://www.openstreetmap.org/user/{user}/traces/rss"),
            ("/user/{user}/history", "https://www.openstreetmap.org/user/{user}/history/feed"),
            ("/user/{user}", "https://www.openstreetmap.org/user/{user}/diary/rss"),
            ("/diary/*", "https://www.openstreetmap.org/diary/rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "Product Hunt",
        hosts: &["producthunt.com"],
        feeds: &[("/*", "https://www.producthunt.com/feed")],
        ..NOTHING
    },
    Site {
        name: "Goodreads",
        hosts: &["goodreads.com"],
        feeds: &[
            ("/user/show/{number}-{name}", "https://www.goodreads.com/user/updates_rss/{number}"),
            ("/user/show/{number}", "https://www.goodreads.com/user/updates_rss/{number}"),
            ("/review/list/{number}-{name}", "https://www.goodreads.com/review/list_rss/{number}"),
            ("/review/list/{number}", "https://www.goodreads.com/review/list_rss/{number}"),
        ],
        ..NOTHING
    },
    Site {
        name: "Meetup",
        hosts: &["meetup.com"],
        feeds: &[
            ("/find/*", NO_FEED),
            ("/topics/*", NO_FEED),
            ("/{group}/*", "https://www.meetup.com/{group}/events/rss/"),
        ],
        ..NOTHING
    },
    Site {
        name: "Kickstarter",
        hosts: &["kickstarter.com"],
        feeds: &[(
            "/projects/{user}/{project}/*",
            "https://www.kickstarter.com/projects/{user}/{project}/posts.atom",
        )],
        ..NOTHING
    },
    Site {
        name: "Etsy",
        hosts: &["etsy.com"],
        feeds: &[
            ("/shop/{shop}/*", "https://www.etsy.com/shop/{shop}/rss"),
            ("/{country}/shop/{shop}/*", "https://www.etsy.com/shop/{shop}/rss"),
        ],
        ..NOTHING
    },
    // Newspapers with a feed for each section.
    Site {
        name: "The Guardian",
        hosts: &["theguardian.com"],
        feeds: &[
            ("/{section}/{year}/*", "https://www.theguardian.com/{section}/rss"),
            ("/{section}/{year}/*", NO_FEED),
            ("/{section}", "https://www.theguardian.com/{section}/rss"),
            ("/", "https://www.theguardian.com/international/rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "BBC",
        hosts: &["bbc.com", "bbc.co.uk"],
        feeds: &[
            ("/news/articles/*", "https://feeds.bbci.co.uk/news/rss.xml"),
            ("/news/articles/*", NO_FEED),
            ("/news/{section...}", "https://feeds.bbci.co.uk/news/{section}/rss.xml"),
            ("/news/*", "https://feeds.bbci.co.uk/news/rss.xml"),
            ("/sport/{section}", "https://feeds.bbci.co.uk/sport/{section}/rss.xml"),
            ("/sport/*", "https://feeds.bbci.co.uk/sport/rss.xml"),
            ("/", "https://feeds.bbci.co.uk/news/rss.xml"),
        ],
        ..NOTHING
    },
    Site {
        name: "Der Spiegel",
        hosts: &["spiegel.de"],
        feeds: &[
            ("/{section}/*", "https://www.spiegel.de/{section}/index.rss"),
            ("/", "https://www.spiegel.de/schlagzeilen/index.rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "Google News",
        hosts: &["news.google.com"],
        feeds: &[
            ("/topics/{topic}/*", "https://news.google.com/rss/topics/{topic}?{query}"),
            ("/topics/{topic}/*", "https://news.google.com/rss/topics/{topic}"),
            ("/search?q={words}", "https://news.google.com/rss/search?{query}"),
            ("/", "https://news.google.com/rss"),
            ("/home", "https://news.google.com/rss"),
        ],
        ..NOTHING
    },
    // Social network software.
    Site {
        name: "Mastodon",
        generators: &["mastodon"],
        marks: &["#mastodon", "#initial-state"],
        resources: &["/packs/js/", "/packs/media/", "/packs/assets/", "/packs/entrypoints/"],
        feeds: &[
            // An account on another server.
            ("/@{user}@{host}/*", "https://{host}/@{user}.rss"),
            ("/@{user}@{host}/*", NO_FEED),
            ("/@{user}/tagged/{tag}", "{root}/@{user}/tagged/{tag}.rss"),
            ("/@{user}/*", "{root}/@{user}.rss"),
            ("/users/{user}/*", "{root}/@{user}.rss"),
            ("/web/@{user}/*", "{root}/@{user}.rss"),
            ("/deck/@{user}/*", "{root}/@{user}.rss"),
            ("/tags/{tag}/*", "{root}/tags/{tag}.rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "Pleroma",
        generators: &["pleroma", "akkoma"],
        texts: &["To use Pleroma, please enable JavaScript", "To use Akkoma, please enable JavaScript"],
        feeds: &[
            ("/users/{user}/*", "{origin}/users/{user}/feed.atom"),
            ("/users/{user}/*", "{origin}/users/{user}.rss"),
            ("/tag/{tag}", "{origin}/tags/{tag}.atom"),
            ("/notice/*", NO_FEED),
            ("/objects/*", NO_FEED),
            ("/main/*", NO_FEED),
            ("/about/*", NO_FEED),
            ("/@{user}", "{origin}/users/{user}/feed.atom"),
            ("/@{user}", NO_FEED),
            ("/{user}", "{origin}/users/{user}/feed.atom"),
            ("/{user}", "{origin}/users/{user}.rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "Misskey",
        generators: &[
            "misskey", "sharkey", "firefish", "calckey", "iceshrimp", "foundkey", "cherrypick", "catodon",
        ],
        marks: &["#misskey_app", "#misskey_meta"],
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
        name: "Lemmy",
        generators: &["lemmy"],
        texts: &["window.isoData", "join-lemmy.org", "/css/themes/litely"],
        feeds: &[
            // A community on another server, as mirrored by this one.
            ("/c/{community}/*", "{origin}/feeds/c/{community}.xml?sort=New"),
            ("/u/{user}/*", "{origin}/feeds/u/{user}.xml?sort=New"),
            ("/", "{origin}/feeds/local.xml?sort=New"),
            ("/", "{origin}/feeds/all.xml?sort=New"),
        ],
        ..NOTHING
    },
    Site {
        name: "Mbin",
        generators: &["mbin", "kbin", "/kbin"],
        marks: &["data-controller=kbin", "data-controller=mbin"],
        feeds: &[
            ("/m/{magazine}/*", "{root}/rss?magazine={magazine}"),
            ("/u/{user}/*", "{root}/rss?user={user}"),
            ("/tag/{tag}/*", "{root}/rss?tag={tag}"),
            ("/d/{domain}/*", "{root}/rss?domain={domain}"),
            ("/*", "{root}/rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "Pixelfed",
        generators: &["pixelfed"],
        texts: &["window.pixelfed", "pixelfed.org", "| Pixelfed</title>", "<profile profile-id="],
        resources: &["/img/pixelfed-icon"],
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
    Site {
        name: "Friendica",
        generators: &["friendica"],
        feeds: &[("/profile/{user}/*", "{root}/feed/{user}/")],
        ..NOTHING
    },
    Site {
        name: "Hubzilla",
        generators: &["hubzilla"],
        feeds: &[("/channel/{channel}/*", "{root}/feed/{channel}")],
        ..NOTHING
    },
    Site {
        name: "diaspora*",
        generators: &["diaspora"],
        feeds: &[("/u/{user}/*", "{origin}/public/{user}.atom")],
        ..NOTHING
    },
    Site {
        name: "BookWyrm",
        generators: &["bookwyrm"],
        texts: &["bookwyrm-social/bookwyrm"],
        feeds: &[("/user/{user}/*", "{origin}/user/{user}/rss")],
        ..NOTHING
    },
    Site {
        name: "Nitter",
        generators: &["nitter"],
        feeds: &[
            ("/about/*", NO_FEED),
            ("/search/*", "{origin}/search/rss?{query}"),
            ("/search/*", NO_FEED),
            ("/i/*", NO_FEED),
            ("/{user}/*", "{origin}/{user}/rss"),
        ],
        ..NOTHING
    },
];
