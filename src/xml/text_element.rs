//! Elements that contain only text, as most elements of a feed do. They are read without being opened.

use bozofeed_text::forward::memchr;
use quick_xml::parser::{ElementParser, Parser as _};

use super::attribute_syntax::AttributeText;
use super::cdata::find_cdata_start;
use super::chars::{is_blank, scan_name, trim_space_end};
use super::event::{Name, Namespace, RawTag, RawText, Schema, Shape};
use super::reader::Reader;
use super::scanner::{CDATA_END, CDATA_START};
use super::tags::may_declare_namespace;
use super::text::Run;

/// An element that contains only text. [`Reader::attributes`] returns its attributes.
#[derive(Debug)]
pub(crate) struct TextElement<'a, E> {
    pub(crate) name: Name<'a>,
    pub(crate) element: Option<E>,
    pub(crate) tag: RawTag<'a>,
    pub(crate) text: RawText<'a>,
}

/// The content of an element, up to its end tag.
struct TextContent<'a> {
    raw: &'a str,
    /// The offset of `raw`.
    from: usize,
    /// The offset of the end tag.
    end: usize,
    form: TextForm,
}

enum TextForm {
    /// Character data. `is_plain` means that it contains neither references nor carriage returns.
    CharacterData {
        is_plain: bool,
    },
    CdataSection,
    /// The element has an empty-element tag.
    Empty,
}

