//! Edits to the text of a feed, each breaking one rule.

/// An edit of the first or the last element with a name.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Edit {
    /// Replaces the text of an element without child elements.
    Text(&'static str, &'static str),
    /// Removes an element.
    Remove(&'static str),
    /// Repeats an element after itself.
    Repeat(&'static str),
    /// Sets an attribute, which may be new.
    Attribute(&'static str, &'static str, &'static str),
    /// Removes an attribute.
    Without(&'static str, &'static str),
    /// Writes text before the end tag of an element.
    Append(&'static str, &'static str),
    /// Renames an element.
    Rename(&'static str, &'static str),
    /// Replaces text.
    Replace(&'static str, &'static str),
}

/// An edited document.
#[derive(Debug)]
pub(crate) struct Edited {
    pub(crate) text: String,
    /// The lines on which the rule may be reported: the edited lines, and the start of the surrounding element.
    pub(crate) lines: Vec<usize>,
}

/// An element in a text.
struct Element {
    start: usize,
    /// The offset after the start tag.
    inside: usize,
    /// The offset of the end tag.
    end: usize,
    after: usize,
}

impl Edit {
    /// Applies the edit. Returns `None` if the document does not contain the element.
    pub(crate) fn apply(self, text: &str) -> Option<Edited> {
        let (start, end, new, at) = match self {
            Self::Text(name, new) => {
                let Element { inside, end, .. } = element(text, name)?;
                let is_text = !text[inside..end].replace("<![CDATA[", "").contains('<') && end > inside;
                is_text.then_some((inside, end, new.to_owned(), inside))?
            }
            Self::Remove(name) => {
                let Element { start, after, .. } = element(text, name)?;
                (start, after, String::new(), start)
            }
            Self::Repeat(name) => {
                let Element { start, after, .. } = element(text, name)?;
                (after, after, format!("\n{}", &text[start..after]), after + 1)
            }
            Self::Attribute(name, attribute, value) => {
                let Element { start, inside, .. } = element(text, name)?;
                let tag = &text[start..inside];
                let at = format!(" {attribute}=");
                if let Some(found) = tag.find(&at) {
                    let from = start + found + at.len() + 1;
                    let quote = text[from - 1..].chars().next()?;
                    let to = from + text[from..].find(quote)?;
                    (from, to, value.to_owned(), from)
                } else {
                    let from = start + 1 + local(name).len();
                    (from, from, format!(" {attribute}=\"{value}\""), from)
                }
            }
            Self::Without(name, attribute) => {
                let Element { start, inside, .. } = element(text, name)?;
                let from = start + text[start..inside].find(&format!(" {attribute}="))?;
                let value = from + attribute.len() + 3;
                let quote = text[value - 1..].chars().next()?;
                let to = value + text[value..].find(quote)? + 1;
                (from, to, String::new(), start)
            }
            Self::Append(name, new) => {
                let Element { end, .. } = element(text, name)?;
                (end, end, new.to_owned(), end)
            }
            Self::Rename(name, new) => {
                let Element { start, inside, end, .. } = element(text, name)?;
                let length = local(name).len();
                let tag = &text[start + 1 + length..inside];
                (start, end + 2 + length, format!("<{new}{tag}{}</{new}", &text[inside..end]), start)
            }
            Self::Replace(old, new) => {
                let start = text.find(old)?;
                (start, start + old.len(), new.to_owned(), start)
            }
        };
        let edited = format!("{}{new}{}", &text[..start], &text[end..]);
        if edited == text {
            return None;
        }
        let line = |offset: usize| 1 + edited[..offset.min(edited.len())].matches('\n').count();
        let mut lines: Vec<usize> = (line(start)..=line(start + new.len())).chain([line(at)]).collect();
        // A missing element is reported at its parent.
        let around = [
            "<item", "<entry", "<channel", "<feed", "<image", "<textInput", "<rss", "<skip", "<author",
            "\n{", "    {",
        ];
        lines.extend(around.iter().filter_map(|tag| edited[..start].rfind(tag)).map(|at| line(at + 1)));
        // An entry may depend on a removed part of the feed.
        let next = ["<item", "<entry"].iter().filter_map(|tag| edited[start..].find(tag));
        lines.extend(next.map(|at| line(start + at)));
        if edited.starts_with('{') {
            lines.push(1);
        }
        Some(Edited { text: edited, lines })
    }
}

/// Returns the last name in a path.
fn local(path: &str) -> &str {
    path.rsplit_once('>').map_or(path, |(_, name)| name)
}

/// Returns the first element with a name. A name after `>` is searched inside the first element before it: `item>title`.
fn element(text: &str, path: &str) -> Option<Element> {
    let (from, name) = match path.split_once('>') {
        Some((outer, name)) => (element(text, outer)?.inside, name),
        None => (0, path),
    };
    let open = format!("<{name}");
    let mut start = from;
    loop {
        start += text[start..].find(&open)?;
        if text[start + open.len()..].starts_with([' ', '>', '\n', '/', '\t']) {
            break;
        }
        start += 1;
    }
    let inside = start + text[start..].find('>')? + 1;
    if text[..inside].ends_with("/>") {
        return Some(Element { start, inside, end: inside, after: inside });
    }
    let end = inside + text[inside..].find(&format!("</{name}>"))?;
    Some(Element { start, inside, end, after: end + name.len() + 3 })
}
