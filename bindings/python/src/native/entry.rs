//! The entries of a feed.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use bozofeed::model;
use bozofeed::model::itunes::Itunes;
use bozofeed::model::media::Media;
use bozofeed::model::podcast::Podcast;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDateTime, PyDict, PyList, PySlice};

use super::date::date;
use super::fields::{
    Given, date as given_date, duration as duration_of, image as image_of, member, parts, string, text_like,
    text_likes, url, vocabulary,
};
use super::reading::Reading;
use super::{Extension, Feed, Link, Parsed, Person, Tag, Text, all, immutable, methods, reduced};

/// The entries of a feed. `Entry` objects are created on access.
#[pyclass(frozen, sequence, weakref, module = "bozofeed")]
pub(crate) struct Entries(Arc<Reading>);

impl Entries {
    pub(super) fn of(reading: &Arc<Reading>) -> Self {
        Self(Arc::clone(reading))
    }

    fn all(&self) -> &[model::Entry] {
        &self.0.parsed.entries
    }

    fn at(&self, index: usize) -> Entry {
        Entry { reading: Arc::clone(&self.0), index }
    }
}

immutable! {
    impl Entries {
        fn __len__(&self) -> usize {
            self.all().len()
        }

        fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
            let length = isize::try_from(self.all().len())?;
            if let Ok(slice) = index.cast::<PySlice>() {
                let all = PyList::new(py, (0..self.all().len()).map(|index| self.at(index)).collect::<Vec<_>>())?;
                return all.as_any().get_item(slice);
            }
            let index: isize = index
                .extract()
                .map_err(|_| PyTypeError::new_err("indices of entries are integers or slices"))?;
            let from_start = if index < 0 { index + length } else { index };
            match usize::try_from(from_start) {
                Ok(at) if from_start < length => Ok(Bound::new(py, self.at(at))?.into_any()),
                _ => Err(PyIndexError::new_err("there is no such entry")),
            }
        }

        fn __iter__(&self) -> EntryIterator {
            EntryIterator { entries: Self::of(&self.0), next: 0 }
        }

        /// Returns the index of an entry between `start` and `stop`. Raises `ValueError` if it is not found.
        #[pyo3(signature = (value, start=0, stop=None))]
        fn index(&self, value: &Bound<'_, PyAny>, start: isize, stop: Option<isize>) -> PyResult<usize> {
            let bounds = PySlice::new(value.py(), start, stop.unwrap_or(isize::MAX), 1);
            let bounds = bounds.indices(isize::try_from(self.all().len())?)?;
            let entry = value.cast::<Entry>().ok().map(|entry| entry.get().model());
            let range = usize::try_from(bounds.start)?..usize::try_from(bounds.stop)?;
            let found = range.into_iter().find(|at| self.all().get(*at) == entry && entry.is_some());
            found.ok_or_else(|| pyo3::exceptions::PyValueError::new_err("there is no such entry"))
        }

        /// Returns the number of entries that are equal to this one.
        fn count(&self, value: &Bound<'_, PyAny>) -> usize {
            let Ok(entry) = value.cast::<Entry>() else { return 0 };
            self.all().iter().filter(|known| *known == entry.get().model()).count()
        }

        fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
            other.cast::<Self>().is_ok_and(|other| self.all() == other.get().all())
        }

        fn __hash__(&self) -> usize {
            self.all().len()
        }

        fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Parsed,))> {
            reduced(py, "_entries", (Parsed::new(Arc::clone(&self.0)),))
        }

        fn __repr__(&self) -> String {
            format!("<Entries of {}>", self.all().len())
        }
    }
}

/// Returns one entry at a time.
#[pyclass(module = "bozofeed")]
pub(crate) struct EntryIterator {
    entries: Entries,
    next: usize,
}

#[pymethods]
impl EntryIterator {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self) -> Option<Entry> {
        let index = self.next;
        self.next += 1;
        (index < self.entries.all().len()).then(|| self.entries.at(index))
    }

    fn __length_hint__(&self) -> usize {
        self.entries.all().len().saturating_sub(self.next)
    }
}

/// An entry of a feed. Two entries are equal if their contents are equal.
#[pyclass(frozen, eq, hash, weakref, module = "bozofeed")]
pub(crate) struct Entry {
    reading: Arc<Reading>,
    index: usize,
}