impl<'a, S: Schema> Reader<'a, S> {
    /// Reads the next element, if it is a child of an entry and contains only text. Returns `None` for anything else, or if a
    /// repair may be needed: [`next`](Self::next) reads that.
    pub(crate) fn text_element(&mut self) -> Option<TextElement<'a, S::Element>> {
        let entry = self.open.innermost().filter(|open| open.shape == Shape::Entry)?.name.qualified;
        if self.pending.count > 0 {
            return None;
        }
        self.input.skip_blank();
        let offset = self.input.at;
        let inside = self.input.rest().strip_prefix('<')?;
        let (name, element) = self.leaf_name(inside)?;
        // Only `next` handles these cases: an entry inside an entry, default attributes (which also apply to elements without
        // attributes), quotes that do not pair up, and the limit on depth.
        let is_usual = name.qualified != entry
            && !self.document_type.has_defaults()
            && self.quotes.may_pair(offset)
            && self.open.has_room();
        if !is_usual {
            return None;
        }
        let name_length = name.qualified.len();
        let has_attributes = inside.as_bytes().get(name_length) != Some(&b'>');
        let length =
            if has_attributes { ElementParser::Outside.feed(inside.as_bytes())? } else { name_length };
        let content = &inside[..length];
        let empty = content.ends_with('/');
        let raw = &content[..length - usize::from(empty)];
        let tag = RawTag { empty, ..RawTag::new(raw, name_length, offset) };
        let attributes = &tag.raw[name_length..];
        // A namespace declaration changes the meaning of the name, words without values may be part of it, and the tag may end
        // before a `<`.
        let has = |byte| memchr(byte, attributes.as_bytes()).is_some();
        let may_be_misread =
            || may_declare_namespace(attributes) || has(b'<') || !has(b'=') && !is_blank(attributes);
        if has_attributes && may_be_misread() {
            return None;
        }
        let after_tag = offset + 1 + length + 1;
        let TextContent { raw, from, end, form } = self.content(after_tag, empty)?;
        let after = if empty {
            after_tag
        } else {
            // Only an end tag with exactly this spelling: any other one needs a decision.
            let end_tag = self.input.from(end).strip_prefix("</")?.strip_prefix(name.qualified)?;
            self.input.text().len() - end_tag.strip_prefix('>')?.len()
        };
        // Text after the end tag may belong to the element: see `Mismatch::EndTagBeforeText`. Invalid characters are left to
        // `next`, which reports the ones it passes.
        if self.input.has_forbidden_before(after) || self.input.is_text_at(after) {
            return None;
        }
        // From here on, nothing is refused any more: `next` would report the faults of attributes and text a second time.
        // Values with a `<` were refused above, and text is only refused outside of the root element.
        self.attributes.list.clear();
        if has_attributes {
            let offset = offset + 1 + name_length;
            let text = AttributeText {
                element: name,
                is_qualified: true,
                text: attributes,
                offset,
                is_quote_paired: true,
            };
            self.read_attributes(text)?;
        }
        // `character_data` expects the text to end at the current position.
        self.input.at = end;
        let text = match form {
            TextForm::CharacterData { is_plain } => self.character_data(raw, from, is_plain)?,
            TextForm::CdataSection => self.section_text(raw, false),
            TextForm::Empty => RawText { raw, cdata: false, decoded: false },
        };
        self.input.at = after;
        Some(TextElement { name, element, tag, text })
    }

    /// Returns the name at the start of the content of a tag, and its element. Returns `None` if the element may be more than a
    /// leaf, or its name may need a repair.
    fn leaf_name(&mut self, inside: &'a str) -> Option<(Name<'a>, Option<S::Element>)> {
        let changes = self.namespaces.changes();
        if let Some(found) = self.leaves.find(inside, changes) {
            return Some(found);
        }
        let scanned = scan_name(inside.as_bytes());
        if !scanned.is_plain {
            return None;
        }
        let name = Name::split_at(&inside[..scanned.length], scanned.colon);
        let name = self.namespaces.resolve::<S>(name);
        let element = S::element(name.namespace, name.local);
        let is_leaf = match element {
            Some(element) => S::shape(element) < Shape::Entry,
            // Otherwise, the elements around it decide which namespace is meant.
            None => !name.prefix.is_empty() || name.namespace == Namespace::NONE,
        };
        // `next` reports an undeclared prefix. Here, it would be resolved without a fault.
        if !is_leaf || !name.prefix.is_empty() && !self.namespaces.is_declared(name.prefix) {
            return None;
        }
        self.leaves.add(name, element, changes);
        Some((name, element))
    }

    /// Returns the content at `from`, after the start tag, unless it may be misspelt.
    fn content(&mut self, from: usize, is_empty: bool) -> Option<TextContent<'a>> {
        let rest = self.input.from(from);
        if is_empty {
            // The tag may be meant as a start tag.
            let is_section = rest.starts_with(CDATA_START);
            return (!is_section).then_some(TextContent { raw: "", from, end: from, form: TextForm::Empty });
        }
        if rest.starts_with(CDATA_START) {
            let from = from + CDATA_START.len();
            let end = self.input.cdata_end(from);
            // A section that seems to contain another one may be unclosed or nested.
            let raw = self.input.text().get(from..end).filter(|raw| find_cdata_start(raw).is_none())?;
            return Some(TextContent { raw, from, end: end + CDATA_END.len(), form: TextForm::CdataSection });
        }
        let Run { raw, is_plain, .. } = Run::before_markup(rest);
        // `![CDATA[…]]>`, `One/title>`
        let is_misspelt = raw.starts_with('!') || trim_space_end(raw).ends_with('>');
        let form = TextForm::CharacterData { is_plain };
        (!is_misspelt).then_some(TextContent { raw, from, end: from + raw.len(), form })
    }
}

#[cfg(test)]
mod tests {
    use super::super::event::XmlEvent;
    use super::super::reader::BlankText;
    use super::super::test_schema::TestSchema;
    use super::*;
    use crate::limits::Limits;
    use bozofeed_testing::{check, pieces};

    fn start(reader: &Reader<'_, TestSchema>, name: Name<'_>, tag: RawTag<'_>) -> String {
        format!("{:?} {tag:?} {:?}", name, reader.attributes())
    }

