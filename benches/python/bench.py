#!/usr/bin/env python3
"""Compares the speed of the Python package and its peers over a folder of feeds, in one run.

    pip install bozofeed feedparser fastfeedparser
    python benches/python/bench.py FOLDER [--rounds 5]

Times are the least processor time of all rounds. `parse_many` is measured by wall clock, alternately on one thread and on two. Each
library is measured in separate processes, in turn, and so is its peak memory. feedparser is measured once. fastfeedparser raises an
exception for documents that it cannot read; the number of documents with a result is printed beside each time.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Any, Callable

SLOW = {"feedparser"}

#: The number of turns of each library.
TURNS = 4


def touch_dictionary(d: Any) -> int:
    return sum(1 for e in d.entries for v in (e.get("title"), e.get("link"), e.get("published_parsed"), e.get("content")) if v)


def readers(name: str) -> Callable[[bytes], Any]:
    """Returns a function that reads a document and touches titles, links, dates and contents."""
    if name == "feedparser":
        import feedparser

        return lambda document: touch_dictionary(feedparser.parse(document))
    if name == "drop-in":
        from bozofeed import feedparser as drop_in

        return lambda document: touch_dictionary(drop_in.parse(document))
    if name == "fastfeedparser":
        import fastfeedparser

        return lambda document: touch_dictionary(fastfeedparser.parse(document))
    import bozofeed

    def read(document: bytes) -> int:
        touched = 0
        for entry in bozofeed.parse(document).entries:
            title, content = entry.title, entry.content
            values = (title and title.value, entry.link, entry.published, content and content.value)
            touched += sum(1 for value in values if value)
        return touched

    return read


def measure(name: str, documents: list[bytes], rounds: int) -> dict[str, Any]:
    read = readers(name)
    best, done = float("inf"), 0
    for _ in range(1 if name in SLOW else rounds):
        begin, done = time.process_time(), 0
        for document in documents:
            try:
                read(document)
                done += 1
            except Exception:  # noqa: BLE001
                pass
        best = min(best, time.process_time() - begin)
    return {"seconds": best, "documents": done, "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024}


def measure_threads(documents: list[bytes], rounds: int) -> dict[str, float]:
    """Returns the speed and the processor time of two threads relative to one (medians of all rounds)."""
    import bozofeed

    def once(threads: int) -> tuple[float, float]:
        begin = time.perf_counter(), time.process_time()
        bozofeed.parse_many(documents * 4, threads=threads)
        return time.perf_counter() - begin[0], time.process_time() - begin[1]

    # The first round is discarded: it faults in the memory of the results.
    turns = [(once(1), once(2)) for _ in range(rounds + 1)][1:]
    return {
        "speed": statistics.median(one[0] / two[0] for one, two in turns),
        "processor": statistics.median(two[1] / one[1] for one, two in turns),
    }


def import_time(module: str) -> float:
    """Returns the median processor time of the import, with a cache of compiled modules, as after an installation with `pip`."""
    program = f"import time; begin = time.process_time(); import {module}; print(time.process_time() - begin)"
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": cache}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        command = [sys.executable, "-c", program]
        runs = [float(subprocess.check_output(command, env=environment)) for _ in range(15)]
    return statistics.median(runs)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("folder", type=pathlib.Path)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--only", help=argparse.SUPPRESS)
    given = arguments.parse_args()
    documents = [path.read_bytes() for path in sorted(given.folder.rglob("*")) if path.is_file()]
    if given.only:
        measured = measure_threads(documents, given.rounds) if given.only == "threads" else measure(given.only, documents, given.rounds)
        print(json.dumps(measured))
        return

    def child(only: str) -> Any:
        command = [sys.executable, __file__, str(given.folder), "--rounds", str(given.rounds), "--only", only]
        return json.loads(subprocess.check_output(command))

    print(f"{len(documents)} documents, {sum(map(len, documents)) / 1e6:.1f} MB, processor time")
    print("| | s | documents | peak memory, MB | import, ms |\n| --- | --- | --- | --- | --- |")
    modules = {
        "feedparser": "feedparser",
        "drop-in": "bozofeed.feedparser",
        "fastfeedparser": "fastfeedparser",
        "native": "bozofeed",
    }
    results: dict[str, Any] = {}
    for turn in range(TURNS):
        for name in modules:
            if turn == 0 or name not in SLOW:
                measured = child(name)
                known = results.setdefault(name, measured)
                known["seconds"] = min(known["seconds"], measured["seconds"])
    for name, module in modules.items():
        of = results[name]
        print(f"| {name} | {of['seconds']:.3f} | {of['documents']} | {of['peak']} | {import_time(module) * 1000:.1f} |")
    print(f"\ndrop-in: {results['feedparser']['seconds'] / results['drop-in']['seconds']:.1f} x feedparser")
    print(f"native: {results['fastfeedparser']['seconds'] / results['native']['seconds']:.2f} x fastfeedparser")
    threads = child("threads")
    print(f"parse_many on two threads: {threads['speed']:.2f} x one, with {threads['processor']:.2f} x its processor time")


if __name__ == "__main__":
    main()
