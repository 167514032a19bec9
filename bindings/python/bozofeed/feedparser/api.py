"""``parse``, as in Universal Feed Parser."""

from __future__ import annotations

import sys

from bozofeed._bozofeed import fill_dictionary

from . import _private, datetimes, exceptions
from .datetimes import registerDateHandler
from .exceptions import (
    CharacterEncodingOverride,
    CharacterEncodingUnknown,
    NonXMLContentType,
    ThingsNobodyCaresAboutButMe,
    UndeclaredNamespace,
)
from .util import FeedParserDict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, TypeAlias

    #: The headers of a response: a mapping, or pairs. Headers without a value are left out.
    _Headers: TypeAlias = "Mapping[Any, str | bytes | None] | Iterable[tuple[Any, str | bytes | None]]"

__all__ = [
    "CharacterEncodingOverride",
    "CharacterEncodingUnknown",
    "FeedParserDict",
    "NonXMLContentType",
    "SUPPORTED_VERSIONS",
    "ThingsNobodyCaresAboutButMe",
    "UndeclaredNamespace",
    "parse",
    "registerDateHandler",
]

#: The names of the formats.
SUPPORTED_VERSIONS = {
    "": "unknown",
    "rss090": "RSS 0.90",
    "rss091n": "RSS 0.91 (Netscape)",
    "rss091u": "RSS 0.91 (Userland)",
    "rss092": "RSS 0.92",
    "rss093": "RSS 0.93",
    "rss094": "RSS 0.94",
    "rss20": "RSS 2.0",
    "rss10": "RSS 1.0",
    "rss": "RSS (unknown version)",
    "atom01": "Atom 0.1",
    "atom02": "Atom 0.2",
    "atom03": "Atom 0.3",
    "atom10": "Atom 1.0",
    "atom": "Atom (unknown version)",
    "cdf": "CDF",
    "json1": "JSON Feed 1.0",
    "json11": "JSON Feed 1.1",
}

#: There is only one parser, so these two have no effect.
PREFERRED_XML_PARSERS = ["drv_libxml2"]
_XML_AVAILABLE = True

_FETCHED = ("http", "https", "ftp", "file", "feed")

#: The characters that `urllib` strips from the start of a URL.
_BLANKS = "".join(map(chr, range(0x21)))


def _open_resource(
    url_file_stream_or_string: Any,
    etag: str | None,
    modified: Any,
    agent: str | None,
    referrer: str | None,
    handlers: Any,
    request_headers: Mapping[str, str] | None,
    result: FeedParserDict,
) -> bytes | str:
    """Returns the document denoted by a URL, a path, an object with ``read()``, or the document itself."""
    source = url_file_stream_or_string
    if hasattr(source, "read"):
        return source.read()  # type: ignore[no-any-return]
    if isinstance(source, str) and source[:64].lstrip(_BLANKS).partition(":")[0].lower() in _FETCHED:
        # As an attribute of this module, it can be replaced. It is only imported here.
        http = sys.modules[__name__].http
        return http.get(  # type: ignore[no-any-return]
            source, etag, modified, agent, referrer, handlers, request_headers, result
        )
    if not _is_document(source):
        try:
            with open(source, "rb") as file:
                return file.read()
        except (OSError, UnicodeEncodeError, TypeError, ValueError):
            # It must be the document itself.
            pass
    return _encoded(source) if not isinstance(source, (bytes, bytearray, memoryview)) else bytes(source)


