"""Results are freed: memory stays flat however many documents are read."""

from __future__ import annotations

import os
import pathlib
import threading
from collections.abc import Iterator
from typing import Any

import pytest

import bozofeed
from bozofeed import feedparser

#: The number of documents of each kind. `PARSES=100000` is for an optimized build.
PARSES = int(os.environ.get("PARSES", "2500"))

#: The number of rounds in which the memory is measured.
ROUNDS = 5


def resident() -> int:
    """Returns the memory of this process, in bytes."""
    status = pathlib.Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) * 1024


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="there is no /proc")
@pytest.mark.parametrize("kind", ["drop-in", "native", "bozo", "handlers"])
def test_memory_stays_flat(kind: str, rss: bytes) -> None:
    broken = rss.replace(b"</title>", b"", 1)

    def native() -> None:
        for entry in bozofeed.parse(rss).entries:
            _ = entry.title, entry.published, entry.links, entry.extensions

    reads: dict[str, Any] = {
        "drop-in": lambda: feedparser.parse(rss).entries[0].title,
        "native": native,
        "bozo": lambda: feedparser.parse(broken).bozo_exception,
        "handlers": lambda: feedparser.parse(rss),
    }
    read = reads[kind]
    if kind == "handlers":
        feedparser.registerDateHandler(lambda text: None)
    try:
        growth = []
        for _ in range(ROUNDS + 1):
            before = resident()
            for _ in range(PARSES // ROUNDS):
                read()
            growth.append(resident() - before)
        # The first round fills caches, and in any other round the allocator may request or return a page. But a leak of a
        # kilobyte for each document shows in all of them.
        assert min(growth[1:]) < (PARSES // ROUNDS) << 9, growth
    finally:
        feedparser.datetimes._date_handlers[:] = feedparser.datetimes._BUILT_IN


#: The size and number of documents in a stream. `STREAMED=100000` is for an optimized build.
DOCUMENT = 180_000
STREAMED = int(os.environ.get("STREAMED", "120"))


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="there is no /proc")
@pytest.mark.parametrize("kind", ["parse_iter", "tables"])
def test_streams_take_little_memory(kind: str) -> None:
    """A third of the documents determines the limit for the others."""
    item = "<item><title>High {number}</title><description>" + "tide " * 800 + "</description></item>"

    def documents() -> Iterator[str]:
        for number in range(STREAMED):
            yield "<rss><channel>" + item.format(number=number) * (DOCUMENT // len(item)) + "</channel></rss>"

    def stream() -> Iterator[Any]:
        if kind == "parse_iter":
            return iter(bozofeed.parse_iter(documents(), threads=2, buffer=8))
        pyarrow = pytest.importorskip("pyarrow")
        return iter(pyarrow.RecordBatchReader.from_stream(bozofeed.tables(documents(), buffer=8, threads=2)))

    early, late = 0, 0
    for number, _ in enumerate(stream()):
        if number <= STREAMED // 3:
            early = max(early, resident())
        late = max(late, resident())
    assert late < 500 << 20 and late - early < (STREAMED * DOCUMENT) // 4 + (8 << 20), (early, late)


def test_threads_read_at_the_same_time(rss: bytes) -> None:
    failures = []

    def read() -> None:
        for _ in range(300):
            d = feedparser.parse(rss)
            parsed = bozofeed.parse(rss)
            if d.entries[0].title != "High" or parsed.entries[0].title_text != "High":
                failures.append(d)

    threads = [threading.Thread(target=read) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
