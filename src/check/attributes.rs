//! The attributes of an element, as its row has them.

use std::ops::Range;

use super::rules::{ATTRIBUTE_MISSING, ATTRIBUTE_UNKNOWN, VALUE_EMPTY};
use super::schema::{ElementRow, ValueForm};
use super::values;
use super::walker::{Format, Walker, span_of};
use crate::vocabulary::{customary_prefix, is_xml};
use crate::xml::{Name, RawTag, XmlAttribute};

impl Walker {
    pub(super) fn check_attributes(
        &mut self,
        row: &'static ElementRow,
        tag: &RawTag<'_>,
        attributes: &[XmlAttribute<'_>],
    ) {
        let span = span_of(tag);
        for required in row.attributes.iter().filter(|attribute| attribute.is_required) {
            if !attributes.iter().any(|attribute| self.is_named(&attribute.name, required.name)) {
                self.report(&ATTRIBUTE_MISSING, span.clone(), "", required.name);
            }
        }
        for attribute in attributes {
            let span = attribute.offset..attribute.offset + attribute.name.qualified.len();
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
                None if attribute.name.prefix.is_empty() && !attribute.name.qualified.starts_with("xml") => {
                    self.report(
                        &ATTRIBUTE_UNKNOWN,
                        span,
                        &format!("@{}", attribute.name.qualified),
                        attribute.name.qualified,
                    );
                }
                None => {}
            }
        }
    }

    /// Returns whether an attribute has a name of the tables, where a prefix is the customary one.
    fn is_named(&self, name: &Name<'_>, known: &str) -> bool {
        match known.split_once(':') {
            Some((prefix, local)) => local == name.local && customary_prefix(name.namespace) == Some(prefix),
            None if self.format == Format::Cdf => {
                name.prefix.is_empty() && known.eq_ignore_ascii_case(name.local)
            }
            None => name.prefix.is_empty() && known == name.local,
        }
    }

    fn check_attribute(&mut self, form: ValueForm, attribute: &XmlAttribute<'_>, span: Range<usize>) {
        let value = attribute.value.trim();
        let name = || format!("@{}", attribute.name.qualified);
        if value.is_empty() {
            // An empty base or language is none; an empty reference is the document.
            let may_be_empty = matches!(form, ValueForm::Any | ValueForm::None | ValueForm::Reference)
                || is_xml(attribute.name.namespace);
            if !may_be_empty {
                self.report(&VALUE_EMPTY, span, &name(), "");
            }
        } else if let Some(rule) = values::broken_rule(form, value) {
            self.note_value();
            self.report(rule, span, &name(), value);
        }
    }

    /// Notes that a value of the innermost element breaks a rule, so that a warning about it says nothing new.
    pub(super) fn note_value(&mut self) {
        if let Some(node) = self.open.last() {
            self.ledger.note_value(node.tag.start);
        }
    }
}

/// Returns the form of the text of an element with these attributes.
pub(super) fn form_with(form: ValueForm, attributes: &[XmlAttribute<'_>]) -> ValueForm {
    let value = |name: &str| {
        attributes.iter().find(|a| a.name.qualified == name).map(|attribute| attribute.value.trim())
    };
    match form {
        ValueForm::AtomContent if value("src").is_some() => ValueForm::Any,
        ValueForm::AtomText | ValueForm::AtomContent => match value("type") {
            None | Some("text") => form,
            Some("html") => ValueForm::Html,
            Some("xhtml") => ValueForm::Xhtml,
            Some(_) => ValueForm::Any,
        },
        ValueForm::Guid if value("isPermaLink").is_some_and(|value| value != "true") => ValueForm::Text,
        // Without a mode, markup is not escaped.
        ValueForm::Construct => match value("mode") {
            Some("escaped") if value("type").is_some_and(|media_type| media_type.contains("html")) => {
                ValueForm::Html
            }
            _ => ValueForm::Any,
        },
        other => other,
    }
}
