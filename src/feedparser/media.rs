//! Media RSS and chapters: Universal Feed Parser gives attributes under their own names, wherever the element is.

use super::order::Order;
use super::value::IntoValues as _;
use super::{Dictionary, Value, attribute_key, attributes, string};
use crate::budget::{Budget, PaidList};
use crate::content;
use crate::model::chapters::{Chapter, Chapters};
use crate::vocabulary::{self, Tree, ValueReader};

pub(super) fn chapters<'a>(d: &mut Dictionary<'a>, chapters: Option<&'a Chapters>, count: Option<usize>) {
    if chapters.is_none() && count.is_none() {
        return;
    }
    let chapter = |chapter: &'a Chapter| {
        let mut d = Dictionary::default();
        string(&mut d, "start", chapter.start.raw.as_deref());
        string(&mut d, "title", chapter.title.as_deref());
        string(&mut d, "href", chapter.href.as_deref());
        string(&mut d, "image", chapter.image.as_deref());
        d.extend(attributes(&chapter.attributes));
        if let Some(raw) = &chapter.start.raw {
            d.insert("start_parsed", chapter.start.value.filter(|_| is_full_time(raw)));
        }
        d
    };
    let mut inner = Dictionary::default();
    string(&mut inner, "version", chapters.and_then(|chapters| chapters.version.as_deref()));
    let listed =
        chapters.into_iter().flat_map(|chapters| &chapters.chapters).take(count.unwrap_or(usize::MAX));
    inner.insert("chapters", listed.map(chapter).into_list());
    d.insert("psc_chapters", inner);
}

/// Returns whether a time has two digits in each part, as in `01:02` or `00:01:02.345`. Others are not read.
fn is_full_time(raw: &str) -> bool {
    // The pattern of `_parse_psc_chapter_start`.
    let is_number = |part: &str, length| part.len() == length && part.bytes().all(|b| b.is_ascii_digit());
    let (time, fraction) = raw.split_once('.').unwrap_or((raw, "000"));
    let parts = time.split(':').count();
    matches!(parts, 2 | 3) && time.split(':').all(|part| is_number(part, 2)) && is_number(fraction, 3)
}

/// Returns the name of an element of Media RSS, if an element without a prefix has the name that Universal Feed Parser gives
/// to it, such as `media_thumbnail`.
pub(super) fn name_like_media(tree: &Tree) -> Option<&str> {
    const NAMES: [&str; 7] = ["content", "credit", "license", "player", "rating", "restriction", "thumbnail"];
    let (prefix, name) = tree.name.split_once('_').filter(|_| tree.prefix.is_empty())?;
    let is_known =
        prefix.eq_ignore_ascii_case("media") && NAMES.iter().any(|known| known.eq_ignore_ascii_case(name));
    is_known.then_some(name)
}

/// Returns what the media elements among `trees` add to a feed or entry, and about the memory that it takes. The place of each key
/// is noted in `order`.
pub(super) fn media(
    trees: &[Tree],
    order: &mut Order,
    values: &ValueReader<'_>,
) -> (Dictionary<'static>, usize) {
    let media = vocabulary::namespace_of("media");
    let mut found = Found::new(values.budget);
    // In document order; elements are looked for in groups, media and communities only.
    let mut open = vec![trees.iter()];
    while let Some(siblings) = open.last_mut() {
        let Some(tree) = siblings.next() else {
            open.pop();
            continue;
        };
        if let Some(name) = name_like_media(tree) {
            found.take(tree, name);
            note(order, name, tree.offset);
        } else if tree.vocabulary == media {
            note(order, &tree.name, tree.offset);
            if found.take(tree, &tree.name) {
                open.push(tree.children.iter());
            }
        }
    }
    let memory = found.memory;
    (found.into_dictionary(values), memory)
}

/// Notes the place of the keys that an element gives.
fn note(order: &mut Order, name: &str, offset: usize) {
    const KEYS: [(&str, &[&str]); 12] = [
        ("content", &["media_content"]),
        ("thumbnail", &["media_thumbnail"]),
        ("credit", &["media_credit", "credit"]),
        ("license", &["media_license"]),
        ("player", &["media_player"]),
        ("rating", &["media_rating", "rating"]),
        ("restriction", &["media_restriction", "restriction"]),
        ("statistics", &["media_statistics"]),
        ("starrating", &["media_starrating"]),
        ("keywords", &["media_keywords"]),
        ("tags", &["media_tags"]),
        ("community", &["media_community"]),
    ];
    let keys = KEYS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    for key in keys.into_iter().flat_map(|(_, keys)| *keys) {
        order.note(key, offset);
    }
}

/// The media elements that were found. Of some only the last counts, or its text.
#[derive(Debug)]
struct Found<'b> {
    budget: &'b Budget,
    /// The memory of the members of the lists.
    memory: usize,
    contents: PaidList<Dictionary<'static>>,
    thumbnails: PaidList<Dictionary<'static>>,
    /// The text of the last thumbnail.
    thumbnail_text: String,
    credits: PaidList<Dictionary<'static>>,
    last_credit: Option<String>,
    /// `player`, `rating`, `license` and the like, by name.
    last: Dictionary<'static>,
    keywords: Option<String>,
    tags: Option<String>,
    has_community: bool,
}

