use std::rc::Rc;
use std::sync::Arc;

use super::*;
use crate::budget::Budget;
use crate::model::{Attributes, Cloud, Date, Extension, Feed, Generator, Str, Typed};

/// The order in which candidates are compared, the best first: each has a priority above the next one, and the reason why the next
/// one loses.
#[test]
fn a_candidate_is_compared_by_completeness_rank_nearness_and_place() {
    use CandidateOutcome::{Empty, Farther, Incomplete, LowerPrecedence, LowerRank, Unreadable};
    use Completeness::{Full, Partial, Raw};
    let priority =
        |completeness, rank, depth, place| Priority::new(rank, depth).in_place(place).with(completeness);
    let order = [
        (priority(Full, Rank::Own, 2, 0), LowerPrecedence),
        (priority(Full, Rank::Own, 2, 1), LowerPrecedence),
        (priority(Full, Rank::Own, 2, 15), Farther),
        (priority(Full, Rank::Own, 3, 0), Farther),
        (priority(Full, Rank::Own, usize::MAX, 0), LowerRank),
        (priority(Full, Rank::Elder, 2, 0), LowerRank),
        (priority(Full, Rank::Hint, 2, 0), Incomplete),
        (priority(Partial, Rank::Own, 2, 0), Unreadable),
        (priority(Raw, Rank::Own, 2, 0), Empty),
        (priority(Completeness::Empty, Rank::Own, 2, 0), Empty),
    ];
    let mut wrong = Vec::new();
    for (better, worse) in order.iter().zip(order.iter().skip(1)) {
        let reason = worse.0.reason_against(better.0, true);
        if better.0 <= worse.0 || reason != better.1 {
            wrong.push((better.0, worse.0, reason));
        }
    }
    assert_eq!(wrong, []);
    let one = order[0].0;
    assert_eq!(one.reason_against(one, true), CandidateOutcome::Later);
    assert_eq!(one.reason_against(one, false), CandidateOutcome::Earlier);
    // There are sixteen places.
    assert_eq!(priority(Full, Rank::Own, 2, 15), priority(Full, Rank::Own, 2, 200));
}

fn number(raw: &str) -> Typed<u32> {
    Typed::new(raw, |raw| raw.parse().ok())
}

fn feed_with(set: impl FnOnce(&mut Feed)) -> Feed {
    let mut feed = Feed::default();
    set(&mut feed);
    feed
}

#[test]
fn a_value_is_complete_if_it_has_what_matters_most() {
    use Completeness::{Empty, Full, Partial, Raw};
    let text = |text: &str| Some(Text::plain(text));
    let content = |src: Option<&str>| {
        let mut content = Text::new("", "image/png");
        content.set_src(src.map(Str::from));
        content
    };
    let table: [(&str, &dyn Complete, Completeness); 36] = [
        ("a word", &Str::from("a"), Full),
        ("no word", &Str::default(), Empty),
        ("a text", &Text::plain("a"), Full),
        ("no text", &Text::plain(""), Empty),
        ("content elsewhere", &content(Some("https://h.example/")), Full),
        ("no content", &content(None), Empty),
        ("a number", &number("1"), Full),
        ("no number", &number("x"), Raw),
        ("no text of a number", &number(""), Empty),
        ("an absent number", &Typed::<u32>::default(), Empty),
        ("a name", &made!(Person { name: Some("a".into()) }), Full),
        ("an address", &made!(Person { email: Some("a@h.example".into()) }), Full),
        ("a page", &made!(Person { uri: Some("https://h.example/".into()) }), Full),
        ("an empty name", &made!(Person { name: Some("".into()) }), Partial),
        ("nobody", &Person::default(), Empty),
        ("the URL of an image", &made!(Image { href: Some("https://h.example/i".into()) }), Full),
        ("the title of an image", &made!(Image { title: text("a") }), Partial),
        ("the page of an image", &made!(Image { link: Some("https://h.example/".into()) }), Partial),
        ("the text of an image", &made!(Image { description: text("a") }), Partial),
        ("the width of an image", &made!(Image { width: number("x") }), Partial),
        ("the height of an image", &made!(Image { height: number("1") }), Partial),
        ("an image with an empty title", &made!(Image { title: text("") }), Raw),
        ("no image", &Image::default(), Empty),
        ("a generator", &made!(Generator { name: Some("a".into()) }), Full),
        ("the page of a generator", &made!(Generator { uri: Some("https://h.example/".into()) }), Full),
        ("the version of a generator", &made!(Generator { version: Some("1".into()) }), Partial),
        ("a cloud", &made!(Cloud { domain: Some("h.example".into()) }), Full),
        ("the path of a cloud", &made!(Cloud { path: Some("/".into()) }), Partial),
        ("the link of a text input", &made!(TextInput { link: Some("https://h.example/".into()) }), Full),
        ("the name of a text input", &made!(TextInput { name: Some("q".into()) }), Partial),
        ("the title of a text input", &made!(TextInput { title: text("a") }), Partial),
        ("the text of a text input", &made!(TextInput { description: text("a") }), Partial),
        ("a text input with an empty title", &made!(TextInput { title: text("") }), Raw),
        ("a source with an identifier", &made!(Feed { id: Some("urn:x:1".into()) }), Full),
        ("a source with a link", &made!(Feed { links: vec![Link::new("self", "https://h.example/")] }), Full),
        ("a source with a subtitle", &feed_with(|feed| feed.set_subtitle(text("a"))), Partial),
    ];
    let wrong: Vec<_> = table
        .iter()
        .map(|(name, value, expected)| (*name, value.completeness(), *expected))
        .filter(|(_, found, expected)| found != expected)
        .collect();
    assert_eq!(wrong, []);
    for (name, feed) in [
        ("title", made!(Feed { title: text("a") })),
        ("href", feed_with(|feed| feed.set_href(Some("https://h.example/".into())))),
    ] {
        assert_eq!(feed.completeness(), Full, "{name}");
    }
}

