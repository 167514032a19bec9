//! The markup of written texts, and the losses.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::Written;
use super::loss::{LossReason, Losses};
use crate::budget::Budget;
use crate::model::{Text, TextValue};
use bozofeed_content::internal::{MarkupConventions, SanitizeValues as _, Syntax};
use bozofeed_content::{Sanitize, Sanitizer};
use bozofeed_text::forward::memmem;
use bozofeed_text::html::escape::{MARKS, escape};
use bozofeed_text::html::uri::{is_http, is_relative};
use bozofeed_text::xml_chars::is_xml_char;

/// The policy for markup, and the values that could not be written.
#[derive(Debug)]
pub(super) struct Markup {
    cleaner: Sanitizer,
    /// The sanitizer that also resolves references.
    resolver: Sanitizer,
    /// Whether sanitized markup is written unchanged.
    trusts_sanitized: bool,
    /// The absolute URL against which relative ones are resolved, or an empty string.
    base: String,
    /// The budget for output beyond the values of the feed.
    pub(super) budget: Budget,
    /// The position of the entry that is being written.
    pub(super) entry: Option<usize>,
    pub(super) losses: Losses,
}

/// Markup that conforms to the policy. Only this module creates it.
#[derive(Debug)]
pub(super) struct PolicyMarkup<'m>(Cow<'m, str>);

impl PolicyMarkup<'_> {
    /// Returns markup that displays a plain text.
    pub(super) fn of_plain(text: &str) -> Self {
        let mut shown = String::new();
        escape(text, MARKS, &mut shown);
        // Every policy allows plain text.
        Self(Cow::Owned(shown.chars().filter(|c| is_xml_char(*c)).collect()))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    pub(super) fn into_string(self) -> String {
        self.0.into_owned()
    }
}

impl Markup {
    pub(super) fn new(sanitize: &Sanitize) -> Self {
        Self {
            cleaner: Sanitizer::new(sanitize, false),
            resolver: Sanitizer::new(sanitize, true),
            trusts_sanitized: *sanitize == Sanitize::Default,
            base: String::new(),
            budget: Budget::default(),
            entry: None,
            losses: Losses::default(),
        }
    }

    /// Returns markup that conforms to the policy, in the syntax of its type.
    pub(super) fn html<'t>(&self, text: &'t Text) -> PolicyMarkup<'t> {
        self.cleaned(text, text.syntax())
    }

    /// Returns markup that conforms to the policy, in HTML syntax.
    pub(super) fn as_html<'t>(&self, text: &'t Text) -> PolicyMarkup<'t> {
        self.cleaned(text, Syntax::Html)
    }

    fn cleaned<'t>(&self, text: &'t Text, syntax: Syntax) -> PolicyMarkup<'t> {
        // Sanitized markup is safe only in the syntax in which it was written: HTML parsed as XHTML, or the
        // other way round, may have different elements.
        let is_clean = self.trusts_sanitized && text.is_sanitized() && syntax == text.syntax();
        let base = text.base().unwrap_or_default();
        // No base is written, since it may be the URL from which the feed was read.
        let (cleaner, base) = match is_clean {
            true if base.is_empty() || !has_relative_urls(&text.value) => {
                return PolicyMarkup(Cow::Borrowed(&text.value));
            }
            _ if base.is_empty() => (&self.cleaner, ""),
            _ => (&self.resolver, base),
        };
        let markup = Cow::Borrowed(text.value.as_str());
        let markup = cleaner.value(markup, syntax, base, &MarkupConventions::MODEL, &self.budget);
        PolicyMarkup(Cow::Owned(markup.into_string()))
    }

    /// Returns markup with its references resolved.
    pub(super) fn resolved(&self, text: &Text, base: &str) -> TextValue {
        let markup = Cow::Borrowed(text.value.as_str());
        self.resolver.value(markup, text.syntax(), base, &MarkupConventions::MODEL, &self.budget)
    }

    /// Pays for output that was not in the document, and returns whether there was room. Everything copied, resolved or repeated is paid
    /// for here, so the output stays in proportion to the values.
    pub(super) fn pays(&self, bytes: usize) -> bool {
        self.budget.pay(bytes)
    }

    /// Sets the base to the first absolute URL.
    pub(super) fn set_base<'u>(&mut self, urls: impl IntoIterator<Item = Option<&'u str>>) {
        let base = urls.into_iter().flatten().find(|url| is_http(url));
        base.unwrap_or_default().clone_into(&mut self.base);
    }

    /// Returns a URI in its written form: absolute, without spaces.
    pub(super) fn uri<'u>(&self, uri: &'u str) -> Result<Cow<'u, str>, LossReason> {
        if uri.trim().is_empty() {
            return Err(LossReason::NoPlace);
        }
        let uri = self
            .budget
            .resolve_safe(if is_relative(uri) { &self.base } else { "" }, uri)
            .ok_or(LossReason::ScriptUrl)?;
        if is_relative(&uri) {
            return Err(LossReason::RelativeUrl);
        }
        Ok(match uri {
            Cow::Borrowed(uri) => encoded(uri),
            Cow::Owned(uri) => Cow::Owned(encoded(&uri).into_owned()),
        })
    }

    /// Returns whether a text is XHTML.
    pub(super) fn is_xhtml(text: &Text) -> bool {
        text.is_markup() && text.syntax() == Syntax::Xhtml
    }

    /// Returns the result of writing a feed with the given number of entries.
    pub(super) fn into_written(self, entries: usize) -> Written {
        Written { entries, losses: self.losses.kept, loss_count: self.losses.count }
    }
}

/// Percent-encodes characters that neither a URI nor an IRI may contain (RFC 3987 §2.2).
pub(super) fn encoded(uri: &str) -> Cow<'_, str> {
    // A fast path: most URIs contain only these bytes.
    let is_usual = |b: u8| {
        b.is_ascii_alphanumeric() || matches!(b, b':' | b'/' | b'.' | b'-' | b'_' | b'?' | b'=' | b'&' | b'%')
    };
    if uri.bytes().all(is_usual) {
        return Cow::Borrowed(uri);
    }
    let is_foreign = |c: char| {
        c.is_whitespace()
            || c.is_control()
            || matches!(c, '<' | '>' | '"' | '{' | '}' | '|' | '\\' | '^' | '`')
    };
    // The first `#` begins the fragment, which cannot contain another (RFC 3986 §3.5).
    if !uri.contains(is_foreign) && uri.matches('#').nth(1).is_none() {
        return Cow::Borrowed(uri);
    }
    let mut encoded = String::with_capacity(uri.len() + 8);
    let mut has_fragment = false;
    for c in uri.chars() {
        if is_foreign(c) || c == '#' && std::mem::replace(&mut has_fragment, true) {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                let _ = write!(encoded, "%{byte:02X}");
            }
        } else {
            encoded.push(c);
        }
    }
    Cow::Owned(encoded)
}

/// Returns whether sanitized markup has links or pictures with relative URLs, except fragments.
pub(super) fn has_relative_urls(markup: &str) -> bool {
    [" href=\"", " src=\""].into_iter().any(|name| {
        memmem::find_iter(markup.as_bytes(), name).any(|at| {
            let url = markup.get(at + name.len()..).and_then(|rest| rest.split('"').next());
            url.is_some_and(|url| !url.starts_with('#') && is_relative(url))
        })
    })
}
