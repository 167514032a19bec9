//! The classes of microformats (microformats2 parsing, "parsing for microformats").

/// An item, by its root class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ItemKind {
    Feed,
    Entry,
    /// A person or an organization.
    Card,
    /// Another item, whose properties do not belong to the item around it.
    Other,
}

/// The root classes. Other classes of this form, such as `h-full`, belong to style sheets.
const ROOTS: &[(&str, ItemKind)] = &[
    ("h-feed", ItemKind::Feed),
    ("h-entry", ItemKind::Entry),
    ("h-card", ItemKind::Card),
    ("h-adr", ItemKind::Other),
    ("h-cite", ItemKind::Other),
    ("h-event", ItemKind::Other),
    ("h-geo", ItemKind::Other),
    ("h-item", ItemKind::Other),
    ("h-listing", ItemKind::Other),
    ("h-measure", ItemKind::Other),
    ("h-product", ItemKind::Other),
    ("h-recipe", ItemKind::Other),
    ("h-resume", ItemKind::Other),
    ("h-review", ItemKind::Other),
    ("h-review-aggregate", ItemKind::Other),
];

/// The form of a property's value, by the prefix of its class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PropertyForm {
    /// `p-`
    Text,
    /// `u-`
    Url,
    /// `dt-`
    Date,
    /// `e-`
    Markup,
}

const PREFIXES: &[(&str, PropertyForm)] = &[
    ("p-", PropertyForm::Text),
    ("u-", PropertyForm::Url),
    ("dt-", PropertyForm::Date),
    ("e-", PropertyForm::Markup),
];

/// A property of feeds and entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Property {
    Name,
    Summary,
    Content,
    Author,
    Category,
    Email,
    Published,
    Updated,
    Url,
    Uid,
    Photo,
    Featured,
    Audio,
    Video,
    InReplyTo,
    /// Another post that this one refers to.
    About,
    /// A copy of the post.
    Syndication,
}

const PROPERTIES: &[(&str, Property)] = &[
    ("name", Property::Name),
    ("summary", Property::Summary),
    ("content", Property::Content),
    ("author", Property::Author),
    ("category", Property::Category),
    ("email", Property::Email),
    ("published", Property::Published),
    ("updated", Property::Updated),
    ("url", Property::Url),
    ("uid", Property::Uid),
    ("photo", Property::Photo),
    ("featured", Property::Featured),
    ("audio", Property::Audio),
    ("video", Property::Video),
    ("in-reply-to", Property::InReplyTo),
    ("like-of", Property::About),
    ("repost-of", Property::About),
    ("bookmark-of", Property::About),
    ("syndication", Property::Syndication),
];

/// A set of properties.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Properties(u32);

impl Properties {
    pub(super) fn has(self, property: Property) -> bool {
        self.0 & 1 << property as u32 != 0
    }

    /// Adds a property. Returns whether it is new.
    pub(super) fn add(&mut self, property: Property) -> bool {
        let is_new = !self.has(property);
        self.0 |= 1 << property as u32;
        is_new
    }

    pub(super) fn remove(&mut self, property: Property) {
        self.0 &= !(1 << property as u32);
    }

    pub(super) fn add_all(&mut self, others: Self) {
        self.0 |= others.0;
    }
}

/// The microformats among the classes of an element.
#[derive(Debug, Default)]
pub(super) struct Classes {
    /// The first root.
    pub(super) root: Option<ItemKind>,
    /// Each property once, with the form of its value.
    pub(super) properties: Vec<(Property, PropertyForm)>,
}

impl Classes {
    /// Returns the microformats in the value of a `class` attribute.
    pub(super) fn of(value: &str) -> Self {
        let mut found = Self::default();
        let mut known = Properties::default();
        for class in value.split_ascii_whitespace() {
            let root = || ROOTS.iter().find(|(name, _)| *name == class).map(|(_, root)| *root);
            let property = PREFIXES.iter().find_map(|(prefix, form)| {
                let name = class.strip_prefix(prefix)?;
                let (_, property) = PROPERTIES.iter().find(|(known, _)| *known == name)?;
                Some((*property, *form))
            });
            // No root class has the form of a property, so the order of the two does not matter.
            if let Some((property, form)) = property {
                if known.add(property) {
                    found.properties.push((property, form));
                }
            } else if found.root.is_none() {
                found.root = root();
            }
        }
        found
    }
}
