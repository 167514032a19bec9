"""The dictionary type of results."""

from __future__ import annotations

import warnings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_FALLBACK = (
    "To avoid breaking existing software while fixing issue 310, a temporary mapping has been created from `{0}` to "
    "`{1}` if `{0}` doesn't exist. This fallback will be removed in a future version of feedparser."
)


class FeedParserDict(dict):  # type: ignore[type-arg]
    """A dictionary whose members are also attributes, and which supports the older names of keys.

    >>> d = FeedParserDict(title="Tides", links=[{"rel": "enclosure", "href": "a.mp3"}])
    >>> d.title
    'Tides'
    >>> d.enclosures
    [{'href': 'a.mp3'}]
    >>> d["guid"] = "urn:x"
    >>> d.id
    'urn:x'
    """

    #: The keys for older names. If there are several, the first that is present is used.
    keymap = {
        "channel": "feed",
        "items": "entries",
        "guid": "id",
        "date": "updated",
        "date_parsed": "updated_parsed",
        "description": ["summary", "subtitle"],
        "description_detail": ["summary_detail", "subtitle_detail"],
        "url": ["href"],
        "modified": "updated",
        "modified_parsed": "updated_parsed",
        "issued": "published",
        "issued_parsed": "published_parsed",
        "copyright": "rights",
        "copyright_detail": "rights_detail",
        "tagline": "subtitle",
        "tagline_detail": "subtitle_detail",
    }

    def __getitem__(self, key: Any) -> Any:
        computed = _COMPUTED.get(key)
        if computed is not None:
            return computed(self, key)
        for name in _names(self, key):
            if dict.__contains__(self, name):
                return dict.__getitem__(self, name)
        return dict.__getitem__(self, key)

    def __contains__(self, key: object) -> bool:
        if key in ("updated", "updated_parsed"):
            return dict.__contains__(self, key)
        try:
            self.__getitem__(key)
        except KeyError:
            return False
        return True

    has_key = __contains__

    def get(self, key: Any, default: Any = None) -> Any:
        try:
            return self.__getitem__(key)
        except KeyError:
            return default

    def __setitem__(self, key: Any, value: Any) -> None:
        name = _names(self, key)[0] if key in self.keymap else key
        dict.__setitem__(self, name, value)

    def setdefault(self, key: Any, default: Any = None) -> Any:
        if key not in self:
            self[key] = default
            return default
        return self[key]

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__getitem__(name)
        except KeyError:
            raise AttributeError(f"object has no attribute '{name}'") from None

    def __hash__(self) -> int:  # type: ignore[override]
        # Results are mutable, so each is only equal to itself.
        return id(self)


def _names(d: FeedParserDict, key: Any) -> list[str]:
    """Returns the keys for an older name."""
    known = d.keymap.get(key, key)
    return known if isinstance(known, list) else [known]


def _category(d: FeedParserDict, key: str) -> Any:
    tags = dict.__getitem__(d, "tags")
    try:
        return tags[0]["term"]
    except IndexError:
        raise KeyError("object doesn't have key 'category'") from None


def _enclosures(d: FeedParserDict, key: str) -> list[FeedParserDict]:
    links = dict.__getitem__(d, "links")
    return [
        FeedParserDict((name, value) for name, value in link.items() if name != "rel")
        for link in links
        if link["rel"] == "enclosure"
    ]


def _license(d: FeedParserDict, key: str) -> Any:
    for link in dict.__getitem__(d, "links"):
        if link["rel"] == "license" and "href" in link:
            return link["href"]
    return dict.__getitem__(d, key)


def _updated(d: FeedParserDict, key: str) -> Any:
    fallback = key.replace("updated", "published")
    if not dict.__contains__(d, key) and dict.__contains__(d, fallback):
        # Warning filters that name a module use `feedparser`.
        line = _updated.__code__.co_firstlineno
        registry = globals().setdefault("__warningregistry__", {})
        message = _FALLBACK.format(key, fallback)
        warnings.warn_explicit(message, DeprecationWarning, __file__, line, "feedparser.util", registry)
        return dict.__getitem__(d, fallback)
    return dict.__getitem__(d, key)


_COMPUTED = {
    "category": _category,
    "enclosures": _enclosures,
    "license": _license,
    "updated": _updated,
    "updated_parsed": _updated,
}
