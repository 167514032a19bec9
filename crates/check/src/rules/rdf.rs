//! RDF/XML (<https://www.w3.org/TR/rdf-syntax-grammar/#section-Infoset-Grammar>): nodes and properties alternate.
//!
//! Elements with rows are checked separately; this file checks elements of modules and of unknown vocabularies.

use std::ops::Range;

use crate::facts::{RdfElement, RdfPart};
use crate::open_elements::{NodeContent, OpenNode};
use crate::schema::DocumentFormat;
use crate::schema::ValueForm;
use crate::walker::Walker;
use bozofeed::inspect::schema::customary_prefix;
use bozofeed::inspect::{Name, XmlAttribute};

rule_family! {
    RDF_INVALID = "rdf-invalid", Error, "markup that RDF does not allow", "Put either text or a single element into an element of RDF, and no text between elements.", "RDF/XML §7.2";
}

/// Names that are not allowed for attributes (RDF/XML §5.1).
const NO_ATTRIBUTES: &[&str] = &["Description", "RDF", "aboutEach", "aboutEachPrefix", "bagID", "li"];

impl Walker {
    /// Begins an element, which was already checked if it has a row.
    pub(crate) fn start_rdf(
        &mut self,
        name: &Name<'_>,
        attributes: &[XmlAttribute<'_>],
        span: &Range<usize>,
    ) {
        if !matches!(self.format, DocumentFormat::Rdf | DocumentFormat::Rdf090) {
            return;
        }
        let is_reported = self.open.parent().is_some_and(|parent| parent.is_reported);
        let Some(parent) = self.rdf.0.last_mut() else {
            self.rdf.0.push(RdfElement { part: RdfPart::Nodes, children: 0 });
            return;
        };
        if is_reported {
            parent.part = RdfPart::Any;
        }
        parent.children += 1;
        let RdfElement { part: outer, children } = *parent;
        let own = |name: &Name<'_>| customary_prefix(name.namespace) == Some("rdf");
        let of_rdf = |local: &str| {
            attributes
                .iter()
                .find(|a| own(&a.name) && a.name.local == local)
                .map(|attribute| &*attribute.value)
        };
        let part = match outer {
            RdfPart::Any => RdfPart::Any,
            RdfPart::Nodes | RdfPart::Property | RdfPart::Reference => RdfPart::Node,
            RdfPart::Node => match of_rdf("parseType") {
                Some("Resource") => RdfPart::Node,
                Some("Collection") => RdfPart::Nodes,
                // Any other value means `Literal` (RDF/XML §7.2.20).
                Some(_) => RdfPart::Any,
                None if of_rdf("resource").is_some() => RdfPart::Reference,
                None => RdfPart::Property,
            },
        };
        let is_crowded = match outer {
            RdfPart::Property => children > 1,
            RdfPart::Reference => true,
            RdfPart::Nodes | RdfPart::Node | RdfPart::Any => false,
        };
        let is_wrong_name = own(name)
            && match part {
                // RDF/XML §5.1: `rdf:li` cannot name a node, nor `rdf:Description` a property. A property with
                // `parseType="Resource"` is both.
                RdfPart::Node => matches!(name.local, "RDF" | "li") && outer != RdfPart::Node,
                RdfPart::Property | RdfPart::Reference | RdfPart::Nodes => {
                    matches!(name.local, "RDF" | "Description")
                }
                RdfPart::Any => false,
            };
        let wrong_attribute = attributes.iter().find(|attribute| {
            own(&attribute.name)
                && (NO_ATTRIBUTES.contains(&attribute.name.local)
                    || attribute.name.local == "ID" && !is_local_name(attribute.value.trim()))
        });
        // A node has at most one of these (RDF/XML §7.2.11).
        let has_several_names =
            ["about", "ID", "nodeID"].iter().filter(|name| of_rdf(name).is_some()).count() > 1;
        self.rdf.0.push(RdfElement { part, children: 0 });
        if part == RdfPart::Any {
            return;
        }
        if let Some(attribute) = wrong_attribute {
            self.report_rdf(span.clone(), attribute.name.qualified);
        } else if is_wrong_name || has_several_names || is_crowded && self.open.parent().is_some_and(is_free)
        {
            self.report_rdf(span.clone(), name.qualified);
        }
    }

    /// Ends the innermost element.
    pub(crate) fn end_rdf(&mut self, node: &OpenNode) {
        let Some(RdfElement { part, children }) = self.rdf.0.pop() else { return };
        let has_text = || !self.open.text_of(node).trim().is_empty();
        let is_wrong = match part {
            RdfPart::Node | RdfPart::Reference => has_text(),
            RdfPart::Property => children > 0 && has_text(),
            RdfPart::Nodes | RdfPart::Any => false,
        };
        if is_wrong && is_free(node) && !node.is_reported {
            let text = self.open.text_of(node).trim().to_owned();
            self.report_rdf(node.tag.range(), &text);
        }
    }

    /// Returns whether the texts of foreign elements are needed.
    pub(crate) fn reads_rdf(&self) -> bool {
        !self.rdf.0.is_empty()
    }

    fn report_rdf(&mut self, span: Range<usize>, value: &str) {
        self.report(&RDF_INVALID, span, "", value);
    }
}

/// Returns whether no other rules apply to the content of an element.
fn is_free(node: &OpenNode) -> bool {
    match node.content {
        NodeContent::Ignored | NodeContent::Foreign => true,
        NodeContent::Row(_) => matches!(node.form, ValueForm::Any | ValueForm::Label),
        NodeContent::Searched | NodeContent::Markup => false,
    }
}

/// Returns whether a text may be a local name in XML.
fn is_local_name(text: &str) -> bool {
    let is_start = |c: char| c.is_alphabetic() || c == '_';
    text.starts_with(is_start) && text.chars().all(|c| c.is_alphanumeric() || "-._".contains(c))
}
