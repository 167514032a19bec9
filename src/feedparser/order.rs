//! The order of the keys of a feed or entry: Universal Feed Parser adds them as their elements come.

use crate::cost::{Priced, allocated};
use crate::statement::{Statement, Subject};
use crate::vocabulary::{DateField, PersonField, ScopeKind, TextField};

use super::Dictionary;

/// The offsets at which the fields were given first.
#[derive(Debug, Default)]
pub(super) struct Order(Vec<(&'static str, usize)>);

impl Priced for Order {
    fn heap(&self) -> usize {
        allocated(self.0.capacity() * size_of::<(&str, usize)>())
    }

    fn written(&self) -> usize {
        0
    }
}

impl Order {
    /// Notes that a field is given by an element at `offset`, unless it was given before.
    pub(super) fn note(&mut self, field: &'static str, offset: usize) {
        if self.0.iter().all(|(known, _)| *known != field) {
            self.0.push((field, offset));
        }
    }

    /// Returns whether an element gave the field.
    pub(super) fn has(&self, field: &str) -> bool {
        self.0.iter().any(|(known, _)| *known == field)
    }

    /// Notes the field of a statement about an entry, or about a feed.
    pub(super) fn note_statement(&mut self, statement: &Statement, offset: usize) {
        self.note(field(statement), offset);
        // An identifier is the link until there is one, and the key stays in its place.
        if matches!(statement, Statement::Id { permalink: None | Some(true), .. }) {
            // One more, since `link` comes after the `id` of the same element.
            self.note("link", offset.saturating_add(1));
        }
    }

    /// Sorts the members of a dictionary, which begins with extensions at `offsets`. Members whose field was not noted stay
    /// at the end.
    pub(super) fn sort(&self, d: &mut Dictionary<'_>, mut offsets: Vec<usize>) {
        let known = offsets.len();
        offsets.extend(d.iter().skip(known).map(|(key, _)| self.offset(key)));
        d.sort_by(&offsets);
    }

    /// Returns the offset of the element that gave a key.
    fn offset(&self, key: &str) -> usize {
        let field = key.strip_suffix("_detail").or_else(|| key.strip_suffix("_parsed")).unwrap_or(key);
        // A key may come from another field than its own.
        let fields = match field {
            "author" | "authors" | "href" => ["authors", "links", ""],
            "content" | "summary" => {
                [if field == "content" { "content" } else { "summary" }, "content", "summary"]
            }
            "guidislink" | "id" => ["id", "", ""],
            "link" => ["link", "links", ""],
            "publisher" => ["publisher", "web_master", "itunes.owner"],
            "subtitle" => ["subtitle", "summary", ""],
            "validity_start" | "validity_end" => ["validity", "", ""],
            "newlocation" => ["new_location", "", ""],
            "textinput" => ["text_input", "", ""],
            other => [other, "", ""],
        };
        let of_field =
            |field: &str| self.0.iter().find(|(known, _)| *known == field).map(|(_, offset)| *offset);
        fields.into_iter().find_map(of_field).unwrap_or(usize::MAX)
    }
}

/// Returns the name of the field that a scope within a feed or entry is the value of.
pub(super) fn inner_field(subject: Subject) -> Option<&'static str> {
    match subject {
        Subject::Inner(ScopeKind::Image) => Some("image"),
        Subject::Inner(ScopeKind::TextInput) => Some("text_input"),
        Subject::Inner(ScopeKind::Source) => Some("source"),
        Subject::Inner(ScopeKind::LiveItem) | Subject::Feed | Subject::Entry => None,
    }
}

/// Returns the name of the field that a statement is about.
fn field(statement: &Statement) -> &'static str {
    match statement {
        Statement::Text(TextField::Title, _) => "title",
        Statement::Text(TextField::Subtitle, _) => "subtitle",
        Statement::Text(TextField::Description | TextField::Summary, _) => "summary",
        Statement::Text(TextField::Content | TextField::Encoded | TextField::Body, _) => "content",
        Statement::Text(TextField::Info, _) => "info",
        Statement::Text(TextField::Rights, _) => "rights",
        Statement::Date(DateField::Published, _) => "published",
        Statement::Date(DateField::Updated, _) => "updated",
        Statement::Date(DateField::Created, _) => "created",
        Statement::Date(DateField::Expired, _) => "expired",
        Statement::Id { .. } | Statement::About(_) => "id",
        Statement::Page(_) => "link",
        Statement::Link(_) => "links",
        Statement::Person(PersonField::Author | PersonField::Owner, _) => "authors",
        Statement::Person(PersonField::Contributor | PersonField::ContributorName, _) => "contributors",
        Statement::Person(PersonField::Publisher, _) => "publisher",
        Statement::Person(PersonField::WebMaster, _) => "web_master",
        Statement::Tag(_) => "tags",
        Statement::Single(single) => single.name(),
        Statement::Image(_) => "image",
        // These have no key of their own.
        Statement::LiveItem(_) | Statement::Element(_) => "",
    }
}

#[cfg(test)]
mod tests {
    use crate::Parser;

    #[test]
    fn keys_are_in_the_order_of_their_elements() {
        let mut failures = Vec::new();
        for (item, expected) in [
            ("<title>a</title><link>b</link><guid>c</guid>", "title title_detail links link id guidislink"),
            ("<guid>c</guid><title>a</title><link>b</link>", "id guidislink link title title_detail links"),
            (
                "<guid isPermaLink='false'>c</guid><title>a</title><link>b</link>",
                "id guidislink title title_detail links link",
            ),
            ("<guid>c</guid><title>a</title>", "id guidislink link title title_detail"),
            ("<x:y>1</x:y><pubDate>2026-01-02</pubDate><x:z>2</x:z>", "x_y published published_parsed x_z"),
            ("<description>a</description><category>b</category>", "summary summary_detail tags"),
            ("<content:encoded>a</content:encoded><title>b</title>", "content summary title title_detail"),
            ("<author>A</author><title>b</title>", "authors author author_detail title title_detail"),
            ("<comments>a</comments><x:y/><comments>b</comments>", "comments x_y"),
            (
                "<media:group><media:credit>a</media:credit></media:group><x:y/><media:content url='b'/>",
                "media_credit credit x_y media_content",
            ),
        ] {
            let namespaces = "xmlns:x='urn:x' xmlns:content='http://purl.org/rss/1.0/modules/content/' \
                              xmlns:media='http://search.yahoo.com/mrss/'";
            let document =
                format!("<rss version='2.0' {namespaces}><channel><item>{item}</item></channel></rss>");
            let document = Parser::new().dictionary(document.as_bytes());
            let entry = document.entries().next().unwrap_or_default();
            let keys: Vec<&str> = entry.iter().map(|(key, _)| key).collect();
            if keys.join(" ") != expected {
                failures.push((item, keys.join(" ")));
            }
        }
        assert_eq!(failures, []);
    }
}
