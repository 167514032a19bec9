"""The tables, and how an answer of `parse_feed` becomes their rows.

All tables have `source` and `position`, which together are the key of a document.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timezone
from typing import Any, Optional

import pyarrow as pa

from .documents import Broken, Place

Row = dict[str, Any]

TIME = pa.timestamp("us", tz="UTC")
TEXT = pa.string()
TEXTS = pa.list_(pa.string())
ENCLOSURES = pa.list_(pa.struct([("href", TEXT), ("type", TEXT), ("length", pa.int64())]))

# Name, type and meaning of every column.
Columns = list[tuple[str, pa.DataType, str]]

KEY: Columns = [
    ("source", TEXT, "the file that the document is in"),
    ("position", pa.int64(), "the offset of the line or record in the file; 0 if the file is the document"),
]

FEEDS: Columns = [
    *KEY,
    ("document", TEXT, "the path, the id of the question, or the address of the record"),
    ("url", TEXT, "the address that relative links are resolved against"),
    ("bytes", pa.int64(), "the size of the file, the line, or the body of the record"),
    ("fetched", TIME, "when the crawler fetched it (WARC-Date)"),
    ("failure", TEXT, "why the document has no answer, or null: the type of its failure in `faults`"),
    ("version", TEXT, "the format: `rss20`, `atom10` …; empty if it is not a feed"),
    ("encoding", TEXT, "the encoding that was used"),
    ("bozo", pa.bool_(), "whether the document breaks a rule"),
    ("exception_type", TEXT, "the rule that Universal Feed Parser would report"),
    ("exception_message", TEXT, "the same for people"),
    ("severity", TEXT, "the cost: `benign`, `mended` or `lossy`"),
    ("well_formed", pa.bool_(), "whether the document is well-formed"),
    ("title", TEXT, "the title; may be markup"),
    ("subtitle", TEXT, "the subtitle or description; may be markup"),
    ("link", TEXT, "the page of the feed"),
    ("id", TEXT, "the identifier that the feed gives itself"),
    ("language", TEXT, "the language, as the feed writes it"),
    ("author", TEXT, "the author"),
    ("generator", TEXT, "the program that wrote the feed"),
    ("rights", TEXT, "the copyright notice"),
    ("image", TEXT, "the address of the image"),
    ("published", TIME, "when the feed says it was published"),
    ("updated", TIME, "when the feed says it changed"),
    ("tags", TEXTS, "the categories"),
    ("hubs", TEXTS, "the WebSub hubs"),
    ("entries", pa.int32(), "the number of rows in `entries`"),
    ("faults", pa.int32(), "the number of rows of the kind `fault` in `faults`"),
    ("warnings", pa.int32(), "the number of rows of the kind `warning` in `faults`"),
]

ENTRIES: Columns = [
    *KEY,
    ("index", pa.int32(), "the place in the document, from 0"),
    ("id", TEXT, "the identifier (`guid`, `id`)"),
    ("link", TEXT, "the page of the entry"),
    ("title", TEXT, "the title"),
    ("title_type", TEXT, "the media type of the title"),
    ("summary", TEXT, "the summary"),
    ("summary_type", TEXT, "the media type of the summary"),
    ("content", TEXT, "the content: the longest, if there are several"),
    ("content_type", TEXT, "the media type of the content"),
    ("author", TEXT, "the author"),
    ("published", TIME, "when the entry says it was published"),
    ("updated", TIME, "when the entry says it changed"),
    ("tags", TEXTS, "the categories"),
    ("enclosures", ENCLOSURES, "files: address, media type, size in bytes"),
    ("comments", TEXT, "the page of the comments"),
    (
        "date",
        pa.date32(),
        "the partition: the day (UTC) of `published`, or else of `updated`; null without one, or outside 1990 to 2099",
    ),
]

FAULTS: Columns = [
    *KEY,
    ("kind", TEXT, "`failure`: no answer; `fault`: a broken rule; `warning`: a value that cannot be read"),
    ("index", pa.int32(), "the place among those of its kind in the document, from 0"),
    ("type", TEXT, "the name of the failure (below), the fault, or the warning"),
    ("message", TEXT, "the same for people"),
    ("severity", TEXT, "the cost of a fault: `benign`, `mended` or `lossy`"),
    ("path", TEXT, "the element of a value that cannot be read"),
    ("value", TEXT, "the value that cannot be read"),
    ("offset", pa.int64(), "the byte offset in the document"),
    ("line", pa.int64(), "the line, from 1"),
    ("column", pa.int64(), "the column, from 1"),
]

FAILURES = {
    "Timeout": "no answer in the time allowed; the process was killed",
    "OutOfMemory": "the process needed more memory than allowed",
    "Crash": "the process died three times of this document",
    "TooLarge": "the document has more bytes than allowed",
    "Unreadable": "the file could not be opened or read (further)",
    "BrokenRecord": "the WARC record is damaged, or not an HTTP response, or has an encoding that is not supported",
    "Refused": "`parse_feed` answered with an error: the line is not a question, for instance",
}

TABLES = {"feeds": FEEDS, "entries": ENTRIES, "faults": FAULTS}


def schema(columns: Columns) -> pa.Schema:
    """Returns the schema of a table."""
    return pa.schema([pa.field(name, kind) for name, kind, _ in columns])


def ddl(columns: Columns) -> str:
    """Returns the schema of a table in Spark's words."""
    return ", ".join(f"`{name}` {_ddl(kind)}" for name, kind, _ in columns)