impl<'b> Found<'b> {
    fn new(budget: &'b Budget) -> Self {
        Self {
            budget,
            memory: 0,
            contents: PaidList::default(),
            thumbnails: PaidList::default(),
            thumbnail_text: String::new(),
            credits: PaidList::default(),
            last_credit: None,
            last: Dictionary::default(),
            keywords: None,
            tags: None,
            has_community: false,
        }
    }

    /// Takes an element; returns whether to look into it.
    fn take(&mut self, tree: &Tree, name: &str) -> bool {
        let name = name.to_ascii_lowercase();
        let looks_into = matches!(name.as_str(), "content" | "group" | "community");
        match name.as_str() {
            "content" => self.contents.extend(self.budget.keep_in(&mut self.memory, described(tree, false))),
            "community" => self.has_community = true,
            "thumbnail" => self.take_thumbnail(tree),
            "credit" => {
                let described = described(tree, !tree.text.is_empty());
                self.credits.extend(self.budget.keep_in(&mut self.memory, described));
                self.last_credit = Some(tree.text.to_string());
            }
            "player" => self.set(name, described(tree, true)),
            "license" | "rating" | "restriction" => self.set_text(&name, tree),
            "statistics" | "starrating" => {
                self.has_community = true;
                self.set(name, described(tree, false));
            }
            "keywords" => self.keywords = Some(tree.text.to_string()),
            "tags" => {
                self.has_community = true;
                self.tags = Some(tree.text.to_string());
            }
            _ => {}
        }
        looks_into
    }

    /// The text is the URL if there is no other.
    fn take_thumbnail(&mut self, tree: &Tree) {
        let mut thumbnail = described(tree, false);
        let text = if content::is_script_url(&tree.text) { "" } else { &tree.text };
        if !text.is_empty() && !thumbnail.contains_key("url") {
            thumbnail.insert("url", text.to_owned());
        }
        self.thumbnails.extend(self.budget.keep_in(&mut self.memory, thumbnail));
        text.clone_into(&mut self.thumbnail_text);
    }

    fn set(&mut self, name: String, described: Dictionary<'static>) {
        self.last.insert(name, described);
    }

    /// Keeps the attributes of the first element of a name, and the text of the last one that has text.
    fn set_text(&mut self, name: &str, tree: &Tree) {
        if !self.last.contains_key(name) {
            self.set(name.to_owned(), described(tree, true));
        } else if let Some(Value::Dictionary(first)) = self.last.get_mut(name)
            && !tree.text.trim().is_empty()
        {
            first.insert("content", tree.text.to_string());
        }
    }

    fn into_dictionary(self, values: &ValueReader<'_>) -> Dictionary<'static> {
        let mut d = Dictionary::default();
        if !self.thumbnails.is_empty() {
            // The text of the last one is taken for an address.
            d.insert("href", self.thumbnail_text);
        }
        for (key, list) in [
            ("media_content", self.contents),
            ("media_thumbnail", self.thumbnails),
            ("media_credit", self.credits),
        ] {
            if !list.is_empty() {
                let list = list.into_vec().into_iter().map(Value::Attributes);
                d.insert(key, list.into_list());
            }
        }
        if let Some(credit) = self.last_credit {
            d.insert("credit", credit);
        }
        for (name, described) in self.last {
            let Value::Dictionary(mut described) = described else { continue };
            let mut alone = None;
            // The text of these is by itself as well.
            if matches!(name.as_ref(), "rating" | "license" | "restriction") {
                let text = content_of(&described).unwrap_or_default().to_owned();
                if text.is_empty() {
                    described.remove("content");
                } else if name == "restriction" {
                    // The countries or addresses are a list, separated by spaces.
                    let list = text.to_lowercase();
                    let words = list.split_whitespace().map(str::to_owned);
                    let list: Vec<String> = values.keep_each(words).collect();
                    described.insert("content", list);
                }
                alone = Some(text);
            }
            // Python has a type of its own for players, and plain dictionaries for the others.
            let is_player = name == "player";
            let described =
                if is_player { Value::Dictionary(described) } else { Value::Attributes(described) };
            d.insert(format!("media_{name}"), described);
            if let Some(text) = alone {
                d.insert(name, text);
            }
        }
        for (key, text) in [("media_keywords", self.keywords), ("media_tags", self.tags)] {
            if let Some(text) = text {
                d.insert(key, text);
            }
        }
        if self.has_community {
            d.insert("media_community", "");
        }
        d
    }
}

fn content_of<'a>(described: &'a Dictionary<'_>) -> Option<&'a str> {
    described.get("content").and_then(Value::as_str)
}

/// Returns the attributes of an element as the feed wrote them, and its text as `content`.
fn described(tree: &Tree, with_text: bool) -> Dictionary<'static> {
    let mut d = Dictionary::default();
    for (name, value) in tree.attributes.iter() {
        d.insert(attribute_key(name).into_owned(), value.to_owned());
    }
    if with_text {
        d.insert("content", tree.text.to_string());
    }
    d
}
