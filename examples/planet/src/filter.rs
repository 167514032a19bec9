//! The settings `keep` and `drop`: words, patterns and fields that select entries.

use regex::{Regex, RegexBuilder};

use crate::cjk;

/// A list of alternative conditions: `advert*, guest post, /^\d+ deals/, author:anna, category:sports`.
#[derive(Debug)]
pub(crate) struct Filter {
    /// Words as FTS5 terms for the index.
    terms: Vec<String>,
    /// The other conditions.
    patterns: Vec<(Option<Field>, Pattern)>,
}

/// A part of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Title,
    Author,
    Category,
    Text,
}

#[derive(Debug)]
enum Pattern {
    Regex(Regex),
    /// Text without spaces between words, in lower case.
    Part(String),
    /// A whole category or its beginning, in lower case.
    Name {
        name: String,
        is_prefix: bool,
    },
}

/// The parts of an entry that are compared.
pub(crate) struct Texts<'t> {
    pub(crate) title: &'t str,
    pub(crate) author: &'t str,
    /// One per line.
    pub(crate) categories: &'t str,
    pub(crate) text: &'t str,
}

impl Texts<'_> {
    fn field(&self, field: Field) -> &str {
        match field {
            Field::Title => self.title,
            Field::Author => self.author,
            Field::Category => self.categories,
            Field::Text => self.text,
        }
    }
}

/// A query that matches nothing.
const NOTHING: &str = "\"\"";

/// The maximum size of a compiled pattern in bytes.
const LARGEST: usize = 1 << 20;

impl Filter {
    /// Parses the value of a setting.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut filter = Self { terms: Vec::new(), patterns: Vec::new() };
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let (field, after) = field(rest);
            rest = if let Some(pattern) = after.strip_prefix('/') {
                filter.regex(field, pattern)?
            } else {
                let (words, rest) = after.split_once(',').unwrap_or((after, ""));
                filter.words(field, words.trim());
                rest
            }
            .trim_start();
        }
        if filter.terms.is_empty() && filter.patterns.is_empty() {
            Err("no words".to_owned())
        } else {
            Ok(filter)
        }
    }

    /// Adds the pattern at the start of a text, after its slash. Returns the rest.
    fn regex<'t>(&mut self, field: Option<Field>, text: &'t str) -> Result<&'t str, String> {
        let mut is_escaped = false;
        let end = text.char_indices().find(|(_, c)| {
            let is_end = *c == '/' && !is_escaped;
            is_escaped = *c == '\\' && !is_escaped;
            is_end
        });
        let Some((end, _)) = end else { return Err(format!("the pattern /{text} has no / at its end")) };
        let (pattern, rest) = text.split_at(end);
        let rest = rest.get(1..).unwrap_or_default();
        let (flags, rest) = rest.split_once(',').unwrap_or((rest, ""));
        let is_sensitive = match flags.trim() {
            "" | "i" => false,
            "c" => true,
            flags => return Err(format!("unknown flag '{flags}': 'c' tells upper case from lower case")),
        };
        let regex = RegexBuilder::new(&pattern.replace("\\/", "/"))
            .case_insensitive(!is_sensitive)
            .multi_line(field == Some(Field::Category))
            .size_limit(LARGEST)
            .build();
        let regex =
            regex.map_err(|error| format!("not a regular expression: {}", last_line(&error.to_string())))?;
        self.patterns.push((field, Pattern::Regex(regex)));
        Ok(rest)
    }

    /// Adds words. Several of them form a phrase.
    fn words(&mut self, field: Option<Field>, words: &str) {
        let Some(term) = term(words) else { return };
        let (name, is_prefix) = words.strip_suffix('*').map_or((words, false), |words| (words, true));
        let lower = name.to_lowercase();
        match field {
            Some(Field::Category) => self.patterns.push((field, Pattern::Name { name: lower, is_prefix })),
            _ if cjk::is_in(words) => self.patterns.push((field, Pattern::Part(lower))),
            None => self.terms.push(term),
            Some(Field::Title) => self.terms.push(format!("title : {term}")),
            Some(Field::Author) => self.terms.push(format!("author : {term}")),
            Some(Field::Text) => self.terms.push(format!("text : {term}")),
        }
    }

    /// Returns an FTS5 query for any of the words.
    pub(crate) fn query(&self) -> String {
        if self.terms.is_empty() { NOTHING.to_owned() } else { self.terms.join(" OR ") }
    }

    /// Returns whether one of the conditions that the index cannot evaluate is true.
    pub(crate) fn matches(&self, texts: &Texts<'_>) -> bool {
        self.patterns.iter().any(|(field, pattern)| match (field, pattern) {
            (Some(field), Pattern::Regex(regex)) => regex.is_match(texts.field(*field)),
            (None, Pattern::Regex(regex)) => {
                [texts.title, texts.author, texts.text].iter().any(|text| regex.is_match(text))
            }
            (Some(field), Pattern::Part(part)) => texts.field(*field).to_lowercase().contains(part),
            (None, Pattern::Part(part)) => {
                [texts.title, texts.author, texts.text].iter().any(|text| text.to_lowercase().contains(part))
            }
            (_, Pattern::Name { name, is_prefix }) => texts.categories.lines().any(|category| {
                let category = category.to_lowercase();
                if *is_prefix { category.starts_with(name) } else { category == *name }
            }),
        })
    }
}

