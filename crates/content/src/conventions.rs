//! The differences between feed parsers in writing markup.

/// The conventions for sanitizing and writing markup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(feature = "sanitize"), allow(dead_code, reason = "markup is not sanitized"))]
pub struct MarkupConventions {
    /// The policy for readers applies unless the caller chose another one. The dictionary uses Universal Feed Parser's policy.
    pub is_for_readers: bool,
    /// Tags follow SGML, in which a `<` ends the tag before it, and a removed element never has raw text. Universal Feed Parser uses
    /// Python's SGML parser; the model follows the HTML Standard.
    pub tags_are_sgml: bool,
    /// Tags that HTML implies are not written, and elements stay nested as written wherever the display is the same: Universal Feed
    /// Parser only adds the end tags that a browser needs. The model has a tree like that of a browser.
    pub implied_tags_are_omitted: bool,
    /// References, `>` and no-break spaces stay as written. The model has them as an HTML serializer writes them (HTML
    /// Standard 13.3).
    pub references_stay: bool,
    /// Attributes are sorted.
    pub attributes_are_sorted: bool,
    /// Void elements end with a slash.
    pub void_tags_have_slash: bool,
    /// Every attribute without a value gets its name as its value. In the model, this only applies to boolean attributes.
    pub names_are_values: bool,
    /// Colours in a `style` are kept in lower case only.
    pub colours_are_lower_case: bool,
    /// `cite` and `longdesc`, which no browser follows, may be names that nothing can be loaded from, such as URNs. Universal Feed Parser
    /// only checks the scheme of `href`. In the model, all URIs are checked.
    pub citations_may_be_names: bool,
    /// References that are empty or only have a fragment are resolved. In the model, they refer to the text that contains them (RFC 3986
    /// §4.4).
    pub fragments_are_resolved: bool,
    /// All HTML attributes with URIs are made absolute. Universal Feed Parser ignores the newer ones, and `srcset`.
    pub newer_uris_are_resolved: bool,
}

impl MarkupConventions {
    /// The conventions of the model.
    pub const MODEL: Self = Self {
        is_for_readers: true,
        tags_are_sgml: false,
        implied_tags_are_omitted: false,
        references_stay: false,
        attributes_are_sorted: false,
        void_tags_have_slash: false,
        names_are_values: false,
        colours_are_lower_case: false,
        citations_may_be_names: false,
        fragments_are_resolved: false,
        newer_uris_are_resolved: true,
    };

    /// The conventions of Universal Feed Parser.
    pub const FEED_PARSER: Self = Self {
        is_for_readers: false,
        tags_are_sgml: true,
        implied_tags_are_omitted: true,
        references_stay: true,
        attributes_are_sorted: true,
        void_tags_have_slash: true,
        names_are_values: true,
        colours_are_lower_case: true,
        citations_may_be_names: true,
        fragments_are_resolved: true,
        newer_uris_are_resolved: false,
    };
}
