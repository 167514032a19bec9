"""Dates. A single function parses every format, under the names of Universal Feed Parser's functions."""

from .. import _private
from .._dates import reader

_parse_date_perforce = reader("_parse_date_perforce")

_private.guard(__name__)
