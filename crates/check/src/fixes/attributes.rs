//! The attributes of the tags that findings refer to: a tag with many attributes is parsed once, not for each finding.

use std::cell::RefCell;
use std::ops::Range;

use bozofeed::inspect::{TagSpan, WrittenAttribute};

/// The places of an attribute: a [`WrittenAttribute`] without its text.
#[derive(Debug)]
struct AttributePlaces {
    name: Range<usize>,
    value: Range<usize>,
    quote: Option<char>,
    end: usize,
}

impl AttributePlaces {
    fn of(attribute: &WrittenAttribute<'_>) -> Self {
        let quote = attribute.quote;
        Self { name: attribute.name_range(), value: attribute.value_range(), quote, end: attribute.end() }
    }

    fn name<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.name.clone()).unwrap_or_default()
    }

    fn in_text<'t>(&self, text: &'t str) -> WrittenAttribute<'t> {
        WrittenAttribute {
            name: self.name(text),
            start: self.name.start,
            value: text.get(self.value.clone()).unwrap_or_default(),
            value_start: self.value.start,
            quote: self.quote,
        }
    }
}

/// The attributes of a tag.
#[derive(Debug)]
struct TagAttributes {
    tag: TagSpan,
    /// In document order.
    list: Vec<AttributePlaces>,
    /// Their indices, sorted by name, then in document order.
    by_name: Vec<usize>,
}

impl TagAttributes {
    fn of(tag: TagSpan, text: &str) -> Self {
        let list: Vec<_> = tag.attributes(text).map(|attribute| AttributePlaces::of(&attribute)).collect();
        let mut by_name: Vec<usize> = (0..list.len()).collect();
        by_name.sort_by_key(|at| list.get(*at).map(|attribute| attribute.name(text)));
        Self { tag, list, by_name }
    }

    /// Returns the first attribute with a name.
    fn find<'t>(&self, name: &str, text: &'t str) -> Option<WrittenAttribute<'t>> {
        let attribute = |at: &usize| self.list.get(*at);
        let is_before = |at: &usize| attribute(at).is_some_and(|attribute| attribute.name(text) < name);
        let at = self.by_name.partition_point(is_before);
        let found = self.by_name.get(at).and_then(attribute)?;
        (found.name(text) == name).then(|| found.in_text(text))
    }

    /// Returns the offsets of the attributes affected by an edit of a range.
    fn starts_in(&self, range: &Range<usize>) -> impl Iterator<Item = usize> {
        let from = self.list.partition_point(|attribute| attribute.end <= range.start);
        let starts = self.list.get(from..).unwrap_or_default().iter().map(|attribute| attribute.name.start);
        starts.take_while(|start| *start < range.end)
    }
}

/// The attributes of the root and of the last requested tag: findings arrive in document order.
#[derive(Debug, Default)]
pub(crate) struct KnownTags {
    root: RefCell<Option<TagAttributes>>,
    last: RefCell<Option<TagAttributes>>,
}

impl KnownTags {
    fn with<R>(&self, tag: TagSpan, is_root: bool, text: &str, ask: impl FnOnce(&TagAttributes) -> R) -> R {
        let mut known = if is_root { self.root.borrow_mut() } else { self.last.borrow_mut() };
        match &mut *known {
            Some(known) if known.tag == tag => ask(known),
            known => {
                #[cfg(test)]
                tests::READ.set(tests::READ.get() + 1);
                ask(known.insert(TagAttributes::of(tag, text)))
            }
        }
    }

    /// Returns the first attribute of a tag with this literal name.
    pub(crate) fn find<'t>(
        &self,
        tag: TagSpan,
        is_root: bool,
        text: &'t str,
        name: &str,
    ) -> Option<WrittenAttribute<'t>> {
        self.with(tag, is_root, text, |known| known.find(name, text))
    }

    /// Returns the offsets of the attributes of a tag that are affected by edits of these ranges.
    pub(crate) fn edited<'e>(
        &self,
        tag: TagSpan,
        is_root: bool,
        text: &str,
        ranges: impl Iterator<Item = &'e Range<usize>>,
    ) -> Vec<usize> {
        let mut ranges =
            ranges.filter(|range| tag.range().start < range.end && range.start < tag.end()).peekable();
        if ranges.peek().is_none() {
            return Vec::new();
        }
        self.with(tag, is_root, text, |known| ranges.flat_map(|range| known.starts_in(range)).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::Checker;

    thread_local! {
        /// The number of tags that were parsed.
        pub(super) static READ: Cell<usize> = const { Cell::new(0) };
    }

    #[test]
    fn a_tag_is_read_once_whatever_the_number_of_findings_about_it() {
        const COUNT: usize = 500;
        let many = |make: fn(usize) -> String| (0..COUNT).map(make).collect::<String>();
        let mut wrong = Vec::new();
        for (root, content, most) in [
            // Unknown attributes, and misspelt declarations.
            (String::new(), format!("<item><guid{}>1</guid></item>", many(|n| format!(" a{n}=''"))), 1),
            (many(|n| format!(" xmlns:a{n}='http://purl.org/dc/elements/1.1'")), String::new(), 1),
            // Findings whose changes need the declarations of the root.
            (many(|n| format!(" a{n}=''")), many(|_| "<item><author>Anna</author></item>".to_owned()), COUNT),
            // Other findings have separate tags, each of which is parsed once.
            (String::new(), many(|_| "<item><author x=''>Anna</author></item>".to_owned()), 2 * COUNT),
        ] {
            let feed = format!("<rss version='2.0'{root}><channel>{content}</channel></rss>");
            READ.set(0);
            Checker::new().mend(feed.as_bytes(), |_| ());
            // A document is checked again after its changes.
            if READ.get() == 0 || READ.get() > most + 4 {
                wrong.push((READ.get(), feed.chars().take(80).collect::<String>()));
            }
        }
        assert_eq!(wrong, []);
    }

    #[test]
    fn attributes_are_found_by_name_and_by_place() {
        let text = "<a b='1' c='2' b='3' d = \"4\">";
        let parser = bozofeed::Parser::new();
        let mut tags = SeenTags::default();
        parser.inspect(&bozofeed::Document::from(format!("<rss>{text}</a></rss>").as_str()), &mut tags);
        let text = format!("<rss>{text}</a></rss>");
        let tag = tags.0[1];
        let known = KnownTags::default();
        for (name, expected) in
            [("b", Some("1")), ("c", Some("2")), ("d", Some("4")), ("e", None), ("a", None)]
        {
            let found = known.find(tag, false, &text, name);
            assert_eq!(found.as_ref().map(|attribute| attribute.value), expected, "{name}");
            assert_eq!(found, tag.attributes(&text).find(|attribute| attribute.name == name), "{name}");
        }
        for start in 0..text.len() {
            for end in start..text.len() {
                let is_edited = |a: &WrittenAttribute<'_>| a.start < end && start < a.end();
                let expected: Vec<_> = tag.attributes(&text).filter(is_edited).map(|a| a.start).collect();
                assert_eq!(
                    known.edited(tag, false, &text, std::iter::once(&(start..end))),
                    expected,
                    "{start}..{end}"
                );
            }
        }
    }

    #[derive(Default)]
    struct SeenTags(Vec<TagSpan>);

    impl bozofeed::inspect::Inspector for SeenTags {
        fn start_tag(
            &mut self,
            _: &bozofeed::inspect::Name<'_>,
            tag: &bozofeed::inspect::RawTag<'_>,
            _: &[bozofeed::inspect::XmlAttribute<'_>],
        ) {
            self.0.push(TagSpan::from(tag));
        }
    }
}
