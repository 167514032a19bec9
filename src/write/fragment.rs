//! Markup that is written as elements. It is parsed and written token by token, so it passes the same checks as everything else:
//! nothing is copied verbatim into a document.

use std::borrow::Cow;
use std::collections::VecDeque;

use quick_xml::Reader;
use quick_xml::events::attributes::Attributes;
use quick_xml::events::{BytesStart, Event};

use super::extensions::is_ambiguous;
use super::names::is_ncname;
use crate::vocabulary::is_run_by_browsers;
use bozofeed_text::html::url_names::{runs_scripts, shows_attribute};
use bozofeed_text::xml_chars::is_xml_text;

/// A part of a [`Fragment`].
#[derive(Debug, PartialEq, Eq)]
pub(super) enum FragmentToken<'m> {
    /// The start tag of an element without a prefix.
    Start {
        local: &'m str,
        /// The default namespace that the tag declares.
        namespace: Option<Cow<'m, str>>,
    },
    /// An attribute of the preceding start tag.
    Attribute {
        name: &'m str,
        value: Cow<'m, str>,
    },
    Text(Cow<'m, str>),
    End,
}

/// Content of an element: elements without prefixes, attributes, and text.
#[derive(Debug)]
pub(super) struct Fragment<'m> {
    markup: &'m str,
    is_inert: bool,
}

impl<'m> Fragment<'m> {
    /// Parses well-formed element content (XML 1.0, production 43). Only attributes of SVG and `MathML` may have prefixes. Returns `None`
    /// for other content, and for CDATA sections, comments, instructions and entities, which the sanitizer never writes.
    pub(super) fn parse(markup: &'m str) -> Option<Self> {
        let mut tokens = FragmentTokens::of(markup);
        let mut is_inert = true;
        while tokens.read()? {
            is_inert &= tokens.next.drain(..).all(|token| token.is_inert());
        }
        Some(Self { markup, is_inert })
    }

    /// Returns the tokens. They are parsed again, since all of them together would take many times the memory of the markup.
    pub(super) fn tokens(&self) -> impl Iterator<Item = FragmentToken<'m>> + use<'m> {
        let mut tokens = FragmentTokens::of(self.markup);
        std::iter::from_fn(move || {
            while tokens.next.is_empty() && tokens.read() == Some(true) {}
            tokens.next.pop_front()
        })
    }

    /// Returns whether it can be written without a namespace: no reader would mistake any part of it for HTML or a part of a feed.
    pub(super) fn is_inert(&self) -> bool {
        self.is_inert
    }
}

impl FragmentToken<'_> {
    fn is_inert(&self) -> bool {
        match self {
            Self::Start { local, namespace } => namespace.is_none() && !is_ambiguous(local),
            Self::Attribute { name, value } => !runs_scripts(name) && shows_attribute(name, value),
            Self::Text(_) | Self::End => true,
        }
    }
}

/// The tokens of markup, parsed on demand.
struct FragmentTokens<'m> {
    markup: &'m str,
    reader: Reader<&'m [u8]>,
    depth: usize,
    /// The parsed tokens that were not taken yet. A tag has several.
    next: VecDeque<FragmentToken<'m>>,
}

impl<'m> FragmentTokens<'m> {
    fn of(markup: &'m str) -> Self {
        Self { markup, reader: Reader::from_str(markup), depth: 0, next: VecDeque::new() }
    }