def _ddl(kind: pa.DataType) -> str:
    if pa.types.is_list(kind):
        return f"array<{_ddl(kind.value_type)}>"
    if pa.types.is_struct(kind):
        fields = [kind.field(i) for i in range(kind.num_fields)]
        return f"struct<{', '.join(f'{field.name}: {_ddl(field.type)}' for field in fields)}>"
    names = {
        TEXT: "string",
        TIME: "timestamp",
        pa.bool_(): "boolean",
        pa.int32(): "int",
        pa.int64(): "bigint",
        pa.date32(): "date",
    }
    return names[kind]


@dataclass
class Rows:
    """The rows of one document."""

    feed: Row
    entries: list[Row] = field(default_factory=list)
    faults: list[Row] = field(default_factory=list)


def rows(place: Place, answer: bytes) -> Rows:
    """Returns the rows of an answer."""
    dictionary = json.loads(answer)
    name = dictionary.get("id")
    if place.name is None and name is not None:
        place = Place(place.source, place.position, _text(name), place.size, place.fetched)
    if "error" in dictionary:
        return broken_rows(Broken(place, "Refused", _text(dictionary["error"])))
    entries = [_entry(place, index, entry) for index, entry in enumerate(dictionary["entries"])]
    faults = [_fault(place, "fault", index, fault) for index, fault in enumerate(dictionary["faults"])]
    warnings = [_fault(place, "warning", index, fault) for index, fault in enumerate(dictionary["warnings"])]
    feed = _feed(place, dictionary)
    feed.update(entries=len(entries), faults=len(faults), warnings=len(warnings))
    return Rows(feed, entries, faults + warnings)


def broken_rows(broken: Broken) -> Rows:
    """Returns the rows of a document that could not be read."""
    feed = _document(broken.place)
    feed.update(failure=broken.failure, entries=0, faults=0, warnings=0)
    fault = {"type": broken.failure, "message": broken.message}
    return Rows(feed, [], [_fault(broken.place, "failure", 0, fault)])


def _document(place: Place) -> Row:
    return {
        "source": place.source,
        "position": place.position,
        "document": place.name,
        "bytes": place.size,
        "fetched": place.fetched,
    }


def _feed(place: Place, answer: Row) -> Row:
    feed = answer["feed"]
    exception = answer.get("bozo_exception", {})
    return {
        **_document(place),
        "url": answer.get("href"),
        "version": answer["version"],
        "encoding": answer["encoding"],
        "bozo": answer["bozo"],
        "exception_type": exception.get("type"),
        "exception_message": exception.get("message"),
        "severity": exception.get("severity"),
        "well_formed": answer["well_formed"],
        **_texts(feed, "title", "subtitle", "link", "id", "language", "author", "generator", "rights"),
        "image": _member(feed.get("image"), "href"),
        "published": _time(feed.get("published_parsed")),
        "updated": _time(feed.get("updated_parsed")),
        "tags": _tags(feed),
        "hubs": [link["href"] for link in _members(feed, "links") if link.get("rel") == "hub" and "href" in link],
    }


