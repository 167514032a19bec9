//! The rules of formats and of good practice: what a finding is called, how grave it is, and what to do about it.

use super::family;
use crate::diagnostics::{EncodingError, JsonError, WarningKind, WellFormednessError};
pub use crate::diagnostics::{Rule, RuleSeverity};

/// Declares rules, one in each line.
macro_rules! rule_table {
    ($list:ident: $($name:ident = $id:literal, $severity:ident, $summary:literal, $advice:literal, $section:literal;)*) => {
        $(pub(super) static $name: crate::check::Rule = crate::check::Rule {
            id: $id,
            severity: crate::check::RuleSeverity::$severity,
            summary: $summary,
            advice: $advice,
            section: $section,
        };)*
        pub(super) static $list: &[&crate::check::Rule] = &[$(&$name),*];
    };
}

pub(super) use rule_table;

/// Returns all rules.
///
/// ```
/// let rules = bozofeed::check::rules();
/// assert!(rules.iter().any(|rule| rule.id == "entry-id-repeated"));
/// assert!(rules.iter().any(|rule| rule.id == "xml/BareAmpersand"));
/// ```
pub fn rules() -> Vec<&'static Rule> {
    let of_faults = WellFormednessError::RULES
        .iter()
        .chain(JsonError::RULES)
        .chain(EncodingError::RULES)
        .chain(WarningKind::RULES);
    own().chain(of_faults).collect()
}

/// Returns the rules of this module and of the families.
fn own() -> impl Iterator<Item = &'static Rule> {
    OWN.iter().copied().chain(family::rules())
}

