"""A drop-in for Universal Feed Parser 6.0 (``feedparser``), in compiled code.

>>> from bozofeed import feedparser
>>> d = feedparser.parse("<rss version='2.0'><channel><title>Tides</title></channel></rss>")
>>> d.feed.title
'Tides'

:func:`install` puts it in the place of ``feedparser`` for all modules of a program. The documentation lists every difference.
"""

from __future__ import annotations

import importlib
import sys

from .. import __version__ as _bozofeed_version
from . import api, datetimes, exceptions, util
from .api import parse
from .datetimes import registerDateHandler
from .exceptions import (
    CharacterEncodingOverride,
    CharacterEncodingUnknown,
    FeedparserError as FeedparserError,
    NonXMLContentType,
    ThingsNobodyCaresAboutButMe,
    UndeclaredNamespace,
)
from .util import FeedParserDict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "CharacterEncodingOverride",
    "CharacterEncodingUnknown",
    "FeedParserDict",
    "NonXMLContentType",
    "RESOLVE_RELATIVE_URIS",
    "SANITIZE_HTML",
    "ThingsNobodyCaresAboutButMe",
    "USER_AGENT",
    "UndeclaredNamespace",
    "install",
    "parse",
    "registerDateHandler",
]

#: The version of Universal Feed Parser whose behaviour this is.
__version__ = "6.0.14"
__author__ = "the authors of bozofeed"
__license__ = "MIT OR Apache-2.0"

#: The ``User-Agent`` of requests, unless ``parse`` is called with another one. Servers and programs know readers by how it begins.
USER_AGENT = f"feedparser/{__version__} (bozofeed/{_bozofeed_version})"

#: Whether relative URIs in HTML are made absolute.
RESOLVE_RELATIVE_URIS = True

#: Whether HTML is sanitized.
SANITIZE_HTML = True

_MODULES = (
    "api datetimes datetimes.asctime datetimes.greek datetimes.hungarian datetimes.iso8601 datetimes.korean "
    "datetimes.perforce datetimes.rfc822 datetimes.w3dtf encodings exceptions html http mixin namespaces "
    "namespaces._base namespaces.admin namespaces.cc namespaces.dc namespaces.georss namespaces.itunes "
    "namespaces.mediarss namespaces.psc parsers parsers.loose parsers.strict sanitizer sgml urls util"
).split()


def __getattr__(name: str) -> Any:
    # Universal Feed Parser has its modules as attributes. Here they are imported when they are used.
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def install() -> None:
    """Answers ``import feedparser`` with this package, for the whole program.

    Call it before anything imports ``feedparser``:

    >>> from bozofeed.feedparser import install
    >>> install()
    >>> import feedparser
    >>> feedparser.parse("<feed/>").version
    'atom'

    It cannot do this for other processes, nor for what is known of installed packages: ``importlib.metadata.version("feedparser")``
    is that of the package that is installed, or raises ``PackageNotFoundError``, and ``pip`` still installs ``feedparser`` for those
    that require it. Names that a module imported from ``feedparser`` before are not replaced either.

    Raises :class:`ImportError` if the other ``feedparser`` was imported before.
    """
    ours = sys.modules[__name__]
    known = sys.modules.get("feedparser", ours)
    if known is not ours:
        raise ImportError("feedparser was imported before bozofeed.feedparser.install()")
    sys.modules["feedparser"] = ours
    for name in _MODULES:
        sys.modules[f"feedparser.{name}"] = importlib.import_module(f"{__name__}.{name}")
