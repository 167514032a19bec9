//! Lists of subscriptions.

use std::collections::BTreeMap;

use bozofeed::opml::{self, Head, Opml};
use serde::Deserialize;

use crate::view::{Absent, view};

view! {
    /// A list of subscriptions (OPML).
    #[derive(Deserialize)]
    #[serde(default, deny_unknown_fields)]
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
        /// The outlines: feeds, and folders with outlines in them.
        outlines: Vec<Outline>,
        /// Whether the document is a list of subscriptions, in whatever state.
        is_opml: bool,
        /// The feeds, each once in each folder that it is in. Only for lists that were parsed.
        subscriptions: Vec<Subscription>,
    }
}

view! {
    /// An outline of a list: a feed, a folder, or something else.
    #[derive(Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub(crate) struct Outline {
        /// The name to show.
        text: Option<String>,
        /// The feed's own title.
        title: Option<String>,
        /// `rss` for a feed of any format.
        #[serde(rename = "type")]
        kind: Option<String>,
        /// The URL of the feed.
        xml_url: Option<String>,
        /// The page of the feed.
        html_url: Option<String>,
        /// The page or list that an outline refers to that is not a feed.
        url: Option<String>,
        /// The description.
        description: Option<String>,
        /// The language.
        language: Option<String>,
        /// The version of the feed's format.
        version: Option<String>,
        /// The categories, separated by commas.
        category: Option<String>,
        /// The time at which the outline was added.
        created: Option<String>,
        /// Every other attribute, by its name.
        attributes: BTreeMap<String, String>,
        /// The outlines in it.
        outlines: Vec<Outline>,
    }
}

view! {
    /// A feed of a list.
    #[derive(Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub(crate) struct Subscription {
        /// The URL of the feed.
        url: String,
        /// The name to show.
        title: String,
        /// The names of the folders that it is in, the outermost first.
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
            attributes: attributes.into_iter().collect(),
            outlines: outlines.into_iter().map(Self::of).collect(),
        }
    }

    fn into_outline(self) -> opml::Outline {
        let mut outline = opml::Outline::default();
        outline.text = self.text;
        outline.title = self.title;
        // As readers write it, a feed needs no more than its URL.
        outline.kind = self.kind.or_else(|| self.xml_url.is_some().then(|| "rss".to_owned()));
        outline.xml_url = self.xml_url;
        outline.html_url = self.html_url;
        outline.url = self.url;
        outline.description = self.description;
        outline.language = self.language;
        outline.version = self.version;
        outline.category = self.category;
        outline.created = self.created;
        outline.attributes = self.attributes.into_iter().collect();
        outline.outlines = self.outlines.into_iter().map(Self::into_outline).collect();
        outline
    }
}

impl List {
    pub(crate) fn of(list: Opml) -> Self {
        let subscription = |subscription: opml::Subscription<'_>| Subscription {
            url: subscription.url.to_owned(),
            title: subscription.outline.name().to_owned(),
            folders: subscription.folders.iter().map(ToString::to_string).collect(),
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

    pub(crate) fn into_xml(self) -> String {
        let outlines = self.outlines.into_iter().map(Outline::into_outline);
        let mut list = Opml::new("").with_outlines(outlines);
        list.head.title = self.title.filter(|title| !title.is_empty());
        list.head.date_created = self.date_created;
        list.head.date_modified = self.date_modified;
        list.head.owner_name = self.owner_name;
        list.head.owner_email = self.owner_email;
        list.head.owner_id = self.owner_id;
        list.head.docs = self.docs;
        list.to_xml()
    }
}
