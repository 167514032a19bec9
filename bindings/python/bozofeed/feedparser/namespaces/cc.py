"""Elements of a vocabulary. Their handlers are compiled."""

from .. import _private


class Namespace(metaclass=_private.Refused):
    """Not available."""


_private.guard(__name__)
