//! Sources that are addresses without a scheme, such as `example.org/feed`.

use std::path::Path;

/// The endings of files that people forget more often than a scheme. Some are top-level domains.
const ENDINGS: &[&str] = &[
    "atom", "cdf", "gz", "htm", "html", "json", "ndjson", "opml", "rdf", "rss", "toml", "txt", "xhtml",
    "xml", "zip",
];

/// Returns the URL of a source that begins with a host name, unless it is a file.
pub(crate) fn url(source: &str) -> Option<String> {
    let end = source.find(['/', '?', '#']).unwrap_or(source.len());
    let (authority, path) = source.split_at(end);
    let (host, port) = authority.split_once(':').unwrap_or((authority, "80"));
    let (_, last) = host.rsplit_once('.')?;
    let is_label = |label: &str| {
        !label.is_empty() && !label.starts_with('-') && label.chars().all(|c| c.is_alphanumeric() || c == '-')
    };
    let is_host = host.split('.').all(is_label)
        && last.chars().count() > 1
        && last.starts_with(char::is_alphabetic)
        && !(path.is_empty() && ENDINGS.iter().any(|ending| last.eq_ignore_ascii_case(ending)));
    let is_port = !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    // Patterns match files.
    let is_pattern = path.contains(['*', '[']);
    (is_host && is_port && !is_pattern && !Path::new(source).exists()).then(|| format!("https://{source}"))
}

#[cfg(test)]
mod tests {
    use super::url;

    #[test]
    fn the_name_of_a_host_begins_an_address() {
        for source in [
            "example.org", "example.org/", "www.example.co.uk/feed.xml", "example.org?feed=rss2",
            "example.org:8443/a", "münchen.example", "xn--mnchen-3ya.example",
        ] {
            assert_eq!(url(source), Some(format!("https://{source}")), "{source}");
        }
        for source in [
            "", "-", "feed", "feed.xml", "feed.xml.gz", "feed.RSS", "./example.org", "../a.org",
            "/etc/a.org", "1.0", "192.168.0.1", "localhost:80", "a..org", ".org", "example.org:",
            "example.org:a", "example.org/*.xml", "notes.d/[a].xml", "v.1", "feeds*.org", "Cargo.toml",
            "src/main.rs",
        ] {
            assert_eq!(url(source), None, "{source}");
        }
    }
}
