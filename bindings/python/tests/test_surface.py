"""The parts of Universal Feed Parser that programs use: the same names, the same results.

Each row is a program that sets `got`, and the expected value. If `feedparser` is installed, its results are also compared.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys

import pytest

#: The start of each program. `RSS` is a feed without faults, and `Response` a typical replacement for a response.
BEGIN = """
import sys
# feedparser uses them if they are there by accident, and its results differ then.
sys.modules["chardet"] = sys.modules["cchardet"] = None
import copy, datetime, pickle, time, unittest.mock as mock, urllib.error, urllib.request, warnings, xml.sax
import feedparser, feedparser.api, feedparser.datetimes, feedparser.encodings, feedparser.exceptions, feedparser.http
import feedparser.mixin, feedparser.parsers.strict, feedparser.sanitizer, feedparser.urls, feedparser.util
warnings.simplefilter("ignore")
RSS = b"<rss version='2.0'><channel><title>Tides</title><item><guid>urn:1</guid></item></channel></rss>"

class Response:
    url = "http://harbour.example/feed"
    headers = {"Content-Type": "application/xml; charset=utf-8", "ETag": "e", "Last-Modified": "Fri, 02 Jan 2026 22:15:00 GMT"}

    def read(self):
        return RSS

    def close(self):
        pass

def fetched(url="http://harbour.example/feed", response=None, **options):
    "Returns the result of a fetch, and the request."
    with mock.patch("urllib.request.OpenerDirector.open", side_effect=[response or Response()]) as opened:
        return feedparser.parse(url, **options), opened.call_args[0][0]

def name(exception):
    return type(exception).__name__
