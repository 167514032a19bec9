"""Dates."""

from __future__ import annotations

import time

from .. import _private
from .asctime import _parse_date_asctime
from .greek import _parse_date_greek
from .hungarian import _parse_date_hungarian
from .iso8601 import _parse_date_iso8601
from .korean import _parse_date_nate, _parse_date_onblog
from .perforce import _parse_date_perforce
from .rfc822 import _parse_date_rfc822
from .w3dtf import _parse_date_w3dtf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    _DateHandler = Callable[[str], Any]

__all__ = ["registerDateHandler"]

_BUILT_IN: list[_DateHandler] = [
    _parse_date_w3dtf,
    _parse_date_rfc822,
    _parse_date_iso8601,
    _parse_date_asctime,
    _parse_date_perforce,
    _parse_date_hungarian,
    _parse_date_greek,
    _parse_date_nate,
    _parse_date_onblog,
]

#: The date handlers, in the order in which they are tried.
_date_handlers: list[_DateHandler] = list(_BUILT_IN)

#: The exceptions that a handler may raise if it cannot parse a date.
_UNREADABLE = (KeyError, OverflowError, ValueError, AttributeError)


def registerDateHandler(func: _DateHandler) -> None:  # noqa: N802
    """Adds a date handler, which is tried before all others.

    It gets a string and returns nine numbers in UTC, or ``None`` if it cannot parse it.
    """
    _date_handlers.insert(0, func)


def _parse_date(date_string: str | None) -> time.struct_time | None:
    """Returns a date in UTC, or ``None`` if it cannot be parsed."""
    if not date_string:
        return None
    for handler in _date_handlers:
        read = _checked(handler)(date_string)
        if read:
            return read  # type: ignore[no-any-return]
    return None


def _checked(handler: _DateHandler) -> _DateHandler:
    """Wraps a handler so that it returns nine numbers, or ``None``."""

    def checked(date_string: str) -> Any:
        try:
            fields = handler(date_string)
            if not fields:
                return None
            if len(fields) != 9:
                raise ValueError("a date has nine fields")
            for field in fields:
                int(field)
        except _UNREADABLE:
            return None
        return fields

    return checked


def _custom_handlers() -> list[_DateHandler]:
    """Returns the handlers that were added to the built-in ones."""
    if _date_handlers == _BUILT_IN:
        return []
    added = len(_date_handlers) - len(_BUILT_IN)
    if added < 0 or _date_handlers[added:] != _BUILT_IN:
        _private.refuse("feedparser.datetimes._date_handlers without the built-in handlers, in their order, at the end")
    return [_checked(handler) for handler in _date_handlers[:added]]


_private.guard(__name__, "_date_handlers", "_parse_date", "registerDateHandler")
