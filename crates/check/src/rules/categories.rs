//! Podcast categories (<https://podcasters.apple.com/support/1691-apple-podcasts-categories>).

use crate::Rule;
use crate::fixes::{Fix, FixPlace, write};
use crate::schema::ValueForm;

rule_family! {
    PODCAST_CATEGORY_UNKNOWN = "podcast-category-unknown", Warning, "a category of podcasts that Apple's list does not have", "Use a category of Apple's list, in its spelling.", "Apple Podcasts categories"
        { Channel r#"<itunes:category text="Ships"/>"# => r#"<itunes:category text="Sports"/>"# };
    PODCAST_CATEGORY_SPELLING = "podcast-category-spelling", Warning, "a category of podcasts in another spelling than that of Apple's list", "Write the name exactly as the list has it, with its capitals, spaces and hyphens.", "Apple Podcasts categories"
        [fix Named spell] { Channel r#"<itunes:category text="Kids &amp; family"/>"# => r#"<itunes:category text="Kids &amp; Family"/>"# };
    PODCAST_CATEGORY_OLD = "podcast-category-old", Note, "a category of podcasts that was replaced", "Use a category of Apple's present list.", "Apple Podcasts categories"
        { Channel r#"<itunes:category text="Public Radio"/>"# => r#"<itunes:category text="News"/>"# };
    PODCAST_CATEGORY_ELSEWHERE = "podcast-category-misplaced", Warning, "a category of podcasts within another than its own", "Put the category into the one that has it in Apple's list.", "Apple Podcasts categories"
        { Channel r#"<itunes:category text="News"><itunes:category text="Tennis"/></itunes:category>"# => r#"<itunes:category text="Sports"><itunes:category text="Tennis"/></itunes:category>"# };
}

/// The categories, each with its subcategories.
#[rustfmt::skip]
const PRESENT: &[(&str, &[&str])] = &[
    ("Arts", &["Books", "Design", "Fashion & Beauty", "Food", "Performing Arts", "Visual Arts"]),
    ("Business", &["Careers", "Entrepreneurship", "Investing", "Management", "Marketing", "Non-Profit"]),
    ("Comedy", &["Comedy Interviews", "Improv", "Stand-Up"]),
    ("Education", &["Courses", "How To", "Language Learning", "Self-Improvement"]),
    ("Fiction", &["Comedy Fiction", "Drama", "Science Fiction"]),
    ("Government", &[]),
    ("History", &[]),
    ("Health & Fitness", &["Alternative Health", "Fitness", "Medicine", "Mental Health", "Nutrition", "Sexuality"]),
    ("Kids & Family", &["Education for Kids", "Parenting", "Pets & Animals", "Stories for Kids"]),
    ("Leisure", &[
        "Animation & Manga", "Automotive", "Aviation", "Crafts", "Games", "Hobbies", "Home & Garden", "Video Games",
    ]),
    ("Music", &["Music Commentary", "Music History", "Music Interviews"]),
    ("News", &[
        "Business News", "Daily News", "Entertainment News", "News Commentary", "Politics", "Sports News", "Tech News",
    ]),
    ("Religion & Spirituality", &[
        "Buddhism", "Christianity", "Hinduism", "Islam", "Judaism", "Religion", "Spirituality",
    ]),
    ("Science", &[
        "Astronomy", "Chemistry", "Earth Sciences", "Life Sciences", "Mathematics", "Natural Sciences", "Nature",
        "Physics", "Social Sciences",
    ]),
    ("Society & Culture", &[
        "Documentary", "Personal Journals", "Philosophy", "Places & Travel", "Relationships",
    ]),
    ("Sports", &[
        "Baseball", "Basketball", "Cricket", "Fantasy Sports", "Football", "Golf", "Hockey", "Rugby", "Running",
        "Soccer", "Swimming", "Tennis", "Volleyball", "Wilderness", "Wrestling",
    ]),
    ("Technology", &[]),
    ("True Crime", &[]),
    ("TV & Film", &["After Shows", "Film History", "Film Interviews", "Film Reviews", "TV Reviews"]),
];

/// Categories of earlier lists that are not in the present one.
#[rustfmt::skip]
const EARLIER: &[(&str, &[&str])] = &[
    ("Arts", &["Literature"]),
    ("Business", &["Business News", "Management & Marketing", "Shopping"]),
    ("Education", &[
        "Education Technology", "Educational Technology", "Higher Education", "K-12", "Language Courses", "Training",
    ]),
    ("Games & Hobbies", &["Automotive", "Aviation", "Hobbies", "Other Games", "Video Games"]),
    ("Government & Organizations", &["Local", "National", "Non-Profit", "Regional"]),
    ("Health", &["Alternative Health", "Fitness & Nutrition", "Self-Help", "Sexuality"]),
    ("News & Politics", &["Conservative (Right)", "Liberal (Left)"]),
    ("Religion & Spirituality", &["Other"]),
    ("Science & Medicine", &["Medicine", "Natural Sciences", "Social Sciences"]),
    ("Society & Culture", &["Gay & Lesbian", "History"]),
    ("Sports & Recreation", &["Amateur", "College & High School", "Outdoor", "Professional"]),
    ("Technology", &["Gadgets", "Podcasting", "Software How-To", "Tech News"]),
    // The list of 2005.
    ("Arts & Entertainment", &["Architecture", "Books", "Design", "Entertainment", "Games", "Performing Arts", "Photography", "Poetry", "Science Fiction"]),
    ("Audio Blogs", &[]),
    ("Family", &[]),
    ("Food", &[]),
    ("International", &[
        "Australian", "Belgian", "Brazilian", "Canadian", "Chinese", "Dutch", "French", "German", "Hebrew", "Italian",
        "Japanese", "Norwegian", "Polish", "Portuguese", "Spanish", "Swedish",
    ]),
    ("Movies & Television", &[]),
    ("Podcasting", &[]),
    ("Politics", &[]),
    ("Public Radio", &[]),
    ("Talk Radio", &[]),
    ("Transportation", &["Automotive", "Aviation", "Bicycles", "Commuting"]),
    ("Travel", &[]),
];

/// The status of a category.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CategoryStatus {
    /// It is in the present list.
    Present,
    /// It is in the present list, with this spelling.
    Misspelt(&'static str),
    /// It was in an earlier list.
    Earlier,
    Unknown,
}

/// Returns whether a category may be a subcategory of another. Categories outside the present list may be anywhere.
pub(crate) fn may_be_within(inner: &str, outer: &str) -> bool {
    let (inner, outer) = (CategoryLetters::of(inner), CategoryLetters::of(outer));
    let has = |names: &[&str]| names.iter().any(|known| inner.is(known));
    let is_present = PRESENT.iter().any(|(_, names)| has(names));
    let mut homes = PRESENT.iter().chain(EARLIER).filter(|(_, names)| has(names));
    !is_present || homes.any(|(name, _)| outer.is(name))
}

/// Returns the status of a category or subcategory.
fn status(name: &str, is_inner: bool) -> CategoryStatus {
    let letters = CategoryLetters::of(name);
    let find = |list: &'static [(&str, &[&str])]| {
        let names = list
            .iter()
            .flat_map(move |(outer, inner)| if is_inner { *inner } else { std::slice::from_ref(outer) });
        names.copied().find(|known| letters.is(known))
    };
    match find(PRESENT) {
        Some(known) if known == name => CategoryStatus::Present,
        Some(known) => CategoryStatus::Misspelt(known),
        None if find(EARLIER).is_some() => CategoryStatus::Earlier,
        None => CategoryStatus::Unknown,
    }
}

/// Returns the rule broken by a category or subcategory.
pub(crate) fn rule_of_category(name: &str, is_inner: bool) -> Option<&'static Rule> {
    match status(name, is_inner) {
        CategoryStatus::Present => None,
        CategoryStatus::Misspelt(_) => Some(&PODCAST_CATEGORY_SPELLING),
        CategoryStatus::Earlier => Some(&PODCAST_CATEGORY_OLD),
        CategoryStatus::Unknown => Some(&PODCAST_CATEGORY_UNKNOWN),
    }
}

/// Writes a category with the spelling of the list.
fn spell(place: &FixPlace<'_>) -> Option<Fix> {
    let is_inner = place.facts().form? == ValueForm::PodcastSubcategory;
    let CategoryStatus::Misspelt(name) = status(&place.whole_value()?, is_inner) else { return None };
    Some(Fix { is_safe: false, ..write(place, name)? })
}

/// Returns the significant bytes of a category name: case, hyphens and spaces are ignored, and `&` may be written as `and`, or be
/// double-escaped.
fn letters(name: &str) -> impl Iterator<Item = u8> + '_ {
    let mut rest = name.as_bytes();
    let mut spelled: &[u8] = b"";
    std::iter::from_fn(move || {
        loop {
            if let Some((first, more)) = spelled.split_first() {
                spelled = more;
                return Some(*first);
            }
            let (byte, more) = rest.split_first()?;
            rest = more;
            match byte {
                b'-' | b' ' => {}
                b'&' => {
                    rest = rest.strip_prefix(b"amp;").unwrap_or(rest);
                    spelled = b"and";
                }
                byte => return Some(byte.to_ascii_lowercase()),
            }
        }
    })
}

/// The [letters] of a name that is looked up in the lists.
struct CategoryLetters {
    letters: [u8; Self::MOST],
    /// `None` if there are more than in any known name.
    length: Option<usize>,
}

impl CategoryLetters {
    /// The maximum number of letters in a known name.
    const MOST: usize = 32;

    fn of(name: &str) -> Self {
        let mut all = letters(name);
        let mut letters = [0; Self::MOST];
        let length = letters.iter_mut().zip(&mut all).map(|(kept, letter)| *kept = letter).count();
        Self { letters, length: all.next().is_none().then_some(length) }
    }

    fn is(&self, known: &str) -> bool {
        let own = self.length.and_then(|length| self.letters.get(..length));
        own.is_some_and(|own| own.iter().copied().eq(letters(known)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_whole() {
        let inner: usize = PRESENT.iter().map(|(_, inner)| inner.len()).sum();
        assert_eq!((PRESENT.len(), inner), (19, 91));
    }

    #[test]
    fn no_known_name_has_more_letters_than_are_compared() {
        let names = PRESENT.iter().chain(EARLIER).flat_map(|(outer, inner)| inner.iter().chain([outer]));
        let long: Vec<_> = names.filter(|name| letters(name).count() > CategoryLetters::MOST).collect();
        assert_eq!(long, [&""; 0]);
    }

    #[test]
    fn names_are_compared_by_their_letters() {
        let padded = format!("{}News", "- ".repeat(1_000));
        for (known, name, expected) in [
            ("TV & Film", "tv and film", true),
            ("TV & Film", "T-V&amp;Film", true),
            ("TV & Film", "TV &amp;amp; Film", false),
            ("TV & Film", "TV Film", false),
            ("News", &padded, true),
            ("News", "", false),
            ("News", "Newspaper", false),
            ("News", &"News".repeat(1_000), false),
        ] {
            assert_eq!(CategoryLetters::of(name).is(known), expected, "{known} and {name}");
        }
    }

    #[test]
    fn all_categories_are_known_in_their_spelling_alone() {
        let mut wrong = Vec::new();
        let names = PRESENT.iter().flat_map(|(outer, inner)| {
            std::iter::once((*outer, false)).chain(inner.iter().map(|name| (*name, true)))
        });
        for (name, is_inner) in names {
            let others = [
                name.to_uppercase(),
                name.replace('&', "and"),
                name.replace('&', "&amp;"),
                name.replace(['-', ' '], ""),
            ];
            let all = others.into_iter().filter(|other| other != name).map(|other| {
                let expected = CategoryStatus::Misspelt(name);
                (other, expected)
            });
            for (text, expected) in all.chain([(name.to_owned(), CategoryStatus::Present)]) {
                let found = status(&text, is_inner);
                if found != expected {
                    wrong.push((text, found));
                }
            }
        }
        assert_eq!(wrong, []);
    }
}
