"""A vocabulary whose element handlers are compiled."""

from .. import _private


class Namespace(metaclass=_private.Refused):
    """Not available."""


_private.guard(__name__)
