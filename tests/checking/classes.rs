//! The message classes of the W3C's feed validator that the rules cover: for each class, documents with and without the problem, in
//! all formats and places where it can occur.

use bozofeed::Document;
use bozofeed_check::{Checker, RuleSeverity};

/// A place in a document, where text is inserted on a separate line.
#[derive(Debug, Clone, Copy)]
enum Place {
    /// The channel of RSS 2.0.
    Channel,
    /// An item of RSS 2.0.
    Item,
    /// An item of RSS 1.0.
    RdfItem,
    /// The feed of Atom.
    Feed,
    /// An entry of Atom.
    Entry,
}
use Place::{Channel, Entry, Feed, Item, RdfItem};

/// The line on which text is inserted.
const LINE: usize = 4;

const NAMESPACES: &str = "xmlns:admin='http://webns.net/mvcb/' xmlns:content='http://purl.org/rss/1.0/modules/content/' \
    xmlns:creativeCommons='http://backend.userland.com/creativeCommonsRssModule' xmlns:dc='http://purl.org/dc/elements/1.1/' \
    xmlns:dcterms='http://purl.org/dc/terms/' xmlns:ev='http://purl.org/rss/1.0/modules/event/' \
    xmlns:geo='http://www.w3.org/2003/01/geo/wgs84_pos#' xmlns:georss='http://www.georss.org/georss' \
    xmlns:gml='http://www.opengis.net/gml' xmlns:icbm='http://postneo.com/icbm/' \
    xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd' xmlns:media='http://search.yahoo.com/mrss/' \
    xmlns:pingback='http://madskills.com/public/xml/rss/module/pingback/' xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
    xmlns:slash='http://purl.org/rss/1.0/modules/slash/' xmlns:sy='http://purl.org/rss/1.0/modules/syndication/' \
    xmlns:thr='http://purl.org/syndication/thread/1.0' xmlns:trackback='http://madskills.com/public/xml/rss/module/trackback/' \
    xmlns:wfw='http://wellformedweb.org/CommentAPI/' xmlns:xhtml='http://www.w3.org/1999/xhtml'";

/// Inserts text in a place of a document that breaks no rule. An inserted element replaces the document's element of that name.
fn document(place: Place, content: &str) -> String {
    let atom = "xmlns:atom='http://www.w3.org/2005/Atom'";
    let (start, own, end): (String, &[&str], &str) = match place {
        Channel => (
            format!("<?xml version='1.0'?>\n<rss version='2.0' {NAMESPACES} {atom}><channel>\n"),
            &[
                "<title>Tides</title>",
                "<link>https://a.example/</link>",
                "<description>Daily</description>",
                "<atom:link rel='self' href='https://a.example/feed' type='application/rss+xml'/>",
            ],
            "</channel></rss>",
        ),
        Item => (
            format!(
                "<rss version='2.0' {NAMESPACES} {atom}><channel><title>Tides</title><link>https://a.example/</link>\n\
                 <description>Daily</description><atom:link rel='self' href='https://a.example/feed'/>\n<item>\n"
            ),
            &[
                "<title>Low</title>",
                "<link>https://a.example/1</link>",
                "<guid>https://a.example/1</guid>",
                "<pubDate>Fri, 20 Nov 2020 20:00:00 GMT</pubDate>",
            ],
            "</item></channel></rss>",
        ),
        RdfItem => (
            format!(
                "<rdf:RDF {NAMESPACES} xmlns='http://purl.org/rss/1.0/' {atom}><channel rdf:about='https://a.example/feed'>\
                 <title>Tides</title><link>https://a.example/</link>\n<description>Daily</description><items><rdf:Seq>\
                 <rdf:li rdf:resource='https://a.example/1'/></rdf:Seq></items></channel>\n<item rdf:about='https://a.example/1'>\n"
            ),
            &["<title>Low</title>", "<link>https://a.example/1</link>"],
            "</item></rdf:RDF>",
        ),
        Feed => (
            format!("<?xml version='1.0'?>\n<feed xmlns='http://www.w3.org/2005/Atom' {NAMESPACES}>\n\n"),
            &[
                "<id>urn:x-tides:1</id>",
                "<title>Tides</title>",
                "<updated>2020-11-20T20:00:00Z</updated>",
                "<author><name>Anna</name></author>",
                "<link rel='self' href='https://a.example/feed'/>",
            ],
            "</feed>",
        ),
        Entry => (
            format!(
                "<feed xmlns='http://www.w3.org/2005/Atom' {NAMESPACES}><id>urn:x-tides:1</id><title>Tides</title>\n\
                 <updated>2020-11-20T20:00:00Z</updated><link rel='self' href='https://a.example/feed'/>\n<entry>\n"
            ),
            &[
                "<id>urn:x-tides:2</id>",
                "<title>Low</title>",
                "<updated>2020-11-20T19:00:00Z</updated>",
                "<author><name>Anna</name></author>",
                "<link href='https://a.example/1'/>",
                "<summary>Low tide</summary>",
            ],
            "</entry></feed>",
        ),
    };
    // These contain titles.
    let is_group = content.starts_with("<image") || content.starts_with("<textInput");
    let written = |element: &str| {
        let name = element.trim_start_matches('<').split([' ', '>']).next().unwrap_or_default();
        let is_self = element.contains("rel='self'");
        content.contains(&format!("<{name}"))
            && (name != "link" && name != "atom:link" || content.contains("='self'") == is_self)
    };
    // An empty comment omits an element.
    let left_out = |element: &str| {
        content.contains("<!--") && content.contains(element.split(['>', ' ']).next().unwrap_or_default())
    };
    let rest: String =
        own.iter().filter(|element| (is_group || !written(element)) && !left_out(element)).copied().collect();
    // The text is on the line after the start tag of its element.
    let start = match place {
        Channel => start.replacen("?>\n", "?>\n\n", 1),
        _ => start,
    };
    format!("{start}{content}\n{rest}{end}")
}

