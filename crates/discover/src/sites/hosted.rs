//! Publishing services: blogs, newsletters, websites.

use super::identifiers::{BEEHIIV, SUBSTACK};
use super::{NO_FEED, NOTHING, Site, WEBSITE};

pub(super) const SITES: &[Site] = &[
    // Sites without feeds, which need not be asked.
    Site {
        hosts: &[
            "facebook.com", "instagram.com", "linkedin.com", "open.spotify.com", "threads.net",
            "threads.com", "tiktok.com", "twitch.tv", "kick.com", "twitter.com", "x.com", "t.me",
            "discord.com", "discord.gg", "whatsapp.com", "vk.com", "ok.ru", "weibo.com", "zhihu.com",
            "bilibili.com", "quora.com", "patreon.com", "ko-fi.com", "mixcloud.com", "deezer.com",
            "music.amazon.com", "audible.com", "groups.google.com", "sites.google.com", "docs.google.com",
            "npmjs.com", "bitbucket.org", "notion.so", "*.notion.site", "linktr.ee",
            "pubmed.ncbi.nlm.nih.gov", "scholar.google.com", "researchgate.net",
        ],
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
        name: "Forem",
        texts: &["forem:domain"],
        feeds: &[
            ("/t/{tag}/*", "{origin}/feed/tag/{tag}"),
            ("/{user}/*", "{origin}/feed/{user}"),
            ("/*", "{origin}/feed"),
        ],
        ..NOTHING
    },
    Site {
        name: "Medium",
        hosts: &["medium.com"],
        feeds: &[
            ("/@{user}/*", "https://medium.com/feed/@{user}"),
            ("/tag/{tag}/*", "https://medium.com/feed/tag/{tag}"),
            ("/tag/*", NO_FEED),
            ("/p/*", NO_FEED),
            ("/m/*", NO_FEED),
            ("/me/*", NO_FEED),
            ("/search/*", NO_FEED),
            ("/membership/*", NO_FEED),
            ("/about/*", NO_FEED),
            ("/explore-topics/*", NO_FEED),
            ("/{publication}/tagged/{tag}", "https://medium.com/feed/{publication}/tagged/{tag}"),
            ("/{publication}/*", "https://medium.com/feed/{publication}"),
        ],
        ..NOTHING
    },
    // Each person has a host, and so does each publication with its own domain.
    Site {
        name: "Medium",
        hosts: &["*.medium.com"],
        feeds: &[("/tagged/{tag}", "{origin}/feed/tagged/{tag}"), ("/*", "{origin}/feed")],
        ..NOTHING
    },
    Site {
        name: "Medium",
        generators: &["medium"],
        texts: &["com.medium.reader", "cdn-client.medium.com/"],
        feeds: &[("/tagged/{tag}", "{origin}/feed/tagged/{tag}"), ("/*", "{origin}/feed")],
        ..NOTHING
    },
    Site {
        name: "Substack",
        hosts: &["substack.com", "open.substack.com"],
        identifiers: &[&SUBSTACK],
        feeds: &[
            ("/pub/{name}/*", "https://{name}.substack.com/feed"),
            ("/@{name}/*", "https://{publication}.substack.com/feed"),
            ("/@{name}/*", "https://{name}.substack.com/feed"),
        ],
        ..NOTHING
    },
    Site {
        name: "Substack",
        hosts: &["*.substack.com"],
        resources: &["substackcdn.com/", "substack-post-media.s3."],
        feeds: &[("/*", "{origin}/feed")],
        ..NOTHING
    },
    Site {
        name: "Blogger",
        hosts: &["*.blogspot.com"],
        generators: &["blogger"],
        feeds: &[
            ("/search/label/{label_name}", "{origin}/feeds/posts/default/-/{label_name}"),
            ("/*", "{origin}/feeds/posts/default"),
            ("/*", "{origin}/feeds/posts/default?alt=rss"),
            ("/*", "{origin}/feeds/comments/default"),
        ],
        ..NOTHING
    },
    Site {
        name: "Tumblr",
        hosts: &["tumblr.com"],
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
        hosts: &["*.tumblr.com"],
        generators: &["tumblr"],
        resources: &["assets.tumblr.com/", "static.tumblr.com/"],
        feeds: &[("/tagged/{tag}", "{origin}/tagged/{tag}/rss"), ("/*", "{origin}/rss")],
        ..NOTHING
    },
    Site {
        name: "WordPress",
        hosts: &["*.wordpress.com"],
        feeds: &[
            ("/category/{path...}", "{origin}/category/{path}/feed/"),
            ("/tag/{tag}", "{origin}/tag/{tag}/feed/"),
            ("/author/{author}", "{origin}/author/{author}/feed/"),
            ("/*", "{origin}/feed/"),
        ],
        ..NOTHING
    },
    // Wix: free sites are folders of their user's host.
    Site {
        name: "Wix",
        hosts: &["*.wixsite.com", "*.wixstudio.com", "*.wixstudio.io", "*.editorx.io"],
        feeds: &[("/{site}/*", "{origin}/{site}/blog-feed.xml"), ("/", "{origin}/blog-feed.xml")],
        ..NOTHING
    },
    Site {
        name: "Wix",
        generators: &["wix.com"],
        resources: &["static.parastorage.com/", "siteassets.parastorage.com/", "static.wixstatic.com/"],
        feeds: &[("/*", "{origin}/blog-feed.xml")],
        ..NOTHING
    },
    Site {
        name: "Squarespace",
        hosts: &["*.squarespace.com"],
        generators: &["squarespace"],
        texts: &["<!-- This is Squarespace. -->"],
        resources: &["static1.squarespace.com/", "assets.squarespace.com/", "definitions.sqspcdn.com/"],
        feeds: &[
            ("/{blog}/*", "{origin}/{blog}?format=rss"),
            ("/{blog}/*", NO_FEED),
            ("a:/{blog}", "{origin}/{blog}?format=rss"),
            ("/{collection}/*", "{origin}/{collection}?format=rss"),
            ("/", "{origin}/blog?format=rss"),
            ("/", "{origin}/?format=rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "Webflow",
        hosts: &["*.webflow.io"],
        generators: &["webflow"],
        marks: &["data-wf-site=", "data-wf-domain="],
        feeds: &[
            ("/{blog}/*", "{root}/{blog}/rss.xml"),
            ("a:/{blog}", "{root}/{blog}/rss.xml"),
            ("/{collection}/{item}", "{root}/{collection}/rss.xml"),
            ("/", "{root}/blog/rss.xml"),
        ],
        ..WEBSITE
    },
    Site {
        name: "Shopify",
        hosts: &["*.myshopify.com"],
        texts: &["Shopify.theme"],
        resources: &["cdn.shopify.com/", "/cdn/shop/", "/cdn/shopifycloud/"],
        feeds: &[
            ("/blogs/{blog_name}/*", "{root}/blogs/{blog_name}.atom"),
            ("/collections/{collection}", "{root}/collections/{collection}.atom"),
            ("a:/blogs/{blog_name}", "{root}/blogs/{blog_name}.atom"),
            // The default blog of a shop.
            ("/*", "{root}/blogs/news.atom"),
        ],
        ..WEBSITE
    },
    Site {
        name: "HubSpot",
        hosts: &["*.hubspotpagebuilder.com"],
        generators: &["hubspot"],
        resources: &["/_hcms/"],
        feeds: &[
            ("/{blog}/*", "{root}/{blog}/rss.xml"),
            ("/{folder}/{blog}/*", "{root}/{folder}/{blog}/rss.xml"),
            ("a:/{blog}", "{root}/{blog}/rss.xml"),
            ("/", "{root}/blog/rss.xml"),
            // `blog.harbour.example`
            ("/*", "{root}/rss.xml"),
        ],
        ..WEBSITE
    },
    Site {
        name: "Weebly",
        hosts: &["*.weebly.com"],
        generators: &["weebly"],
        resources: &["editmysite.com/"],
        feeds: &[
            ("/{blog}/*", "{origin}/{blog}/feed"),
            ("a:/{blog}", "{origin}/{blog}/feed"),
            ("/", "{origin}/blog/feed"),
        ],
        ..NOTHING
    },
    Site {
        name: "Jimdo",
        hosts: &["*.jimdofree.com", "*.jimdo.com", "*.jimdosite.com"],
        generators: &["jimdo"],
        resources: &["jimcdn.com/", "jimstatic.com/"],
        feeds: &[("/*", "{origin}/rss/blog")],
        ..NOTHING
    },
    Site {
        name: "GoDaddy",
        hosts: &["*.godaddysites.com"],
        generators: &["starfield technologies", "go daddy website builder"],
        feeds: &[("/*", "{origin}/f.rss")],
        ..NOTHING
    },
    Site { name: "Webnode", generators: &["webnode"], feeds: &[("/*", "{origin}/rss/all.xml")], ..NOTHING },
    // Newsletters.
    Site {
        name: "beehiiv",
        hosts: &["*.beehiiv.com"],
        resources: &["media.beehiiv.com/"],
        identifiers: &[&BEEHIIV],
        feeds: &[("/*", "https://rss.beehiiv.com/feeds/{newsletter}.xml")],
        ..NOTHING
    },
    Site {
        name: "Buttondown",
        hosts: &["buttondown.com", "buttondown.email"],
        feeds: &[
            ("/features/*", NO_FEED),
            ("/pricing/*", NO_FEED),
            ("/{user}/*", "https://buttondown.com/{user}/rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "Buttondown",
        generators: &["buttondown"],
        resources: &["buttondown.com/static/", "buttondown.s3."],
        feeds: &[("/*", "{origin}/rss")],
        ..NOTHING
    },
    Site {
        name: "Ghost",
        hosts: &["*.ghost.io"],
        generators: &["ghost"],
        resources: &["cdn.jsdelivr.net/ghost/portal", "/ghost/api/"],
        folders: &["/ghost/api/", "/public/", "/content/images/", "/assets/"],
        feeds: &[
            ("/tag/{tag}/*", "{root}/tag/{tag}/rss/"),
            ("/author/{author}/*", "{root}/author/{author}/rss/"),
            ("/*", "{root}/rss/"),
        ],
        ..WEBSITE
    },
    // Small blogs.
    Site {
        name: "Bear",
        hosts: &["bearblog.dev"],
        feeds: &[("/discover/*", "https://bearblog.dev/discover/feed/")],
        ..NOTHING
    },
    Site {
        name: "Bear",
        hosts: &["*.bearblog.dev"],
        texts: &["Bear \u{295}\u{2022}\u{1d25}\u{2022}\u{294}"],
        feeds: &[("/*", "{origin}/feed/")],
        ..NOTHING
    },
    Site {
        name: "write.as",
        hosts: &["write.as"],
        feeds: &[("/{user}/*", "https://write.as/{user}/feed/")],
        ..NOTHING
    },
    Site {
        name: "WriteFreely",
        hosts: &["*.writeas.com"],
        generators: &["writefreely"],
        feeds: &[("/{user}/*", "{origin}/{user}/feed/"), ("/*", "{origin}/feed/")],
        ..NOTHING
    },
    Site {
        name: "Hashnode",
        hosts: &["*.hashnode.dev"],
        generators: &["hashnode"],
        resources: &["cdn.hashnode.com/"],
        feeds: &[("/*", "{origin}/rss.xml")],
        ..NOTHING
    },
    Site {
        name: "Hashnode",
        hosts: &["hashnode.com"],
        feeds: &[("/@{user}/*", "https://{user}.hashnode.dev/rss.xml")],
        ..NOTHING
    },
    Site {
        name: "micro.blog",
        hosts: &["*.micro.blog"],
        generators: &["micro.blog"],
        resources: &["micro.blog/webmention", "micro.blog/micropub"],
        feeds: &[("/*", "{origin}/feed.xml"), ("/*", "{origin}/feed.json")],
        ..NOTHING
    },
    Site { name: "Mataroa", hosts: &["*.mataroa.blog"], feeds: &[("/*", "{origin}/rss/")], ..NOTHING },
    Site { name: "prose", hosts: &["*.prose.sh"], feeds: &[("/*", "{origin}/rss")], ..NOTHING },
    Site { name: "Blot", hosts: &["*.blot.im"], feeds: &[("/*", "{origin}/feed.rss")], ..NOTHING },
    Site { name: "weblog.lol", hosts: &["*.weblog.lol"], feeds: &[("/*", "{origin}/rss.xml")], ..NOTHING },
    Site { name: "Pika", hosts: &["*.pika.page"], feeds: &[("/*", "{origin}/posts_feed")], ..NOTHING },
    Site {
        name: "Posthaven",
        hosts: &["*.posthaven.com"],
        feeds: &[("/*", "{origin}/posts.atom")],
        ..NOTHING
    },
    Site { name: "Svbtle", hosts: &["*.svbtle.com"], feeds: &[("/*", "{origin}/feed")], ..NOTHING },
    Site {
        name: "Listed",
        hosts: &["listed.to"],
        feeds: &[("/@{user}/*", "https://listed.to/@{user}/feed")],
        ..NOTHING
    },
    Site {
        name: "Neocities",
        hosts: &["neocities.org"],
        feeds: &[("/site/{site}", "https://neocities.org/site/{site}.rss")],
        ..NOTHING
    },
    Site {
        name: "TypePad",
        hosts: &["*.typepad.com", "*.blogs.com"],
        generators: &["http://www.typepad.com", "typepad"],
        feeds: &[
            ("/{journal}/*", "{origin}/{journal}/atom.xml"),
            ("/{journal}/*", "{origin}/{journal}/rss.xml"),
            ("/", "{origin}/atom.xml"),
        ],
        ..NOTHING
    },
    Site {
        name: "LiveJournal",
        hosts: &["users.livejournal.com", "community.livejournal.com"],
        feeds: &[("/{user}/*", "{origin}/{user}/data/rss"), ("/{user}/*", "{origin}/{user}/data/atom")],
        ..NOTHING
    },
    Site {
        name: "LiveJournal",
        hosts: &["*.livejournal.com", "*.dreamwidth.org"],
        feeds: &[
            ("/tag/{tag}", "{origin}/data/rss?tag={tag}"),
            ("/*", "{origin}/data/rss"),
            ("/*", "{origin}/data/atom"),
        ],
        ..NOTHING
    },
    // Japan.
    Site {
        name: "Zenn",
        hosts: &["zenn.dev"],
        feeds: &[
            ("/topics/{topic}/*", "https://zenn.dev/topics/{topic}/feed"),
            ("/p/{publication}/*", "https://zenn.dev/p/{publication}/feed"),
            ("/", "https://zenn.dev/feed"),
            ("/articles/*", NO_FEED),
            ("/books/*", NO_FEED),
            ("/scraps/*", NO_FEED),
            ("/search/*", NO_FEED),
            ("/about/*", NO_FEED),
            ("/{user}/*", "https://zenn.dev/{user}/feed"),
        ],
        ..NOTHING
    },
    Site {
        name: "Qiita",
        hosts: &["qiita.com"],
        feeds: &[
            ("/tags/{tag}/*", "https://qiita.com/tags/{tag}/feed"),
            ("/organizations/{name}/*", "https://qiita.com/organizations/{name}/activities.atom"),
            ("/", "https://qiita.com/popular-items/feed"),
            ("/search/*", NO_FEED),
            ("/{user}/*", "https://qiita.com/{user}/feed"),
        ],
        ..NOTHING
    },
    Site {
        name: "note",
        hosts: &["note.com", "note.mu"],
        feeds: &[
            ("/hashtag/*", NO_FEED),
            ("/search/*", NO_FEED),
            ("/topic/*", NO_FEED),
            ("/{user}/m/{magazine}/*", "https://note.com/{user}/m/{magazine}/rss"),
            ("/{user}/*", "https://note.com/{user}/rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "Hatena",
        hosts: &[
            "*.hatenablog.com", "*.hatenablog.jp", "*.hateblo.jp", "*.hatenadiary.com", "*.hatenadiary.jp",
            "*.hatenadiary.org",
        ],
        marks: &["data-admin-domain=//blog.hatena.ne.jp"],
        feeds: &[
            ("/archive/category/{category}", "{origin}/feed/category/{category}"),
            ("/*", "{origin}/feed"),
            ("/*", "{origin}/rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "Hatena Bookmark",
        hosts: &["b.hatena.ne.jp"],
        feeds: &[
            ("/hotentry/{category}", "https://b.hatena.ne.jp/hotentry/{category}.rss"),
            ("/entrylist/{category}", "https://b.hatena.ne.jp/entrylist/{category}.rss"),
            ("/entry/*", NO_FEED),
            ("/", "https://b.hatena.ne.jp/hotentry.rss"),
            ("/{user}/*", "https://b.hatena.ne.jp/{user}/bookmark.rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "Ameba",
        hosts: &["ameblo.jp"],
        feeds: &[("/{user}/*", "https://rssblog.ameba.jp/{user}/rss20.html")],
        ..NOTHING
    },
    Site {
        name: "livedoor",
        hosts: &["blog.livedoor.jp"],
        feeds: &[("/{user}/*", "https://blog.livedoor.jp/{user}/index.rdf")],
        ..NOTHING
    },
    Site { name: "livedoor", hosts: &["*.livedoor.blog"], feeds: &[("/*", "{origin}/index.rdf")], ..NOTHING },
    Site { name: "FC2", hosts: &["*.fc2.com"], feeds: &[("/*", "{origin}/?xml")], ..NOTHING },
    Site { name: "Seesaa", hosts: &["*.seesaa.net"], feeds: &[("/*", "{origin}/index20.rdf")], ..NOTHING },
    // Korea.
    Site {
        name: "Naver",
        hosts: &["blog.naver.com", "m.blog.naver.com"],
        feeds: &[
            ("/{page_name}.naver?blogId={user}", "https://rss.blog.naver.com/{user}.xml"),
            ("/{page_name}.naver", NO_FEED),
            ("/{user}/*", "https://rss.blog.naver.com/{user}.xml"),
        ],
        ..NOTHING
    },
    Site {
        name: "Tistory",
        hosts: &["*.tistory.com"],
        generators: &["tistory"],
        resources: &["daumcdn.net/tistory"],
        feeds: &[("/*", "{origin}/rss")],
        ..NOTHING
    },
    Site {
        name: "velog",
        hosts: &["velog.io"],
        feeds: &[("/@{user}/*", "https://v2.velog.io/rss/{user}")],
        ..NOTHING
    },
    // China.
    Site {
        name: "CSDN",
        hosts: &["blog.csdn.net"],
        feeds: &[("/{user}/*", "https://blog.csdn.net/{user}/rss/list")],
        ..NOTHING
    },
    Site {
        name: "cnblogs",
        hosts: &["cnblogs.com"],
        feeds: &[("/{user}/*", "https://www.cnblogs.com/{user}/rss")],
        ..NOTHING
    },
    Site {
        name: "V2EX",
        hosts: &["v2ex.com"],
        feeds: &[
            ("/go/{node}", "https://www.v2ex.com/feed/{node}.xml"),
            ("/member/{user}", "https://www.v2ex.com/feed/member/{user}.xml"),
            ("/*", "https://www.v2ex.com/index.xml"),
        ],
        ..NOTHING
    },
    Site {
        name: "Douban",
        hosts: &["douban.com"],
        feeds: &[("/people/{user}/*", "https://www.douban.com/feed/people/{user}/interests")],
        ..NOTHING
    },
];
