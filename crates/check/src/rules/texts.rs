//! Texts: empty texts, unexpected markup, lengths.

use super::elements::children;
use super::{URI_NOT_ASCII, XHTML_DIV_MISSING, XHTML_DIV_REPEATED, dates, values};
use crate::Rule;
use crate::fixes::{Edit, Fix, FixPlace};
use crate::open_elements::OpenNode;
use crate::profile::is_required;
use crate::schema::DocumentFormat;
use crate::schema::{Count, ElementRole, ValueForm};
use crate::walker::Walker;

rule_family! {
    VALUE_EMPTY = "value-empty", Warning, "an element or attribute without a value", "Fill it, or leave it out.", "RFC 4287 §4.2; RSS 2.0"
        [fix Named remove_empty] { Item "<author/>" => "<author>anna@harbour.example (Anna)</author>" };
    TEXT_EMPTY = "value-empty", Note, "an element or attribute without a value", "Fill it, or leave it out.", "RFC 4287 §4.2; RSS 2.0";
    VALUE_WHITE_SPACE = "value-white-space", Error, "white space around a value", "Remove the white space, line breaks too.", "RFC 4287 §2; RFC 3986 §2"
        [fix Named trim] { Entry r#"<link rel="related" href=" https://harbour.example/12 "/>"# => r#"<link rel="related" href="https://harbour.example/12"/>"# };
    TEXT_MISPLACED = "text-misplaced", Warning, "text where only elements belong", "Move the text into an element, or remove it: readers overlook it.", "RSS 2.0; RFC 4287 §4.1"
        { Channel "<image>Logo<url>https://harbour.example/a.png</url></image>" => "<image><url>https://harbour.example/a.png</url></image>" };
    TITLE_MARKUP = "title-markup", Warning, "markup in plain text", "Write the text without tags, and escape it only once: &amp; and not &amp;amp;.", "RFC 4287 §3.1.1; RSS Profile"
        { Channel "<item><title>Low &lt;b&gt;tide&lt;/b&gt;</title></item>" => "<item><title>Low tide</title></item>" };
    PLAIN_TEXT_MARKUP = "title-markup", Note, "markup in a text that directories of podcasts show as it is", "Write text without tags; description and content:encoded may have markup.", "Apple Podcasts requirements";
    TEXT_MARKUP = "text-markup", Warning, "markup in text of type text", "Add type=\"html\", or remove the tags.", "RFC 4287 §3.1.1"
        [fix Named declare_html] { Entry "<summary>Low &lt;b&gt;tide&lt;/b&gt;</summary>" => r#"<summary type="html">Low &lt;b&gt;tide&lt;/b&gt;</summary>"# };
    CONTENT_NOT_BASE64 = "content-not-base64", Error, "content of a binary media type that is not Base64", "Encode the content in Base64, or correct its type.", "RFC 4287 §4.1.3.3"
        { Entry r#"<content type="image/png">low tide!</content>"# => r#"<content type="image/png">bG93IHRpZGU=</content>"# };
    TEXT_TOO_LONG = "text-too-long", Note, "a text that podcast directories cut", "Shorten the text.", "Apple Podcasts requirements"
        { Channel "<itunes:subtitle>Low tide, high tide. Low tide, high tide. Low tide, high tide. Low tide, high tide. Low tide, high tide. Low tide, high tide. Low tide, high tide. Low tide, high tide. Low tide, high tide. Low tide, high tide. Low tide, high tide. Low tide, high tide. Low tide, high tide. </itunes:subtitle>" => "<itunes:subtitle>Low tide, high tide.</itunes:subtitle>" };
}

impl Walker {
    /// Checks the text of an element at its end.
    pub(crate) fn check_text(&mut self, node: &OpenNode) {
        let text = self.open.text_of(node);
        let value = text.trim();
        if value.is_empty() {
            // Such an element of a module has no meaning.
            if node.form == ValueForm::Label && node.name.contains(':') && !node.has_elements {
                self.report(&TEXT_EMPTY, node.tag, "", node.name);
            }
            let may_be_empty =
                matches!(node.form, ValueForm::Any | ValueForm::None | ValueForm::Label | ValueForm::Base64)
                    || node.has_elements;
            if !may_be_empty {
                let is_text = matches!(
                    node.form,
                    ValueForm::Text | ValueForm::Html | ValueForm::AtomText | ValueForm::AtomContent
                ) && node.role() != Some(ElementRole::Id);
                self.report(if is_text { &TEXT_EMPTY } else { &VALUE_EMPTY }, node.tag, "", node.name);
            }
            return;
        }
        let leading = text.len() - text.trim_start().len();
        let start = self.open.offset_of(node, leading).0;
        let span = start..start + value.len();
        let location = || self.open.location_of_text(node, start, value.len());
        if matches!(node.form, ValueForm::None) {
            self.ledger.add(&TEXT_MISPLACED, start..start, || self.open.path(""), value);
            return;
        }
        // RFC 4287 §2 allows no white space around such values; other formats do not specify this.
        let has_no_space = node.form.is_uri() || matches!(node.form, ValueForm::Date(_) | ValueForm::Email);
        if self.format == DocumentFormat::Atom && has_no_space && value.len() != text.len() {
            let facts = || self.open.facts();
            self.ledger.add_about(&VALUE_WHITE_SPACE, location(), facts, || self.open.path(""), value);
        }
        let rule = match node.form {
            ValueForm::Date(format) => {
                let date = format.read(value);
                // The day in the date's own time zone.
                let may_be_ahead = date.is_none_or(|date| date.day >= self.today);
                if may_be_ahead && dates::is_in_future(value, self.now) {
                    self.future.add(self.open.is_in_entry(), span.clone(), || self.open.path(""));
                }
                dates::rule_of_date(format, date)
            }
            form => values::broken_rule(form, value, self.budget.urls()),
        };
        let rule = rule.or_else(|| self.rule_of_iri(node.form, value));
        if let Some(rule) = rule {
            self.ledger.note_value(node.tag.start);
            self.ledger.add_about(rule, location(), || self.open.facts(), || self.open.path(""), value);
        }
        if node.form == ValueForm::Xhtml {
            let rule = if node.has_elements { &XHTML_DIV_REPEATED } else { &XHTML_DIV_MISSING };
            self.ledger.add(rule, start..start, || self.open.path(""), value);
        }
        if node.form == ValueForm::Html {
            self.check_markup(node);
        }
    }

    /// Returns the rule broken by an IRI in place of a URI: everywhere except in Atom (RFC 4287 §2).
    pub(crate) fn rule_of_iri(&self, form: ValueForm, value: &str) -> Option<&'static Rule> {
        let may_be_iri = value.is_ascii()
            || !form.is_uri()
            || self.format.is_atom()
            || self.open.last().is_some_and(|node| node.is_of_atom);
        (!may_be_iri).then_some(&URI_NOT_ASCII)
    }
}

/// Declares a text as markup.
fn declare_html(place: &FixPlace<'_>) -> Option<Fix> {
    let edit = place.set_attribute(place.tag()?, "type", "html")?;
    // The text may be about markup.
    Some(Fix::suggestion("add type=\"html\"", vec![edit]))
}

/// Removes the white space around a value.
fn trim(place: &FixPlace<'_>) -> Option<Fix> {
    let padding = place.padding()?;
    let edits: Vec<Edit> =
        padding.iter().filter(|blank| !blank.text(place.text()).is_empty()).map(Edit::remove).collect();
    (!edits.is_empty()).then(|| Fix::safe("remove the white space", edits))
}

/// Removes an optional empty element, with its line.
fn remove_empty(place: &FixPlace<'_>) -> Option<Fix> {
    let tag = place.tag().filter(|_| place.attribute().is_none())?;
    let name = place.name_of(tag);
    let (prefix, local) = name.split_once(':').unwrap_or(("", name));
    let child = children(place.facts().parent?, prefix).find(|child| child.is_named(prefix, local))?;
    // Required elements and elements with attributes are not removed.
    let is_required = matches!(child.count, Count::One(_) | Count::Some(_)) || is_required(child.name);
    if is_required || tag.attributes(place.text()).next().is_some() {
        return None;
    }
    let mut element = place.tag_span(tag)?;
    if !tag.is_empty() {
        let content = place.content(tag)?.text(place.text()).trim();
        let is_section = content.strip_prefix("<![CDATA[").is_some_and(|rest| rest.trim() == "]]>");
        if !content.is_empty() && !is_section {
            return None;
        }
        element = element.to(&place.end_tag(tag)?);
    }
    // An absent element is not the same as an empty one.
    Some(Fix::suggestion("remove the element", vec![Edit::remove(&place.with_line(&element))]))
}
