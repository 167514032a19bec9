"""Many documents: a bounded stream that continues after a bad document."""

from __future__ import annotations

import gc
import itertools
import os
import pathlib
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest

import bozofeed


def feeds(count: int | None = None) -> Iterator[str]:
    for number in itertools.count() if count is None else range(count):
        yield f"<rss><channel><title>{number}</title></channel></rss>"


def title(parsed: bozofeed.Parsed) -> str | None:
    return parsed.feed.title.value if parsed.feed.title else None


def test_results_are_in_order_and_bounded() -> None:
    taken = 0

    def counted() -> Iterator[str]:
        nonlocal taken
        for feed in feeds():
            taken += 1
            yield feed

    for threads, buffer in [(1, 1), (1, 8), (3, 8), (8, 2), (0, None)]:
        taken = 0
        stream = bozofeed.parse_iter(counted(), threads=threads, buffer=buffer)
        most = buffer or 16 * (os.cpu_count() or 1)
        for number, parsed in enumerate(itertools.islice(stream, 100)):
            assert title(parsed) == str(number)
            assert taken <= number + 1 + most, (threads, buffer)
        del stream


def test_one_bad_document_loses_no_other(tmp_path: pathlib.Path) -> None:
    class Broken:
        def read(self) -> bytes:
            raise OSError("the disk is gone")

    good = b"<rss><channel><title>good</title></channel></rss>"
    documents: list[Any] = [good, None, tmp_path / "none.xml", Broken(), bozofeed.Document(7), good]  # type: ignore[arg-type]
    read = bozofeed.parse_many(documents)
    assert [title(parsed) for parsed in read] == ["good", None, None, None, None, "good"]
    failures = [parsed.failure for parsed in read]
    assert failures[0] is failures[5] is None
    assert [part in (failure or "") for part, failure in zip(["not NoneType", "No such file", "disk is gone", "content"], failures[1:])] == [True] * 4


def test_one_document_is_not_many(tmp_path: pathlib.Path) -> None:
    documents: list[Any] = ["<rss/>", b"<rss/>", bytearray(b"<rss/>"), memoryview(b"<rss/>"), tmp_path, open(os.devnull, "rb")]
    for document in documents:
        for read in (bozofeed.parse_many, bozofeed.parse_iter, bozofeed.table, bozofeed.tables):
            with pytest.raises(TypeError, match="one document"):
                read(document)
    with pytest.raises(TypeError):
        bozofeed.parse_many(bozofeed.Document(b""))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="buffer"):
        bozofeed.parse_iter([], buffer=0)


def test_exceptions_of_the_documents_come_in_their_turn() -> None:
    def failing() -> Iterator[str]:
        yield from feeds(5)
        raise RuntimeError("no more")

    seen = []
    with pytest.raises(RuntimeError, match="no more"):
        for parsed in bozofeed.parse_iter(failing()):
            seen.append(title(parsed))
    assert seen == ["0", "1", "2", "3", "4"]


@pytest.mark.skipif(not hasattr(signal, "SIGINT") or sys.platform == "win32", reason="there are no signals")
def test_an_interrupt_ends_reading() -> None:
    for call in ("for _ in bozofeed.parse_iter(feeds()): pass", "bozofeed.parse_many(feeds())", "bozofeed.table(feeds())"):
        program = (
            "import bozofeed, itertools, sys\n"
            "def feeds():\n"
            "    for number in itertools.count():\n"
            "        if number == 200: print('started', flush=True)\n"
            "        yield '<rss><channel>' + '<item><title>a</title></item>' * 200 + '</channel></rss>'\n"
            f"try:\n    {call}\nexcept KeyboardInterrupt: print('stopped', flush=True)\n"
        )
        with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as run:
            assert run.stdout and run.stdout.readline() == "started\n"
            run.send_signal(signal.SIGINT)
            assert run.stdout.read() == "stopped\n" and run.wait() == 0, call


def test_threads_end_with_the_stream() -> None:
    def threads() -> int:
        return len(os.listdir("/proc/self/task"))

    if not os.path.exists("/proc/self/task"):
        pytest.skip("there is no /proc")
    before = threads()
    for _ in range(20):
        next(iter(bozofeed.parse_iter(feeds(), threads=4)))
    gc.collect()
    for _ in range(100):
        if threads() <= before:
            return
        time.sleep(0.05)
    assert threads() <= before


def test_files_are_scanned(tmp_path: pathlib.Path) -> None:
    for name in ("b.xml", "a.xml", "deep/c.xml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"<rss><channel><title>{name}</title></channel></rss>")
    names = [title(parsed) for parsed in bozofeed.parse_iter(bozofeed.scan(tmp_path / "**" / "*.xml"))]
    assert names == ["a.xml", "b.xml", "deep/c.xml"]
    assert [document.name for document in bozofeed.scan(str(tmp_path / "*.xml"))] == [str(tmp_path / "a.xml"), str(tmp_path / "b.xml")]


def test_progress_is_shown_if_it_can_be(capsys: Any) -> None:
    assert len(bozofeed.parse_many(feeds(3), progress=True)) == 3
    try:
        import tqdm
    except ImportError:
        return
    assert "3" in capsys.readouterr().err


def test_other_interpreters_are_refused_from_python_3_12_on() -> None:
    script = r"""
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
import sys
code = f"import sys; sys.path[:] = {sys.path!r}\ntry: import bozofeed; print(bozofeed.parse('<rss/>').version, flush=True)\nexcept ImportError as error: print(error, flush=True)"
other = interpreters.create()
interpreters.run_string(other, code)
interpreters.destroy(other)
"""
    # A process of its own: a second interpreter changes what the first one may do.
    output = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    expected = "module bozofeed._bozofeed does not support loading in subinterpreters" if sys.version_info >= (3, 12) else "rss"
    assert output.strip() == expected
