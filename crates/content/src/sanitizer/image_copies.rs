//! Images that are in markup twice: once for a script that loads them, and once in a `noscript` next to it.

use super::lazy_images::adopt_sources;
use crate::image_candidates::candidates;
use crate::output::Output;
use bozofeed_text::forward::memmem;
use bozofeed_text::html::characters::is_space;
use bozofeed_text::html::references::decode;
use bozofeed_text::markup::{Kind, Pieces, WrittenAttributes, kind_of, lower};
use smallvec::SmallVec;
use std::borrow::Cow;

/// The tag of an `img`.
#[derive(Debug)]
struct ImageTag<'a> {
    span: (usize, usize),
    /// Whether its URL is in an attribute for scripts.
    is_lazy: bool,
    /// Whether it has no URL, or only a `data:` URI.
    is_blank: bool,
    source: Cow<'a, str>,
    candidates: Cow<'a, str>,
    /// The values of its other attributes.
    values: SmallVec<[Cow<'a, str>; 8]>,
}

/// A `noscript` that contains nothing but an image.
#[derive(Debug)]
struct NoscriptCopy<'a> {
    span: (usize, usize),
    image: ImageTag<'a>,
}

/// The element before, with only white space after it.
#[derive(Debug)]
enum Neighbour<'a> {
    Image(ImageTag<'a>),
    Copy(NoscriptCopy<'a>),
}

impl<'a> ImageTag<'a> {
    /// `is_replaced`: whether a script replaces the element.
    fn new(span: (usize, usize), attributes: &mut WrittenAttributes<'a>, is_replaced: bool) -> Self {
        let is_adopted = adopt_sources(attributes);
        let mut source = Cow::Borrowed("");
        let mut values = SmallVec::new();
        let mut candidates = Cow::Borrowed("");
        for attribute in attributes.iter() {
            let value = match decode(attribute.value, true) {
                Cow::Borrowed(value) => Cow::Borrowed(value.trim()),
                Cow::Owned(value) => Cow::Owned(value.trim().to_owned()),
            };
            if attribute.name.eq_ignore_ascii_case("src") {
                source = value;
            } else if !attribute.name.is_empty() && !value.is_empty() {
                if attribute.name.eq_ignore_ascii_case("srcset") {
                    candidates.clone_from(&value);
                }
                values.push(value);
            }
        }
        let is_data = source.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"));
        let is_blank = (source.is_empty() || is_data) && candidates.is_empty();
        let is_lazy = is_adopted || is_replaced && !is_blank;
        Self { span, is_lazy, is_blank, source, candidates, values }
    }

    /// Returns whether a URL is one of the candidates for a browser.
    fn shows(&self, url: &str) -> bool {
        self.source == url || !url.is_empty() && candidates(&self.candidates).any(|(_, uri, _)| uri == url)
    }

    /// Returns the span to remove if a `noscript` next to this image is a copy of it: the copy if this image shows the same, or this
    /// image if it is a placeholder.
    fn surplus(&self, copy: &NoscriptCopy<'a>) -> Option<(usize, usize)> {
        let other = &copy.image;
        if self.is_lazy || !self.is_blank && self.shows(&other.source) {
            Some(copy.span)
        } else if self.is_blank || !other.is_blank && self.values.contains(&other.source) {
            // A script reads the URL of a placeholder from one of its attributes, which may have any name.
            Some(self.span)
        } else {
            None
        }
    }
}

impl<'a> NoscriptCopy<'a> {
    /// Parses the content of a `noscript` whose start tag has this span. Returns `None` if it contains anything but an
    /// image.
    fn read(markup: &'a str, (start, mut at): (usize, usize), pieces: &mut Pieces<'a>) -> Option<Self> {
        let mut image = None;
        loop {
            let tag = pieces.next_tag()?;
            if !is_white_space(markup, at, pieces.start) {
                return None;
            }
            at = tag.end;
            match &*lower(tag.name) {
                "noscript" if tag.is_end => return Some(Self { span: (start, at), image: image? }),
                "img" if !tag.is_end && image.is_none() => {
                    image = Some(ImageTag::new((pieces.start, at), &mut pieces.attributes, false));
                }
                // Wrappers, which show nothing themselves.
                "a" | "div" | "figure" | "p" | "picture" | "source" | "span" => {}
                _ => return None,
            }
        }
    }
}

/// Removes images that show the same as the image next to them. Pages have an image that a script loads next to a `noscript` with the
/// same image. If the URL of the first image is known, the `noscript` is removed, and otherwise the placeholder.
pub(super) fn without_copies(markup: &str) -> Cow<'_, str> {
    if !has_noscript(markup) {
        return Cow::Borrowed(markup);
    }
    let mut removed = Vec::new();
    let mut pieces = Pieces::new(markup);
    let mut before = None;
    let mut at = 0;
    while let Some(tag) = pieces.next_tag() {
        let span = (pieces.start, tag.end);
        // Taken at each tag, since only an element right before this one can be its neighbour.
        let last = before.take().filter(|_| is_white_space(markup, at, span.0));
        at = tag.end;
        match &*lower(tag.name) {
            name @ ("img" | "amp-img" | "amp-anim") if !tag.is_end => {
                let image = ImageTag::new(span, &mut pieces.attributes, name != "img");
                match last {
                    Some(Neighbour::Copy(copy)) if image.surplus(&copy).is_some() => {
                        removed.extend(image.surplus(&copy));
                    }
                    _ => before = Some(Neighbour::Image(image)),
                }
            }
            "noscript" if !tag.is_end => {
                let copy = NoscriptCopy::read(markup, span, &mut pieces);
                at = copy.as_ref().map_or(tag.end, |copy| copy.span.1);
                pieces.move_to(at);
                if let Some(copy) = copy {
                    match last {
                        Some(Neighbour::Image(image)) if image.surplus(&copy).is_some() => {
                            removed.extend(image.surplus(&copy));
                        }
                        _ => before = Some(Neighbour::Copy(copy)),
                    }
                }
            }
            // They belong to an image, and show nothing themselves.
            "picture" | "source" | "span" => before = last,
            name if kind_of(name) == Some(Kind::Formatting) => before = last,
            _ => {}
        }
    }
    let mut out = Output::new(markup);
    for (from, to) in removed {
        out.cut(from, to);
    }
    out.finish()
}

