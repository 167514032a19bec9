"""The libraries in the README read tables and streams as documented."""

from __future__ import annotations

import gc
import itertools
from collections.abc import Iterator
from typing import Any

import pytest

import bozofeed

FEED = b"<rss version='2.0'><channel><item><title>High</title></item><item><title>Low</title></item></channel></rss>"


def titles_by_pyarrow(table: Any) -> list[Any]:
    pyarrow = pytest.importorskip("pyarrow")
    titles: list[Any] = pyarrow.RecordBatchReader.from_stream(table).read_all().column("title").to_pylist()
    assert titles == [] or pyarrow.types.is_string(pyarrow.array(titles).type)
    return titles


def titles_by_polars(table: Any) -> list[Any]:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(table)
    assert frame.columns == ["title", "categories"]
    return list(frame["title"])


def titles_by_pandas(table: Any) -> list[Any]:
    pandas = pytest.importorskip("pandas")
    if not hasattr(pandas.DataFrame, "from_arrow"):
        pytest.skip("pandas is older than 3.0")
    return list(pandas.DataFrame.from_arrow(table)["title"])


def titles_by_duckdb(table: Any) -> list[Any]:
    duckdb = pytest.importorskip("duckdb")
    entries = table
    return [title for (title,) in duckdb.sql("SELECT title FROM entries").fetchall()]


@pytest.mark.parametrize("titles", [titles_by_pyarrow, titles_by_polars, titles_by_pandas, titles_by_duckdb])
def test_tables_and_streams_are_read(titles: Any) -> None:
    columns = ["title", "categories"]
    assert titles(bozofeed.table([FEED]).entries.select(columns)) == ["High", "Low"]
    # More than one batch.
    documents = (FEED for _ in range(600))
    assert titles(bozofeed.tables(documents, "entries", columns=columns)) == ["High", "Low"] * 600
    assert titles(bozofeed.tables([], columns=columns)) == []


def test_streams_take_documents_as_they_are_read() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    taken = 0

    def documents() -> Iterator[bytes]:
        nonlocal taken
        for _ in itertools.count():
            taken += 1
            yield FEED

    reader = pyarrow.RecordBatchReader.from_stream(bozofeed.tables(documents(), "feeds", buffer=8))
    assert reader.read_next_batch().num_rows == 256 and taken <= 256 + 8
    assert reader.read_next_batch().num_rows == 256 and taken <= 512 + 8
    del reader
    gc.collect()


def test_failures_are_rows_and_exceptions_end_the_stream() -> None:
    pyarrow = pytest.importorskip("pyarrow")

    def documents() -> Iterator[Any]:
        yield FEED
        yield None
        raise RuntimeError("no more")

    rows = pyarrow.table(bozofeed.table([FEED, None, FEED]).feeds).select(["position", "failure", "entries"]).to_pylist()
    assert [tuple(row.values()) for row in rows] == [(0, None, 2), (1, "Unreadable", 0), (2, None, 2)]
    faults = pyarrow.table(bozofeed.table([None]).faults).to_pylist()  # type: ignore[list-item]
    assert faults[0]["kind"] == "failure" and "not NoneType" in faults[0]["message"]
    stream = bozofeed.tables(documents(), "feeds")
    with pytest.raises(Exception, match="no more"):
        pyarrow.RecordBatchReader.from_stream(stream).read_all()
    with pytest.raises(ValueError, match="read before"):
        pyarrow.RecordBatchReader.from_stream(stream)


def test_rows_of_documents_are_nested() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    rows = pyarrow.table(bozofeed.tables([FEED, b""], "documents")).to_pylist()
    assert [(row["feeds"]["version"], [entry["title"] for entry in row["entries"]]) for row in rows] == [("rss20", ["High", "Low"]), ("", [])]


def test_columns_are_chosen() -> None:
    tables = bozofeed.table([FEED])
    assert tables.entries.select(["title", "id"]).columns == ["title", "id"] and len(tables.entries.select([])) == 2
    assert bozofeed.tables([FEED], columns=["title"]).columns == ["title"]
    calls: list[Any] = [
        lambda: tables.entries.select(["headline"]),
        lambda: bozofeed.tables([], columns=["headline"]),
        lambda: bozofeed.tables([], "items"),  # type: ignore[arg-type]
    ]
    for call in calls:
        with pytest.raises(ValueError, match="unknown"):
            call()


def test_columns_say_what_the_model_says() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    feed = b"""<rss xmlns:media='http://search.yahoo.com/mrss/' xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><language>de</language>
    <item><guid>1</guid><author>Ada</author><author>Bea</author><category domain='urn:s'>sea</category><itunes:duration>1:02</itunes:duration>
    <media:content url='/a.mp4' type='video/mp4' medium='video' width='640' height='360' duration='62'/></item></channel></rss>"""
    document = bozofeed.Document(feed, url="https://e.example/feed")
    [row] = pyarrow.table(bozofeed.table([document]).entries).to_pylist()
    [entry] = bozofeed.parse(document).entries
    assert (row["url"], row["identity"], row["language"], row["duration"]) == ("https://e.example/feed", entry.identity, "de", 62)
    assert row["authors"] == [author.display_name for author in entry.authors]
    assert row["categories"] == [{"term": "sea", "scheme": "urn:s", "label": None}]
    assert row["media"] == [
        {"href": "https://e.example/a.mp4", "type": "video/mp4", "medium": "video", "width": 640, "height": 360, "duration": 62}
    ]
