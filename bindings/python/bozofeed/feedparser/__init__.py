"""A drop-in for Universal Feed Parser 6.0 (``feedparser``), in compiled code.

>>> from bozofeed import feedparser
>>> d = feedparser.parse("<rss version='2.0'><channel><title>Tides</title></channel></rss>")
>>> d.feed.title
'Tides'

:func:`install` replaces ``feedparser`` for all modules of a program. The documentation lists every difference.
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

#: The version of Universal Feed Parser that this package reproduces.
__version__ = "6.0.14"
__author__ = "the authors of bozofeed"
__license__ = "MIT OR Apache-2.0"

#: The ``User-Agent`` of requests, unless ``parse`` is called with another one. Servers and programs recognize readers by its start.
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
    # Universal Feed Parser has its modules as attributes. Here, they are imported on access.
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def install() -> None:
    """Makes ``import feedparser`` return this package, for the whole program.

    Call it before anything imports ``feedparser``:

    >>> from bozofeed.feedparser import install
    >>> install()
    >>> import feedparser
    >>> feedparser.parse("<feed/>").version
    'atom'

    It does not affect other processes or package metadata: ``importlib.metadata.version("feedparser")`` returns the version of the
    installed package or raises ``PackageNotFoundError``, and ``pip`` still installs ``feedparser`` for packages that require it. Names
    that a module already imported from ``feedparser`` are not replaced either.

    Raises :class:`ImportError` if the other ``feedparser`` was already imported.
    """
    ours = sys.modules[__name__]
    known = sys.modules.get("feedparser", ours)
    if known is not ours:
        raise ImportError("feedparser was imported before bozofeed.feedparser.install()")
    sys.modules["feedparser"] = ours
    for name in _MODULES:
        sys.modules[f"feedparser.{name}"] = importlib.import_module(f"{__name__}.{name}")
