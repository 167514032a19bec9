//! XML faults: their examples and fixes. Their texts are in `diagnostics`.

use crate::fixes::{Edit, Fix, FixPlace};
use bozofeed_text::html::references::named_reference;

rule_family! {
    "xml/BareAmpersand"
        [fix Nothing escape_ampersand] { Item "<description>Ships & tides</description>" => "<description>Ships &amp; tides</description>" };
    "xml/CdataEndInText"
        [fix Nothing escape_cdata_end] { Item "<description>a]]>b</description>" => "<description>a]]&gt;b</description>" };
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
        [fix Nothing escape_in_attribute] { Item r#"<category domain="a<b">Sea</category>"# => r#"<category domain="a&lt;b">Sea</category>"# };
    "xml/MalformedXmlDeclaration"
        { Whole r#"<?xml encoding="utf-8"?>
<rss version="2.0"><channel/></rss>"# => r#"<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"><channel/></rss>"# };
    "xml/MismatchedEndTag"
        { Item "<description>Low tide</descripton>" => "<description>Low tide</description>" };
    "xml/MisplacedXmlDeclaration"
        [fix Nothing remove_leading_space] { Whole r#"
<?xml version="1.0"?>
<rss version="2.0"><channel/></rss>"# => r#"<?xml version="1.0"?>
<rss version="2.0"><channel/></rss>"# };
    "xml/MissingAttributeValue"
        { Item "<guid isPermaLink>https://harbour.example/12</guid>" => r#"<guid isPermaLink="true">https://harbour.example/12</guid>"# };
    "xml/MissingSpace"
        [fix Nothing add_space] { Item r#"<enclosure url="https://harbour.example/a.mp3"length="12345" type="audio/mpeg"/>"# => r#"<enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/>"# };
    "xml/SecondRoot"
        { Whole r#"<rss version="2.0"><channel/></rss>
<script/>"# => r#"<rss version="2.0"><channel/></rss>"# };
    "xml/StrayEndTag"
        [fix Nothing remove_end_tag] { Item "<description>Low tide</description></p>" => "<description>Low tide</description>" };
    "xml/StrayLessThan"
        [fix Nothing escape_less_than] { Item "<description>Depth < 3 m</description>" => "<description>Depth &lt; 3 m</description>" };
    "xml/TextOutsideRoot"
        { Whole r#"<rss version="2.0"><channel/></rss>
Done."# => r#"<rss version="2.0"><channel/></rss>"# };
    "xml/UnboundPrefix"
        [fix Nothing super::namespaces::declare_prefix] { Whole r#"<rss version="2.0"><channel><dc:date>2020-11-21</dc:date></channel></rss>"# => r#"<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><dc:date>2020-11-21</dc:date></channel></rss>"# };
    "xml/UnclosedCdata"
        { Whole r#"<rss version="2.0"><channel><title><![CDATA[News</title></channel></rss>"# => r#"<rss version="2.0"><channel><title><![CDATA[News]]></title></channel></rss>"# };
    "xml/UnclosedComment"
        { Whole r#"<rss version="2.0"><channel><!-- draft</channel></rss>"# => r#"<rss version="2.0"><channel><!-- draft --></channel></rss>"# };
    "xml/UnclosedReference"
        [fix Nothing end_reference] { Item "<description>Ships &amp tides</description>" => "<description>Ships &amp; tides</description>" };
    "xml/UndefinedEntity"
        [fix Nothing replace_entity] { Item "<description>Ships&nbsp;&amp; tides</description>" => "<description>Ships&#160;&amp; tides</description>" };
    "xml/UnquotedAttributeValue"
        [fix Nothing quote_value] { Item "<guid isPermaLink=false>41</guid>" => r#"<guid isPermaLink="false">41</guid>"# };
}

/// Escapes the character at the place.
fn escape(place: &FixPlace<'_>, written: &str, escaped: &str) -> Option<Fix> {
    let span = place.literal(written)?;
    Some(Fix::safe(format!("write {escaped}"), vec![Edit::replace(&span, escaped)]))
}

fn escape_ampersand(place: &FixPlace<'_>) -> Option<Fix> {
    escape(place, "&", "&amp;")
}

fn escape_less_than(place: &FixPlace<'_>) -> Option<Fix> {
    let fix = escape(place, "<", "&lt;")?;
    // It may be the start of a tag.
    let next = place.rest().get(1..)?.trim_start().chars().next();
    let is_text =
        next.is_some_and(|c| c.is_ascii_digit() || matches!(c, '=' | '-' | '<' | '&' | '.' | ',' | ')'));
    Some(Fix { is_safe: is_text, ..fix })
}

/// Escapes a `<` at the start of an attribute's value. Others in the value are found in the next round.
fn escape_in_attribute(place: &FixPlace<'_>) -> Option<Fix> {
    let value = place.rest();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let length = value.get(1..)?.find(quote)?;
    let inside = value.get(1..=length)?;
    let span = place.literal(value.get(..length + 2)?)?;
    let written = format!("{quote}{}{quote}", inside.replace('<', "&lt;"));
    Some(Fix::safe("write &lt;", vec![Edit::replace(&span, written)]))
}

fn escape_cdata_end(place: &FixPlace<'_>) -> Option<Fix> {
    // It may be a nested section.
    escape(place, "]]>", "]]&gt;").map(|fix| Fix { is_safe: false, ..fix })
}

/// Returns the name of the reference at the place.
fn name_of_reference<'a>(place: &FixPlace<'a>) -> Option<&'a str> {
    let rest = place.rest().strip_prefix('&')?;
    let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
    rest.get(..length).filter(|name| !name.is_empty())
}

/// Replaces an HTML entity with a numeric reference, and escapes the ampersand of an unknown one.
fn replace_entity(place: &FixPlace<'_>) -> Option<Fix> {
    let name = name_of_reference(place)?;
    let reference = place.literal(&format!("&{name};"))?;
    let Some(characters) = named_reference(&format!("{name};")) else { return escape_ampersand(place) };
    let number = |c: char| format!("&#{};", u32::from(c));
    let text: String = characters.chars().map(number).collect();
    Some(Fix::safe(format!("write {text}"), vec![Edit::replace(&reference, text)]))
}

/// Adds the semicolon of an XML-defined reference, and escapes the ampersand of a query parameter.
fn end_reference(place: &FixPlace<'_>) -> Option<Fix> {
    let name = name_of_reference(place)?;
    // Readers do not resolve it there: `?a=1&copy=2`.
    if place.rest().get(1 + name.len()..)?.starts_with('=') {
        return escape_ampersand(place);
    }
    Some(name).filter(|name| ["amp", "lt", "gt", "quot", "apos"].contains(name))?;
    let reference = place.literal(&format!("&{name}"))?;
    (!place.rest().get(1 + name.len()..)?.starts_with(';'))
        .then(|| Fix::safe(format!("write &{name};"), vec![Edit::replace(&reference.end(), ";")]))
}

/// Encloses the value of an attribute in quotes.
fn quote_value(place: &FixPlace<'_>) -> Option<Fix> {
    let value = place.rest();
    let length = value.find(|c: char| c.is_whitespace() || c == '>').filter(|length| *length > 0)?;
    let written = value.get(..length)?;
    // It is unclear whether a trailing slash belongs to the value.
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~:/?#%+@,;=*!$()".contains(&b);
    if !written.bytes().all(is_plain) || written.ends_with('/') || written.starts_with('=') {
        return None;
    }
    let span = place.literal(written)?;
    let edits = vec![Edit::replace(&span.start(), "\""), Edit::replace(&span.end(), "\"")];
    Some(Fix::safe(format!("write \"{written}\""), edits))
}

/// Adds the space before an attribute.
fn add_space(place: &FixPlace<'_>) -> Option<Fix> {
    let quote = ["\"", "'"].into_iter().find_map(|quote| place.literal_before(quote))?;
    Some(Fix::safe("add a space", vec![Edit::replace(&quote.end(), " ")]))
}

/// Removes the white space before the XML declaration.
fn remove_leading_space(place: &FixPlace<'_>) -> Option<Fix> {
    place.literal("<?xml")?;
    let blank = place.blank_start()?;
    Some(Fix::safe("remove what is before the declaration", vec![Edit::remove(&blank)]))
}

/// Removes an end tag without a start tag.
fn remove_end_tag(place: &FixPlace<'_>) -> Option<Fix> {
    let inside = place.rest().strip_prefix("</")?;
    let inside = inside.get(..inside.find('>')?)?;
    let tag = place.literal(&format!("</{inside}>"))?;
    (inside.trim_end() == place.value()).then(|| Fix::safe("remove the end tag", vec![Edit::remove(&tag)]))
}
