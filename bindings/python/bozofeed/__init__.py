"""Reads any feed, valid or not: RSS, Atom, CDF and JSON Feed, and writes valid ones.

>>> import bozofeed
>>> parsed = bozofeed.parse(b"<rss version='2.0'><channel><item><title>High tide</title></item></channel></rss>")
>>> [entry.title.value for entry in parsed.entries]
['High tide']

Feeds can be written in any format, with :meth:`Parsed.to_atom`, :meth:`Parsed.to_rss` and :meth:`Parsed.to_json_feed`:

>>> bozofeed.parse(parsed.to_json_feed()).version
'json11'

Programs that use ``feedparser`` can use :mod:`bozofeed.feedparser` instead, unchanged.
"""

from __future__ import annotations

import os

from . import _bozofeed
from ._bozofeed import (
    Bozo,
    Candidate,
    Entries,
    Entry,
    Extension,
    Fault,
    Feed,
    Finding,
    Link,
    MissingDate,
    Parsed,
    ParsedIterator,
    Person,
    Table,
    Tables,
    TableStream,
    Tag,
    Text,
    UnreadValue,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any, BinaryIO, Literal, TypeAlias

    #: A document: its bytes, its text, a path, a binary file, or a :class:`Document`.
    Source: TypeAlias = "bytes | bytearray | memoryview | str | os.PathLike[str] | BinaryIO | Document"
    #: A policy for markup.
    Sanitize: TypeAlias = Literal["reader", "feedparser", "off", True, False]
    #: The rules for determining the encoding.
    EncodingPolicy: TypeAlias = Literal["rfc3023", "rfc7303"]
else:

    def __getattr__(name: str) -> Any:
        # The types are created on access, since importing `typing` takes longer than everything else here.
        if name == "Source":
            from typing import BinaryIO

            return bytes | bytearray | memoryview | str | os.PathLike[str] | BinaryIO | Document
        if name == "Sanitize":
            from typing import Literal

            return Literal["reader", "feedparser", "off", True, False]
        if name == "EncodingPolicy":
            from typing import Literal

            return Literal["rfc3023", "rfc7303"]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Bozo",
    "Candidate",
    "Document",
    "EncodingPolicy",
    "Entries",
    "Entry",
    "Extension",
    "Fault",
    "Feed",
    "Finding",
    "Link",
    "MissingDate",
    "Parsed",
    "ParsedIterator",
    "Person",
    "Sanitize",
    "Source",
    "Table",
    "TableStream",
    "Tables",
    "Tag",
    "Text",
    "UnreadValue",
    "check",
    "explain",
    "parse",
    "parse_iter",
    "parse_many",
    "report",
    "scan",
    "table",
    "tables",
]

__version__ = "0.2.0"


class Document:
    """A document with its origin.

    ``content`` is bytes, text, a path or a binary file. ``url`` is the base of relative URIs, and ``headers`` are the headers of the
    response: a mapping or pairs. Without headers, the document is assumed to come from a file, whose encoding is determined by
    different rules. ``name`` is the value of the column ``document`` of :func:`table`; by default, it is the path.

    >>> document = Document(b"<feed><title>M\\xf6we</title></feed>", headers={"Content-Type": "text/xml; charset=iso-8859-1"})
    >>> parse(document).feed.title.value
    'Möwe'
    """

    __slots__ = ("__weakref__", "content", "headers", "name", "url")

    def __init__(
        self,
        content: bytes | bytearray | memoryview | str | os.PathLike[str] | BinaryIO,
        *,
        url: str | None = None,
        headers: _Headers | None = None,
        name: str | None = None,
    ) -> None:
        self.content = content
        self.url = url
        self.headers = headers
        self.name = name

    def __repr__(self) -> str:
        if isinstance(self.content, (bytes, bytearray, memoryview, str)):
            return f"<Document {self.name or self.url or ''} of {len(self.content)}>"
        return f"<Document {self.name or self.url or self.content}>"


