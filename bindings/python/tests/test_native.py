"""The native API."""

from __future__ import annotations

import subprocess
import sys
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

import bozofeed

ATOM = b"""<feed xmlns='http://www.w3.org/2005/Atom' xmlns:x='urn:x' xml:lang='de'>
<title>Gezeiten</title><link href='/'/><author><name>Ada</name><email>ada@harbour.example</email></author>
<entry><id>urn:1</id><title type='html'>&lt;b>Hoch&lt;/b>wasser</title><link href='/1'/>
<published>2026-01-02T22:15:00+09:00</published><updated>2026-01-03</updated>
<content type='html'>&lt;p onclick='a()'>text &lt;img src='b.png'></content><category term='sea'/>
<link rel='enclosure' href='a.mp3' type='audio/mpeg' length='7'/>
<x:height unit='m'>4<x:low/></x:height><source><title>Harbour</title></source></entry>
<entry><title>zwei</title></entry></feed>"""


def test_fields_are_typed() -> None:
    parsed = bozofeed.parse(ATOM, url="https://harbour.example/feed")
    assert (parsed.version, parsed.encoding, parsed.bozo, parsed.is_feed, parsed.well_formed) == ("atom10", "utf-8", None, True, True)
    feed = parsed.feed
    assert feed.title and (feed.title.value, feed.title.language, feed.link) == ("Gezeiten", "de", "https://harbour.example/")
    assert feed.authors[0].email == "ada@harbour.example"
    entry = parsed.entries[0]
    assert entry.title and (entry.title.plain, entry.title_text, entry.title.is_markup) == ("Hochwasser", "Hochwasser", True)
    assert entry.published == datetime(2026, 1, 2, 22, 15, tzinfo=timezone(timedelta(hours=9)))
    assert entry.published and entry.published.utcoffset() == timedelta(hours=9)
    assert entry.updated == datetime(2026, 1, 3, tzinfo=timezone.utc) and entry.updated_text == "2026-01-03"
    assert entry.content and "onclick" not in entry.content.value and "https://harbour.example/b.png" in entry.content.html
    assert [(link.href, link.media_type, link.length) for link in entry.enclosures] == [("https://harbour.example/a.mp3", "audio/mpeg", 7)]
    assert (entry.tags[0].term, entry.authors[0].name, entry.link) == ("sea", "Ada", "https://harbour.example/1")
    assert entry.source and entry.source.title and entry.source.title.value == "Harbour"
    extension = entry.extensions[0]
    assert (extension.namespace, extension.name, extension.text, extension.attributes) == ("urn:x", "height", "4", {"unit": "m"})
    assert extension.children[0].name == "low"
    assert entry.to_dict()["title"]["value"] == entry.title.value


def test_entries_are_a_sequence() -> None:
    entries = bozofeed.parse(ATOM).entries
    assert len(entries) == 2 and [entry.title_text for entry in entries] == ["Hochwasser", "zwei"]
    assert entries[-1].title_text == "zwei" and [entry.title_text for entry in entries[1:]] == ["zwei"]
    for index in (2, -3):
        with pytest.raises(IndexError):
            entries[index]
    # An entry keeps everything that it needs.
    entry = bozofeed.parse(ATOM).entries[1]
    assert entry.title_text == "zwei" and entry.published is None and entry.content is None


def test_faults_have_positions_and_severities() -> None:
    parsed = bozofeed.parse(b"<rss><channel>\n<title>a & b</title><pubDate>soon</pubDate></channel></rss>")
    assert parsed.bozo and (parsed.bozo.type, parsed.bozo.severity, parsed.bozo.line) == ("SAXParseException", "mended", 2)
    assert [(fault.line, fault.column, fault.message) for fault in parsed.faults] == [(2, 10, "unescaped '&'")]
    assert [(warning.value, warning.line) for warning in parsed.warnings] == [("soon", 2)]


def test_options_are_checked_and_used() -> None:
    html = b"<rss><channel><item><description>&lt;p align=left onclick=b()>c&lt;/p></description></item></channel></rss>"
    failures = []
    for policy, expected in [("reader", "<p>c</p>"), ("feedparser", '<p align="left">c</p>'), ("off", "<p align=left onclick=b()>c</p>")]:
        summary = bozofeed.parse(html, sanitize=policy).entries[0].summary  # type: ignore[arg-type]
        if summary is None or summary.value != expected:
            failures.append((policy, summary))
    assert not failures
    limited = bozofeed.parse(ATOM, limits={"entries": 1})
    assert len(limited.entries) == 1 and limited.bozo and limited.bozo.type == "LimitExceeded"
    calls: list[Any] = [
        lambda: bozofeed.parse(html, limits={"patience": 1}),
        lambda: bozofeed.explain(html, "patience"),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="unknown"):
            call()
    with pytest.raises(TypeError):
        bozofeed.parse(7)  # type: ignore[arg-type]


