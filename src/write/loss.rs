//! Values that could not be written.

use std::fmt;

use bozofeed_text::cut::beginning;
use bozofeed_text::named;

/// A value that could not be written.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Loss {
    /// The place of the value: `entries[3]/link/@href` is the attribute `href` of the element `link` of the fourth entry.
    pub path: String,
    /// The reason.
    pub reason: LossReason,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.reason.description())
    }
}

/// The reason why a value could not be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LossReason {
    /// It is a URL that would run a script, or the name of an event handler.
    ScriptUrl,
    /// Neither the format nor a namespace has a place for it.
    NoPlace,
    /// It is a relative URL, and the feed has no absolute URL to resolve it against.
    RelativeUrl,
    /// It is a date, a number or a similar value that cannot be parsed.
    Unreadable,
    /// Its name is not valid for an element or attribute.
    Name,
    /// Its prefix has no namespace.
    Namespace,
    /// It is an XHTML, SVG or `MathML` element outside a text, so it was not sanitized.
    Markup,
    /// The document would become too large. As when a document is read, values that are copied to each entry, repeated declarations and
    /// resolved URLs have a limit ([`Limits::resolved`](crate::Limits::resolved)).
    Limit,
    /// The format requires it, but the feed lacks it and has nothing to generate it from. No existing value was lost.
    Missing,
}

named! {
    LossReason: "reason for a loss" {
        ScriptUrl => "script_url",
        NoPlace => "no_place",
        RelativeUrl => "relative_url",
        Unreadable => "unreadable",
        Name => "name",
        Namespace => "namespace",
        Markup => "markup",
        Limit => "limit",
        Missing => "missing",
    }
}

impl LossReason {
    /// Returns the reason in words, for messages.
    pub fn description(self) -> &'static str {
        match self {
            Self::ScriptUrl => "it would run a script",
            Self::NoPlace => "the format has no place for it",
            Self::RelativeUrl => "the URL is relative, and there is no base",
            Self::Unreadable => "the value cannot be read",
            Self::Name => "the name cannot be that of an element or attribute",
            Self::Namespace => "the prefix has no namespace",
            Self::Markup => "markup is written in texts only",
            Self::Limit => "the document would become too large",
            Self::Missing => "the format requires it, and the feed has none",
        }
    }
}

/// The values that could not be written.
#[derive(Debug, Default)]
pub(super) struct Losses {
    pub(super) kept: Vec<Loss>,
    pub(super) count: usize,
}

impl Losses {
    /// Records that a value cannot be written. The path starts at the feed, or at the entry with this position.
    #[cold]
    pub(super) fn report(&mut self, entry: Option<usize>, path: impl FnOnce() -> String, reason: LossReason) {
        /// The number of losses that are kept.
        const MOST: usize = 100;
        /// The maximum length of a path in bytes. Its names come from the document.
        const LONGEST: usize = 1 << 10;
        self.count += 1;
        // The path is only created for losses that are kept, since a feed may have millions of them.
        if self.kept.len() < MOST {
            let path = path();
            // A part outside any element is a value of the feed or the entry itself.
            let path = path.trim_start_matches('/');
            let path = beginning(path, LONGEST);
            let path = entry.map_or_else(|| path.to_owned(), |at| format!("entries[{at}]/{path}"));
            self.kept.push(Loss { path, reason });
        }
    }
}
