//! Plain values of a program in the fields of the model: values of the view, and of feeds created by a program.

use std::time::Duration;

use bozofeed::content::is_script_url;
use bozofeed::date;
use bozofeed::model::itunes::Itunes;
use bozofeed::model::media::Media;
use bozofeed::model::podcast::Podcast;
use bozofeed::model::webfeeds::WebFeeds;
use bozofeed::model::{Date, Entry, Extension, Feed, Generator, Image, Link, Person, Str, Tag, Text, Typed};
use serde_json::{Map, Value};

use crate::checked::{Problem, read};

/// The members of a program's object.
pub(crate) type Members = Map<String, Value>;

/// Declares the function that sets fields, and the names of the fields, in the order of setting. A null removes the value.
macro_rules! fields {
    ($(#[$meta:meta])* fn $set_all:ident($names:ident, $to:ident: &mut $of:ty, $value:ident) { $($name:literal => $set:expr,)* }) => {
        const $names: &[&str] = &[$($name),*];

        $(#[$meta])*
        pub(crate) fn $set_all($to: &mut $of, members: &Members) -> Result<(), Problem> {
            if let Some(unknown) = members.keys().find(|name| !$names.contains(&name.as_str())) {
                return Err(Problem::unknown(unknown, $names));
            }
            $(if let Some($value) = members.get($name) {
                let $value = Some($value).filter(|value| !value.is_null());
                let mut set = || -> Result<(), Problem> {
                    $set;
                    Ok(())
                };
                set().map_err(|problem| problem.within($name))?;
            })*
            Ok(())
        }
    };
}

// Vocabularies come first, since the other fields may also change them.
fields! {
    /// Sets fields of a feed.
    fn set_feed(FEED, feed: &mut Feed, value) {
        "itunes" => feed.set::<Itunes>(value.map(read).transpose()?),
        "podcast" => feed.set::<Podcast>(value.map(read).transpose()?),
        "extensions" => feed.set_extensions(list(value, read::<Extension>)?),
        "title" => feed.title = plain(value)?,
        "link" => {
            let page = url(value)?;
            replace_page(&mut feed.links, feed.link.as_ref(), page.as_ref());
            feed.link = page;
        },
        "url" => {
            feed.set_href(None);
            set_link(&mut feed.links, "self", url(value)?);
        },
        "id" => feed.id = text(value)?,
        "description" => {
            feed.summary = None;
            feed.set_subtitle(plain(value)?);
        },
        "language" => feed.set_language(text(value)?),
        "date" => {
            feed.published = Date::default();
            feed.updated = day(value)?;
        },
        "authors" => feed.authors = authors(value, &feed.authors)?,
        "categories" => feed.tags = categories(value, &feed.tags)?,
        "image" => {
            let image = url(value)?;
            if image.is_none() {
                feed.set_logo(None);
                feed.set::<WebFeeds>(None);
            }
            if let Some(mut itunes) = feed.get::<Itunes>().cloned() {
                itunes.image = None;
                feed.set(Some(itunes));
            }
            feed.set_image(image.map(|href| picture(href, feed.image())));
        },
        "icon" => feed.set_icon(url(value)?),
        "rights" => feed.set_rights(plain(value)?),
        "generator" => feed.set_generator(text(value)?.map(|name| {
            let mut generator = Generator::default();
            generator.name = Some(name);
            generator
        })),
        "ttl" => feed.set_ttl(number(value)?.map(Into::into).unwrap_or_default()),
        "hub" => set_link(&mut feed.links, "hub", url(value)?),
        "next" => set_link(&mut feed.links, "next", url(value)?),
        "newUrl" => {
            feed.set_new_location(None);
            let mut itunes = feed.get::<Itunes>().cloned().unwrap_or_default();
            itunes.new_feed_url = url(value)?;
            feed.set(Some(itunes));
        },
    }
}

fields! {
    /// Sets fields of an entry.
    fn set_entry(ENTRY, entry: &mut Entry, value) {
        "itunes" => entry.set::<Itunes>(value.map(read).transpose()?),
        "podcast" => entry.set::<Podcast>(value.map(read).transpose()?),
        "media" => entry.set::<Media>(value.map(read).transpose()?),
        "extensions" => entry.set_extensions(list(value, read::<Extension>)?),
        "title" => entry.title = plain(value)?,
        "link" => {
            let page = url(value)?;
            // An identifier that is the page is also its address.
            if entry.id_is_permalink == Some(true) && entry.id == entry.link {
                entry.id_is_permalink = Some(false);
            }
            replace_page(&mut entry.links, entry.link.as_ref(), page.as_ref());
            entry.link = page;
        },
        "id" => {
            entry.id = text(value)?;
            entry.id_is_permalink = None;
        },
        "date" => entry.published = day(value)?,
        "updated" => entry.updated = day(value)?,
        "html" => set_content(entry, text(value)?.map(|html| Text::html(html.as_str()))),
        "text" => set_content(entry, plain(value)?),
        "summary" => {
            // So far, the summary may have served as the content.
            if entry.content.is_empty() {
                entry.content.extend(entry.summary.take());
            }
            entry.summary = plain(value)?;
        },
        "authors" => entry.authors = authors(value, &entry.authors)?,
        "categories" => entry.tags = categories(value, &entry.tags)?,
        "enclosures" => set_enclosures(entry, value)?,
        "image" => set_image(entry, url(value)?)?,
        "duration" => {
            let duration = seconds(value)?;
            let mut itunes = entry.get::<Itunes>().cloned().unwrap_or_default();
            itunes.duration = duration.map(Into::into).unwrap_or_default();
            if duration.is_none() {
                entry.links.iter_mut().for_each(|link| link.set_duration(Typed::default()));
            }
            entry.set(Some(itunes));
        },
        "language" => entry.set_language(text(value)?),
        "comments" => {
            entry.links.retain(|link| link.rel != "replies");
            entry.set_comments(url(value)?);
        },
    }
}

fn is_not(value: &Value, expected: &str) -> Problem {
    let shown = match value {
        Value::Object(_) => "an object".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::String(text) => format!("'{text}'"),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
    };
    Problem::value(format!("{shown} is not {expected}"))
}

fn text(value: Option<&Value>) -> Result<Option<Str>, Problem> {
    let text = |value: &Value| value.as_str().map(Str::from).ok_or_else(|| is_not(value, "a string"));
    value.map(text).transpose()
}

fn plain(value: Option<&Value>) -> Result<Option<Text>, Problem> {
    Ok(text(value)?.map(|text| Text::plain(text.as_str())))
}

fn url(value: Option<&Value>) -> Result<Option<Str>, Problem> {
    let url = text(value)?;
    match url {
        Some(url) if is_script_url(&url) => {
            Err(Problem { reason: "script_url", ..Problem::value(format!("'{url}' would run a script")) })
        }
        url => Ok(url),
    }
}

fn number(value: Option<&Value>) -> Result<Option<u64>, Problem> {
    value.map(|value| value.as_u64().ok_or_else(|| is_not(value, "a whole number from 0"))).transpose()
}

fn seconds(value: Option<&Value>) -> Result<Option<Duration>, Problem> {
    let seconds = |value: &Value| {
        let duration = value.as_f64().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        duration.ok_or_else(|| is_not(value, "a number of seconds"))
    };
    value.map(seconds).transpose()
}

fn day(value: Option<&Value>) -> Result<Date, Problem> {
    let date = |value: &Value| {
        let read = value.as_str().and_then(|text| date::parse(text).ok());
        read.map(|date| Date::from(date.instant())).ok_or_else(|| is_not(value, "a date"))
    };
    Ok(value.map(date).transpose()?.unwrap_or_default())
}

fn list<T>(value: Option<&Value>, of: impl Fn(&Value) -> Result<T, Problem>) -> Result<Vec<T>, Problem> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let values = value.as_array().ok_or_else(|| is_not(value, "a list"))?;
    let each = values.iter().enumerate();
    each.map(|(at, value)| of(value).map_err(|problem| problem.within(format!("[{at}]")))).collect()
}

/// Returns the members of an object. Unknown members are errors.
fn members<'v>(value: &'v Value, known: &[&str], expected: &str) -> Result<&'v Members, Problem> {
    let members = value.as_object().ok_or_else(|| is_not(value, expected))?;
    match members.keys().find(|name| !known.contains(&name.as_str())) {
        Some(unknown) => Err(Problem::unknown(unknown, known)),
        None => Ok(members),
    }
}

