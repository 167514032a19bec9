"""The built-in date formats."""

from __future__ import annotations

import time

from bozofeed._bozofeed import read_date

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def reader(name: str) -> Callable[[str], time.struct_time | None]:
    """Returns a function with this name that parses dates in any format."""

    def read(date_string: str) -> time.struct_time | None:
        return read_date(date_string) if date_string else None

    read.__name__ = read.__qualname__ = name
    return read
