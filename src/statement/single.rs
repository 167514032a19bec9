//! Fields with one value that few feeds or entries have.

use std::sync::Arc;

use super::field_value::{FieldValue, ImageUrl};
use super::{Complete, Completeness};
use crate::cost::Priced;
use crate::model::{
    Cloud, Date, Extension, Feed, Generator, Image, Person, Text, TextInput, Typed, Validity,
};

/// `Variant(type) = "field",` for each field: its name in the model.
macro_rules! singles {
    ($($(#[$doc:meta])* $field:ident($kind:ty) = $name:literal,)+) => {
        /// The value of a field with one value.
        #[derive(Debug)]
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
    Subtitle(Box<Text>) = "subtitle",
    /// The text of an image or a text input.
    Description(Box<Text>) = "description",
    Info(Box<Text>) = "info",
    Rights(Box<Text>) = "rights",
    Created(Date) = "created",
    Expired(Date) = "expired",
    /// JSON Feed `expired`.
    IsExpired(Typed<bool>) = "expired",
    Validity(Box<Validity>) = "validity",
    Language(Arc<str>) = "language",
    Publisher(Box<Person>) = "publisher",
    WebMaster(Box<Person>) = "web_master",
    Generator(Box<Generator>) = "generator",
    /// `admin:generatorAgent`.
    GeneratorAgent(String) = "generator.uri",
    ErrorReportsTo(String) = "error_reports_to",
    Docs(String) = "docs",
    Comments(String) = "comments",
    Icon(String) = "icon",
    Logo(String) = "logo",
    NewLocation(String) = "new_location",
    Ttl(Typed<u64>) = "ttl",
    Cloud(Box<Cloud>) = "cloud",
    TextInput(Box<TextInput>) = "text_input",
    Source(Box<Feed>) = "source",
    /// JSON Feed `banner_image`.
    BannerImage(Box<Image>) = "banner_image",
    /// The URL of an image, of a source, or of the feed itself.
    Href(Arc<str>) = "href",
    Width(Typed<u32>) = "width",
    Height(Typed<u32>) = "height",
    /// `name` of a text input.
    Name(String) = "name",
    ItunesSubtitle(Box<Text>) = "itunes.subtitle",
    ItunesSummary(Box<Text>) = "itunes.summary",
    ItunesOwner(Box<Person>) = "itunes.owner",
    ItunesImage(ImageUrl) = "itunes.image",
}