    /// Parses the next tokens. Returns `Some(false)` at the end, and `None` if the markup is not a fragment.
    fn read(&mut self) -> Option<bool> {
        let event = self.reader.read_event().ok()?;
        let end = usize::try_from(self.reader.buffer_position()).ok()?;
        match event {
            Event::Start(tag) => {
                push_tag(self.markup.get(..end)?.strip_suffix('>')?, &tag, &mut self.next)?;
                self.depth += 1;
            }
            Event::Empty(tag) => {
                push_tag(self.markup.get(..end)?.strip_suffix("/>")?, &tag, &mut self.next)?;
                self.next.push_back(FragmentToken::End);
            }
            Event::End(_) => {
                self.depth = self.depth.checked_sub(1)?;
                self.next.push_back(FragmentToken::End);
            }
            Event::Text(text) => self.next.push_back(FragmentToken::Text(unescaped(text.into_inner())?)),
            Event::GeneralRef(reference) => {
                let text = unescaped(["&", &*reference, ";"].concat().into())?;
                self.next.push_back(FragmentToken::Text(text));
            }
            Event::Eof => return (self.depth == 0).then_some(false),
            Event::CData(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {
                return None;
            }
        }
        Some(true)
    }
}

/// Adds a start tag and its attributes. `before` is the markup up to the end of the tag, without the closing bracket.
fn push_tag<'m>(
    before: &'m str,
    tag: &BytesStart<'_>,
    tokens: &mut VecDeque<FragmentToken<'m>>,
) -> Option<()> {
    let content = before.get(before.len().checked_sub(tag.len())?..)?;
    let local = content.get(..tag.name().as_ref().len())?;
    let start = tokens.len();
    let mut namespace = None;
    tokens.push_back(FragmentToken::End);
    let mut attributes = Attributes::new(content, local.len());
    // The checks take quadratic time. Duplicates are found when the attributes are written.
    for attribute in attributes.with_checks(false) {
        let attribute = attribute.ok()?;
        let name = attribute.key.into_inner();
        let value = unescaped(attribute.value)?;
        match name.split_once(':') {
            None if name == "xmlns" && is_run_by_browsers(&value) => namespace = Some(value),
            None if name == "xmlns" => return None,
            None | Some(("xml" | "xlink", _)) => tokens.push_back(FragmentToken::Attribute { name, value }),
            Some(_) => return None,
        }
    }
    *tokens.get_mut(start)? = FragmentToken::Start { local, namespace };
    is_ncname(local).then_some(())
}

/// Resolves the references in a text. Returns `None` if a reference is not defined by XML (XML 1.0 §4.1, §4.6), or a character is not
/// allowed (§2.2).
fn unescaped(text: Cow<'_, str>) -> Option<Cow<'_, str>> {
    let text = match quick_xml::escape::unescape(&text).ok()? {
        Cow::Borrowed(_) => text,
        Cow::Owned(unescaped) => Cow::Owned(unescaped),
    };
    is_xml_text(&text).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the tokens of markup, in a short form.
    fn shown(markup: &str) -> String {
        let Some(fragment) = Fragment::parse(markup) else { return "none".to_owned() };
        let token = |token: FragmentToken<'_>| match token {
            FragmentToken::Start { local, namespace: None } => format!("<{local}"),
            FragmentToken::Start { local, namespace: Some(uri) } => format!("<{local} in {uri}"),
            FragmentToken::Attribute { name, value } => format!("{name}={value}"),
            FragmentToken::Text(text) => format!("'{text}'"),
            FragmentToken::End => ">".to_owned(),
        };
        fragment.tokens().map(token).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn only_what_an_xml_parser_reads_is_a_fragment() {
        let table = [
            ("", ""),
            ("a &lt; b &#38; c", "'a ' '<' ' b ' '&' ' c'"),
            ("<p class=\"x\">a<br/>b</p>", "<p class=x 'a' <br > 'b' >"),
            ("<p b=\"c\"d='&quot;'/>", "<p b=c d=\" >"),
            ("<p xml:lang='nl'/>", "<p xml:lang=nl >"),
            (
                "<math xmlns=\"http://www.w3.org/1998/Math/MathML\"><mi>x</mi></math>",
                "<math in http://www.w3.org/1998/Math/MathML <mi 'x' > >",
            ),
            ("<p xmlns='urn:x'/>", "none"),
            ("<p xmlns:x='urn:x'/>", "none"),
            ("<x:p/>", "none"),
            ("<p x:a='b'/>", "none"),
            ("<p>", "none"),
            ("</p>", "none"),
            ("<p></b></p>", "none"),
            ("<p a=b/>", "none"),
            ("<p a='&#1;'/>", "none"),
            ("<p a='&#xFFFE;'/>", "none"),
            ("a&#0;", "none"),
            ("a\u{1}", "none"),
            ("&nbsp;", "none"),
            ("<!-- a -->", "none"),
            ("<![CDATA[a]]>", "none"),
            ("<?a b?>", "none"),
        ];
        let wrong: Vec<_> =
            table.into_iter().map(|(markup, expected)| (markup, shown(markup), expected)).collect();
        let wrong: Vec<_> = wrong.into_iter().filter(|(_, found, expected)| found != expected).collect();
        assert_eq!(wrong, []);
    }
}
