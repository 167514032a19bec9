"""HTML."""

from . import _private


class _BaseHTMLProcessor(metaclass=_private.Refused):
    """Not available."""


_private.guard(__name__)
