//! The ways of writing markup in which parsers of feeds differ.

/// The conventions by which markup is sanitized and written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(feature = "sanitize"), allow(dead_code, reason = "markup stays as it is"))]
pub struct MarkupConventions {
    /// The policy for readers applies unless the caller chose another one. The dictionary has that of Universal Feed Parser.
    pub is_for_readers: bool,
    /// Tags are those of SGML, to which a `<` ends the tag before it, and content is not raw text because of an element that
    /// is removed. Universal Feed Parser uses Python's SGML parser; the model has the tags of the HTML Standard.
    pub tags_are_sgml: bool,
    /// Tags that HTML implies are not written, and elements stay nested as written wherever that shows the same: Universal Feed
    /// Parser only completes the end tags that a browser needs. The model has a tree like that of a browser.
    pub implied_tags_are_omitted: bool,
    /// References, `>` and no-break spaces stay as written. The model has them as an HTML serializer writes them (HTML
    /// Standard 13.3).
    pub references_stay: bool,
    /// Attributes are sorted.
    pub attributes_are_sorted: bool,
    /// Void elements end with a slash.
    pub void_tags_have_slash: bool,
    /// Every attribute without a value has its name as its value. In the model, only boolean ones have.
    pub names_are_values: bool,
    /// Colours in a `style` are kept in lower case only.
    pub colours_are_lower_case: bool,
    /// `cite` and `longdesc`, which no browser follows, may be names that nothing can be loaded from, such as URNs. Universal Feed
    /// Parser judges the scheme of `href` alone. In the model, all URIs are judged alike.
    pub citations_may_be_names: bool,
    /// References are resolved that are empty or only have a fragment. In the model, they refer to the text that they are in
    /// (RFC 3986 §4.4).
    pub fragments_are_resolved: bool,
    /// All attributes of HTML that have URIs are made absolute. Universal Feed Parser does not know the newer ones, nor
    /// `srcset`.
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
