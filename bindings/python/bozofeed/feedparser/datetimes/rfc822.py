"""Dates. A single function parses every format, under the names of Universal Feed Parser's functions."""

from .. import _private
from .._dates import reader

_parse_date_rfc822 = reader("_parse_date_rfc822")

_private.guard(__name__)
