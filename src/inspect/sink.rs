//! The sink that passes what is read to an inspector.

use std::fmt::{self, Write as _};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::mem::discriminant;
use std::ops::Range;

use super::gathered::GatheredScopes;
use super::{Inspector, ReadValue};
use crate::budget::Paid;
use crate::model::Entry;
use crate::options::Options;
use crate::statement::{Ending, Origin, Single, Sink, StatedId, Statement, Subject, Tree};
use crate::vocabulary::ValueReader;
use crate::xml::{Name, RawTag, WrittenText, XmlAttribute};
use bozofeed_content::Sanitizer;
use bozofeed_model::cost::Priced as _;

/// The bytes of values that are hashed for each byte of a document, and for any document. Values that are long by inheritance take
/// more than is written.
const HASHED_PER_BYTE: usize = 64;
const HASHED: usize = 1 << 20;

/// The sink that passes what is read to an inspector.
pub(super) struct InspectorSink<'i> {
    inspector: &'i mut dyn Inspector,
    /// The values that vocabularies read together, for the warnings about them.
    scopes: GatheredScopes,
    /// The number of bytes of values that may still be hashed, if the inspector receives them.
    left: Option<usize>,
    /// The number of entries; `None` once the model may lack one of them.
    entry_count: Option<usize>,
    /// Whether there are tags.
    is_xml: bool,
}

impl<'i> InspectorSink<'i> {
    pub(super) fn new(inspector: &'i mut dyn Inspector, length: usize) -> Self {
        let left = || length.saturating_mul(HASHED_PER_BYTE).saturating_add(HASHED);
        let left = inspector.receives_values().then(left);
        Self { inspector, scopes: GatheredScopes::default(), left, entry_count: Some(0), is_xml: false }
    }

    /// Returns the number of entries; `None` if the model may lack some of them.
    pub(super) fn entry_count(&self) -> Option<usize> {
        self.entry_count
    }

    /// Passes the hash of a value of some bytes to the inspector, if it receives values.
    fn pass(&mut self, offset: Option<usize>, length: usize, hash: impl FnOnce(&mut DefaultHasher)) {
        let Some(left) = &mut self.left else { return };
        *left = left.saturating_sub(length);
        // The value is received without a hash once the allowance is spent, so that values still come in the
        // same places.
        let hash = (*left > 0).then(|| {
            let mut hasher = DefaultHasher::new();
            hash(&mut hasher);
            hasher.finish()
        });
        self.inspector.value(ReadValue { offset, hash });
    }
}

/// Hashes what is written to it.
struct Hashed<'h>(&'h mut DefaultHasher);

impl fmt::Write for Hashed<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}

/// Hashes a statement of a document in XML or JSON.
fn hash(statement: &Statement, is_xml: bool, hasher: &mut DefaultHasher) {
    discriminant(statement).hash(hasher);
    match statement {
        Statement::Text(field, text) => (discriminant(field), text).hash(hasher),
        Statement::Single(Single::Id(StatedId { id, permalink })) => (id, permalink).hash(hasher),
        Statement::Single(single @ (Single::Published(date) | Single::Updated(date))) => {
            (discriminant(single), date).hash(hasher);
        }
        Statement::Link(link) => link.hash(hasher),
        Statement::Tag(tag) => tag.hash(hasher),
        // The names and texts of the elements in it were received before.
        Statement::Person(field, details) => {
            (discriminant(field), &details.person).hash(hasher);
        }
        // Some of them have numbers that cannot be hashed.
        Statement::Single(_) | Statement::LiveItem(_) => {
            // It has no errors.
            let _ = write!(Hashed(hasher), "{statement:?}");
        }
        Statement::Element(tree) if is_xml => {
            // The names and the texts of the elements in it were received before.
            (tree.vocabulary, &tree.prefix, &tree.name, &tree.json).hash(hasher);
        }
        Statement::Element(tree) => {
            let mut trees: Vec<&Tree> = vec![tree];
            while let Some(Tree { vocabulary, prefix, name, attributes, text, children, json, .. }) =
                trees.pop()
            {
                (vocabulary, prefix, name, attributes, text.as_str(), children.len(), json).hash(hasher);
                trees.extend(children.iter());
            }
        }
    }
}

impl Sink for InspectorSink<'_> {
    fn receives_markup(&self) -> bool {
        true
    }

    /// An inspector sees markup as written.
    fn cleaner<'o>(&self, _: &'o Options) -> &'o Sanitizer {
        Sanitizer::OFF
    }

    fn begin(&mut self, subject: Paid<Subject>, may_repeat: bool) {
        self.pass(None, 1, |hasher| (true, discriminant(&*subject)).hash(hasher));
        if *subject == Subject::Entry {
            // An entry that is repeated is left out.
            self.entry_count = self.entry_count.filter(|_| !may_repeat).map(|count| count + 1);
        }
        self.scopes.begin();
    }

    fn state(&mut self, statement: Paid<Statement>, origin: &Origin<'_>) {
        if self.left.is_some() {
            let is_xml = self.is_xml;
            self.pass(Some(origin.offset), statement.written(), |hasher| hash(&statement, is_xml, hasher));
        }
        self.scopes.add(statement);
    }

    fn end(&mut self, subject: Subject, ending: Ending<'_>, values: &ValueReader<'_>) -> usize {
        self.pass(None, 1, |hasher| (false, discriminant(&subject)).hash(hasher));
        self.scopes.end(subject, values);
        if subject == Subject::Entry && ending.is_implied {
            // It is left out if it is empty.
            self.entry_count = None;
        }
        // The memory of an entry of the model counts, so that an inspection ends where reading does.
        if subject == Subject::Entry { size_of::<Entry>() } else { 0 }
    }

    fn start_tag(&mut self, name: &Name<'_>, tag: &RawTag<'_>, attributes: &[XmlAttribute<'_>]) {
        self.is_xml = true;
        self.inspector.start_tag(name, tag, attributes);
    }

    fn text(&mut self, text: &str, written: &WrittenText) {
        self.inspector.text(text, written);
    }

    fn end_tag(&mut self, written: Option<Range<usize>>) {
        self.inspector.end_tag(written);
    }
}