#[test]
fn an_equal_value_replaces_the_known_one() {
    for (known, value, kept, loser) in [
        ("1", "2", "2", Some("1")),
        ("1", "x", "1", Some("x")),
        ("x", "y", "y", Some("x")),
        ("", "x", "x", Some("")),
    ] {
        let mut field = Some(number(known));
        let lost = fill(&mut field, number(value));
        let texts = (field.as_ref().map(Typed::text), lost.as_ref().map(Typed::text));
        assert_eq!(texts, (Some(kept), loser), "{known} {value}");
    }
}

fn date(raw: &str) -> Date {
    made!(Date { raw: Some(raw.into()), ..crate::date::parse(raw).map(Date::from).unwrap_or_default() })
}

#[test]
fn values_that_mean_the_same_are_told_apart_from_others() {
    #[allow(clippy::needless_pass_by_value, reason = "the rows make their values")]
    fn same<T: FieldValue>(one: T, other: T) -> bool {
        one.means_same_as(&other) && other.means_same_as(&one)
    }
    let person = |name: &str, email: Option<&str>| {
        made!(Person { name: Some(name.into()), email: email.map(Str::from) })
    };
    let image =
        |url: &str, title: &str| made!(Image { href: Some(url.into()), title: Some(Text::plain(title)) });
    for (name, found, expected) in [
        ("words", same(Str::from("a"), Str::from(" a\n")), true),
        ("other words", same(Str::from("a"), Str::from("A")), false),
        ("texts of two types", same(Text::plain("a"), Text::html("a")), true),
        (
            "an instant in two spellings",
            same(date("2026-11-21T09:30:00Z"), date("2026-11-21T10:30:00+01:00")),
            true,
        ),
        ("two instants", same(date("2026-11-21T09:30:00Z"), date("2026-11-21T09:30:01Z")), false),
        ("unreadable dates", same(date("soon"), date("soon")), true),
        ("other unreadable dates", same(date("soon"), date("later")), false),
        ("unreadable numbers", same(number("x"), number("y")), false),
        ("persons", same(person("A", None), person("A", None)), true),
        ("a person with more", same(person("A", None), person("A", Some("a@h.example"))), false),
        ("images", same(image("u", "a"), image("u", "a")), true),
        ("an image with another title", same(image("u", "a"), image("u", "b")), false),
        ("a value of another field", same(Single::Docs("a".into()), Single::Icon("a".into())), false),
        ("a value of a field", same(Single::Docs("a".into()), Single::Docs("a".into())), true),
    ] {
        assert_eq!(found, expected, "{name}");
    }
}

/// Returns an extension in a short form: `<name a='1' 'text' <child>>`.
fn shown(extension: &Extension) -> String {
    let attributes = extension.attributes.iter().map(|(name, value)| format!(" {name}='{value}'"));
    let text = if extension.text.is_empty() { String::new() } else { format!(" '{}'", extension.text) };
    let children = extension.children.iter().map(|child| format!(" {}", shown(child)));
    format!("<{}{}{text}{}>", extension.name, attributes.collect::<String>(), children.collect::<String>())
}

