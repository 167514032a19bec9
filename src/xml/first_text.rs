//! The text of an element that may not have been read yet.

use std::borrow::Cow;

use std::rc::Rc;

use bozofeed_text::forward::memchr;
use bozofeed_text::html::references::unescape;
use bozofeed_text::scan::Scan;

use super::event::Schema;
use super::reader::Reader;
use super::scanner::{ScannedToken, Scanner, Section, Token};

/// The number of elements that may be open at the same time.
const MAX_DEPTH: usize = 512;

impl<'a, S: Schema> Reader<'a, S> {
    /// Returns the text of the first element in the document with the local name `child` that is a child of an element with
    /// the local name `parent` and has text. Returns `None` if there is none before the first tag that does not match.
    pub(crate) fn first_text(&self, parent: &str, child: &str) -> Option<Cow<'a, str>> {
        if self.is_of_nodes() {
            return self.first_text_of_node(parent, child).map(Cow::Borrowed);
        }
        let text = self.input.from(0);
        let mut scanner = Scanner::new(text, 0, text.len(), Rc::new(Scan::new(text.len())));
        let mut open: Vec<&str> = Vec::new();
        // The offset of the text of the open element.
        let mut start = None;
        while let Some(ScannedToken { token, offset, is_well_formed }) = scanner.next() {
            match token {
                Token::Start { name, is_empty } => {
                    // An element that contains others is not a text element.
                    start = None;
                    if !is_well_formed || open.len() >= MAX_DEPTH {
                        return None;
                    }
                    if is_empty {
                        continue;
                    }
                    let is_child =
                        is_local(name, child) && open.last().is_some_and(|last| is_local(last, parent));
                    start = is_child.then(|| scanner.position());
                    open.push(name);
                }
                Token::End { name } => {
                    if !is_well_formed || open.pop() != Some(name) {
                        return None;
                    }
                    // Any start tag in between has reset the offset, so this is the end tag of the element
                    // itself.
                    if let Some(start) = start.take() {
                        let found = text_of(text.get(start..offset)?);
                        if !found.trim().is_empty() {
                            return Some(match found {
                                Cow::Borrowed(found) => unescape(found),
                                Cow::Owned(found) => Cow::Owned(unescape(&found).into_owned()),
                            });
                        }
                    }
                }
                Token::Section(Section::Cdata | Section::Comment | Section::Instruction) | Token::Other => {}
            }
        }
        None
    }
}

fn is_local(name: &str, local: &str) -> bool {
    name.rsplit(':').next().is_some_and(|name| name.eq_ignore_ascii_case(local))
}

/// Returns the text of an element without child elements, including the content of CDATA sections, but not comments.
fn text_of(mut content: &str) -> Cow<'_, str> {
    let mut text = String::new();
    while let Some(at) = memchr(b'<', content.as_bytes()) {
        let (before, markup) = content.split_at(at);
        text.push_str(before);
        let (section, inner, after) = Section::read(markup).unwrap_or((Section::Instruction, "", ""));
        if section == Section::Cdata {
            text.push_str(inner);
        }
        content = after;
    }
    if text.is_empty() {
        return Cow::Borrowed(content);
    }
    text.push_str(content);
    Cow::Owned(text)
}
