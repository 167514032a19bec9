//! The consequences of broken rules.

use super::Rule;

/// The consequences of broken rules, by prefix of the rule's name. The first match applies, and the order is the recommended order
/// of fixing.
const CONSEQUENCES: &[(&str, &str)] = &[
    ("not-a-feed", "No reader can subscribe to it."),
    ("json/ByteOrderMark", "Some parsers of JSON refuse the document."),
    ("json/DuplicateName", "Readers differ in which of the values they take."),
    ("json/LoneSurrogate", "Readers show another character, or refuse the document."),
    ("json/MissingVersion", "Readers may not recognise the format."),
    ("json/UnknownVersion", "Readers may not recognise the format."),
    ("json/WrongType", "Readers that check types overlook the value."),
    ("xml/", "A strict parser of XML stops there: readers that use one show nothing new."),
    ("json/", "A strict parser of JSON stops there: readers that use one show nothing new."),
    ("encoding-", "Readers that trust the label show wrong letters, or refuse the document."),
    ("namespace-", "Readers that know only the right name overlook the elements."),
    ("entry-id-", "Readers that go by the id overlook entries, or show old ones as new."),
    ("guid-", "Readers follow it like a link, which leads nowhere."),
    ("id-", "Readers may not recognise the entry when it changes."),
    ("date-", "Readers sort the entry wrongly, or show the time at which they fetched it."),
    ("value/UnreadableDate", "Readers sort the entry wrongly, or show the time at which they fetched it."),
    ("uri-", "Readers lead people to a wrong page, or nowhere."),
    ("podcast-category-", "Directories of podcasts list it in another category, or in none."),
    ("podcast-", "Directories of podcasts do not accept the feed."),
    ("feed-self-", "Readers that follow the link fetch another document, or none."),
    ("feed-", "Readers show the feed without it, or do not accept it."),
    ("entry-", "Readers show the entry without it, or leave it out."),
    ("enclosure-", "Players may not offer the file."),
    ("value-white-space", "Strict readers take the white space for a part of the value."),
    ("image-", "Readers may not show the image."),
    ("content-", "Readers may not show the content."),
    ("html-", "Readers show the entry without it."),
    ("title-", "Some readers show the markup as text."),
    ("text-", "Readers show something else than you meant."),
    ("element-", "Readers differ in what they make of it; most overlook it."),
    ("attribute-", "Readers differ in what they make of it; most overlook it."),
    ("member-", "Readers overlook it."),
    ("xhtml-", "Readers show a part of the content, or none of it."),
];

/// Returns the consequence of leaving a rule broken, as a sentence.
///
/// ```
/// let rules = bozofeed_check::rules();
/// let date = rules.iter().find(|rule| rule.id == "date-form").unwrap();
/// assert!(bozofeed_check::consequence(date).starts_with("Readers sort the entry wrongly"));
/// ```
pub fn consequence(rule: &Rule) -> &'static str {
    CONSEQUENCES.get(urgency(rule)).map_or("Readers differ in what they make of it.", |(_, text)| text)
}

/// Returns the position of a rule in the recommended order of fixing, most urgent first.
pub(crate) fn urgency(rule: &Rule) -> usize {
    let found = CONSEQUENCES.iter().position(|(start, _)| rule.id.starts_with(start));
    found.unwrap_or(CONSEQUENCES.len())
}
