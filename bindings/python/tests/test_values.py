"""Values can be compared, hashed, copied, pickled and created; locations are distinguished from documents; parsing never fails."""

from __future__ import annotations

import copy
import inspect
import io
import mmap
import operator
import pathlib
import pickle
import tempfile
import weakref
from collections.abc import Sequence
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

import bozofeed
from bozofeed import Entry, Extension, Feed, Link, Parsed, Person, Tag, Text

ATOM = b"""<feed xmlns='http://www.w3.org/2005/Atom' xmlns:x='urn:x' xmlns:media='http://search.yahoo.com/mrss/'><title>Tides & winds</title>
<author><name>Ada</name></author><entry><id>urn:1</id><title type='html'>&lt;b>High&lt;/b></title><rights>(c) Ada</rights>
<link rel='enclosure' href='a.mp3' type='audio/mpeg' length='7' zebra='1' apple='2' x:mouse='3'/><category term='sea' scheme='urn:s'/>
<published>2026-01-02T22:15:00.123456+09:00</published><updated>2026-01-03</updated><content type='html'>&lt;p onclick='a()'>text</content>
<media:thumbnail url='small.png'/><x:height unit='m'>4<x:low/></x:height><source><title>Harbour</title></source></entry>
<entry><id>urn:1</id><title>Low</title><created>soon</created></entry></feed>"""


def values(parsed: Parsed) -> list[Any]:
    first = parsed.entries[0]
    return [
        parsed, parsed.feed, parsed.entries, first, parsed.entries[1], first.source, first.title, first.content, first.links[0], first.tags[0],
        first.extensions[0], first.authors[0], parsed.bozo, parsed.faults[0], parsed.warnings[0], bozofeed.check(ATOM)[0], bozofeed.explain(ATOM)[0],
    ]  # fmt: skip


def test_findings_have_the_sections_of_the_format() -> None:
    missing = {
        "<rss version='2.0'><channel/></rss>": ("RSS Profile", "https://www.rssboard.org/rss-profile"),
        "<feed xmlns='http://www.w3.org/2005/Atom'/>": ("RFC 4287 §4.1.1", "https://www.rfc-editor.org/rfc/rfc4287.html#section-4.1.1"),
    }
    found = {document: [finding.sections for finding in bozofeed.check(document) if finding.rule == "feed-self-missing"] for document in missing}
    assert found == {document: [[section]] for document, section in missing.items()}


def test_values_are_equal_copied_and_pickled() -> None:
    failures = []
    for one, other in zip(values(bozofeed.parse(ATOM)), values(bozofeed.parse(ATOM))):
        copies = [other, copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one)), copy.deepcopy([one])[0]]
        if any(made != one or hash(made) != hash(one) or repr(made) != repr(one) for made in copies) or one == 7 or one is other:
            failures.append(one)
        if weakref.ref(one)() is not one:
            failures.append(one)
    assert not failures
    first, second = bozofeed.parse(ATOM).entries
    assert first != second and first.title != second.title and len({first, second, *bozofeed.parse(ATOM).entries}) == 2


def test_pickled_entries_keep_what_belongs_to_them() -> None:
    for entry in bozofeed.parse(ATOM).entries:
        restored = pickle.loads(pickle.dumps(entry))
        assert restored.identity == entry.identity and restored.author == entry.author and restored.source == entry.source
    assert len({entry.identity for entry in bozofeed.parse(ATOM).entries}) == 2


def test_json_is_read_back() -> None:
    for one in values(bozofeed.parse(ATOM)):
        if not isinstance(one, bozofeed.Entries):
            assert type(one).from_json(one.to_json()) == one
            assert one.to_dict() == __import__("json").loads(one.to_json())
    with pytest.raises(ValueError):
        Entry.from_json("[")


