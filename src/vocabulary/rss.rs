//! RSS 0.90–2.0 and CDF: <https://www.rssboard.org/rss-specification>, <https://www.w3.org/TR/NOTE-CDFsubmit.html>.

use super::rules::{Rules, rules};
use super::{CategoryForm, DateField, PersonField, PersonPart, Rule, ScopeKind, TextField, ValueField};

pub(super) const URIS: &[&str] = &[
    "http://backend.userland.com/rss",
    "http://backend.userland.com/rss2",
    "http://blogs.law.harvard.edu/tech/rss",
    "http://cyber.law.harvard.edu/rss/rss.html",
    "http://purl.org/rss/1.0",
    "http://my.netscape.com/rdf/simple/0.9",
    "http://channel.netscape.com/rdf/simple/0.9",
    "http://purl.org/rss/1.0/modules/rss091#",
    "http://purl.org/net/rss1.1#",
];

pub(super) const ELEMENTS: Rules = rules! {
    "rss" => Rule::Root,
    "channel" => Rule::Channel,
    "item" | "product" => Rule::Entry,
    "title" => Rule::Text(TextField::Title),
    "link" => Rule::Link,
    "description" | "abstract" => Rule::Text(TextField::Description),
    "guid" => Rule::Value(ValueField::Guid),
    "pubDate" => Rule::Date(DateField::Published),
    "lastBuildDate" | "date" => Rule::Date(DateField::Updated),
    "expirationDate" => Rule::Date(DateField::Expired),
    "author" | "managingEditor" => Rule::Person(PersonField::Author),
    "webMaster" => Rule::Person(PersonField::WebMaster),
    "category" | "keywords" => Rule::Category(CategoryForm::Plain),
    "tags" => Rule::Value(ValueField::Tags),
    "enclosure" => Rule::Enclosure,
    "source" => Rule::Scope(ScopeKind::Source),
    "comments" => Rule::Value(ValueField::Comments),
    "image" => Rule::Scope(ScopeKind::Image),
    "textInput" => Rule::Scope(ScopeKind::TextInput),
    "url" | "href" | "homepage" => Rule::PersonPart(PersonPart::Uri),
    "width" => Rule::Value(ValueField::Width),
    "height" => Rule::Value(ValueField::Height),
    "language" => Rule::Value(ValueField::Language),
    "copyright" => Rule::Text(TextField::Rights),
    "generator" => Rule::Value(ValueField::Generator),
    "docs" => Rule::Value(ValueField::Docs),
    "ttl" => Rule::Value(ValueField::Ttl),
    "cloud" => Rule::Attributes(super::AttributesField::Cloud),
    "newLocation" => Rule::Value(ValueField::NewLocation),
    "fullitem" => Rule::Text(TextField::Encoded),
    "body" => Rule::Text(TextField::Body),
};
