//! The conventions of Universal Feed Parser.

use crate::content::{MarkupConventions, URL_SCHEMES};
use crate::conventions::Conventions;

/// The conventions by which the dictionary is read.
pub(crate) const CONVENTIONS: &Conventions = &Conventions {
    foreign_children_describe: true,
    person_children_describe: true,
    attributes_make_transparent: true,
    rdf_root_is_stated: true,
    first_namespace_is_version: true,
    empty_categories_count: true,
    empty_members_count: true,
    prose_is_uri: true,
    xhtml_div_is_content: false,
    media_texts_are_plain: false,
    any_entry_is_atom: false,
    constructs_are_of_their_namespace: false,
    prefixes_name_rss_090: false,
    cdf_anchors_are_links: false,
    contributors_are_mailboxes: false,
    attributes_are_repaired: false,
    uris_are_unescaped: false,
    attribute_uris_are_resolved: false,
    page_is_base: false,
    base_schemes: Some(URL_SCHEMES),
    images_may_be_text: false,
    rss_links_are_text: false,
    empty_links_are_hints: false,
    spaces_are_encoded: false,
    media_types_are_normalized: false,
    double_encoding_is_assumed: true,
    first_feed_counts: false,
    #[cfg(feature = "h-feed")]
    pages_may_be_feeds: false,
    losing_scopes_are_kept: false,
    mailto_is_email: false,
    elements_in_json_are_read: false,
    markup: MarkupConventions {
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
    },
};