/// Applies a function to a member of an object, if it has the member.
fn member<'v, T>(
    members: &'v Members,
    name: &str,
    of: impl FnOnce(Option<&'v Value>) -> Result<T, Problem>,
) -> Result<T, Problem> {
    of(members.get(name).filter(|value| !value.is_null())).map_err(|problem| problem.within(name))
}

/// Returns the authors. An author whose name is unchanged keeps further values in the model.
fn authors(value: Option<&Value>, known: &[Person]) -> Result<Vec<Person>, Problem> {
    list(value, |value| {
        let name = text(value.is_string().then_some(value))?;
        let (name, email, page) = if name.is_some() {
            (name, None, None)
        } else {
            let given = members(value, &["name", "email", "url"], "a name, or an object with one")?;
            (member(given, "name", text)?, member(given, "email", text)?, member(given, "url", url)?)
        };
        let is_same = |person: &&Person| person.display_name() == name.as_deref();
        let person = known.iter().find(is_same);
        if let Some(person) = person.filter(|person| {
            let is_kept = |new: &Option<Str>, old: &Option<Str>| new.is_none() || new == old;
            is_kept(&email, &person.email) && is_kept(&page, &person.uri)
        }) {
            return Ok(person.clone());
        }
        let mut author = Person::default();
        (author.name, author.email, author.uri) = (name, email, page);
        if let Some(avatar) = person.and_then(Person::avatar) {
            author.set_avatar(Some(avatar.into()));
        }
        Ok(author)
    })
}

