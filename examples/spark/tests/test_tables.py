"""An answer becomes rows."""

from __future__ import annotations

from datetime import date, datetime, timezone
from typing import Any

import pytest

pytest.importorskip("pyarrow")

import pyarrow as pa

from feed_tables.documents import Broken, Place, question
from feed_tables.tables import FAILURES, TABLES, Rows, _day, _time, batches, broken_rows, rows, schema

from .conftest import ask_once

FEED = b"""<rss version='2.0' xmlns:atom='http://www.w3.org/2005/Atom'><channel>
<title>Harbour News</title><link>/</link><language>en</language><category>ships</category>
<atom:link rel='hub' href='https://hub.example/'/><image><url>/logo.png</url></image>
<item><title>A ship came in</title><guid>tag:1</guid><link>/ship</link>
<pubDate>Mon, 03 Nov 2025 08:15:00 +0100</pubDate>
<description>&lt;p>Three masts</description><category>masts</category><category>sails</category>
<enclosure url='/horn.mp3' type='audio/mpeg' length='1234'/><enclosure url='/bell.mp3' length='loud'/></item>
<item><title>AT&T</title><pubDate>yesterday</pubDate></item>
</channel></rss>"""


def parsed(parse_feed: str, body: bytes, **place: Any) -> Rows:
    [answer] = ask_once(parse_feed, [question(body, "https://harbour.example/feed")])
    return rows(Place("crawl", 7, **place), answer)


def test_a_feed_has_a_row(parse_feed: str) -> None:
    feed = parsed(parse_feed, FEED, name="a", size=len(FEED)).feed
    expected = {
        "source": "crawl",
        "position": 7,
        "document": "a",
        "url": "https://harbour.example/feed",
        "bytes": len(FEED),
        "version": "rss20",
        "bozo": True,
        "severity": "mended",
        "well_formed": False,
        "title": "Harbour News",
        "link": "https://harbour.example/",
        "language": "en",
        "image": "https://harbour.example/logo.png",
        "tags": ["ships"],
        "hubs": ["https://hub.example/"],
        "entries": 2,
        "faults": 1,
        "warnings": 2,
    }
    assert {name: feed[name] for name in expected} == expected
    assert feed.get("failure") is None


def test_entries_have_rows(parse_feed: str) -> None:
    first, second = parsed(parse_feed, FEED).entries
    expected = {
        "source": "crawl",
        "position": 7,
        "index": 0,
        "id": "tag:1",
        "link": "https://harbour.example/ship",
        "title": "A ship came in",
        "title_type": "text/plain",
        "summary": "<p>Three masts</p>",
        "summary_type": "text/html",
        "published": datetime(2025, 11, 3, 7, 15, tzinfo=timezone.utc),
        "date": date(2025, 11, 3),
        "tags": ["masts", "sails"],
        "enclosures": [
            {"href": "https://harbour.example/horn.mp3", "type": "audio/mpeg", "length": 1234},
            {"href": "https://harbour.example/bell.mp3", "type": None, "length": None},
        ],
    }
    assert {name: first[name] for name in expected} == expected
    assert (second["index"], second["title"], second["published"], second["date"]) == (1, "AT&T", None, None)


def test_faults_and_warnings_have_rows(parse_feed: str) -> None:
    fault, *warnings = parsed(parse_feed, FEED).faults
    assert (fault["kind"], fault["index"], fault["type"], fault["severity"]) == ("fault", 0, "BareAmpersand", "mended")
    assert (fault["line"], fault["column"]) == (8, 16)
    assert [(row["kind"], row["index"]) for row in warnings] == [("warning", 0), ("warning", 1)]
    assert {row["value"] for row in warnings} == {"yesterday", "loud"}


