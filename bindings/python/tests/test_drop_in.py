"""The drop-in's parse() and switches."""

from __future__ import annotations

import copy
import datetime
import gzip
import io
import pathlib
import pickle
import subprocess
import sys
import time
import urllib.error
import urllib.request
import xml.sax
import zlib
from collections.abc import Iterator
from typing import Any

import pytest

from bozofeed import feedparser
from bozofeed.feedparser import datetimes, sanitizer

HTML = b"<rss><channel><item><description>&lt;p id='a' onclick='b()'&gt;&lt;a href='/c'&gt;d&lt;/a&gt;&lt;/p&gt;</description></item></channel></rss>"


@pytest.fixture(autouse=True)
def unchanged() -> Iterator[None]:
    """Restores everything that a test may change."""
    names = ["USER_AGENT", "SANITIZE_HTML", "RESOLVE_RELATIVE_URIS"]
    before = {name: getattr(feedparser, name) for name in names}
    yield
    for name, value in before.items():
        setattr(feedparser, name, value)
    datetimes._date_handlers[:] = datetimes._BUILT_IN
    for name, listed in sanitizer._INITIAL.items():
        setattr(sanitizer._HTMLSanitizer, name, set(listed))


def test_a_document_comes_as_anything(rss: bytes, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "feed.xml"
    path.write_bytes(rss)
    sources: list[Any] = [
        rss, rss.decode(), bytearray(rss), memoryview(rss), io.BytesIO(rss), io.StringIO(rss.decode()), path, str(path), path.as_uri(),
    ]  # fmt: skip
    titles = [feedparser.parse(source).feed.title for source in sources]
    assert titles == ["Tides"] * len(sources)


def test_the_result_has_the_types_of_python(rss: bytes) -> None:
    d = feedparser.parse(rss)
    entry = d.entries[0]
    assert list(d) == ["bozo", "entries", "feed", "headers", "encoding", "version", "namespaces"]
    assert d.bozo is False and d.version == "rss20"
    assert isinstance(d.feed, feedparser.FeedParserDict) and isinstance(entry.title_detail, feedparser.FeedParserDict)
    assert isinstance(entry.published_parsed, time.struct_time)
    assert entry.published_parsed == (2026, 1, 2, 13, 15, 0, 4, 2, 0)
    assert entry.enclosures == [{"href": "a.mp3", "type": "audio/mpeg", "length": "7"}]
    places = b"<rss xmlns:georss='http://www.georss.org/georss'><channel><item><georss:point>1 2</georss:point></item></channel></rss>"
    assert feedparser.parse(places).entries[0].where == {"type": "Point", "coordinates": (2.0, 1.0)}
    chapters = (
        b"<rss xmlns:psc='http://podlove.org/simple-chapters'><channel><item><psc:chapters version='1.1'>"
        b"<psc:chapter start='00:01:02.500' title='a'/></psc:chapters></item></channel></rss>"
    )
    chapter = feedparser.parse(chapters).entries[0].psc_chapters.chapters[0]
    assert chapter.start_parsed == datetime.timedelta(seconds=62, milliseconds=500)


def test_attributes_are_plain_dictionaries() -> None:
    d = feedparser.parse(
        b"<rss xmlns:media='http://search.yahoo.com/mrss/' xmlns:x='urn:x'><channel><item><title>t</title>"
        b"<x:a b='c'/><media:content url='u'/><media:player url='p'/><link>l</link></item></channel></rss>"
    )
    entry = d.entries[0]
    plain = {"namespaces": d.namespaces, "x_a": entry.x_a, "media_content": entry.media_content[0]}
    others = {"media_player": entry.media_player, "links": entry.links[0], "title_detail": entry.title_detail}
    assert {key: type(value) for key, value in plain.items()} == dict.fromkeys(plain, dict)
    assert {key: type(value) for key, value in others.items()} == dict.fromkeys(others, feedparser.FeedParserDict)


def test_exceptions_are_those_of_python(rss: bytes) -> None:
    failures = []
    for document, headers, expected in [
        (rss, None, None),
        (b"", None, None),
        (b"<html><body/></html>", None, None),
        (rss.replace(b"Tides", b"a & b"), None, xml.sax.SAXParseException),
        (b"not a feed", None, xml.sax.SAXParseException),
        (b"<?xml version='1.0' encoding='utf-8'?>" + rss.replace(b"Tides", b"\xe4"), None, feedparser.CharacterEncodingOverride),
        (rss, {"content-type": "text/plain"}, feedparser.NonXMLContentType),
        (b"<html><body/></html>", {"content-type": "text/html"}, feedparser.NonXMLContentType),
        (b" \n", None, xml.sax.SAXParseException),
        (rss.replace(b"Tides", "Möwe".encode()), {"content-type": "text/xml; charset=iso-8859-1"}, None),
        (b"<rss><channel><x:y/></channel></rss>", None, xml.sax.SAXParseException),
    ]:
        d = feedparser.parse(document, response_headers=headers)
        exception = d.get("bozo_exception")
        if d.bozo != (expected is not None) or (expected and not isinstance(exception, expected)):
            failures.append((document, exception))
    assert not failures
    exception = feedparser.parse(b"<rss>\n<channel>a & b</channel></rss>").bozo_exception
    assert (exception.getLineNumber(), exception.getColumnNumber()) == (2, 11)
    assert exception.severity == "mended"


def test_bozo_results_can_be_pickled_and_copied(rss: bytes) -> None:
    for document in [rss.replace(b"</title>", b"", 1), rss.replace(b"rss", b"\xe4ss")]:
        d = feedparser.parse(document)
        assert d.bozo
        for copied in [pickle.loads(pickle.dumps(d)), copy.deepcopy(d)]:
            assert copied.entries == d.entries
            assert str(copied.bozo_exception) == str(d.bozo_exception)
            assert type(copied.bozo_exception) is type(d.bozo_exception)


def test_switches_are_live() -> None:
    def summary(**options: Any) -> Any:
        return feedparser.parse(HTML, response_headers={"content-location": "http://e.example/", "content-type": "text/xml"}, **options).entries[0].summary

    assert summary() == '<p id="a"><a href="http://e.example/c">d</a></p>'
    assert "onclick" in summary(sanitize_html=False)
    assert "http://e.example/c" not in summary(resolve_relative_uris=False)
    atom = b"<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://e.example/f'><link href='/1'/></feed>"
    assert feedparser.parse(atom, resolve_relative_uris=False).feed.link == "http://e.example/1"
    feedparser.SANITIZE_HTML = False
    assert "onclick" in summary()
    assert "onclick" not in summary(sanitize_html=True)
    feedparser.SANITIZE_HTML, feedparser.RESOLVE_RELATIVE_URIS = True, False
    assert "http://e.example/c" not in summary()
    assert "http://e.example/c" in summary(resolve_relative_uris=True)


def test_date_handlers_are_tried_newest_first() -> None:
    feed = b"<rss><channel><item><pubDate>stardate 1</pubDate></item><item><pubDate>Fri, 02 Jan 2026 22:15:00 GMT</pubDate></item></channel></rss>"

    def star(year: int) -> Any:
        return lambda text: (year, 1, 2, 3, 4, 5, 0, 0, 0) if text.startswith("stardate") else None

    def unable(text: str) -> None:
        raise ValueError(text)

    for handler in [star(2001), star(2002), unable]:
        feedparser.registerDateHandler(handler)
    first, second = feedparser.parse(feed).entries
    assert first.published_parsed == (2002, 1, 2, 3, 4, 5, 2, 2, 0)
    assert second.published_parsed == (2026, 1, 2, 22, 15, 0, 4, 2, 0)

    def wrong(text: str) -> None:
        raise RuntimeError(text)

    feedparser.registerDateHandler(wrong)
    with pytest.raises(RuntimeError, match="stardate"):
        feedparser.parse(feed)
    datetimes._date_handlers.clear()
    with pytest.raises(NotImplementedError):
        feedparser.parse(feed)


def test_responses_are_described(server: Any, rss: bytes) -> None:
    url = server.answer("/ok", Content_Type="text/xml; charset=utf-8", ETag='"e"', Last_Modified="Fri, 02 Jan 2026 22:15:00 GMT")
    d = feedparser.parse(url)
    assert (d.status, d.href, d.etag, d.updated, d.bozo) == (200, url, '"e"', "Fri, 02 Jan 2026 22:15:00 GMT", False)
    assert d.updated_parsed == (2026, 1, 2, 22, 15, 0, 4, 2, 0)
    assert d.feed.link == server.url + "/home"
    assert d.headers["content-type"] == "text/xml; charset=utf-8"
    sent = server.requests[0][1]
    assert (sent["accept-encoding"], sent["a-im"], sent["user-agent"]) == ("gzip, deflate", "feed", feedparser.USER_AGENT)


def test_requests_have_the_headers_of_the_call(server: Any) -> None:
    url = server.answer("/ok", Content_Type="text/xml")
    feedparser.USER_AGENT = "Z/1"
    feedparser.parse(url)
    assert server.requests[-1][1]["user-agent"] == "Z/1"
    modified: list[Any] = [
        "Fri, 02 Jan 2026 22:15:00 GMT",
        (2026, 1, 2, 22, 15, 0, 4, 2, 0),
        datetime.datetime(2026, 1, 2, 22, 15),
        time.struct_time((2026, 1, 2, 22, 15, 0, 4, 2, 0)),
    ]
    for date in modified:
        feedparser.parse(url, etag='"q"', modified=date, agent="A/1", referrer="http://r/", request_headers={"Accept": "x", "X-A": "b"})
        sent = server.requests[-1][1]
        assert [sent[name] for name in ["if-none-match", "if-modified-since", "user-agent", "referer", "accept", "x-a"]] == [
            '"q"', "Fri, 02 Jan 2026 22:15:00 GMT", "A/1", "http://r/", "x", "b",
        ]  # fmt: skip
    feedparser.parse(url.replace("http://", "http://u:p@"))
    assert server.requests[-1][1]["authorization"] == "Basic dTpw"
    feedparser.parse("feed:" + url)
    feedparser.parse(url.replace("http", "feed"))
    assert len(server.requests) == 8


def test_statuses_are_not_failures(server: Any) -> None:
    target = server.answer("/ok", Content_Type="text/xml")
    failures = []
    for path, status, headers, expected in [
        ("/301", 301, {"Location": "/ok"}, (301, target, False)),
        ("/308", 308, {"Location": "/ok"}, (308, target, False)),
        ("/two", 302, {"Location": "/301"}, (302, target, False)),
        ("/lost", 302, {}, (302, server.url + "/lost", False)),
        ("/404", 404, {}, (404, server.url + "/404", False)),
        ("/410", 410, {}, (410, server.url + "/410", False)),
        ("/401", 401, {"WWW_Authenticate": 'Basic realm="x"'}, (401, server.url + "/401", False)),
    ]:
        d = feedparser.parse(server.answer(path, b"", status, **headers))
        if (d.status, d.href, d.bozo) != expected:
            failures.append((path, d))
    assert not failures
    d = feedparser.parse(server.answer("/304", b"", 304, ETag='"x"'))
    assert (d.status, d.etag, d.version, d.entries, d.feed) == (304, '"x"', "", [], {})
    assert d.debug_message.startswith("The feed has not changed")


def test_bodies_are_decompressed_as_far_as_they_can_be(server: Any, rss: bytes) -> None:
    packed = gzip.compress(rss)
    deflated = zlib.compress(rss)
    failures = []
    for coding, body, exception in [
        ("gzip", packed, None),
        ("deflate", deflated, None),
        ("deflate", deflated[2:-4], None),
        ("gzip", rss, OSError),
        ("deflate", rss, zlib.error),
        ("gzip", packed[:-4], EOFError),
    ]:
        d = feedparser.parse(server.answer("/z", body, Content_Type="text/xml", Content_Encoding=coding))
        has_exception = not d.bozo if exception is None else isinstance(d.get("bozo_exception"), exception)
        if d.feed.get("title") != "Tides" or not has_exception:
            failures.append((coding, body[:9], d))
    assert not failures


def test_failures_of_the_network_are_exceptions_of_the_result(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    loop = server.answer("/loop", b"", 302, Location="/loop")
    for url in ["http://127.0.0.1:1/x", "feed:x", loop]:
        d = feedparser.parse(url)
        assert d.bozo is True and isinstance(d.bozo_exception, urllib.error.URLError), url
    failure = urllib.error.URLError("patched")

    def refuse(*args: Any, **kwargs: Any) -> Any:
        raise failure

    monkeypatch.setattr(urllib.request.AbstractHTTPHandler, "do_open", refuse)
    assert feedparser.parse("https://harbour.example/").bozo_exception is failure


def test_handlers_of_urllib_are_used(server: Any) -> None:
    seen = []

    class Handler(urllib.request.BaseHandler):
        def http_request(self, request: urllib.request.Request) -> urllib.request.Request:
            seen.append(request.full_url)
            return request

    url = server.answer("/ok", Content_Type="text/xml")
    feedparser.parse(url, handlers=[Handler()])
    assert seen == [url]


def test_lists_of_the_sanitizer_can_be_changed() -> None:
    def cleaned(markup: str) -> str:
        return sanitizer._sanitize_html(markup, None, "text/html")

    lists = sanitizer._HTMLSanitizer
    assert cleaned("<x-tide>a</x-tide>") == "a"
    lists.acceptable_elements.add("x-tide")
    assert cleaned("<x-tide>a</x-tide>") == "<x-tide>a</x-tide>"
    lists.acceptable_elements.discard("b")
    feed = b"<rss><channel><item><description>&lt;b>c&lt;/b> &lt;i>d&lt;/i></description></item></channel></rss>"
    assert feedparser.parse(feed).entries[0].summary == "c <i>d</i>"
    lists.acceptable_attributes = set()
    assert cleaned('<p style="margin: 1em;" title="a">b</p>') == "<p>b</p>"


def test_what_has_no_equivalent_is_refused() -> None:
    from bozofeed.feedparser import api, http, mixin, urls
    from bozofeed.feedparser.parsers import strict

    lists = sanitizer._HTMLSanitizer
    for change in [
        lambda: setattr(lists, "acceptable_css_keywords", set()),
        lambda: setattr(mixin._FeedParserMixin, "_start_title", None),
        lambda: setattr(api, "convert_to_utf8", None),
        lambda: setattr(http, "whatever", None),
        lambda: strict._StrictFeedParser(),
        lambda: setattr(lists(), "handle_data", None),
        lambda: type("Mine", (lists,), {"handle_data": None}),
        lambda: type("Mine", (strict._StrictFeedParser,), {}),
    ]:
        with pytest.raises(NotImplementedError):
            change()
    lists.acceptable_elements.add("script")
    with pytest.raises(NotImplementedError, match="'script'"):
        feedparser.parse(HTML)
    lists.acceptable_elements.discard("script")
    lists.acceptable_attributes.add("onclick")
    with pytest.raises(NotImplementedError, match="'onclick'"):
        feedparser.parse(HTML)
    lists.acceptable_attributes.discard("onclick")
    before = urls.ACCEPTABLE_URI_SCHEMES
    try:
        urls.ACCEPTABLE_URI_SCHEMES = ("http",)
        with pytest.raises(NotImplementedError):
            feedparser.parse(HTML)
    finally:
        urls.ACCEPTABLE_URI_SCHEMES = before


def run(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout


def test_install_answers_imports_of_feedparser() -> None:
    program = """
from bozofeed.feedparser import install
install()
import feedparser, feedparser.datetimes.greek
from feedparser.util import FeedParserDict
import bozofeed.feedparser
assert feedparser is bozofeed.feedparser and feedparser.FeedParserDict is FeedParserDict
feedparser.USER_AGENT = "x"
print(bozofeed.feedparser.USER_AGENT, feedparser.http.ACCEPT_HEADER.split('/')[0])
"""
    assert run(program) == "x application\n"


def test_importing_does_not_load_the_network() -> None:
    program = "import sys, bozofeed, bozofeed.feedparser; print([m for m in ('urllib.request', 'xml.sax', 'email') if m in sys.modules])"
    assert run(program) == "[]\n"


def test_names_and_arguments_of_feedparser_7_are_known(rss: bytes) -> None:
    assert feedparser.FeedparserError is feedparser.ThingsNobodyCaresAboutButMe is feedparser.exceptions.FeedparserError
    assert feedparser.parse(rss, optimistic_encoding_detection=False) == feedparser.parse(rss)


def test_response_headers_come_in_every_form() -> None:
    document = b"<rss><channel><title>M\xf6we</title></channel></rss>"
    value = "text/xml; charset=iso-8859-1"
    forms: list[Any] = [{"content-type": value, "etag": None}, {"content-type": value.encode()}, [("Content-Type", value)], iter([("content-type", value)])]
    results = [feedparser.parse(document, response_headers=form) for form in forms]
    assert [(d.feed.title, d.bozo) for d in results] == [("M\xf6we", False)] * len(forms)
    assert feedparser.parse(document, response_headers=[("content-type", value)]).headers == {"content-type": value}


def test_elements_without_a_field_are_plain_dictionaries() -> None:
    entry = feedparser.parse("<rss xmlns:x='urn:x'><channel><item><x:a url='u' category='k'/></item></channel></rss>").entries[0]
    assert type(entry.x_a) is dict and entry.x_a["url"] == "u" and entry.x_a["category"] == "k"
    assert list(entry) == ["x_a"] and "href" not in entry.x_a


def test_install_refuses_to_replace_what_was_imported() -> None:
    pytest.importorskip("feedparser")
    program = "import feedparser\nfrom bozofeed.feedparser import install\ntry: install()\nexcept ImportError as error: print(error)"
    assert run(program) == "feedparser was imported before bozofeed.feedparser.install()\n"
