"""A document that exceeds its limits only loses its own answer."""

from __future__ import annotations

import os
import signal
import sys
import textwrap
import time
from pathlib import Path

import pytest

pytest.importorskip("pyarrow")

import pyarrow as pa

from feed_tables.documents import question
from feed_tables.process import Failure, FilterProcess

# A filter that follows instructions in the documents, and counts how often it was started.
FILTER = """
    import os, sys, time
    import pyarrow as pa
    answers = pa.ipc.new_stream(sys.stdout.buffer, pa.schema([("answer", pa.string())]))
    open(sys.argv[1], "a").write("x")
    for line in sys.stdin:
        word = line.strip()
        if word == "sleep": time.sleep(600)
        if word == "spin":
            while True: pass
        if word == "die": os.kill(os.getpid(), 9)
        if word == "die once" and os.path.getsize(sys.argv[1]) < 2: os.kill(os.getpid(), 9)
        if word == "exit": sys.exit("out of order")
        if word == "half": os.write(1, bytes([255] * 4 + [64])); os.kill(os.getpid(), 9)
        if word == "memory": sys.exit("memory allocation of 99 bytes failed")
        answers.write_batch(pa.record_batch([[word.upper()]], names=["answer"]))
        sys.stdout.flush()
"""


def ask(process: FilterProcess, word: bytes) -> object:
    """Returns the answer as text, or the failure."""
    answer = process.ask(word)
    return answer if isinstance(answer, Failure) else answer.column("answer")[0].as_py()


@pytest.fixture
def starts(tmp_path: Path) -> Path:
    return tmp_path / "starts"


@pytest.fixture
def command(tmp_path: Path, starts: Path) -> list[str]:
    script = tmp_path / "filter.py"
    script.write_text(textwrap.dedent(FILTER))
    return [sys.executable, str(script), str(starts)]


def test_questions_are_answered_by_one_process(command: list[str], starts: Path) -> None:
    with FilterProcess(command, 60, None) as process:
        assert process.pid is None
        assert [ask(process, b"word %d" % i) for i in range(50)] == [f"WORD {i}" for i in range(50)]
        long = b"x" * 5_000_000
        assert ask(process, long) == long.decode().upper()
    assert starts.read_text() == "x"


@pytest.mark.parametrize("word", [b"sleep", b"spin"])
def test_a_question_without_an_answer_is_given_up(command: list[str], starts: Path, word: bytes) -> None:
    with FilterProcess(command, 1, None) as process:
        assert ask(process, word) == Failure("Timeout", "no answer after 1 seconds")
        process._seconds = 60
        assert ask(process, b"next") == "NEXT"
    assert starts.read_text() == "xx"


def test_a_question_that_is_not_read_is_given_up() -> None:
    with FilterProcess(["sleep", "600"], 0.5, None) as process:
        assert ask(process, b"x" * 10_000_000) == Failure("Timeout", "no answer after 0.5 seconds")


def test_a_process_that_was_killed_answers_after_all(command: list[str], starts: Path) -> None:
    with FilterProcess(command, 60, None) as process:
        assert ask(process, b"die once") == "DIE ONCE"
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        time.sleep(0.1)
        assert ask(process, b"next") == "NEXT"
    assert starts.read_text() == "xxx"


@pytest.mark.parametrize(
    ("word", "starts_needed", "failure"),
    [
        (b"die", 3, Failure("Crash", "bozofeed ended with signal SIGKILL")),
        (b"half", 3, Failure("Crash", "bozofeed ended with signal SIGKILL")),
        (b"exit", 3, Failure("Crash", "bozofeed ended with status 1: out of order")),
        (b"memory", 1, Failure("OutOfMemory", "memory allocation of 99 bytes failed")),
    ],
)
def test_a_process_that_dies_of_a_question_says_of_what(
    command: list[str], starts: Path, word: bytes, starts_needed: int, failure: Failure
) -> None:
    with FilterProcess(command, 60, None) as process:
        assert ask(process, b"before") == "BEFORE"
        assert ask(process, word) == failure
        assert ask(process, b"after") == "AFTER"
    assert starts.read_text() == "x" * (starts_needed + 1)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux only")
def test_memory_is_limited(bozofeed: str) -> None:
    item = b"<item><title>A ship came in</title></item>"
    small = question(b"<rss version='2.0'><channel>" + item + b"</channel></rss>")
    large = question(b"<rss version='2.0'><channel>" + item * 400_000 + b"</channel></rss>")
    with FilterProcess([bozofeed, "--ndjson", "--arrow"], 120, 64 << 20) as process:
        assert isinstance(process.ask(small), pa.RecordBatch)
        failure = process.ask(large)
        assert isinstance(failure, Failure) and failure.type == "OutOfMemory", failure
        answer = process.ask(small)
        assert not isinstance(answer, Failure) and answer.column("feeds")[0].as_py()["version"] == "rss20"


@pytest.mark.skipif(sys.platform != "linux", reason="processor time is limited on Linux only")
def test_nobody_watches_a_process_whose_worker_was_killed(command: list[str]) -> None:
    import resource

    with FilterProcess(command, 5, None) as process:
        assert ask(process, b"word") == "WORD"
        assert process.pid is not None
        soft, _ = resource.prlimit(process.pid, resource.RLIMIT_CPU)
        assert 5 <= soft <= 70


def test_a_program_that_is_missing_is_an_error() -> None:
    with FilterProcess(["/no/such/program"], 1, None) as process, pytest.raises(FileNotFoundError):
        process.ask(b"word")
