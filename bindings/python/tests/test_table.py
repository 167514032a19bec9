"""Tables for libraries that know Arrow's PyCapsule interface."""

from __future__ import annotations

import json
import os
import pathlib
import re
import subprocess
from datetime import date, datetime, timezone

import pytest

import bozofeed

pyarrow = pytest.importorskip("pyarrow")
pytest.importorskip("pyarrow.ipc")

FEED = b"""<rss version='2.0'><channel><title>Tides</title><category>sea</category>
<item><title>High</title><pubDate>Fri, 02 Jan 2026 22:15:00 +0900</pubDate><guid>urn:1</guid><category>a</category>
<enclosure url='a.mp3' type='audio/mpeg' length='7'/></item><item><title>Low & high</title></item></channel></rss>"""


def test_rows_say_what_the_model_says() -> None:
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


BOZOFEED = os.environ.get("BOZOFEED")


@pytest.mark.skipif(BOZOFEED is None, reason="BOZOFEED does not name the command bozofeed")
def test_the_stream_of_the_command_has_the_same_rows(tmp_path: pathlib.Path) -> None:
    hostile = [b"", b"\x00\xff" * 99, b"<a>" * 30_000, b"<rss><channel>" + b"<item><title>&#x110000;\xc3</title>" * 3000, b'{"version":' * 999]
    files = []
    for index, document in enumerate([FEED, FEED.replace(b"rss", b"rdf"), *hostile]):
        files.append(tmp_path / f"{index}.xml")
        files[-1].write_bytes(document)

    def stream(*arguments: str, questions: bytes = b"") -> pyarrow.Table:
        run = subprocess.run([str(BOZOFEED), "--arrow", *arguments], input=questions, stdout=subprocess.PIPE, check=True)
        table = pyarrow.ipc.open_stream(run.stdout).read_all()
        table.validate(full=True)
        return table

    def rows(table: pyarrow.Table, name: str) -> list[dict[str, object]]:
        lists = table.column(name).to_pylist()
        return lists if name == "feeds" else [row for rows in lists for row in rows]

    names = [str(file) for file in files]
    questions = b"".join(json.dumps({"id": name, "path": name, "source": name}).encode() + b"\n" for name in names)
    of_files = stream(*names)
    assert of_files.num_rows == len(files)
    for table in (of_files, stream("--ndjson", "--jobs", "2", questions=questions)):
        for name in ("feeds", "entries", "faults"):
            tables = [bozofeed.table([bozofeed.Document(file.read_bytes(), name=str(file))], source=str(file)) for file in files]
            expected = [row for of_file in tables for row in pyarrow.table(getattr(of_file, name)).to_pylist()]
            assert rows(table, name) == expected
    empty = stream("--ndjson")
    assert empty.num_rows == 0 and empty.schema == of_files.schema


def test_the_schema_is_that_of_spark() -> None:
    """The guide in `examples/spark` lists the columns of every table."""
    page = pathlib.Path(__file__).parents[3] / "examples" / "spark" / "README.md"
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
