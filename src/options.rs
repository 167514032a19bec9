//! The options of a parser.

use crate::content::{Cleaner, Sanitize, UrlRewriter};
use crate::date::DateHandler;
use crate::encoding::EncodingPolicy;
use crate::limits::Limits;

/// The options of a [`Parser`](crate::Parser).
#[derive(Debug, Clone)]
pub(crate) struct Options {
    pub(crate) policy: EncodingPolicy,
    sanitize: Sanitize,
    rewriter: Option<UrlRewriter>,
    cleaner: Cleaner,
    pub(crate) resolve_urls: bool,
    pub(crate) limits: Limits,
    pub(crate) date_handlers: Vec<DateHandler>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            policy: EncodingPolicy::default(),
            sanitize: Sanitize::default(),
            rewriter: None,
            cleaner: Cleaner::new(&Sanitize::default(), true),
            resolve_urls: true,
            limits: Limits::default(),
            date_handlers: Vec::new(),
        }
    }
}

impl Options {
    /// Returns the cleaner, which makes markup safe and its URIs absolute.
    pub(crate) fn cleaner(&self) -> &Cleaner {
        &self.cleaner
    }

    /// Sets the policy for the markup of all results.
    pub(crate) fn set_sanitize(&mut self, sanitize: Sanitize) {
        self.sanitize = sanitize;
        self.rebuild_cleaner();
    }

    /// Sets whether relative URIs are made absolute.
    pub(crate) fn set_resolve_urls(&mut self, resolve: bool) {
        self.resolve_urls = resolve;
        self.rebuild_cleaner();
    }

    /// Sets the function that URLs within markup are passed to.
    #[cfg(feature = "sanitize")]
    pub(crate) fn set_rewriter(&mut self, rewriter: UrlRewriter) {
        self.rewriter = Some(rewriter);
        self.rebuild_cleaner();
    }

    fn rebuild_cleaner(&mut self) {
        self.cleaner = Cleaner::new(&self.sanitize, self.resolve_urls).with_rewriter(self.rewriter.clone());
    }
}
