"""``python -m bozofeed FILE|URL …`` prints a short account of feeds."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

import bozofeed


def main(arguments: list[str] | None = None) -> int:
    """Reads the feeds of the command line. Returns 0 if all were opened, and 1 otherwise."""
    options = argparse.ArgumentParser(prog="python -m bozofeed", description="Reads feeds.")
    options.add_argument("source", nargs="+", metavar="FILE|URL|-", help="a file, a URL, or - for standard input")
    options.add_argument("--json", action="store_true", help="print everything as JSON")
    options.add_argument("--explain", metavar="FIELD", help="print the candidates for a field")
    given = options.parse_args(arguments)
    status = 0
    for source in given.source:
        try:
            document = _open(source)
        except OSError as error:
            print(f"{source}: {error}", file=sys.stderr)
            status = 1
            continue
        if given.explain:
            _explain(document, given.explain)
            continue
        parsed = bozofeed.parse(document)
        if given.json:
            json.dump(parsed.to_dict(), sys.stdout, ensure_ascii=False, indent=2)
            print()
        else:
            _account(parsed)
    return status


def _open(source: str) -> bozofeed.Document:
    if source == "-":
        return bozofeed.Document(sys.stdin.buffer.read())
    if source.partition("://")[0].lower() in ("http", "https"):
        from bozofeed.feedparser import FeedParserDict, http

        result: Any = FeedParserDict()
        content = http.get(source, result=result)
        return bozofeed.Document(content, url=result.href, headers=result.headers)
    with open(source, "rb") as file:
        return bozofeed.Document(file.read())


def _explain(document: bozofeed.Document, field: str) -> None:
    try:
        candidates = bozofeed.explain(document, field)
    except ValueError as error:
        sys.exit(str(error))
    for candidate in candidates:
        place = f"line {candidate.line}, column {candidate.column}"
        print(f"{candidate.subject}.{field}: {candidate.value!r} from <{candidate.element}> at {place}: {candidate.outcome}")


def _account(parsed: bozofeed.Parsed) -> None:
    title = parsed.feed.title
    print(_line(title.plain if title else "(no title)"), f"[{parsed.version or 'not a feed'}]")
    if parsed.bozo:
        print(f"  {parsed.bozo.severity}: {parsed.bozo.message}")
    for entry in parsed.entries:
        date = entry.date
        print(f"  {date:%Y-%m-%d}" if date else "  " + " " * 10, _line(entry.title_text or "(no title)"))
        if entry.link:
            print(f"             {_line(entry.link)}")


def _line(text: str) -> str:
    """Returns a text in one line that cannot control the terminal."""
    return "".join(c for c in " ".join(text.split()) if c.isprintable())


if __name__ == "__main__":
    sys.exit(main())
