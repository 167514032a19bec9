"""Detection of HTML."""

from __future__ import annotations

from . import _private
from .sanitizer import _HTMLSanitizer, _sanitize_html
from .urls import _urljoin, make_safe_absolute_uri, resolve_relative_uris
from .util import FeedParserDict

__all__ = [
    "FeedParserDict",
    "_FeedParserMixin",
    "_HTMLSanitizer",
    "_sanitize_html",
    "_urljoin",
    "make_safe_absolute_uri",
    "resolve_relative_uris",
]


class _FeedParserMixin(metaclass=_private.Refused):
    """Element handlers. They are compiled, so none can be added or replaced."""

    @staticmethod
    def looks_like_html(s: str) -> bool:
        """Returns whether a text looks like HTML."""
        from bozofeed._bozofeed import looks_like_html

        return looks_like_html(s)


_private.guard(__name__)
