//! Papers and journals.

use super::identifiers::SCIENCE_DIRECT;
use super::{NO_FEED, NOTHING, Site};

pub(super) const SITES: &[Site] = &[
    Site {
        name: "arXiv",
        hosts: &["arxiv.org", "export.arxiv.org"],
        feeds: &[
            ("/list/{category}/*", "https://rss.arxiv.org/rss/{category}"),
            ("/list/{category}/*", "https://rss.arxiv.org/atom/{category}"),
            ("/archive/{category}/*", "https://rss.arxiv.org/rss/{category}"),
            ("/a/{author}/*", "https://arxiv.org/a/{author}.atom2"),
            (
                "/search/*?query={words}",
                "https://export.arxiv.org/api/query?search_query=all:{words}&sortBy=submittedDate&sortOrder=descending",
            ),
        ],
        ..NOTHING
    },
    Site {
        name: "bioRxiv",
        hosts: &["biorxiv.org"],
        feeds: &[
            ("/collection/{subject}/*", "https://connect.biorxiv.org/biorxiv_xml.php?subject={subject|_}"),
            ("/*", "https://connect.biorxiv.org/biorxiv_xml.php?subject=all"),
        ],
        ..NOTHING
    },
    Site {
        name: "medRxiv",
        hosts: &["medrxiv.org"],
        feeds: &[
            ("/collection/{subject}/*", "https://connect.medrxiv.org/medrxiv_xml.php?subject={subject|_}"),
            ("/*", "https://connect.medrxiv.org/medrxiv_xml.php?subject=all"),
        ],
        ..NOTHING
    },
    Site {
        name: "Nature",
        hosts: &["nature.com"],
        feeds: &[
            ("/subjects/{subject}/*", "https://www.nature.com/subjects/{subject}.rss"),
            ("/articles/*", NO_FEED),
            ("/search/*", NO_FEED),
            ("/", "https://www.nature.com/nature.rss"),
            ("/{journal}/*", "https://www.nature.com/{journal}.rss"),
        ],
        ..NOTHING
    },
    // Many publishers use Atypon's software.
    Site {
        name: "Atypon",
        hosts: &[
            "science.org", "pnas.org", "tandfonline.com", "onlinelibrary.wiley.com",
            "*.onlinelibrary.wiley.com", "pubs.acs.org", "journals.sagepub.com", "dl.acm.org",
            "journals.uchicago.edu", "annualreviews.org", "nejm.org", "liebertpub.com", "journals.asm.org",
        ],
        feeds: &[
            ("/toc/{journal}/*", "{origin}/action/showFeed?type=etoc&feed=rss&jc={journal}"),
            ("/loi/{journal}/*", "{origin}/action/showFeed?type=etoc&feed=rss&jc={journal}"),
            ("/journal/{journal}/*", "{origin}/action/showFeed?type=etoc&feed=rss&jc={journal}"),
            ("/journals/{journal}/*", "{origin}/action/showFeed?type=etoc&feed=rss&jc={journal}"),
        ],
        ..NOTHING
    },
    Site {
        name: "ScienceDirect",
        hosts: &["sciencedirect.com"],
        identifiers: &[&SCIENCE_DIRECT],
        feeds: &[("/journal/*", "https://rss.sciencedirect.com/publication/science/{issn}")],
        ..NOTHING
    },
    Site {
        name: "Springer",
        hosts: &["link.springer.com"],
        feeds: &[
            (
                "/journal/{number}/*",
                "https://link.springer.com/search.rss?facet-content-type=Article&facet-journal-id={number}",
            ),
            ("/search/*", "https://link.springer.com/search.rss?{query}"),
        ],
        ..NOTHING
    },
    Site {
        name: "BMC",
        hosts: &["*.biomedcentral.com"],
        feeds: &[("/*", "{origin}/articles/most-recent/rss.xml")],
        ..NOTHING
    },
    Site {
        name: "PLOS",
        hosts: &["journals.plos.org"],
        feeds: &[("/{journal}/*", "https://journals.plos.org/{journal}/feed/atom")],
        ..NOTHING
    },
    Site {
        name: "MDPI",
        hosts: &["mdpi.com"],
        feeds: &[("/journal/{journal}/*", "https://www.mdpi.com/rss/journal/{journal}")],
        ..NOTHING
    },
    Site {
        name: "Frontiers",
        hosts: &["frontiersin.org"],
        feeds: &[("/journals/{journal}/*", "https://www.frontiersin.org/journals/{journal}/rss")],
        ..NOTHING
    },
    Site {
        name: "IEEE Xplore",
        hosts: &["ieeexplore.ieee.org"],
        feeds: &[("/xpl/*?punumber={number}", "https://ieeexplore.ieee.org/rss/TOC{number}.XML")],
        ..NOTHING
    },
    Site {
        name: "IOPscience",
        hosts: &["iopscience.iop.org"],
        feeds: &[("/journal/{issn}/*", "https://iopscience.iop.org/journal/rss/{issn}")],
        ..NOTHING
    },
    Site {
        name: "APS",
        hosts: &["journals.aps.org"],
        feeds: &[("/{journal}/*", "https://feeds.aps.org/rss/recent/{journal}.xml")],
        ..NOTHING
    },
    Site {
        name: "Cell Press",
        hosts: &["cell.com"],
        feeds: &[
            ("/{journal}/*", "https://www.cell.com/{journal}/current.rss"),
            ("/{journal}/*", "https://www.cell.com/{journal}/inpress.rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "eLife",
        hosts: &["elifesciences.org"],
        feeds: &[("/*", "https://elifesciences.org/rss/recent.xml")],
        ..NOTHING
    },
    // Publishing and repository software.
    Site {
        name: "Open Journal Systems",
        generators: &["open journal systems", "open preprint systems", "open monograph press"],
        folders: &["/lib/pkp/", "/plugins/themes/", "/plugins/generic/"],
        feeds: &[
            ("/index.php/{journal}/*", "{root}/index.php/{journal}/gateway/plugin/WebFeedGatewayPlugin/atom"),
            ("/index.php/{journal}/*", "{root}/index.php/{journal}/gateway/plugin/WebFeedGatewayPlugin/rss2"),
            ("/index.php/*", NO_FEED),
            ("/{journal}/*", "{root}/{journal}/gateway/plugin/WebFeedGatewayPlugin/atom"),
            ("/{journal}/*", "{root}/{journal}/gateway/plugin/WebFeedGatewayPlugin/rss2"),
        ],
        ..NOTHING
    },
    Site {
        name: "DSpace",
        generators: &["dspace 5", "dspace 6", "dspace 4", "dspace 3"],
        feeds: &[
            ("/handle/{prefix}/{number}", "{root}/feed/rss_2.0/{prefix}/{number}"),
            ("/*", "{root}/feed/rss_2.0/site"),
        ],
        ..NOTHING
    },
    Site {
        name: "DSpace",
        generators: &["dspace"],
        feeds: &[("/*", "{root}/server/opensearch/search?format=rss&query=*")],
        ..NOTHING
    },
    Site {
        name: "EPrints",
        generators: &["eprints"],
        feeds: &[("/*", "{root}/cgi/latest_tool?output=RSS2")],
        ..NOTHING
    },
];
