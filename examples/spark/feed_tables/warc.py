"""Reads WARC files (ISO 28500) as stored by crawlers: responses of servers, each compressed separately.

A damaged record only affects itself: reading continues at the next one. A record is damaged if its checksum or length
is wrong, or if it is truncated.
"""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import BinaryIO, Optional

from .documents import Broken, Document, Item, Place, Unit, open_binary, printable, question

GZIP = b"\x1f\x8b"
GZIP_BEGIN = re.compile(re.escape(GZIP + b"\x08"))
RECORD_BEGIN = re.compile(rb"WARC/\d\.\d\r?\n[A-Za-z-]{1,40}:")
LONGEST_BEGIN = 64
CHUNK = 1 << 18
# The header of a record, or of its HTTP response.
MOST_HEADER = 1 << 20
# Headers about the transfer encoding, which is undone here.
TRANSFER = {"content-encoding", "content-length", "transfer-encoding", "connection"}

STATUS_LINE = re.compile(rb"HTTP/\d(?:\.\d)? (\d{3})\b")
CHUNK_HEAD = re.compile(rb"([0-9A-Fa-f]{1,8})[ \t]*(?:;[^\r\n]*)?\r?\n")


class Damaged(Exception):
    """A record violates the standard."""


class TooLarge(Exception):
    """A body is larger than the limit."""


@dataclass
class Record:
    """A record with its block, which is empty if the record is not wanted."""

    position: int
    headers: dict[str, str]
    block: bytes = b""
    problem: Optional[Exception] = None


@dataclass
class Selection:
    """Selects the records to read."""

    limit: int
    """The maximum size of a body in bytes."""
    content_type: Optional[re.Pattern[str]] = None
    """Searched in the Content-Type of a response."""
    types: frozenset[str] = field(default=frozenset({"response", "resource"}))


def read_warc(unit: Unit, selection: Selection) -> Iterator[Item]:
    """Reads the documents of a WARC file."""
    source = printable(unit.path)
    position = 0
    try:
        with open_binary(unit.path) as file:
            for record in records(file, selection):
                position = record.position
                item = _document(source, record, selection)
                if item is not None:
                    yield item
    except OSError as error:
        yield Broken(Place(source, position), "Unreadable", str(error))


def records(file: BinaryIO, selection: Selection) -> Iterator[Record]:
    """Reads all records; damaged ones have a `problem`."""
    position = 0
    is_gzip = file.read(2) == GZIP
    while True:
        file.seek(position)
        member = _Member(file, is_gzip)
        stream = io.BufferedReader(member, CHUNK)
        start = 0
        record = Record(position, {})
        try:
            while True:
                record = Record(position + start, {})
                length = _read_record(stream, record, selection)
                if length is None:
                    break
                yield record
                start += length
        except Damaged as damage:
            record.problem = damage
            yield record
            found = _next_record(file, position if is_gzip else record.position, is_gzip)
            if found is None:
                return
            position = found
            continue
        if not is_gzip or member.end is None:
            return
        position += member.end
        if not _has_more(file, position):
            return


def _has_more(file: BinaryIO, position: int) -> bool:
    file.seek(position)
    return bool(file.read(1))


def _read_record(stream: BinaryIO, record: Record, selection: Selection) -> Optional[int]:
    """Reads a record and returns its length, or None at the end."""
    line = stream.readline(MOST_HEADER)
    length = len(line)
    while line in (b"\r\n", b"\n"):
        line = stream.readline(MOST_HEADER)
        length += len(line)
    if not line:
        return None
    if not line.startswith(b"WARC/"):
        raise Damaged("a record does not begin with WARC/")
    header = b""
    while True:
        line = stream.readline(MOST_HEADER)
        length += len(line)
        if not line.endswith(b"\n") or len(header) > MOST_HEADER:
            raise Damaged("the header of a record does not end")
        if line in (b"\r\n", b"\n"):
            break
        header += line
    record.headers = _fields(header)
    size = record.headers.get("content-length", "")
    if not (size.isascii() and size.isdigit() and len(size) < 16):
        raise Damaged("a record has no valid Content-Length")
    remaining = int(size)
    length += remaining
    if record.headers.get("warc-type") in selection.types:
        wanted = min(remaining, selection.limit + MOST_HEADER)
        record.block = stream.read(wanted)
        remaining -= len(record.block)
        if len(record.block) < wanted:
            raise Damaged("a record is cut off")
        if remaining:
            record.problem = TooLarge(f"the record has {size} bytes")
    while remaining:
        skipped = len(stream.read(min(remaining, CHUNK)))
        if not skipped:
            raise Damaged("a record is cut off")
        remaining -= skipped
    end = stream.read(4)
    # Some writers omit the line breaks at the end of the file.
    if end not in (b"\r\n\r\n", b""):
        raise Damaged("a record does not end where its Content-Length says")
    # Reading to the end of a gzip member verifies its checksum.
    stream.peek(1)  # type: ignore[attr-defined]
    return length + len(end)


def _fields(header: bytes) -> dict[str, str]:
    fields = {}
    for line in header.decode("utf-8", "replace").splitlines():
        name, colon, value = line.partition(":")
        if colon:
            fields[name.strip().lower()] = value.strip()
    return fields


