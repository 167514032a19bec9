"""WARC files become documents; a damaged record only affects itself."""

from __future__ import annotations

import base64
import gzip
import io
import json
import re
import zlib
from pathlib import Path
from typing import Any, Optional

import pytest

pytest.importorskip("pyarrow")

from feed_tables.documents import Broken, Document, Item, Unit
from feed_tables.warc import Selection, read_warc

LIMIT = 1 << 20


def record(name: str, block: bytes, kind: str = "response", media_type: str = "application/http") -> bytes:
    header = (
        f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: https://harbour.example/{name}\r\n"
        "WARC-Date: 2025-11-03T08:15:00.123456789Z\r\n"
        f"Content-Type: {media_type}\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return header.encode() + block + b"\r\n\r\n"


def response(body: bytes, *headers: str, status: str = "HTTP/1.1 200 OK") -> bytes:
    return "\r\n".join([status, *headers, "", ""]).encode() + body


def feed(name: str) -> bytes:
    return response(f"<rss>{name}</rss>".encode() * 50, "Content-Type: text/xml")


def read(tmp_path: Path, data: bytes, content_type: Optional[str] = None) -> list[Item]:
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(data)
    pattern = re.compile(content_type) if content_type else None
    return list(read_warc(Unit("warc", str(path)), Selection(LIMIT, pattern)))


def only(tmp_path: Path, block: bytes) -> Item:
    [item] = read(tmp_path, gzip.compress(record("a", block)))
    return item


def question(item: Item) -> dict[str, Any]:
    assert isinstance(item, Document), item
    members: dict[str, Any] = json.loads(item.question)
    return members


def body(item: Item) -> bytes:
    return base64.b64decode(question(item)["body_base64"])


NAMES = ("a", "b", "c", "d", "e")


def archive(is_gzip: bool) -> tuple[list[bytes], list[int]]:
    """Records, and their positions in the file."""
    records = [record(name, feed(name)) for name in NAMES]
    if is_gzip:
        records = [gzip.compress(record) for record in records]
    return records, [sum(map(len, records[:i])) for i in range(len(records))]


@pytest.mark.parametrize("is_gzip", [True, False])
def test_records_are_documents(tmp_path: Path, is_gzip: bool) -> None:
    records, positions = archive(is_gzip)
    items = read(tmp_path, b"".join(records))
    assert [item.place.name for item in items] == [f"https://harbour.example/{name}" for name in NAMES]
    assert [item.place.position for item in items] == positions
    for name, item in zip(NAMES, items):
        assert body(item) == f"<rss>{name}</rss>".encode() * 50
        assert question(item)["headers"] == {"content-type": "text/xml"}
        assert question(item)["url"] == f"https://harbour.example/{name}"
        assert item.place.size == 12 * 50
        assert item.place.fetched is not None and item.place.fetched.isoformat() == "2025-11-03T08:15:00+00:00"


@pytest.mark.parametrize("is_gzip", [True, False])
def test_a_file_of_another_writer_is_read(tmp_path: Path, is_gzip: bool) -> None:
    warcio = pytest.importorskip("warcio")
    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter

    assert warcio
    out = io.BytesIO()
    writer = WARCWriter(out, gzip=is_gzip)
    writer.write_record(writer.create_warcinfo_record("crawl.warc.gz", {"software": "a crawler"}))
    for name in NAMES:
        headers = StatusAndHeaders("200 OK", [("Content-Type", "text/xml")], protocol="HTTP/1.1")
        payload = io.BytesIO(f"<rss>{name}</rss>".encode())
        url = f"https://harbour.example/{name}"
        writer.write_record(writer.create_warc_record(url, "response", payload=payload, http_headers=headers))
    assert [body(item) for item in read(tmp_path, out.getvalue())] == [f"<rss>{n}</rss>".encode() for n in NAMES]


def test_all_records_in_one_gzip_member_are_read(tmp_path: Path) -> None:
    records, positions = archive(False)
    items = read(tmp_path, gzip.compress(b"".join(records)))
    assert [item.place.position for item in items] == positions
    assert all(isinstance(item, Document) for item in items)


def damages(records: list[bytes], is_gzip: bool) -> dict[str, bytes]:
    """The third record, damaged in many ways."""
    third = records[2]
    middle = len(third) // 2
    found = {
        "start overwritten": b"\0\0\0\0" + third[4:],
        "cut": third[:middle],
        "missing byte": third[:middle] + third[middle + 1 :] if is_gzip else third.replace(b"c</rss>", b"</rss>", 1),
    }
    if is_gzip:
        found["byte changed"] = third[:middle] + bytes([third[middle] ^ 255]) + third[middle + 1 :]
        found["checksum"] = third[:-8] + bytes([third[-8] ^ 1]) + third[-7:]
        plain = record("c", feed("c"))
        found["length too long"] = gzip.compress(re.sub(rb"Content-Length: \d+", b"Content-Length: 99999", plain))
        found["no length"] = gzip.compress(re.sub(rb"Content-Length: \d+\r\n", b"", plain))
        found["not a record"] = gzip.compress(b"A text.\n" * 10)
    else:
        found["length too short"] = re.sub(rb"Content-Length: \d+", b"Content-Length: 100", third)
        found["length too long"] = re.sub(rb"Content-Length: \d+", b"Content-Length: 9999999", third)
        found["no length"] = re.sub(rb"Content-Length: \d+\r\n", b"", third)
    return found


@pytest.mark.parametrize("is_gzip", [True, False])
def test_a_damaged_record_costs_itself_alone(tmp_path: Path, is_gzip: bool) -> None:
    records, positions = archive(is_gzip)
    for damage, third in damages(records, is_gzip).items():
        items = read(tmp_path, b"".join([*records[:2], third, *records[3:]]))
        read_well = [item.place.name for item in items if isinstance(item, Document)]
        assert read_well == [f"https://harbour.example/{name}" for name in "abde"], damage
        broken = [item for item in items if isinstance(item, Broken)]
        assert broken and {item.failure for item in broken} == {"BrokenRecord"}, damage
        assert broken[0].place.position == positions[2], damage
        assert all(item.message for item in broken), damage


@pytest.mark.parametrize("is_gzip", [True, False])
def test_a_file_that_is_cut_off_says_so(tmp_path: Path, is_gzip: bool) -> None:
    records, _ = archive(is_gzip)
    *items, last = read(tmp_path, b"".join(records)[:-60])
    assert len(items) == 4 and all(isinstance(item, Document) for item in items)
    assert isinstance(last, Broken)


def test_what_is_no_warc_file_says_so(tmp_path: Path) -> None:
    for data in (b"A text.\n" * 1000, gzip.compress(b"A text.\n"), b"\x1f\x8b", bytes(300_000)):
        [item] = read(tmp_path, data)
        assert isinstance(item, Broken) and item.failure == "BrokenRecord"
    assert read(tmp_path, b"") == []


def test_only_what_was_answered_is_read(tmp_path: Path) -> None:
    records = [
        record("info", b"software: x\r\n", "warcinfo", "application/warc-fields"),
        record("request", b"GET / HTTP/1.1\r\n\r\n", "request"),
        record("missing", response(b"<p>", "Content-Type: text/html", status="HTTP/1.1 404 Not Found")),
        record("moved", response(b"", status="HTTP/1.1 301 Moved")),
        record("page", response(b"<html>", "Content-Type: text/html")),
        record("feed", response(b"<rss/>", "Content-Type: application/rss+xml", status="HTTP/2 200")),
        record("file", b"<rss/>", "resource", "text/xml"),
    ]
    data = b"".join(map(gzip.compress, records))
    assert [str(item.place.name).rpartition("/")[2] for item in read(tmp_path, data)] == ["page", "feed", "file"]
    assert [str(item.place.name).rpartition("/")[2] for item in read(tmp_path, data, "xml")] == ["feed", "file"]


CHUNKS = b"5\r\n<rss>\r\n6;x=y\r\n</rss>\r\n0\r\n\r\n"


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        (response(CHUNKS, "Transfer-Encoding: chunked"), b"<rss></rss>"),
        (response(CHUNKS[:-5], "Transfer-Encoding: chunked"), b"<rss></rss>"),
        (response(CHUNKS[:15], "Transfer-Encoding: chunked"), b"<rss>"),
        (response(b"<rss/>", "Transfer-Encoding: chunked"), b"<rss/>"),
        (response(gzip.compress(b"<rss/>"), "Content-Encoding: gzip"), b"<rss/>"),
        (response(b"<rss/>", "Content-Encoding: gzip", "Content-Length: 3"), b"<rss/>"),
        (response(zlib.compress(b"<rss/>"), "Content-Encoding: deflate"), b"<rss/>"),
        (response(zlib.compress(b"<rss/>")[2:-4], "Content-Encoding: deflate"), b"<rss/>"),
        (response(b"<rss/>", "Content-Encoding: deflate"), b"<rss/>"),
        (response(b"<rss/>", "Content-Encoding: br"), b"<rss/>"),
        (b"HTTP/1.0 200 OK\nContent-Type: text/xml\n\n<rss/>", b"<rss/>"),
        (b"HTTP/1.1 200 OK", b""),
    ],
)
def test_encodings_of_the_transfer_are_undone(tmp_path: Path, block: bytes, expected: bytes) -> None:
    item = only(tmp_path, block)
    assert body(item) == expected
    assert not set(question(item).get("headers", ())) & {"transfer-encoding", "content-encoding", "content-length"}


@pytest.mark.parametrize(
    ("block", "failure"),
    [
        (b"<rss/>", "BrokenRecord"),
        (response(b"\x8b\x02", "Content-Encoding: br"), "BrokenRecord"),
        (response(gzip.compress(b"<rss/>")[:10] + b"\xff" * 20, "Content-Encoding: gzip"), "BrokenRecord"),
        (response(b"x" * (LIMIT + 1)), "TooLarge"),
        (response(b"x" * (4 * LIMIT)), "TooLarge"),
        (response(gzip.compress(bytes(LIMIT + 1)), "Content-Encoding: gzip"), "TooLarge"),
    ],
)
def test_a_response_that_cannot_be_read_says_why(tmp_path: Path, block: bytes, failure: str) -> None:
    item = only(tmp_path, block)
    assert isinstance(item, Broken)
    assert (item.failure, item.place.name) == (failure, "https://harbour.example/a")
