//! Patterns of URLs: `/{user}/{repository}`.

use crate::html::parsed_url::ParsedUrl;

/// The names of a pattern, with the parts of a URL that they match.
pub(super) type Captures<'a> = Vec<(&'static str, &'a str)>;

/// Matches the path and query of a URL against a pattern such as `/@{user}` or `/playlist?list={list}`.
///
/// `{name}` matches one or more characters of a part of the path, or the value of a query's field. A `/*` at the end
/// matches any further parts.
pub(super) fn matches<'u>(pattern: &'static str, url: &'u ParsedUrl) -> Option<Captures<'u>> {
    let (path, query) = match pattern.split_once('?') {
        Some((path, query)) => (path, Some(query)),
        None => (pattern, None),
    };
    let mut names = Captures::new();
    let mut parts = url.path().split('/').filter(|part| !part.is_empty());
    for expected in path.split('/').filter(|part| !part.is_empty()) {
        if expected == "*" {
            parts.by_ref().for_each(drop);
            break;
        }
        part(expected, parts.next()?, &mut names)?;
    }
    if parts.next().is_some() {
        return None;
    }
    if let Some((key, value)) = query.and_then(|query| query.split_once('=')) {
        let mut fields = url.query()?.split('&').filter_map(|field| field.split_once('='));
        let (_, found) = fields.find(|(name, _)| *name == key)?;
        part(value, found, &mut names)?;
    }
    Some(names)
}

/// Matches one part: literals and names, as in `@{user}@{host}`. A name takes what precedes the next literal.
fn part<'u>(mut expected: &'static str, mut found: &'u str, names: &mut Captures<'u>) -> Option<()> {
    while let Some((literal, rest)) = expected.split_once('{') {
        let (name, rest) = rest.split_once('}')?;
        found = found.strip_prefix(literal)?;
        let next = rest.split('{').next().unwrap_or_default();
        let end = if next.is_empty() { found.len() } else { found.find(next)? };
        let (value, after) = found.split_at_checked(end).filter(|(value, _)| !value.is_empty())?;
        names.push((name, value));
        (expected, found) = (rest, after);
    }
    (expected == found).then_some(())
}

/// Returns the template with the values of the names in it. `None` if one is missing.
pub(super) fn fill(template: &str, names: &Captures<'_>) -> Option<String> {
    let mut filled = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}')?;
        let (_, value) = names.iter().find(|(known, _)| *known == name)?;
        filled.push_str(before);
        filled.push_str(value);
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
        for (pattern, path, expected) in [
            ("/*", "/", Some("")),
            ("/*", "/a/b", Some("")),
            ("/", "/", Some("")),
            ("/", "/a", None),
            ("/{user}", "/anna/", Some("user=anna")),
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
            ("/playlist?list={list}", "/playlist?a=b&list=PL1", Some("list=PL1")),
            ("/playlist?list={list}", "/playlist?list=", None),
            ("/playlist?list={list}", "/playlist", None),
        ] {
            let url = crate::html::parsed_url::UrlParser::new()
                .parse(&format!("https://harbour.example{path}"))
                .unwrap();
            let found = matches(pattern, &url).map(|names| {
                names.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
            });
            assert_eq!(found.as_deref(), expected, "{pattern} {path}");
        }
    }

    #[test]
    fn templates_are_filled() {
        let names = vec![("user", "anna")];
        assert_eq!(
            fill("https://x.example/{user}.rss", &names).as_deref(),
            Some("https://x.example/anna.rss")
        );
        assert_eq!(fill("{other}", &names), None);
        assert_eq!(fill("{user", &names), None);
    }
}