/// The class, the place, the text and the broken rule.
#[rustfmt::skip]
const BAD: &[(&str, Place, &str, &str)] = &[
    ("UndefinedElement", Channel, "<tide/>", "element-unknown"),
    ("UndefinedElement", Item, "<ttl>5</ttl>", "element-misplaced"),
    ("UndefinedElement", Feed, "<tide/>", "element-unknown"),
    ("UndefinedElement", Entry, "<subtitle>a</subtitle>", "element-misplaced"),
    ("UndefinedElement", Item, "<slash:tide>1</slash:tide>", "element-unknown"),
    ("UndefinedElement", Item, "<dc:tide>1</dc:tide>", "element-unknown"),
    ("UndefinedElement", Channel, "<itunes:tide>1</itunes:tide>", "element-unknown"),
    ("UndefinedElement", Channel, "<image><url>https://a.example/a.png</url><title>Tides</title><link>https://a.example/</link><tide/></image>", "element-unknown"),
    ("UndefinedElement", Channel, "<textInput><title>a</title><description>b</description><name>q</name><link>https://a.example/s</link><tide/></textInput>", "element-unknown"),
    ("UndefinedElement", Channel, "<skipHours><hour>1</hour><day>Monday</day></skipHours>", "element-misplaced"),
    ("DuplicateElement", Channel, "<ttl>5</ttl><ttl>5</ttl>", "element-repeated"),
    ("DuplicateElement", Channel, "<title>a</title><title>b</title>", "element-repeated"),
    ("DuplicateElement", Item, "<guid>https://a.example/1</guid><guid>https://a.example/1</guid>", "element-repeated"),
    ("DuplicateElement", Item, "<wfw:comment>https://a.example/</wfw:comment><wfw:comment>https://a.example/</wfw:comment>", "element-repeated"),
    ("DuplicateElement", Item, "<slash:comments>1</slash:comments><slash:comments>1</slash:comments>", "element-repeated"),
    ("DuplicateElement", RdfItem, "<link>https://a.example/1</link><link>https://a.example/1</link>", "element-repeated"),
    ("DuplicateElement", Feed, "<subtitle>a</subtitle><subtitle>b</subtitle>", "element-repeated"),
    ("DuplicateElement", Entry, "<published>2020-11-20T19:00:00Z</published><published>2020-11-20T19:00:00Z</published>", "element-repeated"),
    ("DuplicateElement", Entry, "<author><name>a</name><name>b</name></author>", "element-repeated"),
    ("DuplicateElement", Channel, "<skipHours><hour>1</hour></skipHours><skipHours><hour>2</hour></skipHours>", "element-repeated"),
    ("DuplicateElement", Channel, "<sy:updatePeriod>daily</sy:updatePeriod><sy:updatePeriod>daily</sy:updatePeriod>", "element-repeated"),
    ("DuplicateElement", Item, "<geo:lat>1</geo:lat><geo:lat>1</geo:lat>", "element-repeated"),
    ("MissingElement", Channel, "<image><title>Tides</title><link>https://a.example/</link></image>", "part-missing"),
    ("MissingElement", Channel, "<image><url>https://a.example/a.png</url><title>Tides</title></image>", "part-missing"),
    ("MissingElement", Channel, "<textInput><title>a</title><description>b</description><link>https://a.example/s</link></textInput>", "part-missing"),
    ("MissingElement", Channel, "<skipDays></skipDays>", "part-missing"),
    ("MissingElement", Entry, "<author><email>a@a.example</email></author>", "part-missing"),
    ("MissingElement", Entry, "<source><id>urn:x-a:1</id><title>a</title></source>", "part-missing"),
    ("MissingAttribute", Item, "<enclosure url='https://a.example/a' type='audio/mpeg'/>", "attribute-missing"),
    ("MissingAttribute", Item, "<source>a</source>", "attribute-missing"),
    ("MissingAttribute", Channel, "<cloud domain='a.example' path='/' registerProcedure='a' protocol='soap'/>", "attribute-missing"),
    ("MissingAttribute", Channel, "<itunes:category/>", "attribute-missing"),
    ("MissingAttribute", Feed, "<category/>", "attribute-missing"),
    ("MissingAttribute", Item, "<media:thumbnail/>", "attribute-missing"),
    ("MissingAttribute", Item, "<media:player/>", "attribute-missing"),
    ("MissingAttribute", Item, "<media:restriction>gb</media:restriction>", "attribute-missing"),
    ("MissingAttribute", Entry, "<thr:in-reply-to href='https://a.example/'/>", "attribute-missing"),
    ("MissingAttribute", Channel, "<admin:generatorAgent/>", "attribute-missing"),
    ("InvalidFullLink", Item, "<trackback:ping rdf:resource='/a'/>", "uri-relative"),
    ("MissingHref", Feed, "<link rel='alternate'/>", "attribute-missing"),
    ("UnexpectedAttribute", Feed, "<link href='https://a.example/' tide='1'/>", "attribute-unknown"),
    ("UnexpectedAttribute", Item, "<guid isPermalink='true'>https://a.example/1</guid>", "attribute-unknown"),
    ("UnexpectedAttribute", Item, "<media:content url='https://a.example/a' tide='1'/>", "attribute-unknown"),
    ("NotBlank", Channel, "<link></link>", "value-empty"),
    ("NotBlank", Item, "<guid/>", "value-empty"),
    ("NotBlank", Entry, "<author><name></name></author>", "value-empty"),
    ("NotBlank", Channel, "<generator></generator>", "value-empty"),
    ("NotBlank", Channel, "<docs></docs>", "value-empty"),
    ("NotBlank", Item, "<comments/>", "value-empty"),
    ("AttrNotBlank", Item, "<enclosure url='' length='1' type='audio/mpeg'/>", "value-empty"),
    ("AttrNotBlank", Item, "<media:content url=''/>", "value-empty"),
    ("InvalidURLAttribute", Item, "<enclosure url='/a' length='1' type='audio/mpeg'/>", "uri-relative"),
    ("InvalidURLAttribute", Item, "<enclosure url='ftp://a.example/a' length='1' type='audio/mpeg'/>", "uri-not-http"),
    ("InvalidURLAttribute", Item, "<source url='a'>a</source>", "uri-relative"),
    ("InvalidIntegerAttribute", Item, "<enclosure url='https://a.example/a' length='1,5' type='audio/mpeg'/>", "value/UnreadableLength"),
    ("InvalidIntegerAttribute", Channel, "<cloud domain='a.example' port='http' path='/' registerProcedure='a' protocol='soap'/>", "value/UnreadableNumber"),
    ("InvalidMIMEAttribute", Item, "<enclosure url='https://a.example/a' length='1' type='mp3'/>", "media-type-invalid"),
    ("InvalidMIMEAttribute", Feed, "<link href='https://a.example/' type='html'/>", "media-type-invalid"),
    ("InvalidMIMEType", Entry, "<content type='markdown'>a</content>", "media-type-invalid"),
    ("InvalidMIMEType", Entry, "<content type='html' src='https://a.example/a'/>", "media-type-invalid"),
    ("InvalidBooleanAttribute", Item, "<guid isPermaLink='yes'>https://a.example/1</guid>", "value/UnreadableBoolean"),
    ("InvalidBooleanAttribute", Item, "<media:content url='https://a.example/a' isDefault='yes'/>", "value/UnreadableBoolean"),
    ("InvalidHttpGUID", Item, "<guid>tides-1</guid>", "guid-not-permalink"),
    ("InvalidHttpGUID", Item, "<guid isPermaLink='true'>urn:x-tides:1</guid>", "guid-not-permalink"),
    ("InvalidPermalink", Item, "<guid isPermaLink='true'>www.a.example</guid>", "guid-not-permalink"),
    ("InvalidLink", Channel, "<docs>a.example</docs>", "uri-relative"),
    ("InvalidLink", Item, "<comments>/a</comments>", "uri-relative"),
    ("InvalidLink", Item, "<link>http://</link>", "uri-invalid"),
    ("InvalidLink", Item, "<link>http:a.example</link>", "uri-invalid"),
    ("InvalidLink", Item, "<wfw:commentRss>a</wfw:commentRss>", "uri-relative"),
    ("InvalidLink", Feed, "<icon>https://a.example/a b</icon>", "uri-invalid"),
    ("InvalidLink", Feed, "<generator uri='https://a.example/%zz'>a</generator>", "uri-invalid"),
    ("InvalidLink", Entry, "<author><name>a</name><uri>http://</uri></author>", "uri-invalid"),
    ("InvalidFullLink", Feed, "<category term='a' scheme='a'/>", "uri-relative"),
    ("InvalidFullLink", Entry, "<id>a</id>", "id-not-uri"),
    ("InvalidFullLink", Entry, "<id>/a</id>", "id-not-uri"),
    ("InvalidFullLink", Item, "<creativeCommons:license>a</creativeCommons:license>", "uri-relative"),
    ("InvalidFullLink", Channel, "<admin:errorReportsTo rdf:resource='a'/>", "uri-relative"),
    ("InvalidUriChar", Entry, "<link href='https://a.example/{a}'/>", "uri-invalid"),
    ("InvalidIRI", Feed, "<link href='https://a.example/a b'/>", "uri-invalid"),
    ("InvalidTAG", Entry, "<id>tag:a.example:1</id>", "id-scheme-invalid"),
    ("InvalidURN", Entry, "<id>urn:1</id>", "id-scheme-invalid"),
    ("NonCanonicalURI", Entry, "<id>HTTP://a.example/1</id>", "id-not-normalized"),
    ("NonCanonicalURI", Entry, "<id>http://A.example/1</id>", "id-not-normalized"),
    ("NonCanonicalURI", Entry, "<id>http://a.example:80/1</id>", "id-not-normalized"),
    ("NonCanonicalURI", Entry, "<id>http://a.example/%7e1</id>", "id-not-normalized"),
    ("NonCanonicalURI", Entry, "<id>http://a.example/a/../1</id>", "id-not-normalized"),
    ("NonCanonicalURI", Entry, "<id>http://a.example</id>", "id-not-normalized"),
    ("InvalidRFC2822Date", Item, "<pubDate>2020-11-20</pubDate>", "date-form"),
    ("InvalidRFC2822Date", Item, "<pubDate>Fri, 20 Nov 2020</pubDate>", "date-form"),
    ("InvalidRFC2822Date", Item, "<pubDate>Fri, 20 November 2020 20:00:00 GMT</pubDate>", "date-form"),
    ("InvalidRFC2822Date", Channel, "<lastBuildDate>Fri Nov 20 20:00:00 2020</lastBuildDate>", "date-form"),
    ("InvalidRFC2822Date", Channel, "<pubDate>Fri, 20 Nov 2020 20:00:00 Europe/Paris</pubDate>", "date-form"),
    ("InvalidRFC2822Date", Channel, "<pubDate>Fri, 32 Nov 2020 20:00:00 GMT</pubDate>", "date-form"),
    ("IncorrectDOW", Item, "<pubDate>Mon, 20 Nov 2020 20:00:00 GMT</pubDate>", "date-weekday-wrong"),
    ("ProblematicalRFC822Date", Item, "<pubDate>20 Nov 20 20:00:00 GMT</pubDate>", "date-obsolete"),
    ("ProblematicalRFC822Date", Item, "<pubDate>20 Nov 2020 20:00:00 EST</pubDate>", "date-obsolete"),
    ("ImplausibleDate", Item, "<pubDate>20 Nov 1802 20:00:00 GMT</pubDate>", "date-implausible"),
    ("ImplausibleDate", Entry, "<updated>2088-01-01T00:00:00Z</updated>", "date-in-future"),
    ("InvalidW3CDTFDate", Item, "<dc:date>20 Nov 2020</dc:date>", "date-form"),
    ("InvalidW3CDTFDate", RdfItem, "<dc:date>2020-11-20T20:00:00</dc:date>", "date-form"),
    ("InvalidW3CDTFDate", Item, "<dcterms:created>yesterday</dcterms:created>", "date-form"),
    ("InvalidW3CDTFDate", Channel, "<sy:updateBase>2020/01/01</sy:updateBase>", "date-form"),
    ("InvalidW3CDTFDate", Item, "<ev:startdate>20 Nov</ev:startdate>", "date-form"),
    ("InvalidRFC3339Date", Feed, "<updated>2020-11-20</updated>", "date-form"),
    ("InvalidRFC3339Date", Entry, "<published>2020-11-20T19:00Z</published>", "date-form"),
    ("InvalidRFC3339Date", Entry, "<updated>2020-11-20t19:00:00z</updated>", "date-form"),
    ("InvalidRFC3339Date", Entry, "<updated>2020-02-30T19:00:00Z</updated>", "date-form"),
    ("InvalidContact", Item, "<author>Anna</author>", "email-invalid"),
    ("InvalidContact", Channel, "<webMaster>a at a.example</webMaster>", "email-invalid"),
    ("InvalidContact", Channel, "<managingEditor>a@a</managingEditor>", "email-invalid"),
    ("InvalidAddrSpec", Feed, "<author><name>a</name><email>a</email></author>", "email-invalid"),
    ("InvalidAddrSpec", Entry, "<contributor><name>a</name><email>mailto:a@a.example</email></contributor>", "email-invalid"),
    ("InvalidAddrSpec", Channel, "<itunes:owner><itunes:email>a</itunes:email></itunes:owner>", "email-invalid"),
    ("ContainsHTML", Item, "<title>a &lt;b&gt;b&lt;/b&gt;</title>", "title-markup"),
    ("ContainsHTML", Channel, "<copyright>&amp;copy; a</copyright>", "title-markup"),
    ("ContainsHTML", Channel, "<title><![CDATA[a<br>b]]></title>", "title-markup"),
    ("ContainsHTML", Entry, "<author><name>a &lt;b&gt;b&lt;/b&gt;</name></author>", "title-markup"),
    ("ContainsHTML", RdfItem, "<title>&lt;i&gt;a&lt;/i&gt;</title>", "title-markup"),
    ("ContainsHTML", Item, "<itunes:author>a &lt;b&gt;b&lt;/b&gt;</itunes:author>", "title-markup"),
    ("ContainsHTML", Item, "<itunes:subtitle>a &lt;b&gt;b&lt;/b&gt;</itunes:subtitle>", "title-markup"),
    ("ContainsHTML", Item, "<dc:creator>a &lt;b&gt;b&lt;/b&gt;</dc:creator>", "title-markup"),
    ("ContainsUndeclaredHTML", Entry, "<title>a &lt;b&gt;b&lt;/b&gt;</title>", "text-markup"),
    ("ContainsUndeclaredHTML", Entry, "<summary>a &lt;b&gt;b&lt;/b&gt;</summary>", "text-markup"),
    ("NotHtml", Item, "<description>&lt;tide&gt;a&lt;/tide&gt;</description>", "html-unknown-element"),
    ("NotHtml", Item, "<content:encoded><![CDATA[<tide>a</tide>]]></content:encoded>", "html-unknown-element"),
    ("NotHtml", Item, "<description>a &lt;a href=\"https</description>", "html-unclosed-tag"),
    ("NotHtml", Entry, "<content type='html'>&lt;tide&gt;a&lt;/tide&gt;</content>", "html-unknown-element"),
    ("NotHtml", Entry, "<content type='xhtml'><xhtml:div><xhtml:tide/></xhtml:div></content>", "html-unknown-element"),
    ("SecurityRisk", Item, "<description>&lt;script&gt;a&lt;/script&gt;</description>", "html-removed"),
    ("SecurityRisk", Item, "<content:encoded><![CDATA[<object></object>]]></content:encoded>", "html-removed"),
    ("SecurityRisk", Item, "<description>&lt;noscript&gt;a&lt;/noscript&gt;</description>", "html-removed"),
    ("SecurityRisk", Item, "<description>&lt;iframe src=\"https://a.example/\"&gt;&lt;/iframe&gt;</description>", "html-removed"),
    ("SecurityRisk", Entry, "<content type='xhtml'><xhtml:div><xhtml:script/></xhtml:div></content>", "html-removed"),
    ("SecurityRiskAttr", Item, "<description>&lt;p onclick=\"a()\"&gt;a&lt;/p&gt;</description>", "html-removed"),
    ("DangerousStyleAttr", Item, "<description>&lt;p style=\"background: url(javascript:a)\"&gt;a&lt;/p&gt;</description>", "html-removed"),
    ("ContainsRelRef", Item, "<description>&lt;a href=\"/a\"&gt;a&lt;/a&gt;</description>", "html-relative-reference"),
    ("ContainsRelRef", Item, "<content:encoded><![CDATA[<img src=\"a.png\">]]></content:encoded>", "html-relative-reference"),
    ("BadCharacters", Item, "<title>a&#150;b</title>", "text-mojibake"),
    ("BadCharacters", Entry, "<title>a&#x92;b</title>", "text-mojibake"),
    ("BadCharacters", Item, "<description>a&amp;#150;b</description>", "text-mojibake"),
    ("UnexpectedWhitespace", Entry, "<id> urn:x-tides:2</id>", "value-white-space"),
    ("UnexpectedWhitespace", Entry, "<updated>2020-11-20T19:00:00Z </updated>", "value-white-space"),
    ("UnexpectedWhitespace", Feed, "<icon> https://a.example/a</icon>", "value-white-space"),
    ("UnexpectedWhitespace", Entry, "<link href=' https://a.example/1'/>", "value-white-space"),
    ("InvalidLatLong", Item, "<geo:lat>91</geo:lat>", "value/UnreadablePlace"),
    ("InvalidLatLong", Item, "<geo:long>181</geo:long>", "value/UnreadablePlace"),
    ("InvalidLatLong", Item, "<icbm:latitude>a</icbm:latitude>", "value/UnreadablePlace"),
    ("InvalidLatLong", Item, "<georss:point>1</georss:point>", "value/UnreadablePlace"),
    ("InvalidLatLong", Item, "<georss:polygon>1 2 3 4 5 6</georss:polygon>", "value/UnreadablePlace"),
    ("InvalidLatLong", Item, "<georss:box>1 2 3</georss:box>", "value/UnreadablePlace"),
    ("InvalidLatLong", Item, "<georss:where><gml:Point><gml:pos>95 1</gml:pos></gml:Point></georss:where>", "value/UnreadablePlace"),
    ("InvalidItunesCategory", Channel, "<itunes:category text='Tides'/>", "podcast-category-unknown"),
    ("InvalidItunesCategory", Channel, "<itunes:category text='Arts'><itunes:category text='Tides'/></itunes:category>", "podcast-category-unknown"),
    ("ObsoleteItunesCategory", Channel, "<itunes:category text='Audio Blogs'/>", "podcast-category-old"),
    ("InvalidYesNo", Channel, "<itunes:block>maybe</itunes:block>", "value/UnreadableBoolean"),
    ("InvalidYesNoClean", Item, "<itunes:explicit>dirty</itunes:explicit>", "value/UnreadableBoolean"),
    ("InvalidDuration", Item, "<itunes:duration>1h</itunes:duration>", "value/UnreadableDuration"),
    ("InvalidDuration", Item, "<itunes:duration>1:2:3:4</itunes:duration>", "value/UnreadableDuration"),
    ("InvalidHour", Channel, "<skipHours><hour>25</hour></skipHours>", "value/UnreadableNumber"),
    ("InvalidHour", Channel, "<skipHours><hour>a</hour></skipHours>", "value/UnreadableNumber"),
    ("UseZeroForMidnight", Channel, "<skipHours><hour>24</hour></skipHours>", "hour-of-midnight"),
    ("NotEnoughHoursInTheDay", Channel, "<skipHours><hour>1</hour><hour>01</hour></skipHours>", "value-repeated"),
    ("InvalidDay", Channel, "<skipDays><day>mon</day></skipDays>", "value/UnknownWord"),
    ("EightDaysAWeek", Channel, "<skipDays><day>Monday</day><day>monday</day></skipDays>", "value-repeated"),
    ("InvalidTTL", Channel, "<ttl>a</ttl>", "value/UnreadableNumber"),
    ("InvalidTTL", Channel, "<ttl>-1</ttl>", "value/UnreadableNumber"),
    ("InvalidLanguage", Channel, "<language>english</language>", "language-invalid"),
    ("InvalidLanguage", Item, "<dc:language>zz</dc:language>", "language-invalid"),
    ("InvalidLanguage", Feed, "<link href='https://a.example/' hreflang='en_US'/>", "language-invalid"),
    ("InvalidLanguage", Entry, "<title xml:lang='english'>a</title>", "language-invalid"),
    ("ImageLinkDoesntMatch", Channel, "<image><url>https://a.example/a.png</url><title>Tides</title><link>https://b.example/</link></image>", "image-differs"),
    ("ImageTitleDoesntMatch", Channel, "<image><url>https://a.example/a.png</url><title>Other</title><link>https://a.example/</link></image>", "image-differs"),
    ("ImageUrlFormat", Channel, "<image><url>https://a.example/a.bmp</url><title>Tides</title><link>https://a.example/</link></image>", "image-format"),
    ("InvalidWidth", Channel, "<image><url>https://a.example/a.png</url><title>Tides</title><link>https://a.example/</link><width>145</width></image>", "image-size"),
    ("InvalidWidth", Channel, "<image><url>https://a.example/a.png</url><title>Tides</title><link>https://a.example/</link><width>0</width></image>", "value/UnreadableNumber"),
    ("InvalidHeight", Channel, "<image><url>https://a.example/a.png</url><title>Tides</title><link>https://a.example/</link><height>401</height></image>", "image-size"),
    ("InvalidUpdatePeriod", Channel, "<sy:updatePeriod>often</sy:updatePeriod>", "value/UnknownWord"),
    ("InvalidPositiveInteger", Channel, "<sy:updateFrequency>0</sy:updateFrequency>", "value/UnreadableNumber"),
    ("InvalidInteger", Item, "<slash:comments>many</slash:comments>", "value/UnreadableNumber"),
    ("InvalidInteger", Item, "<slash:hit_parade>1,a</slash:hit_parade>", "value/UnreadableNumber"),
    ("InvalidNonNegativeInteger", Entry, "<thr:total>-1</thr:total>", "value/UnreadableNumber"),
    ("AtomLinkNotEmpty", Feed, "<link href='https://a.example/'>a</link>", "text-misplaced"),
    ("DuplicateAtomLink", Feed, "<link href='https://a.example/'/><link href='https://b.example/'/>", "link-alternate-repeated"),
    ("UnregisteredAtomLinkRel", Feed, "<link rel='tide' href='https://a.example/'/>", "link-relation-unknown"),
    ("MissingTypeAttr", Entry, "<content src='https://a.example/a'/>", "content-type-missing"),
    ("InvalidTextType", Entry, "<title type='application/xhtml+xml'>a</title>", "value/UnknownWord"),
    ("InvalidTextType", Entry, "<summary type='markdown'>a</summary>", "value/UnknownWord"),
    ("NotBase64", Entry, "<content type='image/png'>a b!</content>", "content-not-base64"),
    ("NotInline", Entry, "<content type='html'>a <b>b</b></content>", "text-has-elements"),
    ("NotInline", Entry, "<title>a <b>b</b></title>", "text-has-elements"),
    ("InlineContentOnly", Entry, "<content src='https://a.example/a' type='text/plain'>a</content>", "text-misplaced"),
    ("MissingXhtmlDiv", Entry, "<content type='xhtml'>a</content>", "xhtml-div-missing"),
    ("MissingXhtmlDiv", Entry, "<content type='xhtml'><xhtml:p>a</xhtml:p></content>", "xhtml-div-missing"),
    ("MissingSummary", Entry, "<content src='https://a.example/a' type='image/png'/><!-- <summary -->", "entry-summary-missing"),
    ("MissingTextualContent", Entry, "<!-- <summary -->", "entry-text-missing"),
    ("MissingContentOrAlternate", Entry, "<!-- <link --><!-- <summary -->", "entry-content-missing"),
    ("MissingSelf", Feed, "<link rel='via' href='https://a.example/='/><!-- <link -->", "feed-self-missing"),
    ("RelativeSelf", Channel, "<atom:link rel='self' href='/feed'/>", "feed-self-relative"),
    ("SelfNotAtom", Feed, "<link rel='self' type='text/html' href='https://a.example/feed'/>", "feed-self-not-a-feed"),
    ("SelfDoesntMatchLocation", Feed, "<link rel='self' href='https://b.example/feed'/>", "feed-self-differs"),
    ("DuplicateEntries", Item, "<guid>https://a.example/1</guid></item><item><title>a</title><guid>https://a.example/1</guid>", "entry-id-repeated"),
    ("DuplicateUpdated", Entry, "<updated>2020-11-20T19:00:00Z</updated></entry><entry><id>urn:x-tides:3</id><updated>2020-11-20T19:00:00Z</updated>", "entry-updated-repeated"),
    ("DuplicateSemantics", Item, "<pubDate>Fri, 20 Nov 2020 20:00:00 GMT</pubDate><dc:date>2020-11-20T20:00:00Z</dc:date>", "element-redundant"),
    ("DuplicateSemantics", Channel, "<language>en</language><dc:language>en</dc:language>", "element-redundant"),
    ("DuplicateEnclosure", Item, "<enclosure url='https://a.example/a' length='1' type='audio/mpeg'/><enclosure url='https://a.example/b' length='1' type='audio/mpeg'/>", "enclosure-repeated"),
    ("UnexpectedText", Feed, "a", "text-misplaced"),
    ("UnexpectedText", Item, "a", "text-misplaced"),
    ("UnexpectedText", Item, "<enclosure url='https://a.example/a' length='1' type='audio/mpeg'>a</enclosure>", "text-misplaced"),
    ("UnexpectedText", Channel, "<skipHours>a<hour>1</hour></skipHours>", "text-misplaced"),
    ("InvalidCreditRole", Item, "<media:credit role='Actor'>a</media:credit>", "value/UnknownWord"),
    ("InvalidMediaRating", Item, "<media:rating>children</media:rating>", "value/UnknownWord"),
    ("InvalidMediaRating", Item, "<media:rating scheme='urn:mpaa'>adult</media:rating>", "value/UnknownWord"),
    ("InvalidMediaRestriction", Item, "<media:restriction relationship='some' type='country'>gb</media:restriction>", "value/UnknownWord"),
    ("InvalidMediaRestriction", Item, "<media:restriction relationship='allow' type='country'>England</media:restriction>", "value/UnknownWord"),
    ("InvalidMediaRestriction", Item, "<media:restriction relationship='allow' type='city'>a</media:restriction>", "value/UnknownWord"),
    ("InvalidMediaTextType", Item, "<media:title type='xhtml'>a</media:title>", "value/UnknownWord"),
    ("InvalidMediaHash", Item, "<media:hash algo='md4'>a</media:hash>", "value/UnknownWord"),
    ("InvalidMediaMedium", Item, "<media:content url='https://a.example/a' medium='smell'/>", "value/UnknownWord"),
    ("InvalidMediaExpression", Item, "<media:content url='https://a.example/a' expression='part'/>", "value/UnknownWord"),
    ("InvalidNPTTime", Item, "<media:thumbnail url='https://a.example/a' time='1:99'/>", "value/UnreadableDuration"),
    ("InvalidThreadingRef", Entry, "<thr:in-reply-to ref='a'/>", "uri-relative"),
    ("NonstdPrefix", Item, "<x:creator xmlns:x='http://purl.org/dc/elements/1.1/'>a</x:creator>", "namespace-prefix-unusual"),
    ("ReservedPrefix", Item, "<dc:a xmlns:dc='https://a.example/dc'>a</dc:a>", "namespace-prefix-taken"),
    ("MissingNamespace", Item, "<x:a>a</x:a>", "xml/UnboundPrefix"),
];

