//! Video, audio, pictures and games.

use super::identifiers::{
    ANCHOR, AUSHA, BUZZSPROUT, CASTOS, CHANNEL, FEED_URL, FLICKR, SIMPLECAST, SOUND_CLOUD,
};
use super::{NO_FEED, NOTHING, Site};

pub(super) const SITES: &[Site] = &[
    Site {
        name: "YouTube",
        hosts: &["youtube.com", "youtube-nocookie.com", "youtu.be"],
        identifiers: &[&CHANNEL],
        feeds: &[
            ("/channel/UC{uploads}/*", "https://www.youtube.com/feeds/videos.xml?channel_id=UC{uploads}"),
            // The videos of a channel, without shorts and streams.
            ("/channel/UC{uploads}/*", "https://www.youtube.com/feeds/videos.xml?playlist_id=UULF{uploads}"),
            ("/channel/*", NO_FEED),
            ("/playlist?list={list}", "https://www.youtube.com/feeds/videos.xml?playlist_id={list}"),
            ("/playlist", NO_FEED),
            // Playlists made by people. Others are generated for the viewer.
            ("/watch?list=PL{list}", "https://www.youtube.com/feeds/videos.xml?playlist_id=PL{list}"),
            ("/feed/*", NO_FEED),
            ("/results", NO_FEED),
            // Pages of handles and videos state their channel in the page.
            ("/*", "https://www.youtube.com/feeds/videos.xml?channel_id={channel}"),
            ("/*", "https://www.youtube.com/feeds/videos.xml?playlist_id=UULF{uploads}"),
            ("/user/{user}/*", "https://www.youtube.com/feeds/videos.xml?user={user}"),
        ],
        ..NOTHING
    },
    Site {
        name: "Vimeo",
        hosts: &["vimeo.com"],
        feeds: &[
            ("/channels/{name}/*", "https://vimeo.com/channels/{name}/videos/rss"),
            ("/groups/{name}/*", "https://vimeo.com/groups/{name}/videos/rss"),
            ("/{number}", NO_FEED),
            ("/{number}/*", NO_FEED),
            ("/watch/*", NO_FEED),
            ("/categories/*", NO_FEED),
            ("/showcase/*", NO_FEED),
            ("/features/*", NO_FEED),
            ("/{user}", "https://vimeo.com/{user}/videos/rss"),
            ("/{user}/videos", "https://vimeo.com/{user}/videos/rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "Dailymotion",
        hosts: &["dailymotion.com"],
        feeds: &[
            ("/video/*", NO_FEED),
            ("/playlist/{playlist}/*", "https://www.dailymotion.com/rss/playlist/{playlist}"),
            ("/user/{user}/*", "https://www.dailymotion.com/rss/user/{user}"),
            ("/search/*", NO_FEED),
            ("/{user}", "https://www.dailymotion.com/rss/user/{user}"),
        ],
        ..NOTHING
    },
    Site {
        name: "Odysee",
        hosts: &["odysee.com"],
        feeds: &[("/@{channel}/*", "https://odysee.com/$/rss/@{channel}")],
        ..NOTHING
    },
    Site {
        name: "BitChute",
        hosts: &["bitchute.com"],
        feeds: &[("/channel/{channel}/*", "https://api.bitchute.com/feeds/rss/channel/{channel}")],
        ..NOTHING
    },
    Site {
        name: "Nebula",
        hosts: &["nebula.tv"],
        feeds: &[
            ("/videos/*", NO_FEED),
            ("/explore/*", NO_FEED),
            ("/{channel}", "https://rss.nebula.app/video/channels/{channel}.rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "Internet Archive",
        hosts: &["archive.org"],
        feeds: &[(
            "/details/{collection}",
            "https://archive.org/services/collection-rss.php?collection={collection}",
        )],
        ..NOTHING
    },
    Site {
        name: "niconico",
        hosts: &["nicovideo.jp"],
        feeds: &[
            ("/user/{user}/*", "https://www.nicovideo.jp/user/{user}/video?rss=2.0"),
            ("/tag/{tag}", "https://www.nicovideo.jp/tag/{tag}?rss=2.0"),
        ],
        ..NOTHING
    },
    Site {
        name: "PeerTube",
        generators: &["peertube"],
        feeds: &[
            ("/c/{channel}/*", "{origin}/feeds/videos.xml?videoChannelName={channel}"),
            ("/video-channels/{channel}/*", "{origin}/feeds/videos.xml?videoChannelName={channel}"),
            ("/a/{account}/*", "{origin}/feeds/videos.xml?accountName={account}"),
            ("/accounts/{account}/*", "{origin}/feeds/videos.xml?accountName={account}"),
            ("/*", "{origin}/feeds/videos.xml"),
        ],
        ..NOTHING
    },
    Site {
        name: "Invidious",
        generators: &["invidious"],
        feeds: &[
            ("/channel/{channel}/*", "{origin}/feed/channel/{channel}"),
            ("/playlist?list={list}", "{origin}/feed/playlist/{list}"),
        ],
        ..NOTHING
    },
    // Podcasts.
    Site {
        name: "Apple Podcasts",
        hosts: &["podcasts.apple.com", "itunes.apple.com"],
        identifiers: &[&FEED_URL],
        feeds: &[("/*", "{feed}")],
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
        name: "Buzzsprout",
        hosts: &["buzzsprout.com"],
        feeds: &[("/{number}/*", "https://feeds.buzzsprout.com/{number}.rss")],
        ..NOTHING
    },
    Site {
        name: "Buzzsprout",
        hosts: &["*.buzzsprout.com"],
        identifiers: &[&BUZZSPROUT],
        feeds: &[("/*", "https://feeds.buzzsprout.com/{show}.rss")],
        ..NOTHING
    },
    Site { name: "Libsyn", hosts: &["*.libsyn.com"], feeds: &[("/*", "{origin}/rss")], ..NOTHING },
    Site {
        name: "Podbean",
        hosts: &["*.podbean.com"],
        feeds: &[("/*", "https://feed.podbean.com/{label}/feed.xml")],
        ..NOTHING
    },
    Site {
        name: "Transistor",
        hosts: &["*.transistor.fm"],
        feeds: &[("/*", "https://feeds.transistor.fm/{label}")],
        ..NOTHING
    },
    Site {
        name: "Spreaker",
        hosts: &["spreaker.com"],
        feeds: &[
            ("/podcast/{name}--{number}", "https://www.spreaker.com/show/{number}/episodes/feed"),
            ("/show/{number}/*", "https://www.spreaker.com/show/{number}/episodes/feed"),
        ],
        ..NOTHING
    },
    Site {
        name: "Simplecast",
        hosts: &["*.simplecast.com"],
        identifiers: &[&SIMPLECAST],
        feeds: &[("/*", "https://feeds.simplecast.com/{show}")],
        ..NOTHING
    },
    Site {
        name: "Acast",
        hosts: &["shows.acast.com", "play.acast.com"],
        feeds: &[
            ("/s/{show}/*", "https://feeds.acast.com/public/shows/{show}"),
            ("/{show}/*", "https://feeds.acast.com/public/shows/{show}"),
        ],
        ..NOTHING
    },
    Site {
        name: "Spotify for Podcasters",
        hosts: &["anchor.fm", "podcasters.spotify.com", "creators.spotify.com"],
        identifiers: &[&ANCHOR],
        feeds: &[("/*", "https://anchor.fm/s/{show}/podcast/rss")],
        ..NOTHING
    },
    Site {
        name: "Captivate",
        hosts: &["*.captivate.fm"],
        feeds: &[("/*", "https://feeds.captivate.fm/{label}/")],
        ..NOTHING
    },
    Site {
        name: "RSS.com",
        hosts: &["rss.com"],
        feeds: &[("/podcasts/{show}/*", "https://media.rss.com/{show}/feed.xml")],
        ..NOTHING
    },
    Site {
        name: "RedCircle",
        hosts: &["redcircle.com"],
        feeds: &[
            ("/shows/{show}/*", "https://feeds.redcircle.com/{show}"),
            ("/show/{show}/*", "https://feeds.redcircle.com/{show}"),
        ],
        ..NOTHING
    },
    Site { name: "Podigee", hosts: &["*.podigee.io"], feeds: &[("/*", "{origin}/feed/mp3")], ..NOTHING },
    Site {
        name: "Fireside",
        hosts: &["*.fireside.fm"],
        feeds: &[("/*", "https://feeds.fireside.fm/{label}/rss")],
        ..NOTHING
    },
    Site {
        name: "Castos",
        hosts: &["*.castos.com"],
        identifiers: &[&CASTOS],
        feeds: &[("/*", "https://feeds.castos.com/{show}")],
        ..NOTHING
    },
    Site {
        name: "Ausha",
        hosts: &["podcast.ausha.co"],
        identifiers: &[&AUSHA],
        feeds: &[("/*", "https://feed.ausha.co/{show}")],
        ..NOTHING
    },
    Site {
        name: "Audioboom",
        hosts: &["audioboom.com"],
        feeds: &[
            ("/channels/{number}-{name}", "https://audioboom.com/channels/{number}.rss"),
            ("/channels/{number}", "https://audioboom.com/channels/{number}.rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "Podomatic",
        hosts: &["podomatic.com"],
        feeds: &[("/podcasts/{show}/*", "https://www.podomatic.com/podcasts/{show}/rss2.xml")],
        ..NOTHING
    },
    Site { name: "Podomatic", hosts: &["*.podomatic.com"], feeds: &[("/*", "{origin}/rss2.xml")], ..NOTHING },
    Site {
        name: "Ximalaya",
        hosts: &["ximalaya.com"],
        feeds: &[("/album/{number}", "https://www.ximalaya.com/album/{number}.xml")],
        ..NOTHING
    },
    Site {
        name: "Castopod",
        generators: &["castopod"],
        feeds: &[("/@{show}/*", "{root}/@{show}/feed.xml")],
        ..NOTHING
    },
    Site {
        name: "Funkwhale",
        generators: &["funkwhale"],
        feeds: &[("/channels/{channel}/*", "{origin}/api/v1/channels/{channel}/rss")],
        ..NOTHING
    },
    Site { name: "Bandcamp", hosts: &["*.bandcamp.com"], feeds: &[("/*", "{origin}/feed")], ..NOTHING },
    // Pictures.
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
        name: "DeviantArt",
        hosts: &["deviantart.com"],
        feeds: &[
            ("/tag/{tag}", "https://backend.deviantart.com/rss.xml?q=tag:{tag}"),
            ("/search?q={words}", "https://backend.deviantart.com/rss.xml?q={words}"),
            ("/search/*", NO_FEED),
            ("/topic/*", NO_FEED),
            ("/{user}/*", "https://backend.deviantart.com/rss.xml?q=gallery:{user}"),
            (
                "/{user}/*",
                "https://backend.deviantart.com/rss.xml?type=deviation&q=by%3A{user}+sort%3Atime+meta%3Aall",
            ),
        ],
        ..NOTHING
    },
    Site {
        name: "ArtStation",
        hosts: &["artstation.com"],
        feeds: &[
            ("/artwork/*", NO_FEED),
            ("/search/*", NO_FEED),
            ("/channels/*", NO_FEED),
            ("/marketplace/*", NO_FEED),
            ("/{user}/*", "https://www.artstation.com/{user}.rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "ArtStation",
        hosts: &["*.artstation.com"],
        feeds: &[("/*", "https://www.artstation.com/{label}.rss")],
        ..NOTHING
    },
    Site {
        name: "Behance",
        hosts: &["behance.net"],
        feeds: &[
            ("/gallery/*", NO_FEED),
            ("/search/*", NO_FEED),
            ("/galleries/*", NO_FEED),
            ("/{user}/*", "https://www.behance.net/feeds/user?username={user}"),
        ],
        ..NOTHING
    },
    // Films, books, comics, games.
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
        name: "Webtoon",
        hosts: &["webtoons.com"],
        feeds: &[
            (
                "/{language}/{genre}/{title}/list?title_no={number}",
                "https://www.webtoons.com/{language}/{genre}/{title}/rss?title_no={number}",
            ),
            (
                "/{language}/{genre}/{title}/{episode}/viewer?title_no={number}",
                "https://www.webtoons.com/{language}/{genre}/{title}/rss?title_no={number}",
            ),
        ],
        ..NOTHING
    },
    Site {
        name: "Royal Road",
        hosts: &["royalroad.com"],
        feeds: &[("/fiction/{number}/*", "https://www.royalroad.com/syndication/{number}")],
        ..NOTHING
    },
    Site {
        name: "Steam",
        hosts: &["store.steampowered.com"],
        feeds: &[
            ("/app/{number}/*", "https://store.steampowered.com/feeds/news/app/{number}/"),
            ("/news/app/{number}/*", "https://store.steampowered.com/feeds/news/app/{number}/"),
            ("/news/group/{number}/*", "https://store.steampowered.com/feeds/news/group/{number}/"),
            ("/*", "https://store.steampowered.com/feeds/news/"),
        ],
        ..NOTHING
    },
    Site {
        name: "Steam",
        hosts: &["steamcommunity.com"],
        feeds: &[
            ("/groups/{group}/*", "https://steamcommunity.com/groups/{group}/rss/"),
            ("/games/{game}/*", "https://steamcommunity.com/games/{game}/rss/"),
            ("/app/{number}/*", "https://store.steampowered.com/feeds/news/app/{number}/"),
        ],
        ..NOTHING
    },
    Site {
        name: "itch.io",
        hosts: &["itch.io"],
        feeds: &[
            ("/games/{path...}", "https://itch.io/games/{path}.xml"),
            ("/games", "https://itch.io/games.xml"),
            ("/blog", "https://itch.io/blog.rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "itch.io",
        hosts: &["*.itch.io"],
        feeds: &[
            ("/{game}/*", "{origin}/{game}/devlog.rss"),
            ("a:/{game}/devlog/*", "{origin}/{game}/devlog.rss"),
        ],
        ..NOTHING
    },
    Site {
        name: "Mod DB",
        hosts: &["moddb.com"],
        feeds: &[
            ("/games/{game}/*", "https://rss.moddb.com/games/{game}/articles/feed/rss.xml"),
            ("/mods/{mod}/*", "https://rss.moddb.com/mods/{mod}/articles/feed/rss.xml"),
        ],
        ..NOTHING
    },
];
