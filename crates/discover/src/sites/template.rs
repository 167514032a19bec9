//! Patterns of URLs: `/{user}/{repository}`.

/// The names in a pattern, with the parts of a URL that they match.
pub(super) type Captures<'a> = Vec<(&'static str, &'a str)>;

/// Matches a path and a query against a pattern such as `/@{user}` or `/playlist?list={list}`.
///
/// `{name}` matches one or more characters of a path segment, or the value of a query field; `{name...}` matches one or more
/// whole segments, up to the next literal. `{number}` matches digits; `{blog}` matches a typical name of a section of articles.
/// A trailing `/*` matches any further segments.
pub(super) fn matches<'u>(
    pattern: &'static str,
    path: &'u str,
    query: Option<&'u str>,
) -> Option<Captures<'u>> {
    let (expected_path, expected_query) = match pattern.split_once('?') {
        Some((path, query)) => (path, Some(query)),
        None => (pattern, None),
    };
    let mut names = Captures::new();
    let mut rest = path;
    let mut all_expected = expected_path.split('/').filter(|part| !part.is_empty()).peekable();
    while let Some(expected) = all_expected.next() {
        if expected == "*" {
            rest = "";
        } else if let Some(name) = expected.strip_prefix('{').and_then(|name| name.strip_suffix("...}")) {
            let (value, after) = split_parts(rest, all_expected.peek().copied())?;
            names.push((name, value));
            rest = after;
        } else {
            let (found, after) = split_part(rest)?;
            part(expected, found, &mut names)?;
            rest = after;
        }
    }
    if split_part(rest).is_some() {
        return None;
    }
    for (key, value) in expected_query
        .into_iter()
        .flat_map(|query| query.split('&'))
        .filter_map(|field| field.split_once('='))
    {
        // SMF and others separate fields with semicolons, as HTML 4.01 recommends (§B.2.2).
        let mut fields = query?.split(['&', ';']).filter_map(|field| field.split_once('='));
        let (_, found) = fields.find(|(name, _)| *name == key)?;
        part(value, found, &mut names)?;
    }
    Some(names)
}

/// Returns the first non-empty segment of a path, and the rest.
fn split_part(path: &str) -> Option<(&str, &str)> {
    let path = path.trim_start_matches('/');
    let end = path.find('/').unwrap_or(path.len());
    path.split_at_checked(end).filter(|(part, _)| !part.is_empty())
}

/// Returns the segments of a path up to a literal one, or all of them, and the rest.
fn split_parts<'u>(path: &'u str, literal: Option<&str>) -> Option<(&'u str, &'u str)> {
    let path = path.trim_start_matches('/');
    let mut rest = path;
    let mut is_found = false;
    while let Some((found, after)) = split_part(rest) {
        if literal == Some(found) {
            is_found = true;
            break;
        }
        rest = after;
    }
    // The end of the path, or any further segments.
    if !is_found && literal.is_some_and(|literal| literal != "*") {
        return None;
    }
    let value = path.get(..path.len().checked_sub(rest.len())?)?.trim_end_matches('/');
    (!value.is_empty()).then_some((value, rest))
}

/// Matches one segment: literals and names, as in `@{user}@{host}`. A name extends to the next literal.
fn part<'u>(mut expected: &'static str, mut found: &'u str, names: &mut Captures<'u>) -> Option<()> {
    while let Some((literal, rest)) = expected.split_once('{') {
        let (name, rest) = rest.split_once('}')?;
        found = found.strip_prefix(literal)?;
        let next = rest.split('{').next().unwrap_or_default();
        let end = if next.is_empty() { found.len() } else { found.find(next)? };
        let (value, after) = found.split_at_checked(end).filter(|(value, _)| !value.is_empty())?;
        let is_valid = match name {
            "number" => value.bytes().all(|b| b.is_ascii_digit()),
            "blog" => is_section(value),
            _ => true,
        };
        if !is_valid {
            return None;
        }
        names.push((name, value));
        (expected, found) = (rest, after);
    }
    (expected == found).then_some(())
}