/// Splits off the field at the start of a condition.
fn field(text: &str) -> (Option<Field>, &str) {
    let fields = [
        ("title:", Field::Title),
        ("author:", Field::Author),
        ("category:", Field::Category),
        ("text:", Field::Text),
    ];
    let found =
        fields.iter().find_map(|(name, field)| Some((Some(*field), text.strip_prefix(name)?.trim_start())));
    found.unwrap_or((None, text))
}

/// Returns a word as an FTS5 term: in quotation marks, so that nothing in it is an operator; a trailing `*` turns it into a
/// prefix. `None` if it contains nothing indexable.
pub(crate) fn term(word: &str) -> Option<String> {
    if !word.contains(char::is_alphanumeric) {
        return None;
    }
    let (word, is_prefix) = word.strip_suffix('*').map_or((word, false), |word| (word, true));
    Some(format!("\"{}\"{}", word.replace('"', "\"\""), if is_prefix { "*" } else { "" }))
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or_default().trim_start_matches("error: ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_between_commas_are_alternatives() {
        for (words, expected) in [
            ("masts", "\"masts\""),
            ("advert*, guest post ,", "\"advert\"* OR \"guest post\""),
            ("a OR \"b", "\"a OR \"\"b\""),
            ("title:fog, author: anna b", "title : \"fog\" OR author : \"anna b\""),
            ("title:潮, /x/", "\"\""),
        ] {
            assert_eq!(Filter::parse(words).unwrap().query(), expected, "{words}");
        }
    }

    #[test]
    fn what_is_no_filter_is_an_error() {
        let mut wrong = Vec::new();
        for (text, expected) in [
            (", -", "no words"),
            ("", "no words"),
            ("/a", "the pattern /a has no / at its end"),
            ("/a/x", "unknown flag 'x': 'c' tells upper case from lower case"),
            ("/(/", "not a regular expression: unclosed group"),
        ] {
            let error = Filter::parse(text).err();
            if error.as_deref() != Some(expected) {
                wrong.push((text, error));
            }
        }
        assert_eq!(wrong, []);
    }

    #[test]
    fn patterns_and_categories_match() {
        let texts = Texts {
            title: "Hochwasser 7 m",
            author: "Anna",
            categories: "Sea & Boats\nTides",
            text: "今日の潮汐表です。 a/b",
        };
        let mut wrong = Vec::new();
        for (filter, expected) in [
            ("/WASSER \\d/", true),
            ("/WASSER \\d/c", false),
            ("title:/^hoch/", true),
            ("text:/^hoch/", false),
            ("author:/^anna$/", true),
            ("/a\\/b/", true),
            ("/x{1,2}/, /潮.表/", true),
            ("潮汐", true),
            ("干潮", false),
            ("text:潮汐, x", true),
            ("title:潮汐", false),
            ("category:tides", true),
            ("category:tide", false),
            ("category:sea*", true),
            ("category:/^tides$/", true),
            ("category:sea & boats", true),
        ] {
            if Filter::parse(filter).unwrap().matches(&texts) != expected {
                wrong.push(filter);
            }
        }
        assert_eq!(wrong, [] as [&str; 0]);
    }
}
