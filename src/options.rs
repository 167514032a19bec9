//! The options of a parser.

use std::fmt;

use crate::DateHandler;
use crate::budget::{Budget, Purpose};
use crate::document::Document;
use crate::encoding::EncodingPolicy;
use crate::limits::Limits;
use bozofeed_content::internal::{SanitizeValues as _, UrlRewriter};
use bozofeed_content::{Sanitize, Sanitizer};

/// The options of a [`Parser`](crate::Parser).
#[derive(Clone)]
pub(crate) struct Options {
    pub(crate) policy: EncodingPolicy,
    sanitize: Sanitize,
    rewriter: Option<UrlRewriter>,
    cleaner: Sanitizer,
    pub(crate) removes_tracking: bool,
    pub(crate) resolve_urls: bool,
    pub(crate) limits: Limits,
    pub(crate) date_handlers: Vec<DateHandler>,
}

/// Formats the options, without the tables derived from them.
impl fmt::Debug for Options {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            policy,
            sanitize,
            rewriter,
            cleaner: _,
            removes_tracking,
            resolve_urls,
            limits,
            date_handlers,
        } = self;
        formatter
            .debug_struct("Parser")
            .field("encoding_policy", policy)
            .field("sanitize", sanitize)
            .field("resolve_urls", resolve_urls)
            .field("rewrite_urls", &rewriter.is_some())
            .field("remove_tracking", removes_tracking)
            .field("date_handlers", &date_handlers.len())
            .field("limits", limits)
            .finish()
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            policy: EncodingPolicy::default(),
            sanitize: Sanitize::default(),
            rewriter: None,
            cleaner: Sanitizer::new(&Sanitize::default(), true),
            removes_tracking: false,
            resolve_urls: true,
            limits: Limits::default(),
            date_handlers: Vec::new(),
        }
    }
}

impl Options {
    /// Returns the sanitizer, which makes markup safe and its URIs absolute.
    pub(crate) fn cleaner(&self) -> &Sanitizer {
        &self.cleaner
    }

    /// Sets the policy for the markup of all results.
    pub(crate) fn set_sanitize(&mut self, sanitize: Sanitize) {
        self.sanitize = sanitize;
        self.rebuild_cleaner();
    }

    /// Returns the options with this policy, unless the caller chose one.
    #[cfg(all(feature = "feedparser", feature = "sanitize"))]
    pub(crate) fn with_default_policy(&self, policy: Sanitize) -> Self {
        let mut options = self.clone();
        if options.sanitize == Sanitize::Default {
            options.set_sanitize(policy);
        }
        options
    }

    /// Sets whether relative URIs are made absolute.
    pub(crate) fn set_resolve_urls(&mut self, resolve: bool) {
        self.resolve_urls = resolve;
        self.rebuild_cleaner();
    }

    /// Sets the function that receives the URLs in markup.
    #[cfg(feature = "sanitize")]
    pub(crate) fn set_rewriter(&mut self, rewriter: UrlRewriter) {
        self.rewriter = Some(rewriter);
        self.rebuild_cleaner();
    }

    /// Sets whether tracking parameters are removed from URLs.
    pub(crate) fn set_remove_tracking(&mut self, remove: bool) {
        self.removes_tracking = remove;
        self.rebuild_cleaner();
    }

    /// Returns the budget of a document.
    pub(crate) fn budget(&self, document: &Document<'_>, purpose: Purpose) -> Budget {
        let bytes = document.bytes();
        let read = bytes.get(..self.limits.size).unwrap_or(bytes);
        Budget::of(&self.limits, read, purpose).without_tracking(self.removes_tracking)
    }

    fn rebuild_cleaner(&mut self) {
        // The cleaner contains tables that depend on several options, so it is created when one of them is set, not for each text.
        let own = self.rewriter.clone();
        let rewriter = if self.removes_tracking { Some(UrlRewriter::without_tracking(own)) } else { own };
        self.cleaner = Sanitizer::new(&self.sanitize, self.resolve_urls).with_rewriter(rewriter);
    }
}

#[cfg(all(test, feature = "sanitize"))]
mod tests {
    use std::fmt::Debug;

    use crate::{DateHandler, EncodingPolicy, Limits, Parser};
    use bozofeed_content::{Allowlist, Sanitize, Sanitizer};

    /// An allowlist that differs from all others in every list, and only has long names.
    fn unusual() -> Allowlist {
        let mut allowlist = Allowlist::reader();
        let long = || (0..1000).map(|number| format!("{number}-{}", "x".repeat(1000)));
        for list in [
            &mut allowlist.elements,
            &mut allowlist.attributes,
            &mut allowlist.svg_elements,
            &mut allowlist.svg_attributes,
            &mut allowlist.mathml_elements,
            &mut allowlist.mathml_attributes,
            &mut allowlist.css_properties,
            &mut allowlist.url_schemes,
            &mut allowlist.embed_hosts,
        ] {
            *list = long().collect();
        }
        allowlist.class_prefixes = Some(long().collect());
        allowlist.id_prefix = long().next();
        allowlist.link_rel = long().next();
        allowlist
    }

    #[test]
    fn what_holds_tables_is_shown_by_its_options() {
        let mut without_images = Allowlist::reader();
        without_images.elements.retain(|name| name != "img");
        without_images.id_prefix = Some("entry-7-".to_owned());
        let custom = |allowlist: &Allowlist| Sanitize::Custom(Box::new(allowlist.clone()));
        let strict = custom(&without_images);
        let wild = custom(&unusual());
        let mut parser = Parser::new().sanitize(strict.clone()).rewrite_urls(|_, _| None);
        for _ in 0..1000 {
            parser = parser.date_handler(DateHandler::new(|_| None));
        }
        let shown: [(&dyn Debug, &str); 14] = [
            (&Parser::new(), "sanitize: Default, resolve_urls: true"),
            (&Parser::new().sanitize(Sanitize::Off), "sanitize: Off"),
            (&parser, "date_handlers: 1000"),
            (&parser, "elements: +0 -1 [\"img\"], id_prefix: Some(\"entry-7-\")"),
            (&Parser::new().sanitize(wild.clone()), "elements: +1000 -"),
            (&Sanitizer::new(&Sanitize::Reader, true), "Reader"),
            (&Sanitizer::new(&strict, false), "elements: +0 -1 [\"img\"]"),
            (&Sanitizer::new(&wild, false), "resolve_urls: false"),
            (&strict, "id_prefix"),
            (&wild, "svg_elements"),
            (&Allowlist::reader(), "Allowlist { .. }"),
            (&Allowlist::with_players(), "embed_hosts: +11 -0 [\"archive.org\"]"),
            (&EncodingPolicy::RFC7303, "RFC 7303"),
            (&Limits::default(), "Limits"),
        ];
        let wrong: Vec<_> = shown
            .into_iter()
            .map(|(value, expected)| (format!("{value:?}"), expected))
            .filter(|(shown, expected)| shown.len() > 1200 || !shown.contains(expected))
            .collect();
        assert_eq!(wrong, []);
    }
}