/// Names of article sections, in the languages of [`likely`](super::super::likely).
const SECTIONS: &[&str] = &[
    "actualidad", "actualite", "actualites", "actus", "aktualnosci", "aktuality", "aktuell", "aktuelles",
    "announcements", "article", "articles", "articoli", "articulos", "artigos", "artikel", "artiklar",
    "beitraege", "berichte", "berichten", "berita", "blog", "blogg", "blogi", "blogs", "changelog", "clanky",
    "devblog", "devlog", "diary", "duyurular", "engineering", "essays", "haberler", "hirek", "insights",
    "journal", "magazin", "magazine", "meldungen", "nachrichten", "neuigkeiten", "news", "newsletter",
    "newsroom", "nieuws", "notes", "noticias", "notizie", "nouvelles", "novedades", "novinky", "novosti",
    "nyheder", "nyheter", "post", "posts", "presse", "press", "publications", "releases", "stiri", "stories",
    "tin-tuc", "updates", "uutiset", "weblog", "wpisy", "writing", "xinwen", "yazilar",
];

pub(super) fn is_section(part: &str) -> bool {
    SECTIONS.iter().any(|known| known.eq_ignore_ascii_case(part))
}

/// Returns the template with its names replaced by their values. `{name|_}` inserts the value with underscores for hyphens.
/// `None` if a value is missing.
pub(super) fn fill(template: &str, names: &Captures<'_>) -> Option<String> {
    let mut filled = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}')?;
        let (name, has_underscores) = name.strip_suffix("|_").map_or((name, false), |name| (name, true));
        let (_, value) = names.iter().find(|(known, _)| *known == name)?;
        filled.push_str(before);
        filled.extend(value.chars().map(|c| if has_underscores && c == '-' { '_' } else { c }));
        rest = after;
    }
    filled.push_str(rest);
    Some(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_paths_and_queries() {
        let mut wrong = Vec::new();
        for (pattern, url, expected) in [
            ("/*", "/", Some("")),
            ("/*", "/a/b", Some("")),
            ("/", "/", Some("")),
            ("/", "", Some("")),
            ("/", "/a", None),
            ("/{user}", "/anna/", Some("user=anna")),
            ("/{user}", "//anna", Some("user=anna")),
            ("/{user}", "/", None),
            ("/{user}", "/anna/boats", None),
            ("/{user}/{repository}/*", "/anna/boats/issues/3", Some("user=anna repository=boats")),
            ("/@{user}", "/@anna", Some("user=anna")),
            ("/@{user}", "/anna", None),
            ("/@{user}", "/@", None),
            ("/@{user}@{host}", "/@anna@boats.example", Some("user=anna host=boats.example")),
            ("/@{user}@{host}", "/@anna", None),
            ("/{name}.html", "/tides.html", Some("name=tides")),
            ("/{name}.html", "/tides.htm", None),
            ("/r/{name}/*", "/r/boats/new", Some("name=boats")),
            ("/{number}", "/12", Some("number=12")),
            ("/{number}", "/12a", None),
            ("/{blog}/*", "/News/a", Some("blog=News")),
            ("/{blog}/*", "/about", None),
            ("/{path...}", "/a/b/", Some("path=a/b")),
            ("/{path...}", "/", None),
            ("/{path...}/*", "/a/b", Some("path=a/b")),
            ("/{path...}/-/*", "/a/b/c/-/tree", Some("path=a/b/c")),
            ("/{path...}/-/*", "/-/tree", None),
            ("/{path...}/-/*", "/a/b", None),
            ("/{user}/tree/{path...}", "/anna/tree/main/src", Some("user=anna path=main/src")),
            ("/playlist?list={list}", "/playlist?a=b&list=PL1", Some("list=PL1")),
            ("/playlist?list={list}", "/playlist?list=", None),
            ("/playlist?list={list}", "/playlist", None),
            ("/?p={project}&a={action}", "/?p=boats;a=log", Some("project=boats action=log")),
            ("/?p={project}&a={action}", "/?p=boats", None),
        ] {
            let (path, query) = url.split_once('?').map_or((url, None), |(path, query)| (path, Some(query)));
            let found = matches(pattern, path, query).map(|names| {
                names.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
            });
            if found.as_deref() != expected {
                wrong.push((pattern, url, found));
            }
        }
        assert_eq!(wrong, []);
    }

    #[test]
    fn templates_are_filled() {
        let names = vec![("user", "anna"), ("subject", "sea-life")];
        assert_eq!(fill("{subject|_} {subject}", &names).as_deref(), Some("sea_life sea-life"));
        assert_eq!(
            fill("https://x.example/{user}.rss", &names).as_deref(),
            Some("https://x.example/anna.rss")
        );
        assert_eq!(fill("{other}", &names), None);
        assert_eq!(fill("{user", &names), None);
    }
}
