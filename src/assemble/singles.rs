//! The candidates for the fields with one value that few scopes have.

use super::best_of::BestOf;
use super::other::{self, ValueSource};
use crate::model::{Entry, Extension, Feed, Image, Itunes, TextInput};
use crate::statement::{Origin, Priority, Single, SingleField};

/// The best candidate for each field that has one.
#[derive(Debug, Default)]
pub(super) struct Singles(Vec<BestOf<Single>>);

impl Singles {
    fn best_of(&mut self, field: SingleField) -> Option<&mut BestOf<Single>> {
        self.0.iter_mut().find(|best| best.get().is_some_and(|known| known.field() == field))
    }

    /// Keeps the better of the two candidates for a field; on a tie the later one wins. Returns the other one if it says
    /// something else.
    pub(super) fn choose(&mut self, value: Single, origin: &Origin<'_>) -> Option<(Single, ValueSource)> {
        if let Some(best) = self.best_of(value.field()) {
            return best.choose(value, origin, false);
        }
        let mut best = BestOf::default();
        best.choose(value, origin, false);
        self.0.push(best);
        None
    }

    /// Returns whether this candidate would be kept.
    pub(super) fn takes(&mut self, value: &Single, priority: Priority) -> bool {
        self.best_of(value.field()).is_none_or(|best| best.takes(value, priority))
    }

    fn drain(&mut self) -> impl Iterator<Item = Single> {
        self.0.drain(..).filter_map(|mut best| best.take())
    }

    /// Moves the values to the fields of a feed.
    pub(super) fn move_to_feed(&mut self, feed: &mut Feed) {
        let mut agent = None;
        for single in self.drain() {
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
                single => move_to_itunes(single, &mut feed.rare_mut().itunes),
            }
        }
        if let Some(agent) = agent {
            feed.generator.get_or_insert_default().uri.get_or_insert(agent);
        }
    }

    /// Moves the values to the fields of an entry.
    pub(super) fn move_to_entry(&mut self, entry: &mut Entry) {
        if self.0.is_empty() {
            return;
        }
        let rare = entry.rare_mut();
        for single in self.drain() {
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
                single => move_to_itunes(single, &mut rare.itunes),
            }
        }
    }

    /// Moves the values to the fields of an image.
    pub(super) fn move_to_image(&mut self, image: &mut Image) {
        for single in self.drain() {
            match single {
                Single::Subtitle(text) => image.description = Some(*text),
                Single::Href(href) => image.href = Some(href),
                Single::Width(width) => image.width = width,
                Single::Height(height) => image.height = height,
                _ => {}
            }
        }
    }

    /// Moves the values to the fields of a text input.
    pub(super) fn move_to_text_input(&mut self, input: &mut TextInput) {
        for single in self.drain() {
            match single {
                Single::Subtitle(text) => input.description = Some(*text),
                Single::Name(name) => input.name = Some(name),
                _ => {}
            }
        }
    }
}

/// Moves a value to the fields of iTunes. The interpreter states no other values of a feed or an entry: an element for which
/// they have no field is an extension.
fn move_to_itunes(single: Single, itunes: &mut Option<Box<Itunes>>) {
    let itunes: &mut Itunes = itunes.get_or_insert_default();
    match single {
        Single::ItunesSubtitle(text) => itunes.subtitle = Some(*text),
        Single::ItunesSummary(text) => itunes.summary = Some(*text),
        Single::ItunesOwner(person) => itunes.owner = Some(person),
        Single::ItunesImage(image) => itunes.image = Some(image.0),
        _ => {}
    }
}

/// Returns the extension for a value that lost its field.
pub(super) fn extension(loser: Option<(Single, ValueSource)>) -> Option<Extension> {
    let (loser, source) = loser?;
    match loser {
        // Their elements are kept as extensions anyway.
        Single::GeneratorAgent(_) | Single::ErrorReportsTo(_) => None,
        // Texts of other vocabularies fill these fields as well as their own.
        Single::Subtitle(_) | Single::Info(_) | Single::Rights(_) => other::extension(&loser, &source),
        _ => other::own_extension(&loser, &source),
    }
}
