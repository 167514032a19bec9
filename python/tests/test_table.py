"""Tables for libraries that know Arrow's PyCapsule interface."""

from __future__ import annotations

import pathlib
import re
from datetime import date, datetime, timezone

import pytest

import bozofeed

pyarrow = pytest.importorskip("pyarrow")

FEED = b"""<rss version='2.0'><channel><title>Tides</title><category>sea</category>
<item><title>High</title><pubDate>Fri, 02 Jan 2026 22:15:00 +0900</pubDate><guid>urn:1</guid><category>a</category>
<enclosure url='a.mp3' type='audio/mpeg' length='7'/></item><item><title>Low & high</title></item></channel></rss>"""


def test_rows_are_those_of_the_dictionary() -> None:
    tables = bozofeed.table([FEED, bozofeed.Document(b"nothing", name="second", url="https://e.example/")], source="here")
    feeds, entries, faults = (pyarrow.table(table).to_pylist() for table in (tables.feeds, tables.entries, tables.faults))
    assert [(row["source"], row["position"], row["document"], row["url"], row["version"], row["entries"], row["faults"]) for row in feeds] == [
        ("here", 0, None, None, "rss20", 2, 1),
        ("here", 1, "second", "https://e.example/", "", 0, 2),
    ]
    assert (feeds[0]["title"], feeds[0]["tags"], feeds[0]["severity"], feeds[1]["exception_type"]) == ("Tides", ["sea"], "mended", "NotAFeed")
    first = entries[0]
    assert (first["index"], first["id"], first["title"], first["title_type"], first["tags"]) == (0, "urn:1", "High", "text/plain", ["a"])
    assert first["published"] == datetime(2026, 1, 2, 13, 15, tzinfo=timezone.utc) and first["date"] == date(2026, 1, 2)
    assert first["enclosures"] == [{"href": "a.mp3", "type": "audio/mpeg", "length": 7}]
    assert entries[1]["published"] is None and entries[1]["date"] is None
    assert [(row["position"], row["kind"], row["index"], row["line"]) for row in faults] == [
        (0, "fault", 0, 3), (0, "warning", 0, 3), (1, "fault", 0, 1), (1, "fault", 1, 1),
    ]  # fmt: skip


def test_no_documents_give_empty_tables() -> None:
    tables = bozofeed.table([])
    assert len(tables.feeds) == len(pyarrow.table(tables.entries)) == 0
    assert pyarrow.table(tables.entries).column_names == tables.entries.columns


def test_the_schema_is_that_of_spark() -> None:
    """The page of `examples/spark` lists the columns of every table."""
    page = pathlib.Path(__file__).parents[2] / "examples" / "spark" / "README.md"
    if not page.exists():
        pytest.skip("not in the repository")
    tables = bozofeed.table([FEED])
    names = {"string": "string", "bigint": "int64", "int": "int32", "boolean": "bool", "timestamp": "timestamp[us, tz=UTC]",
             "date": "date32[day]", "array<string>": "list<item: string>"}  # fmt: skip
    text = page.read_text(encoding="utf-8")
    for name in ("feeds", "entries", "faults"):
        section = text.split(f"### {name}:")[1].split("###")[0].split("\n## ")[0]
        expected = re.findall(r"^\| `(\w+)` \| `([^`]+)`", section, re.MULTILINE)
        table = pyarrow.table(getattr(tables, name))
        got = [(field.name, str(field.type)) for field in table.schema]
        assert [column for column, _ in got] == [column for column, _ in expected]
        assert [(column, kind) for (column, kind), (_, said) in zip(got, expected) if said in names and names[said] != kind] == []