/// Returns the categories. A category whose name is unchanged keeps further values in the model.
fn categories(value: Option<&Value>, known: &[Tag]) -> Result<Vec<Tag>, Problem> {
    list(value, |value| {
        if value.is_object() {
            return read(value);
        }
        let name = text(Some(value))?.unwrap_or_default();
        let is_same = |tag: &&Tag| crate::view::category(tag) == Some(name.as_str());
        Ok(known.iter().find(is_same).cloned().unwrap_or_else(|| Tag::new(name.clone())))
    })
}

fn set_enclosures(entry: &mut Entry, value: Option<&Value>) -> Result<(), Problem> {
    const MEMBERS: &[&str] = &["url", "type", "length", "title", "duration"];
    let known = &entry.links;
    let enclosures = list(value, |value| {
        let given = members(value, MEMBERS, "an object with a URL")?;
        let href = member(given, "url", url)?;
        let is_same = |link: &&Link| link.rel == "enclosure" && link.href == href;
        let mut link = known.iter().find(is_same).cloned().unwrap_or_default();
        (link.rel, link.href) = (Str::from_static("enclosure"), href);
        link.media_type = member(given, "type", text)?;
        if link.length().value != member(given, "length", number)? {
            link.set_length(member(given, "length", number)?.map(Into::into).unwrap_or_default());
        }
        if link.duration().value != member(given, "duration", seconds)? {
            link.set_duration(member(given, "duration", seconds)?.map(Into::into).unwrap_or_default());
        }
        link.set_title(member(given, "title", text)?);
        Ok(link)
    })?;
    entry.links.retain(|link| link.rel != "enclosure");
    entry.links.extend(enclosures);
    Ok(())
}

/// Replaces the links to the page.
fn replace_page(links: &mut Vec<Link>, old: Option<&Str>, new: Option<&Str>) {
    let is_page = |link: &Link| link.rel == "alternate" && old.is_some() && link.href.as_ref() == old;
    match new {
        Some(new) => {
            links.iter_mut().filter(|link| is_page(link)).for_each(|link| link.href = Some(new.clone()));
        }
        None => links.retain(|link| !is_page(link)),
    }
}

/// Replaces the links with a relation.
fn set_link(links: &mut Vec<Link>, rel: &'static str, href: Option<Str>) {
    links.retain(|link| !link.rel.eq_ignore_ascii_case(rel));
    links.extend(href.map(|href| Link::new(rel, href)));
}

/// Replaces the text that readers show.
fn set_content(entry: &mut Entry, text: Option<Text>) {
    let shown = entry.best_content();
    let is_shown = |text: &Text| shown.is_some_and(|shown| std::ptr::eq(shown, text));
    let (is_summary, at) =
        (entry.summary.as_ref().is_some_and(is_shown), entry.content.iter().position(is_shown));
    match (at, text) {
        (Some(at), Some(text)) => {
            entry.content.iter_mut().skip(at).take(1).for_each(|shown| *shown = text.clone());
        }
        (None, Some(text)) if is_summary => entry.summary = Some(text),
        (None, Some(text)) => entry.content.push(text),
        // Nothing is shown in its place.
        (_, None) => {
            entry.content.clear();
            entry.summary = entry.summary.take().filter(|_| !is_summary);
        }
    }
}

/// Returns an image with a URL, keeping the values of a known image with this URL.
fn picture(href: Str, known: Option<&Image>) -> Image {
    if let Some(known) = known.filter(|known| known.href.as_ref() == Some(&href)) {
        return known.clone();
    }
    let mut image = Image::default();
    image.href = Some(href);
    image
}

fn set_image(entry: &mut Entry, href: Option<Str>) -> Result<(), Problem> {
    let is_removed = href.is_none();
    entry.set_image(href.map(|href| picture(href, entry.image())));
    if is_removed {
        entry.set_banner_image(None);
        let itunes = entry.get::<Itunes>().cloned().map(|mut itunes| {
            itunes.image = None;
            itunes
        });
        entry.set(itunes);
        let podcast = entry.get::<Podcast>().cloned().map(|mut podcast| {
            podcast.images.clear();
            podcast
        });
        entry.set(podcast);
        if let Some(picture) = entry.picture() {
            return Err(Problem::value(format!(
                "'{}' is in the content, the media or the enclosures: remove it there",
                picture.url
            )));
        }
    }
    Ok(())
}
