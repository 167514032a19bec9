"""Fetching with the standard library's ``urllib``, so that its proxies and handlers work."""

from __future__ import annotations

import base64
import calendar
import datetime
import gzip
import io
import sys
import urllib.error
import urllib.parse
import urllib.request
import zlib
from collections.abc import Mapping
from contextlib import closing
from typing import Any

from . import _private
from .datetimes import _parse_date
from .urls import convert_to_idn
from .util import FeedParserDict

#: The requested media types.
ACCEPT_HEADER = (
    "application/atom+xml,application/rdf+xml,application/rss+xml,application/x-netcdf,application/xml;q=0.9,"
    "text/xml;q=0.2,*/*;q=0.1"
)

_UNCHANGED = (
    "The feed has not changed since you last checked, so the server sent no data.  This is a feature, not a bug!"
)


class _FeedURLHandler(
    urllib.request.HTTPDigestAuthHandler,
    urllib.request.HTTPRedirectHandler,
    urllib.request.HTTPDefaultErrorHandler,
):
    """Follows redirects and remembers the first; a response with any status is accepted."""

    passwd: Any

    def http_error_default(self, req: Any, fp: Any, code: int, msg: str, hdrs: Any) -> Any:
        return fp

    def http_error_302(self, req: Any, fp: Any, code: int, msg: str, headers: Any) -> Any:
        # Python follows 308 since 3.11. It differs from 307 only in what clients may remember (RFC 9110
        # §15.4.9).
        followed = super().http_error_302(req, fp, 307 if code == 308 else code, msg, headers)
        if not followed:
            return fp
        # After several redirects, the first one is set last.
        followed.first_status = code
        return followed

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302

    def http_error_401(self, req: Any, fp: Any, code: int, msg: str, headers: Any) -> Any:
        """Repeats a request with the user name and password in its URL if the server requires digest authentication."""
        kind, _, sent = (req.get_header("Authorization") or "").partition(" ")
        wanted = headers.get("www-authenticate", "")
        if kind.lower() != "basic" or not wanted.lower().startswith("digest"):
            return fp
        name, _, password = base64.b64decode(sent).decode("utf-8").partition(":")
        fields = urllib.request.parse_keqv_list(urllib.request.parse_http_list(wanted.partition(" ")[2]))
        host = urllib.parse.urlsplit(req.full_url).netloc
        self.passwd.add_password(fields.get("realm", ""), host, name, password)
        self.reset_retry_count()
        return self.http_error_auth_reqed("www-authenticate", host, req, headers)


def _build_urllib2_request(
    url: str,
    agent: str | None,
    accept_header: str | None,
    etag: str | None,
    modified: Any,
    referrer: str | None,
    auth: str | None,
    request_headers: Mapping[str, str] | None,
) -> urllib.request.Request:
    """Returns a request with the headers of a feed reader."""
    headers = {
        "User-Agent": agent,
        "If-None-Match": etag,
        "If-Modified-Since": _http_date(modified),
        "Referer": referrer,
        "Accept-encoding": "gzip, deflate",
        "Authorization": f"Basic {auth}" if auth else None,
        "Accept": accept_header,
        **(request_headers or {}),
        # RFC 3229 for feeds
        "A-IM": "feed",
    }
    return urllib.request.Request(url, headers={name: value for name, value in headers.items() if value})


def _http_date(modified: Any) -> str | None:
    """Formats a date for HTTP (RFC 9110 §5.6.7), in English whatever the locale is."""
    if isinstance(modified, str):
        modified = _parse_date(modified)
    elif isinstance(modified, datetime.datetime):
        modified = modified.utctimetuple()
    if not modified:
        return None
    from email.utils import formatdate

    return formatdate(calendar.timegm((*modified[:6], 0, 0, 0)), usegmt=True)


