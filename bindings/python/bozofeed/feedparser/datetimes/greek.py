"""Dates. One function reads every form: it has the names of Universal Feed Parser's functions."""

from .. import _private
from .._dates import reader

_parse_date_greek = reader("_parse_date_greek")

_private.guard(__name__)
