"""SGML. There is no second parser for documents that are not well-formed."""

from . import _private

_private.guard(__name__)
