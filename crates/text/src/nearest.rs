//! Suggestions for misspelt names.

/// The maximum length of a name that is compared, in bytes.
const LONGEST_NAME: usize = 40;

/// Returns the known name that is nearest to a name: it differs in case, or in one or two letters. `None` if the result is ambiguous.
pub fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    if name.len() > LONGEST_NAME {
        return None;
    }
    let most = match name.len() {
        // A different letter in a short name makes another name, so only the case may differ.
        0..4 => 0,
        4..7 => 1,
        _ => 2,
    };
    let mut best: Option<(usize, &str)> = None;
    let mut is_only = true;
    // A difference in length requires as many insertions.
    let is_near = |known: &&str| *known != name && known.len().abs_diff(name.len()) <= most;
    for candidate in known.filter(is_near) {
        let Some(distance) = distance(name.as_bytes(), candidate.as_bytes(), most) else { continue };
        match best {
            Some((least, _)) if distance > least => {}
            // A duplicate in the list is not ambiguous.
            Some((least, known)) if distance == least => is_only &= known == candidate,
            _ => (best, is_only) = (Some((distance, candidate)), true),
        }
    }
    best.filter(|_| is_only).map(|(_, name)| name)
}

/// The columns of the table of distances: one for each prefix of a name that may be near the longest one.
const COLUMNS: usize = LONGEST_NAME + 3;

/// A row of the table of distances.
type Distances = [usize; COLUMNS];

/// Returns the edit distance of two names, in any case, if it is at most `most`: the number of letters that are inserted, removed,
/// replaced or exchanged with their neighbour. Both have at most two letters more than the longest name.
fn distance(rows: &[u8], columns: &[u8], most: usize) -> Option<usize> {
    /// More than any distance; not the maximum, since one is added.
    const FAR: usize = usize::MAX / 2;
    let (mut before, mut last): (Distances, Distances) =
        ([FAR; COLUMNS], std::array::from_fn(|column| column));
    for (row, of_row) in rows.iter().enumerate() {
        let mut next: Distances = [FAR; COLUMNS];
        next[0] = row + 1;
        let mut lowest = next[0];
        // Elsewhere, more than `most` letters are inserted or removed.
        let near = columns.iter().enumerate().take(row + most + 1).skip(row.saturating_sub(most));
        for (column, of_column) in near {
            let get = |row: &Distances, at: usize| row.get(at).copied().unwrap_or(FAR);
            let is_same =
                |one: Option<&u8>, other: &u8| one.is_some_and(|one| one.eq_ignore_ascii_case(other));
            let mut cost = (get(&last, column) + usize::from(!is_same(Some(of_row), of_column)))
                .min(get(&last, column + 1) + 1)
                .min(get(&next, column) + 1);
            // Two letters in the wrong order count as one mistake (optimal string alignment distance).
            let is_exchanged = row > 0
                && column > 0
                && is_same(rows.get(row - 1), of_column)
                && is_same(columns.get(column - 1), of_row);
            if is_exchanged {
                cost = cost.min(get(&before, column - 1) + 1);
            }
            if let Some(next) = next.get_mut(column + 1) {
                *next = cost;
            }
            lowest = lowest.min(cost);
        }
        // An exchange continues from the row before the last one, and costs one.
        if lowest > most && last.iter().all(|cost| *cost >= most) {
            return None;
        }
        before = std::mem::replace(&mut last, next);
    }
    last.get(columns.len()).copied().filter(|distance| *distance <= most)
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
