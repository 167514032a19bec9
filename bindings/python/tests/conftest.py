"""A local server whose answers are chosen by a test."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

RSS = (
    b"<rss version='2.0'><channel><title>Tides</title><link>/home</link><item><title>High</title>"
    b"<pubDate>Fri, 02 Jan 2026 22:15:00 +0900</pubDate><guid>urn:1</guid>"
    b"<enclosure url='a.mp3' type='audio/mpeg' length='7'/></item></channel></rss>"
)


class Server:
    """Answers paths with a status, headers and a body, and remembers the headers of requests."""

    def __init__(self) -> None:
        self.answers: dict[str, tuple[int, dict[str, str], bytes]] = {}
        self.requests: list[tuple[str, dict[str, str]]] = []
        self.url = ""

    def answer(self, path: str, body: bytes = RSS, status: int = 200, **headers: str) -> str:
        self.answers[path] = (status, {name.replace("_", "-"): value for name, value in headers.items()}, body)
        return self.url + path


@pytest.fixture
def server() -> Iterator[Server]:
    state = Server()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:  # noqa: N802
            state.requests.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
            status, headers, body = state.answers.get(self.path, (404, {}, b""))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listening:
        state.url = f"http://127.0.0.1:{listening.server_port}"
        thread = threading.Thread(target=listening.serve_forever, daemon=True)
        thread.start()
        yield state
        listening.shutdown()


@pytest.fixture
def rss() -> bytes:
    return RSS
