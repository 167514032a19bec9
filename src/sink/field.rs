//! The fields and scopes of values.

/// Texts that may contain markup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextField {
    Title,
    /// RSS `description`: HTML unless it has another type. In a feed, the subtitle.
    Description,
    /// Atom `summary`: plain text unless it has another type.
    Summary,
    Subtitle,
    /// Atom `content`.
    Content,
    /// `content:encoded`: HTML.
    Encoded,
    /// `xhtml:body`.
    Body,
    Info,
    Rights,
}

/// People.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PersonField {
    Author,
    /// `itunes:author`.
    ItunesAuthor,
    /// `contributor` of Atom: its elements describe the person.
    Contributor,
    /// `dc:contributor`: its text is the name.
    ContributorName,
    Publisher,
    /// RSS `webMaster`.
    WebMaster,
    /// `itunes:owner`.
    Owner,
}

/// Scopes inside a feed or entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScopeKind {
    Image,
    TextInput,
    Source,
    /// `podcast:liveItem`: an entry that is not in the list of entries.
    LiveItem,
}
