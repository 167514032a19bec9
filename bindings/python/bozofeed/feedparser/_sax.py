"""XML parser exceptions that can be pickled and copied."""

import xml.sax
from xml.sax import SAXParseException
from xml.sax.xmlreader import Locator


class Place(Locator):
    """The position where a rule is broken."""

    def __init__(self, line: int, column: int) -> None:
        self.line = line
        self.column = column

    def getLineNumber(self) -> int:  # noqa: N802
        return self.line

    def getColumnNumber(self) -> int:  # noqa: N802
        return self.column


def exception(message: str, place: tuple[int, int]) -> SAXParseException:
    line, column = place
    # Columns are counted from 0 in this API.
    locator = Place(line, column - 1)
    made = SAXParseException(message, None, locator)
    # It is copied and unpickled with these arguments, of which it keeps only the message.
    made.args = (message, None, locator)
    return made
