"""python -m bozofeed"""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
from typing import Any

import pytest

import bozofeed

FEED = b"""<rss version='2.0'><channel><title>Tides & winds</title><link>/tides</link><item><title>High</title>
<pubDate>Fri, 02 Jan 2026 22:15:00 +0900</pubDate></item></channel></rss>"""


def run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bozofeed", *arguments]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", **options)


@pytest.fixture
def feed(tmp_path: pathlib.Path) -> str:
    path = tmp_path / "feed.xml"
    path.write_bytes(FEED)
    return str(path)


def test_options_choose_what_is_printed(feed: str, tmp_path: pathlib.Path) -> None:
    page = tmp_path / "page.html"
    failures = []
    for arguments, status, expected in [
        ([feed], 0, "2026-01-02 High"),
        (["--json", feed], 0, '"version": "rss20"'),
        (["--feedparser", feed], 0, '"bozo": true'),
        (["--explain", "title", feed], 0, "feed.title: 'Tides & winds' from <title> at line 1, column 29: kept"),
        (["--check", feed], 3, f"{feed}:1:63: error: an address without its beginning: '/tides' ["),
        (["--report", str(page), feed], 0, ""),
        (["--write", "atom", "--feed-url", "https://e.example/atom", feed], 0, "https://e.example/atom"),
        (["--write", "json", feed], 0, '"https://jsonfeed.org/version/1.1"'),
        (["--version"], 0, f"bozofeed {bozofeed.__version__}"),
    ]:
        done = run(*arguments)
        if done.returncode != status or expected not in done.stdout or done.stderr:
            failures.append((arguments, done))
    assert not failures
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert json.loads(run("--json", feed).stdout) == bozofeed.parse(FEED).to_dict()
    assert run("-", input=FEED.decode()).stdout.startswith("Tides & winds [rss20]")


def test_problems_are_one_line_and_a_status(feed: str, tmp_path: pathlib.Path, server: Any) -> None:
    dateless = tmp_path / "dateless.xml"
    dateless.write_text("<rss><channel><item><title>a</title></item></channel></rss>")
    failures = []
    for arguments, status in [
        ([str(tmp_path / "missing")], 1),
        ([str(tmp_path)], 1),
        ([feed, str(tmp_path / "missing")], 1),
        (["http://127.0.0.1:1/"], 1),
        (["http://[::1/"], 1),
        (["https://exa mple/"], 1),
        (["http://127.0.0.1:port/"], 1),
        ([server.answer("/gone", b"", 404)], 1),
        (["--write", "atom", str(dateless)], 1),
        (["--explain", "patience", feed], 2),
        (["--write", "atom", "--fallback-date", "soon", str(dateless)], 2),
    ]:
        done = run(*arguments)
        if done.returncode != status or len(done.stderr.splitlines()) != 1:
            failures.append((arguments, done))
    assert not failures
    for arguments in ([], ["--jason", feed], ["--json", "--check", feed], ["--write", "cdf", feed]):
        done = run(*arguments)
        assert done.returncode == 2 and "Traceback" not in done.stderr
    assert run("--write", "atom", "--fallback-date", "2026-01-02", str(dateless)).returncode == 0


def test_a_closed_pipe_is_no_failure(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "long.xml"
    path.write_bytes(b"<rss><channel>" + b"<item><title>High tide</title></item>" * 20_000 + b"</channel></rss>")
    for option in ([], ["--json"], ["--check"]):
        command = [sys.executable, "-m", "bozofeed", *option, str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout and process.stderr
            process.stdout.readline()
            process.stdout.close()
            assert process.stderr.read() == b"" and process.wait() in (0, 3), option


def test_text_that_the_terminal_lacks_is_replaced(feed: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "feed.xml"
    path.write_text("<rss><channel><title>Gezeiten \N{WATER WAVE}</title></channel></rss>", encoding="utf-8")
    done = run(str(path), env={"PYTHONIOENCODING": "ascii", "PYTHONPATH": ":".join(sys.path)})
    assert done.returncode == 0 and "Gezeiten ?" in done.stdout, done
