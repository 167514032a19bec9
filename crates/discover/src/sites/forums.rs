//! Forums and wikis.

use super::{NO_FEED, NOTHING, Site};

pub(super) const SITES: &[Site] = &[
    Site {
        name: "Discourse",
        generators: &["discourse"],
        marks: &["#data-discourse-setup"],
        folders: &["/extra-locales/", "/theme-javascripts/", "/stylesheets/", "/assets/"],
        feeds: &[
            ("/c/{category}/{number}", "{root}/c/{category}/{number}.rss"),
            ("/c/{category}/{below}/{number}", "{root}/c/{category}/{below}/{number}.rss"),
            ("/tag/{tag}/{number}", "{root}/tag/{tag}/{number}.rss"),
            ("/tag/{tag}", "{root}/tag/{tag}.rss"),
            ("/tags/{tag}", "{root}/tag/{tag}.rss"),
            ("/t/{topic}/{number}/*", "{root}/t/{topic}/{number}.rss"),
            ("/u/{user}/*", "{root}/u/{user}/activity.rss"),
            ("/g/{group}/*", "{root}/g/{group}/posts.rss"),
            ("/top", "{root}/top.rss"),
            ("/*", "{root}/latest.rss"),
            ("/*", "{root}/posts.rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "phpBB",
        generators: &["phpbb"],
        marks: &["id=phpbb"],
        resources: &["/styles/prosilver/"],
        folders: &["/styles/", "/assets/javascript/"],
        feeds: &[
            ("/viewforum.php?f={number}", "{root}/app.php/feed/forum/{number}"),
            ("/viewtopic.php?t={number}", "{root}/app.php/feed/topic/{number}"),
            ("/*", "{root}/app.php/feed"),
            ("/*", "{root}/feed"),
        ],
        ..NOTHING
    },
    Site {
        name: "vBulletin",
        generators: &["vbulletin"],
        resources: &["/clientscript/vbulletin"],
        folders: &["/core/clientscript/", "/clientscript/", "/js/header-rollup"],
        feeds: &[
            ("/forumdisplay.php?f={number}", "{root}/external.php?type=RSS2&forumids={number}"),
            ("/*", "{root}/external?type=rss2"),
            ("/*", "{root}/external.php?type=RSS2"),
        ],
        ..NOTHING
    },
    Site {
        name: "XenForo",
        marks: &["id=XF"],
        resources: &["/js/xf/"],
        folders: &["/css.php?css=", "/styles/"],
        feeds: &[
            ("/forums/{forum}.{number}/*", "{root}/forums/{forum}.{number}/index.rss"),
            ("/threads/{thread}/*", "{root}/forums/-/index.rss"),
            ("/*", "{root}/forums/-/index.rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "Flarum",
        generators: &["flarum"],
        marks: &["#flarum-loading", "#flarum-json-payload"],
        folders: &["/assets/forum"],
        feeds: &[
            ("/t/{tag}", "{root}/atom/t/{tag}"),
            ("/d/{discussion}/*", "{root}/atom/d/{discussion}"),
            ("/*", "{root}/atom"),
            ("/*", "{root}/rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "NodeBB",
        generators: &["nodebb"],
        resources: &["/assets/nodebb", "/assets/plugins/nodebb-"],
        folders: &["/assets/client"],
        feeds: &[
            ("/category/{number}/*", "{root}/category/{number}.rss"),
            ("/topic/{number}/*", "{root}/topic/{number}.rss"),
            ("/tags/{tag}", "{root}/tags/{tag}.rss"),
            ("/user/{user}/*", "{root}/user/{user}/topics.rss"),
            ("/popular/*", "{root}/popular.rss"),
            ("/*", "{root}/recent.rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "Vanilla",
        generators: &["vanilla forums"],
        marks: &["id=vanilla_"],
        texts: &["gdn.meta"],
        resources: &["v-cdn.net/"],
        folders: &["/applications/dashboard/", "/applications/vanilla/", "/js/library/"],
        feeds: &[
            ("/categories/{category}/*", "{root}/categories/{category}/feed.rss"),
            ("/discussion/{number}/{title}/*", "{root}/discussion/{number}/{title}/feed.rss"),
            ("/*", "{root}/discussions/feed.rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "MyBB",
        generators: &["mybb"],
        texts: &["my_post_key"],
        folders: &["/jscripts/", "/cache/themes/"],
        feeds: &[
            ("/forumdisplay.php?fid={number}", "{root}/syndication.php?fid={number}&type=atom1.0"),
            ("/*", "{root}/syndication.php?type=atom1.0"),
            ("/*", "{root}/syndication.php"),
        ],
        ..NOTHING
    },
    Site {
        name: "SMF",
        generators: &["smf"],
        texts: &["smf_theme_url"],
        folders: &["/Themes/"],
        feeds: &[
            ("/index.php?board={number}.{start}", "{root}/index.php?action=.xml;type=rss2;board={number}"),
            ("/*", "{root}/index.php?action=.xml;type=rss2"),
        ],
        ..NOTHING
    },
    Site {
        name: "Invision Community",
        generators: &["invision"],
        marks: &["class=ipsApp", "data-controller=core.front"],
        folders: &["/applications/core/", "/uploads/"],
        feeds: &[
            ("/forum/{forum}/*", "{root}/forum/{forum}.xml/"),
            ("/blogs/blog/{weblog}/*", "{root}/blogs/blog/rss/{weblog}"),
            ("/*", "{root}/discover/all.xml/"),
        ],
        ..NOTHING
    },
    Site {
        name: "Discuz!",
        generators: &["discuz"],
        folders: &["/static/js/", "/data/cache/"],
        feeds: &[
            ("/forum-{number}-{sheet}.html", "{root}/forum.php?mod=rss&fid={number}"),
            ("/forum.php?fid={number}", "{root}/forum.php?mod=rss&fid={number}"),
            ("/*", "{root}/forum.php?mod=rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "HyperKitty",
        texts: &["hyperkitty/libs"],
        feeds: &[
            ("/archives/list/{list}/*", "{origin}/archives/list/{list}/feed/"),
            ("/hyperkitty/list/{list}/*", "{origin}/hyperkitty/list/{list}/feed/"),
        ],
        ..NOTHING
    },
    Site {
        name: "public-inbox",
        hosts: &["lore.kernel.org", "inbox.sourceware.org"],
        feeds: &[
            ("/{list}/{message}/t/*", "{origin}/{list}/{message}/t.atom"),
            ("/{list}/*", "{origin}/{list}/new.atom"),
        ],
        ..NOTHING
    },
    Site {
        name: "The Mail Archive",
        hosts: &["mail-archive.com"],
        feeds: &[("/{list}/*", "https://www.mail-archive.com/{list}/maillist.xml")],
        ..NOTHING
    },
    // Wikis.
    Site {
        name: "Wikipedia",
        hosts: &[
            "*.wikipedia.org", "*.wiktionary.org", "*.wikinews.org", "*.wikibooks.org", "*.wikivoyage.org",
            "commons.wikimedia.org", "wikidata.org",
        ],
        feeds: &[
            ("/wiki/{title...}", "{origin}/w/index.php?title={title}&action=history&feed=atom"),
            ("/*", "{origin}/w/index.php?title=Special:RecentChanges&feed=atom"),
        ],
        ..NOTHING
    },
    Site {
        name: "MediaWiki",
        generators: &["mediawiki"],
        folders: &["/load.php", "/api.php", "/index.php?"],
        feeds: &[
            ("/index.php?title={title}", "{page}?title={title}&action=history&feed=atom"),
            ("/index.php", "{page}?title=Special:RecentChanges&feed=atom"),
            ("/*", "{resources}/index.php?title=Special:RecentChanges&feed=atom"),
            ("/*", "{origin}/w/index.php?title=Special:RecentChanges&feed=atom"),
            ("/*", "{origin}/index.php?title=Special:RecentChanges&feed=atom"),
            ("/wiki/{title...}", "{resources}/index.php?title={title}&action=history&feed=atom"),
        ],
        ..NOTHING
    },
    Site {
        name: "DokuWiki",
        generators: &["dokuwiki"],
        folders: &["/lib/exe/", "/lib/tpl/"],
        feeds: &[("/doku.php/*", "{root}/feed.php"), ("/*", "{root}/feed.php")],
        ..NOTHING
    },
    Site {
        name: "MoinMoin",
        generators: &["moinmoin", "moin"],
        resources: &["/moin_static"],
        feeds: &[("/*", "{root}/RecentChanges?action=rss_rc&ddiffs=1&unique=1")],
        ..NOTHING
    },
    Site {
        name: "PmWiki",
        generators: &["pmwiki"],
        resources: &["/pub/skins/pmwiki"],
        feeds: &[("/*", "{page}?n=Site.AllRecentChanges&action=rss")],
        ..NOTHING
    },
    Site {
        name: "Wikidot",
        hosts: &["*.wikidot.com"],
        feeds: &[("/feed/*", NO_FEED), ("/*", "{origin}/feed/site-changes.xml")],
        ..NOTHING
    },
];
