"""Messages contain the argument, the value and the allowed values; file errors have an error number and a file name."""

from __future__ import annotations

import datetime
import errno
import pathlib
import re

import bozofeed
import pytest

FEED = "<rss version='2.0'><channel><title>Tides</title><item><title>High</title><link>/1?utm_source=x</link></item></channel></rss>"


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: bozofeed.parse(FEED, sanitize="none"), ValueError, "sanitize: 'none' is not allowed (allowed: true, false, reader, feedparser, off)"),
        (lambda: bozofeed.parse(FEED, sanitize=[1]), TypeError, "sanitize: [1] is not allowed"),
        (lambda: bozofeed.parse(FEED, resolve_urls="no"), TypeError, "resolve_urls: 'no' is not allowed (allowed: true, false)"),
        (lambda: bozofeed.parse(FEED, limits={"entries": -1}), ValueError, "limits.entries: -1 is not allowed (allowed: a whole number from 0)"),
        (lambda: bozofeed.parse(FEED, limits={"entires": 1}), ValueError, "limits.entires: unknown option, did you mean 'entries'? (known: size, "),
        (lambda: bozofeed.parse(FEED, limits=5), TypeError, "limits: 5 is not allowed"),
        (lambda: bozofeed.parse(FEED, encoding_policy="rfc1"), ValueError, "encoding_policy: 'rfc1' is not allowed (allowed: rfc3023, rfc7303)"),
        (lambda: bozofeed.parse(FEED, url=3), TypeError, "url: 3 is not a str"),
        (lambda: bozofeed.parse(FEED, headers=3), TypeError, "headers: 3 is not a mapping or a list of pairs"),
        (lambda: bozofeed.Entry(title=5), TypeError, "title: 5 is not a str or a bozofeed.Text"),
        (lambda: bozofeed.Entry(published="soon"), TypeError, "published: 'soon' is not a datetime.datetime"),
        (lambda: bozofeed.Entry(duration=62), TypeError, "duration: 62 is not a datetime.timedelta that is not negative"),
        (lambda: bozofeed.Entry(authors="a"), TypeError, "authors: 'a' is not a list of bozofeed.Person"),
        (lambda: bozofeed.Entry(links=[5]), TypeError, "links: [5] is not a list of bozofeed.Link"),
        (lambda: bozofeed.Feed(tags=5), TypeError, "tags: 5 is not a list of bozofeed.Tag"),
        (lambda: bozofeed.Entry(contents=["a", 5]), TypeError, "contents[1]: 5 is not a str or a bozofeed.Text"),
        (lambda: bozofeed.Entry(link=5), TypeError, "link: 5 is not a str"),
        (lambda: bozofeed.Feed(rights=b"x"), TypeError, "rights: b'x' is not a str or a bozofeed.Text"),
        (lambda: bozofeed.Entry(itunes=5), TypeError, "itunes: 5 is not a dict"),
        (lambda: bozofeed.Entry(itunes={"saeson": 3}), ValueError, "itunes.saeson: unknown option, did you mean 'season'?"),
        (lambda: bozofeed.Entry(itunes={"season": "x"}), ValueError, "itunes: invalid type"),
        (lambda: bozofeed.Feed(podcast={"guid": 5}), ValueError, "podcast: invalid type"),
        (lambda: bozofeed.parse_iter([FEED], threads=-1), ValueError, "threads: -1 is not allowed (allowed: a whole number from 0)"),
        (lambda: bozofeed.parse_many([FEED], threads="2"), TypeError, "threads: '2' is not an int"),
        (lambda: bozofeed.parse_iter([FEED], buffer=-1), ValueError, "buffer: -1 is not allowed"),
        (lambda: bozofeed.parse_iter([FEED], buffer=1.5), TypeError, "buffer: 1.5 is not an int"),
        (lambda: bozofeed.table([FEED], threads=-1), ValueError, "threads: -1 is not allowed"),
        (lambda: bozofeed.tables([FEED], threads=[]), TypeError, "threads: [] is not an int"),
        (lambda: bozofeed.Link(length=-5), ValueError, "length: -5 is not allowed (allowed: a whole number from 0)"),
        (lambda: bozofeed.Link(length=2**70), ValueError, "length: 1180591620717411303424 is not allowed"),
        (lambda: bozofeed.Link(length="5"), TypeError, "length: '5' is not an int"),
        (lambda: bozofeed.Link(5), TypeError, "href: 5 is not a str"),
        (lambda: bozofeed.Parsed("x"), TypeError, "feed: 'x' is not a bozofeed.Feed"),
        (lambda: bozofeed.Parsed(entries=["x"]), TypeError, "entries: ['x'] is not a list of bozofeed.Entry"),
        (lambda: bozofeed.Parsed().to_rss(feed_url=5), TypeError, "feed_url: 5 is not allowed (allowed: a string)"),
        (lambda: bozofeed.Parsed().to_rss(entries=-1), ValueError, "entries: -1 is not allowed"),
        (lambda: bozofeed.Parsed().to_rss(indent=17), ValueError, "indent: 17 is not allowed"),
        (lambda: bozofeed.Feed().vocabulary("itune"), ValueError, "unknown vocabulary 'itune', did you mean 'itunes'? (known: "),
        (lambda: bozofeed.Entry(link="javascript:alert(1)"), ValueError, 'link: "javascript:alert(1)" would run a script'),
        (lambda: bozofeed.Feed(image=" JavaScript:x()"), ValueError, 'image: " JavaScript:x()" would run a script'),
        (lambda: bozofeed.Link("javascript:x()"), ValueError, 'href: "javascript:x()" would run a script'),
        (lambda: bozofeed.Person(uri="vbscript:x()"), ValueError, 'uri: "vbscript:x()" would run a script'),
        (lambda: bozofeed.Entry().replace(titel="x"), TypeError, "Entry.__new__() got an unexpected keyword argument 'titel'"),
        (lambda: bozofeed.Entry().replace(title=5), TypeError, "title: 5 is not a str or a bozofeed.Text"),
    ],
)
def test_messages(call, kind, message):
    with pytest.raises(kind, match=f"^{re.escape(message)}"):
        call()


