//! Podlove Simple Chapters: <https://podlove.org/simple-chapters/>.

use super::ReadAs;
use super::element_lists::{ElementList, elements};
use super::read::Element;
use super::rows::{FieldChoice, FromElement as _, rows, uri};
use super::write::{ElementSink, FeedOrEntry, WriteParts as _};
use crate::model::chapters::{Chapter, Chapters};

pub(super) const URIS: &[&str] = &["http://podlove.org/simple-chapters"];

pub(super) const ELEMENTS: ElementList = elements! {
    Other;
    "chapters" | "chapter" => ReadAs::Gathered,
};

rows! {
    Chapters {
        attributes { "version" => version, }
        elements { "chapter" => chapters, }
        others () => chapters,
    }
}

rows! {
    Chapter {
        attributes {
            "start" => start,
            "title" => title,
            "href" => href via uri,
            "image" => image via uri,
        }
        rest => attributes,
    }
}

/// Reads the element around chapters, which some feeds omit.
fn chapters(to: &mut Chapters, element: &Element<'_>) -> Option<(&'static str, FieldChoice)> {
    if !element.is("chapters") {
        return None;
    }
    let Chapters { version, chapters, .. } = Chapters::from_element(element)?;
    // Several lists of chapters become one list in the model, with the version of the first one.
    to.version = to.version.take().or(version);
    to.chapters.extend(chapters);
    Some(("", FieldChoice::Added))
}

pub(super) fn write(from: FeedOrEntry<'_>, prefix: &'static str, to: &mut dyn ElementSink) {
    if let FeedOrEntry::Entry(entry) = from
        && let Some(chapters) = entry.get::<Chapters>()
    {
        to.open(prefix, "chapters");
        chapters.write_parts(prefix, to);
        to.close();
    }
}
