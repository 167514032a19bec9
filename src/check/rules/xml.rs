//! Faults in XML: their examples and how they are mended. Their texts are those of `diagnostics`.

use crate::check::fixes as mend;

rule_family! {
    "xml/BareAmpersand"
        [fix Nothing mend::markup::escape_ampersand] { Item "<description>Ships & tides</description>" => "<description>Ships &amp; tides</description>" };
    "xml/CdataEndInText"
        [fix Nothing mend::markup::escape_cdata_end] { Item "<description>a]]>b</description>" => "<description>a]]&gt;b</description>" };
    "xml/CutOff"
        { Whole r#"<rss version="2.0"><channel><title>News"# => r#"<rss version="2.0"><channel><title>News</title></channel></rss>"# };
    "xml/DoubleHyphenInComment"
        { Channel "<!-- a -- b -->" => "<!-- a - b -->" };
    "xml/DuplicateAttribute"
        { Item r#"<guid isPermaLink="false" isPermaLink="false">41</guid>"# => r#"<guid isPermaLink="false">41</guid>"# };
    "xml/EmptyNamespaceName"
        { Channel r#"<x:a xmlns:x=""/>"# => r#"<x:a xmlns:x="https://harbour.example/ns"/>"# };
    "xml/ForbiddenReference"
        { Item "<description>Ships &#1; tides</description>" => "<description>Ships tides</description>" };
    "xml/LessThanInAttributeValue"
        [fix Nothing mend::markup::escape_in_attribute] { Item r#"<category domain="a<b">Sea</category>"# => r#"<category domain="a&lt;b">Sea</category>"# };
    "xml/MalformedXmlDeclaration"
        { Whole r#"<?xml encoding="utf-8"?>
<rss version="2.0"><channel/></rss>"# => r#"<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"><channel/></rss>"# };
    "xml/MismatchedEndTag"
        { Item "<description>Low tide</descripton>" => "<description>Low tide</description>" };
    "xml/MisplacedXmlDeclaration"
        [fix Nothing mend::markup::remove_leading_space] { Whole r#"
<?xml version="1.0"?>
<rss version="2.0"><channel/></rss>"# => r#"<?xml version="1.0"?>
<rss version="2.0"><channel/></rss>"# };
    "xml/MissingAttributeValue"
        { Item "<guid isPermaLink>https://harbour.example/12</guid>" => r#"<guid isPermaLink="true">https://harbour.example/12</guid>"# };
    "xml/MissingSpace"
        [fix Nothing mend::markup::add_space] { Item r#"<enclosure url="https://harbour.example/a.mp3"length="12345" type="audio/mpeg"/>"# => r#"<enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/>"# };
    "xml/SecondRoot"
        { Whole r#"<rss version="2.0"><channel/></rss>
<script/>"# => r#"<rss version="2.0"><channel/></rss>"# };
    "xml/StrayEndTag"
        [fix Nothing mend::markup::remove_end_tag] { Item "<description>Low tide</description></p>" => "<description>Low tide</description>" };
    "xml/StrayLessThan"
        [fix Nothing mend::markup::escape_less_than] { Item "<description>Depth < 3 m</description>" => "<description>Depth &lt; 3 m</description>" };
    "xml/TextOutsideRoot"
        { Whole r#"<rss version="2.0"><channel/></rss>
Done."# => r#"<rss version="2.0"><channel/></rss>"# };
    "xml/UnboundPrefix"
        [fix Nothing mend::names::declare_prefix] { Whole r#"<rss version="2.0"><channel><dc:date>2020-11-21</dc:date></channel></rss>"# => r#"<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><dc:date>2020-11-21</dc:date></channel></rss>"# };
    "xml/UnclosedCdata"
        { Whole r#"<rss version="2.0"><channel><title><![CDATA[News</title></channel></rss>"# => r#"<rss version="2.0"><channel><title><![CDATA[News]]></title></channel></rss>"# };
    "xml/UnclosedComment"
        { Whole r#"<rss version="2.0"><channel><!-- draft</channel></rss>"# => r#"<rss version="2.0"><channel><!-- draft --></channel></rss>"# };
    "xml/UnclosedReference"
        [fix Nothing mend::markup::end_reference] { Item "<description>Ships &amp tides</description>" => "<description>Ships &amp; tides</description>" };
    "xml/UndefinedEntity"
        [fix Nothing mend::markup::replace_entity] { Item "<description>Ships&nbsp;&amp; tides</description>" => "<description>Ships&#160;&amp; tides</description>" };
    "xml/UnquotedAttributeValue"
        [fix Nothing mend::markup::quote_value] { Item "<guid isPermaLink=false>41</guid>" => r#"<guid isPermaLink="false">41</guid>"# };
}