// Rules that share an id are one rule to users, which is graver in some places than in others.
rule_table! { OWN:
    NOT_A_FEED = "not-a-feed", Error, "not a feed", "Publish RSS, Atom or JSON Feed at this address.", "";
    LIMIT_EXCEEDED = "limit-exceeded", Warning, "the document exceeds a limit, and was read only in part", "Publish a smaller document.", "";
    OTHER = "other", Error, "another fault", "Mend the document.", "";
    ENCODING_UNDECLARED = "encoding-undeclared", Error, "the document does not tell its encoding", "Write the document in UTF-8, or name its encoding in its first line: <?xml version=\"1.0\" encoding=\"…\"?>.", "XML 1.0 §4.3.3";
    ENCODING_LABEL_WRONG = "encoding-label-wrong", Error, "the text is not in the encoding that is declared for it", "Declare the encoding in which the text is written: utf-8 in most cases.", "XML 1.0 §4.3.3; RFC 7303 §3";
    ENCODING_LABEL_UNKNOWN = "encoding-label-unknown", Error, "an encoding of an unknown name is declared", "Declare utf-8, or another encoding by the name that browsers know.", "XML 1.0 §4.3.3";
    ENCODING_LABELS_CONFLICT = "encoding-labels-conflict", Warning, "two different encodings are declared", "Let the server, in its Content-Type, and the first line of the document name the same encoding.", "RFC 7303 §3";
    ENCODING_NOT_UTF_8 = "encoding-not-utf-8", Note, "the document is not in UTF-8", "Publish in UTF-8, which every reader knows.", "RFC 7303 §3; JSON Feed";
    TEXT_MOJIBAKE = "text-mojibake", Warning, "garbled letters: the text was decoded in a wrong encoding before it was published", "Repair the text where it is stored, and the program that read it.", "";
    MEDIA_TYPE_NOT_A_FEED = "media-type-not-a-feed", Warning, "the server sends a Content-Type that is not that of a feed", "Let the server send application/rss+xml, application/atom+xml or application/feed+json.", "RFC 4287 §7; RSS Profile";
    XML_VERSION = "xml-version", Warning, "a version of XML that few parsers know", "Write version=\"1.0\" in the XML declaration.", "XML 1.0 §2.8";
    DOCTYPE_OBSOLETE = "doctype-obsolete", Warning, "a document type that was withdrawn", "Remove the DOCTYPE, and write characters instead of the entities that it declared.", "RSS 0.91";
    RDF_INVALID = "rdf-invalid", Error, "markup that RDF does not allow", "Put either text or a single element into an element of RDF, and no text between elements.", "RDF/XML §7.2";
    NAMESPACE_MISSPELT = "namespace-misspelt", Error, "a misspelt namespace", "Write the namespace exactly as its specification has it: readers compare it letter by letter.", "Namespaces in XML §2.3";
    NAMESPACE_ON_RSS = "namespace-on-rss", Error, "RSS 2.0 in a namespace", "Remove xmlns=\"…\" from the element rss: elements of RSS 2.0 are in no namespace.", "RSS 2.0, Extending RSS";
    NAMESPACE_UNKNOWN_FORMAT = "namespace-unknown-format", Error, "an obsolete or unknown format", "Use http://www.w3.org/2005/Atom, the namespace of Atom 1.0.", "RFC 4287 §1.2";
    NAMESPACE_UNKNOWN = "namespace-unknown", Note, "an unknown namespace", "Check its spelling. If it is right, leave it: readers overlook elements of namespaces that they do not know.", "RFC 4287 §6.3";
    NAMESPACE_OBSOLETE = "namespace-obsolete", Warning, "the former name of a namespace", "Declare the present name, which more readers know.", "";
    NAMESPACE_PREFIX_UNUSUAL = "namespace-prefix-unusual", Note, "an unusual prefix of a known namespace", "Use the customary prefix: some readers know nothing else.", "";
    NAMESPACE_PREFIX_TAKEN = "namespace-prefix-taken", Warning, "a prefix that readers take for another namespace", "Choose another prefix, or correct the namespace.", "";
    ELEMENT_UNKNOWN = "element-unknown", Error, "unknown element", "Correct the name, remove the element, or put it into a namespace of its own.", "RSS 2.0, Extending RSS; RFC 4287 §6.3";
    ELEMENT_IN_NO_NAMESPACE = "element-unknown", Warning, "an element without a namespace in an extension", "Put the element into the namespace of the extension.", "RSS 2.0, Extending RSS";
    ELEMENT_OF_PROGRAM = "element-unknown", Note, "an element that some programs add to RSS", "Keep it for programs that know it; others overlook it.", "RSS 2.0, Extending RSS";
    ROOT_UNKNOWN = "root-unknown", Error, "a root element that no format has", "Begin the document with rss, rdf:RDF or feed.", "RSS 2.0; RFC 4287 §2";
    ELEMENT_LATE = "element-misplaced", Note, "an element that should come earlier", "Write what is about the feed before its entries, and a description before content:encoded.", "RSS Profile";
    ELEMENT_MISPLACED = "element-misplaced", Error, "misplaced element", "Move the element to where its specification has it.", "RFC 4287 §4.1; RSS 2.0";
    XHTML_MISPLACED = "element-misplaced", Warning, "XHTML that is not in a text", "Move the markup into content of type xhtml.", "RFC 4287 §3.1.1.3";
    ELEMENT_REPEATED = "element-repeated", Error, "repeated element", "Keep one: readers differ in which they take.", "RFC 4287 §4.1; RSS 2.0";
    ATTRIBUTE_MISSING = "attribute-missing", Error, "a required attribute is missing", "Add the attribute to the element.", "RFC 4287 §4.2; RSS 2.0";
    ELEMENT_REDUNDANT = "element-redundant", Note, "an element that repeats what another one says", "Keep the element of the format itself.", "RSS Profile";
    ELEMENT_OBSOLETE = "element-obsolete", Note, "an element that readers no longer use", "Leave the element out, or write what replaced it: media:rating for media:adult.", "RSS Profile; Media RSS";
    ATTRIBUTE_UNKNOWN = "attribute-unknown", Warning, "unknown attribute", "Correct the name, or remove the attribute.", "RFC 4287 §6.3; RSS 2.0";
    ATTRIBUTE_FOREIGN = "attribute-unknown", Note, "an attribute of another namespace on an element of RSS", "Write what readers should know in an element of the namespace.", "RSS 2.0, Extending RSS";
    MEMBER_UNKNOWN = "member-unknown", Warning, "unknown member", "Correct the name, or begin it with an underscore if it is your own.", "JSON Feed, Extensions";
    PART_MISSING = "part-missing", Error, "a required element is missing", "Add the element.", "RSS 2.0; RSS 1.0 §5; RFC 4287 §3.2";
    SOURCE_PART_MISSING = "part-missing", Warning, "a required element is missing", "Copy the element from the feed that the entry comes from.", "RFC 4287 §4.2.11";
    GROUP_OF_ONE = "part-missing", Note, "a group without alternatives", "Write media:content without a group around it, or add the other versions of the medium.", "Media RSS";
    VALUE_EMPTY = "value-empty", Warning, "an element or attribute without a value", "Fill it, or leave it out.", "RFC 4287 §4.2; RSS 2.0";
    TEXT_EMPTY = "value-empty", Note, "an element or attribute without a value", "Fill it, or leave it out.", "RFC 4287 §4.2; RSS 2.0";
    VALUE_WHITE_SPACE = "value-white-space", Error, "white space around a value", "Remove the white space, line breaks too.", "RFC 4287 §2; RFC 3986 §2";
    VALUE_REPEATED = "value-repeated", Warning, "repeated value", "Write each hour or day once.", "RSS 2.0, skipHours";
    TEXT_HAS_ELEMENTS = "text-has-elements", Error, "markup in a text that is not escaped", "Escape the markup, as in &lt;b&gt;, or enclose the text in a CDATA section.", "RSS 2.0; RFC 4287 §3.1.1";
    TEXT_MISPLACED = "text-misplaced", Warning, "text where only elements belong", "Move the text into an element, or remove it: readers overlook it.", "RSS 2.0; RFC 4287 §4.1";
    FEED_TITLE_MISSING = "feed-title-missing", Error, "the feed has no title", "Add a title.", "RSS 2.0; RFC 4287 §4.1.1; JSON Feed";
    FEED_LINK_MISSING = "feed-link-missing", Error, "the feed has no link", "Link the page that the feed belongs to: <link>https://…</link>.", "RSS 2.0";
    FEED_DESCRIPTION_MISSING = "feed-description-missing", Error, "the channel has no description", "Add a description.", "RSS 2.0";
    FEED_ID_MISSING = "feed-id-missing", Error, "the feed has no id", "Add an id that never changes, such as its address: <id>https://…</id>.", "RFC 4287 §4.1.1";
    FEED_UPDATED_MISSING = "feed-updated-missing", Error, "the feed has no date", "Add the time of the last change: <updated>2020-11-21T09:30:00Z</updated>.", "RFC 4287 §4.1.1";
    FEED_SELF_MISSING = "feed-self-missing", Note, "the feed does not link to itself", "Add a link with rel=\"self\" and the address of the feed; in RSS it is atom:link.", "RFC 4287 §4.1.1; RSS Profile";
    FEED_SELF_DIFFERS = "feed-self-differs", Warning, "the self link is not the URL of the document", "Link the URL at which the feed is fetched.", "RFC 4287 §4.2.7.2";
    FEED_SELF_RELATIVE = "feed-self-relative", Warning, "the self link is relative", "Write the whole address of the feed.", "RFC 4287 §4.2.7.2";
    FEED_SELF_NOT_A_FEED = "feed-self-not-a-feed", Warning, "the self link has a media type that is not that of a feed", "Link the feed, with the media type with which it is served.", "RFC 4287 §4.2.7.2";
    FEED_ITEMS_MISSING = "feed-items-missing", Error, "the feed has no list of items", "Add the list of the items, even if it is empty.", "JSON Feed; RSS 1.0 §5.3.5";
    FEED_ITEMS_DIFFER = "feed-items-differ", Warning, "the list of items lacks an item, or has one that the document lacks", "List the items of the document: some readers show these alone.", "RSS 1.0 §5.3.5";
    ENTRY_ID_MISSING = "entry-id-missing", Error, "the entry has no id", "Add an id that never changes, such as its address.", "RFC 4287 §4.1.2; JSON Feed";
    ENTRY_GUID_MISSING = "entry-id-missing", Warning, "the item has no guid", "Add a guid that never changes, so that readers recognise the item.", "RSS Profile, guid";
    ENTRY_ID_REPEATED = "entry-id-repeated", Error, "two entries have the same id", "Give each entry an id of its own: most readers show only one of them.", "RFC 4287 §4.2.6; RSS 2.0, guid";
    ENTRY_TITLE_MISSING = "entry-title-missing", Error, "the entry has no title", "Add a title; in RSS, a description will do.", "RFC 4287 §4.1.2; RSS 2.0";
    ENTRY_UPDATED_MISSING = "entry-updated-missing", Error, "the entry has no date", "Add the time of its last change: <updated>2020-11-21T09:30:00Z</updated>.", "RFC 4287 §4.1.2";
    ENTRY_UPDATED_REPEATED = "entry-updated-repeated", Note, "two entries were updated at the same time", "Write the time at which each entry was updated: readers sort by it.", "RFC 4287 §4.2.15";
    ENTRY_DATE_MISSING = "entry-date-missing", Warning, "the item has no date", "Add pubDate: readers otherwise show the time at which they fetched the feed.", "RSS Profile, pubDate";
    ENTRY_AUTHOR_MISSING = "entry-author-missing", Error, "neither the entry nor the feed has an author", "Add an author to the feed: <author><name>…</name></author>.", "RFC 4287 §4.1.2";
    ENTRY_CONTENT_MISSING = "entry-content-missing", Error, "the entry has neither content nor an alternate link", "Add the content, or a link to the page.", "RFC 4287 §4.1.2; JSON Feed";
    ENTRY_SUMMARY_MISSING = "entry-summary-missing", Error, "content that is elsewhere, or is not text, needs a summary", "Add a summary.", "RFC 4287 §4.1.2";
    ENTRY_TEXT_MISSING = "entry-text-missing", Note, "the entry has neither content nor a summary", "Add a summary.", "RFC 4287 §4.1.2";
    ENTRY_LINK_MISSING = "entry-link-missing", Warning, "the item has no link", "Link the page of the item.", "RSS 2.0";
    ID_NOT_URI = "id-not-uri", Error, "the id is not a whole address", "Write a whole address, or a tag: URI such as tag:harbour.example,2020:12.", "RFC 4287 §4.2.6";
    ID_SCHEME_INVALID = "id-scheme-invalid", Warning, "malformed tag: or urn: URI", "Write tag:DOMAIN,DATE:NAME, such as tag:harbour.example,2020:12, or urn:NAMESPACE:NAME.", "RFC 4151 §2; RFC 8141 §2";
    ID_NOT_NORMALIZED = "id-not-normalized", Note, "an id that is an address in an unusual spelling", "Write the address as browsers show it: readers compare ids letter by letter.", "RFC 4287 §4.2.6.1; RFC 3986 §6.2.2";
    GUID_NOT_PERMALINK = "guid-not-permalink", Error, "the guid is not an address, but is not marked as another kind of id", "Add isPermaLink=\"false\".", "RSS 2.0, guid";
    DATE_FORM = "date-form", Error, "a date in another form than that of the format", "Write a date such as Sat, 21 Nov 2020 09:30:00 GMT in RSS, and such as 2020-11-21T09:30:00Z elsewhere.", "RSS 2.0; RFC 4287 §3.3";
    DATE_OBSOLETE = "date-obsolete", Note, "a date in an obsolete form", "Write the year in four digits, and the zone as GMT or an offset such as +0100.", "RSS 2.0; RFC 5322 §4.3";
    DATE_WEEKDAY_WRONG = "date-weekday-wrong", Warning, "wrong day of the week", "Compute the day of the week from the date, or leave it out.", "RFC 822 §5.2";
    DATE_IN_FUTURE = "date-in-future", Warning, "a date in the future", "Publish an entry when its time has come.", "";
    DATE_IMPLAUSIBLE = "date-implausible", Warning, "an implausible date", "Check the clock, the zone, and the form of the year.", "";
    URI_RELATIVE = "uri-relative", Error, "an address without its beginning", "Write the whole address, with https: and the name of the site.", "RSS 2.0, link";
    URI_INVALID = "uri-invalid", Error, "an invalid address", "Percent-encode spaces and other characters that an address must not have: %20 for a space.", "RFC 3986 §2";
    URI_SCHEME_UNREGISTERED = "uri-scheme-unregistered", Note, "an address with an unregistered scheme", "Begin the address with a scheme that IANA has registered, such as https:.", "RFC 7595; RFC 3986 §3.1";
    URI_NOT_PUBLIC = "uri-not-public", Warning, "an address that others cannot reach", "Write the public address.", "";
    URI_NOT_HTTP = "uri-not-http", Error, "an address that is not an HTTP address", "Publish the file at an address that begins with http: or https:.", "RSS 2.0, enclosure";
    URI_NOT_ASCII = "uri-not-ascii", Note, "an address with characters beyond ASCII", "Percent-encode them, and write the host in Punycode: RSS has URIs, not IRIs.", "RFC 3986 §2; RSS 2.0";
    URI_DANGEROUS = "uri-dangerous", Error, "an address that runs code", "Link a page: no reader follows this.", "RFC 4287 §8.1";
    HTML_SCRIPT_LINK = "uri-dangerous", Warning, "a link in markup that runs code", "Link a page: readers remove this.", "RFC 4287 §8.1";
    LINK_ALTERNATE_REPEATED = "link-alternate-repeated", Error, "several alternate links of the same type and language", "Keep one alternate link for each type and language.", "RFC 4287 §4.1";
    LINK_RELATION_UNKNOWN = "link-relation-unknown", Note, "unregistered link relation", "Use a registered relation, or a URI.", "RFC 4287 §4.2.7.2";
    HISTORY_COMPLETE_PAGED = "history-complete-paged", Error, "a complete feed that links another part of it", "Remove fh:complete, or the link.", "RFC 5005 §2";
    HISTORY_CURRENT_DIFFERS = "history-current-differs", Error, "a complete feed whose current document is another one", "Link the feed itself as the current document, or leave the link out.", "RFC 5005 §2";
    HISTORY_CURRENT_MISSING = "history-current-missing", Warning, "an archive that does not link the current feed", "Add a link with rel=\"current\" and the URL of the feed.", "RFC 5005 §4";
    HISTORY_ARCHIVE_CURRENT = "history-archive-current", Warning, "an archive that says that it is the current feed", "Remove fh:archive, or link the current feed.", "RFC 5005 §4";
    HISTORY_PAST_END = "history-past-end", Error, "a link to a page beyond the first or the last one", "Leave the link out on the first and on the last page.", "RFC 5005 §3";
    HISTORY_IN_ENTRY = "history-in-entry", Note, "a link between the pages of a feed in an entry", "Move the link to the feed.", "RFC 5005 §3";
    TITLE_MARKUP = "title-markup", Warning, "markup in plain text", "Write the text without tags, and escape it only once: &amp; and not &amp;amp;.", "RFC 4287 §3.1.1; RSS Profile";
    PLAIN_TEXT_MARKUP = "title-markup", Note, "markup in a text that directories of podcasts show as it is", "Write text without tags; description and content:encoded may have markup.", "Apple Podcasts requirements";
    TEXT_MARKUP = "text-markup", Warning, "markup in text of type text", "Add type=\"html\", or remove the tags.", "RFC 4287 §3.1.1";
    CONTENT_TYPE_MISSING = "content-type-missing", Warning, "content that is elsewhere, without its media type", "Add the attribute type.", "RFC 4287 §4.1.3.2";
    CONTENT_NOT_BASE64 = "content-not-base64", Error, "content of a binary media type that is not Base64", "Encode the content in Base64, or correct its type.", "RFC 4287 §4.1.3.3";
    TEXT_TOO_LONG = "text-too-long", Note, "a text that podcast directories cut", "Shorten the text.", "Apple Podcasts requirements";
    XHTML_DIV_MISSING = "xhtml-div-missing", Error, "content of type xhtml without div", "Wrap the content in one div in the namespace of XHTML.", "RFC 4287 §3.1.1.3";
    XHTML_DIV_REPEATED = "xhtml-div-repeated", Error, "content of type xhtml with more than one div", "Wrap all of the content in one div.", "RFC 4287 §3.1.1.3";
    HTML_RELATIVE_REFERENCE = "html-relative-reference", Warning, "relative reference in markup", "Write whole addresses in markup.", "RSS Profile, description";
    HTML_REFERENCE = "html-relative-reference", Note, "relative reference in markup", "Write whole addresses in markup: not all readers know the base.", "RFC 4287 §4.1.3.3";
    HTML_REMOVED = "html-removed", Warning, "markup that readers remove", "Leave the element or attribute out.", "RFC 4287 §8.1";
    HTML_LEFT_OUT = "html-removed", Note, "markup that many readers remove", "Do not rely on it: link the page as well.", "RFC 4287 §8.1";
    HTML_UNKNOWN_ELEMENT = "html-unknown-element", Warning, "markup with an element that HTML does not have", "Use elements of HTML, or write &lt; for a less-than sign.", "HTML Standard 4";
    HTML_SOURCE_MISSING = "html-source-missing", Warning, "an image without an address", "Write the address of the image in its attribute src: readers run no script that would load it.", "HTML Standard 4.8.3";
    HTML_UNCLOSED_TAG = "html-unclosed-tag", Warning, "markup that ends within a tag", "Cut markup between tags, not within them.", "HTML Standard 13.1.2";
    MEDIA_TYPE_INVALID = "media-type-invalid", Error, "invalid media type", "Write a type and a subtype, such as audio/mpeg or text/html.", "RFC 4287 §4.2.7.3; RSS 2.0, enclosure";
    ENCLOSURE_LENGTH_ZERO = "enclosure-length-zero", Note, "an enclosure of zero bytes", "Write the size of the file in bytes.", "RSS 2.0, enclosure";
    ENCLOSURE_REPEATED = "enclosure-repeated", Warning, "several enclosures in an item", "Publish one enclosure in each item: most readers take only one.", "RSS Profile, enclosure";
    EMAIL_INVALID = "email-invalid", Warning, "not an email address", "Write the address, with the name in parentheses: anna@harbour.example (Anna). A name alone belongs in dc:creator.", "RSS 2.0, author; RFC 4287 §3.2.3";
    EMAIL_NOT_ALONE = "email-invalid", Error, "not an email address", "Write the address alone, such as anna@harbour.example, and the name of the person in the element for names.", "RFC 4287 §3.2.3; Apple Podcasts requirements";
    EMAIL_NAME_MISSING = "email-name-missing", Note, "an address without the name of the person", "Write the name after the address: anna@harbour.example (Anna Morozova).", "RSS Profile, data types";
    LANGUAGE_INVALID = "language-invalid", Warning, "invalid language tag", "Write a tag such as en or pt-BR.", "RFC 5646 §2";
    HOUR_OF_MIDNIGHT = "hour-of-midnight", Warning, "24 for the hour of midnight", "Write 0.", "RSS 2.0, skipHours";
    IMAGE_DIFFERS = "image-differs", Warning, "the title or the link of the image is not that of the channel", "Repeat the title and the link of the channel in the image.", "RSS 2.0, image";
    IMAGE_FORMAT = "image-format", Warning, "an image that is neither GIF nor JPEG nor PNG", "Convert the image.", "RSS 2.0, image";
    IMAGE_SIZE = "image-size", Error, "an image that is too large", "Give at most 144 pixels of width and 400 of height.", "RSS 2.0, image";
    PODCAST_EMAIL_MISSING = "podcast-required-missing", Warning, "the owner of the podcast has no email address", "Add itunes:email: directories write to it to verify the owner.", "Apple Podcasts requirements";
    PODCAST_REQUIRED_MISSING = "podcast-required-missing", Error, "an element that podcast directories require is missing", "Add the element: directories refuse the feed without it.", "Apple Podcasts requirements";
    PODCAST_PART_ABSENT = "podcast-required-missing", Note, "an element that podcast directories require is missing", "Add the element before you submit the feed to a directory of podcasts.", "Apple Podcasts requirements";
    PODCAST_RECOMMENDED_MISSING = "podcast-recommended-missing", Note, "an element that podcast directories recommend is missing", "Add the element.", "Apple Podcasts requirements; Podcast Namespace";
    PODCAST_NOT_RSS = "podcast-not-rss", Error, "a podcast in another format than RSS 2.0", "Publish the podcast in RSS 2.0: directories take nothing else.", "Apple Podcasts requirements";
    PODCAST_EPISODE_MISSING = "podcast-episode-missing", Error, "a podcast without an episode", "Add an item with an enclosure that the directory takes.", "Apple Podcasts requirements";
    PODCAST_EPISODE_REPEATED = "podcast-episode-repeated", Warning, "two episodes with the same number", "Give each episode of a season a number of its own.", "Apple Podcasts requirements";
    PODCAST_EPISODE_UNNUMBERED = "podcast-episode-unnumbered", Warning, "an episode without a number in a serial podcast", "Add itunes:episode, or write episodic in itunes:type.", "Apple Podcasts requirements";
    PODCAST_ENCLOSURE_MISSING = "podcast-enclosure-missing", Warning, "an episode without a file", "Add an enclosure with the address, the length and the media type of the file, or remove the item: directories leave it out.", "Apple Podcasts requirements";
    PODCAST_FILE_ABSENT = "podcast-enclosure-missing", Note, "an episode without a file", "Add an enclosure with the address, the length and the media type of the file: directories leave the item out otherwise.", "Apple Podcasts requirements";
    PODCAST_ENCLOSURE_REPEATED = "podcast-enclosure-repeated", Warning, "two episodes with the same file", "Give each episode the address of its own file: directories take two episodes with one file for the same.", "Apple Podcasts requirements";
    PODCAST_EXPLICIT_OLD = "podcast-explicit-old", Note, "a former word for explicit language", "Write true or false.", "Apple Podcasts requirements";
    PODCAST_ENCLOSURE_TYPE = "podcast-enclosure-type", Error, "a media type that the directory does not take", "Publish the episode as MP3 or M4A, or as MP4 with video.", "Apple Podcasts requirements; Spotify specification";
    PODCAST_ENCLOSURE_OTHER = "podcast-enclosure-type", Note, "a file that podcast players do not play", "Publish audio or video, with its media type.", "Apple Podcasts requirements";
    PODCAST_ARTWORK_TYPE = "podcast-artwork-type", Warning, "artwork that is neither JPEG nor PNG", "Convert the image.", "Apple Podcasts requirements";
    PODCAST_ARTWORK_SIZE = "podcast-artwork-size", Warning, "artwork of a size that directories refuse", "Publish a square image of 1400 to 3000 pixels.", "Apple Podcasts requirements; Spotify specification";
    PODCAST_GUID_INVALID = "podcast-guid-invalid", Warning, "the guid of the podcast is not a UUID", "Write the UUID of version 5 of the URL of the feed, without its scheme.", "Podcast Namespace, guid";
    PODCAST_LIVE_TIMES = "podcast-live-times", Warning, "a broadcast that ends before it starts", "Correct the times.", "Podcast Namespace, liveItem";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{add_table_row, compare_tables};

    #[test]
    fn names_of_rules_are_unique_for_each_level() {
        let mut names: Vec<_> = rules().iter().map(|rule| (rule.id, rule.severity)).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn the_documentation_lists_every_rule() {
        let mut table =
            "| rule | severity | problem | advice | section |\n| --- | --- | --- | --- | --- |\n".to_owned();
        for rule in own() {
            let id = format!("`{}`", rule.id);
            add_table_row(
                &mut table,
                &[&id, rule.severity.as_str(), rule.summary, rule.advice, rule.section],
            );
        }
        compare_tables("src/docs/checking.md", &[("# All rules\n", table)]);
    }

    #[test]
    fn texts_of_rules_are_complete() {
        let wrong: Vec<_> = rules()
            .into_iter()
            .filter(|rule| {
                let is_summary = !rule.summary.is_empty() && !rule.summary.ends_with('.');
                let is_advice =
                    rule.advice.ends_with('.') && rule.advice.starts_with(|c: char| c.is_uppercase());
                !(is_summary && is_advice)
            })
            .map(|rule| rule.id)
            .collect();
        assert_eq!(wrong, [""; 0]);
    }
}