def get(
    url: str,
    etag: str | None = None,
    modified: Any = None,
    agent: str | None = None,
    referrer: str | None = None,
    handlers: Any = None,
    request_headers: Mapping[str, str] | None = None,
    result: FeedParserDict | None = None,
) -> bytes:
    """Fetches a document, and stores the metadata of the response in ``result``."""
    result = FeedParserDict() if result is None else result
    url, auth = _without_password(_http_url(url))
    agent = agent or sys.modules[__name__.rpartition(".")[0]].USER_AGENT
    request = _build_urllib2_request(
        _in_ascii(convert_to_idn(url)), agent, ACCEPT_HEADER, etag, modified, referrer, auth, request_headers
    )
    if handlers is None:
        handlers = []
    elif not isinstance(handlers, (list, tuple)):
        handlers = [handlers]
    opener = urllib.request.build_opener(*(*handlers, _FeedURLHandler()))
    opener.addheaders = []
    try:
        response = opener.open(request)
    except UnicodeError as error:
        raise urllib.error.URLError(error) from error
    # Programs replace the response with objects that have this part of its API.
    with closing(response):
        data: bytes = response.read()
        headers = {name.lower(): value for name, value in response.headers.items()}
        result["headers"] = headers
        href = response.url
        status = getattr(response, "first_status", None) or getattr(response, "status", None) or 200
    data = _decompressed(data, headers.get("content-encoding", ""), result)
    if headers.get("etag"):
        result["etag"] = headers["etag"]
    if headers.get("last-modified"):
        result["modified"] = headers["last-modified"]
        result["modified_parsed"] = _parse_date(headers["last-modified"])
    result["href"] = href
    result["status"] = status
    if getattr(response, "code", status) == 304:
        result["version"] = ""
        result["debug_message"] = _UNCHANGED
        return b""
    return data


def _http_url(url: str) -> str:
    """Returns the HTTP URL denoted by a URL with the scheme ``feed``."""
    scheme, _, rest = url.partition(":")
    if scheme.lower() != "feed":
        return url
    return f"http:{rest}" if rest.startswith("//") else rest if "://" in rest else f"http:{rest}"


def _in_ascii(url: str) -> str:
    """Returns a URL with its non-ASCII characters percent-encoded as UTF-8 (RFC 3987 §3.1)."""
    return url if url.isascii() else "".join(c if c.isascii() else urllib.parse.quote(c) for c in url)


def _without_password(url: str) -> tuple[str, str | None]:
    """Splits a URL into one without user name and password, and these in Base64 (RFC 7617)."""
    parts = urllib.parse.urlsplit(url)
    if parts.scheme not in ("http", "https") or "@" not in parts.netloc:
        return url, None
    known, _, host = parts.netloc.rpartition("@")
    known = known if ":" in known else f"{known}:"
    auth = base64.b64encode(urllib.parse.unquote_to_bytes(known)).decode("ascii")
    return urllib.parse.urlunsplit(parts._replace(netloc=host)), auth


def _decompressed(data: bytes, encoding: str, result: FeedParserDict) -> bytes:
    """Returns the body without its content coding, as far as possible if it is damaged."""
    is_gzip = "gzip" in encoding.lower()
    if not data or not (is_gzip or "deflate" in encoding.lower()):
        return data
    try:
        if is_gzip:
            return _gunzipped(data, result)
        try:
            return zlib.decompress(data)
        except zlib.error:
            # Some servers omit the header of RFC 1950.
            return zlib.decompress(data, -zlib.MAX_WBITS)
    except (OSError, EOFError, zlib.error) as error:
        result["bozo"] = True
        result["bozo_exception"] = error
        return data


def _gunzipped(data: bytes, result: FeedParserDict) -> bytes:
    try:
        return gzip.GzipFile(fileobj=io.BytesIO(data)).read()
    except EOFError as error:
        read = zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(data)
        if not read:
            raise
        result["bozo"] = True
        result["bozo_exception"] = error
        return read


_private.guard(
    __name__, "ACCEPT_HEADER", "_FeedURLHandler", "_build_urllib2_request", "_parse_date", "convert_to_idn", "get", "urllib"
)