def test_the_longest_content_is_taken(parse_feed: str) -> None:
    atom = b"""<feed xmlns='http://www.w3.org/2005/Atom'><entry><updated>2025-11-03T23:59:60-01:00</updated>
    <content type='text'>Short</content><content type='html'>&lt;b>Longer content&lt;/b></content></entry></feed>"""
    [entry] = parsed(parse_feed, atom).entries
    assert (entry["content"], entry["content_type"]) == ("<b>Longer content</b>", "text/html")
    assert entry["date"] == date(2025, 11, 4)


def test_an_error_is_a_failure(parse_feed: str) -> None:
    for line, name in ((b'{"id": [1]}', "[1]"), (b"no question", None)):
        [answer] = ask_once(parse_feed, [line])
        of_document = rows(Place("lines", 3), answer)
        assert (of_document.feed["failure"], of_document.feed["document"]) == ("Refused", name)
        [fault] = of_document.faults
        assert (fault["kind"], fault["type"]) == ("failure", "Refused") and fault["message"]


@pytest.mark.parametrize("failure", FAILURES)
def test_a_broken_document_has_a_row_and_a_fault(failure: str) -> None:
    of_document = broken_rows(Broken(Place("a", 5, "name"), failure, "because"))
    assert of_document.feed["failure"] == failure
    assert of_document.entries == []
    [fault] = of_document.faults
    assert (fault["source"], fault["position"], fault["kind"]) == ("a", 5, "failure")
    assert (fault["type"], fault["message"]) == (failure, "because")


def test_every_column_is_filled_and_no_other(parse_feed: str) -> None:
    of_document = parsed(parse_feed, FEED)
    for name, row in (("entries", of_document.entries[0]), ("faults", of_document.faults[0])):
        assert set(row) == {column for column, _, _ in TABLES[name]}
    assert set(of_document.feed) | {"failure"} == {column for column, _, _ in TABLES["feeds"]}


def test_batches_hold_all_rows() -> None:
    all_rows = [(size, broken_rows(Broken(Place(str(i)), "Crash", ""))) for i, size in enumerate([1, 9 << 20] * 2000)]
    found = list(batches(all_rows))
    assert len(found) > 1
    table = pa.Table.from_batches(found)
    feeds = [row["source"] for row in table.column("feeds").to_pylist() if row is not None]
    assert feeds == [str(i) for i in range(4000)]
    faults = [row["source"] for row in table.column("faults").to_pylist() if row is not None]
    assert faults == feeds
    # Each row is that of one table.
    for row in table.to_pylist():
        assert sum(value is not None for value in row.values()) == 1


@pytest.mark.parametrize(
    ("parsed", "time", "day"),
    [
        (None, None, None),
        ([2025, 11, 3, 8, 15, 0, 0, 307, 0], datetime(2025, 11, 3, 8, 15, tzinfo=timezone.utc), date(2025, 11, 3)),
        (
            [2016, 12, 31, 23, 59, 60, 5, 366, 0],
            datetime(2016, 12, 31, 23, 59, 59, tzinfo=timezone.utc),
            date(2016, 12, 31),
        ),
        ([1, 1, 1, 0, 0, 0, 0, 1, 0], datetime(1, 1, 1, tzinfo=timezone.utc), None),
        ([2100, 1, 1, 0, 0, 0, 4, 1, 0], datetime(2100, 1, 1, tzinfo=timezone.utc), None),
        ([0, 1, 1, 0, 0, 0, 0, 1, 0], None, None),
        ([10000, 1, 1, 0, 0, 0, 0, 1, 0], None, None),
    ],
)
def test_times_are_in_utc_and_days_plausible(parsed: Any, time: Any, day: Any) -> None:
    assert _time(parsed) == time
    assert _day(time) == day


def test_the_documentation_has_every_column() -> None:
    from pathlib import Path

    readme = (Path(__file__).parents[1] / "README.md").read_text()
    for name, columns in TABLES.items():
        assert len(schema(columns)) == len(columns)
        for column, _, meaning in columns:
            assert f"| `{column}` |" in readme and meaning in readme, f"{name}.{column}"
    for failure, meaning in FAILURES.items():
        assert f"| `{failure}` | {meaning} |" in readme, failure
