"""Encodings."""

from __future__ import annotations

from . import _private
from .exceptions import CharacterEncodingOverride, CharacterEncodingUnknown, NonXMLContentType

__all__ = ["CharacterEncodingOverride", "CharacterEncodingUnknown", "NonXMLContentType", "parse_content_type"]


def parse_content_type(line: str) -> tuple[str, str]:
    """Returns the media type and the charset of a Content-Type."""
    media_type, _, parameters = line.partition(";")
    charset = ""
    for parameter in parameters.split(";"):
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            charset = value.strip().strip("\"'")
    return media_type.strip(), charset


_private.guard(__name__)
