"""The compiled part of the package."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from time import struct_time
from typing import Any, Literal, final, overload

from . import Sanitize, Source

__all__ = [
    "Bozo",
    "Candidate",
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
    "Table",
    "TableStream",
    "Tables",
    "Tag",
    "Text",
    "UnreadValue",
    "check",
    "clean",
    "default_lists",
    "explain",
    "fill_dictionary",
    "looks_like_html",
    "parse",
    "parse_iter",
    "read_date",
    "report",
    "table",
    "tables",
]

_Options = dict[str, Any]
_Severity = Literal["benign", "mended", "lossy"]

@final
class Bozo:
    """The way the document breaks the rules."""

    @property
    def type(self) -> str:
        """The kind of problem: `SAXParseException`, `CharacterEncodingOverride`, `NotAFeed` …"""
    @property
    def message(self) -> str:
        """A short description of the problem."""
    @property
    def severity(self) -> _Severity:
        """The cost for the result: `benign`, `mended` or `lossy`."""
    @property
    def line(self) -> int | None:
        """The line, from 1; `None` if the problem is not at one place."""
    @property
    def column(self) -> int | None:
        """The column, from 1; `None` if the problem is not at one place."""
    def to_json(self) -> str:
        """Returns the value as JSON, for `from_json`."""
    def to_dict(self) -> dict[str, Any]:
        """Returns the value as plain Python objects, with the structure of its JSON."""
    @staticmethod
    def from_json(text: str) -> Bozo:
        """Returns the value described by JSON from `to_json`. Raises `ValueError` for anything else."""
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __copy__(self) -> Bozo: ...
    def __deepcopy__(self, memo: Any) -> Bozo: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Fault:
    """A place where a rule is broken."""

    @property
    def type(self) -> str:
        """The name of the fault."""
    @property
    def message(self) -> str:
        """A short description of the problem."""
    @property
    def severity(self) -> _Severity:
        """The cost for the result: `benign`, `mended` or `lossy`."""
    @property
    def offset(self) -> int:
        """The byte offset in the document."""
    @property
    def line(self) -> int:
        """The line, from 1."""
    @property
    def column(self) -> int:
        """The column, from 1."""
    def to_json(self) -> str:
        """Returns the value as JSON, for `from_json`."""
    def to_dict(self) -> dict[str, Any]:
        """Returns the value as plain Python objects, with the structure of its JSON."""
    @staticmethod
    def from_json(text: str) -> Fault:
        """Returns the value described by JSON from `to_json`. Raises `ValueError` for anything else."""
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __copy__(self) -> Fault: ...
    def __deepcopy__(self, memo: Any) -> Fault: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class UnreadValue:
    """A value that could not be read."""

    @property
    def type(self) -> str:
        """The kind of value."""
    @property
    def message(self) -> str:
        """A short description of the problem."""
    @property
    def value(self) -> str:
        """The value, verbatim."""
    @property
    def path(self) -> str:
        """The element or member with the value."""
    @property
    def offset(self) -> int:
        """The byte offset in the document."""
    @property
    def line(self) -> int:
        """The line, from 1."""
    @property
    def column(self) -> int:
        """The column, from 1."""
    def to_json(self) -> str:
        """Returns the value as JSON, for `from_json`."""
    def to_dict(self) -> dict[str, Any]:
        """Returns the value as plain Python objects, with the structure of its JSON."""
    @staticmethod
    def from_json(text: str) -> UnreadValue:
        """Returns the value described by JSON from `to_json`. Raises `ValueError` for anything else."""
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __copy__(self) -> UnreadValue: ...
    def __deepcopy__(self, memo: Any) -> UnreadValue: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Text:
    """A text with its media type. An empty text is false. It is formatted like its value, and is equal to a string that is its
    value.
    """

    def __new__(
        cls,
        value: str,
        media_type: str = "text/plain",
        *,
        language: str | None = None,
        base: str | None = None,
        src: str | None = None,
    ) -> Text: ...
    @property
    def value(self) -> str:
        """The text. Markup is sanitized and its relative URLs are resolved, unless this was disabled."""
    @property
    def media_type(self) -> str:
        """The media type: `text/plain`, `text/html`, `application/xhtml+xml`, or another one stated by the feed."""
    @property
    def language(self) -> str | None:
        """The language in force (`xml:lang`)."""
    @property
    def base(self) -> str | None:
        """The URL against which relative URLs were resolved."""
    @property
    def is_markup(self) -> bool:
        """Whether the text is HTML or XHTML."""
    @property
    def is_sanitized(self) -> bool:
        """Whether the text is sanitized markup."""
    @property
    def src(self) -> str | None:
        """The address of the text, if the feed does not contain it."""
    @property
    def plain(self) -> str:
        """Plain text on one line, without markup."""
    @property
    def html(self) -> str:
        """HTML that can be shown in a page."""
    def __bool__(self) -> bool: ...
    def __format__(self, spec: str, /) -> str: ...
    def to_json(self) -> str:
        """Returns the value as JSON, for `from_json`."""
    def to_dict(self) -> dict[str, Any]:
        """Returns the value as plain Python objects, with the structure of its JSON."""
    @staticmethod
    def from_json(text: str) -> Text:
        """Returns the value described by JSON from `to_json`. Raises `ValueError` for anything else."""
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __copy__(self) -> Text: ...
    def __deepcopy__(self, memo: Any) -> Text: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Link:
    """A link, an enclosure or a license."""

    def __new__(
        cls,
        href: str | None = None,
        rel: str = "alternate",
        media_type: str | None = None,
        *,
        hreflang: str | None = None,
        title: str | None = None,
        length: int | None = None,
        duration: timedelta | None = None,
        attributes: dict[str, str] | None = None,
    ) -> Link: ...
    @property
    def href(self) -> str | None:
        """The URL; `None` if the feed has none, or if it would run a script."""
    @property
    def rel(self) -> str:
        """The relation to the feed or entry; `alternate` if the feed has none."""
    @property
    def media_type(self) -> str | None:
        """The media type, in lower case and without parameters."""
    @property
    def hreflang(self) -> str | None:
        """The language of the resource."""
    @property
    def title(self) -> str | None:
        """The title of the link."""
    @property
    def length(self) -> int | None:
        """The size of the resource in bytes."""
    @property
    def duration(self) -> timedelta | None:
        """The playing time."""
    @property
    def attributes(self) -> dict[str, str]:
        """All other attributes, in document order."""
    def to_json(self) -> str:
        """Returns the value as JSON, for `from_json`."""
    def to_dict(self) -> dict[str, Any]:
        """Returns the value as plain Python objects, with the structure of its JSON."""
    @staticmethod
    def from_json(text: str) -> Link:
        """Returns the value described by JSON from `to_json`. Raises `ValueError` for anything else."""
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __copy__(self) -> Link: ...
    def __deepcopy__(self, memo: Any) -> Link: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Person:
    """A person."""

    def __new__(
        cls, name: str | None = None, email: str | None = None, uri: str | None = None, *, raw: str | None = None
    ) -> Person: ...
    @property
    def name(self) -> str | None:
        """The name, without the address."""
    @property
    def email(self) -> str | None:
        """The e-mail address."""
    @property
    def uri(self) -> str | None:
        """A page about the person."""
    @property
    def raw(self) -> str | None:
        """The text of the element: `me@example.org (Name)`."""
    @property
    def display_name(self) -> str | None:
        """The name to show: the name, or else the address, or else the page."""
    def to_json(self) -> str:
        """Returns the value as JSON, for `from_json`."""
    def to_dict(self) -> dict[str, Any]:
        """Returns the value as plain Python objects, with the structure of its JSON."""
    @staticmethod
    def from_json(text: str) -> Person:
        """Returns the value described by JSON from `to_json`. Raises `ValueError` for anything else."""
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __copy__(self) -> Person: ...
    def __deepcopy__(self, memo: Any) -> Person: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Tag:
    """A category."""

    def __new__(
        cls,
        term: str | None = None,
        scheme: str | None = None,
        label: str | None = None,
        parent: str | None = None,
    ) -> Tag: ...
    @property
    def term(self) -> str | None:
        """The term."""
    @property
    def scheme(self) -> str | None:
        """The scheme that the term belongs to."""
    @property
    def label(self) -> str | None:
        """A label for people."""
    @property
    def parent(self) -> str | None:
        """The parent category's term, in iTunes."""
    def to_json(self) -> str:
        """Returns the value as JSON, for `from_json`."""
    def to_dict(self) -> dict[str, Any]:
        """Returns the value as plain Python objects, with the structure of its JSON."""
    @staticmethod
    def from_json(text: str) -> Tag:
        """Returns the value described by JSON from `to_json`. Raises `ValueError` for anything else."""
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __copy__(self) -> Tag: ...
    def __deepcopy__(self, memo: Any) -> Tag: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Extension:
    """An element outside known vocabularies, with all of its content."""

    def __new__(
        cls,
        name: str,
        text: str = "",
        *,
        prefix: str = "",
        namespace: str | None = None,
        attributes: dict[str, str] | None = None,
        children: Sequence[Extension] | None = None,
        json: str | None = None,
    ) -> Extension: ...
    @property
    def namespace(self) -> str | None:
        """The namespace name; `None` if the element is in no namespace."""
    @property
    def prefix(self) -> str:
        """The prefix: the customary one of a known namespace, or else the document's prefix."""
    @property
    def name(self) -> str:
        """The local name."""
    @property
    def text(self) -> str:
        """The text directly in the element."""
    @property
    def attributes(self) -> dict[str, str]:
        """The attributes, in document order."""
    @property
    def children(self) -> list[Extension]:
        """The child elements."""
    @property
    def json(self) -> str | None:
        """The value of a JSON Feed member, as JSON; `None` for an element."""
    def to_json(self) -> str:
        """Returns the value as JSON, for `from_json`."""
    def to_dict(self) -> dict[str, Any]:
        """Returns the value as plain Python objects, with the structure of its JSON."""
    @staticmethod
    def from_json(text: str) -> Extension:
        """Returns the value described by JSON from `to_json`. Raises `ValueError` for anything else."""
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __copy__(self) -> Extension: ...
    def __deepcopy__(self, memo: Any) -> Extension: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Feed:
    """The feed itself, or the source of an entry. Two feeds are equal if their contents are equal."""

    def __new__(
        cls,
        *,
        title: Text | str | None = None,
        link: str | None = None,
        links: Sequence[Link] | None = None,
        id: str | None = None,
        subtitle: Text | str | None = None,
        authors: Sequence[Person] | None = None,
        published: datetime | None = None,
        updated: datetime | None = None,
        tags: Sequence[Tag] | None = None,
        language: str | None = None,
        rights: Text | str | None = None,
        image: str | None = None,
        generator: str | None = None,
        itunes: Mapping[str, Any] | None = None,
        podcast: Mapping[str, Any] | None = None,
        extensions: Sequence[Extension] | None = None,
    ) -> Feed: ...
    @property
    def title(self) -> Text | None:
        """The title."""
    @property
    def subtitle(self) -> Text | None:
        """The subtitle or description."""
    @property
    def rights(self) -> Text | None:
        """The rights."""
    @property
    def link(self) -> str | None:
        """The page of the feed."""
    @property
    def links(self) -> list[Link]:
        """All links, in document order."""
    @property
    def id(self) -> str | None:
        """The identifier, as stated by the feed."""
    @property
    def authors(self) -> list[Person]:
        """The authors."""
    @property
    def author(self) -> Person | None:
        """The first author."""
    @property
    def contributors(self) -> list[Person]:
        """The contributors."""
    @property
    def published(self) -> datetime | None:
        """The date of publication. Without a time zone, it is in UTC, and the name of its zone is `-00:00`."""
    @property
    def updated(self) -> datetime | None:
        """The date of the last change. Without a time zone, it is in UTC, and the name of its zone is `-00:00`."""
    @property
    def published_text(self) -> str | None:
        """The date of publication, verbatim."""
    @property
    def updated_text(self) -> str | None:
        """The date of the last change, verbatim."""
    @property
    def tags(self) -> list[Tag]:
        """The categories."""
    @property
    def language(self) -> str | None:
        """The language."""
    @property
    def generator(self) -> str | None:
        """The name of the program that wrote the feed."""
    @property
    def image(self) -> str | None:
        """The URL of the image of the feed."""
    @property
    def picture(self) -> str | None:
        """The URL of the picture that represents the feed."""
    @property
    def hub(self) -> str | None:
        """The `WebSub` hub."""
    @property
    def self_url(self) -> str | None:
        """The feed's own URL, as stated by the feed."""
    @property
    def next_page(self) -> str | None:
        """The URL of the next page of the feed (RFC 5005)."""
    @property
    def extensions(self) -> list[Extension]:
        """The elements outside known vocabularies."""
    def vocabulary(self, name: str) -> Any:
        """Returns the members of a vocabulary, such as `itunes` or `podcast`; `None` if the feed does not use it.
        Raises `ValueError` if the name of the vocabulary is unknown.
        """
    def to_json(self) -> str:
        """Returns everything as JSON, for `from_json`."""
    def to_dict(self) -> dict[str, Any]:
        """Returns everything as plain Python objects, with the structure of its JSON."""
    @staticmethod
    def from_json(text: str) -> Feed:
        """Returns the object described by JSON from `to_json`. Raises `ValueError` for anything else."""
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __copy__(self) -> Feed: ...
    def __deepcopy__(self, memo: Any) -> Feed: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Entry:
    """An entry of a feed. Two entries are equal if their contents are equal."""

    def __new__(
        cls,
        *,
        title: Text | str | None = None,
        link: str | None = None,
        links: Sequence[Link] | None = None,
        id: str | None = None,
        summary: Text | str | None = None,
        contents: Sequence[Text | str] | None = None,
        authors: Sequence[Person] | None = None,
        published: datetime | None = None,
        updated: datetime | None = None,
        tags: Sequence[Tag] | None = None,
        rights: Text | str | None = None,
        image: str | None = None,
        language: str | None = None,
        duration: timedelta | None = None,
        itunes: Mapping[str, Any] | None = None,
        podcast: Mapping[str, Any] | None = None,
        media: Mapping[str, Any] | None = None,
        extensions: Sequence[Extension] | None = None,
    ) -> Entry: ...
    def replace(
        self,
        *,
        title: Text | str | None = None,
        link: str | None = None,
        links: Sequence[Link] | None = None,
        id: str | None = None,
        summary: Text | str | None = None,
        contents: Sequence[Text | str] | None = None,
        authors: Sequence[Person] | None = None,
        published: datetime | None = None,
        updated: datetime | None = None,
        tags: Sequence[Tag] | None = None,
        rights: Text | str | None = None,
        image: str | None = None,
        language: str | None = None,
        duration: timedelta | None = None,
        itunes: Mapping[str, Any] | None = None,
        podcast: Mapping[str, Any] | None = None,
        media: Mapping[str, Any] | None = None,
        extensions: Sequence[Extension] | None = None,
    ) -> Entry:
        """Returns the entry with other values for these members, which have the names of arguments of the constructor. `None` removes a value."""
    def __replace__(
        self,
        *,
        title: Text | str | None = None,
        link: str | None = None,
        links: Sequence[Link] | None = None,
        id: str | None = None,
        summary: Text | str | None = None,
        contents: Sequence[Text | str] | None = None,
        authors: Sequence[Person] | None = None,
        published: datetime | None = None,
        updated: datetime | None = None,
        tags: Sequence[Tag] | None = None,
        rights: Text | str | None = None,
        image: str | None = None,
        language: str | None = None,
        duration: timedelta | None = None,
        itunes: Mapping[str, Any] | None = None,
        podcast: Mapping[str, Any] | None = None,
        media: Mapping[str, Any] | None = None,
        extensions: Sequence[Extension] | None = None,
    ) -> Entry: ...
    @property
    def title(self) -> Text | None:
        """The title."""
    @property
    def title_text(self) -> str | None:
        """The title as plain text on one line; `None` if there is none, or an empty one."""
    @property
    def link(self) -> str | None:
        """The page of the entry, or its identifier if that is a permalink."""
    @property
    def links(self) -> list[Link]:
        """All links, in document order."""
    @property
    def enclosures(self) -> list[Link]:
        """The links with the relation `enclosure`."""
    @property
    def id(self) -> str | None:
        """The identifier, as stated by the feed."""
    @property
    def identity(self) -> str:
        """A stable key for recognizing the entry across fetches."""
    @property
    def summary(self) -> Text | None:
        """The summary; `None` if there is only content."""
    @property
    def contents(self) -> list[Text]:
        """All contents, each with its type."""
    @property
    def content(self) -> Text | None:
        """The text to show: the best of the contents, or the summary."""
    @property
    def authors(self) -> list[Person]:
        """The authors of the entry, or else of its source or of the feed."""
    @property
    def author(self) -> Person | None:
        """The first author."""
    @property
    def contributors(self) -> list[Person]:
        """The contributors."""
    @property
    def published(self) -> datetime | None:
        """The date of publication. Without a time zone, it is in UTC, and the name of its zone is `-00:00`."""
    @property
    def updated(self) -> datetime | None:
        """The date of the last change. Without a time zone, it is in UTC, and the name of its zone is `-00:00`."""
    @property
    def published_text(self) -> str | None:
        """The date of publication, verbatim."""
    @property
    def updated_text(self) -> str | None:
        """The date of the last change, verbatim."""
    @property
    def date(self) -> datetime | None:
        """The first valid date: published, updated, created."""
    @property
    def rights(self) -> Text | None:
        """The rights."""
    @property
    def image(self) -> str | None:
        """The URL of the image of the entry."""
    @property
    def thumbnail(self) -> str | None:
        """The URL of a small picture: a thumbnail of Media RSS, or else the image of the entry or of iTunes."""
    @property
    def tags(self) -> list[Tag]:
        """The categories."""
    @property
    def picture(self) -> str | None:
        """The URL of the picture to show: the image, a picture of Media RSS or of an enclosure, or else the first image in
        the content.
        """
    @property
    def comments(self) -> str | None:
        """The page of the comments."""
    @property
    def language(self) -> str | None:
        """The language."""
    @property
    def duration(self) -> timedelta | None:
        """The playing time."""
    @property
    def source(self) -> Feed | None:
        """The feed that the entry was taken from."""
    @property
    def extensions(self) -> list[Extension]:
        """The elements outside known vocabularies."""
    def vocabulary(self, name: str) -> Any:
        """Returns the members of a vocabulary, such as `itunes` or `podcast`; `None` if the feed does not use it.
        Raises `ValueError` if the name of the vocabulary is unknown.
        """
    def to_json(self) -> str:
        """Returns everything as JSON, for `from_json`."""
    def to_dict(self) -> dict[str, Any]:
        """Returns everything as plain Python objects, with the structure of its JSON."""
    @staticmethod
    def from_json(text: str) -> Entry:
        """Returns the object described by JSON from `to_json`. Raises `ValueError` for anything else."""
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __copy__(self) -> Entry: ...
    def __deepcopy__(self, memo: Any) -> Entry: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Entries(Sequence[Entry]):
    """The entries of a feed. `Entry` objects are created on access."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int, /) -> Entry: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Entry]: ...
    def __iter__(self) -> Iterator[Entry]: ...
    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """Returns the index of an entry between `start` and `stop`. Raises `ValueError` if it is not found."""
    def count(self, value: object) -> int:
        """Returns the number of entries that are equal to this one."""
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __copy__(self) -> Entries: ...
    def __deepcopy__(self, memo: Any) -> Entries: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class MissingDate(ValueError):
    """Atom requires a date that neither the feed has nor the caller gave."""

    #: The index of the entry; ``None`` for the feed itself.
    entry: int | None
    #: Its identity; ``None`` for the feed itself.
    identity: str | None

@final
class Parsed:
    """A feed and its faults."""

    def __new__(cls, feed: Feed | None = None, entries: Sequence[Entry] | None = None, *, version: str = "atom10") -> Parsed: ...
    @property
    def version(self) -> str:
        """The format: `rss20`, `atom10`, `json11` …; empty if none was recognized."""
    @property
    def encoding(self) -> str:
        """The label of the encoding that was used."""
    @property
    def is_feed(self) -> bool:
        """Whether the document is a feed, however damaged."""
    @property
    def well_formed(self) -> bool:
        """Whether the document is well-formed, even if its labels are wrong."""
    @property
    def bozo(self) -> Bozo | None:
        """The way the document breaks the rules; `None` if it does not."""
    @property
    def failure(self) -> str | None:
        """The reason why one of many documents could not be read, such as a missing file; `None` if it was read."""
    @property
    def severity(self) -> _Severity | None:
        """The cost of the broken rules: `benign`, `mended` or `lossy`; `None` if none is broken."""
    @property
    def faults(self) -> list[Fault]:
        """The first hundred places where rules are broken."""
    @property
    def fault_count(self) -> int:
        """The number of all faults."""
    @property
    def warnings(self) -> list[UnreadValue]:
        """The first hundred values that could not be read."""
    @property
    def namespaces(self) -> dict[str, str]:
        """The namespaces declared by the document, by prefix."""
    @property
    def trail(self) -> list[str]:
        """How the encoding was determined, step by step."""
    @property
    def feed(self) -> Feed:
        """The feed."""
    @property
    def entries(self) -> Entries:
        """The entries, in document order."""
    def to_atom(
        self,
        *,
        feed_url: str | None = None,
        fallback_date: datetime | str | None = None,
        indent: int = 2,
        entries: int | None = None,
        sanitize: Sanitize = True,
        keep_everything: bool = False,
        stylesheet: str | None = None,
    ) -> str:
        """Returns the feed as Atom 1.0.

        `feed_url` is the URL where the document will be published, `indent` the number of spaces for each level of indentation
        (0 writes no line breaks), and `entries` the maximum number of entries. `sanitize` is the policy for markup, and
        `stylesheet` the URL of a style sheet for Atom and RSS in browsers. With `keep_everything`, values that the format cannot
        express are kept in namespaces that only this library reads. Atom requires dates: `fallback_date`, which must have a time
        zone, is used for entries without a date in a feed without one. If it is needed but not given, `MissingDate` is raised.
        """

    def to_rss(
        self,
        *,
        feed_url: str | None = None,
        fallback_date: datetime | str | None = None,
        indent: int = 2,
        entries: int | None = None,
        sanitize: Sanitize = True,
        keep_everything: bool = False,
        stylesheet: str | None = None,
    ) -> str:
        """Returns the feed as RSS 2.0. It takes the options of `to_atom`, but requires no date."""

    def to_json_feed(
        self,
        *,
        feed_url: str | None = None,
        fallback_date: datetime | str | None = None,
        indent: int = 2,
        entries: int | None = None,
        sanitize: Sanitize = True,
        keep_everything: bool = False,
        stylesheet: str | None = None,
    ) -> str:
        """Returns the feed as JSON Feed 1.1. It takes the options of `to_atom`, but requires no date."""
    def to_json(self) -> str:
        """Returns everything as JSON, for `from_json`."""
    def to_dict(self) -> dict[str, Any]:
        """Returns everything as plain Python objects, with the structure of its JSON."""
    @staticmethod
    def from_json(text: str) -> Parsed:
        """Returns the object described by JSON from `to_json`. Raises `ValueError` for anything else."""
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __copy__(self) -> Parsed: ...
    def __deepcopy__(self, memo: Any) -> Parsed: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Finding:
    """A place where a document breaks a rule of its format or of good practice."""

    @property
    def rule(self) -> str:
        """The name of the rule, such as `date-form`."""
    @property
    def severity(self) -> Literal["error", "warning", "note"]:
        """The severity: `error`, `warning` or `note`."""
    @property
    def message(self) -> str:
        """The way the document breaks the rule, with the value."""
    @property
    def advice(self) -> str:
        """Advice for fixing the document."""
    @property
    def sections(self) -> list[tuple[str, str | None]]:
        """The sections of specifications that state the rule for the format of the document, as pairs of a text and a URL; empty for
        unwritten good practice.
        """
    @property
    def subject(self) -> str:
        """The path to the place: `rss/channel/item[3]/enclosure/@length`, or `$.items[3].id` in JSON."""
    @property
    def value(self) -> str:
        """The value, verbatim, or the name of the missing item."""
    @property
    def offset(self) -> int:
        """The byte offset in the document."""
    @property
    def line(self) -> int:
        """The line, from 1."""
    @property
    def column(self) -> int:
        """The column, from 1."""
    def to_json(self) -> str:
        """Returns the value as JSON, for `from_json`."""
    def to_dict(self) -> dict[str, Any]:
        """Returns the value as plain Python objects, with the structure of its JSON."""
    @staticmethod
    def from_json(text: str) -> Finding:
        """Returns the value described by JSON from `to_json`. Raises `ValueError` for anything else."""
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __copy__(self) -> Finding: ...
    def __deepcopy__(self, memo: Any) -> Finding: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class ParsedIterator:
    """Parsed documents, one after the other. Several threads are used."""

    def __iter__(self) -> Iterator[Parsed]: ...
    def __next__(self) -> Parsed: ...
    def close(self) -> None:
        """Stops reading."""

@final
class Candidate:
    """A candidate for a field: a value from an element."""

    @property
    def subject(self) -> str:
        """The owner of the field: `feed`, `entries[3]`, `entries[3].source`."""
    @property
    def field(self) -> str:
        """The name of the field in the model: `link`, `itunes.duration`."""
    @property
    def value(self) -> str:
        """The value, as text."""
    @property
    def element(self) -> str:
        """The qualified name of the element, or the name of the JSON member."""
    @property
    def line(self) -> int:
        """The line of the element, from 1."""
    @property
    def column(self) -> int:
        """The column of the element, from 1."""
    @property
    def rank(self) -> str:
        """The authority of the element over the field."""
    @property
    def outcome(self) -> str:
        """Whether the value was kept, or the reason why not."""
    def to_json(self) -> str:
        """Returns the value as JSON, for `from_json`."""
    def to_dict(self) -> dict[str, Any]:
        """Returns the value as plain Python objects, with the structure of its JSON."""
    @staticmethod
    def from_json(text: str) -> Candidate:
        """Returns the value described by JSON from `to_json`. Raises `ValueError` for anything else."""
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __copy__(self) -> Candidate: ...
    def __deepcopy__(self, memo: Any) -> Candidate: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Table:
    """A table for any library that supports Arrow's `PyCapsule` interface."""

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
    def select(self, columns: Sequence[str]) -> Table:
        """Returns the table with some of its columns, in this order. Raises `ValueError` for an unknown one."""
    def __len__(self) -> int: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