def _encoded(text: str) -> bytes:
    """Returns text in UTF-8. Each lone surrogate becomes U+FFFD."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode("utf-8")


def _is_document(source: Any) -> bool:
    """Returns whether something cannot be a path."""
    if isinstance(source, (bytearray, memoryview)):
        return True
    if not isinstance(source, (bytes, str)):
        return False
    if isinstance(source, bytes):
        return source[:256].lstrip().startswith(b"<")
    return source[:256].lstrip().startswith("<")


def parse(
    url_file_stream_or_string: Any,
    etag: str | None = None,
    modified: Any = None,
    agent: str | None = None,
    referrer: str | None = None,
    handlers: Any = None,
    request_headers: Mapping[str, str] | None = None,
    response_headers: _Headers | None = None,
    resolve_relative_uris: bool | None = None,
    sanitize_html: bool | None = None,
    optimistic_encoding_detection: bool | None = None,
) -> FeedParserDict:
    """Reads a feed from a URL, a file, a stream or a string.

    A string is fetched if it is a URL, and opened if it is a path: wrap untrusted strings in ``io.BytesIO``.

    ``etag`` and ``modified`` (a string, a ``datetime`` or nine numbers in UTC) are from an earlier response; ``agent`` and
    ``referrer`` are headers of the request; ``handlers`` are passed to ``urllib.request``. ``request_headers`` override the headers of
    the request, ``response_headers`` those of the response. ``resolve_relative_uris`` and ``sanitize_html`` default to
    ``RESOLVE_RELATIVE_URIS`` and ``SANITIZE_HTML`` of this package. ``optimistic_encoding_detection`` is an argument of feedparser 7
    without effect: the whole document determines its encoding.

    >>> d = parse("<rss version='2.0'><channel><title>Tides</title></channel></rss>")
    >>> d.feed.title
    'Tides'
    >>> d.bozo
    False
    """
    package: Any = sys.modules[__name__.rpartition(".")[0]]
    if resolve_relative_uris is None:
        resolve_relative_uris = package.RESOLVE_RELATIVE_URIS
    if sanitize_html is None:
        sanitize_html = package.SANITIZE_HTML
    result = FeedParserDict(bozo=False, entries=[], feed=FeedParserDict(), headers={})
    try:
        data = _open_resource(
            url_file_stream_or_string, etag, modified, agent, referrer, handlers, request_headers, result
        )
    except OSError as error:
        if not _is_url_error(error):
            raise
        result.update(bozo=True, bozo_exception=error)
        return result
    if not data:
        return result
    # _Headers given by the caller take precedence over the headers of the response.
    given = dict(response_headers or {})
    headers = [*given.items(), *result["headers"].items()]
    result["headers"].update(given)
    fill_dictionary(
        result,
        _encoded(data) if isinstance(data, str) else bytes(data),
        headers=headers,
        url=result.get("href"),
        resolve=bool(resolve_relative_uris),
        sanitize=_policy() if sanitize_html else False,
        handlers=datetimes._custom_handlers(),
        dict_type=FeedParserDict,
        exception=exceptions._make,
    )
    return result


def _is_url_error(error: OSError) -> bool:
    known = sys.modules.get("urllib.error")
    return known is not None and isinstance(error, known.URLError)


def _policy() -> bool | dict[str, list[str]]:
    """Returns the allowed markup, if it was changed."""
    urls = sys.modules.get(f"{__package__}.urls")
    if urls is not None and urls.ACCEPTABLE_URI_SCHEMES != urls._SCHEMES:
        _private.refuse("a change of feedparser.urls.ACCEPTABLE_URI_SCHEMES")
    sanitizer = sys.modules.get(f"{__package__}.sanitizer")
    return True if sanitizer is None else sanitizer._policy()


_private.guard(
    __name__, "PREFERRED_XML_PARSERS", "SUPPORTED_VERSIONS", "_XML_AVAILABLE", "_open_resource", "http", "parse", "urllib",
    _BaseHTMLProcessor=".html",
    _FeedParserMixin=".mixin",
    _LooseFeedParser=".parsers.loose",
    _StrictFeedParser=".parsers.strict",
    _parse_date=".datetimes",
    convert_to_idn=".urls",
    http=".http",
    io="io",
    make_safe_absolute_uri=".urls",
    mixin=".mixin",
    urllib=".http",
    xml="._sax",
)  # fmt: skip
