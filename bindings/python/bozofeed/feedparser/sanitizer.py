"""Sanitizing."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from bozofeed._bozofeed import clean, default_lists

from . import _private

_DEFAULTS = {name: frozenset(listed) for name, listed in default_lists().items()}

#: The attributes of the sanitizer, and the lists that they represent.
_LISTS = {
    "acceptable_elements": "elements",
    "acceptable_attributes": "attributes",
    "acceptable_css_properties": "css_properties",
    "mathml_elements": "mathml_elements",
    "mathml_attributes": "mathml_attributes",
    "svg_elements": "svg_elements",
    "svg_attributes": "svg_attributes",
}


class _Sanitizer(type):
    """Only allows replacing the lists of the sanitizer, including those of subclasses."""

    def __new__(mcs, name: str, bases: tuple[type, ...], members: dict[str, Any]) -> type:
        for member in members if bases else ():
            if member not in _LISTS and not member.startswith("__"):
                _private.refuse(f"feedparser.sanitizer._HTMLSanitizer.{member}")
        return super().__new__(mcs, name, bases, members)

    def __setattr__(cls, name: str, value: Any) -> None:
        if name not in _LISTS:
            _private.refuse(f"feedparser.sanitizer._HTMLSanitizer.{name}")
        super().__setattr__(name, value)

    def __getattr__(cls, name: str) -> Any:
        raise AttributeError(f"bozofeed has no equivalent of feedparser.sanitizer._HTMLSanitizer.{name}")


class _HTMLSanitizer(metaclass=_Sanitizer):
    """The allowed markup. Changes to these sets take effect immediately.

    An object sanitizes the markup passed to ``feed``. ``parse`` uses the sets of this class, not those of subclasses.
    """

    acceptable_elements = set(_DEFAULTS["elements"])
    # `style` is allowed as long as it is listed; its properties have a separate list.
    acceptable_attributes = set(_DEFAULTS["attributes"]) | {"style"}
    acceptable_css_properties = set(_DEFAULTS["css_properties"])
    mathml_elements = set(_DEFAULTS["mathml_elements"])
    mathml_attributes = set(_DEFAULTS["mathml_attributes"])
    svg_elements = set(_DEFAULTS["svg_elements"])
    svg_attributes = set(_DEFAULTS["svg_attributes"])
    #: Elements that are removed with their content. This list cannot be changed.
    unacceptable_elements_with_end_tag = frozenset({"applet", "script", "style"})

    def __init__(self, encoding: str | None = None, _type: str = "text/html") -> None:
        self._markup: list[str] = []

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in _LISTS and name != "_markup":
            _private.refuse(f"feedparser.sanitizer._HTMLSanitizer().{name}")
        super().__setattr__(name, value)

    def reset(self) -> None:
        """Discards all markup."""
        self._markup.clear()

    def feed(self, data: str) -> None:
        """Adds markup."""
        self._markup.append(data)

    def close(self) -> None:
        """Does nothing: the markup ends when ``output`` is called."""

    def output(self) -> str:
        """Returns the sanitized markup."""
        return clean("".join(self._markup), _policy(self))


_INITIAL = {name: frozenset(getattr(_HTMLSanitizer, name)) for name in _LISTS}


def _policy(of: Any = _HTMLSanitizer) -> bool | dict[str, list[str]]:
    """Returns the changed lists, or ``True`` if there are none."""
    changed = {name: frozenset(getattr(of, name)) for name in _LISTS if getattr(of, name) != _INITIAL[name]}
    return _checked_policy(frozenset(changed.items())) if changed else True


@lru_cache(maxsize=16)
def _checked_policy(changed: frozenset[tuple[str, frozenset[str]]]) -> dict[str, list[str]]:
    lists = dict(changed)
    policy = {_LISTS[name]: sorted(listed) for name, listed in changed}
    attributes = lists.get("acceptable_attributes")
    if attributes is not None:
        policy["attributes"] = sorted(attributes - {"style"})
        if "style" not in attributes:
            policy["css_properties"] = []
    for name, listed in changed:
        for added in listed - _INITIAL[name]:
            if not _can_be_kept(name, added, policy):
                _private.refuse(f"'{added}' in feedparser.sanitizer._HTMLSanitizer.{name}")
    return policy


def _can_be_kept(name: str, added: str, policy: dict[str, list[str]]) -> bool:
    """Returns whether an element or attribute can be allowed. Some cannot, since they run code."""
    samples = {
        "acceptable_elements": (f"<{added}>a</{added}>", f"<{added}"),
        "acceptable_attributes": (f'<p {added}="a">b</p>', f" {added}="),
        "acceptable_css_properties": (f'<p style="{added}: inherit">b</p>', added),
        "mathml_elements": (f"<math><{added}>a</{added}></math>", f"<{added}"),
        "mathml_attributes": (f'<math {added}="a"></math>', f" {added}="),
        "svg_elements": (f"<svg><{added}>a</{added}></svg>", f"<{added}"),
        "svg_attributes": (f'<svg {added}="a"></svg>', f" {added}="),
    }
    markup, expected = samples[name]
    return expected in clean(markup, policy)


def _sanitize_html(html_source: str, encoding: str | None, _type: str) -> str:
    """Returns HTML that is safe to show."""
    return clean(html_source, _policy())


_private.guard(__name__)
