//! The ways of reading in which parsers of feeds differ.
//!
//! A [`Sink`](crate::statement::Sink) chooses the conventions, and the readers ask for one by its name. Those of the model are
//! here; the dictionary of Universal Feed Parser brings its own.

use crate::content::MarkupConventions;

/// The conventions by which a document is read.
#[derive(Debug)]
pub(crate) struct Conventions {
    /// Elements within one that has no room for them describe the feed or the entry around it. Universal Feed Parser forgets the
    /// parents of an element. In the model, the children of a foreign element do not (RFC 4287 §6.3): they are kept with it.
    pub(crate) foreign_children_describe: bool,
    /// Elements within that of a person describe the feed or the entry, too, as in Universal Feed Parser. In the model, they
    /// belong to the person.
    pub(crate) person_children_describe: bool,
    /// The text of an unknown element with attributes belongs to the text around it: Universal Feed Parser keeps the attributes
    /// as the value of the element. In the model, that is so for the elements with which HTML marks up text.
    pub(crate) attributes_make_transparent: bool,
    /// The root of RDF is an element like others if it has attributes, as in Universal Feed Parser.
    pub(crate) rdf_root_is_stated: bool,
    /// RDF is the format whose namespace it declares first, even if it only borrows from it, as in Universal Feed Parser. In the
    /// model it is a version of RSS if it declares one.
    pub(crate) first_namespace_is_version: bool,
    /// Empty categories are kept, as in Universal Feed Parser, which shows an empty list. The model drops them.
    pub(crate) empty_categories_count: bool,
    /// An empty element within an entry is an entry, as in Universal Feed Parser. In the model, it says nothing.
    pub(crate) empty_entries_count: bool,
    /// Of members of a JSON object with the same name, the last one counts even if it says nothing, as in Universal Feed Parser.
    /// The model has the last one that says something.
    pub(crate) empty_members_count: bool,
    /// Text that cannot be a URI is taken for one, as in Universal Feed Parser. The model keeps it as text.
    pub(crate) prose_is_uri: bool,
    /// `xhtml:div` directly in an entry is the content of the entry, as some feeds have it. Universal Feed Parser only knows
    /// `xhtml:body`.
    pub(crate) xhtml_div_is_content: bool,
    /// The language and the direction of the `div` around XHTML are those of the text. Universal Feed Parser drops its attributes.
    pub(crate) wrappers_have_attributes: bool,
    /// A text of Media RSS without a type is plain text, as its specification has it. Universal Feed Parser takes it for HTML.
    pub(crate) media_texts_are_plain: bool,
    /// An `entry` without a namespace is Atom as well if it is the root. Universal Feed Parser knows that of the namespace alone.
    pub(crate) any_entry_is_atom: bool,
    /// The text constructs of Atom are read as Atom has them in documents of other formats as well. To Universal Feed Parser, the
    /// format of the document decides.
    pub(crate) constructs_are_of_their_namespace: bool,
    /// The namespace of RSS 0.90 names the version under any prefix. Universal Feed Parser knows it as the default namespace
    /// alone.
    pub(crate) prefixes_name_rss_090: bool,
    /// The `A` of CDF is the link of its channel or item. Universal Feed Parser does not know it.
    pub(crate) cdf_anchors_are_links: bool,
    /// The text of `dc:contributor` is that of a person, with an address perhaps. Universal Feed Parser takes all of it for a
    /// name.
    pub(crate) contributors_are_mailboxes: bool,
    /// The values of attributes are trimmed and repaired like texts. Universal Feed Parser has them as written.
    pub(crate) attributes_are_repaired: bool,
    /// References that were escaped twice are resolved in every URI, in names and in categories. Universal Feed Parser only resolves
    /// them in the texts of links.
    pub(crate) values_are_unescaped: bool,
    /// Licenses and the URIs in attributes are made absolute. Universal Feed Parser only does so for those of links and
    /// generators.
    pub(crate) attribute_uris_are_resolved: bool,
    /// The page of an RSS feed or of its entry is the base of relative URIs, unless there is an `xml:base`, since the pages are
    /// what they were written for. To Universal Feed Parser, the base is that of the document.
    pub(crate) page_is_base: bool,
    /// The schemes that a base must have to replace another one; `None` for all. Universal Feed Parser has a list.
    pub(crate) base_schemes: Option<&'static [&'static str]>,
    /// An image may be given by attributes or by a text, `itunes:image` by a text, and a text input may have a text. Universal
    /// Feed Parser only reads the child elements and `rdf:resource`, and the attributes of `itunes:image`.
    pub(crate) images_may_be_text: bool,
    /// The text of the `link` of RSS has precedence over its attributes. In Universal Feed Parser, the attributes have.
    pub(crate) rss_links_are_text: bool,
    /// A link with an empty reference is the page only if there is no other. To Universal Feed Parser, it is a link like others.
    pub(crate) empty_links_are_hints: bool,
    /// Spaces in links are percent-encoded, since a URI has none (RFC 3986 §2). Universal Feed Parser leaves them.
    pub(crate) spaces_are_encoded: bool,
    /// The media type of a link is in lower case (RFC 2045 §5.1), and a word that is not a media type is as if it were absent, in
    /// links and texts. Universal Feed Parser leaves it as it is written.
    pub(crate) media_types_are_normalized: bool,
    /// Text without a type is markup if it has any tag of HTML. To Universal Feed Parser, it needs an end tag of one of the elements
    /// that it keeps.
    pub(crate) every_tag_is_markup: bool,
    /// XHTML with nothing but escaped markup is HTML. Universal Feed Parser shows its tags.
    pub(crate) escaped_xhtml_is_html: bool,
    /// Text that looks as if it was encoded twice is decoded, even if other text of the document was encoded once.
    pub(crate) double_encoding_is_assumed: bool,
    /// The first channel or Atom feed of a document counts: another one describes another feed, and what is outside of them is
    /// farther than what is within. To Universal Feed Parser, all of them describe one feed.
    pub(crate) first_feed_counts: bool,
    /// Pages with microformats are feeds. Universal Feed Parser does not know them.
    #[cfg(feature = "h-feed")]
    pub(crate) pages_may_be_feeds: bool,
    /// An image, a text input or a source that loses to another one is kept with all that it has. Universal Feed Parser has one
    /// of each.
    pub(crate) losing_scopes_are_kept: bool,
    /// A person's URI that starts with `mailto:` is an e-mail address. To Universal Feed Parser it is a URI.
    pub(crate) mailto_is_email: bool,
    /// Elements in the extension object of a JSON Feed are read like those of XML. To Universal Feed Parser, which does not read
    /// JSON Feed, the object is a member like others.
    pub(crate) elements_in_json_are_read: bool,
    /// How markup is written.
    pub(crate) markup: MarkupConventions,
}