fn is_white_space(markup: &str, from: usize, to: usize) -> bool {
    markup.as_bytes().get(from..to).is_some_and(|between| between.iter().all(|&b| is_space(b)))
}

/// Returns whether there is a start tag of a `noscript`.
fn has_noscript(markup: &str) -> bool {
    let bytes = markup.as_bytes();
    let is_name =
        |at: usize| bytes.get(at + 1..at + 9).is_some_and(|name| name.eq_ignore_ascii_case(b"noscript"));
    [b"<n", b"<N"].iter().any(|start| memmem::find_iter(bytes, *start).any(is_name))
}

#[cfg(test)]
mod tests {
    use super::without_copies;
    use std::borrow::Cow;

    #[test]
    fn an_image_and_its_copy_are_shown_once() {
        for (markup, expected) in [
            // The URL is known: the `noscript` is removed, whether it is before or after the image.
            ("<img data-src=a><noscript><img src=a></noscript>", "<img data-src=a>"),
            ("<noscript><img src=a></noscript>\n<img data-src=a>", "\n<img data-src=a>"),
            (
                "<img data-src=a-300x200><NoScript> <p><img src=a></p> </NOSCRIPT>x",
                "<img data-src=a-300x200>x",
            ),
            (
                "<img class=lazy src=b data-src=a><noscript><img src=a></noscript>",
                "<img class=lazy src=b data-src=a>",
            ),
            ("<img data-srcset='a 2x'><noscript><img src=a></noscript>", "<img data-srcset='a 2x'>"),
            // An AMP script replaces the first image.
            ("<amp-img src=a-3><noscript><img src=a></noscript></amp-img>", "<amp-img src=a-3></amp-img>"),
            ("<img src=a&amp;b><noscript><img src='a&b '></noscript>", "<img src=a&amp;b>"),
            (
                "<picture><source><img data-src=a></picture> <noscript><picture><source><img></picture></noscript>",
                "<picture><source><img data-src=a></picture> ",
            ),
            // The URL is one of several, perhaps in an inline wrapper.
            (
                "<img src=a-3 srcset='a-3 300w, a 900w'><noscript><img src=a></noscript>",
                "<img src=a-3 srcset='a-3 300w, a 900w'>",
            ),
            (
                "<img src=data:x srcset='a?w=3 1x,a?w=12 2x'><noscript><img src=a?w=12></noscript>",
                "<img src=data:x srcset='a?w=3 1x,a?w=12 2x'>",
            ),
            ("<span><img src=a></span> <noscript><img src=a></noscript>", "<span><img src=a></span> "),
            ("<noscript><img src=a></noscript><a href=b><img src=a></a>", "<a href=b><img src=a></a>"),
            // The URL is unknown: the placeholder is removed.
            ("<img alt=x><noscript><img src=a></noscript>", "<noscript><img src=a></noscript>"),
            ("<img src=DATA:x data-x=a><noscript><img src=a></noscript>", "<noscript><img src=a></noscript>"),
            ("<img src=b data-x=a><noscript><img src=a></noscript>", "<noscript><img src=a></noscript>"),
            ("<noscript><img src=a></noscript> <img src=''>", "<noscript><img src=a></noscript> "),
            // One of each pair.
            (
                "<img data-src=a><noscript><img src=a></noscript><img data-src=b><noscript><img src=b></noscript>",
                "<img data-src=a><img data-src=b>",
            ),
            (
                "<noscript><img src=a></noscript><img data-src=a><noscript><img src=b></noscript><img data-src=b>",
                "<img data-src=a><img data-src=b>",
            ),
            (
                "<img src=a><noscript><img src=b></noscript><img alt=b>",
                "<img src=a><noscript><img src=b></noscript>",
            ),
        ] {
            let once = without_copies(markup);
            assert_eq!(once, expected, "{markup:?}");
            assert_eq!(without_copies(&once), once, "{markup:?} a second time");
        }
    }

