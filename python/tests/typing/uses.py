"""Uses of the package whose types are checked, and which are never run."""

from datetime import datetime

import bozofeed
from bozofeed import feedparser


def titles(documents: list[bytes]) -> list[str]:
    return [
        entry.title.plain
        for parsed in bozofeed.parse_many(documents)
        for entry in parsed.entries
        if entry.title is not None
    ]


def latest(parsed: bozofeed.Parsed) -> datetime | None:
    return max((entry.date for entry in parsed.entries if entry.date), default=None)


def tolerated(parsed: bozofeed.Parsed) -> bool:
    return parsed.bozo is None or parsed.bozo.severity != "lossy"


def dictionary(url: str) -> feedparser.FeedParserDict:
    return feedparser.parse(url, sanitize_html=True)
