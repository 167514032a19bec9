//! The sink that passes tags, texts and values to an inspector.

use std::fmt::{self, Write as _};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::mem::discriminant;
use std::ops::Range;

use super::gathered::GatheredScopes;
use super::{Inspector, ReadValue};
use crate::budget::Paid;
use crate::model::{Entry, Person};
use crate::options::Options;
use crate::sink::{Ending, Member, Origin, Single, Sink, StatedId, Subject, Tree};
use crate::vocabulary::ValueReader;
use crate::xml::{Name, RawTag, WrittenText, XmlAttribute};
use bozofeed_content::Sanitizer;
use bozofeed_content::internal::SanitizeValues as _;
use bozofeed_model::internal::cost::Priced as _;

/// The number of bytes of values that are hashed per byte of a document, and for any document. Inherited values can make the values
/// longer than the document.
const HASHED_PER_BYTE: usize = 64;
const HASHED: usize = 1 << 20;

/// The sink that passes tags, texts and values to an inspector.
pub(super) struct InspectorSink<'i> {
    inspector: &'i mut dyn Inspector,
    /// The values that vocabularies read together, for the warnings about them.
    scopes: GatheredScopes,
    /// The number of bytes of values that may still be hashed, if the inspector receives them.
    left: Option<usize>,
    /// The number of entries. `None` once the model may lack one of them.
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

    /// Returns the number of entries, or `None` if the model may lack some of them.
    pub(super) fn entry_count(&self) -> Option<usize> {
        self.entry_count
    }

    /// Passes the hash of a value of the given length to the inspector, if it receives values.
    fn pass(
        &mut self,
        offset: Option<usize>,
        length: impl FnOnce() -> usize,
        hash: impl FnOnce(&mut DefaultHasher),
    ) {
        let Some(left) = &mut self.left else { return };
        *left = left.saturating_sub(length());
        // Once the allowance is spent, the value is passed without a hash, so that values still occur in the same places.
        let hash = (*left > 0).then(|| {
            let mut hasher = DefaultHasher::new();
            hash(&mut hasher);
            hasher.finish()
        });
        self.inspector.value(ReadValue { offset, hash });
    }
}

/// Hashes the written data.
struct Hashed<'h>(&'h mut DefaultHasher);

impl fmt::Write for Hashed<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}

/// Hashes a candidate for a field.
fn hash_single(value: &Single, hasher: &mut DefaultHasher) {
    discriminant(value).hash(hasher);
    match value {
        Single::Title(text) | Single::Summary(text) => text.hash(hasher),
        Single::Subtitle(text)
        | Single::Description(text)
        | Single::Info(text)
        | Single::Rights(text)
        | Single::ItunesSubtitle(text)
        | Single::ItunesSummary(text) => text.hash(hasher),
        Single::Id(StatedId { id, permalink }) => (id, permalink).hash(hasher),
        Single::Published(date) | Single::Updated(date) => date.hash(hasher),
        Single::Publisher(person) | Single::WebMaster(person) | Single::ItunesOwner(person) => {
            hash_person(person, hasher);
        }
        // Some contain numbers that cannot be hashed.
        other => hash_shown(other, hasher),
    }
}

/// Hashes a member of a list.
fn hash_member(member: &Member, hasher: &mut DefaultHasher) {
    discriminant(member).hash(hasher);
    match member {
        Member::Content(text) => text.hash(hasher),
        Member::Link(link) => link.hash(hasher),
        Member::Author(person) | Member::Contributor(person) => hash_person(person, hasher),
        Member::Tag(tag) => tag.hash(hasher),
        Member::LiveItem(item) => hash_shown(item, hasher),
    }
}

/// Hashes a person without its child elements: their names and texts were already received.
fn hash_person(person: &Person, hasher: &mut DefaultHasher) {
    let Person { raw, name, email, uri, .. } = person;
    (raw, name, email, uri, person.avatar()).hash(hasher);
}

fn hash_shown(value: &impl fmt::Debug, hasher: &mut DefaultHasher) {
    // It has no errors.
    let _ = write!(Hashed(hasher), "{value:?}");
}

/// Hashes an element of an XML or JSON document.
fn hash_element(element: &Tree, is_xml: bool, hasher: &mut DefaultHasher) {
    if is_xml {
        // The names and texts of its child elements were already received.
        return (element.vocabulary, &element.prefix, &element.name, &element.json).hash(hasher);
    }
    let mut trees = vec![element];
    while let Some(Tree { vocabulary, prefix, name, attributes, text, children, json, .. }) = trees.pop() {
        (vocabulary, prefix, name, attributes, text.as_str(), children.len(), json).hash(hasher);
        trees.extend(children.iter());
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
        self.pass(None, || 1, |hasher| (true, discriminant(&*subject)).hash(hasher));
        if *subject == Subject::Entry {
            // A repeated entry is omitted.
            self.entry_count = self.entry_count.filter(|_| !may_repeat).map(|count| count + 1);
        }
        self.scopes.begin();
    }

    fn offer(&mut self, value: Paid<Single>, origin: &Origin<'_>) {
        self.pass(Some(origin.offset), || value.written(), |hasher| hash_single(&value, hasher));
    }

    fn add(&mut self, member: Paid<Member>, origin: &Origin<'_>) {
        self.pass(Some(origin.offset), || member.written(), |hasher| hash_member(&member, hasher));
        self.scopes.add(member);
    }

    fn add_element(&mut self, element: Paid<Tree>, origin: &Origin<'_>) {
        let is_xml = self.is_xml;
        // It was already charged, part by part.
        self.pass(Some(origin.offset), || 0, |hasher| hash_element(&element, is_xml, hasher));
        self.scopes.add_element(element);
    }

    fn end(&mut self, subject: Subject, ending: Ending<'_>, values: &ValueReader<'_>) -> usize {
        self.pass(None, || 1, |hasher| (false, discriminant(&subject)).hash(hasher));
        self.scopes.end(subject, values);
        if subject == Subject::Entry && ending.is_implied {
            // It is omitted if it is empty.
            self.entry_count = None;
        }
        // The memory of an entry in the model is included, so that an inspection stops where the parser does.
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