class _Member(io.RawIOBase):
    """A gzip member, or the rest of an uncompressed file."""

    def __init__(self, file: BinaryIO, is_gzip: bool) -> None:
        self._file = file
        self._inflate = zlib.decompressobj(31) if is_gzip else None
        self._input = b""
        self._read = 0
        self.end: Optional[int] = None
        """The length of the member in the file, once all of it was read."""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:  # type: ignore[no-untyped-def]
        data = self._next(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def _next(self, size: int) -> bytes:
        inflate = self._inflate
        if inflate is None:
            return self._file.read(size)
        while self.end is None:
            if not self._input:
                self._input = self._file.read(CHUNK)
                self._read += len(self._input)
                if not self._input:
                    raise Damaged("the file is cut off")
            try:
                data = inflate.decompress(self._input, size)
            except zlib.error as error:
                raise Damaged(f"gzip: {error}") from error
            self._input = inflate.unconsumed_tail
            if inflate.eof:
                self.end = self._read - len(inflate.unused_data)
            if data:
                return data
        return b""


def _next_record(file: BinaryIO, after: int, is_gzip: bool) -> Optional[int]:
    """Returns the position of the next record that begins after the one at `after`."""
    begin = GZIP_BEGIN if is_gzip else RECORD_BEGIN
    start = after + 1
    while True:
        file.seek(start)
        chunk = file.read(CHUNK)
        for found in begin.finditer(chunk):
            if not is_gzip or _is_record(file, start + found.start()):
                return start + found.start()
        # The start of a record may span two chunks.
        if len(chunk) <= LONGEST_BEGIN:
            return None
        start += len(chunk) - LONGEST_BEGIN


def _is_record(file: BinaryIO, position: int) -> bool:
    """Returns whether a gzip member with a record really begins here, rather than bytes that look like one."""
    file.seek(position)
    try:
        return zlib.decompressobj(31).decompress(file.read(512), 5) == b"WARC/"
    except zlib.error:
        return False


def _document(source: str, record: Record, selection: Selection) -> Optional[Item]:
    fetched = _date(record.headers.get("warc-date"))
    url = record.headers.get("warc-target-uri", "").strip("<>") or None
    place = Place(source, record.position, url, None, fetched)
    if isinstance(record.problem, Damaged):
        return Broken(place, "BrokenRecord", str(record.problem))
    if record.headers.get("warc-type") not in selection.types:
        return None
    headers: dict[str, str] = {}
    body = record.block
    try:
        if record.headers.get("content-type", "").startswith("application/http"):
            status, headers, body = _response(record.block, selection)
            if not 200 <= status < 300:
                return None
        elif "content-type" in record.headers:
            headers = {"content-type": record.headers["content-type"]}
        pattern = selection.content_type
        if pattern is not None and not pattern.search(headers.get("content-type", "")):
            return None
        if record.problem is not None or len(body) > selection.limit:
            raise record.problem or TooLarge(f"the body has more than {selection.limit} bytes")
    except TooLarge as problem:
        return Broken(place, "TooLarge", str(problem))
    except Damaged as problem:
        return Broken(place, "BrokenRecord", str(problem))
    place = Place(source, record.position, url, len(body), fetched)
    return Document(place, question(body, url, headers))


def _response(block: bytes, selection: Selection) -> tuple[int, dict[str, str], bytes]:
    """Returns the status, the headers and the body of a response, without its transfer and content encodings.

    The Content-Length is not used: crawlers that have undone the encodings may have left it unchanged.
    """
    end = min((at for at in (block.find(mark) for mark in (b"\r\n\r\n", b"\n\n")) if at >= 0), default=len(block))
    status_line, _, header = block[:end].partition(b"\n")
    status = STATUS_LINE.match(status_line)
    if status is None:
        raise Damaged("not an HTTP response")
    fields = _fields(header)
    pattern = selection.content_type
    code = int(status[1])
    if not 200 <= code < 300 or (pattern and not pattern.search(fields.get("content-type", ""))):
        return code, fields, b""
    body = block[end + (4 if block.startswith(b"\r", end) else 2) :]
    if "chunked" in fields.get("transfer-encoding", "").lower():
        body = _unchunk(body)
    body = _decode(body, fields.get("content-encoding", "").strip().lower(), selection.limit)
    return code, {name: value for name, value in fields.items() if name not in TRANSFER}, body


def _unchunk(body: bytes) -> bytes:
    """Joins chunks (RFC 9112 §7.1) as far as possible. A body that does not begin with a chunk was already joined."""
    parts: list[bytes] = []
    at = 0
    while True:
        head = CHUNK_HEAD.match(body, at)
        if head is None:
            return b"".join(parts) if parts else body
        size = int(head[1], 16)
        if size == 0:
            return b"".join(parts)
        parts.append(body[head.end() : head.end() + size])
        at = head.end() + size + 2


def _decode(body: bytes, coding: str, limit: int) -> bytes:
    """Undoes a content encoding. Crawlers that have already undone it keep the header."""
    if coding in ("gzip", "x-gzip"):
        return _inflate(body, 31, limit) if body.startswith(GZIP) else body
    if coding == "deflate":
        # RFC 9110 §8.4.1.2: the zlib format; some servers send raw deflate.
        is_zlib = len(body) > 1 and body[0] & 15 == 8 and (body[0] << 8 | body[1]) % 31 == 0
        is_text = body.lstrip()[:1] in (b"<", b"{")
        return body if is_text else _inflate(body, 15 if is_zlib else -15, limit)
    if coding in ("br", "zstd") and body.lstrip()[:1] not in (b"<", b"{", b"\xef"):
        raise Damaged(f"content encoding {coding} is not supported")
    return body


def _inflate(body: bytes, window: int, limit: int) -> bytes:
    try:
        return zlib.decompressobj(window).decompress(body, limit + 1)
    except zlib.error as error:
        raise Damaged(f"content encoding: {error}") from error


def _date(text: Optional[str]) -> Optional[datetime]:
    # Python 3.9 parses neither Z nor nanoseconds.
    text = re.sub(r"\.\d+", "", text or "").replace("Z", "+00:00")
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