    #[test]
    fn other_images_are_kept() {
        for markup in [
            "<img src=a><noscript><img src=b></noscript>",
            "<img src=b class=lazy><noscript><img src=a></noscript>",
            "<img src=b srcset='c 1x, d 2x'><noscript><img src=a></noscript>",
            "<p><img src=a></p><noscript><img src=a></noscript>",
            "<img data-src=a>x<noscript><img src=a></noscript>",
            "<img data-src=a><br><noscript><img src=a></noscript>",
            "<img data-src=a><!-- x --><noscript><img src=a></noscript>",
            "<img data-src=a><noscript>x<img src=a></noscript>",
            "<img data-src=a><noscript><img src=a><img src=b></noscript>",
            "<img data-src=a><noscript><iframe src=a></iframe></noscript>",
            "<img data-src=a><noscript></noscript>",
            "<img data-src=a><noscript><img src=a>",
            "<img data-src=a><noscript><img src=\"a",
            "<img data-src=a><nav><img src=a></nav>",
            "<!-- <img data-src=a><noscript><img src=a></noscript> -->",
            "<p title='<img data-src=a><noscript><img src=a></noscript>'>",
            "<textarea><img data-src=a><noscript><img src=a></noscript>",
        ] {
            assert!(matches!(without_copies(markup), Cow::Borrowed(_)), "{markup:?}");
        }
    }
}