if TYPE_CHECKING:
    #: The headers of a response. Headers without a value are left out, and bytes are ISO-8859-1.
    _Headers: TypeAlias = (
        "Mapping[str, str] | Mapping[str, str | bytes | None] | Iterable[tuple[str | bytes, str | bytes | None]]"
    )


def parse(
    document: Source,
    *,
    url: str | None = None,
    headers: _Headers | None = None,
    sanitize: Sanitize = "reader",
    resolve_urls: bool = True,
    remove_tracking: bool = False,
    encoding_policy: EncodingPolicy = "rfc3023",
    limits: Mapping[str, int] | None = None,
) -> Parsed:
    """Parses a document: bytes, text, a path, a binary file or a :class:`Document`.

    Parsing never fails: the result has everything that could be read, and ``bozo`` describes the fault of a malformed document.
    Only a file that cannot be opened raises ``OSError``, with its ``errno`` and ``filename``.

    >>> parsed = parse("<rss><channel><title>AT&T</title><link>/</link></channel></rss>", url="https://harbour.example/feed")
    >>> parsed.feed.title.value, parsed.feed.link
    ('AT&T', 'https://harbour.example/')
    >>> parsed.severity, parsed.faults[0].line, parsed.faults[0].column, parsed.faults[0].message
    ('mended', 1, 24, "unescaped '&'")

    A string is always the text of a document: one that looks like a URL or a path causes a warning. To read a file, pass
    ``pathlib.Path(...)``. To fetch a URL, use a client and pass ``Document(response.content, url=..., headers=response.headers)``,
    or :func:`bozofeed.feedparser.parse`.

    Markup is sanitized for display in a page (``"reader"`` or ``True``), as in Universal Feed Parser (``"feedparser"``), or not
    at all (``"off"`` or ``False``). ``remove_tracking`` removes parameters such as ``utm_source`` from URLs. ``encoding_policy`` selects
    the rules for determining the encoding. ``limits`` bound the cost of a document: ``size``, ``depth``, ``entries``, ``memory``, ``memory_per_byte``,
    ``written``, ``resolved``, ``expansion``, ``extensions``.

    >>> parse("<rss><channel><item/><item/></channel></rss>", limits={"entries": 1}).bozo.message
    'limit exceeded: entries'
    """
    return _bozofeed.parse(
        _located(document, url, headers),
        options=_options(sanitize, resolve_urls, remove_tracking, encoding_policy, limits),
    )


