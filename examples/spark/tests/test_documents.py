"""Files and lines become documents; unreadable ones have a reason."""

from __future__ import annotations

import base64
import gzip
import json
import os
from pathlib import Path

import pytest

pytest.importorskip("pyarrow")

from feed_tables.documents import Broken, Document, Item, Unit, list_files, read_file, read_lines, units

LIMIT = 1 << 20


def body(item: Item) -> bytes:
    assert isinstance(item, Document)
    return base64.b64decode(json.loads(item.question)["body_base64"])


def lines_of(path: Path, target: int) -> list[Item]:
    return [item for unit in units("lines", [str(path)], target) for item in read_lines(unit, LIMIT)]


def test_a_file_is_a_document(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_bytes(b"<rss/>")
    [unit] = units("file", [str(tmp_path)], 100)
    [item] = read_file(unit, LIMIT)
    assert body(item) == b"<rss/>"
    assert item.place.source == str(tmp_path / "a.xml")
    assert (item.place.position, item.place.size) == (0, 6)


def test_files_in_folders_are_found_in_order_and_pipes_are_not(tmp_path: Path) -> None:
    for name in ("b/2", "a", "b/1"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(name.encode())
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "broken-link").symlink_to("nowhere")
    names = [os.path.relpath(path, tmp_path) for path, _ in list_files(str(tmp_path))]
    assert names == ["a", "b/1", "b/2", "broken-link"]
    assert list_files(tmp_path.as_uri()) == [(f"{tmp_path.as_uri()}/{name}", len(name)) for name in names[:3]]


def test_a_folder_that_is_missing_is_an_error(tmp_path: Path) -> None:
    for path in (str(tmp_path / "no"), (tmp_path / "no").as_uri()):
        with pytest.raises(FileNotFoundError):
            list_files(path)


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(b"x" * (LIMIT + 1))
    cases = [("large", "TooLarge"), ("missing", "Unreadable")]
    for name, failure in cases:
        [item] = read_file(Unit("file", str(tmp_path / name)), LIMIT)
        assert isinstance(item, Broken) and item.failure == failure and item.message


def test_a_name_that_is_not_utf_8_is_read(tmp_path: Path) -> None:
    name = os.path.join(os.fsencode(tmp_path), b"f\xff.xml")
    with open(name, "wb") as file:
        file.write(b"<rss/>")
    [unit] = units("file", [str(tmp_path)], 100)
    [item] = read_file(Unit.from_json(unit.to_json()), LIMIT)
    assert body(item) == b"<rss/>"
    assert item.place.name is not None and item.place.name.endswith("f\ufffd.xml")


@pytest.mark.parametrize("target", [1, 2, 3, 7, 50, 10_000])
def test_every_line_belongs_to_one_range(tmp_path: Path, target: int) -> None:
    questions = [b'{"id": %d}' % i + b" " * (i % 5) for i in range(40)]
    text = b"\xef\xbb\xbf" + b"\n".join(questions[:20]) + b"\n\n \r\n" + b"\n".join(questions[20:])
    path = tmp_path / "questions"
    path.write_bytes(text)
    items = lines_of(path, target)
    assert [json.loads(item.question)["id"] for item in items if isinstance(item, Document)] == list(range(40))
    for item in items[1:]:
        assert isinstance(item, Document)
        assert text.startswith(item.question, item.place.position)


def test_a_long_line_costs_itself_alone(tmp_path: Path) -> None:
    path = tmp_path / "questions"
    long = b"x" * 8_000_000
    path.write_bytes(b'{"id": 1}\n' + long + b'\n{"id": 2}\n')
    for target in (1000, 100_000_000):
        first, broken, last = lines_of(path, target)
        assert isinstance(first, Document) and isinstance(last, Document)
        assert isinstance(broken, Broken) and broken.failure == "TooLarge"
        assert (broken.place.position, last.place.position) == (10, 8_000_011)


def test_compressed_lines_are_read_as_far_as_they_go(tmp_path: Path) -> None:
    questions = b"".join(b'{"id": %d, "x": "%s"}\n' % (i, os.urandom(500).hex().encode()) for i in range(200))
    packed = gzip.compress(questions)
    whole, cut = tmp_path / "whole.gz", tmp_path / "cut.gz"
    whole.write_bytes(packed)
    cut.write_bytes(packed[: len(packed) // 2])
    assert len(lines_of(whole, 100)) == 200
    items = lines_of(cut, 100)
    assert 50 < len(items) < 150
    assert all(isinstance(item, Document) for item in items[:-1])
    assert isinstance(items[-1], Broken) and items[-1].failure == "Unreadable"