"""

PROGRAMS = [
    # The package
    ("got = feedparser.__version__.split('.')[0]", "6"),
    ("got = [type(getattr(feedparser, n)).__name__ for n in ('__author__', '__license__', 'USER_AGENT')]", ["str"] * 3),
    ("got = feedparser.USER_AGENT.startswith('feedparser/6.')", True),
    ("got = bool(feedparser.SANITIZE_HTML), bool(feedparser.RESOLVE_RELATIVE_URIS)", [True, True]),
    ("got = [hasattr(feedparser, n) for n in ('api', 'datetimes', 'encodings', 'exceptions', 'html', 'http', 'mixin', "
     "'namespaces', 'parsers', 'sanitizer', 'sgml', 'urls', 'util')]", [True] * 13),
    ("import inspect; got = list(inspect.signature(feedparser.parse).parameters)[:10]",
     ["url_file_stream_or_string", "etag", "modified", "agent", "referrer", "handlers", "request_headers", "response_headers",
      "resolve_relative_uris", "sanitize_html"]),
    ("from feedparser import *; got = callable(parse), callable(registerDateHandler), FeedParserDict.__name__",
     [True, True, "FeedParserDict"]),
    # One object has many names
    ("got = feedparser.api.parse is feedparser.parse, feedparser.util.FeedParserDict is feedparser.FeedParserDict, "
     "feedparser.api.FeedParserDict is feedparser.FeedParserDict, feedparser.mixin.FeedParserDict is feedparser.FeedParserDict",
     [True] * 4),
    ("got = feedparser.datetimes.registerDateHandler is feedparser.registerDateHandler is feedparser.api.registerDateHandler", True),
    ("got = feedparser.api.http is feedparser.http, feedparser.api.mixin is feedparser.mixin", [True, True]),
    ("got = feedparser.api.urllib is urllib, feedparser.http.urllib.request is urllib.request, feedparser.api.xml.sax is xml.sax",
     [True] * 3),
    ("got = feedparser.api._parse_date is feedparser.datetimes._parse_date", True),
    ("got = [feedparser.api._StrictFeedParser is feedparser.parsers.strict._StrictFeedParser, "
     "feedparser.api._FeedParserMixin is feedparser.mixin._FeedParserMixin]", [True, True]),
    # Exceptions
    ("got = [[base.__name__ for base in getattr(feedparser, n).__mro__[1:3]] for n in ('ThingsNobodyCaresAboutButMe', "
     "'CharacterEncodingOverride', 'CharacterEncodingUnknown', 'NonXMLContentType', 'UndeclaredNamespace')]",
     [["Exception", "BaseException"], *[["ThingsNobodyCaresAboutButMe", "Exception"]] * 3, ["Exception", "BaseException"]]),
    ("got = [getattr(feedparser.exceptions, n) is getattr(feedparser, n) is getattr(feedparser.api, n) for n in "
     "feedparser.exceptions.__all__]", [True] * 5),
    ("got = name(feedparser.parse(RSS, response_headers={'content-type': 'text/plain'}).bozo_exception)", "NonXMLContentType"),
    ("got = str(feedparser.parse(RSS, response_headers={'content-type': 'text/html; charset=utf-8'}).bozo_exception)",
     "text/html; charset=utf-8 is not an XML media type"),
    ("got = str(feedparser.parse(RSS, response_headers={'etag': 'a'}).bozo_exception)", "no Content-type specified"),
    ("got = str(feedparser.parse(b\"<?xml version='1.0' encoding='utf-8'?>\" + RSS.replace(b'Tides', b'M\\xf6wen und St\\xf6rche'))"
     ".bozo_exception).split(', ')[0]", "document declared as utf-8"),
    ("e = feedparser.parse(b\"<?xml version='1.0'?>\" + RSS.replace(b'</title>', b'')).bozo_exception; "
     "got = name(e), isinstance(e, xml.sax.SAXException), e.getLineNumber(), e.getColumnNumber() > 0, e.getSystemId(), str(e)[:12]",
     ["SAXParseException", True, 1, True, None, "<unknown>:1:"]),
    # Programs recognize exceptions of the XML parser by their messages.
    *[(f"got = {expected!r} in feedparser.parse(b\"<?xml version='1.0'?>\" + {document!r}).bozo_exception.getMessage()", True)
      for document, expected in [
          (b"<rss><channel><title>a</channel></rss>", "mismatched tag"),
          (b"<rss></channel></rss>", "mismatched tag"),
          (b"<html><body><br></body></html>", "mismatched tag"),
          (b"<rss>&tide;</rss>", "undefined entity"),
          (b"<rss>&#1;</rss>", "reference to invalid character number"),
          (b"<rss>a & b</rss>", "not well-formed (invalid token)"),
          (b"<rss>a < b</rss>", "not well-formed (invalid token)"),
          (b"<rss a=b/>", "not well-formed (invalid token)"),
          (b"<rss a='1' a='2'/>", "duplicate attribute"),
          (b"<rss><x:y/></rss>", "unbound prefix"),
          (b"<rss><![CDATA[</rss>", "unclosed CDATA section"),
          (b"<rss><!-- </rss>", "unclosed token"),
          (b"<rss/><b/>", "junk after document element"),
      ]],
    ("got = [p in feedparser.parse(d).bozo_exception.getMessage() for d, p in [(b'at noon', 'syntax error'), "
     "(b\" <?xml version='1.0'?><rss/>\", 'XML or text declaration not at start of entity')]]", [True, True]),
    # The dictionary
    ("got = sorted(feedparser.FeedParserDict.keymap.items())[0]", ["channel", "feed"]),
    ("class Mine(feedparser.FeedParserDict):\n"
     "    keymap = {**feedparser.FeedParserDict.keymap, 'colour': 'hue'}\n"
     "    @property\n"
     "    def shout(self): return self.title.upper()\n"
     "    def __getattr__(self, key): return super().__getattr__('title' if key == 'name' else key)\n"
     "mine = Mine(title='a', hue=3, published='p')\n"
     "got = mine.shout, mine.colour, mine['colour'], mine.name, mine.get('updated'), 'updated' in mine, copy.deepcopy(mine) == mine",
     ["A", 3, 3, "a", "p", False, True]),
    ("d = feedparser.FeedParserDict(links=[], license='L'); got = d.license, 'license' in d", ["L", True]),
    ("d = feedparser.FeedParserDict(links=[], license='L'); d.update(guid=1); got = sorted(d)", ["guid", "license", "links"]),
    ("warnings.resetwarnings(); warnings.simplefilter('error'); "
     "warnings.filterwarnings('ignore', category=DeprecationWarning, module='feedparser')\n"
     "got = feedparser.FeedParserDict(published='p').updated", "p"),
    ("got = type(pickle.loads(pickle.dumps(feedparser.parse(RSS))).entries[0]).__name__", "FeedParserDict"),
    ("got = json.loads(json.dumps(feedparser.parse(RSS).entries))[0]['id']", "urn:1"),
    # Dates
    ("got = [tuple(feedparser.datetimes._parse_date(text)) for text in ('2026-01-02T22:15:00+09:00', 'Fri, 02 Jan 2026 13:15:00 GMT')]",
     [[2026, 1, 2, 13, 15, 0, 4, 2, 0]] * 2),
    ("got = [feedparser.datetimes._parse_date(text) for text in ('', None, 'at noon')]", [None] * 3),
    ("got = [handler.__name__ for handler in feedparser.datetimes._date_handlers]",
     ["_parse_date_" + form for form in ("w3dtf", "rfc822", "iso8601", "asctime", "perforce", "hungarian", "greek", "nate", "onblog")]),
    ("from feedparser.datetimes.rfc822 import _parse_date_rfc822 as read; got = tuple(read('Fri, 02 Jan 2026 13:15:00 GMT'))[:6]",
     [2026, 1, 2, 13, 15, 0]),
    ("feedparser.registerDateHandler(lambda text: (2026, 1, 2, 3, 4, 5, 6, 7, 0) if text == 'noon' else None)\n"
     "got = feedparser.datetimes._parse_date('noon'), len(feedparser.datetimes._date_handlers)",
     [[2026, 1, 2, 3, 4, 5, 6, 7, 0], 10]),
    # Fetching
    ("d, _ = fetched(); got = d.feed.title, d.status, d.href, d.etag, d.modified, d.updated_parsed[:3], d.bozo, sorted(d.headers)",
     ["Tides", 200, "http://harbour.example/feed", "e", "Fri, 02 Jan 2026 22:15:00 GMT", [2026, 1, 2], False,
      ["content-type", "etag", "last-modified"]]),
    ("r = Response(); r.status = r.code = 304; r.read = lambda: b''; d, _ = fetched(response=r)\n"
     "got = d.status, d.version, d.entries, d.feed, 'debug_message' in d", [304, "", [], {}, True]),
    ("r = Response(); r.status = r.code = 404; d, _ = fetched(response=r); got = d.status, len(d.entries)", [404, 1]),
    ("_, r = fetched(etag='e', modified='Fri, 02 Jan 2026 22:15:00 GMT', agent='A/1', referrer='http://r.example/', "
     "request_headers={'Cookie': 'c'})\n"
     "got = sorted((name.lower(), value) for name, value in r.header_items() if name.lower() != 'accept')",
     [["a-im", "feed"], ["accept-encoding", "gzip, deflate"], ["cookie", "c"], ["if-modified-since", "Fri, 02 Jan 2026 22:15:00 GMT"],
      ["if-none-match", "e"], ["referer", "http://r.example/"], ["user-agent", "A/1"]]),
    ("_, r = fetched(); got = r.get_header('User-agent') == feedparser.USER_AGENT, r.get_header('Accept') == feedparser.http.ACCEPT_HEADER",
     [True, True]),
    ("got = [fetched(url)[1].full_url for url in ('feed://harbour.example/', 'feed:http://harbour.example/', ' http://harbour.example/', "
     "'http://harbour.example/m\\xf6we?\\xe4', 'http://m\\xf6we.example/', 'http://u:p@harbour.example:81/')]",
     ["http://harbour.example/", "http://harbour.example/", "http://harbour.example/", "http://harbour.example/m%C3%B6we?%C3%A4",
      "http://xn--mwe-sna.example/", "http://harbour.example:81/"]),
    ("got = fetched('http://u:p@harbour.example/')[1].get_header('Authorization')", "Basic dTpw"),
    ("with mock.patch('feedparser.http.get', return_value=RSS) as get:\n"
     "    got = feedparser.parse('http://harbour.example/').feed.title, get.call_args[0][0], type(get.call_args[0][7]).__name__",
     ["Tides", "http://harbour.example/", "FeedParserDict"]),
    ("with mock.patch('feedparser.http.get', side_effect=urllib.error.URLError('down')):\n"
     "    d = feedparser.parse('http://harbour.example/')\n"
     "got = d.bozo, name(d.bozo_exception), d.entries, dict(d.feed), 'status' in d, 'version' in d",
     [True, "URLError", [], {}, False, False]),
    ("with mock.patch('feedparser.http.get', side_effect=ConnectionResetError()):\n"
     "    try: feedparser.parse('http://harbour.example/')\n"
     "    except Exception as error: got = name(error)", "ConnectionResetError"),
    ("got = [feedparser.http._build_urllib2_request('http://h.example/', 'A/1', None, None, (2026, 1, 2, 3, 4, 5, 4, 2, 0), None, 'eA', {})"
     ".get_header(n) for n in ('User-agent', 'If-modified-since', 'Authorization', 'Accept')]",
     ["A/1", "Fri, 02 Jan 2026 03:04:05 GMT", "Basic eA", None]),
    # Replaceable parts
    ("with mock.patch('feedparser.parse', return_value=1): got = feedparser.parse('x')", 1),
    ("with mock.patch('feedparser.api._open_resource', return_value=RSS): got = feedparser.parse('x').feed.title", "Tides"),
    ("with mock.patch('feedparser.api.http.get', return_value=RSS): got = feedparser.parse('http://x/').feed.title", "Tides"),
    ("with mock.patch('feedparser.api.http') as http:\n    http.get.return_value = RSS\n    got = feedparser.parse('http://x/').feed.title", "Tides"),
    ("with mock.patch('feedparser.http.urllib.request.build_opener') as build:\n"
     "    build.return_value.open.return_value = Response()\n    got = feedparser.parse('http://x/').feed.title", "Tides"),
    ("with mock.patch('feedparser.datetimes._parse_date', return_value=1): got = feedparser.datetimes._parse_date('x')", 1),
    ("with mock.patch('feedparser.http._parse_date', return_value=None): got = fetched()[0].modified_parsed", None),
    ("with mock.patch('feedparser.USER_AGENT', 'Z/1'): got = fetched()[1].get_header('User-agent')", "Z/1"),
    ("with mock.patch.object(feedparser, 'parse', wraps=feedparser.parse) as parse: got = feedparser.parse(RSS).feed.title, parse.call_count",
     ["Tides", 1]),
    # Encodings, URIs and markup
    ("got = [feedparser.encodings.parse_content_type(line) for line in ('', 'text/xml', 'text/XML; a=b; charset=\"UTF-8\"')]",
     [["", ""], ["text/xml", ""], ["text/XML", "UTF-8"]]),
    ("got = [feedparser.urls.make_safe_absolute_uri(*parts) for parts in (('http://h.example/a/', '../b'), ('http://h.example/',), "
     "('http://h.example/', 'javascript:x'), ('', ''), ('', 'b'), ('http://h.example/', 'mailto:a@b.example'))]",
     ["http://h.example/b", "http://h.example/", "", "", "b", "mailto:a@b.example"]),
    ("got = feedparser.urls.convert_to_idn('http://m\\xf6we.example:81/\\xe4')", "http://xn--mwe-sna.example:81/\xe4"),
    ("got = [scheme in feedparser.urls.ACCEPTABLE_URI_SCHEMES for scheme in ('http', 'magnet', 'javascript')]", [True, True, False]),
    ("got = feedparser.sanitizer._sanitize_html('<p onclick=\"x\">a<script>b</script></p>\\r\\n', 'utf-8', 'text/html')", "<p>a</p>"),
    ("s = feedparser.sanitizer._HTMLSanitizer('utf-8', 'text/html'); s.feed('<b>a'); s.feed('</b><u onclick=\"x\">c</u>'); got = s.output()",
     "<b>a</b><u>c</u>"),
    ("class Plain(feedparser.sanitizer._HTMLSanitizer): acceptable_elements = {'b'}\n"
     "s = Plain('utf-8', 'text/html'); s.feed('<b>a</b><u>c</u>'); got = s.output()", "<b>a</b>c"),
    ("got = [bool(feedparser.mixin._FeedParserMixin.looks_like_html(text)) for text in ('a <b>c</b>', 'a &amp; b', 'a')]",
     [True, True, False]),
    ("got = feedparser.urls.resolve_relative_uris('<a href=\"b\">c</a>', 'http://h.example/', 'utf-8', 'text/html')",
     '<a href="http://h.example/b">c</a>'),
]

RUN = """
import json, sys
namespace = {"json": json}
exec(BEGIN, namespace)
def run(program):
    handlers = list(namespace["feedparser"].datetimes._date_handlers)
    try:
        local = dict(namespace)
        exec(program, local)
        return json.loads(json.dumps(local["got"]))
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    finally:
        namespace["feedparser"].datetimes._date_handlers[:] = handlers
json.dump([run(program) for program in PROGRAMS], sys.stdout)
"""


def results(begin: str) -> list[object]:
    program = f"{begin}\nBEGIN, PROGRAMS = {BEGIN!r}, {[program for program, _ in PROGRAMS]!r}\n{RUN}"
    return list(json.loads(subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout))


def test_the_parts_that_programs_touch_work() -> None:
    got = results("from bozofeed.feedparser import install; install()")
    assert [(*row, result) for row, result in zip(PROGRAMS, got) if result != row[1]] == []


@pytest.mark.skipif(importlib.util.find_spec("feedparser") is None, reason="feedparser is not installed")
def test_they_work_as_in_feedparser() -> None:
    got = results("")
    assert [(*row, result) for row, result in zip(PROGRAMS, got) if result != row[1]] == []
