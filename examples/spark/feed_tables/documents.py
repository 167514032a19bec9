"""Documents and their sources: files, JSON lines, WARC files.

A *unit* is the part of the input that a task reads at a time: a file, a range of lines, a WARC file. Readers turn a
unit into documents. Unreadable input becomes a `Broken` document and never an exception.
"""

from __future__ import annotations

import base64
import gzip
import io
import json
import os
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import BinaryIO, Optional, Union

from pyarrow import fs

# White space that makes up a blank line for `bozofeed`, which gets no answer.
BLANK = b" \t\n\x0c\r"

BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class Place:
    """The place of a document."""

    source: str
    """The file."""
    position: int = 0
    """The offset in the file: 0 for a file that is one document."""
    name: Optional[str] = None
    """The address of the document, if the file states it."""
    size: Optional[int] = None
    """The size in bytes of the file, the line, or the body of the record, in case the document is not read."""
    fetched: Optional[datetime] = None
    """The time when a crawler fetched the document."""


@dataclass(frozen=True)
class Document:
    """A question for `bozofeed`."""

    place: Place
    question: bytes
    """One line of JSON without its line break."""

    def keyed(self) -> bytes:
        """Returns the question with the key of its rows, which overrides members with the same names."""
        place = self.place
        members: dict[str, object] = {"source": place.source, "position": place.position}
        if place.name is not None:
            members["id"] = place.name
        if place.fetched is not None:
            members["fetched"] = place.fetched.isoformat()
        if not self.question.endswith(b"}"):
            # Not an object, so it will be refused.
            return self.question
        return b"".join((memoryview(self.question)[:-1], b", ", json.dumps(members).encode("ascii")[1:]))


@dataclass(frozen=True)
class Broken:
    """A document that could not be read, with the reason."""

    place: Place
    failure: str
    """One of the types documented in `tables.py`."""
    message: str


Item = Union[Document, Broken]


@dataclass(frozen=True)
class Unit:
    """The part of the input that a task reads at a time."""

    kind: str
    """`file`, `lines` or `warc`."""
    path: str
    start: int = 0
    end: Optional[int] = None
    """Lines that begin at `end` or later belong to another unit."""
    size: int = 0

    def to_json(self) -> str:
        """Returns the unit as ASCII, whatever bytes the path contains."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Unit:
        return cls(**json.loads(text))


def question(body: bytes, url: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> bytes:
    """Returns the question for a body."""
    members: dict[str, object] = {"id": None}
    if url is not None:
        members["url"] = url
    if headers:
        members["headers"] = headers
    head = json.dumps(members).encode("ascii")
    return b"".join((head[:-1], b', "body_base64": "', base64.b64encode(body), b'"}'))


def printable(path: str) -> str:
    """Returns a path as text; bytes that are not UTF-8 become U+FFFD."""
    return os.fsencode(path).decode("utf-8", "replace")


def is_remote(path: str) -> bool:
    return "://" in path


def open_binary(path: str) -> BinaryIO:
    """Opens a local file, or one on a file system supported by Arrow (`s3://`, `hdfs://`, `gs://`, `file://`)."""
    if not is_remote(path):
        return open(path, "rb")
    file_system, name = fs.FileSystem.from_uri(path)
    return io.BufferedReader(file_system.open_input_file(name), 1 << 20)


def list_files(path: str) -> list[tuple[str, int]]:
    """Returns all regular files in a folder and its subfolders, or the file itself, with their sizes; sorted."""
    if not is_remote(path):
        return _list_local(path)
    file_system, name = fs.FileSystem.from_uri(path)
    scheme = path[: path.index("://") + 3]
    info = file_system.get_file_info(name)
    if info.type == fs.FileType.NotFound:
        raise FileNotFoundError(path)
    infos = [info]
    if info.type == fs.FileType.Directory:
        infos = file_system.get_file_info(fs.FileSelector(name, recursive=True))
    # An HDFS address has a host, which is not part of the name.
    prefix = path[: len(path) - len(name)] if path.endswith(name) else scheme
    return sorted((prefix + info.path, info.size) for info in infos if info.type == fs.FileType.File)


def _list_local(path: str) -> list[tuple[str, int]]:
    if not os.path.isdir(path):
        return [(path, os.stat(path).st_size)]
    files = []
    for folder, _, names in os.walk(path):
        for name in names:
            file = os.path.join(folder, name)
            # A broken link is listed, so that the tables report it as unreadable; pipes and devices are left out.
            if os.path.isfile(file):
                files.append((file, os.stat(file).st_size))
            elif os.path.islink(file) and not os.path.exists(file):
                files.append((file, 0))
    return sorted(files)


def units(kind: str, paths: list[str], target: int) -> list[Unit]:
    """Returns the units of these files and folders. Long files of lines are split into ranges of `target` bytes."""
    found = []
    for path in paths:
        for file, size in list_files(path):
            if kind != "lines" or file.endswith(".gz") or size <= target:
                found.append(Unit(kind, file, size=size))
                continue
            for start in range(0, size, target):
                end = min(start + target, size)
                found.append(Unit(kind, file, start, end, end - start))
    return found


def read_file(unit: Unit, limit: int) -> Iterator[Item]:
    """Reads a file that is one document."""
    place = Place(printable(unit.path), 0, printable(unit.path), unit.size)
    try:
        with open_binary(unit.path) as file:
            body = file.read(limit + 1)
    except OSError as error:
        yield Broken(place, "Unreadable", str(error))
        return
    if len(body) > limit:
        yield Broken(place, "TooLarge", f"the file has more than {limit} bytes")
        return
    place = Place(place.source, 0, place.name, len(body))
    yield Document(place, question(body))


def read_lines(unit: Unit, limit: int) -> Iterator[Item]:
    """Reads the questions that begin in the range of the unit, one per line."""
    source = printable(unit.path)
    position = unit.start
    # Base64 makes a document longer by a third.
    longest = limit // 3 * 4 + (1 << 20)
    try:
        with open_binary(unit.path) as file:
            lines: BinaryIO = gzip.open(file) if unit.path.endswith(".gz") else file  # type: ignore[assignment]
            if position > 0:
                lines.seek(position - 1)
                position += _skip_line(lines, unit.end) - 1
            while unit.end is None or position < unit.end:
                line = lines.readline(longest)
                if not line:
                    break
                length = len(line)
                place = Place(source, position, None, length)
                if length == longest and not line.endswith(b"\n"):
                    length += _skip_line(lines)
                    yield Broken(place, "TooLarge", f"the line has more than {longest} bytes")
                else:
                    if position == 0 and line.startswith(BOM):
                        line = line[len(BOM) :]
                    line = line.strip(BLANK)
                    if line:
                        yield Document(place, line)
                position += length
    except (OSError, EOFError, zlib.error) as error:
        # A damaged gzip file cannot be read further.
        yield Broken(Place(source, position), "Unreadable", str(error))


def _skip_line(file: BinaryIO, end: Optional[int] = None) -> int:
    """Skips to the next line, or at least to `end`, and returns the number of bytes."""
    skipped = 0
    left = None if end is None else end - file.tell()
    while left is None or skipped < left:
        part = file.readline(1 << 20 if left is None else min(1 << 20, left - skipped))
        skipped += len(part)
        if not part or part.endswith(b"\n"):
            break
    return skipped
