//! Advice for missing parts.

use std::borrow::Cow;

/// The attributes that an element should have: the element (or nothing for any), the attribute, and the advice. The first match applies.
#[rustfmt::skip]
const ATTRIBUTES: &[(&str, &str, &str)] = &[
    ("rss", "version", "Write the version of RSS: <rss version=\"2.0\">."),
    ("enclosure", "url", "Write the address of the file: url=\"https://…/12.mp3\"."),
    ("enclosure", "length", "Write the size of the file in bytes: length=\"12345\"."),
    ("enclosure", "type", "Write the media type of the file: type=\"audio/mpeg\"."),
    ("source", "url", "Write the address of the feed that the item comes from: url=\"https://…\"."),
    ("category", "term", "Write the name of the category: term=\"tides\"."),
    ("itunes:category", "text", "Write the name of the category: text=\"News\"."),
    ("", "rdf:about", "Write the address of what the element describes: rdf:about=\"https://…\"."),
];

/// The attributes whose value is an address.
const ADDRESSES: &[&str] = &["href", "rdf:resource", "src", "uri", "url"];

/// The elements that an element should have, in the same form.
#[rustfmt::skip]
const PARTS: &[(&str, &str, &str)] = &[
    ("", "channel", "Put title, link, description and the items into one channel element."),
    ("", "items", "Add items with a list of the items: <items><rdf:Seq><rdf:li rdf:resource=\"https://…\"/></rdf:Seq></items>."),
    ("", "rdf:Seq", "Put the list into the element: <rdf:Seq><rdf:li rdf:resource=\"https://…\"/></rdf:Seq>."),
    ("image", "url", "Add the address of the picture to the image: <url>https://…/logo.png</url>."),
    ("image", "title", "Repeat the title of the channel in the image: <title>…</title>."),
    ("image", "link", "Repeat the link of the channel in the image: <link>https://…</link>."),
    ("source", "id", "Copy the id of the feed that the entry comes from: <id>…</id>."),
    ("source", "title", "Copy the title of the feed that the entry comes from: <title>…</title>."),
    ("source", "updated", "Copy the date of the feed that the entry comes from: <updated>2020-11-21T09:30:00Z</updated>."),
    ("", "url", "Add the address: <url>https://…</url>."),
    ("", "name", "Add the name: <name>…</name>."),
    ("", "title", "Add the title: <title>…</title>."),
    ("", "description", "Add the description: <description>…</description>."),
    ("", "link", "Add the address: <link>https://…</link>."),
    ("", "hour", "Add the hours in which readers need not ask, from 0 to 23: <hour>3</hour>. Otherwise remove skipHours."),
    ("", "day", "Add the days on which readers need not ask: <day>Sunday</day>. Otherwise remove skipDays."),
    ("", "issued", "Add the date on which the entry was published: <issued>2020-11-21T09:30:00Z</issued>."),
    ("", "guid", "Add an id that never changes: <guid isPermaLink=\"false\">…</guid>."),
    ("", "enclosure", "Add the file: <enclosure url=\"https://…/12.mp3\" length=\"12345\" type=\"audio/mpeg\"/>."),
    ("", "language", "Add the language of the podcast: <language>en</language>."),
    ("", "pubDate", "Add the date of publication: <pubDate>Sat, 21 Nov 2020 09:30:00 GMT</pubDate>."),
    ("", "itunes:author", "Add who makes the podcast: <itunes:author>…</itunes:author>."),
    ("", "itunes:category", "Add a category of Apple's list: <itunes:category text=\"News\"/>."),
    ("", "itunes:duration", "Add the length of the episode, in seconds or as HH:MM:SS: <itunes:duration>24:10</itunes:duration>."),
    ("", "itunes:email", "Add the address to which directories write to verify the owner: <itunes:email>anna@harbour.example</itunes:email>."),
    ("", "itunes:explicit", "Add whether there is explicit language: <itunes:explicit>false</itunes:explicit>."),
    ("", "itunes:image", "Add the artwork, a square JPEG or PNG of 1400 to 3000 pixels: <itunes:image href=\"https://…/cover.jpg\"/>."),
    ("", "itunes:owner", "Add whom directories may ask: <itunes:owner><itunes:name>…</itunes:name><itunes:email>…</itunes:email></itunes:owner>."),
    ("", "podcast:chapters", "Add the chapters: <podcast:chapters url=\"https://…/12.json\" type=\"application/json+chapters\"/>."),
    ("", "podcast:funding", "Add where listeners can support the podcast: <podcast:funding url=\"https://…\">…</podcast:funding>."),
    ("", "podcast:guid", "Add the UUID of the podcast: <podcast:guid>917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid>."),
    ("", "podcast:locked", "Add whether other hosts may import the podcast: <podcast:locked>yes</podcast:locked>."),
    ("", "podcast:medium", "Add what the feed has: <podcast:medium>podcast</podcast:medium>."),
    ("", "podcast:source", "Add the address of the file: <podcast:source uri=\"https://…/12.opus\"/>."),
    ("", "podcast:transcript", "Add the transcript: <podcast:transcript url=\"https://…/12.vtt\" type=\"text/vtt\"/>."),
    ("", "podcast:valueRecipient", "Add who is paid: <podcast:valueRecipient type=\"node\" address=\"…\" split=\"100\"/>."),
];

