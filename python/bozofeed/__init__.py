"""Reads any feed that anyone publishes: RSS, Atom, CDF and JSON Feed, by the rules first, and on when they are broken. Writes valid ones.

>>> import bozofeed
>>> parsed = bozofeed.parse(b"<rss version='2.0'><channel><item><title>High tide</title></item></channel></rss>")
>>> [entry.title.value for entry in parsed.entries]
['High tide']

What was read can be written in any format, by :meth:`Parsed.to_atom`, :meth:`Parsed.to_rss` and :meth:`Parsed.to_json_feed`:

>>> bozofeed.parse(parsed.to_json_feed()).version
'json11'

Programs that use ``feedparser`` can use :mod:`bozofeed.feedparser` instead, unchanged.
"""

from __future__ import annotations

from . import _bozofeed
from ._bozofeed import (
    Bozo,
    Candidate,
    Entries,
    Entry,
    Extension,
    Fault,
    Feed,
    Link,
    MissingDate,
    Parsed,
    Person,
    Table,
    Tables,
    Tag,
    Text,
    UnreadValue,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Literal, TypeAlias

    #: A document: its bytes, its text, or a :class:`Document`.
    Source: TypeAlias = "bytes | bytearray | str | Document"
    #: A policy for markup.
    Sanitize: TypeAlias = Literal["reader", "feedparser", "off"]

__all__ = [
    "Bozo",
    "Candidate",
    "Document",
    "Entries",
    "Entry",
    "Extension",
    "Fault",
    "Feed",
    "Link",
    "MissingDate",
    "Parsed",
    "Person",
    "Table",
    "Tables",
    "Tag",
    "Text",
    "UnreadValue",
    "explain",
    "parse",
    "parse_many",
    "table",
]

__version__ = "0.2.0"


class Document:
    """A document, and where it is from.

    ``url`` is the base of relative URIs, and ``headers`` are those of the response. Without headers, the document is one from a
    file, whose encoding is determined by other rules. ``name`` is the column ``document`` of :func:`table`.

    >>> document = Document(b"<feed><title>M\\xf6we</title></feed>", headers={"Content-Type": "text/xml; charset=iso-8859-1"})
    >>> parse(document).feed.title.value
    'Möwe'
    """

    __slots__ = ("content", "headers", "name", "url")

    def __init__(
        self,
        content: bytes | bytearray | str,
        *,
        url: str | None = None,
        headers: Mapping[str, str] | None = None,
        name: str | None = None,
    ) -> None:
        self.content = content
        self.url = url
        self.headers = headers
        self.name = name

    def __repr__(self) -> str:
        return f"<Document {self.name or self.url or ''} of {len(self.content)}>"


def parse(
    document: Source,
    *,
    url: str | None = None,
    headers: Mapping[str, str] | None = None,
    sanitize: Sanitize = "reader",
    resolve_urls: bool = True,
    limits: Mapping[str, int] | None = None,
) -> Parsed:
    """Reads a document. It never fails: the result has everything that could be read, and ``bozo`` tells what was wrong.

    >>> parsed = parse("<rss><channel><title>AT&T</title><link>/</link></channel></rss>", url="https://harbour.example/feed")
    >>> parsed.feed.title.value, parsed.feed.link
    ('AT&T', 'https://harbour.example/')
    >>> parsed.severity, parsed.faults[0].line, parsed.faults[0].column, parsed.faults[0].message
    ('mended', 1, 24, "unescaped '&'")

    Markup is sanitized for showing it in a page (``"reader"``), as Universal Feed Parser does (``"feedparser"``), or not at all
    (``"off"``). ``limits`` bound what a document may cost: ``size``, ``depth``, ``entries``, ``memory``, ``memory_per_byte``,
    ``written``, ``resolved``, ``expansion``, ``extensions``.

    >>> parse("<rss><channel><item/><item/></channel></rss>", limits={"entries": 1}).bozo.message
    'limit exceeded: entries'
    """
    if url is not None or headers is not None:
        if isinstance(document, Document):
            raise TypeError("a Document has its own url and headers")
        document = Document(document, url=url, headers=headers)
    return _bozofeed.parse(
        document, sanitize=sanitize, resolve_urls=resolve_urls, limits=None if limits is None else dict(limits)
    )


def parse_many(
    documents: Iterable[Source],
    *,
    threads: int = 0,
    sanitize: Sanitize = "reader",
    resolve_urls: bool = True,
    limits: Mapping[str, int] | None = None,
) -> list[Parsed]:
    """Reads documents on several threads (on as many as there are cores if ``threads`` is 0). The results are in their order.

    >>> [parsed.version for parsed in parse_many([b"<rss version='2.0'/>", b"<feed xmlns='http://www.w3.org/2005/Atom'/>"])]
    ['rss20', 'atom10']
    """
    return _bozofeed.parse_many(
        documents,
        threads=threads,
        sanitize=sanitize,
        resolve_urls=resolve_urls,
        limits=None if limits is None else dict(limits),
    )


def explain(
    document: Source,
    field: str | None = None,
    *,
    sanitize: Sanitize = "reader",
    resolve_urls: bool = True,
    limits: Mapping[str, int] | None = None,
) -> list[Candidate]:
    """Returns every candidate for a field, or for all fields, and why it was kept or not.

    >>> feed = "<rss><channel><title/><title>Tides</title></channel></rss>"
    >>> [(candidate.line, candidate.value, candidate.outcome) for candidate in explain(feed, "title")]
    [(1, '', 'empty'), (1, 'Tides', 'kept')]
    """
    return _bozofeed.explain(
        document,
        field,
        sanitize=sanitize,
        resolve_urls=resolve_urls,
        limits=None if limits is None else dict(limits),
    )


def table(
    documents: Iterable[Source],
    *,
    source: str = "",
    threads: int = 0,
    sanitize: Sanitize = "reader",
    resolve_urls: bool = True,
    limits: Mapping[str, int] | None = None,
) -> Tables:
    """Returns feeds, entries and faults as tables, for any library that knows the PyCapsule interface of Arrow.

    Their columns are those of ``examples/spark``. ``source`` is the column of that name, ``position`` the index of the document.

    >>> tables = table([b"<rss version='2.0'><channel><item><title>High tide</title></item></channel></rss>"])
    >>> len(tables.feeds), len(tables.entries), len(tables.faults)
    (1, 1, 0)
    >>> import pyarrow                                             # doctest: +SKIP
    >>> pyarrow.table(tables.entries).column("title").to_pylist()  # doctest: +SKIP
    ['High tide']
    """
    return _bozofeed.table(
        documents,
        source=source,
        threads=threads,
        sanitize=sanitize,
        resolve_urls=resolve_urls,
        limits=None if limits is None else dict(limits),
    )