def _entry(place: Place, index: int, entry: Row) -> Row:
    contents: list[Row] = _members(entry, "content")
    content: Row = max(contents, key=lambda content: len(content.get("value", "")), default={})
    published = _time(entry.get("published_parsed"))
    updated = _time(entry.get("updated_parsed"))
    return {
        "source": place.source,
        "position": place.position,
        "index": index,
        **_texts(entry, "id", "link", "title", "summary", "author", "comments"),
        "title_type": _member(entry.get("title_detail"), "type"),
        "summary_type": _member(entry.get("summary_detail"), "type"),
        "content": _member(content, "value"),
        "content_type": _member(content, "type"),
        "published": published,
        "updated": updated,
        "tags": _tags(entry),
        "enclosures": [_enclosure(link) for link in _members(entry, "links") if link.get("rel") == "enclosure"],
        "date": _day(published or updated),
    }


def _fault(place: Place, kind: str, index: int, fault: Row) -> Row:
    names = ("type", "message", "severity", "path", "value", "offset", "line", "column")
    row = {name: fault.get(name) for name in names}
    return {"source": place.source, "position": place.position, "kind": kind, "index": index, **row}


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _texts(of: Row, *names: str) -> Row:
    """Returns these members. An element that is no text (an extension of the same name) is null."""
    return {name: _member(of, name) for name in names}


def _member(of: Any, name: str) -> Optional[str]:
    value = of.get(name) if isinstance(of, dict) else None
    return value if isinstance(value, str) else None


def _members(of: Row, name: str) -> list[Row]:
    value = of.get(name)
    return [member for member in value if isinstance(member, dict)] if isinstance(value, list) else []


def _tags(of: Row) -> list[str]:
    terms = (_member(tag, "term") or _member(tag, "label") for tag in _members(of, "tags"))
    return [term for term in terms if term]


def _enclosure(link: Row) -> Row:
    length = str(link.get("length", ""))
    is_number = length.isascii() and length.isdigit() and len(length) < 19
    return {"href": _member(link, "href"), "type": _member(link, "type"), "length": int(length) if is_number else None}


def _time(parsed: Optional[list[int]]) -> Optional[datetime]:
    if not parsed:
        return None
    year, month, day, hour, minute, second = parsed[:6]
    try:
        # A leap second is the second before it.
        return datetime(year, month, day, hour, minute, min(second, 59), tzinfo=timezone.utc)
    except ValueError:
        return None


def _day(time: Optional[datetime]) -> Optional[date]:
    if time is None or not 1990 <= time.year < 2100:
        return None
    return time.date()


# The rows of all tables in one, as a task returns them: each row has one of the structs.
STAGED = pa.schema(
    [pa.field(name, pa.struct(list(schema(columns)))) for name, columns in TABLES.items()],
)
STAGED_DDL = ", ".join(f"`{name}` struct<{ddl(columns).replace('` ', '`: ')}>" for name, columns in TABLES.items())

# A batch that a task returns has about as many rows, or as many bytes of documents.
MOST_ROWS = 2000
MOST_BYTES = 8 << 20


def batches(all_rows: Iterable[tuple[int, Rows]]) -> Iterator[pa.RecordBatch]:
    """Returns the rows of many documents in batches. Each document comes with the size of its answer."""
    staged: dict[str, list[Row]] = {name: [] for name in TABLES}
    size = 0
    for weight, of_document in all_rows:
        staged["feeds"].append(of_document.feed)
        staged["entries"].extend(of_document.entries)
        staged["faults"].extend(of_document.faults)
        size += weight
        if size > MOST_BYTES or sum(map(len, staged.values())) > MOST_ROWS:
            yield _batch(staged)
            staged = {name: [] for name in TABLES}
            size = 0
    if staged["feeds"]:
        yield _batch(staged)


def _batch(staged: dict[str, list[Row]]) -> pa.RecordBatch:
    before, total = 0, sum(map(len, staged.values()))
    columns = []
    for name, of_table in staged.items():
        padded = [None] * before + of_table + [None] * (total - before - len(of_table))
        columns.append(pa.array(padded, STAGED.field(name).type))
        before += len(of_table)
    return pa.RecordBatch.from_arrays(columns, schema=STAGED)
