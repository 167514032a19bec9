"""The exceptions of ``bozo_exception``. None of them is raised."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "CharacterEncodingOverride",
    "CharacterEncodingUnknown",
    "NonXMLContentType",
    "ThingsNobodyCaresAboutButMe",
    "UndeclaredNamespace",
]


class ThingsNobodyCaresAboutButMe(Exception):
    """A rule was broken, but the document was parsed anyway."""


#: Its name in feedparser 7.
FeedparserError = ThingsNobodyCaresAboutButMe


class CharacterEncodingOverride(ThingsNobodyCaresAboutButMe):
    """The document is in another encoding than it declares."""


class CharacterEncodingUnknown(ThingsNobodyCaresAboutButMe):
    """The encoding of the document could not be determined."""


class NonXMLContentType(ThingsNobodyCaresAboutButMe):
    """The media type of the response is not an XML type."""


class UndeclaredNamespace(Exception):
    """A prefix is not bound to a namespace."""


class JsonError(ThingsNobodyCaresAboutButMe, ValueError):
    """A JSON Feed breaks a rule. Universal Feed Parser does not support JSON Feed."""


class LimitExceeded(ThingsNobodyCaresAboutButMe):
    """The document exceeds a limit, and the rest was left out. Universal Feed Parser has no limits."""


def _make(name: str, message: str, severity: str, place: tuple[int, int] | None) -> Exception:
    """Returns the exception of a document; ``place`` is the line and the column, counted from 1."""
    exception: Any
    if name in ("SAXParseException", "UndeclaredNamespace"):
        from . import _sax

        exception = _sax.exception(message, place or (1, 1))
    else:
        exception = globals()[name](message)
    exception.severity = severity
    return exception  # type: ignore[no-any-return]
