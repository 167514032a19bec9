//! The sections of specifications that state the rules, with their addresses.

use std::fmt;

use super::Rule;

/// A section of a specification that states a rule.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct RuleSection {
    /// The specification, with the section if it has sections: `RFC 4287 §4.1.1`, `RSS Profile`.
    pub text: &'static str,
    /// The URL of the section, or of the whole specification if its sections cannot be linked to. `None` if it is unknown.
    pub url: Option<String>,
}

/// Writes the text without the URL.
impl fmt::Display for RuleSection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text)
    }
}

impl RuleSection {
    fn of(text: &'static str) -> Self {
        Self { text, url: url_of_section(text) }
    }
}

/// Specifications by prefix of their names, longer names first.
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

/// Returns the address of a section, if its specification has a known address.
fn url_of_section(section: &str) -> Option<String> {
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

/// The specifications of formats: the roots of their documents, and prefixes of the specifications' names.
const FORMATS: &[(&[&str], &[&str])] = &[
    (&["rss"], &["RSS 2.0", "RSS Profile", "RSS 0.91"]),
    (&["RDF"], &["RSS 1.0", "RDF/XML"]),
    (&["feed", "entry"], &["RFC 4287"]),
    (&["$"], &["JSON Feed"]),
];

/// Returns the sections of a rule as texts.
fn texts(rule: &Rule) -> impl Iterator<Item = &'static str> + Clone + use<> {
    rule.section.split("; ").filter(|section| !section.is_empty())
}

/// Returns the sections of a rule for the format of the element with a path, or all of them if none matches.
pub(super) fn in_format(rule: &Rule, path: &str) -> Vec<RuleSection> {
    let all = texts(rule);
    let own = roots_of_format(path);
    let is_of_another = |section: &&str| {
        own.is_some_and(|own| {
            FORMATS
                .iter()
                .any(|(roots, names)| *roots != own && names.iter().any(|name| section.starts_with(name)))
        })
    };
    let kept: Vec<_> = all.clone().filter(|section| !is_of_another(section)).map(RuleSection::of).collect();
    if kept.is_empty() { all.map(RuleSection::of).collect() } else { kept }
}

/// Returns the roots of the format of the element with this path.
fn roots_of_format(path: &str) -> Option<&'static [&'static str]> {
    let local =
        |name: &str| name.split(['[', '.']).next().unwrap_or_default().rsplit(':').next().map(str::to_owned);
    let is_atom =
        path.rsplit('/').find(|name| !name.starts_with('@')).is_some_and(|name| name.starts_with("atom:"));
    let root = if is_atom { Some("feed".to_owned()) } else { path.split('/').next().and_then(local) };
    let mut all = FORMATS.iter().map(|(roots, _)| *roots);
    all.find(|roots| roots.iter().any(|name| Some(*name) == root.as_deref()))
}

/// Returns the sections of specifications that state a rule, for all formats, or an empty list if the rule is only good practice.
/// [`Finding::sections`](super::Finding::sections) returns the sections for the format of a document.
///
/// ```
/// let rules = bozofeed_check::rules();
/// let own = rules.iter().find(|rule| rule.id == "feed-self-missing").unwrap();
/// let sections = bozofeed_check::sections(own);
/// assert_eq!(sections.iter().map(|section| section.text).collect::<Vec<_>>(), ["RFC 4287 §4.1.1", "RSS Profile"]);
/// assert_eq!(sections[0].url.as_deref().unwrap(), "https://www.rfc-editor.org/rfc/rfc4287.html#section-4.1.1");
/// assert_eq!(sections[1].url.as_deref().unwrap(), "https://www.rssboard.org/rss-profile");
/// ```
pub fn sections(rule: &Rule) -> Vec<RuleSection> {
    texts(rule).map(RuleSection::of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleSeverity;

    #[test]
    fn sections_are_those_of_the_format() {
        let rule = |section| Rule::new("", RuleSeverity::Note, "", "", section);
        let all = rule("RFC 4287 §4.1.1; RSS Profile; RFC 7303 §3; JSON Feed, hubs");
        let (atom, none) = (rule("RFC 4287 §4.2.7"), rule(""));
        let wrong: Vec<_> = [
            (&all, "rss/channel", "RSS Profile; RFC 7303 §3"),
            (&all, "feed/entry[3]/link/@rel", "RFC 4287 §4.1.1; RFC 7303 §3"),
            (&all, "rss/channel/atom:link/@rel", "RFC 4287 §4.1.1; RFC 7303 §3"),
            (&all, "rdf:RDF/channel", "RFC 7303 §3"),
            (&all, "$.items[0].id", "RFC 7303 §3; JSON Feed, hubs"),
            (&all, "", all.section),
            (&all, "CHANNEL", all.section),
            (&atom, "rss/channel", "RFC 4287 §4.2.7"),
            (&none, "rss/channel", ""),
        ]
        .into_iter()
        .map(|(rule, path, expected)| (path, in_format(rule, path), expected))
        .filter(|(_, found, expected)| {
            found.iter().map(|section| section.text).collect::<Vec<_>>().join("; ") != *expected
        })
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn sections_have_their_own_addresses() {
        let wrong: Vec<_> = [
            ("RFC 4287 §4.2.7.6", Some("https://www.rfc-editor.org/rfc/rfc4287.html#section-4.2.7.6")),
            ("RFC 3986", Some("https://www.rfc-editor.org/rfc/rfc3986.html")),
            ("RSS Profile", Some("https://www.rssboard.org/rss-profile")),
            ("RSS 2.0, enclosure", Some("https://www.rssboard.org/rss-specification")),
            ("good practice", None),
        ]
        .into_iter()
        .filter(|(section, expected)| url_of_section(section).as_deref() != *expected)
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn every_section_has_an_address() {
        let mut unknown: Vec<_> =
            crate::rules().into_iter().flat_map(sections).filter(|section| section.url.is_none()).collect();
        unknown.dedup();
        assert_eq!(unknown, []);
    }
}
