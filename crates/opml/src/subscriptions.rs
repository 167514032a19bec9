//! The feeds of a list with their folders.

use std::iter;

use super::{Opml, Outline};

/// A feed of a list, and its position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Subscription<'a> {
    /// The URL of the feed, as written.
    pub url: &'a str,
    /// The names of its folders, outermost first. They may be missing in a list that [repeats](Opml::subscriptions) them too often.
    pub folders: Vec<&'a str>,
    /// The outline of the feed.
    pub outline: &'a Outline,
}

impl Opml {
    /// Returns the feeds of the list with their folders, in document order, including feeds within other feeds.
    ///
    /// Each feed repeats the names of its folders. All names together take at most four times as many bytes as the list, plus 64 KiB;
    /// later feeds have no folders. This only happens to lists with hundreds of feeds in very deep folders, or in folders with very long
    /// names. It prevents a program that copies the names and URLs into its own subscriptions from running out of memory.
    ///
    /// ```
    /// let list = bozofeed_opml::parse(b"<opml><body><outline text='Sea'><outline xmlUrl='https://a.example/t'/></outline></body></opml>");
    /// let subscription = list.subscriptions().next().unwrap();
    /// assert_eq!((subscription.url, subscription.folders), ("https://a.example/t", vec!["Sea"]));
    /// ```
    pub fn subscriptions(&self) -> impl Iterator<Item = Subscription<'_>> {
        let mut meter = FolderMeter::of(self);
        let mut around = Folders::default();
        let mut walk = Walk::of(self);
        iter::from_fn(move || {
            loop {
                let (depth, outline) = walk.next()?;
                around.leave(depth);
                let subscription = outline.xml_url.as_deref().map(|url| Subscription {
                    url,
                    folders: meter.copy(&around),
                    outline,
                });
                around.enter(depth, outline);
                if subscription.is_some() {
                    return subscription;
                }
            }
        })
    }
}

/// All outlines of a list in document order, with their depths. It does not recurse, whatever the depth.
struct Walk<'a> {
    open: Vec<std::slice::Iter<'a, Outline>>,
}

impl<'a> Walk<'a> {
    fn of(list: &'a Opml) -> Self {
        Self { open: vec![list.outlines.iter()] }
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = (usize, &'a Outline);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Some(outline) = self.open.last_mut()?.next() else {
                self.open.pop();
                continue;
            };
            let depth = self.open.len() - 1;
            self.open.push(outline.outlines.iter());
            return Some((depth, outline));
        }
    }
}

/// The names of the folders of an outline.
#[derive(Default)]
struct Folders<'a> {
    /// Each with the depth of its outline.
    names: Vec<(usize, &'a str)>,
    /// The cost of a copy of the names.
    cost: usize,
}

/// Returns the cost of a copy of a name.
fn cost(name: &str) -> usize {
    name.len() + size_of::<String>()
}

impl<'a> Folders<'a> {
    /// Enters an outline, which is a folder if it has a name and is not a feed.
    fn enter(&mut self, depth: usize, outline: &'a Outline) {
        if outline.is_feed() || outline.outlines.is_empty() {
            return;
        }
        let name = outline.name();
        if !name.is_empty() {
            self.names.push((depth, name));
            self.cost += cost(name);
        }
    }

    /// Leaves the folders that do not enclose an outline at this depth.
    fn leave(&mut self, depth: usize) {
        while let Some((_, name)) = self.names.pop_if(|(folder, _)| *folder >= depth) {
            self.cost -= cost(name);
        }
    }
}

/// The remaining bytes for the names of folders.
struct FolderMeter {
    left: usize,
}

impl FolderMeter {
    fn of(list: &Opml) -> Self {
        const PER_BYTE: usize = 4;
        const LEAST: usize = 64 << 10;
        let size = Walk::of(list).map(|(_, outline)| least_size(outline)).fold(0, usize::saturating_add);
        Self { left: size.saturating_mul(PER_BYTE).saturating_add(LEAST) }
    }

    /// Copies the names, or none if the allowance does not suffice for all of them.
    fn copy<'a>(&mut self, folders: &Folders<'a>) -> Vec<&'a str> {
        let Some(left) = self.left.checked_sub(folders.cost) else {
            // From here on, no feed has folders: otherwise, it would depend on the length of the names.
            self.left = 0;
            return Vec::new();
        };
        self.left = left;
        folders.names.iter().map(|(_, name)| *name).collect()
    }
}

/// Returns the minimum length of an outline in a document, without nested outlines.
fn least_size(outline: &Outline) -> usize {
    const TAG: usize = "<outline/>".len();
    const ATTRIBUTE: usize = " url=''".len();
    // Without `..`, so that a new field is not forgotten.
    let Outline {
        text,
        title,
        kind,
        xml_url,
        html_url,
        url,
        description,
        language,
        version,
        category,
        created,
        attributes,
        outlines: _,
    } = outline;
    let texts =
        [text, title, kind, xml_url, html_url, url, description, language, version, category, created];
    let texts = texts.into_iter().flatten().map(|text| ATTRIBUTE + text.len()).sum::<usize>();
    let attributes = attributes.iter().map(|(name, value)| name.len() + value.len()).sum::<usize>();
    TAG + texts + attributes
}