#[test]
fn a_value_is_described_by_its_text_or_by_attributes_or_elements() {
    let of_name = |name: &str| made!(Extension { name: name.into() });
    let attributes = |pairs: &[(&str, &str)]| pairs.iter().copied().collect::<Attributes>();
    let cloud = made!(Cloud {
        domain: Some("h.example".into()),
        port: Typed::new("80", |raw| raw.parse().ok()),
        path: Some("/".into()),
        register_procedure: Some("r".into()),
        protocol: Some("soap".into()),
        attributes: attributes(&[("b", "1")]),
    });
    let generator =
        made!(Generator { name: Some("g".into()), uri: Some("u".into()), version: Some("1".into()) });
    let mut person =
        made!(Person { name: Some("A".into()), email: Some("a@h.example".into()), uri: Some("u".into()) });
    let mut raw = made!(Person { raw: Some("A (x)".into()) });
    for person in [&mut person, &mut raw] {
        person.set_extensions(vec![of_name("x")]);
    }
    let mut src = Text::new("", "image/png");
    src.set_src(Some("u".into()));
    let mut tag = Tag::new("t").within("p");
    (tag.scheme, tag.label) = (Some("s".into()), Some("l".into()));
    let mut link = Link::new("related", "u");
    link.media_type = Some("text/html".into());
    link.attributes = attributes(&[("b", "1")]);
    let table: [(&dyn FieldValue, &str, &str); 11] = [
        (&Text::plain("a"), "a", "<e 'a'>"),
        (&src, "u", "<e src='u'>"),
        (
            &cloud,
            "h.example",
            "<e domain='h.example' port='80' path='/' registerProcedure='r' protocol='soap' b='1'>",
        ),
        (&generator, "g", "<e uri='u' version='1' 'g'>"),
        (&person, "A", "<e <name 'A'> <email 'a@h.example'> <uri 'u'> <x>>"),
        (&raw, "A (x)", "<e 'A (x)' <x>>"),
        (&made!(Image { href: Some("u".into()), title: Some(Text::plain("t")) }), "u", "<e <url 'u'>>"),
        (&ImageUrl("u".into()), "u", "<e href='u'>"),
        (&link, "u", "<e href='u' rel='related' type='text/html' b='1'>"),
        (&tag, "t", "<e term='t' scheme='s' label='l' parent='p'>"),
        (&StatedId { id: "i".into(), permalink: Some(true) }, "i", "<e 'i'>"),
    ];
    let mut wrong = Vec::new();
    for (value, main_text, expected) in table {
        let mut extension = of_name("e");
        value.describe(&mut extension);
        let found = (value.main_text(), shown(&extension));
        if (found.0, found.1.as_str()) != (main_text, expected) {
            wrong.push((found.0.to_owned(), found.1));
        }
    }
    assert_eq!(wrong, []);
    for (value, expected) in [
        (made!(Cloud { path: Some("/".into()), protocol: Some("soap".into()) }), "/"),
        (made!(Cloud { domain: Some("".into()), port: Typed::new("80", |_| None) }), "80"),
    ] {
        assert_eq!(value.main_text(), expected);
    }
}

fn tree(name: &str, attributes: &[(&str, &str)], text: &str, children: Vec<Tree>) -> Tree {
    let mut tree = Tree::new(name.into(), 0);
    tree.attributes = attributes.iter().copied().collect();
    tree.text = text.into();
    let budget = Budget::default();
    for child in children {
        tree.children.extend(budget.keep(child));
    }
    tree
}

type PartialReading<'r> = &'r dyn Fn(&Tree);

