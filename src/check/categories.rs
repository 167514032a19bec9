//! The categories of podcasts (<https://podcasters.apple.com/support/1691-apple-podcasts-categories>).

/// The categories, each with those within it.
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

/// The categories of earlier lists that the present one does not have.
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

/// The age of a category.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CategoryAge {
    /// It is in the present list.
    Present,
    /// It was in an earlier list.
    Earlier,
}

/// Returns whether a category may be within another. Those that are not in the present list may be anywhere.
pub(super) fn may_be_within(inner: &str, outer: &str) -> bool {
    let has = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(inner));
    let is_present = PRESENT.iter().any(|(_, names)| has(names));
    let mut homes = PRESENT.iter().chain(EARLIER).filter(|(_, names)| has(names));
    !is_present || homes.any(|(name, _)| name.eq_ignore_ascii_case(outer))
}

/// Returns the age of a category, or of one within another; `None` if there is no such category.
pub(super) fn age(name: &str, is_inner: bool) -> Option<CategoryAge> {
    let is_in = |list: &[(&str, &[&str])]| {
        list.iter().any(|(outer, inner)| {
            if is_inner {
                inner.iter().any(|known| known.eq_ignore_ascii_case(name))
            } else {
                outer.eq_ignore_ascii_case(name)
            }
        })
    };
    if is_in(PRESENT) { Some(CategoryAge::Present) } else { is_in(EARLIER).then_some(CategoryAge::Earlier) }
}