def test_values_are_made() -> None:
    date = datetime(2026, 1, 2, 22, 15, tzinfo=timezone(timedelta(hours=9)))
    entry = Entry(
        title="High", link="https://e.example/1", links=[Link("a.mp3", "enclosure", "audio/mpeg", length=7, duration=timedelta(seconds=62))], id="1",
        contents=[Text("<p onclick='a()'>b</p>", "text/html", language="de", base="https://e.example/")], authors=[Person("Ada", "ada@e.example")],
        published=date, tags=[Tag("sea", "urn:s", "Sea")], extensions=[Extension("x", "y", prefix="z", namespace="urn:z", attributes={"b": "1", "a": "2"})],
    )  # fmt: skip
    assert entry.title == Text("High") and entry.published == date and entry.published and entry.published.utcoffset() == timedelta(hours=9)
    assert entry.content and entry.content.html == "<p>b</p>" and not entry.content.is_sanitized and entry.content.language == "de"
    assert (entry.enclosures[0].length, entry.enclosures[0].duration) == (7, timedelta(seconds=62))
    assert entry.author == Person("Ada", "ada@e.example") and entry.tags == [Tag("sea", "urn:s", "Sea")]
    assert list(entry.extensions[0].attributes) == ["b", "a"]
    parsed = Parsed(Feed(title="Tides", link="https://e.example/"), [entry], version="rss20")
    assert parsed.version == "rss20" and parsed.bozo is None and parsed.is_feed
    again = bozofeed.parse(parsed.to_atom())
    assert again.feed.title == Text("Tides") and again.entries[0].published == date
    with pytest.raises(ValueError, match="time zone"):
        Entry(published=datetime(2026, 1, 2))
    with pytest.raises(ValueError, match="unknown version"):
        Parsed(version="rss99")
    with pytest.raises(TypeError):
        Entry(headline="x")  # type: ignore[call-arg]


def test_texts_are_like_strings() -> None:
    assert not Text("") and Text("a") and f"{Text('High'):>6}" == "  High" and str(Text("High")) == "High"
    assert Text("a") == "a" != Text("b") and Text("a") != Text("a", "text/html") and hash(Text("a")) == hash("a")


def test_attributes_are_in_the_order_written() -> None:
    link = bozofeed.parse(ATOM).entries[0].links[0]
    assert list(link.attributes) == ["zebra", "apple", "x:mouse"]


def test_entries_are_a_sequence_at_run_time() -> None:
    entries = bozofeed.parse(ATOM).entries
    assert isinstance(entries, Sequence) and list(reversed(entries)) == [entries[1], entries[0]]
    assert entries.index(entries[1]) == 1 and entries.count(entries[0]) == 1 and entries[1] in entries and Entry() not in entries
    with pytest.raises(ValueError):
        entries.index(entries[0], 1)


def test_entries_have_what_readers_show() -> None:
    entry = bozofeed.parse(ATOM, url="https://e.example/").entries[0]
    assert entry.rights == Text("(c) Ada", base="https://e.example/") or (entry.rights and entry.rights.value == "(c) Ada")
    assert entry.thumbnail == "https://e.example/small.png" and entry.author and entry.author.name == "Ada" and entry.image is None


def test_dates_without_a_zone_say_so() -> None:
    entry = bozofeed.parse(ATOM).entries[0]
    assert entry.updated == datetime(2026, 1, 3, tzinfo=timezone.utc)
    names = [date.tzname() for date in (entry.published, entry.updated) if date]
    assert names == ["UTC+09:00", "-00:00"]
    utc = bozofeed.parse("<feed><updated>2026-01-03T00:00:00Z</updated></feed>").feed.updated
    assert utc and utc.tzinfo is timezone.utc


def test_unknown_vocabularies_are_errors() -> None:
    entry = bozofeed.parse(ATOM).entries[0]
    assert entry.vocabulary("itunes") is None and entry.vocabulary("media")
    with pytest.raises(ValueError, match="unknown vocabulary 'itune'"):
        entry.vocabulary("itune")


