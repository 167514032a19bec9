"""URIs."""

from __future__ import annotations

import urllib.parse

from . import _private

_SCHEMES = (
    "file", "ftp", "gopher", "h323", "hdl", "http", "https", "imap", "magnet", "mailto", "mms", "news", "nntp",
    "prospero", "rsync", "rtsp", "rtspu", "sftp", "shttp", "sip", "sips", "snews", "svn", "svn+ssh", "telnet", "wais",
    "aim", "callto", "cvs", "facetime", "feed", "git", "gtalk", "irc", "ircs", "irc6", "itms", "mms", "msnim", "skype",
    "ssh", "smb", "svn", "ymsg",
)  # fmt: skip

#: The schemes that ``make_safe_absolute_uri`` keeps. ``parse`` always uses this original list.
ACCEPTABLE_URI_SCHEMES: tuple[str, ...] = _SCHEMES


def convert_to_idn(url: str) -> str:
    """Returns a URL whose host is in ASCII (RFC 5891)."""
    if url.isascii():
        return url
    parts = urllib.parse.urlsplit(url)
    host, colon, port = parts.netloc.rpartition(":")
    if not (colon and port.isdigit()):
        host, colon, port = parts.netloc, "", ""
    labels = ".".join(label if label.isascii() else label.encode("idna").decode("ascii") for label in host.split("."))
    return urllib.parse.urlunsplit(parts._replace(netloc=labels + colon + port))


def _urljoin(base: str, uri: str) -> str:
    """Returns a URI resolved against a base, or an empty string if it cannot be parsed."""
    try:
        return urllib.parse.urljoin(base, uri)
    except ValueError:
        return ""


def make_safe_absolute_uri(base: str, rel: str | None = None) -> str:
    """Returns an absolute URI, or an empty string if its scheme is not acceptable."""
    uri = _urljoin(base, rel or "")
    if not ACCEPTABLE_URI_SCHEMES:
        return uri
    try:
        scheme = urllib.parse.urlsplit(uri).scheme
    except ValueError:
        return ""
    return uri if not scheme or scheme in ACCEPTABLE_URI_SCHEMES else ""


def resolve_relative_uris(html_source: str, base_uri: str, encoding: str | None, type_: str) -> str:
    """Returns HTML with absolute URIs."""
    from bozofeed._bozofeed import clean

    return clean(html_source, False, base_uri)


class RelativeURIResolver(metaclass=_private.Refused):
    """Not available."""


_private.guard(__name__, "ACCEPTABLE_URI_SCHEMES", "convert_to_idn")