@final
class Tables:
    """The tables of many documents."""

    @property
    def feeds(self) -> Table:
        """A row for each document."""
    @property
    def entries(self) -> Table:
        """A row for each entry."""
    @property
    def faults(self) -> Table:
        """A row for each fault, each warning and each failure."""

@final
class TableStream:
    """The rows of one table, as a stream of record batches. Documents are parsed while it is read."""

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

def parse(
    document: Source, *, options: _Options
) -> Parsed:
    """Parses a document."""
def parse_iter(
    documents: Iterable[Source],
    *,
    threads: int = 0,
    buffer: int | None = None,
    options: _Options,
) -> ParsedIterator:
    """Parses documents lazily."""
def explain(
    document: Source,
    field: str | None = None,
    *,
    options: _Options,
) -> list[Candidate]:
    """Returns the candidates for all fields, or for one field."""
def check(
    document: Source, *, options: _Options
) -> list[Finding]:
    """Returns the places where a document breaks the rules of its format or of good practice."""
def report(
    document: Source,
    name: str,
    *,
    options: _Options,
) -> str:
    """Returns an HTML page about a document."""
def table(
    documents: Iterable[Source],
    *,
    source: str = "",
    threads: int = 0,
    options: _Options,
) -> Tables:
    """Returns feeds, entries and faults as Arrow tables."""
