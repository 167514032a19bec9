"""Encodings."""

from __future__ import annotations

from . import _private
from .exceptions import CharacterEncodingOverride, CharacterEncodingUnknown, NonXMLContentType

__all__ = ["CharacterEncodingOverride", "CharacterEncodingUnknown", "NonXMLContentType", "parse_content_type"]


def parse_content_type(line: str) -> tuple[str, str]:
    """Returns the media type and the charset of a Content-Type."""
    from email.message import Message

    message = Message()
    message["content-type"] = line
    return message.get_content_type(), str(message.get_param("charset", "") or "")


_private.guard(__name__)
