"""A supervised `bozofeed --ndjson --arrow`: no document may exceed its time and memory.

The process answers one question at a time, so that it is clear which one caused its death.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from types import TracebackType
from typing import Optional, Union

import pyarrow as pa

PIPE = 1 << 20
F_SETPIPE_SZ = 1031
# If a process is killed from outside, the document is not at fault.
TRIES = 3


@dataclass(frozen=True)
class Failure:
    """The reason why a question has no answer."""

    type: str
    """`Timeout`, `OutOfMemory` or `Crash`."""
    message: str


class FilterProcess:
    """Answers questions; starts the process when needed, and restarts it after it has died."""

    def __init__(self, command: list[str], seconds: float, memory: Optional[int]) -> None:
        """`memory` is the address space of the process in bytes; it is only limited on Linux."""
        self._command = command
        self._seconds = seconds
        self._memory = memory
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._output: Optional[_Output] = None
        self._answers: Optional[pa.RecordBatchReader] = None
        self._errors = tempfile.TemporaryFile()
        self._started = 0.0
        self._allowed = 0.0

    def __enter__(self) -> FilterProcess:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self._stop()
        self._errors.close()

    @property
    def pid(self) -> Optional[int]:
        """The running process."""
        return self._process.pid if self._process else None

    def ask(self, question: bytes) -> Union[pa.RecordBatch, Failure]:
        """Returns the answer to a question, which is a line without a line break."""
        failure = Failure("Crash", "")
        for _ in range(TRIES):
            answer = self._ask(question)
            if not isinstance(answer, Failure) or answer.type != "Crash":
                return answer
            failure = answer
        return failure

    def _ask(self, question: bytes) -> Union[pa.RecordBatch, Failure]:
        process = self._process or self._start()
        assert process.stdin is not None and self._output is not None
        deadline = time.monotonic() + self._seconds
        self._allow_processor_time(process, deadline)
        try:
            _write(process.stdin.fileno(), question + b"\n", deadline)
            self._output.deadline = deadline
            if self._answers is None:
                self._answers = pa.ipc.open_stream(self._output)
            return self._answers.read_next_batch()
        except TimeoutError:
            self._stop()
            return Failure("Timeout", f"no answer after {self._seconds:g} seconds")
        except (EOFError, StopIteration):
            return self._death(process)

    def _start(self) -> subprocess.Popen[bytes]:
        self._errors.seek(0)
        self._errors.truncate()
        process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            bufsize=0,
            # Ctrl-C is meant for the driver, not for this process.
            start_new_session=True,
        )
        assert process.stdin is not None and process.stdout is not None
        for pipe in (process.stdin, process.stdout):
            os.set_blocking(pipe.fileno(), False)
            _widen(pipe.fileno())
        self._process = process
        self._output = _Output(process.stdout.fileno())
        self._answers = None
        self._started = time.monotonic()
        self._allowed = 0.0
        if sys.platform == "linux" and self._memory is not None:
            _limit(process.pid, "RLIMIT_AS", self._memory)
        return process

    def _allow_processor_time(self, process: subprocess.Popen[bytes], deadline: float) -> None:
        """Limits the process's lifetime to a little more than this question, in case this worker is killed."""
        if sys.platform == "linux" and deadline > self._allowed:
            self._allowed = deadline + 60
            _limit(process.pid, "RLIMIT_CPU", int(self._allowed - self._started) + 1)

    def _death(self, process: subprocess.Popen[bytes]) -> Failure:
        """Returns why the process died."""
        self._process = None
        _close(process)
        try:
            status = process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            status = process.wait()
        self._errors.seek(0)
        errors = self._errors.read(4096).decode("utf-8", "replace").strip()
        if "memory allocation of" in errors:
            return Failure("OutOfMemory", errors.splitlines()[0])
        ended = f"signal {signal.Signals(-status).name}" if status < 0 else f"status {status}"
        return Failure("Crash", f"bozofeed ended with {ended}: {errors}" if errors else f"bozofeed ended with {ended}")

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            _close(process)


def _close(process: subprocess.Popen[bytes]) -> None:
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()


def _wait(file: int, event: int, deadline: float) -> None:
    poll = select.poll()
    poll.register(file, event)
    if not poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
        raise TimeoutError


def _write(file: int, data: bytes, deadline: float) -> None:
    rest = memoryview(data)
    while rest:
        try:
            rest = rest[os.write(file, rest) :]
        except BlockingIOError:
            _wait(file, select.POLLOUT, deadline)
        except BrokenPipeError:
            raise EOFError from None


class _Output:
    """The output of a process as a file for Arrow. Reading raises `TimeoutError` after the deadline."""

    closed = False
    deadline = 0.0

    def __init__(self, file: int) -> None:
        self._file = file

    def read(self, size: int) -> bytes:
        data = bytearray(size)
        rest = memoryview(data)
        while rest:
            _wait(self._file, select.POLLIN, self.deadline)
            count = os.readv(self._file, [rest])
            if count == 0:
                raise EOFError
            rest = rest[count:]
        return bytes(data)

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        """The process owns its output."""


def _widen(file: int) -> None:
    """Enlarges a pipe's buffer to hold a whole document, if the system allows it."""
    if sys.platform == "linux":
        import fcntl

        try:
            fcntl.fcntl(file, F_SETPIPE_SZ, PIPE)
        except OSError:
            pass


def _limit(pid: int, name: str, value: int) -> None:
    if sys.platform == "linux":
        import resource

        limit = getattr(resource, name)
        try:
            _, most = resource.prlimit(pid, limit)
            resource.prlimit(pid, limit, (value if most < 0 else min(value, most), most))
        except ProcessLookupError:
            # It has already died, as the next question will show.
            pass
