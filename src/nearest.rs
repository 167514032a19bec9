//! Finds the name that somebody who wrote another one may have meant.

/// The longest name that is compared, in bytes.
const LONGEST_NAME: usize = 40;

/// Returns the name that is nearest to another: in another case, or with a letter or two that differ. `None` if two are as near.
pub fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    if name.len() > LONGEST_NAME {
        return None;
    }
    let most = match name.len() {
        // A short name with another letter is another name, so only the case may differ.
        0..4 => 0,
        4..7 => 1,
        _ => 2,
    };
    let mut best: Option<(usize, &str)> = None;
    let mut is_only = true;
    for candidate in known.filter(|known| *known != name) {
        let distance = distance(&name.to_ascii_lowercase(), &candidate.to_ascii_lowercase());
        match best {
            Some((least, _)) if distance > least => {}
            Some((least, known)) if distance == least => is_only &= known == candidate,
            _ => (best, is_only) = (Some((distance, candidate)), true),
        }
    }
    best.filter(|(distance, _)| *distance <= most && is_only).map(|(_, name)| name)
}

/// Returns the number of letters that are inserted, removed, replaced or exchanged with their neighbour from one name to another.
fn distance(one: &str, other: &str) -> usize {
    let (rows, columns) = (one.as_bytes(), other.as_bytes());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=columns.len()).collect();
    for (row, of_row) in rows.iter().enumerate() {
        let mut next = vec![row + 1];
        for (column, of_column) in columns.iter().enumerate() {
            // Not the maximum, since one is added.
            let get = |row: &[usize], at: usize| row.get(at).copied().unwrap_or(usize::MAX - 1);
            let mut cost = (get(&last, column) + usize::from(of_row != of_column))
                .min(get(&last, column + 1) + 1)
                .min(get(&next, column) + 1);
            let is_exchanged = row > 0
                && column > 0
                && rows.get(row - 1) == Some(of_column)
                && columns.get(column - 1) == Some(of_row);
            if is_exchanged {
                cost = cost.min(get(&before, column - 1) + 1);
            }
            next.push(cost);
        }
        before = std::mem::replace(&mut last, next);
    }
    last.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found() {
        let known = ["pubDate", "link", "guid", "title", "source", "isPermaLink", "image", "item"];
        let wrong: Vec<_> = [
            ("pubdate", Some("pubDate")),
            ("PubDate", Some("pubDate")),
            ("pudDate", Some("pubDate")),
            ("pbuDate", Some("pubDate")),
            ("publicationDate", None),
            ("lnik", Some("link")),
            ("lik", None),
            ("GUID", Some("guid")),
            ("titel", Some("title")),
            ("isPermalink", Some("isPermaLink")),
            ("date", None),
            ("", None),
            ("Item", Some("item")),
        ]
        .into_iter()
        .filter(|(name, expected)| nearest(name, known.into_iter()) != *expected)
        .collect();
        assert_eq!(wrong, []);
    }
}