def test_many_documents_are_read_in_order() -> None:
    documents: list[bozofeed.Source] = [f"<rss><channel><title>{n}</title></channel></rss>" for n in range(200)]
    documents[7] = bozofeed.Document(b"<rss><channel><title>7</title><link>/</link></channel></rss>", url="https://e.example/")
    for threads in (0, 1, 3):
        read = bozofeed.parse_many(documents, threads=threads)
        assert [parsed.feed.title.value if parsed.feed.title else None for parsed in read] == [str(n) for n in range(200)]
        assert read[7].feed.link == "https://e.example/"
    assert bozofeed.parse_many([]) == []


def test_candidates_are_explained() -> None:
    feed = b"<rss xmlns:dc='http://purl.org/dc/elements/1.1/'><channel><item>\n<dc:title>a</dc:title><title>b</title></item></channel></rss>"
    candidates = bozofeed.explain(feed, "title")
    assert [(c.element, c.value, c.outcome, c.line) for c in candidates] == [("dc:title", "a", "lower rank", 2), ("title", "b", "kept", 2)]


def test_vocabularies_are_plain_data() -> None:
    feed = b"<rss xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><item><itunes:duration>1:02</itunes:duration></item></channel></rss>"
    entry = bozofeed.parse(feed).entries[0]
    assert entry.vocabulary("itunes")["duration"]["raw"] == "1:02"
    assert entry.duration == timedelta(seconds=62)
    assert entry.vocabulary("podcast") is None


DATELESS = b"<rss version='2.0'><channel><title>Tides & winds</title><link>https://harbour.example/</link><description/>" \
    b"<item><guid isPermaLink='false'>1</guid><title>one</title></item><item><title>two</title></item></channel></rss>"


def test_feeds_are_written_in_every_format() -> None:
    # One of the entries has no date.
    dated = ATOM.replace(b"<entry>", b"<updated>2026-01-03T00:00:00Z</updated><entry>", 1)
    parsed = bozofeed.parse(dated, url="https://harbour.example/feed")
    failures = []
    for write, version in [(parsed.to_atom, "atom10"), (parsed.to_rss, "rss20"), (parsed.to_json_feed, "json11")]:
        text = write()
        again = bozofeed.parse(text)
        read = [(entry.title_text, entry.link, entry.published) for entry in again.entries]
        if (again.version, again.bozo) != (version, None) or read != [(e.title_text, e.link, e.published) for e in parsed.entries]:
            failures.append((version, again.bozo, text))
        options = write(feed_url="https://harbour.example/own", indent=0, entries=1)
        if len(bozofeed.parse(options).entries) != 1 or "https://harbour.example/own" not in options or len(options.splitlines()) > 2:
            failures.append((version, "options", options))
    assert not failures


def test_dates_are_never_invented() -> None:
    parsed = bozofeed.parse(DATELESS)
    with pytest.raises(ValueError, match="fallback_date") as raised:
        parsed.to_atom()
    assert type(raised.value) is bozofeed.MissingDate
    assert (raised.value.entry, raised.value.identity) in [(None, None), (0, "1")]
    assert all(entry.updated is None for entry in bozofeed.parse(parsed.to_rss()).entries)
    zone = timezone(timedelta(hours=2))
    for date in [datetime(2026, 1, 2, 3, 4, 5, 678901, zone), datetime(1931, 5, 6, tzinfo=timezone.utc)]:
        again = bozofeed.parse(parsed.to_atom(fallback_date=date))
        assert [entry.updated for entry in again.entries] == [date, date]
    with pytest.raises(ValueError, match="time zone"):
        parsed.to_atom(fallback_date=datetime(2026, 1, 2))
    assert "2026-01-02" in parsed.to_atom(fallback_date="2026-01-02")
    for wrong, kind in [({"indent": "  "}, TypeError), ({"entries": 1.5}, TypeError), ({"ident": 2}, TypeError), ({"indent": -1}, ValueError)]:
        with pytest.raises(kind, match=next(iter(wrong))):
            parsed.to_atom(**wrong)


def test_the_command_prints_an_account(tmp_path: Any) -> None:
    path = tmp_path / "feed.xml"
    path.write_bytes(ATOM)

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "bozofeed", *arguments], capture_output=True, text=True)

    account = run(str(path))
    assert account.returncode == 0 and "Gezeiten [atom10]" in account.stdout and "2026-01-02 Hochwasser" in account.stdout
    assert '"version": "atom10"' in run("--json", str(path)).stdout
    assert "'Gezeiten' from <title>" in run("--explain", "title", str(path)).stdout
    assert run(str(tmp_path / "missing")).returncode == 1