#[test]
fn what_was_not_read_of_an_element_is_an_extension() {
    let element =
        || tree("e", &[("a", "1"), ("b", "2"), ("xml:lang", "en")], "t", vec![tree("c", &[], "u", vec![])]);
    let child = |tree: &Tree, read: &dyn Fn(&Tree)| tree.children.iter().for_each(read);
    let table: [(PartialReading<'_>, Option<&str>); 12] = [
        (&|_| {}, Some("<e a='1' b='2' xml:lang='en' 't' <c 'u'>>")),
        (&Tree::mark_element, Some("<e a='1' b='2' 't' <c 'u'>>")),
        (&Tree::mark_text, Some("<e a='1' b='2' <c 'u'>>")),
        (&|tree| tree.mark_attribute(0), Some("<e b='2' 't' <c 'u'>>")),
        (&Tree::mark_attributes, Some("<e 't' <c 'u'>>")),
        (&|tree| child(tree, &Tree::mark_text), Some("<e a='1' b='2' xml:lang='en' 't'>")),
        (
            &|tree| {
                tree.mark_attributes();
                tree.mark_text();
                child(tree, &Tree::mark_text);
            },
            None,
        ),
        (
            &|tree| {
                tree.mark_attributes();
                tree.mark_text();
            },
            Some("<e <c 'u'>>"),
        ),
        (
            &|tree| {
                tree.mark_attributes();
                tree.unmark_attribute(1);
            },
            Some("<e b='2' 't' <c 'u'>>"),
        ),
        (
            &|tree| {
                tree.mark_text();
                tree.unmark_text();
            },
            Some("<e a='1' b='2' 't' <c 'u'>>"),
        ),
        (
            &|tree| {
                child(tree, &Tree::mark_text);
                tree.mark_attributes();
                tree.unmark();
            },
            Some("<e a='1' b='2' xml:lang='en' 't' <c 'u'>>"),
        ),
        (&|tree| child(tree, &Tree::mark_element), Some("<e a='1' b='2' xml:lang='en' 't' <c 'u'>>")),
    ];
    let mut wrong = Vec::new();
    for (at, (read, expected)) in table.into_iter().enumerate() {
        let element = element();
        read(&element);
        let found = element.into_unread().as_ref().map(shown);
        if found.as_deref() != expected {
            wrong.push((at, found));
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn many_attributes_are_not_taken_for_the_text_or_the_element() {
    let attributes: Vec<_> = (0..80).map(|number| (format!("a{number}"), "1")).collect();
    let attributes: Vec<_> = attributes.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    for (position, left) in [(0, 79), (60, 79), (61, 61), (79, 61)] {
        let element = tree("e", &attributes, "t", Vec::new());
        element.mark_attribute(position);
        assert!(element.is_attribute_read(position));
        let unread = element.into_unread().expect("an extension");
        assert_eq!((unread.attributes.len(), &*unread.text), (left, "t"), "{position}");
    }
}

#[test]
fn script_urls_are_not_the_text_of_an_extension() {
    for (name, text, expected) in [
        ("url", "javascript:x()", ""),
        ("note", "javascript:x()", ""),
        ("note", "javascript: a language", "javascript: a language"),
        ("url", "https://h.example/", "https://h.example/"),
    ] {
        let unread = tree(name, &[], text, Vec::new()).into_unread().expect("an extension");
        assert_eq!(&*unread.text, expected, "{name} {text}");
    }
}

#[test]
fn elements_say_the_same_if_all_their_parts_do() {
    let element = || tree("e", &[("a", "1")], "t", vec![tree("c", &[], "u", Vec::new())]);
    let json = made!(Tree { json: Some("1".to_owned()), ..element() });
    for (name, other, expected) in [
        ("the same", element(), true),
        ("another offset", made!(Tree { offset: 5, ..element() }), true),
        ("another name", made!(Tree { name: "f".into(), ..element() }), false),
        ("another vocabulary", made!(Tree { vocabulary: Namespace::UNBOUND, ..element() }), false),
        ("another text", made!(Tree { text: "v".into(), ..element() }), false),
        ("other attributes", made!(Tree { attributes: Attributes::default(), ..element() }), false),
        ("JSON", json, false),
        ("no child", tree("e", &[("a", "1")], "t", Vec::new()), false),
        ("another child", tree("e", &[("a", "1")], "t", vec![tree("c", &[], "v", Vec::new())]), false),
        (
            "one more child",
            tree(
                "e",
                &[("a", "1")],
                "t",
                vec![tree("c", &[], "u", Vec::new()), tree("c", &[], "u", Vec::new())],
            ),
            false,
        ),
    ] {
        assert_eq!(
            (element().says_same_as(&other), other.says_same_as(&element())),
            (expected, expected),
            "{name}"
        );
    }
}

#[test]
fn an_element_with_any_part_is_not_blank() {
    let parts = [
        (tree("e", &[], "", Vec::new()), true, ""),
        (tree("e", &[("a", "1")], "", Vec::new()), false, "1"),
        (tree("e", &[("a", ""), ("b", "2")], "", Vec::new()), false, "2"),
        (tree("e", &[("a", "1")], "t", Vec::new()), false, "t"),
        (tree("e", &[], "", vec![tree("c", &[], "u", Vec::new())]), false, "u"),
    ];
    for (element, is_blank, text) in parts {
        assert_eq!((element.is_blank(), element.display_text().as_str()), (is_blank, text));
    }
}

/// A sink that keeps nothing.
struct Nothing;

impl Sink for Nothing {
    fn begin(&mut self, _: Paid<Subject>, _: bool) {}

    fn offer(&mut self, _: Paid<Single>, _: &Origin<'_>) {}

    fn add(&mut self, _: Paid<Member>, _: &Origin<'_>) {}

    fn add_element(&mut self, _: Paid<Tree>, _: &Origin<'_>) {}

    fn end(&mut self, _: Subject, _: Ending<'_>, _: &ValueReader<'_>) -> usize {
        0
    }
}

#[test]
fn the_base_of_an_element_is_its_own_or_the_page_or_that_of_the_scope() {
    use crate::model::XmlScope;
    let (options, budget) = (Options::default(), Budget::default());
    let scope = |base: &str| Arc::new(made!(XmlScope { base: Some(base.into()) }));
    let outer = scope("outer");
    let same = made!(Tree { scope: Some(Arc::clone(&outer)), ..tree("e", &[], "", Vec::new()) });
    let own = made!(Tree { scope: Some(scope("own")), ..tree("e", &[], "", Vec::new()) });
    let none = tree("e", &[], "", Vec::new());
    for (in_force, page, element, expected) in [
        (None, None, None, ""),
        (Some(&outer), None, None, "outer"),
        (Some(&outer), Some("page"), None, "page"),
        (None, Some("page"), Some(&none), "page"),
        (Some(&outer), Some("page"), Some(&same), "page"),
        (Some(&outer), Some("page"), Some(&own), "own"),
        (Some(&outer), None, Some(&same), "outer"),
        (None, None, Some(&own), "own"),
    ] {
        let values = ValueReader::new(&Nothing, &options, &budget, in_force.cloned());
        let values = values.with_page(page.map(Str::from));
        assert_eq!(values.base_of(element), expected);
    }
}

/// An image without its most important part has a different field than a complete one.
#[test]
fn an_image_without_a_url_is_a_description() {
    for (image, expected) in [
        (made!(Image { href: Some("u".into()) }), SingleField::Image),
        (made!(Image { title: Some(Text::plain("t")) }), SingleField::DescribedImage),
        (made!(Image { title: Some(Text::plain("")) }), SingleField::DescribedImage),
        (Image::default(), SingleField::DescribedImage),
    ] {
        assert_eq!(Single::image(Box::new(image)).field(), expected);
    }
}

#[test]
fn a_journal_says_what_became_of_each_value() {
    let budget = || Budget::default();
    let journal = Journal::new(budget(), Rc::new(budget()));
    let origin = Origin::of_member("e", Rank::Own, 0);
    let note =
        |field, value: &str, choice| journal.note(field, journal.show(|| value.to_owned()), &origin, choice);
    note("title", "a", FieldChoice::Taken);
    note("title", "b", FieldChoice::Lost(CandidateOutcome::Later));
    note("title", "c", FieldChoice::Replaced(CandidateOutcome::LowerRank));
    note("links", "lost", FieldChoice::Lost(CandidateOutcome::OtherFeed));
    note("links", "kept", FieldChoice::Added);
    journal.note_link("comments", 0, FieldChoice::Taken);
    journal.note_link("comments", 1, FieldChoice::Taken);
    note("tags", "t", FieldChoice::Added);
    note("tags", "t", FieldChoice::Added);
    journal.note_repeated("tags", || "t".to_owned());
    note("docs", "", FieldChoice::Nothing);
    note("icon", "i", FieldChoice::Taken);
    journal.revoke(("", "icon"), CandidateOutcome::Incomplete, Kept::No);
    // An entry that is not kept, with an image in it that otherwise would be.
    journal.begin(Subject::Entry);
    journal.begin(Subject::Inner(ScopeKind::Image));
    note("href", "u", FieldChoice::Taken);
    journal.end(Subject::Inner(ScopeKind::Image), Kept::Yes);
    journal.note_in(("", "image"), journal.show(String::new), (&origin, true), FieldChoice::Taken);
    journal.end(Subject::Entry, Kept::No);
    journal.end(Subject::Feed, Kept::Yes);
    let (names, records) = journal.take();
    let names: Vec<_> = names.iter().map(|scope| (&*scope.name, scope.is_lost)).collect();
    assert_eq!(names, [("feed", false), ("entry", true), ("image", false)]);
    let found: Vec<_> = records
        .iter()
        .map(|record| format!("{} {} {}", record.field, record.value, record.outcome.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            "title a lower_rank", "title b later", "title c kept", "links lost other_feed",
            "links kept kept", "comments kept kept", "tags t kept", "tags t repeated", "docs  empty",
            "icon i incomplete", "href u scope_lost", "image  scope_lost",
        ]
    );
}