impl Conventions {
    /// The conventions of the model, of its explanation and of the validator.
    pub(crate) const MODEL: &Self = &Self {
        foreign_children_describe: false,
        person_children_describe: false,
        attributes_make_transparent: false,
        rdf_root_is_stated: false,
        first_namespace_is_version: false,
        empty_categories_count: false,
        empty_entries_count: false,
        empty_members_count: false,
        prose_is_uri: false,
        xhtml_div_is_content: true,
        wrappers_have_attributes: true,
        media_texts_are_plain: true,
        any_entry_is_atom: true,
        constructs_are_of_their_namespace: true,
        prefixes_name_rss_090: true,
        cdf_anchors_are_links: true,
        contributors_are_mailboxes: true,
        attributes_are_repaired: true,
        values_are_unescaped: true,
        attribute_uris_are_resolved: true,
        page_is_base: true,
        base_schemes: None,
        images_may_be_text: true,
        rss_links_are_text: true,
        empty_links_are_hints: true,
        spaces_are_encoded: true,
        media_types_are_normalized: true,
        every_tag_is_markup: true,
        escaped_xhtml_is_html: true,
        double_encoding_is_assumed: false,
        first_feed_counts: true,
        #[cfg(feature = "h-feed")]
        pages_may_be_feeds: true,
        losing_scopes_are_kept: true,
        mailto_is_email: true,
        elements_in_json_are_read: true,
        markup: MarkupConventions::MODEL,
    };
}
