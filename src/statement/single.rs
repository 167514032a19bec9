//! Fields with one value that few feeds or entries have.

use super::field_value::{FieldValue, ImageUrl};
use super::{Complete, Completeness};
use crate::cost::Priced;
use crate::model::{
    Cloud, Date, Entry, Extension, Feed, Generator, Image, Period, Person, Str, Text, TextInput, Typed,
};

/// The reading of a field whose element contains nothing but its text.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SingleForm {
    Uri(fn(Str) -> Single),
    Language(fn(Str) -> Single),
    /// A whole number.
    Number(fn(Typed<u64>) -> Single),
    /// The number of pixels.
    Size(fn(Typed<u32>) -> Single),
}

/// That which has fields.
#[derive(Debug)]
pub(crate) enum SingleOwner<'m> {
    Feed(&'m mut Feed),
    Entry(&'m mut Entry),
    Image(&'m mut Image),
    TextInput(&'m mut TextInput),
}

/// `Variant(type) = "field" as form { Owner: place },` for each field: its name in the model, how its text is read, if that is all
/// that its element has, and how each owner takes it. A value of an owner that is not listed becomes an extension.
macro_rules! singles {
    ($(
        $(#[$doc:meta])* $field:ident($kind:ty) = $name:literal $(as $form:ident)? { $($owner:ident: $place:expr,)+ },
    )+) => {
        /// The value of a field with one value.
        #[derive(Debug, Clone)]
        pub(crate) enum Single {
            $($(#[$doc])* $field($kind),)+
        }

        /// A field with one value.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum SingleField {
            $($field,)+
        }

        impl SingleField {
            /// The names of the fields in the model.
            pub(crate) const NAMES: &[&str] = &[$($name),+];
            /// The number of fields.
            pub(crate) const COUNT: usize = Self::NAMES.len();

            /// Returns how the text of an element is read; `None` if that is not all that the element has.
            pub(crate) const fn form(self) -> Option<SingleForm> {
                match self {
                    // The first element of the array: the form, or `None` if the row has none.
                    $(Self::$field => [$(Some(SingleForm::$form(Single::$field)),)? None][0],)+
                }
            }
        }

        impl Single {
            pub(crate) fn field(&self) -> SingleField {
                match self {
                    $(Self::$field(_) => SingleField::$field,)+
                }
            }

            /// Returns the name of the field in the model.
            pub(crate) fn name(&self) -> &'static str {
                match self {
                    $(Self::$field(_) => $name,)+
                }
            }

            /// Moves the value to its field. Returns one for which the owner has no field.
            pub(crate) fn move_to(self, owner: &mut SingleOwner<'_>) -> Option<Self> {
                match (self, owner) {
                    $($((Self::$field(value), SingleOwner::$owner(owner)) => {
                        let place: fn(&mut $owner, $kind) = $place;
                        place(owner, value);
                    })+)+
                    (stray, _) => return Some(stray),
                }
                None
            }

            fn value(&self) -> &dyn FieldValue {
                match self {
                    $(Self::$field(value) => value,)+
                }
            }
        }

        impl Priced for Single {
            fn heap(&self) -> usize {
                match self {
                    $(Self::$field(value) => value.heap(),)+
                }
            }

            fn written(&self) -> usize {
                match self {
                    $(Self::$field(value) => value.written(),)+
                }
            }
        }

        impl Complete for Single {
            fn completeness(&self) -> Completeness {
                match self {
                    $(Self::$field(value) => value.completeness(),)+
                }
            }
        }

        impl FieldValue for Single {
            fn main_text(&self) -> &str {
                self.value().main_text()
            }

            fn means_same_as(&self, other: &Self) -> bool {
                match (self, other) {
                    $((Self::$field(value), Self::$field(other)) => value.means_same_as(other),)+
                    _ => false,
                }
            }

            fn display_text(&self) -> String {
                self.value().display_text()
            }

            fn media_type(&self) -> Option<&str> {
                self.value().media_type()
            }

            fn describe(&self, extension: &mut Extension) {
                self.value().describe(extension);
            }
        }
    };
}

singles! {
    /// Atom `subtitle`; in a feed also RSS `description`.
    Subtitle(Box<Text>) = "subtitle" {
        Feed: |feed, text| feed.subtitle = Some(*text),
        Entry: |entry, text| entry.rare_mut().subtitle = Some(text),
    },
    /// The text of an image or a text input.
    Description(Box<Text>) = "description" {
        Image: |image, text| image.description = Some(*text),
        TextInput: |input, text| input.description = Some(*text),
    },
    Info(Box<Text>) = "info" { Feed: |feed, text| feed.info = Some(*text), },
    Rights(Box<Text>) = "rights" {
        Feed: |feed, text| feed.rights = Some(*text),
        Entry: |entry, text| entry.rare_mut().rights = Some(text),
    },
    Created(Date) = "created" {
        Feed: |feed, date| feed.created = date,
        Entry: |entry, date| entry.rare_mut().created = Some(Box::new(date)),
    },
    Expired(Date) = "expired" { Entry: |entry, date| entry.rare_mut().expired = Some(Box::new(date)), },
    /// JSON Feed `expired`.
    IsExpired(Typed<bool>) = "expired" { Feed: |feed, expired| feed.expired = expired, },
    Validity(Box<Typed<Period>>) = "validity" {
        Feed: |feed, validity| feed.rare_mut().validity = Some(validity),
        Entry: |entry, validity| entry.rare_mut().validity = Some(validity),
    },
    Language(Str) = "language" as Language {
        Feed: |feed, language| feed.language = Some(language),
        Entry: |entry, language| entry.rare_mut().language = Some(language),
    },
    Publisher(Box<Person>) = "publisher" {
        Feed: |feed, person| feed.rare_mut().publisher = Some(person),
        Entry: |entry, person| entry.rare_mut().publisher = Some(person),
    },
    WebMaster(Box<Person>) = "web_master" { Feed: |feed, person| feed.rare_mut().web_master = Some(person), },
    Generator(Box<Generator>) = "generator" {
        Feed: |feed, generator| {
            // Values are moved in the order of their elements, so that the agent may be there first.
            let agent = feed.generator.take().and_then(|agent| agent.uri);
            let uri = generator.uri.clone().or(agent);
            feed.generator = Some(made!(Generator { uri, ..*generator }));
        },
    },
    /// `admin:generatorAgent`, which counts if the generator has no URI.
    GeneratorAgent(Str) = "generator.uri" {
        Feed: |feed, agent| {
            feed.generator.get_or_insert_default().uri.get_or_insert(agent);
        },
    },
    ErrorReportsTo(Str) = "error_reports_to" { Feed: |feed, uri| feed.error_reports_to = Some(uri), },
    Docs(Str) = "docs" as Uri { Feed: |feed, uri| feed.docs = Some(uri), },
    Comments(Str) = "comments" as Uri { Entry: |entry, uri| entry.rare_mut().comments = Some(uri), },
    Icon(Str) = "icon" as Uri { Feed: |feed, uri| feed.icon = Some(uri), },
    Logo(Str) = "logo" as Uri { Feed: |feed, uri| feed.logo = Some(uri), },
    NewLocation(Str) = "new_location" as Uri { Feed: |feed, uri| feed.new_location = Some(uri), },
    Ttl(Typed<u64>) = "ttl" as Number { Feed: |feed, ttl| feed.ttl = ttl, },
    Cloud(Box<Cloud>) = "cloud" { Feed: |feed, cloud| feed.cloud = Some(cloud), },
    TextInput(Box<TextInput>) = "text_input" { Feed: |feed, input| feed.text_input = Some(input), },
    Source(Box<Feed>) = "source" { Entry: |entry, source| entry.rare_mut().source = Some(source), },
    /// JSON Feed `banner_image`.
    BannerImage(Box<Image>) = "banner_image" { Entry: |entry, image| entry.rare_mut().banner_image = Some(image), },
    /// The URL of an image, of a source, or of the feed itself.
    Href(Str) = "href" {
        Feed: |feed, href| feed.href = Some(href),
        Image: |image, href| image.href = Some(href),
    },
    Width(Typed<u32>) = "width" as Size { Image: |image, width| image.width = width, },
    Height(Typed<u32>) = "height" as Size { Image: |image, height| image.height = height, },
    /// `name` of a text input.
    Name(Str) = "name" { TextInput: |input, name| input.name = Some(name), },
    ItunesSubtitle(Box<Text>) = "itunes.subtitle" {
        Feed: |feed, text| feed.rare_mut().itunes.get_or_insert_default().subtitle = Some(*text),
        Entry: |entry, text| entry.rare_mut().itunes.get_or_insert_default().subtitle = Some(*text),
    },
    ItunesSummary(Box<Text>) = "itunes.summary" {
        Feed: |feed, text| feed.rare_mut().itunes.get_or_insert_default().summary = Some(*text),
        Entry: |entry, text| entry.rare_mut().itunes.get_or_insert_default().summary = Some(*text),
    },
    ItunesOwner(Box<Person>) = "itunes.owner" {
        Feed: |feed, person| feed.rare_mut().itunes.get_or_insert_default().owner = Some(*person),
        Entry: |entry, person| entry.rare_mut().itunes.get_or_insert_default().owner = Some(*person),
    },
    ItunesImage(ImageUrl) = "itunes.image" {
        Feed: |feed, image| feed.rare_mut().itunes.get_or_insert_default().image = Some(image.0),
        Entry: |entry, image| entry.rare_mut().itunes.get_or_insert_default().image = Some(image.0),
    },
}
