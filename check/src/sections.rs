//! The addresses of the sections of specifications.

use super::Rule;

/// Specifications by the beginnings of their names, longer names first.
const SPECIFICATIONS: &[(&str, &str)] = &[
    ("Apple Podcasts categories", "https://podcasters.apple.com/support/1691-apple-podcasts-categories"),
    ("Apple Podcasts", "https://podcasters.apple.com/support/823-podcast-requirements"),
    ("GeoRSS", "https://docs.ogc.org/cs/17-002r1/17-002r1.html"),
    ("HTML Standard", "https://html.spec.whatwg.org/multipage/"),
    ("JSON Feed", "https://www.jsonfeed.org/version/1.1/"),
    ("Media RSS", "https://www.rssboard.org/media-rss"),
    ("Namespaces in XML", "https://www.w3.org/TR/xml-names/"),
    ("Podcast Namespace", "https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md"),
    ("RDF/XML", "https://www.w3.org/TR/rdf-syntax-grammar/"),
    ("RSS 0.91", "https://www.rssboard.org/rss-0-9-1-netscape"),
    ("RSS 1.0", "https://web.resource.org/rss/1.0/spec"),
    ("RSS 2.0", "https://www.rssboard.org/rss-specification"),
    ("RSS Profile", "https://www.rssboard.org/rss-profile"),
    ("SVG 2", "https://www.w3.org/TR/SVG2/"),
    ("Spotify", "https://support.spotify.com/creators/article/podcast-specification-doc/"),
    ("XML 1.0", "https://www.w3.org/TR/xml/"),
];

/// Returns the address of a section, if that of the specification is known.
pub(crate) fn url_of_section(section: &str) -> Option<String> {
    if let Some(rest) = section.strip_prefix("RFC ") {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = rest.split_at_checked(digits).filter(|(number, _)| !number.is_empty())?;
        let part = rest.split('§').nth(1).map(|part| part.trim_end_matches(|c: char| !c.is_ascii_digit()));
        let anchor = part.filter(|part| !part.is_empty()).map(|part| format!("#section-{part}"));
        return Some(format!(
            "https://www.rfc-editor.org/rfc/rfc{number}.html{}",
            anchor.unwrap_or_default()
        ));
    }
    let found = SPECIFICATIONS.iter().find(|(name, _)| section.starts_with(name));
    found.map(|(_, url)| (*url).to_owned())
}

/// The specifications of formats: the root of their documents, and the beginnings of their names.
const FORMATS: &[(&[&str], &[&str])] = &[
    (&["rss"], &["RSS 2.0", "RSS Profile", "RSS 0.91"]),
    (&["RDF"], &["RSS 1.0", "RDF/XML"]),
    (&["feed", "entry"], &["RFC 4287"]),
    (&["$"], &["JSON Feed"]),
];

/// Returns those of some sections that are about the format of the element with a path; all of them if none is.
pub(super) fn in_format(sections: &str, path: &str) -> String {
    let local =
        |name: &str| name.split(['[', '.']).next().unwrap_or_default().rsplit(':').next().map(str::to_owned);
    let is_atom =
        path.rsplit('/').find(|name| !name.starts_with('@')).is_some_and(|name| name.starts_with("atom:"));
    let root = if is_atom { Some("feed".to_owned()) } else { path.split('/').next().and_then(local) };
    let Some((own, _)) =
        FORMATS.iter().find(|(roots, _)| roots.iter().any(|name| Some(*name) == root.as_deref()))
    else {
        return sections.to_owned();
    };
    let is_of_others = |section: &&str| {
        FORMATS
            .iter()
            .any(|(roots, names)| roots != own && names.iter().any(|name| section.starts_with(name)))
    };
    let kept: Vec<&str> = sections.split("; ").filter(|section| !is_of_others(section)).collect();
    if kept.is_empty() { sections.to_owned() } else { kept.join("; ") }
}

/// Returns the address of the specification with a rule, with the section if it can be linked. `None` if the rule is one of good
/// practice.
///
/// ```
/// let rules = bozofeed_check::rules();
/// let id = rules.iter().find(|rule| rule.id == "id-not-uri").unwrap();
/// assert_eq!(bozofeed_check::section_url(id).unwrap(), "https://www.rfc-editor.org/rfc/rfc4287.html#section-4.2.6");
/// ```
pub fn section_url(rule: &Rule) -> Option<String> {
    rule.section.split("; ").find_map(url_of_section)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_those_of_the_format() {
        const ALL: &str = "RFC 4287 §4.1.1; RSS Profile; RFC 7303 §3; JSON Feed, hubs";
        let wrong: Vec<_> = [
            ("rss/channel", "RSS Profile; RFC 7303 §3"),
            ("feed/entry[3]/link/@rel", "RFC 4287 §4.1.1; RFC 7303 §3"),
            ("rss/channel/atom:link/@rel", "RFC 4287 §4.1.1; RFC 7303 §3"),
            ("rdf:RDF/channel", "RFC 7303 §3"),
            ("$.items[0].id", "RFC 7303 §3; JSON Feed, hubs"),
            ("", ALL),
            ("CHANNEL", ALL),
        ]
        .into_iter()
        .filter(|(path, expected)| in_format(ALL, path) != *expected)
        .collect();
        assert_eq!(wrong, []);
        assert_eq!(in_format("RFC 4287 §4.2.7", "rss/channel"), "RFC 4287 §4.2.7");
    }

    #[test]
    fn every_section_has_an_address() {
        let rules = crate::rules();
        let sections = rules.iter().flat_map(|rule| rule.section.split("; "));
        let mut unknown: Vec<_> =
            sections.filter(|section| !section.is_empty() && url_of_section(section).is_none()).collect();
        unknown.dedup();
        assert_eq!(unknown, [""; 0]);
    }
}
