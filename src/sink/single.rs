//! Fields with one value. The row of a field defines its value, its name, and its place in a feed, an entry, an image and a text
//! input.

use super::field_value::{FieldValue, ImageUrl, StatedId};
use super::journal::{DESCRIBED_IMAGE, FieldPlace};
use super::{Complete, Completeness, ScopeKind, Subject, TextField};
use crate::model::{
    Cloud, Date, Entry, Extension, Feed, Generator, Image, Period, Person, Str, Text, TextInput, Typed,
};
use bozofeed_model::internal::RareFields as _;
use bozofeed_model::internal::cost::Priced;

/// The parser for a field whose element contains only its text.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SingleForm {
    Uri(fn(Str) -> Single),
    Language(fn(Str) -> Single),
    Date(fn(Date) -> Single),
    /// A whole number.
    Number(fn(Typed<u64>) -> Single),
    /// A number of pixels.
    Size(fn(Typed<u32>) -> Single),
}

/// The owner of a field.
#[derive(Debug)]
pub(crate) enum SingleOwner<'m> {
    Feed(&'m mut Feed),
    Entry(&'m mut Entry),
    Image(&'m mut Image),
    TextInput(&'m mut TextInput),
    Halves(&'m mut Halves),
}

/// Values that are combined with others when their scope ends.
#[derive(Debug, Clone, Default)]
pub(crate) struct Halves {
    /// An image without a URL, which may describe an image that is only a URL.
    pub(crate) described_image: Option<Box<Image>>,
    /// The URI for a generator without one.
    pub(crate) generator_agent: Option<Str>,
}

/// The candidate that is used if two are equally good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tie {
    First,
    Last,
}

/// The treatment of a value that loses its field to another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AfterLoss {
    /// It is kept as an extension.
    Kept,
    /// It is kept as an extension, unless its vocabulary also has a field for it.
    KeptOfFormat,
    /// Its element is kept in any case.
    Dropped,
    /// An identifier: it is kept, except an `rdf:about` that equals the page.
    Identifier,
    /// A summary: it is kept unless a content says the same, which is known when the scope ends.
    Summary,
}

/// A place in the model for one value.
trait ValuePlace<T> {
    fn put(&mut self, value: T);

    /// Removes and returns the value.
    fn take_value(&mut self) -> Option<T>;
}

impl<T> ValuePlace<T> for Option<T> {
    fn put(&mut self, value: T) {
        *self = Some(value);
    }

    fn take_value(&mut self) -> Option<T> {
        self.take()
    }
}

/// For a value that is boxed until it is in its place.
impl<T> ValuePlace<Box<T>> for Option<T> {
    fn put(&mut self, value: Box<T>) {
        *self = Some(*value);
    }

    fn take_value(&mut self) -> Option<Box<T>> {
        self.take().map(Box::new)
    }
}

/// For a rare value, to keep its place small.
impl<T> ValuePlace<T> for Option<Box<T>> {
    fn put(&mut self, value: T) {
        *self = Some(Box::new(value));
    }

    fn take_value(&mut self) -> Option<T> {
        self.take().map(|value| *value)
    }
}

impl<T> ValuePlace<Self> for Typed<T> {
    fn put(&mut self, value: Self) {
        *self = value;
    }

    fn take_value(&mut self) -> Option<Self> {
        Some(std::mem::take(self))
    }
}

impl ValuePlace<ImageUrl> for Option<Str> {
    fn put(&mut self, ImageUrl(url): ImageUrl) {
        *self = Some(url);
    }

    fn take_value(&mut self) -> Option<ImageUrl> {
        self.take().map(ImageUrl)
    }
}

impl ValuePlace<StatedId> for Feed {
    fn put(&mut self, value: StatedId) {
        self.id = Some(value.id);
    }

    fn take_value(&mut self) -> Option<StatedId> {
        Some(StatedId { id: self.id.take()?, permalink: None })
    }
}

impl ValuePlace<StatedId> for Entry {
    fn put(&mut self, StatedId { id, permalink }: StatedId) {
        self.id = Some(id);
        self.id_is_permalink = permalink;
    }

    fn take_value(&mut self) -> Option<StatedId> {
        Some(StatedId { id: self.id.take()?, permalink: self.id_is_permalink.take() })
    }
}

/// `Variant(type) = "field" as form keeps tie loses after { Owner: owner => place },` for each field: its name in the model; the
/// parser for its text, if the element contains nothing else; which of two equal candidates is kept, if not the last; the treatment
/// of a value that loses the field, unless it is kept as an extension; and its place in each owner.
macro_rules! singles {
    ($(
        $(#[$doc:meta])* $field:ident($kind:ty) = $name:literal $(as $form:ident)? $(keeps $tie:ident)? $(loses $after:ident)? {
            $($owner:ident: $it:ident => $place:expr,)+
        },
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

            /// Returns the parser for the text of an element, or `None` if the element contains more than text.
            pub(crate) const fn form(self) -> Option<SingleForm> {
                match self {
                    // The first element of the array is used: the form, or `None` if the row has none. The same applies below.
                    $(Self::$field => [$(Some(SingleForm::$form(Single::$field)),)? None][0],)+
                }
            }

            /// Returns which of two equally good candidates is used.
            pub(crate) fn tie(self) -> Tie {
                match self {
                    $(Self::$field => [$(Tie::$tie,)? Tie::Last][0],)+
                }
            }

            /// Returns the treatment of a value that loses the field.
            pub(crate) fn after_loss(self) -> AfterLoss {
                match self {
                    $(Self::$field => [$(AfterLoss::$after,)? AfterLoss::Kept][0],)+
                }
            }

            /// Returns the name of the field in the model.
            pub(crate) fn name(self) -> &'static str {
                match self {
                    $(Self::$field => $name,)+
                }
            }

            /// Removes and returns the value from an owner.
            pub(crate) fn take_from(self, owner: SingleOwner<'_>) -> Option<Single> {
                match (self, owner) {
                    $($((Self::$field, SingleOwner::$owner($it)) => $place.take_value().map(Single::$field),)+)+
                    _ => None,
                }
            }
        }

        impl Single {
            pub(crate) fn field(&self) -> SingleField {
                match self {
                    $(Self::$field(_) => SingleField::$field,)+
                }
            }

            /// Stores the value in its place. Returns it if the owner has no field for it.
            pub(crate) fn put_into(self, owner: SingleOwner<'_>) -> Option<Self> {
                match (self, owner) {
                    $($((Self::$field(value), SingleOwner::$owner($it)) => $place.put(value),)+)+
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

impl SingleField {
    /// Returns the field that holds a value until its scope ends, or the half of the field if there are two.
    pub(crate) fn place(self) -> FieldPlace {
        match self {
            Self::DescribedImage => DESCRIBED_IMAGE,
            field => ("", field.name()),
        }
    }
}

impl TextField {
    /// Returns the field of a subject for the text, or `None` for content, which is a list.
    pub(crate) fn single(self, subject: Subject) -> Option<fn(Text) -> Single> {
        let is_described = matches!(subject, Subject::Inner(ScopeKind::Image | ScopeKind::TextInput));
        Some(match self {
            Self::Title => Single::Title,
            // An image and a text input have a single text, regardless of its name.
            Self::Summary | Self::Subtitle | Self::Description if is_described => {
                |text| Single::Description(Box::new(text))
            }
            Self::Summary => Single::Summary,
            Self::Description if subject.is_entry() => Single::Summary,
            Self::Subtitle | Self::Description => |text| Single::Subtitle(Box::new(text)),
            Self::Info => |text| Single::Info(Box::new(text)),
            Self::Rights => |text| Single::Rights(Box::new(text)),
            Self::Content | Self::Encoded | Self::Body => return None,
        })
    }

    /// Returns the iTunes field that an iTunes text fills in addition to the field of the subject.
    pub(crate) fn itunes_single(self, subject: Subject) -> Option<fn(Text) -> Single> {
        match self {
            _ if matches!(subject, Subject::Inner(ScopeKind::Image | ScopeKind::TextInput)) => None,
            Self::Subtitle => Some(|text| Single::ItunesSubtitle(Box::new(text))),
            Self::Summary => Some(|text| Single::ItunesSummary(Box::new(text))),
            Self::Description if subject.is_entry() => Some(|text| Single::ItunesSummary(Box::new(text))),
            _ => None,
        }
    }
}

impl Single {
    /// Returns an image as the value of its field.
    pub(crate) fn image(image: Box<Image>) -> Self {
        // An image without a URL may describe one that is only a URL, so both are kept until the scope ends.
        if image.completeness() == Completeness::Full {
            Self::Image(image)
        } else {
            Self::DescribedImage(image)
        }
    }
}

singles! {
    Title(Text) = "title" keeps First loses KeptOfFormat {
        Feed: feed => feed.title,
        Entry: entry => entry.title,
        Image: image => image.title,
        TextInput: input => input.title,
    },
    /// RSS `description`, Atom `summary`.
    Summary(Text) = "summary" keeps First loses Summary {
        Feed: feed => feed.summary,
        Entry: entry => entry.summary,
    },
    /// `id`, `guid` or `rdf:about`.
    Id(StatedId) = "id" loses Identifier {
        Feed: feed => feed,
        Entry: entry => entry,
    },
    /// The page. A page that loses is among the links.
    Page(Str) = "link" loses Dropped {
        Feed: feed => feed.link,
        Entry: entry => entry.link,
        Image: image => image.link,
        TextInput: input => input.link,
    },
    Published(Date) = "published" as Date {
        Feed: feed => feed.published,
        Entry: entry => entry.published,
    },
    Updated(Date) = "updated" as Date {
        Feed: feed => feed.updated,
        Entry: entry => entry.updated,
    },
    /// An image with a URL.
    Image(Box<Image>) = "image" loses KeptOfFormat {
        Feed: feed => feed.rare_mut().image,
        Entry: entry => entry.rare_mut().image,
    },
    /// An image without a URL.
    DescribedImage(Box<Image>) = "image" loses KeptOfFormat { Halves: halves => halves.described_image, },
    /// Atom `subtitle`; in a feed also RSS `description`.
    Subtitle(Box<Text>) = "subtitle" loses KeptOfFormat {
        Feed: feed => feed.rare_mut().subtitle,
        Entry: entry => entry.rare_mut().subtitle,
    },
    /// The text of an image or a text input.
    Description(Box<Text>) = "description" {
        Image: image => image.description,
        TextInput: input => input.description,
    },
    Info(Box<Text>) = "info" loses KeptOfFormat { Feed: feed => feed.rare_mut().info, },
    Rights(Box<Text>) = "rights" loses KeptOfFormat {
        Feed: feed => feed.rare_mut().rights,
        Entry: entry => entry.rare_mut().rights,
    },
    Created(Date) = "created" as Date {
        Feed: feed => feed.rare_mut().created,
        Entry: entry => entry.rare_mut().created,
    },
    Expired(Date) = "expired" as Date { Entry: entry => entry.rare_mut().expired, },
    /// JSON Feed `expired`.
    IsExpired(Typed<bool>) = "expired" { Feed: feed => feed.rare_mut().expired, },
    Validity(Box<Typed<Period>>) = "validity" {
        Feed: feed => feed.rare_mut().validity,
        Entry: entry => entry.rare_mut().validity,
    },
    Language(Str) = "language" as Language {
        Feed: feed => feed.rare_mut().language,
        Entry: entry => entry.rare_mut().language,
    },
    Publisher(Box<Person>) = "publisher" {
        Feed: feed => feed.rare_mut().publisher,
        Entry: entry => entry.rare_mut().publisher,
    },
    WebMaster(Box<Person>) = "web_master" { Feed: feed => feed.rare_mut().web_master, },
    Generator(Box<Generator>) = "generator" { Feed: feed => feed.rare_mut().generator, },
    /// `admin:generatorAgent`, which is used if the generator has no URI. Its element is also an extension.
    GeneratorAgent(Str) = "generator.uri" loses Dropped { Halves: halves => halves.generator_agent, },
    /// Its element is also an extension.
    ErrorReportsTo(Str) = "error_reports_to" loses Dropped { Feed: feed => feed.rare_mut().error_reports_to, },
    Docs(Str) = "docs" as Uri { Feed: feed => feed.rare_mut().docs, },
    Comments(Str) = "comments" as Uri { Entry: entry => entry.rare_mut().comments, },
    Icon(Str) = "icon" as Uri { Feed: feed => feed.rare_mut().icon, },
    Logo(Str) = "logo" as Uri { Feed: feed => feed.rare_mut().logo, },
    NewLocation(Str) = "new_location" as Uri { Feed: feed => feed.rare_mut().new_location, },
    Ttl(Typed<u64>) = "ttl" as Number { Feed: feed => feed.rare_mut().ttl, },
    Cloud(Box<Cloud>) = "cloud" { Feed: feed => feed.rare_mut().cloud, },
    TextInput(Box<TextInput>) = "text_input" { Feed: feed => feed.rare_mut().text_input, },
    Source(Box<Feed>) = "source" { Entry: entry => entry.rare_mut().source, },
    /// JSON Feed `banner_image`.
    BannerImage(Box<Image>) = "banner_image" { Entry: entry => entry.rare_mut().banner_image, },
    /// The URL of an image, of a source, or of the feed itself.
    Href(Str) = "href" {
        Feed: feed => feed.rare_mut().href,
        Image: image => image.href,
    },
    Width(Typed<u32>) = "width" as Size { Image: image => image.width, },
    Height(Typed<u32>) = "height" as Size { Image: image => image.height, },
    /// `name` of a text input.
    Name(Str) = "name" { TextInput: input => input.name, },
    ItunesSubtitle(Box<Text>) = "itunes.subtitle" {
        Feed: feed => feed.rare_mut().itunes.get_or_insert_default().subtitle,
        Entry: entry => entry.rare_mut().itunes.get_or_insert_default().subtitle,
    },
    ItunesSummary(Box<Text>) = "itunes.summary" {
        Feed: feed => feed.rare_mut().itunes.get_or_insert_default().summary,
        Entry: entry => entry.rare_mut().itunes.get_or_insert_default().summary,
    },
    /// A copy of an author.
    ItunesAuthor(Str) = "itunes.author" loses Dropped {
        Feed: feed => feed.rare_mut().itunes.get_or_insert_default().author,
        Entry: entry => entry.rare_mut().itunes.get_or_insert_default().author,
    },
    ItunesOwner(Box<Person>) = "itunes.owner" {
        Feed: feed => feed.rare_mut().itunes.get_or_insert_default().owner,
        Entry: entry => entry.rare_mut().itunes.get_or_insert_default().owner,
    },
    ItunesImage(ImageUrl) = "itunes.image" {
        Feed: feed => feed.rare_mut().itunes.get_or_insert_default().image,
        Entry: entry => entry.rare_mut().itunes.get_or_insert_default().image,
    },
}