static NO_ENTRY: LazyLock<model::Entry> = LazyLock::new(model::Entry::default);

impl Entry {
    pub(super) fn model(&self) -> &model::Entry {
        self.reading.parsed.entries.get(self.index).unwrap_or(&NO_ENTRY)
    }

    fn of(entry: model::Entry) -> Self {
        let mut parsed = bozofeed::Parsed::default();
        parsed.entries.push(entry);
        Self { reading: Reading::new(Ok(parsed)), index: 0 }
    }

    fn state(&self) -> PyResult<String> {
        self.reading.state(Some(self.index))
    }

    fn of_state(json: &str) -> PyResult<Self> {
        Ok(Self { reading: Arc::new(super::from_json(json)?), index: 0 })
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.model() == other.model()
    }
}

impl Hash for Entry {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let entry = self.model();
        (&entry.id, &entry.link, &entry.title).hash(state);
    }
}

methods! {
    impl Entry {
        get(this) {
            /// The title as plain text on one line; `None` if there is none, or an empty one.
            title_text: Option<String> = this.model().title_text().map(Cow::into_owned);
            /// The page of the entry, or its identifier if that is a permalink.
            link: Option<&str> = this.model().permalink();
            /// The links with the relation `enclosure`.
            enclosures: Vec<Link> = all(this.model().enclosures());
            /// A stable key for recognizing the entry across fetches.
            identity: String = this.model().identity(this.reading.rule()).into_owned();
            /// The summary; `None` if there is only content.
            summary: Option<Text> = this.model().summary.as_ref().map(Text::from);
            /// All contents, each with its type.
            contents: Vec<Text> = all(&this.model().content);
            /// The text to show: the best of the contents, or the summary.
            content: Option<Text> = this.model().best_content().map(Text::from);
            /// The authors of the entry, or else of its source or of the feed.
            authors: Vec<Person> = all(this.model().authors_in(&this.reading.parsed.feed));
            /// The first author.
            author: Option<Person> = this.model().authors_in(&this.reading.parsed.feed).first().map(Person::from);
            /// The rights.
            rights: Option<Text> = this.model().rights().map(Text::from);
            /// The URL of the image of the entry.
            image: Option<&str> = this.model().image()?.href.as_deref();
            /// The URL of the picture to show: the image, a picture of Media RSS or of an enclosure, or else the first image in
            /// the content.
            picture: Option<String> = this.model().picture().map(|picture| picture.url.into_string());
            /// The page of the comments.
            comments: Option<&str> = this.model().comments();
            /// The language.
            language: Option<&str> = this.model().language();
            /// The playing time.
            duration: Option<Duration> = this.model().duration();
            /// The feed that the entry was taken from.
            source: Option<Feed> = Feed::of_source(&this.reading, this.index);
        }

        #[new]
        #[pyo3(signature = (*, title=None, link=None, links=None, id=None, summary=None, contents=None, authors=None,
            published=None, updated=None, tags=None, rights=None, image=None, language=None, duration=None, itunes=None, podcast=None,
            media=None, extensions=None))]
        #[allow(clippy::too_many_arguments, reason = "the members of an entry")]
        fn new(
            title: Given<'_, '_>,
            link: Given<'_, '_>,
            links: Given<'_, '_>,
            id: Given<'_, '_>,
            summary: Given<'_, '_>,
            contents: Given<'_, '_>,
            authors: Given<'_, '_>,
            published: Given<'_, '_>,
            updated: Given<'_, '_>,
            tags: Given<'_, '_>,
            rights: Given<'_, '_>,
            image: Given<'_, '_>,
            language: Given<'_, '_>,
            duration: Given<'_, '_>,
            itunes: Given<'_, '_>,
            podcast: Given<'_, '_>,
            media: Given<'_, '_>,
            extensions: Given<'_, '_>,
        ) -> PyResult<Self> {
            let mut entry = model::Entry::default();
            entry.set_rights(text_like("rights", rights)?);
            entry.set_image(image_of(url("image", image)?));
            entry.set_language(string("language", language)?);
            entry.set::<Itunes>(vocabulary("itunes", itunes)?);
            entry.set::<Podcast>(vocabulary("podcast", podcast)?);
            entry.set::<Media>(vocabulary("media", media)?);
            if let Some(duration) = duration_of("duration", duration)? {
                let mut itunes = entry.get::<Itunes>().cloned().unwrap_or_default();
                itunes.duration = duration.into();
                entry.set(Some(itunes));
            }
            entry.title = text_like("title", title)?;
            entry.link = url("link", link)?;
            entry.links = parts("links", links, "Link", |part: &Link| part.0.clone())?;
            entry.id = string("id", id)?;
            entry.summary = text_like("summary", summary)?;
            entry.content = text_likes("contents", contents)?;
            entry.authors = parts("authors", authors, "Person", |part: &Person| part.0.clone())?;
            entry.published = given_date("published", published)?;
            entry.updated = given_date("updated", updated)?;
            entry.tags = parts("tags", tags, "Tag", |part: &Tag| part.0.clone())?;
            entry.set_extensions(parts("extensions", extensions, "Extension", |part: &Extension| part.0.clone())?);
            Ok(Self::of(entry))
        }

        /// Returns the entry with other values for these members, which have the names of arguments of the constructor. `None` removes a value.
        #[pyo3(signature = (**members))]
        fn replace(this: &Bound<'_, Self>, members: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
            let made = this.get_type().call((), members)?.cast_into::<Self>()?;
            let (made, mut entry) = (made.get().model(), this.get().model().clone());
            for (name, _) in members.into_iter().flatten() {
                let name = name.extract::<String>()?;
                match name.as_str() {
                    "title" => entry.title.clone_from(&made.title),
                    "link" => entry.link.clone_from(&made.link),
                    "links" => entry.links.clone_from(&made.links),
                    "id" => entry.id.clone_from(&made.id),
                    "summary" => entry.summary.clone_from(&made.summary),
                    "contents" => entry.content.clone_from(&made.content),
                    "authors" => entry.authors.clone_from(&made.authors),
                    "published" => entry.published.clone_from(&made.published),
                    "updated" => entry.updated.clone_from(&made.updated),
                    "tags" => entry.tags.clone_from(&made.tags),
                    "rights" => entry.set_rights(made.rights().cloned()),
                    "image" => entry.set_image(made.image().cloned()),
                    "language" => entry.set_language(made.language().map(Into::into)),
                    "itunes" => entry.set(made.get::<Itunes>().cloned()),
                    "podcast" => entry.set(made.get::<Podcast>().cloned()),
                    "media" => entry.set(made.get::<Media>().cloned()),
                    "extensions" => entry.set_extensions(made.extensions().to_vec()),
                    "duration" => {
                        let mut itunes = entry.get::<Itunes>().cloned().unwrap_or_default();
                        itunes.duration = made.get::<Itunes>().map(|made| made.duration.clone()).unwrap_or_default();
                        entry.set(Some(itunes));
                    }
                    _ => return Err(PyTypeError::new_err(format!("{name}: cannot be replaced"))),
                }
            }
            Ok(Self { reading: this.get().reading.of_entry(entry), index: 0 })
        }

        /// An alias of `replace`, for `copy.replace` of Python 3.13.
        #[pyo3(signature = (**members))]
        fn __replace__(this: &Bound<'_, Self>, members: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
            Self::replace(this, members)
        }

        /// The URL of a small picture: a thumbnail of Media RSS, or else the image of the entry or of iTunes.
        #[getter]
        fn thumbnail(&self) -> Option<&str> {
            let entry = self.model();
            let media = entry.get::<Media>().into_iter();
            let mut thumbnails = media.flat_map(|media| {
                let of_members = media.members().flat_map(|member| member.thumbnails().iter());
                media.details.thumbnails.iter().chain(of_members)
            });
            let of_itunes = || entry.get::<Itunes>().and_then(|itunes| itunes.image.as_deref());
            thumbnails.find_map(|thumbnail| thumbnail.url.as_deref()).or_else(|| self.image()).or_else(of_itunes)
        }

        /// The first valid date: published, updated, created.
        #[getter]
        fn date<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDateTime>>> {
            let entry = self.model();
            let all = [&entry.published, &entry.updated, entry.created()];
            let first = all.into_iter().find(|date| date.value.is_some());
            first.map_or(Ok(None), |first| date(py, first))
        }

    }
}
