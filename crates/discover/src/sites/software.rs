//! Website software that anyone can install: content management systems and static site generators.

use super::{NO_FEED, Site, WEBSITE};

pub(super) const SITES: &[Site] = &[
    Site {
        name: "WordPress",
        generators: &[
            "wordpress", "woocommerce", "elementor", "amp plugin", "wpml", "wp rocket", "site kit by google",
            "powered by slider revolution", "powered by wpbakery", "newspack", "all in one seo",
            "easy digital downloads", "the events calendar",
        ],
        resources: &["/wp-content/", "/wp-includes/", "/wp-json/"],
        // The API's URL is the only one that always begins with the site's URL, wherever the software is
        // installed.
        folders: &["/wp-json/"],
        feeds: &[
            // With plain permalinks, or with permalinks that need no URL rewriting.
            ("/?p={number}", "{root}/?feed=rss2"),
            ("/?page_id={number}", "{root}/?feed=rss2"),
            ("/?cat={number}", "{root}/?cat={number}&feed=rss2"),
            ("/index.php/*", "{root}/index.php/feed/"),
            ("/category/{path...}", "{root}/category/{path}/feed/"),
            ("/tag/{tag}", "{root}/tag/{tag}/feed/"),
            ("/author/{author}", "{root}/author/{author}/feed/"),
            ("/*", "{root}/feed/"),
            ("/*", "{root}/?feed=rss2"),
            ("/*", "{root}/comments/feed/"),
        ],
        ..WEBSITE
    },
    Site {
        name: "Drupal",
        generators: &["drupal"],
        resources: &["/sites/default/files/", "/core/misc/drupal"],
        folders: &["/core/", "/sites/"],
        feeds: &[("/taxonomy/term/{number}", "{root}/taxonomy/term/{number}/feed"), ("/*", "{root}/rss.xml")],
        ..WEBSITE
    },
    Site {
        name: "Joomla",
        generators: &["joomla"],
        resources: &["/media/system/js/core", "/media/vendor/joomla"],
        folders: &["/media/system/", "/media/vendor/", "/media/templates/", "/templates/"],
        feeds: &[
            // Lists have feeds, articles do not.
            ("/{section}/{number}-{article}", "{parent}?format=feed&type=rss"),
            ("/*", "{page}?format=feed&type=rss"),
            ("/*", "{page}?format=feed&type=atom"),
            ("/{section}/{article}/*", "{parent}?format=feed&type=rss"),
        ],
        ..WEBSITE
    },
    Site {
        name: "TYPO3",
        generators: &["typo3"],
        folders: &["/typo3temp/", "/_assets/", "/fileadmin/", "/typo3conf/"],
        feeds: &[("/*", "{root}/rss.xml"), ("/*", "{page}?type=9818"), ("/*", "{root}/?type=100")],
        ..WEBSITE
    },
    Site {
        name: "Plone",
        generators: &["plone"],
        folders: &["/++plone++", "/++theme++", "/++resource++"],
        feeds: &[
            ("/{path...}", "{root}/{path}/RSS"),
            ("/{folder}/*", "{root}/{folder}/RSS"),
            ("/*", "{root}/RSS"),
        ],
        ..WEBSITE
    },
    Site {
        name: "SPIP",
        generators: &["spip"],
        folders: &["/squelettes/", "/local/cache", "/squelettes-dist/", "/plugins-dist/"],
        feeds: &[("/*", "{root}/spip.php?page=backend")],
        ..WEBSITE
    },
    Site {
        name: "Movable Type",
        generators: &["movable type"],
        feeds: &[("/*", "{root}/atom.xml"), ("/*", "{root}/index.xml")],
        ..WEBSITE
    },
    Site {
        name: "Serendipity",
        generators: &["serendipity"],
        folders: &["/serendipity.css", "/templates/"],
        feeds: &[("/*", "{root}/feeds/index.rss2"), ("/*", "{root}/index.php?/feeds/index.rss2")],
        ..WEBSITE
    },
    Site {
        name: "Textpattern",
        generators: &["textpattern"],
        feeds: &[("/*", "{root}/rss/"), ("/*", "{root}/atom/")],
        ..WEBSITE
    },
    Site {
        name: "Dotclear",
        generators: &["dotclear"],
        folders: &["/themes/"],
        feeds: &[
            ("/*", "{root}/feed/rss2"),
            ("/*", "{root}/feed/atom"),
            ("/*", "{root}/index.php?feed/rss2"),
        ],
        ..WEBSITE
    },
    Site {
        name: "b2evolution",
        generators: &["b2evolution"],
        feeds: &[("/*", "{root}/?tempskin=_rss2")],
        ..WEBSITE
    },
    Site {
        name: "Grav",
        generators: &["gravcms", "grav"],
        folders: &["/user/themes/", "/user/plugins/"],
        feeds: &[
            ("/{blog}/*", "{root}/{blog}.rss"),
            ("a:/{blog}", "{root}/{blog}.rss"),
            ("/", "{root}/.rss"),
        ],
        ..WEBSITE
    },
    Site {
        name: "Bludit",
        generators: &["bludit"],
        folders: &["/bl-themes/", "/bl-kernel/", "/bl-plugins/"],
        feeds: &[("/*", "{root}/rss.xml")],
        ..WEBSITE
    },
    Site {
        name: "Typecho",
        generators: &["typecho"],
        resources: &["/usr/themes/", "/usr/plugins/"],
        feeds: &[("/*", "{root}/feed/"), ("/*", "{root}/index.php/feed/")],
        ..WEBSITE
    },
    Site {
        name: "Z-Blog",
        generators: &["z-blog", "z-blogphp"],
        folders: &["/zb_users/", "/zb_system/"],
        feeds: &[("/*", "{root}/feed.php")],
        ..WEBSITE
    },
    Site {
        name: "Odoo",
        generators: &["odoo"],
        feeds: &[
            ("/blog/{weblog}/*", "{root}/blog/{weblog}/feed"),
            ("a:/blog/{weblog}", "{root}/blog/{weblog}/feed"),
        ],
        ..WEBSITE
    },
    Site {
        name: "BlogEngine.NET",
        generators: &["blogengine.net"],
        feeds: &[("/*", "{root}/syndication.axd")],
        ..WEBSITE
    },
    Site {
        name: "Apache Roller",
        generators: &["apache roller", "roller"],
        resources: &["/roller-ui/"],
        feeds: &[("/{weblog}/*", "{root}/{weblog}/feed/entries/atom")],
        ..WEBSITE
    },
    Site {
        name: "BigCommerce",
        hosts: &["*.mybigcommerce.com"],
        resources: &[".bigcommerce.com/s-"],
        feeds: &[("/*", "{origin}/rss.php?action=newblogs&type=rss")],
        ..WEBSITE
    },
    Site { name: "Halo", generators: &["halo"], feeds: &[("/*", "{root}/rss.xml")], ..WEBSITE },
    Site { name: "Typlog", generators: &["typlog"], feeds: &[("/*", "{root}/feed.xml")], ..WEBSITE },
    Site {
        name: "Arc XP",
        resources: &["/pf/resources/", "/pf/dist/"],
        feeds: &[
            ("/*", "{origin}/arc/outboundfeeds/rss/?outputType=xml"),
            ("/{section}", "{origin}/arc/outboundfeeds/rss/category/{section}/?outputType=xml"),
        ],
        ..WEBSITE
    },
    Site {
        name: "BLOX",
        generators: &["blox", "townnews"],
        resources: &["bloximages.", "/tncms/"],
        feeds: &[("/*", "{origin}/search/?f=rss&t=article&l=50&s=start_time&sd=desc")],
        ..WEBSITE
    },
    // Static site generators.
    Site {
        name: "Hugo",
        generators: &["hugo"],
        feeds: &[
            // Each list has its own feed: sections, tags, categories.
            ("/{section}", "{root}/{section}/index.xml"),
            ("/tags/{term}", "{root}/tags/{term}/index.xml"),
            ("/categories/{term}", "{root}/categories/{term}/index.xml"),
            ("/*", "{root}/index.xml"),
            ("/{section}/*", "{root}/{section}/index.xml"),
            ("/{section}/{list}/*", "{root}/{section}/{list}/index.xml"),
        ],
        ..WEBSITE
    },
    Site {
        name: "Jekyll",
        generators: &["jekyll"],
        feeds: &[("/*", "{root}/feed.xml"), ("/*", "{root}/atom.xml")],
        ..WEBSITE
    },
    Site {
        name: "Hexo",
        generators: &["hexo"],
        feeds: &[("/*", "{root}/atom.xml"), ("/*", "{root}/rss2.xml")],
        ..WEBSITE
    },
    Site {
        name: "Eleventy",
        generators: &["eleventy"],
        feeds: &[("/*", "{root}/feed.xml"), ("/*", "{root}/feed/feed.xml")],
        ..WEBSITE
    },
    Site {
        name: "Astro",
        generators: &["astro", "starlight"],
        resources: &["/_astro/"],
        feeds: &[
            ("/*", "{root}/rss.xml"),
            ("/{blog}/*", "{root}/{blog}/rss.xml"),
            ("a:/{blog}", "{root}/{blog}/rss.xml"),
        ],
        ..WEBSITE
    },
    Site {
        name: "Gatsby",
        generators: &["gatsby"],
        marks: &["#___gatsby"],
        feeds: &[("/*", "{root}/rss.xml")],
        ..WEBSITE
    },
    Site {
        name: "Docusaurus",
        generators: &["docusaurus"],
        marks: &["#__docusaurus"],
        feeds: &[
            ("/{blog}/*", "{root}/{blog}/rss.xml"),
            ("/{blog}/*", "{root}/{blog}/atom.xml"),
            ("/{blog}/*", NO_FEED),
            ("a:/{blog}", "{root}/{blog}/rss.xml"),
            ("a:/{blog}", "{root}/{blog}/atom.xml"),
            ("/*", "{root}/blog/rss.xml"),
            // Only the blog.
            ("/*", "{root}/rss.xml"),
        ],
        ..WEBSITE
    },
    Site {
        name: "VuePress",
        generators: &["vuepress", "vitepress"],
        feeds: &[
            ("/*", "{root}/feed.rss"),
            ("/*", "{root}/rss.xml"),
            ("/*", "{root}/feed.xml"),
            ("/*", "{root}/atom.xml"),
        ],
        ..WEBSITE
    },
    Site {
        name: "MkDocs",
        generators: &["mkdocs", "zensical"],
        feeds: &[("/*", "{root}/feed_rss_created.xml"), ("/*", "{root}/feed_rss_updated.xml")],
        ..WEBSITE
    },
    Site {
        name: "ABlog",
        generators: &["ablog"],
        texts: &["_static/ablog/"],
        feeds: &[("/*", "{root}/blog/atom.xml")],
        ..WEBSITE
    },
    Site {
        name: "Pelican",
        generators: &["pelican"],
        feeds: &[("/*", "{root}/feeds/all.atom.xml"), ("/*", "{root}/feeds/all.rss.xml")],
        ..WEBSITE
    },
    Site {
        name: "Nikola",
        generators: &["nikola"],
        feeds: &[("/*", "{root}/rss.xml"), ("/*", "{root}/index.atom")],
        ..WEBSITE
    },
    Site {
        name: "Zola",
        generators: &["zola"],
        feeds: &[
            ("/*", "{root}/atom.xml"),
            ("/*", "{root}/rss.xml"),
            ("/{blog}/*", "{root}/{blog}/atom.xml"),
        ],
        ..WEBSITE
    },
    Site {
        name: "Quarto",
        generators: &["quarto"],
        feeds: &[
            // Each list of articles may have a feed with its name.
            ("/{blog}.html", "{root}/{blog}.xml"),
            ("/{blog}/*", "{root}/{blog}/index.xml"),
            ("/*", "{root}/index.xml"),
            ("/*", "{root}/blog.xml"),
        ],
        ..WEBSITE
    },
    Site {
        name: "Lume",
        generators: &["lume"],
        feeds: &[("/*", "{root}/feed.xml"), ("/*", "{root}/feed.rss"), ("/*", "{root}/feed.json")],
        ..WEBSITE
    },
    Site {
        name: "Publii",
        generators: &["publii"],
        feeds: &[("/*", "{root}/feed.xml"), ("/*", "{root}/feed.json")],
        ..WEBSITE
    },
    Site {
        name: "Middleman",
        generators: &["middleman"],
        feeds: &[("/*", "{root}/feed.xml"), ("/{blog}/*", "{root}/{blog}/feed.xml")],
        ..WEBSITE
    },
    Site { name: "Bridgetown", generators: &["bridgetown"], feeds: &[("/*", "{root}/feed.xml")], ..WEBSITE },
    Site {
        name: "Gridsome",
        generators: &["gridsome"],
        feeds: &[("/*", "{root}/rss.xml"), ("/*", "{root}/feed.xml")],
        ..WEBSITE
    },
    Site {
        name: "nanoc",
        generators: &["nanoc"],
        feeds: &[("/*", "{root}/feed/"), ("/*", "{root}/feed.xml"), ("/*", "{root}/atom.xml")],
        ..WEBSITE
    },
    Site { name: "Lektor", generators: &["lektor"], feeds: &[("/*", "{root}/feed.xml")], ..WEBSITE },
    Site { name: "Franklin", generators: &["franklin"], feeds: &[("/*", "{root}/feed.xml")], ..WEBSITE },
    Site { name: "Quartz", generators: &["quartz"], feeds: &[("/*", "{root}/index.xml")], ..WEBSITE },
    Site { name: "Octopress", generators: &["octopress"], feeds: &[("/*", "{root}/atom.xml")], ..WEBSITE },
    Site {
        name: "Wintersmith",
        generators: &["wintersmith"],
        feeds: &[("/*", "{root}/feed.xml")],
        ..WEBSITE
    },
];