def test_locations_are_not_documents(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "feed.xml"
    path.write_bytes(ATOM)
    for location, way in [("https://e.example/feed", "feedparser.parse"), (str(path), "pathlib.Path"), ("/no/such/feed", "pathlib.Path")]:
        with pytest.warns(UserWarning, match=way) as warned:
            assert not bozofeed.parse(location).is_feed
        assert warned[0].filename == __file__
    with tempfile.TemporaryFile() as file:
        file.write(ATOM)
        file.flush()
        with mmap.mmap(file.fileno(), 0) as mapped:
            sources: list[Any] = [path, path.open("rb"), io.BytesIO(ATOM), io.StringIO(ATOM.decode()), memoryview(ATOM), bytearray(ATOM), mapped]
            titles = [bozofeed.parse(source).feed.title for source in sources]
            sources = [bozofeed.Document(source, name="n") for source in (path, io.BytesIO(ATOM), ATOM)]
            titles += [bozofeed.parse(source).feed.title for source in sources]
    assert {title.value for title in titles if title} == {"Tides & winds"} and len(titles) == 10
    with pytest.raises(FileNotFoundError):
        bozofeed.parse(tmp_path / "none.xml")
    assert bozofeed.parse(path, limits={"size": 60}).bozo == bozofeed.parse(ATOM, limits={"size": 60}).bozo


def test_lone_surrogates_are_replaced() -> None:
    from bozofeed import feedparser

    document = "<rss><channel><title>a\udce4b\ud83d\ude00</title></channel></rss>"
    title = bozofeed.parse(document, headers={"x": "\udce4"}).feed.title
    assert title and title.value == "a\ufffdb\U0001f600"
    assert feedparser.parse(document).feed.title == "a\ufffdb\U0001f600"


def test_headers_come_in_every_form() -> None:
    document = b"<rss><channel><title>M\xf6we</title></channel></rss>"
    value = "text/xml; charset=iso-8859-1"
    headers: list[Any] = [{"content-type": value, "x": None}, {"Content-Type": value.encode()}, [("CONTENT-TYPE", value), ("a", "b")]]
    for form in headers:
        parsed = bozofeed.parse(document, headers=form)
        assert parsed.encoding == "iso-8859-1" and parsed.bozo is None


def test_types_can_be_imported() -> None:
    from bozofeed import Sanitize, Source

    assert bytes in Source.__args__ and "reader" in Sanitize.__args__  # type: ignore[attr-defined]


def test_images_of_feeds_are_attributes() -> None:
    assert bozofeed.Feed(image="https://harbour.example/i.png").image == "https://harbour.example/i.png"
    assert bozofeed.Feed().image is None


def test_members_of_entries_are_replaced() -> None:
    feed = "<rss version='2.0'><channel><author>Ada</author><item><title>Fog</title><link>/fog</link><guid>urn:fog</guid></item></channel></rss>"
    entry = bozofeed.parse(feed, url="https://harbour.example/").entries[0]
    date = datetime(2026, 1, 3, tzinfo=timezone.utc)
    values = {
        "title": "Rain",
        "link": "https://harbour.example/rain",
        "links": [bozofeed.Link("https://harbour.example/1.mp3", "enclosure")],
        "id": "urn:rain",
        "summary": "Short",
        "contents": ["Long"],
        "authors": [bozofeed.Person("Ben")],
        "published": date,
        "updated": date,
        "tags": [bozofeed.Tag("sea")],
        "rights": "Mine",
        "image": "https://harbour.example/1.png",
        "language": "de",
        "duration": timedelta(seconds=62),
        "itunes": {"season": 3},
        "podcast": {"persons": [{"name": "Ada"}]},
        "media": {"details": {"thumbnails": [{"url": "https://harbour.example/2.png"}]}},
        "extensions": [bozofeed.Extension("height", "3")],
    }
    assert set(inspect.signature(bozofeed.Entry).parameters) == set(values)
    for name, value in values.items():
        changes: dict[str, Any] = {name: value}
        replaced = entry.replace(**changes)
        shown: Any = operator.methodcaller("vocabulary", name) if name in ("itunes", "podcast", "media") else operator.attrgetter(name)
        assert shown(replaced) == shown(bozofeed.Entry(**changes)) and shown(replaced) != shown(entry), name
        others = [other for other in ("title", "link", "id") if other != name]
        assert [getattr(replaced, other) for other in others] == [getattr(entry, other) for other in others], name
        assert shown(replaced.replace(**{name: None})) == shown(entry.replace(**{name: None})), name
    assert entry.title == "Fog" and entry.replace() == entry
    assert entry.replace(title="Rain").author == entry.author
    both = bozofeed.Entry(itunes={"season": 3}).replace(duration=timedelta(seconds=62))
    assert both.duration == timedelta(seconds=62) and both.vocabulary("itunes")["season"]["value"] == 3
    assert entry.__replace__(title="Rain") == entry.replace(title="Rain")