def test_switches_are_policies():
    markup = "<rss><channel><item><description>&lt;b onclick='x()'>Tides&lt;/b></description></item></channel></rss>"
    texts = [bozofeed.parse(markup, sanitize=policy).entries[0].summary for policy in (False, "off", True, "reader")]
    assert texts == ["<b onclick='x()'>Tides</b>"] * 2 + ["<b>Tides</b>"] * 2


def test_all_options_are_heeded():
    parsed = bozofeed.parse(FEED, url="https://harbour.example/", remove_tracking=True, encoding_policy="rfc7303")
    assert parsed.entries[0].link == "https://harbour.example/1"


def test_errors_of_files_have_their_number_and_name(tmp_path: pathlib.Path):
    missing = tmp_path / "missing.xml"
    for read in (bozofeed.parse, bozofeed.check, bozofeed.explain):
        with pytest.raises(FileNotFoundError) as raised:
            read(missing)
        assert (raised.value.errno, raised.value.filename) == (errno.ENOENT, str(missing))
    with pytest.raises(IsADirectoryError):
        bozofeed.parse(tmp_path)
    failure = bozofeed.parse_many([missing])[0].failure
    assert failure is not None and str(missing) in failure and "No such file" in failure


def test_texts_are_equal_to_their_value():
    entry = bozofeed.parse(FEED).entries[0]
    assert entry.title == "High" and "High" == entry.title and entry.title != "Low" and entry.title != 5
    assert entry.title == bozofeed.Text("High", entry.title.media_type) and entry.title != bozofeed.Text("High", "text/x")
    assert {entry.title: 1}["High"] == 1


def test_vocabularies_are_made_of_plain_values():
    entry = bozofeed.Entry(
        title="High",
        rights="Mine",
        image="https://harbour.example/1.png",
        language="de",
        duration=datetime.timedelta(seconds=62),
        itunes={"season": 3, "explicit": False},
        podcast={"persons": [{"name": "Ada", "role": "host"}]},
    )
    feed = bozofeed.Feed(title="Tides", rights="Mine", image="https://harbour.example/i.png", generator="g", itunes={"kind": "serial"})
    parsed = bozofeed.parse(bozofeed.Parsed(feed, [entry]).to_rss())
    (again,) = parsed.entries
    assert (again.rights, again.picture, again.duration) == ("Mine", "https://harbour.example/1.png", datetime.timedelta(seconds=62))
    assert again.vocabulary("itunes")["season"]["value"] == 3
    assert again.vocabulary("podcast")["persons"][0]["name"] == "Ada"
    assert (parsed.feed.picture, parsed.feed.generator, parsed.feed.vocabulary("itunes")["kind"]) == ("https://harbour.example/i.png", "g", "serial")


def test_position_joins_the_tables(tmp_path: pathlib.Path):
    pyarrow = pytest.importorskip("pyarrow")
    for name in ("a.xml", "b.xml"):
        (tmp_path / name).write_text(FEED.replace("High", name))
    tables = bozofeed.table(bozofeed.scan(tmp_path / "*.xml"))
    feeds, entries = (pyarrow.table(table) for table in (tables.feeds, tables.entries))
    joined = entries.select(["position", "title"]).join(feeds.select(["position", "document"]), "position").sort_by("position")
    assert joined["document"].to_pylist() == [str(tmp_path / name) for name in ("a.xml", "b.xml")]
    assert joined["title"].to_pylist() == ["a.xml", "b.xml"]
