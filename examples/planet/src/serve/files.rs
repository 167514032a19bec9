//! The files of the site. No other files on the disk are accessible.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use percent_encoding::percent_decode_str;

/// The meaning of a path.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    File {
        path: PathBuf,
        media_type: &'static str,
    },
    /// A folder, whose address must end with a slash: the last part of its path, with that slash.
    Folder(String),
}

/// The media types of served files, by extension. Files with other extensions, such as a database, are not served.
const MEDIA_TYPES: &[(&str, &str)] = &[
    ("html", "text/html; charset=utf-8"),
    ("xml", "application/xml"),
    ("json", "application/json"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("txt", "text/plain; charset=utf-8"),
    ("ico", "image/vnd.microsoft.icon"),
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("gif", "image/gif"),
    ("svg", "image/svg+xml"),
    ("webp", "image/webp"),
    ("avif", "image/avif"),
    ("webmanifest", "application/manifest+json"),
    ("woff2", "font/woff2"),
];

/// The media types of files whose names are more specific than their extensions.
const FEEDS: &[(&str, &str)] = &[
    ("atom.xml", "application/atom+xml"),
    ("rss.xml", "application/rss+xml"),
    ("feed.json", "application/feed+json"),
    ("opml.xml", "text/x-opml"),
];

/// Finds the file for a path within a folder.
pub(super) fn find(root: &Path, path: &str) -> Option<Found> {
    let decoded = percent_decode_str(path.strip_prefix('/')?).decode_utf8().ok()?;
    let name = decoded.rsplit('/').next().filter(|name| !name.is_empty()).unwrap_or("index.html");
    let folders = decoded.rsplit_once('/').map(|(folders, _)| folders.split('/'));
    let mut file = root.to_owned();
    for part in folders.into_iter().flatten().chain([name]) {
        if !is_harmless(part) {
            return None;
        }
        file.push(part);
    }
    // A link may lead elsewhere.
    let file = file.canonicalize().ok()?;
    if !file.starts_with(root.canonicalize().ok()?) {
        return None;
    }
    if file.is_dir() {
        return file.join("index.html").is_file().then(|| Found::Folder(format!("{name}/")));
    }
    let media_type = media_type(name).filter(|_| file.is_file())?;
    Some(Found::File { path: file, media_type })
}

/// Returns whether a part of a path names a file in the folder: not another folder, a hidden file, or a drive or stream of Windows.
fn is_harmless(part: &str) -> bool {
    !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', ':', '\0'])
}

fn media_type(name: &str) -> Option<&'static str> {
    let of_name = FEEDS.iter().find(|(known, _)| *known == name);
    let extension = name.rsplit_once('.')?.1.to_ascii_lowercase();
    let found = of_name.or_else(|| MEDIA_TYPES.iter().find(|(known, _)| **known == extension));
    found.map(|(_, media_type)| *media_type)
}

/// An open file.
pub(super) struct Open {
    file: File,
    pub(super) length: u64,
    /// Different for each version of the file.
    pub(super) etag: String,
}

impl Open {
    pub(super) fn new(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let about = file.metadata()?;
        let changed = about.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        let etag = format!("\"{:x}-{:x}\"", changed.as_nanos(), about.len());
        Ok(Self { file, length: about.len(), etag })
    }

    /// Reads the next part, which is empty at the end.
    pub(super) fn read(&mut self) -> io::Result<Vec<u8>> {
        const PART: u64 = 64 << 10;
        let mut part = Vec::new();
        (&mut self.file).take(PART.min(self.length)).read_to_end(&mut part)?;
        // A file that is truncated while it is sent ends the connection.
        if part.is_empty() && self.length > 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.length = self.length.saturating_sub(part.len() as u64);
        Ok(part)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn only_files_of_the_site_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("site");
        for name in ["feeds", "archive", ".git", "empty"] {
            fs::create_dir_all(root.join(name)).unwrap();
        }
        for name in [
            "index.html", "atom.xml", "feeds/7.html", "archive/index.html", "planet.db", ".htaccess",
            ".git/a.txt", "a b.png",
        ] {
            fs::write(root.join(name), name).unwrap();
        }
        fs::write(folder.path().join("secret.html"), "").unwrap();
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(folder.path().join("secret.html"), root.join("link.html")).unwrap();
            std::os::unix::fs::symlink(folder.path(), root.join("up")).unwrap();
        }
        let wrong: Vec<_> = [
            ("/", Some("index.html")),
            ("/index.html", Some("index.html")),
            ("/atom.xml", Some("atom.xml")),
            ("/feeds/7.html", Some("feeds/7.html")),
            ("/feeds%2F7.html", Some("feeds/7.html")),
            ("/archive", Some("archive/")),
            ("/archive/", Some("archive/index.html")),
            ("/a%20b.png", Some("a b.png")),
            ("/empty", None),
            ("/feeds/", None),
            ("/feeds/8.html", None),
            ("/planet.db", None),
            ("/.htaccess", None),
            ("/.git/a.txt", None),
            ("/link.html", None),
            ("/up/secret.html", None),
            ("/../secret.html", None),
            ("/feeds/../index.html", None),
            ("/feeds/../../secret.html", None),
            ("/%2e%2e/secret.html", None),
            ("/..%2Fsecret.html", None),
            ("/..%5Csecret.html", None),
            ("/..\\secret.html", None),
            ("//index.html", None),
            ("//etc/passwd", None),
            ("/feeds//7.html", None),
            ("/./index.html", None),
            ("/index.html%00.png", None),
            ("/C:/index.html", None),
            ("/%ff.html", None),
            ("index.html", None),
            ("", None),
            ("*", None),
        ]
        .into_iter()
        .filter_map(|(path, expected)| {
            let found = find(&root, path).map(|found| match found {
                Found::File { path, .. } => {
                    path.strip_prefix(root.canonicalize().unwrap()).unwrap().to_string_lossy().into_owned()
                }
                Found::Folder(to) => to,
            });
            (found.as_deref() != expected).then_some((path, found))
        })
        .collect();
        assert_eq!(wrong, []);
        assert_eq!(media_type("atom.xml"), Some("application/atom+xml"));
        assert_eq!(media_type("PICTURE.PNG"), Some("image/png"));
    }
}