/// Returns advice on a missing part of an element, given the element's path.
pub(super) fn advice(path: &str, part: &str) -> Option<&'static str> {
    find(PARTS, path, part)
}

/// Returns advice on a missing attribute of an element, given the element's path.
pub(super) fn advice_on_attribute(path: &str, name: &str) -> Cow<'static, str> {
    match find(ATTRIBUTES, path, name) {
        Some(advice) => advice.into(),
        None if ADDRESSES.contains(&name) => format!("Write the address: {name}=\"https://…\".").into(),
        None => format!("Write the attribute: {name}=\"…\".").into(),
    }
}

fn find(parts: &'static [(&str, &str, &str)], path: &str, part: &str) -> Option<&'static str> {
    let around = path.rsplit('/').next().unwrap_or_default().split('[').next().unwrap_or_default();
    let is_of = |known: &&(&str, &str, &str)| known.1 == part && (known.0.is_empty() || known.0 == around);
    parts.iter().find(is_of).map(|(_, _, advice)| *advice)
}

#[cfg(test)]
mod tests {
    use super::super::formats::{CHANNEL, RDF, RSS};
    use super::super::older;
    use super::super::profile;
    use super::super::rules::PART_MISSING;
    use super::super::rules::elements::rule_without;
    use super::super::schema::{Child, Count, ElementRow};
    use super::*;

    #[test]
    fn the_part_of_an_element_is_that_of_its_own_kind() {
        assert!(advice("rss/channel/image", "title").is_some_and(|text| text.contains("Repeat")));
        assert!(advice("rss/channel/textInput", "title").is_some_and(|text| text.contains("Add the title")));
        assert!(advice("feed/entry[1]/source", "id").is_some_and(|text| text.contains("Copy")));
    }

    #[test]
    fn attributes_are_not_elements() {
        for (path, name, expected) in [
            ("rss/channel/podcast:funding", "url", "Write the address: url=\"https://…\"."),
            (
                "rss/channel/item[1]/enclosure",
                "url",
                "Write the address of the file: url=\"https://…/12.mp3\".",
            ),
            ("rss/channel/podcast:locked", "owner", "Write the attribute: owner=\"…\"."),
        ] {
            assert_eq!(advice_on_attribute(path, name), expected, "{path} {name}");
        }
    }

    #[test]
    fn all_parts_have_advice() {
        let mut missing = Vec::new();
        let mut open: Vec<&ElementRow> = vec![
            &RSS,
            &CHANNEL,
            &RDF,
            &older::RDF_090,
            &older::ATOM_03_FEED,
            &super::super::formats::ATOM_FEED,
        ];
        let mut seen: Vec<*const Child> = Vec::new();
        while let Some(row) = open.pop() {
            for child in row
                .children
                .iter()
                .filter(|child| !seen.contains(&std::ptr::from_ref(*child)))
                .collect::<Vec<_>>()
            {
                seen.push(child);
                open.push(child.element);
                if let Count::One(part) | Count::Some(part) = child.count
                    && rule_without(part).id == PART_MISSING.id
                    && advice("source", child.name).is_none()
                {
                    missing.push(child.name);
                }
            }
        }
        missing.extend(profile::wanted().filter(|name| advice("rss/channel", name).is_none()));
        assert_eq!(missing, [""; 0]);
    }
}
