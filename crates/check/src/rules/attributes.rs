//! The attributes of an element, according to its row.

use super::media_types::rule_of_file;
use super::{VALUE_EMPTY, VALUE_WHITE_SPACE, values};
use crate::fixes::{Edit, EditableSpan, Fix, FixPlace};
use crate::location::{FindingFacts, FindingLocation};
use crate::schema::DocumentFormat;
use crate::schema::{ElementRole, ElementRow, ValueForm};
use crate::walker::Walker;
use bozofeed::inspect::schema::{customary_prefix, is_xml};
use bozofeed::inspect::{Name, RawTag, TagSpan, XmlAttribute};
use bozofeed_text::media_type::ParsedMediaType;
use bozofeed_text::nearest::nearest;

rule_family! {
    ATTRIBUTE_MISSING = "attribute-missing", Error, "a required attribute is missing", "Add the attribute to the element.", "RFC 4287 §4.2; RSS 2.0"
        [fix Named add_attribute] { Item r#"<enclosure url="https://harbour.example/a.mp3" length="12345"/>"# => r#"<enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/>"# };
    ATTRIBUTE_UNKNOWN = "attribute-unknown", Warning, "unknown attribute", "Correct the name, or remove the attribute.", "RFC 4287 §6.3; RSS 2.0"
        [fix Named rename_attribute] { Item r#"<guid isPermalink="false">41</guid>"# => r#"<guid isPermaLink="false">41</guid>"# };
    ATTRIBUTE_FOREIGN = "attribute-unknown", Note, "an attribute of another namespace on an element of RSS", "Write what readers should know in an element of the namespace.", "RSS 2.0, Extending RSS";
}

impl Walker {
    pub(crate) fn check_attributes(
        &mut self,
        row: &'static ElementRow,
        element: &Name<'_>,
        tag: &RawTag<'_>,
        attributes: &[XmlAttribute<'_>],
    ) {
        let span = TagSpan::from(tag);
        for required in row.attributes.iter().filter(|attribute| attribute.is_required) {
            if !attributes.iter().any(|attribute| self.is_named(&attribute.name, required.name)) {
                self.report(&ATTRIBUTE_MISSING, span, "", required.name);
            }
        }
        self.check_file_type(row, span, attributes);
        for attribute in attributes {
            let name_span = attribute.offset..attribute.offset + attribute.name.qualified.len();
            let span = FindingLocation::of_attribute(span, name_span);
            match row.attributes.iter().find(|known| self.is_named(&attribute.name, known.name)) {
                Some(known) => self.check_attribute(known.form, attribute, span),
                None if is_xml(attribute.name.namespace) => {
                    let form = match attribute.name.local {
                        "lang" => ValueForm::Language,
                        "base" => ValueForm::Reference,
                        _ => continue,
                    };
                    self.check_attribute(form, attribute, span);
                }
                None if row.has_other_attributes => {}
                None if attribute.name.prefix.is_empty() && !attribute.name.qualified.starts_with("xml") => {
                    self.report(
                        &ATTRIBUTE_UNKNOWN,
                        span,
                        &format!("@{}", attribute.name.qualified),
                        attribute.name.qualified,
                    );
                }
                None => {
                    // Programs that distribute updates use custom attributes on enclosures.
                    let is_foreign = self.format == DocumentFormat::Rss
                        && customary_prefix(attribute.name.namespace).is_none()
                        && element.prefix.is_empty()
                        && !attribute.name.prefix.is_empty()
                        && attribute.name.prefix != "xmlns";
                    if is_foreign {
                        let name = attribute.name.qualified;
                        self.report(&ATTRIBUTE_FOREIGN, span, &format!("@{name}"), name);
                    }
                }
            }
        }
    }

    /// Checks whether the media type of a file matches its name.
    fn check_file_type(&mut self, row: &ElementRow, tag: TagSpan, attributes: &[XmlAttribute<'_>]) {
        let value = |name: &str| attributes.iter().find(|attribute| attribute.name.qualified == name);
        let Some(media_type) = value("type") else { return };
        // A page may describe a file, and have a similar name.
        let is_page = row.role == ElementRole::AtomLink
            && value("rel").is_none_or(|rel| rel.value.trim() != "enclosure");
        let is_typed =
            row.attributes.iter().any(|known| known.name == "type" && known.form == ValueForm::MediaType);
        let address = ["url", "href", "uri", "src"].into_iter().find_map(value);
        if let Some(address) = address.filter(|_| is_typed && !is_page)
            && let Some(rule) = rule_of_file(media_type.value.trim(), address.value.trim())
        {
            let name = media_type.offset..media_type.offset + media_type.name.qualified.len();
            self.report(rule, FindingLocation::of_attribute(tag, name), "@type", media_type.value.trim());
        }
    }

    /// Returns whether an attribute has a name from the tables, whose prefix is the customary one.
    fn is_named(&self, name: &Name<'_>, known: &str) -> bool {
        match known.split_once(':') {
            Some((prefix, local)) => local == name.local && customary_prefix(name.namespace) == Some(prefix),
            None if self.format == DocumentFormat::Cdf => {
                name.prefix.is_empty() && known.eq_ignore_ascii_case(name.local)
            }
            None => name.prefix.is_empty() && known == name.local,
        }
    }

    fn check_attribute(&mut self, form: ValueForm, attribute: &XmlAttribute<'_>, span: FindingLocation) {
        let complete = |facts| FindingFacts { form: Some(form), ..facts };
        let value = attribute.value.trim();
        let name = || format!("@{}", attribute.name.qualified);
        if value.is_empty() {
            // An empty base or language means none; an empty reference is the base, which is the feed itself if there is no
            // other.
            let has_base = self.open.last().is_some_and(|node| node.has_base);
            let may_be_empty = matches!(form, ValueForm::Any | ValueForm::None)
                || form == ValueForm::Reference && has_base
                || is_xml(attribute.name.namespace);
            if !may_be_empty {
                self.report(&VALUE_EMPTY, span, &name(), attribute.name.qualified);
            }
            return;
        }
        // A URI contains no white space.
        if value.len() != attribute.value.len() && form.is_uri() {
            self.report_with(&VALUE_WHITE_SPACE, span.clone(), &name(), value, complete);
        }
        let rule =
            values::broken_rule(form, value, self.budget.urls()).or_else(|| self.rule_of_iri(form, value));
        if let Some(rule) = rule {
            self.note_value();
            self.report_with(rule, span, &name(), value, complete);
        }
    }

    /// Records that a value of the innermost element breaks a rule, so that a warning about it would be redundant.
    pub(crate) fn note_value(&mut self) {
        if let Some(node) = self.open.last() {
            self.ledger.note_value(node.tag.start);
        }
    }
}

/// Returns the form of the text of an element with these attributes.
pub(crate) fn form_with(
    form: ValueForm,
    attributes: &[XmlAttribute<'_>],
    format: DocumentFormat,
) -> ValueForm {
    let value = |name: &str| {
        attributes.iter().find(|a| a.name.qualified == name).map(|attribute| attribute.value.trim())
    };
    let is_rdf = matches!(format, DocumentFormat::Rdf | DocumentFormat::Rdf090);
    match form {
        // RDF/XML §2.8; the value of a property may be a resource.
        _ if is_rdf && (value("rdf:parseType").is_some() || value("rdf:resource").is_some()) => {
            ValueForm::Any
        }
        // RFC 4287 §4.1.3.2: it must be empty.
        ValueForm::AtomContent if value("src").is_some() => ValueForm::None,
        ValueForm::AtomText | ValueForm::AtomContent => atom_text(form, value("type"), value("mode")),
        ValueForm::Construct => old_atom_text(value("type"), value("mode")),
        ValueForm::TypedText if value("type") == Some("html") => ValueForm::Html,
        ValueForm::TypedText => ValueForm::Label,
        ValueForm::Rating => rating(value("scheme").unwrap_or("urn:simple")),
        ValueForm::Restriction => restriction(value("type")),
        // MD5 is the default of Media RSS.
        ValueForm::Digest if value("algo").is_none_or(|name| name == "md5") => ValueForm::Hexadecimal(32),
        ValueForm::Digest => ValueForm::Text,
        ValueForm::Guid if value("isPermaLink").is_some_and(|value| value != "true") => ValueForm::Text,
        other => other,
    }
}

/// Returns the form of a text or a content of Atom 1.0, by its `type` (RFC 4287 §3.1.1, §4.1.3).
fn atom_text(form: ValueForm, media_type: Option<&str>, mode: Option<&str>) -> ValueForm {
    match media_type {
        None | Some("text") => form,
        // As in Atom 0.3; some Atom 1.0 feeds still use this.
        Some("text/html") if mode == Some("xml") => ValueForm::Any,
        Some("html" | "text/html") => ValueForm::Html,
        Some("xhtml") => ValueForm::Xhtml,
        Some(media_type) if form == ValueForm::AtomContent && media_type.contains('/') => {
            content_of_type(&ParsedMediaType::parse(media_type))
        }
        Some(_) => ValueForm::Any,
    }
}

/// Returns the form of content of a media type (RFC 4287 §4.1.3.3).
fn content_of_type(media_type: &ParsedMediaType<'_>) -> ValueForm {
    if media_type.is_xml() || media_type.is_composite() {
        ValueForm::Any
    } else if media_type.is_top("text") {
        ValueForm::Text
    } else {
        ValueForm::Base64
    }
}

/// Returns the form of a text of Atom 0.3. Without a mode, markup is not escaped.
fn old_atom_text(media_type: Option<&str>, mode: Option<&str>) -> ValueForm {
    match mode {
        Some("base64") => ValueForm::Base64,
        Some("escaped") if media_type.is_some_and(|media_type| media_type.contains("html")) => {
            ValueForm::Html
        }
        _ => ValueForm::Any,
    }
}

/// Returns the form of a `media:rating` with this scheme.
fn rating(scheme: &str) -> ValueForm {
    const SCHEMES: &[(&str, ValueForm)] = &[
        ("urn:simple", ValueForm::Words(&["adult", "nonadult"])),
        ("urn:mpaa", ValueForm::Words(&["g", "pg", "pg-13", "r", "nc-17", "nr", "x"])),
        (
            "urn:v-chip",
            ValueForm::Words(&[
                "tv-y", "tv-y7", "tv-y7-fv", "tv-g", "tv-pg", "tv-14", "tv-ma", "g", "pg", "14a", "18a", "r",
                "e",
            ]),
        ),
        ("urn:icra", ValueForm::Icra),
    ];
    SCHEMES.iter().find(|(known, _)| *known == scheme).map_or(ValueForm::Text, |(_, form)| *form)
}

/// Returns the form of a `media:restriction` of this type.
fn restriction(kind: Option<&str>) -> ValueForm {
    match kind {
        Some("country") => ValueForm::Countries,
        Some("uri") => ValueForm::Uris,
        Some(_) => ValueForm::Any,
        None => ValueForm::Words(&["all", "none"]),
    }
}

/// Adds an attribute with a known value.
fn add_attribute(place: &FixPlace<'_>) -> Option<Fix> {
    let tag = place.tag()?;
    let add = |name: &str, value: &str| {
        let edit = place.set_attribute(tag, name, value)?;
        Some((format!("add {name}=\"{value}\""), vec![edit]))
    };
    match (place.name_of(tag), place.value()) {
        ("rss", "version") if place.source.root == Some(tag) => {
            let (description, edits) = add("version", "2.0")?;
            Some(Fix::safe(description, edits))
        }
        ("enclosure", "type") => {
            let address = place.attribute_of(tag, "url")?;
            let (description, edits) =
                add("type", bozofeed::inspect::values::media_type_of_name(address.value)?)?;
            Some(Fix::safe(description, edits))
        }
        // The text belongs in the attribute.
        ("itunes:category", "text") => {
            let content = place.content(tag)?;
            let category = content.text(place.text()).trim();
            let is_text = !category.is_empty() && !category.contains(['<', '"']);
            let (description, mut edits) = add("text", category).filter(|_| is_text)?;
            edits.push(Edit::remove(&content));
            Some(Fix::suggestion(description, edits))
        }
        _ => None,
    }
}

/// Corrects the spelling of an attribute.
fn rename_attribute(place: &FixPlace<'_>) -> Option<Fix> {
    let tag = place.tag()?;
    let attribute = place.attribute()?;
    let name = attribute.name;
    let known = nearest(name, place.facts().row?.attributes.iter().map(|attribute| attribute.name))?;
    if place.attribute_of(tag, known).is_some() {
        return None;
    }
    let edits = vec![Edit::replace(&EditableSpan::of_attribute_name(&attribute), known)];
    let fix = Fix::suggestion(format!("did you mean `{known}`?"), edits);
    Some(Fix { is_safe: known.eq_ignore_ascii_case(name), ..fix })
}
