//! Code: repository hosts, package registries, issue trackers, status pages.

use super::{NO_FEED, NOTHING, Site};

pub(super) const SITES: &[Site] = &[
    Site {
        name: "GitHub",
        hosts: &["github.com"],
        feeds: &[
            ("/features/*", NO_FEED),
            ("/topics/*", NO_FEED),
            ("/trending/*", NO_FEED),
            ("/marketplace/*", NO_FEED),
            ("/explore/*", NO_FEED),
            ("/search/*", NO_FEED),
            ("/settings/*", NO_FEED),
            ("/notifications/*", NO_FEED),
            ("/login/*", NO_FEED),
            ("/sponsors/*", NO_FEED),
            ("/collections/*", NO_FEED),
            ("/pricing/*", NO_FEED),
            ("/enterprise/*", NO_FEED),
            ("/orgs/{organization}/*", "https://github.com/{organization}.atom"),
            ("/orgs/*", NO_FEED),
            // The feeds for the page's subject come first.
            ("/{user}/{repository}/tags", "https://github.com/{user}/{repository}/tags.atom"),
            (
                "/{user}/{repository}/discussions/categories/{category}",
                "https://github.com/{user}/{repository}/discussions/categories/{category}.atom",
            ),
            ("/{user}/{repository}/discussions/*", "https://github.com/{user}/{repository}/discussions.atom"),
            ("/{user}/{repository}/wiki/*", "https://github.com/{user}/{repository}/wiki.atom"),
            (
                "/{user}/{repository}/commits/{path...}",
                "https://github.com/{user}/{repository}/commits/{path}.atom",
            ),
            ("/{user}/{repository}/commits", "https://github.com/{user}/{repository}/commits.atom"),
            (
                "/{user}/{repository}/tree/{path...}",
                "https://github.com/{user}/{repository}/commits/{path}.atom",
            ),
            (
                "/{user}/{repository}/blob/{path...}",
                "https://github.com/{user}/{repository}/commits/{path}.atom",
            ),
            ("/{user}/{repository}/*", "https://github.com/{user}/{repository}/releases.atom"),
            ("/{user}/{repository}/*", "https://github.com/{user}/{repository}/tags.atom"),
            ("/{user}/{repository}/*", "https://github.com/{user}/{repository}/commits.atom"),
            ("/{user}", "https://github.com/{user}.atom"),
        ],
        ..NOTHING
    },
    Site {
        name: "GitHub",
        hosts: &["gist.github.com"],
        feeds: &[("/discover/*", NO_FEED), ("/{user}/*", "https://gist.github.com/{user}.atom")],
        ..NOTHING
    },
    Site {
        name: "GitLab",
        hosts: &["gitlab.com"],
        generators: &["gitlab"],
        marks: &["data-project-full-path=", "data-group-full-path="],
        feeds: &[
            ("/{path...}/-/commits/{branch...}", "{root}/{path}/-/commits/{branch}?format=atom"),
            ("/{path...}/-/tree/{branch...}", "{root}/{path}/-/commits/{branch}?format=atom"),
            ("/{path...}/-/tags", "{root}/{path}/-/tags?format=atom"),
            ("/{path...}/-/issues/*", "{root}/{path}/-/issues.atom"),
            ("/{path...}/-/*", "{root}/{path}/-/releases.atom"),
            ("/{path...}/-/*", "{root}/{path}/-/tags?format=atom"),
            ("/{path...}/-/*", NO_FEED),
            ("/explore/*", NO_FEED),
            ("/users/*", NO_FEED),
            ("/{user}", "{root}/{user}.atom"),
            ("/{path...}", "{root}/{path}/-/releases.atom"),
            ("/{path...}", "{root}/{path}/-/tags?format=atom"),
            ("/{path...}", "{root}/{path}.atom"),
        ],
        ..NOTHING
    },
    Site {
        name: "Forgejo",
        hosts: &["codeberg.org", "gitea.com"],
        generators: &["forgejo", "gitea", "codeberg"],
        texts: &[
            "Git with a cup of tea", "Beyond coding. We Forge.", "go,git,self-hosted,gitea",
            "git,forge,forgejo",
        ],
        folders: &["/assets/js/", "/assets/css/"],
        feeds: &[
            ("/explore/*", NO_FEED),
            (
                "/{user}/{repository}/commits/branch/{branch...}",
                "{root}/{user}/{repository}/rss/branch/{branch}",
            ),
            ("/{user}/{repository}/src/branch/{branch...}", "{root}/{user}/{repository}/rss/branch/{branch}"),
            ("/{user}/{repository}/tags", "{root}/{user}/{repository}/tags.rss"),
            ("/{user}/{repository}/*", "{root}/{user}/{repository}/releases.rss"),
            ("/{user}/{repository}/*", "{root}/{user}/{repository}.rss"),
            ("/{user}", "{root}/{user}.rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "SourceHut",
        hosts: &["git.sr.ht", "hg.sr.ht"],
        feeds: &[
            ("/~{user}/{repository}/refs/*", "{origin}/~{user}/{repository}/refs/rss.xml"),
            ("/~{user}/{repository}/*", "{origin}/~{user}/{repository}/log/rss.xml"),
            ("/~{user}/{repository}/*", "{origin}/~{user}/{repository}/refs/rss.xml"),
        ],
        ..NOTHING
    },
    Site {
        name: "cgit",
        generators: &["cgit"],
        feeds: &[
            ("/{path...}/about/*", "{origin}/{path}/atom/"),
            ("/{path...}/log/*", "{origin}/{path}/atom/"),
            ("/{path...}/tree/*", "{origin}/{path}/atom/"),
            ("/{path...}/refs/*", "{origin}/{path}/atom/"),
            ("/{path...}/commit/*", "{origin}/{path}/atom/"),
            ("/{path...}", "{origin}/{path}/atom/"),
        ],
        ..NOTHING
    },
    Site {
        name: "gitweb",
        generators: &["gitweb"],
        feeds: &[
            ("/*?p={project}", "{page}?p={project};a=atom"),
            ("/*?p={project}", "{page}?p={project};a=rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "SourceForge",
        hosts: &["sourceforge.net"],
        feeds: &[
            ("/projects/{project}/*", "https://sourceforge.net/projects/{project}/rss?path=/"),
            ("/p/{project}/*", "https://sourceforge.net/p/{project}/activity/feed"),
        ],
        ..NOTHING
    },
    Site {
        name: "Launchpad",
        hosts: &["launchpad.net"],
        feeds: &[
            ("/~{user}/*", NO_FEED),
            ("/{project}/*", "http://feeds.launchpad.net/{project}/announcements.atom"),
        ],
        ..NOTHING
    },
    // Packages.
    Site {
        name: "PyPI",
        hosts: &["pypi.org"],
        feeds: &[
            ("/project/{name}/*", "https://pypi.org/rss/project/{name}/releases.xml"),
            ("/", "https://pypi.org/rss/updates.xml"),
            ("/", "https://pypi.org/rss/packages.xml"),
        ],
        ..NOTHING
    },
    Site {
        name: "crates.io",
        hosts: &["crates.io"],
        feeds: &[
            ("/crates/{name}/*", "https://static.crates.io/rss/crates/{name}.xml"),
            ("/*", "https://static.crates.io/rss/updates.xml"),
            ("/*", "https://static.crates.io/rss/crates.xml"),
        ],
        ..NOTHING
    },
    Site {
        name: "RubyGems",
        hosts: &["rubygems.org"],
        feeds: &[("/gems/{name}/*", "https://rubygems.org/gems/{name}/versions.atom")],
        ..NOTHING
    },
    Site {
        name: "Packagist",
        hosts: &["packagist.org"],
        feeds: &[
            ("/packages/{vendor}/{name}", "https://packagist.org/feeds/package.{vendor}/{name}.rss"),
            ("/packages/{vendor}/*", "https://packagist.org/feeds/vendor.{vendor}.rss"),
            ("/*", "https://packagist.org/feeds/releases.rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "NuGet",
        hosts: &["nuget.org"],
        feeds: &[("/packages/{name}/*", "https://www.nuget.org/packages/{name}/atom.xml")],
        ..NOTHING
    },
    Site {
        name: "Debian",
        hosts: &["tracker.debian.org"],
        feeds: &[("/pkg/{name}/*", "https://tracker.debian.org/pkg/{name}/rss")],
        ..NOTHING
    },
    // Trackers.
    Site {
        name: "Trac",
        generators: &["trac"],
        resources: &["/chrome/common/css/trac.css", "/chrome/common/js/trac.js"],
        feeds: &[
            ("/blog/*", "{root}/blog?format=rss"),
            ("/report/{number}", "{root}/report/{number}?format=rss"),
            ("/wiki/{path...}", "{root}/wiki/{path}?action=history&format=rss"),
            ("/log/*", "{page}?format=rss"),
            ("/query/*", "{page}?{query}&format=rss"),
            ("/ticket/{number}", "{root}/ticket/{number}?format=rss"),
            (
                "/*",
                "{root}/timeline?ticket=on&changeset=on&milestone=on&wiki=on&max=50&daysback=90&format=rss",
            ),
        ],
        ..NOTHING
    },
    Site {
        name: "Redmine",
        generators: &["redmine"],
        texts: &["content=\"Redmine\"", "www.redmine.org/"],
        folders: &["/stylesheets/", "/javascripts/"],
        feeds: &[
            ("/projects/{project}/news", "{root}/projects/{project}/news.atom"),
            ("/projects/{project}/issues", "{root}/projects/{project}/issues.atom"),
            ("/projects/{project}/*", "{root}/projects/{project}/activity.atom"),
            ("/issues/{number}", "{root}/issues/{number}.atom"),
            ("/*", "{root}/activity.atom"),
            ("/*", "{root}/news.atom"),
        ],
        ..NOTHING
    },
    Site {
        name: "Bugzilla",
        generators: &["bugzilla"],
        resources: &["/skins/standard/global.css", "/data/assets/"],
        feeds: &[("/buglist.cgi", "{page}?{query}&ctype=atom")],
        ..NOTHING
    },
    Site {
        name: "Confluence",
        generators: &["confluence"],
        marks: &["#confluence-ui", "#com-atlassian-confluence"],
        texts: &["confluence-context-path"],
        feeds: &[
            (
                "/display/{space}/*",
                "{root}/createrssfeed.action?types=page&types=blogpost&spaces={space}&maxResults=15&title={space}",
            ),
            (
                "/spaces/{space}/*",
                "{root}/createrssfeed.action?types=page&types=blogpost&spaces={space}&maxResults=15&title={space}",
            ),
        ],
        ..NOTHING
    },
    Site {
        name: "Jenkins",
        marks: &["id=jenkins"],
        feeds: &[("/job/{job}/*", "{root}/job/{job}/rssAll"), ("/*", "{root}/rssAll")],
        ..NOTHING
    },
    // Status pages of services.
    Site {
        name: "Statuspage",
        hosts: &["*.statuspage.io"],
        resources: &["cdn.statuspage.io/", "dka575ofm4ao0.cloudfront.net/"],
        feeds: &[("/*", "{origin}/history.atom"), ("/*", "{origin}/history.rss")],
        ..NOTHING
    },
    Site {
        name: "Instatus",
        hosts: &["*.instatus.com"],
        resources: &["instatus.com/"],
        feeds: &[("/*", "{origin}/history.rss"), ("/*", "{origin}/history.atom")],
        ..NOTHING
    },
    Site {
        name: "Better Stack",
        hosts: &["*.betteruptime.com"],
        resources: &["betteruptime.com/", "uptime.betterstack.com/", "uptime-storage.s3."],
        feeds: &[("/*", "{origin}/feed.rss")],
        ..NOTHING
    },
    Site {
        name: "openstatus",
        hosts: &["*.openstatus.dev"],
        feeds: &[("/*", "{origin}/feed/rss"), ("/*", "{origin}/feed/atom")],
        ..NOTHING
    },
    Site {
        name: "Cachet",
        generators: &["cachet"],
        feeds: &[("/*", "{root}/rss"), ("/*", "{root}/atom")],
        ..NOTHING
    },
    Site {
        name: "Canny",
        hosts: &["*.canny.io"],
        feeds: &[("/changelog/*", "{origin}/api/changelog/feed.rss")],
        ..NOTHING
    },
];
