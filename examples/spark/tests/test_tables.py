"""Answers become rows."""

from __future__ import annotations

from datetime import date, datetime, timezone
from typing import Any

import pytest

pytest.importorskip("pyarrow")

import pyarrow as pa

from feed_tables.documents import Broken, Document, Place, question
from feed_tables.process import FilterProcess
from feed_tables.tables import ANSWER, FAILURES, TABLES, batches, broken_answer, schema

from .conftest import ask_once, tables_of

Rows = dict[str, list[dict[str, Any]]]

FEED = b"""<rss version='2.0' xmlns:atom='http://www.w3.org/2005/Atom'><channel>
<title>Harbour News</title><link>/</link><language>en</language><category>ships</category>
<atom:link rel='hub' href='https://hub.example/'/><image><url>/logo.png</url></image>
<item><title>A ship came in</title><guid>tag:1</guid><link>/ship</link>
<pubDate>Mon, 03 Nov 2025 08:15:00 +0100</pubDate>
<description>&lt;p>Three masts</description><category>masts</category><category>sails</category>
<enclosure url='/horn.mp3' type='audio/mpeg' length='1234'/><enclosure url='/bell.mp3' length='loud'/></item>
<item><title>AT&T</title><pubDate>yesterday</pubDate></item>
</channel></rss>"""


def parsed(bozofeed: str, body: bytes, **place: Any) -> Rows:
    document = Document(Place("crawl", 7, **place), question(body, "https://harbour.example/feed"))
    return tables_of(ask_once(bozofeed, [document]))


def test_a_feed_has_a_row(bozofeed: str) -> None:
    fetched = datetime(2025, 11, 4, 5, 6, 7, 890000, tzinfo=timezone.utc)
    [feed] = parsed(bozofeed, FEED, name="a", fetched=fetched)["feeds"]
    expected = {
        "source": "crawl",
        "position": 7,
        "document": "a",
        "fetched": fetched,
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
    assert feed["failure"] is None


def test_entries_have_rows(bozofeed: str) -> None:
    first, second = parsed(bozofeed, FEED)["entries"]
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


def test_faults_and_warnings_have_rows(bozofeed: str) -> None:
    fault, *warnings = parsed(bozofeed, FEED)["faults"]
    assert (fault["kind"], fault["index"], fault["type"], fault["severity"]) == ("fault", 0, "BareAmpersand", "mended")
    assert (fault["line"], fault["column"]) == (8, 16)
    assert [(row["kind"], row["index"]) for row in warnings] == [("warning", 0), ("warning", 1)]
    assert {row["value"] for row in warnings} == {"yesterday", "loud"}


def test_the_longest_content_is_taken(bozofeed: str) -> None:
    atom = b"""<feed xmlns='http://www.w3.org/2005/Atom'><entry><updated>2025-11-03T23:59:60-01:00</updated>
    <content type='text'>Short</content><content type='html'>&lt;b>Longer content&lt;/b></content></entry></feed>"""
    [entry] = parsed(bozofeed, atom)["entries"]
    assert (entry["content"], entry["content_type"]) == ("<b>Longer content</b>", "text/html")
    assert entry["date"] == date(2025, 11, 4)


def test_a_question_that_is_refused_is_a_failure(bozofeed: str) -> None:
    pytest.importorskip("pyspark")
    from feed_tables.job import parse

    cases = [(b'{"id": [1]}', "[1]"), (b"no question", None), (b"{}", None), (b'{"id": "a"}, {}', None), (b"[]", None)]
    # The members of a line do not affect the key of its rows.
    cases += [(b'{"id": "b", "source": "elsewhere", "position": 9, "path": "/no/such/file"}', "b")]
    with FilterProcess([bozofeed, "--ndjson", "--arrow"], 60, None) as process:
        for line, name in cases:
            found = tables_of(parse([Document(Place("lines", 3), line)], process))
            [feed], [fault] = found["feeds"], found["faults"]
            assert (feed["source"], feed["position"], feed["failure"], feed["document"]) == (
                "lines",
                3,
                "Refused",
                name,
            )
            assert (fault["source"], fault["kind"], fault["type"]) == ("lines", "failure", "Refused") and fault[
                "message"
            ]


@pytest.mark.parametrize("failure", FAILURES)
def test_a_broken_document_has_a_row_and_a_fault(failure: str) -> None:
    found = tables_of([broken_answer(Broken(Place("a", 5, "name"), failure, "because"))])
    [feed], [fault] = found["feeds"], found["faults"]
    assert feed["failure"] == failure and found["entries"] == []
    assert (fault["source"], fault["position"], fault["kind"]) == ("a", 5, "failure")
    assert (fault["type"], fault["message"]) == (failure, "because")


def test_the_columns_are_those_of_the_program(bozofeed: str) -> None:
    [answer] = ask_once(bozofeed, [Document(Place("a"), question(FEED))])
    assert answer.schema.equals(ANSWER)


def test_batches_hold_all_rows() -> None:
    found = list(batches(broken_answer(Broken(Place(str(i)), "Crash", "")) for i in range(4000)))
    assert len(found) > 1
    table = pa.Table.from_batches(found)
    feeds = [row["source"] for row in table.column("feeds").to_pylist() if row is not None]
    assert feeds == [str(i) for i in range(4000)]
    faults = [row["source"] for row in table.column("faults").to_pylist() if row is not None]
    assert faults == feeds
    # Each row belongs to one table.
    for row in table.to_pylist():
        assert sum(value is not None for value in row.values()) == 1


def test_the_documentation_has_every_column() -> None:
    from pathlib import Path

    readme = (Path(__file__).parents[1] / "README.md").read_text()
    for name, columns in TABLES.items():
        assert len(schema(columns)) == len(columns)
        for column, _, meaning in columns:
            assert f"| `{column}` |" in readme and meaning in readme, f"{name}.{column}"
    for failure, meaning in FAILURES.items():
        assert f"| `{failure}` | {meaning} |" in readme, failure
