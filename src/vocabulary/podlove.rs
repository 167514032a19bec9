//! Podlove Simple Chapters: <https://podlove.org/simple-chapters/>.

use super::Rule;
use super::read::{Described, Element, Elements};
use super::rules::{ElementRules, rules};
use crate::model::{Chapter, Chapters};

pub(super) const URIS: &[&str] = &["http://podlove.org/simple-chapters"];

pub(super) const ELEMENTS: ElementRules = rules! {
    "chapters" | "chapter" => Rule::Gathered,
};

pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let Described::Entry(entry) = to else { return };
    // Chapters may lack the element around them.
    let mut chapters = Chapters { chapters: elements.list("chapter", chapter), ..Chapters::default() };
    for element in elements.all("chapters") {
        chapters.version = element.attribute("version").string();
        chapters.chapters.extend(element.children().list("chapter", chapter));
    }
    entry.chapters = Some(Box::new(chapters));
}

fn chapter(element: &Element<'_>) -> Chapter {
    Chapter {
        start: element.attribute("start").duration(),
        title: element.attribute("title").string(),
        href: element.uri("href"),
        image: element.uri("image"),
        attributes: element.rest(),
    }
}
