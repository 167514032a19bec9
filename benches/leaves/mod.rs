//! Compares two values leaf by leaf, in their JSON form: the original, and the value that was written and read again.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// A differing leaf: a string, a number, a boolean, or an empty list or object.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Difference {
    /// The names of the members on the path to it, without list indices: `entries.links.href`.
    pub(crate) path: String,
    /// `None` if the leaf was added.
    pub(crate) expected: Option<String>,
    /// `None` if the leaf was lost.
    pub(crate) found: Option<String>,
}

/// The leaves of two values.
#[derive(Debug, Clone, Default)]
pub(crate) struct Comparison {
    /// The number of expected leaves, by path.
    pub(crate) leaves: BTreeMap<String, usize>,
    /// The differences, in document order.
    pub(crate) differences: Vec<Difference>,
}

/// The members whose names come from the feed, not from the model.
const WITH_ANY_NAMES: &[&str] = &["attributes", "params", "subscribe"];

/// The maximum number of pairs for which the items of two lists are compared with each other.
const MOST_PAIRS: usize = 1 << 20;

/// Compares two values. List items are aligned, so that a lost item does not make all others differ.
pub(crate) fn compare(expected: &Value, found: &Value) -> Comparison {
    let mut comparison = Comparison::default();
    comparison.pair(&mut String::new(), expected, found);
    comparison
}

impl Comparison {
    /// Returns the number of expected leaves.
    pub(crate) fn count(&self) -> usize {
        self.leaves.values().sum()
    }

    /// Returns the number of expected leaves that are equal.
    pub(crate) fn kept(&self) -> usize {
        let lost = self.differences.iter().filter(|difference| difference.expected.is_some());
        self.count() - lost.count()
    }

    fn pair(&mut self, path: &mut String, expected: &Value, found: &Value) {
        match (expected, found) {
            (Value::Object(expected), Value::Object(found)) => self.objects(path, expected, found),
            (Value::Array(expected), Value::Array(found)) => self.lists(path, expected, found),
            _ if expected == found => self.count_leaves(path, expected),
            (Value::Object(_) | Value::Array(_), _) | (_, Value::Object(_) | Value::Array(_)) => {
                self.each(path, expected, true);
                self.each(path, found, false);
            }
            _ => {
                self.count_leaf(path);
                self.differences.push(Difference {
                    path: path.clone(),
                    expected: Some(expected.to_string()),
                    found: Some(found.to_string()),
                });
            }
        }
    }

    fn objects(&mut self, path: &mut String, expected: &Map<String, Value>, found: &Map<String, Value>) {
        let has_any_names = WITH_ANY_NAMES.iter().any(|name| path.ends_with(name));
        if has_any_names && expected == found && !expected.keys().eq(found.keys()) {
            let names = |map: &Map<String, Value>| Some(map.keys().cloned().collect::<Vec<_>>().join(" "));
            let path = format!("{path} (order)");
            self.differences.push(Difference { path, expected: None, found: names(found) });
        }
        for (name, value) in expected {
            let length = enter(path, if has_any_names { "*" } else { name });
            match found.get(name) {
                Some(other) => self.pair(path, value, other),
                None => self.each(path, value, true),
            }
            path.truncate(length);
        }
        for (name, value) in found.iter().filter(|(name, _)| !expected.contains_key(*name)) {
            let length = enter(path, if has_any_names { "*" } else { name });
            self.each(path, value, false);
            path.truncate(length);
        }
    }

    fn lists(&mut self, path: &mut String, mut expected: &[Value], mut found: &[Value]) {
        while let ([one, expected_rest @ ..], [other, found_rest @ ..]) = (expected, found)
            && one == other
        {
            self.pair(path, one, other);
            (expected, found) = (expected_rest, found_rest);
        }
        while let ([expected_rest @ .., one], [found_rest @ .., other]) = (expected, found)
            && one == other
        {
            self.pair(path, one, other);
            (expected, found) = (expected_rest, found_rest);
        }
        for (expected, found) in gaps(expected, found) {
            for (one, other) in expected.iter().zip(found) {
                self.pair(path, one, other);
            }
            expected.iter().skip(found.len()).for_each(|value| self.each(path, value, true));
            found.iter().skip(expected.len()).for_each(|value| self.each(path, value, false));
        }
    }

    /// Counts the leaves of a kept value.
    fn count_leaves(&mut self, path: &mut String, value: &Value) {
        visit(path, value, &mut |path, _| self.count_leaf(path));
    }

    fn count_leaf(&mut self, path: &str) {
        match self.leaves.get_mut(path) {
            Some(count) => *count += 1,
            None => drop(self.leaves.insert(path.to_owned(), 1)),
        }
    }

    /// Records that the leaves of a value are lost or added.
    fn each(&mut self, path: &mut String, value: &Value, is_lost: bool) {
        visit(path, value, &mut |path, leaf| {
            let leaf = Some(leaf.to_string());
            let (expected, found) = if is_lost { (leaf, None) } else { (None, leaf) };
            if is_lost {
                self.count_leaf(path);
            }
            self.differences.push(Difference { path: path.to_owned(), expected, found });
        });
    }
}

/// Calls a function with each leaf of a value.
fn visit(path: &mut String, value: &Value, leaf: &mut impl FnMut(&str, &Value)) {
    match value {
        Value::Object(members) if !members.is_empty() => {
            let has_any_names = WITH_ANY_NAMES.iter().any(|name| path.ends_with(name));
            for (name, value) in members {
                let length = enter(path, if has_any_names { "*" } else { name });
                visit(path, value, leaf);
                path.truncate(length);
            }
        }
        Value::Array(items) if !items.is_empty() => items.iter().for_each(|item| visit(path, item, leaf)),
        _ => leaf(path, value),
    }
}

/// Adds a name to a path, and returns the previous length. Nested elements have the path of the outermost one.
fn enter(path: &mut String, name: &str) -> usize {
    let length = path.len();
    if name == "children" && path.ends_with(".children") {
        return length;
    }
    if !path.is_empty() {
        path.push('.');
    }
    path.push_str(name);
    length
}

/// Returns the differing parts of two lists, omitting as many equal items as possible.
fn gaps<'v>(expected: &'v [Value], found: &'v [Value]) -> Vec<(&'v [Value], &'v [Value])> {
    let (rows, columns) = (expected.len(), found.len());
    if rows == columns || rows * columns > MOST_PAIRS {
        return vec![(expected, found)];
    }
    // The length of the longest common subsequence after each pair.
    let mut lengths = vec![vec![0_u32; columns + 1]; rows + 1];
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            lengths[row][column] = if expected[row] == found[column] {
                lengths[row + 1][column + 1] + 1
            } else {
                lengths[row + 1][column].max(lengths[row][column + 1])
            };
        }
    }
    let mut all = Vec::new();
    let (mut row, mut column, mut start) = (0, 0, (0, 0));
    while row < rows && column < columns {
        if expected[row] == found[column] {
            all.push((&expected[start.0..row], &found[start.1..column]));
            (row, column) = (row + 1, column + 1);
            start = (row, column);
        } else if lengths[row + 1][column] >= lengths[row][column + 1] {
            row += 1;
        } else {
            column += 1;
        }
    }
    all.push((&expected[start.0..], &found[start.1..]));
    all
}
