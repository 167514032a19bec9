//! The candidates for the fields with one value that few scopes have.

use super::best_of::{BestOf, Chosen, Tie};
use super::other;
use crate::budget::{Paid, push_exact};
use crate::model::{Entry, Extension, Feed, Image, Itunes, TextInput};
use crate::statement::{Origin, Single, SingleField, Tree};

/// The best candidate for each field that has one.
#[derive(Debug, Default)]
pub(super) struct Singles(Vec<BestOf<Single>>);

impl Singles {
    fn best_of(&mut self, field: SingleField) -> Option<&mut BestOf<Single>> {
        self.0.iter_mut().find(|best| best.get().is_some_and(|known| known.field() == field))
    }

    /// Keeps the better of the two candidates for a field; on a tie the later one wins.
    pub(super) fn choose(&mut self, value: Single, origin: &Origin<'_>) -> Chosen<Single> {
        self.choose_by(value.field(), |best| best.choose(value, origin, Tie::Last))
    }

    /// Keeps the better of two scopes.
    pub(super) fn choose_scope(
        &mut self,
        value: Single,
        origin: &Origin<'_>,
        tree: Option<Paid<Tree>>,
    ) -> Chosen<Single> {
        self.choose_by(value.field(), |best| best.choose_scope(value, origin, tree))
    }

    fn choose_by(
        &mut self,
        field: SingleField,
        choose: impl FnOnce(&mut BestOf<Single>) -> Chosen<Single>,
    ) -> Chosen<Single> {
        if let Some(best) = self.best_of(field) {
            return choose(best);
        }
        let mut best = BestOf::default();
        let chosen = choose(&mut best);
        if best.get().is_some() {
            self.0.push(best);
        }
        chosen
    }

    /// Returns the best candidate for a field.
    pub(super) fn get(&self, field: SingleField) -> Option<&Single> {
        self.0.iter().filter_map(BestOf::get).find(|known| known.field() == field)
    }

    /// Moves the values to their fields. One for which `place` has no field becomes an extension.
    fn move_to(&mut self, extensions: &mut Vec<Extension>, mut place: impl FnMut(Single) -> Option<Single>) {
        for mut best in self.0.drain(..) {
            let Some((value, source)) = best.take_with_source() else { continue };
            if let (Some(stray), Some(source)) = (place(value), source)
                && let Some(extension) = other::extension(&stray, source)
            {
                push_exact(extensions, extension);
            }
        }
    }

    /// Moves the values to the fields of a feed.
    pub(super) fn move_to_feed(&mut self, feed: &mut Feed, extensions: &mut Vec<Extension>) {
        let mut agent = None;
        self.move_to(extensions, |single| {
            match single {
                Single::Subtitle(text) => feed.subtitle = Some(*text),
                Single::Info(text) => feed.info = Some(*text),
                Single::Rights(text) => feed.rights = Some(*text),
                Single::Created(date) => feed.created = Some(date),
                Single::IsExpired(expired) => feed.expired = expired,
                Single::Validity(validity) => feed.rare_mut().validity = Some(validity),
                Single::Language(language) => feed.language = Some(language),
                Single::Publisher(person) => feed.rare_mut().publisher = Some(person),
                Single::WebMaster(person) => feed.rare_mut().web_master = Some(person),
                Single::Generator(generator) => feed.generator = Some(*generator),
                Single::GeneratorAgent(uri) => agent = Some(uri),
                Single::ErrorReportsTo(uri) => feed.error_reports_to = Some(uri),
                Single::Docs(uri) => feed.docs = Some(uri),
                Single::Icon(uri) => feed.icon = Some(uri),
                Single::Logo(uri) => feed.logo = Some(uri),
                Single::NewLocation(uri) => feed.new_location = Some(uri),
                Single::Ttl(ttl) => feed.ttl = ttl,
                Single::Cloud(cloud) => feed.cloud = Some(cloud),
                Single::TextInput(input) => feed.text_input = Some(input),
                Single::Href(href) => feed.href = Some(href),
                single => return move_to_itunes(single, || &mut feed.rare_mut().itunes),
            }
            None
        });
        if let Some(agent) = agent {
            feed.generator.get_or_insert_default().uri.get_or_insert(agent);
        }
    }

    /// Moves the values to the fields of an entry.
    pub(super) fn move_to_entry(&mut self, entry: &mut Entry, extensions: &mut Vec<Extension>) {
        if self.0.is_empty() {
            return;
        }
        let rare = entry.rare_mut();
        self.move_to(extensions, |single| {
            match single {
                Single::Subtitle(text) => rare.subtitle = Some(text),
                Single::Rights(text) => rare.rights = Some(text),
                Single::Created(date) => rare.created = Some(Box::new(date)),
                Single::Expired(date) => rare.expired = Some(Box::new(date)),
                Single::Validity(validity) => rare.validity = Some(validity),
                Single::Language(language) => rare.language = Some(language),
                Single::Publisher(person) => rare.publisher = Some(person),
                Single::Source(source) => rare.source = Some(source),
                Single::Comments(uri) => rare.comments = Some(uri.into()),
                Single::BannerImage(image) => rare.banner_image = Some(image),
                single => return move_to_itunes(single, || &mut rare.itunes),
            }
            None
        });
    }

    /// Moves the values to the fields of an image.
    pub(super) fn move_to_image(&mut self, image: &mut Image, extensions: &mut Vec<Extension>) {
        self.move_to(extensions, |single| {
            match single {
                Single::Description(text) => image.description = Some(*text),
                Single::Href(href) => image.href = Some(href),
                Single::Width(width) => image.width = width,
                Single::Height(height) => image.height = height,
                single => return Some(single),
            }
            None
        });
    }

    /// Moves the values to the fields of a text input.
    pub(super) fn move_to_text_input(&mut self, input: &mut TextInput, extensions: &mut Vec<Extension>) {
        self.move_to(extensions, |single| {
            match single {
                Single::Description(text) => input.description = Some(*text),
                Single::Name(name) => input.name = Some(name),
                single => return Some(single),
            }
            None
        });
    }
}

/// Moves a value to the fields of iTunes. Returns one for which they have no field.
fn move_to_itunes<'m>(
    single: Single,
    itunes: impl FnOnce() -> &'m mut Option<Box<Itunes>>,
) -> Option<Single> {
    let itunes = || itunes().get_or_insert_default();
    match single {
        Single::ItunesSubtitle(text) => itunes().subtitle = Some(*text),
        Single::ItunesSummary(text) => itunes().summary = Some(*text),
        Single::ItunesOwner(person) => itunes().owner = Some(person),
        Single::ItunesImage(image) => itunes().image = Some(image.0),
        single => return Some(single),
    }
    None
}
