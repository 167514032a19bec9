"""There is only one parser for all documents."""

from .. import _private


class _LooseFeedParser(metaclass=_private.Refused):
    """Not available."""


_private.guard(__name__)