def tables(
    documents: Iterable[Source],
    table: str = "entries",
    *,
    columns: list[str] | None = None,
    source: str = "",
    threads: int = 0,
    buffer: int | None = None,
    options: _Options,
) -> TableStream:
    """Returns one table as a stream."""
def fill_dictionary(
    result: dict[str, Any],
    data: bytes,
    *,
    headers: list[tuple[Any, Any]],
    url: str | None,
    resolve: bool,
    sanitize: bool | dict[str, list[str]],
    handlers: list[Callable[[str], Any]],
    dict_type: type[dict[str, Any]],
    exception: Callable[[str, str, str, tuple[int, int] | None], Exception],
) -> None:
    """Adds the values of a document to `result`, in the order of Universal Feed Parser.

    `dict_type` is the type of all dictionaries. `exception(name, message, severity, line, column)` returns the value
    of `bozo_exception`.
    """
def read_date(text: str) -> struct_time | None:
    """Returns nine numbers for a date in any built-in format, or `None`."""
def clean(markup: str, sanitize: bool | dict[str, list[str]], base: str | None = None) -> str:
    """Returns sanitized markup, with relative URIs resolved if there is a base."""
def default_lists() -> dict[str, list[str]]:
    """Returns the default lists of allowed markup."""
def looks_like_html(text: str) -> bool:
    """Returns whether text of an undeclared type looks like HTML."""
