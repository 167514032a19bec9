"""``python -m bozofeed FILE|URL …`` prints a short summary of feeds.

The exit status is 0 if all documents were opened, 1 if one was not, 2 for wrong usage, and 3 if ``--check`` finds errors.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys

import bozofeed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: The exit status if documents break rules.
BROKEN = 3


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line. Returns the exit status."""
    given = _options().parse_args(arguments)
    # The content of documents is printed even if the terminal lacks characters for it.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        status = max(_answer(source, given) for source in given.source)
        sys.stdout.flush()
    except BrokenPipeError:
        # Standard output was closed. Flushing the buffer must not fail at the end of the program.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return status


def _options() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(
        prog="python -m bozofeed", description="Reads feeds.", epilog="Exit status: 0, 1 if a document cannot be opened, 3 if --check finds errors."
    )
    options.add_argument("source", nargs="+", metavar="FILE|URL|-", help="a file, a URL, or - for standard input")
    options.add_argument("--version", action="version", version=f"bozofeed {bozofeed.__version__}")
    form = options.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print everything as JSON")
    form.add_argument("--feedparser", action="store_true", help="print the dictionary of feedparser as JSON")
    form.add_argument("--explain", metavar="FIELD", help="print the candidates for a field")
    form.add_argument("--check", action="store_true", help="print the places where the documents break rules")
    form.add_argument("--report", metavar="FILE.html", help="write a page about the document")
    form.add_argument("--write", choices=sorted(_WRITERS), help="print the feed in a format")
    options.add_argument("--feed-url", metavar="URL", help="with --write: the URL at which the document will be found")
    options.add_argument("--fallback-date", metavar="DATE", help="with --write: the date of entries without one")
    return options


_WRITERS = {
    "atom": bozofeed.Parsed.to_atom,
    "rss": bozofeed.Parsed.to_rss,
    "json": bozofeed.Parsed.to_json_feed,
}


def _answer(source: str, given: argparse.Namespace) -> int:
    """Prints the requested information about one document. Returns the exit status."""
    try:
        document = _open(source)
        if given.explain:
            _explain(document, given.explain)
        elif given.check:
            return _check(source, document)
        elif given.report:
            with open(given.report, "w", encoding="utf-8") as page:
                page.write(bozofeed.report(document, source))
        elif given.write:
            print(_write(bozofeed.parse(document), given))
        elif given.feedparser:
            _print_json(_dictionary(document))
        elif given.json:
            _print_json(bozofeed.parse(document).to_dict())
        else:
            _account(bozofeed.parse(document))
    except BrokenPipeError:
        raise
    except bozofeed.MissingDate as error:
        print(f"{source}: {error} (--fallback-date)", file=sys.stderr)
        return 1
    except (OSError, ValueError) as error:
        print(f"{source}: {error}", file=sys.stderr)
        return 2 if isinstance(error, _UsageError) else 1
    return 0


class _UsageError(ValueError):
    """An invalid argument."""


def _open(source: str) -> bozofeed.Document:
    if source == "-":
        return bozofeed.Document(sys.stdin.buffer.read())
    if source.partition("://")[0].lower() in ("http", "https"):
        from http.client import HTTPException

        from bozofeed.feedparser import FeedParserDict, http

        result: Any = FeedParserDict()
        try:
            content = http.get(source, result=result)
        except HTTPException as error:
            raise OSError(f"{type(error).__name__}: {error}") from None
        if result.status >= 400:
            raise OSError(f"the server answered with status {result.status}")
        return bozofeed.Document(content, url=result.href, headers=result.headers, name=source)
    with open(source, "rb") as file:
        return bozofeed.Document(file.read(), name=source)


def _print_json(value: Any) -> None:
    # Flush at once, so that a closed pipe is noticed here.
    print(json.dumps(value, ensure_ascii=False, indent=2, default=str))


def _dictionary(document: bozofeed.Document) -> Any:
    from io import BytesIO

    from bozofeed import feedparser

    headers = {"content-location": document.url, **(document.headers or {})} if document.url else None  # type: ignore[dict-item]
    return feedparser.parse(BytesIO(document.content), response_headers=headers)  # type: ignore[arg-type]


def _explain(document: bozofeed.Document, field: str) -> None:
    try:
        candidates = bozofeed.explain(document, field)
    except ValueError as error:
        raise _UsageError(error) from None
    for candidate in candidates:
        place = f"line {candidate.line}, column {candidate.column}"
        print(f"{candidate.subject}.{field}: {candidate.value!r} from <{candidate.element}> at {place}: {candidate.outcome}")


def _check(source: str, document: bozofeed.Document) -> int:
    findings = bozofeed.check(document)
    for finding in findings:
        place = f"{source}:{finding.line}:{finding.column}"
        print(f"{place}: {finding.severity}: {_line(finding.message)} [{finding.rule}]")
    return BROKEN if any(finding.severity == "error" for finding in findings) else 0


def _write(parsed: bozofeed.Parsed, given: argparse.Namespace) -> str:
    from datetime import datetime, timezone

    date = None
    if given.fallback_date:
        try:
            date = datetime.fromisoformat(given.fallback_date.replace("Z", "+00:00"))
        except ValueError:
            raise _UsageError(f"--fallback-date is not a date: {given.fallback_date}") from None
        date = date if date.tzinfo else date.replace(tzinfo=timezone.utc)
    return _WRITERS[given.write](parsed, feed_url=given.feed_url, fallback_date=date)


def _account(parsed: bozofeed.Parsed) -> None:
    title = parsed.feed.title
    print(_line(title.plain if title else "(no title)"), f"[{parsed.version or 'not a feed'}]")
    if parsed.bozo:
        print(f"  {parsed.bozo.severity}: {_line(parsed.bozo.message)}")
    for entry in parsed.entries:
        date = entry.date
        print(f"  {date:%Y-%m-%d}" if date else "  " + " " * 10, _line(entry.title_text or "(no title)"))
        if entry.link:
            print(f"             {_line(entry.link)}")


def _line(text: str) -> str:
    """Returns a text on one line that cannot control the terminal."""
    return "".join(c for c in " ".join(text.split()) if c.isprintable())


if __name__ == "__main__":
    sys.exit(main())