    /// Returns the events of a document, and its faults. With `read_whole`, elements that contain only text are read as a
    /// whole.
    fn events(text: &str, limits: &Limits, read_whole: bool) -> (Vec<String>, Vec<String>, usize) {
        let mut reader = Reader::<TestSchema>::new(text, limits);
        let (mut events, mut count) = (vec![], 0);
        loop {
            if read_whole && let Some(element) = reader.text_element() {
                let TextElement { name, tag, text, .. } = element;
                events.push(start(&reader, name, tag));
                let value = if text.decoded { reader.decoded() } else { text.raw };
                if !value.is_empty() {
                    events.push(format!("{} {value}", text.cdata));
                }
                events.push(format!("/ {}", tag.empty));
                count += 1;
                continue;
            }
            // Blank text between the children of an entry is skipped with them.
            let in_entry = reader.open.innermost().is_some_and(|open| open.shape == Shape::Entry);
            match reader.next(if in_entry { BlankText::Skip } else { BlankText::Read }) {
                None => break,
                Some(XmlEvent::Start { name, tag, .. }) => events.push(start(&reader, name, tag)),
                Some(XmlEvent::End { implied }) => events.push(format!("/ {implied}")),
                Some(XmlEvent::Text(RawText { raw, cdata, decoded })) => {
                    let value = if decoded { reader.decoded() } else { raw };
                    if !value.is_empty() {
                        events.push(format!("{cdata} {value}"));
                    }
                }
            }
        }
        let faults = reader.faults.into_kept().map(|(at, error)| format!("{at} {error}")).collect();
        (events, faults, count)
    }

    #[test]
    fn only_elements_with_nothing_but_text_are_read_as_a_whole() {
        for (children, count) in [
            ("<title>a</title><title>b</title> <title> c </title>", 3),
            ("<title>a</title><title></title>", 2),
            ("<title>a &amp; b</title><title>a\r\nb</title>", 2),
            ("<title><![CDATA[a]]></title><title><![CDATA[a\r\nb]]></title>", 2),
            ("<author/><author>a</author><link/><link>b</link>", 4),
            ("<title>a]]>b</title>", 1),
            ("<title>a<b>b</b></title>", 0),
            ("<title x=''>a</title><link/><link/>", 3),
            ("<title>a</title >", 0),
            ("<title><![CDATA[a]]>b</title>", 0),
            ("<title><![CDATA[a<![CDATA[b]]></title>", 0),
            ("<title>a\u{1}</title>", 0),
            ("<title>a</title>b", 0),
            ("<title>a/title>", 0),
            ("<other/><other>a</other>", 2),
            ("<title a=']]>'><![CDATA[a]]></title>", 1),
            ("<title a=\"b>c]]></title><link d=\"e\" f=\"><![CDATA[g]]></title>", 0),
            ("<title a=\"b><![CDATA[c]]></title><link d=\"e\" f=\"><![CDATA[g]]></title>", 0),
        ] {
            let text = format!("<rss><channel><title/><item>{children}</item></channel></rss>");
            let whole = events(&text, &Limits::default(), true);
            assert_eq!(whole.2, count, "{children}");
            let (apart, faults, _) = events(&text, &Limits::default(), false);
            assert_eq!((&whole.0, &whole.1), (&apart, &faults), "{children}");
        }
    }

    #[rustfmt::skip]
    const PIECES: &[&str] = &[
        "<title>", "<title>", "<title>", "<title>", "</title>", "</title>", "</title>", "</title>",
        "<link>", "<link>", "</link>", "</link>", "<item>", "<item>", "</item>", "</item>", "<author>", "</author>",
        "<x>", "</x>", "<title a='b'>", "<title/>", "<p:title>", "</p:title>", "<p:x xmlns:p='u'>", "</p:x>",
        "a", "a", "a", "a", " ", " ", "\r\n", "&amp;", "&b;", "]]>", "<![CDATA[", "<![CDATA[b]]>", "<!--c-->", "<?d?>",
        "<", ">", "!", "'", "\u{1}", "é", "<title", "title>", "/title>", "</title >",
    ];

    #[test]
    fn the_events_are_those_of_elements_that_are_opened() {
        check(256, |u| {
            let doctype = pieces(u, 0..=1, &["<!DOCTYPE rss [<!ATTLIST link a CDATA 'b'><!ENTITY b 'c'>]>"])?;
            let limits = Limits::default().depth(*u.choose(&[3, 4, 100])?);
            let children = "<title>a</title><link>b</link><author>c</author>";
            let text = format!("{doctype}<rss><channel><item>{children}{}", pieces(u, 0..=30, PIECES)?);
            let (whole, apart) = (events(&text, &limits, true), events(&text, &limits, false));
            assert_eq!(whole.0, apart.0, "{text}");
            assert_eq!(whole.1, apart.1, "{text}");
            Ok(())
        });
    }
}
