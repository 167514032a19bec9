"""The tables, and the conversion of answers from `bozofeed` to rows.

All tables have `source` and `position`, which together identify a document.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Optional

import pyarrow as pa

from .documents import Broken

TIME = pa.timestamp("us", tz="UTC")
TEXT = pa.string()
TEXTS = pa.list_(pa.string())
CATEGORIES = pa.list_(pa.struct([("term", TEXT), ("scheme", TEXT), ("label", TEXT)]))
ENCLOSURES = pa.list_(pa.struct([("href", TEXT), ("type", TEXT), ("length", pa.int64())]))
MEDIA = pa.list_(
    pa.struct(
        [
            ("href", TEXT),
            ("type", TEXT),
            ("medium", TEXT),
            ("width", pa.int64()),
            ("height", pa.int64()),
            ("duration", pa.int64()),
        ]
    )
)

# The name, type and meaning of each column.
Columns = list[tuple[str, pa.DataType, str]]

KEY: Columns = [
    ("source", TEXT, "the file that the document is in"),
    ("position", pa.int64(), "the offset of the line or record in the file; 0 if the file is the document"),
]

FEEDS: Columns = [
    *KEY,
    ("document", TEXT, "the path, the id of the question, or the address of the record"),
    ("url", TEXT, "the address that relative links are resolved against"),
    ("bytes", pa.int64(), "the size of the document; if it was not read, of its file or line"),
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
    ("url", TEXT, "the address that relative links are resolved against"),
    ("index", pa.int32(), "the place in the document, from 0"),
    ("id", TEXT, "the identifier (`guid`, `id`)"),
    ("identity", TEXT, "a key by which the entry is recognized across fetches"),
    ("link", TEXT, "the page of the entry"),
    ("title", TEXT, "the title"),
    ("title_type", TEXT, "the media type of the title"),
    ("summary", TEXT, "the summary"),
    ("summary_type", TEXT, "the media type of the summary"),
    ("content", TEXT, "the content: the first that is markup, else the first that is plain text"),
    ("content_type", TEXT, "the media type of the content"),
    ("language", TEXT, "the language of the entry, else that of the feed"),
    ("author", TEXT, "the author of the entry, else that of its source or of the feed"),
    ("authors", TEXTS, "all of them"),
    ("published", TIME, "when the entry says it was published"),
    ("updated", TIME, "when the entry says it changed"),
    ("tags", TEXTS, "the categories"),
    ("categories", CATEGORIES, "the same with their schemes and labels"),
    ("enclosures", ENCLOSURES, "files: address, media type, size in bytes"),
    ("media", MEDIA, "Media RSS: address, media type, medium, pixels, seconds"),
    ("duration", pa.int64(), "the playing time in seconds"),
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
    "Refused": "`bozofeed` answered with an error: the line is not a question, for instance",
}

TABLES = {"feeds": FEEDS, "entries": ENTRIES, "faults": FAULTS}


def schema(columns: Columns) -> pa.Schema:
    """Returns the schema of a table."""
    return pa.schema([pa.field(name, kind) for name, kind, _ in columns])


def ddl(columns: Columns) -> str:
    """Returns the schema of a table in Spark's syntax."""
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


def _struct(columns: Columns) -> pa.DataType:
    return pa.struct(list(schema(columns)))


# An answer of `bozofeed` is one row: the row of the document in `feeds`, plus lists of its rows in the other tables.
ANSWER = pa.schema(
    [("feeds", _struct(FEEDS)), ("entries", pa.list_(_struct(ENTRIES))), ("faults", pa.list_(_struct(FAULTS)))]
)


def broken_answer(broken: Broken) -> pa.RecordBatch:
    """Returns a substitute answer for a document without one."""
    place = broken.place
    key = {"source": place.source, "position": place.position}
    feed = {**key, "document": place.name, "bytes": place.size, "fetched": place.fetched, "failure": broken.failure}
    fault = {**key, "kind": "failure", "index": 0, "type": broken.failure, "message": broken.message}
    row = {"feeds": {**feed, "entries": 0, "faults": 0, "warnings": 0}, "entries": [], "faults": [fault]}
    return pa.RecordBatch.from_pylist([row], ANSWER)


def refusal(answer: pa.RecordBatch) -> Optional[dict[str, Any]]:
    """Returns the fault in the answer to a question that could not be read, and the name of its document."""
    failure, document = (answer.column("feeds").field(FEEDS_AT[name]) for name in ("failure", "document"))
    if not failure[0].is_valid:
        return None
    return {**answer.column("faults")[0].as_py()[0], "document": document[0].as_py()}


FEEDS_AT = {name: index for index, (name, _, _) in enumerate(FEEDS)}


# The union of the rows of all tables, as returned by a task: each row has one of the structs.
STAGED = pa.schema([pa.field(name, _struct(columns)) for name, columns in TABLES.items()])
STAGED_DDL = ", ".join(f"`{name}` struct<{ddl(columns).replace('` ', '`: ')}>" for name, columns in TABLES.items())

# The approximate maximum number of rows, and of bytes, in a batch returned by a task.
MOST_ROWS = 2000
MOST_BYTES = 8 << 20


def batches(answers: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Returns the rows of many answers in batches."""
    waiting: list[pa.RecordBatch] = []
    rows = size = 0
    for answer in answers:
        waiting.append(answer)
        rows += 1 + len(answer.column("entries").values) + len(answer.column("faults").values)
        size += answer.nbytes
        if size > MOST_BYTES or rows > MOST_ROWS:
            yield _batch(waiting)
            waiting, rows, size = [], 0, 0
    if waiting:
        yield _batch(waiting)


def _batch(answers: list[pa.RecordBatch]) -> pa.RecordBatch:
    [together] = pa.Table.from_batches(answers, ANSWER).combine_chunks().to_batches()
    feeds, entries, faults = together.columns
    parts = [feeds, entries.flatten(), faults.flatten()]
    before, total = 0, sum(map(len, parts))
    columns = []
    for part in parts:
        after = total - before - len(part)
        columns.append(pa.concat_arrays([pa.nulls(before, part.type), part, pa.nulls(after, part.type)]))
        before += len(part)
    return pa.RecordBatch.from_arrays(columns, schema=STAGED)