/// Values that the validator considers valid.
#[rustfmt::skip]
const GOOD: &[(Place, &str)] = &[
    (Item, "<pubDate>20 Nov 2020 20:00 GMT</pubDate>"),
    (Item, "<pubDate>Fri,20 Nov 2020 20:00:00 +0000</pubDate>"),
    (Item, "<pubDate>fri, 20 nov 2020 20:00:00 est</pubDate>"),
    (Item, "<pubDate>Fri, 20 Nov 2020 20:00:00 A</pubDate>"),
    (Item, "<pubDate>Fri, 20 Nov 2020 20:00:00 UT</pubDate>"),
    (Item, "<pubDate>Fri, 20 Nov 20 20:00:00 GMT</pubDate>"),
    (Item, "<dc:date>2020</dc:date><!-- <pubDate -->"),
    (RdfItem, "<dc:date>2020-11</dc:date>"),
    (RdfItem, "<dc:date>2020-11-20T20:00:00.25+01:00</dc:date>"),
    (Entry, "<updated>2020-11-20T19:00:00.123456-08:00</updated>"),
    (Item, "<author>anna@a.example</author>"),
    (Item, "<author>anna@a.example (Anna Morozova)</author>"),
    (Item, "<author>Anna Morozova &lt;anna@a.example&gt;</author>"),
    (Item, "<author>\"Anna\" &lt;anna+tides@mail.a.example&gt;</author>"),
    (Item, "<author>o'brien@a.example</author>"),
    (Channel, "<language>en</language>"),
    (Channel, "<language>en-us</language>"),
    (Channel, "<language>ZH-TW</language>"),
    (Channel, "<language>fil</language>"),
    (Channel, "<language>x-tides</language>"),
    (Channel, "<language>sr-Latn-RS</language>"),
    (Feed, "<link href='https://a.example/' hreflang='de-CH-1901'/>"),
    (Feed, "<link href='?a'/>"),
    (Feed, "<link href='#a'/>"),
    (Feed, "<link href='//a.example/'/>"),
    (Feed, "<link href='mailto:a@a.example'/>"),
    (Feed, "<link href='https://a.example/' type='application/xhtml+xml; charset=utf-8'/>"),
    (Feed, "<link rel='http://a.example/rel' href='https://a.example/'/>"),
    (Feed, "<link rel='enclosure' href='https://a.example/' length='1'/>"),
    (Entry, "<id>tag:a.example,2020:1</id>"),
    (Entry, "<id>tag:a@a.example,2020-11-20:1</id>"),
    (Entry, "<id>urn:uuid:60a76c80-d399-11d9-b93c-0003939e0af6</id>"),
    (Entry, "<id>urn:isbn:0451450523</id>"),
    (Entry, "<id>news:a.b</id>"),
    (Entry, "<id>http://a.example/a?b=c#d</id>"),
    (Entry, "<id>http://a.example:8080/</id>"),
    (Entry, "<id>http://a.example/%C3%A9</id>"),
    (Entry, "<content type='text/plain'>a</content>"),
    (Entry, "<content type='application/xml'><a xmlns='urn:x-a:b'/></content>"),
    (Entry, "<content type='image/svg+xml'><svg xmlns='http://www.w3.org/2000/svg'/></content>"),
    (Entry, "<content type='application/octet-stream'>YWJjZA==</content>"),
    (Entry, "<content type='xhtml'><xhtml:div><xhtml:p>a</xhtml:p></xhtml:div></content>"),
    (Entry, "<content type='html'>&lt;p&gt;a &amp;amp; b&lt;/p&gt;</content>"),
    (Entry, "<title type='html'>&lt;b&gt;a&lt;/b&gt;</title>"),
    (Entry, "<title type='xhtml'><xhtml:div>a</xhtml:div></title>"),
    (Entry, "<title>1 &lt; 2 &amp; 3</title>"),
    (Entry, "<content src='https://a.example/a' type='text/html'/>"),
    (Entry, "<category term='a' scheme='urn:x-a:b' label='A'/>"),
    (Entry, "<thr:in-reply-to ref='urn:x-a:b' href='https://a.example/' type='text/html'/>"),
    (Entry, "<link href='https://a.example/1'/><link rel='replies' href='https://a.example/' thr:count='2' thr:updated='2020-11-20T19:00:00Z'/>"),
    (Item, "<guid isPermaLink='false'>a b</guid>"),
    (Item, "<guid isPermaLink='true'>https://a.example/1</guid>"),
    (Item, "<enclosure url='http://a.example/a' length='0' type='audio/mpeg'/>"),
    (Item, "<link>http://[2001:db8::7]/a</link>"),
    (Item, "<link>http://xn--mwe-sna.example/</link>"),
    (Item, "<link>http://a.example/a;b=c,d?e=f&amp;g=h</link>"),
    (Item, "<link>ftp://a.example/</link>"),
    (Item, "<link>http://a_b.example:8080</link>"),
    (Item, "<comments>mailto:a@a.example</comments>"),
    (Item, "<category domain='a'>b/c</category>"),
    (Item, "<source url='https://a.example/feed'>a</source>"),
    (Item, "<itunes:duration>7:04</itunes:duration>"),
    (Item, "<itunes:duration>01:07:04</itunes:duration>"),
    (Item, "<itunes:duration>424</itunes:duration>"),
    (Item, "<itunes:explicit>Clean</itunes:explicit>"),
    (Item, "<itunes:block>Yes</itunes:block>"),
    (Channel, "<itunes:category text='Society &amp; Culture'><itunes:category text='Documentary'/></itunes:category>"),
    (Channel, "<itunes:category text='Sports &amp; Recreation'><itunes:category text='Amateur'/></itunes:category>"),
    (Channel, "<skipHours><hour>0</hour><hour>23</hour><hour>07</hour></skipHours>"),
    (Channel, "<skipDays><day>Saturday</day><day>Sunday</day></skipDays>"),
    (Channel, "<image><url>https://a.example/a.gif</url><title>Tides</title><link>https://a.example/</link><width>144</width><height>400</height></image>"),
    (Channel, "<cloud domain='a.example' port='80' path='/' registerProcedure='' protocol='soap'/>"),
    (Channel, "<ttl>60</ttl>"),
    (Channel, "<sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>2</sy:updateFrequency>"),
    (Channel, "<admin:generatorAgent rdf:resource='https://a.example/?v=1'/>"),
    (Item, "<geo:lat>-90.0</geo:lat><geo:long>+180</geo:long>"),
    (Item, "<georss:point>45.256 -110.45</georss:point>"),
    (Item, "<georss:polygon>45.256 -110.45 46.46 -109.48 43.84 -109.86 45.256 -110.45</georss:polygon>"),
    (Item, "<georss:where><gml:Point><gml:pos>45.256 -71.92</gml:pos></gml:Point></georss:where>"),
    (Item, "<media:rating scheme='urn:mpaa'>pg</media:rating>"),
    (Item, "<media:rating scheme='urn:icra'>r (cz 1 lz 1)</media:rating>"),
    (Item, "<media:restriction relationship='allow' type='country'>au us</media:restriction>"),
    (Item, "<media:credit role='producer' scheme='urn:ebu'>a</media:credit>"),
    (Item, "<media:thumbnail url='https://a.example/a' time='12:05:01.123'/>"),
    (Item, "<media:content url='https://a.example/a' fileSize='1' medium='video' isDefault='true' bitrate='128.5' lang='en'/>"),
    (Item, "<slash:hit_parade>1,2,3</slash:hit_parade>"),
    (Item, "<description>&lt;p style=\"color: red\"&gt;a &lt;em&gt;b&lt;/em&gt;&lt;br/&gt;&amp;nbsp;&lt;/p&gt;</description>"),
    (Item, "<description>1 &lt; 2</description>"),
    (Item, "<content:encoded><![CDATA[<figure><img src=\"https://a.example/a.png\" alt=\"\"></figure>]]></content:encoded>"),
    (Item, "<x:a xmlns:x='https://a.example/x'><x:b/></x:a>"),
];