def _options(
    sanitize: Sanitize = "reader",
    resolve_urls: bool = True,
    remove_tracking: bool = False,
    encoding_policy: EncodingPolicy = "rfc3023",
    limits: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    return {
        "sanitize": sanitize,
        "resolve_urls": resolve_urls,
        "remove_tracking": remove_tracking,
        "encoding_policy": encoding_policy,
        "limits": limits,
    }


def _located(document: Source, url: str | None, headers: _Headers | None) -> Source:
    if url is None and headers is None:
        return document
    if isinstance(document, Document):
        raise TypeError("a Document has its own url and headers")
    return Document(document, url=url, headers=headers)


def parse_iter(
    documents: Iterable[Source],
    *,
    threads: int = 0,
    buffer: int | None = None,
    progress: bool = False,
    sanitize: Sanitize = "reader",
    resolve_urls: bool = True,
    remove_tracking: bool = False,
    encoding_policy: EncodingPolicy = "rfc3023",
    limits: Mapping[str, int] | None = None,
) -> Iterator[Parsed]:
    """Parses documents on several threads, and yields the results in order.

    At most ``buffer`` documents and results are in memory, by default 16 for each thread: others are taken from
    ``documents`` when there is room. Ctrl-C or deleting the iterator ends it at once. A document that cannot be read never affects
    others: ``failure`` of its result is the reason. With ``progress``, a progress bar is shown if ``tqdm`` is installed.

    >>> [parsed.version for parsed in parse_iter(f"<rss version='2.0'><channel><ttl>{n}</ttl></channel></rss>" for n in range(3))]
    ['rss20', 'rss20', 'rss20']
    """
    return _bozofeed.parse_iter(
        _shown(documents, progress),
        threads=threads,
        buffer=buffer,
        options=_options(sanitize, resolve_urls, remove_tracking, encoding_policy, limits),
    )


def parse_many(
    documents: Iterable[Source],
    *,
    threads: int = 0,
    progress: bool = False,
    sanitize: Sanitize = "reader",
    resolve_urls: bool = True,
    remove_tracking: bool = False,
    encoding_policy: EncodingPolicy = "rfc3023",
    limits: Mapping[str, int] | None = None,
) -> list[Parsed]:
    """Parses documents on several threads (if ``threads`` is 0, one for each core). The results are in the order of the documents.

    This is :func:`parse_iter` as a list, for results that fit into memory.

    >>> [parsed.version for parsed in parse_many([b"<rss version='2.0'/>", b"<feed xmlns='http://www.w3.org/2005/Atom'/>"])]
    ['rss20', 'atom10']
    >>> parse_many(["<rss version='2.0'/>", 7])[1].failure
    'a document is bytes, str, a path, a binary file or a bozofeed.Document, not int'
    """
    return list(
        parse_iter(
            documents,
            threads=threads,
            progress=progress,
            sanitize=sanitize,
            resolve_urls=resolve_urls,
            remove_tracking=remove_tracking,
            encoding_policy=encoding_policy,
            limits=limits,
        )
    )


def _shown(documents: Iterable[Source], progress: bool) -> Iterable[Source]:
    """Returns the documents, showing a progress bar while they are read."""
    if not progress or isinstance(documents, (str, bytes, bytearray)):
        return documents
    try:
        from tqdm import tqdm  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        return documents
    return tqdm(documents, unit=" documents")  # type: ignore[no-any-return, unused-ignore]


def scan(pattern: str | os.PathLike[str]) -> Iterator[Document]:
    """Returns a document for each file that matches a pattern, sorted by path. ``**`` matches folders at any depth.

    The files are opened lazily.

    >>> for parsed in parse_iter(scan("feeds/**/*.xml")):
    ...     print(parsed.feed.title)
    """
    import glob
    import pathlib

    for path in sorted(glob.glob(os.fspath(pattern), recursive=True)):
        if os.path.isfile(path):
            yield Document(pathlib.Path(path), name=path)


def explain(
    document: Source,
    field: str | None = None,
    *,
    url: str | None = None,
    headers: _Headers | None = None,
    sanitize: Sanitize = "reader",
    resolve_urls: bool = True,
    remove_tracking: bool = False,
    encoding_policy: EncodingPolicy = "rfc3023",
    limits: Mapping[str, int] | None = None,
) -> list[Candidate]:
    """Returns every candidate for a field, or for all fields, with the reason why it was kept or not.

    >>> feed = "<rss><channel><title/><title>Tides</title></channel></rss>"
    >>> [(candidate.line, candidate.value, candidate.outcome) for candidate in explain(feed, "title")]
    [(1, '', 'empty'), (1, 'Tides', 'kept')]
    """
    return _bozofeed.explain(
        _located(document, url, headers),
        field,
        options=_options(sanitize, resolve_urls, remove_tracking, encoding_policy, limits),
    )


def check(
    document: Source,
    *,
    url: str | None = None,
    headers: _Headers | None = None,
    limits: Mapping[str, int] | None = None,
) -> list[Finding]:
    """Returns the places where a document breaks the rules of its format or of good practice, in document order.

    >>> findings = check("<rss version='2.0'><channel><link>/tides</link></channel></rss>")
    >>> str(findings[0]), findings[0].severity
    ("line 1, column 20: the feed has no title: 'title'", 'error')
    """
    return _bozofeed.check(_located(document, url, headers), options=_options(limits=limits))


def report(
    document: Source,
    name: str = "",
    *,
    url: str | None = None,
    headers: _Headers | None = None,
    limits: Mapping[str, int] | None = None,
) -> str:
    """Returns an HTML page about a document: its values, its faults, and how it was parsed.

    The page runs no scripts and loads nothing. ``name`` is shown as the document's name.

    >>> report("<rss><channel><title>Ships & tides</title></channel></rss>", "tides.xml")[:15]
    '<!DOCTYPE html>'
    """
    name = name or url or (isinstance(document, Document) and (document.name or document.url)) or "feed"
    return _bozofeed.report(_located(document, url, headers), name, options=_options(limits=limits))


def table(
    documents: Iterable[Source],
    *,
    source: str = "",
    threads: int = 0,
    progress: bool = False,
    sanitize: Sanitize = "reader",
    resolve_urls: bool = True,
    remove_tracking: bool = False,
    encoding_policy: EncodingPolicy = "rfc3023",
    limits: Mapping[str, int] | None = None,
) -> Tables:
    """Returns feeds, entries and faults as tables, for any library that supports Arrow's PyCapsule interface.

    Their columns are described in ``examples/spark``. ``position`` is the join key: the index of the document, in each of its
    rows in the three tables. If tables of several calls with different values of ``source`` are combined, the key is ``source`` and
    ``position``. The column ``document`` of ``feeds`` is the path of a file. A document that cannot be read also has a row, with the
    reason in its column ``failure``.

    >>> tables = table([b"<rss version='2.0'><channel><item><title>High tide</title></item></channel></rss>"])
    >>> len(tables.feeds), len(tables.entries), len(tables.faults)
    (1, 1, 0)
    >>> tables.entries.select(["title", "link"]).columns
    ['title', 'link']
    >>> import pyarrow                                             # doctest: +SKIP
    >>> pyarrow.table(tables.entries).column("title").to_pylist()  # doctest: +SKIP
    ['High tide']
    """
    return _bozofeed.table(
        _shown(documents, progress),
        source=source,
        threads=threads,
        options=_options(sanitize, resolve_urls, remove_tracking, encoding_policy, limits),
    )


def tables(
    documents: Iterable[Source],
    table: Literal["feeds", "entries", "faults", "documents"] = "entries",
    *,
    columns: Iterable[str] | None = None,
    source: str = "",
    threads: int = 0,
    buffer: int | None = None,
    progress: bool = False,
    sanitize: Sanitize = "reader",
    resolve_urls: bool = True,
    remove_tracking: bool = False,
    encoding_policy: EncodingPolicy = "rfc3023",
    limits: Mapping[str, int] | None = None,
) -> TableStream:
    """Returns one of the tables of :func:`table` as a stream of record batches, which needs little memory for any number of documents.

    Documents are read when a library requests the next batch: ``pyarrow.RecordBatchReader.from_stream``, DuckDB or polars. The
    table ``documents`` has a row for each document, with its row in ``feeds`` and the lists of its rows in the other tables.
    ``columns`` selects some of the columns.

    >>> stream = tables(scan("feeds/*.xml"), "entries", columns=["title", "published"])
    >>> stream.columns
    ['title', 'published']
    >>> import pyarrow                                                         # doctest: +SKIP
    >>> reader = pyarrow.RecordBatchReader.from_stream(stream)                 # doctest: +SKIP
    >>> pyarrow.parquet.ParquetWriter("entries.parquet", reader.schema)        # doctest: +SKIP
    """
    return _bozofeed.tables(
        _shown(documents, progress),
        table,
        columns=None if columns is None else list(columns),
        source=source,
        threads=threads,
        buffer=buffer,
        options=_options(sanitize, resolve_urls, remove_tracking, encoding_policy, limits),
    )


def _unpickled(kind: Any, json: str) -> Any:
    """Restores a pickled value."""
    return kind.from_json(json)


def _restored(kind: Any, state: str) -> Any:
    """Restores a pickled result, or a part of one that was pickled with its context."""
    return kind._from_state(state)


def _entries(parsed: Parsed) -> Entries:
    """Restores pickled entries."""
    return parsed.entries


def _register() -> None:
    # The name under which it is already loaded.
    from _collections_abc import Sequence

    # The declarations do not show that it is an abstract base class.
    Sequence.register(Entries)  # pyright: ignore[reportAttributeAccessIssue]


_register()
