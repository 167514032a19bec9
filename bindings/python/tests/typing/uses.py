"""Uses of the package whose types are checked. They are never run."""

import pathlib
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


def repaired(parsed: bozofeed.Parsed, now: datetime) -> str:
    try:
        return parsed.to_atom(feed_url="https://harbour.example/atom.xml", entries=20)
    except bozofeed.MissingDate as error:
        assert error.entry is None or error.entry >= 0
        return parsed.to_atom(fallback_date=now, indent=0)


def streamed(folder: pathlib.Path) -> list[str]:
    documents: list[bozofeed.Source] = [folder / "feed.xml", bozofeed.Document(folder / "other.xml", headers=[("content-type", b"text/xml")])]
    parsed = [parsed.failure or parsed.version for parsed in bozofeed.parse_iter(documents, buffer=4)]
    return parsed + bozofeed.tables(bozofeed.scan(folder / "*.xml"), "feeds", columns=["title"]).columns


def made() -> bozofeed.Parsed:
    entry = bozofeed.Entry(title="High tide", links=[bozofeed.Link("a.mp3", "enclosure", length=7)])
    return bozofeed.Parsed(bozofeed.Feed(title=bozofeed.Text("Tides")), [entry])


def broken(document: bytes) -> bool:
    return any(finding.severity == "error" for finding in bozofeed.check(document))