#[test]
fn documents_break_the_rules_of_their_classes_on_their_lines() {
    let mut wrong = Vec::new();
    for (class, place, content, rule) in BAD {
        let text = document(*place, content);
        let findings = Checker::new().check(Document::from(text.as_str()).url("https://a.example/feed"));
        let is_found = findings.iter().any(|finding| {
            // A missing element is reported at its parent.
            let lines = if rule.ends_with("-missing") { 2..=LINE } else { LINE..=LINE };
            finding.rule.id == *rule && lines.contains(&finding.position.line)
        });
        if !is_found {
            let found: Vec<_> =
                findings.iter().map(|f| format!("{} {}", f.position.line, f.rule.id)).collect();
            wrong.push(format!("{class} {content}: {rule} is not in {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), BAD.len(), wrong.join("\n"));
}

#[test]
fn valid_values_break_no_rule() {
    let mut wrong = Vec::new();
    for (place, content) in GOOD {
        let text = document(*place, content);
        let findings = Checker::new().check(Document::from(text.as_str()).url("https://a.example/feed"));
        let bad = findings.iter().filter(|finding| finding.rule.severity > RuleSeverity::Note);
        let found: Vec<_> = bad.map(|finding| format!("{finding} [{}]", finding.rule.id)).collect();
        if !found.is_empty() {
            wrong.push(format!("{content}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
