"""There is only one parser for all documents."""

from .. import _private


class _StrictFeedParser(metaclass=_private.Refused):
    """Not available."""


_private.guard(__name__)
