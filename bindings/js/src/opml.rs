//! Subscription lists.

use std::collections::BTreeMap;
use std::fmt;

use bozofeed::SettingError;
use bozofeed_opml::{self as opml, Head, Opml};
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};

use crate::view::{Absent, view};

view! {
    /// A subscription list (OPML).
    pub(crate) struct List {
        /// The title of the list.
        title: Option<String>,
        /// The date of creation.
        date_created: Option<String>,
        /// The date of the last change.
        date_modified: Option<String>,
        /// The name of the owner.
        owner_name: Option<String>,
        /// The e-mail address of the owner.
        owner_email: Option<String>,
        /// A page about the owner.
        owner_id: Option<String>,
        /// A page about the format.
        docs: Option<String>,
        /// The outlines: feeds, and folders with nested outlines.
        outlines: Vec<Outline>,
        /// Whether the document is a subscription list, however damaged.
        is_opml: bool,
        /// The feeds, once for each of their folders. Only for parsed lists.
        subscriptions: Vec<Subscription>,
    }
}

view! {
    /// An outline in a list: a feed, a folder, or something else.
    pub(crate) struct Outline {
        /// The name to show.
        text: Option<String>,
        /// The feed's own title.
        title: Option<String>,
        /// `rss` for feeds of any format.
        #[serde(rename = "type")]
        kind: Option<String>,
        /// The URL of the feed.
        xml_url: Option<String>,
        /// The page of the feed.
        html_url: Option<String>,
        /// The page or list that an outline refers to, if it is not a feed.
        url: Option<String>,
        /// The description.
        description: Option<String>,
        /// The language.
        language: Option<String>,
        /// The version of the feed's format.
        version: Option<String>,
        /// The categories, separated by commas.
        category: Option<String>,
        /// The time when the outline was added.
        created: Option<String>,
        /// All other attributes, by name.
        attributes: BTreeMap<String, String>,
        /// The nested outlines.
        outlines: Vec<Outline>,
    }
}

view! {
    /// A feed in a list.
    pub(crate) struct Subscription {
        /// The URL of the feed.
        url: String,
        /// The name to show.
        title: String,
        /// The names of its folders, outermost first. In a list with many feeds in folders with long names, only the first feeds have
        /// them: all names together take at most four times as many bytes as the document, plus 65,536. The outlines always have all
        /// of them.
        folders: Vec<String>,
    }
}

impl Outline {
    fn of(outline: opml::Outline) -> Self {
        let opml::Outline {
            text,
            title,
            kind,
            xml_url,
            html_url,
            url,
            description,
            language,
            version,
            category,
            created,
            attributes,
            outlines,
            ..
        } = outline;
        Self {
            text,
            title,
            kind,
            xml_url,
            html_url,
            url,
            description,
            language,
            version,
            category,
            created,
            attributes: inserted(attributes),
            outlines: outlines.into_iter().map(Self::of).collect(),
        }
    }
}

impl List {
    /// Converts a parsed list.
    pub(crate) fn of(list: Opml) -> Self {
        let subscription = |subscription: opml::Subscription<'_>| Subscription {
            url: subscription.url.to_owned(),
            title: subscription.outline.name().to_owned(),
            folders: subscription.folders.into_iter().map(str::to_owned).collect(),
        };
        let (is_opml, subscriptions) = (list.is_opml(), list.subscriptions().map(subscription).collect());
        let Head { title, date_created, date_modified, owner_name, owner_email, owner_id, docs, .. } =
            list.head;
        Self {
            title,
            date_created,
            date_modified,
            owner_name,
            owner_email,
            owner_id,
            docs,
            outlines: list.outlines.into_iter().map(Outline::of).collect(),
            is_opml,
            subscriptions,
        }
    }
}

/// Returns a map of the pairs, inserted one by one: `collect` sorts them first, which takes a lot of code for a few pairs.
fn inserted(pairs: Vec<(String, String)>) -> BTreeMap<String, String> {
    let mut map = BTreeMap::new();
    map.extend(pairs);
    map
}

/// A list or an outline given by a program. One structure has the members of both, which takes less code than two derived
/// implementations.
#[derive(Default)]
pub(crate) struct Given {
    texts: Vec<(String, String)>,
    attributes: BTreeMap<String, String>,
    outlines: Vec<Given>,
}

impl<'de> Deserialize<'de> for Given {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Members)
    }
}

struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = Given;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Given, A::Error> {
        let mut given = Given::default();
        while let Some(name) = members.next_key::<String>()? {
            match name.as_str() {
                "attributes" => given.attributes = members.next_value()?,
                "outlines" => given.outlines = members.next_value()?,
                // They are derived from the outlines.
                "isOpml" | "subscriptions" => {
                    members.next_value::<IgnoredAny>()?;
                }
                _ => given.texts.extend(members.next_value::<Option<String>>()?.map(|text| (name, text))),
            }
        }
        Ok(given)
    }
}

impl Given {
    /// Moves texts to their fields. `lists`: the other members.
    fn read<const N: usize>(
        &mut self,
        fields: [(&str, &mut Option<String>); N],
        lists: &[&str],
    ) -> Result<(), String> {
        let names = fields.each_ref().map(|(name, _)| *name);
        for (name, field) in fields {
            let place = self.texts.iter().position(|(given, _)| given == name);
            *field = place.map(|place| self.texts.swap_remove(place).1);
        }
        let has_no_place = !self.attributes.is_empty() && !lists.contains(&"attributes");
        let unknown =
            self.texts.first().map(|(name, _)| name.as_str()).or(has_no_place.then_some("attributes"));
        let Some(unknown) = unknown else { return Ok(()) };
        let message =
            SettingError::unknown(unknown, names.into_iter().chain(lists.iter().copied())).to_string();
        Err(message.replacen("unknown option", "unknown name", 1))
    }

    fn outline(mut self) -> Result<opml::Outline, String> {
        let mut outline = opml::Outline::default();
        self.read(
            [
                ("text", &mut outline.text),
                ("title", &mut outline.title),
                ("type", &mut outline.kind),
                ("xmlUrl", &mut outline.xml_url),
                ("htmlUrl", &mut outline.html_url),
                ("url", &mut outline.url),
                ("description", &mut outline.description),
                ("language", &mut outline.language),
                ("version", &mut outline.version),
                ("category", &mut outline.category),
                ("created", &mut outline.created),
            ],
            &["attributes", "outlines"],
        )?;
        // For programs, a feed needs only its URL.
        if outline.kind.is_none() && outline.xml_url.is_some() {
            outline.kind = Some("rss".to_owned());
        }
        outline.attributes = self.attributes.into_iter().collect();
        outline.outlines = self.outlines.into_iter().map(Self::outline).collect::<Result<_, _>>()?;
        Ok(outline)
    }

    /// Returns the list as OPML.
    pub(crate) fn into_xml(mut self) -> Result<String, String> {
        let outlines = std::mem::take(&mut self.outlines);
        let outlines = outlines.into_iter().map(Self::outline).collect::<Result<Vec<_>, _>>()?;
        let mut list = Opml::new("").with_outlines(outlines);
        let head = &mut list.head;
        self.read(
            [
                ("title", &mut head.title),
                ("dateCreated", &mut head.date_created),
                ("dateModified", &mut head.date_modified),
                ("ownerName", &mut head.owner_name),
                ("ownerEmail", &mut head.owner_email),
                ("ownerId", &mut head.owner_id),
                ("docs", &mut head.docs),
            ],
            &["outlines"],
        )?;
        head.title.take_if(|title| title.is_empty());
        Ok(list.to_xml())
    }
}
